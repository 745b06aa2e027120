//! `memo` and the store measured: the paper's tables, a large program after small changes, a real
//! library after an upgrade, random programs over linked objects, kills.
//!
//! Table I counts questions as the paper does (both sides of a conditional, each choice of lazy
//! initialization, each path of a summarised function at each call), once for the paper's way of
//! asking and once for ours, and beside that calls of the solving core. Each line is a process of its own.

mod calls;
mod history;
mod linked;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::arguments::Arguments;
use crate::subject::{Subject, root, scratch};

/// Subject, entry, more flags.
const TABLE_1: [(&str, &str, &[&str]); 18] = [
    ("bank", "bank", &[]),
    ("rational", "simplify", &[]),
    ("rational", "simp", &["--memo-paths", "1000"]),
    ("rational", "simplify_rec", &["--memo-depth", "8"]),
    ("rational", "simplify_rec", &["--memo-depth", "10"]),
    ("wbs", "main1", &[]),
    ("wbs", "launch", &[]),
    ("asw", "step", &[]),
    ("asw", "asw", &[]),
    ("tcas", "start_tcas", &[]),
    ("swapnode", "call_twice", &["--initialize", "load"]),
    ("swapnode", "call_3_times", &["--initialize", "load"]),
    ("heapop", "r", &["--initialize", "load", "--pointer-depth", "16"]),
    ("heapop", "r_apart", &["--initialize", "load", "--pointer-depth", "16"]),
    ("heapop", "r_values", &["--initialize", "load"]),
    ("list", "call_3_times", &[]),
    ("list", "call_5_times", &[]),
    ("list", "call_on_any", &[]),
];

/// Subject, entry, the function that the error is in.
const TABLE_2: [(&str, &str, &str); 5] = [
    ("bank", "bank", "withdraw"),
    ("rational", "simp", "gcd"),
    ("wbs", "launch", "update"),
    ("asw", "asw", "step"),
    ("tcas", "start_tcas", "alt_sep_test"),
];

/// Runs the parts that `--part` names, or all.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let subject = Subject::find(arguments)?;
    let out = scratch("memo")?;
    let wanted = |part: &str| arguments.text("part").is_none_or(|only| only == part);
    let seconds = arguments.number("time", 60)?;
    if wanted("table1") {
        table_1(&subject, &out, seconds)?;
    }
    if wanted("table2") {
        table_2(&subject, &out, seconds)?;
    }
    // Needs another solver and takes a quarter of an hour: only where it is named.
    if arguments.text("part") == Some("calls") {
        calls::run(&subject, &out, arguments.text("solver").unwrap_or("z3"), seconds)?;
    }
    if wanted("incremental") {
        incremental(&subject, &out, arguments.number("functions", 210)?, seconds)?;
    }
    if wanted("history") {
        history::run(&subject, &out, seconds)?;
    }
    if wanted("linked") {
        let programs = (arguments.number("seed", 1)?, arguments.number("programs", 300)?);
        linked::run(&subject, &out, programs, seconds.min(10))?;
    }
    if wanted("kills") {
        kills(&subject, &out, arguments.number("count", 200)?)?;
    }
    Ok(())
}

fn explore(
    subject: &Subject,
    command: &str,
    file: &Path,
    flags: &[&str],
    out: &Path,
    seconds: u64,
) -> Result<Value, String> {
    let output = Command::new(&subject.pathweave)
        .arg(command)
        .arg(file)
        .args(["--json", "--no-replay", "--out"])
        .arg(out.join("run"))
        .args(["--time", &format!("{seconds}s")])
        .arg("--clang")
        .arg(&subject.clang)
        .args(flags)
        .output()
        .map_err(|error| error.to_string())?;
    serde_json::from_slice(&output.stdout)
        .map_err(|_| String::from_utf8_lossy(&output.stderr).into_owned())
}

fn number(summary: &Value, path: &str) -> u64 {
    summary.pointer(path).and_then(Value::as_u64).unwrap_or(0)
}

fn source(name: &str) -> PathBuf {
    root().join("tests/memo").join(format!("{name}.c"))
}

