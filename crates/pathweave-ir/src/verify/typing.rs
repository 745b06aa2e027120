//! The types of operands and results, instruction by instruction.
//!
//! A call of a known function may pass too many or too few arguments (C's unprototyped calls do);
//! the ones that it does pass must have the types of the signature.

use super::Check;
use crate::{Block, Callee, CastOp, Func, Inst, InstKind, Terminator, Type, UnaryOp, Value};
use std::collections::HashSet;

type Verdict = Result<(), String>;

impl Check<'_> {
    pub(super) fn types(&mut self) {
        for (block, data) in self.body.blocks.iter() {
            for &inst in &data.insts {
                if let Err(message) = self.inst_types(inst) {
                    self.fail_inst(block, inst, message);
                }
            }
            if let Err(message) = self.end_types(block) {
                self.fail_end(block, message);
            }
        }
    }

    fn inst_types(&self, inst: Inst) -> Verdict {
        let data = &self.body.insts[inst];
        let results: Vec<Type> = data.results.iter().map(|v| self.body.ty(v)).collect();
        let ty = |value: Value| self.body.ty(value);
        match &data.kind {
            InstKind::Unary { op, arg } => {
                expect_results(&results, &[ty(*arg)])?;
                check_unary(*op, ty(*arg))
            }
            InstKind::Binary { op, lhs, rhs, .. } => {
                self.expect(*rhs, ty(*lhs))?;
                expect_results(&results, &[ty(*lhs)])?;
                if op.is_float() { expect_float(ty(*lhs)) } else { expect_int(ty(*lhs)) }
            }
            InstKind::Overflow { lhs, rhs, .. } => {
                self.expect(*rhs, ty(*lhs))?;
                expect_int(ty(*lhs))?;
                expect_results(&results, &[ty(*lhs), Type::BOOL])
            }
            InstKind::IntCompare { lhs, rhs, .. } => {
                self.expect(*rhs, ty(*lhs))?;
                if ty(*lhs).is_float() {
                    return Err("an integer comparison of floating-point numbers".to_owned());
                }
                expect_results(&results, &[Type::BOOL])
            }
            InstKind::FloatCompare { lhs, rhs, .. } => {
                self.expect(*rhs, ty(*lhs))?;
                expect_float(ty(*lhs))?;
                expect_results(&results, &[Type::BOOL])
            }
            InstKind::Cast { op, arg } => {
                let [to] = results[..] else { return Err("a cast has one result".to_owned()) };
                check_cast(*op, ty(*arg), to)
            }
            InstKind::Select { cond, then, other } => {
                self.expect(*cond, Type::BOOL)?;
                self.expect(*other, ty(*then))?;
                expect_results(&results, &[ty(*then)])
            }
            InstKind::FusedMulAdd { a, b, c } => {
                expect_float(ty(*a))?;
                self.expect(*b, ty(*a))?;
                self.expect(*c, ty(*a))?;
                expect_results(&results, &[ty(*a)])
            }
            InstKind::FunnelShift { hi, lo, amount, .. } => {
                expect_int(ty(*hi))?;
                self.expect(*lo, ty(*hi))?;
                self.expect(*amount, ty(*hi))?;
                expect_results(&results, &[ty(*hi)])
            }
            InstKind::Call { callee, args, variadic } => {
                if variadic.is_some() && args.last().map(|&v| ty(v)) != Some(Type::Ptr) {
                    return Err("the last argument of a variadic call must be a ptr".to_owned());
                }
                match callee {
                    Callee::Direct(func) => self.direct_call(*func, args, &results),
                    Callee::Indirect(target) => self.expect(*target, Type::Ptr),
                }
            }
            InstKind::Unsupported { .. } => Ok(()),
            _ => self.memory_types(&data.kind, &results),
        }
    }

    fn memory_types(&self, kind: &InstKind, results: &[Type]) -> Verdict {
        match kind {
            InstKind::Offset { base, index, .. } => {
                self.expect(*base, Type::Ptr)?;
                if let Some(index) = index {
                    self.expect(*index, Type::I64)?;
                }
                expect_results(results, &[Type::Ptr])
            }
            InstKind::Load { addr, .. } => {
                self.expect(*addr, Type::Ptr)?;
                if results.len() == 1 { Ok(()) } else { Err("a load has one result".to_owned()) }
            }
            InstKind::Store { addr, .. } => {
                self.expect(*addr, Type::Ptr)?;
                expect_results(results, &[])
            }
            InstKind::Alloca { size, .. } => {
                self.expect(*size, Type::I64)?;
                expect_results(results, &[Type::Ptr])
            }
            InstKind::MemCopy { dst, src, len, .. } => {
                self.expect(*dst, Type::Ptr)?;
                self.expect(*src, Type::Ptr)?;
                self.expect(*len, Type::I64)?;
                expect_results(results, &[])
            }
            InstKind::MemSet { dst, byte, len } => {
                self.expect(*dst, Type::Ptr)?;
                self.expect(*byte, Type::I8)?;
                self.expect(*len, Type::I64)?;
                expect_results(results, &[])
            }
            InstKind::StackRestore { mark } => {
                self.expect(*mark, Type::I64)?;
                expect_results(results, &[])
            }
            InstKind::Lifetime { addr, .. } => {
                self.expect(*addr, Type::Ptr)?;
                expect_results(results, &[])
            }
            InstKind::ObjectSize { addr } => {
                self.expect(*addr, Type::Ptr)?;
                expect_results(results, &[Type::I64])
            }
            _ => expect_results(results, &[Type::I64]),
        }
    }

    fn direct_call(&self, func: Func, args: &[Value], results: &[Type]) -> Verdict {
        let signature = &self.program.functions[func].signature;
        for (&arg, &ty) in args.iter().zip(&signature.params) {
            self.expect(arg, ty)?;
        }
        expect_results(results, &signature.results)
    }

    fn end_types(&self, block: Block) -> Verdict {
        let terminator = &self.body.blocks[block].terminator;
        match terminator {
            Terminator::Branch { cond, .. } => self.expect(*cond, Type::BOOL)?,
            Terminator::Switch { value, cases, .. } => {
                let ty = self.body.ty(*value);
                expect_int(ty)?;
                let mut seen = HashSet::with_capacity(cases.len());
                for case in cases {
                    if case.value.width() != ty.bits() {
                        let width = case.value.width();
                        return Err(format!("a case of {width} bits in a switch over {ty}"));
                    }
                    if !seen.insert(&case.value) {
                        let value = case.value.to_signed_decimal();
                        return Err(format!("case {value} stands twice"));
                    }
                }
            }
            Terminator::IndirectJump { addr, .. } => self.expect(*addr, Type::Ptr)?,
            Terminator::Return(values) => {
                let expected = &self.data.signature.results;
                if values.len() != expected.len() {
                    let (given, wanted) = (values.len(), expected.len());
                    return Err(format!("returns {given} values instead of {wanted}"));
                }
                for (&value, &ty) in values.iter().zip(expected) {
                    self.expect(value, ty)?;
                }
            }
            Terminator::Jump(_) | Terminator::Unreachable => {}
        }
        for target in terminator.targets() {
            let params = &self.body.blocks[target.block].params;
            if params.len() != target.args.len() {
                let (given, wanted) = (target.args.len(), params.len());
                let to = target.block;
                return Err(format!("{given} arguments for the {wanted} parameters of {to}"));
            }
            for (&arg, &param) in target.args.iter().zip(params) {
                self.expect(arg, self.body.ty(param))?;
            }
        }
        Ok(())
    }

    fn expect(&self, value: Value, ty: Type) -> Verdict {
        let given = self.body.ty(value);
        if given == ty { Ok(()) } else { Err(format!("{value} is {given} instead of {ty}")) }
    }
}

