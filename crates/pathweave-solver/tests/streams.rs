//! Files of queries with their answers: our own small ones, and the streams of a
//! symbolic executor in `../shared/queries` next to the repository, if they are
//! there (if not, standard error says so). Each is run with the whole chain, and
//! the small ones also with each layer left out.

use pathweave_solver::{Budget, ChainOptions, ScriptOutcome, chain, run_script};
use std::io::Write;
use std::path::{Path, PathBuf};

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "smt2"))
        .collect();
    found.sort();
    found
}

fn run(path: &Path, options: ChainOptions) -> ScriptOutcome {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let outcome = run_script(&text, chain(options), Budget::default(), &mut Vec::new());
    let outcome = outcome.unwrap_or_else(|error| panic!("{}:{error}", path.display()));
    assert!(outcome.wrong.is_empty(), "{}: {:?}", path.display(), outcome.wrong);
    assert_eq!(outcome.unknown, 0, "{}", path.display());
    outcome
}

#[test]
fn our_own_queries() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/queries");
    let mut total = 0;
    for path in files(&directory) {
        let outcome = run(&path, ChainOptions::default());
        total += outcome.sat + outcome.unsat;
        run(&path, ChainOptions { simplify: false, ..ChainOptions::default() });
        run(&path, ChainOptions { split: false, ..ChainOptions::default() });
        run(&path, ChainOptions { cores: false, ..ChainOptions::default() });
        run(&path, ChainOptions { models: false, ..ChainOptions::default() });
    }
    assert_eq!(total, 20);
}

#[test]
fn queries_of_a_symbolic_executor() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/queries");
    let files = files(&directory);
    if files.is_empty() {
        // Written past the test harness, which would hide it.
        let place = directory.display();
        let _ =
            writeln!(std::io::stderr(), "SKIPPED queries_of_a_symbolic_executor: none in {place}");
        return;
    }
    let mut total = 0;
    for path in files {
        let outcome = run(&path, ChainOptions::default());
        total += outcome.sat + outcome.unsat;
    }
    assert_eq!(total, 2211);
}
