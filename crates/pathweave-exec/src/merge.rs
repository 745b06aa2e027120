//! One state of two that are at the same place: what differs becomes a choice by the conditions of
//! their paths.
//!
//! Both states go on from one, so their path conditions begin alike, and no input satisfies both. The
//! merged condition is what they have in common and that one of the rests holds; whatever differs
//! is `ite(which, one, two)`. Where they parted by a decision and its negation, that decision says which.
//!
//! States that differ in more than values are left alone: other calls in progress, objects of one
//! number that are not alike, other inputs asked for. The laws: a merged state does what each of
//! the two would do under its condition, and an object whose scope has ended in one of them is in scope
//! if that is asked for (`is_lax`): then it goes on where one of them would fail.

use crate::hook::CallHook;
use crate::machine::Machine;
use crate::operators::{fit, or};
use crate::state::{Shadow, State, window};
use pathweave_ir::Entity;
use pathweave_memory::{ByteKind, Meeting, Memory, Object, Special};
use pathweave_term::{Term, TermStore};

/// Objects with more bytes are not merged.
const LARGEST: u64 = 1 << 14;
/// Nor are states that differ in more objects.
const MOST_OBJECTS: usize = 256;

/// What two path conditions have in common, and what tells them apart.
struct Parting {
    common: usize,
    /// Holds in the first, and not in the second.
    which: Term,
    /// Holds in both.
    either: Term,
}

impl Parting {
    fn new(terms: &mut TermStore, one: &[Term], two: &[Term]) -> Option<Self> {
        let common = one.iter().zip(two).take_while(|(a, b)| a == b).count();
        let (first, second) = (*one.get(common)?, *two.get(common)?);
        if terms.not(first) == second {
            let left = terms.and_all(one[common + 1..].iter().copied());
            let right = terms.and_all(two[common + 1..].iter().copied());
            let either = terms.ite(first, left, right);
            return Some(Self { common, which: first, either });
        }
        let left = terms.and_all(one[common..].iter().copied());
        let right = terms.and_all(two[common..].iter().copied());
        let either = or(terms, left, right);
        Some(Self { common, which: left, either })
    }
}

impl<'p, H: CallHook> Machine<'p, H> {
    /// Makes the machine's state both what it is and what another one is. Says whether that was
    /// possible; if not, nothing has changed.
    pub fn merge(&mut self, other: &State<'p>, is_lax: bool) -> bool {
        if !is_at_same_place(&self.state, other) {
            return false;
        }
        let objects = self.state.memory.differing(&other.memory);
        let meets = |&object: &Object| {
            let memory = &self.state.memory;
            match memory.meeting(&other.memory, object) {
                Meeting::Never => false,
                Meeting::Scope(_) => is_lax,
                Meeting::Contents => memory.info(object).size <= LARGEST,
                Meeting::Kept | Meeting::Adopted => true,
            }
        };
        if objects.len() > MOST_OBJECTS || !objects.iter().all(meets) {
            return false;
        }
        let (one, two) = (&self.state.conditions, &other.conditions);
        let Some(parting) = Parting::new(&mut self.terms, one, two) else { return false };
        let is_common = |&at: &u32| (at as usize) < parting.common;
        if !self.state.concretizations.iter().all(is_common) {
            return false;
        }
        self.merge_registers(other, parting.which);
        self.merge_memory(other, &objects, parting.which);
        self.merge_doubts(&other.doubts, parting.which);
        let state = &mut self.state;
        state.conditions.truncate(parting.common);
        if self.terms.constant_bool(parting.either) != Some(true) {
            state.conditions.push(parting.either);
        }
        state.instructions = state.instructions.max(other.instructions);
        state.next_serial = state.next_serial.max(other.next_serial);
        state.poison = state.poison.or(other.poison);
        state.refused = state.refused.or(other.refused);
        if state.failing != other.failing {
            state.failing = None;
        }
        if state.returned != other.returned {
            state.returned = None;
        }
        for imprecision in &other.imprecisions {
            if !state.imprecisions.contains(imprecision) {
                state.imprecisions.push(*imprecision);
            }
        }
        true
    }

    fn merge_registers(&mut self, other: &State<'p>, which: Term) {
        for index in 0..self.state.frames.len() {
            let (own, theirs) = (self.state.frames[index], other.frames[index]);
            let (start, end) = window(&own);
            for at in start..end {
                let one = (self.state.registers[at], self.state.shadow_at(&own, at));
                let two = (other.registers[at], other.shadow_at(&theirs, at));
                let same_number = one.0 == two.0 || one.1.term.is_some();
                if one.1 == two.1 && same_number {
                    continue;
                }
                let (bits, shadow) = self.merge_words(one, two, which);
                if !shadow.is_plain() {
                    self.state.shadow_frame(index);
                }
                self.state.registers[at] = bits;
                if self.state.frames[index].shadowed {
                    self.state.shadow[at] = shadow;
                }
            }
        }
    }

