//! Queries over terms, and who answers them: a chain of layers that each answer
//! what they can, and at its end the embedded core or an SMT-LIB process.
#![forbid(unsafe_code)]

mod embedded;
mod process;
mod query;
pub mod sat;

pub use embedded::{Embedded, EmbeddedOptions};
pub use process::{ProcessOptions, ProcessSolver};
pub use query::{Answer, Budget, LayerStatistics, Solver, Why};
