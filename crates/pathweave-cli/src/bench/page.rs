//! The results as one HTML page: no scripts, nothing from elsewhere, readable in light and dark.
//!
//! Every text that comes from a file goes through [`escaped`]. Machine-independent figures come before
//! time and memory; the best decided figure of a row is bold; what was not decided says why.

use crate::bench::compare::{Comparison, compare, disagreements};
use crate::bench::plot;
use crate::bench::results::{End, Results, RowResults, Run, TableResults};
use pathweave_report::html::{self, escaped};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

/// The whole page.
pub fn render(results: &Results) -> String {
    let title = format!("Pathweave bench: {}", results.suite);
    let mut out = format!("<h1>{}</h1>\n", escaped(&title));
    head(&mut out, results);
    scoreboard(&mut out, results);
    let mut paper = "";
    for table in &results.tables {
        if table.paper != paper {
            paper = &table.paper;
            let _ = writeln!(out, "<h2>{}</h2>", escaped(paper));
        }
        section(&mut out, table);
    }
    html::document(&title, "", STYLE, &out)
}

fn head(out: &mut String, results: &Results) {
    let rows: usize = results.tables.iter().map(|table| table.rows.len()).sum();
    let (done, all) = count(results);
    let _ = writeln!(
        out,
        "<p class=\"soft\">Version {}, {rows} rows{}, {} s and {} MiB for each run, {} row{} at a time on {} \
         cores{}. Each run is a process of its own.</p>",
        escaped(&results.version),
        if results.quick { " (quick)" } else { "" },
        results.time_s,
        results.memory_mib,
        results.jobs,
        if results.jobs == 1 { "" } else { "s" },
        results.cores,
        match results.repeat {
            1 => String::new(),
            often => format!(", the quickest of {often} runs"),
        }
    );
    if !results.finished {
        let _ = writeln!(out, "<p class=\"bad\">Not finished: {done} of {all} runs are here.</p>");
    }
    out.push_str("<nav>");
    for table in &results.tables {
        let _ = write!(out, "<a href=\"#{0}\">{0}</a>", escaped(&table.id));
    }
    out.push_str("</nav>\n");
}

/// Runs that are there, and all that will be.
pub fn count(results: &Results) -> (usize, usize) {
    let rows =
        || results.tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row)));
    (rows().map(|(_, row)| row.runs.len()).sum(), rows().map(|(table, _)| table.ways.len()).sum())
}

/// `auto` beside the best.
fn scoreboard(out: &mut String, results: &Results) {
    for line in disagreements(results) {
        let _ = writeln!(out, "<p class=\"bad\">Different answers: {}</p>", escaped(&line));
    }
    let rows = compare(results);
    if rows.is_empty() {
        return;
    }
    let held = rows.iter().filter(|row| row.holds()).count();
    let _ = writeln!(
        out,
        "<h2 id=\"auto\">auto beside the best of the others</h2>\n<p>On {held} of {} rows <code>auto</code> \
         decides what any other strategy decides, in at most 1.5 times the time of the best one or 0.2 s \
         more.</p>",
        rows.len()
    );
    table_of_losses(out, "The rows where it does not:", &rows, |row| {
        (!row.holds()).then(|| row.best.clone()).flatten()
    });
    let against: Vec<&Comparison> = rows.iter().filter(|row| row.peer.is_some()).collect();
    if against.is_empty() {
        return;
    }
    let ahead = against.iter().filter(|row| row.ahead_of_peers()).count();
    let _ = writeln!(
        out,
        "<p>On {ahead} of {} rows that KLEE or CBMC decides it is at least as quick as they are.</p>",
        against.len()
    );
    table_of_losses(out, "The rows where it is not:", &rows, |row| {
        (!row.ahead_of_peers()).then(|| row.peer.clone()).flatten()
    });
}

