//! Where variables need block parameters.
//!
//! Per variable: the blocks where it is live on entry, found backwards from reads that no write of
//! the block precedes; then the iterated dominance frontier of its writes, as far as it is live
//! there. Tables are stamped with the variable's number instead of being cleared.

use super::pieces::{Slots, Variable};
use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::entity::Entity;
use crate::{Block, Body, Value};

/// For each block, the variables that its last parameters carry, with the parameters.
pub(super) type Params = Vec<Vec<(Variable, Value)>>;

/// Where each variable is written and where it is read before being written.
struct Sites {
    writes: Vec<Vec<Block>>,
    exposed: Vec<Vec<Block>>,
}

/// Adds the parameters; jumps get their arguments when variables are renamed.
pub(super) fn place_params(body: &mut Body, cfg: &Cfg, tree: &Dominators, slots: &Slots) -> Params {
    let sites = find_sites(body, cfg, slots);
    let frontiers = tree.frontiers(cfg);
    let mut params: Params = vec![Vec::new(); cfg.block_count()];
    let mut live = vec![Variable::MAX; cfg.block_count()];
    let mut written = vec![Variable::MAX; cfg.block_count()];
    let mut placed = vec![Variable::MAX; cfg.block_count()];
    let mut work = Vec::new();
    for variable in 0..slots.types.len() as Variable {
        let writes = &sites.writes[variable as usize];
        for block in writes {
            written[block.index()] = variable;
        }
        work.extend_from_slice(&sites.exposed[variable as usize]);
        mark_live(cfg, variable, &written, &mut live, &mut work);
        work.extend_from_slice(writes);
        while let Some(block) = work.pop() {
            for &join in &frontiers[block.index()] {
                let index = join.index();
                if live[index] == variable && placed[index] != variable {
                    placed[index] = variable;
                    let param = body.add_param(join, slots.types[variable as usize]);
                    params[index].push((variable, param));
                    work.push(join);
                }
            }
        }
    }
    params
}

fn find_sites(body: &Body, cfg: &Cfg, slots: &Slots) -> Sites {
    let count = slots.types.len();
    let mut sites = Sites { writes: vec![Vec::new(); count], exposed: vec![Vec::new(); count] };
    let mut written = vec![u32::MAX; count];
    let mut read = vec![u32::MAX; count];
    for &block in cfg.reverse_post_order() {
        let stamp = block.index() as u32;
        for inst in &body.blocks[block].insts {
            slots.for_each_variable(slots.accesses[inst.index()], |variable, is_read| {
                let index = variable as usize;
                if is_read {
                    if written[index] != stamp && read[index] != stamp {
                        read[index] = stamp;
                        sites.exposed[index].push(block);
                    }
                } else if written[index] != stamp {
                    written[index] = stamp;
                    sites.writes[index].push(block);
                }
            });
        }
    }
    sites
}

/// Marks the blocks where a variable is live on entry, from those in `work`, which it empties.
fn mark_live(
    cfg: &Cfg,
    variable: Variable,
    written: &[Variable],
    live: &mut [Variable],
    work: &mut Vec<Block>,
) {
    for block in work.iter() {
        live[block.index()] = variable;
    }
    while let Some(block) = work.pop() {
        for &from in cfg.predecessors(block) {
            let index = from.index();
            let through = cfg.is_reachable(from) && written[index] != variable;
            if through && live[index] != variable {
                live[index] = variable;
                work.push(from);
            }
        }
    }
}
