//! How much work a strategy has done, in units that do not depend on the machine, and whose turn it
//! is when several share a core.
//!
//! Work is counted where all strategies come by: in the solver. A query counts for itself, for its
//! size, for the terms that were made since the last one and for the conflicts that it took.
//! Executed instructions come on top. The units are a rough clock, about a microsecond each; what
//! matters is that the same run has the same count everywhere, so that who was first is no accident.

use pathweave_solver::{Answer, Budget, LayerStatistics, Solver};
use pathweave_term::{Term, TermStore};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// What a query counts for, whatever it is.
const QUERY: u64 = 20;
/// Conjuncts, terms and instructions that count for one unit.
const CONJUNCTS: u64 = 8;
const TERMS: u64 = 4;
const INSTRUCTIONS: u64 = 32;
/// What a conflict counts for.
const CONFLICT: u64 = 30;
/// The first turn; each one after it doubles what a strategy may have spent.
const FIRST_TURN: u64 = 100_000;

/// Who of several strategies on one core may work.
#[derive(Debug, Default)]
pub struct Turns {
    state: Mutex<TurnState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct TurnState {
    holder: usize,
    /// By strategy: whether it has ended.
    ended: Vec<bool>,
}

impl Turns {
    /// Turns of so many strategies; the first one begins.
    pub fn new(count: usize) -> Self {
        let state = TurnState { holder: 0, ended: vec![false; count] };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn wait(&self, index: usize, stop: &AtomicBool) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while state.holder != index && !stop.load(Ordering::Relaxed) {
            // Woken up now and then to see whether all is over.
            let brief = std::time::Duration::from_millis(20);
            let waited = self.changed.wait_timeout(state, brief);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn pass_on(&self, index: usize, has_ended: bool) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.ended[index] |= has_ended;
        if state.holder == index {
            let count = state.ended.len();
            let next = (1..=count).map(|k| (index + k) % count).find(|&k| !state.ended[k]);
            state.holder = next.unwrap_or(index);
        }
        self.changed.notify_all();
    }
}

/// The work of one strategy.
#[derive(Debug)]
pub struct Pace {
    index: usize,
    spent: AtomicU64,
    most: AtomicU64,
    /// Ends the strategy.
    stop: Arc<AtomicBool>,
    turns: Option<Arc<Turns>>,
    /// What may be spent before the turn is over.
    allotted: AtomicU64,
}

impl Pace {
    /// Of the strategy of this number, which `stop` ends.
    pub fn new(index: usize, stop: Arc<AtomicBool>, turns: Option<Arc<Turns>>) -> Self {
        Self {
            index,
            spent: AtomicU64::new(0),
            most: AtomicU64::new(u64::MAX),
            stop,
            turns,
            allotted: AtomicU64::new(FIRST_TURN),
        }
    }

    /// What was spent so far.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Ends the strategy as soon as it has spent more than this.
    pub fn allow(&self, most: u64) {
        self.most.store(most, Ordering::Relaxed);
        if self.spent() > most {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Waits for the first turn.
    pub fn begin(&self) {
        if let Some(turns) = &self.turns {
            turns.wait(self.index, &self.stop);
        }
    }

    /// Lets the others go on.
    pub fn end(&self) {
        if let Some(turns) = &self.turns {
            turns.pass_on(self.index, true);
        }
    }

    /// Counts instructions.
    pub fn executed(&self, instructions: u64) {
        self.spend(1 + instructions / INSTRUCTIONS);
    }

    fn spend(&self, units: u64) {
        let spent = self.spent.fetch_add(units, Ordering::Relaxed) + units;
        if spent > self.most.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        }
        let Some(turns) = &self.turns else { return };
        let allotted = self.allotted.load(Ordering::Relaxed);
        if spent >= allotted && !self.stop.load(Ordering::Relaxed) {
            self.allotted.store((2 * allotted).max(spent), Ordering::Relaxed);
            turns.pass_on(self.index, false);
            turns.wait(self.index, &self.stop);
        }
    }
}

/// Counts what queries take.
pub(crate) struct Paced {
    below: Box<dyn Solver>,
    pace: Arc<Pace>,
    terms: usize,
    conflicts: u64,
}

impl Paced {
    pub(crate) fn new(below: Box<dyn Solver>, pace: Arc<Pace>) -> Self {
        Self { below, pace, terms: 0, conflicts: 0 }
    }

    fn all_conflicts(&self) -> u64 {
        let mut layers = Vec::new();
        self.below.statistics(&mut layers);
        let details = layers.iter().flat_map(|layer| &layer.details);
        details.filter(|(name, _)| *name == "conflicts").map(|(_, count)| count).sum()
    }
}

impl Solver for Paced {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let answer = self.below.check(terms, query, budget);
        let made = terms.len().saturating_sub(self.terms) as u64;
        self.terms = terms.len();
        let conflicts = self.all_conflicts();
        let new = conflicts.saturating_sub(self.conflicts);
        self.conflicts = conflicts;
        let size = query.len() as u64 / CONJUNCTS;
        self.pace.spend(QUERY + size + made / TERMS + new * CONFLICT);
        answer
    }

    fn name(&self) -> &'static str {
        "paced"
    }

    fn statistics(&self, out: &mut Vec<LayerStatistics>) {
        self.below.statistics(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_alternate_and_work_ends_at_its_bound() {
        let turns = Arc::new(Turns::new(2));
        let log = Arc::new(Mutex::new(Vec::new()));
        let mut threads = Vec::new();
        for index in 0..2 {
            let stop = Arc::new(AtomicBool::new(false));
            let pace = Arc::new(Pace::new(index, Arc::clone(&stop), Some(Arc::clone(&turns))));
            pace.allow(10 * FIRST_TURN);
            let log = Arc::clone(&log);
            threads.push(std::thread::spawn(move || {
                pace.begin();
                while !stop.load(Ordering::Relaxed) {
                    log.lock().unwrap().push(index);
                    pace.spend(FIRST_TURN / 2);
                }
                pace.end();
                pace.spent()
            }));
        }
        let spent: Vec<u64> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        assert!(spent.iter().all(|&spent| spent > 10 * FIRST_TURN && spent < 11 * FIRST_TURN));
        let mut log = log.lock().unwrap().clone();
        log.truncate(8);
        assert_eq!(log, [0, 0, 1, 1, 0, 0, 1, 1]);
    }
}
