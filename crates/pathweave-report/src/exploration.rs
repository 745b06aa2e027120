//! The summary of an exploration: `summary.json` of `test` and `reach`. Field names are a
//! contract with scripts.

use crate::lines::Lines;
use crate::native::NativeSummary;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A reason why exploration is not complete.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IncompleteEntry {
    /// Why.
    pub reason: String,
    /// `file:line`.
    #[serde(rename = "where")]
    pub place: String,
    /// How often.
    pub count: u64,
}

/// What composition knows of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FunctionEntry {
    /// Its name.
    pub name: String,
    /// Paths that were explored to their end.
    pub paths: u64,
    /// Leaves of its tree that were not.
    pub dangling: u64,
    /// Calls that were answered by its summary.
    pub reused: u64,
    /// Calls that were entered instead, by reason.
    pub entered: BTreeMap<String, u64>,
}

/// A strategy that worked beside others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AttemptEntry {
    /// Its name.
    pub name: Cow<'static, str>,
    /// The work it did, in units of about a microsecond that are the same on every machine; nothing where others ended it,
    /// since how far it came is an accident.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<u64>,
    /// How it ended, in words.
    pub ended: String,
}

/// Calls whose summary was compared with entering the function.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CheckedEntry {
    /// The function.
    pub name: String,
    /// Calls where both agree.
    pub agreed: u64,
    /// Calls where they do not.
    pub differed: u64,
    /// Calls where it cannot be told.
    pub open: u64,
}

/// What abstract path conditions took and gave.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LoopsSummary {
    /// Ways to the target that were found.
    pub ways: u64,
    /// Those that may be taken.
    pub open: u64,
    /// Why there may be others.
    pub gaps: Vec<String>,
    /// Ways that another solver decided, if one was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elsewhere: Option<u64>,
    /// Waiting states, or leaves, that were dropped since no way goes through them.
    pub pruned: u64,
    /// Time to build the conditions.
    pub build_ms: u64,
    /// Time to unfold them.
    pub unfold_ms: u64,
    /// Time to solve them.
    pub solve_ms: u64,
    /// Time to execute inputs of their models.
    pub execute_ms: u64,
    /// Time to check waiting states against them.
    pub advise_ms: u64,
}

/// What the solver did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SolverSummary {
    /// Calls that reached a solving core.
    pub queries: u64,
    /// Satisfiable ones of all that were asked.
    pub sat: u64,
    /// Unsatisfiable ones.
    pub unsat: u64,
    /// Undecided ones.
    pub unknown: u64,
    /// Those answered without a solving core.
    pub cached: u64,
    /// Questions as the papers count them: both sides of every conditional, every path of a
    /// summarised function at every call.
    pub checks: u64,
    /// Time spent.
    pub time_ms: u64,
    /// Which core.
    pub backend: String,
}

/// What a change to a program calls for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ChangeSummary {
    /// Functions whose own code is new or differs.
    pub changed: Vec<String>,
    /// These, and the functions through which the change can be seen.
    pub affected: Vec<String>,
    /// Functions that are gone.
    pub removed: Vec<String>,
    /// Tests that are new or do something else.
    pub tests: Vec<ChangeEntry>,
    /// Earlier tests that do what they did.
    pub same: u64,
    /// Earlier tests for which there was no time.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub not_compared: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is given")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A test that is new or does something else.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ChangeEntry {
    /// Its main file.
    pub file: String,
    /// `new`, or what differs.
    pub why: String,
    /// How it ended before.
    pub was: String,
    /// How it ends.
    pub now: String,
}

impl ChangeEntry {
    /// Why a test is there that the earlier run did not have.
    pub const NEW: &str = "new";

    /// Whether the earlier run did not have it.
    pub fn is_new(&self) -> bool {
        self.why == Self::NEW
    }
}

/// What memoized replay did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MemoSummary {
    /// Functions that were executed alone, in order.
    pub executed: Vec<String>,
    /// Functions whose tree was in the store.
    pub reused: Vec<String>,
    /// Functions whose stored tree was deepened.
    pub deepened: Vec<String>,
    /// Functions whose stored tree is not what executing them again gives: a defect.
    pub different: Vec<String>,
    /// Calls that reached a solving core while trees were made.
    pub init_queries: u64,
    /// Questions as the paper counts them, while trees were made.
    pub init_checks: u64,
    /// Milliseconds in which trees were made.
    pub init_ms: u64,
    /// Calls of summarised functions while trees were made.
    pub init_invocations: u64,
    /// Calls of summarised functions in the program.
    pub invocations: u64,
    /// Nodes of all trees, with summary nodes.
    pub nodes_compressed: u64,
    /// Nodes of all trees without.
    pub nodes: u64,
}

/// What composition took from the store.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StepsSummary {
    /// Functions of which something was executed.
    pub executed: Vec<String>,
    /// Functions of which everything was in the store.
    pub reused: Vec<String>,
    /// Functions for which executing gives something else than what was stored: a defect.
    pub different: Vec<String>,
    /// Steps that were in the store.
    pub steps_reused: u64,
    /// What could not be kept, by reason.
    pub left_out: BTreeMap<String, u64>,
}

/// What was executed of the program's own code.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CoverageSummary {
    /// Outcomes of branches.
    pub branches: u64,
    /// Those taken.
    pub branches_covered: u64,
    /// Lines with code.
    pub lines: u64,
    /// Those executed.
    pub lines_covered: u64,
}

