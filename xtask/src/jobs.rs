//! `auto` with one job, with two and with four: the same verdict with the same tests, and how much faster.
//!
//! Programs of `tests/compose`, `tests/loops/own` and `bench/programs`, towards their target where they have one. A
//! program that does not end in time with every number of jobs is told, and says nothing. Another
//! verdict is an error, and so are other tests or anything else in the summary but times (of a proof, which is the quickest one's), unless a strategy took so much longer than its work that it was not waited for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::arguments::Arguments;
use crate::subject::{Subject, programs_in, scratch};

/// Where the programs are, and the target of those that name none.
const PROGRAMS: [(&str, Option<&str>); 3] =
    [("tests/compose", None), ("tests/loops/own", Some("target")), ("bench/programs", None)];

/// The numbers of jobs.
const JOBS: [u32; 3] = [1, 2, 4];

/// Runs all programs and says what differs.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let subject = Subject::find(arguments)?;
    let seconds = arguments.number("time", 10)?;
    let every = arguments.number("every", 1)?.max(1) as usize;
    let out = scratch("jobs")?;
    let (mut decided, mut excused, mut wrong, mut times) = (0, 0, 0, [0; JOBS.len()]);
    for (directory, usual) in PROGRAMS {
        for program in programs_in(directory)?.into_iter().step_by(every) {
            let text = fs::read_to_string(&program).map_err(|error| error.to_string())?;
            let marks = |mark: &str| text.lines().find_map(|line| line.strip_prefix(mark));
            if marks("//@ external").is_some() {
                continue;
            }
            let target = marks("//@ target: ").or(usual);
            let runs: Option<Vec<Run>> = JOBS
                .iter()
                .map(|&jobs| Run::new(&subject, &program, target, jobs, seconds, &out))
                .collect();
            let Some(runs) = runs else { continue };
            let name = program.file_name().unwrap_or_default().to_string_lossy();
            let open: Vec<String> = (0..runs.len())
                .filter(|&k| !runs[k].is_decided())
                .map(|k| JOBS[k].to_string())
                .collect();
            if !open.is_empty() {
                if open.len() < runs.len() {
                    println!("{name} does not end in {seconds} s with --jobs {}", open.join(", "));
                }
                continue;
            }
            decided += 1;
            for (time, run) in times.iter_mut().zip(&runs) {
                *time += run.wall_ms;
            }
            let (one, others) = runs.split_first().expect("there are several numbers of jobs");
            for (run, jobs) in others.iter().zip(&JOBS[1..]) {
                if one.verdict != run.verdict {
                    wrong += 1;
                    println!("{name}, --jobs {jobs}: {}, {} with one", run.verdict, one.verdict);
                } else if one.tests != run.tests {
                    let is_excused = one.is_hasty || run.is_hasty;
                    *if is_excused { &mut excused } else { &mut wrong } += 1;
                    let (by, by_one) = (&run.decided_by, &one.decided_by);
                    println!("{name}, --jobs {jobs}: tests of {by}, of {by_one} with one");
                } else if one.summary != run.summary && one.verdict != "unreachable" {
                    let is_excused = one.is_hasty || run.is_hasty;
                    *if is_excused { &mut excused } else { &mut wrong } += 1;
                    println!("{name}, --jobs {jobs}: another summary");
                }
            }
        }
    }
    let times: Vec<String> = JOBS
        .iter()
        .zip(times)
        .map(|(jobs, time)| format!("{time} ms with --jobs {jobs}"))
        .collect();
    println!(
        "{decided} programs that end with all, {wrong} differ, {excused} more where somebody was not \
         waited for; {}",
        times.join(", ")
    );
    if wrong > 0 { Err(format!("{wrong} differ")) } else { Ok(()) }
}

/// What came of a run.
struct Run {
    wall_ms: u64,
    verdict: String,
    decided_by: String,
    /// Whether the time was over first.
    is_late: bool,
    /// Whether a strategy was not waited for that had done less.
    is_hasty: bool,
    /// The bytes of each test.
    tests: Vec<Vec<u8>>,
    /// The summary without times.
    summary: Value,
}

/// Leaves out what depends on the machine.
fn timeless(value: &mut Value) {
    if let Some(entries) = value.as_object_mut() {
        entries.retain(|key, _| !key.ends_with("_ms") && key != "peak_rss_kib");
        entries.values_mut().for_each(timeless);
    }
    value.as_array_mut().into_iter().flatten().for_each(timeless);
}

impl Run {
    fn new(
        subject: &Subject,
        program: &Path,
        target: Option<&str>,
        jobs: u32,
        seconds: u64,
        out: &Path,
    ) -> Option<Self> {
        let out: PathBuf = out.join(format!("jobs{jobs}"));
        let mut command = Command::new(&subject.pathweave);
        command.arg(if target.is_some() { "reach" } else { "test" }).arg(program);
        command.args(["--json", "--no-replay", "--jobs", &jobs.to_string()]);
        command.args(["--time", &format!("{seconds}s"), "--out"]).arg(&out);
        command.arg("--clang").arg(&subject.clang);
        command.args(target.into_iter().flat_map(|target| ["--target", target]));
        let mut summary: Value = serde_json::from_slice(&command.output().ok()?.stdout).ok()?;
        let text = |key: &str| summary[key].as_str().unwrap_or_default().to_owned();
        let mut tests = Vec::new();
        for test in summary["tests"].as_array()? {
            tests.push(fs::read(out.join(test["file"].as_str()?)).ok()?);
        }
        let wall_ms = summary["wall_ms"].as_u64()?;
        let attempts = summary["strategies"].as_array().into_iter().flatten();
        let is_hasty = attempts
            .filter_map(|attempt| attempt["ended"].as_str())
            .any(|ended| ended.contains("not waited for"));
        let mut reasons = summary["incomplete"].as_array().into_iter().flatten();
        // The time of the run may be over in a query.
        let is_late = reasons.any(|entry| {
            entry["reason"].as_str().is_some_and(|r| r == "timeout" || r.ends_with("time limit"))
        });
        let (verdict, decided_by) = (text("verdict"), text("decided_by"));
        timeless(&mut summary);
        Some(Self { wall_ms, verdict, decided_by, is_late, is_hasty, tests, summary })
    }

    /// Whether it ended by itself.
    fn is_decided(&self) -> bool {
        !self.is_late
    }
}
