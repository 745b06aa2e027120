//! No false alarm: `pathweave test`, native runs included, over every program
//! of `tests/programs` and `tests/symbolic`.
//!
//! A reported bug must be marked in the file (`//~ BUG class`) and confirmed;
//! a mark must be reported; no test may end otherwise natively than it claims.
//! What native runs could not judge is listed and counted, and is no failure.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;

use crate::arguments::Arguments;
use crate::process;
use crate::subject::{Subject, root, scratch};

const SUITES: [&str; 7] = [
    "tests/programs/pass",
    "tests/programs/bug",
    "tests/programs/limits",
    "tests/symbolic/paths",
    "tests/symbolic/harness",
    "tests/symbolic/dart",
    "tests/symbolic/entry",
];

/// A bug: its line and its class.
type Bug = (u64, String);

/// What a program says about itself.
struct Expectation {
    flags: Vec<String>,
    cflags: Vec<String>,
    bugs: BTreeSet<Bug>,
    /// Whether it works with arguments, standard input or files: exploration has none of them, and
    /// what it then finds is no false alarm.
    needs_surroundings: bool,
    /// Native code beside it that the explorer must not see.
    external: Option<String>,
}

/// What became of one program.
#[derive(Default)]
struct Judgement {
    /// Marked bugs that were reported: confirmed natively, and by the interpreter alone.
    native: usize,
    interpreter: usize,
    tests: u64,
    confirmed: u64,
    failures: Vec<String>,
    /// What native runs could not tell.
    unjudged: Vec<String>,
    /// Why the tests were not run natively.
    not_replayed: Option<String>,
}

/// Runs over all programs and prints everything that is not as it should be.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let subject = Subject::find(arguments)?;
    let seconds = arguments.number("time", 30)?;
    let every = arguments.number("every", 1)?.max(1) as usize;
    let strategy = arguments.text("strategy").unwrap_or("auto");
    let directory = scratch(&format!("alarms/{strategy}"))?;
    let programs = programs(arguments.text("only"))?;
    let (mut sum, mut failed, mut run) = (Judgement::default(), 0, 0);
    let mut near_misses = 0;
    for program in programs.iter().step_by(every) {
        let first = program.first().ok_or("a program without files")?;
        let name = first.strip_prefix(root()).unwrap_or(first).display().to_string();
        let text = std::fs::read_to_string(first).map_err(|error| format!("{name}: {error}"))?;
        let expected = expectation(&text);
        if expected.needs_surroundings {
            println!("{name}: left out: it is about its arguments, input or files");
            continue;
        }
        let judgement = match explore(&subject, program, &expected, &directory, (strategy, seconds))
        {
            Ok(summary) => judge(&summary, &expected),
            Err(reason) => Judgement { failures: vec![reason], ..Judgement::default() },
        };
        for failure in &judgement.failures {
            println!("{name}: {failure}");
        }
        for remark in &judgement.unjudged {
            println!("{name}: not judged: {remark}");
        }
        if let Some(reason) = &judgement.not_replayed {
            println!("{name}: not run natively: {reason}");
        }
        run += 1;
        failed += usize::from(!judgement.failures.is_empty());
        near_misses += usize::from(expected.bugs.is_empty() && judgement.failures.is_empty());
        sum.absorb(judgement);
    }
    println!("{run} programs, {near_misses} of them without a bug and silent");
    println!(
        "marked bugs reported: {} confirmed natively, {} by the interpreter alone",
        sum.native, sum.interpreter
    );
    println!(
        "native runs: {} of {} tests end as they claim, {} not judged",
        sum.confirmed,
        sum.tests,
        sum.unjudged.len()
    );
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of {run} programs are not as marked")) }
}

impl Judgement {
    fn absorb(&mut self, other: Judgement) {
        self.native += other.native;
        self.interpreter += other.interpreter;
        self.tests += other.tests;
        self.confirmed += other.confirmed;
        self.failures.extend(other.failures);
        self.unjudged.extend(other.unjudged);
    }
}

