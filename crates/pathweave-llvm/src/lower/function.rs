//! One function's body: locals, blocks in order, places.
//!
//! Blocks are lowered in reverse postorder, so that every definition is met before the uses it
//! dominates; a use that is met first, or is not dominated, is an error of the module. Flattened
//! values live in one arena per function and are passed around as ranges of it.

use pathweave_ir::{
    Block, Body, Branch, BranchData, Entity, Func, Loc, Name, Origin, Terminator, Type, Value,
};
use rustc_hash::FxHashMap;

use super::block::{Incoming, distinct};
use super::declare::Symbol;
use super::graph::Graph;
use super::shape::Shape;
use super::{LowerError, Lowered, Lowerer, Severity};
use crate::ast;
use crate::ast::{
    BlockId, DbgKind, GlobalId, Inst, InstKind, LocalId, MdValue, Module, Operand, TypeId,
};
use std::rc::Rc;

/// A value as its scalars: a range of the function's arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Flat {
    pub start: u32,
    pub len: u32,
}

impl Flat {
    /// How many scalars it has.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Part of it.
    pub fn part(self, first: usize, count: usize) -> Option<Flat> {
        (first.checked_add(count)? <= self.len())
            .then_some(Flat { start: self.start + first as u32, len: count as u32 })
    }
}

/// What is known of a local so far.
#[derive(Clone, Copy)]
enum LocalState {
    /// Its definition has not been met.
    Unknown,
    /// Its value, and the block it is defined in.
    Known(Flat, BlockId),
    /// Its type cannot be flattened.
    Unshaped,
}

/// Lowers one function.
pub(super) struct FunctionLowerer<'a, 'm> {
    pub cx: &'a mut Lowerer<'m>,
    pub module: &'m Module,
    pub function: &'m ast::Function,
    pub graph: &'a Graph,
    pub body: Body,
    pub arena: Vec<Value>,
    locals: Vec<LocalState>,
    /// The operands of phis, by the block they come from.
    pub incoming: Incoming,
    /// The ids of decisions, by block.
    pub branches: Vec<Option<Branch>>,
    /// Names of stack slots from the debug information.
    pub names: FxHashMap<LocalId, Name>,
    /// The block being lowered, in the body and in the module.
    pub block: Block,
    pub from: BlockId,
    /// The place of the instruction being lowered.
    pub loc: Loc,
    /// The block of extra arguments of a variadic function.
    pub extra: Option<Value>,
    /// What undefined constants are. Those of the C library are the compiler's own making (the result of a loop on the
    /// way out of it that has none), which may be any number: zeros.
    pub undefined_is_zero: bool,
}

impl<'m> Lowerer<'m> {
    pub(super) fn define_functions(&mut self) -> Lowered<()> {
        let module = self.module;
        for (at, global) in module.globals.iter().enumerate() {
            let (Some(function), Symbol::Func(func)) = (global.function(), &self.symbols[at])
            else {
                continue;
            };
            let func = *func;
            if !function.is_definition() {
                continue;
            }
            let body = self.define_function(GlobalId(at as u32), func, function);
            let body = body.map_err(|error| error.in_symbol(module, global))?;
            self.program.functions[func].body = Some(body);
        }
        Ok(())
    }

    fn define_function(
        &mut self,
        id: GlobalId,
        func: Func,
        function: &'m ast::Function,
    ) -> Lowered<Body> {
        let graph = match self.graphs.get(&id.0) {
            Some(graph) => Rc::clone(graph),
            None => Rc::new(Graph::new(function, &[])?),
        };
        let unshaped = function.params.iter().map(|p| p.ty).chain([function.ret]);
        if unshaped.into_iter().any(|ty| self.shapes.shape(ty).is_none()) {
            let what = "a parameter or result too large to be passed".to_owned();
            let mut body = self.failing_body(func, what);
            // Addresses of its blocks must still mean something.
            for _ in 1..graph.numbers.iter().flatten().count() {
                body.make_block(self.function_loc(func));
            }
            Ok(body)
        } else {
            self.define_body(func, function, &graph)
        }
    }

