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
const NOT_YET: &[(&str, &str)] = &[
    ("harness/fuzzer_empty.c", "libFuzzer's entry"),
    ("harness/fuzzer_guarded.c", "libFuzzer's entry"),
    ("harness/fuzzer_initialize.c", "libFuzzer's entry"),
    ("harness/fuzzer_magic.c", "libFuzzer's entry"),
    ("harness/fuzzer_overread.c", "libFuzzer's entry"),
    ("harness/klee_define_fixed_object.c", "objects at fixed addresses"),
    ("harness/testcomp_assume_abort_if_not.c", "the abort of an assumption"),
];

/// What a program says about itself.
struct Expectation {
    entry: String,
    paths: Option<u64>,
    complete: bool,
    bugs: BTreeSet<(u64, String)>,
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
    Expectation {
        entry: directive("entry").unwrap_or("main").trim().to_owned(),
        paths: directive("paths").and_then(|count| count.trim().parse().ok()),
        complete: directive("verdict").is_none_or(|verdict| verdict.trim() != "stopped"),
        bugs: marks.collect(),
    }
}

fn check(program: &Path, out: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(program).map_err(|error| error.to_string())?;
    let expected = expectation(&text);
    let run = Command::new(env!("CARGO_BIN_EXE_pathweave"))
        .arg("test")
        .arg(program)
        .args(["--json", "--time", "60s", "--entry", &expected.entry, "--out"])
        .arg(out)
        .output()
        .map_err(|error| error.to_string())?;
    let errors = String::from_utf8_lossy(&run.stderr).into_owned();
    let summary: serde_json::Value =
        serde_json::from_slice(&run.stdout).map_err(|_| format!("no summary: {errors}"))?;
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
    for folder in ["paths", "harness"] {
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
