//! The part of a C test that calls a function: the memory it is given, its parameters, its end.
//!
//! What is made for the function stays reachable through static variables, and so does its result:
//! who frees what is the program's business, and nothing here is to be taken for its leak. They are
//! volatile, or an optimiser would see that nobody reads them.

use super::{REACHABLE, bytes_expression, comment, literal};
use crate::testcase::{Ends, Input, InputKind, InputSource, Link, TestCase};
use std::fmt::Write;

/// `main` that calls the entry, and what it needs.
pub(super) fn put(out: &mut String, test: &TestCase) {
    if test.inputs.iter().any(Input::is_function) {
        out.push_str("/* What pointers to functions point to: it returns what the test says. */\n");
        out.push_str("static struct test_returned test_function(void);\n\n");
    }
    out.push_str("/* The linker makes this the program's main. */\nint __wrap_main(void) {\n");
    put_objects(out, test);
    for (position, input) in test.inputs.iter().enumerate() {
        if let InputSource::Global(symbol) = &input.source {
            let (size, bytes) = (input.bytes.len(), bytes_expression(&input.bytes));
            let _ = writeln!(
                out,
                "  memcpy((void *)&{symbol}, {bytes}, {size}); /* input {position} */"
            );
            put_links(out, &format!("&{symbol}"), input);
        }
    }
    let parameters = test.prototype.as_ref().map_or(&[][..], |p| &p.parameters);
    let mut names = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let name = format!("parameter_{index}");
        let input = u32::try_from(index).ok().and_then(|index| test.parameter(index));
        put_parameter(out, &name, &parameter.c_type, &parameter.name, input);
        names.push(name);
    }
    put_entry_call(out, test, &format!("{}({})", test.entry, names.join(", ")));
    out.push_str("}\n\n");
}

/// The call, and the comparison of its result with the one that is claimed. An exit code is the low bits
/// of a number, so both are brought to the number's type.
fn put_entry_call(out: &mut String, test: &TestCase, call: &str) {
    let returns = test.prototype.as_ref().map_or("", |prototype| &prototype.returns);
    if matches!(returns, "" | "void") {
        let _ = writeln!(out, "  {call};\n  return 0;");
        return;
    }
    let _ = writeln!(out, "  static volatile __typeof__({call}) result; {REACHABLE}");
    let _ = writeln!(out, "  result = {call};");
    if let (Ends::Exited(_), Some(claimed)) = (test.ends, &test.returned) {
        put_comparison(out, test, claimed, returns.contains("__int128"));
    } else if let Ends::Exited(code) = test.ends {
        let _ = writeln!(
            out,
            "  const int claimed = (int)(__typeof__(result)){};\n  \
             if ((int)result != claimed) {{\n    \
             fprintf(stderr, \"differs: {} returns %d, the test says %d\\n\", (int)result, claimed);\n    \
             return 1;\n  }}",
            spelled(code),
            test.entry
        );
    }
    out.push_str("  return 0;\n");
}

/// The comparison of the whole result with the number that is claimed.
fn put_comparison(out: &mut String, test: &TestCase, claimed: &str, is_wide: bool) {
    let entry = &test.entry;
    let _ = writeln!(
        out,
        "  const __typeof__(result) claimed = (__typeof__(result)){};\n  \
         if (result != claimed) {{",
        whole_number(claimed)
    );
    if is_wide || claimed.parse::<i64>().is_err() && claimed.parse::<u64>().is_err() {
        let _ = writeln!(
            out,
            "    if (result != (long long)result) {{\n      \
             fprintf(stderr, \"differs: {entry} returns 0x%llx%016llx, the test says {claimed}\\n\",\n              \
             (long long)(result >> 64), (long long)result);\n      return 1;\n    }}"
        );
    }
    let _ = writeln!(
        out,
        "    const int is_signed = (__typeof__(result))-1 <= 0;\n    \
         fprintf(stderr, is_signed ? \"differs: {entry} returns %lld, the test says {claimed}\\n\"\n                              \
         : \"differs: {entry} returns %llu, the test says {claimed}\\n\",\n            \
         (long long)result);\n    return 1;\n  }}"
    );
}

