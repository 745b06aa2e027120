//! Stubs: definitions of functions that are only declared, made for `--stub`.
//!
//! A stub is C like any other: it returns what `pathweave_make_symbolic` says and changes nothing. So its results are
//! inputs with the function's name, tests have them, and the same file is compiled into the native program.

use pathweave_exec::is_defined_outside;
use pathweave_ir::{FloatKind, FunctionData, Origin, Program, Signature, Type};
use pathweave_llvm::InputError;

/// The file of the stubs in the output directory.
pub const FILE: &str = "stubs.c";

/// Stands for all functions that have no definition.
const ALL: &str = "all";

/// Stubs as a file of C, and what they take for granted.
pub struct Stubs {
    pub text: String,
    pub assumptions: Vec<String>,
    pub warnings: Vec<String>,
}

/// Stubs of the functions with these names in a program; `all` may mean none.
pub fn stubs(program: &Program, names: &[String]) -> Result<Stubs, InputError> {
    let mut stubs = Stubs {
        text: "/* Functions that are only declared: what they return is an input. */\n\
               #pragma clang diagnostic ignored \"-Weverything\"\n\
               #include <pathweave.h>\n\
               #include <stdlib.h>\n"
            .to_owned(),
        assumptions: Vec::new(),
        warnings: Vec::new(),
    };
    for function in chosen(program, names)? {
        let FunctionData { name, signature, no_return, .. } = function;
        match definition(name, signature, *no_return) {
            Ok(text) => {
                stubs.text.push_str(&text);
                let what = match signature.results.is_empty() {
                    _ if *no_return => "ends the program",
                    true => "does nothing",
                    false => "returns any value, and does nothing else",
                };
                stubs.assumptions.push(format!("{name}() is a stub: it {what}"));
            }
            Err(why) if names.contains(&function.name) => {
                return Err(InputError {
                    message: format!("no stub can be made for `{}`: {why}", function.name),
                    hint: Some("write one in C, and name its file as an input".to_owned()),
                });
            }
            Err(why) => stubs.warnings.push(format!("no stub for `{}`: {why}", function.name)),
        }
    }
    Ok(stubs)
}

impl Stubs {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.assumptions.is_empty()
    }
}

/// The functions that stubs are wanted for.
fn chosen<'p>(program: &'p Program, names: &[String]) -> Result<Vec<&'p FunctionData>, InputError> {
    let declared = |data: &&FunctionData| data.body.is_none() && data.origin == Origin::Program;
    for name in names.iter().filter(|name| *name != ALL) {
        let error = |message: String, hint: &str| InputError { message, hint: Some(hint.into()) };
        match program.functions.values().find(|data| data.name == *name) {
            None => {
                let message = format!("there is no function `{name}` to make a stub for");
                return Err(error(message, "a stub is made for a function that is called"));
            }
            Some(data) if !declared(&data) => {
                let message = format!("`{name}` is defined, so there is no stub for it");
                return Err(error(message, "leave out the file that defines it"));
            }
            Some(_) => {}
        }
    }
    let all = names.iter().any(|name| name == ALL);
    let is_wanted =
        |data: &&FunctionData| names.contains(&data.name) || all && !is_defined_outside(&data.name);
    Ok(program.functions.values().filter(declared).filter(is_wanted).collect())
}

/// A stub in C.
fn definition(name: &str, signature: &Signature, no_return: bool) -> Result<String, String> {
    if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return Err("its name is none of C".to_owned());
    }
    let params = params_in_c(signature)?;
    if no_return {
        return Ok(format!("_Noreturn void {name}({params}) {{ exit(1); }}\n"));
    }
    let [ty] = signature.results[..] else {
        return match signature.results.is_empty() {
            true => Ok(format!("void {name}({params}) {{}}\n")),
            false => Err("it returns a structure".to_owned()),
        };
    };
    if ty == Type::Ptr {
        return Err("it returns a pointer".to_owned());
    }
    let c_type = type_in_c(ty).ok_or("it returns a value of a type without a name in C")?;
    let (held, value) = match ty {
        Type::Int(1) => ("unsigned char", "result & 1"),
        _ => (c_type, "result"),
    };
    Ok(format!(
        "{c_type} {name}({params}) {{ {held} result; \
         pathweave_make_symbolic(&result, sizeof result, \"{name}\"); return {value}; }}\n"
    ))
}

fn params_in_c(signature: &Signature) -> Result<String, String> {
    // The last one of a variadic function is where its extra arguments are.
    let fixed = match (signature.variadic, signature.params.split_last()) {
        (true, Some((_, fixed))) => fixed,
        _ => &signature.params,
    };
    let mut params = Vec::new();
    for (at, &ty) in fixed.iter().enumerate() {
        let c_type = type_in_c(ty).ok_or("it takes a value of a type without a name in C")?;
        params.push(format!("{c_type} a{at}"));
    }
    if signature.variadic && !params.is_empty() {
        params.push("...".to_owned());
    }
    Ok(if params.is_empty() { "void".to_owned() } else { params.join(", ") })
}

fn type_in_c(ty: Type) -> Option<&'static str> {
    Some(match ty {
        Type::Int(1) => "_Bool",
        Type::Int(8) => "int8_t",
        Type::Int(16) => "int16_t",
        Type::Int(32) => "int32_t",
        Type::Int(64) => "int64_t",
        Type::Int(128) => "__int128",
        Type::Ptr => "void *",
        Type::Float(FloatKind::Single) => "float",
        Type::Float(FloatKind::Double) => "double",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    fn text(results: Vec<Type>, params: Vec<Type>, variadic: bool) -> Result<String, String> {
        definition("f", &Signature { params, results, variadic }, false)
    }

    #[test]
    fn definitions_have_the_types_of_declarations() {
        assert_eq!(text(vec![], vec![], false).unwrap(), "void f(void) {}\n");
        assert_eq!(
            text(vec![Type::Int(32)], vec![Type::Ptr, Type::Int(8)], false).unwrap(),
            "int32_t f(void * a0, int8_t a1) { int32_t result; \
             pathweave_make_symbolic(&result, sizeof result, \"f\"); return result; }\n"
        );
        let variadic = text(vec![], vec![Type::Ptr, Type::Ptr], true).unwrap();
        assert_eq!(variadic, "void f(void * a0, ...) {}\n");
        assert_eq!(text(vec![Type::Ptr], vec![], false).unwrap_err(), "it returns a pointer");
        let ends = definition("f", &Signature::default(), true).unwrap();
        assert_eq!(ends, "_Noreturn void f(void) { exit(1); }\n");
    }
}
