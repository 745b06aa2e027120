//! Simplification under the path condition: conjunctions are flattened, what is
//! said twice or follows from a stronger bound is dropped, contradictions that
//! show on the surface are answered, and known equalities are tried on the rest.
//! Conjuncts that are passed on are passed on unchanged, so that the layers below
//! see the same terms again and again.

use super::meter::{Below, Meter};
use super::ranges::{Verdict, examine};
use crate::query::{Answer, Budget, LayerStatistics, Solver};
use pathweave_term::{Model, Op, Substitution, Term, TermMap, TermStore};
use rustc_hash::FxHashSet;

pub(crate) struct Simplify {
    below: Below,
    meter: Meter,
    dropped: u64,
    contradictions: u64,
}

/// Equalities are not tried on more conjuncts than this: the core's own propagation costs less.
const MANY: usize = 1000;

/// The flattened query: each conjunct with the number of the one it is part of.
struct Flat {
    conjuncts: Vec<Term>,
    origins: Vec<usize>,
}

impl Simplify {
    pub(crate) fn new(below: Box<dyn Solver>) -> Simplify {
        Simplify {
            below: Below::new(below),
            meter: Meter::default(),
            dropped: 0,
            contradictions: 0,
        }
    }

    fn solve(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let mut flat = match flatten(terms, query) {
            Ok(flat) => flat,
            Err(core) => return self.contradiction(core, query),
        };
        match examine(terms, &flat.conjuncts) {
            Verdict::Contradiction(a, b) => {
                return self.contradiction(vec![flat.origins[a], flat.origins[b]], query);
            }
            Verdict::Implied(numbers) => self.drop_conjuncts(&mut flat, &numbers),
        }
        match substitute(terms, &flat) {
            Err(core) => return self.contradiction(core, query),
            Ok(numbers) => self.drop_conjuncts(&mut flat, &numbers),
        }
        if flat.conjuncts.is_empty() {
            return Answer::Sat(Model::new());
        }
        match self.below.check(terms, &flat.conjuncts, budget) {
            Answer::Unsat(core) => {
                let core: FxHashSet<Term> = core.into_iter().collect();
                let parts = flat.conjuncts.iter().zip(&flat.origins);
                let numbers =
                    parts.filter(|(term, _)| core.contains(term)).map(|(_, &at)| at).collect();
                Answer::Unsat(original(numbers, query))
            }
            other => other,
        }
    }

    fn contradiction(&mut self, core: Vec<usize>, query: &[Term]) -> Answer {
        self.contradictions += 1;
        Answer::Unsat(original(core, query))
    }

    /// Removes the conjuncts with these numbers, which are in order.
    fn drop_conjuncts(&mut self, flat: &mut Flat, numbers: &[usize]) {
        self.dropped += numbers.len() as u64;
        let mut next = numbers.iter().peekable();
        let mut kept = 0;
        for number in 0..flat.conjuncts.len() {
            if next.next_if_eq(&&number).is_none() {
                flat.conjuncts[kept] = flat.conjuncts[number];
                flat.origins[kept] = flat.origins[number];
                kept += 1;
            }
        }
        flat.conjuncts.truncate(kept);
        flat.origins.truncate(kept);
    }
}

/// The conjuncts of the query with these numbers.
fn original(mut numbers: Vec<usize>, query: &[Term]) -> Vec<Term> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().map(|number| query[number]).collect()
}

/// All conjuncts once; `Err` with the origins of a contradiction.
fn flatten(terms: &TermStore, query: &[Term]) -> Result<Flat, Vec<usize>> {
    let mut flat = Flat { conjuncts: Vec::new(), origins: Vec::new() };
    let mut seen: TermMap<usize> = TermMap::new();
    let mut stack = Vec::new();
    for (number, &root) in query.iter().enumerate() {
        stack.push(root);
        while let Some(term) = stack.pop() {
            if terms.constant_bool(term) == Some(false) {
                return Err(vec![number]);
            }
            if terms.constant_bool(term).is_some() || seen.contains(term) {
                continue;
            }
            if terms.op(term) == Op::And {
                stack.extend(terms.args(term).iter().rev());
                continue;
            }
            let opposite = match terms.op(term) {
                Op::Not => Some(terms.arg(term, 0)),
                _ => None,
            };
            if let Some(&other) = opposite.and_then(|opposite| seen.get(opposite)) {
                return Err(vec![other, number]);
            }
            seen.insert(term, number);
            flat.conjuncts.push(term);
            flat.origins.push(number);
        }
    }
    // Negations that came before what they negate.
    for (at, &term) in flat.conjuncts.iter().enumerate() {
        if terms.op(term) == Op::Not
            && let Some(&other) = seen.get(terms.arg(term, 0))
        {
            return Err(vec![other, flat.origins[at]]);
        }
    }
    Ok(flat)
}

/// Tries the equalities with constants on the other conjuncts: the numbers of
/// those that then hold anyway, or the origins of a contradiction.
fn substitute(terms: &mut TermStore, flat: &Flat) -> Result<Vec<usize>, Vec<usize>> {
    let mut substitution = Substitution::new();
    let mut facts = Vec::new();
    for (number, &conjunct) in flat.conjuncts.iter().enumerate() {
        if let Some((from, to)) = fact(terms, conjunct) {
            substitution.insert(terms, from, to);
            facts.push(number);
        }
    }
    if facts.is_empty() || facts.len() == flat.conjuncts.len() || flat.conjuncts.len() > MANY {
        return Ok(Vec::new());
    }
    let mut implied = Vec::new();
    for (number, &conjunct) in flat.conjuncts.iter().enumerate() {
        if facts.binary_search(&number).is_ok() {
            continue;
        }
        let simpler = substitution.apply(terms, conjunct);
        match terms.constant_bool(simpler) {
            Some(true) => implied.push(number),
            Some(false) => {
                let mut core: Vec<usize> = facts.iter().map(|&fact| flat.origins[fact]).collect();
                core.push(flat.origins[number]);
                return Err(core);
            }
            None => {}
        }
    }
    Ok(implied)
}

/// A variable or array cell that a conjunct says is constant.
fn fact(terms: &TermStore, conjunct: Term) -> Option<(Term, Term)> {
    if terms.op(conjunct) != Op::Eq {
        return None;
    }
    let (left, right) = (terms.arg(conjunct, 0), terms.arg(conjunct, 1));
    let simple = matches!(terms.op(left), Op::Var | Op::Select | Op::Apply);
    (simple && terms.is_constant(right)).then_some((left, right))
}

impl Solver for Simplify {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let running = self.meter.start(&self.below);
        let answer = self.solve(terms, query, budget);
        self.meter.stop(&running, &self.below);
        answer
    }

    fn name(&self) -> &'static str {
        "simplify"
    }

    fn statistics(&self, out: &mut Vec<LayerStatistics>) {
        let details = vec![("dropped", self.dropped), ("contradictions", self.contradictions)];
        self.meter.report(self.name(), &self.below, details, out);
    }
}
