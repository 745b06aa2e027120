//! Types, and the definitions of named ones.

use super::{Parsed, Parser};
use crate::ast::{FloatKind, Type, TypeId, TypeTable};
use crate::lex::{Tok, decimal};

/// LLVM's own limit.
const MAX_INT_BITS: u32 = 1 << 23;

/// Whether a word begins a type.
pub(super) fn is_type_word(word: &[u8]) -> bool {
    match word {
        [b'i', digits @ ..] if !digits.is_empty() => digits.iter().all(u8::is_ascii_digit),
        b"void" | b"ptr" | b"half" | b"bfloat" | b"float" | b"double" | b"x86_fp80" | b"fp128"
        | b"ppc_fp128" | b"label" | b"metadata" | b"token" | b"x86_mmx" | b"x86_amx"
        | b"target" | b"opaque" => true,
        _ => false,
    }
}

impl Parser<'_> {
    /// Whether the current token begins a type.
    pub(super) fn at_type(&self) -> bool {
        match self.tok {
            Tok::Word(word) => is_type_word(word),
            Tok::Local(_) | Tok::QuotedLocal(_) | Tok::LocalNumber(_) => true,
            Tok::Punct(punct) => matches!(punct, b'[' | b'{' | b'<'),
            _ => false,
        }
    }

    pub(super) fn parse_type(&mut self) -> Parsed<TypeId> {
        let base = match self.tok {
            Tok::Word(word) => self.simple_type(word)?,
            Tok::Local(_) | Tok::QuotedLocal(_) | Tok::LocalNumber(_) => self.named_type(),
            Tok::Punct(b'[' | b'{' | b'<') => self.nested(Self::bracketed_type)?,
            _ => return self.expected("a type"),
        };
        self.type_suffix(base)
    }

    fn simple_type(&mut self, word: &[u8]) -> Parsed<TypeId> {
        let ty = match word {
            b"ptr" => {
                self.advance();
                let space = self.opt_addrspace()?.unwrap_or(0);
                return Ok(self.module.types.intern(Type::Ptr(space)));
            }
            b"i32" => Type::Int(32),
            b"i64" => Type::Int(64),
            b"i8" => Type::Int(8),
            b"i1" => Type::Int(1),
            b"void" => Type::Void,
            b"float" => Type::Float(FloatKind::Float),
            b"double" => Type::Float(FloatKind::Double),
            b"half" => Type::Float(FloatKind::Half),
            b"bfloat" => Type::Float(FloatKind::BFloat),
            b"x86_fp80" => Type::Float(FloatKind::X86Fp80),
            b"fp128" => Type::Float(FloatKind::Fp128),
            b"ppc_fp128" => Type::Float(FloatKind::PpcFp128),
            b"label" => Type::Label,
            b"metadata" => Type::Metadata,
            b"token" => Type::Token,
            b"x86_mmx" => Type::X86Mmx,
            b"x86_amx" => Type::X86Amx,
            b"target" => return self.target_type(),
            [b'i', digits @ ..] if is_type_word(word) => match decimal(digits) {
                Some(width @ 1..=MAX_INT_BITS) => Type::Int(width),
                _ => return self.fail("an integer type has between 1 and 2^23 bits"),
            },
            _ => return self.expected("a type"),
        };
        self.advance();
        Ok(self.module.types.intern(ty))
    }

    /// `addrspace(n)`
    pub(super) fn opt_addrspace(&mut self) -> Parsed<Option<u32>> {
        if !self.eat_word(b"addrspace") {
            return Ok(None);
        }
        self.expect(b'(')?;
        let space = match self.tok {
            // Symbolic address spaces: `A` alloca, `G` globals, `P` program.
            Tok::Str(_) => {
                self.advance();
                0
            }
            _ => self.unsigned32()?,
        };
        self.expect(b')')?;
        Ok(Some(space))
    }

    fn target_type(&mut self) -> Parsed<TypeId> {
        self.advance();
        if !self.is(b'(') {
            return self.expected("`(`");
        }
        let start = self.at;
        self.skip_balanced()?;
        let text = &self.lexer.input[start..self.previous_end];
        let text = String::from_utf8_lossy(&text[1..text.len() - 1]).into_owned();
        let sym = self.module.symbols.intern(&text);
        Ok(self.module.types.intern(Type::Target(sym)))
    }

    /// A named type, opaque until it is defined.
    fn named_type(&mut self) -> TypeId {
        let tok = self.tok;
        self.advance();
        let sym = match tok {
            Tok::Local(name) => self.plain_name(name),
            Tok::QuotedLocal(name) => self.escaped_name(name),
            Tok::LocalNumber(number) => {
                if let Some(&ty) = self.type_numbers.get(&number) {
                    return ty;
                }
                let sym = self.number_name(number);
                let (_, ty) = self.module.types.add_struct(sym);
                self.type_numbers.insert(number, ty);
                return ty;
            }
            _ => return TypeTable::VOID,
        };
        if let Some(&ty) = self.type_names.get(&sym) {
            return ty;
        }
        let (_, ty) = self.module.types.add_struct(sym);
        self.type_names.insert(sym, ty);
        ty
    }

    fn bracketed_type(&mut self) -> Parsed<TypeId> {
        if self.eat(b'[') {
            let len = self.unsigned()?;
            self.expect_word(b"x")?;
            let at = self.at;
            let elem = self.parse_type()?;
            self.check_element(at, elem)?;
            self.expect(b']')?;
            return Ok(self.module.types.intern(Type::Array(len, elem)));
        }
        if self.is(b'{') {
            return self.struct_type(false);
        }
        self.expect(b'<')?;
        if self.is(b'{') {
            let ty = self.struct_type(true)?;
            self.expect(b'>')?;
            return Ok(ty);
        }
        self.vector_type()
    }

    fn vector_type(&mut self) -> Parsed<TypeId> {
        let scalable = self.eat_word(b"vscale");
        if scalable {
            self.expect_word(b"x")?;
        }
        let len = self.unsigned32()?;
        self.expect_word(b"x")?;
        let at = self.at;
        let elem = self.parse_type()?;
        let fits = matches!(
            self.module.types.get(elem),
            Type::Int(_) | Type::Float(_) | Type::Ptr(_) | Type::Target(_)
        );
        if !fits || len == 0 {
            return self.fail_at(at, "a vector has one or more integers, floats or pointers");
        }
        self.expect(b'>')?;
        Ok(self.module.types.intern(Type::Vector { len, elem, scalable }))
    }

    fn check_element(&self, at: usize, ty: TypeId) -> Parsed<()> {
        match self.module.types.get(ty) {
            Type::Void | Type::Label | Type::Metadata | Type::Function { .. } | Type::Token => {
                self.fail_at(at, "this type cannot be part of another")
            }
            _ => Ok(()),
        }
    }

    fn struct_type(&mut self, packed: bool) -> Parsed<TypeId> {
        let fields = self.struct_fields()?;
        Ok(self.module.types.intern(Type::Struct { fields, packed }))
    }

    fn struct_fields(&mut self) -> Parsed<Box<[TypeId]>> {
        self.expect(b'{')?;
        let mut fields = Vec::new();
        if self.eat(b'}') {
            return Ok(fields.into());
        }
        loop {
            let at = self.at;
            let field = self.parse_type()?;
            self.check_element(at, field)?;
            fields.push(field);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(fields.into())
    }

    /// `*`, `addrspace(n)*` and `(parameters)` after a type.
    fn type_suffix(&mut self, mut ty: TypeId) -> Parsed<TypeId> {
        loop {
            match self.tok {
                Tok::Punct(b'*') => {
                    self.advance();
                    ty = TypeTable::PTR;
                }
                Tok::Punct(b'(') => ty = self.nested(|p| p.function_type(ty))?,
                Tok::Word(b"addrspace") => {
                    let space = self.opt_addrspace()?.unwrap_or(0);
                    self.expect(b'*')?;
                    ty = self.module.types.intern(Type::Ptr(space));
                }
                _ => return Ok(ty),
            }
        }
    }

    fn function_type(&mut self, ret: TypeId) -> Parsed<TypeId> {
        self.expect(b'(')?;
        let mut params = Vec::new();
        let mut varargs = false;
        while !self.is(b')') {
            if self.tok == Tok::Ellipsis {
                self.advance();
                varargs = true;
                break;
            }
            params.push(self.parse_type()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(self.module.types.intern(Type::Function { ret, params: params.into(), varargs }))
    }

    /// `%name = type …`
    pub(super) fn type_definition(&mut self) -> Parsed<()> {
        let (at, tok) = (self.at, self.tok);
        let known = self.known_type(tok);
        let target = match known {
            None => None,
            Some(ty) => Some((ty, self.undefined_struct(at, ty)?)),
        };
        self.advance();
        self.expect(b'=')?;
        self.expect_word(b"type")?;
        if self.eat_word(b"opaque") {
            if target.is_none() {
                self.name_new_struct(tok);
            }
            return Ok(());
        }
        let packed = self.is(b'<') && self.next_is_brace();
        if packed {
            self.advance();
        }
        if !self.is(b'{') {
            return self.type_alias(at, tok, known);
        }
        let id = match target {
            Some((_, id)) => id,
            None => self.name_new_struct(tok),
        };
        let fields = self.nested(Self::struct_fields)?;
        if packed {
            self.expect(b'>')?;
        }
        self.module.types.set_body(id, fields, packed);
        Ok(())
    }

    fn next_is_brace(&self) -> bool {
        self.lexer.clone().next().1 == Tok::Punct(b'{')
    }

    /// `%name = type i32`: a plain synonym.
    fn type_alias(&mut self, at: usize, tok: Tok<'_>, known: Option<TypeId>) -> Parsed<()> {
        if known.is_some() {
            return self.fail_at(at, "only a struct type can be used before it is defined");
        }
        let ty = self.parse_type()?;
        match tok {
            Tok::LocalNumber(number) => {
                self.type_numbers.insert(number, ty);
            }
            _ => {
                let sym = self.type_symbol(tok);
                self.type_names.insert(sym, ty);
            }
        }
        Ok(())
    }

    fn type_symbol(&mut self, tok: Tok<'_>) -> crate::ast::Sym {
        match tok {
            Tok::Local(name) => self.plain_name(name),
            Tok::QuotedLocal(name) => self.escaped_name(name),
            Tok::LocalNumber(number) => self.number_name(number),
            _ => self.plain_name(b""),
        }
    }

    fn known_type(&mut self, tok: Tok<'_>) -> Option<TypeId> {
        match tok {
            Tok::LocalNumber(number) => self.type_numbers.get(&number).copied(),
            _ => {
                let sym = self.type_symbol(tok);
                self.type_names.get(&sym).copied()
            }
        }
    }

    fn undefined_struct(&self, at: usize, ty: TypeId) -> Parsed<crate::ast::StructId> {
        match self.module.types.get(ty) {
            Type::Named(id) if self.module.types.named(*id).body.is_none() => Ok(*id),
            _ => self.fail_at(at, "this type is already defined"),
        }
    }

    fn name_new_struct(&mut self, tok: Tok<'_>) -> crate::ast::StructId {
        let sym = self.type_symbol(tok);
        let (id, ty) = self.module.types.add_struct(sym);
        match tok {
            Tok::LocalNumber(number) => {
                self.type_numbers.insert(number, ty);
            }
            _ => {
                self.type_names.insert(sym, ty);
            }
        }
        id
    }
}
