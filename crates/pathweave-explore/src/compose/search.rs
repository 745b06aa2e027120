//! The strategies: which dangling leaf next, and what a call of the solver may assume.
//!
//! All share one loop, that of algorithm 1 of the demand-driven paper: choose a dangling leaf, look
//! for an input that reaches it, run the input, which extends the trees; or drop the leaf.
//!
//! - `smart` (POPL 2007): innermost function first, so that a function's summary is complete for
//!   its context before its caller goes on.
//! - `demand` (TACAS 2008): the leaf that is nearest to the target, anywhere; lazy exploration
//!   first, then relevant exploration; with a target, leaves of functions that cannot reach it
//!   are only explored when a query needs them.
//! - `fair` (2010): every unknown leaf is chosen eventually, in turn over classes of branch, function
//!   and depth. `Check` only trusts finished paths; calls and returns that are discovered make
//!   unreachable leaves unknown again (*rec* and *rer*).

mod aims;

use super::check::{Aim, Asking, Exploration, Reached};
use super::context::Source;
use super::engine::{End, Engine, Halt, Walk};
use super::necessary::{Advice, Necessary};
use super::policy::Deferring;
use super::steps::Steps;
use crate::branches::Branches;
use crate::coverage;
use crate::explorer::{Options, empty_outcome, machine_with, start, start_model};
use crate::findings::rerun;
use crate::goal::Goal;
use crate::observer::{Observer, Progress};
use crate::outcome::{Ends, FoundBug, FoundTest, FunctionPaths, Outcome, Verdict};
use crate::turns::{FIRST_BEFORE_TREES, Turn, Turns, take_turn};
use pathweave_exec::{Image, StartError, Stop, Witness};
use pathweave_ir::{Entity, Func, Origin};
use pathweave_report::exploration::CheckedEntry;
use pathweave_report::{BugKey, Finding, Input, Place};
use pathweave_solver::LayerStatistics;
use pathweave_summary::{LeafStatus, Node, NodeKind};
use pathweave_term::Model;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Which leaf next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Innermost function first.
    Smart,
    /// What the target needs.
    Demand,
    /// Each in turn.
    Fair,
}

impl Strategy {
    /// The strategy of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "smart" => Self::Smart,
            "demand" => Self::Demand,
            "fair" => Self::Fair,
            _ => return None,
        })
    }
}

/// A class of leaves of the fair choice: function, operation, depth in steps of powers of two.
type Class = (Func, u32, u32);

/// The conflicts that a query may cost at first; four times as many after each failure. What is hard
/// now may be easy when more is known of the functions in it, so it waits for others.
const LEAST_EFFORT: u64 = 1000;
/// After so many, only the time of a query limits it.
const MOST_FAILURES: u32 = 5;

struct Search<'p, 'o> {
    image: &'p Image,
    engine: Engine<'p>,
    asking: Asking,
    strategy: Strategy,
    goal: Goal,
    options: Options,
    observer: &'o mut dyn Observer,
    outcome: Outcome,
    started: Instant,
    /// Leaves that wait to be chosen, in the order they came.
    waiting: BTreeMap<u64, Aim>,
    next: u64,
    /// Aims that were too hard, and the attempt after which each has another go.
    postponed: Vec<(u64, Aim)>,
    /// How often an aim was too hard.
    failures: BTreeMap<Aim, u32>,
    /// How often an input was looked for.
    attempts: u64,
    /// Outcomes of calls that were found to be impossible, for what was known then.
    closed: Vec<Aim>,
    /// Aims that were dropped although only explored paths were ruled out, and what growth was then.
    unproved: BTreeMap<Aim, u64>,
    /// Aims at calls that were taken up, each of which is waiting or was dealt with.
    taken_up: BTreeSet<Aim>,
    /// What every input that gets to the target satisfies.
    necessary: Option<Necessary>,
    /// Aims that no such input goes through, in the calling contexts that are known.
    pruned: Vec<Aim>,
    /// How often a class was chosen.
    chosen: BTreeMap<Class, u64>,
    /// Functions from which the target may be reached without returning.
    leading: BTreeSet<Func>,
    known_bugs: BTreeSet<BugKey>,
    marks: u64,
    reached: bool,
    branches: Branches,
    /// Turns of abstract path conditions.
    turns: Turns,
    /// Whether they prove that the target is unreachable.
    is_proved: bool,
}