fn table_of_losses(
    out: &mut String,
    title: &str,
    rows: &[Comparison],
    lost_to: impl Fn(&Comparison) -> Option<(String, f64)>,
) {
    let lost: Vec<(&Comparison, (String, f64))> =
        rows.iter().filter_map(|row| Some((row, lost_to(row)?))).collect();
    if lost.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<p>{title}</p>\n<div class=\"wide\"><table><thead><tr><th class=\"t\">table</th><th class=\"t\">row</th>\
         <th class=\"t\">best</th><th>ms</th><th>auto, ms</th><th>times</th></tr></thead><tbody>"
    );
    for (row, (best, time)) in lost {
        let times = match row.decided {
            true => format!("{:.1}", row.auto_ms / time.max(0.1)),
            false => "not decided".to_owned(),
        };
        let _ = writeln!(
            out,
            "<tr><td class=\"t\">{}</td><td class=\"t\">{}</td><td class=\"t\">{}</td><td>{time:.0}</td>\
             <td>{:.0}</td><td>{times}</td></tr>",
            escaped(&row.table),
            escaped(&row.row),
            escaped(&best),
            row.auto_ms
        );
    }
    out.push_str("</tbody></table></div>\n");
}

fn section(out: &mut String, table: &TableResults) {
    let _ = writeln!(out, "<h3 id=\"{}\">{}</h3>", escaped(&table.id), escaped(&table.title));
    if !table.note.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", escaped(&table.note));
    }
    let plots: Vec<String> =
        plot::MEASURES.iter().filter_map(|measure| plot::growth(table, measure)).collect();
    let plots = match plots.is_empty() {
        true => plot::times(table).into_iter().collect(),
        false => plots,
    };
    if !plots.is_empty() {
        let _ = writeln!(out, "<div class=\"plots\">{}</div>", plots.join("\n"));
        out.push_str(&plot::legend(&table.ways));
    }
    figures(out, table);
}

/// Columns that not every table has.
#[derive(Clone, Copy)]
struct More {
    /// Questions as the papers count them.
    asked: bool,
    /// Outcomes of branches.
    covered: bool,
}

impl More {
    fn of(table: &TableResults) -> Self {
        let runs = || table.rows.iter().flat_map(|row| &row.runs);
        Self {
            asked: runs().any(|run| run.init_checks.is_some() && run.covered.is_some()),
            covered: runs().any(|run| run.covered.is_some()),
        }
    }

    /// The columns from the answer to the remark.
    fn columns(self) -> usize {
        8 + 2 * usize::from(self.asked) + usize::from(self.covered)
    }
}

fn figures(out: &mut String, table: &TableResults) {
    let more = More::of(table);
    let _ = write!(out, "<div class=\"wide\"><table><thead><tr><th class=\"t\">row</th>");
    for name in &table.published {
        let _ = write!(out, "<th>published: {}</th>", escaped(name));
    }
    out.push_str(
        "<th class=\"t\">strategy</th><th class=\"t\">answer</th><th>executions</th>\
                  <th>solver calls</th><th>paths</th>",
    );
    if more.asked {
        out.push_str("<th>questions</th><th>for trees</th>");
    }
    if more.covered {
        out.push_str("<th>branches</th>");
    }
    out.push_str("<th>time, ms</th><th>cpu, ms</th><th>MiB</th><th class=\"t\">remark</th></tr></thead><tbody>\n");
    for row in &table.rows {
        rows_of(out, table, row, more);
    }
    out.push_str("</tbody></table></div>\n");
}

fn rows_of(out: &mut String, table: &TableResults, row: &RowResults, more: More) {
    let lines = table.ways.len();
    for (line, way) in table.ways.iter().enumerate() {
        if line == 0 {
            let _ = write!(
                out,
                "<tr class=\"first\"><td class=\"t\" rowspan=\"{lines}\" title=\"{}\">{}</td>",
                escaped(&row.file),
                escaped(&row.name)
            );
            for number in 0..table.published.len() {
                let value = row.published.get(number).map_or("", String::as_str);
                let value = escaped(value);
                let _ = write!(out, "<td class=\"published\" rowspan=\"{lines}\">{value}</td>");
            }
        } else {
            out.push_str("<tr>");
        }
        let class = plot::class_of(way);
        let _ = write!(out, "<td class=\"t way {class}\">{}</td>", escaped(way));
        match row.run(way) {
            Some(run) => cells(out, row, run, more),
            None => {
                let columns = more.columns();
                let _ = write!(out, "<td class=\"t soft\" colspan=\"{columns}\">not run</td>");
            }
        }
        out.push_str("</tr>\n");
    }
}

