//! What each core operator means on values: used by constant folding and by
//! evaluation, so that there is one definition. Array reads and writes and
//! applications are evaluated elsewhere.

use crate::operator::Op;
use crate::value::Value;
use pathweave_bits::BitVec;

/// The result of a bit-vector operator that keeps the width.
pub(crate) fn combine(op: Op, a: &BitVec, b: &BitVec) -> BitVec {
    match op {
        Op::BvAnd => a.and(b),
        Op::BvOr => a.or(b),
        Op::BvXor => a.xor(b),
        Op::BvAdd => a.add(b),
        Op::BvMul => a.mul(b),
        Op::BvUdiv => a.udiv(b),
        Op::BvUrem => a.urem(b),
        Op::BvSdiv => a.sdiv(b),
        Op::BvSrem => a.srem(b),
        Op::BvSmod => a.smod(b),
        Op::BvShl => a.shl(b),
        Op::BvLshr => a.lshr(b),
        Op::BvAshr => a.ashr(b),
        Op::Concat => a.concat(b),
        _ => unreachable!("{op:?} is not a binary operation on bits"),
    }
}

/// The result of an operator on scalar values. `slice` holds the bounds of an
/// `extract`, `width` the result's width.
pub(crate) fn apply(op: Op, slice: Option<(u32, u32)>, width: u32, args: &[Value]) -> Value {
    match op {
        Op::Not => Value::Bool(!args[0].truth()),
        Op::And => Value::Bool(args[0].truth() && args[1].truth()),
        Op::Eq => Value::Bool(args[0] == args[1]),
        Op::Ite => args[if args[0].truth() { 1 } else { 2 }].clone(),
        Op::BvUlt => Value::Bool(args[0].bits().ult(args[1].bits())),
        Op::BvSlt => Value::Bool(args[0].bits().slt(args[1].bits())),
        Op::BvNot => Value::Bits(args[0].bits().not()),
        Op::BvNeg => Value::Bits(args[0].bits().neg()),
        Op::ZeroExtend => Value::Bits(args[0].bits().zero_extend(width)),
        Op::SignExtend => Value::Bits(args[0].bits().sign_extend(width)),
        Op::Extract => {
            let (hi, lo) = slice.expect("an extract has bounds");
            Value::Bits(args[0].bits().extract(hi, lo))
        }
        _ => Value::Bits(combine(op, args[0].bits(), args[1].bits())),
    }
}
