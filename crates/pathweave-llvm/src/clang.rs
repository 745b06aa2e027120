//! Files to modules: C through clang, bitcode through llvm-dis, text directly.
//!
//! Nothing of LLVM is linked; the tools run as processes, their output goes to a private temporary
//! file. Whatever goes wrong is one [`InputError`] with a hint.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::ast::Module;
use crate::error::InputError;
use crate::parse::read;

/// How C is compiled.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// The clang to use; else `$CLANG`, else the newest on the PATH.
    pub clang: Option<PathBuf>,
    /// Flags for clang, after our own: the user's `-O` wins.
    pub cflags: Vec<String>,
}

/// Our own flags: debug information, names, no `optnone` so that nothing is refused later, and
/// absolute addresses.
const FLAGS: [&str; 12] = [
    "-S",
    "-emit-llvm",
    "-g",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-discard-value-names",
    "-fno-color-diagnostics",
    // Tables of 32-bit differences of addresses, which position-independent code has, need
    // objects within 4 GiB of each other; ours are further apart.
    "-fno-pic",
    "-fno-pie",
    // Marks where variables begin and end to live, also without optimisation.
    "-Xclang",
    "-fsanitize-address-use-after-scope",
];

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Language {
    C,
    Bitcode,
    Text,
}

/// Loads several files, two at a time; the modules are in the order of `paths`. Of several
/// errors the one of the first file in that order is reported.
pub fn load_all(paths: &[PathBuf], options: &CompileOptions) -> Result<Vec<Module>, InputError> {
    let options = &settled(paths, options)?;
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let workers = workers.min(paths.len()).max(1);
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<Module, InputError>>>> =
        paths.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = paths.get(at) else { break };
                    let result = load(path, options);
                    if let Ok(mut slot) = results[at].lock() {
                        *slot = Some(result);
                    }
                }
            });
        }
    });
    let results = results.into_iter().zip(paths);
    let results = results.map(|(slot, path)| {
        let result = slot.into_inner().ok().flatten();
        result.unwrap_or_else(|| Err(InputError::new(format!("{}: not read", path.display()))))
    });
    results.collect()
}

/// The options with the compiler looked up once, if anything is to be compiled.
fn settled(paths: &[PathBuf], options: &CompileOptions) -> Result<CompileOptions, InputError> {
    let mut options = options.clone();
    let is_c = |path: &PathBuf| matches!(language(path), Ok(Language::C));
    if paths.iter().any(is_c) {
        options.clang = Some(find_clang(options.clang.as_deref())?);
    }
    Ok(options)
}

/// Loads one file: `.c` is compiled, `.bc` disassembled, `.ll` read; others by their contents.
pub fn load(path: &Path, options: &CompileOptions) -> Result<Module, InputError> {
    match language(path)? {
        Language::C => compile(path, options),
        Language::Bitcode => disassemble(path),
        Language::Text => {
            let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
            Ok(read(&path.display().to_string(), &bytes)?)
        }
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> InputError {
    let name = path.display();
    match error.kind() {
        std::io::ErrorKind::NotFound => InputError::new(format!("{name}: no such file"))
            .hint("check the name and the directory you are in"),
        _ => InputError::new(format!("{name}: cannot be read: {error}")),
    }
}

fn language(path: &Path) -> Result<Language, InputError> {
    let meta = fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if meta.is_dir() {
        let message = format!("{}: is a directory", path.display());
        return Err(InputError::new(message).hint("give a .c, .ll or .bc file"));
    }
    match path.extension().and_then(OsStr::to_str) {
        Some("c" | "i" | "cc" | "cpp" | "cxx") => Ok(Language::C),
        Some("bc") => Ok(Language::Bitcode),
        Some("ll") => Ok(Language::Text),
        _ => sniff(path),
    }
}

/// Tells bitcode and text apart from anything else by the first bytes.
fn sniff(path: &Path) -> Result<Language, InputError> {
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    if bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(&[0xDE, 0xC0, 0x17, 0x0B]) {
        return Ok(Language::Bitcode);
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1 << 16)]);
    let begins = ["; ModuleID", "source_filename", "target ", "define ", "declare ", "@", "%"];
    if head.lines().any(|line| begins.iter().any(|word| line.starts_with(word))) {
        return Ok(Language::Text);
    }
    let message = format!("{}: neither C nor LLVM IR", path.display());
    Err(InputError::new(message).hint("give a .c, .ll or .bc file"))
}

/// Compiles a file of C and reads the result.
pub fn compile(path: &Path, options: &CompileOptions) -> Result<Module, InputError> {
    let text = compile_to_text(path, options)?;
    Ok(read(&path.display().to_string(), &text)?)
}

/// Compiles a file of C to LLVM text.
pub fn compile_to_text(path: &Path, options: &CompileOptions) -> Result<Vec<u8>, InputError> {
    fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    let clang = find_clang(options.clang.as_deref())?;
    let mut arguments: Vec<OsString> = FLAGS.iter().map(OsString::from).collect();
    arguments.extend(options.cflags.iter().map(OsString::from));
    arguments.extend([OsString::from("-o"), OsString::from("{output}")]);
    // A name that begins with a dash is still a file.
    let dashed = path.as_os_str().as_encoded_bytes().starts_with(b"-");
    arguments.push(match dashed {
        true => Path::new(".").join(path).into(),
        false => path.into(),
    });
    let compiled = run_tool(&clang, arguments, path, "clang could not compile it");
    compiled.map_err(|error| {
        let old = ["[-Wimplicit-int]", "[-Wimplicit-function-declaration]"];
        match old.iter().any(|name| error.message.contains(name)) {
            true => error.hint("if this is C as it was before C99, add -std=gnu89"),
            false => error,
        }
    })
}

