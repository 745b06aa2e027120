//! Every option of every command.
//!
//! `--cflags` is special: everything after it up to the next option that pathweave knows (or
//! `--`) goes to clang. It is cut out of the arguments before the rest is parsed.

use crate::solve::SolveOptions;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

/// Compositional symbolic execution and test generation for C.
#[derive(Parser, Debug)]
#[command(
    name = "pathweave",
    version,
    about = "Compositional symbolic execution and test generation for C",
    max_term_width = 100
)]
pub struct Flags {
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    Run(RunFlags),
    Solve(SolveOptions),
}

/// How inputs are read, for every command that takes any.
#[derive(Args, Debug)]
pub struct InputFlags {
    /// C sources, LLVM IR (.ll) or bitcode (.bc), linked together
    #[arg(required = true, value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,

    /// Flags for clang: everything up to the next option of pathweave or `--`
    #[arg(long, num_args = 0.., allow_hyphen_values = true, value_name = "FLAG")]
    pub cflags: Vec<String>,

    /// The clang to compile with [default: $CLANG, else the newest on the PATH]
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,

    /// Do not link Pathweave's own C library
    #[arg(long)]
    pub no_runtime: bool,
}

/// Run a program concretely in the interpreter, with memory checking.
///
/// Standard input, output and error are the program's. The exit code is the program's own when it
/// ends by itself, 1 when a bug was found, 2 for bad usage or input, 3 when something is not
/// supported or a limit was hit. `--json` tells these apart for sure.
#[derive(Args, Debug)]
pub struct RunFlags {
    #[command(flatten)]
    pub input: InputFlags,

    /// The function to start
    #[arg(long, default_value = "main", value_name = "FUNCTION")]
    pub entry: String,

    /// Check for more: `overflow` (signed arithmetic)
    #[arg(long, value_name = "CHECK", value_parser = ["overflow"])]
    pub check: Vec<String>,

    /// Let the program call a native function that reaches outside the process
    #[arg(long, value_name = "NAME")]
    pub allow_external: Vec<String>,

    /// Let the program open files below this directory
    #[arg(long, value_name = "DIR")]
    pub files: Option<PathBuf>,

    /// Nested calls before the run is stopped
    #[arg(long, default_value_t = 200_000, value_name = "N")]
    pub stack_depth: usize,

    /// Instructions before the run is stopped
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,

    /// Print a JSON summary on standard output; the program's own output goes to standard error
    #[arg(long)]
    pub json: bool,

    /// Print load time, instructions and speed on standard error
    #[arg(long)]
    pub stats: bool,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<OsString>,
}

/// Parses the command line.
pub fn parse(args: impl Iterator<Item = OsString>) -> Result<Flags, clap::Error> {
    let (args, cflags) = split_cflags(args.collect());
    let matches = Flags::command().try_get_matches_from(args)?;
    let mut flags = Flags::from_arg_matches(&matches)?;
    match &mut flags.command {
        Command::Run(run) => run.input.cflags = cflags,
        Command::Solve(_) if cflags.is_empty() => {}
        Command::Solve(_) => {
            let message = "--cflags is for commands that compile";
            return Err(Flags::command().error(ErrorKind::UnknownArgument, message));
        }
    }
    Ok(flags)
}

/// Cuts the flags for clang out of the arguments.
fn split_cflags(args: Vec<OsString>) -> (Vec<OsString>, Vec<String>) {
    let known = known_options();
    let mut rest = Vec::new();
    let mut cflags = Vec::new();
    let mut collecting = false;
    let mut ended = false;
    for arg in args {
        let text = arg.to_string_lossy().into_owned();
        let name = text.split('=').next().unwrap_or_default();
        if ended {
            rest.push(arg);
        } else if name == "--cflags" {
            collecting = true;
            let attached = text.split_once('=').map_or("", |(_, flags)| flags);
            cflags.extend(attached.split_whitespace().map(str::to_owned));
        } else if text == "--" || known.iter().any(|option| option == name) {
            collecting = false;
            ended = text == "--";
            rest.push(arg);
        } else if collecting {
            cflags.push(text);
        } else {
            rest.push(arg);
        }
    }
    (rest, cflags)
}

/// The long options of all commands, with their dashes.
fn known_options() -> Vec<String> {
    let command = Flags::command();
    let all =
        command.get_subcommands().flat_map(|c| c.get_arguments().cloned().collect::<Vec<_>>());
    let mut options: Vec<String> =
        all.filter_map(|a| a.get_long().map(|long| format!("--{long}"))).collect();
    options.extend(["--help".to_owned(), "--version".to_owned()]);
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(args: &str) -> (Vec<String>, Vec<String>) {
        let (rest, cflags) = split_cflags(args.split(' ').map(OsString::from).collect());
        (rest.into_iter().map(|a| a.to_string_lossy().into_owned()).collect(), cflags)
    }

    #[test]
    fn clang_gets_everything_up_to_the_next_option() {
        let (rest, cflags) =
            split("pathweave run a.c --cflags -O1 -I inc --target=x --json -- -O2 --cflags");
        assert_eq!(cflags, ["-O1", "-I", "inc", "--target=x"]);
        assert_eq!(rest.join(" "), "pathweave run a.c --json -- -O2 --cflags");
        let (rest, cflags) = split("pathweave run a.c --cflags=-O1 b.c");
        assert_eq!(
            (rest.join(" ").as_str(), cflags.join(" ").as_str()),
            ("pathweave run a.c", "-O1 b.c")
        );
    }

    #[test]
    fn the_table_of_options_is_consistent() {
        Flags::command().debug_assert();
    }
}
