//! Moves what was taken of each input into the result, translating every handle.

use rustc_hash::FxHashMap;

use super::Linked;
use super::resolve::{Place, Resolution, is_local};
use super::visit::{Visitor, visit_constant, visit_function};
use crate::ast::{
    Alias, AttrGroupId, ConstId, ConstKind, Constant, Global, GlobalId, GlobalKind, MdId, MdNode,
    MdValue, Module, NamedMetadata, Sym, Type, TypeId, TypeTable,
};

/// A struct by its name and body, in terms of the result.
type StructKey = (Sym, Option<(Box<[TypeId]>, bool)>);

/// What is shared by the translation of all inputs.
struct Output {
    module: Module,
    structs: FxHashMap<StructKey, TypeId>,
    /// A constant to stand where one was lost; nothing that is executed refers to it.
    lost: ConstId,
    globals: Vec<Option<Global>>,
    /// Types under which users declare symbols that are defined elsewhere.
    declared: Vec<(GlobalId, TypeId, u32)>,
    /// Elements of symbols that are made of several, by symbol.
    appended: FxHashMap<GlobalId, Vec<ConstId>>,
}

pub(super) fn translate(modules: Vec<Module>, resolution: Resolution) -> Linked {
    let mut output = start(&modules, &resolution);
    let users = resolution.users;
    let mut taken: Vec<Vec<(GlobalId, GlobalId, Sym)>> = vec![Vec::new(); modules.len()];
    for (at, &(place, name)) in resolution.taken.iter().enumerate() {
        taken[place.0].push((place.1, GlobalId(at as u32), name));
    }
    for (at, module) in modules.into_iter().enumerate() {
        let source = output.module.sources.len() as u32;
        let mut input = Input::new(module, &resolution.ids[at], source, &mut output);
        if at < users || !taken[at].is_empty() {
            input.take_shared(at < users);
            input.take_appended(at, &resolution.appending);
            input.take_globals(&taken[at]);
        }
        if at < users {
            input.note_declarations(&taken[at]);
        }
    }
    finish(output, &resolution)
}

fn start(modules: &[Module], resolution: &Resolution) -> Output {
    let first = modules.iter().find(|module| !module.layout.text.is_empty());
    let mut module = Module { symbols: resolution.symbols.clone(), ..Module::default() };
    if let Some(first) = first.or(modules.first()) {
        module.layout = first.layout.clone();
        module.triple = first.triple.clone();
        module.source_filename = modules[0].source_filename.clone();
    }
    module.consts.push(Constant { ty: TypeTable::PTR, kind: ConstKind::Poison });
    Output {
        module,
        structs: FxHashMap::default(),
        lost: ConstId(0),
        globals: vec![None; resolution.taken.len()],
        declared: Vec::new(),
        appended: FxHashMap::default(),
    }
}

fn finish(mut output: Output, resolution: &Resolution) -> Linked {
    for at in 0..resolution.taken.len() as u32 {
        if let Some(elements) = output.appended.remove(&GlobalId(at)) {
            set_elements(&mut output, GlobalId(at), elements);
        }
    }
    output.module.globals = output.globals.into_iter().flatten().collect();
    output.module.compute_layouts();
    let warnings = mismatches(&output.module, &output.declared);
    Linked { module: output.module, warnings }
}

/// Makes one array of all elements.
fn set_elements(output: &mut Output, id: GlobalId, elements: Vec<ConstId>) {
    let Some(Some(global)) = output.globals.get_mut(id.0 as usize) else {
        return;
    };
    let GlobalKind::Variable(variable) = &mut global.kind else {
        return;
    };
    let Some(element) = elements.first().map(|&c| output.module.constant(c).ty) else {
        return;
    };
    let array = Type::Array(elements.len() as u64, element);
    variable.ty = output.module.types.intern(array);
    variable.init = Some(ConstId(output.module.consts.len() as u32));
    output
        .module
        .consts
        .push(Constant { ty: variable.ty, kind: ConstKind::Aggregate(elements.into()) });
}

