//! The results of `bench` as plain data: what is written to `results.json`, and read again by
//! `--resume`.
//!
//! The file is written after every run, under another name first: whoever reads it finds a whole one.
//! A result that is taken over from an earlier file was made under the same limits.

use crate::bench::suite::Table;
use crate::output;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// A whole suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Version of this format.
    pub schema: u32,
    pub suite: String,
    /// The version of Pathweave.
    pub version: String,
    pub quick: bool,
    /// Whether all runs are there.
    pub finished: bool,
    pub time_s: f64,
    pub memory_mib: u64,
    /// How often each run was made; the quickest is kept.
    pub repeat: usize,
    /// Rows that were run at the same time.
    pub jobs: usize,
    pub cores: usize,
    pub tables: Vec<TableResults>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableResults {
    pub id: String,
    pub paper: String,
    pub title: String,
    pub note: String,
    pub size: Option<String>,
    pub published: Vec<String>,
    /// The ways in the order of the columns.
    pub ways: Vec<String>,
    pub rows: Vec<RowResults>,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowResults {
    pub name: String,
    pub size: Option<u64>,
    pub file: String,
    pub published: Vec<String>,
    /// In the order of the ways; those that are missing were not run yet.
    pub runs: Vec<Run>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// With an answer: the target reached or proved unreachable, or every path explored.
    Decided,
    /// Without, before its time was over.
    Undecided,
    TimeOut,
    OutOfMemory,
    Failed,
    /// This way cannot be used on this row.
    NotApplicable,
}

impl End {
    /// As it is shown.
    pub fn name(self) -> &'static str {
        match self {
            End::Decided => "decided",
            End::Undecided => "undecided",
            End::TimeOut => "time-out",
            End::OutOfMemory => "out of memory",
            End::Failed => "failed",
            End::NotApplicable => "not applicable",
        }
    }
}

/// One run of one row in one way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    pub way: String,
    pub end: End,
    /// `reachable`, `unreachable`, `explored`, or what stands instead.
    pub verdict: String,
    /// Why it is not decided; how a peer was run.
    pub remark: String,
    /// With `auto`: whose answer it is.
    pub decided_by: Option<String>,
    pub executions: Option<u64>,
    /// Calls that reached a solving core.
    pub queries: Option<u64>,
    pub paths: Option<u64>,
    /// Questions as the papers count them, and those for making trees among them.
    pub checks: Option<u64>,
    pub init_checks: Option<u64>,
    /// Outcomes of branches taken, and all there are, where everything was to be explored.
    pub covered: Option<u64>,
    pub branches: Option<u64>,
    pub wall_ms: f64,
    /// Only where one row ran at a time.
    pub cpu_ms: Option<f64>,
    pub peak_kib: u64,
}

impl Run {
    pub fn decided(&self) -> bool {
        self.end == End::Decided
    }

    /// Whether its figures mean something.
    pub fn has_figures(&self) -> bool {
        !matches!(self.end, End::Failed | End::NotApplicable)
    }
}

impl RowResults {
    pub fn run(&self, way: &str) -> Option<&Run> {
        self.runs.iter().find(|run| run.way == way)
    }
}

impl Results {
    /// Rows without runs. Files are named from `root` where they are below it.
    pub fn empty(suite: &str, tables: &[Table], peers: &[&str], root: &Path) -> Self {
        let row = |row: &crate::bench::suite::Row| RowResults {
            name: row.name.clone(),
            size: row.size,
            file: row.file.strip_prefix(root).unwrap_or(&row.file).display().to_string(),
            published: row.published.clone(),
            runs: Vec::new(),
        };
        let table = |table: &Table| TableResults {
            id: table.id.clone(),
            paper: table.paper.clone(),
            title: table.title.clone(),
            note: table.note.clone(),
            size: table.size.clone(),
            published: table.published.clone(),
            ways: table
                .ways
                .iter()
                .cloned()
                .chain(peers.iter().map(|peer| (*peer).to_owned()))
                .collect(),
            rows: table.rows.iter().map(row).collect(),
        };
        Self {
            schema: 1,
            suite: suite.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            quick: false,
            finished: false,
            time_s: 0.0,
            memory_mib: 0,
            repeat: 1,
            jobs: 1,
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            tables: tables.iter().map(table).collect(),
        }
    }

