//! Reads of tables as circuits. A table is an array that was written at constant indices only, over a constant array
//! or over one of which nothing is known, with constants, but for a few elements. Each bit of an element is a function of
//! the index's bits: a tree of choices, the lowest bit of the index at the leaves, in which equal parts are shared
//! and constants folded. What is regular in a table is small so: a table of sums over two elements becomes a
//! chain of exclusive ors.
//!
//! A read at an index that was not written is the constant below, or an input that only lemmas
//! tell something about: the circuit says no more than lemmas would say in the end.

use super::gates::{GateHasher, Gates};
use crate::sat::Lit;
use pathweave_term::{Op, Sort, Term, TermStore};
use std::collections::HashMap;
use std::collections::btree_map::{BTreeMap, Entry};
use std::hash::BuildHasherDefault;
use std::rc::Rc;

/// The most writes that are looked through.
const MOST_WRITES: usize = 4096;
/// The most elements that are not constant.
const MOST_OPEN: usize = 32;
/// The most bits that the leaves of a tree have.
const MOST_LEAVES: usize = 1 << 14;

/// A table.
pub(super) struct Table {
    /// What was written at each index.
    elements: BTreeMap<u64, Term>,
    /// What is everywhere else, if that is known.
    rest: Option<Term>,
    /// Bits of an element.
    width: usize,
}

/// The tables that were read.
#[derive(Default)]
pub(super) struct Tables {
    known: HashMap<Term, Option<Rc<Table>>, BuildHasherDefault<GateHasher>>,
}

impl Tables {
    /// The array as a table, if it is one.
    pub(super) fn get(&mut self, terms: &TermStore, array: Term) -> Option<Rc<Table>> {
        let known = self.known.entry(array);
        known.or_insert_with(|| Table::new(terms, array).map(Rc::new)).clone()
    }
}

impl Table {
    fn new(terms: &TermStore, array: Term) -> Option<Self> {
        let Sort::Array { element: width, .. } = terms.sort(array) else { return None };
        let mut elements = BTreeMap::new();
        let (mut base, mut open) = (array, 0);
        for _ in 0..MOST_WRITES {
            if terms.op(base) != Op::Store {
                break;
            }
            let (index, element) = (terms.arg(base, 1), terms.arg(base, 2));
            // Later writes are met first.
            if let Entry::Vacant(vacant) = elements.entry(terms.constant(index)?.to_u64()?) {
                vacant.insert(element);
                open += usize::from(!terms.is_constant(element));
            }
            if open > MOST_OPEN {
                return None;
            }
            base = terms.arg(base, 0);
        }
        let rest = match terms.op(base) {
            Op::ConstArray => Some(terms.arg(base, 0)),
            Op::Var => None,
            _ => return None,
        };
        (!elements.is_empty()).then_some(Self { elements, rest, width: width as usize })
    }

    /// The literals of a read at this index, if its tree is not too large. `row` are the literals of an element;
    /// without one, of something of which nothing is known.
    pub(super) fn read(
        &self,
        gates: &mut Gates,
        index: &[Lit],
        row: impl Fn(&mut Gates, Option<Term>) -> Vec<Lit>,
    ) -> Option<Vec<Lit>> {
        let last = *self.elements.keys().next_back()?;
        let depth = (u64::BITS - last.leading_zeros()) as usize;
        if depth > index.len() {
            return None;
        }
        let (low, high) = index.split_at(depth);
        // The bits of the index that are not known, and the value of the others.
        let bits: Vec<usize> = (0..depth).filter(|&at| !gates.is_constant(low[at])).collect();
        if bits.len() >= 32 || self.width << bits.len() > MOST_LEAVES {
            return None;
        }
        let known = (0..depth).filter(|&at| gates.known(low[at]) == Some(true));
        let known = known.fold(0, |known, at| known | 1 << at);
        let rest = row(gates, self.rest);
        let mut rows: Vec<Lit> = Vec::with_capacity(self.width << bits.len());
        for leaf in 0..1u64 << bits.len() {
            let spread = |place, (k, &at): (usize, &usize)| place | (leaf >> k & 1) << at;
            let place = bits.iter().enumerate().fold(known, spread);
            match self.elements.get(&place) {
                Some(&element) => rows.extend(row(gates, Some(element))),
                None => rows.extend(&rest),
            }
        }
        for &at in &bits {
            let pairs = rows.chunks_exact(2 * self.width);
            let halves = pairs.flat_map(|pair| pair[self.width..].iter().zip(pair));
            rows = halves.map(|(&t, &e)| gates.mux(low[at], t, e)).collect();
        }
        let below: Vec<Lit> = high.iter().map(|&lit| !lit).collect();
        let is_below = gates.all(&below);
        Some(rows.iter().zip(&rest).map(|(&t, &e)| gates.mux(is_below, t, e)).collect())
    }
}
