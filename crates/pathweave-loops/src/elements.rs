//! Elements of objects that loops write: which iteration wrote an element that is read, or none.
//!
//! An element after a loop is the one before, and then no iteration wrote it; or some iteration wrote it,
//! and then no later one did. What no iteration does is said of the iterations that are instantiated
//! anyway: fewer than there are, so what is asked still follows from the condition. The easy mistake
//! is an iteration that may not have happened, or not before the moment at which the element is read:
//! both belong to what is assumed of it.

use crate::location::Location;
use crate::summary::{Context, LoopSummary, Moment, fresh, fresh_counter, replace};
use crate::unfold::Unfolder;
use pathweave_term::{Op, Term, TermStore};
use std::collections::BTreeSet;

/// Clauses for elements that are read at most.
const MOST_READS: usize = 400;
/// Writes of a loop's iterations that are kept in mind at most.
const MOST_WRITTEN: usize = 1024;
/// Iterations that are said not to have written an element, for all elements.
const MOST_EXCLUDED: usize = 6000;

/// The contents of an object after iterations of a loop.
#[derive(Clone)]
pub(crate) struct ContentsAfter {
    context: Context,
    symbol: usize,
    /// The loop's number.
    number: usize,
}

/// A byte that an instantiated iteration writes.
#[derive(Clone)]
pub(crate) struct Written {
    symbol: usize,
    path: usize,
    /// That there is such an iteration, and that it writes.
    happens: Term,
    /// How often each path was taken before.
    taken: Vec<Term>,
    index: Term,
}

