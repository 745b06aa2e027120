//! Coverage over time on the programs of `bench/coverage/fresh`, or of another directory
//! (`--programs`): `auto` beside `dart`, each on one core.
//!
//! One run of each strategy gives all figures: a test says when it was found, and a branch which test
//! covered it first. The two run at the same time, so what disturbs one disturbs the other; every
//! second program they change cores, where `taskset` can pin them.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::arguments::Arguments;
use crate::subject::{Subject, programs_in, scratch};

/// When coverage is looked at, in seconds.
const MOMENTS: [u64; 3] = [10, 60, 300];
const STRATEGIES: [&str; 2] = ["dart", "auto"];

/// Runs all programs and prints the table and its sums.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let subject = Subject::find(arguments)?;
    let seconds = arguments.number("time", 300)?;
    let out = scratch("coverage")?;
    let directory = arguments.text("programs").unwrap_or("bench/coverage/fresh");
    let programs = programs_in(directory)?;
    let moments: Vec<u64> = MOMENTS.into_iter().filter(|moment| *moment <= seconds).collect();
    let heads = moments.iter().map(|moment| format!("dart {moment} s | auto {moment} s"));
    println!("| program | branches | {} | bugs |", heads.collect::<Vec<_>>().join(" | "));
    println!("|{}", " --- |".repeat(3 + 2 * moments.len()));
    let mut sums = vec![0; 2 * moments.len()];
    let mut branches = 0;
    for (at, program) in programs.iter().enumerate() {
        let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if arguments.text("only").is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let [dart, auto] = both(&subject, program, &out, seconds, at % 2)?;
        let cells: Vec<u64> =
            moments.iter().flat_map(|&s| [covered(&dart, s), covered(&auto, s)]).collect();
        let all = dart["branches"].as_array().map_or(0, Vec::len);
        let shown: Vec<String> = cells.iter().map(u64::to_string).collect();
        let bugs = format!("{}, {}", bugs(&dart), bugs(&auto));
        println!("| {name} | {all} | {} | {bugs} |", shown.join(" | "));
        sums.iter_mut().zip(&cells).for_each(|(sum, cell)| *sum += cell);
        branches += all;
    }
    let sums: Vec<String> = sums.iter().map(u64::to_string).collect();
    println!("| all | {branches} | {} | |", sums.join(" | "));
    Ok(())
}

/// One program by both strategies at the same time.
fn both(
    subject: &Subject,
    program: &Path,
    out: &Path,
    seconds: u64,
    first_core: usize,
) -> Result<[Value; 2], String> {
    let mut children = Vec::new();
    for (at, strategy) in STRATEGIES.into_iter().enumerate() {
        let core = ((at + first_core) % 2).to_string();
        let mut command = match has_taskset() {
            true => {
                let mut command = Command::new("taskset");
                command.args(["-c", &core]).arg(&subject.pathweave);
                command
            }
            false => Command::new(&subject.pathweave),
        };
        let child = command
            .arg("test")
            .arg(program)
            .args(["--strategy", strategy, "--jobs", "1", "--json", "--no-replay"])
            .args(["--time", &format!("{seconds}s"), "--out"])
            .arg(out.join(strategy))
            .arg("--clang")
            .arg(&subject.clang)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        children.push(child);
    }
    let mut results = Vec::new();
    for child in children {
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        let summary = serde_json::from_slice(&output.stdout)
            .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())?;
        results.push(summary);
    }
    results.try_into().map_err(|_| "two runs".to_owned())
}

fn has_taskset() -> bool {
    let run = Command::new("taskset").arg("--version").stdout(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}

/// The outcomes of branches that a test found until then covers.
fn covered(summary: &Value, seconds: u64) -> u64 {
    let list = |key: &str| summary[key].as_array().into_iter().flatten();
    let is_early = |file: &Value| {
        list("tests").any(|test| {
            test["file"] == *file
                && test["found_after_ms"].as_u64().is_some_and(|ms| ms <= 1000 * seconds)
        })
    };
    let is_covered = |branch: &&Value| branch["verdict"] == "covered" && is_early(&branch["test"]);
    list("branches").filter(is_covered).count() as u64
}

fn bugs(summary: &Value) -> usize {
    summary["bugs"].as_array().map_or(0, Vec::len)
}
