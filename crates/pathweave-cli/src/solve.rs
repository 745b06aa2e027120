//! `pathweave solve`: an SMT-LIB script, run by the solver on its own.
//!
//! Answers and what the script's commands print go to `out`; the exit code is 0
//! when every answer is in keeping with its `:status`, 1 when one is not. A broken
//! script is an error with line and column, which the caller turns into exit
//! code 2. An undecided query is no error: it prints `unknown` and the reason.

use crate::tell::written;
use pathweave_solver::{
    Backend, Budget, ChainOptions, EmbeddedOptions, LayerStatistics, ProcessOptions, ScriptOutcome,
    chain, run_script,
};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Run the solver on an SMT-LIB file: sat, unsat or unknown, models, cores.
///
/// Logics QF_BV, QF_ABV, QF_UFBV and QF_AUFBV. The exit code is 0, 1 when an answer contradicts
/// the file's `:status`, 2 when the file is not right SMT-LIB.
#[derive(clap::Args, Debug)]
pub struct SolveOptions {
    /// The SMT-LIB script
    #[arg(value_name = "FILE.smt2")]
    pub file: PathBuf,

    /// Another solver over a pipe: z3, cvc5, bitwuzla, yices-smt2 or any command [default: embedded]
    #[arg(long, value_name = "COMMAND")]
    pub solver: Option<String>,

    /// Ask this solver as well, and stop at any disagreement
    #[arg(long, value_name = "COMMAND")]
    pub oracle: Option<String>,

    /// Seconds a query may take
    #[arg(long, value_name = "SECONDS")]
    pub query_time: Option<f64>,

    /// Conflicts of the SAT solver a query may take
    #[arg(long, value_name = "N")]
    pub max_conflicts: Option<u64>,

    /// Mebibytes the SAT solver's clauses may take
    #[arg(long, value_name = "MIB")]
    pub max_solver_memory: Option<usize>,

    /// Leave out a layer of the chain
    #[arg(long, value_name = "LAYER", value_parser = ["simplify", "intervals", "split", "cores", "models"])]
    pub without: Vec<String>,

    /// Write every query to this file, as SMT-LIB
    #[arg(long, value_name = "FILE")]
    pub query_log: Option<PathBuf>,

    /// Print what each layer did, as comments after the answers
    #[arg(long)]
    pub statistics: bool,
}

/// What is wrong with the usage or the input, as one sentence.
#[derive(Debug)]
pub struct SolveError {
    /// The message; it starts with the file, and line and column if there are any.
    pub message: String,
}

/// Runs the script; the exit code.
pub fn solve(options: &SolveOptions, out: &mut dyn Write) -> Result<u8, SolveError> {
    let file = options.file.display();
    let text = std::fs::read_to_string(&options.file)
        .map_err(|error| SolveError { message: format!("cannot read {file}: {error}") })?;
    let solver = chain(chain_options(options)?);
    let mut out = BufWriter::new(out);
    let result = run_script(&text, solver, budget(options)?, &mut out);
    let flushed = out.flush();
    let outcome = result.map_err(|error| SolveError { message: format!("{file}:{error}") })?;
    if options.statistics {
        print_statistics(&outcome, &mut out);
    }
    // A reader that has gone away needs no answer.
    written(flushed.and_then(|()| out.flush())).map_err(|message| SolveError { message })?;
    match outcome.wrong.first() {
        None => Ok(0),
        Some(error) => {
            eprintln!("{file}:{error}");
            Ok(1)
        }
    }
}

fn chain_options(options: &SolveOptions) -> Result<ChainOptions, SolveError> {
    let with = |layer: &str| !options.without.iter().any(|without| without == layer);
    let log: Option<Box<dyn Write>> = match &options.query_log {
        None => None,
        Some(path) => match File::create(path) {
            Ok(file) => Some(Box::new(BufWriter::new(file))),
            Err(error) => {
                let message = format!("cannot write {}: {error}", path.display());
                return Err(SolveError { message });
            }
        },
    };
    Ok(ChainOptions {
        intervals: with("intervals"),
        simplify: with("simplify"),
        split: with("split"),
        cores: with("cores"),
        models: with("models"),
        kept: None,
        oracle: options.oracle.as_deref().map(ProcessOptions::from_name),
        log,
        backend: match options.solver.as_deref() {
            None | Some("embedded") => Backend::Embedded(EmbeddedOptions::default()),
            Some(name) => Backend::Process(ProcessOptions::from_name(name)),
        },
    })
}

fn budget(options: &SolveOptions) -> Result<Budget, SolveError> {
    let time = match options.query_time {
        None => None,
        Some(seconds) => match Duration::try_from_secs_f64(seconds) {
            Ok(time) => Some(time),
            Err(_) => {
                return Err(SolveError { message: format!("--query-time {seconds} is no time") });
            }
        },
    };
    let memory = options.max_solver_memory.map(|mebibytes| mebibytes.saturating_mul(1 << 20));
    Ok(Budget { time, conflicts: options.max_conflicts, work: None, memory })
}

fn print_statistics(outcome: &ScriptOutcome, out: &mut dyn Write) {
    let ScriptOutcome { sat, unsat, unknown, terms, .. } = outcome;
    let _ = writeln!(out, "; {sat} sat, {unsat} unsat, {unknown} unknown, {terms} terms");
    for layer in &outcome.layers {
        let LayerStatistics { name, queries, answered, time, details } = layer;
        let details: Vec<String> =
            details.iter().map(|(name, count)| format!("{count} {name}")).collect();
        let details = details.join(", ");
        let _ =
            writeln!(out, "; {name}: {queries} asked, {answered} answered, {time:?}, {details}");
    }
}
