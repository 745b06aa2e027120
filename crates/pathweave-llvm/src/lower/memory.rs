//! Memory: stack slots, loads and stores, pointer arithmetic, atomics.
//!
//! An access of an aggregate is one access per scalar, each aligned as well as its offset allows.
//! Atomic accesses are plain ones: a program is run by one thread at a time.

use pathweave_ir::{BinaryOp, CastOp, Constant, InstKind, IntPredicate, Type, Value};

use super::fold::sign_extended;
use super::function::{Flat, FunctionLowerer};
use super::shape::Shape;
use super::{LowerError, Lowered, Lowerer};
use crate::ast;
use crate::ast::{CmpXchg, GepFlags, Load, LocalId, Operand, Rmw, RmwOp, Store, TypeId};

/// What one index of a `getelementptr` adds.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// So many bytes: a field of a struct.
    Fixed(i64),
    /// The index times so many bytes.
    Scaled(i64),
}

impl Step {
    /// The bytes added for a known index.
    pub fn of(self, index: i64) -> i64 {
        match self {
            Step::Fixed(offset) => offset,
            Step::Scaled(scale) => scale.wrapping_mul(index),
        }
    }
}

/// How a memory access is done.
#[derive(Clone, Copy)]
pub(super) struct Access {
    pub align: u32,
    pub volatile: bool,
}

impl Access {
    fn at(self, offset: u64) -> u32 {
        match offset {
            0 => self.align,
            _ => self.align.min(1 << offset.trailing_zeros().min(31)),
        }
    }
}

impl Lowerer<'_> {
    /// One step of a `getelementptr`: `at` is the type that the index goes into, none for the
    /// first index; `number` is the index if it is constant.
    pub(super) fn gep_step(
        &mut self,
        source: TypeId,
        at: Option<TypeId>,
        number: Option<i64>,
    ) -> Lowered<(Step, TypeId)> {
        let unsized_type = || LowerError::unsupported("getelementptr over a type without a size");
        let Some(at) = at else {
            let size = self.shapes.layout(source).ok_or_else(unsized_type)?.size;
            return Ok((Step::Scaled(size as i64), source));
        };
        let no_field = || LowerError::new("getelementptr to a field that does not exist");
        if let Some((fields, _)) = self.module.types.struct_fields(at) {
            let index = number.and_then(|number| usize::try_from(number).ok());
            let index = index.filter(|&index| index < fields.len()).ok_or_else(no_field)?;
            let offsets = self.shapes.field_offsets(at).ok_or_else(unsized_type)?;
            return Ok((Step::Fixed(offsets[index] as i64), fields[index]));
        }
        match self.module.types.get(at) {
            ast::Type::Array(_, elem) | ast::Type::Vector { elem, .. } => {
                let stride = self.shapes.stride(at).ok_or_else(unsized_type)?;
                Ok((Step::Scaled(stride as i64), *elem))
            }
            _ => Err(no_field()),
        }
    }
}

impl FunctionLowerer<'_, '_> {
    pub(super) fn lower_gep(
        &mut self,
        flags: GepFlags,
        source: TypeId,
        base: Operand,
        indices: &[Operand],
    ) -> Lowered<Flat> {
        let base = self.operand(base)?;
        let mut steps = Vec::with_capacity(indices.len());
        let mut lanes = base.len();
        let mut at = None;
        for &operand in indices {
            let index = self.operand(operand)?;
            lanes = lanes.max(index.len());
            let constant = self.values(index).first().and_then(|&first| self.signed(first));
            let (step, next) = self.cx.gep_step(source, at, constant)?;
            steps.push((index, step));
            at = Some(next);
        }
        let fits = |len: usize| len == 1 || len == lanes;
        if !fits(base.len()) || !steps.iter().all(|step| fits(step.0.len())) {
            return Err(LowerError::new("getelementptr of vectors of different lengths"));
        }
        let mut values = Vec::with_capacity(lanes);
        for lane in 0..lanes {
            values.push(self.gep_lane(flags.inbounds, base, &steps, lane)?);
        }
        Ok(self.collect(&values))
    }

    /// The number that an index is, if it is constant.
    fn signed(&self, value: Value) -> Option<i64> {
        match self.body.constant(value) {
            Some(Constant::Int(bits)) => Some(sign_extended(bits)),
            _ => None,
        }
    }

    fn gep_lane(
        &mut self,
        in_bounds: bool,
        base: Flat,
        steps: &[(Flat, Step)],
        lane: usize,
    ) -> Lowered<Value> {
        let pick = |flat: Flat| if flat.len == 1 { 0 } else { lane };
        let mut addr = self.at(base, pick(base));
        if self.ty(addr) != Type::Ptr {
            return Err(LowerError::new("getelementptr of something other than a pointer"));
        }
        let mut displacement = 0i64;
        let mut variable = Vec::new();
        for &(index, step) in steps {
            let index = self.at(index, pick(index));
            match (step, self.signed(index)) {
                (Step::Fixed(offset), _) => displacement = displacement.wrapping_add(offset),
                (step, Some(number)) => displacement = displacement.wrapping_add(step.of(number)),
                (Step::Scaled(scale), None) => variable.push((index, scale)),
            }
        }
        let Some((&(index, scale), rest)) = variable.split_last() else {
            return Ok(self.displace(addr, displacement, in_bounds));
        };
        for &(index, scale) in rest {
            addr = self.offset(addr, index, scale, 0, false)?;
        }
        self.offset(addr, index, scale, displacement, in_bounds)
    }

