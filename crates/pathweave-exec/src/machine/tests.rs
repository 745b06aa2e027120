//! The machine on programs in the IR's text form: modes against each other, hooks, limits, stops.

use super::*;
use crate::hook::{CallDecision, EnterAll};
use crate::host::QuietHost;
use crate::image::Checks;
use pathweave_ir::Func;
use pathweave_report::BugKind;
use std::fmt::Write;
use std::sync::Arc;

fn image(text: &str) -> Image {
    let program = pathweave_ir::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    pathweave_ir::verify(&program).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Image::new(program, Checks::default()).expect("small enough")
}

fn machine<H: CallHook>(image: &Image, hook: H, limits: Limits) -> Machine<'_, H> {
    let mut machine =
        Machine::new(image, hook, Box::new(QuietHost::new(None, Arc::default())), limits);
    let main = image.program.function("main").expect("there is a main");
    machine.start_main(main, &[b"test".to_vec()], &[]).expect("main starts");
    machine
}

fn run(text: &str) -> Stop {
    let image = image(text);
    machine(&image, EnterAll, Limits::default()).run_to_stop()
}

fn bug(stop: &Stop) -> Option<BugKind> {
    match stop {
        Stop::Finding(finding) => Some(finding.kind),
        _ => None,
    }
}

/// Runs with every operation that has one done the general way.
fn run_generally(image: &Image) -> Stop {
    let mut machine = machine(image, EnterAll, Limits::default());
    loop {
        let quick = matches!(
            machine.current_op(),
            Op::Move { .. } | Op::Jump { .. } | Op::Call { .. } | Op::Return { .. }
        );
        let step = if quick {
            machine.fuel = 1;
            machine.advance()
        } else {
            machine.general()
        };
        if let Err(stop) = step {
            return stop;
        }
    }
}

/// Runs with the outermost frame shadowed from the start.
fn run_shadowed(image: &Image) -> Stop {
    let mut machine = machine(image, EnterAll, Limits::default());
    machine.state.start_shadow();
    machine.run_to_stop()
}

/// A small generator of numbers; tests must repeat.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// A straight-line function over all plain integer operators and widths, whose result mixes all
/// values it computed.
fn random_program(seed: u64) -> String {
    let mut dice = Dice(seed);
    let mut text = String::from("func @main() -> i32 {\nbb0:\n  v0: ptr = alloca 64 align 16\n");
    let mut values: Vec<(String, u32)> = Vec::new();
    let mut next = 1;
    let mut line = |text: &mut String, body: &str, width: u32| {
        let name = format!("v{next}");
        next += 1;
        writeln!(text, "  {name}: i{width} = {body}").expect("strings grow");
        name
    };
    let widths = [1, 7, 8, 16, 31, 32, 33, 63, 64, 65, 128];
    for &width in &widths {
        for _ in 0..2 {
            let constant = dice.roll(1 << 30) as i64 - (1 << 29);
            let wrapped = if width < 32 { constant & ((1 << (width - 1)) - 1) } else { constant };
            let name = line(&mut text, &format!("add {wrapped}, 0"), width);
            values.push((name, width));
        }
    }
    for _ in 0..60 {
        let (a, width) = values[dice.roll(values.len() as u64) as usize].clone();
        let same: Vec<String> =
            values.iter().filter(|v| v.1 == width).map(|v| v.0.clone()).collect();
        let b = same[dice.roll(same.len() as u64) as usize].clone();
        let amount = dice.roll(u64::from(width));
        let (body, result) = match dice.roll(14) {
            0 => (format!("add {a}, {b}"), width),
            1 => (format!("sub {a}, {b}"), width),
            2 => (format!("mul {a}, {b}"), width),
            3 => (format!("and {a}, {b}"), width),
            4 => (format!("or {a}, {b}"), width),
            5 => (format!("xor {a}, {b}"), width),
            6 => (format!("{} {a}, {amount}", ["shl", "lshr", "ashr"][amount as usize % 3]), width),
            7 if width > 2 => {
                let divisor = 1 + dice.roll(if width > 3 { 3 } else { 1 });
                let op = ["udiv", "urem", "sdiv", "srem"][amount as usize % 4];
                (format!("{op} {a}, {divisor}"), width)
            }
            8 => {
                let predicates =
                    ["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"];
                (format!("icmp.{} {a}, {b}", predicates[dice.roll(10) as usize]), 1)
            }
            9 if width > 1 => (format!("trunc {a}"), 1 + dice.roll(u64::from(width) - 1) as u32),
            10 => (format!("zext {a}"), width + 1 + dice.roll(20) as u32),
            11 => (format!("sext {a}"), width + 1 + dice.roll(20) as u32),
            12 => {
                let conditions: Vec<&(String, u32)> = values.iter().filter(|v| v.1 == 1).collect();
                let condition = &conditions[dice.roll(conditions.len() as u64) as usize].0;
                (format!("select {condition}, {a}, {b}"), width)
            }
            _ => {
                writeln!(text, "  store {a}, v0 align 1").expect("strings grow");
                ("load v0 align 1".to_owned(), width)
            }
        };
        let name = line(&mut text, &body, result);
        values.push((name, result));
    }
    let mut mixed = line(&mut text, "add 0, 0", 32);
    for (value, width) in values {
        let narrow = match width.cmp(&32) {
            std::cmp::Ordering::Less => line(&mut text, &format!("zext {value}"), 32),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => line(&mut text, &format!("trunc {value}"), 32),
        };
        let scaled = line(&mut text, &format!("mul {mixed}, 31"), 32);
        mixed = line(&mut text, &format!("xor {scaled}, {narrow}"), 32);
    }
    writeln!(text, "  ret {mixed}\n}}").expect("strings grow");
    text
}

