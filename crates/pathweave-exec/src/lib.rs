//! Execution of one path: the interpreter, the primitives of the C runtime, native calls.
//!
//! In reading order: [`image`] makes a program ready to run, with [`layout`] giving every symbol
//! its address and `decode` turning a function's IR into the dense [`code`]; [`state`] is all that
//! a path has; [`machine`] drives the hot loop in `run` and the general way in `general`, whose
//! arithmetic on partly undefined values is [`value`] and [`float`], and on terms `symbolic`,
//! `block`, `operators`, `spread` and `undefined`; `input` is what programs ask for; `merge` makes one state of two; `call` and [`hook`] decide
//! calls, `builtin`, `external` and `native` do those without a body; [`stop`] and `blame` say how
//! it ended.
//!
//! The interpreter knows no policy: nothing here asks whether a path is worth following.
#![deny(unsafe_code)]
// Fields of operations are named after their meaning.
#![allow(missing_docs)]

pub mod code;
pub mod float;
pub mod hook;
pub mod host;
pub mod image;
pub mod layout;
pub mod machine;
pub mod state;
pub mod stop;
pub mod value;

mod blame;
mod block;
mod builtin;
mod call;
mod decode;
mod external;
mod general;
mod input;
mod local;
mod merge;
mod native;
mod operators;
mod run;
mod spread;
mod start;
mod symbolic;
mod undefined;
mod witness;

pub use call::Word;
pub use external::is_defined_outside;
pub use hook::{CallDecision, CallHook, EnterAll};
pub use host::{Host, NativeHost, Output, QuietHost};
pub use image::{Checks, Image};
pub use input::pointer::PointerInput;
pub use input::shape::{Count, Pointee};
pub use input::{InputModel, InputPlace, SymbolicArguments};
pub use layout::LayoutError;
pub use machine::{Limits, Machine, Mode};
pub use start::{Stage, StartError};
pub use stop::{DeferredCall, Exhausted, Missing, Stop, Unsupported};
pub use symbolic::variable_name;
pub use witness::Witness;
