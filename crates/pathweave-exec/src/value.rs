//! Values of the general way: bits, and which of them are undefined.
//!
//! An undefined bit comes from memory that was never written, or from an operation that the
//! language leaves undefined. It spreads as in a machine that computes with three-valued bits:
//! `and` with a known zero is a known zero, a sum is known below its lowest unknown bit, a
//! comparison is known when every completion of the unknown bits agrees. What is computed here
//! must hold for every completion; a bit may be called undefined too often, never too rarely.

use crate::float;
use pathweave_bits::BitVec;
use pathweave_ir::{BinaryOp, CastOp, FloatPredicate, IntPredicate, OverflowOp, Type, UnaryOp};

/// A value with its undefined bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Val {
    /// The bits; where undefined, any.
    pub bits: BitVec,
    /// Ones where undefined.
    pub undef: BitVec,
}

/// Arithmetic that the language leaves undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArithFault {
    /// Division by zero.
    DivisionByZero,
    /// The least integer divided by minus one.
    DivisionOverflow,
    /// A shift by the width or more.
    ShiftOutOfRange,
}

impl Val {
    /// A fully defined value.
    pub fn known(bits: BitVec) -> Self {
        let undef = BitVec::zero(bits.width());
        Self { bits, undef }
    }

    /// A fully undefined value.
    pub fn unknown(width: u32) -> Self {
        Self { bits: BitVec::zero(width), undef: BitVec::ones(width) }
    }

    /// A truth value.
    pub fn bool(value: bool) -> Self {
        Self::known(BitVec::from_bool(value))
    }

    /// Whether every bit is defined.
    pub fn is_known(&self) -> bool {
        self.undef.is_zero()
    }

    fn width(&self) -> u32 {
        self.bits.width()
    }

    /// `bits` of a result that depends on all of the given operands' bits.
    fn mixed(bits: BitVec, operands: &[&Self]) -> Self {
        if operands.iter().all(|o| o.is_known()) {
            Self::known(bits)
        } else {
            let undef = BitVec::ones(bits.width());
            Self { bits, undef }
        }
    }

    /// A result whose bits depend on the operands' bits at and below their position.
    fn carried(bits: BitVec, a: &Self, b: &Self) -> Self {
        let any = a.undef.or(&b.undef);
        // All bits from the lowest undefined one upwards.
        let undef = any.or(&any.neg());
        Self { bits, undef }
    }

    /// A product: an undefined bit does nothing below the lowest bit that the other factor may have, counted from its
    /// own position.
    fn multiplied(bits: BitVec, a: &Self, b: &Self) -> Self {
        let lowest = |bits: &BitVec| (0..bits.width()).find(|&at| bits.bit(at));
        let by = |one: &Self, other: &Self| Some(lowest(&one.undef)? + lowest(&other.greatest())?);
        let first = by(a, b).into_iter().chain(by(b, a)).min();
        let undef = match first.filter(|&first| first < bits.width()) {
            Some(first) => {
                BitVec::ones(bits.width()).shl(&BitVec::from_u64(bits.width(), first.into()))
            }
            None => BitVec::zero(bits.width()),
        };
        Self { bits, undef }
    }

    /// The undefined bits set to zero.
    fn least(&self) -> BitVec {
        self.bits.and(&self.undef.not())
    }

    /// The undefined bits set to one.
    fn greatest(&self) -> BitVec {
        self.bits.or(&self.undef)
    }

    /// The value with its sign bit flipped, which turns signed order into unsigned order.
    fn biased(&self) -> Self {
        Self { bits: self.bits.xor(&BitVec::min_signed(self.width())), undef: self.undef.clone() }
    }
}

