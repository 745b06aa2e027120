//! Addresses of a native program as functions and lines, from its debug information.
//!
//! Needs no tool: this is how places are known where there is no symbolizer, and where functions
//! stood when a run was cut short.

use crate::gcov::Frame;
use addr2line::Loader;
use std::path::Path;

/// The debug information of a program.
pub struct Symbols(Loader);

impl Symbols {
    /// Opens a program; `None` when it has none that can be read.
    pub fn open(program: &Path) -> Option<Self> {
        Loader::new(program).ok().map(Self)
    }

    /// The functions of a stack with their lines, innermost first, those without lines left out.
    pub fn frames(&self, addresses: &[u64]) -> Vec<Frame> {
        addresses.iter().flat_map(|&address| self.at(address)).collect()
    }

    /// One frame, or more where functions were inlined.
    fn at(&self, address: u64) -> Vec<Frame> {
        let mut found = Vec::new();
        let Ok(mut frames) = self.0.find_frames(address) else { return found };
        while let Ok(Some(frame)) = frames.next() {
            let name = frame.function.as_ref().and_then(|function| function.raw_name().ok());
            let place =
                frame.location.and_then(|place| Some((place.file?.to_owned(), place.line?)));
            if let (Some(function), Some((file, line))) = (name, place) {
                found.push(Frame { function: function.into_owned(), file, line });
            }
        }
        found
    }
}
