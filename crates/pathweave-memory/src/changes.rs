//! What a memory has that another one has not, as plain data: it can be written down and put on top
//! of the other memory again, in another process too.
//!
//! Two notions of *changed* are needed and easily mixed up. [`Memory::changes_since`] goes by sharing:
//! an object that was written counts even if it holds what it held, because
//! [`Memory::changed_objects`] would say so; applied to the other memory, it gives a memory that
//! shares just as much. [`Memory::differences_from`] goes by contents, for whoever compares.

use crate::address::{MAX_OBJECT_SIZE, Object};
use crate::init::Init;
use crate::memory::{CHUNK, Memory};
use crate::object::{Bound, ObjectKind, ObjectState, Slot, Special, View};
use pathweave_ir::{Entity, Loc};
use std::rc::Rc;

/// All of one object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectImage {
    /// Its number.
    pub object: Object,
    /// The address of its first byte.
    pub base: u64,
    /// Its bytes; none when it is dead or code.
    pub bytes: Rc<[u8]>,
    /// A bit for each byte: whether it holds a plain value.
    pub held: Vec<u64>,
    /// What is known of other bytes.
    pub special: Vec<(u64, Special)>,
    /// All contents as an array.
    pub array: Option<pathweave_term::Term>,
    /// Its size.
    pub size: u64,
    /// Its size as a term.
    pub bound: Option<Bound>,
    /// Where it came from.
    pub kind: ObjectKind,
    /// Whether it lives.
    pub state: ObjectState,
    /// What is known of it.
    pub view: View,
    /// Whether it can be written without a check.
    pub writable: bool,
    /// Where it was made.
    pub made_at: Loc,
    /// Where its life ended.
    pub ended_at: Loc,
}

/// What a memory has that another one has not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryChanges {
    /// Table entries.
    pub count: usize,
    /// Where the next base is placed.
    pub next_low: u64,
    /// Where the search for numbers to be used again goes on.
    pub recycle_from: usize,
    /// Ended stack objects, in the order in which their numbers are used again.
    pub ended_stack: Vec<Object>,
    /// The objects.
    pub objects: Vec<ObjectImage>,
}

impl Memory {
    /// The objects that do not share everything with another memory, which this one was made from.
    /// `None` where the program placed objects itself.
    pub fn changes_since(&self, since: &Self) -> Option<MemoryChanges> {
        self.changes(since, |new, old| Rc::ptr_eq(&new.bytes, &old.bytes))
    }

    /// The objects that are different in another memory.
    pub fn differences_from(&self, other: &Self) -> Option<MemoryChanges> {
        self.changes(other, |new, old| new.bytes == old.bytes)
    }

    fn changes(
        &self,
        since: &Self,
        has_same_bytes: impl Fn(&Slot, &Slot) -> bool,
    ) -> Option<MemoryChanges> {
        if !self.fixed.is_empty() || !since.fixed.is_empty() {
            return None;
        }
        let unused = Slot::unused(&self.empty);
        let mut objects = Vec::new();
        for (at, chunk) in self.chunks.iter().enumerate() {
            let old = since.chunks.get(at);
            if old.is_some_and(|old| Rc::ptr_eq(old, chunk)) {
                continue;
            }
            for (k, slot) in chunk.iter().enumerate() {
                let before = old.map_or(&unused, |old| &old[k]);
                if !(is_described_alike(slot, before) && has_same_bytes(slot, before)) {
                    objects.push(image_of(Object::from_index(at * CHUNK + k), slot));
                }
            }
        }
        Some(MemoryChanges {
            count: self.count,
            next_low: self.placement.next_low(),
            recycle_from: self.recycle_from,
            ended_stack: self.ended_stack.iter().copied().collect(),
            objects,
        })
    }

