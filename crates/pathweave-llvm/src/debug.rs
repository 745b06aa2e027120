//! Debug information, resolved: where code comes from, and names and types of what it works on.
//!
//! Everything is looked up when asked for. Metadata may be cyclic or nonsense, so each walk is
//! bounded, and a node that does not fit is simply not there.

mod types;

pub use types::{DebugType, EncodingKind, Enumerator, Member, Modifier, Record};

use crate::ast::{MdId, MdNode, MdValue, Module};

/// No chain of scopes, inlined calls or typedefs is followed further than this.
const MAX_CHAIN: usize = 1000;

/// A view of a module's debug information.
#[derive(Clone, Copy)]
pub struct DebugInfo<'m> {
    module: &'m Module,
}

/// A source file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SourceFile<'m> {
    /// The name as given to the compiler, relative or absolute.
    pub name: &'m str,
    /// The directory of compilation.
    pub directory: &'m str,
}

/// A position in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location<'m> {
    /// The file.
    pub file: Option<SourceFile<'m>>,
    /// The `DIFile` node: equal for equal files of one compilation.
    pub file_node: Option<MdId>,
    /// Line from 1; 0 is unknown.
    pub line: u32,
    /// Column from 1; 0 is unknown.
    pub column: u32,
    /// The function it is written in.
    pub subprogram: Option<MdId>,
    /// The location of the call that was inlined.
    pub inlined_at: Option<MdId>,
}

/// A function in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subprogram<'m> {
    /// Its name in the source.
    pub name: &'m str,
    /// Its symbol, if that differs.
    pub linkage_name: Option<&'m str>,
    /// The file.
    pub file: Option<SourceFile<'m>>,
    /// The line of its declaration.
    pub line: u32,
    /// Its type: for [`DebugInfo::debug_type`].
    pub ty: Option<MdId>,
}

/// A variable or parameter in the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable<'m> {
    /// Its name.
    pub name: &'m str,
    /// Its symbol, for a global one, if that differs.
    pub linkage_name: Option<&'m str>,
    /// The number of the parameter, from 1.
    pub arg: Option<u32>,
    /// The file.
    pub file: Option<SourceFile<'m>>,
    /// The line of its declaration.
    pub line: u32,
    /// Its type: for [`DebugInfo::debug_type`].
    pub ty: Option<MdId>,
}

impl<'m> DebugInfo<'m> {
    /// The debug information of `module`.
    pub fn new(module: &'m Module) -> DebugInfo<'m> {
        DebugInfo { module }
    }

    /// The word after `!` of a record.
    fn tag(&self, id: MdId) -> &'m str {
        match self.module.metadata(id) {
            MdNode::Record { tag, .. } | MdNode::Expression { tag, .. } => self.module.text(*tag),
            _ => "",
        }
    }

