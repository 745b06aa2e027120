//! The names of one function: values and blocks, by name or by number, used before or after
//! their definition.
//!
//! The tables are indexed by symbol or number and are stamped with the function's epoch instead of
//! being cleared, so that a module of many small functions costs no more than one large one.

use super::{Parsed, Parser};
use crate::ast::{BlockId, LocalId, Sym, TypeId, TypeTable};
use crate::lex::Tok;

#[derive(Clone, Copy, Default)]
struct Stamp {
    epoch: u32,
    id: u32,
}

/// A stamped map from small numbers.
#[derive(Default)]
struct StampMap(Vec<Stamp>);

impl StampMap {
    fn get(&self, key: u32, epoch: u32) -> Option<u32> {
        let stamp = self.0.get(key as usize)?;
        (stamp.epoch == epoch).then_some(stamp.id)
    }

    fn set(&mut self, key: u32, epoch: u32, id: u32) {
        let key = key as usize;
        if key >= self.0.len() {
            self.0.resize(key + 1, Stamp::default());
        }
        self.0[key] = Stamp { epoch, id };
    }
}

/// A value used or defined.
pub(super) struct LocalState {
    pub(super) name: Sym,
    pub(super) ty: Option<TypeId>,
    pub(super) defined: bool,
    at: usize,
}

/// A block used or defined.
pub(super) struct LabelState {
    pub(super) name: Sym,
    /// Its place in the text.
    pub(super) place: Option<u32>,
    at: usize,
}

/// How something is named.
#[derive(Clone, Copy)]
pub(super) enum Name {
    Named(Sym),
    Numbered(u32),
}

pub(super) struct Scope {
    epoch: u32,
    /// Whether a body is being read.
    pub(super) open: bool,
    named_values: StampMap,
    numbered_values: StampMap,
    named_blocks: StampMap,
    numbered_blocks: StampMap,
    pub(super) locals: Vec<LocalState>,
    pub(super) labels: Vec<LabelState>,
    pub(super) next_number: u32,
    /// What the function returns.
    pub(super) ret: TypeId,
}

impl Default for Scope {
    fn default() -> Scope {
        Scope {
            epoch: 0,
            open: false,
            named_values: StampMap::default(),
            numbered_values: StampMap::default(),
            named_blocks: StampMap::default(),
            numbered_blocks: StampMap::default(),
            locals: Vec::new(),
            labels: Vec::new(),
            next_number: 0,
            ret: TypeTable::VOID,
        }
    }
}

impl Scope {
    pub(super) fn enter(&mut self) {
        self.epoch += 1;
        self.open = true;
        self.locals.clear();
        self.labels.clear();
        self.next_number = 0;
    }

    fn value(&self, name: Name) -> Option<u32> {
        match name {
            Name::Named(sym) => self.named_values.get(sym.0, self.epoch),
            Name::Numbered(number) => self.numbered_values.get(number, self.epoch),
        }
    }

    fn block(&self, name: Name) -> Option<u32> {
        match name {
            Name::Named(sym) => self.named_blocks.get(sym.0, self.epoch),
            Name::Numbered(number) => self.numbered_blocks.get(number, self.epoch),
        }
    }
}

