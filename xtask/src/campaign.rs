//! Ten minutes of `pathweave test` on real code: zlib's `inflate` and cJSON.
//!
//! While a run goes on, its memory and its own summary are read at fixed
//! times; afterwards the tests found until each of these times are run on a
//! native build, for coverage against time. Coverage is always native: what
//! the interpreter believes to have covered is not printed.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::arguments::Arguments;
use crate::process;
use crate::sources::{self, Package};
use crate::subject::{Subject, root, scratch};

/// A library with a harness of ours in `bench/real`.
struct Target {
    name: &'static str,
    package: Package,
    files: &'static [&'static str],
    harness: &'static str,
    flags: &'static [&'static str],
}

const TARGETS: [Target; 2] = [
    Target {
        name: "inflate",
        package: Package { name: "libz-sys", version: "1.1.31", directory: "src/zlib" },
        files: &["inflate.c", "inffast.c", "inftrees.c", "zutil.c", "adler32.c", "crc32.c"],
        harness: "inflate.c",
        flags: &[],
    },
    Target {
        name: "json",
        package: Package {
            name: "rdkafka-sys",
            version: "4.10.0+2.12.1",
            directory: "librdkafka/src",
        },
        files: &["cJSON.c"],
        harness: "json.c",
        flags: &[],
    },
];

/// Seconds after which a run is looked at, and its end.
const MOMENTS: [u64; 9] = [2, 5, 10, 20, 30, 60, 120, 300, 600];

/// What was seen at one moment.
struct Sample {
    seconds: u64,
    /// Resident memory then.
    rss_kib: u64,
    /// The summary as it was on disk.
    summary: Value,
}