    fn field(&self, id: MdId, name: &str) -> Option<&'m MdValue> {
        match self.module.metadata(id) {
            MdNode::Record { fields, .. } => fields
                .iter()
                .find(|field| self.module.text(field.name) == name)
                .map(|field| &field.value),
            _ => None,
        }
    }

    fn node(&self, id: MdId, name: &str) -> Option<MdId> {
        self.field(id, name)?.node()
    }

    fn string(&self, id: MdId, name: &str) -> Option<&'m str> {
        match self.field(id, name)? {
            MdValue::String(sym) => Some(self.module.text(*sym)),
            _ => None,
        }
    }

    fn word(&self, id: MdId, name: &str) -> &'m str {
        match self.field(id, name) {
            Some(MdValue::Word(sym)) => self.module.text(*sym),
            _ => "",
        }
    }

    fn int(&self, id: MdId, name: &str) -> Option<i128> {
        match self.field(id, name)? {
            MdValue::Int(value) => Some(*value),
            _ => None,
        }
    }

    fn unsigned(&self, id: MdId, name: &str) -> u64 {
        let value = self.int(id, name).unwrap_or(0);
        u64::try_from(value).unwrap_or(0)
    }

    fn line(&self, id: MdId) -> u32 {
        u32::try_from(self.unsigned(id, "line")).unwrap_or(0)
    }

    fn tuple(&self, id: MdId) -> &'m [MdValue] {
        match self.module.metadata(id) {
            MdNode::Tuple(values) => values,
            _ => &[],
        }
    }

    /// A `DIFile`.
    pub fn file(&self, id: MdId) -> Option<SourceFile<'m>> {
        if self.tag(id) != "DIFile" {
            return None;
        }
        Some(SourceFile {
            name: self.string(id, "filename")?,
            directory: self.string(id, "directory").unwrap_or(""),
        })
    }

    fn file_of(&self, id: MdId) -> Option<SourceFile<'m>> {
        self.file(self.node(id, "file")?)
    }

    /// A `DILocation`.
    pub fn location(&self, id: MdId) -> Option<Location<'m>> {
        if self.tag(id) != "DILocation" {
            return None;
        }
        let scope = self.node(id, "scope");
        let file_node = scope.and_then(|scope| self.scope_file(scope));
        Some(Location {
            file: file_node.and_then(|file| self.file(file)),
            file_node,
            line: self.line(id),
            column: u32::try_from(self.unsigned(id, "column")).unwrap_or(0),
            subprogram: scope.and_then(|scope| self.scope_subprogram(scope)),
            inlined_at: self.node(id, "inlinedAt"),
        })
    }

    /// A location and those of the calls through which it was inlined, innermost first.
    pub fn inline_chain(&self, id: MdId) -> Vec<Location<'m>> {
        let mut chain = Vec::new();
        let mut next = Some(id);
        while let Some(location) = next.and_then(|id| self.location(id)) {
            chain.push(location);
            if chain.len() >= MAX_CHAIN {
                break;
            }
            next = location.inlined_at;
        }
        chain
    }

    /// The nearest `DIFile` outwards from a scope.
    fn scope_file(&self, scope: MdId) -> Option<MdId> {
        let mut scope = scope;
        for _ in 0..MAX_CHAIN {
            if self.tag(scope) == "DIFile" {
                return Some(scope);
            }
            match self.node(scope, "file") {
                Some(file) => return Some(file),
                None => scope = self.node(scope, "scope")?,
            }
        }
        None
    }

    fn scope_subprogram(&self, scope: MdId) -> Option<MdId> {
        let mut scope = scope;
        for _ in 0..MAX_CHAIN {
            if self.tag(scope) == "DISubprogram" {
                return Some(scope);
            }
            scope = self.node(scope, "scope")?;
        }
        None
    }

    /// A `DISubprogram`.
    pub fn subprogram(&self, id: MdId) -> Option<Subprogram<'m>> {
        if self.tag(id) != "DISubprogram" {
            return None;
        }
        Some(Subprogram {
            name: self.string(id, "name").unwrap_or(""),
            linkage_name: self.string(id, "linkageName"),
            file: self.file_of(id),
            line: self.line(id),
            ty: self.node(id, "type"),
        })
    }

    /// A `DILocalVariable`, a `DIGlobalVariable`, or a `DIGlobalVariableExpression`.
    pub fn variable(&self, id: MdId) -> Option<Variable<'m>> {
        let id = match self.tag(id) {
            "DIGlobalVariableExpression" => self.node(id, "var")?,
            _ => id,
        };
        if !matches!(self.tag(id), "DILocalVariable" | "DIGlobalVariable") {
            return None;
        }
        let arg = u32::try_from(self.unsigned(id, "arg")).unwrap_or(0);
        Some(Variable {
            name: self.string(id, "name").unwrap_or(""),
            linkage_name: self.string(id, "linkageName"),
            arg: (arg > 0).then_some(arg),
            file: self.file_of(id),
            line: self.line(id),
            ty: self.node(id, "type"),
        })
    }

    /// The elements of a `DIExpression`.
    pub fn expression(&self, id: MdId) -> &'m [MdValue] {
        match self.module.metadata(id) {
            MdNode::Expression { elements, .. } => elements,
            _ => &[],
        }
    }
}
