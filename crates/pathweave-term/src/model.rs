//! A model: values of variables and tables of functions. What a model does not
//! mention is false, zero or the array of zeros.

use crate::store::{Func, Term, TermStore};
use crate::value::Value;
use std::collections::BTreeMap;

/// Values of variables and functions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    variables: BTreeMap<Term, Value>,
    functions: BTreeMap<Func, FunctionValue>,
}

/// A function's value: a default and the arguments where it differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionValue {
    default: Value,
    entries: BTreeMap<Vec<Value>, Value>,
}

impl FunctionValue {
    /// The same result everywhere.
    pub fn constant(default: Value) -> FunctionValue {
        FunctionValue { default, entries: BTreeMap::new() }
    }

    /// Sets the result for some arguments.
    pub fn insert(&mut self, args: Vec<Value>, result: Value) {
        self.entries.insert(args, result);
    }

    /// The result for some arguments.
    pub fn apply(&self, args: &[Value]) -> &Value {
        self.entries.get(args).unwrap_or(&self.default)
    }

    /// The result for all arguments without an entry.
    pub fn default_result(&self) -> &Value {
        &self.default
    }

    /// The arguments with results of their own, in order.
    pub fn entries(&self) -> impl Iterator<Item = (&Vec<Value>, &Value)> {
        self.entries.iter()
    }
}

impl Model {
    /// The model in which everything has its default.
    pub fn new() -> Model {
        Model::default()
    }

    /// Sets a variable's value.
    pub fn insert(&mut self, variable: Term, value: Value) {
        self.variables.insert(variable, value);
    }

    /// Gives a variable its default.
    pub fn remove(&mut self, variable: Term) {
        self.variables.remove(&variable);
    }

    /// A variable's value, if the model mentions it.
    pub fn get(&self, variable: Term) -> Option<&Value> {
        self.variables.get(&variable)
    }

    /// A variable's value.
    pub fn value(&self, terms: &TermStore, variable: Term) -> Value {
        let known = self.variables.get(&variable).cloned();
        known.unwrap_or_else(|| Value::default_of(terms.sort(variable)))
    }

    /// The variables the model mentions, in order of their handles.
    pub fn variables(&self) -> impl Iterator<Item = (Term, &Value)> {
        self.variables.iter().map(|(term, value)| (*term, value))
    }

    /// The functions the model mentions, in order of their handles.
    pub fn functions(&self) -> impl Iterator<Item = (Func, &FunctionValue)> {
        self.functions.iter().map(|(function, value)| (*function, value))
    }

    /// A function's value, if the model mentions it.
    pub fn function(&self, function: Func) -> Option<&FunctionValue> {
        self.functions.get(&function)
    }

    /// Sets a function's value.
    pub fn insert_function(&mut self, function: Func, value: FunctionValue) {
        self.functions.insert(function, value);
    }

    /// Takes over what `other` mentions; its values win.
    pub fn extend(&mut self, other: &Model) {
        let variables = other.variables.iter().map(|(term, value)| (*term, value.clone()));
        self.variables.extend(variables);
        for (function, value) in &other.functions {
            match self.functions.get_mut(function) {
                None => {
                    self.functions.insert(*function, value.clone());
                }
                Some(own) => own.entries.extend(value.entries.clone()),
            }
        }
    }
}
