//! A candidate model, checked against what arrays and functions mean. The SAT
//! solver sees reads, applications and equalities of arrays as free inputs; each
//! instance of their meaning that its values violate becomes a lemma.
//!
//! * A read walks down its array under the candidate's values to the write that
//!   it hits, to a constant array, or to a base (a variable or an application);
//!   two reads of one base at one index must agree.
//! * Applications of one function to equal arguments must agree.
//! * Arrays said to be equal must agree at every index; arrays said to differ
//!   have a witness index (see `lemmas.rs`).

use super::lemmas::{Lemmas, is_array_equality};
use pathweave_bits::BitVec;
use pathweave_term::{
    ArrayValue, Func, FunctionValue, Model, Op, Sort, Term, TermMap, TermStore, Value,
};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// At most this many lemmas are added for one equality in one round.
const MAX_DIFFERENCES: usize = 16;

/// A read that reached a base.
struct Landed {
    read: Term,
    value: BitVec,
}

/// Where a read of the candidate ends.
enum End {
    /// At a write or a constant array: the element there.
    Element(Term),
    Base(Term),
}

/// A candidate model: values of the variables of a cone, and of what its reads, writes and applications look
/// at.
pub(crate) struct Candidate<'a> {
    cone: &'a [Term],
    values: TermMap<Value>,
    model: Model,
    /// What reads found in each base.
    tables: BTreeMap<Term, BTreeMap<BitVec, Landed>>,
    /// The values that bases get from that.
    arrays: BTreeMap<Term, Rc<ArrayValue>>,
}

