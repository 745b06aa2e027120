//! The loop: takes a waiting state, finds a witness for it, runs it to the end of its path.
//!
//! A path counts when it ends by itself or in a bug. A state whose condition has no model is
//! dropped: that is a proof. Everything else that ends a state early is written down as a reason
//! why exploration is not complete.

use crate::coverage;
use crate::frontier::{Frontier, Search, Waiting};
use crate::goal::Goal;
use crate::observer::{Observer, Progress};
use crate::outcome::{Ends, FoundBug, FoundTest, Incomplete, Outcome, Verdict};
use pathweave_exec::state::{Reason, State};
use pathweave_exec::{
    EnterAll, Exhausted, Image, Limits, Machine, Mode, QuietHost, StartError, Stop, Witness,
};
use pathweave_ir::Func;
use pathweave_report::{Finding, Input, Place};
use pathweave_solver::{Answer, Budget, ChainOptions, LayerStatistics, Solver, chain};
use pathweave_term::Term;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How to explore.
#[derive(Clone, Debug)]
pub struct Options {
    /// The order.
    pub search: Search,
    /// For whatever is random.
    pub seed: u64,
    /// When to end.
    pub deadline: Option<Instant>,
    /// Ends the exploration when set.
    pub stop: Arc<AtomicBool>,
    /// States that may wait.
    pub max_states: usize,
    /// Decisions on a path.
    pub max_depth: usize,
    /// Instructions on a path.
    pub max_instructions: u64,
    /// Nested calls.
    pub stack_depth: usize,
    /// Time of a query.
    pub query_time: Duration,
    /// A test for every path, not only for those that execute something new.
    pub all_tests: bool,
}

struct Explorer<'p, 'o> {
    image: &'p Image,
    entry: Func,
    goal: Goal,
    options: Options,
    machine: Machine<'p, EnterAll>,
    solver: Box<dyn Solver>,
    frontier: Frontier<'p>,
    outcome: Outcome,
    /// Places and classes of bugs found so far.
    known_bugs: BTreeSet<(String, &'static str)>,
    marks: u64,
    reached: bool,
    /// Whether the running path has been at the target before the marks were taken off.
    passed_target: bool,
    observer: &'o mut dyn Observer,
    started: Instant,
    solver_time: Duration,
}

/// Explores a program from `entry`.
pub fn explore(
    image: &Image,
    entry: Func,
    goal: Goal,
    options: Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, StartError> {
    let mut machine = new_machine(image, &options);
    start(&mut machine, image, entry)?;
    let mut explorer = Explorer {
        image,
        entry,
        goal,
        frontier: Frontier::new(options.search, options.seed),
        options,
        machine,
        solver: chain(ChainOptions::default()),
        outcome: empty_outcome(),
        known_bugs: BTreeSet::new(),
        marks: 0,
        reached: false,
        passed_target: false,
        observer,
        started: Instant::now(),
        solver_time: Duration::ZERO,
    };
    for global in image.unresolved_globals() {
        let data = &image.program.globals[global];
        let reason = format!("undefined-variable: {} is taken as zero", data.source_name);
        explorer.note(&reason, &image.program.describe_loc(data.loc));
    }
    explorer.observer.started();
    explorer.run();
    Ok(explorer.finish())
}

/// `main` gets a program's arguments, every other function symbolic ones.
fn start(
    machine: &mut Machine<'_, EnterAll>,
    image: &Image,
    entry: Func,
) -> Result<(), StartError> {
    match image.program.functions[entry].source_name.as_str() {
        "main" => machine.start_main(entry, &[b"program".to_vec()], &[]),
        _ => machine.start_function(entry),
    }
}

fn new_machine<'p>(image: &'p Image, options: &Options) -> Machine<'p, EnterAll> {
    let host = QuietHost::new(options.deadline, Arc::clone(&options.stop));
    let limits =
        Limits { stack_depth: options.stack_depth, instructions: Some(options.max_instructions) };
    let mut machine = Machine::new(image, EnterAll, Box::new(host), limits);
    machine.set_mode(Mode::Symbolic);
    machine
}

fn empty_outcome() -> Outcome {
    Outcome {
        verdict: Verdict::Stopped,
        complete: false,
        incomplete: Incomplete::new(),
        paths: 0,
        executions: 0,
        instructions: 0,
        queries: 0,
        sat: 0,
        unsat: 0,
        unknown: 0,
        cached: 0,
        solver_ms: 0,
        tests: Vec::new(),
        bugs: Vec::new(),
        coverage: coverage::Coverage::default(),
    }
}

