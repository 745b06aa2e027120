//! Abstract path conditions: the programs of `tests/loops`, each with its verdict in the file, and the
//! soundness of the conditions on random programs.
//!
//! `//@ verdict:` is what `reach --target target` says with `--loops apc`; `//@ cflags:` and
//! `//@ time:` are flags of the run.

#[path = "loops/random.rs"]
mod random;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Random programs of each test run; `cargo xtask loops random` runs thousands.
const RANDOM_PROGRAMS: u64 = 24;

fn directive<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let head = format!("//@ {name}:");
    text.lines().find_map(|line| line.strip_prefix(head.as_str())).map(str::trim)
}

fn programs(below: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/loops").join(below);
    let entries = fs::read_dir(&root).expect("the programs are there");
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    found.sort();
    found
}

/// The exit code and the summary of `reach` on a program.
fn reach(program: &Path, flags: &[&str]) -> (i32, serde_json::Value) {
    let text = fs::read_to_string(program).expect("the program can be read");
    let name = program.file_stem().expect("a name").to_string_lossy().into_owned();
    let tag = flags.concat().replace(['-', '=', '/', ' ', '.'], "");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loops").join(format!("{name}{tag}"));
    fs::create_dir_all(out.parent().expect("a directory")).expect("it can be made");
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    command.arg("reach").arg(program).args(["--target", "target", "--json", "--out"]).arg(&out);
    if !flags.contains(&"--strategy") {
        command.args(["--strategy", "dart"]);
    }
    command.args(["--time", directive(&text, "time").unwrap_or("40s")]).args(flags);
    if let Some(cflags) = directive(&text, "cflags") {
        command.arg("--cflags").args(cflags.split(' '));
    }
    let output = command.output().expect("pathweave starts");
    let summary = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code().unwrap_or(-1), summary)
}

fn check_all(below: &str, flags: &[&str]) {
    for program in programs(below) {
        let text = fs::read_to_string(&program).expect("the program can be read");
        let wanted = directive(&text, "verdict").expect("a verdict");
        let (code, summary) = reach(&program, flags);
        assert_eq!(summary["verdict"], wanted, "{}", program.display());
        let wanted_code = match wanted {
            "reachable" => 0,
            "unreachable" => 1,
            _ => 3,
        };
        assert_eq!(code, wanted_code, "{}", program.display());
        if wanted == "reachable" && !flags.contains(&"--no-replay") {
            let native = &summary["native"];
            assert_eq!(native["differs"], serde_json::json!([]), "{}: {native}", program.display());
        }
    }
}

#[test]
fn programs_of_the_paper_are_decided() {
    check_all("paper", &[]);
}

#[test]
fn own_programs_are_decided() {
    check_all("own", &["--no-replay"]);
}

fn own(name: &str) -> PathBuf {
    programs("own").into_iter().find(|path| path.ends_with(name)).expect("the program is there")
}

#[test]
fn leaves_of_composition_that_contradict_the_condition_are_dropped() {
    // All paths are 16,396 executions; those with all switches off are 64.
    for strategy in ["demand", "fair"] {
        let flags = ["--strategy", strategy, "--no-replay"];
        let (_, summary) = reach(&own("hidden_choice.c"), &flags);
        assert_eq!(summary["verdict"], "unreachable", "{strategy}");
        let executions = summary["executions"].as_u64().expect("a number");
        let pruned = summary["loops"]["pruned"].as_u64().expect("a number");
        assert!(executions < 2_000 && pruned > 0, "{strategy}: {executions}, {pruned} dropped");
    }
}

#[test]
fn states_of_a_state_machine_tie_its_paths_together() {
    let (_, summary) = reach(&own("state_machine.c"), &["--no-replay"]);
    let executions = summary["executions"].as_u64().expect("a number");
    assert!(executions <= 3, "{executions} executions");
}

#[test]
fn relations_are_explained() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loops").join("related");
    fs::create_dir_all(out.parent().expect("a directory")).expect("it can be made");
    let output = Command::new(env!("CARGO_BIN_EXE_pathweave"))
        .arg("reach")
        .arg(own("state_machine.c"))
        .args(["--target", "target", "--no-replay", "--explain", "--out"])
        .arg(&out)
        .output()
        .expect("pathweave starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("grows by 1 on path"), "{text}");
}

#[test]
fn conditions_are_necessary_on_random_programs() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loops-random");
    fs::create_dir_all(&directory).expect("it can be made");
    let pathweave = Path::new(env!("CARGO_BIN_EXE_pathweave"));
    let mut decided = 0;
    for seed in 0..RANDOM_PROGRAMS {
        let verdict =
            random::check(pathweave, &directory, seed, 3).unwrap_or_else(|e| panic!("{e}"));
        decided += u32::from(verdict != random::Verdict::Unknown);
    }
    assert!(decided > 0, "some programs are decided");
}

#[test]
fn conditions_are_explained() {
    let program = &programs("paper").into_iter().find(|p| p.ends_with("Running.c")).expect("it");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loops").join("explained");
    fs::create_dir_all(out.parent().expect("a directory")).expect("it can be made");
    let output = Command::new(env!("CARGO_BIN_EXE_pathweave"))
        .arg("reach")
        .arg(program)
        .args(["--target", "target", "--no-replay", "--explain", "--out"])
        .arg(&out)
        .output()
        .expect("pathweave starts");
    let text = String::from_utf8_lossy(&output.stdout);
    for wanted in ["Running.c:18", "a sum over the path counters", "(forall ((", "(exists ("] {
        assert!(text.contains(wanted), "{wanted} is not in\n{text}");
    }
}

/// A solver that reads everything, then says this.
fn fake_solver(name: &str, says: &str) -> String {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loops");
    fs::create_dir_all(&directory).expect("it can be made");
    let script = directory.join(name);
    let heard = directory.join(format!("{name}.smt2"));
    let text = format!("cat > '{}'; {says}\n", heard.display());
    fs::write(&script, text).expect("it can be written");
    format!("sh {}", script.display())
}

#[test]
fn another_solver_is_given_the_quantified_condition() {
    let program = &programs("own").into_iter().find(|p| p.ends_with("not_a_sum.c")).expect("it");
    for (name, says, wanted, decided) in [
        ("says-unsat", "echo unsat", "unreachable", 1),
        ("says-sat", "echo sat; echo '((k #x0000000000000002))'", "unknown", 1),
        ("dies", "exit 1", "unknown", 0),
        ("hangs", "exec sleep 100", "unknown", 0),
    ] {
        let solver = fake_solver(name, says);
        let (_, summary) = reach(program, &["--no-replay", "--loop-solver", &solver]);
        assert_eq!(summary["verdict"], wanted, "{name}");
        assert_eq!(summary["loops"]["elsewhere"], decided, "{name}");
    }
    let script = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loops/says-unsat.smt2");
    let text = fs::read_to_string(script).expect("the script was sent");
    for wanted in ["(forall ((", "(check-sat)", "(get-value ("] {
        assert!(text.contains(wanted), "{wanted} is not in\n{text}");
    }
}
