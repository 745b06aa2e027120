//! Steps that earlier runs executed: looked up instead of executed again.
//!
//! [`Steps`] has a table for each function ([`stored`](super::stored) says what is in it and under which key).
//! Where a step is found, everything that its execution would have left behind is put in place: the event,
//! the state, the marks of execution, the calls that were entered. So a run with a store does
//! what a run without one does. Where it is not found, it is executed and kept, unless it says something about
//! more than the state:
//!
//! - The witness was asked. A decision that it chose is kept with the condition that it must hold of the next witness; a value
//!   that nothing was decided about is not kept, but for exit codes, which tests get from a run of their own. Otherwise
//!   its values follow from the path condition.
//! - A function was entered because it was being executed already, or something outside the program was
//!   called on the path.
//! - A step that comes to the target ends there, and only serves a run with that target; one that passes it only serves
//!   a run without.
//!
//! The easy mistake is to claim a branch as covered that no test of this run takes: marks come only with
//! steps of a run on an input, in the order in which the run goes over them.

use super::engine::{Engine, Owner};
use super::instance::Outcome;
use super::policy::Entered;
use super::stored::{Form, Names, Reading, Refused, VERSION};
use crate::explorer::Options;
use crate::kept::SharedStore;
use pathweave_exec::code::{Code, EXECUTED, NOT_TAKEN, TAKEN, WATCHED};
use pathweave_exec::state::{Reason, State};
use pathweave_exec::{Image, Stop};
use pathweave_ir::{Entity, Fingerprints, Func, Origin};
use pathweave_memory::{Memory, Object};
use pathweave_report::StackFrame;
use pathweave_report::exploration::StepsSummary;
use pathweave_store::{Key, Kind};
use pathweave_summary::InputKey;
use pathweave_term::portable::{Formula, Reader, Writer};
use pathweave_term::{Op, Sort, Term, TermMap, TermStore};
use rustc_hash::FxHashMap as HashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A record has at most so many bytes; what is more is executed again.
const LARGEST_RECORD: usize = 1 << 23;

/// What an operation did: function, operation, marks.
type Marks = Vec<(Func, u32, u8)>;

/// Steps by the hash of the state before them.
type Kept = BTreeMap<u128, Vec<Vec<u8>>>;

/// What is known of the steps of a function.
struct Table {
    key: Key,
    /// Those of earlier runs.
    steps: Kept,
    /// Those of this run: it does not use them, so that it does what a run without a store does.
    new: Kept,
    bytes: usize,
    /// What could not be kept, and how often.
    refused: BTreeMap<Refused, u64>,
}

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
    notes: Vec<(Func, Entered, u64)>,
}

