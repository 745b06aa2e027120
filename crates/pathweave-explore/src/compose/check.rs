//! Whether a dangling leaf can be reached: an input that goes there, or a proof that none does.
//!
//! The condition is the leaf's local path constraint together with the calling-context predicate
//! of its function: one of the invocations, whose own node is reached, with the inputs that it
//! passes. Applications in it are unconstrained at first. A model is compared with what the
//! callees really do on its values; where it is wrong, the violated lemmas are added and the
//! formula is solved again. When it is right everywhere, it is an input.
//!
//! *Lazy exploration* puts only explored paths together: a model that needs an unexplored one is
//! excluded for the time being. *Relevant exploration* accepts it: whatever it is, running it
//! explores something that the leaf may need. Only a contradiction in which nothing was excluded
//! is a proof.

use super::context::Source;
use super::engine::{Engine, Owner};
use super::instance::{Condition, Formula};
use pathweave_exec::Witness;
use pathweave_ir::{Entity, Func};
use pathweave_solver::{Answer, Budget, Solver, Why};
use pathweave_summary::{Invocation, Node};
use pathweave_term::{Model, Sort, Term};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Which paths may be put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exploration {
    /// Explored ones only.
    Lazy,
    /// Explored ones; if they do not suffice, any.
    LazyThenRelevant,
    /// Any.
    Relevant,
}

impl Exploration {
    /// How many models that need an unexplored path are excluded in the hope of one that does not.
    fn patience(self) -> u32 {
        match self {
            Self::Lazy => u32::MAX,
            Self::LazyThenRelevant => 3,
            Self::Relevant => 0,
        }
    }
}

/// The conflicts that a query may cost when there is such a model already. Not a time: the choice
/// of the next run must not depend on how busy the machine is.
const IMPATIENCE: u64 = 200;

/// What an input is looked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Aim {
    /// A dangling leaf.
    Leaf(Func, Node),
    /// A call that ends in a leaf of the callee, or gets to a shape that the caller's memory does
    /// not have, from where the caller's path has not gone on yet.
    Outcome(Invocation, Node),
    /// A call that is entered whatever its inputs are, from where the caller's path has not gone on
    /// inside the callee yet.
    Entry(Invocation),
}

/// The answer for a leaf.
pub(crate) enum Reached {
    /// By this input, if everything on its way is explored.
    By(Model),
    /// Not at all.
    Never,
    /// Not by explored paths alone.
    NotYet,
    /// Not known.
    Unknown(String),
    /// Not known with so little effort.
    TooHard,
}

/// Queries, and what they may cost.
pub(crate) struct Asking {
    pub solver: Box<dyn Solver>,
    pub budget: Budget,
    pub deadline: Option<Instant>,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    pub time: Duration,
}

