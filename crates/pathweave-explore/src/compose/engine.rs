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
use super::instance::{Instance, InstanceData};
use super::policy::{Deferring, Entered};
use pathweave_exec::state::{Reason, State};
use pathweave_exec::{Image, Machine, Missing, Stop, Witness, Word};
use pathweave_ir::{Entity, Func, Table};
use pathweave_memory::{ByteKind, Memory, Object, ObjectKind, ObjectState, Special};
use pathweave_report::{Finding, Input};
use pathweave_summary::{
    Application, ApplicationData, CallNode, Dangling, ExecutionTree, Finished, InputKey,
    Invocation, InvocationData, InvocationGraph, LeafStatus, Node, NodeKind, Shape,
};
use pathweave_term::{Sort, Term, Value};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

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
    /// The outcome of a copy of an application.
    Instance(Instance),
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

/// How a walk ended: the nodes it stopped at, outermost function first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// At a leaf where the function returned.
    Finished(Node),
    /// The program ended, here or in a callee.
    Halted(Vec<(Func, Node)>),
    /// A bound was hit, here or in a callee.
    Cut(Vec<(Func, Node)>),
    /// Nothing more is known, here or in a callee.
    Dangling(Vec<(Func, Node)>),
    /// The caller's memory has another shape than any path so far.
    Mismatch,
}

/// A call in progress.
pub(crate) struct Environment {
    pub func: Func,
    pub witness: Witness,
    pub source: Source,
    /// How many inputs of the function have values.
    assigned: usize,
}

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
    pub instances: Table<Instance, InstanceData>,
    pub instance_of: HashMap<(Invocation, Option<Instance>), Instance>,
    variables: HashMap<Term, Rc<[Term]>>,
    /// How leaves were halted.
    pub halts: HashMap<(Func, Node), Halt>,
    /// The state in which the entry ended last.
    pub last_state: Option<State<'p>>,
    /// Whether the run has been at the target.
    pub at_target: bool,
    /// Dangling leaves made since they were last taken.
    pub fresh: Vec<(Func, Node)>,
    /// Functions with a new invocation, and functions with a new return, since last taken.
    pub called: Vec<Func>,
    pub returned: Vec<Func>,
    /// Leaves reached so far, in all trees.
    pub leaves: u64,
    /// Calls answered by a summary.
    pub reused: BTreeMap<Func, u64>,
    /// Words that were pinned once: the next value is left open.
    pinned: HashMap<(Func, Object, u64), u32>,
    pub instructions: u64,
    pub imprecise: BTreeMap<(String, String), u64>,
    placeholder: State<'p>,
}

