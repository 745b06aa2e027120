//! From terms to literals. Each term is translated once in the life of an
//! instance; applications, equalities of arrays and reads are fresh inputs whose
//! meaning comes from lemmas, but for reads of constants (see `tables.rs`). For each term its variables are kept: those made for
//! it and those of gates it shares with other terms. The union over a query's
//! subterms is the query's cone; the SAT solver looks at nothing else, so a
//! variable that is missing there is a wrong model.

use super::circuits::Direction;
use super::gates::{GateHasher, Gates};
use super::tables::Tables;
use crate::sat::{Lit, SatSolver};
use pathweave_bits::BitVec;
use pathweave_term::{Op, Sort, Term, TermMap, TermStore, Value};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Where a term's literals are, and its variables: those made for it, and a
/// stretch of `shared`.
#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    vars: (u32, u32),
    shared: (u32, u32),
}

/// Quotient and remainder, and all variables of their circuit.
#[derive(Clone)]
struct Division {
    quotient: Vec<Lit>,
    rest: Vec<Lit>,
    vars: Vec<u32>,
}

pub(super) struct Blaster {
    pub(super) gates: Gates,
    entries: TermMap<Entry>,
    lits: Vec<Lit>,
    shared: Vec<u32>,
    /// Quotient and remainder by operands and signedness: often both are used.
    divisions: HashMap<(Term, Term, bool), Division, BuildHasherDefault<GateHasher>>,
    tables: Tables,
}

impl Blaster {
    pub(super) fn new(sat: Box<dyn SatSolver>) -> Blaster {
        Blaster {
            gates: Gates::new(sat),
            entries: TermMap::new(),
            lits: Vec::new(),
            shared: Vec::new(),
            divisions: HashMap::default(),
            tables: Tables::default(),
        }
    }

    /// Adds the variables of a term, without those of its operands.
    pub(super) fn collect_vars(&self, term: Term, out: &mut Vec<u32>) {
        if let Some(entry) = self.entries.get(term) {
            out.extend(entry.vars.0..entry.vars.1);
            out.extend(&self.shared[entry.shared.0 as usize..entry.shared.1 as usize]);
        }
    }

    /// The literals of a translated term: one a bit, or one for a boolean.
    pub(super) fn bits(&self, terms: &TermStore, term: Term) -> &[Lit] {
        let start = self.entries.get(term).expect("a translated term").start as usize;
        &self.lits[start..start + terms.width(term).max(1) as usize]
    }

    pub(super) fn lit(&self, terms: &TermStore, term: Term) -> Lit {
        self.bits(terms, term)[0]
    }

    /// The value of a translated scalar term in the model found last.
    pub(super) fn value(&self, terms: &TermStore, term: Term) -> Value {
        let truth = |&lit: &Lit| self.gates.sat.value(lit).unwrap_or(false);
        let bits = self.bits(terms, term);
        match terms.sort(term) {
            Sort::Bool => Value::Bool(truth(&bits[0])),
            _ if bits.len() <= 64 => {
                let set = bits.iter().enumerate().filter(|(_, lit)| truth(lit));
                let number = set.fold(0, |number, (at, _)| number | 1 << at);
                Value::Bits(BitVec::from_u64(bits.len() as u32, number))
            }
            _ => {
                let mut limbs = vec![0u64; bits.len().div_ceil(64)];
                for (at, _) in bits.iter().enumerate().filter(|(_, lit)| truth(lit)) {
                    limbs[at / 64] |= 1 << (at % 64);
                }
                Value::Bits(BitVec::from_limbs(bits.len() as u32, &limbs))
            }
        }
    }

