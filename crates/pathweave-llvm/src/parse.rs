//! The parser: one token of look-ahead, recursive descent with a depth limit, no backtracking.
//!
//! Each rule is entered with its first token in `self.tok` and leaves the first token after it
//! there. Work and memory are linear in the length of the input, whatever the numbers in it say.

mod attribute;
mod body;
mod call;
mod constant;
mod global;
mod instruction;
mod memory;
mod metadata;
mod number;
mod scope;
mod seal;
mod types;

use rustc_hash::FxHashMap;

use crate::ast::{AttrGroupId, ConstId, GlobalId, Module, Sym, TypeId};
use crate::error::ReadError;
use crate::lex::{Lexer, Tok, text_of};
use global::GlobalNames;
use scope::Scope;

/// How deeply types, constants and metadata may nest.
pub(crate) const MAX_DEPTH: u32 = 200;

/// What is wrong, and at which byte.
#[derive(Debug)]
pub(crate) struct Fault {
    at: usize,
    message: String,
}

type Parsed<T> = Result<T, Box<Fault>>;

/// Reads a module from LLVM's text form; `name` is used in messages.
pub fn read(name: &str, bytes: &[u8]) -> Result<Module, ReadError> {
    let parser = Parser::new(name, bytes);
    parser.module().map_err(|fault| locate(name, bytes, &fault))
}

fn locate(name: &str, bytes: &[u8], fault: &Fault) -> ReadError {
    let before = &bytes[..fault.at.min(bytes.len())];
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    let start = before.iter().rposition(|&b| b == b'\n').map_or(0, |p| p + 1);
    ReadError {
        file: name.to_string(),
        line: line as u32,
        column: (before.len() - start + 1) as u32,
        message: fault.message.clone(),
    }
}

/// Counts lines as the parser moves on.
#[derive(Default)]
struct LineCounter {
    at: usize,
    lines: u32,
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    tok: Tok<'a>,
    /// Where `tok` starts.
    at: usize,
    /// Where the token before it ended.
    previous_end: usize,
    depth: u32,
    lines: LineCounter,
    module: Module,
    type_names: FxHashMap<Sym, TypeId>,
    type_numbers: FxHashMap<u32, TypeId>,
    names: GlobalNames,
    metadata_numbers: metadata::Numbers,
    group_numbers: FxHashMap<u32, AttrGroupId>,
    small_ints: FxHashMap<(TypeId, u64), ConstId>,
    pending_blocks: Vec<constant::PendingBlock>,
    /// Limbs of wide integers that may still be made.
    limb_budget: usize,
    number_names: Vec<Sym>,
    scope: Scope,
}

impl<'a> Parser<'a> {
    fn new(name: &str, input: &'a [u8]) -> Parser<'a> {
        let mut parser = Parser {
            lexer: Lexer::new(input),
            tok: Tok::Eof,
            at: 0,
            previous_end: 0,
            depth: 0,
            lines: LineCounter::default(),
            module: Module { sources: vec![name.to_string()], ..Module::default() },
            type_names: FxHashMap::default(),
            type_numbers: FxHashMap::default(),
            names: GlobalNames::default(),
            metadata_numbers: metadata::Numbers::default(),
            group_numbers: FxHashMap::default(),
            small_ints: FxHashMap::default(),
            pending_blocks: Vec::new(),
            limb_budget: input.len().saturating_mul(4).saturating_add(1 << 20),
            number_names: Vec::new(),
            scope: Scope::default(),
        };
        parser.advance();
        parser
    }

    fn module(mut self) -> Parsed<Module> {
        if self.lexer.input.len() > u32::MAX as usize / 2 {
            return self.fail("the file is larger than 2 GiB");
        }
        if self.lexer.input.starts_with(b"BC\xC0\xDE") {
            return self.fail("this is LLVM bitcode, not text: convert it with llvm-dis");
        }
        while self.tok != Tok::Eof {
            self.entity()?;
        }
        self.seal()
    }

    /// One entity at the top level.
    fn entity(&mut self) -> Parsed<()> {
        match self.tok {
            Tok::Word(word) => self.worded_entity(word),
            Tok::Local(_) | Tok::QuotedLocal(_) | Tok::LocalNumber(_) => self.type_definition(),
            Tok::Global(_) | Tok::QuotedGlobal(_) | Tok::GlobalNumber(_) => {
                self.global_definition()
            }
            Tok::Comdat(_) | Tok::QuotedComdat(_) => self.comdat_definition(),
            Tok::Meta(_) => self.named_metadata(),
            Tok::MetaNumber(number) => {
                self.metadata_definition(number);
                Ok(())
            }
            Tok::Summary => {
                self.advance();
                Ok(())
            }
            _ => self.expected("a definition (define, declare, @name, %type, !metadata, …)"),
        }
    }

    fn worded_entity(&mut self, word: &[u8]) -> Parsed<()> {
        match word {
            b"define" => self.function_definition(),
            b"declare" => self.function_declaration(),
            b"source_filename" => {
                self.advance();
                self.expect(b'=')?;
                self.module.source_filename = self.string()?;
                Ok(())
            }
            b"target" => self.target(),
            b"module" => {
                self.advance();
                self.expect_word(b"asm")?;
                let line = self.string()?;
                self.module.asm.push(line);
                Ok(())
            }
            b"attributes" => self.attribute_group(),
            b"uselistorder" | b"uselistorder_bb" => {
                self.skip_line();
                Ok(())
            }
            _ => self.expected("a definition (define, declare, @name, %type, !metadata, …)"),
        }
    }

    fn target(&mut self) -> Parsed<()> {
        self.advance();
        let is_layout = match self.tok {
            Tok::Word(b"datalayout") => true,
            Tok::Word(b"triple") => false,
            _ => return self.expected("`datalayout` or `triple`"),
        };
        self.advance();
        self.expect(b'=')?;
        let text = self.string()?;
        match is_layout {
            true => self.module.layout = crate::ast::DataLayout::parse(&text),
            false => self.module.triple = text,
        }
        Ok(())
    }

    fn advance(&mut self) {
        self.previous_end = self.lexer.pos;
        (self.at, self.tok) = self.lexer.next();
    }

    /// Goes on with the line after the one on which the current token starts.
    fn skip_line(&mut self) {
        self.lexer.pos = self.lexer.end_of_line(self.at);
        self.advance();
    }

    /// The line of the current token, from 1. Positions never go back.
    fn line(&mut self) -> u32 {
        if self.at > self.lines.at {
            let passed = &self.lexer.input[self.lines.at..self.at];
            self.lines.lines += passed.iter().filter(|&&b| b == b'\n').count() as u32;
            self.lines.at = self.at;
        }
        self.lines.lines + 1
    }

    fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        self.fail_at(self.at, message)
    }

