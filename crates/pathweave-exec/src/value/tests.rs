//! The three-valued rules against every completion, at small widths.

use super::*;

const WIDTH: u32 = 3;

/// All values of three bits with any of them undefined.
fn all() -> Vec<Val> {
    let mut out = Vec::new();
    for bits in 0..1 << WIDTH {
        for undef in 0..1 << WIDTH {
            let [bits, undef] = [bits, undef].map(|v| BitVec::from_u64(WIDTH, v));
            out.push(Val { bits, undef });
        }
    }
    out
}

/// All values that the undefined bits allow.
fn completions(v: &Val) -> Vec<BitVec> {
    (0..1 << WIDTH)
        .map(|x| BitVec::from_u64(WIDTH, x))
        .filter(|x| x.xor(&v.bits).and(&v.undef.not()).is_zero())
        .collect()
}

/// Every completion's result must agree with `abstracted` on its defined bits.
fn check(abstracted: &Val, results: impl Iterator<Item = BitVec>, what: &str) {
    for result in results {
        let wrong = result.xor(&abstracted.bits).and(&abstracted.undef.not());
        assert!(wrong.is_zero(), "{what}: {result} not in {abstracted:?}");
    }
}

#[test]
fn binary_operators_hold_for_every_completion() {
    use BinaryOp as B;
    let ops = [
        B::Add,
        B::Sub,
        B::Mul,
        B::UDiv,
        B::URem,
        B::SDiv,
        B::SRem,
        B::Shl,
        B::LShr,
        B::AShr,
        B::And,
        B::Or,
        B::Xor,
        B::SMin,
        B::SMax,
        B::UMin,
        B::UMax,
        B::UAddSat,
        B::SAddSat,
        B::USubSat,
        B::SSubSat,
        B::UShlSat,
        B::SShlSat,
    ];
    let ty = Type::Int(WIDTH);
    for op in ops {
        for a in &all() {
            for b in &all() {
                let Ok(result) = binary(op, ty, a, b) else { continue };
                let concrete = completions(a).into_iter().flat_map(|x| {
                    completions(b).into_iter().filter_map(move |y| {
                        let known = binary(op, ty, &Val::known(x.clone()), &Val::known(y));
                        known.ok().map(|v| v.bits)
                    })
                });
                check(&result, concrete, op.name());
            }
        }
    }
}

#[test]
fn a_product_with_zero_is_defined() {
    let unknown = Val::unknown(WIDTH);
    let times = |number| {
        let number = Val::known(BitVec::from_u64(WIDTH, number));
        let product = binary(BinaryOp::Mul, Type::Int(WIDTH), &unknown, &number);
        product.expect("it cannot fail").undef.low_u64()
    };
    assert_eq!((times(0), times(1), times(2)), (0, (1 << WIDTH) - 1, (1 << WIDTH) - 2));
}

#[test]
fn comparisons_hold_for_every_completion_and_are_exact() {
    for &predicate in IntPredicate::ALL {
        for a in &all() {
            for b in &all() {
                let result = compare(predicate, a, b);
                let mut outcomes: Vec<bool> = Vec::new();
                for x in completions(a) {
                    for y in completions(b) {
                        let known = compare(predicate, &Val::known(x.clone()), &Val::known(y));
                        assert!(known.is_known());
                        outcomes.push(!known.bits.is_zero());
                    }
                }
                let agreed = outcomes.iter().all(|&o| o == outcomes[0]);
                assert_eq!(result.is_known(), agreed, "{predicate:?} {a:?} {b:?}");
                if agreed {
                    assert_eq!(!result.bits.is_zero(), outcomes[0]);
                }
            }
        }
    }
}

#[test]
fn casts_selects_and_unary_operators_hold_for_every_completion() {
    for a in &all() {
        for op in [CastOp::Trunc, CastOp::ZExt, CastOp::SExt] {
            let to = Type::Int(if op == CastOp::Trunc { 2 } else { 5 });
            let from = Type::Int(WIDTH);
            let concrete = completions(a).into_iter();
            let concrete = concrete.map(|x| cast(op, from, to, &Val::known(x)).bits);
            check(&cast(op, from, to, a), concrete, op.name());
        }
        for op in [
            UnaryOp::CountOnes,
            UnaryOp::LeadingZeros,
            UnaryOp::TrailingZeros,
            UnaryOp::BitReverse,
            UnaryOp::Abs,
        ] {
            let ty = Type::Int(WIDTH);
            let concrete = completions(a).into_iter().map(|x| unary(op, ty, &Val::known(x)).bits);
            check(&unary(op, ty, a), concrete, op.name());
        }
        for b in &all() {
            for cond in [Val::unknown(1), Val::bool(true), Val::bool(false)] {
                let result = select(&cond, a, b);
                if cond.bits.is_zero() {
                    check(&result, completions(b).into_iter(), "select other");
                }
                if !cond.bits.is_zero() || !cond.is_known() {
                    check(&result, completions(a).into_iter(), "select then");
                }
            }
        }
    }
}

#[test]
fn wide_bytes_swap() {
    let v = Val::known(BitVec::from_hex(80, "00112233445566778899").expect("hex"));
    let swapped = unary(UnaryOp::ByteSwap, Type::Int(80), &v);
    assert_eq!(swapped.bits, BitVec::from_hex(80, "99887766554433221100").expect("hex"));
}

#[test]
fn float_conversions_out_of_range_are_as_on_x86() {
    let minus_one = Val::known(BitVec::from_u64(64, (-1.0_f64).to_bits()));
    let to_u8 = cast(CastOp::FpToUi, Type::F64, Type::I8, &minus_one);
    assert_eq!(to_u8.bits.low_u64(), 0xff);
    let huge = Val::known(BitVec::from_u64(64, 1e300_f64.to_bits()));
    let to_i32 = cast(CastOp::FpToSi, Type::F64, Type::I32, &huge);
    assert_eq!(to_i32.bits.low_u64(), 0x8000_0000);
    let saturated = cast(CastOp::FpToSiSat, Type::F64, Type::I32, &huge);
    assert_eq!(saturated.bits.low_u64(), 0x7fff_ffff);
}
