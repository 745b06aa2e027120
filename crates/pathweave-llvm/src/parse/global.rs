//! Global variables, aliases, functions and comdats, and the table of their names.
//!
//! A symbol gets its id when it is first mentioned. What is mentioned but never defined is an
//! error at the end, except LLVM's own functions, which need no declaration.

use super::attribute::Prefix;
use super::scope::Name;
use super::{Parsed, Parser};
use crate::ast::{
    Alias, Comdat, ConstId, Function, Global, GlobalId, GlobalKind, Linkage, MdId, Param, Sym,
    Type, TypeId, TypeTable, Variable,
};
use crate::lex::Tok;
use rustc_hash::FxHashMap;

pub(super) struct Slot {
    pub(super) name: Sym,
    pub(super) number: Option<u32>,
    pub(super) first_use: usize,
    pub(super) global: Option<Global>,
    /// The function type of the first call, for LLVM's own functions.
    pub(super) call_type: Option<TypeId>,
    /// The constant that is its address.
    pub(super) address: Option<ConstId>,
}

#[derive(Default)]
pub(super) struct GlobalNames {
    pub(super) slots: Vec<Slot>,
    by_name: FxHashMap<Sym, GlobalId>,
    by_number: FxHashMap<u32, GlobalId>,
    next_number: u32,
}

impl GlobalNames {
    pub(super) fn name(&self, id: GlobalId) -> Sym {
        self.slots[id.0 as usize].name
    }

    pub(super) fn slot(&mut self, id: GlobalId) -> &mut Slot {
        &mut self.slots[id.0 as usize]
    }
}

