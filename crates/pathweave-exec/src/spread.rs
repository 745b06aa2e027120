//! Accesses at symbolic offsets as choices between the offsets that are possible.
//!
//! An array is the general way to read and write at an offset that is a term, and its price is paid
//! in the solver, read by read. Where an element of a small array of structures is meant, few offsets are
//! possible: those that are a multiple of its size away. Then each byte that may be written becomes
//! a choice, and a read is a choice between words. Whoever merges states gains most by this: choices of
//! arrays are dear.

use crate::hook::CallHook;
use crate::machine::Machine;
use pathweave_memory::{Object, Special};
use pathweave_term::{Op, Term, TermStore};

/// How deep terms are looked into.
const MOST_DEPTH: u32 = 12;

/// What is known of a number: it is `rest` modulo `step`, a power of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stride {
    step: u64,
    rest: u64,
}

impl Stride {
    const ANY: Self = Self { step: 1, rest: 0 };
    /// Steps are not followed beyond this.
    const MOST: u64 = 1 << 32;

    fn new(step: u64, rest: u64) -> Self {
        let step = step.clamp(1, Self::MOST);
        Self { step, rest: rest & (step - 1) }
    }

    fn of(terms: &TermStore, term: Term, depth: u32) -> Self {
        if let Some(number) = terms.constant_u64(term) {
            return Self::new(Self::MOST, number);
        }
        if depth == 0 {
            return Self::ANY;
        }
        let arg = |index: usize| Self::of(terms, terms.arg(term, index), depth - 1);
        let width = terms.width(term);
        let found = match terms.op(term) {
            Op::BvAdd => {
                let (a, b) = (arg(0), arg(1));
                Self::new(a.step.min(b.step), a.rest.wrapping_add(b.rest))
            }
            Op::BvMul => {
                let (a, b) = (arg(0), arg(1));
                let constants = [0, 1].map(|k| terms.constant_u64(terms.arg(term, k)));
                match constants {
                    [Some(number), None] => b.times(number),
                    [None, Some(number)] => a.times(number),
                    _ => Self::ANY,
                }
            }
            Op::BvShl => match terms.constant_u64(terms.arg(term, 1)) {
                Some(by) if by < 32 => arg(0).times(1 << by),
                _ => Self::ANY,
            },
            Op::Concat => {
                let low = terms.arg(term, 1);
                match (terms.constant_u64(low), terms.width(low)) {
                    (Some(number), by) if by < 32 => {
                        let high = arg(0).times(1 << by);
                        Self::new(high.step, high.rest + number)
                    }
                    _ => arg(1),
                }
            }
            Op::ZeroExtend | Op::SignExtend => arg(0),
            Op::Extract if terms.slice(term).is_some_and(|(_, low)| low == 0) => arg(0),
            Op::Ite => {
                let (a, b) = (arg(1), arg(2));
                let apart = a.rest ^ b.rest;
                let alike = if apart == 0 { Self::MOST } else { 1 << apart.trailing_zeros() };
                Self::new(a.step.min(b.step).min(alike), a.rest)
            }
            _ => Self::ANY,
        };
        // Numbers of this width are known modulo no more than it.
        if width < 32 { Self::new(found.step.min(1 << width), found.rest) } else { found }
    }

    fn times(self, number: u64) -> Self {
        if number == 0 {
            return Self::new(Self::MOST, 0);
        }
        let step = self.step.saturating_mul(1 << number.trailing_zeros().min(32));
        Self::new(step, self.rest.wrapping_mul(number))
    }
}

impl<H: CallHook> Machine<'_, H> {
    /// Accesses at symbolic offsets are choices where no more offsets than this are possible.
    pub fn set_spread_limit(&mut self, limit: usize) {
        self.spread_limit = limit;
    }

    /// The offsets that an access inside an object may have, with the condition of each, if they are few.
    fn few_offsets(&mut self, object: Object, offset: Term, len: u64) -> Option<Vec<(u64, Term)>> {
        let memory = &self.state.memory;
        let is_plain = memory.array(object).is_none() && memory.bound(object).is_none();
        if self.spread_limit == 0 || !is_plain {
            return None;
        }
        let last = memory.info(object).size.checked_sub(len)?;
        let stride = Stride::of(&self.terms, offset, MOST_DEPTH);
        let count = last.checked_sub(stride.rest).map_or(0, |room| room / stride.step + 1);
        if count == 0 || count > self.spread_limit as u64 {
            return None;
        }
        let mut offsets = Vec::with_capacity(count as usize);
        for k in 0..count {
            let at = stride.rest + k * stride.step;
            let constant = self.terms.bv_u64(32, at);
            let is_there = self.terms.eq(offset, constant);
            if self.terms.constant_bool(is_there) != Some(false) {
                offsets.push((at, is_there));
            }
        }
        (!offsets.is_empty()).then_some(offsets)
    }

    /// The bytes at a symbolic offset of an object as one term, if few offsets are possible.
    pub(crate) fn read_spread(&mut self, object: Object, offset: Term, len: u64) -> Option<Term> {
        let offsets = self.few_offsets(object, offset, len)?;
        let span = self.state.memory.whole(object);
        let mut result: Option<Term> = None;
        for &(at, is_there) in offsets.iter().rev() {
            let mut word = self.byte_term(span, at);
            for k in 1..len {
                let byte = self.byte_term(span, at + k);
                word = self.terms.concat(byte, word);
            }
            // It is one of them: the last needs no condition.
            result = Some(match result {
                Some(others) => self.terms.ite(is_there, word, others),
                None => word,
            });
        }
        result
    }

    /// Writes bytes at a symbolic offset of an object, if few offsets are possible.
    pub(crate) fn write_spread(&mut self, object: Object, offset: Term, bytes: &[Term]) -> bool {
        let offsets = self.few_offsets(object, offset, bytes.len() as u64);
        let Some(offsets) = offsets else { return false };
        let span = self.state.memory.whole(object);
        for (at, is_there) in offsets {
            for (at, &byte) in (at..).zip(bytes) {
                let old = self.byte_term(span, at);
                let new = self.terms.ite(is_there, byte, old);
                let base = self.state.memory.base(object);
                let constant = self.terms.constant_u64(new);
                if !constant.is_some_and(|byte| self.state.memory.store::<1>(base + at, byte)) {
                    self.state.memory.set_special(span, at, Special::Symbolic(new));
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_term::Sort;

    #[test]
    fn strides_of_elements() {
        let mut terms = TermStore::new();
        let index = terms.var("i", Sort::BitVec(8));
        let wide = terms.zero_extend(index, 32);
        let eight = terms.bv_u64(32, 8);
        let scaled = terms.bv_mul(wide, eight);
        let four = terms.bv_u64(32, 4);
        let field = terms.bv_add(scaled, four);
        let stride = |term| Stride::of(&terms, term, MOST_DEPTH);
        assert_eq!(stride(wide), Stride::ANY);
        assert_eq!(stride(scaled), Stride { step: 8, rest: 0 });
        assert_eq!(stride(field), Stride { step: 8, rest: 4 });
        assert_eq!(stride(four), Stride { step: 1 << 32, rest: 4 });
        let which = terms.var("c", Sort::Bool);
        let either = terms.ite(which, scaled, field);
        assert_eq!(Stride::of(&terms, either, MOST_DEPTH), Stride { step: 4, rest: 0 });
    }
}
