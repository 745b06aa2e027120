//! `--strategy memo`: compositional symbolic execution with memoized replay (CompoSE).
//!
//! Functions are executed alone, callees before callers, and what every conditional did on each of their
//! paths is written down. Where a caller calls such a function, the conditions of the callee's paths
//! are checked in the caller's context, and the paths that are possible there are executed again along
//! their choices without asking the solver.
//!
//! - [`tree`]: memoization trees
//! - `record`: what is kept of a path
//! - `analyze`: the trees of a program, bottom-up over the call graph
//! - `stored`: their form in the store
//! - `map`: a callee's conditions in a caller's context
//! - `behave`: what a program does on given inputs, to compare versions of it
//! - `call`: composition at a call
//! - `heaps`: the heaps that a call can have
//! - `site`: which paths of a callee are possible, for all calls that look the same
//! - `rest`: paths of a callee that wait
//! - `group`: paths of a callee that are executed as one as far as they agree
//! - `replay`: execution along recorded choices, and the writing of trees
//!
//! Everything else (tests, bugs, targets, the order of paths) is that of [`explorer`](crate::explorer).

mod analyze;
mod behave;
mod call;
mod group;
mod heaps;
mod map;
mod record;
mod replay;
mod rest;
mod site;
mod stored;
pub mod tree;

pub use analyze::explore;
pub use behave::{Behaviour, behave};
pub(crate) use replay::{Deferral, Errand, Memo};
pub use stored::{describe_stored, read_name};

/// How targets are looked for (section IV-E).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Heuristic {
    /// Every path alike.
    #[default]
    None,
    /// Paths of callees that end in an error first, and at once (H1).
    ErrorsFirst,
    /// Of callees with paths that end in an error, no others (H2): incomplete.
    ErrorsOnly,
}

/// How functions are summarised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoOptions {
    /// Paths that a summary may have: a function with more is entered.
    pub most_paths: usize,
    /// Decisions on a path of a summary before it is cut.
    pub bound: u64,
    /// How targets are looked for.
    pub heuristic: Heuristic,
    /// Globals that keep their initial values when a function is executed alone.
    pub concrete: Vec<String>,
    /// Whether stored trees are made again and compared.
    pub check: bool,
    /// Whether every path of a callee is asked for on its own at a call, as in the paper.
    pub each: bool,
}

impl Default for MemoOptions {
    fn default() -> Self {
        Self {
            most_paths: 256,
            bound: 64,
            heuristic: Heuristic::None,
            concrete: Vec::new(),
            check: false,
            each: false,
        }
    }
}