    /// This memory with changes on top. `None` when they do not fit.
    pub fn with_changes(&self, changes: &MemoryChanges) -> Option<Self> {
        let mut memory = self.clone();
        let most = memory.chunks.len() * CHUNK + (1 << 20);
        if changes.count < memory.count || changes.count > most {
            return None;
        }
        while memory.count < changes.count {
            memory.next_number();
        }
        for image in &changes.objects {
            if image.object.index() >= memory.chunks.len() * CHUNK {
                return None;
            }
            *memory.slot_mut(image.object) = slot_of(image)?;
        }
        memory.placement.set_next_low(changes.next_low);
        memory.recycle_from = changes.recycle_from;
        memory.ended_stack = changes.ended_stack.iter().copied().collect();
        Some(memory)
    }
}

/// Whether two entries are the same but for their bytes.
fn is_described_alike(one: &Slot, two: &Slot) -> bool {
    one.base == two.base
        && one.init == two.init
        && one.special == two.special
        && one.array == two.array
        && one.size == two.size
        && one.bound == two.bound
        && one.kind == two.kind
        && one.state == two.state
        && one.view == two.view
        && one.writable == two.writable
        && one.made_at == two.made_at
        && one.ended_at == two.ended_at
}

fn image_of(object: Object, slot: &Slot) -> ObjectImage {
    let len = slot.bytes.len() as u64;
    let held = (0..len.div_ceil(64)).map(|k| slot.init.bits(64 * k, (len - 64 * k).min(64)));
    let special = slot.special.iter().flat_map(|known| known.iter());
    ObjectImage {
        object,
        base: slot.base,
        bytes: Rc::clone(&slot.bytes),
        held: held.collect(),
        special: special.map(|(at, special)| (*at, *special)).collect(),
        array: slot.array,
        size: slot.size,
        bound: slot.bound.as_deref().copied(),
        kind: slot.kind,
        state: slot.state,
        view: slot.view,
        writable: slot.writable,
        made_at: slot.made_at,
        ended_at: slot.ended_at,
    }
}

fn slot_of(image: &ObjectImage) -> Option<Slot> {
    let len = image.bytes.len() as u64;
    let fits = image.size <= MAX_OBJECT_SIZE
        && (len == 0 || len == image.size)
        && image.held.len() as u64 == len.div_ceil(64)
        && image.special.iter().all(|(at, _)| *at < image.size);
    if !fits {
        return None;
    }
    let mut init = if len == 0 { Init::All } else { Init::none(len) };
    for at in (0..len).filter(|at| image.held[(at / 64) as usize] >> (at % 64) & 1 == 1) {
        init.set(at, 1, len);
    }
    let special = image.special.iter().copied().collect();
    Some(Slot {
        base: image.base,
        bytes: Rc::clone(&image.bytes),
        init,
        special: (!image.special.is_empty()).then(|| Rc::new(special)),
        array: image.array,
        size: image.size,
        bound: image.bound.map(Rc::new),
        kind: image.kind,
        state: image.state,
        view: image.view,
        writable: image.writable,
        made_at: image.made_at,
        ended_at: image.ended_at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Contents;

    #[test]
    fn changes_give_the_memory_again() {
        let mut before = Memory::new();
        let kind = ObjectKind::Heap;
        let make = |memory: &mut Memory, size| {
            memory.allocate(size, 8, kind, Contents::Undefined, Loc::UNKNOWN).expect("small")
        };
        let [kept, written] = [24, 100].map(|size| make(&mut before, size));
        before.store::<8>(before.base(written), 7);
        let mut after = before.clone();
        after.store::<8>(after.base(written), 7);
        after.set_missing(written, 90, Special::Undefined(3));
        let made = make(&mut after, 5);
        after.store::<4>(after.base(made), 0xABCD);
        let changes = after.changes_since(&before).expect("nothing is fixed");
        let numbers: Vec<Object> = changes.objects.iter().map(|image| image.object).collect();
        assert_eq!(numbers, [written, made]);
        let again = before.with_changes(&changes).expect("they fit");
        assert_eq!(again.differences_from(&after).map(|same| same.objects.len()), Some(0));
        assert_eq!(again.changed_objects(&before), after.changed_objects(&before));
        assert!(!again.changed_objects(&before).contains(&kept));
        let mut wrong = changes.clone();
        wrong.objects[0].held.clear();
        assert!(before.with_changes(&wrong).is_none());
    }
}
