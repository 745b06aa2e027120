//! Names and types of the source for functions, parameters, variables.
//!
//! Types are cyclic: a handle is made when a type is first mentioned and filled from a queue, so
//! that nothing recurses.

use pathweave_ir::{
    DebugFunction, DebugType, DebugTypeData, DebugVariable, Encoding, GlobalData, Loc, LocData,
    Member, Name, Program,
};

use super::source::Sources;
use crate::ast::{Function, InstKind, MdId, MdNode, MdValue};
use crate::debug::{self, EncodingKind, Modifier, Record, SourceFile};

/// What the debug information says of a function.
pub(super) struct Described {
    pub debug: DebugFunction,
    pub name: Option<String>,
    pub optimized: bool,
}

fn encoding(kind: EncodingKind) -> Encoding {
    match kind {
        EncodingKind::Boolean => Encoding::Bool,
        EncodingKind::Signed => Encoding::Signed,
        EncodingKind::SignedChar => Encoding::SignedChar,
        EncodingKind::Unsigned | EncodingKind::Utf => Encoding::Unsigned,
        EncodingKind::UnsignedChar => Encoding::UnsignedChar,
        EncodingKind::Float => Encoding::Float,
        EncodingKind::ComplexFloat | EncodingKind::Address | EncodingKind::Other => Encoding::Other,
    }
}

/// Types whose handles exist but whose data is still to be found.
type Queue = Vec<(MdId, DebugType)>;

impl<'m> Sources<'m> {
    /// The type of a node.
    pub fn debug_type(&mut self, program: &mut Program, id: MdId) -> DebugType {
        let mut queue = Queue::new();
        let handle = self.reserve(program, id, &mut queue);
        while let Some((id, handle)) = queue.pop() {
            let data = self.type_data(program, id, &mut queue);
            program.debug_types[handle] = data;
        }
        handle
    }

    fn reserve(&mut self, program: &mut Program, id: MdId, queue: &mut Queue) -> DebugType {
        *self.types.entry(id).or_insert_with(|| {
            let handle = program.debug_types.push(DebugTypeData::Unknown);
            queue.push((id, handle));
            handle
        })
    }

    fn type_data(&mut self, program: &mut Program, id: MdId, queue: &mut Queue) -> DebugTypeData {
        let Some(found) = self.info.debug_type(id) else { return DebugTypeData::Unknown };
        let mut part = |id: Option<MdId>| id.map(|id| self.reserve(program, id, queue));
        match found {
            debug::DebugType::Basic { name, bits, encoding: kind } => DebugTypeData::Basic {
                name: name.to_owned(),
                size_bits: bits,
                encoding: encoding(kind),
            },
            debug::DebugType::Pointer { target, .. } => DebugTypeData::Pointer { to: part(target) },
            debug::DebugType::Modified { modifier: Modifier::Typedef, name, target } => {
                DebugTypeData::Alias { name: name.to_owned(), of: part(target) }
            }
            debug::DebugType::Modified { target, .. } => {
                DebugTypeData::Qualified { of: part(target) }
            }
            debug::DebugType::Record { kind, name, bits, members, .. } => {
                let members =
                    members.iter().filter(|member| !member.is_static).map(|member| Member {
                        name: member.name.to_owned(),
                        ty: part(member.ty),
                        offset_bits: member.offset,
                        size_bits: member.bits,
                        bit_field: member.bitfield,
                    });
                let (name, members) = (name.to_owned(), members.collect());
                match kind {
                    Record::Union => DebugTypeData::Union { name, size_bits: bits, members },
                    _ => DebugTypeData::Struct { name, size_bits: bits, members },
                }
            }
            debug::DebugType::Array { element, counts, .. } => {
                DebugTypeData::Array { of: part(element), counts }
            }
            debug::DebugType::Enum { name, bits, values, .. } => DebugTypeData::Enum {
                name: name.to_owned(),
                size_bits: bits,
                values: values.iter().map(|v| (v.name.to_owned(), v.value as i64)).collect(),
            },
            debug::DebugType::Function { ret, params, varargs } => DebugTypeData::Function {
                result: part(ret),
                params: params.into_iter().map(part).collect(),
                variadic: varargs,
            },
            debug::DebugType::Other { .. } => DebugTypeData::Unknown,
        }
    }

