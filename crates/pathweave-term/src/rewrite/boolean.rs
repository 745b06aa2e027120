//! Rules for `not` and `and`; disjunctions are negated conjunctions.

use crate::operator::Op;
use crate::rule::Rule;
use crate::sort::BOOL;
use crate::store::{Term, TermStore};

impl TermStore {
    pub(crate) fn rewrite_not(&mut self, a: Term) -> Term {
        if self.rewriting {
            if let Some(value) = self.constant_bool(a) {
                self.fire(Rule::FoldConstants);
                return self.bool_const(!value);
            }
            if let Some(inner) = self.single(Op::Not, a) {
                self.fire(Rule::DoubleNegation);
                return inner;
            }
        }
        self.raw(Op::Not, BOOL, &[a])
    }

    pub(super) fn simplify_and(&mut self, a: Term, b: Term) -> Option<Term> {
        for (one, other) in [(a, b), (b, a)] {
            if let Some(value) = self.constant_bool(one) {
                let result = if value { other } else { one };
                return self.by(Rule::AndConstant, result);
            }
        }
        if a == b {
            return self.by(Rule::AndSame, a);
        }
        if self.complementary(a, b) {
            let falsehood = self.bool_const(false);
            return self.by(Rule::AndComplement, falsehood);
        }
        self.and_with_parts(a, b).or_else(|| self.and_with_parts(b, a))
    }

    /// Rules that look one level into `b`.
    fn and_with_parts(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some((x, y)) = self.pair(Op::And, b) {
            if x == a || y == a {
                return self.by(Rule::AndAbsorb, b);
            }
            if self.complementary(x, a) || self.complementary(y, a) {
                let falsehood = self.bool_const(false);
                return self.by(Rule::AndComplement, falsehood);
            }
        }
        let inner = self.single(Op::Not, b)?;
        let (x, y) = self.pair(Op::And, inner)?;
        for (one, other) in [(x, y), (y, x)] {
            if one == a {
                self.fire(Rule::AndResolve);
                let other = self.not(other);
                return Some(self.and(a, other));
            }
            if self.complementary(one, a) {
                return self.by(Rule::AndResolve, a);
            }
        }
        None
    }
}
