//! Turns of abstract path conditions: deciding them and searching alternate.
//!
//! Which of both gets to a target first is not known before, and either may take all the time without an
//! answer. So conditions have a short turn first, then the search has one that is as long, then
//! conditions start again with twice the time, and so on: nothing takes much more than twice as long
//! as what would have been best alone. A turn that ended by itself is the last one, since another
//! one would find the same.
//!
//! Turns are counted in work ([`work`]), not in time, so that the same run has the same turns on every
//! machine, unless the time of the whole run is so short that a turn has to be cut for it.

use crate::compose::necessary::Necessary;
use crate::distance::Distances;
use crate::explorer::{Explorer, Options, machine_with, start};
use crate::goal::Goal;
use crate::loops::{LoopConditions, Loops};
use crate::memo::Deferral;
use crate::observer::Unobserved;
use crate::outcome::Outcome;
use pathweave_exec::{Image, StartError};
use pathweave_ir::Func;
use pathweave_term::{TermStore, work};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The first turn before a search that executes one path after the other, which rarely is the quicker one.
pub(crate) const FIRST_BEFORE_PATHS: u64 = 10 * work::SECOND;
/// The first turn before other strategies.
pub(crate) const FIRST_BEFORE_TREES: u64 = 2 * work::SECOND;
/// The most work that all turns may take, and one of them.
const MOST: u64 = 60 * work::SECOND;
const LONGEST: u64 = 30 * work::SECOND;
/// The share of the time that is left which a turn may take at most.
const SHARE: u32 = 3;
/// Without a limit of time.
const LONG: Duration = Duration::from_secs(1 << 20);

/// When the next turn is, and how much work it may be.
pub(crate) struct Turns {
    slice: u64,
    given: u64,
    /// What was spent when the search's turn began, and how much it may spend.
    searching: Option<(u64, u64)>,
    is_over: bool,
    /// Whether others search at the same time.
    is_race: bool,
}

/// When a turn is over: after so much work, or at a moment at the latest.
#[derive(Clone)]
pub(crate) struct TurnEnd {
    /// The moment.
    pub latest: Instant,
    began: u64,
    most: u64,
}

impl TurnEnd {
    /// Whether that is now.
    pub fn is_now(&self) -> bool {
        self.took() >= self.most || Instant::now() >= self.latest
    }

    /// The time that is left at most.
    pub fn left(&self) -> Duration {
        self.latest.saturating_duration_since(Instant::now())
    }

    /// The work that is left.
    pub fn work_left(&self) -> u64 {
        self.most.saturating_sub(self.took())
    }

    /// [`is_now`](Self::is_now) for those who do not know turns.
    pub fn as_check(&self) -> Rc<dyn Fn() -> bool> {
        let end = self.clone();
        Rc::new(move || end.is_now())
    }

    fn took(&self) -> u64 {
        work::done() - self.began
    }
}

impl Turns {
    /// Turns of which the first takes so much work.
    pub fn new(first: u64, options: &Options) -> Self {
        let is_race = options.pace.is_some();
        Self { slice: first, given: 0, searching: None, is_over: false, is_race }
    }

    /// Whether the conditions' turn has come.
    pub fn is_due(&self) -> bool {
        let searched = self.searching.is_none_or(|(since, work)| work::done() - since >= work);
        !self.is_over && searched && self.given < MOST
    }

    /// The end of the turn that begins now. In a race the search has a thread of its own besides, so
    /// that conditions need not leave it anything.
    pub fn begin(&self, deadline: Option<Instant>) -> TurnEnd {
        let now = Instant::now();
        let share = if self.is_race { 1 } else { SHARE };
        let left = deadline.map_or(LONG, |end| end.saturating_duration_since(now) / share);
        let most = self.slice.min(LONGEST);
        TurnEnd { latest: now + left, began: work::done(), most }
    }

    /// A turn is over, by itself or because it had to be.
    pub fn end(&mut self, end: &TurnEnd) {
        let took = end.took();
        self.is_over |= !end.is_now();
        self.given += took;
        self.searching = Some((end.began + took, took));
        self.slice *= 2;
    }

    /// There is nothing to be done in any turn.
    pub fn give_up(&mut self) {
        self.is_over = true;
    }
}

/// What came of a turn before another strategy.
pub(crate) struct Turn {
    /// Whether the target is decided.
    pub is_decided: bool,
    /// What was found and what it took.
    pub outcome: Outcome,
    /// The condition, if leaves can be checked against it.
    pub necessary: Option<Necessary>,
}

/// A turn of the conditions for a strategy with an engine of its own, whose terms they are made of. None
/// if there are none.
pub(crate) fn take_turn(
    image: &Image,
    entry: Func,
    goal: &Goal,
    options: &Options,
    turns: &mut Turns,
    terms: &mut TermStore,
) -> Result<Option<Turn>, StartError> {
    if options.loops == Loops::Unroll || !matches!(goal, Goal::Places(_)) {
        return Ok(None);
    }
    let mut machine = machine_with(image, Deferral::default(), options);
    std::mem::swap(&mut machine.terms, terms);
    machine.follow_undefined();
    if let Err(why) = start(&mut machine, image, entry) {
        std::mem::swap(&mut machine.terms, terms);
        return Err(why);
    }
    let distances = Distances::new(image, entry, goal);
    let (goal, options) = (goal.clone(), options.clone());
    let mut nobody = Unobserved;
    let mut explorer = Explorer::new(image, entry, goal, options, machine, distances, &mut nobody);
    std::mem::swap(&mut explorer.turns, turns);
    let is_decided = explorer.consider_loops();
    std::mem::swap(&mut explorer.turns, turns);
    let necessary = explorer.conditions.as_ref().and_then(LoopConditions::necessary);
    std::mem::swap(&mut explorer.machine.terms, terms);
    Ok(Some(Turn { is_decided, outcome: explorer.finish(), necessary }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(first: u64) -> Turns {
        Turns { slice: first, given: 0, searching: None, is_over: false, is_race: false }
    }

    #[test]
    fn turns_double_until_one_is_not_cut_short() {
        let mut turns = turns(100);
        let mut slices = Vec::new();
        while slices.len() < 4 {
            if turns.is_due() {
                let end = turns.begin(None);
                slices.push(end.most);
                while !end.is_now() && slices.len() < 4 {
                    work::spend(20);
                }
                turns.end(&end);
            } else {
                work::spend(20);
            }
        }
        assert_eq!(slices, [100, 200, 400, 800]);
        (0..1000).for_each(|_| work::spend(20));
        assert!(!turns.is_due(), "the last one ended by itself");
    }

    #[test]
    fn a_turn_leaves_time_for_the_search() {
        let mut turns = turns(100);
        let end = Some(Instant::now() + Duration::from_secs(3));
        assert!(turns.begin(end).left() <= Duration::from_secs(1));
        turns.is_race = true;
        assert!(turns.begin(end).left() > Duration::from_secs(1));
    }
}
