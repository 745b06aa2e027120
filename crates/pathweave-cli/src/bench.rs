//! `pathweave bench`: the papers' tables and whole programs, run with every strategy, with KLEE and
//! CBMC beside them where there are any.
//!
//! - [`suite`]: what is run
//! - [`measure`]: one run, in a process of its own; [`process`], [`peers`] below it
//! - [`results`]: what came out, as it is kept
//! - [`compare`]: `auto` beside the best
//! - [`page`], [`plot`], [`markdown`]: what is shown
//!
//! Results are written after every run: whoever is killed loses the run at hand and nothing else.

mod compare;
mod markdown;
mod measure;
mod page;
mod peers;
mod plot;
mod process;
mod results;
mod suite;

use crate::flags::BenchFlags;
use crate::progress::{ProgressLine, Wanted};
use crate::tell::tell;
use measure::Bench;
use pathweave_llvm::InputError;
use peers::{Limits, Peers};
use results::{Results, Run, write_whole};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use suite::Table;

/// The time of a run: whole tables, and those of `--quick`.
const TIME: Duration = Duration::from_secs(60);
const QUICK_TIME: Duration = Duration::from_secs(5);

/// One run that is to be done: table, row, way.
type Task = (usize, usize, String);

/// Runs `pathweave bench`.
pub fn bench(flags: &BenchFlags) -> Result<u8, InputError> {
    let subjects = suite::subjects(flags.subjects.as_deref())?;
    let mut tables = match flags.suite.as_str() {
        "programs" => suite::programs(&subjects)?,
        _ => suite::papers(&subjects)?,
    };
    suite::select(&mut tables, &flags.only, flags.quick)?;
    refuse_stores(&tables)?;
    let clang = pathweave_llvm::clang::find_clang(flags.clang.as_deref())?;
    let peers =
        Peers::from_environment(flags.klee_clang.clone(), &clang, subjects.join("peers/cbmc.c"));
    let beside = choose_ways(&mut tables, &peers, &flags.strategy)?;
    let time = flags.time.unwrap_or(if flags.quick { QUICK_TIME } else { TIME });
    let root = subjects.parent().and_then(|root| root.canonicalize().ok()).unwrap_or_default();
    let mut results = Results {
        quick: flags.quick,
        time_s: time.as_secs_f64(),
        memory_mib: flags.memory,
        repeat: flags.repeat,
        jobs: flags.jobs,
        ..Results::empty(&flags.suite, &tables, &beside, &root)
    };
    let files = Files::make(flags)?;
    if flags.resume {
        files.resume(&mut results)?;
    }
    let bench = Bench {
        executable: this_executable()?,
        clang,
        limits: Limits { time, memory_mib: flags.memory },
        peers,
        repeat: flags.repeat,
        alone: flags.jobs == 1,
    };
    warm_up(&bench, &files.scratch)?;
    run_all(&bench, &tables, results, &files, flags.jobs)
}

/// Leaves the strategies that are asked for, and the tables with any; says which peers are run beside.
fn choose_ways(
    tables: &mut Vec<Table>,
    peers: &Peers,
    asked: &[String],
) -> Result<Vec<&'static str>, InputError> {
    let wanted = |way: &str| {
        let name = way.split('+').next().unwrap_or(way).to_ascii_lowercase();
        asked.is_empty() || asked.contains(&name)
    };
    let there = [("KLEE", peers.klee.is_some()), ("CBMC", peers.cbmc.is_some())];
    if let Some((peer, _)) =
        there.iter().find(|(name, there)| !there && asked.contains(&name.to_ascii_lowercase()))
    {
        return Err(InputError {
            message: format!("--strategy {}: there is none", peer.to_ascii_lowercase()),
            hint: Some(format!("name its executable: {peer}=/usr/bin/... pathweave bench")),
        });
    }
    let beside: Vec<&str> = there
        .into_iter()
        .filter(|(name, there)| *there && wanted(name))
        .map(|peer| peer.0)
        .collect();
    tables.iter_mut().for_each(|table| table.ways.retain(|way| wanted(way)));
    tables.retain(|table| !table.ways.is_empty() || !beside.is_empty());
    if tables.is_empty() {
        return Err(InputError {
            message: format!("--strategy {}: no table is run with it", asked.join(",")),
            hint: Some("with --only, the tables may be others".to_owned()),
        });
    }
    Ok(beside)
}

