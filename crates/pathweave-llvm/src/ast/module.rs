//! A module: globals, constants, types, metadata.
//!
//! Global variables, functions, aliases and ifuncs share one name space and one table.

use std::fmt;

use super::attribute::{AttrGroup, AttrGroupId, FnAttrs};
use super::constant::{ConstId, Constant};
use super::function::Function;
use super::instruction::{Call, Callee, Operand};
use super::layout::{DataLayout, TypeLayout};
use super::metadata::{MdId, MdNode};
use super::symbol::{Sym, SymbolTable};
use super::types::{TypeId, TypeTable};

/// A global variable, function, alias or ifunc of a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GlobalId(pub u32);

impl fmt::Debug for GlobalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}", self.0)
    }
}

/// How a symbol is seen by other modules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub enum Linkage {
    Private,
    Internal,
    #[default]
    External,
    AvailableExternally,
    LinkOnce,
    LinkOnceOdr,
    Weak,
    WeakOdr,
    Common,
    ExternWeak,
    Appending,
}

impl Linkage {
    /// Whether the symbol is invisible to other modules.
    pub fn is_local(self) -> bool {
        matches!(self, Linkage::Private | Linkage::Internal)
    }

    /// Whether another definition may take its place.
    pub fn is_weak(self) -> bool {
        matches!(
            self,
            Linkage::LinkOnce
                | Linkage::LinkOnceOdr
                | Linkage::Weak
                | Linkage::WeakOdr
                | Linkage::Common
                | Linkage::ExternWeak
                | Linkage::AvailableExternally
        )
    }
}

/// Visibility beyond a shared object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub enum Visibility {
    #[default]
    Default,
    Hidden,
    Protected,
}

/// Whether the address of a symbol matters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum UnnamedAddr {
    /// It does.
    #[default]
    None,
    /// Not within this module.
    Local,
    /// Nowhere.
    Global,
}

/// A symbol of a module.
#[derive(Clone, PartialEq, Debug)]
pub struct Global {
    /// The name without `@`, unique in its module; an unnamed one has its number. After linking a
    /// local symbol may have been renamed.
    pub name: Sym,
    /// The name in the source module, for display.
    pub source_name: Sym,
    /// Whether it is unnamed (`@0`).
    pub unnamed: bool,
    /// Which of [`Module::sources`] it comes from.
    pub source: u32,
    /// The line of the IR text, counted from 1.
    pub line: u32,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// `unnamed_addr`
    pub unnamed_addr: UnnamedAddr,
    /// `thread_local`, with any model.
    pub thread_local: bool,
    /// `section "…"`
    pub section: Option<Sym>,
    /// The name of its comdat.
    pub comdat: Option<Sym>,
    /// The address space.
    pub addrspace: u32,
    /// Alignment, or 0.
    pub align: u32,
    /// What it is.
    pub kind: GlobalKind,
}

/// What a symbol is.
#[derive(Clone, PartialEq, Debug)]
pub enum GlobalKind {
    /// A variable.
    Variable(Variable),
    /// A function.
    Function(Box<Function>),
    /// Another name of something.
    Alias(Alias),
    /// A function chosen by calling the resolver `target`.
    Ifunc(Alias),
}

/// A global variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// Its type.
    pub ty: TypeId,
    /// `constant` instead of `global`.
    pub constant: bool,
    /// `externally_initialized`
    pub externally_initialized: bool,
    /// The initial value; `None` if only declared.
    pub init: Option<ConstId>,
    /// Its `DIGlobalVariableExpression`s.
    pub dbg: Vec<MdId>,
}

/// An alias or ifunc.
#[derive(Clone, PartialEq, Debug)]
pub struct Alias {
    /// The type of what is there.
    pub ty: TypeId,
    /// What it stands for, a pointer.
    pub target: ConstId,
}

