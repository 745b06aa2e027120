//! Paths of a callee that wait at a call, and inputs that may be on one of them.
//!
//! An input is guessed before anything is asked: the witness with pointers as they were decided,
//! with what was recorded when a path was found, or changed until a path's conditions hold
//! ([`repair`](crate::repair)). A guess says nothing until it is evaluated.

use crate::repair::Guess;
use crate::slice::Slicer;
use pathweave_exec::{DeferredCall, Witness};
use pathweave_term::{Model, Op, Term, TermStore};

/// A path of a callee in the terms of the caller.
#[derive(Clone)]
pub(crate) struct Path {
    pub leaf: usize,
    pub conditions: Vec<Term>,
    /// What terms were on the recorded input.
    pub sample: Vec<(Term, u64)>,
    /// Whether inputs on it were guessed.
    pub was_tried: bool,
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
        repairs: bool,
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
        let guessed = self.first_of(terms, slicer, conditions, base, repairs);
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
        repairs: bool,
    ) -> Option<(usize, Witness)> {
        if !self.open
            && !std::mem::replace(&mut self.tried_witness, true)
            && let Some(input) = base.clone().allowed(terms, slicer, &self.heap, conditions)
        {
            let mut input = Witness::new(input);
            if let Some(at) = position_of(&self.paths, &mut input, terms) {
                return Some((at, input));
            }
        }
        for (at, path) in self.paths.iter_mut().enumerate() {
            if std::mem::replace(&mut path.was_tried, true) {
                continue;
            }
            let wanted: Vec<Term> = self.heap.iter().chain(&path.conditions).copied().collect();
            let sample = std::mem::take(&mut path.sample);
            let recorded = [false, true].into_iter().find_map(|only_new| {
                let mut guess = base.clone();
                let mut all = sample.iter();
                all.all(|&(term, number)| guess.assume(terms, term, number, only_new))
                    .then(|| guess.allowed(terms, slicer, &wanted, conditions))?
            });
            let input = recorded.or_else(|| {
                let guess = repairs.then(|| base.clone())?;
                guess.repaired(terms, slicer, &wanted, conditions)
            });
            if let Some(input) = input {
                return Some((at, Witness::new(input)));
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

/// That not all of the conditions hold.
fn all_but(terms: &mut TermStore, conditions: &[Term]) -> Term {
    let all = terms.and_all(conditions.iter().copied());
    terms.not(all)
}
