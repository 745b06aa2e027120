//! One test program: its source files, its `//@` directives and `//~` marks.
//!
//! A program is a `.c` file, or a directory of `.c` files linked together.
//! Unknown directives are errors, so that a misspelt one cannot silently
//! weaken a test.

use std::fs;
use std::path::{Path, PathBuf};

/// What a `//~` mark on a line expects there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// `//~ BUG class`
    Bug(String),
    /// `//~ UNSUPPORTED`, with a word that the message must contain.
    Unsupported(String),
    /// `//~ LIMIT`
    Limit,
}

/// A mark and where it stands.
#[derive(Clone, Debug)]
pub struct Mark {
    /// File name without directories.
    pub file: String,
    /// Line, from one.
    pub line: u32,
    /// What is expected on it.
    pub expectation: Expectation,
}

/// A test program.
#[derive(Debug, Default)]
pub struct Case {
    /// Path below `tests/programs`, used as the test's name.
    pub name: String,
    /// The translation units, sorted.
    pub sources: Vec<PathBuf>,
    /// Text of every file that belongs to the program, for cache keys.
    pub text: String,
    /// Marks in the order of the files.
    pub marks: Vec<Mark>,
    /// `//@ args:` arguments of the program.
    pub args: Vec<String>,
    /// `//@ stdin:` with escapes resolved.
    pub stdin: Vec<u8>,
    /// `//@ cflags:` for clang, native and interpreted.
    pub cflags: Vec<String>,
    /// `//@ run:` further flags of `pathweave run`.
    pub run_flags: Vec<String>,
    /// `//@ opt:` levels, as in `O0 O1`.
    pub levels: Vec<String>,
    /// `//@ exit:` the exit code the native program must have.
    pub exit: Option<i32>,
    /// `//@ files:` the program reads and writes files in its directory.
    pub files: bool,
    /// `//@ native: no`: there is no native program to compare with.
    pub no_native: bool,
    /// `//@ stdout:` the expected output where there is no native program.
    pub stdout: Option<Vec<u8>>,
    /// `//@ stderr:` text that the message must contain.
    pub stderr: Option<String>,
    /// `//@ min-clang:` the first clang that can compile it.
    pub min_clang: u32,
}

impl Case {
    /// The class of the marked bug, if there is one.
    pub fn bug(&self) -> Option<(&str, &Mark)> {
        self.marks.iter().find_map(|mark| match &mark.expectation {
            Expectation::Bug(class) => Some((class.as_str(), mark)),
            _ => None,
        })
    }

    /// Whether a file name belongs to this program.
    pub fn owns(&self, file: &str) -> bool {
        let base = file.rsplit('/').next().unwrap_or(file);
        self.sources.iter().any(|source| source.file_name().is_some_and(|name| name == base))
    }
}

/// A case, or the name of what could not be read and why.
pub type Discovered = Result<Case, (String, String)>;

/// All programs below `root`, sorted by name.
pub fn discover(root: &Path) -> Vec<Discovered> {
    let mut cases = Vec::new();
    for group in sorted_entries(root) {
        let directory = group.file_name().is_some_and(|name| name == "bug");
        let groups = if directory { sorted_entries(&group) } else { vec![group] };
        for group in groups {
            for entry in sorted_entries(&group) {
                cases.extend(discover_one(root, &entry));
            }
        }
    }
    cases
}

fn discover_one(root: &Path, entry: &Path) -> Option<Discovered> {
    let is_c = |path: &Path| path.extension().is_some_and(|extension| extension == "c");
    let files: Vec<PathBuf> = if entry.is_dir() {
        sorted_entries(entry)
    } else if is_c(entry) {
        vec![entry.to_path_buf()]
    } else {
        return None;
    };
    let name = entry.strip_prefix(root).unwrap_or(entry).display().to_string();
    let mut case = Case { name: name.clone(), min_clang: 14, ..Case::default() };
    for file in &files {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => return Some(Err((name, format!("{}: {error}", file.display())))),
        };
        if let Err(reason) = read_file(&mut case, file, &text) {
            return Some(Err((name, format!("{}: {reason}", file.display()))));
        }
    }
    case.sources = files.into_iter().filter(|file| is_c(file)).collect();
    if case.levels.is_empty() {
        let levels: &[&str] = if case.marks.is_empty() { &["O0", "O1", "O2"] } else { &["O0"] };
        case.levels = levels.iter().map(|level| (*level).to_owned()).collect();
    }
    Some(Ok(case))
}

fn sorted_entries(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn read_file(case: &mut Case, file: &Path, text: &str) -> Result<(), String> {
    case.text.push_str(text);
    let base = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    for (index, line) in text.lines().enumerate() {
        if let Some(directive) = line.strip_prefix("//@ ") {
            read_directive(case, directive)?;
        }
        if let Some((_, mark)) = line.split_once("//~ ") {
            let expectation = read_mark(mark)?;
            case.marks.push(Mark { file: base.clone(), line: index as u32 + 1, expectation });
        }
    }
    Ok(())
}

fn read_mark(mark: &str) -> Result<Expectation, String> {
    let (word, rest) = mark.split_once(' ').unwrap_or((mark, ""));
    match word {
        "BUG" if !rest.is_empty() => Ok(Expectation::Bug(rest.trim().to_owned())),
        "UNSUPPORTED" => Ok(Expectation::Unsupported(rest.trim().to_owned())),
        "LIMIT" => Ok(Expectation::Limit),
        _ => Err(format!("unknown mark `//~ {mark}`")),
    }
}

fn read_directive(case: &mut Case, directive: &str) -> Result<(), String> {
    let (key, value) = directive.split_once(':').unwrap_or((directive, ""));
    let value = value.strip_prefix(' ').unwrap_or(value);
    let words = || value.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let number = || value.trim().parse::<i32>().map_err(|_| format!("`{value}` is not a number"));
    match key.trim() {
        "args" => case.args = words(),
        "stdin" => case.stdin = unescape(value),
        "cflags" => case.cflags = words(),
        "run" => case.run_flags = words(),
        "opt" => case.levels = words(),
        "exit" => case.exit = Some(number()?),
        "files" => case.files = true,
        "native" => case.no_native = value.trim() == "no",
        "stdout" => case.stdout = Some(unescape(value)),
        "stderr" => case.stderr = Some(value.trim().to_owned()),
        "min-clang" => case.min_clang = number()?.unsigned_abs(),
        other => return Err(format!("unknown directive `{other}`")),
    }
    Ok(())
}

/// Resolves `\n`, `\t`, `\\` and `\0`.
fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match bytes.next() {
            Some(b'n') => out.push(b'\n'),
            Some(b't') => out.push(b'\t'),
            Some(b'0') => out.push(0),
            Some(other) => out.push(other),
            None => out.push(b'\\'),
        }
    }
    out
}
