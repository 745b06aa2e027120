//! What was covered, file by file: sums, outcomes that no test takes, and the source with marks.
//!
//! What `coverage` of the summary does not count (functions that the entry cannot call, outcomes that
//! only lead to a promise) is not counted here either, and said.

use super::annotate::{Ink, functions_of};
use super::{Page, Source, rest, summary_file};
use crate::exploration::{BranchEntry, ExplorationSummary, SourceEntry};
use crate::finding::Place;
use crate::html::escaped;
use crate::native::NativeLines;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Outcomes without a test that are listed.
const SHOWN_OUTCOMES: usize = 100;
/// Files in the table.
const SHOWN_FILES: usize = 200;

/// An outcome of a branch with its place.
pub type Outcome<'p> = (Place, &'p BranchEntry);

/// All that is known of a file.
pub struct FileView<'p> {
    /// Its number on the page.
    pub number: usize,
    /// As places name it.
    pub name: &'p str,
    /// What was written down of it.
    pub entry: Option<&'p SourceEntry>,
    /// What native runs executed of it.
    pub native: Option<&'p NativeLines>,
    /// Its text.
    pub source: Option<&'p Source>,
    /// Outcomes of its branches by line.
    pub outcomes: BTreeMap<u32, Vec<Outcome<'p>>>,
}

/// What became of outcomes that count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub all: usize,
    pub covered: usize,
    pub infeasible: usize,
    pub unknown: usize,
    pub never: usize,
}

impl Tally {
    pub fn of<'a>(outcomes: impl Iterator<Item = &'a BranchEntry>) -> Self {
        let mut tally = Self::default();
        for outcome in outcomes.filter(|outcome| outcome.is_counted) {
            tally.all += 1;
            match outcome.verdict.as_ref() {
                "covered" => tally.covered += 1,
                "infeasible" => tally.infeasible += 1,
                "never-reached" => tally.never += 1,
                _ => tally.unknown += 1,
            }
        }
        tally
    }

    /// Whether every outcome is covered, or proved to be impossible.
    pub fn is_settled(self) -> bool {
        self.covered + self.infeasible == self.all
    }
}

impl FileView<'_> {
    fn tally(&self) -> Tally {
        Tally::of(self.outcomes.values().flatten().map(|(_, outcome)| *outcome))
    }

    /// Whether anything in it counts.
    fn counts(&self) -> bool {
        let lines = self.entry.is_some_and(|entry| entry.lines.count() > 0);
        lines || self.outcomes.values().flatten().any(|(_, outcome)| outcome.is_counted)
    }
}

/// Whether there is anything to say: a proof about a target may not have needed to execute anything.
pub fn is_known(summary: &ExplorationSummary) -> bool {
    let is_needed = summary.target.is_none() || summary.coverage.lines_covered > 0;
    let has_lines = || summary.sources.iter().any(|source| source.lines.count() > 0);
    is_needed && (!summary.branches.is_empty() || has_lines())
}

/// The whole section.
pub fn section(out: &mut String, page: &Page) {
    let summary = &page.summary;
    if !is_known(summary) {
        return;
    }
    let all = views(page);
    let (views, others): (Vec<&FileView<'_>>, Vec<_>) = all.iter().partition(|view| view.counts());
    out.push_str(
        "<h2 id=\"coverage\">Coverage</h2>\n<p>Counted is the code that the entry can call: what exploration executed, \
         and every outcome of every branch. <em>Infeasible</em> is a proof that no input takes an outcome.</p>\n",
    );
    if summary.target.is_some() {
        out.push_str(
            "<p>What it takes to decide about a target leaves out the most: code that is not executed here was not needed \
             for the answer.</p>\n",
        );
    }
    if let Some(native) = summary.native.as_ref() {
        let _ = match (&native.coverage, &native.reason) {
            (Some(coverage), _) => writeln!(
                out,
                "<p class=\"soft\">The tests, run natively, cover {} of {} branches and {} of {} lines of whole files.</p>",
                coverage.branches_covered,
                coverage.branches,
                coverage.lines_covered,
                coverage.lines
            ),
            (None, Some(reason)) => writeln!(
                out,
                "<p class=\"soft\">The tests were not run natively: {}</p>",
                escaped(reason)
            ),
            (None, None) => Ok(()),
        };
    }
    // What is drawn decides where links may lead.
    let mut ink = Ink::default();
    let mut drawn = String::new();
    for view in &views {
        functions_of(&mut drawn, page, view, &mut ink);
    }
    file_table(out, page, &views);
    if !others.is_empty() {
        let _ = writeln!(
            out,
            "<p class=\"soft\">{} more with code that the entry cannot call.</p>",
            super::counted(others.len() as u64, "file")
        );
    }
    open_outcomes(out, page, &views, &ink);
    out.push_str(&drawn);
}

/// The files, with what belongs to each.
fn views(page: &Page) -> Vec<FileView<'_>> {
    let summary = &page.summary;
    let mut by_file: BTreeMap<String, BTreeMap<u32, Vec<Outcome<'_>>>> = BTreeMap::new();
    for branch in &summary.branches {
        if let Some(place) = Place::parse(&branch.place) {
            let lines = by_file.entry(place.file.clone()).or_default();
            lines.entry(place.line).or_default().push((place, branch));
        }
    }
    let entries = summary.sources.iter().map(|entry| (entry.file.as_str(), entry));
    let entries: BTreeMap<&str, &SourceEntry> = entries.collect();
    let native = summary.native.as_ref().map_or(&[][..], |native| &native.files);
    let names = page.sources.keys().map(String::as_str);
    let named = names.filter(|name| by_file.contains_key(*name) || entries.contains_key(name));
    let mut views: Vec<FileView<'_>> = named
        .map(|name| FileView {
            number: 0,
            name,
            entry: entries.get(name).copied(),
            native: native.iter().find(|native| is_same_file(&native.file, name)),
            source: page.sources.get(name),
            outcomes: BTreeMap::new(),
        })
        .collect();
    for (number, view) in views.iter_mut().enumerate() {
        view.number = number;
        view.outcomes = by_file.remove(view.name).unwrap_or_default();
    }
    views
}