fn mismatches(module: &Module, declared: &[(GlobalId, TypeId, u32)]) -> Vec<String> {
    let mut warnings = Vec::new();
    for &(id, ty, source) in declared {
        let global = module.global(id);
        let Some(known) = value_type(global) else {
            continue;
        };
        let same = known == ty || says_nothing(module, ty) || same_size(module, ty, known);
        if same || !global.is_definition() {
            continue;
        }
        warnings.push(format!(
            "`{}` is declared as {} in {}, but defined as {} in {}",
            module.text(global.name),
            module.type_text(ty),
            module.sources[source as usize],
            module.type_text(known),
            module.sources[global.source as usize],
        ));
    }
    warnings
}

/// A declaration without a prototype, `int f();`, fits every definition.
fn says_nothing(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Type::Function { params, varargs: true, .. } if params.is_empty())
}

/// The type of a variable follows its initial value where that has odd parts, so only its size
/// counts; an array declared without one has size 0.
fn same_size(module: &Module, declared: TypeId, defined: TypeId) -> bool {
    let size = |ty| module.layout_of(ty).map(|layout| layout.size);
    match (size(declared), size(defined)) {
        (Some(0), Some(_)) => true,
        (Some(declared), Some(defined)) => declared == defined,
        _ => false,
    }
}

fn value_type(global: &Global) -> Option<TypeId> {
    match &global.kind {
        GlobalKind::Function(function) => Some(function.ty),
        GlobalKind::Variable(variable) => Some(variable.ty),
        GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => None,
    }
}

const UNSEEN: ConstId = ConstId(u32::MAX);

/// One input on its way into the output.
struct Input<'a> {
    module: Module,
    output: &'a mut Output,
    ids: &'a [Option<GlobalId>],
    source: u32,
    symbols: Vec<Option<Sym>>,
    types: Vec<Option<TypeId>>,
    consts: Vec<ConstId>,
    first_group: u32,
    first_node: u32,
}

