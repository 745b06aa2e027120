//! A program made ready to run: laid out in memory, its functions decoded on first call.

use crate::builtin::{Builtin, Native};
use crate::code::Code;
use crate::decode::decode;
use crate::layout::{Layout, LayoutError};
use crate::native::Library;
use pathweave_ir::{Body, Entity, Func, Global, Inst, InstKind, Linkage, Program, Type, ValueDef};
use pathweave_memory::Memory;
use std::cell::OnceCell;
use std::path::Path;

/// Checks that are off unless asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    /// Signed arithmetic must not overflow.
    pub overflow: bool,
}

/// A program ready to run. Shared by all states of a run.
#[derive(Debug)]
pub struct Image {
    /// The program.
    pub program: Program,
    /// Addresses of symbols.
    pub layout: Layout,
    /// Memory before the first instruction.
    pub memory: Memory,
    /// What is checked beyond the ordinary.
    pub checks: Checks,
    codes: Vec<OnceCell<Code>>,
    natives: Vec<Native>,
    libraries: Vec<Library>,
}

impl Image {
    /// Lays the program out.
    pub fn new(mut program: Program, checks: Checks) -> Result<Self, LayoutError> {
        for function in program.functions.values_mut() {
            if let Some(body) = &mut function.body {
                split_offsets(body);
            }
        }
        let (layout, memory) = Layout::new(&program)?;
        let codes = (0..program.functions.len()).map(|_| OnceCell::new()).collect();
        let natives = program.functions.values().map(|f| Native::from_name(&f.name)).collect();
        Ok(Self { program, layout, memory, checks, codes, natives, libraries: Vec::new() })
    }

    /// The decoded body of a function; `None` when it is only declared.
    #[inline]
    pub fn code(&self, func: Func) -> Option<&Code> {
        let cell = &self.codes[func.index()];
        match cell.get() {
            Some(code) => Some(code),
            None => self.decode(func, cell),
        }
    }

    /// Lets the program call the functions of a native shared library. Its code runs in this
    /// process, unchecked.
    pub fn load_native_library(&mut self, path: &Path) -> Result<(), String> {
        self.libraries.push(Library::open(path)?);
        Ok(())
    }

    /// Whether there are native libraries.
    pub fn has_native_libraries(&self) -> bool {
        !self.libraries.is_empty()
    }

    /// The address of a function of the native libraries.
    pub(crate) fn find_native(&self, name: &str) -> Option<usize> {
        self.libraries.iter().find_map(|library| library.find(name))
    }

    /// Who does the work of a function without a body.
    pub(crate) fn native(&self, func: Func) -> Native {
        self.natives[func.index()]
    }

    /// Whether this is the primitive that all reading functions of the C library stand on.
    pub fn reads_descriptor(&self, func: Func) -> bool {
        self.is_primitive(func, Builtin::Read)
    }

    /// Whether this is the primitive that ends the program after its destructors.
    pub fn runs_destructors(&self, func: Func) -> bool {
        self.is_primitive(func, Builtin::Finish)
    }

    fn is_primitive(&self, func: Func, builtin: Builtin) -> bool {
        self.program.functions[func].body.is_none()
            && self.natives[func.index()] == Native::Builtin(builtin)
    }

    #[cold]
    fn decode<'s>(&'s self, func: Func, cell: &'s OnceCell<Code>) -> Option<&'s Code> {
        let body = self.program.functions[func].body.as_ref()?;
        Some(cell.get_or_init(|| decode(&self.program, &self.layout, self.checks, func, body)))
    }

    /// The functions that were decoded so far.
    pub fn decoded(&self) -> impl Iterator<Item = &Code> {
        self.codes.iter().filter_map(OnceCell::get)
    }

    /// Globals that are used but defined nowhere; they read as zeros.
    pub fn unresolved_globals(&self) -> impl Iterator<Item = Global> + '_ {
        self.program
            .globals
            .iter()
            .filter(|(_, data)| data.init.is_none() && data.linkage != Linkage::Weak)
            .map(|(global, _)| global)
    }
}

/// Splits `base + index * scale + displacement` in two where both addends are there, so that
/// each half has a form of its own in the dense code.
fn split_offsets(body: &mut Body) {
    for block in body.blocks.keys() {
        let old = std::mem::take(&mut body.blocks[block].insts);
        let mut insts = Vec::with_capacity(old.len());
        for inst in old {
            insts.extend(split_offset(body, inst));
            insts.push(inst);
        }
        body.blocks[block].insts = insts;
    }
}

/// Makes the first half of an offset and turns `inst` into the second.
fn split_offset(body: &mut Body, inst: Inst) -> Option<Inst> {
    let InstKind::Offset { base, index: Some(index), scale, displacement, in_bounds } =
        body.insts[inst].kind
    else {
        return None;
    };
    if displacement == 0 {
        return None;
    }
    let loc = body.insts[inst].loc;
    let scaled = InstKind::Offset { base, index: Some(index), scale, displacement: 0, in_bounds };
    let first = body.make_inst(scaled, &[Type::Ptr], loc);
    debug_assert!(matches!(body.values[body.result(first)].def, ValueDef::Inst(..)));
    body.insts[inst].kind = InstKind::Offset {
        base: body.result(first),
        index: None,
        scale: 1,
        displacement,
        in_bounds,
    };
    Some(first)
}
