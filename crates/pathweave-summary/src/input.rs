//! The inputs of a function: words of its parameters, and bytes of its caller's memory that it
//! reads before it writes them.
//!
//! An input is a variable with a name that no other function's input has. The table only grows,
//! and every path of the function sees the same variable for the same input.

use pathweave_ir::{Entity, Func};
use pathweave_memory::Object;
use pathweave_term::{Sort, Term, TermStore};
use std::collections::BTreeMap;

/// What an input is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum InputKey {
    /// A word of the parameters.
    Param(u32),
    /// A byte of an object of the caller's.
    Byte(Object, u64),
}

/// The inputs of one function.
#[derive(Clone, Debug)]
pub struct InputTable {
    func: Func,
    variables: BTreeMap<InputKey, Term>,
}

impl InputTable {
    /// No inputs yet.
    pub fn new(func: Func) -> Self {
        Self { func, variables: BTreeMap::new() }
    }

    /// All inputs.
    pub fn keys(&self) -> impl Iterator<Item = InputKey> {
        self.variables.keys().copied()
    }

    /// The variable of an input, and whether it is new.
    pub fn variable(&mut self, terms: &mut TermStore, key: InputKey) -> (Term, bool) {
        if let Some(&variable) = self.variables.get(&key) {
            return (variable, false);
        }
        let func = self.func.index();
        let variable = match key {
            InputKey::Param(k) => terms.var(&format!("f{func}.p{k}"), Sort::BitVec(64)),
            InputKey::Byte(object, at) => {
                terms.var(&format!("f{func}.{object}[{at}]"), Sort::BitVec(8))
            }
        };
        self.variables.insert(key, variable);
        (variable, true)
    }

    /// Whether bytes of the caller's memory are among them.
    pub fn has_bytes(&self) -> bool {
        matches!(self.variables.last_key_value(), Some((InputKey::Byte(..), _)))
    }

    /// The inputs seen so far.
    pub fn iter(&self) -> impl Iterator<Item = (InputKey, Term)> + '_ {
        self.variables.iter().map(|(key, variable)| (*key, *variable))
    }
}
