//! Intrinsics on whole vectors: reductions and rearrangements.
//!
//! Reductions go from the first lane to the last: the order that a sequential reduction has.

use pathweave_bits::BitVec;
use pathweave_ir::{BinaryOp, Constant, IntPredicate, Type, Value};

use super::super::function::{Flat, FunctionLowerer};
use super::super::{LowerError, Lowered};
use super::{Intrinsic, arg};
use crate::ast::Call;

/// How a vector becomes one number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::lower) enum Reduction {
    /// All lanes.
    Lanes(BinaryOp),
    /// The first argument, then all lanes of the second.
    From(BinaryOp),
}

impl FunctionLowerer<'_, '_> {
    pub(super) fn reduce(&mut self, call: &Call, reduction: Reduction) -> Lowered<Flat> {
        let first = self.operand(arg(call, 0)?)?;
        let (op, lanes) = match reduction {
            Reduction::Lanes(op) => (op, self.values(first).to_vec()),
            Reduction::From(op) => {
                let rest = self.operand(arg(call, 1)?)?;
                (op, [self.values(first), self.values(rest)].concat())
            }
        };
        let Some((&start, rest)) = lanes.split_first() else {
            return Err(LowerError::new("a reduction of nothing"));
        };
        let mut total = start;
        for &lane in rest {
            total = self.binary(op, total, lane)?;
        }
        Ok(self.single(total))
    }

    pub(super) fn rearrange(&mut self, intrinsic: Intrinsic, call: &Call) -> Lowered<Flat> {
        if intrinsic == Intrinsic::StepVector {
            return self.step_vector(call);
        }
        let first = self.operand(arg(call, 0)?)?;
        let lanes = self.values(first).to_vec();
        let values = match intrinsic {
            Intrinsic::Reverse => lanes.into_iter().rev().collect(),
            Intrinsic::Deinterleave => {
                let even = lanes.iter().step_by(2);
                let odd = lanes.iter().skip(1).step_by(2);
                even.chain(odd).copied().collect()
            }
            Intrinsic::Interleave => {
                let second = self.operand(arg(call, 1)?)?;
                let pairs = lanes.iter().zip(self.values(second));
                pairs.flat_map(|(&a, &b)| [a, b]).collect()
            }
            Intrinsic::InsertVector => self.insert_vector(call, lanes)?,
            Intrinsic::ExtractVector => {
                let count = self.result_types(call)?.len();
                let at = self.constant_index(call, 1)?;
                let end = at.checked_add(count).filter(|&end| end <= lanes.len());
                let end = end.ok_or_else(|| LowerError::new("a part that does not exist"))?;
                lanes[at..end].to_vec()
            }
            _ => return self.lane_mask(call),
        };
        Ok(self.collect(&values))
    }

    fn constant_index(&mut self, call: &Call, index: usize) -> Lowered<usize> {
        let value = self.scalar(arg(call, index)?)?;
        let number = self.number(value).and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| LowerError::new("an index that is not constant"))
    }

    fn insert_vector(&mut self, call: &Call, mut lanes: Vec<Value>) -> Lowered<Vec<Value>> {
        let part = self.operand(arg(call, 1)?)?;
        let at = self.constant_index(call, 2)?;
        let end = at.checked_add(part.len()).filter(|&end| end <= lanes.len());
        let end = end.ok_or_else(|| LowerError::new("a part that does not fit"))?;
        lanes[at..end].copy_from_slice(self.values(part));
        Ok(lanes)
    }

    fn step_vector(&mut self, call: &Call) -> Lowered<Flat> {
        let types = self.result_types(call)?;
        let mut values = Vec::with_capacity(types.len());
        for (at, ty) in types.into_iter().enumerate() {
            let Type::Int(width) = ty else {
                return Err(LowerError::new("steps that are not integers"));
            };
            values.push(self.int(width, at as u64));
        }
        Ok(self.collect(&values))
    }

    /// Lane `k` is on if `base + k` does not wrap and is below the limit.
    fn lane_mask(&mut self, call: &Call) -> Lowered<Flat> {
        let count = self.result_types(call)?.len();
        let (base, limit) = (self.scalar(arg(call, 0)?)?, self.scalar(arg(call, 1)?)?);
        let Type::Int(width) = self.ty(base) else {
            return Err(LowerError::new("a lane mask of something other than integers"));
        };
        let mut values = Vec::with_capacity(count);
        for at in 0..count {
            let step = Constant::Int(BitVec::from_u64(width, at as u64));
            let step = self.plain(Type::Int(width), step);
            let index = self.binary(BinaryOp::UAddSat, base, step)?;
            values.push(self.compare(IntPredicate::Ult, index, limit)?);
        }
        Ok(self.collect(&values))
    }
}
