//! Recent models, tried by evaluation. For each conjunct a word of bits says
//! under which of the models it is known to hold, so a query is mostly an
//! intersection of words.

use super::meter::{Below, Meter};
use crate::query::{Answer, Budget, LayerStatistics, Solver};
use pathweave_term::{Evaluator, Model, Term, TermMap, TermStore};

/// One bit of a word each.
const MAX_MODELS: usize = 64;

/// A model's memo is emptied when it has more values than this.
const MAX_MEMO: usize = 4_000;

/// The models under which a conjunct was evaluated, and those where it holds.
#[derive(Clone, Copy, Default)]
struct Known {
    tried: u64,
    holds: u64,
}

struct Remembered {
    model: Model,
    evaluator: Evaluator,
    last_use: u64,
}

pub(crate) struct Models {
    below: Below,
    meter: Meter,
    models: Vec<Remembered>,
    known: TermMap<Known>,
    clock: u64,
}

impl Models {
    pub(crate) fn new(below: Box<dyn Solver>) -> Models {
        Models {
            below: Below::new(below),
            meter: Meter::default(),
            models: Vec::new(),
            known: TermMap::new(),
            clock: 0,
        }
    }

    /// A model under which all conjuncts hold.
    fn find(&mut self, terms: &TermStore, query: &[Term]) -> Option<usize> {
        let all = match self.models.len() {
            0 => return None,
            count => u64::MAX >> (MAX_MODELS - count),
        };
        // What is known costs nothing; evaluation only for models still possible.
        let known = |term: &Term| self.known.get(*term).copied().unwrap_or_default();
        let mut possible = query.iter().fold(all, |possible, term| {
            let known = known(term);
            possible & !(known.tried & !known.holds)
        });
        while possible != 0 {
            // The youngest model first: neighbouring queries are alike.
            let at = (63 - possible.leading_zeros()) as usize;
            if self.holds_all(terms, query, at) {
                return Some(at);
            }
            possible &= !(1 << at);
        }
        None
    }

    fn holds_all(&mut self, terms: &TermStore, query: &[Term], at: usize) -> bool {
        let bit = 1u64 << at;
        // The last ones first: what an earlier query did not have is what a model fails on.
        for &term in query.iter().rev() {
            let mut known = self.known.get(term).copied().unwrap_or_default();
            if known.tried & bit == 0 {
                let entry = &mut self.models[at];
                if entry.evaluator.len() > MAX_MEMO {
                    entry.evaluator = Evaluator::new();
                }
                known.tried |= bit;
                if entry.evaluator.holds(terms, &entry.model, term) {
                    known.holds |= bit;
                }
                self.known.insert(term, known);
            }
            if known.holds & bit == 0 {
                return false;
            }
        }
        true
    }

    fn remember(&mut self, model: Model) {
        if self.models.len() == MAX_MODELS {
            // Keep the half used last; its bits change places, so forget them.
            let mut times: Vec<u64> = self.models.iter().map(|entry| entry.last_use).collect();
            times.sort_unstable();
            let limit = times[MAX_MODELS / 2];
            self.models.retain(|entry| entry.last_use >= limit);
            self.known = TermMap::new();
        }
        let last_use = self.clock;
        self.models.push(Remembered { model, evaluator: Evaluator::new(), last_use });
    }
}

impl Solver for Models {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let running = self.meter.start(&self.below);
        self.clock += 1;
        let answer = match self.find(terms, query) {
            Some(at) => {
                self.models[at].last_use = self.clock;
                Answer::Sat(self.models[at].model.clone())
            }
            None => {
                let answer = self.below.check(terms, query, budget);
                if let Answer::Sat(model) = &answer {
                    self.remember(model.clone());
                }
                answer
            }
        };
        self.meter.stop(&running, &self.below);
        answer
    }

    fn name(&self) -> &'static str {
        "models"
    }

    fn statistics(&self, out: &mut Vec<LayerStatistics>) {
        self.meter.report(self.name(), &self.below, vec![("kept", self.models.len() as u64)], out);
    }
}
