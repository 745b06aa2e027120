//! Linear relations between what a loop changes and its path counters, found by a solver.
//!
//! The paper's heavyweight version has sums over the iterations of inner loops, and asks for a linear
//! dependency between them and the path counters. Here a *template* `Σ cⱼ·xⱼ` over changed locations has
//! small unknown coefficients, and on each path it has to grow by a constant. Coefficients that fit some
//! iterations are guessed by the solver; another query looks for an iteration that they do not fit,
//! which is one more to fit (counterexample-guided refinement). A relation is only kept when there is no
//! such iteration, for any values before it: then it holds after any iterations, modulo the width.
//!
//! A location that is a constant before the loop and is only set to constants has few values, which
//! the proofs may use: the states of a state machine.
//!
//! Sums that have a closed form already are looked at in another way: if no iteration makes them overflow
//! they are the same in 64 bits, so that a counter is not 2^32 where it should be nothing.
//!
//! The law: what is added was proved for every path, from the path's conditions and those of the way.

use crate::location::Location;
use crate::summary::{COUNTER, LoopSummary, Method};
use crate::walk::Walker;
use pathweave_exec::CallHook;
use pathweave_solver::{Answer, Budget};
use pathweave_term::{Evaluator, Model, Op, Sort, Term, TermStore};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// Paths of a loop for which this is done.
const MOST_PATHS: usize = 12;
/// Queries for a loop, and the conflicts of each.
const MOST_QUERIES: u32 = 64;
const EFFORT: u64 = 500;
/// Locations of a template, and those with a closed form whose overflow is looked at.
const MOST_MEMBERS: usize = 6;
const MOST_SUMS: usize = 4;
/// Values of a location that only has few.
const MOST_VALUES: usize = 8;
/// Bits of a number.
const LEAST_WIDTH: u32 = 8;
/// Relations of a loop, and guesses for each.
const MOST_RELATIONS: usize = 3;
const MOST_ROUNDS: usize = 8;
/// What coefficients, and constants that paths add, are at most: the simplest first.
const BOUNDS: [(u64, u64); 2] = [(1, 8), (4, 64)];

/// That a sum over changed locations grows by a constant on every path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    /// Symbols, by number, and their coefficients.
    pub coefficients: Vec<(usize, i64)>,
    /// By path: what it adds to the sum.
    pub growth: Vec<i64>,
    /// The bits of the sum.
    pub width: u32,
}

/// How a value becomes wider.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extension {
    Signed,
    Unsigned,
}

/// A template: what it sums up, before and after an iteration along each path.
struct Template {
    members: Vec<usize>,
    width: u32,
    /// By path and member: how much it grows.
    growth: Vec<Vec<Term>>,
}

/// Numbers for a template's unknowns.
struct Guess {
    coefficients: Vec<u64>,
    growth: Vec<u64>,
}

/// An iteration: its path, and how much members grew.
type Sample = (usize, Vec<u64>);

/// What may be asked about a loop.
struct Asking {
    /// By path: what holds in an iteration.
    conditions: Vec<Vec<Term>>,
    /// Symbols that only have few values.
    few: BTreeSet<Term>,
    left: u32,
}

impl<H: CallHook> Walker<'_, '_, H> {
    /// Adds relations to a summary that was made on a way on which `known` holds, and on which symbols
    /// have the values `entry`.
    pub(crate) fn relate(&mut self, summary: &mut LoopSummary, known: &[Term], entry: &[Term]) {
        if summary.paths.is_empty() || summary.paths.len() > MOST_PATHS {
            return;
        }
        let few = self.few_values(summary, entry);
        let terms = &self.machine.terms;
        let plain = |condition: &Term| {
            terms.subterms(&[*condition]).iter().all(|&term| terms.op(term) != Op::Select)
        };
        let known: Vec<Term> = known.iter().copied().filter(plain).collect();
        let conditions = |path: &crate::summary::LoopPath| {
            let own = path.conditions.iter().copied().filter(plain);
            let few = few.values().copied();
            known.iter().copied().chain(own).chain(few).collect()
        };
        let conditions = summary.paths.iter().map(conditions).collect();
        let few = few.into_keys().collect();
        let mut asking = Asking { conditions, few, left: MOST_QUERIES };
        self.widen_sums(summary, &mut asking);
        self.find_relations(summary, &mut asking);
    }

