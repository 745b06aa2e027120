//! Calls, and the debug records that are written as calls.

use super::body::{Read, effect};
use super::{Parsed, Parser};
use crate::ast::{
    Arg, Call, Callee, ConstKind, DbgKind, DbgRecord, FnAttrs, GlobalId, InlineAsm, Inst, InstKind,
    Invoke, MdValue, Operand, TailKind, Type, TypeId, TypeTable,
};
use crate::lex::Tok;

fn dbg_kind(name: &str) -> Option<DbgKind> {
    Some(match name.strip_prefix("llvm.dbg.")? {
        "declare" | "addr" => DbgKind::Declare,
        "value" => DbgKind::Value,
        "assign" => DbgKind::Assign,
        "label" => DbgKind::Label,
        _ => return None,
    })
}

/// A call, or the debug record it stands for.
enum Called {
    Call(Box<Call>),
    Record(Box<DbgRecord>),
}

impl Parser<'_> {
    pub(super) fn call(&mut self, word: &[u8]) -> Parsed<Read> {
        let tail = match word {
            b"tail" => TailKind::Tail,
            b"musttail" => TailKind::MustTail,
            b"notail" => TailKind::NoTail,
            _ => TailKind::None,
        };
        if tail != TailKind::None {
            self.advance();
        }
        self.expect_word(b"call")?;
        match self.called(tail)? {
            Called::Record(record) => effect(InstKind::Dbg(record)),
            Called::Call(call) => {
                let ret = call.ret;
                Ok((InstKind::Call(call), Some(Some(ret))))
            }
        }
    }

    fn plain_call(&mut self) -> Parsed<Box<Call>> {
        let at = self.at;
        match self.called(TailKind::None)? {
            Called::Call(call) => Ok(call),
            Called::Record(_) => self.fail_at(at, "a debug record cannot be called here"),
        }
    }

    pub(super) fn invoke(&mut self) -> Parsed<Read> {
        self.advance();
        let call = *self.plain_call()?;
        self.expect_word(b"to")?;
        let normal = self.label()?;
        self.expect_word(b"unwind")?;
        let unwind = self.label()?;
        let ret = call.ret;
        let kind = InstKind::Invoke(Box::new(Invoke { call, normal, unwind }));
        Ok((kind, Some(Some(ret))))
    }

    pub(super) fn callbr(&mut self) -> Parsed<Read> {
        self.advance();
        let call = self.plain_call()?;
        self.expect_word(b"to")?;
        let fallthrough = self.label()?;
        let indirect = self.label_list()?;
        let ret = call.ret;
        let kind = InstKind::CallBr { call, fallthrough, indirect };
        Ok((kind, Some(Some(ret))))
    }

    /// Everything after the word `call`.
    fn called(&mut self, tail: TailKind) -> Parsed<Called> {
        let prefix = self.prefix()?;
        let at = self.at;
        let written = self.parse_type()?;
        let callee = self.callee(prefix.addrspace.unwrap_or(self.module.layout.program_space))?;
        if let Callee::Global(id) = callee
            && let Some(kind) = dbg_kind(self.global_ref(id))
        {
            return self.dbg_call(id, kind).map(Called::Record);
        }
        let args = self.arguments()?;
        let (attrs, group) = self.call_suffix()?;
        let (ty, ret) = self.call_type(at, written, &args)?;
        if let Callee::Global(id) = callee {
            self.names.slot(id).call_type.get_or_insert(ty);
        }
        Ok(Called::Call(Box::new(Call {
            ty,
            ret,
            ret_attrs: prefix.attrs,
            callee,
            args,
            attrs,
            group,
            cconv: prefix.cconv,
            tail,
            fast: prefix.fast,
        })))
    }

    /// The function type of a call from what is written: it, or only the returned type.
    fn call_type(&mut self, at: usize, written: TypeId, args: &[Arg]) -> Parsed<(TypeId, TypeId)> {
        if let Type::Function { ret, params, varargs } = self.module.types.get(written) {
            let enough = match varargs {
                true => args.len() >= params.len(),
                false => args.len() == params.len(),
            };
            let same = params.iter().zip(args).all(|(ty, arg)| *ty == arg.ty);
            return match enough && same {
                true => Ok((written, *ret)),
                false => self.fail_at(at, "the arguments do not fit this function type"),
            };
        }
        let ty = self.module.types.intern(Type::Function {
            ret: written,
            params: args.iter().map(|arg| arg.ty).collect(),
            varargs: false,
        });
        Ok((ty, written))
    }

    fn callee(&mut self, space: u32) -> Parsed<Callee> {
        match self.tok {
            Tok::Global(_) | Tok::QuotedGlobal(_) | Tok::GlobalNumber(_) => {
                Ok(Callee::Global(self.use_global()?))
            }
            Tok::Word(b"asm") => self.inline_asm(),
            _ => {
                let ty = self.module.types.intern(Type::Ptr(space));
                let value = self.value(ty)?;
                if let Operand::Const(id) = value
                    && let ConstKind::Global(global) = self.module.constant(id).kind
                {
                    return Ok(Callee::Global(global));
                }
                Ok(Callee::Value(value))
            }
        }
    }

    /// `asm sideeffect "template", "constraints"`
    fn inline_asm(&mut self) -> Parsed<Callee> {
        self.advance();
        let mut side_effect = false;
        while let Tok::Word(word) = self.tok {
            side_effect |= word == b"sideeffect";
            self.advance();
        }
        let template = self.string()?;
        self.expect(b',')?;
        let constraints = self.string()?;
        Ok(Callee::Asm(Box::new(InlineAsm {
            template: self.module.symbols.intern(&template),
            constraints: self.module.symbols.intern(&constraints),
            side_effect,
        })))
    }

    fn arguments(&mut self) -> Parsed<Box<[Arg]>> {
        self.expect(b'(')?;
        let mut args = Vec::new();
        while !self.is(b')') {
            if self.tok == Tok::Ellipsis {
                // `musttail` calls of variadic functions forward their own arguments.
                self.advance();
                break;
            }
            let at = self.at;
            let ty = self.parse_type()?;
            if matches!(self.module.types.get(ty), Type::Void | Type::Label | Type::Function { .. })
            {
                return self.fail_at(at, "there are no values of this type");
            }
            let attrs = match ty {
                TypeTable::METADATA => Default::default(),
                _ => self.param_attrs()?,
            };
            let value = self.value(ty)?;
            args.push(Arg { ty, value, attrs });
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(args.into())
    }

    /// Attributes and operand bundles after the arguments, on the same line.
    fn call_suffix(&mut self) -> Parsed<(FnAttrs, Option<crate::ast::AttrGroupId>)> {
        let (mut attrs, mut group) = (FnAttrs::default(), None);
        loop {
            match self.tok {
                Tok::Attr(number) => {
                    self.advance();
                    group = Some(self.group(number));
                }
                Tok::Punct(b'[') => self.skip_balanced()?,
                Tok::Word(b"to") => break,
                Tok::Word(word) if self.on_same_line() => attrs.set(self.fn_attribute(word)?),
                Tok::Str(_) if self.on_same_line() => self.skip_attribute()?,
                _ => break,
            }
        }
        Ok((attrs, group))
    }

    fn on_same_line(&self) -> bool {
        !self.lexer.input[self.previous_end..self.at].contains(&b'\n')
    }

    /// The arguments of `llvm.dbg.…`
    fn dbg_call(&mut self, id: GlobalId, kind: DbgKind) -> Parsed<Box<DbgRecord>> {
        self.expect(b'(')?;
        let (mut values, mut types) = (Vec::new(), Vec::new());
        while !self.is(b')') {
            let at = self.at;
            if self.parse_type()? != TypeTable::METADATA && kind != DbgKind::Value {
                return self.fail_at(at, "expected metadata");
            }
            types.push(TypeTable::METADATA);
            values.push(match self.tok {
                Tok::Int(_) => {
                    // The offset that `llvm.dbg.value` had long ago.
                    self.advance();
                    MdValue::Null
                }
                _ => self.metadata_value()?,
            });
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        self.call_suffix()?;
        let ty = self.module.types.intern(Type::Function {
            ret: TypeTable::VOID,
            params: types.into(),
            varargs: false,
        });
        self.names.slot(id).call_type.get_or_insert(ty);
        Ok(Box::new(record(kind, values)))
    }

    /// `#dbg_value(…)`
    pub(super) fn debug_record(&mut self, word: &[u8], line: u32) -> Parsed<Inst> {
        let kind = match word {
            b"dbg_declare" | b"dbg_declare_value" => DbgKind::Declare,
            b"dbg_value" => DbgKind::Value,
            b"dbg_assign" => DbgKind::Assign,
            b"dbg_label" => DbgKind::Label,
            _ => DbgKind::Other,
        };
        self.advance();
        if !self.is(b'(') {
            return self.expected("`(`");
        }
        if kind == DbgKind::Other {
            self.skip_balanced()?;
            return Ok(record_inst(record(kind, Vec::new()), line, None));
        }
        self.advance();
        let mut values = Vec::new();
        while !self.is(b')') {
            values.push(self.metadata_value()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        let location = values.pop().and_then(|value| value.node());
        Ok(record_inst(record(kind, values), line, location))
    }
}

fn record_inst(record: DbgRecord, line: u32, dbg: Option<crate::ast::MdId>) -> Inst {
    Inst { result: None, dbg, line, kind: InstKind::Dbg(Box::new(record)) }
}

/// A record from its arguments without the location.
fn record(kind: DbgKind, values: Vec<MdValue>) -> DbgRecord {
    let mut values = values.into_iter();
    let value = match kind {
        DbgKind::Label | DbgKind::Other => MdValue::Null,
        _ => values.next().unwrap_or(MdValue::Null),
    };
    let mut rest = values.filter(|value| *value != MdValue::Null);
    DbgRecord {
        kind,
        value,
        variable: rest.next().and_then(|value| value.node()),
        expression: rest.next().and_then(|value| value.node()),
    }
}
