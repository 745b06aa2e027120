//! `pathweave reach`: verdicts, exit codes, and that the test written is one that goes there.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The exit code and the summary of `reach` on a program.
fn reach(name: &str, program: &str, target: &str, flags: &[&str]) -> (i32, serde_json::Value) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reach");
    fs::create_dir_all(&directory).expect("the target directory is writable");
    let source = directory.join(format!("{name}.c"));
    fs::write(&source, program).expect("the target directory is writable");
    let output = Command::new(env!("CARGO_BIN_EXE_pathweave"))
        .arg("reach")
        .arg(&source)
        .args(["--json", "--no-replay", "--target", target, "--out"])
        .arg(directory.join(name))
        .args(flags)
        .output()
        .expect("pathweave starts");
    let summary = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    (output.status.code().unwrap_or(-1), summary)
}

/// The bytes of the only input of the only test.
fn only_input(name: &str) -> Vec<u8> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reach").join(name);
    let text = fs::read_to_string(file.join("tests/000001.json")).expect("a test was written");
    let test: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let hex = test["inputs"][0]["bytes"].as_str().expect("it has an input").to_owned();
    (0..hex.len() / 2).map(|k| u8::from_str_radix(&hex[2 * k..2 * k + 2], 16).unwrap()).collect()
}

const PASSED: &str = "int klee_int(const char *); void klee_assume(unsigned long);
void target(void) {}
int main(void) {
  int x = klee_int(\"x\");
  if (x > 100) {
    target();
    klee_assume(x == 7);
  }
  return 0;
}
";

#[test]
fn a_path_is_credited_with_what_it_executes_itself() {
    for search in ["dfs", "bfs", "mixed"] {
        let (code, summary) = reach("passed", PASSED, "target", &["--search", search]);
        assert_eq!((code, &summary["verdict"]), (0, &"reachable".into()));
        let bytes: [u8; 4] = only_input("passed").try_into().expect("an int");
        assert!(i32::from_le_bytes(bytes) > 100, "{search}: the test goes to the target");
    }
}

#[test]
fn what_cannot_be_reached_is_proved() {
    let program = PASSED.replace("x > 100", "x > 100 && x < 50");
    let (code, summary) = reach("never", &program, "target", &[]);
    assert_eq!((code, &summary["verdict"]), (1, &"unreachable".into()));
    assert_eq!(summary["complete"], true);
}
