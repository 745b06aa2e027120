//! What the debug information says about functions and types of the source.
//!
//! Used to make symbolic inputs of the right shape and to speak to the user in the source's
//! words; never to decide what an instruction does.

use crate::{DebugType, Loc};

/// A type, or nothing for `void`.
pub type DebugTypeRef = DebugType;

/// How the bits of a basic type are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Encoding {
    /// Signed integer.
    Signed,
    /// Unsigned integer.
    Unsigned,
    /// Signed character.
    SignedChar,
    /// Unsigned character.
    UnsignedChar,
    /// Truth value.
    Bool,
    /// Floating-point number.
    Float,
    /// Anything else (complex numbers, fixed point).
    Other,
}

/// A member of a structure or union.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Member {
    /// Its name; empty for an anonymous one.
    pub name: String,
    /// Its type.
    pub ty: Option<DebugTypeRef>,
    /// Where it starts.
    pub offset_bits: u64,
    /// Its size.
    pub size_bits: u64,
    /// Whether it is a bit-field.
    pub bit_field: bool,
}

/// A type of the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum DebugTypeData {
    /// `int`, `double`, …
    Basic { name: String, size_bits: u64, encoding: Encoding },
    /// A pointer to a type, or `void *`.
    Pointer { to: Option<DebugTypeRef> },
    /// `typedef`.
    Alias { name: String, of: Option<DebugTypeRef> },
    /// `const`, `volatile`, `restrict`, `_Atomic`.
    Qualified { of: Option<DebugTypeRef> },
    /// A structure or class; without members when only declared.
    Struct { name: String, size_bits: u64, members: Vec<Member> },
    /// A union.
    Union { name: String, size_bits: u64, members: Vec<Member> },
    /// An array with its dimensions, outermost first; `None` where unknown.
    Array { of: Option<DebugTypeRef>, counts: Vec<Option<u64>> },
    /// An enumeration.
    Enum { name: String, size_bits: u64, values: Vec<(String, i64)> },
    /// A function's type.
    Function { result: Option<DebugTypeRef>, params: Vec<Option<DebugTypeRef>>, variadic: bool },
    /// Something not described.
    Unknown,
}

/// A parameter or variable of the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DebugVariable {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Option<DebugTypeRef>,
}

/// A function of the source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DebugFunction {
    /// Where it is defined.
    pub loc: Loc,
    /// Its result type, none for `void`.
    pub result: Option<DebugTypeRef>,
    /// Its parameters as written, before flattening.
    pub params: Vec<DebugVariable>,
}
