//! Locations that a loop changes, and states in which they hold symbols.
//!
//! A location is a register of the loop's frame, a byte, a pointer in memory, or all contents of an
//! object. In a *generic* state each changed location holds a symbol of its own, so that one execution
//! of a path stands for all its iterations. A pointer is the base of its object and a symbol: the
//! interpreter knows an address's object by the constant in its sum. That is only right while the
//! pointer stays with its object, which is checked of every new value.

use crate::walk::GiveUp;
use pathweave_exec::state::{Shadow, State};
use pathweave_exec::{CallHook, Image, Machine};
use pathweave_ir::{Entity, Func, Type};
use pathweave_memory::{ByteKind, Memory, Object, ObjectKind, ObjectState, Special};
use pathweave_term::{Op, Sort, Term, TermStore};
use std::collections::BTreeSet;

/// Something that a loop changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Location {
    /// A register of the frame.
    Register(u32),
    /// A byte of an object.
    Byte(Object, u64),
    /// An address in memory, eight bytes.
    Pointer(Object, u64),
    /// All contents of an object.
    Contents(Object),
}

/// A changed location and its symbol.
#[derive(Clone, Copy, Debug)]
pub struct Symbol {
    /// The location.
    pub location: Location,
    /// What it holds in the generic state, apart from the base.
    pub term: Term,
    /// The object that an address belongs to, and its base.
    pub base: Option<(Object, u64)>,
}

/// Widths of the registers of a function, by register.
pub fn register_widths(image: &Image, func: Func) -> Vec<u32> {
    let (Some(code), Some(body)) = (image.code(func), &image.program.functions[func].body) else {
        return Vec::new();
    };
    let mut widths = vec![0_u32; code.frame_size as usize];
    for (value, data) in body.values.iter() {
        let first = code.registers[value.index()];
        if first == u32::MAX {
            continue;
        }
        let bits = data.ty.bits();
        for k in 0..bits.div_ceil(64) {
            if let Some(width) = widths.get_mut((first + k) as usize) {
                *width = (*width).max((bits - 64 * k).min(64));
            }
        }
    }
    widths
}

/// Whether a function computes with floating-point numbers in this register.
pub fn is_float_register(image: &Image, func: Func, reg: u32) -> bool {
    let (Some(code), Some(body)) = (image.code(func), &image.program.functions[func].body) else {
        return false;
    };
    body.values.iter().any(|(value, data)| {
        code.registers[value.index()] == reg && matches!(data.ty, Type::Float(_))
    })
}

/// The object that an address is computed from: that of the constant in a sum.
pub fn object_of(terms: &TermStore, memory: &Memory, address: Term) -> Option<(Object, u64)> {
    if terms.width(address) != 64 {
        return None;
    }
    let constant = match terms.op(address) {
        Op::BvAdd => terms.args(address).iter().find_map(|&part| terms.constant_u64(part))?,
        _ => terms.constant_u64(address)?,
    };
    let (object, offset, info) = memory.find(constant)?;
    let is_address = object.index() != 0
        && info.state == ObjectState::Live
        && !matches!(info.kind, ObjectKind::Code(_))
        && offset.unsigned_abs() <= info.size.saturating_add(1 << 20);
    is_address.then(|| (object, memory.base(object)))
}

/// Reads and writes locations of a machine's state.
pub struct Access<'m, 'p, H> {
    /// The machine.
    pub machine: &'m mut Machine<'p, H>,
    /// Widths of the registers of the innermost frame.
    pub widths: &'m [u32],
}

impl<H: CallHook> Access<'_, '_, H> {
    /// The value of a location; a fresh variable where it has none.
    pub fn read(&mut self, location: Location) -> Term {
        match location {
            Location::Register(reg) => {
                let width = self.widths.get(reg as usize).copied().unwrap_or(64).max(1);
                let shadow = self.machine.state.shadow_of(reg);
                let number = self.machine.state.register(reg);
                let terms = &mut self.machine.terms;
                match shadow.term {
                    Some(term) if terms.width(term) == width => term,
                    Some(term) if terms.width(term) < width => terms.zero_extend(term, width),
                    Some(term) => terms.extract(term, width - 1, 0),
                    None if shadow.undef == 0 => {
                        let bits = number & (u64::MAX >> (64 - width));
                        terms.bv_u64(width, bits)
                    }
                    None => terms.fresh_var("unset", Sort::BitVec(width)),
                }
            }
            Location::Byte(object, at) => self.byte(object, at),
            Location::Pointer(object, at) => {
                let mut word = self.byte(object, at);
                for k in 1..8 {
                    let byte = self.byte(object, at + k);
                    word = self.machine.terms.concat(byte, word);
                }
                word
            }
            Location::Contents(object) => self.machine.contents(object),
        }
    }

