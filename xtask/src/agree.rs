//! `cargo xtask agree`: random programs of several functions, explored by every strategy.
//!
//! Composition has to give the answers of whole-program exploration. A run that says it is
//! complete has to have covered every branch and found every bug that any other run did; a target
//! that one run reaches may not be called unreachable by another. Every summary that `demand`
//! applies is compared with entering the callee. Programs that show a disagreement are kept,
//! shrunk. `--programs DIRECTORY` takes the C files below a directory instead of random ones. `--warm 1` runs
//! `smart`, `demand` and `fair` with a store as well, twice: the second run has to give the same answers.

mod compare;
mod expression;
mod generate;
pub mod random;
mod shrink;
mod statement;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::arguments::Arguments;
use crate::subject::{Subject, root, scratch};
use compare::{Answer, Bench, Disagreement, Question, STRATEGIES, line_of};
use random::Random;

/// What is known of a strategy over a campaign.
#[derive(Default)]
struct Figures {
    tests: u64,
    complete: u64,
    test_time: Duration,
    reaches: u64,
    decided: u64,
    reach_time: Duration,
    slowest: (Duration, u64),
}

#[derive(Default)]
struct Tally {
    programs: u64,
    refused: u64,
    comparable: u64,
    reachable: u64,
    unreachable: u64,
    figures: BTreeMap<&'static str, Figures>,
    disagreements: Vec<String>,
}

struct Campaign {
    subject: Subject,
    directory: PathBuf,
    time: Duration,
    shrink: Duration,
    marks: usize,
    compares_warm: bool,
    tally: Mutex<Tally>,
}

/// Runs the campaign.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let seconds = arguments.text("time").unwrap_or("10s").trim_end_matches('s').to_owned();
    let campaign = Campaign {
        subject: Subject::find(arguments)?,
        directory: scratch("agree")?,
        time: Duration::from_secs(seconds.parse().map_err(|_| "--time takes seconds")?),
        shrink: Duration::from_secs(arguments.number("shrink", 120)?),
        marks: arguments.number("marks", 2)? as usize,
        compares_warm: arguments.number("warm", 0)? > 0,
        tally: Mutex::new(Tally::default()),
    };
    if let Some(directory) = arguments.text("programs") {
        return campaign.run_programs(&root().join(directory));
    }
    let (first, count) = (arguments.number("seed", 1)?, arguments.number("count", 100)?);
    let jobs = arguments.number("jobs", 1)?;
    let next = AtomicU64::new(first);
    let started = Instant::now();
    let failure: Mutex<Option<String>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for job in 0..jobs {
            let (campaign, next, failure) = (&campaign, &next, &failure);
            scope.spawn(move || {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + count {
                        break;
                    }
                    if let Err(reason) = campaign.run_seed(job, seed)
                        && let Ok(mut failure) = failure.lock()
                    {
                        *failure = Some(format!("seed {seed}: {reason}"));
                    }
                }
            });
        }
    });
    if let Some(reason) = failure.into_inner().ok().flatten() {
        return Err(reason);
    }
    campaign.report(started.elapsed())
}

impl Campaign {
    /// Compares the strategies on the C files below a directory, each a program of its own.
    fn run_programs(self, directory: &Path) -> Result<(), String> {
        let started = Instant::now();
        let mut files = Vec::new();
        collect(directory, &mut files)?;
        files.sort();
        for (number, file) in files.iter().enumerate() {
            let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
            let here = self.directory.join("programs");
            std::fs::create_dir_all(&here).map_err(|error| error.to_string())?;
            let bench = self.bench(here);
            if !bench.compile(&text)? {
                self.count(|tally| tally.refused += 1)?;
                continue;
            }
            let (answers, found) = bench.compare(&text, &Question::Test, &STRATEGIES)?;
            let number = number as u64;
            self.count(|tally| tally.programs += 1)?;
            self.count(|tally| tally.add(number, &Question::Test, &answers))?;
            if let Some(found) = found {
                let shown = format!("{}: {}: {}", file.display(), found.kind, found.detail);
                println!("{shown}");
                self.count(|tally| tally.disagreements.push(shown))?;
            }
        }
        self.report(started.elapsed())
    }

    fn run_seed(&self, job: u64, seed: u64) -> Result<(), String> {
        let directory = self.directory.join(format!("job{job}"));
        std::fs::create_dir_all(&directory).map_err(|error| error.to_string())?;
        let bench = self.bench(directory);
        let text = generate::program(seed);
        if !bench.compile(&text)? {
            return self.count(|tally| tally.refused += 1);
        }
        let found = self.compare_program(&bench, seed, &text)?;
        self.count(|tally| tally.programs += 1)?;
        if let Some(disagreement) = found {
            self.keep(&bench, seed, &text, &disagreement)?;
        }
        Ok(())
    }

