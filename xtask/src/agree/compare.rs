//! Runs of one program under several strategies, and what they disagree about.
//!
//! A run that says `complete` claims to have seen everything: whatever any other run covered or
//! found has to be in it. So an incomplete run is evidence too, but never a claim.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::process;
use crate::subject::Subject;

/// All strategies; the first is the one that enters every call.
pub const STRATEGIES: [&str; 6] = ["dart", "smart", "demand", "fair", "memo", "merge"];

/// Reasons in a report that are failures whatever the other strategies say.
const FAILURES: [&str; 4] =
    ["unconfirmed-bug", "unconfirmed-target", "diverged", "summary-differs"];

/// What a run is asked for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Question {
    /// `test`.
    Test,
    /// `reach` towards a marked line.
    Mark(usize),
    /// `reach` towards any bug.
    Error,
}

/// What a run answered.
pub struct Answer {
    /// Whose answer.
    pub strategy: &'static str,
    /// Whether everything was explored.
    pub complete: bool,
    /// The verdict, or how the process ended without one.
    pub verdict: String,
    reasons: BTreeSet<String>,
    covered: BTreeSet<String>,
    infeasible: BTreeSet<String>,
    bugs: BTreeSet<String>,
    branches: Option<u64>,
    lines: Option<u64>,
    executions: u64,
    steps_different: usize,
    leaves_out: bool,
    /// Wall time of the process.
    pub wall: Duration,
}

/// A disagreement: what kind, by whom, and in words.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// What was asked.
    pub question: Question,
    /// Strategies that are needed to see it.
    pub strategies: Vec<&'static str>,
    /// What kind it is: shrinking keeps it.
    pub kind: String,
    /// What was said.
    pub detail: String,
}

/// A place to run in.
pub struct Bench<'s> {
    /// Where things are.
    pub subject: &'s Subject,
    /// Files of this bench only.
    pub directory: PathBuf,
    /// The time of a run.
    pub time: Duration,
    /// Whether runs with a store, cold and warm, are compared too.
    pub compares_warm: bool,
}

/// The strategies that keep what they execute.
const KEEPING: [&str; 3] = ["smart", "demand", "fair"];

