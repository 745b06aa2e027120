//! Inputs that are made from a witness by changing little, before a solver is asked.
//!
//! The witness of a waiting state satisfies all of its conditions but the newest, and often that one
//! says itself what has to change: `byte == ':'`. A [`Guess`] is a witness with some variables
//! changed. [`Guess::repaired`] looks for a condition that does not hold, changes a variable of it as
//! little as makes it hold, and begins again, a few times. Of several variables that could be changed it takes the one that
//! was changed least often, so that two conditions do not take turns at undoing each other.
//!
//! Laws: what comes out satisfies every condition, since all that mention a changed variable were evaluated;
//! and that nothing comes out says nothing. Both are so whatever changes are tried, so inversion of
//! operators may be wrong (a sum that wraps, bits that an extension drops), and evaluation sorts it out.
//!
//! The easy mistake is to evaluate everything: only conditions that mention a changed variable can fail.

use crate::explorer::{Explorer, Layer};
use crate::slice::Slicer;
use pathweave_bits::BitVec;
use pathweave_term::{Evaluator, Model, Op, Sort, Term, TermStore, Value};
use std::borrow::Cow;
use std::time::Instant;

/// Changes that are made before it is given up; one more for each condition that is wanted, up to as
/// many again.
const ROUNDS: usize = 6;
const MORE_ROUNDS: usize = 16;
/// Ways to change an input that are compared, and parts of a condition that are looked at for them.
const WAYS: usize = 4;
const PARTS: usize = 32;
/// Operators that are inverted for one change: a term that is in many places of another one is met as often.
const STEPS: usize = 128;
/// The low bits of a number that are cleared to make it round.
const ROUND: u64 = 0xFF;
/// Terms that may be evaluated in all before it is given up: merged states have large ones.
const EVALUATED: usize = 20_000;

/// An input that is made from a witness.
#[derive(Clone)]
pub(crate) struct Guess<'w> {
    witness: &'w Model,
    model: Cow<'w, Model>,
    /// The variables that have other values than the witness gives them.
    changed: Vec<Term>,
    /// How often each of them was changed.
    times: Vec<u32>,
}

impl Explorer<'_, '_> {
    /// A model of conditions that is little else than the witness, which satisfies all but the last.
    pub(crate) fn repair(&mut self, conditions: &[Term], witness: &Model) -> Option<Model> {
        if self.options.without.contains(&Layer::Repair) {
            return None;
        }
        let (last, before) = conditions.split_last()?;
        let started = Instant::now();
        let wanted = std::slice::from_ref(last);
        let guess = Guess::of(witness);
        let model = guess.repaired(&self.machine.terms, &mut self.slicer, wanted, before);
        self.solver_time += started.elapsed();
        self.outcome.sat += u64::from(model.is_some());
        if let Some(pace) = &self.options.pace {
            pace.guessed(conditions.len());
        }
        model
    }
}

/// Some bits of a variable become others.
#[derive(Clone, Copy, Debug)]
struct Change {
    variable: Term,
    bits: u64,
    mask: u64,
}

impl<'w> Guess<'w> {
    /// The witness itself.
    pub fn of(witness: &'w Model) -> Self {
        Self { witness, model: Cow::Borrowed(witness), changed: Vec::new(), times: Vec::new() }
    }

    /// The input, if it satisfies conditions that the witness may violate and others that the witness satisfies.
    pub fn allowed(
        self,
        terms: &TermStore,
        slicer: &mut Slicer,
        wanted: &[Term],
        conditions: &[Term],
    ) -> Option<Model> {
        let mut values = Evaluator::new();
        let mut holds = |condition: Term| values.holds_once(terms, &self.model, condition);
        let changed = &self.changed;
        let is_allowed = wanted.iter().all(|&c| holds(c))
            && conditions.iter().rev().all(|&c| !slicer.mentions(terms, c, changed) || holds(c));
        is_allowed.then(|| self.model.into_owned())
    }