/// `op a, b` on integers or floating-point numbers of type `ty`.
pub fn binary(op: BinaryOp, ty: Type, a: &Val, b: &Val) -> Result<Val, ArithFault> {
    if let Type::Float(kind) = ty {
        return Ok(Val::mixed(float::binary(kind, op, &a.bits, &b.bits), &[a, b]));
    }
    let (x, y) = (&a.bits, &b.bits);
    let width = x.width();
    Ok(match op {
        BinaryOp::Add => Val::carried(x.add(y), a, b),
        BinaryOp::Sub => Val::carried(x.sub(y), a, b),
        BinaryOp::Mul => Val::multiplied(x.mul(y), a, b),
        BinaryOp::And => {
            let known_zero = a.greatest().and(&b.greatest()).not();
            let undef = a.undef.or(&b.undef).and(&known_zero.not());
            Val { bits: x.and(y), undef }
        }
        BinaryOp::Or => {
            let known_one = a.least().or(&b.least());
            let undef = a.undef.or(&b.undef).and(&known_one.not());
            Val { bits: x.or(y), undef }
        }
        BinaryOp::Xor => Val { bits: x.xor(y), undef: a.undef.or(&b.undef) },
        BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => {
            return divide(op, a, b);
        }
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => return shift(op, a, b),
        BinaryOp::SMin => Val::mixed(if x.slt(y) { x } else { y }.clone(), &[a, b]),
        BinaryOp::SMax => Val::mixed(if x.slt(y) { y } else { x }.clone(), &[a, b]),
        BinaryOp::UMin => Val::mixed(if x.ult(y) { x } else { y }.clone(), &[a, b]),
        BinaryOp::UMax => Val::mixed(if x.ult(y) { y } else { x }.clone(), &[a, b]),
        BinaryOp::UAddSat => {
            Val::mixed(if x.uaddo(y) { BitVec::ones(width) } else { x.add(y) }, &[a, b])
        }
        BinaryOp::USubSat => {
            Val::mixed(if x.usubo(y) { BitVec::zero(width) } else { x.sub(y) }, &[a, b])
        }
        BinaryOp::SAddSat => Val::mixed(
            if x.saddo(y) { saturated(x.is_negative(), width) } else { x.add(y) },
            &[a, b],
        ),
        BinaryOp::SSubSat => Val::mixed(
            if x.ssubo(y) { saturated(x.is_negative(), width) } else { x.sub(y) },
            &[a, b],
        ),
        BinaryOp::UShlSat => {
            let shifted = x.shl(y);
            let lost = shifted.lshr(y) != *x;
            Val::mixed(if lost { BitVec::ones(width) } else { shifted }, &[a, b])
        }
        BinaryOp::SShlSat => {
            let shifted = x.shl(y);
            let lost = shifted.ashr(y) != *x;
            Val::mixed(if lost { saturated(x.is_negative(), width) } else { shifted }, &[a, b])
        }
        _ => unreachable!("{op:?} is not an integer operator"),
    })
}

fn saturated(negative: bool, width: u32) -> BitVec {
    if negative { BitVec::min_signed(width) } else { BitVec::max_signed(width) }
}

fn divide(op: BinaryOp, a: &Val, b: &Val) -> Result<Val, ArithFault> {
    let (x, y) = (&a.bits, &b.bits);
    if y.is_zero() {
        return match b.is_known() {
            true => Err(ArithFault::DivisionByZero),
            false => Ok(Val::unknown(x.width())),
        };
    }
    let signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
    if signed && x.is_min_signed() && y.is_ones() && a.is_known() && b.is_known() {
        return Err(ArithFault::DivisionOverflow);
    }
    let bits = match op {
        BinaryOp::UDiv => x.udiv(y),
        BinaryOp::URem => x.urem(y),
        BinaryOp::SDiv => x.sdiv(y),
        _ => x.srem(y),
    };
    Ok(Val::mixed(bits, &[a, b]))
}

fn shift(op: BinaryOp, a: &Val, b: &Val) -> Result<Val, ArithFault> {
    let width = a.width();
    if !b.is_known() {
        return Ok(Val::unknown(width));
    }
    let amount = match b.bits.to_u64() {
        Some(amount) if amount < u64::from(width) => amount as u32,
        _ => return Err(ArithFault::ShiftOutOfRange),
    };
    let apply = |v: &BitVec| match op {
        BinaryOp::Shl => v.shl_by(amount),
        BinaryOp::LShr => v.lshr_by(amount),
        _ => v.ashr_by(amount),
    };
    Ok(Val { bits: apply(&a.bits), undef: apply(&a.undef) })
}

