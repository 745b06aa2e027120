//! The loop: takes a waiting state, finds a witness for it, runs it to the end of its path.
//!
//! A path counts when it ends by itself or in a bug. A state whose condition has no model is
//! dropped: that is a proof. Everything else that ends a state early is written down as a reason
//! why exploration is not complete.

use crate::branches::Branches;
use crate::coverage;
use crate::decisions::Decisions;
use crate::distance::{Distances, NEVER};
use crate::findings::{Adoption, KnownBug};
use crate::frontier::{Frontier, Held, Search, Waiting};
use crate::goal::Goal;
use crate::kept::{self, SharedStore};
use crate::loops::{LoopConditions, Loops};
use crate::memo::{Deferral, Errand, Memo};
use crate::observer::{Observer, Progress};
use crate::outcome::{Ends, Incomplete, Outcome, Verdict};
use crate::pace::Pace;
use crate::postponed::Postponed;
use crate::restart::Restarts;
use crate::slice::Slicer;
use crate::turns::{FIRST_BEFORE_PATHS, Turns};
use pathweave_bits::BitVec;
use pathweave_exec::code::Pc;
use pathweave_exec::state::{Imprecision, Reason, State, Trace};
use pathweave_exec::{
    CallHook, EnterAll, Exhausted, Image, InputModel, Limits, Machine, Mode, QuietHost, StartError,
    Stop, Witness, variable_name,
};
use pathweave_ir::{Func, Origin};
use pathweave_report::{BugKey, Finding};
use pathweave_solver::{Answer, Budget, LayerStatistics, ProcessOptions, Solver};
use pathweave_term::{Model, Sort, Term, Value};
use std::collections::{BTreeMap, HashSet};
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
    /// States that may wait as copies; the others are parked and executed again.
    pub max_states: usize,
    /// Memory that may be used.
    pub memory: Option<MemoryBound>,
    /// Decisions on a path.
    pub max_depth: usize,
    /// Instructions on a path.
    pub max_instructions: u64,
    /// Nested calls.
    pub stack_depth: usize,
    /// Time of a query.
    pub query_time: Duration,
    /// What is left out of answering questions.
    pub without: Vec<Layer>,
    /// Another solver in the place of the embedded core.
    pub solver: Option<ProcessOptions>,
    /// Another solver that is asked the same; where the two contradict each other nothing is known.
    pub oracle: Option<ProcessOptions>,
    /// A test for every path, not only for those that execute something new.
    pub all_tests: bool,
    /// Whether every summary that is applied in a run is compared with entering the callee.
    pub check_summaries: bool,
    /// The input of the first run, as names and bytes; zeros where it has none.
    pub start: Vec<(String, Vec<u8>)>,
    /// What inputs are.
    pub inputs: InputModel,
    /// What earlier runs found out.
    pub store: Option<SharedStore>,
    /// What is done about loops.
    pub loops: Loops,
    /// Another solver that is given the quantified conditions of the target.
    pub loop_solver: Option<ProcessOptions>,
    /// Whether the condition of the target is to be explained.
    pub explain: bool,
    /// Counts the work, when several strategies are at it.
    pub pace: Option<Arc<Pace>>,
}

/// What answers a question before the solving core is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// Simplification under the path condition.
    Simplify,
    /// Ranges of sums.
    Intervals,
    /// Splitting into independent parts.
    Split,
    /// The cache of unsat cores.
    Cores,
    /// The cache of models.
    Models,
    /// The input at hand, which shows that a side is possible, and which all but a part of the
    /// conditions keep.
    Witness,
    /// The input at hand with what a condition says changed.
    Repair,
    /// A condition that the path has already.
    Known,
    /// The inputs that were recorded with the paths of a function, and those of calls that look the same (`memo`).
    Recorded,
}

