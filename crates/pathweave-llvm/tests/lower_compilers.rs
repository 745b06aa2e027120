//! Lowering of what the compilers installed emit: every clang at every level, rustc, csmith.
//!
//! Every program is verified. A tool that is not there is skipped with a message.
#![allow(clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::Command;

use pathweave_ir::{InstKind, Program, Terminator};
use pathweave_llvm::ast::Module;
use pathweave_llvm::clang::{CompileOptions, compile, find_clang};
use pathweave_llvm::link::link;
use pathweave_llvm::{LowerOptions, lower, read};

const SNIPPETS: [&str; 4] = ["lowering.c", "types.c", "control.c", "vectors.c"];
const VERSIONS: [u32; 4] = [14, 16, 19, 22];

fn snippet(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snippets").join(name)
}

fn clang(version: u32) -> Option<PathBuf> {
    let name = PathBuf::from(format!("clang-{version}"));
    let found = find_clang(Some(&name)).ok();
    if found.is_none() {
        eprintln!("SKIPPED: {} is not installed", name.display());
    }
    found
}

fn compiled(clang: &Path, path: &Path, flags: &[&str]) -> Module {
    let options = CompileOptions {
        clang: Some(clang.to_path_buf()),
        cflags: flags.iter().map(|flag| flag.to_string()).collect(),
    };
    let module = compile(path, &options);
    module.unwrap_or_else(|error| panic!("{} {flags:?}: {error}", path.display()))
}

fn lowered(module: &Module, what: &str) -> Program {
    let program = lower(module, LowerOptions::default());
    let program = program.unwrap_or_else(|error| panic!("{what}: {error}"));
    if let Err(errors) = pathweave_ir::verify(&program) {
        panic!("{what}: {errors}");
    }
    program
}

fn unsupported(program: &Program) -> Vec<String> {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let insts = bodies.flat_map(|body| body.insts.values());
    let texts = insts.filter_map(|inst| match &inst.kind {
        InstKind::Unsupported { what } => Some(what.to_string()),
        _ => None,
    });
    // One snippet has real assembly.
    texts.filter(|what| what != "inline assembly `incl $0`").collect()
}

fn body<'p>(program: &'p Program, name: &str) -> &'p pathweave_ir::Body {
    let func = program.function(name).unwrap_or_else(|| panic!("no function {name}"));
    program.functions[func].body.as_ref().unwrap_or_else(|| panic!("no body of {name}"))
}

fn count(program: &Program, name: &str, wanted: impl Fn(&InstKind) -> bool) -> usize {
    body(program, name).insts.values().filter(|inst| wanted(&inst.kind)).count()
}

/// Facts that hold at every level.
fn check_lowering(program: &Program, what: &str) {
    assert_eq!(unsupported(program), [""; 0], "{what}");
    let saved = |kind: &InstKind| matches!(kind, InstKind::StackSave);
    let restored = |kind: &InstKind| matches!(kind, InstKind::StackRestore { .. });
    assert_eq!(count(program, "assign", saved), count(program, "assign", restored), "{what}");
    let extra = |kind: &InstKind| match kind {
        InstKind::Call { variadic: Some(extra), .. } => extra.len() >= 5,
        _ => false,
    };
    assert_eq!(count(program, "assign", extra), 1, "{what}");
    let jumps = body(program, "computed").blocks.values();
    let jumps = jumps.filter(|b| matches!(b.terminator, Terminator::IndirectJump { .. }));
    assert!(jumps.count() <= 2, "{what}");
    let buffer = program.global("buffer").map(|global| &program.globals[global]);
    let buffer = buffer.unwrap_or_else(|| panic!("{what}: no buffer"));
    assert_eq!(buffer.size, 1 << 20);
    assert!(buffer.init.as_ref().is_some_and(|init| init.bytes.is_empty()), "{what}");
}

