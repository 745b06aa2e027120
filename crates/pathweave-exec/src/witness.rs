//! An input of the path that is executed: what terms are where the program is run on numbers.

use pathweave_bits::BitVec;
use pathweave_term::{Evaluator, Model, Term, TermStore, Value};
use std::rc::Rc;

/// An input, and the values of terms under it.
#[derive(Default)]
pub struct Witness {
    model: Rc<Model>,
    evaluator: Evaluator,
    was_asked: bool,
}

impl Witness {
    /// The input of a model.
    pub fn new(model: Model) -> Self {
        Self::of(Rc::new(model))
    }

    /// The input of a model that others have too.
    pub fn of(model: Rc<Model>) -> Self {
        Self { model, evaluator: Evaluator::new(), was_asked: false }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The model as it is now.
    pub fn shared_model(&self) -> Rc<Model> {
        Rc::clone(&self.model)
    }

    /// Gives a variable a value. It must not have been looked at before.
    pub fn assign(&mut self, variable: Term, value: Value) {
        self.evaluator.assign(variable, value.clone());
        Rc::make_mut(&mut self.model).insert(variable, value);
    }

    /// Whether a variable was given a value.
    pub fn assigns(&self, variable: Term) -> bool {
        self.model.get(variable).is_some()
    }

    /// Whether any value was looked at.
    pub fn was_asked(&self) -> bool {
        self.was_asked
    }

    /// Forgets that.
    pub fn forget_asked(&mut self) {
        self.was_asked = false;
    }

    /// The value of a term.
    pub fn value(&mut self, terms: &TermStore, term: Term) -> Value {
        self.was_asked = true;
        self.evaluator.value(terms, &self.model, term)
    }

    /// The value of a bit-vector.
    pub fn bits(&mut self, terms: &TermStore, term: Term) -> BitVec {
        self.was_asked = true;
        let value = self.evaluator.value(terms, &self.model, term);
        value.as_bits().expect("a bit-vector was asked for").clone()
    }

    /// Gives a variable another value, if all of `conditions` hold with it.
    pub fn adjust(
        &mut self,
        terms: &TermStore,
        variable: Term,
        value: Value,
        conditions: &[Term],
    ) -> bool {
        self.was_asked = true;
        let mut model = (*self.model).clone();
        model.insert(variable, value);
        let mut values = Evaluator::new();
        let holds = conditions.iter().all(|&condition| values.holds_once(terms, &model, condition));
        if holds {
            *self = Self { was_asked: true, ..Self::new(model) };
        }
        holds
    }

    /// Whether a truth value holds.
    pub fn holds(&mut self, terms: &TermStore, term: Term) -> bool {
        self.was_asked = true;
        self.evaluator.holds(terms, &self.model, term)
    }
}