fn this_executable() -> Result<PathBuf, InputError> {
    std::env::current_exe()
        .map_err(|error| InputError { message: format!("this executable: {error}"), hint: None })
}

/// A store beside a subject would answer what is to be measured.
fn refuse_stores(tables: &[Table]) -> Result<(), InputError> {
    let rows = tables.iter().flat_map(|table| &table.rows);
    let found = rows
        .filter_map(|row| Some(row.file.parent()?.join(".pathweave")))
        .find(|store| store.is_dir());
    match found {
        None => Ok(()),
        Some(store) => Err(InputError {
            message: format!("{}: a store beside the subjects", store.display()),
            hint: Some("it has answers of earlier runs: move it away to measure".to_owned()),
        }),
    }
}

/// Where results go.
struct Files {
    json: PathBuf,
    page: PathBuf,
    tables: PathBuf,
    /// What runs write; nobody needs it afterwards.
    scratch: PathBuf,
}

impl Files {
    fn make(flags: &BenchFlags) -> Result<Self, InputError> {
        let out = &flags.out;
        let scratch = out.join("scratch");
        std::fs::create_dir_all(&scratch).map_err(|error| InputError {
            message: format!("{}: {error}", scratch.display()),
            hint: None,
        })?;
        let json = flags.json.clone().unwrap_or_else(|| out.join("results.json"));
        let (page, tables) = (out.join("index.html"), out.join("tables.md"));
        Ok(Self { json, page, tables, scratch })
    }

    /// Takes over what an earlier run left.
    fn resume(&self, results: &mut Results) -> Result<(), InputError> {
        if !self.json.exists() {
            return Ok(());
        }
        let earlier = Results::read(&self.json).map_err(|error| InputError {
            message: format!("{}: {error}", self.json.display()),
            hint: Some("without --resume everything is run again".to_owned()),
        })?;
        match results.resume(&earlier) {
            0 => eprintln!("warning: nothing to resume: other rows, limits or version"),
            count => eprintln!("{count} runs are there already"),
        }
        Ok(())
    }

    fn write(&self, results: &Results) -> Result<(), String> {
        write_whole(&self.json, &results.to_json())?;
        write_whole(&self.tables, &markdown::render(results))?;
        write_whole(&self.page, &page::render(results))
    }
}

/// The first run of all compiles the C library, which is no part of any figure; and what is wrong with
/// the compiler is said once, not in every row.
fn warm_up(bench: &Bench, scratch: &Path) -> Result<(), InputError> {
    let refused = |message: String| InputError { message, hint: None };
    let file = scratch.join("warm_up.c");
    let text = "#include <stdio.h>\nint main(void) { puts(\"ready\"); return 0; }\n";
    std::fs::write(&file, text).map_err(|error| refused(format!("{}: {error}", file.display())))?;
    let mut command = std::process::Command::new(&bench.executable);
    command.arg("run").arg(&file).arg("--clang").arg(&bench.clang);
    let ended = process::run(command, Duration::from_secs(300)).map_err(refused)?;
    match ended.code {
        Some(0) => Ok(()),
        _ => Err(refused(format!("a first program does not run: {}", ended.stderr.trim()))),
    }
}

/// What the workers share.
struct Shared<'a> {
    bench: &'a Bench,
    tables: &'a [Table],
    tasks: Vec<Task>,
    next: AtomicUsize,
    stopped: Arc<AtomicBool>,
    files: &'a Files,
    state: Mutex<State>,
}

struct State {
    results: Results,
    line: ProgressLine,
    /// What could not be written.
    failure: Option<String>,
}

