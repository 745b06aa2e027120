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
