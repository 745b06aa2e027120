//! Source text with marks: which lines were executed, what became of each outcome.
//!
//! Functions that were explored are shown whole, those with something missing unfolded. Where the summary
//! does not say where functions are, it is the lines around branches. There is an end to how much source
//! one page has.

use super::coverage::{FileView, Outcome, Tally, became};
use super::{Page, SourceState};
use crate::exploration::SourceFunction;
use crate::html::{escaped, source};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Lines of source on one page.
const ALL_LINES: usize = 20_000;
/// Lines of functions that are unfolded.
const OPEN_LINES: usize = 2_000;
/// Lines above and below a branch where functions are not known.
const AROUND: u32 = 3;
/// Characters of a line.
const WIDTH: usize = 300;
/// Functions that are named where they are not shown.
const SHOWN_NAMES: usize = 30;

/// How much was drawn, and which lines.
#[derive(Default)]
pub struct Ink {
    lines: usize,
    open: usize,
    drawn: BTreeSet<(usize, u32)>,
}

impl Ink {
    /// Whether a line of a file is on the page.
    pub fn has(&self, file: usize, line: u32) -> bool {
        self.drawn.contains(&(file, line))
    }
}

/// Some lines of a file that are shown together.
struct Region {
    /// The function; empty outside of all.
    title: String,
    first: u32,
    last: u32,
}

impl Region {
    /// The function, or which lines.
    fn name(&self) -> String {
        match self.title.as_str() {
            "" => format!("lines {}–{}", self.first, self.last),
            title => title.to_owned(),
        }
    }
}

/// What is said of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// It has no code that counts, or nothing is known.
    None,
    Executed,
    /// Executed, but an outcome is missing.
    Partly,
    Missed,
}

/// A file's source.
pub fn functions_of(out: &mut String, page: &Page, view: &FileView<'_>, ink: &mut Ink) {
    let number = view.number;
    let _ = writeln!(out, "<h3 id=\"f{number}\"><code>{}</code></h3>", escaped(view.name));
    let Some(text) = view.source.filter(|source| !source.lines.is_empty()) else {
        let why = match view.source.map(|source| &source.state) {
            Some(SourceState::Gone(why)) => escaped(why),
            _ => "it is empty".to_owned(),
        };
        let _ = writeln!(out, "<p class=\"warn\">The source cannot be shown: {why}.</p>");
        return;
    };
    let last = u32::try_from(text.lines.len()).unwrap_or(u32::MAX);
    let (regions, left_out) = regions(view, last);
    let mut too_much = Vec::new();
    for region in regions {
        let length = (region.last - region.first + 1) as usize;
        if ink.lines + length > ALL_LINES {
            too_much.push(region.name());
            continue;
        }
        ink.lines += length;
        draw(out, view, &region, &text.lines, ink);
    }
    if !too_much.is_empty() {
        let _ = writeln!(
            out,
            "<p class=\"soft\">Not shown, since the page is long enough: {}. Outcomes of their branches are in \
             <code>{}</code>.</p>",
            names(&too_much),
            escaped(&super::summary_file(page))
        );
    }
    if !left_out.is_empty() {
        let _ = writeln!(
            out,
            "<p class=\"soft\">Not counted, since the entry cannot call them: {}.</p>",
            names(&left_out)
        );
    }
}

fn names(all: &[String]) -> String {
    let shown: Vec<String> = all
        .iter()
        .take(SHOWN_NAMES)
        .map(|name| format!("<code>{}</code>", escaped(name)))
        .collect();
    let rest = match all.len().saturating_sub(SHOWN_NAMES) {
        0 => String::new(),
        rest => format!(" and {rest} more"),
    };
    format!("{}{rest}", shown.join(", "))
}

/// What is shown of a file, and the functions that are not.
fn regions(view: &FileView<'_>, last: u32) -> (Vec<Region>, Vec<String>) {
    let functions = view.entry.map_or(&[][..], |entry| &entry.functions);
    let is_shown = |function: &&SourceFunction| {
        let executed = view.entry.is_some_and(|entry| {
            entry
                .executed
                .0
                .range(function.line..=function.last.max(function.line))
                .next()
                .is_some()
        });
        function.callable || executed
    };
    let (shown, left): (Vec<&SourceFunction>, Vec<&SourceFunction>) =
        functions.iter().filter(|function| function.line <= last).partition(is_shown);
    let mut regions: Vec<Region> = shown
        .into_iter()
        .map(|function| Region {
            title: function.name.clone(),
            first: function.line.max(1),
            last: function.last.clamp(function.line.max(1), last),
        })
        .collect();
    let is_inside = |line: u32| functions.iter().any(|f| (f.line..=f.last).contains(&line));
    let lines = view.outcomes.iter().filter(|(_, outcomes)| counted(outcomes).next().is_some());
    for line in lines.map(|(line, _)| *line).filter(|line| *line <= last && !is_inside(*line)) {
        let (first, end) =
            (line.saturating_sub(AROUND).max(1), line.saturating_add(AROUND).min(last));
        match regions.last_mut() {
            Some(region) if region.title.is_empty() && first <= region.last + 1 => {
                region.last = end
            }
            _ => regions.push(Region { title: String::new(), first, last: end }),
        }
    }
    regions.sort_by_key(|region| (region.first, region.last));
    (regions, left.into_iter().map(|function| function.name.clone()).collect())
}

fn counted<'a, 'p>(outcomes: &'a [Outcome<'p>]) -> impl Iterator<Item = &'a Outcome<'p>> {
    outcomes.iter().filter(|(_, outcome)| outcome.is_counted)
}

