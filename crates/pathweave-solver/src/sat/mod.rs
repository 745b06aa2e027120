//! Propositional satisfiability: what the embedded core needs from a solver, and
//! the solver that comes with it. Another one is plugged in by implementing
//! [`SatSolver`].

mod analyze;
mod cdcl;
mod clauses;
mod heap;

pub use cdcl::Cdcl;

use std::fmt;
use std::time::Instant;

/// A literal: a variable and its sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// The literal that is true where the variable is.
    pub fn positive(var: u32) -> Lit {
        Lit(var << 1)
    }

    /// The variable.
    pub fn var(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the literal is true where its variable is false.
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// A number for tables indexed by literal.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negative() { "-" } else { "" }, self.var())
    }
}

/// When to give up.
#[derive(Clone, Copy, Debug, Default)]
pub struct SatLimits {
    /// Not after this moment.
    pub deadline: Option<Instant>,
    /// Not after this many conflicts.
    pub conflicts: Option<u64>,
    /// Not when the thread has done this much ([`pathweave_term::work`]).
    pub work: Option<u64>,
    /// Not with more than this many bytes of clauses.
    pub bytes: Option<usize>,
}

/// Which limit was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatLimit {
    /// The deadline.
    Time,
    /// The conflicts.
    Conflicts,
    /// The work.
    Work,
    /// Nobody wants the answer any more ([`pathweave_term::work::pause`]).
    Stopped,
    /// The bytes.
    Memory,
}

/// What a call to a SAT solver gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatAnswer {
    /// There is a model; see [`SatSolver::value`].
    Sat,
    /// There is none; see [`SatSolver::failed`].
    Unsat,
    /// A limit was hit.
    Unknown(SatLimit),
}

/// An incremental SAT solver under assumptions.
pub trait SatSolver {
    /// A new variable; they are numbered from 0.
    fn new_var(&mut self) -> u32;

    /// Adds a clause for good.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Solves under assumptions. Values are needed only for `relevant`
    /// variables: all others are functions of those, or do not matter.
    fn solve(&mut self, assumptions: &[Lit], relevant: &[u32], limits: &SatLimits) -> SatAnswer;

    /// A literal's value in the model found last; `None` if it was not needed.
    fn value(&self, lit: Lit) -> Option<bool>;

    /// The assumptions that were found contradictory last.
    fn failed(&self) -> &[Lit];

    /// Conflicts so far.
    fn conflicts(&self) -> u64;

    /// Bytes held for clauses.
    fn bytes(&self) -> usize;
}
