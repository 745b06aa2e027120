//! Constants as lists of scalars, folded as far as addresses allow.
//!
//! A scalar is either a constant of the IR or an expression over addresses that an initializer can
//! hold. Anything else is not foldable: in a body it is computed by instructions where it is used.

use pathweave_bits::BitVec;
use pathweave_ir::{BinaryOp, CastOp, ConstExpr, Constant, IntPredicate, Linkage, Type};

use super::emit::{binary_op, cast_op, int_predicate};
use super::{LowerError, Lowered, Lowerer, Severity};
use crate::ast;
use crate::ast::{ConstId, ConstKind, TypeId};

/// The value of a scalar constant.
#[derive(Clone, Debug)]
pub(super) enum Scalar {
    /// A constant of the IR.
    Plain(Constant),
    /// Computed from addresses.
    Expr(ConstExpr),
}

/// A scalar constant with its type.
#[derive(Clone, Debug)]
pub(super) struct Folded {
    pub ty: Type,
    pub value: Scalar,
}

fn not_foldable() -> LowerError {
    let message = "a constant expression that cannot be evaluated here";
    LowerError { severity: Severity::NotFoldable, ..LowerError::new(message) }
}

impl Folded {
    pub fn new(ty: Type, constant: Constant) -> Self {
        Folded { ty, value: Scalar::Plain(constant) }
    }

    fn int(value: BitVec) -> Self {
        Folded::new(Type::Int(value.width()), Constant::Int(value))
    }

    /// All bits zero.
    pub fn zero(ty: Type) -> Self {
        Folded::new(ty, Self::zero_of(ty))
    }

    /// The constant of a type whose bits are zero.
    pub fn zero_of(ty: Type) -> Constant {
        match ty {
            Type::Int(width) => Constant::Int(BitVec::zero(width)),
            Type::Float(kind) => Constant::Float(BitVec::zero(kind.bits())),
            Type::Ptr => Constant::Null,
        }
    }

    fn undef(ty: Type) -> Self {
        Folded::new(ty, Constant::Undef)
    }

    /// The number, if it is one that is known.
    pub fn bits(&self) -> Option<BitVec> {
        match &self.value {
            Scalar::Plain(Constant::Int(bits) | Constant::Float(bits)) => Some(bits.clone()),
            Scalar::Plain(Constant::Null) => Some(BitVec::zero(64)),
            _ => None,
        }
    }

    fn is_undef(&self) -> bool {
        matches!(self.value, Scalar::Plain(Constant::Undef))
    }

    /// As an expression of an initializer; none if undefined.
    pub fn expression(&self) -> Option<ConstExpr> {
        Some(match &self.value {
            Scalar::Expr(expr) => expr.clone(),
            Scalar::Plain(Constant::Int(bits) | Constant::Float(bits)) => {
                ConstExpr::Int(bits.clone())
            }
            Scalar::Plain(Constant::Null) => ConstExpr::Int(BitVec::zero(64)),
            Scalar::Plain(Constant::GlobalAddr(global, at)) => ConstExpr::Global(*global, *at),
            Scalar::Plain(Constant::FuncAddr(func, at)) => ConstExpr::Func(*func, *at),
            Scalar::Plain(Constant::BlockAddr(func, block)) => ConstExpr::Block(*func, *block),
            Scalar::Plain(Constant::Undef) => return None,
        })
    }
}

