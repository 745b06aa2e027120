//! The states that wait to be run, and the order in which they are taken.
//!
//! The same seed gives the same order, however many states are kept as copies: the others are
//! *parked* as their decision strings, in their places, and executed again when their turn comes.

use crate::decisions::Decisions;
use pathweave_exec::state::{FailingAccess, State};
use pathweave_ir::Func;
use pathweave_term::Model;
use std::collections::{BTreeMap, BTreeSet};
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
    /// Coverage, depth and random in turn, and distance where there is a target.
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
            "mixed" => Self::Mixed,
            _ => return None,
        })
    }
}

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

/// All states that wait, numbered in the order they came.
pub struct Frontier<'p> {
    waiting: BTreeMap<u64, Waiting<'p>>,
    /// Numbers by deciding operation; some may be gone already.
    by_place: BTreeMap<(Func, u32), Vec<u64>>,
    /// Distance, and number counted downwards so that the newest comes first.
    by_distance: BTreeSet<(u32, u64)>,
    /// Those kept as copies.
    copies: BTreeSet<u64>,
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

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// How many are kept as copies.
    pub fn copies(&self) -> usize {
        self.copies.len()
    }

    /// Adds a state.
    pub fn push(&mut self, waiting: Waiting<'p>) {
        self.by_place.entry(waiting.at).or_default().push(self.next);
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
        let order = match (self.search, self.has_target, self.turn % 4) {
            (Search::Mixed, true, 0) => Search::Random,
            (Search::Mixed, true, 2) => Search::Depth,
            (Search::Mixed, true, _) => Search::Distance,
            (Search::Mixed, false, _) => match self.turn % 3 {
                0 => Search::Random,
                1 => Search::Coverage,
                _ => Search::Depth,
            },
            (order, _, _) => order,
        };
        let number = match order {
            Search::Breadth => self.waiting.keys().next().copied(),
            Search::Random => self.random_number(),
            Search::Coverage => self.promising_number(promising).or_else(|| self.random_number()),
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

    /// The newest state at a place with a way never taken.
    fn promising_number(&mut self, promising: &dyn Fn((Func, u32)) -> bool) -> Option<u64> {
        let waiting = &self.waiting;
        self.by_place.retain(|_, numbers| {
            while numbers.last().is_some_and(|number| !waiting.contains_key(number)) {
                numbers.pop();
            }
            !numbers.is_empty()
        });
        let newest = self.by_place.iter().filter(|(place, _)| promising(**place));
        newest.filter_map(|(_, numbers)| numbers.last().copied()).max()
    }

    fn random_number(&mut self) -> Option<u64> {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let (first, last) = (*self.waiting.keys().next()?, *self.waiting.keys().next_back()?);
        let from = first + self.random % (last - first + 1);
        self.waiting.range(from..).next().map(|(number, _)| *number)
    }
}
