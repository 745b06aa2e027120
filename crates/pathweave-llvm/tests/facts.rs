//! Facts about small texts: what the reader makes of them, and what it says of broken ones.

use pathweave_llvm::ast::{
    ArithFlags, BinaryOp, Callee, ConstExpr, ConstKind, DbgKind, FnAttrs, Function, GlobalKind,
    InstKind, Linkage, Module, Operand, ParamFlags, Type, TypeTable,
};
use pathweave_llvm::read;

fn module(text: &str) -> Module {
    match read("test.ll", text.as_bytes()) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    }
}

fn error(text: &str) -> String {
    match read("test.ll", text.as_bytes()) {
        Ok(_) => panic!("read without an error: {text}"),
        Err(error) => error.to_string(),
    }
}

fn function<'m>(module: &'m Module, name: &str) -> &'m Function {
    let id = module.find_global(name).expect("the function is there");
    module.global(id).function().expect("it is a function")
}

fn init<'m>(module: &'m Module, name: &str) -> &'m ConstKind {
    let id = module.find_global(name).expect("the variable is there");
    let variable = module.global(id).variable().expect("it is a variable");
    &module.constant(variable.init.expect("it has a value")).kind
}

#[test]
fn numbering_is_implicit() {
    let module = module(
        "define i32 @f(i32 %0, i32) {\n  %3 = add nuw nsw i32 %0, %1\n  br label %4\n\n4:\n  \
         %5 = phi i32 [ %3, %2 ], [ %6, %4 ]\n  %6 = sub i32 %5, 1\n  call i32 @g()\n  \
         %8 = icmp eq i32 %6, 0\n  br i1 %8, label %9, label %4\n\n9:\n  ret i32 %7\n}\n\
         declare i32 @g()",
    );
    let f = function(&module, "f");
    assert_eq!((f.blocks.len(), f.locals.len()), (3, 7));
    let InstKind::Binary { op, flags, .. } = f.blocks[0].insts[0].kind else {
        panic!("add");
    };
    assert_eq!(op, BinaryOp::Add);
    assert!(flags.has(ArithFlags::NUW.union(ArithFlags::NSW)));
    let InstKind::Phi { incoming, .. } = &f.blocks[1].insts[0].kind else {
        panic!("phi");
    };
    assert_eq!((incoming[0].1.0, incoming[1].1.0), (0, 1));
    assert_eq!(f.blocks[1].insts[2].line, 8);
}

#[test]
fn typed_pointers_collapse() {
    let module = module(
        "@s = private unnamed_addr constant [3 x i8] c\"a\\0A\\00\"\n\
         @p = global i8* getelementptr inbounds ([3 x i8], [3 x i8]* @s, i64 0, i64 1)\n\
         @q = global i32 (i8*, ...)* bitcast (i32 (i8*)* @puts to i32 (i8*, ...)*)\n\
         declare i32 @puts(i8*)\n\
         define i32 @f(i32 (i8*, ...)** %x) {\n  %f = load i32 (i8*, ...)*, i32 (i8*, ...)** %x\n  \
         %r = call i32 (i8*, ...) %f(i8* getelementptr inbounds ([3 x i8], [3 x i8]* @s, i64 0, i64 0), i32 5)\n  \
         %t = call i32 bitcast (i32 (i8*)* @puts to i32 (i64)*)(i64 3)\n  ret i32 %r\n}",
    );
    assert_eq!(*init(&module, "s"), ConstKind::Bytes(b"a\n\0"[..].into()));
    let ConstKind::Expr(expr) = init(&module, "p") else {
        panic!("an expression");
    };
    assert!(matches!(**expr, ConstExpr::Gep { flags, .. } if flags.inbounds));
    assert!(matches!(init(&module, "q"), ConstKind::Global(_)));
    let f = function(&module, "f");
    assert_eq!(f.params[0].ty, TypeTable::PTR);
    let InstKind::Call(call) = &f.blocks[0].insts[1].kind else {
        panic!("a call");
    };
    assert!(matches!(call.callee, Callee::Value(Operand::Local(_))));
    assert_eq!(module.type_text(call.ty), "i32 (ptr, ...)");
    let InstKind::Call(call) = &f.blocks[0].insts[2].kind else {
        panic!("a call");
    };
    assert!(matches!(call.callee, Callee::Global(_)));
}

