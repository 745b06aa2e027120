//! Real code: zlib, Lua and SQLite against their native selves.
//!
//! Their sources come at test time out of registry packages that carry them,
//! into the target directory; nothing of them is committed. The drivers in
//! `tests/real` are ours. Equal output first, figures second.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::arguments::Arguments;
use crate::sources::{self, Package};
use crate::subject::{Subject, root, scratch};

/// A program made of a package's sources and one of our drivers.
#[derive(Clone, Copy)]
struct Project {
    name: &'static str,
    package: Package,
    /// Files to compile; empty means all but `without`.
    only: &'static [&'static str],
    without: &'static [&'static str],
    flags: &'static [&'static str],
    driver: &'static str,
    /// A file of `tests/real` given to the program as its argument.
    argument: Option<&'static str>,
}

const PROJECTS: [Project; 3] = [
    Project {
        name: "zlib",
        package: Package { name: "libz-sys", version: "1.1.20", directory: "src/zlib" },
        only: &[
            "adler32.c",
            "compress.c",
            "crc32.c",
            "deflate.c",
            "infback.c",
            "inffast.c",
            "inflate.c",
            "inftrees.c",
            "trees.c",
            "uncompr.c",
            "zutil.c",
        ],
        without: &[],
        flags: &[],
        driver: "zlib.c",
        argument: None,
    },
    Project {
        name: "lua",
        package: Package { name: "lua-src", version: "547.0.0", directory: "lua-5.4.7" },
        only: &[],
        without: &["lua.c", "luac.c", "onelua.c", "ltests.c"],
        flags: &[],
        driver: "lua.c",
        argument: Some("script.lua"),
    },
    Project {
        name: "sqlite",
        package: Package { name: "libsqlite3-sys", version: "0.30.1", directory: "sqlite3" },
        only: &["sqlite3.c"],
        without: &[],
        flags: &[
            "-DSQLITE_THREADSAFE=0",
            "-DSQLITE_OMIT_LOAD_EXTENSION",
            "-DSQLITE_TEMP_STORE=3",
            "-DSQLITE_DEFAULT_MEMSTATUS=0",
        ],
        driver: "sqlite.c",
        argument: None,
    },
];

/// Only fetches the sources, to find out whether that is possible.
pub fn fetch_only() -> Result<(), String> {
    fetch().map(|_| ())
}

fn fetch() -> Result<PathBuf, String> {
    sources::fetch("real", &PROJECTS.map(|project| project.package))
}

/// Fetches the sources and runs the projects asked for.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let only = arguments.text("only");
    let level = arguments.text("level").unwrap_or("O1");
    let vendored = fetch()?;
    let subject = Subject::find(arguments)?;
    println!("project  level  native s  load ms  run s  instructions  million IR/s  slow-down");
    let mut failures = Vec::new();
    for project in &PROJECTS {
        if only.is_some_and(|name| name != project.name) {
            continue;
        }
        if let Err(reason) = project.compare(&subject, &vendored, level) {
            println!("{:7}  {level}: {reason}", project.name);
            failures.push(project.name);
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(format!("failed: {}", failures.join(", "))) }
}

impl Project {
    fn compare(&self, subject: &Subject, vendored: &Path, level: &str) -> Result<(), String> {
        let directory = vendored.join(self.package.name).join(self.package.directory);
        let drivers = root().join("tests/real");
        let mut sources = self.sources(&directory)?;
        sources.push(drivers.join(self.driver));
        let mut flags = vec![format!("-{level}"), format!("-I{}", directory.display())];
        flags.extend(self.flags.iter().map(|flag| (*flag).to_owned()));
        let argument = self.argument.map(|name| std::fs::read_to_string(drivers.join(name)));
        let text = argument.transpose().map_err(|error| error.to_string())?;
        let arguments: Vec<&str> = text.iter().map(String::as_str).collect();
        let program = scratch("real")?.join(self.name);
        subject.compile(&sources, &flags, &program)?;
        let native = subject.native(&program, &arguments, Duration::from_secs(60))?;
        let run = subject.interpret(&sources, &flags, &arguments, Duration::from_secs(900))?;
        if native.code != Some(0) || native.stdout.is_empty() {
            return Err(format!("the native program failed: {}", native.stderr));
        }
        if run.code != Some(0) || run.output != native.stdout {
            return Err(format!("{}\n  {}", difference(&native.stdout, &run.output), run.command));
        }
        let (seconds, slow) = (run.seconds(), run.seconds() / native.wall.as_secs_f64());
        println!(
            "{:7}  {level:5}  {:8.4}  {:7.0}  {seconds:5.2}  {:12}  {:12.1}  {slow:9.1}",
            self.name,
            native.wall.as_secs_f64(),
            run.load_ms,
            run.instructions,
            run.mips()
        );
        Ok(())
    }

    fn sources(&self, directory: &Path) -> Result<Vec<PathBuf>, String> {
        if !self.only.is_empty() {
            return Ok(self.only.iter().map(|name| directory.join(name)).collect());
        }
        let entries = std::fs::read_dir(directory)
            .map_err(|error| format!("{}: {error}", directory.display()))?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.retain(|file| {
            let name = file
                .file_name()
                .map(|name| name.to_string_lossy().into_owned())
                .unwrap_or_default();
            name.ends_with(".c") && !self.without.contains(&name.as_str())
        });
        files.sort();
        Ok(files)
    }
}

fn difference(wanted: &str, got: &str) -> String {
    let same = wanted.lines().zip(got.lines()).take_while(|(left, right)| left == right).count();
    let line = |text: &str| text.lines().nth(same).unwrap_or("(end of output)").to_owned();
    format!(
        "output differs in line {}\n  native:    {}\n  pathweave: {}",
        same + 1,
        line(wanted),
        line(got)
    )
}
