//! Exploration: which path next, when to stop, what was found.
//!
//! - [`goal`]: what is looked for
//! - [`frontier`]: the states that wait, and the order in which they are taken
//! - [`explorer`]: the loop; directed search over whole programs (DART), on snapshots instead of
//!   re-execution: a state is run along its witness to the end of its path, and every decision on
//!   the way leaves the other side waiting
//! - [`observer`]: who is told meanwhile
//! - [`coverage`]: what of the program was executed
//! - [`outcome`]: what is known in the end
#![forbid(unsafe_code)]

pub mod coverage;
pub mod explorer;
pub mod frontier;
pub mod goal;
pub mod observer;
pub mod outcome;

pub use explorer::{Options, explore};
pub use frontier::Search;
pub use goal::{Goal, GoalError};
pub use observer::{Observer, Progress, Unobserved};
pub use outcome::{Ends, FoundBug, FoundTest, Incomplete, Outcome, Verdict};
