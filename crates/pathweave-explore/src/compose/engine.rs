//! The trees of all functions, and a run of the program through them.
//!
//! A run has an environment for every call in progress: values for the function's variables,
//! found by asking the caller's environment. It walks down the tree of each function by these
//! values; at a dangling leaf the waiting state is executed up to the next event, which becomes a
//! node, and the walk goes on. A call is walked in the callee's tree, and its outcome gives the
//! variables of the application their values. So no path of any function is executed twice.
//!
//! A walk that does not extend trees (`Walk::Known`) is the oracle for formulas: what does this
//! function do on these inputs, as far as is known?

use super::context::Source;
use super::instance::{Instance, InstanceData, Outcome};
use super::policy::{Deferring, Entered};
use super::steps::Steps;
use super::verify::Checking;
use crate::pace::Pace;
use pathweave_exec::state::State;
use pathweave_exec::{Image, Machine, Witness, Word};
use pathweave_ir::{Entity, Func, Table};
use pathweave_memory::{Memory, Object, ObjectKind, Special};
use pathweave_report::Finding;
use pathweave_summary::{
    Application, ApplicationData, CallNode, Dangling, ExecutionTree, Finished, InputKey,
    Invocation, InvocationGraph, LeafStatus, Node, NodeKind,
};
use pathweave_term::{Sort, Term, Value, work};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// What waits at a leaf or a call.
#[derive(Clone, Debug)]
pub(crate) struct Local<'p> {
    pub state: State<'p>,
    /// The arguments of the call, at a call.
    pub args: Vec<Word>,
    /// What was read of the caller's memory on this path.
    pub seen: Rc<BTreeMap<(Object, u64), Term>>,
}

pub(crate) type Tree<'p> = ExecutionTree<Local<'p>>;

/// Whose variable it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Owner {
    /// An input of a function.
    Input(Func, InputKey),
    /// The outcome of an application.
    Outcome(Invocation),
    /// The outcome of a copy of an application, and its name in the call itself.
    Instance(Instance, Term),
    /// A choice of a formula.
    Selector,
}

/// How far a walk goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Walk {
    /// What is not known yet is executed.
    Extending,
    /// It stops at what is not known.
    Known,
}

/// Nodes at which a walk stopped, outermost function first: calls, and where the last one is.
pub(crate) type Trail = Vec<(Func, Node)>;

/// How a walk ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// At a leaf where the function returned.
    Finished(Node),
    /// The program ended, here or in a callee.
    Halted(Trail),
    /// A bound was hit, here or in a callee.
    Cut(Trail),
    /// Nothing more is known, here or in a callee.
    Dangling(Trail),
    /// What the run was for is done.
    Stopped(Trail),
    /// The caller's memory has another shape than any path so far.
    Mismatch,
    /// A call on the way has bytes that were never set, and has to be entered.
    Astray,
}

/// A call in progress.
pub(crate) struct Environment {
    pub func: Func,
    pub witness: Witness,
    pub source: Source,
    /// How many inputs of the function have values.
    pub assigned: usize,
    /// Events executed in it.
    pub steps: u64,
}

/// Events that a run may add to the tree of a function in one call of it: an input may lead into a
/// loop that takes for ever, and everything else would wait for it. The leaf stays dangling.
const MOST_STEPS: u64 = 500;
/// Objects that a call makes: what looks like the address of a later one is a number.
const MOST_OWN: u64 = 1 << 16;
/// Bytes that are given values before the clock is looked at.
const WRITES_AT_ONCE: usize = 64;
/// What a variable of a term that is evaluated counts for ([`work`]).
const VARIABLE: u64 = 40;

/// How a leaf was halted.
#[derive(Clone, Debug)]
pub(crate) enum Halt {
    Exit(i32),
    Bug(Box<Finding>),
    Assumed,
}

