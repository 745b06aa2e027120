//! Lowering of small modules written out here: what each construct becomes, and what is an error.
//!
//! Every program is verified; facts are looked for in the printed text form.

use pathweave_ir::{InstKind, Program, Terminator, Type, VaListKind};
use pathweave_llvm::{LowerError, LowerOptions, lower, read};

const X86: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-\
    f80:128-n8:16:32:64-S128\"\ntarget triple = \"x86_64-pc-linux-gnu\"\n";

fn try_lower(text: &str) -> Result<Program, LowerError> {
    let module = read("test.ll", format!("{X86}{text}").as_bytes());
    let module = module.unwrap_or_else(|error| panic!("{error}"));
    lower(&module, LowerOptions::default())
}

fn lowered(text: &str) -> Program {
    let program = try_lower(text).unwrap_or_else(|error| panic!("{error}"));
    if let Err(errors) = pathweave_ir::verify(&program) {
        panic!("{errors}\n{program}");
    }
    program
}

/// The printed form of a program that verifies.
fn printed(text: &str) -> String {
    lowered(text).to_string()
}

/// Asserts that the lines occur in this order.
#[track_caller]
fn assert_lines(text: &str, lines: &[&str]) {
    let mut rest = text;
    for line in lines {
        match rest.find(line) {
            Some(at) => rest = &rest[at + line.len()..],
            None => panic!("`{line}` is missing (in this order) in\n{text}"),
        }
    }
}

