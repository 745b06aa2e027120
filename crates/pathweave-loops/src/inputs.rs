//! Large inputs as arrays: an object whose bytes are an input's variables becomes an array variable.
//!
//! An access at a symbolic offset of an object of a million byte variables would be a term over all of
//! them. As an array it is one `select`; that an element is the variable of its byte is only said of
//! the bytes that a condition mentions by themselves.

use pathweave_exec::{CallHook, Machine};
use pathweave_ir::Entity;
use pathweave_memory::{ByteKind, Object, ObjectState, Special};
use pathweave_term::{Evaluator, Model, Op, Sort, Term, TermStore};
use std::rc::Rc;

/// Inputs from this size on are arrays.
const LEAST_BYTES: usize = 24;
/// Bytes of such an object that may be something else.
const MOST_OTHERS: usize = 256;

/// An input that is an array.
#[derive(Clone, Debug)]
struct InputArray {
    array: Term,
    /// The variables of its bytes, in order.
    bytes: Rc<[Term]>,
}

/// All inputs that are arrays.
#[derive(Clone, Debug, Default)]
pub struct InputArrays {
    inputs: Vec<InputArray>,
}

impl InputArrays {
    /// Makes objects of the machine's state that hold large inputs arrays.
    pub(crate) fn adopt<H: CallHook>(&mut self, machine: &mut Machine<'_, H>) {
        let records: Vec<Rc<[Term]>> = machine
            .state
            .inputs
            .iter()
            .filter(|record| record.bytes.len() >= LEAST_BYTES)
            .map(|record| Rc::clone(&record.bytes))
            .collect();
        for bytes in records {
            for number in 1..machine.state.memory.table_len() {
                self.adopt_object(machine, Object::from_index(number), &bytes);
            }
        }
    }

    fn adopt_object<H: CallHook>(
        &mut self,
        machine: &mut Machine<'_, H>,
        object: Object,
        input: &Rc<[Term]>,
    ) {
        let memory = &machine.state.memory;
        let info = memory.info(object);
        if info.state != ObjectState::Live
            || info.size != input.len() as u64
            || memory.array(object).is_some()
            || memory.bound(object).is_some()
        {
            return;
        }
        let span = memory.whole(object);
        let mut others = Vec::new();
        for ((at, &variable), kind) in input.iter().enumerate().zip(memory.kinds(span)) {
            match kind {
                ByteKind::Symbolic(term) if term == variable => continue,
                ByteKind::Symbolic(term) => others.push((at as u64, term)),
                ByteKind::Plain => {
                    let byte = u64::from(memory.bytes(span)[at]);
                    others.push((at as u64, machine.terms.bv_u64(8, byte)));
                }
                _ => return,
            }
            if others.len() > MOST_OTHERS {
                return;
            }
        }
        if others.len() * 2 > input.len() {
            return;
        }
        let array = self.array_of(&mut machine.terms, input);
        let facts = self.facts(&mut machine.terms, &machine.state.conditions);
        for fact in facts {
            if !machine.state.conditions.contains(&fact) {
                machine.state.conditions.push(fact);
            }
        }
        let memory = &mut machine.state.memory;
        memory.set_array(object, array);
        for (at, term) in others {
            match machine.terms.constant_u64(term) {
                Some(byte) => {
                    let base = memory.base(object);
                    memory.store::<1>(base.wrapping_add(at), byte);
                }
                None => memory.set_special(span, at, Special::Symbolic(term)),
            }
        }
    }

    fn array_of(&mut self, terms: &mut TermStore, input: &Rc<[Term]>) -> Term {
        if let Some(known) = self.inputs.iter().find(|known| known.bytes[0] == input[0]) {
            return known.array;
        }
        let array = terms.fresh_var("input!", Sort::Array { index: 32, element: 8 });
        self.inputs.push(InputArray { array, bytes: Rc::clone(input) });
        array
    }

    /// That the bytes that terms mention by themselves are elements of the arrays.
    pub fn facts(&self, terms: &mut TermStore, mentioned: &[Term]) -> Vec<Term> {
        if self.inputs.is_empty() {
            return Vec::new();
        }
        let mut facts = Vec::new();
        for variable in terms.free_variables(mentioned) {
            for input in &self.inputs {
                let Some(at) = position(&input.bytes, variable) else { continue };
                let index = terms.bv_u64(32, at as u64);
                let element = terms.select(input.array, index);
                facts.push(terms.eq(element, variable));
            }
        }
        facts
    }

    /// Gives the bytes of inputs the values that a model's arrays have where terms read them.
    pub fn resolve(&self, terms: &TermStore, formula: &[Term], model: &Model) -> Model {
        let mut resolved = model.clone();
        let mut evaluator = Evaluator::new();
        for term in terms.subterms(formula) {
            if terms.op(term) != Op::Select {
                continue;
            }
            let Some(input) = self.inputs.iter().find(|i| is_over(terms, term, i.array)) else {
                continue;
            };
            let index = evaluator.value(terms, model, terms.arg(term, 1));
            let Some(at) = index.as_bits().map(|bits| bits.low_u64() as usize) else { continue };
            let array = evaluator.value(terms, model, input.array);
            if let (Some(&byte), Some(array), Some(bits)) =
                (input.bytes.get(at), array.as_array(), index.as_bits())
            {
                let value = array.select(bits).clone();
                resolved.insert(byte, pathweave_term::Value::Bits(value));
            }
        }
        resolved
    }
}

/// Whether an element is read of an array, or of one that differs from it by writes.
fn is_over(terms: &TermStore, select: Term, array: Term) -> bool {
    let mut base = terms.arg(select, 0);
    while terms.op(base) == Op::Store {
        base = terms.arg(base, 0);
    }
    base == array
}

/// Where a variable is among the bytes of an input, which were made in order.
fn position(bytes: &[Term], variable: Term) -> Option<usize> {
    match bytes.binary_search(&variable) {
        Ok(at) => Some(at),
        Err(_) if bytes.len() <= 4096 => bytes.iter().position(|&byte| byte == variable),
        Err(_) => None,
    }
}
