//! Function bodies: blocks, instructions, terminators, constants inside them.
//!
//! A constant stands where it is used, without its type where the place says what type it takes,
//! with it elsewhere. The parser expects exactly the same types at the same places: the rules are
//! those of `docs/ir.md`, and both sides must change together.

use super::{Printer, write_list, write_offset, write_quoted};
use crate::{
    ArithFlags, BlockCall, BlockData, Body, BranchData, Callee, Constant, Entity, InstData,
    InstKind, LifetimePoint, Overlap, Results, Terminator, Type, Value, ValueDef,
};
use pathweave_bits::BitVec;
use std::fmt::{self, Write};

/// Integers wider than this are written in hexadecimal.
const DECIMAL_BITS: u32 = 128;

type Out<'o> = &'o mut dyn Write;

impl Printer<'_> {
    pub(super) fn body(&self, f: Out<'_>, body: &Body, results: &[Type]) -> fmt::Result {
        self.branches(f, body)?;
        for (block, data) in body.blocks.iter() {
            write!(f, "{block}")?;
            if block != body.entry() && !data.params.is_empty() {
                f.write_char('(')?;
                write_list(f, &data.params, |f, &v| definition(f, body, v))?;
                f.write_char(')')?;
            }
            f.write_str(":\n")?;
            self.block(f, body, data, results)?;
        }
        Ok(())
    }

    fn block(&self, f: Out<'_>, body: &Body, data: &BlockData, results: &[Type]) -> fmt::Result {
        for &inst in &data.insts {
            f.write_str("  ")?;
            match body.insts.get(inst) {
                Some(data) => {
                    self.inst(f, body, data)?;
                    self.loc(f, data.loc)?;
                }
                None => write!(f, "{inst}")?,
            }
            f.write_char('\n')?;
        }
        f.write_str("  ")?;
        self.terminator(f, body, &data.terminator, results)?;
        self.loc(f, data.terminator_loc)?;
        f.write_char('\n')
    }

    /// Lists the decisions that do not follow from the terminators.
    fn branches(&self, f: Out<'_>, body: &Body) -> fmt::Result {
        let mut implied = vec![None; body.branches.len()];
        for data in body.blocks.values() {
            let id = data.terminator.branch().map(|id| id.index());
            if let Some(slot) = id.and_then(|id| implied.get_mut(id)) {
                let outcomes = data.terminator.targets().count() as u32;
                *slot = Some(BranchData { loc: data.terminator_loc, outcomes });
            }
        }
        for ((id, data), implied) in body.branches.iter().zip(implied) {
            if implied != Some(*data) {
                write!(f, "  branch {id} {}", data.outcomes)?;
                self.loc(f, data.loc)?;
                f.write_char('\n')?;
            }
        }
        Ok(())
    }

    pub(super) fn inst(&self, f: Out<'_>, body: &Body, data: &InstData) -> fmt::Result {
        let Results { first, count } = data.results;
        if count > 0 && first.index() + count as usize > body.values.len() {
            // Only in a broken body, where the range may be anything.
            write!(f, "<{count} results from {first}> = ")?;
        } else if count > 0 {
            write_list(f, data.results.iter(), |f, v| definition(f, body, v))?;
            f.write_str(" = ")?;
        }
        let ty = (data.results.count > 0)
            .then(|| body.values.get(data.results.first).map(|v| v.ty))
            .flatten();
        self.kind(f, body, &data.kind, ty)
    }

    fn kind(&self, f: Out<'_>, body: &Body, kind: &InstKind, ty: Option<Type>) -> fmt::Result {
        let same = |f: Out<'_>, args: &[Value]| self.operands(f, body, args, ty);
        let plain = |f: Out<'_>, args: &[Value]| self.operands(f, body, args, None);
        match kind {
            InstKind::Unary { op, arg } => {
                write!(f, "{} ", op.name())?;
                same(f, &[*arg])
            }
            InstKind::Binary { op, flags, lhs, rhs } => {
                f.write_str(op.name())?;
                write_flags(f, *flags)?;
                same(f, &[*lhs, *rhs])
            }
            InstKind::Overflow { op, lhs, rhs } => {
                write!(f, "{} ", op.name())?;
                same(f, &[*lhs, *rhs])
            }
            InstKind::IntCompare { predicate, lhs, rhs } => {
                write!(f, "icmp.{} ", predicate.name())?;
                plain(f, &[*lhs, *rhs])
            }
            InstKind::FloatCompare { predicate, lhs, rhs } => {
                write!(f, "fcmp.{} ", predicate.name())?;
                plain(f, &[*lhs, *rhs])
            }
            InstKind::Cast { op, arg } => {
                write!(f, "{} ", op.name())?;
                plain(f, &[*arg])
            }
            InstKind::Select { cond, then, other } => {
                f.write_str("select ")?;
                self.operand(f, body, *cond, Some(Type::BOOL))?;
                f.write_str(", ")?;
                same(f, &[*then, *other])
            }
            InstKind::FusedMulAdd { a, b, c } => {
                f.write_str("fma ")?;
                same(f, &[*a, *b, *c])
            }
            InstKind::FunnelShift { left, hi, lo, amount } => {
                f.write_str(if *left { "funnel.l " } else { "funnel.r " })?;
                same(f, &[*hi, *lo, *amount])
            }
            InstKind::Call { callee, args, variadic } => {
                self.call(f, body, *callee, args)?;
                let Some(variadic) = variadic else { return Ok(()) };
                f.write_str(" variadic(")?;
                write_list(f, variadic, |f, arg| write!(f, "{} {}", arg.ty, arg.offset))?;
                f.write_char(')')
            }
            InstKind::Unsupported { what } => {
                f.write_str("unsupported ")?;
                write_quoted(f, what.as_bytes())
            }
            _ => self.memory(f, body, kind),
        }
    }

    /// The instructions that touch memory or compute addresses.
    fn memory(&self, f: Out<'_>, body: &Body, kind: &InstKind) -> fmt::Result {
        let typed = |f: Out<'_>, value: Value, ty| self.operand(f, body, value, Some(ty));
        match kind {
            InstKind::Offset { base, index, scale, displacement, in_bounds } => {
                f.write_str("offset ")?;
                typed(f, *base, Type::Ptr)?;
                if let Some(index) = index {
                    f.write_str(", ")?;
                    typed(f, *index, Type::I64)?;
                    write!(f, " * {scale}")?;
                }
                if *displacement != 0 || index.is_none() {
                    write!(f, ", {displacement}")?;
                }
                f.write_str(if *in_bounds { " inbounds" } else { "" })
            }
            InstKind::Load { addr, align, volatile } => {
                f.write_str("load ")?;
                typed(f, *addr, Type::Ptr)?;
                write_access(f, *align, *volatile)
            }
            InstKind::Store { addr, value, align, volatile } => {
                f.write_str("store ")?;
                self.operand(f, body, *value, None)?;
                f.write_str(", ")?;
                typed(f, *addr, Type::Ptr)?;
                write_access(f, *align, *volatile)
            }
            InstKind::Alloca { size, align, name } => {
                f.write_str("alloca ")?;
                typed(f, *size, Type::I64)?;
                write!(f, " align {align}")?;
                let Some(name) = name else { return Ok(()) };
                f.write_char(' ')?;
                self.name(f, *name)
            }
            InstKind::MemCopy { dst, src, len, overlap } => {
                let allowed = *overlap == Overlap::Allowed;
                f.write_str(if allowed { "move " } else { "copy " })?;
                self.operands(f, body, &[*dst, *src], Some(Type::Ptr))?;
                f.write_str(", ")?;
                typed(f, *len, Type::I64)
            }
            InstKind::MemSet { dst, byte, len } => {
                f.write_str("fill ")?;
                typed(f, *dst, Type::Ptr)?;
                f.write_str(", ")?;
                typed(f, *byte, Type::I8)?;
                f.write_str(", ")?;
                typed(f, *len, Type::I64)
            }
            InstKind::StackRestore { mark } => {
                f.write_str("stack.restore ")?;
                typed(f, *mark, Type::I64)
            }
            InstKind::Lifetime { point, addr } => {
                let start = *point == LifetimePoint::Start;
                f.write_str(if start { "lifetime.start " } else { "lifetime.end " })?;
                typed(f, *addr, Type::Ptr)
            }
            InstKind::ObjectSize { addr } => {
                f.write_str("object.size ")?;
                typed(f, *addr, Type::Ptr)
            }
            _ => f.write_str("stack.save"),
        }
    }

    fn call(&self, f: Out<'_>, body: &Body, callee: Callee, args: &[Value]) -> fmt::Result {
        let mut params: &[Type] = &[];
        match callee {
            Callee::Direct(func) => {
                f.write_str("call ")?;
                self.func_name(f, func)?;
                if let Some(data) = self.program.functions.get(func) {
                    params = &data.signature.params;
                }
            }
            Callee::Indirect(target) => {
                f.write_str("call.indirect ")?;
                self.operand(f, body, target, Some(Type::Ptr))?;
            }
        }
        f.write_char('(')?;
        write_list(f, args.iter().enumerate(), |f, (index, &arg)| {
            self.operand(f, body, arg, params.get(index).copied())
        })?;
        f.write_char(')')
    }

    pub(super) fn terminator(
        &self,
        f: Out<'_>,
        body: &Body,
        terminator: &Terminator,
        results: &[Type],
    ) -> fmt::Result {
        match terminator {
            Terminator::Jump(to) => {
                f.write_str("jump ")?;
                self.target(f, body, to)
            }
            Terminator::Branch { cond, then, other, .. } => {
                f.write_str("br ")?;
                self.operand(f, body, *cond, Some(Type::BOOL))?;
                f.write_str(", ")?;
                self.target(f, body, then)?;
                f.write_str(", ")?;
                self.target(f, body, other)
            }
            Terminator::Switch { value, cases, default, .. } => {
                let ty = body.values.get(*value).map(|v| v.ty);
                f.write_str("switch ")?;
                if let Some(ty) = ty {
                    write!(f, "{ty} ")?;
                }
                self.operand(f, body, *value, ty)?;
                f.write_str(" [")?;
                write_list(f, cases, |f, case| {
                    write_int(f, &case.value)?;
                    f.write_str(": ")?;
                    self.target(f, body, &case.target)
                })?;
                f.write_str("], ")?;
                self.target(f, body, default)
            }
            Terminator::IndirectJump { addr, targets, .. } => {
                f.write_str("goto ")?;
                self.operand(f, body, *addr, Some(Type::Ptr))?;
                f.write_str(" [")?;
                write_list(f, targets, |f, to| self.target(f, body, to))?;
                f.write_char(']')
            }
            Terminator::Return(values) => {
                f.write_str(if values.is_empty() { "ret" } else { "ret " })?;
                write_list(f, values.iter().enumerate(), |f, (index, &value)| {
                    self.operand(f, body, value, results.get(index).copied())
                })
            }
            Terminator::Unreachable => f.write_str("unreachable"),
        }?;
        match terminator.branch() {
            Some(id) => write!(f, " !{id}"),
            None => Ok(()),
        }
    }

    fn target(&self, f: Out<'_>, body: &Body, to: &BlockCall) -> fmt::Result {
        write!(f, "{}", to.block)?;
        if to.args.is_empty() {
            return Ok(());
        }
        let params = body.blocks.get(to.block).map_or(&[][..], |b| &b.params);
        f.write_char('(')?;
        write_list(f, to.args.iter().enumerate(), |f, (index, &arg)| {
            let param = params.get(index).and_then(|&p| body.values.get(p));
            self.operand(f, body, arg, param.map(|p| p.ty))
        })?;
        f.write_char(')')
    }

    fn operands(
        &self,
        f: Out<'_>,
        body: &Body,
        values: &[Value],
        expected: Option<Type>,
    ) -> fmt::Result {
        write_list(f, values, |f, &value| self.operand(f, body, value, expected))
    }

    fn operand(
        &self,
        f: Out<'_>,
        body: &Body,
        value: Value,
        expected: Option<Type>,
    ) -> fmt::Result {
        let Some(data) = body.values.get(value) else { return write!(f, "{value}") };
        let ValueDef::Const(constant) = &data.def else { return write!(f, "{value}") };
        if expected != Some(data.ty) {
            write!(f, "{} ", data.ty)?;
        }
        self.constant(f, constant)
    }

    fn constant(&self, f: Out<'_>, constant: &Constant) -> fmt::Result {
        match constant {
            Constant::Int(bits) => write_int(f, bits),
            Constant::Float(bits) => write_hex(f, bits),
            Constant::Null => f.write_str("null"),
            Constant::GlobalAddr(global, offset) => {
                self.global_name(f, *global)?;
                write_offset(f, *offset)
            }
            Constant::FuncAddr(func, offset) => {
                self.func_name(f, *func)?;
                write_offset(f, *offset)
            }
            Constant::BlockAddr(func, block) => {
                f.write_str("blockaddr(")?;
                self.func_name(f, *func)?;
                write!(f, ", {block})")
            }
            Constant::Undef => f.write_str("undef"),
        }
    }
}

