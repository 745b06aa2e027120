//! Intrinsics on memory: block copies, lifetimes, sizes, masked accesses, traps.
//!
//! A lane of a masked access that is switched off goes to a scratch slot on the stack instead, so
//! that no new block or decision comes into being.

use pathweave_bits::BitVec;
use pathweave_ir::{BinaryOp, CastOp, Constant, InstKind, LifetimePoint, Overlap, Type, Value};

use super::super::function::{Flat, FunctionLowerer};
use super::super::memory::Access;
use super::super::{LowerError, Lowered};
use super::arg;
use crate::ast::{Call, Operand, Type as AstType};

/// The function that a trap calls: `void __pathweave_trap(int kind)`.
const TRAP: &str = "__pathweave_trap";

impl FunctionLowerer<'_, '_> {
    pub(super) fn copy_memory(&mut self, call: &Call, overlap: Overlap) -> Lowered<Flat> {
        let (dst, src) = (self.pointer(arg(call, 0)?)?, self.pointer(arg(call, 1)?)?);
        let len = self.scalar(arg(call, 2)?)?;
        let len = self.resize(len, 64, CastOp::ZExt)?;
        self.emit_effect(InstKind::MemCopy { dst, src, len, overlap });
        Ok(Flat::default())
    }

    pub(super) fn fill_memory(&mut self, call: &Call) -> Lowered<Flat> {
        let (dst, byte) = (self.pointer(arg(call, 0)?)?, self.scalar(arg(call, 1)?)?);
        if self.ty(byte) != Type::I8 {
            return Err(LowerError::new("memset with something other than a byte"));
        }
        let len = self.scalar(arg(call, 2)?)?;
        let len = self.resize(len, 64, CastOp::ZExt)?;
        self.emit_effect(InstKind::MemSet { dst, byte, len });
        Ok(Flat::default())
    }

    /// Only of a slot itself: a part of one has no life of its own.
    pub(super) fn lifetime(&mut self, call: &Call, point: LifetimePoint) -> Lowered<Flat> {
        let Some(last) = call.args.last() else {
            return Err(LowerError::new("an intrinsic with too few arguments"));
        };
        let addr = self.pointer(last.value)?;
        if matches!(self.definition(addr), Some(InstKind::Alloca { .. })) {
            self.emit_effect(InstKind::Lifetime { point, addr });
        }
        Ok(Flat::default())
    }

    pub(super) fn object_size(&mut self, call: &Call) -> Lowered<Flat> {
        let pointer = self.pointer(arg(call, 0)?)?;
        let least = self.scalar(arg(call, 1)?)?;
        let least = self.number(least) == Some(1);
        let types = self.result_types(call)?;
        let [Type::Int(width)] = *types else {
            return Err(LowerError::new("a size that is not an integer"));
        };
        let unknown = if least { BitVec::zero(width) } else { BitVec::ones(width) };
        let size = self.known_size(pointer);
        let bits = size.map_or(unknown, |size| BitVec::from_u64(width, size));
        let value = self.plain(Type::Int(width), Constant::Int(bits));
        Ok(self.single(value))
    }

    /// The bytes from a pointer to the end of its object, where both are known.
    fn known_size(&self, pointer: Value) -> Option<u64> {
        let (mut base, mut offset) = (pointer, 0i64);
        while let Some(InstKind::Offset { base: inner, index: None, displacement, .. }) =
            self.definition(base)
        {
            base = *inner;
            offset = offset.checked_add(*displacement)?;
        }
        let size = match (self.body.constant(base), self.definition(base)) {
            (Some(Constant::GlobalAddr(global, at)), _) => {
                offset = offset.checked_add(*at)?;
                let data = &self.cx.program.globals[*global];
                data.init.as_ref()?;
                data.size
            }
            (_, Some(InstKind::Alloca { size, .. })) => self.number(*size)?,
            _ => return None,
        };
        let offset = u64::try_from(offset).ok()?;
        Some(size.saturating_sub(offset))
    }

