//! The output directory: what may be in it, and how files get there.
//!
//! A file is written under another name and renamed: at any moment each file is complete or
//! absent. `run.json` comes first and says that the directory is ours; nothing of anybody else's is
//! ever written over or removed.

use crate::stubs;
use pathweave_llvm::InputError;
use pathweave_report::page::MARK;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// How tests are written, besides the lossless `tests/NNNNNN.json`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Format {
    /// KLEE's.
    KTest,
    /// Test-Comp's.
    TestComp,
    /// Raw bytes, as fuzzers keep them.
    LibFuzzer,
    /// A C file to compile with the program.
    C,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::KTest, Self::TestComp, Self::LibFuzzer, Self::C];

    /// The word of `--format`.
    pub fn name(self) -> &'static str {
        match self {
            Self::KTest => "ktest",
            Self::TestComp => "testcomp",
            Self::LibFuzzer => "libfuzzer",
            Self::C => "c",
        }
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The directory of its files.
    pub fn directory(self) -> &'static str {
        match self {
            Self::KTest => "tests",
            Self::TestComp => "testcomp",
            Self::LibFuzzer => "corpus",
            Self::C => "c",
        }
    }

    /// The file of a test, counted from 0.
    pub fn file(self, index: usize) -> String {
        let suffix = match self {
            Self::KTest => ".ktest",
            Self::TestComp => ".xml",
            Self::LibFuzzer => "",
            Self::C => ".c",
        };
        format!("{}/{:06}{suffix}", self.directory(), index + 1)
    }
}

/// The lossless file of a test, counted from 0.
pub fn json_file(index: usize) -> String {
    format!("tests/{:06}.json", index + 1)
}

/// What ends the name of a file that is being written.
const STAGING: &str = ".new";

/// The files of the directory itself.
const FILES: [&str; 4] = ["run.json", "summary.json", "behaviour", stubs::FILE];

/// The page that `pathweave report` adds.
pub const PAGE: &str = "index.html";

/// An output directory that may be used.
#[derive(Clone, Debug)]
pub struct Output {
    root: PathBuf,
    has_stubs: bool,
}

impl Output {
    /// Looks whether the directory may be used: it is absent, empty or one of ours. Changes
    /// nothing.
    pub fn check(root: &Path) -> Result<Self, InputError> {
        let output = Self { root: root.to_owned(), has_stubs: false };
        let entries = match fs::read_dir(root) {
            Ok(entries) => entries,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(output),
            Err(error) => return Err(cannot_write(root, &error)),
        };
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        let is_foreign = |name: &&String| match unstaged(name) {
            PAGE => !is_free(&root.join(name)),
            _ => !is_top_level(name),
        };
        let foreign = names.iter().find(is_foreign);
        let is_ours = names.iter().any(|name| FILES.contains(&unstaged(name)));
        match foreign.or(names.first().filter(|_| !is_ours)) {
            None => Ok(output),
            Some(name) => Err(InputError {
                message: format!("{} is not an output directory of pathweave", root.display()),
                hint: Some(format!("it holds {name:?}; choose another directory with --out")),
            }),
        }
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Empties the directory of earlier results and puts `run.json` there.
    pub fn begin(&self, record: &str, formats: &[Format]) -> Result<(), InputError> {
        fs::create_dir_all(&self.root).map_err(|error| cannot_write(&self.root, &error))?;
        // The old summary goes first: it must not stand beside new tests.
        self.remove("summary.json")?;
        self.remove("behaviour")?;
        self.remove(PAGE)?;
        if !self.has_stubs {
            self.remove(stubs::FILE)?;
        }
        self.write("run.json", record.as_bytes())?;
        for name in FILES.into_iter().chain([PAGE]) {
            self.remove(&format!("{name}{STAGING}"))?;
        }
        for format in Format::ALL {
            self.empty(format.directory())?;
        }
        for directory in std::iter::once("tests").chain(formats.iter().map(|f| f.directory())) {
            let path = self.root.join(directory);
            fs::create_dir_all(&path).map_err(|error| cannot_write(&path, &error))?;
        }
        Ok(())
    }

    /// Puts a file of stubs there, before anything else; where it is.
    pub fn write_stubs(&mut self, text: &str) -> Result<PathBuf, InputError> {
        fs::create_dir_all(&self.root).map_err(|error| cannot_write(&self.root, &error))?;
        self.write(stubs::FILE, text.as_bytes())?;
        self.has_stubs = true;
        Ok(self.root.join(stubs::FILE))
    }

    /// Writes a file completely or not at all.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), InputError> {
        let path = self.root.join(name);
        write_whole(&path, bytes).map_err(|error| cannot_write(&path, &error))
    }

