//! Counts and times of one layer, without those of the layers below.

use crate::query::{Answer, Budget, LayerStatistics, Solver};
use pathweave_term::{Term, TermStore};
use std::time::{Duration, Instant};

/// The layer below, with a clock on it.
pub(super) struct Below {
    solver: Box<dyn Solver>,
    asked: u64,
    time: Duration,
}

impl Below {
    pub(super) fn new(solver: Box<dyn Solver>) -> Below {
        Below { solver, asked: 0, time: Duration::ZERO }
    }

    pub(super) fn check(
        &mut self,
        terms: &mut TermStore,
        query: &[Term],
        budget: &Budget,
    ) -> Answer {
        let start = Instant::now();
        self.asked += 1;
        let answer = self.solver.check(terms, query, budget);
        self.time += start.elapsed();
        answer
    }
}

/// What a layer counts.
#[derive(Default)]
pub(super) struct Meter {
    queries: u64,
    answered: u64,
    time: Duration,
}

/// A query being measured.
pub(super) struct Running {
    start: Instant,
    asked: u64,
}

impl Meter {
    pub(super) fn start(&mut self, below: &Below) -> Running {
        self.queries += 1;
        Running { start: Instant::now(), asked: below.asked }
    }

    pub(super) fn stop(&mut self, running: &Running, below: &Below) {
        self.time += running.start.elapsed();
        self.answered += u64::from(below.asked == running.asked);
    }

    pub(super) fn report(
        &self,
        name: &'static str,
        below: &Below,
        details: Vec<(&'static str, u64)>,
        out: &mut Vec<LayerStatistics>,
    ) {
        out.push(LayerStatistics {
            name,
            queries: self.queries,
            answered: self.answered,
            time: self.time.saturating_sub(below.time),
            details,
        });
        below.solver.statistics(out);
    }
}
