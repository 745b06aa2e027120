//! SMT-LIB processes that misbehave: late, dead, lying, talking nonsense. None of
//! them may ever lead to an answer. Shell scripts play the solvers.
#![cfg(unix)]

use pathweave_solver::{
    Answer, Backend, Budget, ChainOptions, ProcessOptions, ProcessSolver, Solver, Why, chain,
};
use pathweave_term::{Sort, Term, TermStore};
use std::time::{Duration, Instant};

fn shell(script: &str) -> ProcessOptions {
    ProcessOptions::from_command(vec!["sh".into(), "-c".into(), script.into()])
}

/// x = 3, which is satisfiable.
fn query(terms: &mut TermStore) -> Vec<Term> {
    let x = terms.var("x", Sort::BitVec(8));
    let three = terms.bv_u64(8, 3);
    let one = terms.bv_u64(8, 1);
    vec![terms.eq(x, three), terms.bv_ult(one, x)]
}

fn ask(script: &str) -> Answer {
    let mut terms = TermStore::new();
    let query = query(&mut terms);
    let budget = Budget { time: Some(Duration::from_secs(20)), ..Budget::default() };
    ProcessSolver::new(shell(script)).check(&mut terms, &query, &budget)
}

fn broken(answer: &Answer) -> bool {
    matches!(answer, Answer::Unknown(Why::Broken(_)))
}

/// Answers every check with sat and every value with the given one.
fn liar(value: &str) -> String {
    format!(
        "while read line; do case \"$line\" in \
         *check-sat*) echo sat;; \
         *get-value*) names=$(echo \"$line\" | sed 's/(get-value (//; s/))//'); \
           for n in $names; do printf '(%s {value}) ' $n; done; echo;; \
         *exit*) exit;; esac; done"
    )
}

#[test]
fn a_liar_is_an_error() {
    assert!(broken(&ask(&liar("#x07"))));
    assert!(broken(&ask(&liar("true"))));
}

#[test]
fn a_dead_solver_is_an_error() {
    assert!(broken(&ask("echo no licence >&2; exit 3")));
    assert!(broken(&ask("read line; exit 0")));
    let Answer::Unknown(Why::Broken(message)) = ask("echo no licence >&2; exit 3") else {
        panic!("an answer from the dead");
    };
    assert!(message.contains("no licence"), "{message}");
}

#[test]
fn nonsense_is_an_error() {
    assert!(broken(&ask("while read line; do echo perhaps; done")));
    assert!(broken(&ask("while read line; do echo '(error \"no\")'; done")));
}

#[test]
fn a_missing_program_is_an_error() {
    let mut terms = TermStore::new();
    let query = query(&mut terms);
    let mut solver = ProcessSolver::new(ProcessOptions::from_name("no-such-solver-here"));
    assert!(broken(&solver.check(&mut terms, &query, &Budget::default())));
}

#[test]
fn unknown_keeps_its_reason() {
    let answer = ask("while read line; do case \"$line\" in *check-sat*) echo unknown;; \
         *reason*) echo '(:reason-unknown \"incomplete\")';; esac; done");
    let Answer::Unknown(Why::Solver(reason)) = answer else { panic!("{answer:?}") };
    assert!(reason.contains("incomplete"));
}

#[test]
fn a_late_solver_is_killed_and_started_again() {
    let mut terms = TermStore::new();
    let query = query(&mut terms);
    let mut solver = ProcessSolver::new(shell("while read line; do sleep 60; done"));
    let budget = Budget { time: Some(Duration::from_millis(200)), ..Budget::default() };
    let start = Instant::now();
    for _ in 0..2 {
        let answer = solver.check(&mut terms, &query, &budget);
        assert!(matches!(answer, Answer::Unknown(Why::Time)), "{answer:?}");
    }
    assert!(start.elapsed() < Duration::from_secs(20));
    let mut statistics = Vec::new();
    solver.statistics(&mut statistics);
    assert_eq!(statistics[0].details, [("starts", 2)]);
}

#[test]
fn an_oracle_that_disagrees_is_an_error() {
    let says_unsat = "while read line; do case \"$line\" in *check-sat*) echo unsat;; esac; done";
    let mut terms = TermStore::new();
    let query = query(&mut terms);
    let options = ChainOptions { oracle: Some(shell(says_unsat)), ..ChainOptions::default() };
    assert!(broken(&chain(options).check(&mut terms, &query, &Budget::default())));
    let options =
        ChainOptions { backend: Backend::Process(shell(says_unsat)), ..ChainOptions::default() };
    // Alone, a wrong unsat cannot be told from a right one.
    let answer = chain(options).check(&mut terms, &query, &Budget::default());
    assert!(matches!(answer, Answer::Unsat(_)));
}
