//! The outside world as the program sees it: descriptors, clocks, interruption.
//!
//! [`NativeHost`] gives the real one, with files only below a directory that the user allowed.
//! Results are as system calls give them: negative error numbers.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A clock of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// Since 1970.
    Realtime,
    /// Since some start.
    Monotonic,
    /// Time spent computing.
    Cpu,
}

/// What the program can ask of the outside world.
pub trait Host {
    /// Reads from a descriptor.
    fn read(&mut self, fd: i32, buffer: &mut [u8]) -> i64;
    /// Writes to a descriptor.
    fn write(&mut self, fd: i32, bytes: &[u8]) -> i64;
    /// Opens a file with the flags of `open(2)`.
    fn open(&mut self, path: &str, flags: i32) -> i64;
    /// Closes a descriptor.
    fn close(&mut self, fd: i32) -> i64;
    /// Moves a descriptor's position.
    fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> i64;
    /// The size of the file behind a descriptor.
    fn size(&mut self, fd: i32) -> i64;
    /// Whether a descriptor is a terminal.
    fn is_terminal(&mut self, fd: i32) -> bool;
    /// Nanoseconds of a clock.
    fn clock(&mut self, clock: Clock) -> i64;
    /// Makes everything written visible.
    fn flush(&mut self);
    /// Whether the run should end.
    fn interrupted(&self) -> bool;
}

/// Where the program's standard output goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Output {
    /// To standard output.
    #[default]
    Stdout,
    /// To standard error.
    Stderr,
}

/// The real world.
pub struct NativeHost {
    directory: Option<PathBuf>,
    output: Output,
    pending: Vec<u8>,
    files: HashMap<i32, File>,
    started: Instant,
    stop: Arc<AtomicBool>,
}

/// Output is passed on in pieces of this size.
const PENDING: usize = 1 << 16;

impl NativeHost {
    /// Files may be opened below `directory` only; `stop` ends the run when set.
    pub fn new(directory: Option<PathBuf>, output: Output, stop: Arc<AtomicBool>) -> Self {
        Self {
            directory,
            output,
            pending: Vec::new(),
            files: HashMap::new(),
            started: Instant::now(),
            stop,
        }
    }

    fn write_pending(&mut self) -> std::io::Result<()> {
        let bytes = std::mem::take(&mut self.pending);
        match self.output {
            Output::Stdout => {
                let mut out = std::io::stdout().lock();
                out.write_all(&bytes)?;
                out.flush()
            }
            Output::Stderr => std::io::stderr().lock().write_all(&bytes),
        }
    }

    /// The real path of a file that the program may open.
    fn allowed(&self, path: &str) -> Option<PathBuf> {
        let root = self.directory.as_ref()?.canonicalize().ok()?;
        let wanted = Path::new(path);
        let climbs = wanted.components().any(|c| c == Component::ParentDir);
        if climbs {
            return None;
        }
        let full = if wanted.is_absolute() { wanted.to_owned() } else { root.join(wanted) };
        // The file itself may not exist yet, but its directory must lie inside, links resolved.
        let real = match full.canonicalize() {
            Ok(real) => real,
            Err(_) => full.parent()?.canonicalize().ok()?.join(full.file_name()?),
        };
        real.starts_with(&root).then_some(real)
    }
}

fn error_number(error: &std::io::Error) -> i64 {
    -i64::from(error.raw_os_error().unwrap_or(libc::EIO))
}

fn count(result: std::io::Result<usize>) -> i64 {
    match result {
        Ok(count) => count as i64,
        Err(error) => error_number(&error),
    }
}

impl Host for NativeHost {
    fn read(&mut self, fd: i32, buffer: &mut [u8]) -> i64 {
        if fd == 0 {
            // What was asked for should be visible before waiting for an answer.
            self.flush();
            return count(std::io::stdin().read(buffer));
        }
        match self.files.get_mut(&fd) {
            Some(file) => count(file.read(buffer)),
            None => -i64::from(libc::EBADF),
        }
    }

    fn write(&mut self, fd: i32, bytes: &[u8]) -> i64 {
        match fd {
            1 => {
                self.pending.extend_from_slice(bytes);
                if self.pending.len() >= PENDING
                    && let Err(error) = self.write_pending()
                {
                    return error_number(&error);
                }
                bytes.len() as i64
            }
            2 => {
                self.flush();
                count(std::io::stderr().lock().write_all(bytes).map(|()| bytes.len()))
            }
            _ => match self.files.get_mut(&fd) {
                Some(file) => count(file.write(bytes)),
                None => -i64::from(libc::EBADF),
            },
        }
    }

