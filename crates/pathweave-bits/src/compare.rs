//! Orders. `Ord` compares widths first, then unsigned values: it exists for
//! sorted containers; the meaningful orders are `ult` and `slt`.

use crate::BitVec;
use std::cmp::Ordering;

impl BitVec {
    /// The order of the unsigned values.
    pub fn compare_unsigned(&self, other: &Self) -> Ordering {
        assert_eq!(self.width, other.width, "operands of different widths");
        self.limbs().iter().rev().cmp(other.limbs().iter().rev())
    }

    /// The order of the signed values.
    pub fn compare_signed(&self, other: &Self) -> Ordering {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => self.compare_unsigned(other),
        }
    }

    /// Unsigned less than.
    pub fn ult(&self, other: &Self) -> bool {
        self.compare_unsigned(other).is_lt()
    }

    /// Unsigned less than or equal.
    pub fn ule(&self, other: &Self) -> bool {
        self.compare_unsigned(other).is_le()
    }

    /// Signed less than.
    pub fn slt(&self, other: &Self) -> bool {
        self.compare_signed(other).is_lt()
    }

    /// Signed less than or equal.
    pub fn sle(&self, other: &Self) -> bool {
        self.compare_signed(other).is_le()
    }
}

impl PartialOrd for BitVec {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for BitVec {
    fn cmp(&self, other: &Self) -> Ordering {
        let widths = self.width.cmp(&other.width);
        widths.then_with(|| self.limbs().iter().rev().cmp(other.limbs().iter().rev()))
    }
}
