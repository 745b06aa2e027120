//! Runs SMT-LIB files as `pathweave solve` does; with `CORE_ALONE` set, with the
//! embedded core and no layers. Times and statistics go to standard error.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use pathweave_solver::{Budget, ChainOptions, Embedded, Solver, chain, run_script};
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let start = Instant::now();
        let solver: Box<dyn Solver> = match std::env::var_os("CORE_ALONE") {
            Some(_) => Box::new(Embedded::default()),
            None => chain(ChainOptions::default()),
        };
        let mut out = std::io::stdout().lock();
        match run_script(&text, solver, Budget::default(), &mut out) {
            Ok(outcome) => {
                let elapsed = start.elapsed();
                eprintln!("{path}: {elapsed:?}, {} terms", outcome.terms);
                outcome.wrong.iter().for_each(|error| eprintln!("{path}:{error}"));
                for layer in outcome.layers {
                    eprintln!("  {layer:?}");
                }
            }
            Err(error) => {
                eprintln!("{path}:{error}");
                code = ExitCode::from(2);
            }
        }
    }
    code
}
