//! Inputs as tests have them: the path's inputs under the witness, and a run on given ones.
//!
//! A test names objects by [`Link`]s, never by addresses. In a run on given inputs the objects are
//! made first; then every pointer is its link's target. Values that the program asks for are given
//! in the order they are asked for, everything else by where it comes from.

use super::model::MOST_BYTES;
use super::shape::{self, Count, Pointee};
use crate::hook::CallHook;
use crate::machine::Machine;
use crate::state::InputRecord;
use crate::stop::Stop;
use crate::witness::Witness;
use pathweave_bits::BitVec;
use pathweave_memory::Object;
use pathweave_report::{Input, InputKind, InputSource, Link};
use pathweave_term::{Term, Value};

/// Where objects may be as well, and how far from each other: a path that goes another way then depends on
/// addresses as numbers.
const ELSEWHERE: (u64, i64) = (0x7F3E_9408_1250, 0x30);

/// Inputs to use instead of symbolic ones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given {
    inputs: Vec<Input>,
    /// The objects of the inputs that are objects.
    addresses: Vec<Option<u64>>,
    /// Where the next of those is that the program asks for; those before have been taken.
    next: usize,
}

/// Whether an input is one that the program asks for by a call.
fn is_asked(input: &Input) -> bool {
    matches!(input.source, InputSource::MakeSymbolic | InputSource::Nondet(_))
}

impl Given {
    pub fn new(inputs: Vec<Input>) -> Self {
        let addresses = vec![None; inputs.len()];
        Self { inputs, addresses, next: 0 }
    }

    /// The bytes of an input with its pointers in place.
    fn bytes(&self, index: usize) -> Vec<u8> {
        let input = &self.inputs[index];
        let mut bytes = input.bytes.clone();
        for link in &input.links {
            let base = link.to.map(|to| self.addresses.get(to as usize).copied().flatten());
            let address = match base {
                None => 0,
                Some(base) => base.unwrap_or(0).wrapping_add_signed(link.offset),
            };
            let at = link.at as usize;
            if let Some(place) = bytes.get_mut(at..at + 8) {
                place.copy_from_slice(&address.to_le_bytes());
            }
        }
        bytes
    }

    /// The bytes of the input from a source.
    pub fn of_source(&self, source: &InputSource) -> Option<Vec<u8>> {
        let index = self.inputs.iter().position(|input| input.source == *source)?;
        Some(self.bytes(index))
    }

    /// The next input that the program asks for.
    pub fn next(&mut self) -> Vec<u8> {
        self.skip_to_asked();
        let index = self.next;
        self.next += 1;
        if index < self.inputs.len() { self.bytes(index) } else { Vec::new() }
    }

    fn skip_to_asked(&mut self) {
        while self.inputs.get(self.next).is_some_and(|input| !is_asked(input)) {
            self.next += 1;
        }
    }

    /// Gives what the program asks for next, if a test does not have it, the value of this input.
    pub fn supply(&mut self, input: Input) {
        self.skip_to_asked();
        if self.next >= self.inputs.len() {
            self.next = self.inputs.len();
            self.inputs.push(input);
            self.addresses.push(None);
        }
    }

    /// The arguments of `main`, in order.
    pub fn arguments(&self) -> Vec<Vec<u8>> {
        let mut found: Vec<(u32, Vec<u8>)> = Vec::new();
        for input in &self.inputs {
            if let InputSource::Argument(index) = input.source {
                let end = input.bytes.iter().position(|&b| b == 0).unwrap_or(input.bytes.len());
                found.push((index, input.bytes[..end].to_vec()));
            }
        }
        found.sort();
        found.into_iter().map(|(_, text)| text).collect()
    }
}

