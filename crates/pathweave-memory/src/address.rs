//! How an address encodes the object it points into.
//!
//! The upper 32 bits of an address are the object's number, the lower 32 bits lie around a base
//! chosen per object. Arithmetic on a pointer that stays within about a gigabyte of its object
//! therefore keeps its provenance: an index that runs out of one object never lands in another.
//! A pointer is one machine word, an integer cast is free, and pointers in memory are plain
//! bytes. Bases differ in their low bits too, as real allocators' do, because programs hash them.
//!
//! Numerically equal addresses are the same pointer; object number 0 is the null page.

use pathweave_ir::entity;

entity! {
    /// An object of memory.
    Object, "o"
}

/// The largest size of one object.
pub const MAX_OBJECT_SIZE: u64 = 1 << 30;

/// Low halves of bases lie from here…
const LOW_START: u64 = 0x4000_0000;
/// …to here, so that a gigabyte on either side keeps the upper half.
const LOW_END: u64 = 0x8000_0000;

/// The number of the object that an address points into or near.
#[inline]
pub fn number(address: u64) -> usize {
    (address >> 32) as usize
}

/// Hands out the low halves of bases: ascending, aligned, with a gap after each object.
#[derive(Clone, Debug)]
pub struct Placement {
    next_low: u64,
}

impl Placement {
    /// A fresh sequence.
    pub fn new() -> Self {
        Self { next_low: LOW_START + 0x1000 }
    }

    /// Where the next object goes at the earliest.
    pub(crate) fn next_low(&self) -> u64 {
        self.next_low
    }

    /// Goes on from elsewhere; from the start where that is no place.
    pub(crate) fn set_next_low(&mut self, low: u64) {
        let is_place = (LOW_START..LOW_END).contains(&low);
        self.next_low = if is_place { low } else { LOW_START + 0x1000 };
    }

    /// The base for object `number` of `size` bytes aligned to `align` (a power of two).
    pub fn place(&mut self, number: u32, size: u64, align: u64) -> u64 {
        let align = align.clamp(16, LOW_START);
        let mut low = self.next_low.next_multiple_of(align);
        if low + size + 16 >= LOW_END {
            low = (LOW_START + 0x1000).next_multiple_of(align);
        }
        self.next_low = low + size + 16;
        u64::from(number) << 32 | low
    }
}

impl Default for Placement {
    fn default() -> Self {
        Self::new()
    }
}
