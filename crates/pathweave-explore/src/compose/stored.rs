//! What `smart`, `demand` and `fair` learn about functions, in the store: the form of it.
//!
//! # What is kept
//!
//! An execution tree grows by *steps*: the state that waits at a leaf is executed up to the next event
//! (a decision, a call, the first look at something of the caller's, a return). A step depends on nothing
//! but the state, the code, and, where the machine asks it, the witness. So a function's record is a table: a hash
//! of the waiting state → the event, the state after it, and which operations were executed on the
//! way. A later run makes its trees as the first one did, but looks its steps up instead of executing
//! them ([`steps`](super::steps)). Decisions, finished and halted leaves with their effects, calls with their
//! arguments and memory, marks of imprecision and dangling leaves all come out of that; nothing is
//! said about leaves that are unreachable, which depends on the program around the function. The
//! solver's answers, which are kept on their own, say it again.
//!
//! # Under which key
//!
//! The function's name, the fingerprint of its lowered body and of everything it can call with the
//! globals these refer to (for the entry also of what comes before and after it), checks and bounds, what inputs are, the memory it starts with (which
//! objects there are, under which numbers and addresses) and [`VERSION`]. Object numbers are only the same where that
//! memory is, which is why it is part of the key.
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

use pathweave_exec::code::Pc;
use pathweave_exec::state::{
    FailingAccess, Frame, Imprecision, InputRecord, Reason, Shadow, State, Trace,
};
use pathweave_exec::{
    Count, DeferredCall, Image, Missing, Pointee, PointerInput, Stage, Stop, Word,
};
use pathweave_ir::{DebugType, Entity, Func, Loc, Name};
use pathweave_memory::{
    Bound, Memory, MemoryChanges, Object, ObjectImage, ObjectKind, ObjectState, Special, View,
};
use pathweave_report::{BugKind, Finding, InputKind, InputSource};
use pathweave_store::Key;
use pathweave_term::Term;
use pathweave_term::portable::{Reader, Writer};
use rustc_hash::FxHashMap as HashMap;
use std::cell::OnceCell;
use std::rc::Rc;

/// Part of every key: to be raised when the form changes, or what the interpreter does with a state.
pub(crate) const VERSION: u64 = 1;

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
const KINDS: [InputKind; 8] = [
    InputKind::Bytes,
    InputKind::Signed,
    InputKind::Unsigned,
    InputKind::Bool,
    InputKind::Char,
    InputKind::Float,
    InputKind::Double,
    InputKind::Pointer,
];
const STATES: [ObjectState; 4] =
    [ObjectState::Unused, ObjectState::Live, ObjectState::Freed, ObjectState::OutOfScope];
