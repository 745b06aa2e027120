//! The store of all objects, and the checked accesses to them.
//!
//! Objects live in chunks of 64 table entries; a clone of the memory (a fork) shares all chunks
//! and all contents, and the first write to a shared chunk or object copies it. States stay on
//! one thread, so sharing is by `Rc`.
//!
//! The laws: [`Memory::load`] and [`Memory::store`] succeed only for a live, in-bounds, fully
//! initialised (writable) word and otherwise change nothing; the caller then takes the checked
//! way, [`Memory::check`], whose [`Span`] is the proof that all other accesses demand. A dead
//! object's number is not reused until many other objects have died, so that a dangling pointer
//! is recognised; when it is reused its base differs.

use crate::address::{MAX_OBJECT_SIZE, Object, Placement, number};
use crate::fault::{Access, Fault, FaultKind, FreeFault};
use crate::init::Init;
use crate::object::{Bound, ByteKind, ObjectInfo, ObjectKind, ObjectState, Slot, Special, View};
use pathweave_ir::{Entity, Func, Global, Loc};
use pathweave_term::Term;
use std::collections::VecDeque;
use std::rc::Rc;

pub(crate) const CHUNK: usize = 64;
/// Ended stack objects wait this long before their number is used again.
const STACK_QUARANTINE: usize = 1024;
/// Freed heap blocks are recycled only when the table is larger than this.
const HEAP_QUARANTINE: usize = 1 << 20;

pub(crate) type Chunk = [Slot; CHUNK];

/// What a new object contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contents {
    /// No values yet.
    Undefined,
    /// Zeros.
    Zero,
}

/// An access that was checked: `len` bytes at `offset` of a live object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    object: Object,
    offset: u64,
    len: u64,
}

impl Span {
    /// The object.
    pub fn object(self) -> Object {
        self.object
    }

    /// The first byte in it.
    pub fn offset(self) -> u64 {
        self.offset
    }

    fn range(self) -> std::ops::Range<usize> {
        self.offset as usize..(self.offset + self.len) as usize
    }
}

