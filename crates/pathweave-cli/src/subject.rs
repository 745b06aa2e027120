//! The program under test as later commands need it: how it was compiled, how its entry is called,
//! where its target is.
//!
//! Everything here ends in `run.json`; the program itself is not kept.

use crate::ctype::{self, Names};
use crate::flags::ExploreFlags;
use pathweave_explore::{functions_named, place_of};
use pathweave_ir::{Func, Program};
use pathweave_llvm::clang::find_clang;
use pathweave_report::record::RunRecord;
use pathweave_report::{InputKind, Place};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A program that is about to be explored.
#[derive(Clone, Debug)]
pub struct Subject {
    /// What `run.json` says.
    pub record: RunRecord,
    /// How to show each parameter of the entry.
    pub parameter_kinds: Vec<Option<InputKind>>,
    /// What the entry returns.
    pub result: ResultKind,
    /// The number that it returns, if it does and its result is not the exit code anyway: how it is
    /// shown, and its bits.
    number: Option<(InputKind, u32)>,
    /// Whether the program calls functions of harnesses.
    pub uses_intrinsics: bool,
}

/// What a function returns, as far as it matters for how a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultKind {
    /// A number: an exit code.
    Number,
    /// A pointer: only whether it is null means the same in another run.
    Pointer,
    /// Nothing, or anything else.
    Other,
}

impl Subject {
    /// Of a loaded program.
    pub fn new(
        flags: &ExploreFlags,
        command: &str,
        target: Option<&str>,
        program: &Program,
        entry: Func,
    ) -> Self {
        let whole = matches!(flags.entry.as_str(), "main" | "LLVMFuzzerTestOneInput");
        let source = entry_source(flags, program, entry).filter(|_| !whole);
        let names = if source.is_some() { Names::Known } else { Names::Unknown };
        let prototype = ctype::prototype(program, entry, names).filter(|_| !whole);
        let directory = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        let text = |path: &PathBuf| path.display().to_string();
        let record = RunRecord {
            schema: RunRecord::SCHEMA,
            command: command.to_owned(),
            target: target.map(str::to_owned),
            target_place: target.and_then(|target| target_place(program, target)),
            inputs: flags.input.inputs.iter().map(text).collect(),
            cflags: flags.input.cflags.clone(),
            libraries: flags.native_library.iter().map(absolute).collect(),
            clang: find_clang(flags.input.clang.as_deref()).ok().as_ref().map(text),
            clang_given: flags.input.clang.is_some() || std::env::var_os("CLANG").is_some(),
            directory: text(&directory),
            entry: flags.entry.clone(),
            prototype,
            entry_source: source.as_ref().map(text),
            overflow_is_a_bug: flags.check.iter().any(|check| check == "overflow"),
            formats: flags.formats().iter().map(|format| format.name().to_owned()).collect(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            command_line: command_line(),
        };
        let debug = program.functions[entry].debug.as_ref();
        let params = debug.map_or(&[][..], |debug| &debug.params);
        Self {
            record,
            result: if whole { ResultKind::Number } else { result_kind(program, entry) },
            number: number(program, entry).filter(|_| !whole),
            parameter_kinds: params.iter().map(|p| ctype::kind(program, p.ty)).collect(),
            uses_intrinsics: uses_intrinsics(program),
        }
    }
}

impl Subject {
    /// What the entry returns, in decimal, by its bits.
    pub fn returned(&self, bits: u128) -> Option<String> {
        let (kind, width) = self.number?;
        let shift = 128 - width;
        Some(match kind {
            InputKind::Signed | InputKind::Char => {
                ((bits.cast_signed() << shift) >> shift).to_string()
            }
            _ => ((bits << shift) >> shift).to_string(),
        })
    }
}

/// How a number that a function returns is shown, and its bits.
fn number(program: &Program, entry: Func) -> Option<(InputKind, u32)> {
    let kind = shown_result(program, entry)?;
    let results = &program.functions[entry].signature.results;
    let is_number = results.iter().all(|ty| matches!(ty, pathweave_ir::Type::Int(_)))
        && !matches!(kind, InputKind::Pointer | InputKind::Float | InputKind::Double);
    let width: u32 = results.iter().map(|ty| ty.bits()).sum();
    (is_number && (1..=128).contains(&width)).then_some((kind, width))
}

/// How what a function returns is shown, if it has one value.
fn shown_result(program: &Program, entry: Func) -> Option<InputKind> {
    let function = &program.functions[entry];
    match (&function.debug, &function.signature.results[..]) {
        (Some(debug), _) => ctype::kind(program, debug.result),
        (None, [pathweave_ir::Type::Int(_)]) => Some(InputKind::Unsigned),
        (None, [pathweave_ir::Type::Ptr]) => Some(InputKind::Pointer),
        _ => None,
    }
}

fn result_kind(program: &Program, entry: Func) -> ResultKind {
    match shown_result(program, entry) {
        Some(InputKind::Signed | InputKind::Unsigned | InputKind::Bool | InputKind::Char) => {
            ResultKind::Number
        }
        Some(InputKind::Pointer) => ResultKind::Pointer,
        _ => ResultKind::Other,
    }
}

/// The command line, the program by its name alone.
fn command_line() -> Vec<String> {
    let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    std::iter::once("pathweave".to_owned()).chain(words).collect()
}

/// A path that means the same everywhere.
fn absolute(path: &PathBuf) -> String {
    path.canonicalize().as_ref().unwrap_or(path).display().to_string()
}

/// The input that defines the entry, when it is C.
fn entry_source(flags: &ExploreFlags, program: &Program, entry: Func) -> Option<PathBuf> {
    let is_c = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "c");
    let sources: Vec<&PathBuf> = flags.input.inputs.iter().filter(is_c).collect();
    let debug = program.functions[entry].debug.as_ref()?;
    let file = program.locs[debug.loc].file?;
    let path = Path::new(&program.files[file].path);
    let same = |source: &&&PathBuf| {
        source.as_path() == path
            || matches!((source.canonicalize(), path.canonicalize()), (Ok(a), Ok(b)) if a == b)
    };
    // A function of a header is part of whatever includes it.
    let only = if flags.input.inputs.len() == 1 { sources.first() } else { None };
    sources.iter().find(same).or(only).map(|&source| source.clone())
}

/// The line of a target that is a line or a function.
fn target_place(program: &Program, target: &str) -> Option<Place> {
    if let Some((file, line)) = target.rsplit_once(':') {
        let line = line.parse().ok()?;
        return Some(Place { file: file.trim_start_matches("./").to_owned(), line, column: 0 });
    }
    let places: BTreeSet<(&str, u32)> =
        functions_named(program, target).into_iter().filter_map(|f| place_of(program, f)).collect();
    // Of several functions it is not told here which one was reached.
    let mut only = places.into_iter();
    let (file, line) = only.next().filter(|(_, line)| *line > 0 && only.next().is_none())?;
    Some(Place { file: file.to_owned(), line, column: 0 })
}

fn uses_intrinsics(program: &Program) -> bool {
    let prefixes = ["klee_", "__VERIFIER_", "pathweave_"];
    program.functions.keys().any(|func| {
        let function = &program.functions[func];
        function.body.is_none() && prefixes.iter().any(|p| function.source_name.starts_with(p))
    })
}
