//! What `smart`, `demand` and `fair` learn about functions, in the store: the form of it.
//!
//! # What is kept
//!
//! An execution tree grows by *steps*: the state that waits at a leaf is executed up to the next event
//! (a decision, a call, the first look at something of the caller's, a return). A step depends on nothing
//! but the state, the code, and, where the machine asks it, the witness. So a function's record is a
//! table: a hash of the waiting state → the event, the state after it, and which operations were
//! executed on the way. A later run makes its trees as the first one did, but looks its steps up instead of executing
//! them ([`steps`](super::steps)). Decisions, finished and halted leaves with their effects, calls with their
//! arguments and memory, marks of imprecision and dangling leaves all come out of that; nothing is
//! said about leaves that are unreachable, which depends on the program around the function. The
//! solver's answers, which are kept on their own, say it again.
//!
//! # Under which key
//!
//! The function's name, the fingerprint of its lowered body and of everything it can call with the
//! globals these refer to (for the entry also of what comes before and after it), checks and bounds,
//! what inputs are, the memory it starts with (which objects there are, under which numbers and
//! addresses) and [`VERSION`]. Object numbers are only the same where that memory is, which is why it
//! is part of the key.
//!
//! # Terms
//!
//! A state is a skeleton of numbers and a list of terms. Terms after a step are formulas over those before it;
//! variables are named by their role: an input of the function, the outcome of the call at a
//! certain place of the path condition, an input of the program by its name. Hashes of terms do
//! not depend on the order in which terms were made, which differs from run to run.
//!
//! The easy mistake: a part of the state that is forgotten here. A step would then be found for a state
//! that does something else. Whatever cannot be expressed is refused with a reason, never left out.

mod inputs;
mod memory;

use inputs::{read_input, write_input};
use pathweave_exec::code::Pc;
use pathweave_exec::state::{FailingAccess, Frame, Imprecision, Reason, Shadow, State, Trace};
use pathweave_exec::{DeferredCall, Image, Missing, Stage, Stop, Word};
use pathweave_ir::{Entity, Func, Loc, Name};
use pathweave_memory::{MemoryChanges, Object};
use pathweave_report::{BugKind, Finding};
use pathweave_term::Term;
use pathweave_term::portable::{Reader, Writer};
use rustc_hash::FxHashMap as HashMap;
use std::cell::OnceCell;
use std::rc::Rc;

/// Part of every key: to be raised when the form changes, or what the interpreter does with a state.
pub(crate) const VERSION: u64 = 3;

/// Why something is not kept.
pub(crate) type Refused = &'static str;

/// A skeleton of numbers, and terms.
#[derive(Default)]
pub(crate) struct Form {
    pub to: Writer,
    pub terms: Vec<Term>,
}

impl Form {
    fn number(&mut self, number: u64) {
        self.to.number(number);
    }

    fn optional(&mut self, term: Option<Term>) {
        self.number(u64::from(term.is_some()));
        self.terms.extend(term);
    }
}

/// Reads a skeleton, with its terms.
pub(crate) struct Reading<'b> {
    pub from: Reader<'b>,
    pub terms: std::vec::IntoIter<Term>,
}

impl Reading<'_> {
    fn number(&mut self) -> Option<u64> {
        self.from.number()
    }

    fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    fn truth(&mut self) -> Option<bool> {
        match self.number()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn object(&mut self) -> Option<Object> {
        Some(Object::from_index(self.small()? as usize))
    }

    fn optional(&mut self) -> Option<Option<Term>> {
        Some(if self.truth()? { Some(self.terms.next()?) } else { None })
    }
}

/// Names of the program's parts, which stay when handles change.
pub(crate) struct Names<'p> {
    pub image: &'p Image,
    places: HashMap<Loc, (Func, Pc)>,
    names: HashMap<&'p str, Name>,
    types: OnceCell<u128>,
}

const REASONS: [Reason; 3] = [Reason::Concretized, Reason::External, Reason::Undefined];
fn position<T: PartialEq>(all: &[T], one: &T) -> u64 {
    all.iter().position(|other| other == one).unwrap_or(0) as u64
}

