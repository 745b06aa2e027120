//! A layer that follows signed ranges through sums: bounds on parts that
//! contradict a bound on the whole are found without search.
//!
//! Ranges of terms come from conjuncts that compare a term with a constant;
//! those of sums, products with constants, extensions and choices from their
//! parts, as long as nothing can overflow. A bit-level search needs time
//! exponential in the number of summands for the same.

use super::meter::{Below, Meter};
use crate::query::{Answer, Budget, LayerStatistics, Solver};
use pathweave_term::{Op, Sort, Term, TermMap, TermStore};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Wider terms have no range.
const WIDEST: u32 = 64;
/// Queries with fewer conjuncts are left to the search.
const FEWEST: usize = 8;

pub(crate) struct Intervals {
    below: Below,
    meter: Meter,
}

/// A signed range and the conjuncts it follows from.
#[derive(Clone)]
struct Range {
    low: i128,
    high: i128,
    from: Rc<BTreeSet<usize>>,
}

impl Range {
    fn full(width: u32) -> Range {
        let half = 1_i128 << (width - 1);
        Range { low: -half, high: half - 1, from: Rc::default() }
    }

    fn fits(&self, width: u32) -> bool {
        let half = 1_i128 << (width - 1);
        -half <= self.low && self.high < half
    }
}

struct Analysis<'a> {
    terms: &'a TermStore,
    /// What conjuncts say of terms.
    bounds: TermMap<Range>,
    memo: TermMap<Range>,
}

impl Analysis<'_> {
    /// Finds the ranges of a term and everything in it.
    fn range(&mut self, root: Term) {
        for term in self.terms.subterms(&[root]) {
            let is_bits = matches!(self.terms.sort(term), Sort::BitVec(_));
            if is_bits && self.terms.width(term) <= WIDEST && !self.memo.contains(term) {
                let range = self.of(term);
                self.memo.insert(term, range);
            }
        }
    }

    /// The range of a term whose arguments have theirs.
    fn of(&mut self, term: Term) -> Range {
        let width = self.terms.width(term);
        let derived = self.derived(term, width).filter(|range| range.fits(width));
        let derived = derived.unwrap_or_else(|| Range::full(width));
        match self.bounds.get(term) {
            None => derived,
            Some(bound) => {
                let mut both = derived;
                if bound.low > both.low || bound.high < both.high {
                    let mut from = (*both.from).clone();
                    from.extend(bound.from.iter());
                    both = Range {
                        low: both.low.max(bound.low),
                        high: both.high.min(bound.high),
                        from: Rc::new(from),
                    };
                }
                both
            }
        }
    }

    fn derived(&self, term: Term, width: u32) -> Option<Range> {
        let args = self.terms.args(term);
        let arg = |k: usize| self.memo.get(args[k]).cloned();
        match self.terms.op(term) {
            Op::Const => {
                let bits = self.terms.constant_u64(term)?;
                let value = i128::from((bits << (64 - width)) as i64 >> (64 - width));
                Some(Range { low: value, high: value, from: Rc::default() })
            }
            Op::BvAdd => {
                let mut sum = Range { low: 0, high: 0, from: Rc::default() };
                let mut from = BTreeSet::new();
                for k in 0..args.len() {
                    let part = arg(k)?;
                    sum.low += part.low;
                    sum.high += part.high;
                    from.extend(part.from.iter());
                }
                Some(Range { from: Rc::new(from), ..sum })
            }
            Op::BvNeg => {
                let part = arg(0)?;
                Some(Range { low: -part.high, high: -part.low, from: part.from })
            }
            Op::BvMul if args.len() == 2 => {
                let (a, b) = (arg(0)?, arg(1)?);
                if a.low != a.high && b.low != b.high {
                    return None;
                }
                let corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
                let mut from = (*a.from).clone();
                from.extend(b.from.iter());
                let (low, high) = (corners.iter().min()?, corners.iter().max()?);
                Some(Range { low: *low, high: *high, from: Rc::new(from) })
            }
            Op::SignExtend => arg(0),
            Op::ZeroExtend => {
                let part = arg(0)?;
                let narrow = self.terms.width(args[0]);
                if part.low >= 0 {
                    return Some(part);
                }
                let high = (1_i128 << narrow) - 1;
                Some(Range { low: 0, high, from: Rc::default() })
            }
            Op::Extract => {
                let (_, lo) = self.terms.slice(term)?;
                arg(0).filter(|part| lo == 0 && part.fits(width))
            }
            Op::Ite => {
                let (then, other) = (arg(1)?, arg(2)?);
                let mut from = (*then.from).clone();
                from.extend(other.from.iter());
                let low = then.low.min(other.low);
                Some(Range { low, high: then.high.max(other.high), from: Rc::new(from) })
            }
            _ => None,
        }
    }
}

