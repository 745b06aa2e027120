//! What each symbol of the module becomes: a function, a global, an address, an intrinsic.
//!
//! Everything is declared before anything is defined. An alias is the address it stands for;
//! an ifunc is a function that fails when it is called.

use std::rc::Rc;

use pathweave_ir::{
    Constant, Func, FunctionData, Global, GlobalData, InstKind, Linkage, Loc, Origin, Promise,
    Signature, Terminator, Type,
};

use super::fold::Scalar;
use super::graph::Graph;
use super::intrinsic::Intrinsic;
use super::prototype::first_calls;
use super::{LowerError, Lowered, Lowerer};
use crate::ast;
use crate::ast::{ConstId, ConstKind, FnAttrs, GlobalId, GlobalKind, ParamFlags, TypeId};

/// What a symbol of the module is in the program.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    /// A function.
    Func(Func),
    /// A variable.
    Global(Global),
    /// An alias, not resolved yet.
    Alias(ConstId),
    /// An alias that is being resolved.
    Resolving,
    /// The address that an alias stands for.
    Address(Constant),
    /// An intrinsic of LLVM, known or not.
    Intrinsic(Intrinsic),
    /// Of no consequence to execution.
    Dropped,
}

fn linkage(linkage: ast::Linkage) -> Linkage {
    use ast::Linkage as From;
    match linkage {
        From::Private | From::Internal => Linkage::Internal,
        From::External | From::Common | From::AvailableExternally | From::Appending => {
            Linkage::External
        }
        From::LinkOnce | From::LinkOnceOdr | From::Weak | From::WeakOdr | From::ExternWeak => {
            Linkage::Weak
        }
    }
}

impl<'m> Lowerer<'m> {
    pub(super) fn declare_symbols(&mut self) -> Lowered<()> {
        let module = self.module;
        let called = first_calls(module);
        for (at, global) in module.globals.iter().enumerate() {
            let called = called.get(&GlobalId(at as u32)).copied();
            let symbol = self
                .declare_symbol(global, called)
                .map_err(|error| error.in_symbol(module, global))?;
            self.symbols.push(symbol);
        }
        self.number_taken_blocks()?;
        for (at, global) in module.globals.iter().enumerate() {
            self.resolve_alias(GlobalId(at as u32), 0)
                .map_err(|error| error.in_symbol(module, global))?;
        }
        Ok(())
    }

    /// `called` is the type by which a function without a prototype is called first.
    fn declare_symbol(
        &mut self,
        global: &'m ast::Global,
        called: Option<TypeId>,
    ) -> Lowered<Symbol> {
        let name = self.module.text(global.name);
        let metadata = global.section.is_some_and(|s| self.module.text(s) == "llvm.metadata");
        match &global.kind {
            GlobalKind::Function(_) if name.starts_with("llvm.") && !global.unnamed => {
                Ok(Symbol::Intrinsic(Intrinsic::from_name(name)))
            }
            GlobalKind::Function(function) => {
                let signature = match called {
                    Some(call) => self.called_signature(function, call)?,
                    None => self.signature(function.ty)?,
                };
                let func = self.declare_function(global, signature);
                let attrs = self.module.function_attrs(function);
                self.program.functions[func].no_return = attrs.has(FnAttrs::NORETURN);
                self.program.functions[func].promises = self.promises(function);
                self.describe_function(func, function);
                Ok(Symbol::Func(func))
            }
            GlobalKind::Variable(_) if name.starts_with("llvm.") || metadata => Ok(Symbol::Dropped),
            GlobalKind::Variable(variable) => {
                Ok(Symbol::Global(self.declare_variable(global, variable)?))
            }
            GlobalKind::Alias(alias) => Ok(Symbol::Alias(alias.target)),
            GlobalKind::Ifunc(ifunc) => {
                let signature = self.signature(ifunc.ty).unwrap_or_default();
                let func = self.declare_function(global, signature);
                let what = format!("ifunc `{name}`");
                self.program.functions[func].body = Some(self.failing_body(func, what));
                Ok(Symbol::Func(func))
            }
        }
    }

    /// A body that fails when it is entered.
    pub(super) fn failing_body(&self, func: Func, what: String) -> pathweave_ir::Body {
        let mut body = pathweave_ir::Body::default();
        let loc = self.function_loc(func);
        let block = body.make_block(loc);
        for &ty in &self.program.functions[func].signature.params {
            body.add_param(block, ty);
        }
        body.append(block, InstKind::Unsupported { what: what.into() }, &[], loc);
        body.terminate(block, Terminator::Unreachable, loc);
        body
    }