fn unsupported(program: &Program) -> Vec<String> {
    let bodies = program.functions.values().filter_map(|function| function.body.as_ref());
    let insts = bodies.flat_map(|body| body.insts.values());
    let texts = insts.filter_map(|inst| match &inst.kind {
        InstKind::Unsupported { what } => Some(what.to_string()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn getelementptr_becomes_byte_arithmetic() {
    let text = printed(
        "%s = type { i8, [4 x { i32, i16 }], ptr }
        define ptr @f(ptr %p, i32 %i, i64 %j) {
          %a = getelementptr inbounds %s, ptr %p, i32 %i, i32 1, i64 %j, i32 1
          ret ptr %a
        }
        define ptr @g(ptr %p) {
          %a = getelementptr %s, ptr %p, i64 1, i32 2
          ret ptr %a
        }",
    );
    assert_lines(&text, &["sext", "offset v0, v4 * 48", "offset v5, v2 * 8, 8 inbounds"]);
    assert_lines(&text, &["func @g", "offset v0, 88"]);
}

#[test]
fn constant_expressions_fold_to_addresses() {
    let text = printed(
        "@a = global [4 x i32] [i32 1, i32 2, i32 0, i32 0]
        @p = global ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, i64 3)
        @d = global i64 sub (i64 ptrtoint (ptr getelementptr (i8, ptr @a, i64 12) to i64),
          i64 ptrtoint (ptr @a to i64))
        @q = global i64 add (i64 ptrtoint (ptr @a to i64), i64 5)
        define ptr @f() { ret ptr getelementptr inbounds ([4 x i32], ptr @a, i64 0, i64 2) }
        define i1 @g() { ret i1 icmp eq (ptr @a, ptr null) }
        define i32 @h() { ret i32 ptrtoint (ptr @a to i32) }",
    );
    assert_lines(&text, &["at 0: ptr = @a+12", "at 0: i64 = ptrtoint(@a+5, i64)"]);
    assert_lines(&text, &["func @f", "ret @a+8"]);
    assert_lines(&text, &["func @g", "ret false"]);
    assert_lines(&text, &["func @h", "ptrtoint ptr @a", "ret v"]);
    assert_eq!(lowered("@d = global i32 12").globals.values().next().map(|g| g.size), Some(4));
}

#[test]
fn phis_become_parameters_and_their_constants_stay_in_the_predecessor() {
    let text = printed(
        "@a = global i32 0
        define { i32, i64 } @f(i1 %c, { i32, i64 } %x) {
        entry:
          br i1 %c, label %then, label %join
        then:
          br label %join
        join:
          %p = phi { i32, i64 } [ %x, %entry ], [ { i32 ptrtoint (ptr @a to i32), i64 7 }, %then ]
          ret { i32, i64 } %p
        }",
    );
    assert_lines(&text, &["func @f(v0: i1, v1: i32, v2: i64) -> i32, i64"]);
    assert_lines(&text, &["bb1:", "ptrtoint ptr @a", "jump bb2(v", "bb2(v3: i32, v4: i64)"]);
    assert_lines(&text, &["ret v3, v4"]);
}

#[test]
fn one_case_target_twice_passes_the_same_arguments() {
    let text = printed(
        "define i32 @f(i8 %x) {
        entry:
          switch i8 %x, label %d [ i8 1, label %j
                                   i8 -1, label %j
                                   i8 7, label %d ]
        d:
          br label %j
        j:
          %p = phi i32 [ 3, %entry ], [ 3, %entry ], [ 4, %d ]
          ret i32 %p
        }",
    );
    assert_lines(&text, &["switch i8 v0", "bb2(3)", "bb2(3)", "bb1", "bb1"]);
}

#[test]
fn unreachable_blocks_go_and_numbers_follow_the_text() {
    let program = lowered(
        "@t = global [2 x ptr] [ptr blockaddress(@f, %b), ptr blockaddress(@f, %lost)]
        define i32 @f(i1 %c, ptr %p) {
        entry:
          br i1 %c, label %a, label %b
        dead:
          %x = add i32 %y, 1
          %y = add i32 %x, 1
          br label %a
        a:
          indirectbr ptr %p, [label %b, label %a]
        lost:
          %z = add i32 %z, 1
          ret i32 %z
        b:
          ret i32 1
        }",
    );
    let text = program.to_string();
    assert_lines(&text, &["blockaddr(@f, bb3)", "blockaddr(@f, bb2)"]);
    assert_lines(&text, &["bb0:", "!br0", "bb1:", "goto v1 [bb3, bb1] !br1"]);
    let body = program.functions.values().next().and_then(|f| f.body.as_ref());
    let body = body.unwrap_or_else(|| panic!("no body"));
    assert_eq!(body.blocks.len(), 4);
    assert_eq!(body.branches.values().map(|b| b.outcomes).collect::<Vec<_>>(), [2, 2]);
    let kept = body.blocks.values().nth(2).map(|block| &block.terminator);
    assert_eq!(kept, Some(&Terminator::Unreachable));
}

#[test]
fn a_function_may_take_the_address_of_its_own_blocks() {
    let text = printed(
        "define i32 @f(i64 %x) {
          %p = getelementptr i8, ptr blockaddress(@f, %a), i64 %x
          indirectbr ptr %p, [label %a, label %b, label %a]
        a:
          ret i32 1
        b:
          ret i32 2
        }",
    );
    assert_lines(&text, &["offset blockaddr(@f, bb1), v0 * 1", "[bb1, bb2] !br0"]);
}

#[test]
fn vectors_are_scalars() {
    let text = printed(
        "define <2 x i32> @f(<2 x i32> %a, <2 x i32> %b, i32 %i) {
          %c = icmp slt <2 x i32> %a, %b
          %s = select <2 x i1> %c, <2 x i32> %a, <2 x i32> splat (i32 9)
          %e = extractelement <2 x i32> %s, i32 %i
          %n = insertelement <2 x i32> %b, i32 %e, i64 1
          %h = shufflevector <2 x i32> %n, <2 x i32> %a, <2 x i32> <i32 3, i32 poison>
          ret <2 x i32> %h
        }",
    );
    assert_lines(&text, &["func @f(v0: i32, v1: i32, v2: i32, v3: i32, v4: i32) -> i32, i32"]);
    assert_lines(&text, &["icmp.slt v0, v2", "icmp.slt v1, v3", "select", "ret v1, undef"]);
}

