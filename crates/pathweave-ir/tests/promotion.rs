//! Promotion and clean-up keep a program's meaning, its decisions and its validity; joining keeps
//! its meaning and its validity.
//!
//! Random functions are run before and after by a small evaluator of integers and stack memory;
//! what must agree is how they end and which way each decision goes.

mod generate;

use generate::{Language, Random, add_random_function, empty_program};
use pathweave_bits::BitVec;
use pathweave_ir::*;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// A value: an integer, an address in a stack object, or undefined.
#[derive(Clone, Debug, PartialEq)]
enum Datum {
    Int(BitVec),
    Address(usize, i64),
    Undefined,
}

#[derive(Debug, PartialEq)]
enum End {
    Returned(Datum),
    UndefinedDecision,
    Fault,
    Unreachable,
    OutOfSteps,
}

/// How a run ended, and the decisions taken on the way.
type Outcome = (End, Vec<(Branch, usize)>);

struct Machine<'b> {
    body: &'b Body,
    values: Vec<Datum>,
    objects: Vec<Vec<Option<u8>>>,
}

fn run(body: &Body, args: [u32; 2]) -> Outcome {
    let values = vec![Datum::Undefined; body.values.len()];
    let mut machine = Machine { body, values, objects: vec![] };
    let mut block = body.entry();
    for (&param, arg) in body.blocks[block].params.iter().zip(args) {
        machine.values[param.index()] = Datum::Int(BitVec::from_u64(32, arg.into()));
    }
    let mut decisions = Vec::new();
    for _ in 0..200 {
        for &inst in &body.blocks[block].insts {
            if machine.step(&body.insts[inst]).is_none() {
                return (End::Fault, decisions);
            }
        }
        let terminator = &body.blocks[block].terminator;
        let outcome = match terminator {
            Terminator::Return(values) => {
                return (End::Returned(machine.get(values[0])), decisions);
            }
            Terminator::Unreachable => return (End::Unreachable, decisions),
            Terminator::Jump(_) => Some(0),
            Terminator::Branch { cond, .. } => {
                machine.int(*cond).map(|bits| usize::from(bits.is_zero()))
            }
            Terminator::Switch { value, cases, .. } => machine
                .int(*value)
                .map(|bits| cases.iter().position(|c| c.value == bits).unwrap_or(cases.len())),
            Terminator::IndirectJump { .. } => None,
        };
        let Some(outcome) = outcome else { return (End::UndefinedDecision, decisions) };
        decisions.extend(terminator.branch().map(|id| (id, outcome)));
        let target = terminator.targets().nth(outcome).expect("an outcome");
        let args: Vec<Datum> = target.args.iter().map(|&v| machine.get(v)).collect();
        block = target.block;
        for (&param, arg) in body.blocks[block].params.iter().zip(args) {
            machine.values[param.index()] = arg;
        }
    }
    (End::OutOfSteps, decisions)
}

