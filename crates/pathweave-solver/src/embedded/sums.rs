//! Sums over two elements: what exclusive ors of exclusive ors amount to. Two chains over the same variables are equal in whatever
//! order they were built, which a SAT solver finds out only by trying, so the same sum is the same
//! gate: checksums and parities that are computed in two ways become one.

use super::gates::GateHasher;
use crate::sat::Lit;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

/// The most variables that a sum is known by; a longer one is a variable of its own.
const MOST_PARTS: usize = 64;

/// A gate that is a sum.
#[derive(Clone)]
pub(super) struct Sum {
    /// The variables that are added, in order.
    parts: Rc<[u32]>,
    /// The gates between these and the sum, itself among them.
    pub(super) gates: Rc<[u32]>,
}

/// What is known of a sum that is asked for.
pub(super) enum Found {
    /// All is cancelled out: false.
    Nothing,
    /// One variable is left.
    Variable(u32),
    /// A gate that is there has it.
    Gate(Lit),
    /// It is new, and all of both variables' parts are in it.
    New(Rc<[u32]>),
    /// It is new, and some are cancelled out.
    Less(Vec<u32>),
    /// It is too long.
    Long,
}

/// All sums.
#[derive(Default)]
pub(super) struct Sums {
    of: HashMap<u32, Sum, BuildHasherDefault<GateHasher>>,
    gates: HashMap<Rc<[u32]>, Lit, BuildHasherDefault<GateHasher>>,
}

impl Sums {
    /// The sum that a gate is.
    pub(super) fn get(&self, var: u32) -> Option<&Sum> {
        self.of.get(&var)
    }

    /// The sum of two variables.
    pub(super) fn find(&self, x: u32, y: u32) -> Found {
        let (one, other) = ([x], [y]);
        let one = self.of.get(&x).map_or(&one[..], |sum| &sum.parts);
        let other = self.of.get(&y).map_or(&other[..], |sum| &sum.parts);
        let parts = difference(one, other);
        match parts[..] {
            [] => Found::Nothing,
            [single] => Found::Variable(single),
            _ if parts.len() > MOST_PARTS => Found::Long,
            _ => match self.gates.get(&parts[..]) {
                Some(&gate) => Found::Gate(gate),
                None if parts.len() < one.len() + other.len() => Found::Less(parts),
                None => Found::New(parts.into()),
            },
        }
    }

    /// The gate of a new sum, of these two variables, all of whose parts are in it: a gate depends on its parts
    /// alone.
    pub(super) fn insert(&mut self, parts: Rc<[u32]>, (x, y): (u32, u32), out: Lit) {
        let below = |var: u32| self.of.get(&var).map_or(&[][..], |sum| &sum.gates);
        let mut gates: Vec<u32> = [below(x), below(y), &[out.var()]].concat();
        gates.sort_unstable();
        gates.dedup();
        self.gates.insert(Rc::clone(&parts), out);
        self.of.insert(out.var(), Sum { parts, gates: gates.into() });
    }
}

/// What is in one of two ordered lists, but not in both.
fn difference(one: &[u32], other: &[u32]) -> Vec<u32> {
    let mut out = Vec::with_capacity(one.len() + other.len());
    let (mut i, mut j) = (0, 0);
    while i < one.len() && j < other.len() {
        match one[i].cmp(&other[j]) {
            std::cmp::Ordering::Less => {
                out.push(one[i]);
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                out.push(other[j]);
                j += 1;
            }
            std::cmp::Ordering::Equal => {
                i += 1;
                j += 1;
            }
        }
    }
    out.extend(&one[i..]);
    out.extend(&other[j..]);
    out
}
