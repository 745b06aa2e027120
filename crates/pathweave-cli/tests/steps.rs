//! What `smart`, `demand` and `fair` keep in the store: a warm run says what a cold one says and
//! executes nothing again, a change costs what was changed, and nothing unfit is used.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const STRATEGIES: [&str; 3] = ["smart", "demand", "fair"];

fn pathweave() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    command.stdin(Stdio::null());
    command
}

fn directory() -> tempfile::TempDir {
    tempfile::tempdir().expect("a directory")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path")
}

/// The summary of a run, and the inputs and ends of its tests.
fn run(arguments: &[&str], store: Option<&Path>) -> (Value, Vec<String>) {
    let out = directory();
    let place = out.path().join("out");
    let mut command = pathweave();
    command.args(arguments).args(["--no-replay", "--time", "60s", "--json", "--out"]).arg(&place);
    if let Some(store) = store {
        command.arg("--store").arg(store);
    }
    let output = command.output().expect("pathweave runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let summary: Value = serde_json::from_str(&said)
        .unwrap_or_else(|_| panic!("{said}{}", String::from_utf8_lossy(&output.stderr)));
    let files = std::fs::read_dir(place.join("tests")).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = files.map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let read = |file: PathBuf| std::fs::read_to_string(file).expect("a test");
    (summary, files.into_iter().map(read).collect())
}

/// What a run says, without what it cost.
fn said(summary: &Value) -> String {
    let parts = ["verdict", "complete", "incomplete", "branches", "coverage", "paths", "bugs"];
    parts.map(|part| format!("{part}: {}", summary[part])).join("\n")
}

fn names(summary: &Value, path: &str) -> Vec<String> {
    let list = summary.pointer(path).and_then(Value::as_array).expect("a list");
    list.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

#[test]
fn a_warm_run_says_the_same_and_executes_nothing() {
    let programs = [
        "locate",
        "header",
        "swap",
        "list_push",
        "recursion",
        "function_pointers",
        "error_in_callee",
    ];
    for program in programs {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/compose");
        let file = root.join(format!("{program}.c"));
        let source = std::fs::read_to_string(&file).expect("a program");
        let target = source.lines().find_map(|line| line.strip_prefix("//@ target: "));
        let target = target.map(|target| ["--target", target, "--loops", "unroll"]);
        let command = if target.is_some() { "reach" } else { "test" };
        let arguments = [&[command, text(&file)][..], target.as_ref().map_or(&[], |t| &t[..])];
        for strategy in STRATEGIES {
            let place = directory();
            let store = place.path().join("store");
            let arguments = [&arguments.concat()[..], &["--strategy", strategy]].concat();
            let (cold, tests) = run(&arguments, Some(&store));
            let readonly = [&arguments[..], &["--store-readonly"]].concat();
            let (warm, again) = run(&readonly, Some(&store));
            assert_eq!(said(&warm), said(&cold), "{program} {strategy}");
            assert_eq!(again, tests, "{program} {strategy}");
            assert_eq!(warm["executions"], 0, "{program} {strategy}");
            assert_eq!(warm["instructions"], 0, "{program} {strategy}");
            assert_eq!(warm["solver"]["queries"], 0, "{program} {strategy}");
            assert_eq!(names(&warm, "/steps/executed"), [""; 0], "{program} {strategy}");
            if strategy != "demand" {
                continue;
            }
            let (checked, _) = run(&[&readonly[..], &["--check-summaries"]].concat(), Some(&store));
            assert_eq!(names(&checked, "/steps/different"), [""; 0], "{program} {strategy}");
        }
    }
}

/// Functions in three layers, one of them changed.
fn layered(changed: &str, first_line: &str) -> String {
    let one = |name: &str| if name == changed { 2 } else { 1 };
    let mut program = format!("{first_line}\n");
    for k in 0..4 {
        let name = format!("leaf{k}");
        let c = one(&name);
        program += &format!("int {name}(int x) {{ if (x > {k}) return {c}; return 0; }}\n");
    }
    for k in 0..2 {
        let name = format!("middle{k}");
        let (a, b, c) = (2 * k, 2 * k + 1, one(&name));
        program += &format!(
            "int {name}(int x) {{ int r = leaf{a}(x) + {c}; if (leaf{b}(r + x)) r++; return r; }}\n"
        );
    }
    let c = one("entry");
    program
        + &format!(
            "int entry(int x, int y) {{ int r = middle0(x); if (y > {c}) r += middle1(y);\n\
             if (r == 7) return 1; if (x == 0) return 100 / (y - 3); return 0; }}\n"
        )
}

#[test]
fn a_change_is_executed_with_its_callers_and_nothing_else() {
    for strategy in STRATEGIES {
        let place = directory();
        let (file, store) = (place.path().join("layers.c"), place.path().join("store"));
        let arguments = ["test", text(&file), "--entry", "entry", "--strategy", strategy];
        let explore = |changed: &str, first_line: &str| {
            std::fs::write(&file, layered(changed, first_line)).expect("a file");
            let (summary, _) = run(&arguments, Some(&store));
            if !(changed.is_empty() && first_line.is_empty()) {
                let (alone, _) = run(&arguments, None);
                assert_eq!(said(&summary), said(&alone), "{strategy} {changed}");
            }
            let mut executed = names(&summary, "/steps/executed");
            executed.sort();
            (executed.join(" "), names(&summary, "/steps/reused").len())
        };
        assert_eq!(explore("", "").1, 0);
        assert_eq!(explore("", ""), (String::new(), 7));
        // Places are not part of a function.
        assert_eq!(explore("", "\n\n/* lines move */"), (String::new(), 7));
        assert_eq!(explore("leaf3", ""), ("entry leaf3 middle1".to_owned(), 4));
        assert_eq!(explore("middle0", ""), ("entry middle0".to_owned(), 5));
        assert_eq!(explore("entry", ""), ("entry".to_owned(), 6));
        assert_eq!(explore("", ""), (String::new(), 7));
    }
}

#[test]
fn what_does_not_fit_is_not_used() {
    let place = directory();
    let (file, store) = (place.path().join("layers.c"), place.path().join("store"));
    std::fs::write(&file, layered("", "")).expect("a file");
    let arguments = ["test", text(&file), "--entry", "entry", "--strategy", "demand"];
    let (cold, _) = run(&arguments, Some(&store));
    let records = store.join("records");
    let before = std::fs::read(&records).expect("a store");
    let reused = |more: &[&str], store: &Path| {
        let (summary, _) = run(&[&arguments[..], more].concat(), Some(store));
        names(&summary, "/steps/reused").len()
    };
    assert_eq!(reused(&["--store-readonly"], &store), 7);
    // Other options are other functions.
    assert_eq!(reused(&["--store-readonly", "--check", "overflow"], &store), 0);
    assert_eq!(reused(&["--store-readonly", "--max-instructions", "12345"], &store), 0);
    assert_eq!(std::fs::read(&records).expect("a store"), before, "nothing was written");
    // What one strategy executed serves the others.
    let fair = ["test", text(&file), "--entry", "entry", "--strategy", "fair", "--store-readonly"];
    assert_eq!(names(&run(&fair, Some(&store)).0, "/steps/executed"), [""; 0]);
    // A damaged record is skipped, whichever it is.
    for at in [before.len() / 3, before.len() / 2, before.len() - 40] {
        let mut damaged = before.clone();
        damaged[at] ^= 4;
        std::fs::write(&records, damaged).expect("a store");
        let (summary, _) = run(&arguments, Some(&store));
        assert_eq!(said(&summary), said(&cold), "a flipped bit at {at}");
    }
}

#[test]
fn the_store_tells_what_it_has() {
    let place = directory();
    let (file, one, other) =
        (place.path().join("layers.c"), place.path().join("one"), place.path().join("other"));
    std::fs::write(&file, layered("", "")).expect("a file");
    let arguments = ["test", text(&file), "--entry", "entry", "--strategy", "smart"];
    run(&arguments, Some(&one));
    let store = |arguments: &[&str], directory: &Path| {
        let output =
            pathweave().arg("store").args(arguments).arg("--store").arg(directory).output();
        String::from_utf8(output.expect("pathweave runs").stdout).expect("text")
    };
    let list = store(&["list"], &one);
    let line = list.lines().find(|line| line.contains("steps    leaf2")).expect("a function");
    assert!(line.ends_with("leaf2 3 steps"), "{line}");
    let shown = store(&["show", line.split(' ').next().unwrap_or_default()], &one);
    assert!(shown.contains("1 decisions") && shown.contains("2 returns"), "{shown}");
    let export = place.path().join("export");
    store(&["export", text(&export)], &one);
    store(&["import", text(&export)], &other);
    assert_eq!(names(&run(&arguments, Some(&other)).0, "/steps/executed"), [""; 0]);
}
