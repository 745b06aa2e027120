//! The states that wait to be run, and the order in which they are taken.
//!
//! The same seed gives the same order, however many states are kept as copies: the others are
//! *parked* as their decision strings, in their places, and executed again when their turn comes.

use crate::decisions::Decisions;
use crate::memo::Errand;
use pathweave_exec::state::{FailingAccess, State};
use pathweave_ir::Func;
use pathweave_term::Model;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// An order of search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Search {
    /// The newest first.
    Depth,
    /// The oldest first.
    Breadth,
    /// Any.
    Random,
    /// Those first whose decision goes a way that was never taken.
    Coverage,
    /// The nearest to the target first; the newest where there is none.
    Distance,
    /// Those first that paths left soon after they executed something new, such parts in turn.
    Fresh,
    /// Fresh, random, coverage, depth and breadth in turn; distance half of the time where there is a
    /// target.
    #[default]
    Mixed,
}

impl Search {
    /// The order of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "dfs" => Self::Depth,
            "bfs" => Self::Breadth,
            "random" => Self::Random,
            "coverage" => Self::Coverage,
            "distance" => Self::Distance,
            "fresh" => Self::Fresh,
            "mixed" => Self::Mixed,
            _ => return None,
        })
    }
}

/// The orders of a mixed search, in turn.
const TOWARDS_TARGET: [Search; 4] =
    [Search::Random, Search::Distance, Search::Depth, Search::Distance];
const EVERYWHERE: [Search; 6] = [
    Search::Random,
    Search::Coverage,
    Search::Fresh,
    Search::Depth,
    Search::Fresh,
    Search::Breadth,
];

/// What is kept of a state besides its decision string.
#[derive(Clone, Debug)]
pub struct Parked {
    /// Which conditions are concretizations.
    pub concretizations: Box<[u32]>,
    /// The failing access that it is the other side of.
    pub failing: Option<FailingAccess>,
}

/// How a waiting state is kept.
pub enum Held<'p> {
    /// As a copy.
    Copy(Box<State<'p>>),
    /// To be executed again.
    Parked(Parked),
}

/// A state that waits: the other side of a decision.
pub struct Waiting<'p> {
    /// The state, its last condition being the other side.
    pub held: Held<'p>,
    /// The conditions of its path.
    pub decisions: Decisions,
    /// The operation that decides.
    pub at: (Func, u32),
    /// How far it is from the target.
    pub distance: u32,
    /// An input that satisfies all conditions but the last.
    pub witness: Rc<Model>,
    /// Where its path was concretized first.
    pub choice: Option<usize>,
    /// What it is for, where functions are composed.
    pub(crate) errand: Option<Box<Errand<'p>>>,
}

impl Waiting<'_> {
    /// Gives up the copy.
    fn park(&mut self) {
        if let Held::Copy(state) = &self.held {
            self.held = Held::Parked(Parked {
                concretizations: state.concretizations.clone().into(),
                failing: state.failing,
            });
        }
    }
}

/// The states that wait at one place.
#[derive(Default)]
struct AtPlace {
    /// Their numbers in order; some may be gone already.
    numbers: VecDeque<u64>,
    /// How often one was taken because the place has a way never taken.
    tries: u64,
}

impl AtPlace {
    /// The newest and the oldest in turn.
    fn next(&mut self, waits: &dyn Fn(u64) -> bool) -> Option<u64> {
        while self.numbers.back().is_some_and(|number| !waits(*number)) {
            self.numbers.pop_back();
        }
        while self.numbers.front().is_some_and(|number| !waits(*number)) {
            self.numbers.pop_front();
        }
        let ends = [self.numbers.back(), self.numbers.front()];
        ends[(self.tries % 2) as usize].copied()
    }
}

/// The states that a path left after it executed something new, up to the next such moment: that
/// may lead on to more.
struct FreshPart {
    /// Their numbers, from and to; some may be gone already.
    from: u64,
    to: u64,
    /// How often one was taken.
    tries: u64,
}