    /// Where a function is defined, as far as known.
    pub(super) fn function_loc(&self, func: Func) -> Loc {
        self.program.functions[func].debug.as_ref().map_or(Loc::UNKNOWN, |debug| debug.loc)
    }

    /// The flattened signature of a function type. What cannot be flattened is left out: such a
    /// function fails when it is entered.
    pub(super) fn signature(&mut self, ty: TypeId) -> Lowered<Signature> {
        let ast::Type::Function { ret, params, varargs } = self.module.types.get(ty) else {
            return Err(LowerError::new("the type of a function is not a function type"));
        };
        let mut flat = Vec::new();
        for &param in params {
            if let Some(shape) = self.shapes.shape(param) {
                flat.extend(shape.leaves.iter().map(|leaf| leaf.ty));
            }
        }
        if *varargs {
            flat.push(Type::Ptr);
        }
        let results = self.shapes.shape(*ret).map(|shape| shape.types()).unwrap_or_default();
        Ok(Signature { params: flat, results, variadic: *varargs })
    }

    /// What a function's parameters are promised to be.
    fn promises(&mut self, function: &ast::Function) -> Vec<Promise> {
        let mut promises = Vec::new();
        let mut first = 0;
        for param in &function.params {
            let bytes = param.attrs.dereferenceable;
            let is_never_null = bytes > 0 || param.attrs.flags.has(ParamFlags::NONNULL);
            if is_never_null && param.attrs.memory.is_none() {
                promises.push(Promise { param: first, bytes });
            }
            first += self.shapes.shape(param.ty).map_or(0, |shape| shape.leaves.len() as u32);
        }
        promises
    }

    fn declare_function(&mut self, global: &ast::Global, signature: Signature) -> Func {
        let source = self.module.sources.get(global.source as usize);
        let library = source.is_some_and(|source| (self.options.library)(source));
        let mut name = self.module.text(global.name).to_owned();
        while self.program.function(&name).is_some() {
            name.push_str(".again");
        }
        self.program.add_function(FunctionData {
            name,
            source_name: self.module.text(global.source_name).to_owned(),
            linkage: linkage(global.linkage),
            signature,
            body: None,
            origin: if library { Origin::Library } else { Origin::Program },
            optimized: false,
            no_return: false,
            promises: Vec::new(),
            debug: None,
        })
    }

    /// A function that is not in the module: of the C library or the runtime.
    pub(super) fn runtime_function(&mut self, name: &str, signature: Signature) -> Option<Func> {
        if let Some(func) = self.program.function(name) {
            let found = &self.program.functions[func].signature;
            return (*found == signature).then_some(func);
        }
        Some(self.program.add_function(FunctionData {
            name: name.to_owned(),
            source_name: name.to_owned(),
            linkage: Linkage::External,
            signature,
            body: None,
            origin: Origin::Library,
            optimized: false,
            no_return: false,
            promises: Vec::new(),
            debug: None,
        }))
    }

    fn describe_function(&mut self, func: Func, function: &'m ast::Function) {
        let Some(subprogram) = function.dbg else { return };
        let described = self.sources.function(&mut self.program, subprogram, function);
        let data = &mut self.program.functions[func];
        data.debug = Some(described.debug);
        data.optimized = described.optimized;
        if let Some(name) = described.name {
            data.source_name = name;
        }
    }

    fn declare_variable(
        &mut self,
        global: &ast::Global,
        variable: &'m ast::Variable,
    ) -> Lowered<Global> {
        let layout = self.shapes.layout(variable.ty);
        if layout.is_none() && variable.init.is_some() {
            return Err(LowerError::new("a variable of a type without a size"));
        }
        let align = match (global.align, layout) {
            (0, Some(layout)) => u32::try_from(layout.align).unwrap_or(1),
            (0, None) => 1,
            (align, _) => align,
        };
        let mut name = self.module.text(global.name).to_owned();
        while self.program.global(&name).is_some() {
            name.push_str(".again");
        }
        let mut data = GlobalData {
            name,
            source_name: self.module.text(global.source_name).to_owned(),
            linkage: linkage(global.linkage),
            size: layout.map_or(0, |layout| layout.size),
            align,
            constant: variable.constant,
            init: None,
            debug: None,
            loc: Loc::UNKNOWN,
        };
        if let Some(&dbg) = variable.dbg.first() {
            self.sources.variable(&mut self.program, dbg, &mut data);
        }
        Ok(self.program.add_global(data))
    }

