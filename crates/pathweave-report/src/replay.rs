//! What the native replay of tests found, as plain data, and its rendering for people.
//!
//! A verdict is about the test's claim: *confirmed* means that the native run ended as the test
//! says it does, at the same place. What could not be judged is not confirmed.

use crate::finding::{BugKind, Place};
use crate::native::NativeSummary;
use crate::testcase::Ends;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// How a native run ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// By itself, with this code.
    Exited(i32),
    /// With a bug: a sanitizer's report, an assertion, an abort, a deadly access.
    Bug {
        /// Its class.
        kind: BugKind,
        /// The first frame of the program; unknown without a symbolizer.
        place: Place,
        /// What was reported.
        message: String,
    },
    /// By a signal that is no class of bug, such as an exhausted stack.
    Crashed {
        /// What killed it.
        message: String,
        /// The first frame of the program.
        place: Place,
    },
    /// The program asked for other inputs than the test has, or an assumption failed.
    Diverged(String),
    /// Its time was up.
    TimedOut,
    /// Its memory was up.
    OutOfMemory,
    /// It could not be run.
    NotRun(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |place: &Place| match place.line {
            0 => String::new(),
            _ => format!(" at {place}"),
        };
        match self {
            Self::Exited(code) => write!(f, "exits with {code}"),
            Self::Bug { kind, place, .. } => write!(f, "{kind}{}", at(place)),
            Self::Crashed { message, place } => write!(f, "{message}{}", at(place)),
            Self::Diverged(reason) => write!(f, "diverges: {reason}"),
            Self::TimedOut => f.write_str("runs out of time"),
            Self::OutOfMemory => f.write_str("runs out of memory"),
            Self::NotRun(reason) => write!(f, "cannot be run: {reason}"),
        }
    }
}

/// What the native run says about the test's claim.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It ended as claimed.
    Confirmed,
    /// It ended otherwise; this is how.
    Differs(String),
    /// The native run cannot tell; this is why.
    Unjudged(String),
}

/// One test, replayed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TestReplay {
    /// The test's file.
    pub file: String,
    /// How it should end.
    pub claim: Ends,
    /// Where it should end.
    pub place: Place,
    /// How it ended.
    pub outcome: Outcome,
    /// Whether that agrees.
    pub verdict: Verdict,
    /// The end of its standard error.
    pub stderr: String,
    /// How long it ran.
    pub wall_ms: u64,
}

/// Whether the kernel holds a native run back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Enforcement {
    /// Fully.
    Enforced,
    /// This is missing.
    Partly(String),
    /// Not at all, for this reason.
    NotEnforced(String),
}

/// How native runs were contained.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Containment {
    /// No writes outside the run's own directory.
    pub writes: Enforcement,
    /// No network.
    pub network: Enforcement,
}

/// A branch of a line: one way out of a condition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct BranchCount {
    /// The condition's line.
    pub line: u32,
    /// How often it was taken.
    pub taken: u64,
}

/// Coverage of one source file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct FileCoverage {
    /// The file as the compiler names it.
    pub file: String,
    /// How often each line with code was executed.
    pub lines: BTreeMap<u32, u64>,
    /// Every way out of every condition.
    pub branches: Vec<BranchCount>,
}

/// Coverage of all tests together.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Coverage {
    /// By file, in order of name.
    pub files: Vec<FileCoverage>,
}

/// A part of a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Share {
    /// How many there are.
    pub total: u64,
    /// How many were covered.
    pub covered: u64,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent =
            if self.total == 0 { 100.0 } else { self.covered as f64 * 100.0 / self.total as f64 };
        write!(f, "{} of {} ({percent:.1} %)", self.covered, self.total)
    }
}

impl Coverage {
    /// Lines with code.
    pub fn lines(&self) -> Share {
        share(self.files.iter().flat_map(|file| file.lines.values().copied()))
    }

    /// Ways out of conditions.
    pub fn branches(&self) -> Share {
        share(self.files.iter().flat_map(|file| file.branches.iter().map(|b| b.taken)))
    }
}

fn share(counts: impl Iterator<Item = u64>) -> Share {
    counts.fold(Share::default(), |sum, count| Share {
        total: sum.total + 1,
        covered: sum.covered + u64::from(count > 0),
    })
}

/// A whole replay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReplayReport {
    /// The tests in the order given.
    pub tests: Vec<TestReplay>,
    /// Lines and branches, or why they are unknown.
    pub coverage: Result<Coverage, String>,
    /// Whether sanitizers watched, or why not.
    pub sanitizers: Result<(), String>,
    /// How runs were contained.
    pub containment: Containment,
}