impl<'a> Input<'a> {
    fn new(
        module: Module,
        ids: &'a [Option<GlobalId>],
        source: u32,
        output: &'a mut Output,
    ) -> Input<'a> {
        Input {
            symbols: vec![None; module.symbols.len()],
            types: vec![None; module.types.all().len()],
            consts: vec![UNSEEN; module.consts.len()],
            first_group: output.module.groups.len() as u32,
            first_node: output.module.metadata.len() as u32,
            module,
            output,
            ids,
            source,
        }
    }

    /// Sources, groups, comdats, metadata and assembly.
    fn take_shared(&mut self, user: bool) {
        let sources = std::mem::take(&mut self.module.sources);
        self.output.module.sources.extend(sources);
        let groups = std::mem::take(&mut self.module.groups);
        self.output.module.groups.extend(groups);
        let asm = std::mem::take(&mut self.module.asm);
        self.output.module.asm.extend(asm);
        for mut comdat in std::mem::take(&mut self.module.comdats) {
            self.symbol(&mut comdat.name);
            self.symbol(&mut comdat.selection);
            if !self.output.module.comdats.contains(&comdat) {
                self.output.module.comdats.push(comdat);
            }
        }
        // Reserve the numbers first: translating a constant never makes a node.
        for mut node in std::mem::take(&mut self.module.metadata) {
            self.node(&mut node);
            self.output.module.metadata.push(node);
        }
        for named in std::mem::take(&mut self.module.named_metadata) {
            if user || self.module.text(named.name) == "llvm.dbg.cu" {
                self.named_metadata(named);
            }
        }
    }

    fn named_metadata(&mut self, mut named: NamedMetadata) {
        self.symbol(&mut named.name);
        for node in &mut named.nodes {
            self.metadata(node);
        }
        let lists = &mut self.output.module.named_metadata;
        match lists.iter_mut().find(|list| list.name == named.name) {
            Some(list) => list.nodes.extend(named.nodes),
            None => lists.push(named),
        }
    }

    fn node(&mut self, node: &mut MdNode) {
        match node {
            MdNode::Missing => {}
            MdNode::Tuple(values) => values.iter_mut().for_each(|v| self.metadata_value(v)),
            MdNode::Value(value) => self.metadata_value(value),
            MdNode::Record { tag, fields } => {
                self.symbol(tag);
                for field in fields {
                    self.symbol(&mut field.name);
                    self.metadata_value(&mut field.value);
                }
            }
            MdNode::Expression { tag, elements } => {
                self.symbol(tag);
                elements.iter_mut().for_each(|v| self.metadata_value(v));
            }
        }
    }

    fn take_globals(&mut self, taken: &[(GlobalId, GlobalId, Sym)]) {
        for &(old, new, name) in taken {
            let husk = GlobalKind::Alias(Alias { ty: TypeTable::VOID, target: ConstId(0) });
            let global = &mut self.module.globals[old.0 as usize];
            let kind = std::mem::replace(&mut global.kind, husk);
            let mut global = Global { kind, ..*global };
            global.name = name;
            global.unnamed = false;
            global.source += self.source;
            self.symbol(&mut global.source_name);
            if let Some(section) = &mut global.section {
                self.symbol(section);
            }
            if let Some(comdat) = &mut global.comdat {
                self.symbol(comdat);
            }
            self.global_kind(&mut global.kind);
            self.output.globals[new.0 as usize] = Some(global);
        }
    }

    fn global_kind(&mut self, kind: &mut GlobalKind) {
        match kind {
            GlobalKind::Function(function) => visit_function(function, self),
            GlobalKind::Variable(variable) => {
                self.ty(&mut variable.ty);
                if let Some(init) = &mut variable.init {
                    self.constant(init);
                }
                for node in &mut variable.dbg {
                    self.metadata(node);
                }
            }
            GlobalKind::Alias(alias) | GlobalKind::Ifunc(alias) => {
                self.ty(&mut alias.ty);
                self.constant(&mut alias.target);
            }
        }
    }

    /// Collects the elements of this module's part of appended symbols.
    fn take_appended(&mut self, at: usize, appending: &FxHashMap<GlobalId, Vec<Place>>) {
        for id in 0..self.module.globals.len() {
            let Some(new) = self.ids[id] else { continue };
            let place = (at, GlobalId(id as u32));
            if !appending.get(&new).is_some_and(|all| all.contains(&place)) {
                continue;
            }
            let init = self.module.globals[id].variable().and_then(|v| v.init);
            let elements = self.own_elements(init);
            self.output.appended.entry(new).or_default().extend(elements);
        }
    }

    fn own_elements(&mut self, init: Option<ConstId>) -> Vec<ConstId> {
        let kind = init.map(|init| self.module.constant(init).kind.clone());
        let Some(ConstKind::Aggregate(mut elements)) = kind else {
            return Vec::new();
        };
        elements.iter_mut().for_each(|e| self.constant(e));
        elements.into_vec()
    }

    /// Notes how symbols that are defined elsewhere are declared here.
    fn note_declarations(&mut self, taken: &[(GlobalId, GlobalId, Sym)]) {
        let taken: rustc_hash::FxHashSet<GlobalId> = taken.iter().map(|t| t.0).collect();
        for id in 0..self.module.globals.len() as u32 {
            let global = self.module.global(GlobalId(id));
            let (Some(new), Some(mut ty)) = (self.ids[id as usize], value_type(global)) else {
                continue;
            };
            if taken.contains(&GlobalId(id)) || is_local(global) || global.is_definition() {
                continue;
            }
            let source = self.source + global.source;
            self.ty(&mut ty);
            self.output.declared.push((new, ty, source));
        }
    }

    fn map_type(&mut self, id: TypeId) -> TypeId {
        if let Some(known) = self.types[id.0 as usize] {
            return known;
        }
        let new = match self.module.types.get(id).clone() {
            Type::Array(len, elem) => Type::Array(len, self.map_type(elem)),
            Type::Vector { len, elem, scalable } => {
                Type::Vector { len, elem: self.map_type(elem), scalable }
            }
            Type::Struct { fields, packed } => Type::Struct {
                fields: fields.iter().map(|&field| self.map_type(field)).collect(),
                packed,
            },
            Type::Function { ret, params, varargs } => Type::Function {
                ret: self.map_type(ret),
                params: params.iter().map(|&param| self.map_type(param)).collect(),
                varargs,
            },
            Type::Target(mut text) => {
                self.symbol(&mut text);
                Type::Target(text)
            }
            Type::Named(named) => {
                let new = self.map_struct(named);
                self.types[id.0 as usize] = Some(new);
                return new;
            }
            simple => simple,
        };
        let new = self.output.module.types.intern(new);
        self.types[id.0 as usize] = Some(new);
        new
    }

    /// Structs with the same name and body are the same.
    fn map_struct(&mut self, id: crate::ast::StructId) -> TypeId {
        let named = self.module.types.named(id).clone();
        let mut name = named.name;
        self.symbol(&mut name);
        let body = named.body.map(|(fields, packed)| {
            let fields: Box<[TypeId]> = fields.iter().map(|&field| self.map_type(field)).collect();
            (fields, packed)
        });
        let key = (name, body);
        if let Some(&known) = self.output.structs.get(&key) {
            return known;
        }
        let (new, ty) = self.output.module.types.add_struct(name);
        if let Some((fields, packed)) = &key.1 {
            self.output.module.types.set_body(new, fields.clone(), *packed);
        }
        self.output.structs.insert(key, ty);
        ty
    }

    /// The constant in the output; one that refers to something not taken is lost.
    fn map_constant(&mut self, id: ConstId) -> ConstId {
        let known = self.consts[id.0 as usize];
        if known != UNSEEN {
            return known;
        }
        let old = &self.module.consts[id.0 as usize];
        let mut constant = old.clone();
        self.ty(&mut constant.ty);
        let mut parts = Parts { input: self, complete: true };
        visit_constant(&mut constant.kind, &mut parts);
        let new = match parts.complete {
            true => {
                self.output.module.consts.push(constant);
                ConstId(self.output.module.consts.len() as u32 - 1)
            }
            false => self.output.lost,
        };
        self.consts[id.0 as usize] = new;
        new
    }
}

