//! Every intrinsic of the headers and every `__VERIFIER_nondet_*` in a native run.
//!
//! The lists come from the sources themselves, so that a new one without a test fails.
#![allow(clippy::print_stderr)]

use pathweave_replay::{BuildRequest, Limits, replay, runtime};
use pathweave_report::replay::{ReplayReport, Verdict};
use pathweave_report::{BugKind, Ends, Input, InputKind, InputSource, TestCase};
use std::fs;
use std::path::{Path, PathBuf};

mod toolchain;
use toolchain::clang;

fn source(name: &str) -> &'static str {
    let all = runtime::SOURCES.iter().chain(runtime::HEADERS);
    all.into_iter().find(|(found, _)| *found == name).map(|(_, text)| *text).expect("embedded")
}

/// The names of functions that a header declares.
fn declared(header: &str) -> Vec<&str> {
    let words = header.split(|c: char| !(c.is_ascii_alphanumeric() || "_(".contains(c)));
    let calls = words.filter_map(|word| word.split_once('(').map(|(name, _)| name));
    calls.filter(|name| name.starts_with("klee_") || name.starts_with("pathweave_")).collect()
}

fn assert_confirmed(report: &ReplayReport) {
    for test in &report.tests {
        assert_eq!(test.verdict, Verdict::Confirmed, "{test:#?}");
    }
}

#[test]
fn every_intrinsic_has_a_line_in_the_program() {
    let program = include_str!("programs/intrinsics.c");
    let names = [declared(source("klee/klee.h")), declared(source("pathweave.h"))].concat();
    assert!(names.len() > 45, "{names:?}");
    for name in names {
        assert!(program.contains(&format!("{name}(")), "{name}");
        let text = [source("intrinsics.c"), source("replay.h")].concat();
        let defined = name == "klee_assert"
            || text.contains(&format!("{name}("))
            || text.contains(&format!(" {name})"));
        assert!(defined, "{name} has no native meaning");
    }
}

fn symbolic(name: &str, bytes: &[u8]) -> Input {
    Input::new(name, bytes, InputKind::Bytes, InputSource::MakeSymbolic)
}

fn intrinsics_inputs() -> Vec<Input> {
    vec![
        symbolic("end", b"z"),
        symbolic("i", &(-1_i32).to_le_bytes()),
        symbolic("range", &4_i32.to_le_bytes()),
        symbolic("klee_choose", &2_u64.to_le_bytes()),
        symbolic("bool", &[1]),
        symbolic("char", b"c"),
        symbolic("schar", &(-2_i8).to_le_bytes()),
        symbolic("uchar", &[200]),
        symbolic("short", &(-300_i16).to_le_bytes()),
        symbolic("ushort", &60000_u16.to_le_bytes()),
        // A number tells objects of the same name apart.
        symbolic("int_1", &(-70000_i32).to_le_bytes()),
        symbolic("uint", &4_000_000_000_u32.to_le_bytes()),
        symbolic("long", &(-5_000_000_000_i64).to_le_bytes()),
        symbolic("ulong", &5_000_000_000_u64.to_le_bytes()),
        symbolic("longlong", &(-6_000_000_000_i64).to_le_bytes()),
        symbolic("ulonglong", &6_000_000_000_u64.to_le_bytes()),
        symbolic("size", &77_u64.to_le_bytes()),
        symbolic("float", &0.25_f32.to_le_bytes()),
        symbolic("double", &(-0.125_f64).to_le_bytes()),
        symbolic("prange", &8_i32.to_le_bytes()),
        symbolic("unnamed", &3_i32.to_le_bytes()),
    ]
}

#[test]
fn intrinsics_mean_what_they_should() {
    let Some(clang) = clang() else { return };
    let mut request = BuildRequest::new(clang, vec![PathBuf::from("intrinsics.c")]);
    request.directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let ending = |letter: u8, ends| {
        let mut test = TestCase::new("main", vec![symbolic("end", &[letter])]);
        test.ends = ends;
        (PathBuf::from(char::from(letter).to_string()), test)
    };
    let mut whole = TestCase::new("main", intrinsics_inputs());
    whole.ends = Ends::Exited(3);
    let tests = [
        (PathBuf::from("whole"), whole),
        ending(b'a', Ends::Bug(BugKind::ReachedAbort)),
        ending(b'f', Ends::Bug(BugKind::ReachedAbort)),
        ending(b'r', Ends::Bug(BugKind::ReachedAbort)),
        ending(b's', Ends::Exited(4)),
        ending(b'x', Ends::Bug(BugKind::AssertionFailure)),
    ];
    assert_confirmed(&replay(&request, &tests, &Limits::default()).expect("it builds"));
}

/// Type and suffix of each `NONDET(type, suffix)`.
fn nondets() -> Vec<(&'static str, &'static str)> {
    let lines = source("nondet.c").lines();
    let inside = lines.filter_map(|line| line.strip_prefix("NONDET(")?.strip_suffix(')'));
    let mut found: Vec<_> = inside.filter_map(|line| line.rsplit_once(", ")).collect();
    found.push(("_Bool", "bool"));
    found
}

fn size_of(c_type: &str) -> usize {
    match c_type {
        "__int128" | "unsigned __int128" => 16,
        t if t.ends_with('*') || t.contains("long") || t.contains("64") => 8,
        "double" | "size_t" | "ptrdiff_t" => 8,
        t if t.contains("short") || t.contains("16") => 2,
        t if t.contains("char") || t.contains("int8") || t == "_Bool" => 1,
        _ => 4,
    }
}

#[test]
fn nondet_of_every_type() {
    let Some(clang) = clang() else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let mut program =
        String::from("#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n");
    let mut body = String::new();
    let mut inputs = Vec::new();
    for (number, (c_type, suffix)) in nondets().into_iter().enumerate() {
        let bytes: Vec<u8> = match suffix {
            "bool" => vec![1],
            // Small enough for every pattern to be a number.
            _ => (0..size_of(c_type)).map(|at| (number * 3 + at + 1) as u8).collect(),
        };
        let list: Vec<String> = bytes.iter().map(u8::to_string).collect();
        program.push_str(&format!("extern {c_type} __VERIFIER_nondet_{suffix}(void);\n"));
        body.push_str(&format!(
            "  {{ {c_type} v = __VERIFIER_nondet_{suffix}();\n    \
             if (sizeof v != {} || memcmp(&v, (unsigned char[]){{{}}}, sizeof v)) return {}; }}\n",
            bytes.len(),
            list.join(", "),
            number + 1
        ));
        let source = InputSource::Nondet(suffix.to_owned());
        inputs.push(Input::new(suffix, bytes, InputKind::Bytes, source));
    }
    program.push_str("extern void __VERIFIER_nondet_memory(void *, size_t);\n");
    body.push_str("  char m[3];\n  __VERIFIER_nondet_memory(m, 3);\n  if (memcmp(m, \"abc\", 3)) return 99;\n");
    inputs.push(Input::new(
        "memory",
        *b"abc",
        InputKind::Bytes,
        InputSource::Nondet("memory".into()),
    ));
    program.push_str(&format!("int main(void) {{\n{body}  return 0;\n}}\n"));
    fs::write(directory.path().join("types.c"), program).expect("written");
    let mut request = BuildRequest::new(clang, vec![PathBuf::from("types.c")]);
    request.directory = directory.path().to_path_buf();
    let mut test = TestCase::new("main", inputs);
    test.ends = Ends::Exited(0);
    assert_confirmed(
        &replay(&request, &[(PathBuf::from("t"), test)], &Limits::default()).expect("it builds"),
    );
}
