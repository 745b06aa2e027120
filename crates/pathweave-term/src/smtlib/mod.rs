//! Reading SMT-LIB scripts. [`Script`] gives one [`Command`] after the other,
//! with terms built in a store; it owns the declarations and their scopes, but
//! no assertions: those are the business of whoever runs the script.

mod command;
mod lexer;
mod script;
mod term;

pub use command::Command;
pub use lexer::ParseError;
pub use script::Script;
