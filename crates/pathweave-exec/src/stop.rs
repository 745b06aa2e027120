//! Why execution stops, by who is at fault.
//!
//! A *finding* is the program's fault; an *exit* nobody's; *unsupported* is ours, named with its
//! place; *exhausted* is a budget, which can be raised. None of them is a panic.

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
    /// An assumption does not hold: the path is of no interest.
    Assumed,
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
    /// Whoever runs us asked to stop.
    Interrupted,
}
