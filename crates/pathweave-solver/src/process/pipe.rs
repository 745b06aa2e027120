//! A child process that answers lines: written to directly, read by a thread, so
//! that waiting for an answer can have a deadline. Dropping it kills the child.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The deadline passed.
    Late,
    /// The process has ended or cannot be written to; what it said last.
    Dead(String),
}

pub(super) struct Pipe {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
}

/// How long to wait where no deadline is given.
const PATIENCE: Duration = Duration::from_secs(24 * 3600);

impl Pipe {
    pub(super) fn start(command: &[String]) -> Result<Pipe, String> {
        let (program, args) = command.split_first().ok_or("an empty command")?;
        let mut child = Command::new(program)
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot run '{program}': {error}"))?;
        let input = child.stdin.take();
        let output = child.stdout.take().ok_or("no standard output")?;
        let error_output = child.stderr.take().ok_or("no standard error")?;
        Ok(Pipe { child, input, lines: read_lines(output), errors: read_lines(error_output) })
    }

    pub(super) fn send(&mut self, text: &str) -> Result<(), Silence> {
        let sent = match &mut self.input {
            Some(input) => input.write_all(text.as_bytes()).and_then(|()| input.flush()),
            None => return Err(self.dead()),
        };
        sent.map_err(|_| self.dead())
    }

    /// Sends everything there is to send, without waiting for the process to read it.
    pub(super) fn send_all(&mut self, text: String) {
        if let Some(mut input) = self.input.take() {
            // A process that has ended reads nothing; its answer, if any, is read all the same.
            std::thread::spawn(move || {
                input.write_all(text.as_bytes()).and_then(|()| input.flush())
            });
        }
    }

    /// The next line that is not empty.
    pub(super) fn line(&mut self, deadline: Option<Instant>) -> Result<String, Silence> {
        loop {
            let wait = deadline.map_or(PATIENCE, |at| at.saturating_duration_since(Instant::now()));
            match self.lines.recv_timeout(wait) {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => return Err(Silence::Late),
                Err(RecvTimeoutError::Disconnected) => return Err(self.dead()),
            }
        }
    }

    /// A whole expression, over as many lines as it takes.
    pub(super) fn expression(&mut self, deadline: Option<Instant>) -> Result<String, Silence> {
        let mut text = String::new();
        loop {
            text.push_str(&self.line(deadline)?);
            text.push('\n');
            let depth = |c: char| text.chars().filter(|&found| found == c).count();
            if depth('(') <= depth(')') {
                return Ok(text);
            }
        }
    }

    fn dead(&mut self) -> Silence {
        let status = match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        let said: Vec<String> = self.errors.iter().take(3).collect();
        let said = said.join("; ");
        Silence::Dead(if said.is_empty() { status } else { format!("{status}: {said}") })
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to kill.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}
