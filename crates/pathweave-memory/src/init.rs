//! Which bytes of an object hold a value.
//!
//! One bit per byte; objects of up to 64 bytes keep it in the table entry. The easy mistake is to
//! forget to fall back to [`Init::All`] once everything is written: accesses to such objects skip
//! the mask altogether.

use std::rc::Rc;

/// The initialised bytes of one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// All of them.
    All,
    /// A bit per byte, for up to 64 bytes.
    Small(u64),
    /// A bit per byte.
    Large(Rc<Mask>),
}

/// A bit per byte and the number of zero bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    words: Vec<u64>,
    missing: u64,
}

/// The low `count` bits.
fn low_bits(count: u64) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

impl Init {
    /// Nothing of an object of this size.
    pub fn none(size: u64) -> Self {
        match size {
            0 => Self::All,
            1..=64 => Self::Small(0),
            _ => Self::Large(Rc::new(Mask {
                words: vec![0; size.div_ceil(64) as usize],
                missing: size,
            })),
        }
    }

    /// Whether every byte holds a value.
    #[inline]
    pub fn is_all(&self) -> bool {
        matches!(self, Self::All)
    }

    /// Bit `k` is set when byte `at + k` holds a value, for `len` up to 64 bytes.
    pub fn bits(&self, at: u64, len: u64) -> u64 {
        debug_assert!(len <= 64);
        let all = low_bits(len);
        match self {
            Self::All => all,
            Self::Small(mask) => mask >> at & all,
            Self::Large(mask) => {
                let (word, shift) = ((at / 64) as usize, at % 64);
                let low = mask.words[word] >> shift;
                let high = match mask.words.get(word + 1) {
                    Some(next) if shift > 0 => next << (64 - shift),
                    _ => 0,
                };
                (low | high) & all
            }
        }
    }

    /// Whether all of `len` bytes from `at` hold a value.
    pub fn covers(&self, at: u64, len: u64) -> bool {
        if self.is_all() {
            return true;
        }
        let mut done = 0;
        while done < len {
            let step = (len - done).min(64);
            if self.bits(at + done, step) != low_bits(step) {
                return false;
            }
            done += step;
        }
        true
    }

    /// Marks `len` bytes from `at` of an object of `size` bytes as holding a value.
    pub fn set(&mut self, at: u64, len: u64, size: u64) {
        match self {
            Self::All => {}
            Self::Small(mask) => {
                *mask |= low_bits(len) << at;
                if *mask == low_bits(size) {
                    *self = Self::All;
                }
            }
            Self::Large(mask) => {
                let mask = Rc::make_mut(mask);
                mask.update(at, len, u64::MAX);
                if mask.missing == 0 {
                    *self = Self::All;
                }
            }
        }
    }

    /// Marks `len` bytes from `at` of an object of `size` bytes as holding no value.
    pub fn clear(&mut self, at: u64, len: u64, size: u64) {
        if len == 0 {
            return;
        }
        if self.is_all() {
            *self = if size <= 64 {
                Self::Small(low_bits(size))
            } else {
                let mut words = vec![u64::MAX; size.div_ceil(64) as usize];
                let last = words.len() - 1;
                words[last] = low_bits(size - 64 * last as u64);
                Self::Large(Rc::new(Mask { words, missing: 0 }))
            };
        }
        match self {
            Self::All => {}
            Self::Small(mask) => *mask &= !(low_bits(len) << at),
            Self::Large(mask) => Rc::make_mut(mask).update(at, len, 0),
        }
    }

    /// Copies the marks of `len` bytes from `source` (at `from`) to `self` (at `to`, object size
    /// `size`). For overlapping moves within one object, pass a clone as the source.
    pub fn copy(&mut self, to: u64, source: &Self, from: u64, len: u64, size: u64) {
        if source.covers(from, len) {
            return self.set(to, len, size);
        }
        let mut done = 0;
        while done < len {
            let step = (len - done).min(64);
            let bits = source.bits(from + done, step);
            self.clear(to + done, step, size);
            self.merge(to + done, bits, size);
            done += step;
        }
    }

    /// Sets the marks where `bits` has ones, from byte `at` on.
    fn merge(&mut self, at: u64, bits: u64, size: u64) {
        let mut rest = bits;
        while rest != 0 {
            let start = u64::from(rest.trailing_zeros());
            let run = u64::from((rest >> start).trailing_ones());
            self.set(at + start, run, size);
            rest &= !(low_bits(run) << start);
        }
    }
}

impl Mask {
    /// Sets `len` bits from `at` to those of `value` (all ones or all zeros).
    fn update(&mut self, at: u64, len: u64, value: u64) {
        let (mut at, mut len) = (at, len);
        while len > 0 {
            let (word, shift) = ((at / 64) as usize, at % 64);
            let step = (64 - shift).min(len);
            let bits = low_bits(step) << shift;
            let old = self.words[word];
            let new = old & !bits | value & bits;
            self.words[word] = new;
            self.missing += u64::from(old.count_ones());
            self.missing -= u64::from(new.count_ones());
            at += step;
            len -= step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_a_vector_of_bools(
            size in 1u64..200,
            steps in prop::collection::vec((0u8..3, 0u64..200, 0u64..200, 0u64..200), 1..40),
        ) {
            let mut init = Init::none(size);
            let mut model = vec![false; size as usize];
            for (kind, a, b, c) in steps {
                let at = a % size;
                let len = b % (size - at + 1);
                match kind {
                    0 => {
                        init.set(at, len, size);
                        model[at as usize..(at + len) as usize].fill(true);
                    }
                    1 => {
                        init.clear(at, len, size);
                        model[at as usize..(at + len) as usize].fill(false);
                    }
                    _ => {
                        let from = c % (size - len + 1);
                        let source = init.clone();
                        init.copy(at, &source, from, len, size);
                        let moved = model[from as usize..(from + len) as usize].to_vec();
                        model[at as usize..(at + len) as usize].copy_from_slice(&moved);
                    }
                }
                for byte in 0..size {
                    prop_assert_eq!(init.covers(byte, 1), model[byte as usize]);
                }
                prop_assert_eq!(init.is_all(), model.iter().all(|&b| b));
            }
        }
    }
}