fn run_all(
    bench: &Bench,
    tables: &[Table],
    results: Results,
    files: &Files,
    jobs: usize,
) -> Result<u8, InputError> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    // Without a handler Ctrl-C ends the run at once, and what is written is written.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::SeqCst));
    let shared = Shared {
        bench,
        tables,
        tasks: missing(&results),
        next: AtomicUsize::new(0),
        stopped,
        files,
        state: Mutex::new(State {
            results,
            line: ProgressLine::new(Wanted::OnTerminals),
            failure: None,
        }),
    };
    std::thread::scope(|scope| {
        for worker in 0..jobs {
            let shared = &shared;
            scope.spawn(move || shared.work(worker));
        }
    });
    let interrupted = shared.stopped.load(Ordering::SeqCst);
    let mut state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.line.wipe();
    let (done, all) = page::count(&state.results);
    state.results.finished = done == all;
    let written = files.write(&state.results).err();
    let _ = std::fs::remove_dir_all(&files.scratch);
    if let Some(message) = state.failure.or(written) {
        return Err(InputError { message, hint: None });
    }
    tell(&conclusion(&state.results, files))?;
    Ok(if interrupted { 3 } else { 0 })
}

/// The runs that are not there yet.
fn missing(results: &Results) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (table, entry) in results.tables.iter().enumerate() {
        for (row, at) in entry.rows.iter().enumerate() {
            let open = entry.ways.iter().filter(|way| at.run(way).is_none());
            tasks.extend(open.map(|way| (table, row, way.clone())));
        }
    }
    tasks
}

impl Shared<'_> {
    fn work(&self, worker: usize) {
        let scratch = self.files.scratch.join(worker.to_string());
        let stopped = || self.stopped.load(Ordering::SeqCst);
        while !stopped() {
            let number = self.next.fetch_add(1, Ordering::SeqCst);
            let Some((table, row, way)) = self.tasks.get(number) else { return };
            let entry = &self.tables[*table];
            let subject = &entry.rows[*row];
            self.say(&format!(
                "{} of {}: {} {} {way}",
                number + 1,
                self.tasks.len(),
                entry.id,
                subject.name
            ));
            let _ = std::fs::remove_dir_all(&scratch);
            if let Err(error) = std::fs::create_dir_all(&scratch) {
                return self.fail(format!("{}: {error}", scratch.display()));
            }
            let run = self.bench.measure(subject, way, &scratch, &stopped);
            // A run that was interrupted is no result.
            if stopped() {
                return;
            }
            self.keep(*table, *row, run);
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, text: &str) {
        self.state().line.say(text);
    }

    fn fail(&self, message: String) {
        self.state().failure.get_or_insert(message);
        self.stopped.store(true, Ordering::SeqCst);
    }

    fn keep(&self, table: usize, row: usize, run: Run) {
        let mut state = self.state();
        state.line.wipe();
        let entry = &self.tables[table];
        let told = tell(&line_of(&entry.id, &entry.rows[row].name, &run));
        state.results.add(table, row, run);
        let written = self.files.write(&state.results);
        drop(state);
        let written = written.and(told.map_err(|error| error.message));
        if let Err(message) = written {
            self.fail(message);
        }
    }
}

/// A finished run in one line.
fn line_of(table: &str, row: &str, run: &Run) -> String {
    let number = |value: Option<u64>| value.map_or_else(|| "-".to_owned(), |n| n.to_string());
    let answer = match run.decided() {
        true => run.verdict.clone(),
        false => format!("{} {}", run.end.name(), run.remark),
    };
    format!(
        "{table} {row} {}: {}; executions {}, solver calls {}, paths {}, {:.0} ms, {} MiB\n",
        run.way,
        answer.trim(),
        number(run.executions),
        number(run.queries),
        number(run.paths),
        run.wall_ms,
        run.peak_kib / 1024
    )
}

/// What is said at the end.
fn conclusion(results: &Results, files: &Files) -> String {
    let mut text = String::new();
    let (done, all) = page::count(results);
    if done < all {
        text += &format!("not finished: {done} of {all} runs; --resume goes on with the others\n");
    }
    for line in compare::disagreements(results) {
        text += &format!("different answers: {line}\n");
    }
    let rows = compare::compare(results);
    if !rows.is_empty() {
        let held = rows.iter().filter(|row| row.holds()).count();
        text += &format!(
            "auto decides what any other does, in 1.5 times the best time or 0.2 s more: {held} of {} rows\n",
            rows.len()
        );
    }
    text += &format!("results: {}\npage: {}\n", files.json.display(), files.page.display());
    text
}
