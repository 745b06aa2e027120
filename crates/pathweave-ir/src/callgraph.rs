//! Who calls whom.
//!
//! Direct calls are exact. A call through a pointer may reach every function whose address is
//! taken anywhere (in a body or an initializer) and whose signature fits: the same parameters,
//! and the same results unless one side has none. A mismatched call that C leaves undefined, and
//! calls back from functions without a body, are not in the graph.

use crate::entity::Entity;
use crate::{Body, Callee, ConstExpr, Constant, Func, InstKind, Program, Signature, Type};
use std::collections::HashMap;

/// The call graph of a program.
#[derive(Clone, Debug)]
pub struct CallGraph {
    direct: Vec<Vec<Func>>,
    indirect: Vec<Vec<Func>>,
    callees: Vec<Vec<Func>>,
    callers: Vec<Vec<Func>>,
    address_taken: Vec<bool>,
    components: Vec<Vec<Func>>,
    recursive: Vec<bool>,
}

impl CallGraph {
    /// Builds the call graph of a valid program.
    pub fn new(program: &Program) -> Self {
        Self::with(program, Parameters::Same)
    }

    /// The same, with the calls through pointers that pass too few arguments or too many: C leaves them undefined, but
    /// programs make them.
    pub fn loose(program: &Program) -> Self {
        Self::with(program, Parameters::Prefix)
    }

    fn with(program: &Program, parameters: Parameters) -> Self {
        let address_taken = find_address_taken(program);
        let mut targets = Targets::new(program, &address_taken, parameters);
        let count = program.functions.len();
        let (mut direct, mut indirect) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for (func, data) in program.functions.iter() {
            if let Some(body) = &data.body {
                let found = find_calls(body, &mut targets);
                (direct[func.index()], indirect[func.index()]) = found;
            }
        }
        let callees: Vec<Vec<Func>> =
            direct.iter().zip(&indirect).map(|(d, i)| sorted([d, i])).collect();
        let mut callers = vec![Vec::new(); count];
        for func in program.functions.keys() {
            for callee in &callees[func.index()] {
                callers[callee.index()].push(func);
            }
        }
        let components = find_components(&callees);
        let mut recursive = vec![false; count];
        for component in &components {
            for func in component {
                let index = func.index();
                recursive[index] = component.len() > 1 || callees[index].contains(func);
            }
        }
        Self { direct, indirect, callees, callers, address_taken, components, recursive }
    }

    /// The functions that `func` calls by name.
    pub fn direct_callees(&self, func: Func) -> &[Func] {
        &self.direct[func.index()]
    }

    /// The functions that `func` may call through pointers.
    pub fn indirect_callees(&self, func: Func) -> &[Func] {
        &self.indirect[func.index()]
    }

    /// The functions that `func` may call.
    pub fn callees(&self, func: Func) -> &[Func] {
        &self.callees[func.index()]
    }

    /// The functions that may call `func`.
    pub fn callers(&self, func: Func) -> &[Func] {
        &self.callers[func.index()]
    }

    /// Whether the address of `func` is taken.
    pub fn is_address_taken(&self, func: Func) -> bool {
        self.address_taken[func.index()]
    }

    /// The strongly connected components, callees before callers.
    pub fn bottom_up(&self) -> &[Vec<Func>] {
        &self.components
    }

    /// Whether `func` may call itself, directly or through others.
    pub fn is_recursive(&self, func: Func) -> bool {
        self.recursive[func.index()]
    }

    /// The functions that calls from `roots` may lead to, the roots included, in order.
    pub fn reachable_from(&self, roots: impl IntoIterator<Item = Func>) -> Vec<Func> {
        let mut seen = vec![false; self.callees.len()];
        let mut work: Vec<Func> = roots.into_iter().collect();
        while let Some(func) = work.pop() {
            if !std::mem::replace(&mut seen[func.index()], true) {
                work.extend(self.callees(func));
            }
        }
        (0..seen.len()).filter(|&index| seen[index]).map(Func::from_index).collect()
    }
}

