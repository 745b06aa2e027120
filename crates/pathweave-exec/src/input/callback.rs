//! Functions of the input: pointers to code that the program is given and calls.
//!
//! Nothing is known of such a function. It is an object without bytes, as a pointer of the input
//! has it; a call does nothing to memory and returns any value, which is an input.

use super::pointer::TypedBytes;
use crate::call::Word;
use crate::code::CallSite;
use crate::hook::CallHook;
use crate::machine::{Machine, Mode};
use crate::state::InputRecord;
use crate::stop::Stop;
use pathweave_memory::ObjectKind;
use pathweave_report::{InputKind, InputSource};

impl<H: CallHook> Machine<'_, H> {
    /// Whether an address is that of a function of the input.
    pub(crate) fn is_unknown_function(&self, address: u64) -> bool {
        self.mode == Mode::Symbolic
            && self.state.memory.find(address).is_some_and(|(_, offset, info)| {
                info.kind == ObjectKind::Input && offset == 0 && info.size == 0
            })
    }

    /// Calls a function of the input: its result is an input.
    pub(crate) fn call_unknown(&mut self, call: &CallSite) -> Result<(), Stop> {
        let body = self.body();
        let types: Vec<_> = body.insts[call.inst].results.iter().map(|v| body.ty(v)).collect();
        let mut words: Vec<Word> = Vec::new();
        let source = InputSource::Nondet("callback".to_owned());
        if types.is_empty() {
            // A call is an input also when it returns nothing: tests tell calls by them.
            if let Some(given) = &mut self.given {
                given.next();
            }
            let record = InputRecord::new("callback", source.clone(), InputKind::Bytes, Vec::new());
            self.state.inputs.push(record);
        }
        for ty in types {
            let size = ty.bytes();
            let bytes = match &mut self.given {
                Some(given) => {
                    let mut bytes = given.next();
                    bytes.resize(size as usize, 0);
                    self.constant_bytes(&bytes)
                }
                None => self.typed_bytes(&TypedBytes {
                    name: "callback",
                    separator: ".",
                    ty: None,
                    size,
                    count: 1,
                    depth: 0,
                }),
            };
            let kind = if ty.is_float() { InputKind::Bytes } else { InputKind::Signed };
            let source = source.clone();
            let mut whole = bytes[0];
            for &byte in &bytes[1..] {
                whole = self.terms.concat(byte, whole);
            }
            self.state.inputs.push(InputRecord::new("callback", source, kind, bytes));
            let value = self.terms.extract(whole, ty.bits() - 1, 0);
            words.extend(self.term_words(value));
        }
        self.answer(&words);
        Ok(())
    }
}
