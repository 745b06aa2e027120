//! Copies of calls in a formula, and what they say: the definition predicate, leaf by leaf.
//!
//! An instance is a call together with the instance of its caller through which it got into the
//! formula; a call on the path of the formula itself has none. Instances of a function's calls
//! differ in their variables, so that each has its own inputs and its own outcome.
//!
//! A lemma is the implication of one leaf of the callee about one variable of the outcome: if the
//! inputs satisfy the leaf's local path constraint, the variable is what the leaf says. Lemmas hold
//! whatever else is known, so a formula may have as many or as few of them as it needs; a variable
//! that the formula does not mention needs none.

use super::context::Source;
use super::engine::{End, Engine, Owner, Trail, Walk};
use pathweave_exec::Witness;
use pathweave_ir::{Func, entity};
use pathweave_memory::Object;
use pathweave_summary::{Application, InputKey, Invocation, LeafStatus, Node, NodeKind};
use pathweave_term::{Substitution, Term};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::{BTreeMap, BTreeSet};

entity! {
    /// A copy of a call in a formula.
    Instance, "x"
}

/// What a variable of a call's outcome is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// Whether the call ends in a leaf that changes the shape of memory.
    ChangesShape,
    /// Whether it ends in a leaf that an application is the first to cover.
    Returned(Application),
    /// A word returned.
    Result(Application, usize),
    /// A byte that may have been written.
    Written(Application, Object, u64),
}

/// The names of an instance's variables.
#[derive(Default)]
struct Names {
    substitution: Substitution,
    mapped: HashSet<Term>,
    outcomes: HashMap<Term, Term>,
}

/// What an instance is.
pub(crate) struct InstanceData {
    pub invocation: Invocation,
    pub parent: Option<Instance>,
    names: Names,
    /// The local path constraints of nodes, and whether the shapes above them are the caller's.
    reached: HashMap<Node, (Term, bool)>,
    /// The leaves that lemmas were made of, and the nodes above them.
    said: HashSet<Node>,
    /// Lemmas, by leaf and variable.
    lemmas: HashMap<(Node, Term), Option<Term>>,
    /// What [`Engine::insertions`] was when names and premises were made.
    insertions: u64,
}

impl InstanceData {
    /// Forgets what was made of the callee's leaves.
    fn forget(&mut self) {
        self.reached.clear();
        self.said.clear();
        self.lemmas.clear();
    }
}

/// Variables of the formula by the instance whose outcome they are of, as the call names them.
type Needed = BTreeMap<Instance, Vec<Term>>;

/// Callees with at most this many leaves are defined all at once.
const SMALL: usize = 1024;
/// At most so many dangling leaves are excluded at once.
const MANY: usize = 256;
/// About so many lemmas are added beyond those that a model violates.
const MANY_LEMMAS: usize = 1 << 15;

