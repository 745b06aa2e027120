//! The embedded core: bit-blasting to an incremental SAT solver, arrays and
//! functions by lemmas on demand.

mod arrays;
mod blaster;
mod circuits;
mod core;
mod gates;

pub(crate) use arrays::{Candidate, Lemmas};
pub use core::{Embedded, EmbeddedOptions};
