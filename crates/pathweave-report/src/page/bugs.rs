//! Every bug: what happened, where, with which input, and how to see it again; and the input that goes
//! to the target of `reach`.

use super::{Page, SHOWN_BUGS, SHOWN_TESTS, line_at, rest, split_frame, summary_file};
use crate::exploration::BugEntry;
use crate::finding::Place;
use crate::html::{escaped, source};
use crate::testcase::{Input, InputSource, TestCase};
use crate::text::shell;
use std::fmt::Write;

/// Frames of a stack that are shown.
const SHOWN_FRAMES: usize = 20;
/// Inputs of a bug that are shown.
const SHOWN_INPUTS: usize = 64;
/// Bytes of an input that are shown.
const SHOWN_BYTES: usize = 256;
/// Lines above and below the place of a bug.
const AROUND: u32 = 4;
/// Characters of a line.
const WIDTH: usize = 300;

/// The input that goes to the target.
pub fn way_there(out: &mut String, page: &Page) {
    let Some(test) = &page.summary.reached_by else { return };
    out.push_str("<h2 id=\"reached\">The input that goes there</h2>\n");
    told_test(out, page, test);
    test_and_command(out, page, test);
}

/// All bugs.
pub fn section(out: &mut String, page: &Page) {
    let bugs = &page.summary.bugs;
    if bugs.is_empty() {
        return;
    }
    out.push_str("<h2 id=\"bugs\">Bugs</h2>\n");
    for (number, bug) in bugs.iter().take(SHOWN_BUGS).enumerate() {
        one(out, page, number + 1, bug);
    }
    rest(out, bugs.len(), SHOWN_BUGS, "bugs", &summary_file(page));
}

fn one(out: &mut String, page: &Page, number: usize, bug: &BugEntry) {
    let place = place_of(bug);
    let _ = writeln!(
        out,
        "<article id=\"bug{number}\"><h3><span class=\"kind\">{}</span> {}</h3>\n<p>at <code>{}</code></p>",
        escaped(&bug.kind),
        escaped(&bug.message),
        escaped(&place.as_ref().map_or_else(|| bug.place.clone(), Place::to_string))
    );
    if let Some(place) = &place {
        excerpt(out, page, place);
    }
    stack(out, page, bug);
    for note in &bug.notes {
        let _ = writeln!(out, "<p class=\"soft\">Note: {}</p>", escaped(note));
    }
    told_test(out, page, &bug.test);
    confirmed_by(out, page, bug);
    test_and_command(out, page, &bug.test);
    out.push_str("</article>\n");
}

/// The input of a test.
fn told_test(out: &mut String, page: &Page, file: &str) {
    match page.tests.get(file) {
        Some(Ok(test)) => inputs(out, test, file),
        Some(Err(error)) => {
            let _ =
                writeln!(out, "<p class=\"warn\">The test cannot be shown: {}</p>", escaped(error));
        }
        None => {}
    }
}

/// The place with its column.
fn place_of(bug: &BugEntry) -> Option<Place> {
    let place = Place::parse(&bug.place)?;
    Some(if place.column == 0 { Place { column: bug.column, ..place } } else { place })
}

/// The lines around a place, with a mark below its column.
fn excerpt(out: &mut String, page: &Page, place: &Place) {
    if line_at(page, place).is_none() {
        return;
    }
    out.push_str("<div class=\"src\"><div>\n");
    let first = place.line.saturating_sub(AROUND).max(1);
    for line in first..=place.line.saturating_add(AROUND) {
        let Some(text) = line_at(page, &Place { line, ..place.clone() }) else { break };
        let here = line == place.line;
        let class = if here { "ln here" } else { "ln" };
        let mark = if here { "▶" } else { " " };
        let _ = writeln!(
            out,
            "<div class=\"{class}\"><b>{line:>6}</b> {mark} {}</div>",
            source(text, WIDTH)
        );
        if here && place.column > 0 && (place.column as usize) <= WIDTH {
            let lead = lead(text, place.column);
            let _ = writeln!(out, "<div class=\"ln caret\"><b>      </b>   {lead}▲</div>");
        }
    }
    out.push_str("</div></div>\n");
}

/// What stands before a column: columns are bytes, and tabs stay tabs.
fn lead(text: &str, column: u32) -> String {
    let bytes = column.saturating_sub(1) as usize;
    let before = text.char_indices().take_while(|(at, _)| *at < bytes);
    before.map(|(_, c)| if c == '\t' { '\t' } else { ' ' }).collect()
}

