//! Tokens of SMT-LIB. Line and column are counted only when an error needs them.

use std::fmt;

/// What is wrong with a script, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, as one sentence without a full stop.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// A token's kind, with its text without marks (`#x`, bars, quotes, colon).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    Open,
    Close,
    Symbol(&'a str),
    Keyword(&'a str),
    Numeral(&'a str),
    Decimal(&'a str),
    Hex(&'a str),
    Binary(&'a str),
    Text(&'a str),
    End,
}

impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Open => f.write_str("'('"),
            Kind::Close => f.write_str("')'"),
            Kind::End => f.write_str("the end of the file"),
            Kind::Keyword(text) => write!(f, "':{text}'"),
            Kind::Hex(text) => write!(f, "'#x{text}'"),
            Kind::Binary(text) => write!(f, "'#b{text}'"),
            Kind::Text(text) => write!(f, "\"{text}\""),
            Kind::Symbol(text) | Kind::Numeral(text) | Kind::Decimal(text) => write!(f, "'{text}'"),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind<'a>,
    pub(super) start: usize,
    pub(super) end: usize,
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    peeked: Option<Token<'a>>,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, peeked: None }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn error(&self, at: usize, message: impl Into<String>) -> ParseError {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |nl| nl + 1);
        // Bytes that continue a character are no column of their own.
        let column = before[start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count() + 1;
        ParseError { line, column, message: message.into() }
    }

    pub(super) fn peek(&mut self) -> Result<Token<'a>, ParseError> {
        if self.peeked.is_none() {
            self.peeked = Some(self.read()?);
        }
        Ok(self.peeked.expect("just read"))
    }

    pub(super) fn next(&mut self) -> Result<Token<'a>, ParseError> {
        match self.peeked.take() {
            Some(token) => Ok(token),
            None => self.read(),
        }
    }

    fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if byte == b';' {
                while bytes.get(self.at).is_some_and(|&byte| byte != b'\n') {
                    self.at += 1;
                }
            } else if byte.is_ascii_whitespace() {
                self.at += 1;
            } else {
                break;
            }
        }
    }

    /// The end of the run of bytes that fulfil `is`, from `start`.
    fn run(&self, start: usize, is: impl Fn(u8) -> bool) -> usize {
        let bytes = &self.text.as_bytes()[start..];
        start + bytes.iter().position(|&byte| !is(byte)).unwrap_or(bytes.len())
    }

    fn read(&mut self) -> Result<Token<'a>, ParseError> {
        self.skip_space();
        let start = self.at;
        let Some(&byte) = self.text.as_bytes().get(start) else {
            return Ok(Token { kind: Kind::End, start, end: start });
        };
        let (kind, end) = match byte {
            b'(' => (Kind::Open, start + 1),
            b')' => (Kind::Close, start + 1),
            b'|' => self.delimited(start, b'|')?,
            b'"' => self.delimited(start, b'"')?,
            b'#' => self.number_with_base(start)?,
            b':' => {
                let end = self.run(start + 1, is_symbol);
                (Kind::Keyword(&self.text[start + 1..end]), end)
            }
            b'0'..=b'9' => self.number(start),
            _ if is_symbol(byte) => {
                let end = self.run(start, is_symbol);
                (Kind::Symbol(&self.text[start..end]), end)
            }
            _ => {
                let shown = self.text[start..].chars().next().unwrap_or('?');
                return Err(self.error(start, format!("unexpected character {shown:?}")));
            }
        };
        self.at = end;
        Ok(Token { kind, start, end })
    }

    fn delimited(&self, start: usize, mark: u8) -> Result<(Kind<'a>, usize), ParseError> {
        let mut end = self.run(start + 1, |byte| byte != mark);
        // A doubled quote stands for a quote.
        while mark == b'"' && self.text.as_bytes().get(end + 1) == Some(&mark) {
            end = self.run(end + 2, |byte| byte != mark);
        }
        if end >= self.text.len() {
            let what = if mark == b'"' { "string" } else { "quoted symbol" };
            return Err(self.error(start, format!("this {what} is never closed")));
        }
        let inner = &self.text[start + 1..end];
        Ok((if mark == b'"' { Kind::Text(inner) } else { Kind::Symbol(inner) }, end + 1))
    }

    fn number_with_base(&self, start: usize) -> Result<(Kind<'a>, usize), ParseError> {
        let base = self.text.as_bytes().get(start + 1);
        let end = match base {
            Some(b'x') => self.run(start + 2, |byte| byte.is_ascii_hexdigit()),
            Some(b'b') => self.run(start + 2, |byte| byte == b'0' || byte == b'1'),
            _ => start,
        };
        if end < start + 3 || self.text.as_bytes().get(end).is_some_and(|&byte| is_symbol(byte)) {
            return Err(self.error(
                start,
                "a number after '#' is x and hexadecimal digits or b and binary digits",
            ));
        }
        let digits = &self.text[start + 2..end];
        Ok((if base == Some(&b'x') { Kind::Hex(digits) } else { Kind::Binary(digits) }, end))
    }

    fn number(&self, start: usize) -> (Kind<'a>, usize) {
        let end = self.run(start, |byte| byte.is_ascii_digit());
        if self.text.as_bytes().get(end) == Some(&b'.') {
            let end = self.run(end + 1, |byte| byte.is_ascii_digit());
            return (Kind::Decimal(&self.text[start..end]), end);
        }
        (Kind::Numeral(&self.text[start..end]), end)
    }
}

fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}