impl Unfolder<'_> {
    /// Keeps in mind which variables are the contents of objects after iterations.
    pub fn remember_contents(
        &mut self,
        context: &Context,
        number: usize,
        taken: &[Term],
        locals: &[Term],
    ) {
        let summary = &context.summary;
        for (symbol, writes) in summary.writes.iter().enumerate() {
            if writes.is_none() {
                continue;
            }
            let formal = summary.iterated.values[symbol];
            let at = summary.iterated.locals.iter().position(|&local| local == formal);
            if let Some(&variable) = at.and_then(|at| locals.get(at)) {
                let context = Context { counters: taken.to_vec(), ..context.clone() };
                self.contents.insert(variable, ContentsAfter { context, symbol, number });
            }
        }
    }

    /// Keeps in mind what an instantiated iteration writes itself.
    pub fn remember_writes(
        &mut self,
        context: &Context,
        number: usize,
        path: usize,
        happens: Term,
        moment: &Moment,
    ) {
        for (symbol, writes) in context.summary.writes.iter().enumerate() {
            let own = writes.iter().flatten();
            for write in own.filter(|write| write.path == path && write.conditions.is_empty()) {
                let index = replace(self.terms, &moment.pairs, &[write.index])[0];
                let taken = moment.taken.clone();
                self.remember(number, Written { symbol, path, happens, taken, index });
            }
        }
    }

    /// Keeps in mind what a loop inside of an instantiated iteration writes.
    pub fn remember_inner_writes(
        &mut self,
        context: &Context,
        number: usize,
        (inner, inner_number): (&LoopSummary, usize),
        path: usize,
        moment: &Moment,
    ) {
        for symbol in 0..context.summary.symbols.len() {
            let location = context.summary.symbols[symbol].location;
            if !matches!(location, Location::Contents(_)) {
                continue;
            }
            for written in self.written[inner_number].clone() {
                if inner.symbols[written.symbol].location == location {
                    let taken = moment.taken.clone();
                    self.remember(number, Written { symbol, path, taken, ..written });
                }
            }
        }
    }

    fn remember(&mut self, number: usize, written: Written) {
        let known = &mut self.written[number];
        if known.len() < MOST_WRITTEN {
            known.push(written);
        }
    }

    /// What elements of objects are that are read: those before the loop, or written in it.
    pub fn elements(&mut self, conditions: &mut Vec<Term>) {
        let mut done: BTreeSet<(Term, Term)> = BTreeSet::new();
        let mut excluded = 0;
        let mut from = 0;
        while from < conditions.len() {
            let reads = self.reads(&conditions[from..]);
            from = conditions.len();
            for (array, index) in reads {
                if done.len() >= MOST_READS {
                    self.whole = false;
                    return;
                }
                if done.insert((array, index))
                    && let Some(after) = self.contents.get(&array).cloned()
                {
                    let clause = self.element(array, index, &after, &mut excluded);
                    conditions.push(clause);
                }
            }
        }
    }

    /// The elements of variables that terms read.
    fn reads(&self, roots: &[Term]) -> BTreeSet<(Term, Term)> {
        let mut found = BTreeSet::new();
        for term in self.terms.subterms(roots) {
            if self.terms.op(term) != Op::Select {
                continue;
            }
            let index = self.terms.arg(term, 1);
            let mut bases = vec![self.terms.arg(term, 0)];
            while let Some(base) = bases.pop() {
                match self.terms.op(base) {
                    Op::Store => bases.push(self.terms.arg(base, 0)),
                    Op::Ite => bases.extend(&self.terms.args(base)[1..]),
                    _ => {
                        found.insert((base, index));
                    }
                }
            }
        }
        found
    }

    /// That an element is the one before the loop, or was written in some iteration.
    fn element(
        &mut self,
        array: Term,
        index: Term,
        after: &ContentsAfter,
        excluded: &mut usize,
    ) -> Term {
        let ContentsAfter { context, symbol, .. } = after;
        let now = self.terms.select(array, index);
        let others = self.writes_to(index, after, excluded);
        let old = self.terms.select(context.entry[*symbol], index);
        let mut kept = vec![self.terms.eq(now, old)];
        for (_, writes) in &others {
            kept.push(self.terms.not(*writes));
        }
        let mut clause = self.terms.and_all(kept);
        for write in context.summary.writes[*symbol].clone().unwrap_or_default() {
            let before = fresh_counter(self.terms, "t!");
            let moment = context.moment(self.terms, write.path, before);
            let mut pairs = moment.pairs;
            let copies = fresh(self.terms, &write.locals);
            pairs.extend(write.locals.iter().copied().zip(copies));
            let mut all = vec![self.terms.bv_ult(before, context.counters[write.path])];
            all.extend(&moment.conditions);
            all.extend(replace(self.terms, &pairs, &write.conditions));
            let place = replace(self.terms, &pairs, &[write.index, write.value]);
            all.push(self.terms.eq(index, place[0]));
            all.push(self.terms.eq(now, place[1]));
            for (taken, writes) in &others {
                let is_later = self.terms.bv_ult(before, taken[write.path]);
                let overwrites = self.terms.and(is_later, *writes);
                all.push(self.terms.not(overwrites));
            }
            let case = self.terms.and_all(all);
            clause = self.terms.or(clause, case);
        }
        clause
    }

    /// Instantiated iterations before the moment of these contents: how often paths were taken
    /// before, and that the iteration happens and writes an element.
    fn writes_to(
        &mut self,
        index: Term,
        after: &ContentsAfter,
        excluded: &mut usize,
    ) -> Vec<(Vec<Term>, Term)> {
        let mut found = Vec::new();
        let low = low_bits(self.terms, index);
        for written in self.written[after.number].clone() {
            let is_elsewhere = match (low, low_bits(self.terms, written.index)) {
                (Some(one), Some(other)) => one != other,
                _ => false,
            };
            if written.symbol != after.symbol || is_elsewhere {
                continue;
            }
            *excluded += 1;
            if *excluded > MOST_EXCLUDED {
                break;
            }
            let counter = after.context.counters[written.path];
            let is_before = self.terms.bv_ult(written.taken[written.path], counter);
            let here = self.terms.eq(index, written.index);
            let happens = self.terms.and(written.happens, is_before);
            let writes = self.terms.and(happens, here);
            if self.terms.constant_bool(writes) != Some(false) {
                found.push((written.taken, writes));
            }
        }
        found
    }
}

/// The two low bits of a term, where they are the same for all values of its variables: bytes of words
/// are told apart by them.
fn low_bits(terms: &TermStore, term: Term) -> Option<u64> {
    if let Some(value) = terms.constant_u64(term) {
        return Some(value & 3);
    }
    let args = terms.args(term);
    match terms.op(term) {
        Op::BvAdd => args.iter().try_fold(0, |sum, &arg| Some((sum + low_bits(terms, arg)?) & 3)),
        Op::BvMul => {
            let known: Vec<Option<u64>> = args.iter().map(|&arg| low_bits(terms, arg)).collect();
            match known.contains(&Some(0)) {
                true => Some(0),
                false => known.into_iter().try_fold(1, |product, k| Some((product * k?) & 3)),
            }
        }
        Op::BvShl if terms.constant_u64(args[1]).is_some_and(|by| by >= 2) => Some(0),
        Op::Concat if terms.width(args[1]) >= 2 => low_bits(terms, args[1]),
        Op::ZeroExtend | Op::SignExtend if terms.width(args[0]) >= 2 => low_bits(terms, args[0]),
        Op::Extract if terms.width(term) >= 2 && terms.slice(term).is_some_and(|s| s.1 == 0) => {
            low_bits(terms, args[0])
        }
        _ => None,
    }
}
