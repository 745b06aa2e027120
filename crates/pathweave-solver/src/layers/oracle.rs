//! Asks a second solver the same and compares. A disagreement is an error with
//! both answers in it; where only one of the two knows, its answer stands.

use super::meter::{Below, Meter};
use crate::query::{Answer, Budget, LayerStatistics, Solver, Why};
use pathweave_term::{Term, TermStore};

pub(crate) struct Oracle {
    below: Below,
    meter: Meter,
    other: Box<dyn Solver>,
    compared: u64,
    disagreements: u64,
}

impl Oracle {
    pub(crate) fn new(below: Box<dyn Solver>, other: Box<dyn Solver>) -> Oracle {
        let meter = Meter::default();
        Oracle { below: Below::new(below), meter, other, compared: 0, disagreements: 0 }
    }

    fn compare(&mut self, ours: Answer, theirs: Answer) -> Answer {
        self.compared += 1;
        match (&ours, &theirs) {
            (Answer::Unknown(_), _) => theirs,
            (_, Answer::Unknown(Why::Broken(_))) => theirs,
            (_, Answer::Unknown(_)) => ours,
            _ if ours.word() == theirs.word() => ours,
            _ => {
                self.disagreements += 1;
                let message = format!("{} but the oracle says {}", ours.word(), theirs.word());
                Answer::Unknown(Why::Broken(message))
            }
        }
    }
}

impl Solver for Oracle {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let running = self.meter.start(&self.below);
        let ours = self.below.check(terms, query, budget);
        let theirs = self.other.check(terms, query, budget);
        let answer = self.compare(ours, theirs);
        self.meter.stop(&running, &self.below);
        answer
    }

    fn name(&self) -> &'static str {
        "oracle"
    }

    fn statistics(&self, out: &mut Vec<LayerStatistics>) {
        let details = vec![("compared", self.compared), ("disagreements", self.disagreements)];
        self.meter.report(self.name(), &self.below, details, out);
    }
}
