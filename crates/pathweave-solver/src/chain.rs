//! The one place where layers are put on top of each other.

use crate::embedded::{Embedded, EmbeddedOptions};
use crate::layers::{
    self, AnswerStore, Cores, Intervals, Kept, Log, Models, Oracle, Simplify, Split,
};
use crate::process::{ProcessOptions, ProcessSolver};
use crate::query::Solver;
use crate::verify::Verify;
use std::io::Write;

/// Who decides what no layer could.
#[derive(Clone, Debug)]
pub enum Backend {
    /// The embedded core.
    Embedded(EmbeddedOptions),
    /// Another solver over a pipe.
    Process(ProcessOptions),
}

impl Backend {
    /// Tells it from other solvers, from run to run: what is kept and rests on its answers is kept under this.
    pub fn identity(&self) -> String {
        let version = layers::VERSION;
        match self {
            Backend::Embedded(_) => format!("{version} embedded {}", env!("CARGO_PKG_VERSION")),
            Backend::Process(options) => format!("{version} process {}", options.identity()),
        }
    }
}

/// Which layers there are. All but the oracle, the log and the answers of earlier runs are on by
/// default.
pub struct ChainOptions {
    /// Simplification under the path condition.
    pub simplify: bool,
    /// Ranges of sums.
    pub intervals: bool,
    /// Splitting into independent parts.
    pub split: bool,
    /// The cache of unsat cores.
    pub cores: bool,
    /// The cache of models.
    pub models: bool,
    /// Who keeps answers from run to run.
    pub kept: Option<Box<dyn AnswerStore>>,
    /// A second solver whose answers must agree.
    pub oracle: Option<ProcessOptions>,
    /// Where to write the queries.
    pub log: Option<Box<dyn Write>>,
    /// The solver at the end.
    pub backend: Backend,
}

impl Default for ChainOptions {
    fn default() -> Self {
        ChainOptions {
            simplify: true,
            intervals: true,
            split: true,
            cores: true,
            models: true,
            kept: None,
            oracle: None,
            log: None,
            backend: Backend::Embedded(EmbeddedOptions::default()),
        }
    }
}

/// The chain: log, check of models, simplification, intervals, splitting, cores, models,
/// oracle, answers of earlier runs, backend, from the outside in. So the oracle is asked about what
/// was kept as well.
pub fn chain(options: ChainOptions) -> Box<dyn Solver> {
    let identity = options.backend.identity();
    let mut solver: Box<dyn Solver> = match options.backend {
        Backend::Embedded(options) => Box::new(Embedded::new(options)),
        Backend::Process(options) => Box::new(ProcessSolver::new(options)),
    };
    if let Some(store) = options.kept {
        solver = Box::new(Kept::new(solver, identity, store));
    }
    if let Some(other) = options.oracle {
        solver = Box::new(Oracle::new(solver, Box::new(ProcessSolver::new(other))));
    }
    if options.models {
        solver = Box::new(Models::new(solver));
    }
    if options.cores {
        solver = Box::new(Cores::new(solver));
    }
    if options.split {
        solver = Box::new(Split::new(solver));
    }
    if options.intervals {
        solver = Box::new(Intervals::new(solver));
    }
    if options.simplify {
        solver = Box::new(Simplify::new(solver));
    }
    solver = Box::new(Verify::new(solver));
    if let Some(to) = options.log {
        solver = Box::new(Log::new(solver, to));
    }
    solver
}
