//! Every operation against `num-bigint`, on random values of chosen widths
//! with the corner values drawn often.

use num_bigint::{BigInt, BigUint, Sign};
use pathweave_bits::BitVec;

const WIDTHS: &[u32] = &[1, 2, 3, 7, 8, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 192, 300, 1000];

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn bits(&mut self, width: u32) -> BitVec {
        match self.next() % 12 {
            0 => BitVec::zero(width),
            1 => BitVec::ones(width),
            2 => BitVec::min_signed(width),
            3 => BitVec::max_signed(width),
            4 => BitVec::one(width),
            5 => BitVec::from_u64(width, self.next() % (2 * u64::from(width))),
            6 => BitVec::power_of_two(width, self.next() as u32 % width),
            7 => BitVec::ones(width).lshr_by(self.next() as u32 % width),
            _ => {
                let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
                BitVec::from_limbs(width, &limbs)
            }
        }
    }
}

fn modulus(width: u32) -> BigInt {
    BigInt::from(1) << width
}

fn unsigned(value: &BitVec) -> BigInt {
    let words = value.limbs().iter().flat_map(|&l| [l as u32, (l >> 32) as u32]).collect();
    BigInt::from_biguint(Sign::Plus, BigUint::new(words))
}

fn signed(value: &BitVec) -> BigInt {
    let number = unsigned(value);
    if number.bit(u64::from(value.width()) - 1) { number - modulus(value.width()) } else { number }
}

fn wrap(width: u32, number: BigInt) -> BitVec {
    let m = modulus(width);
    let number = ((number % &m) + &m) % &m;
    let limbs = number.to_biguint().map(|n| n.to_u64_digits()).unwrap_or_default();
    BitVec::from_limbs(width, &limbs)
}

fn outside_signed(width: u32, number: &BigInt) -> bool {
    let half = modulus(width) / 2;
    *number >= half || *number < -half
}

fn outside_unsigned(width: u32, number: &BigInt) -> bool {
    *number >= modulus(width) || number.sign() == Sign::Minus
}

fn for_pairs(check: impl Fn(u32, &BitVec, &BitVec)) {
    let mut random = Random(7);
    for &width in WIDTHS {
        for _ in 0..400 {
            let (a, b) = (random.bits(width), random.bits(width));
            check(width, &a, &b);
        }
    }
}

#[test]
fn arithmetic() {
    for_pairs(|w, a, b| {
        let (x, y) = (unsigned(a), unsigned(b));
        assert_eq!(a.add(b), wrap(w, &x + &y));
        assert_eq!(a.sub(b), wrap(w, &x - &y));
        assert_eq!(a.mul(b), wrap(w, &x * &y));
        assert_eq!(a.neg(), wrap(w, -&x));
        assert_eq!(a.not(), wrap(w, -&x - 1));
        assert_eq!(a.and(b), wrap(w, &x & &y));
        assert_eq!(a.or(b), wrap(w, &x | &y));
        assert_eq!(a.xor(b), wrap(w, &x ^ &y));
    });
}

#[test]
fn division() {
    for_pairs(|w, a, b| {
        let (x, y, sx, sy) = (unsigned(a), unsigned(b), signed(a), signed(b));
        if b.is_zero() {
            assert!(a.udiv(b).is_ones());
            assert_eq!(&a.urem(b), a);
            assert_eq!(a.sdiv(b), BitVec::from_i64(w, if a.is_negative() { 1 } else { -1 }));
            assert_eq!(&a.srem(b), a);
            assert_eq!(&a.smod(b), a);
            return;
        }
        assert_eq!(a.udiv(b), wrap(w, &x / &y), "{a} / {b}");
        assert_eq!(a.urem(b), wrap(w, &x % &y), "{a} % {b}");
        assert_eq!(a.sdiv(b), wrap(w, &sx / &sy));
        assert_eq!(a.srem(b), wrap(w, &sx % &sy));
        let floor = ((&sx % &sy) + &sy) % &sy;
        assert_eq!(a.smod(b), wrap(w, floor));
    });
}

#[test]
fn shifts_and_order() {
    for_pairs(|w, a, b| {
        let by = b.to_u64().unwrap_or(u64::MAX).min(u64::from(w)) as u32;
        assert_eq!(a.shl(b), wrap(w, unsigned(a) << by));
        assert_eq!(a.lshr(b), wrap(w, unsigned(a) >> by));
        assert_eq!(a.ashr(b), wrap(w, signed(a) >> by));
        assert_eq!(a.ult(b), unsigned(a) < unsigned(b));
        assert_eq!(a.ule(b), unsigned(a) <= unsigned(b));
        assert_eq!(a.slt(b), signed(a) < signed(b));
        assert_eq!(a.sle(b), signed(a) <= signed(b));
        assert_eq!(a.rotate_left(by), a.shl_by(by % w).or(&a.lshr_by(w - by % w)));
    });
}