fn table_1(subject: &Subject, out: &Path, seconds: u64) -> Result<(), String> {
    println!(
        "| subject | entry | questions, each path: init + comp | ours: init + comp | dart \
         | comp less | total less | core queries memo | dart | ms memo: init + comp | dart | MiB memo | dart \
         | invocations | nodes | paths memo | dart |"
    );
    println!("|{}", " --- |".repeat(17));
    for (name, entry, more) in TABLE_1 {
        let mut runs = Vec::new();
        for way in [&["memo", "--each-path"][..], &["memo"], &["dart"]] {
            let flags = [&["--entry", entry, "--strategy"], way, more].concat();
            runs.push(explore(subject, "test", &source(name), &flags, out, seconds)?);
        }
        let [each, memo, dart] = [&runs[0], &runs[1], &runs[2]];
        let parts = |run: &Value| {
            let init = number(run, "/memo/init_checks");
            (init, number(run, "/solver/checks") - init)
        };
        let (paper, (init, composed)) = (parts(each), parts(memo));
        let plain = number(dart, "/solver/checks");
        let less = |part: u64| 100.0 * (1.0 - part as f64 / plain.max(1) as f64);
        let both = |path: &str| format!("{} | {}", number(memo, path), number(dart, path));
        let making = number(memo, "/memo/init_ms");
        let milliseconds = format!(
            "{making} + {} | {}",
            number(memo, "/wall_ms").saturating_sub(making),
            number(dart, "/wall_ms")
        );
        let mib = |run: &Value| number(run, "/peak_rss_kib") / 1024;
        println!(
            "| {name} | {entry} {} | {} + {} | {init} + {composed} | {plain} | {:.0} % | {:.0} % \
             | {} | {} | {} | {} | {} | {}/{} | {}{} |",
            more.join(" "),
            paper.0,
            paper.1,
            less(composed),
            less(init + composed),
            both("/solver/queries"),
            milliseconds,
            mib(memo),
            mib(dart),
            number(memo, "/memo/invocations") + number(memo, "/memo/init_invocations"),
            number(memo, "/memo/nodes_compressed"),
            number(memo, "/memo/nodes"),
            both("/paths"),
            if memo["complete"] == dart["complete"] { "" } else { " (one is not complete)" },
        );
    }
    Ok(())
}

fn table_2(subject: &Subject, out: &Path, seconds: u64) -> Result<(), String> {
    println!(
        "\n| subject | error in | path | questions dart | H1 | H2 | ms dart | H1 | H2 | found |"
    );
    println!("|{}", " --- |".repeat(10));
    for (name, entry, function) in TABLE_2 {
        for (seed, path) in [(1, "first"), (2, "some"), (3, "last")] {
            let define = format!("-DSEED={seed}");
            let mut questions = Vec::new();
            let mut times = Vec::new();
            let mut found = Vec::new();
            let ways: [&[&str]; 3] = [
                &["--strategy", "dart", "--search", "dfs"],
                &["--strategy", "memo", "--heuristic", "h1"],
                &["--strategy", "memo", "--heuristic", "h2"],
            ];
            for way in ways {
                let flags = [
                    &["--entry", entry, "--target", "error", "--loops", "unroll"],
                    way,
                    &["--cflags", &define],
                ]
                .concat();
                let run = explore(subject, "reach", &source(name), &flags, out, seconds)?;
                questions.push(number(&run, "/solver/checks").to_string());
                times.push(number(&run, "/wall_ms").to_string());
                found.push(run["verdict"].as_str().unwrap_or("?").to_owned());
            }
            found.dedup();
            println!(
                "| {name} | {function} | {path} | {} | {} | {} |",
                questions.join(" | "),
                times.join(" | "),
                found.join(", ")
            );
        }
    }
    Ok(())
}

/// A program of functions in three levels below `main`; one of them changed.
fn large_program(functions: u64, changed: &str, salt: u64) -> String {
    let leaves = functions * 2 / 3;
    let middles = functions - leaves - 1;
    let mut text = String::from("int klee_int(const char *);\n");
    for leaf in 0..leaves {
        let limit = if changed == format!("leaf{leaf}") { 5000 } else { 10 + leaf + salt };
        text += &format!(
            "int leaf{leaf}(int x, int y) {{ if (x > {limit}) {{ if (y * 3 == x + {leaf}) return 2; \
             return 1; }} return y == {leaf}; }}\n"
        );
    }
    for middle in 0..middles {
        let extra = if changed == format!("middle{middle}") { 7 } else { 3 };
        let (a, b) = (2 * middle % leaves, (2 * middle + 1) % leaves);
        text += &format!(
            "int middle{middle}(int x, int y) {{ int r = leaf{a}(x, y); if (r == 2) \
             return leaf{b}(x - {extra}, y); return r; }}\n"
        );
    }
    let last = if changed == "top" { 9 } else { 8 };
    text +=
        &format!("int top(int x, int y, int k) {{ if (k == {last}) return 5;\n  switch (k) {{\n");
    for middle in 0..middles {
        text += &format!("  case {}: return middle{middle}(x, y);\n", 100 + middle);
    }
    text + "  }\n  return 0;\n}\n\
            int main(void) { return top(klee_int(\"x\"), klee_int(\"y\"), klee_int(\"k\")); }\n"
}

