//! `eval(rewrite(t)) = eval(t)` on random terms of all sorts, and on terms as
//! deep as a stack would not allow.

use pathweave_bits::BitVec;
use pathweave_term::random::{Random, Shape, TermMaker};
use pathweave_term::{Evaluator, Printer, Sort, Substitution, Term, TermStore, Value};

fn random_shape(random: &mut Random) -> Shape {
    let menu: &[u32] = &[1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 32, 33, 64, 65, 100, 128];
    let widths = (0..3).map(|_| random.choose(menu)).collect();
    let size = 4 + random.below(30);
    Shape {
        widths,
        size,
        arrays: random.below(2) == 0,
        functions: random.below(2) == 0,
        hard_width: 128,
    }
}

#[test]
fn rewriting_keeps_the_value() {
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let shape = random_shape(&mut random);
        let mut terms = TermStore::new();
        terms.set_rewriting(false);
        let plain = TermMaker::new(&mut terms, &mut random, shape).formula(&mut terms);
        terms.set_rewriting(true);
        let rewritten = terms.rewrite(plain);
        let variables = terms.free_variables(&[plain, rewritten]);
        let functions = terms.applied_functions(&[plain]);
        for _ in 0..20 {
            let model = random.model(&terms, &variables, &functions);
            let before = Evaluator::new().value(&terms, &model, plain);
            let after = Evaluator::new().value(&terms, &model, rewritten);
            if before != after {
                let subterms = terms.subterms(&[plain]);
                let culprit = subterms.into_iter().find(|&sub| {
                    let simpler = terms.rewrite(sub);
                    Evaluator::new().value(&terms, &model, sub)
                        != Evaluator::new().value(&terms, &model, simpler)
                });
                let printer = Printer::new(&terms);
                let text = culprit.map(|term| printer.term(term));
                panic!("seed {seed}: {before:?} became {after:?}, first in {text:?}");
            }
        }
    }
}

#[test]
fn printing_and_parsing_give_the_same_term() {
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let shape = random_shape(&mut random);
        let mut terms = TermStore::new();
        let formula = TermMaker::new(&mut terms, &mut random, shape).formula(&mut terms);
        let text = Printer::new(&terms).query(&[formula]);
        let mut script = pathweave_term::smtlib::Script::new(&text);
        let mut read = None;
        while let Some(command) =
            script.next_command(&mut terms).unwrap_or_else(|e| panic!("{e}\n{text}"))
        {
            if let pathweave_term::smtlib::Command::Assert(term, _) = command {
                read = Some(term);
            }
        }
        assert_eq!(read, Some(terms.rewrite(formula)), "seed {seed}:\n{text}");
    }
}

#[test]
fn a_million_nested_additions() {
    let mut terms = TermStore::new();
    let sort = Sort::BitVec(32);
    let (x, y) = (terms.var("x", sort), terms.var("y", sort));
    let mut sum = x;
    for step in 0..1_000_000u64 {
        // The product keeps the sums from being collected into one.
        let next = terms.bv_add(sum, y);
        let odd = terms.bv_u64(32, step | 1);
        sum = terms.bv_xor(next, odd);
    }
    let deep = terms.eq(sum, y);
    let model = Random::new(1).model(&terms, &[x, y], &[]);
    let value = Evaluator::new().value(&terms, &model, deep);
    let mut swap = Substitution::new();
    swap.insert(&terms, x, y);
    let swapped = swap.apply(&mut terms, deep);
    assert_eq!(terms.free_variables(&[swapped]), [y]);
    let text = Printer::new(&terms).query(&[deep]);
    let mut script = pathweave_term::smtlib::Script::new(&text);
    let mut read = Vec::new();
    while let Some(command) = script.next_command(&mut terms).expect("a right script") {
        if let pathweave_term::smtlib::Command::Assert(term, _) = command {
            read.push(term);
        }
    }
    assert_eq!(read.len(), 1);
    assert_eq!(Evaluator::new().value(&terms, &model, read[0]), value);
}