impl Layer {
    /// All, by name.
    pub const ALL: [(&'static str, Self); 9] = [
        ("simplify", Self::Simplify),
        ("intervals", Self::Intervals),
        ("split", Self::Split),
        ("cores", Self::Cores),
        ("models", Self::Models),
        ("witness", Self::Witness),
        ("repair", Self::Repair),
        ("known", Self::Known),
        ("recorded", Self::Recorded),
    ];
}

/// A bound on memory.
#[derive(Clone, Copy, Debug)]
pub struct MemoryBound {
    /// In KiB.
    pub limit: u64,
    /// How much is in use, in KiB.
    pub used: fn() -> u64,
}

/// Memory is looked at once per so many states that come to wait.
const MEMORY_CHECK: u32 = 256;

pub(crate) struct Explorer<'p, 'o> {
    pub image: &'p Image,
    pub entry: Func,
    pub goal: Goal,
    pub options: Options,
    pub machine: Machine<'p, Deferral>,
    pub solver: Box<dyn Solver>,
    pub(crate) slicer: Slicer,
    frontier: Frontier<'p>,
    pub(crate) postponed: Postponed<'p>,
    /// The test that was kept when the running path was postponed.
    pub(crate) cut_test: Option<usize>,
    pub distances: Option<Distances>,
    /// The marks of execution when a state last came to wait.
    marks_seen: u64,
    /// What is known of the ways to the target.
    pub conditions: Option<LoopConditions<'p>>,
    pub turns: Turns,
    pub restarts: Restarts<'p>,
    /// Functions that are composed.
    pub memo: Option<Box<Memo>>,
    /// Questions of feasibility as the papers count them: both sides of every conditional.
    pub checks: u64,
    /// The state before the first instruction.
    pub initial: State<'p>,
    /// Conditions of the running path.
    pub path: Decisions,
    /// Where the running path was concretized first.
    pub choice: Option<usize>,
    pub outcome: Outcome,
    /// Bugs found so far by place and class.
    pub known_bugs: BTreeMap<BugKey, KnownBug>,
    pub branches: Branches,
    /// Concrete runs of paths that undefined bits may have decided.
    pub undefined_runs: u32,
    pub adoption: Adoption,
    /// Paths with concretizations that were seen.
    traces: HashSet<Trace>,
    pub marks: u64,
    pub reached: bool,
    since_memory_check: u32,
    out_of_memory: bool,
    pub observer: &'o mut dyn Observer,
    pub started: Instant,
    pub(crate) solver_time: Duration,
}

/// Explores a program from `entry`.
pub fn explore(
    image: &Image,
    entry: Func,
    goal: Goal,
    options: Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, StartError> {
    let mut machine = deferring_machine(image, Deferral::default(), &options);
    machine.keep_doubts(true);
    start(&mut machine, image, entry)?;
    let distances = Distances::new(image, entry, &goal);
    let mut explorer = Explorer::new(image, entry, goal, options, machine, distances, observer);
    explorer.outcome.assumptions = explorer.machine.assumptions().to_vec();
    explorer.observer.started();
    explorer.run();
    Ok(explorer.finish())
}

/// A machine that defers some calls.
pub(crate) fn deferring_machine<'p>(
    image: &'p Image,
    deferral: Deferral,
    options: &Options,
) -> Machine<'p, Deferral> {
    let mut machine = machine_with(image, deferral, options);
    machine.follow_undefined();
    machine
}

