//! The rest of what a run has to say, as tables: tests, what changed, functions, strategies, what is
//! taken for granted about inputs, figures, and how all this was made.

use super::{Page, SHOWN_TESTS, rest, summary_file, time};
use crate::exploration::{ExplorationSummary, FunctionEntry, TestEntry};
use crate::html::escaped;
use crate::testcase::{Ends, TestCase};
use crate::text::shell;
use std::fmt::Write;

const SHOWN_CHANGES: usize = 200;
const SHOWN_FUNCTIONS: usize = 300;
/// Inputs in a row of a table.
const SHOWN_INPUTS: usize = 6;
/// Characters of a value in a row of a table.
const WIDTH: usize = 60;

/// The tests.
pub fn tests(out: &mut String, page: &Page) {
    let tests = &page.summary.tests;
    if tests.is_empty() {
        return;
    }
    out.push_str(
        "<h2 id=\"tests\">Tests</h2>\n<div class=\"wide\"><table><thead><tr><th class=\"t\">file</th><th class=\"t\">ends</th>\
         <th class=\"t\">input</th><th class=\"t\">natively</th><th>found after</th></tr></thead><tbody>\n",
    );
    for (index, entry) in tests.iter().take(SHOWN_TESTS).enumerate() {
        let test = page.tests.get(&entry.file);
        let _ = writeln!(
            out,
            "<tr id=\"test{index}\"><td class=\"t\"><code>{}</code></td><td class=\"t\">{}</td><td class=\"t r\">{}</td>\
             <td class=\"t r\">{}</td><td>{}</td></tr>",
            escaped(&entry.file),
            end(entry, test.and_then(|test| test.as_ref().ok())),
            match test {
                Some(Ok(test)) => format!("<code>{}</code>", escaped(&short(test))),
                Some(Err(error)) => format!("<span class=\"bad\">{}</span>", escaped(error)),
                None => String::new(),
            },
            natively(&page.summary, entry),
            time(entry.found_after_ms)
        );
    }
    out.push_str("</tbody></table></div>\n");
    rest(out, tests.len(), SHOWN_TESTS, "tests", &summary_file(page));
}

/// How a test ends.
fn end(entry: &TestEntry, test: Option<&TestCase>) -> String {
    let at = match entry.place.as_str() {
        "" => String::new(),
        place => format!(" at {}", escaped(place)),
    };
    let Some(test) = test else { return format!("{}{at}", escaped(&entry.ends)) };
    match (test.ends, &test.returned) {
        (Ends::Bug(kind), _) => format!("<span class=\"bad\">{kind}</span>{at}"),
        (Ends::Cut, _) => "was cut: it may go on".to_owned(),
        (_, Some(value)) => format!("returns {}", escaped(value)),
        (ends, None) => ends.to_string(),
    }
}

/// The inputs of a test in one line.
fn short(test: &TestCase) -> String {
    let shown = test.inputs.iter().take(SHOWN_INPUTS).map(|input| {
        let value = input.shown();
        let cut: String = value.chars().take(WIDTH).collect();
        let more = if cut.len() < value.len() { "…" } else { "" };
        format!("{} = {cut}{more}", input.name)
    });
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if test.inputs.len() > SHOWN_INPUTS {
        let _ = write!(text, ", and {} more", test.inputs.len() - SHOWN_INPUTS);
    }
    if text.is_empty() { "no input".to_owned() } else { text }
}

fn natively(summary: &ExplorationSummary, entry: &TestEntry) -> String {
    let Some(native) = summary.native.as_ref().filter(|native| native.replayed) else {
        return "not run".to_owned();
    };
    if let Some(remark) = native.differs.iter().find(|remark| remark.test == entry.file) {
        return format!("<span class=\"bad\">differs: {}</span>", escaped(&remark.how));
    }
    match native.unjudged.iter().find(|remark| remark.test == entry.file) {
        Some(remark) => format!("not judged: {}", escaped(&remark.how)),
        None => "confirmed".to_owned(),
    }
}

