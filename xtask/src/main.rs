//! `cargo xtask`: long campaigns over the workspace.
//!
//! Each command compares `pathweave` with native code on the same machine in
//! the same run; a figure without its native counterpart is never printed.
//! Exit code 0 means that everything agreed.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool")]

mod arguments;
mod csmith;
mod kernels;
mod laws;
mod process;
mod real;
mod subject;

use std::process::ExitCode;

use arguments::Arguments;

const HELP: &str = "\
cargo xtask <command> [options]

  csmith   random programs, native against interpreted checksums
           --count N (300)  --seed N (1)  --levels O0,O1  --time S (60)
  real     zlib, Lua and SQLite, their sources taken from registry packages
           --only zlib|lua|sqlite  --level O1
  real-sources  only fetches the sources that `real` needs
  kernels  five kernels: slow-down against native -O0 code
           --runs N (5)
  laws     the rules of the tree: file headers, crate layers, names

common: --pathweave PATH (built when absent)  --clang PATH (newest found)
";

fn main() -> ExitCode {
    let arguments = Arguments::from_command_line();
    let outcome = match arguments.command() {
        Some("csmith") => csmith::run(&arguments),
        Some("real") => real::run(&arguments),
        Some("real-sources") => real::fetch_only(),
        Some("kernels") => kernels::run(&arguments),
        Some("laws") => laws::run(),
        None | Some("help") => {
            print!("{HELP}");
            Ok(())
        }
        Some(other) => Err(format!("unknown command `{other}`\n\n{HELP}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::FAILURE
        }
    }
}
