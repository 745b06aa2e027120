//! Steps that earlier runs executed: looked up instead of executed again.
//!
//! [`Steps`] has a table for each function ([`stored`](super::stored) says what is in it and under which key).
//! Where a step is found, everything that its execution would have left behind is put in place: the event,
//! the state, the marks of execution, the calls that were entered. So a run with a store does
//! what a run without one does. Where it is not found, it is executed and kept, unless it says something about
//! more than the state:
//!
//! - The witness was asked. A decision that it chose must hold of the next witness too; a value that
//!   nothing was decided about is not kept, but for exit codes, which tests get from a run of their
//!   own. Otherwise its values follow from the path condition.
//! - A function was entered because it was being executed already, or something outside the program was
//!   called on the path.
//! - A step that comes to the target ends there, and only serves a run with that target; one that
//!   passes it only serves a run without.
//!
//! The easy mistake is to claim a branch as covered that no test of this run takes: marks come only with
//! steps of a run on an input, in the order in which the run goes over them.

use super::engine::Engine;
use super::marks::{Marks, Notes, give_marks_back, keep_marks, read_marks};
use super::marks::{restore_marks, take_marks, write_marks};
use super::policy::Entered;
use super::roles::Role;
use super::stored::{Form, Names, Reading, Refused, VERSION};
use super::table::{Kept, Table, add_steps, read_table, write_table};
use crate::explorer::Options;
use crate::kept::SharedStore;
use pathweave_exec::code::{EXECUTED, NOT_TAKEN, TAKEN, WATCHED};
use pathweave_exec::state::{Reason, State};
use pathweave_exec::{Image, Stop, Witness};
use pathweave_ir::{Entity, Fingerprints, Func, Origin};
use pathweave_memory::Memory;
use pathweave_report::StackFrame;
use pathweave_report::exploration::StepsSummary;
use pathweave_store::{Key, Kind};
use pathweave_term::portable::{Formula, Reader, Writer};
use pathweave_term::{Op, Term, TermMap, Value};
use rustc_hash::FxHashMap as HashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A record has at most so many bytes; what is more is executed again.
const LARGEST_RECORD: usize = 1 << 23;

/// The steps of all functions.
pub(crate) struct Steps<'p> {
    names: Names<'p>,
    store: SharedStore,
    options: String,
    fingerprints: Fingerprints,
    tables: BTreeMap<Func, Table>,
    hashes: TermMap<(u128, u128)>,
    is_checking: bool,
    executed: BTreeSet<Func>,
    reused: BTreeMap<Func, u64>,
    different: BTreeSet<Func>,
    /// The last step came to the target, which the next one passes.
    is_passing: bool,
}

/// A state before a step, as it is looked up.
struct Asked {
    hash: u128,
    terms: Vec<Term>,
}

/// A step as it comes from a table.
struct Found<'p> {
    stop: Stop,
    state: State<'p>,
    marks: Marks,
    notes: Notes,
}

impl<'p> Steps<'p> {
    pub fn new(image: &'p Image, options: &Options) -> Option<Self> {
        // What native code does is nobody's to foresee.
        let store = options.store.clone().filter(|_| !image.has_native_libraries())?;
        let text = format!(
            "{:?} {:?} {} {}",
            options.inputs, image.checks, options.max_instructions, options.stack_depth
        );
        Some(Self {
            names: Names::new(image),
            store,
            options: text,
            fingerprints: Fingerprints::new(&image.program),
            tables: BTreeMap::new(),
            hashes: TermMap::new(),
            is_checking: options.check_summaries,
            executed: BTreeSet::new(),
            reused: BTreeMap::new(),
            different: BTreeSet::new(),
            is_passing: false,
        })
    }

    /// What is executed around the entry, which it does not call.
    fn around_entry(&self) -> Vec<u8> {
        let program = &self.names.image.program;
        let ends = program.function("exit").into_iter();
        let around = ends.chain(program.constructors.iter().chain(&program.destructors).copied());
        around.flat_map(|func| self.fingerprints.functions[func].0.to_le_bytes()).collect()
    }

    /// The steps that are stored under a key.
    fn stored(&self, key: Key) -> Kept {
        let body = self.store.lock().get(Kind::Steps, key).map(<[u8]>::to_vec);
        body.as_deref().and_then(read_table).map(|table| table.steps).unwrap_or_default()
    }

    fn refuse(&mut self, func: Func, why: Refused) {
        if let Some(table) = self.tables.get_mut(&func) {
            *table.refused.entry(why).or_default() += 1;
        }
    }

