//! Calls into the host's C library: the one module that runs foreign code.
//!
//! Arguments are plain values and buffers that we own; nothing native ever sees the program's
//! memory itself. Safety rests on the caller's signature being the function's real one, which the
//! program's own declaration is trusted for, as a native build trusts it.
#![allow(unsafe_code)]

use libffi::middle::{Cif, CodePtr, Ret, Type as FfiType, arg};
use std::ffi::{CStr, CString, c_void};
use std::os::raw::c_int;
use std::path::Path;

/// The bytes of a `long double`.
pub(crate) type LongDouble = [u8; 16];

/// `long double` as libffi sees its storage.
#[repr(C, align(16))]
#[derive(Clone, Copy, Default)]
struct LongDoubleSlot(LongDouble);

/// The type of an argument or result of a native function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NativeType {
    Void,
    /// An integer of 8, 16, 32 or 64 bits.
    Int(u32),
    Pointer,
    Float,
    Double,
    LongDouble,
}

/// An argument.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NativeArg {
    /// An integer, or the null pointer.
    Word(NativeType, u64),
    /// A position in one of the buffers.
    Buffer(usize, u64),
    LongDouble(LongDouble),
}

/// A result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NativeResult {
    Void,
    Word(u64),
    /// A position in one of the buffers (one past the end included).
    Buffer(usize, u64),
    /// Some other address.
    Foreign(u64),
    LongDouble(LongDouble),
}

/// A buffer with the alignment that `malloc` would give it.
pub(crate) struct Buffer {
    storage: Vec<u128>,
    len: usize,
}

impl Buffer {
    pub fn new(bytes: &[u8]) -> Self {
        let mut storage = vec![0_u128; bytes.len().div_ceil(16).max(1)];
        for (word, chunk) in storage.iter_mut().zip(bytes.chunks(16)) {
            let mut raw = [0; 16];
            raw[..chunk.len()].copy_from_slice(chunk);
            *word = u128::from_ne_bytes(raw);
        }
        Self { storage, len: bytes.len() }
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.storage.iter().flat_map(|w| w.to_ne_bytes()).collect();
        bytes.truncate(self.len);
        bytes
    }

    fn address(&mut self) -> usize {
        self.storage.as_mut_ptr() as usize
    }
}

/// A shared library that the user named.
#[derive(Debug)]
pub(crate) struct Library {
    handle: usize,
}

impl Library {
    /// Loads a library, for good.
    pub fn open(path: &Path) -> Result<Self, String> {
        // Without a slash it would be looked for elsewhere.
        let path = std::path::absolute(path).map_err(|error| error.to_string())?;
        let name = CString::new(path.into_os_string().into_encoded_bytes())
            .map_err(|_| "its name has a zero byte".to_owned())?;
        // SAFETY: `name` is a NUL-terminated string. That the library's constructors may run in
        // this process is what the user asked for.
        let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if handle.is_null() {
            return Err(last_error());
        }
        Ok(Self { handle: handle as usize })
    }

    /// The address of one of its functions.
    pub fn find(&self, name: &str) -> Option<usize> {
        let name = CString::new(name).ok()?;
        // SAFETY: the handle was opened above and is never closed; `name` is NUL-terminated.
        let found = unsafe { libc::dlsym(self.handle as *mut c_void, name.as_ptr()) };
        (!found.is_null()).then_some(found as usize)
    }
}