pub(crate) struct Engine<'p> {
    pub image: &'p Image,
    pub entry: Func,
    pub machine: Machine<'p, Deferring>,
    pub trees: BTreeMap<Func, Tree<'p>>,
    pub applications: Table<Application, ApplicationData>,
    pub graph: InvocationGraph,
    pub environments: Vec<Environment>,
    pub owners: HashMap<Term, Owner>,
    /// What variables of outcomes are.
    pub outcomes: HashMap<Term, Outcome>,
    pub instances: Table<Instance, InstanceData>,
    pub instance_of: HashMap<(Invocation, Option<Instance>), Instance>,
    /// Calls with the same arguments and memory as an earlier one on another path of the caller.
    pub twins: HashMap<Invocation, Invocation>,
    /// How often something was put above a call: names and premises from before are out of date.
    pub insertions: u64,
    variables: HashMap<Term, Rc<[Term]>>,
    /// How leaves were halted.
    pub halts: HashMap<(Func, Node), Halt>,
    /// The inputs that the entry has asked for, by the leaf where it ended.
    pub ended: HashMap<Node, State<'p>>,
    /// Whether the run has been at the target.
    pub at_target: bool,
    /// Dangling leaves made since they were last taken.
    pub fresh: Vec<(Func, Node)>,
    /// Dangling leaves that were not looked beyond yet.
    pub unforeseen: BTreeMap<Func, Vec<Node>>,
    /// New invocations, new returns and new shapes since last taken.
    pub called: Vec<Invocation>,
    pub returned: Vec<(Func, Node)>,
    pub shaped: Vec<(Func, Node)>,
    /// Calls that are entered from now on, whatever their inputs are, since last taken.
    pub diverted: Vec<Invocation>,
    /// Leaves reached so far, in all trees.
    pub leaves: u64,
    /// Calls answered by a summary.
    pub reused: BTreeMap<Func, u64>,
    /// Words that were pinned once: the next value is left open.
    pub pinned: HashMap<(Func, Object, u64), u32>,
    /// Calls in which bytes that are inputs of the callee were never set.
    pub undefined_inputs: HashSet<Invocation>,
    /// Leaves where what the function made may go out by way of what it called.
    pub doubtful: HashSet<(Func, Node)>,
    /// Nothing may be put above calls: a formula is being made of the trees.
    pub frozen: bool,
    /// Events executed so far.
    pub steps: u64,
    /// The leaf that a run is for: when it is explored and its function returns, the run may end.
    pub wanted: Option<(Func, Node)>,
    /// Ranges of results, and what growth was when they were looked for.
    pub ranges: HashMap<Func, (u64, Option<(i64, i64)>)>,
    /// Whether functions, and calls, always return, and what growth was when that was looked at.
    pub returning: HashMap<Func, (u64, bool)>,
    pub returning_calls: HashMap<Invocation, (u64, bool)>,
    /// What `--check-summaries` found.
    pub checking: Checking,
    /// Counts the work, when several strategies are at it.
    pub pace: Option<Arc<Pace>>,
    pub instructions: u64,
    pub imprecise: BTreeMap<(String, String), u64>,
    /// Steps of earlier runs.
    pub kept: Option<Box<Steps<'p>>>,
    /// Whether the last step was executed, how many were, and how many leaves they led to.
    pub was_live: bool,
    pub live_steps: u64,
    pub live_leaves: u64,
    pub placeholder: State<'p>,
    /// What holds of the program's inputs from the start.
    pub assumed: Vec<Term>,
}

impl<'p> Engine<'p> {
    /// An engine about to run the state on the machine as the entry.
    pub fn new(image: &'p Image, entry: Func, mut machine: Machine<'p, Deferring>) -> Self {
        let placeholder = State::new(Memory::new());
        let state = std::mem::replace(&mut machine.state, placeholder.clone());
        let assumed = state.conditions.to_vec();
        let memory = state.memory.clone();
        let objects = memory.table_len();
        let local = Local { state, args: Vec::new(), seen: Rc::default() };
        let start = Dangling::new(local, Vec::new());
        let tree = ExecutionTree::new(entry, memory, objects, start);
        machine.hook_mut().active[entry.index()] = 1;
        let root = tree.root;
        Self {
            image,
            entry,
            machine,
            trees: BTreeMap::from([(entry, tree)]),
            applications: Table::new(),
            graph: InvocationGraph::new(),
            environments: Vec::new(),
            owners: HashMap::default(),
            outcomes: HashMap::default(),
            instances: Table::new(),
            instance_of: HashMap::default(),
            twins: HashMap::default(),
            insertions: 0,
            variables: HashMap::default(),
            halts: HashMap::default(),
            ended: HashMap::default(),
            at_target: false,
            fresh: vec![(entry, root)],
            unforeseen: BTreeMap::new(),
            called: Vec::new(),
            returned: Vec::new(),
            shaped: Vec::new(),
            diverted: Vec::new(),
            leaves: 0,
            reused: BTreeMap::new(),
            pinned: HashMap::default(),
            undefined_inputs: HashSet::default(),
            doubtful: HashSet::default(),
            frozen: false,
            steps: 0,
            wanted: None,
            ranges: HashMap::default(),
            returning: HashMap::default(),
            returning_calls: HashMap::default(),
            checking: None,
            pace: None,
            instructions: 0,
            imprecise: BTreeMap::new(),
            kept: None,
            was_live: true,
            live_steps: 0,
            live_leaves: 0,
            placeholder,
            assumed,
        }
    }

