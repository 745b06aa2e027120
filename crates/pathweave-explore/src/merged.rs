//! Search with merging: states that come to the same place become one.
//!
//! Paths multiply at every decision; where ways join again, the states that come along them differ in
//! a few values, and one state with choices in these places ([`pathweave_exec::Machine::merge`]) does for all. What is
//! exponential in the decisions of a program becomes one formula, as in bounded model checking: it is the
//! solver's business then. Loops are unrolled as far as inputs make them go.
//!
//! The states that wait are taken in the order of their positions (`order`), the one that is furthest
//! behind first, so that those ahead wait for it at joins. A state runs with a witness like any other, so what it
//! reaches is reachable; the other side of a decision is asked for when its turn comes, and dropped if there is
//! no input for it. When no state is left, everything was executed: as much a proof as plain search
//! gives, and by the same ledger of what was cut short.
//!
//! A loop is left only when all its rounds are over, and one without a bound would starve what comes
//! after it. So a small part of the work goes to the state that is furthest ahead.

mod order;

use crate::coverage;
use crate::distance::{Distances, NEVER};
use crate::explorer::{Explorer, Options, deferring_machine, start, start_model};
use crate::goal::Goal;
use crate::memo::Deferral;
use crate::observer::Observer;
use crate::outcome::Outcome;
use order::{Orders, Position, Rounds};
use pathweave_exec::code::{EXECUTED, NOT_TAKEN, Pc, TAKEN, WATCHED};
use pathweave_exec::state::State;
use pathweave_exec::{Image, StartError, Stop, Witness};
use pathweave_ir::Func;
use pathweave_solver::Answer;
use pathweave_term::{Model, Term};
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

/// Looks for a target, or executes everything, merging states.
pub fn explore(
    image: &Image,
    entry: Func,
    goal: Goal,
    options: Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, StartError> {
    if image.has_native_libraries() {
        return Err(StartError {
            message: "paths that call native libraries cannot be merged".to_owned(),
            hint: Some("use `--strategy dart`".to_owned()),
        });
    }
    // Inputs are tried on the image itself, which so has marks of what they execute; states are run
    // on another one, whose marks say where they wait.
    let inner = Image::new(image.program.clone(), image.checks)
        .map_err(|error| StartError { message: error.message, hint: None })?;
    let mut machine = deferring_machine(&inner, Deferral::default(), &options);
    machine.keep_doubts(true);
    machine.set_spread_limit(MOST_OFFSETS);
    start(&mut machine, &inner, entry)?;
    let distances = Distances::new(image, entry, &goal);
    let mut explorer = Explorer::new(image, entry, goal, options, machine, distances, observer);
    explorer.outcome.assumptions = explorer.machine.assumptions().to_vec();
    explorer.observer.started();
    let model = start_model(&mut explorer.machine, &explorer.options.start);
    explorer.machine.witness = Witness::new(model);
    Ok(Merging::new(&inner, explorer).run())
}

/// Accesses at a symbolic offset are choices where no more offsets are possible.
const MOST_OFFSETS: usize = 32;
/// What a query counts for, in instructions.
const QUERY: u64 = 1000;
/// One part in so many of the work is for states that are ahead…
const SHARE_AHEAD: u64 = 8;
/// …after so much of it.
const EARLY: u64 = 500_000;

/// A state that waits.
struct Paused<'p> {
    state: State<'p>,
    rounds: Vec<Rounds>,
    witness: Waiting,
}

/// What is known of the inputs of a state that waits.
enum Waiting {
    /// One that satisfies its condition.
    Known(Box<Witness>),
    /// One that satisfies all of its condition but the last.
    Before(Rc<Model>),
}

/// The search.
struct Merging<'p, 'o> {
    /// What states are run on.
    inner: &'p Image,
    /// The marks of execution on it when an input was last tried.
    tried: u64,
    explorer: Explorer<'p, 'o>,
    orders: Orders,
    /// Where states wait that have come there: the marks of these places do not stay.
    arrived: HashSet<(Func, Pc)>,
    waiting: BTreeMap<Position, Vec<Paused<'p>>>,
    /// Of the state that runs.
    rounds: Vec<Rounds>,
    /// The work that was done on states ahead of others.
    work_ahead: u64,
}

impl<'p, 'o> Merging<'p, 'o> {
    fn new(inner: &'p Image, explorer: Explorer<'p, 'o>) -> Self {
        let roots: Vec<Func> = explorer
            .initial
            .calls_ahead()
            .chain(explorer.initial.frames.iter().map(|frame| frame.code.func))
            .chain([explorer.entry])
            .chain(inner.program.function("exit"))
            .collect();
        let orders = Orders::new(inner, &roots);
        Self {
            inner,
            tried: 0,
            explorer,
            orders,
            arrived: HashSet::new(),
            waiting: BTreeMap::new(),
            rounds: Vec::new(),
            work_ahead: 0,
        }
    }