fn sorted<'f>(lists: impl IntoIterator<Item = &'f Vec<Func>>) -> Vec<Func> {
    let mut all: Vec<Func> = lists.into_iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn find_address_taken(program: &Program) -> Vec<bool> {
    let mut taken = vec![false; program.functions.len()];
    for body in program.functions.values().filter_map(|f| f.body.as_ref()) {
        for_each_used_constant(body, |constant| {
            if let Constant::FuncAddr(func, _) = constant {
                taken[func.index()] = true;
            }
        });
    }
    for init in program.globals.values().filter_map(|g| g.init.as_ref()) {
        for part in init.parts() {
            if let ConstExpr::Func(func, _) = part {
                taken[func.index()] = true;
            }
        }
    }
    taken
}

fn for_each_used_constant(body: &Body, mut visit: impl FnMut(&Constant)) {
    let mut visit = |value| {
        if let Some(constant) = body.constant(value) {
            visit(constant);
        }
    };
    for data in body.blocks.values() {
        for &inst in &data.insts {
            body.insts[inst].kind.for_each_use(&mut visit);
        }
        data.terminator.for_each_use(&mut visit);
    }
}

/// The functions that calls by name, and through pointers, may reach.
fn find_calls(body: &Body, targets: &mut Targets<'_>) -> (Vec<Func>, Vec<Func>) {
    let (mut direct, mut indirect) = (Vec::new(), Vec::new());
    let mut shapes = Vec::new();
    for data in body.blocks.values() {
        for &inst in &data.insts {
            let InstKind::Call { callee, args, .. } = &body.insts[inst].kind else { continue };
            match callee {
                Callee::Direct(func) => direct.push(*func),
                Callee::Indirect(target) => match body.constant(*target) {
                    Some(Constant::FuncAddr(func, 0)) => indirect.push(*func),
                    _ => {
                        let params: Vec<Type> = args.iter().map(|&v| body.ty(v)).collect();
                        let results = body.insts[inst].results.iter();
                        shapes.push((params, results.map(|v| body.ty(v)).collect::<Vec<_>>()));
                    }
                },
            }
        }
    }
    shapes.sort_unstable();
    shapes.dedup();
    for (params, results) in shapes {
        indirect.extend_from_slice(targets.find(params, results));
    }
    (sorted([&direct]), sorted([&indirect]))
}

/// Which parameters fit what a call through a pointer passes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameters {
    /// The same.
    Same,
    /// The same, as far as both go.
    Prefix,
}

/// Possible targets of calls through pointers, found once per shape of call.
struct Targets<'p> {
    candidates: Vec<(Func, &'p Signature)>,
    parameters: Parameters,
    known: HashMap<(Vec<Type>, Vec<Type>), Vec<Func>>,
}

impl<'p> Targets<'p> {
    fn new(program: &'p Program, address_taken: &[bool], parameters: Parameters) -> Self {
        let candidates = program
            .functions
            .iter()
            .filter(|(func, _)| address_taken[func.index()])
            .map(|(func, data)| (func, &data.signature))
            .collect();
        Self { candidates, parameters, known: HashMap::new() }
    }

    fn find(&mut self, params: Vec<Type>, results: Vec<Type>) -> &[Func] {
        let (candidates, parameters) = (&self.candidates, self.parameters);
        self.known.entry((params, results)).or_insert_with_key(|(params, results)| {
            let fits = |signature: &Signature| {
                let results_fit = signature.results == *results
                    || signature.results.is_empty()
                    || results.is_empty();
                let mut both = signature.params.iter().zip(params);
                let params_fit = match parameters {
                    Parameters::Same => signature.params == *params,
                    Parameters::Prefix => both.all(|(a, b)| a == b),
                };
                params_fit && results_fit
            };
            candidates.iter().filter(|(_, s)| fits(s)).map(|(func, _)| *func).collect()
        })
    }
}

fn find_components(callees: &[Vec<Func>]) -> Vec<Vec<Func>> {
    let successor =
        |node: usize, next: usize| callees[node].get(next).map(|to: &Func| Some(to.index()));
    let components = crate::components::strongly_connected(callees.len(), successor);
    let as_functions = |mut component: Vec<usize>| {
        component.sort_unstable();
        component.into_iter().map(Func::from_index).collect()
    };
    components.into_iter().map(as_functions).collect()
}
