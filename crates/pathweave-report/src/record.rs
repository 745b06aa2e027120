//! `run.json`: what an output directory was made from, so that its tests can be run again later.
//!
//! It is the first file of a run, and never changes: a directory with it is one of ours.

use crate::finding::Place;
use crate::testcase::Prototype;
use serde::{Deserialize, Serialize};

/// How a program was compiled and explored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunRecord {
    /// Version of this format.
    pub schema: u32,
    /// `test` or `reach`.
    pub command: String,
    /// The target of `reach`.
    pub target: Option<String>,
    /// Its line, where it has one.
    pub target_place: Option<Place>,
    /// The inputs as they were given.
    pub inputs: Vec<String>,
    /// The flags for clang.
    pub cflags: Vec<String>,
    /// Native libraries that the program calls.
    #[serde(default)]
    pub libraries: Vec<String>,
    /// The clang that was used; none when nothing had to be compiled.
    pub clang: Option<String>,
    /// Whether the user asked for that clang; else another one may do for native runs.
    #[serde(default)]
    pub clang_given: bool,
    /// The working directory, where relative names start.
    pub directory: String,
    /// The function explored.
    pub entry: String,
    /// How to call it, where it is neither `main` nor `LLVMFuzzerTestOneInput`.
    pub prototype: Option<Prototype>,
    /// The input that defines it, when that is C.
    pub entry_source: Option<String>,
    /// Whether signed overflow is a bug.
    pub overflow_is_a_bug: bool,
    /// The formats in which tests are written, besides their own.
    pub formats: Vec<String>,
    /// The version of Pathweave.
    #[serde(default)]
    pub version: Option<String>,
    /// The command line, word by word.
    #[serde(default)]
    pub command_line: Vec<String>,
}

impl RunRecord {
    /// The version written.
    pub const SCHEMA: u32 = 1;

    /// The text of `run.json`.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data serializes")
    }

    /// Reads `run.json`.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let record: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        match record.schema {
            Self::SCHEMA => Ok(record),
            other => Err(format!("version {other} of the format is not known")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_lossless() {
        let record = RunRecord {
            schema: RunRecord::SCHEMA,
            command: "reach".into(),
            target: Some("a.c:3".into()),
            target_place: Some(Place { file: "a.c".into(), line: 3, column: 0 }),
            inputs: vec!["a b.c".into()],
            cflags: vec!["-DX=\"1\"".into()],
            libraries: vec!["/lib/x.so".into()],
            clang: None,
            clang_given: true,
            directory: "/".into(),
            entry: "f".into(),
            prototype: Some(Prototype { returns: "void".into(), parameters: Vec::new() }),
            entry_source: Some("a b.c".into()),
            overflow_is_a_bug: true,
            formats: vec!["c".into()],
            version: Some("1.2".into()),
            command_line: vec!["pathweave".into(), "reach".into()],
        };
        let text = record.to_json();
        assert_eq!(RunRecord::from_json(&text), Ok(record));
        assert!(RunRecord::from_json(&text.replace("\"schema\": 1", "\"schema\": 2")).is_err());
        assert!(RunRecord::from_json("{").is_err());
    }
}
