//! Undefined bits that meet terms.
//!
//! Undefined bits are tracked apart from values, and deciding by them is a bug. Next to a term
//! that cannot be told, so they become one themselves: a variable that stands for all undefined
//! bits. It may travel (padding of structures, halves of words that are masked away), but nothing
//! is decided by it: where a decision mentions it, it is zeros there, and the path is no longer
//! exact. No path condition and no witness ever has the variable.

use crate::hook::CallHook;
use crate::machine::Machine;
use crate::state::Reason;
use pathweave_term::{Sort, Substitution, Term, TermMap, TermStore};

/// The variable for undefined bits, and terms with zeros in its place.
pub(crate) struct Undefined {
    variable: Term,
    /// Whether terms mention the variable.
    mentions: TermMap<bool>,
    zeros: Substitution,
}

impl Undefined {
    fn new(terms: &mut TermStore) -> Self {
        let variable = terms.var("undefined", Sort::BitVec(64));
        let zero = terms.bv_u64(64, 0);
        let mut mentions = TermMap::new();
        mentions.insert(variable, true);
        let mut zeros = Substitution::new();
        zeros.insert(terms, variable, zero);
        Self { variable, mentions, zeros }
    }

    /// Whether a term mentions the variable. Every term is looked at once.
    fn is_in(&mut self, terms: &TermStore, term: Term) -> bool {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.mentions.contains(top) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let mut found = false;
            for &arg in terms.args(top) {
                match self.mentions.get(arg) {
                    Some(&mentions) => found |= mentions,
                    None => stack.push(arg),
                }
            }
            if stack.len() == waiting {
                self.mentions.insert(top, found);
                stack.pop();
            }
        }
        self.mentions.get(term).is_some_and(|&mentions| mentions)
    }
}

impl<H: CallHook> Machine<'_, H> {
    /// Undefined bits as a term, 64 at most; as zeros where whoever drives the machine takes terms
    /// out of it.
    pub(crate) fn undefined_term(&mut self, width: u32) -> Term {
        if !self.follows_undefined {
            self.note_imprecision(Reason::Undefined);
            return self.terms.bv_u64(width, 0);
        }
        let terms = &mut self.terms;
        let variable = self.undefined.get_or_insert_with(|| Undefined::new(terms)).variable;
        self.terms.extract(variable, width - 1, 0)
    }

    /// A number of which some bits are undefined.
    pub(crate) fn partly_undefined(&mut self, width: u32, bits: u64, undefined: u64) -> Term {
        let all = u64::MAX >> (64 - width);
        if undefined & all == 0 {
            return self.terms.bv_u64(width, bits & all);
        }
        let unknown = self.undefined_term(width);
        let mask = self.terms.bv_u64(width, undefined & all);
        let known = self.terms.bv_u64(width, bits & !undefined & all);
        let unknown = self.terms.bv_and(unknown, mask);
        self.terms.bv_or(unknown, known)
    }

    /// What a decision is about: without undefined bits.
    pub(crate) fn defined(&mut self, term: Term) -> Term {
        let Some(undefined) = &mut self.undefined else { return term };
        if !undefined.is_in(&self.terms, term) {
            return term;
        }
        let replaced = undefined.zeros.apply(&mut self.terms, term);
        self.note_imprecision(Reason::Undefined);
        replaced
    }
}
