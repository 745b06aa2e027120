//! A map from terms to small values: open addressing on the handle, for
//! memoization in traversals. Iteration is not offered, so that no order can
//! leak into results.

use crate::store::Term;
use crate::work;

/// A map keyed by term handles.
#[derive(Clone)]
pub struct TermMap<V> {
    slots: Vec<Option<(Term, V)>>,
    len: usize,
}

impl<V> Default for TermMap<V> {
    fn default() -> Self {
        TermMap::new()
    }
}

impl<V> TermMap<V> {
    /// An empty map.
    pub fn new() -> Self {
        TermMap { slots: Vec::new(), len: 0 }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Removes all entries, keeping the room for them.
    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot = None);
        self.len = 0;
    }

    fn place(&self, term: Term) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = (u64::from(term.0).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        while let Some((found, _)) = &self.slots[at] {
            if *found == term {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    /// The entry of a term.
    pub fn get(&self, term: Term) -> Option<&V> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[self.place(term)].as_ref().map(|(_, value)| value)
    }

    /// The entry of a term, to change it.
    pub fn get_mut(&mut self, term: Term) -> Option<&mut V> {
        if self.slots.is_empty() {
            return None;
        }
        let at = self.place(term);
        self.slots[at].as_mut().map(|(_, value)| value)
    }

    /// Whether a term has an entry.
    pub fn contains(&self, term: Term) -> bool {
        self.get(term).is_some()
    }

    /// Sets the entry of a term; the entry it had is returned.
    pub fn insert(&mut self, term: Term, value: V) -> Option<V> {
        work::spend(work::ENTRY);
        if (self.len + 1) * 3 > self.slots.len() * 2 {
            self.grow();
        }
        let at = self.place(term);
        match &mut self.slots[at] {
            Some((_, old)) => Some(std::mem::replace(old, value)),
            empty => {
                *empty = Some((term, value));
                self.len += 1;
                None
            }
        }
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        work::spend(work::PLACE * size as u64);
        let old = std::mem::take(&mut self.slots);
        self.slots.resize_with(size, || None);
        for entry in old.into_iter().flatten() {
            let at = self.place(entry.0);
            self.slots[at] = Some(entry);
        }
    }
}
