//! A cache of unsat cores: a query that contains one is unsat. Each core is
//! filed under its youngest conjunct, so a query looks only at cores that end
//! with one of its own.

use super::meter::{Below, Meter};
use crate::query::{Answer, Budget, LayerStatistics, Solver};
use pathweave_term::{Term, TermMap, TermStore};
use std::collections::VecDeque;

/// How many cores are kept.
const MAX_CORES: usize = 20_000;

/// Larger cores are not kept: hardly another query has all of one.
const LARGEST: usize = 500;

pub(crate) struct Cores {
    below: Below,
    meter: Meter,
    by_youngest: TermMap<Vec<Box<[Term]>>>,
    /// The youngest conjuncts, oldest core first.
    order: VecDeque<Term>,
}

impl Cores {
    pub(crate) fn new(below: Box<dyn Solver>) -> Cores {
        Cores {
            below: Below::new(below),
            meter: Meter::default(),
            by_youngest: TermMap::new(),
            order: VecDeque::new(),
        }
    }

    fn contained(&self, query: &[Term]) -> Option<Vec<Term>> {
        let mut sorted = query.to_vec();
        sorted.sort_unstable();
        let within = |core: &[Term]| core.iter().all(|term| sorted.binary_search(term).is_ok());
        let filed = query.iter().filter_map(|&term| self.by_youngest.get(term)).flatten();
        let mut found = filed.filter(|core| within(core));
        found.next().map(|core| core.to_vec())
    }

    fn remember(&mut self, core: &[Term]) {
        let Some(&youngest) = core.iter().max() else { return };
        if core.len() > LARGEST {
            return;
        }
        if self.order.len() >= MAX_CORES
            && let Some(cores) =
                self.order.pop_front().and_then(|term| self.by_youngest.get_mut(term))
        {
            cores.remove(0);
        }
        let mut sorted = core.to_vec();
        sorted.sort_unstable();
        if let Some(cores) = self.by_youngest.get_mut(youngest) {
            cores.push(sorted.into());
        } else {
            self.by_youngest.insert(youngest, vec![sorted.into()]);
        }
        self.order.push_back(youngest);
    }
}

impl Solver for Cores {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let running = self.meter.start(&self.below);
        let answer = match self.contained(query) {
            Some(core) => Answer::Unsat(core),
            None => {
                let answer = self.below.check(terms, query, budget);
                if let Answer::Unsat(core) = &answer {
                    self.remember(core);
                }
                answer
            }
        };
        self.meter.stop(&running, &self.below);
        answer
    }

    fn name(&self) -> &'static str {
        "cores"
    }

    fn statistics(&self, out: &mut Vec<LayerStatistics>) {
        self.meter.report(self.name(), &self.below, vec![("kept", self.order.len() as u64)], out);
    }
}
