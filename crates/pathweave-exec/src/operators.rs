//! The IR's integer operators on terms: pure builders, nothing of a state.
//!
//! Each is the term form of what `value` computes on numbers, without its undefined bits.

use pathweave_bits::BitVec;
use pathweave_ir::{BinaryOp, CastOp, IntPredicate, OverflowOp, UnaryOp};
use pathweave_term::{Term, TermStore};

pub(crate) fn fit(terms: &mut TermStore, term: Term, width: u32) -> Term {
    match terms.width(term).cmp(&width) {
        std::cmp::Ordering::Less => terms.zero_extend(term, width),
        std::cmp::Ordering::Equal => term,
        std::cmp::Ordering::Greater => terms.extract(term, width - 1, 0),
    }
}

/// A truth value as one bit.
pub(crate) fn bit(terms: &mut TermStore, holds: Term) -> Term {
    let (one, zero) = (terms.bv_u64(1, 1), terms.bv_u64(1, 0));
    terms.ite(holds, one, zero)
}

/// One bit as a truth value.
pub(crate) fn truth(terms: &mut TermStore, bit: Term) -> Term {
    let zero = terms.bv_const(&BitVec::zero(terms.width(bit)));
    let is_zero = terms.eq(bit, zero);
    terms.not(is_zero)
}

pub(crate) fn or(terms: &mut TermStore, a: Term, b: Term) -> Term {
    let (a, b) = (terms.not(a), terms.not(b));
    let neither = terms.and(a, b);
    terms.not(neither)
}

pub(crate) fn compare(terms: &mut TermStore, predicate: IntPredicate, a: Term, b: Term) -> Term {
    use IntPredicate as P;
    match predicate {
        P::Eq => terms.eq(a, b),
        P::Ne => {
            let equal = terms.eq(a, b);
            terms.not(equal)
        }
        P::Ult => terms.bv_ult(a, b),
        P::Ugt => terms.bv_ult(b, a),
        P::Slt => terms.bv_slt(a, b),
        P::Sgt => terms.bv_slt(b, a),
        P::Uge => {
            let less = terms.bv_ult(a, b);
            terms.not(less)
        }
        P::Ule => {
            let greater = terms.bv_ult(b, a);
            terms.not(greater)
        }
        P::Sge => {
            let less = terms.bv_slt(a, b);
            terms.not(less)
        }
        P::Sle => {
            let greater = terms.bv_slt(b, a);
            terms.not(greater)
        }
    }
}

pub(crate) fn minimum(terms: &mut TermStore, predicate: IntPredicate, a: Term, b: Term) -> Term {
    let first = compare(terms, predicate, a, b);
    terms.ite(first, a, b)
}

pub(crate) fn binary(terms: &mut TermStore, op: BinaryOp, a: Term, b: Term) -> Term {
    let width = terms.width(a);
    match op {
        BinaryOp::Add => terms.bv_add(a, b),
        BinaryOp::Sub => {
            let negated = terms.bv_neg(b);
            terms.bv_add(a, negated)
        }
        BinaryOp::Mul => terms.bv_mul(a, b),
        BinaryOp::UDiv => terms.bv_udiv(a, b),
        BinaryOp::SDiv => terms.bv_sdiv(a, b),
        BinaryOp::URem => terms.bv_urem(a, b),
        BinaryOp::SRem => terms.bv_srem(a, b),
        BinaryOp::Shl => terms.bv_shl(a, b),
        BinaryOp::LShr => terms.bv_lshr(a, b),
        BinaryOp::AShr => terms.bv_ashr(a, b),
        BinaryOp::And => terms.bv_and(a, b),
        BinaryOp::Or => terms.bv_or(a, b),
        BinaryOp::Xor => terms.bv_xor(a, b),
        BinaryOp::SMin => minimum(terms, IntPredicate::Slt, a, b),
        BinaryOp::SMax => minimum(terms, IntPredicate::Sgt, a, b),
        BinaryOp::UMin => minimum(terms, IntPredicate::Ult, a, b),
        BinaryOp::UMax => minimum(terms, IntPredicate::Ugt, a, b),
        BinaryOp::UAddSat | BinaryOp::USubSat | BinaryOp::SAddSat | BinaryOp::SSubSat => {
            saturating(terms, op, a, b)
        }
        BinaryOp::UShlSat | BinaryOp::SShlSat => {
            let shifted = terms.bv_shl(a, b);
            let back = match op {
                BinaryOp::UShlSat => terms.bv_lshr(shifted, b),
                _ => terms.bv_ashr(shifted, b),
            };
            let same = terms.eq(back, a);
            let limit = match op {
                BinaryOp::UShlSat => terms.bv_const(&BitVec::ones(width)),
                _ => signed_limit(terms, a),
            };
            terms.ite(same, shifted, limit)
        }
        _ => unreachable!("{op:?} is not an integer operator"),
    }
}

/// The largest value of the sign of `a`.
pub(crate) fn signed_limit(terms: &mut TermStore, a: Term) -> Term {
    let width = terms.width(a);
    let zero = terms.bv_const(&BitVec::zero(width));
    let negative = terms.bv_slt(a, zero);
    let least = terms.bv_const(&BitVec::min_signed(width));
    let greatest = terms.bv_const(&BitVec::max_signed(width));
    terms.ite(negative, least, greatest)
}

