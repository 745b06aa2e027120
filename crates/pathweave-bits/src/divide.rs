//! Division with SMT-LIB's total semantics: the unsigned quotient by zero is
//! all ones and the remainder is the dividend; signed ones follow from those.
//! Wide values use schoolbook long division (Knuth, volume 2, algorithm D).

use crate::{BitVec, Bits};

impl BitVec {
    /// Unsigned quotient; all ones when `other` is zero.
    pub fn udiv(&self, other: &Self) -> Self {
        self.divide(other).0
    }

    /// Unsigned remainder; `self` when `other` is zero.
    pub fn urem(&self, other: &Self) -> Self {
        self.divide(other).1
    }

    /// Signed quotient, rounded to zero.
    pub fn sdiv(&self, other: &Self) -> Self {
        let quotient = self.abs().udiv(&other.abs());
        if self.is_negative() == other.is_negative() { quotient } else { quotient.neg() }
    }

    /// Signed remainder; its sign is that of `self`.
    pub fn srem(&self, other: &Self) -> Self {
        let rest = self.abs().urem(&other.abs());
        if self.is_negative() { rest.neg() } else { rest }
    }

    /// Signed modulus; its sign is that of `other`.
    pub fn smod(&self, other: &Self) -> Self {
        let rest = self.abs().urem(&other.abs());
        if rest.is_zero() {
            return rest;
        }
        match (self.is_negative(), other.is_negative()) {
            (false, false) => rest,
            (true, false) => rest.neg().add(other),
            (false, true) => rest.add(other),
            (true, true) => rest.neg(),
        }
    }

    /// Unsigned quotient and remainder.
    fn divide(&self, other: &Self) -> (Self, Self) {
        assert_eq!(self.width, other.width, "operands of different widths");
        let width = self.width;
        if other.is_zero() {
            return (BitVec::ones(width), self.clone());
        }
        if let (Bits::Word(a), Bits::Word(b)) = (&self.bits, &other.bits) {
            return (BitVec::from_u64(width, a / b), BitVec::from_u64(width, a % b));
        }
        let (quotient, rest) = divide_limbs(self.limbs(), other.limbs());
        (BitVec::from_limbs(width, &quotient), BitVec::from_limbs(width, &rest))
    }
}

fn trim(limbs: &[u64]) -> &[u64] {
    let used = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1);
    &limbs[..used]
}

/// Quotient and remainder of one long division by a single limb.
pub(crate) fn divide_by_limb(limbs: &[u64], divisor: u64) -> (Vec<u64>, u64) {
    let mut quotient = vec![0; limbs.len()];
    let mut rest = 0u128;
    for (index, &limb) in limbs.iter().enumerate().rev() {
        rest = rest << 64 | u128::from(limb);
        quotient[index] = (rest / u128::from(divisor)) as u64;
        rest %= u128::from(divisor);
    }
    (quotient, rest as u64)
}

fn divide_limbs(dividend: &[u64], divisor: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let (dividend, divisor) = (trim(dividend), trim(divisor));
    if dividend.len() < divisor.len() {
        return (Vec::new(), dividend.to_vec());
    }
    if let [single] = divisor {
        let (quotient, rest) = divide_by_limb(dividend, *single);
        return (quotient, vec![rest]);
    }
    // Shift both so that the divisor's top bit is set, then estimate each
    // quotient digit from the two top limbs; the estimate is at most 2 too big.
    let n = divisor.len();
    let shift = divisor[n - 1].leading_zeros();
    let divisor = shift_left(divisor, shift);
    let mut rest = shift_left(dividend, shift);
    let mut quotient = vec![0; dividend.len() - n + 1];
    for j in (0..quotient.len()).rev() {
        let estimate = estimate_digit(&rest[j..=j + n], &divisor[..n]);
        quotient[j] = subtract_multiple(&mut rest[j..=j + n], &divisor[..n], estimate);
    }
    let rest = (0..n).map(|i| match shift {
        0 => rest[i],
        _ => rest[i] >> shift | rest[i + 1] << (64 - shift),
    });
    (quotient, rest.collect())
}

/// The limbs shifted left by less than 64, with one limb more.
fn shift_left(limbs: &[u64], shift: u32) -> Vec<u64> {
    let mut out = Vec::with_capacity(limbs.len() + 1);
    let mut low = 0;
    for &limb in limbs {
        out.push(limb << shift | low);
        low = if shift == 0 { 0 } else { limb >> (64 - shift) };
    }
    out.push(low);
    out
}

fn estimate_digit(rest: &[u64], divisor: &[u64]) -> u64 {
    let n = divisor.len();
    let top = u128::from(rest[n]) << 64 | u128::from(rest[n - 1]);
    let (high, next) = (u128::from(divisor[n - 1]), u128::from(divisor[n - 2]));
    let mut digit = top / high;
    let mut over = top % high;
    while digit >> 64 != 0 || digit * next > (over << 64 | u128::from(rest[n - 2])) {
        digit -= 1;
        over += high;
        if over >> 64 != 0 {
            break;
        }
    }
    digit as u64
}

/// Subtracts `digit * divisor`; gives one back if that was too much.
fn subtract_multiple(rest: &mut [u64], divisor: &[u64], digit: u64) -> u64 {
    let (mut carry, mut borrow) = (0u128, false);
    for (i, slot) in rest.iter_mut().enumerate() {
        let limb = divisor.get(i).copied().unwrap_or(0);
        carry += u128::from(digit) * u128::from(limb);
        let (difference, under) = slot.overflowing_sub(carry as u64);
        let (difference, under_borrow) = difference.overflowing_sub(u64::from(borrow));
        borrow = under | under_borrow;
        *slot = difference;
        carry >>= 64;
    }
    if !borrow {
        return digit;
    }
    let mut carry = 0u128;
    for (i, slot) in rest.iter_mut().enumerate() {
        let limb = divisor.get(i).copied().unwrap_or(0);
        carry += u128::from(*slot) + u128::from(limb);
        *slot = carry as u64;
        carry >>= 64;
    }
    digit - 1
}
