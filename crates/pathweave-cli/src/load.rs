//! From input files to a program: compile, read, link with the C library, lower, promote.

use crate::flags::InputFlags;
use crate::runtime::{Cache, Runtime, headers};
use pathweave_ir::Program;
use pathweave_llvm::clang::{CompileOptions, load_all};
use pathweave_llvm::link::link_with_roots;
use pathweave_llvm::{InputError, LowerOptions, lower};

/// The marker in the names of the C library's modules.
const LIBRARY: &str = "<pathweave>/";

/// A loaded program, and what is odd about it.
pub struct Loaded {
    pub program: Program,
    pub warnings: Vec<String>,
}

/// Loads the inputs into one program.
pub fn load(flags: &InputFlags) -> Result<Loaded, InputError> {
    let options = CompileOptions { clang: flags.clang.clone(), cflags: flags.cflags.clone() };
    let mut warnings = Vec::new();
    let mut with_headers = options.clone();
    let (cache, odd) = Cache::open(&options);
    warnings.extend(odd);
    warnings.extend(flags.inputs.iter().filter(|path| is_cpp(path)).map(|path| {
        format!(
            "{}: C++ is supported as far as it is C with classes: no exceptions, no standard library",
            path.display()
        )
    }));
    match headers(&cache) {
        // Last of all: an installed klee/klee.h wins.
        Ok(path) => {
            with_headers.cflags.extend(["-idirafter".to_owned(), path.display().to_string()]);
        }
        Err(error) if flags.inputs.iter().any(|path| is_c(path)) => {
            warnings.push(format!("klee/klee.h is not at hand: {}", error.message));
        }
        Err(_) => {}
    }
    let modules =
        load_all(&flags.inputs, &with_headers).map_err(|error| with_warnings(error, &warnings))?;
    let mut libraries = Vec::new();
    if !flags.no_runtime {
        match Runtime::prepare(&cache, &options) {
            Ok(runtime) => libraries = runtime.needed_by(&modules, LIBRARY)?,
            // Without a clang, LLVM IR can still be run as far as it needs no library.
            Err(error) if !flags.inputs.iter().any(|path| is_c(path)) => {
                warnings.push(format!("the C library is not linked: {}", error.message));
            }
            Err(error) => return Err(error),
        }
    }
    let linked = link_with_roots(modules, libraries, &["exit"])?;
    warnings.extend(linked.warnings);
    let directory = std::env::current_dir().map(|d| d.display().to_string()).unwrap_or_default();
    let options =
        LowerOptions { library: &|source| source.starts_with(LIBRARY), directory: &directory };
    let mut program = lower(&linked.module, options)
        .map_err(|error| InputError { message: error.to_string(), hint: None })?;
    pathweave_ir::optimize(&mut program);
    Ok(Loaded { program, warnings })
}

/// What was odd before may be why.
fn with_warnings(error: InputError, warnings: &[String]) -> InputError {
    let hint = error.hint.or_else(|| warnings.first().cloned());
    InputError { message: error.message, hint }
}

fn is_cpp(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|e| ["cc", "cpp", "cxx"].iter().any(|known| e == *known))
}

fn is_c(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|e| e == "c")
}
