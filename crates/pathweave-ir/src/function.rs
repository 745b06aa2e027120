//! A function's body: blocks with parameters, instructions, values.
//!
//! SSA with block parameters instead of phis. Block 0 is the entry; its parameters are the
//! function's. Constants are values too, one per distinct constant and function, so that an
//! operand is always a [`Value`]. Every value is defined once and dominates its uses.

use crate::entity::{Entity, Table};
use crate::{
    Block, Branch, DebugFunction, Func, Global, Inst, InstData, Linkage, Loc, Type, Value,
};
use crate::{InstKind, Results, Terminator};
use pathweave_bits::BitVec;
use std::collections::HashMap;

/// A compile-time or link-time constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// An integer; its width is the type's.
    Int(BitVec),
    /// A floating-point number as its bits.
    Float(BitVec),
    /// The null pointer.
    Null,
    /// The address of a global plus a byte offset.
    GlobalAddr(Global, i64),
    /// The address of a function plus a byte offset.
    FuncAddr(Func, i64),
    /// The address of a block, as `&&label` gives.
    BlockAddr(Func, Block),
    /// No particular value: deciding a branch or an address by it is a finding.
    Undef,
}

/// What defines a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// Parameter `.1` of block `.0`.
    Param(Block, u32),
    /// Result `.1` of instruction `.0`.
    Inst(Inst, u32),
    /// A constant.
    Const(Constant),
}

/// A value: its type and what defines it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueData {
    /// Its type.
    pub ty: Type,
    /// What defines it.
    pub def: ValueDef,
}

/// A basic block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockData {
    /// Values defined on entry.
    pub params: Vec<Value>,
    /// Instructions in order.
    pub insts: Vec<Inst>,
    /// How it ends.
    pub terminator: Terminator,
    /// The terminator's place in the source.
    pub terminator_loc: Loc,
}

/// A place where the program decides: what coverage counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BranchData {
    /// Its place in the source.
    pub loc: Loc,
    /// How many ways it can go.
    pub outcomes: u32,
}

/// The body of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Body {
    /// Blocks; the first is the entry.
    pub blocks: Table<Block, BlockData>,
    /// Instructions of all blocks.
    pub insts: Table<Inst, InstData>,
    /// Values of all kinds.
    pub values: Table<Value, ValueData>,
    /// Decisions, in the order of the source text.
    pub branches: Table<Branch, BranchData>,
    constants: HashMap<(Type, Constant), Value>,
}

/// Types of parameters and results after flattening.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Signature {
    /// Parameters; a variadic function's last one is the address of the extra arguments' block.
    pub params: Vec<Type>,
    /// Results.
    pub results: Vec<Type>,
    /// Whether it takes extra arguments.
    pub variadic: bool,
}

/// Whose code it is: findings are shown at the innermost frame of the user's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Origin {
    /// The program under test.
    #[default]
    Program,
    /// Pathweave's own C library.
    Library,
}

/// A parameter that is never a null pointer, as the source says (`nonnull`, `[static n]`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Promise {
    /// Which parameter of the signature.
    pub param: u32,
    /// How many bytes there are behind it at least.
    pub bytes: u64,
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionData {
    /// The linked name, unique in the program.
    pub name: String,
    /// The name in the source.
    pub source_name: String,
    /// Who may refer to it.
    pub linkage: Linkage,
    /// Types of parameters and results.
    pub signature: Signature,
    /// The body; none for a function that is only declared.
    pub body: Option<Body>,
    /// Whose code it is.
    pub origin: Origin,
    /// Compiled with optimisation: undefined results may be computed speculatively.
    pub optimized: bool,
    /// It never returns.
    pub no_return: bool,
    /// What whoever calls it has to keep to, in the order of the parameters.
    pub promises: Vec<Promise>,
    /// What the debug information says, when there is any.
    pub debug: Option<DebugFunction>,
}

impl Body {
    /// The entry block.
    pub fn entry(&self) -> Block {
        Block::from_index(0)
    }

    /// The type of a value.
    pub fn ty(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// The constant that `value` is, if it is one.
    pub fn constant(&self, value: Value) -> Option<&Constant> {
        match &self.values[value].def {
            ValueDef::Const(constant) => Some(constant),
            _ => None,
        }
    }

    /// The value of a constant, made once per distinct constant and type.
    pub fn make_const(&mut self, ty: Type, constant: Constant) -> Value {
        let values = &mut self.values;
        *self.constants.entry((ty, constant)).or_insert_with_key(|(ty, constant)| {
            values.push(ValueData { ty: *ty, def: ValueDef::Const(constant.clone()) })
        })
    }

    /// The value of an integer constant.
    pub fn make_int(&mut self, width: u32, bits: u64) -> Value {
        self.make_const(Type::Int(width), Constant::Int(BitVec::from_u64(width, bits)))
    }

    /// The undefined value of a type.
    pub fn make_undef(&mut self, ty: Type) -> Value {
        self.make_const(ty, Constant::Undef)
    }

    /// A new empty block that ends in [`Terminator::Unreachable`].
    pub fn make_block(&mut self, loc: Loc) -> Block {
        self.blocks.push(BlockData {
            params: Vec::new(),
            insts: Vec::new(),
            terminator: Terminator::Unreachable,
            terminator_loc: loc,
        })
    }

    /// Adds a parameter to a block.
    pub fn add_param(&mut self, block: Block, ty: Type) -> Value {
        let index = self.blocks[block].params.len() as u32;
        let value = self.values.push(ValueData { ty, def: ValueDef::Param(block, index) });
        self.blocks[block].params.push(value);
        value
    }

    /// Makes an instruction with results of the given types, in no block yet.
    pub fn make_inst(&mut self, kind: InstKind, results: &[Type], loc: Loc) -> Inst {
        let inst = self.insts.next_key();
        let first = self.values.next_key();
        for (index, &ty) in results.iter().enumerate() {
            self.values.push(ValueData { ty, def: ValueDef::Inst(inst, index as u32) });
        }
        let results = Results { first, count: results.len() as u32 };
        self.insts.push(InstData { kind, results, loc })
    }

    /// Makes an instruction and puts it at the end of a block.
    pub fn append(&mut self, block: Block, kind: InstKind, results: &[Type], loc: Loc) -> Inst {
        let inst = self.make_inst(kind, results, loc);
        self.blocks[block].insts.push(inst);
        inst
    }

    /// Like [`append`](Self::append), for an instruction with one result.
    pub fn append_value(&mut self, block: Block, kind: InstKind, ty: Type, loc: Loc) -> Value {
        let inst = self.append(block, kind, &[ty], loc);
        self.result(inst)
    }

    /// The first result of an instruction.
    pub fn result(&self, inst: Inst) -> Value {
        self.insts[inst].results.first
    }

    /// Ends a block.
    pub fn terminate(&mut self, block: Block, terminator: Terminator, loc: Loc) {
        self.blocks[block].terminator = terminator;
        self.blocks[block].terminator_loc = loc;
    }
}

impl Results {
    /// The values, in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator {
        let first = self.first.index();
        (first..first + self.count as usize).map(Value::from_index)
    }
}
