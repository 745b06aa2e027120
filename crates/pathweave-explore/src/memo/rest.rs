//! Paths of a callee that wait at a call, and inputs that may be on one of them.
//!
//! An input is guessed before anything is asked: the witness with pointers as they were decided, or
//! with what was recorded when a path was found. A guess says nothing until it is evaluated.
//!
//! The easy mistake is to evaluate everything: the witness satisfies the conditions of the waiting state, so
//! only those that mention a variable which the guess changes can fail.

use crate::slice::Slicer;
use pathweave_bits::BitVec;
use pathweave_exec::{DeferredCall, Witness};
use pathweave_term::{Model, Op, Term, TermStore, Value};

/// A path of a callee in the terms of the caller.
#[derive(Clone)]
pub(crate) struct Path {
    pub leaf: usize,
    pub conditions: Vec<Term>,
    /// What terms were on the recorded input, until it was tried.
    pub sample: Vec<(Term, u64)>,
}

/// Paths of a callee of which nobody asked yet whether they are possible.
pub(crate) struct Rest {
    pub call: DeferredCall,
    pub heap: Vec<Term>,
    pub paths: Vec<Path>,
    /// That it is none of those found before.
    pub none_of: Option<Term>,
    /// The conditions of those found since that was written down.
    pub excluded: Vec<Vec<Term>>,
    /// Whether the conditions of the paths are not known.
    pub open: bool,
    /// Whether the witness was tried as an input.
    tried_witness: bool,
    /// The last guess, and the path that it is on.
    guessed: Option<(usize, Witness)>,
}

impl Rest {
    /// Paths in one heap.
    pub fn new(call: DeferredCall, heap: Vec<Term>, paths: Vec<Path>) -> Self {
        Self {
            call,
            heap,
            paths,
            none_of: None,
            excluded: Vec::new(),
            open: false,
            tried_witness: false,
            guessed: None,
        }
    }

    /// Takes out the path that an input is on. What was evaluated of it is kept.
    pub fn take_path_of(&mut self, input: &mut Witness, terms: &TermStore) -> Option<Path> {
        let guessed = self.guessed.take().filter(|(_, guess)| guess.model() == input.model());
        let found = match guessed {
            Some((at, guess)) => {
                *input = guess;
                Some(at)
            }
            None if self.paths.len() == 1 => Some(0),
            None => position_of(&self.paths, input, terms),
        };
        found.map(|at| self.paths.remove(at))
    }

    /// An input on one of the paths, if the conditions of the caller hold with it: the witness
    /// with pointers as they were decided, or with what was recorded of a path in the place of
    /// what it says, first of everything, then only of what it says nothing about. Nothing is asked.
    pub fn recorded_input(
        &mut self,
        terms: &TermStore,
        slicer: &mut Slicer,
        conditions: &[Term],
        witness: &Model,
    ) -> Option<Model> {
        let mut base = Guess::of(witness);
        for &decided in &self.heap {
            if terms.op(decided) == Op::Eq
                && let [a, b] = *terms.args(decided)
            {
                let (variable, constant) = if terms.is_constant(a) { (b, a) } else { (a, b) };
                if let Some(number) = terms.constant_u64(constant) {
                    base.assume(terms, variable, number, false);
                }
            }
        }
        let guessed = self.first_of(terms, slicer, conditions, base);
        let model = guessed.as_ref().map(|(_, input)| input.model().clone());
        self.guessed = guessed;
        model
    }

    /// The first guess that is right, and the path that it is on.
    fn first_of(
        &mut self,
        terms: &TermStore,
        slicer: &mut Slicer,
        conditions: &[Term],
        base: Guess<'_>,
    ) -> Option<(usize, Witness)> {
        if !self.open
            && !std::mem::replace(&mut self.tried_witness, true)
            && let Some(mut input) = base.clone().allowed(terms, slicer, &self.heap, conditions)
            && let Some(at) = position_of(&self.paths, &mut input, terms)
        {
            return Some((at, input));
        }
        for (at, path) in self.paths.iter_mut().enumerate() {
            if path.sample.is_empty() && !path.conditions.is_empty() {
                continue;
            }
            let sample = std::mem::take(&mut path.sample);
            for only_new in [false, true] {
                let mut guess = base.clone();
                let mut all = sample.iter();
                if all.all(|&(term, number)| guess.assume(terms, term, number, only_new))
                    && let Some(mut input) = guess.allowed(terms, slicer, &self.heap, conditions)
                    && is_on(path, &mut input, terms)
                {
                    return Some((at, input));
                }
            }
        }
        None
    }

    /// What holds on any of the paths, as far as it is known.
    pub(crate) fn question(&mut self, terms: &mut TermStore) -> Term {
        if let [only] = &self.paths[..] {
            return terms.and_all(self.heap.iter().chain(&only.conditions).copied());
        }
        for known in self.excluded.drain(..) {
            let other = all_but(terms, &known);
            self.none_of = Some(match self.none_of {
                Some(before) => terms.and(before, other),
                None => other,
            });
        }
        terms.and_all(self.heap.iter().copied().chain(self.none_of))
    }
}