impl<'p> Names<'p> {
    pub fn new(image: &'p Image) -> Self {
        let mut places = HashMap::default();
        for func in image.program.functions.keys() {
            let Some(code) = image.code(func) else { continue };
            for (pc, &loc) in code.locs.iter().enumerate() {
                places.entry(loc).or_insert((func, pc as Pc));
            }
        }
        let names = &image.program.names;
        let names = names.iter().map(|(name, text)| (text.as_str(), name)).collect();
        Self { image, places, names, types: OnceCell::new() }
    }

    pub fn name(&self, func: Func) -> &'p str {
        &self.image.program.functions[func].name
    }

    pub fn find(&self, name: &str) -> Option<Func> {
        self.image.program.function(name)
    }

    /// Writes a place by an operation that has it; nothing where it is what it was before.
    fn write_loc(&self, form: &mut Form, loc: Loc, before: Loc) -> Result<(), Refused> {
        if loc == before {
            form.to.text("");
            return Ok(());
        }
        let &(func, pc) = self.places.get(&loc).ok_or("a place that no operation has")?;
        form.to.text(self.name(func));
        form.number(pc.into());
        Ok(())
    }

    fn read_loc(&self, from: &mut Reading<'_>, before: Loc) -> Option<Loc> {
        let name = from.from.text()?;
        if name.is_empty() {
            return Some(before);
        }
        let code = self.image.code(self.find(name)?)?;
        code.locs.get(from.number()? as usize).copied()
    }

    /// Writes a state as what it has beyond another one, which it was made from.
    pub fn write_state(
        &self,
        form: &mut Form,
        state: &State<'p>,
        since: &State<'p>,
        memory: &MemoryChanges,
    ) -> Result<(), Refused> {
        refuse(state)?;
        let stage = state.stage().ok_or("before the entry")?;
        form.number(stage.destructors as u64);
        form.number(stage.exiting.map_or(0, |code| 1 + u64::from(code as u32)));
        form.number(stage.alone.into());
        write_registers(form, state, since);
        form.number(state.frames.len() as u64);
        for frame in &state.frames {
            form.to.text(self.name(frame.code.func));
            let numbers = [frame.pc, frame.base, frame.stack_mark, frame.shadowed.into()];
            numbers.into_iter().for_each(|number| form.number(number.into()));
            form.number(frame.serial);
        }
        write_shadow(form, state);
        form.number(state.stack_objects.len() as u64);
        state.stack_objects.iter().for_each(|object| form.number(object.index() as u64));
        [state.instructions, state.next_serial, state.trace.number()]
            .into_iter()
            .for_each(|number| form.number(number));
        let known = since.conditions.len();
        if !state.conditions.starts_with(&since.conditions) {
            return Err("conditions that were taken back");
        }
        form.number((state.conditions.len() - known) as u64);
        form.terms.extend(&state.conditions[known..]);
        form.number(state.concretizations.len() as u64);
        state.concretizations.iter().for_each(|&at| form.number(at.into()));
        if !state.inputs.starts_with(&since.inputs) {
            return Err("inputs that were taken back");
        }
        form.number((state.inputs.len() - since.inputs.len()) as u64);
        state.inputs[since.inputs.len()..].iter().for_each(|input| write_input(form, input));
        form.number(state.imprecisions.len() as u64);
        for imprecision in &state.imprecisions {
            form.number(position(&REASONS, &imprecision.reason));
            self.write_loc(form, imprecision.loc, Loc::UNKNOWN)?;
        }
        self.write_pointers(form, state, since)?;
        form.optional(state.failing.map(|failing| failing.guard));
        if let Some(FailingAccess { at: (serial, pc), kind, is_near_null, .. }) = state.failing {
            form.number(serial);
            form.number(pc.into());
            form.to.text(kind.name());
            form.number(is_near_null.into());
        }
        self.write_memory(form, memory, &since.memory)
    }

    /// Reads a state that was made from another one.
    pub fn read_state(&self, from: &mut Reading<'_>, since: &State<'p>) -> Option<State<'p>> {
        let mut state = since.clone();
        let destructors = from.number()? as usize;
        let exiting = from.number()?.checked_sub(1).map(|code| code as u32 as i32);
        let stage = Stage { destructors, exiting, alone: from.truth()? };
        if !state.set_stage(stage) {
            return None;
        }
        read_registers(from, &mut state)?;
        state.frames.clear();
        for _ in 0..from.from.count()? {
            let code = self.image.code(self.find(from.from.text()?)?)?;
            state.frames.push(Frame {
                code,
                pc: from.small()?,
                base: from.small()?,
                stack_mark: from.small()?,
                shadowed: from.truth()?,
                serial: from.number()?,
            });
        }
        read_shadow(from, &mut state)?;
        state.stack_objects.clear();
        for _ in 0..from.from.count()? {
            state.stack_objects.push(from.object()?);
        }
        (state.instructions, state.next_serial) = (from.number()?, from.number()?);
        state.trace = Trace::from_number(from.number()?);
        for _ in 0..from.number()? {
            state.conditions.push(from.terms.next()?);
        }
        state.concretizations.clear();
        for _ in 0..from.from.count()? {
            state.concretizations.push(from.small()?);
        }
        for _ in 0..from.from.count()? {
            state.inputs.push(read_input(from)?);
        }
        state.imprecisions.clear();
        for _ in 0..from.from.count()? {
            let reason = *REASONS.get(from.number()? as usize)?;
            state
                .imprecisions
                .push(Imprecision { reason, loc: self.read_loc(from, Loc::UNKNOWN)? });
        }
        state.pointers = Rc::new(self.read_pointers(from, since)?);
        state.failing = match from.optional()? {
            None => None,
            Some(guard) => {
                let at = (from.number()?, from.small()?);
                let kind = bug_kind(from.from.text()?)?;
                let is_near_null = from.number()? == 1;
                Some(FailingAccess { at, kind, guard, is_near_null })
            }
        };
        let changes = self.read_memory(from, &since.memory)?;
        state.memory = since.memory.with_changes(&changes)?;
        let is_inside = |frame: &Frame<'_>| {
            (frame.pc as usize) < frame.code.ops.len()
                && (frame.base + frame.code.frame_size) as usize <= state.registers.len()
        };
        state.frames.iter().all(is_inside).then_some(state)
    }

    /// Writes an event.
    pub fn write_stop(&self, form: &mut Form, stop: &Stop) -> Result<(), Refused> {
        match stop {
            Stop::Decide(guard) => {
                form.number(0);
                form.terms.push(*guard);
            }
            Stop::Concretize(fact) => {
                form.number(1);
                form.terms.push(*fact);
            }
            Stop::Missing(Missing::Object(object)) => {
                form.number(2);
                form.number(object.index() as u64);
            }
            Stop::Missing(Missing::Bytes { object, offset, len }) => {
                form.number(3);
                [object.index() as u64, *offset, *len].into_iter().for_each(|n| form.number(n));
            }
            Stop::Call(call) => {
                form.number(4);
                form.to.text(self.name(call.func));
                write_words(form, &call.args);
            }
            Stop::Returned(words) => {
                form.number(5);
                write_words(form, words);
            }
            Stop::Exit(code) => {
                form.number(6);
                form.number(u64::from(*code as u32));
            }
            Stop::Assumed => form.number(7),
            Stop::Require(guard) => {
                form.number(8);
                form.terms.push(*guard);
            }
            // What else is told about a bug has places in it, which change more often than functions:
            // it is found again in the state.
            Stop::Finding(finding) => {
                form.number(9);
                form.to.text(finding.kind.name());
                form.to.text(&finding.message);
            }
            Stop::Watched => form.number(10),
            Stop::Unsupported(_) => return Err("unsupported"),
            Stop::Exhausted(_) => return Err("a bound"),
        }
        Ok(())
    }

    /// Reads an event; a bug without its stack.
    pub fn read_stop(&self, from: &mut Reading<'_>) -> Option<Stop> {
        Some(match from.number()? {
            0 => Stop::Decide(from.terms.next()?),
            1 => Stop::Concretize(from.terms.next()?),
            2 => Stop::Missing(Missing::Object(from.object()?)),
            3 => {
                let object = from.object()?;
                let (offset, len) = (from.number()?, from.number()?);
                Stop::Missing(Missing::Bytes { object, offset, len })
            }
            4 => {
                let func = self.find(from.from.text()?)?;
                Stop::Call(Box::new(DeferredCall { func, args: read_words(from)? }))
            }
            5 => Stop::Returned(read_words(from)?),
            6 => Stop::Exit(from.number()? as u32 as i32),
            7 => Stop::Assumed,
            8 => Stop::Require(from.terms.next()?),
            9 => {
                let (name, message) = (from.from.text()?, from.from.text()?.to_owned());
                let kind = bug_kind(name)?;
                let (stack, notes) = (Vec::new(), Vec::new());
                Stop::Finding(Box::new(Finding { kind, message, stack, notes }))
            }
            10 => Stop::Watched,
            _ => return None,
        })
    }
}

