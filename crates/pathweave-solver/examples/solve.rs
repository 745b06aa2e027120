//! Runs SMT-LIB files with the whole chain (with the
//! embedded core alone if `CORE_ALONE` is set), and says which answers were
//! wrong and how long each file took.
#![allow(clippy::print_stdout)]

use pathweave_solver::{Budget, ChainOptions, Embedded, Solver, chain};
use pathweave_term::TermStore;
use pathweave_term::smtlib::{Command, Script};
use std::time::Instant;

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let start = Instant::now();
        let mut terms = TermStore::new();
        let mut core: Box<dyn Solver> = match std::env::var_os("CORE_ALONE") {
            Some(_) => Box::new(Embedded::default()),
            None => chain(ChainOptions::default()),
        };
        let mut script = Script::new(&text);
        let (mut asserted, mut status) = (Vec::new(), String::new());
        let (mut count, mut wrong) = (0, 0);
        loop {
            match script.next_command(&mut terms) {
                Ok(Some(Command::Assert(term, _))) => asserted.push(term),
                Ok(Some(Command::SetInfo(key, value))) if key == "status" => status = value,
                Ok(Some(Command::Reset)) => asserted.clear(),
                Ok(Some(Command::CheckSat)) => {
                    count += 1;
                    let begin = Instant::now();
                    let answer = core.check(&mut terms, &asserted, &Budget::default());
                    if answer.word() != status {
                        wrong += 1;
                        println!("{path}: query {count} is {status}, not {}", answer.word());
                    }
                    if begin.elapsed().as_millis() > 50 {
                        println!("{path}: query {count} {status} took {:?}", begin.elapsed());
                    }
                }
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(error) => {
                    println!("{path}:{error}");
                    break;
                }
            }
        }
        println!("{path}: {count} queries, {wrong} wrong, {:?}, {} terms", start.elapsed(), terms.len());
        let mut statistics = Vec::new();
        core.statistics(&mut statistics);
        for layer in statistics {
            println!("  {layer:?}");
        }
    }
}
