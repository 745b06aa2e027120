//! `--check-summaries`: what a summary says about a call, against entering the callee.
//!
//! The callee is executed on the numbers that its inputs have in the run, with all its calls
//! entered. It has to return; the words it returns, the bytes that the application names and all
//! other bytes of the caller have to be what the run goes on with. What the caller itself does not
//! know is not looked up, since that would extend trees: such a call counts as not checked.

use super::engine::Engine;
use pathweave_exec::{Missing, Stop, Word};
use pathweave_ir::{Entity, Func};
use pathweave_memory::{ByteKind, Memory, Object, ObjectState, Special};
use pathweave_report::exploration::CheckedEntry;
use pathweave_summary::{Application, Invocation};
use std::collections::BTreeMap;

/// Events of one callee after which a check is given up.
const MOST_EVENTS: u32 = 100_000;

/// Checks by function; `None` when nothing is to be checked.
pub(crate) type Checking = Option<BTreeMap<Func, CheckedEntry>>;

/// How a check ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Agrees,
    Differs,
    Open,
}

impl Engine<'_> {
    /// Compares what an application says in a run with what the callee does.
    pub fn check_summary(&mut self, env: usize, invocation: Invocation, application: Application) {
        let callee = self.graph.data(invocation).callee;
        let state = std::mem::replace(&mut self.machine.state, self.placeholder.clone());
        let witness = std::mem::take(&mut self.machine.witness);
        self.machine.hook_mut().enters_all = true;
        let verdict = match self.enter_alone(env, invocation) {
            Ok(words) => self.compare(env, invocation, application, &words),
            Err(verdict) => verdict,
        };
        self.machine.hook_mut().enters_all = false;
        self.machine.witness = witness;
        self.machine.state = state;
        let Some(checking) = &mut self.checking else { return };
        let checks = checking.entry(callee).or_default();
        match verdict {
            Verdict::Agrees => checks.agreed += 1,
            Verdict::Differs => checks.differed += 1,
            Verdict::Open => checks.open += 1,
        }
        if verdict == Verdict::Differs {
            let name = self.image.program.functions[callee].source_name.clone();
            *self.imprecise.entry(("summary-differs".to_owned(), name)).or_default() += 1;
        }
    }

    /// Executes the callee of a call on the numbers of a run: what it returns.
    fn enter_alone(&mut self, env: usize, invocation: Invocation) -> Result<Vec<Word>, Verdict> {
        let callee = self.graph.data(invocation).callee;
        let mut args = Vec::new();
        for word in self.call(invocation).state.args.clone() {
            let number = match word.shadow.term {
                Some(term) => self.number(env, term),
                None => word.bits,
            };
            args.push(Word::known(number));
        }
        let memory = self.tree(callee).memory.clone();
        self.machine.start_alone(callee, memory, &args).ok_or(Verdict::Open)?;
        for _ in 0..MOST_EVENTS {
            match self.machine.run_to_stop() {
                Stop::Returned(words) => return Ok(words),
                Stop::Watched => {}
                Stop::Missing(Missing::Object(object)) => {
                    let outer = &self.call(invocation).state.state.memory;
                    let known = object.index_in(outer)
                        && !outer.is_hidden(outer.base(object))
                        && self.tree(callee).own_objects > object.index();
                    if !known {
                        return Err(Verdict::Open);
                    }
                    let outer = outer.clone();
                    self.machine.state.memory.reveal(object, &outer);
                }
                Stop::Missing(Missing::Bytes { object, offset, len }) => {
                    for at in offset..offset + len {
                        if self.machine.state.memory.missing_in(object, at, 1).is_some() {
                            self.give_byte(env, invocation, object, at)?;
                        }
                    }
                }
                // A summary is of a path that returns.
                Stop::Exit(_) | Stop::Finding(_) | Stop::Assumed => return Err(Verdict::Differs),
                _ => return Err(Verdict::Open),
            }
        }
        Err(Verdict::Open)
    }

    /// Lets the callee see a byte of its caller.
    fn give_byte(
        &mut self,
        env: usize,
        invocation: Invocation,
        object: Object,
        at: u64,
    ) -> Result<(), Verdict> {
        let outer = &self.call(invocation).state.state.memory;
        if !outer.has_byte(object, at) {
            return Err(Verdict::Open);
        }
        if let (ByteKind::Undefined(bits), _) = outer.byte_at(object, at) {
            let special = Special::Undefined(bits);
            self.machine.state.memory.set_missing(object, at, special);
            return Ok(());
        }
        let byte = self.caller_byte(env, invocation, object, at).ok_or(Verdict::Open)?;
        self.machine.state.memory.set_missing_plain(object, at, byte);
        Ok(())
    }

    /// What a byte of the caller's memory is in a run; `None` when the caller does not know it.
    fn caller_byte(
        &mut self,
        env: usize,
        invocation: Invocation,
        object: Object,
        at: u64,
    ) -> Option<u8> {
        let outer = &self.call(invocation).state.state.memory;
        if !outer.has_byte(object, at) {
            return None;
        }
        match outer.byte_at(object, at) {
            (ByteKind::Plain, number) => Some(number),
            (ByteKind::Symbolic(term), _) => Some(self.number(env, term) as u8),
            (ByteKind::InArray(array), _) => {
                let index = self.machine.terms.bv_u64(32, at);
                let term = self.machine.terms.select(array, index);
                Some(self.number(env, term) as u8)
            }
            (ByteKind::Missing | ByteKind::Undefined(_), _) => None,
        }
    }

    fn number(&mut self, env: usize, term: pathweave_term::Term) -> u64 {
        self.value(env, term).as_bits().map_or(0, |bits| bits.low_u64())
    }

    /// Compares the state in which the callee returned with what the run goes on with.
    fn compare(
        &mut self,
        env: usize,
        invocation: Invocation,
        application: Application,
        words: &[Word],
    ) -> Verdict {
        let callee = self.graph.data(invocation).callee;
        let memory = std::mem::replace(&mut self.machine.state, self.placeholder.clone()).memory;
        let said = self.applications[application].clone();
        for (&variable, word) in said.results.iter().zip(words) {
            if word.shadow.undef != 0 || word.shadow.term.is_some() {
                return Verdict::Open;
            }
            if self.number(env, variable) != word.bits {
                return Verdict::Differs;
            }
        }
        for (&(object, at), &variable) in &said.writes {
            let expected = self.number(env, variable) as u8;
            let now = match plain_byte(&memory, object, at) {
                Some(number) => Some(number),
                // It was left alone.
                None => self.caller_byte(env, invocation, object, at),
            };
            match now {
                Some(now) if now == expected => {}
                Some(_) => return Verdict::Differs,
                None => return Verdict::Open,
            }
        }
        let before = self.tree(callee).memory.clone();
        for object in memory.changed_objects(&before) {
            let info = memory.info(object);
            if info.state != ObjectState::Live {
                continue;
            }
            for at in (0..info.size).filter(|&at| !said.writes.contains_key(&(object, at))) {
                let Some(now) = plain_byte(&memory, object, at) else { continue };
                let outer = self.caller_byte(env, invocation, object, at);
                if outer.is_some_and(|outer| outer != now) {
                    return Verdict::Differs;
                }
            }
        }
        Verdict::Agrees
    }
}

/// A byte that the callee knows; `None` when it never looked at it.
fn plain_byte(memory: &Memory, object: Object, at: u64) -> Option<u8> {
    match memory.byte_at(object, at) {
        (ByteKind::Plain, number) => Some(number),
        _ => None,
    }
}
