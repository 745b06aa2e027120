//! The interpreter: drives the hot loop and does the rest the general way.
//!
//! A machine runs one path. What it finds it returns as a [`Stop`]; whether to go on elsewhere
//! is not its business.

use crate::code::Op;
use crate::hook::CallHook;
use crate::host::Host;
use crate::image::Image;
use crate::input::InputModel;
use crate::input::given::Given;
use crate::run::Exit;
use crate::state::State;
use crate::stop::{Exhausted, Stop};
use crate::symbolic::ARRAY_LIMIT;
use crate::undefined::Undefined;
use crate::witness::Witness;
use pathweave_memory::Object;
use pathweave_term::{Term, TermStore, work};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Budgets of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Nested calls.
    pub stack_depth: usize,
    /// Instructions; `None` for no limit.
    pub instructions: Option<u64>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { stack_depth: 200_000, instructions: None }
    }
}

/// What a machine is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// One run on given inputs; asking for a symbolic input is an error.
    #[default]
    Concrete,
    /// Exploration: inputs are symbolic, and what is executed is noted.
    Symbolic,
}

/// How often the hot loop comes up for air.
const SLICE: u64 = 1 << 20;
/// General operations between two looks at the clock in symbolic execution.
const LOOK: u32 = 1 << 11;
/// How often a shadowed frame is looked through for undefined registers.
const SHADOW_SCAN: u32 = 16;

/// An interpreter of one path.
pub struct Machine<'p, H> {
    pub(crate) image: &'p Image,
    /// The path's state.
    pub state: State<'p>,
    pub(crate) hook: H,
    pub(crate) host: Box<dyn Host>,
    pub(crate) limits: Limits,
    pub(crate) mode: Mode,
    /// Terms of all states that run on this machine.
    pub terms: TermStore,
    /// An input that satisfies the path condition of the state.
    pub witness: Witness,
    /// Inputs to use instead of symbolic ones.
    pub(crate) given: Option<Given>,
    /// What inputs are.
    pub(crate) model: InputModel,
    /// What is taken for granted about inputs.
    pub(crate) assumptions: Vec<String>,
    /// Arrays of the contents of constant objects.
    pub(crate) constant_arrays: HashMap<Object, Term>,
    /// The variables of large inputs, by name, number and size: other paths ask for them again.
    pub(crate) large_inputs: HashMap<(String, usize, u64), Rc<[Term]>>,
    /// Objects up to this size are arrays at symbolic offsets.
    pub(crate) array_limit: u64,
    /// Where no more offsets than this are possible, accesses are choices instead.
    pub(crate) spread_limit: usize,
    /// Undefined bits that met terms.
    pub(crate) undefined: Option<Undefined>,
    /// Whether they are followed as such.
    pub(crate) follows_undefined: bool,
    /// Whether somebody asks whether undefined bits reach what they may have decided.
    pub(crate) keeps_doubts: bool,
    /// Conditionals that a condition of their path decided, literally.
    pub repeated: u64,
    /// The guards of these since somebody looked, where somebody does.
    pub repeated_guards: Option<Vec<Term>>,
    /// Those in frames above so many are not counted.
    pub repeated_below: usize,
    /// Whether what an assumption excludes is a path as well, that ends there.
    pub splits_assumptions: bool,
    /// Native functions that may be called although they reach outside the process.
    pub(crate) allowed: BTreeSet<String>,
    fuel: u64,
    /// What `fuel` was when it was last filled up.
    slice: u64,
    since_scan: u32,
    since_look: u32,
}

impl<'p, H: CallHook> Machine<'p, H> {
    /// A machine about to run nothing yet; [`start_main`](Self::start_main) puts a call on it.
    pub fn new(image: &'p Image, hook: H, host: Box<dyn Host>, limits: Limits) -> Self {
        Self {
            image,
            state: State::new(image.memory.clone()),
            hook,
            host,
            limits,
            mode: Mode::default(),
            terms: TermStore::new(),
            witness: Witness::default(),
            given: None,
            model: InputModel::default(),
            assumptions: Vec::new(),
            constant_arrays: HashMap::new(),
            large_inputs: HashMap::new(),
            array_limit: ARRAY_LIMIT,
            spread_limit: 0,
            undefined: None,
            follows_undefined: false,
            keeps_doubts: false,
            repeated: 0,
            repeated_guards: None,
            repeated_below: usize::MAX,
            splits_assumptions: false,
            allowed: BTreeSet::new(),
            fuel: 0,
            slice: 0,
            since_scan: 0,
            since_look: 0,
        }
    }

