//! Sorts, and their packed form of 25 bits inside a term's head word.

use std::fmt;

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// True or false.
    Bool,
    /// Bit-vectors of the given width.
    BitVec(u32),
    /// Arrays from bit-vectors to bit-vectors.
    Array {
        /// The width of an index.
        index: u32,
        /// The width of an element.
        element: u32,
    },
}

impl Sort {
    /// The width, if this is a bit-vector sort.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::BitVec(width) => Some(width),
            _ => None,
        }
    }
}

/// As in SMT-LIB.
impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => f.write_str("Bool"),
            Sort::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array { index, element } => {
                write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
        }
    }
}

/// Why operands do not fit an operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortError {
    /// What is wrong, as one sentence without a full stop.
    pub message: String,
}

impl fmt::Display for SortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SortError {}

/// 0 is Bool, 1 to 2^23 a bit-vector's width, above that an array sort's
/// number in the store's table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PackedSort(pub u32);

pub(crate) const BOOL: PackedSort = PackedSort(0);
const ARRAYS: u32 = pathweave_bits::MAX_WIDTH + 1;

/// The array sorts of a store; there are few, so look-up is linear.
#[derive(Default)]
pub(crate) struct SortTable {
    arrays: Vec<(u32, u32)>,
}

impl SortTable {
    pub(crate) fn pack(&mut self, sort: Sort) -> PackedSort {
        match sort {
            Sort::Bool => BOOL,
            Sort::BitVec(width) => {
                assert!((1..ARRAYS).contains(&width), "a sort of width {width}");
                PackedSort(width)
            }
            Sort::Array { index, element } => {
                let key = (index, element);
                let known = self.arrays.iter().position(|&sort| sort == key);
                let number = known.unwrap_or_else(|| {
                    self.arrays.push(key);
                    self.arrays.len() - 1
                });
                PackedSort(ARRAYS + number as u32)
            }
        }
    }

    pub(crate) fn unpack(&self, packed: PackedSort) -> Sort {
        match packed.0 {
            0 => Sort::Bool,
            width if width < ARRAYS => Sort::BitVec(width),
            array => {
                let (index, element) = self.arrays[(array - ARRAYS) as usize];
                Sort::Array { index, element }
            }
        }
    }
}
