//! Instructions and terminators.
//!
//! One small language for everything above it: pointer arithmetic is byte arithmetic
//! ([`InstKind::Offset`]), aggregates and vectors are gone, atomics are plain loads and stores,
//! a variadic call passes its extra arguments in a memory block. Undefined values are a constant
//! ([`Constant::Undef`](crate::Constant)), never a special instruction.

use crate::{
    BinaryOp, Block, Branch, CastOp, FloatPredicate, Func, IntPredicate, Loc, Name, OverflowOp,
    Type, UnaryOp, Value,
};
use pathweave_bits::BitVec;

/// Promises the front end made about an arithmetic result; breaking one is undefined behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ArithFlags {
    /// The signed result does not overflow.
    pub no_signed_wrap: bool,
    /// The unsigned result does not overflow.
    pub no_unsigned_wrap: bool,
    /// A division or right shift loses no bits.
    pub exact: bool,
}

/// Who is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// A function known by name.
    Direct(Func),
    /// The function whose address this is.
    Indirect(Value),
}

/// One extra argument of a variadic call, for callees without a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VariadicArg {
    /// Its type.
    pub ty: Type,
    /// Where it stands in the argument block.
    pub offset: u64,
}

/// Whether source and destination of a block copy may overlap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overlap {
    /// `memcpy`: they may only be disjoint or identical.
    Forbidden,
    /// `memmove`.
    Allowed,
}

/// Start or end of a stack slot's life inside its frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LifetimePoint {
    /// From here the slot may be used; its contents are undefined.
    Start,
    /// From here any access is a use after scope.
    End,
}

/// What an instruction does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum InstKind {
    /// `v = op arg`.
    Unary { op: UnaryOp, arg: Value },
    /// `v = op lhs, rhs`.
    Binary { op: BinaryOp, flags: ArithFlags, lhs: Value, rhs: Value },
    /// `v, overflowed = op lhs, rhs`.
    Overflow { op: OverflowOp, lhs: Value, rhs: Value },
    /// `v:i1 = icmp pred lhs, rhs`, integers or pointers.
    IntCompare { predicate: IntPredicate, lhs: Value, rhs: Value },
    /// `v:i1 = fcmp pred lhs, rhs`.
    FloatCompare { predicate: FloatPredicate, lhs: Value, rhs: Value },
    /// `v:ty = op arg`; the type is the result's.
    Cast { op: CastOp, arg: Value },
    /// `v = select cond, then, other`.
    Select { cond: Value, then: Value, other: Value },
    /// `v = fma a, b, c`: `a * b + c` rounded once.
    FusedMulAdd { a: Value, b: Value, c: Value },
    /// `v = funnel.l hi, lo, amount` (or `.r`): the high (low) word of `hi:lo` shifted by
    /// `amount` modulo the width.
    FunnelShift { left: bool, hi: Value, lo: Value, amount: Value },
    /// `v:ptr = base + index * scale + displacement` in bytes, wrapping; `index` is an `i64`.
    /// `in_bounds` keeps the front end's promise that it stays inside the object.
    Offset { base: Value, index: Option<Value>, scale: i64, displacement: i64, in_bounds: bool },
    /// `v:ty = load addr`; the type is the result's. `volatile` loads are never removed or merged.
    Load { addr: Value, align: u32, volatile: bool },
    /// `store value, addr`.
    Store { addr: Value, value: Value, align: u32, volatile: bool },
    /// `v:ptr = alloca size`: a fresh stack object of `size` (an `i64`) bytes that lives until
    /// its frame ends or [`StackRestore`](Self::StackRestore).
    Alloca { size: Value, align: u32, name: Option<Name> },
    /// `copy dst, src, len`: `len` (an `i64`) bytes.
    MemCopy { dst: Value, src: Value, len: Value, overlap: Overlap },
    /// `fill dst, byte, len`.
    MemSet { dst: Value, byte: Value, len: Value },
    /// `v:i64 = stack.save`: a mark of the frame's stack objects.
    StackSave,
    /// `stack.restore mark`: ends the life of stack objects made since the mark.
    StackRestore { mark: Value },
    /// `lifetime.start addr` or `lifetime.end addr`.
    Lifetime { point: LifetimePoint, addr: Value },
    /// `v:i64 = object.size addr`: bytes from `addr` to the end of its object.
    ObjectSize { addr: Value },
    /// `v… = call callee(args…)`. For a variadic callee the last argument is the address of the
    /// block of extra arguments, laid out as the target's stack area, described by `variadic`.
    Call { callee: Callee, args: Vec<Value>, variadic: Option<Box<[VariadicArg]>> },
    /// Fails when executed: something the reader could not translate, with its text.
    /// Its results, if any, are undefined.
    Unsupported { what: Box<str> },
}

