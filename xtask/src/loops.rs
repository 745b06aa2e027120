//! Abstract path conditions: the paper's programs with the times of each part, sizes, all programs of
//! `tests/loops` with and without, and random programs for the soundness of the conditions.
//!
//! Each line is a process of its own. With and without differ in `--loops` only.

#[path = "../../crates/pathweave-cli/tests/loops/random.rs"]
mod random;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::arguments::Arguments;
use crate::peers::{Limits, Peers, Workload};
use crate::subject::{Subject, root, scratch};

/// Programs with a size, its macro, and the values it is run with.
const SIZES: [(&str, &str, &[u64]); 5] = [
    ("paper/Hello.c", "N", &[100, 1_000, 10_000]),
    ("paper/HW.c", "N", &[100, 1_000, 10_000]),
    ("paper/HWM.c", "N", &[100, 1_000, 10_000]),
    ("paper/MatrIR.c", "N", &[24, 50, 100]),
    ("paper/WinDriver.c", "PACKETS", &[4, 40, 100]),
];

/// Lengths and thresholds of the running example.
const RUNNING: [(u64, u64); 7] = [
    (64, 12),
    (1_000, 12),
    (10_000, 12),
    (1_000_000, 12),
    (10_000, 100),
    (10_000, 1_000),
    (1_000_000, 10_000),
];

/// Seconds for each run on a random program.
const RANDOM_SECONDS: u64 = 3;

/// Runs one part, or all but the random programs.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let subject = Subject::find(arguments)?;
    let seconds = arguments.number("time", 60)?;
    let out = scratch("loops")?;
    let klee_clang = arguments.text("klee-clang").map(PathBuf::from);
    let models = root().join("bench/peers/cbmc.c");
    let peers = Peers::from_environment(klee_clang, &subject.clang, models);
    let runner = Runner { subject, peers, seconds, out };
    match arguments.text("part") {
        Some("paper") => runner.paper(),
        Some("sizes") => runner.sizes(),
        Some("compare") => runner.compare(),
        Some("random") => runner.random(arguments),
        Some(part) => Err(format!("no part `{part}`: paper, sizes, compare, random")),
        None => {
            runner.paper()?;
            runner.sizes()?;
            runner.compare()
        }
    }
}

struct Runner {
    subject: Subject,
    peers: Peers,
    seconds: u64,
    out: PathBuf,
}

impl Runner {
    fn reach(
        &self,
        program: &Path,
        how: &str,
        macros: &[String],
    ) -> Result<serde_json::Value, String> {
        let mut command = Command::new(&self.subject.pathweave);
        command.arg("reach").arg(program).args([
            "--target",
            "target",
            "--strategy",
            "dart",
            "--json",
            "--no-replay",
        ]);
        command.args(["--loops", how, "--time"]).arg(format!("{}s", self.seconds));
        command.arg("--clang").arg(&self.subject.clang).arg("--out").arg(self.out.join("run"));
        if !macros.is_empty() {
            command.arg("--cflags").args(macros);
        }
        let run = command.output().map_err(|error| error.to_string())?;
        serde_json::from_slice(&run.stdout)
            .map_err(|_| String::from_utf8_lossy(&run.stderr).into_owned())
    }

    fn paper(&self) -> Result<(), String> {
        println!("| program | answer | build ms | unfold ms | solve ms | execute ms | wall ms |");
        println!("| --- | --- | --- | --- | --- | --- | --- |");
        for program in programs("paper")? {
            let summary = self.reach(&program, "apc", &[])?;
            println!("{}", parts(&name(&program), &summary));
        }
        Ok(())
    }

