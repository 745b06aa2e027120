//! The reader against the compilers installed: every version of clang at every level, and rustc.
//!
//! A compiler that is not there is skipped with a message.
#![allow(clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::Command;

use pathweave_llvm::ast::{InstKind, Module};
use pathweave_llvm::clang::{CompileOptions, compile, find_clang};
use pathweave_llvm::debug::{DebugInfo, DebugType};
use pathweave_llvm::link::link;
use pathweave_llvm::read;

const SNIPPETS: [&str; 3] = ["types.c", "control.c", "vectors.c"];

fn snippet(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snippets").join(name)
}

/// The clang of a version, or a message.
fn clang(version: u32) -> Option<PathBuf> {
    let name = PathBuf::from(format!("clang-{version}"));
    let found = find_clang(Some(&name)).ok();
    if found.is_none() {
        eprintln!("SKIPPED: {} is not installed", name.display());
    }
    found
}

fn compiled(clang: &Path, name: &str, flags: &[&str]) -> Module {
    let options = CompileOptions {
        clang: Some(clang.to_path_buf()),
        cflags: flags.iter().map(|flag| flag.to_string()).collect(),
    };
    match compile(&snippet(name), &options) {
        Ok(module) => module,
        Err(error) => panic!("{} {name} {flags:?}: {error}", clang.display()),
    }
}

fn unsupported(module: &Module) -> Vec<&str> {
    let functions = module.globals.iter().filter_map(|global| global.function());
    let insts = functions.flat_map(|f| &f.blocks).flat_map(|block| &block.insts);
    let texts = insts.filter_map(|inst| match inst.kind {
        InstKind::Unsupported { text, .. } => Some(module.text(text)),
        _ => None,
    });
    texts.collect()
}

fn all_levels(version: u32) {
    let Some(clang) = clang(version) else { return };
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        for debug in ["-g", "-g0"] {
            let flags = [level, debug, "-w", "-mavx2", "-mf16c"];
            let modules = SNIPPETS.map(|name| compiled(&clang, name, &flags)).to_vec();
            for module in &modules {
                assert_eq!(unsupported(module), [""; 0]);
                check_facts(module, level, debug == "-g");
            }
            let linked = link(modules, Vec::new()).expect("the snippets fit together");
            assert!(linked.module.find_global("main").is_some());
        }
    }
}

/// Facts that hold for every compiler.
fn check_facts(module: &Module, level: &str, debug: bool) {
    if module.find_global("by_value").is_some() {
        check_types(module, debug);
    }
    if level == "-O3" && module.find_global("scale").is_some() {
        let text = module
            .types
            .all()
            .iter()
            .any(|ty| matches!(ty, pathweave_llvm::ast::Type::Vector { len, .. } if *len >= 4));
        assert!(text, "no vectors at -O3");
    }
    if debug {
        check_lines(module);
    }
}

fn check_types(module: &Module, debug: bool) {
    let outer = module.find_global("outer").expect("outer");
    let variable = module.global(outer).variable().expect("a variable");
    let function = module.find_global("by_value").expect("by_value");
    let function = module.global(function).function().expect("a function");
    let ty = function.params[0].attrs.sret().expect("a result in memory");
    let layout = module.layout_of(ty).expect("a layout");
    assert_eq!((layout.size, layout.align), (64, 8));
    assert_eq!(module.field_offset(ty, 2), Some(16));
    assert!(function.params[1].attrs.byval().is_some());
    let packed = module.find_global("packed").expect("packed");
    let packed = module.global(packed).variable().expect("a variable");
    assert_eq!(module.layout_of(packed.ty).map(|l| l.size), Some(9));
    if !debug {
        return;
    }
    let info = DebugInfo::new(module);
    let described = info.variable(variable.dbg[0]).expect("described");
    assert_eq!((described.name, described.line), ("outer", 25));
    let ty = info.debug_type(described.ty.expect("typed")).expect("a type");
    let DebugType::Record { name, bits, members, .. } = ty else {
        panic!("{ty:?}");
    };
    assert_eq!((name, bits, members.len()), ("Outer", 512, 8));
    assert_eq!((members[5].name, members[5].offset), ("g", 259));
    assert!(members[5].bitfield && members[5].bits == 7);
    let subprogram = info.subprogram(function.dbg.expect("described")).expect("found");
    assert_eq!(subprogram.name, "by_value");
}

/// Every location resolves, and most instructions have one.
fn check_lines(module: &Module) {
    let info = DebugInfo::new(module);
    let (mut with, mut without) = (0, 0);
    for function in module.globals.iter().filter_map(|global| global.function()) {
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            match inst.dbg.map(|dbg| info.inline_chain(dbg)) {
                Some(chain) => {
                    with += 1;
                    assert!(!chain.is_empty());
                    assert!(chain.iter().all(|location| location.file.is_some()));
                    assert!(chain.iter().all(|location| location.subprogram.is_some()));
                }
                None => without += 1,
            }
        }
    }
    assert!(with > without, "{with} with and {without} without a location");
}

#[test]
fn clang_14() {
    all_levels(14);
}

#[test]
fn clang_16() {
    all_levels(16);
}

#[test]
fn clang_19() {
    all_levels(19);
}

#[test]
fn clang_22() {
    all_levels(22);
}

/// A program of csmith's, with everything it can think of.
#[test]
fn csmith_programs() {
    let directory = tempfile::tempdir().expect("a directory");
    // It leaves a file in the directory where it runs.
    let output =
        Command::new("csmith").args(["--seed", "20"]).current_dir(directory.path()).output();
    let Ok(output) = output else {
        eprintln!("SKIPPED: csmith is not installed");
        return;
    };
    let file = directory.path().join("random.c");
    std::fs::write(&file, output.stdout).expect("written");
    for version in [14, 22] {
        let Some(clang) = clang(version) else { continue };
        for level in ["-O0", "-O2"] {
            let options = CompileOptions {
                clang: Some(clang.clone()),
                cflags: [level, "-w", "-I/usr/include/csmith"].map(String::from).to_vec(),
            };
            let module = compile(&file, &options).expect("compiled and read");
            assert!(module.find_global("main").is_some());
        }
    }
}

#[test]
fn rustc_output() {
    for flags in [&["-g"][..], &["-O"], &["-O", "-g"], &["-Cpanic=abort"]] {
        let directory = tempfile::tempdir().expect("a directory");
        let output = directory.path().join("small.ll");
        let status = Command::new("rustc")
            .args(["--edition=2021", "--emit=llvm-ir", "--crate-type=lib"])
            .args(flags)
            .arg("-o")
            .arg(&output)
            .arg(snippet("small.rs"))
            .output();
        let Ok(status) = status else {
            eprintln!("SKIPPED: rustc is not installed");
            return;
        };
        assert!(status.status.success());
        let text = std::fs::read(&output).expect("rustc wrote a file");
        let module = match read("small.ll", &text) {
            Ok(module) => module,
            Err(error) => panic!("{flags:?}: {error}"),
        };
        assert_eq!(unsupported(&module), [""; 0]);
        assert!(module.globals.iter().filter(|g| g.is_definition()).count() > 10);
    }
}
