//! The operators of instructions, each named once.
//!
//! The text form's printer and parser, the verifier and the interpreter's decoder read these
//! tables; an operator's name is its `name()`, and `from_name` is its inverse.

/// Declares an operator enum with the names of the text form.
macro_rules! operators {
    ($(#[$doc:meta])* $enum:ident { $($(#[$vdoc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $enum { $($(#[$vdoc])* $variant,)* }

        impl $enum {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in the text form.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The operator of this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

operators! {
    /// `result = op arg`, same type in and out unless said.
    UnaryOp {
        /// Count of one bits.
        CountOnes = "ctpop",
        /// Count of leading zeros; the width for zero.
        LeadingZeros = "ctlz",
        /// Count of trailing zeros; the width for zero.
        TrailingZeros = "cttz",
        /// Bytes reversed; the width is a multiple of 16.
        ByteSwap = "bswap",
        /// Bits reversed.
        BitReverse = "bitreverse",
        /// Absolute value; the least signed value maps to itself.
        Abs = "abs",
        /// An undefined value becomes some fixed one; any type.
        Freeze = "freeze",
        /// Floating-point negation (flips the sign bit).
        FloatNeg = "fneg",
        /// Floating-point absolute value (clears the sign bit).
        FloatAbs = "fabs",
        /// Square root.
        FloatSqrt = "fsqrt",
        /// Rounds towards minus infinity.
        FloatFloor = "ffloor",
        /// Rounds towards plus infinity.
        FloatCeil = "fceil",
        /// Rounds towards zero.
        FloatTrunc = "ftrunc",
        /// Rounds to nearest, ties to even (`rint`, `nearbyint`, `roundeven`).
        FloatRint = "frint",
        /// Rounds to nearest, ties away from zero.
        FloatRound = "fround",
    }
}

operators! {
    /// `result = op lhs, rhs`, all of one type (shift amounts included).
    BinaryOp {
        /// Sum.
        Add = "add",
        /// Difference.
        Sub = "sub",
        /// Product.
        Mul = "mul",
        /// Unsigned quotient; division by zero is a finding.
        UDiv = "udiv",
        /// Signed quotient, rounding towards zero.
        SDiv = "sdiv",
        /// Unsigned remainder.
        URem = "urem",
        /// Signed remainder, sign of the dividend.
        SRem = "srem",
        /// Shift left; an amount of the width or more is a finding.
        Shl = "shl",
        /// Logical shift right.
        LShr = "lshr",
        /// Arithmetic shift right.
        AShr = "ashr",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Signed minimum.
        SMin = "smin",
        /// Signed maximum.
        SMax = "smax",
        /// Unsigned minimum.
        UMin = "umin",
        /// Unsigned maximum.
        UMax = "umax",
        /// Saturating unsigned sum.
        UAddSat = "uadd.sat",
        /// Saturating signed sum.
        SAddSat = "sadd.sat",
        /// Saturating unsigned difference.
        USubSat = "usub.sat",
        /// Saturating signed difference.
        SSubSat = "ssub.sat",
        /// Saturating unsigned left shift.
        UShlSat = "ushl.sat",
        /// Saturating signed left shift.
        SShlSat = "sshl.sat",
        /// Floating-point sum.
        FAdd = "fadd",
        /// Floating-point difference.
        FSub = "fsub",
        /// Floating-point product.
        FMul = "fmul",
        /// Floating-point quotient.
        FDiv = "fdiv",
        /// Floating-point remainder as `fmod`.
        FRem = "frem",
        /// Minimum; the other operand when one is not a number (`fmin`).
        FMin = "fmin",
        /// Maximum; the other operand when one is not a number (`fmax`).
        FMax = "fmax",
        /// Minimum that propagates not-a-number (IEEE 754-2019 minimum).
        FMinimum = "fminimum",
        /// Maximum that propagates not-a-number.
        FMaximum = "fmaximum",
        /// Magnitude of the first, sign of the second.
        CopySign = "fcopysign",
    }
}

impl BinaryOp {
    /// Whether the operands are floating-point numbers.
    pub fn is_float(self) -> bool {
        self >= Self::FAdd
    }

    /// Whether this is a shift whose amount must be below the width.
    pub fn is_shift(self) -> bool {
        matches!(self, Self::Shl | Self::LShr | Self::AShr)
    }

    /// Whether bits of one operand may make bits of the other meaningless.
    pub fn masks(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Mul) || self.is_shift()
    }

    /// Whether this divides, so that a zero divisor is a finding.
    pub fn is_division(self) -> bool {
        matches!(self, Self::UDiv | Self::SDiv | Self::URem | Self::SRem)
    }
}

impl UnaryOp {
    /// Whether the operand is a floating-point number ([`Freeze`](Self::Freeze) takes any type).
    pub fn is_float(self) -> bool {
        self >= Self::FloatNeg
    }
}

operators! {
    /// Arithmetic with two results: the wrapped value and whether it overflowed.
    OverflowOp {
        /// Unsigned sum.
        UAdd = "uadd.overflow",
        /// Signed sum.
        SAdd = "sadd.overflow",
        /// Unsigned difference.
        USub = "usub.overflow",
        /// Signed difference.
        SSub = "ssub.overflow",
        /// Unsigned product.
        UMul = "umul.overflow",
        /// Signed product.
        SMul = "smul.overflow",
    }
}

operators! {
    /// `result = op arg` with another result type.
    CastOp {
        /// Drops high bits.
        Trunc = "trunc",
        /// Fills with zeros.
        ZExt = "zext",
        /// Fills with the sign.
        SExt = "sext",
        /// To a narrower floating-point format.
        FpTrunc = "fptrunc",
        /// To a wider floating-point format.
        FpExt = "fpext",
        /// To an unsigned integer, towards zero; out of range is undefined.
        FpToUi = "fptoui",
        /// To a signed integer, towards zero; out of range is undefined.
        FpToSi = "fptosi",
        /// To an unsigned integer, saturating; not-a-number becomes zero.
        FpToUiSat = "fptoui.sat",
        /// To a signed integer, saturating; not-a-number becomes zero.
        FpToSiSat = "fptosi.sat",
        /// From an unsigned integer.
        UiToFp = "uitofp",
        /// From a signed integer.
        SiToFp = "sitofp",
        /// Same bits, other type of the same width (integer and float).
        Bitcast = "bitcast",
        /// The address as an integer (truncated or zero-extended).
        PtrToInt = "ptrtoint",
        /// An integer as an address.
        IntToPtr = "inttoptr",
    }
}

operators! {
    /// Comparison of integers or pointers.
    IntPredicate {
        /// Equal.
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Unsigned less than.
        Ult = "ult",
        /// Unsigned at most.
        Ule = "ule",
        /// Unsigned greater than.
        Ugt = "ugt",
        /// Unsigned at least.
        Uge = "uge",
        /// Signed less than.
        Slt = "slt",
        /// Signed at most.
        Sle = "sle",
        /// Signed greater than.
        Sgt = "sgt",
        /// Signed at least.
        Sge = "sge",
    }
}

operators! {
    /// Comparison of floating-point numbers: `o…` false and `u…` true when one is not a number.
    FloatPredicate {
        /// Always false.
        False = "false",
        /// Ordered and equal.
        Oeq = "oeq",
        /// Ordered and greater.
        Ogt = "ogt",
        /// Ordered and at least.
        Oge = "oge",
        /// Ordered and less.
        Olt = "olt",
        /// Ordered and at most.
        Ole = "ole",
        /// Ordered and different.
        One = "one",
        /// Both are numbers.
        Ord = "ord",
        /// One is not a number.
        Uno = "uno",
        /// Unordered or equal.
        Ueq = "ueq",
        /// Unordered or greater.
        Ugt = "ugt",
        /// Unordered or at least.
        Uge = "uge",
        /// Unordered or less.
        Ult = "ult",
        /// Unordered or at most.
        Ule = "ule",
        /// Unordered or different.
        Une = "une",
        /// Always true.
        True = "true",
    }
}
