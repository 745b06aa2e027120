//! Immediate dominators and dominance frontiers.
//!
//! Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001): iteration over the
//! reverse post-order with intersections along the tree built so far. Queries of dominance use
//! intervals of a walk over the finished tree. Unreachable blocks are in no tree: they dominate
//! nothing and nothing dominates them.

use crate::Block;
use crate::cfg::Cfg;
use crate::entity::Entity;

/// The dominator tree of a body.
#[derive(Clone, Debug)]
pub struct Dominators {
    immediate: Vec<Option<Block>>,
    children: Children,
    enter: Vec<u32>,
    leave: Vec<u32>,
    preorder: Vec<Block>,
}

/// The children of each block in the tree, as linked lists.
#[derive(Clone, Debug)]
struct Children {
    first: Vec<Option<Block>>,
    sibling: Vec<Option<Block>>,
}

impl Dominators {
    /// Computes the dominators of the reachable blocks.
    pub fn new(cfg: &Cfg) -> Self {
        let parents = parents_by_position(cfg);
        let order = cfg.reverse_post_order();
        let mut immediate = vec![None; cfg.block_count()];
        for (position, block) in order.iter().enumerate().skip(1) {
            immediate[block.index()] = Some(order[parents[position] as usize]);
        }
        let children = Children::new(cfg, &immediate);
        let mut tree = Self {
            immediate,
            children,
            enter: vec![u32::MAX; cfg.block_count()],
            leave: vec![0; cfg.block_count()],
            preorder: Vec::with_capacity(order.len()),
        };
        tree.number(order.first().copied());
        tree
    }

    /// The immediate dominator; none for the entry and for unreachable blocks.
    pub fn immediate(&self, block: Block) -> Option<Block> {
        self.immediate[block.index()]
    }

    /// Whether every way from the entry to `below` passes `above`; a block dominates itself.
    pub fn dominates(&self, above: Block, below: Block) -> bool {
        let (above, below) = (above.index(), below.index());
        self.enter[above] <= self.enter[below]
            && self.enter[below] != u32::MAX
            && self.leave[below] <= self.leave[above]
    }

    /// The blocks that `block` immediately dominates, in reverse post-order.
    pub fn children(&self, block: Block) -> impl Iterator<Item = Block> {
        let first = self.children.first[block.index()];
        std::iter::successors(first, |b| self.children.sibling[b.index()])
    }

    /// The reachable blocks, each before those it dominates.
    pub fn preorder(&self) -> &[Block] {
        &self.preorder
    }

    /// The dominance frontier of every block: where its dominance ends.
    pub fn frontiers(&self, cfg: &Cfg) -> Vec<Vec<Block>> {
        let mut frontiers = vec![Vec::new(); cfg.block_count()];
        let mut done = vec![u32::MAX; cfg.block_count()];
        for (position, &join) in cfg.reverse_post_order().iter().enumerate() {
            let above = self.immediate(join);
            for &from in cfg.predecessors(join) {
                let mut runner = cfg.is_reachable(from).then_some(from);
                while let Some(block) = runner {
                    if runner == above || done[block.index()] == position as u32 {
                        break;
                    }
                    done[block.index()] = position as u32;
                    frontiers[block.index()].push(join);
                    runner = self.immediate(block);
                }
            }
        }
        frontiers
    }

    fn number(&mut self, entry: Option<Block>) {
        let Some(entry) = entry else { return };
        let mut clock = 0;
        let mut stack = vec![(entry, self.children.first[entry.index()])];
        self.enter[entry.index()] = clock;
        self.preorder.push(entry);
        while let Some((block, next)) = stack.last_mut() {
            clock += 1;
            let Some(child) = *next else {
                self.leave[block.index()] = clock;
                stack.pop();
                continue;
            };
            *next = self.children.sibling[child.index()];
            self.enter[child.index()] = clock;
            self.preorder.push(child);
            stack.push((child, self.children.first[child.index()]));
        }
    }
}

impl Children {
    fn new(cfg: &Cfg, immediate: &[Option<Block>]) -> Self {
        let mut first = vec![None; cfg.block_count()];
        let mut sibling = vec![None; cfg.block_count()];
        for &block in cfg.reverse_post_order().iter().rev() {
            if let Some(parent) = immediate[block.index()] {
                sibling[block.index()] = first[parent.index()].replace(block);
            }
        }
        Self { first, sibling }
    }
}

/// The parent of each block in the tree, all as positions in the reverse post-order.
fn parents_by_position(cfg: &Cfg) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let order = cfg.reverse_post_order();
    let mut parents = vec![NONE; order.len()];
    if let Some(entry) = parents.first_mut() {
        *entry = 0;
    }
    let mut from = Vec::new();
    let mut changed = true;
    while changed {
        changed = false;
        for (position, &block) in order.iter().enumerate().skip(1) {
            from.clear();
            let known = cfg.predecessors(block).iter().filter_map(|&p| cfg.position(p));
            from.extend(known.filter(|&p| parents[p] != NONE).map(|p| p as u32));
            // From the bottom up, a block with many predecessors along a chain climbs it once.
            from.sort_unstable_by(|a, b| b.cmp(a));
            let meet = from.iter().copied().reduce(|a, b| intersect(&parents, a, b));
            let meet = meet.unwrap_or(NONE);
            if parents[position] != meet {
                parents[position] = meet;
                changed = true;
            }
        }
    }
    parents
}

fn intersect(parents: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = parents[a as usize];
        }
        while b > a {
            b = parents[b as usize];
        }
    }
    a
}
