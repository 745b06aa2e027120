//! How far a state is from the target: over the control-flow graphs of the decoded functions and
//! the calls between them.
//!
//! A distance counts operations. From an operation it is the shortest way that stays in the call
//! or enters others; from a state it is the least over its frames, an inner frame having to return
//! first. *Never* is a proof, so the graph has every way there may be: a call through a pointer
//! goes to every function whose address is taken, every call may return, a path may go back to
//! every place that `longjmp` can return to and on from there, and whatever runs at exit may follow.

use crate::goal::Goal;
use pathweave_exec::Image;
use pathweave_exec::code::{Op, Pc, Target};
use pathweave_exec::state::{Frame, State};
use pathweave_ir::{CallGraph, Entity, Func};
use std::collections::VecDeque;

/// The target cannot be reached.
pub const NEVER: u32 = u32::MAX;

/// What the way over the program's exit counts.
const DETOUR: u32 = 1 << 20;

/// Distances to the target.
pub struct Distances {
    /// Number of each function's first operation.
    first: Vec<u32>,
    /// By operation: to the target without returning from the call.
    to_target: Vec<u32>,
    /// By operation: to the end of the call.
    to_return: Vec<u32>,
    /// From the end of the outermost call.
    after_exit: u32,
}

impl Distances {
    /// Distances to the places of a goal; `None` for a goal without places.
    pub fn new(image: &Image, entry: Func, goal: &Goal) -> Option<Self> {
        let Goal::Places(places) = goal else { return None };
        let program = &image.program;
        let mut first = Vec::with_capacity(program.functions.len() + 1);
        let mut count = 0_u32;
        for func in program.functions.keys() {
            first.push(count);
            count += image.code(func).map_or(0, |code| code.ops.len() as u32);
        }
        let pointer = count;
        let mut calls = Graph::new(count as usize + 1);
        let mut returns = Graph::new(count as usize + 1);
        let mut exits = VecDeque::new();
        let taken = CallGraph::new(program);
        for func in program.functions.keys() {
            let Some(code) = image.code(func) else { continue };
            let base = first[func.index()];
            if taken.is_address_taken(func) {
                calls.edge(pointer, base);
            }
            for pc in 0..code.ops.len() as u32 {
                code.for_each_next(pc, |to| {
                    calls.edge(base + pc, base + to);
                    returns.edge(base + pc, base + to);
                });
                match code.ops[pc as usize] {
                    Op::Return { .. } => exits.push_back(base + pc),
                    Op::Call { site } => match code.calls[site as usize].target {
                        Target::Direct(callee) if image.code(callee).is_some() => {
                            calls.edge(base + pc, first[callee.index()]);
                        }
                        Target::Direct(_) => {}
                        Target::Indirect(_) => calls.edge(base + pc, pointer),
                    },
                    _ => {}
                }
            }
        }
        let targets = places.iter().map(|&(func, pc)| first[func.index()] + pc as u32);
        let to_target = calls.distances(targets.collect());
        let to_return = returns.distances(exits);
        let mut later: Vec<Func> = program.destructors.clone();
        later.extend(program.function("exit"));
        if !program.constructors.is_empty() {
            later.extend(&program.constructors);
            later.push(entry);
        }
        let starts = later.iter().filter(|&&func| image.code(func).is_some());
        let nearest = starts.map(|func| to_target[first[func.index()] as usize]).min();
        let after_exit = nearest.map(|distance| add(distance, DETOUR));
        Some(Self { first, to_target, to_return, after_exit: after_exit.unwrap_or(NEVER) })
    }

    fn at(&self, list: &[u32], func: Func, pc: Pc) -> u32 {
        list.get((self.first[func.index()] + pc) as usize).copied().unwrap_or(0)
    }

    /// The distance of a state whose innermost frame goes on at `pc`.
    pub fn of(&self, state: &State<'_>, pc: Pc) -> u32 {
        let mut best = self.of_stack(&state.frames, pc);
        for point in &state.jump_points {
            let frame = state.frames.iter().position(|frame| frame.serial == point.serial);
            if let Some(depth) = frame {
                best = best.min(self.of_stack(&state.frames[..=depth], point.pc));
            }
        }
        for func in state.calls_ahead() {
            best = best.min(add(self.at(&self.to_target, func, 0), DETOUR));
        }
        // A program may exit from anywhere, but that is hardly the way.
        best.min(self.after_exit)
    }

    /// The distance by calling and returning, from calls in progress whose innermost goes on at `pc`.
    fn of_stack(&self, frames: &[Frame<'_>], pc: Pc) -> u32 {
        let mut best = NEVER;
        // Operations until the frame at hand goes on.
        let mut before = 0_u32;
        for (depth, frame) in frames.iter().rev().enumerate() {
            let pc = if depth == 0 { pc } else { frame.pc + 1 };
            let func = frame.code.func;
            best = best.min(add(before, self.at(&self.to_target, func, pc)));
            before = add(add(before, self.at(&self.to_return, func, pc)), 1);
        }
        best
    }
}

/// One way after the other: never if one of them is, and never for no other reason.
fn add(a: u32, b: u32) -> u32 {
    if a == NEVER || b == NEVER { NEVER } else { a.saturating_add(b).min(NEVER - 1) }
}

/// Edges, backwards.
struct Graph {
    before: Vec<Vec<u32>>,
}

impl Graph {
    fn new(count: usize) -> Self {
        Self { before: vec![Vec::new(); count] }
    }

    fn edge(&mut self, from: u32, to: u32) {
        self.before[to as usize].push(from);
    }

    /// How many edges there are from each node to the nearest of `ends`.
    fn distances(&self, mut ends: VecDeque<u32>) -> Vec<u32> {
        let mut distances = vec![NEVER; self.before.len()];
        for &end in &ends {
            distances[end as usize] = 0;
        }
        while let Some(node) = ends.pop_front() {
            for &before in &self.before[node as usize] {
                if distances[before as usize] == NEVER {
                    distances[before as usize] = distances[node as usize] + 1;
                    ends.push_back(before);
                }
            }
        }
        distances
    }
}
