//! Instructions with their operands.
//!
//! An instruction's result type is the type of its result local. What the reader does not know
//! is kept as text ([`InstKind::Unsupported`]) and is an error only when it is executed.

use super::attribute::{AttrGroupId, FnAttrs, ParamAttrs, flag_set};
use super::constant::{ConstId, GepFlags};
use super::function::{BlockId, LocalId};
use super::metadata::{MdId, MdValue};
use super::module::GlobalId;
use super::symbol::Sym;
use super::types::TypeId;

/// An operand. Its type is that of the local or constant: [`super::Module::operand_type`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A parameter or the result of an instruction.
    Local(LocalId),
    /// A constant.
    Const(ConstId),
    /// Metadata as an argument of an intrinsic.
    Metadata(MdId),
}

/// An instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    /// The local it defines; `None` for `void`.
    pub result: Option<LocalId>,
    /// Its `DILocation`.
    pub dbg: Option<MdId>,
    /// The line of the IR text that it was read from, counted from 1.
    pub line: u32,
    /// What it does.
    pub kind: InstKind,
}

flag_set! {
    /// Flags of integer arithmetic and conversions.
    ArithFlags: u8 {
        /// `nuw`: no unsigned wrap
        NUW = 0;
        /// `nsw`: no signed wrap
        NSW = 1;
        /// `exact`: nothing is shifted or divided away
        EXACT = 2;
        /// `disjoint`: no bit set in both operands of an `or`
        DISJOINT = 3;
        /// `nneg`: the operand is not negative
        NNEG = 4;
        /// `samesign`: both operands of an `icmp` have the same sign
        SAMESIGN = 5;
    }
}

flag_set! {
    /// Fast-math flags.
    FastMath: u8 {
        /// `nnan`
        NNAN = 0;
        /// `ninf`
        NINF = 1;
        /// `nsz`
        NSZ = 2;
        /// `arcp`
        ARCP = 3;
        /// `contract`
        CONTRACT = 4;
        /// `afn`
        AFN = 5;
        /// `reassoc`
        REASSOC = 6;
    }
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

/// Conversions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    /// The address alone, without provenance (LLVM 22).
    PtrToAddr,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
}

/// Comparisons of integers and pointers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum IntPredicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// Comparisons of floats: `O…` is false and `U…` is true if an operand is a NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

/// Orderings of atomic accesses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Ordering {
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

/// The operation of an `atomicrmw`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    FMaximum,
    FMinimum,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
}

/// `tail`, `musttail`, `notail` of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)]
pub enum TailKind {
    #[default]
    None,
    Tail,
    MustTail,
    NoTail,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Debug)]
pub enum InstKind {
    /// `ret`; `None` for `ret void`.
    Ret(Option<Operand>),
    /// `br label %x`
    Br(BlockId),
    /// `br i1 c, label %a, label %b`
    CondBr {
        /// An `i1`.
        cond: Operand,
        /// Where to go if true.
        then: BlockId,
        /// Where to go if false.
        otherwise: BlockId,
    },
    /// `switch`
    Switch(Box<Switch>),
    /// `indirectbr`
    IndirectBr {
        /// The address of a block.
        address: Operand,
        /// The blocks it may be.
        targets: Box<[BlockId]>,
    },
    /// `invoke`
    Invoke(Box<Invoke>),
    /// `callbr`: a call with other places to go on; `invoke.unwind` is unused.
    CallBr {
        /// The call.
        call: Box<Call>,
        /// Where it goes on.
        fallthrough: BlockId,
        /// The other targets.
        indirect: Box<[BlockId]>,
    },
    /// `resume`
    Resume(Operand),
    /// `unreachable`
    Unreachable,

