//! Running a command under limits, with its output, its times and its memory.
//!
//! A command over its time is killed through its own handle and reported as
//! having no exit code. Processor time is the difference of what this process
//! waited for: it means something only where one command runs at a time.
//! `cargo xtask` compiles this file too, so it knows nothing of the crate.

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
    /// Processor time of the command and of the commands it waited for.
    pub cpu: Duration,
    /// The most memory the command itself was seen to hold, in KiB.
    pub peak_kib: u64,
}

/// Runs `command` with no input for at most `limit`.
pub fn run(command: Command, limit: Duration) -> Result<Ended, String> {
    run_unless(command, limit, &|| false)
}

/// Runs `command` with no input for at most `limit`; whoever asks to stop ends it as the limit does.
pub fn run_unless(
    mut command: Command,
    limit: Duration,
    stopped: &dyn Fn() -> bool,
) -> Result<Ended, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let waited = waited_for();
    let mut child = command.spawn().map_err(|error| format!("{}: {error}", show(&command)))?;
    let stdout = child.stdout.take().map(|pipe| thread::spawn(move || drain(pipe)));
    let stderr = child.stderr.take().map(|pipe| thread::spawn(move || drain(pipe)));
    let mut timed_out = false;
    let mut pause = Duration::from_micros(200);
    let mut peak_kib = 0;
    let status = loop {
        peak_kib = memory_of(child.id(), "VmHWM:").unwrap_or(0).max(peak_kib);
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            break status;
        }
        if (start.elapsed() > limit || stopped()) && !timed_out {
            timed_out = true;
            child.kill().map_err(|error| error.to_string())?;
        }
        thread::sleep(pause);
        // Short runs are timed to a fraction of a millisecond, long ones are not disturbed.
        pause = (pause * 2).min(Duration::from_millis(2)).max(start.elapsed() / 100);
        pause = pause.min(Duration::from_millis(100));
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
        cpu: waited_for().saturating_sub(waited),
        peak_kib,
    })
}

/// `command` under a shell that bounds its address space to `memory_mib` first.
pub fn bounded(command: &Command, memory_mib: u64) -> Command {
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit -v {} && exec \"$@\"", memory_mib * 1024)).arg("sh");
    shell.arg(command.get_program()).args(command.get_args());
    if let Some(directory) = command.get_current_dir() {
        shell.current_dir(directory);
    }
    shell
}

/// Processor time of all commands waited for up to now; zero where there is no `/proc`.
fn waited_for() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name, in parentheses, may hold blanks; user and system time of
    // children are the 16th and 17th field, in hundredths of a second.
    let fields = text.rsplit(')').next().unwrap_or("").split_whitespace();
    let ticks: u64 = fields.skip(13).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// A running process's memory in KiB: `VmRSS:` as it is now, `VmHWM:` at its peak.
pub fn memory_of(process: u32, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
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
