//! Interned strings: names of globals, locals, types, metadata words and strings.
//!
//! Equal symbol ⇔ equal text, within one table. A name that is not UTF-8 is kept with its bytes
//! escaped as `\xx`, as it is written in the text form, so that different names stay different.

use std::fmt;
use std::hash::{BuildHasher, Hasher};

use hashbrown::HashTable;

/// A string of a [`SymbolTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sym(pub u32);

impl fmt::Debug for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sym{}", self.0)
    }
}

/// All strings of a module, end to end in one buffer.
#[derive(Clone, Default)]
pub struct SymbolTable {
    text: String,
    ends: Vec<u32>,
    index: HashTable<u32>,
}

impl fmt::Debug for SymbolTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SymbolTable({} strings)", self.ends.len())
    }
}

fn hash(text: &[u8]) -> u64 {
    let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
    hasher.write(text);
    hasher.finish()
}

impl SymbolTable {
    /// The symbol of `text`, made if it is new.
    pub fn intern(&mut self, text: &str) -> Sym {
        let code = hash(text.as_bytes());
        match self.find_bytes(code, text.as_bytes()) {
            Some(found) => found,
            None => self.add(code, text),
        }
    }

    /// The symbol of `text`, looked up before its encoding is checked; `None` if it is not UTF-8.
    pub(crate) fn intern_bytes(&mut self, text: &[u8]) -> Option<Sym> {
        let code = hash(text);
        match self.find_bytes(code, text) {
            Some(found) => Some(found),
            None => Some(self.add(code, std::str::from_utf8(text).ok()?)),
        }
    }

    fn find_bytes(&self, code: u64, text: &[u8]) -> Option<Sym> {
        let (buffer, ends) = (self.text.as_bytes(), &self.ends);
        let found = self.index.find(code, |&i| slice(buffer, ends, i) == text);
        found.map(|&i| Sym(i))
    }

    fn add(&mut self, code: u64, text: &str) -> Sym {
        let id = self.ends.len() as u32;
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
        let (buffer, ends) = (self.text.as_bytes(), &self.ends);
        self.index.insert_unique(code, id, |&i| hash(slice(buffer, ends, i)));
        Sym(id)
    }

    /// The symbol of `text`, if there is one.
    pub fn find(&self, text: &str) -> Option<Sym> {
        self.find_bytes(hash(text.as_bytes()), text.as_bytes())
    }

    /// The text of a symbol.
    pub fn text(&self, sym: Sym) -> &str {
        let (start, end) = bounds(&self.ends, sym.0);
        &self.text[start..end]
    }

    /// How many strings there are; symbols are numbered from zero.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no string at all.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }
}

fn bounds(ends: &[u32], id: u32) -> (usize, usize) {
    let id = id as usize;
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    (start, ends[id] as usize)
}

fn slice<'a>(text: &'a [u8], ends: &[u32], id: u32) -> &'a [u8] {
    let (start, end) = bounds(ends, id);
    &text[start..end]
}
