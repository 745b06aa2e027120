//! `pathweave bench` on one small row: figures, the page, going on after a kill, and what it says when
//! there is nothing to run.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn bench(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    let subjects = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench");
    command.arg("bench").args(arguments).arg("--subjects").arg(subjects);
    command.arg("--out").arg(directory).env_remove("KLEE").env_remove("CBMC");
    command
}

fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn results(file: &Path) -> Value {
    let text = std::fs::read_to_string(file).expect("results are there");
    serde_json::from_str(&text).expect("they are JSON")
}

/// The ways that have a run in a row, with a figure.
fn runs(results: &Value, figure: &str) -> Vec<(String, Option<u64>)> {
    let tables = results["tables"].as_array().expect("tables");
    let rows = tables.iter().flat_map(|table| table["rows"].as_array().expect("rows"));
    rows.flat_map(|row| row["runs"].as_array().expect("runs"))
        .map(|run| (run["way"].as_str().unwrap_or("?").to_owned(), run[figure].as_u64()))
        .collect()
}

#[test]
fn a_row_is_measured_and_kept() {
    let directory = tempfile::tempdir().expect("a directory");
    let json = directory.path().join("other.json");
    let row = ["papers", "--only", "locate/N=5", "--strategy", "dart,smart", "--time", "30s"];
    let at: PathBuf = json.clone();
    let mut first = bench(directory.path(), &row);
    let told = done(&first.arg("--json").arg(&at).output().expect("it runs"));
    assert!(told.contains("locate N=5 smart: explored; executions 13,"), "{told}");
    let kept = results(&json);
    assert_eq!(
        runs(&kept, "executions"),
        [("dart".to_owned(), Some(14)), ("smart".to_owned(), Some(13))]
    );
    assert_eq!((&kept["finished"], &kept["suite"]), (&Value::from(true), &Value::from("papers")));
    let page = std::fs::read_to_string(directory.path().join("index.html")).expect("a page");
    assert!(page.contains("published: SMART runs") && !page.contains("Not finished"));
    // Another strategy is added, the others are not run again.
    let row =
        ["papers", "--only", "locate/N=5", "--strategy", "dart,smart,demand", "--time", "30s"];
    let mut second = bench(directory.path(), &row);
    let told = done(&second.arg("--json").arg(&at).arg("--resume").output().expect("it runs"));
    assert!(told.contains(" demand: ") && !told.contains(" smart: "), "{told}");
    assert_eq!(runs(&results(&json), "executions").len(), 3);
}

#[test]
fn what_is_finished_survives_a_kill() {
    let directory = tempfile::tempdir().expect("a directory");
    // The second run has infinitely many paths, and takes all of its time.
    let only = "locate/N=5,figures/M1/M2 without a bound";
    let rows = ["papers", "--only", only, "--strategy", "dart", "--time", "40s"];
    let mut running =
        bench(directory.path(), &rows).stdout(Stdio::null()).spawn().expect("it starts");
    let file = directory.path().join("results.json");
    let start = Instant::now();
    while !file.exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    // Asked to end, it ends its child too, and says that it is not finished.
    let killed = Command::new("kill").arg(running.id().to_string()).status().expect("kill runs");
    assert!(killed.success());
    assert_eq!(running.wait().expect("it ends").code(), Some(3));
    let kept = results(&file);
    assert_eq!(runs(&kept, "paths"), [("dart".to_owned(), Some(14))]);
    assert_eq!(kept["finished"], Value::from(false));
    let page = std::fs::read_to_string(directory.path().join("index.html")).expect("a page");
    assert!(page.contains("Not finished: 1 of 2 runs"), "{page}");
}

#[test]
fn a_time_out_is_a_result() {
    let directory = tempfile::tempdir().expect("a directory");
    let row = ["papers", "--only", "hwm/N=30", "--strategy", "dart", "--time", "1s"];
    let told = done(&bench(directory.path(), &row).output().expect("it runs"));
    assert!(told.contains("hwm N=30 dart: time-out"), "{told}");
    let kept = results(&directory.path().join("results.json"));
    assert_eq!(kept["tables"][0]["rows"][0]["runs"][0]["end"], "time-out");
    assert_eq!(kept["finished"], Value::from(true));
}

#[test]
fn nothing_to_run_is_said() {
    let directory = tempfile::tempdir().expect("a directory");
    let output = Command::new(env!("CARGO_BIN_EXE_pathweave"))
        .args(["bench", "programs", "--subjects"])
        .arg(directory.path())
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(told.contains("papers/suite.json") && told.contains("--subjects DIR"), "{told}");
    for (arguments, message) in [
        (["--only", "nosuch"], "no such table or row"),
        (["--strategy", "klee"], "name its executable: KLEE="),
    ] {
        let output = bench(directory.path(), &arguments).output().expect("it runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(told.contains(message), "{told}");
    }
}

#[test]
fn every_subject_can_be_run() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/papers/suite.json");
    let suite = results(&suite);
    let mut files: Vec<String> = Vec::new();
    let mut rows: Vec<String> = Vec::new();
    for table in suite["tables"].as_array().expect("tables") {
        for row in table["rows"].as_array().expect("rows") {
            let file = row["file"].as_str().or(table["file"].as_str()).expect("a file").to_owned();
            if files.contains(&file) {
                continue;
            }
            files.push(file);
            let size = || Some(format!("{}={}", table["size"].as_str()?, row["size"]));
            let name = row["name"].as_str().map(str::to_owned).or_else(size).expect("a name");
            rows.push(format!("{}/{name}", table["id"].as_str().expect("an id")));
        }
    }
    let directory = tempfile::tempdir().expect("a directory");
    // Names with a comma would be taken for two.
    let only = rows.iter().filter(|row| !row.contains(',')).cloned().collect::<Vec<_>>().join(",");
    let arguments = ["papers", "--only", &only, "--strategy", "dart", "--time", "1s"];
    done(&bench(directory.path(), &arguments).output().expect("it starts"));
    let tables = results(&directory.path().join("results.json"));
    let tables = tables["tables"].as_array().expect("tables").clone();
    let mut count = 0;
    for row in tables.iter().flat_map(|table| table["rows"].as_array().expect("rows")) {
        for run in row["runs"].as_array().expect("runs") {
            assert_ne!(run["end"], "failed", "{}: {run}", row["name"]);
            count += 1;
        }
    }
    assert!(count > 10, "{count} runs");
}
