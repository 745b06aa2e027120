//! Promotion of stack slots to values with block parameters.
//!
//! An alloca of constant size is promoted when its address goes nowhere but into loads and stores
//! at constant offsets inside it, and those cut it into pieces that do not overlap: each piece
//! becomes a variable. Fills of whole pieces with a constant byte and lifetime markers are
//! writes. A read before any write is undefined. Block parameters are placed on iterated dominance
//! frontiers where the variable is live (pruned SSA; Cytron et al., "Efficiently Computing Static
//! Single Assignment Form", 1991).
//!
//! What can be a finding stays: a slot with an access that might leave it is not promoted.

mod pieces;
mod place;
mod rename;

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::{Body, Callee, Entity, InstKind, Program};

/// Promotes what can be promoted. The body stays valid and keeps its blocks and branches; values
/// and instructions that are no longer used stay in its tables until [`Body::compact`].
pub fn promote(body: &mut Body) {
    let cfg = Cfg::new(body);
    let slots = pieces::find_slots(body, &cfg);
    if slots.is_empty() {
        return;
    }
    let tree = Dominators::new(&cfg);
    let params = place::place_params(body, &cfg, &tree, &slots);
    rename::rename(body, &cfg, &tree, &slots, &params);
}

/// Functions that return twice. A variable changed between the two returns keeps its new value
/// only in memory, as it does in unoptimized native code.
pub(crate) const RETURNING_TWICE: &[&str] =
    &["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "savectx", "vfork", "getcontext"];

/// Promotes, simplifies and compacts every function; nothing is promoted in a function that calls
/// `setjmp`.
pub fn optimize(program: &mut Program) {
    let twice: Vec<bool> = program
        .functions
        .values()
        .map(|data| RETURNING_TWICE.contains(&data.source_name.as_str()))
        .collect();
    for data in program.functions.values_mut() {
        let Some(body) = &mut data.body else { continue };
        if !calls_any(body, &twice) {
            promote(body);
        }
        clean(body);
    }
}

/// Promotes, simplifies and compacts one function. Whether it calls `setjmp` is the caller's
/// business.
pub fn optimize_body(body: &mut Body) {
    promote(body);
    clean(body);
}

fn clean(body: &mut Body) {
    crate::simplify(body);
    body.compact();
}

fn calls_any(body: &Body, functions: &[bool]) -> bool {
    body.insts.values().any(|data| match data.kind {
        InstKind::Call { callee: Callee::Direct(func), .. } => functions[func.index()],
        _ => false,
    })
}
