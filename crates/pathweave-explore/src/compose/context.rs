//! What a function's inputs are in a certain call: words of the arguments, bytes of the caller's
//! memory at the call.
//!
//! What the caller itself does not know (it only passed a pointer on) is asked of *its* caller and
//! becomes an input of the caller, or something its path takes for granted: a node is put above
//! the call. So the caller's tree always says what its callees depend on.

use super::engine::{Engine, Local, Owner, is_address};
use super::instance::Instance;
use pathweave_memory::{ByteKind, Memory, Object, Special, View};
use pathweave_summary::{Dangling, InputKey, Invocation, LeafStatus, NodeKind, Shape};
use pathweave_term::{Term, Value};
use std::rc::Rc;

/// Where an environment gets the values of inputs from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// The entry: the values are the program's input.
    Program,
    /// A call, from another environment.
    Call {
        /// The call.
        invocation: Invocation,
        /// The environment of the caller.
        caller: usize,
    },
    /// A copy of an application in a formula, whose model is another environment.
    Instance {
        /// The copy of the application.
        instance: Instance,
        /// The environment of the model.
        model: usize,
    },
    /// A model of a formula.
    Model,
}

impl<'p> Engine<'p> {
    /// The invocation through which an environment's function was called.
    fn invocation_of(&self, env: usize) -> Option<Invocation> {
        match self.environments[env].source {
            Source::Call { invocation, .. } => Some(invocation),
            Source::Instance { instance, .. } => Some(self.instances[instance].invocation),
            Source::Program | Source::Model => None,
        }
    }

    /// The memory of the caller at the call.
    pub fn context_memory(&self, env: usize) -> Option<&Memory> {
        Some(&self.call(self.invocation_of(env)?).state.state.memory)
    }

    /// The value of an input in an environment.
    pub fn input_value(&mut self, env: usize, key: InputKey) -> Option<Value> {
        match self.environments[env].source {
            Source::Program | Source::Model => None,
            Source::Call { invocation, caller } => {
                if let InputKey::Byte(object, _) = key
                    && !self.ensure_revealed(env, object)
                {
                    return None;
                }
                let term = self.actual(invocation, key, Some(caller))?;
                Some(self.value(caller, term))
            }
            Source::Instance { instance, model } => {
                let term = self.instance_input(instance, key)?;
                Some(self.value(model, term))
            }
        }
    }

    /// What an input is in a call, as a term over the caller's variables.
    pub fn actual(
        &mut self,
        invocation: Invocation,
        key: InputKey,
        caller: Option<usize>,
    ) -> Option<Term> {
        match key {
            InputKey::Param(k) => {
                let word = *self.call(invocation).state.args.get(k as usize)?;
                self.word_term(word)
            }
            InputKey::Byte(object, at) => {
                if self.call(invocation).state.state.memory.view(object) == View::Hidden {
                    return None;
                }
                self.provide_byte(invocation, object, at, caller);
                let (kind, number) = self.byte_at(invocation, object, at)?;
                match kind {
                    ByteKind::Plain => Some(self.machine.terms.bv_u64(8, u64::from(number))),
                    ByteKind::Symbolic(term) => Some(term),
                    ByteKind::InArray(array) => {
                        let index = self.machine.terms.bv_u64(32, at);
                        Some(self.machine.terms.select(array, index))
                    }
                    ByteKind::Undefined(_) | ByteKind::Missing => None,
                }
            }
        }
    }

    fn byte_at(&self, invocation: Invocation, object: Object, at: u64) -> Option<(ByteKind, u8)> {
        let memory = &self.call(invocation).state.state.memory;
        let inside = object.index_in(memory) && at < memory.info(object).size;
        inside.then(|| memory.byte_at(object, at))
    }

    /// Whether a byte of the caller's was never set at a call, as far as it is known.
    pub fn is_undefined(&self, invocation: Invocation, object: Object, at: u64) -> bool {
        matches!(self.byte_at(invocation, object, at), Some((ByteKind::Undefined(_), _)))
    }

