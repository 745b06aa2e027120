//! Any SMT-LIB solver as a backend, over a pipe.

mod pipe;
mod solver;

pub use solver::{ProcessOptions, ProcessSolver};