impl ReplayReport {
    /// How many tests were confirmed.
    pub fn confirmed(&self) -> usize {
        self.tests.iter().filter(|test| test.verdict == Verdict::Confirmed).count()
    }

    /// The report for people: what differs first, then the sums.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for test in &self.tests {
            put_test(&mut out, test);
        }
        let (confirmed, all) = (self.confirmed(), self.tests.len());
        let _ = writeln!(out, "replayed natively: {confirmed} of {all} tests end as they should");
        match &self.coverage {
            Ok(coverage) => {
                let _ = writeln!(out, "lines covered:     {}", coverage.lines());
                let _ = writeln!(out, "branches covered:  {}", coverage.branches());
            }
            Err(reason) => {
                let _ = writeln!(out, "coverage:          unknown: {reason}");
            }
        }
        if let Err(reason) = &self.sanitizers {
            let _ = writeln!(out, "sanitizers:        none: {reason}");
        }
        put_enforcement(&mut out, "writes elsewhere", &self.containment.writes);
        put_enforcement(&mut out, "network", &self.containment.network);
        out
    }
}

/// What `pathweave replay --json` prints.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReplaySummary {
    /// Version of this format.
    pub schema: u32,
    /// `replay`.
    pub command: &'static str,
    /// In short, as in `summary.json`.
    pub native: NativeSummary,
    /// In full.
    #[serde(flatten)]
    pub report: ReplayReport,
}

impl ReplaySummary {
    /// Of a replay.
    pub fn new(native: NativeSummary, report: ReplayReport) -> Self {
        Self { schema: 1, command: "replay", native, report }
    }

    /// The text.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data serializes")
    }
}

fn put_test(out: &mut String, test: &TestReplay) {
    let line = match (&test.verdict, test.claim) {
        (Verdict::Confirmed, Ends::Bug(_)) => format!("confirmed: {}", test.outcome),
        (Verdict::Confirmed, _) => return,
        (Verdict::Differs(how), _) => format!("differs: {how}"),
        (Verdict::Unjudged(why), _) => format!("not judged: {why}"),
    };
    let _ = writeln!(out, "{}: {line}", test.file);
}

fn put_enforcement(out: &mut String, what: &str, enforcement: &Enforcement) {
    match enforcement {
        Enforcement::Enforced => {}
        Enforcement::Partly(missing) => {
            let _ = writeln!(out, "note: {what}: not fully prevented: {missing}");
        }
        Enforcement::NotEnforced(reason) => {
            let _ = writeln!(out, "note: {what}: could not be prevented: {reason}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replay(file: &str, claim: Ends, outcome: Outcome, verdict: Verdict) -> TestReplay {
        let place = Place { file: "a.c".into(), line: 7, column: 1 };
        TestReplay {
            file: file.into(),
            claim,
            place,
            outcome,
            verdict,
            stderr: String::new(),
            wall_ms: 1,
        }
    }

    #[test]
    fn text_of_a_report() {
        let place = Place { file: "a.c".into(), line: 7, column: 1 };
        let kind = BugKind::DoubleFree;
        let bug = Outcome::Bug { kind, place, message: String::new() };
        let lines = BTreeMap::from([(1, 2), (2, 0), (3, 1)]);
        let branches = vec![BranchCount { line: 1, taken: 0 }, BranchCount { line: 1, taken: 2 }];
        let file = FileCoverage { file: "a.c".into(), lines, branches };
        let report = ReplayReport {
            tests: vec![
                replay("1", Ends::Returned, Outcome::Exited(0), Verdict::Confirmed),
                replay("2", Ends::Bug(kind), bug, Verdict::Confirmed),
                replay("3", Ends::Exited(1), Outcome::TimedOut, Verdict::Differs("why".into())),
            ],
            coverage: Ok(Coverage { files: vec![file] }),
            sanitizers: Err("no library".into()),
            containment: Containment {
                writes: Enforcement::Enforced,
                network: Enforcement::NotEnforced("old kernel".into()),
            },
        };
        let expected = "\
2: confirmed: double-free at a.c:7:1
3: differs: why
replayed natively: 2 of 3 tests end as they should
lines covered:     2 of 3 (66.7 %)
branches covered:  1 of 2 (50.0 %)
sanitizers:        none: no library
note: network: could not be prevented: old kernel
";
        assert_eq!(report.to_text(), expected);
        let json = ReplaySummary::new(NativeSummary::of(&report), report).to_json();
        let value: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(value["native"]["confirmed"], 2);
        assert_eq!(value["tests"][2]["file"], "3");
    }
}