/// The input of the first run as values of the program's variables; pointers that are never null are
/// not, whatever they turn out to be.
///
/// Tests may add a number to a name that was there before: both names are meant.
pub(crate) fn start_model<H: CallHook>(
    machine: &mut Machine<'_, H>,
    start: &[(String, Vec<u8>)],
) -> Model {
    let mut model = Model::new();
    let never_null = machine.state.pointers.iter().filter(|pointer| pointer.never_null);
    for (number, pointer) in never_null.enumerate() {
        // Each another one: they are not the same unless that is decided.
        let value = BitVec::from_u64(64, number as u64 + 1);
        model.insert(pointer.term, Value::Bits(value));
    }
    let terms = &mut machine.terms;
    for (number, (name, bytes)) in start.iter().enumerate() {
        let plain = name.rsplit_once('_').map(|(plain, _)| plain);
        for name in plain.into_iter().chain([name.as_str()]) {
            for (at, &byte) in bytes.iter().enumerate() {
                let variable = variable_name(name, number, at as u64);
                let value = Value::Bits(BitVec::from_u64(8, u64::from(byte)));
                model.insert(terms.var(&variable, Sort::BitVec(8)), value);
            }
        }
    }
    model
}

/// `main` gets a program's arguments, every other function symbolic ones.
pub(crate) fn start<H: CallHook>(
    machine: &mut Machine<'_, H>,
    image: &Image,
    entry: Func,
) -> Result<(), StartError> {
    match image.program.functions[entry].source_name.as_str() {
        "main" => machine.start_main(entry, &[b"program".to_vec()], &[]),
        _ => machine.start_function(entry),
    }
}

pub(crate) fn new_machine<'p>(image: &'p Image, options: &Options) -> Machine<'p, EnterAll> {
    let mut machine = machine_with(image, EnterAll, options);
    machine.follow_undefined();
    machine
}

/// A machine for exploration, with a hook for calls.
pub(crate) fn machine_with<'p, H: CallHook>(
    image: &'p Image,
    hook: H,
    options: &Options,
) -> Machine<'p, H> {
    let host = QuietHost::new(options.deadline, Arc::clone(&options.stop));
    let limits =
        Limits { stack_depth: options.stack_depth, instructions: Some(options.max_instructions) };
    let mut machine = Machine::new(image, hook, Box::new(host), limits);
    machine.set_mode(Mode::Symbolic);
    machine.set_input_model(options.inputs.clone());
    machine
}

pub(crate) fn empty_outcome() -> Outcome {
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
        checks: 0,
        solver_ms: 0,
        tests: Vec::new(),
        bugs: Vec::new(),
        assumptions: Vec::new(),
        coverage: coverage::Coverage::default(),
        branches: Vec::new(),
        functions: Vec::new(),
        checked: Vec::new(),
        restarts: 0,
        memo: None,
        steps: None,
        loops: None,
        explanation: None,
    }
}

impl<'p, 'o> Explorer<'p, 'o> {
    /// An exploration that has not begun; its first state is on the machine.
    pub(crate) fn new(
        image: &'p Image,
        entry: Func,
        goal: Goal,
        options: Options,
        mut machine: Machine<'p, Deferral>,
        distances: Option<Distances>,
        observer: &'o mut dyn Observer,
    ) -> Self {
        machine.repeated_guards = options.without.contains(&Layer::Known).then(Vec::new);
        let turns = Turns::new(FIRST_BEFORE_PATHS, &options);
        Self {
            image,
            entry,
            goal,
            frontier: Frontier::new(options.search, distances.is_some(), options.seed),
            postponed: Postponed::new(),
            cut_test: None,
            restarts: Restarts::new(options.seed),
            distances,
            marks_seen: 0,
            conditions: None,
            turns,
            memo: None,
            checks: 0,
            initial: machine.state.clone(),
            path: Decisions::default(),
            choice: None,
            solver: kept::solver(&options),
            options,
            machine,
            slicer: Slicer::default(),
            outcome: empty_outcome(),
            known_bugs: BTreeMap::new(),
            branches: Branches::new(image),
            undefined_runs: 0,
            adoption: Adoption::default(),
            traces: HashSet::new(),
            marks: 0,
            reached: false,
            since_memory_check: 0,
            out_of_memory: false,
            observer,
            started: Instant::now(),
            solver_time: Duration::ZERO,
        }
    }

