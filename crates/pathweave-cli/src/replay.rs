//! `pathweave replay`, and the replay that `test` and `reach` do by themselves at their end.
//!
//! A program that cannot be built natively is no failure of the exploration: it is said, in one
//! line, and bugs stay confirmed by the interpreter alone.

use crate::flags::ReplayFlags;
use crate::run::stop_on_interrupt;
use crate::tell::tell;
use pathweave_llvm::InputError;
use pathweave_llvm::clang::{find_clang, find_tools};
use pathweave_replay::{BuildRequest, Limits, ReplayError, has_sanitizers};
use pathweave_report::native::NativeSummary;
use pathweave_report::record::RunRecord;
use pathweave_report::replay::{Coverage, ReplayReport, ReplaySummary, Verdict};
use pathweave_report::{Ends, Place, TestCase, exploration};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A test does not end as it should.
const DIFFERENT: u8 = 1;

/// Runs `pathweave replay`.
pub fn replay(flags: &ReplayFlags) -> Result<u8, InputError> {
    let started = Instant::now();
    let directory = &flags.directory;
    let record = read_record(directory)?;
    let tests = read_tests(directory, &record)?;
    let summary = fs::read_to_string(directory.join("summary.json")).unwrap_or_default();
    require_some(directory, &tests, exploration::tests_of(&summary))?;
    let reachable = exploration::verdict_of(&summary).is_some_and(|v| v == "reachable");
    let limits = Limits {
        time: flags.test_time,
        deadline: flags.time.map(|time| started + time),
        stop: stop_on_interrupt(),
        ..Limits::default()
    };
    let mut request = request(&record, flags.clang.as_deref(), &limits)?;
    request.directory = sources(flags.sources.as_deref(), &record);
    let report = replay_tests(&request, &record, &tests, &limits).map_err(|error| InputError {
        message: format!("the tests cannot be run natively: {error}"),
        hint: Some("name other flags or another clang when exploring".to_owned()),
    })?;
    let native = native(&report, &record, reachable);
    let code = if native.is_as_claimed() { 0 } else { DIFFERENT };
    if flags.json {
        tell(&format!("{}\n", ReplaySummary::new(native, report).to_json()))?;
    } else {
        tell(&report.to_text())?;
        if let (Some(reached), Some(target)) = (native.target_reached, &record.target) {
            let word = if reached { "reached natively" } else { "NOT reached natively" };
            tell(&format!("target {target}: {word}\n"))?;
        }
    }
    Ok(code)
}

/// Replays tests that were just found.
pub fn confirm<'a>(
    record: &RunRecord,
    tests: impl Iterator<Item = (String, &'a TestCase)>,
    reachable: bool,
    limits: &Limits,
) -> NativeSummary {
    let tests: Vec<(PathBuf, TestCase)> =
        tests.map(|(name, test)| (PathBuf::from(name), test.clone())).collect();
    if tests.is_empty() {
        return NativeSummary::not_replayed("there are no tests");
    }
    let request = match request(record, None, limits) {
        Ok(request) => request,
        Err(error) => return NativeSummary::not_replayed(error.message),
    };
    match replay_tests(&request, record, &tests, limits) {
        Ok(report) => native(&report, record, reachable),
        Err(error) => NativeSummary::not_replayed(one_line(&error)),
    }
}

/// The report in short, with what it says about the target.
fn native(report: &ReplayReport, record: &RunRecord, reachable: bool) -> NativeSummary {
    let mut native = NativeSummary::of(report);
    if !reachable {
        return native;
    }
    native.target_reached = match (record.target.as_deref(), &record.target_place) {
        (Some("error"), _) => is_bug_confirmed(report),
        (_, Some(place)) => {
            report.coverage.as_ref().ok().and_then(|coverage| is_executed(coverage, place))
        }
        _ => None,
    };
    native
}