/// What a variable is.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Role {
    Input(InputKey),
    /// Of the call whose outcome was added to the path condition as its `0`th decision.
    Outcome(usize, Part),
    Program(String, Sort),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Whether it returned so, or changes the shape of memory.
    Itself,
    Result(usize),
    Written(Object, u64),
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
        if let Some(found) = self.look_up(steps, env, func, &asked, &before) {
            if steps.is_checking {
                self.check_step(steps, env, func, &before, &found);
            }
            *steps.reused.entry(func).or_default() += 1;
            self.put_in_place(&found.marks, &found.notes);
            *state = found.state;
            self.was_live = false;
            return found.stop;
        }
        let (stop, run) = self.run_marked(steps, env, func, state);
        state.trim();
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
        let key = Key::of_parts(&[
            b"steps",
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
        if steps.is_passing && let Some((func, pc)) = first {
            marks.push((func, pc, EXECUTED));
        }
        let notes: Vec<(Func, Entered, u64)> =
            notes.into_iter().map(|((func, why), count)| (func, why, count)).collect();
        for &(func, why, count) in &notes {
            *self.machine.hook_mut().entered.entry((func, why)).or_default() += count;
        }
        (stop, Run { marks, notes, asked })
    }

    /// What a step leaves behind besides its state.
    fn put_in_place(&mut self, marks: &Marks, notes: &[(Func, Entered, u64)]) {
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
            if is_chosen && is_deferred && self.stops_at_target(&found) {
                return Some(found);
            }
        }
        None
    }

    /// Whether a step ends where it comes to the target now, if it does.
    fn stops_at_target(&self, found: &Found<'p>) -> bool {
        let is_watched = |func: Func, pc: u32| {
            let code = self.image.code(func);
            let hits = code.and_then(|code| code.hits.get(pc as usize));
            hits.is_some_and(|hits| hits.get() & (WATCHED | EXECUTED) == WATCHED)
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
        let guard = match stop {
            Stop::Decide(guard) | Stop::Concretize(guard) if run.asked => Some(*guard),
            Stop::Require(_) if run.asked => return Err("a requirement of one input"),
            _ => None,
        };
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
        to.number(guard.is_some().into());
        to.bytes(&form.to.bytes);
        self.write_terms(&mut to, asked, after, &form.terms)?;
        write_marks(&mut to, &steps.names, run);
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
        let variables = self.machine.terms.free_variables(roots);
        for (at, &variable) in variables.iter().enumerate() {
            holes.entry(variable).or_insert(2 * at as u32 + 1);
        }
        let terms = &self.machine.terms;
        let formula = Formula::with_holes(terms, roots, |_, term| holes.get(&term).copied());
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

    /// What a variable in a state is.
    fn role(&self, variable: Term, state: &State<'p>) -> Option<Role> {
        let terms = &self.machine.terms;
        let place = |marker: Term| state.conditions.iter().position(|&c| c == marker);
        match self.owner(variable) {
            None => Some(Role::Program(terms.name(variable)?.to_owned(), terms.sort(variable))),
            Some(Owner::Input(_, key)) => Some(Role::Input(key)),
            Some(Owner::Outcome(_)) => {
                let (application, part) = match *self.outcomes.get(&variable)? {
                    Outcome::ChangesShape => {
                        return Some(Role::Outcome(place(variable)?, Part::Itself));
                    }
                    Outcome::Returned(application) => (application, Part::Itself),
                    Outcome::Result(application, k) => (application, Part::Result(k)),
                    Outcome::Written(application, object, at) => {
                        (application, Part::Written(object, at))
                    }
                };
                let returned = self.applications[application].returned;
                Some(Role::Outcome(place(returned)?, part))
            }
            Some(Owner::Instance(..) | Owner::Selector) => None,
        }
    }

    /// The variable of a role in a state.
    fn variable(&mut self, role: &Role, state: &State<'p>) -> Option<Term> {
        match role {
            Role::Program(name, sort) => Some(self.machine.terms.var(name, *sort)),
            Role::Input(key) => {
                let mut frames = state.frames.iter();
                let func = frames.next().map(|frame| frame.code.func)?;
                let tree = self.trees.get(&func)?;
                tree.inputs.iter().find(|(known, _)| known == key).map(|(_, variable)| variable)
            }
            Role::Outcome(place, part) => {
                let marker = *state.conditions.get(*place)?;
                match (part, self.outcomes.get(&marker)?) {
                    (Part::Itself, _) => Some(marker),
                    (Part::Result(k), Outcome::Returned(application)) => {
                        self.applications[*application].results.get(*k).copied()
                    }
                    (Part::Written(object, at), Outcome::Returned(application)) => {
                        self.applications[*application].writes.get(&(*object, *at)).copied()
                    }
                    _ => None,
                }
            }
        }
    }

    /// A hash of a term that does not depend on the order in which terms were made.
    fn hash(
        &mut self,
        hashes: &mut TermMap<(u128, u128)>,
        root: Term,
        state: &State<'p>,
    ) -> Result<u128, Refused> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if hashes.contains(term) {
                stack.pop();
                continue;
            }
            let terms = &self.machine.terms;
            let waiting = stack.len();
            stack.extend(terms.args(term).iter().filter(|arg| !hashes.contains(**arg)));
            if stack.len() > waiting {
                continue;
            }
            let leaf = match terms.op(term) {
                Op::Var => {
                    let mut to = Writer::default();
                    let role = self.role(term, state).ok_or("a variable without a role")?;
                    role.write(&mut to);
                    to.bytes
                }
                Op::Apply => return Err("a function that is not interpreted"),
                _ => Vec::new(),
            };
            hashes.insert(term, hash_node(terms, hashes, term, &leaf));
            stack.pop();
        }
        Ok(hashes.get(root).map_or(0, |(hash, _)| *hash))
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
        let marks: BTreeSet<&(Func, u32, u8)> = run.marks.iter().collect();
        let is_same_stop = match (&stop, &found.stop) {
            (Stop::Finding(one), Stop::Finding(two)) => {
                (one.kind, &one.stack) == (two.kind, &two.stack)
            }
            // Of several inputs of a path one may end with another code.
            (Stop::Exit(_), Stop::Exit(_)) => true,
            (one, two) => one == two,
        };
        let mut same = is_same_stop && marks == found.marks.iter().collect();
        let [one, two] = [&state, &found.state].map(|state| {
            let mut form = Form::default();
            let changes = state.memory.changes_since(&before.memory)?;
            steps.names.write_state(&mut form, state, before, &changes).ok()?;
            Some((form.to.bytes, form.terms))
        });
        same &= one == two;
        if !same {
            steps.different.insert(func);
        }
    }
}

