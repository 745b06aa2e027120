//! Addition, subtraction, multiplication and the overflow predicates.

use crate::{BitVec, Bits};

#[allow(clippy::should_implement_trait)]
impl BitVec {
    /// Sum modulo 2^width.
    pub fn add(&self, other: &Self) -> Self {
        assert_eq!(self.width, other.width, "operands of different widths");
        if let (Bits::Word(a), Bits::Word(b)) = (&self.bits, &other.bits) {
            return BitVec::from_u64(self.width, a.wrapping_add(*b));
        }
        self.add_limbs(other.limbs().iter().copied(), false)
    }

    /// Difference modulo 2^width.
    pub fn sub(&self, other: &Self) -> Self {
        assert_eq!(self.width, other.width, "operands of different widths");
        if let (Bits::Word(a), Bits::Word(b)) = (&self.bits, &other.bits) {
            return BitVec::from_u64(self.width, a.wrapping_sub(*b));
        }
        self.add_limbs(other.limbs().iter().map(|&limb| !limb), true)
    }

    fn add_limbs(&self, other: impl Iterator<Item = u64>, mut carry: bool) -> Self {
        let mut out = Vec::with_capacity(self.limbs().len());
        for (&a, b) in self.limbs().iter().zip(other) {
            let (sum, over) = a.overflowing_add(b);
            let (sum, over_carry) = sum.overflowing_add(u64::from(carry));
            carry = over | over_carry;
            out.push(sum);
        }
        BitVec::from_vec(self.width, out)
    }

    /// Two's complement negation.
    pub fn neg(&self) -> Self {
        BitVec::zero(self.width).sub(self)
    }

    /// Product modulo 2^width.
    pub fn mul(&self, other: &Self) -> Self {
        assert_eq!(self.width, other.width, "operands of different widths");
        if let (Bits::Word(a), Bits::Word(b)) = (&self.bits, &other.bits) {
            return BitVec::from_u64(self.width, a.wrapping_mul(*b));
        }
        let (a, b) = (self.limbs(), other.limbs());
        let mut out = vec![0u64; a.len()];
        for (i, &x) in a.iter().enumerate().filter(|(_, x)| **x != 0) {
            let mut carry = 0u128;
            for (slot, &y) in out[i..].iter_mut().zip(b) {
                carry += u128::from(x) * u128::from(y) + u128::from(*slot);
                *slot = carry as u64;
                carry >>= 64;
            }
        }
        BitVec::from_vec(self.width, out)
    }

    /// The distance from zero, read as unsigned.
    pub fn abs(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Whether negation overflows: only for the smallest signed value.
    pub fn nego(&self) -> bool {
        self.is_min_signed()
    }

    /// Whether the unsigned sum overflows.
    pub fn uaddo(&self, other: &Self) -> bool {
        self.add(other).ult(self)
    }

    /// Whether the signed sum overflows.
    pub fn saddo(&self, other: &Self) -> bool {
        let sum = self.add(other).is_negative();
        self.is_negative() == other.is_negative() && sum != self.is_negative()
    }

    /// Whether the unsigned difference overflows.
    pub fn usubo(&self, other: &Self) -> bool {
        self.ult(other)
    }

    /// Whether the signed difference overflows.
    pub fn ssubo(&self, other: &Self) -> bool {
        let difference = self.sub(other).is_negative();
        self.is_negative() != other.is_negative() && difference != self.is_negative()
    }

    /// Whether the unsigned product overflows.
    pub fn umulo(&self, other: &Self) -> bool {
        let wide = 2 * self.width;
        let product = self.zero_extend(wide).mul(&other.zero_extend(wide));
        !product.extract(wide - 1, self.width).is_zero()
    }

    /// Whether the signed product overflows.
    pub fn smulo(&self, other: &Self) -> bool {
        let wide = 2 * self.width;
        let product = self.sign_extend(wide).mul(&other.sign_extend(wide));
        product.truncate(self.width).sign_extend(wide) != product
    }

    /// Whether the signed quotient overflows: the smallest value by -1.
    pub fn sdivo(&self, other: &Self) -> bool {
        self.is_min_signed() && other.is_ones()
    }
}
