//! Abstract execution: all ways from a state to the target, or once around a loop, with the loops
//! on the way summarised.
//!
//! The interpreter is the real one. It comes up for air at headers of loops and behind them; at a
//! header that the way is not inside of, the loop is summarised (`summarise`) and the way goes on
//! from the iterated symbolic state; a header that it is inside of ends it, since those iterations
//! are what the summary speaks about. Each way carries a model of its conditions, so whatever the
//! interpreter looks up in its witness is something that can be.
//!
//! The law: a way is dropped only if no execution goes there, or if it cannot get to where this walk
//! is for. Everything else that cannot be followed is an error, which costs the proof.

use crate::graph::LoopGraph;
use crate::inputs::InputArrays;
use crate::summary::{LoopInstance, Step};
use pathweave_exec::code::{EXECUTED, Pc, WATCHED};
use pathweave_exec::state::State;
use pathweave_exec::{CallHook, Exhausted, Image, Machine, Stop, Witness};
use pathweave_ir::{Entity, Func};
use pathweave_solver::{Answer, Budget, Solver};
use pathweave_term::{Model, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::Instant;

/// Why a way could not be followed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GiveUp {
    /// The reason, for the user.
    pub reason: String,
}

impl GiveUp {
    /// A reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }

    /// Whether it may be otherwise after an iteration: the first one does more than others.
    pub(crate) fn is_curable(&self) -> bool {
        self.reason.starts_with("the loop ")
    }
}

/// What the walk may cost.
#[derive(Clone)]
pub struct WalkLimits {
    /// When to end at the latest.
    pub deadline: Instant,
    /// Whether it is time to end.
    pub is_over: Rc<dyn Fn() -> bool>,
    /// Ways that are followed in all, those around loops included.
    pub ways: u32,
    /// Ways around one loop.
    pub loop_paths: usize,
    /// Nested calls.
    pub depth: usize,
    /// What a query may cost.
    pub query: Budget,
    /// Instructions of a path, as the machine has it.
    pub instructions: u64,
}

/// A loop that a way is inside of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Active {
    pub serial: u64,
    pub func: Func,
    pub header: Pc,
}

/// A way that is being followed.
#[derive(Clone)]
pub(crate) struct Way<'p> {
    pub state: State<'p>,
    pub model: Rc<Model>,
    pub active: Vec<Active>,
    pub loops: Vec<Rc<LoopInstance>>,
    pub trail: Vec<Step>,
    /// Loops of which some iterations are executed before they are summarised.
    pub peeled: Vec<Active>,
    /// Whether it stands on an operation that was looked at already.
    pub passed: bool,
}

impl<'p> Way<'p> {
    pub fn new(state: State<'p>, model: Rc<Model>) -> Self {
        Self {
            state,
            model,
            active: Vec::new(),
            loops: Vec::new(),
            trail: Vec::new(),
            peeled: Vec::new(),
            passed: false,
        }
    }
}

/// What becomes of a way at a place where it came up for air.
pub(crate) enum Next {
    /// It goes on.
    On,
    /// It is where the walk is for.
    Done,
    /// It is of no interest.
    Dropped,
}

/// How a queried condition turned out.
#[derive(Clone, Copy, Default, Debug)]
pub struct Queries {
    /// Satisfiable.
    pub sat: u64,
    /// Not satisfiable.
    pub unsat: u64,
    /// Undecided.
    pub unknown: u64,
}

/// Follows ways.
pub(crate) struct Walker<'w, 'p, H> {
    pub image: &'p Image,
    pub machine: &'w mut Machine<'p, H>,
    pub solver: &'w mut dyn Solver,
    pub graph: &'w LoopGraph,
    pub targets: BTreeSet<(Func, Pc)>,
    pub reaches: &'w dyn Fn(&State<'p>, Pc) -> bool,
    pub limits: WalkLimits,
    pub ways: u32,
    pub queries: Queries,
    /// Why the walk does not cover everything, and where.
    pub gaps: BTreeMap<(String, String), u32>,
    pub arrays: InputArrays,
    /// The imprecisions that there were at the start.
    pub imprecisions: usize,
}

