//! Lowering of a linked LLVM module to Pathweave's IR.
//!
//! First every symbol is declared (so that an address can be folded before its definition is
//! seen), then initializers and bodies follow. Structs, arrays and vectors become lists of scalars
//! (`Flat`), laid out by `Shapes`. What cannot be translated becomes an instruction that fails when
//! it is executed; only a module that makes no sense is an error here, and nothing panics on it.

mod block;
mod call;
mod cast;
mod constant;
mod debug;
mod declare;
mod emit;
mod fold;
mod function;
mod graph;
mod initializer;
mod inline_asm;
mod instruction;
mod intrinsic;
mod memory;
mod prototype;
mod shape;
mod source;
mod variadic;
mod vector;

use std::fmt;
use std::rc::Rc;

use pathweave_ir::{Program, Target, VaListKind};

use crate::ast::{Endian, Module};
use declare::Symbol;
use graph::Graph;
use rustc_hash::FxHashMap;
use shape::Shapes;
use source::Sources;

/// What lowering has to be told.
#[derive(Clone, Copy)]
pub struct LowerOptions<'a> {
    /// Whether what comes from this input ([`Module::sources`]) is Pathweave's own C library.
    pub library: &'a dyn Fn(&str) -> bool,
    /// The current directory: source paths below it are shown relative to it. May be empty.
    pub directory: &'a str,
}

impl Default for LowerOptions<'_> {
    fn default() -> Self {
        LowerOptions { library: &|_| false, directory: "" }
    }
}

/// A module that makes no sense, or is for a target that is not supported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LowerError {
    /// The input it comes from, if known.
    pub input: Option<String>,
    /// The symbol it is in, if any.
    pub symbol: Option<String>,
    /// The line of the IR text, or 0.
    pub line: u32,
    /// What is wrong.
    pub message: String,
    severity: Severity,
}

/// What becomes of an error met inside a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Severity {
    /// The module makes no sense.
    Malformed,
    /// An instruction that fails when it is executed takes its place.
    Unsupported,
    /// A constant that folding gave up on: instructions compute it.
    NotFoldable,
}

impl LowerError {
    fn new(message: impl Into<String>) -> Self {
        let message = message.into();
        LowerError { input: None, symbol: None, line: 0, message, severity: Severity::Malformed }
    }

    fn unsupported(message: impl Into<String>) -> Self {
        LowerError { severity: Severity::Unsupported, ..LowerError::new(message) }
    }

    /// Says where, unless an inner place is known already.
    fn at_line(mut self, line: u32) -> Self {
        if self.line == 0 {
            self.line = line;
        }
        self
    }

    fn in_symbol(mut self, module: &Module, global: &crate::ast::Global) -> Self {
        if self.symbol.is_none() {
            self.symbol = Some(module.text(global.name).to_owned());
            self.input = module.sources.get(global.source as usize).cloned();
            self = self.at_line(global.line);
        }
        self
    }
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(input) = &self.input {
            write!(f, "{input}:")?;
            if self.line > 0 {
                write!(f, "{}:", self.line)?;
            }
            f.write_str(" ")?;
        } else if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        if let Some(symbol) = &self.symbol {
            write!(f, "in `{symbol}`: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for LowerError {}

/// The result of anything that looks at the module.
type Lowered<T> = Result<T, LowerError>;

/// What lowering knows of the whole module.
struct Lowerer<'m> {
    module: &'m Module,
    options: LowerOptions<'m>,
    program: Program,
    shapes: Shapes<'m>,
    /// What each symbol of the module is in the program.
    symbols: Vec<Symbol>,
    /// The graphs of functions whose blocks' addresses are taken, by symbol.
    graphs: FxHashMap<u32, Rc<Graph>>,
    sources: Sources<'m>,
    /// The last function (counted from 1) that used each constant, and its scalars there.
    constants: Vec<(u32, function::Flat)>,
    /// How many functions have been started.
    epoch: u32,
}

/// Translates a linked module.
///
/// # Errors
/// A target that is not 64-bit little-endian, or a module that makes no sense.
pub fn lower(module: &Module, options: LowerOptions<'_>) -> Result<Program, LowerError> {
    check_target(module)?;
    let target = Target { triple: module.triple.clone(), va_list: va_list_kind(&module.triple) };
    let mut lowerer = Lowerer {
        module,
        options,
        program: Program::new(target),
        shapes: Shapes::new(module),
        symbols: Vec::with_capacity(module.globals.len()),
        graphs: FxHashMap::default(),
        sources: Sources::new(module, options.directory),
        constants: vec![(0, function::Flat::default()); module.consts.len()],
        epoch: 0,
    };
    lowerer.declare_symbols()?;
    lowerer.define_variables()?;
    lowerer.define_functions()?;
    Ok(lowerer.program)
}

fn check_target(module: &Module) -> Lowered<()> {
    let triple = &module.triple;
    if module.layout.endian != Endian::Little {
        return Err(LowerError::new(format!(
            "target `{triple}` is big-endian: only little-endian targets are supported"
        )));
    }
    let bits = module.layout.pointer_bits(0);
    if bits != 64 {
        return Err(LowerError::new(format!(
            "target `{triple}` has {bits}-bit pointers: only 64-bit targets are supported"
        )));
    }
    Ok(())
}

fn va_list_kind(triple: &str) -> VaListKind {
    let system_pointer = ["windows", "apple", "darwin", "macos", "ios"];
    let arch = triple.split('-').next().unwrap_or("");
    let windows = triple.contains("windows");
    match arch {
        "" | "x86_64" | "amd64" if !windows => VaListKind::SystemV,
        "aarch64" | "arm64" if !system_pointer.iter().any(|word| triple.contains(word)) => {
            VaListKind::AArch64
        }
        _ => VaListKind::Pointer,
    }
}
