//! Pointers of the input, and the objects they point to: lazy initialization.
//!
//! A pointer of the input is a variable of 64 bits. While it is only compared or copied it stays
//! one. When it is first used as an address (dereferenced, freed, called) it is decided what it
//! is, in this order: null; the start of an object that another pointer of the input of the same
//! type turned out to point to; a fresh object, whose contents are inputs and whose pointers are
//! pointers of the input in turn. That is all a pointer of the input can be. One that members of a
//! union share points to an object of the largest of their types, with room for any of them: which member
//! is meant is between the program and its caller.
//!
//! Every choice is a decision of the path, the last one a requirement: it has no other side. The
//! fresh object is made before the requirement is met, so that asking again finds it. In a run on
//! given inputs there are no such pointers: the objects are made at the start.

use super::model::MOST_BYTES;
use super::shape::{self, Count, Leaf, LeafKind, Pointee};
use crate::call::Word;
use crate::hook::CallHook;
use crate::machine::Machine;
use crate::state::{InputRecord, Shadow};
use crate::stop::{Exhausted, Stop};
use pathweave_bits::BitVec;
use pathweave_ir::{DebugType, Loc};
use pathweave_memory::memory::Contents;
use pathweave_memory::{Object, ObjectKind, Special};
use pathweave_report::{InputKind, InputSource};
use pathweave_term::{Op, Sort, Substitution, Term, Value};
use std::rc::Rc;

/// A pointer of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointerInput {
    /// The variable.
    pub term: Term,
    /// Its name, as C writes it.
    pub name: Rc<str>,
    /// Which input it is in.
    pub input: usize,
    /// Where in it.
    pub at: u64,
    /// What it points to when it is not null.
    pub pointee: Pointee,
    /// What other members of a union point to that share its bytes.
    pub others: Vec<Pointee>,
    /// How many pointers lead to it.
    pub depth: u32,
    /// Whether it is promised not to be null.
    pub never_null: bool,
    /// The address that it was decided to be.
    pub target: Option<u64>,
    /// The object made for it.
    fresh: Option<Object>,
}

impl PointerInput {
    /// The pointer with what was decided about it.
    pub fn decided(mut self, target: Option<u64>, fresh: Option<Object>) -> Self {
        (self.target, self.fresh) = (target, fresh);
        self
    }

    /// A pointer that was not followed yet, at a place of an input.
    pub fn new(term: Term, name: &str, (input, at): (usize, u64), pointee: Pointee) -> Self {
        let name = name.into();
        let others = Vec::new();
        Self {
            term,
            name,
            input,
            at,
            pointee,
            others,
            depth: 0,
            never_null: false,
            target: None,
            fresh: None,
        }
    }

    /// The object made for it.
    pub fn fresh(&self) -> Option<Object> {
        self.fresh
    }

    /// Whether what it points to is of a known type and size, whoever the caller is.
    pub fn is_sized(&self) -> bool {
        matches!(self.pointee, Pointee::Elements { ty: Some(_), count: Count::Fixed(_), .. })
    }
}

/// Bytes that are inputs, of a type.
pub(crate) struct TypedBytes<'n> {
    /// The name of what has them.
    pub name: &'n str,
    /// What stands between the name and that of a member.
    pub separator: &'n str,
    /// The type of an element.
    pub ty: Option<DebugType>,
    /// The size of an element.
    pub size: u64,
    /// How many.
    pub count: u64,
    /// How many pointers lead here.
    pub depth: u32,
}