impl Bench<'_> {
    /// Compiles a program; false when it is not one.
    pub fn compile(&self, text: &str) -> Result<bool, String> {
        let source = self.source();
        std::fs::write(&source, text).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.subject.clang);
        command.args([
            "-O0",
            "-g",
            "-Xclang",
            "-disable-O0-optnone",
            "-S",
            "-emit-llvm",
            "-Wno-everything",
        ]);
        for refused in ["return-type", "uninitialized", "implicit-function-declaration"] {
            command.arg(format!("-Werror={refused}"));
        }
        command.arg(&source).arg("-o").arg(self.module());
        Ok(process::run(command, Duration::from_secs(60))?.code == Some(0))
    }

    fn source(&self) -> PathBuf {
        self.directory.join("program.c")
    }

    fn module(&self) -> PathBuf {
        self.directory.join("program.ll")
    }

    /// Asks one strategy about the program that was compiled last.
    pub fn ask(
        &self,
        text: &str,
        question: &Question,
        strategy: &'static str,
        store: Option<&Path>,
    ) -> Result<Answer, String> {
        let mut command = Command::new(&self.subject.pathweave);
        match question {
            Question::Test => command.arg("test"),
            _ => command.arg("reach"),
        };
        command.arg(self.module()).args(["--strategy", strategy, "--no-replay", "--json"]);
        command.arg("--clang").arg(&self.subject.clang);
        command.arg("--time").arg(format!("{}s", self.time.as_secs()));
        command.arg("--out").arg(self.directory.join("out"));
        if strategy == "demand" {
            command.arg("--check-summaries");
        }
        if let Some(store) = store {
            command.arg("--store").arg(store);
        }
        if strategy != "dart" && *question != Question::Test {
            // The abstract path conditions of loops have to agree with what composition finds.
            command.args(["--loops", "unroll"]);
        }
        match question {
            Question::Test => {}
            Question::Error => {
                command.args(["--target", "error"]);
            }
            Question::Mark(number) => {
                let line = line_of(text, *number).ok_or("the mark is gone")?;
                command.arg("--target").arg(format!("program.c:{line}"));
            }
        }
        let ended = process::run(command, self.time + Duration::from_secs(20))?;
        let summary: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
        Ok(answer(strategy, &summary, &ended))
    }

    /// Asks several strategies and compares.
    pub fn compare(
        &self,
        text: &str,
        question: &Question,
        strategies: &[&'static str],
    ) -> Result<(Vec<Answer>, Option<Disagreement>), String> {
        let mut answers = Vec::new();
        for strategy in strategies {
            answers.push(self.ask(text, question, strategy, None)?);
        }
        let mut found = disagreement(question, &answers);
        for strategy in strategies.iter().filter(|strategy| KEEPING.contains(strategy)) {
            if found.is_none() && self.compares_warm {
                found = self.compare_warm(text, question, strategy)?;
            }
        }
        Ok((answers, found))
    }

    /// Runs a strategy twice with a store, and compares.
    fn compare_warm(
        &self,
        text: &str,
        question: &Question,
        strategy: &'static str,
    ) -> Result<Option<Disagreement>, String> {
        let store = self.directory.join("store");
        if store.exists() {
            std::fs::remove_dir_all(&store).map_err(|error| error.to_string())?;
        }
        let cold = self.ask(text, question, strategy, Some(&store))?;
        let warm = self.ask(text, question, strategy, Some(&store))?;
        let is_ended = |answer: &Answer| {
            ["timeout", "interrupted"].iter().any(|reason| answer.reasons.contains(*reason))
        };
        if is_ended(&cold) || is_ended(&warm) {
            return Ok(None);
        }
        let said = |answer: &Answer| {
            let Answer { verdict, complete, reasons, covered, infeasible, bugs, .. } = answer;
            format!("{verdict} {complete} {reasons:?} {covered:?} {infeasible:?} {bugs:?}")
        };
        let detail = if said(&cold) != said(&warm) {
            format!("cold: {}, warm: {}", said(&cold), said(&warm))
        } else if warm.executions > cold.executions / 2 && !warm.leaves_out {
            format!("{} executions, cold {}", warm.executions, cold.executions)
        } else if warm.steps_different > 0 {
            format!("{} functions have other steps", warm.steps_different)
        } else {
            return Ok(None);
        };
        let kind = format!("{strategy} warm");
        let question = question.clone();
        Ok(Some(Disagreement { question, strategies: vec![strategy], kind, detail }))
    }
}

/// The line that is marked with a number.
pub fn line_of(text: &str, number: usize) -> Option<usize> {
    let mark = format!("mark = {number};");
    text.lines().position(|line| line.trim() == mark).map(|at| at + 1)
}