#[test]
fn constants_have_their_bits() {
    let module = module(
        "@a = global i8 -1\n@b = global i128 -2\n@c = global float 0x3FF8000000000000\n\
         @d = global half 0xH3C00\n@e = global x86_fp80 0xK3FFF8000000000000000\n\
         @f = global <2 x i32> splat (i32 7)\n@g = global i16 s0xFFFE\n@h = global double 1.500000e+00\n\
         @i = global { i8, [2 x i16] } { i8 1, [2 x i16] [i16 2, i16 3] }\n\
         @j = global <{ i8, ptr }> <{ i8 1, ptr null }>\n@k = global i1 true\n\
         @l = global i64 ptrtoint (ptr @a to i64)\n@m = global bfloat 0xR3F80",
    );
    assert_eq!(*init(&module, "a"), ConstKind::Int(255));
    assert_eq!(*init(&module, "b"), ConstKind::WideInt([u64::MAX - 1, u64::MAX].into()));
    assert_eq!(*init(&module, "c"), ConstKind::Float(1.5f32.to_bits().into()));
    assert_eq!(*init(&module, "d"), ConstKind::Float(0x3C00));
    assert_eq!(*init(&module, "e"), ConstKind::WideFloat([1 << 63, 0x3FFF]));
    assert!(matches!(init(&module, "f"), ConstKind::Splat(_)));
    assert_eq!(*init(&module, "g"), ConstKind::Int(0xFFFE));
    assert_eq!(*init(&module, "h"), ConstKind::Float(1.5f64.to_bits()));
    assert!(matches!(init(&module, "i"), ConstKind::Aggregate(parts) if parts.len() == 2));
    assert!(matches!(init(&module, "j"), ConstKind::Aggregate(_)));
    assert_eq!(*init(&module, "k"), ConstKind::Int(1));
    assert!(matches!(init(&module, "l"), ConstKind::Expr(_)));
    assert_eq!(*init(&module, "m"), ConstKind::Float(0x3F80));
}

#[test]
fn quoted_names_and_attributes() {
    let module = module(
        "%\"a b\" = type <{ i8, i64 }>\n@\"x\\22y\" = weak hidden thread_local(initialexec) unnamed_addr \
         global i32 0, section \"s\", comdat($c), align 8, new_thing(1, (2))\n$c = comdat any\n\
         define dso_local newcc signext i8 @f(ptr noalias byval(%\"a b\") align 8 future(\"x\", 3) %p, \
         i8 noundef zeroext range(i8 0, 5) \"k\"=\"v\" %c) #1 personality ptr @p shiny \"a\"=\"b\" {\n  \
         %r = tail call fastcc nofpclass(nan) signext i8 @f(ptr byval(%\"a b\") %p, i8 %c) #0 \
         [ \"deopt\"(i32 1), \"x\"() ]\n  ret i8 %r\n}\ndeclare i32 @p(...)\n\
         attributes #0 = { noreturn \"x\"=\"y\" memory(argmem: read) align=4 }\nattributes #1 = { nounwind }",
    );
    let f = function(&module, "f");
    assert_eq!(f.params[0].attrs.align, 8);
    let ty = f.params[0].attrs.byval().expect("byval");
    assert_eq!(module.layout_of(ty).map(|l| (l.size, l.align)), Some((9, 1)));
    assert!(f.params[1].attrs.flags.has(ParamFlags::ZEROEXT));
    assert!(f.ret_attrs.flags.has(ParamFlags::SIGNEXT));
    assert!(module.function_attrs(f).has(FnAttrs::NOUNWIND));
    assert!(f.personality.is_some());
    let InstKind::Call(call) = &f.blocks[0].insts[0].kind else {
        panic!("a call");
    };
    assert!(module.call_attrs(call).has(FnAttrs::NORETURN));
    let x = module.global(module.find_global("x\"y").expect("x\"y"));
    assert_eq!((x.linkage, x.align, x.thread_local), (Linkage::Weak, 8, true));
    assert_eq!(x.section.map(|s| module.text(s)), Some("s"));
}

