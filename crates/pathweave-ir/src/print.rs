//! The text form, written: one declaration or instruction a line, as `docs/ir.md` describes.
//!
//! Handles print as they are in memory; reading the text back numbers values and instructions in
//! the order of the text, so that a [compact](crate::Body::compact) program comes back equal.
//! Printing must work on anything, broken programs included: the verifier shows instructions of
//! programs that it rejects. Hence no indexing here, only `get`.

mod body;
mod declarations;

pub(crate) use declarations::ENCODINGS;

use crate::{Block, Body, Func, Global, Inst, Loc, Name, Program};
use std::collections::HashMap;
use std::fmt::{self, Write};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer::new(self).program(f)
    }
}

/// One function in the text form.
pub fn print_function(program: &Program, func: Func) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = Printer::new(program).function(&mut out, func);
    out
}

/// One instruction in the text form, on one line, without its place in the source.
pub fn print_inst(program: &Program, body: &Body, inst: Inst) -> String {
    let mut out = String::new();
    let printer = Printer { program, names: HashMap::new() };
    let _ = match body.insts.get(inst) {
        Some(data) => printer.inst(&mut out, body, data),
        None => write!(out, "{inst}"),
    };
    out
}

/// The terminator of a block in the text form, on one line, without its place in the source.
pub fn print_terminator(program: &Program, body: &Body, block: Block) -> String {
    let mut out = String::new();
    let printer = Printer { program, names: HashMap::new() };
    let _ = match body.blocks.get(block) {
        Some(data) => printer.terminator(&mut out, body, &data.terminator, &[]),
        None => write!(out, "end of {block}"),
    };
    out
}

/// Writes parts of a program. `names` finds the first entry of each interned text, so that an
/// alloca's name can be written as text where that is unambiguous.
struct Printer<'a> {
    program: &'a Program,
    names: HashMap<&'a str, Name>,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program) -> Self {
        let mut names = HashMap::new();
        for (name, text) in program.names.iter() {
            names.entry(text.as_str()).or_insert(name);
        }
        Self { program, names }
    }

    fn loc(&self, f: &mut dyn Write, loc: Loc) -> fmt::Result {
        if loc == Loc::UNKNOWN { Ok(()) } else { write!(f, " !{loc}") }
    }

    fn func_name(&self, f: &mut dyn Write, func: Func) -> fmt::Result {
        match self.program.functions.get(func) {
            Some(data) => write_symbol(f, &data.name),
            None => write!(f, "@<{func}>"),
        }
    }

    fn global_name(&self, f: &mut dyn Write, global: Global) -> fmt::Result {
        match self.program.globals.get(global) {
            Some(data) => write_symbol(f, &data.name),
            None => write!(f, "@<{global}>"),
        }
    }

    fn name(&self, f: &mut dyn Write, name: Name) -> fmt::Result {
        match self.program.names.get(name) {
            Some(text) if self.names.get(text.as_str()).is_none_or(|&n| n == name) => {
                write_quoted(f, text.as_bytes())
            }
            _ => write!(f, "{name}"),
        }
    }
}

/// Whether a symbol can be written without quotes.
pub(crate) fn is_plain_symbol(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(is_symbol_byte)
}

pub(crate) fn is_symbol_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

fn write_symbol(f: &mut dyn Write, name: &str) -> fmt::Result {
    f.write_char('@')?;
    if is_plain_symbol(name) { f.write_str(name) } else { write_quoted(f, name.as_bytes()) }
}

/// `"…"` with `\xx` (two hexadecimal digits) for what is not printable ASCII.
fn write_quoted(f: &mut dyn Write, bytes: &[u8]) -> fmt::Result {
    f.write_char('"')?;
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => write!(f, "\\{byte:02x}")?,
            b' '..=b'~' => f.write_char(char::from(byte))?,
            _ => write!(f, "\\{byte:02x}")?,
        }
    }
    f.write_char('"')
}

fn write_offset(f: &mut dyn Write, offset: i64) -> fmt::Result {
    match offset {
        0 => Ok(()),
        1.. => write!(f, "+{offset}"),
        _ => write!(f, "{offset}"),
    }
}

/// `a, b, c`.
fn write_list<T>(
    f: &mut dyn Write,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut dyn Write, T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write(f, item)?;
    }
    Ok(())
}