fn answer(strategy: &'static str, summary: &Value, ended: &process::Ended) -> Answer {
    let mut verdict = summary["verdict"].as_str().unwrap_or("none").to_owned();
    if summary.is_null() && ended.code == Some(2) {
        // The marked line has no code: clang left it out as dead.
        verdict = "refused".to_owned();
    } else if summary.is_null() && !ended.timed_out {
        let last = ended.stderr.lines().find(|line| line.contains("panicked"));
        verdict = format!("crashed: {:?} {}", ended.code, last.unwrap_or(""));
    }
    let list = |name: &str| summary[name].as_array().cloned().unwrap_or_default();
    let word = |value: &Value, name: &str| value[name].as_str().unwrap_or("").to_owned();
    let reasons = list("incomplete").iter().map(|entry| word(entry, "reason")).collect();
    let mut covered = BTreeSet::new();
    let mut infeasible = BTreeSet::new();
    for (k, branch) in list("branches").iter().enumerate() {
        let name = format!("{k} {} {}", place(&word(branch, "where")), word(branch, "side"));
        match branch["verdict"].as_str() {
            Some("covered") => covered.insert(name),
            Some("infeasible") => infeasible.insert(name),
            _ => false,
        };
    }
    let bugs = list("bugs")
        .iter()
        .map(|bug| {
            format!("{} {}:{}", word(bug, "kind"), place(&word(bug, "where")), bug["column"])
        })
        .collect();
    Answer {
        strategy,
        complete: summary["complete"].as_bool() == Some(true),
        verdict,
        reasons,
        covered,
        infeasible,
        bugs,
        branches: summary["coverage"]["branches_covered"].as_u64(),
        lines: summary["coverage"]["lines_covered"].as_u64(),
        executions: summary["executions"].as_u64().unwrap_or(0),
        steps_different: summary["steps"]["different"].as_array().map_or(0, Vec::len),
        leaves_out: summary["steps"]["left_out"].as_object().is_some_and(|left| !left.is_empty()),
        wall: ended.wall,
    }
}

fn place(text: &str) -> String {
    let file = Path::new(text).file_name();
    file.map_or_else(|| text.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The first thing that the answers disagree about.
fn disagreement(question: &Question, answers: &[Answer]) -> Option<Disagreement> {
    let found = |strategies: Vec<&'static str>, kind: &str, detail: String| {
        let who = strategies.last().copied().unwrap_or("");
        Some(Disagreement {
            question: question.clone(),
            strategies,
            kind: format!("{who} {kind}"),
            detail,
        })
    };
    for answer in answers {
        if answer.verdict.starts_with("crashed") {
            return found(vec![answer.strategy], "crash", answer.verdict.clone());
        }
        // A path on which something undefined decides may well end otherwise in a concrete run.
        let is_excused = |reason: &str| {
            reason.starts_with("unconfirmed") && answer.reasons.contains("undefined")
        };
        let failure = |reason: &&&str| answer.reasons.contains(**reason) && !is_excused(reason);
        if let Some(reason) = FAILURES.iter().find(failure) {
            return found(vec![answer.strategy], reason, format!("{:?}", answer.reasons));
        }
    }
    for claim in answers {
        for other in answers {
            if let Some((kind, detail)) = contradiction(question, claim, other) {
                // The first strategy is the one that is right most often.
                let pair = vec![other.strategy, claim.strategy];
                return found(pair, kind, detail);
            }
        }
    }
    None
}

/// What `other` knows that `claim` denies.
fn contradiction(
    question: &Question,
    claim: &Answer,
    other: &Answer,
) -> Option<(&'static str, String)> {
    if *question != Question::Test {
        let denied = claim.verdict == "unreachable" && other.verdict == "reachable";
        return denied.then(|| {
            let detail = format!("{}: unreachable, {}: reachable", claim.strategy, other.strategy);
            ("verdict", detail)
        });
    }
    let denied: Vec<&String> = claim.infeasible.intersection(&other.covered).collect();
    if !denied.is_empty() {
        return Some(("infeasible", format!("{} covers {denied:?}", other.strategy)));
    }
    if !claim.complete {
        return None;
    }
    let missed: Vec<&String> = other.bugs.difference(&claim.bugs).collect();
    if !missed.is_empty() {
        return Some(("missed bug", format!("{} finds {missed:?}", other.strategy)));
    }
    // Numbers also count what has no entry of its own among the branches.
    if other.branches > claim.branches {
        let missed: Vec<&String> = other.covered.difference(&claim.covered).collect();
        let detail = format!(
            "{} covers {:?} branches, not {:?}: {missed:?}",
            other.strategy, other.branches, claim.branches
        );
        return Some(("missed branch", detail));
    }
    if other.lines > claim.lines {
        let detail =
            format!("{} covers {:?} lines, not {:?}", other.strategy, other.lines, claim.lines);
        return Some(("missed line", detail));
    }
    None
}
