//! Reading tokens one after the other.
//!
//! `eat…` takes a token if it is there, the others take it or fail. An error points at the token
//! that should have been another, so a position is noted before a token is passed.

use super::ParseError;
use super::lexer::{Located, Token};
use crate::{Entity, FloatKind, Func, Global, Program, Type};
use pathweave_bits::BitVec;

/// Decimal numbers have at most so many digits; longer ones are written in hexadecimal.
const MAX_DECIMAL_DIGITS: usize = 40;

const FLOATS: &[FloatKind] = &[
    FloatKind::Half,
    FloatKind::BFloat,
    FloatKind::Single,
    FloatKind::Double,
    FloatKind::X87,
    FloatKind::Quad,
];

pub(super) type Parsed<T> = Result<T, ParseError>;

/// What a symbol names.
#[derive(Clone, Copy)]
pub(super) enum Named {
    Func(Func),
    Global(Global),
}

/// A position in the list of tokens.
#[derive(Clone)]
pub(super) struct Cursor<'t> {
    tokens: &'t [Located],
    at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(tokens: &'t [Located]) -> Self {
        Self { tokens, at: 0 }
    }

    pub(super) fn at(tokens: &'t [Located], at: usize) -> Self {
        Self { tokens, at }
    }

    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub(super) fn peek(&self) -> Option<&'t Token> {
        self.tokens.get(self.at).map(|t| &t.token)
    }

    pub(super) fn peek_after(&self, skip: usize) -> Option<&'t Token> {
        self.tokens.get(self.at + skip).map(|t| &t.token)
    }

    pub(super) fn advance(&mut self) {
        self.at += 1;
    }

    /// An error at the current token.
    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Parsed<T> {
        self.fail_at(self.at, message)
    }

    /// An error at a token passed before.
    pub(super) fn fail_at<T>(&self, at: usize, message: impl Into<String>) -> Parsed<T> {
        let place = self.tokens.get(at).or(self.tokens.last());
        let (line, column) = place.map_or((1, 1), |t| (t.line, t.column));
        Err(ParseError { line, column, message: message.into() })
    }

    pub(super) fn eat(&mut self, punct: char) -> bool {
        let found = self.peek() == Some(&Token::Punct(punct));
        self.at += usize::from(found);
        found
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(w)) if w == word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, punct: char) -> Parsed<()> {
        if self.eat(punct) { Ok(()) } else { self.fail(format!("`{punct}` expected")) }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.fail(format!("`{word}` expected")) }
    }

    pub(super) fn newline(&mut self) -> Parsed<()> {
        if self.peek() != Some(&Token::Newline) {
            return self.fail("the line should end here");
        }
        self.at += 1;
        Ok(())
    }

    pub(super) fn word(&mut self) -> Parsed<&'t str> {
        match self.peek() {
            Some(Token::Word(word)) => {
                self.at += 1;
                Ok(word)
            }
            _ => self.fail("a word expected"),
        }
    }

    pub(super) fn text(&mut self) -> Parsed<&'t [u8]> {
        match self.peek() {
            Some(Token::Text(bytes)) => {
                self.at += 1;
                Ok(bytes)
            }
            _ => self.fail("a text in quotes expected"),
        }
    }

    pub(super) fn string(&mut self) -> Parsed<String> {
        let at = self.at;
        match String::from_utf8(self.text()?.to_vec()) {
            Ok(text) => Ok(text),
            Err(_) => self.fail_at(at, "a text that is not UTF-8"),
        }
    }

    pub(super) fn symbol(&mut self) -> Parsed<&'t str> {
        match self.peek() {
            Some(Token::Symbol(name)) => {
                self.at += 1;
                Ok(name)
            }
            _ => self.fail("a name with `@` expected"),
        }
    }

    pub(super) fn named(&mut self, program: &Program) -> Parsed<Named> {
        let at = self.at;
        let name = self.symbol()?;
        match (program.function(name), program.global(name)) {
            (Some(func), _) => Ok(Named::Func(func)),
            (None, Some(global)) => Ok(Named::Global(global)),
            (None, None) => self.fail_at(at, format!("nothing is named @{name}")),
        }
    }

    pub(super) fn function(&mut self, program: &Program) -> Parsed<Func> {
        let at = self.at;
        match self.named(program)? {
            Named::Func(func) => Ok(func),
            Named::Global(_) => self.fail_at(at, "a function expected, not a global"),
        }
    }

    fn digits(&mut self) -> Parsed<&'t str> {
        match self.peek() {
            Some(Token::Number(digits)) => {
                self.at += 1;
                Ok(digits)
            }
            _ => self.fail("a number expected"),
        }
    }

    pub(super) fn unsigned(&mut self) -> Parsed<u64> {
        let at = self.at;
        match self.digits()?.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.fail_at(at, "not a number below 2^64"),
        }
    }

    pub(super) fn unsigned32(&mut self) -> Parsed<u32> {
        let at = self.at;
        match self.digits()?.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.fail_at(at, "not a number below 2^32"),
        }
    }

    pub(super) fn signed(&mut self) -> Parsed<i64> {
        let at = self.at;
        let negative = self.eat('-');
        let digits = self.digits()?;
        let signed = if negative { format!("-{digits}") } else { digits.to_owned() };
        match signed.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.fail_at(at, "not a signed 64-bit number"),
        }
    }

    /// `+8`, `-8` or nothing.
    pub(super) fn offset(&mut self) -> Parsed<i64> {
        if self.eat('+') || self.peek() == Some(&Token::Punct('-')) { self.signed() } else { Ok(0) }
    }

    /// An integer of a width: decimal, hexadecimal, `true` or `false`.
    pub(super) fn bits(&mut self, width: u32) -> Parsed<BitVec> {
        let at = self.at;
        if self.eat_word("true") || self.eat_word("false") {
            let is_true = matches!(&self.tokens[at].token, Token::Word(w) if w == "true");
            return Ok(BitVec::from_u64(width, u64::from(is_true)));
        }
        let negative = self.eat('-');
        let digits = self.digits()?;
        let bits = match digits.strip_prefix("0x") {
            Some(hex) if hex.len() <= width.div_ceil(4) as usize => BitVec::from_hex(width, hex),
            None if digits.len() <= MAX_DECIMAL_DIGITS => BitVec::from_decimal(width, digits),
            _ => None,
        };
        match bits {
            Some(bits) => Ok(if negative { bits.neg() } else { bits }),
            None => self.fail_at(at, format!("not a number of {width} bits")),
        }
    }

    /// A type, if one stands here.
    pub(super) fn eat_type(&mut self) -> Option<Type> {
        let Some(Token::Word(word)) = self.peek() else { return None };
        let ty = type_of(word)?;
        self.at += 1;
        Some(ty)
    }

    pub(super) fn ty(&mut self) -> Parsed<Type> {
        match self.eat_type() {
            Some(ty) => Ok(ty),
            None => self.fail("a type expected"),
        }
    }

    /// A handle such as `bb3` or `dt0`, by its prefix.
    pub(super) fn handle<K: Entity>(&mut self, prefix: &str) -> Parsed<K> {
        match self.eat_handle(prefix) {
            Some(number) => Ok(K::from_index(number as usize)),
            None => self.fail(format!("`{prefix}` and a number expected")),
        }
    }

    pub(super) fn eat_handle(&mut self, prefix: &str) -> Option<u32> {
        let number = self.peek_handle(prefix)?;
        self.at += 1;
        Some(number)
    }

    pub(super) fn peek_handle(&self, prefix: &str) -> Option<u32> {
        match self.peek() {
            Some(Token::Word(word)) => handle_number(word, prefix),
            _ => None,
        }
    }

    /// Items separated by commas up to `close`, which is passed.
    pub(super) fn list(
        &mut self,
        close: char,
        mut item: impl FnMut(&mut Self) -> Parsed<()>,
    ) -> Parsed<()> {
        if self.eat(close) {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.eat(close) {
                return Ok(());
            }
            self.expect(',')?;
        }
    }
}

pub(super) fn handle_number(word: &str, prefix: &str) -> Option<u32> {
    let digits = word.strip_prefix(prefix)?;
    let canonical = digits == "0" || !digits.starts_with('0');
    if canonical && digits.bytes().all(|b| b.is_ascii_digit()) { digits.parse().ok() } else { None }
}

fn type_of(word: &str) -> Option<Type> {
    if word == "ptr" {
        return Some(Type::Ptr);
    }
    if let Some(kind) = FLOATS.iter().find(|k| k.name() == word) {
        return Some(Type::Float(*kind));
    }
    let width = handle_number(word, "i")?;
    (1..=1 << 23).contains(&width).then_some(Type::Int(width))
}