    fn fail_at<T>(&self, at: usize, message: impl Into<String>) -> Parsed<T> {
        Err(Box::new(Fault { at, message: message.into() }))
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        self.fail(format!("expected {what}, found {}", self.found()))
    }

    /// The current token for a message.
    fn found(&self) -> String {
        match self.tok {
            Tok::Eof => "the end of the file".to_string(),
            _ => {
                let text = &self.lexer.input[self.at..self.lexer.pos.min(self.at + 40)];
                let text = text.split(|&b| b == b'\n').next().unwrap_or(text);
                format!("`{}`", String::from_utf8_lossy(text))
            }
        }
    }

    fn is(&self, punct: u8) -> bool {
        self.tok == Tok::Punct(punct)
    }

    fn eat(&mut self, punct: u8) -> bool {
        let found = self.is(punct);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, punct: u8) -> Parsed<()> {
        match self.eat(punct) {
            true => Ok(()),
            false => self.expected(&format!("`{}`", char::from(punct))),
        }
    }

    fn is_word(&self, word: &[u8]) -> bool {
        matches!(self.tok, Tok::Word(found) if found == word)
    }

    fn eat_word(&mut self, word: &[u8]) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect_word(&mut self, word: &[u8]) -> Parsed<()> {
        match self.eat_word(word) {
            true => Ok(()),
            false => self.expected(&format!("`{}`", String::from_utf8_lossy(word))),
        }
    }

    fn string(&mut self) -> Parsed<String> {
        match self.tok {
            Tok::Str(text) => {
                self.advance();
                Ok(text_of(text))
            }
            _ => self.expected("a string in quotes"),
        }
    }

    /// A number of at most 64 bits.
    fn unsigned(&mut self) -> Parsed<u64> {
        let value = match self.tok {
            Tok::Int(text) => std::str::from_utf8(text).ok().and_then(|t| t.parse().ok()),
            _ => return self.expected("a number"),
        };
        match value {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => self.expected("a number below 2^64"),
        }
    }

    fn unsigned32(&mut self) -> Parsed<u32> {
        let at = self.at;
        let value = self.unsigned()?;
        match u32::try_from(value) {
            Ok(value) => Ok(value),
            Err(_) => self.fail_at(at, "this number must be below 2^32"),
        }
    }

    /// An alignment: a power of two; 0 stands for none.
    fn alignment(&mut self) -> Parsed<u32> {
        let at = self.at;
        let value = self.unsigned()?;
        if value != 0 && (!value.is_power_of_two() || value > 1 << 32) {
            return self.fail_at(at, "an alignment must be a power of two of at most 2^32");
        }
        // The largest one is what clang gives the null pointer; half of it is as good.
        Ok(value.min(1 << 31) as u32)
    }

    /// Runs a rule one level deeper.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return self.fail(format!("nested more than {MAX_DEPTH} levels deep"));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    /// Skips `( … )` with everything in it, the current token being the opening parenthesis.
    fn skip_balanced(&mut self) -> Parsed<()> {
        let start = self.at;
        let mut open = 0usize;
        loop {
            match self.tok {
                Tok::Punct(b'(' | b'[' | b'{') => open += 1,
                Tok::Punct(b')' | b']' | b'}') => open -= 1,
                Tok::Eof => return self.fail_at(start, "this parenthesis is not closed"),
                _ => {}
            }
            self.advance();
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// Interns a name that has no escapes.
    fn plain_name(&mut self, name: &[u8]) -> Sym {
        // The lexer lets only ASCII into plain names.
        let known = self.module.symbols.intern_bytes(name);
        known.unwrap_or_else(|| self.module.symbols.intern(&text_of(name)))
    }

    /// Interns a string that may have escapes.
    fn escaped_name(&mut self, name: &[u8]) -> Sym {
        match name.contains(&b'\\') {
            false => self.plain_name(name),
            true => self.module.symbols.intern(&text_of(name)),
        }
    }

    /// The symbol of a number: the name of something unnamed.
    fn number_name(&mut self, number: u32) -> Sym {
        if let Some(&sym) = self.number_names.get(number as usize) {
            return sym;
        }
        let sym = self.module.symbols.intern(&number.to_string());
        if number as usize == self.number_names.len() {
            self.number_names.push(sym);
        }
        sym
    }

    fn global_ref(&self, id: GlobalId) -> &str {
        self.module.text(self.names.name(id))
    }
}
