//! The invocation graph: which call nodes of which functions call a function.
//!
//! A function is reached through one of its invocations, each from a node of its caller's tree;
//! the conditions are those of that node. New invocations make leaves of the callee, and of
//! everything it calls, worth another look (*rec*). The node of an invocation moves when another
//! one is inserted above it; the handle of the invocation stays.

use crate::tree::Node;
use pathweave_ir::{Entity, Func, Table, entity};
use std::collections::{BTreeMap, BTreeSet};

entity! {
    /// A call that was reached.
    Invocation, "i"
}

/// A call that was reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InvocationData {
    /// The function whose path the call is on.
    pub caller: Func,
    /// The call.
    pub node: Node,
    /// The function called.
    pub callee: Func,
}

/// All calls that were reached.
#[derive(Clone, Debug, Default)]
pub struct InvocationGraph {
    invocations: Table<Invocation, InvocationData>,
    by_callee: BTreeMap<Func, Vec<Invocation>>,
    callees: BTreeMap<Func, BTreeSet<Func>>,
}

impl InvocationGraph {
    /// No calls yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a call.
    pub fn insert(&mut self, data: InvocationData) -> Invocation {
        let invocation = self.invocations.push(data);
        self.by_callee.entry(data.callee).or_default().push(invocation);
        self.callees.entry(data.caller).or_default().insert(data.callee);
        invocation
    }

    /// All calls, in the order they were reached.
    pub fn invocations(&self) -> impl Iterator<Item = Invocation> + use<> {
        (0..self.invocations.len()).map(Invocation::from_index)
    }

    /// What an invocation is.
    pub fn data(&self, invocation: Invocation) -> InvocationData {
        self.invocations[invocation]
    }

    /// Says that the call is another node now.
    pub fn relocate(&mut self, invocation: Invocation, node: Node) {
        self.invocations[invocation].node = node;
    }

    /// How many calls were reached.
    pub fn len(&self) -> usize {
        self.invocations.len()
    }

    /// Whether no call was reached.
    pub fn is_empty(&self) -> bool {
        self.invocations.is_empty()
    }

    /// The calls of a function.
    pub fn of(&self, callee: Func) -> &[Invocation] {
        self.by_callee.get(&callee).map_or(&[], Vec::as_slice)
    }

    /// A function and everything that is called from it.
    pub fn reachable_from(&self, func: Func) -> BTreeSet<Func> {
        let mut found = BTreeSet::from([func]);
        let mut work = vec![func];
        while let Some(next) = work.pop() {
            for &callee in self.callees.get(&next).into_iter().flatten() {
                if found.insert(callee) {
                    work.push(callee);
                }
            }
        }
        found
    }

    /// A function and everything that calls it.
    pub fn leading_to(&self, func: Func) -> BTreeSet<Func> {
        let mut found = BTreeSet::from([func]);
        let mut work = vec![func];
        while let Some(next) = work.pop() {
            for &invocation in self.of(next) {
                let caller = self.invocations[invocation].caller;
                if found.insert(caller) {
                    work.push(caller);
                }
            }
        }
        found
    }
}
