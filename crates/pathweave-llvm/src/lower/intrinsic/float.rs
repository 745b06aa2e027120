//! Intrinsics on floating-point numbers, and those that the C library computes.
//!
//! A function of the C library is called by its C name with the suffix of its type. Formats
//! narrower than `float` go through `float`.

use pathweave_bits::BitVec;
use pathweave_ir::{
    BinaryOp, CastOp, Constant, FloatKind, InstKind, IntPredicate, Type, UnaryOp, Value,
};

use super::super::function::{Flat, FunctionLowerer};
use super::super::memory::Access;
use super::super::{LowerError, Lowered};
use super::arg;
use crate::ast::Call;

const HALF: Type = Type::Float(FloatKind::Half);

/// The bit patterns that separate the classes of a format, sign aside.
struct Classes {
    infinity: BitVec,
    quiet: BitVec,
    least_normal: BitVec,
}

fn classes(kind: FloatKind) -> Classes {
    let (exponent, fraction) = match kind {
        FloatKind::Half => (5, 10),
        FloatKind::BFloat => (8, 7),
        FloatKind::Single => (8, 23),
        FloatKind::Double => (11, 52),
        FloatKind::X87 => (15, 64),
        FloatKind::Quad => (15, 112),
    };
    let width = kind.bits();
    let all_ones = BitVec::from_u64(width, (1 << exponent) - 1).shl_by(fraction);
    let one = BitVec::one(width).shl_by(fraction);
    // The x87 format writes the leading one of the fraction.
    let (leading, quiet) = match kind {
        FloatKind::X87 => (BitVec::power_of_two(width, 63), 62),
        _ => (BitVec::zero(width), fraction - 1),
    };
    let infinity = all_ones.or(&leading);
    Classes {
        quiet: infinity.or(&BitVec::power_of_two(width, quiet)),
        infinity,
        least_normal: one.or(&leading),
    }
}

impl FunctionLowerer<'_, '_> {
    pub(super) fn float_cast(&mut self, call: &Call, op: CastOp) -> Lowered<Flat> {
        let value = self.operand(arg(call, 0)?)?;
        let types = self.result_types(call)?;
        if types.len() != value.len() {
            return Err(LowerError::new("a conversion that changes the number of lanes"));
        }
        let mut at = 0;
        self.map(value, |lowerer, lane| {
            let (from, to) = (lowerer.ty(lane), types[at]);
            at += 1;
            let fits = match op {
                CastOp::SiToFp | CastOp::UiToFp => from.is_int() && to.is_float(),
                CastOp::FpTrunc => from.is_float() && to.is_float() && to.bits() < from.bits(),
                CastOp::FpExt => from.is_float() && to.is_float() && from.bits() < to.bits(),
                _ => from.is_float() && to.is_int(),
            };
            match fits {
                true => Ok(lowerer.cast(op, lane, to)),
                false => Err(LowerError::new(format!("a conversion from {from} to {to}"))),
            }
        })
    }

    pub(super) fn multiply_add(&mut self, call: &Call, fused: bool) -> Lowered<Flat> {
        let (a, b) = self.two(call)?;
        let c = self.operand(arg(call, 2)?)?;
        let mut at = 0;
        self.zip(a, b, |lowerer, a, b| {
            if at >= c.len() {
                return Err(LowerError::new("operands of different lengths"));
            }
            let c = lowerer.at(c, at);
            at += 1;
            if !fused {
                let product = lowerer.binary(BinaryOp::FMul, a, b)?;
                return lowerer.binary(BinaryOp::FAdd, product, c);
            }
            let ty = lowerer.ty(a);
            if !ty.is_float() || ty != lowerer.ty(b) || ty != lowerer.ty(c) {
                return Err(LowerError::new("fma of different types"));
            }
            Ok(lowerer.emit(InstKind::FusedMulAdd { a, b, c }, ty))
        })
    }

    pub(super) fn round_to_int(&mut self, call: &Call, op: UnaryOp) -> Lowered<Flat> {
        let value = self.operand(arg(call, 0)?)?;
        let types = self.result_types(call)?;
        if types.len() != value.len() || !types.iter().all(|ty| ty.is_int()) {
            return Err(LowerError::new("rounding to something other than an integer"));
        }
        self.map(value, |lowerer, lane| {
            let rounded = lowerer.unary(op, lane)?;
            Ok(lowerer.cast(CastOp::FpToSi, rounded, types[0]))
        })
    }

    /// A float from the bits of a half.
    pub(super) fn from_half(&mut self, call: &Call) -> Lowered<Flat> {
        let bits = self.scalar(arg(call, 0)?)?;
        let types = self.result_types(call)?;
        let (Type::Int(16), [to]) = (self.ty(bits), types.as_slice()) else {
            return Err(LowerError::new("bits of a half of another width"));
        };
        let half = self.reinterpret(bits, HALF);
        let value = self.widen(half, *to)?;
        Ok(self.single(value))
    }

