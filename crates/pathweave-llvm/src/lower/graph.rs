//! The control flow of an LLVM function: which blocks are kept, their numbers, who dominates whom.
//!
//! Blocks keep the order of the text, so that numbers are stable; a block that cannot be reached
//! and whose address is not taken has none. Bodies are lowered in reverse postorder, in which a
//! definition that dominates its use comes first.

use pathweave_ir::{Block, Entity};

use super::{LowerError, Lowered};
use crate::ast::{BlockId, Function, InstKind};

/// The control-flow graph of a function.
#[derive(Debug)]
pub(super) struct Graph {
    /// Reachable blocks in reverse postorder.
    pub order: Vec<BlockId>,
    /// The number of each block that is kept.
    pub numbers: Vec<Option<Block>>,
    /// Position in `order`, or `NOT_REACHED`.
    position: Vec<u32>,
    /// Entry and exit times of a walk over the dominator tree, by position.
    enter: Vec<u32>,
    leave: Vec<u32>,
}

const NOT_REACHED: u32 = u32::MAX;

/// Calls `visit` with each block that `kind` may go to.
pub(super) fn successors(kind: &InstKind, mut visit: impl FnMut(BlockId)) {
    match kind {
        InstKind::Br(to) => visit(*to),
        InstKind::CondBr { then, otherwise, .. } => {
            visit(*then);
            visit(*otherwise);
        }
        InstKind::Switch(switch) => {
            switch.cases.iter().for_each(|case| visit(case.1));
            visit(switch.default);
        }
        InstKind::IndirectBr { targets, .. } => targets.iter().for_each(|to| visit(*to)),
        InstKind::Invoke(invoke) => visit(invoke.normal),
        InstKind::CallBr { fallthrough, .. } => visit(*fallthrough),
        _ => {}
    }
}

fn successor_list(function: &Function, block: BlockId) -> Vec<u32> {
    let mut list = Vec::new();
    if let Some(last) = function.block(block).insts.last() {
        successors(&last.kind, |to| list.push(to.0));
    }
    list
}

impl Graph {
    /// The graph of a function with a body; `taken` are the blocks whose address is used.
    pub fn new(function: &Function, taken: &[BlockId]) -> Lowered<Graph> {
        let count = function.blocks.len();
        let lists: Vec<Vec<u32>> =
            (0..count).map(|at| successor_list(function, BlockId(at as u32))).collect();
        if lists.iter().flatten().any(|&to| to == 0) {
            return Err(LowerError::new("a jump to the entry block"));
        }
        let order = reverse_postorder(&lists);
        let mut position = vec![NOT_REACHED; count];
        for (at, block) in order.iter().enumerate() {
            position[block.0 as usize] = at as u32;
        }
        let mut keep: Vec<bool> = position.iter().map(|&at| at != NOT_REACHED).collect();
        for block in taken {
            keep[block.0 as usize] = true;
        }
        let mut next = 0;
        let numbers = keep.iter().map(|&keep| {
            next += usize::from(keep);
            keep.then(|| Block::from_index(next - 1))
        });
        let numbers = numbers.collect();
        let (enter, leave) = dominator_times(&lists, &order, &position);
        Ok(Graph { order, numbers, position, enter, leave })
    }

    /// Whether a block can be reached from the entry.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.position[block.0 as usize] != NOT_REACHED
    }

    /// Whether every way from the entry to `to` leads through `from`; both are reachable.
    pub fn dominates(&self, from: BlockId, to: BlockId) -> bool {
        let from = self.position[from.0 as usize] as usize;
        let to = self.position[to.0 as usize] as usize;
        self.enter[from] <= self.enter[to] && self.leave[to] <= self.leave[from]
    }
}

fn reverse_postorder(lists: &[Vec<u32>]) -> Vec<BlockId> {
    let mut seen = vec![false; lists.len()];
    let mut order = Vec::with_capacity(lists.len());
    let mut stack = vec![(0u32, 0usize)];
    seen[0] = true;
    while let Some((block, next)) = stack.last_mut() {
        let Some(&to) = lists[*block as usize].get(*next) else {
            order.push(BlockId(*block));
            stack.pop();
            continue;
        };
        *next += 1;
        if !std::mem::replace(&mut seen[to as usize], true) {
            stack.push((to, 0));
        }
    }
    order.reverse();
    order
}

/// Immediate dominators by position (Cooper, Harvey and Kennedy's iteration).
fn immediate_dominators(lists: &[Vec<u32>], order: &[BlockId], position: &[u32]) -> Vec<u32> {
    let mut preds = vec![Vec::new(); order.len()];
    for (at, block) in order.iter().enumerate() {
        for &to in &lists[block.0 as usize] {
            preds[position[to as usize] as usize].push(at as u32);
        }
    }
    let mut idom = vec![NOT_REACHED; order.len()];
    idom[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for at in 1..order.len() {
            let known = preds[at].iter().copied().filter(|&p| idom[p as usize] != NOT_REACHED);
            let common = known.reduce(|mut a, mut b| {
                while a != b {
                    if a > b {
                        a = idom[a as usize];
                    } else {
                        b = idom[b as usize];
                    }
                }
                a
            });
            if let Some(common) = common
                && idom[at] != common
            {
                idom[at] = common;
                changed = true;
            }
        }
    }
    idom
}

fn dominator_times(
    lists: &[Vec<u32>],
    order: &[BlockId],
    position: &[u32],
) -> (Vec<u32>, Vec<u32>) {
    let idom = immediate_dominators(lists, order, position);
    let mut children = vec![Vec::new(); order.len()];
    for at in 1..order.len() {
        children[idom[at] as usize].push(at);
    }
    let (mut enter, mut leave) = (vec![0; order.len()], vec![0; order.len()]);
    let mut time = 0;
    let mut stack = vec![(0usize, 0usize)];
    while let Some((node, next)) = stack.last_mut() {
        if *next == 0 {
            time += 1;
            enter[*node] = time;
        }
        if let Some(&child) = children[*node].get(*next) {
            *next += 1;
            stack.push((child, 0));
        } else {
            time += 1;
            leave[*node] = time;
            stack.pop();
        }
    }
    (enter, leave)
}