/// Compilers may add a directory.
fn is_same_file(native: &str, name: &str) -> bool {
    native == name
        || native
            .strip_suffix(name.trim_start_matches("./"))
            .is_some_and(|head| head.is_empty() || head.ends_with('/'))
}

fn file_table(out: &mut String, page: &Page, views: &[&FileView<'_>]) {
    let has_native = views.iter().any(|view| view.native.is_some());
    out.push_str(
        "<div class=\"wide\"><table><thead><tr><th class=\"t\">file</th><th>lines executed</th>\
         <th>outcomes covered</th><th>infeasible</th><th>not decided</th><th>never reached</th>",
    );
    out.push_str(if has_native { "<th>lines natively</th>" } else { "" });
    out.push_str("</tr></thead><tbody>\n");
    for view in views.iter().take(SHOWN_FILES) {
        let tally = view.tally();
        let lines = view.entry.map(|entry| (entry.executed.count(), entry.lines.count()));
        let native = view.native.map(|native| (native.executed.count(), native.lines.count()));
        let _ = write!(
            out,
            "<tr><td class=\"t r\"><a href=\"#f{}\">{}</a></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>",
            view.number,
            escaped(view.name),
            share(lines),
            share(Some((tally.covered, tally.all))),
            tally.infeasible,
            tally.unknown,
            tally.never
        );
        if has_native {
            let _ = write!(out, "<td>{}</td>", share(native));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    rest(out, views.len(), SHOWN_FILES, "files", &summary_file(page));
}

/// A part of a whole, with a bar.
fn share(part: Option<(usize, usize)>) -> String {
    let Some((part, whole)) = part else { return "-".to_owned() };
    if whole == 0 {
        return "none".to_owned();
    }
    let percent = part * 100 / whole;
    format!("{part} of {whole} <span class=\"bar\"><i style=\"width:{percent}%\"></i></span>")
}

/// Outcomes that count and that no path took: those that are not decided first, code that was never
/// reached last.
fn open_outcomes(out: &mut String, page: &Page, views: &[&FileView<'_>], ink: &Ink) {
    let mut open: Vec<(u8, usize, &Outcome<'_>)> = Vec::new();
    for view in views {
        let outcomes = view.outcomes.values().flatten();
        let missing = outcomes.filter(|(_, o)| o.is_counted && o.verdict != "covered");
        open.extend(missing.map(|outcome| (urgency(outcome.1), view.number, outcome)));
    }
    if open.is_empty() {
        return;
    }
    open.sort_by_key(|(urgency, number, (place, _))| (*urgency, *number, place.line, place.column));
    let closed = page.summary.target.is_some()
        || open.iter().all(|(urgency, ..)| *urgency == urgency_of("infeasible"));
    let _ = writeln!(
        out,
        "<details{}><summary>{}</summary>\n<div class=\"wide\"><table><thead><tr><th class=\"t\">place</th>\
         <th class=\"t\">outcome</th><th class=\"t\">what became of it</th></tr></thead><tbody>",
        if closed { "" } else { " open" },
        match open.len() {
            1 => "One outcome that no test takes".to_owned(),
            many => format!("{many} outcomes that no test takes"),
        }
    );
    for (_, number, (place, outcome)) in open.iter().take(SHOWN_OUTCOMES) {
        let name = escaped(&outcome.place);
        let place = match ink.has(*number, place.line) {
            true => format!("<a href=\"#f{number}L{}\">{name}</a>", place.line),
            false => name,
        };
        let _ = writeln!(
            out,
            "<tr><td class=\"t r\">{place}</td><td class=\"t\">{}</td><td class=\"t r\">{}</td></tr>",
            escaped(&outcome.side),
            became(outcome)
        );
    }
    out.push_str("</tbody></table></div>\n");
    rest(out, open.len(), SHOWN_OUTCOMES, "outcomes", &summary_file(page));
    out.push_str("</details>\n");
}

fn urgency(outcome: &BranchEntry) -> u8 {
    urgency_of(&outcome.verdict)
}

fn urgency_of(verdict: &str) -> u8 {
    match verdict {
        "unknown" => 0,
        "never-reached" => 1,
        "infeasible" => 2,
        _ => 3,
    }
}

/// What became of an outcome, in words.
pub fn became(outcome: &BranchEntry) -> String {
    match (outcome.verdict.as_ref(), &outcome.why) {
        ("covered", _) => "covered".to_owned(),
        ("infeasible", _) => "infeasible: a proof that no input takes it".to_owned(),
        ("never-reached", _) => "the branch was never reached".to_owned(),
        (_, Some(why)) => format!("not decided: {}", escaped(why)),
        (_, None) => "not decided".to_owned(),
    }
}
