//! The answer in words: what it claims, what it does not, and what stood in the way.

use super::{Page, counted, coverage, rest, subject, time};
use crate::exploration::ExplorationSummary;
use crate::html::escaped;
use std::fmt::Write;

const SHOWN_REASONS: usize = 50;

/// The head of the page: subject, answer, claim.
pub fn banner(out: &mut String, page: &Page) {
    let summary = &page.summary;
    let _ = writeln!(out, "<h1>{}</h1>", escaped(&subject(page)));
    if summary.running {
        let covered = match coverage::is_known(summary) {
            true => "",
            false => ", and what was covered is not known yet",
        };
        let _ = writeln!(
            out,
            "<p class=\"warn\"><strong>This run has not ended.</strong> It was killed, or is still going on: the page \
             has what was written down until now. Every test and bug here is real; nothing is claimed about \
             what is missing{covered}.</p>"
        );
    }
    let class = match (summary.bugs.len(), summary.verdict.as_ref()) {
        (0, "explored" | "reachable" | "unreachable") if !summary.running => "good",
        (0, _) => "open",
        _ => "bad",
    };
    let found = match summary.bugs.len() as u64 {
        0 => "no bug found".to_owned(),
        bugs => format!("{} found", counted(bugs, "bug")),
    };
    let _ = writeln!(
        out,
        "<div class=\"verdict {class}\"><p class=\"big\">{}{}: {found}</p>\n<p>{}</p>\n<p>{}</p></div>",
        match summary.target.as_deref() {
            None => String::new(),
            Some("error") => "any error is ".to_owned(),
            Some(target) => format!("<code>{}</code> is ", escaped(target)),
        },
        escaped(&summary.verdict),
        claim(summary),
        completeness(summary)
    );
    key_figures(out, summary);
}

/// What the verdict claims.
fn claim(summary: &ExplorationSummary) -> String {
    let inputs = match summary.inputs.is_empty() {
        true => "the inputs that it asks for",
        false => "the <a href=\"#inputs\">inputs below</a>",
    };
    let proof = format!("That is a proof, for the program as it was compiled and {inputs}");
    match (summary.verdict.as_ref(), summary.bugs.is_empty()) {
        _ if summary.running => "No claim yet.".to_owned(),
        ("explored", true) => format!(
            "Every feasible path was explored. {proof}, that no input leads to a bug of the classes that are checked."
        ),
        ("explored", false) => format!(
            "Every feasible path was explored. {proof}, that there is no other bug of the classes that are checked."
        ),
        ("stopped", _) => {
            "Not every path was explored. Bugs and tests are real; that there are no others is not claimed."
                .to_owned()
        }
        ("reachable", _) => "An input goes there: a concrete run on it did.".to_owned(),
        ("unreachable", _) => format!("No input goes there. {proof}."),
        ("unknown", _) => {
            "Neither an input that goes there was found, nor a proof that there is none.".to_owned()
        }
        _ => String::new(),
    }
}

fn completeness(summary: &ExplorationSummary) -> String {
    match summary.incomplete.len() as u64 {
        0 if summary.complete => "Complete: nothing was left out.".to_owned(),
        0 => "Not everything was explored, since the answer did not need it.".to_owned(),
        reasons => {
            let reasons = counted(reasons, "reason");
            format!("Not complete, for <a href=\"#incomplete\">{reasons}</a>.")
        }
    }
}

/// The figures that everybody asks for.
fn key_figures(out: &mut String, summary: &ExplorationSummary) {
    let mut figures = vec![("paths", summary.paths.to_string())];
    let coverage = &summary.coverage;
    if coverage.lines > 0 && coverage::is_known(summary) {
        figures.push((
            "branch outcomes covered",
            format!("{} of {}", coverage.branches_covered, coverage.branches),
        ));
        figures
            .push(("lines executed", format!("{} of {}", coverage.lines_covered, coverage.lines)));
    }
    figures.push(("tests", summary.tests.len().to_string()));
    if let Some(native) = summary.native.as_ref().filter(|native| native.replayed) {
        let confirmed = format!("{} of {}", native.confirmed, native.tests);
        figures.push(("tests confirmed by native runs", confirmed));
    }
    figures.push(("time", time(summary.wall_ms)));
    out.push_str("<dl class=\"key\">");
    for (name, value) in figures {
        let _ = write!(out, "<div><dt>{name}</dt><dd>{value}</dd></div>");
    }
    out.push_str("</dl>\n");
}

/// Why the run is not complete.
pub fn incomplete(out: &mut String, summary: &ExplorationSummary) {
    if summary.incomplete.is_empty() {
        return;
    }
    out.push_str(
        "<h2 id=\"incomplete\">Why it is not complete</h2>\n<div class=\"wide\"><table><thead><tr><th class=\"t\">reason</th>\
         <th class=\"t\">place</th><th>times</th><th class=\"t\">what happened</th><th class=\"t\">what may help</th></tr>\
         </thead><tbody>\n",
    );
    for entry in summary.incomplete.iter().take(SHOWN_REASONS) {
        let (happened, help) = explained(&entry.reason);
        let _ = writeln!(
            out,
            "<tr><td class=\"t r\">{}</td><td class=\"t r\">{}</td><td>{}</td><td class=\"t r\">{happened}</td>\
             <td class=\"t r\">{help}</td></tr>",
            escaped(&entry.reason),
            escaped(&entry.place),
            entry.count
        );
    }
    out.push_str("</tbody></table></div>\n");
    rest(out, summary.incomplete.len(), SHOWN_REASONS, "reasons", "summary.json");
}

/// What a reason means, and what may help. The words before the first `:` are stable.
fn explained(reason: &str) -> (&'static str, &'static str) {
    match reason.split(':').next().unwrap_or_default().trim() {
        "timeout" => ("time was up while states were left", "<code>--time</code>, smaller inputs"),
        "interrupted" => ("the run was ended while states were left", "let it run"),
        "memory" => {
            ("memory was up while states were left", "<code>--max-memory</code>, smaller inputs")
        }
        "unfinished" => ("the run has not ended", "let it end"),
        "depth" => ("a path had more decisions than are allowed", "<code>--max-depth</code>"),
        "instructions" => ("a path was longer than is allowed", "<code>--max-instructions</code>"),
        "stack-depth" => {
            ("calls were nested more deeply than is allowed", "<code>--stack-depth</code>")
        }
        "pointer-depth" => (
            "a path follows more pointers of the input than are made",
            "<code>--pointer-depth</code>",
        ),
        "concretized" => (
            "a value that formulas do not express (floating point, say) took one value of many",
            "",
        ),
        "inlined" => (
            "the compiler may have put the function in the place of its calls: nothing of it is left to be found",
            "<code>--cflags -O0</code>",
        ),
        "external" => {
            ("a function outside the program gave one answer of many", "give the function a body")
        }
        "undefined" => ("bits that were never set may decide something", "look there: often a bug"),
        "solver-unknown" => ("the solver did not decide a question", "<code>--query-time</code>"),
        "unsupported" => ("an instruction or call that cannot be executed", ""),
        "unconfirmed-bug" | "unconfirmed-target" => {
            ("the concrete run on the path's input ended otherwise; not reported", "")
        }
        "unconfirmed-branch" => (
            "a merged state went a way that no input was seen to go; neither covered nor infeasible",
            "",
        ),
        "diverged" => ("a formula foretold another way than the run took", "another strategy"),
        "summary-differs" => ("a defect of Pathweave", "please report it"),
        "only paths that end in an error are followed" => {
            ("<code>--heuristic h2</code>", "<code>h1</code>")
        }
        _ => ("", ""),
    }
}