    pub(crate) fn run(&mut self) {
        let start = start_model(&mut self.machine, &self.options.start);
        self.machine.witness = Witness::new(start);
        let state = &self.machine.state;
        if self.distance(state, state.frame().pc) == NEVER {
            return;
        }
        if self.consider_loops() {
            return;
        }
        self.run_path(0);
        self.run_waiting();
    }

    /// Runs the states that wait, and those that come to wait meanwhile.
    pub(crate) fn run_waiting(&mut self) {
        while !self.is_over() {
            if self.turns.is_due() && self.reconsider_loops() {
                if !self.found_target() {
                    // What waits does not get there either, and what was left out does not matter.
                    self.frontier.clear();
                    self.postponed.clear();
                    self.outcome.incomplete.clear();
                }
                break;
            }
            let image = self.image;
            let promising = |(func, pc): (Func, u32)| {
                image.program.functions[func].origin == Origin::Program
                    && image.code(func).is_some_and(|code| coverage::is_promising(code, pc))
            };
            if let Some(paused) = self.postponed.pop(self.frontier.is_empty()) {
                self.go_on_with(paused);
                continue;
            }
            match self.frontier.pop(&promising) {
                Some(waiting) => {
                    self.resume(waiting);
                    self.frontier.end_fresh();
                    self.marks_seen = coverage::marks(self.image);
                }
                None if self.restart() => {}
                None => break,
            }
        }
        if self.waits() > 0 && !self.found_target() {
            self.note_left(self.waits() as u64);
        }
    }

    /// Writes down that so many states wait in the end, and why.
    pub(crate) fn note_left(&mut self, left: u64) {
        let reason = match (self.out_of_memory, self.timed_out()) {
            (true, _) => "memory",
            (false, true) => "timeout",
            (false, false) => "interrupted",
        };
        *self.outcome.incomplete.entry((reason.to_owned(), String::new())).or_default() += left;
    }

    /// How many states wait.
    pub(crate) fn waits(&self) -> usize {
        self.frontier.len() + self.postponed.len()
    }

    /// How far a state is from the target if it goes on at `pc`.
    pub(crate) fn distance(&self, state: &State<'p>, pc: Pc) -> u32 {
        self.distances.as_ref().map_or(0, |distances| distances.of(state, pc))
    }

    fn timed_out(&self) -> bool {
        self.options.deadline.is_some_and(|d| Instant::now() >= d)
    }

    pub(crate) fn is_over(&self) -> bool {
        let stopped =
            self.out_of_memory || self.is_refused() || self.options.stop.load(Ordering::Relaxed);
        stopped || self.found_target() || self.timed_out()
    }

    pub(crate) fn found_target(&self) -> bool {
        self.reached && self.goal != Goal::All
    }

    /// Runs a waiting state, if its condition has a model.
    fn resume(&mut self, waiting: Waiting<'p>) {
        let Some(mut waiting) = self.with_heap(waiting) else { return };
        let state = match waiting.held {
            Held::Copy(state) => *state,
            Held::Parked(parked) => {
                let mut state = self.initial.clone();
                state.conditions = waiting.decisions.to_vec();
                state.concretizations = parked.concretizations.into();
                state.failing = parked.failing;
                state
            }
        };
        let answer = match waiting.errand.as_deref_mut() {
            Some(Errand::Known(_)) => {
                let Waiting { witness, decisions, choice, errand, .. } = waiting;
                return self.go_on(state, Witness::of(witness), decisions, choice, errand);
            }
            Some(Errand::Rest(rest, _)) => self.ask_rest(rest, &state.conditions, &waiting.witness),
            _ => self.ask_last(&state.conditions, &waiting.witness),
        };
        match answer {
            Answer::Sat(model) => {
                // An input that was found for a path of a callee has to stay on it.
                let is_found = matches!(waiting.errand.as_deref(), Some(Errand::Rest(..)));
                let kept = (is_found && self.conditions.is_some()).then(|| model.clone());
                let Some(model) = self.advise(&state, model) else { return };
                let witness = Witness::new(kept.unwrap_or(model));
                self.go_on(state, witness, waiting.decisions, waiting.choice, waiting.errand);
            }
            Answer::Unsat(_) => {
                if let Some(first) = waiting.choice {
                    self.suggest(&state, first, waiting.at);
                }
            }
            Answer::Unknown(why) => {
                self.refuse("the solver gave up");
                let (func, pc) = waiting.at;
                let loc = self.image.code(func).map(|code| code.locs[pc as usize]);
                let place = loc.map(|loc| self.image.program.describe_loc(loc));
                self.note(&format!("solver-unknown: {why}"), &place.unwrap_or_default());
            }
        }
    }