#[test]
fn odd_vectors_are_packed_bits_in_memory() {
    let text = printed(
        "@v = global <8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 1>
        define void @f(ptr %p, ptr %q) {
          %v = load <4 x i1>, ptr %p
          store <4 x i1> %v, ptr %q
          ret void
        }
        define i8 @g(<8 x i1> %v) {
          %b = bitcast <8 x i1> %v to i8
          ret i8 %b
        }",
    );
    assert_lines(&text, &["@v", "\"\\85\"", "i4 = load v0", "lshr", "zext", "store v", ", v1"]);
    assert_lines(&text, &["func @g", "i8 = zext v0", "shl", "or", "ret v"]);
}

#[test]
fn bitcasts_regroup_only_what_they_must() {
    let text = printed(
        "define <2 x i64> @f(<4 x i32> %v) {
          %b = bitcast <4 x i32> %v to <2 x i64>
          ret <2 x i64> %b
        }
        define <4 x float> @g(<4 x i32> %v) {
          %b = bitcast <4 x i32> %v to <4 x float>
          ret <4 x float> %b
        }",
    );
    assert!(!text.contains("i128"), "{text}");
    assert_lines(&text, &["func @g", "f32 = bitcast v0", "f32 = bitcast v3"]);
}

#[test]
fn layouts_of_long_double_and_packed_structs() {
    let text = printed(
        "%u = type <{ i8, x86_fp80, i128 }>
        @u = global %u <{ i8 1, x86_fp80 0xK3FFF8000000000000000, i128 2 }>
        @w = global { i8, x86_fp80, i128 } zeroinitializer
        define x86_fp80 @f(ptr %p) {
          %q = getelementptr %u, ptr %p, i32 0, i32 1
          %v = load x86_fp80, ptr %q
          ret x86_fp80 %v
        }",
    );
    assert_lines(&text, &["@u", "size 33 align 1", "@w", "size 48 align 16"]);
    assert_lines(&text, &["offset v0, 1", "f80 = load"]);
}

#[test]
fn calls_copy_what_is_passed_by_value() {
    let text = printed(
        "%s = type { i64, i64, i64 }
        declare void @g(ptr byval(%s) align 8, i32)
        define void @f(ptr %p) {
          call void @g(ptr byval(%s) align 8 %p, i32 3)
          ret void
        }",
    );
    assert_lines(
        &text,
        &["stack.save", "alloca 24 align 8", "v0, 24", "call @g(v", "stack.restore"],
    );
}

#[test]
fn extra_arguments_lie_in_a_block() {
    let text = printed(
        "declare i32 @printf(ptr, ...)
        @s = constant [3 x i8] c\"%d\\00\"
        define void @f(i32 %x, x86_fp80 %l, double %d) {
          call i32 (ptr, ...) @printf(ptr @s, i32 %x, x86_fp80 %l, double %d)
          call i32 (ptr, ...) @printf(ptr @s)
          ret void
        }",
    );
    assert_lines(&text, &["alloca 40 align 16", "variadic(i32 0, f80 16, f64 32)"]);
    assert_lines(&text, &["call @printf(@s, null) variadic()"]);
}

#[test]
fn calls_without_prototype() {
    let text = printed(
        "define i32 @one(i32 %x) { ret i32 %x }
        define i32 @many(i32 %x, ...) { ret i32 %x }
        define i32 @f(ptr %p) {
          %a = call i32 (i32, ...) @one(i32 1)
          %b = call i32 (...) @one(i32 2)
          %c = call i32 (i32) @many(i32 3)
          %d = call i32 (i32, ...) %p(i32 4)
          %e = call i32 (i64) @one(i64 5)
          ret i32 %a
        }",
    );
    assert_lines(&text, &["call @one(1)", "call @one(2)", "call @many(3, null) variadic()"]);
    let indirect = ["call.indirect v0(i32 4, ptr null) variadic()", "call.indirect @one(i64 5)"];
    assert_lines(&text, &indirect);
}

