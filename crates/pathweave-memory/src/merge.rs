//! Two memories as one, for whoever makes one state of two: which objects can be the same, and what is
//! taken over. Contents that differ are the business of the caller, who knows terms.
//!
//! The memories are forks of one. An object that only one of them has made is adopted: the other one
//! knows no pointer to it. Objects that both have made since under the same number count as one if
//! nothing tells them apart but their contents: a fresh object has no other identity.

use crate::address::Object;
use crate::memory::{CHUNK, Memory};
use crate::object::{ObjectState, Slot};
use pathweave_ir::Entity;
use std::collections::HashSet;

/// What becomes of an object that differs in two memories.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// It stays as it is in the first.
    Kept,
    /// It is taken over from the second.
    Adopted,
    /// It lives in both: its contents have to be merged.
    Contents,
    /// It is in scope in one only, the first (true) or the second.
    Scope(bool),
    /// There is no object that is both.
    Never,
}

impl Memory {
    fn used_slot(&self, object: Object) -> Option<&Slot> {
        let chunk = self.chunks.get(object.index() / CHUNK)?;
        Some(&chunk[object.index() % CHUNK]).filter(|slot| slot.state != ObjectState::Unused)
    }

    /// What becomes of an object that is not the same in this memory and another.
    pub fn meeting(&self, other: &Self, object: Object) -> Meeting {
        let (one, two) = match (self.used_slot(object), other.used_slot(object)) {
            (_, None) => return Meeting::Kept,
            (None, Some(_)) => return Meeting::Adopted,
            (Some(one), Some(two)) => (one, two),
        };
        let is_dead = |slot: &Slot| slot.state != ObjectState::Live;
        if is_dead(one) && is_dead(two) {
            return Meeting::Kept;
        }
        let is_alike = one.base == two.base
            && one.size == two.size
            && one.bound == two.bound
            && one.kind == two.kind
            && one.view == two.view;
        match (is_alike, one.state, two.state) {
            (true, ObjectState::Live, ObjectState::Live) if one.writable == two.writable => {
                Meeting::Contents
            }
            (true, ObjectState::Live, ObjectState::OutOfScope) => Meeting::Scope(true),
            (true, ObjectState::OutOfScope, ObjectState::Live) => Meeting::Scope(false),
            _ => Meeting::Never,
        }
    }

    /// Takes an object over from another memory, as it is there.
    pub fn adopt(&mut self, other: &Self, object: Object) {
        while self.count <= object.index() {
            self.next_number();
        }
        *self.slot_mut(object) = other.slot_of(object).clone();
    }

    /// Whether the program has placed the same objects itself in another memory.
    pub fn has_same_fixed(&self, other: &Self) -> bool {
        self.fixed == other.fixed
    }

    /// New objects get numbers and places that are free in both memories.
    pub fn go_on_after(&mut self, other: &Self) {
        while self.count < other.count {
            self.next_number();
        }
        let low = self.placement.next_low().max(other.placement.next_low());
        self.placement.set_next_low(low);
        self.recycle_from = self.recycle_from.max(other.recycle_from);
        // A number that ended in one memory only waits on: it may be in use in the other.
        if self.ended_stack != other.ended_stack {
            let ended: HashSet<Object> = other.ended_stack.iter().copied().collect();
            self.ended_stack.retain(|object| ended.contains(object));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Contents;
    use crate::object::ObjectKind;
    use pathweave_ir::Loc;

    fn make(memory: &mut Memory, size: u64) -> Object {
        let (kind, loc) = (ObjectKind::Heap, Loc::UNKNOWN);
        memory.allocate(size, 8, kind, Contents::Zero, loc).expect("it is small")
    }

    #[test]
    fn objects_of_two_forks_meet() {
        let mut one = Memory::new();
        let shared = make(&mut one, 8);
        let mut two = one.clone();
        assert!(two.store::<4>(two.base(shared), 7));
        assert_eq!(one.meeting(&two, shared), Meeting::Contents);
        let only_two = make(&mut two, 24);
        assert_eq!(one.meeting(&two, only_two), Meeting::Adopted);
        assert_eq!(two.meeting(&one, only_two), Meeting::Kept);
        one.adopt(&two, only_two);
        one.go_on_after(&two);
        assert_eq!(one.info(only_two).size, 24);
        let fresh = make(&mut one, 8);
        assert!(one.base(fresh) as u32 > one.base(only_two) as u32);
        let unlike = make(&mut two, 100);
        assert_eq!((unlike, one.meeting(&two, unlike)), (fresh, Meeting::Never));
        two.free(two.base(shared), Loc::UNKNOWN).expect("it lives");
        assert_eq!(one.meeting(&two, shared), Meeting::Never);
    }
}
