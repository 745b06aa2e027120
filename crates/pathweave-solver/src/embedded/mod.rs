//! The embedded core: bit-blasting to an incremental SAT solver, arrays and
//! functions by lemmas on demand.

mod blaster;
mod candidate;
mod circuits;
mod core;
mod gates;
mod lemmas;
mod sums;
mod tables;

pub(crate) use candidate::{Candidate, looked_at};
pub use core::{Embedded, EmbeddedOptions};
pub(crate) use lemmas::Lemmas;