impl Engine<'_> {
    /// The instance of a call in a context.
    ///
    /// Calls on different paths of the caller that pass the same have one instance: a leaf of the
    /// caller says something about the outcome of its own call, and without this the copies of
    /// calls within calls would multiply with the paths on every level.
    pub fn instance(&mut self, invocation: Invocation, parent: Option<Instance>) -> Instance {
        let invocation = match parent {
            Some(_) => self.representative(invocation),
            None => invocation,
        };
        if let Some(&instance) = self.instance_of.get(&(invocation, parent)) {
            self.refresh(instance);
            return instance;
        }
        let names = Names::default();
        let insertions = self.insertions;
        let data = InstanceData {
            invocation,
            parent,
            names,
            reached: HashMap::default(),
            said: HashSet::default(),
            lemmas: HashMap::default(),
            insertions,
        };
        let instance = self.instances.push(data);
        self.instance_of.insert((invocation, parent), instance);
        instance
    }

    /// The call that stands for a call in formulas: its twin, as long as the callee is a function
    /// of its arguments alone. What a twin's memory is said to be, or to have, may rely on its own path.
    fn representative(&self, invocation: Invocation) -> Invocation {
        let Some(&twin) = self.twins.get(&invocation) else { return invocation };
        let tree = self.tree(self.graph.data(invocation).callee);
        let (own, other) = (&self.call(invocation).applied, &self.call(twin).applied);
        let is_pure = |call: &[(Application, Node)]| {
            call.iter().all(|(application, _)| self.applications[*application].writes.is_empty())
        };
        let is_same = |(left, right): (&(Application, Node), &(Application, Node))| {
            let (left, right) = (&self.applications[left.0], &self.applications[right.0]);
            left.results.len() == right.results.len()
        };
        let stands = !tree.inputs.has_bytes()
            && tree.granted().next().is_none()
            && own.len() <= other.len()
            && is_pure(own)
            && is_pure(other)
            && own.iter().zip(other).all(is_same);
        if stands { twin } else { invocation }
    }

    /// A variable of a call's outcome as the instance's own call has it.
    fn counterpart(&self, instance: Instance, variable: Term) -> Term {
        let invocation = self.instances[instance].invocation;
        let Some(Owner::Outcome(own)) = self.owner(variable) else { return variable };
        if own == invocation {
            return variable;
        }
        let Some(&outcome) = self.outcomes.get(&variable) else { return variable };
        let standing = |application: Application| {
            let version = self.applications[application].version;
            &self.applications[self.call(invocation).applied[version].0]
        };
        match outcome {
            Outcome::ChangesShape => self.call(invocation).changes_shape,
            Outcome::Returned(application) => standing(application).returned,
            Outcome::Result(application, k) => standing(application).results[k],
            Outcome::Written(..) => unreachable!("a call that writes has no other stand for it"),
        }
    }

    /// Forgets names and premises that are out of date: what was not known of the caller may be
    /// known, and a path may take more for granted. Outcomes keep their names.
    fn refresh(&mut self, instance: Instance) {
        let data = &mut self.instances[instance];
        if data.insertions != self.insertions {
            data.insertions = self.insertions;
            data.names.substitution = Substitution::default();
            data.names.mapped.clear();
            data.forget();
        }
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
        let variable = self.counterpart(instance, variable);
        if let Some(&copy) = self.instances[instance].names.outcomes.get(&variable) {
            return copy;
        }
        let sort = self.machine.terms.sort(variable);
        let name = format!("{instance}:{}", self.machine.terms.name(variable).unwrap_or_default());
        let copy = self.fresh_variable(&name, sort, Owner::Instance(instance, variable));
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

    /// The condition under which an instance gets to a node of its function, and whether the shapes
    /// that its path takes for granted surely are the caller's. What is above is shared by all nodes
    /// below.
    fn reaches(&mut self, instance: Instance, node: Node) -> (Term, bool) {
        let invocation = self.instances[instance].invocation;
        let callee = self.graph.data(invocation).callee;
        let mut at = Some(node);
        let mut path = Vec::new();
        let mut reached = (self.machine.terms.bool_const(true), true);
        while let Some(here) = at {
            if let Some(&known) = self.instances[instance].reached.get(&here) {
                reached = known;
                break;
            }
            path.push(here);
            at = self.tree(callee).parent(here);
        }
        for node in path.into_iter().rev() {
            let (mut condition, mut is_shaped) = reached;
            let tree = self.tree(callee);
            if let Some(parent) = tree.parent(node)
                && let NodeKind::Shape(shape, _) = tree.kind(parent)
            {
                is_shaped = is_shaped && self.shape_surely_holds(invocation, shape);
            }
            if self.machine.terms.constant_bool(condition) != Some(false)
                && let Some(edge) = self.tree(callee).condition(node)
            {
                let edge = self.rename(instance, edge);
                condition = self.machine.terms.and(condition, edge);
            }
            reached = (condition, is_shaped);
            self.instances[instance].reached.insert(node, reached);
        }
        reached
    }

    /// The condition under which an instance ends in a leaf of its function.
    fn premise(&mut self, instance: Instance, leaf: Node) -> Term {
        let invocation = self.instances[instance].invocation;
        // Where it is not known whether the leaf's shape is the caller's, nothing is said.
        match self.reaches(instance, leaf) {
            (premise, true) if !self.is_always_entered(invocation) => premise,
            _ => self.machine.terms.bool_const(false),
        }
    }

    /// The leaf that an instance ends in by what a model takes the outcomes of its calls for, if
    /// lemmas were made of it.
    fn leaf_in(&mut self, model: usize, instance: Instance) -> Option<Node> {
        let callee = self.graph.data(self.instances[instance].invocation).callee;
        let mut node = self.tree(callee).root;
        loop {
            let children = match self.tree(callee).kind(node) {
                NodeKind::Leaf(_) => return Some(node),
                &NodeKind::Branch { then, other, .. } => vec![then, other],
                NodeKind::Shape(_, child) => vec![*child],
                NodeKind::Call(call) => call.applied.iter().map(|(_, node)| *node).collect(),
            };
            let mut next = None;
            for child in children {
                if self.instances[instance].said.contains(&child)
                    && let (condition, true) = self.reaches(instance, child)
                    && self.holds(model, condition)
                {
                    next = Some(child);
                    break;
                }
            }
            node = next?;
        }
    }

    /// The local path constraint of a node of an instance's function, in the formula's variables.
    pub fn leaf_conditions(&mut self, instance: Instance, node: Node) -> Vec<Term> {
        let callee = self.graph.data(self.instances[instance].invocation).callee;
        let conditions = self.tree(callee).local_path_constraint(node);
        conditions.into_iter().map(|condition| self.rename(instance, condition)).collect()
    }

    /// Makes sure that lemmas about a function are made anew.
    pub fn forget_premises(&mut self, func: Func) {
        for instance in self.instances.values_mut() {
            if self.graph.data(instance.invocation).callee == func {
                instance.forget();
            }
        }
    }

    /// The application that a leaf of an instance speaks about.
    fn spoken_about(&self, instance: Instance, leaf: Node) -> Option<Application> {
        let invocation = self.instances[instance].invocation;
        self.tree(self.graph.data(invocation).callee).effect(leaf)?;
        self.covering(invocation, leaf).map(|(application, _)| application)
    }

    /// What a leaf says a variable of an instance's outcome is, if it speaks about `covering`; `None` when it
    /// says nothing.
    fn said(
        &mut self,
        instance: Instance,
        leaf: Node,
        covering: Option<Application>,
        variable: Term,
    ) -> Option<Term> {
        let callee = self.graph.data(self.instances[instance].invocation).callee;
        let outcome = *self.outcomes.get(&variable)?;
        let finished = self.tree(callee).effect(leaf);
        let term = match outcome {
            Outcome::ChangesShape => {
                let changes = finished.is_some_and(|finished| finished.changes_shape);
                return Some(self.machine.terms.bool_const(changes));
            }
            Outcome::Returned(application) => {
                let covers = covering == Some(application);
                return Some(self.machine.terms.bool_const(covers));
            }
            Outcome::Result(application, k) if covering == Some(application) => {
                finished.and_then(|finished| *finished.results.get(k)?)?
            }
            Outcome::Written(application, object, at) if covering == Some(application) => {
                match finished.and_then(|finished| finished.writes.get(&(object, at)).copied()) {
                    Some(term) => term,
                    None => self.input_variable(callee, InputKey::Byte(object, at)),
                }
            }
            Outcome::Result(..) | Outcome::Written(..) => return None,
        };
        Some(self.rename(instance, term))
    }

    /// What a leaf says about a variable of an instance's outcome, if its premise holds.
    fn lemma(&mut self, instance: Instance, leaf: Node, variable: Term) -> Option<Term> {
        let variable = self.counterpart(instance, variable);
        let key = (leaf, variable);
        if let Some(&lemma) = self.instances[instance].lemmas.get(&key) {
            return lemma;
        }
        let lemma = self.make_lemma(instance, leaf, variable);
        self.instances[instance].lemmas.insert(key, lemma);
        lemma
    }

    /// `None` when it says nothing.
    fn make_lemma(&mut self, instance: Instance, leaf: Node, variable: Term) -> Option<Term> {
        let premise = self.premise(instance, leaf);
        if self.machine.terms.constant_bool(premise) == Some(false) {
            return None;
        }
        let covering = self.spoken_about(instance, leaf);
        let said = self.said(instance, leaf, covering, variable)?;
        let own = self.outcome(instance, variable);
        let equal = self.machine.terms.eq(own, said);
        let not = self.machine.terms.not(premise);
        let callee = self.graph.data(self.instances[instance].invocation).callee;
        let above = self.tree(callee).path(leaf);
        self.instances[instance].said.extend(above);
        Some(self.machine.terms.or(not, equal))
    }

    /// Whether a leaf has an effect although no run has been there.
    fn is_foreseen(&self, func: Func, leaf: Node) -> bool {
        let tree = self.tree(func);
        let is_finished = matches!(tree.kind(leaf), NodeKind::Leaf(LeafStatus::Finished(_)));
        !is_finished && tree.effect(leaf).is_some()
    }

    /// The leaves of a callee that lemmas about an instance may be made of.
    fn possible_leaves(&mut self, instance: Instance) -> Vec<Node> {
        let invocation = self.instances[instance].invocation;
        let callee = self.graph.data(invocation).callee;
        self.foresee(callee);
        let mut leaves = self.tree(callee).known_leaves();
        leaves.retain(|&leaf| {
            let premise = self.premise(instance, leaf);
            self.machine.terms.constant_bool(premise) != Some(false)
                && !(self.is_foreseen(callee, leaf) && self.covering(invocation, leaf).is_none())
        });
        leaves
    }

    /// The variables of outcomes in some terms.
    fn needed(&mut self, terms: &[Term]) -> Needed {
        let mut needed = Needed::new();
        let mut seen: HashSet<Term> = HashSet::default();
        for &term in terms {
            for &variable in self.variables(term).iter() {
                if !seen.insert(variable) {
                    continue;
                }
                match self.owner(variable) {
                    Some(Owner::Outcome(invocation)) => {
                        let instance = self.instance(invocation, None);
                        needed.entry(instance).or_default().push(variable);
                    }
                    Some(Owner::Instance(instance, original)) => {
                        needed.entry(instance).or_default().push(original);
                    }
                    _ => {}
                }
            }
        }
        needed
    }

    /// Compares a model with what the callees do: the lemmas that it violates, and where it needs
    /// what is not known. Only what the model makes use of counts: calls on the paths that it
    /// takes, variables that its conditions mention.
    pub fn refute(&mut self, model: usize, formula: &mut Formula) -> Refutation {
        let mut refutation = Refutation::default();
        let used: Vec<Term> = formula
            .conditions
            .iter()
            .filter(|condition| condition.selector.is_none_or(|chosen| self.holds(model, chosen)))
            .map(|condition| condition.fact)
            .collect();
        let mut done: BTreeMap<Instance, BTreeSet<Term>> = BTreeMap::new();
        self.refute_all(model, &used, &mut done, &mut refutation);
        if refutation.lemmas.is_empty() {
            // The rest of the formula may as well be right: the next model is the better for it.
            let mut rest = Refutation::default();
            self.refute_all(model, &formula.terms, &mut done, &mut rest);
            refutation.lemmas = rest.lemmas;
            refutation.defined = rest.defined;
            refutation.ranges.append(&mut rest.ranges);
        }
        if !refutation.lemmas.is_empty() {
            refutation.lemmas.append(&mut refutation.ranges);
            self.define_alike(&done, formula, &mut refutation);
        }
        refutation
    }

    /// Defines the other calls of functions that a model had wrong somewhere: the next model would
    /// have them wrong instead, one after the other.
    fn define_alike(
        &mut self,
        done: &BTreeMap<Instance, BTreeSet<Term>>,
        formula: &mut Formula,
        found: &mut Refutation,
    ) {
        let most = found.lemmas.len() + MANY_LEMMAS;
        for (&instance, variables) in done {
            let callee = self.graph.data(self.instances[instance].invocation).callee;
            if !found.defined.contains(&callee) {
                continue;
            }
            for &variable in variables {
                if !formula.defined.insert((instance, variable)) {
                    continue;
                }
                for leaf in self.possible_leaves(instance) {
                    let lemma = self.lemma(instance, leaf, variable);
                    found.lemmas.extend(lemma);
                }
            }
            if found.lemmas.len() > most {
                return;
            }
        }
    }

    /// Compares a model with the instances in some terms, and with those that they depend on.
    fn refute_all(
        &mut self,
        model: usize,
        terms: &[Term],
        done: &mut BTreeMap<Instance, BTreeSet<Term>>,
        found: &mut Refutation,
    ) {
        let mut work = self.needed(terms);
        while let Some((instance, variables)) = work.pop_first() {
            let seen = done.entry(instance).or_default();
            let variables: Vec<Term> = variables.into_iter().filter(|&v| seen.insert(v)).collect();
            if variables.is_empty() {
                continue;
            }
            let nested = self.refute_instance(model, instance, &variables, found);
            for (nested, variables) in self.needed(&nested) {
                work.entry(nested).or_default().extend(variables);
            }
        }
    }

    /// Compares a model with an instance; returns what the model's view of it depends on.
    fn refute_instance(
        &mut self,
        model: usize,
        instance: Instance,
        variables: &[Term],
        found: &mut Refutation,
    ) -> Vec<Term> {
        if let Some(pace) = &self.pace {
            pace.stepped();
        }
        let invocation = self.instances[instance].invocation;
        if self.is_always_entered(invocation) {
            let lemma = self.entered(instance);
            found.lemmas.extend(Some(lemma).filter(|&lemma| !self.holds(model, lemma)));
            return Vec::new();
        }
        let open = self.refute_return(model, instance, variables, found);
        let variables = &open[..];
        if variables.is_empty() {
            return Vec::new();
        }
        if let Some(leaf) = self.leaf_in(model, instance) {
            return self.refute_leaf(model, instance, leaf, variables, found);
        }
        let callee = self.graph.data(invocation).callee;
        let source = Source::Instance { instance, model };
        let env = self.push_environment(callee, Witness::default(), source);
        self.frozen = true;
        let end = self.walk(env, Walk::Known);
        self.frozen = false;
        self.environments.truncate(env);
        let end = match end {
            // It returns, but the caller has not gone on from there.
            End::Finished(leaf)
                if self.is_foreseen(callee, leaf) && self.covering(invocation, leaf).is_none() =>
            {
                End::Dangling(vec![(callee, leaf)])
            }
            end => end,
        };
        match end {
            End::Finished(leaf) => self.refute_leaf(model, instance, leaf, variables, found),
            End::Halted(trail) if trail.len() == 1 => {
                self.refute_leaf(model, instance, trail[0].1, variables, found)
            }
            End::Halted(trail) => {
                let lemma = self.stuck_lemma(instance, trail[0].1);
                if !self.holds(model, lemma) {
                    found.lemmas.push(lemma);
                }
                // The callee's own calls say why it is stuck.
                self.define_halts(instance, trail[0].1, found);
                vec![lemma]
            }
            end @ (End::Dangling(_) | End::Cut(_)) => {
                // To run into what was cut explores nothing.
                found.is_cut |= matches!(end, End::Cut(_));
                let (End::Dangling(trail) | End::Cut(trail)) = end else { return Vec::new() };
                let conditions = self.trail_conditions(instance, &trail);
                // That nothing is known there only counts if what leads there is right.
                let depends = conditions.first().copied();
                found.unknown.push((trail, conditions));
                depends.into_iter().collect()
            }
            End::Mismatch => {
                let lemma = self.mismatch_lemma(model, instance);
                found.lemmas.extend(lemma.filter(|&lemma| !self.holds(model, lemma)));
                lemma.into_iter().collect()
            }
            End::Stopped(_) | End::Astray => Vec::new(),
        }
    }

    /// Compares a model with a call that always returns: that it does needs no path of the callee.
    /// Returns the variables about which more has to be known.
    fn refute_return(
        &mut self,
        model: usize,
        instance: Instance,
        variables: &[Term],
        found: &mut Refutation,
    ) -> Vec<Term> {
        let invocation = self.instances[instance].invocation;
        if !self.surely_returns(invocation) {
            return variables.to_vec();
        }
        let mut open = Vec::new();
        for &variable in variables {
            let returned = match self.outcomes.get(&variable) {
                Some(Outcome::Returned(_)) => true,
                Some(Outcome::ChangesShape) => false,
                _ => {
                    open.push(variable);
                    continue;
                }
            };
            let own = self.outcome(instance, variable);
            let lemma = if returned { own } else { self.machine.terms.not(own) };
            if !self.holds(model, lemma) {
                found.lemmas.push(lemma);
            }
        }
        open
    }

    /// Compares a model with a leaf in which an instance ends.
    fn refute_leaf(
        &mut self,
        model: usize,
        instance: Instance,
        leaf: Node,
        variables: &[Term],
        found: &mut Refutation,
    ) -> Vec<Term> {
        let mut depends = vec![self.premise(instance, leaf)];
        let mut violated = false;
        let covering = self.spoken_about(instance, leaf);
        for &variable in variables {
            let Some(said) = self.said(instance, leaf, covering, variable) else { continue };
            depends.push(said);
            let own = self.outcome(instance, variable);
            let equal = self.machine.terms.eq(own, said);
            violated |= !self.holds(model, equal);
        }
        if violated {
            self.define(model, instance, leaf, variables, found);
        } else {
            // The next model would have it wrong here instead.
            let hulls: Vec<Term> =
                variables.iter().filter_map(|&variable| self.hull(instance, variable)).collect();
            found.ranges.extend(hulls);
        }
        depends
    }

    /// Adds the lemmas of a leaf, or of all leaves when they are few.
    fn define(
        &mut self,
        model: usize,
        instance: Instance,
        leaf: Node,
        variables: &[Term],
        found: &mut Refutation,
    ) {
        let callee = self.graph.data(self.instances[instance].invocation).callee;
        let mut leaves = self.possible_leaves(instance);
        let is_small = leaves.len() <= SMALL;
        if !is_small {
            leaves = vec![leaf];
        }
        for &variable in variables {
            // A range costs little and may be all that is needed.
            let hull = self.hull(instance, variable);
            if let Some(hull) = hull {
                found.lemmas.push(hull);
                if !self.holds(model, hull) {
                    continue;
                }
            }
            if is_small {
                found.defined.insert(callee);
            }
            for &leaf in &leaves {
                let lemma = self.lemma(instance, leaf, variable);
                found.lemmas.extend(lemma);
            }
        }
    }

    /// The range of a word that a function returns, all of whose paths are known.
    fn hull(&mut self, instance: Instance, variable: Term) -> Option<Term> {
        let Some(&Outcome::Result(_, 0)) = self.outcomes.get(&variable) else { return None };
        let callee = self.graph.data(self.instances[instance].invocation).callee;
        let (low, high) = self.result_range(callee)?;
        let width = self.result_width(callee)?;
        let own = self.outcome(instance, variable);
        let returned = self.returned_any(instance);
        let terms = &mut self.machine.terms;
        let word = terms.extract(own, width - 1, 0);
        let (low, high) = (terms.bv_u64(width, low as u64), terms.bv_u64(width, high as u64));
        let (below, above) = (terms.bv_slt(word, low), terms.bv_slt(high, word));
        let outside = terms.or(below, above);
        let inside = terms.not(outside);
        let not = terms.not(returned);
        Some(terms.or(not, inside))
    }

    /// Whether a call returned by one of its applications.
    fn returned_any(&mut self, instance: Instance) -> Term {
        let invocation = self.instances[instance].invocation;
        let mut any = self.machine.terms.bool_const(false);
        for (application, _) in self.call(invocation).applied.clone() {
            let returned = self.applications[application].returned;
            let returned = self.outcome(instance, returned);
            any = self.machine.terms.or(any, returned);
        }
        any
    }

    /// A call goes on inside the callee, and not by any of its applications.
    fn entered(&mut self, instance: Instance) -> Term {
        let changes_shape = self.call(self.instances[instance].invocation).changes_shape;
        let changes_shape = self.outcome(instance, changes_shape);
        let returned = self.returned_any(instance);
        let not_returned = self.machine.terms.not(returned);
        self.machine.terms.and(changes_shape, not_returned)
    }

    /// What a call does whose caller's memory has another shape than a path of the callee takes
    /// for granted: it is entered. `None` when that cannot be told.
    fn mismatch_lemma(&mut self, model: usize, instance: Instance) -> Option<Term> {
        let invocation = self.instances[instance].invocation;
        let tree = self.tree(self.graph.data(invocation).callee);
        let shapes = tree.granted().filter(|(_, shape)| !self.shape_may_hold(invocation, shape));
        let other: Vec<Vec<Term>> =
            shapes.map(|(node, _)| tree.local_path_constraint(node)).collect();
        for conditions in other {
            let premise = self.renamed_all(instance, &conditions);
            if self.holds(model, premise) {
                let conclusion = self.entered(instance);
                let not = self.machine.terms.not(premise);
                return Some(self.machine.terms.or(not, conclusion));
            }
        }
        None
    }

    /// A call on the callee's path that does not return: then the callee does not either. It may return from where the
    /// callee has not gone on yet: then nothing is known of the callee.
    fn stuck_lemma(&mut self, instance: Instance, call: Node) -> Term {
        let invocation = self.instances[instance].invocation;
        let callee = self.graph.data(invocation).callee;
        let mut conditions = self.tree(callee).local_path_constraint(call);
        let NodeKind::Call(node) = self.tree(callee).kind(call) else {
            return self.machine.terms.bool_const(true);
        };
        let mut outcomes = vec![node.changes_shape];
        let (applied, inner) = (node.applied.clone(), node.invocation);
        outcomes.extend(applied.iter().map(|(app, _)| self.applications[*app].returned));
        for outcome in outcomes {
            conditions.push(self.machine.terms.not(outcome));
        }
        let mut premise = self.renamed_all(instance, &conditions);
        let nested = self.instance(inner, Some(instance));
        for leaf in self.uncovered(inner) {
            let (here, _) = self.reaches(nested, leaf);
            let elsewhere = self.machine.terms.not(here);
            premise = self.machine.terms.and(premise, elsewhere);
        }
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

    /// The leaves that a call returns from where its caller has not gone on yet.
    fn uncovered(&self, invocation: Invocation) -> Vec<Node> {
        let tree = self.tree(self.graph.data(invocation).callee);
        let returns = |leaf: Node| tree.effect(leaf).is_some_and(|effect| !effect.changes_shape);
        let mut leaves = tree.known_leaves();
        leaves.retain(|&leaf| returns(leaf) && self.covering(invocation, leaf).is_none());
        leaves
    }

    /// Lets the formula know in which leaves a call on the callee's path does not return.
    fn define_halts(&mut self, instance: Instance, call: Node, found: &mut Refutation) {
        let callee = self.graph.data(self.instances[instance].invocation).callee;
        let NodeKind::Call(node) = self.tree(callee).kind(call) else { return };
        let (invocation, shape) = (node.invocation, node.changes_shape);
        let mut variables = vec![shape];
        let applied = node.applied.iter().map(|(application, _)| *application);
        variables.extend(applied.map(|application| self.applications[application].returned));
        let nested = self.instance(invocation, Some(instance));
        let function = self.graph.data(invocation).callee;
        for leaf in self.tree(function).halted.clone() {
            for &variable in &variables {
                let lemma = self.lemma(nested, leaf, variable);
                found.lemmas.extend(lemma);
            }
        }
    }

    /// The conditions under which an instance ends where a trail ends, which comes first, or at
    /// any other dangling leaf of the same function.
    fn trail_conditions(&mut self, instance: Instance, trail: &[(Func, Node)]) -> Vec<Term> {
        let mut outer = self.machine.terms.bool_const(true);
        let mut at = instance;
        let Some((&(func, node), calls)) = trail.split_last() else { return Vec::new() };
        for &(caller, call) in calls {
            let (here, _) = self.reaches(at, call);
            outer = self.machine.terms.and(outer, here);
            if let NodeKind::Call(call) = self.tree(caller).kind(call) {
                let invocation = call.invocation;
                at = self.instance(invocation, Some(at));
            }
        }
        let mut leaves: Vec<Node> = self.tree(func).dangling().take(MANY).collect();
        leaves.retain(|&leaf| leaf != node);
        leaves.insert(0, node);
        let invocation = self.instances[at].invocation;
        let mut conditions = Vec::new();
        for leaf in leaves {
            let shapes = self.tree(func).shapes(leaf);
            if shapes.iter().all(|shape| self.shape_may_hold(invocation, shape)) {
                let here = self.reaches(at, leaf).0;
                conditions.push(self.machine.terms.and(outer, here));
            }
        }
        conditions
    }
}

/// A condition of a formula.
#[derive(Clone, Copy)]
pub(crate) struct Condition {
    /// The choice under which it has to hold.
    pub selector: Option<Term>,
    /// What has to hold.
    pub fact: Term,
}

/// What a model is asked for.
#[derive(Default)]
pub(crate) struct Formula {
    /// Where it has to lead.
    pub conditions: Vec<Condition>,
    /// The conditions and the lemmas, as they are asked for.
    pub terms: Vec<Term>,
    /// The same, to look them up.
    known: HashSet<Term>,
    /// Variables of outcomes about which all that is known is among the terms.
    defined: HashSet<(Instance, Term)>,
}

impl Formula {
    /// Adds a fact, unless it is there.
    pub fn add(&mut self, fact: Term) {
        if self.known.insert(fact) {
            self.terms.push(fact);
        }
    }
}

/// What is wrong with a model.
#[derive(Default)]
pub(crate) struct Refutation {
    /// Facts that it violates, or that are needed to see that it does.
    pub lemmas: Vec<Term>,
    /// Facts that it does not violate, but that others may when there is a next one.
    pub ranges: Vec<Term>,
    /// Small functions whose calls are not what it takes them for.
    pub defined: BTreeSet<Func>,
    /// Whether it goes where exploration was cut.
    pub is_cut: bool,
    /// Where it goes to what is not known, and the conditions under which that, or something of
    /// its kind, happens.
    pub unknown: Vec<(Trail, Vec<Term>)>,
}