    fn merge_words(
        &mut self,
        one: (u64, Shadow),
        two: (u64, Shadow),
        which: Term,
    ) -> (u64, Shadow) {
        // A term may be narrower than the value that it is; a number needs as much as it has.
        let width_of = |(bits, shadow): (u64, Shadow)| match shadow.term {
            Some(term) => self.terms.width(term),
            None => (u64::BITS - (bits | shadow.undef).leading_zeros()).max(1),
        };
        let width = width_of(one).max(width_of(two));
        let [one, two] = [one, two].map(|(bits, shadow)| match shadow.term {
            Some(term) => fit(&mut self.terms, term, width),
            None => self.partly_undefined(width, bits, shadow.undef),
        });
        let term = self.terms.ite(which, one, two);
        match self.terms.constant_u64(term) {
            Some(bits) => (bits, Shadow::PLAIN),
            None => (0, Shadow { undef: 0, term: Some(term) }),
        }
    }

    fn merge_memory(&mut self, other: &State<'p>, objects: &[Object], which: Term) {
        // Theirs stands in for the state's own while its terms are made.
        let mut theirs = other.memory.clone();
        for &object in objects {
            match self.state.memory.meeting(&other.memory, object) {
                Meeting::Adopted | Meeting::Scope(false) => {
                    self.state.memory.adopt(&other.memory, object);
                }
                Meeting::Contents => self.merge_contents(&mut theirs, object, which),
                Meeting::Kept | Meeting::Scope(true) | Meeting::Never => {}
            }
        }
        self.state.memory.go_on_after(&other.memory);
    }

    fn merge_contents(&mut self, theirs: &mut Memory, object: Object, which: Term) {
        let arrays = (self.state.memory.array(object), theirs.array(object));
        if arrays.0 != arrays.1 {
            let one = self.contents(object);
            std::mem::swap(&mut self.state.memory, theirs);
            let two = self.contents(object);
            std::mem::swap(&mut self.state.memory, theirs);
            let merged = self.terms.ite(which, one, two);
            self.state.memory.set_array(object, merged);
            return;
        }
        let span = self.state.memory.whole(object);
        let size = self.state.memory.info(object).size;
        for at in 0..size {
            let kinds = (self.state.memory.byte(span, at), theirs.byte(span, at));
            let is_number = matches!(kinds.0, ByteKind::Plain | ByteKind::Undefined(_));
            let numbers =
                [&self.state.memory, theirs].map(|memory| memory.bytes(span)[at as usize]);
            if kinds.0 == kinds.1 && (!is_number || numbers[0] == numbers[1]) {
                continue;
            }
            let one = self.byte_term(span, at);
            std::mem::swap(&mut self.state.memory, theirs);
            let two = self.byte_term(span, at);
            std::mem::swap(&mut self.state.memory, theirs);
            let merged = self.terms.ite(which, one, two);
            let base = self.state.memory.base(object);
            let constant = self.terms.constant_u64(merged);
            if !constant.is_some_and(|byte| self.state.memory.store::<1>(base + at, byte)) {
                self.state.memory.set_special(span, at, Special::Symbolic(merged));
            }
        }
    }
}

/// Whether two states differ in values at most, as far as that is seen without their memory.
fn is_at_same_place(one: &State<'_>, two: &State<'_>) -> bool {
    let frames_alike = one.frames.len() == two.frames.len()
        && one.frames.iter().zip(&two.frames).all(|(a, b)| {
            let (x, y) = (a.code.func.index(), b.code.func.index());
            (x, a.pc, a.base, a.stack_mark, a.serial) == (y, b.pc, b.base, b.stack_mark, b.serial)
        });
    let streams = [one, two].map(|state| state.stdin.as_ref().map(|stream| stream.position()));
    frames_alike
        && one.stack_objects == two.stack_objects
        && one.jump_points == two.jump_points
        && one.agenda == two.agenda
        && one.inputs == two.inputs
        && one.pointers == two.pointers
        && streams[0] == streams[1]
        && one.concretizations == two.concretizations
        && one.choices.is_none()
        && two.choices.is_none()
        && one.memory.has_same_fixed(&two.memory)
}