/// Something that follows from conjuncts.
struct Fact {
    term: Term,
    truth: bool,
    from: BTreeSet<usize>,
}

/// Parts with the truth that would satisfy it, and the conjuncts it follows from.
type Clause = (Vec<(Term, bool)>, BTreeSet<usize>);

/// The conjuncts, taken apart, and what follows from those of their disjunctions of which all but
/// one part is known to be false.
fn facts(terms: &TermStore, query: &[Term]) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut known: TermMap<usize> = TermMap::new();
    let mut work: Vec<(Term, bool, BTreeSet<usize>)> = Vec::new();
    for (number, &conjunct) in query.iter().enumerate() {
        work.push((conjunct, true, BTreeSet::from([number])));
    }
    work.reverse();
    let mut clauses: Vec<Clause> = Vec::new();
    while let Some((term, truth, from)) = work.pop() {
        match (terms.op(term), truth) {
            (Op::Not, _) => work.push((terms.arg(term, 0), !truth, from)),
            (Op::And, true) | (Op::Or, false) => {
                work.extend(terms.args(term).iter().map(|&part| (part, truth, from.clone())));
            }
            (Op::And, false) | (Op::Or, true) => {
                let parts = terms.args(term).iter().map(|&part| literal(terms, part, truth));
                clauses.push((parts.collect(), from));
            }
            _ => {
                if from.len() == 1
                    && truth
                    && let Some(&number) = from.first()
                {
                    known.insert(term, number);
                }
                facts.push((term, truth, from));
            }
        }
    }
    let refuted: TermMap<usize> = {
        let mut refuted = TermMap::new();
        for (term, truth, from) in &facts {
            if !truth && let Some(&number) = from.first() {
                refuted.insert(*term, number);
            }
        }
        refuted
    };
    let mut implied: Vec<(Term, bool, BTreeSet<usize>)> = Vec::new();
    for (parts, mut from) in clauses {
        let mut open = Vec::new();
        for (part, truth) in parts {
            let against = if truth { refuted.get(part) } else { known.get(part) };
            match against {
                Some(&number) => {
                    from.insert(number);
                }
                None => open.push((part, truth)),
            }
        }
        if let [(part, truth)] = open[..] {
            implied.push((part, truth, from));
        }
    }
    while let Some((term, truth, from)) = implied.pop() {
        match (terms.op(term), truth) {
            (Op::Not, _) => implied.push((terms.arg(term, 0), !truth, from)),
            (Op::And, true) | (Op::Or, false) => {
                implied.extend(terms.args(term).iter().map(|&part| (part, truth, from.clone())));
            }
            _ => facts.push((term, truth, from)),
        }
    }
    facts.into_iter().map(|(term, truth, from)| Fact { term, truth, from }).collect()
}

/// A part of a clause without its negations.
fn literal(terms: &TermStore, mut term: Term, mut truth: bool) -> (Term, bool) {
    while terms.op(term) == Op::Not {
        term = terms.arg(term, 0);
        truth = !truth;
    }
    (term, truth)
}