impl Global {
    /// The function, if it is one.
    pub fn function(&self) -> Option<&Function> {
        match &self.kind {
            GlobalKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The variable, if it is one.
    pub fn variable(&self) -> Option<&Variable> {
        match &self.kind {
            GlobalKind::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    /// Whether it has a body or value of its own here.
    pub fn is_definition(&self) -> bool {
        match &self.kind {
            GlobalKind::Variable(variable) => variable.init.is_some(),
            GlobalKind::Function(function) => function.is_definition(),
            GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => true,
        }
    }
}

/// A comdat.
#[derive(Clone, PartialEq, Debug)]
pub struct Comdat {
    /// The name without `$`.
    pub name: Sym,
    /// `any`, `exactmatch`, `largest`, `nodeduplicate`, `samesize`.
    pub selection: Sym,
}

/// `!llvm.dbg.cu = !{…}`
#[derive(Clone, PartialEq, Debug)]
pub struct NamedMetadata {
    /// The name without `!`.
    pub name: Sym,
    /// The nodes.
    pub nodes: Vec<MdId>,
}

/// A module as read, or several linked.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The names of the inputs it was read from: one, or more after linking.
    pub sources: Vec<String>,
    /// `source_filename`, of the first input.
    pub source_filename: String,
    /// `target triple`
    pub triple: String,
    /// `target datalayout`
    pub layout: DataLayout,
    /// `module asm`, line by line.
    pub asm: Vec<String>,
    /// Strings.
    pub symbols: SymbolTable,
    /// Types.
    pub types: TypeTable,
    /// Constants.
    pub consts: Vec<Constant>,
    /// Symbols, in the order of their first mention.
    pub globals: Vec<Global>,
    /// Comdats.
    pub comdats: Vec<Comdat>,
    /// Attribute groups.
    pub groups: Vec<AttrGroup>,
    /// Metadata nodes.
    pub metadata: Vec<MdNode>,
    /// Named metadata.
    pub named_metadata: Vec<NamedMetadata>,
    /// The layout of each type, by id: see [`Module::layout_of`].
    pub(crate) layouts: Vec<Option<TypeLayout>>,
}

impl Module {
    /// A constant.
    pub fn constant(&self, id: ConstId) -> &Constant {
        &self.consts[id.0 as usize]
    }

    /// A symbol.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.0 as usize]
    }

    /// The text of an interned string.
    pub fn text(&self, sym: Sym) -> &str {
        self.symbols.text(sym)
    }

    /// The name of a global.
    pub fn global_name(&self, id: GlobalId) -> &str {
        self.text(self.global(id).name)
    }

    /// Finds a global by its name; linear.
    pub fn find_global(&self, name: &str) -> Option<GlobalId> {
        let sym = self.symbols.find(name)?;
        let at = self.globals.iter().position(|g| g.name == sym && !g.unnamed)?;
        Some(GlobalId(at as u32))
    }

    /// A metadata node.
    pub fn metadata(&self, id: MdId) -> &MdNode {
        &self.metadata[id.0 as usize]
    }

    /// The type of an operand in `function`.
    pub fn operand_type(&self, function: &Function, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(local) => function.local(local).ty,
            Operand::Const(constant) => self.constant(constant).ty,
            Operand::Metadata(_) => TypeTable::METADATA,
        }
    }

    fn group_attrs(&self, group: AttrGroupId) -> FnAttrs {
        self.groups[group.0 as usize].attrs
    }

    /// All attributes of a function, its groups included.
    pub fn function_attrs(&self, function: &Function) -> FnAttrs {
        function.groups.iter().fold(function.attrs, |all, &g| all.union(self.group_attrs(g)))
    }

    /// All attributes of a call: its own, its group's and those of the function called.
    pub fn call_attrs(&self, call: &Call) -> FnAttrs {
        let mut attrs = call.attrs;
        if let Some(group) = call.group {
            attrs.set(self.group_attrs(group));
        }
        if let Callee::Global(id) = call.callee
            && let Some(function) = self.global(id).function()
        {
            attrs.set(self.function_attrs(function));
        }
        attrs
    }
}
