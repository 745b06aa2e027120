//! Every program under `tests/programs`, run through the built `pathweave`.
//!
//! A program's expectation is the native program itself (output and exit
//! code, same clang and level) or its `//~` marks. A bug without a mark and a
//! mark without a bug both fail; so does a directive nobody understands.
//!
//! `PATHWEAVE_TEST_CLANGS=all` takes every clang found at every level; without
//! it the newest of 14, 16 and 19 runs at every level and each other clang at
//! one level per program, spread evenly. `PATHWEAVE_TEST_TIMEOUT` is the limit
//! of one run in seconds, `PATHWEAVE_TEST_THREADS` the number of runs at once.

mod case;
mod check;
mod native;
mod process;
mod sanitizer;
mod toolchain;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};

use case::Case;
use toolchain::{Clang, Selection};

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    if arguments.test_threads.is_none() {
        arguments.test_threads = Some(environment_number("PATHWEAVE_TEST_THREADS", 2));
    }
    libtest_mimic::run(&arguments, trials()).exit_code()
}

/// All trials: one per program, clang and level, and one per marked program
/// for the sanitizers' opinion.
fn trials() -> Vec<Trial> {
    let root = programs_directory();
    let selection = Selection::from_environment();
    let mut trials = Vec::new();
    if selection.clangs.is_empty() {
        trials.push(Trial::test("toolchain", || {
            Err(Failed::from("no clang found: run `./x setup`"))
        }));
    }
    for case in case::discover(&root) {
        match case {
            Ok(case) => add_trials(&mut trials, Arc::new(case), &selection),
            Err((name, reason)) => {
                trials.push(Trial::test(name, move || Err(Failed::from(reason))));
            }
        }
    }
    trials
}

fn add_trials(trials: &mut Vec<Trial>, case: Arc<Case>, selection: &Selection) {
    for (clang, level) in selection.runs_of(&case) {
        let case = Arc::clone(&case);
        let name = format!("{} [{} -{}]", case.name, clang.label(), level);
        trials.push(Trial::test(name, move || {
            check::run(&case, &clang, &level).map_err(Failed::from)
        }));
    }
    if let (true, Some(clang)) = (case.bug().is_some(), &selection.sanitizer) {
        let clang: Clang = clang.clone();
        let name = format!("{} [sanitizer {}]", case.name, clang.label());
        trials.push(Trial::test(name, move || {
            sanitizer::agrees(&case, &clang).map_err(Failed::from)
        }));
    }
}

fn programs_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/programs")
        .canonicalize()
        .expect("tests/programs is part of the repository")
}

/// A number from the environment, or `default`.
fn environment_number(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
