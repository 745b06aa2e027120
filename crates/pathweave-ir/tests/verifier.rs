//! The verifier accepts what is right, names what is wrong, and survives anything.

mod generate;

use generate::{Language, Random, add_random_function, empty_program};
use pathweave_ir::*;

/// What the verifier says about a body of these lines (parameters `v0: i32`, `v1: ptr`, result
/// `i32`), or nothing.
fn complaint(lines: &str) -> String {
    let text = format!(
        "global @g size 4 align 4\n\
         declare @two(i32, ptr) -> i32, i1\n\
         declare @print(ptr, ptr, ...)\n\
         func @f(v0: i32, v1: ptr) -> i32 {{\nbb0:\n{lines}}}\n"
    );
    let program = parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    verify(&program).err().map(|e| e.to_string()).unwrap_or_default()
}

#[test]
fn what_is_right_is_accepted() {
    let right = [
        "  ret v0\n",
        "  v2: i32, v3: i1 = call @two(v0, null)\n  ret v2\n",
        // Unprototyped calls may pass too few or too many arguments.
        "  v2: i32, v3: i1 = call @two(v0)\n  ret v2\n",
        "  v2: i32, v3: i1 = call @two(v0, v1, i64 3)\n  ret v2\n",
        "  call @print(v1, v1) variadic(i32 0)\n  ret 0\n",
        // Whatever stands in unreachable blocks need not be dominated.
        "  ret v0\nbb1:\n  ret v2\nbb2:\n  v2: i32 = add v0, 1\n  unreachable\n",
        "  v2: f32 = bitcast v0\n  v3: f64 = fpext v2\n  v4: i32 = fptosi v3\n  ret v4\n",
        "  switch i32 v0 [1: bb1, -1: bb1], bb2(v0) !br0\nbb1:\n  ret 0\nbb2(v2: i32):\n  ret v2\n",
    ];
    for lines in right {
        assert_eq!(complaint(lines), "", "{lines}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    let wrong = [
        ("  ret v1\n", "v1 is ptr instead of i32"),
        ("  ret\n", "returns 0 values instead of 1"),
        ("  v2: i32 = add v0, i64 1\n  ret v2\n", "is i64 instead of i32"),
        ("  v2: i64 = add v0, i32 1\n  ret v0\n", "results [i64] instead of [i32]"),
        ("  v2: i32 = fadd v0, v0\n  ret v0\n", "i32 instead of a floating-point number"),
        ("  v2: i64 = trunc v0\n  ret v0\n", "trunc from i32 to i64"),
        ("  v2: f64 = bitcast v0\n  ret v0\n", "bitcast from i32 to f64"),
        ("  v2: i64 = bitcast v1\n  ret v0\n", "bitcast from ptr to i64"),
        ("  v2: i8 = bswap i8 1\n  ret v0\n", "bswap of i8"),
        ("  v2: i32 = load v0 align 4\n  ret v2\n", "v0 is i32 instead of ptr"),
        ("  v2: ptr = alloca v0 align 4\n  ret v0\n", "v0 is i32 instead of i64"),
        ("  fill v1, v0, 4\n  ret v0\n", "v0 is i32 instead of i8"),
        ("  v2: i32 = call @two(v0, v1)\n  ret v2\n", "results [i32] instead of [i32, i1]"),
        ("  v2: i32, v3: i1 = call @two(v1)\n  ret v2\n", "v1 is ptr instead of i32"),
        ("  v2: i32 = select v0, v0, v0\n  ret v2\n", "v0 is i32 instead of i1"),
        ("  v2: i32 = add v3, 1\n  v3: i32 = add v2, 1\n  ret v2\n", "is not defined here"),
        ("  jump bb1\nbb1:\n  jump bb0\n", "jumps to the entry block"),
        ("  jump bb1(v0)\nbb1:\n  ret v0\n", "1 arguments for the 0 parameters of bb1"),
        ("  jump bb1(v1)\nbb1(v2: i32):\n  ret v0\n", "v1 is ptr instead of i32"),
        ("  switch i32 v0 [1: bb1, 1: bb1], bb1 !br0\nbb1:\n  ret 0\n", "case 1 stands twice"),
        (
            "  br true, bb1, bb2 !br0\nbb1:\n  v2: i32 = add v0, 1\n  jump bb2\nbb2:\n  ret v2\n",
            "is not defined here",
        ),
    ];
    for (lines, expected) in wrong {
        let found = complaint(lines);
        assert!(found.contains(expected), "{lines}\n{found}");
        assert!(found.starts_with("function @f, bb"), "{found}");
    }
    let found = complaint("  v2: i64 = trunc v0\n  ret v0\n");
    assert_eq!(found, "function @f, bb0, `v2: i64 = trunc v0`: trunc from i32 to i64");
}

#[test]
fn decisions_are_checked() {
    let text = "func @f(v0: i1) {\n  branch br0 3\nbb0:\n  br v0, bb1, bb1 !br0\nbb1:\n  ret\n}\n";
    let program = parse(text).expect("read");
    let found = verify(&program).expect_err("outcomes").to_string();
    assert!(found.ends_with("2 outcomes, but br0 has 3"), "{found}");

    let text = "func @f(v0: i1) {\nbb0:\n  br v0, bb1, bb1 !br0\nbb1:\n  br v0, bb2, bb2 !br1\n\
                bb2:\n  ret\n}\n";
    let mut program = parse(text).expect("read");
    let body = program.functions.values_mut().next().and_then(|f| f.body.as_mut()).expect("one");
    let first = body.blocks[Block::from_index(0)].terminator.clone();
    body.blocks[Block::from_index(1)].terminator = first;
    let found = verify(&program).expect_err("twice").to_string();
    assert!(found.contains("br0 is used twice"), "{found}");
}

#[test]
fn globals_are_checked() {
    let wrong = [
        ("global @g size 1 align 1 {\n  bytes \"ab\"\n}\n", "2 initial bytes in an object of 1"),
        ("global @g size 8 align 1 {\n  at 4: ptr = @g\n}\n", "reaches outside"),
        ("global @g size 8 align 1 {\n  at 0: i32 = @g\n}\n", "64 bits written as i32"),
        (
            "global @g size 16 align 1 {\n  at 4: ptr = @g\n  at 0: ptr = @g\n}\n",
            "overlaps or is out of order",
        ),
        ("global @g size 8 align 1 type dt3\n", "no such debug type"),
        ("loc loc1 file3:1:1\n", "no such file"),
        ("type dt0 pointer dt9\n", "no debug type dt9"),
    ];
    for (text, expected) in wrong {
        let program = parse(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let found = verify(&program).expect_err(text).to_string();
        assert!(found.contains(expected), "{text}\n{found}");
    }
    let mut program = empty_program();
    let twin = program.globals.values().next().expect("one").clone();
    program.globals.push(twin);
    assert!(verify(&program).expect_err("twice").to_string().contains("the name is taken"));
}

/// A handle that is often out of range.
fn wild<K: Entity>(random: &mut Random) -> K {
    let bound = random.pick(&[3, 12, 40, u32::MAX as usize]);
    K::from_index(random.below(bound))
}

/// Puts a handle, type or count somewhere where it may not belong.
fn scramble(random: &mut Random, body: &mut Body) {
    let block: Block = Block::from_index(random.below(body.blocks.len()));
    let inst = Inst::from_index(random.below(body.insts.len().max(1)));
    let value = Value::from_index(random.below(body.values.len()));
    match random.below(10) {
        0 => body.blocks[block].params.push(wild(random)),
        1 => body.blocks[block].insts.push(wild(random)),
        2 => body.blocks[block].terminator_loc = wild(random),
        3 => body.blocks[block].terminator.map_uses(|_| wild(random)),
        4 => {
            for target in body.blocks[block].terminator.targets_mut() {
                target.block = wild(random);
            }
        }
        5 => body.values[value].ty = random.pick(&[Type::Int(0), Type::Ptr, Type::F32, Type::I64]),
        6 => body.values[value].def = ValueDef::Inst(wild(random), random.next() as u32),
        7 => body.values[value].def = ValueDef::Param(wild(random), random.next() as u32),
        8 => {
            let address = match random.below(3) {
                0 => Constant::GlobalAddr(wild(random), 0),
                1 => Constant::FuncAddr(wild(random), 0),
                _ => Constant::BlockAddr(wild(random), wild(random)),
            };
            body.values[value].def = ValueDef::Const(address);
        }
        _ if body.insts.is_empty() => {}
        _ => {
            let data = &mut body.insts[inst];
            match random.below(3) {
                0 => data.kind.map_uses(|_| wild(random)),
                1 => {
                    data.results = Results { first: wild(random), count: random.next() as u32 % 5 }
                }
                _ => data.results.count = random.next() as u32,
            }
        }
    }
}

#[test]
fn scrambled_programs_cause_no_panic() {
    let mut refused = 0;
    for seed in 0..3000 {
        let mut random = Random(seed);
        let mut program = empty_program();
        let func = add_random_function(&mut program, &mut random, Language::Full, "f");
        let body = program.functions[func].body.as_mut().expect("defined");
        for _ in 0..1 + random.below(3) {
            scramble(&mut random, body);
        }
        refused += usize::from(verify(&program).is_err());
        let _ = program.to_string();
    }
    assert!(refused > 1500, "{refused}");
}
