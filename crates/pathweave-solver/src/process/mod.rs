//! Any SMT-LIB solver as a backend, over a pipe.

mod background;
mod pipe;
mod solver;

pub use background::{BackgroundSolver, ScriptAnswer};
pub use solver::{ProcessOptions, ProcessSolver};
