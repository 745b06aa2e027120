//! Writing the operations of single instructions.
//!
//! An instruction with a form in the hot loop becomes that operation; every other one becomes
//! [`Op::General`]. A form is chosen by types and constants only, never by what runs.

use super::Decoder;
use super::plan::words;
use crate::code::{CallSite, Op, Origin, Reg, Target};
use pathweave_ir::{
    BinaryOp, Block, Callee, CastOp, Constant, Entity, FloatKind, FloatPredicate, Inst, InstKind,
    IntPredicate, Loc, Type, UnaryOp, Value,
};

impl<'b> Decoder<'b> {
    /// The register of an operand of one word; an undefined one is made in scratch.
    pub(super) fn operand(&mut self, value: Value, loc: Loc) -> Reg {
        if self.body.constant(value) == Some(&Constant::Undef) {
            let count = words(self.body.ty(value));
            let dst = self.scratch_registers(count);
            self.push(Op::Undef { dst, count }, Origin::Edge, loc);
            return dst;
        }
        self.plan.registers[value.index()]
    }

    /// The registers of an operand, word by word.
    pub(super) fn operand_words(&mut self, value: Value, loc: Loc) -> std::ops::Range<Reg> {
        let first = self.operand(value, loc);
        first..first + words(self.body.ty(value))
    }

    fn any_undefined(&self, values: &[Value]) -> bool {
        values.iter().any(|&v| self.body.constant(v) == Some(&Constant::Undef))
    }

    pub(super) fn inst(&mut self, inst: Inst) {
        let data = &self.body.insts[inst];
        let loc = data.loc;
        if let InstKind::Call { callee, args, .. } = &data.kind {
            return self.call(inst, *callee, args, loc);
        }
        let result = data.results.first;
        let dst = match data.results.count {
            0 => 0,
            _ => self.plan.registers[result.index()],
        };
        let op = match &data.kind {
            InstKind::Load { addr, .. } => return self.load(inst, *addr, dst, loc),
            InstKind::Store { addr, value, .. } => return self.store(inst, *addr, *value, loc),
            InstKind::Binary { op, flags, lhs, rhs } => {
                let checked = flags.no_signed_wrap && self.plan.checks.overflow;
                let plain = !checked && !self.any_undefined(&[*lhs, *rhs]);
                plain.then(|| self.binary(*op, dst, *lhs, *rhs)).flatten()
            }
            InstKind::IntCompare { predicate, lhs, rhs } => {
                self.compare(*predicate, dst, *lhs, *rhs)
            }
            InstKind::Cast { op, arg } => self.cast(*op, dst, result, *arg),
            InstKind::Select { cond, then, other }
                if words(self.body.ty(result)) == 1
                    && !self.any_undefined(&[*cond, *then, *other]) =>
            {
                let pair = self.code.extra.len() as u32;
                let cond = self.operand(*cond, loc);
                let sides = [self.operand(*then, loc), self.operand(*other, loc)];
                self.code.extra.extend(sides);
                Some(Op::Select { dst, cond, pair })
            }
            InstKind::FloatCompare { predicate, lhs, rhs } => {
                self.float_compare(*predicate, dst, *lhs, *rhs)
            }
            InstKind::Unary { op: UnaryOp::FloatNeg, arg } if !self.any_undefined(&[*arg]) => {
                let src = self.plan.registers[arg.index()];
                match self.body.ty(*arg) {
                    Type::F64 => Some(Op::FNeg64 { dst, src }),
                    Type::F32 => Some(Op::FNeg32 { dst, src }),
                    _ => None,
                }
            }
            InstKind::Alloca { size, align, name } if !self.any_undefined(&[*size]) => {
                let site = self.code.allocas.len() as u32;
                self.code.allocas.push((*align, *name));
                Some(Op::Alloca { dst, size: self.plan.registers[size.index()], site })
            }
            InstKind::Offset { base, index, scale, displacement, .. } => {
                self.offset(dst, *base, *index, *scale, *displacement)
            }
            _ => None,
        };
        self.push(op.unwrap_or(Op::General), Origin::Inst(inst), loc);
    }

