//! Memoized replay and the store: the paper's subjects (`tests/memo`), what is asked and executed again
//! and what is not, and that nothing wrong is ever read back.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

fn pathweave() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    command.stdin(Stdio::null());
    command
}

fn subject(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/memo").join(format!("{name}.c"))
}

fn directory() -> tempfile::TempDir {
    tempfile::tempdir().expect("a directory")
}

/// The summary of a run.
fn run(command: &str, file: &Path, flags: &[&str]) -> serde_json::Value {
    let out = directory();
    let output = pathweave()
        .arg(command)
        .arg(file)
        .args(["--no-replay", "--time", "60s", "--json", "--out"])
        .arg(out.path().join("out"))
        .args(flags)
        .output()
        .expect("pathweave runs");
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text)
        .unwrap_or_else(|_| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)))
}

fn test(name: &str, entry: &str, flags: &[&str]) -> serde_json::Value {
    run("test", &subject(name), &[&["--entry", entry], flags].concat())
}

fn number(summary: &serde_json::Value, path: &str) -> u64 {
    summary.pointer(path).and_then(serde_json::Value::as_u64).unwrap_or_else(|| panic!("{path}"))
}

fn names(summary: &serde_json::Value, path: &str) -> Vec<String> {
    let list = summary.pointer(path).and_then(|list| list.as_array()).expect("a list");
    list.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

fn store(arguments: &[&str], directory: &Path) -> String {
    let output = pathweave().arg("store").args(arguments).arg("--store").arg(directory).output();
    String::from_utf8(output.expect("pathweave runs").stdout).expect("text")
}

/// The exit code of an action on a store.
fn store_code(action: &str, place: &Path) -> Option<i32> {
    let output = pathweave().args(["store", action, "--store"]).arg(place).output();
    output.expect("pathweave runs").status.code()
}

/// The tree of a function in a store.
fn tree(function: &str, directory: &Path) -> String {
    let list = store(&["list"], directory);
    let line = list.lines().find(|line| line.ends_with(&format!("tree     {function}")));
    let key = line.and_then(|line| line.split(' ').next()).expect("a tree");
    store(&["show", key], directory)
}

#[test]
fn the_same_paths_as_without_composition() {
    let subjects = [
        ("pq", "q"),
        ("pq", "top"),
        ("swapnode", "call_swap_node"),
        ("swapnode", "call_3_times"),
        ("bank", "bank"),
        ("rational", "simplify"),
        ("tcas", "start_tcas"),
        ("wbs", "main1"),
        ("asw", "asw"),
        ("heapop", "r_twice"),
        ("heapop", "r_values"),
        // Two pointers are looked at next, by different paths.
        ("heapop", "either_twice"),
        ("list", "call_3_times"),
        ("list", "call_5_times"),
        ("list", "call_on_any"),
        ("together", "apart"),
        ("together", "chained"),
        ("together", "walk"),
        ("shape", "call_late"),
        ("shape", "call_early"),
    ];
    for (name, entry) in subjects {
        let dart = test(name, entry, &["--strategy", "dart"]);
        let memo = test(name, entry, &["--strategy", "memo"]);
        for field in ["paths", "complete", "verdict", "incomplete"] {
            assert_eq!(dart[field], memo[field], "{field} of {name} {entry}");
        }
        let each = test(name, entry, &["--strategy", "memo", "--each-path"]);
        assert_eq!(dart["paths"], each["paths"], "each path of {name} {entry}");
        let covered = |summary| number(summary, "/coverage/branches_covered");
        assert_eq!(covered(&dart), covered(&memo), "coverage of {name} {entry}");
        assert!(number(&memo, "/memo/invocations") > 0, "{name} {entry}");
    }
}

#[test]
fn the_same_heaps_where_pointers_are_decided_on_load() {
    // A pointer that is loaded through one nobody followed yet is decided as well.
    for (entry, heaps) in [("meet_twice", 403), ("r_twice", 831)] {
        let flags = ["--initialize", "load", "--pointer-depth", "8"];
        let paths = |more: &[&str]| {
            let summary = test("heapop", entry, &[&flags[..], more].concat());
            assert_eq!(summary["complete"], true, "{entry} {more:?}");
            number(&summary, "/paths")
        };
        assert_eq!(paths(&["--strategy", "dart"]), heaps, "{entry}");
        assert_eq!(paths(&["--strategy", "memo"]), heaps, "{entry}");
        assert_eq!(paths(&["--strategy", "memo", "--each-path"]), heaps, "{entry}");
    }
}

#[test]
fn the_same_paths_where_a_heap_cannot_be_decided() {
    let entries = ["r_twice", "either_twice", "r_small"];
    for (entry, depth) in entries.iter().flat_map(|entry| [(entry, "2"), (entry, "3")]) {
        for when in ["use", "load"] {
            let flags = ["--initialize", when, "--pointer-depth", depth, "--strategy"];
            let explored = |strategy| test("heapop", entry, &[&flags[..], &[strategy]].concat());
            let (dart, memo) = (explored("dart"), explored("memo"));
            for field in ["paths", "incomplete"] {
                assert_eq!(dart[field], memo[field], "{field} of {entry}, {depth} {when}");
            }
            // Of the heaps of one call, only some are of another shape.
            let q = memo["functions"].as_array().expect("a list").iter();
            let q = q.filter(|function| function["name"] == "q");
            let shapes = |q: &serde_json::Value| q["entered"]["shape"].as_u64().unwrap_or(0);
            let other = q.clone().map(shapes).sum::<u64>();
            assert_eq!(other > 0, *entry == "r_small", "{entry}, {depth} {when}");
            if *entry == "r_small" {
                assert!(q.clone().any(|q| q["reused"] == 1), "{memo:#}");
                let bugs = |summary: &serde_json::Value| summary["bugs"].as_array().map(Vec::len);
                assert_eq!((bugs(&memo), bugs(&dart)), (Some(2), Some(2)), "{depth} {when}");
            }
        }
    }
}

/// Everything that answers before the solving core does.
const LAYERS: &str = "simplify,intervals,split,cores,models,witness";

#[test]
fn the_core_alone_answers_as_all_layers_do() {
    let subjects = [("bank", "bank"), ("asw", "asw"), ("wbs", "main1"), ("list", "call_on_any")];
    for (name, entry) in subjects {
        for strategy in [&["dart"][..], &["memo"], &["memo", "--each-path"]] {
            let flags = [&["--strategy"], strategy].concat();
            let layered = test(name, entry, &flags);
            let plain = test(name, entry, &[&flags[..], &["--without", LAYERS]].concat());
            let what = format!("{name} {entry} {strategy:?}");
            for field in ["paths", "complete", "verdict", "incomplete"] {
                assert_eq!(layered[field], plain[field], "{field} of {what}");
            }
            let asked = |summary| number(summary, "/solver/queries");
            assert!(asked(&layered) < asked(&plain), "{what}");
        }
    }
}

#[test]
fn a_question_is_a_call_of_the_solver_where_nothing_answers_before_it() {
    // In `tcas` a third of the conditionals are decided by what the path knows, word for word.
    let everything = format!("{LAYERS},repair,known");
    let subjects = [("tcas", "start_tcas"), ("wbs", "main1"), ("asw", "asw"), ("bank", "bank")];
    for (name, entry) in subjects {
        for strategy in [&["dart"][..], &["memo"], &["memo", "--each-path"]] {
            let flags = [&["--without", &everything, "--strategy"], strategy].concat();
            let (layered, plain) = (
                test(name, entry, &[&["--strategy"], strategy].concat()),
                test(name, entry, &flags),
            );
            let what = format!("{name} {entry} {strategy:?}");
            assert_eq!(layered["paths"], plain["paths"], "{what}");
            let [calls, questions] =
                ["/solver/queries", "/solver/checks"].map(|path| number(&plain, path));
            assert_eq!(calls, questions, "{what}");
        }
    }
}

#[test]
fn formulas_do_not_make_up_what_pointers_of_the_input_are() {
    // Summaries were used before it was decided what a pointer is: it could be anything then.
    // What follows from following one was not part of any formula: bugs behind it were not confirmed.
    let programs = "../../bench/programs";
    let parser = format!("{programs}/ipv4_parser");
    let subjects = [("swapnode", "call_twice"), ("list", "call_3_times"), (&parser, "parse")];
    for (name, entry) in subjects {
        let dart = test(name, entry, &["--strategy", "dart"]);
        for strategy in ["smart", "demand", "fair"] {
            let other = test(name, entry, &["--strategy", strategy]);
            let bugs = |summary: &serde_json::Value| summary["bugs"].as_array().map(Vec::len);
            assert_eq!(bugs(&other), bugs(&dart), "bugs of {name} by {strategy}");
            for field in ["verdict", "complete", "incomplete"] {
                assert_eq!(dart[field], other[field], "{field} of {name} by {strategy}");
            }
            let covered = |summary| number(summary, "/coverage/branches_covered");
            assert_eq!(covered(&dart), covered(&other), "coverage of {name} by {strategy}");
        }
    }
}

#[test]
fn how_large_an_input_is_is_the_same_in_callees() {
    let place = directory();
    let file = place.path().join("sized.c");
    let program =
        "static int at(const unsigned char *p, int i) { if (p[i] == 'x') return 1; return 0; }
        int parse(const unsigned char *data, unsigned long size) {
          if (!data || size < 5) return 9;
          return at(data, 3) + at(data, 0);
        }";
    std::fs::write(&file, program).expect("a file");
    for strategy in ["dart", "smart", "demand", "fair"] {
        let summary = run("test", &file, &["--entry", "parse", "--strategy", strategy]);
        let seen = (&summary["verdict"], summary["bugs"].as_array().map(Vec::len));
        assert_eq!(seen, (&"explored".into(), Some(0)), "{strategy}: {}", summary["incomplete"]);
    }
}

#[test]
fn the_paper_s_example() {
    // Fig. 1 to 3: ten questions without composition, eight with it.
    let dart = test("pq", "q", &["--strategy", "dart"]);
    assert_eq!(number(&dart, "/solver/checks"), 10);
    let kept = directory();
    let place = kept.path().join("store");
    let flags = ["--strategy", "memo", "--store", place.to_str().expect("a path")];
    let memo = test("pq", "q", &flags);
    let composed = |memo: &serde_json::Value| {
        number(memo, "/solver/checks") - number(memo, "/memo/init_checks")
    };
    assert_eq!(composed(&test("pq", "q", &["--strategy", "memo", "--each-path"])), 8);
    // The way of each context, and that there is no other one.
    assert_eq!(composed(&memo), 6);
    test("pq", "top", &flags);
    let p = tree("p", &place);
    let nodes: Vec<&str> =
        p.lines().map(|line| line.trim().split(':').next().unwrap_or(line)).collect();
    assert!(p.contains("3 paths, 3 pairs of conditions, 6/6 nodes"), "{p}");
    assert_eq!(nodes.iter().filter(|node| **node == "p").count(), 6, "{p}");
    // In q's tree, p's paths are one node each.
    let q = tree("q", &place);
    assert!(q.contains("2 paths, 2 pairs of conditions, 5/7 nodes"), "{q}");
    assert_eq!(q.lines().filter(|line| line.trim().starts_with("p: leaf")).count(), 2, "{q}");
}

#[test]
fn composition_asks_less_with_the_making_of_trees() {
    // Of what is asked without it, in percent.
    let subjects = [
        ("bank", "bank", 42),
        ("wbs", "main1", 30),
        ("tcas", "start_tcas", 20),
        ("swapnode", "call_3_times", 10),
        ("heapop", "r_twice", 40),
        ("heapop", "meet_twice", 10),
        ("heapop", "r_values", 40),
        ("list", "call_3_times", 46),
        ("list", "call_5_times", 35),
    ];
    for (name, entry, most) in subjects {
        let flags = match name {
            "list" => &[][..],
            _ => &["--initialize", "load", "--pointer-depth", "8"],
        };
        let checks = |strategy: &str| {
            let flags = [&["--strategy", strategy], flags].concat();
            number(&test(name, entry, &flags), "/solver/checks")
        };
        let (memo, dart) = (checks("memo"), checks("dart"));
        assert!(memo * 100 <= dart * most, "{name} {entry}: {memo} of {dart}");
    }
}

#[test]
fn the_paper_s_heap_example() {
    // Fig. 4 to 6: three paths with seven pairs of conditions; in the caller all are feasible.
    let kept = directory();
    let place = kept.path().join("store");
    let path = place.to_str().expect("a path");
    let flags = ["--strategy", "memo", "--initialize", "load", "--store", path];
    let memo = test("swapnode", "call_swap_node", &flags);
    let swap = tree("swap_node", &place);
    assert!(swap.contains("3 paths, 7 pairs of conditions, 5/5 nodes"), "{swap}");
    assert_eq!(memo["complete"], true);
    let followed = number(&test("swapnode", "call_swap_node", &["--strategy", "memo"]), "/paths");
    assert_eq!(followed, 3);
}

#[test]
fn an_unchanged_run_asks_nothing() {
    for strategy in ["dart", "smart", "memo"] {
        let kept = directory();
        let place = kept.path().join("store");
        let path = place.to_str().expect("a path");
        let flags = ["--strategy", strategy, "--store", path];
        let (subject, entry) =
            if strategy == "smart" { ("pq", "q") } else { ("heapop", "r_values") };
        let cold = test(subject, entry, &flags);
        assert!(number(&cold, "/solver/queries") > 0, "{strategy}");
        let before = std::fs::read(place.join("records")).expect("records");
        let warm = test(subject, entry, &[&flags[..], &["--store-readonly"]].concat());
        assert_eq!(number(&warm, "/solver/queries"), 0, "{strategy}");
        assert_eq!(warm["paths"], cold["paths"]);
        if strategy == "memo" {
            assert!(names(&warm, "/memo/executed").is_empty());
        }
        assert_eq!(std::fs::read(place.join("records")).expect("records"), before);
    }
}

/// A program of functions in three levels; one of each may be changed.
fn layered(changed: &str) -> String {
    let mut text = String::new();
    for leaf in 0..8 {
        let limit = if changed == format!("leaf{leaf}") { 77 } else { 10 + leaf };
        text += &format!("int leaf{leaf}(int x) {{ if (x > {limit}) return 1; return 0; }}\n");
    }
    for middle in 0..4 {
        let extra = if changed == format!("middle{middle}") { 5 } else { 3 };
        let (a, b) = (2 * middle, 2 * middle + 1);
        text += &format!(
            "int middle{middle}(int x) {{ if (leaf{a}(x)) return leaf{b}(x - {extra}); return 2; }}\n"
        );
    }
    let last = if changed == "top" { 9 } else { 8 };
    text + &format!(
        "int top(int x) {{ if (x == {last}) return 5; return middle0(x) + middle1(x); }}\n\
         int entry(int x, int y) {{ int r = top(x); if (y) r += middle2(x) + middle3(y); return r; }}\n"
    )
}

#[test]
fn a_change_is_executed_with_its_callers_and_nothing_else() {
    let place = directory();
    let (file, kept) = (place.path().join("layers.c"), place.path().join("store"));
    let flags =
        ["--entry", "entry", "--strategy", "memo", "--store", kept.to_str().expect("a path")];
    let explore = |changed: &str| {
        std::fs::write(&file, layered(changed)).expect("a file");
        let summary = run("test", &file, &flags);
        (names(&summary, "/memo/executed"), names(&summary, "/memo/reused").len())
    };
    assert_eq!(explore("").0.len(), 13);
    assert_eq!(explore(""), (vec![], 13));
    let strings = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    assert_eq!(explore("leaf3"), (strings(&["leaf3", "middle1", "top"]), 10));
    assert_eq!(explore("middle2"), (strings(&["middle2"]), 12));
    assert_eq!(explore("top"), (strings(&["top"]), 12));
    // What was there before the change is still there.
    assert_eq!(explore(""), (vec![], 13));
}

#[test]
fn heuristics_find_errors_and_say_what_they_leave_out() {
    let place = directory();
    let file = place.path().join("seeded.c");
    std::fs::write(
        &file,
        "#include <assert.h>\n\
         int f(int x) { if (x > 5) { if (x == 77) assert(0); return 1; } return 0; }\n\
         int entry(int x, int y) { int r = f(x); if (y > 3) r += f(y); return r; }\n",
    )
    .expect("a file");
    for heuristic in ["h1", "h2"] {
        let flags = [
            "--entry",
            "entry",
            "--target",
            "error",
            "--strategy",
            "memo",
            "--heuristic",
            heuristic,
        ];
        assert_eq!(run("reach", &file, &flags)["verdict"], "reachable", "{heuristic}");
    }
    std::fs::write(
        &file,
        "#include <assert.h>\n\
         int f(int x) { if (x > 5) { if (x == 77) assert(0); return 1; } return 0; }\n\
         int entry(int x) { if (x < 70) return f(x); return 0; }\n",
    )
    .expect("a file");
    let verdict = |flags: &[&str]| {
        let all =
            [&["--entry", "entry", "--target", "error", "--strategy", "memo"], flags].concat();
        run("reach", &file, &all)["verdict"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(verdict(&[]), "unreachable");
    assert_eq!(verdict(&["--heuristic", "h1"]), "unreachable");
    assert_eq!(verdict(&["--heuristic", "h2"]), "unknown");
}

#[test]
fn a_killed_run_leaves_an_intact_store() {
    let kept = directory();
    let place = kept.path().join("store");
    let whole = test("bank", "bank", &["--strategy", "dart"]);
    for turn in 0..6_u64 {
        let mut child = pathweave()
            .arg("test")
            .arg(subject("bank"))
            .args(["--entry", "bank", "--no-replay", "--strategy", "memo", "--out"])
            .arg(kept.path().join("out"))
            .arg("--store")
            .arg(&place)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("pathweave runs");
        std::thread::sleep(Duration::from_millis(60 + 40 * turn));
        let _ = child.kill();
        let _ = child.wait();
    }
    let flags = ["--strategy", "memo", "--store", place.to_str().expect("a path")];
    assert_eq!(test("bank", "bank", &flags)["paths"], whole["paths"]);
    let verified = pathweave().args(["store", "verify", "--store"]).arg(&place).status();
    assert!(verified.expect("pathweave runs").success());
}

/// Says of all queries that nothing satisfies them.
#[cfg(unix)]
#[test]
fn what_a_broken_solver_said_is_not_believed_without_it() {
    use std::os::unix::fs::PermissionsExt;
    let place = directory();
    let liar = place.path().join("liar");
    let script = "#!/bin/sh\nwhile read -r line; do case \"$line\" in \
                  *check-sat*) echo unsat ;; *echo*) echo done ;; esac; done\n";
    std::fs::write(&liar, script).expect("a write");
    std::fs::set_permissions(&liar, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let liar = liar.to_str().expect("a path");
    for strategy in ["dart", "memo", "smart"] {
        let kept = place.path().join(strategy);
        let flags = ["--strategy", strategy, "--without", "repair"];
        let right = test("tcas", "start_tcas", &flags);
        let flags = [&flags[..], &["--store", kept.to_str().expect("a path")]].concat();
        let wrong = test("tcas", "start_tcas", &[&flags[..], &["--solver", liar]].concat());
        assert_ne!(wrong["paths"], right["paths"], "{strategy}: it was asked");
        let after = test("tcas", "start_tcas", &flags);
        for field in ["paths", "verdict", "complete", "branches"] {
            assert_eq!(after[field], right[field], "{strategy}");
        }
        let again = test("tcas", "start_tcas", &[&flags[..], &["--solver", liar]].concat());
        assert_eq!((number(&again, "/solver/queries"), &again["paths"]), (0, &wrong["paths"]));
        // Trees of a run without the oracle are not believed with it, and no answer of the store is.
        let doubted = ["--oracle", liar, "--query-time", "2s"];
        let doubted = test("tcas", "start_tcas", &[&flags[..], &doubted].concat());
        assert_eq!(doubted["complete"], false, "{strategy}");
    }
}

#[test]
fn a_directory_that_is_not_there_is_no_store_and_an_empty_one_is() {
    let kept = directory();
    let (none, empty) = (kept.path().join("none"), kept.path().join("empty"));
    std::fs::create_dir(&empty).expect("a directory");
    for action in ["list", "verify", "gc"] {
        assert_eq!(store_code(action, &none), Some(2), "{action}");
        assert!(!none.exists(), "{action} made a store");
        assert_eq!(store_code(action, &empty), Some(0), "{action}");
    }
    std::fs::remove_dir_all(&empty).expect("it is ours");
    std::fs::create_dir(&empty).expect("a directory");
    let flags = ["--store-readonly", "--store", empty.to_str().expect("a path")];
    assert_eq!(test("pq", "q", &flags)["verdict"], "explored");
    assert_eq!(std::fs::read_dir(&empty).expect("a directory").count(), 0);
}

/// A run of a program whose files cannot grow beyond some KiB.
#[cfg(unix)]
fn limited(kib: u64, arguments: &[&str]) -> std::process::Output {
    // A block is 512 bytes.
    let script = format!("trap '' XFSZ; ulimit -f {}; exec \"$0\" \"$@\"", 2 * kib);
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_pathweave")]).args(arguments);
    command.stdin(Stdio::null()).output().expect("sh runs")
}

#[cfg(unix)]
#[test]
fn a_store_that_cannot_be_written_is_told() {
    use pathweave_store::{Key, Kind, Mode, Store};
    let kept = directory();
    let [large, export, out, new] =
        ["large", "export", "out", "new"].map(|name| kept.path().join(name).display().to_string());
    let mode = Mode::Write { limit: u64::MAX };
    let mut store = Store::open(Path::new(&large), mode).expect("a store");
    store.put(Kind::Program, Key(1), vec![7; 4 << 20]);
    drop(store);
    std::fs::write(&export, std::fs::read(Path::new(&large).join("records")).expect("records"))
        .expect("a write");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();

    let imported = limited(1 << 10, &["store", "import", &export, "--store", &new]);
    assert_eq!(imported.status.code(), Some(2), "{imported:?}");
    assert_eq!(text(&imported.stdout), "");
    assert!(text(&imported.stderr).contains("cannot be written"), "{}", text(&imported.stderr));
    assert_eq!(store_code("verify", Path::new(&new)), Some(0));

    let subject = subject("pq").display().to_string();
    let run = ["test", &subject, "--entry", "q", "--no-replay", "--out", &out, "--store", &large];
    let run = limited(4 << 10, &run);
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    assert!(text(&run.stderr).contains("nothing more is kept"), "{}", text(&run.stderr));
    assert!(Path::new(&out).join("summary.json").exists());
    assert_eq!(store_code("verify", Path::new(&large)), Some(0));
}

#[test]
fn exports_move_between_stores() {
    let kept = directory();
    let (one, other) = (kept.path().join("one"), kept.path().join("other"));
    let file = kept.path().join("export");
    let file = file.to_str().expect("a path");
    test("pq", "q", &["--strategy", "memo", "--store", one.to_str().expect("a path")]);
    store(&["export", file], &one);
    let first = std::fs::read(file).expect("an export");
    assert!(store(&["import", file], &other).contains("entries are new"));
    store(&["export", file], &other);
    assert_eq!(std::fs::read(file).expect("an export"), first);
    let warm = test("pq", "q", &["--strategy", "memo", "--store", other.to_str().expect("a path")]);
    assert_eq!(number(&warm, "/solver/queries"), 0);
}

/// Two versions of a program: a function returns, prints or crashes otherwise.
fn version(new: bool) -> String {
    let (limit, text, divisor) = if new { (20, "big", "(x - 500)") } else { (10, "large", "7") };
    let more = if new { "if (x == 77) return 5; " } else { "" };
    format!(
        "#include <stdio.h>\n\
         int limit(int x) {{ {more}if (x > {limit}) return 1; return 0; }}\n\
         int say(int x) {{ if (x > 100) {{ puts(\"{text}\"); return 1; }} return 0; }}\n\
         int same(int x) {{ if (x == -5) return 3; return 4; }}\n\
         int divide(int x) {{ if (x == 500) return 9 / {divisor}; return 2; }}\n\
         int entry(int k, int x) {{ switch (k) {{ case 1: return limit(x); case 2: return say(x);\n\
           case 3: return same(x); case 4: return divide(x); }} return 0; }}\n"
    )
}

#[test]
fn only_tests_that_a_change_calls_for() {
    let place = directory();
    let (file, kept) = (place.path().join("versions.c"), place.path().join("store"));
    let (first, second) = (place.path().join("first"), place.path().join("second"));
    let explore = |new: bool, out: &Path, flags: &[&str]| {
        std::fs::write(&file, version(new)).expect("a file");
        let output = pathweave()
            .arg("test")
            .arg(&file)
            .args(["--entry", "entry", "--no-replay", "--json", "--out"])
            .arg(out)
            .arg("--store")
            .arg(&kept)
            .args(flags)
            .output()
            .expect("pathweave runs");
        serde_json::from_slice::<serde_json::Value>(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
    };
    explore(false, &first, &[]);
    for since in [&first, &kept] {
        let summary = explore(true, &second, &["--since", since.to_str().expect("a path")]);
        let changes = &summary["changes"];
        assert_eq!(names(changes, "/changed"), ["divide", "limit", "say"]);
        assert_eq!(names(changes, "/affected"), ["divide", "entry", "limit", "say"]);
        let tests = changes["tests"].as_array().expect("a list");
        let why = |word: &str| tests.iter().filter(|test| test["why"] == word).count();
        assert!(why("the output") >= 1, "{changes:#}");
        assert!(why("the end") >= 1 && why("new") >= 1, "{changes:#}");
        assert!(
            tests.iter().any(|test| test["now"] == "division-by-zero in divide"),
            "{changes:#}"
        );
        for test in tests {
            let file = second.join(test["file"].as_str().expect("a name"));
            assert!(file.is_file(), "{}", file.display());
        }
        explore(false, &place.path().join("again"), &[]);
    }
    // Nothing changed: no tests.
    let summary = explore(false, &second, &["--since", first.to_str().expect("a path")]);
    assert_eq!(summary["changes"]["tests"].as_array().map(Vec::len), Some(0), "{summary:#}");
    let on_disk = std::fs::read_dir(second.join("tests")).expect("tests");
    assert_eq!(on_disk.count(), 0);
}

/// What `--since` says of an entry between two versions of a program, of which the first is explored for so long.
fn compare(program: &str, entry: &str, flags: [&[&str]; 2]) -> (usize, u64, serde_json::Value) {
    let place = directory();
    let file = place.path().join("versions.c");
    std::fs::write(&file, program).expect("a file");
    let explore = |out: &str, flags: &[&str]| {
        let output = pathweave()
            .arg("test")
            .arg(&file)
            .args(["--entry", entry, "--strategy", "dart", "--no-replay", "--json", "--out"])
            .arg(place.path().join(out))
            .args(flags)
            .output()
            .expect("pathweave runs");
        serde_json::from_slice::<serde_json::Value>(&output.stdout)
            .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
    };
    let [before, after] = flags;
    explore("before", before);
    let since = place.path().join("before").display().to_string();
    let summary = explore("after", &[after, &["--since", &since]].concat());
    let other = summary["changes"]["tests"].as_array().expect("a list").clone();
    let other = other.iter().filter(|test| test["why"] != "new").count();
    (other, number(&summary, "/changes/same"), summary["changes"].clone())
}

#[test]
fn results_that_are_no_integers_are_compared() {
    let program = "struct P { int a, b; };
        #ifdef V2
        #define V(a, b) (b)
        #else
        #define V(a, b) (a)
        #endif
        double fd(int x) { if (x == 3) return V(1.5, 1.25); return 0; }
        struct P fp(int x) { struct P p = {0, 0}; if (x == 3) p.b = V(1, 2); return p; }";
    for entry in ["fd", "fp"] {
        let (other, same, changes) = compare(program, entry, [&[], &["--cflags", "-DV2"]]);
        assert_eq!((other, same), (1, 1), "{changes:#}");
        let (other, same, changes) = compare(program, entry, [&[], &[]]);
        assert_eq!((other, same), (0, 2), "{changes:#}");
    }
}

#[test]
fn a_run_that_was_stopped_compares_as_well() {
    // One input is done at once, others take longer than there is time.
    let program = "int entry(unsigned x) {
          if (x == 77777) return LAST;
        #ifdef SHORT
          if (x > 30) return 1;
        #endif
          unsigned s = 0;
          for (unsigned i = 0; i < x; i++) for (int k = 0; k < 2000; k++) s += k ^ i;
          return 3; }";
    let whole: &[&str] = &["--time", "20s", "--cflags", "-DLAST=9", "-DSHORT"];
    let short: &[&str] = &["--time", "1s", "--cflags", "-DLAST=9"];
    let (other, _, changes) = compare(program, "entry", [whole, short]);
    let is_said = |test: &serde_json::Value| test["was"] == "exits with 9";
    let list = changes["tests"].as_array().expect("a list");
    assert!(!list.iter().any(is_said), "it still returns nine: {other} in {changes:#}");
    let changed: &[&str] = &["--time", "1s", "--cflags", "-DLAST=5"];
    let (_, _, changes) = compare(program, "entry", [short, changed]);
    let list = changes["tests"].as_array().expect("a list");
    let is_seen =
        list.iter().any(|test| test["was"] == "exits with 9" && test["now"] == "exits with 5");
    assert!(is_seen, "{changes:#}");
}

#[test]
fn a_larger_bound_deepens_what_is_stored() {
    let place = directory();
    let (file, kept) = (place.path().join("loop.c"), place.path().join("store"));
    std::fs::write(
        &file,
        "int count(int x) { int n = 0; while (x > n && n < 12) { n++; } return n; }\n\
         int entry(int x) { if (count(x) == 7) return 1; return 0; }\n",
    )
    .expect("a file");
    let kept = kept.to_str().expect("a path");
    let explore = |depth: &str, more: &[&str]| {
        let flags =
            ["--entry", "entry", "--strategy", "memo", "--store", kept, "--memo-depth", depth];
        run("test", &file, &[&flags[..], more].concat())
    };
    let lists = |summary: &serde_json::Value| {
        ["executed", "deepened", "reused"]
            .map(|list| names(summary, &format!("/memo/{list}")).len())
    };
    let dart = run("test", &file, &["--entry", "entry"]);
    let [shallow, deep, again, less] = ["4", "64", "64", "4"].map(|depth| explore(depth, &[]));
    assert_eq!(lists(&shallow), [1, 0, 0]);
    assert_eq!(lists(&deep), [0, 1, 0]);
    assert_eq!(lists(&again), [0, 0, 1]);
    assert_eq!(lists(&less), [0, 0, 1]);
    for summary in [&shallow, &deep, &again, &less] {
        assert_eq!((&summary["paths"], &summary["complete"]), (&dart["paths"], &dart["complete"]));
    }
    // Deepened, it is what it would have been at once.
    let checked = explore("64", &["--check-summaries"]);
    assert!(names(&checked, "/memo/different").is_empty());
    let tree = tree("count", Path::new(kept));
    assert!(tree.contains("14 paths, 14 pairs"), "{tree}");
}

#[test]
fn inputs_made_from_the_witness_save_questions_and_change_nothing_else() {
    let memo = ["--strategy", "memo"];
    let with = test("list", "call_3_times", &memo);
    let without = test("list", "call_3_times", &[&memo[..], &["--without", "repair"]].concat());
    assert_eq!(number(&with, "/paths"), number(&without, "/paths"));
    assert_eq!(with["verdict"], without["verdict"]);
    let [fewer, more] = [&with, &without].map(|summary| number(summary, "/solver/checks"));
    assert!(fewer < more, "{fewer} questions with, {more} without");
    assert!(number(&with, "/solver/queries") < number(&without, "/solver/queries"));
}

#[test]
fn what_a_function_alone_never_saw_is_not_lost() {
    let directory = subject("contexts/constant_table");
    let directory = directory.parent().expect("a directory");
    let mut count = 0;
    for entry in std::fs::read_dir(directory).expect("the programs") {
        let file = entry.expect("a program").path();
        let h1 = ["memo", "--heuristic", "h1"];
        for flags in [&["memo"][..], &["memo", "--each-path"], &h1, &["dart"]] {
            let summary = run("test", &file, &[&["--strategy"], flags].concat());
            let found = summary["bugs"].as_array().map_or(0, Vec::len);
            let seen = (&summary["verdict"], found);
            assert_eq!(seen, (&"explored".into(), 1), "{} {flags:?}", file.display());
        }
        count += 1;
    }
    assert_eq!(count, 12);
}

#[test]
fn a_tree_with_sides_left_out_is_not_used() {
    let store = directory();
    let place = store.path().to_str().expect("a path");
    let flags = ["--strategy", "memo", "--store", place];
    let bounded = run("test", &subject("bits"), &[&flags[..], &["--max-depth", "3"]].concat());
    assert_eq!((&bounded["verdict"], &bounded["complete"]), (&"stopped".into(), &false.into()));
    let whole = run("test", &subject("bits"), &flags);
    let found = whole["bugs"].as_array().map_or(0, Vec::len);
    assert_eq!((&whole["verdict"], found), (&"explored".into(), 1));
}

#[test]
fn what_was_cut_is_not_gone_on_with_where_everything_has_moved() {
    for (define, list) in [("SAME", "/memo/deepened"), ("MOVED", "/memo/executed")] {
        let store = directory();
        let place = store.path().to_str().expect("a path");
        let flags = ["--strategy", "memo", "--store", place];
        run("test", &subject("bits"), &[&flags[..], &["--memo-depth", "3"]].concat());
        let define = format!("-D{define}");
        let deeper = run("test", &subject("bits"), &[&flags[..], &["--cflags", &define]].concat());
        assert_eq!(names(&deeper, list), ["count"], "{define}");
        let found = deeper["bugs"].as_array().map_or(0, Vec::len);
        assert_eq!((number(&deeper, "/paths"), found), (16, 1), "{define}");
    }
}

/// A function that compares a pointer with globals, in a version that has one more of them.
fn compares_with_globals(new: bool) -> &'static str {
    match new {
        false => {
            "int g1 = 1, g2 = 2;
            static int f(int *p) { if (p == &g1) return 1; if (p == &g2) return 2; return 0; }
            int entry(int *p, int y) { int r = f(p); if (r == 1) return 10 / (y - 5); return r; }"
        }
        true => {
            "int g0 = 1; int g1 = 1, g2 = 2;
            static int f(int *p) { if (p == &g1) return 1; if (p == &g2) return 2; return 0; }
            int entry(int *p, int y) { int r = f(p); y += g0; if (r == 1) return 10 / (y - 5); return r; }"
        }
    }
}

#[test]
fn addresses_in_a_stored_tree_are_those_of_the_program() {
    let kept = directory();
    let place = kept.path().join("store");
    let file = kept.path().join("globals.c");
    let flags =
        ["--entry", "entry", "--strategy", "memo", "--store", place.to_str().expect("a path")];
    std::fs::write(&file, compares_with_globals(false)).expect("a file");
    run("test", &file, &flags);
    std::fs::write(&file, compares_with_globals(true)).expect("a file");
    let moved = run("test", &file, &flags);
    assert_eq!(names(&moved, "/memo/executed"), ["f"]);
    assert_eq!(moved["bugs"].as_array().map(Vec::len), Some(1), "{moved:#}");
    let again = run("test", &file, &flags);
    assert_eq!(names(&again, "/memo/reused"), ["f"], "nothing has moved since");
}

#[test]
fn another_name_is_no_difference() {
    let kept = directory();
    let place = kept.path().join("store");
    let file = kept.path().join("named.c");
    let flags =
        ["--entry", "entry", "--strategy", "memo", "--store", place.to_str().expect("a path")];
    for (name, more) in [("k", &[][..]), ("n", &["--check-summaries"])] {
        let program = format!(
            "static int f(int *a, int {name}) {{ if ({name} == 3) return *a; return 1 + (*a > 4); }}
            int entry(int *a, int b) {{ return f(a, b); }}"
        );
        std::fs::write(&file, program).expect("a file");
        let summary = run("test", &file, &[&flags[..], more].concat());
        assert_eq!(names(&summary, "/memo/different"), [""; 0]);
        assert_eq!(summary["verdict"], "explored");
    }
}

#[test]
fn a_smaller_bound_is_no_difference() {
    let kept = directory();
    let place = kept.path().join("store");
    let file = kept.path().join("bits.c");
    let program = "static int f(int x) { int n = 0; while (n < 6 && (x >> n) & 1) n++; return n; }
        int entry(int x, int y) { int r = f(x); if (r == 6) return 1 / (y - 3); return r; }";
    std::fs::write(&file, program).expect("a file");
    let store = place.to_str().expect("a path");
    let explore = |flags: &[&str]| {
        let all = ["--entry", "entry", "--strategy", "memo", "--store", store, "--memo-depth"];
        run("test", &file, &[&all[..], flags].concat())
    };
    explore(&["2"]);
    explore(&["9"]);
    let checked = explore(&["4", "--check-summaries"]);
    assert_eq!(names(&checked, "/memo/different"), [""; 0]);
    assert_eq!(checked["verdict"], "explored");
}

#[test]
fn what_a_run_was_allowed_is_no_reason_for_another_one() {
    let store = directory();
    let place = store.path().to_str().expect("a path");
    let flags =
        ["--strategy", "memo", "--store", place, "--entry", "simplify", "--memo-paths", "500"];
    run("test", &subject("rational"), &[&flags[..], &["--query-time", "1ms"]].concat());
    let summary = run("test", &subject("rational"), &flags);
    let refused = summary["functions"].to_string().contains("the solver gave up");
    assert!(!refused, "{}", summary["functions"]);
}