/// What an execution did besides its state.
struct Run {
    marks: Marks,
    notes: Vec<(Func, Entered, u64)>,
    /// Whether the witness was asked.
    asked: bool,
}

/// The hash of a term whose arguments have theirs, and what it adds to a chain of the same operator.
fn hash_node(
    terms: &TermStore,
    hashes: &TermMap<(u128, u128)>,
    term: Term,
    leaf: &[u8],
) -> (u128, u128) {
    let op = terms.op(term);
    let mut to = Writer::default();
    to.text(op.name());
    to.text(&format!("{:?}", terms.sort(term)));
    to.bytes(leaf);
    if op == Op::Const {
        to.number(terms.constant_bool(term).map_or(2, u64::from));
        terms.constant(term).iter().for_each(|bits| to.bits(bits));
    } else {
        terms.numbers(term).iter().for_each(|&number| to.number(number.into()));
    }
    let of = |arg: &Term| hashes.get(*arg).copied().unwrap_or_default();
    let mut sum: u128 = 0;
    if op.is_commutative() {
        for arg in terms.args(term) {
            let (hash, chain) = of(arg);
            // How a chain is put in brackets depends on the order in which its parts were made.
            let part = if op.is_associative() && terms.op(*arg) == op { chain } else { spread(hash) };
            sum = sum.wrapping_add(part);
        }
        to.bytes.extend(sum.to_le_bytes());
    } else {
        terms.args(term).iter().for_each(|arg| to.bytes.extend(of(arg).0.to_le_bytes()));
    }
    (Key::of_parts(&[&to.bytes]).0, sum)
}

fn spread(hash: u128) -> u128 {
    hash.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) ^ (hash >> 64)
}

