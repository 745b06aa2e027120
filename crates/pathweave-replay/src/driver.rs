//! The generated `main` of an entry that is not `main`.
//!
//! It reads every parameter from the test, so that one build serves all tests. Values lie in
//! buffers of the parameter's type: that works for constants, structures and pointers to
//! functions alike. The linker puts `__wrap_main` where the C library calls `main`.

use pathweave_report::{InputSource, Prototype, TestCase};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The C text. An entry whose source is not included is declared by its prototype.
pub fn text(entry: &str, prototype: &Prototype, globals: &[String], included: Included) -> String {
    let mut out = String::from("#include <stddef.h>\n");
    out.push_str("void pathweave_replay_parameter(unsigned, const char *, void *, size_t);\n");
    out.push_str("void pathweave_replay_global(const char *, void *, size_t);\n");
    out.push_str("void pathweave_replay_returned(const void *, size_t);\n\n");
    let types: Vec<&str> = prototype.parameters.iter().map(|p| p.c_type.as_str()).collect();
    if included == Included::No {
        let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
        let _ = writeln!(out, "{} {entry}({types});\n", prototype.returns);
    }
    out.push_str("int __wrap_main(void) {\n");
    let mut values = Vec::new();
    for (index, c_type) in types.iter().enumerate() {
        let _ = writeln!(
            out,
            "  static _Alignas(16) unsigned char p{index}[sizeof(__typeof__({c_type}))];\n  \
             pathweave_replay_parameter({index}, \"{index}\", p{index}, sizeof p{index});"
        );
        values.push(format!("*(__typeof__({c_type}) *)p{index}"));
    }
    for symbol in globals {
        let _ = writeln!(
            out,
            "  pathweave_replay_global(\"{symbol}\", (void *)&{symbol}, sizeof {symbol});"
        );
    }
    let call = format!("{entry}({})", values.join(", "));
    let _ = match prototype.returns.as_str() {
        "" | "void" => writeln!(out, "  {call};\n  return 0;\n}}"),
        returns => writeln!(out, "  __typeof__({returns}) result = {call};\n{RETURNED}}}"),
    };
    out
}

/// What the entry returns is the exit code, as for `main`, where it is a number.
const RETURNED: &str = "  int is_number = _Generic(result, _Bool: 1, char: 1, signed char: 1, \
    unsigned char: 1, short: 1, unsigned short: 1, int: 1, unsigned: 1, long: 1, \
    unsigned long: 1, long long: 1, unsigned long long: 1, __int128: 1, unsigned __int128: 1, \
    default: 0);
  int code = 0;
  if (is_number) {
    pathweave_replay_returned(&result, sizeof result);
    __builtin_memcpy(&code, &result, sizeof result < sizeof code ? sizeof result : sizeof code);
  }
  return code;
";

/// Whether the entry's source is part of the same file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Included {
    /// It is.
    Yes,
    /// It is linked.
    No,
}

/// The globals that tests set, those that C can name.
pub fn globals<'a>(tests: impl Iterator<Item = &'a TestCase>) -> Vec<String> {
    let mut names = BTreeSet::new();
    for input in tests.flat_map(|test| &test.inputs) {
        if let InputSource::Global(symbol) = &input.source
            && is_identifier(symbol)
        {
            names.insert(symbol.clone());
        }
    }
    names.into_iter().collect()
}

/// Whether C could have this as a name.
pub fn is_identifier(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    word.chars().all(plain) && word.starts_with(|c: char| !c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_report::Parameter;

    #[test]
    fn a_driver() {
        let parameter = |c_type: &str| Parameter { name: "x".into(), c_type: c_type.into() };
        let parameters = vec![parameter("int"), parameter("int (*)(void)")];
        let prototype = Prototype { returns: "int".into(), parameters };
        let text = text("f", &prototype, &["table".into()], Included::No);
        assert!(text.contains("int f(int, int (*)(void));"));
        assert!(text.contains("f(*(__typeof__(int) *)p0, *(__typeof__(int (*)(void)) *)p1);"));
        assert!(text.contains("&table, sizeof table"));
        assert!(text.contains("__typeof__(int) result = f("));
        assert!(text.contains(" __int128: 1,"));
    }

    #[test]
    fn identifiers() {
        assert!(is_identifier("_a1"));
        assert!(!is_identifier("1a") && !is_identifier("a.b") && !is_identifier(""));
    }
}
