//! A call as one step of its caller's path: an application of the callee's summary.
//!
//! The outcome is named by fresh variables: whether the call returned in a way that this
//! application covers (*rc* of the precise and progressing paper), the words it returned, and the
//! bytes it may have written. What they are is said by the callee's leaves, one implication a
//! leaf, as far as a query needs it.
//!
//! An application covers a leaf that writes no other bytes than it names and leaves the shape of
//! memory as it was. A leaf that is not covered by the first application of a call gets another
//! one, which names more bytes, or the call is entered.

use crate::invocation::Invocation;
use pathweave_ir::entity;
use pathweave_memory::Object;
use pathweave_term::Term;
use std::collections::BTreeMap;

entity! {
    /// An application.
    Application, "a"
}

/// What an application is.
#[derive(Clone, Debug)]
pub struct ApplicationData {
    /// The call.
    pub invocation: Invocation,
    /// How many applications of the same call came before it.
    pub version: usize,
    /// Whether the call ended in a leaf that this application, and none before it, covers.
    pub returned: Term,
    /// The words returned, as variables of 64 bits.
    pub results: Vec<Term>,
    /// The bytes that may have been written.
    pub writes: BTreeMap<(Object, u64), Term>,
}
