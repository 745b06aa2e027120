//! The command line's contract: exit codes, one clear message for each kind of
//! bad input and nothing else, and the fields of the JSON summary.
//!
//! Every check of bad input goes through `refused`, which also asks that
//! nothing is printed on standard output and that nothing panicked.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn pathweave() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pathweave"));
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

/// A file in the tests' own directory.
fn file(name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli");
    fs::create_dir_all(&directory).expect("the target directory is writable");
    let path = directory.join(name);
    fs::write(&path, contents).expect("the target directory is writable");
    path
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Asks for exit code 2, one `error:` that mentions `word`, and nothing else.
#[track_caller]
fn refused(command: &mut Command, word: &str) {
    let output = command.output().expect("pathweave starts");
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "exit code of {command:?}\n{text}");
    assert!(output.stdout.is_empty(), "nothing on standard output: {command:?}");
    let errors = text.lines().filter(|line| line.starts_with("error")).count();
    assert_eq!(errors, 1, "one message for {command:?}:\n{text}");
    assert!(text.starts_with("error"), "the message comes first:\n{text}");
    assert!(text.contains(word), "`{word}` is mentioned:\n{text}");
    assert!(!text.contains("panicked"), "no panic:\n{text}");
    assert!(text.lines().count() <= 12, "short:\n{text}");
}

#[test]
fn a_missing_file_is_named() {
    for name in ["no-such-file.c", "no-such-file.ll", "no-such-file.bc"] {
        refused(pathweave().args(["run", name]), name);
    }
}

#[test]
fn a_missing_clang_is_named() {
    let source = file("fine.c", "int main(void) { return 0; }\n");
    refused(
        pathweave().arg("run").arg(&source).args(["--clang", "/nonexistent/clang"]),
        "/nonexistent/clang",
    );
}

#[test]
fn an_empty_path_says_that_clang_is_needed() {
    let source = file("fine_too.c", "int main(void) { return 0; }\n");
    refused(pathweave().arg("run").arg(&source).env("PATH", "").env_remove("CLANG"), "clang");
}

#[test]
fn a_syntax_error_shows_what_clang_said() {
    let source = file("broken.c", "int main(void) {\n  retrun 0 +;\n}\n");
    let output = pathweave().arg("run").arg(&source).output().expect("pathweave starts");
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(output.stdout.is_empty());
    assert!(text.contains("broken.c:2"), "clang's message is passed on:\n{text}");
    assert!(!text.contains("panicked"), "{text}");
}

#[test]
fn an_unknown_flag_is_named() {
    let source = file("flagged.c", "int main(void) { return 0; }\n");
    refused(pathweave().arg("run").arg(&source).arg("--no-such-flag"), "--no-such-flag");
}

#[test]
fn no_input_is_an_error() {
    refused(pathweave().arg("run"), "");
}

#[test]
fn an_input_among_the_flags_for_clang_is_named() {
    let flags = ["test", "--cflags", "-O1", "prm.c", "--entry", "sum"];
    refused(
        pathweave().args(flags),
        "prm.c was taken as a flag for clang; name inputs before --cflags",
    );
    // Nothing is missing, or nothing looks like an input.
    refused(pathweave().args(["run", "no.c", "--cflags", "-include", "other.c"]), "no.c");
    refused(pathweave().args(["run", "--cflags", "-O1"]), "<INPUT>");
}

/// The headings of a help text, each with the options below it.
fn headings(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        if !line.starts_with(' ') && line.ends_with(':') {
            found.push((line.trim_end_matches(':').to_owned(), Vec::new()));
        }
        let option = line.split_whitespace().find(|word| word.starts_with("--"));
        let is_option = line.starts_with("      --") || line.starts_with("  -");
        if let (true, Some(option), Some((_, options))) = (is_option, option, found.last_mut()) {
            options.push(option.to_owned());
        }
    }
    found
}

