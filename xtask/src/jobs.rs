//! `auto` with one job and with two: the same verdict with the same tests, and how much faster.
//!
//! Every second program of `tests/compose` and `tests/loops/own`, towards its target where it has one. A
//! program that only one of the two decides in time is told, and says nothing. Other tests are told: a strategy
//! that is ahead by its work and behind by the clock is not waited for long. Another verdict is an error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::arguments::Arguments;
use crate::subject::{Subject, programs_in, scratch};

/// Where the programs are, and the target of those that name none.
const PROGRAMS: [(&str, Option<&str>); 2] =
    [("tests/compose", None), ("tests/loops/own", Some("target"))];

/// Runs all programs and says what differs.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let subject = Subject::find(arguments)?;
    let seconds = arguments.number("time", 4)?;
    let every = arguments.number("every", 2)?.max(1) as usize;
    let out = scratch("jobs")?;
    let (mut decided, mut others, mut wrong, mut times) = (0, 0, 0, [0, 0]);
    for (directory, usual) in PROGRAMS {
        for program in programs_in(directory)?.into_iter().step_by(every) {
            let text = fs::read_to_string(&program).map_err(|error| error.to_string())?;
            let marks = |mark: &str| text.lines().find_map(|line| line.strip_prefix(mark));
            if marks("//@ external").is_some() {
                continue;
            }
            let target = marks("//@ target: ").or(usual);
            let runs = [1, 2].map(|jobs| Run::new(&subject, &program, target, jobs, seconds, &out));
            let [Some(one), Some(two)] = runs else { continue };
            let name = program.file_name().unwrap_or_default().to_string_lossy();
            match [one.is_decided(), two.is_decided()] {
                [true, true] => {
                    decided += 1;
                    times[0] += one.wall_ms;
                    times[1] += two.wall_ms;
                    if one.verdict != two.verdict {
                        wrong += 1;
                        println!("{name}: {} / {}", one.verdict, two.verdict);
                    } else if one.tests != two.tests {
                        others += 1;
                        println!("{name}: tests of {} / of {}", one.decided_by, two.decided_by);
                    }
                }
                [false, false] => {}
                [by_one, _] => {
                    let jobs = if by_one { 1 } else { 2 };
                    println!("{name} is decided only with --jobs {jobs} in {seconds} s");
                }
            }
        }
    }
    println!(
        "{decided} programs decided with both, {wrong} other verdicts, {others} with other tests; \
         {} ms with one job, {} with two",
        times[0], times[1]
    );
    if wrong > 0 { Err(format!("{wrong} differ")) } else { Ok(()) }
}

/// What came of a run.
struct Run {
    wall_ms: u64,
    verdict: String,
    decided_by: String,
    /// The bytes of each test.
    tests: Vec<Vec<u8>>,
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
        let summary: Value = serde_json::from_slice(&command.output().ok()?.stdout).ok()?;
        let text = |key: &str| summary[key].as_str().unwrap_or_default().to_owned();
        let mut tests = Vec::new();
        for test in summary["tests"].as_array()? {
            tests.push(fs::read(out.join(test["file"].as_str()?)).ok()?);
        }
        let wall_ms = summary["wall_ms"].as_u64()?;
        Some(Self { wall_ms, verdict: text("verdict"), decided_by: text("decided_by"), tests })
    }

    fn is_decided(&self) -> bool {
        !["unknown", "stopped"].contains(&self.verdict.as_str())
    }
}