    /// Runs a state that waited.
    fn go_on(
        &mut self,
        state: State<'p>,
        witness: Witness,
        decisions: Decisions,
        choice: Option<usize>,
        errand: Option<Box<Errand<'p>>>,
    ) {
        let before = state.instructions;
        self.machine.state = state;
        self.machine.witness = witness;
        self.path = decisions;
        self.choice = choice;
        if self.take_up(errand) {
            self.run_path(before);
        }
    }

    /// Asks whether conditions have a model. The witness satisfies all but the last.
    pub(crate) fn ask_last(&mut self, conditions: &[Term], witness: &Model) -> Answer {
        if self.asks_everything() {
            return self.ask(conditions);
        }
        match self.repair(conditions, witness) {
            Some(model) => Answer::Sat(model),
            None => self.ask_part(conditions, witness),
        }
    }

    /// Asks about that part of conditions that the last one depends on. The witness satisfies all but the last.
    pub(crate) fn ask_part(&mut self, conditions: &[Term], witness: &Model) -> Answer {
        let slice = self.slicer.slice(&self.machine.terms, conditions);
        let Some(slice) = slice.filter(|slice| slice.len() < conditions.len()) else {
            return self.ask(conditions);
        };
        match self.ask(&slice) {
            Answer::Sat(model) => {
                let terms = &self.machine.terms;
                let merged = self.slicer.merge(terms, &slice, &model, witness);
                debug_assert!({
                    let mut merged = Witness::new(merged.clone());
                    conditions.iter().all(|&condition| merged.holds(terms, condition))
                });
                Answer::Sat(merged)
            }
            answer => answer,
        }
    }

    /// Whether the solver is asked even what the witness says.
    pub(crate) fn asks_everything(&self) -> bool {
        self.options.without.contains(&Layer::Witness)
    }

    /// Asks about both sides of the conditionals that a condition of the path decided since the last stop, where
    /// everything is asked.
    pub(crate) fn ask_repeated(&mut self) {
        let Some(guards) = &mut self.machine.repeated_guards else { return };
        for guard in std::mem::take(guards) {
            let negation = self.machine.terms.not(guard);
            for side in [guard, negation] {
                let conditions = [&self.machine.state.conditions[..], &[side]].concat();
                self.ask(&conditions);
            }
        }
    }

    /// Asks whether conditions have a model.
    pub(crate) fn ask(&mut self, conditions: &[Term]) -> Answer {
        let budget = kept::budget(&self.options, self.options.query_time);
        self.ask_within(conditions, budget)
    }

    /// Asks whether conditions have a model, within limits.
    pub(crate) fn ask_within(&mut self, conditions: &[Term], mut budget: Budget) -> Answer {
        let started = Instant::now();
        let left = self.options.deadline.map(|d| d.saturating_duration_since(started));
        budget.time = [budget.time, left].into_iter().flatten().min();
        let answer = self.solver.check(&mut self.machine.terms, conditions, &budget);
        self.solver_time += started.elapsed();
        match answer {
            Answer::Sat(_) => self.outcome.sat += 1,
            Answer::Unsat(_) => self.outcome.unsat += 1,
            Answer::Unknown(_) => self.outcome.unknown += 1,
        }
        answer
    }