    fn byte(&mut self, object: Object, at: u64) -> Term {
        let memory = &self.machine.state.memory;
        let span = memory.whole(object);
        let terms = &mut self.machine.terms;
        match memory.byte(span, at) {
            ByteKind::Plain => terms.bv_u64(8, u64::from(memory.bytes(span)[at as usize])),
            ByteKind::Symbolic(term) => term,
            ByteKind::InArray(array) => {
                let index = terms.bv_u64(32, at);
                terms.select(array, index)
            }
            ByteKind::Undefined(_) | ByteKind::Missing => terms.fresh_var("unset", Sort::BitVec(8)),
        }
    }

    /// Gives a location a value.
    pub fn write(&mut self, location: Location, value: Term) {
        match location {
            Location::Register(reg) => {
                let state = &mut self.machine.state;
                match self.machine.terms.constant_u64(value) {
                    Some(bits) => state.set_register(reg, bits, Shadow::PLAIN),
                    None => {
                        let shadow = Shadow { undef: 0, term: Some(value) };
                        state.set_register(reg, 0, shadow);
                    }
                }
            }
            Location::Byte(object, at) => self.set_byte(object, at, value),
            Location::Pointer(object, at) => {
                for k in 0..8_u32 {
                    let byte = self.machine.terms.extract(value, 8 * k + 7, 8 * k);
                    self.set_byte(object, at + u64::from(k), byte);
                }
            }
            Location::Contents(object) => self.machine.state.memory.set_array(object, value),
        }
    }

    fn set_byte(&mut self, object: Object, at: u64, value: Term) {
        let memory = &mut self.machine.state.memory;
        match self.machine.terms.constant_u64(value) {
            Some(number) if memory.store::<1>(memory.base(object).wrapping_add(at), number) => {}
            _ => {
                let span = memory.whole(object);
                memory.set_special(span, at, Special::Symbolic(value));
            }
        }
    }

    /// A symbol for a location whose value is known on entry to the loop.
    pub fn symbol(&mut self, location: Location) -> Symbol {
        let value = self.read(location);
        let terms = &mut self.machine.terms;
        let base = match location {
            Location::Register(_) | Location::Pointer(..) => {
                object_of(terms, &self.machine.state.memory, value)
            }
            _ => None,
        };
        let sort = terms.sort(value);
        let term = terms.fresh_var(name_of(location), sort);
        Symbol { location, term, base }
    }

    /// The value of a location apart from its symbol's base.
    pub fn relative(&mut self, symbol: &Symbol) -> Term {
        let value = self.read(symbol.location);
        match symbol.base {
            None => value,
            Some((_, base)) => {
                let minus = self.machine.terms.bv_u64(64, base.wrapping_neg());
                self.machine.terms.bv_add(value, minus)
            }
        }
    }

    /// Gives a location a value that is relative to its symbol's base.
    pub fn place(&mut self, symbol: &Symbol, relative: Term) {
        let value = match symbol.base {
            None => relative,
            Some((_, base)) => {
                let base = self.machine.terms.bv_u64(64, base);
                self.machine.terms.bv_add(relative, base)
            }
        };
        self.write(symbol.location, value);
    }
}

fn name_of(location: Location) -> &'static str {
    match location {
        Location::Register(_) => "reg",
        Location::Byte(..) => "byte",
        Location::Pointer(..) => "ptr",
        Location::Contents(_) => "arr",
    }
}

/// The locations in which two states differ that stand at one operation of one frame, registers only
/// where they are live.
pub fn differences(
    terms: &TermStore,
    live: &[bool],
    before: &State<'_>,
    after: &State<'_>,
) -> Result<BTreeSet<Location>, GiveUp> {
    if before.frames.len() != after.frames.len() || before.frame().serial != after.frame().serial {
        return Err(GiveUp::new("the loop leaves its function"));
    }
    if before.stack_objects.len() != after.stack_objects.len() {
        return Err(GiveUp::new("the loop allocates memory"));
    }
    let same_pointers = before.pointers.iter().zip(after.pointers.iter());
    if before.pointers.len() != after.pointers.len()
        || same_pointers.into_iter().any(|(a, b)| a.target != b.target)
    {
        return Err(GiveUp::new("the loop follows a pointer of the input for the first time"));
    }
    if before.jump_points.len() != after.jump_points.len() {
        return Err(GiveUp::new("the loop calls setjmp"));
    }
    if before.calls_ahead().count() != after.calls_ahead().count() {
        return Err(GiveUp::new("the loop registers what runs at exit"));
    }
    if before.stdin.as_ref().map(|s| s.position()) != after.stdin.as_ref().map(|s| s.position()) {
        return Err(GiveUp::new("the loop reads standard input"));
    }
    let mut found = BTreeSet::new();
    for reg in 0..before.frame().code.frame_size {
        if !live.get(reg as usize).copied().unwrap_or(true) {
            continue;
        }
        let same_shadow = before.shadow_of(reg) == after.shadow_of(reg);
        let is_term = before.shadow_of(reg).term.is_some();
        if !same_shadow || (!is_term && before.register(reg) != after.register(reg)) {
            found.insert(Location::Register(reg));
        }
    }
    for object in before.memory.differing(&after.memory) {
        object_differences(terms, &before.memory, &after.memory, object, &mut found)?;
    }
    Ok(found)
}