fn bug_kind(name: &str) -> Option<BugKind> {
    BugKind::ALL.iter().copied().find(|kind| kind.name() == name)
}

/// What of a state cannot be written down.
fn refuse(state: &State<'_>) -> Result<(), Refused> {
    let State { jump_points, poison, choices, stdin, .. } = state;
    let reasons = [
        (!jump_points.is_empty(), "setjmp"),
        (poison.is_some(), "an undefined result"),
        (choices.is_some(), "recorded choices"),
        (stdin.is_some(), "symbolic standard input"),
    ];
    let found = reasons.into_iter().find(|(is_there, _)| *is_there);
    found.map_or(Ok(()), |(_, reason)| Err(reason))
}

fn write_registers(form: &mut Form, state: &State<'_>, since: &State<'_>) {
    let old = |at: usize| since.registers.get(at).copied().unwrap_or(0);
    let registers = state.registers.iter().copied().enumerate();
    let changed: Vec<(usize, u64)> = registers.filter(|&(at, number)| number != old(at)).collect();
    form.number(state.registers.len() as u64);
    form.number(changed.len() as u64);
    for (at, number) in changed {
        form.number(at as u64);
        form.number(number);
    }
}

fn read_registers(from: &mut Reading<'_>, state: &mut State<'_>) -> Option<()> {
    let len = from.number()? as usize;
    if len > state.registers.len() + (1 << 24) {
        return None;
    }
    state.registers.resize(len, 0);
    for _ in 0..from.from.count()? {
        let at = from.number()? as usize;
        *state.registers.get_mut(at)? = from.number()?;
    }
    Some(())
}

