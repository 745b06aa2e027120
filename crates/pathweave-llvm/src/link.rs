//! Several modules into one, as a linker does it.
//!
//! Modules given by the user are linked whole. Of a library only those definitions are taken that
//! something undefined needs, transitively, as from an archive; a user's definition silently wins
//! over a library's. Handles of the inputs are translated; two things of one name that are not the
//! same (local symbols, types with other bodies) are kept apart.

mod resolve;
mod translate;
mod visit;

use std::fmt;

use crate::ast::Module;
use crate::error::InputError;
use resolve::Resolution;

/// The result of linking.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The module.
    pub module: Module,
    /// What is odd but no error, one line each.
    pub warnings: Vec<String>,
}

/// Why modules cannot be linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// Two strong definitions of one symbol.
    Duplicate {
        /// The symbol.
        symbol: String,
        /// The file with the first one.
        first: String,
        /// The file with the second one.
        second: String,
    },
    /// Modules for different machines.
    Machine {
        /// A file.
        first: String,
        /// A file for another machine.
        second: String,
    },
    /// There is nothing to link.
    Empty,
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::Duplicate { symbol, first, second } => {
                write!(f, "`{symbol}` is defined twice: in {first} and in {second}")
            }
            LinkError::Machine { first, second } => write!(
                f,
                "{first} and {second} are compiled for different machines (byte order or pointer size)"
            ),
            LinkError::Empty => write!(f, "there is no module to link"),
        }
    }
}

impl std::error::Error for LinkError {}

impl From<LinkError> for InputError {
    fn from(error: LinkError) -> InputError {
        let hint = match &error {
            LinkError::Duplicate { .. } => {
                "give only one of the files, or make one of the definitions `static` or weak"
            }
            LinkError::Machine { .. } => "compile all inputs for the same target",
            LinkError::Empty => "give at least one input file",
        };
        InputError::new(error.to_string()).hint(hint)
    }
}

/// Links `modules`, and what they need of `libraries`, into one module.
pub fn link(modules: Vec<Module>, libraries: Vec<Module>) -> Result<Linked, LinkError> {
    link_with_roots(modules, libraries, &[])
}

/// As [`link`]; the symbols `roots` are needed too, whoever defines them.
pub fn link_with_roots(
    mut modules: Vec<Module>,
    libraries: Vec<Module>,
    roots: &[&str],
) -> Result<Linked, LinkError> {
    if modules.len() == 1
        && libraries.is_empty()
        && let Some(module) = modules.pop()
    {
        return Ok(Linked { module, warnings: Vec::new() });
    }
    let users = modules.len();
    modules.extend(libraries);
    let first = modules.first().ok_or(LinkError::Empty)?;
    for other in &modules[1..] {
        if machine(first) != machine(other) {
            return Err(LinkError::Machine {
                first: first.sources.join(", "),
                second: other.sources.join(", "),
            });
        }
    }
    let resolution = Resolution::new(&mut modules, users, roots)?;
    Ok(translate::translate(modules, resolution))
}

/// What must be equal: byte order and the size of a pointer. A module may say nothing.
fn machine(module: &Module) -> (crate::ast::Endian, u32) {
    (module.layout.endian, module.layout.pointer_bits(0))
}
