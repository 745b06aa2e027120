//! What of the program's own code was executed: branches and lines of the functions that the entry can call,
//! directly or through pointers of their type, and of whatever else was executed.
//!
//! A branch counts by its outcomes. Cases of a switch that lead to one block are one outcome. What leads to
//! nothing but a promise that it is never taken is none.

use pathweave_exec::Image;
use pathweave_exec::code::{Code, EXECUTED, NOT_TAKEN, Op, Pc, TAKEN};
use pathweave_ir::{CallGraph, File, Func, Origin};
use std::collections::BTreeSet;

/// Counts over the program's own functions that can be called.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Outcomes of branches.
    pub branches: u64,
    /// Those that were taken.
    pub branches_covered: u64,
    /// Lines with code.
    pub lines: BTreeSet<(File, u32)>,
    /// Those that were executed.
    pub lines_covered: BTreeSet<(File, u32)>,
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
            let is_promise = matches!(code.ops[pc], Op::Unreachable);
            if let (Some(file), true) = (data.file, data.line > 0 && !is_promise) {
                coverage.lines.insert((file, data.line));
                if code.hits[pc].get() & EXECUTED != 0 {
                    coverage.lines_covered.insert((file, data.line));
                }
            }
            let (all, taken) = outcomes(code, pc as Pc);
            coverage.branches += all;
            coverage.branches_covered += taken;
        }
    }
    coverage
}

/// A way that the decision at an operation may go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The condition of a branch holds.
    Taken,
    /// It does not.
    NotTaken,
    /// A switch goes there.
    Edge(Pc),
}

impl Side {
    /// The operation and the bit that say whether it was taken.
    pub fn mark(self, pc: Pc) -> (Pc, u8) {
        match self {
            Self::Taken => (pc, TAKEN),
            Self::NotTaken => (pc, NOT_TAKEN),
            Self::Edge(to) => (to, EXECUTED),
        }
    }

    /// Whether it was taken.
    pub fn is_taken(self, code: &Code, pc: Pc) -> bool {
        let (pc, bit) = self.mark(pc);
        code.hits[pc as usize].get() & bit != 0
    }

    /// Whether it only leads to what the compiler was promised, or itself promises, that nothing gets to: the default of a
    /// switch over the ways out of a loop, or `__builtin_unreachable()`. To get there is a bug, and nothing to be covered.
    pub fn is_excluded(self, code: &Code, pc: Pc) -> bool {
        let to = match self {
            Self::Taken => code.ops[pc as usize].jump().expect("only branches are taken"),
            Self::NotTaken => pc + 1,
            Self::Edge(to) => to,
        };
        let ends = |pc: Pc| matches!(code.ops[pc as usize], Op::Unreachable);
        match code.ops[to as usize] {
            Op::Jump { to } => ends(to),
            _ => ends(to),
        }
    }
}

/// The ways that the decision at an operation may go, each once; none where nothing is decided.
pub fn sides(code: &Code, pc: Pc) -> impl Iterator<Item = Side> {
    let op = code.ops[pc as usize];
    let branch = op.jump().map(|_| [Side::Taken, Side::NotTaken]);
    branch.into_iter().flatten().chain(switch_edges(code, op))
}

fn switch_edges(code: &Code, op: Op) -> Vec<Side> {
    let Op::Switch { table, .. } = op else { return Vec::new() };
    let table = &code.switches[table as usize];
    let cases = table.sparse.iter().map(|case| case.1).chain(table.dense.iter().copied());
    let mut edges: Vec<Side> = cases.chain([table.default]).map(Side::Edge).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Outcomes of an operation that count, and how many of them were taken.
fn outcomes(code: &Code, pc: Pc) -> (u64, u64) {
    let counted = sides(code, pc).filter(|side| !side.is_excluded(code, pc));
    counted.fold((0, 0), |(all, taken), side| (all + 1, taken + u64::from(side.is_taken(code, pc))))
}

/// Whether the decision at an operation has an outcome that was never taken.
pub fn is_promising(code: &Code, pc: Pc) -> bool {
    let (all, taken) = outcomes(code, pc);
    taken < all
}
