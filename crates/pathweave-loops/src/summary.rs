//! The summary of a loop at an entry: its paths, path counters, the iterated symbolic state, and how
//! both are instantiated.
//!
//! All terms of a summary are over its *symbols* (what changed locations hold on entry, or before
//! an iteration), its formal counters, and *locals*: variables whose meaning is another one in every
//! iteration (counters of inner loops, inputs asked for in the loop, unknown values). Instantiating
//! replaces symbols and counters and makes a fresh copy of every local: whoever forgets a local
//! makes two iterations agree that need not, and the condition is no longer necessary.

use crate::location::Symbol;
use crate::relations::Relation;
use pathweave_exec::code::Pc;
use pathweave_ir::Func;
use pathweave_term::{Sort, Substitution, Term, TermStore};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Bits of a path counter.
pub const COUNTER: u32 = 64;
/// No loop runs as often as this.
pub const MOST_ITERATIONS: u64 = 1 << 62;

/// A decision on a way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Step {
    /// The function.
    pub func: Func,
    /// The operation.
    pub pc: Pc,
    /// Whether its guard holds.
    pub holds: bool,
}

/// A backbone of a loop: one way from its header back to it, inner loops summarised.
#[derive(Clone, Debug)]
pub struct LoopPath {
    /// What has to hold for an iteration along it.
    pub conditions: Vec<Term>,
    /// Loops on the way.
    pub loops: Vec<Rc<LoopInstance>>,
    /// Variables that are others in each iteration.
    pub locals: Vec<Term>,
    /// By symbol: its value after the iteration.
    pub values: Vec<Term>,
    /// Decisions on the way.
    pub trail: Vec<Step>,
    /// Whether inputs are asked for on it.
    pub asks: bool,
}

/// How the value of a location after the loop was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// It is the same on every path.
    Unchanged,
    /// Every path adds something that does not change.
    Linear,
    /// It is what the last path that sets it gave it.
    LastValue,
    /// Its elements are those before, or were written in some iteration.
    Writes,
    /// Nothing is known of it.
    Unknown(&'static str),
}

/// Values of changed locations after any iterations, by counters.
#[derive(Clone, Debug, Default)]
pub struct IteratedSymbolicState {
    /// By symbol.
    pub values: Vec<Term>,
    /// What the locals satisfy.
    pub side: Vec<Term>,
    /// Variables that are others in each instance.
    pub locals: Vec<Term>,
    /// By symbol: how it was found.
    pub methods: Vec<Method>,
    /// Relations between values that are among what the locals satisfy.
    pub relations: Vec<Relation>,
    /// What holds as well, but is only worth saying when the loop has ended.
    pub after: Vec<Term>,
}

/// A write to an object in an iteration.
#[derive(Clone, Debug)]
pub struct ElementWrite {
    /// The path.
    pub path: usize,
    /// What holds then, besides the path's conditions.
    pub conditions: Vec<Term>,
    /// Where, 32 bits.
    pub index: Term,
    /// The byte.
    pub value: Term,
    /// Variables that are others in each iteration, besides the path's locals.
    pub locals: Vec<Term>,
}

/// What a loop does, seen from one of its headers.
#[derive(Clone, Debug)]
pub struct LoopSummary {
    /// The function.
    pub func: Func,
    /// The header.
    pub header: Pc,
    /// `file:line:column` of the header.
    pub place: String,
    /// Changed locations.
    pub symbols: Vec<Symbol>,
    /// Formal counters, by path.
    pub counters: Vec<Term>,
    /// Its paths.
    pub paths: Vec<LoopPath>,
    /// Values after any iterations.
    pub iterated: IteratedSymbolicState,
    /// By symbol: the writes to an object, if they are known.
    pub writes: Vec<Option<Vec<ElementWrite>>>,
}

/// A loop on a way.
#[derive(Clone, Debug)]
pub struct LoopInstance {
    /// The loop.
    pub summary: Rc<LoopSummary>,
    /// By symbol: the value on entry.
    pub entry: Vec<Term>,
    /// How often each path is taken.
    pub counters: Vec<Term>,
    /// The copies of the iterated state's locals.
    pub locals: Vec<Term>,
}

/// Replacements of variables.
pub type Pairs = Vec<(Term, Term)>;

/// Replaces variables in terms.
pub fn replace(terms: &mut TermStore, pairs: &[(Term, Term)], all: &[Term]) -> Vec<Term> {
    let mut substitution = Substitution::new();
    for &(from, to) in pairs {
        substitution.insert(terms, from, to);
    }
    all.iter().map(|&term| substitution.apply(terms, term)).collect()
}

/// A fresh copy of each variable.
pub fn fresh(terms: &mut TermStore, variables: &[Term]) -> Vec<Term> {
    let copy = |&variable: &Term| {
        let name = terms.name(variable).unwrap_or("local");
        let stem = name.split(['!', '#', '[']).next().unwrap_or("local").to_owned();
        let sort = terms.sort(variable);
        terms.fresh_var(&format!("{stem}!"), sort)
    };
    variables.iter().map(copy).collect()
}

/// A fresh counter.
pub fn fresh_counter(terms: &mut TermStore, name: &str) -> Term {
    terms.fresh_var(name, Sort::BitVec(COUNTER))
}

/// The state of a loop in the middle: before an iteration along a path.
pub struct Moment {
    /// How many iterations of each path there were.
    pub taken: Vec<Term>,
    /// What holds.
    pub conditions: Vec<Term>,
    /// Replacements of symbols, of the path's locals, and those around the loop.
    pub pairs: Pairs,
    /// The copies of the iterated state's locals.
    pub locals: Vec<Term>,
}