    /// Grows with everything that a run adds to the trees.
    pub fn growth(&self) -> u64 {
        self.leaves + self.steps + self.insertions + self.graph.len() as u64
    }

    pub fn tree(&self, func: Func) -> &Tree<'p> {
        &self.trees[&func]
    }

    pub fn tree_mut(&mut self, func: Func) -> &mut Tree<'p> {
        self.trees.get_mut(&func).expect("a function that was called has a tree")
    }

    /// The variables in a term.
    pub fn variables(&mut self, term: Term) -> Rc<[Term]> {
        if let Some(found) = self.variables.get(&term) {
            return Rc::clone(found);
        }
        let found: Rc<[Term]> = self.machine.terms.free_variables(&[term]).into();
        self.variables.insert(term, Rc::clone(&found));
        found
    }

    /// The variable of an input of a function.
    pub fn input_variable(&mut self, func: Func, key: InputKey) -> Term {
        let tree = self.trees.get_mut(&func).expect("the function has a tree");
        let (variable, new) = tree.inputs.variable(&mut self.machine.terms, key);
        if new {
            if let InputKey::Byte(object, at) = key {
                self.note_undefined(func, object, at);
            }
            self.owners.insert(variable, Owner::Input(func, key));
            // Twins of a call are told apart from now on.
            self.insertions += u64::from(matches!(key, InputKey::Byte(..)));
        }
        variable
    }

    /// Calls that have a byte which was never set, and which is an input of the callee from now on, are entered.
    fn note_undefined(&mut self, func: Func, object: Object, at: u64) {
        let calls = self.graph.of(func).iter().copied();
        let found: Vec<Invocation> =
            calls.filter(|&invocation| self.is_undefined(invocation, object, at)).collect();
        for invocation in found {
            self.enter_from_now_on(invocation);
        }
    }

    /// The same for a call that is new, or about whose memory more is known.
    pub fn look_for_undefined(&mut self, invocation: Invocation) {
        let callee = self.graph.data(invocation).callee;
        let is_undefined = |key| match key {
            InputKey::Byte(object, at) => self.is_undefined(invocation, object, at),
            InputKey::Param(_) => false,
        };
        let has_one = self.tree(callee).inputs.keys().any(is_undefined);
        if has_one {
            self.enter_from_now_on(invocation);
        }
    }

    /// A call is entered from now on: what the caller's path does after it has to be explored again
    /// inside the callee, from where nothing that is known of the callee leads.
    fn enter_from_now_on(&mut self, invocation: Invocation) {
        if self.undefined_inputs.insert(invocation) {
            self.diverted.push(invocation);
            // Lemmas say otherwise.
            self.forget_premises(self.graph.data(invocation).callee);
            self.insertions += 1;
        }
    }

    /// A fresh variable.
    pub fn fresh_variable(&mut self, name: &str, sort: Sort, owner: Owner) -> Term {
        let variable = self.machine.terms.var(name, sort);
        self.owners.insert(variable, owner);
        variable
    }

    pub fn push_environment(&mut self, func: Func, witness: Witness, source: Source) -> usize {
        self.environments.push(Environment { func, witness, source, assigned: 0, steps: 0 });
        self.environments.len() - 1
    }

    /// The value of a term in an environment.
    pub fn value(&mut self, env: usize, term: Term) -> Value {
        let variables = self.variables(term);
        work::spend(VARIABLE * variables.len() as u64);
        for &variable in variables.iter() {
            if self.environments[env].witness.assigns(variable) {
                continue;
            }
            let value = match self.owners.get(&variable) {
                Some(&Owner::Input(_, key)) => self.input_value(env, key),
                Some(_) => None,
                // An input of the program, as the size of an object of unknown size is: the same in every function.
                None => self.value_of_program(env, variable),
            };
            if let Some(value) = value {
                self.environments[env].witness.assign(variable, value);
            }
        }
        self.environments[env].witness.value(&self.machine.terms, term)
    }

    /// What an input of the program is, where an environment is one of a call.
    fn value_of_program(&mut self, env: usize, variable: Term) -> Option<Value> {
        let mut root = env;
        loop {
            root = match self.environments[root].source {
                Source::Call { caller, .. } => caller,
                Source::Instance { model, .. } => model,
                Source::Program | Source::Model => break,
            };
        }
        (root != env).then(|| self.environments[root].witness.value(&self.machine.terms, variable))
    }

    pub fn holds(&mut self, env: usize, term: Term) -> bool {
        self.value(env, term).as_bool() == Some(true)
    }

    /// Walks the tree of an environment's function.
    pub fn walk(&mut self, env: usize, walk: Walk) -> End {
        let func = self.environments[env].func;
        let mut node = self.tree(func).root;
        loop {
            match self.tree(func).kind(node) {
                NodeKind::Leaf(LeafStatus::Unknown(_) | LeafStatus::Unreachable(_)) => match walk {
                    Walk::Known if self.tree(func).effect(node).is_some() => {
                        return End::Finished(node);
                    }
                    Walk::Known => return End::Dangling(vec![(func, node)]),
                    Walk::Extending if self.environments[env].steps >= MOST_STEPS => {
                        return End::Stopped(vec![(func, node)]);
                    }
                    Walk::Extending => match self.step(env, node) {
                        Ok(next) => node = next,
                        Err(end) => return end,
                    },
                },
                NodeKind::Leaf(LeafStatus::Finished(_)) => return End::Finished(node),
                NodeKind::Leaf(LeafStatus::Halted) => return End::Halted(vec![(func, node)]),
                NodeKind::Leaf(LeafStatus::Cut(_)) => return End::Cut(vec![(func, node)]),
                NodeKind::Leaf(LeafStatus::Running) => return End::Mismatch,
                &NodeKind::Branch { guard, then, other } => {
                    node = if self.holds(env, guard) { then } else { other };
                }
                NodeKind::Shape(shape, child) => {
                    let (shape, child) = (shape.clone(), *child);
                    if !self.shape_holds(env, &shape) {
                        return End::Mismatch;
                    }
                    node = child;
                }
                NodeKind::Call(call) => {
                    let invocation = call.invocation;
                    match self.pass_call(env, invocation, walk) {
                        Ok(next) => node = next,
                        Err(end) => return end,
                    }
                }
            }
        }
    }

    /// The call node of an invocation.
    pub fn call(&self, invocation: Invocation) -> &CallNode<Local<'p>> {
        let data = self.graph.data(invocation);
        match self.tree(data.caller).kind(data.node) {
            NodeKind::Call(call) => call,
            _ => unreachable!("an invocation's node is a call"),
        }
    }

    pub fn call_mut(&mut self, invocation: Invocation) -> &mut CallNode<Local<'p>> {
        let data = self.graph.data(invocation);
        match self.tree_mut(data.caller).kind_mut(data.node) {
            NodeKind::Call(call) => call,
            _ => unreachable!("an invocation's node is a call"),
        }
    }

    /// Walks through a call: the node after it.
    fn pass_call(&mut self, env: usize, invocation: Invocation, walk: Walk) -> Result<Node, End> {
        let data = self.graph.data(invocation);
        if self.undefined_inputs.contains(&invocation) || self.passes_own_objects(env, invocation) {
            return self.enter(env, invocation, walk);
        }
        let source = Source::Call { invocation, caller: env };
        let child = self.push_environment(data.callee, Witness::default(), source);
        let at_target = self.at_target;
        self.machine.hook_mut().active[data.callee.index()] += 1;
        let end = self.walk(child, walk);
        self.machine.hook_mut().active[data.callee.index()] -= 1;
        if self.undefined_inputs.contains(&invocation) {
            // The walk has found out that a byte it needs was never set: it has gone astray.
            self.environments.truncate(child);
            self.at_target = at_target;
            return self.enter(env, invocation, walk);
        }
        let data = self.graph.data(invocation);
        let at = |mut trail: Trail| {
            trail.insert(0, (data.caller, data.node));
            trail
        };
        let next = match end {
            End::Finished(leaf) => self.after_return(env, child, invocation, leaf, walk),
            End::Halted(trail) => Err(End::Halted(at(trail))),
            End::Cut(trail) => Err(End::Cut(at(trail))),
            End::Dangling(trail) => Err(End::Dangling(at(trail))),
            End::Stopped(trail) => Err(End::Stopped(at(trail))),
            End::Astray => Err(End::Astray),
            End::Mismatch => self.enter(env, invocation, walk),
        };
        self.environments.truncate(child);
        next
    }

    /// Whether an argument points to an object whose number means one of the callee's own objects
    /// in the callee's tree.
    fn passes_own_objects(&mut self, env: usize, invocation: Invocation) -> bool {
        let own = self.tree(self.graph.data(invocation).callee).own_objects as u64;
        for word in self.call(invocation).state.args.clone() {
            let number = match word.shadow.term {
                Some(term) => self.value(env, term).as_bits().map_or(0, |bits| bits.low_u64()),
                None => word.bits,
            };
            if number >> 32 >= own && is_address(&self.call(invocation).state.state.memory, number)
            {
                return true;
            }
        }
        false
    }

    /// Whether a call is entered whatever its inputs are: an argument points to an object whose
    /// number means one of the callee's own objects in the callee's tree, or bytes were never set that are inputs of the callee.
    pub fn is_always_entered(&self, invocation: Invocation) -> bool {
        let own = self.tree(self.graph.data(invocation).callee).own_objects as u64;
        let local = &self.call(invocation).state;
        let passes_own = local.args.iter().any(|word| {
            word.shadow.term.is_none()
                && word.bits >> 32 >= own
                && is_address(&local.state.memory, word.bits)
        });
        passes_own || self.undefined_inputs.contains(&invocation)
    }

    /// The leaf of a callee where it returns.
    pub fn finished(&self, func: Func, leaf: Node) -> &Finished {
        self.tree(func).effect(leaf).expect("it is known how the callee returns")
    }

    /// The first application of a call that covers a leaf of the callee.
    pub fn covering(&self, invocation: Invocation, leaf: Node) -> Option<(Application, Node)> {
        let callee = self.graph.data(invocation).callee;
        let finished = self.finished(callee, leaf);
        if finished.changes_shape {
            return None;
        }
        let applied = self.call(invocation).applied.iter();
        applied.copied().find(|&(application, _)| {
            let named = &self.applications[application].writes;
            let is_left = |place: &&(Object, u64)| !finished.writes.contains_key(place);
            has_all(named, &finished.writes)
                && !named.keys().filter(is_left).any(|&(object, at)| {
                    // What the leaf leaves as it was has no value.
                    self.is_undefined(invocation, object, at)
                })
        })
    }

    fn after_return(
        &mut self,
        env: usize,
        child: usize,
        invocation: Invocation,
        leaf: Node,
        walk: Walk,
    ) -> Result<Node, End> {
        let data = self.graph.data(invocation);
        let finished = self.finished(data.callee, leaf).clone();
        if finished.changes_shape {
            return self.enter(env, invocation, walk);
        }
        if walk == Walk::Extending && self.lets_own_out(child, leaf, &finished) {
            self.tree_mut(data.callee).change_shape(leaf);
            self.returned.push((data.callee, leaf));
            self.forget_premises(data.callee);
            self.insertions += 1;
            return self.enter(env, invocation, walk);
        }
        let (application, next) = match self.covering(invocation, leaf) {
            Some(found) => found,
            None if walk == Walk::Known => {
                return Err(End::Dangling(vec![(data.caller, data.node)]));
            }
            None => self.apply(invocation, leaf),
        };
        if let Some((func, wanted)) = self.wanted
            && func == data.callee
            && walk == Walk::Extending
            && !matches!(self.tree(func).kind(wanted), NodeKind::Leaf(LeafStatus::Unknown(_)))
        {
            return Err(End::Stopped(vec![(data.caller, data.node)]));
        }
        *self.reused.entry(data.callee).or_default() += 1;
        if !self.assign_outcome(env, child, application, &finished) {
            return Err(End::Stopped(vec![(data.caller, data.node)]));
        }
        if self.checking.is_some() && walk == Walk::Extending {
            self.check_summary(env, invocation, application);
        }
        Ok(next)
    }

    /// Whether the address of an object that a callee made goes out by way of what it called: then its terms do not show it, but
    /// here it is.
    fn lets_own_out(&mut self, child: usize, leaf: Node, finished: &Finished) -> bool {
        let func = self.environments[child].func;
        if !self.doubtful.contains(&(func, leaf)) {
            return false;
        }
        let own = self.tree(func).own_objects as u64;
        let is_own = |number: u64| (own..own + MOST_OWN).contains(&(number >> 32));
        let number = |engine: &mut Self, term: Term| {
            engine.value(child, term).as_bits().map_or(0, pathweave_bits::BitVec::low_u64)
        };
        for &term in finished.results.iter().flatten() {
            if is_own(number(self, term)) {
                return true;
            }
        }
        for &(object, at) in finished.writes.keys().filter(|(_, at)| at % 8 == 0) {
            let byte = |k: u64| finished.writes.get(&(object, at + k)).copied();
            let Some(bytes) = (0..8).rev().map(byte).collect::<Option<Vec<Term>>>() else {
                continue;
            };
            if is_own(bytes.into_iter().fold(0, |word, term| word << 8 | number(self, term))) {
                return true;
            }
        }
        false
    }

    /// Gives the variables of an application the values of a leaf in the callee's environment. Says whether there was time.
    fn assign_outcome(
        &mut self,
        env: usize,
        child: usize,
        application: Application,
        finished: &Finished,
    ) -> bool {
        let data = self.applications[application].clone();
        for earlier in self.call(data.invocation).applied.clone() {
            let returned = self.applications[earlier.0].returned;
            let value = Value::Bool(earlier.0 == application);
            self.environments[env].witness.assign(returned, value);
        }
        let changes_shape = self.call(data.invocation).changes_shape;
        self.environments[env].witness.assign(changes_shape, Value::Bool(false));
        for (variable, result) in data.results.iter().zip(&finished.results) {
            if let Some(result) = result {
                let value = self.value(child, *result);
                self.environments[env].witness.assign(*variable, value);
            }
        }
        let callee = self.environments[child].func;
        for (number, (&(object, at), &variable)) in data.writes.iter().enumerate() {
            // A callee may write thousands of bytes, each by a large term.
            if number % WRITES_AT_ONCE == WRITES_AT_ONCE - 1 && self.machine.is_interrupted() {
                return false;
            }
            let term = match finished.writes.get(&(object, at)) {
                Some(&term) => term,
                None => self.input_variable(callee, InputKey::Byte(object, at)),
            };
            let value = self.value(child, term);
            self.environments[env].witness.assign(variable, value);
        }
        true
    }

    /// Continues a call by a new application for a leaf, which names what all leaves known so far write; of what the
    /// caller never set, only what this one does.
    fn apply(&mut self, invocation: Invocation, covered: Node) -> (Application, Node) {
        let data = self.graph.data(invocation);
        let own = self.finished(data.callee, covered).writes.clone();
        let application = self.applications.next_key();
        let owner = Owner::Outcome(invocation);
        let mut places: BTreeMap<(Object, u64), Term> = BTreeMap::new();
        let mut words = 0;
        for &leaf in &self.tree(data.callee).finished.clone() {
            let finished = self.finished(data.callee, leaf).clone();
            let shapes = self.tree(data.callee).shapes(leaf);
            let elsewhere = !shapes.iter().all(|shape| self.shape_may_hold(invocation, shape));
            if finished.changes_shape || elsewhere {
                continue;
            }
            words = words.max(finished.results.len());
            for &(object, at) in finished.writes.keys() {
                // A leaf of another caller may have written what this one does not have.
                let memory = &self.call(invocation).state.state.memory;
                if !memory.has_byte(object, at) {
                    continue;
                }
                let is_undefined = self.is_undefined(invocation, object, at);
                if is_undefined && !own.contains_key(&(object, at)) {
                    continue;
                }
                places.entry((object, at)).or_insert_with(|| {
                    let name = format!("{application}.{object}[{at}]");
                    let variable = self.machine.terms.var(&name, Sort::BitVec(8));
                    self.owners.insert(variable, owner);
                    variable
                });
            }
        }
        let returned = self.fresh_variable(&format!("{application}.returned"), Sort::Bool, owner);
        let results: Vec<Term> = (0..words)
            .map(|k| self.fresh_variable(&format!("{application}.ret{k}"), Sort::BitVec(64), owner))
            .collect();
        self.outcomes.insert(returned, Outcome::Returned(application));
        for (k, &result) in results.iter().enumerate() {
            self.outcomes.insert(result, Outcome::Result(application, k));
        }
        for (&(object, at), &variable) in &places {
            self.outcomes.insert(variable, Outcome::Written(application, object, at));
        }
        let version = self.call(invocation).applied.len();
        self.applications.push(ApplicationData {
            invocation,
            version,
            returned,
            results: results.clone(),
            writes: places.clone(),
        });
        let mut local = (*self.call(invocation).state).clone();
        local.args.clear();
        local.state.conditions.push(returned);
        for ((object, at), variable) in places {
            // The callee wrote it, so it is there and can be written.
            local.state.memory.set_missing(object, at, Special::Symbolic(variable));
        }
        self.machine.state = local.state;
        let words: Vec<Word> = results.iter().map(|&term| symbolic_word(term)).collect();
        self.machine.answer_call(&words);
        local.state = std::mem::replace(&mut self.machine.state, self.placeholder.clone());
        let node = self.push_dangling(data.caller, data.node, Some(returned), local, Vec::new());
        self.call_mut(invocation).applied.push((application, node));
        (application, node)
    }

    /// Continues a call inside the callee.
    fn enter(&mut self, env: usize, invocation: Invocation, walk: Walk) -> Result<Node, End> {
        let data = self.graph.data(invocation);
        let call = self.call(invocation);
        let (entered, changes_shape) = (call.entered, call.changes_shape);
        for (application, _) in call.applied.clone() {
            let returned = self.applications[application].returned;
            self.environments[env].witness.assign(returned, Value::Bool(false));
        }
        self.environments[env].witness.assign(changes_shape, Value::Bool(true));
        if let Some(node) = entered {
            return Ok(node);
        }
        if walk == Walk::Known {
            return Err(End::Dangling(vec![(data.caller, data.node)]));
        }
        self.machine.hook_mut().note(data.callee, Entered::ChangesShape);
        let mut local = (*self.call(invocation).state).clone();
        let args = std::mem::take(&mut local.args);
        local.state.conditions.push(changes_shape);
        self.machine.state = local.state;
        let stop = self.machine.enter_call(data.callee, &args);
        local.state = std::mem::replace(&mut self.machine.state, self.placeholder.clone());
        let condition = Some(changes_shape);
        let cut = stop.err().map(|stop| (stop, local.clone()));
        let node = self.push_dangling(data.caller, data.node, condition, local, Vec::new());
        if let Some((stop, local)) = cut {
            self.cut_call(data.caller, node, &local, &stop);
        }
        self.call_mut(invocation).entered = Some(node);
        Ok(node)
    }

    /// A word as a term of 64 bits; `None` when it is undefined.
    pub fn word_term(&mut self, word: Word) -> Option<Term> {
        match word.shadow.term {
            Some(term) => Some(self.machine.terms.zero_extend(term, 64)),
            None if word.shadow.undef != 0 => None,
            None => Some(self.machine.terms.bv_u64(64, word.bits)),
        }
    }
}

/// A word that is a term.
pub(crate) fn symbolic_word(term: Term) -> Word {
    let shadow = pathweave_exec::state::Shadow { undef: 0, term: Some(term) };
    Word { bits: 0, shadow }
}

/// Whether a number is the address of something in a memory.
pub(crate) fn is_address(memory: &Memory, number: u64) -> bool {
    number >> 32 != 0
        && memory.find(number).is_some_and(|(_, offset, info)| {
            offset >= 0 && offset as u64 <= info.size && info.kind != ObjectKind::None
        })
}

/// Whether a map has all places of another one. Both are in order, so they are gone through once.
fn has_all(all: &BTreeMap<(Object, u64), Term>, some: &BTreeMap<(Object, u64), Term>) -> bool {
    let mut places = all.keys();
    some.len() <= all.len()
        && some.keys().all(|wanted| places.find(|&at| at >= wanted) == Some(wanted))
}