fn object_differences(
    terms: &TermStore,
    before: &Memory,
    after: &Memory,
    object: Object,
    found: &mut BTreeSet<Location>,
) -> Result<(), GiveUp> {
    let lives = |memory: &Memory| {
        object.index() < memory.table_len() && memory.info(object).state == ObjectState::Live
    };
    match (lives(before), lives(after)) {
        (false, false) => return Ok(()),
        (true, true) => {}
        (false, true) => return Err(GiveUp::new("the loop allocates memory")),
        (true, false) => return Err(GiveUp::new("the loop ends the life of an object")),
    }
    if before.base(object) != after.base(object)
        || before.info(object).size != after.info(object).size
    {
        return Err(GiveUp::new("the loop allocates memory"));
    }
    let old_array = before.array(object);
    let new_array = after.array(object);
    if new_array.is_some() && new_array != old_array {
        found.insert(Location::Contents(object));
        return Ok(());
    }
    let (one, two) = (before.whole(object), after.whole(object));
    let bytes = before.bytes(one).len() as u64;
    for at in 0..bytes {
        let kinds = (before.byte(one, at), after.byte(two, at));
        let same = match kinds {
            (ByteKind::Plain, ByteKind::Plain) => {
                before.bytes(one)[at as usize] == after.bytes(two)[at as usize]
            }
            (a, b) => a == b,
        };
        if !same {
            match location_at(terms, before, object, at) {
                // Neighbours come along: a carry reaches them in some iteration.
                Location::Byte(..) if (at | 3) < bytes => {
                    let word = (at & !3)..=(at | 3);
                    found.extend(word.map(|at| location_at(terms, before, object, at)));
                }
                location => {
                    found.insert(location);
                }
            }
        }
    }
    Ok(())
}

/// The location that a byte belongs to: an address if one is there.
fn location_at(terms: &TermStore, memory: &Memory, object: Object, at: u64) -> Location {
    let word = at & !7;
    let span = memory.whole(object);
    let bytes = memory.bytes(span);
    if word + 8 > bytes.len() as u64 {
        return Location::Byte(object, at);
    }
    let address = (word..word + 8).all(|k| memory.byte(span, k) == ByteKind::Plain).then(|| {
        let word = word as usize;
        u64::from_le_bytes(bytes[word..word + 8].try_into().expect("eight bytes"))
    });
    let is_address = match address {
        Some(address) => memory.find(address).is_some_and(|(target, offset, info)| {
            target.index() != 0
                && info.state == ObjectState::Live
                && !matches!(info.kind, ObjectKind::Code(_))
                && offset >= 0
                && offset as u64 <= info.size
        }),
        None => match memory.byte(span, word) {
            ByteKind::Symbolic(byte) => {
                terms.op(byte) == Op::Extract
                    && object_of(terms, memory, terms.arg(byte, 0)).is_some()
            }
            _ => false,
        },
    };
    if is_address { Location::Pointer(object, word) } else { Location::Byte(object, at) }
}

/// Leaves each thing in one location only.
pub fn normalise(locations: &mut BTreeSet<Location>) {
    let whole: Vec<Object> = locations
        .iter()
        .filter_map(|location| match location {
            Location::Contents(object) => Some(*object),
            _ => None,
        })
        .collect();
    let pointers: Vec<(Object, u64)> = locations
        .iter()
        .filter_map(|location| match *location {
            Location::Pointer(object, at) => Some((object, at)),
            _ => None,
        })
        .collect();
    locations.retain(|location| match *location {
        Location::Byte(object, at) => {
            !whole.contains(&object) && !pointers.contains(&(object, at & !7))
        }
        Location::Pointer(object, _) => !whole.contains(&object),
        _ => true,
    });
}
