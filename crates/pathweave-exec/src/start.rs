//! Starting a program and ending it: arguments, constructors, `main`, `exit`.
//!
//! The calls of a run follow each other with one outermost frame at a time: every constructor,
//! then the entry, then the C library's `exit` with what the entry returned, if it is linked,
//! then every destructor.

use crate::call::Word;
use crate::hook::CallHook;
use crate::machine::Machine;
use crate::stop::Stop;
use pathweave_ir::{Func, Loc, Type};
use pathweave_memory::memory::Contents;
use pathweave_memory::{Access, ObjectKind};
use pathweave_report::{InputKind, InputSource};
use std::collections::VecDeque;

/// What is left to call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Agenda {
    constructors: VecDeque<Func>,
    entry: Option<(Func, Vec<u64>)>,
    entered: bool,
    destructors: VecDeque<Func>,
    exiting: Option<i32>,
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
        let argv = self.strings(args);
        let envp = self.strings(environment);
        for name in ["environ", "__environ", "_environ"] {
            if let Some(global) = self.image.program.global(name) {
                self.state.memory.store::<8>(self.image.layout.global(global), envp);
            }
        }
        let words = [args.len() as u64, argv, envp];
        let params = function.signature.params.len();
        if params > words.len() {
            return Err(StartError {
                message: format!("`{}` takes {params} parameters", function.source_name),
                hint: Some("`run` starts `main`-like functions; name another one".to_owned()),
            });
        }
        self.state.agenda = Agenda {
            constructors: self.image.program.constructors.iter().copied().collect(),
            entry: Some((entry, words[..params].to_vec())),
            entered: false,
            destructors: self.image.program.destructors.iter().copied().collect(),
            exiting: None,
        };
        // The first call cannot exceed a budget of at least one frame.
        let _ = self.next_call();
        Ok(())
    }

    /// Gets ready to run any function with symbolic arguments: numbers of every kind. Pointers
    /// need a harness that says what they point to.
    pub fn start_function(&mut self, entry: Func) -> Result<(), StartError> {
        let function = &self.image.program.functions[entry];
        let Some(code) = self.image.code(entry) else {
            return Err(StartError {
                message: format!("`{}` is declared but not defined", function.source_name),
                hint: Some("name the file that defines it as an input too".to_owned()),
            });
        };
        let names: Vec<String> = function
            .debug
            .as_ref()
            .map(|debug| debug.params.iter().map(|p| p.name.clone()).collect())
            .unwrap_or_default();
        let mut words = Vec::new();
        for (index, &ty) in function.signature.params.iter().enumerate() {
            if ty == Type::Ptr {
                return Err(StartError {
                    message: format!(
                        "parameter {} of `{}` is a pointer; symbolic pointers are not supported yet",
                        index + 1,
                        function.source_name
                    ),
                    hint: Some(
                        "write a main that calls it with objects made by klee_make_symbolic"
                            .to_owned(),
                    ),
                });
            }
            let name = names.get(index).cloned().unwrap_or_else(|| format!("arg{index}"));
            let bytes = self.fresh_bytes(&name, ty.bytes());
            let mut whole = bytes[0];
            for &byte in &bytes[1..] {
                whole = self.terms.concat(byte, whole);
            }
            whole = self.terms.extract(whole, ty.bits() - 1, 0);
            let source = InputSource::Parameter(index as u32);
            self.record_input(&name, source, InputKind::Bytes, bytes);
            words.extend(self.term_words(whole));
        }
        self.state.agenda = Agenda {
            entered: true,
            destructors: self.image.program.destructors.iter().copied().collect(),
            ..Agenda::default()
        };
        // A budget of at least one frame allows the first call.
        let _ = self.enter(code, &words);
        Ok(())
    }

    /// A null-terminated array of strings in memory.
    fn strings(&mut self, strings: &[Vec<u8>]) -> u64 {
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
    fn next_call(&mut self) -> Result<(), Stop> {
        if let Some(constructor) = self.state.agenda.constructors.pop_front() {
            return self.enter_outermost(constructor, &[]);
        }
        match self.state.agenda.entry.take() {
            Some((entry, args)) => {
                self.state.agenda.entered = true;
                self.enter_outermost(entry, &args)
            }
            None => match self.state.agenda.destructors.pop_front() {
                Some(destructor) => self.enter_outermost(destructor, &[]),
                None => Err(Stop::Exit(self.state.agenda.exiting.unwrap_or(0))),
            },
        }
    }

    fn enter_outermost(&mut self, func: Func, args: &[u64]) -> Result<(), Stop> {
        let Some(code) = self.image.code(func) else { return Ok(()) };
        let args: Vec<Word> = args.iter().copied().map(Word::known).collect();
        self.enter(code, &args)
    }

    /// Goes on with the agenda when the outermost frame has returned.
    pub(crate) fn outermost_returned(&mut self, results: &[Word]) -> Result<(), Stop> {
        self.state.frames.clear();
        if !self.state.agenda.entered || self.state.agenda.exiting.is_some() {
            return self.next_call();
        }
        let code = results.first().map_or(0, |word| word.bits as i32);
        let exit = self.image.program.function("exit");
        match exit.and_then(|func| self.image.code(func)) {
            Some(exit) => self.enter(exit, &[Word::known(u64::from(code as u32))]),
            None => self.finish(code),
        }
    }

    /// Leaves the program for good: destructors are left to run.
    pub(crate) fn finish(&mut self, code: i32) -> Result<(), Stop> {
        let loc = self.state.frames.last().map_or(Loc::UNKNOWN, |_| self.loc());
        self.state.end_stack_objects(0, loc);
        self.state.frames.clear();
        self.state.agenda.exiting = Some(code);
        self.next_call()
    }
}