/// What became of an outcome of a branch of the program's own code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BranchEntry {
    /// `file:line:column`.
    #[serde(rename = "where")]
    pub place: String,
    /// `true`, `false`, `default`, or the cases of a switch.
    pub side: String,
    /// `covered`, `never-reached`, `infeasible` (a proof) or `unknown`.
    pub verdict: Cow<'static, str>,
    /// Why it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The first test that takes it.
    pub test: Option<String>,
    /// Whether `coverage` counts it; only written where it does not.
    #[serde(rename = "counted", default = "yes", skip_serializing_if = "Clone::clone")]
    pub is_counted: bool,
}

fn yes() -> bool {
    true
}

/// A source file of the program's own code, as it was when the run began.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SourceEntry {
    /// The file as places name it.
    pub file: String,
    /// SHA-256 of its text, in hexadecimal; empty when it could not be read.
    pub sha256: String,
    /// Lines with code, of functions that `coverage` counts.
    pub lines: Lines,
    /// Those that were executed.
    pub executed: Lines,
    /// The functions that are defined there.
    pub functions: Vec<SourceFunction>,
}

/// Where a function is defined.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct SourceFunction {
    /// Its first line.
    pub line: u32,
    /// The last line of its code.
    pub last: u32,
    /// Its name in the source.
    pub name: String,
    /// Whether the entry can call it.
    pub callable: bool,
}

/// A test that was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestEntry {
    /// The file, relative to the output directory.
    pub file: String,
    /// `exited` or `returned`, `bug`, or `cut`: a bound was hit, or the target, and it may go on.
    pub ends: Cow<'static, str>,
    /// `file:line` of the bug; empty where there is none.
    #[serde(rename = "where")]
    pub place: String,
    /// When it was found, counted from the start of exploration.
    pub found_after_ms: u64,
}

/// A bug that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BugEntry {
    /// The class.
    pub kind: Cow<'static, str>,
    /// What happened.
    pub message: String,
    /// `file:line`.
    #[serde(rename = "where")]
    pub place: String,
    /// The column, from 1; 0 when it is not known.
    pub column: u32,
    /// `function file:line`, innermost first.
    pub stack: Vec<String>,
    /// More to know, such as where the object was made or how large it was taken to be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The test that shows it.
    pub test: String,
    /// Who confirmed it: `interpreter`, or `native` where a native run did too.
    pub confirmed: Cow<'static, str>,
}

/// The summary of `test` and `reach`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExplorationSummary {
    /// Version of this format.
    pub schema: u32,
    /// `test` or `reach`.
    pub command: Cow<'static, str>,
    /// The strategy.
    pub strategy: String,
    /// With `auto`: the strategy whose outcome this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// With `auto`: what became of each strategy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strategies: Vec<AttemptEntry>,
    /// With `auto`: functions with decisions that were computed instead for one of them, and how many.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub joined: BTreeMap<String, usize>,
    /// The function that was explored.
    pub entry: String,
    /// The target of `reach`.
    pub target: Option<String>,
    /// Whether this was written while the run was still going on: a run that was killed leaves it so.
    pub running: bool,
    /// The answer.
    pub verdict: Cow<'static, str>,
    /// With `reachable`: the test that goes there first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached_by: Option<String>,
    /// Whether all paths were explored exactly.
    pub complete: bool,
    /// Why not.
    pub incomplete: Vec<IncompleteEntry>,
    /// What is taken for granted about inputs, in sentences.
    pub inputs: Vec<String>,
    /// Paths that ended.
    pub paths: u64,
    /// Runs from a decision to an end.
    pub executions: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// What the solver did.
    pub solver: SolverSummary,
    /// What memoized replay did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memo: Option<MemoSummary>,
    /// What composition took from the store.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<StepsSummary>,
    /// What changed since an earlier run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<ChangeSummary>,
    /// Per function; filled by strategies that summarise functions.
    pub functions: Vec<FunctionEntry>,
    /// Per function; filled by `--check-summaries`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checked_summaries: Vec<CheckedEntry>,
    /// What was executed.
    pub coverage: CoverageSummary,
    /// The source files: what of them was executed, and which text that was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceEntry>,
    /// Every outcome of every branch.
    pub branches: Vec<BranchEntry>,
    /// Tests written.
    pub tests: Vec<TestEntry>,
    /// Bugs found.
    pub bugs: Vec<BugEntry>,
    /// What abstract path conditions took and gave, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loops: Option<LoopsSummary>,
    /// What native runs of the tests say; `None` until they were run.
    pub native: Option<NativeSummary>,
    /// Everything.
    pub wall_ms: u64,
    /// The most memory used.
    pub peak_rss_kib: u64,
}

impl ExplorationSummary {
    /// The version written.
    pub const SCHEMA: u32 = 1;

    /// The text of `summary.json`.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data serializes")
    }

    /// Reads `summary.json`.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let summary: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match summary.schema {
            Self::SCHEMA => Ok(summary),
            other => Err(format!("version {other} of the format is not known")),
        }
    }
}

/// The files of the tests in the text of a `summary.json`.
pub fn tests_of(text: &str) -> Option<Vec<String>> {
    let summary: serde_json::Value = serde_json::from_str(text).ok()?;
    let tests = summary.get("tests")?.as_array()?;
    tests.iter().map(|test| Some(test.get("file")?.as_str()?.to_owned())).collect()
}

/// The verdict in the text of a `summary.json`.
pub fn verdict_of(text: &str) -> Option<String> {
    let summary: serde_json::Value = serde_json::from_str(text).ok()?;
    Some(summary.get("verdict")?.as_str()?.to_owned())
}
