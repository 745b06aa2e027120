//! The state of one path: memory, registers, frames.
//!
//! Registers of all frames lie in one vector; a frame is a window of it. The shadow says which
//! bits of a register are undefined, or which term it is, and is only kept for frames that are
//! `shadowed`: where every register is a plain number, no shadow is read or written.
//!
//! The path condition is the list of decisions taken on terms. A state holds terms, never their
//! values: those belong to the witness it is run with.

use crate::call::Word;
use crate::code::{Code, Pc, Reg};
use crate::input::pointer::PointerInput;
use crate::input::stream::InputStream;
use crate::start::Agenda;
use pathweave_ir::{BinaryOp, Func, Loc};
use pathweave_memory::{Memory, Object};
use pathweave_report::{BugKind, InputKind, InputSource};
use pathweave_term::Term;
use std::rc::Rc;

/// A call in progress.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'p> {
    /// The function.
    pub code: &'p Code,
    /// The operation that runs next, or the call that is waiting.
    pub pc: Pc,
    /// The first register.
    pub base: u32,
    /// How many stack objects there were on entry.
    pub stack_mark: u32,
    /// Whether some register may be undefined.
    pub shadowed: bool,
    /// Tells this call from every other one.
    pub serial: u64,
}

/// A place that `longjmp` can return to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JumpPoint {
    /// The frame that called `setjmp`.
    pub depth: u32,
    /// Its serial number.
    pub serial: u64,
    /// The call of `setjmp`.
    pub pc: Pc,
}

/// An undefined result that was let pass in optimised code, to be blamed if it decides something.
#[derive(Clone, Copy, Debug)]
pub struct Poison {
    /// The class of bug it is.
    pub kind: BugKind,
    /// The operator.
    pub op: BinaryOp,
    /// Its place.
    pub loc: Loc,
    /// The frame.
    pub serial: u64,
}

/// What a register is besides its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shadow {
    /// Bits without a value.
    pub undef: u64,
    /// The term that it is; the number then means nothing.
    pub term: Option<Term>,
}

impl Shadow {
    /// A plain number.
    pub const PLAIN: Self = Self { undef: 0, term: None };

    /// Whether the register is a plain number.
    #[inline(always)]
    pub fn is_plain(self) -> bool {
        self.undef == 0 && self.term.is_none()
    }

    /// Undefined bits.
    pub fn undefined(undef: u64) -> Self {
        Self { undef, term: None }
    }
}

/// An input that the program asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputRecord {
    /// Its name.
    pub name: String,
    /// Where it came from.
    pub source: InputSource,
    /// How its value is shown.
    pub kind: InputKind,
    /// Its bytes, as terms of eight bits.
    pub bytes: Rc<[Term]>,
    /// How many of the bytes there are, if that is an input too.
    pub length: Option<Term>,
    /// Whether there is such an input at all, if that depends on others.
    pub present: Option<Term>,
    /// The object that has these bytes at first, if pointers of the input point to it.
    pub object: Option<Object>,
}

impl InputRecord {
    /// An input of so many bytes.
    pub fn new(name: &str, source: InputSource, kind: InputKind, bytes: Vec<Term>) -> Self {
        let (name, bytes) = (name.to_owned(), bytes.into());
        Self { name, source, kind, bytes, length: None, present: None, object: None }
    }
}

/// A place where the path left what can be decided exactly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Imprecision {
    /// Why.
    pub reason: Reason,
    /// Where.
    pub loc: Loc,
}

/// Why a path is not exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// A symbolic value met an operation that terms do not express; one value was taken.
    Concretized,
    /// A native function was called with one value of a symbolic argument, or one whose result
    /// may depend on more than its arguments.
    External,
    /// A decision mentions bits that were never set; they were taken for zeros.
    Undefined,
}

/// What was decided on a path, whether by terms or by plain numbers, as one number: the same path
/// has the same trace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Trace(u64);

impl Trace {
    /// A branch went one way.
    #[inline(always)]
    pub fn branch(&mut self, pc: Pc, taken: bool) {
        self.value(u64::from(pc) << 1 | u64::from(taken));
    }

    /// The number.
    pub fn number(self) -> u64 {
        self.0
    }

