//! The decision string of a path: the conditions added along it, shared with the paths that have
//! the same beginning.
//!
//! It is all that is needed to get a state back: its path is executed again from the start, with
//! a witness of the conditions and every condition known beforehand, so that nothing is asked.

use pathweave_term::Term;
use std::rc::Rc;

/// A list of conditions that shares its beginning with others.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    last: Option<Rc<Link>>,
}

#[derive(Debug)]
struct Link {
    before: Decisions,
    condition: Term,
    length: usize,
}

impl Decisions {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.last.as_ref().map_or(0, |link| link.length)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// This list and one more condition.
    #[must_use]
    pub fn with(&self, condition: Term) -> Self {
        let link = Link { before: self.clone(), condition, length: self.len() + 1 };
        Self { last: Some(Rc::new(link)) }
    }

    /// Adds those of `conditions`, of which this list is the beginning, that are missing.
    pub fn catch_up(&mut self, conditions: &[Term]) {
        for &condition in conditions.get(self.len()..).unwrap_or_default() {
            *self = self.with(condition);
        }
    }

    /// All conditions in order.
    pub fn to_vec(&self) -> Vec<Term> {
        let mut conditions = Vec::with_capacity(self.len());
        let mut rest = &self.last;
        while let Some(link) = rest {
            conditions.push(link.condition);
            rest = &link.before.last;
        }
        conditions.reverse();
        conditions
    }
}

impl Drop for Decisions {
    /// Long lists are taken apart link by link: dropping them recursively would need as much
    /// stack as they are long.
    fn drop(&mut self) {
        let mut rest = self.last.take();
        while let Some(link) = rest {
            rest = match Rc::try_unwrap(link) {
                Ok(mut link) => link.before.last.take(),
                Err(_) => None,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_term::{Sort, TermStore};

    #[test]
    fn lists_share_their_beginning() {
        let mut terms = TermStore::new();
        let vars: Vec<Term> = (0..4).map(|k| terms.var(&format!("v{k}"), Sort::Bool)).collect();
        let mut common = Decisions::default();
        assert!(common.is_empty());
        common.catch_up(&vars[..2]);
        let (one, other) = (common.with(vars[2]), common.with(vars[3]));
        assert_eq!(one.to_vec(), vars[..3]);
        assert_eq!(other.to_vec(), [vars[0], vars[1], vars[3]]);
        drop(common);
        assert_eq!(one.to_vec(), vars[..3]);
        assert_eq!(one.len(), 3);
    }

    #[test]
    fn long_lists_are_dropped_without_recursion() {
        let mut terms = TermStore::new();
        let condition = terms.var("c", Sort::Bool);
        let mut list = Decisions::default();
        list.catch_up(&vec![condition; 1_000_000]);
        assert_eq!(list.len(), 1_000_000);
    }
}
