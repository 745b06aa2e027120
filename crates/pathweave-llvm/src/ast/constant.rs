//! Constants: plain values, aggregates, addresses and constant expressions.
//!
//! Every constant carries its type. A bitcast between pointers of one address space is the pointer
//! itself (that is all typed pointers leave behind). The parts of a constant have smaller ids than
//! the constant, so walking down always ends.

use std::fmt;

use super::function::BlockId;
use super::instruction::{ArithFlags, BinaryOp, CastOp, FloatPredicate, IntPredicate};
use super::module::GlobalId;
use super::types::TypeId;

/// A constant of a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConstId(pub u32);

impl fmt::Debug for ConstId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

/// A constant with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Constant {
    /// The type.
    pub ty: TypeId,
    /// The value.
    pub kind: ConstKind,
}

/// The value of a constant.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstKind {
    /// An integer of at most 64 bits, zero-extended.
    Int(u64),
    /// An integer of more than 64 bits: ⌈width/64⌉ limbs, least significant first, the unused bits
    /// of the last one zero.
    WideInt(Box<[u64]>),
    /// The bits of a float of at most 64 bits (half, bfloat, float, double), in its own format.
    Float(u64),
    /// The bits of an `x86_fp80`, `fp128` or `ppc_fp128`, least significant limb first.
    WideFloat([u64; 2]),
    /// The null pointer.
    Null,
    /// All bits zero, of any type.
    Zero,
    /// `undef`
    Undef,
    /// `poison`
    Poison,
    /// The `none` token.
    None,
    /// The elements of an array, struct or vector.
    Aggregate(Box<[ConstId]>),
    /// `c"…"`: the bytes of an array of `i8`.
    Bytes(Box<[u8]>),
    /// All elements of a vector are this one (`splat (T v)`).
    Splat(ConstId),
    /// The address of a global variable, function, alias or ifunc.
    Global(GlobalId),
    /// The address of a block of a function.
    BlockAddress {
        /// The function.
        function: GlobalId,
        /// Its block; `None` where the function has no body.
        block: Option<BlockId>,
    },
    /// `dso_local_equivalent @f`: behaves as `f`.
    DsoLocalEquivalent(GlobalId),
    /// `no_cfi @f`: the address of `f`.
    NoCfi(GlobalId),
    /// `ptrauth (ptr p, …)`: a signed pointer; the pointer.
    PtrAuth(ConstId),
    /// A computed constant.
    Expr(Box<ConstExpr>),
}

/// Flags of a `getelementptr`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct GepFlags {
    /// `inbounds`
    pub inbounds: bool,
    /// `nusw` (implied by `inbounds`, not set by it)
    pub nusw: bool,
    /// `nuw`
    pub nuw: bool,
}

/// A constant expression.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstExpr {
    /// `getelementptr`
    Gep {
        /// Flags (`inrange` is skipped).
        flags: GepFlags,
        /// The type that the first index counts.
        source: TypeId,
        /// The base, a pointer.
        base: ConstId,
        /// The indices.
        indices: Box<[ConstId]>,
    },
    /// A conversion to the type of the constant.
    Cast(CastOp, ConstId),
    /// A binary operation.
    Binary(BinaryOp, ArithFlags, ConstId, ConstId),
    /// `fneg`
    FNeg(ConstId),
    /// `icmp`
    ICmp(IntPredicate, ConstId, ConstId),
    /// `fcmp`
    FCmp(FloatPredicate, ConstId, ConstId),
    /// `select`
    Select(ConstId, ConstId, ConstId),
    /// `extractelement` vector, index
    ExtractElement(ConstId, ConstId),
    /// `insertelement` vector, element, index
    InsertElement(ConstId, ConstId, ConstId),
    /// `shufflevector` a, b, mask
    ShuffleVector(ConstId, ConstId, ConstId),
    /// `extractvalue` aggregate, indices
    ExtractValue(ConstId, Box<[u32]>),
    /// `insertvalue` aggregate, element, indices
    InsertValue(ConstId, ConstId, Box<[u32]>),
}