/// `value, overflowed = op a, b`.
pub fn overflow(op: OverflowOp, a: &Val, b: &Val) -> (Val, Val) {
    let (x, y) = (&a.bits, &b.bits);
    let (bits, flag) = match op {
        OverflowOp::UAdd => (x.add(y), x.uaddo(y)),
        OverflowOp::SAdd => (x.add(y), x.saddo(y)),
        OverflowOp::USub => (x.sub(y), x.usubo(y)),
        OverflowOp::SSub => (x.sub(y), x.ssubo(y)),
        OverflowOp::UMul => (x.mul(y), x.umulo(y)),
        OverflowOp::SMul => (x.mul(y), x.smulo(y)),
    };
    (Val::carried(bits, a, b), Val::mixed(BitVec::from_bool(flag), &[a, b]))
}

/// Whether plain signed arithmetic overflows; other operators never do.
pub fn signed_overflow(op: BinaryOp, a: &Val, b: &Val) -> bool {
    let known = a.is_known() && b.is_known();
    known
        && match op {
            BinaryOp::Add => a.bits.saddo(&b.bits),
            BinaryOp::Sub => a.bits.ssubo(&b.bits),
            BinaryOp::Mul => a.bits.smulo(&b.bits),
            _ => false,
        }
}

/// `op a` on a value of type `ty`.
pub fn unary(op: UnaryOp, ty: Type, a: &Val) -> Val {
    if op == UnaryOp::Freeze {
        return Val::known(a.least());
    }
    if let Type::Float(kind) = ty {
        return Val::mixed(float::unary(kind, op, &a.bits), &[a]);
    }
    let width = a.width();
    let count = |n: u32| Val::mixed(BitVec::from_u64(width, u64::from(n)), &[a]);
    match op {
        UnaryOp::CountOnes => count(a.bits.count_ones()),
        UnaryOp::LeadingZeros => count(a.bits.leading_zeros()),
        UnaryOp::TrailingZeros => count(a.bits.trailing_zeros()),
        UnaryOp::ByteSwap => Val { bits: swap_bytes(&a.bits), undef: swap_bytes(&a.undef) },
        UnaryOp::BitReverse => Val { bits: a.bits.reverse_bits(), undef: a.undef.reverse_bits() },
        UnaryOp::Abs => Val::mixed(a.bits.abs(), &[a]),
        _ => unreachable!("{op:?} is not an integer operator"),
    }
}

fn swap_bytes(bits: &BitVec) -> BitVec {
    let mut result = bits.extract(7, 0);
    for byte in 1..bits.width() / 8 {
        result = result.concat(&bits.extract(8 * byte + 7, 8 * byte));
    }
    result
}

/// Whether `a` and `b` compare so, as far as it is known.
pub fn compare(predicate: IntPredicate, a: &Val, b: &Val) -> Val {
    use IntPredicate as P;
    let known = match predicate {
        P::Eq => equal(a, b),
        P::Ne => equal(a, b).map(|e| !e),
        P::Ult => less(a, b),
        P::Ule => less(b, a).map(|l| !l),
        P::Ugt => less(b, a),
        P::Uge => less(a, b).map(|l| !l),
        P::Slt => less(&a.biased(), &b.biased()),
        P::Sle => less(&b.biased(), &a.biased()).map(|l| !l),
        P::Sgt => less(&b.biased(), &a.biased()),
        P::Sge => less(&a.biased(), &b.biased()).map(|l| !l),
    };
    known.map_or_else(|| Val::unknown(1), Val::bool)
}

fn equal(a: &Val, b: &Val) -> Option<bool> {
    let unknown = a.undef.or(&b.undef);
    if !a.bits.xor(&b.bits).and(&unknown.not()).is_zero() {
        return Some(false);
    }
    unknown.is_zero().then_some(true)
}

/// Unsigned less-than, when every completion agrees.
fn less(a: &Val, b: &Val) -> Option<bool> {
    if a.greatest().ult(&b.least()) {
        Some(true)
    } else if b.greatest().ule(&a.least()) {
        Some(false)
    } else {
        None
    }
}

/// A floating-point comparison.
pub fn float_compare(predicate: FloatPredicate, ty: Type, a: &Val, b: &Val) -> Val {
    let Type::Float(kind) = ty else { unreachable!("verified: operands are floats") };
    let holds = float::compare(kind, predicate, &a.bits, &b.bits);
    Val::mixed(BitVec::from_bool(holds), &[a, b])
}

