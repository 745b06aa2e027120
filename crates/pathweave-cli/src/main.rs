//! The `pathweave` command: flags, wiring, exit codes. The only crate that prints or exits.
//!
//! - [`flags`]: every option, in one table
//! - [`load`]: input files to a program
//! - [`runtime`]: the C library, compiled once and cached
//! - [`run`]: `pathweave run`
//! - [`explore`]: `pathweave test` and `pathweave reach`
//! - [`subject`], [`ctype`]: the program as later commands need it
//! - [`output`], [`testfiles`], [`recorder`]: what is written, and when
//! - [`progress`], [`account`], [`tell`]: what is shown
//! - [`replay`]: `pathweave replay`
//! - [`report`], [`sources`]: `pathweave report`, and what it is to know of the sources
//! - [`since`]: the tests that a change calls for
//! - [`solve`]: `pathweave solve`
//! - [`store`]: `pathweave store`, and which store a run uses
//! - [`bench`]: `pathweave bench`
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod account;
mod bench;
mod ctype;
mod explore;
mod flags;
mod load;
mod output;
mod progress;
mod recorder;
mod replay;
mod report;
mod run;
mod runtime;
mod since;
mod solve;
mod sources;
mod store;
mod stubs;
mod subject;
mod tell;
mod testfiles;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use flags::{Command, Flags};
use pathweave_llvm::InputError;
use std::process::ExitCode;

/// Bad usage or input.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    use_small_pages();
    let flags = match flags::parse(std::env::args_os()) {
        Ok(flags) => flags,
        Err(error) => {
            // Help and version are no errors, and go to standard output.
            let code = if error.use_stderr() { USAGE } else { 0 };
            let _ = error.print();
            return ExitCode::from(code);
        }
    };
    let Flags { command } = flags;
    let result = match command {
        Command::Run(flags) => run::run(&flags),
        Command::Test(flags) => explore::test(&flags),
        Command::Reach(flags) => explore::reach(&flags),
        Command::Replay(flags) => replay::replay(&flags),
        Command::Report(flags) => report::report(&flags),
        Command::Store(flags) => store::store(&flags.action),
        Command::Bench(flags) => bench::bench(&flags),
        Command::Solve(options) => solve::solve(&options, &mut std::io::stdout().lock())
            .map_err(|error| InputError { message: error.message, hint: None }),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("error: {}", error.message);
            if let Some(hint) = &error.hint {
                eprintln!("hint: {hint}");
            }
            ExitCode::from(USAGE)
        }
    }
}

/// Asks for pages of the usual size. The allocator wants huge ones, but states fill memory slowly, so
/// they are cleared long before they are used, if ever; a tenth to a third of the time went there
/// (docs/ARCHITECTURE.md). A refusal costs nothing but that.
fn use_small_pages() {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}
