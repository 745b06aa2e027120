//! The end of reading: what could only be checked or resolved with the whole module at hand.

use rustc_hash::FxHashMap;

use super::{MAX_DEPTH, Parsed, Parser};
use crate::ast::{
    BlockId, ConstKind, Function, Global, GlobalId, GlobalKind, Linkage, Module, Param, Sym, Type,
    TypeId,
};

impl Parser<'_> {
    pub(super) fn seal(mut self) -> Parsed<Module> {
        self.collect_globals()?;
        self.resolve_block_addresses()?;
        if let Some(name) = deep_struct(&self.module) {
            let name = self.module.text(name);
            return self
                .fail_at(0, format!("the type `%{name}` contains itself, or nests too deeply"));
        }
        self.module.compute_layouts();
        Ok(self.module)
    }

    fn collect_globals(&mut self) -> Parsed<()> {
        let slots = std::mem::take(&mut self.names.slots);
        for slot in slots {
            let global = match (slot.global, slot.call_type) {
                (Some(global), _) => global,
                (None, Some(ty)) if self.module.text(slot.name).starts_with("llvm.") => {
                    self.implied_declaration(slot.name, ty)
                }
                _ => {
                    let name = self.module.text(slot.name);
                    let message = format!("`@{name}` is not declared");
                    return self.fail_at(slot.first_use, message);
                }
            };
            self.module.globals.push(global);
        }
        Ok(())
    }

    /// The declaration of one of LLVM's own functions that was called without one.
    fn implied_declaration(&self, name: Sym, ty: TypeId) -> Global {
        let (ret, params, varargs) = match self.module.types.get(ty) {
            Type::Function { ret, params, varargs } => (*ret, params.to_vec(), *varargs),
            _ => (ty, Vec::new(), false),
        };
        let params = params.into_iter().map(|ty| Param { ty, attrs: Default::default() });
        Global {
            name,
            source_name: name,
            unnamed: false,
            source: 0,
            line: 0,
            linkage: Linkage::External,
            visibility: Default::default(),
            unnamed_addr: Default::default(),
            thread_local: false,
            section: None,
            comdat: None,
            addrspace: 0,
            align: 0,
            kind: GlobalKind::Function(Box::new(Function {
                ty,
                ret,
                ret_attrs: Default::default(),
                params: params.collect(),
                varargs,
                cconv: 0,
                attrs: Default::default(),
                groups: Vec::new(),
                personality: None,
                dbg: None,
                locals: Vec::new(),
                blocks: Vec::new(),
            })),
        }
    }

    fn resolve_block_addresses(&mut self) -> Parsed<()> {
        let pending = std::mem::take(&mut self.pending_blocks);
        let mut maps: FxHashMap<GlobalId, FxHashMap<Sym, BlockId>> = FxHashMap::default();
        for entry in pending {
            let Some(function) = self.module.global(entry.function).function() else {
                return self.fail_at(entry.at, "blockaddress needs a function");
            };
            let map = maps.entry(entry.function).or_insert_with(|| {
                let names = function.blocks.iter().enumerate();
                names.map(|(at, block)| (block.name, BlockId(at as u32))).collect()
            });
            let block = map.get(&entry.block).copied();
            if block.is_none() && function.is_definition() {
                return self.fail_at(entry.at, "the function has no such block");
            }
            self.module.consts[entry.constant.0 as usize].kind =
                ConstKind::BlockAddress { function: entry.function, block };
        }
        Ok(())
    }
}

/// A named struct that contains itself, or anything nested deeper than the limit.
fn deep_struct(module: &Module) -> Option<Sym> {
    let mut depths = vec![None; module.types.all().len()];
    for named in module.types.named_structs() {
        let Some((fields, _)) = &named.body else {
            continue;
        };
        for &field in fields {
            if depth(module, field, &mut depths, 1).is_none() {
                return Some(named.name);
            }
        }
    }
    None
}

/// How deeply a type nests; `None` if deeper than the limit.
fn depth(module: &Module, ty: TypeId, known: &mut [Option<u32>], level: u32) -> Option<u32> {
    if level > MAX_DEPTH {
        return None;
    }
    let at = ty.0 as usize;
    if let Some(depth) = known[at] {
        return (depth + level <= 2 * MAX_DEPTH).then_some(depth);
    }
    let mut most = 0;
    for &part in module.types.parts(ty) {
        most = most.max(depth(module, part, known, level + 1)? + 1);
    }
    known[at] = Some(most);
    (most + level <= 2 * MAX_DEPTH).then_some(most)
}
