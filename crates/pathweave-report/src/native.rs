//! The native replay inside `summary.json`: what was confirmed, what was not, native coverage.
//!
//! Nothing in it depends on how long anything took, as long as everything was run: two runs of the
//! same exploration give the same text.

use crate::exploration::CoverageSummary;
use crate::lines::Lines;
use crate::replay::{
    Containment, Enforcement, FileCoverage, Outcome, ReplayReport, TestReplay, Verdict,
};
use crate::testcase::Ends;
use serde::{Deserialize, Serialize};

/// A test that was not confirmed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NativeRemark {
    /// The test's file.
    pub test: String,
    /// What is the matter.
    pub how: String,
}

/// What native runs executed of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NativeLines {
    /// The file as the compiler names it.
    pub file: String,
    /// Lines with code.
    pub lines: Lines,
    /// Those that were executed.
    pub executed: Lines,
}

impl From<&FileCoverage> for NativeLines {
    fn from(coverage: &FileCoverage) -> Self {
        let executed = coverage.lines.iter().filter(|(_, count)| **count > 0);
        Self {
            file: coverage.file.clone(),
            lines: coverage.lines.keys().copied().collect(),
            executed: executed.map(|(line, _)| *line).collect(),
        }
    }
}

/// The field `native` of `summary.json`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct NativeSummary {
    /// Whether tests were run natively.
    pub replayed: bool,
    /// Why not, when they were not.
    pub reason: Option<String>,
    /// Tests that were to be run.
    pub tests: u64,
    /// Tests that ended natively as they should.
    pub confirmed: u64,
    /// Tests that ended otherwise.
    pub differs: Vec<NativeRemark>,
    /// Tests of which native runs could not tell.
    pub unjudged: Vec<NativeRemark>,
    /// Whether a native run executed the target of `reach`; `None` when that is not known.
    pub target_reached: Option<bool>,
    /// What native runs covered; `None` when it was not counted.
    pub coverage: Option<CoverageSummary>,
    /// The lines of it, by file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<NativeLines>,
    /// What native runs had to do without.
    pub notes: Vec<String>,
}

impl NativeSummary {
    /// There was no replay.
    pub fn not_replayed(reason: impl Into<String>) -> Self {
        Self { reason: Some(reason.into()), ..Self::default() }
    }

    /// From the report of a replay.
    pub fn of(report: &ReplayReport) -> Self {
        let mut summary = Self { replayed: true, ..Self::default() };
        summary.tests = report.tests.len() as u64;
        summary.confirmed = report.confirmed() as u64;
        for test in &report.tests {
            let remark = |how: &str| NativeRemark { test: test.file.clone(), how: how.to_owned() };
            match &test.verdict {
                Verdict::Confirmed => {}
                Verdict::Differs(how) => summary.differs.push(remark(how)),
                Verdict::Unjudged(why) => summary.unjudged.push(remark(why)),
            }
        }
        // A path that was cut claims nothing about what comes after; a crash there is worth a word.
        let has_ended = |test: &TestReplay| {
            matches!(test.outcome, Outcome::Exited(_) | Outcome::Diverged(_) | Outcome::NotRun(_))
        };
        for test in report.tests.iter().filter(|test| test.claim == Ends::Cut && !has_ended(test)) {
            let note = format!("{} was cut; natively: {}", test.file, test.outcome);
            summary.notes.push(note);
        }
        match &report.coverage {
            Ok(coverage) => {
                let (lines, branches) = (coverage.lines(), coverage.branches());
                summary.coverage = Some(CoverageSummary {
                    branches: branches.total,
                    branches_covered: branches.covered,
                    lines: lines.total,
                    lines_covered: lines.covered,
                });
                summary.files = coverage.files.iter().map(NativeLines::from).collect();
            }
            Err(reason) => summary.notes.push(format!("coverage is unknown: {reason}")),
        }
        if let Err(reason) = &report.sanitizers {
            summary.notes.push(format!("without sanitizers: {reason}"));
        }
        summary.notes.extend(containment_notes(&report.containment));
        summary
    }

    /// Whether every test ended as it should.
    pub fn is_as_claimed(&self) -> bool {
        self.replayed && self.confirmed == self.tests && self.target_reached != Some(false)
    }

    /// Whether this test was confirmed.
    pub fn confirms(&self, test: &str) -> bool {
        let remarks = || self.differs.iter().chain(&self.unjudged);
        self.replayed && remarks().all(|remark| remark.test != test)
    }
}

fn containment_notes(containment: &Containment) -> Vec<String> {
    let parts = [("writes elsewhere", &containment.writes), ("network", &containment.network)];
    let note = |(what, enforcement): (&str, &Enforcement)| match enforcement {
        Enforcement::Enforced => None,
        Enforcement::Partly(missing) => Some(format!("{what}: not fully prevented: {missing}")),
        Enforcement::NotEnforced(reason) => {
            Some(format!("{what}: could not be prevented: {reason}"))
        }
    };
    parts.into_iter().filter_map(note).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::{Coverage, Outcome, TestReplay};
    use crate::testcase::Ends;

    fn test(file: &str, verdict: Verdict) -> TestReplay {
        TestReplay {
            file: file.into(),
            claim: Ends::Returned,
            place: Default::default(),
            outcome: Outcome::Exited(0),
            verdict,
            stderr: String::new(),
            wall_ms: 3,
        }
    }

    #[test]
    fn what_was_not_confirmed_is_named() {
        let mut report = ReplayReport {
            tests: vec![test("1", Verdict::Confirmed), test("2", Verdict::Confirmed)],
            coverage: Ok(Coverage::default()),
            sanitizers: Ok(()),
            containment: Containment {
                writes: Enforcement::Enforced,
                network: Enforcement::Partly("x".into()),
            },
        };
        let mut summary = NativeSummary::of(&report);
        assert!(summary.is_as_claimed() && summary.confirms("1") && summary.confirms("2"));
        assert_eq!(summary.notes, ["network: not fully prevented: x"]);
        summary.target_reached = Some(false);
        assert!(!summary.is_as_claimed());
        (report.tests[0].claim, report.tests[0].outcome) = (Ends::Cut, Outcome::OutOfMemory);
        assert!(NativeSummary::of(&report).notes[0].starts_with("1 was cut; natively: "));
        report.tests[0].verdict = Verdict::Differs("how".into());
        report.tests[1].verdict = Verdict::Unjudged("why".into());
        report.coverage = Err("no".into());
        let summary = NativeSummary::of(&report);
        assert!(!summary.is_as_claimed() && !summary.confirms("1") && !summary.confirms("2"));
        assert_eq!((summary.differs.len(), summary.unjudged.len(), summary.coverage), (1, 1, None));
        assert!(!NativeSummary::not_replayed("no clang").confirms("1"));
    }
}