    /// The terms whose literals a term's translation uses: its arguments, but
    /// for a subtraction what is subtracted.
    pub(super) fn operands(terms: &TermStore, term: Term, out: &mut Vec<Term>) {
        let args = terms.args(term);
        if terms.op(term) == Op::BvAdd {
            for (&one, &other) in [(&args[1], &args[0]), (&args[0], &args[1])] {
                if terms.op(one) == Op::BvNeg {
                    out.extend([other, terms.arg(one, 0)]);
                    return;
                }
            }
        }
        out.extend(args);
    }

    /// About how many gates a term's translation makes.
    pub(super) fn cost(&self, terms: &TermStore, term: Term) -> u64 {
        if self.entries.contains(term) {
            return 0;
        }
        let bits = |term: Term| terms.sort(term).width().map_or(1, u64::from);
        let width = terms.args(term).first().map_or(1, |&first| bits(first));
        match terms.op(term) {
            Op::BvMul => width * width,
            op if (Op::BvUdiv..=Op::BvSmod).contains(&op) => 2 * width * width,
            Op::BvShl | Op::BvLshr | Op::BvAshr => width * u64::from(width.max(2).ilog2()),
            _ => bits(term).max(width),
        }
    }

    /// Translates a term whose operands are translated. Arrays have no literals.
    pub(super) fn translate(&mut self, terms: &TermStore, term: Term) {
        if self.entries.contains(term) || matches!(terms.sort(term), Sort::Array { .. }) {
            return;
        }
        let first_var = self.gates.vars();
        self.gates.reused.clear();
        let row = self.row(terms, term);
        let vars = (first_var, self.gates.vars());
        let mut reused = std::mem::take(&mut self.gates.reused);
        reused.retain(|&var| var < first_var);
        reused.sort_unstable();
        reused.dedup();
        let first_shared = self.shared.len() as u32;
        self.shared.extend(&reused);
        self.gates.reused = reused;
        let shared = (first_shared, self.shared.len() as u32);
        let start = self.lits.len() as u32;
        self.lits.extend(row);
        self.entries.insert(term, Entry { start, vars, shared });
    }

    fn operand(&self, terms: &TermStore, term: Term, position: usize) -> Vec<Lit> {
        self.bits(terms, terms.arg(term, position)).to_vec()
    }

    fn inputs(&mut self, terms: &TermStore, term: Term) -> Vec<Lit> {
        (0..terms.width(term).max(1)).map(|_| self.gates.input()).collect()
    }

    fn read(&mut self, terms: &TermStore, term: Term) -> Vec<Lit> {
        let table = self.tables.get(terms, terms.arg(term, 0));
        let index = self.operand(terms, term, 1);
        let (width, entries, lits) = (terms.width(term) as usize, &self.entries, &self.lits);
        let row = |gates: &mut Gates, element: Option<Term>| match element {
            Some(element) => {
                let start = entries.get(element).expect("operands come first").start as usize;
                lits[start..start + width].to_vec()
            }
            None => (0..width).map(|_| gates.input()).collect(),
        };
        let read = table.and_then(|table| table.read(&mut self.gates, &index, row));
        read.unwrap_or_else(|| self.inputs(terms, term))
    }

    fn row(&mut self, terms: &TermStore, term: Term) -> Vec<Lit> {
        let op = terms.op(term);
        match op {
            Op::Const => return self.constant(terms, term),
            Op::Select => return self.read(terms, term),
            Op::Var | Op::Apply => return self.inputs(terms, term),
            Op::Eq if matches!(terms.sort(terms.arg(term, 0)), Sort::Array { .. }) => {
                return self.inputs(terms, term);
            }
            Op::BvAdd => return self.sum(terms, term),
            _ => {}
        }
        let a = self.operand(terms, term, 0);
        match op {
            Op::Not | Op::BvNot => return self.gates.invert(&a),
            Op::BvNeg => return self.gates.negate(&a),
            Op::Extract => {
                let (hi, lo) = terms.slice(term).expect("an extract has bounds");
                return a[lo as usize..=hi as usize].to_vec();
            }
            Op::ZeroExtend | Op::SignExtend => {
                let fill = match op {
                    Op::ZeroExtend => self.gates.constant(false),
                    _ => a[a.len() - 1],
                };
                let mut row = a;
                row.resize(terms.width(term) as usize, fill);
                return row;
            }
            _ => {}
        }
        let b = self.operand(terms, term, 1);
        match op {
            Op::Ite => {
                let c = self.operand(terms, term, 2);
                self.gates.choose(a[0], &b, &c)
            }
            Op::And => vec![self.gates.and(a[0], b[0])],
            Op::Eq => vec![self.gates.equal(&a, &b)],
            Op::BvUlt => vec![self.gates.less(&a, &b)],
            Op::BvSlt => vec![self.gates.less_signed(&a, &b)],
            Op::Concat => [b, a].concat(),
            _ => self.row_wide(terms, term, &a, &b),
        }
    }

