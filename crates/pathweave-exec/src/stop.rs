//! Why execution stops, by who is at fault.
//!
//! A *finding* is the program's fault; an *exit* nobody's; *unsupported* is ours, named with its
//! place; *exhausted* is a budget, which can be raised. None of them is a panic.

use pathweave_report::{Finding, Place};

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
