//! Conversions: scalar by scalar, or of the bits as a whole.
//!
//! A `bitcast` sees its operand as one string of bits, first element lowest (little endian).
//! Scalars are joined and split only as far as the boundaries of both sides differ.

use pathweave_ir::{BinaryOp, CastOp, Type, Value};

use super::emit::cast_op;
use super::function::{Flat, FunctionLowerer};
use super::{LowerError, Lowered};
use crate::ast;
use crate::ast::{Operand, TypeId};

impl FunctionLowerer<'_, '_> {
    pub(super) fn lower_cast(
        &mut self,
        op: ast::CastOp,
        value: Operand,
        to: TypeId,
    ) -> Lowered<Flat> {
        let value = self.operand(value)?;
        let types = self.shape(to)?.types();
        if op == ast::CastOp::BitCast {
            return self.recast(value, &types);
        }
        if value.len() != types.len() {
            return Err(LowerError::new("a conversion that changes the number of lanes"));
        }
        let mut at = 0;
        self.map(value, |lowerer, lane| {
            at += 1;
            lowerer.convert(op, lane, types[at - 1])
        })
    }

    fn convert(&mut self, op: ast::CastOp, value: Value, to: Type) -> Lowered<Value> {
        let from = self.ty(value);
        if op == ast::CastOp::AddrSpaceCast && from == to {
            return Ok(value);
        }
        match cast_op(op, from, to) {
            Some(op) => Ok(self.cast(op, value, to)),
            None => Err(LowerError::new(format!("a conversion {op:?} from {from} to {to}"))),
        }
    }

    /// The same bits as values of other types.
    pub(super) fn recast(&mut self, value: Flat, to: &[Type]) -> Lowered<Flat> {
        let from: Vec<Value> = self.values(value).to_vec();
        let mut out = Vec::with_capacity(to.len());
        let (mut next, mut done) = (0, 0);
        while next < from.len() || done < to.len() {
            let (first, start) = (next, done);
            let (mut have, mut need) = (0u64, 0u64);
            loop {
                if have <= need && next < from.len() {
                    have += u64::from(self.ty(from[next]).bits());
                    next += 1;
                } else if need < have && done < to.len() {
                    need += u64::from(to[done].bits());
                    done += 1;
                } else {
                    return Err(LowerError::new("a bitcast to another size"));
                }
                if have == need {
                    break;
                }
            }
            self.regroup(&from[first..next], &to[start..done], &mut out)?;
        }
        Ok(self.collect(&out))
    }

    /// One group of values with the same bits as one group of types.
    fn regroup(&mut self, from: &[Value], to: &[Type], out: &mut Vec<Value>) -> Lowered<()> {
        if let ([value], [ty]) = (from, to) {
            out.push(self.reinterpret(*value, *ty));
            return Ok(());
        }
        let whole = self.join(from)?;
        let width = self.ty(whole).bits();
        let mut bit = 0;
        for &ty in to {
            let part = self.extract_bits(whole, bit, ty.bits())?;
            out.push(self.reinterpret(part, ty));
            bit += ty.bits();
        }
        debug_assert_eq!(bit, width);
        Ok(())
    }

    /// The same bits as another type of the same width.
    pub(super) fn reinterpret(&mut self, value: Value, to: Type) -> Value {
        let from = self.ty(value);
        match (from, to) {
            _ if from == to => value,
            (Type::Ptr, Type::Int(_)) => self.cast(CastOp::PtrToInt, value, to),
            (Type::Int(_), Type::Ptr) => self.cast(CastOp::IntToPtr, value, to),
            (Type::Int(_), _) | (_, Type::Int(_)) => self.cast(CastOp::Bitcast, value, to),
            _ => {
                let bits = self.reinterpret(value, Type::Int(from.bits()));
                self.reinterpret(bits, to)
            }
        }
    }

    /// One integer of the bits of all values, the first lowest.
    pub(super) fn join(&mut self, values: &[Value]) -> Lowered<Value> {
        let widths = values.iter().map(|&value| u64::from(self.ty(value).bits()));
        let width = u32::try_from(widths.sum::<u64>()).unwrap_or(u32::MAX);
        if width > pathweave_bits::MAX_WIDTH {
            return Err(LowerError::unsupported("a value of too many bits"));
        }
        let mut whole = None;
        let mut bit = 0u32;
        for &value in values {
            let bits = self.ty(value).bits();
            let part = self.reinterpret(value, Type::Int(bits));
            let part = self.resize(part, width, CastOp::ZExt)?;
            whole = Some(match whole {
                None => part,
                Some(low) => {
                    let by = self.int(width, bit.into());
                    let high = self.binary(BinaryOp::Shl, part, by)?;
                    self.binary(BinaryOp::Or, low, high)?
                }
            });
            bit += bits;
        }
        whole.ok_or_else(|| LowerError::new("a value without bits"))
    }

    /// `count` bits of an integer from bit `low` on.
    pub(super) fn extract_bits(&mut self, whole: Value, low: u32, count: u32) -> Lowered<Value> {
        let width = self.ty(whole).bits();
        let shifted = match low {
            0 => whole,
            _ => {
                let by = self.int(width, low.into());
                self.binary(BinaryOp::LShr, whole, by)?
            }
        };
        self.resize(shifted, count, CastOp::ZExt)
    }
}