    /// Makes sure that the caller knows what an object is. False when it cannot.
    pub fn ensure_revealed(&mut self, env: usize, object: Object) -> bool {
        let Some(invocation) = self.invocation_of(env) else { return false };
        let memory = &self.call(invocation).state.state.memory;
        if !object.index_in(memory) {
            return false;
        }
        if memory.view(object) != View::Hidden {
            return true;
        }
        let Source::Call { caller, .. } = self.environments[env].source else { return false };
        if self.frozen {
            return false;
        }
        if !self.ensure_revealed(caller, object) {
            return false;
        }
        let Some(outer) = self.context_memory(caller).cloned() else { return false };
        let local = &mut self.call_mut(invocation).state;
        local.state.memory.reveal(object, &outer);
        let expected = Rc::new(local.state.memory.clone());
        self.insert_above(invocation, None, |moved| {
            NodeKind::Shape(Shape::Object(object, expected), moved)
        });
        true
    }

    fn insert_above(
        &mut self,
        invocation: Invocation,
        condition: Option<Term>,
        kind: impl FnOnce(pathweave_summary::Node) -> NodeKind<Local<'p>>,
    ) {
        let data = self.graph.data(invocation);
        let moved = self.tree_mut(data.caller).insert_above(data.node, condition, kind);
        self.graph.relocate(invocation, moved);
        if matches!(self.tree(data.caller).kind(data.node), NodeKind::Shape(..)) {
            self.shaped.push((data.caller, data.node));
        }
        // The local path constraints of the leaves below have changed.
        self.forget_premises(data.caller);
        self.insertions += 1;
    }

    /// Makes sure that the caller knows a byte: as an input of its own, or as part of an address
    /// that its path takes for granted.
    fn provide_byte(
        &mut self,
        invocation: Invocation,
        object: Object,
        at: u64,
        caller: Option<usize>,
    ) {
        let Some((ByteKind::Missing, _)) = self.byte_at(invocation, object, at) else { return };
        // An object that was freed has no bytes, and keeps none.
        if !self.call(invocation).state.state.memory.has_byte(object, at) {
            return;
        }
        let data = self.graph.data(invocation);
        if let Some(env) = caller
            && matches!(self.environments[env].source, Source::Call { .. })
            && !self.frozen
        {
            if self.provide_address(invocation, env, object, at & !7) {
                return;
            }
            if let ByteKind::Undefined(bits) = self.context_byte(env, object, at) {
                let special = Special::Undefined(bits);
                let memory = &mut self.call_mut(invocation).state.state.memory;
                memory.set_missing(object, at, special);
                let shape = Shape::Undefined { object, offset: at, bits };
                self.insert_above(invocation, None, |moved| NodeKind::Shape(shape, moved));
                self.look_for_undefined(invocation);
                return;
            }
        }
        let variable = self.input_variable(data.caller, InputKey::Byte(object, at));
        let local = &mut self.call_mut(invocation).state;
        local.state.memory.set_missing(object, at, Special::Symbolic(variable));
        let seen = Rc::make_mut(&mut local.seen);
        seen.insert((object, at), variable);
        self.insertions += 1;
    }

    /// Makes sure that all callers know the bytes that are inputs of what they call. Who only passed
    /// on what was never set is found in this way.
    pub fn settle_inputs(&mut self) {
        let mut before = None;
        while before != Some(self.insertions) {
            before = Some(self.insertions);
            for invocation in self.graph.invocations() {
                let callee = self.graph.data(invocation).callee;
                let inputs: Vec<InputKey> = self.tree(callee).inputs.keys().collect();
                for key in inputs.into_iter().rev() {
                    let InputKey::Byte(object, at) = key else { break };
                    self.provide_byte(invocation, object, at, None);
                }
            }
        }
    }

    /// Pins a word of the caller's path that is an address, above the call. False when it is none.
    fn provide_address(
        &mut self,
        invocation: Invocation,
        env: usize,
        object: Object,
        word: u64,
    ) -> bool {
        if !self.context_address(env, object, word) {
            return false;
        }
        let caller = self.graph.data(invocation).caller;
        let memory = &self.call(invocation).state.state.memory;
        if (word..word + 8).any(|at| memory.byte_at(object, at).0 != ByteKind::Missing) {
            return false;
        }
        let before = (*self.call(invocation).state).clone();
        let mut guard = self.machine.terms.bool_const(true);
        for at in word..word + 8 {
            let number = self.context_plain(env, object, at);
            let variable = self.input_variable(caller, InputKey::Byte(object, at));
            let constant = self.machine.terms.bv_u64(8, u64::from(number));
            let equal = self.machine.terms.eq(variable, constant);
            guard = self.machine.terms.and(guard, equal);
            let value = Value::Bits(pathweave_bits::BitVec::from_u64(8, u64::from(number)));
            self.environments[env].witness.assign(variable, value);
            let local = &mut self.call_mut(invocation).state;
            local.state.memory.set_missing_plain(object, at, number);
            Rc::make_mut(&mut local.seen).insert((object, at), constant);
        }
        let negation = self.machine.terms.not(guard);
        let data = self.graph.data(invocation);
        // The side with another word makes the call itself again.
        let mut waiting = before;
        waiting.args.clear();
        waiting.state.conditions.push(negation);
        let dangling = Dangling::new(waiting, Vec::new());
        let leaf = NodeKind::Leaf(LeafStatus::Unknown(Box::new(dangling)));
        let other = self.tree_mut(caller).push(data.node, Some(negation), leaf);
        self.fresh.push((caller, other));
        self.insert_above(invocation, Some(guard), |then| NodeKind::Branch { guard, then, other });
        true
    }

