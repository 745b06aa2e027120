//! The initial contents of variables: bytes, and relocations where addresses are needed.
//!
//! Zeros are not written: the bytes end with the last one that is not zero, and a piece far behind
//! the others becomes a relocation, so that a large object costs only what the text says of it.

use pathweave_bits::BitVec;
use pathweave_ir::{ConstExpr, Constant, Initializer, Relocation, Type};

use super::declare::Symbol;
use super::fold::{Folded, Scalar};
use super::{LowerError, Lowered, Lowerer};
use crate::ast;
use crate::ast::{ConstId, ConstKind, TypeId};

/// Pieces further behind than this do not extend the bytes.
const MAX_GAP: u64 = 1 << 20;

/// Contents in the making.
#[derive(Default)]
struct Image {
    out: Initializer,
}

impl Image {
    fn write(&mut self, offset: u64, bytes: &[u8]) -> bool {
        let len = self.out.bytes.len() as u64;
        if offset > len.saturating_add(MAX_GAP) {
            return false;
        }
        let start = offset as usize;
        if self.out.bytes.len() < start + bytes.len() {
            self.out.bytes.resize(start + bytes.len(), 0);
        }
        self.out.bytes[start..start + bytes.len()].copy_from_slice(bytes);
        true
    }

    fn write_bits(&mut self, offset: u64, ty: Type, bits: &BitVec) {
        if bits.is_zero() {
            return;
        }
        let bytes: Vec<u8> = bits.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
        let count = (ty.bytes() as usize).min(bytes.len());
        if !self.write(offset, &bytes[..count]) {
            self.relocate(offset, ty, ConstExpr::Int(bits.clone()));
        }
    }

    fn relocate(&mut self, offset: u64, ty: Type, value: ConstExpr) {
        self.out.relocations.push(Relocation { offset, ty, value });
    }

    fn write_scalar(&mut self, offset: u64, leaf: &Folded) {
        match (&leaf.value, leaf.bits()) {
            (_, Some(bits)) => self.write_bits(offset, leaf.ty, &bits),
            (Scalar::Plain(Constant::Undef), None) => {}
            (_, None) => {
                if let Some(expr) = leaf.expression() {
                    self.relocate(offset, leaf.ty, expr);
                }
            }
        }
    }
}

impl Lowerer<'_> {
    pub(super) fn define_variables(&mut self) -> Lowered<()> {
        let module = self.module;
        for (at, global) in module.globals.iter().enumerate() {
            let (Some(variable), Symbol::Global(handle)) = (global.variable(), &self.symbols[at])
            else {
                continue;
            };
            let (Some(init), handle) = (variable.init, *handle) else { continue };
            let image =
                self.initializer(variable.ty, init).map_err(|e| e.in_symbol(module, global))?;
            self.program.globals[handle].init = Some(image);
        }
        self.program.constructors = self.structors("llvm.global_ctors")?;
        self.program.destructors = self.structors("llvm.global_dtors")?;
        self.program.destructors.reverse();
        Ok(())
    }

    fn initializer(&mut self, ty: TypeId, init: ConstId) -> Lowered<Initializer> {
        let mut image = Image::default();
        self.write_constant(&mut image, 0, ty, init, 0)?;
        image.out.relocations.sort_by_key(|relocation| relocation.offset);
        Ok(image.out)
    }

    fn write_constant(
        &mut self,
        image: &mut Image,
        offset: u64,
        ty: TypeId,
        id: ConstId,
        depth: u32,
    ) -> Lowered<()> {
        let module = self.module;
        let constant = module.constant(id);
        if constant.ty != ty {
            return Err(LowerError::new("an initializer that is not of the variable's type"));
        }
        if depth > 400 {
            return Err(LowerError::new("too deep an initializer"));
        }
        match &constant.kind {
            ConstKind::Zero
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::Null
            | ConstKind::None => Ok(()),
            ConstKind::Bytes(bytes) => self.write_string(image, offset, bytes),
            ConstKind::Aggregate(parts)
                if !matches!(module.types.get(ty), ast::Type::Vector { .. }) =>
            {
                self.write_aggregate(image, offset, ty, parts, depth + 1)
            }
            _ => self.write_leaves(image, offset, ty, id, depth),
        }
    }

    fn write_string(&mut self, image: &mut Image, offset: u64, bytes: &[u8]) -> Lowered<()> {
        let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        if used > 0 && !image.write(offset, &bytes[..used]) {
            for (at, &byte) in bytes[..used].iter().enumerate() {
                let bits = BitVec::from_u64(8, byte.into());
                image.relocate(offset + at as u64, Type::I8, ConstExpr::Int(bits));
            }
        }
        Ok(())
    }

    fn write_aggregate(
        &mut self,
        image: &mut Image,
        offset: u64,
        ty: TypeId,
        parts: &[ConstId],
        depth: u32,
    ) -> Lowered<()> {
        let wrong = || LowerError::new("an aggregate constant that does not fit its type");
        if let Some((fields, _)) = self.module.types.struct_fields(ty) {
            let offsets = self.shapes.field_offsets(ty).ok_or_else(wrong)?;
            if fields.len() != parts.len() {
                return Err(wrong());
            }
            for (at, &part) in parts.iter().enumerate() {
                self.write_constant(image, offset + offsets[at], fields[at], part, depth)?;
            }
            return Ok(());
        }
        let ast::Type::Array(len, elem) = *self.module.types.get(ty) else { return Err(wrong()) };
        let stride = self.shapes.stride(ty).ok_or_else(wrong)?;
        if len != parts.len() as u64 {
            return Err(wrong());
        }
        for (at, &part) in parts.iter().enumerate() {
            self.write_constant(image, offset + stride * at as u64, elem, part, depth)?;
        }
        Ok(())
    }

    /// Scalars, vectors and computed values.
    fn write_leaves(
        &mut self,
        image: &mut Image,
        offset: u64,
        ty: TypeId,
        id: ConstId,
        depth: u32,
    ) -> Lowered<()> {
        let leaves = self.fold(id, depth)?;
        let shape = self.shapes.shape(ty);
        let shape = shape.ok_or_else(|| LowerError::new("an initializer too large to split"))?;
        let mut packed: Option<BitVec> = None;
        for (leaf, place) in leaves.iter().zip(&shape.leaves) {
            let at = offset + place.offset;
            let Some(lane) = place.packed else {
                image.write_scalar(at, leaf);
                continue;
            };
            let bits = leaf.bits().unwrap_or(BitVec::zero(leaf.ty.bits()));
            let whole = packed.take().filter(|_| lane.bit > 0);
            let whole = whole.unwrap_or(BitVec::zero(lane.width));
            let whole = whole.or(&bits.zero_extend(lane.width).shl_by(lane.bit));
            image.write_bits(at, Type::Int(lane.width), &whole);
            packed = Some(whole);
        }
        Ok(())
    }
}