#[test]
fn unknown_instructions_are_kept_as_text() {
    let module = module(
        "define i32 @f(i32 %a) {\n  %x = frobnicate i32 %a, 5, !dbg !3\n  %y = add i32 %x, 1\n  \
         cleanupret from none unwind to caller\n}\n!3 = !DILocation(line: 3, scope: !4)",
    );
    let f = function(&module, "f");
    let insts = &f.blocks[0].insts;
    let InstKind::Unsupported { text, terminator } = insts[0].kind else {
        panic!("unsupported");
    };
    assert_eq!((module.text(text), terminator), ("frobnicate i32 %a, 5", false));
    assert!(insts[0].dbg.is_some());
    assert_eq!(f.local(insts[0].result.expect("a result")).ty, TypeTable::I32);
    assert!(insts[2].kind.is_terminator());
}

#[test]
fn debug_records_of_both_kinds() {
    let old = "call void @llvm.dbg.declare(metadata ptr %x, metadata !1, metadata !DIExpression()), !dbg !2";
    let new = "#dbg_declare(ptr %x, !1, !DIExpression(), !2)";
    for record in [old, new] {
        let module = module(&format!(
            "define void @f() {{\n  %x = alloca i32\n  {record}\n  ret void\n}}\n\
             !1 = !DILocalVariable(name: \"x\", scope: !3, line: 4, arg: 2)\n\
             !2 = !DILocation(line: 4, column: 7, scope: !3)\n!3 = distinct !DISubprogram(name: \"f\", file: !4)\n\
             !4 = !DIFile(filename: \"f.c\", directory: \"/d\")"
        ));
        let f = function(&module, "f");
        let inst = &f.blocks[0].insts[1];
        let InstKind::Dbg(record) = &inst.kind else {
            panic!("a record");
        };
        assert_eq!(record.kind, DbgKind::Declare);
        let info = pathweave_llvm::debug::DebugInfo::new(&module);
        let variable = info.variable(record.variable.expect("a variable")).expect("found");
        assert_eq!((variable.name, variable.arg), ("x", Some(2)));
        let place = info.location(inst.dbg.expect("a location")).expect("found");
        assert_eq!((place.line, place.column), (4, 7));
        assert_eq!(place.file.map(|file| file.name), Some("f.c"));
    }
}

#[test]
fn layouts_follow_the_string() {
    let module = module(
        "target datalayout = \"E-p:32:32-i64:32-f80:128-a:0:32-n32-S64\"\n\
         %t = type { i8, i64, ptr, [3 x i16] }\n@x = global %t zeroinitializer",
    );
    let id = module.find_global("x").expect("x");
    let GlobalKind::Variable(variable) = &module.global(id).kind else {
        panic!("a variable");
    };
    let layout = module.layout_of(variable.ty).expect("a layout");
    assert_eq!((layout.size, layout.align), (24, 4));
    assert_eq!(module.field_offset(variable.ty, 3), Some(16));
    assert_eq!(module.layout.pointer_bits(0), 32);
}

#[test]
fn block_addresses_and_intrinsics_without_declaration() {
    let module = module(
        "@t = global [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %\"b c\")]\n\
         define void @f(ptr %p) {\n  call void @llvm.donothing()\n  \
         indirectbr ptr %p, [label %a, label %\"b c\"]\na:\n  ret void\n\"b c\":\n  unreachable\n}",
    );
    let addresses = module.consts.iter().filter_map(|constant| match constant.kind {
        ConstKind::BlockAddress { block, .. } => block.map(|block| block.0),
        _ => None,
    });
    assert_eq!(addresses.collect::<Vec<_>>(), [1, 2]);
    assert!(module.find_global("llvm.donothing").is_some());
}

