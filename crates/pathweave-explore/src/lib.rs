//! Exploration: which path next, when to stop, what was found.
//!
//! - [`goal`]: what is looked for
//! - [`auto`]: several strategies look for it, the first to decide wins; [`pace`] is their clock
//! - [`distance`]: how far a state is from it
//! - [`frontier`]: the states that wait, and the order in which they are taken; [`decisions`] is
//!   what is kept of those that are parked
//! - [`explorer`]: the loop; directed search over whole programs (DART), on snapshots instead of
//!   re-execution: a state is run along its witness to the end of its path, and every decision on
//!   the way leaves the other side waiting
//! - [`compose`]: exploration by composition: every function's paths once
//! - [`memo`]: functions executed alone, and replayed where they are called
//! - [`merged`]: states that come to the same place become one
//! - `kept`: the store that runs share
//! - `postponed`: paths that take long, and wait while others go on
//! - `slice`: the part of a path condition that a new condition depends on
//! - [`loops`]: abstract path conditions before and during the search for a target; `turns` says
//!   when, `along` executes along path counters, `elsewhere` asks another solver
//! - `findings`: tests, bugs and targets on the way
//! - `restart`: other inputs for what hangs on values that were concretized; `numbers` are those of floating point that
//!   are tried
//! - [`observer`]: who is told meanwhile
//! - [`coverage`]: what of the program was executed
//! - [`branches`]: what became of every outcome of every branch
//! - [`outcome`]: what is known in the end
#![forbid(unsafe_code)]

pub mod auto;
pub mod branches;
pub mod compose;
pub mod coverage;
pub mod decisions;
pub mod distance;
pub mod explorer;
pub mod frontier;
pub mod goal;
pub mod loops;
pub mod memo;
pub mod merged;
pub mod observer;
pub mod outcome;
pub mod pace;

mod along;
mod elsewhere;
mod findings;
mod kept;
mod numbers;
mod postponed;
mod repair;
mod restart;
mod similar;
mod slice;
mod turns;

pub use auto::{Attempt, Contestant, Race, race};
pub use branches::{BranchOutcome, BranchVerdict};
pub use compose::Strategy;
pub use explorer::{Layer, MemoryBound, Options, explore};
pub use frontier::Search;
pub use goal::{Goal, GoalError, functions_named, give_body, place_of};
pub use kept::SharedStore;
pub use loops::{Loops, LoopsOutcome, Times};
pub use memo::{Heuristic, MemoOptions};
pub use observer::{Observer, Progress, Unobserved};
pub use outcome::{Ends, FoundBug, FoundTest, FunctionPaths, Incomplete, Outcome, Verdict};
pub use similar::similar_function;
