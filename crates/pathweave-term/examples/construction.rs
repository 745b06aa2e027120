//! How fast terms are built and how many bytes they take: a mix of new and known
//! terms with rewriting, as an executor of 32-bit code builds them.
#![allow(clippy::print_stdout)]

use pathweave_term::random::Random;
use pathweave_term::{Sort, Term, TermStore};
use std::time::Instant;

fn main() {
    for results in [200_000, 1_000_000, 10_000_000] {
        measure(results);
    }
    measure_look_ups();
}

/// New terms, the number of results given.
fn measure(results: u64) {
    let mut terms = TermStore::new();
    let mut random = Random::new(1);
    let mut pool: Vec<Term> =
        (0..32).map(|n| terms.var(&format!("x{n}"), Sort::BitVec(32))).collect();
    let mut memory = terms.var("memory", Sort::Array { index: 32, element: 8 });
    let mut built = 0u64;
    let start = Instant::now();
    while built < results {
        let (a, b) = (random.choose(&pool), random.choose(&pool));
        let made = match random.below(10) {
            0 | 1 => terms.bv_add(a, b),
            2 => {
                let k = terms.bv_u64(32, u64::from(random.below(1000)));
                terms.bv_add(a, k)
            }
            3 => terms.bv_mul(a, b),
            4 => terms.bv_xor(a, b),
            5 => {
                let low = terms.extract(a, 15, 0);
                terms.sign_extend(low, 32)
            }
            6 => {
                let less = terms.bv_slt(a, b);
                terms.ite(less, a, b)
            }
            7 => {
                let byte = terms.extract(a, 7, 0);
                let at = terms.bv_u64(32, u64::from(random.below(4096)));
                memory = terms.store(memory, at, byte);
                let value = terms.select(memory, at);
                terms.zero_extend(value, 32)
            }
            8 => terms.bv_udiv(a, b),
            _ => terms.bv_and(a, b),
        };
        built += 1;
        if random.below(4) == 0 {
            let slot = random.below(pool.len() as u32) as usize;
            pool[slot] = made;
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let count = terms.len();
    println!(
        "{built} results, {count} terms: {:.2} million results and {:.2} million terms a second, \
         {:.1} bytes a term in use, {:.1} allocated, {} rewrites",
        built as f64 / seconds / 1e6,
        count as f64 / seconds / 1e6,
        terms.bytes_used() as f64 / count as f64,
        terms.bytes() as f64 / count as f64,
        terms.rule_counts().total()
    );
}

/// Known terms only: the cost of a look-up.
fn measure_look_ups() {
    let mut terms = TermStore::new();
    let (x, y) = (terms.var("x0", Sort::BitVec(32)), terms.var("x1", Sort::BitVec(32)));
    let start = Instant::now();
    let mut sum = 0;
    for _ in 0..10_000_000 {
        sum += terms.bv_xor(x, y).index();
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{:.1} million look-ups a second ({sum})", 10.0 / seconds);
}
