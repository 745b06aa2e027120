//! Extra arguments on the side of the callee: `va_start`, `va_copy`, `va_arg`.
//!
//! All extra arguments are in one block, laid out as the stack area of System V x86-64: slots of
//! 8 bytes, 16-byte alignment where the type asks for it. `va_start` fills the list so that the
//! code clang has made for `va_arg` finds every register used up and reads from that block.

use pathweave_ir::{Constant, InstKind, Overlap, Type, VaListKind, Value};

use super::function::{Flat, FunctionLowerer};
use super::memory::Access;
use super::{LowerError, Lowered};
use crate::ast;
use crate::ast::{Operand, TypeId};

/// The value of `gp_offset` that says: no general register is left.
const GENERAL_USED: u64 = 48;
/// The value of `fp_offset` that says: no vector register is left.
const VECTOR_USED: u64 = 176;

const WORD: Access = Access { align: 8, volatile: false };

impl FunctionLowerer<'_, '_> {
    pub(super) fn va_start(&mut self, list: Value) -> Lowered<()> {
        let Some(block) = self.extra else {
            return Err(LowerError::unsupported("va_start in a function without extra arguments"));
        };
        let null = self.plain(Type::Ptr, Constant::Null);
        match self.cx.program.target.va_list {
            VaListKind::SystemV => {
                let general = self.int(32, GENERAL_USED);
                let vector = self.int(32, VECTOR_USED);
                self.store(list, general, 0, WORD);
                self.store(list, vector, 4, WORD);
                self.store(list, block, 8, WORD);
                self.store(list, null, 16, WORD);
            }
            VaListKind::AArch64 => {
                let zero = self.int(32, 0);
                self.store(list, block, 0, WORD);
                self.store(list, null, 8, WORD);
                self.store(list, null, 16, WORD);
                self.store(list, zero, 24, WORD);
                self.store(list, zero, 28, WORD);
            }
            VaListKind::Pointer => self.store(list, block, 0, WORD),
        }
        Ok(())
    }

    pub(super) fn va_copy(&mut self, dst: Value, src: Value) {
        let size = match self.cx.program.target.va_list {
            VaListKind::SystemV => 24,
            VaListKind::AArch64 => 32,
            VaListKind::Pointer => 8,
        };
        let len = self.int(64, size);
        self.emit_effect(InstKind::MemCopy { dst, src, len, overlap: Overlap::Allowed });
    }

    /// The `va_arg` instruction: reads the next argument and steps over it.
    pub(super) fn lower_va_arg(&mut self, list: Operand, ty: TypeId) -> Lowered<Flat> {
        let list = self.pointer(list)?;
        let shape = self.shape(ty)?;
        let (size, align) = self.slot_layout(ty)?;
        let place = match self.cx.program.target.va_list {
            VaListKind::SystemV => 8,
            VaListKind::AArch64 | VaListKind::Pointer => 0,
        };
        let mut next = self.load(list, Type::Ptr, place, WORD);
        if align >= 16 {
            next = self.displace(next, 15, false);
            let mask = self.int(64, !15);
            next = self.mask_pointer_by(next, mask)?;
        }
        let access = Access { align: 8, volatile: false };
        let value = self.load_shape(next, &shape, access)?;
        let after = self.displace(next, size.next_multiple_of(8) as i64, false);
        self.store(list, after, place, WORD);
        Ok(value)
    }

    /// Size and alignment of a value as an extra argument.
    pub(super) fn slot_layout(&mut self, ty: TypeId) -> Lowered<(u64, u64)> {
        let layout = self.cx.shapes.layout(ty);
        let layout = layout.ok_or_else(|| LowerError::unsupported("an argument without a size"))?;
        let align = match self.module.types.get(ty) {
            ast::Type::Int(width) if *width > 64 => 16,
            _ => layout.align,
        };
        Ok((layout.size, align))
    }
}
