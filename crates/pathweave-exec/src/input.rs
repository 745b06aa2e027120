//! Inputs: the functions by which programs ask for them, of KLEE, SV-COMP and our own.
//!
//! In symbolic mode an input is fresh bytes; in a concrete run asking for one is an error that
//! says so. Functions that only advise (`klee_warning`, `klee_prefer_cex`, …) do nothing.
//!
//! What else is an input: [`entry`] parameters of any function, [`pointer`] pointers among them and
//! what they point to, by the [`shape`] of their types; [`stream`] standard input and arguments.
//! [`model`] bounds them all, [`given`] turns them into tests and back, [`callback`] is unknown
//! code, [`initial`] variables that are none.

pub(crate) mod callback;
pub(crate) mod entry;
pub(crate) mod given;
pub(crate) mod initial;
pub mod model;
pub mod pointer;
pub mod shape;
pub mod stream;

pub use entry::InputPlace;
pub use model::{InputModel, SymbolicArguments};

use crate::call::Word;
use crate::hook::CallHook;
use crate::machine::{Machine, Mode};
use crate::operators::truth;
use crate::state::{Reason, Shadow};
use crate::stop::Stop;
use pathweave_ir::Func;
use pathweave_memory::memory::Contents;
use pathweave_memory::{Access, ObjectKind};
use pathweave_report::{BugKind, InputKind, InputSource};
use pathweave_term::Term;

/// A function about inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// `(address, size, name)`: the bytes there are inputs.
    MakeSymbolic,
    /// `(address, size)`: the bytes there are inputs.
    NondetMemory,
    /// The path ends as with `abort`.
    Abort,
    /// The program's `errno`.
    Errno,
    /// The size of the object an address points to.
    ObjectSize,
    /// The result is an input of the result's type.
    Nondet,
    /// `klee_int(name)`.
    NamedInt,
    /// `klee_range(begin, end, name)`: an int from `begin` to before `end`.
    Range,
    /// `klee_choose(n)`: a number below `n`.
    Choose,
    /// Only paths where the argument is not zero are of interest.
    Assume,
    /// Whether the argument is symbolic.
    IsSymbolic,
    /// The argument's value on one path, the path not restricted to it.
    ValueOf,
    /// The path ends, nothing to report.
    SilentExit,
    /// The path ends in an error.
    ReportError,
    /// Checks that memory may be accessed: `(address, size)`.
    CheckAccess,
    /// Advice that changes nothing; returns zero.
    Advice,
    /// `(address, size)`: there is an object at an address of the program's choice.
    FixedObject,
}

impl Input {
    /// The function of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "klee_make_symbolic" | "pathweave_make_symbolic" => Self::MakeSymbolic,
            "__VERIFIER_nondet_memory" => Self::NondetMemory,
            "klee_abort" => Self::Abort,
            "klee_get_errno" => Self::Errno,
            "klee_get_obj_size" => Self::ObjectSize,
            "klee_int" | "pathweave_int" => Self::NamedInt,
            "klee_range" | "pathweave_range" => Self::Range,
            "klee_choose" => Self::Choose,
            "klee_assume" | "pathweave_assume" | "__VERIFIER_assume" => Self::Assume,
            "klee_is_symbolic" => Self::IsSymbolic,
            "klee_silent_exit" => Self::SilentExit,
            "klee_report_error" | "__VERIFIER_error" | "reach_error" => Self::ReportError,
            "klee_check_memory_access" => Self::CheckAccess,
            "klee_define_fixed_object" => Self::FixedObject,
            "klee_warning"
            | "klee_warning_once"
            | "klee_prefer_cex"
            | "klee_posix_prefer_cex"
            | "klee_print_expr"
            | "klee_print_range"
            | "klee_set_forking"
            | "klee_stack_trace"
            | "klee_open_merge"
            | "klee_close_merge"
            | "klee_is_replay"
            | "klee_mark_global"
            | "klee_alias_function"
            | "klee_alias_function_regex"
            | "klee_alias_undo" => Self::Advice,
            _ if name.starts_with("__VERIFIER_nondet_") => Self::Nondet,
            _ if name.starts_with("klee_get_value") => Self::ValueOf,
            _ => return None,
        })
    }

    /// How many arguments are looked at. Without a prototype, C lets fewer be passed.
    fn arguments(self) -> usize {
        match self {
            Self::Abort | Self::Errno | Self::Nondet | Self::ReportError | Self::Advice => 0,
            Self::ObjectSize
            | Self::NamedInt
            | Self::Choose
            | Self::Assume
            | Self::IsSymbolic
            | Self::ValueOf
            | Self::SilentExit => 1,
            Self::NondetMemory | Self::CheckAccess | Self::FixedObject => 2,
            Self::MakeSymbolic | Self::Range => 3,
        }
    }
}