    pub(super) fn to_half(&mut self, call: &Call) -> Lowered<Flat> {
        let value = self.scalar(arg(call, 0)?)?;
        if !self.ty(value).is_float() || self.ty(value).bits() < 32 {
            return Err(LowerError::new("a half of something other than a float"));
        }
        let half = self.cast(CastOp::FpTrunc, value, HALF);
        let bits = self.reinterpret(half, Type::Int(16));
        Ok(self.single(bits))
    }

    fn widen(&mut self, value: Value, to: Type) -> Lowered<Value> {
        let from = self.ty(value);
        match to {
            _ if from == to => Ok(value),
            Type::Float(_) if from.bits() < to.bits() => Ok(self.cast(CastOp::FpExt, value, to)),
            _ => Err(LowerError::new(format!("a conversion from {from} to {to}"))),
        }
    }

    pub(super) fn fp_class(&mut self, call: &Call) -> Lowered<Flat> {
        let value = self.operand(arg(call, 0)?)?;
        let mask = self.scalar(arg(call, 1)?)?;
        let mask = self.number(mask).ok_or_else(|| LowerError::new("a class that varies"))?;
        self.map(value, |lowerer, lane| lowerer.in_classes(lane, mask))
    }

    /// Whether a number is in one of the classes whose bits are set.
    fn in_classes(&mut self, value: Value, mask: u64) -> Lowered<Value> {
        let Type::Float(kind) = self.ty(value) else {
            return Err(LowerError::new("the class of something other than a float"));
        };
        let width = kind.bits();
        let ty = Type::Int(width);
        let bits = self.reinterpret(value, ty);
        let sign = self.plain(ty, Constant::Int(BitVec::power_of_two(width, width - 1)));
        let zero = self.zero(ty);
        let negative = self.compare(IntPredicate::Slt, bits, zero)?;
        let positive = self.compare(IntPredicate::Sge, bits, zero)?;
        let low = self.binary(BinaryOp::And, bits, sign)?;
        let magnitude = self.binary(BinaryOp::Xor, bits, low)?;
        let mut answer = self.int(1, 0);
        let tests = self.class_tests(magnitude, kind)?;
        // Bits of the mask for a class with either sign, with minus, with plus.
        let places = [
            (Some(0), None),
            (Some(1), None),
            (Some(2), Some(9)),
            (Some(3), Some(8)),
            (Some(4), Some(7)),
            (Some(5), Some(6)),
        ];
        for (test, (first, second)) in tests.into_iter().zip(places) {
            let set = |place: Option<u32>| place.is_some_and(|bit| mask >> bit & 1 == 1);
            let found = match (set(first), second.map(|bit| set(Some(bit)))) {
                (true, None | Some(true)) => test,
                (true, Some(false)) => self.binary(BinaryOp::And, test, negative)?,
                (false, Some(true)) => self.binary(BinaryOp::And, test, positive)?,
                (false, _) => continue,
            };
            answer = self.binary(BinaryOp::Or, answer, found)?;
        }
        Ok(answer)
    }

    /// Signalling, quiet, infinite, normal, subnormal, zero.
    fn class_tests(&mut self, magnitude: Value, kind: FloatKind) -> Lowered<[Value; 6]> {
        let ty = self.ty(magnitude);
        let classes = classes(kind);
        let infinity = self.plain(ty, Constant::Int(classes.infinity));
        let quiet = self.plain(ty, Constant::Int(classes.quiet));
        let least = self.plain(ty, Constant::Int(classes.least_normal));
        let zero = self.zero(ty);
        let above = self.compare(IntPredicate::Ugt, magnitude, infinity)?;
        let not_quiet = self.compare(IntPredicate::Ult, magnitude, quiet)?;
        let signalling = self.binary(BinaryOp::And, above, not_quiet)?;
        let is_quiet = self.compare(IntPredicate::Uge, magnitude, quiet)?;
        let infinite = self.compare(IntPredicate::Eq, magnitude, infinity)?;
        let finite = self.compare(IntPredicate::Ult, magnitude, infinity)?;
        let large = self.compare(IntPredicate::Uge, magnitude, least)?;
        let normal = self.binary(BinaryOp::And, finite, large)?;
        let small = self.compare(IntPredicate::Ult, magnitude, least)?;
        let some = self.compare(IntPredicate::Ne, magnitude, zero)?;
        let subnormal = self.binary(BinaryOp::And, small, some)?;
        let none = self.compare(IntPredicate::Eq, magnitude, zero)?;
        Ok([signalling, is_quiet, infinite, normal, subnormal, none])
    }