#[test]
fn options_stand_under_their_headings() {
    let help = |command: &str, flag: &str| {
        let output = pathweave().args([command, flag]).output().expect("pathweave starts");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for command in ["test", "reach"] {
        let long = headings(&help(command, "--help"));
        let of = |option: &str| {
            let found = long.iter().find(|(_, options)| options.iter().any(|o| o == option));
            found.map(|(heading, _)| heading.as_str()).unwrap_or_default()
        };
        for option in ["--entry", "--time", "--json", "--check", "--explain", "--help"] {
            assert_eq!(of(option), "Options", "{option}");
        }
        let groups = [
            ("--out", "Tests"),
            ("--format", "Tests"),
            ("--cflags", "Compiling"),
            ("--strategy", "Search"),
            ("--max-depth", "Limits"),
            ("--oracle", "Solver"),
            ("--buffer", "Inputs"),
            ("--store", "Store"),
            ("--each-path", "Memoized replay"),
        ];
        for (option, heading) in groups {
            assert_eq!(of(option), heading, "{command} {option}");
        }
        if command == "reach" {
            assert_eq!(
                (of("--target"), of("--loops"), of("--loop-solver")),
                ("Options", "Search", "Solver")
            );
        }
        let short = help(command, "-h");
        assert!(short.lines().count() <= 60, "a screen or so:\n{short}");
        assert!(!short.contains("--each-path") && short.contains("--entry"), "{short}");
    }
}

#[test]
fn an_unknown_command_is_named() {
    refused(pathweave().arg("frobnicate"), "frobnicate");
}

#[test]
fn a_directory_is_not_an_input() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("directory.c");
    fs::create_dir_all(&directory).expect("the target directory is writable");
    refused(pathweave().arg("run").arg(&directory), "directory");
}

#[test]
fn an_unknown_kind_of_file_is_refused() {
    let text = file("notes.txt", "not a program\n");
    refused(pathweave().arg("run").arg(&text), "notes.txt");
}

#[test]
fn an_empty_module_has_no_main() {
    let module = file("empty.ll", "");
    refused(pathweave().arg("run").arg(&module), "main");
}

#[test]
fn a_program_without_main_is_refused() {
    let source = file("library.c", "int helper(int x) { return x + 1; }\n");
    refused(pathweave().arg("run").arg(&source), "main");
}

#[test]
fn conflicting_definitions_are_named() {
    let first = file(
        "first.c",
        "int twice(int x) { return 2 * x; }\nint main(void) { return twice(0); }\n",
    );
    let second = file("second.c", "int twice(int x) { return x + x; }\n");
    refused(pathweave().arg("run").args([first, second]), "twice");
}

#[test]
fn random_bytes_are_refused() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    for round in 0..8 {
        let bytes: Vec<u8> = (0..300).map(|_| next()).collect();
        for extension in ["ll", "bc"] {
            let name = format!("random{round}.{extension}");
            let path = file(&name, &bytes);
            refused(pathweave().arg("run").arg(&path), &name);
        }
    }
}

#[test]
fn truncated_text_is_refused_with_its_line() {
    let text = "define i32 @main() {\n  %x = add i32 1,\n";
    let path = file("truncated.ll", text);
    refused(pathweave().arg("run").arg(&path), "truncated.ll");
}

#[test]
fn help_and_version_go_to_standard_output() {
    for flag in ["--help", "--version"] {
        let output = pathweave().arg(flag).output().expect("pathweave starts");
        assert_eq!(output.status.code(), Some(0), "{flag}");
        assert!(!output.stdout.is_empty(), "{flag} prints");
        assert!(output.stderr.is_empty(), "{flag} prints nothing else");
    }
}

#[test]
fn the_exit_code_is_the_programs_own() {
    for code in [0, 1, 7, 255] {
        let source =
            file(&format!("exit{code}.c"), format!("int main(void) {{ return {code}; }}\n"));
        let output = pathweave().arg("run").arg(&source).output().expect("pathweave starts");
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        assert!(output.stderr.is_empty(), "quiet: {}", stderr(&output));
    }
}

