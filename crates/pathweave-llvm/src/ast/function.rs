//! Functions: parameters, locals, blocks.
//!
//! Locals (parameters and results of instructions) are numbered densely, parameters first in order;
//! blocks are numbered in the order of the text, block 0 is the entry.

use std::fmt;

use super::attribute::{AttrGroupId, FnAttrs, ParamAttrs};
use super::constant::ConstId;
use super::instruction::Inst;
use super::metadata::MdId;
use super::symbol::Sym;
use super::types::TypeId;

/// A parameter or the result of an instruction, within a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub u32);

impl fmt::Debug for LocalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.0)
    }
}

/// A block within a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

impl fmt::Debug for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bb{}", self.0)
    }
}

/// What is known of a local.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Local {
    /// The name without `%`; an unnamed one has its number, `%7`, as `7`.
    pub name: Sym,
    /// The type. The result of an instruction the reader does not know has the type of its first
    /// use, or `void`.
    pub ty: TypeId,
}

/// A parameter; its local has the same index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Param {
    /// The type.
    pub ty: TypeId,
    /// Its attributes.
    pub attrs: ParamAttrs,
}

/// A basic block.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The name without `%`; an unnamed one has its number.
    pub name: Sym,
    /// The instructions; the last one, and only that, is a terminator. Debug records
    /// ([`super::InstKind::Dbg`]) may stand anywhere before it, phis included.
    pub insts: Vec<Inst>,
}

/// A function, declared or defined.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// The function type.
    pub ty: TypeId,
    /// The returned type.
    pub ret: TypeId,
    /// Attributes of the result.
    pub ret_attrs: ParamAttrs,
    /// The parameters.
    pub params: Vec<Param>,
    /// Whether more arguments may follow.
    pub varargs: bool,
    /// The number of the calling convention (`ccc` is 0).
    pub cconv: u16,
    /// Attributes written on the function itself: use [`super::Module::function_attrs`].
    pub attrs: FnAttrs,
    /// Its attribute groups.
    pub groups: Vec<AttrGroupId>,
    /// The personality function.
    pub personality: Option<ConstId>,
    /// Its `DISubprogram`.
    pub dbg: Option<MdId>,
    /// Parameters, then results of instructions. Empty if only declared.
    pub locals: Vec<Local>,
    /// The body; empty if only declared.
    pub blocks: Vec<Block>,
}

impl Function {
    /// Whether there is a body.
    pub fn is_definition(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// A local.
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.0 as usize]
    }

    /// A block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }
}