impl<H: CallHook> Machine<'_, H> {
    /// Gives the program these inputs instead of symbolic ones.
    pub fn give_inputs(&mut self, inputs: Vec<Input>) {
        self.given = Some(Given::new(inputs));
    }

    /// Makes the objects of given inputs.
    pub(crate) fn make_given_objects(&mut self) -> Result<(), Stop> {
        let Some(mut given) = self.given.take() else { return Ok(()) };
        let mut objects: Vec<(usize, Object)> = Vec::new();
        for (index, input) in given.inputs.iter().enumerate() {
            if input.source == InputSource::Object {
                let object = self.input_object(input.bytes.len() as u64)?;
                given.addresses[index] = Some(self.state.memory.base(object));
                objects.push((index, object));
            }
        }
        for (index, object) in objects {
            let bytes = self.constant_bytes(&given.bytes(index));
            self.fill_object(object, &bytes);
        }
        self.given = Some(given);
        Ok(())
    }

    /// Bytes as terms.
    pub(crate) fn constant_bytes(&mut self, bytes: &[u8]) -> Vec<Term> {
        bytes.iter().map(|&byte| self.terms.bv_u64(8, u64::from(byte))).collect()
    }

    /// The path's inputs under the witness, as a test has them.
    pub fn test_inputs(&mut self) -> Vec<Input> {
        let records = self.state.inputs.clone();
        if let Some(given) = &self.given {
            let given = given.inputs.clone();
            return self.given_test(given, &records);
        }
        let mut positions: Vec<Option<u32>> = Vec::with_capacity(records.len());
        let mut inputs: Vec<Input> = Vec::new();
        for record in &records {
            let absent = record.present.is_some_and(|t| !self.witness.holds(&self.terms, t));
            positions.push((!absent).then_some(inputs.len() as u32));
            if absent {
                continue;
            }
            let bits = |machine: &mut Self, t| machine.witness.bits(&machine.terms, t).low_u64();
            let length = record.length.map(|length| bits(self, length) as usize);
            let kept = &record.bytes[..length.unwrap_or(usize::MAX).min(record.bytes.len())];
            let bytes: Vec<u8> = kept.iter().map(|&byte| bits(self, byte) as u8).collect();
            inputs.push(Input::new(record.name.clone(), bytes, record.kind, record.source.clone()));
        }
        self.add_links(&positions, &mut inputs);
        inputs
    }

    /// The given inputs, those that the program asked for as it asked for them.
    fn given_test(&mut self, given: Vec<Input>, records: &[InputRecord]) -> Vec<Input> {
        let mut asked: Vec<usize> = (0..given.len()).filter(|&k| is_asked(&given[k])).collect();
        asked.reverse();
        let mut inputs = given;
        for record in records {
            let bits = |machine: &mut Self, t| machine.witness.bits(&machine.terms, t).low_u64();
            let bytes: Vec<u8> = record.bytes.iter().map(|&byte| bits(self, byte) as u8).collect();
            let mut input =
                Input::new(record.name.clone(), bytes, record.kind, record.source.clone());
            if !is_asked(&input) {
                continue;
            }
            match asked.pop() {
                Some(at) => {
                    input.links = std::mem::take(&mut inputs[at].links);
                    inputs[at] = input;
                }
                None => inputs.push(input),
            }
        }
        inputs
    }

    /// Says where the pointers of a test lead. One that the path never followed leads to an object
    /// of its own, as large as its type says, unless the path depends on which number it is.
    fn add_links(&mut self, positions: &[Option<u32>], inputs: &mut Vec<Input>) {
        let pointers = std::rc::Rc::clone(&self.state.pointers);
        let mut unfollowed: Vec<(u64, u32)> = Vec::new();
        let numbers = self.used_as_numbers();
        for pointer in pointers.iter() {
            let Some(position) = positions[pointer.input] else { continue };
            if pointer.at as usize + 8 > inputs[position as usize].bytes.len() {
                continue;
            }
            let value = self.witness.bits(&self.terms, pointer.term).low_u64();
            let found = self.state.inputs.iter().position(|record| {
                record.object.is_some_and(|object| self.state.memory.base(object) == value)
            });
            let to = match found.and_then(|record| positions[record]) {
                Some(to) => Some(to),
                None if value == 0 => None,
                // The address of something of the program: no other name for it.
                None if self.state.memory.find(value).is_some() => continue,
                None if numbers.contains(&value) => continue,
                None => match unfollowed.iter().find(|(address, _)| *address == value) {
                    Some((_, to)) => Some(*to),
                    None => {
                        let to = inputs.len() as u32;
                        let (kind, source) = (InputKind::Bytes, InputSource::Object);
                        let name = match pointer.pointee {
                            Pointee::Function => format!("{}()", pointer.name),
                            _ => format!("*{}", pointer.name),
                        };
                        // Pointers to several types may have this number.
                        let same = pointers.iter().filter(|other| {
                            self.witness.bits(&self.terms, other.term).low_u64() == value
                        });
                        let shapes: Vec<Pointee> = same
                            .flat_map(|p| p.others.iter().chain([&p.pointee]))
                            .cloned()
                            .collect();
                        let sizes = shapes.iter().map(|shape| self.unfollowed_size(shape));
                        let size = sizes.max().unwrap_or(0);
                        inputs.push(Input::new(name, vec![0; size as usize], kind, source));
                        unfollowed.push((value, to));
                        Some(to)
                    }
                },
            };
            let link = Link { at: pointer.at as u32, to, offset: 0 };
            inputs[position as usize].links.push(link);
        }
    }

    /// How many bytes a pointer points to that the path never followed.
    fn unfollowed_size(&mut self, shape: &Pointee) -> u64 {
        let most = shape::room(shape, self.model.string_size.max(1));
        let size = match *shape {
            Pointee::Elements { count: Count::Term { bytes, .. }, .. } => {
                self.witness.bits(&self.terms, bytes).low_u64().min(most)
            }
            _ => most,
        };
        size.min(MOST_BYTES)
    }

    /// What pointers that the path never followed are, where it depends on their being these numbers: it
    /// would go another way if they were addresses of objects.
    fn used_as_numbers(&mut self) -> Vec<u64> {
        let pointers = std::rc::Rc::clone(&self.state.pointers);
        let open = pointers.iter().filter(|pointer| pointer.target.is_none());
        let open: Vec<(Term, u64)> = open
            .map(|pointer| (pointer.term, self.witness.bits(&self.terms, pointer.term).low_u64()))
            .filter(|(_, number)| *number != 0 && self.state.memory.find(*number).is_none())
            .collect();
        let mut numbers: Vec<u64> = open.iter().map(|(_, number)| *number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let can_move = |machine: &Self, moved: &[u64], step: i64| {
            let mut model = machine.witness.model().clone();
            for (term, number) in &open {
                if let Some(at) = moved.iter().position(|moved| moved == number) {
                    let address = ELSEWHERE.0.wrapping_add_signed(step * at as i64);
                    model.insert(*term, Value::Bits(BitVec::from_u64(64, address)));
                }
            }
            let mut witness = Witness::new(model);
            let mut conditions = machine.state.conditions.iter();
            conditions.all(|&condition| witness.holds(&machine.terms, condition))
        };
        // Any of them may be the first in memory.
        let steps = [ELSEWHERE.1, -ELSEWHERE.1];
        if numbers.is_empty() || steps.iter().all(|&step| can_move(self, &numbers, step)) {
            return Vec::new();
        }
        let alone = numbers.iter().copied().filter(|&number| !can_move(self, &[number], 0));
        let alone: Vec<u64> = alone.collect();
        if alone.is_empty() { numbers } else { alone }
    }
}
