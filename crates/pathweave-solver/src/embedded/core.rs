//! The core's loop: translate, solve under assumptions, check the candidate
//! model against arrays and functions, add the lemmas it violates, solve again.
//! A model leaves only after the query was evaluated under it.

use super::blaster::Blaster;
use super::candidate::Candidate;
use super::lemmas::Lemmas;
use crate::query::{Answer, Budget, LayerStatistics, Solver, Why};
use crate::sat::{Cdcl, Lit, SatAnswer, SatLimit, SatLimits, SatSolver};
use pathweave_term::{Evaluator, Term, TermMap, TermStore, work};
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// Settings of the core.
#[derive(Clone, Copy, Debug)]
pub struct EmbeddedOptions {
    /// A fresh instance is started when the old one has more variables than this
    /// and most of them are of no use to the query at hand.
    pub max_variables: u32,
    /// A fresh instance is started when clauses take more bytes than this.
    pub max_bytes: usize,
    /// A query that needs more new gates than this is not tried.
    pub max_gates: u64,
}

impl Default for EmbeddedOptions {
    fn default() -> Self {
        EmbeddedOptions { max_variables: 50_000, max_bytes: 64 << 20, max_gates: 8_000_000 }
    }
}

/// The embedded core.
pub struct Embedded {
    blaster: Blaster,
    lemmas: Lemmas,
    /// The lemmas that the present instance has.
    asserted: TermMap<()>,
    make_sat: fn() -> Box<dyn SatSolver>,
    options: EmbeddedOptions,
    queries: u64,
    rounds: u64,
    lemma_count: u64,
    restarts: u64,
    old_conflicts: u64,
    time: Duration,
    /// When the query at hand must end.
    deadline: Option<Instant>,
    /// New gates for the query at hand.
    gates: u64,
}

/// The terms a query is made of.
struct Cone {
    /// Operands before their users.
    terms: Vec<Term>,
    seen: TermMap<()>,
    vars: Vec<u32>,
}

impl Default for Embedded {
    fn default() -> Self {
        Embedded::new(EmbeddedOptions::default())
    }
}

impl Embedded {
    /// A core over the SAT solver that comes with it.
    pub fn new(options: EmbeddedOptions) -> Embedded {
        Embedded::with_sat(options, || Box::new(Cdcl::new()))
    }

    /// A core over another SAT solver.
    pub fn with_sat(options: EmbeddedOptions, make_sat: fn() -> Box<dyn SatSolver>) -> Embedded {
        Embedded {
            blaster: Blaster::new(make_sat()),
            lemmas: Lemmas::default(),
            asserted: TermMap::new(),
            make_sat,
            options,
            queries: 0,
            rounds: 0,
            lemma_count: 0,
            restarts: 0,
            old_conflicts: 0,
            time: Duration::ZERO,
            deadline: None,
            gates: 0,
        }
    }