impl Lowerer<'_> {
    /// The scalars of a constant.
    pub(super) fn fold(&mut self, id: ConstId, depth: u32) -> Lowered<Vec<Folded>> {
        if depth > 400 {
            return Err(LowerError::new("too deep a constant"));
        }
        let module = self.module;
        let constant = module.constant(id);
        let shape = self.shapes.shape(constant.ty);
        let shape =
            shape.ok_or_else(|| LowerError::unsupported("a constant of a type without values"))?;
        let leaves = match &constant.kind {
            ConstKind::Aggregate(parts) => {
                let mut leaves = Vec::with_capacity(shape.len());
                for &part in parts {
                    leaves.extend(self.fold(part, depth + 1)?);
                }
                leaves
            }
            ConstKind::Bytes(bytes) => {
                bytes.iter().map(|&b| Folded::int(BitVec::from_u64(8, b.into()))).collect()
            }
            ConstKind::Splat(element) => {
                let lanes = self.fold(*element, depth + 1)?;
                match lanes.as_slice() {
                    [lane] => vec![lane.clone(); shape.len()],
                    _ => return Err(LowerError::new("splat of something other than a scalar")),
                }
            }
            ConstKind::Zero => shape.leaves.iter().map(|leaf| Folded::zero(leaf.ty)).collect(),
            ConstKind::Undef | ConstKind::Poison | ConstKind::None => {
                shape.leaves.iter().map(|leaf| Folded::undef(leaf.ty)).collect()
            }
            ConstKind::PtrAuth(inner) => self.fold(*inner, depth + 1)?,
            ConstKind::Expr(expr) => self.fold_expr(expr, constant.ty, depth + 1)?,
            _ => vec![self.fold_scalar(constant, depth)?],
        };
        let fits = leaves.len() == shape.len()
            && leaves.iter().zip(&shape.leaves).all(|(found, leaf)| found.ty == leaf.ty);
        if fits { Ok(leaves) } else { Err(LowerError::new("a constant that is not of its type")) }
    }

    /// The single scalar of a constant.
    pub(super) fn fold_single(&mut self, id: ConstId, depth: u32) -> Lowered<Folded> {
        let mut leaves = self.fold(id, depth)?;
        match (leaves.pop(), leaves.len()) {
            (Some(leaf), 0) => Ok(leaf),
            _ => Err(not_foldable()),
        }
    }

    /// A constant that is a single scalar by its kind.
    fn fold_scalar(&mut self, constant: &ast::Constant, depth: u32) -> Lowered<Folded> {
        let ty = self.shapes.scalar(constant.ty);
        let ty = ty.ok_or_else(|| LowerError::new("a scalar constant of another type"))?;
        let mismatch = || LowerError::new("a constant that is not of its type");
        let value = match (&constant.kind, ty) {
            (ConstKind::Int(bits), Type::Int(width)) => {
                Constant::Int(BitVec::from_u64(width, *bits))
            }
            (ConstKind::WideInt(limbs), Type::Int(width)) => {
                Constant::Int(BitVec::from_limbs(width, limbs))
            }
            (ConstKind::Float(bits), Type::Float(kind)) => {
                Constant::Float(BitVec::from_u64(kind.bits(), *bits))
            }
            (ConstKind::WideFloat(limbs), Type::Float(kind)) => {
                Constant::Float(BitVec::from_limbs(kind.bits(), limbs))
            }
            (ConstKind::Null, Type::Ptr) => Constant::Null,
            (
                ConstKind::Global(id) | ConstKind::DsoLocalEquivalent(id) | ConstKind::NoCfi(id),
                Type::Ptr,
            ) => self.symbol_address(*id, depth)?,
            (ConstKind::BlockAddress { function, block }, Type::Ptr) => {
                self.block_address(*function, *block)?
            }
            _ => return Err(mismatch()),
        };
        Ok(Folded::new(ty, value))
    }

    fn fold_expr(&mut self, expr: &ast::ConstExpr, ty: TypeId, depth: u32) -> Lowered<Vec<Folded>> {
        match expr {
            ast::ConstExpr::Gep { source, base, indices, .. } => {
                Ok(vec![self.fold_gep(*source, *base, indices, depth)?])
            }
            ast::ConstExpr::Cast(op, value) => {
                let to = self.shapes.scalar(ty).ok_or_else(not_foldable)?;
                let value = self.fold_single(*value, depth)?;
                Ok(vec![fold_cast(*op, value, to)?])
            }
            ast::ConstExpr::Binary(op, _, lhs, rhs) => {
                let (lhs, rhs) = (self.fold_single(*lhs, depth)?, self.fold_single(*rhs, depth)?);
                Ok(vec![fold_binary(binary_op(*op), &lhs, &rhs)?])
            }
            ast::ConstExpr::ICmp(predicate, lhs, rhs) => {
                let (lhs, rhs) = (self.fold_single(*lhs, depth)?, self.fold_single(*rhs, depth)?);
                let value = self.fold_compare(int_predicate(*predicate), &lhs, &rhs)?;
                Ok(vec![Folded::int(BitVec::from_bool(value))])
            }
            ast::ConstExpr::Select(cond, then, other) => {
                let cond = self.fold_single(*cond, depth)?;
                match cond.bits() {
                    Some(bits) if bits.is_one() => self.fold(*then, depth),
                    Some(_) => self.fold(*other, depth),
                    None => Err(not_foldable()),
                }
            }
            ast::ConstExpr::ExtractValue(aggregate, indices) => {
                let leaves = self.fold(*aggregate, depth)?;
                let ty = self.module.constant(*aggregate).ty;
                let (first, elem) = self.shapes.element(ty, indices).ok_or_else(not_foldable)?;
                let count = self.shapes.shape(elem).ok_or_else(not_foldable)?.len();
                Ok(leaves.get(first..first + count).ok_or_else(not_foldable)?.to_vec())
            }
            _ => Err(not_foldable()),
        }
    }

    fn fold_gep(
        &mut self,
        source: TypeId,
        base: ConstId,
        indices: &[ConstId],
        depth: u32,
    ) -> Lowered<Folded> {
        let base = self.fold_single(base, depth)?;
        if base.ty != Type::Ptr {
            return Err(LowerError::new("getelementptr of something other than a pointer"));
        }
        let mut offset = 0i64;
        let mut at = None;
        for &index in indices {
            let index = self.fold_single(index, depth)?;
            let number = index.bits().filter(|_| index.ty.is_int()).ok_or_else(not_foldable)?;
            let number = sign_extended(&number);
            let (scale, next) = self.gep_step(source, at, Some(number))?;
            offset = offset.wrapping_add(scale.of(number));
            at = Some(next);
        }
        Ok(add_offset(base, offset))
    }

    /// Equality of addresses where it does not depend on the layout of memory.
    fn fold_compare(&self, predicate: IntPredicate, lhs: &Folded, rhs: &Folded) -> Lowered<bool> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        if lhs.ty != rhs.ty {
            return Err(LowerError::new("a comparison of different types"));
        }
        if let (Some(a), Some(b)) = (lhs.bits(), rhs.bits()) {
            let (unsigned, signed) = (a.compare_unsigned(&b), a.compare_signed(&b));
            return Ok(match predicate {
                IntPredicate::Eq => unsigned == Equal,
                IntPredicate::Ne => unsigned != Equal,
                IntPredicate::Ult => unsigned == Less,
                IntPredicate::Ule => unsigned != Greater,
                IntPredicate::Ugt => unsigned == Greater,
                IntPredicate::Uge => unsigned != Less,
                IntPredicate::Slt => signed == Less,
                IntPredicate::Sle => signed != Greater,
                IntPredicate::Sgt => signed == Greater,
                IntPredicate::Sge => signed != Less,
            });
        }
        let (Scalar::Plain(a), Scalar::Plain(b)) = (&lhs.value, &rhs.value) else {
            return Err(not_foldable());
        };
        let equal = self.equal_addresses(a, b).ok_or_else(not_foldable)?;
        match predicate {
            IntPredicate::Eq => Ok(equal),
            IntPredicate::Ne => Ok(!equal),
            _ => Err(not_foldable()),
        }
    }

    fn equal_addresses(&self, a: &Constant, b: &Constant) -> Option<bool> {
        let strong = |constant: &Constant| match constant {
            Constant::GlobalAddr(g, 0) => self.program.globals[*g].linkage != Linkage::Weak,
            Constant::FuncAddr(f, 0) => self.program.functions[*f].linkage != Linkage::Weak,
            _ => false,
        };
        match (a, b) {
            (Constant::GlobalAddr(g, x), Constant::GlobalAddr(h, y)) if g == h => Some(x == y),
            (Constant::FuncAddr(f, x), Constant::FuncAddr(g, y)) if f == g => Some(x == y),
            (Constant::FuncAddr(_, 0), Constant::FuncAddr(_, 0)) if strong(a) && strong(b) => {
                Some(false)
            }
            (address, Constant::Null) | (Constant::Null, address) if strong(address) => Some(false),
            _ => None,
        }
    }
}

