//! Names and sorts of variables, and the variable of each.
//!
//! A program may ask for millions of input bytes, each a variable with a name: so names lie one after the other in one
//! text, looking one up allocates nothing, and a slot says by some bits of the hash whether a name is worth comparing.
//! A variable is found here and nowhere else: its node is in no other table.

use crate::sort::{PackedSort, Sort};
use crate::store::{TAG, Term, candidate, mix};
use crate::work;

/// A variable's name and sort.
struct Symbol {
    start: usize,
    len: u32,
    sort: Sort,
    hash: u64,
    variable: Term,
}

/// All variables of a store.
#[derive(Default)]
pub(crate) struct SymbolTable {
    symbols: Vec<Symbol>,
    names: String,
    /// Open addressing with linear probing; 0 is empty, otherwise number + 1 in the low half and some bits of
    /// the hash in the high half.
    slots: Vec<u64>,
}

/// Where a name and sort belong that are not there yet.
pub(crate) struct Vacant {
    slot: usize,
    hash: u64,
}

impl SymbolTable {
    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.symbols.len()
    }

    /// The name of a number.
    pub fn name(&self, number: u32) -> &str {
        let symbol = &self.symbols[number as usize];
        &self.names[symbol.start..symbol.start + symbol.len as usize]
    }

    /// The variable of this name and sort, or the place for it.
    pub fn find(&mut self, name: &str, sort: Sort, packed: PackedSort) -> Result<Term, Vacant> {
        work::spend(work::VARIABLE);
        if (self.symbols.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let hash = hash_of(name, packed);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            if let Some(number) = candidate(self.slots[slot], hash) {
                let known = &self.symbols[number as usize];
                if known.sort == sort && self.name(number) == name {
                    return Ok(known.variable);
                }
            }
            slot = (slot + 1) & mask;
        }
        Err(Vacant { slot, hash })
    }

    /// Adds the next variable where `find` said that it belongs.
    pub fn add(&mut self, vacant: Vacant, name: &str, sort: Sort, variable: Term) {
        let start = self.names.len();
        self.names.push_str(name);
        let len = u32::try_from(name.len()).expect("names are shorter than 4 GiB");
        let Vacant { slot, hash } = vacant;
        self.symbols.push(Symbol { start, len, sort, hash, variable });
        let number = u32::try_from(self.symbols.len()).expect("fewer than 2^32 variables");
        self.slots[slot] = hash & TAG | u64::from(number);
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(64);
        self.slots = vec![0; size];
        for (number, symbol) in self.symbols.iter().enumerate() {
            let mut at = symbol.hash as usize & (size - 1);
            while self.slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = symbol.hash & TAG | (number as u64 + 1);
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