impl Machine<'_> {
    fn get(&self, value: Value) -> Datum {
        match &self.body.values[value].def {
            ValueDef::Const(Constant::Int(bits)) => Datum::Int(bits.clone()),
            ValueDef::Const(_) => Datum::Undefined,
            _ => self.values[value.index()].clone(),
        }
    }

    fn int(&self, value: Value) -> Option<BitVec> {
        match self.get(value) {
            Datum::Int(bits) => Some(bits),
            _ => None,
        }
    }

    /// Executes an instruction; none is a fault.
    fn step(&mut self, data: &InstData) -> Option<()> {
        let ty = (data.results.count > 0).then(|| self.body.ty(data.results.first));
        let result = match data.kind {
            InstKind::Binary { op, lhs, rhs, .. } => self.arithmetic(op, lhs, rhs),
            InstKind::IntCompare { predicate, lhs, rhs } => self.compare(predicate, lhs, rhs),
            InstKind::Cast { op, arg } => {
                let width = ty?.bits();
                self.int(arg).map_or(Datum::Undefined, |bits| {
                    Datum::Int(match op {
                        CastOp::ZExt => bits.zero_extend(width),
                        _ => bits.sign_extend(width),
                    })
                })
            }
            InstKind::Select { cond, then, other } => match self.int(cond) {
                Some(cond) => self.get(if cond.is_zero() { other } else { then }),
                None => Datum::Undefined,
            },
            InstKind::Offset { base, displacement, .. } => {
                let Datum::Address(object, offset) = self.get(base) else { return None };
                Datum::Address(object, offset + displacement)
            }
            InstKind::Alloca { size, .. } => {
                let size = self.int(size)?.to_u64()? as usize;
                self.objects.push(vec![None; size]);
                Datum::Address(self.objects.len() - 1, 0)
            }
            InstKind::Load { addr, .. } => self.load(addr, ty?)?,
            InstKind::Store { addr, value, .. } => return self.store(addr, value),
            InstKind::MemSet { dst, byte, len } => {
                let byte = self.int(byte)?.to_u64()? as u8;
                let len = self.int(len)?.to_u64()? as usize;
                self.bytes(dst, len)?.fill(Some(byte));
                return Some(());
            }
            InstKind::Lifetime { addr, .. } => {
                let Datum::Address(object, _) = self.get(addr) else { return None };
                self.objects[object].fill(None);
                return Some(());
            }
            _ => return None,
        };
        self.values[data.results.first.index()] = result;
        Some(())
    }

    fn arithmetic(&self, op: BinaryOp, lhs: Value, rhs: Value) -> Datum {
        let (Some(a), Some(b)) = (self.int(lhs), self.int(rhs)) else { return Datum::Undefined };
        Datum::Int(match op {
            BinaryOp::Add => a.add(&b),
            BinaryOp::Sub => a.sub(&b),
            BinaryOp::Mul => a.mul(&b),
            BinaryOp::And => a.and(&b),
            BinaryOp::Or => a.or(&b),
            _ => a.xor(&b),
        })
    }

    fn compare(&self, predicate: IntPredicate, lhs: Value, rhs: Value) -> Datum {
        let (Some(a), Some(b)) = (self.int(lhs), self.int(rhs)) else { return Datum::Undefined };
        let holds = match predicate {
            IntPredicate::Eq => a == b,
            IntPredicate::Ne => a != b,
            IntPredicate::Ult => a.ult(&b),
            IntPredicate::Ule => a.ule(&b),
            IntPredicate::Ugt => b.ult(&a),
            IntPredicate::Uge => b.ule(&a),
            IntPredicate::Slt => a.slt(&b),
            IntPredicate::Sle => a.sle(&b),
            IntPredicate::Sgt => b.slt(&a),
            IntPredicate::Sge => b.sle(&a),
        };
        Datum::Int(BitVec::from_bool(holds))
    }

    fn bytes(&mut self, addr: Value, len: usize) -> Option<&mut [Option<u8>]> {
        let Datum::Address(object, offset) = self.get(addr) else { return None };
        let from = usize::try_from(offset).ok()?;
        self.objects[object].get_mut(from..from + len)
    }

    fn load(&mut self, addr: Value, ty: Type) -> Option<Datum> {
        let bytes = self.bytes(addr, ty.bytes() as usize)?;
        let mut bits = 0u64;
        for byte in bytes.iter().rev() {
            let Some(byte) = byte else { return Some(Datum::Undefined) };
            bits = bits << 8 | u64::from(*byte);
        }
        Some(Datum::Int(BitVec::from_u64(ty.bits(), bits)))
    }

    fn store(&mut self, addr: Value, value: Value) -> Option<()> {
        let stored = match self.get(value) {
            Datum::Int(bits) => Some(bits.low_u64()),
            _ => None,
        };
        let len = self.body.ty(value).bytes() as usize;
        for (index, byte) in self.bytes(addr, len)?.iter_mut().enumerate() {
            *byte = stored.map(|bits| (bits >> (8 * index)) as u8);
        }
        Some(())
    }
}

fn branch_ids(body: &Body) -> Vec<Option<Branch>> {
    body.blocks.values().map(|b| b.terminator.branch()).collect()
}

fn count_insts(body: &Body) -> usize {
    body.blocks.values().map(|b| b.insts.len()).sum()
}