impl<'p> Explorer<'p, '_> {
    fn run(&mut self) {
        self.run_path(0);
        while !self.is_over() {
            let image = self.image;
            let promising = |(func, pc): (Func, u32)| {
                image.code(func).is_some_and(|code| coverage::is_promising(code, pc as usize))
            };
            let Some(waiting) = self.frontier.pop(&promising) else { break };
            let before = waiting.state.instructions;
            self.passed_target = waiting.passed_target;
            if self.find_witness(waiting.state) {
                self.run_path(before);
            }
        }
        if !self.frontier.is_empty() && !self.found_target() {
            let left = self.frontier.len() as u64;
            let reason = if self.timed_out() { "timeout" } else { "interrupted" };
            *self.outcome.incomplete.entry((reason.to_owned(), String::new())).or_default() += left;
        }
    }

    fn timed_out(&self) -> bool {
        self.options.deadline.is_some_and(|d| Instant::now() >= d)
    }

    fn is_over(&self) -> bool {
        self.found_target() || self.timed_out() || self.options.stop.load(Ordering::Relaxed)
    }

    fn found_target(&self) -> bool {
        self.reached && self.goal != Goal::All
    }

    /// Puts a state on the machine with a witness, if its condition has a model.
    fn find_witness(&mut self, state: State<'p>) -> bool {
        let started = Instant::now();
        let left = self.options.deadline.map(|d| d.saturating_duration_since(started));
        let time = left.map_or(self.options.query_time, |l| l.min(self.options.query_time));
        let budget = Budget { time: Some(time), ..Budget::default() };
        let answer = self.solver.check(&mut self.machine.terms, &state.conditions, &budget);
        self.solver_time += started.elapsed();
        match answer {
            Answer::Sat(model) => {
                self.outcome.sat += 1;
                self.machine.state = state;
                self.machine.witness = Witness::new(model);
                true
            }
            Answer::Unsat(_) => {
                self.outcome.unsat += 1;
                false
            }
            Answer::Unknown(why) => {
                self.outcome.unknown += 1;
                let place = self.place_of(&state);
                self.note(&format!("solver-unknown: {why}"), &place);
                false
            }
        }
    }

    fn place_of(&self, state: &State<'p>) -> String {
        let frame = state.frame();
        let loc = frame.code.locs.get(frame.pc as usize).copied();
        loc.map_or_else(String::new, |loc| self.image.program.describe_loc(loc))
    }

    fn note(&mut self, reason: &str, place: &str) {
        let key = (reason.to_owned(), place.to_owned());
        *self.outcome.incomplete.entry(key).or_default() += 1;
    }

    /// Runs the machine's state to the end of its path.
    fn run_path(&mut self, instructions_before: u64) {
        self.outcome.executions += 1;
        self.goal.forget(self.image);
        loop {
            let stop = self.machine.run_to_stop();
            if let Stop::Decide(guard) = stop {
                self.split(guard);
                continue;
            }
            self.outcome.instructions += self.machine.state.instructions - instructions_before;
            self.path_ended(stop);
            self.observer.progress(&Progress {
                paths: self.outcome.paths,
                tests: self.outcome.tests.len(),
                bugs: self.outcome.bugs.len(),
                waiting: self.frontier.len(),
                queries: self.outcome.sat + self.outcome.unsat + self.outcome.unknown,
                marks: self.marks,
                elapsed: self.started.elapsed(),
            });
            return;
        }
    }

    /// Goes the witness's way and leaves the other one waiting.
    fn split(&mut self, guard: Term) {
        let machine = &mut self.machine;
        let holds = machine.witness.holds(&machine.terms, guard);
        let negation = machine.terms.not(guard);
        let (own, other) = if holds { (guard, negation) } else { (negation, guard) };
        let depth = machine.state.conditions.len();
        if depth >= self.options.max_depth {
            let place = self.place_of(&self.machine.state);
            self.note("depth", &place);
        } else if self.frontier.len() >= self.options.max_states {
            let place = self.place_of(&self.machine.state);
            self.note("states", &place);
        } else {
            let mut state = self.machine.state.clone();
            state.conditions.push(other);
            let frame = state.frame();
            let at = (frame.code.func, frame.pc);
            let passed_target = self.passed_target || self.goal.is_reached(self.image);
            self.frontier.push(Waiting { state, at, passed_target });
        }
        self.machine.state.conditions.push(own);
    }

    fn path_ended(&mut self, stop: Stop) {
        let imprecisions = self.machine.state.imprecisions.clone();
        for imprecision in imprecisions {
            let place = self.image.program.describe_loc(imprecision.loc);
            let reason = match imprecision.reason {
                Reason::Concretized => "concretized",
                Reason::External => "external",
            };
            self.note(reason, &place);
        }
        match stop {
            Stop::Exit(code) => {
                self.outcome.paths += 1;
                self.keep_test(Ends::Exited(code), Place::default());
            }
            Stop::Finding(finding) => {
                self.outcome.paths += 1;
                self.bug(*finding);
            }
            // What was executed before an assumption failed was executed all the same.
            Stop::Assumed => self.check_target(),
            Stop::Unsupported(what) => {
                let place = what.place.to_string();
                self.note(&format!("unsupported: {}", what.what), &place);
                self.check_target();
            }
            Stop::Exhausted(Exhausted::StackDepth(_)) => {
                let place = self.place_of(&self.machine.state);
                self.note("stack-depth", &place);
                self.check_target();
            }
            Stop::Exhausted(Exhausted::Instructions(_)) => {
                let place = self.place_of(&self.machine.state);
                self.note("instructions", &place);
                self.check_target();
            }
            Stop::Exhausted(Exhausted::Interrupted) => {
                let place = self.place_of(&self.machine.state);
                self.note("timeout", &place);
                self.check_target();
            }
            Stop::Decide(_) => unreachable!("decisions are made while the path runs"),
        }
    }

    /// Whether the path that just ended is the first to reach the target.
    fn reaches_target(&self) -> bool {
        !self.reached && (self.passed_target || self.goal.is_reached(self.image))
    }

    /// A path that was cut may have reached the target before.
    fn check_target(&mut self) {
        if self.reaches_target() {
            let test = self.test(Ends::Cut, Place::default(), true);
            self.keep_target_test(test);
        }
    }

    /// Keeps a test of the target if a concrete run reaches it too.
    fn keep_target_test(&mut self, test: FoundTest) {
        self.goal.forget(self.image);
        let stop = self.run_concretely(&test);
        if self.goal.is_reached(self.image) && stop.is_some() {
            self.reached = true;
            self.keep(test, None);
        } else {
            self.note("unconfirmed-target", "");
        }
    }

    /// Keeps a test.
    fn keep(&mut self, test: FoundTest, bug: Option<Finding>) {
        let index = self.outcome.tests.len();
        self.outcome.tests.push(test);
        let bug = bug.map(|finding| FoundBug { finding, test: index });
        self.observer.test(index, &self.outcome.tests[index], bug.as_ref());
        self.outcome.bugs.extend(bug);
    }

    /// Keeps the path's input as a test if it executes something new.
    fn keep_test(&mut self, ends: Ends, place: Place) {
        let marks = coverage::marks(self.image);
        let new = marks > self.marks;
        self.marks = marks;
        if self.reaches_target() {
            let test = self.test(ends, place, true);
            self.keep_target_test(test);
        } else if self.goal == Goal::All && (new || self.options.all_tests) {
            let test = self.test(ends, place, false);
            self.keep(test, None);
        }
    }

    fn test(&mut self, ends: Ends, place: Place, reaches_target: bool) -> FoundTest {
        let bytes = self.machine.witness_inputs();
        let records = self.machine.state.inputs.iter().zip(bytes);
        let inputs = records
            .map(|(record, bytes)| {
                Input::new(record.name.clone(), bytes, record.kind, record.source.clone())
            })
            .collect();
        let found_after = self.started.elapsed();
        FoundTest { inputs, ends, place, reaches_target, found_after }
    }

    /// Keeps a bug the first time it is seen at its place, if a concrete run confirms it.
    fn bug(&mut self, finding: Finding) {
        self.marks = coverage::marks(self.image);
        let target = self.reaches_target();
        let key = (finding.place().file_line(), finding.kind.name());
        let place = finding.place();
        if self.known_bugs.contains(&key) && !target {
            return;
        }
        let test = self.test(Ends::Bug, place, target || self.goal == Goal::Error);
        self.goal.forget(self.image);
        if !self.is_confirmed(&test, &finding) {
            self.note("unconfirmed-bug", &key.0);
            return;
        }
        self.reached |= self.goal == Goal::Error || self.goal.is_reached(self.image);
        let is_new = self.known_bugs.insert(key);
        self.keep(test, is_new.then_some(finding));
    }

    /// Whether a test ends in the bug when it is run concretely.
    fn is_confirmed(&self, test: &FoundTest, finding: &Finding) -> bool {
        match self.run_concretely(test) {
            Some(Stop::Finding(found)) => {
                found.kind == finding.kind
                    && found.place().file_line() == finding.place().file_line()
            }
            _ => false,
        }
    }

    /// Runs a test concretely.
    fn run_concretely(&self, test: &FoundTest) -> Option<Stop> {
        let mut machine = new_machine(self.image, &self.options);
        machine.give_inputs(test.inputs.iter().map(|input| input.bytes.clone()).collect());
        start(&mut machine, self.image, self.entry).ok()?;
        Some(machine.run_to_stop())
    }

    fn finish(mut self) -> Outcome {
        let mut layers: Vec<LayerStatistics> = Vec::new();
        self.solver.statistics(&mut layers);
        let asked = self.outcome.sat + self.outcome.unsat + self.outcome.unknown;
        // The last layer is the solving core.
        self.outcome.queries = layers.last().map_or(asked, |core| core.queries);
        self.outcome.solver_ms = self.solver_time.as_millis() as u64;
        self.outcome.cached = asked.saturating_sub(self.outcome.queries);
        self.outcome.complete = self.frontier.is_empty() && self.outcome.incomplete.is_empty();
        self.outcome.verdict = match (&self.goal, self.reached, self.outcome.complete) {
            (Goal::All, _, true) => Verdict::Explored,
            (Goal::All, _, false) => Verdict::Stopped,
            (_, true, _) => Verdict::Reachable,
            (_, false, true) => Verdict::Unreachable,
            (_, false, false) => Verdict::Unknown,
        };
        self.outcome.coverage = coverage::measure(self.image);
        self.outcome
    }
}
