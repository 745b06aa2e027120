//! What a run prints for people: bugs first, then the answer, coverage, where the tests are, and
//! everything that keeps the answer from being complete.
//!
//! The same run prints the same text: no times.

use crate::output::Format;
use crate::testfiles::TestFiles;
use pathweave_explore::Outcome;
use pathweave_report::exploration::{
    BranchEntry, ChangeEntry, ChangeSummary, CoverageSummary, ExplorationSummary, IncompleteEntry,
};
use pathweave_report::native::NativeSummary;
use pathweave_report::{TestCase, text};
use std::fmt::Write;
use std::path::Path;

/// Outcomes of branches without a test that are listed.
const SHOWN_BRANCHES: usize = 5;
/// Tests that a change calls for that are listed.
const SHOWN_CHANGES: usize = 10;
/// Inputs of a test that are shown.
const SHOWN_INPUTS: usize = 16;
/// Reasons why a run is not complete, and tests that could not be judged, that are listed.
const SHOWN_REASONS: usize = 10;

/// The summary of a run as text.
pub fn summary_text(files: &TestFiles, summary: &ExplorationSummary, outcome: &Outcome) -> String {
    let mut text = String::new();
    let out = &mut text;
    let root = files.output.root();
    for (bug, entry) in outcome.bugs.iter().zip(&summary.bugs) {
        out.push_str(&text::finding(&bug.finding));
        if let Some(found) = outcome.tests.get(bug.test) {
            write_inputs(out, "   = input ", &files.test_case(found, Some(bug)));
        }
        let _ = writeln!(out, "   = test: {}", root.join(&entry.test).display());
        let _ = writeln!(
            out,
            "   = {}\n",
            confirmation(&entry.confirmed, &entry.test, summary.native.as_ref())
        );
    }
    let _ = writeln!(out, "{}", verdict_line(summary));
    if summary.verdict == "reachable"
        && let Some(index) = outcome.tests.iter().position(|test| test.reaches_target)
    {
        write_inputs(out, "  input ", &files.test_case(&outcome.tests[index], None));
        let _ = writeln!(out, "  test: {}", root.join(files.main_file(index)).display());
    }
    if let Some(strategy) = &summary.decided_by {
        let _ = writeln!(out, "strategy: {strategy}");
    }
    let _ = writeln!(out, "bugs:     {}", summary.bugs.len());
    let _ = writeln!(out, "paths:    {}", summary.paths);
    let _ = writeln!(out, "coverage: {}", coverage_line(&summary.coverage));
    // What it takes to get to a target leaves out the most.
    if summary.target.is_none() {
        write_uncovered(out, &summary.branches);
    }
    if let Some(native) = &summary.native {
        write_native(out, native, root);
    }
    write_files(out, files, summary.tests.len());
    if let Some(changes) = &summary.changes {
        write_changes(out, changes);
    }
    for (position, assumption) in summary.inputs.iter().enumerate() {
        let head = if position == 0 { "inputs:  " } else { "         " };
        let _ = writeln!(out, "{head} {assumption}");
    }
    write_ledger(out, summary);
    text
}

/// What became of each strategy, and how each function was treated, as text.
pub fn strategies_text(summary: &ExplorationSummary) -> String {
    let mut text = String::new();
    let out = &mut text;
    out.push_str("strategies:\n");
    if summary.strategies.is_empty() {
        let _ = writeln!(out, "  {}: alone", summary.strategy);
    }
    for attempt in &summary.strategies {
        let work = attempt.work.map_or_else(String::new, |work| format!("{work} units of work, "));
        let _ = writeln!(out, "  {}: {work}{}", attempt.name, attempt.ended);
    }
    out.push_str("functions:\n");
    for function in &summary.functions {
        let _ = write!(out, "  {}: {} paths", function.name, function.paths);
        if function.dangling > 0 {
            let _ = write!(out, " and {} left", function.dangling);
        }
        if function.reused > 0 {
            let _ = write!(out, ", by its summary at {} calls", function.reused);
        }
        for (why, calls) in &function.entered {
            let _ = write!(out, ", entered at {calls} calls: {why}");
        }
        out.push('\n');
    }
    if summary.functions.is_empty() {
        out.push_str(
            "  entered at every call: composition was not needed, or did not end in time\n",
        );
    }
    for (name, count) in &summary.joined {
        let _ = writeln!(out, "  {name}: {count} decisions computed instead, for `joined`");
    }
    text
}

