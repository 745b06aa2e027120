//! Calls and returns that the hot loop leaves to us.
//!
//! An indirect callee is found by its address; a function with a body is entered unless the hook
//! answers for it; one without is a primitive of the runtime or a native function. Arguments are
//! passed word by word, so that a call through a slightly wrong prototype does what it does on
//! the machine: spare words are dropped, missing ones are undefined.

use crate::builtin::Native;
use crate::code::{CallSite, Code, Op, Target};
use crate::hook::{CallDecision, CallHook};
use crate::machine::Machine;
use crate::state::Shadow;
use crate::stop::{DeferredCall, Exhausted, Stop};
use pathweave_ir::Func;
use pathweave_report::BugKind;

/// A word and what it is besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Word {
    /// The number.
    pub bits: u64,
    /// What it is besides.
    pub shadow: Shadow,
}

impl Word {
    /// A plain number.
    pub fn known(bits: u64) -> Self {
        Self { bits, shadow: Shadow::PLAIN }
    }

    /// A word without a value.
    pub const UNDEFINED: Self = Self { bits: 0, shadow: Shadow { undef: u64::MAX, term: None } };
}

/// What is called.
enum Callee {
    /// A function of the program.
    Function(Func),
    /// A function of the input, of which nothing is known.
    Unknown,
}

impl<'p, H: CallHook> Machine<'p, H> {
    /// Does a call the general way.
    pub(crate) fn call(&mut self, site: u32) -> Result<(), Stop> {
        let code = self.state.frame().code;
        let call = &code.calls[site as usize];
        let func = match self.callee(call)? {
            Callee::Function(func) => func,
            Callee::Unknown => return self.call_unknown(call),
        };
        let args: Vec<Word> = call
            .args
            .iter()
            .map(|&reg| Word { bits: self.state.register(reg), shadow: self.state.shadow_of(reg) })
            .collect();
        match self.image.code(func) {
            Some(callee) => self.call_body(call, func, callee, &args),
            None if !self.hook.calls_natives() => {
                Err(Stop::Call(Box::new(DeferredCall { func, args })))
            }
            None => match self.image.native(func) {
                Native::Builtin(builtin) => self.builtin(builtin, func, &args),
                Native::External => self.external(func, call, &args),
            },
        }
    }

    fn call_body(
        &mut self,
        call: &CallSite,
        func: Func,
        callee: &'p Code,
        args: &[Word],
    ) -> Result<(), Stop> {
        if !self.hook.enters(func) {
            let bits: Vec<u64> = args.iter().map(|w| w.bits).collect();
            match self.hook.decide(func, &bits) {
                CallDecision::Enter => {}
                CallDecision::Return(results) => {
                    let results: Vec<Word> = results.into_iter().map(Word::known).collect();
                    self.deliver(call, &results);
                    self.next();
                    return Ok(());
                }
                CallDecision::Defer => {
                    let deferred = DeferredCall { func, args: args.to_vec() };
                    return Err(Stop::Call(Box::new(deferred)));
                }
            }
        }
        self.enter(callee, args)
    }

    /// The function that is called.
    fn callee(&mut self, call: &CallSite) -> Result<Callee, Stop> {
        let reg = match call.target {
            Target::Direct(func) => return Ok(Callee::Function(func)),
            Target::Indirect(reg) => reg,
        };
        let shadow = self.state.shadow_of(reg);
        let address = match shadow.term {
            Some(term) => self.pin(term)?,
            None if shadow.undef != 0 => return Err(self.undefined("the target of a call")),
            None => self.state.register(reg),
        };
        match self.state.memory.code_at(address) {
            Some((func, 0)) => Ok(Callee::Function(func)),
            _ if self.is_unknown_function(address) => Ok(Callee::Unknown),
            _ if address == 0 => {
                let text = "call through a null pointer".to_owned();
                Err(self.finding(BugKind::NullDereference, text))
            }
            _ => {
                let text = format!("call of {address:#x}, which is no function");
                Err(self.finding(BugKind::OutOfBoundsRead, text))
            }
        }
    }

    /// Pushes a frame and passes the arguments.
    pub(crate) fn enter(&mut self, callee: &'p Code, args: &[Word]) -> Result<(), Stop> {
        if self.state.frames.len() >= self.limits.stack_depth {
            return Err(Stop::Exhausted(Exhausted::StackDepth(self.limits.stack_depth)));
        }
        self.state.push_frame(callee);
        for k in 0..callee.param_words {
            let word = args.get(k as usize).copied().unwrap_or(Word::UNDEFINED);
            self.state.set_register(callee.params + k, word.bits, word.shadow);
        }
        Ok(())
    }

    /// Puts the results of the innermost frame's call into its registers.
    pub(crate) fn deliver(&mut self, call: &CallSite, results: &[Word]) {
        for k in 0..call.dst_words {
            let word = results.get(k as usize).copied().unwrap_or(Word::UNDEFINED);
            self.state.set_register(call.dst + k, word.bits, word.shadow);
        }
    }

    /// Ends the call of a primitive or native function.
    pub(crate) fn answer(&mut self, results: &[Word]) {
        let code = self.state.frame().code;
        if let Op::Call { site } = self.current_op() {
            self.deliver(&code.calls[site as usize], results);
        }
        self.next();
    }

    /// Returns from the innermost frame the general way.
    pub(crate) fn return_from_frame(&mut self) -> Result<(), Stop> {
        let frame = *self.state.frame();
        let Op::Return { first, count } = self.current_op() else {
            unreachable!("only a return returns")
        };
        let sources = &frame.code.extra[first as usize..(first + count) as usize];
        let results: Vec<Word> = sources
            .iter()
            .map(|&reg| Word { bits: self.state.register(reg), shadow: self.state.shadow_of(reg) })
            .collect();
        let loc = self.loc();
        self.state.end_stack_objects(frame.stack_mark, loc);
        if self.state.frames.len() == 1 {
            return self.outermost_returned(&results);
        }
        self.state.frames.pop();
        self.answer(&results);
        Ok(())
    }
}
