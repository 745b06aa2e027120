//! Small programs, replayed for real. Without a clang there is nothing to test: that is said on
//! standard error, and the tests pass.
#![allow(clippy::print_stderr)]

use pathweave_replay::{BuildRequest, Limits, ReplayError, replay};
use pathweave_report::cfile::{self, CProgram};
use pathweave_report::replay::{Enforcement, Outcome, ReplayReport, Verdict};
use pathweave_report::{
    BugKind, Ends, Input, InputKind, InputSource, Link, Parameter, Place, Prototype, TestCase,
};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

mod toolchain;
use toolchain::clang;

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs")
}

fn request(clang: &Path, program: &str) -> BuildRequest {
    let mut request = BuildRequest::new(clang, vec![PathBuf::from(program)]);
    request.directory = programs();
    request
}

fn int(name: &str, value: i32, source: InputSource) -> Input {
    Input::new(name, value.to_le_bytes(), InputKind::Signed, source)
}

fn test(entry: &str, inputs: Vec<Input>, ends: Ends, place: (&str, u32)) -> TestCase {
    let mut test = TestCase::new(entry, inputs);
    test.ends = ends;
    test.place = Place { file: place.0.into(), line: place.1, column: 0 };
    test
}

fn run(request: &BuildRequest, tests: Vec<TestCase>) -> ReplayReport {
    let named = tests.into_iter().enumerate();
    let named: Vec<_> =
        named.map(|(i, test)| (PathBuf::from(format!("{i:06}.json")), test)).collect();
    let limits = Limits { time: Duration::from_secs(10), ..Limits::default() };
    replay(request, &named, &limits).expect("it builds")
}

fn assert_all_confirmed(report: &ReplayReport) {
    for test in &report.tests {
        assert_eq!(test.verdict, Verdict::Confirmed, "{test:#?}");
    }
}

fn harness_test(x: i32, text: &[u8; 4], side: i32, ends: Ends, line: u32) -> TestCase {
    let text = Input::new("text", *text, InputKind::Bytes, InputSource::MakeSymbolic);
    let x = int("x", x, InputSource::MakeSymbolic);
    let side = int("side", side, InputSource::MakeSymbolic);
    test("main", vec![x, text, side], ends, ("harness.c", line))
}

#[test]
fn a_harness_written_for_klee() {
    let Some(clang) = clang() else { return };
    let request = request(&clang, "harness.c");
    let good = vec![
        harness_test(-5, b"abcd", 0, Ends::Returned, 26),
        harness_test(50, b"a!cd", 0, Ends::Bug(BugKind::AssertionFailure), 25),
        harness_test(103, b"abcd", 2, Ends::Bug(BugKind::OutOfBoundsWrite), 22),
        harness_test(101, b"abcd", 2, Ends::Returned, 26),
    ];
    // Wrong claims, and tests that are not of this program.
    let mut wrong_line = good[2].clone();
    wrong_line.place.line = 20;
    let mut wrong_end = good[0].clone();
    wrong_end.ends = Ends::Bug(BugKind::DoubleFree);
    let broken = harness_test(7, b"abcd", 0, Ends::Returned, 26);
    let outside = harness_test(1, b"abcd", 3, Ends::Returned, 26);
    let mut short = good[0].clone();
    short.inputs.pop();
    let mut renamed = good[0].clone();
    renamed.inputs[0].name = "y".into();
    let bad = vec![wrong_line, wrong_end, broken, outside, short, renamed];
    let mut report = run(&request, [good, bad].concat());
    assert!(report.sanitizers.is_ok(), "{:?}", report.sanitizers);
    let text = report.to_text();
    assert!(text.contains("the program asks for side, the test has no more inputs"), "{text}");
    assert!(text.contains("the program asks for x, the test has y"), "{text}");
    let bad = report.tests.split_off(4);
    assert_all_confirmed(&report);
    for replayed in &bad {
        assert!(matches!(replayed.verdict, Verdict::Differs(_)), "{replayed:#?}");
    }
    for replayed in &bad[2..] {
        assert!(matches!(replayed.outcome, Outcome::Diverged(_)), "{replayed:#?}");
    }
    let coverage = report.coverage.as_ref().expect("counted");
    let names: Vec<&str> = coverage.files.iter().map(|f| f.file.as_str()).collect();
    assert_eq!(names, ["harness.c"], "only the program's own files");
    assert_eq!(coverage.lines().covered, coverage.lines().total, "{coverage:#?}");
    assert_eq!(coverage.branches().total, 8, "{coverage:#?}");
    assert_eq!(coverage.branches().covered, 8, "{coverage:#?}");
}

