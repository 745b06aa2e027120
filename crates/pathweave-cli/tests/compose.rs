//! Composition and merging against programs with known answers: `tests/compose`, `tests/merge`.
//!
//! A program states its target and the verdict that every strategy must reach, and how many
//! executions a strategy may or must need, for one or more values of a macro:
//!
//! - `//@ target: never`, `//@ verdict: unreachable` (without a target: `test`, explored)
//! - `//@ define: N 5 10`: run with `-DN=5` and `-DN=10`
//! - `//@ executions: smart 2*N+3`, `//@ executions: demand <=37`
//! - `//@ paths: fair >=20`: paths of functions, at least
//! - `//@ infeasible: 0`: so many sides of branches are proved infeasible
//! - `//@ external: FILE.c`: native code beside the program
//! - `//@ time: 5s`: instead of a minute, where the verdict is that there is none
//! - `//@ starves: dart --search dfs`: with these flags nothing is found in a few seconds
//! - `//@ strategies: smart demand`: only these; `dart` is always run where it is quick enough
//!   (`//@ dart: no` where not), and `auto` where there is a target to decide

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a program says about itself.
#[derive(Clone, Default)]
struct Expectation {
    target: Option<String>,
    verdict: String,
    macro_name: String,
    values: Vec<u64>,
    executions: Vec<(String, String)>,
    strategies: Vec<String>,
    paths: Vec<(String, u64)>,
    infeasible: Option<usize>,
    external: Option<String>,
    time: Option<String>,
    starves: Vec<String>,
}

fn expectation(text: &str) -> Expectation {
    let mut expected = Expectation::default();
    let mut dart = true;
    let directives = text.lines().filter_map(|line| line.strip_prefix("//@ ")?.split_once(": "));
    for (key, value) in directives {
        let words: Vec<&str> = value.split_whitespace().collect();
        match key {
            "target" => expected.target = Some(value.to_owned()),
            "verdict" => value.clone_into(&mut expected.verdict),
            "define" => {
                words[0].clone_into(&mut expected.macro_name);
                expected.values = words[1..].iter().filter_map(|word| word.parse().ok()).collect();
            }
            "executions" => expected.executions.push((words[0].to_owned(), words[1].to_owned())),
            "strategies" => expected.strategies = words.iter().map(|&w| w.to_owned()).collect(),
            "paths" => {
                let least = words[1].trim_start_matches(">=").parse().unwrap_or(u64::MAX);
                expected.paths.push((words[0].to_owned(), least));
            }
            "infeasible" => expected.infeasible = value.parse().ok(),
            "external" => expected.external = Some(value.to_owned()),
            "time" => expected.time = Some(value.to_owned()),
            "starves" => expected.starves.push(value.to_owned()),
            "dart" => dart = value != "no",
            _ => {}
        }
    }
    if expected.strategies.is_empty() {
        expected.strategies = ["smart", "demand", "fair"].map(str::to_owned).to_vec();
    }
    if dart {
        expected.strategies.push("dart".to_owned());
    }
    let is_decided = ["reachable", "unreachable"].contains(&expected.verdict.as_str());
    if is_decided && expected.target.is_some() && expected.external.is_none() {
        expected.strategies.push("auto".to_owned());
    }
    expected
}

/// The value of `2*N+3`, read from left to right.
fn number(formula: &str, name: &str, value: u64) -> u64 {
    let spaced = formula.replace('*', " * ").replace('+', " + ").replace('-', " - ");
    let mut total = 0_u64;
    let mut operator = "+";
    for word in spaced.split_whitespace() {
        match word {
            "*" | "+" | "-" => operator = word,
            _ => {
                let operand = if word == name { value } else { word.parse().unwrap_or(0) };
                total = match operator {
                    "*" => total * operand,
                    "-" => total - operand,
                    _ => total + operand,
                };
            }
        }
    }
    total
}

