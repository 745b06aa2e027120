//! What an object is: where it came from, whether it still lives, what it holds.
//!
//! A slot is the table entry of one object. Its bytes are shared between forks until written.
//! A dead object keeps its description and loses its bytes, so that one length check per access
//! finds both "outside" and "dead"; telling them apart is the business of the cold path.

use crate::init::Init;
use pathweave_ir::{Func, Global, Loc, Name};
use pathweave_term::{Term, work};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where an object came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ObjectKind {
    /// No object: an unused table entry.
    #[default]
    None,
    /// A global variable.
    Global(Global),
    /// A constant global: writing it is a fault.
    Constant(Global),
    /// A function's code: callable, neither readable nor writable.
    Code(Func),
    /// A stack slot, with its variable's name.
    Stack(Option<Name>),
    /// A heap block.
    Heap,
    /// Made by the environment: `argv`, `environ` and their strings.
    Environment,
    /// What a pointer of the input points to; the program may free it.
    Input,
}

/// Whether an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ObjectState {
    /// Never allocated, or recycled.
    #[default]
    Unused,
    /// Alive.
    Live,
    /// A heap block that was freed.
    Freed,
    /// A stack slot whose scope or function has ended.
    OutOfScope,
}

/// A byte that holds no plain value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// These bits of it were never set.
    Undefined(u8),
    /// It is this term of eight bits.
    Symbolic(Term),
}

/// The size of an object as a term. Its capacity is the largest size it can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The size in bytes, 64 bits.
    pub size: Term,
    /// So many bytes are known to be inside.
    pub known: u64,
}

/// What a byte of an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteKind {
    /// A number.
    Plain,
    /// These bits of it were never set.
    Undefined(u8),
    /// A term of eight bits.
    Symbolic(Term),
    /// The element of this array at the byte's offset.
    InArray(Term),
    /// Not looked at yet: the contents belong to whoever called the function that is executed
    /// alone.
    Missing,
}

/// What is known of an object by a function that is executed alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum View {
    /// Everything.
    #[default]
    Whole,
    /// That it exists and what it is; bytes that hold no value and have no entry are missing.
    Outer,
    /// Nothing yet: every access is a fault of kind `Hidden`.
    Hidden,
}

/// What reports say about an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    /// Where it came from.
    pub kind: ObjectKind,
    /// Whether it lives.
    pub state: ObjectState,
    /// Its size in bytes.
    pub size: u64,
    /// Where it was made.
    pub made_at: Loc,
    /// Where its life ended.
    pub ended_at: Loc,
}

/// The table entry of an object.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    /// Address of the first byte.
    pub base: u64,
    /// Contents; empty when dead or code.
    pub bytes: Rc<[u8]>,
    /// Which bytes hold a value.
    pub init: Init,
    /// What is known of bytes that hold no plain value. Entries of bytes that do mean nothing.
    pub special: Option<Rc<BTreeMap<u64, Special>>>,
    /// All contents as an array from 32-bit offsets to bytes: what bytes are that hold no plain
    /// value and have no entry in `special`. Without it such bytes are undefined.
    pub array: Option<Term>,
    /// Size in bytes, also when dead; the capacity where there is a bound.
    pub size: u64,
    /// A size that is a term. Such an object is not `writable`, so that every store that is not
    /// known to be inside is checked; the bytes that hold a plain value were written, and are.
    pub bound: Option<Rc<Bound>>,
    pub kind: ObjectKind,
    pub state: ObjectState,
    pub view: View,
    pub writable: bool,
    pub made_at: Loc,
    pub ended_at: Loc,
}

impl Slot {
    /// The description for reports.
    pub fn info(&self) -> ObjectInfo {
        ObjectInfo {
            kind: self.kind,
            state: self.state,
            size: self.size,
            made_at: self.made_at,
            ended_at: self.ended_at,
        }
    }

    /// How many bytes are known to be inside.
    pub fn known_size(&self) -> u64 {
        self.bound.as_ref().map_or(self.size, |bound| bound.known)
    }

    /// What the byte at `offset` is.
    pub fn byte(&self, offset: u64) -> ByteKind {
        work::spend(work::BYTE);
        match self.init.covers(offset, 1) {
            true => ByteKind::Plain,
            false => self.kind(offset, self.special.as_ref().and_then(|s| s.get(&offset)).copied()),
        }
    }

    /// What the byte at `offset` is, given its entry.
    fn kind(&self, offset: u64, special: Option<Special>) -> ByteKind {
        if self.init.covers(offset, 1) {
            return ByteKind::Plain;
        }
        match (special, self.array) {
            (Some(Special::Undefined(bits)), _) => ByteKind::Undefined(bits),
            (Some(Special::Symbolic(term)), _) => ByteKind::Symbolic(term),
            (None, Some(array)) => ByteKind::InArray(array),
            (None, None) if self.view != View::Whole => ByteKind::Missing,
            (None, None) => ByteKind::Undefined(u8::MAX),
        }
    }

    /// Says what the byte at `offset` is, which holds no plain value from now on.
    pub fn set_special(&mut self, offset: u64, special: Special) {
        self.init.clear(offset, 1, self.size);
        let named = self.array.is_some() || self.view != View::Whole;
        if special != Special::Undefined(u8::MAX) || named {
            Rc::make_mut(self.special.get_or_insert_default()).insert(offset, special);
        } else if let Some(entries) = &mut self.special {
            Rc::make_mut(entries).remove(&offset);
        }
    }

    /// Makes bytes from `offset` on terms, all at once: what is known of a large object is built, not
    /// inserted byte by byte.
    pub fn set_terms(&mut self, offset: u64, terms: &[Term]) {
        self.init.clear(offset, terms.len() as u64, self.size);
        let entries = (offset..).zip(terms.iter().map(|&term| Special::Symbolic(term)));
        match &mut self.special {
            Some(known) if !known.is_empty() => Rc::make_mut(known).extend(entries),
            known => *known = Some(Rc::new(entries.collect())),
        }
    }

    /// What `len` bytes from `offset` on are, in order.
    pub fn kinds(&self, offset: u64, len: u64) -> impl Iterator<Item = ByteKind> {
        let mut entries =
            self.special.iter().flat_map(move |known| known.range(offset..offset + len)).peekable();
        (offset..offset + len).map(move |at| {
            let special = entries.next_if(|(key, _)| **key == at).map(|(_, special)| *special);
            self.kind(at, special)
        })
    }

    /// Whether nothing in it is symbolic or missing.
    pub fn is_concrete(&self) -> bool {
        let is_term = |(at, special): (&u64, &Special)| {
            matches!(special, Special::Symbolic(_)) && !self.init.covers(*at, 1)
        };
        self.view == View::Whole
            && self.array.is_none()
            && self.bound.is_none()
            && !self.special.as_ref().is_some_and(|entries| entries.iter().any(is_term))
    }

    /// An entry that no object uses; all entries of this kind share `empty`.
    pub fn unused(empty: &Rc<[u8]>) -> Self {
        Self {
            base: 0,
            bytes: Rc::clone(empty),
            init: Init::All,
            special: None,
            array: None,
            size: 0,
            bound: None,
            kind: ObjectKind::None,
            state: ObjectState::Unused,
            view: View::Whole,
            writable: false,
            made_at: Loc::UNKNOWN,
            ended_at: Loc::UNKNOWN,
        }
    }
}
