//! Which stack slots can be promoted, and into which pieces they fall.
//!
//! Only reachable blocks count: what an unreachable block does with a slot's address is never
//! executed, and the address is replaced by an undefined one there.

use crate::cfg::Cfg;
use crate::entity::Entity;
use crate::{Body, Constant, Inst, InstKind, LifetimePoint, Type, Value};

/// A slot falls into at most so many pieces; larger ones are arrays better left in memory.
const MAX_PIECES: usize = 64;

/// A variable: a piece of a slot.
pub(super) type Variable = u32;

/// What an instruction does to promoted slots.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Access {
    /// Not concerned.
    None,
    /// Only computes an address inside a slot; it goes away.
    Address,
    /// Reads a variable.
    Read(Variable),
    /// Writes a variable.
    Write(Variable),
    /// Makes variables from the first to before the second undefined.
    Clear(Variable, Variable),
    /// Fills those variables, as far as they lie in so many bytes from an offset, with a byte.
    Fill { first: Variable, end: Variable, from: u64, len: u64, byte: u8 },
}

/// The promoted slots of a body.
pub(super) struct Slots {
    /// The type of each variable.
    pub types: Vec<Type>,
    /// The offset of each variable in its slot.
    pub offsets: Vec<u64>,
    /// What each instruction does.
    pub accesses: Vec<Access>,
    /// For each value, whether it is an address in a promoted slot.
    pub addresses: Vec<bool>,
}

impl Slots {
    /// Calls `visit` on the variables that an access touches, and whether it reads them.
    pub(super) fn for_each_variable(&self, access: Access, mut visit: impl FnMut(Variable, bool)) {
        match access {
            Access::None | Access::Address => {}
            Access::Read(variable) => visit(variable, true),
            Access::Write(variable) => visit(variable, false),
            Access::Clear(first, end) => (first..end).for_each(|variable| visit(variable, false)),
            Access::Fill { first, end, from, len, .. } => (first..end)
                .filter(|&variable| self.is_filled(variable, from, len))
                .for_each(|variable| visit(variable, false)),
        }
    }

    /// Whether a fill of `len` bytes from `from` covers a variable of the slot.
    pub(super) fn is_filled(&self, variable: Variable, from: u64, len: u64) -> bool {
        (from..from + len).contains(&self.offsets[variable as usize])
    }

    pub(super) fn is_empty(&self) -> bool {
        self.types.is_empty() && !self.addresses.contains(&true)
    }
}

/// One use of an address in a slot.
struct Use {
    slot: u32,
    inst: Inst,
    offset: u64,
    what: What,
}

enum What {
    Address,
    Read(Type),
    Write(Type),
    Clear,
    Fill { len: u64, byte: u8 },
}

const NO_SLOT: u32 = u32::MAX;

/// The search: which values point into which slot, and whether it still can be promoted.
struct Search<'b> {
    body: &'b Body,
    /// Slot and offset of each value.
    points: Vec<(u32, i64)>,
    sizes: Vec<u64>,
    good: Vec<bool>,
    uses: Vec<Use>,
}

/// Finds the slots that can be promoted.
pub(super) fn find_slots(body: &Body, cfg: &Cfg) -> Slots {
    let mut search = Search {
        body,
        points: vec![(NO_SLOT, 0); body.values.len()],
        sizes: Vec::new(),
        good: Vec::new(),
        uses: Vec::new(),
    };
    search.find_allocas(cfg);
    if !search.sizes.is_empty() {
        for &block in cfg.reverse_post_order() {
            for &inst in &body.blocks[block].insts {
                search.visit(inst);
            }
            body.blocks[block].terminator.for_each_use(|value| search.escape(value));
        }
    }
    search.finish()
}

