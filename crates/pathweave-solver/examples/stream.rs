//! A long stream of related queries in one process, as a symbolic executor asks
//! them: a depth-first walk over random branches on the bytes of an input.
//!
//! ```text
//! stream [QUERIES]
//! ```
//!
//! For each twentieth of the stream: time a query, resident memory, terms.
#![allow(clippy::print_stdout)]

use pathweave_solver::{Answer, Budget, ChainOptions, chain};
use pathweave_term::random::Random;
use pathweave_term::{Sort, Term, TermStore};
use std::time::Instant;

/// A 32-bit word made of four bytes of the input.
fn word(terms: &mut TermStore, input: Term, at: u64) -> Term {
    let mut word: Option<Term> = None;
    for byte in 0..4 {
        let index = terms.bv_u64(32, at * 4 + byte);
        let value = terms.select(input, index);
        word = Some(match word {
            None => value,
            Some(low) => terms.concat(value, low),
        });
    }
    word.expect("four bytes")
}

/// A branch condition over two words or three bytes.
fn condition(terms: &mut TermStore, random: &mut Random, input: Term) -> Term {
    let (a, b) = (u64::from(random.below(8)), u64::from(random.below(8)));
    let (x, y) = (word(terms, input, a), word(terms, input, b));
    let k = terms.bv_u64(32, u64::from(random.below(200)));
    match random.below(6) {
        0 => terms.bv_slt(x, y),
        1 => {
            let sum = terms.bv_add(x, k);
            terms.bv_ult(sum, y)
        }
        2 => {
            let byte = terms.extract(x, 7, 0);
            let limit = terms.bv_u64(8, u64::from(random.below(256)));
            terms.bv_ult(byte, limit)
        }
        3 => {
            let masked = terms.bv_and(x, k);
            terms.eq(masked, k)
        }
        4 => {
            let triple = terms.bv_u64(32, 3);
            let product = terms.bv_mul(x, triple);
            terms.bv_slt(product, y)
        }
        _ => {
            let byte = terms.extract(x, 7, 0);
            let index = terms.zero_extend(byte, 32);
            let looked_up = terms.select(input, index);
            let limit = terms.bv_u64(8, u64::from(random.below(256)));
            terms.bv_ult(looked_up, limit)
        }
    }
}

fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

fn main() {
    let count: u64 = std::env::args().nth(1).and_then(|arg| arg.parse().ok()).unwrap_or(20_000);
    let mut terms = TermStore::new();
    let mut solver = chain(ChainOptions::default());
    let mut random = Random::new(1);
    let input = terms.var("input", Sort::Array { index: 32, element: 8 });
    let mut path: Vec<Term> = Vec::new();
    let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
    let step = (count / 20).max(1);
    let mut start = Instant::now();
    println!("queries   µs/query   resident KiB   terms");
    for number in 1..=count {
        let mut branch = condition(&mut terms, &mut random, input);
        if random.below(2) == 0 {
            branch = terms.not(branch);
        }
        path.push(branch);
        match solver.check(&mut terms, &path, &Budget::default()) {
            Answer::Sat(_) => sat += 1,
            Answer::Unsat(_) => {
                unsat += 1;
                path.pop();
                let other = terms.not(branch);
                path.push(other);
            }
            Answer::Unknown(_) => {
                unknown += 1;
                path.pop();
            }
        }
        if path.len() > 12 {
            let keep = random.below(path.len() as u32) as usize;
            path.truncate(keep);
        }
        if number % step == 0 {
            let each = start.elapsed().as_micros() as u64 / step;
            println!("{number:>7} {each:>10} {:>14} {:>7}", resident_kib(), terms.len());
            start = Instant::now();
        }
    }
    println!("{sat} sat, {unsat} unsat, {unknown} unknown");
    let mut layers = Vec::new();
    solver.statistics(&mut layers);
    layers.iter().for_each(|layer| println!("{layer:?}"));
}
