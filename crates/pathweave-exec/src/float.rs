//! Floating-point arithmetic on bit patterns, in every format.
//!
//! `float` and `double` are the host's; the others go through a software implementation. All
//! operations round to nearest, ties to even, and take and give the bits of a value.

use pathweave_bits::BitVec;
use pathweave_ir::{BinaryOp, FloatKind, FloatPredicate, UnaryOp};
use rustc_apfloat::ieee::{BFloat, Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};
use std::cmp::Ordering;

/// Calls `$body` with `$F` bound to the software type of `$kind`.
macro_rules! with_format {
    ($kind:expr, $F:ident, $body:expr) => {
        match $kind {
            FloatKind::Half => {
                type $F = Half;
                $body
            }
            FloatKind::BFloat => {
                type $F = BFloat;
                $body
            }
            FloatKind::Single => {
                type $F = Single;
                $body
            }
            FloatKind::Double => {
                type $F = Double;
                $body
            }
            FloatKind::X87 => {
                type $F = X87DoubleExtended;
                $body
            }
            FloatKind::Quad => {
                type $F = Quad;
                $body
            }
        }
    };
}

fn raw(bits: &BitVec) -> u128 {
    bits.to_u128().unwrap_or(0)
}

fn f32_of(bits: &BitVec) -> f32 {
    f32::from_bits(bits.low_u64() as u32)
}

fn f64_of(bits: &BitVec) -> f64 {
    f64::from_bits(bits.low_u64())
}

fn of_f32(value: f32) -> BitVec {
    BitVec::from_u64(32, u64::from(value.to_bits()))
}

fn of_f64(value: f64) -> BitVec {
    BitVec::from_u64(64, value.to_bits())
}

/// `op a, b`. The operator must be one on floating-point numbers.
pub fn binary(kind: FloatKind, op: BinaryOp, a: &BitVec, b: &BitVec) -> BitVec {
    match kind {
        FloatKind::Single => of_f32(binary_f32(op, f32_of(a), f32_of(b))),
        FloatKind::Double => of_f64(binary_f64(op, f64_of(a), f64_of(b))),
        _ => with_format!(kind, F, {
            let result = binary_soft(op, F::from_bits(raw(a)), F::from_bits(raw(b)));
            BitVec::from_u128(kind.bits(), result.to_bits())
        }),
    }
}

/// The same text for both host types.
macro_rules! host_operations {
    ($binary:ident, $unary:ident, $F:ty) => {
        fn $binary(op: BinaryOp, a: $F, b: $F) -> $F {
            match op {
                BinaryOp::FAdd => a + b,
                BinaryOp::FSub => a - b,
                BinaryOp::FMul => a * b,
                BinaryOp::FDiv => a / b,
                BinaryOp::FRem => a % b,
                BinaryOp::FMin => a.min(b),
                BinaryOp::FMax => a.max(b),
                BinaryOp::FMinimum if a.is_nan() || b.is_nan() => <$F>::NAN,
                BinaryOp::FMaximum if a.is_nan() || b.is_nan() => <$F>::NAN,
                BinaryOp::FMinimum if a == b => {
                    if a.is_sign_negative() {
                        a
                    } else {
                        b
                    }
                }
                BinaryOp::FMaximum if a == b => {
                    if a.is_sign_negative() {
                        b
                    } else {
                        a
                    }
                }
                BinaryOp::FMinimum => {
                    if a < b {
                        a
                    } else {
                        b
                    }
                }
                BinaryOp::FMaximum => {
                    if a > b {
                        a
                    } else {
                        b
                    }
                }
                BinaryOp::CopySign => a.copysign(b),
                _ => unreachable!("{op:?} is not a floating-point operator"),
            }
        }

        fn $unary(op: UnaryOp, a: $F) -> $F {
            match op {
                UnaryOp::FloatNeg => -a,
                UnaryOp::FloatAbs => a.abs(),
                UnaryOp::FloatSqrt => a.sqrt(),
                UnaryOp::FloatFloor => a.floor(),
                UnaryOp::FloatCeil => a.ceil(),
                UnaryOp::FloatTrunc => a.trunc(),
                UnaryOp::FloatRint => a.round_ties_even(),
                UnaryOp::FloatRound => a.round(),
                _ => unreachable!("{op:?} is not a floating-point operator"),
            }
        }
    };
}

