//! `--strategy auto` on any number of threads: the same verdict, decided by the same strategy, with
//! the same inputs.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs that different strategies decide.
const PROGRAMS: [(&str, &str); 12] = [
    ("compose/foreseen.c", "reachable"),
    ("compose/hwm.c", "reachable"),
    ("compose/header_never.c", "unreachable"),
    ("compose/joined_never.c", "unreachable"),
    ("compose/p1_p2.c", "unreachable"),
    ("loops/own/count_spaces.c", "reachable"),
    // An input of a strategy that loses is tried on the program too.
    ("loops/own/matrix_diagonal.c", "reachable"),
    ("loops/own/two_counters.c", "unreachable"),
    ("merge/menu.c", "reachable"),
    // It has too many paths for plain search.
    ("../bench/programs/base64_decoder.c", "explored"),
    ("../bench/programs/tokenizer.c", "explored"),
    ("../bench/programs/hash_table.c", "explored"),
];

/// What came of a run.
struct Decided {
    verdict: String,
    by: String,
    /// The inputs of all tests.
    inputs: Vec<String>,
    /// The summary without times.
    summary: String,
    /// Whether a strategy was not waited for, so that another one's inputs may be shown elsewhere.
    is_hasty: bool,
}

/// What does not depend on the machine.
fn timeless(mut value: serde_json::Value) -> serde_json::Value {
    if let Some(entries) = value.as_object_mut() {
        entries.retain(|key, _| !key.ends_with("_ms") && key != "peak_rss_kib");
        entries.values_mut().for_each(|value| *value = timeless(value.take()));
    }
    for value in value.as_array_mut().into_iter().flatten() {
        *value = timeless(value.take());
    }
    value
}

/// Runs `reach`, or `test` where there is no target.
fn decide(program: &str, jobs: &str) -> Decided {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    decide_source(&root.join(program), program, jobs)
}

fn decide_source(source: &Path, program: &str, jobs: &str) -> Decided {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("auto");
    let out = out.join(program.replace(['/', '.'], "-")).join(jobs);
    let _ = std::fs::remove_dir_all(&out);
    let text = std::fs::read_to_string(source).expect("the program is there");
    let target = text.lines().find_map(|line| line.strip_prefix("//@ target: "));
    let target = target.or(program.starts_with("loops").then_some("target"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    match target {
        Some(target) => command.arg("reach").args(["--target", target]),
        None => command.arg("test"),
    };
    let run = command
        .arg(source)
        .args(["--json", "--no-replay", "--time", "60s", "--jobs", jobs, "--out"])
        .arg(&out)
        .output()
        .expect("it starts");
    let summary: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap_or_else(|_| {
        panic!("{program}: no summary: {}", String::from_utf8_lossy(&run.stderr))
    });
    assert!(summary["strategies"].is_array(), "{program}: {summary}");
    let mut files: Vec<PathBuf> = std::fs::read_dir(out.join("tests"))
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let inputs = files.iter().map(|file| {
        let text = std::fs::read_to_string(file).expect("it can be read");
        let test: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        test["inputs"].to_string()
    });
    let text = |key: &str| summary[key].as_str().unwrap_or_default().to_owned();
    let is_hasty = summary["strategies"].to_string().contains("not waited for");
    let (verdict, by) = (text("verdict"), text("decided_by"));
    let inputs = inputs.collect();
    let summary = format!("{:#}", timeless(summary));
    Decided { verdict, by, inputs, summary, is_hasty }
}

#[test]
fn answers_do_not_depend_on_the_number_of_jobs() {
    let mut compared = 0;
    for (program, verdict) in PROGRAMS {
        let runs = ["1", "2", "4"].map(|jobs| (jobs, decide(program, jobs)));
        let one = &runs[0].1;
        // A test of the target, and nothing of the strategies that lost.
        assert_eq!(one.inputs.is_empty(), verdict == "unreachable", "{program}");
        for (jobs, run) in &runs {
            assert_eq!(run.verdict, verdict, "{program} with --jobs {jobs}");
            if run.is_hasty || one.is_hasty {
                continue;
            }
            compared += 1;
            assert_eq!(run.inputs, one.inputs, "{program} with --jobs {jobs}");
            // Whoever is quickest may have a proof.
            if verdict != "unreachable" {
                assert_eq!(run.by, one.by, "{program} with --jobs {jobs}");
                assert_eq!(run.summary, one.summary, "{program} with --jobs {jobs}");
            }
        }
    }
    assert!(compared > 2 * PROGRAMS.len(), "only {compared} runs waited for everybody");
}

#[test]
fn what_became_of_strategies_and_functions_is_explained() {
    let program =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/programs/base64_decoder.c");
    let explained = |strategy: &str| {
        let run = Command::new(env!("CARGO_BIN_EXE_pathweave"))
            .arg("test")
            .arg(&program)
            .args(["--explain", "--no-replay", "--time", "60s", "--strategy", strategy, "--out"])
            .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("auto-explained").join(strategy))
            .output()
            .expect("it starts");
        String::from_utf8_lossy(&run.stdout).into_owned()
    };
    let text = explained("auto");
    let line = |head: &str| text.lines().find(|line| line.trim_start().starts_with(head));
    assert!(text.lines().any(|line| line.ends_with("decided it")), "{text}");
    for strategy in ["dart:", "demand:", "joined:", "merge:"] {
        // How far one came that others ended is an accident, and not told.
        let is_short = |line: &str| {
            ["ended by the others", "not needed"].iter().any(|end| line.ends_with(end))
        };
        let says = |line: &str| line.contains("units of work") != is_short(line);
        assert!(line(strategy).is_some_and(says), "{text}");
    }
    let text = explained("demand");
    assert!(text.contains("by its summary at "), "{text}");
}

#[test]
fn composition_takes_part_only_where_there_is_something_to_compose() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let ended = |program: &str| {
        let run = Command::new(env!("CARGO_BIN_EXE_pathweave"))
            .arg("reach")
            .arg(tests.join(program))
            .args(["--target", "target", "--json", "--no-replay", "--time", "60s", "--out"])
            .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("auto-composes"))
            .output()
            .expect("it starts");
        let summary: serde_json::Value = serde_json::from_slice(&run.stdout).expect("a summary");
        let strategies = summary["strategies"].as_array().cloned().unwrap_or_default();
        let demand = strategies.into_iter().find(|strategy| strategy["name"] == "demand");
        demand.map(|demand| demand["ended"].to_string()).unwrap_or_default()
    };
    let alone = ended("loops/paper/OneLoop.c");
    assert!(alone.contains("no function with decisions is called"), "{alone}");
    let composed = ended("compose/test_abs.c");
    assert!(!composed.is_empty() && !composed.contains("not started"), "{composed}");
}

