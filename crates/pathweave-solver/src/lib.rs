//! Queries over terms, and who answers them: a chain of layers that each answer
//! what they can, and at its end the embedded core or an SMT-LIB process.
//!
//! ```
//! use pathweave_solver::{Answer, Budget, ChainOptions, chain};
//! use pathweave_term::{Sort, TermStore};
//!
//! let mut terms = TermStore::new();
//! let mut solver = chain(ChainOptions::default());
//! let x = terms.var("x", Sort::BitVec(32));
//! let square = terms.bv_mul(x, x);
//! let wanted = terms.bv_u64(32, 49);
//! let query = [terms.eq(square, wanted)];
//! let Answer::Sat(model) = solver.check(&mut terms, &query, &Budget::default()) else {
//!     panic!("49 is a square");
//! };
//! let root = model.value(&terms, x);
//! assert_eq!(root.as_bits().map(|bits| bits.mul(bits).low_u64()), Some(49));
//! ```
#![forbid(unsafe_code)]

mod chain;
mod embedded;
mod layers;
mod process;
mod query;
pub mod sat;
mod script;
mod verify;

pub use chain::{Backend, ChainOptions, chain};
pub use embedded::{Embedded, EmbeddedOptions};
pub use layers::AnswerStore;
pub use process::{BackgroundSolver, ProcessOptions, ProcessSolver, ScriptAnswer};
pub use query::{Answer, Budget, LayerStatistics, Solver, Why};
pub use script::{ScriptError, ScriptOutcome, run_script};