impl Parser<'_> {
    /// The name in a `%name` token.
    pub(super) fn local_name(&mut self, tok: Tok<'_>) -> Parsed<Name> {
        match tok {
            Tok::Local(name) => Ok(Name::Named(self.plain_name(name))),
            Tok::QuotedLocal(name) => Ok(Name::Named(self.escaped_name(name))),
            Tok::LocalNumber(number) => self.checked_number(number),
            _ => self.expected("a name such as `%x`"),
        }
    }

    /// The name in a `name:` token.
    pub(super) fn label_name(&mut self, tok: Tok<'_>) -> Parsed<Name> {
        match tok {
            Tok::Label(name) if name.iter().all(u8::is_ascii_digit) => {
                match crate::lex::decimal(name) {
                    Some(number) => self.checked_number(number),
                    None => self.fail("the number of this block is too large"),
                }
            }
            Tok::Label(name) => Ok(Name::Named(self.plain_name(name))),
            Tok::QuotedLabel(name) => Ok(Name::Named(self.escaped_name(name))),
            _ => self.expected("a label"),
        }
    }

    /// Numbers count definitions, so none can exceed the length of the text: tables stay small.
    fn checked_number(&self, number: u32) -> Parsed<Name> {
        match (number as usize) < self.lexer.input.len() {
            true => Ok(Name::Numbered(number)),
            false => self.fail("a number this large is not defined"),
        }
    }

    fn name_symbol(&mut self, name: Name) -> Sym {
        match name {
            Name::Named(sym) => sym,
            Name::Numbered(number) => self.number_name(number),
        }
    }

    fn value_slot(&mut self, at: usize, name: Name) -> u32 {
        if let Some(id) = self.scope.value(name) {
            return id;
        }
        let id = self.scope.locals.len() as u32;
        let symbol = self.name_symbol(name);
        let epoch = self.scope.epoch;
        match name {
            Name::Named(sym) => self.scope.named_values.set(sym.0, epoch, id),
            Name::Numbered(number) => self.scope.numbered_values.set(number, epoch, id),
        }
        self.scope.locals.push(LocalState { name: symbol, ty: None, defined: false, at });
        id
    }

    fn block_slot(&mut self, at: usize, name: Name) -> u32 {
        if let Some(id) = self.scope.block(name) {
            return id;
        }
        let id = self.scope.labels.len() as u32;
        let symbol = self.name_symbol(name);
        let epoch = self.scope.epoch;
        match name {
            Name::Named(sym) => self.scope.named_blocks.set(sym.0, epoch, id),
            Name::Numbered(number) => self.scope.numbered_blocks.set(number, epoch, id),
        }
        self.scope.labels.push(LabelState { name: symbol, place: None, at });
        id
    }

    /// A use of `%name` with type `ty`, the current token.
    pub(super) fn use_local(&mut self, ty: TypeId) -> Parsed<LocalId> {
        if !self.scope.open {
            return self.fail("a local value cannot be used outside of a function");
        }
        let at = self.at;
        let name = self.local_name(self.tok)?;
        let id = self.value_slot(at, name);
        self.set_type(at, id, ty)?;
        self.advance();
        Ok(LocalId(id))
    }

    fn set_type(&mut self, at: usize, id: u32, ty: TypeId) -> Parsed<()> {
        let state = &mut self.scope.locals[id as usize];
        match state.ty {
            None => state.ty = Some(ty),
            Some(known) if known == ty => {}
            Some(known) => {
                let (known, ty) = (self.module.type_text(known), self.module.type_text(ty));
                return self.fail_at(at, format!("this value has the type {known}, not {ty}"));
            }
        }
        Ok(())
    }

    /// Defines a value; `None` as type if it is not known.
    pub(super) fn define_local(
        &mut self,
        at: usize,
        name: Option<Name>,
        ty: Option<TypeId>,
    ) -> Parsed<LocalId> {
        let name = name.unwrap_or(Name::Numbered(self.scope.next_number));
        if let Name::Numbered(number) = name {
            self.take_number(at, number)?;
        }
        let id = self.value_slot(at, name);
        if self.scope.locals[id as usize].defined {
            return self.fail_at(at, "this value is already defined");
        }
        self.scope.locals[id as usize].defined = true;
        if let Some(ty) = ty {
            self.set_type(at, id, ty)?;
        }
        Ok(LocalId(id))
    }

    fn take_number(&mut self, at: usize, number: u32) -> Parsed<()> {
        if number < self.scope.next_number {
            let next = self.scope.next_number;
            return self.fail_at(at, format!("the next number here is {next}, or above"));
        }
        self.scope.next_number = number.saturating_add(1);
        Ok(())
    }

    /// A use of `%name` as a block, the current token.
    pub(super) fn use_block(&mut self) -> Parsed<BlockId> {
        if !self.scope.open {
            return self.fail("a block cannot be used outside of a function");
        }
        let at = self.at;
        let name = self.local_name(self.tok)?;
        let id = self.block_slot(at, name);
        self.advance();
        Ok(BlockId(id))
    }

    /// `label %name`
    pub(super) fn label(&mut self) -> Parsed<BlockId> {
        self.expect_word(b"label")?;
        self.use_block()
    }

    /// Defines a block at `place` of the text.
    pub(super) fn define_block(
        &mut self,
        at: usize,
        name: Option<Name>,
        place: u32,
    ) -> Parsed<Sym> {
        let name = name.unwrap_or(Name::Numbered(self.scope.next_number));
        if let Name::Numbered(number) = name {
            self.take_number(at, number)?;
        }
        let id = self.block_slot(at, name);
        let state = &mut self.scope.labels[id as usize];
        if state.place.is_some() {
            return self.fail_at(at, "this block is already defined");
        }
        state.place = Some(place);
        Ok(state.name)
    }

    /// Checks that everything used is defined.
    pub(super) fn check_scope(&self) -> Parsed<()> {
        let value = self.scope.locals.iter().find(|s| !s.defined);
        let block = self.scope.labels.iter().find(|s| s.place.is_none());
        let missing = match (value, block) {
            (Some(value), _) => (value.at, "value", value.name),
            (None, Some(block)) => (block.at, "block", block.name),
            (None, None) => return Ok(()),
        };
        let (at, what, name) = missing;
        let name = self.module.text(name);
        self.fail_at(at, format!("the {what} `%{name}` is not defined in this function"))
    }
}
