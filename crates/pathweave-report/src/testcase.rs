//! A generated test as plain data: the inputs in the order in which the program asks for them, and
//! how the run is expected to end.
//!
//! `tests/NNNNNN.json` is this, losslessly; the other formats are made from it and lose something
//! (see [`crate::ktest`], [`crate::testcomp`], [`crate::corpus`], [`crate::cfile`]). Bytes are in
//! memory order of the target, which is little-endian.

use crate::finding::{BugKind, Place};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How to show the bytes of an input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputKind {
    /// A buffer, a structure: anything without a better word.
    Bytes,
    /// A two's complement integer.
    Signed,
    /// An integer without a sign.
    Unsigned,
    /// `_Bool`.
    Bool,
    /// A character.
    Char,
    /// The four bytes of a `float`.
    Float,
    /// The eight bytes of a `double`.
    Double,
    /// A pointer. The bytes are the address the exploration saw, which means nothing elsewhere
    /// unless there is no [`Link`]: then it is the value itself.
    Pointer,
}

/// Where the program gets an input from.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InputSource {
    /// An object handed to `klee_make_symbolic` or `pathweave_make_symbolic`, or a value of
    /// `klee_int`, `klee_range`, `klee_choose` and their `pathweave_` likes.
    MakeSymbolic,
    /// A call of `__VERIFIER_nondet_X`; this is the `X`.
    Nondet(String),
    /// A parameter of the entry, counted from 0.
    Parameter(u32),
    /// Memory that a [`Link`] of another input points to.
    Object,
    /// The initial contents of a global variable of the program; this is its symbol.
    Global(String),
    /// Standard input.
    Stdin,
    /// An argument of `main`, counted from 1 as in `argv`.
    Argument(u32),
    /// The data of `LLVMFuzzerTestOneInput`.
    FuzzerData,
}

/// A pointer stored inside an input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Link {
    /// Where in the bytes the pointer is stored.
    pub at: u32,
    /// Which input it points to, by its position in the test; `None` is the null pointer.
    pub to: Option<u32>,
    /// How far into that input.
    pub offset: i64,
}

/// One input.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Input {
    /// Its name: that of the object, the parameter, the function called.
    pub name: String,
    /// Its value.
    #[serde(with = "hex")]
    pub bytes: Vec<u8>,
    /// How to show it.
    pub kind: InputKind,
    /// Where the program gets it from.
    pub source: InputSource,
    /// The pointers in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
}

impl Input {
    /// An input without pointers.
    pub fn new(
        name: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
        kind: InputKind,
        source: InputSource,
    ) -> Self {
        Self { name: name.into(), bytes: bytes.into(), kind, source, links: Vec::new() }
    }

    /// The bytes as a number without a sign, when there are at most 16.
    pub fn unsigned(&self) -> Option<u128> {
        let mut wide = [0u8; 16];
        wide.get_mut(..self.bytes.len())?.copy_from_slice(&self.bytes);
        Some(u128::from_le_bytes(wide))
    }

    /// The bytes as a two's complement number, when there are at most 16.
    pub fn signed(&self) -> Option<i128> {
        let value = self.unsigned()?.cast_signed();
        match self.bytes.len() {
            0 => Some(0),
            // At most 16 bytes: `unsigned` has seen to it.
            length => {
                let shift = 128 - 8 * length;
                Some((value << shift) >> shift)
            }
        }
    }

    /// Whether it is code that a pointer of the input points to: an object with the name of a call.
    pub fn is_function(&self) -> bool {
        self.source == InputSource::Object && self.bytes.is_empty() && self.name.ends_with("()")
    }

    /// The value for people: `-3`, `"abc"`, `0x1f 00`.
    pub fn shown(&self) -> String {
        if self.is_function() {
            return "a function".to_owned();
        }
        let text = match self.kind {
            InputKind::Signed | InputKind::Char => self.signed().map(|v| v.to_string()),
            InputKind::Unsigned => self.unsigned().map(|v| v.to_string()),
            InputKind::Bool => self.unsigned().map(|v| (v != 0).to_string()),
            InputKind::Float => self.bytes[..].try_into().ok().map(|b| {
                let value = f32::from_le_bytes(b);
                format!("{value:?}")
            }),
            InputKind::Double => self.bytes[..].try_into().ok().map(|b| {
                let value = f64::from_le_bytes(b);
                format!("{value:?}")
            }),
            InputKind::Pointer => Some(self.shown_pointer()),
            InputKind::Bytes => None,
        };
        text.unwrap_or_else(|| self.shown_object())
    }