/// Runs the campaign on the targets asked for.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let only = arguments.text("only");
    let seconds = arguments.number("time", 600)?;
    let subject = Subject::find(arguments)?;
    let vendored = sources::fetch("campaign", &TARGETS.map(|target| target.package))?;
    let directory = scratch("campaign")?;
    let mut failed = Vec::new();
    for target in TARGETS.iter().filter(|target| only.is_none_or(|name| name == target.name)) {
        println!("\n{}: {} {}", target.name, target.package.name, target.package.version);
        let out = directory.join(target.name);
        let mut command = target.command(&subject, &vendored, &out, seconds);
        command.args(arguments.text("size").map(|size| format!("-DN={size}")));
        println!("{}", process::show(&command));
        match explore(command, &out, seconds)
            .and_then(|samples| report(target.name, &subject, &directory, &out, &samples))
        {
            Ok(()) => {}
            Err(reason) => {
                println!("{reason}");
                failed.push(target.name);
            }
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

impl Target {
    /// `pathweave test`; more flags of clang may follow.
    fn command(&self, subject: &Subject, vendored: &Path, out: &Path, seconds: u64) -> Command {
        let directory = vendored.join(self.package.name).join(self.package.directory);
        let mut command = Command::new(&subject.pathweave);
        command.arg("test").arg(root().join("bench/real").join(self.harness));
        command.args(self.files.iter().map(|file| directory.join(file)));
        command.arg("--clang").arg(&subject.clang).args(["--strategy", "dart", "--no-replay"]);
        command.arg("--time").arg(format!("{seconds}s"));
        command.arg("--out").arg(out).arg("--cflags").args(self.flags).arg("-w");
        command.arg(format!("-I{}", directory.display()));
        command
    }
}

/// Runs the exploration, looking at it at every moment.
fn explore(mut command: Command, out: &Path, seconds: u64) -> Result<Vec<Sample>, String> {
    let _ = std::fs::remove_dir_all(out);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let started = Instant::now();
    let mut child =
        command.spawn().map_err(|error| format!("{}: {error}", process::show(&command)))?;
    let mut samples = Vec::new();
    for moment in MOMENTS.into_iter().filter(|moment| *moment < seconds) {
        if wait_until(&mut child, started + Duration::from_secs(moment))? {
            break;
        }
        samples.push(sample(moment, child.id(), out));
    }
    // Over its time by this much, it is stuck.
    let end = started + Duration::from_secs(seconds + seconds / 20 + 10);
    let mut last = 0;
    while Instant::now() < end && !wait_until(&mut child, Instant::now() + Duration::from_secs(1))?
    {
        last = process::memory_of(child.id(), "VmRSS:").unwrap_or(last);
    }
    let is_over = child.try_wait().map_err(|error| error.to_string())?.is_some();
    if !is_over {
        child.kill().and_then(|()| child.wait()).map_err(|error| error.to_string())?;
        return Err(format!("did not end {} s after its time", seconds / 20 + 10));
    }
    let summary = read_summary(out);
    if summary["running"].as_bool() == Some(true) || summary.is_null() {
        let said = std::io::read_to_string(child.stderr.take().ok_or("no output")?);
        return Err(format!("ended without a summary: {}", said.unwrap_or_default()));
    }
    let seconds = started.elapsed().as_secs();
    samples.push(Sample { seconds, rss_kib: last, summary });
    Ok(samples)
}

/// Waits for the end of a process or for a moment; whether it ended.
fn wait_until(child: &mut Child, moment: Instant) -> Result<bool, String> {
    while Instant::now() < moment {
        if child.try_wait().map_err(|error| error.to_string())?.is_some() {
            return Ok(true);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(false)
}

fn sample(seconds: u64, process: u32, out: &Path) -> Sample {
    let rss_kib = process::memory_of(process, "VmRSS:").unwrap_or(0);
    Sample { seconds, rss_kib, summary: read_summary(out) }
}

/// The summary on disk; it is replaced as a whole, so it can be read at any time.
fn read_summary(out: &Path) -> Value {
    let text = std::fs::read_to_string(out.join("summary.json")).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Prints the table of a run: native coverage and memory against time, bugs, and what native runs
/// say otherwise.
fn report(
    name: &str,
    subject: &Subject,
    directory: &Path,
    out: &Path,
    samples: &[Sample],
) -> Result<(), String> {
    let end = samples.last().ok_or("nothing was seen")?;
    let found = found_times(&end.summary);
    // Tests are timed from the start of exploration, the rest from that of the process, which
    // compiles first. A bug's test counts from its last, shortest input.
    println!("| s | paths | tests | native lines | native branches | MiB |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let mut points = Vec::new();
    let mut native = Value::Null;
    for sample in samples {
        let until = if std::ptr::eq(sample, end) { u64::MAX } else { sample.seconds * 1000 };
        let tests = found.iter().filter(|(_, after)| *after <= until).count();
        native = match tests {
            0 => Value::Null,
            _ => replay_until(subject, directory, out, &found, until)?,
        };
        let coverage = &native["native"]["coverage"];
        let share = |covered: &str, all: &str| match coverage[all].as_u64() {
            Some(all) => format!("{} of {all}", coverage[covered]),
            None => "-".to_owned(),
        };
        println!(
            "| {} | {} | {tests} | {} | {} | {} |",
            sample.seconds,
            sample.summary["paths"],
            share("lines_covered", "lines"),
            share("branches_covered", "branches"),
            sample.rss_kib / 1024
        );
        points.push(json!({
            "seconds": sample.seconds, "paths": sample.summary["paths"], "tests": tests,
            "coverage": coverage, "rss_kib": sample.rss_kib,
        }));
    }
    // A summary of a running exploration counts every question, this one those to the core.
    let solver = &end.summary["solver"];
    println!("queries at the core {}, solver {} ms", solver["queries"], solver["time_ms"]);
    println!("peak {} MiB", end.summary["peak_rss_kib"].as_u64().unwrap_or(0) / 1024);
    print_findings(&end.summary, &native["native"]);
    let text = serde_json::to_string_pretty(&json!({ "name": name, "points": points }));
    let file = directory.join(format!("{name}.json"));
    std::fs::write(&file, text.unwrap_or_default())
        .map_err(|error| format!("{}: {error}", file.display()))?;
    println!("as JSON: {}", file.display());
    Ok(())
}

fn print_findings(summary: &Value, native: &Value) {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    for entry in list(&summary["incomplete"]).iter().take(10) {
        println!("not complete: {} {} {}", entry["reason"], entry["where"], entry["count"]);
    }
    let bugs = list(&summary["bugs"]);
    for bug in &bugs {
        println!("BUG {} at {}: {}", bug["kind"], bug["where"], bug["test"]);
    }
    if bugs.is_empty() {
        println!("no bug was found");
    }
    println!("native: {} of {} tests end as they claim", native["confirmed"], native["tests"]);
    for (word, field) in [("differs", "differs"), ("not judged", "unjudged")] {
        for remark in list(&native[field]) {
            println!("{word}: {}: {}", remark["test"], remark["how"]);
        }
    }
}

/// The number of each test and the milliseconds after which it was found.
fn found_times(summary: &Value) -> Vec<(String, u64)> {
    let tests = summary["tests"].as_array().into_iter().flatten();
    tests
        .filter_map(|test| {
            let stem =
                Path::new(test["file"].as_str()?).file_stem()?.to_string_lossy().into_owned();
            Some((stem, test["found_after_ms"].as_u64().unwrap_or(0)))
        })
        .collect()
}

/// Runs the tests found until a moment natively: what `pathweave replay --json` prints.
fn replay_until(
    subject: &Subject,
    directory: &Path,
    out: &Path,
    found: &[(String, u64)],
    until: u64,
) -> Result<Value, String> {
    let part = directory.join("part");
    let _ = std::fs::remove_dir_all(&part);
    let copy = |name: &str| {
        std::fs::copy(out.join(name), part.join(name)).map_err(|error| format!("{name}: {error}"))
    };
    std::fs::create_dir_all(part.join("tests")).map_err(|error| error.to_string())?;
    copy("run.json")?;
    for (stem, _) in found.iter().filter(|(_, after)| *after <= until) {
        copy(&format!("tests/{stem}.json"))?;
    }
    let mut command = Command::new(&subject.pathweave);
    command.arg("replay").arg(&part).arg("--json");
    let ended = process::run(command, Duration::from_secs(600))?;
    let report: Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
    if report.is_null() { Err(format!("replay: {}", ended.stderr)) } else { Ok(report) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_tests() {
        let summary = json!({ "tests": [
            { "file": "tests/000001.ktest", "found_after_ms": 7 },
            { "file": "tests/000002.ktest", "found_after_ms": 2500 },
        ] });
        let found = found_times(&summary);
        assert_eq!(found, [("000001".to_owned(), 7), ("000002".to_owned(), 2500)]);
        assert!(MOMENTS.is_sorted());
    }

    #[test]
    fn every_harness_is_there() {
        for target in &TARGETS {
            assert!(root().join("bench/real").join(target.harness).is_file());
        }
    }
}
