//! Registers whose value may still be read at an operation.
//!
//! A register that is written before it is read again may differ between iterations without the loop
//! having changed anything. Too many live registers cost precision, too few would be wrong: where
//! the operation's block is not known, all are.

use pathweave_exec::Image;
use pathweave_exec::code::{Origin, Pc};
use pathweave_ir::{Block, Body, Cfg, Entity, Func, Inst, Value};
use std::collections::BTreeSet;

/// Sweeps over a function, besides one for each block, in which what is live has to settle.
const SETTLING: usize = 8;

/// Registers at an operation.
pub struct Registers {
    /// By register: whether it may still be read.
    pub live: Vec<bool>,
    /// Live ones that get a value on the way to the operation's block: in a loop, those that differ
    /// between iterations.
    pub passed: Vec<u32>,
}

/// The registers of a function at an operation that starts a block.
pub fn registers(image: &Image, func: Func, pc: Pc) -> Registers {
    let (Some(code), Some(body)) = (image.code(func), &image.program.functions[func].body) else {
        return Registers { live: Vec::new(), passed: Vec::new() };
    };
    let first = match code.origins[pc as usize] {
        Origin::Inst(inst) | Origin::Access(inst, _) => block_of(body, inst),
        Origin::Terminator(block, compare) => match compare {
            Some(inst) => block_of(body, inst),
            None => Some(block),
        },
        Origin::Edge => None,
    };
    let Some(block) = first else {
        return Registers { live: vec![true; code.frame_size as usize], passed: Vec::new() };
    };
    let mut live = vec![false; code.frame_size as usize];
    let mut passed = Vec::new();
    for value in live_values(body, block) {
        let register = code.registers[value.index()];
        if register == u32::MAX {
            continue;
        }
        for word in 0..body.ty(value).bits().div_ceil(64) {
            if let Some(live) = live.get_mut((register + word) as usize) {
                *live = true;
            }
            if body.blocks[block].params.contains(&value) {
                passed.push(register + word);
            }
        }
    }
    Registers { live, passed }
}

fn block_of(body: &Body, inst: Inst) -> Option<Block> {
    body.blocks.iter().find(|(_, data)| data.insts.contains(&inst)).map(|(block, _)| block)
}

/// Values that are read at or after the start of a block, and not defined in between.
fn live_values(body: &Body, start: Block) -> BTreeSet<Value> {
    let cfg = Cfg::new(body);
    let count = body.blocks.len();
    let mut used: Vec<BTreeSet<Value>> = vec![BTreeSet::new(); count];
    let mut defined: Vec<BTreeSet<Value>> = vec![BTreeSet::new(); count];
    for (block, data) in body.blocks.iter() {
        let at = block.index();
        for &inst in &data.insts {
            let inst = &body.insts[inst];
            inst.kind.for_each_use(|value| {
                used[at].insert(value);
            });
            defined[at].extend(inst.results.iter());
        }
        data.terminator.for_each_use(|value| {
            used[at].insert(value);
        });
    }
    // From above, so that values stay which are handed on in a circle though nothing reads them: they relate what is
    // live (`triangle.c`). Where that does not settle, as in a ring of blocks numbered against the flow, the sets only
    // grow from some sweep on: to know too many is never wrong.
    let mut live: Vec<BTreeSet<Value>> = used.clone();
    let mut sweeps = 0;
    let mut changed = true;
    while changed {
        (changed, sweeps) = (false, sweeps + 1);
        for at in (0..count).rev() {
            let mut own = used[at].clone();
            for &next in cfg.successors(Block::from_index(at)) {
                let params = &body.blocks[next].params;
                let passed = live[next.index()].iter().copied();
                own.extend(passed.filter(|value| !params.contains(value)));
            }
            own.retain(|value| !defined[at].contains(value));
            if sweeps > SETTLING + count {
                own.extend(live[at].iter().copied());
            }
            if own != live[at] {
                live[at] = own;
                changed = true;
            }
        }
    }
    live.swap_remove(start.index())
}