#[test]
fn errors_say_where_and_what() {
    let cases = [
        (
            "define i32 @f() {\n  ret i32 %x\n}",
            "test.ll:2:11: the value `%x` is not defined in this function",
        ),
        (
            "define i32 @f() {\n  br label %x\n}",
            "test.ll:2:12: the block `%x` is not defined in this function",
        ),
        ("@x = global i32", "test.ll:1:16: expected a value, found the end of the file"),
        ("@x = global i32 null", "test.ll:1:17: `null` is no value of the type i32"),
        ("@x = global ptr @y", "test.ll:1:17: `@y` is not declared"),
        (
            "define void @f() {\n  %a = add i32 1, 2\n}",
            "test.ll:3:1: a block must end in a terminator such as `ret` or `br`",
        ),
        (
            "define void @f(i32 %a) {\n  %b = add i64 %a, 2\n  ret void\n}",
            "test.ll:2:16: this value has the type i32, not i64",
        ),
        (
            "%a = type { %b }\n%b = type { [2 x %a] }",
            "test.ll:1:1: the type `%a` contains itself, or nests too deeply",
        ),
        ("@x = global i9000000 0", "test.ll:1:13: an integer type has between 1 and 2^23 bits"),
        ("declare i32 @f()\ndeclare i32 @f()", "test.ll:2:13: `@f` is already defined"),
        (
            "BC\u{0}",
            "test.ll:1:1: expected a definition (define, declare, @name, %type, !metadata, …), found `BC`",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(error(text), message);
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = 100_000;
    let types =
        format!("@x = global {}i8{} zeroinitializer", "[1 x ".repeat(deep), "]".repeat(deep));
    assert!(error(&types).contains("levels deep"));
    let values = format!("@x = global [1 x i8] {}", "[".repeat(deep));
    error(&values);
    let casts = format!("@x = global i64 {}", "add (i64 ".repeat(deep));
    assert!(error(&casts).contains("levels deep"));
    let nodes = format!("!0 = {}", "!{".repeat(deep));
    assert_eq!(module(&nodes).metadata.len(), 1);
}

#[test]
fn every_kind_of_type() {
    let module = module(
        "%o = type opaque\n%p = type <{ i1, i8388608, half, bfloat, x86_fp80, fp128, ppc_fp128 }>\n\
         @a = external global <vscale x 4 x i32>\n@b = external global target(\"spirv.Image\", void, 1)\n\
         @c = external global [0 x { ptr addrspace(3), {}, <2 x ptr> }]\n@d = external global %p\n\
         declare token @t(metadata, ...)\n@e = external global i32 (%o*, [2 x i8]) addrspace(2)*",
    );
    let all = module.types.all();
    assert!(all.iter().any(|ty| matches!(ty, Type::Vector { scalable: true, .. })));
    assert!(all.iter().any(|ty| matches!(ty, Type::Target(_))));
    assert!(all.contains(&Type::Ptr(2)) && all.contains(&Type::Ptr(3)));
}

/// A file with everything that the language has and compilers of C seldom write.
#[test]
fn rare_syntax() {
    let module = module(include_str!("inputs/syntax.ll"));
    let mut unsupported: Vec<&str> = Vec::new();
    for function in module.globals.iter().filter_map(|global| global.function()) {
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            if let InstKind::Unsupported { text, .. } = inst.kind {
                unsupported.extend(module.text(text).split(' ').next());
            }
        }
    }
    let funclets =
        ["catchswitch", "catchpad", "catchret", "catchpad", "catchret", "cleanuppad", "cleanupret"];
    assert_eq!(unsupported, funclets);
    let instructions = function(&module, "instructions");
    let names: Vec<&str> = instructions.blocks.iter().map(|b| module.text(b.name)).collect();
    assert_eq!(names, ["entry", "a block", "sw", "ib", "inv", "cb", "sw2", "lp", "un"]);
    let text = |name: &str| {
        let at = instructions.locals.iter().find(|local| module.text(local.name) == name);
        module.type_text(at.expect("the local is there").ty)
    };
    assert_eq!(text("cx"), "{i32, i1}");
    assert_eq!(text("gv"), "<4 x ptr>");
    assert_eq!(text("ic"), "<4 x i1>");
    assert_eq!(text("sh"), "<2 x i32>");
    assert_eq!(text("ev"), "i8");
    assert_eq!(text("as"), "ptr addrspace(3)");
    assert_eq!(text("l"), "{ptr, i32}");
    let unnamed = function(&module, "unnamed");
    assert_eq!((unnamed.blocks.len(), unnamed.locals.len()), (3, 4));
    assert_eq!(module.asm, ["beep boop", "\"quoted\""]);
    assert!(module.find_global("\u{1}mangled").is_some());
    let least = module.consts.iter().find_map(|constant| match &constant.kind {
        ConstKind::WideInt(limbs) if limbs.len() == 4 => Some(limbs.to_vec()),
        _ => None,
    });
    assert_eq!(least, Some(vec![0, 0, 0, 1 << 63]));
}

#[test]
fn the_null_pointer_has_the_largest_alignment() {
    module("define void @f() {\n  store i8 0, ptr null, align 4294967296\n  ret void\n}");
    assert!(error("@x = global i8 0, align 3").contains("power of two"));
    assert!(error("@x = global i8 0, align 8589934592").contains("power of two"));
}
