//! Values of small terms of up to 64 bits, computed on plain numbers without remembering anything: most conditions
//! of a path compare a few bytes with a number, and to look up and enter each operand in a memo takes longer than to
//! compute it.
//!
//! Laws: the value is that of [`Evaluator`](crate::Evaluator), or none. None says nothing: the term takes too many steps, or has
//! an array, a function or something wide in it, wherever evaluation comes to it.

use crate::model::Model;
use crate::operator::Op;
use crate::sort::Sort;
use crate::store::{Term, TermStore};
use crate::value::Value;
use pathweave_bits::BitVec;

/// Operands that are computed for one term before it is given up.
pub(crate) const STEPS: u32 = 64;

/// The ones of a width.
fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// A number of a width, with its sign.
fn signed(number: u64, width: u32) -> i64 {
    (number << (64 - width)) as i64 >> (64 - width)
}

/// The value of a term under a model as a number, a truth value being one or zero. `steps` is how many operands may still be
/// computed.
pub(crate) fn number(terms: &TermStore, model: &Model, term: Term, steps: &mut u32) -> Option<u64> {
    *steps = steps.checked_sub(1)?;
    let width = match terms.sort(term) {
        Sort::Bool => 1,
        Sort::BitVec(width @ 1..=64) => width,
        Sort::BitVec(_) | Sort::Array { .. } => return None,
    };
    let args = terms.args(term);
    let mut at = |at: usize| number(terms, model, args[at], steps);
    let width_of = |at: usize| terms.width(args[at]);
    Some(match terms.op(term) {
        Op::Const => match terms.constant_bool(term) {
            Some(truth) => truth.into(),
            None => terms.constant_u64(term)?,
        },
        Op::Var => match model.get(term) {
            None => 0,
            Some(Value::Bool(truth)) => (*truth).into(),
            Some(value) => value.as_bits().map(BitVec::low_u64)?,
        },
        Op::Not => at(0)? ^ 1,
        Op::And => match at(0)? {
            0 => 0,
            _ => at(1)?,
        },
        Op::Ite => match at(0)? {
            0 => at(2)?,
            _ => at(1)?,
        },
        Op::Eq => (at(0)? == at(1)?).into(),
        Op::BvUlt => (at(0)? < at(1)?).into(),
        Op::BvSlt => (signed(at(0)?, width_of(0)) < signed(at(1)?, width_of(1))).into(),
        Op::BvNot => !at(0)? & ones(width),
        Op::BvNeg => at(0)?.wrapping_neg() & ones(width),
        Op::BvAnd => at(0)? & at(1)?,
        Op::BvOr => at(0)? | at(1)?,
        Op::BvXor => at(0)? ^ at(1)?,
        Op::BvAdd => at(0)?.wrapping_add(at(1)?) & ones(width),
        Op::BvMul => at(0)?.wrapping_mul(at(1)?) & ones(width),
        Op::BvUdiv => at(0)?.checked_div(at(1)?).unwrap_or(ones(width)),
        Op::BvUrem => {
            let (a, b) = (at(0)?, at(1)?);
            a.checked_rem(b).unwrap_or(a)
        }
        Op::BvShl => match (at(0)?, at(1)?) {
            (a, by) if by < width.into() => a << by & ones(width),
            _ => 0,
        },
        Op::BvLshr => match (at(0)?, at(1)?) {
            (a, by) if by < width.into() => a >> by,
            _ => 0,
        },
        Op::BvAshr => {
            let (a, by) = (signed(at(0)?, width), at(1)?.min(63));
            (a >> by) as u64 & ones(width)
        }
        // The halves are narrower than the whole.
        Op::Concat => at(0)? << width_of(1) | at(1)?,
        Op::Extract => {
            let (_, low) = terms.slice(term)?;
            at(0)? >> low & ones(width)
        }
        Op::ZeroExtend => at(0)?,
        Op::SignExtend => signed(at(0)?, width_of(0)) as u64 & ones(width),
        _ => return None,
    })
}
