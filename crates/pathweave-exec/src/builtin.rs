//! The primitives that the C runtime is written on, and `setjmp`/`longjmp`.
//!
//! To add one: name it in [`Builtin`], do it in [`Machine::builtin`], declare it in
//! `runtime/pathweave_host.h`. A primitive checks every byte it touches.

use crate::call::Word;
use crate::code::Op;
use crate::hook::CallHook;
use crate::host::Clock;
use crate::input::Input;
use crate::machine::{Machine, Mode};
use crate::native;
use crate::state::{JumpPoint, Reason};
use crate::stop::Stop;
use crate::value::Val;
use pathweave_bits::BitVec;
use pathweave_ir::{Func, Type};
use pathweave_memory::memory::Contents;
use pathweave_memory::{Access, ObjectKind, Span};
use pathweave_report::BugKind;
use pathweave_term::Term;

/// Who does the work of a function without a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Native {
    /// We do.
    Builtin(Builtin),
    /// A native function of this name.
    External,
}

/// Declares the primitives with their names in C.
macro_rules! builtins {
    ($($(#[$doc:meta])* $variant:ident = $($name:literal)|+,)*) => {
        /// A primitive.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Builtin {
            $($(#[$doc])* $variant,)*
            /// An input of the program, or a word about inputs.
            Input(Input),
        }

        impl Native {
            /// Who does the work of a function of this name.
            pub fn from_name(name: &str) -> Self {
                match name {
                    $($($name)|+ => Self::Builtin(Builtin::$variant),)*
                    _ => match Input::from_name(name) {
                        Some(input) => Self::Builtin(Builtin::Input(input)),
                        None => Self::External,
                    },
                }
            }
        }
    };
}

builtins! {
    Alloc = "__pathweave_alloc",
    Free = "__pathweave_free",
    ObjectSize = "__pathweave_object_size",
    MemCopy = "__pathweave_memcpy" | "__pathweave_memmove",
    MemSet = "__pathweave_memset",
    Read = "__pathweave_read",
    Write = "__pathweave_write",
    Open = "__pathweave_open",
    Close = "__pathweave_close",
    Seek = "__pathweave_lseek",
    FileSize = "__pathweave_fsize",
    IsTerminal = "__pathweave_isatty",
    Exit = "__pathweave_exit",
    Finish = "__pathweave_finish",
    Abort = "__pathweave_abort",
    Killed = "__pathweave_killed",
    AssertFail = "__pathweave_assert_fail",
    Trap = "__pathweave_trap",
    ClockNs = "__pathweave_clock_ns",
    FormatDouble = "__pathweave_format_double",
    FormatLongDouble = "__pathweave_format_long_double",
    ParseDouble = "__pathweave_parse_double",
    ParseFloat = "__pathweave_parse_float",
    ParseLongDouble = "__pathweave_parse_long_double",
    SetJmp = "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp",
    LongJmp = "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk",
}

/// Marks a `jmp_buf` that was filled by us; the low half is the number of the jump point.
const JUMP_MARK: u64 = 0x7061_7468 << 32;
/// The longest C string read for a primitive.
const STRING_LIMIT: u64 = 1 << 20;

/// The name of a signal.
fn signal_name(signal: i32) -> String {
    const NAMES: [&str; 31] = [
        "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
        "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
        "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS",
    ];
    let name = usize::try_from(signal - 1).ok().and_then(|at| NAMES.get(at));
    name.map_or_else(|| format!("signal {signal}"), |name| format!("SIG{name}"))
}

impl<H: CallHook> Machine<'_, H> {
    /// The answer depends on the machine that the program runs on: one that exploration gives is
    /// one of many.
    fn note_host(&mut self) {
        if self.mode == Mode::Symbolic {
            self.note_imprecision(Reason::External);
        }
    }

    /// Does a primitive.
    pub(crate) fn builtin(
        &mut self,
        builtin: Builtin,
        func: Func,
        args: &[Word],
    ) -> Result<(), Stop> {
        if let Builtin::Input(input) = builtin {
            return self.input(input, func, args);
        }
        match builtin {
            Builtin::SetJmp => self.require_arguments(func, args, 1)?,
            Builtin::LongJmp => self.require_arguments(func, args, 2)?,
            _ => {}
        }
        let name = &self.image.program.functions[func].name;
        if let Some(undefined) = args.iter().position(|word| word.shadow.undef != 0)
            && builtin != Builtin::MemSet
        {
            return Err(self.undefined(&format!("argument {} of `{name}`", undefined + 1)));
        }
        let fits = match (builtin, args) {
            (Builtin::MemCopy, &[to, from, len]) => {
                self.words_fit(len, &[(to, Access::Write), (from, Access::Read)])?
            }
            (Builtin::MemSet, &[to, _, len]) => self.words_fit(len, &[(to, Access::Write)])?,
            _ => true,
        };
        if !fits {
            self.answer(&[]);
            return Ok(());
        }
        let symbolic_byte = args.get(1).and_then(|word| word.shadow.term);
        if let (Builtin::MemSet, Some(byte)) = (builtin, symbolic_byte) {
            return self.fill_with_term(byte, args);
        }
        let mut numbers = Vec::with_capacity(args.len());
        for word in args {
            numbers.push(match (word.shadow.term, builtin) {
                // What is called after it may still decide about the exit code.
                (None, _) | (_, Builtin::Finish) => *word,
                // The exit code makes no difference to the path.
                (Some(term), Builtin::Exit) => {
                    let term = self.defined(term);
                    Word::known(self.witness.bits(&self.terms, term).low_u64())
                }
                (Some(term), _) => Word::known(self.pin(term)?),
            });
        }
        let args = &numbers[..];
        let arg = |k: usize| args.get(k).map_or(0, |word: &Word| word.bits);
        let int = |k: usize| arg(k) as i32;
        let result = match builtin {
            Builtin::Alloc => self.allocate(arg(0), arg(1), int(2) != 0),
            Builtin::Free => {
                let loc = self.program_loc();
                if arg(0) != 0 {
                    self.revealed(arg(0))?;
                    let freed = self.state.memory.free(arg(0), loc);
                    freed.map_err(|fault| self.free_finding(&fault))?;
                }
                0
            }
            Builtin::ObjectSize => {
                self.revealed(arg(0))?;
                let block = self.state.memory.heap_block(arg(0));
                let object = block.map_err(|fault| self.free_finding(&fault))?;
                self.state.memory.info(object).size
            }
            Builtin::MemCopy => {
                self.copy(arg(0), arg(1), arg(2))?;
                0
            }
            Builtin::MemSet => {
                let byte = args.get(1).copied().unwrap_or_default();
                let [bits, undef] = [byte.bits, byte.shadow.undef].map(|b| BitVec::from_u64(8, b));
                self.fill(arg(0), &Val { bits, undef }, arg(2))?;
                0
            }
            Builtin::Read => {
                if int(0) == 0
                    && let Some(count) = self.read_symbolic_stdin(arg(1), arg(2))?
                {
                    self.answer(&[count]);
                    return Ok(());
                }
                self.read_descriptor(int(0), arg(1), arg(2))?
            }
            Builtin::Write => {
                let span = self.checked(arg(1), arg(2), Access::Read)?;
                let bytes = self.witness_bytes(span, arg(2));
                self.host.write(int(0), &bytes) as u64
            }
            Builtin::Open => {
                let path = self.name_string(arg(0))?;
                self.note_host();
                self.host.open(&String::from_utf8_lossy(&path), int(1)) as u64
            }
            Builtin::Close => self.host.close(int(0)) as u64,
            Builtin::Seek => self.host.seek(int(0), arg(1) as i64, int(2)) as u64,
            Builtin::FileSize => self.host.size(int(0)) as u64,
            Builtin::IsTerminal => u64::from(self.host.is_terminal(int(0))),
            Builtin::Finish => {
                return self.finish(args.first().copied().unwrap_or(Word::known(0)));
            }
            Builtin::Exit => return Err(Stop::Exit(int(0))),
            // The idiom of SV-COMP: an assumption that aborts.
            Builtin::Abort if self.is_within_assumption() => return Err(Stop::Assumed),
            Builtin::Abort => {
                let text = "the program called abort".to_owned();
                return Err(self.finding(BugKind::ReachedAbort, text));
            }
            Builtin::Killed => {
                let text = format!("the program raised {}, which ends it", signal_name(int(0)));
                return Err(self.finding(BugKind::ReachedAbort, text));
            }
            Builtin::AssertFail => return Err(self.assertion_failure(arg(0))),
            Builtin::Trap => return Err(self.trap(int(0))),
            Builtin::ClockNs => {
                let clock = match int(0) {
                    0 => Clock::Realtime,
                    1 => Clock::Monotonic,
                    _ => Clock::Cpu,
                };
                self.note_host();
                self.host.clock(clock) as u64
            }
            Builtin::FormatDouble => {
                let spec = self.c_string(arg(2))?;
                let text = native::format_double(&spec, f64::from_bits(arg(3)));
                self.put_text(arg(0), arg(1), &text)?
            }
            Builtin::FormatLongDouble => {
                let spec = self.c_string(arg(2))?;
                let bytes = self.readable(arg(3), 16)?;
                let text = native::format_long_double(&spec, &bytes);
                self.put_text(arg(0), arg(1), &text)?
            }
            Builtin::ParseDouble => {
                let text = self.readable(arg(0), arg(1))?;
                let (value, used) = native::parse_double(&text);
                self.put_word(arg(2), used as u64)?;
                value.to_bits()
            }
            Builtin::ParseFloat => {
                let text = self.readable(arg(0), arg(1))?;
                let (value, used) = native::parse_float(&text);
                self.put_word(arg(2), used as u64)?;
                u64::from(value.to_bits())
            }
            Builtin::ParseLongDouble => {
                let text = self.readable(arg(0), arg(1))?;
                let (value, used) = native::parse_long_double(&text);
                self.put_word(arg(2), used as u64)?;
                let span = self.checked(arg(3), 10, Access::Write)?;
                self.state.memory.write(span, &value[..10]);
                0
            }
            Builtin::Input(_) => unreachable!("inputs were answered above"),
            Builtin::SetJmp => return self.set_jump(arg(0)),
            Builtin::LongJmp => return self.long_jump(arg(0), int(1)),
        };
        self.answer(&[Word::known(self.narrowed(func, result))]);
        Ok(())
    }

    /// The low bits of a number, as many as the function returns: an `int` must look like one.
    pub(crate) fn narrowed(&self, func: Func, bits: u64) -> u64 {
        let result = self.image.program.functions[func].signature.results.first();
        match result.map(|ty| ty.bits()) {
            Some(width) if width < 64 => bits & ((1 << width) - 1),
            _ => bits,
        }
    }

    /// Whether the program is in a function that means an assumption.
    fn is_within_assumption(&self) -> bool {
        let functions = &self.image.program.functions;
        self.mode == Mode::Symbolic
            && self
                .state
                .frames
                .iter()
                .rev()
                .take(3)
                .any(|frame| functions[frame.code.func].source_name == "assume_abort_if_not")
    }

    fn fill_with_term(&mut self, byte: Term, args: &[Word]) -> Result<(), Stop> {
        let number = |word: Option<&Word>| word.copied().unwrap_or_default();
        let to = match number(args.first()).shadow.term {
            Some(term) => self.pin(term)?,
            None => number(args.first()).bits,
        };
        let len = match number(args.get(2)).shadow.term {
            Some(term) => self.pin(term)?,
            None => number(args.get(2)).bits,
        };
        let span = self.checked(to, len, Access::Write)?;
        let byte = self.terms.extract(byte, 7, 0);
        self.write_terms(span, &vec![byte; len as usize]);
        self.answer(&[]);
        Ok(())
    }

    /// The bytes of a checked access, terms with their witness values.
    fn witness_bytes(&mut self, span: Span, len: u64) -> Vec<u8> {
        if !self.span_is_symbolic(span, len) {
            return self.state.memory.bytes(span).to_vec();
        }
        let mut bytes = Vec::with_capacity(len as usize);
        for at in 0..len {
            let term = self.byte_term(span, at);
            bytes.push(self.witness.bits(&self.terms, term).low_u64() as u8);
        }
        bytes
    }

    fn allocate(&mut self, size: u64, align: u64, zeroed: bool) -> u64 {
        let contents = if zeroed { Contents::Zero } else { Contents::Undefined };
        let loc = self.program_loc();
        let memory = &mut self.state.memory;
        let object = memory.allocate(size, align.max(16), ObjectKind::Heap, contents, loc);
        match object {
            Some(object) => self.state.memory.base(object),
            None => {
                self.state.refused = Some((size, loc));
                0
            }
        }
    }

    fn read_descriptor(&mut self, fd: i32, address: u64, len: u64) -> Result<u64, Stop> {
        self.checked(address, len, Access::Write)?;
        let mut buffer = vec![0; len as usize];
        let count = self.host.read(fd, &mut buffer);
        if count > 0 {
            let span = self.checked(address, count as u64, Access::Write)?;
            self.state.memory.write(span, &buffer[..count as usize]);
        }
        Ok(count as u64)
    }

    /// The bytes of a C string without its end.
    pub(crate) fn c_string(&mut self, address: u64) -> Result<Vec<u8>, Stop> {
        self.text(address, Self::pin)
    }

    /// A name that the host gets. What it answers is one answer of many whatever the name is, so only its
    /// length is decided.
    fn name_string(&mut self, address: u64) -> Result<Vec<u8>, Stop> {
        self.text(address, |machine, byte| {
            let zero = machine.terms.bv_u64(8, 0);
            let is_end = machine.terms.eq(byte, zero);
            let ends = machine.decide(is_end)?;
            Ok(if ends { 0 } else { machine.witness.bits(&machine.terms, byte).low_u64() })
        })
    }

    /// Bytes up to a zero, those that are terms as `number` says.
    fn text(
        &mut self,
        address: u64,
        number: impl Fn(&mut Self, Term) -> Result<u64, Stop>,
    ) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        for at in 0..STRING_LIMIT {
            let span = self.checked(address + at, 1, Access::Read)?;
            let byte = if self.span_is_symbolic(span, 1) {
                let term = self.byte_term(span, 0);
                number(self, term)? as u8
            } else {
                self.state.memory.bytes(span).first().copied().unwrap_or(0)
            };
            if byte == 0 {
                break;
            }
            bytes.push(byte);
        }
        Ok(bytes)
    }

    /// Bytes that native code works on: where they are terms, their witness values from now on.
    fn readable(&mut self, address: u64, len: u64) -> Result<Vec<u8>, Stop> {
        let span = self.checked(address, len, Access::Read)?;
        if !self.span_is_symbolic(span, len) {
            return Ok(self.state.memory.bytes(span).to_vec());
        }
        let mut bytes = Vec::with_capacity(len as usize);
        for at in 0..len {
            let term = self.byte_term(span, at);
            bytes.push(self.concretize(term, Reason::Concretized)?.low_u64() as u8);
        }
        Ok(bytes)
    }

    fn put_word(&mut self, address: u64, word: u64) -> Result<(), Stop> {
        let span = self.checked(address, 8, Access::Write)?;
        self.state.memory.write(span, &word.to_le_bytes());
        Ok(())
    }

    /// Writes text as `snprintf` does and returns its length.
    fn put_text(&mut self, address: u64, size: u64, text: &[u8]) -> Result<u64, Stop> {
        if size > 0 {
            let kept = text.len().min(size as usize - 1);
            let span = self.checked(address, kept as u64 + 1, Access::Write)?;
            let mut bytes = text[..kept].to_vec();
            bytes.push(0);
            self.state.memory.write(span, &bytes);
        }
        Ok(text.len() as u64)
    }

    fn assertion_failure(&mut self, expression: u64) -> Stop {
        match self.c_string(expression) {
            Ok(text) => {
                let text = format!("assertion `{}` failed", String::from_utf8_lossy(&text));
                self.finding(BugKind::AssertionFailure, text)
            }
            Err(stop) => stop,
        }
    }

    /// A trap: of the sanitizer when it names its check, otherwise like `abort`.
    fn trap(&self, check: i32) -> Stop {
        // The numbers are those of clang's undefined-behaviour traps.
        let (kind, text) = match check {
            0 => (BugKind::SignedOverflow, "signed addition overflows"),
            18 => (BugKind::OutOfBoundsRead, "an index is out of bounds"),
            3 => (BugKind::DivisionByZero, "division by zero or overflow of a division"),
            12 => (BugKind::SignedOverflow, "signed multiplication overflows"),
            13 => (BugKind::SignedOverflow, "signed negation overflows"),
            20 => (BugKind::ShiftOutOfRange, "shift out of range"),
            21 => (BugKind::SignedOverflow, "signed subtraction overflows"),
            _ => (BugKind::ReachedAbort, "a trap was reached"),
        };
        self.finding(kind, text.to_owned())
    }

    fn set_jump(&mut self, buffer: u64) -> Result<(), Stop> {
        let frame = *self.state.frame();
        let depth = self.state.frames.len() as u32;
        let point = JumpPoint { depth, serial: frame.serial, pc: frame.pc };
        while let Some(last) = self.state.jump_points.last()
            && self.jump_frame(last).is_none()
        {
            self.state.jump_points.pop();
        }
        let points = &mut self.state.jump_points;
        let known = points.iter().rposition(|p| p.serial == point.serial && p.pc == point.pc);
        let index = known.unwrap_or_else(|| {
            points.push(point);
            points.len() - 1
        });
        let span = self.checked(buffer, 16, Access::Write)?;
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&(JUMP_MARK | index as u64).to_le_bytes());
        bytes[8..].copy_from_slice(&frame.serial.to_le_bytes());
        self.state.memory.write(span, &bytes);
        self.answer(&[Word::known(0)]);
        Ok(())
    }

    /// The frame of a jump point, if it still exists.
    fn jump_frame(&self, point: &JumpPoint) -> Option<usize> {
        let index = point.depth as usize - 1;
        let frame = self.state.frames.get(index)?;
        (frame.serial == point.serial).then_some(index)
    }

    /// The eight bytes at an address as a number; one of several is a decision.
    fn pinned_word(&mut self, address: u64) -> Result<u64, Stop> {
        let span = self.checked(address, 8, Access::Read)?;
        if self.span_is_symbolic(span, 8) {
            let term = self.read_term(span, Type::Int(64));
            return self.pin(term);
        }
        let bytes = self.state.memory.bytes(span);
        Ok(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    fn long_jump(&mut self, buffer: u64, value: i32) -> Result<(), Stop> {
        let mark = self.pinned_word(buffer)?;
        let serial = self.pinned_word(buffer.wrapping_add(8))?;
        let point = self.state.jump_points.get((mark & 0xffff_ffff) as usize).copied();
        let target = point.filter(|p| mark >> 32 == JUMP_MARK >> 32 && p.serial == serial);
        let Some((point, index)) = target.and_then(|p| Some((p, self.jump_frame(&p)?))) else {
            let text = "longjmp to a place that is not waiting for it".to_owned();
            return Err(self.finding(BugKind::UseAfterFree, text));
        };
        if let Some(above) = self.state.frames.get(index + 1) {
            let (mark, loc) = (above.stack_mark, self.loc());
            self.state.end_stack_objects(mark, loc);
        }
        self.state.frames.truncate(index + 1);
        self.state.frame_mut().pc = point.pc;
        debug_assert!(matches!(self.current_op(), Op::Call { .. }));
        let value = if value == 0 { 1 } else { value };
        self.answer(&[Word::known(u64::from(value as u32))]);
        Ok(())
    }
}
