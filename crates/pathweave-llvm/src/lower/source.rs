//! Places in the source: `DILocation`s as deduplicated places of the program.
//!
//! Each node is looked at once. A path is shown as the user would write it from the current
//! directory: what was typed if compiled there, else relative to it or absolute.

use pathweave_ir::{DebugType, File, FileData, Loc, LocData, Name, Program};
use rustc_hash::FxHashMap;

use crate::ast::{MdId, Module};
use crate::debug::{DebugInfo, SourceFile};

/// No chain of inlined calls is followed further than this.
const MAX_INLINED: usize = 1000;

/// What has been found of places, names and types so far.
pub(super) struct Sources<'m> {
    pub info: DebugInfo<'m>,
    pub module: &'m Module,
    directory: String,
    locs: FxHashMap<MdId, Option<Loc>>,
    places: FxHashMap<LocData, Loc>,
    files: FxHashMap<(&'m str, &'m str), File>,
    names: FxHashMap<String, Name>,
    functions: FxHashMap<MdId, Option<Name>>,
    pub types: FxHashMap<MdId, DebugType>,
}

impl<'m> Sources<'m> {
    pub fn new(module: &'m Module, directory: &str) -> Self {
        Sources {
            info: DebugInfo::new(module),
            module,
            directory: directory.trim_end_matches('/').to_owned(),
            locs: FxHashMap::default(),
            places: FxHashMap::default(),
            files: FxHashMap::default(),
            names: FxHashMap::default(),
            functions: FxHashMap::default(),
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

    fn function_name(&mut self, program: &mut Program, subprogram: MdId) -> Option<Name> {
        if let Some(&known) = self.functions.get(&subprogram) {
            return known;
        }
        let name = self.info.subprogram(subprogram).map(|found| found.name);
        let name = name.filter(|name| !name.is_empty()).map(|name| self.name(program, name));
        self.functions.insert(subprogram, name);
        name
    }

    /// The place that a `DILocation` stands for; none if it has no line.
    pub fn loc(&mut self, program: &mut Program, id: MdId) -> Option<Loc> {
        if let Some(&known) = self.locs.get(&id) {
            return known;
        }
        // From the outermost call inwards, since each place names the one around it.
        let mut chain = vec![id];
        while let Some(location) = chain.last().and_then(|&id| self.info.location(id))
            && let Some(outer) = location.inlined_at
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
        if let Some(&known) = self.locs.get(&id) {
            return known;
        }
        let found = self.info.location(id).filter(|location| location.line > 0);
        let loc = found.map(|location| {
            let file = location.file.map(|file| self.file(program, file));
            let function =
                location.subprogram.and_then(|function| self.function_name(program, function));
            let (line, column) = (location.line, location.column);
            self.place(program, LocData { file, line, column, function, inlined_at })
        });
        self.locs.insert(id, loc);
        loc
    }
}