#[test]
fn a_finding_has_the_documented_form() {
    let source = file(
        "finding.c",
        "#include <stdlib.h>\nstatic int get(int *p) {\n  return p[10];\n}\nint main(void) {\n  int *p = calloc(10, sizeof *p);\n  return get(p);\n}\n",
    );
    let output = pathweave().arg("run").arg(&source).output().expect("pathweave starts");
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let message = "error[out-of-bounds-read]: read of 4 bytes at offset 40 of a 40-byte heap";
    assert!(lines[0].starts_with(message), "{text}");
    assert!(lines[1].starts_with("  --> ") && lines[1].contains("finding.c:3:"), "{text}");
    assert!(lines[2].starts_with("   = in get at ") && lines[2].contains("finding.c:3:"), "{text}");
    assert!(
        lines[3].starts_with("   = in main at ") && lines[3].contains("finding.c:7:"),
        "{text}"
    );
}

#[test]
fn json_goes_to_standard_output_alone() {
    let source = file(
        "summary.c",
        "#include <stdio.h>\nint main(int argc, char **argv) {\n  puts(\"program output\");\n  int z = argc - 1;\n  return 10 / z;\n}\n",
    );
    let output =
        pathweave().arg("run").arg(&source).arg("--json").output().expect("pathweave starts");
    let summary: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("standard output is one JSON value");
    for field in ["verdict", "bugs", "instructions", "wall_ms", "load_ms"] {
        assert!(summary.get(field).is_some(), "`{field}` is there: {summary}");
    }
    assert_eq!(summary["bugs"][0]["kind"], "division-by-zero", "{summary}");
    let place = summary["bugs"][0]["where"].as_str().unwrap_or_default();
    assert!(place.ends_with("summary.c:5"), "{summary}");
    assert!(summary["instructions"].as_u64().is_some_and(|count| count > 0), "{summary}");
    assert!(stderr(&output).contains("program output"), "the program's output moves aside");
}

