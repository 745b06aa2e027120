//! Random terms and models for differential tests: of this crate's rules, and of
//! solvers. The same seed gives the same terms on every machine. Corner values
//! (0, 1, all ones, the signed extremes, amounts near the width) are drawn often.

use crate::model::{FunctionValue, Model};
use crate::operator::{Op, SortRule};
use crate::sort::Sort;
use crate::store::{Func, Term, TermStore};
use crate::value::{ArrayValue, Value};
use pathweave_bits::BitVec;
use std::rc::Rc;

/// A generator of random numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator with a seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: u32) -> u32 {
        (self.next_u64() % u64::from(limit)) as u32
    }

    /// One of some choices, of which there is at least one.
    pub fn choose<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    /// A bit-vector, often a corner value.
    pub fn bits(&mut self, width: u32) -> BitVec {
        match self.below(12) {
            0 => BitVec::zero(width),
            1 => BitVec::one(width),
            2 => BitVec::ones(width),
            3 => BitVec::min_signed(width),
            4 => BitVec::max_signed(width),
            5 => BitVec::power_of_two(width, self.below(width)),
            6 => BitVec::from_u64(width, u64::from(self.below(2 * width + 2))),
            7 => BitVec::ones(width).lshr_by(self.below(width)),
            _ => {
                let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next_u64()).collect();
                BitVec::from_limbs(width, &limbs)
            }
        }
    }

    /// A value of a sort.
    pub fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.below(2) == 1),
            Sort::BitVec(width) => Value::Bits(self.bits(width)),
            Sort::Array { index, element } => {
                let default = self.bits(element);
                let count = self.below(4);
                let entries: Vec<_> =
                    (0..count).map(|_| (self.bits(index), self.bits(element))).collect();
                Value::Array(Rc::new(ArrayValue::new(index, default, entries)))
            }
        }
    }

    /// Values for the given variables, and tables for the functions.
    pub fn model(&mut self, terms: &TermStore, variables: &[Term], functions: &[Func]) -> Model {
        let mut model = Model::new();
        for &variable in variables {
            model.insert(variable, self.value(terms.sort(variable)));
        }
        for &function in functions {
            let (params, result) = terms.func_sorts(function);
            let mut table = FunctionValue::constant(self.value(result));
            for _ in 0..self.below(4) {
                let args = params.iter().map(|&sort| self.value(sort)).collect();
                table.insert(args, self.value(result));
            }
            model.insert_function(function, table);
        }
        model
    }
}

/// What random formulas are made of.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The widths in use; the first two are those of arrays.
    pub widths: Vec<u32>,
    /// How many terms are made before the last.
    pub size: u32,
    /// Whether arrays occur.
    pub arrays: bool,
    /// Whether uninterpreted functions occur.
    pub functions: bool,
    /// The widest operands of products and divisions: wider ones are hard.
    pub hard_width: u32,
}

/// Makes random terms from a pool that grows as terms are made.
pub struct TermMaker<'a> {
    random: &'a mut Random,
    shape: Shape,
    pool: Vec<Term>,
    functions: Vec<Func>,
    operators: Vec<Op>,
}