#[test]
fn variadic_functions_read_from_the_block() {
    let source = "define i32 @f(i32 %n, ...) {
          %l = alloca [32 x i8], align 16
          call void @llvm.va_start.p0(ptr %l)
          %a = va_arg ptr %l, i32
          %b = va_arg ptr %l, i128
          call void @llvm.va_end.p0(ptr %l)
          ret i32 %a
        }
        declare void @llvm.va_start.p0(ptr)
        declare void @llvm.va_end.p0(ptr)";
    let text = printed(source);
    assert_lines(&text, &["func @f(v0: i32, v1: ptr, ...)", "store i32 48", "store i32 176"]);
    assert_lines(&text, &["store v1", "i32 = load", "offset", ", 15", "i128 = load"]);
    let arm = format!("target triple = \"aarch64-unknown-linux-gnu\"\n{source}");
    let module = read("test.ll", arm.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let program = lower(&module, LowerOptions::default()).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(program.target.va_list, VaListKind::AArch64);
    assert!(!program.to_string().contains("store i32 48"));
}

#[test]
fn atomics_run_one_after_the_other() {
    let text = printed(
        "define i1 @f(ptr %p, i32 %v) {
          %o = atomicrmw nand ptr %p, i32 %v seq_cst
          %c = cmpxchg ptr %p, i32 %o, i32 7 seq_cst seq_cst
          %b = extractvalue { i32, i1 } %c, 1
          fence seq_cst
          store atomic i32 %v, ptr %p release, align 4
          ret i1 %b
        }",
    );
    assert_lines(&text, &["load v0", "and", "xor", "store", "load v0", "icmp.eq", "select"]);
    assert_lines(&text, &["store v1, v0", "ret v"]);
}

#[test]
fn intrinsics() {
    let program = lowered(
        "declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
        declare i32 @llvm.ctlz.i32(i32, i1)
        declare i64 @llvm.fshl.i64(i64, i64, i64)
        declare double @llvm.sin.f64(double)
        declare float @llvm.fmuladd.f32(float, float, float)
        declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
        declare void @llvm.ubsantrap(i8)
        declare void @llvm.lifetime.start.p0(i64, ptr)
        declare i1 @llvm.is.fpclass.f64(double, i32)
        declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
        declare <2 x i32> @llvm.masked.load.v2i32.p0(ptr, i32, <2 x i1>, <2 x i32>)
        declare i32 @llvm.brand.new.i32(i32)
        @g = global [10 x i8] zeroinitializer
        define i32 @f(i32 %x, double %d, float %s, ptr %p, <4 x i32> %v, <2 x i1> %m) {
          %a = alloca [8 x i8]
          call void @llvm.lifetime.start.p0(i64 8, ptr %a)
          call void @llvm.lifetime.start.p0(i64 8, ptr %p)
          %o = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %x, i32 1)
          %z = call i32 @llvm.ctlz.i32(i32 %x, i1 true)
          %h = call i64 @llvm.fshl.i64(i64 1, i64 2, i64 3)
          %n = call double @llvm.sin.f64(double %d)
          %u = call float @llvm.fmuladd.f32(float %s, float %s, float %s)
          %k = call i64 @llvm.objectsize.i64.p0(ptr getelementptr (i8, ptr @g, i64 3), i1 0, i1 1, i1 0)
          %j = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 0, i1 1, i1 0)
          store i64 %k, ptr %p
          store i64 %j, ptr %p
          %c = call i1 @llvm.is.fpclass.f64(double %d, i32 516)
          %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
          %l = call <2 x i32> @llvm.masked.load.v2i32.p0(ptr %p, i32 4, <2 x i1> %m, <2 x i32> zeroinitializer)
          %w = call i32 @llvm.brand.new.i32(i32 %x)
          call void @llvm.ubsantrap(i8 4)
          unreachable
        }",
    );
    let text = program.to_string();
    let order =
        ["lifetime.start", "sadd.overflow", "ctlz", "funnel.l", "call @sin(", "fmul", "fadd"];
    assert_lines(&text, &order);
    assert_eq!(text.matches("lifetime.start").count(), 1);
    assert_lines(&text, &["store i64 7", "store i64 -1"]);
    assert_lines(&text, &["call @__pathweave_trap(4)", "unreachable", "declare @sin(f64) -> f64"]);
    assert_lines(&text, &["declare @__pathweave_trap(i32)", "noreturn"]);
    assert_eq!(unsupported(&program), ["call of `llvm.brand.new.i32`"]);
}

