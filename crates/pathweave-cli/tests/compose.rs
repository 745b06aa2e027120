//! Composition against programs with known answers: `tests/compose`.
//!
//! A program states its target and the verdict that every strategy must reach, and how many
//! executions a strategy may or must need, for one or more values of a macro:
//!
//! - `//@ target: never`, `//@ verdict: unreachable` (without a target: `test`, explored)
//! - `//@ define: N 5 10`: run with `-DN=5` and `-DN=10`
//! - `//@ executions: smart 2*N+3`, `//@ executions: demand <=37`
//! - `//@ strategies: smart demand`: only these; `dart` is always run where it is quick enough
//!   (`//@ dart: no` where not)

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

fn check(
    program: &Path,
    expected: &Expectation,
    strategy: &str,
    value: Option<u64>,
    out: &Path,
) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    command.arg(if expected.target.is_some() { "reach" } else { "test" }).arg(program);
    if let Some(target) = &expected.target {
        command.args(["--target", target, "--loops", "unroll"]);
    }
    command
        .args(["--json", "--no-replay", "--time", "60s", "--strategy", strategy, "--out"])
        .arg(out);
    if let Some(value) = value {
        command.arg("--cflags").arg(format!("-D{}={value}", expected.macro_name));
    }
    let run = command.output().map_err(|error| error.to_string())?;
    let errors = String::from_utf8_lossy(&run.stderr).into_owned();
    let summary: serde_json::Value =
        serde_json::from_slice(&run.stdout).map_err(|_| format!("no summary: {errors}"))?;
    if summary["verdict"] != expected.verdict.as_str() {
        return Err(format!("{} because {}", summary["verdict"], summary["incomplete"]));
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

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/compose");
    let entries = std::fs::read_dir(&root).expect("the programs are there");
    let mut programs: Vec<PathBuf> = entries
        .flatten()
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
        for strategy in expected.strategies.clone() {
            for &value in &values {
                let file = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let shown = value.map_or_else(String::new, |value| format!(" {value}"));
                let name = format!("{file} {strategy}{shown}");
                let out = Path::new(env!("CARGO_TARGET_TMPDIR"))
                    .join(format!("compose-{}", name.replace([' ', '.'], "-")));
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
