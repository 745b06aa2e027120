//! What `bench` runs: tables of rows, each row a program with definitions, run in several ways.
//!
//! The tables of the papers are data (`bench/papers/suite.json`): what is measured and what was
//! published stands there, and nothing of it is known here. Paths in it are relative to that file.

use pathweave_llvm::InputError;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The strategies that a table is run with unless it names others.
pub const STRATEGIES: [&str; 7] = ["dart", "smart", "demand", "fair", "memo", "merge", "auto"];

/// A table of a suite.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub id: String,
    /// The heading that it stands under.
    pub paper: String,
    pub title: String,
    pub note: String,
    /// What grows from row to row, if one thing does.
    pub size: Option<String>,
    /// The names of the published figures.
    pub published: Vec<String>,
    pub ways: Vec<String>,
    pub rows: Vec<Row>,
}

/// A program with all that a run of it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub name: String,
    pub size: Option<u64>,
    pub file: PathBuf,
    /// The function to start, if it is not `main`.
    pub entry: Option<String>,
    /// The function to reach; everything is explored if there is none.
    pub target: Option<String>,
    pub cflags: Vec<String>,
    /// More flags for Pathweave.
    pub flags: Vec<String>,
    /// How many numbers the entry takes, so that a peer can be given a `main` that calls it.
    pub numbers: Option<usize>,
    pub published: Vec<String>,
    /// Whether it is among those of `--quick`.
    pub quick: bool,
}

/// `suite.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SuiteFile {
    tables: Vec<TableFile>,
}

/// A table there. What a row does not say is said for all of them here.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    id: String,
    paper: String,
    title: String,
    #[serde(default)]
    note: String,
    size: Option<String>,
    file: Option<PathBuf>,
    entry: Option<String>,
    target: Option<String>,
    numbers: Option<usize>,
    #[serde(default)]
    published: Vec<String>,
    strategies: Option<Vec<String>>,
    rows: Vec<RowFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowFile {
    name: Option<String>,
    size: Option<u64>,
    file: Option<PathBuf>,
    entry: Option<String>,
    target: Option<String>,
    numbers: Option<usize>,
    #[serde(default)]
    cflags: Vec<String>,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    published: Vec<String>,
    #[serde(default)]
    quick: bool,
}

/// The directory of the subjects: the one given, or the first `bench` on the way up from here.
pub fn subjects(given: Option<&Path>) -> Result<PathBuf, InputError> {
    let has = |directory: &Path| directory.join("papers/suite.json").is_file();
    let start = match given {
        Some(directory) => directory.to_path_buf(),
        None => std::env::current_dir().map_err(|error| InputError {
            message: format!("the current directory: {error}"),
            hint: None,
        })?,
    };
    let mut looked = Vec::new();
    let levels = if given.is_some() { 1 } else { usize::MAX };
    for directory in start.ancestors().take(levels) {
        for candidate in [directory.join("bench"), directory.to_path_buf()] {
            if has(&candidate) {
                return Ok(candidate);
            }
            looked.push(candidate.display().to_string());
        }
    }
    Err(InputError {
        message: format!("no subjects: no papers/suite.json in {}", looked.join(", ")),
        hint: Some(
            "run it inside a checkout of Pathweave, or name its directory bench with --subjects DIR"
                .to_owned(),
        ),
    })
}

/// The tables of the papers.
pub fn papers(subjects: &Path) -> Result<Vec<Table>, InputError> {
    let file = subjects.join("papers/suite.json");
    let refused = |message: String| InputError {
        message: format!("{}: {message}", file.display()),
        hint: None,
    };
    let text = fs::read_to_string(&file).map_err(|error| refused(error.to_string()))?;
    let suite: SuiteFile =
        serde_json::from_str(&text).map_err(|error| refused(error.to_string()))?;
    let directory = file.parent().unwrap_or(subjects);
    suite.tables.into_iter().map(|table| resolve(table, directory).map_err(refused)).collect()
}

fn resolve(table: TableFile, directory: &Path) -> Result<Table, String> {
    let ways = table
        .strategies
        .clone()
        .unwrap_or_else(|| STRATEGIES.iter().map(|name| (*name).to_owned()).collect());
    for way in &ways {
        arguments_of(way).ok_or_else(|| format!("table {}: no strategy `{way}`", table.id))?;
    }
    let rows = table
        .rows
        .iter()
        .map(|row| resolve_row(&table, row, directory))
        .collect::<Result<Vec<Row>, String>>()?;
    Ok(Table {
        id: table.id,
        paper: table.paper,
        title: table.title,
        note: table.note,
        size: table.size,
        published: table.published,
        ways,
        rows,
    })
}

fn resolve_row(table: &TableFile, row: &RowFile, directory: &Path) -> Result<Row, String> {
    let wrong = |what: &str| format!("table {}: a row {what}", table.id);
    let file = row.file.as_ref().or(table.file.as_ref()).ok_or_else(|| wrong("has no file"))?;
    let file = directory.join(file);
    let Ok(file) = file.canonicalize() else {
        return Err(wrong(&format!("names {}, which is not there", file.display())));
    };
    if !row.published.is_empty() && row.published.len() != table.published.len() {
        return Err(wrong("has other published figures than the table"));
    }
    let sized = table.size.as_ref().zip(row.size);
    let mut cflags: Vec<String> =
        sized.iter().map(|(name, value)| format!("-D{name}={value}")).collect();
    cflags.extend(row.cflags.iter().cloned());
    let name = row.name.clone().or_else(|| sized.map(|(name, value)| format!("{name}={value}")));
    Ok(Row {
        name: name.ok_or_else(|| wrong("has neither name nor size"))?,
        size: row.size,
        file,
        entry: row.entry.clone().or_else(|| table.entry.clone()),
        target: row.target.clone().or_else(|| table.target.clone()),
        cflags,
        flags: row.flags.clone(),
        numbers: row.numbers.or(table.numbers),
        published: row.published.clone(),
        quick: row.quick,
    })
}