/// Runs `pathweave` on a program; `how` is a strategy, and flags after it.
fn explore(
    program: &Path,
    expected: &Expectation,
    how: &str,
    value: Option<u64>,
    out: &Path,
) -> Result<serde_json::Value, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    command.arg(if expected.target.is_some() { "reach" } else { "test" }).arg(program);
    if let Some(target) = &expected.target {
        command.args(["--target", target, "--loops", "unroll"]);
    }
    let time = expected.time.as_deref().unwrap_or("60s");
    command.args(["--json", "--no-replay", "--time", time, "--out"]).arg(out);
    command.arg("--strategy").args(how.split_whitespace());
    if how.starts_with("demand") {
        command.arg("--check-summaries");
    }
    if let Some(external) = &expected.external {
        command.arg("--native-library").arg(shared_library(program, external, out)?);
    }
    if let Some(value) = value {
        command.arg("--cflags").arg(format!("-D{}={value}", expected.macro_name));
    }
    let run = command.output().map_err(|error| error.to_string())?;
    let errors = String::from_utf8_lossy(&run.stderr).into_owned();
    serde_json::from_slice(&run.stdout).map_err(|_| format!("no summary: {errors}"))
}

/// Compiles native code that the explorer does not see.
fn shared_library(program: &Path, source: &str, out: &Path) -> Result<PathBuf, String> {
    let library = out.with_extension("so");
    let mut compile = Command::new("cc");
    compile.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library);
    compile.arg(program.with_file_name(source));
    let status = compile.status().map_err(|error| error.to_string())?;
    if status.success() { Ok(library) } else { Err("the native code does not compile".to_owned()) }
}

fn check(
    program: &Path,
    expected: &Expectation,
    strategy: &str,
    value: Option<u64>,
    out: &Path,
) -> Result<(), String> {
    let summary = explore(program, expected, strategy, value, out)?;
    if summary["verdict"] != expected.verdict.as_str() {
        return Err(format!("{} because {}", summary["verdict"], summary["incomplete"]));
    }
    let checked = summary["checked_summaries"].as_array().cloned().unwrap_or_default();
    if let Some(wrong) = checked.iter().find(|entry| entry["differed"] != 0) {
        return Err(format!("a summary is not what the function does: {wrong}"));
    }
    let branches = summary["branches"].as_array().cloned().unwrap_or_default();
    let infeasible = branches.iter().filter(|branch| branch["verdict"] == "infeasible").count();
    if expected.infeasible.is_some_and(|wanted| wanted != infeasible) {
        return Err(format!("{infeasible} sides of branches are called infeasible"));
    }
    let paths = summary["paths"].as_u64().unwrap_or(0);
    if let Some((_, least)) = expected.paths.iter().find(|(whose, _)| whose == strategy)
        && paths < *least
    {
        return Err(format!("{paths} paths, expected {least} at least"));
    }
    let executions = summary["executions"].as_u64().unwrap_or(0);
    for (_, formula) in expected.executions.iter().filter(|(whose, _)| whose == strategy) {
        let (most, formula) = match formula.strip_prefix("<=") {
            Some(rest) => (true, rest),
            None => (false, formula.as_str()),
        };
        let wanted = number(formula, &expected.macro_name, value.unwrap_or(0));
        if executions > wanted || (!most && executions != wanted) {
            return Err(format!("{executions} executions, expected {formula} = {wanted}"));
        }
    }
    Ok(())
}

/// An order that is not fair never gets to the target.
fn check_starving(
    program: &Path,
    expected: &Expectation,
    how: &str,
    out: &Path,
) -> Result<(), String> {
    let expected = Expectation { time: Some("4s".to_owned()), ..expected.clone() };
    let summary = explore(program, &expected, how, None, out)?;
    match summary["verdict"].as_str() {
        Some("unknown") => Ok(()),
        _ => Err(format!("{} in {} ms", summary["verdict"], summary["wall_ms"])),
    }
}

/// The values of p and q in the tests of a run, in the order of the executions.
fn tried(out: &Path) -> Vec<(i32, i32)> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(out.join("tests"))
        .expect("there are tests")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let number = |test: &serde_json::Value, at: usize| {
        let hex = test["inputs"][at]["bytes"].as_str().unwrap_or_default();
        let value = u32::from_str_radix(hex, 16).expect("four bytes").swap_bytes();
        i32::from_ne_bytes(value.to_ne_bytes())
    };
    let mut values = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).expect("it can be read");
        let test: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        values.push((number(&test, 0), number(&test, 1)));
    }
    values
}