    /// Keeps what is new. What is said about the run.
    pub fn finish(self) -> StepsSummary {
        let program = &self.names.image.program;
        let name = |func: &Func| program.functions[*func].source_name.clone();
        let own = |func: &&Func| program.functions[**func].origin == Origin::Program;
        let mut left_out: BTreeMap<String, u64> = BTreeMap::new();
        for (func, table) in &self.tables {
            for (why, count) in &table.refused {
                *left_out.entry((*why).to_owned()).or_default() += count;
            }
            if !table.new.is_empty() {
                // Another strategy may have kept some meanwhile.
                let mut all = self.stored(table.key);
                add_steps(&mut all, &table.steps);
                add_steps(&mut all, &table.new);
                let body = write_table(self.names.name(*func), table, &all);
                self.store.lock().put(Kind::Steps, table.key, body);
            }
        }
        let reused = self.reused.keys().filter(|func| !self.executed.contains(func));
        StepsSummary {
            executed: self.executed.iter().filter(own).map(name).collect(),
            reused: reused.filter(own).map(name).collect(),
            different: self.different.iter().map(name).collect(),
            steps_reused: self.reused.values().sum(),
            left_out,
        }
    }
}

impl<'p> Engine<'p> {
    /// Executes a state in an environment up to the next event, or does what that did in an earlier run.
    pub fn advance(&mut self, env: usize, func: Func, state: &mut State<'p>) -> Stop {
        let Some(mut steps) = self.kept.take() else {
            return self.run(env, state);
        };
        state.trim();
        let stop = self.advance_with(&mut steps, env, func, state);
        state.trim();
        steps.is_passing = stop == Stop::Watched;
        self.kept = Some(steps);
        stop
    }

    fn advance_with(
        &mut self,
        steps: &mut Steps<'p>,
        env: usize,
        func: Func,
        state: &mut State<'p>,
    ) -> Stop {
        let start = self.tree(func).memory.clone();
        if !self.open_table(steps, func, &start) {
            return self.run_marked(steps, env, func, state).0;
        }
        let asked = match self.ask(steps, state, start) {
            Ok(asked) => asked,
            Err(why) => {
                steps.refuse(func, why);
                return self.run_marked(steps, env, func, state).0;
            }
        };
        let before = state.clone();
        let model = steps.is_checking.then(|| self.environments[env].witness.model().clone());
        if let Some(found) = self.look_up(steps, env, func, &asked, &before) {
            if let Some(model) = model {
                // It is executed with the witness that there was.
                let witness = Witness::new(model);
                let own = std::mem::replace(&mut self.environments[env].witness, witness);
                self.check_step(steps, env, func, &before, &found);
                self.environments[env].witness = own;
            }
            *steps.reused.entry(func).or_default() += 1;
            self.put_in_place(&found.marks, &found.notes);
            *state = found.state;
            self.was_live = false;
            return found.stop;
        }
        let (stop, mut run) = self.run_marked(steps, env, func, state);
        state.trim();
        // What the witness chose, it satisfies.
        if let Stop::Decide(guard) | Stop::Concretize(guard) = stop {
            run.chooses = run.asked && self.holds(env, guard);
        }
        match self.record(steps, &asked, (&before, state), &stop, &run) {
            Ok(bytes) => {
                let Some(table) = steps.tables.get_mut(&func) else { return stop };
                if table.bytes + bytes.len() > LARGEST_RECORD {
                    steps.refuse(func, "a large record");
                    return stop;
                }
                let same = table.new.entry(asked.hash).or_default();
                if !same.contains(&bytes) {
                    table.bytes += bytes.len();
                    same.push(bytes);
                }
            }
            Err(why) => steps.refuse(func, why),
        }
        stop
    }

    /// Looks for the table of a function that starts with a memory. False where there cannot be one.
    fn open_table(&mut self, steps: &mut Steps<'p>, func: Func, start: &Memory) -> bool {
        if steps.tables.contains_key(&func) {
            return true;
        }
        let mut form = Form::default();
        if steps.names.write_start(&mut form, start).is_err() {
            return false;
        }
        // Inputs of the program that are there from the start.
        let nowhere = self.placeholder.clone();
        let mut parts = form.to.bytes;
        for term in form.terms {
            let Ok(hash) = self.hash(&mut steps.hashes, term, &nowhere) else { return false };
            parts.extend(hash.to_le_bytes());
        }
        if func == self.entry {
            parts.extend(steps.around_entry());
        }
        let key = Key::of_parts(&[
            b"steps",
            env!("CARGO_PKG_VERSION").as_bytes(),
            &VERSION.to_le_bytes(),
            steps.names.name(func).as_bytes(),
            &steps.fingerprints.functions[func].0.to_le_bytes(),
            steps.options.as_bytes(),
            &parts,
        ]);
        let known = steps.stored(key);
        let bytes = known.values().flatten().map(Vec::len).sum();
        let (new, refused) = (BTreeMap::new(), BTreeMap::new());
        steps.tables.insert(func, Table { key, steps: known, new, bytes, refused });
        true
    }