    /// Calls a function of `math.h` on numbers of one type (and what follows them).
    fn call_math(&mut self, name: &str, mut args: Vec<Value>, extra: &[Value]) -> Lowered<Value> {
        let ty = args.first().map(|&value| self.ty(value));
        let Some(ty @ Type::Float(kind)) = ty else {
            return Err(LowerError::new(format!("`{name}` of something other than a float")));
        };
        if !args.iter().all(|&value| self.ty(value) == ty) {
            return Err(LowerError::new(format!("`{name}` of different types")));
        }
        let (suffix, used) = match kind {
            FloatKind::Half | FloatKind::BFloat | FloatKind::Single => ("f", Type::F32),
            FloatKind::Double => ("", Type::F64),
            FloatKind::X87 | FloatKind::Quad => ("l", ty),
        };
        for value in &mut args {
            *value = self.widen(*value, used)?;
        }
        args.extend_from_slice(extra);
        let flat = self.call_runtime(&format!("{name}{suffix}"), args, &[used])?;
        let result = self.at(flat, 0);
        if used == ty { Ok(result) } else { Ok(self.cast(CastOp::FpTrunc, result, ty)) }
    }

    pub(super) fn math(&mut self, call: &Call, name: &str) -> Lowered<Flat> {
        let first = self.operand(arg(call, 0)?)?;
        if !matches!(name, "pow" | "atan2") {
            return self.map(first, |lowerer, lane| lowerer.call_math(name, vec![lane], &[]));
        }
        let second = self.operand(arg(call, 1)?)?;
        self.zip(first, second, |lowerer, a, b| lowerer.call_math(name, vec![a, b], &[]))
    }

    /// `powi`: the exponent is one integer for all lanes.
    pub(super) fn power(&mut self, call: &Call) -> Lowered<Flat> {
        let base = self.operand(arg(call, 0)?)?;
        let exponent = self.scalar(arg(call, 1)?)?;
        if !self.ty(exponent).is_int() {
            return Err(LowerError::new("an exponent that is not an integer"));
        }
        self.map(base, |lowerer, lane| {
            let ty = lowerer.ty(lane);
            if !ty.is_float() {
                return Err(LowerError::new("a power of something other than a float"));
            }
            let exponent = lowerer.cast(CastOp::SiToFp, exponent, ty);
            lowerer.call_math("pow", vec![lane, exponent], &[])
        })
    }

    pub(super) fn scale(&mut self, call: &Call) -> Lowered<Flat> {
        let (value, by) = self.two(call)?;
        let mut at = 0;
        self.map(value, |lowerer, lane| {
            if by.len == 0 || by.len != 1 && at >= by.len() {
                return Err(LowerError::new("operands of different lengths"));
            }
            let by = lowerer.at(by, if by.len == 1 { 0 } else { at });
            at += 1;
            let by = lowerer.resize(by, 32, CastOp::SExt)?;
            lowerer.call_math("ldexp", vec![lane], &[by])
        })
    }

    /// `frexp`: C returns the exponent through a pointer.
    pub(super) fn split_exponent(&mut self, call: &Call) -> Lowered<Flat> {
        let value = self.scalar(arg(call, 0)?)?;
        let types = self.result_types(call)?;
        let [_, Type::Int(width)] = *types else {
            return Err(LowerError::unsupported("frexp of vectors"));
        };
        let mark = self.emit(InstKind::StackSave, Type::I64);
        let size = self.int(64, 4);
        let slot = self.emit(InstKind::Alloca { size, align: 4, name: None }, Type::Ptr);
        let fraction = self.call_math("frexp", vec![value], &[slot])?;
        let exponent = self.load(slot, Type::I32, 0, Access { align: 4, volatile: false });
        self.emit_effect(InstKind::StackRestore { mark });
        let exponent = self.resize(exponent, width, CastOp::SExt)?;
        Ok(self.collect(&[fraction, exponent]))
    }

    /// `modf`: C returns the integral part through a pointer.
    pub(super) fn split_fraction(&mut self, call: &Call) -> Lowered<Flat> {
        let value = self.scalar(arg(call, 0)?)?;
        let ty = self.ty(value);
        if ty.bits() < 32 {
            return Err(LowerError::unsupported("modf of a half"));
        }
        let mark = self.emit(InstKind::StackSave, Type::I64);
        let size = self.int(64, 16);
        let slot = self.emit(InstKind::Alloca { size, align: 16, name: None }, Type::Ptr);
        let fraction = self.call_math("modf", vec![value], &[slot])?;
        let whole = self.load(slot, ty, 0, Access { align: 16, volatile: false });
        self.emit_effect(InstKind::StackRestore { mark });
        Ok(self.collect(&[fraction, whole]))
    }

    pub(super) fn sin_cos(&mut self, call: &Call) -> Lowered<Flat> {
        let value = self.operand(arg(call, 0)?)?;
        let sin = self.map(value, |lowerer, lane| lowerer.call_math("sin", vec![lane], &[]))?;
        let cos = self.map(value, |lowerer, lane| lowerer.call_math("cos", vec![lane], &[]))?;
        let values = [self.values(sin), self.values(cos)].concat();
        Ok(self.collect(&values))
    }
}
