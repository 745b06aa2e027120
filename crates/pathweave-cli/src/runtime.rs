//! The C library: embedded as source, compiled by the user's clang on first use, cached.
//!
//! The cache has one directory per combination of sources, flags and clang, made under another
//! name and then renamed, so that it is complete or absent whatever happens and whoever else is
//! at it. An index of defined and needed symbols tells which modules a program needs without
//! reading the others.

use pathweave_llvm::ast::Module;
use pathweave_llvm::clang::{CompileOptions, compile_to_text, find_clang};
use pathweave_llvm::{InputError, read};
use pathweave_replay::runtime::{HEADERS, write_all};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, process};
use tempfile::TempDir;

/// Name and text of every source file.
const SOURCES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/runtime_sources.rs"));

/// How the library is compiled, whatever the user's flags are; one a line.
const FLAGS: &str = include_str!("../../../runtime/CFLAGS");

/// The compiled library.
pub struct Runtime {
    directory: PathBuf,
    /// Symbol to the module that defines it.
    definitions: BTreeMap<String, String>,
    /// Module to the symbols it needs.
    needs: BTreeMap<String, Vec<String>>,
}

impl Runtime {
    /// Finds the library in the cache, or compiles it.
    pub fn prepare(cache: &Cache, options: &CompileOptions) -> Result<Self, InputError> {
        let clang = find_clang(options.clang.as_deref())?;
        let directory = library_directory(&cache.root, &clang);
        if !directory.join("index").is_file() {
            build(&clang, &directory)?;
        }
        let index = fs::read_to_string(directory.join("index"))
            .map_err(|error| cache_error(&directory, &error))?;
        let mut definitions = BTreeMap::new();
        let mut needs: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for line in index.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["defines", module, symbol] => {
                    definitions.insert(symbol.to_owned(), module.to_owned());
                }
                ["needs", module, symbol] => {
                    needs.entry(module.to_owned()).or_default().push(symbol.to_owned());
                }
                _ => {}
            }
        }
        Ok(Self { directory, definitions, needs })
    }

    /// The modules that a program needs, directly or not, named with `prefix`.
    pub fn needed_by(&self, program: &[Module], prefix: &str) -> Result<Vec<Module>, InputError> {
        let mut work: Vec<String> = program.iter().flat_map(undefined).collect();
        work.push("exit".to_owned());
        let mut seen: HashSet<String> = HashSet::new();
        let mut wanted: BTreeSet<&str> = BTreeSet::new();
        while let Some(symbol) = work.pop() {
            if let Some(module) = self.definitions.get(&symbol)
                && seen.insert(symbol)
                && wanted.insert(module)
            {
                work.extend(self.needs.get(module).into_iter().flatten().cloned());
            }
        }
        let read_module = |name: &&str| {
            let path = self.directory.join(format!("{name}.ll"));
            let text = fs::read(&path).map_err(|error| cache_error(&path, &error))?;
            Ok(read(&format!("{prefix}{name}"), &text)?)
        };
        wanted.iter().map(read_module).collect()
    }
}

/// Where what is made once is kept.
pub struct Cache {
    root: PathBuf,
    /// Removed with this.
    _temporary: Option<TempDir>,
}

impl Cache {
    /// The directory for it, or where that cannot be written and lacks anything a temporary one: the
    /// program is no worse for it. What is odd is a warning.
    pub fn open(options: &CompileOptions) -> (Self, Option<String>) {
        let root = cache_root();
        let tried = fs::create_dir_all(&root).and_then(|()| tempfile::tempfile_in(&root));
        let Err(error) = tried else { return (Self { root, _temporary: None }, None) };
        let is_filled = || {
            let clang = find_clang(options.clang.as_deref());
            header_directory(&root).is_dir()
                && clang.is_ok_and(|clang| library_directory(&root, &clang).join("index").is_file())
        };
        if is_filled() {
            return (Self { root, _temporary: None }, None);
        }
        let Ok(temporary) = tempfile::Builder::new().prefix("pathweave-cache-").tempdir() else {
            return (Self { root, _temporary: None }, None);
        };
        let warning = format!(
            "the cache at {} cannot be written ({error}): the C library is compiled for this run only; \
             PATHWEAVE_CACHE names another directory",
            root.display()
        );
        let root = temporary.path().to_owned();
        (Self { root, _temporary: Some(temporary) }, Some(warning))
    }
}

fn header_directory(root: &Path) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    HEADERS.hash(&mut hasher);
    root.join(format!("include-{:016x}", hasher.finish()))
}

