//! Turns of abstract path conditions: deciding them and searching alternate.
//!
//! Which of both gets to a target first is not known before, and either may take all the time without an
//! answer. So conditions have a short turn first, then the search has one that is as long, then
//! conditions start again with twice the time, and so on: nothing takes much more than twice as long
//! as what would have been best alone. A turn that ended before its time is the last one, since another
//! one would find the same.

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
use pathweave_term::TermStore;
use std::time::{Duration, Instant};

/// The first turn before a search that executes one path after the other, which rarely is the quicker one.
pub(crate) const FIRST_BEFORE_PATHS: Duration = Duration::from_secs(10);
/// The first turn before other strategies.
pub(crate) const FIRST_BEFORE_TREES: Duration = Duration::from_secs(1);
/// The most time that all turns may take, and the share of what is left for one.
const MOST_TIME: Duration = Duration::from_secs(60);
const LONGEST: Duration = Duration::from_secs(30);
const SHARE: u32 = 3;

/// When the next turn is, and how long it may take.
pub(crate) struct Turns {
    slice: Duration,
    given: Duration,
    /// When the search's turn began, and how long it is.
    searching: Option<(Instant, Duration)>,
    is_over: bool,
}

impl Turns {
    /// Turns of which the first takes so long.
    pub fn new(first: Duration) -> Self {
        Self { slice: first, given: Duration::ZERO, searching: None, is_over: false }
    }

    /// Whether the conditions' turn has come.
    pub fn is_due(&self) -> bool {
        let searched = self.searching.is_none_or(|(since, time)| since.elapsed() >= time);
        !self.is_over && searched && self.given < MOST_TIME
    }

    /// The time of the turn that begins now. In a race the search has a thread of its own besides, so
    /// that conditions need not leave it anything.
    pub fn begin(&self, deadline: Option<Instant>, is_race: bool) -> Duration {
        let share = if is_race { 1 } else { SHARE };
        let left = deadline.map(|end| end.saturating_duration_since(Instant::now()) / share);
        self.slice.min(LONGEST).min(left.unwrap_or(LONGEST))
    }

    /// A turn took so long; `all` says that it was not cut short.
    pub fn end(&mut self, took: Duration, all: bool) {
        self.given += took;
        self.is_over |= all;
        self.searching = Some((Instant::now(), took));
        self.slice *= 2;
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
    use super::Turns;
    use std::time::{Duration, Instant};

    #[test]
    fn turns_double_until_one_is_not_cut_short() {
        let mut turns = Turns::new(Duration::from_millis(1));
        let mut slices = Vec::new();
        while slices.len() < 4 {
            if turns.is_due() {
                let slice = turns.begin(None, false);
                slices.push(slice.as_millis());
                turns.end(slice, slices.len() == 4);
            }
        }
        assert_eq!(slices, [1, 2, 4, 8]);
        std::thread::sleep(Duration::from_millis(10));
        assert!(!turns.is_due(), "the last one ended by itself");
    }

    #[test]
    fn a_turn_leaves_time_for_the_search() {
        let turns = Turns::new(Duration::from_secs(3));
        let end = Some(Instant::now() + Duration::from_secs(3));
        assert!(turns.begin(end, false) <= Duration::from_secs(1));
        assert!(turns.begin(end, true) > Duration::from_secs(1));
    }
}
