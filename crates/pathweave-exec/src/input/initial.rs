//! Variables whose initial values a function takes for granted when it is the entry.
//!
//! A variable counts when the function, or what it can call, mentions it (or a variable that points
//! to it from the start) and something in the program may write it: stores to it, copies onto it, or
//! takes its address for anything but reading. Too many is harmless, one too few is not: the list is
//! what a proof is about. Variables of the C library are left out.

use crate::hook::CallHook;
use crate::machine::Machine;
use pathweave_ir::{
    Body, CallGraph, ConstExpr, Constant, Func, Global, InstKind, Loc, Origin, Program, Value,
    ValueDef,
};
use std::collections::BTreeSet;

/// Names that are shown.
const SHOWN: usize = 4;

impl<H: CallHook> Machine<'_, H> {
    /// Says which variables have their initial values when the entry begins.
    pub(crate) fn describe_variables(&mut self, entry: Func) {
        let program = &self.image.program;
        let found = variables(program, entry);
        let mut names: Vec<String> =
            found.iter().take(SHOWN).map(|&g| format!("`{}`", name(program, g))).collect();
        if found.len() > SHOWN {
            names.push(format!("{} more", found.len() - SHOWN));
        }
        let has =
            if found.len() == 1 { "has its initial value" } else { "have their initial values" };
        if let Some((last, others)) = names.split_last() {
            let before = match others {
                [] => String::new(),
                others => format!("{} and ", others.join(", ")),
            };
            self.assume(format!("{before}{last} {has}, as all variables of the program"));
        }
    }
}

fn name(program: &Program, global: Global) -> &str {
    let data = &program.globals[global];
    if data.source_name.is_empty() { &data.name } else { &data.source_name }
}

/// The variables that an entry takes for granted, in the order of the program.
fn variables(program: &Program, entry: Func) -> BTreeSet<Global> {
    let calls = CallGraph::new(program);
    let mut mentioned = BTreeSet::new();
    for func in calls.reachable_from([entry]) {
        let function = &program.functions[func];
        if function.origin == Origin::Program
            && let Some(body) = &function.body
        {
            for_each_operand(body, |value| mentioned.extend(global_behind(body, value)));
        }
    }
    follow_initializers(program, &mut mentioned);
    let (written, library) = (written(program), library_directories(program));
    mentioned.retain(|global| {
        let data = &program.globals[*global];
        let is_variable = !data.constant && data.init.is_some();
        let is_own = directory(program, data.loc).is_none_or(|place| !library.contains(place));
        is_variable && is_own && written.contains(global)
    });
    mentioned
}

/// Adds what the initial values of variables point to.
fn follow_initializers(program: &Program, mentioned: &mut BTreeSet<Global>) {
    let mut work: Vec<Global> = mentioned.iter().copied().collect();
    while let Some(global) = work.pop() {
        for_each_pointed(program, global, |to| {
            if mentioned.insert(to) {
                work.push(to);
            }
        });
    }
}

fn for_each_pointed(program: &Program, global: Global, mut visit: impl FnMut(Global)) {
    let relocations = program.globals[global].init.iter().flat_map(|init| &init.relocations);
    let mut work: Vec<&ConstExpr> = relocations.map(|relocation| &relocation.value).collect();
    while let Some(expr) = work.pop() {
        match expr {
            ConstExpr::Global(to, _) => visit(*to),
            ConstExpr::Binary(_, args) => work.extend([&args.0, &args.1]),
            ConstExpr::Cast(_, _, arg) => work.push(arg),
            ConstExpr::Int(_) | ConstExpr::Func(..) | ConstExpr::Block(..) => {}
        }
    }
}

/// What the program's own code may write: what is not only read.
fn written(program: &Program) -> BTreeSet<Global> {
    let mut found = BTreeSet::new();
    let own = program.functions.values().filter(|data| data.origin == Origin::Program);
    for body in own.filter_map(|data| data.body.as_ref()) {
        let mut note = |value| found.extend(global_behind(body, value));
        for block in body.blocks.values() {
            for &inst in &block.insts {
                match &body.insts[inst].kind {
                    InstKind::Load { .. }
                    | InstKind::IntCompare { .. }
                    | InstKind::Lifetime { .. }
                    | InstKind::ObjectSize { .. }
                    | InstKind::Offset { .. } => {}
                    InstKind::MemCopy { dst, .. } => note(*dst),
                    kind => kind.for_each_use(&mut note),
                }
            }
            block.terminator.for_each_use(&mut note);
        }
    }
    for global in program.globals.keys() {
        for_each_pointed(program, global, |to| {
            found.insert(to);
        });
    }
    found
}

/// Where the sources of the C library are: nothing of the program is there.
fn library_directories(program: &Program) -> BTreeSet<&str> {
    let library = program.functions.values().filter(|data| data.origin == Origin::Library);
    let places = library.filter_map(|data| data.debug.as_ref());
    places.filter_map(|debug| directory(program, debug.loc)).collect()
}

fn directory(program: &Program, loc: Loc) -> Option<&str> {
    let path = &program.files[program.locs[loc].file?].path;
    path.rsplit_once('/').map(|(directory, _)| directory)
}

fn for_each_operand(body: &Body, mut visit: impl FnMut(Value)) {
    for block in body.blocks.values() {
        for &inst in &block.insts {
            body.insts[inst].kind.for_each_use(&mut visit);
        }
        block.terminator.for_each_use(&mut visit);
    }
}

/// The variable into which an address leads, where that can be read off.
fn global_behind(body: &Body, value: Value) -> Option<Global> {
    let mut at = value;
    // Code that nothing reaches may go in circles.
    for _ in 0..=body.values.len() {
        match &body.values[at].def {
            ValueDef::Const(Constant::GlobalAddr(global, _)) => return Some(*global),
            ValueDef::Inst(inst, _) => match &body.insts[*inst].kind {
                InstKind::Offset { base, .. } => at = *base,
                _ => return None,
            },
            _ => return None,
        }
    }
    None
}
