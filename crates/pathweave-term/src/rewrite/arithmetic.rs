//! Rules for products and divisions.

use crate::operator::Op;
use crate::rule::Rule;
use crate::store::{Term, TermStore};
use pathweave_bits::BitVec;

impl TermStore {
    pub(super) fn simplify_mul(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(factor) = self.constant(b) {
            return self.simplify_mul_constant(a, &factor);
        }
        for (one, other) in [(a, b), (b, a)] {
            if let Some(inner) = self.single(Op::BvNeg, one) {
                self.fire(Rule::MulNegation);
                let product = self.bv_mul(inner, other);
                return Some(self.bv_neg(product));
            }
        }
        None
    }

    fn simplify_mul_constant(&mut self, a: Term, factor: &BitVec) -> Option<Term> {
        if factor.is_zero() {
            let zero = self.zero_like(a);
            return self.by(Rule::MulConstant, zero);
        }
        if factor.is_one() {
            return self.by(Rule::MulConstant, a);
        }
        if factor.is_ones() {
            self.fire(Rule::MulConstant);
            return Some(self.bv_neg(a));
        }
        if let Some(inner) = self.single(Op::BvNeg, a) {
            self.fire(Rule::MulFactors);
            let factor = self.bv_const(&factor.neg());
            return Some(self.bv_mul(inner, factor));
        }
        if let Some((inner, k)) = self.pair(Op::BvMul, a)
            && let Some(k) = self.constant(k)
        {
            self.fire(Rule::MulFactors);
            let factor = self.bv_const(&k.mul(factor));
            return Some(self.bv_mul(inner, factor));
        }
        let (inner, k) = self.pair(Op::BvAdd, a)?;
        let k = self.constant(k)?;
        self.fire(Rule::MulDistribute);
        let (by, offset) = (self.bv_const(factor), self.bv_const(&k.mul(factor)));
        let product = self.bv_mul(inner, by);
        Some(self.bv_add(product, offset))
    }

    pub(super) fn simplify_division(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        if let Some(by) = self.constant(b)
            && let Some(result) = self.divide_by_constant(op, a, &by)
        {
            self.fire(Rule::DivideConstant);
            return Some(result);
        }
        if a == b {
            return Some(self.divide_same(op, a));
        }
        match op {
            Op::BvUdiv | Op::BvUrem => self.divide_unsigned(op, a, b),
            _ if self.is_nonnegative(a) && self.is_nonnegative(b) => {
                self.fire(Rule::DivideUnsigned);
                Some(match op {
                    Op::BvSdiv => self.bv_udiv(a, b),
                    _ => self.bv_urem(a, b),
                })
            }
            _ => None,
        }
    }

    fn divide_same(&mut self, op: Op, a: Term) -> Term {
        self.fire(Rule::DivideSame);
        let zero = self.zero_like(a);
        if !matches!(op, Op::BvUdiv | Op::BvSdiv) {
            return zero;
        }
        let (is_zero, ones) = (self.eq(a, zero), self.ones_like(a));
        let one = self.bv_u64(self.width(a), 1);
        self.ite(is_zero, ones, one)
    }

    fn divide_by_constant(&mut self, op: Op, a: Term, by: &BitVec) -> Option<Term> {
        let width = self.width(a);
        if by.is_zero() {
            return match op {
                Op::BvUdiv => Some(self.ones_like(a)),
                Op::BvSdiv => {
                    let zero = self.zero_like(a);
                    let negative = self.bv_slt(a, zero);
                    let (one, minus_one) = (self.bv_u64(width, 1), self.ones_like(a));
                    Some(self.ite(negative, one, minus_one))
                }
                _ => Some(a),
            };
        }
        // One bit: 1 is also -1, and what follows still holds.
        if by.is_one() {
            return Some(match op {
                Op::BvUdiv | Op::BvSdiv => a,
                _ => self.zero_like(a),
            });
        }
        if by.is_ones() && op == Op::BvSdiv {
            return Some(self.bv_neg(a));
        }
        let exponent = by.exact_log2()?;
        match op {
            Op::BvUdiv => {
                let high = self.extract(a, width - 1, exponent);
                Some(self.zero_extend(high, width))
            }
            Op::BvUrem => {
                let low = self.extract(a, exponent - 1, 0);
                Some(self.zero_extend(low, width))
            }
            _ => None,
        }
    }

    fn divide_unsigned(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        if let (Some(x), Some(y)) = (self.range(a), self.range(b))
            && x.max < y.min
        {
            self.fire(Rule::DivideSmaller);
            return Some(if op == Op::BvUrem { a } else { self.zero_like(a) });
        }
        let safe = op == Op::BvUrem || self.constant(b).is_some_and(|by| !by.is_zero());
        let width = self.width(a);
        let narrow = self.significant(a).max(self.significant(b)).max(1);
        let extended = self.op(a) == Op::ZeroExtend && narrow < width;
        if !safe || !extended {
            return None;
        }
        self.fire(Rule::DivideNarrow);
        let (x, y) = (self.extract(a, narrow - 1, 0), self.extract(b, narrow - 1, 0));
        let result = self.rewrite_binary(op, x, y);
        Some(self.zero_extend(result, width))
    }

    /// How many low bits may be other than 0.
    fn significant(&self, term: Term) -> u32 {
        if let Some(value) = self.constant(term) {
            return value.width() - value.leading_zeros();
        }
        self.single(Op::ZeroExtend, term).map_or(self.width(term), |inner| self.width(inner))
    }
}
