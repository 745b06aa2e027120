//! The summary of a run as JSON. Field names are a contract with scripts.

use crate::finding::Finding;
use serde::Serialize;

/// A bug in `summary.json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bug {
    /// The class.
    pub kind: &'static str,
    /// What happened.
    pub message: String,
    /// `file:line`.
    #[serde(rename = "where")]
    pub place: String,
    /// The column, from 1; 0 when it is not known.
    pub column: u32,
    /// `function file:line`, innermost first.
    pub stack: Vec<String>,
    /// Who confirmed it.
    pub confirmed: &'static str,
}

impl From<&Finding> for Bug {
    fn from(finding: &Finding) -> Self {
        Self {
            kind: finding.kind.name(),
            message: finding.message.clone(),
            place: finding.place().file_line(),
            column: finding.place().column,
            stack: finding
                .stack
                .iter()
                .map(|f| format!("{} {}", f.function, f.place.file_line()))
                .collect(),
            confirmed: "interpreter",
        }
    }
}

/// The summary of `pathweave run`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RunSummary {
    /// Version of this format.
    pub schema: u32,
    /// `run`.
    pub command: &'static str,
    /// The function that was run.
    pub entry: String,
    /// `exited`, `bug`, `unsupported` or `exhausted`.
    pub verdict: &'static str,
    /// The program's exit code, when it ended by itself.
    pub exit_code: Option<i32>,
    /// The reason, when it did not.
    pub reason: Option<String>,
    /// Instructions executed.
    pub instructions: u64,
    /// Bugs found.
    pub bugs: Vec<Bug>,
    /// Reading, linking and preparing the program.
    pub load_ms: u64,
    /// Everything.
    pub wall_ms: u64,
    /// The most memory used.
    pub peak_rss_kib: u64,
}

impl RunSummary {
    /// The text of `summary.json`.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data serializes")
    }
}
