//! The quantified form of abstract path conditions, given to another solver while the unfolded form is
//! decided here.
//!
//! Its *unsat* closes a way like one of our own. Its *sat* is only a hint: the values that it gives the
//! path counters are tried in the unfolded form, and an input still has to get to the target.

use pathweave_loops::{AbstractPath, explain};
use pathweave_solver::{BackgroundSolver, ProcessOptions, ScriptAnswer};
use pathweave_term::{Printer, Term, TermStore};
use std::collections::BTreeMap;
use std::time::Duration;

/// Processes at a time.
const MOST_AT_ONCE: usize = 2;

/// The ways that another solver is asked about.
pub(crate) struct Elsewhere {
    options: Option<ProcessOptions>,
    at_work: BTreeMap<usize, BackgroundSolver>,
    next: usize,
    /// Ways that it decided.
    pub decided: u64,
}

/// What it says about a way.
pub(crate) enum Hint {
    /// It cannot be taken.
    Infeasible,
    /// It may be, with these values of its path counters.
    Counters(Vec<(Term, u64)>),
}

impl Elsewhere {
    /// Asks a solver, if there is one.
    pub fn new(options: Option<ProcessOptions>) -> Self {
        Self { options, at_work: BTreeMap::new(), next: 0, decided: 0 }
    }

    /// Gives the solver the next ways that are open, as far as it has room.
    pub fn offer(&mut self, terms: &mut TermStore, paths: &[AbstractPath<'_>], open: &[bool]) {
        self.at_work.retain(|&at, _| open[at]);
        let Some(options) = self.options.clone() else { return };
        while self.next < paths.len() && self.at_work.len() < MOST_AT_ONCE {
            let at = self.next;
            self.next += 1;
            if !open[at] || paths[at].loops.is_empty() {
                continue;
            }
            let mut script = explain::as_whole_script(terms, &paths[at]);
            let counters = counters(&paths[at]);
            let printer = Printer::new(terms);
            let names: Vec<String> =
                counters.iter().map(|&counter| printer.term(counter)).collect();
            script.push_str(&format!("(get-value ({}))\n", names.join(" ")));
            match BackgroundSolver::start(&options, &script) {
                Ok(solver) => {
                    self.at_work.insert(at, solver);
                }
                // What cannot be started now cannot be started later.
                Err(_) => self.options = None,
            }
            if self.options.is_none() {
                return;
            }
        }
    }

    /// Whether it is still thinking about something.
    pub fn is_busy(&self) -> bool {
        !self.at_work.is_empty()
    }

    /// What it found out within this time.
    pub fn poll(&mut self, paths: &[AbstractPath<'_>], wait: Duration) -> Vec<(usize, Hint)> {
        let mut found = Vec::new();
        let mut ended = Vec::new();
        for (&at, solver) in &mut self.at_work {
            let Some(answer) = solver.poll(wait) else { continue };
            ended.push(at);
            match answer {
                ScriptAnswer::Unsat => found.push((at, Hint::Infeasible)),
                ScriptAnswer::Sat(values) => {
                    let values = counters(&paths[at]).into_iter().zip(numbers(&values));
                    found.push((at, Hint::Counters(values.collect())));
                }
                ScriptAnswer::Unknown(_) => {}
            }
        }
        self.at_work.retain(|at, _| !ended.contains(at));
        self.decided += found.len() as u64;
        found
    }
}

/// The counters of the loops on a way, those inside of other loops left out.
fn counters(path: &AbstractPath<'_>) -> Vec<Term> {
    path.loops.iter().flat_map(|instance| instance.counters.iter().copied()).collect()
}

/// The numbers in an answer to `get-value`, in order: `((|κ!1| #x0000000000000003) …)`.
fn numbers(answer: &str) -> Vec<u64> {
    let number = |word: &str| {
        let word = word.trim_end_matches(')');
        match (word.strip_prefix("#x"), word.strip_prefix("#b")) {
            (Some(digits), _) => u64::from_str_radix(digits, 16).ok(),
            (_, Some(digits)) => u64::from_str_radix(digits, 2).ok(),
            _ => None,
        }
    };
    answer.split_whitespace().filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn values_are_read_in_order() {
        let answer = "((|κ!1| #x0000000000000003)\n (|κ!2| #b101))";
        assert_eq!(numbers(answer), [3, 5]);
        assert!(numbers("(error \"no model\")").is_empty());
    }
}
