//! Ranges of terms that follow from conjuncts like `x < 5` or `¬(x <s 0)`, each
//! end with the conjunct it comes from. In the terms' normal form the constant is
//! always on the right.

use pathweave_term::{Op, Term, TermMap, TermStore};

/// A signed or unsigned order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Unsigned,
    Signed,
}

/// What one conjunct says about a term: `low <= x <= high` in an order. Numbers
/// are the unsigned value, or the signed one.
struct Bound {
    term: Term,
    order: Order,
    low: Option<i128>,
    high: Option<i128>,
}

/// One end of a range and the conjunct that gives it.
type End = Option<(i128, usize)>;

/// The ends of a term's range in both orders.
#[derive(Clone, Copy, Default)]
struct Range {
    unsigned: (End, End),
    signed: (End, End),
}

/// What ranges say about a query.
pub(super) enum Verdict {
    /// These conjuncts contradict each other.
    Contradiction(usize, usize),
    /// These conjuncts, in order, follow from others.
    Implied(Vec<usize>),
}

/// Looks at all conjuncts.
pub(super) fn examine(terms: &TermStore, query: &[Term]) -> Verdict {
    let mut ranges: TermMap<Range> = TermMap::new();
    let mut implied = Vec::new();
    for (number, &conjunct) in query.iter().enumerate() {
        let Some(bound) = bound(terms, conjunct) else { continue };
        let mut range = ranges.get(bound.term).copied().unwrap_or_default();
        let ends = match bound.order {
            Order::Unsigned => &mut range.unsigned,
            Order::Signed => &mut range.signed,
        };
        let low = tighten(&mut ends.0, bound.low, number, &mut implied, |new, old| new > old);
        let high = tighten(&mut ends.1, bound.high, number, &mut implied, |new, old| new < old);
        if !low && !high {
            implied.push(number);
        }
        if let Some((a, b)) = contradiction(terms.width(bound.term), &range) {
            return Verdict::Contradiction(a, b);
        }
        ranges.insert(bound.term, range);
    }
    implied.sort_unstable();
    implied.dedup();
    // A conjunct with two ends (an equality) may be needed for one of them.
    implied.retain(|&number| {
        bound(terms, query[number]).is_some_and(|b| b.low.is_none() || b.high.is_none())
    });
    Verdict::Implied(implied)
}

/// Takes over a better end; the conjunct of the old one is then implied.
fn tighten(
    end: &mut End,
    new: Option<i128>,
    number: usize,
    implied: &mut Vec<usize>,
    better: impl Fn(i128, i128) -> bool,
) -> bool {
    let Some(new) = new else { return false };
    match *end {
        Some((old, _)) if !better(new, old) => false,
        old => {
            implied.extend(old.map(|(_, by)| by));
            *end = Some((new, number));
            true
        }
    }
}

fn contradiction(width: u32, range: &Range) -> Option<(usize, usize)> {
    let empty = |low: End, high: End| match (low, high) {
        (Some((low, a)), Some((high, b))) if low > high => Some((a, b)),
        _ => None,
    };
    let same = empty(range.unsigned.0, range.unsigned.1).or(empty(range.signed.0, range.signed.1));
    if same.is_some() {
        return same;
    }
    // One order's single end against the other's, where that is decided.
    let half = 1i128 << (width - 1);
    if let (Some((high, a)), Some((low, b))) = (range.signed.1, range.unsigned.1) {
        // x <s 0 puts x into the upper half.
        if high < 0 && low < half {
            return Some((a, b));
        }
    }
    if let (Some((low, a)), Some((bottom, b))) = (range.signed.0, range.unsigned.0) {
        // x >=s 0 puts x into the lower half.
        if low >= 0 && bottom >= half {
            return Some((a, b));
        }
    }
    None
}

fn bound(terms: &TermStore, conjunct: Term) -> Option<Bound> {
    let (negated, atom) = match terms.op(conjunct) {
        Op::Not => (true, terms.arg(conjunct, 0)),
        _ => (false, conjunct),
    };
    let order = match terms.op(atom) {
        Op::BvUlt | Op::Eq => Order::Unsigned,
        Op::BvSlt => Order::Signed,
        _ => return None,
    };
    let term = terms.arg(atom, 0);
    let width = terms.width(term);
    let constant = terms.constant(terms.arg(atom, 1)).filter(|_| width <= 64)?;
    let value = match order {
        Order::Unsigned => i128::from(constant.to_u64()?),
        Order::Signed => i128::from(constant.to_i64()?),
    };
    match (terms.op(atom), negated) {
        (Op::Eq, true) => None,
        (Op::Eq, false) => Some(Bound { term, order, low: Some(value), high: Some(value) }),
        (_, true) => Some(Bound { term, order, low: Some(value), high: None }),
        (_, false) => Some(Bound { term, order, low: None, high: Some(value - 1) }),
    }
}
