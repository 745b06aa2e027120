//! How much work a strategy has done, and whose turn it is when there are fewer cores than strategies.
//!
//! Work is in ticks ([`pathweave_term::work`]), which most of what takes time counts by itself; queries, states
//! that wait and steps of composition come on top here. The same run has the same count everywhere.
//!
//! Who is first is said by the *account*: the head start that others had, and the work, of which each
//! tick may count more than once, always or when nothing new was executed for a while. So a strategy that is rarely first
//! has to be ahead by so much, and less of its work is waited for. The account says nothing of the real clock, so that
//! who was first is no accident. Where there are fewer cores than strategies, who has least on the account works. Turns are by the real clock: they only say who works when.

use pathweave_solver::{Answer, Budget, LayerStatistics, Solver};
use pathweave_term::{Term, TermStore, work};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What a query counts for besides what is done for it, and each of its conjuncts.
const QUERY: u64 = 7_500;
/// See [`QUERY`].
const CONJUNCT: u64 = 550;
/// What a state that comes to wait counts for, and a step of composition.
const STEP: u64 = 4_500;
/// What a condition counts for that an input is made for without asking.
const CONDITION: u64 = 10;
/// How long a head start is waited for: it may be in a query that takes long.
const LONGEST_HEAD_START: Duration = Duration::from_secs(2);
/// How long a turn is.
const TURN: Duration = Duration::from_millis(30);