    fn binary(&mut self, op: BinaryOp, dst: Reg, lhs: Value, rhs: Value) -> Option<Op> {
        let ty = self.body.ty(lhs);
        let a = self.plan.registers[lhs.index()];
        let b = self.plan.registers[rhs.index()];
        if let Type::Float(kind) = ty {
            return match (kind, op) {
                (FloatKind::Double, BinaryOp::FAdd) => Some(Op::FAdd64 { dst, a, b }),
                (FloatKind::Double, BinaryOp::FSub) => Some(Op::FSub64 { dst, a, b }),
                (FloatKind::Double, BinaryOp::FMul) => Some(Op::FMul64 { dst, a, b }),
                (FloatKind::Double, BinaryOp::FDiv) => Some(Op::FDiv64 { dst, a, b }),
                (FloatKind::Single, BinaryOp::FAdd) => Some(Op::FAdd32 { dst, a, b }),
                (FloatKind::Single, BinaryOp::FSub) => Some(Op::FSub32 { dst, a, b }),
                (FloatKind::Single, BinaryOp::FMul) => Some(Op::FMul32 { dst, a, b }),
                (FloatKind::Single, BinaryOp::FDiv) => Some(Op::FDiv32 { dst, a, b }),
                _ => None,
            };
        }
        let w = word_width(ty)?;
        Some(match op {
            BinaryOp::Add => Op::Add { w, dst, a, b },
            BinaryOp::Sub => Op::Sub { w, dst, a, b },
            BinaryOp::Mul => Op::Mul { w, dst, a, b },
            BinaryOp::And => Op::And { dst, a, b },
            BinaryOp::Or => Op::Or { dst, a, b },
            BinaryOp::Xor => Op::Xor { dst, a, b },
            BinaryOp::UDiv => Op::UDiv { dst, a, b },
            BinaryOp::URem => Op::URem { dst, a, b },
            BinaryOp::SDiv => Op::SDiv { w, dst, a, b },
            BinaryOp::SRem => Op::SRem { w, dst, a, b },
            BinaryOp::Shl => Op::Shl { w, dst, a, b },
            BinaryOp::LShr => Op::LShr { w, dst, a, b },
            BinaryOp::AShr => Op::AShr { w, dst, a, b },
            _ => return None,
        })
    }

    fn compare(&mut self, predicate: IntPredicate, dst: Reg, lhs: Value, rhs: Value) -> Option<Op> {
        let w = word_width(self.body.ty(lhs))?;
        if self.any_undefined(&[lhs, rhs]) {
            return None;
        }
        let a = self.plan.registers[lhs.index()];
        let b = self.plan.registers[rhs.index()];
        Some(match predicate {
            IntPredicate::Eq => Op::Eq { dst, a, b },
            IntPredicate::Ne => Op::Ne { dst, a, b },
            IntPredicate::Ult => Op::Ult { dst, a, b },
            IntPredicate::Ule => Op::Ule { dst, a, b },
            IntPredicate::Ugt => Op::Ult { dst, a: b, b: a },
            IntPredicate::Uge => Op::Ule { dst, a: b, b: a },
            IntPredicate::Slt => Op::Slt { w, dst, a, b },
            IntPredicate::Sle => Op::Sle { w, dst, a, b },
            IntPredicate::Sgt => Op::Slt { w, dst, a: b, b: a },
            IntPredicate::Sge => Op::Sle { w, dst, a: b, b: a },
        })
    }

    fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        dst: Reg,
        lhs: Value,
        rhs: Value,
    ) -> Option<Op> {
        if self.any_undefined(&[lhs, rhs]) {
            return None;
        }
        let a = self.plan.registers[lhs.index()];
        let b = self.plan.registers[rhs.index()];
        match self.body.ty(lhs) {
            Type::F64 => Some(Op::FCmp64 { predicate, dst, a, b }),
            Type::F32 => Some(Op::FCmp32 { predicate, dst, a, b }),
            _ => None,
        }
    }

    fn cast(&mut self, op: CastOp, dst: Reg, result: Value, arg: Value) -> Option<Op> {
        let from = word_bits(self.body.ty(arg))?;
        let to = word_bits(self.body.ty(result))?;
        if self.any_undefined(&[arg]) {
            return None;
        }
        let src = self.plan.registers[arg.index()];
        match op {
            CastOp::ZExt | CastOp::Bitcast => Some(Op::Move { dst, src }),
            CastOp::PtrToInt | CastOp::IntToPtr if to >= from => Some(Op::Move { dst, src }),
            CastOp::Trunc | CastOp::PtrToInt => Some(Op::Trunc { w: to, dst, src }),
            CastOp::SExt => Some(Op::SExt { from, to, dst, src }),
            _ => self.float_cast(op, dst, src, self.body.ty(arg), self.body.ty(result)),
        }
    }

    /// Conversions between `float`, `double` and signed integers.
    fn float_cast(&self, op: CastOp, dst: Reg, src: Reg, from: Type, to: Type) -> Option<Op> {
        Some(match (op, from, to) {
            (CastOp::SiToFp, Type::Int(w), Type::F64) => Op::IntToF64 { w: w as u8, dst, src },
            (CastOp::SiToFp, Type::Int(w), Type::F32) => Op::IntToF32 { w: w as u8, dst, src },
            (CastOp::FpToSi, Type::F64, Type::Int(w)) => Op::F64ToInt { w: w as u8, dst, src },
            (CastOp::FpToSi, Type::F32, Type::Int(w)) => Op::F32ToInt { w: w as u8, dst, src },
            (CastOp::FpExt, Type::F32, Type::F64) => Op::F32ToF64 { dst, src },
            (CastOp::FpTrunc, Type::F64, Type::F32) => Op::F64ToF32 { dst, src },
            _ => return None,
        })
    }

    fn offset(
        &mut self,
        dst: Reg,
        base: Value,
        index: Option<Value>,
        scale: i64,
        displacement: i64,
    ) -> Option<Op> {
        if self.any_undefined(&[base]) || index.is_some_and(|i| self.any_undefined(&[i])) {
            return None;
        }
        let base = self.plan.registers[base.index()];
        match index {
            None => {
                let displacement = i32::try_from(displacement).ok()?;
                Some(Op::OffsetConst { dst, base, displacement })
            }
            Some(index) if displacement == 0 => {
                let scale = u16::try_from(scale).ok()?;
                Some(Op::OffsetScaled {
                    scale,
                    dst,
                    base,
                    index: self.plan.registers[index.index()],
                })
            }
            Some(_) => None,
        }
    }

    /// The base register and addend of an access, through a melted address computation.
    fn address(&mut self, addr: Value, loc: Loc) -> (Reg, Addend, Option<Inst>) {
        let Some((offset, kind)) = self.melted(addr) else {
            return (self.operand(addr, loc), Addend::Const(0), None);
        };
        let InstKind::Offset { base, index, scale, displacement, .. } = *kind else {
            unreachable!("only offsets melt into accesses");
        };
        let base = self.plan.registers[base.index()];
        let addend = match index {
            Some(index) => Addend::Scaled(self.plan.registers[index.index()], scale as u16),
            None => Addend::Const(displacement as i32),
        };
        (base, addend, Some(offset))
    }

    fn load(&mut self, inst: Inst, addr: Value, dst: Reg, loc: Loc) {
        let ty = self.body.ty(self.body.result(inst));
        let (base, addend, offset) = self.address(addr, loc);
        let op = match (ty.bits(), addend) {
            (8, Addend::Const(displacement)) => Op::Load8 { dst, base, displacement },
            (16, Addend::Const(displacement)) => Op::Load16 { dst, base, displacement },
            (32, Addend::Const(displacement)) => Op::Load32 { dst, base, displacement },
            (64, Addend::Const(displacement)) => Op::Load64 { dst, base, displacement },
            (8, Addend::Scaled(index, scale)) => Op::LoadIndexed8 { scale, dst, base, index },
            (16, Addend::Scaled(index, scale)) => Op::LoadIndexed16 { scale, dst, base, index },
            (32, Addend::Scaled(index, scale)) => Op::LoadIndexed32 { scale, dst, base, index },
            (64, Addend::Scaled(index, scale)) => Op::LoadIndexed64 { scale, dst, base, index },
            _ => Op::General,
        };
        self.push(op, access_origin(inst, offset), loc);
    }

    fn store(&mut self, inst: Inst, addr: Value, value: Value, loc: Loc) {
        let ty = self.body.ty(value);
        if self.any_undefined(&[value]) || !ty.is_word() {
            let melted = self.melted(addr).map(|(offset, _)| offset);
            self.push(Op::General, access_origin(inst, melted), loc);
            return;
        }
        let src = self.plan.registers[value.index()];
        let (base, addend, offset) = self.address(addr, loc);
        let op = match (ty.bits(), addend) {
            (8, Addend::Const(displacement)) => Op::Store8 { src, base, displacement },
            (16, Addend::Const(displacement)) => Op::Store16 { src, base, displacement },
            (32, Addend::Const(displacement)) => Op::Store32 { src, base, displacement },
            (64, Addend::Const(displacement)) => Op::Store64 { src, base, displacement },
            (8, Addend::Scaled(index, scale)) => Op::StoreIndexed8 { scale, src, base, index },
            (16, Addend::Scaled(index, scale)) => Op::StoreIndexed16 { scale, src, base, index },
            (32, Addend::Scaled(index, scale)) => Op::StoreIndexed32 { scale, src, base, index },
            (64, Addend::Scaled(index, scale)) => Op::StoreIndexed64 { scale, src, base, index },
            _ => Op::General,
        };
        self.push(op, access_origin(inst, offset), loc);
    }

    fn call(&mut self, inst: Inst, callee: Callee, args: &[Value], loc: Loc) {
        let args: Vec<Reg> = args.iter().flat_map(|&a| self.operand_words(a, loc)).collect();
        let target = match callee {
            Callee::Direct(func) => Target::Direct(func),
            Callee::Indirect(value) => Target::Indirect(self.operand(value, loc)),
        };
        let results = self.body.insts[inst].results;
        let dst = match results.count {
            0 => 0,
            _ => self.plan.registers[results.first.index()],
        };
        let dst_words = results.iter().map(|v| words(self.body.ty(v))).sum();
        let site = self.code.calls.len() as u32;
        self.code.calls.push(CallSite { target, args: args.into(), dst, dst_words, inst });
        self.push(Op::Call { site }, Origin::Inst(inst), loc);
    }

    /// The conditional jump that ends a block; its target is filled in later.
    pub(super) fn conditional(&mut self, block: Block, cond: Value, loc: Loc) -> usize {
        let Some((inst, kind)) = self.melted(cond) else {
            let cond = self.operand(cond, loc);
            return self.push(Op::BranchIf { cond, to: 0 }, Origin::Terminator(block, None), loc);
        };
        let InstKind::IntCompare { predicate, lhs, rhs } = *kind else {
            unreachable!("only comparisons melt into branches");
        };
        let w = self.body.ty(lhs).bits() as u8;
        let a = self.plan.registers[lhs.index()];
        let b = self.plan.registers[rhs.index()];
        let op = match predicate {
            IntPredicate::Eq => Op::BranchEq { a, b, to: 0 },
            IntPredicate::Ne => Op::BranchNe { a, b, to: 0 },
            IntPredicate::Ult => Op::BranchUlt { a, b, to: 0 },
            IntPredicate::Ule => Op::BranchUle { a, b, to: 0 },
            IntPredicate::Ugt => Op::BranchUlt { a: b, b: a, to: 0 },
            IntPredicate::Uge => Op::BranchUle { a: b, b: a, to: 0 },
            IntPredicate::Slt => Op::BranchSlt { w, a, b, to: 0 },
            IntPredicate::Sle => Op::BranchSle { w, a, b, to: 0 },
            IntPredicate::Sgt => Op::BranchSlt { w, a: b, b: a, to: 0 },
            IntPredicate::Sge => Op::BranchSle { w, a: b, b: a, to: 0 },
        };
        self.push(op, Origin::Terminator(block, Some(inst)), loc)
    }
}

/// What is added to the base of an access.
enum Addend {
    Const(i32),
    Scaled(Reg, u16),
}

fn access_origin(inst: Inst, offset: Option<Inst>) -> Origin {
    match offset {
        Some(offset) => Origin::Access(offset, inst),
        None => Origin::Inst(inst),
    }
}

/// The width of an integer or pointer of one word.
fn word_width(ty: Type) -> Option<u8> {
    (!ty.is_float() && ty.is_word()).then(|| ty.bits() as u8)
}

/// The width of anything of one word.
fn word_bits(ty: Type) -> Option<u8> {
    ty.is_word().then(|| ty.bits() as u8)
}
