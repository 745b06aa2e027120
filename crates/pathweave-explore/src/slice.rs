//! The part of a path condition that a new condition depends on.
//!
//! A waiting state's condition is that of the path it was split from, whose witness satisfies it,
//! and one more. Only the conditions that share variables with the new one, directly or through
//! others, have to be solved; all other variables keep the witness's values.

use pathweave_term::{Model, Op, Term, TermMap, TermStore, Value};
use std::rc::Rc;

/// Finds the parts of path conditions, and remembers the variables of each condition.
#[derive(Default)]
pub struct Slicer {
    /// `None` for a condition with functions, which connect what shares no variable.
    variables: TermMap<Option<Rc<[Term]>>>,
}

impl Slicer {
    /// The variables of a condition.
    fn variables_of(&mut self, terms: &TermStore, condition: Term) -> Option<Rc<[Term]>> {
        if let Some(known) = self.variables.get(condition) {
            return known.clone();
        }
        let mut seen: TermMap<()> = TermMap::new();
        let mut work = vec![condition];
        let mut variables = Some(Vec::new());
        while let Some(term) = work.pop() {
            if seen.insert(term, ()).is_some() {
                continue;
            }
            match terms.op(term) {
                Op::Var => variables.iter_mut().for_each(|list| list.push(term)),
                Op::Apply => variables = None,
                _ => work.extend(terms.args(term)),
            }
        }
        let variables: Option<Rc<[Term]>> = variables.map(Into::into);
        self.variables.insert(condition, variables.clone());
        variables
    }

    /// Whether a condition may depend on one of some variables.
    pub fn mentions(&mut self, terms: &TermStore, condition: Term, variables: &[Term]) -> bool {
        if variables.is_empty() {
            return false;
        }
        let is_one = |own: &[Term]| own.iter().any(|variable| variables.contains(variable));
        if let Some(own) = self.variables.get(condition) {
            return own.as_deref().is_none_or(is_one);
        }
        self.variables_of(terms, condition).as_deref().is_none_or(is_one)
    }

    /// The variables of conditions, each once; `None` if one has functions.
    pub fn variables_of_all(&mut self, terms: &TermStore, all: &[Term]) -> Option<Vec<Term>> {
        let mut seen: TermMap<()> = TermMap::new();
        let mut variables = Vec::new();
        for &condition in all {
            let own = self.variables_of(terms, condition)?;
            variables.extend(own.iter().filter(|&&variable| seen.insert(variable, ()).is_none()));
        }
        Some(variables)
    }

    /// The conditions that the last one depends on, itself included, in order; `None` if that may
    /// be all of them.
    pub fn slice(&mut self, terms: &TermStore, conditions: &[Term]) -> Option<Vec<Term>> {
        let (&last, before) = conditions.split_last()?;
        let variables = self.variables_of(terms, last)?;
        let mut slice = self.connected(terms, before, &variables)?;
        slice.push(last);
        Some(slice)
    }

    /// The conditions that some variables depend on, in order; `None` if that may be all of them.
    pub fn connected(
        &mut self,
        terms: &TermStore,
        conditions: &[Term],
        variables: &[Term],
    ) -> Option<Vec<Term>> {
        let own = conditions.len() as u32;
        let mut groups = Groups { parents: (0..=own).collect() };
        let mut owners: TermMap<u32> = TermMap::new();
        for &variable in variables {
            owners.insert(variable, own);
        }
        for (position, &condition) in conditions.iter().enumerate() {
            for &variable in self.variables_of(terms, condition)?.iter() {
                if let Some(owner) = owners.insert(variable, position as u32) {
                    groups.join(owner, position as u32);
                }
            }
        }
        let own = groups.find(own);
        let inside = (0..conditions.len()).filter(|&position| groups.find(position as u32) == own);
        Some(inside.map(|position| conditions[position]).collect())
    }

    /// The model of a slice where it says something, else that of the witness.
    pub fn merge(
        &mut self,
        terms: &TermStore,
        slice: &[Term],
        model: &Model,
        witness: &Model,
    ) -> Model {
        let mut merged = Model::new();
        let mut inside: TermMap<()> = TermMap::new();
        for &condition in slice {
            for &variable in self.variables_of(terms, condition).iter().flat_map(|list| list.iter())
            {
                let value = model.value(terms, variable);
                if inside.insert(variable, ()).is_none() && !is_default(terms, variable, &value) {
                    merged.insert(variable, value);
                }
            }
        }
        for (variable, value) in witness.variables() {
            if !inside.contains(variable) && !is_default(terms, variable, value) {
                merged.insert(variable, value.clone());
            }
        }
        merged
    }
}

/// Whether a model need not mention the value.
fn is_default(terms: &TermStore, variable: Term, value: &Value) -> bool {
    *value == Value::default_of(terms.sort(variable))
}

/// Sets of conditions that depend on each other.
struct Groups {
    parents: Vec<u32>,
}

impl Groups {
    fn find(&mut self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            let above = self.parents[self.parents[node as usize] as usize];
            self.parents[node as usize] = above;
            node = above;
        }
        node
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a as usize] = b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_bits::BitVec;
    use pathweave_term::Sort;

    #[test]
    fn conditions_are_connected_through_others() {
        let mut terms = TermStore::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.var(name, Sort::BitVec(8)));
        let seven = terms.bv_u64(8, 7);
        let conditions =
            [terms.bv_ult(a, b), terms.bv_ult(c, seven), terms.bv_ult(b, d), terms.eq(d, seven)];
        let mut slicer = Slicer::default();
        let slice = slicer.slice(&terms, &conditions).expect("no functions");
        assert_eq!(slice, [conditions[0], conditions[2], conditions[3]]);
        let slice = slicer.slice(&terms, &conditions[..2]).expect("no functions");
        assert_eq!(slice, [conditions[1]]);

        let number = |value| Value::Bits(BitVec::from_u64(8, value));
        let (mut witness, mut model) = (Model::new(), Model::new());
        witness.insert(a, number(1));
        witness.insert(c, number(3));
        model.insert(c, number(5));
        let merged = slicer.merge(&terms, &slice, &model, &witness);
        assert_eq!((merged.get(a), merged.get(c)), (Some(&number(1)), Some(&number(5))));
        let merged = slicer.merge(&terms, &slice, &Model::new(), &witness);
        assert_eq!(merged.get(c), None);
    }
}
