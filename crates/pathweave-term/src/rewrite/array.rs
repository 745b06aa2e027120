//! Rules for reads and writes, and the index that makes a read over a long chain
//! of writes at constant indices quick: every 64th and every 4096th write of a
//! chain has a table of the writes since the last such mark, so a read looks
//! into one table instead of walking them.

use crate::operator::Op;
use crate::rule::Rule;
use crate::sort::{PackedSort, Sort};
use crate::store::{Term, TermStore};
use crate::term_map::TermMap;
use std::collections::HashMap;

/// The lengths of the two kinds of stretches that have tables.
const STRETCHES: [u32; 2] = [4096, 64];

/// The latest values written in one stretch, by index.
struct Stretch {
    values: HashMap<u64, Term>,
    /// The array before the first write of the stretch.
    below: Term,
}

/// Tables over chains of writes at constant indices.
#[derive(Default)]
pub(crate) struct WriteIndex {
    /// The number of such writes on top of each other, for each write.
    depths: TermMap<u32>,
    stretches: [TermMap<Stretch>; 2],
}

impl TermStore {
    pub(crate) fn rewrite_select(&mut self, array: Term, index: Term) -> Term {
        let Sort::Array { element, .. } = self.sort(array) else {
            unreachable!("the builder checked the array's sort")
        };
        let mut array = array;
        if self.rewriting {
            match self.find_write(array, index) {
                Ok(value) => return value,
                Err(rest) => array = rest,
            }
        }
        self.raw(Op::Select, PackedSort(element), &[array, index])
    }

    /// The value at an index, or the array in which it must be looked up.
    fn find_write(&mut self, array: Term, index: Term) -> Result<Term, Term> {
        let number = self.constant_u64(index);
        let mut array = array;
        loop {
            match self.op(array) {
                Op::ConstArray => {
                    self.fire(Rule::SelectConstant);
                    return Ok(self.arg(array, 0));
                }
                Op::Store => {}
                _ => return Err(array),
            }
            if let Some(stretch) = number.and_then(|_| self.stretch(array)) {
                match number.and_then(|number| stretch.values.get(&number)) {
                    Some(&value) => {
                        self.fire(Rule::SelectHit);
                        return Ok(value);
                    }
                    None => array = stretch.below,
                }
                self.fire(Rule::SelectMiss);
                continue;
            }
            let written = self.arg(array, 1);
            if written == index {
                self.fire(Rule::SelectHit);
                return Ok(self.arg(array, 2));
            }
            if !self.surely_differ(written, index) {
                return Err(array);
            }
            self.fire(Rule::SelectMiss);
            array = self.arg(array, 0);
        }
    }

    fn stretch(&self, array: Term) -> Option<&Stretch> {
        self.writes.stretches.iter().find_map(|kind| kind.get(array))
    }

    pub(crate) fn rewrite_store(&mut self, array: Term, index: Term, element: Term) -> Term {
        let mut array = array;
        if self.rewriting {
            if self.pair(Op::Select, element) == Some((array, index))
                || self.single(Op::ConstArray, array) == Some(element)
            {
                self.fire(Rule::StoreSame);
                return array;
            }
            while let Some((below, written, old)) = self.triple(Op::Store, array) {
                if written != index {
                    break;
                }
                if old == element {
                    self.fire(Rule::StoreSame);
                    return array;
                }
                self.fire(Rule::StoreOver);
                array = below;
            }
        }
        let sort = self.packed(array);
        let term = self.raw(Op::Store, sort, &[array, index, element]);
        if self.constant_u64(index).is_some() {
            self.note_write(term);
        }
        term
    }

    /// Counts a write at a constant index, and makes the tables that are due.
    fn note_write(&mut self, term: Term) {
        if self.writes.depths.contains(term) {
            return;
        }
        let below = self.arg(term, 0);
        let depth = self.writes.depths.get(below).copied().unwrap_or(0) + 1;
        self.writes.depths.insert(term, depth);
        for (kind, length) in STRETCHES.into_iter().enumerate() {
            if depth.is_multiple_of(length) {
                let stretch = self.collect_stretch(term, length);
                self.writes.stretches[kind].insert(term, stretch);
            }
        }
    }

    fn collect_stretch(&self, top: Term, length: u32) -> Stretch {
        let mut values = HashMap::new();
        let mut array = top;
        for _ in 0..length {
            let Some((below, index, value)) = self.triple(Op::Store, array) else { break };
            if let Some(number) = self.constant_u64(index) {
                values.entry(number).or_insert(value);
            }
            array = below;
        }
        Stretch { values, below: array }
    }
}