impl Asking {
    /// Asks; `conflicts` is what it may cost at most.
    pub fn ask(
        &mut self,
        engine: &mut Engine<'_>,
        formula: &[Term],
        conflicts: Option<u64>,
    ) -> Answer {
        let started = Instant::now();
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(started));
        let time = [self.budget.time, left].into_iter().flatten().min();
        let budget = Budget { time, conflicts, ..self.budget };
        let answer = self.solver.check(&mut engine.machine.terms, formula, &budget);
        self.time += started.elapsed();
        match &answer {
            Answer::Sat(_) => self.sat += 1,
            Answer::Unsat(_) => self.unsat += 1,
            Answer::Unknown(_) => self.unknown += 1,
        }
        answer
    }

    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Engine<'_> {
    /// The condition under which a node is reached from the entry; `None` when no known call can
    /// lead there.
    pub fn interprocedural_path_constraint(
        &mut self,
        func: Func,
        node: Node,
    ) -> Option<Vec<Condition>> {
        let conditions = self.tree(func).local_path_constraint(node);
        let mut formula: Vec<Condition> = conditions
            .iter()
            .chain(&self.assumed)
            .map(|&fact| Condition { selector: None, fact })
            .collect();
        if func == self.entry {
            return Some(formula);
        }
        let mut asked = BTreeSet::new();
        let context =
            self.calling_context(func, Some((node, &conditions)), &mut formula, &mut asked);
        if self.machine.terms.constant_bool(context) == Some(false) {
            return None;
        }
        formula.push(Condition { selector: None, fact: context });
        Some(formula)
    }

    /// The calling-context predicate: a truth value that implies, by what is added to the formula,
    /// that the function is called with its inputs.
    fn calling_context(
        &mut self,
        func: Func,
        leaf: Option<(Node, &[Term])>,
        formula: &mut Vec<Condition>,
        asked: &mut BTreeSet<Func>,
    ) -> Term {
        if func == self.entry {
            return self.machine.terms.bool_const(true);
        }
        let called = self.selector(&format!("called.f{}", func.index()));
        if !asked.insert(func) {
            return called;
        }
        let mut any = self.machine.terms.bool_const(false);
        for invocation in self.graph.of(func).to_vec() {
            let may_lead = match leaf {
                Some((node, conditions)) => self.may_lead(invocation, func, node, conditions),
                None => !self.is_always_entered(invocation),
            };
            if !may_lead {
                continue;
            }
            let selected = self.selector(&format!("call.{invocation}"));
            any = self.machine.terms.or(any, selected);
        }
        if self.machine.terms.constant_bool(any) == Some(false) {
            return any;
        }
        for invocation in self.graph.of(func).to_vec() {
            let selected = self.selector(&format!("call.{invocation}"));
            if !self.variables(any).contains(&selected) {
                continue;
            }
            let data = self.graph.data(invocation);
            let mut facts = self.tree(data.caller).local_path_constraint(data.node);
            let inputs: Vec<_> = self.tree(func).inputs.iter().collect();
            for (key, variable) in inputs {
                if let Some(actual) = self.actual(invocation, key, None) {
                    facts.push(self.machine.terms.eq(variable, actual));
                }
            }
            facts.push(self.calling_context(data.caller, None, formula, asked));
            facts.extend(self.not_through(data.caller, data.node));
            let selector = Some(selected);
            formula.extend(facts.into_iter().map(|fact| Condition { selector, fact }));
        }
        formula.push(Condition { selector: Some(called), fact: any });
        called
    }

    /// That a node is not reached through calls that do not have what its path takes for granted.
    fn not_through(&mut self, func: Func, node: Node) -> Vec<Term> {
        let shapes = self.tree(func).shapes(node);
        let calls = self.graph.of(func).to_vec().into_iter();
        let others = calls.filter(|&invocation| {
            !shapes.iter().all(|shape| self.shape_may_hold(invocation, shape))
        });
        let others: Vec<Invocation> = others.collect();
        let selectors = others.iter().map(|invocation| {
            let selected = self.selector(&format!("call.{invocation}"));
            self.machine.terms.not(selected)
        });
        selectors.collect()
    }

    fn selector(&mut self, name: &str) -> Term {
        self.fresh_variable(name, Sort::Bool, Owner::Selector)
    }

    /// Whether a call may lead to a leaf, by what can be seen without solving.
    fn may_lead(
        &mut self,
        invocation: Invocation,
        func: Func,
        node: Node,
        conditions: &[Term],
    ) -> bool {
        let shapes = self.tree(func).shapes(node);
        if self.is_always_entered(invocation)
            || !shapes.iter().all(|shape| self.shape_may_hold(invocation, shape))
        {
            return false;
        }
        let instance = self.instance(invocation, None);
        for &condition in conditions {
            let condition = self.rename_for_filter(instance, condition);
            if self.machine.terms.constant_bool(condition) == Some(false) {
                return false;
            }
        }
        true
    }

    /// A condition of a callee with the inputs that a call passes.
    fn rename_for_filter(&mut self, instance: super::instance::Instance, term: Term) -> Term {
        self.rename(instance, term)
    }

    /// Looks for an input that reaches a leaf and satisfies what is `wanted` besides; a query may cost
    /// so many conflicts.
    pub fn find_input(
        &mut self,
        asking: &mut Asking,
        aim: Aim,
        exploration: Exploration,
        effort: Option<u64>,
        wanted: &[Term],
    ) -> Reached {
        let (func, node) = self.place_of_aim(aim);
        let Some(mut conditions) = self.interprocedural_path_constraint(func, node) else {
            return Reached::Never;
        };
        if let Aim::Outcome(invocation, leaf) = aim {
            let callee = self.graph.data(invocation).callee;
            let shapes = self.tree(callee).shapes(leaf);
            if !shapes.iter().all(|shape| self.shape_may_hold(invocation, shape)) {
                return Reached::Never;
            }
            let instance = self.instance(invocation, None);
            for fact in self.leaf_conditions(instance, leaf) {
                conditions.push(Condition { selector: None, fact });
            }
        }
        let mut formula = Formula::default();
        for &Condition { selector, fact } in &conditions {
            formula.add(match selector {
                None => fact,
                Some(selector) => {
                    let not = self.machine.terms.not(selector);
                    self.machine.terms.or(not, fact)
                }
            });
        }
        formula.conditions = conditions;
        wanted.iter().for_each(|&condition| formula.add(condition));
        // A model that is right in everything that is known, but needs something that is not.
        // The one preferred needs least of it, and goes deepest: what is known of an inner function
        // serves all its callers.
        let mut relevant: Option<((Reverse<usize>, usize), Model)> = None;
        let mut excluded = 0;
        let mut is_proof = true;
        loop {
            if asking.is_over() {
                return Reached::Unknown("timeout".to_owned());
            }
            let most = if relevant.is_some() { Some(IMPATIENCE) } else { effort };
            let model = match (asking.ask(self, &formula.terms, most), &relevant) {
                (Answer::Sat(model), _) => model,
                (_, Some((_, model))) => return Reached::By(self.program_input(model)),
                (Answer::Unsat(_), None) if is_proof => return Reached::Never,
                (Answer::Unsat(_), None) => return Reached::NotYet,
                (Answer::Unknown(Why::Conflicts), None) => return Reached::TooHard,
                // When more is known, it may be easier.
                (Answer::Unknown(Why::Time | Why::Work), None) if effort.is_some() => {
                    return Reached::TooHard;
                }
                (Answer::Unknown(why), None) => {
                    return Reached::Unknown(format!("solver-unknown: {why}"));
                }
            };
            let base = self.environments.len();
            let witness = Witness::new(model.clone());
            let env = self.push_environment(func, witness, Source::Model);
            let refutation = self.refute(env, &mut formula);
            // What is excluded is only excluded for the calls through which this model goes.
            let guard = self.chosen_calls(env, &formula.conditions);
            self.environments.truncate(base);
            let before = formula.terms.len();
            for lemma in refutation.lemmas {
                formula.add(lemma);
            }
            if formula.terms.len() > before {
                continue;
            }
            let depth = refutation.unknown.iter().map(|(trail, _)| trail.len()).max().unwrap_or(0);
            let rank = (Reverse(refutation.unknown.len()), depth);
            let is_cut = refutation.is_cut;
            for (trail, conditions) in refutation.unknown {
                if trail.last() == Some(&(func, node)) {
                    continue;
                }
                for condition in conditions {
                    let both = self.machine.terms.and(guard, condition);
                    let not = self.machine.terms.not(both);
                    formula.add(not);
                }
            }
            if formula.terms.len() == before {
                return Reached::By(self.program_input(&model));
            }
            is_proof = false;
            if exploration != Exploration::Lazy && !is_cut {
                if relevant.as_ref().is_none_or(|(best, _)| rank > *best) {
                    relevant = Some((rank, model));
                }
                excluded += 1;
                if excluded > exploration.patience()
                    && let Some((_, model)) = &relevant
                {
                    return Reached::By(self.program_input(model));
                }
            }
        }
    }

    /// The calls that a model chooses, all of them.
    fn chosen_calls(&mut self, model: usize, conditions: &[Condition]) -> Term {
        let mut all = self.machine.terms.bool_const(true);
        let selectors: BTreeSet<Term> =
            conditions.iter().filter_map(|condition| condition.selector).collect();
        for selector in selectors {
            if self.holds(model, selector) {
                all = self.machine.terms.and(all, selector);
            }
        }
        all
    }

    /// The node that an aim is at.
    pub fn place_of_aim(&self, aim: Aim) -> (Func, Node) {
        match aim {
            Aim::Leaf(func, node) => (func, node),
            Aim::Outcome(invocation, _) | Aim::Entry(invocation) => {
                let data = self.graph.data(invocation);
                (data.caller, data.node)
            }
        }
    }

    /// The part of a model that is the program's input.
    fn program_input(&self, model: &Model) -> Model {
        let mut input = Model::new();
        for (variable, value) in model.variables() {
            if self.owner(variable).is_none() {
                input.insert(variable, value.clone());
            }
        }
        input
    }
}
