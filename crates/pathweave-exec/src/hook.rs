//! The one place where a call is decided: entered, or answered from outside.
//!
//! Every call of a function with a body goes through [`CallHook`], direct or indirect. Summaries
//! are applied by implementing it; the interpreter itself knows nothing of them.

use pathweave_ir::Func;

/// What becomes of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallDecision {
    /// The body is executed.
    Enter,
    /// The call returns these words at once.
    Return(Vec<u64>),
    /// Whoever drives the machine answers it or has it entered.
    Defer,
}

/// Decides calls.
pub trait CallHook {
    /// Whether the function is always entered: asked before every call, so it must be quick.
    fn enters(&mut self, func: Func) -> bool;

    /// Whether a function without a body may be called; if not, execution stops before the call.
    fn calls_natives(&self) -> bool {
        true
    }

    /// What becomes of a call of a function that is not always entered. `args` are the words of
    /// the arguments.
    fn decide(&mut self, func: Func, args: &[u64]) -> CallDecision;
}

/// Enters every function.
#[derive(Clone, Copy, Debug, Default)]
pub struct EnterAll;

impl CallHook for EnterAll {
    #[inline(always)]
    fn enters(&mut self, _func: Func) -> bool {
        true
    }

    fn decide(&mut self, _func: Func, _args: &[u64]) -> CallDecision {
        CallDecision::Enter
    }
}
