//! Every handle in a function, once: the one place that knows where they are.
//!
//! Used to find what a function refers to, and to translate it into another module.

use crate::ast::{
    AttrGroupId, Call, Callee, Clause, ConstId, Function, GlobalId, Inst, InstKind, MdId, MdValue,
    Operand, ParamAttrs, Sym, TypeId,
};

/// What to do with each handle.
pub(super) trait Visitor {
    fn ty(&mut self, _: &mut TypeId) {}
    fn constant(&mut self, _: &mut ConstId) {}
    fn global(&mut self, _: &mut GlobalId) {}
    fn symbol(&mut self, _: &mut Sym) {}
    fn group(&mut self, _: &mut AttrGroupId) {}
    fn metadata(&mut self, _: &mut MdId) {}
    /// Metadata that stands for a value; it may be lost.
    fn metadata_value(&mut self, _: &mut MdValue) {}
}

pub(super) fn visit_function(function: &mut Function, visitor: &mut impl Visitor) {
    visitor.ty(&mut function.ty);
    visitor.ty(&mut function.ret);
    visit_attrs(&mut function.ret_attrs, visitor);
    for param in &mut function.params {
        visitor.ty(&mut param.ty);
        visit_attrs(&mut param.attrs, visitor);
    }
    for group in &mut function.groups {
        visitor.group(group);
    }
    if let Some(personality) = &mut function.personality {
        visitor.constant(personality);
    }
    if let Some(dbg) = &mut function.dbg {
        visitor.metadata(dbg);
    }
    for local in &mut function.locals {
        visitor.symbol(&mut local.name);
        visitor.ty(&mut local.ty);
    }
    for block in &mut function.blocks {
        visitor.symbol(&mut block.name);
        for inst in &mut block.insts {
            visit_inst(inst, visitor);
        }
    }
}

fn visit_attrs(attrs: &mut ParamAttrs, visitor: &mut impl Visitor) {
    if let Some((_, ty)) = &mut attrs.memory {
        visitor.ty(ty);
    }
}

fn visit_operand(operand: &mut Operand, visitor: &mut impl Visitor) {
    match operand {
        Operand::Local(_) => {}
        Operand::Const(constant) => visitor.constant(constant),
        Operand::Metadata(node) => visitor.metadata(node),
    }
}

fn visit_call(call: &mut Call, visitor: &mut impl Visitor) {
    visitor.ty(&mut call.ty);
    visitor.ty(&mut call.ret);
    visit_attrs(&mut call.ret_attrs, visitor);
    match &mut call.callee {
        Callee::Global(global) => visitor.global(global),
        Callee::Value(value) => visit_operand(value, visitor),
        Callee::Asm(asm) => {
            visitor.symbol(&mut asm.template);
            visitor.symbol(&mut asm.constraints);
        }
    }
    for arg in &mut call.args {
        visitor.ty(&mut arg.ty);
        visit_operand(&mut arg.value, visitor);
        visit_attrs(&mut arg.attrs, visitor);
    }
    if let Some(group) = &mut call.group {
        visitor.group(group);
    }
}

fn visit_inst(inst: &mut Inst, visitor: &mut impl Visitor) {
    if let Some(dbg) = &mut inst.dbg {
        visitor.metadata(dbg);
    }
    for operand in operands(&mut inst.kind).into_iter().flatten() {
        visit_operand(operand, visitor);
    }
    visit_rest(&mut inst.kind, visitor);
}

/// The operands of instructions that have at most three.
fn operands(kind: &mut InstKind) -> [Option<&mut Operand>; 3] {
    match kind {
        InstKind::Ret(Some(a))
        | InstKind::Resume(a)
        | InstKind::FNeg(_, a)
        | InstKind::Freeze(a)
        | InstKind::CondBr { cond: a, .. }
        | InstKind::IndirectBr { address: a, .. }
        | InstKind::Cast { value: a, .. }
        | InstKind::Alloca { count: Some(a), .. }
        | InstKind::ExtractValue { aggregate: a, .. }
        | InstKind::VaArg { list: a, .. } => [Some(a), None, None],
        InstKind::Binary { lhs, rhs, .. }
        | InstKind::ICmp { lhs, rhs, .. }
        | InstKind::FCmp { lhs, rhs, .. } => [Some(lhs), Some(rhs), None],
        InstKind::InsertValue { aggregate, value, .. } => [Some(aggregate), Some(value), None],
        InstKind::ExtractElement { vector, index } => [Some(vector), Some(index), None],
        InstKind::Select { cond, then, otherwise } => [Some(cond), Some(then), Some(otherwise)],
        InstKind::InsertElement { vector, value, index } => {
            [Some(vector), Some(value), Some(index)]
        }
        InstKind::ShuffleVector { lhs, rhs, mask } => [Some(lhs), Some(rhs), Some(mask)],
        InstKind::Switch(switch) => [Some(&mut switch.value), None, None],
        InstKind::Load(load) => [Some(&mut load.ptr), None, None],
        InstKind::Store(store) => [Some(&mut store.value), Some(&mut store.ptr), None],
        InstKind::Gep(gep) => [Some(&mut gep.base), None, None],
        InstKind::CmpXchg(cas) => [Some(&mut cas.ptr), Some(&mut cas.expected), Some(&mut cas.new)],
        InstKind::Rmw(rmw) => [Some(&mut rmw.ptr), Some(&mut rmw.value), None],
        InstKind::Ret(None)
        | InstKind::Br(_)
        | InstKind::Invoke(_)
        | InstKind::CallBr { .. }
        | InstKind::Unreachable
        | InstKind::Phi { .. }
        | InstKind::Alloca { count: None, .. }
        | InstKind::Fence(_)
        | InstKind::Call(_)
        | InstKind::LandingPad { .. }
        | InstKind::Dbg(_)
        | InstKind::Unsupported { .. } => [None, None, None],
    }
}

