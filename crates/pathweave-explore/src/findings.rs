//! What is found on the way: tests, bugs, the target.
//!
//! Nothing is reported that a concrete run on the very input does not show again.

use crate::coverage;
use crate::explorer::{Explorer, Options, new_machine, start};
use crate::goal::Goal;
use crate::outcome::{Ends, FoundBug, FoundTest};
use pathweave_exec::state::{Reason, State};
use pathweave_exec::{Image, Stop};
use pathweave_ir::Func;
use pathweave_report::{BugKey, Finding, Input};
use std::collections::btree_map::Entry;

/// Instructions after the target, to see how the run ends.
const AFTER_TARGET: u64 = 1 << 20;
/// How often an input of a known bug is compared with the shortest one so far.
const MOST_COMPARISONS: u32 = 1000;
/// Paths that undefined bits may have decided of which it is seen what they really do.
const MOST_UNDEFINED_RUNS: u32 = 100;
/// How often a shorter one is run.
const MOST_REPLACEMENTS: u32 = 50;

/// A bug that was found before.
pub(crate) struct KnownBug {
    /// Its place in the outcome.
    index: usize,
    comparisons: u32,
    replacements: u32,
}

/// When paths are next asked for what has no test yet.
#[derive(Default)]
pub(crate) struct Adoption {
    /// Paths since the last one that was asked.
    waited: u64,
    /// How many that has to be.
    pause: u64,
}

/// A concrete run of a test.
pub(crate) struct Rerun {
    pub stop: Stop,
    /// Whether it was at the target.
    pub reached: bool,
    /// Everything it asked for.
    pub inputs: Vec<Input>,
    /// What the entry returned, where that is a number.
    pub returned: Option<u128>,
    /// Whether it depends on what somebody outside the program answered.
    pub external: bool,
}

/// Runs a test concretely, and from the target on not for long.
pub(crate) fn rerun(
    image: &Image,
    entry: Func,
    options: &Options,
    goal: &Goal,
    test: &FoundTest,
) -> Option<Rerun> {
    let mut machine = new_machine(image, options);
    machine.give_inputs(test.inputs.clone());
    start(&mut machine, image, entry).ok()?;
    goal.watch(image);
    let mut reached = false;
    loop {
        match machine.run_to_stop() {
            Stop::Watched => {
                reached = true;
                let limit = machine.state.instructions.saturating_add(AFTER_TARGET);
                machine.limit_instructions(limit.min(options.max_instructions));
            }
            stop => {
                let (inputs, returned) = (machine.test_inputs(), machine.returned_number());
                let external = is_external(&machine.state);
                return Some(Rerun { stop, reached, inputs, returned, external });
            }
        }
    }
}

impl Explorer<'_, '_> {
    /// The running path is at the target. Says whether that ends it: when a concrete run gets
    /// there too.
    pub(crate) fn at_target(&mut self) -> bool {
        if self.confirm_target() {
            return true;
        }
        // The path goes on, and is not asked again.
        self.goal.pass(self.image);
        let place = self.place_of(&self.machine.state);
        self.note("unconfirmed-target", &place);
        false
    }

    /// Whether a concrete run on the machine's input gets to the target; keeps the test if so.
    pub(crate) fn confirm_target(&mut self) -> bool {
        let mut test = self.test(Ends::Cut, true);
        let rerun = self.rerun(&test).filter(|rerun| rerun.reached);
        let Some(rerun) = rerun else { return false };
        self.reached = true;
        self.outcome.paths += 1;
        (test.inputs, test.returned, test.external) =
            (rerun.inputs, rerun.returned, rerun.external);
        match rerun.stop {
            Stop::Exit(code) => test.ends = Ends::Exited(code),
            Stop::Finding(finding) => {
                test.end_in(&finding);
                let index = self.outcome.bugs.len();
                let known = KnownBug { index, comparisons: 0, replacements: 0 };
                let is_new = self.known_bugs.insert(finding.key(), known).is_none();
                self.keep(test, is_new.then_some(*finding));
                return true;
            }
            _ => {}
        }
        self.keep(test, None);
        true
    }

