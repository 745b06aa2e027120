//! Decoding: from the IR to the dense form.
//!
//! One pass plans ([`plan`]: which address computations and comparisons melt into their user, and
//! which register every value gets), one emits blocks in order, then the jumps between them with
//! the moves for block parameters. Each conditional jump falls through to its `other` edge.

mod emit;
mod moves;
mod plan;

use crate::code::{Code, EdgeTable, Op, Origin, Pc, SwitchTable};
use crate::image::Checks;
use crate::layout::Layout;
use pathweave_ir::{
    Block, BlockCall, Body, Entity, Func, Inst, InstKind, Loc, Program, Terminator, Value,
};
use plan::Plan;
pub(crate) use plan::words;
use std::cell::Cell;

/// Decodes a function that has a body.
pub fn decode(program: &Program, layout: &Layout, checks: Checks, func: Func, body: &Body) -> Code {
    let plan = Plan::new(program, layout, checks, body);
    let mut decoder = Decoder {
        body,
        code: Code {
            func,
            ops: Vec::new(),
            origins: Vec::new(),
            locs: Vec::new(),
            constants: plan.constants.clone(),
            params: plan.params,
            param_words: plan.param_words,
            frame_size: 0,
            registers: plan.registers.clone(),
            extra: Vec::new(),
            switches: Vec::new(),
            indirect: Vec::new(),
            allocas: Vec::new(),
            calls: Vec::new(),
            hits: Vec::new(),
            marks: Cell::new(0),
        },
        scratch: plan.frame_size,
        frame_size: plan.frame_size,
        plan,
        starts: vec![None; body.blocks.len()],
        pending: Vec::new(),
    };
    decoder.function();
    decoder.code.frame_size = decoder.frame_size;
    decoder.code.hits = vec![Cell::new(0); decoder.code.ops.len()];
    decoder.code
}

/// An edge whose code is still to be written.
struct PendingEdge<'b> {
    call: &'b BlockCall,
    patch: Patch,
    loc: Loc,
}

/// Who jumps along an edge, to be told where it starts.
enum Patch {
    Op(usize),
    Dense(usize, usize),
    Sparse(usize, usize),
    Default(usize),
    Indirect(usize, usize),
}

struct Decoder<'b> {
    body: &'b Body,
    code: Code,
    plan: Plan,
    /// First register free for undefined operands and broken cycles of moves.
    scratch: u32,
    frame_size: u32,
    starts: Vec<Option<Pc>>,
    pending: Vec<PendingEdge<'b>>,
}

impl<'b> Decoder<'b> {
    fn function(&mut self) {
        let order = self.plan.order.clone();
        for (position, &block) in order.iter().enumerate() {
            self.block(block, order.get(position + 1).copied());
        }
        // Edges with moves stand after the blocks; writing one may not add others.
        let pending = std::mem::take(&mut self.pending);
        for edge in pending {
            let start = self.edge_start(edge.call, edge.loc);
            self.patch(&edge.patch, start);
        }
        self.patch_jumps();
    }

    fn push(&mut self, op: Op, origin: Origin, loc: Loc) -> usize {
        self.code.ops.push(op);
        self.code.origins.push(origin);
        self.code.locs.push(loc);
        self.code.ops.len() - 1
    }

    /// Registers beyond the plan's, valid for one operation or edge.
    fn scratch_registers(&mut self, count: u32) -> u32 {
        self.frame_size = self.frame_size.max(self.scratch + count);
        self.scratch += count;
        self.scratch - count
    }

    fn block(&mut self, block: Block, next: Option<Block>) {
        self.starts[block.index()] = Some(self.code.ops.len() as Pc);
        let data = &self.body.blocks[block];
        for &inst in &data.insts {
            if !self.plan.melted[inst.index()] {
                self.scratch = self.plan.frame_size;
                self.inst(inst);
            }
        }
        self.scratch = self.plan.frame_size;
        self.terminator(block, next);
    }

    fn terminator(&mut self, block: Block, next: Option<Block>) {
        let data = &self.body.blocks[block];
        let loc = data.terminator_loc;
        match &data.terminator {
            Terminator::Jump(to) => self.jump_along(to, next, loc),
            Terminator::Branch { cond, then, other, .. } => {
                let at = self.conditional(block, *cond, loc);
                self.pending.push(PendingEdge { call: then, patch: Patch::Op(at), loc });
                self.jump_along(other, next, loc);
            }
            Terminator::Switch { value, .. } if !self.body.ty(*value).is_word() => {
                let table = self.code.indirect.len() as u32;
                self.push(Op::WideSwitch { table }, Origin::Terminator(block, None), loc);
                self.edge_table(data.terminator.targets().collect(), loc);
            }
            Terminator::Switch { value, cases, default, .. } => {
                let value = self.operand(*value, loc);
                let table = self.code.switches.len();
                self.push(
                    Op::Switch { value, table: table as u32 },
                    Origin::Terminator(block, None),
                    loc,
                );
                let mut keys: Vec<(u64, &BlockCall)> =
                    cases.iter().map(|c| (c.value.low_u64(), &c.target)).collect();
                keys.sort_by_key(|(key, _)| *key);
                keys.dedup_by_key(|(key, _)| *key);
                self.switch_table(table, &keys, default, loc);
            }
            Terminator::IndirectJump { addr, targets, .. } => {
                let addr = self.operand(*addr, loc);
                let table = self.code.indirect.len();
                self.push(
                    Op::IndirectJump { addr, table: table as u32 },
                    Origin::Terminator(block, None),
                    loc,
                );
                self.edge_table(targets.iter().collect(), loc);
            }
            Terminator::Return(values) => {
                let words: Vec<u32> =
                    values.iter().flat_map(|&v| self.operand_words(v, loc)).collect();
                let first = self.code.extra.len() as u32;
                let count = words.len() as u32;
                self.code.extra.extend(words);
                self.push(Op::Return { first, count }, Origin::Terminator(block, None), loc);
            }
            Terminator::Unreachable => {
                self.push(Op::Unreachable, Origin::Terminator(block, None), loc);
            }
        }
    }