/// The number sign-extended (or cut) to 64 bits.
pub(super) fn sign_extended(bits: &BitVec) -> i64 {
    let low = if bits.width() < 64 { bits.sign_extend(64) } else { bits.clone() };
    low.low_u64() as i64
}

/// A pointer constant moved by some bytes.
pub(super) fn add_offset(base: Folded, offset: i64) -> Folded {
    if offset == 0 {
        return base;
    }
    let moved = match &base.value {
        Scalar::Plain(Constant::GlobalAddr(global, at)) => {
            Scalar::Plain(Constant::GlobalAddr(*global, at.wrapping_add(offset)))
        }
        Scalar::Plain(Constant::FuncAddr(func, at)) => {
            Scalar::Plain(Constant::FuncAddr(*func, at.wrapping_add(offset)))
        }
        Scalar::Plain(Constant::Undef) => Scalar::Plain(Constant::Undef),
        _ => {
            let number = ConstExpr::Int(BitVec::from_i64(64, offset));
            let base = base.expression().unwrap_or(ConstExpr::Int(BitVec::zero(64)));
            let address = cast_expr(CastOp::PtrToInt, Type::I64, base);
            let sum = ConstExpr::Binary(BinaryOp::Add, Box::new((address, number)));
            Scalar::Expr(ConstExpr::Cast(CastOp::IntToPtr, Type::Ptr, Box::new(sum)))
        }
    };
    Folded { ty: Type::Ptr, value: moved }
}

