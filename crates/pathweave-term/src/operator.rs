//! The one table of operators. Printer, parser, evaluator, builders and
//! bit-blaster read it. An operator marked `derived` is expanded by its builder
//! (see `derive.rs`) and never occurs inside a term.

/// How an operator's sorts are checked and its result's sort is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortRule {
    /// Constants, variables and applications: the sort is their own.
    Leaf,
    /// Booleans to a boolean.
    Connective,
    /// Operands of one sort to a boolean.
    Equality,
    /// Condition and two operands of one sort.
    Choice,
    /// Bit-vectors of one width to the same width.
    Bits,
    /// Bit-vectors of one width to a boolean.
    Predicate,
    /// Bit-vectors of one width to a single bit.
    Compare,
    /// Bit-vectors of any widths to their sum.
    Join,
    /// One bit-vector and two numbers: highest and lowest bit.
    Slice,
    /// One bit-vector and a number of bits to add.
    Extend,
    /// One bit-vector and a count of copies.
    Repeat,
    /// One bit-vector and a distance.
    Rotate,
    /// Array and index.
    Read,
    /// Array, index and element.
    Write,
    /// An element, giving an array (the sort is named by `as`).
    Fill,
}

/// Whether an operator can stand inside a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Core,
    Derived,
}

/// How operands beyond the arity chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// Exactly the arity.
    No,
    /// `(op a b c)` is `(op (op a b) c)`.
    Left,
    /// `(op a b c)` is `(op a (op b c))`.
    Right,
    /// `(op a b c)` is `(and (op a b) (op b c))`.
    Pairs,
    /// Every two operands.
    All,
}

struct Row {
    name: &'static str,
    arity: u8,
    rule: SortRule,
    commutative: bool,
    place: Place,
    chain: Chain,
}

