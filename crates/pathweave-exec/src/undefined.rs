//! Undefined bits that meet terms.
//!
//! Undefined bits are tracked apart from values, and deciding by them is a bug. Next to a term
//! that cannot be told, so they become one themselves: a variable that stands for all undefined
//! bits. It may travel (padding of structures, halves of words that are masked away), but nothing
//! is decided by it: where a decision mentions it, it is zeros there, and the path is no longer
//! exact. No path condition and no witness ever has the variable.
//!
//! A decision that mentions it need not depend on it: after two paths have met, a value that only one of them set is
//! used where it was set. So the state keeps a *doubt*, the condition under which undefined bits reach the
//! decision ([`Undefined::reach`], by operators, not by values: two undefined bytes are not equal for being the same
//! variable). Operands that mention the variable may be simplified until none does (`x - x`, a choice by `x == y` between
//! `x` and `y`): what would be lost is put back when the operator is applied ([`Machine::not_cancelled`], [`Machine::not_vanished`], [`Machine::choice`]). What has to be defined as a whole (an address, the number of a switch) is looked at
//! itself ([`Machine::defined`]), since a condition that is made of it may be simplified as well. Whoever drives the machine asks whether an
//! input of the path satisfies it; where nobody asks, the path is not exact.

use crate::hook::CallHook;
use crate::machine::Machine;
use crate::state::Reason;
use pathweave_ir::Loc;
use pathweave_term::{Op, Sort, Substitution, Term, TermMap, TermStore};

/// The variable for undefined bits, and terms with zeros in its place.
pub(crate) struct Undefined {
    variable: Term,
    /// Whether terms mention the variable.
    mentions: TermMap<bool>,
    zeros: Substitution,
    /// When undefined bits reach a term; for arrays, an array of bits that says where.
    reached: TermMap<Term>,
}

