//! Names and sorts of variables, numbered in the order in which they were first asked for.
//!
//! A program may ask for millions of input bytes, each a variable with a name: so a name is kept once, and looking
//! it up allocates nothing.

use crate::sort::{PackedSort, Sort};
use crate::store::mix;
use crate::work;

/// A variable's name and sort.
struct Symbol {
    name: Box<str>,
    sort: Sort,
    hash: u64,
}

/// All variables of a store.
#[derive(Default)]
pub(crate) struct SymbolTable {
    symbols: Vec<Symbol>,
    /// Open addressing with linear probing; 0 is empty, otherwise number + 1.
    slots: Vec<u32>,
}

impl SymbolTable {
    /// The name of a number.
    pub fn name(&self, number: u32) -> &str {
        &self.symbols[number as usize].name
    }

    /// Whether there is a variable of this name and sort.
    pub fn contains(&self, name: &str, sort: Sort, packed: PackedSort) -> bool {
        !self.slots.is_empty() && self.slots[self.slot(name, sort, hash_of(name, packed))] != 0
    }

    /// The number of a name and sort, which is new if they are.
    pub fn number(&mut self, name: &str, sort: Sort, packed: PackedSort) -> u32 {
        if (self.symbols.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let hash = hash_of(name, packed);
        let at = self.slot(name, sort, hash);
        if self.slots[at] == 0 {
            self.symbols.push(Symbol { name: name.into(), sort, hash });
            self.slots[at] = u32::try_from(self.symbols.len()).expect("fewer than 2^32 variables");
        }
        self.slots[at] - 1
    }

    /// The slot that holds a name and sort, or the empty one where they belong.
    fn slot(&self, name: &str, sort: Sort, hash: u64) -> usize {
        work::spend(work::VARIABLE);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while let Some(number) = self.slots[at].checked_sub(1) {
            let known = &self.symbols[number as usize];
            if known.hash == hash && &*known.name == name && known.sort == sort {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        self.slots = vec![0; size];
        for (number, symbol) in self.symbols.iter().enumerate() {
            let mut at = symbol.hash as usize & (size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = number as u32 + 1;
        }
    }
}

fn hash_of(name: &str, sort: PackedSort) -> u64 {
    let start = mix(name.len() as u64, u64::from(sort.0));
    name.as_bytes().chunks(8).fold(start, |hash, part| {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        mix(hash, u64::from_le_bytes(word))
    })
}

#[cfg(test)]
mod tests {
    use crate::{Sort, TermStore};
    use std::collections::BTreeMap;

    #[test]
    fn a_name_and_sort_are_one_variable() {
        let mut terms = TermStore::new();
        let mut known = BTreeMap::new();
        for round in 0..2 {
            for number in 0..3000 {
                for sort in [Sort::Bool, Sort::BitVec(8), Sort::BitVec(64)] {
                    let name = format!("x#{number}");
                    let term = terms.var(&name, sort);
                    assert_eq!(terms.name(term), Some(name.as_str()));
                    assert_eq!(terms.sort(term), sort);
                    let before = known.insert((name, sort), term);
                    assert_eq!(before, (round == 1).then_some(term));
                }
            }
        }
    }
}
