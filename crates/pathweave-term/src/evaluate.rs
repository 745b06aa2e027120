//! Evaluation of terms under a model, iterative and memoized. A read walks its
//! chain of writes only as far as needed, so that arrays are not materialized
//! unless they are compared or passed to a function.

use crate::model::Model;
use crate::narrow;
use crate::operator::Op;
use crate::semantics;
use crate::sort::Sort;
use crate::store::{Term, TermStore};
use crate::term_map::TermMap;
use crate::value::{ArrayValue, Value};
use crate::work;
use std::rc::Rc;

/// A memo of values under one model; use a new one for another model.
#[derive(Clone, Default)]
pub struct Evaluator {
    memo: TermMap<Value>,
    stack: Vec<Frame>,
    scratch: Vec<Value>,
    /// Operands whose values were not remembered.
    computed: usize,
}

/// A term to be evaluated; for reads, the array the walk has come to.
#[derive(Clone, Copy)]
struct Frame {
    term: Term,
    array: Term,
}

/// What became of an attempt to evaluate a term.
enum Attempt {
    Done(Value),
    /// The operands that are missing were pushed; try again afterwards.
    Waiting,
}

impl Evaluator {
    /// An evaluator with an empty memo.
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// The number of remembered values.
    pub fn len(&self) -> usize {
        self.memo.len()
    }

    /// The number of values that were remembered, and of those computed without that a quarter, which is what they take.
    pub fn effort(&self) -> usize {
        self.memo.len() + self.computed / 4
    }

    /// Whether nothing is remembered.
    pub fn is_empty(&self) -> bool {
        self.memo.is_empty()
    }

    /// Takes note that the model was given a value for a variable, whatever the memo holds. Only
    /// right when no term with the variable was evaluated with another value.
    pub fn assign(&mut self, variable: Term, value: Value) {
        self.memo.insert(variable, value);
    }

    /// Whether a boolean term is true under the model.
    pub fn holds(&mut self, terms: &TermStore, model: &Model, term: Term) -> bool {
        self.value(terms, model, term).truth()
    }

    /// Whether a boolean term is true, where few terms with the same operands are asked for: what is small is
    /// not remembered.
    pub fn holds_once(&mut self, terms: &TermStore, model: &Model, term: Term) -> bool {
        match self.narrow(terms, model, term) {
            Some(number) => number != 0,
            None => self.holds(terms, model, term),
        }
    }

    /// The value of a bit-vector of up to 64 bits, where few terms with the same operands are asked for.
    pub fn number_once(&mut self, terms: &TermStore, model: &Model, term: Term) -> Option<u64> {
        if !matches!(terms.sort(term), Sort::BitVec(1..=64)) {
            return None;
        }
        self.narrow(terms, model, term)
            .or_else(|| self.value(terms, model, term).as_bits()?.to_u64())
    }

    fn narrow(&mut self, terms: &TermStore, model: &Model, term: Term) -> Option<u64> {
        let mut left = narrow::STEPS;
        let number = narrow::number(terms, model, term, &mut left);
        let steps = narrow::STEPS - left;
        self.computed += steps as usize;
        work::spend(work::STEP * u64::from(steps));
        number
    }

    /// The value of a term under the model.
    pub fn value(&mut self, terms: &TermStore, model: &Model, term: Term) -> Value {
        if let Some(value) = self.known(terms, term) {
            return value;
        }
        if terms.op(term) == Op::Var {
            return model.value(terms, term);
        }
        self.push(term);
        while let Some(&frame) = self.stack.last() {
            if self.memo.contains(frame.term) {
                self.stack.pop();
                continue;
            }
            if let Attempt::Done(value) = self.attempt(terms, model, frame) {
                self.memo.insert(frame.term, value);
                self.stack.pop();
            }
        }
        self.known(terms, term).expect("the term was just evaluated")
    }

    fn push(&mut self, term: Term) {
        self.stack.push(Frame { term, array: term });
    }

    fn known(&self, terms: &TermStore, term: Term) -> Option<Value> {
        work::spend(work::OPERAND);
        if let Some(truth) = terms.constant_bool(term) {
            return Some(Value::Bool(truth));
        }
        terms.constant(term).map(Value::Bits).or_else(|| self.memo.get(term).cloned())
    }

    fn attempt(&mut self, terms: &TermStore, model: &Model, frame: Frame) -> Attempt {
        let term = frame.term;
        match terms.op(term) {
            Op::Var => Attempt::Done(model.value(terms, term)),
            Op::Select => self.attempt_read(terms, model, frame),
            Op::Store => self.attempt_write(terms, term),
            Op::Ite => self.attempt_choice(terms, term),
            Op::And => self.attempt_and(terms, term),
            op => {
                if !self.gather(terms, terms.args(term)) {
                    return Attempt::Waiting;
                }
                Attempt::Done(self.finish(terms, model, op, term))
            }
        }
    }