fn write_shadow(form: &mut Form, state: &State<'_>) {
    let shadowed = state.frames.iter().filter(|frame| frame.shadowed);
    let windows = shadowed.flat_map(|f| f.base as usize..(f.base + f.code.frame_size) as usize);
    let entries: Vec<(usize, Shadow)> = windows
        .filter_map(|at| Some((at, *state.shadow.get(at)?)))
        .filter(|(_, shadow)| !shadow.is_plain())
        .collect();
    form.number(entries.len() as u64);
    for (at, shadow) in entries {
        form.number(at as u64);
        form.number(shadow.undef);
        form.optional(shadow.term);
    }
}

fn read_shadow(from: &mut Reading<'_>, state: &mut State<'_>) -> Option<()> {
    state.shadow.clear();
    state.shadow.resize(state.registers.len(), Shadow::PLAIN);
    for _ in 0..from.from.count()? {
        let at = from.number()? as usize;
        let shadow = Shadow { undef: from.number()?, term: from.optional()? };
        *state.shadow.get_mut(at)? = shadow;
    }
    Some(())
}

fn write_words(form: &mut Form, words: &[Word]) {
    form.number(words.len() as u64);
    for word in words {
        form.number(word.bits);
        form.number(word.shadow.undef);
        form.optional(word.shadow.term);
    }
}

fn read_words(from: &mut Reading<'_>) -> Option<Vec<Word>> {
    let mut words = Vec::new();
    for _ in 0..from.from.count()? {
        let bits = from.number()?;
        let shadow = Shadow { undef: from.number()?, term: from.optional()? };
        words.push(Word { bits, shadow });
    }
    Some(words)
}
