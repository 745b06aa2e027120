//! Intrinsics of LLVM: one table of names, one dispatch.
//!
//! A name is looked up once per declaration, without the types at its end. An intrinsic that is
//! not in the table fails when it is executed, naming itself.

mod float;
mod memory;
mod vector;

use pathweave_ir::{
    BinaryOp, CastOp, Constant, InstKind, IntPredicate, LifetimePoint, OverflowOp, Overlap, Type,
    UnaryOp, Value,
};

use super::function::{Flat, FunctionLowerer};
use super::{LowerError, Lowered};
use crate::ast::{Call, GlobalId, Operand};
use vector::Reduction;

/// What an intrinsic does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Intrinsic {
    Nothing,
    /// Its first argument.
    Argument,
    /// A number (or null), whatever the arguments.
    Number(u64),
    Unary(UnaryOp),
    Binary(BinaryOp),
    Overflow(OverflowOp),
    Cast(CastOp),
    /// Three-way comparison.
    Compare(IntPredicate, IntPredicate),
    FunnelShift {
        left: bool,
    },
    FusedMulAdd,
    MulThenAdd,
    RoundToInt(UnaryOp),
    FromHalf,
    ToHalf,
    FpClass,
    /// A function of the C library on one or two numbers of one type.
    Math(&'static str),
    /// With an integer as its second argument, which becomes a float.
    Power,
    /// With an `int` as its second argument.
    Scale,
    SplitExponent,
    SplitFraction,
    SinCos,
    Copy(Overlap),
    Fill,
    Lifetime(LifetimePoint),
    ObjectSize,
    IsConstant,
    StackSave,
    StackRestore,
    Trap,
    UbsanTrap,
    PointerMask,
    LoadRelative,
    VaStart,
    VaCopy,
    Reduce(Reduction),
    MaskedLoad,
    MaskedStore,
    Gather,
    Scatter,
    InsertVector,
    ExtractVector,
    Reverse,
    Interleave,
    Deinterleave,
    StepVector,
    LaneMask,
    Unknown,
}

use Intrinsic as I;

