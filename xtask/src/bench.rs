//! Whole-program workloads: what `pathweave test --strategy dart` makes of
//! `bench/programs`, with KLEE and CBMC beside it where there are any.
//!
//! Each program runs in a process of its own under limits of time and memory.
//! Running out of either is a result, and its line says so; a ratio to a peer
//! that did not finish is a bound (`>`, `<`), never an equation.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use crate::arguments::Arguments;
use crate::peers::{Limits, PeerRun, Peers, Workload};
use crate::process;
use crate::subject::{Subject, root, scratch};

/// Pathweave's figures of one program.
struct Figures {
    program: String,
    complete: bool,
    paths: u64,
    queries: u64,
    cached: u64,
    instructions: u64,
    solver_ms: f64,
    wall_ms: f64,
    cpu_ms: f64,
    peak_kib: u64,
    /// Reasons why it is not complete, or why there are no figures.
    reasons: Vec<String>,
}

/// One line of the table.
struct Line {
    figures: Figures,
    klee: Option<Result<PeerRun, String>>,
    cbmc: Option<Result<PeerRun, String>>,
}

/// Runs the suite and prints its tables.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let subject = Subject::find(arguments)?;
    let limits = Limits {
        time: Duration::from_secs(arguments.number("time", 30)?),
        memory_mib: arguments.number("memory", 4096)?,
    };
    let klee_clang = arguments.text("klee-clang").map(PathBuf::from);
    let models = root().join("bench/peers/cbmc.c");
    let peers = Peers::from_environment(klee_clang, &subject.clang, models);
    let directory = scratch("bench")?;
    let mut lines = Vec::new();
    println!("{HEAD}");
    for source in sources(arguments.text("only"))? {
        let figures = explore(&subject, &source, &directory, limits)?;
        println!("{}", row(&figures));
        let workload = Workload {
            source: &source,
            cflags: &[],
            target: None,
            driver: None,
            directory: &directory,
            limits,
            stopped: &|| false,
        };
        let (klee, cbmc) = (peers.klee(&workload), peers.cbmc(&workload));
        lines.push(Line { figures, klee, cbmc });
    }
    println!("{}", sums(&lines));
    print_peer("KLEE", &lines, |line| line.klee.as_ref());
    print_peer("CBMC", &lines, |line| line.cbmc.as_ref());
    let file = arguments.text("json").map_or_else(|| directory.join("bench.json"), PathBuf::from);
    let text = serde_json::to_string_pretty(&as_json(&lines, limits)).unwrap_or_default();
    std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    println!("\nas JSON: {}", file.display());
    let failed: Vec<&str> = lines
        .iter()
        .filter(|line| line.figures.paths == 0)
        .map(|line| line.figures.program.as_str())
        .collect();
    if failed.is_empty() { Ok(()) } else { Err(format!("no result: {}", failed.join(", "))) }
}

