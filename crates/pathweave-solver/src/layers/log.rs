//! Writes every query as SMT-LIB, with the answer as its status and the time it
//! took as a comment. A failing writer does not disturb the answers.

use super::meter::{Below, Meter};
use crate::query::{Answer, Budget, LayerStatistics, Solver};
use pathweave_term::{Printer, Term, TermStore};
use std::io::Write;
use std::time::Instant;

pub(crate) struct Log {
    below: Below,
    meter: Meter,
    to: Box<dyn Write>,
}

impl Log {
    pub(crate) fn new(below: Box<dyn Solver>, to: Box<dyn Write>) -> Log {
        Log { below: Below::new(below), meter: Meter::default(), to }
    }
}

impl Solver for Log {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let running = self.meter.start(&self.below);
        let start = Instant::now();
        let answer = self.below.check(terms, query, budget);
        let text = Printer::new(terms).query(query);
        let status = answer.word();
        let micros = start.elapsed().as_micros();
        let _ = writeln!(self.to, "(set-info :status {status})\n{text}; {micros} µs\n(reset)");
        self.meter.stop(&running, &self.below);
        answer
    }

    fn name(&self) -> &'static str {
        "log"
    }

    fn statistics(&self, out: &mut Vec<LayerStatistics>) {
        self.meter.report(self.name(), &self.below, Vec::new(), out);
    }
}