    /// Says what the machine is for.
    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
    }

    /// Says what inputs are.
    pub fn set_input_model(&mut self, model: InputModel) {
        self.model = model;
    }

    /// Follows undefined bits among terms, so that a path is inexact only where they decide
    /// something. Terms may mention them then: not for whoever takes terms out of the machine.
    pub fn follow_undefined(&mut self) {
        self.follows_undefined = true;
    }

    /// Whether doubts are kept in the state instead of calling a path inexact where a decision mentions
    /// undefined bits, for whoever asks about them at its end. Says what was so before.
    pub fn keep_doubts(&mut self, keeps: bool) -> bool {
        std::mem::replace(&mut self.keeps_doubts, keeps)
    }

    /// Whether whoever runs us asked to stop, or the time is over.
    pub fn is_interrupted(&self) -> bool {
        self.host.interrupted()
    }

    /// What is taken for granted about inputs, in sentences for the user.
    pub fn assumptions(&self) -> &[String] {
        &self.assumptions
    }

    /// Lets the program call these native functions although they reach outside the process.
    pub fn allow_externals(&mut self, names: impl IntoIterator<Item = String>) {
        self.allowed.extend(names);
    }

    /// Bounds how many instructions the path may execute in all.
    pub fn limit_instructions(&mut self, limit: u64) {
        self.limits.instructions = Some(limit);
    }

    /// Runs until the path stops.
    pub fn run_to_stop(&mut self) -> Stop {
        // What a state does must not depend on what ran before it.
        self.since_scan = 0;
        let stop = loop {
            if let Err(stop) = self.advance() {
                break stop;
            }
        };
        self.state.instructions -= self.fuel;
        work::spend(work::INSTRUCTION * (self.slice - self.fuel));
        (self.fuel, self.slice) = (0, 0);
        self.host.flush();
        stop
    }

    /// One burst of the hot loop, and what it left to do.
    fn advance(&mut self) -> Result<(), Stop> {
        let mut fuel = self.fuel;
        let exit = match (self.state.frame().shadowed, self.mode) {
            (true, Mode::Concrete) => self.run::<true, false>(&mut fuel),
            (false, Mode::Concrete) => self.run::<false, false>(&mut fuel),
            (true, Mode::Symbolic) => self.run::<true, true>(&mut fuel),
            (false, Mode::Symbolic) => self.run::<false, true>(&mut fuel),
        };
        self.fuel = fuel;
        match exit {
            Exit::ModeChanged => Ok(()),
            Exit::Fuel => self.refuel(),
            Exit::Watched => Err(Stop::Watched),
            Exit::Call(site) => self.call(site),
            Exit::Return => self.return_from_frame(),
            Exit::General => {
                self.look_up()?;
                self.general()?;
                self.scan_shadow();
                Ok(())
            }
        }
    }

    /// Now and then sees whether a frame can go back to the quick mode.
    fn scan_shadow(&mut self) {
        if !self.state.frame().shadowed {
            return;
        }
        self.since_scan += 1;
        if self.since_scan >= SHADOW_SCAN {
            self.since_scan = 0;
            self.state.try_end_shadow();
        }
    }

    /// Operations on terms take long: a slice of them is no measure of time.
    fn look_up(&mut self) -> Result<(), Stop> {
        self.since_look += 1;
        if self.mode == Mode::Symbolic && self.since_look >= LOOK {
            self.since_look = 0;
            if self.host.interrupted() {
                return Err(Stop::Exhausted(Exhausted::Interrupted));
            }
        }
        Ok(())
    }

    fn refuel(&mut self) -> Result<(), Stop> {
        if self.host.interrupted() {
            return Err(Stop::Exhausted(Exhausted::Interrupted));
        }
        let slice = match self.limits.instructions {
            Some(limit) if self.state.instructions >= limit => {
                return Err(Stop::Exhausted(Exhausted::Instructions(limit)));
            }
            Some(limit) => SLICE.min(limit - self.state.instructions),
            None => SLICE,
        };
        work::spend(work::INSTRUCTION * (self.slice - self.fuel));
        self.state.instructions += slice;
        (self.fuel, self.slice) = (slice, slice);
        Ok(())
    }

    /// The operation that the innermost frame stands on.
    pub(crate) fn current_op(&self) -> Op {
        let frame = self.state.frame();
        frame.code.ops[frame.pc as usize]
    }

    /// Goes on with the next operation.
    pub(crate) fn next(&mut self) {
        self.state.frame_mut().pc += 1;
    }
}

#[cfg(test)]
mod tests;
