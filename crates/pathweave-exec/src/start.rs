//! Starting a program and ending it: arguments, constructors, `main`, `exit`.
//!
//! The calls of a run follow each other with one outermost frame at a time: every constructor,
//! then the entry, then the C library's `exit` with what the entry returned, if it is linked,
//! then every destructor.

use crate::call::Word;
use crate::hook::CallHook;
use crate::machine::{Machine, Mode};
use crate::state::{Shadow, State};
use crate::stop::Stop;
use pathweave_ir::{Func, Loc, Program};
use pathweave_memory::memory::Contents;
use pathweave_memory::{Access, ObjectKind};
use pathweave_term::Term;
use std::collections::VecDeque;

/// What is left to call.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Agenda {
    /// What is called before the entry.
    before: VecDeque<(Func, Vec<Word>)>,
    entry: Option<(Func, Vec<Word>)>,
    entered: bool,
    destructors: VecDeque<Func>,
    exiting: Option<i32>,
    /// The exit code as a term: what is still to be called may decide about it.
    exit_code: Option<Term>,
    /// What the entry returns is no exit code.
    ignores_result: bool,
    /// The outermost frame is a function that is executed alone.
    alone: bool,
}

impl Agenda {
    /// Constructors, the entry, destructors.
    pub fn new(program: &Program, entry: Func, args: Vec<Word>) -> Self {
        Self {
            before: program.constructors.iter().map(|&func| (func, Vec::new())).collect(),
            entry: Some((entry, args)),
            destructors: program.destructors.iter().copied().collect(),
            ..Self::default()
        }
    }

    /// One more call before the entry.
    pub fn call_before(&mut self, func: Func, args: Vec<Word>) {
        self.before.push_back((func, args));
    }

    /// The program exits with 0 whatever the entry returns.
    pub fn ignore_result(&mut self) {
        self.ignores_result = true;
    }

    /// The functions that are still to be called.
    pub fn ahead(&self) -> impl Iterator<Item = Func> {
        let entry = self.entry.as_ref().filter(|_| !self.entered);
        let before = self.before.iter().chain(entry).map(|(func, _)| *func);
        before.chain(self.destructors.iter().copied())
    }

    /// How far it is; `None` before the entry is called.
    fn stage(&self) -> Option<Stage> {
        let Self { before, entry, entered, destructors, exiting, alone, .. } = self;
        (before.is_empty() && entry.is_none() && *entered).then_some(Stage {
            destructors: destructors.len(),
            exiting: *exiting,
            alone: *alone,
        })
    }

    /// For a function that is executed alone.
    pub fn alone() -> Self {
        Self { entered: true, alone: true, ..Self::default() }
    }
}

/// How far the calls of a run are, once the entry was called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Destructors that are left.
    pub destructors: usize,
    /// The exit code, once there is one.
    pub exiting: Option<i32>,
    /// Whether a function is executed alone.
    pub alone: bool,
}

impl State<'_> {
    /// How far the calls of the run are; `None` before the entry is called.
    pub fn stage(&self) -> Option<Stage> {
        self.agenda.stage()
    }

    /// Goes on to a later stage. False when it is none.
    pub fn set_stage(&mut self, stage: Stage) -> bool {
        while self.agenda.destructors.len() > stage.destructors {
            self.agenda.destructors.pop_front();
        }
        self.agenda.exiting = stage.exiting;
        self.agenda.stage() == Some(stage)
    }
}

/// The program cannot be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartError {
    /// What is wrong.
    pub message: String,
    /// What the user can do about it.
    pub hint: Option<String>,
}

