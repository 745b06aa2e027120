//! `pathweave test` and `pathweave reach`: explore, write tests and the summary, tell the user.
//!
//! Nothing is written over: an output directory that holds something else is refused, and one of
//! an earlier exploration is replaced file by file, the summary last.

use crate::flags::{ExploreFlags, ReachFlags, TestFlags};
use crate::load;
use crate::run::{no_entry, peak_memory, stop_on_interrupt};
use pathweave_exec::{Checks, Image};
use pathweave_explore::{
    Ends, FoundTest, Goal, Options, Outcome, Search, Unobserved, Verdict, explore,
};
use pathweave_llvm::InputError;
use pathweave_report::exploration::{
    BugEntry, CoverageSummary, ExplorationSummary, IncompleteEntry, SolverSummary, TestEntry,
};
use pathweave_report::ktest::KTest;
use pathweave_report::{TestCase, text};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Bugs were found, or the target is unreachable.
const NEGATIVE: u8 = 1;
/// Not decided.
const UNKNOWN: u8 = 3;

/// Runs `pathweave test`.
pub fn test(flags: &TestFlags) -> Result<u8, InputError> {
    let outcome = run(&flags.explore, "test", None, flags.all_tests)?;
    Ok(if outcome.bugs.is_empty() { 0 } else { NEGATIVE })
}

/// Runs `pathweave reach`.
pub fn reach(flags: &ReachFlags) -> Result<u8, InputError> {
    let outcome = run(&flags.explore, "reach", Some(&flags.target), false)?;
    Ok(match outcome.verdict {
        Verdict::Reachable => 0,
        Verdict::Unreachable => NEGATIVE,
        _ => UNKNOWN,
    })
}

fn run(
    flags: &ExploreFlags,
    command: &'static str,
    target: Option<&str>,
    all_tests: bool,
) -> Result<Outcome, InputError> {
    let started = Instant::now();
    prepare_output(&flags.out)?;
    let loaded = load::load(&flags.input)?;
    for warning in &loaded.warnings {
        eprintln!("warning: {warning}");
    }
    let Some(entry) = loaded.program.function(&flags.entry) else {
        return Err(no_entry(&flags.entry));
    };
    let checks = Checks { overflow: flags.check.iter().any(|c| c == "overflow") };
    let image = Image::new(loaded.program, checks)
        .map_err(|error| InputError { message: error.message, hint: None })?;
    let goal = match target {
        None => Goal::All,
        Some(target) => Goal::parse(target, &image)
            .map_err(|error| InputError { message: error.message, hint: error.hint })?,
    };
    let options = Options {
        search: Search::from_name(&flags.search).unwrap_or_default(),
        seed: flags.seed,
        deadline: Some(started + flags.time),
        stop: stop_on_interrupt(),
        max_states: flags.max_states,
        max_depth: flags.max_depth,
        max_instructions: flags.max_instructions,
        stack_depth: flags.stack_depth,
        query_time: Duration::from_secs_f64(flags.query_time.clamp(0.0, 1e6)),
        all_tests,
    };
    let outcome = explore(&image, entry, goal, options, &mut Unobserved)
        .map_err(|error| InputError { message: error.message, hint: error.hint })?;
    let files = write_tests(flags, &outcome)?;
    let summary = summarize(flags, command, &outcome, &files, started.elapsed());
    let path = flags.out.join("summary.json");
    write(&path, summary.to_json().as_bytes())?;
    if flags.json {
        println!("{}", summary.to_json());
    } else {
        print_summary(flags, &outcome, &files, target);
    }
    Ok(outcome)
}

fn cannot_write(path: &Path, error: &std::io::Error) -> InputError {
    InputError {
        message: format!("cannot write {}: {error}", path.display()),
        hint: Some("choose another directory with --out".to_owned()),
    }
}

/// Writes a file completely or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<(), InputError> {
    let staging = path.with_extension("new");
    fs::write(&staging, bytes)
        .and_then(|()| fs::rename(&staging, path))
        .map_err(|error| cannot_write(path, &error))
}

/// Makes the output directory, refusing one that holds anything that is not ours.
fn prepare_output(out: &Path) -> Result<(), InputError> {
    let tests = out.join("tests");
    if let Ok(entries) = fs::read_dir(out) {
        let foreign = entries.flatten().find(|entry| {
            let name = entry.file_name();
            name != "tests" && name != "summary.json" && name != "summary.new"
        });
        if let Some(entry) = foreign {
            return Err(InputError {
                message: format!("{} is not an output directory of pathweave", out.display()),
                hint: Some(format!(
                    "it holds {:?}; choose another directory with --out",
                    entry.file_name()
                )),
            });
        }
    }
    fs::create_dir_all(&tests).map_err(|error| cannot_write(&tests, &error))?;
    // The old summary goes first: tests without one are of an unfinished run.
    let _ = fs::remove_file(out.join("summary.json"));
    for entry in fs::read_dir(&tests).map_err(|error| cannot_write(&tests, &error))?.flatten() {
        let ours = entry.path().extension().is_some_and(|e| e == "json" || e == "ktest");
        if ours {
            fs::remove_file(entry.path()).map_err(|error| cannot_write(&entry.path(), &error))?;
        }
    }
    Ok(())
}

