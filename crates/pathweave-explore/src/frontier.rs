//! The states that wait to be run, and the order in which they are taken.
//!
//! The same seed gives the same order.

use pathweave_exec::state::State;
use pathweave_ir::Func;
use std::collections::BTreeMap;

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
    /// Coverage, depth and random in turn.
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
            "mixed" => Self::Mixed,
            _ => return None,
        })
    }
}

/// A state that waits: the other side of a decision.
pub struct Waiting<'p> {
    /// The state, its last condition being the other side.
    pub state: State<'p>,
    /// The operation that decides.
    pub at: (Func, u32),
    /// Whether its path has been at the target.
    pub passed_target: bool,
}

/// All states that wait, numbered in the order they came.
pub struct Frontier<'p> {
    waiting: BTreeMap<u64, Waiting<'p>>,
    /// Numbers by deciding operation; some may be gone already.
    by_place: BTreeMap<(Func, u32), Vec<u64>>,
    next: u64,
    search: Search,
    turn: u64,
    random: u64,
}

impl<'p> Frontier<'p> {
    /// Nothing waits.
    pub fn new(search: Search, seed: u64) -> Self {
        Self {
            waiting: BTreeMap::new(),
            by_place: BTreeMap::new(),
            next: 0,
            search,
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

    /// Adds a state.
    pub fn push(&mut self, waiting: Waiting<'p>) {
        self.by_place.entry(waiting.at).or_default().push(self.next);
        self.waiting.insert(self.next, waiting);
        self.next += 1;
    }

    /// Takes the next one. `promising` says whether a decision has a way never taken.
    pub fn pop(&mut self, promising: &dyn Fn((Func, u32)) -> bool) -> Option<Waiting<'p>> {
        self.turn += 1;
        let order = match (self.search, self.turn % 3) {
            (Search::Mixed, 0) => Search::Random,
            (Search::Mixed, 1) => Search::Coverage,
            (Search::Mixed, _) => Search::Depth,
            (order, _) => order,
        };
        let number = match order {
            Search::Breadth => self.waiting.keys().next().copied(),
            Search::Random => self.random_number(),
            Search::Coverage => self.promising_number(promising).or_else(|| self.random_number()),
            Search::Depth | Search::Mixed => self.waiting.keys().next_back().copied(),
        };
        self.waiting.remove(&number?)
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
