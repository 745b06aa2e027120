//! LLVM text IR in, Pathweave IR out.
//!
//! - [`read`]: text to a syntax tree
//! - [`ast`]: the syntax tree of a module

pub mod ast;
mod error;
mod lex;
mod parse;

pub use error::{InputError, ReadError};
pub use parse::read;