fn library_directory(root: &Path, clang: &Path) -> PathBuf {
    root.join(format!("runtime-{:016x}", fingerprint(clang)))
}

/// The directory with the headers for harnesses (`klee/klee.h`, `pathweave.h`), made if needed.
pub fn headers(cache: &Cache) -> Result<PathBuf, InputError> {
    let directory = header_directory(&cache.root);
    if !directory.is_dir() {
        let staging = directory.with_extension(format!("new-{}", process::id()));
        let failed = |error: std::io::Error| cache_error(&staging, &error);
        write_all(HEADERS, &staging).map_err(failed)?;
        if let Err(error) = fs::rename(&staging, &directory) {
            let _ = fs::remove_dir_all(&staging);
            // Another process may have been quicker.
            if !directory.is_dir() {
                return Err(failed(error));
            }
        }
    }
    Ok(directory)
}

/// Symbols that a module uses and does not define.
fn undefined(module: &Module) -> Vec<String> {
    let missing = module.globals.iter().filter(|g| !g.is_definition());
    missing.map(|g| module.text(g.name).to_owned()).collect()
}

fn cache_root() -> PathBuf {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    absolute("PATHWEAVE_CACHE")
        .or_else(|| absolute("XDG_CACHE_HOME").map(|p| p.join("pathweave")))
        .or_else(|| absolute("HOME").map(|p| p.join(".cache/pathweave")))
        .unwrap_or_else(|| env::temp_dir().join("pathweave-cache"))
}

/// What the compiled library depends on: sources, flags, and which clang it is.
fn fingerprint(clang: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    (SOURCES, FLAGS, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
    let real = clang.canonicalize().unwrap_or_else(|_| clang.to_owned());
    let modified = fs::metadata(&real).and_then(|m| m.modified()).ok();
    (real, modified).hash(&mut hasher);
    hasher.finish()
}

fn cache_error(path: &Path, error: &std::io::Error) -> InputError {
    InputError {
        message: format!("the compiled C library at {} cannot be used: {error}", path.display()),
        hint: Some("remove that directory, or set PATHWEAVE_CACHE to another one".to_owned()),
    }
}

/// Compiles all modules into a new directory and puts it in place.
fn build(clang: &Path, directory: &Path) -> Result<(), InputError> {
    let staging = directory.with_extension(format!("new-{}", process::id()));
    let failed = |error: std::io::Error| cache_error(&staging, &error);
    let _ = fs::remove_dir_all(&staging);
    fs::create_dir_all(&staging).map_err(failed)?;
    for (name, text) in SOURCES {
        fs::write(staging.join(name), text).map_err(failed)?;
    }
    let modules: Vec<&str> = SOURCES.iter().filter_map(|(n, _)| n.strip_suffix(".c")).collect();
    let (left, right) = modules.split_at(modules.len() / 2);
    let index = std::thread::scope(|scope| {
        let other = scope.spawn(|| compile_modules(clang, &staging, right));
        let own = compile_modules(clang, &staging, left)?;
        let other = other.join().expect("compiling does not panic")?;
        Ok::<String, InputError>(own + &other)
    })?;
    fs::write(staging.join("index"), index).map_err(failed)?;
    if fs::rename(&staging, directory).is_err() {
        // Another process was quicker, or a broken directory is in the way.
        if !directory.join("index").is_file() {
            let _ = fs::remove_dir_all(directory);
            fs::rename(&staging, directory).map_err(failed)?;
        }
        let _ = fs::remove_dir_all(&staging);
    }
    Ok(())
}

/// Compiles some modules and returns their part of the index.
fn compile_modules(clang: &Path, staging: &Path, names: &[&str]) -> Result<String, InputError> {
    let mut cflags: Vec<String> = FLAGS.split_whitespace().map(str::to_owned).collect();
    // Positions in the library should not name the user's cache.
    cflags.push(format!("-fdebug-prefix-map={}=<pathweave>", staging.display()));
    let options = CompileOptions { clang: Some(clang.to_owned()), cflags };
    let mut index = String::new();
    for name in names {
        let text = compile_to_text(&staging.join(format!("{name}.c")), &options)?;
        let path = staging.join(format!("{name}.ll"));
        fs::write(&path, &text).map_err(|error| cache_error(&path, &error))?;
        let module = read(name, &text)?;
        for global in &module.globals {
            let kind = if global.is_definition() { "defines" } else { "needs" };
            if !global.linkage.is_local() {
                let _ = writeln!(index, "{kind} {name} {}", module.text(global.name));
            }
        }
    }
    Ok(index)
}
