//! Composition: every function's paths are executed once, over the function's own inputs, and put
//! together to paths of the program by formulas.
//!
//! - [`engine`]: the trees, and a run of the program through them: what is known is walked, what is
//!   not is executed
//! - [`execute`]: one event of one path, which becomes a node
//! - [`steps`]: events of earlier runs, looked up instead of executed
//! - [`stored`], [`table`], [`roles`]: their form in the store
//! - [`marks`]: which operations a step executes
//! - [`foresee`]: how dangling leaves end from which nothing is left to decide
//! - [`policy`]: which calls are summarised and which are entered
//! - [`context`]: what a function's inputs are in a certain call
//! - [`instance`]: copies of a summary in a formula, and what they say
//! - [`hull`]: ranges of results
//! - [`check`]: whether a dangling leaf can be reached: an input that goes there, or a proof
//! - [`necessary`]: leaves against the abstract path conditions of the target
//! - [`verify`]: summaries against entering the callee
//! - [`search`]: the strategies `smart`, `demand` and `fair`, which only choose; what there is to choose from is in `aims`
//!
//! The laws: a tree is only extended by the run of a real input, so every node that is not a
//! dangling leaf was reached by the program. A lemma about an application holds for every input.
//! A leaf is called unreachable when the lemmas contradict its condition in all known calling
//! contexts; a new invocation takes that back.

pub(crate) mod check;
pub(crate) mod context;
pub(crate) mod engine;
pub(crate) mod execute;
pub(crate) mod foresee;
pub(crate) mod hull;
pub(crate) mod instance;
pub(crate) mod marks;
pub(crate) mod necessary;
pub(crate) mod policy;
pub(crate) mod roles;
pub mod search;
pub(crate) mod steps;
pub(crate) mod stored;
pub(crate) mod table;
pub(crate) mod verify;

pub use search::{Strategy, explore};
pub use table::{describe_steps, steps_headline};