/// `v4: i32`.
pub(super) fn definition(f: Out<'_>, body: &Body, value: Value) -> fmt::Result {
    match body.values.get(value) {
        Some(data) => write!(f, "{value}: {}", data.ty),
        None => write!(f, "{value}"),
    }
}

fn write_flags(f: Out<'_>, flags: ArithFlags) -> fmt::Result {
    f.write_str(if flags.no_signed_wrap { ".nsw" } else { "" })?;
    f.write_str(if flags.no_unsigned_wrap { ".nuw" } else { "" })?;
    f.write_str(if flags.exact { ".exact " } else { " " })
}

fn write_access(f: Out<'_>, align: u32, volatile: bool) -> fmt::Result {
    write!(f, " align {align}")?;
    f.write_str(if volatile { " volatile" } else { "" })
}

pub(super) fn write_int(f: Out<'_>, bits: &BitVec) -> fmt::Result {
    match bits.width() {
        1 => f.write_str(if bits.is_zero() { "false" } else { "true" }),
        2..=DECIMAL_BITS => f.write_str(&bits.to_signed_decimal()),
        _ => write_hex(f, bits),
    }
}

fn write_hex(f: Out<'_>, bits: &BitVec) -> fmt::Result {
    let limbs = bits.limbs();
    let used = limbs.iter().rposition(|&l| l != 0).unwrap_or(0);
    write!(f, "0x{:x}", limbs.get(used).copied().unwrap_or(0))?;
    for limb in limbs[..used].iter().rev() {
        write!(f, "{limb:016x}")?;
    }
    Ok(())
}
