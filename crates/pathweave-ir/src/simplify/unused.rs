//! Removes pure instructions and block parameters that nothing needs.
//!
//! Marks from what must stay: a parameter that only feeds itself around a loop is not needed.

use super::{incoming_arguments, retain_params};
use crate::entity::Entity;
use crate::{Body, InstKind, Terminator, Value, ValueDef};

/// Removes what nothing needs.
pub(super) fn remove_unused(body: &mut Body) {
    let needed = Marking::new(body).run(body);
    for block in body.blocks.keys() {
        let insts = std::mem::take(&mut body.blocks[block].insts);
        let kept = insts.into_iter().filter(|&inst| {
            let data = &body.insts[inst];
            !is_removable(&data.kind) || data.results.iter().any(|v| needed[v.index()])
        });
        body.blocks[block].insts = kept.collect();
    }
    retain_params(body, |param| needed[param.index()]);
}

/// Whether it may go when its results are unused: pure, and no promise that can be broken.
fn is_removable(kind: &InstKind) -> bool {
    let promises = match kind {
        InstKind::Binary { flags, .. } => flags.no_signed_wrap,
        _ => false,
    };
    kind.is_pure() && !promises
}

struct Marking {
    needed: Vec<bool>,
    work: Vec<Value>,
}

impl Marking {
    fn new(body: &Body) -> Self {
        Self { needed: vec![false; body.values.len()], work: Vec::new() }
    }

    fn need(&mut self, value: Value) {
        if !std::mem::replace(&mut self.needed[value.index()], true) {
            self.work.push(value);
        }
    }

    fn run(mut self, body: &Body) -> Vec<bool> {
        let incoming = incoming_arguments(body, body.blocks.keys());
        for data in body.blocks.values() {
            for &inst in &data.insts {
                if !is_removable(&body.insts[inst].kind) {
                    body.insts[inst].kind.for_each_use(|v| self.need(v));
                }
            }
            self.need_decision(&data.terminator);
        }
        while let Some(value) = self.work.pop() {
            match body.values[value].def {
                ValueDef::Inst(inst, _) => {
                    body.insts[inst].kind.for_each_use(|v| self.need(v));
                }
                ValueDef::Param(..) => incoming[value.index()].iter().for_each(|&v| self.need(v)),
                ValueDef::Const(_) => {}
            }
        }
        self.needed
    }

    fn need_decision(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Branch { cond: value, .. }
            | Terminator::Switch { value, .. }
            | Terminator::IndirectJump { addr: value, .. } => self.need(*value),
            Terminator::Return(values) => values.iter().for_each(|&v| self.need(v)),
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
    }
}