#[test]
fn runs_agree_before_and_after() {
    let (mut before_count, mut after_count, mut returned) = (0, 0, 0);
    for seed in 0..3000 {
        let mut random = Random(seed);
        let mut program = empty_program();
        let func = add_random_function(&mut program, &mut random, Language::Evaluable, "f");
        verify(&program).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{program}"));
        let before = program.functions[func].body.clone().expect("defined");

        type Pass = (&'static str, fn(&mut Body));
        let passes: [Pass; 3] =
            [("promote", promote), ("simplify", simplify), ("compact", Body::compact)];
        for (name, pass) in passes {
            pass(program.functions[func].body.as_mut().expect("defined"));
            let after = program.functions[func].body.as_ref().expect("defined");
            if let Err(errors) = verify(&program) {
                panic!("seed {seed}: after {name}: {errors}\n{program}");
            }
            assert_eq!(branch_ids(&before), branch_ids(after), "seed {seed}: after {name}");
            for args in [[0, 0], [1, 200], [u32::MAX, 7], [100, 100]] {
                let expected = run(&before, args);
                returned += usize::from(matches!(expected.0, End::Returned(_)));
                let text = || print_function(&program, func);
                assert_eq!(expected, run(after, args), "seed {seed}: after {name}\n{}", text());
            }
        }
        let after = program.functions[func].body.as_ref().expect("defined");
        assert!(after.is_compact());
        before_count += count_insts(&before);
        after_count += count_insts(after);
    }
    // The test is worth something only if much is promoted and many runs get through.
    assert!(after_count * 3 < before_count * 2, "{after_count} of {before_count}");
    assert!(returned > 1000, "{returned}");
}

#[test]
fn joined_runs_return_the_same() {
    let (mut joined, mut returned) = (0, 0);
    for seed in 0..3000 {
        let mut random = Random(seed);
        let mut program = empty_program();
        let func = add_random_function(&mut program, &mut random, Language::Evaluable, "f");
        optimize(&mut program);
        let before = program.functions[func].body.clone().expect("defined");
        joined += join(&mut program, &BTreeSet::new(), false);
        if let Err(errors) = verify(&program) {
            panic!("seed {seed}: {errors}\n{program}");
        }
        let after = program.functions[func].body.as_ref().expect("defined");
        for args in [[0, 0], [1, 200], [u32::MAX, 7], [100, 100], [3, 2]] {
            let (expected, _) = run(&before, args);
            // A run that ends in a finding may go on.
            if matches!(expected, End::Returned(_)) {
                returned += 1;
                let text = || print_function(&program, func);
                assert_eq!(expected, run(after, args).0, "seed {seed}\n{}", text());
            }
        }
    }
    assert!(joined > 1000 && returned > 1000, "{joined} joined, {returned} returned");
}

/// The function `f` of a program after joining, and how many decisions went.
fn joined(text: &str) -> (String, usize) {
    let mut program = parse(text).expect("valid");
    verify(&program).unwrap_or_else(|e| panic!("{e}"));
    let count = join(&mut program, &BTreeSet::new(), false);
    verify(&program).unwrap_or_else(|e| panic!("{e}\n{program}"));
    (print_function(&program, program.function("f").expect("there")), count)
}

#[test]
fn a_pure_diamond_becomes_a_select() {
    let text = r#"
func @f(v0: i32) -> i32 {
bb0:
  v1: i1 = icmp.slt v0, i32 0
  br v1, bb1, bb2 !br0
bb1:
  v2: i32 = sub.nsw 0, v0
  jump bb3(v2)
bb2:
  jump bb3(v0)
bb3(v3: i32):
  ret v3
}
"#;
    let (after, count) = joined(text);
    assert_eq!(count, 1);
    assert!(after.contains("select v2, v3, v0"), "{after}");
    // A promise about a side that is not taken is none.
    assert!(after.contains("sub 0, v0"), "{after}");
}

#[test]
fn both_conditions_become_one_decision() {
    let text = r#"
declare @use()
func @f(v0: i32, v1: i32) {
bb0:
  v2: i1 = icmp.slt v0, i32 5
  br v2, bb1, bb3 !br0
bb1:
  v3: i1 = icmp.slt v1, i32 7
  br v3, bb2, bb3 !br1
bb2:
  call @use()
  jump bb3
bb3:
  ret
}
"#;
    let (after, count) = joined(text);
    assert_eq!(count, 1);
    assert!(after.contains("select v3, v5, false"), "{after}");
    assert!(after.contains("call @use()"), "{after}");
}

#[test]
fn what_may_fail_or_has_an_effect_is_not_done_needlessly() {
    let sides = [
        "v2: i32 = sdiv 7, v0",
        "v2: i32 = shl 7, v0",
        "v2: i32 = load v1 align 4",
        "v3: ptr = offset @table, 4\n  v2: i32 = load v3 align 4",
        "store i32 7, v1 align 4\n  v2: i32 = add v0, 1",
        "call @use()\n  v2: i32 = add v0, 1",
    ];
    for side in sides {
        let text = format!(
            r#"
global @table internal size 4 align 4 {{}}
declare @use()
func @f(v0: i32, v1: ptr) -> i32 {{
bb0:
  v4: i1 = icmp.ne v0, i32 0
  br v4, bb1, bb2(0) !br0
bb1:
  {side}
  jump bb2(v2)
bb2(v5: i32):
  ret v5
}}
"#
        );
        let (_, count) = joined(&text);
        assert_eq!(count, 0, "{side}");
    }
}

#[test]
fn passes_keep_every_kind_of_instruction_valid() {
    for seed in 0..300 {
        let mut random = Random(seed);
        let mut program = empty_program();
        add_random_function(&mut program, &mut random, Language::Full, "f");
        verify(&program).expect("valid");
        optimize(&mut program);
        verify(&program).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{program}"));
        let text = program.to_string();
        assert!(parse(&text).expect("valid") == program, "seed {seed}");
    }
}

fn optimized(text: &str) -> String {
    let mut program = parse(text).expect("valid");
    verify(&program).unwrap_or_else(|e| panic!("{e}"));
    optimize(&mut program);
    verify(&program).unwrap_or_else(|e| panic!("{e}\n{program}"));
    print_function(&program, program.function("f").expect("there"))
}

#[test]
fn a_loop_counter_becomes_a_block_parameter() {
    let text = r#"
func @f(v0: i32) -> i32 {
bb0:
  v1: ptr = alloca 4 align 4
  store i32 0, v1 align 4
  jump bb1
bb1:
  v2: i32 = load v1 align 4
  v3: i1 = icmp.slt v2, v0
  br v3, bb2, bb3 !br0
bb2:
  v4: i32 = load v1 align 4
  v5: i32 = add.nsw v4, 1
  store v5, v1 align 4
  jump bb1
bb3:
  v6: i32 = load v1 align 4
  ret v6
}
"#;
    let expected = "func @f(v0: i32) -> i32 {\n\
                    bb0:\n\
                    \x20 jump bb1(0)\n\
                    bb1(v2: i32):\n\
                    \x20 v3: i1 = icmp.slt v2, v0\n\
                    \x20 br v3, bb2, bb3 !br0\n\
                    bb2:\n\
                    \x20 v5: i32 = add.nsw v2, 1\n\
                    \x20 jump bb1(v5)\n\
                    bb3:\n\
                    \x20 ret v2\n\
                    }\n";
    assert_eq!(optimized(text), expected);
}

#[test]
fn structures_fall_into_pieces_and_types_are_converted() {
    let text = r#"
declare @use(ptr)
func @f(v0: ptr, v1: f32) -> i64, i32, i64 {
bb0:
  v2: ptr = alloca 24 align 8
  fill v2, 0, 24
  store v0, v2 align 8
  v3: ptr = offset v2, 8 inbounds
  store v1, v3 align 4
  v4: i64 = load v2 align 8
  v5: i32 = load v3 align 4
  v6: ptr = offset v2, 2 * 8 inbounds
  v7: i64 = load v6 align 8
  ret v4, v5, v7
}
"#;
    let expected = "func @f(v0: ptr, v1: f32) -> i64, i32, i64 {\n\
                    bb0:\n\
                    \x20 v2: i32 = bitcast v1\n\
                    \x20 v3: i64 = ptrtoint v0\n\
                    \x20 ret v3, v2, 0\n\
                    }\n";
    assert_eq!(optimized(text), expected);
}

#[test]
fn what_can_be_a_finding_stays() {
    let kept = [
        "  v2: ptr = offset v1, 4\n  v3: i32 = load v2 align 4\n",
        "  v2: i32 = load v1 align 4 volatile\n",
        "  v2: i64 = load v1 align 4\n",
        "  v2: i32 = load v1 align 4\n  v3: i32 = sdiv v0, v2\n",
        "  v2: i32 = load v1 align 4\n  v3: i32 = shl v0, v2\n",
        "  v2: i32 = load v1 align 4\n  v3: i32 = add.nsw v0, v2\n",
        "  call @use(v1)\n",
    ];
    for lines in kept {
        let text = format!(
            "declare @use(ptr)\n\
             func @f(v0: i32) {{\nbb0:\n  v1: ptr = alloca 4 align 4\n{lines}  ret\n}}\n"
        );
        let after = optimized(&text);
        let last = lines.trim_end().lines().last().expect("a line").trim();
        let word = last.split(' ').nth(if last.starts_with('v') { 3 } else { 0 }).expect("a word");
        assert!(after.contains(word), "{text}\n{after}");
    }
}

#[test]
fn nothing_is_promoted_across_setjmp() {
    let text = |name: &str| {
        format!(
            "declare @{name}(ptr) -> i32\n\
             func @f(v0: ptr) -> i32 {{\nbb0:\n  v1: ptr = alloca 4 align 4\n\
             \x20 v2: i32 = call @{name}(v0)\n  v3: i32 = load v1 align 4\n  ret v3\n}}\n"
        )
    };
    assert!(optimized(&text("_setjmp")).contains("alloca"));
    assert!(!optimized(&text("other")).contains("alloca"));
}

/// A function with `count` diamonds in one loop, over many slots.
fn large_function(count: usize, slots: usize) -> String {
    use std::fmt::Write;
    let mut text = String::from("func @f(v0: i32) -> i32 {\nbb0:\n");
    let mut value = 1 + slots;
    for slot in 0..slots {
        writeln!(
            text,
            "  v{}: ptr = alloca 4 align 4\n  store i32 {slot}, v{} align 4",
            1 + slot,
            1 + slot
        )
        .unwrap();
    }
    writeln!(text, "  jump bb1").unwrap();
    for index in 0..count {
        let (at, head) = (1 + index % slots, 1 + index * 3);
        let next = if index + 1 == count { 1 } else { head + 3 };
        let (a, b, c, d) = (value, value + 1, value + 2, value + 3);
        value += 4;
        writeln!(text, "bb{head}:\n  v{a}: i32 = load v{at} align 4").unwrap();
        writeln!(text, "  v{b}: i1 = icmp.slt v{a}, v0").unwrap();
        writeln!(text, "  br v{b}, bb{}, bb{} !br{}", head + 1, head + 2, 2 * index).unwrap();
        writeln!(text, "bb{}:\n  v{c}: i32 = load v{at} align 4", head + 1).unwrap();
        writeln!(text, "  v{d}: i32 = add v{c}, 1\n  store v{d}, v{at} align 4").unwrap();
        writeln!(text, "  jump bb{}", head + 2).unwrap();
        let leave = 1 + count * 3;
        writeln!(text, "bb{}:\n  br v{b}, bb{next}, bb{leave} !br{}", head + 2, 2 * index + 1)
            .unwrap();
    }
    writeln!(text, "bb{}:\n  v{value}: i32 = load v1 align 4\n  ret v{value}\n}}", 1 + count * 3)
        .unwrap();
    text
}

#[test]
fn large_functions_are_quick() {
    for slots in [1, 300] {
        let text = large_function(7000, slots);
        let mut program = parse(&text).expect("valid");
        let started = Instant::now();
        optimize(&mut program);
        let took = started.elapsed();
        let started = Instant::now();
        verify(&program).expect("valid");
        let verified = started.elapsed();
        let bound = Duration::from_secs(5);
        assert!(took < bound && verified < bound, "{slots} slots: {took:?}, verified {verified:?}");
    }
}
