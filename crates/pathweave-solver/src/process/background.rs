//! A whole script given to an SMT-LIB solver in another process, which thinks about it while others work.
//!
//! It is asked now and then whether it knows. What it says about a script is believed as it is; whoever
//! wants more than *unsat* from it checks that. Dropping it kills the process.

use super::pipe::{Pipe, Silence};
use super::solver::ProcessOptions;
use std::time::{Duration, Instant};

/// What a solver says about a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptAnswer {
    /// Satisfiable; what it printed next, if the script asks for values.
    Sat(String),
    /// Not satisfiable.
    Unsat,
    /// Anything else: its words, or how it ended.
    Unknown(String),
}

/// How long the values may take once there is an answer.
const VALUES: Duration = Duration::from_secs(1);

/// A solver at work on a script.
pub struct BackgroundSolver {
    pipe: Pipe,
}

impl BackgroundSolver {
    /// Starts a solver on a script, which asks for values after its `check-sat` if it asks for anything.
    pub fn start(options: &ProcessOptions, script: &str) -> Result<BackgroundSolver, String> {
        let mut pipe = Pipe::start(options.command())?;
        pipe.send_all(script.to_owned());
        Ok(BackgroundSolver { pipe })
    }

    /// The answer, if it comes within this time.
    pub fn poll(&mut self, wait: Duration) -> Option<ScriptAnswer> {
        let line = match self.pipe.line(Some(Instant::now() + wait)) {
            Ok(line) => line,
            Err(Silence::Late) => return None,
            Err(Silence::Dead(why)) => return Some(ScriptAnswer::Unknown(why)),
        };
        Some(match line.trim() {
            "sat" => {
                let values = self.pipe.expression(Some(Instant::now() + VALUES));
                ScriptAnswer::Sat(values.unwrap_or_default())
            }
            "unsat" => ScriptAnswer::Unsat,
            other => ScriptAnswer::Unknown(other.to_owned()),
        })
    }
}
