//! Building blocks of a body: values, checked operators, the current place.
//!
//! Everything that makes an instruction goes through here or checks its operands itself: the
//! reader promises names, not types, so an operator that does not fit its operands is an error of
//! the module, never a wrong instruction.

use pathweave_ir::{
    ArithFlags, BinaryOp, CastOp, Constant, FloatPredicate, InstKind, IntPredicate, Type, UnaryOp,
    Value,
};

use super::fold::{Folded, Scalar, add_offset};
use super::function::{Flat, FunctionLowerer};
use super::{LowerError, Lowered};
use crate::ast;

pub(super) fn binary_op(op: ast::BinaryOp) -> BinaryOp {
    match op {
        ast::BinaryOp::Add => BinaryOp::Add,
        ast::BinaryOp::Sub => BinaryOp::Sub,
        ast::BinaryOp::Mul => BinaryOp::Mul,
        ast::BinaryOp::UDiv => BinaryOp::UDiv,
        ast::BinaryOp::SDiv => BinaryOp::SDiv,
        ast::BinaryOp::URem => BinaryOp::URem,
        ast::BinaryOp::SRem => BinaryOp::SRem,
        ast::BinaryOp::Shl => BinaryOp::Shl,
        ast::BinaryOp::LShr => BinaryOp::LShr,
        ast::BinaryOp::AShr => BinaryOp::AShr,
        ast::BinaryOp::And => BinaryOp::And,
        ast::BinaryOp::Or => BinaryOp::Or,
        ast::BinaryOp::Xor => BinaryOp::Xor,
        ast::BinaryOp::FAdd => BinaryOp::FAdd,
        ast::BinaryOp::FSub => BinaryOp::FSub,
        ast::BinaryOp::FMul => BinaryOp::FMul,
        ast::BinaryOp::FDiv => BinaryOp::FDiv,
        ast::BinaryOp::FRem => BinaryOp::FRem,
    }
}

pub(super) fn int_predicate(predicate: ast::IntPredicate) -> IntPredicate {
    match predicate {
        ast::IntPredicate::Eq => IntPredicate::Eq,
        ast::IntPredicate::Ne => IntPredicate::Ne,
        ast::IntPredicate::Ugt => IntPredicate::Ugt,
        ast::IntPredicate::Uge => IntPredicate::Uge,
        ast::IntPredicate::Ult => IntPredicate::Ult,
        ast::IntPredicate::Ule => IntPredicate::Ule,
        ast::IntPredicate::Sgt => IntPredicate::Sgt,
        ast::IntPredicate::Sge => IntPredicate::Sge,
        ast::IntPredicate::Slt => IntPredicate::Slt,
        ast::IntPredicate::Sle => IntPredicate::Sle,
    }
}

pub(super) fn float_predicate(predicate: ast::FloatPredicate) -> FloatPredicate {
    match predicate {
        ast::FloatPredicate::False => FloatPredicate::False,
        ast::FloatPredicate::Oeq => FloatPredicate::Oeq,
        ast::FloatPredicate::Ogt => FloatPredicate::Ogt,
        ast::FloatPredicate::Oge => FloatPredicate::Oge,
        ast::FloatPredicate::Olt => FloatPredicate::Olt,
        ast::FloatPredicate::Ole => FloatPredicate::Ole,
        ast::FloatPredicate::One => FloatPredicate::One,
        ast::FloatPredicate::Ord => FloatPredicate::Ord,
        ast::FloatPredicate::Ueq => FloatPredicate::Ueq,
        ast::FloatPredicate::Ugt => FloatPredicate::Ugt,
        ast::FloatPredicate::Uge => FloatPredicate::Uge,
        ast::FloatPredicate::Ult => FloatPredicate::Ult,
        ast::FloatPredicate::Ule => FloatPredicate::Ule,
        ast::FloatPredicate::Une => FloatPredicate::Une,
        ast::FloatPredicate::Uno => FloatPredicate::Uno,
        ast::FloatPredicate::True => FloatPredicate::True,
    }
}