impl<H: CallHook> Machine<'_, H> {
    /// Gets ready to run `main` (or another function without parameters) with the given program
    /// arguments, the first being the program's name, and environment.
    pub fn start_main(
        &mut self,
        entry: Func,
        args: &[Vec<u8>],
        environment: &[Vec<u8>],
    ) -> Result<(), StartError> {
        let function = &self.image.program.functions[entry];
        if function.body.is_none() {
            return Err(StartError {
                message: format!("`{}` is declared but not defined", function.source_name),
                hint: Some("name the file that defines it as an input too".to_owned()),
            });
        }
        self.make_given_objects().map_err(|_| StartError {
            message: "the given inputs are too large".to_owned(),
            hint: None,
        })?;
        let program = args.first().cloned().unwrap_or_default();
        let [argc, argv] = match self.symbolic_arguments(&program) {
            Some(words) => words,
            None => [args.len() as u64, self.strings(args)].map(Word::known),
        };
        self.open_symbolic_stdin();
        if self.mode == Mode::Symbolic {
            self.symbolic_globals();
        }
        let envp = self.strings(environment);
        for name in ["environ", "__environ", "_environ"] {
            if let Some(global) = self.image.program.global(name) {
                self.state.memory.store::<8>(self.image.layout.global(global), envp);
            }
        }
        let words = [argc, argv, Word::known(envp)];
        let params = function.signature.params.len();
        if params > words.len() {
            return Err(StartError {
                message: format!("`{}` takes {params} parameters", function.source_name),
                hint: Some("`run` starts `main`-like functions; name another one".to_owned()),
            });
        }
        self.state.agenda = Agenda::new(&self.image.program, entry, words[..params].to_vec());
        // The first call cannot exceed a budget of at least one frame.
        let _ = self.next_call();
        Ok(())
    }

    /// The addresses of the count and array of arguments of a program without any.
    pub(crate) fn program_name(&mut self) -> (u64, u64) {
        let array = self.strings(&[b"program".to_vec()]);
        let [count, array] =
            [1, array].map(|word: u64| self.environment_object(&word.to_le_bytes()));
        (count, array)
    }

    /// A null-terminated array of strings in memory.
    pub(crate) fn strings(&mut self, strings: &[Vec<u8>]) -> u64 {
        let mut addresses: Vec<u64> = Vec::with_capacity(strings.len() + 1);
        for string in strings {
            let mut bytes = string.clone();
            bytes.push(0);
            addresses.push(self.environment_object(&bytes));
        }
        addresses.push(0);
        let bytes: Vec<u8> = addresses.iter().flat_map(|a| a.to_le_bytes()).collect();
        self.environment_object(&bytes)
    }

    fn environment_object(&mut self, bytes: &[u8]) -> u64 {
        let memory = &mut self.state.memory;
        let len = bytes.len() as u64;
        let kind = ObjectKind::Environment;
        let object = memory
            .allocate(len, 16, kind, Contents::Zero, Loc::UNKNOWN)
            .expect("arguments are smaller than the largest object");
        let base = memory.base(object);
        let span = memory.check(base, len, Access::Write).expect("just made");
        memory.write(span, bytes);
        base
    }

    /// The next call of the agenda.
    pub(crate) fn next_call(&mut self) -> Result<(), Stop> {
        if let Some((func, args)) = self.state.agenda.before.pop_front() {
            return self.enter_outermost(func, &args);
        }
        match self.state.agenda.entry.take() {
            Some((entry, args)) => {
                self.state.agenda.entered = true;
                self.enter_outermost(entry, &args)
            }
            None => match self.state.agenda.destructors.pop_front() {
                Some(destructor) => self.enter_outermost(destructor, &[]),
                None => Err(Stop::Exit(match self.state.agenda.exit_code {
                    Some(code) => self.witness.bits(&self.terms, code).low_u64() as i32,
                    None => self.state.agenda.exiting.unwrap_or(0),
                })),
            },
        }
    }

    fn enter_outermost(&mut self, func: Func, args: &[Word]) -> Result<(), Stop> {
        let Some(code) = self.image.code(func) else { return Ok(()) };
        self.enter(code, args)
    }

    /// Goes on with the agenda when the outermost frame has returned.
    pub(crate) fn outermost_returned(&mut self, results: &[Word]) -> Result<(), Stop> {
        if self.state.agenda.alone && self.state.agenda.exiting.is_none() {
            return Err(Stop::Returned(results.to_vec()));
        }
        self.state.frames.clear();
        if !self.state.agenda.entered || self.state.agenda.exiting.is_some() {
            return self.next_call();
        }
        let results = if self.state.agenda.ignores_result { &[] } else { results };
        self.state.returned = Some(results.to_vec());
        let result = results.first().copied().unwrap_or(Word::known(0));
        let code = match result.shadow.term {
            Some(term) => {
                let term = self.cleared(term);
                let term = match self.terms.width(term) {
                    32.. => self.terms.extract(term, 31, 0),
                    _ => self.terms.zero_extend(term, 32),
                };
                self.term_words(term)[0]
            }
            None => Word::known(u64::from(result.bits as u32)),
        };
        let exit = self.image.program.function("exit");
        match exit.and_then(|func| self.image.code(func)) {
            Some(exit) => self.enter(exit, &[code]),
            None => self.finish(code),
        }
    }

    /// What the entry returned, as a number under the witness: none where it did not return, or no
    /// number of at most two words.
    pub fn returned_number(&mut self) -> Option<u128> {
        let words = self.state.returned.clone().filter(|words| (1..=2).contains(&words.len()))?;
        let mut number = 0;
        for (at, word) in words.iter().enumerate() {
            let bits = match word.shadow {
                // Undefined bits are no claim.
                Shadow { term: Some(term), .. } if self.cleared(term) != term => return None,
                Shadow { term: Some(term), .. } => self.witness.bits(&self.terms, term).low_u64(),
                Shadow { undef: 0, .. } => word.bits,
                _ => return None,
            };
            number |= u128::from(bits) << (64 * at);
        }
        Some(number)
    }

    /// Leaves the program for good: destructors are left to run.
    pub(crate) fn finish(&mut self, code: Word) -> Result<(), Stop> {
        // The exit code makes no difference to the path.
        let term = code.shadow.term.map(|term| self.defined(term));
        let number = match term {
            Some(term) => self.witness.bits(&self.terms, term).low_u64(),
            None => code.bits,
        };
        let loc = self.state.frames.last().map_or(Loc::UNKNOWN, |_| self.loc());
        self.state.end_stack_objects(0, loc);
        self.state.frames.clear();
        self.state.agenda.exiting = Some(number as i32);
        self.state.agenda.exit_code = term;
        self.next_call()
    }
}