impl<'a> TermMaker<'a> {
    /// A pool of two variables a sort, and functions if the shape has them.
    pub fn new(terms: &mut TermStore, random: &'a mut Random, shape: Shape) -> TermMaker<'a> {
        let mut sorts = vec![Sort::Bool];
        sorts.extend(shape.widths.iter().map(|&width| Sort::BitVec(width)));
        let (index, element) = (shape.widths[0], shape.widths[1 % shape.widths.len()]);
        if shape.arrays {
            sorts.push(Sort::Array { index, element });
        }
        let mut pool = Vec::new();
        for (number, &sort) in sorts.iter().enumerate() {
            for copy in ["x", "y"] {
                pool.push(terms.var(&format!("{copy}{number}"), sort));
            }
        }
        let mut functions = Vec::new();
        if shape.functions {
            let (a, b) = (Sort::BitVec(index), Sort::BitVec(element));
            functions.push(terms.func("f", &[a], b));
            functions.push(terms.func("g", &[b, a], a));
            functions.push(terms.func("p", &[a, Sort::Bool], Sort::Bool));
            if shape.arrays {
                let array = Sort::Array { index, element };
                functions.push(terms.func("h", &[array, a], array));
                functions.push(terms.func("s", &[array], b));
            }
        }
        let usable =
            |op: &&Op| op.sort_rule() != SortRule::Leaf && op.sort_rule() != SortRule::Fill;
        let operators = Op::all().iter().filter(usable).copied().collect();
        TermMaker { random, shape, pool, functions, operators }
    }

    /// A random boolean term.
    pub fn formula(&mut self, terms: &mut TermStore) -> Term {
        for _ in 0..self.shape.size {
            if let Some(term) = self.attempt(terms) {
                self.pool.push(term);
            }
        }
        loop {
            let young = self.pool.len().saturating_sub(8);
            let operands = self.operands(terms, &[Sort::Bool, Sort::Bool], young);
            let op = self.random.choose(&[Op::And, Op::Or, Op::Xor, Op::Implies]);
            if let Ok(term) = terms.build(op, &[], &operands) {
                if terms.op(term) != Op::Const || !terms.rewriting {
                    return term;
                }
                return self.some(terms, Sort::Bool, 0);
            }
        }
    }

    /// Some term of a sort from the pool, not older than `from` if there is one.
    fn some(&mut self, terms: &TermStore, sort: Sort, from: usize) -> Term {
        let of_sort = |pool: &[Term]| -> Vec<Term> {
            pool.iter().copied().filter(|&term| terms.sort(term) == sort).collect()
        };
        let mut choices = of_sort(&self.pool[from..]);
        if choices.is_empty() {
            choices = of_sort(&self.pool);
        }
        self.random.choose(&choices)
    }

    fn operands(&mut self, terms: &TermStore, sorts: &[Sort], from: usize) -> Vec<Term> {
        sorts.iter().map(|&sort| self.some(terms, sort, from)).collect()
    }

    /// One more term: a constant, an application or an operator on the pool.
    fn attempt(&mut self, terms: &mut TermStore) -> Option<Term> {
        let width = self.random.choose(&self.shape.widths.clone());
        match self.random.below(10) {
            0 | 1 => {
                let value = self.random.bits(width);
                return Some(terms.bv_const(&value));
            }
            2 if !self.functions.is_empty() => {
                let function = self.random.choose(&self.functions.clone());
                let params = terms.func_sorts(function).0.to_vec();
                let args = self.operands(terms, &params, 0);
                return Some(terms.apply(function, &args));
            }
            3 if self.shape.arrays && self.random.below(4) == 0 => {
                let (index, element) = self.array_widths();
                let value = self.some(terms, Sort::BitVec(element), 0);
                return Some(terms.const_array(index, value));
            }
            _ => {}
        }
        let op = self.random.choose(&self.operators.clone());
        let term = self.operator(terms, op, width)?;
        let known = match terms.sort(term) {
            Sort::BitVec(width) => self.shape.widths.contains(&width),
            _ => true,
        };
        known.then_some(term)
    }

    fn array_widths(&self) -> (u32, u32) {
        (self.shape.widths[0], self.shape.widths[1 % self.shape.widths.len()])
    }

    fn operator(&mut self, terms: &mut TermStore, op: Op, width: u32) -> Option<Term> {
        let bits = Sort::BitVec(width);
        let (index, element) = self.array_widths();
        let array = Sort::Array { index, element };
        let hard = matches!(op, Op::BvMul | Op::BvUmulo | Op::BvSmulo)
            || (Op::BvUdiv..=Op::BvSmod).contains(&op);
        if hard && width > self.shape.hard_width {
            return None;
        }
        let any = match self.random.below(6) {
            0 => Sort::Bool,
            1 if self.shape.arrays => array,
            _ => bits,
        };
        let mut numbers = Vec::new();
        let sorts = match op.sort_rule() {
            SortRule::Connective => vec![Sort::Bool; op.arity()],
            SortRule::Equality => vec![any; 2],
            SortRule::Choice => vec![Sort::Bool, any, any],
            SortRule::Read | SortRule::Write if !self.shape.arrays => return None,
            SortRule::Read => vec![array, Sort::BitVec(index)],
            SortRule::Write => vec![array, Sort::BitVec(index), Sort::BitVec(element)],
            SortRule::Join => {
                vec![bits, Sort::BitVec(self.random.choose(&self.shape.widths.clone()))]
            }
            SortRule::Slice => {
                let narrow = self.random.choose(&self.shape.widths.clone()).min(width);
                let low = self.random.below(width - narrow + 1);
                numbers = vec![low + narrow - 1, low];
                vec![bits]
            }
            SortRule::Extend => {
                let wide = self.random.choose(&self.shape.widths.clone());
                numbers = vec![wide.saturating_sub(width)];
                vec![bits]
            }
            SortRule::Repeat => {
                numbers = vec![1 + self.random.below(3)];
                vec![bits]
            }
            SortRule::Rotate => {
                numbers = vec![self.random.below(2 * width)];
                vec![bits]
            }
            _ => vec![bits; op.arity()],
        };
        let args = self.operands(terms, &sorts, 0);
        terms.build(op, &numbers, &args).ok()
    }
}