/// A conversion, without the pair of them that cancel out.
fn cast_expr(op: CastOp, to: Type, value: ConstExpr) -> ConstExpr {
    match (op, value) {
        (CastOp::PtrToInt, ConstExpr::Int(bits)) if bits.width() == 64 && to == Type::I64 => {
            ConstExpr::Int(bits)
        }
        (CastOp::PtrToInt, ConstExpr::Cast(CastOp::IntToPtr, _, inner)) if to == Type::I64 => {
            *inner
        }
        (CastOp::IntToPtr, ConstExpr::Cast(CastOp::PtrToInt, Type::Int(64), inner)) => *inner,
        (op, value) => ConstExpr::Cast(op, to, Box::new(value)),
    }
}

/// An expression as a scalar: plain addresses and numbers again as such.
fn from_expression(ty: Type, expr: ConstExpr) -> Folded {
    let plain = match (&expr, ty) {
        (ConstExpr::Global(global, at), Type::Ptr) => Constant::GlobalAddr(*global, *at),
        (ConstExpr::Func(func, at), Type::Ptr) => Constant::FuncAddr(*func, *at),
        (ConstExpr::Block(func, block), Type::Ptr) => Constant::BlockAddr(*func, *block),
        (ConstExpr::Int(bits), Type::Int(_)) => Constant::Int(bits.clone()),
        _ => return Folded { ty, value: Scalar::Expr(expr) },
    };
    Folded::new(ty, plain)
}

fn fold_cast(op: ast::CastOp, value: Folded, to: Type) -> Lowered<Folded> {
    if matches!(op, ast::CastOp::AddrSpaceCast) || value.ty == to && op == ast::CastOp::BitCast {
        return if value.ty == to { Ok(value) } else { Err(not_foldable()) };
    }
    let Some(ir_op) = cast_op(op, value.ty, to) else {
        return Err(LowerError::new("a conversion between types that it does not apply to"));
    };
    if value.is_undef() {
        return Ok(Folded::undef(to));
    }
    if let Some(bits) = value.bits() {
        let resized = |width: u32, signed: bool| match (bits.width() < width, signed) {
            (true, true) => bits.sign_extend(width),
            (true, false) => bits.zero_extend(width),
            _ => bits.truncate(width),
        };
        return Ok(match (ir_op, to) {
            (CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt, Type::Int(width)) => {
                Folded::int(resized(width, false))
            }
            (CastOp::SExt, Type::Int(width)) => Folded::int(resized(width, true)),
            (CastOp::Bitcast, Type::Int(_)) => Folded::int(bits),
            (CastOp::Bitcast, Type::Float(_)) => Folded::new(to, Constant::Float(bits)),
            (CastOp::IntToPtr, _) if bits.is_zero() => Folded::zero(Type::Ptr),
            (CastOp::IntToPtr, _) => {
                let expr = ConstExpr::Int(resized(64, false));
                let expr = ConstExpr::Cast(CastOp::IntToPtr, Type::Ptr, Box::new(expr));
                Folded { ty: to, value: Scalar::Expr(expr) }
            }
            _ => return Err(not_foldable()),
        });
    }
    let expr = value.expression().ok_or_else(not_foldable)?;
    Ok(from_expression(to, cast_expr(ir_op, to, expr)))
}