    fn sizes(&self) -> Result<(), String> {
        println!("| program | answer | build ms | unfold ms | solve ms | execute ms | wall ms |");
        println!("| --- | --- | --- | --- | --- | --- | --- |");
        for (program, key, values) in SIZES {
            let path = root().join("tests/loops").join(program);
            for value in values {
                let summary = self.reach(&path, "apc", &[format!("-D{key}={value}")])?;
                println!("{}", parts(&format!("{} {key}={value}", name(&path)), &summary));
            }
        }
        let running = root().join("tests/loops/paper/Running.c");
        for (length, limit) in RUNNING {
            let macros = [format!("-DN={length}"), format!("-DLIMIT={limit}")];
            let summary = self.reach(&running, "apc", &macros)?;
            println!("{}", parts(&format!("Running n={length} k>{limit}"), &summary));
        }
        Ok(())
    }

    fn compare(&self) -> Result<(), String> {
        println!(
            "| program | apc | executions | queries | ms | unroll | executions | queries | ms | KLEE | ms |"
        );
        println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        for below in ["own", "paper"] {
            for program in programs(below)? {
                let mut line = format!("| {}", name(&program));
                for how in ["apc", "unroll"] {
                    let summary = self.reach(&program, how, &[])?;
                    line.push_str(&format!(
                        " | {} | {} | {} | {}",
                        summary["verdict"].as_str().unwrap_or_default(),
                        summary["executions"],
                        summary["solver"]["queries"],
                        summary["wall_ms"]
                    ));
                }
                line.push_str(&self.klee(&program));
                println!("{line} |");
            }
        }
        Ok(())
    }

    /// What KLEE makes of the target, if there is a KLEE.
    fn klee(&self, program: &Path) -> String {
        let limits = Limits { time: Duration::from_secs(self.seconds), memory_mib: 4096 };
        let workload = Workload {
            source: program,
            cflags: &[],
            target: Some("target"),
            driver: None,
            directory: &self.out,
            limits,
            stopped: &|| false,
        };
        match self.peers.klee(&workload) {
            None => " | - | -".to_owned(),
            Some(Err(error)) => format!(" | {} | -", error.lines().next().unwrap_or_default()),
            Some(Ok(run)) => {
                let verdict = match (run.found, run.complete) {
                    (true, _) => "reachable",
                    (false, true) => "unreachable",
                    (false, false) => "unknown",
                };
                format!(" | {verdict} ({}) | {}", run.how, run.wall.as_millis())
            }
        }
    }

    fn random(&self, arguments: &Arguments) -> Result<(), String> {
        let (count, seed) = (arguments.number("count", 2000)?, arguments.number("seed", 1)?);
        let seconds = arguments.number("time", RANDOM_SECONDS)?;
        let mut verdicts = [0_u64; 3];
        let mut broken = 0;
        for seed in seed..seed + count {
            match random::check(&self.subject.pathweave, &self.out, seed, seconds) {
                Ok(verdict) => verdicts[verdict as usize] += 1,
                Err(error) => {
                    broken += 1;
                    println!("{error}");
                }
            }
            if (seed + 1) % 100 == 0 {
                eprintln!("{} programs", verdicts.iter().sum::<u64>());
            }
        }
        let [reachable, unreachable, unknown] = verdicts;
        println!(
            "{count} programs: {reachable} reachable, {unreachable} unreachable, {unknown} unknown, \
             {broken} wrong"
        );
        if broken == 0 { Ok(()) } else { Err(format!("{broken} conditions are not necessary")) }
    }
}

fn programs(below: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(root().join("tests/loops").join(below));
    let mut found: Vec<PathBuf> =
        entries.map_err(|error| error.to_string())?.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    found.sort();
    Ok(found)
}

fn name(program: &Path) -> String {
    program.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn parts(name: &str, summary: &serde_json::Value) -> String {
    let loops = &summary["loops"];
    format!(
        "| {name} | {} | {} | {} | {} | {} | {} |",
        summary["verdict"].as_str().unwrap_or_default(),
        loops["build_ms"],
        loops["unfold_ms"],
        loops["solve_ms"],
        loops["execute_ms"],
        summary["wall_ms"]
    )
}
