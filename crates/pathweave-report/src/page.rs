//! A finished run as one HTML page, for the developer whose program it was: what was found, what is
//! proved, what is not covered and why, each with the source beside it.
//!
//! - [`verdict`]: the answer in words, and what keeps it from being complete
//! - [`bugs`]: every bug with its input
//! - [`coverage`], [`annotate`]: files, and their source with what was executed
//! - [`tables`]: tests, functions, strategies, figures
//!
//! The page says what `summary.json` and the tests say and adds nothing but the source texts: the same
//! directory and sources give the same bytes. It stays usable however long the run was: every list has
//! an end, after which it says how many more there are and where.

mod annotate;
mod bugs;
mod coverage;
mod tables;
mod verdict;

use crate::exploration::ExplorationSummary;
use crate::finding::Place;
use crate::html::{document, escaped};
use crate::record::RunRecord;
use crate::testcase::TestCase;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const STYLE: &str = include_str!("page/page.css");

/// What a page has in its head. A file without it is somebody else's, and is not written over.
pub const MARK: &str = "<meta name=\"generator\" content=\"pathweave report\">\n";

/// Tests that are listed, and so have to be read.
pub const SHOWN_TESTS: usize = 500;
/// Bugs that are shown.
const SHOWN_BUGS: usize = 100;

/// What there is to show.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// The directory of the run, as the user names it.
    pub directory: String,
    /// How the program was compiled, or why that is not known.
    pub record: Result<RunRecord, String>,
    /// The result.
    pub summary: ExplorationSummary,
    /// The tests that are shown, by the names that the summary gives them, or why one cannot be.
    pub tests: BTreeMap<String, Result<TestCase, String>>,
    /// The sources, by the names that places give them.
    pub sources: BTreeMap<String, Source>,
}

/// A source file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Source {
    /// Its lines; none when it cannot be shown.
    pub lines: Vec<String>,
    /// Whether it is the text that was explored.
    pub state: SourceState,
}

/// Whether a source file is the one that was explored.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum SourceState {
    /// It is.
    Same,
    /// It has another text now.
    Changed,
    /// The run did not write down what it was.
    #[default]
    Unknown,
    /// It cannot be read; this is why.
    Gone(String),
}

/// The tests of a run that a page shows.
pub fn tests_of(summary: &ExplorationSummary) -> BTreeSet<&str> {
    let bugs = summary.bugs.iter().take(SHOWN_BUGS).map(|bug| bug.test.as_str());
    let tests = summary.tests.iter().take(SHOWN_TESTS).map(|test| test.file.as_str());
    bugs.chain(tests).chain(summary.reached_by.as_deref()).collect()
}

/// The source files that a page shows something of, as places name them.
pub fn files_of(summary: &ExplorationSummary) -> BTreeSet<String> {
    let sources = summary.sources.iter().map(|source| source.file.clone());
    let branches = summary.branches.iter().map(|branch| branch.place.as_str());
    let bugs = summary.bugs.iter().take(SHOWN_BUGS);
    let frames = bugs.flat_map(|bug| bug.stack.iter().map(|frame| split_frame(frame).1));
    let places = branches.chain(summary.bugs.iter().map(|bug| bug.place.as_str())).chain(frames);
    let files = places.filter_map(Place::parse).map(|place| place.file);
    sources.chain(files).collect()
}

/// The whole page.
pub fn render(page: &Page) -> String {
    let summary = &page.summary;
    let mut out = String::new();
    verdict::banner(&mut out, page);
    contents(&mut out, page);
    sources_note(&mut out, page);
    bugs::way_there(&mut out, page);
    bugs::section(&mut out, page);
    verdict::incomplete(&mut out, summary);
    coverage::section(&mut out, page);
    tables::tests(&mut out, page);
    tables::changes(&mut out, summary);
    tables::functions(&mut out, summary);
    tables::strategies(&mut out, summary);
    tables::inputs(&mut out, summary);
    tables::figures(&mut out, summary);
    tables::made_from(&mut out, page);
    document(&format!("Pathweave: {}", subject(page)), MARK, STYLE, &out)
}