    /// A new table of edges by outcome.
    fn edge_table(&mut self, targets: Vec<&'b BlockCall>, loc: Loc) {
        let table = self.code.indirect.len();
        let edges = targets.iter().map(|t| (t.block, 0)).collect();
        self.code.indirect.push(EdgeTable { edges, by_block: Vec::new() });
        for (k, call) in targets.into_iter().enumerate() {
            self.pending.push(PendingEdge { call, patch: Patch::Indirect(table, k), loc });
        }
    }

    fn switch_table(
        &mut self,
        table: usize,
        keys: &[(u64, &'b BlockCall)],
        default: &'b BlockCall,
        loc: Loc,
    ) {
        let low = keys.first().map_or(0, |k| k.0);
        let high = keys.last().map_or(0, |k| k.0);
        let dense = !keys.is_empty() && high - low < 4 * keys.len() as u64 + 16;
        let mut new = SwitchTable { low, dense: Vec::new(), sparse: Vec::new(), default: 0 };
        if dense {
            new.dense = vec![u32::MAX; (high - low) as usize + 1];
        }
        for (k, &(key, call)) in keys.iter().enumerate() {
            let patch = if dense {
                Patch::Dense(table, (key - low) as usize)
            } else {
                new.sparse.push((key, 0));
                Patch::Sparse(table, k)
            };
            self.pending.push(PendingEdge { call, patch, loc });
        }
        self.pending.push(PendingEdge { call: default, patch: Patch::Default(table), loc });
        self.code.switches.push(new);
    }

    /// Goes along an edge from here, by falling through where that is enough.
    fn jump_along(&mut self, call: &'b BlockCall, next: Option<Block>, loc: Loc) {
        self.edge_moves(call, loc);
        if next != Some(call.block) {
            self.push(Op::Jump { to: call.block.index() as Pc }, Origin::Edge, loc);
        }
    }

    /// The code of an edge that others jump to: its block itself when no moves are needed.
    fn edge_start(&mut self, call: &'b BlockCall, loc: Loc) -> Pc {
        let start = self.code.ops.len();
        self.edge_moves(call, loc);
        if self.code.ops.len() == start {
            return self.starts[call.block.index()].expect("reachable blocks are decoded");
        }
        self.push(Op::Jump { to: call.block.index() as Pc }, Origin::Edge, loc);
        start as Pc
    }

    fn patch(&mut self, patch: &Patch, start: Pc) {
        match *patch {
            Patch::Op(at) => match &mut self.code.ops[at] {
                Op::BranchIf { to, .. }
                | Op::BranchEq { to, .. }
                | Op::BranchNe { to, .. }
                | Op::BranchUlt { to, .. }
                | Op::BranchUle { to, .. }
                | Op::BranchSlt { to, .. }
                | Op::BranchSle { to, .. } => *to = start,
                other => unreachable!("not a conditional jump: {other:?}"),
            },
            Patch::Dense(table, at) => self.code.switches[table].dense[at] = start,
            Patch::Sparse(table, at) => self.code.switches[table].sparse[at].1 = start,
            Patch::Default(table) => {
                let table = &mut self.code.switches[table];
                table.default = start;
                table.dense.iter_mut().filter(|to| **to == u32::MAX).for_each(|to| *to = start);
            }
            Patch::Indirect(table, at) => {
                let table = &mut self.code.indirect[table];
                table.edges[at].1 = start;
                let block = table.edges[at].0.index();
                if table.by_block.len() <= block {
                    table.by_block.resize(block + 1, None);
                }
                table.by_block[block].get_or_insert(start);
            }
        }
    }

    /// Jumps are written with the number of their block; now its position is known.
    fn patch_jumps(&mut self) {
        for op in &mut self.code.ops {
            if let Op::Jump { to } = op {
                *to = self.starts[*to as usize].expect("reachable blocks are decoded");
            }
        }
    }

    /// The instruction behind a value that melted into its user.
    fn melted(&self, value: Value) -> Option<(Inst, &'b InstKind)> {
        let inst = self.plan.melted_inst(self.body, value)?;
        Some((inst, &self.body.insts[inst].kind))
    }
}
