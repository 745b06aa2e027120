//! Broken input: ten thousand mutations of real files give a message or a module, never a panic,
//! and nothing takes long. What is read is then also lowered, verified, promoted, linked,
//! laid out and looked up.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use pathweave_llvm::ast::{MdId, Module, TypeId};
use pathweave_llvm::debug::DebugInfo;
use pathweave_llvm::link::link;
use pathweave_llvm::{LowerOptions, lower, read};

const COUNT: u64 = 10_000;
const SLOW: Duration = Duration::from_secs(20);

const INPUTS: [(&str, &str); 6] = [
    ("clang-14-O0", include_str!("inputs/clang-14-O0.ll")),
    ("clang-16-O1", include_str!("inputs/clang-16-O1.ll")),
    ("clang-19-O2", include_str!("inputs/clang-19-O2.ll")),
    ("clang-22-O2", include_str!("inputs/clang-22-O2.ll")),
    ("exceptions", include_str!("inputs/exceptions.ll")),
    ("syntax", include_str!("inputs/syntax.ll")),
];

/// A small generator, the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

/// The places of words, numbers and single signs.
fn tokens(text: &[u8]) -> Vec<(usize, usize)> {
    let word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'%' | b'@' | b'!');
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        while at < text.len() && word(text[at]) {
            at += 1;
        }
        if at == start {
            at += 1;
        }
        if !text[start].is_ascii_whitespace() {
            out.push((start, at));
        }
    }
    out
}

fn lines(text: &[u8]) -> Vec<(usize, usize)> {
    let mut start = 0;
    let ends = text.iter().enumerate().filter(|(_, b)| **b == b'\n');
    ends.map(|(at, _)| (std::mem::replace(&mut start, at + 1), at + 1)).collect()
}

/// Words that are more likely to lead somewhere than random bytes.
const WORDS: [&str; 24] = [
    "i32",
    "ptr",
    "void",
    "label",
    "metadata",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "null",
    "i8388608",
    "99999999999",
    "4294967295",
    "-1",
    "zeroinitializer",
    "%0",
    "@f",
    "!0",
    "call",
    "[18446744073709551615 x i8]",
];

fn mutate(
    text: &[u8],
    random: &mut Random,
    places: &[(usize, usize)],
    rows: &[(usize, usize)],
) -> Vec<u8> {
    let mut out = text.to_vec();
    let (a, b) = (places[random.below(places.len())], places[random.below(places.len())]);
    let (row, other) = (rows[random.below(rows.len())], rows[random.below(rows.len())]);
    match random.below(10) {
        0 => {
            let at = random.below(out.len());
            out[at] ^= 1 << random.below(8);
        }
        1 => {
            let at = random.below(out.len());
            out[at] = random.next() as u8;
        }
        2 => out.truncate(random.below(text.len())),
        3 => drop(out.drain(a.0..a.1)),
        4 => drop(out.splice(a.0..a.0, text[a.0..a.1].to_vec())),
        5 => drop(out.splice(a.0..a.1, text[b.0..b.1].to_vec())),
        6 => drop(out.drain(row.0..row.1)),
        7 => drop(out.splice(row.0..row.0, text[other.0..other.1].to_vec())),
        8 => drop(out.splice(a.0..a.1, WORDS[random.below(WORDS.len())].bytes())),
        _ => drop(out.splice(b.0..b.0, WORDS[random.below(WORDS.len())].bytes())),
    }
    out
}

/// Asks a module everything.
fn examine(module: Module, other: &Module) {
    for id in 0..module.types.all().len() as u32 {
        module.layout_of(TypeId(id));
        module.field_offset(TypeId(id), 1);
        module.type_text(TypeId(id));
    }
    let info = DebugInfo::new(&module);
    for id in (0..module.metadata.len() as u32).map(MdId) {
        info.inline_chain(id);
        info.subprogram(id);
        info.variable(id);
        info.debug_type(id);
        info.strip(id);
    }
    // An error, or a program that is valid before and after promotion.
    if let Ok(mut program) = lower(&module, LowerOptions::default()) {
        pathweave_ir::verify(&program).unwrap_or_else(|error| panic!("lowered: {error}"));
        pathweave_ir::optimize(&mut program);
        pathweave_ir::verify(&program).unwrap_or_else(|error| panic!("promoted: {error}"));
    }
    // Both of it: an error, or linked.
    let _ = link(vec![module.clone(), other.clone()], Vec::new());
    let _ = link(vec![other.clone()], vec![module]);
}

#[test]
fn no_panic_and_no_hang() {
    let other = read("other.ll", INPUTS[4].1.as_bytes()).expect("it is sound");
    let prepared = INPUTS.map(|(name, text)| {
        assert!(read(name, text.as_bytes()).is_ok(), "{name} is sound");
        (name, text.as_bytes(), tokens(text.as_bytes()), lines(text.as_bytes()))
    });
    let (mut read_count, mut refused) = (0, 0);
    for round in 0..COUNT {
        let (name, text, places, rows) = &prepared[(round % prepared.len() as u64) as usize];
        let mut random = Random(round);
        let mut mutant = mutate(text, &mut random, places, rows);
        if round % 3 == 0 {
            let (places, rows) = (tokens(&mutant), lines(&mutant));
            if !places.is_empty() && !rows.is_empty() {
                mutant = mutate(&mutant, &mut random, &places, &rows);
            }
        }
        let start = Instant::now();
        let result = catch_unwind(AssertUnwindSafe(|| match read(name, &mutant) {
            Ok(module) => {
                examine(module, &other);
                true
            }
            Err(error) => {
                assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty());
                false
            }
        }));
        match result {
            Ok(true) => read_count += 1,
            Ok(false) => refused += 1,
            Err(_) => panic!("mutation {round} of {name} panicked"),
        }
        assert!(start.elapsed() < SLOW, "mutation {round} of {name} took long");
    }
    assert!(read_count > 1000 && refused > 1000, "{read_count} read, {refused} refused");
}

/// Small texts that ask for much.
#[test]
fn numbers_in_the_text_allocate_nothing() {
    let many = |part: &str, count: usize| part.repeat(count);
    let texts = [
        "@x = global [18446744073709551615 x [18446744073709551615 x i8]] zeroinitializer"
            .to_string(),
        "@x = external global <4294967295 x i64>".to_string(),
        "!4294967295 = !{!4294967294}".to_string(),
        "define void @f() #4294967295 {\n  br label %4000000000\n}".to_string(),
        "define void @f() {\n  %4294967295 = add i32 1, 2\n  ret void\n}".to_string(),
        format!("@x = global {{ {} }} zeroinitializer", many("i8388608, ", 1000)),
        format!("@x = global [2000 x i8388608] [{}]", many("i8388608 1, ", 2000)),
        format!("@x = global i8388608 {}", many("9", 1_000_000)),
        many("define void @f() {\n  br label %99999\n}\n", 3000),
        many("%a = type { %a, %a }\n", 2),
        (0..150).map(|n| format!("%t{n} = type {{ %t{0}, %t{0} }}\n", n + 1)).collect(),
        many("(", 1_000_000),
        many("declare void @f(", 100_000),
        many("\"", 100_001),
        many("; \n", 100_000),
        many("@x = global i32 0\n", 10_000),
        many("%x = type opaque\n!0 = !{!\"", 10_000),
    ];
    for text in texts {
        let start = Instant::now();
        let _ = read("big.ll", text.as_bytes()).map(|module| examine(module, &Module::default()));
        let head: String = text.chars().take(60).collect();
        assert!(start.elapsed() < SLOW, "{head}");
    }
}
