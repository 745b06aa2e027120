//! The types of IR values: integers of any width, pointers, floating-point numbers.
//!
//! There are no aggregates and no vectors: lowering flattens them, so that a function may take
//! and return several values. A pointer is 64 bits wide in memory.

use std::fmt;

/// The format of a floating-point value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    /// IEEE binary16.
    Half,
    /// bfloat16.
    BFloat,
    /// IEEE binary32.
    Single,
    /// IEEE binary64.
    Double,
    /// x87 80-bit extended precision, 16 bytes in memory.
    X87,
    /// IEEE binary128.
    Quad,
}

impl FloatKind {
    /// Bits that carry the value.
    pub fn bits(self) -> u32 {
        match self {
            Self::Half | Self::BFloat => 16,
            Self::Single => 32,
            Self::Double => 64,
            Self::X87 => 80,
            Self::Quad => 128,
        }
    }

    /// The name in the text form.
    pub fn name(self) -> &'static str {
        match self {
            Self::Half => "f16",
            Self::BFloat => "bf16",
            Self::Single => "f32",
            Self::Double => "f64",
            Self::X87 => "f80",
            Self::Quad => "f128",
        }
    }
}

/// The type of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// An integer of so many bits, 1 to 2^23.
    Int(u32),
    /// An address; 64 bits.
    Ptr,
    /// A floating-point number.
    Float(FloatKind),
}

impl Type {
    /// A truth value.
    pub const BOOL: Self = Self::Int(1);
    /// A byte.
    pub const I8: Self = Self::Int(8);
    /// A 32-bit integer.
    pub const I32: Self = Self::Int(32);
    /// A 64-bit integer, as sizes and offsets are.
    pub const I64: Self = Self::Int(64);
    /// IEEE binary32.
    pub const F32: Self = Self::Float(FloatKind::Single);
    /// IEEE binary64.
    pub const F64: Self = Self::Float(FloatKind::Double);

    /// Bits that carry the value.
    pub fn bits(self) -> u32 {
        match self {
            Self::Int(width) => width,
            Self::Ptr => 64,
            Self::Float(kind) => kind.bits(),
        }
    }

    /// Bytes that a load or store of this type touches.
    pub fn bytes(self) -> u64 {
        u64::from(self.bits()).div_ceil(8)
    }

    /// Whether a value fits one 64-bit machine word.
    pub fn is_word(self) -> bool {
        self.bits() <= 64
    }

    /// Whether this is an integer type.
    pub fn is_int(self) -> bool {
        matches!(self, Self::Int(_))
    }

    /// Whether this is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Self::Float(_))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(width) => write!(f, "i{width}"),
            Self::Ptr => f.write_str("ptr"),
            Self::Float(kind) => f.write_str(kind.name()),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