const VIEWS: [View; 3] = [View::Whole, View::Outer, View::Hidden];

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
        if let Some(FailingAccess { at: (serial, pc), kind, .. }) = state.failing {
            form.number(serial);
            form.number(pc.into());
            form.to.text(kind.name());
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
                Some(FailingAccess { at, kind: bug_kind(from.from.text()?)?, guard })
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

    /// Writes the pointers of the input. Types are numbers, which mean the same as long as all types are
    /// the same.
    fn write_pointers(
        &self,
        form: &mut Form,
        state: &State<'p>,
        since: &State<'p>,
    ) -> Result<(), Refused> {
        form.number(state.pointers.len() as u64);
        if state.pointers.is_empty() {
            return Ok(());
        }
        form.to.bytes(&self.types().to_le_bytes());
        for (at, pointer) in state.pointers.iter().enumerate() {
            let is_known = since.pointers.get(at).is_some_and(|old| old.term == pointer.term);
            form.number(is_known.into());
            if !is_known {
                form.terms.push(pointer.term);
                form.to.text(&pointer.name);
                form.number(pointer.input as u64);
                form.number(pointer.at);
                form.number(pointer.depth.into());
                write_pointee(form, &pointer.pointee)?;
            }
            form.number(pointer.target.map_or(0, |_| 1));
            form.number(pointer.target.unwrap_or(0));
            form.number(pointer.fresh().map_or(0, |object| object.index() as u64 + 1));
        }
        Ok(())
    }

    fn read_pointers(
        &self,
        from: &mut Reading<'_>,
        since: &State<'p>,
    ) -> Option<Vec<PointerInput>> {
        let mut pointers = Vec::new();
        let count = from.from.count()?;
        if count > 0 && from.from.bytes()? != self.types().to_le_bytes() {
            return None;
        }
        for at in 0..count {
            let pointer = match from.truth()? {
                true => since.pointers.get(at)?.clone(),
                false => {
                    let (term, name) = (from.terms.next()?, from.from.text()?.to_owned());
                    let place = (from.number()? as usize, from.number()?);
                    let depth = from.small()?;
                    let pointee = self.read_pointee(from)?;
                    let mut pointer = PointerInput::new(term, &name, place, pointee);
                    pointer.depth = depth;
                    pointer
                }
            };
            let (is_decided, target) = (from.truth()?, from.number()?);
            let fresh = from.number()?.checked_sub(1);
            let fresh = fresh.map(|number| Object::from_index(number as usize));
            pointers.push(pointer.decided(is_decided.then_some(target), fresh));
        }
        Some(pointers)
    }

    fn read_pointee(&self, from: &mut Reading<'_>) -> Option<Pointee> {
        let tag = from.number()?;
        if tag == 0 {
            return Some(Pointee::Text);
        }
        let ty = from.small()?.checked_sub(1).map(|number| number as usize);
        if ty.is_some_and(|number| number >= self.image.program.debug_types.len()) {
            return None;
        }
        let (size, most) = (from.number()?, from.number()?);
        let count = match tag {
            1 => Count::Fixed(most),
            2 => Count::Term { bytes: from.terms.next()?, most },
            _ => return None,
        };
        Some(Pointee::Elements { ty: ty.map(DebugType::from_index), size, count })
    }

    /// A hash of all types of the source.
    fn types(&self) -> u128 {
        *self.types.get_or_init(|| {
            let text = format!("{:?}", self.image.program.debug_types);
            Key::of_parts(&[text.as_bytes()]).0
        })
    }

    fn write_memory(
        &self,
        form: &mut Form,
        memory: &MemoryChanges,
        since: &Memory,
    ) -> Result<(), Refused> {
        form.number(memory.count as u64);
        form.number(memory.next_low);
        form.number(memory.recycle_from as u64);
        form.number(memory.ended_stack.len() as u64);
        memory.ended_stack.iter().for_each(|object| form.number(object.index() as u64));
        form.number(memory.objects.len() as u64);
        let places = |image: &ObjectImage| places_in(since, image.object);
        memory.objects.iter().try_for_each(|image| self.write_object(form, image, places(image)))
    }

    fn read_memory(&self, from: &mut Reading<'_>, since: &Memory) -> Option<MemoryChanges> {
        let (count, next_low) = (from.number()? as usize, from.number()?);
        let recycle_from = from.number()? as usize;
        let mut ended_stack = Vec::new();
        for _ in 0..from.from.count()? {
            ended_stack.push(from.object()?);
        }
        let mut objects = Vec::new();
        for _ in 0..from.from.count()? {
            objects.push(self.read_object(from, since)?);
        }
        Some(MemoryChanges { count, next_low, recycle_from, ended_stack, objects })
    }

    fn write_object(
        &self,
        form: &mut Form,
        image: &ObjectImage,
        (made_before, ended_before): (Loc, Loc),
    ) -> Result<(), Refused> {
        form.number(image.object.index() as u64);
        form.number(image.base);
        form.number(image.size);
        let is_held = |at: usize| image.held[at / 64] >> (at % 64) & 1 == 1;
        // Bytes that hold no value are whatever was there before.
        let bytes = image.bytes.iter().enumerate();
        let bytes: Vec<u8> = bytes.map(|(at, &b)| if is_held(at) { b } else { 0 }).collect();
        form.to.bytes(&bytes);
        image.held.iter().for_each(|&word| form.number(word));
        form.number(image.special.len() as u64);
        for &(at, special) in &image.special {
            form.number(at);
            match special {
                Special::Undefined(bits) => form.number(1 + u64::from(bits)),
                Special::Symbolic(term) => {
                    form.number(0);
                    form.terms.push(term);
                }
            }
        }
        form.optional(image.array);
        form.optional(image.bound.map(|bound| bound.size));
        form.number(image.bound.map_or(0, |bound| bound.known));
        self.write_kind(form, image.kind);
        form.number(position(&STATES, &image.state));
        form.number(position(&VIEWS, &image.view));
        form.number(image.writable.into());
        self.write_loc(form, image.made_at, made_before)?;
        self.write_loc(form, image.ended_at, ended_before)
    }

    fn read_object(&self, from: &mut Reading<'_>, since: &Memory) -> Option<ObjectImage> {
        let object = from.object()?;
        let (made_before, ended_before) = places_in(since, object);
        let (base, size) = (from.number()?, from.number()?);
        let bytes = from.from.bytes()?;
        let mut held = Vec::new();
        for _ in 0..bytes.len().div_ceil(64) {
            held.push(from.number()?);
        }
        let mut special = Vec::new();
        for _ in 0..from.from.count()? {
            let at = from.number()?;
            special.push((
                at,
                match from.number()? {
                    0 => Special::Symbolic(from.terms.next()?),
                    bits => Special::Undefined(u8::try_from(bits - 1).ok()?),
                },
            ));
        }
        let array = from.optional()?;
        let bound = from.optional()?;
        let known = from.number()?;
        Some(ObjectImage {
            object,
            base,
            bytes: bytes.into(),
            held,
            special,
            array,
            size,
            bound: bound.map(|size| Bound { size, known }),
            kind: self.read_kind(from)?,
            state: *STATES.get(from.number()? as usize)?,
            view: *VIEWS.get(from.number()? as usize)?,
            writable: from.truth()?,
            made_at: self.read_loc(from, made_before)?,
            ended_at: self.read_loc(from, ended_before)?,
        })
    }

    fn write_kind(&self, form: &mut Form, kind: ObjectKind) {
        let program = &self.image.program;
        let (tag, name) = match kind {
            ObjectKind::None => (0, ""),
            ObjectKind::Heap => (1, ""),
            ObjectKind::Environment => (2, ""),
            ObjectKind::Input => (3, ""),
            ObjectKind::Stack(None) => (4, ""),
            ObjectKind::Stack(Some(name)) => (5, program.names[name].as_str()),
            ObjectKind::Global(global) => (6, program.globals[global].name.as_str()),
            ObjectKind::Constant(global) => (7, program.globals[global].name.as_str()),
            ObjectKind::Code(func) => (8, self.name(func)),
        };
        form.number(tag);
        form.to.text(name);
    }

    fn read_kind(&self, from: &mut Reading<'_>) -> Option<ObjectKind> {
        let (tag, name) = (from.number()?, from.from.text()?);
        let program = &self.image.program;
        Some(match tag {
            0 => ObjectKind::None,
            1 => ObjectKind::Heap,
            2 => ObjectKind::Environment,
            3 => ObjectKind::Input,
            4 => ObjectKind::Stack(None),
            // Names of variables are only for messages.
            5 => ObjectKind::Stack(self.names.get(name).copied()),
            6 => ObjectKind::Global(program.global(name)?),
            7 => ObjectKind::Constant(program.global(name)?),
            8 => ObjectKind::Code(self.find(name)?),
            _ => return None,
        })
    }

    /// Writes all objects that a function may see at its start, but for those of its callers.
    pub fn write_start(&self, form: &mut Form, memory: &Memory) -> Result<(), Refused> {
        let all = memory.differences_from(&Memory::new()).ok_or("objects at fixed addresses")?;
        form.number(all.count as u64);
        for image in all.objects.iter().filter(|image| image.view != View::Hidden) {
            match image.kind {
                // The compiler gives constants their names; what they hold counts.
                ObjectKind::Constant(_) => {
                    [image.object.index() as u64, image.base, image.size]
                        .into_iter()
                        .for_each(|number| form.number(number));
                    form.to.bytes(&image.bytes);
                }
                _ => {
                    self.write_object(form, image, (image.made_at, image.ended_at))?;
                }
            }
        }
        Ok(())
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

fn write_pointee(form: &mut Form, pointee: &Pointee) -> Result<(), Refused> {
    let (ty, size, count) = match pointee {
        // Which functions it may be depends on the witness.
        Pointee::Function => return Err("pointers of the input to functions"),
        Pointee::Text => {
            form.number(0);
            return Ok(());
        }
        Pointee::Elements { ty, size, count } => (ty, size, count),
    };
    let (tag, most, bytes) = match *count {
        Count::Fixed(count) => (1, count, None),
        Count::Term { bytes, most } => (2, most, Some(bytes)),
    };
    form.number(tag);
    form.number(ty.map_or(0, |ty| ty.index() as u64 + 1));
    form.number(*size);
    form.number(most);
    form.terms.extend(bytes);
    Ok(())
}

fn bug_kind(name: &str) -> Option<BugKind> {
    BugKind::ALL.iter().copied().find(|kind| kind.name() == name)
}

/// Where an object of a memory was made and ended.
fn places_in(memory: &Memory, object: Object) -> (Loc, Loc) {
    match object.index_in(memory) {
        true => (memory.info(object).made_at, memory.info(object).ended_at),
        false => (Loc::UNKNOWN, Loc::UNKNOWN),
    }
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

fn write_input(form: &mut Form, input: &InputRecord) {
    form.to.text(&input.name);
    let (tag, text, number) = match &input.source {
        InputSource::MakeSymbolic => (0, "", 0),
        InputSource::Nondet(what) => (1, what.as_str(), 0),
        InputSource::Parameter(number) => (2, "", *number),
        InputSource::Object => (3, "", 0),
        InputSource::Global(name) => (4, name.as_str(), 0),
        InputSource::Stdin => (5, "", 0),
        InputSource::Argument(number) => (6, "", *number),
        InputSource::FuzzerData => (7, "", 0),
    };
    form.number(tag);
    form.to.text(text);
    form.number(number.into());
    form.number(position(&KINDS, &input.kind));
    form.number(input.bytes.len() as u64);
    form.terms.extend(input.bytes.iter());
    form.optional(input.length);
    form.optional(input.present);
    form.number(input.object.map_or(0, |object| object.index() as u64 + 1));
}

fn read_input(from: &mut Reading<'_>) -> Option<InputRecord> {
    let name = from.from.text()?.to_owned();
    let (tag, text) = (from.number()?, from.from.text()?.to_owned());
    let number = from.small()?;
    let source = match tag {
        0 => InputSource::MakeSymbolic,
        1 => InputSource::Nondet(text),
        2 => InputSource::Parameter(number),
        3 => InputSource::Object,
        4 => InputSource::Global(text),
        5 => InputSource::Stdin,
        6 => InputSource::Argument(number),
        7 => InputSource::FuzzerData,
        _ => return None,
    };
    let kind = *KINDS.get(from.number()? as usize)?;
    let mut bytes = Vec::new();
    for _ in 0..from.number()? {
        bytes.push(from.terms.next()?);
    }
    let (length, present) = (from.optional()?, from.optional()?);
    let object = from.number()?.checked_sub(1).map(|number| Object::from_index(number as usize));
    let bytes = bytes.into();
    Some(InputRecord { name, source, kind, bytes, length, present, object })
}
