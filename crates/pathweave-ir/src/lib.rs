//! Pathweave's program representation: a small SSA language that the engine and the analyses see.
//!
//! In reading order: [`Type`] and the operators; [`InstKind`] and [`Terminator`]; a function's
//! [`Body`]; the [`Program`]; debug information. On top of them: the verifier, the text form
//! (printed and parsed, see `docs/ir.md`), graphs, passes, fingerprints. Knows nothing of LLVM,
//! terms or memory.

// The fields of the IR's enums are named after their meaning; the variant's line explains them.
#![allow(missing_docs)]

pub mod entity;

mod debug;
mod function;
mod inst;
mod ops;
mod program;
mod types;

mod verify;

mod parse;
mod print;

mod callgraph;
mod cfg;
mod components;
mod dominators;
mod loops;

mod compact;
mod join;
mod promote;
mod simplify;

mod fingerprint;

pub use debug::{DebugFunction, DebugTypeData, DebugTypeRef, DebugVariable, Encoding, Member};
pub use entity::{Entity, Table};
pub use function::{
    BlockData, Body, BranchData, Constant, FunctionData, Origin, Promise, Signature, ValueData,
    ValueDef,
};
pub use inst::{
    ArithFlags, BlockCall, Callee, InstData, InstKind, LifetimePoint, Overlap, Results, SwitchCase,
    Terminator, VariadicArg,
};
pub use ops::{BinaryOp, CastOp, FloatPredicate, IntPredicate, OverflowOp, UnaryOp};
pub use program::{
    ConstExpr, FileData, GlobalData, Initializer, Linkage, LocData, Program, Relocation, Target,
    VaListKind,
};
pub use types::{FloatKind, Type};

pub use callgraph::CallGraph;
pub use cfg::Cfg;
pub use components::strongly_connected;
pub use dominators::Dominators;
pub use fingerprint::{Fingerprint, Fingerprints};
pub use join::join;
pub use loops::{LoopData, LoopNest};
pub use parse::{ParseError, parse};
pub use print::{print_function, print_inst, print_terminator};
pub use promote::{optimize, optimize_body, promote};
pub use simplify::simplify;
pub use verify::{VerifyError, VerifyErrors, verify, verify_function};

entity! {
    /// A function of the program.
    Func, "f"
}
entity! {
    /// A global of the program.
    Global, "g"
}
entity! {
    /// A basic block of a function.
    Block, "bb"
}
entity! {
    /// An instruction of a function.
    Inst, "i"
}
entity! {
    /// A value of a function.
    Value, "v"
}
entity! {
    /// A decision of a function: a branch, switch or computed goto.
    Branch, "br"
}
entity! {
    /// A loop of a function.
    Loop, "loop"
}
entity! {
    /// A place in the source.
    Loc, "loc"
}
entity! {
    /// A source file.
    File, "file"
}
entity! {
    /// An interned name.
    Name, "name"
}
entity! {
    /// A type of the source.
    DebugType, "dt"
}

impl Loc {
    /// The unknown place.
    pub const UNKNOWN: Self = Self(0);
}