    fn offset(
        &mut self,
        base: Value,
        index: Value,
        scale: i64,
        displacement: i64,
        in_bounds: bool,
    ) -> Lowered<Value> {
        let index = Some(self.resize(index, 64, CastOp::SExt)?);
        let kind = InstKind::Offset { base, index, scale, displacement, in_bounds };
        Ok(self.emit(kind, Type::Ptr))
    }

    pub(super) fn lower_alloca(
        &mut self,
        ty: TypeId,
        count: Option<Operand>,
        align: u32,
        result: Option<LocalId>,
    ) -> Lowered<Flat> {
        let layout = self.cx.shapes.layout(ty);
        let layout =
            layout.ok_or_else(|| LowerError::unsupported("alloca of a type without a size"))?;
        let mut size = self.int(64, layout.size);
        if let Some(count) = count {
            let count = self.scalar(count)?;
            let count = self.resize(count, 64, CastOp::ZExt)?;
            size = match self.number(count) {
                Some(number) => self.int(64, layout.size.saturating_mul(number)),
                None if layout.size == 1 => count,
                None => self.binary(BinaryOp::Mul, count, size)?,
            };
        }
        let align = if align == 0 { u32::try_from(layout.align).unwrap_or(1) } else { align };
        let name = result.map(|local| self.slot_name(local));
        let slot = self.emit(InstKind::Alloca { size, align, name }, Type::Ptr);
        Ok(self.single(slot))
    }

    fn slot_name(&mut self, local: LocalId) -> pathweave_ir::Name {
        if let Some(&name) = self.names.get(&local) {
            return name;
        }
        let text = self.module.text(self.function.local(local).name);
        self.cx.sources.name(&mut self.cx.program, text)
    }

    /// The access of a value of this type.
    pub(super) fn access(&mut self, ty: TypeId, align: u32, volatile: bool) -> Access {
        let natural = self.cx.shapes.layout(ty).map_or(1, |layout| layout.align);
        let align = if align == 0 { u32::try_from(natural).unwrap_or(1) } else { align };
        Access { align, volatile }
    }

    pub(super) fn lower_load(&mut self, load: &Load) -> Lowered<Flat> {
        let addr = self.pointer(load.ptr)?;
        let shape = self.shape(load.ty)?;
        let access = self.access(load.ty, load.align, load.volatile);
        self.load_shape(addr, &shape, access)
    }

    /// Loads every scalar of a shape.
    pub(super) fn load_shape(
        &mut self,
        addr: Value,
        shape: &Shape,
        access: Access,
    ) -> Lowered<Flat> {
        if let [leaf] = shape.leaves.as_slice()
            && leaf.packed.is_none()
        {
            let value = self.load(addr, leaf.ty, leaf.offset, access);
            return Ok(self.single(value));
        }
        let mut values = Vec::with_capacity(shape.len());
        let mut whole = None;
        for leaf in &shape.leaves {
            let Some(lane) = leaf.packed else {
                values.push(self.load(addr, leaf.ty, leaf.offset, access));
                continue;
            };
            let loaded = match whole.filter(|_| lane.bit > 0) {
                Some(loaded) => loaded,
                None => self.load(addr, Type::Int(lane.width), leaf.offset, access),
            };
            whole = Some(loaded);
            values.push(self.extract_bits(loaded, lane.bit, leaf.ty.bits())?);
        }
        Ok(self.collect(&values))
    }

    /// Loads one scalar at an offset.
    pub(super) fn load(&mut self, addr: Value, ty: Type, offset: u64, access: Access) -> Value {
        let addr = self.displace(addr, offset as i64, true);
        let kind = InstKind::Load { addr, align: access.at(offset), volatile: access.volatile };
        self.emit(kind, ty)
    }

    pub(super) fn lower_store(&mut self, store: &Store) -> Lowered<()> {
        let addr = self.pointer(store.ptr)?;
        let ty = self.operand_type(store.value);
        let value = self.operand(store.value)?;
        let shape = self.shape(ty)?;
        let access = self.access(ty, store.align, store.volatile);
        self.store_shape(addr, value, &shape, access)
    }

