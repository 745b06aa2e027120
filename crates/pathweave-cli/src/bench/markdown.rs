//! The results as Markdown tables, for documents: a line for each row, a cell for each way.
//!
//! A cell is executions / solver calls / paths / milliseconds / MiB, in this order everywhere; what was not
//! decided says so first.

use crate::bench::results::{Results, Run, TableResults};
use std::fmt::Write;

/// All tables.
pub fn render(results: &Results) -> String {
    let mut out = format!(
        "Executions / solver calls / paths / ms / MiB; {} s and {} MiB for each run.\n",
        results.time_s, results.memory_mib
    );
    for table in &results.tables {
        one(&mut out, table);
    }
    out
}

fn one(out: &mut String, table: &TableResults) {
    let _ = write!(out, "\n### {}: {}\n\n| row |", table.id, table.title);
    for name in &table.published {
        let _ = write!(out, " published: {name} |");
    }
    for way in &table.ways {
        let _ = write!(out, " {way} |");
    }
    let columns = 1 + table.published.len() + table.ways.len();
    let _ = write!(out, "\n|{}\n", " --- |".repeat(columns));
    for row in &table.rows {
        let _ = write!(out, "| {} |", row.name);
        for number in 0..table.published.len() {
            let _ = write!(out, " {} |", row.published.get(number).map_or("", String::as_str));
        }
        for way in &table.ways {
            let _ = write!(out, " {} |", row.run(way).map_or_else(|| "-".to_owned(), cell));
        }
        out.push('\n');
    }
}

fn cell(run: &Run) -> String {
    let number = |value: Option<u64>| value.map_or_else(|| "-".to_owned(), |n| n.to_string());
    if !run.has_figures() {
        return format!("{}: {}", run.end.name(), run.remark.replace('|', "/"));
    }
    let not = if run.decided() { "" } else { "*not decided* " };
    format!(
        "{not}{} / {} / {} / {:.0} / {}",
        number(run.executions),
        number(run.queries),
        number(run.paths),
        run.wall_ms,
        run.peak_kib / 1024
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::results::End;
    use crate::bench::results::tests::{results, run};

    #[test]
    fn every_line_has_all_columns() {
        let mut results = results();
        results.add(0, 2, run("smart", End::TimeOut, 9, 10_000.0));
        let text = render(&results);
        for line in text.lines().filter(|line| line.starts_with('|')) {
            assert_eq!(line.matches('|').count(), 6, "{line}");
        }
        assert!(
            text.contains("| N=20 | 59 | 59 / 118 / 59 / 2000 / 20 | *not decided* 9 /"),
            "{text}"
        );
    }
}