/// The walk-throughs of `testAbs` in the demand-driven paper: where the search goes from a start.
fn walk_through(program: &Path, start: (i32, i32), out: &Path) -> Result<(), String> {
    let hex = |value: i32| format!("{:08x}", (value as u32).swap_bytes());
    let input = |name: &str, value: i32| {
        format!(
            r#"{{"name":"{name}","bytes":"{}","kind":"signed","source":"make-symbolic"}}"#,
            hex(value)
        )
    };
    let test = format!(
        r#"{{"schema":1,"entry":"main","ends":"returned","place":{{"file":"","line":0,"column":0}},"inputs":[{},{}]}}"#,
        input("p", start.0),
        input("q", start.1)
    );
    let file = out.with_extension("start.json");
    std::fs::write(&file, test).map_err(|error| error.to_string())?;
    let text = std::fs::read_to_string(program).map_err(|error| error.to_string())?;
    let how = format!("demand --all-tests --start {}", file.display());
    let summary = explore(program, &expectation(&text), &how, None, out)?;
    if summary["verdict"] != "reachable" {
        return Err(format!("{}", summary["verdict"]));
    }
    let tried = tried(out);
    if tried.first() != Some(&start) {
        return Err(format!("the first input was not {start:?}: {tried:?}"));
    }
    let functions = summary["functions"].as_array().cloned().unwrap_or_default();
    let abs = functions.iter().find(|entry| entry["name"] == "abs_");
    let paths = abs.and_then(|entry| entry["paths"].as_u64()).unwrap_or(0);
    match start {
        // The next input reaches the target, and no path of abs_ was explored for it.
        (1, 1) if tried.len() == 2 && paths == 1 => Ok(()),
        // After it no input with p <= 0 is tried.
        (0, 1) if tried[1..].iter().all(|(p, _)| *p > 0) => Ok(()),
        _ => Err(format!("tried {tried:?}, {paths} paths of abs_")),
    }
}

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let entries = ["compose", "merge"].into_iter().flat_map(|directory| {
        std::fs::read_dir(root.join(directory)).expect("the programs are there").flatten()
    });
    let mut programs: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    programs.sort();
    let mut trials = Vec::new();
    for program in programs {
        let text = std::fs::read_to_string(&program).expect("it can be read");
        let expected = expectation(&text);
        let values: Vec<Option<u64>> = match expected.values.is_empty() {
            true => vec![None],
            false => expected.values.iter().copied().map(Some).collect(),
        };
        let file = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let directory = |name: &str| {
            Path::new(env!("CARGO_TARGET_TMPDIR"))
                .join(format!("compose-{}", name.replace([' ', '.', ','], "-")))
        };
        for how in expected.starves.clone() {
            let name = format!("{file} {how} starves");
            let (program, expected, out) = (program.clone(), expected.clone(), directory(&name));
            trials.push(Trial::test(name, move || {
                check_starving(&program, &expected, &how, &out).map_err(Failed::from)
            }));
        }
        if file == "test_abs.c" {
            for start in [(1, 1), (0, 1)] {
                let name = format!("{file} from {},{}", start.0, start.1);
                let (program, out) = (program.clone(), directory(&name));
                trials.push(Trial::test(name, move || {
                    walk_through(&program, start, &out).map_err(Failed::from)
                }));
            }
        }
        for strategy in expected.strategies.clone() {
            for &value in &values {
                let shown = value.map_or_else(String::new, |value| format!(" {value}"));
                let name = format!("{file} {strategy}{shown}");
                let out = directory(&name);
                let (program, expected, strategy) =
                    (program.clone(), expected.clone(), strategy.clone());
                trials.push(Trial::test(name, move || {
                    check(&program, &expected, &strategy, value, &out).map_err(Failed::from)
                }));
            }
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}