    /// Executes a state.
    fn run(&mut self, env: usize, state: &mut State<'p>) -> Stop {
        self.was_live = true;
        self.live_steps += 1;
        let before = state.instructions;
        self.machine.state = std::mem::replace(state, self.placeholder.clone());
        std::mem::swap(&mut self.machine.witness, &mut self.environments[env].witness);
        let stop = self.machine.run_to_stop();
        std::mem::swap(&mut self.machine.witness, &mut self.environments[env].witness);
        *state = std::mem::replace(&mut self.machine.state, self.placeholder.clone());
        self.instructions += state.instructions - before;
        stop
    }

    /// Executes a state and finds out which operations that executes.
    fn run_marked(
        &mut self,
        steps: &mut Steps<'p>,
        env: usize,
        func: Func,
        state: &mut State<'p>,
    ) -> (Stop, Run) {
        steps.executed.insert(func);
        let first = state.frames.last().map(|frame| (frame.code.func, frame.pc));
        let saved = take_marks(self.image, steps.is_passing);
        let entered = std::mem::take(&mut self.machine.hook_mut().entered);
        self.environments[env].witness.forget_asked();
        let stop = self.run(env, state);
        let asked = self.environments[env].witness.was_asked();
        let notes = std::mem::replace(&mut self.machine.hook_mut().entered, entered);
        let mut marks = give_marks_back(self.image, saved, steps.is_passing);
        if steps.is_passing
            && let Some((func, pc)) = first
        {
            marks.push((func, pc, EXECUTED));
        }
        let notes: Notes =
            notes.into_iter().map(|((func, why), count)| (func, why, count)).collect();
        for &(func, why, count) in &notes {
            *self.machine.hook_mut().entered.entry((func, why)).or_default() += count;
        }
        (stop, Run { marks, notes, asked, chooses: false })
    }

    /// What a step leaves behind besides its state.
    fn put_in_place(&mut self, marks: &Marks, notes: &Notes) {
        for &(func, pc, bits) in marks {
            let Some(code) = self.image.code(func) else { continue };
            for bit in [EXECUTED, TAKEN, NOT_TAKEN].into_iter().filter(|bit| bits & bit != 0) {
                code.hit(pc as usize, bit);
            }
        }
        for &(func, why, count) in notes {
            *self.machine.hook_mut().entered.entry((func, why)).or_default() += count;
        }
    }

    /// The hash of a state, and its terms.
    fn ask(
        &mut self,
        steps: &mut Steps<'p>,
        state: &State<'p>,
        start: Memory,
    ) -> Result<Asked, Refused> {
        let changes = state.memory.differences_from(&start).ok_or("objects at fixed addresses")?;
        let origin = State::new(start);
        let mut form = Form::default();
        steps.names.write_state(&mut form, state, &origin, &changes)?;
        let mut parts = form.to.bytes;
        for &term in &form.terms {
            let hash = self.hash(&mut steps.hashes, term, state)?;
            parts.extend(hash.to_le_bytes());
        }
        Ok(Asked { hash: Key::of_parts(&[&parts]).0, terms: form.terms })
    }