/// What the loader has to say about its last failure.
fn last_error() -> String {
    // SAFETY: called right after a failure on this thread; the text is copied at once.
    let text = unsafe { libc::dlerror() };
    if text.is_null() {
        return "it cannot be loaded".to_owned();
    }
    // SAFETY: `dlerror` answers with a NUL-terminated string, which stays until the next call.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// The address of a native function.
pub(crate) fn find(name: &str) -> Option<usize> {
    let name = CString::new(name).ok()?;
    // SAFETY: `name` is a NUL-terminated string; looking up symbols has no other requirement.
    let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    if !found.is_null() {
        return Some(found as usize);
    }
    // SAFETY: the library's name is a NUL-terminated literal; libm has no harmful constructors.
    let math = unsafe { libc::dlopen(c"libm.so.6".as_ptr(), libc::RTLD_LAZY) };
    if math.is_null() {
        return None;
    }
    // SAFETY: `math` is a handle that was just opened and is never closed.
    let found = unsafe { libc::dlsym(math, name.as_ptr()) };
    (!found.is_null()).then_some(found as usize)
}

fn ffi_type(ty: NativeType) -> FfiType {
    match ty {
        NativeType::Void => FfiType::void(),
        NativeType::Int(8) => FfiType::u8(),
        NativeType::Int(16) => FfiType::u16(),
        NativeType::Int(32) => FfiType::u32(),
        NativeType::Int(_) => FfiType::u64(),
        NativeType::Pointer => FfiType::pointer(),
        NativeType::Float => FfiType::f32(),
        NativeType::Double => FfiType::f64(),
        NativeType::LongDouble => FfiType::longdouble(),
    }
}

fn type_of(argument: &NativeArg) -> NativeType {
    match argument {
        NativeArg::Word(ty, _) => *ty,
        NativeArg::Buffer(..) => NativeType::Pointer,
        NativeArg::LongDouble(_) => NativeType::LongDouble,
    }
}

/// Calls the function at `address`; the first `fixed` arguments are named ones when it is
/// variadic. `error` is the program's `errno` before and after.
pub(crate) fn call(
    address: usize,
    result: NativeType,
    args: &[NativeArg],
    fixed: Option<usize>,
    buffers: &mut [Buffer],
    error: &mut c_int,
) -> NativeResult {
    let types: Vec<FfiType> = args.iter().map(|a| ffi_type(type_of(a))).collect();
    let cif = match fixed {
        Some(fixed) => Cif::new_variadic(types, fixed, ffi_type(result)),
        None => Cif::new(types, ffi_type(result)),
    };
    let bases: Vec<usize> = buffers.iter_mut().map(Buffer::address).collect();
    // Every argument as 16 aligned bytes; libffi reads as many as the type has.
    let slots: Vec<LongDoubleSlot> = args
        .iter()
        .map(|argument| match argument {
            NativeArg::LongDouble(bytes) => LongDoubleSlot(*bytes),
            NativeArg::Word(_, word) => word_slot(*word),
            NativeArg::Buffer(index, offset) => word_slot(bases[*index] as u64 + offset),
        })
        .collect();
    let pointers: Vec<_> = slots.iter().map(arg).collect();
    let mut out = LongDoubleSlot::default();
    let code = CodePtr::from_ptr(address as *const c_void);
    // SAFETY: `__errno_location` points at this thread's `errno`; the call itself has the
    // signature that the program declared, its arguments and buffers outlive it, and `out` is as
    // large and aligned as the largest result.
    unsafe {
        *libc::__errno_location() = *error;
        cif.call_return_into(code, &pointers, Ret::new(&mut out));
        *error = *libc::__errno_location();
    }
    let word = u64::from_ne_bytes(out.0[..8].try_into().expect("eight bytes"));
    match result {
        NativeType::Void => NativeResult::Void,
        NativeType::LongDouble => NativeResult::LongDouble(out.0),
        NativeType::Int(width) if width < 64 => NativeResult::Word(word & ((1 << width) - 1)),
        NativeType::Float => NativeResult::Word(word & 0xffff_ffff),
        NativeType::Pointer if word != 0 => {
            let inside = bases.iter().zip(buffers.iter()).position(|(&base, buffer)| {
                (base as u64..=base as u64 + buffer.len as u64).contains(&word)
            });
            match inside {
                Some(index) => NativeResult::Buffer(index, word - bases[index] as u64),
                None => NativeResult::Foreign(word),
            }
        }
        _ => NativeResult::Word(word),
    }
}

fn word_slot(word: u64) -> LongDoubleSlot {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&word.to_ne_bytes());
    LongDoubleSlot(bytes)
}

/// Whether a conversion specification has one conversion of a floating-point number, so that
/// `snprintf` reads exactly one argument.
fn is_float_spec(spec: &[u8], long: bool) -> bool {
    let Some((b'%', rest)) = spec.split_first() else { return false };
    let Some((last, middle)) = rest.split_last() else { return false };
    let flags = |b: &u8| b"-+ #0'.123456789".contains(b) || (long && *b == b'L');
    b"aAeEfFgG".contains(last) && middle.iter().all(flags) && long == middle.contains(&b'L')
}

/// The text of a number under one conversion specification of `printf`.
pub(crate) fn format_double(spec: &[u8], value: f64) -> Vec<u8> {
    format_with(spec, false, &[NativeArg::Word(NativeType::Double, value.to_bits())])
}

/// As [`format_double`], for `long double`.
pub(crate) fn format_long_double(spec: &[u8], value: &[u8]) -> Vec<u8> {
    let mut bytes = [0; 16];
    let len = value.len().min(16);
    bytes[..len].copy_from_slice(&value[..len]);
    format_with(spec, true, &[NativeArg::LongDouble(bytes)])
}

fn format_with(spec: &[u8], long: bool, value: &[NativeArg]) -> Vec<u8> {
    let Some(address) = find("snprintf").filter(|_| is_float_spec(spec, long)) else {
        return Vec::new();
    };
    let mut capacity = 512;
    loop {
        let mut text = spec.to_vec();
        text.push(0);
        let mut buffers = [Buffer::new(&vec![0; capacity]), Buffer::new(&text)];
        let mut args = vec![
            NativeArg::Buffer(0, 0),
            NativeArg::Word(NativeType::Int(64), capacity as u64),
            NativeArg::Buffer(1, 0),
        ];
        args.extend_from_slice(value);
        let result = call(address, NativeType::Int(32), &args, Some(3), &mut buffers, &mut 0);
        let NativeResult::Word(len) = result else { return Vec::new() };
        let len = len as usize;
        if len < capacity {
            let mut bytes = buffers[0].bytes();
            bytes.truncate(len);
            return bytes;
        }
        // A length above any real one is a failure of snprintf.
        if len > 1 << 24 {
            return Vec::new();
        }
        capacity = len + 1;
    }
}

