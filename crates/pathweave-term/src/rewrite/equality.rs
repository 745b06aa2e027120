//! Rules for `=`. Between bit-vectors a constant stands on the right.

use super::sum::Sum;
use crate::operator::Op;
use crate::rule::Rule;
use crate::sort::BOOL;
use crate::store::{Term, TermStore};
use pathweave_bits::BitVec;

impl TermStore {
    pub(super) fn simplify_eq(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b {
            let truth = self.bool_const(true);
            return self.by(Rule::EqSame, truth);
        }
        if self.packed(a) == BOOL {
            return self.simplify_eq_bool(a, b);
        }
        if !self.is_bits(a) {
            return None;
        }
        if self.complementary(a, b) {
            let falsehood = self.bool_const(false);
            return self.by(Rule::EqComplement, falsehood);
        }
        if self.surely_differ(a, b) {
            let falsehood = self.bool_const(false);
            return self.by(Rule::EqDistinct, falsehood);
        }
        if let Some(value) = self.constant(b) {
            return self.eq_constant(a, b, &value);
        }
        self.eq_structure(a, b).or_else(|| self.eq_structure(b, a)).or_else(|| self.eq_sums(a, b))
    }

    fn simplify_eq_bool(&mut self, a: Term, b: Term) -> Option<Term> {
        for (one, other) in [(a, b), (b, a)] {
            if let Some(value) = self.constant_bool(one) {
                self.fire(Rule::EqBoolConstant);
                return Some(if value { other } else { self.not(other) });
            }
        }
        if self.complementary(a, b) {
            let falsehood = self.bool_const(false);
            return self.by(Rule::EqComplement, falsehood);
        }
        let (x, y) = (self.single(Op::Not, a), self.single(Op::Not, b));
        if x.is_none() && y.is_none() {
            return None;
        }
        self.fire(Rule::EqNegation);
        let same = self.eq(x.unwrap_or(a), y.unwrap_or(b));
        Some(if x.is_some() && y.is_some() { same } else { self.not(same) })
    }

    fn eq_constant(&mut self, a: Term, b: Term, value: &BitVec) -> Option<Term> {
        if let (Some(range), Some(value)) = (self.range(a), value.to_u64())
            && (value < range.min || value > range.max)
        {
            let falsehood = self.bool_const(false);
            return self.by(Rule::EqOutOfRange, falsehood);
        }
        match self.op(a) {
            Op::BvNot => self.eq_moved(Rule::EqNegation, a, &value.not()),
            Op::BvNeg => self.eq_moved(Rule::EqNegation, a, &value.neg()),
            Op::BvAdd => {
                let offset = self.constant(self.arg(a, 1))?;
                self.eq_moved(Rule::EqMoveConstant, a, &value.sub(&offset))
            }
            Op::BvXor => {
                let mask = self.constant(self.arg(a, 1))?;
                self.eq_moved(Rule::EqMoveConstant, a, &value.xor(&mask))
            }
            Op::BvMul => {
                let factor = self.constant(self.arg(a, 1)).filter(|factor| factor.bit(0))?;
                self.eq_moved(Rule::EqOddMultiple, a, &value.mul(&inverse(&factor)))
            }
            Op::Concat => Some(self.eq_split(a, b, self.width(self.arg(a, 1)))),
            op @ (Op::ZeroExtend | Op::SignExtend) => Some(self.eq_extension(op, a, value)),
            Op::Ite => self.eq_ite(a, b),
            _ => None,
        }
    }

    /// The first operand of `a` equals a value.
    fn eq_moved(&mut self, rule: Rule, a: Term, value: &BitVec) -> Option<Term> {
        self.fire(rule);
        let value = self.bv_const(value);
        Some(self.eq(self.arg(a, 0), value))
    }

    /// Equality of the parts above and below bit number `cut`.
    fn eq_split(&mut self, a: Term, b: Term, cut: u32) -> Term {
        self.fire(Rule::EqSplit);
        let top = self.width(a) - 1;
        let (a1, b1) = (self.extract(a, top, cut), self.extract(b, top, cut));
        let (a0, b0) = (self.extract(a, cut - 1, 0), self.extract(b, cut - 1, 0));
        let (high, low) = (self.eq(a1, b1), self.eq(a0, b0));
        self.and(high, low)
    }

