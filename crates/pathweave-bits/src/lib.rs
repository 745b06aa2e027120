//! Concrete bit-vectors of any width, with the semantics of SMT-LIB.
//!
//! A [`BitVec`] of up to 64 bits is one machine word; wider ones are boxed
//! limbs, least significant first. The invariant that is easy to break: bits at
//! and above the width are always zero, so that equality and hashing can
//! compare limbs. Every operation that can set such bits ends in `normalize`.
#![forbid(unsafe_code)]

mod arithmetic;
mod bitwise;
mod compare;
mod divide;
mod text;

/// The largest width a [`BitVec`] can have (LLVM's own limit for integers).
pub const MAX_WIDTH: u32 = 1 << 23;

/// A bit-vector value: a width of 1 to [`MAX_WIDTH`] bits, and the bits.
///
/// Binary operations require equal widths and panic otherwise, except where
/// stated: widths are checked where input is read.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BitVec {
    width: u32,
    bits: Bits,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Bits {
    /// For widths up to 64.
    Word(u64),
    /// For widths above 64: exactly `width.div_ceil(64)` limbs.
    Limbs(Box<[u64]>),
}

/// The mask of the bits a value of this width uses in its highest limb.
fn top_mask(width: u32) -> u64 {
    match width % 64 {
        0 => u64::MAX,
        used => (1 << used) - 1,
    }
}

impl BitVec {
    /// The `width` low bits of `value`.
    pub fn from_u64(width: u32, value: u64) -> Self {
        check_width(width);
        if width <= 64 {
            return BitVec { width, bits: Bits::Word(value & top_mask(width)) };
        }
        let mut limbs = vec![0; width.div_ceil(64) as usize];
        limbs[0] = value;
        BitVec { width, bits: Bits::Limbs(limbs.into()) }
    }

    /// The `width` low bits of `value`, sign-extended if the width is larger.
    pub fn from_i64(width: u32, value: i64) -> Self {
        let low = BitVec::from_u64(width.min(64), value as u64);
        if width <= 64 { low } else { low.sign_extend(width) }
    }

    /// The `width` low bits of `value`.
    pub fn from_u128(width: u32, value: u128) -> Self {
        BitVec::from_limbs(width, &[value as u64, (value >> 64) as u64])
    }

    /// The `width` low bits of a number given as limbs, least significant
    /// first; missing limbs are zero, spare ones are dropped.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Self {
        check_width(width);
        if width <= 64 {
            return BitVec::from_u64(width, limbs.first().copied().unwrap_or(0));
        }
        let count = width.div_ceil(64) as usize;
        let mut own = vec![0; count];
        let taken = limbs.len().min(count);
        own[..taken].copy_from_slice(&limbs[..taken]);
        BitVec::from_vec(width, own)
    }

    /// Takes over exactly the limbs of a value wider than 64 bits.
    fn from_vec(width: u32, limbs: Vec<u64>) -> Self {
        debug_assert!(limbs.len() == width.div_ceil(64) as usize);
        if width <= 64 {
            return BitVec::from_u64(width, limbs[0]);
        }
        let mut value = BitVec { width, bits: Bits::Limbs(limbs.into()) };
        value.normalize();
        value
    }

    /// Clears the bits above the width.
    fn normalize(&mut self) {
        let mask = top_mask(self.width);
        match &mut self.bits {
            Bits::Word(word) => *word &= mask,
            Bits::Limbs(limbs) => {
                if let Some(top) = limbs.last_mut() {
                    *top &= mask;
                }
            }
        }
    }

    /// All bits 0.
    pub fn zero(width: u32) -> Self {
        BitVec::from_u64(width, 0)
    }

    /// The number 1.
    pub fn one(width: u32) -> Self {
        BitVec::from_u64(width, 1)
    }

    /// All bits 1.
    pub fn ones(width: u32) -> Self {
        check_width(width);
        if width <= 64 {
            return BitVec::from_u64(width, u64::MAX);
        }
        BitVec::from_vec(width, vec![u64::MAX; width.div_ceil(64) as usize])
    }

    /// The smallest signed value: only the highest bit is 1.
    pub fn min_signed(width: u32) -> Self {
        BitVec::power_of_two(width, width - 1)
    }

    /// The largest signed value: all bits but the highest are 1.
    pub fn max_signed(width: u32) -> Self {
        BitVec::min_signed(width).not()
    }

    /// The value whose only bit is number `exponent`, which is below the width.
    pub fn power_of_two(width: u32, exponent: u32) -> Self {
        assert!(exponent < width, "bit {exponent} of a {width}-bit value");
        let mut limbs = vec![0; width.div_ceil(64) as usize];
        limbs[(exponent / 64) as usize] = 1 << (exponent % 64);
        BitVec::from_limbs(width, &limbs)
    }

    /// One bit: 1 for true.
    pub fn from_bool(value: bool) -> Self {
        BitVec::from_u64(1, u64::from(value))
    }

    /// The number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The unsigned value, if it fits 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.bits {
            Bits::Word(word) => Some(*word),
            Bits::Limbs(limbs) => limbs[1..].iter().all(|&l| l == 0).then_some(limbs[0]),
        }
    }

    /// The signed value, if it fits 64 bits.
    pub fn to_i64(&self) -> Option<i64> {
        if self.width <= 64 {
            let unused = 64 - self.width;
            return Some(((self.low_u64() << unused) as i64) >> unused);
        }
        let low = self.extract(63, 0);
        (low.sign_extend(self.width) == *self).then(|| low.low_u64() as i64)
    }

    /// The unsigned value, if it fits 128 bits.
    pub fn to_u128(&self) -> Option<u128> {
        let limbs = self.limbs();
        let high = limbs.get(1).copied().unwrap_or(0);
        let fits = limbs.iter().skip(2).all(|&l| l == 0);
        fits.then_some(u128::from(limbs[0]) | u128::from(high) << 64)
    }

    /// The 64 low bits.
    pub fn low_u64(&self) -> u64 {
        self.limbs()[0]
    }

    /// The bits as limbs, least significant first, unused bits zero.
    pub fn limbs(&self) -> &[u64] {
        match &self.bits {
            Bits::Word(word) => std::slice::from_ref(word),
            Bits::Limbs(limbs) => limbs,
        }
    }

    /// Bit number `index`, 0 being the lowest; false above the width.
    pub fn bit(&self, index: u32) -> bool {
        match self.limbs().get((index / 64) as usize) {
            Some(limb) => limb >> (index % 64) & 1 == 1,
            None => false,
        }
    }

    /// Whether all bits are 0.
    pub fn is_zero(&self) -> bool {
        self.limbs().iter().all(|&limb| limb == 0)
    }

    /// Whether this is the number 1.
    pub fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    /// Whether all bits are 1.
    pub fn is_ones(&self) -> bool {
        let (top, rest) = self.limbs().split_last().unwrap_or((&0, &[]));
        *top == top_mask(self.width) && rest.iter().all(|&limb| limb == u64::MAX)
    }

    /// Whether the highest bit is 1.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether only the highest bit is 1.
    pub fn is_min_signed(&self) -> bool {
        self.is_negative() && self.trailing_zeros() == self.width - 1
    }

    /// The exponent, if exactly one bit is 1.
    pub fn exact_log2(&self) -> Option<u32> {
        (self.count_ones() == 1).then(|| self.trailing_zeros())
    }
}

/// Double-width intermediate results (overflow of products) are allowed for.
fn check_width(width: u32) {
    assert!((1..=2 * MAX_WIDTH).contains(&width), "a bit-vector of width {width}");
}