/// An instruction: what it does, what it defines, where it came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InstData {
    /// What it does.
    pub kind: InstKind,
    /// The values it defines, usually none or one.
    pub results: Results,
    /// Its place in the source.
    pub loc: Loc,
}

/// The values an instruction defines: a contiguous run in the function's value table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Results {
    /// The first one (meaningless when there is none).
    pub first: Value,
    /// How many.
    pub count: u32,
}

/// A jump to a block with the values of its parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BlockCall {
    /// Where to.
    pub block: Block,
    /// One value per parameter.
    pub args: Vec<Value>,
}

/// One arm of a switch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SwitchCase {
    /// The value that selects it.
    pub value: BitVec,
    /// Where to.
    pub target: BlockCall,
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Terminator {
    /// Goes on elsewhere.
    Jump(BlockCall),
    /// Two ways by an `i1`. `id` is stable for an unchanged function; outcome 0 is `then`.
    Branch { cond: Value, then: BlockCall, other: BlockCall, id: Branch },
    /// Many ways. Outcome `k` of `id` is the `k`-th case, the last outcome the default.
    Switch { value: Value, cases: Vec<SwitchCase>, default: BlockCall, id: Branch },
    /// A computed `goto`: the address must be that of one of `targets` (which take no arguments
    /// other than those given).
    IndirectJump { addr: Value, targets: Vec<BlockCall>, id: Branch },
    /// Returns these values.
    Return(Vec<Value>),
    /// Undefined behaviour when reached.
    Unreachable,
}

impl Terminator {
    /// The jumps out of the block, in outcome order.
    pub fn targets(&self) -> impl Iterator<Item = &BlockCall> {
        let (some, many, cases): ([Option<&BlockCall>; 2], &[BlockCall], &[SwitchCase]) = match self
        {
            Self::Jump(to) => ([Some(to), None], &[], &[]),
            Self::Branch { then, other, .. } => ([Some(then), Some(other)], &[], &[]),
            Self::Switch { cases, default, .. } => ([Some(default), None], &[], cases),
            Self::IndirectJump { targets, .. } => ([None, None], targets, &[]),
            Self::Return(_) | Self::Unreachable => ([None, None], &[], &[]),
        };
        cases.iter().map(|c| &c.target).chain(many).chain(some.into_iter().flatten())
    }

    /// The jumps out of the block, in outcome order, mutable.
    pub fn targets_mut(&mut self) -> Vec<&mut BlockCall> {
        match self {
            Self::Jump(to) => vec![to],
            Self::Branch { then, other, .. } => vec![then, other],
            Self::Switch { cases, default, .. } => {
                cases.iter_mut().map(|c| &mut c.target).chain([default]).collect()
            }
            Self::IndirectJump { targets, .. } => targets.iter_mut().collect(),
            Self::Return(_) | Self::Unreachable => vec![],
        }
    }

    /// The id of the decision taken here, if it is one.
    pub fn branch(&self) -> Option<Branch> {
        match self {
            Self::Branch { id, .. } | Self::Switch { id, .. } | Self::IndirectJump { id, .. } => {
                Some(*id)
            }
            _ => None,
        }
    }