    pub(crate) fn place_of(&self, state: &State<'p>) -> String {
        let frame = state.frame();
        let loc = frame.code.locs.get(frame.pc as usize).copied();
        loc.map_or_else(String::new, |loc| self.image.program.describe_loc(loc))
    }

    pub(crate) fn note(&mut self, reason: &str, place: &str) {
        let key = (reason.to_owned(), place.to_owned());
        *self.outcome.incomplete.entry(key).or_default() += 1;
    }

    /// Counts what a state executed, and tells how far the search is.
    pub(crate) fn account(&mut self, instructions: u64, waiting: usize) {
        self.outcome.instructions += instructions;
        if let Some(pace) = &self.options.pace {
            pace.look_up();
        }
        self.observer.progress(&Progress {
            paths: self.outcome.paths,
            tests: self.outcome.tests.len(),
            bugs: self.outcome.bugs.len(),
            waiting,
            queries: self.outcome.sat + self.outcome.unsat + self.outcome.unknown,
            marks: self.marks,
            elapsed: self.started.elapsed(),
        });
    }

    /// Finds the running path a witness that satisfies what inputs are required to be. Says
    /// whether there is one.
    pub(crate) fn require(&mut self, guard: Term) -> bool {
        let machine = &mut self.machine;
        if machine.witness.holds(&machine.terms, guard) {
            machine.state.conditions.push(guard);
            return true;
        }
        let mut conditions = self.machine.state.conditions.clone();
        conditions.push(guard);
        match self.ask(&conditions) {
            Answer::Sat(model) => {
                self.machine.witness = Witness::new(model);
                self.machine.state.conditions = conditions;
                true
            }
            Answer::Unsat(_) => {
                self.end_path(Stop::Assumed);
                false
            }
            Answer::Unknown(why) => {
                let place = self.place_of(&self.machine.state);
                self.note(&format!("solver-unknown: {why}"), &place);
                self.end_path(Stop::Assumed);
                false
            }
        }
    }

    /// Goes the witness's way and leaves the other one waiting. Says whether the path goes on: not
    /// where the target is out of reach.
    pub(crate) fn split(&mut self, guard: Term) -> bool {
        let machine = &mut self.machine;
        let holds = machine.witness.holds(&machine.terms, guard);
        let negation = machine.terms.not(guard);
        let (own, other) = if holds { (guard, negation) } else { (negation, guard) };
        let (own_distance, distance) = self.distances_after(holds);
        if distance != NEVER {
            self.wait(other, distance);
        } else {
            // Nobody asks for the other side later.
            self.settle_doubts();
        }
        self.machine.state.conditions.push(own);
        if own_distance == NEVER {
            self.note_imprecisions();
        }
        own_distance != NEVER
    }

    /// The distances of both sides of the decision at hand, the witness's side first.
    pub(crate) fn distances_after(&self, holds: bool) -> (u32, u32) {
        if self.distances.is_none() {
            return (0, 0);
        }
        let state = &self.machine.state;
        let frame = state.frame();
        let Some(to) = frame.code.ops[frame.pc as usize].jump() else {
            let distance = self.distance(state, frame.pc);
            return (distance, distance);
        };
        let (taken, not) = (self.distance(state, to), self.distance(state, frame.pc + 1));
        if holds { (taken, not) } else { (not, taken) }
    }