    pub(super) fn trap(&mut self, kind: Option<Operand>) -> Lowered<Flat> {
        let kind = match kind {
            Some(operand) => {
                let kind = self.scalar(operand)?;
                self.resize(kind, 32, CastOp::ZExt)?
            }
            None => self.int(32, u64::MAX),
        };
        let flat = self.call_runtime(TRAP, vec![kind], &[])?;
        if let Some(func) = self.cx.program.function(TRAP) {
            self.cx.program.functions[func].no_return = true;
        }
        Ok(flat)
    }

    /// A pointer without the bits that `mask` clears, still pointing into its object.
    pub(in crate::lower) fn mask_pointer_by(
        &mut self,
        pointer: Value,
        mask: Value,
    ) -> Lowered<Value> {
        let mask = self.resize(mask, 64, CastOp::SExt)?;
        let address = self.cast(CastOp::PtrToInt, pointer, Type::I64);
        let kept = self.binary(BinaryOp::And, address, mask)?;
        let excess = self.binary(BinaryOp::Xor, address, kept)?;
        let (index, scale) = (Some(excess), -1);
        let kind =
            InstKind::Offset { base: pointer, index, scale, displacement: 0, in_bounds: false };
        Ok(self.emit(kind, Type::Ptr))
    }

    pub(super) fn load_relative(&mut self, call: &Call) -> Lowered<Flat> {
        let base = self.pointer(arg(call, 0)?)?;
        let offset = self.scalar(arg(call, 1)?)?;
        let index = Some(self.resize(offset, 64, CastOp::SExt)?);
        let entry = InstKind::Offset { base, index, scale: 1, displacement: 0, in_bounds: false };
        let entry = self.emit(entry, Type::Ptr);
        let distance = self.load(entry, Type::I32, 0, Access { align: 4, volatile: false });
        let index = Some(self.resize(distance, 64, CastOp::SExt)?);
        let kind = InstKind::Offset { base, index, scale: 1, displacement: 0, in_bounds: false };
        let target = self.emit(kind, Type::Ptr);
        Ok(self.single(target))
    }

    /// The arguments of a masked access without its alignment, and the alignment: an argument up
    /// to LLVM 21, an attribute of the pointer since.
    fn masked_arguments(&self, call: &Call, pointer: usize) -> Lowered<(Vec<Operand>, u32)> {
        let mut operands: Vec<Operand> = call.args.iter().map(|arg| arg.value).collect();
        let Some(address) = call.args.get(pointer) else {
            return Err(LowerError::new("an intrinsic with too few arguments"));
        };
        let mut align = address.attrs.align.max(1);
        let next = call.args.get(pointer + 1);
        if let Some(next) = next
            && matches!(self.module.types.get(next.ty), AstType::Int(_))
        {
            operands.remove(pointer + 1);
            if let Operand::Const(id) = next.value
                && let crate::ast::ConstKind::Int(bits) = self.module.constant(id).kind
            {
                align = u32::try_from(bits).unwrap_or(1).max(1);
            }
        }
        Ok((operands, align))
    }

    /// Runs `access` between the making and the end of a scratch slot of `size` bytes.
    fn with_scratch<T>(
        &mut self,
        size: u64,
        access: impl FnOnce(&mut Self, Value) -> Lowered<T>,
    ) -> Lowered<T> {
        let mark = self.emit(InstKind::StackSave, Type::I64);
        let size = self.int(64, size.max(1));
        let slot = self.emit(InstKind::Alloca { size, align: 16, name: None }, Type::Ptr);
        let result = access(self, slot)?;
        self.emit_effect(InstKind::StackRestore { mark });
        Ok(result)
    }

    /// The addresses of the lanes that a vector at `base` would have.
    fn lane_addresses(&mut self, base: Value, lanes: &[Type]) -> Lowered<Vec<Value>> {
        if lanes.iter().any(|ty| ty.bits() % 8 != 0) {
            return Err(LowerError::unsupported("a masked access of single bits"));
        }
        let mut offset = 0;
        let mut addresses = Vec::with_capacity(lanes.len());
        for ty in lanes {
            addresses.push(self.displace(base, offset, true));
            offset += ty.bytes() as i64;
        }
        Ok(addresses)
    }