    /// The trace of a number.
    pub fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// A number decided where the path goes.
    #[inline(always)]
    pub fn value(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// What a conditional did, whether by a term or by a plain number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The function.
    pub func: Func,
    /// The conditional operation.
    pub pc: Pc,
    /// 1 for the jump of a branch, 0 for no jump; for a switch the operation it goes to.
    pub way: u32,
    /// Whether a term decided.
    pub symbolic: bool,
}

/// One path's state. Cloning it is a fork.
#[derive(Clone, Debug)]
pub struct State<'p> {
    /// Memory.
    pub memory: Memory,
    /// Registers of all frames.
    pub registers: Vec<u64>,
    /// What the registers of shadowed frames are.
    pub shadow: Vec<Shadow>,
    /// Calls in progress, innermost last.
    pub frames: Vec<Frame<'p>>,
    /// Stack objects of all frames, in order of allocation.
    pub stack_objects: Vec<Object>,
    /// Places that `longjmp` can return to.
    pub jump_points: Vec<JumpPoint>,
    /// The last undefined result that was let pass.
    pub poison: Option<Poison>,
    /// The last request for more memory than an object may have: how many bytes, and where.
    pub refused: Option<(u64, Loc)>,
    /// Instructions executed.
    pub instructions: u64,
    /// The next frame's serial number.
    pub next_serial: u64,
    /// What is left to call when the outermost frame returns.
    pub(crate) agenda: Agenda,
    /// What the entry returned, once it did.
    pub(crate) returned: Option<Vec<Word>>,
    /// The path condition: what was decided, in order.
    pub conditions: Vec<Term>,
    /// Positions in the path condition that are no decisions but concretizations.
    pub concretizations: Vec<u32>,
    /// What was decided, by terms or not.
    pub trace: Trace,
    /// What every conditional did, in order, where somebody wants to know.
    pub choices: Option<Vec<Choice>>,
    /// What the program asked for, in order.
    pub inputs: Vec<InputRecord>,
    /// Pointers of the input.
    pub pointers: Rc<Vec<PointerInput>>,
    /// Standard input, where it is symbolic.
    pub stdin: Option<InputStream>,
    /// Where the path is not exact.
    pub imprecisions: Vec<Imprecision>,
    /// Where undefined bits may have decided something, and under which condition they did.
    pub doubts: Vec<(Loc, Term)>,
    /// The failing access that is being told apart from those of other objects.
    pub failing: Option<FailingAccess>,
}

/// A failing access at a symbolic address: the same operation may fail near several objects, and
/// is one failure all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FailingAccess {
    /// The frame and operation.
    pub at: (u64, Pc),
    /// The class of the first failure seen.
    pub kind: BugKind,
    /// The decision that the path is about the first failure.
    pub guard: Term,
    /// Whether the address is that of an element of a null array, however far away.
    pub is_near_null: bool,
}

impl<'p> State<'p> {
    /// Whether a pointer of the input was not followed yet.
    pub fn has_open_pointers(&self) -> bool {
        self.pointers.iter().any(|pointer| pointer.target.is_none())
    }

    /// A state without frames.
    pub fn new(memory: Memory) -> Self {
        Self {
            memory,
            registers: Vec::new(),
            shadow: Vec::new(),
            frames: Vec::new(),
            stack_objects: Vec::new(),
            jump_points: Vec::new(),
            poison: None,
            refused: None,
            instructions: 0,
            next_serial: 1,
            agenda: Agenda::default(),
            returned: None,
            conditions: Vec::new(),
            concretizations: Vec::new(),
            trace: Trace::default(),
            choices: None,
            inputs: Vec::new(),
            pointers: Rc::default(),
            stdin: None,
            imprecisions: Vec::new(),
            doubts: Vec::new(),
            failing: None,
        }
    }

    /// What is called after the outermost frame returns: the entry, and what stands around it.
    pub fn calls_ahead(&self) -> impl Iterator<Item = Func> {
        self.agenda.ahead()
    }