/// The IR's conversion for two different scalar types, if it applies to them.
pub(super) fn cast_op(op: ast::CastOp, from: Type, to: Type) -> Option<CastOp> {
    let (op, fits) = match op {
        ast::CastOp::Trunc => (CastOp::Trunc, from.is_int() && to.is_int() && to < from),
        ast::CastOp::ZExt => (CastOp::ZExt, from.is_int() && to.is_int() && from < to),
        ast::CastOp::SExt => (CastOp::SExt, from.is_int() && to.is_int() && from < to),
        ast::CastOp::FpTrunc => (CastOp::FpTrunc, floats(from, to) && to.bits() < from.bits()),
        ast::CastOp::FpExt => (CastOp::FpExt, floats(from, to) && from.bits() < to.bits()),
        ast::CastOp::FpToUi => (CastOp::FpToUi, from.is_float() && to.is_int()),
        ast::CastOp::FpToSi => (CastOp::FpToSi, from.is_float() && to.is_int()),
        ast::CastOp::UiToFp => (CastOp::UiToFp, from.is_int() && to.is_float()),
        ast::CastOp::SiToFp => (CastOp::SiToFp, from.is_int() && to.is_float()),
        ast::CastOp::PtrToInt | ast::CastOp::PtrToAddr => {
            (CastOp::PtrToInt, from == Type::Ptr && to.is_int())
        }
        ast::CastOp::IntToPtr => (CastOp::IntToPtr, from.is_int() && to == Type::Ptr),
        ast::CastOp::BitCast => {
            let kinds = from.is_int() && to.is_float() || from.is_float() && to.is_int();
            (CastOp::Bitcast, kinds && from.bits() == to.bits())
        }
        ast::CastOp::AddrSpaceCast => return None,
    };
    fits.then_some(op)
}

fn floats(from: Type, to: Type) -> bool {
    from.is_float() && to.is_float()
}

fn mismatch(what: &str, ty: Type) -> LowerError {
    LowerError::new(format!("`{what}` does not apply to {ty}"))
}

impl FunctionLowerer<'_, '_> {
    /// Appends an instruction with one result.
    pub(super) fn emit(&mut self, kind: InstKind, ty: Type) -> Value {
        self.body.append_value(self.block, kind, ty, self.loc)
    }

    /// Appends an instruction without a result.
    pub(super) fn emit_effect(&mut self, kind: InstKind) {
        self.body.append(self.block, kind, &[], self.loc);
    }

    /// Appends an instruction with several results.
    pub(super) fn emit_many(&mut self, kind: InstKind, types: &[Type]) -> Flat {
        let inst = self.body.append(self.block, kind, types, self.loc);
        let results = self.body.insts[inst].results;
        let start = self.arena.len();
        self.arena.extend(results.iter());
        self.flat_from(start)
    }

    /// The values that were appended to the arena since `start`.
    pub(super) fn flat_from(&self, start: usize) -> Flat {
        Flat { start: start as u32, len: (self.arena.len() - start) as u32 }
    }

    /// A flattened value of one scalar.
    pub(super) fn single(&mut self, value: Value) -> Flat {
        self.arena.push(value);
        Flat { start: self.arena.len() as u32 - 1, len: 1 }
    }

    /// A flattened value of these scalars.
    pub(super) fn collect(&mut self, values: &[Value]) -> Flat {
        let start = self.arena.len();
        self.arena.extend_from_slice(values);
        self.flat_from(start)
    }

    /// Scalar `index` of a flattened value.
    pub(super) fn at(&self, flat: Flat, index: usize) -> Value {
        self.arena[flat.start as usize + index]
    }

    /// The scalars of a flattened value.
    pub(super) fn values(&self, flat: Flat) -> &[Value] {
        &self.arena[flat.start as usize..(flat.start + flat.len) as usize]
    }

    /// The type of a value.
    pub(super) fn ty(&self, value: Value) -> Type {
        self.body.ty(value)
    }

    /// An integer constant.
    pub(super) fn int(&mut self, width: u32, bits: u64) -> Value {
        self.body.make_int(width, bits)
    }

    /// The constant that a folded scalar is.
    pub(super) fn plain(&mut self, ty: Type, constant: Constant) -> Value {
        self.body.make_const(ty, constant)
    }

    /// The zero of a type.
    pub(super) fn zero(&mut self, ty: Type) -> Value {
        let Scalar::Plain(constant) = Folded::zero(ty).value else { return self.undef(ty) };
        self.plain(ty, constant)
    }

    /// The undefined value of a type.
    pub(super) fn undef(&mut self, ty: Type) -> Value {
        self.body.make_undef(ty)
    }

    pub(super) fn unary(&mut self, op: UnaryOp, arg: Value) -> Lowered<Value> {
        let ty = self.ty(arg);
        let fits = match op {
            UnaryOp::Freeze => true,
            UnaryOp::ByteSwap => ty.is_int() && ty.bits().is_multiple_of(16),
            _ => {
                if op.is_float() {
                    ty.is_float()
                } else {
                    ty.is_int()
                }
            }
        };
        if !fits {
            return Err(mismatch(op.name(), ty));
        }
        Ok(self.emit(InstKind::Unary { op, arg }, ty))
    }

