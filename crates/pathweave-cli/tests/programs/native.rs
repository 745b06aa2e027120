//! The native program: compiled, run, and remembered.
//!
//! Results are kept under the target directory by a hash of everything that
//! decides them: sources, clang, flags, arguments and input. A stale entry is
//! therefore never read; deleting the directory is always safe.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::case::Case;
use crate::process;
use crate::toolchain::{Clang, fingerprint};

/// What the native program did.
#[derive(Debug)]
pub struct Native {
    /// Exit code, or 128 plus the signal.
    pub code: i32,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: String,
}

/// Compiles and runs `case` with `flags`, or recalls the last time it did.
pub fn run(
    case: &Case,
    clang: &Clang,
    flags: &[&str],
    environment: &[(&str, String)],
) -> Result<Native, String> {
    let key = format!(
        "{}\0{}\0{flags:?}\0{environment:?}\0{:?}\0{:?}\0{:?}",
        case.text,
        clang.path.display(),
        case.cflags,
        case.args,
        case.stdin
    );
    let entry = cache_directory().join(format!("{:016x}", fingerprint(key.as_bytes())));
    if let Some(native) = read_entry(&entry) {
        return Ok(native);
    }
    let native = compile_and_run(case, clang, flags, environment)?;
    write_entry(&entry, &native);
    Ok(native)
}

fn compile_and_run(
    case: &Case,
    clang: &Clang,
    flags: &[&str],
    environment: &[(&str, String)],
) -> Result<Native, String> {
    let place = ScratchDirectory::new("native")?;
    let program = place.path().join("program");
    let mut compile = Command::new(&clang.path);
    compile.args(flags).args(&case.cflags).arg("-w").args(&case.sources);
    compile.arg("-o").arg(&program).arg("-lm");
    let compiled = process::run(compile, b"", Duration::from_secs(120))?;
    if compiled.code != Some(0) {
        return Err(format!("the native compilation failed:\n{}", compiled.stderr));
    }
    let mut command = Command::new(&program);
    command.args(&case.args).current_dir(place.path());
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    let ended = process::run(command, &case.stdin, Duration::from_secs(60))?;
    let code = ended.code.ok_or("the native program did not end within a minute")?;
    Ok(Native { code, stdout: ended.stdout, stderr: ended.stderr })
}

fn cache_directory() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("native-cache")
}

/// An entry is three length-free parts: code, a NUL, stderr, a NUL, stdout.
fn read_entry(entry: &Path) -> Option<Native> {
    let bytes = fs::read(entry).ok()?;
    let mut parts = bytes.splitn(3, |&byte| byte == 0);
    let code = std::str::from_utf8(parts.next()?).ok()?.parse().ok()?;
    let stderr = String::from_utf8(parts.next()?.to_vec()).ok()?;
    Some(Native { code, stderr, stdout: parts.next()?.to_vec() })
}

fn write_entry(entry: &Path, native: &Native) {
    let mut bytes = format!("{}\0{}\0", native.code, native.stderr.replace('\0', " ")).into_bytes();
    bytes.extend_from_slice(&native.stdout);
    let temporary = entry.with_extension(std::process::id().to_string());
    // Losing a cache entry only costs time.
    let _ = fs::create_dir_all(cache_directory());
    if fs::write(&temporary, bytes).is_ok() {
        let _ = fs::rename(&temporary, entry);
    }
}

/// A fresh directory, removed when it goes out of scope.
pub struct ScratchDirectory(PathBuf);

impl ScratchDirectory {
    /// Makes one below the target directory.
    pub fn new(purpose: &str) -> Result<ScratchDirectory, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("{purpose}-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(ScratchDirectory(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for ScratchDirectory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