#[test]
fn inline_assembly_that_does_nothing() {
    let program = lowered(
        "define i32 @f(i32 %x) {
          call void asm sideeffect \"\", \"~{memory}\"()
          %y = call i32 asm \"\", \"=r,0\"(i32 %x)
          %z = call i32 asm \"bswap $0\", \"=r,0\"(i32 %y)
          ret i32 %y
        }",
    );
    assert_lines(&program.to_string(), &["ret v0"]);
    assert_eq!(unsupported(&program), ["inline assembly `bswap $0`"]);
}

#[test]
fn aliases_constructors_and_metadata() {
    let program = lowered(
        "@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [
          { i32, ptr, ptr } { i32 65535, ptr @late, ptr null },
          { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]
        @llvm.used = appending global [1 x ptr] [ptr @late], section \"llvm.metadata\"
        @a = global [4 x i32] zeroinitializer
        @b = alias i32, getelementptr ([4 x i32], ptr @a, i64 0, i64 1)
        @c = alias void (), ptr @late
        define internal void @late() { ret void }
        define internal void @early() {
          call void @c()
          ret void
        }
        define i32 @f() {
          %x = load i32, ptr @b
          ret i32 %x
        }",
    );
    let names = program.constructors.iter().map(|&f| program.functions[f].name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["early", "late"]);
    assert_eq!(program.globals.len(), 1);
    assert_lines(&program.to_string(), &["call @late()", "load @a+4"]);
}

#[test]
fn large_objects_cost_nothing() {
    let program = lowered(
        "@z = global [4611686018427387904 x i8] zeroinitializer
        @s = global { [1099511627776 x i8], i32 } { [1099511627776 x i8] zeroinitializer, i32 5 }
        define void @f(ptr %p) {
          %v = load [100000 x i64], ptr %p
          store [100000 x i64] %v, ptr %p
          ret void
        }",
    );
    let bytes = program.globals.values().filter_map(|g| g.init.as_ref()).map(|i| i.bytes.len());
    assert_eq!(bytes.sum::<usize>(), 0);
    assert_lines(&program.to_string(), &["at 1099511627776: i32 = i32 5"]);
    assert_eq!(unsupported(&program).len(), 2);
}

#[test]
fn exceptions_are_dropped() {
    let text = printed(
        "declare void @g()
        declare i32 @__gxx_personality_v0(...)
        define i32 @f() personality ptr @__gxx_personality_v0 {
          invoke void @g() to label %ok unwind label %bad
        ok:
          ret i32 1
        bad:
          %l = landingpad { ptr, i32 } cleanup
          resume { ptr, i32 } %l
        }",
    );
    assert_lines(&text, &["call @g()", "jump bb1", "ret 1"]);
    assert!(!text.contains("unsupported"), "{text}");
}