/// Text that ends where a number cannot go on, NUL-terminated.
fn number_text(text: &[u8]) -> CString {
    let end = text.iter().position(|&b| b == 0).unwrap_or(text.len());
    CString::new(&text[..end]).expect("cut at the first NUL")
}

/// A number at the start of a text, and how many bytes it takes.
pub(crate) fn parse_double(text: &[u8]) -> (f64, usize) {
    let text = number_text(text);
    parse(&text, |start, end| {
        // SAFETY: `start` is NUL-terminated and `end` is valid for writing.
        unsafe { libc::strtod(start, end) }
    })
}

/// As [`parse_double`], rounded once to `float`.
pub(crate) fn parse_float(text: &[u8]) -> (f32, usize) {
    let text = number_text(text);
    parse(&text, |start, end| {
        // SAFETY: `start` is NUL-terminated and `end` is valid for writing.
        unsafe { libc::strtof(start, end) }
    })
}

fn parse<T>(
    text: &CStr,
    convert: impl FnOnce(*const libc::c_char, *mut *mut libc::c_char) -> T,
) -> (T, usize) {
    let start = text.as_ptr();
    let mut end = std::ptr::null_mut();
    let value = convert(start, &mut end);
    (value, (end as usize).saturating_sub(start as usize))
}

/// As [`parse_double`], for `long double`.
pub(crate) fn parse_long_double(text: &[u8]) -> (LongDouble, usize) {
    let text = number_text(text);
    let Some(address) = find("strtold") else { return ([0; 16], 0) };
    let mut buffers = [Buffer::new(text.as_bytes_with_nul()), Buffer::new(&[0; 8])];
    let args = [NativeArg::Buffer(0, 0), NativeArg::Buffer(1, 0)];
    let result = call(address, NativeType::LongDouble, &args, None, &mut buffers, &mut 0);
    let end = u64::from_ne_bytes(buffers[1].bytes().try_into().expect("eight bytes"));
    let used = end.saturating_sub(buffers[0].address() as u64) as usize;
    match result {
        NativeResult::LongDouble(bytes) => (bytes, used),
        _ => ([0; 16], 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_through_the_host() {
        assert_eq!(format_double(b"%8.3f", 1.5), b"   1.500");
        assert_eq!(format_double(b"%g", 1e300), b"1e+300");
        assert_eq!(format_double(b"%.1000f", 0.1).len(), 1002);
        assert_eq!(format_double(b"%s", 0.1), b"");
        assert_eq!(format_double(b"%f%n", 0.1), b"");
        let (value, used) = parse_double(b"  2.5e3xyz");
        assert_eq!((value, used), (2500.0, 7));
        let (value, used) = parse_float(b"0.1");
        assert_eq!((value, used), (0.1_f32, 3));
        let (bytes, used) = parse_long_double(b"1.25 ");
        assert_eq!(used, 4);
        assert_eq!(format_long_double(b"%.3Lf", &bytes), b"1.250");
    }

    #[test]
    fn native_functions_are_called_with_their_types() {
        let mut error = 0;
        let sqrt = find("sqrt").expect("libm has sqrt");
        let args = [NativeArg::Word(NativeType::Double, 2.0_f64.to_bits())];
        let result = call(sqrt, NativeType::Double, &args, None, &mut [], &mut error);
        assert_eq!(result, NativeResult::Word(2.0_f64.sqrt().to_bits()));
        let frexp = find("frexp").expect("libm has frexp");
        let mut buffers = [Buffer::new(&[0; 4])];
        let args =
            [NativeArg::Word(NativeType::Double, 48.0_f64.to_bits()), NativeArg::Buffer(0, 0)];
        let result = call(frexp, NativeType::Double, &args, None, &mut buffers, &mut error);
        assert_eq!(result, NativeResult::Word(0.75_f64.to_bits()));
        assert_eq!(buffers[0].bytes(), 6_i32.to_ne_bytes());
        let strchr = find("strchr").expect("libc has strchr");
        let mut buffers = [Buffer::new(b"hello\0")];
        let args = [NativeArg::Buffer(0, 1), NativeArg::Word(NativeType::Int(32), 108)];
        let result = call(strchr, NativeType::Pointer, &args, None, &mut buffers, &mut error);
        assert_eq!(result, NativeResult::Buffer(0, 2));
    }
}