#[test]
fn quick_shadowed_and_general_execution_agree() {
    for seed in 0..400 {
        let text = random_program(seed);
        let image = image(&text);
        let quick = machine(&image, EnterAll, Limits::default()).run_to_stop();
        assert!(matches!(quick, Stop::Exit(_)), "{quick:?}\n{text}");
        assert_eq!(quick, run_shadowed(&image), "shadowed, seed {seed}\n{text}");
        assert_eq!(quick, run_generally(&image), "general, seed {seed}\n{text}");
    }
}

const CALLS: &str = "
func @twice(v0: i32) -> i32 {
bb0:
  v1: i32 = add v0, v0
  ret v1
}
func @main() -> i32 {
bb0:
  v0: i32 = call @twice(20)
  v1: i32 = add v0, 2
  ret v1
}";

/// Answers for one function and counts what it is asked.
struct Answers {
    func: Func,
    asked: Vec<Vec<u64>>,
}

impl CallHook for Answers {
    fn enters(&mut self, func: Func) -> bool {
        func != self.func
    }
    fn decide(&mut self, _: Func, args: &[u64]) -> CallDecision {
        self.asked.push(args.to_vec());
        CallDecision::Return(vec![7])
    }
}

#[test]
fn a_hook_answers_for_a_function() {
    let image = image(CALLS);
    assert_eq!(machine(&image, EnterAll, Limits::default()).run_to_stop(), Stop::Exit(42));
    let func = image.program.function("twice").expect("there is one");
    let mut machine = machine(&image, Answers { func, asked: Vec::new() }, Limits::default());
    assert_eq!(machine.run_to_stop(), Stop::Exit(9));
    assert_eq!(machine.hook.asked, [[20]]);
}

#[test]
fn budgets_end_a_run() {
    let endless = image("func @main() -> i32 {\nbb0:\n  jump bb1\nbb1:\n  jump bb1\n}");
    let limits = Limits { instructions: Some(1000), ..Limits::default() };
    let mut spinning = machine(&endless, EnterAll, limits);
    assert_eq!(spinning.run_to_stop(), Stop::Exhausted(Exhausted::Instructions(1000)));
    assert_eq!(spinning.state.instructions, 1000);
    let deep = image("func @main() -> i32 {\nbb0:\n  v0: i32 = call @main()\n  ret v0\n}");
    let limits = Limits { stack_depth: 50, ..Limits::default() };
    let stop = machine(&deep, EnterAll, limits).run_to_stop();
    assert_eq!(stop, Stop::Exhausted(Exhausted::StackDepth(50)));
}

#[test]
fn undefined_values_travel_and_are_found_where_they_decide() {
    let branch = |cond: &str| {
        format!(
            "func @id(v0: i32) -> i32 {{\nbb0:\n  ret v0\n}}\n\
             func @main() -> i32 {{\nbb0:\n  v0: ptr = alloca 4 align 4\n  v1: i32 = load v0 align 4\n  \
             v2: i32 = call @id(v1)\n  v3: i32 = {cond}\n  v4: i1 = icmp.eq v3, i32 0\n  \
             br v4, bb1, bb2 !br0\nbb1:\n  ret 1\nbb2:\n  ret 2\n}}"
        )
    };
    assert_eq!(bug(&run(&branch("add v2, 1"))), Some(BugKind::UninitializedRead));
    assert_eq!(run(&branch("and v2, 0")), Stop::Exit(1));
    assert_eq!(run(&branch("or v2, 4")), Stop::Exit(2));
}

#[test]
fn a_fork_goes_its_own_way() {
    let image = image(
        "global @g size 4 align 4 {\n  bytes \"\\01\\00\\00\\00\"\n}\n\
         func @bump() -> i32 {\nbb0:\n  v0: i32 = load @g align 4\n  v1: i32 = add v0, 1\n  \
         store v1, @g align 4\n  ret v1\n}\n\
         func @main() -> i32 {\nbb0:\n  v0: i32 = call @bump()\n  v1: i32 = call @bump()\n  ret v1\n}",
    );
    let mut first = machine(&image, EnterAll, Limits::default());
    let saved = first.state.clone();
    assert_eq!(first.run_to_stop(), Stop::Exit(3));
    first.state = saved;
    assert_eq!(first.run_to_stop(), Stop::Exit(3));
}

#[test]
fn a_call_through_an_undefined_pointer_is_a_finding() {
    let stop = run("func @main() -> i32 {\nbb0:\n  v0: ptr = alloca 8 align 8\n  \
         v1: ptr = load v0 align 8\n  v2: i32 = call.indirect v1()\n  ret v2\n}");
    assert_eq!(bug(&stop), Some(BugKind::UninitializedRead));
}