    /// What a byte is in the memory of an environment's caller.
    pub fn context_byte(&mut self, env: usize, object: Object, at: u64) -> ByteKind {
        let Some(invocation) = self.invocation_of(env) else { return ByteKind::Missing };
        if let Source::Call { caller, .. } = self.environments[env].source {
            self.provide_byte(invocation, object, at, Some(caller));
        }
        self.byte_at(invocation, object, at).map_or(ByteKind::Missing, |(kind, _)| kind)
    }

    /// The number of a byte that is plain in the memory of an environment's caller.
    pub fn context_plain(&self, env: usize, object: Object, at: u64) -> u8 {
        let memory = self.context_memory(env);
        memory.map_or(0, |memory| memory.byte_at(object, at).1)
    }

    /// Whether a word in the memory of an environment's caller is an address.
    pub fn context_address(&mut self, env: usize, object: Object, word: u64) -> bool {
        if (word..word + 8).any(|at| self.context_byte(env, object, at) != ByteKind::Plain) {
            return false;
        }
        let number = self.context_word(env, object, word);
        self.context_memory(env).is_some_and(|memory| is_address(memory, number))
    }

    /// The number of a word that is plain in the memory of an environment's caller.
    pub fn context_word(&self, env: usize, object: Object, word: u64) -> u64 {
        let bytes = (word..word + 8).rev();
        bytes.fold(0, |number, at| number << 8 | u64::from(self.context_plain(env, object, at)))
    }

    /// Whether something that a path takes for granted holds in an environment.
    pub fn shape_holds(&mut self, env: usize, shape: &Shape) -> bool {
        match shape {
            Shape::Object(object, expected) => {
                self.ensure_revealed(env, *object)
                    && self.context_memory(env).is_some_and(|m| expected.is_same_object(*object, m))
            }
            Shape::Undefined { object, offset, bits } => {
                self.context_byte(env, *object, *offset) == ByteKind::Undefined(*bits)
            }
        }
    }

    /// Whether a path may be taken from a call, by what it takes for granted: false only when it
    /// certainly may not.
    pub fn shape_may_hold(&self, invocation: Invocation, shape: &Shape) -> bool {
        let memory = &self.call(invocation).state.state.memory;
        match shape {
            Shape::Object(object, expected) => {
                object.index_in(memory)
                    && (memory.view(*object) == View::Hidden
                        || expected.is_same_object(*object, memory))
            }
            Shape::Undefined { object, offset, bits } => {
                match self.byte_at(invocation, *object, *offset) {
                    Some((ByteKind::Missing, _)) => true,
                    Some((kind, _)) => kind == ByteKind::Undefined(*bits),
                    None => memory.view(*object) == View::Hidden,
                }
            }
        }
    }

    /// Whether a path may be taken from a call for certain, as far as what it takes for granted
    /// goes.
    pub fn shape_surely_holds(&self, invocation: Invocation, shape: &Shape) -> bool {
        let memory = &self.call(invocation).state.state.memory;
        match shape {
            Shape::Object(object, expected) => {
                object.index_in(memory)
                    && memory.view(*object) != View::Hidden
                    && expected.is_same_object(*object, memory)
            }
            Shape::Undefined { object, offset, bits } => {
                let byte = self.byte_at(invocation, *object, *offset);
                byte.is_some_and(|(kind, _)| kind == ByteKind::Undefined(*bits))
            }
        }
    }

    /// The owner of a variable, if it is not an input of the program.
    pub fn owner(&self, variable: Term) -> Option<Owner> {
        self.owners.get(&variable).copied()
    }
}
