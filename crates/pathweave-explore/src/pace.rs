//! How much work a strategy has done, in units that do not depend on the machine, and whose turn it
//! is when there are fewer cores than strategies.
//!
//! Work is counted where all strategies come by: in the solver. A query counts for itself, for its
//! size, for the terms that were made since the last one and for the conflicts that it took.
//! Executed instructions, states that wait and steps of composition come on top. The units are a
//! rough clock, some microseconds each; what matters is that the same run has the same count
//! everywhere, so that who was first is no accident. Turns are by the real clock: they only say who
//! works when.

use pathweave_solver::{Answer, Budget, LayerStatistics, Solver};
use pathweave_term::{Term, TermStore};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a query counts for, whatever it is.
const QUERY: u64 = 20;
/// What an input that is made without asking counts for.
const GUESS: u64 = 4;
/// Conjuncts, terms and instructions that count for one unit.
const CONJUNCTS: u64 = 8;
const TERMS: u64 = 4;
const INSTRUCTIONS: u64 = 32;
/// What a conflict counts for.
const CONFLICT: u64 = 30;
/// Conflicts are looked up once in so many queries, and after one that took so long: most queries have none.
const LOOKED_UP: u64 = 8;
const LONG_QUERY: Duration = Duration::from_millis(10);
/// How long a head start is waited for: a query is counted when it is answered, which may be never.
const LONGEST_HEAD_START: Duration = Duration::from_secs(1);
/// What a state that comes to wait counts for, and a step of composition.
const STEP: u64 = 20;
/// How much nicer a thread is that has stepped back: it gets about a sixth of what others get.
const NICENESS: i32 = 8;
/// The first turn; each one is twice as long as the one before, up to the longest.
const FIRST_TURN: Duration = Duration::from_millis(30);