fn write_inputs(out: &mut String, head: &str, test: &TestCase) {
    for (position, input) in test.inputs.iter().take(SHOWN_INPUTS).enumerate() {
        // Pointers name other inputs by their position.
        let number = match test.inputs.iter().any(|input| !input.links.is_empty()) {
            true => format!("{position} "),
            false => String::new(),
        };
        let _ = writeln!(out, "{head}{number}{}: {}", input.name, input.shown());
    }
    if test.inputs.len() > SHOWN_INPUTS {
        let _ = writeln!(out, "{head}… and {} more, in the test", test.inputs.len() - SHOWN_INPUTS);
    }
}

fn confirmation(confirmed: &str, test: &str, native: Option<&NativeSummary>) -> String {
    if confirmed == "native" {
        return "confirmed by a native run".to_owned();
    }
    let reason = native.and_then(|native| {
        let differs = native.differs.iter().map(|remark| ("a native run differs: ", remark));
        let unjudged = native.unjudged.iter().map(|remark| ("not natively: ", remark));
        let remark = differs.chain(unjudged).find(|(_, remark)| remark.test == test);
        remark.map(|(head, remark)| format!("; {head}{}", remark.how))
    });
    format!("confirmed by the interpreter{}", reason.unwrap_or_default())
}

fn verdict_line(summary: &ExplorationSummary) -> String {
    let explained = match summary.verdict.as_ref() {
        "explored" => "every feasible path was explored",
        "stopped" => "not every path was explored",
        "reachable" => "this input goes there",
        "unreachable" => "no input goes there",
        _ => "neither an input nor a proof was found",
    };
    let subject = match summary.target.as_deref() {
        None => "verdict",
        // Not to be taken for a message.
        Some("error") => "any error",
        Some(target) => target,
    };
    format!("{subject}: {} ({explained})", summary.verdict)
}

/// The first few outcomes of branches that count and that no path took; code that was never reached
/// comes last.
fn write_uncovered(out: &mut String, branches: &[BranchEntry]) {
    let is_missing = |branch: &&BranchEntry| branch.is_counted && branch.verdict != "covered";
    let mut uncovered: Vec<&BranchEntry> = branches.iter().filter(is_missing).collect();
    uncovered.sort_by_key(|branch| branch.verdict == "never-reached");
    for branch in uncovered.iter().take(SHOWN_BRANCHES) {
        let why = branch.why.as_ref().map_or(String::new(), |why| format!(" ({why})"));
        let _ = writeln!(out, "  {} {}: {}{why}", branch.place, branch.side, branch.verdict);
    }
    if uncovered.len() > SHOWN_BRANCHES {
        let _ = writeln!(out, "  and {} more in summary.json", uncovered.len() - SHOWN_BRANCHES);
    }
}

fn coverage_line(coverage: &CoverageSummary) -> String {
    format!(
        "{} of {} branches and {} of {} lines",
        coverage.branches_covered, coverage.branches, coverage.lines_covered, coverage.lines
    )
}

fn write_native(out: &mut String, native: &NativeSummary, root: &Path) {
    if let Some(reason) = &native.reason {
        let _ = writeln!(out, "native:   not replayed: {reason}");
        return;
    }
    let all = format!("{} of {} tests end as they should", native.confirmed, native.tests);
    let coverage = native.coverage.as_ref();
    let counted = coverage.map_or_else(String::new, |c| format!("; {}", coverage_line(c)));
    let _ = writeln!(out, "native:   {all}{counted}");
    for remark in &native.differs {
        let _ = writeln!(out, "  {} DIFFERS: {}", remark.test, remark.how);
    }
    for remark in native.unjudged.iter().take(SHOWN_REASONS) {
        let _ = writeln!(out, "  {} not judged: {}", remark.test, remark.how);
    }
    write_rest(out, native.unjudged.len(), "not judged");
    if native.target_reached == Some(false) {
        let _ = writeln!(out, "  the target is NOT reached natively");
    }
    for note in &native.notes {
        let _ = writeln!(out, "  note: {note}");
    }
    let root = text::shell(&root.display().to_string());
    let _ = writeln!(out, "  again:  pathweave replay {root}");
}

