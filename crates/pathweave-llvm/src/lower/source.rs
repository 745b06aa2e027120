//! Places in the source: `DILocation`s as deduplicated places of the program.
//!
//! Each node is looked at once. A path is shown as the user would write it from the current
//! directory: what was typed if compiled there, else relative to it or absolute.

use pathweave_ir::{DebugType, File, FileData, Loc, LocData, Name, Program};
use rustc_hash::FxHashMap;

use crate::ast::{MdId, MdNode, MdValue, Module, Sym};
use crate::debug::{DebugInfo, SourceFile};

/// No chain of inlined calls is followed further than this.
const MAX_INLINED: usize = 1000;

/// The words of a `DILocation`, so that reading one compares numbers only.
struct LocationWords {
    tag: Option<Sym>,
    line: Option<Sym>,
    column: Option<Sym>,
    scope: Option<Sym>,
    inlined_at: Option<Sym>,
}

/// A `DILocation` as it is written.
#[derive(Default)]
struct Written {
    line: u32,
    column: u32,
    scope: Option<MdId>,
    inlined_at: Option<MdId>,
}

/// What has been found of places, names and types so far.
pub(super) struct Sources<'m> {
    pub info: DebugInfo<'m>,
    pub module: &'m Module,
    directory: String,
    /// By node: not looked at yet, or what was found.
    locs: Vec<Option<Option<Loc>>>,
    places: FxHashMap<LocData, Loc>,
    files: FxHashMap<(&'m str, &'m str), File>,
    names: FxHashMap<String, Name>,
    /// File and function of each scope.
    scopes: FxHashMap<MdId, (Option<File>, Option<Name>)>,
    words: LocationWords,
    pub types: FxHashMap<MdId, DebugType>,
}

impl<'m> Sources<'m> {
    pub fn new(module: &'m Module, directory: &str) -> Self {
        Sources {
            info: DebugInfo::new(module),
            module,
            directory: directory.trim_end_matches('/').to_owned(),
            locs: vec![None; module.metadata.len()],
            places: FxHashMap::default(),
            files: FxHashMap::default(),
            names: FxHashMap::default(),
            scopes: FxHashMap::default(),
            words: LocationWords {
                tag: module.symbols.find("DILocation"),
                line: module.symbols.find("line"),
                column: module.symbols.find("column"),
                scope: module.symbols.find("scope"),
                inlined_at: module.symbols.find("inlinedAt"),
            },
            types: FxHashMap::default(),
        }
    }

    /// An interned name.
    pub fn name(&mut self, program: &mut Program, text: &str) -> Name {
        if let Some(&name) = self.names.get(text) {
            return name;
        }
        let name = program.names.push(text.to_owned());
        self.names.insert(text.to_owned(), name);
        name
    }

    /// A source file.
    pub fn file(&mut self, program: &mut Program, file: SourceFile<'m>) -> File {
        let key = (file.directory, file.name);
        if let Some(&known) = self.files.get(&key) {
            return known;
        }
        let path = self.shown_path(file);
        let same = program.files.iter().find(|(_, data)| data.path == path);
        let handle = match same {
            Some((handle, _)) => handle,
            None => program.files.push(FileData { path }),
        };
        self.files.insert(key, handle);
        handle
    }

    fn shown_path(&self, file: SourceFile<'_>) -> String {
        let directory = file.directory.trim_end_matches('/');
        let relative = !file.name.starts_with('/') && !file.name.starts_with('<');
        if !relative || directory.is_empty() || directory == self.directory {
            return file.name.to_owned();
        }
        let joined = format!("{directory}/{}", file.name);
        let below = joined.strip_prefix(self.directory.as_str());
        match below.and_then(|rest| rest.strip_prefix('/')) {
            Some(rest) if !self.directory.is_empty() => rest.to_owned(),
            _ => joined,
        }
    }

    /// A place, made once per distinct place.
    pub fn place(&mut self, program: &mut Program, data: LocData) -> Loc {
        *self.places.entry(data).or_insert_with(|| program.locs.push(data))
    }

    /// A `DILocation`, without looking at its scope.
    fn written(&self, id: MdId) -> Option<Written> {
        let MdNode::Record { tag, fields } = self.module.metadata(id) else { return None };
        if Some(*tag) != self.words.tag {
            return None;
        }
        let mut written = Written::default();
        for field in fields {
            let name = Some(field.name);
            match &field.value {
                MdValue::Int(number) if name == self.words.line => {
                    written.line = u32::try_from(*number).unwrap_or(0);
                }
                MdValue::Int(number) if name == self.words.column => {
                    written.column = u32::try_from(*number).unwrap_or(0);
                }
                MdValue::Node(node) if name == self.words.scope => written.scope = Some(*node),
                MdValue::Node(node) if name == self.words.inlined_at => {
                    written.inlined_at = Some(*node);
                }
                _ => {}
            }
        }
        Some(written)
    }

    /// File and function of the scope of a location.
    fn scope(
        &mut self,
        program: &mut Program,
        id: MdId,
        scope: MdId,
    ) -> (Option<File>, Option<Name>) {
        if let Some(&known) = self.scopes.get(&scope) {
            return known;
        }
        let location = self.info.location(id);
        let file = location.and_then(|found| found.file).map(|file| self.file(program, file));
        let subprogram = location.and_then(|found| self.info.subprogram(found.subprogram?));
        let name = subprogram.map(|found| found.name).filter(|name| !name.is_empty());
        let function = name.map(|name| self.name(program, name));
        self.scopes.insert(scope, (file, function));
        (file, function)
    }

    /// The place that a `DILocation` stands for; none if it has no line.
    pub fn loc(&mut self, program: &mut Program, id: MdId) -> Option<Loc> {
        if let Some(known) = self.locs[id.0 as usize] {
            return known;
        }
        if self.written(id).is_none_or(|written| written.inlined_at.is_none()) {
            return self.single_loc(program, id, None);
        }
        // From the outermost call inwards, since each place names the one around it.
        let mut chain = vec![id];
        while let Some(outer) = chain.last().and_then(|&id| self.written(id)?.inlined_at)
            && chain.len() < MAX_INLINED
        {
            chain.push(outer);
        }
        let mut inlined_at = None;
        for &id in chain.iter().rev() {
            inlined_at = self.single_loc(program, id, inlined_at);
        }
        inlined_at
    }

    fn single_loc(
        &mut self,
        program: &mut Program,
        id: MdId,
        inlined_at: Option<Loc>,
    ) -> Option<Loc> {
        if let Some(known) = self.locs[id.0 as usize] {
            return known;
        }
        let written = self.written(id).filter(|written| written.line > 0);
        let loc = written.map(|written| {
            let scope = written.scope.map(|scope| self.scope(program, id, scope));
            let (file, function) = scope.unwrap_or((None, None));
            let (line, column) = (written.line, written.column);
            self.place(program, LocData { file, line, column, function, inlined_at })
        });
        self.locs[id.0 as usize] = Some(loc);
        loc
    }
}