    fn remove(&self, name: &str) -> Result<(), InputError> {
        let path = self.root.join(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(cannot_write(&path, &error))
            }
            _ => Ok(()),
        }
    }

    /// Removes the tests in a directory, and the directory where nothing else is in it.
    fn empty(&self, directory: &str) -> Result<(), InputError> {
        let path = self.root.join(directory);
        let Ok(entries) = fs::read_dir(&path) else { return Ok(()) };
        for entry in entries.flatten() {
            if is_test(&entry.file_name().to_string_lossy()) {
                let file = entry.path();
                fs::remove_file(&file).map_err(|error| cannot_write(&file, &error))?;
            }
        }
        let _ = fs::remove_dir(&path);
        Ok(())
    }
}

/// Writes a file completely or not at all: nobody ever sees half of it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut staging = path.as_os_str().to_owned();
    staging.push(STAGING);
    fs::write(&staging, bytes).and_then(|()| fs::rename(&staging, path))
}

/// Whether a page may be written there: nothing is, or a page of `pathweave report`, or a part of one
/// that was never finished.
pub fn is_free(path: &Path) -> bool {
    match fs::metadata(path) {
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
        Ok(about) if about.is_file() => {
            let is_staged = path.as_os_str().to_string_lossy().ends_with(STAGING);
            (is_staged && about.len() == 0) || is_page(path)
        }
        Ok(_) => false,
    }
}

/// Whether a file is a page of `pathweave report`: its head says so.
fn is_page(path: &Path) -> bool {
    const HEAD: u64 = 1024;
    let mut head = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && String::from_utf8_lossy(&head).contains(MARK)
}

fn unstaged(name: &str) -> &str {
    name.strip_suffix(STAGING).unwrap_or(name)
}

fn is_top_level(name: &str) -> bool {
    FILES.contains(&unstaged(name)) || Format::ALL.iter().any(|format| format.directory() == name)
}

/// Six digits, or more in a very long run, and one of our endings.
fn is_test(name: &str) -> bool {
    let name = unstaged(name);
    if name == "metadata.xml" {
        return true;
    }
    let (stem, extension) = name.split_once('.').unwrap_or((name, ""));
    stem.len() >= 6
        && stem.bytes().all(|byte| byte.is_ascii_digit())
        && ["", "json", "ktest", "xml", "c"].contains(&extension)
}

fn cannot_write(path: &Path, error: &std::io::Error) -> InputError {
    InputError {
        message: format!("cannot write {}: {error}", path.display()),
        hint: Some("choose another directory with --out".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tests_are_taken_for_tests() {
        for name in ["000001.json", "000001.ktest.new", "1234567", "000002.c", "metadata.xml"] {
            assert!(is_test(name), "{name}");
        }
        for name in ["1.c", "main.c", "000001.txt", "000001.tar.gz", "a94a8fe5ccb19ba6", ".new"] {
            assert!(!is_test(name), "{name}");
        }
    }

    #[test]
    fn formats_have_names_and_files() {
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(format));
            assert!(is_top_level(format.directory()));
            let file = format.file(41);
            assert!(is_test(file.rsplit('/').next().unwrap_or_default()), "{file}");
        }
        assert!(!is_top_level("src") && is_top_level("summary.json.new"));
    }
}
