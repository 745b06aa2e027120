//! The names of the rewrite rules, each with what it matches and what it makes
//! of it, and their counters. To add a rule: a row here, the code in `rewrite/`
//! that calls `fire`, and one or more examples in `tests/rules.txt`.

macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident;)*) => {
        /// A rewrite rule. `k` stands for constants, `0` and `1…1` for the
        /// constants with these bits.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Rule { $($(#[$doc])* $rule,)* }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$rule,)*];
        }
    };
}

rules! {
    /// An operator on constants → its value.
    FoldConstants;
    /// `¬¬a` → `a`, also for `bvnot`, `bvneg`.
    DoubleNegation;
    /// `a ∧ true` → `a`; `a ∧ false` → `false`.
    AndConstant;
    /// `a ∧ a` → `a`.
    AndSame;
    /// `a ∧ ¬a` → `false`; `a ∧ (¬a ∧ b)` → `false`.
    AndComplement;
    /// `a ∧ (a ∧ b)` → `a ∧ b`.
    AndAbsorb;
    /// `a ∧ ¬(a ∧ b)` → `a ∧ ¬b`; `a ∧ ¬(¬a ∧ b)` → `a`.
    AndResolve;
    /// `a = a` → `true`.
    EqSame;
    /// `a = ¬a` → `false`.
    EqComplement;
    /// `a = true` → `a`; `a = false` → `¬a`.
    EqBoolConstant;
    /// `¬a = ¬b` → `a = b`; `¬a = b` → `¬(a = b)`; likewise `bvnot`, `bvneg`.
    EqNegation;
    /// Terms that differ by a known distance are not equal.
    EqDistinct;
    /// `x + k = m` → `x = m - k`; `x ^ k = m` → `x = m ^ k`.
    EqMoveConstant;
    /// `k * x = m` with odd `k` → `x = m / k`.
    EqOddMultiple;
    /// `a + x = a + y` → `x = y`, for sums of any length.
    EqCancel;
    /// `concat(h, l) = k` → `h = k₁ ∧ l = k₀`; likewise two `concat`s cut alike.
    EqSplit;
    /// `zext(x) = k`, `sext(x) = k`, and both sides extended → without.
    EqExtension;
    /// `ite(c, k₁, k₂) = k` → `c`, `¬c` or `false`.
    EqIteConstant;
    /// `ite(c, x, y) = x` → `c ∨ y = x`.
    EqIteBranch;
    /// `x = k` with `k` outside the range of `x` → `false`.
    EqOutOfRange;
    /// `ite(true, a, b)` → `a`; `ite(false, a, b)` → `b`.
    IteConstant;
    /// `ite(c, a, a)` → `a`.
    IteSame;
    /// `ite(¬c, a, b)` → `ite(c, b, a)`.
    IteNegatedCondition;
    /// `ite(c, a, b)` of booleans with a constant, `c` or `¬c` → connectives.
    IteBoolean;
    /// `ite(c, ite(c, a, _), b)` → `ite(c, a, b)`; likewise below.
    IteNested;
    /// `ite(c, a, ite(d, a, b))` → `ite(c ∨ d, a, b)`.
    IteMerge;
    /// `ite(a = b, a, b)` → `b`.
    IteEquality;
    /// `x + 0` → `x`.
    AddZero;
    /// Sums → distinct terms in order, each once with its factor, constant last.
    AddNormal;
    /// `-(a + b)` → `-a + -b`.
    NegSum;
    /// `x * 0` → `0`; `x * 1` → `x`; `x * 1…1` → `-x`.
    MulConstant;
    /// `(x * k) * m` → `x * (k * m)`; `(-x) * m` → `x * -m`.
    MulFactors;
    /// `(x + k) * m` → `x * m + k * m`.
    MulDistribute;
    /// `(-x) * y` → `-(x * y)`.
    MulNegation;
    /// Division by 0, 1 or a power of two → constant, operand, slice.
    DivideConstant;
    /// `x / x` → 1, but all ones if `x` is 0; the remainder is 0.
    DivideSame;
    /// A dividend below the divisor: quotient 0, remainder the dividend.
    DivideSmaller;
    /// Signed division of operands known not to be negative → unsigned.
    DivideUnsigned;
    /// Unsigned division of zero-extended operands → extension of a narrow one.
    DivideNarrow;
    /// `x & 0`, `x & 1…1`, `x | 0`, `x | 1…1`, `x ^ 0`, `x ^ 1…1`.
    BitwiseConstant;
    /// `x & x`, `x | x`, `x ^ x`.
    BitwiseSame;
    /// `x & ~x`, `x | ~x`, `x ^ ~x`.
    BitwiseComplement;
    /// `(x & k) & m` → `x & (k & m)`; likewise `|`, `^`.
    BitwiseFactors;
    /// `~x ^ y` → `~(x ^ y)`.
    XorNegation;
    /// `x & mask` with one run of ones → zeros around a slice of `x`.
    AndMask;
    /// `concat(a, b) op k` → `concat(a op k₁, b op k₀)`.
    BitwiseSplit;
    /// `zext(x) op zext(y)` → `zext(x op y)`.
    BitwiseExtension;
    /// `a | b`, `a ^ b`, `a + b` without common non-zero bits → `concat`.
    JoinDisjoint;
    /// A shift by a constant → slice and padding; of 0 → 0; by too much → padding.
    ShiftConstant;
    /// `ashr` of a value that is not negative → `lshr`.
    ShiftUnsigned;
    /// All bits of `x` → `x`.
    ExtractAll;
    /// A slice of a slice → one slice.
    ExtractExtract;
    /// A slice of a `concat` → slices of its parts.
    ExtractConcat;
    /// A slice of an extension → of the operand, or padding.
    ExtractExtension;
    /// A slice of `ite` between constants → `ite` between slices.
    ExtractIte;
    /// A slice of a bitwise operation → operation on slices.
    ExtractBitwise;
    /// The low bits of a sum, product or negation → the same of low bits.
    ExtractArithmetic;
    /// Adjacent slices or constants joined → one.
    ConcatAdjacent;
    /// `concat(concat(a, b), c)` → `concat(a, concat(b, c))`.
    ConcatAssociate;
    /// `concat(0, x)` → `zext(x)`; `concat(zext(x), y)` → `zext(concat(x, y))`.
    ConcatZero;
    /// An extension of an extension, or by no bit → one or none.
    ExtendExtend;
    /// `x < x` → `false`.
    CompareSame;
    /// Comparison with the least or greatest value → decided, or an equality.
    CompareExtreme;
    /// `k < x` → `¬(x < k + 1)`.
    CompareFlip;
    /// Comparison decided by the operands' ranges.
    CompareRange;
    /// Operands extended alike, or one and a constant → without.
    CompareExtension;
    /// `concat`s with one part in common → comparison of the other.
    CompareConcat;
    /// `ite(c, k₁, k₂) < k` → `c`, `¬c` or a constant.
    CompareIte;
    /// `slt` of operands known not to be negative → `ult`.
    CompareUnsigned;
    /// `concat(h, l) <s 0` → `h <s 0`.
    CompareSign;
    /// A one-bit comparison → connectives.
    CompareBit;
    /// A read of the index just written → the value written.
    SelectHit;
    /// A read past a write to another index → a read of the array before.
    SelectMiss;
    /// A read of a constant array → its element.
    SelectConstant;
    /// A write over a write to the same index → the later one.
    StoreOver;
    /// A write of what is there already → the array.
    StoreSame;
}

/// How often each rule was applied.
#[derive(Clone)]
pub struct RuleCounts {
    counts: [u64; Rule::ALL.len()],
}

impl Default for RuleCounts {
    fn default() -> Self {
        RuleCounts { counts: [0; Rule::ALL.len()] }
    }
}

impl RuleCounts {
    pub(crate) fn fire(&mut self, rule: Rule) {
        self.counts[rule as usize] += 1;
    }

    /// How often a rule was applied.
    pub fn count(&self, rule: Rule) -> u64 {
        self.counts[rule as usize]
    }

    /// How often any rule was applied.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}
