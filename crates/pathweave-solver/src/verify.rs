//! Evaluates every model before it leaves the chain, whoever made it. Not a layer
//! that can be removed.

use crate::query::{Answer, Budget, LayerStatistics, Solver, Why};
use pathweave_term::{Evaluator, Term, TermStore};

pub(crate) struct Verify {
    below: Box<dyn Solver>,
}

impl Verify {
    pub(crate) fn new(below: Box<dyn Solver>) -> Verify {
        Verify { below }
    }
}

impl Solver for Verify {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let answer = self.below.check(terms, query, budget);
        if let Answer::Sat(model) = &answer {
            let mut evaluator = Evaluator::new();
            if !query.iter().all(|&term| evaluator.holds(terms, model, term)) {
                debug_assert!(false, "a layer's model fails its query");
                return Answer::Unknown(Why::Broken("a model does not satisfy its query".into()));
            }
        }
        answer
    }

    fn name(&self) -> &'static str {
        "verify"
    }

    fn statistics(&self, out: &mut Vec<LayerStatistics>) {
        self.below.statistics(out);
    }
}