/// What was explored, in short.
fn subject(page: &Page) -> String {
    let summary = &page.summary;
    let inputs = page.record.as_ref().map_or(&[][..], |record| &record.inputs);
    let of = match inputs {
        [] => String::new(),
        [one] => format!(" of {one}"),
        [first, rest @ ..] => format!(" of {first} and {} more", rest.len()),
    };
    match summary.target.as_deref() {
        None => format!("{}{of}", summary.entry),
        Some("error") => format!("any error from {}{of}", summary.entry),
        Some(target) => format!("{target} from {}{of}", summary.entry),
    }
}

fn contents(out: &mut String, page: &Page) {
    let summary = &page.summary;
    let parts = [
        ("reached", "the input", summary.reached_by.is_some()),
        ("bugs", "bugs", !summary.bugs.is_empty()),
        ("incomplete", "not complete", !summary.incomplete.is_empty()),
        ("coverage", "coverage", coverage::is_known(summary)),
        ("tests", "tests", !summary.tests.is_empty()),
        ("changes", "changes", summary.changes.is_some()),
        ("functions", "functions", !summary.functions.is_empty()),
        ("strategies", "strategies", !summary.strategies.is_empty()),
        ("inputs", "inputs", !summary.inputs.is_empty()),
        ("figures", "figures", true),
        ("run", "the run", true),
    ];
    out.push_str("<nav>");
    for (id, name, _) in parts.into_iter().filter(|(_, _, is_there)| *is_there) {
        let _ = write!(out, "<a href=\"#{id}\">{name}</a>");
    }
    out.push_str("</nav>\n");
}

/// Says which sources are not those of the run.
fn sources_note(out: &mut String, page: &Page) {
    let named = |wanted: fn(&SourceState) -> bool| -> Vec<&str> {
        let of = page.sources.iter().filter(|(_, source)| wanted(&source.state));
        of.map(|(name, _)| name.as_str()).collect()
    };
    let changed = named(|state| *state == SourceState::Changed);
    let gone = named(|state| matches!(state, SourceState::Gone(_)));
    let unknown = named(|state| *state == SourceState::Unknown);
    for (files, what) in [
        (
            changed,
            "changed since the run; lines may have moved, and marks beside them may be wrong",
        ),
        (gone, "cannot be read any more, and cannot be shown"),
        (unknown, "shown as it is now; the run did not write down whether it was the same"),
    ] {
        if !files.is_empty() {
            let _ = writeln!(out, "<p class=\"warn\">{}: {what}.</p>", file_list(&files));
        }
    }
}

fn file_list(files: &[&str]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<String> =
        files.iter().take(SHOWN).map(|file| format!("<code>{}</code>", escaped(file))).collect();
    let rest = match files.len().saturating_sub(SHOWN) {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    format!("{}{rest}", shown.join(", "))
}

/// A frame of a stack in the summary: the function, and its place.
fn split_frame(frame: &str) -> (&str, &str) {
    frame.split_once(' ').unwrap_or((frame, ""))
}

/// The line of a place, where its file is there.
fn line_at<'p>(page: &'p Page, place: &Place) -> Option<&'p str> {
    let source = page.sources.get(&place.file)?;
    let index = usize::try_from(place.line).ok()?.checked_sub(1)?;
    source.lines.get(index).map(String::as_str)
}

/// Says how many of a list are not there, and where they are.
fn rest(out: &mut String, count: usize, shown: usize, what: &str, place: &str) {
    if count > shown {
        let _ = writeln!(
            out,
            "<p class=\"soft\">… and {} more {what}, in <code>{}</code>.</p>",
            count - shown,
            escaped(place)
        );
    }
}

/// Where all of a list are.
fn summary_file(page: &Page) -> String {
    format!("{}/summary.json", page.directory)
}

/// A number of things: `1 test`, `2 tests`.
fn counted(count: u64, thing: &str) -> String {
    let many = match thing.strip_suffix("ch") {
        Some(_) => "es",
        None => "s",
    };
    format!("{count} {thing}{}", if count == 1 { "" } else { many })
}

/// Milliseconds as people say them.
fn time(ms: u64) -> String {
    match ms {
        0..1000 => format!("{ms} ms"),
        1000..60_000 => format!("{:.1} s", ms as f64 / 1000.0),
        _ => format!("{} min {} s", ms / 60_000, ms / 1000 % 60),
    }
}

#[cfg(test)]
mod tests;