#[test]
fn a_long_plain_sum_stays_linear() {
    let mut terms = TermStore::new();
    let variables: Vec<Term> =
        (0..1000).map(|n| terms.var(&format!("v{n}"), Sort::BitVec(16))).collect();
    let mut sum = variables[0];
    for step in 0..300_000 {
        sum = terms.bv_add(sum, variables[step % 1000]);
    }
    assert!(terms.len() < 700_000);
}

#[test]
fn bytes_of_a_word_fuse_back() {
    let mut terms = TermStore::new();
    let array = terms.var("m", Sort::Array { index: 64, element: 8 });
    let address = terms.var("p", Sort::BitVec(64));
    let word = terms.var("w", Sort::BitVec(32));
    let mut written = array;
    for byte in 0..4 {
        let offset = terms.bv_u64(64, u64::from(byte));
        let at = terms.bv_add(address, offset);
        let value = terms.extract(word, byte * 8 + 7, byte * 8);
        written = terms.store(written, at, value);
    }
    let mut read: Option<Term> = None;
    for byte in 0..4 {
        let offset = terms.bv_u64(64, byte);
        let at = terms.bv_add(address, offset);
        let value = terms.select(written, at);
        read = Some(match read {
            None => value,
            Some(low) => terms.concat(value, low),
        });
    }
    assert_eq!(read, Some(word));
}

#[test]
fn shifts_and_ors_become_a_join() {
    let mut terms = TermStore::new();
    let bytes: Vec<Term> = (0..4).map(|n| terms.var(&format!("b{n}"), Sort::BitVec(8))).collect();
    let mut all = terms.bv_u64(32, 0);
    for (number, &byte) in bytes.iter().enumerate() {
        let wide = terms.zero_extend(byte, 32);
        let amount = terms.bv_u64(32, 8 * number as u64);
        let shifted = terms.bv_shl(wide, amount);
        all = terms.bv_or(all, shifted);
    }
    let rest = terms.concat(bytes[1], bytes[0]);
    let rest = terms.concat(bytes[2], rest);
    let joined = terms.concat(bytes[3], rest);
    assert_eq!(all, joined);
}

#[test]
fn reads_over_long_chains_are_quick() {
    let mut terms = TermStore::new();
    let mut array = terms.var("a", Sort::Array { index: 32, element: 8 });
    let base = array;
    for index in 0..100_000u64 {
        let (at, value) = (terms.bv_u64(32, index), terms.bv_u64(8, index % 251));
        array = terms.store(array, at, value);
    }
    for index in (0..110_000u64).step_by(7) {
        let at = terms.bv_u64(32, index);
        let read = terms.select(array, at);
        let expected = match index < 100_000 {
            true => terms.bv_u64(8, index % 251),
            false => terms.select(base, at),
        };
        assert_eq!(read, expected);
    }
    assert_eq!(terms.constant(terms.arg(array, 2)), Some(BitVec::from_u64(8, 99_999 % 251)));
}

#[test]
fn what_is_not_remembered_has_the_same_value() {
    let mut numbers = 0;
    for seed in 0..4000 {
        let mut random = Random::new(seed);
        let shape = random_shape(&mut random);
        let mut terms = TermStore::new();
        terms.set_rewriting(seed % 2 == 0);
        let formula = TermMaker::new(&mut terms, &mut random, shape).formula(&mut terms);
        let all = terms.subterms(&[formula]);
        let variables = terms.free_variables(&[formula]);
        let functions = terms.applied_functions(&[formula]);
        for _ in 0..5 {
            let model = random.model(&terms, &variables, &functions);
            let mut remembered = Evaluator::new();
            for &term in &all {
                let value = remembered.value(&terms, &model, term);
                if let Value::Bool(truth) = value {
                    let holds = Evaluator::new().holds_once(&terms, &model, term);
                    assert_eq!(holds, truth, "seed {seed}: {}", Printer::new(&terms).term(term));
                }
                let mut once = Evaluator::new();
                let number = once.number_once(&terms, &model, term);
                let expected = value.as_bits().filter(|bits| bits.width() <= 64);
                assert_eq!(
                    number,
                    expected.and_then(BitVec::to_u64),
                    "seed {seed}: {}",
                    Printer::new(&terms).term(term)
                );
                numbers += usize::from(number.is_some() && once.is_empty());
            }
        }
    }
    assert!(numbers > 20_000, "{numbers} were not remembered");
}