    /// Symbols that are constants before the loop, and that paths keep or set to constants, with what
    /// that says of their values.
    fn few_values(&mut self, summary: &LoopSummary, entry: &[Term]) -> BTreeMap<Term, Term> {
        let terms = &mut self.machine.terms;
        let mut found = BTreeMap::new();
        for (k, symbol) in summary.symbols.iter().enumerate() {
            if summary.iterated.methods[k] == Method::Unchanged || !is_number(terms, summary, k) {
                continue;
            }
            let set = summary.paths.iter().map(|path| path.values[k]);
            let values: BTreeSet<Term> =
                set.filter(|&value| value != symbol.term).chain([entry[k]]).collect();
            if values.len() > MOST_VALUES || !values.iter().all(|&value| terms.is_constant(value)) {
                continue;
            }
            let mut is_one = terms.bool_const(false);
            for value in values {
                let equal = terms.eq(symbol.term, value);
                is_one = terms.or(is_one, equal);
            }
            found.insert(symbol.term, is_one);
        }
        found
    }

    fn ask_little(&mut self, asking: &mut Asking, conditions: &[Term]) -> Option<Answer> {
        let time = self.limits.deadline.saturating_duration_since(Instant::now());
        if asking.left == 0 || time.is_zero() {
            return None;
        }
        asking.left -= 1;
        let time = self.limits.query.time.map(|most| most.min(time));
        let budget = Budget { time, conflicts: Some(EFFORT), ..self.limits.query };
        Some(self.ask_within(conditions, &budget))
    }

    /// Sums that no iteration makes overflow are the same in the width of counters.
    fn widen_sums(&mut self, summary: &mut LoopSummary, asking: &mut Asking) {
        let sums = (0..summary.symbols.len()).filter(|&k| {
            summary.iterated.methods[k] == Method::Linear
                && is_number(&self.machine.terms, summary, k)
                && self.machine.terms.width(summary.symbols[k].term) < COUNTER
        });
        for k in sums.take(MOST_SUMS).collect::<Vec<usize>>() {
            let Some(steps) = self.constant_steps(summary, k) else { continue };
            for extension in [Extension::Signed, Extension::Unsigned] {
                let template = self.template(summary, &[k], COUNTER, extension);
                let growth = steps.clone();
                let guess = Guess { coefficients: vec![1], growth };
                if let Some(None) = self.refute(asking, &template, &guess) {
                    let fact = self.fact(summary, &template, &guess, extension);
                    summary.iterated.after.push(fact);
                    break;
                }
            }
        }
    }

    /// By path: what is added to a symbol, as numbers of 64 bits, if these are constants.
    fn constant_steps(&mut self, summary: &LoopSummary, k: usize) -> Option<Vec<u64>> {
        let terms = &mut self.machine.terms;
        let symbol = summary.symbols[k].term;
        let step = |path: &crate::summary::LoopPath| {
            let step = terms.bv_sub(path.values[k], symbol);
            let wide = terms.sign_extend(step, COUNTER);
            terms.constant_u64(wide)
        };
        summary.paths.iter().map(step).collect()
    }

    fn find_relations(&mut self, summary: &mut LoopSummary, asking: &mut Asking) {
        let terms = &self.machine.terms;
        let is_open = |k: &usize| {
            matches!(summary.iterated.methods[*k], Method::LastValue | Method::Unknown(_))
                && is_number(terms, summary, *k)
        };
        let open: Vec<usize> = (0..summary.symbols.len()).filter(is_open).collect();
        let sums = (0..summary.symbols.len()).filter(|&k| {
            summary.iterated.methods[k] == Method::Linear && is_number(terms, summary, k)
        });
        let sums: Vec<usize> = sums.collect();
        let mut solved: BTreeSet<usize> = BTreeSet::new();
        for &pivot in &open {
            if solved.len() >= MOST_RELATIONS {
                return;
            }
            let width = self.machine.terms.width(summary.symbols[pivot].term);
            let others = open.iter().chain(&sums).copied();
            let members: Vec<usize> = std::iter::once(pivot)
                .chain(others.filter(|&k| k != pivot && !solved.contains(&k)))
                .filter(|&k| self.machine.terms.width(summary.symbols[k].term) == width)
                .take(MOST_MEMBERS)
                .collect();
            let template = self.template(summary, &members, width, Extension::Signed);
            if !self.is_plausible(&template, &asking.few) {
                continue;
            }
            if let Some(guess) = self.fit(asking, &template) {
                self.keep(summary, asking, template, &guess);
                solved.insert(pivot);
            }
        }
    }