    /// Bytes; what has the size of a number is shown as one too.
    fn shown_object(&self) -> String {
        let text = shown_bytes(&self.bytes);
        match (self.bytes.len(), self.signed()) {
            (2 | 4 | 8, Some(value)) if text.starts_with("0x") => format!("{text} ({value})"),
            _ => text,
        }
    }

    fn shown_pointer(&self) -> String {
        match self.links.first() {
            Some(Link { to: None, .. }) => "NULL".to_owned(),
            Some(Link { to: Some(to), offset: 0, .. }) => format!("-> input {to}"),
            Some(Link { to: Some(to), offset, .. }) => format!("-> input {to} {offset:+}"),
            None => match self.unsigned() {
                Some(0) => "NULL".to_owned(),
                Some(value) => format!("{value:#x}"),
                None => shown_bytes(&self.bytes),
            },
        }
    }
}

/// Characters of a text that are shown.
const SHOWN_TEXT: usize = 128;

/// Text in quotes when it is text, else hexadecimal.
fn shown_bytes(bytes: &[u8]) -> String {
    let trimmed = bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
    let is_text = |&b: &u8| (0x20..0x7f).contains(&b) || b"\n\t\r\0".contains(&b);
    let half = bytes.iter().filter(|b| (0x20..0x7f).contains(*b)).count() * 2 >= trimmed;
    if trimmed > 0 && half && bytes.iter().all(is_text) {
        let shown = &bytes[..bytes.len().min(SHOWN_TEXT)];
        let rest = match bytes.len() > SHOWN_TEXT {
            true => format!("… ({} bytes)", bytes.len()),
            false => String::new(),
        };
        return format!("\"{}\"{rest}", shown.escape_ascii());
    }
    let mut text = String::from("0x");
    for (position, byte) in bytes.iter().enumerate() {
        if position == 32 {
            text.push_str(&format!(" … ({} bytes)", bytes.len()));
            break;
        }
        let gap = if position > 0 && position % 4 == 0 { " " } else { "" };
        text.push_str(&format!("{gap}{byte:02x}"));
    }
    text
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ends {
    /// The entry returned, or the program ended by itself in another way.
    Returned,
    /// `exit` was called with this code, or the entry returned this number.
    Exited(i32),
    /// A bug.
    Bug(BugKind),
    /// Not known: exploration cut the path. The inputs are right as far as it went.
    Cut,
}

impl Ends {
    /// The word of `summary.json`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Returned => "returned",
            Self::Exited(_) => "exited",
            Self::Bug(_) => "bug",
            Self::Cut => "cut",
        }
    }
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Returned => f.write_str("returns"),
            Self::Exited(code) => write!(f, "exits with {code}"),
            Self::Bug(kind) => write!(f, "{kind}"),
            Self::Cut => f.write_str("was cut"),
        }
    }
}

/// A parameter of the entry.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type as C writes it, such as `const struct header *`.
    pub c_type: String,
}

/// How to call the entry from C.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Prototype {
    /// The type returned, as C writes it.
    pub returns: String,
    /// The parameters.
    pub parameters: Vec<Parameter>,
}

/// A test.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TestCase {
    /// Version of this format.
    pub schema: u32,
    /// The function that is run; `main` for whole programs.
    pub entry: String,
    /// How to call it, where it is neither `main` nor `LLVMFuzzerTestOneInput`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prototype: Option<Prototype>,
    /// How it ends.
    pub ends: Ends,
    /// What the entry returns, in full and in decimal, where it is a function that returns a
    /// number: the exit code has fewer bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned: Option<String>,
    /// Where it ends: the bug, the `exit`, the `return`.
    pub place: Place,
    /// What happened, where it is a bug.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// Whether it depends on what somebody outside the program answered, as the time or a file: it
    /// may end in another way when it is run again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub external: bool,
    /// The inputs in the order in which the program asks for them.
    pub inputs: Vec<Input>,
}