/// What differs from an earlier run.
pub fn changes(out: &mut String, summary: &ExplorationSummary) {
    let Some(changes) = &summary.changes else { return };
    let list = |names: &[String]| match names {
        [] => "none".to_owned(),
        names => escaped(&names.join(", ")),
    };
    let _ = writeln!(
        out,
        "<h2 id=\"changes\">Since the earlier run</h2>\n<p>Functions changed: {}; affected: {}; removed: {}. {} earlier \
         tests do what they did.</p>",
        list(&changes.changed),
        list(&changes.affected),
        list(&changes.removed),
        changes.same
    );
    if changes.tests.is_empty() {
        return;
    }
    out.push_str(
        "<div class=\"wide\"><table><thead><tr><th class=\"t\">test</th><th class=\"t\">why</th><th class=\"t\">before</th>\
         <th class=\"t\">now</th></tr></thead><tbody>\n",
    );
    for entry in changes.tests.iter().take(SHOWN_CHANGES) {
        let _ = write!(out, "<tr>");
        for text in [&entry.file, &entry.why, &entry.was, &entry.now] {
            let _ = write!(out, "<td class=\"t r\">{}</td>", escaped(text));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    rest(out, changes.tests.len(), SHOWN_CHANGES, "tests", "summary.json");
}

/// What composition knows of functions.
pub fn functions(out: &mut String, summary: &ExplorationSummary) {
    if summary.functions.is_empty() {
        return;
    }
    out.push_str(
        "<h2 id=\"functions\">Functions</h2>\n<p>How often a function's own paths answered a call (<em>reused</em>), and \
         where it was entered instead.</p>\n<div class=\"wide\"><table><thead><tr><th class=\"t\">function</th><th>paths</th>\
         <th>dangling</th><th>reused</th><th class=\"t\">entered</th></tr></thead><tbody>\n",
    );
    for function in summary.functions.iter().take(SHOWN_FUNCTIONS) {
        let FunctionEntry { name, paths, dangling, reused, entered } = function;
        let entered: Vec<String> =
            entered.iter().map(|(why, calls)| format!("{calls} times: {}", escaped(why))).collect();
        let _ = writeln!(
            out,
            "<tr><td class=\"t\"><code>{}</code></td><td>{paths}</td><td>{dangling}</td><td>{reused}</td>\
             <td class=\"t r\">{}</td></tr>",
            escaped(name),
            entered.join("; ")
        );
    }
    out.push_str("</tbody></table></div>\n");
    rest(out, summary.functions.len(), SHOWN_FUNCTIONS, "functions", "summary.json");
}

/// What became of each strategy.
pub fn strategies(out: &mut String, summary: &ExplorationSummary) {
    if summary.strategies.is_empty() {
        return;
    }
    out.push_str("<h2 id=\"strategies\">Strategies</h2>\n");
    if let Some(winner) = &summary.decided_by {
        let _ = writeln!(out, "<p>Decided by <strong>{}</strong>.</p>", escaped(winner));
    }
    out.push_str(
        "<div class=\"wide\"><table><thead><tr><th class=\"t\">strategy</th><th>work</th><th class=\"t\">how it ended</th>\
         </tr></thead><tbody>\n",
    );
    for attempt in &summary.strategies {
        let work = attempt.work.map_or_else(|| "-".to_owned(), |work| work.to_string());
        let _ = writeln!(
            out,
            "<tr><td class=\"t\">{}</td><td>{work}</td><td class=\"t r\">{}</td></tr>",
            escaped(&attempt.name),
            escaped(&attempt.ended)
        );
    }
    out.push_str("</tbody></table></div>\n");
    let joined: usize = summary.joined.values().sum();
    if joined > 0 {
        let _ = writeln!(
            out,
            "<p class=\"soft\">Decisions without an effect that were computed instead: {joined}, in {}.</p>",
            escaped(&summary.joined.keys().cloned().collect::<Vec<_>>().join(", "))
        );
    }
}

/// The inputs that the verdict speaks about.
pub fn inputs(out: &mut String, summary: &ExplorationSummary) {
    if summary.inputs.is_empty() {
        return;
    }
    out.push_str("<h2 id=\"inputs\">The inputs that the verdict speaks about</h2>\n<ul>\n");
    for assumption in &summary.inputs {
        let _ = writeln!(out, "<li>{}</li>", escaped(assumption));
    }
    out.push_str("</ul>\n");
}

/// How much work it was.
pub fn figures(out: &mut String, summary: &ExplorationSummary) {
    let solver = &summary.solver;
    let mut rows = vec![
        ("strategy", escaped(&summary.strategy)),
        ("paths", summary.paths.to_string()),
        ("executions", summary.executions.to_string()),
        ("instructions", summary.instructions.to_string()),
        ("solver", escaped(&solver.backend)),
        ("calls of the solver", solver.queries.to_string()),
        (
            "answers",
            format!("{} sat, {} unsat, {} unknown", solver.sat, solver.unsat, solver.unknown),
        ),
        ("answered without it", solver.cached.to_string()),
        ("time in the solver", time(solver.time_ms)),
        ("time in all", time(summary.wall_ms)),
        ("memory at most", format!("{} MiB", summary.peak_rss_kib / 1024)),
    ];
    if let Some(memo) = &summary.memo {
        rows.push(("functions executed alone", memo.executed.len().to_string()));
        rows.push(("functions taken from the store", memo.reused.len().to_string()));
    }
    if let Some(steps) = &summary.steps {
        rows.push(("steps taken from the store", steps.steps_reused.to_string()));
    }
    if let Some(loops) = &summary.loops {
        rows.push(("ways to the target", format!("{}, {} of them open", loops.ways, loops.open)));
        rows.push(("states dropped by conditions of loops", loops.pruned.to_string()));
    }
    out.push_str("<h2 id=\"figures\">Figures</h2>\n");
    pairs(out, &rows);
}

fn pairs(out: &mut String, rows: &[(&str, String)]) {
    out.push_str("<table class=\"pairs\"><tbody>\n");
    for (name, value) in rows {
        let _ = writeln!(out, "<tr><th class=\"t\">{name}</th><td class=\"t r\">{value}</td></tr>");
    }
    out.push_str("</tbody></table>\n");
}

/// How the run was made, and what its directory has.
pub fn made_from(out: &mut String, page: &Page) {
    out.push_str("<h2 id=\"run\">The run</h2>\n");
    let command = |words: &[String]| {
        let words: Vec<String> = words.iter().map(|word| shell(word)).collect();
        format!("<code>{}</code>", escaped(&words.join(" ")))
    };
    let directory = shell(&page.directory);
    let mut rows = Vec::new();
    match &page.record {
        Ok(record) => {
            if !record.command_line.is_empty() {
                rows.push(("command", command(&record.command_line)));
            }
            rows.push(("started in", format!("<code>{}</code>", escaped(&record.directory))));
            rows.push(("inputs", command(&record.inputs)));
            if !record.cflags.is_empty() {
                rows.push(("flags for clang", command(&record.cflags)));
            }
            if let Some(clang) = &record.clang {
                rows.push(("clang", format!("<code>{}</code>", escaped(clang))));
            }
            if let Some(version) = &record.version {
                rows.push(("version", format!("Pathweave {}", escaped(version))));
            }
        }
        Err(error) => {
            let _ = writeln!(
                out,
                "<p class=\"warn\">How the program was compiled is not known: {}</p>",
                escaped(error)
            );
        }
    }
    rows.push(("entry", format!("<code>{}</code>", escaped(&page.summary.entry))));
    rows.push(("results", format!("<code>{}</code>", escaped(&summary_file(page)))));
    rows.push((
        "all tests again",
        format!("<code>pathweave replay {}</code>", escaped(&directory)),
    ));
    pairs(out, &rows);
    if let Some(native) = &page.summary.native {
        for note in &native.notes {
            let _ = writeln!(out, "<p class=\"soft\">Native runs: {}</p>", escaped(note));
        }
    }
}