fn write_files(out: &mut String, files: &TestFiles, count: usize) {
    let root = files.output.root();
    let mut places = vec![root.join("tests").display().to_string()];
    let others = files.formats.iter().filter(|format| **format != Format::KTest);
    places.extend(others.map(|format| root.join(format.directory()).display().to_string()));
    let _ = writeln!(out, "tests:    {count} in {}", places.join(", "));
    let root = text::shell(&root.display().to_string());
    let _ = writeln!(out, "  page:   pathweave report {root}");
}

/// The tests that a change calls for: those that do something else first.
fn write_changes(out: &mut String, changes: &ChangeSummary) {
    let (new, other): (Vec<&ChangeEntry>, Vec<&ChangeEntry>) =
        changes.tests.iter().partition(|entry| entry.is_new());
    let _ = writeln!(
        out,
        "changes:  {} of {} earlier tests do something else; {} new",
        other.len(),
        other.len() as u64 + changes.same + changes.not_compared,
        new.len()
    );
    if changes.not_compared > 0 {
        let _ =
            writeln!(out, "  {} were not compared: there was no time left", changes.not_compared);
    }
    let count = changes.tests.len();
    for entry in other.into_iter().chain(new).take(SHOWN_CHANGES) {
        let _ = writeln!(out, "  {}: {}", entry.file, change_line(entry));
    }
    if count > SHOWN_CHANGES {
        let _ = writeln!(out, "  … and {} more, in summary.json", count - SHOWN_CHANGES);
    }
}

/// What a test did before, and what it does now.
fn change_line(entry: &ChangeEntry) -> String {
    let ChangeEntry { why, was, now, .. } = entry;
    match () {
        () if entry.is_new() => format!("new; {now}"),
        () if was == now => format!("{why} differs; {now}, as before"),
        () => format!("{why} differs; before: {was}; now: {now}"),
    }
}

fn write_ledger(out: &mut String, summary: &ExplorationSummary) {
    if summary.incomplete.is_empty() {
        return;
    }
    let _ = writeln!(out, "not complete:");
    for entry in summary.incomplete.iter().take(SHOWN_REASONS) {
        let at = match entry.place.as_str() {
            "" => String::new(),
            place => format!(" at {place}"),
        };
        let _ = writeln!(out, "  {}{at}: {}", entry.reason, entry.count);
    }
    write_rest(out, summary.incomplete.len(), "reasons");
    let is_undefined =
        |entry: &IncompleteEntry| entry.reason.ends_with(", which has no definition");
    if summary.incomplete.iter().any(is_undefined) {
        out.push_str("  hint: name the file that defines it as an input too, or stand for it with --stub FUNCTION\n");
    }
}

/// Says how many of a list are not shown.
fn write_rest(out: &mut String, count: usize, what: &str) {
    if count > SHOWN_REASONS {
        let _ = writeln!(out, "  and {} more {what} in summary.json", count - SHOWN_REASONS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_report::native::NativeRemark;

    #[test]
    fn changes_say_what_was_and_what_is() {
        let entry = |file: &str, why: &str, was: &str, now: &str| ChangeEntry {
            file: file.into(),
            why: why.into(),
            was: was.into(),
            now: now.into(),
        };
        let mut tests: Vec<ChangeEntry> =
            (0..11).map(|_| entry("a", ChangeEntry::NEW, "", "exits with 1")).collect();
        tests.push(entry("b", "the end", "division-by-zero in f", "exits with 5"));
        tests.push(entry("c", "the output", "exits with 0", "exits with 0"));
        let mut text = String::new();
        write_changes(&mut text, &ChangeSummary { tests, same: 3, ..Default::default() });
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "changes:  2 of 5 earlier tests do something else; 11 new",
                "  b: the end differs; before: division-by-zero in f; now: exits with 5",
                "  c: the output differs; exits with 0, as before",
                "  a: new; exits with 1",
            ]
        );
        assert_eq!((lines.len(), lines[11]), (12, "  … and 3 more, in summary.json"));
    }

    #[test]
    fn a_difference_is_never_hidden() {
        let remark = NativeRemark { test: "tests/000001.ktest".into(), how: "exits with 0".into() };
        let native = NativeSummary { replayed: true, differs: vec![remark], ..Default::default() };
        let told = confirmation("interpreter", "tests/000001.ktest", Some(&native));
        assert_eq!(told, "confirmed by the interpreter; a native run differs: exits with 0");
        let other = confirmation("native", "tests/000002.ktest", Some(&native));
        assert_eq!(other, "confirmed by a native run");
    }
}
