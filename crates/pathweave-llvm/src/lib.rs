//! LLVM text IR in, Pathweave IR out.
//!
//! - [`clang`]: C, bitcode or text in a file to a module
//! - [`read`]: text to a syntax tree
//! - [`ast`]: the syntax tree of a module
//! - [`debug`]: where code comes from, and what it is called there
//! - [`link`]: several modules into one
//! - [`lower`]: a linked module to Pathweave IR

pub mod ast;
pub mod clang;
pub mod debug;
mod error;
mod lex;
pub mod link;
mod lower;
mod parse;

pub use error::{InputError, ReadError};
pub use lower::{LowerError, LowerOptions, lower};
pub use parse::read;