/// The programs of all suites, or those with `only` in their names; each is its files. Those of a
/// directory `multi_*` are one program.
fn programs(only: Option<&str>) -> Result<Vec<Vec<PathBuf>>, String> {
    let mut files = Vec::new();
    for suite in SUITES {
        collect(&root().join(suite), &mut files)?;
    }
    files.retain(|file| only.is_none_or(|part| file.to_string_lossy().contains(part)));
    files.sort();
    let together = |left: &PathBuf, right: &PathBuf| {
        let is_multi = |directory: &Path| {
            directory.file_name().is_some_and(|name| name.to_string_lossy().starts_with("multi_"))
        };
        left.parent() == right.parent() && left.parent().is_some_and(is_multi)
    };
    let programs: Vec<Vec<PathBuf>> = files.chunk_by(together).map(<[PathBuf]>::to_vec).collect();
    if programs.is_empty() { Err("no such program".into()) } else { Ok(programs) }
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(directory)
        .map_err(|error| format!("{}: {error}", directory.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() && path.file_name().is_some_and(|name| name != "external") {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
    Ok(())
}

/// Reads the directives and marks.
fn expectation(text: &str) -> Expectation {
    let directive = |key: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix("//@ ")?.strip_prefix(key)?.strip_prefix(':'))
            .map(str::trim)
    };
    let words = |key: &str| -> Vec<String> {
        directive(key).into_iter().flat_map(str::split_whitespace).map(str::to_owned).collect()
    };
    let mut flags = words("test");
    flags.extend(words("run"));
    if let [pointer, count] = &words("buffer")[..] {
        flags.extend(["--buffer".to_owned(), format!("{pointer}={count}")]);
    }
    for (key, flag) in [("max-size", "--max-size"), ("entry", "--entry")] {
        flags.extend(directive(key).into_iter().flat_map(|word| [flag.into(), word.to_owned()]));
    }
    let marks = text.lines().enumerate().filter_map(|(index, line)| {
        let class = line.split("//~ BUG ").nth(1)?.split_whitespace().next()?;
        Some((index as u64 + 1, class.to_owned()))
    });
    Expectation {
        flags,
        cflags: words("cflags"),
        bugs: marks.collect(),
        needs_surroundings: ["args", "stdin", "files"].iter().any(|key| directive(key).is_some()),
        external: directive("external").map(str::to_owned),
    }
}

fn explore(
    subject: &Subject,
    program: &[PathBuf],
    expected: &Expectation,
    directory: &Path,
    (strategy, seconds): (&str, u64),
) -> Result<Value, String> {
    let mut command = Command::new(&subject.pathweave);
    command.arg("test").args(program).args(["--strategy", strategy, "--json"]);
    command.arg("--time").arg(format!("{seconds}s")).arg("--out").arg(directory.join("out"));
    command.args(&expected.flags);
    if let Some(source) = &expected.external {
        let library = directory.join("external.so");
        let beside = program.first().map(|first| first.with_file_name(source));
        subject.compile(
            beside.as_slice(),
            &["-shared".into(), "-fPIC".into(), "-O1".into()],
            &library,
        )?;
        command.arg("--native-library").arg(library);
    }
    if !expected.cflags.is_empty() {
        command.arg("--cflags").args(&expected.cflags);
    }
    let ended = process::run(command, Duration::from_secs(seconds + 20))?;
    if ended.timed_out {
        return Err("killed, 20 s after its time".into());
    }
    serde_json::from_str(&ended.stdout).map_err(|_| format!("no summary: {}", ended.stderr.trim()))
}

/// Compares a summary with the marks.
fn judge(summary: &Value, expected: &Expectation) -> Judgement {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut judgement = Judgement::default();
    let mut reported = BTreeSet::new();
    for bug in list(&summary["bugs"]) {
        let line = bug["where"].as_str().and_then(|place| place.rsplit(':').next()?.parse().ok());
        let found: Bug = (line.unwrap_or(0), bug["kind"].as_str().unwrap_or("unknown").to_owned());
        match bug["confirmed"].as_str() {
            _ if !expected.bugs.contains(&found) => {
                judgement.failures.push(format!("ALARM {} at {}", found.1, bug["where"]));
            }
            Some("native") => judgement.native += 1,
            Some("interpreter") => judgement.interpreter += 1,
            _ => judgement.failures.push(format!("{} is not confirmed", found.1)),
        }
        reported.insert(found);
    }
    for (line, class) in expected.bugs.difference(&reported) {
        judgement.failures.push(format!("missed {class} in line {line}"));
    }
    let native = &summary["native"];
    judgement.tests = native["tests"].as_u64().unwrap_or(0);
    judgement.confirmed = native["confirmed"].as_u64().unwrap_or(0);
    let remark = |entry: &Value| format!("{}: {}", entry["test"], entry["how"]);
    let differs = list(&native["differs"]);
    judgement.failures.extend(differs.iter().map(|entry| format!("DIFFERS {}", remark(entry))));
    judgement.unjudged = list(&native["unjudged"]).iter().map(remark).collect();
    if native["replayed"].as_bool() != Some(true) {
        judgement.not_replayed = Some(native["reason"].as_str().unwrap_or("?").to_owned());
    }
    judgement
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const PROGRAM: &str = "//@ entry: f\n//@ buffer: p n\nint f(char *p, int n) {\n  return p[n]; //~ BUG out-of-bounds-read\n}\n";

    fn summary(kind: &str, confirmed: &str) -> Value {
        json!({
            "bugs": [{ "kind": kind, "where": "a.c:4", "confirmed": confirmed }],
            "native": { "replayed": true, "tests": 3, "confirmed": 2,
                "differs": [{ "test": "tests/000001.ktest", "how": "exit code 1" }] },
        })
    }

    #[test]
    fn marks_are_compared_with_what_was_reported() {
        let expected = expectation(PROGRAM);
        assert_eq!(expected.flags, ["--buffer", "p=n", "--entry", "f"]);
        let judged = judge(&summary("out-of-bounds-read", "native"), &expected);
        assert_eq!((judged.native, judged.interpreter, judged.failures.len()), (1, 0, 1));
        let judged = judge(&summary("null-dereference", "native"), &expected);
        let failures = judged.failures.join("; ");
        assert!(failures.contains("ALARM null-dereference"), "{failures}");
        assert!(failures.contains("missed out-of-bounds-read in line 4"), "{failures}");
        assert!(failures.contains("DIFFERS"), "{failures}");
    }

    #[test]
    fn programs_are_there() {
        let all = programs(None).expect("programs");
        assert!(all.len() > 400);
        let several = all.iter().filter(|files| files.len() > 1).count();
        assert_eq!(several, 6);
        assert!(programs(Some("no such thing")).is_err());
    }
}
