//! Logic, shifts, cutting and joining. Shift amounts are bit-vectors of the
//! value's own width; an amount at or above the width shifts everything out.

use crate::{BitVec, Bits};

impl BitVec {
    /// Applies `f` limb by limb to two values of equal width.
    fn zip(&self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        assert_eq!(self.width, other.width, "operands of different widths");
        match (&self.bits, &other.bits) {
            (Bits::Word(a), Bits::Word(b)) => BitVec::from_u64(self.width, f(*a, *b)),
            _ => {
                let pairs = self.limbs().iter().zip(other.limbs());
                BitVec::from_vec(self.width, pairs.map(|(&a, &b)| f(a, b)).collect())
            }
        }
    }

    /// Bitwise complement.
    #[allow(clippy::should_implement_trait)]
    pub fn not(&self) -> Self {
        match &self.bits {
            Bits::Word(word) => BitVec::from_u64(self.width, !word),
            Bits::Limbs(limbs) => {
                BitVec::from_vec(self.width, limbs.iter().map(|&limb| !limb).collect())
            }
        }
    }

    /// Bitwise and.
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    /// The shift amount if it is below the width.
    fn shift_amount(&self, amount: &Self) -> Option<u32> {
        assert_eq!(self.width, amount.width, "operands of different widths");
        amount.to_u64().filter(|&by| by < u64::from(self.width)).map(|by| by as u32)
    }

    /// Shift left, filling with 0.
    #[allow(clippy::should_implement_trait)]
    pub fn shl(&self, amount: &Self) -> Self {
        match self.shift_amount(amount) {
            Some(by) => self.shl_by(by),
            None => BitVec::zero(self.width),
        }
    }

    /// Shift right, filling with 0.
    pub fn lshr(&self, amount: &Self) -> Self {
        match self.shift_amount(amount) {
            Some(by) => self.lshr_by(by),
            None => BitVec::zero(self.width),
        }
    }

    /// Shift right, filling with the highest bit.
    pub fn ashr(&self, amount: &Self) -> Self {
        match self.shift_amount(amount) {
            Some(by) => self.ashr_by(by),
            None if self.is_negative() => BitVec::ones(self.width),
            None => BitVec::zero(self.width),
        }
    }

    /// Shift left by a machine number.
    pub fn shl_by(&self, by: u32) -> Self {
        if by >= self.width {
            return BitVec::zero(self.width);
        }
        if let Bits::Word(word) = self.bits {
            return BitVec::from_u64(self.width, word << by);
        }
        let limbs = self.limbs();
        let (skip, shift) = ((by / 64) as usize, by % 64);
        let mut out = vec![0; limbs.len()];
        for (to, limb) in out.iter_mut().enumerate().skip(skip) {
            let from = to - skip;
            *limb = limbs[from] << shift;
            if shift > 0 && from > 0 {
                *limb |= limbs[from - 1] >> (64 - shift);
            }
        }
        BitVec::from_vec(self.width, out)
    }

    /// Shift right by a machine number, filling with 0.
    pub fn lshr_by(&self, by: u32) -> Self {
        if by >= self.width {
            return BitVec::zero(self.width);
        }
        if let Bits::Word(word) = self.bits {
            return BitVec::from_u64(self.width, word >> by);
        }
        let count = self.limbs().len();
        BitVec::from_vec(self.width, self.limbs_from(by, count))
    }

    /// Shift right by a machine number, filling with the highest bit.
    pub fn ashr_by(&self, by: u32) -> Self {
        let by = by.min(self.width - 1);
        if !self.is_negative() {
            return self.lshr_by(by);
        }
        self.not().lshr_by(by).not()
    }

    /// Rotates left by a machine number, taken modulo the width.
    pub fn rotate_left(&self, by: u32) -> Self {
        match by % self.width {
            0 => self.clone(),
            by => self.shl_by(by).or(&self.lshr_by(self.width - by)),
        }
    }

    /// `count` limbs starting at bit `low`; zero beyond the end.
    fn limbs_from(&self, low: u32, count: usize) -> Vec<u64> {
        let limbs = self.limbs();
        let (skip, shift) = ((low / 64) as usize, low % 64);
        let at = |index: usize| limbs.get(index).copied().unwrap_or(0);
        let limb = |to: usize| match shift {
            0 => at(to + skip),
            _ => at(to + skip) >> shift | at(to + skip + 1) << (64 - shift),
        };
        (0..count).map(limb).collect()
    }

    /// This value as the high part, `low` as the low part.
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        if width <= 64 {
            return BitVec::from_u64(width, self.low_u64() << low.width | low.low_u64());
        }
        self.zero_extend(width).shl_by(low.width).or(&low.zero_extend(width))
    }

    /// Bits `hi` down to `lo`, both included.
    pub fn extract(&self, hi: u32, lo: u32) -> Self {
        assert!(lo <= hi && hi < self.width, "bits {hi}..{lo} of {}", self.width);
        let width = hi - lo + 1;
        if let Bits::Word(word) = self.bits {
            return BitVec::from_u64(width, word >> lo);
        }
        BitVec::from_vec(width, self.limbs_from(lo, width.div_ceil(64) as usize))
    }

    /// Widens to `width` bits with 0; the width may not shrink.
    pub fn zero_extend(&self, width: u32) -> Self {
        assert!(width >= self.width, "extension of {} to {width} bits", self.width);
        BitVec::from_limbs(width, self.limbs())
    }

    /// Widens to `width` bits with the highest bit; the width may not shrink.
    pub fn sign_extend(&self, width: u32) -> Self {
        if self.is_negative() {
            self.not().zero_extend(width).not()
        } else {
            self.zero_extend(width)
        }
    }

    /// The `width` low bits; the width may not grow.
    pub fn truncate(&self, width: u32) -> Self {
        self.extract(width - 1, 0)
    }

    /// How many bits are 0 above the highest 1.
    pub fn leading_zeros(&self) -> u32 {
        let limbs = self.limbs();
        let top = limbs.iter().rposition(|&limb| limb != 0);
        match top {
            None => self.width,
            Some(index) => self.width - (index as u32 * 64 + 64 - limbs[index].leading_zeros()),
        }
    }

    /// How many bits are 0 below the lowest 1; the width if there is none.
    pub fn trailing_zeros(&self) -> u32 {
        let limbs = self.limbs();
        match limbs.iter().position(|&limb| limb != 0) {
            None => self.width,
            Some(index) => index as u32 * 64 + limbs[index].trailing_zeros(),
        }
    }

    /// How many bits are 1.
    pub fn count_ones(&self) -> u32 {
        self.limbs().iter().map(|limb| limb.count_ones()).sum()
    }

    /// The bits in the opposite order.
    pub fn reverse_bits(&self) -> Self {
        let mut limbs: Vec<u64> = self.limbs().iter().rev().map(|l| l.reverse_bits()).collect();
        let spare = limbs.len() as u32 * 64 - self.width;
        let count = limbs.len();
        if spare > 0 {
            for index in 0..count {
                let next = limbs.get(index + 1).copied().unwrap_or(0);
                limbs[index] = limbs[index] >> spare | next << (64 - spare);
            }
        }
        BitVec::from_limbs(self.width, &limbs)
    }
}