impl TestCase {
    /// The version written.
    pub const SCHEMA: u32 = 1;

    /// A test of `main` that returns.
    pub fn new(entry: impl Into<String>, inputs: Vec<Input>) -> Self {
        Self {
            schema: Self::SCHEMA,
            entry: entry.into(),
            prototype: None,
            ends: Ends::Returned,
            returned: None,
            place: Place::default(),
            message: String::new(),
            external: false,
            inputs,
        }
    }

    /// The text of `tests/NNNNNN.json`.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data serializes");
        text.push('\n');
        text
    }

    /// Reads `tests/NNNNNN.json`. Links that lead nowhere are refused.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let test: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if test.schema != Self::SCHEMA {
            return Err(format!("version {} of the test format is not known", test.schema));
        }
        for input in &test.inputs {
            for link in &input.links {
                let inside =
                    (link.at as usize).checked_add(8).is_some_and(|end| end <= input.bytes.len());
                let exists = link.to.is_none_or(|to| (to as usize) < test.inputs.len());
                if !inside || !exists {
                    return Err(format!("input {}: a pointer leads nowhere", input.name));
                }
            }
        }
        Ok(test)
    }

    /// The inputs of standard input, joined; `None` when there is none.
    pub fn stdin(&self) -> Option<Vec<u8>> {
        let mut parts = self.inputs.iter().filter(|i| i.source == InputSource::Stdin).peekable();
        parts.peek()?;
        Some(parts.flat_map(|i| i.bytes.iter().copied()).collect())
    }

    /// The arguments of `main` in order, each up to its first zero byte.
    pub fn arguments(&self) -> Vec<Vec<u8>> {
        let mut found: Vec<(u32, Vec<u8>)> = Vec::new();
        for input in &self.inputs {
            if let InputSource::Argument(index) = input.source {
                let end = input.bytes.iter().position(|&b| b == 0).unwrap_or(input.bytes.len());
                found.push((index, input.bytes[..end].to_vec()));
            }
        }
        found.sort_by_key(|(index, _)| *index);
        found.into_iter().map(|(_, text)| text).collect()
    }

    /// What the entry returns in two's complement.
    pub fn returned_bits(&self) -> Option<u128> {
        let text = self.returned.as_ref()?;
        let signed = || text.parse::<i128>().ok().map(i128::cast_unsigned);
        text.parse().ok().or_else(signed)
    }

    /// The value of a parameter of the entry.
    pub fn parameter(&self, index: u32) -> Option<&Input> {
        self.inputs.iter().find(|input| input.source == InputSource::Parameter(index))
    }
}

