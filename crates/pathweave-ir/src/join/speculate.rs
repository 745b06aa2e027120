//! What may be computed needlessly.
//!
//! The invariant that is easy to break: an instruction that is allowed here never stops a path,
//! whatever its operands are, and changes nothing.

use crate::promote::RETURNING_TWICE;
use crate::{
    BinaryOp, Body, Callee, CastOp, Constant, Entity, Func, FunctionData, Inst, InstKind, Program,
    Terminator, Type, UnaryOp, Value, ValueDef,
};

/// So many instructions of a block are computed needlessly at most, and of a callee.
const MOST: usize = 64;

/// What is known about a program's functions and globals.
pub(super) struct Speculation {
    /// By function: how many instructions a call takes, if it may be made needlessly.
    callees: Vec<Option<usize>>,
    /// By global: its size, if it has contents.
    sizes: Vec<u64>,
    overflow: bool,
}

impl Speculation {
    pub(super) fn new(program: &Program, overflow: bool) -> Self {
        let size = |data: &crate::GlobalData| if data.init.is_some() { data.size } else { 0 };
        Self {
            callees: vec![None; program.functions.len()],
            sizes: program.globals.values().map(size).collect(),
            overflow,
        }
    }

    /// Whether a function calls one that returns twice.
    pub(super) fn returns_twice(&self, program: &Program, func: Func) -> bool {
        let is_such = |data: &InstKind| match data {
            InstKind::Call { callee: Callee::Direct(callee), .. } => {
                RETURNING_TWICE.contains(&program.functions[*callee].source_name.as_str())
            }
            _ => false,
        };
        let body = program.functions[func].body.as_ref();
        body.is_some_and(|body| body.insts.values().any(|data| is_such(&data.kind)))
    }

    /// Sees whether calls of a function may be made needlessly.
    pub(super) fn consider(&mut self, func: Func, data: &FunctionData, body: &Body) {
        let entry = &body.blocks[body.entry()];
        let is_word = |ty: &Type| matches!(ty, Type::Int(_));
        let keeps_promises = !self.overflow
            || entry.insts.iter().all(|&inst| match body.insts[inst].kind {
                InstKind::Binary { flags, .. } => !flags.no_signed_wrap,
                _ => true,
            });
        if matches!(entry.terminator, Terminator::Return(_))
            && !data.signature.variadic
            && data.signature.results.iter().all(is_word)
            && keeps_promises
            && let Some(size) = self.size(body, &entry.insts)
        {
            self.callees[func.index()] = Some(size + 1);
        }
    }

    /// Whether all of some instructions may be computed needlessly.
    pub(super) fn allows(&self, body: &Body, insts: &[Inst]) -> bool {
        self.size(body, insts).is_some()
    }

    fn size(&self, body: &Body, insts: &[Inst]) -> Option<usize> {
        let mut size = 0;
        for &inst in insts {
            size += self.cost(body, inst)?;
        }
        (size <= MOST).then_some(size)
    }

    /// How many instructions one takes; `None` for one that may fail or has an effect.
    fn cost(&self, body: &Body, inst: Inst) -> Option<usize> {
        let data = &body.insts[inst];
        let number = |value: Value| match body.constant(value) {
            Some(Constant::Int(bits)) => Some(bits),
            _ => None,
        };
        let allowed = match &data.kind {
            InstKind::Binary { op, rhs, .. } if op.is_division() => {
                let is_signed = matches!(op, BinaryOp::SDiv | BinaryOp::SRem);
                number(*rhs).is_some_and(|by| !(by.is_zero() || is_signed && by.is_ones()))
            }
            InstKind::Binary { op, rhs, .. } if op.is_shift() => {
                let width = u64::from(body.ty(*rhs).bits());
                number(*rhs).is_some_and(|by| by.width() <= 64 && by.low_u64() < width)
            }
            InstKind::Binary { op, .. } => !op.is_float(),
            InstKind::Unary { op, .. } => !op.is_float() && *op != UnaryOp::Freeze,
            InstKind::Cast { op, .. } => {
                matches!(op, CastOp::Trunc | CastOp::ZExt | CastOp::SExt)
            }
            InstKind::Select { then, .. } => matches!(body.ty(*then), Type::Int(_)),
            InstKind::Overflow { .. }
            | InstKind::IntCompare { .. }
            | InstKind::FunnelShift { .. }
            | InstKind::Offset { .. } => true,
            InstKind::Load { addr, volatile: false, .. } => {
                let ty = body.ty(data.results.first);
                matches!(ty, Type::Int(_)) && self.is_inside(body, *addr, ty.bytes())
            }
            InstKind::Call { callee: Callee::Direct(func), variadic: None, .. } => {
                return self.callees[func.index()];
            }
            _ => false,
        };
        allowed.then_some(1)
    }

    /// Whether so many bytes at an address are surely inside a global.
    fn is_inside(&self, body: &Body, addr: Value, size: u64) -> bool {
        let mut at = addr;
        let mut sum = 0_i64;
        // Offsets that are constants.
        for _ in 0..8 {
            match &body.values[at].def {
                ValueDef::Const(Constant::GlobalAddr(global, offset)) => {
                    let Some(from) = sum.checked_add(*offset) else { return false };
                    let Ok(from) = u64::try_from(from) else { return false };
                    let end = from.saturating_add(size);
                    return end <= self.sizes[global.index()];
                }
                ValueDef::Inst(inst, _) => match &body.insts[*inst].kind {
                    InstKind::Offset { base, index: None, displacement, .. } => {
                        let Some(next) = sum.checked_add(*displacement) else { return false };
                        (at, sum) = (*base, next);
                    }
                    _ => return false,
                },
                _ => return false,
            }
        }
        false
    }
}
