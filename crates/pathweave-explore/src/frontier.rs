//! The states that wait to be run, and the order in which they are taken.
//!
//! The same seed gives the same order.

use pathweave_exec::state::State;
use pathweave_ir::Func;
use std::collections::VecDeque;

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
}

/// All states that wait.
pub struct Frontier<'p> {
    waiting: VecDeque<Waiting<'p>>,
    search: Search,
    turn: u64,
    random: u64,
}

impl<'p> Frontier<'p> {
    /// Nothing waits.
    pub fn new(search: Search, seed: u64) -> Self {
        Self { waiting: VecDeque::new(), search, turn: 0, random: seed ^ 0x9e37_79b9_7f4a_7c15 }
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
        self.waiting.push_back(waiting);
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
        match order {
            Search::Breadth => self.waiting.pop_front(),
            Search::Random => self.pop_random(),
            Search::Coverage => {
                let found = self.waiting.iter().rposition(|w| promising(w.at));
                match found {
                    Some(index) => self.waiting.remove(index),
                    None => self.pop_random(),
                }
            }
            Search::Depth | Search::Mixed => self.waiting.pop_back(),
        }
    }

    fn pop_random(&mut self) -> Option<Waiting<'p>> {
        if self.waiting.is_empty() {
            return None;
        }
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let index = (self.random % self.waiting.len() as u64) as usize;
        self.waiting.swap_remove_back(index)
    }
}
