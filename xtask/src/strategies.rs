//! The strategies beside each other on `tests/compose`: executions, paths of
//! functions, queries, time and memory, with growth where a subject has a size.
//!
//! Each line is a process of its own; a strategy that does not finish in time
//! has a line that says so.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::arguments::Arguments;
use crate::subject::{Subject, programs_in, scratch};

/// The sizes that a subject is run with; the test suite runs fewer of them.
const SIZES: [(&str, &str, &[u64]); 7] = [
    ("hwm_words.c", "WORDS", &[4, 8, 16]),
    ("calls.c", "K", &[8, 16, 32, 64, 128]),
    ("hwm.c", "N", &[30, 40, 100]),
    ("inc_dec_all.c", "N", &[10, 20, 40, 60, 80, 100]),
    ("locate.c", "N", &[5, 10, 20, 40]),
    ("m1_m2.c", "BOUND", &[10, 20, 40]),
    ("inc_dec.c", "N", &[10, 20, 40]),
];

const STRATEGIES: [&str; 4] = ["dart", "smart", "demand", "fair"];

/// Runs all subjects and prints the table.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let subject = Subject::find(arguments)?;
    let seconds = arguments.number("time", 20)?;
    let out = scratch("strategies")?;
    let mut programs = programs_in("tests/compose")?;
    for functions in [10, 100, 1000] {
        programs.push(call_tree(&out, functions)?);
    }
    println!("| subject | strategy | verdict | executions | paths | queries | wall ms | MiB |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for program in programs {
        let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if arguments.text("only").is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let sizes = SIZES.iter().find(|(file, ..)| *file == name);
        let values: Vec<Option<(&str, u64)>> = match sizes {
            None => vec![None],
            Some((_, key, values)) => values.iter().map(|value| Some((*key, *value))).collect(),
        };
        for value in values {
            for strategy in STRATEGIES {
                println!("{}", line(&subject, &program, &name, strategy, value, seconds, &out)?);
            }
        }
    }
    Ok(())
}

/// A program of so many functions that call each other as a binary tree.
fn call_tree(directory: &Path, functions: u64) -> Result<PathBuf, String> {
    let mut text = String::from("//@ target: target\nint klee_int(const char *);\n");
    text.push_str("void target(void) {}\n");
    for number in (0..functions).rev() {
        let children = [2 * number + 1, 2 * number + 2];
        let calls: String = children
            .iter()
            .filter(|child| **child < functions)
            .map(|child| format!("s += f{child}(x + {child}); "))
            .collect();
        text.push_str(&format!(
            "int f{number}(int x) {{ int s = 0; if (x > {number}) s = 1; \
             else if (x == {number}) s = 2; {calls}return s; }}\n"
        ));
    }
    text.push_str("int main(void) { if (f0(klee_int(\"x\")) > ");
    text.push_str(&format!("{}) target(); return 0; }}\n", 2 * functions));
    let path = directory.join(format!("call_tree_{functions}.c"));
    fs::write(&path, text).map_err(|error| error.to_string())?;
    Ok(path)
}

fn line(
    subject: &Subject,
    program: &Path,
    name: &str,
    strategy: &str,
    value: Option<(&str, u64)>,
    seconds: u64,
    out: &Path,
) -> Result<String, String> {
    let text = fs::read_to_string(program).map_err(|error| error.to_string())?;
    let target = text.lines().find_map(|line| line.strip_prefix("//@ target: "));
    let mut command = Command::new(&subject.pathweave);
    command.arg(if target.is_some() { "reach" } else { "test" }).arg(program);
    if let Some(target) = target {
        command.args(["--target", target, "--loops", "unroll"]);
    }
    command.args(["--json", "--no-replay", "--strategy", strategy]);
    command.arg("--time").arg(format!("{seconds}s")).arg("--out").arg(out.join("run"));
    command.arg("--clang").arg(&subject.clang);
    if let Some((key, value)) = value {
        command.arg("--cflags").arg(format!("-D{key}={value}"));
    }
    let run = command.output().map_err(|error| error.to_string())?;
    let shown = value.map_or_else(String::new, |(key, value)| format!(" {key}={value}"));
    let Ok(summary) = serde_json::from_slice::<serde_json::Value>(&run.stdout) else {
        let errors = String::from_utf8_lossy(&run.stderr);
        let first = errors.lines().next().unwrap_or("no output").to_owned();
        return Ok(format!("| {name}{shown} | {strategy} | {first} | | | | | |"));
    };
    let number = |key: &str| summary[key].as_u64().unwrap_or(0);
    Ok(format!(
        "| {name}{shown} | {strategy} | {} | {} | {} | {} | {} | {} |",
        summary["verdict"].as_str().unwrap_or("?"),
        number("executions"),
        number("paths"),
        summary["solver"]["queries"].as_u64().unwrap_or(0),
        number("wall_ms"),
        number("peak_rss_kib") / 1024,
    ))
}
