//! One run of one row, in a process of its own: this same executable, or a peer.
//!
//! The run is told its limits of time and memory and keeps to them by itself; beyond a margin it is
//! killed from outside. Running out of either is a result like any other.

use crate::bench::peers::{Limits, PeerRun, Peers, Workload};
use crate::bench::process::{self, Ended};
use crate::bench::results::{End, Run};
use crate::bench::suite::{Row, arguments_of, has_loops};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What is added to the time of a run before it is killed.
const MARGIN: Duration = Duration::from_secs(10);

/// What all runs of a suite have in common.
pub struct Bench {
    pub executable: PathBuf,
    pub clang: PathBuf,
    pub limits: Limits,
    pub peers: Peers,
    /// How often a run is made.
    pub repeat: usize,
    /// Whether one row runs at a time, so that processor time can be told apart.
    pub alone: bool,
}

impl Bench {
    /// Runs a row in one way, as often as it is to be; the quickest counts. What was not decided once is
    /// not tried again. `scratch` is a directory that nobody else uses meanwhile.
    pub fn measure(&self, row: &Row, way: &str, scratch: &Path, stopped: &dyn Fn() -> bool) -> Run {
        let mut best = self.once(row, way, scratch, stopped);
        for _ in 1..self.repeat {
            if !best.decided() || stopped() {
                break;
            }
            let again = self.once(row, way, scratch, stopped);
            if again.decided() && again.wall_ms < best.wall_ms {
                best = again;
            }
        }
        best
    }

    fn once(&self, row: &Row, way: &str, scratch: &Path, stopped: &dyn Fn() -> bool) -> Run {
        if way == "KLEE" || way == "CBMC" {
            return self.peer(row, way, scratch, stopped);
        }
        let command = self.command(row, way, &scratch.join("out"));
        // Address space, not memory: the allocator reserves more than it uses.
        let bounded = process::bounded(&command, self.limits.memory_mib * 2);
        match process::run_unless(bounded, self.limits.time + MARGIN, stopped) {
            Ok(ended) => self.ours(row, way, &ended),
            Err(message) => failed(way, message),
        }
    }

    fn command(&self, row: &Row, way: &str, out: &Path) -> Command {
        let mut command = Command::new(&self.executable);
        command.arg(if row.target.is_some() { "reach" } else { "test" }).arg(&row.file);
        if let Some(entry) = &row.entry {
            command.args(["--entry", entry]);
        }
        if let Some(target) = &row.target {
            command.args(["--target", target]);
            command.args(["--loops", if has_loops(way) { "apc" } else { "unroll" }]);
        }
        command.args(arguments_of(way).unwrap_or_default()).args(&row.flags);
        command.args(["--json", "--no-replay"]).arg("--out").arg(out);
        command.arg("--time").arg(format!("{}ms", self.limits.time.as_millis()));
        command.arg("--max-memory").arg((self.limits.memory_mib / 2).to_string());
        command.arg("--clang").arg(&self.clang);
        if !row.cflags.is_empty() {
            command.arg("--cflags").args(&row.cflags);
        }
        command
    }

    fn ours(&self, row: &Row, way: &str, ended: &Ended) -> Run {
        let summary: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
        let number = |path: &str| summary.pointer(path).and_then(Value::as_u64);
        let text = |path: &str| summary.pointer(path).and_then(Value::as_str).map(str::to_owned);
        let mut reasons: Vec<String> = summary["incomplete"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|entry| entry["reason"].as_str().map(str::to_owned))
            .collect();
        reasons.dedup();
        let end = if summary.is_null() {
            end_without_summary(ended)
        } else {
            end_of(&summary, &reasons, self.limits.time, ended.wall)
        };
        let remark = match end {
            End::Decided => String::new(),
            End::Failed => first_line(&ended.stderr),
            _ => reasons.join(", "),
        };
        Run {
            way: way.to_owned(),
            end,
            verdict: text("/verdict").unwrap_or_else(|| end.name().to_owned()),
            remark,
            decided_by: text("/decided_by"),
            executions: number("/executions"),
            queries: number("/solver/queries"),
            paths: number("/paths"),
            checks: number("/solver/checks"),
            init_checks: number("/memo/init_checks"),
            covered: number("/coverage/branches_covered").filter(|_| row.target.is_none()),
            branches: number("/coverage/branches").filter(|_| row.target.is_none()),
            wall_ms: milliseconds(ended.wall),
            cpu_ms: self.alone.then(|| milliseconds(ended.cpu)),
            peak_kib: number("/peak_rss_kib").unwrap_or(ended.peak_kib),
        }
    }

    fn peer(&self, row: &Row, way: &str, directory: &Path, stopped: &dyn Fn() -> bool) -> Run {
        let driver = match (&row.entry, row.numbers) {
            (None, _) => None,
            (Some(entry), Some(count)) => Some((entry.as_str(), count)),
            (Some(_), None) => {
                let remark = "its entry takes pointers".to_owned();
                return Run { end: End::NotApplicable, ..failed(way, remark) };
            }
        };
        let workload = Workload {
            source: &row.file,
            cflags: &row.cflags,
            target: row.target.as_deref(),
            driver,
            directory,
            limits: self.limits,
            stopped,
        };
        let run = match way {
            "KLEE" => self.peers.klee(&workload),
            _ => self.peers.cbmc(&workload),
        };
        match run {
            Some(Ok(run)) => theirs(way, row, &run, self.limits.time),
            Some(Err(message)) => failed(way, first_line(&message)),
            None => failed(way, "is not there".to_owned()),
        }
    }
}

