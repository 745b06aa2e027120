//! The typed syntax tree of an LLVM module, as read from text and as linked.
//!
//! Everything is a dense `u32` handle into a table of its owner: types, constants, symbols,
//! globals and metadata belong to the [`Module`], locals and blocks to their [`Function`].
//! A handle means nothing outside its own module (or function), so the linker translates every one.
//! The reader has checked: every local, block and global that is named exists, a local is used with
//! the type it is defined with, every block ends in exactly one terminator, types nest to a bounded
//! depth and no struct contains itself.

mod attribute;
mod constant;
mod function;
mod instruction;
mod layout;
mod metadata;
mod module;
mod print;
mod symbol;
mod types;

pub use attribute::{AttrGroup, AttrGroupId, FnAttrs, MemoryAttr, ParamAttrs, ParamFlags};
pub use constant::{ConstExpr, ConstId, ConstKind, Constant, GepFlags};
pub use function::{Block, BlockId, Function, Local, LocalId, Param};
pub use instruction::{
    Arg, ArithFlags, BinaryOp, Call, Callee, CastOp, Clause, CmpXchg, DbgKind, DbgRecord, FastMath,
    FloatPredicate, Gep, InlineAsm, Inst, InstKind, IntPredicate, Invoke, Load, Operand, Ordering,
    Rmw, RmwOp, Store, Switch, TailKind,
};
pub use layout::{DataLayout, Endian, TypeLayout};
pub use metadata::{MdField, MdId, MdNode, MdValue};
pub use module::{
    Alias, Comdat, Global, GlobalId, GlobalKind, Linkage, Module, NamedMetadata, UnnamedAddr,
    Variable, Visibility,
};
pub use symbol::{Sym, SymbolTable};
pub use types::{FloatKind, NamedStruct, StructId, Type, TypeId, TypeTable};
