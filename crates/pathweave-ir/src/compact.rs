//! Renumbering of a body's values and instructions in the order of the text form.
//!
//! Passes leave behind instructions that stand in no block and values that nobody defines; the
//! interpreter's frames are as large as the value table, and the text form can only show what
//! stands in a block. The order is that in which the text is read: a block's parameters, then per
//! instruction its constants at their first use, then its results. Blocks and branches keep their
//! numbers.

use crate::entity::{Entity, Table};
use crate::{Block, BlockData, Body, InstKind, Results, Value, ValueData, ValueDef};

impl Body {
    /// Numbers values and instructions in the order of the text form and drops those that stand
    /// nowhere. The body must be valid.
    pub fn compact(&mut self) {
        let mut old = std::mem::take(self);
        self.branches = std::mem::take(&mut old.branches);
        let mut numbering = Numbering { map: vec![None; old.values.len()] };
        // Definitions may stand below their uses in the text, so all get their numbers first.
        for (block, data) in old.blocks.iter() {
            numbering.define_block(self, &old, block, data);
        }
        for mut data in old.blocks.into_values() {
            for inst in &mut data.insts {
                let mut moved = old.insts[*inst].clone();
                if let InstKind::Offset { index: None, scale, .. } = &mut moved.kind {
                    *scale = 0;
                }
                moved.kind.map_uses(|v| numbering.of(v));
                moved.results.first = match moved.results.count {
                    0 => Value::from_index(0),
                    _ => numbering.of(moved.results.first),
                };
                *inst = self.insts.push(moved);
            }
            data.params.iter_mut().for_each(|v| *v = numbering.of(*v));
            data.terminator.map_uses(|v| numbering.of(v));
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

struct Numbering {
    map: Vec<Option<Value>>,
}

impl Numbering {
    /// The new number of a value. A use of a value that stands nowhere keeps no meaning; only an
    /// unreachable block may contain one, and there it becomes the first value.
    fn of(&self, value: Value) -> Value {
        self.map[value.index()].unwrap_or(Value::from_index(0))
    }

    fn define_block(&mut self, new: &mut Body, old: &Body, block: Block, data: &BlockData) {
        for (index, &param) in data.params.iter().enumerate() {
            let def = ValueDef::Param(block, index as u32);
            self.push(new, param, ValueData { ty: old.ty(param), def });
        }
        for &inst in &data.insts {
            old.insts[inst].kind.for_each_use(|v| self.use_value(new, old, v));
            // The instruction's new number: as many as were counted before it.
            let number = new.insts.len() + self.counted(new);
            let _ = number;
            self.define_results(new, old, old.insts[inst].results);
        }
        data.terminator.for_each_use(|v| self.use_value(new, old, v));
    }
}