    /// Adds a relation that was proved; in the width of counters too if nothing overflows.
    fn keep(
        &mut self,
        summary: &mut LoopSummary,
        asking: &mut Asking,
        template: Template,
        guess: &Guess,
    ) {
        let fact = self.fact(summary, &template, guess, Extension::Signed);
        summary.iterated.side.push(fact);
        let signed = |number: u64| {
            let unused = 64 - template.width;
            ((number << unused) as i64) >> unused
        };
        let coefficients: Vec<i64> = guess.coefficients.iter().map(|&c| signed(c)).collect();
        let growth: Vec<i64> = guess.growth.iter().map(|&d| signed(d)).collect();
        if template.width < COUNTER {
            let wide = self.template(summary, &template.members, COUNTER, Extension::Signed);
            let same = Guess {
                coefficients: coefficients.iter().map(|&c| c as u64).collect(),
                growth: growth.iter().map(|&d| d as u64).collect(),
            };
            if let Some(None) = self.refute(asking, &wide, &same) {
                let fact = self.fact(summary, &wide, &same, Extension::Signed);
                summary.iterated.side.push(fact);
            }
        }
        let coefficients = template.members.iter().copied().zip(coefficients);
        let coefficients = coefficients.filter(|&(_, c)| c != 0).collect();
        let width = template.width;
        summary.iterated.relations.push(Relation { coefficients, growth, width });
    }

    fn template(
        &mut self,
        summary: &LoopSummary,
        members: &[usize],
        width: u32,
        extension: Extension,
    ) -> Template {
        let terms = &mut self.machine.terms;
        let mut growth = Vec::with_capacity(summary.paths.len());
        for path in &summary.paths {
            let grows = |&k: &usize| {
                let before = extend(terms, summary.symbols[k].term, width, extension);
                let after = extend(terms, path.values[k], width, extension);
                terms.bv_sub(after, before)
            };
            growth.push(members.iter().map(grows).collect());
        }
        Template { members: members.to_vec(), width, growth }
    }

    /// Whether what the first member grows by can be made up for by others, on each path.
    fn is_plausible(&self, template: &Template, few: &BTreeSet<Term>) -> bool {
        let terms = &self.machine.terms;
        template.growth.iter().all(|growth| {
            let others = terms.free_variables(&growth[1..]);
            let own = terms.free_variables(&growth[..1]);
            own.iter().all(|variable| few.contains(variable) || others.contains(variable))
        })
    }

    /// Coefficients that fit every iteration, that of the first member positive.
    fn fit(&mut self, asking: &mut Asking, template: &Template) -> Option<Guess> {
        let mut samples: Vec<Sample> = Vec::new();
        for bounds in BOUNDS {
            for _ in 0..MOST_ROUNDS {
                let Some(guess) = self.guess(asking, template, &samples, bounds) else { break };
                match self.refute(asking, template, &guess)? {
                    None => return Some(guess),
                    Some(sample) => samples.push(sample),
                }
            }
        }
        None
    }

    /// Numbers that fit some iterations.
    fn guess(
        &mut self,
        asking: &mut Asking,
        template: &Template,
        samples: &[Sample],
        (most_coefficient, most_growth): (u64, u64),
    ) -> Option<Guess> {
        let terms = &mut self.machine.terms;
        let sort = Sort::BitVec(template.width);
        let unknown = |terms: &mut TermStore, name: &str, count: usize| -> Vec<Term> {
            (0..count).map(|k| terms.var(&format!("template.{name}{k}"), sort)).collect()
        };
        let coefficients = unknown(terms, "c", template.members.len());
        let growth = unknown(terms, "d", template.growth.len());
        let mut conditions = Vec::new();
        for (list, most) in [(&coefficients, most_coefficient), (&growth, most_growth)] {
            for &number in list {
                conditions.push(within(terms, number, most));
            }
        }
        let zero = terms.bv_u64(template.width, 0);
        conditions.push(terms.bv_sgt(coefficients[0], zero));
        for (path, grown) in samples {
            let mut sum = zero;
            for (&coefficient, &by) in coefficients.iter().zip(grown) {
                let by = terms.bv_u64(template.width, by);
                let part = terms.bv_mul(coefficient, by);
                sum = terms.bv_add(sum, part);
            }
            conditions.push(terms.eq(sum, growth[*path]));
        }
        let Some(Answer::Sat(model)) = self.ask_little(asking, &conditions) else { return None };
        let terms = &self.machine.terms;
        let numbers = |list: &[Term]| list.iter().map(|&x| number(terms, &model, x)).collect();
        Some(Guess { coefficients: numbers(&coefficients), growth: numbers(&growth) })
    }