    /// Adds the terms below some roots to the cone, translating new ones, unless
    /// that takes too much.
    fn extend_cone(
        &mut self,
        terms: &TermStore,
        cone: &mut Cone,
        roots: &[Term],
    ) -> Result<(), Why> {
        let mut stack: Vec<(Term, bool)> = roots.iter().map(|&root| (root, false)).collect();
        let mut operands = Vec::new();
        while let Some((term, ready)) = stack.pop() {
            if ready {
                let cost = self.blaster.cost(terms, term);
                self.gates += cost;
                if self.gates > self.options.max_gates {
                    return Err(Why::Memory);
                }
                if self.gates > 100_000 && self.is_late() {
                    return Err(Why::Time);
                }
                let before = self.blaster.gates.vars();
                self.blaster.translate(terms, term);
                // Reads of tables make more than was foreseen.
                let made = u64::from(self.blaster.gates.vars() - before);
                self.gates += made.saturating_sub(cost);
                self.blaster.collect_vars(term, &mut cone.vars);
                cone.terms.push(term);
                continue;
            }
            if cone.seen.insert(term, ()).is_some() {
                continue;
            }
            stack.push((term, true));
            operands.clear();
            Blaster::operands(terms, term, &mut operands);
            stack.extend(operands.iter().map(|&operand| (operand, false)));
        }
        Ok(())
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn add_lemmas(
        &mut self,
        terms: &TermStore,
        cone: &mut Cone,
        lemmas: &[Term],
    ) -> Result<(), Why> {
        for &lemma in lemmas {
            self.extend_cone(terms, cone, &[lemma])?;
            if self.asserted.insert(lemma, ()).is_none() {
                self.lemma_count += 1;
                let lit = self.blaster.lit(terms, lemma);
                self.blaster.gates.sat.add_clause(&[lit]);
            }
        }
        Ok(())
    }

    /// Starts afresh if the instance has grown too much beyond what is asked.
    fn bound_growth(&mut self, cone: &Cone) -> bool {
        let vars = self.blaster.gates.vars();
        let mostly_old = vars as usize > 8 * cone.vars.len();
        let heavy = self.blaster.gates.sat.bytes() > self.options.max_bytes;
        if !(mostly_old && (vars > self.options.max_variables || heavy)) {
            return false;
        }
        self.restarts += 1;
        self.old_conflicts += self.blaster.gates.sat.conflicts();
        self.blaster = Blaster::new((self.make_sat)());
        self.asserted = TermMap::new();
        true
    }

    fn new_cone(&mut self, terms: &mut TermStore, query: &[Term]) -> Result<Cone, Why> {
        let mut cone = Cone { terms: Vec::new(), seen: TermMap::new(), vars: Vec::new() };
        self.extend_cone(terms, &mut cone, query)?;
        self.close_cone(terms, &mut cone, 0)?;
        Ok(cone)
    }

    /// Adds the lemmas that terms of the cone, from number `done` on, need before
    /// solving. They bring reads of their own, which may need lemmas in turn.
    fn close_cone(
        &mut self,
        terms: &mut TermStore,
        cone: &mut Cone,
        done: usize,
    ) -> Result<(), Why> {
        let mut done = done;
        while done < cone.terms.len() {
            let eager = self.lemmas.eager(terms, &cone.terms[done..], &cone.terms);
            done = cone.terms.len();
            self.add_lemmas(terms, cone, &eager)?;
        }
        Ok(())
    }

    /// The answer; an error is the reason for there being none.
    fn solve(
        &mut self,
        terms: &mut TermStore,
        query: &[Term],
        budget: &Budget,
    ) -> Result<Answer, Why> {
        let began = work::done();
        self.deadline = budget.deadline();
        self.gates = 0;
        let mut cone = self.new_cone(terms, query)?;
        if self.bound_growth(&cone) {
            cone = self.new_cone(terms, query)?;
        }
        let assumptions: Vec<Lit> =
            query.iter().map(|&term| self.blaster.lit(terms, term)).collect();
        let start = self.blaster.gates.sat.conflicts();
        let work = budget.work.map(|most| began.saturating_add(most));
        loop {
            self.rounds += 1;
            let spent = self.blaster.gates.sat.conflicts() - start;
            let limits = SatLimits {
                deadline: self.deadline,
                conflicts: budget.conflicts.map(|limit| limit.saturating_sub(spent)),
                work,
                bytes: budget.memory,
            };
            match self.blaster.gates.sat.solve(&assumptions, &cone.vars, &limits) {
                SatAnswer::Unknown(limit) => return Err(why(limit)),
                SatAnswer::Unsat => return Ok(Answer::Unsat(self.failed(query, &assumptions))),
                SatAnswer::Sat => {}
            }
            let values = |term: Term| self.blaster.value(terms, term);
            let mut candidate = Candidate::new(terms, &cone.terms, values);
            let violated = candidate.check(terms, &mut self.lemmas);
            if violated.is_empty() {
                let model = candidate.into_model();
                let mut evaluator = Evaluator::new();
                if query.iter().all(|&term| evaluator.holds(terms, &model, term)) {
                    return Ok(Answer::Sat(model));
                }
                // No lemma is violated, yet the model is wrong: our own bug.
                debug_assert!(false, "a model that fails its query");
                return Err(Why::Broken("the embedded core's model is wrong".into()));
            }
            let done = cone.terms.len();
            self.add_lemmas(terms, &mut cone, &violated)?;
            self.close_cone(terms, &mut cone, done)?;
            if self.is_late() {
                return Err(Why::Time);
            }
            if work.is_some_and(|end| work::done() >= end) {
                return Err(Why::Work);
            }
        }
    }

    fn failed(&self, query: &[Term], assumptions: &[Lit]) -> Vec<Term> {
        let failed: FxHashSet<Lit> = self.blaster.gates.sat.failed().iter().copied().collect();
        let pairs = query.iter().zip(assumptions);
        let mut core: Vec<Term> =
            pairs.filter(|(_, lit)| failed.contains(lit)).map(|(&term, _)| term).collect();
        core.sort_unstable();
        core.dedup();
        core
    }
}

fn why(limit: SatLimit) -> Why {
    match limit {
        SatLimit::Time => Why::Time,
        SatLimit::Conflicts => Why::Conflicts,
        SatLimit::Work => Why::Work,
        SatLimit::Stopped => Why::Stopped,
        SatLimit::Memory => Why::Memory,
    }
}

impl Solver for Embedded {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let start = Instant::now();
        self.queries += 1;
        let answer = self.solve(terms, query, budget).unwrap_or_else(Answer::Unknown);
        self.time += start.elapsed();
        answer
    }

    fn name(&self) -> &'static str {
        "embedded"
    }

    fn statistics(&self, out: &mut Vec<LayerStatistics>) {
        let conflicts = self.old_conflicts + self.blaster.gates.sat.conflicts();
        out.push(LayerStatistics {
            name: self.name(),
            queries: self.queries,
            answered: self.queries,
            time: self.time,
            details: vec![
                ("rounds", self.rounds),
                ("lemmas", self.lemma_count),
                ("conflicts", conflicts),
                ("variables", u64::from(self.blaster.gates.vars())),
                ("bytes", self.blaster.gates.sat.bytes() as u64),
                ("fresh instances", self.restarts),
            ],
        });
    }
}
