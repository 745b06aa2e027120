//! Symbolic standard input and arguments of `main`.
//!
//! Standard input is so many bytes, of which a length that is a term are there. A read that wants
//! all that may be left gets all of it, and its result is a term; a smaller one is decided to be
//! complete or the last. What lies behind the end keeps what was there. Arguments are strings; how many there are is a term, and the entries of
//! `argv` from there on are null.

use crate::call::Word;
use crate::hook::CallHook;
use crate::machine::Machine;
use crate::state::InputRecord;
use crate::stop::Stop;
use pathweave_memory::{Access, ByteKind, Span};
use pathweave_report::{InputKind, InputSource};
use pathweave_term::{Sort, Term};
use std::rc::Rc;

/// Standard input of a path.
#[derive(Clone, Debug)]
pub struct InputStream {
    bytes: Rc<[Term]>,
    /// How many there are, 64 bits.
    length: Term,
    /// How many were read.
    at: u64,
    /// The end was reached.
    ended: bool,
}

impl InputStream {
    /// How much was read, and whether the end was reached.
    pub fn position(&self) -> (u64, bool) {
        (self.at, self.ended)
    }
}

impl<H: CallHook> Machine<'_, H> {
    /// Sets up standard input as the model says.
    pub(crate) fn open_symbolic_stdin(&mut self) {
        let Some(size) = self.model.stdin else { return };
        let source = InputSource::Stdin;
        if let Some(given) = &self.given {
            let bytes = given.of_source(&source).unwrap_or_default();
            let length = self.terms.bv_u64(64, bytes.len() as u64);
            let bytes = self.constant_bytes(&bytes).into();
            self.state.stdin = Some(InputStream { bytes, length, at: 0, ended: false });
            return;
        }
        let length = self.terms.var("stdin.length", Sort::BitVec(64));
        let most = self.terms.bv_u64(64, size);
        let fits = self.terms.bv_ule(length, most);
        self.state.conditions.push(fits);
        let bytes = self.fresh_bytes("stdin", size);
        let shared: Rc<[Term]> = bytes.clone().into();
        self.state.stdin = Some(InputStream { bytes: shared, length, at: 0, ended: false });
        self.state.inputs.push(InputRecord {
            length: Some(length),
            ..InputRecord::new("stdin", source, InputKind::Bytes, bytes)
        });
        self.assume(format!("standard input has at most {size} bytes (--sym-stdin)"));
    }

    /// Reads standard input; the number of bytes as a word. `None` when it is not symbolic.
    pub(crate) fn read_symbolic_stdin(
        &mut self,
        address: u64,
        len: u64,
    ) -> Result<Option<Word>, Stop> {
        let Some(stream) = self.state.stdin.clone() else { return Ok(None) };
        if stream.ended || len == 0 {
            return Ok(Some(Word::known(0)));
        }
        let left = stream.bytes.len() as u64 - stream.at;
        let wanted = self.terms.bv_u64(64, stream.at + len.min(left));
        let complete = len < left && {
            let there = self.terms.bv_ule(wanted, stream.length);
            self.decide(there)?
        };
        let count = len.min(left);
        let span = self.checked(address, count, Access::Write)?;
        let from = stream.at as usize;
        let bytes = &stream.bytes[from..from + count as usize];
        if complete {
            self.write_terms(span, bytes);
        } else {
            let bytes: Vec<Term> = (0..count)
                .zip(bytes)
                .map(|(at, &byte)| self.unless_ended(span, at, byte, &stream))
                .collect();
            self.write_terms(span, &bytes);
        }
        let result = if complete {
            Word::known(count)
        } else {
            let at = self.terms.bv_u64(64, stream.at.wrapping_neg());
            let rest = self.terms.bv_add(stream.length, at);
            self.term_words(rest)[0]
        };
        let (at, ended) = (stream.at + count, !complete);
        self.state.stdin = Some(InputStream { at, ended, ..stream });
        Ok(Some(result))
    }

    /// A byte that is read, or what was there before where the input has ended.
    fn unless_ended(&mut self, span: Span, at: u64, byte: Term, stream: &InputStream) -> Term {
        // What was never set is not looked at when it was not read either.
        if matches!(self.state.memory.byte(span, at), ByteKind::Undefined(_) | ByteKind::Missing) {
            return byte;
        }
        let before = self.byte_term(span, at);
        let place = self.terms.bv_u64(64, stream.at + at);
        let is_there = self.terms.bv_ult(place, stream.length);
        self.terms.ite(is_there, byte, before)
    }

    /// The count and array of `main`'s arguments as the model says; `None` when it says nothing.
    pub(crate) fn symbolic_arguments(&mut self, program: &[u8]) -> Option<[Word; 2]> {
        let model = self.model.arguments?;
        if let Some(given) = &self.given {
            let mut all = vec![program.to_vec()];
            all.extend(given.arguments());
            let array = self.strings(&all);
            return Some([Word::known(all.len() as u64), Word::known(array)]);
        }
        let most = model.most.max(model.least);
        // What there are besides the least number, so that an input of zeros is one.
        let more = self.terms.var("argc.more", Sort::BitVec(32));
        let [least, limit] = [model.least + 1, most - model.least];
        let [least, limit] = [least, limit].map(|number| self.terms.bv_u64(32, number));
        let fits = self.terms.bv_ule(more, limit);
        self.state.conditions.push(fits);
        let count = self.terms.bv_add(least, more);
        let mut strings = vec![program.to_vec()];
        strings.extend((0..most).map(|_| vec![0; model.length as usize]));
        let array = self.strings(&strings);
        for index in 1..=most {
            self.symbolic_argument(array, index, model.length, count);
        }
        self.assume(format!(
            "`main` has {} to {most} arguments of at most {} characters (--sym-args)",
            model.least, model.length
        ));
        let count = self.terms.zero_extend(count, 64);
        let count = self.term_words(count)[0];
        Some([count, Word::known(array)])
    }

    /// Makes an argument symbolic, and its entry of `argv` null where there is no such argument.
    fn symbolic_argument(&mut self, array: u64, index: u64, length: u64, count: Term) {
        let entry = array + 8 * index;
        let Some(string) = self.state.memory.load::<8>(entry) else { return };
        let name = format!("arg{index}");
        let mut bytes = self.fresh_bytes(&name, length);
        if let Ok(span) = self.state.memory.check(string, length, Access::Write) {
            self.write_terms(span, &bytes);
        }
        bytes.push(self.terms.bv_u64(8, 0));
        let number = self.terms.bv_u64(32, index);
        let present = self.terms.bv_ult(number, count);
        let [address, null] = [string, 0].map(|word| self.terms.bv_u64(64, word));
        let pointer = self.terms.ite(present, address, null);
        let pieces: Vec<Term> =
            (0..8).map(|k| self.terms.extract(pointer, 8 * k + 7, 8 * k)).collect();
        if let Ok(span) = self.state.memory.check(entry, 8, Access::Write) {
            self.write_terms(span, &pieces);
        }
        let source = InputSource::Argument(index as u32);
        self.state.inputs.push(InputRecord {
            present: Some(present),
            ..InputRecord::new(&name, source, InputKind::Bytes, bytes)
        });
    }
}
