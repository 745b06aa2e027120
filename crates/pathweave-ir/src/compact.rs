//! Renumbering of a body's values and instructions in the order of the text form.
//!
//! Passes leave behind instructions that stand in no block and values that nobody defines; the
//! interpreter's frames are as large as the value table, and the text form can only show what
//! stands in a block. The order: a block's parameters, then per instruction its constants at their
//! first use, then its results. Blocks and branches keep their numbers.

use crate::entity::Entity;
use crate::{Block, BlockData, Body, Inst, InstKind, Value, ValueData, ValueDef};

impl Body {
    /// Numbers values and instructions in the order of the text form and drops those that stand
    /// nowhere. The body must be valid.
    pub fn compact(&mut self) {
        let mut old = std::mem::take(self);
        self.branches = std::mem::take(&mut old.branches);
        let mut numbering = Numbering { map: vec![None; old.values.len()], insts: 0 };
        // Definitions may stand below their uses in the text, so all get their numbers first.
        for (block, data) in old.blocks.iter() {
            numbering.define_block(self, &old, block, data);
        }
        for data in old.blocks.values() {
            let mut data = data.clone();
            for inst in &mut data.insts {
                let mut moved = old.insts[*inst].clone();
                if let InstKind::Offset { index: None, scale, .. } = &mut moved.kind {
                    *scale = 0;
                }
                moved.kind.map_uses(|v| numbering.of(self, &old, v));
                moved.results.first = match moved.results.count {
                    0 => Value::from_index(0),
                    _ => numbering.of(self, &old, moved.results.first),
                };
                *inst = self.insts.push(moved);
            }
            data.params.iter_mut().for_each(|v| *v = numbering.of(self, &old, *v));
            data.terminator.map_uses(|v| numbering.of(self, &old, v));
            self.blocks.push(data);
        }
    }

    /// Whether [`compact`](Self::compact) would change nothing.
    pub fn is_compact(&self) -> bool {
        let mut copy = self.clone();
        copy.compact();
        copy == *self
    }
}

/// The new numbers of values, and how many instructions have one.
struct Numbering {
    map: Vec<Option<Value>>,
    insts: usize,
}

impl Numbering {
    fn define_block(&mut self, new: &mut Body, old: &Body, block: Block, data: &BlockData) {
        for (index, &param) in data.params.iter().enumerate() {
            let def = ValueDef::Param(block, index as u32);
            self.define(new, param, ValueData { ty: old.ty(param), def });
        }
        for &inst in &data.insts {
            old.insts[inst].kind.for_each_use(|v| self.use_constant(new, old, v));
            let number = Inst::from_index(self.insts);
            self.insts += 1;
            for (index, value) in old.insts[inst].results.iter().enumerate() {
                let def = ValueDef::Inst(number, index as u32);
                self.define(new, value, ValueData { ty: old.ty(value), def });
            }
        }
        data.terminator.for_each_use(|v| self.use_constant(new, old, v));
    }

    fn define(&mut self, new: &mut Body, value: Value, data: ValueData) {
        self.map[value.index()] = Some(new.values.push(data));
    }

    fn use_constant(&mut self, new: &mut Body, old: &Body, value: Value) {
        if self.map[value.index()].is_none()
            && let Some(constant) = old.constant(value)
        {
            self.map[value.index()] = Some(new.make_const(old.ty(value), constant.clone()));
        }
    }

    /// The new number of a value. Only an unreachable block may use one that stands nowhere;
    /// there it becomes undefined.
    fn of(&mut self, new: &mut Body, old: &Body, value: Value) -> Value {
        *self.map[value.index()].get_or_insert_with(|| new.make_undef(old.ty(value)))
    }
}