    fn row_wide(&mut self, terms: &TermStore, term: Term, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let no = self.gates.constant(false);
        let gates = &mut self.gates;
        let pairs = a.iter().zip(b);
        match terms.op(term) {
            Op::BvAnd => pairs.map(|(&x, &y)| gates.and(x, y)).collect(),
            Op::BvOr => pairs.map(|(&x, &y)| gates.or(x, y)).collect(),
            Op::BvXor => pairs.map(|(&x, &y)| gates.xor(x, y)).collect(),
            Op::BvMul => gates.multiply(a, b),
            Op::BvShl => gates.shift(a, b, Direction::Left, no),
            Op::BvLshr => gates.shift(a, b, Direction::Right, no),
            Op::BvAshr => gates.shift(a, b, Direction::Right, a[a.len() - 1]),
            Op::BvUdiv => self.division(terms, term, false).quotient,
            Op::BvUrem => self.division(terms, term, false).rest,
            Op::BvSdiv => self.division(terms, term, true).quotient,
            Op::BvSrem => self.division(terms, term, true).rest,
            Op::BvSmod => {
                let rest = self.division(terms, term, true).rest;
                self.gates.modulus(&rest, a, b)
            }
            op => unreachable!("{op:?} has no circuit"),
        }
    }

    fn division(&mut self, terms: &TermStore, term: Term, signed: bool) -> Division {
        let key = (terms.arg(term, 0), terms.arg(term, 1), signed);
        if let Some(known) = self.divisions.get(&key) {
            self.gates.reused.extend(&known.vars);
            return known.clone();
        }
        let (a, b) = (self.operand(terms, term, 0), self.operand(terms, term, 1));
        let first_var = self.gates.vars();
        let (quotient, rest) = match signed {
            true => self.gates.divide_signed(&a, &b),
            false => self.gates.divide(&a, &b),
        };
        let made = first_var..self.gates.vars();
        let vars = made.chain(self.gates.reused.iter().copied()).collect();
        let division = Division { quotient, rest, vars };
        self.divisions.insert(key, division.clone());
        division
    }

    /// A sum with a negated term is a subtraction, which needs one adder less.
    fn sum(&mut self, terms: &TermStore, term: Term) -> Vec<Lit> {
        let args = terms.args(term);
        for (one, other) in [(args[1], args[0]), (args[0], args[1])] {
            if terms.op(one) == Op::BvNeg {
                let left = self.bits(terms, other).to_vec();
                let right = self.operand(terms, one, 0);
                return self.gates.subtract(&left, &right);
            }
        }
        let (a, b) = (self.operand(terms, term, 0), self.operand(terms, term, 1));
        let no = self.gates.constant(false);
        self.gates.add(&a, &b, no)
    }

    fn constant(&self, terms: &TermStore, term: Term) -> Vec<Lit> {
        match terms.constant(term) {
            Some(value) => {
                (0..value.width()).map(|at| self.gates.constant(value.bit(at))).collect()
            }
            None => vec![self.gates.constant(terms.constant_bool(term) == Some(true))],
        }
    }
}