host_operations!(binary_f32, unary_f32, f32);
host_operations!(binary_f64, unary_f64, f64);

fn binary_soft<F: Float>(op: BinaryOp, a: F, b: F) -> F {
    match op {
        BinaryOp::FAdd => (a + b).value,
        BinaryOp::FSub => (a - b).value,
        BinaryOp::FMul => (a * b).value,
        BinaryOp::FDiv => (a / b).value,
        BinaryOp::FRem => a.c_fmod(b).value,
        BinaryOp::FMin => a.min(b),
        BinaryOp::FMax => a.max(b),
        BinaryOp::FMinimum => a.minimum(b),
        BinaryOp::FMaximum => a.maximum(b),
        BinaryOp::CopySign => a.copy_sign(b),
        _ => unreachable!("{op:?} is not a floating-point operator"),
    }
}

/// `op a`. The operator must be one on floating-point numbers.
pub fn unary(kind: FloatKind, op: UnaryOp, a: &BitVec) -> BitVec {
    match kind {
        FloatKind::Single => of_f32(unary_f32(op, f32_of(a))),
        FloatKind::Double => of_f64(unary_f64(op, f64_of(a))),
        _ => with_format!(kind, F, {
            BitVec::from_u128(kind.bits(), unary_soft(op, F::from_bits(raw(a))).to_bits())
        }),
    }
}

fn unary_soft<F: Float>(op: UnaryOp, a: F) -> F {
    match op {
        UnaryOp::FloatNeg => -a,
        UnaryOp::FloatAbs => a.abs(),
        UnaryOp::FloatSqrt => sqrt_soft(a),
        UnaryOp::FloatFloor => a.round_to_integral(Round::TowardNegative).value,
        UnaryOp::FloatCeil => a.round_to_integral(Round::TowardPositive).value,
        UnaryOp::FloatTrunc => a.round_to_integral(Round::TowardZero).value,
        UnaryOp::FloatRint => a.round_to_integral(Round::NearestTiesToEven).value,
        UnaryOp::FloatRound => a.round_to_integral(Round::NearestTiesToAway).value,
        _ => unreachable!("{op:?} is not a floating-point operator"),
    }
}

/// The correctly rounded square root, by bisection over the bits of the result: square roots of
/// rare formats are rare, and this needs nothing but exact comparison.
fn sqrt_soft<F: Float>(a: F) -> F {
    if a.is_nan() || a.is_zero() || (a.is_infinite() && !a.is_negative()) {
        return a;
    }
    if a.is_negative() {
        return F::NAN;
    }
    // Positive floats are ordered as their bits are (unnormal x87 patterns read as NaN and are
    // stepped over by going through `next_up`).
    let mut estimate = newton_start(a);
    for _ in 0..200 {
        let next = ((estimate + (a / estimate).value).value / F::from_u128(2).value).value;
        if next.cmp_abs_normal(estimate) == Ordering::Equal {
            break;
        }
        estimate = next;
    }
    nearest_root(a, estimate)
}

/// A power of two near the root.
fn newton_start<F: Float>(a: F) -> F {
    F::from_u128(1).value.scalbn(a.ilogb() / 2)
}

/// Of the neighbours of an estimate, the one whose square is nearest.
fn nearest_root<F: Float>(a: F, estimate: F) -> F {
    let up = estimate.next_up().value;
    let down = estimate.next_down().value;
    let error = |x: F| {
        // x * x - a, rounded once.
        x.mul_add(x, -a).value.abs()
    };
    let mut best = estimate;
    for candidate in [down, up] {
        if error(candidate).partial_cmp(&error(best)) == Some(Ordering::Less) {
            best = candidate;
        }
    }
    best
}

/// `a * b + c`, rounded once.
pub fn fused_multiply_add(kind: FloatKind, a: &BitVec, b: &BitVec, c: &BitVec) -> BitVec {
    match kind {
        FloatKind::Single => of_f32(f32_of(a).mul_add(f32_of(b), f32_of(c))),
        FloatKind::Double => of_f64(f64_of(a).mul_add(f64_of(b), f64_of(c))),
        _ => with_format!(kind, F, {
            let [a, b, c] = [a, b, c].map(|x| F::from_bits(raw(x)));
            BitVec::from_u128(kind.bits(), a.mul_add(b, c).value.to_bits())
        }),
    }
}

