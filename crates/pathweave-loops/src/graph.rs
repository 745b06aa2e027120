//! Loops of decoded functions: headers, the operations of each loop, and where execution leaves it.
//!
//! A header is an operation that a depth-first walk from the function's start goes back to. Every
//! cycle has one, so stopping at headers stops in every cycle, also in graphs with several entries to
//! a loop. The operations of a loop are those on a way from its header back to it that does not
//! pass the header in between.

use pathweave_exec::Image;
use pathweave_exec::code::{Code, Pc};
use pathweave_ir::{Entity, Func};
use std::collections::{BTreeMap, BTreeSet};

/// A loop.
#[derive(Clone, Debug)]
pub struct LoopBody {
    /// By operation: whether it is inside.
    inside: Vec<bool>,
    /// Operations outside that come right after one inside.
    pub exits: BTreeSet<Pc>,
}

impl LoopBody {
    /// Whether an operation is inside.
    pub fn contains(&self, pc: Pc) -> bool {
        self.inside.get(pc as usize).copied().unwrap_or(false)
    }

    /// The operations inside, in order.
    pub fn operations(&self) -> impl Iterator<Item = Pc> + '_ {
        (0..self.inside.len() as Pc).filter(|&pc| self.inside[pc as usize])
    }
}

/// The loops of all functions, by header.
#[derive(Debug, Default)]
pub struct LoopGraph {
    loops: BTreeMap<(Func, Pc), LoopBody>,
}

impl LoopGraph {
    /// The loops of the functions that have a body.
    pub fn new(image: &Image) -> Self {
        let mut loops = BTreeMap::new();
        for index in 0..image.program.functions.len() {
            let func = Func::from_index(index);
            if let Some(code) = image.code(func) {
                let found = loops_of(code).into_iter();
                loops.extend(found.map(|(header, body)| ((func, header), body)));
            }
        }
        Self { loops }
    }

    /// The loop with this header.
    pub fn at(&self, func: Func, pc: Pc) -> Option<&LoopBody> {
        self.loops.get(&(func, pc))
    }

    /// All operations at which execution has to come up for air.
    pub fn places(&self) -> BTreeSet<(Func, Pc)> {
        let mut places = BTreeSet::new();
        for (&(func, header), body) in &self.loops {
            places.insert((func, header));
            places.extend(body.exits.iter().map(|&pc| (func, pc)));
        }
        places
    }
}

fn loops_of(code: &Code) -> BTreeMap<Pc, LoopBody> {
    let count = code.ops.len();
    let mut next: Vec<Vec<Pc>> = vec![Vec::new(); count];
    let mut before: Vec<Vec<Pc>> = vec![Vec::new(); count];
    for pc in 0..count as Pc {
        code.for_each_next(pc, |to| {
            next[pc as usize].push(to);
            before[to as usize].push(pc);
        });
    }
    let mut latches: BTreeMap<Pc, Vec<Pc>> = BTreeMap::new();
    for (from, to) in back_edges(&next) {
        latches.entry(to).or_default().push(from);
    }
    let body = |(header, latches): (Pc, Vec<Pc>)| {
        let behind = reach(&next, &[header], None);
        let ahead = reach(&before, &latches, Some(header));
        let mut inside: Vec<bool> = (0..count).map(|k| behind[k] && ahead[k]).collect();
        inside[header as usize] = true;
        let mut exits = BTreeSet::new();
        for pc in (0..count).filter(|&pc| inside[pc]) {
            exits.extend(next[pc].iter().copied().filter(|&to| !inside[to as usize]));
        }
        (header, LoopBody { inside, exits })
    };
    latches.into_iter().map(body).collect()
}

/// Edges to an operation that the walk is still inside of.
fn back_edges(next: &[Vec<Pc>]) -> Vec<(Pc, Pc)> {
    let mut found = Vec::new();
    if next.is_empty() {
        return found;
    }
    let mut seen = vec![false; next.len()];
    let mut open = vec![false; next.len()];
    let mut stack = vec![(0 as Pc, 0_usize)];
    (seen[0], open[0]) = (true, true);
    while let Some((pc, at)) = stack.last_mut() {
        let Some(&to) = next[*pc as usize].get(*at) else {
            open[*pc as usize] = false;
            stack.pop();
            continue;
        };
        *at += 1;
        if open[to as usize] {
            found.push((*pc, to));
        } else if !seen[to as usize] {
            (seen[to as usize], open[to as usize]) = (true, true);
            stack.push((to, 0));
        }
    }
    found
}

/// What can be reached over edges, not going on from `wall`.
fn reach(edges: &[Vec<Pc>], from: &[Pc], wall: Option<Pc>) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut work = from.to_vec();
    for &pc in from {
        seen[pc as usize] = true;
    }
    while let Some(pc) = work.pop() {
        if Some(pc) == wall {
            continue;
        }
        for &to in &edges[pc as usize] {
            if !std::mem::replace(&mut seen[to as usize], true) {
                work.push(to);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_edges_end_in_headers() {
        // 0 -> 1 -> 2 -> 1, 2 -> 3 -> 0, 3 -> 4
        let next = vec![vec![1], vec![2], vec![1, 3], vec![0, 4], vec![]];
        assert_eq!(back_edges(&next), [(2, 1), (3, 0)]);
    }

    #[test]
    fn every_cycle_of_a_loop_with_two_entries_has_a_header() {
        // 0 -> 1, 0 -> 2, 1 <-> 2
        let next = vec![vec![1, 2], vec![2], vec![1]];
        assert_eq!(back_edges(&next), [(2, 1)]);
    }
}
