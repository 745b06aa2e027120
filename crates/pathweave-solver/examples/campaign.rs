//! Random formulas, with arrays, functions and widths from 1 to 128, decided by
//! the embedded core, without layers, and by an SMT-LIB solver:
//!
//! ```text
//! campaign COUNT [FIRST_SEED] [SOLVER]
//! ```
//!
//! Models are checked by evaluation inside the solvers; unsat cores are decided
//! again, on their own. Any disagreement is printed as SMT-LIB (as is what one of
//! them leaves undecided), and the exit code is 1.
#![allow(clippy::print_stdout)]

use pathweave_solver::{Answer, Budget, Embedded, ProcessOptions, ProcessSolver, Solver};
use pathweave_term::random::{Random, Shape, TermMaker};
use pathweave_term::{Op, Printer, Term, TermStore};
use std::time::{Duration, Instant};

/// Formulas that share a store and a solver, as the queries of a run do.
const BATCH: u64 = 20;

fn shape(random: &mut Random) -> Shape {
    let menu: &[u32] = &[1, 2, 3, 4, 5, 7, 8, 12, 16, 24, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128];
    let count = 2 + random.below(2);
    let widths = (0..count).map(|_| random.choose(menu)).collect();
    let size = 4 + random.below(24);
    Shape {
        widths,
        size,
        arrays: random.below(3) > 0,
        functions: random.below(3) > 0,
        hard_width: 16,
    }
}

fn conjuncts(terms: &TermStore, formula: Term) -> Vec<Term> {
    let mut stack = vec![formula];
    let mut list = Vec::new();
    while let Some(term) = stack.pop() {
        match terms.op(term) {
            Op::And => stack.extend(terms.args(term)),
            _ => list.push(term),
        }
    }
    list
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let number =
        |at: usize, default: u64| args.get(at).and_then(|arg| arg.parse().ok()).unwrap_or(default);
    let (count, first) = (number(1, 1000), number(2, 0));
    let peer = args.get(3).map_or("z3", String::as_str);
    let mut other = ProcessSolver::new(ProcessOptions::from_name(peer));
    let budget = Budget { time: Some(Duration::from_secs(20)), ..Budget::default() };
    let (mut sat, mut unsat, mut unknown, mut wrong) = (0u64, 0u64, 0u64, 0u64);
    let (mut our_time, mut their_time) = (Duration::ZERO, Duration::ZERO);
    for batch in 0..count.div_ceil(BATCH) {
        let mut random = Random::new(first + batch);
        let mut terms = TermStore::new();
        let mut core = Embedded::default();
        // Definitions are per store, so the process starts afresh as well.
        if batch > 0 {
            other = ProcessSolver::new(ProcessOptions::from_name(peer));
        }
        let shape = shape(&mut random);
        for _ in 0..BATCH {
            let parts = 1 + random.below(5);
            let mut maker = TermMaker::new(&mut terms, &mut random, shape.clone());
            let formulas: Vec<Term> = (0..parts).map(|_| maker.formula(&mut terms)).collect();
            let query: Vec<Term> = formulas.iter().flat_map(|&f| conjuncts(&terms, f)).collect();
            let start = Instant::now();
            let ours = core.check(&mut terms, &query, &budget);
            our_time += start.elapsed();
            let start = Instant::now();
            let theirs = other.check(&mut terms, &query, &budget);
            their_time += start.elapsed();
            match (&ours, &theirs) {
                (Answer::Unknown(why), _) | (_, Answer::Unknown(why)) => {
                    unknown += 1;
                    let (ours, theirs) = (ours.word(), theirs.word());
                    println!("batch {batch}: ours {ours}, theirs {theirs}: {why}");
                    println!("{}", Printer::new(&terms).query(&query));
                }
                (Answer::Sat(_), Answer::Sat(_)) => sat += 1,
                (Answer::Unsat(small), Answer::Unsat(_)) => {
                    unsat += 1;
                    let again = Embedded::default().check(&mut terms, small, &budget);
                    if !matches!(again, Answer::Unsat(_))
                        || small.iter().any(|t| !query.contains(t))
                    {
                        wrong += 1;
                        println!("batch {batch}: the core is {}", again.word());
                        println!("{}", Printer::new(&terms).query(&query));
                    }
                }
                _ => {
                    wrong += 1;
                    println!("batch {batch}: ours {}, theirs {}", ours.word(), theirs.word());
                    println!("{}", Printer::new(&terms).query(&query));
                }
            }
        }
    }
    println!("{sat} sat, {unsat} unsat, {unknown} unknown, {wrong} wrong");
    println!("embedded {our_time:?}, {peer} {their_time:?}");
    if wrong > 0 {
        std::process::exit(1);
    }
}