impl Undefined {
    fn new(terms: &mut TermStore) -> Self {
        let variable = terms.var("undefined", Sort::BitVec(64));
        let zero = terms.bv_u64(64, 0);
        let mut mentions = TermMap::new();
        mentions.insert(variable, true);
        let mut zeros = Substitution::new();
        zeros.insert(terms, variable, zero);
        Self { variable, mentions, zeros, reached: TermMap::new() }
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

    /// The condition under which undefined bits reach a term.
    fn reach(&mut self, terms: &mut TermStore, term: Term) -> Term {
        for part in terms.subterms(&[term]) {
            if !self.reached.contains(part) {
                let reached = self.reach_part(terms, part);
                self.reached.insert(part, reached);
            }
        }
        *self.reached.get(term).expect("it was just looked at")
    }

    fn reach_part(&mut self, terms: &mut TermStore, part: Term) -> Term {
        let sort = terms.sort(part);
        let width = |sort: Sort| match sort {
            Sort::Array { index, .. } => index,
            _ => 0,
        };
        let is_array = |terms: &TermStore, term| matches!(terms.sort(term), Sort::Array { .. });
        let is_in = self.is_in(terms, part);
        if !is_in || part == self.variable {
            return match sort {
                Sort::Array { index, .. } => everywhere(terms, index, false),
                _ => terms.bool_const(is_in),
            };
        }
        let args = terms.args(part).to_vec();
        let of = |this: &Self, arg: Term| *this.reached.get(arg).expect("arguments come first");
        match (terms.op(part), &args[..]) {
            (Op::Ite, &[condition, then, other]) => {
                let plain = self.zeros.apply(terms, condition);
                let (by, then, other) = (of(self, condition), of(self, then), of(self, other));
                let chosen = terms.ite(plain, then, other);
                match is_array(terms, part) {
                    true => {
                        let all = everywhere(terms, width(sort), true);
                        terms.ite(by, all, chosen)
                    }
                    false => terms.or(by, chosen),
                }
            }
            (Op::And, &[a, b]) => {
                let (plain_a, plain_b) = (self.zeros.apply(terms, a), self.zeros.apply(terms, b));
                let (by_a, by_b) = (of(self, a), of(self, b));
                // What is certainly false on one side does not need the other.
                let any = terms.or(by_a, by_b);
                let (open_a, open_b) = (terms.or(by_a, plain_a), terms.or(by_b, plain_b));
                terms.and_all([any, open_a, open_b])
            }
            (Op::Select, &[array, index]) => {
                let (map, by) = (of(self, array), of(self, index));
                let plain = self.zeros.apply(terms, index);
                let bit = terms.select(map, plain);
                let one = terms.bv_u64(1, 1);
                let there = terms.eq(bit, one);
                terms.or(by, there)
            }
            (Op::Store, &[array, index, element]) => {
                let (map, by, in_element) = (of(self, array), of(self, index), of(self, element));
                let plain = self.zeros.apply(terms, index);
                let bit = as_bit(terms, in_element);
                let stored = terms.store(map, plain, bit);
                let all = everywhere(terms, width(sort), true);
                terms.ite(by, all, stored)
            }
            (Op::ConstArray, &[element]) => {
                let in_element = of(self, element);
                let bit = as_bit(terms, in_element);
                terms.const_array(width(sort), bit)
            }
            _ if is_array(terms, part) => everywhere(terms, width(sort), true),
            (_, args) => {
                let mut any = terms.bool_const(false);
                for &arg in args {
                    let by = match is_array(terms, arg) {
                        true => terms.bool_const(true),
                        false => of(self, arg),
                    };
                    any = terms.or(any, by);
                }
                any
            }
        }
    }
}

fn as_bit(terms: &mut TermStore, truth: Term) -> Term {
    let [one, zero] = [1, 0].map(|number| terms.bv_u64(1, number));
    terms.ite(truth, one, zero)
}

fn everywhere(terms: &mut TermStore, index: u32, truth: bool) -> Term {
    let bit = terms.bv_u64(1, truth.into());
    terms.const_array(index, bit)
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

    /// The term with zeros for undefined bits, where these do not matter.
    pub(crate) fn cleared(&mut self, term: Term) -> Term {
        let Some(undefined) = &mut self.undefined else { return term };
        match undefined.is_in(&self.terms, term) {
            true => undefined.zeros.apply(&mut self.terms, term),
            false => term,
        }
    }

    /// What a decision is about: without undefined bits.
    pub(crate) fn defined(&mut self, term: Term) -> Term {
        let Some(undefined) = &mut self.undefined else { return term };
        if !undefined.is_in(&self.terms, term) {
            return term;
        }
        let replaced = undefined.zeros.apply(&mut self.terms, term);
        if !self.keeps_doubts {
            self.note_imprecision(Reason::Undefined);
            return replaced;
        }
        let doubt = undefined.reach(&mut self.terms, term);
        if self.terms.constant_bool(doubt) != Some(false) {
            let loc = self.program_loc();
            self.add_doubt(loc, doubt);
        }
        replaced
    }

    /// The result of an operator that may mask bits (`&`, `|`, `*`, shifts): undefined wherever both operands are.
    ///
    /// The variable stands for all undefined bits, so terms of it may meet that are equal though nothing says so of
    /// the bits (`x - x`, or `x == y` with neither set), and are simplified away. One operand alone may vanish rightly: next
    /// to known bits that mask it.
    #[inline]
    pub(crate) fn not_cancelled(&mut self, a: Term, b: Term, result: Term) -> Term {
        match self.undefined {
            None => result,
            Some(_) => self.keep_where_both(a, b, result),
        }
    }

    /// The result of an operator that masks nothing (sums, differences, comparisons): undefined wherever one of its
    /// operands is.
    #[inline]
    pub(crate) fn not_vanished(&mut self, a: Term, b: Term, result: Term) -> Term {
        match self.undefined {
            None => result,
            Some(_) => self.keep_where_any(a, b, result),
        }
    }

    fn keep_where_both(&mut self, a: Term, b: Term, result: Term) -> Term {
        let undefined = self.undefined.as_mut().expect("somebody saw it");
        let terms = &mut self.terms;
        if !(undefined.is_in(terms, a) && undefined.is_in(terms, b)) {
            return result;
        }
        let (in_a, in_b) = (undefined.reach(terms, a), undefined.reach(terms, b));
        let wanted = terms.and(in_a, in_b);
        self.put_back(wanted, result)
    }

    fn keep_where_any(&mut self, a: Term, b: Term, result: Term) -> Term {
        let undefined = self.undefined.as_mut().expect("somebody saw it");
        let terms = &mut self.terms;
        if !(undefined.is_in(terms, a) || undefined.is_in(terms, b)) {
            return result;
        }
        let (in_a, in_b) = (undefined.reach(terms, a), undefined.reach(terms, b));
        let wanted = terms.or(in_a, in_b);
        self.put_back(wanted, result)
    }

    /// A choice between two terms. Its condition never mentions the variable, since it may say of undefined bits what the
    /// terms would be simplified by: where it is undefined, so is the choice, unless both terms are the same.
    pub(crate) fn choice(&mut self, condition: Term, then: Term, other: Term) -> Term {
        let terms = &mut self.terms;
        let Some(undefined) = &mut self.undefined else { return terms.ite(condition, then, other) };
        if then == other || !undefined.is_in(terms, condition) {
            return terms.ite(condition, then, other);
        }
        let plain = undefined.zeros.apply(terms, condition);
        let [by, in_then, in_other] = [condition, then, other].map(|t| undefined.reach(terms, t));
        let [plain_then, plain_other] =
            [then, other].map(|term| undefined.zeros.apply(terms, term));
        let same = terms.eq(plain_then, plain_other);
        let differ = terms.not(same);
        let undefined_arm = terms.or(in_then, in_other);
        let open = terms.or(differ, undefined_arm);
        let unknown = terms.and(by, open);
        let chosen = terms.ite(plain, then, other);
        let width = terms.width(chosen);
        let bits = self.undefined_operand(width);
        self.terms.ite(unknown, bits, chosen)
    }

    /// A result with undefined bits wherever they are wanted and no longer in it.
    fn put_back(&mut self, wanted: Term, result: Term) -> Term {
        let undefined = self.undefined.as_mut().expect("somebody saw it");
        let terms = &mut self.terms;
        let kept = undefined.reach(terms, result);
        let not_kept = terms.not(kept);
        let lost = terms.and(wanted, not_kept);
        let width = terms.width(result);
        let unknown = self.undefined_operand(width);
        self.terms.ite(lost, unknown, result)
    }

    fn add_doubt(&mut self, loc: Loc, doubt: Term) {
        let doubts = &mut self.state.doubts;
        match doubts.iter_mut().find(|(place, _)| *place == loc) {
            Some((_, known)) => *known = self.terms.or(*known, doubt),
            None => doubts.push((loc, doubt)),
        }
    }

    /// Takes the doubts of a state that the running one was merged with: each holds where `which` says whose
    /// path it is.
    pub(crate) fn merge_doubts(&mut self, others: &[(Loc, Term)], which: Term) {
        for (_, doubt) in &mut self.state.doubts {
            *doubt = self.terms.and(which, *doubt);
        }
        let not = self.terms.not(which);
        for &(loc, doubt) in others {
            let doubt = self.terms.and(not, doubt);
            self.add_doubt(loc, doubt);
        }
    }
}