/// The whole programs: one table, a row for each file.
pub fn programs(subjects: &Path) -> Result<Vec<Table>, InputError> {
    let directory = subjects.join("programs");
    let entries = fs::read_dir(&directory).map_err(|error| InputError {
        message: format!("{}: {error}", directory.display()),
        hint: Some("--subjects names the directory that has `papers` and `programs`".to_owned()),
    })?;
    let mut files: Vec<PathBuf> =
        entries.flatten().filter_map(|entry| entry.path().canonicalize().ok()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    let rows = files.into_iter().enumerate().map(|(number, file)| Row {
        name: file.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        size: None,
        file,
        entry: None,
        target: None,
        cflags: Vec::new(),
        flags: Vec::new(),
        numbers: None,
        published: Vec::new(),
        quick: number % 4 == 3,
    });
    Ok(vec![Table {
        id: "programs".to_owned(),
        paper: "Whole programs".to_owned(),
        title: "Whole programs, explored to their end".to_owned(),
        note: "bench/programs: each program at the size that its file has by default.".to_owned(),
        size: None,
        published: Vec::new(),
        ways: STRATEGIES.iter().map(|name| (*name).to_owned()).collect(),
        rows: rows.collect(),
    }])
}

/// Leaves the rows that are wanted; tables without any go.
pub fn select(tables: &mut Vec<Table>, only: &[String], quick: bool) -> Result<(), InputError> {
    let known: Vec<String> = tables.iter().map(|table| table.id.clone()).collect();
    for table in tables.iter_mut() {
        let id = table.id.clone();
        let of_table = only.is_empty() || only.contains(&id);
        let named = |row: &Row| {
            let whole = format!("{id}/{}", row.name);
            only.iter().any(|name| *name == whole || row.name.contains(name.as_str()))
        };
        // A row that is asked for by name is run, quick or not.
        table.rows.retain(|row| named(row) || (of_table && (row.quick || !quick)));
    }
    tables.retain(|table| !table.rows.is_empty());
    if tables.is_empty() {
        return Err(InputError {
            message: match quick {
                true => format!("--only {}: no such table with quick rows", only.join(",")),
                false => format!("--only {}: no such table or row", only.join(",")),
            },
            hint: Some(format!("the tables are {}", known.join(", "))),
        });
    }
    Ok(())
}

/// The flags of a way to run: a strategy, and after `+` what is added to it. `loops` is for
/// strategies that are run without the conditions of loops otherwise, `each` asks as the paper does.
pub fn arguments_of(way: &str) -> Option<Vec<&str>> {
    let (strategy, more) = way.split_once('+').unwrap_or((way, ""));
    if !STRATEGIES.contains(&strategy) {
        return None;
    }
    let mut arguments = vec!["--strategy", strategy];
    match more {
        "" | "loops" => {}
        "each" => arguments.push("--each-path"),
        _ => return None,
    }
    Some(arguments)
}

/// Whether a way decides the conditions of loops. `auto` is run as it is by default.
pub fn has_loops(way: &str) -> bool {
    way == "auto" || way.ends_with("+loops")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench")
    }

    #[test]
    fn the_suites_can_be_read() {
        let mut tables = papers(&ours()).expect("the papers' tables");
        let rows: usize = tables.iter().map(|table| table.rows.len()).sum();
        assert!(tables.len() > 10 && rows > 50);
        let mut ids: Vec<String> = tables.iter().map(|table| table.id.clone()).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), tables.len(), "every id once");
        for table in &tables {
            assert_eq!(table.size.is_some(), table.rows.iter().all(|row| row.size.is_some()));
        }
        select(&mut tables, &["locate".to_owned()], true).expect("quick rows");
        assert_eq!(tables.len(), 1);
        select(&mut tables, &["locate/N=5".to_owned()], true).expect("one row");
        assert_eq!(tables[0].rows.len(), 1);
        assert!(programs(&ours()).expect("programs")[0].rows.len() > 20);
    }

    #[test]
    fn what_is_not_there_is_said() {
        let error = subjects(Some(Path::new("/nowhere"))).expect_err("nothing there");
        assert!(error.message.contains("/nowhere/bench"), "{}", error.message);
        assert!(error.hint.is_some_and(|hint| hint.contains("--subjects")));
        let mut tables = papers(&ours()).expect("the papers' tables");
        let error = select(&mut tables, &["nosuch".to_owned()], false).expect_err("no such row");
        assert!(error.hint.is_some_and(|hint| hint.contains("locate")));
    }

    #[test]
    fn ways_are_strategies_with_additions() {
        assert_eq!(arguments_of("memo+each"), Some(vec!["--strategy", "memo", "--each-path"]));
        assert!(arguments_of("dart+nothing").is_none() && arguments_of("klee").is_none());
        assert!(has_loops("auto") && has_loops("dart+loops") && !has_loops("dart"));
    }
}