    fn bench(&self, directory: PathBuf) -> Bench<'_> {
        let (time, compares_warm) = (self.time, self.compares_warm);
        Bench { subject: &self.subject, directory, time, compares_warm }
    }

    fn count(&self, change: impl FnOnce(&mut Tally)) -> Result<(), String> {
        let mut tally = self.tally.lock().map_err(|_| "another job panicked")?;
        change(&mut tally);
        Ok(())
    }

    /// Asks all questions until there is a disagreement.
    fn compare_program(
        &self,
        bench: &Bench<'_>,
        seed: u64,
        text: &str,
    ) -> Result<Option<Disagreement>, String> {
        for question in self.questions(seed, text) {
            let (answers, found) = bench.compare(text, &question, &STRATEGIES)?;
            self.count(|tally| tally.add(seed, &question, &answers))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn questions(&self, seed: u64, text: &str) -> Vec<Question> {
        let mut random = Random::new(seed ^ 0x6d61_726b);
        let mut marks: Vec<usize> = (1..).take_while(|&k| line_of(text, k).is_some()).collect();
        let mut questions = vec![Question::Test];
        for _ in 0..self.marks.min(marks.len()) {
            let chosen = random.below(marks.len());
            questions.push(Question::Mark(marks.swap_remove(chosen)));
        }
        if self.marks > 0 {
            questions.push(Question::Error);
        }
        questions
    }

    /// Keeps a program that shows a disagreement.
    fn keep(
        &self,
        bench: &Bench<'_>,
        seed: u64,
        text: &str,
        disagreement: &Disagreement,
    ) -> Result<(), String> {
        let write = |name: String, text: &str| {
            let path = self.directory.join(name);
            std::fs::write(&path, text).map_err(|error| error.to_string())?;
            Ok::<_, String>(path)
        };
        write(format!("seed{seed}.c"), text)?;
        println!("seed {seed}: {}: {}", disagreement.kind, disagreement.detail);
        let smaller = shrink::shrink(bench, text, disagreement, self.shrink)?;
        let question = match disagreement.question {
            Question::Test => "test".to_owned(),
            Question::Error => "reach --target error".to_owned(),
            Question::Mark(number) => {
                let line = line_of(&smaller, number).unwrap_or(0);
                format!("reach --target seed{seed}.small.c:{line}")
            }
        };
        bench.compile(&smaller)?;
        let (_, found) =
            bench.compare(&smaller, &disagreement.question, &disagreement.strategies)?;
        let detail = found.map_or_else(|| "not seen again".to_owned(), |found| found.detail);
        // The comment stands at the end, so that line numbers are those that were compared.
        let note = format!("// {question}: {}: {detail}\n", disagreement.kind);
        let path = write(format!("seed{seed}.small.c"), &format!("{smaller}{note}"))?;
        println!("  {} ({} lines)", path.display(), smaller.lines().count());
        let kind = disagreement.kind.clone();
        self.count(|tally| tally.disagreements.push(format!("seed {seed} {kind}")))
    }

    fn report(self, wall: Duration) -> Result<(), String> {
        let tally = self.tally.into_inner().map_err(|_| "a job panicked")?;
        println!(
            "{} programs in {:.0} s, {} refused; all strategies complete: {}; targets reachable: {}, unreachable: {}",
            tally.programs,
            wall.as_secs_f64(),
            tally.refused,
            tally.comparable,
            tally.reachable,
            tally.unreachable
        );
        println!("strategy  complete  of   test s  decided  of   reach s  slowest (seed)");
        for strategy in STRATEGIES {
            let Some(figures) = tally.figures.get(strategy) else { continue };
            println!(
                "{strategy:8}  {:8}  {:4} {:6.1}  {:7}  {:4} {:7.1}  {:.1} s ({})",
                figures.complete,
                figures.tests,
                figures.test_time.as_secs_f64(),
                figures.decided,
                figures.reaches,
                figures.reach_time.as_secs_f64(),
                figures.slowest.0.as_secs_f64(),
                figures.slowest.1
            );
        }
        let count = tally.disagreements.len();
        println!("disagreements: {count}");
        if count == 0 {
            return Ok(());
        }
        Err(format!(
            "{count} disagree: {}\nkept in {}; repeat with `cargo xtask agree --seed N --count 1`",
            tally.disagreements.join(", "),
            self.directory.display()
        ))
    }
}

impl Tally {
    fn add(&mut self, seed: u64, question: &Question, answers: &[Answer]) {
        if *question == Question::Test {
            self.comparable += u64::from(answers.iter().all(|answer| answer.complete));
        } else {
            let said = |word: &str| answers.iter().any(|answer| answer.verdict == word);
            self.reachable += u64::from(said("reachable"));
            self.unreachable += u64::from(said("unreachable"));
        }
        for answer in answers {
            let figures = self.figures.entry(answer.strategy).or_default();
            if *question == Question::Test {
                figures.tests += 1;
                figures.complete += u64::from(answer.complete);
                figures.test_time += answer.wall;
                figures.slowest = figures.slowest.max((answer.wall, seed));
            } else {
                figures.reaches += 1;
                let decided = matches!(answer.verdict.as_str(), "reachable" | "unreachable");
                figures.decided += u64::from(decided);
                figures.reach_time += answer.wall;
            }
        }
    }
}

/// The C files below a directory.
fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(directory)
        .map_err(|error| format!("{}: {error}", directory.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
    Ok(())
}