/// A number of any size as C writes it.
fn whole_number(text: &str) -> String {
    match (text.parse::<i64>(), text.parse::<u64>()) {
        (Ok(i64::MIN), _) => "(-9223372036854775807LL - 1)".to_owned(),
        (Ok(number), _) if i32::try_from(number).is_ok_and(|n| n >= 0) => number.to_string(),
        (Ok(number), _) => format!("({number}LL)"),
        (_, Ok(number)) => format!("{number}ULL"),
        _ => {
            let signed = text.parse::<i128>().map(i128::cast_unsigned);
            let bits = text.parse::<u128>().or(signed).unwrap_or_default();
            let (high, low) = ((bits >> 64) as u64, bits as u64);
            format!("((unsigned __int128){high}ULL << 64 | {low}ULL)")
        }
    }
}

/// A code as C writes it.
fn spelled(code: i32) -> String {
    match code {
        i32::MIN => "(-2147483647 - 1)".to_owned(),
        code if code < 0 => format!("({code})"),
        code => code.to_string(),
    }
}

fn put_objects(out: &mut String, test: &TestCase) {
    let is_object = |input: &Input| input.source == InputSource::Object;
    for (position, input) in test.inputs.iter().enumerate().filter(|(_, i)| is_object(i)) {
        let note = comment(&input.name);
        let _ = writeln!(out, "  static char *volatile object_{position}; {REACHABLE}");
        if input.is_function() {
            let _ = writeln!(out, "  object_{position} = (char *)test_function; /* {note} */");
            continue;
        }
        let (size, bytes) = (input.bytes.len(), bytes_expression(&input.bytes));
        let _ = writeln!(out, "  object_{position} = malloc({size}); /* {note} */");
        let _ = writeln!(out, "  memcpy(object_{position}, {bytes}, {size});");
    }
    for (position, input) in test.inputs.iter().enumerate().filter(|(_, i)| is_object(i)) {
        put_links(out, &format!("object_{position}"), input);
    }
}

fn put_links(out: &mut String, target: &str, input: &Input) {
    for link in &input.links {
        let (at, pointer) = (link.at, pointer_expression(link));
        let _ = writeln!(out, "  memcpy((char *){target} + {at}, &(void *){{{pointer}}}, 8);");
    }
}

fn pointer_expression(link: &Link) -> String {
    match (link.to, link.offset) {
        (None, _) => "NULL".to_owned(),
        (Some(to), 0) => format!("object_{to}"),
        (Some(to), offset) => format!("object_{to} + ({offset})"),
    }
}

fn put_parameter(out: &mut String, name: &str, c_type: &str, note: &str, input: Option<&Input>) {
    let c_type = match c_type.contains(['(', '[']) {
        true => format!("__typeof__({c_type})"),
        false => unqualified(c_type),
    };
    let note = comment(note);
    let Some(input) = input else {
        let _ = writeln!(out, "  {c_type} {name}; /* {note}: not used */");
        let _ = writeln!(out, "  memset((void *)&{name}, 0, sizeof {name});");
        return;
    };
    if let (InputKind::Pointer, [link]) = (input.kind, &input.links[..]) {
        let _ = writeln!(
            out,
            "  {c_type} {name} = (void *)({}); /* {note} */",
            pointer_expression(link)
        );
        return;
    }
    match literal(input).filter(|_| input.links.is_empty()) {
        Some(value) => {
            let cast = if input.kind == InputKind::Pointer { "(void *)" } else { "" };
            let _ = writeln!(out, "  {c_type} {name} = {cast}{value}; /* {note} */");
        }
        None => {
            let (size, bytes) = (input.bytes.len(), bytes_expression(&input.bytes));
            let _ = writeln!(out, "  {c_type} {name}; /* {note} */");
            let _ = writeln!(out, "  memcpy((void *)&{name}, {bytes}, {size});");
            put_links(out, &format!("&{name}"), input);
        }
    }
}

/// The type without a `const` of the parameter itself, which could not be filled in.
fn unqualified(c_type: &str) -> String {
    match c_type.contains('*') {
        true => c_type.strip_suffix("const").unwrap_or(c_type).trim_end().to_owned(),
        false => c_type.strip_prefix("const ").unwrap_or(c_type).to_owned(),
    }
}
