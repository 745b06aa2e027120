//! Random formulas at small widths, decided by the chain and by trying all
//! values; cores are decided again.

use pathweave_bits::BitVec;
use pathweave_solver::{Answer, Budget, ChainOptions, Embedded, Solver, chain};
use pathweave_term::random::{Random, Shape, TermMaker};
use pathweave_term::{ArrayValue, Evaluator, Model, Op, Printer, Sort, Term, TermStore, Value};
use std::rc::Rc;

fn all_bits(width: u32) -> Vec<BitVec> {
    (0..1u64 << width).map(|value| BitVec::from_u64(width, value)).collect()
}

fn all_values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::BitVec(width) => all_bits(width).into_iter().map(Value::Bits).collect(),
        Sort::Array { index, element } => {
            let mut arrays = vec![ArrayValue::constant(index, BitVec::zero(element))];
            for place in all_bits(index) {
                let mut more = Vec::new();
                for array in &arrays {
                    for value in all_bits(element) {
                        let mut array = array.clone();
                        array.store(place.clone(), value);
                        more.push(array);
                    }
                }
                arrays = more;
            }
            arrays.into_iter().map(|array| Value::Array(Rc::new(array))).collect()
        }
    }
}

/// Whether any assignment satisfies the query; `None` if there are too many.
fn satisfiable(terms: &TermStore, query: &[Term]) -> Option<bool> {
    let variables = terms.free_variables(query);
    let bits = variables.iter().map(|&variable| match terms.sort(variable) {
        Sort::Bool => 1,
        Sort::BitVec(width) => width,
        Sort::Array { index, element } => element << index,
    });
    let total: u32 = bits.sum();
    if total > 12 {
        return None;
    }
    let choices: Vec<Vec<Value>> = variables.iter().map(|&v| all_values(terms.sort(v))).collect();
    let found = (0..1usize << total).any(|number| {
        let mut model = Model::new();
        let mut rest = number;
        for (&variable, values) in variables.iter().zip(&choices) {
            model.insert(variable, values[rest % values.len()].clone());
            rest /= values.len();
        }
        let mut evaluator = Evaluator::new();
        query.iter().all(|&term| evaluator.holds(terms, &model, term))
    });
    Some(found)
}

fn conjuncts(terms: &TermStore, formula: Term) -> Vec<Term> {
    match terms.op(formula) {
        Op::And => terms.args(formula).to_vec(),
        _ => vec![formula],
    }
}

#[test]
fn agrees_with_brute_force() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut terms = TermStore::new();
        let mut chained = chain(ChainOptions::default());
        let mut core = Embedded::default();
        let widths = vec![1 + random.below(2), 1 + random.below(2), 1 + random.below(3)];
        let arrays = random.below(2) == 0;
        let shape = Shape { widths, size: 10, arrays, functions: false, hard_width: 8 };
        for _ in 0..6 {
            let parts = 1 + random.below(4);
            let mut maker = TermMaker::new(&mut terms, &mut random, shape.clone());
            let formulas: Vec<Term> = (0..parts).map(|_| maker.formula(&mut terms)).collect();
            let query: Vec<Term> = formulas.iter().flat_map(|&f| conjuncts(&terms, f)).collect();
            let Some(expected) = satisfiable(&terms, &query) else { continue };
            for solver in [&mut *chained, &mut core as &mut dyn Solver] {
                let answer = solver.check(&mut terms, &query, &Budget::default());
                let text = || Printer::new(&terms).query(&query);
                let word = if expected { "sat" } else { "unsat" };
                assert_eq!(answer.word(), word, "seed {seed}, {}: {}", solver.name(), text());
                if let Answer::Unsat(small) = answer {
                    assert!(small.iter().all(|term| query.contains(term)));
                    assert_eq!(satisfiable(&terms, &small), Some(false), "seed {seed}: {}", text());
                }
            }
            *if expected { &mut sat } else { &mut unsat } += 1;
        }
    }
    assert!(sat > 300 && unsat > 300, "{sat} sat and {unsat} unsat are a poor sample");
}

