//! The text form, read back.
//!
//! Two passes over the tokens: headers first, so that every symbol is known with its signature,
//! then bodies. Values and instructions are numbered in the order of the text, whatever numbers
//! the text gives them. The parser checks syntax and that what is named exists; whether the
//! program makes sense is the verifier's business. No input makes it panic.

mod body;
mod cursor;
mod declarations;
mod inst;
mod lexer;

use crate::{Func, Program, Target};
use cursor::Cursor;
use std::fmt;

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a program in the text form.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    let tokens = lexer::tokenize(text)?;
    let mut program = Program::new(Target::default());
    let mut pending = Pending::default();
    let mut cursor = Cursor::new(&tokens);
    while !cursor.at_end() {
        declarations::parse_item(&mut cursor, &mut program, &mut pending)?;
    }
    for (global, at) in pending.initializers {
        let init = declarations::parse_initializer(&mut Cursor::at(&tokens, at), &program)?;
        program.globals[global].init = Some(init);
    }
    for (word, at) in pending.lists {
        let mut cursor = Cursor::at(&tokens, at);
        let func = cursor.function(&program)?;
        cursor.newline()?;
        match word {
            List::Constructors => program.constructors.push(func),
            List::Destructors => program.destructors.push(func),
        }
    }
    let mut bodies = Vec::with_capacity(pending.bodies.len());
    let mut names = body::Names::new();
    for (name, text) in program.names.iter() {
        names.entry(text).or_insert(name);
    }
    for Definition { func, params, at } in pending.bodies {
        let mut cursor = Cursor::at(&tokens, at);
        bodies.push((func, body::parse_body(&mut cursor, &program, &names, func, &params)?));
    }
    for (func, body) in bodies {
        program.functions[func].body = Some(body);
    }
    Ok(program)
}

/// What can only be read when all symbols are known, with the position of its first token.
#[derive(Default)]
struct Pending {
    initializers: Vec<(crate::Global, usize)>,
    lists: Vec<(List, usize)>,
    bodies: Vec<Definition>,
}

/// Which list a function belongs to.
#[derive(Clone, Copy)]
enum List {
    Constructors,
    Destructors,
}

/// A function whose body has to be read: the numbers of its parameters' values, and where.
struct Definition {
    func: Func,
    params: Vec<u32>,
    at: usize,
}
