//! Paths that take long, and wait while others go on.
//!
//! A path runs to its end, unless the end is much further away than those that were seen so far and something else waits:
//! then it is postponed, and goes on when paths that were not have executed as much as it may execute next, twice as much
//! as before. So paths without an end cost half of the work, not all of it. How far is far is counted in instructions and
//! decisions, never in time, so that the same run postpones the same paths.

use crate::decisions::Decisions;
use crate::explorer::Explorer;
use pathweave_exec::state::State;
use pathweave_exec::{Exhausted, Stop, Witness};
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

impl<'p> Explorer<'p, '_> {
    /// Runs the machine's state to the end of its path, or until it is postponed.
    pub(crate) fn run_path(&mut self, instructions_before: u64) {
        self.outcome.executions += 1;
        self.cut_test = None;
        self.run_share(instructions_before, self.postponed.first_share());
        self.postponed.earn(self.machine.state.instructions - instructions_before);
    }

    /// Runs a path that was postponed.
    pub(crate) fn go_on_with(&mut self, paused: Paused<'p>) {
        let before = paused.state.instructions;
        self.machine.state = paused.state;
        self.machine.witness = paused.witness;
        self.path = paused.decisions;
        self.choice = paused.choice;
        self.cut_test = paused.test;
        self.run_share(before, paused.share);
    }

    /// Runs the machine's state to the end of its path, or until it has had its share.
    fn run_share(&mut self, instructions_before: u64, mut share: Share) {
        self.goal.watch(self.image);
        self.begin_share(share);
        let mut decisions = share.decisions;
        loop {
            self.machine.repeated_below = self.replayed_from();
            let stop = self.machine.run_to_stop();
            self.ask_repeated();
            let goes_on = match stop {
                Stop::Decide(guard) => {
                    decisions = decisions.saturating_sub(1);
                    self.decide(guard)
                        && (decisions > 0 || self.goes_on(&mut share, &mut decisions))
                }
                Stop::Exhausted(Exhausted::Instructions(limit))
                    if limit < self.options.max_instructions =>
                {
                    self.goes_on(&mut share, &mut decisions)
                }
                Stop::Call(call) => self.compose(&call),
                Stop::Concretize(_) if self.is_recording() => {
                    self.refuse("values that terms do not express");
                    false
                }
                Stop::Concretize(fact) => {
                    self.dissolve();
                    self.concretize(fact);
                    true
                }
                Stop::Watched if !self.is_recording() => !self.at_target(),
                Stop::Require(guard) => {
                    self.dissolve();
                    self.require(guard)
                }
                stop => {
                    self.end_path(stop);
                    false
                }
            };
            if !goes_on {
                break;
            }
        }
        self.exclude_taken();
        self.machine.limit_instructions(self.options.max_instructions);
        let instructions = self.machine.state.instructions - instructions_before;
        self.account(instructions, self.waits());
    }

    fn begin_share(&mut self, share: Share) {
        let end = self.machine.state.instructions.saturating_add(share.instructions);
        self.machine.limit_instructions(end.min(self.options.max_instructions));
    }

    /// The running path has had its share. It has another one if nothing else waits.
    fn goes_on(&mut self, share: &mut Share, decisions: &mut u64) -> bool {
        *share = share.next();
        let is_alone = self.waits() == 0;
        if is_alone || self.memo.is_some() || self.is_recording() || !self.postponed.has_room() {
            self.begin_share(*share);
            *decisions = share.decisions;
            return true;
        }
        let test = self.keep_postponed();
        let paused = Paused {
            state: self.machine.state.clone(),
            witness: Witness::of(self.machine.witness.shared_model()),
            decisions: self.path.clone(),
            choice: self.choice,
            test,
            share: *share,
        };
        self.postponed.push(paused);
        false
    }
}
