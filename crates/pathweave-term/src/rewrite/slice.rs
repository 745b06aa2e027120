//! Rules for `extract`, `concat` and the extensions. In normal form `concat`
//! nests to the right, zeros on top are a `zero_extend`, and neighbouring slices
//! of one term are one slice: byte-wise loads of a stored word fuse back.

use crate::operator::Op;
use crate::rule::Rule;
use crate::semantics;
use crate::sort::PackedSort;
use crate::store::{Term, TermStore};

/// How many levels of arithmetic are looked through for narrowing.
const NARROW_LEVELS: u32 = 3;

impl TermStore {
    pub(crate) fn rewrite_extract(&mut self, a: Term, hi: u32, lo: u32) -> Term {
        let result = self.deepen(|store| {
            store.simplify_extract(a, hi, lo).unwrap_or_else(|| store.raw_extract(a, hi, lo))
        });
        result.unwrap_or_else(|| self.raw_extract(a, hi, lo))
    }

    fn raw_extract(&mut self, a: Term, hi: u32, lo: u32) -> Term {
        self.make(Op::Extract, PackedSort(hi - lo + 1), [a, Term(hi), Term(lo)])
    }

    /// Steps down through slices and `concat`s without nesting, then the rules.
    fn simplify_extract(&mut self, a: Term, hi: u32, lo: u32) -> Option<Term> {
        let (mut a, mut hi, mut lo) = (a, hi, lo);
        let mut moved = false;
        loop {
            if lo == 0 && hi == self.width(a) - 1 {
                return self.by(Rule::ExtractAll, a);
            }
            match self.op(a) {
                Op::Extract => {
                    let (_, low) = self.slice(a).expect("an extract has bounds");
                    self.fire(Rule::ExtractExtract);
                    (hi, lo) = (hi + low, lo + low);
                    a = self.arg(a, 0);
                }
                Op::Concat => {
                    let (high, low) = (self.arg(a, 0), self.arg(a, 1));
                    let cut = self.width(low);
                    if lo < cut && hi >= cut {
                        self.fire(Rule::ExtractConcat);
                        let high = self.extract(high, hi - cut, 0);
                        let low = self.extract(low, cut - 1, lo);
                        return Some(self.concat(high, low));
                    }
                    self.fire(Rule::ExtractConcat);
                    if lo >= cut {
                        (a, hi, lo) = (high, hi - cut, lo - cut);
                    } else {
                        a = low;
                    }
                }
                _ => break,
            }
            moved = true;
        }
        let simpler = self.extract_through(a, hi, lo);
        if simpler.is_none() && moved {
            return Some(self.raw_extract(a, hi, lo));
        }
        simpler
    }

    fn extract_through(&mut self, a: Term, hi: u32, lo: u32) -> Option<Term> {
        match self.op(a) {
            Op::Const => {
                let value = self.constant(a)?.extract(hi, lo);
                self.fire(Rule::FoldConstants);
                Some(self.bv_const(&value))
            }
            op @ (Op::ZeroExtend | Op::SignExtend) => Some(self.extract_extension(op, a, hi, lo)),
            Op::Ite => {
                let (c, t, e) = self.triple(Op::Ite, a)?;
                if !self.is_constant(t) || !self.is_constant(e) {
                    return None;
                }
                self.fire(Rule::ExtractIte);
                let (t, e) = (self.extract(t, hi, lo), self.extract(e, hi, lo));
                Some(self.ite(c, t, e))
            }
            Op::BvNot => {
                self.fire(Rule::ExtractBitwise);
                let inner = self.extract(self.arg(a, 0), hi, lo);
                Some(self.bv_not(inner))
            }
            op @ (Op::BvAnd | Op::BvOr | Op::BvXor) => {
                let (x, y) = self.pair(op, a)?;
                let cut = |t: Term| {
                    matches!(self.op(t), Op::Const | Op::Concat | Op::ZeroExtend | Op::SignExtend)
                };
                if !cut(x) && !cut(y) {
                    return None;
                }
                self.fire(Rule::ExtractBitwise);
                let (x, y) = (self.extract(x, hi, lo), self.extract(y, hi, lo));
                Some(self.rewrite_binary(op, x, y))
            }
            Op::BvAdd | Op::BvMul | Op::BvNeg if lo == 0 => self.extract_low(a, hi),
            _ => None,
        }
    }