    /// Puts the operands' values into `scratch`, or pushes the missing ones.
    fn gather(&mut self, terms: &TermStore, args: &[Term]) -> bool {
        self.scratch.clear();
        let mut complete = true;
        for &arg in args {
            match self.known(terms, arg) {
                Some(value) => self.scratch.push(value),
                None => {
                    complete = false;
                    self.push(arg);
                }
            }
        }
        complete
    }

    fn finish(&self, terms: &TermStore, model: &Model, op: Op, term: Term) -> Value {
        match op {
            Op::Apply => {
                let function = terms.function(term).expect("an application");
                match model.function(function) {
                    Some(table) => table.apply(&self.scratch).clone(),
                    None => Value::default_of(terms.sort(term)),
                }
            }
            Op::ConstArray => {
                let Sort::Array { index, .. } = terms.sort(term) else {
                    unreachable!("a constant array has an array sort")
                };
                let element = self.scratch[0].bits().clone();
                Value::Array(Rc::new(ArrayValue::constant(index, element)))
            }
            _ => semantics::apply(op, terms.slice(term), terms.width(term), &self.scratch),
        }
    }

    fn attempt_choice(&mut self, terms: &TermStore, term: Term) -> Attempt {
        let args = terms.args(term);
        let Some(condition) = self.known(terms, args[0]) else {
            self.push(args[0]);
            return Attempt::Waiting;
        };
        self.attempt_same(terms, args[if condition.truth() { 1 } else { 2 }])
    }

    /// False as soon as one side is, without looking at the other.
    fn attempt_and(&mut self, terms: &TermStore, term: Term) -> Attempt {
        let (left, right) = (terms.arg(term, 0), terms.arg(term, 1));
        match self.known(terms, left) {
            None => {
                self.push(left);
                Attempt::Waiting
            }
            Some(value) if value.truth() => self.attempt_same(terms, right),
            Some(value) => Attempt::Done(value),
        }
    }

    fn attempt_same(&mut self, terms: &TermStore, other: Term) -> Attempt {
        match self.known(terms, other) {
            Some(value) => Attempt::Done(value),
            None => {
                self.push(other);
                Attempt::Waiting
            }
        }
    }

    /// Notes how far a read has walked before waiting for `missing`.
    fn wait_at(&mut self, array: Term, missing: Term) -> Attempt {
        if let Some(frame) = self.stack.last_mut() {
            frame.array = array;
        }
        self.push(missing);
        Attempt::Waiting
    }

    fn attempt_read(&mut self, terms: &TermStore, model: &Model, frame: Frame) -> Attempt {
        let index_term = terms.arg(frame.term, 1);
        let Some(index) = self.known(terms, index_term) else {
            return self.wait_at(frame.array, index_term);
        };
        let mut array = frame.array;
        if array == frame.term {
            array = terms.arg(frame.term, 0);
        }
        loop {
            if let Some(Value::Array(whole)) = self.memo.get(array) {
                return Attempt::Done(Value::Bits(whole.select(index.bits()).clone()));
            }
            let args = terms.args(array);
            match terms.op(array) {
                Op::Store => match self.known(terms, args[1]) {
                    None => return self.wait_at(array, args[1]),
                    Some(written) if written == index => {
                        return match self.known(terms, args[2]) {
                            Some(value) => Attempt::Done(value),
                            None => self.wait_at(array, args[2]),
                        };
                    }
                    Some(_) => array = args[0],
                },
                Op::Ite => match self.known(terms, args[0]) {
                    None => return self.wait_at(array, args[0]),
                    Some(condition) => array = args[if condition.truth() { 1 } else { 2 }],
                },
                Op::ConstArray => {
                    return match self.known(terms, args[0]) {
                        Some(value) => Attempt::Done(value),
                        None => self.wait_at(array, args[0]),
                    };
                }
                Op::Var => {
                    return Attempt::Done(match model.get(array) {
                        Some(value) => Value::Bits(value.array().select(index.bits()).clone()),
                        None => Value::default_of(terms.sort(frame.term)),
                    });
                }
                _ => return self.wait_at(array, array),
            }
        }
    }

    /// Materializes a whole chain of writes at once.
    fn attempt_write(&mut self, terms: &TermStore, term: Term) -> Attempt {
        let pushed = self.stack.len();
        let mut writes = Vec::new();
        let mut base = term;
        while terms.op(base) == Op::Store && !self.memo.contains(base) {
            let args = terms.args(base);
            for &arg in &args[1..] {
                if self.known(terms, arg).is_none() {
                    self.push(arg);
                }
            }
            writes.push((args[1], args[2]));
            base = args[0];
        }
        if self.known(terms, base).is_none() {
            self.push(base);
        }
        if self.stack.len() > pushed {
            return Attempt::Waiting;
        }
        let known = |t| self.known(terms, t).expect("nothing was missing");
        let mut array = known(base).array().as_ref().clone();
        for &(index, element) in writes.iter().rev() {
            array.store(known(index).bits().clone(), known(element).bits().clone());
        }
        Attempt::Done(Value::Array(Rc::new(array)))
    }
}