    /// Numbers the blocks of functions where `blockaddress` is used.
    fn number_taken_blocks(&mut self) -> Lowered<()> {
        let mut taken: Vec<(GlobalId, ast::BlockId)> = Vec::new();
        for constant in &self.module.consts {
            if let ConstKind::BlockAddress { function, block: Some(block) } = constant.kind {
                taken.push((function, block));
            }
        }
        taken.sort_unstable();
        taken.dedup();
        for group in taken.chunk_by(|a, b| a.0 == b.0) {
            let global = self.module.global(group[0].0);
            let Some(function) = global.function().filter(|f| f.is_definition()) else { continue };
            let known = |block: &ast::BlockId| (block.0 as usize) < function.blocks.len();
            let blocks: Vec<_> = group.iter().map(|pair| pair.1).filter(known).collect();
            let graph = Graph::new(function, &blocks)
                .map_err(|error| error.in_symbol(self.module, global))?;
            self.graphs.insert(group[0].0.0, Rc::new(graph));
        }
        Ok(())
    }

    /// The address of a symbol.
    pub(super) fn symbol_address(&mut self, id: GlobalId, depth: u32) -> Lowered<Constant> {
        self.resolve_alias(id, depth)?;
        match &self.symbols[id.0 as usize] {
            Symbol::Func(func) => Ok(Constant::FuncAddr(*func, 0)),
            Symbol::Global(global) => Ok(Constant::GlobalAddr(*global, 0)),
            Symbol::Address(address) => Ok(address.clone()),
            Symbol::Dropped => Ok(Constant::Undef),
            Symbol::Intrinsic(_) => {
                // Only a call of an intrinsic means something.
                let name = self.module.global_name(id);
                let func = self.runtime_function(name, Signature::default());
                Ok(func.map_or(Constant::Undef, |func| Constant::FuncAddr(func, 0)))
            }
            Symbol::Alias(_) | Symbol::Resolving => {
                Err(LowerError::new("an alias that stands for itself"))
            }
        }
    }

    fn resolve_alias(&mut self, id: GlobalId, depth: u32) -> Lowered<()> {
        let Symbol::Alias(target) = self.symbols[id.0 as usize] else { return Ok(()) };
        if depth > 200 {
            return Err(LowerError::new("too long a chain of aliases"));
        }
        self.symbols[id.0 as usize] = Symbol::Resolving;
        let mut leaves = self.fold(target, depth + 1)?;
        let address = match (leaves.pop(), leaves.len()) {
            (Some(leaf), 0) if leaf.ty == Type::Ptr => match leaf.value {
                Scalar::Plain(constant) => constant,
                Scalar::Expr(_) => {
                    return Err(LowerError::new("an alias of a computed address"));
                }
            },
            _ => return Err(LowerError::new("an alias of something other than an address")),
        };
        self.symbols[id.0 as usize] = match address {
            Constant::FuncAddr(func, 0) => Symbol::Func(func),
            Constant::GlobalAddr(global, 0) => Symbol::Global(global),
            other => Symbol::Address(other),
        };
        Ok(())
    }

    /// The functions of `llvm.global_ctors` or `llvm.global_dtors`, in order of priority.
    pub(super) fn structors(&mut self, name: &str) -> Lowered<Vec<Func>> {
        let module = self.module;
        let Some(id) = module.find_global(name) else { return Ok(Vec::new()) };
        let init = module.global(id).variable().and_then(|variable| variable.init);
        let Some(init) = init else { return Ok(Vec::new()) };
        let ConstKind::Aggregate(entries) = &module.constant(init).kind else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        for &entry in entries {
            let ConstKind::Aggregate(parts) = &module.constant(entry).kind else { continue };
            let [priority, function, ..] = **parts else { continue };
            let ConstKind::Int(priority) = module.constant(priority).kind else { continue };
            if let Some(Scalar::Plain(Constant::FuncAddr(func, _))) =
                self.fold(function, 0)?.pop().map(|leaf| leaf.value)
            {
                found.push((priority, func));
            }
        }
        found.sort_by_key(|entry| entry.0);
        Ok(found.into_iter().map(|entry| entry.1).collect())
    }

    /// The number of a block in the final body of its function.
    pub(super) fn block_address(
        &self,
        function: GlobalId,
        block: Option<ast::BlockId>,
    ) -> Lowered<Constant> {
        let Symbol::Func(func) = self.symbols[function.0 as usize] else {
            return Err(LowerError::new("blockaddress of something other than a function"));
        };
        let graph = self.graphs.get(&function.0);
        let number = block.and_then(|block| *graph?.numbers.get(block.0 as usize)?);
        Ok(number.map_or(Constant::Undef, |number| Constant::BlockAddr(func, number)))
    }
}
