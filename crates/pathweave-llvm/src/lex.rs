//! From bytes to tokens, without copying.
//!
//! A token borrows from the input; names and strings are still escaped. The lexer never fails: a
//! byte it cannot place is a [`Tok::Bad`], which no rule of the grammar expects.

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok<'a> {
    /// The end of the input.
    Eof,
    /// One of `( ) [ ] { } < > , = * : |`, or `!` where neither a word nor a number follows.
    Punct(u8),
    /// `...`
    Ellipsis,
    /// A keyword, a type such as `i32`, a word of debug information.
    Word(&'a [u8]),
    /// `name:`, without the colon.
    Label(&'a [u8]),
    /// `"name":`, the text between the quotes.
    QuotedLabel(&'a [u8]),
    /// `%name`
    Local(&'a [u8]),
    /// `%"name"`
    QuotedLocal(&'a [u8]),
    /// `%7`
    LocalNumber(u32),
    /// `@name`
    Global(&'a [u8]),
    /// `@"name"`
    QuotedGlobal(&'a [u8]),
    /// `@7`
    GlobalNumber(u32),
    /// `$name`
    Comdat(&'a [u8]),
    /// `$"name"`
    QuotedComdat(&'a [u8]),
    /// `!name`
    Meta(&'a [u8]),
    /// `!7`
    MetaNumber(u32),
    /// `#7`
    Attr(u32),
    /// `#name`
    Hash(&'a [u8]),
    /// `"text"`
    Str(&'a [u8]),
    /// `c"text"`
    Bytes(&'a [u8]),
    /// `-12`, the text.
    Int(&'a [u8]),
    /// `1.0e+3` or `0x7FF0000000000000`, the text.
    Float(&'a [u8]),
    /// `^…`, up to the end of the line: a summary of link-time optimisation.
    Summary,
    /// A byte that begins nothing, or a string that does not end.
    Bad,
}

const NAME: u8 = 1;
const DIGIT: u8 = 2;
const SPACE: u8 = 4;

const CLASS: [u8; 256] = {
    let mut table = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        let byte = i as u8;
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_') {
            table[i] |= NAME;
        }
        if byte.is_ascii_digit() {
            table[i] |= DIGIT;
        }
        if matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0) {
            table[i] |= SPACE;
        }
        i += 1;
    }
    table
};

fn is(byte: u8, class: u8) -> bool {
    CLASS[byte as usize] & class != 0
}

/// The state: a position in the input.
#[derive(Clone)]
pub(crate) struct Lexer<'a> {
    pub(crate) input: &'a [u8],
    pub(crate) pos: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Lexer<'a> {
        Lexer { input, pos: 0 }
    }

    fn byte(&self, at: usize) -> u8 {
        self.input.get(at).copied().unwrap_or(0)
    }

    /// The end of the run of bytes of `class` from `at` on.
    fn run(&self, at: usize, class: u8) -> usize {
        let rest = self.input.get(at..).unwrap_or(&[]);
        let len = rest.iter().position(|&b| !is(b, class));
        at + len.unwrap_or(rest.len())
    }

    pub(crate) fn end_of_line(&self, at: usize) -> usize {
        let rest = self.input.get(at..).unwrap_or(&[]);
        let len = rest.iter().position(|&b| b == b'\n');
        at + len.unwrap_or(rest.len())
    }

    fn skip_blank(&mut self) {
        loop {
            self.pos = self.run(self.pos, SPACE);
            if self.byte(self.pos) == b';' {
                self.pos = self.end_of_line(self.pos);
            } else if self.byte(self.pos) == b'/' && self.byte(self.pos + 1) == b'*' {
                self.skip_block_comment();
            } else {
                return;
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let rest = &self.input[self.pos + 2..];
        let len = rest.windows(2).position(|w| w == b"*/");
        self.pos = len.map_or(self.input.len(), |len| self.pos + 2 + len + 2);
    }

    /// The next token, and where it starts.
    pub(crate) fn next(&mut self) -> (usize, Tok<'a>) {
        self.skip_blank();
        let start = self.pos;
        let Some(&byte) = self.input.get(start) else {
            return (start, Tok::Eof);
        };
        (start, self.token(start, byte))
    }

    fn token(&mut self, start: usize, byte: u8) -> Tok<'a> {
        match byte {
            b'%' => self.sigil(start, Tok::Local, Tok::QuotedLocal, Tok::LocalNumber),
            b'@' => self.sigil(start, Tok::Global, Tok::QuotedGlobal, Tok::GlobalNumber),
            b'!' => self.meta(start),
            b'#' => self.sigil(start, Tok::Hash, |_| Tok::Bad, Tok::Attr),
            b'"' => self.string(start, Tok::Str, Tok::QuotedLabel),
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b',' | b'=' | b'*' | b':'
            | b'|' => {
                self.pos = start + 1;
                Tok::Punct(byte)
            }
            b'$' => self.comdat(start),
            b'^' => {
                self.pos = self.end_of_line(start);
                Tok::Summary
            }
            b'+' => self.number_or_word(start),
            _ if is(byte, NAME) => self.number_or_word(start),
            _ => {
                self.pos = start + 1;
                Tok::Bad
            }
        }
    }

    fn sigil(
        &mut self,
        start: usize,
        name: fn(&'a [u8]) -> Tok<'a>,
        quoted: fn(&'a [u8]) -> Tok<'a>,
        number: fn(u32) -> Tok<'a>,
    ) -> Tok<'a> {
        let first = start + 1;
        if self.byte(first) == b'"' {
            return self.string(first, quoted, quoted);
        }
        let end = self.run(first, NAME);
        self.pos = end.max(first);
        let text = &self.input[first..end];
        match text.first() {
            None => Tok::Bad,
            Some(digit) if digit.is_ascii_digit() => {
                // `%12abc` is no name: the number ends where the digits do.
                self.pos = self.run(first, DIGIT);
                decimal(&self.input[first..self.pos]).map_or(Tok::Bad, number)
            }
            Some(_) => name(text),
        }
    }

    /// `!name` (where `\xx` may stand for odd bytes), `!7` or a bare `!`.
    fn meta(&mut self, start: usize) -> Tok<'a> {
        let first = start + 1;
        if is(self.byte(first), DIGIT) {
            self.pos = self.run(first, DIGIT);
            return decimal(&self.input[first..self.pos]).map_or(Tok::Bad, Tok::MetaNumber);
        }
        let mut end = self.run(first, NAME);
        while self.byte(end) == b'\\' {
            end = self.run(end + 1, NAME);
        }
        self.pos = end.max(first);
        match end > first {
            true => Tok::Meta(&self.input[first..end]),
            false => Tok::Punct(b'!'),
        }
    }

    fn comdat(&mut self, start: usize) -> Tok<'a> {
        if self.byte(start + 1) == b'"' {
            return self.string(start + 1, Tok::QuotedComdat, Tok::QuotedComdat);
        }
        let end = self.run(start + 1, NAME);
        self.pos = end;
        if self.byte(end) == b':' {
            self.pos = end + 1;
            return Tok::Label(&self.input[start..end]);
        }
        match end > start + 1 {
            true => Tok::Comdat(&self.input[start + 1..end]),
            false => Tok::Bad,
        }
    }

    /// A string from its opening quote on; `label` if a colon follows.
    fn string(
        &mut self,
        quote: usize,
        plain: fn(&'a [u8]) -> Tok<'a>,
        label: fn(&'a [u8]) -> Tok<'a>,
    ) -> Tok<'a> {
        let rest = &self.input[quote + 1..];
        let Some(len) = rest.iter().position(|&b| b == b'"') else {
            self.pos = self.input.len();
            return Tok::Bad;
        };
        let text = &rest[..len];
        self.pos = quote + 1 + len + 1;
        if self.byte(self.pos) == b':' && self.byte(quote.wrapping_sub(1)) != b'%' {
            let labelled = label(text);
            if matches!(labelled, Tok::QuotedLabel(_)) {
                self.pos += 1;
                return labelled;
            }
        }
        plain(text)
    }

    fn number_or_word(&mut self, start: usize) -> Tok<'a> {
        let first = if self.byte(start) == b'+' { start + 1 } else { start };
        let end = self.run(first, NAME);
        self.pos = end.max(start + 1);
        let text = &self.input[start..end];
        if self.byte(end) == b':' && first == start {
            self.pos = end + 1;
            return Tok::Label(text);
        }
        match text {
            [] => Tok::Bad,
            [b'c'] if self.byte(end) == b'"' => self.string(end, Tok::Bytes, Tok::Bytes),
            [b'.', b'.', b'.', ..] => {
                self.pos = start + 3;
                Tok::Ellipsis
            }
            [b'0'..=b'9', ..] => self.number(start, start),
            [b'-' | b'+', b'0'..=b'9', ..] => self.number(start, start + 1),
            _ => Tok::Word(text),
        }
    }

    fn number(&mut self, start: usize, digits: usize) -> Tok<'a> {
        if self.byte(digits) == b'0' && self.byte(digits + 1) == b'x' && digits == start {
            return Tok::Float(&self.input[start..self.pos]);
        }
        let mut end = self.run(digits, DIGIT);
        if self.byte(end) != b'.' {
            self.pos = end;
            return Tok::Int(&self.input[start..end]);
        }
        end = self.run(end + 1, DIGIT);
        if matches!(self.byte(end), b'e' | b'E') {
            let sign = usize::from(matches!(self.byte(end + 1), b'+' | b'-'));
            if is(self.byte(end + 1 + sign), DIGIT) {
                end = self.run(end + 1 + sign, DIGIT);
            }
        }
        self.pos = end;
        Tok::Float(&self.input[start..end])
    }
}

/// A decimal number that fits 32 bits.
pub(crate) fn decimal(text: &[u8]) -> Option<u32> {
    if text.is_empty() || text.len() > 10 {
        return None;
    }
    let value = text
        .iter()
        .try_fold(0u64, |sum, &b| b.is_ascii_digit().then(|| sum * 10 + u64::from(b - b'0')))?;
    u32::try_from(value).ok()
}

/// Resolves `\xx` and `\\`.
pub(crate) fn unescape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let (byte, len) = match &text[at..] {
            [b'\\', b'\\', ..] => (b'\\', 2),
            [b'\\', high, low, ..] => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => (high << 4 | low, 3),
                _ => (b'\\', 1),
            },
            [byte, ..] => (*byte, 1),
            [] => break,
        };
        out.push(byte);
        at += len;
    }
    out
}

pub(crate) fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

/// A name or string as text; bytes that are not UTF-8 stay escaped.
pub(crate) fn text_of(escaped: &[u8]) -> String {
    match String::from_utf8(unescape(escaped)) {
        Ok(text) => text,
        Err(error) => {
            let mut out = String::new();
            for &byte in error.as_bytes() {
                match byte {
                    b' '..=b'~' if byte != b'\\' => out.push(char::from(byte)),
                    _ => out.push_str(&format!("\\{byte:02X}")),
                }
            }
            out
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<Tok<'_>> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut out = Vec::new();
        loop {
            match lexer.next().1 {
                Tok::Eof => return out,
                tok => out.push(tok),
            }
        }
    }

    #[test]
    fn names_and_numbers() {
        assert_eq!(
            all("%a.b %7 @\"x y\" !dbg !3 #4 #dbg_value $c -5 1.5e+3 0xK3F c\"a\\00\" ..."),
            [
                Tok::Local(b"a.b"),
                Tok::LocalNumber(7),
                Tok::QuotedGlobal(b"x y"),
                Tok::Meta(b"dbg"),
                Tok::MetaNumber(3),
                Tok::Attr(4),
                Tok::Hash(b"dbg_value"),
                Tok::Comdat(b"c"),
                Tok::Int(b"-5"),
                Tok::Float(b"1.5e+3"),
                Tok::Float(b"0xK3F"),
                Tok::Bytes(b"a\\00"),
                Tok::Ellipsis,
            ]
        );
    }

    #[test]
    fn labels() {
        assert_eq!(
            all("entry: 3: \"a b\": if.end: ; comment\n -x: /* c */ line: 4"),
            [
                Tok::Label(b"entry"),
                Tok::Label(b"3"),
                Tok::QuotedLabel(b"a b"),
                Tok::Label(b"if.end"),
                Tok::Label(b"-x"),
                Tok::Label(b"line"),
                Tok::Int(b"4"),
            ]
        );
    }

    #[test]
    fn escapes() {
        assert_eq!(unescape(b"a\\22b\\\\c\\zz"), b"a\"b\\c\\zz");
        assert_eq!(text_of(b"\\ff\\41"), "\\FFA");
    }
}