    /// The input, changed until it does.
    pub fn repaired(
        mut self,
        terms: &TermStore,
        slicer: &mut Slicer,
        wanted: &[Term],
        conditions: &[Term],
    ) -> Option<Model> {
        let mut evaluated = 0;
        for _ in 0..ROUNDS + wanted.len().min(MORE_ROUNDS) {
            let mut values = Evaluator::new();
            let failing = self.failing(terms, slicer, &mut values, wanted, conditions);
            let Some(failing) = failing else { return Some(self.model.into_owned()) };
            evaluated += values.effort();
            if evaluated > EVALUATED {
                return None;
            }
            let mut ways = Ways { terms, model: &self.model, values, found: Vec::new() };
            ways.look_for(failing);
            let ways = ways.found;
            let best = ways.into_iter().min_by_key(|way| self.times_changed(way))?;
            self.change(terms, &best);
        }
        None
    }

    /// A condition that does not hold.
    fn failing(
        &self,
        terms: &TermStore,
        slicer: &mut Slicer,
        values: &mut Evaluator,
        wanted: &[Term],
        conditions: &[Term],
    ) -> Option<Term> {
        let wanted = wanted.iter().find(|&&c| !values.holds_once(terms, &self.model, c));
        let failing = wanted.or_else(|| {
            conditions.iter().rev().find(|&&c| {
                slicer.mentions(terms, c, &self.changed)
                    && !values.holds_once(terms, &self.model, c)
            })
        });
        debug_assert!(
            failing.is_some() || conditions.iter().all(|&c| values.holds(terms, &self.model, c)),
            "the witness satisfies what no change concerns"
        );
        failing.copied()
    }

    /// Makes a term a number by what its variables are, where that is simple. Says whether it did; with `only_new`, what
    /// the witness says is left as it is, right or wrong.
    pub fn assume(&mut self, terms: &TermStore, term: Term, number: u64, only_new: bool) -> bool {
        if terms.op(term) == Op::Var && matches!(terms.sort(term), Sort::BitVec(1..=64)) {
            if !only_new || self.witness.get(term).is_none() {
                let change = Change { variable: term, bits: number, mask: u64::MAX };
                self.change(terms, &[change]);
            }
            return true;
        }
        let values = Evaluator::new();
        let mut ways = Ways { terms, model: &self.model, values, found: Vec::new() };
        let Some(mut changes) = ways.inverse(term, number) else { return false };
        if only_new {
            changes.retain(|change| self.witness.get(change.variable).is_none());
        }
        self.change(terms, &changes);
        true
    }

    fn times_changed(&self, changes: &[Change]) -> u32 {
        let times = changes.iter().map(|change| {
            let at = self.changed.iter().position(|&variable| variable == change.variable);
            at.map_or(0, |at| self.times[at])
        });
        times.max().unwrap_or(0)
    }

    fn change(&mut self, terms: &TermStore, changes: &[Change]) {
        for &Change { variable, bits, mask } in changes {
            let value = match terms.sort(variable) {
                Sort::Bool => Value::Bool(bits & 1 != 0),
                _ => {
                    let known = self.model.get(variable).and_then(Value::as_bits);
                    let before = known.map_or(0, BitVec::low_u64);
                    let after = before & !mask | bits & mask;
                    Value::Bits(BitVec::from_u64(terms.width(variable), after))
                }
            };
            let is_new = self.model.value(terms, variable) != value;
            self.model.to_mut().insert(variable, value);
            if !is_new {
                continue;
            }
            match self.changed.iter().position(|&other| other == variable) {
                Some(at) => self.times[at] += 1,
                None => {
                    self.changed.push(variable);
                    self.times.push(1);
                }
            }
        }
    }
}

/// Looks for ways to make a condition hold.
struct Ways<'a> {
    terms: &'a TermStore,
    model: &'a Model,
    values: Evaluator,
    found: Vec<Vec<Change>>,
}

