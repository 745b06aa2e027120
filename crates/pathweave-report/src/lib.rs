//! What a run has to say, as plain data, and how it is written down.
//!
//! [`finding`] is one bug with its place; [`summary`] is a whole run, the contract of
//! `summary.json`; [`text`] renders for people. Nothing symbolic appears here.
#![forbid(unsafe_code)]

pub mod finding;
pub mod summary;
pub mod text;

pub use finding::{BugKind, Finding, Place, StackFrame};
pub use summary::{Bug, RunSummary};
