//! The control-flow graph of a body: predecessors, successors, reverse post-order.
//!
//! Edges are kept in flat tables; an edge appears as often as the terminator names its target.
//! The graph is a snapshot: it says nothing about blocks or jumps changed after it was made. All
//! targets must be in range (the verifier checks that before it builds one).

use crate::entity::Entity;
use crate::{Block, Body};

/// The control-flow graph of a body.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Adjacency,
    predecessors: Adjacency,
    order: Vec<Block>,
    position: Vec<u32>,
}

/// Lists of blocks, one per block, in one flat table.
#[derive(Clone, Debug)]
struct Adjacency {
    start: Vec<u32>,
    items: Vec<Block>,
}

const UNREACHABLE: u32 = u32::MAX;

impl Cfg {
    /// Builds the graph of `body`.
    pub fn new(body: &Body) -> Self {
        let successors = Adjacency::of_successors(body);
        let predecessors = successors.reversed();
        let order = reverse_post_order(&successors);
        let mut position = vec![UNREACHABLE; body.blocks.len()];
        for (index, block) in order.iter().enumerate() {
            position[block.index()] = index as u32;
        }
        Self { successors, predecessors, order, position }
    }

    /// How many blocks the body has, unreachable ones included.
    pub fn block_count(&self) -> usize {
        self.position.len()
    }

    /// The targets of a block, in outcome order.
    pub fn successors(&self, block: Block) -> &[Block] {
        self.successors.of(block)
    }

    /// The blocks that jump to a block, unreachable ones included.
    pub fn predecessors(&self, block: Block) -> &[Block] {
        self.predecessors.of(block)
    }

    /// The reachable blocks, each before its successors except along back edges.
    pub fn reverse_post_order(&self) -> &[Block] {
        &self.order
    }

    /// The position of a block in the reverse post-order; none when it is unreachable.
    pub fn position(&self, block: Block) -> Option<usize> {
        let position = self.position[block.index()];
        (position != UNREACHABLE).then_some(position as usize)
    }

    /// Whether the entry leads to this block.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position[block.index()] != UNREACHABLE
    }
}

impl Adjacency {
    fn of_successors(body: &Body) -> Self {
        let mut start = Vec::with_capacity(body.blocks.len() + 1);
        let mut items = Vec::new();
        for data in body.blocks.values() {
            start.push(items.len() as u32);
            items.extend(data.terminator.targets().map(|t| t.block));
        }
        start.push(items.len() as u32);
        Self { start, items }
    }

    fn of(&self, block: Block) -> &[Block] {
        let index = block.index();
        &self.items[self.start[index] as usize..self.start[index + 1] as usize]
    }

    fn reversed(&self) -> Self {
        let count = self.start.len() - 1;
        let mut start = vec![0u32; count + 1];
        for to in &self.items {
            start[to.index() + 1] += 1;
        }
        for index in 0..count {
            start[index + 1] += start[index];
        }
        let mut next = start.clone();
        let mut items = vec![Block::from_index(0); self.items.len()];
        for from in (0..count).map(Block::from_index) {
            for to in self.of(from) {
                let slot = &mut next[to.index()];
                items[*slot as usize] = from;
                *slot += 1;
            }
        }
        Self { start, items }
    }
}

fn reverse_post_order(successors: &Adjacency) -> Vec<Block> {
    let count = successors.start.len() - 1;
    let mut order = Vec::with_capacity(count);
    if count == 0 {
        return order;
    }
    let mut seen = vec![false; count];
    let entry = Block::from_index(0);
    // The last successor is visited first, so that the first one follows its block in the order.
    let mut stack = vec![(entry, successors.of(entry).len())];
    seen[0] = true;
    while let Some((block, left)) = stack.last_mut() {
        if *left == 0 {
            order.push(*block);
            stack.pop();
            continue;
        }
        *left -= 1;
        let next = successors.of(*block)[*left];
        if !std::mem::replace(&mut seen[next.index()], true) {
            stack.push((next, successors.of(next).len()));
        }
    }
    order.reverse();
    order
}