#[test]
fn input_and_arguments_reach_the_program() {
    use std::io::Write;
    use std::process::Stdio;
    let source = file(
        "echo.c",
        "#include <stdio.h>\nint main(int argc, char **argv) {\n  char b[64];\n  fgets(b, sizeof b, stdin);\n  printf(\"%d %s %s\", argc, argv[2], b);\n  return 0;\n}\n",
    );
    let mut child = pathweave()
        .arg("run")
        .arg(&source)
        .args(["--", "--first", "second"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("pathweave starts");
    child.stdin.take().expect("piped").write_all(b"a line\n").expect("the program reads");
    let output = child.wait_with_output().expect("pathweave ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "3 second a line\n");
}

#[test]
fn files_outside_the_allowed_directory_are_refused_to_the_program() {
    let secret = file("secret.txt", "secret\n");
    let source = file(
        "reader.c",
        format!(
            "#include <stdio.h>\nint main(void) {{\n  FILE *f = fopen(\"{}\", \"r\");\n  puts(f ? \"opened\" : \"refused\");\n  return 0;\n}}\n",
            secret.display()
        ),
    );
    let output = pathweave().arg("run").arg(&source).output().expect("pathweave starts");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("opened"), "{}", stderr(&output));
}

#[test]
fn nobody_has_to_read_the_summary() {
    let source = file("unread.c", "int main(void) { return 0; }\n");
    let out = source.with_extension("out");
    let mut child = pathweave()
        .arg("test")
        .arg(&source)
        .args(["--no-replay", "--out"])
        .arg(&out)
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("pathweave starts");
    drop(child.stdout.take());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
    assert!(out.join("summary.json").exists());
}

#[test]
fn bounds_beyond_reason_are_refused() {
    let source = file("bounds.c", "int f(char *s) { return s && *s; }\n");
    let flags = [
        ["--time", "18000000000000000000s"],
        ["--query-time", "nan"],
        ["--string-size", "1000000000000"],
        ["--sym-stdin", "99999999999"],
    ];
    for [flag, value] in flags {
        let mut command = pathweave();
        command.arg("test").arg(&source).args(["--entry", "f", flag, value]);
        refused(&mut command, flag);
    }
}

#[test]
fn an_entry_is_a_function() {
    let source = file("entry.c", "int f(void) { return 5; }\nint main(void) { return 0; }\n");
    let run = |flag: &str| {
        let output = pathweave().arg("run").arg(&source).args([flag, "f"]).output();
        output.expect("pathweave starts").status.code()
    };
    assert_eq!((run("--entry"), run("--function")), (Some(5), Some(5)));
    for command in ["test", "reach"] {
        let out = source.with_extension(command);
        let output = pathweave()
            .args([command, "--function", "f", "--no-replay", "--json", "--out"])
            .arg(&out)
            .arg(&source)
            .args(if command == "reach" { &["--target", "f"][..] } else { &[] })
            .output()
            .expect("pathweave starts");
        assert!(String::from_utf8_lossy(&output.stdout).contains("\"entry\": \"f\""), "{command}");
    }
}

#[test]
fn another_solver_is_asked_and_not_believed_when_it_contradicts() {
    let source = file(
        "solved.c",
        "int f(unsigned x, unsigned y) { return x * y == 391 && x > 1 && y > 1 && x < 100 && y < 100; }\n",
    );
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli/solved");
    let test = |flags: &[&str]| {
        let mut command = pathweave();
        command.arg("test").arg(&source).args(["--entry", "f", "--json", "--no-replay", "--out"]);
        command.arg(&out).args(["--strategy", "dart"]).args(flags);
        command
    };
    refused(&mut test(&["--solver", "no-such-solver"]), "no-such-solver");
    refused(&mut test(&["--oracle", "no-such-solver"]), "no-such-solver");
    let summary = |flags: &[&str]| {
        let output = test(flags).output().expect("pathweave starts");
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("a summary")
    };
    assert_eq!(summary(&[])["verdict"], "explored");
    // It says what nobody can say of all queries.
    let liar = file(
        "liar",
        "#!/bin/sh\nwhile read -r line; do\n  case \"$line\" in *check-sat*) echo unsat ;; *echo*) echo done ;; esac\ndone\n",
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&liar, fs::Permissions::from_mode(0o755)).expect("it is ours");
        let liar = liar.to_str().expect("a plain name");
        let doubted = summary(&["--oracle", liar, "--query-time", "2s"]);
        assert_eq!(doubted["complete"], false, "{doubted:#}");
        let reasons = doubted["incomplete"].to_string();
        assert!(reasons.contains("the oracle says unsat"), "{reasons}");
    }
}

#[test]
fn a_target_that_is_not_there_is_explained() {
    let source =
        file("meant.c", "int parse(int n) { return n; }\nint main(void) { return parse(0); }\n");
    let reach = |target: &str, word: &str| {
        refused(pathweave().arg("reach").arg(&source).args(["--target", target]), word);
    };
    reach("prase", "hint: there is `parse`");
    reach("meant.c:prase", "hint: there is `meant.c:parse`");
    reach("no_such_thing", "a target is FILE:LINE");
    reach("meant.c:", "has no line");
    refused(pathweave().arg("test").arg(&source).args(["--entry", "parze"]), "there is `parse`");
}

#[test]
fn a_cache_that_cannot_be_written_is_done_without() {
    let source = file(
        "cached.c",
        "#include \"klee/klee.h\"\nint main(void) { return klee_int(\"x\") == 3; }\n",
    );
    let out = source.with_extension("out");
    let output = pathweave()
        .env("PATHWEAVE_CACHE", "/proc/nowhere")
        .arg("test")
        .arg(&source)
        .args(["--no-replay", "--out"])
        .arg(&out)
        .output()
        .expect("pathweave starts");
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("/proc/nowhere cannot be written"), "{text}");
}

#[test]
fn a_summary_that_is_not_written_is_an_error() {
    let source = file("full.c", "int main(void) { return 0; }\n");
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").expect("it can be opened");
    let out = source.with_extension("out");
    let test = ["test", "--no-replay", "--json", "--out"];
    for (command, input) in [("test", &source), ("run", &source)] {
        let mut started = pathweave();
        match command {
            "test" => started.args(test).arg(&out).arg(input),
            _ => started.args([command, "--json"]).arg(input),
        };
        let output = started.stdout(full()).output().expect("pathweave starts");
        assert_eq!(output.status.code(), Some(2), "{command}: {}", stderr(&output));
        assert!(stderr(&output).contains("cannot write to standard output"), "{command}");
    }
    let script = file("full.smt2", "(set-logic QF_BV)(check-sat)\n");
    let output = pathweave().arg("solve").arg(script).stdout(full()).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn tests_that_are_all_gone_are_missed() {
    let source = file(
        "gone.c",
        "int klee_int(const char *);\nint main(void) { return klee_int(\"x\") == 3; }\n",
    );
    let out = source.with_extension("out");
    let mut test = pathweave();
    test.arg("test").arg(&source).args(["--no-replay", "--out"]).arg(&out);
    assert_eq!(test.output().expect("pathweave starts").status.code(), Some(0));
    for entry in fs::read_dir(out.join("tests")).expect("there are tests").flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "json") {
            fs::remove_file(entry.path()).expect("it is ours");
        }
    }
    refused(pathweave().arg("replay").arg(&out), "tests of the run are gone");
    fs::remove_file(out.join("summary.json")).expect("it is ours");
    refused(pathweave().arg("replay").arg(&out), "there are no tests in");
}

