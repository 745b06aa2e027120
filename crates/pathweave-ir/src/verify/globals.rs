//! The program's tables, symbols and globals.
//!
//! Relocations are in order, do not overlap and lie inside their global; address expressions have
//! the width of what they are written to.

use super::{VerifyErrors, check_type};
use crate::{
    Block, CastOp, ConstExpr, DebugTypeData, DebugTypeRef, Func, GlobalData, Linkage, Loc, Program,
};
use std::collections::HashSet;

/// Address expressions may nest this deep.
pub(crate) const MAX_EXPRESSION_DEPTH: usize = 256;

/// References between the tables are in range.
pub(super) fn check_tables(program: &Program, errors: &mut VerifyErrors) {
    if program.locs.is_empty() {
        errors.add(|| "program".to_owned(), "the unknown place is missing");
    }
    for (loc, data) in program.locs.iter() {
        let place = || loc.to_string();
        if data.file.is_some_and(|f| program.files.get(f).is_none()) {
            errors.add(place, "no such file");
        }
        if data.function.is_some_and(|n| program.names.get(n).is_none()) {
            errors.add(place, "no such function name");
        }
        if data.inlined_at.is_some_and(|l| l == loc || program.locs.get(l).is_none()) {
            errors.add(place, "no such place of inlining");
        }
    }
    for (ty, data) in program.debug_types.iter() {
        let mut missing = Vec::new();
        for_each_type(data, |used| {
            if program.debug_types.get(used).is_none() {
                missing.push(used);
            }
        });
        for used in missing {
            errors.add(|| ty.to_string(), format!("no debug type {used}"));
        }
    }
    for &func in program.constructors.iter().chain(&program.destructors) {
        if program.functions.get(func).is_none() {
            errors.add(|| "constructors and destructors".to_owned(), format!("no {func}"));
        }
    }
}

fn for_each_type(data: &DebugTypeData, mut visit: impl FnMut(DebugTypeRef)) {
    match data {
        DebugTypeData::Pointer { to: of }
        | DebugTypeData::Alias { of, .. }
        | DebugTypeData::Qualified { of }
        | DebugTypeData::Array { of, .. } => of.iter().copied().for_each(visit),
        DebugTypeData::Struct { members, .. } | DebugTypeData::Union { members, .. } => {
            members.iter().filter_map(|m| m.ty).for_each(visit);
        }
        DebugTypeData::Function { result, params, .. } => {
            params.iter().chain([result]).flatten().for_each(|&ty| visit(ty));
        }
        DebugTypeData::Basic { .. } | DebugTypeData::Enum { .. } | DebugTypeData::Unknown => {}
    }
}

/// Names are unique and found.
pub(super) fn check_symbols(program: &Program, errors: &mut VerifyErrors) {
    let mut names = HashSet::new();
    for (func, data) in program.functions.iter() {
        let place = || format!("function @{}", data.name);
        if !names.insert(data.name.as_str()) {
            errors.add(place, "the name is taken");
        } else if program.function(&data.name) != Some(func) {
            errors.add(place, "the function is not found by its name");
        }
        if data.body.is_none() && data.linkage == Linkage::Internal {
            errors.add(place, "an internal function without a body");
        }
    }
    for (global, data) in program.globals.iter() {
        let place = || format!("global @{}", data.name);
        if !names.insert(data.name.as_str()) {
            errors.add(place, "the name is taken");
        } else if program.global(&data.name) != Some(global) {
            errors.add(place, "the global is not found by its name");
        }
    }
}

/// Initializers fit.
pub(super) fn check_globals(program: &Program, errors: &mut VerifyErrors) {
    for data in program.globals.values() {
        let place = || format!("global @{}", data.name);
        for message in global_faults(program, data) {
            errors.add(place, message);
        }
    }
}

fn global_faults(program: &Program, data: &GlobalData) -> Vec<String> {
    let mut faults = Vec::new();
    if program.locs.get(data.loc).is_none() || data.loc == Loc::UNKNOWN && program.locs.is_empty() {
        faults.push(format!("no place {}", data.loc));
    }
    if data.debug.is_some_and(|ty| program.debug_types.get(ty).is_none()) {
        faults.push("no such debug type".to_owned());
    }
    let Some(init) = &data.init else { return faults };
    if init.bytes.len() as u64 > data.size {
        faults.push(format!("{} initial bytes in an object of {}", init.bytes.len(), data.size));
    }
    let mut free_from = 0;
    for relocation in &init.relocations {
        let at = relocation.offset;
        if let Err(message) = check_type(relocation.ty) {
            faults.push(message);
            continue;
        }
        let end = at.checked_add(relocation.ty.bytes());
        if end.is_none_or(|end| end > data.size) {
            faults.push(format!("relocation at {at} reaches outside the object"));
        }
        if at < free_from {
            faults.push(format!("relocation at {at} overlaps or is out of order"));
        }
        free_from = end.unwrap_or(u64::MAX);
        match expression_width(program, &relocation.value, MAX_EXPRESSION_DEPTH) {
            Ok(width) if width == relocation.ty.bits() => {}
            Ok(width) => {
                let ty = relocation.ty;
                faults.push(format!("relocation at {at}: {width} bits written as {ty}"));
            }
            Err(message) => faults.push(format!("relocation at {at}: {message}")),
        }
    }
    faults
}

fn expression_width(program: &Program, expr: &ConstExpr, depth: usize) -> Result<u32, String> {
    if depth == 0 {
        return Err("an expression nested too deeply".to_owned());
    }
    match expr {
        ConstExpr::Int(bits) => Ok(bits.width()),
        ConstExpr::Global(global, _) => match program.globals.get(*global) {
            Some(_) => Ok(64),
            None => Err(format!("no global {global}")),
        },
        ConstExpr::Func(func, _) => match program.functions.get(*func) {
            Some(_) => Ok(64),
            None => Err(format!("no function {func}")),
        },
        ConstExpr::Block(func, block) => match block_address_fault(program, *func, *block) {
            Some(message) => Err(message),
            None => Ok(64),
        },
        ConstExpr::Binary(op, args) => {
            let left = expression_width(program, &args.0, depth - 1)?;
            let right = expression_width(program, &args.1, depth - 1)?;
            if left != right {
                return Err(format!("{} of {left} and {right} bits", op.name()));
            }
            Ok(left)
        }
        ConstExpr::Cast(op, ty, arg) => {
            check_type(*ty)?;
            let from = expression_width(program, arg, depth - 1)?;
            let to = ty.bits();
            let good = match op {
                CastOp::Trunc | CastOp::FpTrunc => to < from,
                CastOp::ZExt | CastOp::SExt | CastOp::FpExt => to > from,
                CastOp::Bitcast => to == from,
                CastOp::PtrToInt => from == 64,
                _ => true,
            };
            if good { Ok(to) } else { Err(format!("{} from {from} to {to} bits", op.name())) }
        }
    }
}

/// What is wrong with the address of a block, if anything.
pub(super) fn block_address_fault(program: &Program, func: Func, block: Block) -> Option<String> {
    let Some(data) = program.functions.get(func) else {
        return Some(format!("no function {func}"));
    };
    let Some(body) = &data.body else { return Some(format!("@{} has no body", data.name)) };
    body.blocks.get(block).is_none().then(|| format!("@{} has no block {block}", data.name))
}