/// Names without `llvm.` and without types at the end.
const TABLE: &[(&str, Intrinsic)] = &[
    ("assume", I::Nothing),
    ("lifetime.start", I::Lifetime(LifetimePoint::Start)),
    ("lifetime.end", I::Lifetime(LifetimePoint::End)),
    ("memcpy", I::Copy(Overlap::Forbidden)),
    ("memcpy.inline", I::Copy(Overlap::Forbidden)),
    ("memcpy.element.unordered.atomic", I::Copy(Overlap::Forbidden)),
    ("memmove", I::Copy(Overlap::Allowed)),
    ("memmove.element.unordered.atomic", I::Copy(Overlap::Allowed)),
    ("memset", I::Fill),
    ("memset.inline", I::Fill),
    ("memset.element.unordered.atomic", I::Fill),
    ("var.annotation", I::Nothing),
    ("dbg", I::Nothing),
    ("donothing", I::Nothing),
    ("sideeffect", I::Nothing),
    ("prefetch", I::Nothing),
    ("pseudoprobe", I::Nothing),
    ("fake.use", I::Nothing),
    ("invariant.end", I::Nothing),
    ("experimental.noalias.scope.decl", I::Nothing),
    ("codeview.annotation", I::Nothing),
    ("clear_cache", I::Nothing),
    ("va_end", I::Nothing),
    ("x86.sse2.pause", I::Nothing),
    ("x86.sse2.mfence", I::Nothing),
    ("x86.sse2.lfence", I::Nothing),
    ("x86.sse.sfence", I::Nothing),
    ("expect", I::Argument),
    ("expect.with.probability", I::Argument),
    ("launder.invariant.group", I::Argument),
    ("strip.invariant.group", I::Argument),
    ("annotation", I::Argument),
    ("ptr.annotation", I::Argument),
    ("ssa.copy", I::Argument),
    ("threadlocal.address", I::Argument),
    ("arithmetic.fence", I::Argument),
    ("canonicalize", I::Argument),
    ("invariant.start", I::Number(0)),
    ("returnaddress", I::Number(0)),
    ("frameaddress", I::Number(0)),
    ("addressofreturnaddress", I::Number(0)),
    ("sponentry", I::Number(0)),
    ("get.dynamic.area.offset", I::Number(0)),
    ("get.rounding", I::Number(1)),
    ("flt.rounds", I::Number(1)),
    ("allow.ubsan.check", I::Number(1)),
    ("allow.runtime.check", I::Number(1)),
    ("ctpop", I::Unary(UnaryOp::CountOnes)),
    ("ctlz", I::Unary(UnaryOp::LeadingZeros)),
    ("cttz", I::Unary(UnaryOp::TrailingZeros)),
    ("bswap", I::Unary(UnaryOp::ByteSwap)),
    ("bitreverse", I::Unary(UnaryOp::BitReverse)),
    ("abs", I::Unary(UnaryOp::Abs)),
    ("fabs", I::Unary(UnaryOp::FloatAbs)),
    ("sqrt", I::Unary(UnaryOp::FloatSqrt)),
    ("floor", I::Unary(UnaryOp::FloatFloor)),
    ("ceil", I::Unary(UnaryOp::FloatCeil)),
    ("trunc", I::Unary(UnaryOp::FloatTrunc)),
    ("rint", I::Unary(UnaryOp::FloatRint)),
    ("nearbyint", I::Unary(UnaryOp::FloatRint)),
    ("roundeven", I::Unary(UnaryOp::FloatRint)),
    ("round", I::Unary(UnaryOp::FloatRound)),
    ("smin", I::Binary(BinaryOp::SMin)),
    ("smax", I::Binary(BinaryOp::SMax)),
    ("umin", I::Binary(BinaryOp::UMin)),
    ("umax", I::Binary(BinaryOp::UMax)),
    ("uadd.sat", I::Binary(BinaryOp::UAddSat)),
    ("sadd.sat", I::Binary(BinaryOp::SAddSat)),
    ("usub.sat", I::Binary(BinaryOp::USubSat)),
    ("ssub.sat", I::Binary(BinaryOp::SSubSat)),
    ("ushl.sat", I::Binary(BinaryOp::UShlSat)),
    ("sshl.sat", I::Binary(BinaryOp::SShlSat)),
    ("copysign", I::Binary(BinaryOp::CopySign)),
    ("minnum", I::Binary(BinaryOp::FMin)),
    ("maxnum", I::Binary(BinaryOp::FMax)),
    ("minimumnum", I::Binary(BinaryOp::FMin)),
    ("maximumnum", I::Binary(BinaryOp::FMax)),
    ("minimum", I::Binary(BinaryOp::FMinimum)),
    ("maximum", I::Binary(BinaryOp::FMaximum)),
    ("experimental.constrained.fadd", I::Binary(BinaryOp::FAdd)),
    ("experimental.constrained.fsub", I::Binary(BinaryOp::FSub)),
    ("experimental.constrained.fmul", I::Binary(BinaryOp::FMul)),
    ("experimental.constrained.fdiv", I::Binary(BinaryOp::FDiv)),
    ("experimental.constrained.frem", I::Binary(BinaryOp::FRem)),
    ("experimental.constrained.sqrt", I::Unary(UnaryOp::FloatSqrt)),
    ("experimental.constrained.fma", I::FusedMulAdd),
    ("experimental.constrained.fmuladd", I::MulThenAdd),
    ("experimental.constrained.fptosi", I::Cast(CastOp::FpToSi)),
    ("experimental.constrained.fptoui", I::Cast(CastOp::FpToUi)),
    ("experimental.constrained.sitofp", I::Cast(CastOp::SiToFp)),
    ("experimental.constrained.uitofp", I::Cast(CastOp::UiToFp)),
    ("experimental.constrained.fptrunc", I::Cast(CastOp::FpTrunc)),
    ("experimental.constrained.fpext", I::Cast(CastOp::FpExt)),
    ("uadd.with.overflow", I::Overflow(OverflowOp::UAdd)),
    ("sadd.with.overflow", I::Overflow(OverflowOp::SAdd)),
    ("usub.with.overflow", I::Overflow(OverflowOp::USub)),
    ("ssub.with.overflow", I::Overflow(OverflowOp::SSub)),
    ("umul.with.overflow", I::Overflow(OverflowOp::UMul)),
    ("smul.with.overflow", I::Overflow(OverflowOp::SMul)),
    ("scmp", I::Compare(IntPredicate::Slt, IntPredicate::Sgt)),
    ("ucmp", I::Compare(IntPredicate::Ult, IntPredicate::Ugt)),
    ("fptosi.sat", I::Cast(CastOp::FpToSiSat)),
    ("fptoui.sat", I::Cast(CastOp::FpToUiSat)),
    ("fshl", I::FunnelShift { left: true }),
    ("fshr", I::FunnelShift { left: false }),
    ("fma", I::FusedMulAdd),
    ("fmuladd", I::MulThenAdd),
    ("lround", I::RoundToInt(UnaryOp::FloatRound)),
    ("llround", I::RoundToInt(UnaryOp::FloatRound)),
    ("lrint", I::RoundToInt(UnaryOp::FloatRint)),
    ("llrint", I::RoundToInt(UnaryOp::FloatRint)),
    ("convert.from.fp16", I::FromHalf),
    ("convert.to.fp16", I::ToHalf),
    ("is.fpclass", I::FpClass),
    ("pow", I::Math("pow")),
    ("powi", I::Power),
    ("exp", I::Math("exp")),
    ("exp2", I::Math("exp2")),
    ("exp10", I::Math("exp10")),
    ("log", I::Math("log")),
    ("log2", I::Math("log2")),
    ("log10", I::Math("log10")),
    ("sin", I::Math("sin")),
    ("cos", I::Math("cos")),
    ("tan", I::Math("tan")),
    ("asin", I::Math("asin")),
    ("acos", I::Math("acos")),
    ("atan", I::Math("atan")),
    ("atan2", I::Math("atan2")),
    ("sinh", I::Math("sinh")),
    ("cosh", I::Math("cosh")),
    ("tanh", I::Math("tanh")),
    ("ldexp", I::Scale),
    ("frexp", I::SplitExponent),
    ("modf", I::SplitFraction),
    ("sincos", I::SinCos),
    ("objectsize", I::ObjectSize),
    ("is.constant", I::IsConstant),
    ("stacksave", I::StackSave),
    ("stackrestore", I::StackRestore),
    ("trap", I::Trap),
    ("debugtrap", I::Trap),
    ("ubsantrap", I::UbsanTrap),
    ("ptrmask", I::PointerMask),
    ("load.relative", I::LoadRelative),
    ("va_start", I::VaStart),
    ("va_copy", I::VaCopy),
    ("vector.reduce.add", I::Reduce(Reduction::Lanes(BinaryOp::Add))),
    ("vector.reduce.mul", I::Reduce(Reduction::Lanes(BinaryOp::Mul))),
    ("vector.reduce.and", I::Reduce(Reduction::Lanes(BinaryOp::And))),
    ("vector.reduce.or", I::Reduce(Reduction::Lanes(BinaryOp::Or))),
    ("vector.reduce.xor", I::Reduce(Reduction::Lanes(BinaryOp::Xor))),
    ("vector.reduce.smin", I::Reduce(Reduction::Lanes(BinaryOp::SMin))),
    ("vector.reduce.smax", I::Reduce(Reduction::Lanes(BinaryOp::SMax))),
    ("vector.reduce.umin", I::Reduce(Reduction::Lanes(BinaryOp::UMin))),
    ("vector.reduce.umax", I::Reduce(Reduction::Lanes(BinaryOp::UMax))),
    ("vector.reduce.fmin", I::Reduce(Reduction::Lanes(BinaryOp::FMin))),
    ("vector.reduce.fmax", I::Reduce(Reduction::Lanes(BinaryOp::FMax))),
    ("vector.reduce.fminimum", I::Reduce(Reduction::Lanes(BinaryOp::FMinimum))),
    ("vector.reduce.fmaximum", I::Reduce(Reduction::Lanes(BinaryOp::FMaximum))),
    ("vector.reduce.fadd", I::Reduce(Reduction::From(BinaryOp::FAdd))),
    ("vector.reduce.fmul", I::Reduce(Reduction::From(BinaryOp::FMul))),
    ("masked.load", I::MaskedLoad),
    ("masked.store", I::MaskedStore),
    ("masked.gather", I::Gather),
    ("masked.scatter", I::Scatter),
    ("vector.insert", I::InsertVector),
    ("experimental.vector.insert", I::InsertVector),
    ("vector.extract", I::ExtractVector),
    ("experimental.vector.extract", I::ExtractVector),
    ("vector.reverse", I::Reverse),
    ("experimental.vector.reverse", I::Reverse),
    ("vector.interleave2", I::Interleave),
    ("experimental.vector.interleave2", I::Interleave),
    ("vector.deinterleave2", I::Deinterleave),
    ("experimental.vector.deinterleave2", I::Deinterleave),
    ("stepvector", I::StepVector),
    ("experimental.stepvector", I::StepVector),
    ("get.active.lane.mask", I::LaneMask),
];

