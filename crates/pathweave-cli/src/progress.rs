//! The line on a terminal that says how far a run is.
//!
//! It goes to standard error, only where that is a terminal, and is wiped before anything else is
//! printed: nothing that a script reads ever holds it.

use pathweave_explore::Progress;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often it changes.
const INTERVAL: Duration = Duration::from_millis(100);

/// Whether there may be a line at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Where there is a terminal.
    OnTerminals,
    /// Never.
    Never,
}

/// The line.
pub struct ProgressLine {
    enabled: bool,
    shown: bool,
    last: Option<Instant>,
    /// Queries and time when the speed was last taken, and the speed.
    speed: (u64, Duration, f64),
}

impl ProgressLine {
    /// A line that is not shown yet.
    pub fn new(wanted: Wanted) -> Self {
        let enabled = wanted == Wanted::OnTerminals && std::io::stderr().is_terminal();
        Self { enabled, shown: false, last: None, speed: (0, Duration::ZERO, 0.0) }
    }

    /// Shows how far exploration is, if it is time to.
    pub fn show(&mut self, progress: &Progress) {
        if !self.enabled || self.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return;
        }
        let (queries, since, _) = self.speed;
        let span = progress.elapsed.saturating_sub(since);
        if span >= Duration::from_secs(1) || self.last.is_none() {
            let asked = progress.queries.saturating_sub(queries) as f64;
            let speed = asked / span.as_secs_f64().max(1e-3);
            self.speed = (progress.queries, progress.elapsed, speed);
        }
        self.put(&line(progress, self.speed.2));
    }

    /// Shows what is being done.
    pub fn say(&mut self, text: &str) {
        if self.enabled {
            self.put(text);
        }
    }

    fn put(&mut self, text: &str) {
        self.last = Some(Instant::now());
        self.shown = true;
        let mut terminal = std::io::stderr().lock();
        let _ = write!(terminal, "\r\x1b[2K{text}");
        let _ = terminal.flush();
    }

    /// Wipes the line.
    pub fn wipe(&mut self) {
        if self.shown {
            self.shown = false;
            let mut terminal = std::io::stderr().lock();
            let _ = write!(terminal, "\r\x1b[2K");
            let _ = terminal.flush();
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.wipe();
    }
}

fn line(progress: &Progress, queries_a_second: f64) -> String {
    let plural = |count: u64, word: &str| match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    };
    format!(
        "{} | {} | {} | {} covered | {} waiting | {queries_a_second:.0} queries/s | {:.0} s",
        plural(progress.paths, "path"),
        plural(progress.tests as u64, "test"),
        plural(progress.bugs as u64, "bug"),
        plural(progress.marks, "place"),
        progress.waiting,
        progress.elapsed.as_secs_f64(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_on_the_line() {
        let progress = Progress {
            paths: 12,
            tests: 3,
            bugs: 1,
            waiting: 40,
            queries: 90,
            marks: 55,
            elapsed: Duration::from_millis(7200),
        };
        assert_eq!(
            line(&progress, 12.6),
            "12 paths | 3 tests | 1 bug | 55 places covered | 40 waiting | 13 queries/s | 7 s"
        );
    }
}
