//! Instructions, all but those on memory and calls.

use super::attribute::fast_math;
use super::body::{Read, effect, result};
use super::{Parsed, Parser};
use crate::ast::{
    ArithFlags, BinaryOp, CastOp, Clause, FastMath, FloatPredicate, InstKind, IntPredicate,
    Operand, Switch, Type, TypeId, TypeTable,
};
use crate::lex::Tok;

pub(super) fn binary_op(word: &[u8]) -> Option<BinaryOp> {
    Some(match word {
        b"add" => BinaryOp::Add,
        b"sub" => BinaryOp::Sub,
        b"mul" => BinaryOp::Mul,
        b"udiv" => BinaryOp::UDiv,
        b"sdiv" => BinaryOp::SDiv,
        b"urem" => BinaryOp::URem,
        b"srem" => BinaryOp::SRem,
        b"shl" => BinaryOp::Shl,
        b"lshr" => BinaryOp::LShr,
        b"ashr" => BinaryOp::AShr,
        b"and" => BinaryOp::And,
        b"or" => BinaryOp::Or,
        b"xor" => BinaryOp::Xor,
        b"fadd" => BinaryOp::FAdd,
        b"fsub" => BinaryOp::FSub,
        b"fmul" => BinaryOp::FMul,
        b"fdiv" => BinaryOp::FDiv,
        b"frem" => BinaryOp::FRem,
        _ => return None,
    })
}

pub(super) fn cast_op(word: &[u8]) -> Option<CastOp> {
    Some(match word {
        b"trunc" => CastOp::Trunc,
        b"zext" => CastOp::ZExt,
        b"sext" => CastOp::SExt,
        b"fptrunc" => CastOp::FpTrunc,
        b"fpext" => CastOp::FpExt,
        b"fptoui" => CastOp::FpToUi,
        b"fptosi" => CastOp::FpToSi,
        b"uitofp" => CastOp::UiToFp,
        b"sitofp" => CastOp::SiToFp,
        b"ptrtoint" => CastOp::PtrToInt,
        b"ptrtoaddr" => CastOp::PtrToAddr,
        b"inttoptr" => CastOp::IntToPtr,
        b"bitcast" => CastOp::BitCast,
        b"addrspacecast" => CastOp::AddrSpaceCast,
        _ => return None,
    })
}

fn int_predicate(word: &[u8]) -> Option<IntPredicate> {
    Some(match word {
        b"eq" => IntPredicate::Eq,
        b"ne" => IntPredicate::Ne,
        b"ugt" => IntPredicate::Ugt,
        b"uge" => IntPredicate::Uge,
        b"ult" => IntPredicate::Ult,
        b"ule" => IntPredicate::Ule,
        b"sgt" => IntPredicate::Sgt,
        b"sge" => IntPredicate::Sge,
        b"slt" => IntPredicate::Slt,
        b"sle" => IntPredicate::Sle,
        _ => return None,
    })
}

fn float_predicate(word: &[u8]) -> Option<FloatPredicate> {
    Some(match word {
        b"false" => FloatPredicate::False,
        b"oeq" => FloatPredicate::Oeq,
        b"ogt" => FloatPredicate::Ogt,
        b"oge" => FloatPredicate::Oge,
        b"olt" => FloatPredicate::Olt,
        b"ole" => FloatPredicate::Ole,
        b"one" => FloatPredicate::One,
        b"ord" => FloatPredicate::Ord,
        b"ueq" => FloatPredicate::Ueq,
        b"ugt" => FloatPredicate::Ugt,
        b"uge" => FloatPredicate::Uge,
        b"ult" => FloatPredicate::Ult,
        b"ule" => FloatPredicate::Ule,
        b"une" => FloatPredicate::Une,
        b"uno" => FloatPredicate::Uno,
        b"true" => FloatPredicate::True,
        _ => return None,
    })
}