/// Translates the parts of a constant, and notes whether one was lost.
struct Parts<'a, 'b> {
    input: &'a mut Input<'b>,
    complete: bool,
}

impl Visitor for Parts<'_, '_> {
    fn ty(&mut self, id: &mut TypeId) {
        self.input.ty(id);
    }

    fn constant(&mut self, id: &mut ConstId) {
        *id = self.input.map_constant(*id);
        self.complete &= *id != self.input.output.lost;
    }

    fn global(&mut self, id: &mut GlobalId) {
        match self.input.ids[id.0 as usize] {
            Some(new) => *id = new,
            None => self.complete = false,
        }
    }
}

impl Visitor for Input<'_> {
    fn ty(&mut self, id: &mut TypeId) {
        *id = self.map_type(*id);
    }

    fn constant(&mut self, id: &mut ConstId) {
        *id = self.map_constant(*id);
    }

    fn global(&mut self, id: &mut GlobalId) {
        if let Some(new) = self.ids[id.0 as usize] {
            *id = new;
        }
    }

    fn symbol(&mut self, id: &mut Sym) {
        let slot = &mut self.symbols[id.0 as usize];
        let symbols = &mut self.output.module.symbols;
        let text = self.module.symbols.text(*id);
        *id = *slot.get_or_insert_with(|| symbols.intern(text));
    }

    fn group(&mut self, id: &mut AttrGroupId) {
        id.0 += self.first_group;
    }

    fn metadata(&mut self, id: &mut MdId) {
        id.0 += self.first_node;
    }

    fn metadata_value(&mut self, value: &mut MdValue) {
        match value {
            MdValue::Node(id) => self.metadata(id),
            MdValue::String(sym) | MdValue::Word(sym) => self.symbol(sym),
            MdValue::Const(id) => {
                let new = self.map_constant(*id);
                *value = match new == self.output.lost {
                    true => MdValue::Null,
                    false => MdValue::Const(new),
                };
            }
            MdValue::ArgList(values) => values.iter_mut().for_each(|v| self.metadata_value(v)),
            MdValue::Null | MdValue::Int(_) | MdValue::Bool(_) | MdValue::Local(_) => {}
        }
    }
}