    /// An iteration that numbers do not fit; none inside if there is none, which is a proof, and none at
    /// all if that is not known.
    fn refute(
        &mut self,
        asking: &mut Asking,
        template: &Template,
        guess: &Guess,
    ) -> Option<Option<Sample>> {
        for (path, growth) in template.growth.iter().enumerate() {
            let terms = &mut self.machine.terms;
            let sum = weighted(terms, growth, &guess.coefficients, template.width);
            let wanted = terms.bv_u64(template.width, guess.growth[path]);
            let differs = terms.distinct(sum, wanted);
            if terms.constant_bool(differs) == Some(false) {
                continue;
            }
            let mut conditions = asking.conditions[path].clone();
            conditions.push(differs);
            match self.ask_little(asking, &conditions)? {
                Answer::Unsat(_) => {}
                Answer::Sat(model) => {
                    let terms = &self.machine.terms;
                    let grown = growth.iter().map(|&by| number(terms, &model, by)).collect();
                    return Some(Some((path, grown)));
                }
                Answer::Unknown(_) => return None,
            }
        }
        Some(None)
    }

    /// That a relation holds between the values before the loop and those after so many iterations.
    fn fact(
        &mut self,
        summary: &LoopSummary,
        template: &Template,
        guess: &Guess,
        extension: Extension,
    ) -> Term {
        let (terms, width) = (&mut self.machine.terms, template.width);
        let mut grown = Vec::with_capacity(template.members.len());
        for &k in &template.members {
            let before = extend(terms, summary.symbols[k].term, width, extension);
            let after = extend(terms, summary.iterated.values[k], width, extension);
            grown.push(terms.bv_sub(after, before));
        }
        let sum = weighted(terms, &grown, &guess.coefficients, width);
        let mut counters = Vec::with_capacity(summary.counters.len());
        for &counter in &summary.counters {
            counters.push(terms.extract(counter, width - 1, 0));
        }
        let by_counters = weighted(terms, &counters, &guess.growth, width);
        terms.eq(sum, by_counters)
    }
}

/// Whether a location holds a number, and not a truth value or contents.
fn is_number(terms: &TermStore, summary: &LoopSummary, k: usize) -> bool {
    matches!(summary.symbols[k].location, Location::Register(_) | Location::Pointer(..))
        && terms.width(summary.symbols[k].term) >= LEAST_WIDTH
}

fn extend(terms: &mut TermStore, term: Term, width: u32, extension: Extension) -> Term {
    match extension {
        _ if terms.width(term) == width => term,
        Extension::Signed => terms.sign_extend(term, width),
        Extension::Unsigned => terms.zero_extend(term, width),
    }
}

fn weighted(terms: &mut TermStore, parts: &[Term], weights: &[u64], width: u32) -> Term {
    let mut sum = terms.bv_u64(width, 0);
    for (&part, &weight) in parts.iter().zip(weights) {
        let weight = terms.bv_u64(width, weight);
        let added = terms.bv_mul(weight, part);
        sum = terms.bv_add(sum, added);
    }
    sum
}

/// That a number is at most this far from nothing.
fn within(terms: &mut TermStore, number: Term, most: u64) -> Term {
    let width = terms.width(number);
    let [shift, all] = [most, 2 * most].map(|k| terms.bv_u64(width, k));
    let shifted = terms.bv_add(number, shift);
    terms.bv_ule(shifted, all)
}

fn number(terms: &TermStore, model: &Model, term: Term) -> u64 {
    let value = Evaluator::new().value(terms, model, term);
    value.as_bits().map_or(0, |bits| bits.low_u64())
}