    fn extract_extension(&mut self, op: Op, a: Term, hi: u32, lo: u32) -> Term {
        self.fire(Rule::ExtractExtension);
        let inner = self.arg(a, 0);
        let (width, top) = (hi - lo + 1, self.width(inner) - 1);
        if hi <= top {
            return self.extract(inner, hi, lo);
        }
        if lo > top && op == Op::ZeroExtend {
            return self.bv_u64(width, 0);
        }
        let kept = self.extract(inner, top, lo.min(top));
        self.rewrite_extend(op, kept, width)
    }

    /// Whether the low bits of a term are simpler than the term.
    fn narrows(&self, term: Term, levels: u32) -> bool {
        match self.op(term) {
            Op::Const | Op::ZeroExtend | Op::SignExtend | Op::Concat => true,
            Op::BvAdd | Op::BvMul | Op::BvNeg if levels > 0 => {
                self.args(term).iter().all(|&arg| self.narrows(arg, levels - 1))
            }
            _ => false,
        }
    }

    fn extract_low(&mut self, a: Term, hi: u32) -> Option<Term> {
        if !self.narrows(a, NARROW_LEVELS) {
            return None;
        }
        self.fire(Rule::ExtractArithmetic);
        let op = self.op(a);
        let x = self.extract(self.arg(a, 0), hi, 0);
        if op == Op::BvNeg {
            return Some(self.bv_neg(x));
        }
        let y = self.extract(self.arg(a, 1), hi, 0);
        Some(self.rewrite_binary(op, x, y))
    }

    pub(super) fn simplify_concat(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.constant(a).is_some_and(|value| value.is_zero()) {
            self.fire(Rule::ConcatZero);
            let width = self.width(a) + self.width(b);
            return Some(self.zero_extend(b, width));
        }
        if let Some(inner) = self.single(Op::ZeroExtend, a) {
            self.fire(Rule::ConcatZero);
            let width = self.width(a) + self.width(b);
            let joined = self.concat(inner, b);
            return Some(self.zero_extend(joined, width));
        }
        if let Some((high, low)) = self.pair(Op::Concat, a) {
            self.fire(Rule::ConcatAssociate);
            let rest = self.concat(low, b);
            return Some(self.concat(high, rest));
        }
        if let Some(joined) = self.join_adjacent(a, b) {
            return self.by(Rule::ConcatAdjacent, joined);
        }
        let (next, rest) = self.pair(Op::Concat, b)?;
        let joined = self.join_adjacent(a, next)?;
        self.fire(Rule::ConcatAdjacent);
        Some(self.concat(joined, rest))
    }

    /// Two constants, or two neighbouring slices of one term, as one.
    fn join_adjacent(&mut self, a: Term, b: Term) -> Option<Term> {
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) {
            return Some(self.bv_const(&semantics::combine(Op::Concat, &x, &y)));
        }
        let ((hi, cut), (below, lo)) = (self.slice(a)?, self.slice(b)?);
        let base = self.arg(a, 0);
        let adjacent = base == self.arg(b, 0) && cut == below + 1;
        adjacent.then(|| self.extract(base, hi, lo))
    }

    pub(crate) fn rewrite_extend(&mut self, op: Op, a: Term, width: u32) -> Term {
        if !self.rewriting {
            return self.raw(op, PackedSort(width), &[a]);
        }
        if width == self.width(a) {
            self.fire(Rule::ExtendExtend);
            return a;
        }
        if let Some(value) = self.constant(a) {
            self.fire(Rule::FoldConstants);
            let value = match op {
                Op::ZeroExtend => value.zero_extend(width),
                _ => value.sign_extend(width),
            };
            return self.bv_const(&value);
        }
        let inner_op = self.op(a);
        if inner_op == Op::ZeroExtend || inner_op == op {
            self.fire(Rule::ExtendExtend);
            let inner = self.arg(a, 0);
            // An extension by no bit exists only where rewriting was off.
            let keeps = self.width(inner) == self.width(a);
            let op = if keeps { op } else { inner_op };
            return self.raw(op, PackedSort(width), &[inner]);
        }
        self.raw(op, PackedSort(width), &[a])
    }
}
