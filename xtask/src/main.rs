//! `cargo xtask`: long campaigns over the workspace.
//!
//! Where there is something to compare with, native code or a peer, it runs on
//! the same machine in the same run. Exit code 0 means that everything agreed.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool")]

mod agree;
mod alarms;
mod arguments;
mod bench;
mod campaign;
mod coverage;
mod csmith;
mod jobs;
mod kernels;
mod laws;
mod loops;
mod memo;
#[path = "../../crates/pathweave-cli/src/bench/peers.rs"]
mod peers;
#[path = "../../crates/pathweave-cli/src/bench/process.rs"]
mod process;
mod real;
mod sources;
mod strategies;
mod subject;

use std::process::ExitCode;

use arguments::Arguments;

const HELP: &str = "\
cargo xtask <command> [options]

  agree    random programs of several functions, strategies against each other
           --count N (100)  --seed N (1)  --time 10s  --jobs N (1)  --marks N (2)
           --shrink S (120)  --warm 1 (compares runs with an empty and a full store)
           --programs DIR (its C files instead of random ones)
  csmith   random programs, native against interpreted checksums
           --count N (300)  --seed N (1)  --levels O0,O1  --time S (60)
  real     zlib, Lua and SQLite, their sources taken from registry packages
           --only zlib|lua|sqlite  --level O1
  real-sources  only fetches the sources that `real` needs
  kernels  five kernels: slow-down against native -O0 code
           --runs N (5)
  bench    29 whole-program workloads explored by `test --strategy dart`;
           $KLEE and $CBMC are run beside it on the same files
           --only NAME,NAME  --time S (30)  --memory MIB (4096)  --json FILE
           --klee-clang PATH (or $KLEE_CLANG: the clang of KLEE's LLVM)
  campaign ten minutes of `test` on zlib's inflate and on cJSON: native coverage
           and memory against time
           --only inflate|json  --time S (600)  --size N
  alarms   `test` with native runs over tests/programs and tests/symbolic:
           marked bugs and no others, no test that ends otherwise natively
           --only PART-OF-NAME  --every N (1)  --time S (30)  --strategy NAME (auto)
  strategies  dart, smart, demand and fair beside each other on tests/compose
           --only PART-OF-NAME  --time S (20)
  coverage    auto and dart beside each other, over time
           --only PART-OF-NAME  --time S (300)  --programs DIR (bench/coverage/fresh)
  jobs     auto with one job, two and four: the same answers, and how much faster
           --time S (10)  --every N (1)
  memo     memoized replay and the store: the paper's tables on tests/memo, a large
           program after small changes, zstd after an upgrade, random programs over
           linked objects against dart, 200 killed runs
           --part table1|table2|incremental|history|linked|kills|calls  --time S (60)  --solver z3 (calls)
           --functions N (210)  --programs N (300)  --seed N (1)  --count N (200)
  loops    abstract path conditions on tests/loops: the paper's table, sizes, with and
           without, random programs for soundness
           --part paper|sizes|compare|random  --time S (60; random: 3)  --count N (2000)
           --seed N (1)  --klee-clang PATH
  laws     the rules of the tree: file headers, crate layers, names

common: --pathweave PATH (built when absent)  --clang PATH (newest found)
";

fn main() -> ExitCode {
    let arguments = Arguments::from_command_line();
    if arguments.asks_for_help() {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let outcome = match arguments.command() {
        Some("agree") => agree::run(&arguments),
        Some("csmith") => csmith::run(&arguments),
        Some("real") => real::run(&arguments),
        Some("real-sources") => real::fetch_only(),
        Some("kernels") => kernels::run(&arguments),
        Some("alarms") => alarms::run(&arguments),
        Some("bench") => bench::run(&arguments),
        Some("campaign") => campaign::run(&arguments),
        Some("strategies") => strategies::run(&arguments),
        Some("coverage") => coverage::run(&arguments),
        Some("jobs") => jobs::run(&arguments),
        Some("loops") => loops::run(&arguments),
        Some("memo") => memo::run(&arguments),
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
