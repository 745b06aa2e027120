//! The lemmas that give reads, applications and equalities of arrays their
//! meaning, and those of them that are added before the first solving. Every lemma
//! is valid on its own (a witness stands for an index that exists), so it may stay
//! in a SAT solver for ever.

use pathweave_term::{Op, Sort, Term, TermMap, TermStore};
use std::collections::HashMap;

/// Pairs of reads of one array are put in relation before the first solving if
/// there are at most this many.
const MAX_EAGER_PAIRS: usize = 4000;

/// A read of at most this many writes is expanded before the first solving.
const MAX_EAGER_WRITES: usize = 8;

/// The lemmas made so far. They outlive the instances they are asserted in, so
/// that a witness is made once.
#[derive(Default)]
pub(crate) struct Lemmas {
    /// The lemma that gives a witness index, for each equality of arrays.
    witnesses: TermMap<Term>,
    /// The lemma that gives a read of a write, or of a choice, its meaning.
    expansions: TermMap<Term>,
    /// The lemma that relates two reads of one array.
    pairs: HashMap<(Term, Term), Term>,
}

impl Lemmas {
    /// What the new terms of a cone need: witnesses of array equalities, and
    /// relations between the few reads of an array variable.
    pub(crate) fn eager(&mut self, terms: &mut TermStore, new: &[Term], all: &[Term]) -> Vec<Term> {
        let mut eager = Vec::new();
        let mut bases: Vec<Term> = Vec::new();
        for &term in new {
            match terms.op(term) {
                Op::Eq => self.witness(terms, term, &mut eager),
                Op::Select => match terms.op(terms.arg(term, 0)) {
                    Op::Var => bases.push(terms.arg(term, 0)),
                    Op::Store | Op::Ite => self.expand(terms, term, &mut eager),
                    _ => {}
                },
                _ => {}
            }
        }
        bases.sort_unstable();
        bases.dedup();
        for base in bases {
            let reads: Vec<Term> = all
                .iter()
                .copied()
                .filter(|&term| terms.op(term) == Op::Select && terms.arg(term, 0) == base)
                .collect();
            self.relate_all(terms, &reads, &mut eager);
        }
        eager
    }

    /// The witnesses of all equalities of arrays in a cone, and of those on which
    /// the agreement of two applications can hang.
    pub(crate) fn witness_lemmas(&mut self, terms: &mut TermStore, cone: &[Term]) -> Vec<Term> {
        let mut equalities: Vec<Term> = cone.to_vec();
        let applied: Vec<Term> =
            cone.iter().copied().filter(|&term| terms.function(term).is_some()).collect();
        for (number, &one) in applied.iter().enumerate() {
            for &other in &applied[..number] {
                if terms.function(one) == terms.function(other) {
                    let (a, b) = (terms.args(one).to_vec(), terms.args(other).to_vec());
                    equalities.extend(a.iter().zip(&b).map(|(&a, &b)| terms.eq(a, b)));
                    equalities.push(terms.eq(one, other));
                }
            }
        }
        let mut eager = Vec::new();
        for term in equalities {
            if is_array_equality(terms, term) {
                self.witness(terms, term, &mut eager);
            }
        }
        eager
    }

    fn witness(&mut self, terms: &mut TermStore, equality: Term, eager: &mut Vec<Term>) {
        let (a, b) = (terms.arg(equality, 0), terms.arg(equality, 1));
        let Sort::Array { index, .. } = terms.sort(a) else { return };
        if let Some(&lemma) = self.witnesses.get(equality) {
            eager.push(lemma);
            return;
        }
        let witness = terms.fresh_var("witness", Sort::BitVec(index));
        let (x, y) = (terms.select(a, witness), terms.select(b, witness));
        let differ = terms.distinct(x, y);
        let lemma = terms.or(equality, differ);
        self.witnesses.insert(equality, lemma);
        eager.push(lemma);
    }

    /// A read of few writes or choices, as a choice between what they hold.
    fn expand(&mut self, terms: &mut TermStore, read: Term, eager: &mut Vec<Term>) {
        if let Some(&lemma) = self.expansions.get(read) {
            eager.push(lemma);
            return;
        }
        let (array, index) = (terms.arg(read, 0), terms.arg(read, 1));
        if write_count(terms, array) > MAX_EAGER_WRITES {
            return;
        }
        let args = terms.args(array).to_vec();
        let meaning = match terms.op(array) {
            Op::Store => {
                let same = terms.eq(index, args[1]);
                let before = terms.select(args[0], index);
                terms.ite(same, args[2], before)
            }
            _ => {
                let (t, e) = (terms.select(args[1], index), terms.select(args[2], index));
                terms.ite(args[0], t, e)
            }
        };
        let lemma = terms.eq(read, meaning);
        self.expansions.insert(read, lemma);
        eager.push(lemma);
    }

    fn relate_all(&mut self, terms: &mut TermStore, reads: &[Term], eager: &mut Vec<Term>) {
        let symbolic: Vec<Term> =
            reads.iter().copied().filter(|&read| !terms.is_constant(terms.arg(read, 1))).collect();
        if symbolic.is_empty() || symbolic.len() * reads.len() > MAX_EAGER_PAIRS {
            return;
        }
        for &one in &symbolic {
            for &other in reads {
                eager.extend(self.relate(terms, one, other));
            }
        }
    }

    /// Equal indices, equal elements: for two reads of one array.
    pub(super) fn relate(&mut self, terms: &mut TermStore, one: Term, other: Term) -> Option<Term> {
        if one == other {
            return None;
        }
        let key = (one.min(other), one.max(other));
        let lemma = *self.pairs.entry(key).or_insert_with(|| {
            let same_index = terms.eq(terms.arg(one, 1), terms.arg(other, 1));
            let same_element = terms.eq(one, other);
            terms.implies(same_index, same_element)
        });
        (terms.constant_bool(lemma) != Some(true)).then_some(lemma)
    }
}

/// The writes and choices of an array, counted up to one too many.
fn write_count(terms: &TermStore, array: Term) -> usize {
    let mut stack = vec![array];
    let mut count = 0;
    while let Some(array) = stack.pop() {
        match terms.op(array) {
            Op::Store => stack.push(terms.arg(array, 0)),
            Op::Ite => stack.extend(&terms.args(array)[1..]),
            _ => continue,
        }
        count += 1;
        if count > MAX_EAGER_WRITES {
            break;
        }
    }
    count
}

pub(super) fn is_array_equality(terms: &TermStore, term: Term) -> bool {
    terms.op(term) == Op::Eq && matches!(terms.sort(terms.arg(term, 0)), Sort::Array { .. })
}