    /// Puts a run where it belongs.
    pub fn add(&mut self, table: usize, row: usize, run: Run) {
        let table = &mut self.tables[table];
        let place = |way: &str| table.ways.iter().position(|known| known == way);
        let runs = &mut table.rows[row].runs;
        runs.retain(|earlier| earlier.way != run.way);
        runs.push(run);
        runs.sort_by_key(|run| place(&run.way));
    }

    /// Takes over what an earlier file has of the same rows under the same limits. Says how many runs.
    pub fn resume(&mut self, earlier: &Results) -> usize {
        let same = earlier.suite == self.suite
            && earlier.version == self.version
            && earlier.memory_mib == self.memory_mib
            && earlier.repeat == self.repeat
            && earlier.time_s == self.time_s;
        if !same {
            return 0;
        }
        let mut count = 0;
        for table in 0..self.tables.len() {
            let Some(old) = earlier.tables.iter().find(|old| old.id == self.tables[table].id)
            else {
                continue;
            };
            for row in 0..self.tables[table].rows.len() {
                let name = &self.tables[table].rows[row].name;
                let Some(old) = old.rows.iter().find(|old| old.name == *name) else { continue };
                let ways = self.tables[table].ways.clone();
                for run in old.runs.iter().filter(|run| ways.contains(&run.way)) {
                    self.add(table, row, run.clone());
                    count += 1;
                }
            }
        }
        count
    }

    /// Reads a file that [`write_whole`] wrote.
    pub fn read(file: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data serializes")
    }
}

/// Writes a file so that nobody ever sees half of it.
pub fn write_whole(file: &Path, text: &str) -> Result<(), String> {
    output::write_whole(file, text.as_bytes())
        .map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A run for tests of whoever shows runs.
    pub fn run(way: &str, end: End, executions: u64, wall_ms: f64) -> Run {
        Run {
            way: way.to_owned(),
            end,
            verdict: "explored".to_owned(),
            remark: String::new(),
            decided_by: None,
            executions: Some(executions),
            queries: Some(executions * 2),
            paths: Some(executions),
            checks: None,
            init_checks: None,
            covered: None,
            branches: None,
            wall_ms,
            cpu_ms: None,
            peak_kib: 20 * 1024,
        }
    }

    /// One table of three sizes.
    pub fn results() -> Results {
        let rows = [5, 10, 20].map(|size| RowResults {
            name: format!("N={size}"),
            size: Some(size),
            file: "a.c".to_owned(),
            published: vec![format!("{}", 3 * size - 1)],
            runs: vec![
                run("dart", End::Decided, 3 * size - 1, 100.0 * size as f64),
                run("auto", End::Decided, 2 * size + 3, 50.0),
            ],
        });
        Results {
            time_s: 10.0,
            memory_mib: 100,
            tables: vec![TableResults {
                id: "locate".to_owned(),
                paper: "SMART".to_owned(),
                title: "locate <top>".to_owned(),
                note: String::new(),
                size: Some("N".to_owned()),
                published: vec!["runs".to_owned()],
                ways: vec!["dart".to_owned(), "smart".to_owned(), "auto".to_owned()],
                rows: rows.to_vec(),
            }],
            ..Results::empty("papers", &[], &[], Path::new(""))
        }
    }

    #[test]
    fn runs_are_in_the_order_of_their_ways_and_survive_a_file() {
        let mut results = results();
        results.add(0, 1, run("smart", End::TimeOut, 7, 10_000.0));
        results.add(0, 1, run("dart", End::Decided, 8, 1.0));
        let ways: Vec<&str> =
            results.tables[0].rows[1].runs.iter().map(|run| run.way.as_str()).collect();
        assert_eq!(ways, ["dart", "smart", "auto"]);
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("results.json");
        write_whole(&file, &results.to_json()).expect("it is written");
        assert_eq!(Results::read(&file).expect("it is read"), results);
    }

    #[test]
    fn what_was_measured_under_other_limits_is_not_taken_over() {
        let earlier = results();
        let empty = |time_s| {
            let mut fresh = results();
            fresh.time_s = time_s;
            fresh.tables[0].rows.iter_mut().for_each(|row| row.runs.clear());
            fresh.tables[0].rows.truncate(2);
            fresh
        };
        let mut same = empty(10.0);
        assert_eq!(same.resume(&earlier), 4);
        assert_eq!(same.tables[0].rows[1].runs, earlier.tables[0].rows[1].runs);
        assert_eq!(empty(20.0).resume(&earlier), 0);
    }
}