impl Role {
    fn write(&self, to: &mut Writer) {
        let place = |to: &mut Writer, object: Object, at: u64| {
            to.number(object.index() as u64);
            to.number(at);
        };
        match self {
            Self::Program(name, sort) => {
                let (tag, a, b) = match *sort {
                    Sort::Bool => (0, 0, 0),
                    Sort::BitVec(width) => (1, width, 0),
                    Sort::Array { index, element } => (2, index, element),
                };
                [tag, a, b].into_iter().for_each(|number| to.number(number.into()));
                to.text(name);
            }
            Self::Input(InputKey::Param(k)) => {
                to.number(3);
                to.number((*k).into());
            }
            Self::Input(InputKey::Byte(object, at)) => {
                to.number(4);
                place(to, *object, *at);
            }
            Self::Outcome(at, part) => {
                to.number(5);
                to.number(*at as u64);
                match *part {
                    Part::Itself => to.number(0),
                    Part::Result(k) => {
                        to.number(1);
                        to.number(k as u64);
                    }
                    Part::Written(object, at) => {
                        to.number(2);
                        place(to, object, at);
                    }
                }
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let small = |from: &mut Reader<'_>| u32::try_from(from.number()?).ok();
        let place = |from: &mut Reader<'_>| {
            let object = Object::from_index(small(from)? as usize);
            Some((object, from.number()?))
        };
        Some(match from.number()? {
            tag @ 0..=2 => {
                let (a, b) = (small(from)?, small(from)?);
                let sort = match tag {
                    0 => Sort::Bool,
                    1 if (1..=64).contains(&a) => Sort::BitVec(a),
                    2 if (1..=64).contains(&a) && (1..=64).contains(&b) => {
                        Sort::Array { index: a, element: b }
                    }
                    _ => return None,
                };
                Self::Program(from.text()?.to_owned(), sort)
            }
            3 => Self::Input(InputKey::Param(small(from)?)),
            4 => {
                let (object, at) = place(from)?;
                Self::Input(InputKey::Byte(object, at))
            }
            5 => {
                let at = from.number()? as usize;
                let part = match from.number()? {
                    0 => Part::Itself,
                    1 => Part::Result(from.number()? as usize),
                    2 => {
                        let (object, at) = place(from)?;
                        Part::Written(object, at)
                    }
                    _ => return None,
                };
                Self::Outcome(at, part)
            }
            _ => return None,
        })
    }
}

/// The marks of a function as they were: its hits, and how many were made.
struct SavedMarks<'p>(Vec<(&'p Code, Vec<u8>, u64)>);

/// The marks of all functions.
fn keep_marks(image: &Image) -> SavedMarks<'_> {
    let marked = image.decoded().filter(|code| code.marks.get() > 0);
    let of = |code| -> (&Code, Vec<u8>, u64) {
        (code, code.hits.iter().map(|hit| hit.get()).collect(), code.marks.get())
    };
    SavedMarks(marked.map(of).collect())
}

fn restore_marks(saved: SavedMarks<'_>) {
    for (code, hits, marks) in saved.0 {
        code.hits.iter().zip(hits).for_each(|(cell, hit)| cell.set(hit));
        code.marks.set(marks);
    }
}

/// Takes all marks off, so that those of one step can be seen. A target that is about to be passed
/// stays marked.
fn take_marks(image: &Image, is_passing: bool) -> SavedMarks<'_> {
    let saved = keep_marks(image);
    for (code, ..) in &saved.0 {
        for cell in &code.hits {
            let stays = if is_passing && cell.get() & WATCHED != 0 { EXECUTED } else { 0 };
            cell.set(cell.get() & (WATCHED | stays));
        }
    }
    saved
}

/// Puts the marks back, beside those that were made since.
fn give_marks_back(image: &Image, saved: SavedMarks<'_>, is_passing: bool) -> Marks {
    const BITS: u8 = EXECUTED | TAKEN | NOT_TAKEN;
    let mut marks = Marks::new();
    for code in image.decoded().filter(|code| code.marks.get() > 0) {
        for (pc, cell) in code.hits.iter().enumerate() {
            let known = is_passing && cell.get() & WATCHED != 0;
            let bits = cell.get() & if known { TAKEN | NOT_TAKEN } else { BITS };
            if bits != 0 {
                marks.push((code.func, pc as u32, bits));
            }
        }
    }
    for (code, hits, count) in saved.0 {
        let mut new = 0;
        for (cell, old) in code.hits.iter().zip(hits) {
            new += u64::from((cell.get() & BITS & !old).count_ones());
            cell.set(cell.get() | old);
        }
        code.marks.set(count + new);
    }
    marks
}

fn write_marks(to: &mut Writer, names: &Names<'_>, run: &Run) {
    let mut by_function: BTreeMap<Func, Vec<(u32, u8)>> = BTreeMap::new();
    for &(func, pc, bits) in &run.marks {
        by_function.entry(func).or_default().push((pc, bits));
    }
    to.number(by_function.len() as u64);
    for (func, marks) in by_function {
        to.text(names.name(func));
        to.number(marks.len() as u64);
        for (pc, bits) in marks {
            to.number(u64::from(pc) << 3 | u64::from(bits));
        }
    }
    to.number(run.notes.len() as u64);
    for &(func, why, count) in &run.notes {
        to.text(names.name(func));
        to.text(why.name());
        to.number(count);
    }
}

