//! Which definition each name stands for, which symbols are taken, and what they are called.
//!
//! Strength decides: a strong definition, then a common one (the larger), then a weak one, then one
//! that is only available for inlining, then a declaration. Equal ones: the first in the order of
//! the inputs, except that two strong ones are an error. A definition in a comdat counts as weak.

use rustc_hash::{FxHashMap, FxHashSet};

use super::LinkError;
use super::visit::{Visitor, visit_constant, visit_function};
use crate::ast::{ConstId, Global, GlobalId, GlobalKind, Linkage, Module, Sym, SymbolTable};

/// A symbol of an input: the number of the module, and the symbol.
pub(super) type Place = (usize, GlobalId);

/// What is known of a name that modules share.
#[derive(Default)]
struct Entry {
    /// The best definition so far.
    winner: Option<(Place, Strength)>,
    /// The first declaration that is not weak, or else the first one.
    declaration: Option<(Place, Linkage)>,
    /// All definitions that are appended to each other.
    appending: Vec<Place>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Available,
    Weak,
    Common(u64),
    Strong,
}

/// What is to become of each symbol.
pub(super) struct Resolution {
    /// The strings of the result, with the names of its symbols.
    pub(super) symbols: SymbolTable,
    /// The symbols of the result in order, each with its name.
    pub(super) taken: Vec<(Place, Sym)>,
    /// Symbols of the inputs to symbols of the result.
    pub(super) ids: Vec<Vec<Option<GlobalId>>>,
    /// Symbols of the result that are made of several.
    pub(super) appending: FxHashMap<GlobalId, Vec<Place>>,
    /// The number of modules that are the user's.
    pub(super) users: usize,
}

/// Whether a symbol belongs to its module alone.
pub(super) fn is_local(global: &Global) -> bool {
    global.linkage.is_local() || global.unnamed
}

fn strength(module: &Module, global: &Global) -> Strength {
    match global.linkage {
        Linkage::AvailableExternally => Strength::Available,
        Linkage::Common => {
            let variable = global.variable();
            let layout = variable.and_then(|variable| module.layout_of(variable.ty));
            Strength::Common(layout.map_or(0, |layout| layout.size))
        }
        linkage if linkage.is_weak() => Strength::Weak,
        _ if in_comdat(module, global) => Strength::Weak,
        _ => Strength::Strong,
    }
}

/// Whether the symbol is in a comdat of which one copy is kept.
fn in_comdat(module: &Module, global: &Global) -> bool {
    let Some(name) = global.comdat else {
        return false;
    };
    let comdat = module.comdats.iter().find(|comdat| comdat.name == name);
    comdat.is_some_and(|comdat| module.text(comdat.selection) != "nodeduplicate")
}

struct Resolver<'a> {
    modules: &'a mut [Module],
    users: usize,
    symbols: SymbolTable,
    entries: FxHashMap<Sym, Entry>,
    /// Names in the order in which they were first seen.
    order: Vec<Sym>,
    /// What libraries define.
    offered: FxHashMap<Sym, Place>,
    /// Symbols that libraries must give.
    wanted: Vec<Place>,
    marked: Vec<FxHashSet<GlobalId>>,
    expanded: Vec<FxHashSet<ConstId>>,
}

impl Resolution {
    pub(super) fn new(
        modules: &mut [Module],
        users: usize,
        roots: &[&str],
    ) -> Result<Resolution, LinkError> {
        let count = modules.len();
        let mut resolver = Resolver {
            modules,
            users,
            symbols: SymbolTable::default(),
            entries: FxHashMap::default(),
            order: Vec::new(),
            offered: FxHashMap::default(),
            wanted: Vec::new(),
            marked: vec![FxHashSet::default(); count],
            expanded: vec![FxHashSet::default(); count],
        };
        resolver.read_users()?;
        resolver.read_libraries();
        resolver.want_undefined(roots);
        resolver.take_wanted();
        Ok(resolver.finish())
    }
}