impl<'a> Candidate<'a> {
    /// The candidate that gives the cone's terms these values.
    pub(crate) fn new(
        terms: &TermStore,
        cone: &'a [Term],
        value: impl Fn(Term) -> Value,
    ) -> Candidate<'a> {
        let mut model = Model::new();
        let looked_at = looked_at(terms, cone);
        let mut values = TermMap::new();
        for &term in cone {
            let is_variable = terms.op(term) == Op::Var;
            let is_looked_at = looked_at.contains(term);
            let is_array = matches!(terms.sort(term), Sort::Array { .. });
            if is_array || !(is_variable || is_looked_at) {
                continue;
            }
            let found = value(term);
            if is_variable {
                model.insert(term, found.clone());
            }
            if is_looked_at {
                values.insert(term, found);
            }
        }
        let (tables, arrays) = (BTreeMap::new(), BTreeMap::new());
        Candidate { cone, values, model, tables, arrays }
    }

    pub(crate) fn into_model(self) -> Model {
        self.model
    }

    fn value(&self, terms: &TermStore, term: Term) -> Value {
        if let Some(value) = self.values.get(term) {
            return value.clone();
        }
        // Operands that the translation skipped: subtracted terms and constants.
        match terms.constant_bool(term) {
            Some(value) => Value::Bool(value),
            None => match terms.constant(term) {
                Some(value) => Value::Bits(value),
                None => self.negated(terms, term),
            },
        }
    }

    fn negated(&self, terms: &TermStore, term: Term) -> Value {
        match terms.op(term) {
            Op::BvNeg => {
                let inner = self.value(terms, terms.arg(term, 0));
                Value::Bits(inner.as_bits().map_or_else(|| BitVec::zero(1), BitVec::neg))
            }
            _ => Value::default_of(terms.sort(term)),
        }
    }

    fn bits(&self, terms: &TermStore, term: Term) -> BitVec {
        match self.value(terms, term) {
            Value::Bits(bits) => bits,
            other => unreachable!("{other:?} is not a bit-vector"),
        }
    }

    /// The lemmas that the candidate violates; none if the model is right, which
    /// is then complete.
    pub(crate) fn check(&mut self, terms: &mut TermStore, known: &mut Lemmas) -> Vec<Term> {
        let mut lemmas = Vec::new();
        if self.values.is_empty() {
            return lemmas;
        }
        for &term in self.cone {
            if terms.op(term) == Op::Select {
                lemmas.extend(self.check_read(terms, term, known));
            }
        }
        self.check_applications(terms, &mut lemmas);
        if !lemmas.is_empty() {
            return lemmas;
        }
        self.complete_model(terms);
        self.check_equalities(terms, &mut lemmas);
        self.check_array_arguments(terms, &mut lemmas);
        lemmas
    }

    /// Follows a read to its end. Most reads are right, so that no terms are made.
    fn walk(&self, terms: &TermStore, read: Term) -> End {
        let place = self.value(terms, terms.arg(read, 1));
        let mut array = terms.arg(read, 0);
        loop {
            array = match terms.op(array) {
                Op::Store if self.value(terms, terms.arg(array, 1)) == place => {
                    return End::Element(terms.arg(array, 2));
                }
                Op::Store => terms.arg(array, 0),
                Op::Ite => {
                    let holds = self.value(terms, terms.arg(array, 0)) == Value::Bool(true);
                    terms.arg(array, if holds { 1 } else { 2 })
                }
                Op::ConstArray => return End::Element(terms.arg(array, 0)),
                _ => return End::Base(array),
            };
        }
    }

    /// The conditions under which a read goes the way it does.
    fn path(&self, terms: &mut TermStore, read: Term) -> Vec<Term> {
        let index = terms.arg(read, 1);
        let place = self.value(terms, index);
        let mut array = terms.arg(read, 0);
        let mut path = Vec::new();
        loop {
            match terms.op(array) {
                Op::Store => {
                    let written = terms.arg(array, 1);
                    let same = terms.eq(index, written);
                    if self.value(terms, written) == place {
                        path.push(same);
                        return path;
                    }
                    path.push(terms.not(same));
                    array = terms.arg(array, 0);
                }
                Op::Ite => {
                    let condition = terms.arg(array, 0);
                    if self.value(terms, condition) == Value::Bool(true) {
                        path.push(condition);
                        array = terms.arg(array, 1);
                    } else {
                        path.push(terms.not(condition));
                        array = terms.arg(array, 2);
                    }
                }
                _ => return path,
            }
        }
    }

    fn check_read(&mut self, terms: &mut TermStore, read: Term, known: &mut Lemmas) -> Vec<Term> {
        let value = self.bits(terms, read);
        match self.walk(terms, read) {
            End::Element(element) => {
                if self.bits(terms, element) == value {
                    return Vec::new();
                }
                let path = self.path(terms, read);
                let same = terms.eq(read, element);
                vec![implied(terms, &path, same)]
            }
            End::Base(base) => {
                let index = terms.arg(read, 1);
                let place = self.bits(terms, index);
                let landed = Landed { read, value };
                match self.tables.entry(base).or_default().entry(place.clone()) {
                    Entry::Vacant(room) => {
                        room.insert(landed);
                        Vec::new()
                    }
                    Entry::Occupied(other) if other.get().value == landed.value => Vec::new(),
                    Entry::Occupied(_) => {
                        let other = &self.tables[&base][&place];
                        self.disagreement(terms, other, &landed, known)
                    }
                }
            }
        }
    }

    fn disagreement(
        &self,
        terms: &mut TermStore,
        a: &Landed,
        b: &Landed,
        known: &mut Lemmas,
    ) -> Vec<Term> {
        let same_index = terms.eq(terms.arg(a.read, 1), terms.arg(b.read, 1));
        let mut path = self.path(terms, a.read);
        path.extend(self.path(terms, b.read));
        let direct = path.is_empty();
        path.push(same_index);
        let same = terms.eq(a.read, b.read);
        let mut lemmas = vec![implied(terms, &path, same)];
        // A read straight from the base will disagree with others as well.
        if direct && !terms.is_constant(terms.arg(b.read, 1)) {
            let base = terms.arg(b.read, 0);
            let near: Vec<Term> = self.tables[&base]
                .values()
                .map(|landed| landed.read)
                .filter(|&read| terms.arg(read, 0) == base)
                .take(MAX_DIFFERENCES * 4)
                .collect();
            for other in near {
                lemmas.extend(known.relate(terms, b.read, other));
            }
        }
        lemmas
    }

    fn is_array_argument(terms: &TermStore, term: Term) -> bool {
        matches!(terms.sort(term), Sort::Array { .. })
    }

    /// Functions of scalars: equal arguments, equal results.
    fn check_applications(&mut self, terms: &mut TermStore, lemmas: &mut Vec<Term>) {
        let mut seen: HashMap<(Func, Vec<Value>), Term> = HashMap::new();
        for &term in self.cone {
            let Some(function) = terms.function(term) else { continue };
            let args = terms.args(term).to_vec();
            if args.iter().any(|&arg| Self::is_array_argument(terms, arg)) {
                continue;
            }
            let values = args.iter().map(|&arg| self.value(terms, arg)).collect();
            let first = *seen.entry((function, values)).or_insert(term);
            if first != term {
                lemmas.extend(self.congruence(terms, first, term));
            }
        }
    }

    /// The lemma that two applications agree, if they do not.
    fn congruence(&self, terms: &mut TermStore, a: Term, b: Term) -> Option<Term> {
        let same_result = terms.eq(a, b);
        let agreed = match terms.sort(a) {
            Sort::Array { .. } => self.values.get(same_result) == Some(&Value::Bool(true)),
            _ => self.value(terms, a) == self.value(terms, b),
        };
        if agreed || terms.constant_bool(same_result) == Some(true) {
            return None;
        }
        let (args_a, args_b) = (terms.args(a).to_vec(), terms.args(b).to_vec());
        let same: Vec<Term> = args_a.iter().zip(&args_b).map(|(&x, &y)| terms.eq(x, y)).collect();
        Some(implied(terms, &same, same_result))
    }

    /// The base of an array under the candidate.
    fn base(&self, terms: &TermStore, array: Term) -> Term {
        let mut array = array;
        loop {
            array = match terms.op(array) {
                Op::Store => terms.arg(array, 0),
                Op::Ite => {
                    let holds = self.value(terms, terms.arg(array, 0)) == Value::Bool(true);
                    terms.arg(array, if holds { 1 } else { 2 })
                }
                _ => return array,
            };
        }
    }

    /// The elements that bases have where nothing was read: arrays said to be
    /// equal share them, and a constant array among them decides.
    fn defaults(&self, terms: &TermStore) -> BTreeMap<Term, BitVec> {
        let mut links: BTreeMap<Term, Term> = BTreeMap::new();
        let find = |links: &BTreeMap<Term, Term>, mut term: Term| {
            while let Some(&next) = links.get(&term) {
                term = next;
            }
            term
        };
        for &term in self.cone {
            let said =
                is_array_equality(terms, term) && self.value(terms, term) == Value::Bool(true);
            if said {
                let a = find(&links, self.base(terms, terms.arg(term, 0)));
                let b = find(&links, self.base(terms, terms.arg(term, 1)));
                // Constant arrays stay on top of their class.
                let (low, high) = if terms.op(a) == Op::ConstArray { (b, a) } else { (a, b) };
                if low != high {
                    links.insert(low, high);
                }
            }
        }
        let mut defaults = BTreeMap::new();
        for &term in self.cone {
            let is_base = matches!(terms.op(term), Op::Var | Op::Apply);
            if let (Sort::Array { element, .. }, true) = (terms.sort(term), is_base) {
                let top = find(&links, term);
                let default = match terms.op(top) {
                    Op::ConstArray => self.bits(terms, terms.arg(top, 0)),
                    _ => BitVec::zero(element),
                };
                defaults.insert(term, default);
            }
        }
        defaults
    }

    /// Gives array variables and functions their values.
    fn complete_model(&mut self, terms: &TermStore) {
        for (base, default) in self.defaults(terms) {
            let Sort::Array { index, .. } = terms.sort(base) else { continue };
            let table = self.tables.get(&base).into_iter().flatten();
            let entries = table.map(|(place, landed)| (place.clone(), landed.value.clone()));
            let value = Rc::new(ArrayValue::new(index, default, entries));
            if terms.op(base) == Op::Var {
                self.model.insert(base, Value::Array(value.clone()));
            }
            self.arrays.insert(base, value);
        }
        let mut tables: BTreeMap<Func, FunctionValue> = BTreeMap::new();
        for &term in self.cone {
            let Some(function) = terms.function(term) else { continue };
            let args = terms.args(term).iter().map(|&arg| self.any_value(terms, arg)).collect();
            let result = self.any_value(terms, term);
            let default = Value::default_of(terms.sort(term));
            let table = tables.entry(function).or_insert_with(|| FunctionValue::constant(default));
            table.insert(args, result);
        }
        for (function, table) in tables {
            self.model.insert_function(function, table);
        }
    }

    /// The value of a scalar or an array, by the candidate alone.
    fn any_value(&self, terms: &TermStore, term: Term) -> Value {
        if !Self::is_array_argument(terms, term) {
            return self.value(terms, term);
        }
        let mut writes = Vec::new();
        let mut array = term;
        while terms.op(array) != Op::ConstArray && !self.arrays.contains_key(&array) {
            let args = terms.args(array);
            array = match terms.op(array) {
                Op::Store => {
                    writes.push((self.bits(terms, args[1]), self.bits(terms, args[2])));
                    args[0]
                }
                _ => args[if self.value(terms, args[0]) == Value::Bool(true) { 1 } else { 2 }],
            };
        }
        let mut value = match self.arrays.get(&array) {
            Some(value) if writes.is_empty() => return Value::Array(value.clone()),
            Some(value) => value.as_ref().clone(),
            None => {
                let Sort::Array { index, .. } = terms.sort(array) else {
                    unreachable!("a constant array has an array sort")
                };
                ArrayValue::constant(index, self.bits(terms, terms.arg(array, 0)))
            }
        };
        for (place, element) in writes.into_iter().rev() {
            value.store(place, element);
        }
        Value::Array(Rc::new(value))
    }

    /// Arrays said to be equal must be, in the model made of what was read.
    fn check_equalities(&self, terms: &mut TermStore, lemmas: &mut Vec<Term>) {
        for &equality in self.cone {
            if !is_array_equality(terms, equality)
                || self.value(terms, equality) != Value::Bool(true)
            {
                continue;
            }
            let (a, b) = (terms.arg(equality, 0), terms.arg(equality, 1));
            let (x, y) = (self.any_value(terms, a), self.any_value(terms, b));
            let (Some(x), Some(y)) = (x.as_array(), y.as_array()) else { continue };
            for place in differences(x, y) {
                let place = self.index_term(terms, &place);
                let (at_a, at_b) = (terms.select(a, place), terms.select(b, place));
                let same = terms.eq(at_a, at_b);
                lemmas.push(implied(terms, &[equality], same));
            }
        }
    }

    /// A term of the cone's indices with this value, or the constant.
    fn index_term(&self, terms: &mut TermStore, place: &BitVec) -> Term {
        for &term in self.cone {
            let index = match terms.op(term) {
                Op::Select | Op::Store => terms.arg(term, 1),
                _ => continue,
            };
            let fits = terms.width(index) == place.width();
            if fits && self.values.contains(index) && self.bits(terms, index) == *place {
                return index;
            }
        }
        terms.bv_const(place)
    }

    /// Functions of arrays: where the model's arguments are equal and results
    /// are not, a lemma with the equality of the arrays, which then is decided.
    fn check_array_arguments(&self, terms: &mut TermStore, lemmas: &mut Vec<Term>) {
        let mut seen: HashMap<(Func, Vec<Value>), Term> = HashMap::new();
        for &term in self.cone {
            let Some(function) = terms.function(term) else { continue };
            let args = terms.args(term).to_vec();
            if !args.iter().any(|&arg| Self::is_array_argument(terms, arg)) {
                continue;
            }
            let values: Vec<Value> = args.iter().map(|&arg| self.any_value(terms, arg)).collect();
            let first = *seen.entry((function, values)).or_insert(term);
            if first != term {
                lemmas.extend(self.congruence(terms, first, term));
            }
        }
    }
}