impl Ways<'_> {
    /// The value of a term of up to 64 bits.
    fn number(&mut self, term: Term) -> Option<u64> {
        self.values.number_once(self.terms, self.model, term)
    }

    fn holds(&mut self, term: Term) -> bool {
        self.values.holds_once(self.terms, self.model, term)
    }

    /// Finds ways to make a condition hold that does not.
    fn look_for(&mut self, condition: Term) {
        let mut parts = vec![(condition, true)];
        for _ in 0..PARTS {
            let Some((part, truth)) = parts.pop() else { return };
            if self.found.len() >= WAYS {
                return;
            }
            let terms = self.terms;
            match (terms.op(part), terms.args(part)) {
                (Op::Not, &[inner]) => parts.push((inner, !truth)),
                (Op::And, &[a, b]) if truth => {
                    let failing = if self.holds(a) { b } else { a };
                    parts.push((failing, true));
                }
                (Op::And, &[a, b]) => parts.extend([(b, false), (a, false)]),
                (Op::Ite, &[choice, yes, no]) => {
                    let taken = if self.holds(choice) { yes } else { no };
                    parts.push((taken, truth));
                }
                (Op::Eq, &[a, b]) if terms.sort(a) == Sort::Bool => {
                    let (left, right) = (self.holds(a), self.holds(b));
                    parts.extend([(b, left == truth), (a, right == truth)]);
                }
                (Op::Eq | Op::BvUlt | Op::BvSlt, &[a, b]) => self.compare(part, a, b, truth),
                (Op::Var, _) => {
                    self.found.push(vec![Change {
                        variable: part,
                        bits: u64::from(truth),
                        mask: 1,
                    }]);
                }
                _ => {}
            }
        }
    }

    /// Finds ways to make a comparison come out as it does not: one side becomes what is next to
    /// the other.
    fn compare(&mut self, part: Term, a: Term, b: Term, truth: bool) {
        let (Some(left), Some(right)) = (self.number(a), self.number(b)) else { return };
        let width = self.terms.width(a);
        let ones = u64::MAX >> (64 - width);
        // Signed numbers in their order, as unsigned ones.
        let turn = if self.terms.op(part) == Op::BvSlt { 1 << (width - 1) } else { 0 };
        let (least, most) = (turn, ones ^ turn);
        let below = |number: u64| (number != least).then(|| number.wrapping_sub(1) & ones);
        let above = |number: u64| (number != most).then(|| number.wrapping_add(1) & ones);
        let (to_left, to_right) = match (self.terms.op(part), truth) {
            (Op::Eq, false) => {
                (Some(right.wrapping_add(1) & ones), Some(left.wrapping_add(1) & ones))
            }
            (Op::Eq, true) | (_, false) => (Some(right), Some(left)),
            (_, true) => (below(right), above(left)),
        };
        // Where what is next to the other is no number that the side can be, a rounder one beyond it may be.
        let is_order = self.terms.op(part) != Op::Eq;
        let round_down = |number: u64| Some((number ^ turn) & !ROUND ^ turn);
        let round_up = |number: u64| {
            ((number ^ turn) | ROUND < ones).then(|| ((number ^ turn | ROUND) + 1) ^ turn)
        };
        let rounder = match truth {
            true => [to_left.and_then(round_down), to_right.and_then(round_up)],
            false => [to_left.and_then(round_up), to_right.and_then(round_down)],
        };
        for ((term, number), rounder) in [(a, to_left), (b, to_right)].into_iter().zip(rounder) {
            if self.terms.is_constant(term) {
                continue;
            }
            let rounder = rounder.filter(|_| is_order);
            let changes = [number, rounder]
                .into_iter()
                .flatten()
                .find_map(|number| self.inverse(term, number));
            self.found.extend(changes.filter(|changes| !changes.is_empty()));
        }
    }

    /// The changes that may make a term a number.
    fn inverse(&mut self, term: Term, number: u64) -> Option<Vec<Change>> {
        let terms = self.terms;
        let ones = |term: Term| u64::MAX >> (64 - terms.width(term));
        if !matches!(terms.sort(term), Sort::BitVec(1..=64)) {
            return None;
        }
        let mut changes = Vec::new();
        let mut rest = vec![(term, number, ones(term))];
        let mut steps = 0;
        while let Some((term, number, mask)) = rest.pop() {
            steps += 1;
            if steps > STEPS {
                return None;
            }
            let op = terms.op(term);
            let args = terms.args(term);
            // A part of it is wanted; arithmetic has to have all.
            let whole = |ways: &mut Self| Some(ways.number(term)? & !mask | number & mask);
            let constant = |at: usize| args.get(at).and_then(|&arg| terms.constant_u64(arg));
            let with_constant = match (constant(0), constant(1)) {
                (Some(constant), None) => Some((args[1], constant)),
                (None, Some(constant)) => Some((args[0], constant)),
                _ => None,
            };
            match (op, with_constant) {
                // Evaluation says whether it is the right one.
                (Op::Const, _) => {}
                (Op::Var, _) => changes.push(Change { variable: term, bits: number, mask }),
                (Op::Extract, _) => {
                    let (_, from) = terms.slice(term)?;
                    if terms.width(args[0]) > 64 {
                        return None;
                    }
                    rest.push((args[0], number << from, mask << from));
                }
                (Op::Concat, _) => {
                    let (high, low) = (args[0], args[1]);
                    let size = terms.width(low);
                    rest.push((low, number & ones(low), mask & ones(low)));
                    rest.push((high, number >> size, mask >> size));
                }
                (Op::ZeroExtend | Op::SignExtend, _) => {
                    let inner = args[0];
                    rest.push((inner, number & ones(inner), mask & ones(inner)));
                }
                (Op::Ite, _) => {
                    let (choice, yes, no) = (args[0], args[1], args[2]);
                    let taken = if self.holds(choice) { yes } else { no };
                    rest.push((taken, number, mask));
                }
                (Op::BvNot, _) => rest.push((args[0], !number & ones(term), mask)),
                (Op::BvXor, Some((other, constant))) => {
                    rest.push((other, number ^ constant, mask));
                }
                (Op::BvAnd, Some((other, constant))) => rest.push((other, number, mask & constant)),
                (Op::BvOr, Some((other, constant))) => rest.push((other, number, mask & !constant)),
                (Op::BvShl, Some((other, by))) if other == args[0] && by < 64 => {
                    rest.push((other, number >> by, mask >> by));
                }
                (Op::BvLshr, Some((other, by))) if other == args[0] && by < 64 => {
                    rest.push((other, number << by & ones(term), mask << by & ones(term)));
                }
                (Op::BvNeg, _) => {
                    let number = whole(self)?.wrapping_neg() & ones(term);
                    rest.push((args[0], number, ones(term)));
                }
                (Op::BvAdd, Some((other, constant))) => {
                    let number = whole(self)?.wrapping_sub(constant) & ones(term);
                    rest.push((other, number, ones(term)));
                }
                (Op::BvAdd, None) => {
                    let [a, b] = *args else { return None };
                    let (kept, changed) = if is_plain(terms, a) { (b, a) } else { (a, b) };
                    let number = whole(self)?.wrapping_sub(self.number(kept)?) & ones(term);
                    rest.push((changed, number, ones(term)));
                }
                (Op::BvMul, Some((other, constant))) => {
                    let number = quotient(whole(self)?, constant, terms.width(term))?;
                    rest.push((other, number, ones(term)));
                }
                (Op::BvUdiv, Some((other, constant))) if other == args[0] => {
                    let number = whole(self)?.checked_mul(constant)?;
                    rest.push((other, number & ones(term), ones(term)));
                }
                (Op::BvUrem, Some((other, constant))) if other == args[0] && constant != 0 => {
                    let before = self.number(other)?;
                    let number = (before - before % constant).wrapping_add(whole(self)?);
                    rest.push((other, number & ones(term), ones(term)));
                }
                _ => return None,
            }
        }
        Some(changes)
    }
}

