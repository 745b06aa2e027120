//! Instructions on memory: alloca, load, store, getelementptr and the atomic ones.

use super::body::{Read, effect, result};
use super::{Parsed, Parser};
use crate::ast::{
    CmpXchg, Gep, InstKind, Load, Operand, Ordering, Rmw, RmwOp, Store, Type, TypeId, TypeTable,
};
use crate::lex::Tok;

fn ordering(word: &[u8]) -> Option<Ordering> {
    Some(match word {
        b"unordered" => Ordering::Unordered,
        b"monotonic" => Ordering::Monotonic,
        b"acquire" => Ordering::Acquire,
        b"release" => Ordering::Release,
        b"acq_rel" => Ordering::AcqRel,
        b"seq_cst" => Ordering::SeqCst,
        _ => return None,
    })
}

fn rmw_op(word: &[u8]) -> Option<RmwOp> {
    Some(match word {
        b"xchg" => RmwOp::Xchg,
        b"add" => RmwOp::Add,
        b"sub" => RmwOp::Sub,
        b"and" => RmwOp::And,
        b"nand" => RmwOp::Nand,
        b"or" => RmwOp::Or,
        b"xor" => RmwOp::Xor,
        b"max" => RmwOp::Max,
        b"min" => RmwOp::Min,
        b"umax" => RmwOp::UMax,
        b"umin" => RmwOp::UMin,
        b"fadd" => RmwOp::FAdd,
        b"fsub" => RmwOp::FSub,
        b"fmax" => RmwOp::FMax,
        b"fmin" => RmwOp::FMin,
        b"fmaximum" => RmwOp::FMaximum,
        b"fminimum" => RmwOp::FMinimum,
        b"uinc_wrap" => RmwOp::UIncWrap,
        b"udec_wrap" => RmwOp::UDecWrap,
        b"usub_cond" => RmwOp::USubCond,
        b"usub_sat" => RmwOp::USubSat,
        _ => return None,
    })
}

