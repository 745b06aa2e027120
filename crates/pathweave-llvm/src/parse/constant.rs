//! Constants and constant expressions.
//!
//! A constant is read against a known type and refused if it cannot have it.

use super::number::{MAX_DIGITS, decimal_limbs, float_bits, hex_limbs};
use super::scope::Name;
use super::{Parsed, Parser};
use crate::ast::{
    ArithFlags, CastOp, ConstExpr, ConstId, ConstKind, Constant, FloatKind, GepFlags, GlobalId,
    Operand, Sym, Type, TypeId, TypeTable,
};
use crate::lex::{Tok, unescape};

/// A `blockaddress` whose block is looked up at the end.
pub(super) struct PendingBlock {
    pub(super) at: usize,
    pub(super) constant: ConstId,
    pub(super) function: GlobalId,
    pub(super) block: Sym,
}

/// Whether a word begins a constant (and is thus no attribute).
pub(super) fn is_value_word(word: &[u8]) -> bool {
    matches!(
        word,
        b"true"
            | b"false"
            | b"null"
            | b"undef"
            | b"poison"
            | b"zeroinitializer"
            | b"none"
            | b"blockaddress"
            | b"dso_local_equivalent"
            | b"no_cfi"
            | b"ptrauth"
            | b"splat"
            | b"asm"
            | b"getelementptr"
            | b"icmp"
            | b"fcmp"
            | b"select"
            | b"fneg"
            | b"extractelement"
            | b"insertelement"
            | b"shufflevector"
            | b"extractvalue"
            | b"insertvalue"
    ) || super::instruction::cast_op(word).is_some()
        || super::instruction::binary_op(word).is_some()
        || is_literal_word(word)
}

/// `u0x…`, `s0x…` and `f0x…`
fn is_literal_word(word: &[u8]) -> bool {
    matches!(word, [b'u' | b's' | b'f', b'0', b'x', _, ..])
}