#[test]
fn overflow() {
    for_pairs(|w, a, b| {
        let (x, y, sx, sy) = (unsigned(a), unsigned(b), signed(a), signed(b));
        assert_eq!(a.uaddo(b), outside_unsigned(w, &(&x + &y)));
        assert_eq!(a.usubo(b), outside_unsigned(w, &(&x - &y)));
        assert_eq!(a.umulo(b), outside_unsigned(w, &(&x * &y)));
        assert_eq!(a.saddo(b), outside_signed(w, &(&sx + &sy)));
        assert_eq!(a.ssubo(b), outside_signed(w, &(&sx - &sy)));
        assert_eq!(a.smulo(b), outside_signed(w, &(&sx * &sy)));
        assert_eq!(a.nego(), outside_signed(w, &-&sx));
        assert_eq!(a.sdivo(b), !b.is_zero() && outside_signed(w, &(&sx / &sy)));
    });
}

#[test]
fn cutting_and_joining() {
    let mut random = Random(11);
    for &w in WIDTHS {
        for _ in 0..200 {
            let a = random.bits(w);
            let other = WIDTHS[random.next() as usize % WIDTHS.len()];
            let b = random.bits(other);
            let joined = a.concat(&b);
            assert_eq!(unsigned(&joined), (unsigned(&a) << other) + unsigned(&b));
            assert_eq!(joined.extract(w + other - 1, other), a);
            assert_eq!(joined.truncate(other), b);
            let hi = random.next() as u32 % w;
            let lo = random.next() as u32 % (hi + 1);
            assert_eq!(a.extract(hi, lo), wrap(hi - lo + 1, unsigned(&a) >> lo));
            assert_eq!(a.zero_extend(w + other), wrap(w + other, unsigned(&a)));
            assert_eq!(a.sign_extend(w + other), wrap(w + other, signed(&a)));
            assert_eq!(a.reverse_bits().reverse_bits(), a);
            assert!((0..w).all(|i| a.bit(i) == a.reverse_bits().bit(w - 1 - i)));
            assert_eq!(u64::from(a.leading_zeros()), u64::from(w) - unsigned(&a).bits());
            assert_eq!(a.reverse_bits().leading_zeros(), a.trailing_zeros());
            assert_eq!(a.count_ones(), (0..w).filter(|&i| a.bit(i)).count() as u32);
        }
    }
}

#[test]
fn text() {
    for_pairs(|w, a, _| {
        assert_eq!(a.to_unsigned_decimal(), unsigned(a).to_string());
        assert_eq!(a.to_signed_decimal(), signed(a).to_string());
        assert_eq!(BitVec::from_decimal(w, &a.to_unsigned_decimal()).as_ref(), Some(a));
        assert_eq!(BitVec::from_decimal(w, &a.to_signed_decimal()).as_ref(), Some(a));
        let text = a.to_string();
        let back = match text.strip_prefix("#x") {
            Some(hex) => BitVec::from_hex(w, hex),
            None => BitVec::from_binary(w, &text[2..]),
        };
        assert_eq!(back.as_ref(), Some(a));
    });
    assert_eq!(BitVec::from_decimal(8, "-"), None);
    assert_eq!(BitVec::from_decimal(8, "1x"), None);
    assert_eq!(BitVec::from_decimal(8, "511").map(|v| v.low_u64()), Some(255));
    assert_eq!(BitVec::from_hex(8, "g"), None);
    assert_eq!(BitVec::from_u64(5, 6).to_string(), "#b00110");
}

#[test]
fn machine_numbers() {
    for_pairs(|w, a, _| {
        assert_eq!(a.to_u64().map(BigInt::from), Some(unsigned(a)).filter(|n| n.bits() <= 64));
        let small = signed(a) >= BigInt::from(i64::MIN) && signed(a) <= BigInt::from(i64::MAX);
        assert_eq!(a.to_i64().map(BigInt::from), Some(signed(a)).filter(|_| small));
        assert_eq!(a.to_u128().map(BigInt::from), Some(unsigned(a)).filter(|n| n.bits() <= 128));
        assert_eq!(a.is_ones(), a.add(&BitVec::one(w)).is_zero());
        assert_eq!(a.is_min_signed(), *a == BitVec::min_signed(w));
    });
    assert_eq!(BitVec::from_i64(100, -1), BitVec::ones(100));
}
