//! The linker: which definition wins, what is renamed, what is taken from a library.

use pathweave_llvm::ast::{Callee, ConstKind, InstKind, Linkage, Module};
use pathweave_llvm::link::{LinkError, Linked, link, link_with_roots};
use pathweave_llvm::read;

fn module(name: &str, text: &str) -> Module {
    match read(name, text.as_bytes()) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    }
}

fn linked(texts: &[&str], libraries: &[&str]) -> Linked {
    let name = |at: usize, kind: &str| format!("{kind}{at}.ll");
    let modules = texts.iter().enumerate().map(|(at, text)| module(&name(at, "m"), text));
    let others = libraries.iter().enumerate().map(|(at, text)| module(&name(at, "l"), text));
    match link(modules.collect(), others.collect()) {
        Ok(linked) => linked,
        Err(error) => panic!("{error}"),
    }
}

/// The integer that a function without parameters returns.
fn returns(module: &Module, name: &str) -> u64 {
    let id = module.find_global(name).expect("the function is there");
    let function = module.global(id).function().expect("a function");
    let last = &function.blocks[0].insts.last().expect("a terminator").kind;
    let InstKind::Ret(Some(pathweave_llvm::ast::Operand::Const(id))) = last else {
        panic!("{last:?}");
    };
    match module.constant(*id).kind {
        ConstKind::Int(value) => value,
        ref other => panic!("{other:?}"),
    }
}

/// The names of the functions that a function calls.
fn calls<'m>(module: &'m Module, name: &str) -> Vec<&'m str> {
    let id = module.find_global(name).expect("the function is there");
    let function = module.global(id).function().expect("a function");
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    let callees = insts.filter_map(|inst| match &inst.kind {
        InstKind::Call(call) => match call.callee {
            Callee::Global(id) => Some(module.global_name(id)),
            _ => None,
        },
        _ => None,
    });
    callees.collect()
}

fn names(module: &Module) -> Vec<&str> {
    module.globals.iter().map(|global| module.text(global.name)).collect()
}

#[test]
fn declarations_meet_definitions() {
    let result = linked(
        &[
            "declare i32 @g()\n@v = external global i32\ndefine i32 @f() {\n  %x = load i32, ptr @v\n  %r = call i32 @g()\n  ret i32 %r\n}",
            "define i32 @g() {\n  ret i32 7\n}\n@v = global i32 3",
        ],
        &[],
    );
    assert_eq!(returns(&result.module, "g"), 7);
    assert_eq!(calls(&result.module, "f"), ["g"]);
    assert_eq!(names(&result.module), ["f", "g", "v"]);
    assert!(result.warnings.is_empty());
}

#[test]
fn static_clashes_are_renamed() {
    let text = |n: u32| {
        format!(
            "define internal i32 @s() {{\n  ret i32 {n}\n}}\n@0 = private constant i8 {n}\n\
         define ptr @f{n}() {{\n  %r = call i32 @s()\n  ret ptr @0\n}}"
        )
    };
    let result = linked(&[&text(1), &text(2), "define i32 @s.1() {\n  ret i32 9\n}"], &[]);
    let module = &result.module;
    assert_eq!(calls(module, "f1"), ["s"]);
    assert_eq!(calls(module, "f2"), ["s.2"]);
    assert_eq!((returns(module, "s"), returns(module, "s.2"), returns(module, "s.1")), (1, 2, 9));
    let renamed = module.global(module.find_global("s.2").expect("s.2"));
    assert_eq!(module.text(renamed.source_name), "s");
    assert_eq!(module.sources[renamed.source as usize], "m1.ll");
    assert!(module.find_global("0.1").is_some());
}