fn check_source(program: &Program, what: &str) {
    let sum = program.function("sum").map(|func| &program.functions[func]);
    let debug = sum.and_then(|sum| sum.debug.as_ref());
    let debug = debug.unwrap_or_else(|| panic!("{what}: no debug information"));
    let source = include_str!("snippets/lowering.c").lines();
    let line = source.take_while(|line| !line.starts_with("int sum(")).count() + 1;
    let place = program.describe_loc(debug.loc);
    assert!(place.ends_with(&format!("lowering.c:{line}")), "{what}: {place}");
    assert_eq!(debug.params.first().map(|param| param.name.as_str()), Some("n"), "{what}");
    let names = program.names.values();
    assert!(names.filter(|name| *name == "total").count() <= 1, "{what}");
    for inst in body(program, "bits").insts.values() {
        assert!(program.locs[inst.loc].line > 0, "{what}");
    }
}

fn all_levels(version: u32) {
    let Some(clang) = clang(version) else { return };
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        let flags = [level, "-g", "-w"];
        let what = format!("clang-{version} {level}");
        let program = lowered(&compiled(&clang, &snippet("lowering.c"), &flags), &what);
        check_lowering(&program, &what);
        check_source(&program, &what);
    }
    for (level, extra) in [("-O0", "-g"), ("-O3", "-mavx2")] {
        for name in SNIPPETS {
            let what = format!("clang-{version} {level} {name}");
            let module = compiled(&clang, &snippet(name), &[level, extra, "-w", "-mf16c"]);
            assert_eq!(unsupported(&lowered(&module, &what)), [""; 0], "{what}");
        }
    }
}

#[test]
fn clang_14() {
    all_levels(VERSIONS[0]);
}

#[test]
fn clang_16() {
    all_levels(VERSIONS[1]);
}

#[test]
fn clang_19() {
    all_levels(VERSIONS[2]);
}

#[test]
fn clang_22() {
    all_levels(VERSIONS[3]);
}

#[test]
fn lowering_is_deterministic() {
    let Some(clang) = clang(19) else { return };
    let module = compiled(&clang, &snippet("lowering.c"), &["-O1", "-g", "-w"]);
    let texts = [0, 1].map(|_| lowered(&module, "lowering.c").to_string());
    assert!(texts[0] == texts[1]);
}

#[test]
fn linked_modules_lower() {
    let Some(clang) = clang(16) else { return };
    let modules =
        ["types.c", "control.c"].map(|name| compiled(&clang, &snippet(name), &["-O0", "-g", "-w"]));
    if let Ok(linked) = link(modules.to_vec(), Vec::new()) {
        lowered(&linked.module, "types.c and control.c");
    }
}

/// Runs a tool for its output; nothing if it is not there.
fn output_of(command: &mut Command) -> Option<Vec<u8>> {
    match command.output() {
        Ok(output) if output.status.success() => Some(output.stdout),
        _ => {
            eprintln!("SKIPPED: {command:?} does not run");
            None
        }
    }
}

#[test]
fn rustc() {
    for level in ["0", "2"] {
        let mut command = Command::new("rustc");
        command.args(["--crate-type=lib", "--emit=llvm-ir", "-g", "-Copt-level", level, "-o", "-"]);
        let Some(text) = output_of(command.arg(snippet("small.rs"))) else { return };
        let module = read("small.rs", &text).unwrap_or_else(|error| panic!("{error}"));
        let program = lowered(&module, "small.rs");
        assert!(program.functions.values().any(|function| function.body.is_some()));
    }
}

#[test]
fn csmith() {
    let Some(include) = ["/usr/include/csmith", "/usr/include/csmith-2.3.0"]
        .into_iter()
        .find(|path| Path::new(path).is_dir())
    else {
        eprintln!("SKIPPED: csmith is not installed");
        return;
    };
    let directory = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    for (seed, version, level) in [(1, 14, "-O0"), (2, 16, "-O1"), (3, 19, "-O3"), (4, 22, "-O2")] {
        let Some(clang) = clang(version) else { continue };
        let mut command = Command::new("csmith");
        command.current_dir(directory.path());
        let Some(text) = output_of(command.args(["--seed", &seed.to_string()])) else { return };
        let path = directory.path().join(format!("{seed}.c"));
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{error}"));
        let module = compiled(&clang, &path, &[level, "-g", "-w", "-I", include]);
        let program = lowered(&module, &format!("csmith seed {seed}"));
        assert_eq!(unsupported(&program), [""; 0], "csmith seed {seed}");
    }
}