    /// Leaves the running state waiting with one more condition.
    fn wait(&mut self, condition: Term, distance: u32) {
        let state = &self.machine.state;
        if state.conditions.len() >= self.options.max_depth {
            let place = self.place_of(state);
            self.note("depth", &place);
            return;
        }
        self.machine.state.trim();
        let state = &self.machine.state;
        let mut copy = Box::new(state.clone());
        copy.conditions.push(condition);
        self.path.catch_up(&state.conditions);
        let frame = state.frame();
        if let Some(pace) = &self.options.pace {
            pace.stepped();
        }
        // Towards a target nobody asks for states after something new.
        if self.distances.is_none() {
            let marks = coverage::marks(self.image);
            if marks > std::mem::replace(&mut self.marks_seen, marks) {
                self.frontier.begin_fresh();
            }
        }
        self.frontier.push(Waiting {
            at: (frame.code.func, frame.pc),
            held: Held::Copy(copy),
            decisions: self.path.with(condition),
            distance,
            witness: self.machine.witness.shared_model(),
            choice: self.choice,
            errand: self.errand(),
        });
        self.make_room();
    }

    /// Leaves a state waiting.
    pub(crate) fn push_waiting(&mut self, waiting: Waiting<'p>) {
        self.frontier.push(waiting);
        self.make_room();
    }

    fn make_room(&mut self) {
        // Where functions are composed, a string of decisions does not say which path was followed.
        if self.memo.is_none() {
            self.frontier.park_down_to(self.options.max_states);
        }
        self.check_memory();
    }

    /// Now and then sees whether there is still room for copies of states.
    pub(crate) fn check_memory(&mut self) {
        let Some(bound) = self.options.memory else { return };
        self.since_memory_check += 1;
        if self.since_memory_check < MEMORY_CHECK {
            return;
        }
        self.since_memory_check = 0;
        let used = (bound.used)();
        if used > bound.limit && self.memo.is_some() {
            self.out_of_memory |= used > bound.limit / 2 * 3;
        } else if used > bound.limit {
            let copies = self.frontier.copies();
            self.out_of_memory |= copies <= MEMORY_CHECK as usize && used > bound.limit / 2 * 3;
            self.frontier.park_down_to(copies / 2);
            self.restarts.drop_copies();
        }
    }

    /// Counts the path that ended, unless it is one with concretizations that was seen before.
    fn count_path(&mut self, end: u64) -> bool {
        let state = &self.machine.state;
        let mut trace = state.trace;
        trace.value(end);
        let is_new =
            state.imprecisions.is_empty() || self.traces.insert(trace) || self.restarts.count == 0;
        self.outcome.paths += u64::from(is_new);
        is_new
    }

    /// Asks whether undefined bits decided something on the path that ends here, or a side of it.
    pub(crate) fn settle_doubts(&mut self) {
        let doubts = std::mem::take(&mut self.machine.state.doubts);
        if doubts.is_empty() {
            return;
        }
        let mut conditions = self.machine.state.conditions.clone();
        let terms = &mut self.machine.terms;
        let any = doubts.iter().fold(terms.bool_const(false), |any, (_, d)| terms.or(any, *d));
        conditions.push(any);
        if matches!(self.ask(&conditions), Answer::Unsat(_)) {
            return;
        }
        let is_only = doubts.len() == 1;
        for (loc, doubt) in doubts {
            conditions.pop();
            conditions.push(doubt);
            if is_only || !matches!(self.ask(&conditions), Answer::Unsat(_)) {
                let imprecision = Imprecision { reason: Reason::Undefined, loc };
                self.machine.state.imprecisions.push(imprecision);
            }
        }
    }

    /// Writes down where the path that ends here was not exact.
    pub(crate) fn note_imprecisions(&mut self) {
        self.settle_doubts();
        let imprecisions = self.machine.state.imprecisions.clone();
        for imprecision in imprecisions {
            let place = self.image.program.describe_loc(imprecision.loc);
            let reason = match imprecision.reason {
                Reason::Concretized => "concretized",
                Reason::External => "external",
                Reason::Undefined => "undefined",
            };
            self.note(reason, &place);
        }
    }

    fn path_ended_in(&mut self, finding: Finding) {
        self.count_path(number_of(&finding));
        self.bug(finding);
    }