fn incremental(subject: &Subject, out: &Path, functions: u64, seconds: u64) -> Result<(), String> {
    let (file, store) = (out.join("large.c"), out.join("store"));
    let _ = fs::remove_dir_all(&store);
    println!("\n| {functions} functions | queries | executed | reused | wall ms | paths |");
    println!("| --- | --- | --- | --- | --- | --- |");
    let path = store.display().to_string();
    for (what, changed) in [
        ("cold", ""),
        ("unchanged", ""),
        ("a leaf", "leaf5"),
        ("a middle one", "middle4"),
        ("the top one", "top"),
    ] {
        fs::write(&file, large_program(functions, changed, 0))
            .map_err(|error| error.to_string())?;
        let flags = ["--strategy", "memo", "--memo-paths", "2000", "--store", &path];
        let run = explore(subject, "test", &file, &flags, out, seconds)?;
        let list = |name: &str| run["memo"][name].as_array().cloned().unwrap_or_default();
        let names: Vec<String> =
            list("executed").iter().map(|name| name.as_str().unwrap_or("?").to_owned()).collect();
        let shown = if names.len() < 8 { names.join(" ") } else { names.len().to_string() };
        println!(
            "| {what} | {} | {shown} | {} | {} | {} |",
            number(&run, "/solver/queries"),
            list("reused").len(),
            number(&run, "/wall_ms"),
            number(&run, "/paths"),
        );
    }
    Ok(())
}

/// Runs that are killed at any moment, two at a time on one store; afterwards everything that is
/// read back must be right: the run on the store finds what the run without it finds.
fn kills(subject: &Subject, out: &Path, count: u64) -> Result<(), String> {
    let store = out.join("killed");
    let _ = fs::remove_dir_all(&store);
    let (file, path) = (out.join("killed.c"), store.display().to_string());
    fs::write(&file, large_program(60, "", 0)).map_err(|error| error.to_string())?;
    let plain = explore(subject, "test", &file, &["--strategy", "memo"], out, 60)?;
    let started = Instant::now();
    explore(subject, "test", &file, &["--strategy", "memo"], out, 60)?;
    let whole = started.elapsed();
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let (mut killed, mut damaged) = (0, 0);
    for turn in 0..count * 2 {
        if killed >= count {
            break;
        }
        let mut children = Vec::new();
        for (k, changed) in
            [format!("leaf{}", turn % 40), format!("middle{}", turn % 19)].into_iter().enumerate()
        {
            let file = out.join(format!("killed{k}.c"));
            fs::write(&file, large_program(60, &changed, turn))
                .map_err(|error| error.to_string())?;
            let child = Command::new(&subject.pathweave)
                .arg("test")
                .arg(&file)
                .args(["--no-replay", "--strategy", "memo", "--store", &path, "--out"])
                .arg(out.join(format!("out{k}")))
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .map_err(|error| error.to_string())?;
            children.push(child);
        }
        for child in &mut children {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let moment = whole.as_micros() as u64 * (random % 1000) / 1000;
            std::thread::sleep(Duration::from_micros(moment));
            if child.try_wait().map_err(|error| error.to_string())?.is_none() {
                killed += 1;
                let _ = child.kill();
            }
            let _ = child.wait();
        }
        let verified = Command::new(&subject.pathweave)
            .args(["store", "verify", "--store", &path])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|error| error.to_string())?;
        damaged += u64::from(verified.code() == Some(1));
        if turn % 10 == 0 {
            let run = explore(
                subject,
                "test",
                &file,
                &["--strategy", "memo", "--store", &path, "--store-readonly"],
                out,
                60,
            );
            // There may be no store yet.
            if let Ok(run) = run
                && (run["paths"] != plain["paths"] || run["complete"] != plain["complete"])
            {
                return Err(format!("after {killed} kills something wrong was read back"));
            }
        }
    }
    let run = explore(subject, "test", &file, &["--strategy", "memo", "--store", &path], out, 60)?;
    println!(
        "\n{killed} runs were killed, two at a time on one store; {damaged} times an unfinished record \
         was found and named; paths with the store {}, without {}",
        number(&run, "/paths"),
        number(&plain, "/paths")
    );
    match run["paths"] == plain["paths"] {
        true => Ok(()),
        false => Err("something wrong was read back".to_owned()),
    }
}
