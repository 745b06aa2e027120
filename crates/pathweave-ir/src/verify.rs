//! The verifier: says everything that is wrong with a program, and never panics on one.
//!
//! Runs after every pass in tests, and after reading a text form. A function is checked in stages
//! (handles, structure, types, dominance), and a stage runs only when those before it found
//! nothing: that is why later stages may index tables freely.

mod globals;
mod handles;
mod typing;

pub(crate) use globals::MAX_EXPRESSION_DEPTH;

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::entity::Entity;
use crate::print::{print_inst, print_terminator};
use crate::{Block, Body, Constant, Func, FunctionData, Inst, Program, Type, Value, ValueDef};
use std::fmt;

/// Errors beyond this many are counted, not kept.
const KEPT: usize = 100;

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    /// Where: function, block and instruction (in the text form), or global.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

/// Everything that is wrong with a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VerifyErrors {
    /// The first errors, in the order of the program.
    pub errors: Vec<VerifyError>,
    /// How many more there were.
    pub omitted: usize,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl fmt::Display for VerifyErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.errors.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        if self.omitted > 0 {
            write!(f, "\nand {} more", self.omitted)?;
        }
        Ok(())
    }
}

impl std::error::Error for VerifyErrors {}

impl VerifyErrors {
    fn add(&mut self, place: impl FnOnce() -> String, message: impl Into<String>) {
        if self.errors.len() < KEPT {
            self.errors.push(VerifyError { place: place(), message: message.into() });
        } else {
            self.omitted += 1;
        }
    }

    fn into_result(self) -> Result<(), Self> {
        if self.errors.is_empty() { Ok(()) } else { Err(self) }
    }
}

/// Checks a whole program.
pub fn verify(program: &Program) -> Result<(), VerifyErrors> {
    let mut errors = VerifyErrors::default();
    globals::check_tables(program, &mut errors);
    globals::check_symbols(program, &mut errors);
    globals::check_globals(program, &mut errors);
    for func in program.functions.keys() {
        check_function(program, func, &mut errors);
    }
    errors.into_result()
}

/// Checks one function.
pub fn verify_function(program: &Program, func: Func) -> Result<(), VerifyErrors> {
    let mut errors = VerifyErrors::default();
    check_function(program, func, &mut errors);
    errors.into_result()
}