/// `cond ? then : other`.
pub fn select(cond: &Val, then: &Val, other: &Val) -> Val {
    if cond.is_known() {
        return if cond.bits.is_zero() { other.clone() } else { then.clone() };
    }
    let differ = then.bits.xor(&other.bits);
    Val { bits: then.bits.clone(), undef: then.undef.or(&other.undef).or(&differ) }
}

/// The high (or low) word of `hi:lo` shifted left (or right) by `amount` modulo the width.
pub fn funnel_shift(left: bool, hi: &Val, lo: &Val, amount: &Val) -> Val {
    let width = hi.width();
    if !amount.is_known() {
        return Val::unknown(width);
    }
    let modulus = BitVec::from_u64(amount.width().max(32), u64::from(width));
    let by = amount.bits.zero_extend(amount.width().max(32)).urem(&modulus).low_u64() as u32;
    let apply = |hi: &BitVec, lo: &BitVec| {
        let both = hi.concat(lo);
        if left {
            both.shl_by(by).extract(2 * width - 1, width)
        } else {
            both.lshr_by(by).extract(width - 1, 0)
        }
    };
    Val { bits: apply(&hi.bits, &lo.bits), undef: apply(&hi.undef, &lo.undef) }
}

/// A conversion from type `from` to type `to`.
pub fn cast(op: CastOp, from: Type, to: Type, a: &Val) -> Val {
    let width = to.bits();
    let both = |f: &dyn Fn(&BitVec) -> BitVec| Val { bits: f(&a.bits), undef: f(&a.undef) };
    match (op, from, to) {
        (CastOp::Trunc, ..) => both(&|v| v.truncate(width)),
        (CastOp::ZExt, ..) => both(&|v| v.zero_extend(width)),
        (CastOp::SExt, ..) => both(&|v| v.sign_extend(width)),
        (CastOp::PtrToInt | CastOp::IntToPtr, ..) if width < a.width() => {
            both(&|v| v.truncate(width))
        }
        (CastOp::PtrToInt | CastOp::IntToPtr, ..) => both(&|v| v.zero_extend(width)),
        (CastOp::Bitcast, ..) => a.clone(),
        (CastOp::FpTrunc | CastOp::FpExt, Type::Float(from), Type::Float(to)) => {
            Val::mixed(float::convert(from, to, &a.bits), &[a])
        }
        (CastOp::UiToFp, _, Type::Float(to)) => {
            Val::mixed(float::from_int(to, false, &a.bits), &[a])
        }
        (CastOp::SiToFp, _, Type::Float(to)) => {
            Val::mixed(float::from_int(to, true, &a.bits), &[a])
        }
        (CastOp::FpToUi | CastOp::FpToUiSat, Type::Float(from), _) => {
            Val::mixed(float_to_int(op, from, width, false, a), &[a])
        }
        (CastOp::FpToSi | CastOp::FpToSiSat, Type::Float(from), _) => {
            Val::mixed(float_to_int(op, from, width, true, a), &[a])
        }
        _ => unreachable!("verified: {op:?} from {from} to {to}"),
    }
}

/// Out-of-range conversions saturate where asked to; otherwise they give what x86-64 gives, the
/// least signed value of the conversion's machine width.
fn float_to_int(
    op: CastOp,
    from: pathweave_ir::FloatKind,
    width: u32,
    signed: bool,
    a: &Val,
) -> BitVec {
    let (bits, fits) = float::to_int(from, width, signed, &a.bits);
    let saturating = matches!(op, CastOp::FpToUiSat | CastOp::FpToSiSat);
    if fits || (saturating && !float::is_nan(from, &a.bits)) {
        return bits;
    }
    if saturating {
        return BitVec::zero(width);
    }
    // Narrow conversions are done in a wider machine register and cut.
    let machine: u32 = match (width, signed) {
        (..=31, _) => 32,
        (32, true) => 32,
        _ => 64,
    };
    let (wide, wide_fits) = float::to_int(from, machine.max(width), true, &a.bits);
    let wide = if wide_fits { wide } else { BitVec::min_signed(machine.max(width)) };
    wide.truncate(width)
}

#[cfg(test)]
mod tests;
