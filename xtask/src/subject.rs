//! The programs under comparison: the built `pathweave`, and a clang.
//!
//! `pathweave run --json` puts its summary on standard output and moves the
//! program's output to standard error, so one run gives both.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::arguments::Arguments;
use crate::process::{self, Ended};

/// Where things are.
pub struct Subject {
    /// The `pathweave` binary.
    pub pathweave: PathBuf,
    /// The clang that compiles for both sides.
    pub clang: PathBuf,
}

/// One interpreted run.
pub struct Interpreted {
    /// Exit code; `None` when the time was over.
    pub code: Option<i32>,
    /// The program's output (both streams).
    pub output: String,
    /// Milliseconds to compile, read and lower the program.
    pub load_ms: f64,
    /// Milliseconds altogether.
    pub wall_ms: f64,
    /// IR instructions executed.
    pub instructions: u64,
    /// The command, to repeat it.
    pub command: String,
}

impl Interpreted {
    /// Seconds spent executing.
    pub fn seconds(&self) -> f64 {
        ((self.wall_ms - self.load_ms) / 1000.0).max(1e-6)
    }

    /// Millions of IR instructions a second.
    pub fn mips(&self) -> f64 {
        self.instructions as f64 / self.seconds() / 1e6
    }
}

impl Subject {
    /// Takes `--pathweave` and `--clang`, builds or looks for what is missing.
    pub fn find(arguments: &Arguments) -> Result<Subject, String> {
        let pathweave = match arguments.text("pathweave") {
            Some(path) => PathBuf::from(path),
            None => build()?,
        };
        let clang = match arguments.text("clang") {
            Some(path) => PathBuf::from(path),
            None => find_clang().ok_or("no clang found: run `./x setup`")?,
        };
        Ok(Subject { pathweave, clang })
    }

    /// Compiles `sources` natively into `program`.
    pub fn compile(
        &self,
        sources: &[PathBuf],
        flags: &[String],
        program: &Path,
    ) -> Result<(), String> {
        let mut command = Command::new(&self.clang);
        command.args(flags).arg("-w").args(sources).arg("-o").arg(program).arg("-lm");
        let ended = process::run(command, Duration::from_secs(600))?;
        if ended.code == Some(0) { Ok(()) } else { Err(ended.stderr) }
    }

    /// Runs the native program.
    pub fn native(
        &self,
        program: &Path,
        arguments: &[&str],
        limit: Duration,
    ) -> Result<Ended, String> {
        let mut command = Command::new(program);
        command.args(arguments);
        process::run(command, limit)
    }

    /// Runs the same sources through `pathweave run --json`.
    pub fn interpret(
        &self,
        sources: &[PathBuf],
        flags: &[String],
        arguments: &[&str],
        limit: Duration,
    ) -> Result<Interpreted, String> {
        let mut command = Command::new(&self.pathweave);
        command.arg("run").args(sources).arg("--clang").arg(&self.clang).arg("--json");
        command.arg("--cflags").args(flags).arg("-w").arg("--").args(arguments);
        let shown = process::show(&command);
        let ended = process::run(command, limit)?;
        let summary: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap_or_default();
        let field = |name: &str| summary[name].as_f64().unwrap_or(0.0);
        Ok(Interpreted {
            code: ended.code,
            output: ended.stderr,
            load_ms: field("load_ms"),
            wall_ms: if summary.is_null() {
                ended.wall.as_secs_f64() * 1000.0
            } else {
                field("wall_ms")
            },
            instructions: summary["instructions"].as_u64().unwrap_or(0),
            command: shown,
        })
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The C files of a directory of the repository, in order.
pub fn programs_in(directory: &str) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(root().join(directory));
    let entries = entries.map_err(|error| format!("{directory}: {error}"))?.flatten();
    let mut programs: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    programs.sort();
    Ok(programs)
}

/// A directory for results that are not committed.
pub fn scratch(name: &str) -> Result<PathBuf, String> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let directory = target.join(name);
    std::fs::create_dir_all(&directory)
        .map_err(|error| format!("{}: {error}", directory.display()))?;
    directory.canonicalize().map_err(|error| error.to_string())
}

fn build() -> Result<PathBuf, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--release", "--package", "pathweave-cli"]).current_dir(root());
    let ended = process::run(command, Duration::from_secs(1800))?;
    if ended.code != Some(0) {
        return Err(format!("building pathweave failed:\n{}", ended.stderr));
    }
    Ok(scratch("release")?.join("pathweave"))
}

fn find_clang() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("CLANG") {
        return Some(PathBuf::from(path));
    }
    let versions = [19, 18, 17, 16, 15, 14, 20, 21, 22];
    let names = versions.map(|version| format!("clang-{version}"));
    names.into_iter().chain(["clang".to_owned()]).find_map(|name| on_path(&name))
}

/// The first file called `name` on the path.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|directory| directory.join(name)).find(|file| file.is_file())
}
