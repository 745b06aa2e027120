//! Splits a query into parts that share nothing, and asks for each part. What
//! parts can share are variables, functions and array cells: while an array is
//! read only at constant indices, each of its cells is on its own.

use super::meter::{Below, Meter};
use crate::query::{Answer, Budget, LayerStatistics, Solver};
use pathweave_term::{ArrayValue, Func, Model, Op, Sort, Term, TermMap, TermStore, Value};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Something that two conjuncts can share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Atom {
    /// A variable; an array as a whole.
    Variable(Term),
    /// A read of an array variable at a constant index: the array and the read.
    Cell(Term, Term),
    Function(Func),
}

/// The memo of atoms is emptied when it has more entries than this.
const MAX_MEMO: usize = 20_000;

pub(crate) struct Split {
    below: Below,
    meter: Meter,
    atoms: TermMap<Rc<[Atom]>>,
    parts: u64,
}

/// Conjuncts that belong together, and their atoms.
#[derive(Default)]
struct Part {
    conjuncts: Vec<Term>,
    atoms: Vec<Atom>,
}

impl Split {
    pub(crate) fn new(below: Box<dyn Solver>) -> Split {
        Split { below: Below::new(below), meter: Meter::default(), atoms: TermMap::new(), parts: 0 }
    }

    fn atoms(&mut self, terms: &TermStore, conjunct: Term) -> Rc<[Atom]> {
        if let Some(known) = self.atoms.get(conjunct) {
            return known.clone();
        }
        let mut found = Vec::new();
        let mut seen: TermMap<()> = TermMap::new();
        let mut stack = vec![conjunct];
        while let Some(term) = stack.pop() {
            if seen.insert(term, ()).is_some() {
                continue;
            }
            match terms.op(term) {
                Op::Var => found.push(Atom::Variable(term)),
                Op::Select if is_cell(terms, term) => {
                    found.push(Atom::Cell(terms.arg(term, 0), term));
                    continue;
                }
                Op::Apply => found.extend(terms.function(term).map(Atom::Function)),
                _ => {}
            }
            stack.extend(terms.args(term));
        }
        let found: Rc<[Atom]> = found.into();
        if self.atoms.len() >= MAX_MEMO {
            self.atoms = TermMap::new();
        }
        self.atoms.insert(conjunct, found.clone());
        found
    }

    fn partition(&mut self, terms: &TermStore, query: &[Term]) -> Vec<Part> {
        let atoms: Vec<Rc<[Atom]>> = query.iter().map(|&term| self.atoms(terms, term)).collect();
        let mut sets = Sets { parent: (0..query.len()).collect() };
        let mut owner: FxHashMap<Atom, usize> = FxHashMap::default();
        for (number, atoms) in atoms.iter().enumerate() {
            for &atom in atoms.iter() {
                let first = *owner.entry(atom).or_insert(number);
                sets.join(first, number);
            }
        }
        // A cell of an array that is also used as a whole belongs to the whole.
        for (number, atoms) in atoms.iter().enumerate() {
            for &atom in atoms.iter() {
                if let Atom::Cell(array, _) = atom
                    && let Some(&whole) = owner.get(&Atom::Variable(array))
                {
                    sets.join(whole, number);
                }
            }
        }
        let mut parts: BTreeMap<usize, Part> = BTreeMap::new();
        for (number, &conjunct) in query.iter().enumerate() {
            let part = parts.entry(sets.find(number)).or_default();
            part.conjuncts.push(conjunct);
            part.atoms.extend(atoms[number].iter());
        }
        parts.into_values().collect()
    }

    fn check_parts(&mut self, terms: &mut TermStore, parts: &[Part], budget: &Budget) -> Answer {
        let mut model = Model::new();
        let mut unknown = None;
        for part in parts {
            match self.below.check(terms, &part.conjuncts, budget) {
                Answer::Unsat(core) => return Answer::Unsat(core),
                // Another part may still be unsat, which decides.
                Answer::Unknown(why) => unknown = Some(why),
                Answer::Sat(found) => part.transfer(terms, &found, &mut model),
            }
        }
        match unknown {
            Some(why) => Answer::Unknown(why),
            None => Answer::Sat(model),
        }
    }
}

impl Part {
    /// Copies what this part is about from its model.
    fn transfer(&self, terms: &TermStore, from: &Model, to: &mut Model) {
        for &atom in &self.atoms {
            match atom {
                Atom::Variable(variable) => to.insert(variable, from.value(terms, variable)),
                Atom::Function(function) => {
                    if let Some(table) = from.function(function) {
                        to.insert_function(function, table.clone());
                    }
                }
                Atom::Cell(array, read) => transfer_cell(terms, from, to, array, read),
            }
        }
    }
}

fn transfer_cell(terms: &TermStore, from: &Model, to: &mut Model, array: Term, read: Term) {
    let (Some(index), Sort::Array { index: width, element }) =
        (terms.constant(terms.arg(read, 1)), terms.sort(array))
    else {
        return;
    };
    let value = match from.get(array) {
        Some(Value::Array(found)) => found.select(&index).clone(),
        _ => pathweave_bits::BitVec::zero(element),
    };
    let mut merged = match to.get(array) {
        Some(Value::Array(known)) => known.as_ref().clone(),
        _ => ArrayValue::constant(width, pathweave_bits::BitVec::zero(element)),
    };
    merged.store(index, value);
    to.insert(array, Value::Array(Rc::new(merged)));
}

fn is_cell(terms: &TermStore, read: Term) -> bool {
    terms.op(terms.arg(read, 0)) == Op::Var && terms.is_constant(terms.arg(read, 1))
}

/// Disjoint sets of numbers.
struct Sets {
    parent: Vec<usize>,
}

impl Sets {
    fn find(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    /// The smaller number represents the set.
    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b)] = a.min(b);
    }
}

impl Solver for Split {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let running = self.meter.start(&self.below);
        let parts = self.partition(terms, query);
        self.parts += parts.len() as u64;
        let answer = match &parts[..] {
            [_] => self.below.check(terms, query, budget),
            several => self.check_parts(terms, several, budget),
        };
        self.meter.stop(&running, &self.below);
        answer
    }

    fn name(&self) -> &'static str {
        "split"
    }

    fn statistics(&self, out: &mut Vec<LayerStatistics>) {
        self.meter.report(self.name(), &self.below, vec![("parts", self.parts)], out);
    }
}
