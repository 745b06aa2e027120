//! The dense form of a function that the hot loop runs.
//!
//! A function is decoded once into a flat list of operations over numbered registers. Constants
//! are copied into the first registers of a frame, so that every operand is a register. A value
//! of up to 64 bits is one register, zero-extended; a wider one takes several, low word first.
//!
//! What the hot loop cannot do (rare instructions, faults, undefined operands) it leaves to the
//! general way, which executes the IR instructions behind the operation: [`Origin`] names them.
//! Fused operations therefore keep a register for the value in the middle.

use std::cell::Cell;

use pathweave_ir::{Block, FloatPredicate, Func, Inst, Loc, Name};

/// A register of a frame.
pub type Reg = u32;
/// A position in [`Code::ops`].
pub type Pc = u32;

/// An operation. `w` is the width in bits, at most 64.
#[derive(Clone, Copy, Debug)]
pub enum Op {
    Move {
        dst: Reg,
        src: Reg,
    },
    /// Makes `count` registers undefined.
    Undef {
        dst: Reg,
        count: u32,
    },
    Add {
        w: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Sub {
        w: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Mul {
        w: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    And {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    UDiv {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    URem {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SDiv {
        w: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    SRem {
        w: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Shl {
        w: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LShr {
        w: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    AShr {
        w: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Eq {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Ne {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Ult {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Ule {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Slt {
        w: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Sle {
        w: u8,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// Keeps the low `w` bits.
    Trunc {
        w: u8,
        dst: Reg,
        src: Reg,
    },
    SExt {
        from: u8,
        to: u8,
        dst: Reg,
        src: Reg,
    },
    /// `extra[pair]` when `cond` holds, else `extra[pair + 1]`.
    Select {
        dst: Reg,
        cond: Reg,
        pair: u32,
    },
    /// `base + displacement`.
    OffsetConst {
        dst: Reg,
        base: Reg,
        displacement: i32,
    },
    /// `base + index * scale`.
    OffsetScaled {
        scale: u16,
        dst: Reg,
        base: Reg,
        index: Reg,
    },
    Load8 {
        dst: Reg,
        base: Reg,
        displacement: i32,
    },
    Load16 {
        dst: Reg,
        base: Reg,
        displacement: i32,
    },
    Load32 {
        dst: Reg,
        base: Reg,
        displacement: i32,
    },
    Load64 {
        dst: Reg,
        base: Reg,
        displacement: i32,
    },
    LoadIndexed8 {
        scale: u16,
        dst: Reg,
        base: Reg,
        index: Reg,
    },
    LoadIndexed16 {
        scale: u16,
        dst: Reg,
        base: Reg,
        index: Reg,
    },
    LoadIndexed32 {
        scale: u16,
        dst: Reg,
        base: Reg,
        index: Reg,
    },
    LoadIndexed64 {
        scale: u16,
        dst: Reg,
        base: Reg,
        index: Reg,
    },
    Store8 {
        src: Reg,
        base: Reg,
        displacement: i32,
    },
    Store16 {
        src: Reg,
        base: Reg,
        displacement: i32,
    },
    Store32 {
        src: Reg,
        base: Reg,
        displacement: i32,
    },
    Store64 {
        src: Reg,
        base: Reg,
        displacement: i32,
    },
    StoreIndexed8 {
        scale: u16,
        src: Reg,
        base: Reg,
        index: Reg,
    },
    StoreIndexed16 {
        scale: u16,
        src: Reg,
        base: Reg,
        index: Reg,
    },
    StoreIndexed32 {
        scale: u16,
        src: Reg,
        base: Reg,
        index: Reg,
    },
    StoreIndexed64 {
        scale: u16,
        src: Reg,
        base: Reg,
        index: Reg,
    },
    FAdd64 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    FSub64 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    FMul64 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    FDiv64 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    FAdd32 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    FSub32 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    FMul32 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    FDiv32 {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    FCmp64 {
        predicate: FloatPredicate,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    FCmp32 {
        predicate: FloatPredicate,
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    /// From a signed integer of `w` bits.
    IntToF64 {
        w: u8,
        dst: Reg,
        src: Reg,
    },
    IntToF32 {
        w: u8,
        dst: Reg,
        src: Reg,
    },
    /// To a signed integer of `w` bits, when it fits.
    F64ToInt {
        w: u8,
        dst: Reg,
        src: Reg,
    },
    F32ToInt {
        w: u8,
        dst: Reg,
        src: Reg,
    },
    F32ToF64 {
        dst: Reg,
        src: Reg,
    },
    F64ToF32 {
        dst: Reg,
        src: Reg,
    },
    FNeg64 {
        dst: Reg,
        src: Reg,
    },
    FNeg32 {
        dst: Reg,
        src: Reg,
    },
    /// A stack object of `size` bytes, described by `allocas[site]`.
    Alloca {
        dst: Reg,
        size: Reg,
        site: u32,
    },
    Jump {
        to: Pc,
    },
    /// Goes to `to` when the register is not zero, else on to the next operation.
    BranchIf {
        cond: Reg,
        to: Pc,
    },
    BranchEq {
        a: Reg,
        b: Reg,
        to: Pc,
    },
    BranchNe {
        a: Reg,
        b: Reg,
        to: Pc,
    },
    BranchUlt {
        a: Reg,
        b: Reg,
        to: Pc,
    },
    BranchUle {
        a: Reg,
        b: Reg,
        to: Pc,
    },
    BranchSlt {
        w: u8,
        a: Reg,
        b: Reg,
        to: Pc,
    },
    BranchSle {
        w: u8,
        a: Reg,
        b: Reg,
        to: Pc,
    },
    /// By the table `switches[table]`.
    Switch {
        value: Reg,
        table: u32,
    },
    /// On a value of more than 64 bits, through `indirect[table]` by outcome.
    WideSwitch {
        table: u32,
    },
    /// By the address of a block, through `indirect[table]`.
    IndirectJump {
        addr: Reg,
        table: u32,
    },
    /// `calls[site]`.
    Call {
        site: u32,
    },
    /// Returns `count` registers listed from `extra[first]`.
    Return {
        first: u32,
        count: u32,
    },
    /// An IR instruction done the general way.
    General,
    /// The end of a block that is undefined behaviour to reach.
    Unreachable,
}

impl Op {
    /// Where a conditional operation jumps to when its condition holds.
    pub fn jump(self) -> Option<Pc> {
        match self {
            Op::BranchIf { to, .. }
            | Op::BranchEq { to, .. }
            | Op::BranchNe { to, .. }
            | Op::BranchUlt { to, .. }
            | Op::BranchUle { to, .. }
            | Op::BranchSlt { to, .. }
            | Op::BranchSle { to, .. } => Some(to),
            _ => None,
        }
    }
}

/// What of the IR an operation stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// An instruction.
    Inst(Inst),
    /// An address computation and the access that uses it, or a comparison and its branch's
    /// block.
    Access(Inst, Inst),
    /// A block's terminator, with the comparison that it decides by when fused.
    Terminator(Block, Option<Inst>),
    /// A move for a block parameter.
    Edge,
}

/// Where a switch goes.
#[derive(Clone, Debug)]
pub struct SwitchTable {
    /// The least value of `dense`.
    pub low: u64,
    /// Targets of the values from `low` on.
    pub dense: Vec<Pc>,
    /// Other values, ascending.
    pub sparse: Vec<(u64, Pc)>,
    /// The rest.
    pub default: Pc,
}

/// Edges by outcome and by block.
#[derive(Clone, Debug, Default)]
pub struct EdgeTable {
    /// Block and start of each outcome's edge.
    pub edges: Vec<(Block, Pc)>,
    /// Start of the first edge to a block, by the block's number.
    pub by_block: Vec<Option<Pc>>,
}

impl EdgeTable {
    /// The edge to the block at an offset into its function's code.
    #[inline]
    pub fn at_code_offset(&self, offset: u64) -> Option<Pc> {
        let block = offset.checked_sub(1)?;
        self.by_block.get(usize::try_from(block).ok()?).copied().flatten()
    }
}

/// Who is called, as far as it is known before running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// This function.
    Direct(Func),
    /// The function whose address is in the register.
    Indirect(Reg),
}

/// A call.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// Who is called.
    pub target: Target,
    /// Registers of the arguments, word by word.
    pub args: Box<[Reg]>,
    /// Where the results go, word by word.
    pub dst: Reg,
    /// How many words of results are expected.
    pub dst_words: u32,
    /// The instruction.
    pub inst: Inst,
}

/// A decoded function.
#[derive(Debug)]
pub struct Code {
    /// The function.
    pub func: Func,
    /// Its operations.
    pub ops: Vec<Op>,
    /// What each stands for.
    pub origins: Vec<Origin>,
    /// The place of each in the source.
    pub locs: Vec<Loc>,
    /// Contents of the first registers.
    pub constants: Vec<u64>,
    /// First register of the parameters, which follow each other word by word.
    pub params: Reg,
    /// Words of parameters.
    pub param_words: u32,
    /// Registers of a frame.
    pub frame_size: u32,
    /// The register of each IR value (`u32::MAX` where it has none).
    pub registers: Vec<Reg>,
    /// Operands of operations with many.
    pub extra: Vec<Reg>,
    /// Switches.
    pub switches: Vec<SwitchTable>,
    /// Jumps by outcome: of computed jumps and switches on wide values.
    pub indirect: Vec<EdgeTable>,
    /// Alignment and name of stack objects.
    pub allocas: Vec<(u32, Option<Name>)>,
    /// Calls.
    pub calls: Vec<CallSite>,
    /// What of each operation has been executed: [`EXECUTED`], [`TAKEN`], [`NOT_TAKEN`]. Only
    /// kept when coverage is wanted.
    pub hits: Vec<Cell<u8>>,
    /// How many of these marks were made so far.
    pub marks: Cell<u64>,
}

/// The operation was executed.
pub const EXECUTED: u8 = 1;
/// The jump was taken.
pub const TAKEN: u8 = 2;
/// The jump was not taken.
pub const NOT_TAKEN: u8 = 4;
/// Execution comes up for air before the operation, unless it is marked as executed.
pub const WATCHED: u8 = 8;

impl Code {
    /// Notes what of an operation was executed. Says whether that is new and the operation is
    /// watched.
    #[inline(always)]
    pub fn hit(&self, pc: usize, what: u8) -> bool {
        let cell = &self.hits[pc];
        let old = cell.get();
        if old & what != 0 {
            return false;
        }
        cell.set(old | what);
        self.marks.set(self.marks.get() + 1);
        old & WATCHED != 0
    }

    /// Takes all marks of execution off.
    pub fn forget_hits(&self) {
        for cell in &self.hits {
            cell.set(cell.get() & !(EXECUTED | TAKEN | NOT_TAKEN));
        }
        self.marks.set(0);
    }
}

impl Code {
    /// The operations of the function that may come after one.
    pub fn for_each_next(&self, pc: Pc, mut visit: impl FnMut(Pc)) {
        match self.ops[pc as usize] {
            Op::Return { .. } | Op::Unreachable => {}
            Op::Jump { to } => visit(to),
            Op::Switch { table, .. } => {
                let table = &self.switches[table as usize];
                let cases = table.sparse.iter().map(|case| &case.1).chain(&table.dense);
                cases.chain([&table.default]).for_each(|&to| visit(to));
            }
            Op::WideSwitch { table } | Op::IndirectJump { table, .. } => {
                let table = &self.indirect[table as usize];
                table.edges.iter().for_each(|&(_, to)| visit(to));
            }
            op => {
                if let Some(to) = op.jump() {
                    visit(to);
                }
                if (pc as usize) + 1 < self.ops.len() {
                    visit(pc + 1);
                }
            }
        }
    }
}

impl SwitchTable {
    /// Where a value goes.
    #[inline]
    pub fn target(&self, value: u64) -> Pc {
        if !self.sparse.is_empty() {
            return match self.sparse.binary_search_by_key(&value, |case| case.0) {
                Ok(at) => self.sparse[at].1,
                Err(_) => self.default,
            };
        }
        let at = value.wrapping_sub(self.low);
        match self.dense.get(at as usize) {
            Some(&to) => to,
            None => self.default,
        }
    }
}