type Left = (Marks, Vec<(Func, Entered, u64)>);

fn read_marks(from: &mut Reader<'_>, names: &Names<'_>) -> Option<Left> {
    let mut marks = Marks::new();
    for _ in 0..from.count()? {
        let func = names.find(from.text()?)?;
        let len = names.image.code(func)?.hits.len();
        for _ in 0..from.count()? {
            let number = from.number()?;
            let pc = u32::try_from(number >> 3).ok().filter(|&pc| (pc as usize) < len)?;
            marks.push((func, pc, (number & 7) as u8));
        }
    }
    let mut notes = Vec::new();
    for _ in 0..from.count()? {
        let func = names.find(from.text()?)?;
        let why = Entered::from_name(from.text()?)?;
        notes.push((func, why, from.number()?));
    }
    Some((marks, notes))
}

/// A table as it is stored.
struct StoredTable {
    name: String,
    refused: Vec<(String, u64)>,
    steps: Kept,
}

/// Adds steps that are not there yet.
fn add_steps(all: &mut Kept, more: &Kept) {
    for (hash, steps) in more {
        let known = all.entry(*hash).or_default();
        let new: Vec<_> = steps.iter().filter(|step| !known.contains(step)).cloned().collect();
        known.extend(new);
    }
}

fn write_table(name: &str, table: &Table, all: &Kept) -> Vec<u8> {
    let mut to = Writer::default();
    to.text(name);
    to.number(table.refused.len() as u64);
    for (why, count) in &table.refused {
        to.text(why);
        to.number(*count);
    }
    to.number(all.len() as u64);
    for (hash, steps) in all {
        to.bytes(&hash.to_le_bytes());
        to.number(steps.len() as u64);
        steps.iter().for_each(|step| to.bytes(step));
    }
    to.bytes
}

fn read_table(bytes: &[u8]) -> Option<StoredTable> {
    let mut from = Reader::new(bytes);
    let name = from.text()?.to_owned();
    let mut refused = Vec::new();
    for _ in 0..from.count()? {
        refused.push((from.text()?.to_owned(), from.number()?));
    }
    let mut steps = BTreeMap::new();
    for _ in 0..from.count()? {
        let hash = u128::from_le_bytes(from.bytes()?.try_into().ok()?);
        let mut kept = Vec::new();
        for _ in 0..from.count()? {
            kept.push(from.bytes()?.to_vec());
        }
        steps.insert(hash, kept);
    }
    from.is_done().then_some(StoredTable { name, refused, steps })
}

/// A line about a stored table: its function, and how many steps are kept.
pub fn steps_headline(bytes: &[u8]) -> Option<String> {
    let table = read_table(bytes)?;
    let steps: usize = table.steps.values().map(Vec::len).sum();
    Some(format!("{} {steps} steps", table.name))
}

/// A stored table as text: how its steps end, and what could not be kept.
pub fn describe_steps(bytes: &[u8]) -> Option<String> {
    const EVENTS: [&str; 11] = [
        "decisions",
        "values taken from the input",
        "objects looked at",
        "bytes looked at",
        "calls",
        "returns",
        "exits",
        "assumptions that do not hold",
        "requirements",
        "bugs",
        "targets",
    ];
    let table = read_table(bytes)?;
    let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
    for step in table.steps.values().flatten() {
        let mut from = Reader::new(step);
        from.number()?;
        let event = Reader::new(from.bytes()?).number()?;
        *counts.entry(event as usize).or_default() += 1;
    }
    let kept = counts.iter().map(|(event, count)| {
        format!("{count:8} {}\n", EVENTS.get(*event).copied().unwrap_or("unknown"))
    });
    let refused =
        table.refused.iter().map(|(why, count)| format!("{count:8} not kept: {why}\n"));
    Some(kept.chain(refused).collect())
}