/// Whether the comparison holds.
pub fn compare(kind: FloatKind, predicate: FloatPredicate, a: &BitVec, b: &BitVec) -> bool {
    let order = match kind {
        FloatKind::Single => f32_of(a).partial_cmp(&f32_of(b)),
        FloatKind::Double => f64_of(a).partial_cmp(&f64_of(b)),
        _ => with_format!(kind, F, F::from_bits(raw(a)).partial_cmp(&F::from_bits(raw(b)))),
    };
    holds(predicate, order)
}

/// Whether a predicate holds for two numbers in this order; `None` when one is not a number.
#[inline]
pub fn holds(predicate: FloatPredicate, order: Option<Ordering>) -> bool {
    use FloatPredicate as P;
    let unordered = order.is_none();
    let less = order == Some(Ordering::Less);
    let equal = order == Some(Ordering::Equal);
    let greater = order == Some(Ordering::Greater);
    match predicate {
        P::False => false,
        P::Oeq => equal,
        P::Ogt => greater,
        P::Oge => greater || equal,
        P::Olt => less,
        P::Ole => less || equal,
        P::One => less || greater,
        P::Ord => !unordered,
        P::Uno => unordered,
        P::Ueq => unordered || equal,
        P::Ugt => unordered || greater,
        P::Uge => unordered || greater || equal,
        P::Ult => unordered || less,
        P::Ule => unordered || less || equal,
        P::Une => unordered || less || greater,
        P::True => true,
    }
}

/// To another format.
pub fn convert(from: FloatKind, to: FloatKind, a: &BitVec) -> BitVec {
    match (from, to) {
        (FloatKind::Single, FloatKind::Double) => of_f64(f64::from(f32_of(a))),
        (FloatKind::Double, FloatKind::Single) => of_f32(f64_of(a) as f32),
        _ => with_format!(from, F, {
            let value = F::from_bits(raw(a));
            with_format!(to, G, {
                let converted: G = value.convert(&mut false).value;
                BitVec::from_u128(to.bits(), converted.to_bits())
            })
        }),
    }
}

/// To an integer, towards zero. The second part is false when it does not fit.
pub fn to_int(kind: FloatKind, width: u32, signed: bool, a: &BitVec) -> (BitVec, bool) {
    // Integers above 128 bits only receive values that fit 128 bits here; larger floats are
    // reported as not fitting, which they rarely would.
    let bits = width.min(128) as usize;
    with_format!(kind, F, {
        let value = F::from_bits(raw(a));
        if signed {
            let result = value.to_i128_r(bits, Round::TowardZero, &mut false);
            let low = BitVec::from_u128(width.min(128), result.value as u128);
            (low.sign_extend(width), !result.status.contains(Status::INVALID_OP))
        } else {
            let result = value.to_u128_r(bits, Round::TowardZero, &mut false);
            let low = BitVec::from_u128(width.min(128), result.value);
            (low.zero_extend(width), !result.status.contains(Status::INVALID_OP))
        }
    })
}

/// From an integer, rounding once.
pub fn from_int(kind: FloatKind, signed: bool, a: &BitVec) -> BitVec {
    let magnitude = if signed && a.is_negative() { a.neg() } else { a.clone() };
    let negative = signed && a.is_negative();
    with_format!(kind, F, {
        let value = match magnitude.to_u128() {
            Some(magnitude) => F::from_u128(magnitude).value,
            None => from_wide::<F>(&magnitude),
        };
        BitVec::from_u128(kind.bits(), (if negative { -value } else { value }).to_bits())
    })
}

/// From an integer of more than 128 bits: the top 128 bits with a sticky lowest one.
fn from_wide<F: Float>(magnitude: &BitVec) -> F {
    let drop = magnitude.width() - magnitude.leading_zeros() - 128;
    let top = magnitude.lshr_by(drop).truncate(128);
    let lost = magnitude.trailing_zeros() < drop;
    let bits = top.to_u128().unwrap_or(0) | u128::from(lost);
    F::from_u128(bits).value.scalbn(drop as i32)
}

/// Whether the bits are not a number.
pub fn is_nan(kind: FloatKind, a: &BitVec) -> bool {
    with_format!(kind, F, F::from_bits(raw(a)).is_nan())
}
