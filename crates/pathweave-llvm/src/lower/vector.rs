//! Elements of aggregates and vectors.
//!
//! An element at a computed index is chosen by a chain of selects over the lanes; an index out of
//! range gives the undefined value, as LLVM's poison.

use pathweave_bits::BitVec;
use pathweave_ir::{Constant, IntPredicate, Type, Value};

use super::function::{Flat, FunctionLowerer};
use super::{LowerError, Lowered};
use crate::ast::{Operand, Type as AstType};

impl FunctionLowerer<'_, '_> {
    pub(super) fn lower_extract_value(
        &mut self,
        aggregate: Operand,
        indices: &[u32],
    ) -> Lowered<Flat> {
        let ty = self.operand_type(aggregate);
        let flat = self.operand(aggregate)?;
        let (first, elem) = self.element(ty, indices)?;
        let count = self.shape(elem)?.len();
        flat.part(first, count).ok_or_else(|| LowerError::new("an element that does not exist"))
    }

    pub(super) fn lower_insert_value(
        &mut self,
        aggregate: Operand,
        value: Operand,
        indices: &[u32],
    ) -> Lowered<Flat> {
        let ty = self.operand_type(aggregate);
        let flat = self.operand(aggregate)?;
        let part = self.operand(value)?;
        let (first, elem) = self.element(ty, indices)?;
        if self.operand_type(value) != elem || flat.part(first, part.len()).is_none() {
            return Err(LowerError::new("an element that does not fit"));
        }
        let mut values = self.values(flat).to_vec();
        values[first..first + part.len()].copy_from_slice(self.values(part));
        Ok(self.collect(&values))
    }

    fn element(
        &mut self,
        ty: crate::ast::TypeId,
        indices: &[u32],
    ) -> Lowered<(usize, crate::ast::TypeId)> {
        let found = self.cx.shapes.element(ty, indices);
        found.ok_or_else(|| LowerError::new("an element that does not exist"))
    }

    /// A vector's scalars.
    fn vector(&mut self, operand: Operand) -> Lowered<Flat> {
        match self.module.types.get(self.operand_type(operand)) {
            AstType::Vector { .. } => self.operand(operand),
            _ => Err(LowerError::new("something other than a vector")),
        }
    }

    pub(super) fn lower_extract_element(
        &mut self,
        vector: Operand,
        index: Operand,
    ) -> Lowered<Flat> {
        let vector = self.vector(vector)?;
        let index = self.scalar(index)?;
        let element = self.lane_at(vector, index)?;
        Ok(self.single(element))
    }

    /// The lane of a vector at an index that may be computed.
    fn lane_at(&mut self, vector: Flat, index: Value) -> Lowered<Value> {
        let Some(first) = self.values(vector).first().copied() else {
            return Err(LowerError::new("an element of an empty vector"));
        };
        let undef = self.undef(self.ty(first));
        if self.body.constant(index).is_some() {
            let at = self.number(index).filter(|&at| at < u64::from(vector.len));
            return Ok(at.map_or(undef, |at| self.at(vector, at as usize)));
        }
        let mut chosen = undef;
        for at in (0..vector.len()).rev() {
            let Some(here) = self.is_lane(index, at)? else { continue };
            let lane = self.at(vector, at);
            chosen = self.select(here, lane, chosen)?;
        }
        Ok(chosen)
    }

    /// Whether a computed index is `at`; nothing if its type cannot hold that number.
    fn is_lane(&mut self, index: Value, at: usize) -> Lowered<Option<Value>> {
        let Type::Int(width) = self.ty(index) else {
            return Err(LowerError::new("an index that is not an integer"));
        };
        if width < 64 && at as u64 >> width != 0 {
            return Ok(None);
        }
        let number =
            self.plain(Type::Int(width), Constant::Int(BitVec::from_u64(width, at as u64)));
        Ok(Some(self.compare(IntPredicate::Eq, index, number)?))
    }

    pub(super) fn lower_insert_element(
        &mut self,
        vector: Operand,
        value: Operand,
        index: Operand,
    ) -> Lowered<Flat> {
        let vector = self.vector(vector)?;
        let value = self.scalar(value)?;
        let index = self.scalar(index)?;
        let mut values = self.values(vector).to_vec();
        if values.first().is_some_and(|&lane| self.ty(lane) != self.ty(value)) {
            return Err(LowerError::new("an element that does not fit"));
        }
        if self.body.constant(index).is_some() {
            if let Some(at) = self.number(index).filter(|&at| at < u64::from(vector.len)) {
                values[at as usize] = value;
            }
            return Ok(self.collect(&values));
        }
        for (at, lane) in values.iter_mut().enumerate() {
            if let Some(here) = self.is_lane(index, at)? {
                *lane = self.select(here, value, *lane)?;
            }
        }
        Ok(self.collect(&values))
    }

    pub(super) fn lower_shuffle(
        &mut self,
        lhs: Operand,
        rhs: Operand,
        mask: Operand,
    ) -> Lowered<Flat> {
        let (lhs, rhs) = (self.vector(lhs)?, self.vector(rhs)?);
        let mask = self.vector(mask)?;
        if lhs.len != rhs.len || lhs.len == 0 || mask.len == 0 {
            return Err(LowerError::new("a shuffle of vectors that do not fit"));
        }
        let undef = self.undef(self.ty(self.at(lhs, 0)));
        let mut values = Vec::with_capacity(mask.len());
        for at in 0..mask.len() {
            let index = self.at(mask, at);
            if self.body.constant(index).is_none() {
                return Err(LowerError::new("a shuffle whose mask is not constant"));
            }
            let from = self.number(index).and_then(|from| usize::try_from(from).ok());
            values.push(match from {
                Some(from) if from < lhs.len() => self.at(lhs, from),
                Some(from) if from - lhs.len() < rhs.len() => self.at(rhs, from - lhs.len()),
                _ => undef,
            });
        }
        Ok(self.collect(&values))
    }
}