impl Search<'_> {
    fn find_allocas(&mut self, cfg: &Cfg) {
        let restores =
            self.body.insts.values().any(|data| matches!(data.kind, InstKind::StackRestore { .. }));
        for &block in cfg.reverse_post_order() {
            for &inst in &self.body.blocks[block].insts {
                match self.body.insts[inst].kind {
                    InstKind::Alloca { size, .. } => {
                        if let Some(size) = self.constant(size) {
                            let value = self.body.result(inst);
                            self.points[value.index()] = (self.sizes.len() as u32, 0);
                            self.sizes.push(size);
                            self.good.push(true);
                        }
                    }
                    // A slot made after a mark may end before its frame does.
                    InstKind::StackSave if restores => return,
                    _ => {}
                }
            }
            if restores {
                return;
            }
        }
    }

    fn constant(&self, value: Value) -> Option<u64> {
        match self.body.constant(value)? {
            Constant::Int(bits) => bits.to_u64(),
            _ => None,
        }
    }

    fn escape(&mut self, value: Value) {
        let (slot, _) = self.points[value.index()];
        if slot != NO_SLOT {
            self.good[slot as usize] = false;
        }
    }

    fn visit(&mut self, inst: Inst) {
        let data = &self.body.insts[inst];
        match data.kind {
            InstKind::Alloca { .. } => {
                let (slot, _) = self.points[data.results.first.index()];
                if slot != NO_SLOT {
                    self.uses.push(Use { slot, inst, offset: 0, what: What::Clear });
                }
            }
            InstKind::Offset { base, index, scale, displacement, .. } => {
                self.visit_offset(inst, base, index, scale, displacement);
            }
            InstKind::Load { addr, volatile: false, .. } => {
                let ty = self.body.ty(data.results.first);
                self.visit_access(inst, addr, ty.bytes(), What::Read(ty));
            }
            InstKind::Store { addr, value, volatile: false, .. } => {
                self.escape(value);
                let ty = self.body.ty(value);
                self.visit_access(inst, addr, ty.bytes(), What::Write(ty));
            }
            InstKind::Lifetime { addr, point: LifetimePoint::Start | LifetimePoint::End } => {
                match self.points[addr.index()] {
                    (NO_SLOT, _) => {}
                    (slot, 0) => self.uses.push(Use { slot, inst, offset: 0, what: What::Clear }),
                    _ => self.escape(addr),
                }
            }
            InstKind::MemSet { dst, byte, len } => {
                match (self.constant(byte), self.constant(len)) {
                    (Some(byte), Some(len)) => {
                        let byte = byte as u8;
                        self.visit_access(inst, dst, len, What::Fill { len, byte });
                    }
                    _ => self.escape(dst),
                }
            }
            _ => data.kind.for_each_use(|value| self.escape(value)),
        }
    }

    fn visit_offset(
        &mut self,
        inst: Inst,
        base: Value,
        index: Option<Value>,
        scale: i64,
        displacement: i64,
    ) {
        let (slot, at) = self.points[base.index()];
        if slot == NO_SLOT {
            return;
        }
        let index = match index {
            None => Some(0),
            Some(index) => self.constant(index),
        };
        let Some(index) = index else { return self.escape(base) };
        let offset = (index as i64).wrapping_mul(scale).wrapping_add(displacement);
        self.points[self.body.result(inst).index()] = (slot, at.wrapping_add(offset));
        self.uses.push(Use { slot, inst, offset: 0, what: What::Address });
    }

    fn visit_access(&mut self, inst: Inst, addr: Value, bytes: u64, what: What) {
        let (slot, offset) = self.points[addr.index()];
        if slot == NO_SLOT {
            return;
        }
        let size = self.sizes[slot as usize];
        match u64::try_from(offset) {
            Ok(offset) if offset.checked_add(bytes).is_some_and(|end| end <= size) => {
                self.uses.push(Use { slot, inst, offset, what });
            }
            _ => self.escape(addr),
        }
    }

    fn finish(mut self) -> Slots {
        let mut pieces: Vec<Vec<(u64, Type)>> = vec![Vec::new(); self.sizes.len()];
        for Use { slot, offset, what, .. } in &self.uses {
            if let What::Read(ty) | What::Write(ty) = what
                && self.good[*slot as usize]
            {
                pieces[*slot as usize].push((*offset, *ty));
            }
        }
        for (slot, pieces) in pieces.iter_mut().enumerate() {
            merge_equal(pieces);
            self.good[slot] &= pieces.len() <= MAX_PIECES && are_disjoint(pieces);
        }
        for Use { slot, offset, what, .. } in &self.uses {
            if let What::Fill { len, .. } = what {
                self.good[*slot as usize] &=
                    pieces[*slot as usize].iter().all(|piece| is_whole(piece, *offset, *len));
            }
        }
        self.assign(&pieces)
    }

    fn assign(self, pieces: &[Vec<(u64, Type)>]) -> Slots {
        let (mut types, mut offsets, mut first) = (Vec::new(), Vec::new(), Vec::new());
        for (slot, pieces) in pieces.iter().enumerate() {
            first.push(types.len() as Variable);
            if self.good[slot] {
                types.extend(pieces.iter().map(|p| p.1));
                offsets.extend(pieces.iter().map(|p| p.0));
            }
        }
        first.push(types.len() as Variable);
        let mut accesses = vec![Access::None; self.body.insts.len()];
        for Use { slot, inst, offset, what } in &self.uses {
            let slot = *slot as usize;
            if !self.good[slot] {
                continue;
            }
            let variable = || {
                let found = pieces[slot].binary_search_by_key(offset, |p| p.0);
                first[slot] + found.unwrap_or(0) as Variable
            };
            accesses[inst.index()] = match what {
                What::Address => Access::Address,
                What::Read(_) => Access::Read(variable()),
                What::Write(_) => Access::Write(variable()),
                What::Clear => Access::Clear(first[slot], first[slot + 1]),
                What::Fill { len, byte } => Access::Fill {
                    first: first[slot],
                    end: first[slot + 1],
                    from: *offset,
                    len: *len,
                    byte: *byte,
                },
            };
        }
        let good = |&(slot, _): &(u32, i64)| slot != NO_SLOT && self.good[slot as usize];
        Slots { types, offsets, accesses, addresses: self.points.iter().map(good).collect() }
    }
}

/// Sorts pieces and keeps one of each place and width; a pointer if there is one, since a detour
/// through integers would forget what it points to.
fn merge_equal(pieces: &mut Vec<(u64, Type)>) {
    pieces.sort_unstable_by_key(|&(offset, ty)| (offset, ty.bits(), ty != Type::Ptr, ty));
    pieces.dedup_by_key(|&mut (offset, ty)| (offset, ty.bits()));
}

fn are_disjoint(pieces: &[(u64, Type)]) -> bool {
    pieces.windows(2).all(|pair| pair[0].0 + pair[0].1.bytes() <= pair[1].0)
}

/// Whether a fill covers all of a piece or nothing of it, and a piece it covers has whole bytes.
fn is_whole(&(offset, ty): &(u64, Type), from: u64, len: u64) -> bool {
    let end = offset + ty.bytes();
    let outside = end <= from || from + len <= offset;
    let inside = from <= offset && end <= from + len;
    outside || inside && ty.bits().is_multiple_of(8)
}
