//! Replaces the accesses of promoted slots by values.
//!
//! Walks the dominator tree with the current value of each variable, iteratively, undoing a
//! block's writes when its subtree is left. Everything that reads a removed load stands below it
//! in the tree, so that operands can be replaced on the way.

use super::pieces::{Access, Slots, Variable};
use super::place::Params;
use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::entity::Entity;
use crate::{Block, Body, CastOp, Constant, Inst, InstKind, Loc, Terminator, Type, Value};
use pathweave_bits::BitVec;

struct Renaming<'s> {
    body: &'s mut Body,
    slots: &'s Slots,
    params: &'s Params,
    /// The current value of each variable.
    current: Vec<Option<Value>>,
    /// Variables changed, with their values before.
    undo: Vec<(Variable, Option<Value>)>,
    /// What stands for each value.
    replaced: Vec<Option<Value>>,
    /// The instructions of the block being rewritten.
    insts: Vec<Inst>,
}

enum Step {
    Enter(Block),
    Leave(usize),
}

/// Rewrites the body.
pub(super) fn rename(
    body: &mut Body,
    cfg: &Cfg,
    tree: &Dominators,
    slots: &Slots,
    params: &Params,
) {
    let nowhere = body.make_undef(Type::Ptr);
    let replaced = slots.addresses.iter().map(|&inside| inside.then_some(nowhere)).collect();
    let current = vec![None; slots.types.len()];
    let (undo, insts) = (Vec::new(), Vec::new());
    let mut renaming = Renaming { body, slots, params, current, undo, replaced, insts };
    let mut stack = vec![Step::Enter(renaming.body.entry())];
    while let Some(step) = stack.pop() {
        match step {
            Step::Enter(block) => {
                stack.push(Step::Leave(renaming.undo.len()));
                renaming.rewrite(block);
                let below = stack.len();
                stack.extend(tree.children(block).map(Step::Enter));
                stack[below..].reverse();
            }
            Step::Leave(depth) => {
                for (variable, value) in renaming.undo.drain(depth..).rev() {
                    renaming.current[variable as usize] = value;
                }
            }
        }
    }
    let unreachable = renaming.body.blocks.keys().filter(|&b| !cfg.is_reachable(b));
    for block in unreachable.collect::<Vec<_>>() {
        renaming.rewrite_unreachable(block);
    }
}

impl Renaming<'_> {
    fn rewrite(&mut self, block: Block) {
        for &(variable, param) in &self.params[block.index()] {
            self.set(variable, param);
        }
        let old = std::mem::take(&mut self.body.blocks[block].insts);
        self.insts = Vec::with_capacity(old.len());
        for inst in old {
            self.rewrite_inst(inst);
        }
        self.body.blocks[block].insts = std::mem::take(&mut self.insts);
        self.rewrite_end(block);
    }

    fn rewrite_inst(&mut self, inst: Inst) {
        // Instructions made on the way concern no slot.
        let access = self.slots.accesses.get(inst.index()).copied().unwrap_or(Access::None);
        match access {
            Access::None => {
                let replaced = &self.replaced;
                let kind = &mut self.body.insts[inst].kind;
                kind.map_uses(|v| replacement(replaced, v));
                self.insts.push(inst);
            }
            Access::Address => {}
            Access::Read(variable) => {
                let result = self.body.result(inst);
                let ty = self.body.ty(result);
                let value = self.get(variable);
                let value = self.convert(value, ty, self.body.insts[inst].loc);
                self.replaced[result.index()] = Some(value);
            }
            Access::Write(variable) => {
                let InstKind::Store { value, .. } = self.body.insts[inst].kind else { return };
                let value = replacement(&self.replaced, value);
                let ty = self.slots.types[variable as usize];
                let value = self.convert(value, ty, self.body.insts[inst].loc);
                self.set(variable, value);
            }
            Access::Clear(first, end) => {
                for variable in first..end {
                    let value = self.body.make_undef(self.slots.types[variable as usize]);
                    self.set(variable, value);
                }
            }
            Access::Fill { first, end, from, len, byte } => {
                for variable in first..end {
                    if self.slots.is_filled(variable, from, len) {
                        let value = self.filled(variable, byte, self.body.insts[inst].loc);
                        self.set(variable, value);
                    }
                }
            }
        }
    }

    fn set(&mut self, variable: Variable, value: Value) {
        let old = self.current[variable as usize].replace(value);
        self.undo.push((variable, old));
    }

    fn get(&mut self, variable: Variable) -> Value {
        match self.current[variable as usize] {
            Some(value) => value,
            None => self.body.make_undef(self.slots.types[variable as usize]),
        }
    }

    /// The value of a variable all of whose bytes are `byte`.
    fn filled(&mut self, variable: Variable, byte: u8, loc: Loc) -> Value {
        let ty = self.slots.types[variable as usize];
        let width = ty.bits();
        let limbs = vec![u64::from_ne_bytes([byte; 8]); width.div_ceil(64) as usize];
        let bits = BitVec::from_limbs(width, &limbs);
        match ty {
            Type::Float(_) => self.body.make_const(ty, Constant::Float(bits)),
            Type::Ptr if byte == 0 => self.body.make_const(ty, Constant::Null),
            _ => {
                let value = self.body.make_const(Type::Int(width), Constant::Int(bits));
                self.convert(value, ty, loc)
            }
        }
    }

    /// The same bits as another type.
    fn convert(&mut self, value: Value, to: Type, loc: Loc) -> Value {
        let from = self.body.ty(value);
        if from == to {
            return value;
        }
        if self.body.constant(value) == Some(&Constant::Undef) {
            return self.body.make_undef(to);
        }
        match (from, to) {
            (Type::Ptr, Type::Float(_)) | (Type::Float(_), Type::Ptr) => {
                let bits = self.convert(value, Type::I64, loc);
                self.convert(bits, to, loc)
            }
            (Type::Ptr, _) => self.cast(CastOp::PtrToInt, value, to, loc),
            (_, Type::Ptr) => self.cast(CastOp::IntToPtr, value, to, loc),
            _ => self.cast(CastOp::Bitcast, value, to, loc),
        }
    }

    fn cast(&mut self, op: CastOp, arg: Value, to: Type, loc: Loc) -> Value {
        let inst = self.body.make_inst(InstKind::Cast { op, arg }, &[to], loc);
        self.insts.push(inst);
        self.replaced.resize(self.body.values.len(), None);
        self.body.result(inst)
    }

    fn rewrite_end(&mut self, block: Block) {
        let mut end =
            std::mem::replace(&mut self.body.blocks[block].terminator, Terminator::Unreachable);
        end.map_uses(|v| replacement(&self.replaced, v));
        let params = self.params;
        for target in end.targets_mut() {
            for &(variable, _) in &params[target.block.index()] {
                target.args.push(self.get(variable));
            }
        }
        self.body.blocks[block].terminator = end;
    }

    /// Keeps the instructions, with undefined addresses where slots were.
    fn rewrite_unreachable(&mut self, block: Block) {
        for index in 0..self.body.blocks[block].insts.len() {
            let inst = self.body.blocks[block].insts[index];
            let replaced = &self.replaced;
            self.body.insts[inst].kind.map_uses(|v| replacement(replaced, v));
        }
        self.current.fill(None);
        self.rewrite_end(block);
    }
}

fn replacement(replaced: &[Option<Value>], value: Value) -> Value {
    replaced.get(value.index()).copied().flatten().unwrap_or(value)
}
