//! The layers of the chain, one file each. A layer answers what it can and asks
//! the one below for the rest; `chain.rs` is the only place that stacks them.

mod cores;
mod intervals;
mod kept;
mod log;
mod meter;
mod models;
mod oracle;
mod ranges;
mod simplify;
mod split;

pub(crate) use cores::Cores;
pub(crate) use intervals::Intervals;
pub use kept::AnswerStore;
pub(crate) use kept::{Kept, VERSION};
pub(crate) use log::Log;
pub(crate) use models::Models;
pub(crate) use oracle::Oracle;
pub(crate) use simplify::Simplify;
pub(crate) use split::Split;
