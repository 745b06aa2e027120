//! Abstract path conditions: what inputs must satisfy to reach a place, with loops summarised instead
//! of unrolled.
//!
//! In reading order:
//!
//! - [`graph`]: the loops of decoded functions
//! - `walk`: all ways to the target, or once around a loop, executed by the real interpreter
//! - [`location`]: what a loop changes, and states in which that holds symbols
//! - `live`: registers that matter at a header
//! - `summarise`: a loop on a way: unrolled, summarised or peeled
//! - [`summary`]: paths of a loop, path counters, the iterated symbolic state; instantiating them
//! - [`rules`]: how the iterated symbolic state is found
//! - [`relations`]: linear relations that a solver finds and proves
//! - [`inputs`]: large inputs as arrays
//! - [`analysis`]: the whole, from a state to the ways to a target
//! - [`unfold`]: the condition of a way with its quantifiers instantiated
//! - `elements`: which iteration wrote an element that is read
//! - [`explain`]: the condition in words and as SMT-LIB
//!
//! # Laws
//!
//! 1. The condition is *necessary*: every input that drives the program from the state to the target
//!    satisfies the disjunction over the ways, with some values of all other variables, unless a
//!    gap is recorded. So *unsat* for every way, without gaps, proves the target unreachable.
//! 2. Everything is the program's own arithmetic: terms are those of the interpreter, and
//!    `x + d·κ` holds modulo the width of `x`. Counters have 64 bits, and no loop is taken to run
//!    more than 2^62 times.
//! 3. Bugs on the way are dead ends: what is behind them is not reached.
//! 4. An instance of a path is any iteration of it, so all variables that belong to one iteration are
//!    fresh in every instance.
//!
//! Knows nothing of strategies: whoever asks decides what to do with the answer.
#![forbid(unsafe_code)]

pub mod analysis;
pub mod explain;
pub mod graph;
pub mod inputs;
pub mod location;
pub mod relations;
pub mod rules;
pub mod summary;
pub mod unfold;

mod elements;
mod live;
mod summarise;
mod walk;

pub use analysis::{AbstractPath, Analysis, analyse};
pub use graph::LoopGraph;
pub use inputs::InputArrays;
pub use summary::{LoopInstance, LoopSummary, Method, Step};
pub use unfold::{Unfolded, Usage, unfold};
pub use walk::{GiveUp, Queries, WalkLimits};
