//! What `test`, `reach` and `replay` leave for the user: files in every format, at any moment
//! readable; native runs that confirm them; reports.
//!
//! Without a clang nothing here can run: `pathweave` itself says so and the tests fail, as all of
//! this crate's do. Native confirmation of memory errors needs the sanitizers' library; what
//! depends on it is checked where it is there.
#![allow(clippy::print_stderr)]

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant, SystemTime};

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("delivery").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("the target directory is writable");
    directory
}

fn pathweave(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    command.current_dir(directory).args(arguments);
    command
}

fn run(directory: &Path, arguments: &[&str]) -> Output {
    pathweave(directory, arguments).output().expect("pathweave starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("no JSON; on standard error: {}", text(&output.stderr)))
}

fn summary(out: &Path) -> Value {
    let text = fs::read_to_string(out.join("summary.json")).expect("there is a summary");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The lossless files of the tests, in order.
fn cases(out: &Path) -> Vec<Value> {
    let numbers = 1..;
    let files = numbers.map(|number| out.join(format!("tests/{number:06}.json")));
    let texts = files.map_while(|file| fs::read(file).ok());
    texts.map(|text| serde_json::from_slice(&text).expect("it is JSON")).collect()
}

/// Three paths; one divides by zero, one exits with 7.
const SMALL: &str = "#include <klee/klee.h>
#include <pathweave.h>
#include <stdlib.h>
int main(void) {
  int x = klee_int(\"x\");
  char t[4];
  klee_make_symbolic(t, sizeof t, \"t\");
  if (x == 12) exit(7);
  if (t[0] == 'q' && t[1] == x)
    return 10 / (x - t[1]);
  return 3;
}
";

/// More paths than can be explored in any time.
const ENDLESS: &str = "#include <klee/klee.h>
int main(void) {
  unsigned char b[64];
  int sum = 0;
  klee_make_symbolic(b, sizeof b, \"b\");
  for (int i = 0; i < 64; i++) {
    if (b[i] > 100) sum += b[i];
    if (b[i] == i) sum ^= i;
  }
  return sum & 1;
}
";

/// A program that no search comes to the end of: most of its paths have none.
const FOREVER: &str = "#include <klee/klee.h>
int main(void) {
  unsigned char b[64];
  unsigned sum = 0;
  klee_make_symbolic(b, sizeof b, \"b\");
  for (unsigned n = 0;; n++) {
    unsigned char c = b[n % 64];
    if (c > 100) sum += c * n;
    if (c == n) return sum & 1;
    if (sum == 0xdeadbeef) return 2;
  }
}
";

#[test]
fn every_format_is_written_and_the_tests_are_confirmed() {
    let place = directory("formats");
    fs::write(place.join("small.c"), SMALL).expect("writable");
    let formats = "c,libfuzzer,ktest,testcomp";
    let output = run(&place, &["test", "small.c", "--json", "--format", formats, "--out", "out"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(output.stderr.is_empty(), "no progress for scripts: {}", text(&output.stderr));
    let printed = json(&output);
    let out = place.join("out");
    assert_eq!(printed, summary(&out), "the same on standard output and in the file");
    assert_eq!(printed["running"], false);
    assert_eq!(printed["bugs"][0]["kind"], "division-by-zero");
    assert_eq!(printed["bugs"][0]["confirmed"], "native", "{printed:#}");
    let native = &printed["native"];
    assert_eq!((&native["replayed"], &native["differs"]), (&true.into(), &Value::Array(vec![])));
    assert_eq!(native["confirmed"], native["tests"]);
    assert_eq!(native["coverage"]["branches_covered"], native["coverage"]["branches"]);
    let tests = printed["tests"].as_array().expect("tests");
    assert!(tests.len() >= 3);
    for (index, test) in tests.iter().enumerate() {
        assert!(test["found_after_ms"].is_u64());
        let number = format!("{:06}", index + 1);
        assert_eq!(test["file"], format!("tests/{number}.ktest"));
        let bytes = |name: String| fs::read(out.join(&name)).unwrap_or_else(|_| panic!("{name}"));
        assert!(bytes(format!("tests/{number}.ktest")).starts_with(b"KTEST\0\0\0\x03"));
        assert!(bytes(format!("testcomp/{number}.xml")).starts_with(b"<?xml"));
        assert_eq!(bytes(format!("corpus/{number}")).len(), 8);
        let case: Value = serde_json::from_slice(&bytes(format!("tests/{number}.json"))).unwrap();
        assert_eq!(case["inputs"][0]["name"], "x");
        runs_on_its_own(&place, &out.join(format!("c/{number}.c")), &case);
    }
    let metadata = fs::read_to_string(out.join("testcomp/metadata.xml")).expect("metadata");
    assert!(metadata.contains("<programfile>small.c</programfile>"), "{metadata}");
    assert!(!metadata.contains("<programhash></programhash>"), "{metadata}");
    // Another run with fewer formats leaves nothing of this one.
    let output = run(&place, &["test", "small.c", "--json", "--no-replay", "--out", "out"]);
    assert_eq!(json(&output)["native"]["reason"], "--no-replay");
    assert!(!out.join("testcomp").exists() && !out.join("corpus").exists());
    assert!(!out.join("c/000001.c").exists());
}

/// Whether sanitizers are in a C test.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Watched {
    Yes,
    No,
}

/// Compiles a C test with the command in its head, and runs it.
fn run_c_test(place: &Path, file: &Path, watched: Watched) -> (String, Output) {
    let source = fs::read_to_string(file).expect("a C file");
    let command = source.lines().find_map(|line| line.strip_prefix(" *     clang "));
    let command = command.expect("a command");
    let command = match watched {
        Watched::Yes => command.to_owned(),
        Watched::No => command.replace("-fsanitize=address,undefined ", ""),
    };
    let clang = fs::read_to_string(place.join("out/run.json")).expect("a record");
    let clang: Value = serde_json::from_str(&clang).expect("JSON");
    let command = format!("{} {command}", clang["clang"].as_str().expect("a clang"));
    let output =
        Command::new("sh").args(["-c", &command]).current_dir(place).output().expect("a shell");
    (command, output)
}

/// Explores a program without a bug. Its C tests succeed, each of them without a word; sanitizers
/// watch where there are any. Returns how many tests there are.
fn c_tests_are_quiet(place: &Path, program: &str, flags: &[&str]) -> usize {
    fs::write(place.join("program.c"), program).expect("writable");
    let arguments = ["test", "program.c", "--json", "--format", "c", "--out", "out"];
    let output = run(place, &[&arguments[..], flags].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = json(&output);
    assert_eq!(printed["native"]["differs"], Value::Array(vec![]), "{printed:#}");
    let tests = printed["tests"].as_array().map_or(0, Vec::len);
    for index in 1..=tests {
        let file = place.join(format!("out/c/{index:06}.c"));
        let (command, mut output) = run_c_test(place, &file, Watched::Yes);
        if text(&output.stderr).contains("libclang_rt") {
            eprintln!("no sanitizers to test with");
            output = run_c_test(place, &file, Watched::No).1;
        }
        let said = text(&output.stderr);
        assert!(output.status.success() && said.is_empty(), "{command}\n{said}");
    }
    tests
}

#[test]
fn functions_of_the_input_are_functions_in_c_tests() {
    let place = directory("callbacks");
    let program = "struct dev { int (*open)(struct dev *); void (*log)(int); int fd; };\n\
        int start(struct dev *d) {\n  if (!d || !d->open) return -1;\n\
        \x20 if (d->log) d->log(1);\n  int code = d->open(d);\n  if (code == 1234567) return -2;\n\
        \x20 if (d->log) d->log(2);\n  return code < -5;\n}\n\
        int apply(int (*f)(int), int x) { return f ? f(x) == 3 && f(x + 1) == 4 : -1; }\n\
        int scale(double (*f)(float), long (*g)(void)) {\n\
        \x20 return f && g ? g() > 0x123456789 && f(1) == 0.0 : 2;\n}\n\
        int kept(void (*f)(void)) { static void (*last)(void); last = f; if (f) return 1; return 0; }\n";
    for (entry, least) in [("start", 4), ("apply", 3), ("scale", 2), ("kept", 2)] {
        let tests = c_tests_are_quiet(&place, program, &["--entry", entry]);
        assert!(tests >= least, "{entry}: {tests}");
    }
}

#[test]
fn c_tests_do_not_leak_by_themselves() {
    let place = directory("leaks");
    let fuzzer = "#include <stddef.h>\n#include <stdint.h>\nstatic int ready;\n\
        int LLVMFuzzerInitialize(int *argc, char ***argv) { ready = *argc > 0 && argv; return 0; }\n\
        int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {\n\
        \x20 if (!ready) __builtin_trap();\n\
        \x20 for (size_t i = 0; i < size; i++) if (data[i] == i) return 0;\n  return 0;\n}\n";
    assert!(c_tests_are_quiet(&place, fuzzer, &["--max-size", "3"]) >= 2);
    let list = "#include <stdlib.h>\nstruct node { struct node *next, *prev; int v; };\n\
        void drop(struct node *n) {\n  if (!n || !n->next) return;\n  n->next->prev = n->prev;\n\
        \x20 if (n->prev) n->prev->next = n->next;\n  n->next = n->prev = NULL;\n  free(n);\n}\n\
        char *make(int n) { return n == 3 ? NULL : malloc(n & 15); }\n\
        struct node pair(int n) {\n  struct node two = {malloc(8), NULL, n};\n  return two;\n}\n";
    for entry in ["drop", "make", "pair"] {
        let optimised = ["--entry", entry, "--cflags", "-O2"];
        for flags in [&optimised[..2], &optimised] {
            assert!(c_tests_are_quiet(&place, list, flags) >= 1);
        }
    }
    let whole = "int main(int argc, char **argv) {\n  char **given = argv;\n\
        \x20 if (argc > 1 && given[1][0] == 'x') { given[1] = 0; return 0; }\n  return 0;\n}\n";
    assert!(c_tests_are_quiet(&place, whole, &["--sym-args", "0", "2", "3"]) >= 2);
}

#[test]
fn c_tests_of_functions_compare_the_result() {
    let place = directory("results");
    let results = [
        ("int", "-8", "-2147483647 - 1", "-8", "9"),
        ("signed char", "-1", "3", "-1", "1"),
        ("unsigned short", "65535", "3", "65535", "1"),
        ("long", "0x100000005L", "-1L", "4294967301", "6"),
        ("_Bool", "1", "0", "1", "0"),
        ("enum color", "RED", "GREEN", "-3", "-2"),
        ("__int128", "4", "(__int128)5 << 64", "4", "7"),
    ];
    for (c_type, seven, rest, claimed, other) in results {
        let program = |seven: &str| {
            format!(
                "enum color {{ RED = -3, GREEN }};\n\
                 {c_type} f(int x) {{ if (x == 7) return {seven}; return {rest}; }}\n"
            )
        };
        assert_eq!(c_tests_are_quiet(&place, &program(seven), &["--entry", "f"]), 2, "{c_type}");
        fs::write(place.join("program.c"), program(other)).expect("writable");
        let told = format!("differs: f returns {other}, the test says {claimed}\n");
        let outputs = ["out/c/000001.c", "out/c/000002.c"]
            .map(|file| run_c_test(&place, &place.join(file), Watched::No).1);
        let differs =
            |output: &&Output| output.status.code() == Some(1) && text(&output.stderr) == told;
        assert_eq!(outputs.iter().filter(differs).count(), 1, "{c_type}: {told}");
        assert_eq!(outputs.iter().filter(|output| output.status.success()).count(), 1);
    }
    // What has no number for an end is called all the same.
    let others = "typedef void nothing;\nnothing none(int x) { (void)x; }\n\
        float half(int x) { return x / 2.0f; }\n";
    for entry in ["none", "half"] {
        assert_eq!(c_tests_are_quiet(&place, others, &["--entry", entry]), 1, "{entry}");
    }
}

/// Compiles a C test with the command in its head, without sanitizers, and runs it.
fn runs_on_its_own(place: &Path, file: &Path, case: &Value) {
    let (command, output) = run_c_test(place, file, Watched::No);
    match case["ends"]["exited"].as_i64() {
        Some(code) => {
            let ended = output.status.code().map(i64::from);
            assert_eq!(ended, Some(code), "{command}\n{}", text(&output.stderr));
        }
        None => assert!(!output.status.success(), "{command}: the bug shows"),
    }
}

#[test]
fn a_function_is_called_with_its_own_types() {
    let place = directory("function");
    let program = "typedef unsigned char byte;\nenum color { RED, GREEN };\n\
        static int scale(byte c, short s, enum color k) {\n\
        \x20 if (c > 3 && s == -7 && k == GREEN) return 10 / (c - 4);\n  return 0;\n}\n\
        int use(int x) { return scale(x, x, x); }\n";
    fs::write(place.join("f.c"), program).expect("writable");
    let arguments = ["test", "f.c", "--entry", "scale", "--json", "--format", "c", "--out", "out"];
    let printed = json(&run(&place, &arguments));
    assert_eq!(printed["bugs"][0]["confirmed"], "native", "{printed:#}");
    assert_eq!(printed["native"]["confirmed"], printed["native"]["tests"], "{printed:#}");
    let file = printed["bugs"][0]["test"].as_str().expect("a test").to_owned();
    assert!(file.ends_with(".json"), "without .ktest the lossless file is named: {file}");
    let case = fs::read_to_string(place.join("out").join(&file)).expect("a test");
    let case: Value = serde_json::from_str(&case).expect("JSON");
    assert_eq!(case["prototype"]["parameters"][0]["c_type"], "byte");
    let number = file.trim_start_matches("tests/").trim_end_matches(".json");
    let c_file = place.join(format!("out/c/{number}.c"));
    let source = fs::read_to_string(&c_file).expect("a C file");
    assert!(source.contains("byte parameter_0 = 4;"), "{source}");
    assert!(source.contains("short parameter_1 = -7;"), "{source}");
    runs_on_its_own(&place, &c_file, &case);
}

#[test]
fn a_changed_end_is_listed_and_told() {
    let place = directory("changed");
    let explore = |entry: &str, first: &str, flags: &[&str]| {
        let program = match entry {
            "share" => {
                format!(
                    "unsigned share(unsigned a, unsigned b) {{ {first}return a == 3 ? 7 : a / b; }}\n"
                )
            }
            _ => format!(
                "#include <stdlib.h>\n\
                 char *copy(int n) {{ {first}return n == 3 ? NULL : malloc(8); }}\n"
            ),
        };
        fs::write(place.join("share.c"), program).expect("writable");
        let output = run(&place, &[&["test", "share.c", "--entry", entry], flags].concat());
        text(&output.stdout)
    };
    explore("share", "", &["--out", "found"]);
    let since = ["--since", "found", "--out", "changed"];
    let shown = explore("share", "if (a != 3 && !b) return 5; ", &since);
    let summary = summary(&place.join("changed"));
    let mut listed: Vec<&str> = summary["tests"]
        .as_array()
        .expect("tests")
        .iter()
        .map(|test| test["file"].as_str().expect("a name"))
        .collect();
    listed.sort_unstable();
    let mut on_disk: Vec<String> = fs::read_dir(place.join("changed/tests"))
        .expect("tests")
        .map(|entry| format!("tests/{}", entry.expect("a file").file_name().display()))
        .filter(|name| name.ends_with(".ktest"))
        .collect();
    on_disk.sort_unstable();
    assert_eq!(listed, on_disk, "{summary:#}");
    assert_eq!(summary["native"]["tests"], listed.len(), "{summary:#}");
    assert!(shown.contains(&format!("tests:    {} in changed/tests\n", listed.len())), "{shown}");
    let line = "the end differs; before: division-by-zero in share; now: exits with 5\n";
    assert!(shown.contains("changes:  1 of "), "{shown}");
    assert!(shown.contains(line), "{shown}");
    // Nothing is told of addresses, which are others in every version.
    explore("copy", "", &["--out", "found"]);
    let shown = explore("copy", "free(malloc(100)); ", &since);
    assert!(shown.contains("changes:  0 of 2 earlier tests do something else; "), "{shown}");
    let shown = explore("copy", "if (n == 3) return malloc(1); ", &since);
    let line = "the end differs; before: returns a null pointer; now: returns a pointer\n";
    assert!(shown.contains(line), "{shown}");
}

#[test]
fn commands_that_are_shown_can_be_run() {
    let place = directory("quoted");
    fs::write(place.join("small.c"), SMALL).expect("writable");
    let output = run(&place, &["test", "small.c", "--out", "it's mine"]);
    let shown = text(&output.stdout);
    let again = shown.lines().find_map(|line| line.strip_prefix("  again:  pathweave "));
    let again = format!("{} {}", env!("CARGO_BIN_EXE_pathweave"), again.expect("a command"));
    let status = Command::new("sh").args(["-c", &again]).current_dir(&place).output();
    assert!(status.expect("a shell").status.success(), "{again}");
}

#[test]
fn replay_says_what_differs() {
    let place = directory("replay");
    fs::write(place.join("small.c"), SMALL).expect("writable");
    let explored =
        json(&run(&place, &["test", "small.c", "--json", "--no-replay", "--out", "out"]));
    assert_eq!(explored["bugs"][0]["confirmed"], "interpreter");
    // From another directory: names are those of the run.
    let good = run(place.parent().expect("a parent"), &["replay", "replay/out"]);
    assert_eq!(good.status.code(), Some(0), "{}{}", text(&good.stdout), text(&good.stderr));
    assert!(text(&good.stdout).contains("confirmed: division-by-zero at small.c:10"));
    assert!(text(&good.stdout).contains("lines covered:"));
    let report = json(&run(&place, &["replay", "out", "--json"]));
    assert_eq!(report["native"]["confirmed"], report["native"]["tests"], "{report:#}");
    // A claim that is not true.
    let file = place.join("out/tests/000001.json");
    let case = fs::read_to_string(&file).expect("a test");
    let case: Value = serde_json::from_str(&case).expect("JSON");
    let mut wrong = case.clone();
    wrong["ends"] = serde_json::json!({"exited": 99});
    fs::write(&file, wrong.to_string()).expect("writable");
    let bad = run(&place, &["replay", "out"]);
    assert_eq!(bad.status.code(), Some(1), "{}", text(&bad.stdout));
    assert!(text(&bad.stdout).contains("tests/000001.ktest: differs: "), "{}", text(&bad.stdout));
    // Nonsense.
    fs::write(&file, "{").expect("writable");
    let broken = run(&place, &["replay", "out"]);
    assert_eq!(broken.status.code(), Some(2));
    assert!(text(&broken.stderr).contains("000001.json"), "{}", text(&broken.stderr));
    assert_eq!(run(&place, &["replay", "nowhere"]).status.code(), Some(2));
    assert_eq!(run(&place, &["replay"]).status.code(), Some(2));
}

#[test]
fn a_run_is_replayed_in_another_checkout() {
    let place = directory("checkout");
    let (here, there) = (place.join("here"), place.join("there"));
    let _ = fs::remove_dir_all(&there);
    fs::create_dir_all(&here).expect("writable");
    fs::write(here.join("small.c"), SMALL).expect("writable");
    run(&here, &["test", "small.c", "--json", "--no-replay", "--out", "out"]);
    fs::rename(&here, &there).expect("movable");
    let file = there.join("out/run.json");
    let record = fs::read_to_string(&file).expect("a record");
    let mut record: Value = serde_json::from_str(&record).expect("JSON");
    if record["clang_given"] == false {
        // Another machine has another clang.
        record["clang"] = "/nowhere/clang-99".into();
        fs::write(&file, record.to_string()).expect("writable");
    }
    for (from, arguments) in
        [(&there, &["replay", "out"][..]), (&place, &["replay", "there/out", "--sources", "there"])]
    {
        let again = run(from, arguments);
        assert_eq!(again.status.code(), Some(0), "{}{}", text(&again.stdout), text(&again.stderr));
        assert!(text(&again.stdout).contains("confirmed: division-by-zero at small.c:10"));
    }
}

#[test]
fn a_target_is_confirmed_natively() {
    let place = directory("target");
    fs::write(place.join("small.c"), SMALL).expect("writable");
    for target in ["small.c:8", "error"] {
        let output = run(&place, &["reach", "small.c", "--json", "--target", target]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let printed = json(&output);
        assert_eq!(printed["native"]["target_reached"], true, "{target}: {printed:#}");
        let again = run(&place, &["replay", "pathweave-out"]);
        assert_eq!(again.status.code(), Some(0), "{}", text(&again.stdout));
        assert!(text(&again.stdout).contains("reached natively"), "{}", text(&again.stdout));
    }
}

#[test]
fn what_cannot_be_built_natively_is_said_in_a_line() {
    let place = directory("unbuildable");
    let program = "int klee_int(const char *); int abs_of(int);\n\
        int main(void) { int x = klee_int(\"x\"); if (x > 3) return 1; return 0 && abs_of(x); }\n";
    fs::write(place.join("a.c"), program).expect("writable");
    fs::write(place.join("b.c"), "int abs_of(int x);\nint unused(void) { return abs_of(1); }\n")
        .expect("writable");
    let output = run(&place, &["test", "a.c", "b.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    let line = shown.lines().find(|line| line.starts_with("native:")).expect("a line");
    assert!(line.contains("not replayed: ") && line.contains("abs_of"), "{line}");
}

#[test]
fn runs_differ_in_times_only() {
    let place = directory("same");
    fs::write(place.join("small.c"), SMALL).expect("writable");
    let timeless = || {
        let mut printed = json(&run(&place, &["test", "small.c", "--json"]));
        printed["wall_ms"] = Value::Null;
        printed["peak_rss_kib"] = Value::Null;
        printed["solver"]["time_ms"] = Value::Null;
        for test in printed["tests"].as_array_mut().expect("tests") {
            test["found_after_ms"] = Value::Null;
        }
        printed
    };
    assert_eq!(timeless(), timeless());
}

/// Every file that is not being written parses.
fn assert_readable(out: &Path) {
    if !out.exists() {
        return;
    }
    let mut work = vec![out.to_path_buf()];
    while let Some(folder) = work.pop() {
        for entry in fs::read_dir(&folder).expect("readable").flatten() {
            let path = entry.path();
            let bytes = if path.is_dir() { Vec::new() } else { fs::read(&path).expect("readable") };
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => work.push(path),
                Some("json") => {
                    let parsed: Result<Value, _> = serde_json::from_slice(&bytes);
                    assert!(parsed.is_ok(), "{}", path.display());
                }
                Some("ktest") => assert_eq!(ktest_end(&bytes), Some(bytes.len())),
                Some("xml") => assert!(text(&bytes).trim_end().ends_with('>')),
                _ => {}
            }
        }
    }
}

/// Where a `.ktest` file ends, read as KLEE's tool does.
fn ktest_end(bytes: &[u8]) -> Option<usize> {
    let number = |at: usize| {
        let bytes: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(u32::from_be_bytes(bytes) as usize)
    };
    let mut at = 9;
    for _ in 0..number(at)? {
        at += 4 + number(at + 4)?;
    }
    at += 4 + 8;
    let count = number(at)?;
    at += 4;
    for _ in 0..2 * count {
        at += 4 + number(at)?;
    }
    Some(at)
}

fn start(place: &Path, arguments: &[&str]) -> Child {
    pathweave(place, arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("pathweave starts")
}

fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_killed_run_leaves_a_readable_directory() {
    let place = directory("killed");
    fs::write(place.join("endless.c"), ENDLESS).expect("writable");
    let out = place.join("out");
    let arguments = [
        "test",
        "endless.c",
        "--all-tests",
        "--format",
        "ktest,testcomp,libfuzzer,c",
        "--no-replay",
        "--out",
        "out",
    ];
    let anew = |name: &str, since: SystemTime| {
        let modified = fs::metadata(out.join(name)).and_then(|file| file.modified());
        modified.is_ok_and(|time| time >= since)
    };
    let listed = || summary(&out)["tests"].as_array().map_or(0, Vec::len);
    // Each run takes over the directory that the one before was killed in. The first numbers are
    // the stages that are waited for, the second a pause in milliseconds.
    for (stage, pause) in [(0, 0), (0, 30), (1, 0), (1, 20), (1, 120), (2, 0), (2, 250), (3, 0)] {
        let since = SystemTime::now();
        let mut child = start(&place, &arguments);
        if stage >= 1 {
            wait_until("the run begins", || anew("run.json", since));
        }
        if stage >= 2 {
            wait_until("a test is there before the end", || anew("tests/000001.ktest", since));
        }
        if stage >= 3 {
            wait_until("the summary is refreshed", || anew("summary.json", since) && listed() > 0);
        }
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        assert_readable(&out);
        if stage >= 2 {
            let summary = summary(&out);
            assert_eq!(summary["running"], true);
            assert_eq!(summary["verdict"], "stopped");
            assert_eq!(summary["complete"], false);
            assert!(!summary["incomplete"].as_array().expect("reasons").is_empty());
        }
    }
    // What was found can be run.
    for entry in fs::read_dir(out.join("tests")).expect("tests").flatten() {
        if *entry.file_name() > *"000021" {
            fs::remove_file(entry.path()).expect("writable");
        }
    }
    let report = run(&place, &["replay", "out", "--json", "--time", "60s"]);
    assert!(json(&report)["native"]["differs"].as_array().expect("a list").is_empty());
    // A broken staging file and a later run do not mind each other.
    fs::write(out.join("tests/000001.json.new"), "{").expect("writable");
    fs::write(out.join("summary.json.new"), "{").expect("writable");
    fs::write(place.join("small.c"), SMALL).expect("writable");
    let output = run(&place, &["test", "small.c", "--json", "--no-replay", "--out", "out"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(!out.join("tests/000001.json.new").exists() && !out.join("summary.json.new").exists());
    let tests = fs::read_dir(out.join("tests")).expect("tests").count();
    assert_eq!(tests, 2 * summary(&out)["tests"].as_array().expect("tests").len());
}

#[test]
fn an_interrupted_run_reports() {
    let place = directory("interrupted");
    fs::write(place.join("endless.c"), FOREVER).expect("writable");
    let child = start(&place, &["test", "endless.c", "--json", "--out", "out"]);
    wait_until("a test is found", || place.join("out/tests/000001.json").exists());
    std::thread::sleep(Duration::from_millis(200));
    let sent = Instant::now();
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert!(sent.elapsed() < Duration::from_secs(5), "it ends soon");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let printed = json(&output);
    assert_eq!(printed, summary(&place.join("out")));
    assert_eq!((&printed["verdict"], &printed["running"]), (&"stopped".into(), &false.into()));
    let reasons = printed["incomplete"].as_array().expect("reasons");
    assert!(reasons.iter().any(|entry| entry["reason"] == "interrupted"), "{printed:#}");
    assert_eq!(printed["native"]["reason"], "interrupted");
    assert!(printed["coverage"]["branches_covered"].as_u64() > Some(0));
}

#[test]
fn time_bounds_everything() {
    let place = directory("time");
    fs::write(place.join("endless.c"), ENDLESS).expect("writable");
    let started = Instant::now();
    let output = run(&place, &["test", "endless.c", "--json", "--time", "4s", "--all-tests"]);
    let elapsed = started.elapsed();
    assert!(elapsed < Duration::from_secs(8), "{elapsed:?}");
    let printed = json(&output);
    assert_eq!(printed["verdict"], "stopped");
    // Far more tests than there was time for: those that were not run are named, none differs.
    let native = &printed["native"];
    assert_eq!(native["differs"].as_array().map(Vec::len), Some(0), "{native:#}");
}

#[test]
fn nothing_is_written_over() {
    let place = directory("careful");
    fs::write(place.join("small.c"), SMALL).expect("writable");
    let refused = |arguments: &[&str]| {
        let output = run(&place, arguments);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        text(&output.stderr)
    };
    // Somebody's own directory, though it has one of our names in it.
    fs::create_dir_all(place.join("own/tests")).expect("writable");
    fs::write(place.join("own/tests/000001.json"), "mine").expect("writable");
    assert!(refused(&["test", "small.c", "--out", "own"]).contains("not an output directory"));
    assert_eq!(fs::read(place.join("own/tests/000001.json")).expect("kept"), b"mine");
    // Bad usage leaves the results of an earlier run alone.
    assert_eq!(run(&place, &["test", "small.c", "--no-replay"]).status.code(), Some(1));
    let before = fs::read(place.join("pathweave-out/summary.json")).expect("a summary");
    refused(&["test", "small.c", "--entry", "nothing"]);
    refused(&["reach", "small.c", "--target", "small.c:9999"]);
    refused(&["test", "small.c", "--format", "xml"]);
    fs::write(place.join("broken.c"), "int main(").expect("writable");
    refused(&["test", "broken.c"]);
    assert_eq!(fs::read(place.join("pathweave-out/summary.json")).expect("a summary"), before);
    assert!(place.join("pathweave-out/tests/000001.ktest").exists());
}

#[test]
fn people_see_bugs_first_and_progress_on_a_terminal_only() {
    let place = directory("people");
    fs::write(place.join("small.c"), SMALL).expect("writable");
    let output = run(&place, &["test", "small.c", "--time", "30s"]);
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.starts_with("error[division-by-zero]: "), "{shown}");
    for part in [
        "  --> small.c:10:",
        "   = input x: ",
        "   = test: pathweave-out/tests/",
        "   = confirmed by a native run\n",
        "verdict: explored (",
        "again:  pathweave replay pathweave-out\n",
        " in pathweave-out/tests\n",
    ] {
        assert!(shown.contains(part), "{part}\n--- not in\n{shown}");
    }
    // A terminal, where there is the tool to make one.
    let command = format!("'{}' test small.c --no-replay", env!("CARGO_BIN_EXE_pathweave"));
    let terminal = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(&place)
        .stdin(Stdio::null())
        .output();
    match terminal {
        Ok(output) => {
            let shown = text(&output.stdout);
            assert!(shown.contains(" queries/s | "), "{shown}");
            let end = shown.rfind("\u{1b}[2K").expect("the line is wiped");
            assert!(shown[end..].contains("verdict: explored"), "{shown}");
        }
        Err(error) => eprintln!("no terminal to test with: {error}"),
    }
}

/// A path to a target ends there: what the program asks for afterwards is not in the test.
#[test]
fn a_target_before_other_inputs_is_confirmed_natively() {
    let place = directory("early");
    let program = "#include <klee/klee.h>\nvoid target(void) {}\nint main(void) {\n\
        \x20 int x = klee_int(\"x\");\n  if (x > 100) target();\n  klee_assume(x < 50);\n\
        \x20 int y = klee_int(\"y\");\n  return y == 3;\n}\n";
    fs::write(place.join("early.c"), program).expect("writable");
    let printed = json(&run(&place, &["reach", "early.c", "--json", "--target", "target"]));
    assert_eq!(printed["verdict"], "reachable", "{printed:#}");
    assert_eq!(printed["native"]["target_reached"], true, "{printed:#}");
    assert_eq!(printed["native"]["differs"], Value::Array(vec![]), "{printed:#}");
}

/// An exit code that depends on the input is that of the test's own input.
#[test]
fn symbolic_exit_codes_are_those_of_the_test() {
    let place = directory("codes");
    let program = "#include <klee/klee.h>\nint main(void) {\n  unsigned char x, y;\n\
        \x20 klee_make_symbolic(&x, 1, \"x\");\n  klee_make_symbolic(&y, 1, \"y\");\n\
        \x20 if (x > 100) return x;\n  if (y > 50) return x ^ y;\n  return y + 7;\n}\n";
    fs::write(place.join("codes.c"), program).expect("writable");
    let printed = json(&run(&place, &["test", "codes.c", "--json", "--all-tests"]));
    assert_eq!(printed["native"]["tests"], 3);
    assert_eq!(printed["native"]["confirmed"], 3, "{printed:#}");
}

/// A pointer that is used as a number has this number in the test, one that is only compared with null points to
/// an object of its type.
#[test]
fn pointers_that_nobody_followed_are_what_the_path_needs() {
    let place = directory("unfollowed");
    let program = "#include <stdint.h>\nstruct node { int pad[8]; int v; };\n\
        struct val { int kind; union { long i; double d; struct node *n; } u; };\n\
        int number(struct val *v) {\n  if (!v) return -1;\n\
        \x20 if (v->kind == 0 && v->u.i == 9) return 1;\n\
        \x20 if (v->kind == 1 && (v->u.i & 0xff00) == 0x1200 && v->u.i < 0) return 2;\n\
        \x20 if (v->kind == 2 && v->u.n && v->u.n->v == 7) return 3;\n  return 0;\n}\n\
        int handle(void *arg) { return (int)(intptr_t)arg == 5; }\n\
        int order(const char *a, const char *b) {\n  if (!a || !b) return -1;\n\
        \x20 return a < b ? 1 : b < a ? 2 : 0;\n}\n\
        int later(struct node *n, int k) {\n  if (k > 3 && !n) return 0;\n  if (k < 2) k++;\n\
        \x20 if (!n) return 1;\n  n->v = 2;\n  return 1;\n}\n";
    fs::write(place.join("u.c"), program).expect("writable");
    for entry in ["number", "handle", "order", "later"] {
        for strategy in ["dart", "merge", "auto"] {
            let out = format!("out/{entry}/{strategy}");
            let flags = ["test", "u.c", "--json", "--entry", entry, "--strategy", strategy];
            let printed = json(&run(&place, &[&flags[..], &["--out", &out]].concat()));
            // A merged state may not see that a branch depends on the number.
            let is_complete = printed["complete"] == true;
            assert!(is_complete || strategy == "merge", "{entry} {strategy}: {printed:#}");
            assert_eq!(printed["bugs"], Value::Array(vec![]), "{entry} {strategy}");
            assert_eq!(printed["native"]["differs"], Value::Array(vec![]), "{entry} {strategy}");
            assert_eq!(printed["native"]["confirmed"], printed["native"]["tests"], "{entry}");
        }
    }
}

/// A number of 16 bytes is one input, whether it arrives in two registers or in memory.
#[test]
fn numbers_of_16_bytes_are_one_parameter() {
    let place = directory("wide");
    let program = "int big(__int128 x) { if (x >> 100 == 3) return 7; return 1; }\n\
        int middle(char c, unsigned __int128 n, int a, int b, int d, __int128 last) {\n\
        \x20 if (c == 1 && n >> 96 == 0xabcd && a == 2) return 5;\n\
        \x20 if (b + d == 9 && last < -((__int128)1 << 90)) return 6;\n  return 0;\n}\n";
    for (entry, least, sizes) in [("big", 2, &[16][..]), ("middle", 3, &[1, 16, 4, 4, 4, 16])] {
        let tests = c_tests_are_quiet(&place, program, &["--entry", entry]);
        assert!(tests >= least, "{entry}: {tests}");
        for case in cases(&place.join("out")) {
            let inputs = case["inputs"].as_array().expect("inputs");
            let size = |input: &Value| input["bytes"].as_str().map_or(0, str::len) / 2;
            assert_eq!(inputs.iter().map(size).collect::<Vec<_>>(), sizes, "{case:#}");
        }
    }
}

/// A fuzzer takes no notice of what its target returns, and neither do tests.
#[test]
fn what_a_fuzz_target_returns_is_no_exit_code() {
    let place = directory("rejected");
    let program = "#include <stddef.h>\n#include <stdint.h>\n\
        int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {\n\
        \x20 if (size < 2) return -1;\n  return data[0] == 5 ? data[1] : 0;\n}\n";
    for strategy in ["dart", "demand", "merge", "memo"] {
        let flags = ["--max-size", "3", "--strategy", strategy];
        assert!(c_tests_are_quiet(&place, program, &flags) >= 2, "{strategy}");
        for case in cases(&place.join("out")) {
            assert_eq!(case["ends"]["exited"], 0, "{strategy}: {case:#}");
        }
    }
}

/// A test that ends in a bug which another test shows says so too.
#[test]
fn tests_of_known_bugs_claim_them() {
    let place = directory("known");
    let program = "#include <string.h>\nint g(const char *a, const char *b) {\n\
        \x20 if (strlen(a) == 2 && !strcmp(a + 1, b)) return 1;\n\
        \x20 return strcmp(a, b) > 0 ? 2 : 3;\n}\n";
    fs::write(place.join("known.c"), program).expect("writable");
    let arguments = ["test", "known.c", "--entry", "g", "--strategy", "dart", "--json"];
    let printed =
        json(&run(&place, &[&arguments[..], &["--format", "c", "--out", "out"]].concat()));
    let entries = printed["tests"].as_array().expect("tests");
    let bugs = entries.iter().filter(|entry| entry["ends"] == "bug").count();
    assert!(bugs > printed["bugs"].as_array().map_or(0, Vec::len), "{printed:#}");
    for (entry, case) in entries.iter().zip(cases(&place.join("out"))) {
        assert_eq!(entry["ends"] == "bug", case["ends"]["bug"].is_string(), "{case:#}");
        assert_eq!(entry["ends"] == "bug", case["message"].is_string(), "{case:#}");
        assert_ne!(case["ends"], "cut", "{case:#}");
    }
    assert_eq!(printed["native"]["confirmed"], printed["native"]["tests"], "{printed:#}");
}

/// Neither exploration nor a native run has environment variables.
#[test]
fn native_runs_have_no_environment() {
    let place = directory("environment");
    let program = "#include <klee/klee.h>\n#include <stdlib.h>\nextern char **environ;\n\
        int main(int argc, char **argv, char **envp) {\n  int x = klee_range(0, 4, \"x\");\n\
        \x20 if (x == 1 && getenv(\"HOME\")) return 3;\n  if (x == 2 && *environ) return 4;\n\
        \x20 if (x == 3 && *envp) return 5;\n  setenv(\"HOME\", \"/\", 1);\n\
        \x20 return getenv(\"HOME\") ? 6 : 7;\n}\n";
    fs::write(place.join("environment.c"), program).expect("writable");
    let mut command = pathweave(&place, &["test", "environment.c", "--json", "--all-tests"]);
    let printed = json(&command.env("HOME", &place).output().expect("pathweave starts"));
    assert_eq!(printed["native"]["tests"], 4, "{printed:#}");
    assert_eq!(printed["native"]["confirmed"], 4, "{printed:#}");
}

/// Numbers that an exit code has no room for are claimed and compared in full, also natively.
#[test]
fn returned_numbers_are_claimed_in_full() {
    let place = directory("returned");
    let results = [
        ("long long", "1LL << 40", "1099511627776", "0"),
        ("unsigned long", "~0ul", "18446744073709551615", "4294967295"),
        ("short", "-3", "-3", "253"),
        ("unsigned __int128", "(unsigned __int128)1 << 64", "18446744073709551616", "0"),
    ];
    for (c_type, three, claimed, other) in results {
        let program = |three: &str| {
            format!("{c_type} f(int k) {{ if (k == 3) return {three}; return 1; }}\n")
        };
        for strategy in ["dart", "demand", "merge"] {
            let flags = ["--entry", "f", "--strategy", strategy];
            assert_eq!(c_tests_are_quiet(&place, &program(three), &flags), 2, "{c_type}");
            let mut returned: Vec<String> =
                cases(&place.join("out")).iter().map(|case| case["returned"].to_string()).collect();
            returned.sort_by_key(String::len);
            assert_eq!(returned, ["\"1\"", &format!("\"{claimed}\"")], "{c_type} {strategy}");
        }
        fs::write(place.join("program.c"), program(other)).expect("writable");
        let told = format!("differs: f returns {other}, the test says {claimed}\n");
        let said = ["out/c/000001.c", "out/c/000002.c"]
            .map(|file| text(&run_c_test(&place, &place.join(file), Watched::No).1.stderr));
        assert!(said.contains(&told) && said.contains(&String::new()), "{c_type}: {said:?}");
        let replayed = json(&run(&place, &["replay", "out", "--json"]));
        let differs = &replayed["native"]["differs"];
        assert_eq!(differs.as_array().map_or(0, Vec::len), 1, "{c_type}: {replayed:#}");
    }
}

/// A path that the time decided may end in another way natively; that is no difference.
#[test]
fn answers_from_outside_are_not_judged() {
    let place = directory("outside");
    let program = "#include <klee/klee.h>\n#include <time.h>\nint main(void) {\n\
        \x20 if (klee_range(0, 2, \"x\")) return time(0) > 1000 ? 4 : 5;\n  return 0;\n}\n";
    fs::write(place.join("outside.c"), program).expect("writable");
    for strategy in ["dart", "demand"] {
        let flags = ["test", "outside.c", "--json", "--strategy", strategy, "--out", "out"];
        let printed = json(&run(&place, &flags));
        let native = &printed["native"];
        assert_eq!(native["differs"], Value::Array(vec![]), "{strategy}: {printed:#}");
        assert_eq!((&native["tests"], &native["confirmed"]), (&2.into(), &1.into()), "{native:#}");
        let external = cases(&place.join("out")).iter().filter(|c| c["external"] == true).count();
        assert_eq!(external, 1, "{strategy}");
    }
}

/// A signal that ends the program is named, and its native run ends the same way.
#[test]
fn raised_signals_are_named() {
    let place = directory("raised");
    let program = "#include <klee/klee.h>\n#include <signal.h>\nint main(void) {\n\
        \x20 int x = klee_range(0, 3, \"x\");\n  if (x == 1)\n    raise(SIGTERM);\n\
        \x20 if (x == 2)\n    raise(SIGUSR2);\n  return 0;\n}\n";
    fs::write(place.join("raised.c"), program).expect("writable");
    let printed = json(&run(&place, &["test", "raised.c", "--json"]));
    assert_eq!(printed["native"]["confirmed"], 3, "{printed:#}");
    let bugs = printed["bugs"].as_array().expect("bugs");
    for name in ["SIGTERM", "SIGUSR2"] {
        let message = format!("the program raised {name}, which ends it");
        let bug = bugs.iter().find(|bug| bug["message"] == *message).expect(name);
        assert_eq!((&bug["kind"], &bug["confirmed"]), (&"reached-abort".into(), &"native".into()));
    }
}
