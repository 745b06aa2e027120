//! A bit-vector seen as a row of segments, some of them known to be zero: this
//! is how byte-wise assembly by shifts and ors becomes one `concat` again.

use crate::operator::Op;
use crate::rule::Rule;
use crate::store::{Term, TermStore};

/// A piece of a bit-vector, from the low end; `None` is zeros.
type Segment = (u32, Option<Term>);

const MAX_SEGMENTS: usize = 32;

impl TermStore {
    /// The segments of a term from its low end; `None` if there are too many.
    fn segments(&self, term: Term) -> Option<Vec<Segment>> {
        let mut segments = Vec::new();
        let mut stack: Vec<Segment> = vec![(self.width(term), Some(term))];
        while let Some((width, segment)) = stack.pop() {
            if segments.len() + stack.len() > MAX_SEGMENTS {
                return None;
            }
            let Some(term) = segment else {
                segments.push((width, None));
                continue;
            };
            let part = |part: Term| (self.width(part), Some(part));
            match self.op(term) {
                Op::Concat => stack.extend(self.args(term).iter().map(|&arg| part(arg))),
                Op::ZeroExtend => {
                    let inner = self.arg(term, 0);
                    stack.push((width - self.width(inner), None));
                    stack.push(part(inner));
                }
                Op::Const if self.constant(term).is_some_and(|value| value.is_zero()) => {
                    segments.push((width, None));
                }
                _ => segments.push((width, Some(term))),
            }
        }
        Some(segments)
    }

    /// `a | b` (or `^`, `+`) as a `concat`, if no bit can be 1 in both.
    pub(super) fn join_disjoint(&mut self, a: Term, b: Term) -> Option<Term> {
        let padded = |op: Op| matches!(op, Op::Concat | Op::ZeroExtend);
        if !padded(self.op(a)) || !(padded(self.op(b))) {
            return None;
        }
        let merged = merge(self.segments(a)?, self.segments(b)?)?;
        self.fire(Rule::JoinDisjoint);
        let mut all: Option<Term> = None;
        for (width, segment) in merged {
            let segment = match segment {
                Some(term) => term,
                None => self.bv_u64(width, 0),
            };
            all = Some(match all {
                None => segment,
                Some(low) => self.concat(segment, low),
            });
        }
        all
    }
}

/// Merges two rows of equal length; `None` if non-zero segments overlap.
fn merge(a: Vec<Segment>, b: Vec<Segment>) -> Option<Vec<Segment>> {
    let (mut a, mut b) = (a.into_iter(), b.into_iter());
    let (mut left, mut right) = (a.next(), b.next());
    let mut merged = Vec::new();
    loop {
        let (one, other) = match (left, right) {
            (None, None) => return Some(merged),
            (Some(one), Some(other)) => (one, other),
            _ => return None,
        };
        let width = one.0.min(other.0);
        match (one.1, other.1) {
            (None, None) => merged.push((width, None)),
            (Some(term), None) if one.0 == width => merged.push((width, Some(term))),
            (None, Some(term)) if other.0 == width => merged.push((width, Some(term))),
            // The other row's zeros end inside this segment: join them if more follow.
            (Some(_), None) => {
                right = Some(lengthen(other, b.next()?)?);
                continue;
            }
            (None, Some(_)) => {
                left = Some(lengthen(one, a.next()?)?);
                continue;
            }
            (Some(_), Some(_)) => return None,
        }
        left = if one.0 == width { a.next() } else { Some((one.0 - width, None)) };
        right = if other.0 == width { b.next() } else { Some((other.0 - width, None)) };
    }
}

/// Two neighbouring zero segments as one.
fn lengthen(zeros: Segment, next: Segment) -> Option<Segment> {
    next.1.is_none().then_some((zeros.0 + next.0, None))
}
