//! Who is told while exploration goes on: so that tests are on disk before it ends, and a
//! terminal shows how far it is.

use crate::outcome::{FoundBug, FoundTest};
use std::time::Duration;

/// How far exploration is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Paths that ended.
    pub paths: u64,
    /// Tests kept.
    pub tests: usize,
    /// Bugs found.
    pub bugs: usize,
    /// States that wait.
    pub waiting: usize,
    /// Queries asked.
    pub queries: u64,
    /// Marks of execution so far: grows when something new is executed.
    pub marks: u64,
    /// Time since the start.
    pub elapsed: Duration,
}

/// Who is told.
pub trait Observer {
    /// Exploration begins: from here on there is an outcome.
    fn started(&mut self) {}

    /// A test was kept, or (the same index again) replaced by a shorter one. A test of a bug comes
    /// with it.
    fn test(&mut self, index: usize, test: &FoundTest, bug: Option<&FoundBug>) {
        let _ = (index, test, bug);
    }

    /// A path ended.
    fn progress(&mut self, progress: &Progress) {
        let _ = progress;
    }
}

/// Nobody.
pub struct Unobserved;

impl Observer for Unobserved {}
