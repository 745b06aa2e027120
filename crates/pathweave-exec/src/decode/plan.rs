//! Planning a function's decoding: what melts into its user, and which register a value gets.
//!
//! An address computation used only by one load or store of its block, and a comparison used only
//! by its block's branch, melt into that user. Values used only in their own block share
//! registers; all others have their own. A value that is the new value of a loop variable is put
//! straight into the loop variable's register when the old value is dead by then.
//! Functions that call `setjmp` share no registers: their frames are re-entered in the middle.

use crate::code::Reg;
use crate::image::Checks;
use crate::layout::Layout;
use pathweave_ir::{
    Block, Body, Callee, Constant, Entity, Inst, InstKind, Program, Terminator, Type, Value,
    ValueDef,
};

const NONE: Reg = u32::MAX;

/// What is decided before code is written.
pub(super) struct Plan {
    /// Reachable blocks in the order they are written.
    pub order: Vec<Block>,
    /// Instructions that are executed by their user.
    pub melted: Vec<bool>,
    /// The first register of each value.
    pub registers: Vec<Reg>,
    /// Contents of the first registers.
    pub constants: Vec<u64>,
    /// First register of the parameters.
    pub params: Reg,
    /// Words of parameters.
    pub param_words: u32,
    /// Registers used.
    pub frame_size: u32,
    /// Registers shared by values that do not leave their block.
    shared: Vec<Reg>,
    /// What is checked beyond the ordinary.
    pub checks: Checks,
}

/// Registers that a value of this type takes.
pub(crate) fn words(ty: Type) -> u32 {
    ty.bits().div_ceil(64)
}

/// Whether the function may be returned from twice.
fn returns_twice(name: &str) -> bool {
    matches!(name, "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp")
}

/// Uses of one value.
#[derive(Clone, Copy)]
struct Uses {
    count: u32,
    /// The block of all uses so far, `None` before the first.
    block: Option<Block>,
    /// Used in a block other than its own.
    escapes: bool,
    /// Position of the last use in its own block.
    last: u32,
}

impl Plan {
    pub fn new(program: &Program, layout: &Layout, checks: Checks, body: &Body) -> Self {
        let mut plan = Self {
            order: reachable(body),
            melted: vec![false; body.insts.len()],
            registers: vec![NONE; body.values.len()],
            constants: Vec::new(),
            params: 0,
            param_words: 0,
            frame_size: 0,
            shared: Vec::new(),
            checks,
        };
        plan.melt(body);
        let uses = plan.uses(body);
        plan.assign_constants(layout, body);
        plan.assign_params(body);
        let share = !calls_setjmp(program, body);
        for index in 0..plan.order.len() {
            let block = plan.order[index];
            if share {
                plan.coalesce(body, block, &uses);
            }
            plan.assign_block(body, block, &uses, share);
        }
        plan
    }

    /// The instruction that defines `value`, if it melted into its user.
    pub fn melted_inst(&self, body: &Body, value: Value) -> Option<Inst> {
        match body.values[value].def {
            ValueDef::Inst(inst, 0) if self.melted[inst.index()] => Some(inst),
            _ => None,
        }
    }