/// Tables that are read at computed indices, over constants or over an array variable, and sums over two
/// elements of what was read: what has circuits of its own.
#[test]
fn tables_and_sums_agree_with_brute_force() {
    let (mut sat, mut unsat) = (0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut terms = TermStore::new();
        let mut core = Embedded::default();
        let over_variable = random.below(3) == 0;
        let (index, element) = if over_variable { (2, 2) } else { (4, 3) };
        let x = terms.var("x", Sort::BitVec(index));
        let e = terms.var("e", Sort::BitVec(element));
        let mut tables = Vec::new();
        let mut table = match over_variable {
            true => terms.var("base", Sort::Array { index, element }),
            false => {
                let rest = terms.bv_const(&random.bits(element));
                terms.const_array(index, rest)
            }
        };
        for _ in 0..1 + random.below(14) {
            let place = terms.bv_const(&random.bits(index));
            let value = match random.below(5) {
                0 => e,
                _ => terms.bv_const(&random.bits(element)),
            };
            table = terms.store(table, place, value);
            tables.push(table);
        }
        for _ in 0..8 {
            let sum = |terms: &mut TermStore, random: &mut Random| {
                let mut sum = e;
                for _ in 0..1 + random.below(4) {
                    let mask = terms.bv_const(&random.bits(index));
                    let place = match random.below(3) {
                        0 => x,
                        1 => terms.bv_and(x, mask),
                        _ => terms.bv_add(x, mask),
                    };
                    let read = terms.select(random.choose(&tables), place);
                    sum = match random.below(4) {
                        0 => terms.bv_and(sum, read),
                        _ => terms.bv_xor(sum, read),
                    };
                }
                sum
            };
            let query: Vec<Term> = (0..1 + random.below(3))
                .map(|_| {
                    let (a, b) = (sum(&mut terms, &mut random), sum(&mut terms, &mut random));
                    match random.below(3) {
                        0 => terms.bv_ult(a, b),
                        1 => terms.distinct(a, b),
                        _ => terms.eq(a, b),
                    }
                })
                .collect();
            let expected = satisfiable(&terms, &query).expect("few bits");
            match core.check(&mut terms, &query, &Budget::default()) {
                Answer::Sat(_) => assert!(expected, "seed {seed}: sat"),
                Answer::Unsat(_) => assert!(!expected, "seed {seed}: unsat"),
                Answer::Unknown(why) => panic!("seed {seed}: {why:?}"),
            }
            *(if expected { &mut sat } else { &mut unsat }) += 1;
        }
    }
    assert!(sat > 500 && unsat > 200, "{sat} sat, {unsat} unsat");
}

/// A checksum over bits, computed by steps and by a table: equal without any search.
#[test]
fn a_checksum_by_table_is_that_by_bits() {
    let mut terms = TermStore::new();
    let step = |value: u64| (value << 1 ^ if value & 0x80 == 0 { 0 } else { 7 }) & 0xFF;
    let zero = terms.bv_u64(8, 0);
    let mut table = terms.const_array(64, zero);
    for index in 0..256 {
        let place = terms.bv_u64(64, index);
        let value = terms.bv_u64(8, (0..8).fold(index, |value, _| step(value)));
        table = terms.store(table, place, value);
    }
    let (mut by_bits, mut by_table) = (zero, zero);
    for byte in 0..8 {
        let input = terms.var(&format!("byte{byte}"), Sort::BitVec(8));
        by_bits = terms.bv_xor(by_bits, input);
        for _ in 0..8 {
            let (one, seven) = (terms.bv_u64(8, 1), terms.bv_u64(8, 7));
            let top = terms.extract(by_bits, 7, 7);
            let mask = terms.sign_extend(top, 8);
            let (shifted, added) = (terms.bv_shl(by_bits, one), terms.bv_and(mask, seven));
            by_bits = terms.bv_xor(shifted, added);
        }
        let place = terms.bv_xor(by_table, input);
        let place = terms.zero_extend(place, 64);
        by_table = terms.select(table, place);
    }
    let differ = terms.distinct(by_bits, by_table);
    let mut core = Embedded::default();
    let answer = core.check(&mut terms, &[differ], &Budget::default());
    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
    // With its checksum behind it, the checksum of a frame is zero.
    let last = terms.var("last", Sort::BitVec(8));
    let place = terms.bv_xor(by_table, last);
    let place = terms.zero_extend(place, 64);
    let whole = terms.select(table, place);
    let query = [terms.eq(by_bits, last), terms.distinct(whole, zero)];
    let answer = core.check(&mut terms, &query, &Budget::default());
    assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
    let mut layers = Vec::new();
    core.statistics(&mut layers);
    let conflicts = layers[0].details.iter().find(|(name, _)| *name == "conflicts");
    assert!(conflicts.is_some_and(|&(_, count)| count < 10), "{conflicts:?}");
}
