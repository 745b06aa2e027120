//! `pathweave report`: the HTML page of a run, from its directory and the sources.
//!
//! Nothing is executed and nothing of the run is changed. What cannot be read is said on the page, but
//! for `summary.json`, without which there is nothing to say.

use crate::flags::ReportFlags;
use crate::output::{PAGE, is_free, write_whole};
use crate::replay::{read_record, sources};
use crate::sources::hash;
use crate::tell::tell;
use pathweave_llvm::InputError;
use pathweave_report::TestCase;
use pathweave_report::exploration::ExplorationSummary;
use pathweave_report::page::{self, Page, Source, SourceState};
use pathweave_report::record::RunRecord;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The largest file that is read.
const LARGEST: u64 = 64 << 20;

/// Runs `pathweave report`.
pub fn report(flags: &ReportFlags) -> Result<u8, InputError> {
    let directory = &flags.directory;
    let summary = read_summary(directory)?;
    let file = flags.out.clone().unwrap_or_else(|| directory.join(PAGE));
    let refused = |message: String| InputError {
        message: format!("cannot write {}: {message}", file.display()),
        hint: Some("choose another file with --out".to_owned()),
    };
    if !is_free(&file) {
        return Err(refused("it is there, and is no page of `pathweave report`".to_owned()));
    }
    let record = read_record(directory).map_err(|error| error.message);
    let root = root_of_sources(flags.sources.as_deref(), record.as_ref().ok());
    let tests = page::tests_of(&summary).into_iter();
    let tests = tests.map(|name| (name.to_owned(), read_test(directory, name))).collect();
    let page = Page {
        directory: directory.display().to_string(),
        record,
        tests,
        sources: read_sources(&root, &summary),
        summary,
    };
    write_whole(&file, page::render(&page).as_bytes())
        .map_err(|error| refused(error.to_string()))?;
    tell(&format!("{}\n", file.display()))?;
    Ok(0)
}

fn read_summary(directory: &Path) -> Result<ExplorationSummary, InputError> {
    let path = directory.join("summary.json");
    let text = read_text(&path).map_err(|error| InputError {
        message: format!("cannot read {}: {error}", path.display()),
        hint: Some("give the directory that `pathweave test` or `reach` wrote".to_owned()),
    })?;
    ExplorationSummary::from_json(&text).map_err(|error| InputError {
        message: format!("{}: not a summary of a run: {error}", path.display()),
        hint: None,
    })
}

/// Where names of sources start; without `run.json`, here.
fn root_of_sources(given: Option<&Path>, record: Option<&RunRecord>) -> PathBuf {
    match record {
        Some(record) => sources(given, record),
        None => given.unwrap_or(Path::new(".")).to_owned(),
    }
}

/// A test by the name that the summary gives it: a file below the directory, and nothing else.
fn read_test(directory: &Path, name: &str) -> Result<TestCase, String> {
    let path = Path::new(name);
    let is_inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    if !is_inside || path.file_name().is_none() {
        return Err(format!("{name:?} is not a file of this directory"));
    }
    let path = directory.join(path).with_extension("json");
    let text = read_text(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    TestCase::from_json(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn read_sources(root: &Path, summary: &ExplorationSummary) -> BTreeMap<String, Source> {
    let hashes = summary.sources.iter().map(|source| (source.file.as_str(), &source.sha256));
    let hashes: BTreeMap<&str, &String> = hashes.collect();
    let read = |name: String| {
        let known = hashes.get(name.as_str()).filter(|hash| !hash.is_empty());
        let source = match read_bytes(&root.join(&name)) {
            Err(error) => Source { lines: Vec::new(), state: SourceState::Gone(error) },
            Ok(bytes) => Source {
                lines: String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect(),
                state: match known {
                    None => SourceState::Unknown,
                    Some(known) if **known == hash(&bytes) => SourceState::Same,
                    Some(_) => SourceState::Changed,
                },
            },
        };
        (name, source)
    };
    page::files_of(summary).into_iter().map(read).collect()
}

fn read_text(path: &Path) -> Result<String, String> {
    String::from_utf8(read_bytes(path)?).map_err(|_| "it is not text".to_owned())
}

/// The bytes of an ordinary file.
fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let about = fs::metadata(path).map_err(|error| error.to_string())?;
    match () {
        () if !about.is_file() => Err("it is not a file".to_owned()),
        () if about.len() > LARGEST => Err("it is too large".to_owned()),
        () => fs::read(path).map_err(|error| error.to_string()),
    }
}