fn check_unary(op: UnaryOp, ty: Type) -> Verdict {
    match op {
        UnaryOp::Freeze => Ok(()),
        UnaryOp::ByteSwap if !ty.bits().is_multiple_of(16) => Err(format!("bswap of {ty}")),
        _ if op.is_float() => expect_float(ty),
        _ => expect_int(ty),
    }
}

fn check_cast(op: CastOp, from: Type, to: Type) -> Verdict {
    let ints = from.is_int() && to.is_int();
    let floats = from.is_float() && to.is_float();
    let good = match op {
        CastOp::Trunc => ints && to.bits() < from.bits(),
        CastOp::ZExt | CastOp::SExt => ints && to.bits() > from.bits(),
        CastOp::FpTrunc => floats && to.bits() < from.bits(),
        CastOp::FpExt => floats && to.bits() > from.bits(),
        CastOp::FpToUi | CastOp::FpToSi | CastOp::FpToUiSat | CastOp::FpToSiSat => {
            from.is_float() && to.is_int()
        }
        CastOp::UiToFp | CastOp::SiToFp => from.is_int() && to.is_float(),
        CastOp::Bitcast => from != Type::Ptr && to != Type::Ptr && from.bits() == to.bits(),
        CastOp::PtrToInt => from == Type::Ptr && to.is_int(),
        CastOp::IntToPtr => from.is_int() && to == Type::Ptr,
    };
    if good { Ok(()) } else { Err(format!("{} from {from} to {to}", op.name())) }
}

fn expect_results(given: &[Type], expected: &[Type]) -> Verdict {
    if given == expected {
        return Ok(());
    }
    Err(format!("results {given:?} instead of {expected:?}"))
}

fn expect_int(ty: Type) -> Verdict {
    if ty.is_int() { Ok(()) } else { Err(format!("{ty} instead of an integer")) }
}

fn expect_float(ty: Type) -> Verdict {
    if ty.is_float() { Ok(()) } else { Err(format!("{ty} instead of a floating-point number")) }
}
