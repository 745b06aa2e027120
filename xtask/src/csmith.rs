//! Random programs from csmith: the interpreter must print the checksum that
//! the native program prints.
//!
//! Seeds are consecutive, so `--seed N --count 1` repeats one program exactly.
//! A program whose native run takes too long is skipped and counted; it says
//! nothing about the interpreter.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::arguments::Arguments;
use crate::process;
use crate::subject::{Subject, on_path, scratch};

/// What became of one program at one level.
enum Outcome {
    Equal,
    /// The native program runs for too long to be compared.
    Skipped,
    Differs(String),
}

/// Counts over a campaign.
#[derive(Default)]
struct Tally {
    equal: usize,
    skipped: usize,
    failures: Vec<String>,
    instructions: u64,
    seconds: f64,
}

/// Options of a campaign.
struct Campaign {
    subject: Subject,
    directory: PathBuf,
    include: PathBuf,
    levels: Vec<String>,
    limit: Duration,
}

/// Runs the campaign.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    if on_path("csmith").is_none() {
        return Err("csmith is not installed (Debian: apt-get install csmith libcsmith-dev)".into());
    }
    let campaign = Campaign {
        subject: Subject::find(arguments)?,
        directory: scratch("csmith")?,
        include: find_include().ok_or("csmith.h is not installed (Debian: libcsmith-dev)")?,
        levels: arguments.text("levels").unwrap_or("O0,O1").split(',').map(str::to_owned).collect(),
        limit: Duration::from_secs(arguments.number("time", 60)?),
    };
    let first = arguments.number("seed", 1)?;
    let count = arguments.number("count", 300)?;
    let mut tallies: Vec<Tally> = campaign.levels.iter().map(|_| Tally::default()).collect();
    let mut compared = 0;
    // About one program in six runs for ever; those do not count.
    for seed in first..first + 2 * count + 20 {
        if compared == count {
            break;
        }
        if campaign.run_seed(seed, &mut tallies)? {
            compared += 1;
        } else {
            continue;
        }
        if compared % 25 == 0 {
            eprintln!("{compared} of {count}");
        }
    }
    campaign.report(&tallies)
}

impl Campaign {
    /// Whether the program could be compared at every level.
    fn run_seed(&self, seed: u64, tallies: &mut [Tally]) -> Result<bool, String> {
        let source = self.directory.join(format!("seed{seed}.c"));
        generate(seed, &source)?;
        let (mut failed, mut skipped) = (false, false);
        for (level, tally) in self.levels.iter().zip(tallies) {
            match self.compare(&source, level, tally)? {
                Outcome::Equal => tally.equal += 1,
                Outcome::Skipped => {
                    tally.skipped += 1;
                    skipped = true;
                    break;
                }
                Outcome::Differs(reason) => {
                    println!("seed {seed} -{level}: {reason}");
                    tally.failures.push(format!("seed {seed} -{level}"));
                    failed = true;
                }
            }
        }
        if !failed {
            let _ = std::fs::remove_file(&source);
        }
        Ok(!skipped)
    }

    fn compare(&self, source: &Path, level: &str, tally: &mut Tally) -> Result<Outcome, String> {
        let sources = [source.to_path_buf()];
        let flags = [format!("-{level}"), format!("-I{}", self.include.display())];
        let program = self.directory.join("program");
        self.subject.compile(&sources, &flags, &program)?;
        let native = self.subject.native(&program, &[], Duration::from_secs(2))?;
        let _ = std::fs::remove_file(&program);
        if native.timed_out {
            return Ok(Outcome::Skipped);
        }
        let interpreted = self.subject.interpret(&sources, &flags, &[], self.limit)?;
        if interpreted.code.is_none() && native.wall > Duration::from_millis(400) {
            return Ok(Outcome::Skipped);
        }
        tally.instructions += interpreted.instructions;
        tally.seconds += interpreted.seconds();
        if interpreted.code == native.code && interpreted.output == native.stdout {
            return Ok(Outcome::Equal);
        }
        let said: String =
            interpreted.output.lines().take(6).map(|line| format!("\n    {line}")).collect();
        Ok(Outcome::Differs(format!(
            "exit code {:?} against {:?}, native said {:?}{said}\n  {}",
            interpreted.code,
            native.code,
            native.stdout.lines().last().unwrap_or(""),
            interpreted.command
        )))
    }

    fn report(&self, tallies: &[Tally]) -> Result<(), String> {
        println!("level  equal  differ  skipped  instructions  million/s");
        for (level, tally) in self.levels.iter().zip(tallies) {
            println!(
                "{level:5}  {:5}  {:6}  {:7}  {:12}  {:9.1}",
                tally.equal,
                tally.failures.len(),
                tally.skipped,
                tally.instructions,
                tally.instructions as f64 / tally.seconds.max(1e-9) / 1e6
            );
        }
        let failures: Vec<&str> =
            tallies.iter().flat_map(|tally| &tally.failures).map(String::as_str).collect();
        if failures.is_empty() {
            return Ok(());
        }
        Err(format!(
            "{} differ: {}\nkept in {}; repeat with `cargo xtask csmith --seed N --count 1`",
            failures.len(),
            failures.join(", "),
            self.directory.display()
        ))
    }
}

/// Bounded sizes keep a program within a second or two of interpretation.
fn generate(seed: u64, source: &Path) -> Result<(), String> {
    let mut command = Command::new("csmith");
    // csmith leaves a file about the platform in its working directory.
    command.current_dir(source.parent().unwrap_or(Path::new(".")));
    command.args(["--seed", &seed.to_string(), "--output"]).arg(source);
    command.args(["--max-funcs", "5", "--max-block-depth", "3", "--max-block-size", "4"]);
    command.args(["--max-expr-complexity", "6", "--max-array-dim", "2"]);
    command.args(["--max-array-len-per-dim", "6", "--max-struct-fields", "6"]);
    command.args(["--max-union-fields", "4", "--max-pointer-depth", "2"]);
    let ended = process::run(command, Duration::from_secs(60))?;
    match ended.code {
        Some(0) => Ok(()),
        _ => Err(format!("csmith failed for seed {seed}: {}", ended.stderr)),
    }
}

fn find_include() -> Option<PathBuf> {
    ["/usr/include/csmith", "/usr/include/csmith-2.3.0", "/usr/local/include/csmith"]
        .into_iter()
        .map(PathBuf::from)
        .find(|directory| directory.join("csmith.h").is_file())
}
