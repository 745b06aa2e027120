//! Deciding abstract path conditions: looping conditions with their quantifiers instantiated.
//!
//! For each path of a loop its first `bound` iterations and its last one are instantiated; counters
//! themselves stay unbounded. So what is asked follows from the condition, and *unsat* at any bound is a
//! proof. Iterations of one path come after each other, and those of two paths in some order: both
//! are said, which the paper does not do, and without which one array element could be the witness
//! of many iterations.

use crate::analysis::AbstractPath;
use crate::elements::{ContentsAfter, Written};
use crate::inputs::InputArrays;
use crate::location::Location;
use crate::summary::{COUNTER, Context, LoopInstance, Method, Moment, Pairs, Step, replace};
use pathweave_term::{Op, Term, TermStore};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Conditions of an unfolded condition at most.
const MOST_CONDITIONS: usize = 6000;
/// Pairs of iterations that are put in order, for each loop.
const MOST_ORDERED: usize = 1500;

/// How often a path of a loop is taken.
#[derive(Clone, Debug)]
pub struct Usage {
    /// The decisions of the path.
    pub trail: Rc<[Step]>,
    /// How often, if the loop is there at all.
    pub times: Term,
    /// That the loop is there.
    pub when: Term,
}

/// An unfolded condition.
#[derive(Clone, Debug)]
pub struct Unfolded {
    /// What has to hold.
    pub conditions: Vec<Term>,
    /// All counters, of inner loops too.
    pub counters: Vec<Term>,
    /// How often paths are taken.
    pub usages: Vec<Usage>,
    /// That loops whose values are passed on from iteration to iteration end within the bound.
    pub short: Vec<Term>,
    /// Whether every part was unfolded up to the bound.
    pub whole: bool,
}

/// Unfolds the condition of a path to the target.
pub fn unfold(
    terms: &mut TermStore,
    path: &AbstractPath<'_>,
    arrays: &InputArrays,
    bound: u32,
) -> Unfolded {
    let truth = terms.bool_const(true);
    let mut unfolder = Unfolder {
        terms,
        bound,
        contents: BTreeMap::new(),
        written: Vec::new(),
        counters: Vec::new(),
        usages: Vec::new(),
        short: Vec::new(),
        size: 0,
        whole: true,
    };
    let mut conditions = path.state.conditions.clone();
    for instance in &path.loops {
        unfolder.instance(instance, &Vec::new(), truth, 0, &mut conditions);
    }
    unfolder.elements(&mut conditions);
    let Unfolder { counters, usages, short, whole, .. } = unfolder;
    let facts = arrays.facts(terms, &conditions);
    conditions.extend(facts);
    conditions.retain(|&condition| terms.constant_bool(condition) != Some(true));
    let mut seen = BTreeSet::new();
    conditions.retain(|&condition| seen.insert(condition));
    Unfolded { conditions, counters, usages, short, whole }
}

pub(crate) struct Unfolder<'t> {
    pub terms: &'t mut TermStore,
    bound: u32,
    /// By the variable that they are.
    pub contents: BTreeMap<Term, ContentsAfter>,
    /// By loop: the writes of instantiated iterations.
    pub written: Vec<Vec<Written>>,
    counters: Vec<Term>,
    usages: Vec<Usage>,
    short: Vec<Term>,
    size: usize,
    pub whole: bool,
}

