//! A bounded sample of the campaign against Z3 (`examples/campaign.rs`), for where
//! there is a `z3` on the PATH or named by `$Z3`. Without one this test says so on
//! standard error and does nothing; `brute_force.rs` is there in any case.

use pathweave_solver::{
    Answer, Budget, ChainOptions, ProcessOptions, ProcessSolver, Solver, chain,
};
use pathweave_term::random::{Random, Shape, TermMaker};
use pathweave_term::{Printer, TermStore};
use std::io::Write;
use std::process::Command;
use std::time::Duration;

#[test]
fn agrees_with_z3() {
    let z3 = std::env::var("Z3").unwrap_or_else(|_| "z3".into());
    if Command::new(&z3).arg("--version").output().is_err() {
        // Written past the test harness, which would hide it.
        let _ = writeln!(std::io::stderr(), "SKIPPED agrees_with_z3: there is no {z3}");
        return;
    }
    let command = vec![z3, "-in".into()];
    let budget = Budget { time: Some(Duration::from_secs(30)), ..Budget::default() };
    for batch in 0..25 {
        let mut random = Random::new(batch);
        let mut terms = TermStore::new();
        let mut ours = chain(ChainOptions::default());
        let mut peer = ProcessSolver::new(ProcessOptions::from_command(command.clone()));
        let menu = [1, 3, 8, 16, 32, 33, 64, 65, 128];
        let widths = vec![random.choose(&menu), random.choose(&menu)];
        let shape = Shape { widths, size: 16, arrays: true, functions: true, hard_width: 12 };
        for _ in 0..12 {
            let parts = 1 + random.below(4);
            let mut maker = TermMaker::new(&mut terms, &mut random, shape.clone());
            let query: Vec<_> = (0..parts).map(|_| maker.formula(&mut terms)).collect();
            let (a, b) =
                (ours.check(&mut terms, &query, &budget), peer.check(&mut terms, &query, &budget));
            // A peer that runs out of time is no disagreement; a broken one is.
            let late = matches!(b, Answer::Unknown(pathweave_solver::Why::Time));
            assert!(
                late || a.word() == b.word(),
                "{a:?}, {b:?}: {}",
                Printer::new(&terms).query(&query)
            );
        }
    }
}