/// Who of several strategies may work, so many at a time: who has waited longest comes next.
#[derive(Debug)]
pub struct Baton {
    at_once: usize,
    state: Mutex<BatonState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct BatonState {
    working: Vec<usize>,
    waiting: VecDeque<usize>,
}

impl Baton {
    /// For so many strategies at a time.
    pub fn new(at_once: usize) -> Self {
        Self { at_once, state: Mutex::default(), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, BatonState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, index: usize, stop: &AtomicBool) {
        let mut state = self.state();
        state.waiting.push_back(index);
        let is_next = |state: &BatonState| {
            state.working.len() < self.at_once && state.waiting.front() == Some(&index)
        };
        while !is_next(&state) && !stop.load(Ordering::Relaxed) {
            // Woken up now and then to see whether all is over.
            let brief = Duration::from_millis(20);
            let waited = self.changed.wait_timeout(state, brief);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.waiting.retain(|&other| other != index);
        state.working.push(index);
        self.changed.notify_all();
    }

    /// Whether somebody is to come next.
    fn is_wanted(&self) -> bool {
        !self.state().waiting.is_empty()
    }

    fn pass_on(&self, index: usize) {
        self.state().working.retain(|&other| other != index);
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
    has_ended: AtomicBool,
    /// It has ended, and others may do what it could not.
    is_open: AtomicBool,
    baton: Option<Arc<Baton>>,
    turn: Mutex<Turn>,
    longest_turn: Duration,
    /// The work after which others go first, and whether they do.
    steps_back_after: u64,
    has_stepped_back: AtomicBool,
}

/// The turn that a strategy has.
#[derive(Debug)]
struct Turn {
    began: Instant,
    length: Duration,
    /// The length of the next one.
    next: Duration,
}

impl Pace {
    /// Of the strategy of this number, which `stop` ends.
    pub fn new(index: usize, stop: Arc<AtomicBool>, baton: Option<Arc<Baton>>) -> Self {
        Self {
            index,
            spent: AtomicU64::new(0),
            most: AtomicU64::new(u64::MAX),
            stop,
            has_ended: AtomicBool::new(false),
            is_open: AtomicBool::new(false),
            baton,
            turn: Mutex::new(Turn {
                began: Instant::now(),
                length: FIRST_TURN,
                next: 2 * FIRST_TURN,
            }),
            longest_turn: Duration::MAX,
            steps_back_after: u64::MAX,
            has_stepped_back: AtomicBool::new(false),
        }
    }

    /// After so much work others that want the same cores go first: the thread that works is made
    /// nicer.
    pub fn with_step_back(mut self, after: u64) -> Self {
        self.steps_back_after = after;
        self
    }

    fn step_back(&self) {
        if !self.has_stepped_back.swap(true, Ordering::Relaxed) {
            // For the calling thread alone, here; where that fails nothing is lost but time.
            #[cfg(target_os = "linux")]
            let _ = rustix::process::nice(NICENESS);
        }
    }

    /// The first turn is as long as this, the others as they would be.
    pub fn with_first_turn(self, first: Duration) -> Self {
        self.turn().length = first;
        self
    }

    /// Turns do not become longer than this.
    pub fn with_longest_turn(mut self, longest: Duration) -> Self {
        self.longest_turn = longest;
        self
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

    /// Waits until another one has done so much `alone`, or worked so long, and begins with the head start on
    /// its account. False when the other one has ended before and left nothing open.
    pub fn follow(&self, other: &Self, alone: u64, head_start: u64) -> bool {
        let began = Instant::now();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return false;
            }
            if other.has_ended.load(Ordering::Relaxed) {
                if !other.is_open.load(Ordering::Relaxed) {
                    return false;
                }
                break;
            }
            if other.spent() >= alone || began.elapsed() >= LONGEST_HEAD_START {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        self.spent.store(head_start, Ordering::Relaxed);
        true
    }

    /// Waits for the first turn.
    pub fn begin(&self) {
        if let Some(baton) = &self.baton {
            baton.wait(self.index, &self.stop);
            self.turn().began = Instant::now();
        }
    }

    fn turn(&self) -> MutexGuard<'_, Turn> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is left to do may be done by others: to be said before the end.
    pub fn leave_open(&self) {
        self.is_open.store(true, Ordering::Relaxed);
    }

    /// Lets the others go on.
    pub fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
        if let Some(baton) = &self.baton {
            baton.pass_on(self.index);
        }
    }

    /// Counts instructions.
    pub fn executed(&self, instructions: u64) {
        self.spend(1 + instructions / INSTRUCTIONS);
    }

    /// Counts an input that was made without asking, or the attempt.
    pub fn guessed(&self, conditions: usize) {
        self.spend(GUESS + conditions as u64 / CONJUNCTS);
    }

    /// Counts a state that comes to wait, or a step of composition.
    pub fn stepped(&self) {
        self.spend(STEP);
    }

    /// Adds to the account, and leaves it at that.
    fn count(&self, units: u64) {
        self.spent.fetch_add(units, Ordering::Relaxed);
    }

    fn spend(&self, units: u64) {
        let spent = self.spent.fetch_add(units, Ordering::Relaxed) + units;
        if spent > self.most.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        }
        if spent >= self.steps_back_after {
            self.step_back();
        }
        let Some(baton) = &self.baton else { return };
        let mut turn = self.turn();
        let is_over = turn.began.elapsed() >= turn.length && !self.stop.load(Ordering::Relaxed);
        if is_over && baton.is_wanted() {
            baton.pass_on(self.index);
            baton.wait(self.index, &self.stop);
            let next = turn.next.saturating_mul(2);
            let length = turn.next.min(self.longest_turn);
            *turn = Turn { began: Instant::now(), length, next };
        }
    }
}

/// Counts what queries take.
pub(crate) struct Paced {
    below: Box<dyn Solver>,
    pace: Arc<Pace>,
    terms: usize,
    queries: u64,
    conflicts: u64,
}

impl Paced {
    pub(crate) fn new(below: Box<dyn Solver>, pace: Arc<Pace>) -> Self {
        Self { below, pace, terms: 0, queries: 0, conflicts: 0 }
    }

    /// The conflicts since they were last looked up.
    fn new_conflicts(&mut self) -> u64 {
        let mut layers = Vec::new();
        self.below.statistics(&mut layers);
        let details = layers.iter().flat_map(|layer| &layer.details);
        let all = details.filter(|(name, _)| *name == "conflicts").map(|(_, count)| count).sum();
        all - std::mem::replace(&mut self.conflicts, all)
    }
}

/// What was not looked up yet counts too: the sum does not depend on when that was done.
impl Drop for Paced {
    fn drop(&mut self) {
        let conflicts = self.new_conflicts();
        self.pace.count(conflicts * CONFLICT);
    }
}

impl Solver for Paced {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let began = Instant::now();
        let answer = self.below.check(terms, query, budget);
        let made = terms.len().saturating_sub(self.terms) as u64;
        self.terms = terms.len();
        self.queries += 1;
        let is_due = self.queries.is_multiple_of(LOOKED_UP) || began.elapsed() >= LONG_QUERY;
        let conflicts = if is_due { self.new_conflicts() } else { 0 };
        let size = query.len() as u64 / CONJUNCTS;
        self.pace.spend(QUERY + size + made / TERMS + conflicts * CONFLICT);
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
    fn a_head_start_ends_though_nothing_is_counted() {
        let pace = |index| Pace::new(index, Arc::new(AtomicBool::new(false)), None);
        let (busy, next, late) = (pace(0), pace(1), pace(2));
        assert!(next.follow(&busy, 500, 1000), "it may be in its first query");
        assert_eq!(next.spent(), 1000);
        busy.end();
        assert!(!late.follow(&busy, 500, 1000), "nobody is needed after the end");
        busy.leave_open();
        assert!(late.follow(&busy, 500, 1000), "what is left may be done by another one");
    }

    #[test]
    fn one_works_at_a_time_and_ends_at_its_bound() {
        let baton = Arc::new(Baton::new(1));
        let working = Arc::new(AtomicU64::new(0));
        let mut threads = Vec::new();
        for index in 0..2 {
            let stop = Arc::new(AtomicBool::new(false));
            let pace = Arc::new(Pace::new(index, Arc::clone(&stop), Some(Arc::clone(&baton))));
            pace.allow(20 * STEP);
            let working = Arc::clone(&working);
            threads.push(std::thread::spawn(move || {
                pace.begin();
                while !stop.load(Ordering::Relaxed) {
                    assert_eq!(working.fetch_add(1, Ordering::SeqCst), 0, "another one works");
                    std::thread::sleep(FIRST_TURN / 4);
                    working.fetch_sub(1, Ordering::SeqCst);
                    pace.stepped();
                }
                pace.end();
                pace.spent()
            }));
        }
        let spent: Vec<u64> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        assert_eq!(spent, [21 * STEP, 21 * STEP]);
    }
}
