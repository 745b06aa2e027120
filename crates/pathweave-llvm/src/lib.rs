//! LLVM text IR in, Pathweave IR out.
//!
//! - [`ast`]: the syntax tree of a module

pub mod ast;