/// Writes every test in two forms and returns the names of the `.ktest` files.
fn write_tests(flags: &ExploreFlags, outcome: &Outcome) -> Result<Vec<String>, InputError> {
    let program = flags.input.inputs[0].display().to_string();
    let mut files = Vec::new();
    for (index, found) in outcome.tests.iter().enumerate() {
        let bug = outcome.bugs.iter().find(|bug| bug.test == index);
        let mut test = test_case(&flags.entry, found);
        if let Some(bug) = bug {
            test.ends = pathweave_report::Ends::Bug(bug.finding.kind);
            test.message = bug.finding.message.clone();
        }
        let stem = format!("tests/{:06}", index + 1);
        let name = format!("{stem}.ktest");
        let json = flags.out.join(format!("{stem}.json"));
        write(&json, test.to_json().as_bytes())?;
        write(&flags.out.join(&name), &KTest::from_test(&program, &test).to_bytes())?;
        files.push(name);
    }
    Ok(files)
}

fn test_case(entry: &str, found: &FoundTest) -> TestCase {
    let mut test = TestCase::new(entry, found.inputs.clone());
    test.place = found.place.clone();
    if let Ends::Exited(code) = found.ends {
        test.ends = pathweave_report::Ends::Exited(code);
    }
    test
}

fn ends_word(found: &FoundTest) -> &'static str {
    match found.ends {
        Ends::Exited(_) => "exited",
        Ends::Bug => "bug",
        Ends::Cut => "cut",
    }
}

fn summarize(
    flags: &ExploreFlags,
    command: &'static str,
    outcome: &Outcome,
    files: &[String],
    wall: Duration,
) -> ExplorationSummary {
    let tests = outcome.tests.iter().zip(files);
    ExplorationSummary {
        schema: 1,
        command,
        strategy: flags.strategy.clone(),
        entry: flags.entry.clone(),
        verdict: outcome.verdict.name(),
        complete: outcome.complete,
        incomplete: outcome
            .incomplete
            .iter()
            .map(|((reason, place), count)| IncompleteEntry {
                reason: reason.clone(),
                place: place.clone(),
                count: *count,
            })
            .collect(),
        paths: outcome.paths,
        executions: outcome.executions,
        instructions: outcome.instructions,
        solver: SolverSummary {
            queries: outcome.queries,
            sat: outcome.sat,
            unsat: outcome.unsat,
            unknown: outcome.unknown,
            cached: outcome.cached,
            time_ms: outcome.solver_ms,
            backend: "embedded".to_owned(),
        },
        functions: Vec::new(),
        coverage: CoverageSummary {
            branches: outcome.coverage.branches,
            branches_covered: outcome.coverage.branches_covered,
            lines: outcome.coverage.lines,
            lines_covered: outcome.coverage.lines_covered,
        },
        tests: tests
            .map(|(found, file)| TestEntry {
                file: file.clone(),
                ends: ends_word(found),
                place: found.place.file_line(),
            })
            .collect(),
        bugs: outcome
            .bugs
            .iter()
            .map(|bug| BugEntry {
                kind: bug.finding.kind.name(),
                message: bug.finding.message.clone(),
                place: bug.finding.place().file_line(),
                stack: bug
                    .finding
                    .stack
                    .iter()
                    .map(|frame| format!("{} {}", frame.function, frame.place.file_line()))
                    .collect(),
                test: files[bug.test].clone(),
                confirmed: "interpreter",
            })
            .collect(),
        wall_ms: wall.as_millis() as u64,
        peak_rss_kib: peak_memory(),
    }
}

/// A short plain summary, bugs first.
fn print_summary(flags: &ExploreFlags, outcome: &Outcome, files: &[String], target: Option<&str>) {
    for bug in &outcome.bugs {
        print!("{}", text::finding(&bug.finding));
        let test = test_case(&flags.entry, &outcome.tests[bug.test]);
        for input in &test.inputs {
            println!("   = input {}: {}", input.name, input.shown());
        }
        println!("   = test: {}\n", flags.out.join(&files[bug.test]).display());
    }
    if let Some(target) = target {
        println!("{target}: {}", outcome.verdict.name());
        if let Some(index) = outcome.tests.iter().position(|test| test.reaches_target) {
            let test = test_case(&flags.entry, &outcome.tests[index]);
            for input in &test.inputs {
                println!("  {}: {}", input.name, input.shown());
            }
            println!("  test: {}", flags.out.join(&files[index]).display());
        }
    }
    let coverage = &outcome.coverage;
    println!(
        "{} paths, {} bugs, {} tests in {}; {} of {} branches and {} of {} lines covered",
        outcome.paths,
        outcome.bugs.len(),
        files.len(),
        flags.out.display(),
        coverage.branches_covered,
        coverage.branches,
        coverage.lines_covered,
        coverage.lines,
    );
    if outcome.complete {
        println!("complete: every feasible path was explored");
        return;
    }
    println!("not complete:");
    for ((reason, place), count) in &outcome.incomplete {
        let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
        println!("  {reason}{at}: {count}");
    }
}