/// Everything but the operands above.
fn visit_rest(kind: &mut InstKind, visitor: &mut impl Visitor) {
    match kind {
        InstKind::Switch(switch) => {
            for (case, _) in &mut switch.cases {
                visitor.constant(case);
            }
        }
        InstKind::Invoke(invoke) => visit_call(&mut invoke.call, visitor),
        InstKind::CallBr { call, .. } | InstKind::Call(call) => visit_call(call, visitor),
        InstKind::Cast { to: ty, .. }
        | InstKind::Alloca { ty, .. }
        | InstKind::VaArg { ty, .. } => visitor.ty(ty),
        InstKind::Phi { ty, incoming } => {
            visitor.ty(ty);
            for (value, _) in incoming {
                visit_operand(value, visitor);
            }
        }
        InstKind::Load(load) => visitor.ty(&mut load.ty),
        InstKind::Gep(gep) => {
            visitor.ty(&mut gep.source);
            for index in &mut gep.indices {
                visit_operand(index, visitor);
            }
        }
        InstKind::LandingPad { ty, clauses, .. } => {
            visitor.ty(ty);
            for clause in clauses {
                let (Clause::Catch(value) | Clause::Filter(value)) = clause;
                visit_operand(value, visitor);
            }
        }
        InstKind::Dbg(record) => {
            visitor.metadata_value(&mut record.value);
            let nodes = [&mut record.variable, &mut record.expression];
            for node in nodes.into_iter().flatten() {
                visitor.metadata(node);
            }
        }
        InstKind::Unsupported { text, .. } => visitor.symbol(text),
        _ => {}
    }
}

/// The parts and globals of a constant.
pub(super) fn visit_constant(kind: &mut crate::ast::ConstKind, visitor: &mut impl Visitor) {
    use crate::ast::ConstKind;
    match kind {
        ConstKind::Aggregate(parts) => parts.iter_mut().for_each(|p| visitor.constant(p)),
        ConstKind::Splat(part) | ConstKind::PtrAuth(part) => visitor.constant(part),
        ConstKind::Global(id)
        | ConstKind::DsoLocalEquivalent(id)
        | ConstKind::NoCfi(id)
        | ConstKind::BlockAddress { function: id, .. } => visitor.global(id),
        ConstKind::Expr(expr) => visit_expression(expr, visitor),
        ConstKind::Int(_)
        | ConstKind::WideInt(_)
        | ConstKind::Float(_)
        | ConstKind::WideFloat(_)
        | ConstKind::Null
        | ConstKind::Zero
        | ConstKind::Undef
        | ConstKind::Poison
        | ConstKind::None
        | ConstKind::Bytes(_) => {}
    }
}

fn visit_expression(expr: &mut crate::ast::ConstExpr, visitor: &mut impl Visitor) {
    use crate::ast::ConstExpr;
    match expr {
        ConstExpr::Gep { source, base, indices, .. } => {
            visitor.ty(source);
            visitor.constant(base);
            indices.iter_mut().for_each(|index| visitor.constant(index));
        }
        ConstExpr::Cast(_, a) | ConstExpr::FNeg(a) | ConstExpr::ExtractValue(a, _) => {
            visitor.constant(a);
        }
        ConstExpr::Binary(_, _, a, b)
        | ConstExpr::ICmp(_, a, b)
        | ConstExpr::FCmp(_, a, b)
        | ConstExpr::ExtractElement(a, b)
        | ConstExpr::InsertValue(a, b, _) => {
            visitor.constant(a);
            visitor.constant(b);
        }
        ConstExpr::Select(a, b, c)
        | ConstExpr::InsertElement(a, b, c)
        | ConstExpr::ShuffleVector(a, b, c) => {
            visitor.constant(a);
            visitor.constant(b);
            visitor.constant(c);
        }
    }
}
