//! Values of terms. Array values are in a normal form (the default is the
//! element of most indices), so that equal functions are equal values.

use crate::sort::Sort;
use pathweave_bits::BitVec;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A value of some sort.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A boolean.
    Bool(bool),
    /// A bit-vector.
    Bits(BitVec),
    /// An array.
    Array(Rc<ArrayValue>),
}

impl Value {
    /// False, zero, or the array of zeros.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::Bits(BitVec::zero(width)),
            Sort::Array { index, element } => {
                Value::Array(Rc::new(ArrayValue::constant(index, BitVec::zero(element))))
            }
        }
    }

    /// The sort of the value.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Bits(bits) => Sort::BitVec(bits.width()),
            Value::Array(array) => {
                Sort::Array { index: array.index_width, element: array.default.width() }
            }
        }
    }

    /// The boolean, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The bit-vector, if it is one.
    pub fn as_bits(&self) -> Option<&BitVec> {
        match self {
            Value::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }

    pub(crate) fn truth(&self) -> bool {
        self.as_bool().expect("a boolean, by the sort rules")
    }

    pub(crate) fn bits(&self) -> &BitVec {
        self.as_bits().expect("a bit-vector, by the sort rules")
    }

    pub(crate) fn array(&self) -> &Rc<ArrayValue> {
        match self {
            Value::Array(array) => array,
            _ => panic!("an array, by the sort rules"),
        }
    }
}

/// An array's value: a default and the indices where it differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArrayValue {
    index_width: u32,
    default: BitVec,
    entries: BTreeMap<BitVec, BitVec>,
}

impl ArrayValue {
    /// The same element everywhere.
    pub fn constant(index_width: u32, element: BitVec) -> ArrayValue {
        ArrayValue { index_width, default: element, entries: BTreeMap::new() }
    }

    /// A default with exceptions; a later exception for an index wins.
    pub fn new(
        index_width: u32,
        default: BitVec,
        exceptions: impl IntoIterator<Item = (BitVec, BitVec)>,
    ) -> ArrayValue {
        let mut array = ArrayValue::constant(index_width, default);
        for (index, element) in exceptions {
            array.put(index, element);
        }
        array.normalize();
        array
    }

    fn put(&mut self, index: BitVec, element: BitVec) {
        debug_assert_eq!(index.width(), self.index_width);
        if element == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, element);
        }
    }

    /// The element at an index.
    pub fn select(&self, index: &BitVec) -> &BitVec {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Replaces the element at an index.
    pub fn store(&mut self, index: BitVec, element: BitVec) {
        self.put(index, element);
        self.normalize();
    }

    /// The element of all indices without an entry.
    pub fn default_element(&self) -> &BitVec {
        &self.default
    }

    /// The indices whose element is not the default, in order.
    pub fn entries(&self) -> impl Iterator<Item = (&BitVec, &BitVec)> {
        self.entries.iter()
    }

    /// The width of an index.
    pub fn index_width(&self) -> u32 {
        self.index_width
    }

    /// If half of all indices or more have entries, makes the most frequent
    /// element (the smallest of those) the default.
    fn normalize(&mut self) {
        if self.index_width > 32 || (self.entries.len() as u64 * 2) < 1 << self.index_width {
            return;
        }
        let mut counts: BTreeMap<&BitVec, u64> = BTreeMap::new();
        for element in self.entries.values() {
            *counts.entry(element).or_default() += 1;
        }
        let rest = (1 << self.index_width) - self.entries.len() as u64;
        *counts.entry(&self.default).or_default() += rest;
        let most = counts.values().copied().max().unwrap_or(0);
        let common = counts.iter().find(|(_, count)| **count == most);
        let Some(common) = common.map(|(element, _)| (*element).clone()) else { return };
        if common == self.default {
            return;
        }
        let indices = (0..1 << self.index_width).map(|i| BitVec::from_u64(self.index_width, i));
        let full: Vec<_> = indices.map(|i| (i.clone(), self.select(&i).clone())).collect();
        self.entries = full.into_iter().filter(|(_, element)| *element != common).collect();
        self.default = common;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_functions_are_equal_values() {
        let bits = |w, v| BitVec::from_u64(w, v);
        let mut a = ArrayValue::constant(1, bits(8, 3));
        a.store(bits(1, 0), bits(8, 5));
        let mut b = ArrayValue::constant(1, bits(8, 5));
        b.store(bits(1, 1), bits(8, 3));
        assert_eq!(a, b);
        b.store(bits(1, 0), bits(8, 3));
        assert_eq!(b, ArrayValue::constant(1, bits(8, 3)));
    }
}