fn draw(out: &mut String, view: &FileView<'_>, region: &Region, text: &[String], ink: &mut Ink) {
    let range = region.first..=region.last;
    let outcomes = view.outcomes.range(range.clone()).flat_map(|(_, outcomes)| outcomes);
    let tally = Tally::of(outcomes.map(|(_, outcome)| *outcome));
    let marks: Vec<(u32, Mark)> = range.map(|line| (line, mark(view, line))).collect();
    let with_code = marks.iter().filter(|(_, mark)| *mark != Mark::None).count();
    let executed =
        marks.iter().filter(|(_, mark)| matches!(mark, Mark::Executed | Mark::Partly)).count();
    let is_interesting = executed > 0 && (executed < with_code || !tally.is_settled());
    let is_short = view.entry.is_none() || ink.open + marks.len() <= OPEN_LINES / 5;
    let is_open = (is_interesting && ink.open + marks.len() <= OPEN_LINES)
        || (executed > 0 && is_short)
        || view.entry.is_none();
    if is_open {
        ink.open += marks.len();
    }
    let _ = writeln!(
        out,
        "<details class=\"fn\"{}><summary>{}</summary>\n<div class=\"src\"><div>",
        if is_open { " open" } else { "" },
        headline(region, with_code, executed, tally)
    );
    for (line, mark) in marks {
        draw_line(out, view, line, mark, &text[line as usize - 1], ink);
    }
    out.push_str("</div></div></details>\n");
}

fn headline(region: &Region, with_code: usize, executed: usize, tally: Tally) -> String {
    let name = format!("<code>{}</code>", escaped(&region.name()));
    let mut parts = Vec::new();
    if with_code > 0 && executed == 0 {
        parts.push("<span class=\"bad\">never reached</span>".to_owned());
    } else if with_code > 0 {
        parts.push(format!("{executed} of {with_code} lines"));
    }
    if tally.all > 0 {
        parts.push(format!("{} of {} outcomes", tally.covered, tally.all));
    }
    if tally.infeasible > 0 {
        parts.push(format!("{} infeasible", tally.infeasible));
    }
    if tally.unknown > 0 {
        parts.push(format!("<span class=\"bad\">{} not decided</span>", tally.unknown));
    }
    format!("{name} <span class=\"soft\">{}</span>", parts.join(", "))
}

fn mark(view: &FileView<'_>, line: u32) -> Mark {
    let outcomes = view.outcomes.get(&line).map_or(&[][..], Vec::as_slice);
    let tally = Tally::of(counted(outcomes).map(|(_, outcome)| *outcome));
    let (has_code, executed) = match (view.entry, view.native) {
        (Some(entry), _) => (entry.lines.has(line), entry.executed.has(line)),
        (None, Some(native)) => (native.lines.has(line), native.executed.has(line)),
        (None, None) => (tally.all > 0, tally.all > tally.never),
    };
    match (has_code, executed) {
        (false, _) => Mark::None,
        (true, false) => Mark::Missed,
        (true, true) if tally.is_settled() => Mark::Executed,
        (true, true) => Mark::Partly,
    }
}

fn draw_line(
    out: &mut String,
    view: &FileView<'_>,
    line: u32,
    mark: Mark,
    text: &str,
    ink: &mut Ink,
) {
    let (class, sign) = match mark {
        Mark::None => ("ln", ' '),
        Mark::Executed => ("ln hit", '✓'),
        Mark::Partly => ("ln part", '◐'),
        Mark::Missed => ("ln miss", '✗'),
    };
    let id = match ink.drawn.insert((view.number, line)) {
        true => format!(" id=\"f{}L{line}\"", view.number),
        false => String::new(),
    };
    let _ =
        write!(out, "<div class=\"{class}\"{id}><b>{line:>6}</b> {sign} {}", source(text, WIDTH));
    let outcomes = view.outcomes.get(&line).map_or(&[][..], Vec::as_slice);
    let tally = Tally::of(counted(outcomes).map(|(_, outcome)| *outcome));
    if tally.all > 0 && mark != Mark::Missed {
        let class = if tally.is_settled() { "chip" } else { "chip bad" };
        let _ = write!(
            out,
            " <span class=\"{class}\" title=\"{}\">{} of {}</span>",
            tests_of(outcomes),
            tally.covered,
            tally.all
        );
    }
    if mark != Mark::None && view.entry.is_some_and(|entry| entry.executed.has(line)) {
        let missed = |native: &&crate::native::NativeLines| {
            native.lines.has(line) && !native.executed.has(line)
        };
        if view.native.filter(missed).is_some() {
            out.push_str(" <span class=\"chip\">not natively</span>");
        }
    }
    out.push_str("</div>\n");
    if mark != Mark::Missed {
        notes(out, outcomes);
    }
}

/// What became of the outcomes that no test takes, each once.
fn notes(out: &mut String, outcomes: &[Outcome<'_>]) {
    let mut told = BTreeSet::new();
    for (place, outcome) in counted(outcomes).filter(|(_, outcome)| outcome.verdict != "covered") {
        let column = match place.column {
            0 => String::new(),
            column => format!("column {column}, "),
        };
        let class = if outcome.verdict == "infeasible" { "" } else { " bad" };
        let text = format!("{column}{}: {}", escaped(&outcome.side), became(outcome));
        if told.insert(text.clone()) {
            let _ = writeln!(out, "<div class=\"note{class}\"><b>      </b>   {text}</div>");
        }
    }
}

/// Which test takes which outcome first, as the text of an attribute.
fn tests_of(outcomes: &[Outcome<'_>]) -> String {
    let told = counted(outcomes).map(|(_, outcome)| match &outcome.test {
        Some(test) => format!("{}: {test}", outcome.side),
        None => format!("{}: {}", outcome.side, outcome.verdict),
    });
    escaped(&told.collect::<Vec<_>>().join("; "))
}