impl Parser<'_> {
    pub(super) fn push_constant(&mut self, ty: TypeId, kind: ConstKind) -> ConstId {
        let id = ConstId(self.module.consts.len() as u32);
        self.module.consts.push(Constant { ty, kind });
        id
    }

    /// A small integer; equal ones share an id.
    fn small_int(&mut self, ty: TypeId, value: u64) -> ConstId {
        if let Some(&id) = self.small_ints.get(&(ty, value)) {
            return id;
        }
        let id = self.push_constant(ty, ConstKind::Int(value));
        self.small_ints.insert((ty, value), id);
        id
    }

    /// `T value`
    pub(super) fn typed_constant(&mut self) -> Parsed<ConstId> {
        let ty = self.parse_type()?;
        self.constant(ty)
    }

    /// A constant of type `ty`.
    pub(super) fn constant(&mut self, ty: TypeId) -> Parsed<ConstId> {
        match self.tok {
            Tok::Int(text) => self.number(ty, text),
            Tok::Float(text) => self.float(ty, text),
            Tok::Global(_) | Tok::QuotedGlobal(_) | Tok::GlobalNumber(_) => self.address(ty),
            Tok::Word(word) => self.worded_constant(ty, word),
            Tok::Bytes(text) => self.bytes(ty, text),
            Tok::Punct(b'[' | b'{' | b'<') => self.nested(|p| p.aggregate(ty)),
            _ => self.expected("a value"),
        }
    }

    fn mismatch<T>(&self, ty: TypeId) -> Parsed<T> {
        let ty = self.module.type_text(ty);
        self.fail(format!("{} is no value of the type {ty}", self.found()))
    }

    fn number(&mut self, ty: TypeId, text: &[u8]) -> Parsed<ConstId> {
        match *self.module.types.get(ty) {
            Type::Int(width) => self.integer(ty, width, text),
            // A float may be written without a point: `1e3` is lexed otherwise, `-0` here.
            Type::Float(_) => self.float(ty, text),
            _ => self.mismatch(ty),
        }
    }

    fn integer(&mut self, ty: TypeId, width: u32, text: &[u8]) -> Parsed<ConstId> {
        if width <= 64 && text.len() <= 18 {
            let (negative, digits) = match text {
                [b'-', digits @ ..] => (true, digits),
                [b'+', digits @ ..] => (false, digits),
                digits => (false, digits),
            };
            let value = digits.iter().fold(0u64, |sum, b| sum * 10 + u64::from(b - b'0'));
            let value = if negative { value.wrapping_neg() } else { value };
            self.advance();
            return Ok(self.small_int(ty, value & (u64::MAX >> (64 - width))));
        }
        if text.len() > MAX_DIGITS {
            return self.fail("this number has too many digits");
        }
        self.spend_limbs(width)?;
        let limbs = decimal_limbs(text, width);
        self.limbs(ty, width, limbs)
    }

    fn spend_limbs(&mut self, width: u32) -> Parsed<()> {
        let limbs = width.div_ceil(64) as usize;
        if limbs > self.limb_budget {
            return self.fail("too many very wide integers for a file of this size");
        }
        self.limb_budget -= limbs;
        Ok(())
    }

    fn limbs(&mut self, ty: TypeId, width: u32, limbs: Option<Vec<u64>>) -> Parsed<ConstId> {
        let Some(limbs) = limbs else {
            return self.expected("a number");
        };
        self.advance();
        Ok(match limbs[..] {
            [value] if width <= 64 => self.small_int(ty, value),
            _ => self.push_constant(ty, ConstKind::WideInt(limbs.into())),
        })
    }

    fn float(&mut self, ty: TypeId, text: &[u8]) -> Parsed<ConstId> {
        let Type::Float(kind) = *self.module.types.get(ty) else {
            return self.mismatch(ty);
        };
        let Some(bits) = float_bits(text, kind) else {
            return self.mismatch(ty);
        };
        self.advance();
        Ok(self.float_constant(ty, kind, bits))
    }

    fn float_constant(&mut self, ty: TypeId, kind: FloatKind, bits: [u64; 2]) -> ConstId {
        let value = match kind.bits() {
            0..=64 => ConstKind::Float(bits[0]),
            _ => ConstKind::WideFloat(bits),
        };
        self.push_constant(ty, value)
    }

    /// `@name`
    fn address(&mut self, ty: TypeId) -> Parsed<ConstId> {
        if !self.module.types.is_ptr(ty) {
            return self.mismatch(ty);
        }
        let id = self.use_global()?;
        if let Some(known) = self.names.slot(id).address
            && self.module.consts[known.0 as usize].ty == ty
        {
            return Ok(known);
        }
        let constant = self.push_constant(ty, ConstKind::Global(id));
        self.names.slot(id).address = Some(constant);
        Ok(constant)
    }

    fn worded_constant(&mut self, ty: TypeId, word: &[u8]) -> Parsed<ConstId> {
        let kind = match word {
            b"null" if self.module.types.is_ptr(ty) => ConstKind::Null,
            b"true" | b"false" if ty == TypeTable::I1 => {
                self.advance();
                return Ok(self.small_int(ty, u64::from(word == b"true")));
            }
            b"zeroinitializer" => ConstKind::Zero,
            b"undef" => ConstKind::Undef,
            b"poison" => ConstKind::Poison,
            b"none" => ConstKind::None,
            b"null" | b"true" | b"false" => return self.mismatch(ty),
            b"blockaddress" => return self.block_address(ty),
            b"dso_local_equivalent" => {
                self.advance();
                ConstKind::DsoLocalEquivalent(self.use_global()?)
            }
            b"no_cfi" => {
                self.advance();
                ConstKind::NoCfi(self.use_global()?)
            }
            b"ptrauth" => return self.nested(|p| p.signed_pointer(ty)),
            b"splat" => return self.nested(|p| p.splat(ty)),
            [b'u' | b's' | b'f', b'0', b'x', ..] => return self.hex_literal(ty, word),
            _ => return self.nested(|p| p.expression(ty, word)),
        };
        match kind {
            ConstKind::DsoLocalEquivalent(_) | ConstKind::NoCfi(_) => {}
            _ => self.advance(),
        }
        Ok(self.push_constant(ty, kind))
    }

    fn hex_literal(&mut self, ty: TypeId, word: &[u8]) -> Parsed<ConstId> {
        let digits = &word[3..];
        match *self.module.types.get(ty) {
            Type::Int(width) if word[0] != b'f' => {
                self.spend_limbs(width)?;
                let limbs = hex_limbs(digits, width, word[0] == b's');
                self.limbs(ty, width, limbs)
            }
            Type::Float(kind) if word[0] == b'f' => match hex_limbs(digits, kind.bits(), false) {
                Some(limbs) => {
                    self.advance();
                    let bits = [limbs[0], limbs.get(1).copied().unwrap_or(0)];
                    Ok(self.float_constant(ty, kind, bits))
                }
                None => self.expected("hexadecimal digits"),
            },
            _ => self.mismatch(ty),
        }
    }

    /// `blockaddress(@f, %bb)`
    fn block_address(&mut self, ty: TypeId) -> Parsed<ConstId> {
        let at = self.at;
        if !self.module.types.is_ptr(ty) {
            return self.mismatch(ty);
        }
        self.advance();
        self.expect(b'(')?;
        let function = self.use_global()?;
        self.expect(b',')?;
        let block = match self.local_name(self.tok)? {
            Name::Named(sym) => sym,
            Name::Numbered(number) => self.number_name(number),
        };
        self.advance();
        self.expect(b')')?;
        let block_address = ConstKind::BlockAddress { function, block: None };
        let constant = self.push_constant(ty, block_address);
        self.pending_blocks.push(PendingBlock { at, constant, function, block });
        Ok(constant)
    }

    /// `ptrauth (ptr p, i32 key, …)`
    fn signed_pointer(&mut self, ty: TypeId) -> Parsed<ConstId> {
        self.advance();
        self.expect(b'(')?;
        let pointer = self.typed_constant()?;
        while self.eat(b',') {
            self.typed_constant()?;
        }
        self.expect(b')')?;
        Ok(self.push_constant(ty, ConstKind::PtrAuth(pointer)))
    }

    /// `splat (T v)`
    fn splat(&mut self, ty: TypeId) -> Parsed<ConstId> {
        let Type::Vector { elem, .. } = *self.module.types.get(ty) else {
            return self.mismatch(ty);
        };
        self.advance();
        self.expect(b'(')?;
        let value = self.element(elem)?;
        self.expect(b')')?;
        Ok(self.push_constant(ty, ConstKind::Splat(value)))
    }

    /// `T value` where the type must be `ty`.
    fn element(&mut self, ty: TypeId) -> Parsed<ConstId> {
        let at = self.at;
        let found = self.parse_type()?;
        if found != ty {
            let (found, ty) = (self.module.type_text(found), self.module.type_text(ty));
            return self.fail_at(at, format!("this element has the type {found}, not {ty}"));
        }
        self.constant(ty)
    }

    /// `c"…"`
    fn bytes(&mut self, ty: TypeId, text: &[u8]) -> Parsed<ConstId> {
        let bytes = unescape(text);
        match *self.module.types.get(ty) {
            Type::Array(len, TypeTable::I8) if len == bytes.len() as u64 => {
                self.advance();
                Ok(self.push_constant(ty, ConstKind::Bytes(bytes.into())))
            }
            _ => self.mismatch(ty),
        }
    }

    /// `[…]`, `{…}`, `<{…}>` or `<…>`
    fn aggregate(&mut self, ty: TypeId) -> Parsed<ConstId> {
        let at = self.at;
        let vector = self.eat(b'<');
        let close = match self.tok {
            Tok::Punct(b'{') => b'}',
            Tok::Punct(b'[') if !vector => b']',
            _ => b'>',
        };
        if close != b'>' {
            self.advance();
        }
        let packed = vector && close == b'}';
        if !self.fits_aggregate(ty, close, packed) {
            let ty = self.module.type_text(ty);
            return self.fail_at(at, format!("this is no value of the type {ty}"));
        }
        let elements = self.elements(ty, close)?;
        self.expect(close)?;
        if packed {
            self.expect(b'>')?;
        }
        if !self.is_length(ty, elements.len()) {
            let ty = self.module.type_text(ty);
            return self.fail_at(at, format!("wrong number of elements for the type {ty}"));
        }
        Ok(self.push_constant(ty, ConstKind::Aggregate(elements.into())))
    }

    fn fits_aggregate(&self, ty: TypeId, close: u8, packed: bool) -> bool {
        match self.module.types.get(ty) {
            Type::Array(..) => close == b']',
            Type::Vector { .. } => close == b'>',
            Type::Struct { .. } | Type::Named(_) => {
                let fields = self.module.types.struct_fields(ty);
                close == b'}' && fields.is_some_and(|(_, known)| known == packed)
            }
            _ => false,
        }
    }

    fn is_length(&self, ty: TypeId, count: usize) -> bool {
        match self.module.types.get(ty) {
            Type::Array(len, _) => *len == count as u64,
            Type::Vector { len, .. } => *len as usize == count,
            _ => {
                let fields = self.module.types.struct_fields(ty);
                fields.is_some_and(|(fields, _)| fields.len() == count)
            }
        }
    }

    fn elements(&mut self, ty: TypeId, close: u8) -> Parsed<Vec<ConstId>> {
        let mut elements = Vec::new();
        if self.is(close) {
            return Ok(elements);
        }
        loop {
            match self.module.types.element(ty, elements.len() as u64) {
                Some(elem) => elements.push(self.element(elem)?),
                None => return self.fail("more elements than the type has"),
            }
            if !self.eat(b',') {
                return Ok(elements);
            }
        }
    }

    /// An operator with its operands in parentheses.
    fn expression(&mut self, ty: TypeId, word: &[u8]) -> Parsed<ConstId> {
        let expr = match word {
            b"getelementptr" => self.gep_expression()?,
            b"icmp" => {
                self.advance();
                let pred = self.int_predicate()?;
                let [lhs, rhs] = self.operands()?;
                ConstExpr::ICmp(pred, lhs, rhs)
            }
            b"fcmp" => {
                self.advance();
                let pred = self.float_predicate()?;
                let [lhs, rhs] = self.operands()?;
                ConstExpr::FCmp(pred, lhs, rhs)
            }
            b"extractvalue" | b"insertvalue" => self.indexed_expression(word)?,
            b"fneg" | b"select" | b"extractelement" | b"insertelement" | b"shufflevector" => {
                self.advance();
                self.plain_expression(word)?
            }
            _ => return self.operator_expression(ty, word),
        };
        Ok(self.push_constant(ty, ConstKind::Expr(Box::new(expr))))
    }

    fn plain_expression(&mut self, word: &[u8]) -> Parsed<ConstExpr> {
        if word == b"fneg" {
            let [value] = self.operands()?;
            return Ok(ConstExpr::FNeg(value));
        }
        if word == b"extractelement" {
            let [vector, index] = self.operands()?;
            return Ok(ConstExpr::ExtractElement(vector, index));
        }
        let [a, b, c] = self.operands()?;
        Ok(match word {
            b"select" => ConstExpr::Select(a, b, c),
            b"insertelement" => ConstExpr::InsertElement(a, b, c),
            _ => ConstExpr::ShuffleVector(a, b, c),
        })
    }

    fn operator_expression(&mut self, ty: TypeId, word: &[u8]) -> Parsed<ConstId> {
        if let Some(op) = super::instruction::cast_op(word) {
            return self.cast_expression(ty, op);
        }
        let Some(op) = super::instruction::binary_op(word) else {
            return self.expected("a value");
        };
        self.advance();
        let flags = self.arith_flags();
        let [lhs, rhs] = self.operands()?;
        let expr = ConstExpr::Binary(op, flags, lhs, rhs);
        Ok(self.push_constant(ty, ConstKind::Expr(Box::new(expr))))
    }

    fn cast_expression(&mut self, ty: TypeId, op: CastOp) -> Parsed<ConstId> {
        self.advance();
        let _: ArithFlags = self.arith_flags();
        self.expect(b'(')?;
        let value = self.typed_constant()?;
        self.expect_word(b"to")?;
        let at = self.at;
        let to = self.parse_type()?;
        self.expect(b')')?;
        if to != ty {
            let (to, ty) = (self.module.type_text(to), self.module.type_text(ty));
            return self.fail_at(at, format!("this converts to {to}, where {ty} is needed"));
        }
        let from = self.module.consts[value.0 as usize].ty;
        if op == CastOp::BitCast && from == to && self.module.types.is_ptr(to) {
            return Ok(value);
        }
        Ok(self.push_constant(ty, ConstKind::Expr(Box::new(ConstExpr::Cast(op, value)))))
    }

    /// `(T a, T b, …)`, as many as asked for.
    fn operands<const N: usize>(&mut self) -> Parsed<[ConstId; N]> {
        self.expect(b'(')?;
        let mut operands = [ConstId(0); N];
        for (at, operand) in operands.iter_mut().enumerate() {
            if at > 0 {
                self.expect(b',')?;
            }
            *operand = self.typed_constant()?;
        }
        self.expect(b')')?;
        Ok(operands)
    }

    fn indexed_expression(&mut self, word: &[u8]) -> Parsed<ConstExpr> {
        self.advance();
        self.expect(b'(')?;
        let aggregate = self.typed_constant()?;
        self.expect(b',')?;
        let value = match word {
            b"insertvalue" => {
                let value = self.typed_constant()?;
                self.expect(b',')?;
                Some(value)
            }
            _ => None,
        };
        let mut indices = vec![self.unsigned32()?];
        while self.eat(b',') {
            indices.push(self.unsigned32()?);
        }
        self.expect(b')')?;
        Ok(match value {
            Some(value) => ConstExpr::InsertValue(aggregate, value, indices.into()),
            None => ConstExpr::ExtractValue(aggregate, indices.into()),
        })
    }

    /// `inbounds`, `nusw`, `nuw`, `inrange(a, b)`
    pub(super) fn gep_flags(&mut self) -> Parsed<GepFlags> {
        let mut flags = GepFlags::default();
        while let Tok::Word(word) = self.tok {
            match word {
                b"inbounds" => flags.inbounds = true,
                b"nusw" => flags.nusw = true,
                b"nuw" => flags.nuw = true,
                b"inrange" => {
                    self.skip_attribute()?;
                    continue;
                }
                _ => break,
            }
            self.advance();
        }
        Ok(flags)
    }

    fn gep_expression(&mut self) -> Parsed<ConstExpr> {
        self.advance();
        let flags = self.gep_flags()?;
        self.expect(b'(')?;
        let source = self.parse_type()?;
        self.expect(b',')?;
        let base = self.typed_constant()?;
        let (mut indices, mut inside) = (Vec::new(), source);
        while self.eat(b',') {
            self.eat_word(b"inrange");
            let at = self.at;
            let index = self.typed_constant()?;
            if !indices.is_empty() {
                inside = self.step_into(at, inside, Operand::Const(index))?;
            }
            indices.push(index);
        }
        self.expect(b')')?;
        Ok(ConstExpr::Gep { flags, source, base, indices: indices.into() })
    }
}