fn disassemble(path: &Path) -> Result<Module, InputError> {
    let tools = find_tools("llvm-dis");
    let Some(tool) = tools.first() else {
        let message =
            format!("{}: bitcode needs llvm-dis, which is not on the PATH", path.display());
        let hint = "install LLVM's tools (Debian: `apt install llvm`), or give the .ll instead";
        return Err(InputError::new(message).hint(hint));
    };
    let arguments =
        vec![OsString::from("-o"), OsString::from("{output}"), path.as_os_str().to_os_string()];
    let what = format!("{} could not read it", tool.display());
    let text = run_tool(tool, arguments, path, &what).map_err(|error| {
        error.hint(
            "bitcode of a newer LLVM needs its llvm-dis, first on the PATH or as llvm-dis-N; or give the text: \
             `clang -S -emit-llvm`, `rustc --emit=llvm-ir`",
        )
    })?;
    Ok(read(&path.display().to_string(), &text)?)
}

/// Runs a tool that writes to a temporary file, for which `{output}` stands, and returns that.
fn run_tool(
    tool: &Path,
    arguments: Vec<OsString>,
    input: &Path,
    what: &str,
) -> Result<Vec<u8>, InputError> {
    let failed = |error: std::io::Error| {
        InputError::new(format!("a temporary file could not be written: {error}"))
            .hint("set TMPDIR to a directory with space that you may write to")
    };
    let directory = tempfile::Builder::new().prefix("pathweave-").tempdir();
    let directory = directory.map_err(failed)?;
    let output = directory.path().join("module.ll");
    let arguments = arguments.into_iter().map(|argument| match argument == "{output}" {
        true => output.clone().into_os_string(),
        false => argument,
    });
    let done =
        Command::new(tool).args(arguments).stdin(Stdio::null()).output().map_err(|error| {
            InputError::new(format!("{} cannot be run: {error}", tool.display()))
                .hint("give another one with --clang or $CLANG")
        })?;
    if !done.status.success() {
        let errors = String::from_utf8_lossy(&done.stderr);
        let message = format!("{}: {what}\n{}", input.display(), errors.trim_end());
        return Err(InputError::new(message.trim_end()));
    }
    fs::read(&output).map_err(failed)
}

/// The clang to use: the one given, else `$CLANG`, else the newest on the PATH.
pub fn find_clang(given: Option<&Path>) -> Result<PathBuf, InputError> {
    let variable = std::env::var_os("CLANG").filter(|value| !value.is_empty());
    let (wanted, origin) = match (given, variable) {
        (Some(path), _) => (path.to_path_buf(), "--clang"),
        (None, Some(value)) => (PathBuf::from(value), "$CLANG"),
        (None, None) => {
            return find_tools("clang").into_iter().next().ok_or_else(|| {
                InputError::new("clang is needed to compile C, and there is none on the PATH")
                    .hint("install it (Debian: `apt install clang`), or name one with --clang")
            });
        }
    };
    // A bare name is looked up on the PATH.
    let found = match wanted.components().count() {
        1 => search_path().iter().map(|dir| dir.join(&wanted)).find(|path| path.is_file()),
        _ => wanted.is_file().then(|| wanted.clone()),
    };
    found.ok_or_else(|| {
        let message = format!("the clang given by {origin} does not exist: {}", wanted.display());
        InputError::new(message).hint("install it, or name another one with --clang")
    })
}

fn search_path() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).collect()
}

/// All versions of a tool on the PATH, the newest first: `name-22`, `name-19`, …, and `name`
/// where its version puts it.
pub fn find_tools(name: &str) -> Vec<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = Vec::new();
    for directory in search_path() {
        let Ok(entries) = fs::read_dir(&directory) else {
            continue;
        };
        for entry in entries.flatten() {
            let file = entry.file_name();
            let version = file.to_str().and_then(|file| tool_version(name, file));
            if let Some(version) = version
                && entry.path().is_file()
                && !found.iter().any(|known| known.0 == version)
            {
                found.push((version, entry.path()));
            }
        }
    }
    for tool in &mut found {
        if tool.0 == 0 {
            tool.0 = asked_version(&tool.1).unwrap_or(0);
        }
    }
    // Newest first; of equal ones the one with the shorter name.
    found.sort_by(|a, b| {
        (b.0, a.1.as_os_str().len(), &a.1).cmp(&(a.0, b.1.as_os_str().len(), &b.1))
    });
    found.into_iter().map(|tool| tool.1).collect()
}

/// The version in a file's name, 0 for the bare name.
fn tool_version(name: &str, file: &str) -> Option<u32> {
    match file.strip_prefix(name)? {
        "" => Some(0),
        rest => rest.strip_prefix('-')?.parse().ok(),
    }
}

/// The major version that a tool says it is.
fn asked_version(tool: &Path) -> Option<u32> {
    let output = Command::new(tool).arg("--version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let (_, rest) = text.split_once("version ")?;
    rest.split('.').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_in_names() {
        assert_eq!(tool_version("clang", "clang"), Some(0));
        assert_eq!(tool_version("clang", "clang-19"), Some(19));
        assert_eq!(tool_version("clang", "clang-format"), None);
        assert_eq!(tool_version("clang", "clang++"), None);
        assert_eq!(tool_version("llvm-dis", "llvm-dis-14"), Some(14));
    }
}
