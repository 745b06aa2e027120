//! Derived operators, expanded into core ones, and their builders.

use crate::operator::Op;
use crate::store::{Term, TermStore};
use pathweave_bits::BitVec;

macro_rules! derived_builders {
    ($($(#[$doc:meta])* $name:ident $op:ident;)*) => {
        impl TermStore {
            $($(#[$doc])*
            #[track_caller]
            pub fn $name(&mut self, a: Term, b: Term) -> Term {
                match self.build(Op::$op, &[], &[a, b]) {
                    Ok(term) => term,
                    Err(error) => panic!("{error}"),
                }
            })*
        }
    };
}

derived_builders! {
    /// Disjunction.
    or Or;
    /// Exclusive or of booleans.
    xor Xor;
    /// Implication.
    implies Implies;
    /// Difference of two terms of one sort.
    distinct Distinct;
    /// Difference of two numbers.
    bv_sub BvSub;
    /// Unsigned at most.
    bv_ule BvUle;
    /// Unsigned greater than.
    bv_ugt BvUgt;
    /// Unsigned at least.
    bv_uge BvUge;
    /// Signed at most.
    bv_sle BvSle;
    /// Signed greater than.
    bv_sgt BvSgt;
    /// Signed at least.
    bv_sge BvSge;
    /// Equality as one bit.
    bv_comp BvComp;
    /// Whether an unsigned sum overflows.
    bv_uaddo BvUaddo;
    /// Whether a signed sum overflows.
    bv_saddo BvSaddo;
    /// Whether an unsigned product overflows.
    bv_umulo BvUmulo;
    /// Whether a signed product overflows.
    bv_smulo BvSmulo;
    /// Whether an unsigned difference overflows.
    bv_usubo BvUsubo;
    /// Whether a signed difference overflows.
    bv_ssubo BvSsubo;
    /// Whether a signed quotient overflows.
    bv_sdivo BvSdivo;
}

impl TermStore {
    /// Whether negation overflows.
    #[track_caller]
    pub fn bv_nego(&mut self, a: Term) -> Term {
        let least = self.bv_const(&BitVec::min_signed(self.width(a)));
        self.eq(a, least)
    }

    /// One bit: 1 where the condition holds.
    #[track_caller]
    pub fn bool_to_bit(&mut self, condition: Term) -> Term {
        let (one, zero) = (self.bv_u64(1, 1), self.bv_u64(1, 0));
        self.ite(condition, one, zero)
    }

    /// Expands a derived operator on checked operands.
    pub(crate) fn derive(&mut self, op: Op, numbers: &[u32], args: &[Term]) -> Term {
        match (op, args) {
            (Op::BvNego, &[a]) => self.bv_nego(a),
            (Op::Repeat, &[a]) => (1..numbers[0]).fold(a, |all, _| self.concat(a, all)),
            (Op::RotateLeft, &[a]) => self.rotate_left(a, numbers[0]),
            (Op::RotateRight, &[a]) => {
                let width = self.width(a);
                self.rotate_left(a, width - numbers[0] % width)
            }
            (_, &[a, b]) => self.derive_binary(op, a, b),
            _ => unreachable!("{op:?} with {} checked operands", args.len()),
        }
    }

    fn rotate_left(&mut self, a: Term, by: u32) -> Term {
        let width = self.width(a);
        match by % width {
            0 => a,
            by => {
                let high = self.extract(a, width - 1 - by, 0);
                let low = self.extract(a, width - 1, width - by);
                self.concat(high, low)
            }
        }
    }

    fn derive_binary(&mut self, op: Op, a: Term, b: Term) -> Term {
        match op {
            Op::Or => {
                let (a, b) = (self.not(a), self.not(b));
                let neither = self.and(a, b);
                self.not(neither)
            }
            Op::Implies => {
                let b = self.not(b);
                let broken = self.and(a, b);
                self.not(broken)
            }
            Op::Xor | Op::Distinct => {
                let same = self.eq(a, b);
                self.not(same)
            }
            Op::BvNand => self.inverted(Op::BvAnd, a, b),
            Op::BvNor => self.inverted(Op::BvOr, a, b),
            Op::BvXnor => self.inverted(Op::BvXor, a, b),
            Op::BvSub => {
                let b = self.bv_neg(b);
                self.bv_add(a, b)
            }
            Op::BvUgt => self.bv_ult(b, a),
            Op::BvSgt => self.bv_slt(b, a),
            Op::BvUle => {
                let greater = self.bv_ult(b, a);
                self.not(greater)
            }
            Op::BvUge => {
                let less = self.bv_ult(a, b);
                self.not(less)
            }
            Op::BvSle => {
                let greater = self.bv_slt(b, a);
                self.not(greater)
            }
            Op::BvSge => {
                let less = self.bv_slt(a, b);
                self.not(less)
            }
            Op::BvComp => {
                let same = self.eq(a, b);
                self.bool_to_bit(same)
            }
            _ => self.derive_overflow(op, a, b),
        }
    }

    fn inverted(&mut self, op: Op, a: Term, b: Term) -> Term {
        let all = self.rewrite_binary(op, a, b);
        self.bv_not(all)
    }

    fn derive_overflow(&mut self, op: Op, a: Term, b: Term) -> Term {
        let width = self.width(a);
        match op {
            Op::BvUsubo => self.bv_ult(a, b),
            Op::BvUaddo => {
                let sum = self.bv_add(a, b);
                self.bv_ult(sum, a)
            }
            Op::BvSaddo => {
                let sum = self.bv_add(a, b);
                self.signs_turned(a, b, sum)
            }
            Op::BvSsubo => {
                let difference = self.bv_sub(a, b);
                let not_b = self.bv_not(b);
                self.signs_turned(a, not_b, difference)
            }
            Op::BvUmulo => {
                let (a, b) = (self.zero_extend(a, 2 * width), self.zero_extend(b, 2 * width));
                let product = self.bv_mul(a, b);
                let high = self.extract(product, 2 * width - 1, width);
                let zero = self.bv_u64(width, 0);
                self.distinct(high, zero)
            }
            Op::BvSmulo => {
                let (a, b) = (self.sign_extend(a, 2 * width), self.sign_extend(b, 2 * width));
                let product = self.bv_mul(a, b);
                // It fits if all bits from the sign up are alike.
                let high = self.extract(product, 2 * width - 1, width - 1);
                let zeros = self.bv_u64(width + 1, 0);
                let ones = self.bv_const(&BitVec::ones(width + 1));
                let (low, least) = (self.distinct(high, zeros), self.distinct(high, ones));
                self.and(low, least)
            }
            Op::BvSdivo => {
                let least = self.bv_nego(a);
                let minus_one = self.bv_const(&BitVec::ones(width));
                let by_minus_one = self.eq(b, minus_one);
                self.and(least, by_minus_one)
            }
            _ => unreachable!("{op:?} is not an overflow predicate"),
        }
    }

    /// Both operands have one sign and the result has the other.
    fn signs_turned(&mut self, a: Term, b: Term, result: Term) -> Term {
        let zero = self.bv_u64(self.width(a), 0);
        let (a, b) = (self.bv_slt(a, zero), self.bv_slt(b, zero));
        let result = self.bv_slt(result, zero);
        let (same, turned) = (self.eq(a, b), self.xor(a, result));
        self.and(same, turned)
    }
}
