//! Rules for `ite`.

use crate::operator::Op;
use crate::rule::Rule;
use crate::sort::BOOL;
use crate::store::{Term, TermStore};

impl TermStore {
    pub(crate) fn rewrite_ite(&mut self, c: Term, t: Term, e: Term) -> Term {
        let result = self
            .deepen(|store| store.simplify_ite(c, t, e).unwrap_or_else(|| store.raw_ite(c, t, e)));
        result.unwrap_or_else(|| self.raw_ite(c, t, e))
    }

    fn raw_ite(&mut self, c: Term, t: Term, e: Term) -> Term {
        let sort = self.packed(t);
        self.raw(Op::Ite, sort, &[c, t, e])
    }

    fn simplify_ite(&mut self, c: Term, t: Term, e: Term) -> Option<Term> {
        if let Some(value) = self.constant_bool(c) {
            return self.by(Rule::IteConstant, if value { t } else { e });
        }
        if t == e {
            return self.by(Rule::IteSame, t);
        }
        if let Some(condition) = self.single(Op::Not, c) {
            self.fire(Rule::IteNegatedCondition);
            return Some(self.ite(condition, e, t));
        }
        if self.packed(t) == BOOL {
            return self.simplify_ite_boolean(c, t, e);
        }
        if let Some((left, right)) = self.pair(Op::Eq, c)
            && ((t, e) == (left, right) || (t, e) == (right, left))
        {
            return self.by(Rule::IteEquality, e);
        }
        self.simplify_ite_nested(c, t, e)
    }

    fn simplify_ite_boolean(&mut self, c: Term, t: Term, e: Term) -> Option<Term> {
        let (constant_t, constant_e) = (self.constant_bool(t), self.constant_bool(e));
        let then_true = constant_t == Some(true) || t == c;
        let then_false = constant_t == Some(false) || self.complementary(t, c);
        let else_true = constant_e == Some(true) || self.complementary(e, c);
        let else_false = constant_e == Some(false) || e == c;
        if !(then_true || then_false || else_true || else_false) {
            if self.complementary(t, e) {
                self.fire(Rule::IteBoolean);
                return Some(self.eq(c, t));
            }
            return self.simplify_ite_nested(c, t, e);
        }
        self.fire(Rule::IteBoolean);
        Some(if then_true {
            self.or(c, e)
        } else if then_false {
            let c = self.not(c);
            self.and(c, e)
        } else if else_true {
            self.implies(c, t)
        } else {
            self.and(c, t)
        })
    }

    fn simplify_ite_nested(&mut self, c: Term, t: Term, e: Term) -> Option<Term> {
        if let Some((inner, then, _)) = self.triple(Op::Ite, t)
            && inner == c
        {
            self.fire(Rule::IteNested);
            return Some(self.ite(c, then, e));
        }
        let (inner, then, otherwise) = self.triple(Op::Ite, e)?;
        if inner == c {
            self.fire(Rule::IteNested);
            return Some(self.ite(c, t, otherwise));
        }
        if then == t {
            self.fire(Rule::IteMerge);
            let either = self.or(c, inner);
            return Some(self.ite(either, t, otherwise));
        }
        None
    }
}