/// Whether a native run ends in a bug as claimed; `None` when that could not be told.
fn is_bug_confirmed(report: &ReplayReport) -> Option<bool> {
    let bugs = || report.tests.iter().filter(|test| matches!(test.claim, Ends::Bug(_)));
    if bugs().any(|test| test.verdict == Verdict::Confirmed) {
        return Some(true);
    }
    bugs().all(|test| matches!(test.verdict, Verdict::Differs(_))).then_some(false)
}

/// Whether a line was executed; `None` for a line that native code does not have.
fn is_executed(coverage: &Coverage, place: &Place) -> Option<bool> {
    let ending = format!("/{}", place.file.trim_start_matches('/'));
    let is_file = |file: &str| file == place.file || file.ends_with(&ending);
    let mut counts = coverage
        .files
        .iter()
        .filter(|file| is_file(&file.file))
        .filter_map(|file| file.lines.get(&place.line))
        .peekable();
    counts.peek()?;
    Some(counts.any(|&count| count > 0))
}

/// The first thing that says what is wrong.
fn one_line(error: &ReplayError) -> String {
    let text = error.to_string();
    let telling = |line: &&str| line.contains("undefined reference") || line.contains("error:");
    let detail = text.lines().skip(1).find(telling);
    match (text.lines().next().unwrap_or_default(), detail) {
        (head, Some(detail)) => {
            let detail = detail.rsplit_once(": undefined reference").map_or_else(
                || detail.trim().to_owned(),
                |(_, rest)| format!("undefined reference{rest}"),
            );
            format!("{head}: {detail}")
        }
        (head, None) => head.to_owned(),
    }
}

/// Replays; where another clang than the one of the run cannot build the program, with that one.
fn replay_tests(
    request: &BuildRequest,
    record: &RunRecord,
    tests: &[(PathBuf, TestCase)],
    limits: &Limits,
) -> Result<ReplayReport, ReplayError> {
    let recorded = record.clang.as_ref().map(PathBuf::from);
    match (pathweave_replay::replay(request, tests, limits), recorded) {
        (Err(ReplayError::Build(_)), Some(clang)) if clang != request.clang => {
            let request = BuildRequest { clang, ..request.clone() };
            pathweave_replay::replay(&request, tests, limits)
        }
        (result, _) => result,
    }
}

/// The clang for native runs. Not every one is installed with sanitizers: where the user did not
/// choose and the program is C, the newest that has them is taken.
fn native_clang(record: &RunRecord, limits: &Limits) -> Result<PathBuf, InputError> {
    let recorded = record.clang.as_ref().map(PathBuf::from);
    let own = match recorded.filter(|clang| record.clang_given || clang.is_file()) {
        Some(recorded) => find_clang(Some(&recorded))?,
        None => find_clang(None)?,
    };
    let is_c = |input: &String| input.ends_with(".c");
    if record.clang_given || !record.inputs.iter().all(is_c) {
        return Ok(own);
    }
    let others = find_tools("clang").into_iter().filter(|other| *other != own);
    let mut candidates = std::iter::once(own.clone()).chain(others);
    Ok(candidates.find(|clang| has_sanitizers(clang, limits)).unwrap_or(own))
}

/// Where the sources are: a run may be replayed in another checkout.
pub fn sources(given: Option<&Path>, record: &RunRecord) -> PathBuf {
    let recorded = PathBuf::from(&record.directory);
    match given {
        Some(given) => std::path::absolute(given).unwrap_or(recorded),
        None if recorded.is_dir() => recorded,
        None => std::env::current_dir().unwrap_or(recorded),
    }
}

fn request(
    record: &RunRecord,
    clang: Option<&Path>,
    limits: &Limits,
) -> Result<BuildRequest, InputError> {
    let clang = match clang {
        Some(path) => find_clang(Some(path))?,
        None => native_clang(record, limits)?,
    };
    let mut request = BuildRequest::new(clang, record.inputs.iter().map(PathBuf::from).collect());
    request.cflags = record.cflags.iter().chain(&record.libraries).cloned().collect();
    request.directory = PathBuf::from(&record.directory);
    request.entry = record.entry.clone();
    request.prototype = record.prototype.clone();
    request.entry_source = record.entry_source.as_ref().map(PathBuf::from);
    request.overflow_is_a_bug = record.overflow_is_a_bug;
    let direct = !matches!(record.entry.as_str(), "main" | "LLVMFuzzerTestOneInput");
    if direct && request.prototype.is_none() {
        return Err(InputError {
            message: format!("C has no way to call `{}` from elsewhere", record.entry),
            hint: None,
        });
    }
    Ok(request)
}