#[test]
fn what_the_search_of_the_joined_program_covers_is_added() {
    // One path where decisions are joined, 2^64 and more where they are not; none is complete.
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("auto-joined");
    std::fs::create_dir_all(&scratch).expect("there is room");
    let source = scratch.join("digits.c");
    let text = "void klee_make_symbolic(void *, unsigned long, const char *);\n\
                int main(void) {\n\
                  unsigned char text[64]; int digits = 0, sum = 0;\n\
                  klee_make_symbolic(text, sizeof text, \"text\");\n\
                  for (int i = 0; i < 64; i++)\n\
                    { int c = text[i]; if (c >= '0' && c <= '9') digits++; }\n\
                  if (digits == 61)\n\
                    return 61;\n\
                  for (int i = 0; i < 64; i++) { if (text[i] == 0) return 1; sum += text[i]; }\n\
                  return sum;\n\
                }\n";
    std::fs::write(&source, text).expect("there is room");
    let run = Command::new(env!("CARGO_BIN_EXE_pathweave"))
        .arg("test")
        .arg(&source)
        .args(["--json", "--no-replay", "--time", "6s", "--out"])
        .arg(scratch.join("out"))
        .output()
        .expect("it starts");
    let summary: serde_json::Value = serde_json::from_slice(&run.stdout).expect("a summary");
    let branches = summary["branches"].as_array().expect("a list");
    // Each has a test, also when the time was over before it was added.
    let test_of = |branch: &serde_json::Value| {
        let test = branch["test"].as_str().filter(|_| branch["verdict"] == "covered")?;
        scratch.join("out").join(test).is_file().then_some(())
    };
    let covered = branches.iter().filter_map(test_of).count() as u64;
    assert_eq!(summary["coverage"]["branches_covered"], covered, "{summary}");
    let rare = branches.iter().find(|branch| {
        branch["side"] == "true" && branch["where"].as_str().is_some_and(|w| w.contains(".c:7:"))
    });
    assert!(rare.is_some_and(|branch| branch["verdict"] == "covered"), "{summary}");
}

