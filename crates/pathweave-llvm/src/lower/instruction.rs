//! The dispatch of instructions, and those that work scalar by scalar.
//!
//! Each arm calls one named method; what stands here applies an operator to every lane.

use pathweave_ir::{ArithFlags, UnaryOp, Value};

use super::emit::{binary_op, float_predicate, int_predicate};
use super::function::{Flat, FunctionLowerer};
use super::{LowerError, Lowered};
use crate::ast;
use crate::ast::{Inst, InstKind, Operand};

fn arith_flags(flags: ast::ArithFlags) -> ArithFlags {
    ArithFlags {
        no_signed_wrap: flags.has(ast::ArithFlags::NSW),
        no_unsigned_wrap: flags.has(ast::ArithFlags::NUW),
        exact: flags.has(ast::ArithFlags::EXACT),
    }
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// Lowers an instruction that does not end its block.
    pub(super) fn lower_inst(&mut self, inst: &'m Inst) -> Lowered<()> {
        let flat = match &inst.kind {
            InstKind::FNeg(_, value) => self.lower_fneg(*value)?,
            InstKind::Binary { op, flags, lhs, rhs, .. } => {
                self.lower_binary(*op, *flags, *lhs, *rhs)?
            }
            InstKind::Cast { op, value, to, .. } => self.lower_cast(*op, *value, *to)?,
            InstKind::ICmp { pred, lhs, rhs, .. } => self.lower_icmp(*pred, *lhs, *rhs)?,
            InstKind::FCmp { pred, lhs, rhs, .. } => self.lower_fcmp(*pred, *lhs, *rhs)?,
            InstKind::Select { cond, then, otherwise } => {
                self.lower_select(*cond, *then, *otherwise)?
            }
            InstKind::Freeze(value) => {
                let value = self.operand(*value)?;
                self.map(value, |lowerer, lane| lowerer.unary(UnaryOp::Freeze, lane))?
            }
            InstKind::Alloca { ty, count, align, .. } => {
                self.lower_alloca(*ty, *count, *align, inst.result)?
            }
            InstKind::Load(load) => self.lower_load(load)?,
            InstKind::Store(store) => return self.lower_store(store),
            InstKind::Gep(gep) => self.lower_gep(gep.flags, gep.source, gep.base, &gep.indices)?,
            InstKind::Fence(_) | InstKind::Dbg(_) => return Ok(()),
            InstKind::CmpXchg(cmpxchg) => self.lower_cmpxchg(cmpxchg)?,
            InstKind::Rmw(rmw) => self.lower_rmw(rmw)?,
            InstKind::ExtractValue { aggregate, indices } => {
                self.lower_extract_value(*aggregate, indices)?
            }
            InstKind::InsertValue { aggregate, value, indices } => {
                self.lower_insert_value(*aggregate, *value, indices)?
            }
            InstKind::ExtractElement { vector, index } => {
                self.lower_extract_element(*vector, *index)?
            }
            InstKind::InsertElement { vector, value, index } => {
                self.lower_insert_element(*vector, *value, *index)?
            }
            InstKind::ShuffleVector { lhs, rhs, mask } => self.lower_shuffle(*lhs, *rhs, *mask)?,
            InstKind::Call(call) => return self.lower_call(call, inst.result),
            InstKind::VaArg { list, ty } => self.lower_va_arg(*list, *ty)?,
            InstKind::LandingPad { .. } => return Err(LowerError::unsupported("landingpad")),
            InstKind::Unsupported { text, .. } => {
                return Err(LowerError::unsupported(self.module.text(*text)));
            }
            _ => return Err(LowerError::new("an instruction out of place")),
        };
        self.define(inst.result, flat)
    }

    /// Applies `op` to every scalar.
    pub(super) fn map(
        &mut self,
        flat: Flat,
        mut op: impl FnMut(&mut Self, Value) -> Lowered<Value>,
    ) -> Lowered<Flat> {
        if flat.len == 1 {
            let value = op(self, self.at(flat, 0))?;
            return Ok(self.single(value));
        }
        let mut values = Vec::with_capacity(flat.len());
        for at in 0..flat.len() {
            values.push(op(self, self.at(flat, at))?);
        }
        Ok(self.collect(&values))
    }

    /// Applies `op` to every pair of scalars.
    pub(super) fn zip(
        &mut self,
        lhs: Flat,
        rhs: Flat,
        mut op: impl FnMut(&mut Self, Value, Value) -> Lowered<Value>,
    ) -> Lowered<Flat> {
        if lhs.len != rhs.len {
            return Err(LowerError::new("operands of different lengths"));
        }
        let mut at = 0;
        self.map(lhs, |lowerer, lane| {
            let other = lowerer.at(rhs, at);
            at += 1;
            op(lowerer, lane, other)
        })
    }

    pub(super) fn lower_fneg(&mut self, value: Operand) -> Lowered<Flat> {
        let value = self.operand(value)?;
        self.map(value, |lowerer, lane| lowerer.unary(UnaryOp::FloatNeg, lane))
    }

    pub(super) fn lower_binary(
        &mut self,
        op: ast::BinaryOp,
        flags: ast::ArithFlags,
        lhs: Operand,
        rhs: Operand,
    ) -> Lowered<Flat> {
        let (op, flags) = (binary_op(op), arith_flags(flags));
        let (lhs, rhs) = (self.operand(lhs)?, self.operand(rhs)?);
        self.zip(lhs, rhs, |lowerer, a, b| lowerer.binary_with(op, flags, a, b))
    }

    pub(super) fn lower_icmp(
        &mut self,
        predicate: ast::IntPredicate,
        lhs: Operand,
        rhs: Operand,
    ) -> Lowered<Flat> {
        let predicate = int_predicate(predicate);
        let (lhs, rhs) = (self.operand(lhs)?, self.operand(rhs)?);
        self.zip(lhs, rhs, |lowerer, a, b| lowerer.compare(predicate, a, b))
    }

    pub(super) fn lower_fcmp(
        &mut self,
        predicate: ast::FloatPredicate,
        lhs: Operand,
        rhs: Operand,
    ) -> Lowered<Flat> {
        let predicate = float_predicate(predicate);
        let (lhs, rhs) = (self.operand(lhs)?, self.operand(rhs)?);
        self.zip(lhs, rhs, |lowerer, a, b| lowerer.float_compare(predicate, a, b))
    }

    pub(super) fn lower_select(
        &mut self,
        cond: Operand,
        then: Operand,
        other: Operand,
    ) -> Lowered<Flat> {
        let (cond, then, other) = (self.operand(cond)?, self.operand(then)?, self.operand(other)?);
        if cond.len != 1 && cond.len != then.len {
            return Err(LowerError::new("a select whose conditions do not match its lanes"));
        }
        let mut at = 0;
        self.zip(then, other, |lowerer, a, b| {
            let lane = lowerer.at(cond, if cond.len == 1 { 0 } else { at });
            at += 1;
            lowerer.select(lane, a, b)
        })
    }
}