macro_rules! operators {
    ($($(#[$doc:meta])* $op:ident $name:literal $arity:literal $rule:ident $commutes:ident $place:ident $chain:ident;)*) => {
        /// An operator.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Op { $($(#[$doc])* $op,)* }

        const TABLE: &[Row] = &[$(Row {
            name: $name,
            arity: $arity,
            rule: SortRule::$rule,
            commutative: matches!(Commutes::$commutes, Commutes::Yes),
            place: Place::$place,
            chain: Chain::$chain,
        },)*];

        /// Every operator, in the table's order.
        const ALL: &[Op] = &[$(Op::$op,)*];
    };
}

enum Commutes {
    Yes,
    No,
}

operators! {
    /// A constant.
    Const "" 0 Leaf No Core No;
    /// A variable.
    Var "" 0 Leaf No Core No;
    /// An application of an uninterpreted function; its arguments are a slice.
    Apply "" 0 Leaf No Core No;
    /// Negation.
    Not "not" 1 Connective No Core No;
    /// Conjunction.
    And "and" 2 Connective Yes Core Left;
    /// Disjunction: a negated conjunction of negations.
    Or "or" 2 Connective Yes Derived Left;
    /// Exclusive or.
    Xor "xor" 2 Connective Yes Derived Left;
    /// Implication.
    Implies "=>" 2 Connective No Derived Right;
    /// Equality of any sort.
    Eq "=" 2 Equality Yes Core Pairs;
    /// Pairwise difference.
    Distinct "distinct" 2 Equality Yes Derived All;
    /// Choice between two terms of any sort.
    Ite "ite" 3 Choice No Core No;
    /// Complement of every bit.
    BvNot "bvnot" 1 Bits No Core No;
    /// Two's complement.
    BvNeg "bvneg" 1 Bits No Core No;
    /// Bitwise and.
    BvAnd "bvand" 2 Bits Yes Core Left;
    /// Bitwise or.
    BvOr "bvor" 2 Bits Yes Core Left;
    /// Bitwise exclusive or.
    BvXor "bvxor" 2 Bits Yes Core Left;
    /// Complement of `bvand`.
    BvNand "bvnand" 2 Bits Yes Derived No;
    /// Complement of `bvor`.
    BvNor "bvnor" 2 Bits Yes Derived No;
    /// Complement of `bvxor`.
    BvXnor "bvxnor" 2 Bits Yes Derived No;
    /// Sum.
    BvAdd "bvadd" 2 Bits Yes Core Left;
    /// Difference: a sum with a negation.
    BvSub "bvsub" 2 Bits No Derived Left;
    /// Product.
    BvMul "bvmul" 2 Bits Yes Core Left;
    /// Unsigned quotient.
    BvUdiv "bvudiv" 2 Bits No Core No;
    /// Unsigned remainder.
    BvUrem "bvurem" 2 Bits No Core No;
    /// Signed quotient.
    BvSdiv "bvsdiv" 2 Bits No Core No;
    /// Signed remainder, with the sign of the dividend.
    BvSrem "bvsrem" 2 Bits No Core No;
    /// Signed remainder, with the sign of the divisor.
    BvSmod "bvsmod" 2 Bits No Core No;
    /// Shift left.
    BvShl "bvshl" 2 Bits No Core No;
    /// Shift right with zeros.
    BvLshr "bvlshr" 2 Bits No Core No;
    /// Shift right with the sign.
    BvAshr "bvashr" 2 Bits No Core No;
    /// Unsigned less than.
    BvUlt "bvult" 2 Predicate No Core No;
    /// Unsigned at most.
    BvUle "bvule" 2 Predicate No Derived No;
    /// Unsigned greater than.
    BvUgt "bvugt" 2 Predicate No Derived No;
    /// Unsigned at least.
    BvUge "bvuge" 2 Predicate No Derived No;
    /// Signed less than.
    BvSlt "bvslt" 2 Predicate No Core No;
    /// Signed at most.
    BvSle "bvsle" 2 Predicate No Derived No;
    /// Signed greater than.
    BvSgt "bvsgt" 2 Predicate No Derived No;
    /// Signed at least.
    BvSge "bvsge" 2 Predicate No Derived No;
    /// Equality as one bit.
    BvComp "bvcomp" 2 Compare Yes Derived No;
    /// Whether negation overflows.
    BvNego "bvnego" 1 Predicate No Derived No;
    /// Whether an unsigned sum overflows.
    BvUaddo "bvuaddo" 2 Predicate Yes Derived No;
    /// Whether a signed sum overflows.
    BvSaddo "bvsaddo" 2 Predicate Yes Derived No;
    /// Whether an unsigned product overflows.
    BvUmulo "bvumulo" 2 Predicate Yes Derived No;
    /// Whether a signed product overflows.
    BvSmulo "bvsmulo" 2 Predicate Yes Derived No;
    /// Whether an unsigned difference overflows.
    BvUsubo "bvusubo" 2 Predicate No Derived No;
    /// Whether a signed difference overflows.
    BvSsubo "bvssubo" 2 Predicate No Derived No;
    /// Whether a signed quotient overflows.
    BvSdivo "bvsdivo" 2 Predicate No Derived No;
    /// High part and low part joined.
    Concat "concat" 2 Join No Core Right;
    /// Some of the bits.
    Extract "extract" 1 Slice No Core No;
    /// Widened with zeros.
    ZeroExtend "zero_extend" 1 Extend No Core No;
    /// Widened with the sign.
    SignExtend "sign_extend" 1 Extend No Core No;
    /// Copies joined.
    Repeat "repeat" 1 Repeat No Derived No;
    /// Rotated left by a constant.
    RotateLeft "rotate_left" 1 Rotate No Derived No;
    /// Rotated right by a constant.
    RotateRight "rotate_right" 1 Rotate No Derived No;
    /// An array's element.
    Select "select" 2 Read No Core No;
    /// An array with one element replaced.
    Store "store" 3 Write No Core No;
    /// An array with the same element everywhere.
    ConstArray "const" 1 Fill No Core No;
}

impl Op {
    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Every operator.
    pub fn all() -> &'static [Op] {
        ALL
    }

    pub(crate) fn from_number(number: u32) -> Op {
        ALL[number as usize]
    }

    /// The SMT-LIB name; empty for leaves.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The number of operands; 0 for leaves and applications.
    pub fn arity(self) -> usize {
        usize::from(self.row().arity)
    }

    /// The sort rule.
    pub fn sort_rule(self) -> SortRule {
        self.row().rule
    }

    /// Whether two operands may be exchanged.
    pub fn is_commutative(self) -> bool {
        self.row().commutative
    }

    /// Whether it does not matter how a chain of it is put in brackets.
    pub fn is_associative(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor | Self::BvAnd | Self::BvOr | Self::BvXor)
            || matches!(self, Self::BvAdd | Self::BvMul)
    }

    /// Whether builders expand this operator.
    pub fn is_derived(self) -> bool {
        self.row().place == Place::Derived
    }

    /// How more operands than the arity chain.
    pub fn chain(self) -> Chain {
        self.row().chain
    }

    /// How many numbers stand after the name in `(_ name …)`.
    pub fn indices(self) -> usize {
        match self.sort_rule() {
            SortRule::Slice => 2,
            SortRule::Extend | SortRule::Repeat | SortRule::Rotate => 1,
            _ => 0,
        }
    }

    /// The operator with this SMT-LIB name.
    pub fn from_name(name: &str) -> Option<Op> {
        let op = match ALL.iter().position(|op| op.name() == name) {
            Some(found) => ALL[found],
            None => return None,
        };
        (op.sort_rule() != SortRule::Leaf && op != Op::ConstArray).then_some(op)
    }
}