    /// Calls `visit` on every value used, jump arguments included.
    pub fn for_each_use(&self, mut visit: impl FnMut(Value)) {
        match self {
            Self::Branch { cond, .. } => visit(*cond),
            Self::Switch { value, .. } => visit(*value),
            Self::IndirectJump { addr, .. } => visit(*addr),
            Self::Return(values) => values.iter().copied().for_each(&mut visit),
            Self::Jump(_) | Self::Unreachable => {}
        }
        self.targets().flat_map(|t| t.args.iter().copied()).for_each(visit);
    }

    /// Replaces every value used, jump arguments included.
    pub fn map_uses(&mut self, mut map: impl FnMut(Value) -> Value) {
        match self {
            Self::Branch { cond, .. } => *cond = map(*cond),
            Self::Switch { value, .. } => *value = map(*value),
            Self::IndirectJump { addr, .. } => *addr = map(*addr),
            Self::Return(values) => values.iter_mut().for_each(|v| *v = map(*v)),
            Self::Jump(_) | Self::Unreachable => {}
        }
        for target in self.targets_mut() {
            target.args.iter_mut().for_each(|v| *v = map(*v));
        }
    }
}

/// Calls `$visit` on a reference to every operand of `$kind`, shared or mutable as `$kind` is.
/// The list of operands stands here and nowhere else.
macro_rules! visit_operands {
    ($kind:expr, $visit:ident) => {
        match $kind {
            Self::Unary { arg, .. } | Self::Cast { arg, .. } => $visit(arg),
            Self::Binary { lhs, rhs, .. }
            | Self::Overflow { lhs, rhs, .. }
            | Self::IntCompare { lhs, rhs, .. }
            | Self::FloatCompare { lhs, rhs, .. } => {
                $visit(lhs);
                $visit(rhs);
            }
            Self::Select { cond: a, then: b, other: c }
            | Self::FusedMulAdd { a, b, c }
            | Self::FunnelShift { hi: a, lo: b, amount: c, .. }
            | Self::MemCopy { dst: a, src: b, len: c, .. }
            | Self::MemSet { dst: a, byte: b, len: c } => {
                $visit(a);
                $visit(b);
                $visit(c);
            }
            Self::Offset { base, index, .. } => {
                $visit(base);
                if let Some(index) = index {
                    $visit(index);
                }
            }
            Self::Load { addr, .. } | Self::Lifetime { addr, .. } | Self::ObjectSize { addr } => {
                $visit(addr);
            }
            Self::Store { addr, value, .. } => {
                $visit(addr);
                $visit(value);
            }
            Self::Alloca { size, .. } => $visit(size),
            Self::StackRestore { mark } => $visit(mark),
            Self::Call { callee, args, .. } => {
                if let Callee::Indirect(target) = callee {
                    $visit(target);
                }
                for arg in args {
                    $visit(arg);
                }
            }
            Self::StackSave | Self::Unsupported { .. } => {}
        }
    };
}

impl InstKind {
    /// Calls `visit` on every value used, in operand order.
    pub fn for_each_use(&self, mut visit: impl FnMut(Value)) {
        let mut visit = |value: &Value| visit(*value);
        visit_operands!(self, visit);
    }

    /// Replaces every value used, in operand order.
    pub fn map_uses(&mut self, mut map: impl FnMut(Value) -> Value) {
        let mut replace = |value: &mut Value| *value = map(*value);
        visit_operands!(self, replace);
    }

    /// Whether it may be dropped when its results are unused.
    pub fn is_pure(&self) -> bool {
        match self {
            Self::Binary { op, .. } => !op.is_division() && !op.is_shift(),
            Self::Unary { .. }
            | Self::Overflow { .. }
            | Self::IntCompare { .. }
            | Self::FloatCompare { .. }
            | Self::Cast { .. }
            | Self::Select { .. }
            | Self::FusedMulAdd { .. }
            | Self::FunnelShift { .. }
            | Self::Offset { .. }
            | Self::ObjectSize { .. } => true,
            _ => false,
        }
    }
}