impl Resolver<'_> {
    fn name(&mut self, place: Place) -> Sym {
        let module = &self.modules[place.0];
        self.symbols.intern(module.global_name(place.1))
    }

    fn entry(&mut self, name: Sym) -> &mut Entry {
        let order = &mut self.order;
        self.entries.entry(name).or_insert_with(|| {
            order.push(name);
            Entry::default()
        })
    }

    fn read_users(&mut self) -> Result<(), LinkError> {
        for at in 0..self.users {
            for id in 0..self.modules[at].globals.len() as u32 {
                let place = (at, GlobalId(id));
                if !is_local(&self.modules[at].globals[id as usize]) {
                    self.add(place)?;
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, place: Place) -> Result<(), LinkError> {
        let name = self.name(place);
        let global = self.modules[place.0].global(place.1);
        let linkage = global.linkage;
        if linkage == Linkage::Appending {
            self.entry(name).appending.push(place);
            return Ok(());
        }
        if !global.is_definition() {
            self.add_declaration(name, place, linkage);
            return Ok(());
        }
        let new = strength(&self.modules[place.0], global);
        let old = self.entry(name).winner;
        match old {
            Some((other, Strength::Strong)) if new == Strength::Strong => {
                Err(LinkError::Duplicate {
                    symbol: self.symbols.text(name).to_string(),
                    first: self.modules[other.0].sources.join(", "),
                    second: self.modules[place.0].sources.join(", "),
                })
            }
            Some((_, old)) if old >= new => Ok(()),
            _ => {
                self.entry(name).winner = Some((place, new));
                Ok(())
            }
        }
    }

    fn add_declaration(&mut self, name: Sym, place: Place, linkage: Linkage) {
        let entry = self.entry(name);
        match entry.declaration {
            None => entry.declaration = Some((place, linkage)),
            Some((_, Linkage::ExternWeak)) if linkage != Linkage::ExternWeak => {
                entry.declaration = Some((place, linkage));
            }
            Some(_) => {}
        }
    }

    fn read_libraries(&mut self) {
        for at in self.users..self.modules.len() {
            for id in 0..self.modules[at].globals.len() as u32 {
                let global = &self.modules[at].globals[id as usize];
                let offers = global.is_definition()
                    && !is_local(global)
                    && !matches!(global.linkage, Linkage::Appending | Linkage::AvailableExternally);
                if offers {
                    let place = (at, GlobalId(id));
                    let name = self.name(place);
                    self.offered.entry(name).or_insert(place);
                }
            }
        }
    }

    fn want_undefined(&mut self, roots: &[&str]) {
        for root in roots {
            let name = self.symbols.intern(root);
            self.want(name);
        }
        for name in self.order.clone() {
            let entry = &self.entries[&name];
            let weak = matches!(entry.declaration, Some((_, Linkage::ExternWeak)));
            if !weak {
                self.want(name);
            }
        }
    }

    /// Takes the definition of a name from a library, if it has none of its own.
    fn want(&mut self, name: Sym) {
        let Some(&place) = self.offered.get(&name) else {
            return;
        };
        let entry = self.entry(name);
        if matches!(entry.winner, None | Some((_, Strength::Available)))
            && entry.appending.is_empty()
        {
            entry.winner = Some((place, Strength::Weak));
            self.mark(place);
        }
    }

    fn mark(&mut self, place: Place) {
        if self.marked[place.0].is_empty() {
            self.mark_constructors(place.0);
        }
        if self.marked[place.0].insert(place.1) {
            self.wanted.push(place);
        }
    }

    /// Constructors and destructors of a library come with the first thing taken from it.
    fn mark_constructors(&mut self, at: usize) {
        for id in 0..self.modules[at].globals.len() as u32 {
            let place = (at, GlobalId(id));
            let name = self.modules[at].global_name(place.1);
            if matches!(name, "llvm.global_ctors" | "llvm.global_dtors") {
                let name = self.name(place);
                self.entry(name).appending.push(place);
                self.marked[at].insert(place.1);
                self.wanted.push(place);
            }
        }
    }

    fn take_wanted(&mut self) {
        while let Some(place) = self.wanted.pop() {
            let mut references = References { globals: Vec::new(), constants: Vec::new() };
            references.read(&mut self.modules[place.0], place.1, &mut self.expanded[place.0]);
            for id in references.globals {
                self.need((place.0, id));
            }
        }
    }

    /// Something taken from a library refers to `place` of the same library.
    fn need(&mut self, place: Place) {
        let global = self.modules[place.0].global(place.1);
        if is_local(global) {
            self.mark(place);
            return;
        }
        let linkage = global.linkage;
        let defined = global.is_definition();
        let name = self.name(place);
        if !defined {
            self.add_declaration(name, place, linkage);
        }
        if linkage != Linkage::ExternWeak {
            self.want(name);
        }
        let entry = self.entry(name);
        if defined && entry.winner.is_none() && entry.appending.is_empty() {
            entry.winner = Some((place, Strength::Weak));
            self.mark(place);
        }
    }

    fn finish(mut self) -> Resolution {
        let mut ids: Vec<Vec<Option<GlobalId>>> = Vec::new();
        let mut places = Vec::new();
        let mut shared: FxHashMap<Sym, GlobalId> = FxHashMap::default();
        let mut appending = FxHashMap::default();
        for at in 0..self.modules.len() {
            let count = self.modules[at].globals.len();
            ids.push(vec![None; count]);
            for id in 0..count as u32 {
                let place = (at, GlobalId(id));
                if let Some(name) = self.takes(place) {
                    let new = GlobalId(places.len() as u32);
                    ids[at][id as usize] = Some(new);
                    if let Some(name) = name {
                        shared.insert(name, new);
                        let parts = std::mem::take(&mut self.entry(name).appending);
                        if !parts.is_empty() {
                            appending.insert(new, parts);
                        }
                    }
                    places.push(place);
                }
            }
        }
        self.point_to_winners(&mut ids, &shared);
        let taken = self.choose_names(places, &shared);
        Resolution { symbols: self.symbols, taken, ids, appending, users: self.users }
    }

    /// Whether a symbol is in the result: `Some(None)` for a local one, else with its name.
    fn takes(&mut self, place: Place) -> Option<Option<Sym>> {
        let library = place.0 >= self.users;
        if is_local(self.modules[place.0].global(place.1)) {
            let taken = !library || self.marked[place.0].contains(&place.1);
            return taken.then_some(None);
        }
        let name = self.name(place);
        let entry = self.entries.get(&name)?;
        let chosen = match (entry.appending.first(), entry.winner, entry.declaration) {
            (Some(&first), _, _) => first,
            (None, Some((winner, _)), _) => winner,
            (None, None, Some((declaration, _))) => declaration,
            (None, None, None) => return None,
        };
        (chosen == place).then_some(Some(name))
    }

    fn point_to_winners(
        &mut self,
        ids: &mut [Vec<Option<GlobalId>>],
        shared: &FxHashMap<Sym, GlobalId>,
    ) {
        for (at, module) in ids.iter_mut().enumerate() {
            for (id, slot) in module.iter_mut().enumerate() {
                let place = (at, GlobalId(id as u32));
                if slot.is_none() && !is_local(self.modules[at].global(place.1)) {
                    *slot = shared.get(&self.name(place)).copied();
                }
            }
        }
    }

    /// Shared names stay; local ones get a number where they clash.
    fn choose_names(
        &mut self,
        places: Vec<Place>,
        shared: &FxHashMap<Sym, GlobalId>,
    ) -> Vec<(Place, Sym)> {
        let mut used: FxHashSet<Sym> = shared.keys().copied().collect();
        let mut counters: FxHashMap<Sym, u32> = FxHashMap::default();
        let mut taken = Vec::new();
        for place in places {
            let mut name = self.name(place);
            if is_local(self.modules[place.0].global(place.1)) {
                let base = name;
                while !used.insert(name) {
                    let counter = counters.entry(base).or_insert(0);
                    *counter += 1;
                    let text = format!("{}.{counter}", self.symbols.text(base));
                    name = self.symbols.intern(&text);
                }
            }
            taken.push((place, name));
        }
        taken
    }
}

/// The globals that a symbol refers to, in the order of the text.
struct References {
    globals: Vec<GlobalId>,
    constants: Vec<ConstId>,
}

impl Visitor for References {
    fn constant(&mut self, id: &mut ConstId) {
        self.constants.push(*id);
    }

    fn global(&mut self, id: &mut GlobalId) {
        self.globals.push(*id);
    }
}

impl References {
    fn read(&mut self, module: &mut Module, id: GlobalId, expanded: &mut FxHashSet<ConstId>) {
        match &mut module.globals[id.0 as usize].kind {
            GlobalKind::Function(function) => visit_function(function, self),
            GlobalKind::Variable(variable) => self.constants.extend(variable.init),
            GlobalKind::Alias(alias) | GlobalKind::Ifunc(alias) => {
                self.constants.push(alias.target);
            }
        }
        // A constant that was seen before has had its globals taken before.
        while let Some(id) = self.constants.pop() {
            if expanded.insert(id) {
                visit_constant(&mut module.consts[id.0 as usize].kind, self);
            }
        }
    }
}
