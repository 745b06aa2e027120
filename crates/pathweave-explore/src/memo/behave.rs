//! What a program does on given inputs, as far as a user can see it: how it ends and what it prints;
//! and which functions it called. For comparing one version of a program with another.

use crate::explorer::{Options, start};
use pathweave_exec::host::Clock;
use pathweave_exec::{
    CallDecision, CallHook, Exhausted, Host, Image, Limits, Machine, Mode, QuietHost, Stop,
};
use pathweave_ir::Func;
use pathweave_report::{Ends, Input, Place};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Bytes of output that are compared.
const MOST_OUTPUT: usize = 1 << 16;
/// Instructions before a run is given up.
const MOST_INSTRUCTIONS: u64 = 50_000_000;

/// What a run does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Behaviour {
    /// How it ends.
    pub ends: String,
    /// What it prints.
    pub output: Vec<u8>,
    /// The functions that were called.
    pub called: BTreeSet<Func>,
    /// Everything that it asked for.
    pub inputs: Vec<Input>,
    /// How it ends, as a test claims it, and where.
    pub claim: (Ends, Place),
    /// What the entry returns, where that is a number: its bits.
    pub returned: Option<u128>,
    /// Whether there was no time to see the end: nothing is known then.
    pub is_interrupted: bool,
}

/// Notes which functions are called.
#[derive(Clone, Default)]
struct Called(Rc<RefCell<BTreeSet<Func>>>);

impl CallHook for Called {
    fn enters(&mut self, func: Func) -> bool {
        self.0.borrow_mut().insert(func);
        true
    }

    fn decide(&mut self, _func: Func, _args: &[u64]) -> CallDecision {
        CallDecision::Enter
    }
}

/// A quiet world that remembers what is printed.
struct Listening {
    quiet: QuietHost,
    heard: Rc<RefCell<Vec<u8>>>,
}

impl Host for Listening {
    fn read(&mut self, fd: i32, buffer: &mut [u8]) -> i64 {
        self.quiet.read(fd, buffer)
    }
    fn write(&mut self, fd: i32, bytes: &[u8]) -> i64 {
        let mut heard = self.heard.borrow_mut();
        let room = MOST_OUTPUT.saturating_sub(heard.len());
        heard.extend(&bytes[..bytes.len().min(room)]);
        self.quiet.write(fd, bytes)
    }
    fn open(&mut self, path: &str, flags: i32) -> i64 {
        self.quiet.open(path, flags)
    }
    fn close(&mut self, fd: i32) -> i64 {
        self.quiet.close(fd)
    }
    fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> i64 {
        self.quiet.seek(fd, offset, whence)
    }
    fn size(&mut self, fd: i32) -> i64 {
        self.quiet.size(fd)
    }
    fn is_terminal(&mut self, fd: i32) -> bool {
        self.quiet.is_terminal(fd)
    }
    fn clock(&mut self, clock: Clock) -> i64 {
        self.quiet.clock(clock)
    }
    fn flush(&mut self) {}
    fn interrupted(&self) -> bool {
        self.quiet.interrupted()
    }
}

/// Runs a program on given inputs.
pub fn behave(image: &Image, entry: Func, options: &Options, inputs: Vec<Input>) -> Behaviour {
    let called = Called::default();
    let heard = Rc::new(RefCell::new(Vec::new()));
    let quiet = QuietHost::new(options.deadline, Arc::clone(&options.stop));
    let host = Listening { quiet, heard: Rc::clone(&heard) };
    let limit = options.max_instructions.min(MOST_INSTRUCTIONS);
    let limits = Limits { stack_depth: options.stack_depth, instructions: Some(limit) };
    let mut machine = Machine::new(image, called.clone(), Box::new(host), limits);
    machine.set_mode(Mode::Symbolic);
    machine.set_input_model(options.inputs.clone());
    machine.give_inputs(inputs);
    let mut claim = (Ends::Cut, Place::default());
    let mut is_interrupted = false;
    let ends = match start(&mut machine, image, entry) {
        Err(error) => error.message,
        Ok(()) => match machine.run_to_stop() {
            Stop::Exit(code) => {
                claim.0 = Ends::Exited(code);
                format!("exits with {code}")
            }
            Stop::Finding(finding) => {
                claim = (Ends::Bug(finding.kind), finding.place());
                let function = finding.stack.first().map_or("", |frame| frame.function.as_str());
                format!("{} in {function}", finding.kind.name())
            }
            Stop::Exhausted(why) => {
                is_interrupted = why == Exhausted::Interrupted;
                "does not end in time".to_owned()
            }
            Stop::Assumed => "is excluded by an assumption".to_owned(),
            _ => "cannot be executed".to_owned(),
        },
    };
    let mut called = called.0.borrow().clone();
    called.insert(entry);
    let output = heard.borrow().clone();
    let (inputs, returned) = (machine.test_inputs(), machine.returned_number());
    Behaviour { ends, output, called, inputs, claim, returned, is_interrupted }
}
