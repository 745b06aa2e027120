//! Rewriting while building. Each `rewrite_*` takes checked operands and returns
//! a term equal to the operator applied to them. Rules call builders, which
//! rewrite again; `depth` bounds that nesting, and past the bound the node is
//! made as it is, so neither the stack nor the time of one builder can run away.

mod arithmetic;
mod array;
mod bitwise;
mod boolean;
mod compare;
mod equality;
mod ite;
mod range;
mod segments;
mod slice;
mod sum;

pub(crate) use array::WriteIndex;

use crate::operator::Op;
use crate::rule::Rule;
use crate::semantics;
use crate::sort::{BOOL, PackedSort};
use crate::store::{Term, TermStore};
use pathweave_bits::BitVec;

/// How deep rules may nest before nodes are made as they are.
const MAX_DEPTH: u32 = 40;

impl TermStore {
    pub(crate) fn fire(&mut self, rule: Rule) {
        self.counts.fire(rule);
    }

    /// Counts a rule and passes its result on.
    fn by(&mut self, rule: Rule, result: Term) -> Option<Term> {
        self.fire(rule);
        Some(result)
    }

    /// Runs rules one level deeper; `None` when rewriting is off or too deep.
    fn deepen(&mut self, rules: impl FnOnce(&mut Self) -> Term) -> Option<Term> {
        if !self.rewriting || self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let result = rules(self);
        self.depth -= 1;
        Some(result)
    }

    fn result_sort(&self, op: Op, a: Term, b: Term) -> PackedSort {
        match op {
            Op::And | Op::Eq | Op::BvUlt | Op::BvSlt => BOOL,
            Op::Concat => PackedSort(self.width(a) + self.width(b)),
            _ => self.packed(a),
        }
    }

    /// The very node, commutative operands in order.
    pub(crate) fn raw_binary(&mut self, op: Op, a: Term, b: Term) -> Term {
        let sort = self.result_sort(op, a, b);
        self.raw(op, sort, &[a, b])
    }

    /// The node with commutative operands in order: constants last, then by age.
    fn ordered(&mut self, op: Op, a: Term, b: Term) -> Term {
        let swap = op.is_commutative()
            && match (self.is_constant(a), self.is_constant(b)) {
                (left, right) if left != right => left,
                _ => a > b,
            };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.raw_binary(op, a, b)
    }

    pub(crate) fn rewrite_binary(&mut self, op: Op, a: Term, b: Term) -> Term {
        let result = self.deepen(|store| {
            if let Some(folded) = store.fold_binary(op, a, b) {
                return folded;
            }
            // Commutative operators see a constant on the right only.
            let swap = op.is_commutative() && store.is_constant(a);
            let (a, b) = if swap { (b, a) } else { (a, b) };
            let simpler = match op {
                Op::And => store.simplify_and(a, b),
                Op::Eq => store.simplify_eq(a, b),
                Op::BvUlt => store.simplify_ult(a, b),
                Op::BvSlt => store.simplify_slt(a, b),
                Op::BvAdd => store.simplify_add(a, b),
                Op::BvMul => store.simplify_mul(a, b),
                Op::BvAnd | Op::BvOr | Op::BvXor => store.simplify_bitwise(op, a, b),
                Op::BvShl | Op::BvLshr | Op::BvAshr => store.simplify_shift(op, a, b),
                Op::Concat => store.simplify_concat(a, b),
                _ => store.simplify_division(op, a, b),
            };
            simpler.unwrap_or_else(|| store.ordered(op, a, b))
        });
        result.unwrap_or_else(|| self.raw_binary(op, a, b))
    }

    /// Both operands constant → the value.
    fn fold_binary(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        if !self.is_constant(a) || !self.is_constant(b) {
            return None;
        }
        let (Some(x), Some(y)) = (self.constant(a), self.constant(b)) else {
            return None;
        };
        let folded = match op {
            Op::Eq => self.bool_const(x == y),
            Op::BvUlt => self.bool_const(x.ult(&y)),
            Op::BvSlt => self.bool_const(x.slt(&y)),
            _ => {
                let value = semantics::combine(op, &x, &y);
                self.bv_const(&value)
            }
        };
        self.by(Rule::FoldConstants, folded)
    }

    /// Whether one term is the negation (boolean or bitwise) of the other.
    fn complementary(&self, a: Term, b: Term) -> bool {
        let inverse =
            |x: Term, y: Term| matches!(self.op(x), Op::Not | Op::BvNot) && self.arg(x, 0) == y;
        inverse(a, b) || inverse(b, a)
    }

    /// A constant of the width of `like`.
    fn zero_like(&mut self, like: Term) -> Term {
        self.bv_u64(self.width(like), 0)
    }

    fn ones_like(&mut self, like: Term) -> Term {
        self.bv_const(&BitVec::ones(self.width(like)))
    }
}