#[test]
fn some_flags_for_clang_need_no_cflags() {
    let directory = file("here.h", "#define HERE 4\n").parent().expect("it has one").to_owned();
    let source = file("included.c", "#include <here.h>\nint main() { return HERE + THERE; }\n");
    let output = pathweave()
        .arg("run")
        .arg("-I")
        .arg(&directory)
        .args(["-DTHERE=5", "-std=gnu99"])
        .arg(&source)
        .output()
        .expect("pathweave starts");
    assert_eq!(output.status.code(), Some(9), "{}", stderr(&output));
    refused(pathweave().arg("run").arg(&source).arg("-O2"), "go after --cflags");
    refused(pathweave().args(["replay", "-DX", "out"]), "commands that compile");
}

#[test]
fn c_as_it_was_is_recognised() {
    let source = file("old.c", "main() { return 7; }\n");
    let mut old = pathweave();
    let output = old.arg("run").arg(&source).arg("-std=gnu89").output().expect("pathweave starts");
    assert_eq!(output.status.code(), Some(7), "{}", stderr(&output));
    // Older clangs only warn.
    let output = pathweave().arg("run").arg(&source).output().expect("pathweave starts");
    let text = stderr(&output);
    assert!(output.status.code() == Some(7) || text.contains("add -std=gnu89"), "{text}");
}

#[test]
fn what_is_missing_is_asked_for() {
    let source =
        file("missing.c", "int elsewhere_(int);\nint main(void) { return elsewhere_(1); }\n");
    let out = source.with_extension("out");
    let mut test = pathweave();
    test.arg("test").arg(&source).args(["--no-replay", "--out"]).arg(&out);
    let output = test.output().expect("pathweave starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("call of `elsewhere_`, which has no definition"), "{text}");
    assert!(text.contains("hint: name the file that defines it"), "{text}");
}

#[test]
fn classes_are_executed() {
    let source = file(
        "classes.cpp",
        "extern \"C\" int klee_int(const char *);
struct A { int *p = new int[2](); virtual int f(int x) { return x; } virtual ~A() { delete[] p; } };
struct B : A { int f(int x) override { return x * 2; } };
static A first;
int main() {
  int x = klee_int(\"x\") + *first.p;
  A *a = x > 3 ? new B : new A;
  int r = a->f(x);
  delete a;
  return r == 8;
}
",
    );
    let out = source.with_extension("out");
    let mut test = pathweave();
    test.arg("test").arg(&source).args(["--no-replay", "--json", "--out"]).arg(&out);
    let output = test.output().expect("pathweave starts");
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(summary["verdict"], "explored", "{}", stderr(&output));
    assert_eq!(summary["inputs"].as_array().map(Vec::len), Some(0), "{}", summary["inputs"]);
    assert!(stderr(&output).contains("no exceptions, no standard library"));
}

#[test]
fn a_request_for_too_much_memory_is_told_of() {
    let source = file(
        "large.c",
        "#include <stdlib.h>\nint main(void) {\n  char *p = malloc(3UL << 30);\n  p[0] = 1;\n  return 0;\n}\n",
    );
    let output = pathweave().arg("run").arg(&source).output().expect("pathweave starts");
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("error[null-dereference]"), "{text}");
    let note = "note: a request for 3221225472 bytes, more than 1 GiB, was answered with null at ";
    assert!(text.contains(note) && text.contains("large.c:3:13"), "{text}");
}