/// All states that wait, numbered in the order they came.
pub struct Frontier<'p> {
    waiting: BTreeMap<u64, Waiting<'p>>,
    /// Those that wait at each deciding operation.
    by_place: BTreeMap<(Func, u32), AtPlace>,
    /// Distance, and number counted downwards so that the newest comes first.
    by_distance: BTreeSet<(u32, u64)>,
    /// Those kept as copies.
    copies: BTreeSet<u64>,
    fresh: Vec<FreshPart>,
    fresh_from: Option<u64>,
    next: u64,
    search: Search,
    has_target: bool,
    turn: u64,
    random: u64,
}

impl<'p> Frontier<'p> {
    /// Nothing waits.
    pub fn new(search: Search, has_target: bool, seed: u64) -> Self {
        Self {
            waiting: BTreeMap::new(),
            by_place: BTreeMap::new(),
            by_distance: BTreeSet::new(),
            copies: BTreeSet::new(),
            fresh: Vec::new(),
            fresh_from: None,
            next: 0,
            search,
            has_target,
            turn: 0,
            random: seed ^ 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Drops all.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.by_place.clear();
        self.by_distance.clear();
        self.copies.clear();
        self.fresh.clear();
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The running path has executed something new, and leaves states from now on.
    pub fn begin_fresh(&mut self) {
        self.end_fresh();
        self.fresh_from = Some(self.next);
    }

    /// The running path has ended.
    pub fn end_fresh(&mut self) {
        if let Some(from) = self.fresh_from.take().filter(|from| *from < self.next) {
            self.fresh.push(FreshPart { from, to: self.next, tries: 0 });
        }
    }

    /// How many are kept as copies.
    pub fn copies(&self) -> usize {
        self.copies.len()
    }

    /// Adds a state.
    pub fn push(&mut self, waiting: Waiting<'p>) {
        self.by_place.entry(waiting.at).or_default().numbers.push_back(self.next);
        if self.has_target {
            self.by_distance.insert((waiting.distance, u64::MAX - self.next));
        }
        if matches!(waiting.held, Held::Copy(_)) {
            self.copies.insert(self.next);
        }
        self.waiting.insert(self.next, waiting);
        self.next += 1;
    }

    /// Parks states until no more than `most` are copies: first those whose turn comes last.
    pub fn park_down_to(&mut self, most: usize) {
        while self.copies.len() > most {
            let number = match self.search {
                Search::Breadth => self.copies.pop_last(),
                _ => self.copies.pop_first(),
            };
            if let Some(waiting) = number.and_then(|number| self.waiting.get_mut(&number)) {
                waiting.park();
            }
        }
    }

    /// Takes the next one. `promising` says whether a decision has a way never taken.
    pub fn pop(&mut self, promising: &dyn Fn((Func, u32)) -> bool) -> Option<Waiting<'p>> {
        self.turn += 1;
        let order = match (self.search, self.has_target) {
            (Search::Mixed, true) => TOWARDS_TARGET[self.turn as usize % TOWARDS_TARGET.len()],
            (Search::Mixed, false) => EVERYWHERE[self.turn as usize % EVERYWHERE.len()],
            (order, _) => order,
        };
        let number = match order {
            Search::Breadth => self.waiting.keys().next().copied(),
            Search::Random => self.random_number(),
            Search::Coverage => self.promising_number(promising).or_else(|| self.random_number()),
            Search::Fresh => self.fresh_number().or_else(|| self.random_number()),
            Search::Distance if self.has_target => {
                self.by_distance.first().map(|&(_, number)| u64::MAX - number)
            }
            Search::Depth | Search::Distance | Search::Mixed => {
                self.waiting.keys().next_back().copied()
            }
        };
        let number = number?;
        let waiting = self.waiting.remove(&number)?;
        self.copies.remove(&number);
        self.by_distance.remove(&(waiting.distance, u64::MAX - number));
        Some(waiting)
    }

    /// A state at a place with a way never taken: at the one tried least often. A way may be never
    /// taken because it is infeasible, so no such place may keep the others waiting.
    fn promising_number(&mut self, promising: &dyn Fn((Func, u32)) -> bool) -> Option<u64> {
        let waiting = &self.waiting;
        let waits = |number: u64| waiting.contains_key(&number);
        let mut best: Option<(u64, u64, &mut AtPlace)> = None;
        for (_, at) in self.by_place.iter_mut().filter(|(place, _)| promising(**place)) {
            let Some(number) = at.next(&waits) else { continue };
            // The least tried, the newest among those.
            let is_better = best
                .as_ref()
                .is_none_or(|(tries, newest, _)| (at.tries, *newest) < (*tries, number));
            if is_better {
                best = Some((at.tries, number, at));
            }
        }
        let (_, number, at) = best?;
        at.tries += 1;
        Some(number)
    }

    /// A state of the part that was tried least often among those after something new, the newest
    /// first.
    fn fresh_number(&mut self) -> Option<u64> {
        loop {
            let random = [self.next_random(), self.next_random()];
            let tried = |&at: &usize| (self.fresh[at].tries, u64::MAX - self.fresh[at].from);
            let at = (0..self.fresh.len()).min_by_key(tried)?;
            let part = &mut self.fresh[at];
            part.tries += 1;
            // Those soon after what was new rather than those that came later.
            let earlier = random.map(|random| random % (part.to - part.from));
            let any = part.from + earlier[0].min(earlier[1]);
            let mut found = self.waiting.range(any..part.to);
            let first = found.next().or_else(|| self.waiting.range(part.from..any).next());
            match first {
                Some((&number, _)) => return Some(number),
                None => drop(self.fresh.swap_remove(at)),
            }
        }
    }

    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    fn random_number(&mut self) -> Option<u64> {
        let random = self.next_random();
        let (first, last) = (*self.waiting.keys().next()?, *self.waiting.keys().next_back()?);
        let from = first + random % (last - first + 1);
        self.waiting.range(from..).next().map(|(number, _)| *number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_ir::Entity;

    fn waiting<'p>(pc: u32) -> Waiting<'p> {
        let parked = Parked { concretizations: Box::new([]), failing: None };
        Waiting {
            held: Held::Parked(parked),
            decisions: Decisions::default(),
            at: (Func::from_index(0), pc),
            distance: 0,
            witness: Rc::default(),
            choice: None,
            errand: None,
        }
    }

    /// The places of the first states taken in the order of coverage.
    fn places(frontier: &mut Frontier<'_>, promising: &[u32], count: usize) -> Vec<u32> {
        let promising = |(_, pc): (Func, u32)| promising.contains(&pc);
        (0..count).filter_map(|_| Some(frontier.pop(&promising)?.at.1)).collect()
    }

    #[test]
    fn places_that_promise_something_take_turns() {
        let mut frontier = Frontier::new(Search::Coverage, false, 0);
        frontier.push(waiting(7));
        frontier.push(waiting(8));
        for _ in 0..100 {
            frontier.push(waiting(9));
        }
        // The one state at 7 waits for one other, not for a hundred; 8 promises nothing.
        assert_eq!(places(&mut frontier, &[7, 9], 4), [9, 7, 9, 9]);
        assert_eq!(frontier.len(), 98);
    }

    #[test]
    fn parts_after_something_new_take_turns() {
        let mut frontier = Frontier::new(Search::Fresh, false, 0);
        for _ in 0..100 {
            frontier.push(waiting(1));
        }
        for pc in [2, 3] {
            frontier.begin_fresh();
            for _ in 0..3 {
                frontier.push(waiting(pc));
            }
        }
        frontier.end_fresh();
        // Nobody noticed anything new here.
        frontier.push(waiting(4));
        let mut taken = places(&mut frontier, &[], 6);
        assert_eq!(taken[..2], [3, 2]);
        taken.sort_unstable();
        assert_eq!(taken, [2, 2, 2, 3, 3, 3]);
        // Then any.
        assert!(matches!(places(&mut frontier, &[], 1)[..], [1 | 4]));
    }

    #[test]
    fn places_are_tried_from_both_ends() {
        let mut frontier = Frontier::new(Search::Coverage, false, 0);
        for _ in 0..5 {
            frontier.push(waiting(1));
        }
        let take = |frontier: &mut Frontier<'_>| frontier.promising_number(&|_| true);
        let mut numbers = Vec::new();
        for _ in 0..5 {
            let number = take(&mut frontier).expect("one waits");
            frontier.waiting.remove(&number);
            numbers.push(number);
        }
        assert_eq!(numbers, [4, 0, 3, 1, 2]);
        assert_eq!(take(&mut frontier), None);
    }
}