/// A loop in a context: what its symbols are on entry, and how often its paths are taken.
#[derive(Clone)]
pub struct Context {
    /// The loop.
    pub summary: Rc<LoopSummary>,
    /// By symbol.
    pub entry: Vec<Term>,
    /// By path.
    pub counters: Vec<Term>,
    /// Replacements of variables from around the loop.
    pub outer: Pairs,
}

impl Context {
    /// An instance inside of replacements.
    pub fn of(terms: &mut TermStore, instance: &LoopInstance, outer: &Pairs) -> Self {
        Self {
            summary: Rc::clone(&instance.summary),
            entry: replace(terms, outer, &instance.entry),
            counters: replace(terms, outer, &instance.counters),
            outer: outer.clone(),
        }
    }

    /// The values of symbols after so many iterations: with copies of locals, and what they satisfy.
    pub fn iterated(&self, terms: &mut TermStore, taken: &[Term]) -> (Vec<Term>, Vec<Term>, Pairs) {
        let state = &self.summary.iterated;
        let copies = fresh(terms, &state.locals);
        let mut pairs = self.outer.clone();
        pairs.extend(self.summary.symbols.iter().zip(&self.entry).map(|(s, &e)| (s.term, e)));
        pairs.extend(self.summary.counters.iter().copied().zip(taken.iter().copied()));
        let renamed: Pairs = state.locals.iter().copied().zip(copies.iter().copied()).collect();
        pairs.extend(&renamed);
        let mut all = state.values.clone();
        all.extend(&state.side);
        let mut values = replace(terms, &pairs, &all);
        let side = values.split_off(state.values.len());
        (values, side, renamed)
    }

    /// What holds of the values after all iterations, besides what their locals satisfy.
    pub fn ended(&self, terms: &mut TermStore, renamed: &Pairs) -> Vec<Term> {
        let mut pairs = self.outer.clone();
        pairs.extend(self.summary.symbols.iter().zip(&self.entry).map(|(s, &e)| (s.term, e)));
        pairs.extend(self.summary.counters.iter().copied().zip(self.counters.iter().copied()));
        pairs.extend(renamed);
        replace(terms, &pairs, &self.summary.iterated.after)
    }

    /// The moment before an iteration along a path, of which there were `before`. How often the
    /// other paths were taken is open, but no more than in all.
    pub fn moment(&self, terms: &mut TermStore, path: usize, before: Term) -> Moment {
        let mut conditions = Vec::new();
        let mut taken = Vec::with_capacity(self.counters.len());
        for (k, &counter) in self.counters.iter().enumerate() {
            if k == path {
                taken.push(before);
                continue;
            }
            let other = fresh_counter(terms, "t!");
            conditions.push(terms.bv_ule(other, counter));
            taken.push(other);
        }
        let mut moment = self.moment_after(terms, path, taken);
        conditions.append(&mut moment.conditions);
        Moment { conditions, ..moment }
    }

    /// The moment before an iteration along a path, after so many iterations of each path.
    pub fn moment_after(&self, terms: &mut TermStore, path: usize, taken: Vec<Term>) -> Moment {
        let (values, side, renamed) = self.iterated(terms, &taken);
        let mut conditions = side;
        let path = &self.summary.paths[path];
        let mut pairs = self.outer.clone();
        pairs.extend(self.summary.symbols.iter().zip(&values).map(|(s, &v)| (s.term, v)));
        let copies = fresh(terms, &path.locals);
        pairs.extend(path.locals.iter().copied().zip(copies));
        conditions.extend(replace(terms, &pairs, &path.conditions));
        let locals = renamed.into_iter().map(|(_, copy)| copy).collect();
        Moment { taken, conditions, pairs, locals }
    }
}

impl LoopInstance {
    /// The variables that the instance depends on from around it.
    pub fn free_variables(&self, terms: &TermStore) -> BTreeSet<Term> {
        let mut found: BTreeSet<Term> = BTreeSet::new();
        for list in [&self.entry, &self.counters, &self.locals] {
            found.extend(terms.free_variables(list));
        }
        found.extend(self.summary.free_variables(terms));
        found
    }
}

impl LoopSummary {
    /// Variables that are neither symbols nor counters nor locals of the loop.
    pub fn free_variables(&self, terms: &TermStore) -> BTreeSet<Term> {
        let mut found: BTreeSet<Term> = BTreeSet::new();
        for path in &self.paths {
            let mut inner: BTreeSet<Term> = BTreeSet::new();
            inner.extend(terms.free_variables(&path.conditions));
            inner.extend(terms.free_variables(&path.values));
            for instance in &path.loops {
                inner.extend(instance.free_variables(terms));
            }
            path.locals.iter().for_each(|local| {
                inner.remove(local);
            });
            found.extend(inner);
        }
        let mut of_state: BTreeSet<Term> = BTreeSet::new();
        of_state.extend(terms.free_variables(&self.iterated.values));
        of_state.extend(terms.free_variables(&self.iterated.side));
        of_state.extend(terms.free_variables(&self.iterated.after));
        self.iterated.locals.iter().for_each(|local| {
            of_state.remove(local);
        });
        found.extend(of_state);
        self.symbols.iter().for_each(|symbol| {
            found.remove(&symbol.term);
        });
        self.counters.iter().for_each(|counter| {
            found.remove(counter);
        });
        found
    }

    /// Whether inputs are asked for inside.
    pub fn asks(&self) -> bool {
        self.paths
            .iter()
            .any(|path| path.asks || path.loops.iter().any(|instance| instance.summary.asks()))
    }
}
