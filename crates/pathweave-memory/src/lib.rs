//! Memory as a set of objects: sizes, kinds, lifetimes, bytes, and checked accesses to them.
//!
//! In reading order: [`address`] says how an object's base looks as a number; [`object`] what an
//! object is; [`init`] which of its bytes hold a value; [`memory`] the store of all objects, its
//! copy-on-write forks and the accesses, with `compare` for how forks differ, [`changes`] for that
//! as plain data and `merge` for making one of two; [`fault`] what can be wrong with an access.
//!
//! Knows nothing of instructions, solvers or strategies.
#![forbid(unsafe_code)]

pub mod address;
pub mod changes;
mod compare;
pub mod fault;
pub mod init;
pub mod local;
pub mod memory;
mod merge;
pub mod object;

pub use address::Object;
pub use changes::{MemoryChanges, ObjectImage};
pub use fault::{Access, Fault, FaultKind, FreeFault};
pub use init::Init;
pub use memory::{Memory, Span};
pub use merge::Meeting;
pub use object::{Bound, ByteKind, ObjectInfo, ObjectKind, ObjectState, Special, View};