/// Explores a program from `entry` by composition.
pub fn explore(
    image: &Image,
    entry: Func,
    goal: Goal,
    options: Options,
    strategy: Strategy,
    observer: &mut dyn Observer,
) -> Result<Outcome, StartError> {
    let turns = Turns::new(FIRST_BEFORE_TREES, &options);
    let mut machine = machine_with(image, Deferring::new(image, &options.inputs), &options);
    start(&mut machine, image, entry)?;
    let first = start_model(&mut machine, &options.start);
    observer.started();
    let assumptions = machine.assumptions().to_vec();
    let asking = Asking {
        solver: crate::kept::solver(&options),
        budget: crate::kept::budget(&options, options.query_time),
        deadline: options.deadline,
        sat: 0,
        unsat: 0,
        unknown: 0,
        time: Duration::ZERO,
    };
    let leading = leading(image, &goal);
    let mut search = Search {
        image,
        engine: Engine::new(image, entry, machine),
        asking,
        strategy,
        goal,
        options,
        observer,
        outcome: empty_outcome(),
        started: Instant::now(),
        waiting: BTreeMap::new(),
        next: 0,
        postponed: Vec::new(),
        failures: BTreeMap::new(),
        attempts: 0,
        closed: Vec::new(),
        unproved: BTreeMap::new(),
        taken_up: BTreeSet::new(),
        necessary: None,
        pruned: Vec::new(),
        chosen: BTreeMap::new(),
        leading,
        known_bugs: BTreeSet::new(),
        marks: 0,
        reached: false,
        branches: Branches::new(image),
        turns,
        is_proved: false,
    };
    search.outcome.assumptions = assumptions;
    search.engine.pace.clone_from(&search.options.pace);
    search.engine.kept = Steps::new(image, &search.options).map(Box::new);
    search.engine.checking = search.options.check_summaries.then(BTreeMap::new);
    search.run(first);
    Ok(search.finish())
}

/// Functions from which a target may be reached without returning: those it is in, and their
/// callers, direct or through a pointer.
fn leading(image: &Image, goal: &Goal) -> BTreeSet<Func> {
    let program = &image.program;
    let Goal::Places(places) = goal else { return program.functions.keys().collect() };
    let mut callers: BTreeMap<Func, Vec<Func>> = BTreeMap::new();
    let mut indirect: Vec<Func> = Vec::new();
    for func in program.functions.keys() {
        let Some(code) = image.code(func) else { continue };
        for call in &code.calls {
            match call.target {
                pathweave_exec::code::Target::Direct(callee) => {
                    callers.entry(callee).or_default().push(func);
                }
                pathweave_exec::code::Target::Indirect(_) => indirect.push(func),
            }
        }
    }
    let mut found: BTreeSet<Func> = places.iter().map(|(func, _)| *func).collect();
    let mut work: Vec<Func> = found.iter().copied().collect();
    while let Some(func) = work.pop() {
        for &caller in callers.get(&func).into_iter().flatten().chain(&indirect) {
            if found.insert(caller) {
                work.push(caller);
            }
        }
    }
    found
}

