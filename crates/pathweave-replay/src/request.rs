//! What is to be replayed, and within which limits.

use pathweave_report::Prototype;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The program, and how it is compiled.
#[derive(Clone, Debug)]
pub struct BuildRequest {
    /// The clang to use.
    pub clang: PathBuf,
    /// `.c`, `.ll` and `.bc` files.
    pub sources: Vec<PathBuf>,
    /// The user's flags, also given to the linker.
    pub cflags: Vec<String>,
    /// Where relative names start from: the user's working directory.
    pub directory: PathBuf,
    /// The function that tests run.
    pub entry: String,
    /// How to call it, unless it is `main` or `LLVMFuzzerTestOneInput`.
    pub prototype: Option<Prototype>,
    /// The C source that defines the entry, which may then be static and have parameters of the
    /// program's own types. One of `sources`.
    pub entry_source: Option<PathBuf>,
    /// Whether signed overflow is a bug.
    pub overflow_is_a_bug: bool,
}

impl BuildRequest {
    /// A whole program with nothing special.
    pub fn new(clang: impl Into<PathBuf>, sources: Vec<PathBuf>) -> Self {
        Self {
            clang: clang.into(),
            sources,
            cflags: Vec::new(),
            directory: PathBuf::from("."),
            entry: "main".to_owned(),
            prototype: None,
            entry_source: None,
            overflow_is_a_bug: false,
        }
    }
}

/// Limits of native runs.
#[derive(Clone, Debug)]
pub struct Limits {
    /// For one run of one test.
    pub time: Duration,
    /// For all of it, compilation included.
    pub deadline: Option<Instant>,
    /// Memory of one run, in bytes.
    pub memory: u64,
    /// The longest file a run may write, in bytes.
    pub file: u64,
    /// How many tests run at the same time; 0 is as many as there are processors.
    pub workers: usize,
    /// Ends everything when set.
    pub stop: Arc<AtomicBool>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(5),
            deadline: None,
            memory: 2 << 30,
            file: 16 << 20,
            workers: 0,
            stop: Arc::default(),
        }
    }
}

impl Limits {
    /// What is left until the deadline, at most `most`; zero when it has passed or all is to stop.
    pub fn remaining(&self, most: Duration) -> Duration {
        match self.deadline {
            _ if self.stop.load(Ordering::Relaxed) => Duration::ZERO,
            Some(deadline) => deadline.saturating_duration_since(Instant::now()).min(most),
            None => most,
        }
    }
}

/// Why there is no replay at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The program does not compile or link natively; clang's words.
    Build(String),
    /// The clang cannot be run.
    Clang(String),
    /// The time was up before the program was built.
    Deadline,
    /// A file of ours could not be written.
    Files(String),
    /// Not on this system.
    Unsupported,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Build(text) => write!(f, "the program cannot be built natively\n{text}"),
            Self::Clang(text) => write!(f, "clang cannot be run: {text}"),
            Self::Deadline => f.write_str("no time was left to build the program natively"),
            Self::Files(text) => write!(f, "the replay's own files: {text}"),
            Self::Unsupported => f.write_str("native replay works on Linux only"),
        }
    }
}

impl std::error::Error for ReplayError {}
