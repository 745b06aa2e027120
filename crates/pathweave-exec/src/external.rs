//! Native functions called for the program: what is passed, what comes back, what is refused.
//!
//! A function without a body that is not ours is called in the host's C library with concrete
//! arguments. Objects that pointers point into are copied for the call and copied back after it;
//! memory that holds pointers itself cannot be passed. Functions that reach outside the process
//! are refused unless the user allows them by name.

use crate::builtin::Native;
use crate::call::Word;
use crate::code::CallSite;
use crate::decode::words;
use crate::general::undefined_bits;
use crate::hook::CallHook;
use crate::machine::{Machine, Mode};
use crate::native::{self, Buffer, NativeArg, NativeResult, NativeType};
use crate::state::Reason;
use crate::stop::Stop;
use pathweave_ir::{Callee, FloatKind, Func, InstKind, Type};
use pathweave_memory::{Access, ByteKind, Object, ObjectState, Span};

/// Objects above this size are not copied for a native call.
const PASSED_LIMIT: u64 = 1 << 24;

/// Whether a function reaches outside the process, or changes how this one runs.
fn reaches_outside(name: &str) -> bool {
    const PREFIXES: &[&str] = &["exec", "posix_spawn", "pthread_create", "dl", "ptrace", "mq_"];
    const NAMES: &[&str] = &[
        "system",
        "popen",
        "pclose",
        "fork",
        "vfork",
        "clone",
        "clone3",
        "kill",
        "killpg",
        "tgkill",
        "raise",
        "abort",
        "exit",
        "_exit",
        "_Exit",
        "quick_exit",
        "syscall",
        "socket",
        "connect",
        "bind",
        "listen",
        "accept",
        "accept4",
        "send",
        "sendto",
        "sendmsg",
        "recv",
        "recvfrom",
        "recvmsg",
        "socketpair",
        "shutdown",
        "getaddrinfo",
        "gethostbyname",
        "unlink",
        "unlinkat",
        "remove",
        "rename",
        "renameat",
        "renameat2",
        "rmdir",
        "mkdir",
        "mkdirat",
        "mkfifo",
        "mknod",
        "link",
        "linkat",
        "symlink",
        "symlinkat",
        "truncate",
        "ftruncate",
        "chmod",
        "fchmod",
        "chown",
        "fchown",
        "lchown",
        "mount",
        "umount",
        "chroot",
        "chdir",
        "fchdir",
        "open",
        "openat",
        "creat",
        "fopen",
        "freopen",
        "fdopen",
        "tmpfile",
        "mkstemp",
        "mkdtemp",
        "tempnam",
        "tmpnam",
        "read",
        "write",
        "pread",
        "pwrite",
        "readv",
        "writev",
        "close",
        "dup",
        "dup2",
        "dup3",
        "pipe",
        "pipe2",
        "fcntl",
        "ioctl",
        "mmap",
        "mmap64",
        "munmap",
        "mprotect",
        "mremap",
        "brk",
        "sbrk",
        "shm_open",
        "shm_unlink",
        "shmget",
        "shmat",
        "semget",
        "sem_open",
        "msgget",
        "setuid",
        "setgid",
        "seteuid",
        "setegid",
        "setreuid",
        "setregid",
        "setsid",
        "setpgid",
        "setrlimit",
        "prctl",
        "signal",
        "sigaction",
        "sigprocmask",
        "alarm",
        "setitimer",
        "timer_create",
        "pause",
        "sigsuspend",
        "wait",
        "waitpid",
        "wait3",
        "wait4",
        "waitid",
        "reboot",
        "longjmp",
        "siglongjmp",
        "setenv",
        "putenv",
        "unsetenv",
        "clearenv",
        "setlocale",
        "daemon",
        "inotify_init",
        "epoll_create",
        "epoll_create1",
        "eventfd",
        "memfd_create",
        "free",
        "malloc",
        "calloc",
        "realloc",
        "atexit",
        "on_exit",
        "qsort",
        "bsearch",
        "utime",
        "utimes",
        "futimens",
        "utimensat",
        "stat",
        "lstat",
        "fstat",
        "access",
        "opendir",
        "readdir",
        "closedir",
        "select",
        "poll",
        "ppoll",
        "nice",
        "sched_setscheduler",
        "vhangup",
        "sync",
    ];
    NAMES.contains(&name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// Whether a function of the host's C library depends on its arguments alone: the mathematical
/// ones, of every precision.
fn is_pure(name: &str) -> bool {
    const NAMES: &str = "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp \
        exp10 exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp hypot ilogb j0 j1 jn ldexp \
        llrint llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter \
        nexttoward pow remainder remquo rint round roundeven scalb scalbln scalbn \
        significand sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn";
    let is_one = |name: &str| NAMES.split_whitespace().any(|known| known == name);
    is_one(name) || name.strip_suffix(['f', 'l']).is_some_and(is_one)
}

/// Whether a function that the program only declares is there all the same: as a primitive, in this system's C library, or
/// refused because it reaches outside.
pub fn is_defined_outside(name: &str) -> bool {
    name.starts_with("llvm.")
        || reaches_outside(name)
        || matches!(Native::from_name(name), Native::Builtin(_))
        || native::find(name).is_some()
}

/// An object that was copied for a call.
struct Passed {
    object: Object,
    before: Vec<u8>,
}

impl<H: CallHook> Machine<'_, H> {
    /// Calls a native function for the program.
    pub(crate) fn external(
        &mut self,
        func: Func,
        call: &CallSite,
        args: &[Word],
    ) -> Result<(), Stop> {
        let name = self.image.program.functions[func].name.clone();
        if reaches_outside(&name) && !self.allowed.contains(&name) {
            let what = format!("call of `{name}`, which reaches outside the program");
            let hint =
                format!("give it a body; `pathweave run` allows it with --allow-external {name}");
            return Err(self.unsupported(what, Some(hint)));
        }
        let own = self.image.find_native(&name);
        let Some(address) = own.or_else(|| native::find(&name)) else {
            let what = format!("call of `{name}`, which has no definition");
            let hint = "name the file that defines it as an input too".to_owned();
            return Err(self.unsupported(what, Some(hint)));
        };
        let args: Vec<Word> =
            args.iter().map(|&word| self.one_value(word)).collect::<Result<_, _>>()?;
        let (types, fixed) = self.argument_types(func, call);
        let mut buffers: Vec<Buffer> = Vec::new();
        let mut passed: Vec<Passed> = Vec::new();
        let mut natives = Vec::new();
        let mut at = 0;
        for &ty in &types {
            let count = words(ty) as usize;
            let given = args.get(at..at + count).unwrap_or_default();
            natives.push(self.native_argument(&name, ty, given, &mut buffers, &mut passed)?);
            at += count;
        }
        if let (Some(_), Some(block)) = (fixed, args.get(at)) {
            let extra =
                self.variadic_arguments(&name, call, block.bits, &mut buffers, &mut passed)?;
            natives.extend(extra);
        }
        let result_type = self.result_type(&name, call)?;
        let mut error = self.program_errno()?;
        if self.mode == Mode::Symbolic && (own.is_some() || !is_pure(&name)) {
            // It may answer otherwise the next time, or elsewhere.
            self.note_imprecision(Reason::External);
        }
        let result = native::call(address, result_type, &natives, fixed, &mut buffers, &mut error);
        self.set_program_errno(error);
        for (buffer, passed) in buffers.iter().zip(&passed) {
            let after = buffer.bytes();
            if after != passed.before {
                self.copy_back(passed, &after)?;
            }
        }
        let results = self.native_result(&name, result, &passed)?;
        self.answer(&results);
        Ok(())
    }

    /// An argument as a number: a native function cannot follow terms.
    fn one_value(&mut self, word: Word) -> Result<Word, Stop> {
        Ok(match word.shadow.term {
            Some(term) => Word::known(self.concretize(term, Reason::External)?.low_u64()),
            None => word,
        })
    }

    /// Gives the bytes of an object that are terms their witness values.
    fn concretize_span(&mut self, span: Span, len: u64) -> Result<(), Stop> {
        if !self.span_is_symbolic(span, len) {
            return Ok(());
        }
        self.detach_from_array(span, len);
        let base = self.state.memory.base(span.object());
        for at in 0..len {
            if let ByteKind::Symbolic(term) = self.state.memory.byte(span, at) {
                let byte = self.concretize(term, Reason::External)?;
                self.state.memory.store::<1>(base + span.offset() + at, byte.low_u64());
            }
        }
        Ok(())
    }

    /// Types of the fixed arguments, and their number when the call is variadic.
    fn argument_types(&self, func: Func, call: &CallSite) -> (Vec<Type>, Option<usize>) {
        let body = self.body();
        let InstKind::Call { callee, args, variadic } = &body.insts[call.inst].kind else {
            return (Vec::new(), None);
        };
        debug_assert!(matches!(callee, Callee::Indirect(_)) || *callee == Callee::Direct(func));
        let mut types: Vec<Type> = args.iter().map(|&a| body.ty(a)).collect();
        if variadic.is_none() {
            return (types, None);
        }
        // The last one is the block of extra arguments.
        types.pop();
        let fixed = types.len();
        (types, Some(fixed))
    }

    fn variadic_arguments(
        &mut self,
        name: &str,
        call: &CallSite,
        block: u64,
        buffers: &mut Vec<Buffer>,
        passed: &mut Vec<Passed>,
    ) -> Result<Vec<NativeArg>, Stop> {
        let body = self.body();
        let InstKind::Call { variadic: Some(extra), .. } = &body.insts[call.inst].kind else {
            return Ok(Vec::new());
        };
        let mut natives = Vec::new();
        for argument in extra {
            let len = argument.ty.bytes();
            let span = self.checked(block + argument.offset, len, Access::Read)?;
            self.concretize_span(span, len)?;
            let mut bytes = self.state.memory.bytes(span).to_vec();
            bytes.resize((words(argument.ty) * 8) as usize, 0);
            let given: Vec<Word> = bytes
                .chunks(8)
                .map(|c| Word::known(u64::from_le_bytes(c.try_into().expect("eight bytes"))))
                .collect();
            natives.push(self.native_argument(name, argument.ty, &given, buffers, passed)?);
        }
        Ok(natives)
    }

    fn result_type(&self, name: &str, call: &CallSite) -> Result<NativeType, Stop> {
        let body = self.body();
        let mut results = body.insts[call.inst].results.iter();
        let first = match (results.next(), results.next()) {
            (None, _) => return Ok(NativeType::Void),
            (Some(first), None) => native_type(body.ty(first)),
            _ => None,
        };
        first.ok_or_else(|| {
            self.unsupported(format!("the result type of the native function `{name}`"), None)
        })
    }

    fn native_argument(
        &mut self,
        name: &str,
        ty: Type,
        given: &[Word],
        buffers: &mut Vec<Buffer>,
        passed: &mut Vec<Passed>,
    ) -> Result<NativeArg, Stop> {
        let first = given.first().copied().unwrap_or_default();
        if given.iter().any(|word| word.shadow.undef != 0) {
            return Err(self.undefined(&format!("an argument of the native function `{name}`")));
        }
        match native_type(ty) {
            Some(NativeType::LongDouble) => {
                let mut bytes = [0; 16];
                for (chunk, word) in bytes.chunks_mut(8).zip(given) {
                    chunk.copy_from_slice(&word.bits.to_le_bytes());
                }
                Ok(NativeArg::LongDouble(bytes))
            }
            Some(NativeType::Pointer) if first.bits != 0 => {
                self.pass_object(name, first.bits, buffers, passed)
            }
            Some(ty) => Ok(NativeArg::Word(ty, first.bits)),
            None => {
                Err(self
                    .unsupported(format!("passing an {ty} to the native function `{name}`"), None))
            }
        }
    }

    /// Copies the object that an argument points into.
    fn pass_object(
        &mut self,
        name: &str,
        address: u64,
        buffers: &mut Vec<Buffer>,
        passed: &mut Vec<Passed>,
    ) -> Result<NativeArg, Stop> {
        let refuse = |machine: &Self, why: &str| {
            let what = format!("passing {why} to the native function `{name}`");
            let hint = Some(format!("give `{name}` a body by naming its source as an input"));
            Err(machine.unsupported(what, hint))
        };
        let memory = &self.state.memory;
        if memory.code_at(address).is_some() {
            return refuse(self, "a function pointer");
        }
        let Some((object, offset, info)) = memory.find(address) else {
            return refuse(self, "an address where no object is");
        };
        if info.state != ObjectState::Live || offset < 0 || offset as u64 > info.size {
            let fault = memory.check(address, 1, Access::Read);
            return match fault {
                Err(fault) => Err(self.memory_finding(&fault)),
                Ok(_) => refuse(self, "a dead object"),
            };
        }
        if let Some(index) = passed.iter().position(|p| p.object == object) {
            return Ok(NativeArg::Buffer(index, offset as u64));
        }
        if info.size > PASSED_LIMIT {
            return refuse(self, "a very large object");
        }
        let span = memory.check(memory.base(object), info.size, Access::Read);
        let span = span.map_err(|fault| self.memory_finding(&fault))?;
        self.present(object, 0, info.size)?;
        self.concretize_span(span, info.size)?;
        let mut before = self.state.memory.bytes(span).to_vec();
        if self.holds_pointers(&before) {
            return refuse(self, "memory that holds pointers");
        }
        if !self.state.memory.is_defined(span) {
            // What the function writes over shows even where it writes zeros.
            for (at, byte) in before.iter_mut().enumerate() {
                if undefined_bits(self.state.memory.byte(span, at as u64)) != 0 {
                    *byte = 0xa5 ^ at as u8;
                }
            }
        }
        buffers.push(Buffer::new(&before));
        passed.push(Passed { object, before });
        Ok(NativeArg::Buffer(buffers.len() - 1, offset as u64))
    }

    /// Whether some aligned word of `bytes` is the address of a live object or function.
    fn holds_pointers(&self, bytes: &[u8]) -> bool {
        bytes.chunks_exact(8).any(|chunk| {
            let word = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
            word >> 32 != 0
                && self.state.memory.find(word).is_some_and(|(_, offset, info)| {
                    info.state == ObjectState::Live && (0..=info.size as i64).contains(&offset)
                })
        })
    }

    /// Writes back what changed. A byte may have been overwritten by what it was, so everything
    /// from the first changed word to the last counts as written.
    fn copy_back(&mut self, passed: &Passed, after: &[u8]) -> Result<(), Stop> {
        let changed = |at: &usize| after[*at] != passed.before[*at];
        let (Some(first), Some(last)) =
            ((0..after.len()).find(changed), (0..after.len()).rev().find(changed))
        else {
            return Ok(());
        };
        let start = first & !7;
        let end = (last | 7).min(after.len() - 1) + 1;
        let address = self.state.memory.base(passed.object) + start as u64;
        let span = self.checked(address, (end - start) as u64, Access::Write)?;
        self.state.memory.write(span, &after[start..end]);
        Ok(())
    }

    fn native_result(
        &self,
        name: &str,
        result: NativeResult,
        passed: &[Passed],
    ) -> Result<Vec<Word>, Stop> {
        Ok(match result {
            NativeResult::Void => Vec::new(),
            NativeResult::Word(word) => vec![Word::known(word)],
            NativeResult::Buffer(index, offset) => {
                vec![Word::known(self.state.memory.base(passed[index].object) + offset)]
            }
            NativeResult::LongDouble(bytes) => {
                let high = u64::from_le_bytes(bytes[8..].try_into().expect("eight bytes"));
                let low = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
                vec![Word::known(low), Word::known(high & 0xffff)]
            }
            NativeResult::Foreign(_) => {
                let what = format!("`{name}` returned a pointer to memory outside the program");
                let hint = format!("give `{name}` a body by naming its source as an input");
                return Err(self.unsupported(what, Some(hint)));
            }
        })
    }

    /// The program's `errno`, when the runtime that holds it is linked.
    fn errno_address(&self) -> Option<u64> {
        let global = self.image.program.global("__pathweave_errno")?;
        Some(self.image.layout.global(global))
    }

    /// Its value; one of several is a decision.
    pub(crate) fn program_errno(&mut self) -> Result<i32, Stop> {
        let Some(at) = self.errno_address() else { return Ok(0) };
        if let Some(word) = self.state.memory.load::<4>(at) {
            return Ok(word as i32);
        }
        let span = self.checked(at, 4, Access::Read)?;
        if !self.span_is_symbolic(span, 4) {
            return Ok(0);
        }
        let term = self.read_term(span, Type::Int(32));
        Ok(self.pin(term)? as i32)
    }

    fn set_program_errno(&mut self, error: i32) {
        if let Some(at) = self.errno_address() {
            self.state.memory.store::<4>(at, u64::from(error as u32));
        }
    }
}

/// How a type is passed natively.
fn native_type(ty: Type) -> Option<NativeType> {
    Some(match ty {
        Type::Ptr => NativeType::Pointer,
        Type::Int(width) if width <= 8 => NativeType::Int(8),
        Type::Int(16) => NativeType::Int(16),
        Type::Int(32) => NativeType::Int(32),
        Type::Int(64) => NativeType::Int(64),
        Type::Float(FloatKind::Single) => NativeType::Float,
        Type::Float(FloatKind::Double) => NativeType::Double,
        Type::Float(FloatKind::X87) => NativeType::LongDouble,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::is_pure;

    #[test]
    fn only_mathematics_is_pure() {
        for name in ["sin", "sqrtf", "powl", "modf", "modff", "fmal", "erf"] {
            assert!(is_pure(name), "{name}");
        }
        for name in ["getpid", "rand", "getenv", "lgamma", "sysconf", "f", ""] {
            assert!(!is_pure(name), "{name}");
        }
    }
}