    /// Stores every scalar of a value.
    pub(super) fn store_shape(
        &mut self,
        addr: Value,
        value: Flat,
        shape: &Shape,
        access: Access,
    ) -> Lowered<()> {
        if value.len() != shape.len() {
            return Err(LowerError::new("a value that does not fit its type"));
        }
        let mut lanes: Vec<Value> = Vec::new();
        for (at, leaf) in shape.leaves.iter().enumerate() {
            let scalar = self.at(value, at);
            let Some(lane) = leaf.packed else {
                self.store(addr, scalar, leaf.offset, access);
                continue;
            };
            lanes.push(scalar);
            if lane.bit + leaf.ty.bits() == lane.width {
                let whole = self.join(&lanes)?;
                self.store(addr, whole, leaf.offset, access);
                lanes.clear();
            }
        }
        Ok(())
    }

    /// Stores one scalar at an offset.
    pub(super) fn store(&mut self, addr: Value, value: Value, offset: u64, access: Access) {
        let addr = self.displace(addr, offset as i64, true);
        let (align, volatile) = (access.at(offset), access.volatile);
        self.emit_effect(InstKind::Store { addr, value, align, volatile });
    }

    pub(super) fn lower_cmpxchg(&mut self, cmpxchg: &CmpXchg) -> Lowered<Flat> {
        let addr = self.pointer(cmpxchg.ptr)?;
        let (expected, new) = (self.scalar(cmpxchg.expected)?, self.scalar(cmpxchg.new)?);
        let ty = self.operand_type(cmpxchg.expected);
        let access = self.access(ty, cmpxchg.align, cmpxchg.volatile);
        let old = self.load(addr, self.ty(expected), 0, access);
        let equal = self.compare(IntPredicate::Eq, old, expected)?;
        let stored = self.select(equal, new, old)?;
        self.store(addr, stored, 0, access);
        Ok(self.collect(&[old, equal]))
    }

    pub(super) fn lower_rmw(&mut self, rmw: &Rmw) -> Lowered<Flat> {
        let addr = self.pointer(rmw.ptr)?;
        let ty = self.operand_type(rmw.value);
        let value = self.operand(rmw.value)?;
        let shape = self.shape(ty)?;
        let access = self.access(ty, rmw.align, rmw.volatile);
        let old = self.load_shape(addr, &shape, access)?;
        let new =
            self.zip(old, value, |lowerer, old, value| lowerer.combine(rmw.op, old, value))?;
        self.store_shape(addr, new, &shape, access)?;
        Ok(old)
    }

    /// The new value of an `atomicrmw`.
    fn combine(&mut self, op: RmwOp, old: Value, value: Value) -> Lowered<Value> {
        let op = match op {
            RmwOp::Xchg => return Ok(value),
            RmwOp::Nand => {
                let both = self.binary(BinaryOp::And, old, value)?;
                let width = self.ty(both).bits();
                let ones = Constant::Int(pathweave_bits::BitVec::ones(width));
                let ones = self.plain(Type::Int(width), ones);
                return self.binary(BinaryOp::Xor, both, ones);
            }
            RmwOp::UIncWrap | RmwOp::UDecWrap | RmwOp::USubCond => {
                return self.combine_wrapping(op, old, value);
            }
            RmwOp::Add => BinaryOp::Add,
            RmwOp::Sub => BinaryOp::Sub,
            RmwOp::And => BinaryOp::And,
            RmwOp::Or => BinaryOp::Or,
            RmwOp::Xor => BinaryOp::Xor,
            RmwOp::Max => BinaryOp::SMax,
            RmwOp::Min => BinaryOp::SMin,
            RmwOp::UMax => BinaryOp::UMax,
            RmwOp::UMin => BinaryOp::UMin,
            RmwOp::FAdd => BinaryOp::FAdd,
            RmwOp::FSub => BinaryOp::FSub,
            RmwOp::FMax => BinaryOp::FMax,
            RmwOp::FMin => BinaryOp::FMin,
            RmwOp::FMaximum => BinaryOp::FMaximum,
            RmwOp::FMinimum => BinaryOp::FMinimum,
            RmwOp::USubSat => BinaryOp::USubSat,
        };
        self.binary(op, old, value)
    }

    fn combine_wrapping(&mut self, op: RmwOp, old: Value, value: Value) -> Lowered<Value> {
        let Type::Int(width) = self.ty(old) else {
            return Err(LowerError::new("atomicrmw of something other than an integer"));
        };
        let (zero, one) = (self.int(width, 0), self.int(width, 1));
        match op {
            RmwOp::UIncWrap => {
                let more = self.binary(BinaryOp::Add, old, one)?;
                let over = self.compare(IntPredicate::Uge, old, value)?;
                self.select(over, zero, more)
            }
            RmwOp::UDecWrap => {
                let less = self.binary(BinaryOp::Sub, old, one)?;
                let none = self.compare(IntPredicate::Eq, old, zero)?;
                let over = self.compare(IntPredicate::Ugt, old, value)?;
                let wraps = self.binary(BinaryOp::Or, none, over)?;
                self.select(wraps, value, less)
            }
            _ => {
                let less = self.binary(BinaryOp::Sub, old, value)?;
                let fits = self.compare(IntPredicate::Uge, old, value)?;
                self.select(fits, less, old)
            }
        }
    }
}