#[test]
fn a_program_of_sv_comp() {
    let Some(clang) = clang() else { return };
    let nondet = |name: &str, bytes: &[u8], kind| {
        Input::new(
            format!("__VERIFIER_nondet_{name}"),
            bytes,
            kind,
            InputSource::Nondet(name.into()),
        )
    };
    let inputs = |n: i32, flag: u8, d: f64| {
        let n = nondet("int", &n.to_le_bytes(), InputKind::Signed);
        let flag_input = nondet("bool", &[flag], InputKind::Bool);
        let d = nondet("double", &d.to_le_bytes(), InputKind::Double);
        if flag == 0 { vec![n, flag_input] } else { vec![n, flag_input, d] }
    };
    let here = |line| ("nondet.c", line);
    let mut request = request(&clang, "nondet.c");
    // The flags of the user come last and count.
    request.cflags = vec!["-O1".into()];
    let report = run(
        &request,
        vec![
            test("main", inputs(5, 0, 0.0), Ends::Returned, here(20)),
            test("main", inputs(5, 1, 0.0), Ends::Exited(2), here(18)),
            test("main", inputs(0, 1, 0.0), Ends::Bug(BugKind::DivisionByZero), here(8)),
            test("main", inputs(0, 1, 0.6), Ends::Bug(BugKind::ReachedAbort), here(17)),
        ],
    );
    assert_all_confirmed(&report);
    assert!(matches!(report.tests[3].outcome, Outcome::Bug { kind: BugKind::ReachedAbort, .. }));
}

#[test]
fn a_fuzz_target() {
    let Some(clang) = clang() else { return };
    let mut request = request(&clang, "fuzz.c");
    request.entry = "LLVMFuzzerTestOneInput".into();
    let data =
        |text: &str| vec![Input::new("data", text, InputKind::Bytes, InputSource::FuzzerData)];
    let entry = "LLVMFuzzerTestOneInput";
    let report = run(
        &request,
        vec![
            test(entry, data("FUZZ"), Ends::Returned, ("fuzz.c", 7)),
            test(entry, data(""), Ends::Returned, ("fuzz.c", 8)),
            test(entry, data("BUZZ"), Ends::Returned, ("fuzz.c", 8)),
            test(entry, data("FUZ"), Ends::Bug(BugKind::OutOfBoundsRead), ("fuzz.c", 7)),
        ],
    );
    assert_all_confirmed(&report);
    assert_eq!(report.coverage.expect("counted").branches().covered, 4);
}

fn entry_test(values: &[i32], scale: u8, name: &str, last: i32, ends: Ends, line: u32) -> TestCase {
    let pointer = |name: &str, index| {
        Input::new(name, [0; 8], InputKind::Pointer, InputSource::Parameter(index))
    };
    let mut list = pointer("list", 0);
    let mut text = pointer("name", 2);
    let scale = Input::new("scale", [scale], InputKind::Unsigned, InputSource::Parameter(1));
    let node = |value: i32, source| {
        let mut bytes = value.to_le_bytes().to_vec();
        bytes.resize(16, 0);
        Input::new("node", bytes, InputKind::Bytes, source)
    };
    let first = 4;
    let string_at = first + values.len() as u32;
    list.links.push(Link { at: 0, to: (!values.is_empty()).then_some(first), offset: 0 });
    text.links.push(Link { at: 0, to: Some(string_at), offset: 1 });
    let mut inputs = vec![list, scale, text, node(last, InputSource::Parameter(3))];
    for (index, value) in values.iter().enumerate() {
        let mut node = node(*value, InputSource::Object);
        let next = first + index as u32 + 1;
        node.links.push(Link { at: 8, to: (next < string_at).then_some(next), offset: 0 });
        inputs.push(node);
    }
    let string = format!("_{name}").into_bytes();
    inputs.push(Input::new("*name", string, InputKind::Bytes, InputSource::Object));
    let limit = InputSource::Global("limit".into());
    inputs.push(Input::new("limit", 10_i32.to_le_bytes(), InputKind::Signed, limit));
    let mut test = test("sum", inputs, ends, ("entry.c", line));
    test.prototype = Some(entry_prototype());
    test
}