/// Whether an input is on a path.
fn is_on(path: &Path, input: &mut Witness, terms: &TermStore) -> bool {
    path.conditions.iter().all(|&condition| input.holds(terms, condition))
}

/// The path that an input is on.
pub(super) fn position_of(paths: &[Path], input: &mut Witness, terms: &TermStore) -> Option<usize> {
    paths.iter().position(|path| is_on(path, input, terms))
}

/// An input that is made from a witness.
#[derive(Clone)]
struct Guess<'w> {
    witness: &'w Model,
    model: Model,
    /// The variables that have other values than the witness gives them.
    changed: Vec<Term>,
}

impl<'w> Guess<'w> {
    /// The witness itself.
    fn of(witness: &'w Model) -> Self {
        Self { witness, model: witness.clone(), changed: Vec::new() }
    }

    /// The input, if it has the heap and satisfies the conditions, as the witness does.
    fn allowed(
        self,
        terms: &TermStore,
        slicer: &mut Slicer,
        heap: &[Term],
        conditions: &[Term],
    ) -> Option<Witness> {
        let mut input = Witness::new(self.model);
        let is_allowed = heap.iter().all(|&condition| input.holds(terms, condition))
            && conditions.iter().rev().all(|&condition| {
                !slicer.mentions(terms, condition, &self.changed) || input.holds(terms, condition)
            });
        debug_assert!(!is_allowed || conditions.iter().all(|&c| input.holds(terms, c)));
        is_allowed.then_some(input)
    }

    /// Makes a term a number by what its variables are, where that is simple: parts of variables put
    /// together, extended, a constant added. Says whether it did; with `only_new`, what the witness says
    /// is left as it is, right or wrong.
    fn assume(&mut self, terms: &TermStore, term: Term, number: u64, only_new: bool) -> bool {
        let mut rest = vec![(term, number, 0, terms.width(term))];
        while let Some((term, number, low, width)) = rest.pop() {
            let is_whole = low == 0 && width == terms.width(term);
            match terms.op(term) {
                Op::Var if only_new && self.witness.get(term).is_some() => {}
                Op::Var if terms.width(term) <= 64 => {
                    let whole = terms.width(term);
                    let known = self.model.get(term).and_then(|value| value.as_bits());
                    let before = known.map_or(0, BitVec::low_u64);
                    let mask = u64::MAX >> (64 - width) << low;
                    let bits = before & !mask | number << low & mask;
                    if bits != before {
                        self.changed.push(term);
                    }
                    self.model.insert(term, Value::Bits(BitVec::from_u64(whole, bits)));
                }
                Op::Extract => {
                    let from = terms.slice(term).map_or(0, |(_, from)| from);
                    rest.push((terms.arg(term, 0), number, low + from, width));
                }
                Op::Concat if is_whole && width <= 64 => {
                    let (high, lower) = (terms.arg(term, 0), terms.arg(term, 1));
                    let size = terms.width(lower);
                    rest.push((lower, number, 0, size));
                    rest.push((high, number >> size, 0, terms.width(high)));
                }
                Op::ZeroExtend | Op::SignExtend if is_whole && width <= 64 => {
                    let inner = terms.arg(term, 0);
                    rest.push((inner, number, 0, terms.width(inner)));
                }
                Op::BvAdd if is_whole && width <= 64 => {
                    let [a, b] = *terms.args(term) else { return false };
                    let (variable, constant) = if terms.is_constant(a) { (b, a) } else { (a, b) };
                    let Some(constant) = terms.constant_u64(constant) else { return false };
                    rest.push((variable, number.wrapping_sub(constant), 0, width));
                }
                Op::BvMul if is_whole && width <= 64 => {
                    let [a, b] = *terms.args(term) else { return false };
                    let (variable, constant) = if terms.is_constant(a) { (b, a) } else { (a, b) };
                    let factor =
                        terms.constant_u64(constant).and_then(|c| quotient(number, c, width));
                    let Some(factor) = factor else { return false };
                    rest.push((variable, factor, 0, width));
                }
                // Evaluation says whether it is the right one.
                Op::Const => {}
                _ => return false,
            }
        }
        true
    }
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

/// That not all of the conditions hold.
fn all_but(terms: &mut TermStore, conditions: &[Term]) -> Term {
    let all = terms.and_all(conditions.iter().copied());
    terms.not(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_term::Sort;

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
        for (term, number) in [
            (word, 0xDEAD_BEEF),
            (sum, 3),
            (wide, 0xFFFF_FF80),
            (part, 0x1234_5678),
            (other, u64::MAX - 1),
            (thrice, 14),
            (hundreds, 0x1234_5600),
        ] {
            let mut guess = Guess::of(&nothing);
            assert!(guess.assume(&terms, term, number, false));
            let mut witness = Witness::new(guess.model);
            assert_eq!(witness.bits(&terms, term).low_u64(), number);
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
        assert_eq!(Witness::new(guess.model).bits(&terms, word).low_u64(), 0x0403_0201);
    }
}