/// Bytes as a string of hexadecimal digits.
mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::fmt::Write;

    pub fn serialize<S: Serializer>(bytes: &[u8], out: S) -> Result<S::Ok, S::Error> {
        let mut text = String::with_capacity(bytes.len() * 2);
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
        out.serialize_str(&text)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(from)?;
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let pairs = text.as_bytes().chunks(2).map(|pair| match *pair {
            [high, low] => Some((digit(high)? * 16 + digit(low)?) as u8),
            _ => None,
        });
        pairs.collect::<Option<_>>().ok_or_else(|| D::Error::custom("not hexadecimal digits"))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A test with an input of every source and kind.
    pub(crate) fn sample() -> TestCase {
        use InputKind::*;
        use InputSource::*;
        let mut pointer = Input::new("p", 0x1000_u64.to_le_bytes(), Pointer, Parameter(1));
        pointer.links.push(Link { at: 0, to: Some(2), offset: 4 });
        let inputs = vec![
            Input::new("n", (-3_i32).to_le_bytes(), Signed, Parameter(0)),
            pointer,
            Input::new("*p", *b"hello\n\0\0", Bytes, Object),
            Input::new("buf", [0xde, 0xad, 0, 1, 2], Bytes, MakeSymbolic),
            Input::new("__VERIFIER_nondet_bool", [1], Bool, Nondet("bool".into())),
            Input::new("__VERIFIER_nondet_char", [0xff], Char, Nondet("char".into())),
            Input::new("f", 1.5_f32.to_le_bytes(), Float, Nondet("float".into())),
            Input::new("d", f64::NAN.to_le_bytes(), Double, Nondet("double".into())),
            Input::new("u", u64::MAX.to_le_bytes(), Unsigned, Nondet("ulong".into())),
            Input::new("stdin", *b"ab", Bytes, Stdin),
            Input::new("arg2", *b"two\0\0", Bytes, Argument(2)),
            Input::new("arg1", *b"one", Bytes, Argument(1)),
            Input::new("stdin", *b"cd", Bytes, Stdin),
            Input::new("table", [7], Bytes, Global("table".into())),
        ];
        let mut test = TestCase::new("parse", inputs);
        test.ends = Ends::Bug(BugKind::OutOfBoundsRead);
        test.place = Place { file: "a \"b\".c".into(), line: 3, column: 9 };
        test.message = "read of 1 byte".into();
        test.returned = Some("-1".into());
        let parameter = |name: &str, c_type: &str| super::Parameter {
            name: name.into(),
            c_type: c_type.into(),
        };
        let parameters = vec![parameter("n", "int"), parameter("p", "const char *")];
        test.prototype = Some(Prototype { returns: "int".into(), parameters });
        test
    }

    #[test]
    fn json_is_lossless() {
        let test = sample();
        assert_eq!(TestCase::from_json(&test.to_json()), Ok(test));
    }

    #[test]
    fn broken_json_is_refused() {
        let good = sample().to_json();
        assert!(TestCase::from_json(&good.replace("\"schema\": 1", "\"schema\": 9")).is_err());
        assert!(TestCase::from_json(&good.replace("\"to\": 2", "\"to\": 99")).is_err());
        assert!(TestCase::from_json(&good.replace("\"at\": 0", "\"at\": 1")).is_err());
        assert!(TestCase::from_json(&good.replace("dead00", "dead0")).is_err());
        assert!(TestCase::from_json("{}").is_err());
    }

    #[test]
    fn values_are_shown() {
        let shown: Vec<String> = sample().inputs.iter().map(Input::shown).collect();
        assert_eq!(shown[0], "-3");
        assert_eq!(shown[1], "-> input 2 +4");
        assert_eq!(shown[2], r#""hello\n\x00\x00""#);
        assert_eq!(shown[3], "0xdead0001 02");
        assert_eq!(shown[4], "true");
        assert_eq!(shown[5], "-1");
        assert_eq!(shown[6], "1.5");
        assert_eq!(shown[7], "NaN");
        assert_eq!(shown[8], "18446744073709551615");
    }

    #[test]
    fn objects_of_the_size_of_a_number_are_shown_as_one() {
        let shown = |bytes: &[u8]| {
            Input::new("x", bytes, InputKind::Bytes, InputSource::MakeSymbolic).shown()
        };
        assert_eq!(shown(&138_i32.to_le_bytes()), "0x8a000000 (138)");
        assert_eq!(shown(&(-2_i16).to_le_bytes()), "0xfeff (-2)");
        assert_eq!(shown(b"ab\0\0"), r#""ab\x00\x00""#);
        assert_eq!(shown(&[7, 0, 0]), "0x070000");
    }

    #[test]
    fn whole_program_inputs() {
        let test = sample();
        assert_eq!(test.stdin().as_deref(), Some(&b"abcd"[..]));
        assert_eq!(test.arguments(), [b"one".to_vec(), b"two".to_vec()]);
        assert_eq!(test.returned_bits(), Some(u128::MAX));
        assert_eq!(test.parameter(1).map(|i| i.name.as_str()), Some("p"));
        assert_eq!(Input::new("", [], InputKind::Signed, InputSource::Stdin).signed(), Some(0));
        assert_eq!(
            Input::new("", [0; 17], InputKind::Signed, InputSource::Stdin).shown().len(),
            2 + 34 + 4
        );
    }
}
