//! Running a command under a time limit, with its output and its wall time.
//!
//! A command over its limit is killed through its own handle and reported as
//! having no exit code.

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How a command ended.
pub struct Ended {
    /// Exit code; `None` after a signal or when the time was over.
    pub code: Option<i32>,
    /// Whether the limit was hit.
    pub timed_out: bool,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Time from start to end.
    pub wall: Duration,
}

/// Runs `command` with no input for at most `limit`.
pub fn run(mut command: Command, limit: Duration) -> Result<Ended, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().map_err(|error| format!("{}: {error}", show(&command)))?;
    let stdout = child.stdout.take().map(|pipe| thread::spawn(move || drain(pipe)));
    let stderr = child.stderr.take().map(|pipe| thread::spawn(move || drain(pipe)));
    let mut timed_out = false;
    let mut pause = Duration::from_micros(200);
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if start.elapsed() > limit && !timed_out {
            timed_out = true;
            child.kill().map_err(|error| error.to_string())?;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(2));
    };
    let wall = start.elapsed();
    let text = |reader: Option<thread::JoinHandle<String>>| {
        reader.and_then(|handle| handle.join().ok()).unwrap_or_default()
    };
    Ok(Ended {
        code: if timed_out { None } else { status.code() },
        timed_out,
        stdout: text(stdout),
        stderr: text(stderr),
        wall,
    })
}

fn drain(mut pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = pipe.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The command as it would be typed.
pub fn show(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
