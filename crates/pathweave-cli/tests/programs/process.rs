//! Running a command with input, a time limit and captured output.
//!
//! A command that exceeds its limit is killed through its own handle; nothing
//! else on the machine is touched.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How a command ended.
#[derive(Debug)]
pub struct Ended {
    /// Exit code, or 128 plus the signal; `None` when it was killed for time.
    pub code: Option<i32>,
    /// Everything written to standard output.
    pub stdout: Vec<u8>,
    /// Everything written to standard error.
    pub stderr: String,
}

/// Runs `command` with `input` on standard input for at most `limit`.
pub fn run(mut command: Command, input: &[u8], limit: Duration) -> Result<Ended, String> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child =
        command.spawn().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    let feeder = child.stdin.take().map(|mut pipe| {
        let input = input.to_vec();
        // A program that does not read all of its input closes the pipe.
        thread::spawn(move || drop(pipe.write_all(&input)))
    });
    let stdout = child.stdout.take().map(|pipe| thread::spawn(move || drain(pipe)));
    let stderr = child.stderr.take().map(|pipe| thread::spawn(move || drain(pipe)));
    let status = wait(&mut child, limit).map_err(|error| error.to_string())?;
    let collect = |reader: Option<thread::JoinHandle<Vec<u8>>>| {
        reader.and_then(|handle| handle.join().ok()).unwrap_or_default()
    };
    let ended = Ended {
        code: status.map(code_of),
        stdout: collect(stdout),
        stderr: String::from_utf8_lossy(&collect(stderr)).into_owned(),
    };
    if let Some(feeder) = feeder {
        let _ = feeder.join();
    }
    Ok(ended)
}

fn drain(mut pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = pipe.read_to_end(&mut bytes);
    bytes
}

fn wait(child: &mut Child, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(unix)]
fn code_of(status: ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(-1)
}

#[cfg(not(unix))]
fn code_of(status: ExitStatus) -> i32 {
    status.code().unwrap_or(-1)
}