fn entry_prototype() -> Prototype {
    let parameter =
        |name: &str, c_type: &str| Parameter { name: name.into(), c_type: c_type.into() };
    let parameters = vec![
        parameter("list", "const struct node *"),
        parameter("scale", "unsigned char"),
        parameter("name", "const char *"),
        parameter("last", "struct node"),
    ];
    Prototype { returns: "int".into(), parameters }
}

fn entry_tests() -> Vec<TestCase> {
    vec![
        entry_test(&[1, 2, 3], 2, "max\0", 0, Ends::Bug(BugKind::ReachedAbort), 17),
        entry_test(&[1, 2], 2, "max\0", 0, Ends::Returned, 20),
        entry_test(&[7, 2], 3, "x\0", 5, Ends::Exited(27), 19),
        // The string has no end; strcmp reads past it.
        entry_test(&[], 0, "ma", 0, Ends::Bug(BugKind::OutOfBoundsRead), 16),
    ]
}

fn entry_request(clang: &Path) -> BuildRequest {
    let mut request = request(clang, "entry.c");
    request.entry = "sum".into();
    request.prototype = Some(entry_prototype());
    request.entry_source = Some("entry.c".into());
    request
}

#[test]
fn a_static_function_with_a_list_a_string_a_structure_and_a_global() {
    let Some(clang) = clang() else { return };
    let report = run(&entry_request(&clang), entry_tests());
    assert_all_confirmed(&report);
    let coverage = report.coverage.expect("counted");
    assert_eq!(coverage.files.len(), 1, "{coverage:#?}");
    assert!(coverage.files[0].file.ends_with("entry.c"));
    // Runs that were cut short count exactly what they executed.
    let lines = &coverage.files[0].lines;
    let counts = [12, 16, 17, 18, 19, 20].map(|line| lines[&line]);
    assert_eq!(counts, [4, 4, 1, 2, 1, 1], "{coverage:#?}");
    // All but main.
    assert_eq!(coverage.lines().total - coverage.lines().covered, 3, "{coverage:#?}");
}

#[test]
fn a_whole_program_with_arguments_and_input() {
    let Some(clang) = clang() else { return };
    let argument =
        |text: &str| Input::new("arg1", text, InputKind::Bytes, InputSource::Argument(1));
    let stdin = |text: &str| Input::new("stdin", text, InputKind::Bytes, InputSource::Stdin);
    let place = ("whole.c", 10);
    let report = run(
        &request(&clang, "whole.c"),
        vec![
            test("main", vec![], Ends::Exited(1), place),
            test("main", vec![argument("no")], Ends::Exited(1), place),
            test("main", vec![argument("go\0\0")], Ends::Exited(2), place),
            test("main", vec![argument("go\0\0"), stdin("k\n")], Ends::Exited(40), place),
            test("main", vec![argument("go"), stdin("\0")], Ends::Exited(41), place),
        ],
    );
    assert_all_confirmed(&report);
    let branches = report.coverage.expect("counted").branches();
    assert_eq!(branches.covered, branches.total);
}

