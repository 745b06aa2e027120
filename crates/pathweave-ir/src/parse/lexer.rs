//! Tokens of the text form, each with its line and column.
//!
//! Line breaks are tokens: an instruction ends with its line. A comment runs from `;` to the end
//! of its line.

use super::ParseError;
use crate::print::is_symbol_byte;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A word of letters, digits, `_`, `.` and `$`, which starts with none of the digits.
    Word(String),
    /// Decimal digits, or `0x` and hexadecimal digits.
    Number(String),
    /// `"…"`, unescaped.
    Text(Vec<u8>),
    /// `@name`.
    Symbol(String),
    /// `->`.
    Arrow,
    /// `...`.
    Dots,
    /// Any other single character.
    Punct(char),
    /// The end of a line that had tokens.
    Newline,
}

/// A token and where it starts.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub token: Token,
    pub line: u32,
    pub column: u32,
}

/// Splits a text into tokens; the last one is a line break.
pub(super) fn tokenize(text: &str) -> Result<Vec<Located>, ParseError> {
    let mut tokens = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let before = tokens.len();
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        tokenize_line(line.as_bytes(), number, &mut tokens)?;
        if tokens.len() > before {
            let column = column_of(line.len());
            tokens.push(Located { token: Token::Newline, line: number, column });
        }
    }
    Ok(tokens)
}

fn column_of(at: usize) -> u32 {
    u32::try_from(at + 1).unwrap_or(u32::MAX)
}

fn tokenize_line(line: &[u8], number: u32, out: &mut Vec<Located>) -> Result<(), ParseError> {
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        if byte == b';' {
            break;
        }
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let column = column_of(at);
        let fail = |message: &str| ParseError { line: number, column, message: message.to_owned() };
        let (token, end) = match byte {
            b'"' => {
                let (bytes, end) = read_text(line, at + 1).map_err(fail)?;
                (Token::Text(bytes), end)
            }
            b'@' => read_symbol(line, at + 1).map_err(fail)?,
            b'0'..=b'9' => {
                let (word, end) = read_word(line, at);
                (Token::Number(word), end)
            }
            b'.' if line[at..].starts_with(b"...") => (Token::Dots, at + 3),
            b'-' if line.get(at + 1) == Some(&b'>') => (Token::Arrow, at + 2),
            _ if is_symbol_byte(byte) => {
                let (word, end) = read_word(line, at);
                (Token::Word(word), end)
            }
            _ if byte.is_ascii_graphic() => (Token::Punct(char::from(byte)), at + 1),
            _ => return Err(fail("a character that cannot stand here")),
        };
        out.push(Located { token, line: number, column });
        at = end;
    }
    Ok(())
}

fn read_word(line: &[u8], from: usize) -> (String, usize) {
    let length = line[from..].iter().take_while(|&&b| is_symbol_byte(b)).count();
    let word = line[from..from + length].iter().map(|&b| char::from(b)).collect();
    (word, from + length)
}

fn read_symbol(line: &[u8], from: usize) -> Result<(Token, usize), &'static str> {
    if line.get(from) == Some(&b'"') {
        let (bytes, end) = read_text(line, from + 1)?;
        let name = String::from_utf8(bytes).map_err(|_| "a name that is not UTF-8")?;
        return Ok((Token::Symbol(name), end));
    }
    match read_word(line, from) {
        (name, _) if name.is_empty() => Err("a name must follow `@`"),
        (name, end) => Ok((Token::Symbol(name), end)),
    }
}

fn read_text(line: &[u8], from: usize) -> Result<(Vec<u8>, usize), &'static str> {
    let mut bytes = Vec::new();
    let mut at = from;
    loop {
        match line.get(at) {
            None => return Err("a text without its closing quote"),
            Some(b'"') => return Ok((bytes, at + 1)),
            Some(b'\\') => {
                let digit = |at: usize| char::from(*line.get(at)?).to_digit(16);
                let (Some(high), Some(low)) = (digit(at + 1), digit(at + 2)) else {
                    return Err("two hexadecimal digits must follow a backslash");
                };
                bytes.push((high * 16 + low) as u8);
                at += 3;
            }
            Some(&byte) => {
                bytes.push(byte);
                at += 1;
            }
        }
    }
}