    /// Marks instructions that melt into their user.
    fn melt(&mut self, body: &Body) {
        let mut counts = vec![0_u32; body.values.len()];
        let mut homes = vec![None; body.insts.len()];
        for &block in &self.order {
            let data = &body.blocks[block];
            for &inst in &data.insts {
                homes[inst.index()] = Some(block);
                body.insts[inst].kind.for_each_use(|v| counts[v.index()] += 1);
            }
            data.terminator.for_each_use(|v| counts[v.index()] += 1);
        }
        let single = |value: Value, block: Block| match body.values[value].def {
            ValueDef::Inst(inst, 0) => {
                (counts[value.index()] == 1 && homes[inst.index()] == Some(block)).then_some(inst)
            }
            _ => None,
        };
        for &block in &self.order {
            let data = &body.blocks[block];
            for &inst in &data.insts {
                let access = &body.insts[inst];
                let (addr, ty) = match access.kind {
                    InstKind::Load { addr, .. } => (addr, body.ty(access.results.first)),
                    InstKind::Store { addr, value, .. } => (addr, body.ty(value)),
                    _ => continue,
                };
                if matches!(ty.bits(), 8 | 16 | 32 | 64)
                    && let Some(offset) = single(addr, block)
                    && melts_into_access(body, offset)
                {
                    self.melted[offset.index()] = true;
                }
            }
            if let Terminator::Branch { cond, .. } = data.terminator
                && let Some(compare) = single(cond, block)
                && let InstKind::IntCompare { lhs, rhs, .. } = body.insts[compare].kind
                && body.ty(lhs).is_word()
                && !is_undef(body, lhs)
                && !is_undef(body, rhs)
            {
                self.melted[compare.index()] = true;
            }
        }
    }

    /// Where every value is used, melted instructions counting at their user's position.
    fn uses(&self, body: &Body) -> Vec<Uses> {
        let none = Uses { count: 0, block: None, escapes: false, last: 0 };
        let mut uses = vec![none; body.values.len()];
        for &block in &self.order {
            let data = &body.blocks[block];
            for (position, &inst) in data.insts.iter().enumerate() {
                if !self.melted[inst.index()] {
                    self.record(body, inst, block, position as u32, &mut uses);
                }
            }
            let end = data.insts.len() as u32;
            data.terminator.for_each_use(|value| {
                note(&mut uses, value, block, end);
                if let Some(melted) = self.melted_inst(body, value) {
                    self.record(body, melted, block, end, &mut uses);
                }
            });
        }
        uses
    }

    fn record(&self, body: &Body, inst: Inst, block: Block, position: u32, uses: &mut [Uses]) {
        body.insts[inst].kind.for_each_use(|value| {
            note(uses, value, block, position);
            if let Some(melted) = self.melted_inst(body, value) {
                self.record(body, melted, block, position, uses);
            }
        });
    }

    fn assign_constants(&mut self, layout: &Layout, body: &Body) {
        for (value, data) in body.values.iter() {
            if let ValueDef::Const(constant) = &data.def
                && *constant != Constant::Undef
            {
                self.registers[value.index()] = self.constants.len() as Reg;
                self.constants.extend(layout.constant_words(data.ty, constant));
            }
        }
        self.frame_size = self.constants.len() as u32;
    }

    fn assign_params(&mut self, body: &Body) {
        self.params = self.frame_size;
        for &param in &body.blocks[body.entry()].params {
            self.fresh(body, param);
        }
        self.param_words = self.frame_size - self.params;
        for index in 1..self.order.len() {
            for &param in &body.blocks[self.order[index]].params {
                self.fresh(body, param);
            }
        }
    }

    fn fresh(&mut self, body: &Body, value: Value) {
        self.registers[value.index()] = self.frame_size;
        self.frame_size += words(body.ty(value));
    }

    /// Puts the new value of a loop variable straight into the variable's register.
    fn coalesce(&mut self, body: &Body, block: Block, uses: &[Uses]) {
        let data = &body.blocks[block];
        let Terminator::Jump(to) = &data.terminator else { return };
        let params = &body.blocks[to.block].params;
        for (&arg, &param) in to.args.iter().zip(params) {
            let ValueDef::Inst(inst, 0) = body.values[arg].def else { continue };
            let Some(position) = data.insts.iter().position(|&i| i == inst) else { continue };
            let arg_uses = uses[arg.index()];
            let local = !arg_uses.escapes && arg_uses.block == Some(block);
            let taken = self.registers[arg.index()] != NONE;
            let param_passed_on =
                to.args.iter().zip(params).any(|(&a, &p)| a == param && p != param);
            let used_twice = to.args.iter().filter(|&&a| a == arg).count() > 1;
            if local
                && !taken
                && !param_passed_on
                && !used_twice
                && words(body.ty(arg)) == 1
                && !self.used_after(body, block, param, position)
            {
                self.registers[arg.index()] = self.registers[param.index()];
            }
        }
    }