    /// A step of an earlier run that starts with this state.
    fn look_up(
        &mut self,
        steps: &Steps<'p>,
        env: usize,
        func: Func,
        asked: &Asked,
        before: &State<'p>,
    ) -> Option<Found<'p>> {
        let kept = steps.tables.get(&func)?.steps.get(&asked.hash)?;
        for bytes in kept {
            let Some((found, guard)) = self.read_step(steps, bytes, asked, before) else {
                continue;
            };
            let is_chosen = guard.is_none_or(|guard| self.holds(env, guard));
            let is_deferred = match &found.stop {
                Stop::Call(call) => self.machine.hook_mut().active[call.func.index()] == 0,
                _ => true,
            };
            if is_chosen
                && is_deferred
                && self.stops_at_target(&found, steps.is_passing)
                && self.is_met(env, before, &found.state.conditions)
            {
                return Some(found);
            }
        }
        None
    }

    /// Whether what a step adds to the path condition holds, or can be made to hold as the machine does
    /// it: what a pointer of the input is when it is nothing else.
    fn is_met(&mut self, env: usize, before: &State<'p>, after: &[Term]) -> bool {
        for at in before.conditions.len()..after.len() {
            if self.holds(env, after[at]) {
                continue;
            }
            let terms = &self.machine.terms;
            let args = terms.args(after[at]);
            let variable = args.iter().copied().find(|&arg| terms.op(arg) == Op::Var);
            let value = args.iter().find_map(|&arg| terms.constant(arg)).map(Value::Bits);
            let (Op::Eq, Some(variable), Some(value)) = (terms.op(after[at]), variable, value)
            else {
                return false;
            };
            let witness = &mut self.environments[env].witness;
            if !witness.adjust(terms, variable, value, &after[..at]) {
                return false;
            }
        }
        true
    }

    /// Whether a step ends where it comes to the target, if it does. As in [`take_marks`], a target counts as
    /// passed only in the step that passes it.
    fn stops_at_target(&self, found: &Found<'p>, is_passing: bool) -> bool {
        let passed = if is_passing { EXECUTED } else { 0 };
        let is_watched = |func: Func, pc: u32| {
            let code = self.image.code(func);
            let hits = code.and_then(|code| code.hits.get(pc as usize));
            hits.is_some_and(|hits| hits.get() & (WATCHED | passed) == WATCHED)
        };
        let end = found.state.frames.last().map(|frame| (frame.code.func, frame.pc));
        let end = end.filter(|_| found.stop == Stop::Watched);
        let mut executed = found.marks.iter().filter(|(.., bits)| bits & EXECUTED != 0);
        end.is_none_or(|(func, pc)| is_watched(func, pc))
            && executed.all(|&(func, pc, _)| Some((func, pc)) == end || !is_watched(func, pc))
    }

    fn stack_of(&mut self, state: &State<'p>) -> Vec<StackFrame> {
        self.machine.state = state.clone();
        let stack = self.machine.stack();
        self.machine.state = self.placeholder.clone();
        stack
    }

    /// Writes a step down.
    fn record(
        &mut self,
        steps: &Steps<'p>,
        asked: &Asked,
        (before, after): (&State<'p>, &State<'p>),
        stop: &Stop,
        run: &Run,
    ) -> Result<Vec<u8>, Refused> {
        if matches!(stop, Stop::Require(_)) && run.asked {
            return Err("a requirement of one input");
        }
        let is_there = |reason| after.imprecisions.iter().any(|known| known.reason == reason);
        if is_there(Reason::External) {
            return Err("something external");
        }
        if run.asked && is_there(Reason::Concretized) {
            return Err("a value of one input");
        }
        // The function itself is always being executed.
        let own = before.frames.first().map(|frame| frame.code.func);
        let is_recursion = |why, func| why == Entered::Recursive && Some(func) != own;
        if run.notes.iter().any(|&(func, why, _)| is_recursion(why, func)) {
            return Err("mutual recursion");
        }
        if let Stop::Finding(finding) = stop
            && finding.stack != self.stack_of(after)
        {
            return Err("a bug elsewhere");
        }
        let mut form = Form::default();
        steps.names.write_stop(&mut form, stop)?;
        let changes = after.memory.changes_since(&before.memory);
        let changes = changes.ok_or("objects at fixed addresses")?;
        steps.names.write_state(&mut form, after, before, &changes)?;
        let mut to = Writer::default();
        to.number(run.chooses.into());
        to.bytes(&form.to.bytes);
        self.write_terms(&mut to, asked, after, &form.terms)?;
        write_marks(&mut to, &steps.names, &run.marks, &run.notes);
        Ok(to.bytes)
    }

    /// Writes terms as formulas over those of the state before.
    fn write_terms(
        &mut self,
        to: &mut Writer,
        asked: &Asked,
        after: &State<'p>,
        roots: &[Term],
    ) -> Result<(), Refused> {
        let mut holes: HashMap<Term, u32> = HashMap::default();
        for (at, &term) in asked.terms.iter().enumerate() {
            holes.entry(term).or_insert(2 * at as u32);
        }
        let mut variables: Vec<Term> = Vec::new();
        let formula = Formula::with_holes(&self.machine.terms, roots, |terms, term| {
            if terms.op(term) != Op::Var {
                return holes.get(&term).copied();
            }
            Some(*holes.entry(term).or_insert_with(|| {
                variables.push(term);
                2 * variables.len() as u32 - 1
            }))
        });
        let formula = formula.ok_or("a function that is not interpreted")?;
        let named: Vec<u32> = formula.holes().into_iter().filter(|hole| hole % 2 == 1).collect();
        to.number(named.len() as u64);
        for hole in named {
            let role = self.role(variables[hole as usize / 2], after);
            let role = role.ok_or("a variable without a role")?;
            to.number(hole.into());
            role.write(to);
        }
        formula.write(to);
        Ok(())
    }

    /// Reads a step; with it the decision that has to hold, if there is one.
    fn read_step(
        &mut self,
        steps: &Steps<'p>,
        bytes: &[u8],
        asked: &Asked,
        before: &State<'p>,
    ) -> Option<(Found<'p>, Option<Term>)> {
        let mut from = Reader::new(bytes);
        let is_guarded = from.number()? == 1;
        let skeleton = from.bytes()?;
        let mut variables: HashMap<u32, Term> = HashMap::default();
        for _ in 0..from.count()? {
            let hole = u32::try_from(from.number()?).ok()?;
            let role = Role::read(&mut from)?;
            let variable = self.variable(&role, before)?;
            variables.insert(hole, variable);
        }
        let formula = Formula::read(&mut from)?;
        let terms = formula.build(&mut self.machine.terms, |_, hole| match hole % 2 {
            0 => asked.terms.get(hole as usize / 2).copied(),
            _ => variables.get(&hole).copied(),
        });
        let terms: Vec<Term> = terms.into_iter().collect::<Option<_>>()?;
        let mut reading = Reading { from: Reader::new(skeleton), terms: terms.into_iter() };
        let mut stop = steps.names.read_stop(&mut reading)?;
        let state = steps.names.read_state(&mut reading, before)?;
        if let Stop::Finding(finding) = &mut stop {
            finding.stack = self.stack_of(&state);
        }
        let (marks, notes) = read_marks(&mut from, &steps.names)?;
        if !reading.from.is_done() || reading.terms.next().is_some() || !from.is_done() {
            return None;
        }
        let guard = match stop {
            Stop::Decide(guard) | Stop::Concretize(guard) if is_guarded => Some(guard),
            _ => None,
        };
        Some((Found { stop, state, marks, notes }, guard))
    }

    /// Executes a step that was found, and compares.
    fn check_step(
        &mut self,
        steps: &mut Steps<'p>,
        env: usize,
        func: Func,
        before: &State<'p>,
        found: &Found<'p>,
    ) {
        let (live, count) = (self.was_live, self.live_steps);
        let executed = steps.executed.clone();
        let hits = keep_marks(self.image);
        let entered = self.machine.hook_mut().entered.clone();
        let mut state = before.clone();
        let (stop, run) = self.run_marked(steps, env, func, &mut state);
        state.trim();
        self.machine.hook_mut().entered = entered;
        restore_marks(hits);
        (self.was_live, self.live_steps, steps.executed) = (live, count, executed);
        if matches!(stop, Stop::Exhausted(_)) {
            return;
        }
        let marks: BTreeSet<&(Func, u32, u8)> = run.marks.iter().collect();
        let is_same = marks == found.marks.iter().collect()
            && self.written(steps, before, (&stop, &state))
                == self.written(steps, before, (&found.stop, &found.state));
        if !is_same {
            steps.different.insert(func);
        }
    }

    /// An event and the state after it in the form in which they are kept, terms by their hashes.
    fn written(
        &mut self,
        steps: &mut Steps<'p>,
        before: &State<'p>,
        (stop, state): (&Stop, &State<'p>),
    ) -> Option<(Vec<u8>, Vec<u128>)> {
        let mut form = Form::default();
        match stop {
            // What is told about a bug, and the exit code, may be another input's.
            Stop::Finding(finding) => form.to.text(finding.kind.name()),
            Stop::Exit(_) => {}
            stop => steps.names.write_stop(&mut form, stop).ok()?,
        }
        let changes = state.memory.changes_since(&before.memory)?;
        let mut written = state.clone();
        let outermost = |state: &State<'p>| state.frames.first().map(|frame| frame.serial);
        if outermost(state) != outermost(before) {
            written.registers.fill(0);
        }
        steps.names.write_state(&mut form, &written, before, &changes).ok()?;
        let mut hashes = Vec::new();
        for term in form.terms {
            hashes.push(self.hash(&mut steps.hashes, term, state).ok()?);
        }
        Some((form.to.bytes, hashes))
    }
}

/// What an execution did besides its state.
struct Run {
    marks: Marks,
    notes: Notes,
    /// Whether the witness was asked.
    asked: bool,
    /// Whether it may have chosen what is decided next.
    chooses: bool,
}