/// All objects of one state.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(crate) chunks: Vec<Rc<Chunk>>,
    /// Numbers handed out so far.
    pub(crate) count: usize,
    pub(crate) placement: Placement,
    pub(crate) ended_stack: VecDeque<Object>,
    /// Where the search for recyclable heap numbers goes on.
    pub(crate) recycle_from: usize,
    pub(crate) empty: Rc<[u8]>,
    /// Objects that the program placed itself: first address and object.
    pub(crate) fixed: Vec<(u64, Object)>,
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl Memory {
    /// A memory without objects, but for the null page.
    pub fn new() -> Self {
        let mut memory = Self {
            chunks: Vec::new(),
            count: 0,
            placement: Placement::new(),
            ended_stack: VecDeque::new(),
            recycle_from: 1,
            empty: Rc::from([]),
            fixed: Vec::new(),
        };
        memory.next_number();
        memory
    }

    /// How many table entries there are.
    pub fn table_len(&self) -> usize {
        self.count
    }

    pub(crate) fn next_number(&mut self) -> Object {
        if self.count == self.chunks.len() * CHUNK {
            let slot = Slot::unused(&self.empty);
            self.chunks.push(Rc::new(std::array::from_fn(|_| slot.clone())));
        }
        self.count += 1;
        Object::from_index(self.count - 1)
    }

    #[inline]
    fn slot(&self, address: u64) -> Option<&Slot> {
        let number = number(address);
        self.chunks.get(number / CHUNK).map(|chunk| &chunk[number % CHUNK])
    }

    pub(crate) fn slot_of(&self, object: Object) -> &Slot {
        &self.chunks[object.index() / CHUNK][object.index() % CHUNK]
    }

    pub(crate) fn slot_mut(&mut self, object: Object) -> &mut Slot {
        &mut Rc::make_mut(&mut self.chunks[object.index() / CHUNK])[object.index() % CHUNK]
    }

    /// Makes an object. `None` when it is larger than any object may be.
    pub fn allocate(
        &mut self,
        size: u64,
        align: u64,
        kind: ObjectKind,
        contents: Contents,
        loc: Loc,
    ) -> Option<Object> {
        if size > MAX_OBJECT_SIZE {
            return None;
        }
        let object = self.choose_number(kind);
        let base = self.placement.place(object.index() as u32, size, align);
        let code = matches!(kind, ObjectKind::Code(_));
        let bytes: Rc<[u8]> = if code || size == 0 {
            Rc::clone(&self.empty)
        } else {
            std::iter::repeat_n(0, size as usize).collect()
        };
        let init = match contents {
            Contents::Undefined => Init::none(size),
            Contents::Zero => Init::All,
        };
        *self.slot_mut(object) = Slot {
            base,
            bytes,
            init,
            special: None,
            array: None,
            size,
            bound: None,
            kind,
            state: ObjectState::Live,
            view: View::Whole,
            writable: !code && !matches!(kind, ObjectKind::Constant(_)),
            made_at: loc,
            ended_at: Loc::UNKNOWN,
        };
        Some(object)
    }

    fn choose_number(&mut self, kind: ObjectKind) -> Object {
        if matches!(kind, ObjectKind::Stack(_))
            && self.ended_stack.len() > STACK_QUARANTINE
            && let Some(object) = self.ended_stack.pop_front()
        {
            return object;
        }
        if kind == ObjectKind::Heap
            && self.count > HEAP_QUARANTINE
            && let Some(object) = self.recycle_heap()
        {
            return object;
        }
        self.next_number()
    }

    /// A freed heap block's number, searched round-robin a little at a time.
    fn recycle_heap(&mut self) -> Option<Object> {
        for _ in 0..8 {
            self.recycle_from =
                if self.recycle_from + 1 < self.count { self.recycle_from + 1 } else { 1 };
            let object = Object::from_index(self.recycle_from);
            if self.slot_of(object).state == ObjectState::Freed {
                return Some(object);
            }
        }
        None
    }

    /// From now on the object is a constant: writing it is a fault.
    pub fn make_constant(&mut self, object: Object, global: Global) {
        let slot = self.slot_mut(object);
        slot.kind = ObjectKind::Constant(global);
        slot.writable = false;
    }

    /// The address of an object's first byte.
    pub fn base(&self, object: Object) -> u64 {
        self.slot_of(object).base
    }

    /// What reports say about an object.
    pub fn info(&self, object: Object) -> ObjectInfo {
        self.slot_of(object).info()
    }

    /// The object an address belongs to, dead or alive, and the offset into it.
    pub fn find(&self, address: u64) -> Option<(Object, i64, ObjectInfo)> {
        let slot = self.slot(address)?;
        if slot.state == ObjectState::Unused {
            return None;
        }
        let offset = address.wrapping_sub(slot.base) as i64;
        Some((Object::from_index(number(address)), offset, slot.info()))
    }

    /// The function whose code starts at an address, or the place in its code.
    pub fn code_at(&self, address: u64) -> Option<(Func, u64)> {
        let slot = self.slot(address)?;
        match slot.kind {
            ObjectKind::Code(func) => Some((func, address.wrapping_sub(slot.base))),
            _ => None,
        }
    }

    /// Ends the life of a stack object; its number may be used again later.
    pub fn end_stack(&mut self, object: Object, loc: Loc) {
        self.set_scope_end(object, loc);
        self.ended_stack.push_back(object);
    }

    /// Ends the scope of a stack object, which [`begin_scope`](Self::begin_scope) may start again.
    pub fn set_scope_end(&mut self, object: Object, loc: Loc) {
        self.end(object, ObjectState::OutOfScope, loc);
    }

    /// Starts the scope of a stack object: alive, without values.
    pub fn begin_scope(&mut self, object: Object) {
        let slot = self.slot_mut(object);
        if slot.size > 0 && slot.bytes.is_empty() {
            slot.bytes = std::iter::repeat_n(0, slot.size as usize).collect();
        }
        slot.state = ObjectState::Live;
        slot.view = View::Whole;
        slot.init = Init::none(slot.size);
        slot.special = None;
        slot.array = None;
    }

    fn end(&mut self, object: Object, state: ObjectState, loc: Loc) {
        let empty = Rc::clone(&self.empty);
        let slot = self.slot_mut(object);
        slot.bytes = empty;
        slot.init = Init::All;
        slot.special = None;
        slot.array = None;
        slot.view = View::Whole;
        slot.state = state;
        slot.ended_at = loc;
    }

    /// Frees the heap block that starts at `address`.
    pub fn free(&mut self, address: u64, loc: Loc) -> Result<(), FreeFault> {
        let object = self.heap_block(address)?;
        self.end(object, ObjectState::Freed, loc);
        Ok(())
    }

    /// The live heap block that starts at `address`.
    pub fn heap_block(&self, address: u64) -> Result<Object, FreeFault> {
        let Some((object, offset, info)) = self.find(address) else {
            return Err(FreeFault::Invalid(None));
        };
        match (info.kind, info.state, offset) {
            (ObjectKind::Heap | ObjectKind::Input, ObjectState::Live, 0) => Ok(object),
            (ObjectKind::Heap | ObjectKind::Input, ObjectState::Freed, 0) => {
                Err(FreeFault::DoubleFree(info))
            }
            _ => Err(FreeFault::Invalid(Some((offset, info)))),
        }
    }

    /// The word of `N` bytes at `address`, if all of it is there and holds a value.
    #[inline]
    pub fn load<const N: usize>(&self, address: u64) -> Option<u64> {
        let slot = self.slot(address)?;
        let offset = address.wrapping_sub(slot.base) as usize;
        let bytes = slot.bytes.get(offset..offset.checked_add(N)?)?;
        if !slot.init.is_all() && !slot.init.covers(offset as u64, N as u64) {
            return None;
        }
        let mut word = [0; 8];
        word[..N].copy_from_slice(bytes);
        Some(u64::from_le_bytes(word))
    }

    /// Stores the low `N` bytes of `word`; false when that is not possible.
    #[inline]
    pub fn store<const N: usize>(&mut self, address: u64, word: u64) -> bool {
        let number = number(address);
        let Some(chunk) = self.chunks.get_mut(number / CHUNK) else { return false };
        let slot = &mut Rc::make_mut(chunk)[number % CHUNK];
        let offset = address.wrapping_sub(slot.base) as usize;
        let Some(end) = offset.checked_add(N) else { return false };
        if end > slot.bytes.len() || !slot.writable {
            return false;
        }
        if !slot.init.is_all() {
            slot.init.set(offset as u64, N as u64, slot.size);
        }
        own(&mut slot.bytes)[offset..end].copy_from_slice(&word.to_le_bytes()[..N]);
        true
    }

    /// Checks an access; an empty one needs no object.
    pub fn check(&self, address: u64, len: u64, access: Access) -> Result<Span, Fault> {
        let fault = |kind, object| Fault { kind, access, address, len, object };
        if len == 0 {
            return Ok(Span { object: Object::from_index(0), offset: 0, len: 0 });
        }
        let near_null = number(address) == 0 || address > u64::MAX - (1 << 20);
        if near_null {
            if let Some(placed) = self.placed(address) {
                return self.check(placed, len, access);
            }
            return Err(fault(FaultKind::Null, None));
        }
        let Some(found) = self.find(address) else { return Err(fault(FaultKind::Wild, None)) };
        let (object, offset, info) = found;
        let slot = self.slot_of(object);
        let kind = match info.state {
            _ if self.slot_of(object).view == View::Hidden => FaultKind::Hidden,
            ObjectState::Freed | ObjectState::OutOfScope => FaultKind::UseAfterFree,
            _ if matches!(info.kind, ObjectKind::Code(_)) => FaultKind::Code,
            _ if offset < 0 || (offset as u64).saturating_add(len) > slot.known_size() => {
                FaultKind::OutOfBounds
            }
            _ if access == Access::Write && !slot.writable && slot.bound.is_none() => {
                FaultKind::ReadOnly
            }
            _ => return Ok(Span { object, offset: offset as u64, len }),
        };
        Err(fault(kind, Some(found)))
    }

    /// All bytes that an object may have, known to be inside or not.
    pub fn whole(&self, object: Object) -> Span {
        Span { object, offset: 0, len: self.slot_of(object).bytes.len() as u64 }
    }

    /// The size of an object as a term, if it is one.
    pub fn bound(&self, object: Object) -> Option<Bound> {
        self.slot_of(object).bound.as_deref().copied()
    }

    /// Says that the size of a new object is a term, at most the size it was made with. The object
    /// must hold no plain values: those would count as being inside.
    pub fn set_bound(&mut self, object: Object, size: Term) {
        let slot = self.slot_mut(object);
        debug_assert!(slot.init == Init::none(slot.size));
        slot.bound = Some(Rc::new(Bound { size, known: 0 }));
        slot.writable = false;
    }

    /// Says that the first `known` bytes of an object are inside.
    pub fn raise_known(&mut self, object: Object, known: u64) {
        let slot = self.slot_mut(object);
        let capacity = slot.size;
        if let Some(bound) = &mut slot.bound {
            let bound = Rc::make_mut(bound);
            bound.known = bound.known.max(known.min(capacity));
        }
    }

    /// Places an object at an address of the program's own choice, which no other object has.
    pub fn place_fixed(&mut self, address: u64, object: Object) {
        self.fixed.push((address, object));
    }

    /// Where the object is that the program placed at an address.
    pub fn placed(&self, address: u64) -> Option<u64> {
        let (start, object) = self.fixed.iter().copied().find(|&(start, object)| {
            address >= start && address - start < self.slot_of(object).size
        })?;
        Some(self.base(object) + (address - start))
    }

    /// The bytes of a checked access; those without a value read as zero.
    pub fn bytes(&self, span: Span) -> &[u8] {
        if span.len == 0 { &[] } else { &self.slot_of(span.object).bytes[span.range()] }
    }

    /// Whether every byte of a checked access holds a value.
    pub fn is_defined(&self, span: Span) -> bool {
        span.len == 0 || self.slot_of(span.object).init.covers(span.offset, span.len)
    }

    /// What byte `at` of a checked access is.
    pub fn byte(&self, span: Span, at: u64) -> ByteKind {
        debug_assert!(at < span.len);
        self.slot_of(span.object).byte(span.offset + at)
    }

    /// All contents of an object as an array, but for the bytes that hold a plain value or are
    /// said to be something else.
    pub fn array(&self, object: Object) -> Option<Term> {
        self.slot_of(object).array
    }

    /// From now on the contents of an object are those of an array.
    pub fn set_array(&mut self, object: Object, array: Term) {
        let slot = self.slot_mut(object);
        slot.init = Init::none(slot.size);
        slot.special = None;
        slot.array = Some(array);
    }

    /// Writes the bytes of a checked access; all of them hold a value afterwards.
    pub fn write(&mut self, span: Span, bytes: &[u8]) {
        debug_assert_eq!(bytes.len() as u64, span.len);
        if span.len == 0 {
            return;
        }
        let slot = self.slot_mut(span.object);
        slot.init.set(span.offset, span.len, slot.size);
        own(&mut slot.bytes)[span.range()].copy_from_slice(bytes);
    }

    /// Says that these bits of byte `at` of a checked access are undefined.
    pub fn undefine(&mut self, span: Span, at: u64, bits: u8) {
        if bits != 0 {
            self.set_special(span, at, Special::Undefined(bits));
        }
    }

    /// Says what byte `at` of a checked access is, which holds no plain value from now on.
    pub fn set_special(&mut self, span: Span, at: u64, special: Special) {
        debug_assert!(at < span.len);
        self.slot_mut(span.object).set_special(span.offset + at, special);
    }

    /// Makes the first bytes of a checked access terms of eight bits.
    pub fn set_terms(&mut self, span: Span, terms: &[Term]) {
        debug_assert!(terms.len() as u64 <= span.len);
        self.slot_mut(span.object).set_terms(span.offset, terms);
    }

    /// What the bytes of a checked access are, in order.
    pub fn kinds(&self, span: Span) -> impl Iterator<Item = ByteKind> {
        self.slot_of(span.object).kinds(span.offset, span.len)
    }

    /// Sets all bytes of a checked access.
    pub fn fill(&mut self, span: Span, byte: u8) {
        if span.len == 0 {
            return;
        }
        let slot = self.slot_mut(span.object);
        slot.init.set(span.offset, span.len, slot.size);
        own(&mut slot.bytes)[span.range()].fill(byte);
    }

    /// Copies between two checked accesses of one length, which may overlap. Bytes that are
    /// elements of the source's array must be given their own terms first.
    pub fn copy(&mut self, to: Span, from: Span) {
        debug_assert_eq!(to.len, from.len);
        if to.len == 0 {
            return;
        }
        let source = self.slot_of(from.object);
        // What is no plain value travels byte by byte; without an entry it is undefined, or an
        // element of an array that the target may not have.
        let plain = source.init.covers(from.offset, from.len);
        let entries: Vec<(u64, Special)> = match (plain, &source.special, source.array) {
            (true, ..) => Vec::new(),
            (_, Some(special), _) => special
                .range(from.offset..from.offset + from.len)
                .filter(|(at, _)| !source.init.covers(**at, 1))
                .map(|(at, special)| (at - from.offset, *special))
                .collect(),
            _ => Vec::new(),
        };
        self.copy_bytes(to, from);
        let slot = self.slot_mut(to.object);
        if let Some(old) = &mut slot.special {
            let old = Rc::make_mut(old);
            old.retain(|at, _| *at < to.offset || *at >= to.offset + to.len);
        }
        if slot.array.is_some() && !plain {
            for at in (to.offset..to.offset + to.len)
                .filter(|&at| !slot.init.covers(at, 1))
                .collect::<Vec<_>>()
            {
                slot.set_special(at, Special::Undefined(u8::MAX));
            }
        }
        for (at, special) in entries {
            slot.set_special(to.offset + at, special);
        }
    }

    /// Copies bytes and which of them hold a value.
    fn copy_bytes(&mut self, to: Span, from: Span) {
        if to.object == from.object {
            let slot = self.slot_mut(to.object);
            own(&mut slot.bytes).copy_within(from.range(), to.offset as usize);
            if !slot.init.is_all() {
                let source = slot.init.clone();
                slot.init.copy(to.offset, &source, from.offset, to.len, slot.size);
            }
            return;
        }
        let source = self.slot_of(from.object);
        let (bytes, init) = (Rc::clone(&source.bytes), source.init.clone());
        let slot = self.slot_mut(to.object);
        own(&mut slot.bytes)[to.range()].copy_from_slice(&bytes[from.range()]);
        if !slot.init.is_all() || !init.is_all() {
            slot.init.copy(to.offset, &init, from.offset, to.len, slot.size);
        }
    }
}

/// The bytes for writing, copied first when another state shares them.
#[inline]
fn own(bytes: &mut Rc<[u8]>) -> &mut [u8] {
    if Rc::get_mut(bytes).is_none() {
        *bytes = Rc::from(&bytes[..]);
    }
    Rc::get_mut(bytes).expect("just made unique")
}

#[cfg(test)]
mod tests;
