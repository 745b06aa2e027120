//! A test as a C file that compiles and runs on its own beside the program, values spelled out.
//!
//! The values come first, for people; what hands them out comes last and is the same in every
//! file. Everything a program could define itself is weak. Constants are written so that the
//! compiler reads back exactly the same bits; where C has no way to spell them, as bytes.

mod call;

use crate::testcase::{Ends, Input, InputKind, InputSource, TestCase};
use crate::text::shell;
use std::fmt::Write;

/// The program a test belongs to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CProgram {
    /// The name of the file being written, for the command in its head.
    pub file_name: String,
    /// The program's sources as they are to be named from there.
    pub sources: Vec<String>,
    /// Which of them defines the entry: it is included, so that its types and static functions
    /// are at hand. Not needed for `main` and fuzz targets.
    pub entry_source: Option<String>,
    /// The user's flags for the compiler.
    pub cflags: Vec<String>,
    /// Whether the program calls intrinsics that it does not define (`klee_*`,
    /// `__VERIFIER_*`, `pathweave_*`). For `main` and fuzz targets they are always defined.
    pub uses_intrinsics: bool,
}

/// What is called with the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Callee {
    /// The program's `main`.
    Main,
    /// A fuzz target.
    Fuzzer,
    /// Any other function.
    Function,
}

impl Callee {
    fn of(test: &TestCase) -> Self {
        match test.entry.as_str() {
            "main" => Self::Main,
            "LLVMFuzzerTestOneInput" => Self::Fuzzer,
            _ => Self::Function,
        }
    }
}

/// The text of the file.
pub fn to_c(test: &TestCase, program: &CProgram) -> String {
    let mut out = head(test, program);
    let callee = Callee::of(test);
    if callee == Callee::Function {
        put_entry_declaration(&mut out, test, program);
    }
    out.push_str("#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n");
    out.push_str("#include <string.h>\n#include <unistd.h>\n\n");
    let asked = put_asked_values(&mut out, test);
    match callee {
        Callee::Function => call::put(&mut out, test),
        Callee::Fuzzer => put_fuzzer_call(&mut out, test),
        Callee::Main if needs_wrapper(test) => put_main_wrapper(&mut out, test),
        Callee::Main => {}
    }
    let is_asked = asked.iter().any(|(_, name)| name != CALLBACK);
    let intrinsics = callee != Callee::Function || program.uses_intrinsics || is_asked;
    let functions = test.inputs.iter().any(Input::is_function);
    if intrinsics || functions {
        put_table(&mut out, &asked);
        out.push_str(GIVE);
    }
    if functions {
        out.push_str(FUNCTION);
    }
    if intrinsics {
        out.push_str(INTRINSICS);
    }
    out
}

/// Whether the program's `main` is called through one of ours.
fn needs_wrapper(test: &TestCase) -> bool {
    test.entry == "main" && (test.stdin().is_some() || !test.arguments().is_empty())
}

fn head(test: &TestCase, program: &CProgram) -> String {
    let direct = Callee::of(test) == Callee::Function;
    let ends = match (test.ends, &test.returned) {
        (Ends::Exited(_), Some(number)) if direct => format!("returns {number}"),
        (Ends::Exited(code), None) if direct => format!("returns {code}, or exits with it"),
        (ends, _) => ends.to_string(),
    };
    let mut out = format!("/* {}: {ends}", comment(&test.entry));
    if test.place.line > 0 {
        let _ = write!(out, " at {}", comment(&test.place.to_string()));
    }
    if !test.message.is_empty() {
        let _ = write!(out, "\n * {}", comment(&test.message));
    }
    let included = |source: &&String| program.entry_source.as_ref() == Some(*source);
    let others = program.sources.iter().filter(|source| !(direct && included(source)));
    let mut words = vec!["clang -g -fsanitize=address,undefined".to_owned()];
    words.extend(program.cflags.iter().map(|flag| shell(flag)));
    if needs_wrapper(test) || direct {
        words.push("-Wl,--wrap=main".to_owned());
    }
    words.push(shell(&program.file_name));
    words.extend(others.map(|source| shell(source)));
    let _ = write!(out, "\n *\n *     {} -o test && ./test\n", comment(&words.join(" ")));
    if !test.inputs.is_empty() {
        out.push_str(" *\n");
    }
    for input in &test.inputs {
        let _ = writeln!(out, " * {} = {}", comment(&input.name), comment(&input.shown()));
    }
    out.push_str(" */\n\n");
    out
}