impl Parser<'_> {
    /// The symbol in an `@name` token, the current one; goes on.
    pub(super) fn use_global(&mut self) -> Parsed<GlobalId> {
        let at = self.at;
        let name = match self.tok {
            Tok::Global(name) => Name::Named(self.plain_name(name)),
            Tok::QuotedGlobal(name) => Name::Named(self.escaped_name(name)),
            Tok::GlobalNumber(number) => Name::Numbered(number),
            _ => return self.expected("a name such as `@f`"),
        };
        self.advance();
        Ok(self.global_slot(at, name))
    }

    fn global_slot(&mut self, at: usize, name: Name) -> GlobalId {
        let known = match name {
            Name::Named(sym) => self.names.by_name.get(&sym),
            Name::Numbered(number) => self.names.by_number.get(&number),
        };
        if let Some(&id) = known {
            return id;
        }
        let id = GlobalId(self.names.slots.len() as u32);
        let (symbol, number) = match name {
            Name::Named(sym) => {
                self.names.by_name.insert(sym, id);
                (sym, None)
            }
            Name::Numbered(number) => {
                self.names.by_number.insert(number, id);
                (self.number_name(number), Some(number))
            }
        };
        self.names.slots.push(Slot {
            name: symbol,
            number,
            first_use: at,
            global: None,
            call_type: None,
            address: None,
        });
        id
    }

    /// Fills the slot of a symbol.
    fn define_global(&mut self, at: usize, id: GlobalId, global: Global) -> Parsed<()> {
        let slot = self.names.slot(id);
        if slot.global.is_some() {
            let name = self.global_ref(id).to_string();
            return self.fail_at(at, format!("`@{name}` is already defined"));
        }
        slot.global = Some(global);
        if let Some(number) = self.names.slot(id).number {
            self.names.next_number = self.names.next_number.max(number.saturating_add(1));
        }
        Ok(())
    }

    fn new_global(&mut self, id: GlobalId, line: u32, prefix: &Prefix, kind: GlobalKind) -> Global {
        let slot = self.names.slot(id);
        Global {
            name: slot.name,
            source_name: slot.name,
            unnamed: slot.number.is_some(),
            source: 0,
            line,
            linkage: prefix.linkage.unwrap_or_default(),
            visibility: prefix.visibility,
            unnamed_addr: prefix.unnamed_addr,
            thread_local: prefix.thread_local,
            section: None,
            comdat: None,
            addrspace: prefix.addrspace.unwrap_or(0),
            align: 0,
            kind,
        }
    }

    /// `@name = …`
    pub(super) fn global_definition(&mut self) -> Parsed<()> {
        let (at, line) = (self.at, self.line());
        let id = self.use_global()?;
        self.expect(b'=')?;
        let prefix = self.prefix()?;
        let global = match self.tok {
            Tok::Word(word @ (b"global" | b"constant")) => {
                self.variable(id, line, &prefix, word == b"constant")?
            }
            Tok::Word(word @ (b"alias" | b"ifunc")) => {
                self.alias(id, line, &prefix, word == b"alias")?
            }
            _ => return self.expected("`global`, `constant`, `alias` or `ifunc`"),
        };
        self.define_global(at, id, global)
    }

    fn variable(
        &mut self,
        id: GlobalId,
        line: u32,
        prefix: &Prefix,
        constant: bool,
    ) -> Parsed<Global> {
        self.advance();
        let at = self.at;
        let ty = self.parse_type()?;
        if matches!(
            self.module.types.get(ty),
            Type::Void | Type::Label | Type::Metadata | Type::Token | Type::Function { .. }
        ) {
            return self.fail_at(at, "a variable cannot have this type");
        }
        let declared = matches!(prefix.linkage, Some(Linkage::External | Linkage::ExternWeak));
        let init = match declared {
            true => None,
            false => Some(self.constant(ty)?),
        };
        let kind = GlobalKind::Variable(Variable {
            ty,
            constant,
            externally_initialized: prefix.externally_initialized,
            init,
            dbg: Vec::new(),
        });
        let mut global = self.new_global(id, line, prefix, kind);
        while self.eat(b',') {
            self.variable_property(&mut global)?;
        }
        Ok(global)
    }

    fn variable_property(&mut self, global: &mut Global) -> Parsed<()> {
        match self.tok {
            Tok::Meta(kind) => {
                let node = self.attachment()?;
                if let (b"dbg", Some(node), GlobalKind::Variable(variable)) =
                    (kind, node, &mut global.kind)
                {
                    variable.dbg.push(node);
                }
                Ok(())
            }
            Tok::Word(_) => self.placement(global).map(|_| ()),
            _ => self.expected("`section`, `align`, `comdat` or metadata"),
        }
    }

    /// `section "…"`, `comdat`, `align n` and other words about where a symbol is placed.
    /// False if the word is not one of those; then it is still there.
    pub(super) fn placement(&mut self, global: &mut Global) -> Parsed<bool> {
        let Tok::Word(word) = self.tok else {
            return Ok(false);
        };
        match word {
            b"section" => {
                self.advance();
                let text = self.string()?;
                global.section = Some(self.module.symbols.intern(&text));
            }
            b"partition" | b"gc" | b"code_model" => {
                self.advance();
                self.string()?;
            }
            b"align" => {
                self.advance();
                global.align = self.alignment()?;
            }
            b"comdat" => {
                self.advance();
                global.comdat = Some(self.comdat_name(global.name)?);
            }
            _ if matches!(global.kind, GlobalKind::Function(_)) => return Ok(false),
            _ => self.skip_attribute()?,
        }
        Ok(true)
    }

    /// After `comdat`: `($name)`, or nothing if it is named as the symbol.
    fn comdat_name(&mut self, own: Sym) -> Parsed<Sym> {
        if !self.eat(b'(') {
            return Ok(own);
        }
        let name = match self.tok {
            Tok::Comdat(name) => self.plain_name(name),
            Tok::QuotedComdat(name) => self.escaped_name(name),
            _ => return self.expected("a name such as `$c`"),
        };
        self.advance();
        self.expect(b')')?;
        Ok(name)
    }

    /// `$name = comdat any`
    pub(super) fn comdat_definition(&mut self) -> Parsed<()> {
        let name = match self.tok {
            Tok::Comdat(name) => self.plain_name(name),
            Tok::QuotedComdat(name) => self.escaped_name(name),
            _ => return self.expected("a name such as `$c`"),
        };
        self.advance();
        self.expect(b'=')?;
        self.expect_word(b"comdat")?;
        let selection = match self.tok {
            Tok::Word(word) => self.plain_name(word),
            _ => return self.expected("`any` or another way to select"),
        };
        self.advance();
        self.module.comdats.push(Comdat { name, selection });
        Ok(())
    }

    fn alias(&mut self, id: GlobalId, line: u32, prefix: &Prefix, alias: bool) -> Parsed<Global> {
        self.advance();
        let ty = self.parse_type()?;
        self.expect(b',')?;
        let at = self.at;
        // An aliasee may be written without its type if it is an expression.
        let target_type = match self.at_type() {
            true => self.parse_type()?,
            false => TypeTable::PTR,
        };
        if !self.module.types.is_ptr(target_type) {
            return self.fail_at(at, "an alias stands for a pointer");
        }
        let target = self.constant(target_type)?;
        let body = Alias { ty, target };
        let kind = match alias {
            true => GlobalKind::Alias(body),
            false => GlobalKind::Ifunc(body),
        };
        let mut global = self.new_global(id, line, prefix, kind);
        while self.eat(b',') {
            match self.tok {
                Tok::Meta(_) => {
                    self.attachment()?;
                }
                _ => {
                    self.placement(&mut global)?;
                }
            }
        }
        Ok(global)
    }

    /// `declare …`
    pub(super) fn function_declaration(&mut self) -> Parsed<()> {
        let line = self.line();
        self.advance();
        let mut dbg = None;
        while let Tok::Meta(kind) = self.tok {
            let node = self.attachment()?;
            if kind == b"dbg" {
                dbg = node;
            }
        }
        let (at, id, mut global, _) = self.function_header(line, dbg)?;
        self.function_tail(&mut global, false)?;
        self.define_global(at, id, global)
    }

    /// `define … { … }`
    pub(super) fn function_definition(&mut self) -> Parsed<()> {
        let line = self.line();
        self.advance();
        self.scope.enter();
        let (at, id, mut global, names) = self.function_header(line, None)?;
        self.function_tail(&mut global, true)?;
        if let GlobalKind::Function(function) = &mut global.kind {
            self.scope.ret = function.ret;
            self.define_params(function, &names)?;
            self.body(function)?;
        }
        self.scope.open = false;
        self.define_global(at, id, global)
    }

    fn define_params(
        &mut self,
        function: &Function,
        names: &[(usize, Option<Name>)],
    ) -> Parsed<()> {
        for (param, &(at, name)) in function.params.iter().zip(names) {
            self.define_local(at, name, Some(param.ty))?;
        }
        Ok(())
    }

    #[allow(clippy::type_complexity)]
    fn function_header(
        &mut self,
        line: u32,
        dbg: Option<MdId>,
    ) -> Parsed<(usize, GlobalId, Global, Vec<(usize, Option<Name>)>)> {
        let prefix = self.prefix()?;
        let ret = self.parse_type()?;
        let at = self.at;
        let id = self.use_global()?;
        let (params, names, varargs) = self.parameters()?;
        let ty = self.module.types.intern(Type::Function {
            ret,
            params: params.iter().map(|p| p.ty).collect(),
            varargs,
        });
        let function = Function {
            ty,
            ret,
            ret_attrs: prefix.attrs,
            params,
            varargs,
            cconv: prefix.cconv,
            attrs: Default::default(),
            groups: Vec::new(),
            personality: None,
            dbg,
            locals: Vec::new(),
            blocks: Vec::new(),
        };
        let kind = GlobalKind::Function(Box::new(function));
        Ok((at, id, self.new_global(id, line, &prefix, kind), names))
    }

    #[allow(clippy::type_complexity)]
    fn parameters(&mut self) -> Parsed<(Vec<Param>, Vec<(usize, Option<Name>)>, bool)> {
        self.expect(b'(')?;
        let (mut params, mut names, mut varargs) = (Vec::new(), Vec::new(), false);
        while !self.is(b')') {
            if self.tok == Tok::Ellipsis {
                self.advance();
                varargs = true;
                break;
            }
            let ty = self.parse_type()?;
            let attrs = self.param_attrs()?;
            params.push(Param { ty, attrs });
            let at = self.at;
            let name = match self.tok {
                Tok::Local(_) | Tok::QuotedLocal(_) | Tok::LocalNumber(_) => {
                    let name = self.local_name(self.tok)?;
                    self.advance();
                    Some(name)
                }
                _ => None,
            };
            names.push((at, name));
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok((params, names, varargs))
    }

    /// Everything between the parameters and the body, or the next entity.
    fn function_tail(&mut self, global: &mut Global, define: bool) -> Parsed<()> {
        loop {
            match self.tok {
                Tok::Attr(number) => {
                    self.advance();
                    let group = self.group(number);
                    if let GlobalKind::Function(function) = &mut global.kind {
                        function.groups.push(group);
                    }
                }
                Tok::Str(_) => self.skip_attribute()?,
                Tok::Meta(kind) if define => {
                    let node = self.attachment()?;
                    if let (b"dbg", GlobalKind::Function(function)) = (kind, &mut global.kind) {
                        function.dbg = node;
                    }
                }
                Tok::Word(word) if !begins_entity(word) => self.tail_word(global, word)?,
                _ => return Ok(()),
            }
        }
    }

    fn tail_word(&mut self, global: &mut Global, word: &[u8]) -> Parsed<()> {
        if self.placement(global)? {
            return Ok(());
        }
        match word {
            b"unnamed_addr" => {
                self.advance();
                global.unnamed_addr = crate::ast::UnnamedAddr::Global;
            }
            b"local_unnamed_addr" => {
                self.advance();
                global.unnamed_addr = crate::ast::UnnamedAddr::Local;
            }
            b"addrspace" => global.addrspace = self.opt_addrspace()?.unwrap_or(0),
            b"personality" | b"prefix" | b"prologue" => {
                self.advance();
                let ty = self.parse_type()?;
                let value = self.constant(ty)?;
                if let (b"personality", GlobalKind::Function(function)) = (word, &mut global.kind) {
                    function.personality = Some(value);
                }
            }
            _ => {
                let attrs = self.fn_attribute(word)?;
                if let GlobalKind::Function(function) = &mut global.kind {
                    function.attrs.set(attrs);
                }
            }
        }
        Ok(())
    }
}

/// Whether a word begins an entity of the top level.
fn begins_entity(word: &[u8]) -> bool {
    matches!(
        word,
        b"define"
            | b"declare"
            | b"attributes"
            | b"module"
            | b"target"
            | b"source_filename"
            | b"uselistorder"
            | b"uselistorder_bb"
    )
}
