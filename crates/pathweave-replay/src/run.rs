//! One process, run to its end or to a limit, with its whole group killed afterwards.
//!
//! The leader is looked at before it is reaped: as long as it is there its number, which is also
//! the group's, cannot belong to anybody else. Output goes to files, whose length is limited, not
//! to pipes, which could block.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// By itself.
    Code(i32),
    /// By a signal.
    Signal(i32),
    /// Its time was up.
    TimedOut,
    /// It used more memory than it may.
    OutOfMemory,
}

/// A process that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// How.
    pub exit: Exit,
    /// What it wrote to standard error, the beginning and the end when there is much.
    pub stderr: String,
    /// How long it took.
    pub wall: Duration,
}

/// Bounds that are watched from outside.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'a> {
    /// Time.
    pub time: Duration,
    /// Resident memory in bytes.
    pub memory: u64,
    /// Ends it when set, as if its time were up.
    pub stop: Option<&'a AtomicBool>,
}

impl Bounds<'_> {
    fn time_is_up(&self, started: Instant) -> bool {
        started.elapsed() >= self.time || self.stop.is_some_and(|s| s.load(Ordering::Relaxed))
    }
}

/// How long a process may take to write its counters when its time is up.
const GRACE: Duration = Duration::from_millis(300);

/// The most that is kept of standard error.
const KEPT: u64 = 64 << 10;

/// The files that take a command's output. They are made before the thread that runs it is
/// restricted, and lie where the program cannot write.
#[derive(Debug)]
pub struct Output {
    stderr_path: PathBuf,
    stdout: File,
    stderr: File,
}

impl Output {
    /// Makes them in a directory.
    pub fn create(directory: &Path) -> io::Result<Self> {
        let stderr_path = directory.join("stderr");
        let stdout = File::create(directory.join("stdout"))?;
        Ok(Self { stdout, stderr: File::create(&stderr_path)?, stderr_path })
    }
}

/// Runs a command in a group of its own.
pub fn run(mut command: Command, output: Output, bounds: Bounds<'_>) -> io::Result<Ended> {
    command.stdout(output.stdout).stderr(output.stderr);
    let started = Instant::now();
    let mut child = command.process_group(0).spawn()?;
    let exit = watch(&mut child, started, bounds)?;
    let wall = started.elapsed();
    Ok(Ended { exit, stderr: read_ends(&output.stderr_path)?, wall })
}

/// A command that reads nothing.
pub fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    command
}

fn watch(child: &mut Child, started: Instant, bounds: Bounds<'_>) -> io::Result<Exit> {
    let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let pid = pid.ok_or_else(|| io::Error::other("a process without a number"))?;
    let mut pause = Duration::from_micros(300);
    let mut limit = None;
    while !has_ended(pid)? {
        if limit.is_none() {
            if bounds.time_is_up(started) {
                limit = Some((Exit::TimedOut, Instant::now()));
                let _ = kill_process_group(pid, Signal::TERM);
            } else if resident(child.id()) > bounds.memory {
                limit = Some((Exit::OutOfMemory, Instant::now()));
                let _ = kill_process_group(pid, Signal::TERM);
            }
        } else if limit.is_some_and(|(_, since)| since.elapsed() >= GRACE) {
            let _ = kill_process_group(pid, Signal::KILL);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
    // The leader is a zombie now and holds its number; whatever else is in the group goes.
    let _ = kill_process_group(pid, Signal::KILL);
    let status = child.wait()?;
    Ok(match (limit, status.code(), status.signal()) {
        (Some((exit, _)), _, _) => exit,
        (None, Some(code), _) => Exit::Code(code),
        (None, None, signal) => Exit::Signal(signal.unwrap_or(0)),
    })
}

fn has_ended(pid: Pid) -> io::Result<bool> {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    Ok(waitid(WaitId::Pid(pid), options)?.is_some())
}

/// Resident memory; 0 when it cannot be told.
fn resident(pid: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    let pages: u64 = text.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    pages * rustix::param::page_size() as u64
}

fn read_ends(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut bytes = Vec::new();
    if length <= 2 * KEPT {
        file.read_to_end(&mut bytes)?;
    } else {
        (&mut file).take(KEPT).read_to_end(&mut bytes)?;
        bytes.extend_from_slice(b"\n...\n");
        file.seek(SeekFrom::End(-(KEPT as i64)))?;
        file.take(KEPT).read_to_end(&mut bytes)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, time: u64) -> Ended {
        let scratch = tempfile::tempdir().expect("a directory");
        let mut command = command(Path::new("/bin/sh"));
        command.args(["-c", script]);
        let bounds = Bounds { time: Duration::from_millis(time), memory: 1 << 30, stop: None };
        let output = Output::create(scratch.path()).expect("files");
        run(command, output, bounds).expect("a shell")
    }

    #[test]
    fn codes_and_output() {
        let ended = shell("echo hello >&2; exit 3", 5000);
        assert_eq!((ended.exit, ended.stderr.as_str()), (Exit::Code(3), "hello\n"));
        assert_eq!(shell("kill -9 $$", 5000).exit, Exit::Signal(9));
    }

    #[test]
    fn time_is_bounded_for_the_whole_group() {
        let started = Instant::now();
        assert_eq!(shell("trap '' TERM; sleep 60 & sleep 60; sleep 60", 100).exit, Exit::TimedOut);
        assert!(started.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn long_output_keeps_both_ends() {
        let ended = shell("echo first >&2; yes | head -c 300000 >&2; echo last >&2", 5000);
        assert!(ended.stderr.starts_with("first") && ended.stderr.ends_with("last\n"));
        assert!(ended.stderr.len() < 200_000);
    }
}
