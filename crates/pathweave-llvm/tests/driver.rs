//! Files in: compiled, disassembled, sniffed, and every way in which that can go wrong.
#![allow(clippy::print_stderr)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pathweave_llvm::clang::{CompileOptions, find_tools, load, load_all};

fn file(directory: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = directory.join(name);
    fs::write(&path, content).expect("written");
    path
}

fn message(path: &Path, options: &CompileOptions) -> (String, Option<String>) {
    let error = load(path, options).expect_err("refused");
    (error.message, error.hint)
}

fn has_clang() -> bool {
    let found = !find_tools("clang").is_empty();
    if !found {
        eprintln!("SKIPPED: there is no clang");
    }
    found
}

#[test]
fn missing_things_have_one_message_each() {
    let directory = tempfile::tempdir().expect("a directory");
    let options = CompileOptions::default();
    let absent = directory.path().join("absent.c");
    let (text, hint) = message(&absent, &options);
    assert!(text.ends_with("absent.c: no such file") && hint.is_some(), "{text}");
    let (text, _) = message(directory.path(), &options);
    assert!(text.ends_with("is a directory"), "{text}");
    let odd = file(directory.path(), "odd.bin", [0u8, 1, 2, 255]);
    let (text, _) = message(&odd, &options);
    assert!(text.ends_with("neither C nor LLVM IR"), "{text}");
    let source = file(directory.path(), "f.c", "int f(void) { return 1; }");
    let wrong = CompileOptions { clang: Some(PathBuf::from("/nowhere/clang")), cflags: Vec::new() };
    let (text, hint) = message(&source, &wrong);
    assert!(text.contains("/nowhere/clang") && hint.is_some(), "{text}");
    let broken = file(directory.path(), "broken.ll", "declare i32 f()");
    let (text, _) = message(&broken, &options);
    assert!(text.contains("broken.ll:1:13: expected a name such as `@f`, found `f`"), "{text}");
}

#[test]
fn a_syntax_error_is_handed_through() {
    if !has_clang() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let source = file(directory.path(), "bad.c", "int f(void) { return 1 }\n");
    let (text, _) = message(&source, &CompileOptions::default());
    assert!(text.contains("bad.c: clang could not compile it"), "{text}");
    assert!(text.contains("bad.c:1:23: error: expected ';'"), "{text}");
}

#[test]
fn several_files_keep_their_order() {
    if !has_clang() {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let paths: Vec<PathBuf> = (0..6)
        .map(|n| {
            file(
                directory.path(),
                &format!("f{n}.c"),
                format!("int f{n}(int parameter) {{ return {n}; }}"),
            )
        })
        .collect();
    let modules = load_all(&paths, &CompileOptions::default()).expect("compiled");
    for (n, module) in modules.iter().enumerate() {
        let id = module.find_global(&format!("f{n}")).expect("in order");
        let function = module.global(id).function().expect("a function");
        assert_eq!(module.text(function.locals[0].name), "parameter");
        assert!(function.dbg.is_some());
    }
    let options = CompileOptions { clang: None, cflags: vec!["-O2".into(), "-DX=3".into()] };
    let source = file(directory.path(), "x.c", "int x(void) { int y = X; return y; }");
    let module = load(&source, &options).expect("compiled");
    let function = module.global(module.find_global("x").expect("x")).function();
    let count = function.expect("a function").blocks[0].insts.iter();
    let real = count.filter(|inst| !matches!(inst.kind, pathweave_llvm::ast::InstKind::Dbg(_)));
    assert_eq!(real.count(), 1, "the user's -O2 wins");
}

#[test]
fn bitcode_and_files_without_extension() {
    let dis = find_tools("llvm-dis");
    let version = dis.first().and_then(|path| {
        let name = path.file_name()?.to_str()?.rsplit_once('-')?.1;
        name.parse::<u32>().ok()
    });
    let Some(version) = version else {
        eprintln!("SKIPPED: there is no llvm-dis with a version");
        return;
    };
    let directory = tempfile::tempdir().expect("a directory");
    let source = file(directory.path(), "f.c", "int f(int x) { return x + 1; }");
    let plain = directory.path().join("plain");
    let bitcode = directory.path().join("f.bc");
    for (flag, output) in [("-S", &plain), ("-c", &bitcode)] {
        let run = Command::new(format!("clang-{version}"))
            .args([flag, "-emit-llvm", "-o"])
            .arg(output)
            .arg(&source)
            .status();
        if !run.is_ok_and(|status| status.success()) {
            eprintln!("SKIPPED: there is no clang-{version}");
            return;
        }
    }
    let sniffed = directory.path().join("bits");
    fs::copy(&bitcode, &sniffed).expect("copied");
    for path in [plain, bitcode, sniffed] {
        let module = load(&path, &CompileOptions::default()).expect("read");
        assert!(module.find_global("f").is_some());
    }
    let broken = file(directory.path(), "broken.bc", b"BC\xC0\xDEgarbage");
    let (text, _) = message(&broken, &CompileOptions::default());
    assert!(text.contains("could not read it"), "{text}");
}