    fn open(&mut self, path: &str, flags: i32) -> i64 {
        let Some(path) = self.allowed(path) else { return -i64::from(libc::EACCES) };
        let access = flags & libc::O_ACCMODE;
        let mut options = OpenOptions::new();
        options
            .read(access != libc::O_WRONLY)
            .write(access != libc::O_RDONLY)
            .append(flags & libc::O_APPEND != 0)
            .truncate(flags & libc::O_TRUNC != 0 && access != libc::O_RDONLY);
        if flags & libc::O_CREAT != 0 && access != libc::O_RDONLY {
            options.create(true).create_new(flags & libc::O_EXCL != 0);
        }
        match options.open(path) {
            Ok(file) => {
                let fd = (3..).find(|fd| !self.files.contains_key(fd)).unwrap_or(3);
                self.files.insert(fd, file);
                i64::from(fd)
            }
            Err(error) => error_number(&error),
        }
    }

    fn close(&mut self, fd: i32) -> i64 {
        let standard = (0..3).contains(&fd);
        if standard || self.files.remove(&fd).is_some() { 0 } else { -i64::from(libc::EBADF) }
    }

    fn seek(&mut self, fd: i32, offset: i64, whence: i32) -> i64 {
        let position = match whence {
            libc::SEEK_SET if offset < 0 => return -i64::from(libc::EINVAL),
            libc::SEEK_SET => SeekFrom::Start(offset as u64),
            libc::SEEK_CUR => SeekFrom::Current(offset),
            libc::SEEK_END => SeekFrom::End(offset),
            _ => return -i64::from(libc::EINVAL),
        };
        match self.files.get_mut(&fd) {
            Some(file) => match file.seek(position) {
                Ok(at) => at as i64,
                Err(error) => error_number(&error),
            },
            None if (0..3).contains(&fd) => -i64::from(libc::ESPIPE),
            None => -i64::from(libc::EBADF),
        }
    }

    fn size(&mut self, fd: i32) -> i64 {
        match self.files.get(&fd) {
            Some(file) => match file.metadata() {
                Ok(metadata) => metadata.len() as i64,
                Err(error) => error_number(&error),
            },
            None => -i64::from(libc::EBADF),
        }
    }

    fn is_terminal(&mut self, fd: i32) -> bool {
        use std::io::IsTerminal;
        match fd {
            0 => std::io::stdin().is_terminal(),
            1 => std::io::stdout().is_terminal(),
            2 => std::io::stderr().is_terminal(),
            _ => false,
        }
    }

    fn clock(&mut self, clock: Clock) -> i64 {
        match clock {
            Clock::Realtime => {
                SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as i64)
            }
            Clock::Monotonic | Clock::Cpu => self.started.elapsed().as_nanos() as i64,
        }
    }

    fn flush(&mut self) {
        if !self.pending.is_empty() {
            // A closed pipe is the reader's choice; there is nobody left to tell.
            let _ = self.write_pending();
        }
    }

    fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A world that the program cannot change: input is empty, output vanishes, files do not exist,
/// clocks stand still.
pub struct QuietHost {
    deadline: Option<Instant>,
    stop: Arc<AtomicBool>,
}

impl QuietHost {
    /// The run ends at the deadline, or when `stop` is set.
    pub fn new(deadline: Option<Instant>, stop: Arc<AtomicBool>) -> Self {
        Self { deadline, stop }
    }
}

impl Host for QuietHost {
    fn read(&mut self, _: i32, _: &mut [u8]) -> i64 {
        0
    }

    fn write(&mut self, _: i32, bytes: &[u8]) -> i64 {
        bytes.len() as i64
    }

    fn open(&mut self, _: &str, _: i32) -> i64 {
        -i64::from(libc::ENOENT)
    }

    fn close(&mut self, _: i32) -> i64 {
        0
    }

    fn seek(&mut self, _: i32, _: i64, _: i32) -> i64 {
        -i64::from(libc::ESPIPE)
    }

    fn size(&mut self, _: i32) -> i64 {
        -i64::from(libc::EBADF)
    }

    fn is_terminal(&mut self, _: i32) -> bool {
        false
    }

    fn clock(&mut self, _: Clock) -> i64 {
        0
    }

    fn flush(&mut self) {}

    fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.deadline.is_some_and(|d| Instant::now() >= d)
    }
}
