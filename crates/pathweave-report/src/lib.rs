//! What a run has to say, as plain data, and how it is written down.
//!
//! [`finding`] is one bug with its place; [`summary`] is a whole run and [`exploration`] one of many
//! paths, the contract of `summary.json`; [`text`] renders for people. [`testcase`] is a generated test, written as
//! [`ktest`], [`testcomp`], [`corpus`] or [`cfile`]; [`record`] is what they were made from;
//! [`replay`] is what native runs of tests found, [`native`] the short form of it. [`page`] renders a
//! finished run as HTML. Nothing symbolic appears here.
#![forbid(unsafe_code)]

pub mod cfile;
pub mod corpus;
pub mod exploration;
pub mod finding;
pub mod html;
pub mod ktest;
pub mod lines;
pub mod native;
pub mod page;
pub mod record;
pub mod replay;
pub mod summary;
pub mod testcase;
pub mod testcomp;
pub mod text;

pub use finding::{BugKey, BugKind, Finding, Place, StackFrame};
pub use replay::ReplayReport;
pub use summary::{Bug, RunSummary};
pub use testcase::{Ends, Input, InputKind, InputSource, Link, Parameter, Prototype, TestCase};
