//! A function executed alone: its parameters and what it reads of its caller's memory are inputs
//! that whoever drives the machine provides.
//!
//! The state starts with one frame over a [local view](pathweave_memory::local) of the caller's
//! memory. The machine stops at whatever it looks at for the first time ([`Stop::Missing`]), at
//! calls that the hook defers ([`Stop::Call`]) and when the function returns ([`Stop::Returned`]).

use crate::call::Word;
use crate::hook::CallHook;
use crate::machine::Machine;
use crate::start::Agenda;
use crate::state::State;
use crate::stop::{Missing, Stop};
use pathweave_ir::Func;
use pathweave_memory::{Memory, Object};

impl<'p, H: CallHook> Machine<'p, H> {
    /// Puts a state on the machine that is about to execute a function alone. `None` when it has
    /// no body.
    pub fn start_alone(&mut self, func: Func, memory: Memory, args: &[Word]) -> Option<()> {
        let code = self.image.code(func)?;
        self.state = State::new(memory);
        self.state.agenda = Agenda::alone();
        // A budget of at least one frame allows the first call.
        self.enter(code, args).ok()
    }

    /// Makes a deferred call for real.
    pub fn enter_call(&mut self, func: Func, args: &[Word]) -> Result<(), Stop> {
        match self.image.code(func) {
            Some(code) => self.enter(code, args),
            None => Ok(()),
        }
    }

    /// Ends a deferred call with its results.
    pub fn answer_call(&mut self, results: &[Word]) {
        self.answer(results);
    }

    /// The hook.
    pub fn hook_mut(&mut self) -> &mut H {
        &mut self.hook
    }

    /// Stops when bytes of an object are missing.
    pub(crate) fn present(&self, object: Object, offset: u64, len: u64) -> Result<(), Stop> {
        match self.state.memory.missing_in(object, offset, len) {
            None => Ok(()),
            Some(_) => Err(Stop::Missing(Missing::Bytes { object, offset, len })),
        }
    }

    /// Stops when nothing is known of the object an address belongs to.
    pub(crate) fn revealed(&self, address: u64) -> Result<(), Stop> {
        match self.state.memory.find(address) {
            Some((object, ..)) if self.state.memory.is_hidden(address) => {
                Err(Stop::Missing(Missing::Object(object)))
            }
            _ => Ok(()),
        }
    }
}
