//! `pathweave test` beyond counts: parked states, restarts, branches, short inputs, determinism.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exploration").join(name);
    fs::create_dir_all(&directory).expect("the target directory is writable");
    directory
}

/// The summary of `test` on a program, and the inputs of its tests.
fn test(program: &Path, out: &Path, flags: &[&str]) -> (Value, Vec<Value>) {
    let output = Command::new(env!("CARGO_BIN_EXE_pathweave"))
        .arg("test")
        .arg(program)
        .args(["--json", "--no-replay", "--out"])
        .arg(out)
        .args(flags)
        .output()
        .expect("pathweave starts");
    let summary: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let count = summary["tests"].as_array().map_or(0, Vec::len);
    let inputs = (1..=count).map(|number| {
        let path = out.join(format!("tests/{number:06}.json"));
        let text = fs::read_to_string(path).expect("a test was written");
        let test: Value = serde_json::from_str(&text).expect("it is JSON");
        test["inputs"].clone()
    });
    let inputs = inputs.collect();
    (summary, inputs)
}

fn write(name: &str, program: &str) -> (PathBuf, PathBuf) {
    let directory = directory(name);
    let source = directory.join("program.c");
    fs::write(&source, program).expect("the target directory is writable");
    (source, directory.join("out"))
}

#[test]
fn parked_states_give_the_same_paths_and_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/symbolic/paths");
    let programs = [
        "out_of_bounds_wide.c",
        "symbolic_pointer.c",
        "assume_late.c",
        "switch_in_loop.c",
        "recursion_mutual.c",
        "bubble_sort.c",
        "function_pointer.c",
        "exit_and_abort.c",
    ];
    for program in programs {
        let source = root.join(program);
        for search in ["mixed", "bfs"] {
            let out = directory(&format!("parked-{program}"));
            let run = |states: &str| {
                let flags = ["--all-tests", "--max-states", states, "--search", search];
                let (summary, inputs) = test(&source, &out, &flags);
                (summary["paths"].clone(), summary["complete"].clone(), inputs)
            };
            let all = run("100000");
            for states in ["0", "1", "2", "5"] {
                assert_eq!(run(states), all, "{program} with {states} copies, {search}");
            }
        }
    }
}

#[test]
fn memory_parks_states_too() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/symbolic/paths");
    let out = directory("memory");
    let (all, _) = test(&root.join("explosion_12.c"), &out, &["--strategy", "dart"]);
    // Far too little: states are parked, and when that does not help the run says so.
    let flags = ["--strategy", "dart", "--max-memory", "1"];
    let (summary, _) = test(&root.join("explosion_12.c"), &out, &flags);
    let reasons = summary["incomplete"].as_array().expect("a list");
    if summary["complete"] == true {
        assert_eq!(summary["paths"], all["paths"]);
    } else {
        assert!(reasons.iter().all(|entry| entry["reason"] == "memory"), "{reasons:?}");
    }
}

#[test]
fn memory_ends_strategies_that_park_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/symbolic/paths");
    let out = directory("memory-composed");
    for strategy in ["demand", "fair"] {
        let flags = ["--strategy", strategy, "--max-memory", "1"];
        let (summary, _) = test(&root.join("explosion_12.c"), &out, &flags);
        assert_eq!(summary["complete"], false, "{strategy}");
        let reasons = summary["incomplete"].as_array().expect("a list");
        assert!(reasons.iter().any(|entry| entry["reason"] == "memory"), "{reasons:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/symbolic/dart");
    let out = directory("seed");
    for program in ["protocol.c", "obscure_float.c"] {
        let entry = if program == "protocol.c" { "main" } else { "obscure" };
        let run = |seed: &str| {
            let flags = ["--entry", entry, "--seed", seed, "--all-tests"];
            let (summary, inputs) = test(&root.join(program), &out, &flags);
            (summary["paths"].clone(), summary["executions"].clone(), inputs)
        };
        assert_eq!(run("1"), run("1"), "{program}");
        assert_eq!(run("1").0, run("2").0, "{program}");
    }
}

#[test]
fn restarts_find_what_a_concretized_value_ruled_out() {
    let (source, out) = write(
        "restarts",
        "int __VERIFIER_nondet_int(void);
         static int scaled(int y) { return (int)(y * 0.5); }
         int main(void) {
           int y = __VERIFIER_nondet_int();
           if (y < 0 || y > 1000000) return 9;
           int half = scaled(y);
           if (y == 123456) return 1;
           if (half > 300000) return 2;
           return 3;
         }",
    );
    let (summary, _) = test(&source, &out, &[]);
    assert_eq!(summary["complete"], false);
    assert_eq!(summary["paths"], 5, "every path is found, none twice");
}