    pub(super) fn masked_load(&mut self, call: &Call) -> Lowered<Flat> {
        let (operands, align) = self.masked_arguments(call, 0)?;
        let [pointer, mask, other] = *operands else {
            return Err(LowerError::new("a masked load with other arguments"));
        };
        let types = self.result_types(call)?;
        let base = self.pointer(pointer)?;
        let addresses = self.lane_addresses(base, &types)?;
        self.load_lanes(&addresses, mask, other, &types, align)
    }

    pub(super) fn gather(&mut self, call: &Call) -> Lowered<Flat> {
        let (operands, align) = self.masked_arguments(call, 0)?;
        let [pointers, mask, other] = *operands else {
            return Err(LowerError::new("a gather with other arguments"));
        };
        let types = self.result_types(call)?;
        let addresses = self.operand(pointers)?;
        let addresses = self.values(addresses).to_vec();
        self.load_lanes(&addresses, mask, other, &types, align)
    }

    fn load_lanes(
        &mut self,
        addresses: &[Value],
        mask: Operand,
        other: Operand,
        types: &[Type],
        align: u32,
    ) -> Lowered<Flat> {
        let (mask, other) = (self.operand(mask)?, self.operand(other)?);
        let count = types.len();
        if addresses.len() != count || mask.len() != count || other.len() != count {
            return Err(LowerError::new("operands of different lengths"));
        }
        let size = types.first().map_or(0, |ty| ty.bytes());
        self.with_scratch(size, |lowerer, slot| {
            let mut values = Vec::with_capacity(count);
            for (at, &address) in addresses.iter().enumerate() {
                let (on, other) = (lowerer.at(mask, at), lowerer.at(other, at));
                let address = lowerer.select(on, address, slot)?;
                let access = Access { align: lane_align(align, size), volatile: false };
                let loaded = lowerer.load(address, types[at], 0, access);
                values.push(lowerer.select(on, loaded, other)?);
            }
            Ok(lowerer.collect(&values))
        })
    }

    pub(super) fn masked_store(&mut self, call: &Call) -> Lowered<Flat> {
        let (operands, align) = self.masked_arguments(call, 1)?;
        let [value, pointer, mask] = *operands else {
            return Err(LowerError::new("a masked store with other arguments"));
        };
        let value = self.operand(value)?;
        let types: Vec<Type> = self.values(value).iter().map(|&lane| self.ty(lane)).collect();
        let base = self.pointer(pointer)?;
        let addresses = self.lane_addresses(base, &types)?;
        self.store_lanes(&addresses, value, mask, align)
    }

    pub(super) fn scatter(&mut self, call: &Call) -> Lowered<Flat> {
        let (operands, align) = self.masked_arguments(call, 1)?;
        let [value, pointers, mask] = *operands else {
            return Err(LowerError::new("a scatter with other arguments"));
        };
        let (value, addresses) = (self.operand(value)?, self.operand(pointers)?);
        let addresses = self.values(addresses).to_vec();
        self.store_lanes(&addresses, value, mask, align)
    }

    fn store_lanes(
        &mut self,
        addresses: &[Value],
        value: Flat,
        mask: Operand,
        align: u32,
    ) -> Lowered<Flat> {
        let mask = self.operand(mask)?;
        if addresses.len() != value.len() || mask.len() != value.len() {
            return Err(LowerError::new("operands of different lengths"));
        }
        let size = self.values(value).first().map_or(0, |&lane| self.ty(lane).bytes());
        self.with_scratch(size, |lowerer, slot| {
            for (at, &address) in addresses.iter().enumerate() {
                let (on, lane) = (lowerer.at(mask, at), lowerer.at(value, at));
                let address = lowerer.select(on, address, slot)?;
                let access = Access { align: lane_align(align, size), volatile: false };
                lowerer.store(address, lane, 0, access);
            }
            Ok(Flat::default())
        })
    }
}

/// The alignment that every lane of an aligned vector has.
fn lane_align(align: u32, size: u64) -> u32 {
    let natural = 1u32 << size.max(1).trailing_zeros().min(4);
    align.min(natural)
}