    /// `fneg`
    FNeg(FastMath, Operand),
    /// A binary operation, on scalars or vectors.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Flags, for integers.
        flags: ArithFlags,
        /// Flags, for floats.
        fast: FastMath,
        /// Left operand.
        lhs: Operand,
        /// Right operand.
        rhs: Operand,
    },
    /// A conversion to `to`.
    Cast {
        /// The conversion.
        op: CastOp,
        /// `nneg`, `nuw`, `nsw`.
        flags: ArithFlags,
        /// What is converted.
        value: Operand,
        /// The type of the result.
        to: TypeId,
    },
    /// `icmp`
    ICmp {
        /// The relation.
        pred: IntPredicate,
        /// `samesign`.
        flags: ArithFlags,
        /// Left operand.
        lhs: Operand,
        /// Right operand.
        rhs: Operand,
    },
    /// `fcmp`
    FCmp {
        /// The relation.
        pred: FloatPredicate,
        /// Flags.
        fast: FastMath,
        /// Left operand.
        lhs: Operand,
        /// Right operand.
        rhs: Operand,
    },
    /// `phi`
    Phi {
        /// The type.
        ty: TypeId,
        /// Values with the blocks they come from.
        incoming: Box<[(Operand, BlockId)]>,
    },
    /// `select`; the condition is an `i1` or a vector of them.
    Select {
        /// The condition.
        cond: Operand,
        /// Result if true.
        then: Operand,
        /// Result if false.
        otherwise: Operand,
    },
    /// `freeze`
    Freeze(Operand),

    /// `alloca`
    Alloca {
        /// The type of an element.
        ty: TypeId,
        /// The number of elements; `None` is one.
        count: Option<Operand>,
        /// Alignment, or 0.
        align: u32,
        /// `inalloca`
        inalloca: bool,
    },
    /// `load`
    Load(Box<Load>),
    /// `store`
    Store(Box<Store>),
    /// `getelementptr`
    Gep(Box<Gep>),
    /// `fence`
    Fence(Ordering),
    /// `cmpxchg`; the result is `{ T, i1 }`.
    CmpXchg(Box<CmpXchg>),
    /// `atomicrmw`; the result is the old value.
    Rmw(Box<Rmw>),

    /// `extractvalue`
    ExtractValue {
        /// A struct or array.
        aggregate: Operand,
        /// The way to the element.
        indices: Box<[u32]>,
    },
    /// `insertvalue`
    InsertValue {
        /// A struct or array.
        aggregate: Operand,
        /// The new element.
        value: Operand,
        /// The way to the element.
        indices: Box<[u32]>,
    },
    /// `extractelement`
    ExtractElement {
        /// A vector.
        vector: Operand,
        /// An integer.
        index: Operand,
    },
    /// `insertelement`
    InsertElement {
        /// A vector.
        vector: Operand,
        /// The new element.
        value: Operand,
        /// An integer.
        index: Operand,
    },
    /// `shufflevector`
    ShuffleVector {
        /// First vector.
        lhs: Operand,
        /// Second vector.
        rhs: Operand,
        /// A constant vector of `i32` (elements may be undef or poison).
        mask: Operand,
    },

    /// `call`
    Call(Box<Call>),
    /// `va_arg list, T`
    VaArg {
        /// The list, a pointer.
        list: Operand,
        /// The type of the result.
        ty: TypeId,
    },
    /// `landingpad`
    LandingPad {
        /// The type of the result.
        ty: TypeId,
        /// `cleanup`
        cleanup: bool,
        /// What it catches.
        clauses: Box<[Clause]>,
    },
    /// A debug record, or a call of `llvm.dbg.*`.
    Dbg(Box<DbgRecord>),
    /// An instruction that is not known here, as text.
    Unsupported {
        /// The text of the instruction without its result and metadata.
        text: Sym,
        /// Whether it ends its block.
        terminator: bool,
    },
}

impl InstKind {
    /// Whether this ends a block.
    pub fn is_terminator(&self) -> bool {
        match self {
            InstKind::Ret(_)
            | InstKind::Br(_)
            | InstKind::CondBr { .. }
            | InstKind::Switch(_)
            | InstKind::IndirectBr { .. }
            | InstKind::Invoke(_)
            | InstKind::CallBr { .. }
            | InstKind::Resume(_)
            | InstKind::Unreachable => true,
            InstKind::Unsupported { terminator, .. } => *terminator,
            _ => false,
        }
    }
}

/// A `switch`.
#[derive(Clone, PartialEq, Debug)]
pub struct Switch {
    /// The integer looked at.
    pub value: Operand,
    /// Where to go if no case matches.
    pub default: BlockId,
    /// Cases; the constants are integers of the type of `value`.
    pub cases: Box<[(ConstId, BlockId)]>,
}

/// An `invoke`.
#[derive(Clone, PartialEq, Debug)]
pub struct Invoke {
    /// The call.
    pub call: Call,
    /// Where it goes on after a return.
    pub normal: BlockId,
    /// Where it goes on after an exception.
    pub unwind: BlockId,
}

