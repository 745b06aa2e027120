//! Exploration against programs with a known number of paths and known bugs: `tests/symbolic`.
//!
//! A program states in `//@ paths: N` how many feasible paths it has, and marks its bugs with
//! `//~ BUG class`. All of them must be found, no others, and the run must be complete unless the
//! program says `//@ verdict: stopped`: then it must not claim so. What is not supported yet is listed by name: such a program must *not* pass, so that the list shrinks.

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs that are not explored as they should be yet, and why.
const NOT_YET: &[(&str, &str)] = &[];

/// What a program says about itself.
struct Expectation {
    entry: String,
    paths: Option<u64>,
    complete: bool,
    bugs: BTreeSet<(u64, String)>,
    /// Reasons that must be given for not being complete.
    incomplete: Vec<String>,
    /// Lines that must be reached, and lines that must not be called unreachable.
    targets: Vec<u64>,
    maybe: Vec<u64>,
    /// Native code that the explorer does not see.
    external: Option<String>,
    flags: Vec<String>,
}

fn expectation(text: &str) -> Expectation {
    let directive = |key: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix("//@ ")?.strip_prefix(key)?.strip_prefix(':'))
    };
    let marks = text.lines().enumerate().filter_map(|(index, line)| {
        let class = line.split("//~ BUG ").nth(1)?.split_whitespace().next()?;
        Some((index as u64 + 1, class.to_owned()))
    });
    let lines_with = |mark: &str| {
        let lines = text.lines().enumerate().filter(|(_, line)| line.contains(mark));
        lines.map(|(index, _)| index as u64 + 1).collect()
    };
    let words = |key: &str| {
        directive(key).into_iter().flat_map(str::split_whitespace).map(str::to_owned).collect()
    };
    let mut flags: Vec<String> = words("test");
    // Paths of the whole program are counted.
    flags.extend(["--strategy".to_owned(), "dart".to_owned()]);
    let buffers: Vec<String> = words("buffer");
    if let [pointer, count] = &buffers[..] {
        flags.extend(["--buffer".to_owned(), format!("{pointer}={count}")]);
    }
    if let Some(size) = directive("max-size") {
        flags.extend(["--max-size".to_owned(), size.trim().to_owned()]);
    }
    Expectation {
        incomplete: words("incomplete"),
        targets: lines_with("//~ TARGET"),
        maybe: lines_with("//~ MAYBE"),
        external: directive("external").map(|file| file.trim().to_owned()),
        flags,
        entry: directive("entry").unwrap_or("main").trim().to_owned(),
        paths: directive("paths").and_then(|count| count.trim().parse().ok()),
        complete: directive("verdict").is_none_or(|verdict| verdict.trim() != "stopped"),
        bugs: marks.collect(),
    }
}

/// Runs a command on a program and returns its summary.
fn pathweave(
    command: &str,
    program: &Path,
    out: &Path,
    expected: &Expectation,
    flags: &[String],
) -> Result<serde_json::Value, String> {
    let mut run = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    run.arg(command).arg(program);
    run.args(["--json", "--no-replay", "--time", "60s", "--entry", &expected.entry, "--out"]);
    run.arg(out).args(&expected.flags).args(flags);
    if let Some(external) = &expected.external {
        run.arg("--native-library").arg(shared_library(program, external, out)?);
    }
    let run = run.output().map_err(|error| error.to_string())?;
    let errors = String::from_utf8_lossy(&run.stderr).into_owned();
    serde_json::from_slice(&run.stdout).map_err(|_| format!("no summary: {errors}"))
}

/// Compiles native code that the explorer does not see.
fn shared_library(program: &Path, source: &str, out: &Path) -> Result<PathBuf, String> {
    let library = out.with_extension("so");
    let source = program.with_file_name(source);
    let mut compile = Command::new("cc");
    compile.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source);
    let status = compile.status().map_err(|error| error.to_string())?;
    if status.success() { Ok(library) } else { Err("the native code does not compile".to_owned()) }
}

fn check(program: &Path, out: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(program).map_err(|error| error.to_string())?;
    let expected = expectation(&text);
    let summary = pathweave("test", program, out, &expected, &[])?;
    for reason in &expected.incomplete {
        let entries = summary["incomplete"].as_array();
        let mut entries = entries.into_iter().flatten();
        if !entries.any(|entry| entry["reason"] == **reason) {
            return Err(format!("{reason} is not in {}", summary["incomplete"]));
        }
    }
    for line in expected.targets.iter().chain(&expected.maybe) {
        let file = program.file_name().unwrap_or_default().to_string_lossy();
        let flags = ["--target".to_owned(), format!("{file}:{line}")];
        let reach = pathweave("reach", program, out, &expected, &flags)?;
        let verdict = reach["verdict"].as_str().unwrap_or_default();
        let is_maybe = expected.maybe.contains(line);
        if verdict != "reachable" && (!is_maybe || verdict == "unreachable") {
            return Err(format!("line {line} is {verdict}"));
        }
    }
    let bugs: BTreeSet<(u64, String)> = summary["bugs"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|bug| {
            let line = bug["where"].as_str()?.rsplit(':').next()?.parse().ok()?;
            Some((line, bug["kind"].as_str()?.to_owned()))
        })
        .collect();
    if bugs != expected.bugs {
        return Err(format!("bugs {bugs:?}, expected {:?}", expected.bugs));
    }
    if summary["complete"] != expected.complete {
        return Err(format!(
            "complete: {}, because {}",
            summary["complete"], summary["incomplete"]
        ));
    }
    match (summary["paths"].as_u64(), expected.paths) {
        (Some(paths), Some(expected)) if paths != expected => {
            Err(format!("{paths} paths, expected {expected}"))
        }
        _ => Ok(()),
    }
}

fn trial(root: &Path, folder: &str, program: PathBuf) -> Trial {
    let name = format!("{folder}/{}", program.file_name().unwrap_or_default().to_string_lossy());
    let out =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("symbolic-{}", name.replace('/', "-")));
    let not_yet = NOT_YET.iter().find(|(listed, _)| *listed == name);
    debug_assert!(program.starts_with(root));
    Trial::test(name.clone(), move || match (check(&program, &out), not_yet) {
        (Ok(()), None) | (Err(_), Some(_)) => Ok(()),
        (Err(message), None) => Err(Failed::from(message)),
        (Ok(()), Some((_, why))) => {
            Err(Failed::from(format!("{name} passes now: remove it from the list ({why})")))
        }
    })
}

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/symbolic");
    let mut trials = Vec::new();
    for folder in ["paths", "harness", "dart", "entry"] {
        let directory = root.join(folder);
        let entries = std::fs::read_dir(&directory).expect("the programs are there");
        let mut programs: Vec<PathBuf> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|e| e == "c"))
            .collect();
        programs.sort();
        trials.extend(programs.into_iter().map(|program| trial(&root, folder, program)));
    }
    libtest_mimic::run(&arguments, trials).exit();
}
