//! The iterated symbolic state: the values of changed locations after any number of iterations, as
//! terms over the values before and the path counters.
//!
//! In the paper's order: a location that no path changes keeps its value; one to which every path adds
//! something that does not change is a sum over the counters, which holds with wrap-around as it
//! is; any other one is what the last path that sets it gave it, at a moment that is left open
//! (this covers the paper's third and fourth rule, and variables set to several values). The last
//! iteration's own conditions come along: that is how a variable that an inner loop counts up is
//! known by the inner loop's exit, for which the paper needs a linear template. Elements of objects
//! are those before or were written in some iteration; the clause for that is made for the elements
//! that are read (`unfold`). Where nothing helps a value is a variable of its own: unknown.

use crate::location::{Location, Symbol};
use crate::summary::{
    COUNTER, Context, ElementWrite, IteratedSymbolicState, LoopPath, LoopSummary, Method, Pairs,
    fresh, fresh_counter, replace,
};
use pathweave_exec::code::Pc;
use pathweave_ir::Func;
use pathweave_term::{Op, Term, TermStore};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Cases of the rule of the last value.
const MOST_CASES: usize = 8;
/// Conditions that come along with a case.
const MOST_CASE_CONDITIONS: usize = 64;

/// Makes the summary of a loop from its paths.
pub fn summarise(
    terms: &mut TermStore,
    at: (Func, Pc, String),
    symbols: Vec<Symbol>,
    paths: Vec<LoopPath>,
) -> LoopSummary {
    let counters: Vec<Term> = paths.iter().map(|_| fresh_counter(terms, "k!")).collect();
    let mut rules = Rules {
        values: vec![None; symbols.len()],
        methods: vec![Method::Unknown("no rule covers it"); symbols.len()],
        changed: BTreeSet::new(),
        side: Vec::new(),
        locals: Vec::new(),
        symbols: &symbols,
        paths: &paths,
        counters: &counters,
        terms,
    };
    rules.unchanged();
    rules.linear();
    rules.last_values();
    rules.unknown();
    let Rules { values, methods, side, locals, .. } = rules;
    let values = values.into_iter().flatten().collect();
    let iterated = IteratedSymbolicState { values, side, locals, methods, ..Default::default() };
    let (func, header, place) = at;
    let writes = vec![None; symbols.len()];
    let mut summary =
        LoopSummary { func, header, place, symbols, counters, paths, iterated, writes };
    find_writes(terms, &mut summary);
    summary
}

struct Rules<'r> {
    terms: &'r mut TermStore,
    symbols: &'r [Symbol],
    paths: &'r [LoopPath],
    counters: &'r [Term],
    values: Vec<Option<Term>>,
    methods: Vec<Method>,
    /// Symbols of locations that some path changes.
    changed: BTreeSet<Term>,
    side: Vec<Term>,
    locals: Vec<Term>,
}