/// Text that does not end a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *").replace(['\n', '\r'], " ")
}

fn put_entry_declaration(out: &mut String, test: &TestCase, program: &CProgram) {
    if let Some(source) = &program.entry_source {
        let _ = writeln!(out, "#include \"{}\"\n", source.replace('\n', " "));
        return;
    }
    let Some(prototype) = &test.prototype else { return };
    let types: Vec<&str> = prototype.parameters.iter().map(|p| p.c_type.as_str()).collect();
    let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    let _ = writeln!(out, "{} {}({types});\n", prototype.returns, test.entry);
}

/// Defines a constant for each input that the program asks for; returns their positions.
fn put_asked_values(out: &mut String, test: &TestCase) -> Vec<(usize, String)> {
    let mut asked = Vec::new();
    for (position, input) in test.inputs.iter().enumerate() {
        let name = match &input.source {
            InputSource::MakeSymbolic if input.name.is_empty() => "unnamed".to_owned(),
            InputSource::MakeSymbolic => input.name.clone(),
            InputSource::Nondet(suffix) if suffix == CALLBACK => CALLBACK.to_owned(),
            InputSource::Nondet(suffix) => format!("__VERIFIER_nondet_{suffix}"),
            _ => continue,
        };
        let note = comment(&name);
        match scalar(input) {
            Some((c_type, value)) => {
                let _ =
                    writeln!(out, "static const {c_type} input_{position} = {value}; /* {note} */");
            }
            None => {
                let size = input.bytes.len().max(1);
                let value = array_initializer(&input.bytes);
                let _ = writeln!(
                    out,
                    "static const unsigned char input_{position}[{size}] = {value}; /* {note} */"
                );
            }
        }
        asked.push((position, name));
    }
    if !asked.is_empty() {
        out.push('\n');
    }
    asked
}

/// Type and value of an input that C can spell as a number.
fn scalar(input: &Input) -> Option<(&'static str, String)> {
    if !input.links.is_empty() {
        return None;
    }
    let c_type = match (input.kind, input.bytes.len()) {
        (InputKind::Signed | InputKind::Char, 1) => "int8_t",
        (InputKind::Signed, 2) => "int16_t",
        (InputKind::Signed, 4) => "int32_t",
        (InputKind::Signed, 8) => "int64_t",
        (InputKind::Unsigned | InputKind::Bool, 1) => "uint8_t",
        (InputKind::Unsigned, 2) => "uint16_t",
        (InputKind::Unsigned, 4) => "uint32_t",
        (InputKind::Unsigned | InputKind::Pointer, 8) => "uint64_t",
        (InputKind::Float, 4) => "float",
        (InputKind::Double, 8) => "double",
        _ => return None,
    };
    Some((c_type, literal(input)?))
}

/// The value as a C expression, when there is one with the very same bits.
fn literal(input: &Input) -> Option<String> {
    let bits = input.unsigned()?;
    match input.kind {
        InputKind::Signed | InputKind::Char => {
            let value = i64::try_from(input.signed()?).ok()?;
            Some(match value {
                i64::MIN => "(-9223372036854775807LL - 1)".to_owned(),
                v if i32::try_from(v).is_ok_and(|v| v != i32::MIN) => v.to_string(),
                v => format!("{v}LL"),
            })
        }
        InputKind::Unsigned | InputKind::Bool | InputKind::Pointer => {
            let value = u64::try_from(bits).ok()?;
            Some(match i32::try_from(value) {
                Ok(small) => small.to_string(),
                Err(_) => format!("{value}ULL"),
            })
        }
        InputKind::Float => {
            let value = f32::from_bits(u32::try_from(bits).ok()?);
            value.is_finite().then(|| format!("{value:?}f"))
        }
        InputKind::Double => {
            let value = f64::from_bits(u64::try_from(bits).ok()?);
            value.is_finite().then(|| format!("{value:?}"))
        }
        InputKind::Bytes => None,
    }
}

/// A string literal where the bytes are mostly text, else `None`.
fn string_literal(bytes: &[u8]) -> Option<String> {
    let used = bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
    let printable = bytes[..used].iter().filter(|b| (0x20..0x7f).contains(*b)).count();
    if used == 0 || printable * 2 < used {
        return None;
    }
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' | b'?' => {
                text.push('\\');
                text.push(char::from(byte));
            }
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b'\r' => text.push_str("\\r"),
            0x20..0x7f => text.push(char::from(byte)),
            // Three octal digits never run into what follows.
            _ => {
                let _ = write!(text, "\\{byte:03o}");
            }
        }
    }
    text.push('"');
    Some(text)
}