    /// Runs the machine's input concretely, and keeps it as a test if that executes something new or
    /// ends in a bug that was not known.
    pub(crate) fn try_input(&mut self) {
        let mut test = self.test(Ends::Cut, false);
        let Some(run) = self.rerun(&test) else { return };
        (test.inputs, test.returned, test.external) = (run.inputs, run.returned, run.external);
        let is_news = self.is_news();
        let mut bug = None;
        match run.stop {
            Stop::Exit(code) => test.ends = Ends::Exited(code),
            Stop::Finding(finding) => {
                test.end_in(&finding);
                let index = self.outcome.bugs.len();
                let known = KnownBug { index, comparisons: 0, replacements: 0 };
                if let Entry::Vacant(new) = self.known_bugs.entry(finding.key()) {
                    new.insert(known);
                    bug = Some(*finding);
                }
            }
            // What an assumption or a bound ends is no test.
            _ => {
                if is_news {
                    self.branches.credit(self.image, None);
                }
                return;
            }
        }
        if is_news || bug.is_some() {
            self.keep(test, bug);
        }
    }

    /// Keeps a test.
    fn keep(&mut self, mut test: FoundTest, bug: Option<Finding>) {
        let index = self.cut_test.take().unwrap_or(self.outcome.tests.len());
        match self.outcome.tests.get_mut(index) {
            // That of the same path when it was postponed.
            Some(earlier) => {
                test.found_after = earlier.found_after;
                *earlier = test;
            }
            None => self.outcome.tests.push(test),
        }
        let bug = bug.map(|finding| FoundBug { finding, test: index });
        self.observer.test(index, &self.outcome.tests[index], bug.as_ref());
        self.outcome.bugs.extend(bug);
        self.branches.credit(self.image, Some(index));
    }

    /// The bug that a concrete run on the path's input ends in, where the path took undefined bits
    /// for zeros.
    pub(crate) fn decided_by_undefined(&mut self) -> Option<Finding> {
        let imprecisions = &self.machine.state.imprecisions;
        let is_inexact = imprecisions.iter().any(|i| i.reason == Reason::Undefined);
        if !is_inexact || self.undefined_runs >= MOST_UNDEFINED_RUNS {
            return None;
        }
        self.undefined_runs += 1;
        let test = self.test(Ends::Cut, false);
        match self.rerun(&test)?.stop {
            Stop::Finding(finding) => Some(*finding),
            _ => None,
        }
    }

    /// Whether the path that just ended executed something new.
    fn is_news(&mut self) -> bool {
        let marks = coverage::marks(self.image);
        let is_new = marks > self.marks;
        self.marks = marks;
        if let Some(pace) = self.options.pace.as_ref().filter(|_| is_new) {
            pace.found_new();
        }
        is_new
    }

    /// What a path without a test executed is not credited to a later one.
    pub(crate) fn credit_nobody(&mut self) {
        if self.is_news() {
            self.branches.credit(self.image, None);
        }
    }

    /// Keeps the path's input as a test if it executes something new.
    pub(crate) fn keep_test(&mut self, ends: Ends, is_new_path: bool) {
        let is_news = self.is_news() || self.cut_test.is_some();
        if (self.goal == Goal::All && is_news) || (self.options.all_tests && is_new_path) {
            let test = self.test(ends, false);
            self.keep(test, None);
        } else if self.goal == Goal::All {
            self.adopt(ends);
        }
    }

    /// Keeps the input of a path that was cut if it executes something new, or if that it was cut `is_shown`.
    pub(crate) fn keep_cut(&mut self, is_shown: bool) {
        let is_news = self.is_news();
        if self.goal == Goal::All && (is_shown || is_news) {
            let test = self.test(Ends::Cut, false);
            self.keep(test, None);
        } else if is_news {
            self.branches.credit(self.image, None);
        }
    }

    /// Keeps the input of a path that is postponed if it executed something new: it may never go on. The test that it
    /// has from now on.
    pub(crate) fn keep_postponed(&mut self) -> Option<usize> {
        let earlier = self.cut_test;
        let count = self.outcome.tests.len();
        self.keep_cut(false);
        earlier.or_else(|| (self.outcome.tests.len() > count).then_some(count))
    }

    /// Keeps the path's input if it executes what so far only paths without a test did: one that
    /// an assumption ended shares its beginning with others, which have nothing new any more.
    fn adopt(&mut self, ends: Ends) {
        if !self.branches.has_orphans() {
            return;
        }
        self.adoption.waited += 1;
        if self.adoption.waited < self.adoption.pause {
            return;
        }
        self.adoption.waited = 0;
        let test = self.test(ends, false);
        let orphans = self.branches.unmark_orphans(self.image);
        let ran = self.rerun(&test).is_some();
        let index = self.outcome.tests.len();
        let adopted = self.branches.mark_orphans(self.image, &orphans, ran.then_some(index));
        self.marks = coverage::marks(self.image);
        // Some are in no path that ends by itself: they are looked for less and less.
        self.adoption.pause = if adopted { 1 } else { (2 * self.adoption.pause).max(2) };
        if adopted {
            self.keep(test, None);
        }
    }