impl Rules<'_> {
    /// The first rule.
    fn unchanged(&mut self) {
        for (k, symbol) in self.symbols.iter().enumerate() {
            if self.paths.iter().all(|path| path.values[k] == symbol.term) {
                self.values[k] = Some(symbol.term);
                self.methods[k] = Method::Unchanged;
            } else {
                self.changed.insert(symbol.term);
            }
        }
    }

    /// Whether a term of a path is the same in every iteration.
    fn is_invariant(&self, path: usize, term: Term) -> bool {
        let locals = &self.paths[path].locals;
        let variables = self.terms.free_variables(&[term]);
        variables.iter().all(|v| !self.changed.contains(v) && !locals.contains(v))
    }

    /// The second rule: for registers and addresses, and for words of bytes.
    fn linear(&mut self) {
        for k in 0..self.symbols.len() {
            if self.values[k].is_none()
                && matches!(self.symbols[k].location, Location::Register(_) | Location::Pointer(..))
            {
                self.linear_word(&[k]);
            }
        }
        for size in [8, 4, 2, 1] {
            for k in 0..self.symbols.len() {
                if self.values[k].is_some() {
                    continue;
                }
                let Location::Byte(object, at) = self.symbols[k].location else { continue };
                if at % size != 0 {
                    continue;
                }
                let byte = |at| {
                    let wanted = Location::Byte(object, at);
                    self.symbols.iter().position(|symbol| symbol.location == wanted)
                };
                let word: Option<Vec<usize>> = (at..at + size).map(byte).collect();
                if let Some(word) = word
                    && word
                        .iter()
                        .all(|&k| self.values[k].is_none() || self.methods[k] == Method::Unchanged)
                {
                    self.linear_word(&word);
                }
            }
        }
    }

    /// A word of several symbols, low first, if every path adds something invariant to it.
    fn linear_word(&mut self, word: &[usize]) {
        let before: Vec<Term> = word.iter().map(|&k| self.symbols[k].term).collect();
        let before = self.join(&before);
        let width = self.terms.width(before);
        let mut sum = before;
        for path in 0..self.paths.len() {
            let after: Vec<Term> = word.iter().map(|&k| self.paths[path].values[k]).collect();
            let after = self.join(&after);
            let step = self.terms.bv_sub(after, before);
            if !self.is_invariant(path, step) {
                return;
            }
            let times = self.resize(self.counters[path], width);
            let added = self.terms.bv_mul(step, times);
            sum = self.terms.bv_add(sum, added);
        }
        let mut low = 0;
        for &k in word {
            let part = self.terms.width(self.symbols[k].term);
            self.values[k] = Some(self.terms.extract(sum, low + part - 1, low));
            self.methods[k] = Method::Linear;
            low += part;
        }
    }

    fn join(&mut self, parts: &[Term]) -> Term {
        let mut joined = parts[0];
        for &part in &parts[1..] {
            joined = self.terms.concat(part, joined);
        }
        joined
    }

    fn resize(&mut self, counter: Term, width: u32) -> Term {
        if width <= COUNTER {
            self.terms.extract(counter, width - 1, 0)
        } else {
            self.terms.zero_extend(counter, width)
        }
    }

    /// The third and fourth rule, and more: what the last path gave it that sets it.
    fn last_values(&mut self) {
        // Locations set by the same paths are set together.
        let mut groups: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
        for k in 0..self.symbols.len() {
            let is_array = matches!(self.symbols[k].location, Location::Contents(_));
            if self.values[k].is_some() || is_array {
                continue;
            }
            let setters: Vec<usize> = (0..self.paths.len())
                .filter(|&path| self.paths[path].values[k] != self.symbols[k].term)
                .collect();
            let open: BTreeSet<Term> = (0..self.symbols.len())
                .filter(|&other| self.values[other].is_none())
                .map(|other| self.symbols[other].term)
                .collect();
            let helps = setters.iter().any(|&path| {
                let value = self.paths[path].values[k];
                self.terms.free_variables(&[value]).iter().all(|v| !open.contains(v))
            });
            if setters.len() > MOST_CASES {
                self.methods[k] = Method::Unknown("too many paths set it");
            } else if !helps {
                self.methods[k] = Method::Unknown("it depends on its own value, not by a sum");
            } else {
                groups.entry(setters).or_default().push(k);
            }
        }
        // Values found by this rule are not used by it: they have no closed form.
        let closed = self.values.clone();
        for (setters, members) in groups {
            self.last_value_of(&setters, &members, &closed);
        }
    }

    fn last_value_of(&mut self, setters: &[usize], members: &[usize], closed: &[Option<Term>]) {
        let symbols: Vec<Term> = members.iter().map(|&k| self.symbols[k].term).collect();
        let results = fresh(self.terms, &symbols);
        self.locals.extend(&results);
        let zero = self.terms.bv_u64(COUNTER, 0);
        let mut none = Vec::new();
        for &path in setters {
            none.push(self.terms.eq(self.counters[path], zero));
        }
        for (&result, &symbol) in results.iter().zip(&symbols) {
            none.push(self.terms.eq(result, symbol));
        }
        let mut clause = self.terms.and_all(none);
        for &path in setters {
            let case = self.last_iteration(path, members, &results, closed);
            clause = self.terms.or(clause, case);
        }
        self.side.push(clause);
        for (&k, &result) in members.iter().zip(&results) {
            self.values[k] = Some(result);
            self.methods[k] = Method::LastValue;
        }
    }

    /// That an iteration along a path set the results, and was the last one along it.
    fn last_iteration(
        &mut self,
        path: usize,
        members: &[usize],
        results: &[Term],
        closed: &[Option<Term>],
    ) -> Term {
        let zero = self.terms.bv_u64(COUNTER, 0);
        let minus_one = self.terms.bv_u64(COUNTER, u64::MAX);
        let mut all = vec![self.terms.bv_ult(zero, self.counters[path])];
        let mut moment: Pairs = Vec::new();
        for (k, &counter) in self.counters.iter().enumerate() {
            let before = if k == path {
                self.terms.bv_add(counter, minus_one)
            } else {
                let before = fresh_counter(self.terms, "t!");
                self.locals.push(before);
                all.push(self.terms.bv_ule(before, counter));
                before
            };
            moment.push((counter, before));
        }
        let mut pairs: Pairs = Vec::new();
        for (k, value) in closed.iter().enumerate() {
            let symbol = self.symbols[k].term;
            let then = match value {
                Some(value) => replace(self.terms, &moment, &[*value])[0],
                None => {
                    let open = fresh(self.terms, &[symbol])[0];
                    self.locals.push(open);
                    open
                }
            };
            pairs.push((symbol, then));
        }
        let locals = &self.paths[path].locals;
        let copies = fresh(self.terms, locals);
        self.locals.extend(&copies);
        pairs.extend(locals.iter().copied().zip(copies));
        let conditions = &self.paths[path].conditions;
        // They say something about the values only through what both have in common.
        let values: Vec<Term> = members.iter().map(|&k| self.paths[path].values[k]).collect();
        let variables = self.terms.free_variables(&values);
        let helps = variables.iter().any(|v| self.changed.contains(v) || locals.contains(v));
        if helps && conditions.len() <= MOST_CASE_CONDITIONS {
            all.extend(replace(self.terms, &pairs, conditions));
        }
        for (&k, &result) in members.iter().zip(results) {
            let value = replace(self.terms, &pairs, &[self.paths[path].values[k]])[0];
            all.push(self.terms.eq(result, value));
        }
        self.terms.and_all(all)
    }

    /// Everything else is a variable of its own.
    fn unknown(&mut self) {
        for k in 0..self.symbols.len() {
            if self.values[k].is_none() {
                let open = fresh(self.terms, &[self.symbols[k].term])[0];
                self.locals.push(open);
                self.values[k] = Some(open);
            }
        }
    }
}

