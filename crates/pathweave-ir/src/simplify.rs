//! The clean-up after promotion: copies, trivial block parameters, unused pure instructions.
//!
//! Keeps every block, every decision and every instruction that can be a finding: a division, a
//! shift, a load, arithmetic that promises not to overflow. Whatever is left without a place in a
//! block goes away with [`Body::compact`].

mod unused;

use crate::cfg::Cfg;
use crate::entity::Entity;
use crate::{Block, Body, CastOp, InstKind, Value, ValueDef};

/// Propagates copies and removes trivial block parameters and unused pure instructions.
pub fn simplify(body: &mut Body) {
    let cfg = Cfg::new(body);
    let mut copies = Copies { of: body.values.keys().collect() };
    find_copies(body, &cfg, &mut copies);
    find_trivial_params(body, &cfg, &mut copies);
    replace_uses(body, &mut copies);
    unused::remove_unused(body);
}

/// Which value each value is a copy of; itself mostly.
struct Copies {
    of: Vec<Value>,
}

impl Copies {
    fn original(&mut self, value: Value) -> Value {
        let mut root = value;
        while self.of[root.index()] != root {
            root = self.of[root.index()];
        }
        let mut at = value;
        while at != root {
            at = std::mem::replace(&mut self.of[at.index()], root);
        }
        root
    }
}

fn find_copies(body: &Body, cfg: &Cfg, copies: &mut Copies) {
    for &block in cfg.reverse_post_order() {
        for &inst in &body.blocks[block].insts {
            let data = &body.insts[inst];
            let original = match data.kind {
                InstKind::Offset { base, index: None, displacement: 0, .. } => base,
                InstKind::Cast { op: CastOp::Bitcast, arg }
                    if body.ty(arg) == body.ty(data.results.first) =>
                {
                    arg
                }
                _ => continue,
            };
            let original = copies.original(original);
            copies.of[data.results.first.index()] = original;
        }
    }
}

/// For each value, the jump arguments from `blocks` that flow into it as a parameter.
fn incoming_arguments(body: &Body, blocks: impl Iterator<Item = Block>) -> Vec<Vec<Value>> {
    let mut incoming = vec![Vec::new(); body.values.len()];
    for block in blocks {
        for target in body.blocks[block].terminator.targets() {
            for (&arg, &param) in target.args.iter().zip(&body.blocks[target.block].params) {
                incoming[param.index()].push(arg);
            }
        }
    }
    incoming
}

/// For each value, the parameters that take it as an argument.
fn receivers(incoming: &[Vec<Value>]) -> Vec<Vec<Value>> {
    let mut receivers = vec![Vec::new(); incoming.len()];
    for (param, args) in incoming.iter().enumerate() {
        for arg in args {
            receivers[arg.index()].push(Value::from_index(param));
        }
    }
    receivers
}

/// A parameter that gets one value only, apart from itself, is a copy of it.
fn find_trivial_params(body: &Body, cfg: &Cfg, copies: &mut Copies) {
    let incoming = incoming_arguments(body, cfg.reverse_post_order().iter().copied());
    let receivers = receivers(&incoming);
    let reachable = cfg.reverse_post_order().iter().skip(1);
    let mut work: Vec<Value> =
        reachable.rev().flat_map(|&b| body.blocks[b].params.iter().copied()).collect();
    while let Some(param) = work.pop() {
        if copies.of[param.index()] != param {
            continue;
        }
        let Some(original) = only_value(&incoming[param.index()], copies, param) else { continue };
        copies.of[param.index()] = original;
        // What the parameter is passed to may have become trivial.
        work.extend(&receivers[param.index()]);
    }
}

fn only_value(incoming: &[Value], copies: &mut Copies, param: Value) -> Option<Value> {
    let mut only = None;
    for &arg in incoming {
        let arg = copies.original(arg);
        if arg == param || only == Some(arg) {
            continue;
        }
        if only.is_some() {
            return None;
        }
        only = Some(arg);
    }
    only
}

fn replace_uses(body: &mut Body, copies: &mut Copies) {
    for block in body.blocks.keys() {
        for index in 0..body.blocks[block].insts.len() {
            let inst = body.blocks[block].insts[index];
            body.insts[inst].kind.map_uses(|v| copies.original(v));
        }
        body.blocks[block].terminator.map_uses(|v| copies.original(v));
    }
}

/// Removes the parameters of a block that `keep` refuses, and the arguments for them.
fn retain_params(body: &mut Body, keep: impl Fn(Value) -> bool) {
    let kept: Vec<Option<Vec<bool>>> = body
        .blocks
        .values()
        .enumerate()
        .map(|(index, data)| {
            let kept: Vec<bool> = data.params.iter().map(|&p| index == 0 || keep(p)).collect();
            kept.contains(&false).then_some(kept)
        })
        .collect();
    for block in body.blocks.keys() {
        for target in body.blocks[block].terminator.targets_mut() {
            if let Some(kept) = &kept[target.block.index()] {
                retain_by(&mut target.args, kept);
            }
        }
        if let Some(kept) = &kept[block.index()] {
            retain_by(&mut body.blocks[block].params, kept);
            renumber_params(body, block);
        }
    }
}

fn retain_by(values: &mut Vec<Value>, kept: &[bool]) {
    let mut kept = kept.iter();
    values.retain(|_| kept.next().copied().unwrap_or(true));
}

fn renumber_params(body: &mut Body, block: Block) {
    for index in 0..body.blocks[block].params.len() {
        let param = body.blocks[block].params[index];
        body.values[param].def = ValueDef::Param(block, index as u32);
    }
}