fn check_function(program: &Program, func: Func, errors: &mut VerifyErrors) {
    let Some(data) = program.functions.get(func) else {
        errors.add(|| func.to_string(), "no such function");
        return;
    };
    let before = errors.errors.len() + errors.omitted;
    check_header(program, data, errors);
    let Some(body) = &data.body else { return };
    let mut check = Check { program, data, body, errors };
    let stages: [fn(&mut Check<'_>); 4] =
        [|c| c.handles(), |c| c.structure(), |c| c.types(), |c| c.dominance()];
    for stage in stages {
        if check.errors.errors.len() + check.errors.omitted > before {
            return;
        }
        stage(&mut check);
    }
}

fn check_header(program: &Program, data: &FunctionData, errors: &mut VerifyErrors) {
    let place = || format!("function @{}", data.name);
    let types = data.signature.params.iter().chain(&data.signature.results);
    for &ty in types {
        if let Err(message) = check_type(ty) {
            errors.add(place, message);
        }
    }
    if data.signature.variadic && data.signature.params.last() != Some(&Type::Ptr) {
        errors.add(place, "a variadic function's last parameter must be a ptr");
    }
    for promise in &data.promises {
        if data.signature.params.get(promise.param as usize) != Some(&Type::Ptr) {
            errors.add(place, format!("parameter {} is promised, but is no ptr", promise.param));
        }
    }
    if let Some(debug) = &data.debug {
        if program.locs.get(debug.loc).is_none() {
            errors.add(place, format!("no place {}", debug.loc));
        }
        let types = debug.params.iter().map(|p| p.ty).chain([debug.result]);
        for ty in types.flatten() {
            if program.debug_types.get(ty).is_none() {
                errors.add(place, format!("no debug type {ty}"));
            }
        }
    }
}

fn check_type(ty: Type) -> Result<(), String> {
    match ty {
        Type::Int(width) if width == 0 || width > 1 << 23 => {
            Err(format!("an integer of {width} bits"))
        }
        _ => Ok(()),
    }
}

/// A function under check.
struct Check<'a> {
    program: &'a Program,
    data: &'a FunctionData,
    body: &'a Body,
    errors: &'a mut VerifyErrors,
}

impl Check<'_> {
    fn fail_body(&mut self, message: impl Into<String>) {
        let data = self.data;
        self.errors.add(|| format!("function @{}", data.name), message);
    }

    fn fail_block(&mut self, block: Block, message: impl Into<String>) {
        let data = self.data;
        self.errors.add(|| format!("function @{}, {block}", data.name), message);
    }

    fn fail_inst(&mut self, block: Block, inst: Inst, message: impl Into<String>) {
        let (program, data, body) = (self.program, self.data, self.body);
        let place = || {
            let text = print_inst(program, body, inst);
            format!("function @{}, {block}, `{text}`", data.name)
        };
        self.errors.add(place, message);
    }

    fn fail_end(&mut self, block: Block, message: impl Into<String>) {
        let (program, data, body) = (self.program, self.data, self.body);
        let place = || {
            let text = print_terminator(program, body, block);
            format!("function @{}, {block}, `{text}`", data.name)
        };
        self.errors.add(place, message);
    }

    /// Definitions point back to where they are listed, and each is listed once.
    fn structure(&mut self) {
        let mut placed = vec![false; self.body.insts.len()];
        for (block, data) in self.body.blocks.iter() {
            for (index, &param) in data.params.iter().enumerate() {
                if self.body.values[param].def != ValueDef::Param(block, index as u32) {
                    self.fail_block(block, format!("{param} is not defined as parameter {index}"));
                }
            }
            for &inst in &data.insts {
                if std::mem::replace(&mut placed[inst.index()], true) {
                    self.fail_inst(block, inst, "instruction stands twice");
                }
                for (index, value) in self.body.insts[inst].results.iter().enumerate() {
                    if self.body.values[value].def != ValueDef::Inst(inst, index as u32) {
                        let message = format!("{value} is not defined as result {index}");
                        self.fail_inst(block, inst, message);
                    }
                }
            }
        }
        self.entry();
        self.branches();
        self.constants();
    }

    fn entry(&mut self) {
        let entry = self.body.entry();
        let Some(data) = self.body.blocks.get(entry) else {
            return self.fail_body("a body without blocks");
        };
        let types: Vec<Type> = data.params.iter().map(|&p| self.body.ty(p)).collect();
        if types != self.data.signature.params {
            let expected = &self.data.signature.params;
            let message = format!("parameters {types:?} differ from the signature's {expected:?}");
            self.fail_block(entry, message);
        }
        for (block, data) in self.body.blocks.iter() {
            if data.terminator.targets().any(|t| t.block == entry) {
                self.fail_end(block, "jumps to the entry block");
            }
        }
    }

    fn branches(&mut self) {
        let mut seen = vec![false; self.body.branches.len()];
        for (block, data) in self.body.blocks.iter() {
            let Some(id) = data.terminator.branch() else { continue };
            if std::mem::replace(&mut seen[id.index()], true) {
                self.fail_end(block, format!("{id} is used twice"));
            }
            let outcomes = data.terminator.targets().count();
            let declared = self.body.branches[id].outcomes;
            if outcomes != declared as usize {
                let message = format!("{outcomes} outcomes, but {id} has {declared}");
                self.fail_end(block, message);
            }
        }
    }

    fn constants(&mut self) {
        for (value, data) in self.body.values.iter() {
            if let Err(message) = check_type(data.ty) {
                self.fail_body(format!("{value}: {message}"));
            }
            let ValueDef::Const(constant) = &data.def else { continue };
            let good = match constant {
                Constant::Int(bits) => data.ty == Type::Int(bits.width()),
                Constant::Float(bits) => data.ty.is_float() && data.ty.bits() == bits.width(),
                Constant::Null
                | Constant::GlobalAddr(..)
                | Constant::FuncAddr(..)
                | Constant::BlockAddr(..) => data.ty == Type::Ptr,
                Constant::Undef => true,
            };
            if !good {
                self.fail_body(format!("{value}: constant {constant:?} of type {}", data.ty));
            }
        }
    }

    /// Every use is below its definition. Uses in unreachable blocks are not looked at.
    fn dominance(&mut self) {
        let cfg = Cfg::new(self.body);
        let tree = Dominators::new(&cfg);
        let positions = Positions::new(self.body);
        for &block in cfg.reverse_post_order() {
            let data = &self.body.blocks[block];
            for (index, &inst) in data.insts.iter().enumerate() {
                let mut bad = Vec::new();
                self.body.insts[inst].kind.for_each_use(|value| {
                    if !positions.precedes(self.body, &tree, value, block, index) {
                        bad.push(value);
                    }
                });
                for value in bad {
                    self.fail_inst(block, inst, format!("{value} is not defined here"));
                }
            }
            let mut bad = Vec::new();
            data.terminator.for_each_use(|value| {
                if !positions.precedes(self.body, &tree, value, block, data.insts.len()) {
                    bad.push(value);
                }
            });
            for value in bad {
                self.fail_end(block, format!("{value} is not defined here"));
            }
        }
    }
}

/// Where each instruction stands.
struct Positions {
    of: Vec<Option<(Block, u32)>>,
}

impl Positions {
    fn new(body: &Body) -> Self {
        let mut of = vec![None; body.insts.len()];
        for (block, data) in body.blocks.iter() {
            for (index, inst) in data.insts.iter().enumerate() {
                of[inst.index()] = Some((block, index as u32));
            }
        }
        Self { of }
    }

    /// Whether `value` is defined before instruction `index` of `block`.
    fn precedes(
        &self,
        body: &Body,
        tree: &Dominators,
        value: Value,
        block: Block,
        index: usize,
    ) -> bool {
        match &body.values[value].def {
            ValueDef::Const(_) => true,
            // A parameter that its block no longer lists defines nothing.
            ValueDef::Param(at, number) => {
                let params = &body.blocks[*at].params;
                params.get(*number as usize) == Some(&value) && tree.dominates(*at, block)
            }
            ValueDef::Inst(inst, number) => {
                let results = body.insts[*inst].results;
                let listed = *number < results.count
                    && results.first.index() + *number as usize == value.index();
                match self.of[inst.index()] {
                    _ if !listed => false,
                    Some((at, position)) if at == block => (position as usize) < index,
                    Some((at, _)) => tree.dominates(at, block),
                    None => false,
                }
            }
        }
    }
}