    fn define_body(
        &mut self,
        func: Func,
        function: &'m ast::Function,
        graph: &Graph,
    ) -> Lowered<Body> {
        self.epoch += 1;
        let loc = self.function_loc(func);
        let module = self.module;
        let mut lowerer = FunctionLowerer {
            module,
            function,
            graph,
            body: Body::default(),
            arena: Vec::with_capacity(function.locals.len() * 2),
            locals: vec![LocalState::Unknown; function.locals.len()],
            incoming: Incoming::new(function, graph),
            branches: vec![None; function.blocks.len()],
            names: FxHashMap::default(),
            block: Block::from_index(0),
            from: BlockId(0),
            loc,
            extra: None,
            undefined_is_zero: self.program.functions[func].origin == Origin::Library,
            cx: self,
        };
        lowerer.make_blocks(loc);
        lowerer.name_slots();
        lowerer.make_params(func)?;
        for &block in &graph.order {
            lowerer.make_phis(block)?;
        }
        for &block in &graph.order {
            lowerer.lower_block(block, loc)?;
        }
        Ok(lowerer.body)
    }
}

impl<'m> FunctionLowerer<'_, 'm> {
    /// Makes the blocks that are kept, and numbers the decisions in the order of the text.
    fn make_blocks(&mut self, loc: Loc) {
        for (at, block) in self.function.blocks.iter().enumerate() {
            if self.graph.numbers[at].is_none() {
                continue;
            }
            self.body.make_block(loc);
            let Some(last) = block.insts.last() else { continue };
            let outcomes = match &last.kind {
                InstKind::CondBr { .. } => 2,
                InstKind::Switch(switch) => switch.cases.len() + 1,
                InstKind::IndirectBr { targets, .. } => distinct(targets).len(),
                _ => continue,
            };
            if self.graph.is_reachable(BlockId(at as u32)) {
                let data = BranchData { loc, outcomes: outcomes as u32 };
                self.branches[at] = Some(self.body.branches.push(data));
            }
        }
    }

    /// Finds the source names of stack slots.
    fn name_slots(&mut self) {
        let insts = self.function.blocks.iter().flat_map(|block| &block.insts);
        for inst in insts {
            let InstKind::Dbg(record) = &inst.kind else { continue };
            if record.kind != DbgKind::Declare {
                continue;
            }
            let (MdValue::Local(local), Some(variable)) = (&record.value, record.variable) else {
                continue;
            };
            let program = &mut self.cx.program;
            if let Some(name) = self.cx.sources.variable_name(program, variable) {
                self.names.entry(*local).or_insert(name);
            }
        }
    }

    fn make_params(&mut self, func: Func) -> Lowered<()> {
        let entry = self.body.entry();
        let function = self.function;
        for (at, param) in function.params.iter().enumerate() {
            let shape = self.shape(param.ty)?;
            let start = self.arena.len();
            for leaf in &shape.leaves {
                let value = self.body.add_param(entry, leaf.ty);
                self.arena.push(value);
            }
            let flat = self.flat_from(start);
            self.define(Some(LocalId(at as u32)), flat)?;
        }
        if function.varargs {
            self.extra = Some(self.body.add_param(entry, Type::Ptr));
        }
        let params = &self.cx.program.functions[func].signature.params;
        if params.len() != self.body.blocks[entry].params.len() {
            return Err(LowerError::new("parameters that do not fit the function's type"));
        }
        Ok(())
    }

    /// The scalars of a type, or the reason to fail when executed.
    pub(super) fn shape(&mut self, ty: TypeId) -> Lowered<Rc<Shape>> {
        self.cx
            .shapes
            .shape(ty)
            .ok_or_else(|| LowerError::unsupported("a value that is scalable, opaque or too large"))
    }

    /// The type of an operand.
    pub(super) fn operand_type(&self, operand: Operand) -> TypeId {
        self.module.operand_type(self.function, operand)
    }

    /// The scalars of an operand.
    pub(super) fn operand(&mut self, operand: Operand) -> Lowered<Flat> {
        match operand {
            Operand::Local(local) => self.local(local),
            Operand::Const(constant) => self.constant(constant),
            Operand::Metadata(_) => Err(LowerError::unsupported("metadata as a value")),
        }
    }

    /// An operand that is one scalar.
    pub(super) fn scalar(&mut self, operand: Operand) -> Lowered<Value> {
        let flat = self.operand(operand)?;
        match flat.len {
            1 => Ok(self.at(flat, 0)),
            _ => Err(LowerError::new("an aggregate or vector where a scalar is needed")),
        }
    }

    /// An operand that is one pointer.
    pub(super) fn pointer(&mut self, operand: Operand) -> Lowered<Value> {
        let value = self.scalar(operand)?;
        match self.ty(value) {
            Type::Ptr => Ok(value),
            other => Err(LowerError::new(format!("{other} where a pointer is needed"))),
        }
    }

    fn local(&mut self, local: LocalId) -> Lowered<Flat> {
        match self.locals[local.0 as usize] {
            LocalState::Known(flat, block)
                if block == self.from || self.graph.dominates(block, self.from) =>
            {
                Ok(flat)
            }
            LocalState::Unshaped => {
                Err(LowerError::unsupported("a value that is scalable, opaque or too large"))
            }
            _ => {
                let name = self.module.text(self.function.local(local).name);
                Err(LowerError::new(format!("`%{name}` is used where it is not defined")))
            }
        }
    }

    /// Gives a local its value, in the block being lowered.
    pub(super) fn define(&mut self, result: Option<LocalId>, flat: Flat) -> Lowered<()> {
        let Some(local) = result else { return Ok(()) };
        let shape = self.shape(self.function.local(local).ty)?;
        let fits = flat.len() == shape.len()
            && shape
                .leaves
                .iter()
                .enumerate()
                .all(|(k, leaf)| self.ty(self.at(flat, k)) == leaf.ty);
        if !fits {
            let name = self.module.text(self.function.local(local).name);
            return Err(LowerError::new(format!("`%{name}` is not of its type")));
        }
        self.locals[local.0 as usize] = LocalState::Known(flat, self.from);
        Ok(())
    }

    /// Gives a local the undefined value, if its type has values.
    fn define_undef(&mut self, result: Option<LocalId>) -> Lowered<()> {
        let Some(local) = result else { return Ok(()) };
        let Some(shape) = self.cx.shapes.shape(self.function.local(local).ty) else {
            self.locals[local.0 as usize] = LocalState::Unshaped;
            return Ok(());
        };
        let values: Vec<Value> = shape.leaves.iter().map(|l| self.body.make_undef(l.ty)).collect();
        let flat = self.collect(&values);
        self.define(result, flat)
    }

    fn make_phis(&mut self, block: BlockId) -> Lowered<()> {
        let Some(number) = self.graph.numbers[block.0 as usize] else { return Ok(()) };
        self.from = block;
        let insts = &self.function.block(block).insts;
        for inst in insts {
            let InstKind::Phi { ty, .. } = &inst.kind else { continue };
            let Some(shape) = self.cx.shapes.shape(*ty) else {
                self.define_undef(inst.result)?;
                continue;
            };
            let start = self.arena.len();
            for leaf in &shape.leaves {
                let value = self.body.add_param(number, leaf.ty);
                self.arena.push(value);
            }
            let flat = self.flat_from(start);
            self.define(inst.result, flat).map_err(|error| error.at_line(inst.line))?;
        }
        Ok(())
    }

    fn lower_block(&mut self, block: BlockId, loc: Loc) -> Lowered<()> {
        let Some(number) = self.graph.numbers[block.0 as usize] else { return Ok(()) };
        self.block = number;
        self.from = block;
        self.loc = loc;
        let function = self.function;
        let mut phis_over = false;
        for inst in &function.block(block).insts {
            match inst.kind {
                InstKind::Dbg(_) => continue,
                InstKind::Phi { .. } if !phis_over => continue,
                InstKind::Phi { .. } => {
                    return Err(
                        LowerError::new("a phi after other instructions").at_line(inst.line)
                    );
                }
                _ => phis_over = true,
            }
            if let Some(dbg) = inst.dbg
                && let Some(found) = self.cx.sources.loc(&mut self.cx.program, dbg)
            {
                self.loc = found;
            }
            self.lower_or_fail(inst).map_err(|error| error.at_line(inst.line))?;
        }
        Ok(())
    }

    /// Lowers an instruction; what is not supported becomes one that fails.
    fn lower_or_fail(&mut self, inst: &'m Inst) -> Lowered<()> {
        let terminator = inst.kind.is_terminator();
        let lowered = if terminator { self.lower_terminator(inst) } else { self.lower_inst(inst) };
        let Err(error) = lowered else { return Ok(()) };
        if error.severity == Severity::Malformed {
            return Err(error);
        }
        self.emit_unsupported(&error.message, &[]);
        if terminator {
            let block = self.block;
            self.body.terminate(block, Terminator::Unreachable, self.loc);
        }
        self.define_undef(inst.result)
    }
}