pub(crate) fn saturating(terms: &mut TermStore, op: BinaryOp, a: Term, b: Term) -> Term {
    let width = terms.width(a);
    let (overflow_op, limit) = match op {
        BinaryOp::UAddSat => (OverflowOp::UAdd, terms.bv_const(&BitVec::ones(width))),
        BinaryOp::USubSat => (OverflowOp::USub, terms.bv_const(&BitVec::zero(width))),
        BinaryOp::SAddSat => (OverflowOp::SAdd, signed_limit(terms, a)),
        _ => (OverflowOp::SSub, signed_limit(terms, a)),
    };
    let (value, flag) = overflow(terms, overflow_op, a, b);
    let flag = truth(terms, flag);
    terms.ite(flag, limit, value)
}

/// The wrapped value, and one bit that says whether it wrapped: the result is computed wide
/// enough not to, and compared.
pub(crate) fn overflow(terms: &mut TermStore, op: OverflowOp, a: Term, b: Term) -> (Term, Term) {
    use OverflowOp as O;
    let width = terms.width(a);
    let wide = match op {
        O::UMul | O::SMul => 2 * width,
        _ => width + 1,
    };
    let signed = matches!(op, O::SAdd | O::SSub | O::SMul);
    let extend = |terms: &mut TermStore, t: Term| {
        if signed { terms.sign_extend(t, wide) } else { terms.zero_extend(t, wide) }
    };
    let (x, y) = (extend(terms, a), extend(terms, b));
    let exact = match op {
        O::UAdd | O::SAdd => terms.bv_add(x, y),
        O::USub | O::SSub => {
            let negated = terms.bv_neg(y);
            terms.bv_add(x, negated)
        }
        O::UMul | O::SMul => terms.bv_mul(x, y),
    };
    let value = terms.extract(exact, width - 1, 0);
    let back = extend(terms, value);
    let fits = terms.eq(back, exact);
    let overflows = terms.not(fits);
    (value, bit(terms, overflows))
}

/// Whether plain signed arithmetic overflows; `None` for operators that never do.
pub(crate) fn signed_overflow(
    terms: &mut TermStore,
    op: BinaryOp,
    a: Term,
    b: Term,
) -> Option<Term> {
    let op = match op {
        BinaryOp::Add => OverflowOp::SAdd,
        BinaryOp::Sub => OverflowOp::SSub,
        BinaryOp::Mul => OverflowOp::SMul,
        _ => return None,
    };
    let (_, flag) = overflow(terms, op, a, b);
    Some(truth(terms, flag))
}

pub(crate) fn cast(terms: &mut TermStore, op: CastOp, arg: Term, width: u32) -> Option<Term> {
    Some(match op {
        CastOp::Trunc => terms.extract(arg, width - 1, 0),
        CastOp::ZExt => terms.zero_extend(arg, width),
        CastOp::SExt => terms.sign_extend(arg, width),
        CastOp::Bitcast => arg,
        CastOp::PtrToInt | CastOp::IntToPtr => fit(terms, arg, width),
        _ => return None,
    })
}

pub(crate) fn unary(terms: &mut TermStore, op: UnaryOp, arg: Term) -> Option<Term> {
    let width = terms.width(arg);
    Some(match op {
        UnaryOp::Freeze => arg,
        UnaryOp::ByteSwap => {
            let mut result = terms.extract(arg, 7, 0);
            for byte in 1..width / 8 {
                let next = terms.extract(arg, 8 * byte + 7, 8 * byte);
                result = terms.concat(result, next);
            }
            result
        }
        UnaryOp::BitReverse => {
            let mut result = terms.extract(arg, 0, 0);
            for at in 1..width {
                let next = terms.extract(arg, at, at);
                result = terms.concat(result, next);
            }
            result
        }
        UnaryOp::Abs => {
            let zero = terms.bv_const(&BitVec::zero(width));
            let negative = terms.bv_slt(arg, zero);
            let negated = terms.bv_neg(arg);
            terms.ite(negative, negated, arg)
        }
        UnaryOp::CountOnes => {
            let mut sum = terms.bv_const(&BitVec::zero(width));
            for at in 0..width {
                let one = terms.extract(arg, at, at);
                let one = terms.zero_extend(one, width);
                sum = terms.bv_add(sum, one);
            }
            sum
        }
        UnaryOp::LeadingZeros | UnaryOp::TrailingZeros => {
            // The last bit that is looked at wins: from the far end to the near one.
            let mut result = terms.bv_u64(width, u64::from(width));
            for count in (0..width).rev() {
                let at = if op == UnaryOp::LeadingZeros { width - 1 - count } else { count };
                let one = terms.extract(arg, at, at);
                let set = truth(terms, one);
                let here = terms.bv_u64(width, u64::from(count));
                result = terms.ite(set, here, result);
            }
            result
        }
        _ => return None,
    })
}

pub(crate) fn funnel_shift(
    terms: &mut TermStore,
    left: bool,
    hi: Term,
    lo: Term,
    amount: Term,
) -> Term {
    let width = terms.width(hi);
    let both = terms.concat(hi, lo);
    let modulus = terms.bv_const(&BitVec::from_u64(width, u64::from(width)));
    let by = if width.is_power_of_two() && width > 1 {
        let mask = terms.bv_u64(width, u64::from(width - 1));
        terms.bv_and(amount, mask)
    } else {
        terms.bv_urem(amount, modulus)
    };
    let by = terms.zero_extend(by, 2 * width);
    if left {
        let shifted = terms.bv_shl(both, by);
        terms.extract(shifted, 2 * width - 1, width)
    } else {
        let shifted = terms.bv_lshr(both, by);
        terms.extract(shifted, width - 1, 0)
    }
}