/// A `load`.
#[derive(Clone, PartialEq, Debug)]
pub struct Load {
    /// The loaded type.
    pub ty: TypeId,
    /// The address.
    pub ptr: Operand,
    /// Alignment, or 0.
    pub align: u32,
    /// `volatile`
    pub volatile: bool,
    /// The ordering if it is atomic.
    pub atomic: Option<Ordering>,
}

/// A `store`.
#[derive(Clone, PartialEq, Debug)]
pub struct Store {
    /// What is stored.
    pub value: Operand,
    /// The address.
    pub ptr: Operand,
    /// Alignment, or 0.
    pub align: u32,
    /// `volatile`
    pub volatile: bool,
    /// The ordering if it is atomic.
    pub atomic: Option<Ordering>,
}

/// A `getelementptr`. The base or any index may be a vector; then the result is one.
#[derive(Clone, PartialEq, Debug)]
pub struct Gep {
    /// Flags.
    pub flags: GepFlags,
    /// The type that the first index counts.
    pub source: TypeId,
    /// The base.
    pub base: Operand,
    /// The indices; those into structs are constant.
    pub indices: Box<[Operand]>,
}

/// A `cmpxchg`.
#[derive(Clone, PartialEq, Debug)]
pub struct CmpXchg {
    /// The address.
    pub ptr: Operand,
    /// The expected value.
    pub expected: Operand,
    /// The new value.
    pub new: Operand,
    /// `weak`
    pub weak: bool,
    /// `volatile`
    pub volatile: bool,
    /// Ordering if it succeeds.
    pub success: Ordering,
    /// Ordering if it fails.
    pub failure: Ordering,
    /// Alignment, or 0.
    pub align: u32,
}

/// An `atomicrmw`.
#[derive(Clone, PartialEq, Debug)]
pub struct Rmw {
    /// The operation.
    pub op: RmwOp,
    /// The address.
    pub ptr: Operand,
    /// The other operand.
    pub value: Operand,
    /// `volatile`
    pub volatile: bool,
    /// The ordering.
    pub ordering: Ordering,
    /// Alignment, or 0.
    pub align: u32,
}

/// What is called.
#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    /// A function, alias or ifunc by name (casts of its pointer are gone).
    Global(GlobalId),
    /// A pointer: a local or another constant.
    Value(Operand),
    /// Inline assembly.
    Asm(Box<InlineAsm>),
}

/// Inline assembly.
#[derive(Clone, PartialEq, Debug)]
pub struct InlineAsm {
    /// The template.
    pub template: Sym,
    /// The constraints.
    pub constraints: Sym,
    /// `sideeffect`
    pub side_effect: bool,
}

/// An argument.
#[derive(Clone, PartialEq, Debug)]
pub struct Arg {
    /// Its type.
    pub ty: TypeId,
    /// Its value.
    pub value: Operand,
    /// Its attributes.
    pub attrs: ParamAttrs,
}

/// A call, also in `invoke` and `callbr`.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// The function type of the call: as written, or made from the result and the arguments.
    pub ty: TypeId,
    /// The returned type.
    pub ret: TypeId,
    /// Attributes of the result.
    pub ret_attrs: ParamAttrs,
    /// What is called.
    pub callee: Callee,
    /// The arguments.
    pub args: Box<[Arg]>,
    /// Attributes written at the call: use [`super::Module::call_attrs`].
    pub attrs: FnAttrs,
    /// Its attribute group.
    pub group: Option<AttrGroupId>,
    /// The number of the calling convention.
    pub cconv: u16,
    /// Tail call marker.
    pub tail: TailKind,
    /// Flags of a call that returns a float.
    pub fast: FastMath,
}

/// A clause of a `landingpad`.
#[derive(Clone, PartialEq, Debug)]
pub enum Clause {
    /// `catch`
    Catch(Operand),
    /// `filter`
    Filter(Operand),
}

/// The kinds of debug records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DbgKind {
    /// The variable lives at the address `value`.
    Declare,
    /// The variable has the value `value` from here on.
    Value,
    /// Both: a store that assigns the variable.
    Assign,
    /// A source label.
    Label,
    /// Any other one.
    Other,
}

/// A debug record: `#dbg_declare(…)` or `call void @llvm.dbg.declare(…)`.
#[derive(Clone, PartialEq, Debug)]
pub struct DbgRecord {
    /// Which.
    pub kind: DbgKind,
    /// The address or value.
    pub value: MdValue,
    /// The `DILocalVariable`, or the `DILabel`.
    pub variable: Option<MdId>,
    /// The `DIExpression`.
    pub expression: Option<MdId>,
}
