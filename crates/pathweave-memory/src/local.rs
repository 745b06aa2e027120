//! The memory of a function that is executed alone: what its callers own is not known before it is
//! looked at.
//!
//! Globals are there, their contents missing. Of every other object of the caller nothing is known
//! ([`View::Hidden`]) until it is revealed as what it is in a certain caller. Objects that the
//! function makes itself get numbers from a range of their own: a number of a caller's object
//! never means one of them. The easy mistake is to hand a function an address of a number at or
//! above [`Memory::table_len`] of its first view.

use crate::address::{Object, Placement, number};
use crate::init::Init;
use crate::memory::{CHUNK, Chunk, Memory};
use crate::object::{ByteKind, ObjectKind, ObjectState, Slot, Special, View};
use pathweave_ir::Entity;
use std::rc::Rc;

/// Numbers that are left free for the objects of callers, for each call that they may be nested in.
const SPARE: usize = 4096;

impl Memory {
    /// The view of this memory that a function called now starts with. Calls `level` deep may
    /// lead to it, each of which may have made objects.
    pub fn local_view(&self, level: usize) -> Self {
        let mut view = self.clone();
        let state = ObjectState::Live;
        let hidden = Slot { view: View::Hidden, state, ..Slot::unused(&self.empty) };
        let all_hidden: Rc<Chunk> = Rc::new(std::array::from_fn(|_| hidden.clone()));
        for chunk in &mut view.chunks {
            if chunk.iter().all(|slot| !is_global(slot.kind)) {
                *chunk = Rc::clone(&all_hidden);
                continue;
            }
            for slot in Rc::make_mut(chunk) {
                match slot.kind {
                    ObjectKind::Global(_) => hide_contents(slot),
                    ObjectKind::Constant(_) | ObjectKind::Code(_) => {}
                    _ => *slot = hidden.clone(),
                }
            }
        }
        // The null page stays what it is.
        let null = self.chunks[0][0].clone();
        Rc::make_mut(&mut view.chunks[0])[0] = null;
        let globals =
            view.chunks.iter().rposition(|chunk| chunk.iter().any(|slot| is_global(slot.kind)));
        let chunks = globals.unwrap_or(0) + 1 + (level + 1) * SPARE / CHUNK;
        let chunks = chunks.max(self.count.div_ceil(CHUNK) + 1);
        view.chunks.resize(chunks, all_hidden);
        view.count = chunks * CHUNK;
        view.ended_stack.clear();
        // What the function makes has the same addresses whoever calls it.
        view.placement = Placement::new();
        view.recycle_from = 1;
        view
    }

    /// Whether nothing is known of the object an address belongs to.
    pub fn is_hidden(&self, address: u64) -> bool {
        self.chunks
            .get(number(address) / CHUNK)
            .is_some_and(|chunk| chunk[number(address) % CHUNK].view == View::Hidden)
    }

    /// What is known of an object.
    pub fn view(&self, object: Object) -> View {
        match object.index() < self.count {
            true => self.slot_of(object).view,
            false => View::Whole,
        }
    }

    /// The first byte of a range of an object that is missing.
    pub fn missing_in(&self, object: Object, offset: u64, len: u64) -> Option<u64> {
        let slot = self.slot_of(object);
        if slot.view == View::Whole || slot.init.covers(offset, len) {
            return None;
        }
        (offset..offset + len).find(|&at| slot.byte(at) == ByteKind::Missing)
    }

    /// Makes a hidden object what it is in a caller's memory, its contents missing.
    pub fn reveal(&mut self, object: Object, caller: &Self) {
        let mut slot = caller.slot_of(object).clone();
        if slot.state == ObjectState::Live && slot.writable {
            slot.bytes = std::iter::repeat_n(0, slot.size as usize).collect();
            hide_contents(&mut slot);
        }
        *self.slot_mut(object) = slot;
    }

    /// Whether an object is the same in another memory, as far as the program can tell without
    /// reading it.
    pub fn is_same_object(&self, object: Object, other: &Self) -> bool {
        if object.index() >= other.count {
            return false;
        }
        let (a, b) = (self.slot_of(object), other.slot_of(object));
        // What is known to be inside was not asked again.
        let is_as_large = match (&a.bound, &b.bound) {
            (None, None) => true,
            (Some(a), Some(b)) => a.size == b.size && a.known <= b.known,
            _ => false,
        };
        is_as_large
            && (a.base, a.size, a.kind, a.state, a.writable)
                == (b.base, b.size, b.kind, b.state, b.writable)
    }

    /// Gives a missing byte a plain value.
    pub fn set_missing_plain(&mut self, object: Object, offset: u64, byte: u8) {
        self.store::<1>(self.base(object) + offset, u64::from(byte));
    }

    /// Whether nothing in an object is symbolic or missing.
    pub fn is_concrete(&self, object: Object) -> bool {
        self.slot_of(object).is_concrete()
    }

    /// Whether that is so for all globals.
    pub fn globals_are_concrete(&self) -> bool {
        let slots = self.chunks.iter().flat_map(|chunk| chunk.iter());
        slots.filter(|slot| is_global(slot.kind)).all(Slot::is_concrete)
    }

    /// Whether an object is known, lives, and has a byte at an offset.
    pub fn has_byte(&self, object: Object, offset: u64) -> bool {
        object.index_in(self)
            && self.slot_of(object).view != View::Hidden
            && self.slot_of(object).state == ObjectState::Live
            && (offset as usize) < self.slot_of(object).bytes.len()
    }

    /// What a byte of a live object is, and its number if it is a plain one.
    pub fn byte_at(&self, object: Object, offset: u64) -> (ByteKind, u8) {
        let slot = self.slot_of(object);
        let number = slot.bytes.get(offset as usize).copied();
        match number {
            Some(number) => (slot.byte(offset), number),
            None => (ByteKind::Missing, 0),
        }
    }

    /// Says what a missing byte is.
    pub fn set_missing(&mut self, object: Object, offset: u64, special: Special) {
        self.slot_mut(object).set_special(offset, special);
    }

    /// Objects of another memory below `count` whose slots differ from this memory's: what was
    /// written, made or ended since this memory was the other's start.
    pub fn changed_objects(&self, since: &Self) -> Vec<Object> {
        let mut changed = Vec::new();
        for (at, chunk) in since.chunks.iter().enumerate() {
            if self.chunks.get(at).is_some_and(|own| Rc::ptr_eq(own, chunk)) {
                continue;
            }
            for (k, old) in chunk.iter().enumerate() {
                let number = at * CHUNK + k;
                let new = &self.chunks[at][k];
                let same = Rc::ptr_eq(&new.bytes, &old.bytes)
                    && new.init == old.init
                    && new.array == old.array
                    && new.special == old.special
                    && new.view == old.view
                    && new.state == old.state;
                if number < since.count && !same {
                    changed.push(Object::from_index(number));
                }
            }
        }
        changed
    }
}

impl Object {
    /// Whether the object's number is one of a memory's table.
    pub fn index_in(self, memory: &Memory) -> bool {
        self.index() < memory.count
    }
}

fn is_global(kind: ObjectKind) -> bool {
    matches!(kind, ObjectKind::Global(_) | ObjectKind::Constant(_) | ObjectKind::Code(_))
}

fn hide_contents(slot: &mut Slot) {
    slot.init = Init::none(slot.size);
    slot.special = None;
    slot.array = None;
    slot.view = View::Outer;
}