#[test]
fn time_and_memory_are_limited() {
    let Some(clang) = clang() else { return };
    let spin = |value| vec![int("spin", value, InputSource::MakeSymbolic)];
    let case = |value: i32| {
        (
            PathBuf::from(value.to_string()),
            test("main", spin(value), Ends::Returned, ("loop.c", 11)),
        )
    };
    let tests = vec![case(0), case(1), case(2)];
    let limits = Limits { time: Duration::from_secs(2), memory: 300 << 20, ..Limits::default() };
    let report = replay(&request(&clang, "loop.c"), &tests, &limits).expect("it builds");
    assert_eq!(report.tests[0].verdict, Verdict::Confirmed);
    assert_eq!(report.tests[1].outcome, Outcome::TimedOut);
    assert_eq!(report.tests[2].outcome, Outcome::OutOfMemory);
    // What was counted until then is kept.
    let coverage = report.coverage.expect("counted");
    assert_eq!(coverage.branches().covered, 4, "{coverage:#?}");
    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let refused = replay(&request(&clang, "loop.c"), &tests, &late);
    assert_eq!(refused.err(), Some(ReplayError::Deadline));
}

#[test]
fn nothing_gets_out() {
    let Some(clang) = clang() else { return };
    let outside = tempfile::tempdir().expect("a directory");
    let (new, old) = (outside.path().join("new"), outside.path().join("old"));
    fs::write(&old, "precious").expect("written");
    let argument = |path: &Path, index| {
        let text = path.to_str().expect("text");
        Input::new("arg", text, InputKind::Bytes, InputSource::Argument(index))
    };
    let inputs = vec![argument(&new, 1), argument(&old, 2)];
    let report = run(
        &request(&clang, "escape.c"),
        vec![test("main", inputs, Ends::Exited(0), ("escape.c", 31))],
    );
    let Outcome::Exited(code) = report.tests[0].outcome else { panic!("{report:#?}") };
    if report.containment.writes == Enforcement::Enforced {
        assert_eq!(code & 7, 0, "{report:#?}");
        assert!(!new.exists());
        assert_eq!(fs::read_to_string(&old).expect("still there"), "precious");
    } else {
        eprintln!("SKIPPED: {:?}", report.containment.writes);
        assert!(report.to_text().contains("note: writes elsewhere"));
    }
    if report.containment.network == Enforcement::Enforced {
        assert_eq!(code & 8, 0, "{report:#?}");
    } else {
        eprintln!("SKIPPED: {:?}", report.containment.network);
        assert!(report.to_text().contains("note: network"));
    }
    assert_eq!(
        code & 0x70,
        0,
        "the group is kept, own files and /dev/null can be written: {report:#?}"
    );
    // This process is as free as before.
    fs::write(&new, "x").expect("still allowed here");
    assert!(std::net::UdpSocket::bind("127.0.0.1:0").is_ok());
}

#[test]
fn programs_that_do_not_build_are_errors() {
    let Some(clang) = clang() else { return };
    let tests = [(PathBuf::from("0"), TestCase::new("main", Vec::new()))];
    let missing = replay(&request(&clang, "absent.c"), &tests, &Limits::default());
    assert!(matches!(missing, Err(ReplayError::Build(text)) if text.contains("absent.c")));
    let no_clang =
        replay(&request(Path::new("/nowhere/clang"), "loop.c"), &tests, &Limits::default());
    assert!(matches!(no_clang, Err(ReplayError::Clang(_))));
}

