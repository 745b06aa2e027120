//! `pathweave report`: the page of a run with a bug, of a complete run, of one that was killed, of hostile
//! sources; what it says when sources changed, and what it refuses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page").join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("the target directory is writable");
    directory
}

fn pathweave(place: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    command.current_dir(place).args(arguments);
    command
}

fn run(place: &Path, arguments: &[&str]) -> Output {
    pathweave(place, arguments).output().expect("pathweave starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Explores a program with these arguments, and gives back the page of it.
fn page_of(place: &Path, name: &str, program: &str, arguments: &[&str]) -> String {
    fs::write(place.join(name), program).expect("writable");
    let explored = run(place, &[&["test", name, "--out", "out"], arguments].concat());
    assert!(place.join("out/summary.json").exists(), "{}", text(&explored.stderr));
    report(place)
}

fn report(place: &Path) -> String {
    let told = run(place, &["report", "out"]);
    assert_eq!((told.status.code(), text(&told.stdout).as_str()), (Some(0), "out/index.html\n"));
    assert!(told.stderr.is_empty(), "{}", text(&told.stderr));
    let page = fs::read_to_string(place.join("out/index.html")).expect("a page");
    for part in ["<script", "http://", "https://", "url("] {
        assert!(!page.contains(part), "{part}");
    }
    page
}

/// An error in one line, with exit code 2.
fn refused(output: &Output, told: &str) {
    let error = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{error}");
    assert!(error.starts_with("error: ") && error.contains(told), "{error}");
}

const DIVIDES: &str = "int percent(int part, int whole) {
  if (part < 0 || part > whole)
    return -1;
  return part * 100 / whole;
}
int unused(int x) { return x ? 1 : 2; }
";

#[test]
fn a_bug_is_shown_with_its_input_and_its_source() {
    let place = directory("bug");
    let page = page_of(&place, "divide.c", DIVIDES, &["--entry", "percent"]);
    for part in [
        "explored: 1 bug found",
        "there is no other bug of the classes",
        "<span class=\"kind\">division-by-zero</span> division by zero",
        "at <code>divide.c:4:21</code>",
        "▶   return part * 100 / whole;",
        "in <strong>percent</strong> at <code>divide.c:4</code>",
        "parameter 2",
        "00 00 00 00",
        "out/tests/000001.ktest",
        "<code>pathweave replay out</code>",
        "<code>pathweave test divide.c --out out --entry percent</code>",
        "the entry cannot call them: <code>unused</code>",
        "<b>     3</b> ✓     return -1;",
        "4 of 4 outcomes",
        env!("CARGO_PKG_VERSION"),
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    assert!(!page.contains("class=\"warn\""), "{page}");
    // The same directory and sources, the same bytes; and the page is part of a run's directory.
    assert_eq!(report(&place), page);
    let elsewhere = run(&place, &["report", "out", "--out", "other.html"]);
    assert_eq!(text(&elsewhere.stdout), "other.html\n");
    assert_eq!(fs::read_to_string(place.join("other.html")).expect("a page"), page);
    // Sources that changed, and sources that are gone.
    fs::write(place.join("divide.c"), DIVIDES.replace("100", "10")).expect("writable");
    assert!(report(&place).contains("changed since the run"));
    fs::remove_file(place.join("divide.c")).expect("it is there");
    let page = report(&place);
    assert!(
        page.contains("cannot be read any more") && page.contains("division by zero"),
        "{page}"
    );
    // Another run takes the old page away.
    fs::write(place.join("divide.c"), DIVIDES).expect("writable");
    run(&place, &["test", "divide.c", "--entry", "unused", "--no-replay", "--out", "out"]);
    assert!(!place.join("out/index.html").exists());
}

#[test]
fn what_is_proved_and_what_is_not_is_said() {
    let place = directory("complete");
    let program = "int f(unsigned char x) { if (x > 255) return 1; return 0; }\n";
    let page = page_of(&place, "f.c", program, &["--entry", "f", "--no-replay"]);
    for part in [
        "explored: no bug found",
        "that no input leads to a bug",
        "Complete: nothing was left out.",
        "infeasible: a proof that no input takes it",
        "not run natively: --no-replay",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    assert!(!page.contains("id=\"bugs\"") && !page.contains("id=\"incomplete\""), "{page}");
    // Floating point takes one value: not complete, with the reason.
    let program = "int f(double x) { return x * 3.0 > 7.0; }\n";
    let page = page_of(&place, "f.c", program, &["--entry", "f", "--no-replay"]);
    for part in ["stopped: no bug found", "Not complete, for", "concretized"] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    let target = ["reach", "f.c", "--entry", "f", "--target", "f", "--no-replay", "--out", "out"];
    run(&place, &target);
    let page = report(&place);
    assert!(page.contains("<code>f</code> is reachable: no bug found"), "{page}");
    assert!(page.contains("The input that goes there"), "{page}");
}

/// A program that no search comes to the end of.
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
fn a_killed_run_has_a_page_that_says_so() {
    let place = directory("killed");
    fs::write(place.join("forever.c"), FOREVER).expect("writable");
    let mut command = pathweave(&place, &["test", "forever.c", "--out", "out"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let patience = Instant::now() + Duration::from_secs(60);
    while !place.join("out/tests/000001.json").exists() && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    let page = report(&place);
    for part in ["This run has not ended.", "stopped: no bug found", "No claim yet."] {
        assert!(page.contains(part), "{part}\n{page}");
    }
}

#[test]
fn hostile_names_and_texts_are_only_text() {
    let place = directory("hostile");
    let name = "a'<script>alert(1)<\"&.c";
    let program = "// </pre></code></div><script>alert(2)</script> \u{202e}\n#include <pathweave.h>\n\
        int main(void) { int x; pathweave_make_symbolic(&x, sizeof x, \"<script>\");\n\
        if (x == 3) /* </div><script>alert(3)</script> & \" ' \x1b[31m */ return 1 / (x - 3);\n\
        return 0; }\n";
    let page = page_of(&place, name, program, &["--no-replay"]);
    assert!(page.contains("&lt;script&gt;alert(3)&lt;/script&gt; &amp; &quot;"), "{page}");
    assert!(page.contains("a'&lt;script&gt;alert(1)&lt;&quot;&amp;.c:4"), "{page}");
    assert!(!page.contains('\u{1b}') && !page.contains('\u{202e}'), "{page}");
}

#[test]
fn without_a_result_nothing_is_written() {
    let place = directory("nothing");
    refused(&run(&place, &["report", "nowhere"]), "cannot read nowhere/summary.json");
    assert!(!place.join("nowhere").exists());
    page_of(&place, "divide.c", DIVIDES, &["--entry", "unused", "--no-replay"]);
    let page = fs::read(place.join("out/index.html")).expect("a page");
    let whole = fs::read_to_string(place.join("out/summary.json")).expect("a summary");
    for damaged in [&whole[..whole.len() / 2], "", "[]", "{\"schema\": 1}"] {
        fs::write(place.join("out/summary.json"), damaged).expect("writable");
        refused(&run(&place, &["report", "out"]), "not a summary of a run");
    }
    let newer = whole.replacen("\"schema\": 1", "\"schema\": 2", 1);
    fs::write(place.join("out/summary.json"), newer).expect("writable");
    refused(&run(&place, &["report", "out"]), "version 2");
    assert_eq!(fs::read(place.join("out/index.html")).expect("the old page"), page);
    // Damage elsewhere is told on the page.
    fs::write(place.join("out/summary.json"), &whole).expect("writable");
    fs::write(place.join("out/tests/000001.json"), "{").expect("writable");
    fs::write(place.join("out/run.json"), "{").expect("writable");
    let page = report(&place);
    assert!(page.contains("How the program was compiled is not known"), "{page}");
    assert!(page.contains("out/tests/000001.json: "), "{page}");
}

#[test]
fn files_of_others_are_left_alone() {
    let place = directory("others");
    page_of(&place, "divide.c", DIVIDES, &["--entry", "unused", "--no-replay"]);
    refused(&run(&place, &["report", "out", "--out", "divide.c"]), "no page of `pathweave report`");
    assert_eq!(fs::read_to_string(place.join("divide.c")).expect("the source"), DIVIDES);
    fs::write(place.join("out/index.html"), "<html>mine</html>").expect("writable");
    refused(&run(&place, &["report", "out"]), "no page of `pathweave report`");
    // Nor does a run take a directory with it for its own.
    let again = run(&place, &["test", "divide.c", "--entry", "unused", "--out", "out"]);
    refused(&again, "out is not an output directory of pathweave");
    assert_eq!(fs::read_to_string(place.join("out/index.html")).expect("it"), "<html>mine</html>");
    // A name in the summary cannot lead out of the directory.
    fs::remove_file(place.join("out/index.html")).expect("it is there");
    fs::write(place.join("secret.json"), "{}").expect("writable");
    let summary = fs::read_to_string(place.join("out/summary.json")).expect("a summary");
    let summary = summary.replace("tests/000001.ktest", "../secret.ktest");
    fs::write(place.join("out/summary.json"), summary).expect("writable");
    assert!(report(&place).contains("is not a file of this directory"));
}