#[test]
fn strong_beats_weak_and_two_are_an_error() {
    let weak = "define weak i32 @f() {\n  ret i32 1\n}";
    let strong = "define i32 @f() {\n  ret i32 2\n}";
    let once = "define linkonce_odr i32 @f() {\n  ret i32 3\n}";
    let available = "define available_externally i32 @f() {\n  ret i32 4\n}";
    assert_eq!(returns(&linked(&[weak, strong], &[]).module, "f"), 2);
    assert_eq!(returns(&linked(&[strong, weak], &[]).module, "f"), 2);
    assert_eq!(returns(&linked(&[weak, once], &[]).module, "f"), 1);
    assert_eq!(returns(&linked(&[available, once], &[]).module, "f"), 3);
    let error = link(vec![module("a.c", strong), module("b.c", strong)], Vec::new());
    let error = error.expect_err("defined twice");
    assert_eq!(error.to_string(), "`f` is defined twice: in a.c and in b.c");
    assert!(matches!(error, LinkError::Duplicate { .. }));
    let comdat = "$f = comdat any\ndefine i32 @f() comdat {\n  ret i32 5\n}";
    assert_eq!(returns(&linked(&[comdat, comdat], &[]).module, "f"), 5);
}

#[test]
fn the_larger_common_wins() {
    let small = "@c = common global i32 0";
    let large = "@c = common global [9 x i32] zeroinitializer";
    for texts in [[small, large], [large, small]] {
        let result = linked(&texts, &[]);
        let global = result.module.global(result.module.find_global("c").expect("c"));
        let ty = global.variable().expect("a variable").ty;
        assert_eq!(result.module.layout_of(ty).map(|l| l.size), Some(36));
    }
    let strong = "@c = global i32 5";
    let result = linked(&[large, strong], &[]);
    let global = result.module.global(result.module.find_global("c").expect("c"));
    assert_eq!(global.linkage, Linkage::External);
}

#[test]
fn constructors_are_appended() {
    let text = |n: u32| {
        format!(
            "@llvm.global_ctors = appending global [1 x {{ i32, ptr, ptr }}] [{{ i32, ptr, ptr }} {{ i32 {n}, ptr @c{n}, ptr null }}]\n\
         define internal void @c{n}() {{\n  ret void\n}}"
        )
    };
    let result = linked(&[&text(1), "", &text(2)], &[]);
    let module = &result.module;
    let global = module.global(module.find_global("llvm.global_ctors").expect("ctors"));
    let variable = global.variable().expect("a variable");
    assert_eq!(module.type_text(variable.ty), "[2 x {i32, ptr, ptr}]");
    let kind = &module.constant(variable.init.expect("a value")).kind;
    assert!(matches!(kind, ConstKind::Aggregate(parts) if parts.len() == 2));
}

#[test]
fn types_with_other_bodies_stay_apart() {
    let one = "%s = type { i32 }\n@a = global %s zeroinitializer";
    let two = "%s = type { i64, %t }\n%t = type { i8 }\n@b = global %s zeroinitializer";
    let three = "%t = type { i8 }\n%s = type { i64, %t }\n@c = global %s zeroinitializer";
    let module = linked(&[one, two, three], &[]).module;
    let ty = |name: &str| {
        let global = module.global(module.find_global(name).expect("there"));
        global.variable().expect("a variable").ty
    };
    assert_ne!(ty("a"), ty("b"));
    assert_eq!(ty("b"), ty("c"));
    assert_eq!(module.layout_of(ty("a")).map(|l| l.size), Some(4));
}

