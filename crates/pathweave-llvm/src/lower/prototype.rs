//! Functions that are declared without a prototype, `int f();`, and have no body.
//!
//! Clang declares them as `(...)`. The arguments of a call are no extra ones though: they are those
//! of the definition that the caller has in mind. So such a function has the parameters of the first
//! call that there is, and is not variadic; a call that does not fit goes by its address.

use pathweave_ir::Signature;
use rustc_hash::FxHashMap;

use super::{Lowered, Lowerer};
use crate::ast;
use crate::ast::{Call, Callee, GlobalId, InstKind, Module, TypeId};

/// The type of the first call of each function that is declared as `(...)`.
///
/// A call that passes more than its own type names (a function of C23 that takes any arguments) says
/// nothing about parameters.
pub(super) fn first_calls(module: &Module) -> FxHashMap<GlobalId, TypeId> {
    let mut found = FxHashMap::default();
    let functions = module.globals.iter().filter_map(|global| global.function());
    for inst in functions.flat_map(|function| &function.blocks).flat_map(|block| &block.insts) {
        let call: &Call = match &inst.kind {
            InstKind::Call(call) => call,
            InstKind::Invoke(invoke) => &invoke.call,
            _ => continue,
        };
        if let Callee::Global(id) = call.callee
            && module.global(id).function().is_some_and(is_without_prototype)
            && names_all_arguments(module, call)
        {
            found.entry(id).or_insert(call.ty);
        }
    }
    found
}

fn is_without_prototype(function: &ast::Function) -> bool {
    function.varargs && function.params.is_empty() && !function.is_definition()
}

/// Whether the type of a call has a parameter for each argument.
pub(super) fn names_all_arguments(module: &Module, call: &Call) -> bool {
    matches!(module.types.get(call.ty), ast::Type::Function { params, .. } if params.len() == call.args.len())
}

impl Lowerer<'_> {
    /// The signature of a function that is called by this type before any other.
    pub(super) fn called_signature(
        &mut self,
        function: &ast::Function,
        call: TypeId,
    ) -> Lowered<Signature> {
        let mut signature = self.signature(call)?;
        if signature.variadic {
            signature.params.pop();
            signature.variadic = false;
        }
        signature.results = self.signature(function.ty)?.results;
        Ok(signature)
    }
}
