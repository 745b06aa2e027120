//! A whole linked program: functions, globals, places in the source, target.
//!
//! Names are unique after linking. A global's contents are bytes plus relocations, since the
//! addresses of other symbols are only known to whoever lays out memory.

use crate::entity::Table;
use crate::{
    BinaryOp, Block, CastOp, DebugType, DebugTypeData, DebugTypeRef, File, Func, FunctionData,
    Global, Loc, Name, Type,
};
use pathweave_bits::BitVec;
use std::collections::HashMap;

/// Who may refer to a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Linkage {
    /// Everyone.
    #[default]
    External,
    /// Only its own translation unit.
    Internal,
    /// Everyone, and it may be replaced or missing (then its address is null).
    Weak,
}

/// A source file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FileData {
    /// The path as the compiler was given it.
    pub path: String,
}

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LocData {
    /// The file, if known.
    pub file: Option<File>,
    /// Line, from 1; 0 when unknown.
    pub line: u32,
    /// Column, from 1; 0 when unknown.
    pub column: u32,
    /// The source function it belongs to, which differs from the enclosing one when inlined.
    pub function: Option<Name>,
    /// Where that function was inlined.
    pub inlined_at: Option<Loc>,
}

/// An expression over addresses, in an initializer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstExpr {
    /// A number (also of floating-point bits).
    Int(BitVec),
    /// Address of a global plus an offset.
    Global(Global, i64),
    /// Address of a function plus an offset.
    Func(Func, i64),
    /// Address of a block.
    Block(Func, Block),
    /// An operation on two of the same width.
    Binary(BinaryOp, Box<(Self, Self)>),
    /// A conversion to a type.
    Cast(CastOp, Type, Box<Self>),
}

/// A piece of an initializer that depends on addresses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Relocation {
    /// Where in the object.
    pub offset: u64,
    /// The type whose bytes are written there.
    pub ty: Type,
    /// The value.
    pub value: ConstExpr,
}

/// The initial contents of a global.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Initializer {
    /// The first bytes; the rest of the object is zero.
    pub bytes: Vec<u8>,
    /// Pieces that depend on addresses, by offset.
    pub relocations: Vec<Relocation>,
}

impl Initializer {
    /// The numbers and addresses that its relocations are made of.
    pub fn parts(&self) -> Vec<&ConstExpr> {
        let mut parts = Vec::new();
        let mut work: Vec<&ConstExpr> = self.relocations.iter().map(|r| &r.value).collect();
        while let Some(expr) = work.pop() {
            match expr {
                ConstExpr::Binary(_, args) => work.extend([&args.0, &args.1]),
                ConstExpr::Cast(_, _, arg) => work.push(arg),
                part => parts.push(part),
            }
        }
        parts
    }
}

/// A global variable or constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlobalData {
    /// The linked name, unique in the program.
    pub name: String,
    /// The name in the source.
    pub source_name: String,
    /// Who may refer to it.
    pub linkage: Linkage,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// Never written.
    pub constant: bool,
    /// Contents; none for a global that is only declared.
    pub init: Option<Initializer>,
    /// Its type in the source.
    pub debug: Option<DebugTypeRef>,
    /// Where it is declared.
    pub loc: Loc,
}

/// How `va_start` fills a `va_list`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum VaListKind {
    /// x86-64 System V: `{gp_offset, fp_offset, overflow_arg_area, reg_save_area}`.
    #[default]
    SystemV,
    /// AArch64: `{stack, gr_top, vr_top, gr_offs, vr_offs}`.
    AArch64,
    /// A plain pointer.
    Pointer,
}

/// What of the target machine the program depends on. Always 64-bit and little-endian.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Target {
    /// The target triple.
    pub triple: String,
    /// How variadic arguments are found.
    pub va_list: VaListKind,
}

/// A linked program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// Functions, declared and defined.
    pub functions: Table<Func, FunctionData>,
    /// Globals, declared and defined.
    pub globals: Table<Global, GlobalData>,
    /// Source files.
    pub files: Table<File, FileData>,
    /// Places in the source; the first one is the unknown place.
    pub locs: Table<Loc, LocData>,
    /// Names of variables and source functions.
    pub names: Table<Name, String>,
    /// Types of the source.
    pub debug_types: Table<DebugType, DebugTypeData>,
    /// Run before `main`, in order.
    pub constructors: Vec<Func>,
    /// Run after `main`, in order.
    pub destructors: Vec<Func>,
    /// The target machine.
    pub target: Target,
    function_names: HashMap<String, Func>,
    global_names: HashMap<String, Global>,
}

impl Program {
    /// An empty program, which knows the unknown place.
    pub fn new(target: Target) -> Self {
        let mut program = Self { target, ..Self::default() };
        program.locs.push(LocData {
            file: None,
            line: 0,
            column: 0,
            function: None,
            inlined_at: None,
        });
        program
    }

    /// Adds a function. The name must be new.
    pub fn add_function(&mut self, data: FunctionData) -> Func {
        let name = data.name.clone();
        let func = self.functions.push(data);
        self.function_names.insert(name, func);
        func
    }

    /// Adds a global. The name must be new.
    pub fn add_global(&mut self, data: GlobalData) -> Global {
        let name = data.name.clone();
        let global = self.globals.push(data);
        self.global_names.insert(name, global);
        global
    }

    /// The function of this linked name.
    pub fn function(&self, name: &str) -> Option<Func> {
        self.function_names.get(name).copied()
    }

    /// The global of this linked name.
    pub fn global(&self, name: &str) -> Option<Global> {
        self.global_names.get(name).copied()
    }

    /// `file:line:column`, or as much of it as is known.
    pub fn describe_loc(&self, loc: Loc) -> String {
        let data = &self.locs[loc];
        let Some(file) = data.file else { return "unknown place".to_owned() };
        let path = &self.files[file].path;
        match (data.line, data.column) {
            (0, _) => path.clone(),
            (line, 0) => format!("{path}:{line}"),
            (line, column) => format!("{path}:{line}:{column}"),
        }
    }
}