#[test]
fn libraries_give_what_is_needed() {
    let user = "declare i32 @puts(ptr)\ndeclare extern_weak void @hook()\n@s = constant [2 x i8] c\"a\\00\"\n\
                define i64 @strlen(ptr %p) {\n  ret i64 42\n}\n\
                define i32 @main() {\n  %r = call i32 @puts(ptr @s)\n  %b = icmp eq ptr @hook, null\n  ret i32 %r\n}";
    let library = "@buffer = internal global i32 0\n@unused = internal global ptr @other\n\
                   define i32 @puts(ptr %s) {\n  %n = call i64 @strlen(ptr %s)\n  call void @flush()\n  ret i32 0\n}\n\
                   define i64 @strlen(ptr %s) {\n  ret i64 0\n}\n\
                   define internal void @flush() {\n  store i32 1, ptr @buffer\n  call void @write()\n  ret void\n}\n\
                   define void @other() {\n  ret void\n}\ndefine void @hook() {\n  ret void\n}\n\
                   declare void @write()";
    let second = "define void @write() {\n  ret void\n}\ndefine void @unneeded() {\n  ret void\n}\n\
                  @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 1, ptr @start, ptr null }]\n\
                  define internal void @start() {\n  ret void\n}";
    let result = linked(&[user], &[library, second]);
    let mut found = names(&result.module);
    found.sort_unstable();
    let expected = [
        "buffer",
        "flush",
        "hook",
        "llvm.global_ctors",
        "main",
        "puts",
        "s",
        "start",
        "strlen",
        "write",
    ];
    assert_eq!(found, expected);
    assert_eq!(returns(&result.module, "strlen"), 42);
    let hook = result.module.global(result.module.find_global("hook").expect("hook"));
    assert!(!hook.is_definition(), "a weak reference takes nothing from a library");
    let third = "define void @root() {\n  ret void\n}";
    let modules = vec![module("u", user)];
    let result = link_with_roots(modules, vec![module("l", third)], &["root"]).expect("linked");
    assert!(result.module.find_global("root").is_some());
}

#[test]
fn mismatched_declarations_are_warned_of() {
    let one = "declare i32 @f(i32)\ndeclare void @g(...)\n@a = external global [0 x i8]\n@b = external global [8 x i8]\n@c = external global i32\ndefine void @main() {\n  %x = call i32 @f(i32 1)\n  call void @g()\n  ret void\n}";
    let two = "define i64 @f(i32 %x) {\n  ret i64 0\n}\ndefine void @g(i32 %x) {\n  ret void\n}\n@a = global [3 x i8] zeroinitializer\n@b = global <{ i8, [7 x i8] }> zeroinitializer\n@c = global i64 0";
    let result = linked(&[one, two], &[]);
    let warnings = [
        "`f` is declared as i32 (i32) in m0.ll, but defined as i64 (i32) in m1.ll",
        "`c` is declared as i32 in m0.ll, but defined as i64 in m1.ll",
    ];
    assert_eq!(result.warnings, warnings);
}

#[test]
fn metadata_is_renumbered() {
    let text = |n: u32| {
        format!(
            "define void @f{n}() !dbg !1 {{\n  ret void, !dbg !2\n}}\n!llvm.dbg.cu = !{{!0}}\n!0 = distinct !DICompileUnit(language: DW_LANG_C11)\n\
         !1 = distinct !DISubprogram(name: \"source{n}\", file: !3)\n!2 = !DILocation(line: {n}, scope: !1)\n!3 = !DIFile(filename: \"{n}.c\", directory: \"\")"
        )
    };
    let module = linked(&[&text(1), &text(2)], &[]).module;
    let info = pathweave_llvm::debug::DebugInfo::new(&module);
    for (name, line) in [("f1", 1), ("f2", 2)] {
        let function = module.global(module.find_global(name).expect("there")).function();
        let function = function.expect("a function");
        let inst = &function.blocks[0].insts[0];
        let location = info.location(inst.dbg.expect("a location")).expect("found");
        assert_eq!(location.line, line);
        let file = format!("{line}.c");
        assert_eq!(location.file.map(|f| f.name), Some(file.as_str()));
        let subprogram = info.subprogram(function.dbg.expect("dbg")).expect("found");
        assert_eq!(subprogram.name, format!("source{line}"));
    }
    assert_eq!(module.named_metadata[0].nodes.len(), 2);
}

#[test]
fn other_machines_are_refused() {
    let one = module("a", "target datalayout = \"e-p:32:32\"");
    let two = module("b", "target datalayout = \"e-p:64:64\"");
    assert!(matches!(link(vec![one, two], Vec::new()), Err(LinkError::Machine { .. })));
    assert!(matches!(link(Vec::new(), Vec::new()), Err(LinkError::Empty)));
}