/// A program of which plain search has all paths soon, but cannot call them exact.
fn inexact_knapsack(name: &str, capacity: u32) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/programs/knapsack.c");
    let text = std::fs::read_to_string(root).expect("the program is there");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&scratch).expect("there is room");
    let source = scratch.join("knapsack.c");
    let text = text.replace("#define CAPACITY 6", &format!("#define CAPACITY {capacity}"));
    let text = text.replace("int main(void) {", "long time(long *);\nint main(void) {\n  time(0);");
    std::fs::write(&source, text).expect("there is room");
    source
}

#[test]
fn what_is_not_complete_does_not_depend_on_the_number_of_jobs_either() {
    // Plain search ends, not being exact, and what others found with as much work is added.
    let source = inexact_knapsack("auto-unfinished", 2);
    let one = decide_source(&source, "unfinished/knapsack.c", "1");
    assert_eq!(one.verdict, "stopped");
    for jobs in ["2", "4"] {
        let run = decide_source(&source, "unfinished/knapsack.c", jobs);
        assert_eq!(run.verdict, one.verdict);
        assert!(run.is_hasty || one.is_hasty || run.inputs == one.inputs, "--jobs {jobs}");
    }
}

#[test]
fn composition_is_not_waited_for_when_plain_search_has_ended() {
    // Plain search has all paths in seconds, but cannot call them exact; composition would go on
    // until the time is over.
    let source = inexact_knapsack("auto-ended", 3);
    let started = std::time::Instant::now();
    let run = Command::new(env!("CARGO_BIN_EXE_pathweave"))
        .arg("test")
        .arg(&source)
        .args(["--json", "--no-replay", "--time", "120s", "--jobs", "2", "--out"])
        .arg(source.with_file_name("out"))
        .output()
        .expect("it starts");
    let summary: serde_json::Value = serde_json::from_slice(&run.stdout).expect("a summary");
    let reasons = summary["incomplete"].as_array().expect("a list");
    assert!(!reasons.is_empty() && reasons.iter().all(|r| r["reason"] == "external"), "{summary}");
    assert!(started.elapsed().as_secs() < 60, "it waited: {:?}", started.elapsed());
}

#[test]
fn others_begin_though_plain_search_is_in_a_hard_query() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("auto-hard");
    std::fs::create_dir_all(&scratch).expect("there is room");
    let source = scratch.join("pid.c");
    let text = "typedef int q16;\n\
        static q16 mul(q16 a, q16 b) { return (q16)(((long)a * b) >> 16); }\n\
        static q16 quotient(q16 a, q16 b) { return (q16)(((long)a << 16) / b); }\n\
        int pid(q16 sp, q16 pv, q16 kp) {\n\
        \x20 q16 e = sp - pv, o = mul(kp, e);\n  if (o > 100 << 16) o = 100 << 16;\n\
        \x20 if (o < 0) o = 0;\n  if (o == (50 << 16) && kp == (2 << 16)) return 1;\n\
        \x20 return quotient(o, kp) >> 16;\n}\n";
    std::fs::write(&source, text).expect("there is room");
    let run = Command::new(env!("CARGO_BIN_EXE_pathweave"))
        .arg("test")
        .arg(&source)
        .args(["--json", "--no-replay", "--entry", "pid", "--time", "60s", "--jobs", "2", "--out"])
        .arg(scratch.join("out"))
        .output()
        .expect("it starts");
    let summary: serde_json::Value = serde_json::from_slice(&run.stdout).expect("a summary");
    let attempts = summary["strategies"].as_array().expect("a list");
    let is_unneeded = |attempt: &&serde_json::Value| attempt["ended"] == "not needed";
    assert_eq!(attempts.iter().filter(is_unneeded).count(), 0, "{attempts:?}");
    assert_eq!(summary["coverage"]["branches_covered"], 8, "{summary}");
}

#[test]
fn an_explanation_keeps_nobody_from_deciding() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/merge/menu.c");
    let run = Command::new(env!("CARGO_BIN_EXE_pathweave"))
        .arg("reach")
        .arg(source)
        .args(["--target", "target", "--explain", "--no-replay", "--time", "9s", "--out"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("auto-explained-target"))
        .output()
        .expect("it starts");
    // The conditions of loops, which are explained, do not decide it.
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(text.contains("ways to the target") && text.contains("decided it"), "{text}");
}
