//! The loop nest of a body.
//!
//! A loop is a strongly connected region of reachable blocks. Its entries are the blocks reached
//! from outside it: one, the header, in a reducible loop; several in an irreducible one, which is
//! marked as such and whose header is the first entry in reverse post-order. The loops inside are
//! the strongly connected regions that remain when the jumps back to entries are ignored
//! (Steensgaard, "Sequentializing Program Dependence Graphs for Irreducible Programs", 1993).

use crate::cfg::Cfg;
use crate::entity::{Entity, Table};
use crate::{Block, Loop};

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopData {
    /// The first entry.
    pub header: Block,
    /// The blocks reached from outside, in reverse post-order; more than one when irreducible.
    pub entries: Vec<Block>,
    /// The blocks that jump back to an entry, in reverse post-order.
    pub latches: Vec<Block>,
    /// The jumps out of the loop: from where, and to where.
    pub exits: Vec<(Block, Block)>,
    /// All blocks, those of inner loops included, in reverse post-order.
    pub blocks: Vec<Block>,
    /// The loop around it.
    pub parent: Option<Loop>,
    /// How many loops it is in, itself included.
    pub depth: u32,
}

impl LoopData {
    /// Whether it can be entered in several places.
    pub fn is_irreducible(&self) -> bool {
        self.entries.len() > 1
    }
}

/// The loops of a body, outer ones before inner ones.
#[derive(Clone, Debug)]
pub struct LoopNest {
    loops: Table<Loop, LoopData>,
    innermost: Vec<Option<Loop>>,
}

impl LoopNest {
    /// Finds the loops of a graph.
    pub fn new(cfg: &Cfg) -> Self {
        let mut finder = Finder {
            cfg,
            nest: Self { loops: Table::new(), innermost: vec![None; cfg.block_count()] },
            region: vec![0; cfg.block_count()],
            regions: 0,
            is_entry: vec![false; cfg.block_count()],
        };
        let mut work = vec![(cfg.reverse_post_order().to_vec(), None)];
        while let Some((blocks, parent)) = work.pop() {
            let inner = finder.split(&blocks);
            // Last in, first out: pushed in reverse, so that loops are numbered in order.
            let found: Vec<_> = inner.into_iter().map(|b| finder.add(b, parent)).collect();
            work.extend(found.into_iter().rev());
        }
        finder.nest
    }

    /// The loops.
    pub fn loops(&self) -> &Table<Loop, LoopData> {
        &self.loops
    }

    /// The innermost loop that a block is in.
    pub fn innermost(&self, block: Block) -> Option<Loop> {
        self.innermost[block.index()]
    }

    /// Whether `inner` is `outer` or in it.
    pub fn contains(&self, outer: Loop, inner: Loop) -> bool {
        let mut at = Some(inner);
        while let Some(each) = at {
            if each == outer {
                return true;
            }
            at = self.loops[each].parent;
        }
        false
    }
}

struct Finder<'c> {
    cfg: &'c Cfg,
    nest: LoopNest,
    /// The region being looked at that each block is in.
    region: Vec<u32>,
    regions: u32,
    /// Whether jumps to the block are ignored, because it is an entry of a loop found.
    is_entry: Vec<bool>,
}

impl Finder<'_> {
    /// The strongly connected regions among `blocks` that are loops, in reverse post-order.
    fn split(&mut self, blocks: &[Block]) -> Vec<Vec<Block>> {
        self.regions += 1;
        let region = self.regions;
        for block in blocks {
            self.region[block.index()] = region;
        }
        let (cfg, regions, is_entry) = (self.cfg, &self.region, &self.is_entry);
        let follows = |to: Block| regions[to.index()] == region && !is_entry[to.index()];
        let position = |block: Block| cfg.position(block).unwrap_or(usize::MAX);
        let mut inner = Vec::new();
        for mut component in components(cfg, blocks, follows) {
            let first = component[0];
            let repeats = component.len() > 1
                || !is_entry[first.index()] && cfg.successors(first).contains(&first);
            if repeats {
                component.sort_unstable_by_key(|&b| position(b));
                inner.push(component);
            }
        }
        inner.sort_unstable_by_key(|c| position(c[0]));
        inner
    }

    /// Records a loop; returns its blocks and handle to look for loops inside.
    fn add(&mut self, blocks: Vec<Block>, parent: Option<Loop>) -> (Vec<Block>, Option<Loop>) {
        self.regions += 1;
        for block in &blocks {
            self.region[block.index()] = self.regions;
        }
        let inside = |b: Block| self.region[b.index()] == self.regions;
        let is_entry = |b: &Block| {
            self.cfg.predecessors(*b).iter().any(|&p| self.cfg.is_reachable(p) && !inside(p))
        };
        let entries: Vec<Block> = blocks.iter().copied().filter(is_entry).collect();
        let header = entries.first().copied().unwrap_or(blocks[0]);
        for entry in &entries {
            self.is_entry[entry.index()] = true;
        }
        let mut latches = Vec::new();
        let mut exits = Vec::new();
        for &block in &blocks {
            let targets = self.cfg.successors(block);
            if targets.iter().any(|&t| inside(t) && self.is_entry[t.index()]) {
                latches.push(block);
            }
            exits.extend(targets.iter().filter(|&&t| !inside(t)).map(|&t| (block, t)));
        }
        let depth = parent.map_or(0, |p| self.nest.loops[p].depth) + 1;
        let blocks_inside = blocks.clone();
        let data = LoopData { header, entries, latches, exits, blocks, parent, depth };
        let found = self.nest.loops.push(data);
        for block in &blocks_inside {
            self.nest.innermost[block.index()] = Some(found);
        }
        (blocks_inside, Some(found))
    }
}

/// The strongly connected components of `blocks` along the jumps that `follows` accepts (Tarjan,
/// iterative).
fn components(cfg: &Cfg, blocks: &[Block], follows: impl Fn(Block) -> bool) -> Vec<Vec<Block>> {
    let successors = |node: usize, next: usize| {
        let block = blocks[node];
        cfg.successors(block).get(next).map(|&to| {
            // Blocks are in reverse post-order, hence sorted by position.
            if follows(to) {
                blocks.binary_search_by_key(&cfg.position(to), |&b| cfg.position(b)).ok()
            } else {
                None
            }
        })
    };
    crate::components::strongly_connected(blocks.len(), successors)
        .into_iter()
        .map(|component| component.into_iter().map(|node| blocks[node]).collect())
        .collect()
}
