//! The commands of a script, as data.

use crate::store::{Func, Term};

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `(set-logic L)`.
    SetLogic(String),
    /// `(set-info :key value)`; the value as it is written.
    SetInfo(String, String),
    /// `(set-option :key value)`; the value as it is written.
    SetOption(String, String),
    /// A variable was declared.
    DeclareVariable(Term),
    /// A function was declared.
    DeclareFunction(Func),
    /// A name for a term, or a macro, was defined.
    Define(String),
    /// `(assert t)`, with its name if it has one.
    Assert(Term, Option<String>),
    /// `(check-sat)`.
    CheckSat,
    /// `(check-sat-assuming (…))`: each literal with its text.
    CheckSatAssuming(Vec<(String, Term)>),
    /// `(get-model)`.
    GetModel,
    /// `(get-value (…))`: each term with its text.
    GetValue(Vec<(String, Term)>),
    /// `(get-unsat-core)`.
    GetUnsatCore,
    /// `(get-unsat-assumptions)`.
    GetUnsatAssumptions,
    /// `(get-info :key)`.
    GetInfo(String),
    /// `(push n)`.
    Push(u32),
    /// `(pop n)`; there are that many levels.
    Pop(u32),
    /// `(reset)`: declarations, assertions and options are gone.
    Reset,
    /// `(reset-assertions)`: assertions and levels are gone.
    ResetAssertions,
    /// `(echo "…")`.
    Echo(String),
    /// `(exit)`.
    Exit,
}
