//! What is cheaply known about a term's value: an unsigned interval for widths
//! up to 64, found by looking a few levels down. Always an over-approximation.

use crate::operator::Op;
use crate::store::{Term, TermStore};

/// An unsigned interval, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) min: u64,
    pub(super) max: u64,
}

/// How many levels are looked at.
const LEVELS: u32 = 4;

fn greatest(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

impl TermStore {
    /// The interval of a bit-vector; `None` if it is wider than 64 bits.
    pub(super) fn range(&self, term: Term) -> Option<Range> {
        (self.width(term) <= 64).then(|| self.range_within(term, LEVELS))
    }

    /// The interval in the signed order, as signed numbers.
    pub(super) fn signed_range(&self, term: Term) -> Option<(i64, i64)> {
        let width = self.width(term);
        if width > 64 {
            return None;
        }
        if let Some(inner) = self.single(Op::SignExtend, term) {
            return self.signed_range_of(inner);
        }
        self.signed_range_of(term)
    }

    fn signed_range_of(&self, term: Term) -> Option<(i64, i64)> {
        let width = self.width(term);
        let range = self.range(term)?;
        let sign = 1u64 << (width - 1);
        let signed = |value: u64| ((value << (64 - width)) as i64) >> (64 - width);
        if (range.min & sign) == (range.max & sign) {
            return Some((signed(range.min), signed(range.max)));
        }
        Some((signed(sign), signed(sign - 1)))
    }

    /// Whether the highest bit is known to be 0.
    pub(super) fn is_nonnegative(&self, term: Term) -> bool {
        if let Some(inner) = self.single(Op::ZeroExtend, term) {
            return self.width(inner) < self.width(term);
        }
        if let Some(value) = self.constant(term) {
            return !value.is_negative();
        }
        self.range(term).is_some_and(|range| range.max >> (self.width(term) - 1) == 0)
    }

    fn range_within(&self, term: Term, levels: u32) -> Range {
        let width = self.width(term);
        let full = Range { min: 0, max: greatest(width) };
        if let Some(value) = self.constant_u64(term) {
            return Range { min: value, max: value };
        }
        if levels == 0 {
            return full;
        }
        let args = self.args(term);
        let below = |arg: Term| self.range_within(arg, levels - 1);
        match self.op(term) {
            Op::ZeroExtend => below(args[0]),
            Op::Concat => {
                let (high, low) = (below(args[0]), below(args[1]));
                let by = self.width(args[1]);
                Range { min: high.min << by | low.min, max: high.max << by | low.max }
            }
            Op::Ite => {
                let (t, e) = (below(args[1]), below(args[2]));
                Range { min: t.min.min(e.min), max: t.max.max(e.max) }
            }
            Op::BvAnd => {
                let (a, b) = (below(args[0]), below(args[1]));
                Range { min: 0, max: a.max.min(b.max) }
            }
            Op::BvOr => {
                let (a, b) = (below(args[0]), below(args[1]));
                let bits = 64 - (a.max | b.max).leading_zeros();
                let max = if bits == 0 { 0 } else { greatest(bits) };
                Range { min: a.min.max(b.min), max }
            }
            Op::BvUrem => match self.constant_u64(args[1]) {
                Some(by) if by > 0 => Range { min: 0, max: (by - 1).min(below(args[0]).max) },
                _ => Range { min: 0, max: below(args[0]).max },
            },
            Op::BvUdiv => match self.constant_u64(args[1]) {
                Some(by) if by > 0 => {
                    let a = below(args[0]);
                    Range { min: a.min / by, max: a.max / by }
                }
                _ => full,
            },
            Op::BvAdd => {
                let (a, b) = (below(args[0]), below(args[1]));
                match a.max.checked_add(b.max) {
                    Some(max) if max <= full.max => Range { min: a.min + b.min, max },
                    _ => full,
                }
            }
            Op::BvMul => {
                let (a, b) = (below(args[0]), below(args[1]));
                match a.max.checked_mul(b.max) {
                    Some(max) if max <= full.max => Range { min: a.min * b.min, max },
                    _ => full,
                }
            }
            Op::BvLshr => Range { min: 0, max: below(args[0]).max },
            _ => full,
        }
    }
}