fn stack(out: &mut String, page: &Page, bug: &BugEntry) {
    out.push_str("<ol class=\"stack\">\n");
    for frame in bug.stack.iter().take(SHOWN_FRAMES) {
        let (function, at) = split_frame(frame);
        let place = Place::parse(at);
        let text = place.as_ref().and_then(|place| line_at(page, place));
        let code = text.map_or_else(String::new, |text| {
            format!("<br><code class=\"soft\">{}</code>", source(text.trim(), WIDTH))
        });
        let _ = writeln!(
            out,
            "<li>in <strong>{}</strong> at <code>{}</code>{code}</li>",
            escaped(function),
            escaped(at)
        );
    }
    out.push_str("</ol>\n");
    rest(out, bug.stack.len(), SHOWN_FRAMES, "frames", "summary.json");
}

/// Every input with its value and its bytes.
fn inputs(out: &mut String, test: &TestCase, file: &str) {
    if test.inputs.is_empty() {
        out.push_str("<p>It needs no input.</p>\n");
        return;
    }
    out.push_str(
        "<div class=\"wide\"><table><thead><tr><th>input</th><th class=\"t\">name</th><th class=\"t\">what it is</th>\
         <th class=\"t\">value</th><th>bytes</th><th class=\"t\">in hexadecimal</th></tr></thead><tbody>\n",
    );
    for (position, input) in test.inputs.iter().take(SHOWN_INPUTS).enumerate() {
        let _ = writeln!(
            out,
            "<tr><td>{position}</td><td class=\"t\"><code>{}</code></td><td class=\"t\">{}</td>\
             <td class=\"t r\"><code>{}</code></td><td>{}</td><td class=\"t hex\"><code>{}</code></td></tr>",
            escaped(&input.name),
            escaped(&origin(&input.source)),
            escaped(&input.shown()),
            input.bytes.len(),
            hexadecimal(input)
        );
    }
    out.push_str("</tbody></table></div>\n");
    rest(out, test.inputs.len(), SHOWN_INPUTS, "inputs", file);
}

/// Where the program gets an input from, in words.
fn origin(source: &InputSource) -> String {
    match source {
        InputSource::MakeSymbolic => "asked for by the harness".to_owned(),
        InputSource::Nondet(what) => format!("a call of __VERIFIER_nondet_{what}"),
        InputSource::Parameter(index) => format!("parameter {}", u64::from(*index) + 1),
        InputSource::Object => "what a pointer points to".to_owned(),
        InputSource::Global(name) => format!("the variable {name}"),
        InputSource::Stdin => "standard input".to_owned(),
        InputSource::Argument(index) => format!("argument {index}"),
        InputSource::FuzzerData => "the fuzzer's data".to_owned(),
    }
}

fn hexadecimal(input: &Input) -> String {
    if input.is_function() {
        return String::new();
    }
    let mut text = String::new();
    for (position, byte) in input.bytes.iter().take(SHOWN_BYTES).enumerate() {
        let gap = if position > 0 { " " } else { "" };
        let _ = write!(text, "{gap}{byte:02x}");
    }
    if input.bytes.len() > SHOWN_BYTES {
        text.push_str(" …");
    }
    text
}

/// Who saw it.
fn confirmed_by(out: &mut String, page: &Page, bug: &BugEntry) {
    let native = page.summary.native.as_ref();
    let remark = native.and_then(|native| {
        let differs = native.differs.iter().map(|remark| ("a native run differs", remark));
        let unjudged = native.unjudged.iter().map(|remark| ("not natively", remark));
        differs.chain(unjudged).find(|(_, remark)| remark.test == bug.test)
    });
    let who = match (bug.confirmed.as_ref(), remark) {
        ("native", _) => "a native run with sanitizers, and the interpreter".to_owned(),
        (_, Some((head, remark))) => format!("the interpreter; {head}: {}", escaped(&remark.how)),
        _ => "the interpreter".to_owned(),
    };
    let _ = writeln!(out, "<p>Confirmed by {who}.</p>");
}

/// Where a test is, and how to see it again.
fn test_and_command(out: &mut String, page: &Page, file: &str) {
    let name = escaped(&format!("{}/{file}", page.directory));
    // A link is for those tests that the table below has a name for.
    let is_listed = page.summary.tests.iter().take(SHOWN_TESTS).position(|test| test.file == file);
    let test = match is_listed {
        Some(index) => format!("<a href=\"#test{index}\"><code>{name}</code></a>"),
        None => format!("<code>{name}</code>"),
    };
    let _ = writeln!(
        out,
        "<p>Test: {test}</p>\n<p>To repeat it: <code>pathweave replay {}</code></p>",
        escaped(&shell(&page.directory))
    );
}