/// How a run that told its summary ended.
fn end_of(summary: &Value, reasons: &[String], limit: Duration, wall: Duration) -> End {
    let has = |word: &str| reasons.iter().any(|reason| reason == word);
    match summary["verdict"].as_str() {
        Some("reachable" | "unreachable" | "explored") => End::Decided,
        _ if summary["complete"] == true => End::Decided,
        _ if has("memory") => End::OutOfMemory,
        _ if has("timeout") || wall >= limit => End::TimeOut,
        _ => End::Undecided,
    }
}

/// How a run that told nothing ended.
fn end_without_summary(ended: &Ended) -> End {
    let starved = ["memory allocation", "out of memory", "Cannot allocate"];
    match ended.code {
        _ if ended.timed_out => End::TimeOut,
        _ if starved.iter().any(|text| ended.stderr.contains(text)) => End::OutOfMemory,
        _ => End::Failed,
    }
}

/// What a peer made of a row.
fn theirs(way: &str, row: &Row, run: &PeerRun, limit: Duration) -> Run {
    let (end, verdict) = match (&run.failure, &row.target) {
        _ if run.found => (End::Decided, "reachable"),
        (_, Some(_)) if run.complete => (End::Decided, "unreachable"),
        (_, None) if run.complete => (End::Decided, "explored"),
        (Some(_), _) => (End::Failed, "failed"),
        _ if run.wall >= limit => (End::TimeOut, "time-out"),
        _ => (End::Undecided, "unknown"),
    };
    let remark = run.failure.as_ref().map_or_else(|| run.how.clone(), |text| first_line(text));
    Run {
        end,
        verdict: verdict.to_owned(),
        remark,
        paths: run.paths,
        queries: run.queries,
        wall_ms: milliseconds(run.wall),
        peak_kib: run.peak_kib,
        ..failed(way, String::new())
    }
}

fn failed(way: &str, remark: String) -> Run {
    Run {
        way: way.to_owned(),
        end: End::Failed,
        verdict: End::Failed.name().to_owned(),
        remark,
        decided_by: None,
        executions: None,
        queries: None,
        paths: None,
        checks: None,
        init_checks: None,
        covered: None,
        branches: None,
        wall_ms: 0.0,
        cpu_ms: None,
        peak_kib: 0,
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 10_000.0).round() / 10.0
}

fn first_line(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("nothing said");
    line.trim().chars().take(160).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn row() -> Row {
        Row {
            name: "N=5".to_owned(),
            size: Some(5),
            file: PathBuf::from("a.c"),
            entry: None,
            target: None,
            cflags: vec!["-DN=5".to_owned()],
            flags: Vec::new(),
            numbers: None,
            published: Vec::new(),
            quick: true,
        }
    }

    /// What is made of an executable that behaves like the script.
    fn measured(script: &str, time: Duration) -> Run {
        let directory = tempfile::tempdir().expect("a directory");
        let executable = directory.path().join("fake");
        std::fs::write(&executable, format!("#!/bin/sh\n{script}")).expect("a script");
        std::fs::set_permissions(&executable, std::fs::Permissions::from_mode(0o755))
            .expect("a mode");
        let bench = Bench {
            executable,
            clang: PathBuf::from("clang"),
            limits: Limits { time, memory_mib: 1000 },
            peers: Peers::from_environment(None, Path::new("clang"), PathBuf::new()),
            repeat: 1,
            alone: true,
        };
        // The margin is for runs that end by themselves; the test does not wait for it.
        let start = std::time::Instant::now();
        bench.measure(&row(), "smart", directory.path(), &|| start.elapsed() > time * 2)
    }

    #[test]
    fn running_out_is_a_result() {
        let stopped = r#"echo '{"verdict": "stopped", "complete": false, "executions": 7,
            "incomplete": [{"reason": "timeout"}], "solver": {"queries": 3}}'"#;
        let run = measured(stopped, Duration::from_secs(5));
        assert_eq!((run.end, run.executions, run.queries), (End::TimeOut, Some(7), Some(3)));
        assert_eq!((run.verdict.as_str(), run.remark.as_str()), ("stopped", "timeout"));
        let run = measured("exec sleep 60", Duration::from_millis(100));
        assert_eq!((run.end, run.verdict.as_str()), (End::TimeOut, "time-out"));
        let script = "echo 'memory allocation of 9 bytes failed' >&2; exit 134";
        assert_eq!(measured(script, Duration::from_secs(5)).end, End::OutOfMemory);
        let run = measured("echo 'error: no such file' >&2; exit 2", Duration::from_secs(5));
        assert_eq!((run.end, run.remark.as_str()), (End::Failed, "error: no such file"));
    }

    #[test]
    fn figures_are_those_of_the_summary() {
        let script = r#"case "$*" in *"--strategy smart"*"--cflags -DN=5") ;; *) exit 1 ;; esac
            echo '{"verdict": "explored", "complete": true, "executions": 13, "paths": 14,
            "solver": {"queries": 16, "checks": 20}, "peak_rss_kib": 18000}'"#;
        let run = measured(script, Duration::from_secs(5));
        assert_eq!((run.end, run.verdict.as_str()), (End::Decided, "explored"));
        assert_eq!((run.executions, run.paths, run.checks), (Some(13), Some(14), Some(20)));
        assert_eq!(run.peak_kib, 18000);
    }
}
