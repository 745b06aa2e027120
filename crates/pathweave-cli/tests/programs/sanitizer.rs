//! The sanitizers' opinion on a marked program: same line, same class.
//!
//! AddressSanitizer and UBSan judge every class but `uninitialized-read`,
//! which is MemorySanitizer's. Where they have no word for it (a trap), only
//! that the program dies is asked.

use crate::case::Case;
use crate::native::{self, Native};
use crate::toolchain::{Clang, symbolizer};

/// Whether the sanitizers report the marked line of `case`.
pub fn agrees(case: &Case, clang: &Clang) -> Result<(), String> {
    let Some((class, mark)) = case.bug() else { return Ok(()) };
    let native = run(case, clang, class)?;
    if native.code == 0 {
        return Err("the native program ends without a complaint".to_owned());
    }
    let Some(line) = first_line_of(&native.stderr, &mark.file) else {
        // Only __builtin_trap kills without a word.
        let silent = native.stderr.trim().is_empty() && class == "reached-abort";
        return if silent { Ok(()) } else { Err(format!("no line found in\n{}", native.stderr)) };
    };
    if line != mark.line {
        return Err(format!(
            "the sanitizer says line {line}, the mark {}\n{}",
            mark.line, native.stderr
        ));
    }
    match classes_of(&native.stderr) {
        Some(classes) if !classes.contains(&class) => {
            Err(format!("the sanitizer says {classes:?}, the mark {class}\n{}", native.stderr))
        }
        _ => Ok(()),
    }
}

fn run(case: &Case, clang: &Clang, class: &str) -> Result<Native, String> {
    let kind: &[&str] = if class == "uninitialized-read" {
        &["-fsanitize=memory", "-fno-sanitize-memory-param-retval"]
    } else {
        &["-fsanitize=address,undefined"]
    };
    let mut flags = vec!["-O0", "-g", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];
    flags.extend(kind);
    let symbolizer = symbolizer(clang).map(|path| path.display().to_string()).unwrap_or_default();
    let options = "detect_leaks=0:detect_stack_use_after_return=1:handle_abort=1";
    let environment = [
        ("ASAN_OPTIONS", options.to_owned()),
        ("UBSAN_OPTIONS", "print_stacktrace=1".to_owned()),
        ("ASAN_SYMBOLIZER_PATH", symbolizer.clone()),
        ("MSAN_SYMBOLIZER_PATH", symbolizer),
    ];
    native::run(case, clang, &flags, &environment)
}

/// The first `file:line` in the report: the innermost frame of the program.
fn first_line_of(report: &str, file: &str) -> Option<u32> {
    let (_, rest) = report.split_once(&format!("{file}:"))?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Which of our classes a report can mean; `None` where it does not say.
fn classes_of(report: &str) -> Option<Vec<&'static str>> {
    let says = |text: &str| report.contains(text);
    let table: [(bool, &[&str]); 11] = [
        (says("use-after-"), &["use-after-free"]),
        (says("attempting double-free"), &["double-free", "invalid-free"]),
        (says("attempting free on"), &["invalid-free"]),
        (says("-buffer-") && says("READ of size"), &["out-of-bounds-read"]),
        (says("-buffer-") && says("WRITE of size"), &["out-of-bounds-write"]),
        (says("out of bounds for type"), &["out-of-bounds-read", "out-of-bounds-write"]),
        (says("null pointer"), &["null-dereference"]),
        (says("division by zero"), &["division-by-zero"]),
        (says("shift exponent"), &["shift-out-of-range"]),
        (says("signed integer overflow") || says("negation of"), &["signed-overflow"]),
        (says("use-of-uninitialized-value"), &["uninitialized-read"]),
    ];
    table.iter().find(|(said, _)| *said).map(|(_, classes)| classes.to_vec())
}