impl Parser<'_> {
    /// The instruction that `word`, the current token, begins; `None` if it is not known.
    pub(super) fn operation(&mut self, word: &[u8]) -> Parsed<Option<Read>> {
        let read = match word {
            b"load" => self.load()?,
            b"store" => self.store()?,
            b"call" | b"tail" | b"musttail" | b"notail" => self.call(word)?,
            b"getelementptr" => self.gep()?,
            b"br" => self.branch()?,
            b"alloca" => self.alloca()?,
            b"icmp" => self.icmp()?,
            b"phi" => self.phi()?,
            b"ret" => self.ret()?,
            b"select" => self.select()?,
            b"switch" => self.switch()?,
            b"fcmp" => self.fcmp()?,
            b"extractvalue" => self.extract_value()?,
            b"insertvalue" => self.insert_value()?,
            b"extractelement" => self.extract_element()?,
            b"insertelement" => self.insert_element()?,
            b"shufflevector" => self.shuffle_vector()?,
            b"freeze" => self.freeze()?,
            b"fneg" => self.fneg()?,
            b"invoke" => self.invoke()?,
            b"callbr" => self.callbr()?,
            b"landingpad" => self.landing_pad()?,
            b"indirectbr" => self.indirect_branch()?,
            b"resume" => self.resume()?,
            b"va_arg" => self.va_arg()?,
            b"cmpxchg" => self.cmpxchg()?,
            b"atomicrmw" => self.atomicrmw()?,
            b"fence" => self.fence()?,
            b"unreachable" => {
                self.advance();
                (InstKind::Unreachable, None)
            }
            _ => return self.operator(word),
        };
        Ok(Some(read))
    }

    fn operator(&mut self, word: &[u8]) -> Parsed<Option<Read>> {
        if let Some(op) = binary_op(word) {
            return self.binary(op).map(Some);
        }
        match cast_op(word) {
            Some(op) => self.cast(op).map(Some),
            None => Ok(None),
        }
    }

    /// A value of type `ty`: a local or a constant.
    pub(super) fn value(&mut self, ty: TypeId) -> Parsed<Operand> {
        match self.tok {
            Tok::Local(_) | Tok::QuotedLocal(_) | Tok::LocalNumber(_) => {
                Ok(Operand::Local(self.use_local(ty)?))
            }
            _ if ty == TypeTable::METADATA => {
                let value = self.metadata_value()?;
                Ok(Operand::Metadata(self.metadata_operand(value)))
            }
            _ => Ok(Operand::Const(self.constant(ty)?)),
        }
    }

    /// `T value`
    pub(super) fn typed_value(&mut self) -> Parsed<(TypeId, Operand)> {
        let at = self.at;
        let ty = self.parse_type()?;
        if matches!(self.module.types.get(ty), Type::Void | Type::Label | Type::Function { .. }) {
            return self.fail_at(at, "there are no values of this type");
        }
        Ok((ty, self.value(ty)?))
    }

    pub(super) fn arith_flags(&mut self) -> ArithFlags {
        let mut flags = ArithFlags::default();
        while let Tok::Word(word) = self.tok {
            flags.set(match word {
                b"nuw" => ArithFlags::NUW,
                b"nsw" => ArithFlags::NSW,
                b"exact" => ArithFlags::EXACT,
                b"disjoint" => ArithFlags::DISJOINT,
                b"nneg" => ArithFlags::NNEG,
                b"samesign" => ArithFlags::SAMESIGN,
                _ => break,
            });
            self.advance();
        }
        flags
    }

    pub(super) fn fast_flags(&mut self) -> FastMath {
        let mut flags = FastMath::default();
        while let Tok::Word(word) = self.tok {
            let Some(flag) = fast_math(word) else { break };
            flags.set(flag);
            self.advance();
        }
        flags
    }

    pub(super) fn int_predicate(&mut self) -> Parsed<IntPredicate> {
        match self.tok {
            Tok::Word(word) => match int_predicate(word) {
                Some(pred) => {
                    self.advance();
                    Ok(pred)
                }
                None => self.expected("a comparison such as `eq` or `slt`"),
            },
            _ => self.expected("a comparison such as `eq` or `slt`"),
        }
    }

    pub(super) fn float_predicate(&mut self) -> Parsed<FloatPredicate> {
        match self.tok {
            Tok::Word(word) => match float_predicate(word) {
                Some(pred) => {
                    self.advance();
                    Ok(pred)
                }
                None => self.expected("a comparison such as `oeq` or `une`"),
            },
            _ => self.expected("a comparison such as `oeq` or `une`"),
        }
    }

    fn binary(&mut self, op: BinaryOp) -> Parsed<Read> {
        self.advance();
        let float = matches!(
            op,
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem
        );
        let (flags, fast) = match float {
            true => (ArithFlags::default(), self.fast_flags()),
            false => (self.arith_flags(), FastMath::default()),
        };
        let at = self.at;
        let (ty, lhs) = self.typed_value()?;
        let fits = match self.module.types.get(self.module.types.scalar(ty)) {
            Type::Int(_) => !float,
            Type::Float(_) => float,
            _ => false,
        };
        if !fits {
            return self.fail_at(at, "this operation is not defined on values of this type");
        }
        self.expect(b',')?;
        let rhs = self.value(ty)?;
        let kind = InstKind::Binary { op, flags, fast, lhs, rhs };
        result(kind, ty)
    }

    fn cast(&mut self, op: CastOp) -> Parsed<Read> {
        self.advance();
        let flags = self.arith_flags();
        self.fast_flags();
        let at = self.at;
        let (from, value) = self.typed_value()?;
        self.expect_word(b"to")?;
        let to = self.parse_type()?;
        if !self.can_cast(op, from, to) {
            let (from, to) = (self.module.type_text(from), self.module.type_text(to));
            return self.fail_at(at, format!("{from} cannot be converted to {to} in this way"));
        }
        let kind = InstKind::Cast { op, flags, value, to };
        result(kind, to)
    }

    fn can_cast(&self, op: CastOp, from: TypeId, to: TypeId) -> bool {
        let types = &self.module.types;
        let (source, target) = (types.get(types.scalar(from)), types.get(types.scalar(to)));
        let lanes = |ty: TypeId| match types.get(ty) {
            Type::Vector { len, scalable, .. } => Some((*len, *scalable)),
            _ => None,
        };
        if op == CastOp::BitCast {
            let same = self.module.bit_width(from) == self.module.bit_width(to);
            return same && matches!(source, Type::Ptr(_)) == matches!(target, Type::Ptr(_));
        }
        let fits = match (op, source, target) {
            (CastOp::Trunc, Type::Int(a), Type::Int(b)) => a > b,
            (CastOp::ZExt | CastOp::SExt, Type::Int(a), Type::Int(b)) => a < b,
            (CastOp::FpTrunc, Type::Float(a), Type::Float(b)) => a.bits() > b.bits(),
            (CastOp::FpExt, Type::Float(a), Type::Float(b)) => a.bits() < b.bits(),
            (CastOp::FpToUi | CastOp::FpToSi, Type::Float(_), Type::Int(_))
            | (CastOp::UiToFp | CastOp::SiToFp, Type::Int(_), Type::Float(_))
            | (CastOp::PtrToInt | CastOp::PtrToAddr, Type::Ptr(_), Type::Int(_))
            | (CastOp::IntToPtr, Type::Int(_), Type::Ptr(_))
            | (CastOp::AddrSpaceCast, Type::Ptr(_), Type::Ptr(_)) => true,
            _ => false,
        };
        fits && lanes(from) == lanes(to)
    }

    fn icmp(&mut self) -> Parsed<Read> {
        self.advance();
        let flags = self.arith_flags();
        let pred = self.int_predicate()?;
        let at = self.at;
        let (ty, lhs) = self.typed_value()?;
        let scalar = self.module.types.get(self.module.types.scalar(ty));
        if !matches!(scalar, Type::Int(_) | Type::Ptr(_)) {
            return self.fail_at(at, "icmp compares integers or pointers");
        }
        self.expect(b',')?;
        let rhs = self.value(ty)?;
        let to = self.module.types.with_scalar(ty, TypeTable::I1);
        let kind = InstKind::ICmp { pred, flags, lhs, rhs };
        result(kind, to)
    }

    fn fcmp(&mut self) -> Parsed<Read> {
        self.advance();
        let fast = self.fast_flags();
        let pred = self.float_predicate()?;
        let at = self.at;
        let (ty, lhs) = self.typed_value()?;
        let scalar = self.module.types.get(self.module.types.scalar(ty));
        if !matches!(scalar, Type::Float(_)) {
            return self.fail_at(at, "fcmp compares floats");
        }
        self.expect(b',')?;
        let rhs = self.value(ty)?;
        let to = self.module.types.with_scalar(ty, TypeTable::I1);
        let kind = InstKind::FCmp { pred, fast, lhs, rhs };
        result(kind, to)
    }

    fn fneg(&mut self) -> Parsed<Read> {
        self.advance();
        let fast = self.fast_flags();
        let (ty, value) = self.typed_value()?;
        result(InstKind::FNeg(fast, value), ty)
    }

    fn freeze(&mut self) -> Parsed<Read> {
        self.advance();
        let (ty, value) = self.typed_value()?;
        result(InstKind::Freeze(value), ty)
    }

    fn select(&mut self) -> Parsed<Read> {
        self.advance();
        self.fast_flags();
        let at = self.at;
        let (cond_type, cond) = self.typed_value()?;
        if self.module.types.scalar(cond_type) != TypeTable::I1 {
            return self.fail_at(at, "the condition must be an i1");
        }
        self.expect(b',')?;
        let (ty, then) = self.typed_value()?;
        self.expect(b',')?;
        let otherwise = self.value_of_type(ty)?;
        let kind = InstKind::Select { cond, then, otherwise };
        result(kind, ty)
    }

    /// `T value`, where the type must be `ty`.
    pub(super) fn value_of_type(&mut self, ty: TypeId) -> Parsed<Operand> {
        let at = self.at;
        let found = self.parse_type()?;
        if found != ty {
            let (found, ty) = (self.module.type_text(found), self.module.type_text(ty));
            return self.fail_at(at, format!("expected a value of type {ty}, found {found}"));
        }
        self.value(ty)
    }

    fn phi(&mut self) -> Parsed<Read> {
        self.advance();
        self.fast_flags();
        let ty = self.parse_type()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.value(ty)?;
            self.expect(b',')?;
            incoming.push((value, self.use_block()?));
            self.expect(b']')?;
            if !self.comma() {
                break;
            }
        }
        let kind = InstKind::Phi { ty, incoming: incoming.into() };
        result(kind, ty)
    }

    fn ret(&mut self) -> Parsed<Read> {
        self.advance();
        let at = self.at;
        let ty = self.parse_type()?;
        if ty != self.scope.ret {
            let expected = self.module.type_text(self.scope.ret);
            return self.fail_at(at, format!("this function returns {expected}"));
        }
        match ty {
            TypeTable::VOID => effect(InstKind::Ret(None)),
            _ => effect(InstKind::Ret(Some(self.value(ty)?))),
        }
    }

    fn branch(&mut self) -> Parsed<Read> {
        self.advance();
        if self.is_word(b"label") {
            return effect(InstKind::Br(self.label()?));
        }
        let cond = self.value_of_type(TypeTable::I1)?;
        self.expect(b',')?;
        let then = self.label()?;
        self.expect(b',')?;
        let otherwise = self.label()?;
        effect(InstKind::CondBr { cond, then, otherwise })
    }

    fn switch(&mut self) -> Parsed<Read> {
        self.advance();
        let at = self.at;
        let (ty, value) = self.typed_value()?;
        if self.module.types.int_width(ty).is_none() {
            return self.fail_at(at, "switch looks at an integer");
        }
        self.expect(b',')?;
        let default = self.label()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.is(b']') {
            let at = self.at;
            let case = match self.value_of_type(ty)? {
                Operand::Const(case) => case,
                _ => return self.fail_at(at, "a case must be a constant"),
            };
            self.expect(b',')?;
            cases.push((case, self.label()?));
        }
        self.expect(b']')?;
        effect(InstKind::Switch(Box::new(Switch { value, default, cases: cases.into() })))
    }

    fn indirect_branch(&mut self) -> Parsed<Read> {
        self.advance();
        let (_, address) = self.typed_value()?;
        self.expect(b',')?;
        let targets = self.label_list()?;
        effect(InstKind::IndirectBr { address, targets })
    }

    /// `[label %a, label %b]`
    pub(super) fn label_list(&mut self) -> Parsed<Box<[crate::ast::BlockId]>> {
        self.expect(b'[')?;
        let mut targets = Vec::new();
        while !self.is(b']') {
            targets.push(self.label()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(targets.into())
    }

    fn resume(&mut self) -> Parsed<Read> {
        self.advance();
        let (_, value) = self.typed_value()?;
        effect(InstKind::Resume(value))
    }

    /// `, 0, 1` at the end of `extractvalue` and `insertvalue`, and the type there.
    fn indices(&mut self, aggregate: TypeId) -> Parsed<(Box<[u32]>, TypeId)> {
        let (mut indices, mut ty) = (Vec::new(), aggregate);
        while self.comma() {
            let at = self.at;
            let index = self.unsigned32()?;
            let inside = match self.module.types.get(ty) {
                Type::Array(len, elem) => (u64::from(index) < *len).then_some(*elem),
                Type::Vector { .. } => None,
                _ => self.module.types.element(ty, u64::from(index)),
            };
            match inside {
                Some(elem) => ty = elem,
                None => return self.fail_at(at, "there is no such element"),
            }
            indices.push(index);
        }
        if indices.is_empty() {
            return self.expected("an index");
        }
        Ok((indices.into(), ty))
    }

    fn extract_value(&mut self) -> Parsed<Read> {
        self.advance();
        let (ty, aggregate) = self.typed_value()?;
        let (indices, to) = self.indices(ty)?;
        result(InstKind::ExtractValue { aggregate, indices }, to)
    }

    fn insert_value(&mut self) -> Parsed<Read> {
        self.advance();
        let (ty, aggregate) = self.typed_value()?;
        self.expect(b',')?;
        let at = self.at;
        let (value_type, value) = self.typed_value()?;
        let (indices, inside) = self.indices(ty)?;
        if inside != value_type {
            return self.fail_at(at, "the new element has another type than the old one");
        }
        let kind = InstKind::InsertValue { aggregate, value, indices };
        result(kind, ty)
    }

    /// A vector with its element type.
    fn vector(&mut self) -> Parsed<(TypeId, TypeId, Operand)> {
        let at = self.at;
        let (ty, vector) = self.typed_value()?;
        match *self.module.types.get(ty) {
            Type::Vector { elem, .. } => Ok((ty, elem, vector)),
            _ => self.fail_at(at, "this must be a vector"),
        }
    }

    fn index(&mut self) -> Parsed<Operand> {
        let at = self.at;
        let (ty, index) = self.typed_value()?;
        match self.module.types.int_width(ty) {
            Some(_) => Ok(index),
            None => self.fail_at(at, "an index must be an integer"),
        }
    }

    fn extract_element(&mut self) -> Parsed<Read> {
        self.advance();
        let (_, elem, vector) = self.vector()?;
        self.expect(b',')?;
        let index = self.index()?;
        result(InstKind::ExtractElement { vector, index }, elem)
    }

    fn insert_element(&mut self) -> Parsed<Read> {
        self.advance();
        let (ty, elem, vector) = self.vector()?;
        self.expect(b',')?;
        let value = self.value_of_type(elem)?;
        self.expect(b',')?;
        let index = self.index()?;
        let kind = InstKind::InsertElement { vector, value, index };
        result(kind, ty)
    }

    fn shuffle_vector(&mut self) -> Parsed<Read> {
        self.advance();
        let (ty, elem, lhs) = self.vector()?;
        self.expect(b',')?;
        let rhs = self.value_of_type(ty)?;
        self.expect(b',')?;
        let at = self.at;
        let (mask_type, mask_elem, mask) = self.vector()?;
        if mask_elem != TypeTable::I32 || !matches!(mask, Operand::Const(_)) {
            return self.fail_at(at, "the mask must be a constant vector of i32");
        }
        let to = self.module.types.with_scalar(mask_type, elem);
        result(InstKind::ShuffleVector { lhs, rhs, mask }, to)
    }

    fn va_arg(&mut self) -> Parsed<Read> {
        self.advance();
        let (_, list) = self.typed_value()?;
        self.expect(b',')?;
        let ty = self.parse_type()?;
        result(InstKind::VaArg { list, ty }, ty)
    }

    fn landing_pad(&mut self) -> Parsed<Read> {
        self.advance();
        let ty = self.parse_type()?;
        let cleanup = self.eat_word(b"cleanup");
        let mut clauses = Vec::new();
        loop {
            if self.eat_word(b"catch") {
                clauses.push(Clause::Catch(self.typed_value()?.1));
            } else if self.eat_word(b"filter") {
                clauses.push(Clause::Filter(self.typed_value()?.1));
            } else {
                break;
            }
        }
        let kind = InstKind::LandingPad { ty, cleanup, clauses: clauses.into() };
        result(kind, ty)
    }
}
