//! The first stage: every handle in a body is in range.
//!
//! Everything after it indexes tables without asking, so a handle that is forgotten here is a
//! panic later.

use super::Check;
use crate::entity::Entity;
use crate::{Block, Callee, Constant, InstData, InstKind, Terminator, Value, ValueDef};

impl Check<'_> {
    pub(super) fn handles(&mut self) {
        for (value, data) in self.body.values.iter() {
            if let Some(message) = self.definition_fault(&data.def) {
                self.fail_body(format!("{value}: {message}"));
            }
        }
        for (block, data) in self.body.blocks.iter() {
            for &param in &data.params {
                if self.body.values.get(param).is_none() {
                    self.fail_block(block, format!("no value {param}"));
                }
            }
            for &inst in &data.insts {
                match self.body.insts.get(inst) {
                    Some(data) => {
                        for message in self.inst_faults(data) {
                            self.fail_inst(block, inst, message);
                        }
                    }
                    None => self.fail_block(block, format!("no instruction {inst}")),
                }
            }
            self.end_handles(block, &data.terminator);
            if self.program.locs.get(data.terminator_loc).is_none() {
                self.fail_end(block, format!("no place {}", data.terminator_loc));
            }
        }
        for (id, data) in self.body.branches.iter() {
            if self.program.locs.get(data.loc).is_none() {
                self.fail_body(format!("{id}: no place {}", data.loc));
            }
        }
    }

    fn definition_fault(&self, def: &ValueDef) -> Option<String> {
        match def {
            ValueDef::Param(block, _) => {
                self.body.blocks.get(*block).is_none().then(|| format!("no block {block}"))
            }
            ValueDef::Inst(inst, _) => {
                self.body.insts.get(*inst).is_none().then(|| format!("no instruction {inst}"))
            }
            ValueDef::Const(Constant::GlobalAddr(global, _)) => {
                self.program.globals.get(*global).is_none().then(|| format!("no global {global}"))
            }
            ValueDef::Const(Constant::FuncAddr(func, _)) => {
                self.program.functions.get(*func).is_none().then(|| format!("no function {func}"))
            }
            ValueDef::Const(Constant::BlockAddr(func, block)) => {
                super::globals::block_address_fault(self.program, *func, *block)
            }
            ValueDef::Const(_) => None,
        }
    }

    fn inst_faults(&self, data: &InstData) -> Vec<String> {
        let InstData { kind, results, loc } = data;
        let mut faults = Vec::new();
        if self.program.locs.get(*loc).is_none() {
            faults.push(format!("no place {loc}"));
        }
        let values = &self.body.values;
        kind.for_each_use(|value| {
            if values.get(value).is_none() {
                faults.push(format!("no value {value}"));
            }
        });
        if results.count > 0 && results.first.index() + results.count as usize > values.len() {
            faults.push("results out of range".to_owned());
        }
        match kind {
            InstKind::Call { callee: Callee::Direct(func), .. }
                if self.program.functions.get(*func).is_none() =>
            {
                faults.push(format!("no function {func}"));
            }
            InstKind::Alloca { name: Some(name), .. }
                if self.program.names.get(*name).is_none() =>
            {
                faults.push(format!("no name {name}"));
            }
            _ => {}
        }
        faults
    }

    fn end_handles(&mut self, block: Block, terminator: &Terminator) {
        let mut missing: Vec<Value> = Vec::new();
        terminator.for_each_use(|value| {
            if self.body.values.get(value).is_none() {
                missing.push(value);
            }
        });
        for value in missing {
            self.fail_end(block, format!("no value {value}"));
        }
        for target in terminator.targets() {
            if self.body.blocks.get(target.block).is_none() {
                self.fail_end(block, format!("no block {}", target.block));
            }
        }
        if let Some(id) = terminator.branch()
            && self.body.branches.get(id).is_none()
        {
            self.fail_end(block, format!("no branch {id}"));
        }
    }
}