    pub(crate) fn path_ended(&mut self, stop: Stop) {
        self.note_imprecisions();
        if matches!(stop, Stop::Exit(_) | Stop::Finding(_)) {
            let state = &self.machine.state;
            self.postponed.learn(state.instructions, state.conditions.len() as u64);
        }
        match stop {
            Stop::Exit(code) => match self.decided_by_undefined() {
                Some(finding) => self.path_ended_in(finding),
                None => {
                    let is_new = self.count_path(0);
                    self.keep_test(Ends::Exited(code), is_new);
                }
            },
            Stop::Finding(finding) => self.path_ended_in(*finding),
            Stop::Assumed => self.credit_nobody(),
            Stop::Unsupported(what) => {
                let place = what.place.to_string();
                self.note(&format!("unsupported: {}", what.what), &place);
                self.keep_cut(false);
            }
            Stop::Exhausted(what) => {
                let place = self.place_of(&self.machine.state);
                let reason = match what {
                    Exhausted::StackDepth(_) => "stack-depth",
                    Exhausted::Instructions(_) => "instructions",
                    Exhausted::PointerDepth(_) => "pointer-depth",
                    Exhausted::Interrupted if self.timed_out() => "timeout",
                    Exhausted::Interrupted => "interrupted",
                };
                // Recursion without an end is a crash where there is no such bound: an input shows it.
                let is_shown = matches!(what, Exhausted::StackDepth(_))
                    && !self.outcome.incomplete.contains_key(&(reason.to_owned(), place.clone()));
                self.note(reason, &place);
                match what {
                    // It needs an object that the input does not have.
                    Exhausted::PointerDepth(_) => self.credit_nobody(),
                    _ => self.keep_cut(is_shown),
                }
            }
            Stop::Decide(_) | Stop::Concretize(_) | Stop::Watched | Stop::Require(_) => {
                unreachable!("decisions are made while the path runs")
            }
            Stop::Call(_) | Stop::Missing(_) | Stop::Returned(_) => {
                unreachable!("a whole program is executed, and every call is entered")
            }
        }
    }

    pub(crate) fn finish(mut self) -> Outcome {
        self.goal.unwatch(self.image);
        let mut layers: Vec<LayerStatistics> = Vec::new();
        self.solver.statistics(&mut layers);
        let asked = self.outcome.sat + self.outcome.unsat + self.outcome.unknown;
        // The last layer is the solving core.
        self.outcome.queries = layers.last().map_or(asked, |core| core.queries);
        self.outcome.checks = self.checks + 2 * self.machine.repeated;
        self.outcome.solver_ms = self.solver_time.as_millis() as u64;
        self.outcome.cached = asked.saturating_sub(self.outcome.queries);
        self.outcome.complete = self.waits() == 0 && self.outcome.incomplete.is_empty();
        self.outcome.verdict = match (&self.goal, self.reached, self.outcome.complete) {
            (Goal::All, _, true) => Verdict::Explored,
            (Goal::All, _, false) => Verdict::Stopped,
            (_, true, _) => Verdict::Reachable,
            (_, false, true) => Verdict::Unreachable,
            (_, false, false) => Verdict::Unknown,
        };
        let callable = coverage::callable(self.image, self.entry);
        self.outcome.coverage = coverage::measure(self.image, &callable);
        let proved = self.goal == Goal::All && self.outcome.complete;
        self.outcome.branches =
            self.branches.outcomes(self.image, &callable, proved, &self.outcome.incomplete);
        self.outcome.restarts = self.restarts.count;
        self.outcome
    }
}

/// Tells bugs apart, as one number.
fn number_of(finding: &Finding) -> u64 {
    let BugKey { kind, function, place, instruction } = finding.key();
    let mut number = Trace::default();
    let texts = [kind.name(), &function, &place.file];
    texts.iter().flat_map(|text| text.bytes()).for_each(|byte| number.value(byte.into()));
    for part in [place.line, place.column, instruction.unwrap_or(0)] {
        number.value(part.into());
    }
    number.number()
}