#[test]
fn other_targets_are_refused() {
    for (layout, word) in [("E-p:64:64", "big-endian"), ("e-p:32:32", "32-bit")] {
        let text = format!("target datalayout = \"{layout}\"\n@x = global i32 0");
        let module = read("x.ll", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        let error = lower(&module, LowerOptions::default()).err();
        assert!(error.is_some_and(|error| error.to_string().contains(word)));
    }
}

/// Modules that the reader lets through, or that it refuses itself: never a panic.
#[test]
fn nonsense_is_an_error() {
    let broken = [
        "define i32 @f(float %x) { %y = add float %x, %x ret i32 0 }",
        "define i32 @f(i1 %c) { br i1 %c, label %a, label %b\na: %x = add i32 1, 2 br label %b\nb: ret i32 %x }",
        "define i32 @f() { %x = add i32 %y, 1 %y = add i32 %x, 1 ret i32 %x }",
        "define i32 @f() { br label %b\nb: %x = phi i32 [ 1, %c ] ret i32 %x\nc: br label %b }",
        "define i32 @f() { br label %e\ne: br label %0 }",
        "define void @f(i32 %x) { store i32 1, i32 %x ret void }",
        "define i8 @f(i32 %x) { %y = zext i32 %x to i8 ret i8 %y }",
        "define i32 @f({ i32 } %x) { %y = extractvalue { i32 } %x, 4 ret i32 %y }",
        "define void @f(ptr %p) { %y = getelementptr { i32 }, ptr %p, i32 0, i32 9 ret void }",
        "@a = alias i32, ptr @b\n@b = alias i32, ptr @a",
        "declare void @g(i32)\ndefine void @f() { call void (i32, i32) @g(i32 1) ret void }",
        "define i32 @f() { switch ptr null, label %a []\na: ret i32 1 }",
        "define i32 @f() { ret i64 1 }",
        "@x = global [2 x i32] [i32 1]",
    ];
    for text in broken {
        let Ok(module) = read("test.ll", format!("{X86}{text}").as_bytes()) else { continue };
        match lower(&module, LowerOptions::default()) {
            Ok(program) => panic!("accepted: {text}\n{program}"),
            Err(error) => assert!(!error.message.is_empty()),
        }
    }
    let late = "define i32 @f() {\n %x = add i32 %y, 1\n %y = add i32 %x, 1\n ret i32 %x\n}";
    let error = try_lower(late).err().unwrap_or_else(|| panic!("accepted"));
    let message = "test.ll:4: in `f`: `%y` is used where it is not defined";
    assert_eq!(error.to_string(), message);
}

#[test]
fn places_names_and_types() {
    let text = include_str!("inputs/lower_debug.ll");
    let module = read("test.ll", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let directories = ["/src/project", "/src", "/elsewhere"];
    let paths = ["parse.c", "project/parse.c", "/src/project/parse.c"];
    for (directory, path) in directories.into_iter().zip(paths) {
        let options = LowerOptions { directory, ..LowerOptions::default() };
        let program = lower(&module, options).unwrap_or_else(|error| panic!("{error}"));
        let files: Vec<&str> = program.files.values().map(|file| file.path.as_str()).collect();
        assert_eq!(files, [path]);
    }
    let program = lower(&module, LowerOptions { library: &|_| true, directory: "" });
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    let outer = program.function("outer").map(|func| &program.functions[func]);
    let outer = outer.unwrap_or_else(|| panic!("no function"));
    assert_eq!(outer.source_name, "outer");
    assert!(outer.optimized);
    assert_eq!(outer.origin, pathweave_ir::Origin::Library);
    let params = outer.debug.as_ref().map(|debug| debug.params.iter().map(|p| p.name.as_str()));
    assert_eq!(params.into_iter().flatten().collect::<Vec<_>>(), ["node"]);
    let inlined = program.locs.values().filter(|loc| loc.inlined_at.is_some()).count();
    assert_eq!(inlined, 1);
    assert_lines(&program.to_string(), &["alloca 8 align 8 \"local\""]);
    assert_eq!(outer.signature.params, [Type::Ptr]);
    // The list's node points at itself.
    assert_lines(&program.to_string(), &["struct \"node\""]);
}

#[test]
fn without_a_prototype_the_first_call_tells_the_parameters() {
    let text = printed(
        "declare i32 @old(...)
        declare i32 @any(...)
        define i32 @kept(i32 %a, ptr %p) {
          ret i32 %a
        }
        define i32 @f(ptr %p) {
          %a = call i32 (ptr, i32, ...) @old(ptr %p, i32 7)
          %b = call i32 (i64, ...) @old(i64 7)
          %c = call i32 (...) @any(i32 1)
          %d = call i32 (i32, ...) @kept(i32 1)
          ret i32 %a
        }",
    );
    assert_lines(
        &text,
        &[
            "declare @old(ptr, i32) -> i32",
            // Of C23: it takes any arguments.
            "declare @any(ptr, ...) -> i32",
            "call @old(v0, 7)",
            "call.indirect @old(i64 7)",
            "variadic(i32 0)",
            "call.indirect @kept(i32 1)",
        ],
    );
}