impl<'p, H: CallHook> Walker<'_, 'p, H> {
    /// Where the innermost frame of a state stands, for the user.
    pub fn place(&self, state: &State<'p>) -> String {
        let Some(frame) = state.frames.last() else { return String::new() };
        let loc = frame.code.locs.get(frame.pc as usize).copied();
        loc.map_or_else(String::new, |loc| self.image.program.describe_loc(loc))
    }

    /// Writes down why the walk does not cover everything.
    pub fn gap(&mut self, why: &GiveUp, place: String) {
        *self.gaps.entry((why.reason.clone(), place)).or_default() += 1;
    }

    /// Asks whether conditions have a model.
    pub fn ask(&mut self, conditions: &[Term]) -> Answer {
        let left = self.limits.deadline.saturating_duration_since(Instant::now());
        let time = self.limits.query.time.map(|time| time.min(left));
        let budget = Budget { time, ..self.limits.query };
        self.ask_within(conditions, &budget)
    }

    /// Asks whether conditions have a model, within a budget.
    pub fn ask_within(&mut self, conditions: &[Term], budget: &Budget) -> Answer {
        let answer = self.solver.check(&mut self.machine.terms, conditions, budget);
        match answer {
            Answer::Sat(_) => self.queries.sat += 1,
            Answer::Unsat(_) => self.queries.unsat += 1,
            Answer::Unknown(_) => self.queries.unknown += 1,
        }
        answer
    }

    /// A model of conditions; `None` if there is none.
    pub fn model(&mut self, conditions: &[Term]) -> Result<Option<Rc<Model>>, GiveUp> {
        match self.ask(conditions) {
            Answer::Sat(model) => Ok(Some(Rc::new(model))),
            Answer::Unsat(_) => Ok(None),
            Answer::Unknown(why) => Err(GiveUp::new(format!("the solver gave up: {why}"))),
        }
    }

    /// Follows all ways from a start: around the loop `base` back to its header, or else to the
    /// target.
    pub fn follow(&mut self, start: Way<'p>, base: Option<Active>) -> Result<Vec<Way<'p>>, GiveUp> {
        let mut work = vec![start];
        let mut done = Vec::new();
        while let Some(way) = work.pop() {
            self.ways += 1;
            if self.ways > self.limits.ways || (self.limits.is_over)() {
                return Err(GiveUp::new("too many ways"));
            }
            match self.follow_one(way, base, &mut work) {
                Ok(Some(way)) => done.push(way),
                Ok(None) => {}
                Err(why) if base.is_some() => return Err(why),
                Err(why) => {
                    let place = self.place(&self.machine.state);
                    self.gap(&why, place);
                }
            }
            if base.is_some() && done.len() > self.limits.loop_paths {
                return Err(GiveUp::new("too many paths through the loop"));
            }
        }
        Ok(done)
    }

    /// Follows one way to its end, leaving other sides in `work`.
    fn follow_one(
        &mut self,
        mut way: Way<'p>,
        base: Option<Active>,
        work: &mut Vec<Way<'p>>,
    ) -> Result<Option<Way<'p>>, GiveUp> {
        self.load(&mut way);
        loop {
            let stop = self.run(&mut way);
            if self.machine.state.imprecisions.len() > self.imprecisions {
                return Err(GiveUp::new("something that terms do not express"));
            }
            match stop {
                Stop::Decide(guard) => {
                    if !self.split(&mut way, guard, base, work)? {
                        return Ok(None);
                    }
                }
                Stop::Require(guard) => {
                    self.machine.state.conditions.push(guard);
                    if !self.refresh(&mut way)? {
                        return Ok(None);
                    }
                }
                Stop::Watched => match self.at_watched(&mut way, base)? {
                    Next::On => {}
                    Next::Done => {
                        self.unload(&mut way);
                        return Ok(Some(way));
                    }
                    Next::Dropped => return Ok(None),
                },
                Stop::Exit(_) | Stop::Finding(_) | Stop::Assumed => return Ok(None),
                Stop::Unsupported(what) => return Err(GiveUp::new(what.what)),
                Stop::Concretize(_) => {
                    return Err(GiveUp::new("a value that terms do not express"));
                }
                Stop::Exhausted(Exhausted::PointerDepth(_)) => {
                    return Err(GiveUp::new("pointers of the input that are too deep"));
                }
                Stop::Exhausted(_) => return Err(GiveUp::new("a bound was hit")),
                Stop::Call(_) | Stop::Missing(_) | Stop::Returned(_) => {
                    return Err(GiveUp::new("a function that is executed alone"));
                }
            }
            if self.machine.state.frames.len() > self.limits.depth {
                return Err(GiveUp::new("calls that are nested too deeply"));
            }
            if (self.limits.is_over)() {
                return Err(GiveUp::new("out of time"));
            }
        }
    }

    /// Puts a way on the machine.
    pub fn load(&mut self, way: &mut Way<'p>) {
        self.machine.state = way.state.clone();
        self.machine.witness = Witness::new((*way.model).clone());
    }

    /// Takes the machine's state back into the way.
    pub fn unload(&mut self, way: &mut Way<'p>) {
        way.state = self.machine.state.clone();
        way.model = self.machine.witness.shared_model();
    }

    /// Runs until the machine stops, over the operation that was looked at already.
    pub fn run(&mut self, way: &mut Way<'p>) -> Stop {
        if way.passed {
            let frame = *self.machine.state.frame();
            let cell = &frame.code.hits[frame.pc as usize];
            cell.set(cell.get() | EXECUTED);
            self.machine.limit_instructions(self.machine.state.instructions + 1);
            let stop = self.machine.run_to_stop();
            self.machine.limit_instructions(self.limits.instructions);
            if cell.get() & WATCHED != 0 {
                cell.set(cell.get() & !EXECUTED);
            }
            match stop {
                Stop::Exhausted(Exhausted::Instructions(_)) => way.passed = false,
                stop => return stop,
            }
        }
        let stop = self.machine.run_to_stop();
        if stop == Stop::Watched {
            let frame = *self.machine.state.frame();
            let cell = &frame.code.hits[frame.pc as usize];
            cell.set(cell.get() & !EXECUTED);
        }
        stop
    }

    /// Takes the model's side of a decision and leaves the other one to be followed. Says whether
    /// the way goes on.
    fn split(
        &mut self,
        way: &mut Way<'p>,
        guard: Term,
        base: Option<Active>,
        work: &mut Vec<Way<'p>>,
    ) -> Result<bool, GiveUp> {
        let machine = &mut *self.machine;
        let holds = machine.witness.holds(&machine.terms, guard);
        let negation = machine.terms.not(guard);
        let (own, other) = if holds { (guard, negation) } else { (negation, guard) };
        let frame = *machine.state.frame();
        let (func, pc) = (frame.code.func, frame.pc);
        let branch = frame.code.ops[pc as usize].jump();
        // Around a loop everything is of interest; else what leads to the target.
        let [own_leads, other_leads] = [holds, !holds].map(|holds| match (base, branch) {
            (None, Some(to)) => {
                (self.reaches)(&self.machine.state, if holds { to } else { pc + 1 })
            }
            _ => true,
        });
        if other_leads {
            let mut conditions = self.machine.state.conditions.clone();
            conditions.push(other);
            if let Some(model) = self.model(&conditions)? {
                let mut side = way.clone();
                self.machine.state.trim();
                side.state = self.machine.state.clone();
                side.state.conditions = conditions;
                side.model = model;
                side.trail.push(Step { func, pc, holds: !holds });
                work.push(side);
            }
        }
        if !own_leads {
            return Ok(false);
        }
        self.machine.state.conditions.push(own);
        way.trail.push(Step { func, pc, holds });
        Ok(true)
    }

    /// Finds the way a model of its conditions. Says whether there is one.
    pub fn refresh(&mut self, way: &mut Way<'p>) -> Result<bool, GiveUp> {
        let conditions = self.machine.state.conditions.clone();
        let machine = &mut *self.machine;
        if conditions.iter().all(|&condition| machine.witness.holds(&machine.terms, condition)) {
            return Ok(true);
        }
        let Some(model) = self.model(&conditions)? else { return Ok(false) };
        self.machine.witness = Witness::new((*model).clone());
        way.model = model;
        Ok(true)
    }

    /// What becomes of a way at a watched operation.
    fn at_watched(&mut self, way: &mut Way<'p>, base: Option<Active>) -> Result<Next, GiveUp> {
        let frame = *self.machine.state.frame();
        let (func, pc, serial) = (frame.code.func, frame.pc, frame.serial);
        self.leave_loops(way);
        if let Some(base) = base
            && !way.active.contains(&base)
        {
            return Ok(Next::Dropped);
        }
        if self.targets.contains(&(func, pc)) {
            return Ok(if base.is_some() { Next::Dropped } else { Next::Done });
        }
        way.passed = true;
        if self.graph.at(func, pc).is_none() {
            return Ok(Next::On);
        }
        let here = Active { serial, func, header: pc };
        match way.active.contains(&here) {
            true if base == Some(here) => Ok(Next::Done),
            true => Ok(Next::Dropped),
            false => self.enter_loop(way, here),
        }
    }

    /// Forgets the loops that the way has left.
    fn leave_loops(&mut self, way: &mut Way<'p>) {
        let state = &self.machine.state;
        let graph = self.graph;
        way.active.retain(|active| {
            let frame = state.frames.iter().find(|frame| frame.serial == active.serial);
            let body = graph.at(active.func, active.header);
            match (frame, body) {
                (Some(frame), Some(body)) => body.contains(frame.pc),
                _ => false,
            }
        });
    }

    /// Whether the machine's state has left a loop.
    pub fn has_left(&self, active: Active) -> bool {
        let frames = &self.machine.state.frames;
        let frame = frames.iter().find(|frame| frame.serial == active.serial);
        match (frame, self.graph.at(active.func, active.header)) {
            (Some(frame), Some(body)) => !body.contains(frame.pc),
            _ => true,
        }
    }
}

/// The marks of execution of all functions, to be put back after a walk.
pub(crate) struct Marks {
    hits: Vec<(Func, Vec<u8>, u64)>,
}

impl Marks {
    /// Keeps the marks as they are, then makes the places watched and all others not.
    pub fn set(image: &Image, places: &BTreeSet<(Func, Pc)>) -> Self {
        let mut hits = Vec::new();
        for index in 0..image.program.functions.len() {
            let func = Func::from_index(index);
            let Some(code) = image.code(func) else { continue };
            hits.push((func, code.hits.iter().map(|hit| hit.get()).collect(), code.marks.get()));
            code.hits.iter().for_each(|hit| hit.set(hit.get() & !WATCHED));
        }
        for &(func, pc) in places {
            if let Some(code) = image.code(func) {
                let hit = &code.hits[pc as usize];
                hit.set((hit.get() & !EXECUTED) | WATCHED);
            }
        }
        Self { hits }
    }

    /// Puts the marks back.
    pub fn restore(self, image: &Image) {
        for (func, hits, marks) in self.hits {
            let Some(code) = image.code(func) else { continue };
            code.hits.iter().zip(hits).for_each(|(hit, old)| hit.set(old));
            code.marks.set(marks);
        }
    }
}