    fn run(mut self) -> Outcome {
        let state = &self.explorer.machine.state;
        if self.explorer.distance(state, state.frame().pc) != NEVER {
            self.watch();
            // Who begins at the target does not come to it.
            if !self.is_at_target() || !self.explorer.at_target() {
                self.run_state();
            }
            while !self.explorer.is_over() {
                let before = self.work();
                let is_ahead = before > EARLY && SHARE_AHEAD * self.work_ahead < before;
                let Some(next) = self.take_next(is_ahead) else { break };
                self.resume(next);
                if is_ahead {
                    self.work_ahead += self.work() - before;
                }
            }
        }
        let left: usize = self.waiting.values().map(Vec::len).sum();
        if left > 0 && !self.explorer.found_target() {
            self.explorer.note_left(left as u64);
        }
        self.note_unconfirmed();
        self.explorer.finish()
    }

    /// What was done so far, in instructions.
    fn work(&self) -> u64 {
        let outcome = &self.explorer.outcome;
        outcome.instructions + QUERY * (outcome.sat + outcome.unsat + outcome.unknown)
    }

    /// The state that is furthest behind, or furthest ahead.
    fn take_next(&mut self, is_ahead: bool) -> Option<Paused<'p>> {
        let mut found = match is_ahead {
            false => self.waiting.first_entry()?,
            true => self.waiting.last_entry()?,
        };
        let next = found.get_mut().pop();
        if found.get().is_empty() {
            found.remove();
        }
        next
    }

    /// Runs a state that waited, if there is an input for it.
    fn resume(&mut self, paused: Paused<'p>) {
        let witness = match paused.witness {
            Waiting::Known(witness) => *witness,
            Waiting::Before(model) => {
                let conditions = &paused.state.conditions;
                match self.explorer.ask_last(conditions, &model) {
                    Answer::Sat(model) => Witness::new(model),
                    Answer::Unsat(_) => return,
                    Answer::Unknown(why) => {
                        let place = self.explorer.place_of(&paused.state);
                        self.explorer.note(&format!("solver-unknown: {why}"), &place);
                        return;
                    }
                }
            }
        };
        self.rounds = paused.rounds;
        self.explorer.machine.state = paused.state;
        self.explorer.machine.witness = witness;
        self.run_state();
    }

    /// Makes states come up for air at joins and at the target.
    fn watch(&self) {
        for (func, pc) in self.orders.watched(self.inner) {
            self.watch_one(func, pc);
        }
        self.explorer.goal.watch(self.inner);
    }

    fn watch_one(&self, func: Func, pc: Pc) {
        if let Some(code) = self.inner.code(func) {
            let hits = code.hits[pc as usize].get();
            code.hits[pc as usize].set((hits & !EXECUTED) | WATCHED);
        }
    }

    /// Lets the running state pass the operation that it stands before, or no longer. What is
    /// watched counts for nothing new.
    fn set_passed(&self, (func, pc): (Func, Pc), passed: bool) {
        let Some(code) = self.inner.code(func) else { return };
        let hits = code.hits[pc as usize].get();
        if hits & WATCHED == 0 || (hits & EXECUTED != 0) == passed {
            return;
        }
        code.hits[pc as usize].set(hits ^ EXECUTED);
        let marks = code.marks.get();
        code.marks.set(if passed { marks + 1 } else { marks.saturating_sub(1) });
    }

    /// Tries the running state's input where all is to be executed and the state has executed
    /// something new.
    fn try_news(&mut self) {
        if self.explorer.goal != Goal::All {
            return;
        }
        let marks = coverage::marks(self.inner);
        if marks > std::mem::replace(&mut self.tried, marks) {
            self.explorer.try_input();
        }
    }

    /// What states executed and no input did is not known to be possible, nor to be impossible.
    fn note_unconfirmed(&mut self) {
        if self.explorer.goal != Goal::All {
            return;
        }
        for func in self.inner.program.functions.keys() {
            let codes = (self.inner.code(func), self.explorer.image.code(func));
            let (Some(inner), Some(outer)) = codes else { continue };
            for pc in 0..inner.ops.len() {
                let arrived = self.arrived.contains(&(func, pc as Pc));
                let arrived = if arrived { EXECUTED } else { 0 };
                let seen = (inner.hits[pc].get() | arrived) & (EXECUTED | TAKEN | NOT_TAKEN);
                if seen & !outer.hits[pc].get() != 0 {
                    let place = self.inner.program.describe_loc(inner.locs[pc]);
                    self.explorer.note("unconfirmed-branch", &place);
                }
            }
        }
    }

    fn here(&self) -> (Func, Pc) {
        let frame = self.explorer.machine.state.frame();
        (frame.code.func, frame.pc)
    }

    /// Runs the machine's state until it ends or waits for others.
    fn run_state(&mut self) {
        self.explorer.outcome.executions += 1;
        let before = self.explorer.machine.state.instructions;
        let mut passed = self.here();
        loop {
            self.set_passed(passed, true);
            let stop = self.explorer.machine.run_to_stop();
            self.set_passed(passed, false);
            let goes_on = match stop {
                Stop::Decide(guard) => self.fork(guard),
                Stop::Require(guard) => self.explorer.require(guard),
                Stop::Concretize(fact) => {
                    let state = &mut self.explorer.machine.state;
                    state.concretizations.push(state.conditions.len() as u32);
                    state.conditions.push(fact);
                    true
                }
                Stop::Watched => self.arrive(),
                stop => {
                    self.try_news();
                    self.explorer.end_path(stop);
                    false
                }
            };
            if !goes_on {
                break;
            }
            if self.explorer.is_over() {
                // What is cut short here is not in the pool.
                if !self.explorer.found_target() {
                    self.explorer.note_left(1);
                }
                break;
            }
            passed = self.here();
        }
        if !self.explorer.machine.state.frames.is_empty() {
            self.set_passed(self.here(), false);
        }
        let after = self.explorer.machine.state.instructions;
        self.explorer.account(after.saturating_sub(before), self.waiting.len());
    }

    fn is_at_target(&self) -> bool {
        let (func, pc) = self.here();
        match &self.explorer.goal {
            Goal::Places(places) => places.contains(&(func, pc as usize)),
            Goal::All | Goal::Error => false,
        }
    }

    /// The state has come to a place that is watched. Says whether it goes on.
    fn arrive(&mut self) -> bool {
        let (func, pc) = self.here();
        // The mark of arriving is taken off: it counts for nothing new, and is set to go on.
        self.set_passed((func, pc), false);
        if self.is_at_target() {
            return !self.explorer.at_target();
        }
        if self.explorer.goal == Goal::All && self.arrived.insert((func, pc)) {
            self.explorer.try_input();
        }
        self.orders.follow(&self.explorer.machine.state, &mut self.rounds, true);
        !(self.orders.is_join(func, pc) && self.must_wait())
    }

    /// Whether the running state waits for others that are behind, or has become one with one of them.
    fn must_wait(&mut self) -> bool {
        if self.waiting.is_empty() {
            return false;
        }
        self.try_news();
        let machine = &mut self.explorer.machine;
        let position = self.orders.position(&machine.state, &self.rounds);
        if self.waiting.keys().next().is_some_and(|first| position < *first) {
            return false;
        }
        let is_lax = matches!(self.explorer.goal, Goal::Places(_));
        if let Some(others) = self.waiting.get_mut(&position) {
            for at in 0..others.len() {
                if matches!(others[at].witness, Waiting::Known(_))
                    && machine.merge(&others[at].state, is_lax)
                {
                    others.swap_remove(at);
                    break;
                }
            }
        }
        let machine = &mut self.explorer.machine;
        machine.state.trim();
        let paused = Paused {
            state: machine.state.clone(),
            rounds: self.rounds.clone(),
            witness: Waiting::Known(Box::new(std::mem::take(&mut machine.witness))),
        };
        self.waiting.entry(position).or_default().push(paused);
        true
    }

    /// Goes the witness's way, and leaves the other one waiting. Says whether the path goes on.
    fn fork(&mut self, guard: Term) -> bool {
        self.try_news();
        let explorer = &mut self.explorer;
        let machine = &mut explorer.machine;
        let holds = machine.witness.holds(&machine.terms, guard);
        let negation = machine.terms.not(guard);
        let (own, other) = if holds { (guard, negation) } else { (negation, guard) };
        let (own_distance, distance) = explorer.distances_after(holds);
        if let Some(pace) = &explorer.options.pace {
            pace.stepped();
        }
        let frame = explorer.machine.state.frame();
        let (func, pc) = (frame.code.func, frame.pc);
        // Ways that part inside an operation meet after it.
        let parts_inside = frame.code.ops[pc as usize].jump().is_none();
        let mut nexts = 0;
        frame.code.for_each_next(pc, |_| nexts += 1);
        if parts_inside && nexts == 1 && self.orders.add_join(func, pc + 1) {
            self.watch_one(func, pc + 1);
        }
        self.orders.follow(&self.explorer.machine.state, &mut self.rounds, false);
        if distance != NEVER {
            let position = self.orders.position(&self.explorer.machine.state, &self.rounds);
            let machine = &mut self.explorer.machine;
            machine.state.trim();
            let mut state = machine.state.clone();
            state.conditions.push(other);
            let witness = Waiting::Before(machine.witness.shared_model());
            let paused = Paused { state, rounds: self.rounds.clone(), witness };
            self.waiting.entry(position).or_default().push(paused);
            self.explorer.check_memory();
        } else {
            // Nobody asks for the other side later.
            self.explorer.settle_doubts();
        }
        self.explorer.machine.state.conditions.push(own);
        if own_distance == NEVER {
            self.explorer.note_imprecisions();
        }
        own_distance != NEVER
    }
}
