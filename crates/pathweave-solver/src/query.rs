//! What is asked and answered: a query is a conjunction of boolean terms.

use pathweave_term::{Model, Term, TermStore};
use std::fmt;
use std::time::{Duration, Instant};

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Satisfiable: every conjunct is true under the model, by evaluation.
    Sat(Model),
    /// Unsatisfiable: already these conjuncts of the query are.
    Unsat(Vec<Term>),
    /// Not decided. Never to be taken for either of the others.
    Unknown(Why),
}

impl Answer {
    /// `sat`, `unsat` or `unknown`.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Sat(_) => "sat",
            Answer::Unsat(_) => "unsat",
            Answer::Unknown(_) => "unknown",
        }
    }
}

/// Why a query was not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// The time was used up.
    Time,
    /// The number of conflicts was used up.
    Conflicts,
    /// The work was used up.
    Work,
    /// Nobody wanted the answer any more.
    Stopped,
    /// The memory was used up.
    Memory,
    /// An external solver said so; its reason.
    Solver(String),
    /// An external solver could not be run, died or said what cannot be true.
    Broken(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Time => f.write_str("time limit"),
            Why::Conflicts => f.write_str("conflict limit"),
            Why::Work => f.write_str("work limit"),
            Why::Stopped => f.write_str("stopped"),
            Why::Memory => f.write_str("memory limit"),
            Why::Solver(reason) => write!(f, "solver: {reason}"),
            Why::Broken(message) => write!(f, "broken solver: {message}"),
        }
    }
}

/// What a query may cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Conflicts of the SAT solver.
    pub conflicts: Option<u64>,
    /// Ticks of work ([`pathweave_term::work`]); solvers in processes of their own do none.
    pub work: Option<u64>,
    /// Bytes of the SAT solver's clauses.
    pub memory: Option<usize>,
}

impl Budget {
    /// The moment at which the time is used up, if it starts now.
    pub fn deadline(&self) -> Option<Instant> {
        self.time.map(|time| Instant::now() + time)
    }
}

/// Anything that answers queries. A solver remembers terms, so it must be asked
/// about the terms of one and the same store for all its life.
pub trait Solver {
    /// Decides the conjunction of some boolean terms.
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer;

    /// A short name for statistics.
    fn name(&self) -> &'static str;

    /// Statistics of this layer and of those below it, outermost first.
    fn statistics(&self, out: &mut Vec<LayerStatistics>);
}

/// What one layer did.
#[derive(Clone, Debug, Default)]
pub struct LayerStatistics {
    /// The layer.
    pub name: &'static str,
    /// Queries that came in.
    pub queries: u64,
    /// Of these, those answered without asking the layer below.
    pub answered: u64,
    /// Time spent in this layer alone.
    pub time: Duration,
    /// More counts, by name.
    pub details: Vec<(&'static str, u64)>,
}