/// What a fact says about a term compared with a constant.
fn bound(terms: &TermStore, fact: &Fact) -> Option<(Term, Range)> {
    let atom = fact.term;
    if !matches!(terms.op(atom), Op::BvSlt | Op::Eq) {
        return None;
    }
    let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
    if !matches!(terms.sort(a), Sort::BitVec(_)) || terms.width(a) > WIDEST {
        return None;
    }
    let width = terms.width(a);
    let signed = |term: Term| {
        let bits = terms.constant_u64(term)?;
        Some(i128::from((bits << (64 - width)) as i64 >> (64 - width)))
    };
    let full = Range { from: Rc::new(fact.from.clone()), ..Range::full(width) };
    match (terms.op(atom), fact.truth, signed(a), signed(b)) {
        (Op::BvSlt, true, None, Some(limit)) => Some((a, Range { high: limit - 1, ..full })),
        (Op::BvSlt, true, Some(limit), None) => Some((b, Range { low: limit + 1, ..full })),
        (Op::BvSlt, false, None, Some(limit)) => Some((a, Range { low: limit, ..full })),
        (Op::BvSlt, false, Some(limit), None) => Some((b, Range { high: limit, ..full })),
        (Op::Eq, true, None, Some(value)) => Some((a, Range { low: value, high: value, ..full })),
        (Op::Eq, true, Some(value), None) => Some((b, Range { low: value, high: value, ..full })),
        _ => None,
    }
}

/// Conjuncts that contradict each other by ranges.
fn contradiction(terms: &TermStore, query: &[Term]) -> Option<Vec<Term>> {
    let facts = facts(terms, query);
    let said: Vec<(Term, Range)> = facts.iter().filter_map(|fact| bound(terms, fact)).collect();
    let is_whole =
        |term: Term| matches!(terms.op(term), Op::BvAdd | Op::BvMul | Op::BvNeg | Op::Ite);
    if !said.iter().any(|(term, _)| is_whole(*term)) {
        return None;
    }
    let mut bounds: TermMap<Range> = TermMap::new();
    for (term, new) in &said {
        let range = match bounds.get(*term) {
            None => new.clone(),
            Some(old) => {
                let mut from = (*old.from).clone();
                from.extend(new.from.iter());
                Range {
                    low: old.low.max(new.low),
                    high: old.high.min(new.high),
                    from: Rc::new(from),
                }
            }
        };
        bounds.insert(*term, range);
    }
    let mut analysis = Analysis { terms, bounds, memo: TermMap::new() };
    for (term, wanted) in said.iter().filter(|(term, _)| is_whole(*term)) {
        analysis.range(*term);
        let width = terms.width(*term);
        let derived = analysis.derived(*term, width).filter(|range| range.fits(width));
        let Some(derived) = derived else { continue };
        if derived.high < wanted.low || derived.low > wanted.high {
            let mut core: BTreeSet<usize> = (*derived.from).clone();
            core.extend(wanted.from.iter());
            return Some(core.into_iter().map(|number| query[number]).collect());
        }
    }
    None
}

impl Intervals {
    pub(crate) fn new(below: Box<dyn Solver>) -> Intervals {
        Intervals { below: Below::new(below), meter: Meter::default() }
    }
}

impl Solver for Intervals {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let running = self.meter.start(&self.below);
        let found = if query.len() >= FEWEST { contradiction(terms, query) } else { None };
        let answer = match found {
            Some(core) => Answer::Unsat(core),
            None => self.below.check(terms, query, budget),
        };
        self.meter.stop(&running, &self.below);
        answer
    }

    fn name(&self) -> &'static str {
        "intervals"
    }

    fn statistics(&self, out: &mut Vec<LayerStatistics>) {
        self.meter.report(self.name(), &self.below, Vec::new(), out);
    }
}