#[test]
fn every_branch_is_accounted_for() {
    let (source, out) = write(
        "branches",
        "int klee_int(const char *);
int main(void) {
  int x = klee_int(\"x\");
  if (x > 10) {
    if (x < 5)
      return 1;
    switch (x) {
    case 11: return 2;
    case 3: return 3;
    default: return 4;
    }
  }
  return 0;
}
int unused(int y) {
  if (y) return 1;
  return 0;
}",
    );
    let (summary, _) = test(&source, &out, &[]);
    assert_eq!(summary["complete"], true);
    // What `main` cannot call does not count.
    assert_eq!(summary["coverage"]["branches"], 7, "{summary}");
    let branches: Vec<(String, &str, &str, bool)> = summary["branches"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|branch| {
            let place = branch["where"].as_str().unwrap();
            let line = place.rsplit(':').nth(1).unwrap().to_owned();
            let text = |key: &str| branch[key].as_str().unwrap();
            (line, text("side"), text("verdict"), branch["test"].is_string())
        })
        .collect();
    let expected = [
        ("4", "true", "covered", true),
        ("4", "false", "covered", true),
        ("5", "true", "infeasible", false),
        ("5", "false", "covered", true),
        ("7", "case 11", "covered", true),
        ("7", "case 3", "infeasible", false),
        ("7", "default", "covered", true),
        ("16", "true", "never-reached", false),
        ("16", "false", "never-reached", false),
    ];
    for (line, side, verdict, tested) in expected {
        let entry = (line.to_owned(), side, verdict, tested);
        assert!(branches.contains(&entry), "{entry:?} in {branches:?}");
    }
    let (summary, _) = test(&source, &out, &["--max-depth", "1"]);
    let branches = summary["branches"].as_array().expect("a list");
    let unknown = branches.iter().find(|branch| branch["verdict"] == "unknown");
    assert_eq!(unknown.expect("not decided")["why"], "depth");
}

#[test]
fn what_is_covered_has_a_test() {
    // The first run ends at an assumption, after it has executed half of the program; other paths
    // have the beginning in common with it. Later ones end in one and the same bug.
    let (source, out) = write(
        "adopted",
        r#"
        int klee_range(int, int, const char *);
        int seen, table[4];
        static void note(int x) {
          if (x > 5)
            seen++;
          else
            seen--;
        }
        int main(void) {
          int first = klee_range(0, 9, "first");
          note(first);
          int second = klee_range(1, 9, "second");
          if (second == 7)
            seen += 2;
          int at = klee_range(0, 6, "at");
          if (at > 2 && second == 3)
            seen += first == 4 ? 3 : 4;
          table[at] = seen;
          return 0;
        }
        "#,
    );
    let (summary, _) = test(&source, &out, &[]);
    assert_eq!(summary["complete"], true);
    assert_eq!(summary["bugs"].as_array().map(Vec::len), Some(1));
    for branch in summary["branches"].as_array().expect("branches") {
        if branch["verdict"] == "covered" {
            assert!(branch["test"].is_string(), "{branch}");
        }
    }
}

#[test]
fn a_bug_comes_with_a_short_input() {
    let (source, out) = write(
        "short",
        "#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char n, rest[8];
  klee_make_symbolic(&n, 1, \"n\");
  if (n > 8) return 0;
  for (int i = 0; i < n; i++)
    klee_make_symbolic(&rest[i], 1, \"rest\");
  assert(n == 0);
  return 0;
}",
    );
    for search in ["dfs", "bfs", "random", "mixed"] {
        let (summary, inputs) = test(&source, &out, &["--search", search]);
        let bugs = summary["bugs"].as_array().expect("a list");
        assert_eq!(bugs.len(), 1);
        let file = bugs[0]["test"].as_str().expect("a test");
        let number: usize = file.trim_start_matches("tests/")[..6].parse().expect("a number");
        let inputs = inputs[number - 1].as_array().expect("a list");
        assert_eq!(inputs.len(), 2, "{search}: one byte after the length");
    }
}

/// What every strategy has to find.
const STRATEGIES: [&str; 7] = ["auto", "dart", "demand", "fair", "smart", "memo", "merge"];

/// The classes and columns of the bugs of a run, in order.
fn bugs(summary: &Value) -> Vec<(String, u64)> {
    let bugs = summary["bugs"].as_array().expect("a list");
    let bug = |bug: &Value| {
        let kind = bug["kind"].as_str().expect("a class").to_owned();
        (kind, bug["column"].as_u64().expect("a column"))
    };
    let mut found: Vec<(String, u64)> = bugs.iter().map(bug).collect();
    found.sort();
    found
}

const ON_ONE_LINE: &str = "static int a[4], b[4];
int copy(const int *from, int *to) { *to = *from; return 0; }
int quotients(unsigned x, unsigned y, unsigned p, unsigned q) { return x / y + p / q; }
int elements(unsigned i, unsigned j) {
  if (i > 8 || j > 4) return 0;
  return (i < 4 ? 0 : a[i]) + b[j];
}
static inline __attribute__((always_inline)) int over(int x, unsigned y) { return 9u / y + x; }
int copies(unsigned y, unsigned z, int which) { return which ? over(1, y) : over(2, z); }
#define BOTH(x, y) (9u / (x) + 9u / (y))
int expanded(unsigned x, unsigned y) { return BOTH(x, y); }
int again(unsigned y) { unsigned s = 0; for (unsigned i = 0; i < 3; i++) s += 9 / (y + i); return s; }
";

#[test]
fn bugs_on_one_line_are_told_apart() {
    let (source, out) = write("one-line", ON_ONE_LINE);
    let expected: [(&str, &str, &[u64]); 6] = [
        ("copy", "null-dereference", &[42, 44]),
        ("quotients", "division-by-zero", &[74, 82]),
        ("elements", "out-of-bounds-read", &[23, 31]),
        ("copies", "division-by-zero", &[86]),
        ("expanded", "division-by-zero", &[47]),
        ("again", "division-by-zero", &[81]),
    ];
    for (entry, kind, columns) in expected {
        let expected: Vec<(String, u64)> =
            columns.iter().map(|&column| (kind.to_owned(), column)).collect();
        for strategy in STRATEGIES {
            let flags = ["--entry", entry, "--strategy", strategy];
            let (summary, _) = test(&source, &out, &flags);
            assert_eq!(bugs(&summary), expected, "{entry} {strategy}");
            assert_eq!(summary["verdict"], "explored", "{entry} {strategy}");
            // Every bug has a test of its own, which claims it.
            for bug in summary["bugs"].as_array().expect("a list") {
                let file = bug["test"].as_str().expect("a file").replace(".ktest", ".json");
                let text = fs::read_to_string(out.join(file)).expect("a test was written");
                let test: Value = serde_json::from_str(&text).expect("it is JSON");
                assert_eq!(test["ends"]["bug"], *kind, "{entry} {strategy}");
                assert_eq!(test["place"]["column"], bug["column"], "{entry} {strategy}");
            }
        }
    }
}

#[test]
fn without_columns_instructions_are_told_apart() {
    let (source, out) = write("no-columns", ON_ONE_LINE);
    let expected = [
        ("copy", 2),
        ("quotients", 2),
        ("elements", 2),
        ("copies", 1),
        ("expanded", 2),
        ("again", 1),
    ];
    for (entry, count) in expected {
        for strategy in ["auto", "demand", "memo", "merge"] {
            let columns = ["--cflags", "-gno-column-info"];
            let flags = ["--entry", entry, "--strategy", strategy];
            let (summary, _) = test(&source, &out, &[&flags[..], &columns].concat());
            assert_eq!(bugs(&summary).len(), count, "{entry} {strategy}");
            assert_eq!(summary["verdict"], "explored", "{entry} {strategy}");
        }
    }
}

#[test]
fn stored_steps_keep_bugs_on_one_line_apart() {
    let (source, out) = write("one-line-stored", ON_ONE_LINE);
    let store = out.with_file_name("store");
    for strategy in ["demand", "memo"] {
        let _ = fs::remove_dir_all(&store);
        let store = store.to_str().expect("plain text");
        for run in ["cold", "warm"] {
            let flags = ["--entry", "quotients", "--strategy", strategy, "--store", store];
            let (summary, _) = test(&source, &out, &flags);
            let columns: Vec<u64> = bugs(&summary).into_iter().map(|(_, column)| column).collect();
            assert_eq!(columns, [74, 82], "{strategy} {run}");
            assert_eq!(summary["verdict"], "explored", "{strategy} {run}");
        }
        // The same code elsewhere on its line is found in the store, with its bugs where they are now.
        fs::write(&source, ON_ONE_LINE.replace("return x / y", "return  x / y")).expect("writable");
        let flags = ["--entry", "quotients", "--strategy", strategy, "--store", store];
        let (summary, _) = test(&source, &out, &flags);
        let columns: Vec<u64> = bugs(&summary).into_iter().map(|(_, column)| column).collect();
        assert_eq!(columns, [75, 83], "{strategy} moved");
        fs::write(&source, ON_ONE_LINE).expect("writable");
    }
}

#[test]
fn lengths_that_do_not_fit_are_one_path() {
    let (source, out) = write(
        "blocks",
        "#include <stdlib.h>
         #include <string.h>
         #include <strings.h>
         struct pair { int first, second; };
         static struct pair pairs[4];
         static const char text[8] = \"1234567\";
         int fill(unsigned n) { char b[16]; memset(b, 0, n); return 0; }
         int negative(int n) { char b[16]; if (n > 16) return 1; memset(b, 0, n); return 0; }
         int narrow(unsigned n) { char a[16] = {1}, b[8]; memcpy(b, a, n); return 0; }
         int move(unsigned n) { char a[16] = {1}, b[16]; memmove(b, a + 12, n); return 0; }
         int null(unsigned n) { memset(NULL, 0, n); return 0; }
         int constant(unsigned n) { memset((char *)text, 0, n); return 0; }
         int freed(unsigned n) { char *p = malloc(8); free(p); memset(p, 0, n); return 0; }
         int buffer(unsigned char *p, unsigned len, unsigned n) {
           if (!p || len > 4) return 0;
           memset(p, 0, n);
           return 0;
         }
         int whole(unsigned char *p, unsigned len) { if (p) memset(p, 0, len); return 0; }
         int anywhere(unsigned at, unsigned n) { char b[4]; memset(b + at, 0, n); return 0; }
         int element(unsigned at, struct pair p) { pairs[at] = p; return 0; }
         int library(unsigned n, char c) { char b[4]; void *(*f)(void *, int, size_t) = memset; f(b, c, n); return 0; }
         int zeros(unsigned n) { char b[4]; bzero(b, n); return 0; }
         static void clear(char *p, unsigned n) { memset(p, 0, n); }
         int called(unsigned n) { char a[4], b[2]; clear(a, n); clear(b, n); return 0; }
         int fits(unsigned n) { char b[4]; if (n > 4) return 1; memset(b, 0, n); return 0; }",
    );
    // With the paths: every length inside, and one for all others.
    let expected: [(&str, u64, &[&str]); 15] = [
        ("fill", 18, &["out-of-bounds-write"]),
        ("negative", 19, &["out-of-bounds-write"]),
        ("narrow", 11, &["out-of-bounds-read", "out-of-bounds-write"]),
        ("move", 6, &["out-of-bounds-read"]),
        ("null", 2, &["null-dereference"]),
        ("constant", 2, &["out-of-bounds-write"]),
        ("freed", 2, &["use-after-free"]),
        ("buffer", 8, &["out-of-bounds-write"]),
        ("whole", 34, &[]),
        ("anywhere", 12, &["out-of-bounds-write"]),
        ("element", 5, &["out-of-bounds-write"]),
        ("library", 6, &["out-of-bounds-write"]),
        ("zeros", 6, &["out-of-bounds-write"]),
        ("called", 6, &["out-of-bounds-write"]),
        ("fits", 6, &[]),
    ];
    for (entry, paths, kinds) in expected {
        for strategy in STRATEGIES {
            let flags = ["--entry", entry, "--strategy", strategy, "--time", "30s"];
            let (summary, _) = test(&source, &out, &flags);
            let found: Vec<String> = bugs(&summary).into_iter().map(|(kind, _)| kind).collect();
            assert_eq!(found, kinds, "{entry} {strategy}");
            assert_eq!(summary["verdict"], "explored", "{entry} {strategy}");
            if strategy == "dart" || strategy == "memo" {
                assert_eq!(summary["paths"], paths, "{entry} {strategy}");
            }
        }
    }
}

/// What undefined bits may reach is asked for: a value that was set on one path is used where it was set, after the
/// paths have met; a table is read where it was written.
#[test]
fn undefined_bits_that_reach_no_decision_are_harmless() {
    let half_set = "unsigned klee_int(const char *);\n\
        static int get(unsigned x, unsigned char *out) {\n\
        \x20 if (x > 3) { *out = (unsigned char)x; return 1; }\n  return 0;\n}\n\
        int main(void) {\n  unsigned x = klee_int(\"x\"), sum = 0;\n\
        \x20 for (unsigned i = 0; i < 4; i++) {\n    unsigned char b;\n\
        \x20   if (get(x + i, &b)) { if (b == 7) sum += 3; else sum += b; }\n  }\n\
        \x20 return sum == 14;\n}\n";
    let table = |condition: &str| {
        format!(
            "unsigned klee_int(const char *);\nint main(void) {{\n  int t[16];\n\
            \x20 unsigned n = klee_int(\"n\"), i = klee_int(\"i\");\n  if (n > 16) n = 16;\n\
            \x20 for (unsigned k = 0; k < n; k++) t[k] = k * 3;\n\
            \x20 if ({condition} && t[i] == 21) return 1;\n  return 0;\n}}\n"
        )
    };
    let unset = "unsigned klee_int(const char *);\nint main(void) {\n\
        \x20 unsigned x = klee_int(\"x\"), b, got = 0;\n  if (x > 3) { b = x; got = 1; }\n\
        \x20 if (x < 100) got++;\n  if (b == 7) return 1;\n  return got;\n}\n";
    let same = "unsigned klee_int(const char *);\nint main(void) {\n  char t[8];\n\
        \x20 unsigned i = klee_int(\"i\") & 7, j = klee_int(\"j\") & 7;\n  t[0] = 1;\n\
        \x20 if (t[i] == t[j]) return 1;\n  return 0;\n}\n";
    let programs = [
        ("half-set", half_set.to_owned(), true),
        ("table", table("i < n"), true),
        ("table-end", table("i < 16 && i <= n"), false),
        ("unset", unset.to_owned(), false),
        ("same", same.to_owned(), false),
    ];
    for (name, text, is_harmless) in programs {
        let (source, out) = write(&format!("undefined-{name}"), &text);
        for strategy in ["dart", "merge", "memo", "auto"] {
            let (summary, _) = test(&source, &out, &["--strategy", strategy]);
            let bugs = summary["bugs"].as_array().map_or(0, Vec::len);
            assert_eq!(bugs == 0, is_harmless, "{name} {strategy}: {summary}");
            assert!(!is_harmless || summary["complete"] == true, "{name} {strategy}: {summary}");
            assert!(
                is_harmless || summary["bugs"][0]["kind"] == "uninitialized-read",
                "{name} {strategy}: {summary}"
            );
        }
    }
}

/// The exit codes that tests claim, in order.
fn exit_codes(summary: &Value, out: &Path) -> Vec<i64> {
    let tests = summary["tests"].as_array().cloned().unwrap_or_default();
    let code = |test: &Value| {
        let file = test["file"].as_str().expect("a test has a file").replace(".ktest", ".json");
        let text = fs::read_to_string(out.join(file)).expect("a test was written");
        let test: Value = serde_json::from_str(&text).expect("it is JSON");
        test["ends"]["exited"].as_i64().unwrap_or(-1)
    };
    let mut codes: Vec<i64> = tests.iter().map(code).collect();
    codes.sort_unstable();
    codes
}

#[test]
fn the_number_of_arguments_is_in_its_range_from_the_start() {
    let (source, out) = write(
        "arguments",
        "int main(int argc, char **argv) {\n\
           if (argc == 0) return 15;\n\
           if (argv[argc]) return 16;\n\
           return argc; }\n",
    );
    for strategy in ["auto", "dart", "merge", "demand", "smart", "fair", "memo"] {
        let flags = ["--sym-args", "1", "2", "3", "--all-tests", "--strategy", strategy];
        let (summary, _) = test(&source, &out, &flags);
        assert_eq!(summary["verdict"], "explored", "{strategy}: {summary}");
        let codes = exit_codes(&summary, &out);
        assert!(codes.iter().all(|code| [2, 3].contains(code)), "{strategy}: {codes:?}");
        assert!(!codes.is_empty(), "{strategy}");
    }
}

#[test]
fn what_is_decided_while_a_program_ends_changes_its_exit_code() {
    let handlers = [
        ("static void bye(void)", "atexit(bye);"),
        ("__attribute__((destructor)) static void bye(void)", ""),
    ];
    for (number, (head, registers)) in handlers.into_iter().enumerate() {
        let (source, out) = write(
            &format!("ending-{number}"),
            &format!(
                "#include <stdlib.h>\n\
                 int klee_range(int, int, const char *);\n\
                 static int x; volatile int z;\n\
                 {head} {{ if (x == 2) z = 1; }}\n\
                 int main(void) {{ x = klee_range(0, 6, \"x\"); {registers} return x; }}\n"
            ),
        );
        for strategy in ["auto", "dart", "merge", "demand", "memo"] {
            let (summary, _) = test(&source, &out, &["--strategy", strategy]);
            let codes = exit_codes(&summary, &out);
            assert!(codes.len() == 2 && codes[1] == 2, "{strategy}: {codes:?}");
        }
    }
}

#[test]
fn others_go_on_where_plain_search_gave_up() {
    let (source, out) = write(
        "given-up",
        "int klee_range(int, int, const char *);\n\
         int main(void) {\n\
           int a = klee_range(-4, 5, \"a\"), b = klee_range(0, 5, \"b\");\n\
           double d = a / 2.0; float f = d * b;\n\
           if (f == 3.0f) return 1;\n\
           if ((int)f == -4 && f != -4) return 2;\n\
           return 0; }\n",
    );
    let (summary, _) = test(&source, &out, &["--strategy", "dart"]);
    assert_eq!(summary["verdict"], "stopped", "numbers with a fraction are concrete: {summary}");
    for jobs in ["1", "2"] {
        let (summary, _) = test(&source, &out, &["--jobs", jobs]);
        assert_eq!(summary["verdict"], "explored", "{jobs} jobs: {summary}");
        assert_eq!(summary["decided_by"], "demand");
    }
}

#[test]
fn a_product_with_zero_is_no_use_of_what_was_never_set() {
    let (source, out) = write(
        "times-zero",
        "#include <stdlib.h>\n\
         int main(void) {\n\
           char *m = malloc(3); int u = m[1] * 0;\n\
           if (u == 0) return 0;\n\
           return 9; }\n",
    );
    let (summary, _) = test(&source, &out, &[]);
    assert_eq!((&summary["verdict"], bugs(&summary).len()), (&Value::from("explored"), 0));
}

#[test]
fn recursion_without_an_end_has_a_test() {
    let (source, out) = write(
        "endless",
        "int klee_range(int, int, const char *);\n\
         int f(int n) { if (n == 7) return f(n) + 1; return n <= 0 ? 0 : f(n - 1) + 1; }\n\
         int main(void) { return f(klee_range(0, 9, \"n\")); }\n",
    );
    for strategy in ["auto", "dart"] {
        let (summary, _) = test(&source, &out, &["--strategy", strategy]);
        assert_eq!(summary["verdict"], "stopped", "{strategy}: {summary}");
        let tests = summary["tests"].as_array().expect("a list");
        let cut = tests.iter().filter(|test| test["ends"] == "cut").count();
        assert_eq!(cut, 1, "{strategy}: {summary}");
    }
}

#[test]
fn what_the_source_promises_about_pointers_is_believed() {
    let program = "
        __attribute__((nonnull)) static int larger(int *p, int *q) { return *p > *q; }
        __attribute__((nonnull(1, 2))) int f(int *p, int *q, int n, int b[static 2]) {
          if (!p || !q)
            return -1;
          if (n > 3 && b[1] == 7)
            return larger(p, q) ? 1 : 2;
          return 0;
        }
        int counted(int *data, int count) { return count > 0 ? data[count - 1] > 4 : 0; }
        int least(int data[static 2], int count) { return count == 1 ? data[1] : 0; }
        int unknown(int *p) { return p ? p[1] : 0; }
    ";
    let (source, out) = write("promises", program);
    for strategy in ["dart", "smart", "demand", "fair", "memo", "merge", "auto"] {
        let (summary, inputs) = test(&source, &out, &["--entry", "f", "--strategy", strategy]);
        assert_eq!(summary["verdict"], "explored", "{strategy}: {summary:#}");
        assert_eq!(summary["bugs"].as_array().map(Vec::len), Some(0), "{strategy}: {summary:#}");
        let null = |input: &Value| input["links"].to_string().contains("\"to\":null");
        assert!(!inputs.iter().flat_map(|i| i.as_array()).flatten().any(null), "{inputs:#?}");
        let branches = summary["branches"].as_array().into_iter().flatten();
        let never = branches.filter(|branch| {
            branch["where"].as_str().is_some_and(|place| place.contains(".c:4:"))
                && branch["verdict"] == "infeasible"
        });
        assert_eq!(never.count(), 2, "{strategy}: {:#}", summary["branches"]);
    }
    let bugs = |entry: &str| {
        let (summary, _) = test(&source, &out, &["--entry", entry]);
        summary["bugs"].as_array().cloned().unwrap_or_default()
    };
    // Nothing is promised: null is tried.
    assert_eq!(bugs("counted").len(), 1);
    assert_eq!(bugs("least").len(), 0, "there are two elements, whatever the count");
    let notes = bugs("unknown")[0].to_string();
    assert!(notes.contains("--buffer p=COUNT"), "{notes}");
}

#[test]
fn initial_values_that_a_function_takes_for_granted_are_listed() {
    let program = "
        #include <stdio.h>
        static int state;
        static int table[4] = {1, 2, 3, 4};
        static int a, b, c, d, e;
        static struct node { int id; } leaf = {7};
        static struct node *const all[] = {&leaf};
        extern int outside;
        void set_state(int s) { state = s; }
        void put(int x) { a = x; b = x; scanf(\"%d\", &c); d++; e -= x; }
        static int many(void) { return a + b + c + d + e; }
        int handle(int cmd) { if (state == 2 && cmd == 5) return 100 / (cmd - 5); return 0; }
        int caller(int x) { return x > 2 ? many() : 1; }
        int counted(int i) { static int calls; calls++; return i + all[0]->id + outside; }
        int pure(int x) { fputs(\"x\", stdout); return x > 3 ? table[x & 3] : 2; }
        int main(void) { put(1); return handle(5); }
    ";
    let (source, out) = write("initial-values", program);
    let listed = |entry: &str, strategy: &str| {
        let (summary, _) = test(&source, &out, &["--entry", entry, "--strategy", strategy]);
        let inputs = summary["inputs"].as_array().into_iter().flatten();
        let texts: Vec<&str> = inputs.filter_map(Value::as_str).collect();
        texts
            .iter()
            .find_map(|text| text.strip_suffix(", as all variables of the program"))
            .unwrap_or_default()
            .to_owned()
    };
    for strategy in ["dart", "smart", "demand", "fair", "memo", "merge", "auto"] {
        assert_eq!(listed("handle", strategy), "`state` has its initial value", "{strategy}");
    }
    assert_eq!(listed("caller", "auto"), "`a`, `b`, `c`, `d` and 1 more have their initial values");
    assert_eq!(listed("counted", "auto"), "`calls` and `leaf` have their initial values");
    // What nothing writes, and what is the C library's, goes without saying; so does all of `main`.
    assert_eq!((listed("pure", "auto"), listed("main", "auto")), Default::default());
}

#[test]
fn tests_without_a_bug_have_no_place() {
    let (source, out) = write(
        "places",
        "int klee_range(int, int, const char *);
         int main(void) { int x = klee_range(0, 9, \"x\"); return x > 4 ? 1 : 8 / x; }",
    );
    let (summary, _) = test(&source, &out, &[]);
    for entry in summary["tests"].as_array().expect("a list") {
        let place = entry["where"].as_str().expect("a text");
        match entry["ends"].as_str() {
            Some("bug") => assert!(place.ends_with("program.c:2"), "{entry}"),
            _ => assert_eq!(place, "", "{entry}"),
        }
    }
}

#[test]
fn branches_that_are_missing_stand_below_the_count_of_which_they_are() {
    let (source, out) = write(
        "missing",
        "static int other(int x) { return x > 3 ? x / 2 : 1; }\n\
         int unused(int x) { if (x == 7) return other(x); return 0; }\n\
         int f(unsigned char x) {\n\
           if (x > 300) return 1;\n\
           return 0;\n\
         }\n",
    );
    let shown = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_pathweave"))
            .args(arguments)
            .arg(&source)
            .args(["--entry", "f", "--out"])
            .arg(&out)
            .output()
            .expect("pathweave starts");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let text = shown(&["test"]);
    let below = text.split("coverage: ").nth(1).expect("a count");
    let lines: Vec<&str> = below.lines().take(3).collect();
    assert_eq!(lines[0], "1 of 2 branches and 3 of 3 lines");
    assert!(lines[1].ends_with("program.c:4:5 true: infeasible"), "{text}");
    assert!(lines[2].starts_with("native: ") && !text.contains("never-reached"), "{text}");
    // Scripts get all of them.
    let summary = fs::read_to_string(out.join("summary.json")).expect("it was written");
    assert!(summary.contains("\"never-reached\""), "{summary}");
    let text = shown(&["reach", "--target", "error"]);
    assert!(text.contains("unreachable (") && !text.contains("program.c:"), "{text}");
}

/// Clang leaves a scope of a variable-length array by a switch over the ways out, whose default cannot be; neither that nor
/// what the program itself promises is there to be covered.
#[test]
fn promises_are_not_counted_by_coverage() {
    let (source, out) = write(
        "promises",
        "int klee_int(const char *);\n\
         int f(int n) {\n\
           for (int i = 0; i < n; i++) {\n\
             char text[i + 1];\n\
             text[i] = i;\n\
             if (text[i] == 3) return 7;\n\
             if (n == 2) break;\n\
           }\n\
           return 0;\n\
         }\n\
         int g(int n) {\n\
           switch (n) {\n\
           case 0: return 4;\n\
           case 7: return 5;\n\
           default: __builtin_unreachable();\n\
           }\n\
         }\n\
         int main(void) { return g(f(klee_int(\"n\"))); }\n",
    );
    let (summary, _) = test(&source, &out, &[]);
    let coverage = &summary["coverage"];
    assert_eq!(coverage["branches_covered"], coverage["branches"], "{summary}");
    assert!(coverage["branches"].as_u64() > Some(8), "{summary}");
    // Scripts get the proof that the promise holds.
    let branches = summary["branches"].as_array().expect("a list");
    let promised =
        |branch: &&Value| branch["verdict"] == "infeasible" && branch["side"] == "default";
    assert_eq!(branches.iter().filter(promised).count(), 2, "{summary}");
}

/// How many tests exit, and how many were cut.
fn ends(summary: &Value) -> (usize, usize) {
    let tests = summary["tests"].as_array().expect("a list");
    let count = |end: &str| tests.iter().filter(|test| test["ends"] == end).count();
    (count("exited"), count("cut"))
}

/// A path without an end waits while others are explored, and leaves a test.
#[test]
fn a_path_without_an_end_keeps_no_other_waiting() {
    let (source, out) = write(
        "endless",
        "int klee_int(const char *);\n\
         int main(void) {\n\
           int x = klee_int(\"x\");\n\
           if (x == 5) return 1;\n\
           for (;;) {\n\
             if (x == 7) x++;\n\
           }\n\
         }\n",
    );
    let (summary, _) = test(&source, &out, &["--strategy", "dart", "--time", "4s"]);
    assert_eq!(summary["coverage"]["branches_covered"], 4, "{summary}");
    assert_eq!(ends(&summary), (1, 2), "{summary}");
    assert_eq!(summary["complete"], false, "{summary}");
}

/// What a path executed before something stopped it is covered by a test.
#[test]
fn a_path_that_is_cut_leaves_a_test() {
    let (source, out) = write(
        "stopped",
        "int klee_int(const char *);\n\
         int system(const char *);\n\
         int main(void) {\n\
           int x = klee_int(\"x\");\n\
           if (x == 5) return system(\"true\");\n\
           if (x == 6) for (;;) x = 6;\n\
           return 0;\n\
         }\n",
    );
    let flags = ["--strategy", "dart", "--max-instructions", "10000"];
    let (summary, _) = test(&source, &out, &flags);
    assert_eq!(ends(&summary), (1, 2), "{summary}");
    let branches = summary["branches"].as_array().expect("a list");
    assert!(branches.iter().all(|branch| branch["test"].is_string()), "{summary}");
}

/// Numbers of floating point are tried: those that the program compares with, and those that are special.
#[test]
fn numbers_of_floating_point_are_tried() {
    let (source, out) = write(
        "numbers",
        "void klee_make_symbolic(void *, unsigned long, const char *);\n\
         int main(void) {\n\
           double d;\n\
           klee_make_symbolic(&d, sizeof d, \"d\");\n\
           if (d == 3.25) return 1;\n\
           if (d > 1.5 && d < 2.5) return 2;\n\
           if (d != d) return 3;\n\
           if ((int)d == 7) return 4;\n\
           if (d > 1e10) return 5;\n\
           return 0;\n\
         }\n",
    );
    let (summary, _) = test(&source, &out, &[]);
    assert_eq!(summary["coverage"]["branches_covered"], 12, "{summary}");
    assert_eq!(summary["complete"], false, "{summary}");
}
