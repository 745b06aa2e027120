//! What of the program's own code was executed: branches and lines of the functions that the entry can call,
//! directly or through pointers of their type, and of whatever else was executed.
//!
//! A branch counts by its outcomes. Cases of a switch that lead to one block are one outcome.

use pathweave_exec::Image;
use pathweave_exec::code::{Code, EXECUTED, NOT_TAKEN, Op, TAKEN};
use pathweave_ir::{CallGraph, Func, Origin};
use std::collections::BTreeSet;

/// Counts over the program's own functions that can be called.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Outcomes of branches.
    pub branches: u64,
    /// Those that were taken.
    pub branches_covered: u64,
    /// Lines with code.
    pub lines: u64,
    /// Those that were executed.
    pub lines_covered: u64,
}

/// How many marks of execution there are: more than before means something new.
pub fn marks(image: &Image) -> u64 {
    image.decoded().map(|code| code.marks.get()).sum()
}

/// Takes all marks of execution off, so that what comes next is seen alone.
pub fn forget(image: &Image) {
    image.decoded().for_each(Code::forget_hits);
}

/// The functions that a run from an entry can call, those that run before and after it included.
pub fn callable(image: &Image, entry: Func) -> BTreeSet<Func> {
    let program = &image.program;
    let calls = CallGraph::new(program);
    let roots = program.constructors.iter().chain(&program.destructors).copied().chain([entry]);
    calls.reachable_from(roots).into_iter().collect()
}

/// Whether a function counts: one that can be called, or was.
pub fn counts(callable: &BTreeSet<Func>, func: Func, code: &Code) -> bool {
    callable.contains(&func) || code.marks.get() > 0
}

/// Counts what a run executed, which can call these functions.
pub fn measure(image: &Image, callable: &BTreeSet<Func>) -> Coverage {
    let program = &image.program;
    let mut coverage = Coverage::default();
    let mut lines = BTreeSet::new();
    let mut covered = BTreeSet::new();
    for (func, function) in program.functions.iter() {
        if function.origin != Origin::Program || function.body.is_none() {
            continue;
        }
        let Some(code) = image.code(func) else { continue };
        if !counts(callable, func, code) {
            continue;
        }
        for (pc, &loc) in code.locs.iter().enumerate() {
            let data = &program.locs[loc];
            if let (Some(file), true) = (data.file, data.line > 0) {
                lines.insert((file, data.line));
                if code.hits[pc].get() & EXECUTED != 0 {
                    covered.insert((file, data.line));
                }
            }
            let (all, taken) = outcomes(code, pc);
            coverage.branches += all;
            coverage.branches_covered += taken;
        }
    }
    coverage.lines = lines.len() as u64;
    coverage.lines_covered = covered.len() as u64;
    coverage
}

/// Outcomes of an operation, and how many of them were taken.
fn outcomes(code: &Code, pc: usize) -> (u64, u64) {
    let executed = |to: u32| u64::from(code.hits[to as usize].get() & EXECUTED != 0);
    match &code.ops[pc] {
        Op::BranchIf { .. }
        | Op::BranchEq { .. }
        | Op::BranchNe { .. }
        | Op::BranchUlt { .. }
        | Op::BranchUle { .. }
        | Op::BranchSlt { .. }
        | Op::BranchSle { .. } => {
            let hits = code.hits[pc].get();
            (2, u64::from(hits & TAKEN != 0) + u64::from(hits & NOT_TAKEN != 0))
        }
        Op::Switch { table, .. } => {
            let table = &code.switches[*table as usize];
            let targets: BTreeSet<u32> = table
                .dense
                .iter()
                .chain(table.sparse.iter().map(|(_, to)| to))
                .chain([&table.default])
                .copied()
                .collect();
            (targets.len() as u64, targets.iter().map(|&to| executed(to)).sum())
        }
        _ => (0, 0),
    }
}

/// Whether the decision at an operation has an outcome that was never taken.
pub fn is_promising(code: &Code, pc: usize) -> bool {
    let (all, taken) = outcomes(code, pc);
    taken < all
}
