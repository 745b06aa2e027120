//! Hash-consed terms over booleans, bit-vectors, arrays and uninterpreted
//! functions: build, rewrite, evaluate, substitute, print and parse. And [`work`], which counts how much is done.
//!
//! # Data layout
//!
//! A [`Term`] is a `u32` handle, printed `t12`. Its node is 16 bytes in one
//! vector: a head word (operator in 7 bits, sort in 25) and three operand
//! words. Operands are handles, inline numbers (`extract`'s bounds, constants
//! of up to 64 bits), or, for applications, a slice of one shared arena. The
//! hash table is a vector of handles, each with 32 bits of its hash, with open
//! addressing and at most three quarters full; together that is 27 to 37 bytes a
//! term and no allocation for any single one. Equal handle means equal term, and the store is the only
//! maker of terms.
//!
//! # Rules of the house
//!
//! * Builders (`store.bv_add(a, b)`) check sorts and rewrite. A rewrite rule has
//!   a name in [`Rule`], a counter, and examples in `tests/rules.txt` that are
//!   proved at small widths.
//! * [`Op`] is the one table of operators: arity, sort rule, SMT-LIB name and
//!   commutativity are said there once. Some operators are *derived*: builders
//!   expand them and they never occur inside a term.
//! * Every traversal is iterative: depth is bounded by memory, not by the stack.
//! * A store is single-threaded: one a worker.
#![forbid(unsafe_code)]

mod build;
mod derive;
mod evaluate;
mod model;
mod narrow;
mod operator;
pub mod portable;
mod print;
pub mod random;
mod rewrite;
mod rule;
mod semantics;
pub mod smtlib;
mod sort;
mod store;
mod symbols;
mod term_map;
mod traverse;
mod value;
pub mod work;

pub use evaluate::Evaluator;
pub use model::{FunctionValue, Model};
pub use operator::{Chain, Op, SortRule};
pub use print::Printer;
pub use rule::{Rule, RuleCounts};
pub use sort::{Sort, SortError};
pub use store::{Func, Symbol, Term, TermStore};
pub use term_map::TermMap;
pub use traverse::Substitution;
pub use value::{ArrayValue, Value};
