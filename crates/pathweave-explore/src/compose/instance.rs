//! Copies of calls in a formula, and what they say: the definition predicate, leaf by leaf.
//!
//! An instance is a call together with the instance of its caller through which it got into the
//! formula; a call on the path of the formula itself has none. Instances of a function's calls
//! differ in their variables, so that each has its own inputs and its own outcome.
//!
//! A lemma is the implication of one leaf of the callee: if the inputs satisfy its local path
//! constraint, the outcome is the leaf's. Lemmas hold whatever else is known, so a formula may have
//! as many or as few of them as it needs.

use super::context::Source;
use super::engine::{End, Engine, Owner, Trail, Walk};
use pathweave_exec::Witness;
use pathweave_ir::{Entity, Func, entity};
use pathweave_summary::{InputKey, Invocation, LeafStatus, Node, NodeKind};
use pathweave_term::{Substitution, Term};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

entity! {
    /// A copy of a call in a formula.
    Instance, "x"
}

/// A copy of a call.
#[derive(Default)]
pub(crate) struct Names {
    substitution: Substitution,
    mapped: HashSet<Term>,
    outcomes: HashMap<Term, Term>,
}

/// What an instance is.
pub(crate) struct InstanceData {
    pub invocation: Invocation,
    pub parent: Option<Instance>,
    names: Names,
    /// Lemmas made so far, by leaf and by how many applications they speak of.
    lemmas: BTreeMap<(usize, Node), Lemma>,
}

/// What a leaf says: the premise, and the whole implication.
#[derive(Clone, Copy)]
struct Lemma {
    premise: Term,
    whole: Term,
}

/// Callees with at most this many leaves are defined all at once.
const SMALL: usize = 64;
/// At most so many dangling leaves are excluded at once.
const MANY: usize = 256;