/// The C files of `pathweave-report` compile beside the program and end as they say.
#[test]
fn tests_as_c_files_run_on_their_own() {
    let Some(clang) = clang() else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let source = |name: &str| programs().join(name).display().to_string();
    let program = |name: &str| CProgram {
        file_name: "test.c".into(),
        sources: vec![source(name)],
        entry_source: None,
        cflags: Vec::new(),
        uses_intrinsics: true,
    };
    let argument = Input::new("arg1", *b"go\0", InputKind::Bytes, InputSource::Argument(1));
    let stdin = Input::new("stdin", *b"k\"\n", InputKind::Bytes, InputSource::Stdin);
    let place = ("whole.c", 1);
    let whole = test("main", vec![argument, stdin], Ends::Exited(40), place);
    let mut entry_program = program("entry.c");
    entry_program.entry_source = Some(source("entry.c"));
    entry_program.uses_intrinsics = false;
    let klee = harness_test(50, b"a!cd", 0, Ends::Bug(BugKind::AssertionFailure), 25);
    let cases = [
        (
            "harness",
            harness_test(-5, b"abcd", 0, Ends::Returned, 26),
            program("harness.c"),
            Some(0),
        ),
        ("assertion", klee, program("harness.c"), None),
        ("whole", whole, program("whole.c"), Some(40)),
        ("entry", entry_tests()[2].clone(), entry_program, Some(27)),
    ];
    for (name, test, program, code) in cases {
        let file = directory.path().join(format!("{name}.c"));
        let text = cfile::to_c(&test, &program);
        fs::write(&file, &text).expect("written");
        let binary = directory.path().join(name);
        let mut command = Command::new(&clang);
        // The command that the file itself gives, with another compiler and name.
        let line =
            text.lines().find(|line| line.contains(" -o test && ./test")).expect("a command");
        let words = line.trim_start_matches([' ', '*']).split(' ').skip(1);
        for word in words.take_while(|word| *word != "-o").filter(|word| *word != "test.c") {
            command.arg(word);
        }
        let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/include");
        command.arg("-I").arg(include).arg(&file).arg("-o").arg(&binary);
        let built = command.output().expect("clang runs");
        assert!(built.status.success(), "{}\n{text}", String::from_utf8_lossy(&built.stderr));
        let ran =
            Command::new(&binary).env("ASAN_OPTIONS", "detect_leaks=0").output().expect("it runs");
        assert_eq!(ran.status.code(), code, "{}", String::from_utf8_lossy(&ran.stderr));
    }
}

#[test]
fn llvm_code_is_watched_too() {
    let Some(clang) = clang() else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let module = directory.path().join("harness.ll");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/include");
    let mut command = Command::new(&clang);
    command.args(["-S", "-emit-llvm", "-g", "-O0"]).arg("-I").arg(include);
    let status = command.arg("harness.c").arg("-o").arg(&module).current_dir(programs()).status();
    assert!(status.expect("clang runs").success());
    // As bitcode, which is the harder of the two.
    let bitcode = module.with_extension("bc");
    let status = Command::new(&clang)
        .args(["-c", "-emit-llvm"])
        .arg(&module)
        .arg("-o")
        .arg(&bitcode)
        .status();
    assert!(status.expect("clang runs").success());
    let request = request(&clang, bitcode.to_str().expect("text"));
    let report = run(
        &request,
        vec![
            harness_test(103, b"abcd", 2, Ends::Bug(BugKind::OutOfBoundsWrite), 22),
            harness_test(101, b"abcd", 2, Ends::Returned, 26),
        ],
    );
    assert_all_confirmed(&report);
    assert!(report.coverage.is_err());
}

/// A compiler whose sanitizers do not link, as a wrapper around one whose do.
#[test]
fn without_sanitizers_less_is_seen() {
    let Some(clang) = clang() else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let wrapper = directory.path().join("clang");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in *-fsanitize*) echo 'ld: cannot find libasan' >&2; exit 1;; esac\nexec {} \"$@\"\n",
        clang.display()
    );
    fs::write(&wrapper, script).expect("written");
    fs::set_permissions(&wrapper, fs::Permissions::from_mode(0o755)).expect("executable");
    let report = run(
        &request(&wrapper, "harness.c"),
        vec![
            harness_test(50, b"a!cd", 0, Ends::Bug(BugKind::AssertionFailure), 25),
            harness_test(103, b"abcd", 2, Ends::Bug(BugKind::OutOfBoundsWrite), 22),
            harness_test(i32::MAX, b"abcd", 0, Ends::Bug(BugKind::OutOfBoundsWrite), 22),
        ],
    );
    // Far outside there is no memory: the processor sees it, and the stack has the line.
    assert_eq!(report.tests[2].verdict, Verdict::Confirmed, "{report:#?}");
    assert!(matches!(&report.tests[2].outcome, Outcome::Bug { place, .. } if place.line == 22));
    assert_eq!(report.sanitizers, Err("ld: cannot find libasan".to_owned()));
    assert_eq!(report.tests[0].verdict, Verdict::Confirmed);
    assert!(matches!(report.tests[1].verdict, Verdict::Unjudged(_)), "{report:#?}");
    assert!(report.coverage.is_ok());
}