/// Who of several strategies may work, so many at a time: who has least on its account comes next.
#[derive(Debug)]
pub struct Baton {
    state: Mutex<BatonState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct BatonState {
    at_once: usize,
    working: Vec<usize>,
    /// Accounts and whose they are.
    waiting: BTreeSet<(u64, usize)>,
}

impl Baton {
    /// For so many strategies at a time.
    pub fn new(at_once: usize) -> Self {
        let state = BatonState { at_once, ..BatonState::default() };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// One more may work from now on.
    pub fn widen(&self) {
        self.state().at_once += 1;
        self.changed.notify_all();
    }

    fn state(&self) -> MutexGuard<'_, BatonState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait(&self, index: usize, account: u64, stop: &AtomicBool) {
        let own = (account, index);
        let mut state = self.state();
        state.waiting.insert(own);
        let is_next = |state: &BatonState| {
            state.working.len() < state.at_once && state.waiting.first() == Some(&own)
        };
        while !is_next(&state) && !stop.load(Ordering::Relaxed) {
            // Woken up now and then to see whether all is over.
            let brief = Duration::from_millis(20);
            let waited = self.changed.wait_timeout(state, brief);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.waiting.remove(&own);
        state.working.push(index);
        self.changed.notify_all();
    }

    /// Whether somebody waits who has less on the account.
    fn is_wanted(&self, account: u64) -> bool {
        self.state().waiting.first().is_some_and(|&(least, _)| least < account)
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
    /// All ticks of the thread that works, and those before it began with this.
    ticks: Arc<AtomicU64>,
    before: AtomicU64,
    /// What is on the account at the beginning.
    head_start: u64,
    /// How often a tick counts when nothing new was executed for so much work.
    dear: u64,
    patience: u64,
    settled: Mutex<Settled>,
    most: AtomicU64,
    /// Ends the strategy.
    stop: Arc<AtomicBool>,
    has_ended: AtomicBool,
    /// It has ended, and others may do what it could not.
    is_open: AtomicBool,
    baton: Option<Arc<Baton>>,
    /// When its turn began.
    turn: Mutex<Instant>,
}

/// What was on the account when the strategy last looked up, and its work.
#[derive(Debug, Default)]
struct Settled {
    account: u64,
    work: u64,
    /// The work when something new was last executed.
    news: u64,
}

impl Pace {
    /// Of the strategy of this number, which `stop` ends.
    pub fn new(index: usize, stop: Arc<AtomicBool>, baton: Option<Arc<Baton>>) -> Self {
        Self {
            index,
            ticks: Arc::default(),
            before: AtomicU64::new(0),
            head_start: 0,
            dear: 1,
            patience: 0,
            settled: Mutex::default(),
            most: AtomicU64::new(u64::MAX),
            stop,
            has_ended: AtomicBool::new(false),
            is_open: AtomicBool::new(false),
            baton,
            turn: Mutex::new(Instant::now()),
        }
    }

    /// Others have a head start.
    pub fn with_head_start(mut self, work: u64) -> Self {
        self.head_start = work;
        self.settled().account = work;
        self
    }

    /// The head start that others have.
    pub fn head_start(&self) -> u64 {
        self.head_start
    }

    /// Each tick counts so often, when nothing new was executed for so much work.
    pub fn dear_after(mut self, dear: u64, patience: u64) -> Self {
        (self.dear, self.patience) = (dear, patience);
        self
    }

    fn settled(&self) -> MutexGuard<'_, Settled> {
        self.settled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The account after so much work, since the strategy looked up.
    fn account_in(&self, settled: &Settled, work: u64) -> u64 {
        let is_dear = settled.work - settled.news >= self.patience;
        let price = if is_dear { self.dear } else { 1 };
        settled.account.saturating_add(work.saturating_sub(settled.work).saturating_mul(price))
    }

    /// Something new was executed.
    pub fn found_new(&self) {
        self.look_up();
        let mut settled = self.settled();
        settled.news = settled.work;
    }

    /// What was done so far, as of when it was last published.
    pub fn work(&self) -> u64 {
        let ticks = self.ticks.load(Ordering::Acquire);
        ticks.saturating_sub(self.before.load(Ordering::Relaxed))
    }

    /// What counts of it, with the head start.
    pub fn account(&self) -> u64 {
        self.account_in(&self.settled(), self.work())
    }

    /// Ends the strategy as soon as there is more than this on its account.
    pub fn allow(&self, most: u64) {
        self.most.store(most, Ordering::Relaxed);
        if self.account() > most {
            self.stop.store(true, Ordering::Relaxed);
            // It may be in a query that takes long.
            if let Some(baton) = &self.baton {
                baton.pass_on(self.index);
            }
        }
    }

    /// Waits until another one has done so much `alone`, or worked so long. False when the other one has ended
    /// before the head start is used up and left nothing open.
    pub fn follow(&self, other: &Self, alone: u64) -> bool {
        let began = Instant::now();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return false;
            }
            if other.has_ended.load(Ordering::Acquire) {
                if !other.is_open.load(Ordering::Relaxed) && other.work() < self.head_start {
                    return false;
                }
                break;
            }
            if other.work() >= alone || began.elapsed() >= LONGEST_HEAD_START {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        true
    }

    /// Waits for the first turn. What the calling thread does from now on is this one's work.
    pub fn begin(self: &Arc<Self>) {
        self.before.store(work::done(), Ordering::Relaxed);
        let own = Arc::clone(self);
        let pause = Rc::new(move || own.look_up());
        work::show(Arc::clone(&self.ticks), Arc::clone(&self.stop), pause);
        if let Some(baton) = &self.baton {
            baton.wait(self.index, self.account(), &self.stop);
            *self.turn() = Instant::now();
        }
    }

    fn turn(&self) -> MutexGuard<'_, Instant> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is left to do may be done by others: to be said before the end.
    pub fn leave_open(&self) {
        self.is_open.store(true, Ordering::Release);
    }

    /// Lets the others go on.
    pub fn end(&self) {
        self.has_ended.store(true, Ordering::Release);
        if let Some(baton) = &self.baton {
            baton.pass_on(self.index);
        }
    }

    /// Counts an input that was made without asking, or the attempt.
    pub fn guessed(&self, conditions: usize) {
        work::spend(CONDITION * conditions as u64);
        self.look_up();
    }

    /// Counts a state that comes to wait, or a step of composition.
    pub fn stepped(&self) {
        work::spend(STEP);
        self.look_up();
    }

    /// Shows what was done, ends the strategy if that was too much, and lets others work in their turn. To be called
    /// now and then by the thread that works.
    pub fn look_up(&self) {
        work::publish();
        let account = {
            let (mut settled, work) = (self.settled(), self.work());
            settled.account = self.account_in(&settled, work);
            settled.work = work;
            settled.account
        };
        if account > self.most.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        }
        let Some(baton) = &self.baton else { return };
        let mut turn = self.turn();
        let is_over = turn.elapsed() >= TURN && !self.stop.load(Ordering::Relaxed);
        if is_over && baton.is_wanted(account) {
            baton.pass_on(self.index);
            baton.wait(self.index, account, &self.stop);
            *turn = Instant::now();
        }
    }
}

/// Counts queries.
pub(crate) struct Paced {
    below: Box<dyn Solver>,
    pace: Arc<Pace>,
}

impl Paced {
    pub(crate) fn new(below: Box<dyn Solver>, pace: Arc<Pace>) -> Self {
        Self { below, pace }
    }
}

impl Solver for Paced {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let answer = self.below.check(terms, query, budget);
        work::spend(QUERY + CONJUNCT * query.len() as u64);
        self.pace.look_up();
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
        let pace = |index| {
            let stop = Arc::new(AtomicBool::new(false));
            Arc::new(Pace::new(index, stop, None).with_head_start(1000))
        };
        let (busy, next, late) = (pace(0), pace(1), pace(2));
        assert!(next.follow(&busy, 500), "it may be in its first query");
        assert_eq!(next.account(), 1000);
        busy.end();
        assert!(!late.follow(&busy, 500), "nobody is needed after the end");
        work::spend(2000);
        let busier = pace(3);
        busier.begin();
        work::spend(2000);
        work::publish();
        busier.end();
        assert!(late.follow(&busier, 500), "the head start was used up");
        busy.leave_open();
        assert!(late.follow(&busy, 500), "what is left may be done by another one");
    }

    #[test]
    fn work_becomes_dear_when_nothing_new_is_found() {
        let stop = Arc::new(AtomicBool::new(false));
        let pace = Arc::new(Pace::new(0, Arc::clone(&stop), None).dear_after(3, 100));
        work::spend(50);
        pace.begin();
        assert_eq!(pace.account(), 0, "what was done before is not its own");
        let worked = |ticks| {
            work::spend(ticks);
            pace.look_up();
            (pace.work(), pace.account())
        };
        assert_eq!(worked(80), (80, 80));
        assert_eq!(worked(30), (110, 110), "it was not too much when this began");
        assert_eq!(worked(10), (120, 140));
        pace.found_new();
        assert_eq!(worked(90), (210, 230));
        pace.allow(230);
        assert!(!stop.load(Ordering::Relaxed));
        assert_eq!(worked(1), (211, 231));
        assert!(stop.load(Ordering::Relaxed));
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
                    std::thread::sleep(TURN / 4);
                    working.fetch_sub(1, Ordering::SeqCst);
                    pace.stepped();
                }
                pace.end();
                pace.account()
            }));
        }
        let spent: Vec<u64> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        assert_eq!(spent, [21 * STEP, 21 * STEP]);
    }
}