/// The workloads, or those whose names are in `only`.
fn sources(only: Option<&str>) -> Result<Vec<PathBuf>, String> {
    let directory = root().join("bench/programs");
    let entries = std::fs::read_dir(&directory)
        .map_err(|error| format!("{}: {error}", directory.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    if let Some(only) = only {
        files.retain(|file| only.split(',').any(|name| name == stem(file)));
    }
    files.sort();
    if files.is_empty() { Err("no such program in bench/programs".into()) } else { Ok(files) }
}

fn stem(file: &Path) -> String {
    file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn explore(
    subject: &Subject,
    source: &Path,
    directory: &Path,
    limits: Limits,
) -> Result<Figures, String> {
    let mut command = Command::new(&subject.pathweave);
    command.arg("test").arg(source).arg("--clang").arg(&subject.clang);
    command.args(["--strategy", "dart", "--no-replay", "--json"]);
    command.arg("--time").arg(format!("{}s", limits.time.as_secs()));
    command.arg("--max-memory").arg((limits.memory_mib / 2).to_string());
    command.arg("--out").arg(directory.join("out"));
    // The search keeps to its bounds by itself; these here are for when it does not.
    let bounded = process::bounded(&command, limits.memory_mib * 2);
    let ended = process::run(bounded, limits.time + Duration::from_secs(10))?;
    let summary: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
    let number = |value: &Value| value.as_f64().unwrap_or(0.0);
    let mut reasons: Vec<String> = summary["incomplete"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|entry| entry["reason"].as_str().map(str::to_owned))
        .collect();
    reasons.dedup();
    if summary.is_null() {
        reasons.push(if ended.timed_out { "killed".into() } else { ended.stderr.trim().into() });
    }
    reasons.extend(
        summary["bugs"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|bug| format!("BUG {} at {}", bug["kind"].as_str().unwrap_or("?"), bug["where"])),
    );
    Ok(Figures {
        program: stem(source),
        complete: summary["complete"].as_bool().unwrap_or(false),
        paths: summary["paths"].as_u64().unwrap_or(0),
        queries: summary["solver"]["queries"].as_u64().unwrap_or(0),
        cached: summary["solver"]["cached"].as_u64().unwrap_or(0),
        instructions: summary["instructions"].as_u64().unwrap_or(0),
        solver_ms: number(&summary["solver"]["time_ms"]),
        wall_ms: ended.wall.as_secs_f64() * 1000.0,
        cpu_ms: ended.cpu.as_secs_f64() * 1000.0,
        peak_kib: summary["peak_rss_kib"].as_u64().unwrap_or(ended.peak_kib),
        reasons,
    })
}

const HEAD: &str = "\
| program | paths | complete | queries | answered before | instructions | solver share | wall ms | cpu ms | MiB | ms/path | ms/query |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |";

fn row(figures: &Figures) -> String {
    let ended = if figures.complete { "yes".to_owned() } else { figures.reasons.join(", ") };
    format!(
        "| {} | {} | {ended} | {} | {} | {} | {:.0} % | {:.0} | {:.0} | {} | {:.3} | {:.3} |",
        figures.program,
        figures.paths,
        figures.queries,
        figures.cached,
        figures.instructions,
        100.0 * figures.solver_ms / figures.wall_ms.max(1e-9),
        figures.wall_ms,
        figures.cpu_ms,
        figures.peak_kib / 1024,
        figures.wall_ms / figures.paths.max(1) as f64,
        figures.solver_ms / figures.queries.max(1) as f64,
    )
}

/// The line below the table: sums, and the two averages over everything.
fn sums(lines: &[Line]) -> String {
    let whole = Figures {
        program: format!("all {}", lines.len()),
        complete: false,
        paths: lines.iter().map(|line| line.figures.paths).sum(),
        queries: lines.iter().map(|line| line.figures.queries).sum(),
        cached: lines.iter().map(|line| line.figures.cached).sum(),
        instructions: lines.iter().map(|line| line.figures.instructions).sum(),
        solver_ms: lines.iter().map(|line| line.figures.solver_ms).sum(),
        wall_ms: lines.iter().map(|line| line.figures.wall_ms).sum(),
        cpu_ms: lines.iter().map(|line| line.figures.cpu_ms).sum(),
        peak_kib: lines.iter().map(|line| line.figures.peak_kib).max().unwrap_or(0),
        reasons: vec![format!(
            "{} of {}",
            lines.iter().filter(|line| line.figures.complete).count(),
            lines.len()
        )],
    };
    row(&whole)
}

/// A peer's table, with the ratio of its time to ours, if it was run.
fn print_peer(name: &str, lines: &[Line], run: impl Fn(&Line) -> Option<&Result<PeerRun, String>>) {
    if lines.iter().all(|line| run(line).is_none()) {
        return;
    }
    println!("\n| program | pathweave ms | {name} ms | how | paths | complete | MiB | ratio |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut logarithms = Vec::new();
    for line in lines {
        let figures = &line.figures;
        match run(line) {
            Some(Ok(peer)) => {
                let ratio = ratio(figures, peer);
                logarithms.extend(ratio.exact.map(f64::ln));
                println!(
                    "| {} | {:.0} | {:.0} | {} | {} | {} | {} | {} |",
                    figures.program,
                    figures.wall_ms,
                    peer.wall.as_secs_f64() * 1000.0,
                    peer.how,
                    peer.paths.map_or_else(|| "-".to_owned(), |paths| paths.to_string()),
                    match &peer.failure {
                        Some(failure) => failure.as_str(),
                        None if peer.complete => "yes",
                        None => "no",
                    },
                    peer.peak_kib / 1024,
                    ratio.text
                );
            }
            Some(Err(reason)) => println!("| {} | | {} |", figures.program, reason.trim()),
            None => {}
        }
    }
    if !logarithms.is_empty() {
        let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
        println!("geometric mean of {} exact ratios: {mean:.2}", logarithms.len());
    }
}

/// How many times as long the peer takes.
struct Ratio {
    text: String,
    /// Where both finished.
    exact: Option<f64>,
}

fn ratio(ours: &Figures, peer: &PeerRun) -> Ratio {
    let quotient = peer.wall.as_secs_f64() * 1000.0 / ours.wall_ms.max(1e-9);
    let text = match (ours.complete, peer.complete) {
        _ if peer.failure.is_some() => "-".to_owned(),
        (true, true) => format!("{quotient:.2}"),
        (true, false) => format!("> {quotient:.2}"),
        (false, true) => format!("< {quotient:.2}"),
        // Neither finished: only the paths explored in the time can be compared.
        (false, false) => match peer.paths {
            Some(paths) => {
                format!("{:.2} by paths", ours.paths as f64 / paths.max(1) as f64 * quotient)
            }
            None => "-".to_owned(),
        },
    };
    let exact = (ours.complete && peer.complete && peer.failure.is_none()).then_some(quotient);
    Ratio { text, exact }
}

fn as_json(lines: &[Line], limits: Limits) -> Value {
    let peer = |run: &Option<Result<PeerRun, String>>| match run {
        None => Value::Null,
        Some(Err(reason)) => json!({ "failure": reason }),
        Some(Ok(run)) => json!({
            "how": run.how, "complete": run.complete, "paths": run.paths, "queries": run.queries,
            "instructions": run.instructions, "wall_ms": run.wall.as_secs_f64() * 1000.0,
            "peak_kib": run.peak_kib, "failure": run.failure,
        }),
    };
    let programs: Vec<Value> = lines
        .iter()
        .map(|line| {
            let figures = &line.figures;
            json!({
                "program": figures.program, "complete": figures.complete, "paths": figures.paths,
                "queries": figures.queries, "cached": figures.cached,
                "instructions": figures.instructions, "solver_ms": figures.solver_ms,
                "wall_ms": figures.wall_ms, "cpu_ms": figures.cpu_ms,
                "peak_kib": figures.peak_kib, "incomplete": figures.reasons,
                "klee": peer(&line.klee), "cbmc": peer(&line.cbmc),
            })
        })
        .collect();
    json!({
        "time_s": limits.time.as_secs(), "memory_mib": limits.memory_mib, "programs": programs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(complete: bool, paths: u64) -> Figures {
        Figures {
            program: "p".into(),
            complete,
            paths,
            queries: 1,
            cached: 0,
            instructions: 1,
            solver_ms: 1.0,
            wall_ms: 100.0,
            cpu_ms: 100.0,
            peak_kib: 1024,
            reasons: Vec::new(),
        }
    }

    fn theirs(complete: bool, paths: Option<u64>, ms: u64) -> PeerRun {
        PeerRun {
            found: false,
            how: String::new(),
            complete,
            paths,
            queries: None,
            instructions: None,
            wall: Duration::from_millis(ms),
            peak_kib: 0,
            failure: None,
        }
    }

    #[test]
    fn ratios_are_exact_only_when_both_finished() {
        assert_eq!(ratio(&ours(true, 5), &theirs(true, Some(5), 250)).text, "2.50");
        assert_eq!(ratio(&ours(true, 5), &theirs(false, Some(5), 250)).text, "> 2.50");
        assert_eq!(ratio(&ours(false, 5), &theirs(true, None, 50)).text, "< 0.50");
        assert_eq!(ratio(&ours(false, 30), &theirs(false, Some(10), 100)).text, "3.00 by paths");
        assert!(ratio(&ours(false, 5), &theirs(true, None, 50)).exact.is_none());
    }

    #[test]
    fn unknown_programs_are_refused() {
        assert!(sources(Some("nothing_of_this_name")).is_err());
        assert_eq!(sources(Some("roman,utf8_decoder")).expect("two programs").len(), 2);
    }
}
