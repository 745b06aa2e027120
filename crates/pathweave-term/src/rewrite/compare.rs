//! Rules for `bvult` and `bvslt`. In normal form a constant stands on the right.

use crate::operator::Op;
use crate::rule::Rule;
use crate::store::{Term, TermStore};
use pathweave_bits::BitVec;

impl TermStore {
    pub(super) fn simplify_ult(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b {
            let falsehood = self.bool_const(false);
            return self.by(Rule::CompareSame, falsehood);
        }
        let width = self.width(a);
        let (least, greatest) = (BitVec::zero(width), BitVec::ones(width));
        if let Some(done) = self.compare_extreme(a, b, &least, &greatest) {
            return Some(done);
        }
        if width == 1 {
            self.fire(Rule::CompareBit);
            let (zero, one) = (self.bv_u64(1, 0), self.bv_u64(1, 1));
            let (low, high) = (self.eq(a, zero), self.eq(b, one));
            return Some(self.and(low, high));
        }
        if let (Some(x), Some(y)) = (self.range(a), self.range(b))
            && (x.max < y.min || x.min >= y.max)
        {
            let result = self.bool_const(x.max < y.min);
            return self.by(Rule::CompareRange, result);
        }
        if let Some(done) = self.flip_constant(Op::BvUlt, a, b) {
            return Some(done);
        }
        let narrower =
            self.ult_extension(a, b).or_else(|| self.sign_extended_pair(Op::BvUlt, a, b));
        narrower.or_else(|| self.compare_parts(Op::BvUlt, a, b))
    }

    pub(super) fn simplify_slt(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b {
            let falsehood = self.bool_const(false);
            return self.by(Rule::CompareSame, falsehood);
        }
        let width = self.width(a);
        let (least, greatest) = (BitVec::min_signed(width), BitVec::max_signed(width));
        if let Some(done) = self.compare_extreme(a, b, &least, &greatest) {
            return Some(done);
        }
        if width == 1 {
            self.fire(Rule::CompareBit);
            let (zero, one) = (self.bv_u64(1, 0), self.bv_u64(1, 1));
            let (low, high) = (self.eq(a, one), self.eq(b, zero));
            return Some(self.and(low, high));
        }
        if let (Some(x), Some(y)) = (self.signed_range(a), self.signed_range(b))
            && (x.1 < y.0 || x.0 >= y.1)
        {
            let result = self.bool_const(x.1 < y.0);
            return self.by(Rule::CompareRange, result);
        }
        if let Some(done) = self.flip_constant(Op::BvSlt, a, b) {
            return Some(done);
        }
        if self.is_nonnegative(a) && self.is_nonnegative(b) {
            self.fire(Rule::CompareUnsigned);
            return Some(self.bv_ult(a, b));
        }
        if let Some(done) = self.slt_extension(a, b) {
            return Some(done);
        }
        if self.constant(b).is_some_and(|value| value.is_zero())
            && let Some((high, _)) = self.pair(Op::Concat, a)
        {
            self.fire(Rule::CompareSign);
            let zero = self.zero_like(high);
            return Some(self.bv_slt(high, zero));
        }
        self.compare_parts(Op::BvSlt, a, b)
    }

    /// Comparison with the least or greatest value of the order, or with the
    /// value next to it.
    fn compare_extreme(
        &mut self,
        a: Term,
        b: Term,
        least: &BitVec,
        greatest: &BitVec,
    ) -> Option<Term> {
        let one = BitVec::one(least.width());
        if let Some(value) = self.constant(a) {
            if value == *greatest {
                let falsehood = self.bool_const(false);
                return self.by(Rule::CompareExtreme, falsehood);
            }
            if value == *least {
                self.fire(Rule::CompareExtreme);
                return Some(self.distinct(a, b));
            }
            if value.add(&one) == *greatest {
                self.fire(Rule::CompareExtreme);
                let greatest = self.bv_const(greatest);
                return Some(self.eq(b, greatest));
            }
        }
        let value = self.constant(b)?;
        if value == *least {
            let falsehood = self.bool_const(false);
            return self.by(Rule::CompareExtreme, falsehood);
        }
        if value == *greatest {
            self.fire(Rule::CompareExtreme);
            return Some(self.distinct(a, b));
        }
        if value == least.add(&one) {
            self.fire(Rule::CompareExtreme);
            let least = self.bv_const(least);
            return Some(self.eq(a, least));
        }
        None
    }

    /// A constant on the left moves to the right; the greatest was dealt with.
    fn flip_constant(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let value = self.constant(a)?;
        self.fire(Rule::CompareFlip);
        let next = self.bv_const(&value.add(&BitVec::one(value.width())));
        let less = self.rewrite_binary(op, b, next);
        Some(self.not(less))
    }

    fn ult_extension(&mut self, a: Term, b: Term) -> Option<Term> {
        let x = self.single(Op::ZeroExtend, a)?;
        let width = self.width(x);
        let y = match (self.single(Op::ZeroExtend, b), self.constant(b)) {
            (Some(y), _) if self.width(y) == width => y,
            (_, Some(value)) if value.width() - value.leading_zeros() <= width => {
                self.bv_const(&value.truncate(width))
            }
            (_, Some(_)) => {
                // Wider than 64 bits, so ranges did not see it.
                let truth = self.bool_const(true);
                return self.by(Rule::CompareExtension, truth);
            }
            _ => return None,
        };
        self.fire(Rule::CompareExtension);
        Some(self.bv_ult(x, y))
    }

    /// Sign extension keeps both orders.
    fn sign_extended_pair(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.single(Op::SignExtend, a)?, self.single(Op::SignExtend, b)?);
        if self.width(x) != self.width(y) {
            return None;
        }
        self.fire(Rule::CompareExtension);
        Some(self.rewrite_binary(op, x, y))
    }

    fn slt_extension(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(done) = self.sign_extended_pair(Op::BvSlt, a, b) {
            return Some(done);
        }
        let x = self.single(Op::SignExtend, a)?;
        let value = self.constant(b)?;
        let width = self.width(x);
        let narrow = value.truncate(width);
        self.fire(Rule::CompareExtension);
        if narrow.sign_extend(value.width()) != value {
            return Some(self.bool_const(!value.is_negative()));
        }
        let narrow = self.bv_const(&narrow);
        Some(self.bv_slt(x, narrow))
    }

    /// `concat`s cut alike with an equal part, and `ite` between constants.
    fn compare_parts(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        if let (Some((h1, l1)), Some((h2, l2))) =
            (self.pair(Op::Concat, a), self.pair(Op::Concat, b))
        {
            if h1 == h2 {
                self.fire(Rule::CompareConcat);
                return Some(self.bv_ult(l1, l2));
            }
            if l1 == l2 {
                self.fire(Rule::CompareConcat);
                return Some(self.rewrite_binary(op, h1, h2));
            }
        }
        let (c, t, e) = self.triple(Op::Ite, a)?;
        if !(self.is_constant(b) && self.is_constant(t) && self.is_constant(e)) {
            return None;
        }
        self.fire(Rule::CompareIte);
        let (t, e) = (self.rewrite_binary(op, t, b), self.rewrite_binary(op, e, b));
        Some(self.ite(c, t, e))
    }
}