    fn line_place(
        &mut self,
        program: &mut Program,
        file: Option<SourceFile<'m>>,
        line: u32,
        function: Option<Name>,
    ) -> Loc {
        let Some(file) = file else { return Loc::UNKNOWN };
        let file = Some(self.file(program, file));
        self.place(program, LocData { file, line, column: 0, function, inlined_at: None })
    }

    /// The name of a variable.
    pub fn variable_name(&mut self, program: &mut Program, id: MdId) -> Option<Name> {
        let variable = self.info.variable(id)?;
        (!variable.name.is_empty()).then(|| self.name(program, variable.name))
    }

    /// Name, type and place of a global variable.
    pub fn variable(&mut self, program: &mut Program, id: MdId, data: &mut GlobalData) {
        let Some(variable) = self.info.variable(id) else { return };
        if !variable.name.is_empty() {
            data.source_name = variable.name.to_owned();
        }
        data.debug = variable.ty.map(|ty| self.debug_type(program, ty));
        data.loc = self.line_place(program, variable.file, variable.line, None);
    }

    /// What a `DISubprogram` says of a function.
    pub fn function(
        &mut self,
        program: &mut Program,
        id: MdId,
        function: &'m Function,
    ) -> Described {
        let mut debug = DebugFunction { loc: Loc::UNKNOWN, result: None, params: Vec::new() };
        let Some(subprogram) = self.info.subprogram(id) else {
            return Described { debug, name: None, optimized: false };
        };
        let name = Some(subprogram.name).filter(|name| !name.is_empty());
        let label = name.map(|name| self.name(program, name));
        debug.loc = self.line_place(program, subprogram.file, subprogram.line, label);
        let ty = subprogram.ty.and_then(|ty| self.info.debug_type(ty));
        if let Some(debug::DebugType::Function { ret, params, .. }) = ty {
            debug.result = ret.map(|ty| self.debug_type(program, ty));
            for ty in params {
                let ty = ty.map(|ty| self.debug_type(program, ty));
                debug.params.push(DebugVariable { name: String::new(), ty });
            }
        }
        self.name_params(program, id, function, &mut debug.params);
        Described { debug, name: name.map(str::to_owned), optimized: self.is_optimized(id) }
    }

    /// Finds the names of parameters among the variables that the body mentions.
    fn name_params(
        &mut self,
        program: &mut Program,
        id: MdId,
        function: &'m Function,
        params: &mut Vec<DebugVariable>,
    ) {
        let insts = function.blocks.iter().flat_map(|block| &block.insts);
        for inst in insts {
            let InstKind::Dbg(record) = &inst.kind else { continue };
            let Some(node) = record.variable else { continue };
            if self.node(node, "scope") != Some(id) {
                continue;
            }
            let Some(variable) = self.info.variable(node) else { continue };
            let Some(arg) = variable.arg else { continue };
            let at = arg as usize - 1;
            if at == params.len() {
                let ty = variable.ty.map(|ty| self.debug_type(program, ty));
                params.push(DebugVariable { name: String::new(), ty });
            }
            if let Some(param) = params.get_mut(at)
                && param.name.is_empty()
            {
                param.name = variable.name.to_owned();
            }
        }
    }

    /// A field of a record that refers to another node.
    fn node(&self, id: MdId, name: &str) -> Option<MdId> {
        self.field(id, name)?.node()
    }

    fn field(&self, id: MdId, name: &str) -> Option<&'m MdValue> {
        let MdNode::Record { fields, .. } = self.module.metadata(id) else { return None };
        let field = fields.iter().find(|field| self.module.text(field.name) == name)?;
        Some(&field.value)
    }

    fn is_optimized(&self, subprogram: MdId) -> bool {
        let unit = self.node(subprogram, "unit");
        let flag = unit.and_then(|unit| self.field(unit, "isOptimized"));
        matches!(flag, Some(MdValue::Bool(true)))
    }
}