    pub(super) fn binary_with(
        &mut self,
        op: BinaryOp,
        flags: ArithFlags,
        lhs: Value,
        rhs: Value,
    ) -> Lowered<Value> {
        let ty = self.ty(lhs);
        let fits = if op.is_float() { ty.is_float() } else { ty.is_int() };
        if !fits || ty != self.ty(rhs) {
            return Err(mismatch(op.name(), if fits { self.ty(rhs) } else { ty }));
        }
        Ok(self.emit(InstKind::Binary { op, flags, lhs, rhs }, ty))
    }

    pub(super) fn binary(&mut self, op: BinaryOp, lhs: Value, rhs: Value) -> Lowered<Value> {
        self.binary_with(op, ArithFlags::default(), lhs, rhs)
    }

    pub(super) fn compare(
        &mut self,
        predicate: IntPredicate,
        lhs: Value,
        rhs: Value,
    ) -> Lowered<Value> {
        let ty = self.ty(lhs);
        if ty.is_float() || ty != self.ty(rhs) {
            return Err(mismatch("icmp", self.ty(rhs)));
        }
        Ok(self.emit(InstKind::IntCompare { predicate, lhs, rhs }, Type::BOOL))
    }

    pub(super) fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        lhs: Value,
        rhs: Value,
    ) -> Lowered<Value> {
        let ty = self.ty(lhs);
        if !ty.is_float() || ty != self.ty(rhs) {
            return Err(mismatch("fcmp", self.ty(rhs)));
        }
        Ok(self.emit(InstKind::FloatCompare { predicate, lhs, rhs }, Type::BOOL))
    }

    pub(super) fn select(&mut self, cond: Value, then: Value, other: Value) -> Lowered<Value> {
        let ty = self.ty(then);
        if self.ty(cond) != Type::BOOL || ty != self.ty(other) {
            return Err(mismatch("select", self.ty(other)));
        }
        Ok(self.emit(InstKind::Select { cond, then, other }, ty))
    }

    /// A conversion that is known to fit.
    pub(super) fn cast(&mut self, op: CastOp, arg: Value, to: Type) -> Value {
        self.emit(InstKind::Cast { op, arg }, to)
    }

    /// An integer made wider or narrower.
    pub(super) fn resize(&mut self, value: Value, width: u32, wider: CastOp) -> Lowered<Value> {
        let Type::Int(from) = self.ty(value) else {
            return Err(mismatch("trunc", self.ty(value)));
        };
        if let Some(Constant::Int(bits)) = self.body.constant(value) {
            let bits = match (from < width, wider) {
                (true, CastOp::SExt) => bits.sign_extend(width),
                (true, _) => bits.zero_extend(width),
                _ => bits.truncate(width),
            };
            return Ok(self.plain(Type::Int(width), Constant::Int(bits)));
        }
        Ok(match from.cmp(&width) {
            std::cmp::Ordering::Less => self.cast(wider, value, Type::Int(width)),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.cast(CastOp::Trunc, value, Type::Int(width)),
        })
    }

    /// `base` moved by a constant number of bytes.
    pub(super) fn displace(&mut self, base: Value, displacement: i64, in_bounds: bool) -> Value {
        if displacement == 0 {
            return base;
        }
        if let Some(constant) = self.body.constant(base) {
            let moved = add_offset(Folded::new(Type::Ptr, constant.clone()), displacement);
            if let Scalar::Plain(constant) = moved.value {
                return self.plain(Type::Ptr, constant);
            }
        }
        let kind = InstKind::Offset { base, index: None, scale: 0, displacement, in_bounds };
        self.emit(kind, Type::Ptr)
    }

    /// Something that fails when it is executed.
    pub(super) fn emit_unsupported(&mut self, what: &str, results: &[Type]) -> Flat {
        self.emit_many(InstKind::Unsupported { what: what.into() }, results)
    }

    /// The number that a value is, if it is an integer constant.
    pub(super) fn number(&self, value: Value) -> Option<u64> {
        match self.body.constant(value) {
            Some(Constant::Int(bits)) => bits.to_u64(),
            _ => None,
        }
    }

    /// The instruction that defines a value, if one does.
    pub(super) fn definition(&self, value: Value) -> Option<&InstKind> {
        match self.body.values[value].def {
            pathweave_ir::ValueDef::Inst(inst, _) => Some(&self.body.insts[inst].kind),
            _ => None,
        }
    }
}
