//! What an object is: where it came from, whether it still lives, what it holds.
//!
//! A slot is the table entry of one object. Its bytes are shared between forks until written.
//! A dead object keeps its description and loses its bytes, so that one length check per access
//! finds both "outside" and "dead"; telling them apart is the business of the cold path.

use crate::init::Init;
use pathweave_ir::{Func, Global, Loc, Name};
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
    /// Which bits of a byte without a value are undefined, where not all of them are. Entries of
    /// bytes that hold a value mean nothing.
    pub partial: Option<Rc<BTreeMap<u64, u8>>>,
    /// Size in bytes, also when dead.
    pub size: u64,
    pub kind: ObjectKind,
    pub state: ObjectState,
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

    /// The undefined bits of the byte at `offset`.
    pub fn undefined_bits(&self, offset: u64) -> u8 {
        if self.init.covers(offset, 1) {
            return 0;
        }
        self.partial.as_ref().and_then(|p| p.get(&offset).copied()).unwrap_or(u8::MAX)
    }

    /// Says which bits of the byte at `offset` are undefined; not none.
    pub fn set_undefined_bits(&mut self, offset: u64, bits: u8) {
        self.init.clear(offset, 1, self.size);
        if bits != u8::MAX {
            Rc::make_mut(self.partial.get_or_insert_default()).insert(offset, bits);
        } else if let Some(partial) = &mut self.partial {
            Rc::make_mut(partial).remove(&offset);
        }
    }

    /// An entry that no object uses; all entries of this kind share `empty`.
    pub fn unused(empty: &Rc<[u8]>) -> Self {
        Self {
            base: 0,
            bytes: Rc::clone(empty),
            init: Init::All,
            partial: None,
            size: 0,
            kind: ObjectKind::None,
            state: ObjectState::Unused,
            writable: false,
            made_at: Loc::UNKNOWN,
            ended_at: Loc::UNKNOWN,
        }
    }
}
