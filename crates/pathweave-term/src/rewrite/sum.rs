//! The normal form of sums: distinct terms in order of age, each once with its
//! factor (`x`, `-x` or `x * k`), the constant last, nested to the left.
//! Sums of more than `MAX_TERMS` are left as they are, which keeps a chain of a
//! million additions linear.

use crate::operator::Op;
use crate::rule::Rule;
use crate::store::{Term, TermStore};
use pathweave_bits::BitVec;

const MAX_TERMS: usize = 12;

/// A sum: terms with non-zero factors in order, and a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) terms: Vec<(Term, BitVec)>,
    pub(super) constant: BitVec,
}

impl Sum {
    pub(super) fn new(width: u32) -> Sum {
        Sum { terms: Vec::new(), constant: BitVec::zero(width) }
    }

    fn add_term(&mut self, term: Term, factor: BitVec) {
        match self.terms.binary_search_by_key(&term, |(known, _)| *known) {
            Ok(at) => {
                let sum = self.terms[at].1.add(&factor);
                if sum.is_zero() {
                    self.terms.remove(at);
                } else {
                    self.terms[at].1 = sum;
                }
            }
            Err(at) => self.terms.insert(at, (term, factor)),
        }
    }
}

impl TermStore {
    /// Adds `factor * term` to the sum; false if it has too many terms.
    pub(super) fn collect(&self, sum: &mut Sum, term: Term, factor: &BitVec) -> bool {
        let mut stack = vec![(term, factor.clone())];
        let mut steps = 0;
        while let Some((term, factor)) = stack.pop() {
            steps += 1;
            if steps > 4 * MAX_TERMS || sum.terms.len() > MAX_TERMS {
                return false;
            }
            match self.op(term) {
                Op::BvAdd => {
                    stack.push((self.arg(term, 0), factor.clone()));
                    stack.push((self.arg(term, 1), factor));
                }
                Op::BvNeg => stack.push((self.arg(term, 0), factor.neg())),
                Op::Const => {
                    let value = self.constant(term).expect("sums have bit-vector constants");
                    sum.constant = sum.constant.add(&value.mul(&factor));
                }
                Op::BvMul => match self.constant(self.arg(term, 1)) {
                    Some(value) => {
                        let factor = factor.mul(&value);
                        if !factor.is_zero() {
                            stack.push((self.arg(term, 0), factor));
                        }
                    }
                    None => sum.add_term(term, factor),
                },
                _ => sum.add_term(term, factor),
            }
        }
        sum.terms.len() <= MAX_TERMS
    }

    /// The term of a sum in normal form.
    pub(super) fn sum_term(&mut self, sum: &Sum) -> Term {
        let mut all = None;
        for (term, factor) in &sum.terms {
            let one = if factor.is_one() {
                *term
            } else if factor.is_ones() {
                let sort = self.packed(*term);
                self.raw(Op::BvNeg, sort, &[*term])
            } else {
                let factor = self.bv_const(factor);
                self.raw_binary(Op::BvMul, *term, factor)
            };
            all = Some(match all {
                None => one,
                Some(before) => self.raw_binary(Op::BvAdd, before, one),
            });
        }
        match all {
            None => self.bv_const(&sum.constant),
            Some(all) if sum.constant.is_zero() => all,
            Some(all) => {
                let constant = self.bv_const(&sum.constant);
                self.raw_binary(Op::BvAdd, all, constant)
            }
        }
    }

    fn is_sum_part(&self, term: Term) -> bool {
        match self.op(term) {
            Op::BvAdd | Op::BvNeg | Op::Const => true,
            Op::BvMul => self.is_constant(self.arg(term, 1)),
            _ => false,
        }
    }

    pub(super) fn simplify_add(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.constant(b).is_some_and(|value| value.is_zero()) {
            return self.by(Rule::AddZero, a);
        }
        if let Some(joined) = self.join_disjoint(a, b) {
            return Some(joined);
        }
        let plain = a != b && !self.is_sum_part(a) && (self.is_constant(b) || !self.is_sum_part(b));
        if plain {
            return None;
        }
        let one = BitVec::one(self.width(a));
        let mut sum = Sum::new(self.width(a));
        if !self.collect(&mut sum, a, &one) || !self.collect(&mut sum, b, &one) {
            return None;
        }
        self.fire(Rule::AddNormal);
        Some(self.sum_term(&sum))
    }

    pub(crate) fn rewrite_bv_neg(&mut self, a: Term) -> Term {
        let sort = self.packed(a);
        let result = self.deepen(|store| {
            if let Some(value) = store.constant(a) {
                store.fire(Rule::FoldConstants);
                return store.bv_const(&value.neg());
            }
            if let Some(inner) = store.single(Op::BvNeg, a) {
                store.fire(Rule::DoubleNegation);
                return inner;
            }
            if !store.is_sum_part(a) {
                return store.raw(Op::BvNeg, sort, &[a]);
            }
            let mut sum = Sum::new(sort.0);
            if !store.collect(&mut sum, a, &BitVec::ones(sort.0)) {
                return store.raw(Op::BvNeg, sort, &[a]);
            }
            store.fire(Rule::NegSum);
            store.sum_term(&sum)
        });
        result.unwrap_or_else(|| self.raw(Op::BvNeg, sort, &[a]))
    }

    /// A term as something plus a constant.
    pub(super) fn base_and_offset(&self, term: Term) -> (Option<Term>, BitVec) {
        if let Some(value) = self.constant(term) {
            return (None, value);
        }
        if let Some((base, offset)) = self.pair(Op::BvAdd, term)
            && let Some(value) = self.constant(offset)
        {
            return (Some(base), value);
        }
        (Some(term), BitVec::zero(self.width(term)))
    }

    /// Whether two bit-vectors are known to differ: by a constant distance.
    pub(super) fn surely_differ(&self, a: Term, b: Term) -> bool {
        let plain = |op: Op| !matches!(op, Op::Const | Op::BvAdd);
        if plain(self.op(a)) && plain(self.op(b)) {
            return false;
        }
        let (base_a, offset_a) = self.base_and_offset(a);
        let (base_b, offset_b) = self.base_and_offset(b);
        base_a == base_b && offset_a != offset_b
    }
}