fn array_initializer(bytes: &[u8]) -> String {
    string_literal(bytes).unwrap_or_else(|| braces(bytes))
}

fn braces(bytes: &[u8]) -> String {
    if bytes.iter().all(|&b| b == 0) {
        return "{0}".to_owned();
    }
    let mut text = String::from("{");
    for (position, byte) in bytes.iter().enumerate() {
        let gap = match position {
            0 => "",
            p if p % 16 == 0 => ",\n    ",
            _ => ", ",
        };
        let _ = write!(text, "{gap}0x{byte:02x}");
    }
    text.push('}');
    text
}

/// An expression that points to the bytes.
fn bytes_expression(bytes: &[u8]) -> String {
    string_literal(bytes).unwrap_or_else(|| {
        format!("(const unsigned char[{}]){}", bytes.len().max(1), braces(bytes))
    })
}

fn put_fuzzer_call(out: &mut String, test: &TestCase) {
    let data = crate::corpus::to_bytes(test);
    let (size, bytes) = (data.len(), bytes_expression(&data));
    let _ = write!(
        out,
        "int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);\n\
         __attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);\n\n\
         int main(int argc, char **argv) {{\n  \
         if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);\n  \
         static uint8_t *volatile data; {REACHABLE}\n  \
         data = malloc({size});\n  memcpy(data, {bytes}, {size});\n  \
         LLVMFuzzerTestOneInput(data, {size});\n  return 0;\n}}\n\n"
    );
}

/// A `main` that hands arguments and standard input to the program's own.
fn put_main_wrapper(out: &mut String, test: &TestCase) {
    out.push_str("int __real_main(int argc, char **argv, char **envp);\n\n");
    out.push_str("int __wrap_main(int argc, char **argv, char **envp) {\n");
    let arguments = test.arguments();
    let mut list = vec!["argv[0]".to_owned()];
    for (index, argument) in arguments.iter().enumerate() {
        let mut text = argument.clone();
        text.push(0);
        let size = text.len();
        let _ = writeln!(out, "  static char *volatile argument_{index}; {REACHABLE}");
        let _ = writeln!(out, "  argument_{index} = malloc({size});");
        let _ = writeln!(out, "  memcpy(argument_{index}, {}, {size});", bytes_expression(&text));
        list.push(format!("argument_{index}"));
    }
    let _ = writeln!(out, "  char *arguments[] = {{{}, NULL}};", list.join(", "));
    if let Some(stdin) = test.stdin() {
        let (size, bytes) = (stdin.len(), bytes_expression(&stdin));
        let _ = writeln!(out, "  FILE *input = tmpfile();");
        let _ = writeln!(out, "  fwrite({bytes}, 1, {size}, input);");
        out.push_str("  fflush(input);\n  lseek(fileno(input), 0, SEEK_SET);\n");
        out.push_str("  dup2(fileno(input), 0);\n");
    }
    let _ = writeln!(out, "  (void)argc;\n  return __real_main({}, arguments, envp);", list.len());
    out.push_str("}\n\n");
}

fn put_table(out: &mut String, asked: &[(usize, String)]) {
    out.push_str("/* What follows hands out the values; it is the same in every test. */\n\n");
    out.push_str(
        "static const struct {\n  const char *name;\n  const void *value;\n  size_t size;\n",
    );
    out.push_str("} test_inputs[] = {\n");
    for (position, name) in asked {
        let name = string_literal(name.as_bytes()).unwrap_or_else(|| "\"unnamed\"".to_owned());
        let _ = writeln!(out, "  {{{name}, &input_{position}, sizeof input_{position}}},");
    }
    out.push_str("  {NULL, NULL, 0}\n};\n");
}

/// What a call of a function of the input is called in a test.
const CALLBACK: &str = "callback";

/// Why what is made for the program is held by such variables: nobody knows what it frees.
const REACHABLE: &str = "/* static: no leak */";

/// Hands out the values of the table in order.
const GIVE: &str = include_str!("cfile/give.c");

/// What pointers to functions in the input point to.
const FUNCTION: &str = include_str!("cfile/function.c");

/// Definitions of everything a program can ask for.
const INTRINSICS: &str = include_str!("cfile/intrinsics.c");

#[cfg(test)]
mod tests;
