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
fn what_is_asked_for_after_the_target_is_in_its_range() {
    let program = "int klee_range(int, int, const char *);
    void target(void) {}
    int main(void) {
      if (klee_range(0, 9, \"first\") == 5)
        target();
      return klee_range(3, 7, \"second\");
    }";
    for strategy in ["auto", "dart", "demand"] {
        let (code, _) = reach("later", program, "target", &["--strategy", strategy]);
        assert_eq!(code, 0);
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reach/later/tests/000001.json");
        let text = fs::read_to_string(file).expect("a test was written");
        let test: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(test["inputs"][1]["bytes"], "03000000", "{strategy}");
        assert_eq!(test["ends"], serde_json::json!({ "exited": 3 }), "{strategy}");
    }
}

#[test]
fn what_cannot_be_reached_is_proved() {
    let program = PASSED.replace("x > 100", "x > 100 && x < 50");
    let (code, summary) = reach("never", &program, "target", &[]);
    assert_eq!((code, &summary["verdict"]), (1, &"unreachable".into()));
    assert_eq!(summary["complete"], true);
}

#[test]
fn a_path_ends_at_the_target() {
    // What follows would take for ever, and the loop before it has no decision in it.
    let program = "int klee_int(const char *);
        volatile int sink;
        int main(void) {
          int x = klee_int(\"x\");
          for (int i = 0; i < 1000; i++) sink = i;
          if (x == 77) {
            sink = 5;
            for (;;) sink++;
          }
          return 0;
        }";
    let (code, summary) = reach("at-once", program, "at-once.c:7", &[]);
    assert_eq!((code, &summary["verdict"]), (0, &"reachable".into()));
    assert!(summary["instructions"].as_u64().unwrap() < 100_000, "{}", summary["instructions"]);
    assert_eq!(only_input("at-once"), 77_i32.to_le_bytes());
}

/// A maze: the way to the target is one of many, which the program text shows.
const MAZE: &str = "int klee_int(const char *); int klee_range(int, int, const char *);
static int x; static int sink;
static void waste(int n) { for (int i = 0; i < n; i++) if (klee_int(\"w\") == i) sink++; }
static void target(void) { sink = 1; }
static void deep(int n) { if (klee_int(\"d\") > 5) target(); else waste(n); }
static void (*table[2])(int) = { waste, deep };
int main(void) {
  x = klee_range(0, 4, \"x\");
  if (x == 0) { waste(9); return 0; }
  if (x == 1) { waste(9); return 1; }
  table[1](9);
  waste(9);
  return 2;
}";

#[test]
fn distance_steers_through_calls_and_pointers() {
    for search in ["distance", "mixed"] {
        let flags = ["--search", search];
        let (code, summary) = reach("maze", MAZE, "target", &flags);
        assert_eq!((code, &summary["verdict"]), (0, &"reachable".into()), "{search}");
        if search == "distance" {
            let executions = summary["executions"].as_u64().expect("a number");
            assert!(executions < 12, "{executions} executions");
        }
    }
}

#[test]
fn what_the_graphs_rule_out_is_not_explored() {
    let program = MAZE
        .replace("target();", ";")
        .replace("int main", "void never(void) { target(); }\nint main");
    let (code, summary) = reach("ruled-out", &program, "target", &[]);
    assert_eq!((code, &summary["verdict"]), (1, &"unreachable".into()));
    assert_eq!((&summary["complete"], &summary["executions"]), (&true.into(), &0.into()));
    // Only after a return, a jump or the exit: none of these is lost.
    let after = "#include <setjmp.h>\n#include <stdlib.h>
        int klee_int(const char *); static jmp_buf back; static int sink;
        static void at_exit(void) { sink = 4; }
        static int ask(void) { return klee_int(\"a\") == 3; }
        static void leave(void) { if (klee_int(\"b\") == 4) longjmp(back, 1); exit(0); }
        int main(void) {
          atexit(at_exit);
          if (setjmp(back)) { sink = 1; return 0; }
          if (ask()) { sink = 2; leave(); }
          return 1;
        }";
    for line in [4, 9, 10, 11] {
        let target = format!("after.c:{line}");
        let (code, summary) = reach("after", after, &target, &[]);
        assert_eq!((code, &summary["verdict"]), (0, &"reachable".into()), "{target}");
    }
}

#[test]
fn a_file_is_known_by_any_of_its_paths() {
    let program = "int klee_int(const char *); static int sink;
        int main(void) {
          if (klee_int(\"a\") == 3)
            sink = 1;
          return 0;
        }";
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reach/../reach/paths.c");
    for target in ["paths.c:4", "./paths.c:4", &format!("{}:4", source.display())] {
        let (_, summary) = reach("paths", program, target, &[]);
        assert_eq!(summary["verdict"], "reachable", "{target}");
    }
}

#[test]
fn a_target_that_no_concrete_run_confirms_is_unknown() {
    // The value is not an input: a run on the same input need not have it.
    let program = "int klee_int(const char *);
        unsigned klee_is_symbolic(unsigned long);
        static int sink;
        int main(void) {
          int x = klee_int(\"x\");
          if (klee_is_symbolic(x)) {
            sink = 1;
            sink = 2;
          }
          return 0;
        }";
    let (code, summary) = reach("unconfirmed", program, "unconfirmed.c:7", &[]);
    assert_eq!((code, &summary["verdict"]), (3, &"unknown".into()));
    assert_eq!(summary["incomplete"][0]["reason"], "unconfirmed-target");
}

#[test]
fn the_target_counts_as_covered() {
    let (_, summary) = reach("covered", PASSED, "target", &[]);
    let lines = &summary["coverage"]["lines_covered"];
    assert!(lines.as_u64() >= Some(5), "{lines}");
}

/// What `reach` says about `target` in a program, and the reasons why it is not sure.
fn verdict_and_reasons(name: &str, program: &str) -> (String, Vec<String>) {
    let program =
        format!("#include <klee/klee.h>\nint sink;\nvoid target(void) {{ sink = 1; }}\n{program}");
    let (_, summary) = reach(name, &program, "target", &["--strategy", "dart"]);
    let reasons = summary["incomplete"].as_array().expect("a list").iter();
    let reasons = reasons.map(|entry| entry["reason"].as_str().unwrap_or_default().to_owned());
    (summary["verdict"].as_str().unwrap_or_default().to_owned(), reasons.collect())
}

#[test]
fn what_depends_on_the_machine_proves_nothing() {
    let programs = [
        (
            "pid",
            "int getpid(void);\nint main(void) { if (getpid() == 123456789) target(); return 0; }",
        ),
        ("clock", "long time(long *);\nint main(void) { if (time(0) == 5) target(); return 0; }"),
        (
            "file",
            "#include <stdio.h>\nint main(void) { if (fopen(\"/etc/x\", \"r\")) target(); return 0; }",
        ),
    ];
    for (name, program) in programs {
        let (verdict, reasons) = verdict_and_reasons(name, program);
        assert_eq!((verdict.as_str(), reasons), ("unknown", vec!["external".to_owned()]), "{name}");
    }
    // Mathematics is the same everywhere.
    let program =
        "#include <math.h>\nint main(int n, char **v) { if (sqrt(n) > 2) target(); return 0; }";
    let (verdict, reasons) = verdict_and_reasons("square-root", program);
    assert_eq!((verdict.as_str(), reasons.len()), ("unreachable", 0));
}

#[test]
fn what_depends_on_undefined_bits_proves_nothing() {
    let word = "int main(void) { int x, u; klee_make_symbolic(&x, sizeof x, \"x\");
        if (((x & 1) | (u & 2)) == 2) target(); return 0; }";
    let array = "int main(void) { unsigned x; char a[16]; klee_make_symbolic(&x, sizeof x, \"x\");
        a[0] = 1; a[1] = 2; if (x > 3) return 0; if (a[x] == 7) target(); return 0; }";
    for (name, program) in [("undefined-word", word), ("undefined-array", array)] {
        let (verdict, reasons) = verdict_and_reasons(name, program);
        assert_eq!(
            (verdict.as_str(), reasons),
            ("unknown", vec!["undefined".to_owned()]),
            "{name}"
        );
    }
    // It is asked for all inputs, also those that nobody follows any more.
    let dropped = "int main(void) { int x, u; klee_make_symbolic(&x, sizeof x, \"x\");
        if (((x & 1) | (u & 2)) == 2) { target(); return 0; }
        if (x & 1) { if (x == 6) target(); } return 0; }";
    let (verdict, _) = verdict_and_reasons("undefined-dropped", dropped);
    assert_eq!(verdict, "unknown");
    // A concrete run shows what it is.
    let (code, summary) = reach(
        "undefined-bug",
        &format!("#include <klee/klee.h>\nvoid target(void) {{}}\n{word}"),
        "error",
        &[],
    );
    assert_eq!((code, &summary["bugs"][0]["kind"]), (0, &"uninitialized-read".into()));
    // Padding is undefined too, and decides nothing.
    let padding = "struct s { char c; int n; };
        static int f(struct s s) { return s.n; }
        int main(void) { struct s s; int x; klee_make_symbolic(&x, sizeof x, \"x\"); s.c = x; s.n = x;
        if (f(s) != x) target(); return 0; }";
    let (verdict, reasons) = verdict_and_reasons("undefined-padding", padding);
    assert_eq!((verdict.as_str(), reasons.len()), ("unreachable", 0));
}

#[test]
fn a_path_cut_short_keeps_what_was_concretized() {
    // Both sides of the last branch lead away from the target; the value that was concretized
    // before may lead to it, for one input of 2^32 that no random one hits.
    let program = "int main(void) { unsigned x, y; klee_make_symbolic(&x, sizeof x, \"x\");
        klee_make_symbolic(&y, sizeof y, \"y\"); double d = x;
        if (d == 2271560481.0) { target(); return 0; }
        if (y > 7) sink = 2; else sink = 3; return 0; }";
    let (verdict, reasons) = verdict_and_reasons("cut-short", program);
    assert_eq!((verdict.as_str(), reasons), ("unknown", vec!["concretized".to_owned()]));
}

#[test]
fn what_is_called_before_the_entry_is_no_dead_end() {
    let program = "#include <stddef.h>\nint sink;
        int LLVMFuzzerInitialize(int *argc, char ***argv) { sink = *argc; return 0; }
        int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
          if (size > 2 && data[0] == 'x') sink = 7;
          return 0;
        }";
    let (code, summary) = reach("initialize", program, "initialize.c:5", &[]);
    assert_eq!((code, &summary["verdict"]), (0, &"reachable".into()));
}

/// Two files with a static function of the same name.
const LEFT: &str = "static void fail(void) {}
int check(int x);
int klee_int(const char *);
int main(void) {
  int x = klee_int(\"x\");
  if (x == x + 1)
    fail();
  return check(x);
}
";
const RIGHT: &str = "static void fail(void) {}
int check(int x) {
  if (x == 7)
    fail();
  return 0;
}
";

#[test]
fn a_name_means_every_function_of_it() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reach");
    fs::create_dir_all(&directory).expect("the target directory is writable");
    let right = directory.join("same_right.c");
    fs::write(&right, RIGHT).expect("the target directory is writable");
    let more = [right.to_str().expect("a path")];
    for (target, expected) in [
        ("fail", (0, "reachable")),
        ("same_right.c:fail", (0, "reachable")),
        ("same_left.c:fail", (1, "unreachable")),
    ] {
        let (code, summary) = reach("same_left", LEFT, target, &more);
        let verdict = summary["verdict"].as_str().expect("a verdict");
        assert_eq!((code, verdict), expected, "{target}");
    }
    let run = |entry: &str| {
        Command::new(env!("CARGO_BIN_EXE_pathweave"))
            .arg("test")
            .args([&directory.join("same_left.c"), &right])
            .args(["--no-replay", "--entry", entry, "--out"])
            .arg(directory.join("same_entry"))
            .output()
            .expect("pathweave starts")
    };
    let refused = run("fail");
    let text = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{text}");
    assert!(text.contains("same_left.c:fail") && text.contains("same_right.c:fail"), "{text}");
    assert_eq!(run(&format!("{}:fail", right.display())).status.code(), Some(0));
}

#[test]
fn what_a_callee_reads_of_standard_input_is_not_known_before() {
    let program = "#include <unistd.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
static int is_next(int x) {
  char c = 5;
  read(0, &c, 1);
  if (x == c)
    return 1;
  return 0;
}
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, \"x\");
  if (x > 50 && is_next(x))
    target();
  return 0;
}
";
    for strategy in ["dart", "smart", "demand", "fair", "memo", "merge", "auto"] {
        let flags = ["--strategy", strategy, "--sym-stdin", "2"];
        let (code, summary) = reach("reads", program, "target", &flags);
        assert_eq!((code, &summary["verdict"]), (0, &"reachable".into()), "{strategy}");
    }
}

/// The text after a directive of a program.
fn directive<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let head = format!("//@ {name}: ");
    text.lines().find_map(|line| line.strip_prefix(&head))
}

#[test]
fn no_strategy_takes_a_place_for_unreachable_that_is_not() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/reach");
    let mut count = 0;
    for entry in fs::read_dir(programs).expect("the programs") {
        let file = entry.expect("a program").path();
        let text = fs::read_to_string(&file).expect("a program");
        let expected: i32 = directive(&text, "code").and_then(|code| code.parse().ok()).unwrap();
        let target = directive(&text, "target").expect("a target");
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        for strategy in ["dart", "smart", "demand", "fair", "memo", "merge", "auto"] {
            let flags = directive(&text, "flags").unwrap_or_default();
            let flags =
                ["--strategy", strategy, "--time", "20s"].into_iter().chain(flags.split(' '));
            let flags: Vec<&str> = flags.filter(|flag| !flag.is_empty()).collect();
            let (code, _) = reach(&name, &text, target, &flags);
            // Who cannot say is not wrong.
            let is_right = code == expected || (code == 3 && !["dart", "auto"].contains(&strategy));
            assert!(is_right, "{name}: {strategy} says {code}");
        }
        count += 1;
    }
    assert!(count >= 45, "{count}");
}

#[test]
fn a_function_that_was_inlined_is_found_by_its_name() {
    let program = |more: &str| {
        format!(
            "void klee_make_symbolic(void *, unsigned long, const char *);
            volatile int v;
            {more} void fail(int x) {{ v = x; }}
            int main(void) {{ int x; klee_make_symbolic(&x, sizeof x, \"x\"); if (x > 77) fail(x); return 0; }}"
        )
    };
    for (more, level) in [("", "-O1"), ("", "-O2"), ("static", "-O1"), ("static", "-O0")] {
        let (code, _) = reach("inlined", &program(more), "fail", &["--cflags", level]);
        assert_eq!(code, 0, "{more} {level}");
    }
}

#[test]
fn what_the_compiler_merged_is_not_called_unreachable() {
    // The two stores become one, which is on no line of either function.
    let program = "void klee_make_symbolic(void *, unsigned long, const char *);
volatile int v;
void fail(int x) {
  v = x;
}
static void other(int x) {
  v = x + 1;
}
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, \"x\");
  if (x == 77) fail(x);
  if (x == 78) other(x);
  return 0;
}
";
    for target in ["fail", "merged.c:4"] {
        let (code, summary) = reach("merged", program, target, &["--cflags", "-O1"]);
        assert_ne!(code, 1, "{target}: {summary:#}");
        let (code, _) = reach("merged", program, target, &[]);
        assert_eq!(code, 0, "{target}");
    }
}
