//! What is known in the end, as plain data.
//!
//! *Unreachable* and *complete* are claims of proof: they are only said when no state was left,
//! cut, concretized or undecided.

use crate::branches::BranchOutcome;
use crate::coverage::Coverage;
use pathweave_report::exploration::{CheckedEntry, MemoSummary, StepsSummary};
use pathweave_report::{BugKind, Finding, Input, Place};
use std::collections::BTreeMap;
use std::time::Duration;

/// The answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The target was reached.
    Reachable,
    /// The target cannot be reached.
    Unreachable,
    /// Not decided; the reasons are listed.
    Unknown,
    /// All paths were explored.
    Explored,
    /// Exploration ended before that.
    Stopped,
}

impl Verdict {
    /// The word in `summary.json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reachable => "reachable",
            Self::Unreachable => "unreachable",
            Self::Unknown => "unknown",
            Self::Explored => "explored",
            Self::Stopped => "stopped",
        }
    }
}

/// Why exploration is not complete: reason and place, with how often.
pub type Incomplete = BTreeMap<(String, String), u64>;

/// How a path ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// By itself, with an exit code.
    Exited(i32),
    /// In a bug, which another test may show as well.
    Bug(BugKind),
    /// It did not: a bound was hit.
    Cut,
}

/// A test: inputs of one path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundTest {
    /// The inputs, in the order they are asked for.
    pub inputs: Vec<Input>,
    /// How the path ended.
    pub ends: Ends,
    /// Where.
    pub place: Place,
    /// What happened, where it is a bug.
    pub message: String,
    /// What the entry returned, where it did and that is a number: its bits.
    pub returned: Option<u128>,
    /// Whether it depends on what somebody outside the program answered.
    pub external: bool,
    /// Whether it reaches the target.
    pub reaches_target: bool,
    /// When it was found, counted from the start.
    pub found_after: Duration,
}

impl FoundTest {
    /// Says that it ends in a bug.
    pub fn end_in(&mut self, finding: &Finding) {
        self.ends = Ends::Bug(finding.kind);
        self.place = finding.place();
        self.message.clone_from(&finding.message);
    }
}

/// A bug and the test that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundBug {
    /// The bug.
    pub finding: Finding,
    /// Which test shows it.
    pub test: usize,
}

/// What composition knows of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionPaths {
    /// Its name.
    pub name: String,
    /// Paths that were explored to their end.
    pub paths: u64,
    /// Leaves of its tree that were not.
    pub dangling: u64,
    /// Calls that were answered by its summary.
    pub reused: u64,
    /// Calls that were entered, by reason.
    pub entered: Vec<(String, u64)>,
}

/// All that was found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// Whether all paths were explored exactly.
    pub complete: bool,
    /// Why not.
    pub incomplete: Incomplete,
    /// Paths that ended.
    pub paths: u64,
    /// Runs from a decision to an end.
    pub executions: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Questions of feasibility, and their answers.
    pub queries: u64,
    /// Satisfiable ones.
    pub sat: u64,
    /// Unsatisfiable ones.
    pub unsat: u64,
    /// Undecided ones.
    pub unknown: u64,
    /// Of all, those that did not reach a solving core.
    pub cached: u64,
    /// Questions of feasibility as the papers count them: both sides of every conditional.
    pub checks: u64,
    /// Time spent solving, in milliseconds.
    pub solver_ms: u64,
    /// Tests.
    pub tests: Vec<FoundTest>,
    /// Bugs, one per place and class.
    pub bugs: Vec<FoundBug>,
    /// What is taken for granted about inputs, in sentences.
    pub assumptions: Vec<String>,
    /// What was executed.
    pub coverage: Coverage,
    /// What became of each outcome of each branch.
    pub branches: Vec<BranchOutcome>,
    /// What composition knows of each function.
    pub functions: Vec<FunctionPaths>,
    /// What `check_summaries` found.
    pub checked: Vec<CheckedEntry>,
    /// Runs on from where a value was concretized, with another one.
    pub restarts: u64,
    /// What abstract path conditions took and gave, if there were any.
    pub loops: Option<crate::loops::LoopsOutcome>,
    /// The necessary condition of the target, if it was asked for.
    pub explanation: Option<String>,
    /// What memoized replay did, where it was used.
    pub memo: Option<MemoSummary>,
    /// What composition took from the store, where there was one.
    pub steps: Option<StepsSummary>,
}
