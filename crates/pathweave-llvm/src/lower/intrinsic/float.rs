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

/// The classes of `llvm.is.fpclass`, sign aside.
#[derive(Clone, Copy)]
enum Class {
    Signalling,
    Quiet,
    Infinite,
    Normal,
    Subnormal,
    Zero,
}

/// Each class with its bits of the mask: for negative and for positive numbers.
const CLASSES: [(Class, u32, u32); 6] = [
    (Class::Signalling, 0, 0),
    (Class::Quiet, 1, 1),
    (Class::Infinite, 2, 9),
    (Class::Normal, 3, 8),
    (Class::Subnormal, 4, 7),
    (Class::Zero, 5, 6),
];

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
    pub(super) fn half_bits_to_float(&mut self, call: &Call) -> Lowered<Flat> {
        let bits = self.scalar(arg(call, 0)?)?;
        let types = self.result_types(call)?;
        let (Type::Int(16), [to]) = (self.ty(bits), types.as_slice()) else {
            return Err(LowerError::new("bits of a half of another width"));
        };
        let half = self.reinterpret(bits, HALF);
        let value = self.widen(half, *to)?;
        Ok(self.single(value))
    }

    pub(super) fn float_to_half_bits(&mut self, call: &Call) -> Lowered<Flat> {
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
        let mut answer = None;
        for (class, minus, plus) in CLASSES {
            let set = |bit: u32| mask >> bit & 1 == 1;
            if !set(minus) && !set(plus) {
                continue;
            }
            let mut found = self.in_class(magnitude, class, kind)?;
            if !set(minus) {
                found = self.binary(BinaryOp::And, found, positive)?;
            } else if !set(plus) {
                found = self.binary(BinaryOp::And, found, negative)?;
            }
            answer = Some(match answer {
                Some(before) => self.binary(BinaryOp::Or, before, found)?,
                None => found,
            });
        }
        Ok(answer.unwrap_or_else(|| self.int(1, 0)))
    }

    /// Whether a number without its sign is of one class.
    fn in_class(&mut self, magnitude: Value, class: Class, kind: FloatKind) -> Lowered<Value> {
        let ty = self.ty(magnitude);
        let Classes { infinity, quiet, least_normal } = classes(kind);
        let one = BitVec::one(kind.bits());
        // Each class is a range of bit patterns; both ends belong to it.
        let (first, last) = match class {
            Class::Signalling => (infinity.add(&one), quiet.sub(&one)),
            Class::Quiet => (quiet, BitVec::ones(kind.bits())),
            Class::Infinite => (infinity.clone(), infinity),
            Class::Normal => (least_normal, infinity.sub(&one)),
            Class::Subnormal => (one.clone(), least_normal.sub(&one)),
            Class::Zero => (BitVec::zero(kind.bits()), BitVec::zero(kind.bits())),
        };
        let same = first == last;
        let first = self.plain(ty, Constant::Int(first));
        if same {
            return self.compare(IntPredicate::Eq, magnitude, first);
        }
        let last = self.plain(ty, Constant::Int(last));
        let above = self.compare(IntPredicate::Uge, magnitude, first)?;
        let below = self.compare(IntPredicate::Ule, magnitude, last)?;
        self.binary(BinaryOp::And, above, below)
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
