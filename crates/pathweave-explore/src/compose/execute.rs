//! One event of one path: what a waiting state does next, and the node that this makes of its leaf.
//!
//! A decision becomes a branch, the first look at something of the caller's a pin, an input or a
//! shape, a deferred call a call node; the end of the path becomes a leaf with its effect.

use super::context::Source;
use super::engine::{End, Engine, Halt, Local, Owner, is_address, symbolic_word};
use super::instance::Outcome;
use super::policy::Entered;
use pathweave_exec::state::{Reason, Shadow, State};
use pathweave_exec::{Exhausted, Missing, Stop, Word};
use pathweave_ir::{Entity, Func, Origin};
use pathweave_memory::{ByteKind, Memory, Object, ObjectKind, ObjectState, Special};
use pathweave_report::{Input, StackFrame};
use pathweave_summary::{
    CallNode, Dangling, ExecutionTree, Finished, InputKey, Invocation, InvocationData, LeafStatus,
    Node, NodeKind, Shape,
};
use pathweave_term::{Op, Sort, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many calls of a function are compared with a new one, the newest first.
const TWINS_LOOKED_AT: usize = 32;

impl<'p> Engine<'p> {
    pub fn push_dangling(
        &mut self,
        func: Func,
        parent: Node,
        condition: Option<Term>,
        state: Local<'p>,
        unpinned: Vec<u32>,
    ) -> Node {
        let leaf = LeafStatus::Unknown(Box::new(Dangling::new(state, unpinned)));
        let node = self.tree_mut(func).push(parent, condition, NodeKind::Leaf(leaf));
        self.fresh.push((func, node));
        self.unforeseen.entry(func).or_default().push(node);
        node
    }

    pub fn cut(&mut self, func: Func, node: Node, reason: &str) {
        self.leaves += 1;
        *self.tree_mut(func).kind_mut(node) = NodeKind::Leaf(LeafStatus::Cut(reason.to_owned()));
    }

    /// Executes the state of a dangling leaf up to the next event, which the leaf becomes.
    pub fn step(&mut self, env: usize, mut node: Node) -> Result<Node, End> {
        self.steps += 1;
        self.environments[env].steps += 1;
        if let Some(pace) = &self.pace {
            pace.stepped();
        }
        let func = self.environments[env].func;
        self.assign_inputs(env);
        if self.is_astray(env) {
            return Err(End::Astray);
        }
        let Some(Dangling { state: mut local, mut unpinned, .. }) =
            self.tree_mut(func).take_dangling(node)
        else {
            return Err(End::Mismatch);
        };
        if !unpinned.is_empty() {
            if let Some(next) = self.pin_parameter(env, node, &mut local, &mut unpinned) {
                return Ok(next);
            }
            self.assign_inputs(env);
        }
        let known = local.state.conditions.len();
        let stop = self.advance(env, func, &mut local.state);
        for at in known..local.state.conditions.len() {
            node = self.required(func, node, &local.state, at);
        }
        match stop {
            Stop::Decide(guard) => Ok(self.branch(env, node, local, guard)),
            Stop::Concretize(fact) => Ok(self.branch(env, node, local, fact)),
            Stop::Require(guard) => self.require(env, node, local, guard),
            Stop::Watched => {
                self.at_target = true;
                let dangling = Dangling::new(local, unpinned);
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
                let place = self.place_of(&local.state);
                Err(self.end_cut(func, node, &local, word_of(&limit).to_owned(), place))
            }
        }
    }

    /// Counts a leaf of the program's own code that an execution led to.
    fn count_live_leaf(&mut self, func: Func) {
        let is_own = self.image.program.functions[func].origin == Origin::Program;
        self.live_leaves += u64::from(is_own && self.was_live);
    }

    pub fn place_of(&self, state: &State<'p>) -> String {
        let Some(frame) = state.frames.last() else { return String::new() };
        let loc = frame.code.locs.get(frame.pc as usize).copied();
        loc.map_or_else(String::new, |loc| self.image.program.describe_loc(loc))
    }

    /// The stack at the calls of a trail, innermost first: a callee's own stack ends at itself.
    pub fn callers(&mut self, trail: &[(Func, Node)]) -> Vec<StackFrame> {
        let mut stack = Vec::new();
        for &(func, node) in trail.iter().rev() {
            if let NodeKind::Call(call) = self.tree(func).kind(node) {
                self.machine.state = call.state.state.clone();
                stack.extend(self.machine.stack());
            }
        }
        self.machine.state = self.placeholder.clone();
        stack
    }

    /// A call that cannot be entered ends the path, which is written down.
    pub fn cut_call(&mut self, func: Func, node: Node, local: &Local<'p>, stop: &Stop) {
        let reason = match stop {
            Stop::Exhausted(limit) => word_of(limit).to_owned(),
            other => format!("unsupported: {other:?}"),
        };
        let place = self.place_of(&local.state);
        self.end_cut(func, node, local, reason, place);
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
        self.count_live_leaf(func);
        self.note_imprecisions(&local.state);
        self.remember_inputs(func, node, &local.state);
        self.halts.insert((func, node), halt);
        let tree = self.tree_mut(func);
        *tree.kind_mut(node) = NodeKind::Leaf(LeafStatus::Halted);
        tree.halted.push(node);
        End::Halted(vec![(func, node)])
    }

    /// Keeps the inputs that the entry has asked for at a leaf: other runs may end there too.
    fn remember_inputs(&mut self, func: Func, node: Node, state: &State<'p>) {
        if func != self.entry {
            return;
        }
        let kept = if state.pointers.is_empty() {
            let mut kept = self.placeholder.clone();
            kept.inputs = state.inputs.clone();
            kept
        } else {
            // Which object a pointer of the input leads to is seen in memory.
            state.clone()
        };
        self.ended.insert(node, kept);
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
                Reason::Undefined => "undefined",
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
        let state = local.state.clone();
        self.branch(env, node, local, guard);
        let &NodeKind::Branch { then, other, .. } = self.tree(func).kind(node) else {
            unreachable!("a branch was just made")
        };
        *self.tree_mut(func).kind_mut(other) = NodeKind::Leaf(LeafStatus::Halted);
        self.halts.insert((func, other), Halt::Assumed);
        self.remember_inputs(func, other, &state);
        match self.holds(env, guard) {
            true => Ok(then),
            false => Err(End::Halted(vec![(func, other)])),
        }
    }

    /// What holds by definition of what inputs are, and was made to hold for the environment: no
    /// other input gets further. The node below becomes what the step ended with.
    fn required(&mut self, func: Func, node: Node, state: &State<'p>, at: usize) -> Node {
        let guard = state.conditions[at];
        let negation = self.machine.terms.not(guard);
        let tree = self.tree_mut(func);
        let halted = || NodeKind::Leaf(LeafStatus::Halted);
        let then = tree.push(node, Some(guard), halted());
        let other = tree.push(node, Some(negation), halted());
        *tree.kind_mut(node) = NodeKind::Branch { guard, then, other };
        self.halts.insert((func, other), Halt::Assumed);
        self.remember_inputs(func, other, state);
        then
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
            own.state.set_register(register, address, Shadow::PLAIN);
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

    /// Whether a call on the way here turned out to have bytes that were never set: its callee goes on without values
    /// for them, and nothing that it does may be kept.
    fn is_astray(&self, mut env: usize) -> bool {
        if self.undefined_inputs.is_empty() {
            return false;
        }
        while let Source::Call { invocation, caller } = self.environments[env].source {
            if self.undefined_inputs.contains(&invocation) {
                return true;
            }
            env = caller;
        }
        false
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
        self.tree_mut(func).take_for_granted(node, shape, child);
        self.shaped.push((func, node));
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
        let own = self.tree(func).own_objects as u64;
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
            if address && self.context_word(env, object, word) >> 32 >= own {
                // In this tree the number means another object.
                let dangling = Dangling::new(before, Vec::new());
                let leaf = NodeKind::Leaf(LeafStatus::Unknown(Box::new(dangling)));
                *self.tree_mut(func).kind_mut(node) = leaf;
                return Err(End::Mismatch);
            }
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
            let dangling = Dangling::new(local, Vec::new());
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
        self.tree_mut(func).take_for_granted(node, shape, child);
        self.shaped.push((func, node));
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
        // It may end in the callee.
        self.note_imprecisions(&local.state);
        let undefined = args.iter().any(|word| word.shadow.undef != 0);
        // Objects of this caller would be taken for objects that the callee made.
        let count = local.state.memory.table_len();
        let too_many = self.trees.get(&callee).is_some_and(|tree| count > tree.own_objects);
        let why = if undefined {
            Some(Entered::UndefinedArgument)
        } else if local.state.has_open_pointers() {
            Some(Entered::OpenPointer)
        } else if too_many {
            Some(Entered::ManyObjects)
        } else {
            is_concrete(&local.state.memory, &args).then_some(Entered::Concrete)
        };
        if let Some(why) = why {
            self.machine.hook_mut().note(callee, why);
            self.machine.state = local.state;
            let stop = self.machine.enter_call(callee, &args);
            local.state = std::mem::replace(&mut self.machine.state, self.placeholder.clone());
            if let Err(stop) = stop {
                self.cut_call(func, node, &local, &stop);
                return node;
            }
            let dangling = Dangling::new(local, Vec::new());
            let leaf = NodeKind::Leaf(LeafStatus::Unknown(Box::new(dangling)));
            *self.tree_mut(func).kind_mut(node) = leaf;
            return node;
        }
        let twin = self.twin_of(func, callee, &local.state.memory, &args);
        let invocation = self.graph.insert(InvocationData { caller: func, node, callee });
        self.twins.extend(twin.map(|twin| (invocation, twin)));
        self.called.push(invocation);
        if !self.trees.contains_key(&callee) {
            self.plant(callee, &local.state.memory);
        }
        let name = format!("{invocation}.shape");
        let changes_shape = self.fresh_variable(&name, Sort::Bool, Owner::Outcome(invocation));
        self.outcomes.insert(changes_shape, Outcome::ChangesShape);
        local.args = args;
        *self.tree_mut(func).kind_mut(node) = NodeKind::Call(Box::new(CallNode {
            invocation,
            state: Box::new(local),
            applied: Vec::new(),
            changes_shape,
            entered: None,
        }));
        self.look_for_undefined(invocation);
        node
    }

    /// A call on another path of the caller that passes the same arguments and memory, so that it
    /// has the same outcome whatever the caller's inputs are.
    fn twin_of(
        &self,
        caller: Func,
        callee: Func,
        memory: &Memory,
        args: &[Word],
    ) -> Option<Invocation> {
        let same_word = |left: &Word, right: &Word| match (left.shadow.term, right.shadow.term) {
            (None, None) => left.bits == right.bits,
            (left, right) => left == right,
        };
        let calls = self.graph.of(callee).iter().rev().take(TWINS_LOOKED_AT);
        calls.copied().find_map(|earlier| {
            let twin = self.twins.get(&earlier).copied().unwrap_or(earlier);
            let call = self.call(twin);
            let other = &call.state.state.memory;
            let same = self.graph.data(twin).caller == caller
                && call.state.args.len() == args.len()
                && call.state.args.iter().zip(args).all(|(left, right)| same_word(left, right))
                && other.table_len() == memory.table_len()
                && memory.changed_objects(other).is_empty();
            same.then_some(twin)
        })
    }

    /// The tree of a function that is called for the first time.
    fn plant(&mut self, func: Func, caller: &Memory) {
        let memory = caller.local_view(self.machine.hook_mut().level(func));
        let own_objects = memory.table_len();
        let words = self.image.code(func).map_or(0, |code| code.param_words);
        let start = |state: State<'p>| {
            let local = Local { state, args: Vec::new(), seen: Rc::default() };
            Dangling::new(local, (0..words).collect())
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
        self.count_live_leaf(func);
        self.note_imprecisions(&local.state);
        let finished = self.effect_of(func, local, words);
        self.remember_inputs(func, node, &local.state);
        self.returned.push((func, node));
        if !finished.changes_shape && self.passes_on(func, local, &finished) {
            self.doubtful.insert((func, node));
        }
        let tree = self.tree_mut(func);
        *tree.kind_mut(node) = NodeKind::Leaf(LeafStatus::Finished(Box::new(finished)));
        tree.finished.push(node);
        node
    }

    /// What a function has done that returns these words.
    pub fn effect_of(&mut self, func: Func, local: &Local<'p>, words: &[Word]) -> Finished {
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
        let known = results.iter().flatten().chain(writes.values()).copied().collect::<Vec<_>>();
        changes_shape |= self.has_own_address(&known, &writes, own as u64);
        let imprecise = !local.state.imprecisions.is_empty();
        Finished { results, writes, changes_shape, imprecise }
    }

    /// Whether an address of an object that the function made goes out: in its caller the number means another one.
    fn has_own_address(
        &self,
        known: &[Term],
        writes: &BTreeMap<(Object, u64), Term>,
        own: u64,
    ) -> bool {
        let terms = &self.machine.terms;
        let is_own = |number: u64| number >> 32 >= own;
        let is_word = |term: &Term| terms.op(*term) != Op::Var && !terms.is_constant(*term);
        let made: Vec<Term> = known.iter().copied().filter(is_word).collect();
        let inside = terms.subterms(&made);
        let whole = |&term: &Term| terms.sort(term) == Sort::BitVec(64);
        let constants = known.iter().chain(&inside).filter(|&term| whole(term));
        let byte = |object: Object, at: u64| terms.constant_u64(*writes.get(&(object, at))?);
        // Bytes of a word, wherever it is.
        let mut stored = writes.keys().filter_map(|&(object, at)| {
            (0..8).rev().try_fold(0, |number, k| Some(number << 8 | byte(object, at + k)?))
        });
        constants.filter_map(|&term| terms.constant_u64(term)).any(is_own) || stored.any(is_own)
    }

    /// Whether a function that made objects returns or writes what a call gave it.
    fn passes_on(&mut self, func: Func, local: &Local<'p>, finished: &Finished) -> bool {
        if local.state.memory.table_len() <= self.tree(func).own_objects {
            return false;
        }
        let known = finished.results.iter().flatten().chain(finished.writes.values());
        known.copied().collect::<Vec<Term>>().into_iter().any(|term| {
            let variables = self.variables(term);
            variables
                .iter()
                .any(|variable| matches!(self.owner(*variable), Some(Owner::Outcome(_))))
        })
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
}

/// Why a path ended early, in one word.
fn word_of(limit: &Exhausted) -> &'static str {
    match limit {
        Exhausted::Instructions(_) => "instructions",
        Exhausted::StackDepth(_) => "stack-depth",
        Exhausted::PointerDepth(_) => "pointer-depth",
        Exhausted::Interrupted => "timeout",
    }
}

/// Whether nothing that a call can see is symbolic: its arguments, what they point to, globals.
/// What is reached through globals alone is not looked at: such a call is entered and may branch.
fn is_concrete(memory: &Memory, args: &[Word]) -> bool {
    const MOST_BYTES: u64 = 1 << 14;
    if args.iter().any(|word| word.shadow != Shadow::PLAIN) || !memory.globals_are_concrete() {
        return false;
    }
    let target = |number: u64| {
        let (object, ..) = memory.find(number).filter(|_| is_address(memory, number))?;
        Some(object)
    };
    let mut seen: BTreeSet<Object> = args.iter().filter_map(|word| target(word.bits)).collect();
    let mut work: Vec<Object> = seen.iter().copied().collect();
    let mut bytes = 0;
    while let Some(object) = work.pop() {
        let info = memory.info(object);
        bytes += info.size;
        if !memory.is_concrete(object) || bytes > MOST_BYTES {
            return false;
        }
        if info.state != ObjectState::Live {
            continue;
        }
        for word in (0..info.size / 8).map(|k| 8 * k) {
            let byte = |at: u64| u64::from(memory.byte_at(object, at).1);
            let number = (word..word + 8).rev().fold(0, |number, at| number << 8 | byte(at));
            if let Some(next) = target(number)
                && seen.insert(next)
            {
                work.push(next);
            }
        }
    }
    true
}