/// Finds the writes to objects, those of inner loops included.
fn find_writes(terms: &mut TermStore, summary: &mut LoopSummary) {
    for k in 0..summary.symbols.len() {
        if !matches!(summary.symbols[k].location, Location::Contents(_))
            || summary.iterated.methods[k] == Method::Unchanged
        {
            continue;
        }
        let mut writes = Some(Vec::new());
        for path in 0..summary.paths.len() {
            let found = writes_of_path(terms, summary, path, k);
            writes = match (writes, found) {
                (Some(mut all), Some(found)) => {
                    all.extend(found);
                    Some(all)
                }
                _ => None,
            };
        }
        summary.iterated.methods[k] = match writes {
            Some(_) => Method::Writes,
            None => Method::Unknown("what is written where is not known"),
        };
        summary.writes[k] = writes;
    }
}

fn writes_of_path(
    terms: &mut TermStore,
    summary: &LoopSummary,
    path: usize,
    symbol: usize,
) -> Option<Vec<ElementWrite>> {
    let data = &summary.paths[path];
    let mut found = Vec::new();
    let mut array = data.values[symbol];
    let plain = |index, value| ElementWrite {
        path,
        conditions: Vec::new(),
        index,
        value,
        locals: Vec::new(),
    };
    loop {
        if array == summary.symbols[symbol].term {
            return Some(found);
        }
        if terms.op(array) == Op::Store {
            found.push(plain(terms.arg(array, 1), terms.arg(array, 2)));
            array = terms.arg(array, 0);
            continue;
        }
        // The contents after an inner loop.
        let inner = data.loops.iter().find_map(|instance| {
            let state = &instance.summary.iterated;
            let formal = (0..state.locals.len()).find(|&at| instance.locals[at] == array)?;
            let inner = state.values.iter().position(|&v| v == state.locals[formal])?;
            Some((Rc::clone(instance), inner))
        });
        let (instance, inner) = inner?;
        for write in instance.summary.writes[inner].clone()? {
            found.push(inner_write(terms, path, &instance, &write));
        }
        array = instance.entry[inner];
    }
}

/// A write of an inner loop, at a moment of it that is left open.
fn inner_write(
    terms: &mut TermStore,
    path: usize,
    instance: &crate::summary::LoopInstance,
    write: &ElementWrite,
) -> ElementWrite {
    let first = terms.len();
    let context = Context::of(terms, instance, &Vec::new());
    let before = fresh_counter(terms, "t!");
    let moment = context.moment(terms, write.path, before);
    let mut conditions = vec![terms.bv_ult(before, context.counters[write.path])];
    conditions.extend(&moment.conditions);
    let mut pairs = moment.pairs;
    let copies = fresh(terms, &write.locals);
    pairs.extend(write.locals.iter().copied().zip(copies));
    conditions.extend(replace(terms, &pairs, &write.conditions));
    let [index, value] =
        replace(terms, &pairs, &[write.index, write.value]).try_into().expect("two terms");
    let mut all = conditions.clone();
    all.extend([index, value]);
    let mut locals = terms.free_variables(&all);
    locals.retain(|local| local.index() >= first);
    ElementWrite { path, conditions, index, value, locals }
}
