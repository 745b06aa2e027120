//! Why execution stops, by who is at fault.
//!
//! A *finding* is the program's fault; an *exit* nobody's; *unsupported* is ours, named with its
//! place; *exhausted* is a budget, which can be raised. None of them is a panic.

use crate::call::Word;
use pathweave_ir::Func;
use pathweave_memory::Object;
use pathweave_report::{Finding, Place};
use pathweave_term::Term;

/// Why a path ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The program ended by itself with this code.
    Exit(i32),
    /// A bug.
    Finding(Box<Finding>),
    /// Something that cannot be executed here.
    Unsupported(Box<Unsupported>),
    /// A budget ran out.
    Exhausted(Exhausted),
    /// The path goes two ways by this truth value, which the path condition does not know.
    /// Nothing has happened yet: with the decision added to it, the path can go on.
    Decide(Term),
    /// A symbolic value meets what terms do not express: this fact, which the witness satisfies,
    /// has to be added as a concretization. Nothing has happened yet.
    Concretize(Term),
    /// A watched operation is about to run; the path can go on.
    Watched,
    /// An assumption does not hold: the path is of no interest.
    Assumed,
    /// The path goes on only where this holds, which the witness does not satisfy: it needs
    /// another one, and is of no interest if there is none. Nothing has happened yet.
    Require(Term),
    /// A call that the hook left to whoever drives the machine: to be answered or entered.
    /// Nothing has happened yet.
    Call(Box<DeferredCall>),
    /// A function that is executed alone looks at something of its caller's for the first time.
    /// Nothing has happened yet.
    Missing(Missing),
    /// A function that is executed alone returns these words.
    Returned(Vec<Word>),
}

/// A call that is not made yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeferredCall {
    /// The function called.
    pub func: Func,
    /// The words of its arguments.
    pub args: Vec<Word>,
}

/// What a function that is executed alone wants to know of its caller's memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// What an object is.
    Object(Object),
    /// What bytes of an object hold.
    Bytes {
        /// The object.
        object: Object,
        /// The first byte.
        offset: u64,
        /// How many.
        len: u64,
    },
}

/// Something that cannot be executed here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// What it is.
    pub what: String,
    /// What the user can do about it.
    pub hint: Option<String>,
    /// Where it is.
    pub place: Place,
    /// The call stack, innermost first.
    pub stack: Vec<pathweave_report::StackFrame>,
}

/// A budget that ran out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exhausted {
    /// Too many instructions.
    Instructions(u64),
    /// Too many nested calls.
    StackDepth(usize),
    /// Too many pointers of the input lead to each other.
    PointerDepth(u32),
    /// Whoever runs us asked to stop.
    Interrupted,
}
