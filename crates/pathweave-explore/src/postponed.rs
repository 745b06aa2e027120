//! Paths that take long, and wait while others go on.
//!
//! A path runs to its end, unless the end is much further away than those that were seen so far and something else waits:
//! then it is postponed, and goes on when paths that were not have executed as much as it may execute next, twice as much
//! as before. So paths without an end cost half of the work, not all of it. How far is far is counted in instructions and
//! decisions, never in time, so that the same run postpones the same paths.

use crate::decisions::Decisions;
use pathweave_exec::Witness;
use pathweave_exec::state::State;
use std::collections::VecDeque;

/// Instructions that a path may execute before it is postponed, where no longer one has ended.
const FIRST: Share = Share { instructions: 1 << 16, decisions: 1 << 10 };
/// How much longer than the longest path that has ended a path has to be.
const FACTOR: u64 = 4;
/// How many may be postponed. The others run to their ends.
const MOST: usize = 256;

/// What a path may execute before the others have a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Share {
    pub instructions: u64,
    pub decisions: u64,
}

/// A path that waits in the middle.
pub(crate) struct Paused<'p> {
    pub state: State<'p>,
    pub witness: Witness,
    pub decisions: Decisions,
    pub choice: Option<usize>,
    /// The test that was kept for what it has executed.
    pub test: Option<usize>,
    /// What it may execute next.
    pub share: Share,
}

/// The paths that are postponed.
pub(crate) struct Postponed<'p> {
    /// In the order in which they came.
    paths: VecDeque<Paused<'p>>,
    /// Instructions that other paths have executed since, less those of paths that went on.
    credit: u64,
    /// What a path may execute at first.
    first: Share,
}

impl<'p> Postponed<'p> {
    pub fn new() -> Self {
        Self { paths: VecDeque::new(), credit: 0, first: FIRST }
    }

    pub fn len(&self) -> usize {
        self.paths.len()
    }

    pub fn clear(&mut self) {
        self.paths.clear();
    }

    /// What a path may execute at first.
    pub fn first_share(&self) -> Share {
        self.first
    }

    /// A path has ended by itself, after so much.
    pub fn learn(&mut self, instructions: u64, decisions: u64) {
        let Share { instructions: most, decisions: deepest } = &mut self.first;
        *most = (*most).max(instructions.saturating_mul(FACTOR));
        *deepest = (*deepest).max(decisions.saturating_mul(FACTOR));
    }

    /// Whether there is room for one more.
    pub fn has_room(&self) -> bool {
        self.paths.len() < MOST
    }

    /// Postpones a path.
    pub fn push(&mut self, path: Paused<'p>) {
        self.paths.push_back(path);
    }

    /// A path that was not postponed before has executed so much.
    pub fn earn(&mut self, instructions: u64) {
        match self.paths.is_empty() {
            true => self.credit = 0,
            false => self.credit = self.credit.saturating_add(instructions),
        }
    }

    /// The next path if it is due, or if nothing else waits.
    pub fn pop(&mut self, is_alone: bool) -> Option<Paused<'p>> {
        let share = self.paths.front()?.share.instructions;
        if share > self.credit && !is_alone {
            return None;
        }
        self.credit = self.credit.saturating_sub(share);
        self.paths.pop_front()
    }
}

impl Share {
    /// The share after this one.
    pub fn next(self) -> Self {
        let twice = |share: u64| share.saturating_mul(2);
        Self { instructions: twice(self.instructions), decisions: twice(self.decisions) }
    }
}
