//! Constants as operands: values of the body, or instructions where folding does not reach.
//!
//! A plain constant is made once per function and remembered. A computed one is emitted anew at
//! each use, since a value computed in one block need not dominate the next use.

use pathweave_ir::{Constant, Type};

use super::declare::Symbol;
use super::fold::{Folded, Scalar};
use super::function::{Flat, FunctionLowerer};
use super::{LowerError, Lowered, Severity};
use crate::ast::{ConstExpr, ConstId, ConstKind, Operand, TypeId};

impl FunctionLowerer<'_, '_> {
    /// The scalars of a constant.
    pub(super) fn constant(&mut self, id: ConstId) -> Lowered<Flat> {
        let (epoch, flat) = self.cx.constants[id.0 as usize];
        if epoch == self.cx.epoch {
            return Ok(flat);
        }
        if let Some(flat) = self.common_constant(id) {
            self.cx.constants[id.0 as usize] = (self.cx.epoch, flat);
            return Ok(flat);
        }
        let leaves = match self.cx.fold(id, 0) {
            Ok(leaves) => leaves,
            Err(error) if error.severity == Severity::NotFoldable => return self.compute(id),
            Err(error) => return Err(error),
        };
        let start = self.arena.len();
        for Folded { ty, value } in leaves {
            let constant = match value {
                Scalar::Plain(Constant::Undef) if self.undefined_is_zero => Folded::zero_of(ty),
                Scalar::Plain(constant) => constant,
                _ => {
                    self.arena.truncate(start);
                    return self.compute(id);
                }
            };
            let value = self.plain(ty, constant);
            self.arena.push(value);
        }
        let flat = self.flat_from(start);
        self.cx.constants[id.0 as usize] = (self.cx.epoch, flat);
        Ok(flat)
    }

    /// The constants that nearly all operands are.
    fn common_constant(&mut self, id: ConstId) -> Option<Flat> {
        let constant = self.module.constant(id);
        let value = match (&constant.kind, self.cx.shapes.scalar(constant.ty)?) {
            (ConstKind::Int(bits), Type::Int(width)) => self.int(width, *bits),
            (ConstKind::Null, Type::Ptr) => self.plain(Type::Ptr, Constant::Null),
            (ConstKind::Global(id), Type::Ptr) => match self.cx.symbols[id.0 as usize] {
                Symbol::Func(func) => self.plain(Type::Ptr, Constant::FuncAddr(func, 0)),
                Symbol::Global(global) => self.plain(Type::Ptr, Constant::GlobalAddr(global, 0)),
                _ => return None,
            },
            _ => return None,
        };
        Some(self.single(value))
    }

    /// Computes a constant with instructions.
    fn compute(&mut self, id: ConstId) -> Lowered<Flat> {
        let module = self.module;
        let constant = module.constant(id);
        match &constant.kind {
            ConstKind::Aggregate(parts) => {
                let parts = parts.iter().map(|&part| self.constant(part));
                let parts = parts.collect::<Lowered<Vec<Flat>>>()?;
                let start = self.arena.len();
                for part in parts {
                    let range = part.start as usize..(part.start + part.len) as usize;
                    self.arena.extend_from_within(range);
                }
                Ok(self.flat_from(start))
            }
            ConstKind::Splat(element) => {
                let element = self.constant(*element)?;
                let count = self.shape(constant.ty)?.len();
                if element.len != 1 {
                    return Err(LowerError::new("splat of something other than a scalar"));
                }
                let values = vec![self.at(element, 0); count];
                Ok(self.collect(&values))
            }
            ConstKind::PtrAuth(inner) => self.constant(*inner),
            ConstKind::Expr(expr) => self.compute_expr(expr, constant.ty),
            _ => Err(LowerError::unsupported("a constant that cannot be evaluated")),
        }
    }

    fn compute_expr(&mut self, expr: &ConstExpr, ty: TypeId) -> Lowered<Flat> {
        let operand = |id: &ConstId| Operand::Const(*id);
        match expr {
            ConstExpr::Gep { flags, source, base, indices } => {
                let indices: Vec<Operand> = indices.iter().map(operand).collect();
                self.lower_gep(*flags, *source, operand(base), &indices)
            }
            ConstExpr::Cast(op, value) => self.lower_cast(*op, operand(value), ty),
            ConstExpr::Binary(op, flags, lhs, rhs) => {
                self.lower_binary(*op, *flags, operand(lhs), operand(rhs))
            }
            ConstExpr::FNeg(value) => self.lower_fneg(operand(value)),
            ConstExpr::ICmp(predicate, lhs, rhs) => {
                self.lower_icmp(*predicate, operand(lhs), operand(rhs))
            }
            ConstExpr::FCmp(predicate, lhs, rhs) => {
                self.lower_fcmp(*predicate, operand(lhs), operand(rhs))
            }
            ConstExpr::Select(cond, then, other) => {
                self.lower_select(operand(cond), operand(then), operand(other))
            }
            ConstExpr::ExtractElement(vector, index) => {
                self.lower_extract_element(operand(vector), operand(index))
            }
            ConstExpr::InsertElement(vector, value, index) => {
                self.lower_insert_element(operand(vector), operand(value), operand(index))
            }
            ConstExpr::ShuffleVector(lhs, rhs, mask) => {
                self.lower_shuffle(operand(lhs), operand(rhs), operand(mask))
            }
            ConstExpr::ExtractValue(aggregate, indices) => {
                self.lower_extract_value(operand(aggregate), indices)
            }
            ConstExpr::InsertValue(aggregate, value, indices) => {
                self.lower_insert_value(operand(aggregate), operand(value), indices)
            }
        }
    }
}
