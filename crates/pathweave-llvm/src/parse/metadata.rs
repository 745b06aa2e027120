//! Metadata: nodes, records, and metadata as values.
//!
//! A node that is not understood is left missing: nothing that is executed hangs on it.

use rustc_hash::FxHashMap;

use super::types::is_type_word;
use super::{Parsed, Parser};
use crate::ast::{MdField, MdId, MdNode, MdValue, NamedMetadata, Operand, TypeTable};
use crate::lex::Tok;

/// The ids of numbered nodes. A number in proportion to the length of the text is an index.
#[derive(Default)]
pub(super) struct Numbers {
    dense: Vec<Option<MdId>>,
    sparse: FxHashMap<u32, MdId>,
}

impl Numbers {
    fn slot(&mut self, number: u32, length: usize) -> &mut Option<MdId> {
        let at = number as usize;
        if at >= self.dense.len() {
            self.dense.resize((at + 1).max(length.min(2 * at)), None);
        }
        &mut self.dense[at]
    }
}

impl Parser<'_> {
    /// The node with a number, defined or not yet.
    pub(super) fn metadata_id(&mut self, number: u32) -> MdId {
        let nodes = &mut self.module.metadata;
        let length = self.lexer.input.len();
        let mut new = || {
            nodes.push(MdNode::Missing);
            MdId(nodes.len() as u32 - 1)
        };
        match (number as usize) < length {
            true => *self.metadata_numbers.slot(number, length).get_or_insert_with(new),
            false => *self.metadata_numbers.sparse.entry(number).or_insert_with(&mut new),
        }
    }

    fn push_metadata(&mut self, node: MdNode) -> MdId {
        self.module.metadata.push(node);
        MdId(self.module.metadata.len() as u32 - 1)
    }

    /// `!7 = …`; what is not understood is skipped with its line.
    pub(super) fn metadata_definition(&mut self, number: u32) {
        let id = self.metadata_id(number);
        let start = self.at;
        let depth = self.depth;
        self.advance();
        match self.metadata_body() {
            Ok(node) => self.module.metadata[id.0 as usize] = node,
            Err(_) => {
                self.depth = depth;
                self.lexer.pos = self.lexer.end_of_line(self.at.max(start));
                self.advance();
            }
        }
    }

    fn metadata_body(&mut self) -> Parsed<MdNode> {
        self.expect(b'=')?;
        self.eat_word(b"distinct");
        self.nested(Self::node)
    }

    /// `!{…}` or `!DIName(…)`
    fn node(&mut self) -> Parsed<MdNode> {
        match self.tok {
            Tok::Punct(b'!') => {
                self.advance();
                self.tuple()
            }
            Tok::Meta(tag) => self.record(tag),
            _ => self.expected("a metadata node"),
        }
    }

    fn tuple(&mut self) -> Parsed<MdNode> {
        self.expect(b'{')?;
        let mut values = Vec::new();
        while !self.is(b'}') {
            values.push(self.metadata_value()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(MdNode::Tuple(values.into()))
    }

    fn record(&mut self, tag: &[u8]) -> Parsed<MdNode> {
        let tag = self.plain_name(tag);
        self.advance();
        self.expect(b'(')?;
        let (mut fields, mut elements) = (Vec::new(), Vec::new());
        while !self.is(b')') {
            match self.tok {
                Tok::Label(name) => {
                    let name = self.plain_name(name);
                    self.advance();
                    let value = self.field_value()?;
                    fields.push(MdField { name, value });
                }
                _ => elements.push(self.field_value()?),
            }
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(match elements.is_empty() && !fields.is_empty() {
            true => MdNode::Record { tag, fields: fields.into() },
            false => MdNode::Expression { tag, elements: elements.into() },
        })
    }

    /// The value of a field: also numbers, words and plain strings.
    fn field_value(&mut self) -> Parsed<MdValue> {
        match self.tok {
            Tok::Int(text) => {
                let value = std::str::from_utf8(text).ok().and_then(|t| t.parse().ok());
                self.advance();
                Ok(value.map_or(MdValue::Null, MdValue::Int))
            }
            Tok::Str(text) => {
                let sym = self.escaped_name(text);
                self.advance();
                Ok(MdValue::String(sym))
            }
            Tok::Word(word) if !is_type_word(word) => self.word_value(word),
            _ => self.metadata_value(),
        }
    }

    fn word_value(&mut self, word: &[u8]) -> Parsed<MdValue> {
        let start = self.at;
        self.advance();
        match word {
            b"null" => return Ok(MdValue::Null),
            b"true" => return Ok(MdValue::Bool(true)),
            b"false" => return Ok(MdValue::Bool(false)),
            _ => {}
        }
        while self.eat(b'|') {
            match self.tok {
                Tok::Word(_) | Tok::Int(_) => self.advance(),
                _ => return self.expected("a word"),
            }
        }
        let input = self.lexer.input;
        Ok(MdValue::Word(self.escaped_name(&input[start..self.previous_end])))
    }

    /// An element of a tuple or an argument: a node, a string, a typed value or `null`.
    pub(super) fn metadata_value(&mut self) -> Parsed<MdValue> {
        match self.tok {
            Tok::MetaNumber(number) => {
                self.advance();
                Ok(MdValue::Node(self.metadata_id(number)))
            }
            Tok::Word(b"null") => {
                self.advance();
                Ok(MdValue::Null)
            }
            Tok::Meta(b"DIArgList") => self.nested(Self::argument_list),
            Tok::Meta(_) => {
                let node = self.nested(Self::node)?;
                Ok(MdValue::Node(self.push_metadata(node)))
            }
            Tok::Punct(b'!') => self.nested(Self::bang),
            Tok::Word(b"distinct") => {
                self.advance();
                self.nested(Self::metadata_value)
            }
            _ => self.nested(Self::value_as_metadata),
        }
    }

    /// After a bare `!`: a string or a tuple.
    fn bang(&mut self) -> Parsed<MdValue> {
        self.advance();
        if let Tok::Str(text) = self.tok {
            let sym = self.escaped_name(text);
            self.advance();
            return Ok(MdValue::String(sym));
        }
        let node = self.tuple()?;
        Ok(MdValue::Node(self.push_metadata(node)))
    }

    fn value_as_metadata(&mut self) -> Parsed<MdValue> {
        let ty = self.parse_type()?;
        if ty == TypeTable::METADATA {
            return self.metadata_value();
        }
        Ok(match self.value(ty)? {
            Operand::Local(local) => MdValue::Local(local),
            Operand::Const(constant) => MdValue::Const(constant),
            Operand::Metadata(node) => MdValue::Node(node),
        })
    }

    /// `!DIArgList(i32 %a, i32 %b)`
    fn argument_list(&mut self) -> Parsed<MdValue> {
        self.advance();
        self.expect(b'(')?;
        let mut values = Vec::new();
        while !self.is(b')') {
            values.push(self.metadata_value()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(MdValue::ArgList(values.into()))
    }

    /// The node that carries metadata as an argument.
    pub(super) fn metadata_operand(&mut self, value: MdValue) -> MdId {
        match value {
            MdValue::Node(id) => id,
            value => self.push_metadata(MdNode::Value(value)),
        }
    }

    /// `!kind !7`, the current token being `!kind`.
    pub(super) fn attachment(&mut self) -> Parsed<Option<MdId>> {
        self.advance();
        match self.tok {
            Tok::MetaNumber(number) => {
                self.advance();
                Ok(Some(self.metadata_id(number)))
            }
            Tok::Meta(_) | Tok::Punct(b'!') => Ok(self.metadata_value()?.node()),
            _ => self.expected("a metadata node"),
        }
    }

    /// `!name = !{!0, !1}`
    pub(super) fn named_metadata(&mut self) -> Parsed<()> {
        let Tok::Meta(name) = self.tok else {
            return self.expected("the name of metadata");
        };
        let name = self.escaped_name(name);
        self.advance();
        self.expect(b'=')?;
        if !self.eat(b'!') {
            return self.expected("`!{`");
        }
        let node = self.tuple()?;
        let nodes = match node {
            MdNode::Tuple(values) => values.iter().filter_map(MdValue::node).collect(),
            _ => Vec::new(),
        };
        self.module.named_metadata.push(NamedMetadata { name, nodes });
        Ok(())
    }
}