impl<H: CallHook> Machine<'_, H> {
    /// Fresh bytes for the next input, its pointers registered.
    pub(crate) fn typed_bytes(&mut self, of: &TypedBytes<'_>) -> Vec<Term> {
        let input = self.state.inputs.len();
        let total = of.size * of.count;
        let byte = |machine: &mut Self, at: u64| {
            machine.terms.var(&format!("{}#{input}[{at}]", of.name), Sort::BitVec(8))
        };
        let mut bytes: Vec<Option<Term>> = vec![None; total as usize];
        let leaves = shape::leaves(&self.image.program, of.ty);
        for element in 0..of.count {
            for leaf in &leaves {
                let at = element * of.size + leaf.at;
                let index = if of.count > 1 { format!("[{element}]") } else { String::new() };
                self.leaf_bytes(of, leaf, at, &index, &mut bytes);
            }
        }
        bytes
            .into_iter()
            .enumerate()
            .map(|(at, known)| known.unwrap_or_else(|| byte(self, at as u64)))
            .collect()
    }

    /// The bytes of a pointer or a truth value.
    fn leaf_bytes(
        &mut self,
        of: &TypedBytes<'_>,
        leaf: &Leaf,
        at: u64,
        index: &str,
        bytes: &mut [Option<Term>],
    ) {
        let input = self.state.inputs.len();
        let unique = format!("{}#{input}[{at}]", of.name);
        match leaf.kind {
            LeafKind::Bool if (at as usize) < bytes.len() => {
                let bit = self.terms.var(&unique, Sort::BitVec(1));
                bytes[at as usize] = Some(self.terms.zero_extend(bit, 8));
            }
            LeafKind::Pointer(to) if at as usize + 8 <= bytes.len() => {
                let term = self.terms.var(&unique, Sort::BitVec(64));
                for k in 0..8_u32 {
                    let byte = self.terms.extract(term, 8 * k + 7, 8 * k);
                    bytes[(at + u64::from(k)) as usize] = Some(byte);
                }
                let separator = if leaf.path.is_empty() { "" } else { of.separator };
                let name = format!("{}{index}{separator}{}", of.name, leaf.path);
                let string_size = self.model.string_size.max(1);
                let pointee_of = |to| shape::pointee(&self.image.program, to, string_size);
                let mut others: Vec<Pointee> = vec![pointee_of(to)];
                for other in leaf.others.iter().map(|&to| pointee_of(to)) {
                    if !others.contains(&other) {
                        others.push(other);
                    }
                }
                let pointee = shape::take_largest(&mut others);
                let pointers = Rc::make_mut(&mut self.state.pointers);
                pointers.push(PointerInput {
                    term,
                    name: name.into(),
                    input,
                    at,
                    pointee,
                    others,
                    depth: of.depth,
                    never_null: false,
                    target: None,
                    fresh: None,
                });
            }
            _ => {}
        }
    }

    /// An address with the pointer of the input that it is computed from decided. A constant, or
    /// an offset from an object, afterwards.
    pub(crate) fn settle(&mut self, addr: Term) -> Result<Term, Stop> {
        self.settle_address(addr).map(|(addr, _)| addr)
    }

    /// The same, and whether the pointer is null.
    pub(crate) fn settle_address(&mut self, addr: Term) -> Result<(Term, bool), Stop> {
        if self.state.pointers.is_empty() {
            return Ok((addr, false));
        }
        let (mut addr, mut is_null) = (addr, false);
        // Every round decides a pointer or takes one out.
        while !self.terms.is_constant(addr) {
            let Some((index, part)) = self.pointer_in(addr)? else { break };
            let target = self.target(index)?;
            // What only depends on a pointer, as a choice between it and another one does, is not null if that is.
            is_null |= target == 0 && self.summands(addr).contains(&part);
            let constant = self.terms.bv_u64(64, target);
            addr = self.replaced(addr, part, constant);
        }
        Ok((addr, is_null))
    }

    /// What was loaded. A pointer of the input is decided now if pointers are decided on load.
    pub(crate) fn loaded(&mut self, term: Term) -> Result<Term, Stop> {
        if self.model.initialize_on_load && self.is_open_pointer(term) {
            return self.settle(term);
        }
        Ok(term)
    }

    fn replaced(&mut self, term: Term, part: Term, by: Term) -> Term {
        let mut substitution = Substitution::new();
        substitution.insert(&self.terms, part, by);
        substitution.apply(&mut self.terms, term)
    }

    /// A term that is a decided pointer of the input is its target.
    pub(crate) fn as_decided(&mut self, term: Term) -> Term {
        let decided = self.state.pointers.iter().find(|pointer| pointer.term == term);
        match decided.and_then(|pointer| pointer.target) {
            Some(target) => self.terms.bv_u64(64, target),
            None => term,
        }
    }

    /// Whether a term is a pointer of the input that is not decided yet.
    pub fn is_open_pointer(&self, term: Term) -> bool {
        self.state.pointers.iter().any(|pointer| pointer.term == term && pointer.target.is_none())
    }

    /// Decides what a pointer of the input is before it is used, also in words that are computed
    /// from it. Stops for every decision, as the use of it would.
    pub fn settle_pointer(&mut self, pointer: Term, words: &mut [Word]) -> Result<(), Stop> {
        let known = self.state.pointers.iter().position(|other| other.term == pointer);
        let Some(index) = known else { return Ok(()) };
        let target = self.target(index)?;
        let constant = self.terms.bv_u64(64, target);
        for word in words {
            let Some(term) = word.shadow.term else { continue };
            if !self.summands(term).contains(&pointer) {
                continue;
            }
            let replaced = self.replaced(term, pointer, constant);
            match self.terms.constant_u64(replaced) {
                Some(bits) => *word = Word { bits, shadow: Shadow::PLAIN },
                None => word.shadow.term = Some(replaced),
            }
        }
        Ok(())
    }

    /// The pointer of the input that an address is computed from, and the part of the sum that it
    /// is.
    fn pointer_in(&mut self, addr: Term) -> Result<Option<(usize, Term)>, Stop> {
        let parts = self.summands(addr);
        for &part in &parts {
            if let Some(index) = self.state.pointers.iter().position(|p| p.term == part) {
                return Ok(Some((index, part)));
            }
        }
        if self.provenance(addr).is_some() {
            return Ok(None);
        }
        // One of several: read from a table, chosen by a condition.
        for &part in &parts {
            if self.terms.is_constant(part) || self.terms.width(part) != 64 {
                continue;
            }
            let variables = self.terms.free_variables(&[part]);
            let value = self.witness.bits(&self.terms, part);
            let pointers = Rc::clone(&self.state.pointers);
            for (index, pointer) in pointers.iter().enumerate() {
                if variables.contains(&pointer.term)
                    && self.witness.bits(&self.terms, pointer.term) == value
                {
                    let same = self.terms.eq(part, pointer.term);
                    if self.decide(same)? {
                        return Ok(Some((index, part)));
                    }
                }
            }
        }
        // Computed from one in some other way.
        let variables = self.terms.free_variables(&[addr]);
        let index = self.state.pointers.iter().position(|p| variables.contains(&p.term));
        Ok(index.map(|index| (index, self.state.pointers[index].term)))
    }

    /// The parts of a sum; a term that is none is its own.
    fn summands(&self, term: Term) -> Vec<Term> {
        let mut parts = Vec::new();
        let mut rest = vec![term];
        while let Some(term) = rest.pop() {
            match self.terms.op(term) {
                Op::BvAdd => rest.extend(self.terms.args(term)),
                _ => parts.push(term),
            }
        }
        parts
    }

    /// What a pointer of the input is.
    fn target(&mut self, index: usize) -> Result<u64, Stop> {
        let pointer = self.state.pointers[index].clone();
        if let Some(target) = pointer.target {
            return Ok(target);
        }
        let mut choices = if pointer.never_null { vec![] } else { vec![0] };
        choices.extend(self.aliases(&pointer));
        if pointer.fresh.is_none() {
            for choice in choices {
                let constant = self.terms.bv_u64(64, choice);
                let guard = self.terms.eq(pointer.term, constant);
                if self.decide(guard)? {
                    self.set_target(index, choice);
                    return Ok(choice);
                }
            }
        }
        let object = match pointer.fresh {
            Some(object) => object,
            None => self.fresh_object(index, &pointer)?,
        };
        let base = self.state.memory.base(object);
        self.require_equal(pointer.term, base)?;
        self.set_target(index, base);
        Ok(base)
    }

    /// Where else a pointer of the input may point to.
    fn aliases(&mut self, pointer: &PointerInput) -> Vec<u64> {
        let mut found: Vec<u64> = Vec::new();
        if pointer.pointee == Pointee::Function {
            // A function that the pointer was compared with.
            let value = self.witness.bits(&self.terms, pointer.term).low_u64();
            found.extend(matches!(self.state.memory.code_at(value), Some((_, 0))).then_some(value));
        }
        // An object that was not made for it has no room for what other members of a union are.
        for other in self.state.pointers.iter() {
            if let (Some(object), Some(target)) = (other.fresh, other.target)
                && other.pointee == pointer.pointee
                && (pointer.others.is_empty() || other.others == pointer.others)
                && target == self.state.memory.base(object)
            {
                found.push(target);
            }
        }
        found
    }

    /// Makes the object that a pointer of the input points to.
    fn fresh_object(&mut self, index: usize, pointer: &PointerInput) -> Result<Object, Stop> {
        if pointer.depth >= self.model.pointer_depth {
            return Err(Stop::Exhausted(Exhausted::PointerDepth(self.model.pointer_depth)));
        }
        let string_size = self.model.string_size.max(1);
        let (ty, size, count, bound) = match pointer.pointee {
            Pointee::Function => (None, 0, 0, None),
            Pointee::Text => (None, 1, string_size, None),
            Pointee::Elements { ty, size, count: Count::Fixed(n) } => (ty, size, n, None),
            Pointee::Elements { ty, size, count: Count::Term { bytes, most } } => {
                (ty, size, most, Some(bytes))
            }
        };
        let whole = size.saturating_mul(count);
        let tail = shape::tail(&pointer.others, whole, string_size);
        let object = self.input_object(whole.saturating_add(tail))?;
        let name = Rc::clone(&pointer.name);
        let depth = pointer.depth + 1;
        let of = TypedBytes { name: &name, separator: "->", ty, size, count, depth };
        let mut bytes = self.typed_bytes(&of);
        let input = self.state.inputs.len();
        for at in whole..whole + tail {
            bytes.push(self.terms.var(&format!("{name}#{input}[{at}]"), Sort::BitVec(8)));
        }
        if (pointer.pointee == Pointee::Text || pointer.others.contains(&Pointee::Text))
            && let Some(last) = bytes.last_mut()
        {
            *last = self.terms.bv_u64(8, 0);
        }
        // Code is told from data by the name of a call.
        let pointed = match pointer.pointee {
            Pointee::Function => format!("{name}()"),
            _ => format!("*{name}"),
        };
        if let Some(bound) = bound {
            self.state.memory.set_bound(object, bound);
        }
        self.fill_object(object, &bytes);
        self.state.inputs.push(InputRecord {
            object: Some(object),
            length: bound,
            ..InputRecord::new(&pointed, InputSource::Object, InputKind::Bytes, bytes)
        });
        Rc::make_mut(&mut self.state.pointers)[index].fresh = Some(object);
        Ok(object)
    }

    /// An object of the input, without contents yet.
    pub(crate) fn input_object(&mut self, size: u64) -> Result<Object, Stop> {
        self.limit_input(size)?;
        let contents = Contents::Undefined;
        let made = self.state.memory.allocate(size, 16, ObjectKind::Input, contents, Loc::UNKNOWN);
        made.ok_or_else(|| self.unsupported(format!("an input of {size} bytes"), None))
    }

    /// Refuses inputs that are too large to have a variable for every byte.
    pub(crate) fn limit_input(&self, size: u64) -> Result<(), Stop> {
        if size <= MOST_BYTES {
            return Ok(());
        }
        let hint = format!("an input has at most {MOST_BYTES} bytes");
        Err(self.unsupported(format!("an input of {size} bytes"), Some(hint)))
    }

    /// Gives a new object its bytes.
    pub(crate) fn fill_object(&mut self, object: Object, bytes: &[Term]) {
        let whole = self.state.memory.whole(object);
        if self.state.memory.bound(object).is_none() {
            return self.write_terms(whole, bytes);
        }
        for (at, &byte) in bytes.iter().enumerate() {
            self.state.memory.set_special(whole, at as u64, Special::Symbolic(byte));
        }
    }

    /// Makes a variable equal to a number on this path, by definition of what inputs are.
    fn require_equal(&mut self, variable: Term, number: u64) -> Result<(), Stop> {
        let constant = self.terms.bv_u64(64, number);
        let guard = self.terms.eq(variable, constant);
        if self.state.conditions.contains(&guard) {
            return Ok(());
        }
        let value = Value::Bits(BitVec::from_u64(64, number));
        if !self.witness.holds(&self.terms, guard)
            && !self.witness.adjust(&self.terms, variable, value, &self.state.conditions)
        {
            return Err(Stop::Require(guard));
        }
        self.state.conditions.push(guard);
        Ok(())
    }

    /// Notes what a pointer of the input is, also in the registers that hold it.
    fn set_target(&mut self, index: usize, target: u64) {
        let pointer = &mut Rc::make_mut(&mut self.state.pointers)[index];
        pointer.target = Some(target);
        let variable = pointer.term;
        let constant = self.terms.bv_u64(64, target);
        let windows: Vec<(usize, usize)> = self
            .state
            .frames
            .iter()
            .filter(|frame| frame.shadowed)
            .map(|frame| (frame.base as usize, (frame.base + frame.code.frame_size) as usize))
            .collect();
        for (start, end) in windows {
            for at in start..end {
                let Some(term) = self.state.shadow[at].term else { continue };
                if !self.summands(term).contains(&variable) {
                    continue;
                }
                let replaced = self.replaced(term, variable, constant);
                match self.terms.constant_u64(replaced) {
                    Some(bits) => {
                        self.state.registers[at] = bits;
                        self.state.shadow[at] = Shadow::PLAIN;
                    }
                    None => self.state.shadow[at].term = Some(replaced),
                }
            }
        }
    }
}
