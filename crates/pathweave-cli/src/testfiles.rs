//! A test as files: in every format that was asked for.
//!
//! The lossless form is written last: a test with a `.json` has all its other files too.

use crate::output::{Format, Output, json_file};
use crate::sources::hash_of;
use crate::subject::{ResultKind, Subject};
use pathweave_explore::{Ends, FoundBug, FoundTest};
use pathweave_llvm::InputError;
use pathweave_report::cfile::{self, CProgram};
use pathweave_report::ktest::KTest;
use pathweave_report::testcomp::{self, Metadata};
use pathweave_report::{InputKind, InputSource, TestCase, corpus};
use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes tests of one program.
pub struct TestFiles {
    pub output: Output,
    pub formats: Vec<Format>,
    pub subject: Subject,
}

impl TestFiles {
    /// Empties the output directory and writes what there is once.
    pub fn begin(&self) -> Result<(), InputError> {
        self.output.begin(&self.subject.record.to_json(), &self.formats)?;
        if self.formats.contains(&Format::TestComp) {
            self.output.write("testcomp/metadata.xml", self.metadata().to_xml().as_bytes())?;
        }
        if self.formats.contains(&Format::C) {
            let include = self.output.root().join("c/include");
            pathweave_replay::runtime::write_all(pathweave_replay::runtime::HEADERS, &include)
                .map_err(|error| InputError {
                    message: format!("cannot write {}: {error}", include.display()),
                    hint: None,
                })?;
        }
        Ok(())
    }

    /// The file of a test that summaries name.
    pub fn main_file(&self, index: usize) -> String {
        match self.formats.contains(&Format::KTest) {
            true => Format::KTest.file(index),
            false => json_file(index),
        }
    }

    /// Removes a test in every format.
    pub fn remove(&self, index: usize) -> Result<(), InputError> {
        let files = self.formats.iter().map(|format| format.file(index));
        for file in files.chain([json_file(index)]) {
            let path = self.output.root().join(file);
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(InputError {
                        message: format!("cannot remove {}: {error}", path.display()),
                        hint: None,
                    });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The test as plain data.
    pub fn test_case(&self, found: &FoundTest, bug: Option<&FoundBug>) -> TestCase {
        let mut test = TestCase::new(&self.subject.record.entry, found.inputs.clone());
        test.prototype = self.subject.record.prototype.clone();
        test.place = found.place.clone();
        test.external = found.external;
        for input in &mut test.inputs {
            if let (InputKind::Bytes, &InputSource::Parameter(index)) = (input.kind, &input.source)
                && let Some(&Some(kind)) = self.subject.parameter_kinds.get(index as usize)
            {
                input.kind = kind;
            }
        }
        test.ends = match (found.ends, bug) {
            (_, Some(bug)) => pathweave_report::Ends::Bug(bug.finding.kind),
            (Ends::Exited(code), None) if self.subject.result == ResultKind::Number => {
                pathweave_report::Ends::Exited(code)
            }
            // A pointer or a structure is no exit code.
            (Ends::Exited(_), None) => pathweave_report::Ends::Returned,
            // The bug is known from another test; this one is kept for what it executes before.
            (Ends::Bug(kind), None) => pathweave_report::Ends::Bug(kind),
            (Ends::Cut, None) => pathweave_report::Ends::Cut,
        };
        if let Ends::Exited(_) = found.ends {
            test.returned = found.returned.and_then(|bits| self.subject.returned(bits));
        }
        test.message = bug.map_or_else(|| found.message.clone(), |bug| bug.finding.message.clone());
        test
    }

    /// Writes a test in every format.
    pub fn write(&self, index: usize, test: &TestCase) -> Result<(), InputError> {
        for &format in &self.formats {
            let bytes = match format {
                Format::KTest => {
                    let program = self.subject.record.inputs.first().map_or("", String::as_str);
                    KTest::from_test(program, test).to_bytes()
                }
                Format::TestComp => testcomp::to_xml(test).into_bytes(),
                Format::LibFuzzer => corpus::to_bytes(test),
                Format::C => cfile::to_c(test, &self.c_program(index)).into_bytes(),
            };
            self.output.write(&format.file(index), &bytes)?;
        }
        self.output.write(&json_file(index), test.to_json().as_bytes())
    }

    /// The commands of C files are for the directory that pathweave was started in.
    fn c_program(&self, index: usize) -> CProgram {
        let record = &self.subject.record;
        let root = self.output.root();
        let mut cflags = record.cflags.clone();
        cflags.push("-idirafter".to_owned());
        cflags.push(root.join("c/include").display().to_string());
        let is_entry = |input: &&String| record.entry_source.as_ref() != Some(*input);
        CProgram {
            file_name: root.join(Format::C.file(index)).display().to_string(),
            sources: record.inputs.iter().filter(is_entry).cloned().collect(),
            entry_source: record
                .entry_source
                .as_ref()
                .map(|source| relative(Path::new(source), &root.join("c"))),
            cflags,
            uses_intrinsics: self.subject.uses_intrinsics,
        }
    }

    fn metadata(&self) -> Metadata {
        let record = &self.subject.record;
        let is_error = matches!(record.target.as_deref(), Some("error" | "reach_error"));
        let program_file = record.inputs.first().cloned().unwrap_or_default();
        let specification = if is_error { Metadata::COVER_ERROR } else { Metadata::COVER_BRANCHES };
        Metadata {
            specification: specification.to_owned(),
            program_hash: hash_of(Path::new(&program_file)),
            program_file,
            entry: record.entry.clone(),
            architecture: "64bit".to_owned(),
            creation_time: iso_time(SystemTime::now()),
        }
    }
}

/// A path as seen from a directory, where both can be resolved; else as it is.
fn relative(path: &Path, from: &Path) -> String {
    let (Ok(path), Ok(from)) = (path.canonicalize(), from.canonicalize()) else {
        return path.display().to_string();
    };
    let ours: Vec<Component<'_>> = path.components().collect();
    let theirs: Vec<Component<'_>> = from.components().collect();
    let shared = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
    let mut result = PathBuf::new();
    result.extend(theirs[shared..].iter().map(|_| Component::ParentDir));
    result.extend(&ours[shared..]);
    result.display().to_string()
}

/// A time as ISO 8601 writes it, in UTC.
fn iso_time(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (mut days, second) = (seconds / 86400, seconds % 86400);
    let is_leap = |year: u64| {
        (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400)
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    let (hour, minute) = (second / 3600, second / 60 % 60);
    format!("{year:04}-{:02}-{:02}T{hour:02}:{minute:02}:{:02}Z", month + 1, days + 1, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn times() {
        let at = |seconds| iso_time(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_735_689_599), "2024-12-31T23:59:59Z");
    }

    #[test]
    fn relative_paths() {
        assert_eq!(relative(Path::new("/usr/bin"), Path::new("/usr/lib")), "../bin");
        assert_eq!(relative(Path::new("/no/such/x.c"), Path::new("/usr")), "/no/such/x.c");
    }
}