/// How the program of a directory was compiled.
pub fn read_record(directory: &Path) -> Result<RunRecord, InputError> {
    let path = directory.join("run.json");
    let text = fs::read_to_string(&path).map_err(|error| InputError {
        message: format!("cannot read {}: {error}", path.display()),
        hint: Some("give the directory that `pathweave test` or `reach` wrote".to_owned()),
    })?;
    RunRecord::from_json(&text)
        .map_err(|error| InputError { message: format!("{}: {error}", path.display()), hint: None })
}

/// The tests in order, by the names that summaries give them.
fn read_tests(
    directory: &Path,
    record: &RunRecord,
) -> Result<Vec<(PathBuf, TestCase)>, InputError> {
    let broken = |path: &Path, error: String| InputError {
        message: format!("{}: {error}", path.display()),
        hint: None,
    };
    let folder = directory.join("tests");
    let entries = fs::read_dir(&folder).map_err(|error| broken(&folder, error.to_string()))?;
    let mut paths: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    paths.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
    let extension = match record.formats.iter().any(|format| format == "ktest") {
        true => "ktest",
        false => "json",
    };
    let mut tests = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).map_err(|error| broken(&path, error.to_string()))?;
        let test = TestCase::from_json(&text).map_err(|error| broken(&path, error))?;
        let name = path.file_name().unwrap_or_default();
        tests.push((Path::new("tests").join(name).with_extension(extension), test));
    }
    Ok(tests)
}

/// Where all tests of a run are gone there is nothing to judge. Some of them may have been taken out on
/// purpose, and a run may have found none.
fn require_some(
    directory: &Path,
    tests: &[(PathBuf, TestCase)],
    named: Option<Vec<String>>,
) -> Result<(), InputError> {
    let directory = directory.display();
    let message = match named {
        _ if !tests.is_empty() => return Ok(()),
        None => format!("there are no tests in {directory}/tests"),
        Some(named) if named.is_empty() => return Ok(()),
        Some(named) => format!(
            "the {} tests of the run are gone: there is no .json file in {directory}/tests",
            named.len()
        ),
    };
    let hint = "explore again, or give the whole directory that the run wrote".to_owned();
    Err(InputError { message, hint: Some(hint) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_report::replay::FileCoverage;
    use std::collections::BTreeMap;

    #[test]
    fn failures_are_one_line() {
        let text = "/usr/bin/ld: /tmp/x/0.o: in function `f':\n/w/a.c:3:(.text+0x9): undefined reference to `g'\nclang: error: linker";
        assert_eq!(
            one_line(&ReplayError::Build(text.into())),
            "the program cannot be built natively: undefined reference to `g'"
        );
        let text = "a.c:1:2: error: no\nmore";
        assert_eq!(
            one_line(&ReplayError::Build(text.into())),
            "the program cannot be built natively: a.c:1:2: error: no"
        );
        assert!(!one_line(&ReplayError::Deadline).contains('\n'));
    }

    #[test]
    fn lines_of_the_target() {
        let file = FileCoverage {
            file: "src/a.c".into(),
            lines: BTreeMap::from([(3, 0), (4, 2)]),
            branches: Vec::new(),
        };
        let coverage = Coverage { files: vec![file] };
        let at = |file: &str, line| {
            is_executed(&coverage, &Place { file: file.into(), line, column: 0 })
        };
        assert_eq!(at("a.c", 3), Some(false));
        assert_eq!(at("src/a.c", 4), Some(true));
        assert_eq!(at("a.c", 5), None);
        assert_eq!(at("b/a.c", 4), None);
    }
}