impl Parser<'_> {
    /// `, align 4` and other words after a comma, up to the metadata.
    fn align_suffix(&mut self) -> Parsed<u32> {
        let mut align = 0;
        while self.comma() {
            match self.tok {
                Tok::Word(b"align") => {
                    self.advance();
                    align = self.alignment()?;
                }
                Tok::Word(b"addrspace") => {
                    self.opt_addrspace()?;
                }
                Tok::Word(_) => self.skip_attribute()?,
                _ => return self.expected("`align`"),
            }
        }
        Ok(align)
    }

    /// A pointer operand `ptr %p`.
    fn pointer(&mut self) -> Parsed<(TypeId, Operand)> {
        let at = self.at;
        let (ty, ptr) = self.typed_value()?;
        match self.module.types.is_ptr(ty) {
            true => Ok((ty, ptr)),
            false => self.fail_at(at, "this must be a pointer"),
        }
    }

    /// `syncscope("…")`, then an ordering.
    fn opt_ordering(&mut self) -> Parsed<Option<Ordering>> {
        if self.is_word(b"syncscope") {
            self.skip_attribute()?;
        }
        match self.tok {
            Tok::Word(word) => match ordering(word) {
                Some(ordering) => {
                    self.advance();
                    Ok(Some(ordering))
                }
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn ordering(&mut self) -> Parsed<Ordering> {
        match self.opt_ordering()? {
            Some(ordering) => Ok(ordering),
            None => self.expected("an ordering such as `seq_cst`"),
        }
    }

    pub(super) fn load(&mut self) -> Parsed<Read> {
        self.advance();
        let atomic = self.eat_word(b"atomic");
        let volatile = self.eat_word(b"volatile");
        let ty = self.loaded_type()?;
        self.expect(b',')?;
        let (_, ptr) = self.pointer()?;
        let atomic = match atomic {
            true => Some(self.ordering()?),
            false => None,
        };
        let align = self.align_suffix()?;
        let load = Load { ty, ptr, align, volatile, atomic };
        result(InstKind::Load(Box::new(load)), ty)
    }

    /// A type of values in memory.
    fn loaded_type(&mut self) -> Parsed<TypeId> {
        let at = self.at;
        let ty = self.parse_type()?;
        match self.module.types.get(ty) {
            Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Function { .. } => {
                self.fail_at(at, "no value of this type is in memory")
            }
            _ => Ok(ty),
        }
    }

    pub(super) fn store(&mut self) -> Parsed<Read> {
        self.advance();
        let atomic = self.eat_word(b"atomic");
        let volatile = self.eat_word(b"volatile");
        let (_, value) = self.typed_value()?;
        self.expect(b',')?;
        let (_, ptr) = self.pointer()?;
        let atomic = match atomic {
            true => Some(self.ordering()?),
            false => None,
        };
        let align = self.align_suffix()?;
        effect(InstKind::Store(Box::new(Store { value, ptr, align, volatile, atomic })))
    }

    pub(super) fn alloca(&mut self) -> Parsed<Read> {
        self.advance();
        let inalloca = self.eat_word(b"inalloca");
        self.eat_word(b"swifterror");
        let ty = self.loaded_type()?;
        let (mut count, mut align, mut space) = (None, 0, 0);
        while self.comma() {
            match self.tok {
                Tok::Word(b"align") => {
                    self.advance();
                    align = self.alignment()?;
                }
                Tok::Word(b"addrspace") => space = self.opt_addrspace()?.unwrap_or(0),
                _ => {
                    let at = self.at;
                    let (count_type, value) = self.typed_value()?;
                    if self.module.types.int_width(count_type).is_none() {
                        return self.fail_at(at, "the number of elements must be an integer");
                    }
                    count = Some(value);
                }
            }
        }
        let kind = InstKind::Alloca { ty, count, align, inalloca };
        let to = self.module.types.intern(Type::Ptr(space));
        result(kind, to)
    }

    pub(super) fn gep(&mut self) -> Parsed<Read> {
        self.advance();
        let flags = self.gep_flags()?;
        let source = self.loaded_type()?;
        self.expect(b',')?;
        let at = self.at;
        let (base_type, base) = self.typed_value()?;
        let pointer = self.module.types.scalar(base_type);
        if !self.module.types.is_ptr(pointer) {
            return self.fail_at(at, "the base must be a pointer");
        }
        let (mut to, mut indices, mut inside) = (base_type, Vec::new(), source);
        while self.comma() {
            self.eat_word(b"inrange");
            let at = self.at;
            let (ty, index) = self.typed_value()?;
            if to == pointer {
                to = self.module.types.with_scalar(ty, pointer);
            }
            if self.module.types.int_width(self.module.types.scalar(ty)).is_none() {
                return self.fail_at(at, "an index must be an integer");
            }
            if !indices.is_empty() {
                inside = self.step_into(at, inside, index)?;
            }
            indices.push(index);
        }
        let gep = Gep { flags, source, base, indices: indices.into() };
        result(InstKind::Gep(Box::new(gep)), to)
    }

    /// The type one index further in.
    pub(super) fn step_into(&mut self, at: usize, ty: TypeId, index: Operand) -> Parsed<TypeId> {
        let field = match (self.module.types.get(ty), index) {
            (Type::Array(..) | Type::Vector { .. }, _) => Some(0),
            (_, Operand::Const(id)) => self.const_index(id),
            _ => None,
        };
        match field.and_then(|field| self.module.types.element(ty, field)) {
            Some(inside) => Ok(inside),
            None => {
                let ty = self.module.type_text(ty);
                self.fail_at(at, format!("this index does not lead into {ty}"))
            }
        }
    }

    /// The value of a constant index, the same in all lanes if it is a vector.
    pub(super) fn const_index(&self, id: crate::ast::ConstId) -> Option<u64> {
        use crate::ast::ConstKind;
        match &self.module.constant(id).kind {
            ConstKind::Int(value) => Some(*value),
            ConstKind::Zero => Some(0),
            ConstKind::Splat(lane) => self.const_index(*lane),
            ConstKind::Aggregate(lanes) => self.const_index(*lanes.first()?),
            _ => None,
        }
    }

    pub(super) fn fence(&mut self) -> Parsed<Read> {
        self.advance();
        effect(InstKind::Fence(self.ordering()?))
    }

    pub(super) fn cmpxchg(&mut self) -> Parsed<Read> {
        self.advance();
        let weak = self.eat_word(b"weak");
        let volatile = self.eat_word(b"volatile");
        let (_, ptr) = self.pointer()?;
        self.expect(b',')?;
        let (ty, expected) = self.typed_value()?;
        self.expect(b',')?;
        let new = self.value_of_type(ty)?;
        let success = self.ordering()?;
        let failure = self.ordering()?;
        let align = self.align_suffix()?;
        let kind = InstKind::CmpXchg(Box::new(CmpXchg {
            ptr,
            expected,
            new,
            weak,
            volatile,
            success,
            failure,
            align,
        }));
        let to = self
            .module
            .types
            .intern(Type::Struct { fields: [ty, TypeTable::I1].into(), packed: false });
        result(kind, to)
    }

    pub(super) fn atomicrmw(&mut self) -> Parsed<Read> {
        self.advance();
        let volatile = self.eat_word(b"volatile");
        let op = match self.tok {
            Tok::Word(word) => rmw_op(word),
            _ => None,
        };
        let Some(op) = op else {
            return self.expected("an operation such as `add` or `xchg`");
        };
        self.advance();
        let (_, ptr) = self.pointer()?;
        self.expect(b',')?;
        let (ty, value) = self.typed_value()?;
        let ordering = self.ordering()?;
        let align = self.align_suffix()?;
        let kind = InstKind::Rmw(Box::new(Rmw { op, ptr, value, volatile, ordering, align }));
        result(kind, ty)
    }
}