    /// Whether `value` is read in `block` by something executed after position `after`.
    fn used_after(&self, body: &Body, block: Block, value: Value, after: usize) -> bool {
        let mut found = false;
        for &inst in &body.blocks[block].insts[after + 1..] {
            if !self.melted[inst.index()] {
                self.visit(body, inst, &mut |used| found |= used == value);
            }
        }
        found
    }

    /// Calls `visit` on what an instruction reads, through melted ones.
    fn visit(&self, body: &Body, inst: Inst, visit: &mut impl FnMut(Value)) {
        let mut inner = Vec::new();
        body.insts[inst].kind.for_each_use(|value| {
            visit(value);
            inner.extend(self.melted_inst(body, value));
        });
        for inst in inner {
            self.visit(body, inst, visit);
        }
    }

    fn assign_block(&mut self, body: &Body, block: Block, uses: &[Uses], share: bool) {
        let data = &body.blocks[block];
        let mut free = self.shared.clone();
        // Registers to release after a position, ascending positions.
        let mut releases: Vec<(u32, Reg)> = Vec::new();
        for (position, &inst) in data.insts.iter().enumerate() {
            let position = position as u32;
            releases.retain(|&(last, reg)| {
                let over = last < position;
                if over {
                    free.push(reg);
                }
                !over
            });
            for value in body.insts[inst].results.iter() {
                if self.registers[value.index()] != NONE {
                    continue;
                }
                let value_uses = uses[value.index()];
                let local = !value_uses.escapes
                    && value_uses.block.is_none_or(|b| b == block)
                    && body.insts[inst].results.count == 1;
                if !(share && local && words(body.ty(value)) == 1) {
                    self.fresh(body, value);
                    continue;
                }
                let reg = free.pop().unwrap_or_else(|| {
                    self.shared.push(self.frame_size);
                    self.frame_size += 1;
                    self.frame_size - 1
                });
                self.registers[value.index()] = reg;
                releases.push((value_uses.last.max(position), reg));
            }
        }
    }
}

/// Notes one use.
fn note(uses: &mut [Uses], value: Value, block: Block, position: u32) {
    let uses = &mut uses[value.index()];
    uses.count += 1;
    uses.escapes |= uses.block.is_some_and(|b| b != block);
    uses.block = Some(block);
    uses.last = uses.last.max(position);
}

fn is_undef(body: &Body, value: Value) -> bool {
    body.constant(value) == Some(&Constant::Undef)
}

/// Whether an address computation has a form that loads and stores take.
fn melts_into_access(body: &Body, inst: Inst) -> bool {
    let InstKind::Offset { base, index, scale, displacement, .. } = body.insts[inst].kind else {
        return false;
    };
    let form = match index {
        Some(index) => displacement == 0 && u16::try_from(scale).is_ok() && !is_undef(body, index),
        None => i32::try_from(displacement).is_ok(),
    };
    form && !is_undef(body, base)
}

fn calls_setjmp(program: &Program, body: &Body) -> bool {
    body.insts.values().any(|inst| match inst.kind {
        InstKind::Call { callee: Callee::Direct(func), .. } => {
            returns_twice(&program.functions[func].name)
        }
        _ => false,
    })
}

/// Reachable blocks in table order, the entry first.
fn reachable(body: &Body) -> Vec<Block> {
    let mut seen = vec![false; body.blocks.len()];
    let mut work = vec![body.entry()];
    seen[body.entry().index()] = true;
    while let Some(block) = work.pop() {
        for call in body.blocks[block].terminator.targets() {
            if !std::mem::replace(&mut seen[call.block.index()], true) {
                work.push(call.block);
            }
        }
    }
    body.blocks.keys().filter(|b| seen[b.index()]).collect()
}