fn cells(out: &mut String, row: &RowResults, run: &Run, more: More) {
    let answer = match run.end {
        End::Decided => escaped(&run.verdict),
        End::NotApplicable => End::NotApplicable.name().to_owned(),
        end => format!("<span class=\"bad\">{}</span>", end.name()),
    };
    let _ = write!(out, "<td class=\"t\">{answer}</td>");
    figure(out, row, run, |run| run.executions);
    figure(out, row, run, |run| run.queries);
    figure(out, row, run, |run| run.paths);
    if more.asked {
        figure(out, row, run, |run| run.checks);
        figure(out, row, run, |run| run.init_checks);
    }
    if more.covered {
        let covered = match (run.covered, run.branches) {
            (Some(covered), Some(branches)) => format!("{covered} of {branches}"),
            _ => "-".to_owned(),
        };
        let _ = write!(out, "<td>{covered}</td>");
    }
    figure(out, row, run, |run| (run.wall_ms > 0.0).then_some(run.wall_ms.round() as u64));
    figure(out, row, run, |run| run.cpu_ms.map(|time| time.round() as u64));
    figure(out, row, run, |run| (run.peak_kib > 0).then_some(run.peak_kib / 1024));
    let mut remark = escaped(&run.remark);
    if let Some(strategy) = &run.decided_by {
        let _ =
            write!(remark, "{}by {}", if remark.is_empty() { "" } else { "; " }, escaped(strategy));
    }
    let _ = write!(out, "<td class=\"t r soft\">{remark}</td>");
}

/// A figure, bold where no other decided run of the row has a smaller one.
fn figure(out: &mut String, row: &RowResults, run: &Run, of: impl Fn(&Run) -> Option<u64>) {
    let Some(value) = of(run) else {
        out.push_str("<td>-</td>");
        return;
    };
    let decided = || row.runs.iter().filter(|run| run.decided());
    let least = decided().filter_map(&of).min();
    let best = run.decided() && least == Some(value) && decided().count() > 1;
    let class = if best { " class=\"best\"" } else { "" };
    let _ = write!(out, "<td{class}>{value}</td>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::tests::{results, run};

    #[test]
    fn the_page_is_whole_and_needs_nothing_else() {
        let mut results = results();
        results.add(0, 2, run("smart", End::TimeOut, 9, 10_000.0));
        let page = render(&results);
        for text in
            ["locate &lt;top&gt;", "published: runs", ">time-out<", "Not finished: 7 of 9 runs"]
        {
            assert!(page.contains(text), "{text}");
        }
        for text in ["<script", "http://", "https://", "url("] {
            assert!(!page.contains(text), "{text}");
        }
        for tag in ["table", "svg", "tr", "td", "g", "div", "span", "p"] {
            let (opened, closed) = (format!("<{tag}[ >]"), format!("</{tag}>"));
            let starts = [' ', '>']
                .map(|end| page.matches(&opened.replace("[ >]", &end.to_string())).count());
            assert_eq!(starts.iter().sum::<usize>(), page.matches(&closed).count(), "{tag}");
        }
        // Sizes 5, 10 and 20: the published figure, and the same by `dart`.
        assert!(page.contains("<td class=\"published\" rowspan=\"3\">59</td>"), "{page}");
        assert!(page.contains("<td>59</td>"), "{page}");
    }

    #[test]
    fn the_best_decided_figure_is_bold() {
        let results = results();
        let page = render(&results);
        assert!(page.contains("<td class=\"best\">13</td>") && page.contains("<td>14</td>"));
    }
}
