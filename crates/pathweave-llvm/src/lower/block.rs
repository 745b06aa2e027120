//! Ends of blocks: jumps with the values of the target's phis, decisions, returns.
//!
//! A phi's operand is evaluated at the end of the block it comes from. A jump that occurs twice
//! (two cases of a switch with one target) passes the same values both times.

use pathweave_bits::BitVec;
use pathweave_ir::{BlockCall, Constant, SwitchCase, Terminator, Type, Value};
use rustc_hash::FxHashSet;

use super::function::FunctionLowerer;
use super::graph::Graph;
use super::{LowerError, Lowered};
use crate::ast::{BlockId, ConstId, ConstKind, Function, Inst, InstKind, LocalId, Operand, Switch};

/// One operand of a phi.
#[derive(Clone, Copy)]
struct Edge {
    from: BlockId,
    to: BlockId,
    phi: LocalId,
    operand: Operand,
}

/// All operands of phis, by the block they come from and the block of the phi.
pub(super) struct Incoming {
    edges: Vec<Edge>,
    /// Where the edges from each block start.
    starts: Vec<u32>,
}

impl Incoming {
    pub fn new(function: &Function, graph: &Graph) -> Incoming {
        let mut edges = Vec::new();
        for (at, block) in function.blocks.iter().enumerate() {
            let to = BlockId(at as u32);
            if !graph.is_reachable(to) {
                continue;
            }
            for inst in &block.insts {
                let (InstKind::Phi { incoming, .. }, Some(phi)) = (&inst.kind, inst.result) else {
                    continue;
                };
                let operands = incoming.iter();
                edges.extend(operands.map(|&(operand, from)| Edge { from, to, phi, operand }));
            }
        }
        edges.sort_by_key(|edge| (edge.from, edge.to));
        let mut starts = vec![0u32; function.blocks.len() + 1];
        for edge in &edges {
            starts[edge.from.0 as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Incoming { edges, starts }
    }

    /// The operands of the phis of `to` that come from `from`, in the order of the phis.
    fn between(&self, from: BlockId, to: BlockId) -> &[Edge] {
        let at = from.0 as usize;
        let edges = &self.edges[self.starts[at] as usize..self.starts[at + 1] as usize];
        let first = edges.partition_point(|edge| edge.to < to);
        let count = edges[first..].partition_point(|edge| edge.to == to);
        &edges[first..first + count]
    }
}

/// The targets of a computed goto, each once: clang lists one for every time it is taken.
pub(super) fn distinct(targets: &[BlockId]) -> Vec<BlockId> {
    let mut seen = FxHashSet::default();
    targets.iter().copied().filter(|&target| seen.insert(target)).collect()
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// A jump from the block being lowered.
    fn jump(&mut self, to: BlockId) -> Lowered<BlockCall> {
        let number = self.graph.numbers.get(to.0 as usize).copied().flatten();
        let block = number.ok_or_else(|| LowerError::new("a jump to no block"))?;
        let mut args = Vec::new();
        let edges: Vec<Edge> = self.incoming.between(self.from, to).to_vec();
        let mut last = None;
        for edge in edges {
            if last == Some(edge.phi) {
                continue;
            }
            last = Some(edge.phi);
            // A phi whose type has no values has no parameters either.
            if self.cx.shapes.shape(self.function.local(edge.phi).ty).is_none() {
                continue;
            }
            let flat = self.operand(edge.operand)?;
            args.extend_from_slice(self.values(flat));
        }
        let params = &self.body.blocks[block].params;
        let fits = params.len() == args.len()
            && params.iter().zip(&args).all(|(&param, &arg)| self.ty(param) == self.ty(arg));
        if !fits {
            return Err(LowerError::new("a phi without a value for a predecessor"));
        }
        Ok(BlockCall { block, args })
    }

    fn terminate(&mut self, terminator: Terminator) {
        if let Some(id) = terminator.branch() {
            self.body.branches[id].loc = self.loc;
        }
        self.body.terminate(self.block, terminator, self.loc);
    }

    fn branch_id(&self) -> Lowered<pathweave_ir::Branch> {
        let id = self.branches[self.from.0 as usize];
        id.ok_or_else(|| LowerError::new("a decision in an unreachable block"))
    }

    pub(super) fn lower_terminator(&mut self, inst: &'m Inst) -> Lowered<()> {
        let terminator = match &inst.kind {
            InstKind::Ret(value) => Terminator::Return(self.returned(*value)?),
            InstKind::Br(to) => Terminator::Jump(self.jump(*to)?),
            InstKind::CondBr { cond, then, otherwise } => {
                let cond = self.scalar(*cond)?;
                if self.ty(cond) != Type::BOOL {
                    return Err(LowerError::new("a branch on something other than i1"));
                }
                let (then, other) = (self.jump(*then)?, self.jump(*otherwise)?);
                Terminator::Branch { cond, then, other, id: self.branch_id()? }
            }
            InstKind::Switch(switch) => self.lower_switch(switch)?,
            InstKind::IndirectBr { address, targets } => {
                let addr = self.pointer(*address)?;
                let targets = distinct(targets);
                let targets =
                    targets.into_iter().map(|to| self.jump(to)).collect::<Lowered<_>>()?;
                Terminator::IndirectJump { addr, targets, id: self.branch_id()? }
            }
            InstKind::Invoke(invoke) => {
                self.lower_call(&invoke.call, inst.result)?;
                Terminator::Jump(self.jump(invoke.normal)?)
            }
            InstKind::CallBr { call, fallthrough, .. } => {
                self.lower_call(call, inst.result)?;
                Terminator::Jump(self.jump(*fallthrough)?)
            }
            InstKind::Resume(_) => return Err(LowerError::unsupported("resume")),
            InstKind::Unreachable => Terminator::Unreachable,
            InstKind::Unsupported { text, .. } => {
                return Err(LowerError::unsupported(self.module.text(*text)));
            }
            _ => return Err(LowerError::new("a block without an end")),
        };
        self.terminate(terminator);
        Ok(())
    }

    fn returned(&mut self, value: Option<Operand>) -> Lowered<Vec<Value>> {
        let values = match value {
            Some(operand) => {
                let flat = self.operand(operand)?;
                self.values(flat).to_vec()
            }
            None => Vec::new(),
        };
        let shape = self.shape(self.function.ret)?;
        let fits = values.len() == shape.len()
            && values.iter().zip(&shape.leaves).all(|(&value, leaf)| self.ty(value) == leaf.ty);
        if fits { Ok(values) } else { Err(LowerError::new("a result of another type")) }
    }

    fn lower_switch(&mut self, switch: &Switch) -> Lowered<Terminator> {
        let value = self.scalar(switch.value)?;
        let Type::Int(width) = self.ty(value) else {
            return Err(LowerError::new("a switch on something other than an integer"));
        };
        let mut cases = Vec::with_capacity(switch.cases.len());
        let mut seen = FxHashSet::default();
        for &(constant, to) in &switch.cases {
            let value = self.case_value(constant, width)?;
            if !seen.insert(value.clone()) {
                return Err(LowerError::new("a switch with two cases of one value"));
            }
            cases.push(SwitchCase { value, target: self.jump(to)? });
        }
        let default = self.jump(switch.default)?;
        Ok(Terminator::Switch { value, cases, default, id: self.branch_id()? })
    }

    fn case_value(&mut self, id: ConstId, width: u32) -> Lowered<BitVec> {
        let bits = match &self.module.constant(id).kind {
            ConstKind::Int(bits) => BitVec::from_u64(width, *bits),
            ConstKind::WideInt(limbs) => BitVec::from_limbs(width, limbs),
            _ => {
                let flat = self.constant(id)?;
                match self.values(flat).first().and_then(|&value| self.body.constant(value)) {
                    Some(Constant::Int(bits)) if bits.width() == width => bits.clone(),
                    _ => return Err(LowerError::new("a case that is not a number")),
                }
            }
        };
        Ok(bits)
    }
}