/// The terms whose values say what reads, writes, choices of arrays and applications are.
pub(crate) fn looked_at(terms: &TermStore, cone: &[Term]) -> TermMap<()> {
    let mut found = TermMap::new();
    for &term in cone {
        let args = terms.args(term);
        let (own, args) = match terms.op(term) {
            Op::Select => (true, &args[1..]),
            Op::Store => (false, &args[1..]),
            Op::Apply => (true, args),
            Op::ConstArray => (false, args),
            Op::Ite if matches!(terms.sort(term), Sort::Array { .. }) => (false, &args[..1]),
            _ if is_array_equality(terms, term) => (true, &[][..]),
            _ => continue,
        };
        if own {
            found.insert(term, ());
        }
        for &arg in args {
            found.insert(arg, ());
            // What is subtracted stands for the difference.
            if terms.op(arg) == Op::BvNeg {
                found.insert(terms.arg(arg, 0), ());
            }
        }
    }
    found
}

/// `path → conclusion`.
fn implied(terms: &mut TermStore, path: &[Term], conclusion: Term) -> Term {
    let premise = terms.and_all(path.iter().copied());
    terms.implies(premise, conclusion)
}

/// Some indices at which two arrays differ.
fn differences(a: &ArrayValue, b: &ArrayValue) -> Vec<BitVec> {
    let noted = a.entries().chain(b.entries()).map(|(place, _)| place);
    let mut found: Vec<BitVec> =
        noted.filter(|place| a.select(place) != b.select(place)).cloned().collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(MAX_DIFFERENCES);
    if found.is_empty() && a.default_element() != b.default_element() {
        // Equal wherever noted, so they differ at any other index.
        let width = a.index_width();
        let mut place = BitVec::zero(width);
        let noted = a.entries().chain(b.entries()).count() as u64;
        for _ in 0..=noted {
            if a.select(&place) != b.select(&place) {
                return vec![place];
            }
            place = place.add(&BitVec::one(width));
        }
    }
    found
}
