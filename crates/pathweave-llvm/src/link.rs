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

#[cfg(test)]
mod tests {
    use super::visit::{Visitor, visit_constant, visit_function};
    use super::*;
    use crate::ast::{AttrGroupId, ConstId, GlobalId, MdId, MdNode, MdValue, Sym, TypeId};

    /// Checks that every handle is one of the module's.
    struct Bounds {
        types: usize,
        consts: usize,
        globals: usize,
        symbols: usize,
        groups: usize,
        nodes: usize,
    }

    impl Visitor for Bounds {
        fn ty(&mut self, id: &mut TypeId) {
            assert!((id.0 as usize) < self.types);
        }
        fn constant(&mut self, id: &mut ConstId) {
            // Constant 0 of a linked module stands for what was lost.
            assert!(id.0 > 0 && (id.0 as usize) < self.consts);
        }
        fn global(&mut self, id: &mut GlobalId) {
            assert!((id.0 as usize) < self.globals);
        }
        fn symbol(&mut self, id: &mut Sym) {
            assert!((id.0 as usize) < self.symbols);
        }
        fn group(&mut self, id: &mut AttrGroupId) {
            assert!((id.0 as usize) < self.groups);
        }
        fn metadata(&mut self, id: &mut MdId) {
            assert!((id.0 as usize) < self.nodes);
        }
        fn metadata_value(&mut self, value: &mut MdValue) {
            match value {
                MdValue::Node(id) => self.metadata(id),
                MdValue::String(sym) | MdValue::Word(sym) => self.symbol(sym),
                MdValue::Const(id) => self.constant(id),
                _ => {}
            }
        }
    }

    fn check(module: &mut Module) {
        let mut bounds = Bounds {
            types: module.types.all().len(),
            consts: module.consts.len(),
            globals: module.globals.len(),
            symbols: module.symbols.len(),
            groups: module.groups.len(),
            nodes: module.metadata.len(),
        };
        for (at, constant) in module.consts.iter_mut().enumerate().skip(1) {
            bounds.ty(&mut constant.ty);
            visit_constant(&mut constant.kind, &mut bounds);
            let mut parts = Parts(Vec::new());
            visit_constant(&mut constant.kind, &mut parts);
            assert!(parts.0.iter().all(|part| (part.0 as usize) < at), "parts come first");
        }
        for global in &mut module.globals {
            bounds.symbol(&mut global.name);
            match &mut global.kind {
                crate::ast::GlobalKind::Function(function) => {
                    visit_function(function, &mut bounds);
                }
                crate::ast::GlobalKind::Variable(variable) => {
                    bounds.ty(&mut variable.ty);
                    variable.init.iter_mut().for_each(|init| bounds.constant(init));
                    variable.dbg.iter_mut().for_each(|node| bounds.metadata(node));
                }
                crate::ast::GlobalKind::Alias(alias) | crate::ast::GlobalKind::Ifunc(alias) => {
                    bounds.constant(&mut alias.target);
                }
            }
        }
        for node in &mut module.metadata {
            if let MdNode::Tuple(values) = node {
                values.iter_mut().for_each(|value| bounds.metadata_value(value));
            }
        }
    }

    struct Parts(Vec<ConstId>);

    impl Visitor for Parts {
        fn constant(&mut self, id: &mut ConstId) {
            self.0.push(*id);
        }
    }

    fn input(name: &str) -> Module {
        let path = format!("{}/tests/inputs/{name}.ll", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read(&path).expect("the input is there");
        crate::read(name, &text).expect("the input is sound")
    }

    #[test]
    fn a_linked_module_is_closed() {
        for (users, libraries) in [
            (vec!["syntax", "exceptions", "clang-14-O0"], vec![]),
            (vec!["exceptions"], vec!["clang-22-O2", "syntax"]),
            (vec!["clang-16-O1"], vec!["exceptions", "clang-19-O2"]),
        ] {
            let users = users.into_iter().map(input).collect();
            let libraries = libraries.into_iter().map(input).collect();
            let roots = ["walk", "g", "instructions", "casts"];
            let mut linked = link_with_roots(users, libraries, &roots).expect("linked");
            check(&mut linked.module);
        }
    }
}