impl Unfolder<'_> {
    /// The looping condition of a loop that is there `when` this holds. Gives the loop's number.
    fn instance(
        &mut self,
        instance: &LoopInstance,
        outer: &Pairs,
        when: Term,
        depth: u32,
        out: &mut Vec<Term>,
    ) -> usize {
        let context = Context::of(self.terms, instance, outer);
        let locals = replace(self.terms, outer, &instance.locals);
        let number = self.written.len();
        self.written.push(Vec::new());
        self.remember_contents(&context, number, &context.counters.clone(), &locals);
        self.counters.extend(&context.counters);
        for (path, &times) in instance.summary.paths.iter().zip(&context.counters) {
            let trail = path.trail.clone().into();
            self.usages.push(Usage { trail, times, when });
        }
        let bound = (self.bound >> depth).max(1);
        let mut moments: Vec<Vec<Moment>> = Vec::new();
        for path in 0..instance.summary.paths.len() {
            let mut own = Vec::new();
            for before in 0..u64::from(bound) {
                let before = self.terms.bv_u64(COUNTER, before);
                match self.iteration((&context, number), path, before, when, depth, out) {
                    Some(moment) => own.push(moment),
                    None => break,
                }
            }
            moments.push(own);
            let one = self.terms.bv_u64(COUNTER, u64::MAX);
            let last = self.terms.bv_add(context.counters[path], one);
            // It may be one of the first, whose inner loops are counted already.
            let counted = self.usages.len();
            self.iteration((&context, number), path, last, when, depth, out);
            self.usages.truncate(counted);
        }
        self.order(&context, &moments, when, out);
        self.ends(&context, when, out);
        self.link(&context, &locals, &moments, when, out);
        number
    }

    /// That one of the paths was the last to be taken, after all other iterations: what that says of
    /// counters, not of elements of objects, so that it can be solved without them.
    fn ends(&mut self, context: &Context, when: Term, out: &mut Vec<Term>) {
        let count = context.counters.len();
        if count < 2 {
            return;
        }
        let zero = self.terms.bv_u64(COUNTER, 0);
        let minus_one = self.terms.bv_u64(COUNTER, u64::MAX);
        let mut none = self.terms.bool_const(true);
        for &counter in &context.counters {
            let is_zero = self.terms.eq(counter, zero);
            none = self.terms.and(none, is_zero);
        }
        let absent = self.terms.not(when);
        let mut clause = self.terms.or(absent, none);
        for path in 0..count {
            let mut before = context.counters.clone();
            before[path] = self.terms.bv_add(before[path], minus_one);
            let moment = context.moment_after(self.terms, path, before);
            let mut all = vec![self.terms.bv_ult(zero, context.counters[path])];
            all.extend(moment.conditions.into_iter().filter(|&condition| {
                let subterms = self.terms.subterms(&[condition]);
                subterms.iter().all(|&term| self.terms.op(term) != Op::Select)
            }));
            let case = self.terms.and_all(all);
            clause = self.terms.or(clause, case);
        }
        out.push(clause);
    }

    /// That what has no closed form is passed on from iteration to iteration: said of loops with one
    /// path, whose iterations are known to follow each other, and of loops that are not taken.
    fn link(
        &mut self,
        context: &Context,
        locals: &[Term],
        moments: &[Vec<Moment>],
        when: Term,
        out: &mut Vec<Term>,
    ) {
        let summary = Rc::clone(&context.summary);
        let open: Vec<usize> = (0..summary.symbols.len())
            .filter(|&k| {
                matches!(summary.iterated.methods[k], Method::LastValue | Method::Unknown(_))
                    && !matches!(summary.symbols[k].location, Location::Contents(_))
            })
            .collect();
        if open.is_empty() {
            return;
        }
        let mut pairs = context.outer.clone();
        pairs.extend(summary.symbols.iter().zip(&context.entry).map(|(s, &e)| (s.term, e)));
        pairs.extend(summary.counters.iter().copied().zip(context.counters.iter().copied()));
        pairs.extend(summary.iterated.locals.iter().copied().zip(locals.iter().copied()));
        let after: Vec<Term> = open.iter().map(|&k| summary.iterated.values[k]).collect();
        let after = replace(self.terms, &pairs, &after);
        let mut now: Vec<Term> = open.iter().map(|&k| context.entry[k]).collect();
        let zero = self.terms.bv_u64(COUNTER, 0);
        let mut ended = when;
        for &counter in &context.counters {
            let none = self.terms.eq(counter, zero);
            ended = self.terms.and(ended, none);
        }
        self.are(ended, &after, &now, out);
        let [own] = moments else { return };
        let most = self.terms.bv_u64(COUNTER, own.len() as u64);
        let short = self.terms.bv_ule(context.counters[0], most);
        self.short.push(self.terms.implies(when, short));
        for (number, moment) in own.iter().enumerate() {
            let happens = self.happens(context, 0, number as u64);
            let guard = self.terms.and(when, happens);
            let symbols: Vec<Term> = open.iter().map(|&k| summary.symbols[k].term).collect();
            let before = replace(self.terms, &moment.pairs, &symbols);
            self.are(guard, &before, &now, out);
            let values: Vec<Term> = open.iter().map(|&k| summary.paths[0].values[k]).collect();
            now = replace(self.terms, &moment.pairs, &values);
            let count = self.terms.bv_u64(COUNTER, number as u64 + 1);
            let last = self.terms.eq(context.counters[0], count);
            let ended = self.terms.and(when, last);
            self.are(ended, &after, &now, out);
        }
    }

    /// That terms are equal if something holds.
    fn are(&mut self, guard: Term, these: &[Term], those: &[Term], out: &mut Vec<Term>) {
        for (&one, &other) in these.iter().zip(those) {
            let equal = self.terms.eq(one, other);
            out.push(self.terms.implies(guard, equal));
        }
    }

    /// One iteration along a path of a loop, of which the number is known, if there are more than
    /// `before`.
    fn iteration(
        &mut self,
        (context, number): (&Context, usize),
        path: usize,
        before: Term,
        when: Term,
        depth: u32,
        out: &mut Vec<Term>,
    ) -> Option<Moment> {
        if self.size > MOST_CONDITIONS {
            self.whole = false;
            return None;
        }
        let counter = context.counters[path];
        let happens = self.terms.bv_ult(before, counter);
        let guard = self.terms.and(when, happens);
        let moment = context.moment(self.terms, path, before);
        self.remember_contents(context, number, &moment.taken, &moment.locals);
        self.remember_writes(context, number, path, guard, &moment);
        for &condition in &moment.conditions {
            out.push(self.terms.implies(guard, condition));
        }
        self.size += moment.conditions.len();
        for inner in &context.summary.paths[path].loops {
            let inner_number = self.instance(inner, &moment.pairs, guard, depth + 1, out);
            let inner = (&*inner.summary, inner_number);
            self.remember_inner_writes(context, number, inner, path, &moment);
        }
        Some(moment)
    }

    /// That the iterations have an order.
    fn order(
        &mut self,
        context: &Context,
        moments: &[Vec<Moment>],
        when: Term,
        out: &mut Vec<Term>,
    ) {
        if moments.len() < 2 {
            return;
        }
        let mut pairs = 0;
        for (path, own) in moments.iter().enumerate() {
            for (number, two) in own.windows(2).enumerate() {
                let happens = self.happens(context, path, number as u64 + 1);
                let guard = self.terms.and(when, happens);
                for (a, b) in two[0].taken.iter().zip(&two[1].taken) {
                    let monotone = self.terms.bv_ule(*a, *b);
                    out.push(self.terms.implies(guard, monotone));
                }
            }
            for (other, others) in moments.iter().enumerate().skip(path + 1) {
                for (a, one) in own.iter().enumerate() {
                    for (b, two) in others.iter().enumerate() {
                        pairs += 1;
                        if pairs > MOST_ORDERED {
                            return;
                        }
                        let first = self.happens(context, path, a as u64);
                        let second = self.happens(context, other, b as u64);
                        let both = self.terms.and(first, second);
                        let guard = self.terms.and(when, both);
                        let [a, b] = [a, b].map(|number| self.terms.bv_u64(COUNTER, number as u64));
                        let earlier = self.terms.bv_ult(b, one.taken[other]);
                        let later = self.terms.bv_ule(two.taken[path], a);
                        let agree = self.terms.eq(earlier, later);
                        out.push(self.terms.implies(guard, agree));
                    }
                }
            }
        }
    }

    fn happens(&mut self, context: &Context, path: usize, number: u64) -> Term {
        let number = self.terms.bv_u64(COUNTER, number);
        self.terms.bv_ult(number, context.counters[path])
    }
}
