//! What a run prints for people: bugs first, then the answer, coverage, where the tests are, and
//! everything that keeps the answer from being complete.
//!
//! The same run prints the same text: no times.

use crate::output::Format;
use crate::testfiles::TestFiles;
use pathweave_explore::Outcome;
use pathweave_report::exploration::{BranchEntry, CoverageSummary, ExplorationSummary};
use pathweave_report::native::NativeSummary;
use pathweave_report::{TestCase, text};
use std::path::Path;

/// Outcomes of branches without a test that are listed.
const SHOWN_BRANCHES: usize = 5;
/// Inputs of a test that are shown.
const SHOWN_INPUTS: usize = 16;
/// Reasons why a run is not complete, and tests that could not be judged, that are listed.
const SHOWN_REASONS: usize = 10;

/// Prints the summary of a run on standard output.
pub fn print_summary(files: &TestFiles, summary: &ExplorationSummary, outcome: &Outcome) {
    let root = files.output.root();
    for (bug, entry) in outcome.bugs.iter().zip(&summary.bugs) {
        print!("{}", text::finding(&bug.finding));
        if let Some(found) = outcome.tests.get(bug.test) {
            print_inputs("   = input ", &files.test_case(found, Some(bug)));
        }
        println!("   = test: {}", root.join(&entry.test).display());
        println!("   = {}\n", confirmation(entry.confirmed, &entry.test, summary.native.as_ref()));
    }
    println!("{}", verdict_line(summary));
    if summary.verdict == "reachable"
        && let Some(index) = outcome.tests.iter().position(|test| test.reaches_target)
    {
        print_inputs("  input ", &files.test_case(&outcome.tests[index], None));
        println!("  test: {}", root.join(files.main_file(index)).display());
    }
    println!("bugs:     {}", summary.bugs.len());
    println!("paths:    {}", summary.paths);
    println!("coverage: {}", coverage_line(&summary.coverage));
    if let Some(native) = &summary.native {
        print_native(native, root);
    }
    print_uncovered(&summary.branches);
    print_files(files, summary.tests.len());
    for (position, assumption) in summary.inputs.iter().enumerate() {
        let head = if position == 0 { "inputs:  " } else { "         " };
        println!("{head} {assumption}");
    }
    print_ledger(summary);
}

fn print_inputs(head: &str, test: &TestCase) {
    for (position, input) in test.inputs.iter().take(SHOWN_INPUTS).enumerate() {
        // Pointers name other inputs by their position.
        let number = match test.inputs.iter().any(|input| !input.links.is_empty()) {
            true => format!("{position} "),
            false => String::new(),
        };
        println!("{head}{number}{}: {}", input.name, input.shown());
    }
    if test.inputs.len() > SHOWN_INPUTS {
        println!("{head}… and {} more, in the test", test.inputs.len() - SHOWN_INPUTS);
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
    let explained = match summary.verdict {
        "explored" => "every feasible path was explored",
        "stopped" => "not every path was explored",
        "reachable" => "this input goes there",
        "unreachable" => "no input goes there",
        _ => "neither an input nor a proof was found",
    };
    let subject = summary.target.as_deref().unwrap_or("verdict");
    format!("{subject}: {} ({explained})", summary.verdict)
}

/// The first few outcomes of branches that no path took; code that was never reached comes last.
fn print_uncovered(branches: &[BranchEntry]) {
    let mut uncovered: Vec<&BranchEntry> =
        branches.iter().filter(|branch| branch.verdict != "covered").collect();
    uncovered.sort_by_key(|branch| branch.verdict == "never-reached");
    for branch in uncovered.iter().take(SHOWN_BRANCHES) {
        let why = branch.why.as_ref().map_or(String::new(), |why| format!(" ({why})"));
        println!("  {} {}: {}{why}", branch.place, branch.side, branch.verdict);
    }
    if uncovered.len() > SHOWN_BRANCHES {
        println!("  and {} more in summary.json", uncovered.len() - SHOWN_BRANCHES);
    }
}

fn coverage_line(coverage: &CoverageSummary) -> String {
    format!(
        "{} of {} branches and {} of {} lines",
        coverage.branches_covered, coverage.branches, coverage.lines_covered, coverage.lines
    )
}

fn print_native(native: &NativeSummary, root: &Path) {
    if let Some(reason) = &native.reason {
        println!("native:   not replayed: {reason}");
        return;
    }
    let all = format!("{} of {} tests end as they should", native.confirmed, native.tests);
    match &native.coverage {
        Some(coverage) => println!("native:   {all}; {}", coverage_line(coverage)),
        None => println!("native:   {all}"),
    }
    for remark in &native.differs {
        println!("  {} DIFFERS: {}", remark.test, remark.how);
    }
    for remark in native.unjudged.iter().take(SHOWN_REASONS) {
        println!("  {} not judged: {}", remark.test, remark.how);
    }
    print_rest(native.unjudged.len(), "not judged");
    if native.target_reached == Some(false) {
        println!("  the target is NOT reached natively");
    }
    for note in &native.notes {
        println!("  note: {note}");
    }
    println!("  again:  pathweave replay {}", root.display());
}

fn print_files(files: &TestFiles, count: usize) {
    let root = files.output.root();
    let mut places = vec![root.join("tests").display().to_string()];
    let others = files.formats.iter().filter(|format| **format != Format::KTest);
    places.extend(others.map(|format| root.join(format.directory()).display().to_string()));
    println!("tests:    {count} in {}", places.join(", "));
}

fn print_ledger(summary: &ExplorationSummary) {
    if summary.incomplete.is_empty() {
        return;
    }
    println!("not complete:");
    for entry in summary.incomplete.iter().take(SHOWN_REASONS) {
        let at = match entry.place.as_str() {
            "" => String::new(),
            place => format!(" at {place}"),
        };
        println!("  {}{at}: {}", entry.reason, entry.count);
    }
    print_rest(summary.incomplete.len(), "reasons");
}

/// Says how many of a list are not shown.
fn print_rest(count: usize, what: &str) {
    if count > SHOWN_REASONS {
        println!("  and {} more {what} in summary.json", count - SHOWN_REASONS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_report::native::NativeRemark;

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
