//! Calls: who is called, with which scalars, with copies of what is passed by value.
//!
//! A function that is known by name is called directly only if the call fits its signature;
//! otherwise by its address, so that whoever executes the call sees the mismatch. Copies and the
//! block of extra arguments live on the stack for the time of the call.

use pathweave_ir::{Callee, Constant, Func, InstKind, Overlap, Type, Value, VariadicArg};

use super::declare::Symbol;
use super::function::{Flat, FunctionLowerer};
use super::prototype::names_all_arguments;
use super::{LowerError, Lowered};
use crate::ast;
use crate::ast::{Arg, Call, GlobalId, LocalId, TailKind, TypeId};

/// Who is called.
enum Target {
    Known(Func, GlobalId),
    Address(Value),
}

/// The arguments of a call in the making.
#[derive(Default)]
struct Arguments {
    values: Vec<Value>,
    variadic: Option<Box<[VariadicArg]>>,
    /// The stack before the first copy.
    mark: Option<Value>,
}

impl<'m> FunctionLowerer<'_, 'm> {
    pub(super) fn lower_call(&mut self, call: &'m Call, result: Option<LocalId>) -> Lowered<()> {
        let flat = match &call.callee {
            ast::Callee::Asm(asm) => self.lower_asm(asm, call)?,
            ast::Callee::Global(id) => match self.cx.symbols[id.0 as usize] {
                Symbol::Intrinsic(intrinsic) => self.lower_intrinsic(intrinsic, *id, call)?,
                Symbol::Func(func) => self.call(Target::Known(func, *id), call)?,
                _ => {
                    let address = self.cx.symbol_address(*id, 0)?;
                    let address = self.plain(Type::Ptr, address);
                    self.call(Target::Address(address), call)?
                }
            },
            ast::Callee::Value(operand) => {
                let address = self.pointer(*operand)?;
                self.call(Target::Address(address), call)?
            }
        };
        self.define(result, flat)
    }

    /// The parameters of the call's own function type.
    fn call_params(&self, call: &Call) -> Lowered<(usize, bool)> {
        let ast::Type::Function { params, varargs, .. } = self.module.types.get(call.ty) else {
            return Err(LowerError::new("a call of something other than a function"));
        };
        let fits = call.args.len() == params.len() || *varargs && call.args.len() > params.len();
        if !fits {
            return Err(LowerError::new("a call with the wrong number of arguments"));
        }
        Ok((params.len(), *varargs))
    }

    fn call(&mut self, target: Target, call: &Call) -> Lowered<Flat> {
        let (fixed, varargs) = self.call_params(call)?;
        let results = self.shape(call.ret)?.types();
        let (callee, arguments) = match target {
            Target::Known(func, id) if self.fits_signature(func, id, call, &results)? => {
                let variadic = self.cx.program.functions[func].signature.variadic;
                let params = self.module.global(id).function().map(|f| f.params.len());
                let fixed = if variadic { params.unwrap_or(fixed) } else { call.args.len() };
                (Callee::Direct(func), self.arguments(call, fixed, variadic)?)
            }
            Target::Known(func, _) => {
                // Without a prototype every call looks variadic, whatever the function is.
                let is_named = names_all_arguments(self.module, call);
                let is_variadic = self.cx.program.functions[func].signature.variadic;
                let variadic = varargs && (is_variadic || !is_named);
                let address = self.plain(Type::Ptr, Constant::FuncAddr(func, 0));
                (Callee::Indirect(address), self.arguments(call, fixed, variadic)?)
            }
            Target::Address(address) => {
                (Callee::Indirect(address), self.arguments(call, fixed, varargs)?)
            }
        };
        let Arguments { values: args, variadic, mark } = arguments;
        let flat = self.emit_many(InstKind::Call { callee, args, variadic }, &results);
        if let Some(mark) = mark {
            self.emit_effect(InstKind::StackRestore { mark });
        }
        Ok(flat)
    }

    /// Whether arguments and results are those that the function has.
    fn fits_signature(
        &mut self,
        func: Func,
        id: GlobalId,
        call: &Call,
        results: &[Type],
    ) -> Lowered<bool> {
        let signature = &self.cx.program.functions[func].signature;
        if signature.results != results {
            return Ok(false);
        }
        let variadic = signature.variadic;
        // An alias may stand for a function: its own parameters are counted by scalars alone.
        let params = self.module.global(id).function().map(|f| f.params.len());
        let count = match (variadic, params) {
            (false, _) => call.args.len(),
            (true, Some(params)) if params <= call.args.len() => params,
            (true, _) => return Ok(false),
        };
        let mut expected = signature.params.len() - usize::from(variadic);
        let mut at = 0;
        for arg in &call.args[..count] {
            let shape = self.shape(arg.ty)?;
            let signature = &self.cx.program.functions[func].signature;
            for leaf in &shape.leaves {
                if expected == 0 || signature.params[at] != leaf.ty {
                    return Ok(false);
                }
                expected -= 1;
                at += 1;
            }
        }
        Ok(expected == 0)
    }

    fn arguments(&mut self, call: &Call, fixed: usize, variadic: bool) -> Lowered<Arguments> {
        let mut arguments = Arguments::default();
        let fixed = fixed.min(call.args.len());
        for arg in &call.args[..fixed] {
            self.fixed_argument(arg, &mut arguments)?;
        }
        if variadic {
            self.extra_arguments(call, &call.args[fixed..], &mut arguments)?;
        }
        Ok(arguments)
    }

    fn fixed_argument(&mut self, arg: &Arg, arguments: &mut Arguments) -> Lowered<()> {
        let flat = self.typed_operand(arg)?;
        match arg.attrs.byval() {
            None => arguments.values.extend_from_slice(self.values(flat)),
            Some(ty) => {
                let source = self.argument_pointer(flat)?;
                self.mark_stack(arguments);
                let (size, align) = self.byval_layout(ty, arg)?;
                let align = align as u32;
                let size = self.int(64, size);
                let name = None;
                let copy = self.emit(InstKind::Alloca { size, align, name }, Type::Ptr);
                self.copy(copy, source, size);
                arguments.values.push(copy);
            }
        }
        Ok(())
    }

    /// An argument's scalars, checked against the type it is written with.
    fn typed_operand(&mut self, arg: &Arg) -> Lowered<Flat> {
        let flat = self.operand(arg.value)?;
        if self.operand_type(arg.value) != arg.ty {
            return Err(LowerError::new("an argument of another type"));
        }
        Ok(flat)
    }

    fn argument_pointer(&self, flat: Flat) -> Lowered<Value> {
        match *self.values(flat) {
            [value] if self.ty(value) == Type::Ptr => Ok(value),
            _ => Err(LowerError::new("byval of something other than a pointer")),
        }
    }

    fn byval_layout(&mut self, ty: TypeId, arg: &Arg) -> Lowered<(u64, u64)> {
        let layout = self.cx.shapes.layout(ty);
        let layout = layout.ok_or_else(|| LowerError::unsupported("byval without a size"))?;
        let align = if arg.attrs.align > 0 { arg.attrs.align.into() } else { layout.align };
        Ok((layout.size, align.min(1 << 31)))
    }

    fn copy(&mut self, dst: Value, src: Value, len: Value) {
        self.emit_effect(InstKind::MemCopy { dst, src, len, overlap: Overlap::Allowed });
    }

    fn mark_stack(&mut self, arguments: &mut Arguments) {
        if arguments.mark.is_none() {
            arguments.mark = Some(self.emit(InstKind::StackSave, Type::I64));
        }
    }

    /// Size and alignment of an extra argument's slots.
    fn extra_slot(&mut self, arg: &Arg) -> Lowered<(u64, u64)> {
        let (size, align) = match arg.attrs.byval() {
            Some(ty) => self.byval_layout(ty, arg)?,
            None => self.slot_layout(arg.ty)?,
        };
        Ok((size.next_multiple_of(8), if align >= 16 { 16 } else { 8 }))
    }

    /// Stores the extra arguments in a block on the stack and passes its address.
    fn extra_arguments(
        &mut self,
        call: &Call,
        extra: &[Arg],
        arguments: &mut Arguments,
    ) -> Lowered<()> {
        arguments.variadic = Some(Box::new([]));
        if extra.is_empty() {
            // A thunk passes on what it was given.
            let forwarded = self.extra.filter(|_| call.tail == TailKind::MustTail);
            let none = self.plain(Type::Ptr, Constant::Null);
            arguments.values.push(forwarded.unwrap_or(none));
            return Ok(());
        }
        let mut end = 0u64;
        let mut places = Vec::with_capacity(extra.len());
        for arg in extra {
            let (size, align) = self.extra_slot(arg)?;
            let at = end.next_multiple_of(align);
            end = at
                .checked_add(size)
                .filter(|&end| end < 1 << 40)
                .ok_or_else(|| LowerError::unsupported("extra arguments that are too large"))?;
            places.push(at);
        }
        self.mark_stack(arguments);
        let size = self.int(64, end);
        let block = self.emit(InstKind::Alloca { size, align: 16, name: None }, Type::Ptr);
        let mut described = Vec::with_capacity(extra.len());
        for (arg, at) in extra.iter().zip(places) {
            self.store_extra(arg, block, at, &mut described)?;
        }
        arguments.values.push(block);
        arguments.variadic = Some(described.into());
        Ok(())
    }

    fn store_extra(
        &mut self,
        arg: &Arg,
        block: Value,
        at: u64,
        described: &mut Vec<VariadicArg>,
    ) -> Lowered<()> {
        let flat = self.typed_operand(arg)?;
        let to = self.displace(block, at as i64, true);
        if let Some(ty) = arg.attrs.byval() {
            let source = self.argument_pointer(flat)?;
            let (size, _) = self.byval_layout(ty, arg)?;
            let size = self.int(64, size);
            self.copy(to, source, size);
            return Ok(());
        }
        let shape = self.shape(arg.ty)?;
        let access = self.access(arg.ty, 8, false);
        self.store_shape(to, flat, &shape, access)?;
        for leaf in &shape.leaves {
            described.push(VariadicArg { ty: leaf.ty, offset: at + leaf.offset });
        }
        Ok(())
    }

    /// Calls a function of the runtime or the C library by its name.
    pub(super) fn call_runtime(
        &mut self,
        name: &str,
        args: Vec<Value>,
        results: &[Type],
    ) -> Lowered<Flat> {
        let params = args.iter().map(|&arg| self.ty(arg)).collect();
        let signature =
            pathweave_ir::Signature { params, results: results.to_vec(), variadic: false };
        let func = self.cx.runtime_function(name, signature);
        let func = func
            .ok_or_else(|| LowerError::unsupported(format!("`{name}` with another signature")))?;
        let kind = InstKind::Call { callee: Callee::Direct(func), args, variadic: None };
        Ok(self.emit_many(kind, results))
    }
}