    /// The innermost frame. There is one while a path runs.
    pub fn frame(&self) -> &Frame<'p> {
        self.frames.last().expect("a running path has a frame")
    }

    /// The innermost frame, mutable.
    pub fn frame_mut(&mut self) -> &mut Frame<'p> {
        self.frames.last_mut().expect("a running path has a frame")
    }

    /// Pushes a frame with its constants in place and its other registers left as they are.
    pub fn push_frame(&mut self, code: &'p Code) {
        let base = match self.frames.last() {
            Some(top) => top.base + top.code.frame_size,
            None => 0,
        };
        self.make_room(base as usize + code.frame_size as usize);
        let start = base as usize;
        self.registers[start..start + code.constants.len()].copy_from_slice(&code.constants);
        self.frames.push(Frame {
            code,
            pc: 0,
            base,
            stack_mark: self.stack_objects.len() as u32,
            shadowed: false,
            serial: self.next_serial,
        });
        self.next_serial += 1;
    }

    /// Gives up registers beyond the innermost frame, so that a copy has none of them.
    pub fn trim(&mut self) {
        let used = self.frames.last().map_or(0, |top| window(top).1);
        self.registers.truncate(used);
        self.shadow.truncate(used);
    }

    /// Makes sure that there are so many registers.
    #[inline]
    pub fn make_room(&mut self, registers: usize) {
        if self.registers.len() < registers {
            self.registers.resize(registers + 1024, 0);
        }
    }

    /// Starts keeping the innermost frame's shadow.
    pub fn start_shadow(&mut self) {
        let frame = *self.frame();
        if frame.shadowed {
            return;
        }
        let (start, end) = window(&frame);
        if self.shadow.len() < end {
            self.shadow.resize(end + 1024, Shadow::PLAIN);
        }
        self.shadow[start..end].fill(Shadow::PLAIN);
        self.frame_mut().shadowed = true;
    }

    /// Keeps the shadow of a frame from now on.
    pub(crate) fn shadow_frame(&mut self, index: usize) {
        if self.frames[index].shadowed {
            return;
        }
        let (start, end) = window(&self.frames[index]);
        if self.shadow.len() < end {
            self.shadow.resize(end, Shadow::PLAIN);
        }
        self.shadow[start..end].fill(Shadow::PLAIN);
        self.frames[index].shadowed = true;
    }

    /// What a register is besides its number, given its frame.
    pub(crate) fn shadow_at(&self, frame: &Frame<'p>, at: usize) -> Shadow {
        if frame.shadowed { self.shadow[at] } else { Shadow::PLAIN }
    }

    /// Stops keeping the innermost frame's shadow if nothing is undefined any more.
    pub fn try_end_shadow(&mut self) {
        let frame = *self.frame();
        let (start, end) = window(&frame);
        if frame.shadowed && self.shadow[start..end].iter().all(|shadow| shadow.is_plain()) {
            self.frame_mut().shadowed = false;
        }
    }

    /// A register of the innermost frame.
    pub fn register(&self, reg: Reg) -> u64 {
        self.registers[(self.frame().base + reg) as usize]
    }

    /// What a register of the innermost frame is besides its number.
    pub fn shadow_of(&self, reg: Reg) -> Shadow {
        let frame = self.frame();
        if frame.shadowed { self.shadow[(frame.base + reg) as usize] } else { Shadow::PLAIN }
    }

    /// Sets a register of the innermost frame, and what it is besides its number.
    pub fn set_register(&mut self, reg: Reg, bits: u64, shadow: Shadow) {
        if !shadow.is_plain() {
            self.start_shadow();
        }
        let frame = *self.frame();
        let at = (frame.base + reg) as usize;
        self.registers[at] = bits;
        if frame.shadowed {
            self.shadow[at] = shadow;
        }
    }

    /// Ends the life of stack objects made since `mark`.
    pub fn end_stack_objects(&mut self, mark: u32, loc: Loc) {
        while self.stack_objects.len() > mark as usize {
            if let Some(object) = self.stack_objects.pop() {
                self.memory.end_stack(object, loc);
            }
        }
    }
}

/// The registers of a frame.
pub(crate) fn window(frame: &Frame<'_>) -> (usize, usize) {
    (frame.base as usize, (frame.base + frame.code.frame_size) as usize)
}