/// An address as an integer: what it is relative to, and how far from it.
fn split_address(expr: &ConstExpr) -> Option<(ConstExpr, i64)> {
    let ConstExpr::Cast(CastOp::PtrToInt, Type::Int(64), inner) = expr else { return None };
    match &**inner {
        ConstExpr::Global(global, at) => Some((ConstExpr::Global(*global, 0), *at)),
        ConstExpr::Func(func, at) => Some((ConstExpr::Func(*func, 0), *at)),
        ConstExpr::Block(..) => Some(((**inner).clone(), 0)),
        _ => None,
    }
}

fn fold_binary(op: BinaryOp, lhs: &Folded, rhs: &Folded) -> Lowered<Folded> {
    if lhs.ty != rhs.ty || lhs.ty.is_int() == op.is_float() {
        return Err(LowerError::new("an operation on types that it does not apply to"));
    }
    if let (Some(a), Some(b)) = (lhs.bits(), rhs.bits()) {
        return fold_numbers(op, &a, &b);
    }
    let (Some(a), Some(b)) = (lhs.expression(), rhs.expression()) else {
        return Ok(Folded::undef(lhs.ty));
    };
    if let Some(folded) = fold_addresses(op, &a, &b) {
        return Ok(folded);
    }
    Ok(Folded { ty: lhs.ty, value: Scalar::Expr(ConstExpr::Binary(op, Box::new((a, b)))) })
}

fn fold_addresses(op: BinaryOp, a: &ConstExpr, b: &ConstExpr) -> Option<Folded> {
    let (base, at) = split_address(a)?;
    if let Some((other, from)) = split_address(b) {
        let same = op == BinaryOp::Sub && base == other;
        return same.then(|| Folded::int(BitVec::from_i64(64, at.wrapping_sub(from))));
    }
    let ConstExpr::Int(number) = b else { return None };
    let number = number.low_u64() as i64;
    let moved = match op {
        BinaryOp::Add => at.wrapping_add(number),
        BinaryOp::Sub => at.wrapping_sub(number),
        _ => return None,
    };
    let base = match base {
        ConstExpr::Global(global, _) => ConstExpr::Global(global, moved),
        ConstExpr::Func(func, _) => ConstExpr::Func(func, moved),
        _ => return None,
    };
    let expr = ConstExpr::Cast(CastOp::PtrToInt, Type::I64, Box::new(base));
    Some(Folded { ty: Type::I64, value: Scalar::Expr(expr) })
}

fn fold_numbers(op: BinaryOp, a: &BitVec, b: &BitVec) -> Lowered<Folded> {
    let ty = Type::Int(a.width());
    let undefined = op.is_division() && b.is_zero()
        || op == BinaryOp::SDiv && a.sdivo(b)
        || op.is_shift() && b.to_u64().is_none_or(|by| by >= u64::from(a.width()));
    if undefined {
        return Ok(Folded::undef(ty));
    }
    Ok(Folded::int(match op {
        BinaryOp::Add => a.add(b),
        BinaryOp::Sub => a.sub(b),
        BinaryOp::Mul => a.mul(b),
        BinaryOp::UDiv => a.udiv(b),
        BinaryOp::SDiv => a.sdiv(b),
        BinaryOp::URem => a.urem(b),
        BinaryOp::SRem => a.srem(b),
        BinaryOp::Shl => a.shl(b),
        BinaryOp::LShr => a.lshr(b),
        BinaryOp::AShr => a.ashr(b),
        BinaryOp::And => a.and(b),
        BinaryOp::Or => a.or(b),
        BinaryOp::Xor => a.xor(b),
        _ => return Err(not_foldable()),
    }))
}