    /// The running path's input as a test.
    fn test(&mut self, ends: Ends, reaches_target: bool) -> FoundTest {
        let found_after = self.started.elapsed();
        let inputs = self.machine.test_inputs();
        let returned = self.machine.returned_number();
        let external = is_external(&self.machine.state);
        let (place, message) = Default::default();
        FoundTest { inputs, ends, place, message, returned, external, reaches_target, found_after }
    }

    /// The running path's input as a test that ends in a bug.
    fn bug_test(&mut self, finding: &Finding, reaches_target: bool) -> FoundTest {
        let mut test = self.test(Ends::Bug(finding.kind), reaches_target);
        test.end_in(finding);
        test
    }

    /// Keeps a bug if a concrete run confirms it: the first time it is seen at its place, and
    /// again when its input is shorter.
    pub(crate) fn bug(&mut self, finding: Finding) {
        let is_news = self.is_news();
        let cut_test = self.cut_test.take();
        let key = finding.key();
        if let Some(known) = self.known_bugs.get_mut(&key) {
            let wanted = known.comparisons < MOST_COMPARISONS
                && known.replacements < MOST_REPLACEMENTS
                && self.goal == Goal::All;
            if wanted {
                known.comparisons += 1;
                let index = known.index;
                self.shorten(index, &key, &finding);
            }
            if is_news {
                self.keep_news(&finding);
            }
            return;
        }
        let test = self.bug_test(&finding, self.goal == Goal::Error);
        if !self.is_confirmed(&test, &finding) {
            self.note("unconfirmed-bug", &finding.place().file_line());
            if is_news {
                self.branches.credit(self.image, None);
            }
            return;
        }
        self.reached |= self.goal == Goal::Error;
        let index = self.outcome.bugs.len();
        self.known_bugs.insert(key, KnownBug { index, comparisons: 0, replacements: 0 });
        self.cut_test = cut_test;
        self.keep(test, Some(finding));
    }

    /// Keeps the input of a path that ends in a known bug, for what it executes before.
    fn keep_news(&mut self, finding: &Finding) {
        let test = self.bug_test(finding, false);
        if self.goal == Goal::All && self.is_confirmed(&test, finding) {
            self.keep(test, None);
        } else {
            self.branches.credit(self.image, None);
        }
    }

    /// Takes the running path's input for a known bug if it is shorter.
    fn shorten(&mut self, index: usize, key: &BugKey, finding: &Finding) {
        let test = self.bug_test(finding, false);
        let place = self.outcome.bugs[index].test;
        if length(&test.inputs) >= length(&self.outcome.tests[place].inputs) {
            return;
        }
        if let Some(known) = self.known_bugs.get_mut(key) {
            known.replacements += 1;
        }
        if self.is_confirmed(&test, finding) {
            let longer = std::mem::replace(&mut self.outcome.tests[place], test);
            self.outcome.bugs[index].finding = finding.clone();
            let bug = &self.outcome.bugs[index];
            self.observer.test(place, &self.outcome.tests[place], Some(bug));
            // The longer one may be the test of something that the shorter one does not execute.
            let kept = self.outcome.tests.len();
            if self.branches.transfer(place, kept) {
                self.keep(longer, None);
            }
        }
    }

    /// Whether a test ends in the bug when it is run concretely.
    fn is_confirmed(&self, test: &FoundTest, finding: &Finding) -> bool {
        match self.rerun(test) {
            Some(Rerun { stop: Stop::Finding(found), .. }) => found.key() == finding.key(),
            _ => false,
        }
    }

    fn rerun(&self, test: &FoundTest) -> Option<Rerun> {
        rerun(self.image, self.entry, &self.options, &self.goal, test)
    }
}

/// Whether a path got one answer of many from outside the program.
fn is_external(state: &State<'_>) -> bool {
    state.imprecisions.iter().any(|imprecision| imprecision.reason == Reason::External)
}

/// An order of inputs: fewer bytes, fewer that are not zero, smaller ones.
fn length(inputs: &[Input]) -> (usize, usize, u64, Vec<&[u8]>) {
    let bytes = || inputs.iter().flat_map(|input| input.bytes.iter().copied());
    (
        bytes().count(),
        bytes().filter(|&byte| byte != 0).count(),
        bytes().map(u64::from).sum(),
        inputs.iter().map(|input| input.bytes.as_slice()).collect(),
    )
}