/// How a value of `__VERIFIER_nondet_X` is shown.
fn nondet_kind(of: &str) -> InputKind {
    match of {
        "bool" | "_Bool" => InputKind::Bool,
        "char" => InputKind::Char,
        "float" => InputKind::Float,
        "double" => InputKind::Double,
        "pointer" => InputKind::Pointer,
        _ if of.starts_with('u') || of == "size_t" => InputKind::Unsigned,
        _ => InputKind::Signed,
    }
}

/// What an integer of the input may be.
#[derive(Clone, Copy)]
enum Range {
    /// From the first number to before the second.
    Signed(i64, i64),
    /// Less than this, without a sign.
    Below(u64),
}

impl<H: CallHook> Machine<'_, H> {
    /// Does what a function about inputs does.
    pub(crate) fn input(&mut self, input: Input, func: Func, args: &[Word]) -> Result<(), Stop> {
        self.require_arguments(func, args, input.arguments())?;
        let word = |k: usize| args.get(k).copied().unwrap_or_default();
        let number = |machine: &mut Self, k: usize| match word(k).shadow.term {
            Some(term) => machine.pin(term),
            None => Ok(word(k).bits),
        };
        match input {
            Input::MakeSymbolic => {
                self.require_symbolic(func)?;
                let (address, len) = (number(self, 0)?, number(self, 1)?);
                let at = number(self, 2)?;
                let name = String::from_utf8_lossy(&self.c_string(at)?).into_owned();
                let span = self.checked(address, len, Access::Write)?;
                self.limit_input(len)?;
                self.make_symbolic(span, len, &name, InputSource::MakeSymbolic);
                self.answer(&[]);
            }
            Input::NondetMemory => {
                self.require_symbolic(func)?;
                let (address, len) = (number(self, 0)?, number(self, 1)?);
                let span = self.checked(address, len, Access::Write)?;
                self.limit_input(len)?;
                let source = InputSource::Nondet("memory".to_owned());
                self.make_symbolic(span, len, "memory", source);
                self.answer(&[]);
            }
            Input::Abort => {
                let text = "the program called klee_abort".to_owned();
                return Err(self.finding(BugKind::ReachedAbort, text));
            }
            Input::Errno => {
                let error = self.program_errno()?;
                self.answer(&[Word::known(u64::from(error as u32))]);
            }
            Input::ObjectSize => {
                let address = number(self, 0)?;
                let found = self.state.memory.find(address);
                let bound = found.and_then(|(object, ..)| self.state.memory.bound(object));
                let words = match (found, bound) {
                    (_, Some(bound)) => {
                        let size = self.narrowed_term(func, bound.size);
                        self.term_words(size)
                    }
                    (Some((_, _, info)), None) => vec![Word::known(self.narrowed(func, info.size))],
                    (None, None) => vec![Word::known(0)],
                };
                self.answer(&words);
            }
            Input::Nondet => {
                self.require_symbolic(func)?;
                let name = self.image.program.functions[func].name.clone();
                let suffix = name.trim_start_matches("__VERIFIER_nondet_").to_owned();
                let source = InputSource::Nondet(suffix.clone());
                let kind = nondet_kind(&suffix);
                let words = self.fresh_words(func, &suffix, source, kind);
                self.answer(&words);
            }
            Input::NamedInt => {
                self.require_symbolic(func)?;
                let at = number(self, 0)?;
                let name = String::from_utf8_lossy(&self.c_string(at)?).into_owned();
                let (source, kind) = (InputSource::MakeSymbolic, InputKind::Signed);
                let words = self.fresh_words(func, &name, source, kind);
                self.answer(&words);
            }
            Input::Range => {
                self.require_symbolic(func)?;
                let (begin, end) = (number(self, 0)? as i32, number(self, 1)? as i32);
                let at = number(self, 2)?;
                let name = String::from_utf8_lossy(&self.c_string(at)?).into_owned();
                return self.bounded(func, &name, Range::Signed(begin.into(), end.into()));
            }
            Input::Choose => {
                self.require_symbolic(func)?;
                let end = number(self, 0)?;
                return self.bounded(func, "klee_choose", Range::Below(end));
            }
            Input::Assume => {
                if let Some(term) = word(0).shadow.term {
                    let holds = truth(&mut self.terms, term);
                    match self.decide(holds) {
                        Ok(true) => {}
                        Ok(false) => return Err(Stop::Assumed),
                        Err(Stop::Decide(holds)) if !self.splits_assumptions => {
                            return Err(Stop::Require(holds));
                        }
                        Err(stop) => return Err(stop),
                    }
                } else if word(0).bits == 0 {
                    return Err(Stop::Assumed);
                }
                self.answer(&[]);
            }
            Input::IsSymbolic => {
                let symbolic = word(0).shadow.term.is_some();
                self.answer(&[Word::known(u64::from(symbolic))]);
            }
            Input::ValueOf => {
                let bits = match word(0).shadow.term {
                    Some(term) => {
                        // One of many values: what hangs on it is not explored further.
                        self.note_imprecision(Reason::Concretized);
                        self.witness.bits(&self.terms, term).low_u64()
                    }
                    None => word(0).bits,
                };
                self.answer(&[Word::known(self.narrowed(func, bits))]);
            }
            Input::SilentExit => return Err(Stop::Exit(number(self, 0)? as i32)),
            Input::ReportError => {
                let text = "the program reported an error".to_owned();
                return Err(self.finding(BugKind::ReachedAbort, text));
            }
            Input::CheckAccess => {
                let (address, len) = (number(self, 0)?, number(self, 1)?);
                self.checked(address, len, Access::Read)?;
                self.answer(&[]);
            }
            Input::Advice => self.answer(&[Word::known(0)]),
            Input::FixedObject => {
                let (address, len) = (number(self, 0)?, number(self, 1)?);
                let (kind, loc) = (ObjectKind::Environment, self.program_loc());
                let made = self.state.memory.allocate(len, 16, kind, Contents::Undefined, loc);
                let Some(object) = made else {
                    return Err(self.unsupported(format!("an object of {len} bytes"), None));
                };
                if address >> 32 != 0 {
                    let what = format!("an object at {address:#x}");
                    let hint = "objects can be placed below 4 GiB".to_owned();
                    return Err(self.unsupported(what, Some(hint)));
                }
                self.state.memory.place_fixed(address, object);
                self.answer(&[]);
            }
        }
        Ok(())
    }

    /// A call without a prototype may pass too little.
    pub(crate) fn require_arguments(
        &self,
        func: Func,
        args: &[Word],
        count: usize,
    ) -> Result<(), Stop> {
        if args.len() >= count {
            return Ok(());
        }
        let name = &self.image.program.functions[func].name;
        let what = format!("call of `{name}` with {} of its {count} arguments", args.len());
        let hint = "declare it with its parameters: klee/klee.h is at hand".to_owned();
        let is_of_klee = name.starts_with("klee_");
        Err(self.unsupported(what, is_of_klee.then_some(hint)))
    }

    /// The low bits of a term, as many as the function returns: without a prototype an `int`.
    fn narrowed_term(&mut self, func: Func, term: Term) -> Term {
        let result = self.image.program.functions[func].signature.results.first();
        match result.map(|ty| ty.bits()) {
            Some(width) if width < self.terms.width(term) => self.terms.extract(term, width - 1, 0),
            _ => term,
        }
    }

    fn require_symbolic(&self, func: Func) -> Result<(), Stop> {
        if self.mode == Mode::Symbolic {
            return Ok(());
        }
        let name = &self.image.program.functions[func].name;
        let hint = "`pathweave test` explores programs with symbolic inputs".to_owned();
        Err(self.unsupported(format!("`{name}` asks for a symbolic input"), Some(hint)))
    }

    /// The words of a function's result as a fresh input, low byte first.
    fn fresh_words(
        &mut self,
        func: Func,
        name: &str,
        source: InputSource,
        kind: InputKind,
    ) -> Vec<Word> {
        let types = self.image.program.functions[func].signature.results.clone();
        let mut words = Vec::new();
        for ty in types {
            let bytes = self.fresh_bytes(name, ty.bytes());
            self.record_input(name, source.clone(), kind, bytes.clone());
            let mut whole = bytes[0];
            for &byte in &bytes[1..] {
                whole = self.terms.concat(byte, whole);
            }
            let boolean =
                matches!(&source, InputSource::Nondet(of) if of == "bool" || of == "_Bool");
            if boolean && ty.bits() > 1 {
                let low = self.terms.extract(whole, 0, 0);
                whole = self.terms.zero_extend(low, ty.bits());
            }
            whole = self.terms.extract(whole, ty.bits() - 1, 0);
            words.extend(self.term_words(whole));
        }
        words
    }

    /// A term word by word.
    pub(crate) fn term_words(&mut self, term: Term) -> Vec<Word> {
        let width = self.terms.width(term);
        (0..width.div_ceil(64))
            .map(|k| {
                let piece = self.terms.extract(term, (64 * k + 63).min(width - 1), 64 * k);
                match self.terms.constant_u64(piece) {
                    Some(bits) => Word::known(bits),
                    None => Word { bits: 0, shadow: Shadow { undef: 0, term: Some(piece) } },
                }
            })
            .collect()
    }

    /// A fresh integer result in a range.
    fn bounded(&mut self, func: Func, name: &str, range: Range) -> Result<(), Stop> {
        let (source, kind) = (InputSource::MakeSymbolic, InputKind::Signed);
        let begin = match range {
            Range::Signed(begin, _) => begin,
            Range::Below(_) => 0,
        };
        if let Some(given) = &mut self.given {
            // A test that ends early says nothing about what is asked for later.
            let bytes = begin.to_le_bytes().to_vec();
            given.supply(pathweave_report::Input::new(name, bytes, kind, source.clone()));
        }
        let words = self.fresh_words(func, name, source, kind);
        let Some(term) = words.first().and_then(|word| word.shadow.term) else {
            let types = &self.image.program.functions[func].signature.results;
            let width = types.first().map_or(64, |ty| ty.bits());
            let value = words.first().map_or(0, |word| (word.bits << (64 - width)) as i64);
            let value = value >> (64 - width);
            let is_inside = match range {
                Range::Signed(begin, end) => (begin..end).contains(&value),
                Range::Below(end) => (value.cast_unsigned()) < end,
            };
            if !is_inside {
                return Err(Stop::Assumed);
            }
            self.answer(&words);
            return Ok(());
        };
        let width = self.terms.width(term);
        let inside = match range {
            Range::Signed(begin, end) => {
                let first = self.terms.bv_u64(width, begin as u64);
                let after = self.terms.bv_u64(width, end as u64);
                let too_small = self.terms.bv_slt(term, first);
                let small_enough = self.terms.bv_slt(term, after);
                let large_enough = self.terms.not(too_small);
                self.terms.and(large_enough, small_enough)
            }
            Range::Below(end) => {
                let after = self.terms.bv_u64(width, end);
                self.terms.bv_ult(term, after)
            }
        };
        match self.decide(inside) {
            Ok(true) => {}
            Ok(false) => return Err(Stop::Assumed),
            Err(stop) => {
                // The call is asked again with the decision made: the input is the same one.
                self.state.inputs.pop();
                return Err(match stop {
                    Stop::Decide(inside) => Stop::Require(inside),
                    stop => stop,
                });
            }
        }
        self.answer(&words);
        Ok(())
    }
}