impl Engine<'_> {
    /// The instance of a call in a context.
    pub fn instance(&mut self, invocation: Invocation, parent: Option<Instance>) -> Instance {
        if let Some(&instance) = self.instance_of.get(&(invocation, parent)) {
            return instance;
        }
        let names = Names::default();
        let data = InstanceData { invocation, parent, names, lemmas: BTreeMap::new() };
        let instance = self.instances.push(data);
        self.instance_of.insert((invocation, parent), instance);
        instance
    }

    /// An input of an instance's function as a term of the formula.
    pub fn instance_input(&mut self, instance: Instance, key: InputKey) -> Option<Term> {
        let data = &self.instances[instance];
        let (invocation, parent) = (data.invocation, data.parent);
        let actual = self.actual(invocation, key, None)?;
        Some(match parent {
            None => actual,
            Some(parent) => self.rename(parent, actual),
        })
    }

    /// The instance's own name of a variable of the call's outcome.
    pub fn outcome(&mut self, instance: Instance, variable: Term) -> Term {
        if self.instances[instance].parent.is_none() {
            return variable;
        }
        if let Some(&copy) = self.instances[instance].names.outcomes.get(&variable) {
            return copy;
        }
        let sort = self.machine.terms.sort(variable);
        let name = format!("{instance}:{}", self.machine.terms.name(variable).unwrap_or_default());
        let copy = self.fresh_variable(&name, sort, Owner::Instance(instance));
        self.instances[instance].names.outcomes.insert(variable, copy);
        copy
    }

    /// A term over the variables of an instance's function as a term of the formula.
    pub fn rename(&mut self, instance: Instance, term: Term) -> Term {
        let variables = self.variables(term);
        for &variable in variables.iter() {
            if self.instances[instance].names.mapped.contains(&variable) {
                continue;
            }
            let renamed = match self.owner(variable) {
                Some(Owner::Input(_, key)) => self.instance_input(instance, key),
                Some(Owner::Outcome(nested)) => {
                    let nested = self.instance(nested, Some(instance));
                    Some(self.outcome(nested, variable))
                }
                _ => Some(variable),
            };
            let renamed = renamed.unwrap_or_else(|| {
                // Nothing is known of it: it may be anything.
                let sort = self.machine.terms.sort(variable);
                let name =
                    format!("{instance}?{}", self.machine.terms.name(variable).unwrap_or_default());
                self.fresh_variable(&name, sort, Owner::Selector)
            });
            let names = &mut self.instances[instance].names;
            names.mapped.insert(variable);
            names.substitution.insert(&self.machine.terms, variable, renamed);
        }
        let mut substitution = std::mem::take(&mut self.instances[instance].names.substitution);
        let renamed = substitution.apply(&mut self.machine.terms, term);
        self.instances[instance].names.substitution = substitution;
        renamed
    }

    /// A conjunction, in an instance's variables.
    fn renamed_all(&mut self, instance: Instance, conditions: &[Term]) -> Term {
        let mut all = self.machine.terms.bool_const(true);
        for &condition in conditions {
            let condition = self.rename(instance, condition);
            all = self.machine.terms.and(all, condition);
        }
        all
    }

    /// What a leaf of the callee says about an instance.
    fn lemma(&mut self, instance: Instance, leaf: Node) -> Term {
        let invocation = self.instances[instance].invocation;
        let key = (self.call(invocation).applied.len(), leaf);
        if let Some(lemma) = self.instances[instance].lemmas.get(&key) {
            return lemma.whole;
        }
        let callee = self.graph.data(invocation).callee;
        let shapes = self.tree(callee).shapes(leaf);
        let lemma = if shapes.iter().all(|shape| self.shape_may_hold(invocation, shape)) {
            let conditions = self.tree(callee).local_path_constraint(leaf);
            let premise = self.renamed_all(instance, &conditions);
            let conclusion = self.conclusion(instance, leaf);
            let negation = self.machine.terms.not(premise);
            Lemma { premise, whole: self.machine.terms.or(negation, conclusion) }
        } else {
            let no = self.machine.terms.bool_const(false);
            Lemma { premise: no, whole: self.machine.terms.not(no) }
        };
        self.instances[instance].lemmas.insert(key, lemma);
        lemma.whole
    }

    /// A lemma of an instance whose premise a model satisfies, of those made so far.
    fn applicable(&mut self, model: usize, instance: Instance) -> Option<(Node, Term)> {
        let invocation = self.instances[instance].invocation;
        let version = self.call(invocation).applied.len();
        let first = (version, Node::from_index(0));
        let lemmas: Vec<(Node, Lemma)> = self.instances[instance]
            .lemmas
            .range(first..)
            .map(|(&(_, leaf), lemma)| (leaf, *lemma))
            .collect();
        lemmas
            .into_iter()
            .find(|(_, lemma)| self.holds(model, lemma.premise))
            .map(|(leaf, lemma)| (leaf, lemma.whole))
    }

    /// The outcome that a leaf gives an instance.
    fn conclusion(&mut self, instance: Instance, leaf: Node) -> Term {
        let invocation = self.instances[instance].invocation;
        let callee = self.graph.data(invocation).callee;
        let finished = match self.tree(callee).kind(leaf) {
            NodeKind::Leaf(LeafStatus::Finished(finished)) => Some((**finished).clone()),
            _ => None,
        };
        let covering = finished.as_ref().and_then(|_| self.covering(invocation, leaf));
        let mut all = self.machine.terms.bool_const(true);
        let changes_shape = self.call(invocation).changes_shape;
        let changes_shape = self.outcome(instance, changes_shape);
        let changes = finished.as_ref().is_some_and(|finished| finished.changes_shape);
        let literal = if changes { changes_shape } else { self.machine.terms.not(changes_shape) };
        all = self.machine.terms.and(all, literal);
        for (application, _) in self.call(invocation).applied.clone() {
            let returned = self.applications[application].returned;
            let returned = self.outcome(instance, returned);
            let covers = covering.is_some_and(|(covering, _)| covering == application);
            let literal = if covers { returned } else { self.machine.terms.not(returned) };
            all = self.machine.terms.and(all, literal);
        }
        let (Some(finished), Some((application, _))) = (finished, covering) else { return all };
        let data = self.applications[application].clone();
        for (&variable, result) in data.results.iter().zip(&finished.results) {
            if let Some(result) = *result {
                let variable = self.outcome(instance, variable);
                let result = self.rename(instance, result);
                let equal = self.machine.terms.eq(variable, result);
                all = self.machine.terms.and(all, equal);
            }
        }
        for (&(object, at), &variable) in &data.writes {
            let term = match finished.writes.get(&(object, at)) {
                Some(&term) => term,
                None => self.input_variable(callee, InputKey::Byte(object, at)),
            };
            let variable = self.outcome(instance, variable);
            let term = self.rename(instance, term);
            let equal = self.machine.terms.eq(variable, term);
            all = self.machine.terms.and(all, equal);
        }
        all
    }

    /// The instances whose outcome some terms depend on.
    pub fn instances_in(&mut self, terms: &[Term]) -> BTreeSet<Instance> {
        let mut found = BTreeSet::new();
        for &term in terms {
            for &variable in self.variables(term).iter() {
                match self.owner(variable) {
                    Some(Owner::Outcome(invocation)) => {
                        found.insert(self.instance(invocation, None));
                    }
                    Some(Owner::Instance(instance)) => {
                        found.insert(instance);
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// Compares a model with what the callees do: the lemmas that it violates, and conditions that
    /// it satisfies under which nothing is known (`blocked`).
    pub fn refute(&mut self, model: usize, formula: &[Term]) -> Refutation {
        let mut refutation = Refutation::default();
        let mut work: Vec<Instance> = self.instances_in(formula).into_iter().rev().collect();
        let mut done: BTreeSet<Instance> = BTreeSet::new();
        while let Some(instance) = work.pop() {
            if !done.insert(instance) {
                continue;
            }
            let before = refutation.lemmas.len();
            self.refute_instance(model, instance, &mut refutation);
            let new: Vec<Term> = refutation.lemmas[before..].to_vec();
            work.extend(self.instances_in(&new).into_iter().rev());
        }
        refutation
    }

    fn refute_instance(&mut self, model: usize, instance: Instance, found: &mut Refutation) {
        if let Some((leaf, lemma)) = self.applicable(model, instance) {
            if !self.holds(model, lemma) {
                self.define(instance, leaf, found);
            }
            return;
        }
        let invocation = self.instances[instance].invocation;
        let callee = self.graph.data(invocation).callee;
        let source = Source::Instance { instance, model };
        let env = self.push_environment(callee, Witness::default(), source);
        let end = self.walk(env, Walk::Known);
        let violated = match &end {
            End::Finished(leaf) => {
                let conclusion = self.conclusion(instance, *leaf);
                (!self.holds(model, conclusion)).then_some(*leaf)
            }
            End::Halted(trail) if trail.len() == 1 => {
                let leaf = trail[0].1;
                let conclusion = self.conclusion(instance, leaf);
                (!self.holds(model, conclusion)).then_some(leaf)
            }
            _ => None,
        };
        self.environments.truncate(env);
        if let Some(leaf) = violated {
            self.define(instance, leaf, found);
            return;
        }
        match end {
            End::Halted(trail) if trail.len() > 1 => {
                let lemma = self.stuck_lemma(instance, trail[0].1);
                if !self.holds(model, lemma) {
                    found.lemmas.push(lemma);
                }
                // The callee's own calls say why it is stuck.
                self.refute_nested(instance, trail[0].1, found);
            }
            End::Dangling(trail) | End::Cut(trail) => {
                let conditions = self.trail_conditions(instance, &trail);
                found.unknown.push((trail, conditions));
            }
            _ => {}
        }
    }

    /// Adds the lemma of a leaf, or of all leaves when they are few.
    fn define(&mut self, instance: Instance, leaf: Node, found: &mut Refutation) {
        let callee = self.graph.data(self.instances[instance].invocation).callee;
        let tree = self.tree(callee);
        let leaves: Vec<Node> = tree.finished.iter().chain(&tree.halted).copied().collect();
        if leaves.len() <= SMALL {
            for other in leaves {
                if other != leaf {
                    let lemma = self.lemma(instance, other);
                    found.lemmas.push(lemma);
                }
            }
        }
        let lemma = self.lemma(instance, leaf);
        found.lemmas.push(lemma);
    }

    /// A call on the callee's path that does not return: then the callee does not either.
    fn stuck_lemma(&mut self, instance: Instance, call: Node) -> Term {
        let invocation = self.instances[instance].invocation;
        let callee = self.graph.data(invocation).callee;
        let mut conditions = self.tree(callee).local_path_constraint(call);
        let NodeKind::Call(node) = self.tree(callee).kind(call) else {
            return self.machine.terms.bool_const(true);
        };
        let mut outcomes = vec![node.changes_shape];
        let applied = node.applied.clone();
        outcomes.extend(applied.iter().map(|(app, _)| self.applications[*app].returned));
        for outcome in outcomes {
            conditions.push(self.machine.terms.not(outcome));
        }
        let premise = self.renamed_all(instance, &conditions);
        let mut conclusion = self.machine.terms.bool_const(true);
        let mut own = vec![self.call(invocation).changes_shape];
        let applied = self.call(invocation).applied.clone();
        own.extend(applied.iter().map(|(app, _)| self.applications[*app].returned));
        for outcome in own {
            let outcome = self.outcome(instance, outcome);
            let not = self.machine.terms.not(outcome);
            conclusion = self.machine.terms.and(conclusion, not);
        }
        let negation = self.machine.terms.not(premise);
        self.machine.terms.or(negation, conclusion)
    }

    /// Lets the lemmas of a call on the callee's path into the formula.
    fn refute_nested(&mut self, instance: Instance, call: Node, found: &mut Refutation) {
        let callee = self.graph.data(self.instances[instance].invocation).callee;
        if let NodeKind::Call(node) = self.tree(callee).kind(call) {
            let nested = node.invocation;
            let nested = self.instance(nested, Some(instance));
            let function = self.graph.data(self.instances[nested].invocation).callee;
            for leaf in self.tree(function).halted.clone() {
                let lemma = self.lemma(nested, leaf);
                found.lemmas.push(lemma);
            }
        }
    }

    /// The conditions under which an instance ends where a trail ends, or at any other dangling
    /// leaf of the same function.
    fn trail_conditions(&mut self, instance: Instance, trail: &[(Func, Node)]) -> Vec<Term> {
        let mut outer = self.machine.terms.bool_const(true);
        let mut at = instance;
        let Some((&(func, node), calls)) = trail.split_last() else { return Vec::new() };
        for &(caller, call) in calls {
            let conditions = self.tree(caller).local_path_constraint(call);
            let here = self.renamed_all(at, &conditions);
            outer = self.machine.terms.and(outer, here);
            if let NodeKind::Call(call) = self.tree(caller).kind(call) {
                let invocation = call.invocation;
                at = self.instance(invocation, Some(at));
            }
        }
        let mut leaves: Vec<Node> = self.tree(func).dangling().take(MANY).collect();
        if !leaves.contains(&node) {
            leaves.push(node);
        }
        let invocation = self.instances[at].invocation;
        let mut conditions = Vec::new();
        for leaf in leaves {
            let shapes = self.tree(func).shapes(leaf);
            if shapes.iter().all(|shape| self.shape_may_hold(invocation, shape)) {
                let local = self.tree(func).local_path_constraint(leaf);
                let here = self.renamed_all(at, &local);
                conditions.push(self.machine.terms.and(outer, here));
            }
        }
        conditions
    }
}

/// What is wrong with a model.
#[derive(Default)]
pub(crate) struct Refutation {
    /// Facts that it violates, or that are needed to see that it does.
    pub lemmas: Vec<Term>,
    /// Where it goes to what is not known, and the conditions under which that, or something of
    /// its kind, happens.
    pub unknown: Vec<(Trail, Vec<Term>)>,
}
