//! Rules for bitwise operators and shifts.

use crate::operator::Op;
use crate::rule::Rule;
use crate::semantics;
use crate::store::{Term, TermStore};
use pathweave_bits::BitVec;

impl TermStore {
    pub(crate) fn rewrite_bv_not(&mut self, a: Term) -> Term {
        let sort = self.packed(a);
        if self.rewriting {
            if let Some(value) = self.constant(a) {
                self.fire(Rule::FoldConstants);
                return self.bv_const(&value.not());
            }
            if let Some(inner) = self.single(Op::BvNot, a) {
                self.fire(Rule::DoubleNegation);
                return inner;
            }
        }
        self.raw(Op::BvNot, sort, &[a])
    }

    pub(super) fn simplify_bitwise(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        if let Some(value) = self.constant(b) {
            return self.bitwise_constant(op, a, b, &value);
        }
        if a == b {
            let result = if op == Op::BvXor { self.zero_like(a) } else { a };
            return self.by(Rule::BitwiseSame, result);
        }
        if self.complementary(a, b) {
            let result = if op == Op::BvAnd { self.zero_like(a) } else { self.ones_like(a) };
            return self.by(Rule::BitwiseComplement, result);
        }
        if op == Op::BvXor {
            for (one, other) in [(a, b), (b, a)] {
                if let Some(inner) = self.single(Op::BvNot, one) {
                    self.fire(Rule::XorNegation);
                    let all = self.bv_xor(inner, other);
                    return Some(self.bv_not(all));
                }
            }
        }
        if op != Op::BvAnd
            && let Some(joined) = self.join_disjoint(a, b)
        {
            return Some(joined);
        }
        let (x, y) = (self.single(Op::ZeroExtend, a)?, self.single(Op::ZeroExtend, b)?);
        if self.width(x) != self.width(y) {
            return None;
        }
        self.fire(Rule::BitwiseExtension);
        let narrow = self.rewrite_binary(op, x, y);
        Some(self.zero_extend(narrow, self.width(a)))
    }

    fn bitwise_constant(&mut self, op: Op, a: Term, b: Term, value: &BitVec) -> Option<Term> {
        if value.is_zero() || value.is_ones() {
            self.fire(Rule::BitwiseConstant);
            return Some(match (op, value.is_zero()) {
                (Op::BvAnd, true) | (Op::BvOr, false) => b,
                (Op::BvXor, false) => self.bv_not(a),
                _ => a,
            });
        }
        if let Some((inner, k)) = self.pair(op, a)
            && let Some(k) = self.constant(k)
        {
            self.fire(Rule::BitwiseFactors);
            let factor = self.bv_const(&semantics::combine(op, &k, value));
            return Some(self.rewrite_binary(op, inner, factor));
        }
        let width = self.width(a);
        let cut = match self.op(a) {
            Op::Concat => self.width(self.arg(a, 1)),
            Op::ZeroExtend => self.width(self.arg(a, 0)),
            _ if op == Op::BvAnd => return self.and_mask(a, value),
            _ => return None,
        };
        self.fire(Rule::BitwiseSplit);
        let (high, low) = (self.extract(a, width - 1, cut), self.extract(a, cut - 1, 0));
        let (k1, k0) = (value.extract(width - 1, cut), value.truncate(cut));
        let (k1, k0) = (self.bv_const(&k1), self.bv_const(&k0));
        let high = self.rewrite_binary(op, high, k1);
        let low = self.rewrite_binary(op, low, k0);
        Some(self.concat(high, low))
    }

    /// A mask with one run of ones cuts a slice.
    fn and_mask(&mut self, a: Term, mask: &BitVec) -> Option<Term> {
        let width = self.width(a);
        let (low, high) = (mask.trailing_zeros(), width - 1 - mask.leading_zeros());
        if mask.count_ones() != high - low + 1 {
            return None;
        }
        self.fire(Rule::AndMask);
        let slice = self.extract(a, high, low);
        let padded = self.pad_low(slice, low);
        Some(self.zero_extend(padded, width))
    }

    /// A term with zero bits below it.
    fn pad_low(&mut self, term: Term, zeros: u32) -> Term {
        if zeros == 0 {
            return term;
        }
        let zeros = self.bv_u64(zeros, 0);
        self.concat(term, zeros)
    }

    pub(super) fn simplify_shift(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if let Some(amount) = self.constant(b) {
            self.fire(Rule::ShiftConstant);
            let by = amount.to_u64().map_or(width, |by| by.min(u64::from(width)) as u32);
            return Some(self.shift_by(op, a, by));
        }
        let fixed = self
            .constant(a)
            .is_some_and(|value| value.is_zero() || (op == Op::BvAshr && value.is_ones()));
        if fixed {
            return self.by(Rule::ShiftConstant, a);
        }
        if op == Op::BvAshr && self.is_nonnegative(a) {
            self.fire(Rule::ShiftUnsigned);
            return Some(self.bv_lshr(a, b));
        }
        None
    }

    fn shift_by(&mut self, op: Op, a: Term, by: u32) -> Term {
        let width = self.width(a);
        if by == 0 {
            return a;
        }
        match op {
            Op::BvShl if by < width => {
                let low = self.extract(a, width - 1 - by, 0);
                self.pad_low(low, by)
            }
            Op::BvLshr if by < width => {
                let high = self.extract(a, width - 1, by);
                self.zero_extend(high, width)
            }
            Op::BvAshr => {
                let high = self.extract(a, width - 1, by.min(width - 1));
                self.sign_extend(high, width)
            }
            _ => self.zero_like(a),
        }
    }
}