/// Whether a term is a variable or a part of one, perhaps extended.
fn is_plain(terms: &TermStore, mut term: Term) -> bool {
    while matches!(terms.op(term), Op::Extract | Op::ZeroExtend | Op::SignExtend) {
        term = terms.arg(term, 0);
    }
    terms.op(term) == Op::Var
}

/// What times a factor is a product, in numbers of this width.
fn quotient(product: u64, factor: u64, width: u32) -> Option<u64> {
    let mask = u64::MAX >> (64 - width);
    let (product, twos) = (product & mask, factor.trailing_zeros());
    if factor & mask == 0 || product.trailing_zeros() < twos {
        return None;
    }
    let odd = factor >> twos;
    // Each step doubles the bits that are right; an odd number has three of them itself.
    let inverse = (0..5)
        .fold(odd, |guess: u64, _| guess.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(guess))));
    Some((product >> twos).wrapping_mul(inverse) & mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(terms: &TermStore, model: &Model, term: Term) -> u64 {
        Evaluator::new().value(terms, model, term).as_bits().map_or(0, BitVec::low_u64)
    }

    #[test]
    fn simple_terms_are_made_numbers() {
        let (mut terms, nothing) = (TermStore::new(), Model::new());
        let bytes: Vec<Term> =
            (0..4).map(|k| terms.var(&format!("b{k}"), Sort::BitVec(8))).collect();
        let word = bytes[1..].iter().fold(bytes[0], |low, &high| terms.concat(high, low));
        let ten = terms.bv_u64(32, 10);
        let sum = terms.bv_add(word, ten);
        let wide = terms.sign_extend(bytes[3], 32);
        let other = terms.var("other", Sort::BitVec(64));
        let part = terms.extract(other, 47, 16);
        let [three, hundred] = [3, 100].map(|factor| terms.bv_u64(32, factor));
        let (thrice, hundreds) = (terms.bv_mul(word, three), terms.bv_mul(word, hundred));
        let (tenth, last) = (terms.bv_udiv(word, ten), terms.bv_urem(word, ten));
        let (negative, inverted) = (terms.bv_neg(sum), terms.bv_not(sum));
        let mask = terms.bv_u64(32, 0xF0F0);
        let (masked, filled) = (terms.bv_and(word, mask), terms.bv_or(word, mask));
        let turned = terms.bv_xor(sum, mask);
        let (up, down) = (terms.bv_shl(word, three), terms.bv_lshr(word, three));
        for (term, number) in [
            (word, 0xDEAD_BEEF),
            (sum, 3),
            (wide, 0xFFFF_FF80),
            (part, 0x1234_5678),
            (other, u64::MAX - 1),
            (thrice, 14),
            (hundreds, 0x1234_5600),
            (tenth, 77),
            (last, 7),
            (negative, 12),
            (inverted, 0x1234),
            (masked, 0x5060),
            (filled, 0xF5FA),
            (turned, 99),
            (up, 88),
            (down, 88),
        ] {
            let mut guess = Guess::of(&nothing);
            assert!(guess.assume(&terms, term, number, false));
            assert_eq!(value(&terms, &guess.model, term), number, "{term:?}");
        }
        let is_two = Guess::of(&nothing).assume(&terms, hundreds, 2, false);
        assert!(!is_two, "twice a number is no multiple of a hundred");
        let product = terms.bv_mul(word, sum);
        assert!(!Guess::of(&nothing).assume(&terms, product, 7, false));
    }

    #[test]
    fn parts_of_a_variable_are_set_one_after_the_other() {
        let (mut terms, nothing) = (TermStore::new(), Model::new());
        let word = terms.var("w", Sort::BitVec(32));
        let mut guess = Guess::of(&nothing);
        for k in 0..4 {
            let byte = terms.extract(word, 8 * k + 7, 8 * k);
            assert!(guess.assume(&terms, byte, u64::from(k + 1), false));
        }
        assert_eq!(value(&terms, &guess.model, word), 0x0403_0201);
    }

    #[test]
    fn a_term_that_is_in_many_places_is_no_endless_work() {
        let (mut terms, nothing) = (TermStore::new(), Model::new());
        let mut word = terms.var("w", Sort::BitVec(64));
        // The halves change places and are changed, again and again: a tree of 2^60 nodes.
        for k in 1..=60 {
            let (high, low) = (terms.extract(word, 63, 32), terms.extract(word, 31, 0));
            let number = terms.bv_u64(32, k);
            let low = terms.bv_add(low, number);
            let swapped = terms.concat(low, high);
            let number = terms.bv_u64(64, 3 * k);
            word = terms.bv_add(swapped, number);
        }
        let number = terms.bv_u64(64, 77);
        let wanted = terms.eq(word, number);
        let mut slicer = Slicer::default();
        let found = Guess::of(&nothing).repaired(&terms, &mut slicer, &[wanted], &[]);
        let holds = |model: &Model| Evaluator::new().holds(&terms, model, wanted);
        assert!(found.is_none_or(|model| holds(&model)));
    }

    #[test]
    fn what_an_input_violates_is_repaired_step_by_step() {
        let mut terms = TermStore::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.var(name, Sort::BitVec(32)));
        let hundred = terms.bv_u64(32, 100);
        let below = terms.bv_slt(a, hundred);
        let same = terms.eq(a, b);
        let apart = terms.not(same);
        // What holds: a < 100 and a != b, with a = 7 and b = 200.
        let mut witness = Model::new();
        for (variable, number) in [(a, 7), (b, 200)] {
            witness.insert(variable, Value::Bits(BitVec::from_u64(32, number)));
        }
        let conditions = [below, apart];
        let [is_a, is_b, is_c] = [a, b, c].map(|other| terms.eq(d, other));
        let found = |wanted: &[Term]| {
            let mut slicer = Slicer::default();
            Guess::of(&witness).repaired(&terms, &mut slicer, wanted, &conditions)
        };
        let model = found(&[is_b]).expect("one becomes the other");
        for condition in conditions.into_iter().chain([is_b]) {
            assert!(Evaluator::new().holds(&terms, &model, condition));
        }
        assert!(found(&[is_a, is_c]).is_some(), "both become a");
        assert!(found(&[is_a, is_b]).is_none(), "a and b are apart");
        let negative = terms.bv_slt(hundred, a);
        let mut slicer = Slicer::default();
        let none = Guess::of(&witness).repaired(&terms, &mut slicer, &[negative], &conditions);
        assert!(none.is_none(), "a is below 100");
        let [no_a, no_b, no_c] = [is_a, is_b, is_c].map(|equal| terms.not(equal));
        let new = Guess::of(&witness);
        let new = new.repaired(&terms, &mut slicer, &[no_a, no_b, no_c], &conditions);
        let new = new.expect("another number");
        assert!(
            [a, b, c].iter().all(|&other| value(&terms, &new, d) != value(&terms, &new, other))
        );
    }

    #[test]
    fn a_product_becomes_more_or_less_than_a_number_it_cannot_be() {
        let mut terms = TermStore::new();
        let [x, y] = ["x", "y"].map(|name| terms.var(name, Sort::BitVec(32)));
        let hundred = terms.bv_u64(32, 100);
        let product = terms.bv_mul(x, hundred);
        for number in [1, 0xFF, 0x1001, 0xFFFF_0001] {
            let number = terms.bv_u64(32, number);
            let is_y = terms.eq(y, number);
            for less in [terms.bv_slt(product, y), terms.bv_ult(product, y)] {
                for wanted in [less, terms.not(less)] {
                    let mut witness = Model::new();
                    witness.insert(y, Evaluator::new().value(&terms, &Model::new(), number));
                    let guess = Guess::of(&witness);
                    let model = guess.repaired(&terms, &mut Slicer::default(), &[wanted], &[is_y]);
                    let model = model.expect("a number beyond it");
                    assert!(Evaluator::new().holds(&terms, &model, wanted));
                    assert_eq!(value(&terms, &model, y), terms.constant_u64(number).unwrap_or(0));
                }
            }
        }
    }
}
