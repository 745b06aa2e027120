//! Copies and fills whose length or address is a term: whether they stay inside their objects is
//! decided before the values are.
//!
//! Lengths and addresses are pinned, which makes a path of every value. Those that leave the object all fail
//! alike: they are one path, decided here, and only what is inside is left to be pinned.

use crate::call::Word;
use crate::hook::CallHook;
use crate::machine::Machine;
use crate::stop::Stop;
use pathweave_ir::{Body, InstKind, Value};
use pathweave_memory::{Access, Fault, FaultKind, Object};
use pathweave_term::Term;

impl<H: CallHook> Machine<'_, H> {
    /// Decides whether a copy or a fill stays inside its objects. False when it touches nothing.
    pub(crate) fn fits(&mut self, body: &Body, kind: &InstKind) -> Result<bool, Stop> {
        let (len, blocks) = match *kind {
            InstKind::MemCopy { dst, src, len, .. } => {
                (len, vec![(dst, Access::Write), (src, Access::Read)])
            }
            InstKind::MemSet { dst, len, .. } => (len, vec![(dst, Access::Write)]),
            _ => return Ok(true),
        };
        let Some(len) = self.operand(body, len) else { return Ok(true) };
        let blocks = blocks.into_iter().map(|(at, access)| Some((self.operand(body, at)?, access)));
        match blocks.collect() {
            Some(blocks) => self.blocks_fit(len, blocks),
            None => Ok(true),
        }
    }

    /// An operand as a term, if all of it is defined.
    fn operand(&mut self, body: &Body, value: Value) -> Option<Term> {
        let is_defined = self.is_symbolic(body, value) || self.val(body, value).is_known();
        is_defined.then(|| self.term(body, value))
    }

    /// The same for arguments of a primitive.
    pub(crate) fn words_fit(&mut self, len: Word, blocks: &[(Word, Access)]) -> Result<bool, Stop> {
        let words = blocks.iter().map(|(word, _)| word).chain([&len]);
        let is_symbolic = words.clone().any(|word| word.shadow.term.is_some());
        if !is_symbolic || words.into_iter().any(|word| word.shadow.undef != 0) {
            return Ok(true);
        }
        let mut term =
            |word: Word| word.shadow.term.unwrap_or_else(|| self.terms.bv_u64(64, word.bits));
        let len = term(len);
        let blocks = blocks.iter().map(|&(word, access)| (term(word), access)).collect();
        self.blocks_fit(len, blocks)
    }

    /// Decides whether blocks of a length stay inside their objects. The last one is the first to fail.
    fn blocks_fit(&mut self, len: Term, mut blocks: Vec<(Term, Access)>) -> Result<bool, Stop> {
        for (address, _) in &mut blocks {
            *address = self.settle(*address)?;
        }
        let len = self.terms.zero_extend(len, 64);
        let is_plain = |term| self.terms.is_constant(term);
        if is_plain(len) && blocks.iter().all(|&(address, _)| is_plain(address)) {
            return Ok(true);
        }
        let zero = self.terms.bv_u64(64, 0);
        let is_empty = self.terms.eq(len, zero);
        if self.decide(is_empty)? {
            self.state.trace.value(0);
            return Ok(false);
        }
        for (address, access) in blocks.into_iter().rev() {
            self.block_fits(address, len, access)?;
        }
        Ok(true)
    }

    /// Decides whether a block that is not empty stays inside its object, where that is known.
    fn block_fits(&mut self, address: Term, len: Term, access: Access) -> Result<(), Stop> {
        let constant = self.terms.constant_u64(address);
        let meant = self.provenance(address).map(|object| self.state.memory.base(object));
        // An object is as good or bad at its start as anywhere inside.
        let Some(start) = constant.or(meant) else { return Ok(()) };
        let (object, at) = match self.state.memory.check(start, 1, access) {
            Ok(span) => (span.object(), span.offset()),
            Err(Fault { kind: FaultKind::OutOfBounds, object: Some((object, at, _)), .. }) => {
                (object, at as u64)
            }
            Err(fault) => {
                let (address, len) = (self.witnessed(address), self.witnessed(len));
                return Err(self.memory_finding(&Fault { address, len, ..fault }));
            }
        };
        let offset = if constant.is_some() {
            self.terms.bv_u64(64, at)
        } else {
            let minus_base = self.terms.bv_u64(64, start.wrapping_neg());
            self.terms.bv_add(address, minus_base)
        };
        let inside = self.inside_with(object, offset, len);
        if self.decide(inside)? {
            return Ok(());
        }
        let at = self.witnessed(offset) as i64;
        let info = self.sized(object, self.state.memory.info(object));
        let (kind, object) = (FaultKind::OutOfBounds, Some((object, at, info)));
        let (address, len) = (self.witnessed(address), self.witnessed(len));
        Err(self.memory_finding(&Fault { kind, access, address, len, object }))
    }

    /// Whether so many bytes at an offset are inside an object.
    fn inside_with(&mut self, object: Object, offset: Term, len: Term) -> Term {
        let size = match self.state.memory.bound(object) {
            Some(bound) => bound.size,
            None => self.terms.bv_u64(64, self.state.memory.info(object).size),
        };
        let starts = self.terms.bv_ule(offset, size);
        let minus_offset = self.terms.bv_neg(offset);
        let room = self.terms.bv_add(size, minus_offset);
        let ends = self.terms.bv_ule(len, room);
        self.terms.and(starts, ends)
    }

    fn witnessed(&mut self, term: Term) -> u64 {
        self.witness.bits(&self.terms, term).low_u64()
    }
}