    fn eq_extension(&mut self, op: Op, a: Term, value: &BitVec) -> Term {
        self.fire(Rule::EqExtension);
        let inner = self.arg(a, 0);
        let narrow = value.truncate(self.width(inner));
        let back = match op {
            Op::ZeroExtend => narrow.zero_extend(value.width()),
            _ => narrow.sign_extend(value.width()),
        };
        if back != *value {
            return self.bool_const(false);
        }
        let narrow = self.bv_const(&narrow);
        self.eq(inner, narrow)
    }

    /// `ite` with a branch that is decided against `b`.
    fn eq_ite(&mut self, a: Term, b: Term) -> Option<Term> {
        let (c, t, e) = self.triple(Op::Ite, a)?;
        if self.is_constant(b) && self.is_constant(t) && self.is_constant(e) {
            self.fire(Rule::EqIteConstant);
            let (t, e) = (self.bool_const(t == b), self.bool_const(e == b));
            return Some(self.ite(c, t, e));
        }
        if t == b {
            self.fire(Rule::EqIteBranch);
            let other = self.eq(e, b);
            return Some(self.or(c, other));
        }
        if e == b {
            self.fire(Rule::EqIteBranch);
            let other = self.eq(t, b);
            return Some(self.implies(c, other));
        }
        None
    }

    /// Rules by the shape of `a`, neither side being constant.
    fn eq_structure(&mut self, a: Term, b: Term) -> Option<Term> {
        match (self.op(a), self.op(b)) {
            (Op::BvNot, Op::BvNot) | (Op::BvNeg, Op::BvNeg) => {
                self.fire(Rule::EqNegation);
                Some(self.eq(self.arg(a, 0), self.arg(b, 0)))
            }
            (Op::Concat, Op::Concat) => {
                let cut = self.width(self.arg(a, 1));
                (cut == self.width(self.arg(b, 1))).then(|| self.eq_split(a, b, cut))
            }
            (Op::ZeroExtend, Op::Concat) => {
                let cut = self.width(self.arg(a, 0));
                (cut == self.width(self.arg(b, 1))).then(|| self.eq_split(a, b, cut))
            }
            (x, y) if x == y && matches!(x, Op::ZeroExtend | Op::SignExtend) => {
                let (inner_a, inner_b) = (self.arg(a, 0), self.arg(b, 0));
                if self.width(inner_a) != self.width(inner_b) {
                    return None;
                }
                self.fire(Rule::EqExtension);
                Some(self.eq(inner_a, inner_b))
            }
            (Op::Ite, _) => self.eq_ite(a, b),
            _ => None,
        }
    }

    /// Cancels what two sums have in common.
    fn eq_sums(&mut self, a: Term, b: Term) -> Option<Term> {
        let sum_like = |op: Op| matches!(op, Op::BvAdd | Op::BvNeg);
        if !sum_like(self.op(a)) && !sum_like(self.op(b)) {
            return None;
        }
        let width = self.width(a);
        let (one, minus) = (BitVec::one(width), BitVec::ones(width));
        let (mut left, mut right, mut all) = (Sum::new(width), Sum::new(width), Sum::new(width));
        let fits = self.collect(&mut left, a, &one)
            && self.collect(&mut right, b, &one)
            && self.collect(&mut all, a, &one)
            && self.collect(&mut all, b, &minus);
        let count = left.terms.len() + right.terms.len();
        let two_constants = !left.constant.is_zero() && !right.constant.is_zero();
        if !fits || (all.terms.len() == count && !two_constants) {
            return None;
        }
        self.fire(Rule::EqCancel);
        // What has a negative factor goes to the right, the constant as well.
        let negative = |factor: &BitVec| factor.is_negative() && !factor.is_min_signed();
        let (mut left, mut right) = (Sum::new(width), Sum::new(width));
        for (term, factor) in all.terms {
            match negative(&factor) {
                true => right.terms.push((term, factor.neg())),
                false => left.terms.push((term, factor)),
            }
        }
        right.constant = all.constant.neg();
        let (left, right) = (self.sum_term(&left), self.sum_term(&right));
        Some(self.eq(left, right))
    }
}

/// The inverse of an odd number modulo 2^width, by Newton's iteration.
fn inverse(odd: &BitVec) -> BitVec {
    let width = odd.width();
    let two = BitVec::from_u64(width, 2);
    let mut inverse = odd.clone();
    let mut correct = 3;
    while correct < width {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
        correct *= 2;
    }
    inverse
}