impl<'p> Engine<'p> {
    /// An engine about to run the state on the machine as the entry.
    pub fn new(image: &'p Image, entry: Func, mut machine: Machine<'p, Deferring>) -> Self {
        let placeholder = State::new(Memory::new());
        let state = std::mem::replace(&mut machine.state, placeholder.clone());
        let memory = state.memory.clone();
        let objects = memory.table_len();
        let local = Local { state, args: Vec::new(), seen: Rc::default() };
        let start = Dangling { state: local, unpinned: Vec::new() };
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
            owners: HashMap::new(),
            instances: Table::new(),
            instance_of: HashMap::new(),
            variables: HashMap::new(),
            halts: HashMap::new(),
            last_state: None,
            at_target: false,
            fresh: vec![(entry, root)],
            called: Vec::new(),
            returned: Vec::new(),
            leaves: 0,
            reused: BTreeMap::new(),
            pinned: HashMap::new(),
            instructions: 0,
            imprecise: BTreeMap::new(),
            placeholder,
        }
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
            self.owners.insert(variable, Owner::Input(func, key));
        }
        variable
    }

    /// A fresh variable.
    pub fn fresh_variable(&mut self, name: &str, sort: Sort, owner: Owner) -> Term {
        let variable = self.machine.terms.var(name, sort);
        self.owners.insert(variable, owner);
        variable
    }

    pub fn push_environment(&mut self, func: Func, witness: Witness, source: Source) -> usize {
        self.environments.push(Environment { func, witness, source, assigned: 0 });
        self.environments.len() - 1
    }

    /// The value of a term in an environment.
    pub fn value(&mut self, env: usize, term: Term) -> Value {
        for &variable in self.variables(term).iter() {
            if self.environments[env].witness.assigns(variable) {
                continue;
            }
            if let Some(&Owner::Input(_, key)) = self.owners.get(&variable)
                && let Some(value) = self.input_value(env, key)
            {
                self.environments[env].witness.assign(variable, value);
            }
        }
        self.environments[env].witness.value(&self.machine.terms, term)
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
                    Walk::Known => return End::Dangling(vec![(func, node)]),
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
        let source = Source::Call { invocation, caller: env };
        let child = self.push_environment(data.callee, Witness::default(), source);
        self.machine.hook_mut().active[data.callee.index()] += 1;
        let end = self.walk(child, walk);
        self.machine.hook_mut().active[data.callee.index()] -= 1;
        let data = self.graph.data(invocation);
        let at = |mut trail: Vec<(Func, Node)>| {
            trail.insert(0, (data.caller, data.node));
            trail
        };
        let next = match end {
            End::Finished(leaf) => self.after_return(env, child, invocation, leaf, walk),
            End::Halted(trail) => Err(End::Halted(at(trail))),
            End::Cut(trail) => Err(End::Cut(at(trail))),
            End::Dangling(trail) => Err(End::Dangling(at(trail))),
            End::Mismatch => self.enter(env, invocation, walk),
        };
        self.environments.truncate(child);
        next
    }

    /// The leaf of a callee where it returned.
    pub fn finished(&self, func: Func, leaf: Node) -> &Finished {
        match self.tree(func).kind(leaf) {
            NodeKind::Leaf(LeafStatus::Finished(finished)) => finished,
            _ => unreachable!("the leaf is finished"),
        }
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
            let writes = &self.applications[application].writes;
            finished.writes.keys().all(|place| writes.contains_key(place))
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
        let (application, next) = match self.covering(invocation, leaf) {
            Some(found) => found,
            None if walk == Walk::Known => {
                return Err(End::Dangling(vec![(data.caller, data.node)]));
            }
            None => self.apply(invocation),
        };
        *self.reused.entry(data.callee).or_default() += 1;
        self.assign_outcome(env, child, application, &finished);
        Ok(next)
    }

    /// Gives the variables of an application the values of a leaf in the callee's environment.
    fn assign_outcome(
        &mut self,
        env: usize,
        child: usize,
        application: Application,
        finished: &Finished,
    ) {
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
        for (&(object, at), &variable) in &data.writes {
            let term = match finished.writes.get(&(object, at)) {
                Some(&term) => term,
                None => self.input_variable(callee, InputKey::Byte(object, at)),
            };
            let value = self.value(child, term);
            self.environments[env].witness.assign(variable, value);
        }
    }

    /// Continues a call by a new application, which names what all leaves known so far write.
    fn apply(&mut self, invocation: Invocation) -> (Application, Node) {
        let data = self.graph.data(invocation);
        let application = self.applications.next_key();
        let owner = Owner::Outcome(invocation);
        let mut places: BTreeMap<(Object, u64), Term> = BTreeMap::new();
        let mut words = 0;
        for &leaf in &self.tree(data.callee).finished.clone() {
            let finished = self.finished(data.callee, leaf).clone();
            if finished.changes_shape {
                continue;
            }
            words = words.max(finished.results.len());
            for &(object, at) in finished.writes.keys() {
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
        let node = self.push_dangling(data.caller, data.node, condition, local, Vec::new());
        if let Err(stop) = stop {
            self.cut(data.caller, node, &format!("{stop:?}"));
        }
        self.call_mut(invocation).entered = Some(node);
        Ok(node)
    }

    pub fn push_dangling(
        &mut self,
        func: Func,
        parent: Node,
        condition: Option<Term>,
        state: Local<'p>,
        unpinned: Vec<u32>,
    ) -> Node {
        let leaf = LeafStatus::Unknown(Box::new(Dangling { state, unpinned }));
        let node = self.tree_mut(func).push(parent, condition, NodeKind::Leaf(leaf));
        self.fresh.push((func, node));
        node
    }

    fn cut(&mut self, func: Func, node: Node, reason: &str) {
        self.leaves += 1;
        *self.tree_mut(func).kind_mut(node) = NodeKind::Leaf(LeafStatus::Cut(reason.to_owned()));
    }

    /// Executes the state of a dangling leaf up to the next event, which the leaf becomes.
    fn step(&mut self, env: usize, node: Node) -> Result<Node, End> {
        let func = self.environments[env].func;
        let Some(Dangling { state: mut local, mut unpinned }) =
            self.tree_mut(func).take_dangling(node)
        else {
            return Err(End::Mismatch);
        };
        if let Some(next) = self.pin_parameter(env, node, &mut local, &mut unpinned) {
            return Ok(next);
        }
        self.assign_inputs(env);
        let before = local.state.instructions;
        self.machine.state = local.state;
        std::mem::swap(&mut self.machine.witness, &mut self.environments[env].witness);
        let stop = self.machine.run_to_stop();
        std::mem::swap(&mut self.machine.witness, &mut self.environments[env].witness);
        local.state = std::mem::replace(&mut self.machine.state, self.placeholder.clone());
        self.instructions += local.state.instructions - before;
        match stop {
            Stop::Decide(guard) => Ok(self.branch(env, node, local, guard)),
            Stop::Concretize(fact) => Ok(self.branch(env, node, local, fact)),
            Stop::Require(guard) => self.require(env, node, local, guard),
            Stop::Watched => {
                self.at_target = true;
                let dangling = Dangling { state: local, unpinned };
                let leaf = NodeKind::Leaf(LeafStatus::Unknown(Box::new(dangling)));
                *self.tree_mut(func).kind_mut(node) = leaf;
                Ok(node)
            }
            Stop::Missing(Missing::Object(object)) => self.reveal(env, node, local, object),
            Stop::Missing(Missing::Bytes { object, offset, len }) => {
                self.read_bytes(env, node, local, (object, offset, len))
            }
            Stop::Call(call) => Ok(self.call_node(func, node, local, call.func, call.args)),
            Stop::Returned(words) => Ok(self.finish(func, node, &local, &words)),
            Stop::Exit(code) => Err(self.halt(func, node, &local, Halt::Exit(code))),
            Stop::Finding(finding) => Err(self.halt(func, node, &local, Halt::Bug(finding))),
            Stop::Assumed => Err(self.halt(func, node, &local, Halt::Assumed)),
            Stop::Unsupported(what) => {
                let place = what.place.to_string();
                Err(self.end_cut(func, node, &local, format!("unsupported: {}", what.what), place))
            }
            Stop::Exhausted(limit) => {
                let reason = match limit {
                    pathweave_exec::Exhausted::Instructions(_) => "instructions",
                    pathweave_exec::Exhausted::StackDepth(_) => "stack-depth",
                    pathweave_exec::Exhausted::PointerDepth(_) => "pointer-depth",
                    pathweave_exec::Exhausted::Interrupted => "timeout",
                };
                let place = self.place_of(&local.state);
                Err(self.end_cut(func, node, &local, reason.to_owned(), place))
            }
        }
    }

    pub fn place_of(&self, state: &State<'p>) -> String {
        let Some(frame) = state.frames.last() else { return String::new() };
        let loc = frame.code.locs.get(frame.pc as usize).copied();
        loc.map_or_else(String::new, |loc| self.image.program.describe_loc(loc))
    }

    fn end_cut(
        &mut self,
        func: Func,
        node: Node,
        local: &Local<'p>,
        reason: String,
        place: String,
    ) -> End {
        self.remember_inputs(func, node, &local.state);
        self.cut(func, node, &reason);
        *self.imprecise.entry((reason, place)).or_default() += 1;
        End::Cut(vec![(func, node)])
    }

    fn halt(&mut self, func: Func, node: Node, local: &Local<'p>, halt: Halt) -> End {
        self.leaves += u64::from(!matches!(halt, Halt::Assumed));
        self.note_imprecisions(&local.state);
        self.remember_inputs(func, node, &local.state);
        self.halts.insert((func, node), halt);
        let tree = self.tree_mut(func);
        *tree.kind_mut(node) = NodeKind::Leaf(LeafStatus::Halted);
        tree.halted.push(node);
        End::Halted(vec![(func, node)])
    }

    fn remember_inputs(&mut self, func: Func, _node: Node, state: &State<'p>) {
        if func == self.entry {
            self.last_state = Some(state.clone());
        }
    }

    /// The inputs that the program asked for up to a state, as an environment has them.
    pub fn test_inputs(&mut self, env: usize, state: State<'p>) -> Vec<Input> {
        self.machine.state = state;
        std::mem::swap(&mut self.machine.witness, &mut self.environments[env].witness);
        let inputs = self.machine.test_inputs();
        std::mem::swap(&mut self.machine.witness, &mut self.environments[env].witness);
        self.machine.state = self.placeholder.clone();
        inputs
    }

    fn note_imprecisions(&mut self, state: &State<'p>) {
        for imprecision in &state.imprecisions {
            let place = self.image.program.describe_loc(imprecision.loc);
            let reason = match imprecision.reason {
                Reason::Concretized => "concretized",
                Reason::External => "external",
            };
            let key = (reason.to_owned(), place);
            *self.imprecise.entry(key).or_default() += 1;
        }
    }

    /// A decision: the environment's side goes on, the other one dangles.
    fn branch(&mut self, env: usize, node: Node, local: Local<'p>, guard: Term) -> Node {
        let func = self.environments[env].func;
        let holds = self.holds(env, guard);
        let negation = self.machine.terms.not(guard);
        let mut other = local.clone();
        other.state.conditions.push(if holds { negation } else { guard });
        let mut own = local;
        own.state.conditions.push(if holds { guard } else { negation });
        let (for_then, for_other) = if holds { (own, other) } else { (other, own) };
        let then = self.push_dangling(func, node, Some(guard), for_then, Vec::new());
        let other = self.push_dangling(func, node, Some(negation), for_other, Vec::new());
        *self.tree_mut(func).kind_mut(node) = NodeKind::Branch { guard, then, other };
        if holds { then } else { other }
    }

    /// What inputs are required to be: the other side is of no interest.
    fn require(
        &mut self,
        env: usize,
        node: Node,
        local: Local<'p>,
        guard: Term,
    ) -> Result<Node, End> {
        let func = self.environments[env].func;
        self.remember_inputs(func, node, &local.state);
        self.branch(env, node, local, guard);
        let &NodeKind::Branch { then, other, .. } = self.tree(func).kind(node) else {
            unreachable!("a branch was just made")
        };
        *self.tree_mut(func).kind_mut(other) = NodeKind::Leaf(LeafStatus::Halted);
        self.halts.insert((func, other), Halt::Assumed);
        match self.holds(env, guard) {
            true => Ok(then),
            false => Err(End::Halted(vec![(func, other)])),
        }
    }

    /// A decision on a value that the environment has: the path goes on with the number, `pinned`
    /// says how.
    pub fn pin(
        &mut self,
        env: usize,
        node: Node,
        (own, own_unpinned): (Local<'p>, Vec<u32>),
        (other, other_unpinned): (Local<'p>, Vec<u32>),
        guard: Term,
    ) -> Node {
        let func = self.environments[env].func;
        let negation = self.machine.terms.not(guard);
        let then = self.push_dangling(func, node, Some(guard), own, own_unpinned);
        let other = self.push_dangling(func, node, Some(negation), other, other_unpinned);
        *self.tree_mut(func).kind_mut(node) = NodeKind::Branch { guard, then, other };
        then
    }

    /// Pins a parameter that is an address here. `None` when there is none to pin.
    fn pin_parameter(
        &mut self,
        env: usize,
        node: Node,
        local: &mut Local<'p>,
        unpinned: &mut Vec<u32>,
    ) -> Option<Node> {
        let func = self.environments[env].func;
        while let Some(&k) = unpinned.first() {
            let variable = self.input_variable(func, InputKey::Param(k));
            let address = self.value(env, variable).as_bits().map_or(0, |bits| bits.low_u64());
            let other = (local.clone(), unpinned.clone());
            unpinned.remove(0);
            let Some(memory) = self.context_memory(env) else { continue };
            if !is_address(memory, address) {
                continue;
            }
            let constant = self.machine.terms.bv_u64(64, address);
            let guard = self.machine.terms.eq(variable, constant);
            let mut own = local.clone();
            let code = own.state.frame().code;
            let register = code.params + k;
            own.state.set_register(register, address, pathweave_exec::state::Shadow::PLAIN);
            return Some(self.pin(env, node, (own, unpinned.clone()), other, guard));
        }
        None
    }

    /// Gives all inputs of an environment's function that are known so far their values.
    fn assign_inputs(&mut self, env: usize) {
        let func = self.environments[env].func;
        let known: Vec<(InputKey, Term)> = self.tree(func).inputs.iter().collect();
        if known.len() == self.environments[env].assigned {
            return;
        }
        self.environments[env].assigned = known.len();
        for (key, variable) in known {
            if !self.environments[env].witness.assigns(variable)
                && let Some(value) = self.input_value(env, key)
            {
                self.environments[env].witness.assign(variable, value);
            }
        }
    }

    /// An object of the caller's that is looked at for the first time.
    fn reveal(
        &mut self,
        env: usize,
        node: Node,
        mut local: Local<'p>,
        object: Object,
    ) -> Result<Node, End> {
        let func = self.environments[env].func;
        if !self.ensure_revealed(env, object) {
            let place = self.place_of(&local.state);
            let reason = "an object of an unknown caller".to_owned();
            return Err(self.end_cut(func, node, &local, reason, place));
        }
        let Some(memory) = self.context_memory(env) else { return Err(End::Mismatch) };
        local.state.memory.reveal(object, memory);
        let expected = Rc::new(local.state.memory.clone());
        let child = self.push_dangling(func, node, None, local, Vec::new());
        let shape = Shape::Object(object, expected);
        *self.tree_mut(func).kind_mut(node) = NodeKind::Shape(shape, child);
        Ok(child)
    }

    /// Bytes of the caller's that are read for the first time. Numbers are pinned the first time,
    /// addresses always; everything else is an input.
    fn read_bytes(
        &mut self,
        env: usize,
        node: Node,
        mut local: Local<'p>,
        (object, offset, len): (Object, u64, u64),
    ) -> Result<Node, End> {
        let func = self.environments[env].func;
        let size = local.state.memory.info(object).size;
        // Whole words, so that an address is seen as one.
        let first = offset & !7;
        let last = (offset + len).next_multiple_of(8).min(size);
        let before = local.clone();
        let mut guards: Vec<Term> = Vec::new();
        let mut seen = (*local.seen).clone();
        for word in (first..last).step_by(8) {
            let range: Vec<u64> = (word..(word + 8).min(size))
                .filter(|&at| local.state.memory.missing_in(object, at, 1).is_some())
                .collect();
            let bytes: Vec<ByteKind> =
                range.iter().map(|&at| self.context_byte(env, object, at)).collect();
            if let Some(at) = bytes.iter().position(|b| matches!(b, ByteKind::Undefined(_)))
                && range[at] >= offset
                && range[at] < offset + len
            {
                if !guards.is_empty() {
                    break;
                }
                return Ok(self.undefined_byte(env, node, local, (object, range[at]), bytes[at]));
            }
            let mut pins = Vec::new();
            for (&at, &byte) in range.iter().zip(&bytes) {
                if matches!(byte, ByteKind::Undefined(_) | ByteKind::Missing) {
                    continue;
                }
                pins.push((at, byte));
            }
            if pins.is_empty() {
                continue;
            }
            let plain = pins.iter().all(|(_, byte)| *byte == ByteKind::Plain);
            let address = plain && pins.len() == 8 && self.context_address(env, object, word);
            let times = self.pinned.entry((func, object, word)).or_default();
            let pinning = plain && (address || *times == 0);
            if pinning && !address {
                *times += 1;
            }
            for (at, _) in pins {
                let variable = self.input_variable(func, InputKey::Byte(object, at));
                if let Some(value) = self.input_value(env, InputKey::Byte(object, at)) {
                    self.environments[env].witness.assign(variable, value);
                }
                if pinning {
                    let number = self.context_plain(env, object, at);
                    local.state.memory.set_missing_plain(object, at, number);
                    let constant = self.machine.terms.bv_u64(8, u64::from(number));
                    guards.push(self.machine.terms.eq(variable, constant));
                    seen.insert((object, at), constant);
                } else {
                    local.state.memory.set_missing(object, at, Special::Symbolic(variable));
                    seen.insert((object, at), variable);
                }
            }
        }
        local.seen = Rc::new(seen);
        if local.state.memory.missing_in(object, offset, len).is_some() && guards.is_empty() {
            let place = self.place_of(&local.state);
            let reason = "contents that the caller does not know".to_owned();
            return Err(self.end_cut(func, node, &local, reason, place));
        }
        if guards.is_empty() {
            let dangling = Dangling { state: local, unpinned: Vec::new() };
            let leaf = NodeKind::Leaf(LeafStatus::Unknown(Box::new(dangling)));
            *self.tree_mut(func).kind_mut(node) = leaf;
            return Ok(node);
        }
        let mut guard = self.machine.terms.bool_const(true);
        for next in guards {
            guard = self.machine.terms.and(guard, next);
        }
        Ok(self.pin(env, node, (local, Vec::new()), (before, Vec::new()), guard))
    }

    /// A byte that is undefined in the caller's memory.
    fn undefined_byte(
        &mut self,
        env: usize,
        node: Node,
        mut local: Local<'p>,
        (object, offset): (Object, u64),
        byte: ByteKind,
    ) -> Node {
        let func = self.environments[env].func;
        let ByteKind::Undefined(bits) = byte else { return node };
        local.state.memory.set_missing(object, offset, Special::Undefined(bits));
        let child = self.push_dangling(func, node, None, local, Vec::new());
        let shape = Shape::Undefined { object, offset, bits };
        *self.tree_mut(func).kind_mut(node) = NodeKind::Shape(shape, child);
        child
    }

    /// A call that the hook deferred.
    fn call_node(
        &mut self,
        func: Func,
        node: Node,
        mut local: Local<'p>,
        callee: Func,
        args: Vec<Word>,
    ) -> Node {
        if args.iter().any(|word| word.shadow.undef != 0) {
            self.machine.hook_mut().note(callee, Entered::UndefinedArgument);
            self.machine.state = local.state;
            let stop = self.machine.enter_call(callee, &args);
            local.state = std::mem::replace(&mut self.machine.state, self.placeholder.clone());
            let dangling = Dangling { state: local, unpinned: Vec::new() };
            let leaf = NodeKind::Leaf(LeafStatus::Unknown(Box::new(dangling)));
            *self.tree_mut(func).kind_mut(node) = leaf;
            if let Err(stop) = stop {
                self.cut(func, node, &format!("{stop:?}"));
            }
            return node;
        }
        let invocation = self.graph.insert(InvocationData { caller: func, node, callee });
        self.called.push(callee);
        if !self.trees.contains_key(&callee) {
            self.plant(callee, &local.state.memory);
        }
        let name = format!("{invocation}.shape");
        let changes_shape = self.fresh_variable(&name, Sort::Bool, Owner::Outcome(invocation));
        local.args = args;
        *self.tree_mut(func).kind_mut(node) = NodeKind::Call(Box::new(CallNode {
            invocation,
            state: Box::new(local),
            applied: Vec::new(),
            changes_shape,
            entered: None,
        }));
        node
    }

    /// The tree of a function that is called for the first time.
    fn plant(&mut self, func: Func, caller: &Memory) {
        let memory = caller.local_view();
        let own_objects = memory.table_len();
        let words = self.image.code(func).map_or(0, |code| code.param_words);
        let start = |state: State<'p>| Dangling {
            state: Local { state, args: Vec::new(), seen: Rc::default() },
            unpinned: (0..words).collect(),
        };
        let empty = start(self.placeholder.clone());
        let tree = ExecutionTree::new(func, memory.clone(), own_objects, empty);
        let root = tree.root;
        self.trees.insert(func, tree);
        let params: Vec<Word> = (0..words)
            .map(|k| symbolic_word(self.input_variable(func, InputKey::Param(k))))
            .collect();
        // A function that is called has a body.
        let _ = self.machine.start_alone(func, memory, &params);
        let state = std::mem::replace(&mut self.machine.state, self.placeholder.clone());
        let leaf = LeafStatus::Unknown(Box::new(start(state)));
        *self.tree_mut(func).kind_mut(root) = NodeKind::Leaf(leaf);
        self.fresh.push((func, root));
    }

    /// A leaf where a function returned.
    fn finish(&mut self, func: Func, node: Node, local: &Local<'p>, words: &[Word]) -> Node {
        self.leaves += 1;
        self.note_imprecisions(&local.state);
        let mut changes_shape = false;
        let results: Vec<Option<Term>> = words.iter().map(|word| self.word_term(*word)).collect();
        changes_shape |= results.iter().any(Option::is_none);
        let own = self.tree(func).own_objects;
        let memory = &local.state.memory;
        changes_shape |= (own..memory.table_len()).any(|number| {
            let info = memory.info(Object::from_index(number));
            info.kind == ObjectKind::Heap && info.state == ObjectState::Live
        });
        let mut writes = BTreeMap::new();
        for object in memory.changed_objects(&self.tree(func).memory.clone()) {
            let info = local.state.memory.info(object);
            let before = self.tree(func).memory.info(object);
            if info.state != ObjectState::Live {
                // A hidden object that was only looked at may have been dead all the time.
                changes_shape |= before.kind != ObjectKind::None || info.kind == ObjectKind::Heap;
                continue;
            }
            for at in 0..info.size {
                match self.byte_of(&local.state.memory, object, at) {
                    Ok(None) => {}
                    Ok(Some(term)) if local.seen.get(&(object, at)) == Some(&term) => {}
                    Ok(Some(term)) => {
                        writes.insert((object, at), term);
                    }
                    Err(()) => changes_shape = true,
                }
            }
        }
        let imprecise = !local.state.imprecisions.is_empty();
        let finished = Finished { results, writes, changes_shape, imprecise };
        self.remember_inputs(func, node, &local.state);
        self.returned.push(func);
        let tree = self.tree_mut(func);
        *tree.kind_mut(node) = NodeKind::Leaf(LeafStatus::Finished(Box::new(finished)));
        tree.finished.push(node);
        node
    }

    /// A byte as a term; nothing when it is missing, an error when it is undefined.
    fn byte_of(&mut self, memory: &Memory, object: Object, at: u64) -> Result<Option<Term>, ()> {
        match memory.byte_at(object, at) {
            (ByteKind::Missing, _) => Ok(None),
            (ByteKind::Plain, number) => Ok(Some(self.machine.terms.bv_u64(8, u64::from(number)))),
            (ByteKind::Symbolic(term), _) => Ok(Some(term)),
            (ByteKind::InArray(array), _) => {
                let index = self.machine.terms.bv_u64(32, at);
                Ok(Some(self.machine.terms.select(array, index)))
            }
            (ByteKind::Undefined(_), _) => Err(()),
        }
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
fn symbolic_word(term: Term) -> Word {
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