impl<'p> Search<'p, '_> {
    /// Searches, beginning with the given input.
    fn run(&mut self, first: Model) {
        self.consider_loops();
        if self.is_over() {
            return;
        }
        self.execute(first);
        while !self.is_over() {
            if self.turns.is_due() {
                self.consider_loops();
                continue;
            }
            self.take_fresh();
            if self.is_full() {
                self.note("memory", "");
                break;
            }
            let Some(aim) = self.choose() else {
                if self.try_harder() || self.look_again() {
                    continue;
                }
                break;
            };
            let exploration = match self.strategy {
                Strategy::Fair => Exploration::Lazy,
                Strategy::Demand => Exploration::LazyThenRelevant,
                Strategy::Smart => Exploration::Relevant,
            };
            let effort = self.effort(aim);
            self.attempts += 1;
            match self.engine.find_input(&mut self.asking, aim, exploration, effort, &[]) {
                Reached::TooHard => self.postpone(aim),
                Reached::By(model) => match self.advise(aim, exploration) {
                    Advice::Drop => {
                        self.note_unproved(aim);
                        self.pruned.push(aim);
                    }
                    Advice::Take(better) => self.try_input(aim, better),
                    Advice::None => self.try_input(aim, model),
                },
                Reached::Never => self.close(aim),
                Reached::NotYet => {
                    self.note_unproved(aim);
                    self.close(aim);
                }
                Reached::Unknown(why) => {
                    let place = self.place(aim);
                    self.note(&why, &place);
                }
            }
        }
    }

    /// Lets abstract path conditions have a turn.
    fn consider_loops(&mut self) {
        let (image, entry) = (self.image, self.engine.entry);
        let terms = &mut self.engine.machine.terms;
        let turn = take_turn(image, entry, &self.goal, &self.options, &mut self.turns, terms);
        let Ok(Some(Turn { is_decided, outcome, necessary })) = turn else {
            self.turns.give_up();
            return;
        };
        self.outcome.executions += outcome.executions;
        self.outcome.queries += outcome.queries;
        self.asking.sat += outcome.sat;
        self.asking.unsat += outcome.unsat;
        self.asking.unknown += outcome.unknown;
        self.asking.time += Duration::from_millis(outcome.solver_ms);
        (self.outcome.loops, self.outcome.explanation) = (outcome.loops, outcome.explanation);
        for (index, test) in outcome.tests.into_iter().enumerate() {
            let bug = outcome.bugs.iter().find(|bug| bug.test == index);
            let finding = bug.map(|bug| bug.finding.clone());
            let finding = finding.filter(|finding| self.known_bugs.insert(finding.key()));
            if test.reaches_target || finding.is_some() {
                self.reached |= test.reaches_target;
                let found_after = self.started.elapsed();
                self.keep(FoundTest { found_after, ..test }, finding);
            }
        }
        self.is_proved = is_decided && !self.reached;
        // The order of `smart` is that of the functions.
        self.necessary = necessary.filter(|_| self.strategy != Strategy::Smart);
    }

    /// What the abstract path condition says about an aim for which there is an input.
    fn advise(&mut self, aim: Aim, exploration: Exploration) -> Advice {
        let (engine, asking) = (&mut self.engine, &mut self.asking);
        let Some(necessary) = &mut self.necessary else { return Advice::None };
        let pruned = necessary.pruned;
        let advice = necessary.advise(engine, asking, aim, exploration, self.attempts);
        if let Some(loops) = &mut self.outcome.loops {
            loops.pruned += necessary.pruned - pruned;
        }
        advice
    }

    /// Takes up what was postponed. False when nothing was.
    fn try_harder(&mut self) -> bool {
        let postponed = std::mem::take(&mut self.postponed);
        if postponed.is_empty() {
            return false;
        }
        for (_, aim) in postponed {
            self.wait(aim);
        }
        true
    }

    /// The conflicts that a query for an aim may cost; after enough failures only the time counts.
    fn effort(&self, aim: Aim) -> Option<u64> {
        let failures = self.failures.get(&aim).copied().unwrap_or(0);
        (failures < MOST_FAILURES).then(|| LEAST_EFFORT << (2 * failures))
    }

    /// Lets others have a turn before an aim that is too hard, twice as many each time: what they
    /// find may make it easier, and it may still be the one that leads to the target.
    fn postpone(&mut self, aim: Aim) {
        let failures = self.failures.entry(aim).or_default();
        *failures += 1;
        let due = self.attempts.saturating_add(1 << (*failures).min(40));
        self.postponed.push((due, aim));
    }

    /// Takes up what was postponed long enough.
    fn take_postponed(&mut self) {
        let attempts = self.attempts;
        let postponed = std::mem::take(&mut self.postponed);
        let (due, later): (Vec<_>, Vec<_>) =
            postponed.into_iter().partition(|(due, _)| *due <= attempts);
        self.postponed = later;
        for (_, aim) in due {
            self.wait(aim);
        }
    }

    /// Runs an input that should do what is aimed at, or explore something on the way to it.
    fn try_input(&mut self, aim: Aim, model: Model) {
        let before = self.engine.growth();
        // A run for an inner function ends when that returns; its test is rerun to its end.
        self.engine.wanted = match aim {
            Aim::Leaf(func, node)
                if self.strategy == Strategy::Smart && func != self.engine.entry =>
            {
                Some((func, node))
            }
            _ => None,
        };
        self.execute(model);
        self.engine.wanted = None;
        if self.is_open(aim) {
            if self.engine.growth() == before {
                // The formula and the program do not agree: nothing is claimed about the aim.
                let place = self.place(aim);
                self.note("diverged", &place);
            } else {
                self.wait(aim);
            }
        }
    }

    /// The next aim.
    fn choose(&mut self) -> Option<Aim> {
        self.take_postponed();
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.retain(|_, aim| self.is_open(*aim));
        self.waiting = waiting;
        let number = match self.strategy {
            Strategy::Demand => self.nearest(),
            Strategy::Smart => self.innermost(),
            Strategy::Fair => self.fairest(),
        };
        self.waiting.remove(&number?)
    }

    /// Among the leaves that may lead to the target: those whose decision was never made that way
    /// first, then the deepest.
    fn nearest(&self) -> Option<u64> {
        let targeted = matches!(self.goal, Goal::Places(_));
        let leaves =
            self.waiting.iter().map(|(number, aim)| (number, self.engine.place_of_aim(*aim)));
        leaves
            .max_by_key(|(number, (func, node))| {
                let depth = self.engine.tree(*func).depth(*node);
                let new = self.is_promising(*func, *node);
                // The others come last: a callee may return in a way that no caller's leaf stands
                // for yet, so the target is only unreachable when they are done too.
                let leading = !targeted || self.leading.contains(func);
                (leading, new, if targeted { depth } else { 0 }, std::cmp::Reverse(**number))
            })
            .map(|(number, _)| *number)
    }

    fn is_promising(&self, func: Func, node: Node) -> bool {
        let NodeKind::Leaf(LeafStatus::Unknown(dangling)) = self.engine.tree(func).kind(node)
        else {
            return false;
        };
        let Some(frame) = dangling.state.state.frames.last() else { return false };
        coverage::is_promising(frame.code, frame.pc)
    }

    /// A leaf of the function that is called through the longest chain of calls.
    fn innermost(&self) -> Option<u64> {
        let mut levels: BTreeMap<Func, u32> = BTreeMap::new();
        let leaves = self.waiting.iter();
        leaves
            .max_by_key(|(number, aim)| {
                let (func, _) = self.engine.place_of_aim(**aim);
                (self.level(func, &mut levels, 0), std::cmp::Reverse(**number))
            })
            .map(|(number, _)| *number)
    }

    /// The longest chain of calls that leads to a function.
    fn level(&self, func: Func, levels: &mut BTreeMap<Func, u32>, depth: u32) -> u32 {
        if let Some(&level) = levels.get(&func) {
            return level;
        }
        if depth > 1000 {
            return 0;
        }
        levels.insert(func, 0);
        let callers: BTreeSet<Func> = self
            .engine
            .graph
            .of(func)
            .iter()
            .map(|&invocation| self.engine.graph.data(invocation).caller)
            .collect();
        let level = callers
            .into_iter()
            .map(|caller| self.level(caller, levels, depth + 1) + 1)
            .max()
            .unwrap_or(0);
        levels.insert(func, level);
        level
    }

    /// The oldest leaf of the class that was chosen least often.
    fn fairest(&mut self) -> Option<u64> {
        let mut best: Option<(u64, u64, Class)> = None;
        for (&number, &aim) in &self.waiting {
            let (func, node) = self.engine.place_of_aim(aim);
            let class = self.class(func, node);
            let times = self.chosen.get(&class).copied().unwrap_or(0);
            if best.is_none_or(|(least, ..)| times < least) {
                best = Some((times, number, class));
            }
        }
        let (_, number, class) = best?;
        *self.chosen.entry(class).or_default() += 1;
        Some(number)
    }

    fn class(&self, func: Func, node: Node) -> Class {
        let tree = self.engine.tree(func);
        let pc = match tree.kind(node) {
            NodeKind::Leaf(LeafStatus::Unknown(dangling)) => {
                dangling.state.state.frames.last().map_or(0, |frame| frame.pc)
            }
            _ => 0,
        };
        (func, pc, 32 - tree.depth(node).leading_zeros())
    }

    /// Runs the program on an input.
    fn execute(&mut self, input: Model) {
        self.goal.watch(self.image);
        self.engine.at_target = false;
        self.engine.environments.clear();
        let steps = self.engine.live_steps;
        let entry = self.engine.entry;
        let env = self.engine.push_environment(entry, Witness::new(input), Source::Program);
        let end = self.engine.walk(env, Walk::Extending);
        // A run that finds everything in the store executes nothing.
        let is_executed = self.engine.kept.is_none() || self.engine.live_steps > steps;
        self.outcome.executions += u64::from(is_executed);
        self.absorb(env, &end);
        if let Some(pace) = &self.options.pace {
            pace.look_up();
        }
        self.outcome.paths = self.engine.leaves;
        self.observer.progress(&Progress {
            paths: self.outcome.paths,
            tests: self.outcome.tests.len(),
            bugs: self.outcome.bugs.len(),
            waiting: self.waiting.len() + self.engine.fresh.len(),
            queries: self.asking.sat + self.asking.unsat + self.asking.unknown,
            marks: self.marks,
            elapsed: self.started.elapsed(),
        });
    }

    /// Keeps what a run found.
    fn absorb(&mut self, env: usize, end: &End) {
        let trail = match end {
            End::Halted(trail) | End::Cut(trail) | End::Dangling(trail) | End::Stopped(trail) => {
                trail.clone()
            }
            End::Finished(_) | End::Mismatch | End::Astray => return,
        };
        let marks = coverage::marks(self.image);
        let new = marks > self.marks;
        self.marks = marks;
        let target = !self.reached && self.engine.at_target;
        let halt = trail.last().and_then(|at| self.engine.halts.get(at)).cloned();
        let mut bug = match &halt {
            Some(Halt::Bug(finding)) => Some((**finding).clone()),
            _ => None,
        };
        if let Some(finding) = &mut bug {
            finding.stack.extend(self.engine.callers(&trail));
        }
        let is_new_bug =
            bug.as_ref().is_some_and(|finding| !self.known_bugs.contains(&finding.key()));
        let assumed = matches!(halt, Some(Halt::Assumed));
        let wanted = (self.options.all_tests || (self.goal == Goal::All && new)) && !assumed;
        if !(target || is_new_bug || wanted) {
            if new {
                self.branches.credit(self.image, None);
            }
            return;
        }
        let inputs = self.inputs(env, &trail);
        let ends = match (&halt, &bug) {
            (_, Some(finding)) => Ends::Bug(finding.kind),
            (Some(Halt::Exit(code)), _) => Ends::Exited(*code),
            _ => Ends::Cut,
        };
        let found_after = self.started.elapsed();
        let reaches_target = target || (bug.is_some() && self.goal == Goal::Error);
        let mut test = FoundTest {
            inputs,
            ends,
            place: Place::default(),
            message: String::new(),
            returned: None,
            external: false,
            reaches_target,
            found_after,
        };
        if let Some(finding) = &bug {
            test.end_in(finding);
        }
        self.confirm(test, bug, target);
    }

    /// Keeps a test if a concrete run does what is claimed.
    fn confirm(&mut self, mut test: FoundTest, bug: Option<Finding>, target: bool) {
        let entry = self.engine.entry;
        let run = rerun(self.image, entry, &self.options, &self.goal, &test);
        self.goal.watch(self.image);
        if target {
            if run.as_ref().is_some_and(|run| run.reached) {
                self.reached = true;
            } else {
                self.note("unconfirmed-target", "");
                return;
            }
        }
        if let Some(run) = &run
            && test.ends == Ends::Cut
        {
            // The run was ended early: how the program goes on is seen now.
            test.inputs.clone_from(&run.inputs);
            match &run.stop {
                Stop::Exit(code) => test.ends = Ends::Exited(*code),
                Stop::Finding(found) => test.end_in(found),
                _ => {}
            }
        }
        if let Some(run) = &run {
            (test.returned, test.external) = (run.returned, run.external);
        }
        let stop = run.map(|run| run.stop);
        if let (Ends::Exited(code), Some(Stop::Exit(own))) = (&mut test.ends, &stop) {
            // Other inputs may have ended at the same leaf with another code.
            *code = *own;
        }
        let Some(claimed) = bug else {
            self.keep(test, None);
            return;
        };
        match stop {
            Some(Stop::Finding(found)) if found.key() == claimed.key() => {
                self.reached |= self.goal == Goal::Error;
                let is_new = self.known_bugs.insert(found.key());
                self.keep(test, is_new.then_some(*found));
            }
            _ => self.note("unconfirmed-bug", &claimed.place().file_line()),
        }
    }

    fn keep(&mut self, test: FoundTest, bug: Option<Finding>) {
        let index = self.outcome.tests.len();
        self.outcome.tests.push(test);
        let bug = bug.map(|finding| FoundBug { finding, test: index });
        self.observer.test(index, &self.outcome.tests[index], bug.as_ref());
        self.outcome.bugs.extend(bug);
        self.branches.credit(self.image, Some(index));
    }

    /// The inputs that the program asked for on a run.
    fn inputs(&mut self, env: usize, trail: &[(Func, Node)]) -> Vec<Input> {
        let Some(&(entry, node)) = trail.first() else { return Vec::new() };
        let state = match self.engine.tree(entry).kind(node) {
            NodeKind::Call(call) => Some(call.state.state.clone()),
            _ => self.engine.ended.get(&node).cloned(),
        };
        let Some(state) = state else { return Vec::new() };
        self.engine.test_inputs(env, state)
    }

    fn place(&self, aim: Aim) -> String {
        let (func, node) = self.engine.place_of_aim(aim);
        match self.engine.tree(func).kind(node) {
            NodeKind::Leaf(LeafStatus::Unknown(dangling)) => {
                self.engine.place_of(&dangling.state.state)
            }
            NodeKind::Call(call) => self.engine.place_of(&call.state.state),
            _ => String::new(),
        }
    }

    fn note(&mut self, reason: &str, place: &str) {
        let key = (reason.to_owned(), place.to_owned());
        *self.outcome.incomplete.entry(key).or_default() += 1;
    }

    fn timed_out(&self) -> bool {
        self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether memory is used up. Alone, half as much again may be used, as by other strategies that can
    /// park nothing.
    fn is_full(&self) -> bool {
        let Some(bound) = self.options.memory.filter(|_| self.attempts.is_multiple_of(16)) else {
            return false;
        };
        let is_beside = self.options.pace.is_some();
        (bound.used)() > if is_beside { bound.limit } else { bound.limit / 2 * 3 }
    }

    fn is_over(&self) -> bool {
        let found = self.reached && self.goal != Goal::All;
        found || self.is_proved || self.timed_out() || self.options.stop.load(Ordering::Relaxed)
    }

    fn finish(mut self) -> Outcome {
        self.take_fresh();
        // What was postponed when the time was over is open like what waits.
        for (_, aim) in std::mem::take(&mut self.postponed) {
            self.wait(aim);
        }
        // So is what only shows when everything else is done.
        if !self.reached || self.goal == Goal::All {
            self.look_again();
        }
        let mut layers: Vec<LayerStatistics> = Vec::new();
        self.asking.solver.statistics(&mut layers);
        let asked = self.asking.sat + self.asking.unsat + self.asking.unknown;
        let own = layers.last().map_or(asked, |core| core.queries);
        self.outcome.queries = (self.outcome.queries + own).min(asked);
        self.outcome.cached = asked.saturating_sub(self.outcome.queries);
        (self.outcome.sat, self.outcome.unsat) = (self.asking.sat, self.asking.unsat);
        self.outcome.unknown = self.asking.unknown;
        self.outcome.solver_ms = self.asking.time.as_millis() as u64;
        self.outcome.instructions = self.engine.instructions;
        if self.strategy == Strategy::Smart {
            // Every path of every function is a run of its own.
            self.outcome.executions = self.engine.live_leaves;
        }
        self.outcome.steps = self.engine.kept.take().map(|kept| kept.finish());
        for (key, count) in std::mem::take(&mut self.engine.imprecise) {
            *self.outcome.incomplete.entry(key).or_default() += count;
        }
        let mut left = self.waiting.values().filter(|aim| self.is_open(**aim)).count() as u64;
        if self.is_proved {
            // What waits does not get there either, and what was left out does not matter.
            left = 0;
            self.outcome.incomplete.clear();
        }
        if left > 0 && !(self.reached && self.goal != Goal::All) {
            let reason = if self.timed_out() { "timeout" } else { "interrupted" };
            *self.outcome.incomplete.entry((reason.to_owned(), String::new())).or_default() += left;
        }
        self.outcome.complete = left == 0 && self.outcome.incomplete.is_empty();
        self.outcome.verdict = match (&self.goal, self.reached, self.outcome.complete) {
            (Goal::All, _, true) => Verdict::Explored,
            (Goal::All, _, false) => Verdict::Stopped,
            (_, true, _) => Verdict::Reachable,
            (_, false, true) => Verdict::Unreachable,
            (_, false, false) => Verdict::Unknown,
        };
        self.goal.unwatch(self.image);
        let callable = coverage::callable(self.image, self.engine.entry);
        self.outcome.coverage = coverage::measure(self.image, &callable);
        let proved = self.outcome.complete && self.goal == Goal::All;
        self.outcome.branches =
            self.branches.outcomes(self.image, &callable, proved, &self.outcome.incomplete);
        self.outcome.functions = self.functions();
        self.outcome.checked = self.checked();
        self.outcome
    }

    fn checked(&mut self) -> Vec<CheckedEntry> {
        let checking = self.engine.checking.take().unwrap_or_default();
        let of = |(func, checks): (Func, CheckedEntry)| CheckedEntry {
            name: self.image.program.functions[func].source_name.clone(),
            ..checks
        };
        checking.into_iter().map(of).collect()
    }

    fn functions(&mut self) -> Vec<FunctionPaths> {
        let mut entered: BTreeMap<Func, BTreeMap<&'static str, u64>> = BTreeMap::new();
        for (&(func, why), &count) in &self.engine.machine.hook_mut().entered {
            entered.entry(func).or_default().insert(why.name(), count);
        }
        let program = &self.image.program;
        let mut functions = Vec::new();
        for (func, function) in program.functions.iter() {
            let tree = self.engine.trees.get(&func);
            let entered = entered.remove(&func).unwrap_or_default();
            if tree.is_none() && (entered.is_empty() || function.origin != Origin::Program) {
                continue;
            }
            debug_assert!(func.index() < program.functions.len());
            functions.push(FunctionPaths {
                name: function.source_name.clone(),
                paths: tree.map_or(0, |tree| tree.finished.len() + tree.halted.len()) as u64,
                dangling: tree.map_or(0, |tree| tree.dangling().count()) as u64,
                reused: self.engine.reused.get(&func).copied().unwrap_or(0),
                entered: entered.into_iter().map(|(why, n)| (why.to_owned(), n)).collect(),
            });
        }
        functions
    }
}