impl Intrinsic {
    /// The intrinsic of this name, types at its end included.
    pub fn from_name(name: &str) -> Intrinsic {
        let mut rest = name.strip_prefix("llvm.").unwrap_or(name);
        loop {
            if let Some(entry) = TABLE.iter().find(|entry| entry.0 == rest) {
                return entry.1;
            }
            match rest.rfind('.') {
                Some(dot) => rest = &rest[..dot],
                None => return Intrinsic::Unknown,
            }
        }
    }
}

impl FunctionLowerer<'_, '_> {
    pub(super) fn lower_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        id: GlobalId,
        call: &Call,
    ) -> Lowered<Flat> {
        let done = self.simple_intrinsic(intrinsic, call)?;
        if let Some(flat) = done {
            return Ok(flat);
        }
        match intrinsic {
            I::Copy(overlap) => self.copy_memory(call, overlap),
            I::Fill => self.fill_memory(call),
            I::Lifetime(point) => self.lifetime(call, point),
            I::ObjectSize => self.object_size(call),
            I::StackSave => {
                let mark = self.emit(InstKind::StackSave, Type::I64);
                let mark = self.cast(CastOp::IntToPtr, mark, Type::Ptr);
                Ok(self.single(mark))
            }
            I::StackRestore => {
                let mark = self.pointer(arg(call, 0)?)?;
                let mark = self.cast(CastOp::PtrToInt, mark, Type::I64);
                self.emit_effect(InstKind::StackRestore { mark });
                Ok(Flat::default())
            }
            I::Trap => self.trap(None),
            I::UbsanTrap => self.trap(Some(arg(call, 0)?)),
            I::PointerMask => {
                let (pointer, mask) = (self.pointer(arg(call, 0)?)?, self.scalar(arg(call, 1)?)?);
                let masked = self.mask_pointer_by(pointer, mask)?;
                Ok(self.single(masked))
            }
            I::LoadRelative => self.load_relative(call),
            I::VaStart => {
                let list = self.pointer(arg(call, 0)?)?;
                self.va_start(list)?;
                Ok(Flat::default())
            }
            I::VaCopy => {
                let (dst, src) = (self.pointer(arg(call, 0)?)?, self.pointer(arg(call, 1)?)?);
                self.va_copy(dst, src);
                Ok(Flat::default())
            }
            I::Reduce(reduction) => self.reduce(call, reduction),
            I::MaskedLoad => self.masked_load(call),
            I::MaskedStore => self.masked_store(call),
            I::Gather => self.gather(call),
            I::Scatter => self.scatter(call),
            I::InsertVector
            | I::ExtractVector
            | I::Reverse
            | I::Interleave
            | I::Deinterleave
            | I::StepVector
            | I::LaneMask => self.rearrange(intrinsic, call),
            _ => {
                let name = self.module.global_name(id);
                Err(LowerError::unsupported(format!("call of `{name}`")))
            }
        }
    }

    /// Those that compute scalar by scalar.
    fn simple_intrinsic(&mut self, intrinsic: Intrinsic, call: &Call) -> Lowered<Option<Flat>> {
        let flat = match intrinsic {
            I::Nothing => Flat::default(),
            I::Argument => self.operand(arg(call, 0)?)?,
            I::Number(number) => self.number_result(call, number)?,
            I::IsConstant => {
                let flat = self.operand(arg(call, 0)?)?;
                let known = |value: &Value| {
                    self.body.constant(*value).is_some_and(|c| *c != Constant::Undef)
                };
                let constant = self.values(flat).iter().all(known);
                let answer = self.int(1, constant.into());
                self.single(answer)
            }
            I::Unary(op) => {
                let value = self.operand(arg(call, 0)?)?;
                self.map(value, |lowerer, lane| lowerer.unary(op, lane))?
            }
            I::Binary(op) => {
                let (lhs, rhs) = self.two(call)?;
                self.zip(lhs, rhs, |lowerer, a, b| lowerer.binary(op, a, b))?
            }
            I::Overflow(op) => self.overflow(call, op)?,
            I::Compare(less, greater) => self.three_way(call, less, greater)?,
            I::FunnelShift { left } => self.funnel(call, left)?,
            I::Cast(op) => self.float_cast(call, op)?,
            I::FusedMulAdd => self.multiply_add(call, true)?,
            I::MulThenAdd => self.multiply_add(call, false)?,
            I::RoundToInt(op) => self.round_to_int(call, op)?,
            I::FromHalf => self.half_bits_to_float(call)?,
            I::ToHalf => self.float_to_half_bits(call)?,
            I::FpClass => self.fp_class(call)?,
            I::Math(name) => self.math(call, name)?,
            I::Power => self.power(call)?,
            I::Scale => self.scale(call)?,
            I::SplitExponent => self.split_exponent(call)?,
            I::SplitFraction => self.split_fraction(call)?,
            I::SinCos => self.sin_cos(call)?,
            _ => return Ok(None),
        };
        Ok(Some(flat))
    }

    /// The first two arguments.
    fn two(&mut self, call: &Call) -> Lowered<(Flat, Flat)> {
        Ok((self.operand(arg(call, 0)?)?, self.operand(arg(call, 1)?)?))
    }

    /// The types of the results.
    fn result_types(&mut self, call: &Call) -> Lowered<Vec<Type>> {
        Ok(self.shape(call.ret)?.types())
    }

    fn number_result(&mut self, call: &Call, number: u64) -> Lowered<Flat> {
        let types = self.result_types(call)?;
        let mut values = Vec::with_capacity(types.len());
        for ty in types {
            values.push(match ty {
                Type::Int(width) => self.int(width, number),
                other => self.zero(other),
            });
        }
        Ok(self.collect(&values))
    }

    fn overflow(&mut self, call: &Call, op: OverflowOp) -> Lowered<Flat> {
        let (lhs, rhs) = self.two(call)?;
        if lhs.len != rhs.len {
            return Err(LowerError::new("operands of different lengths"));
        }
        let (mut values, mut flags) = (Vec::new(), Vec::new());
        for at in 0..lhs.len() {
            let (lhs, rhs) = (self.at(lhs, at), self.at(rhs, at));
            let ty = self.ty(lhs);
            if !ty.is_int() || ty != self.ty(rhs) {
                return Err(LowerError::new(format!("`{}` does not apply to {ty}", op.name())));
            }
            let pair = self.emit_many(InstKind::Overflow { op, lhs, rhs }, &[ty, Type::BOOL]);
            values.push(self.at(pair, 0));
            flags.push(self.at(pair, 1));
        }
        values.append(&mut flags);
        Ok(self.collect(&values))
    }

    fn three_way(
        &mut self,
        call: &Call,
        less: IntPredicate,
        greater: IntPredicate,
    ) -> Lowered<Flat> {
        let (lhs, rhs) = self.two(call)?;
        let types = self.result_types(call)?;
        let Some(Type::Int(width)) = types.first().copied() else {
            return Err(LowerError::new("a comparison without a result"));
        };
        self.zip(lhs, rhs, |lowerer, a, b| {
            let less = lowerer.compare(less, a, b)?;
            let greater = lowerer.compare(greater, a, b)?;
            let (zero, one) = (lowerer.int(width, 0), lowerer.int(width, 1));
            let minus = lowerer.binary(BinaryOp::Sub, zero, one)?;
            let above = lowerer.select(greater, one, zero)?;
            lowerer.select(less, minus, above)
        })
    }

    fn funnel(&mut self, call: &Call, left: bool) -> Lowered<Flat> {
        let (hi, lo) = self.two(call)?;
        let amount = self.operand(arg(call, 2)?)?;
        let mut at = 0;
        self.zip(hi, lo, |lowerer, hi, lo| {
            if at >= amount.len() {
                return Err(LowerError::new("operands of different lengths"));
            }
            let amount = lowerer.at(amount, at);
            at += 1;
            let ty = lowerer.ty(hi);
            if !ty.is_int() || ty != lowerer.ty(lo) || ty != lowerer.ty(amount) {
                return Err(LowerError::new("a funnel shift of different types"));
            }
            Ok(lowerer.emit(InstKind::FunnelShift { left, hi, lo, amount }, ty))
        })
    }
}

/// An argument of an intrinsic.
fn arg(call: &Call, index: usize) -> Lowered<Operand> {
    let found = call.args.get(index).map(|arg| arg.value);
    found.ok_or_else(|| LowerError::new("an intrinsic with too few arguments"))
}
