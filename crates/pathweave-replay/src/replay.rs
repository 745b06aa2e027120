//! The whole of it: build, run every test, judge, count.
//!
//! Tests run several at a time, each in a directory and a thread of its own; results are in the
//! order of the tests, and nothing in them but times depends on the order of running.

use crate::compile::{Build, Purpose, Workshop};
use crate::contain;
use crate::gcov::{Counters, Frame, Tally};
use crate::inputfile;
use crate::judge::{self, Eyes, SANITIZER_CODE, Seen};
use crate::request::{BuildRequest, Limits, ReplayError};
use crate::run::{self, Bounds, Ended, Exit};
use crate::sanitizer::Sources;
use crate::symbols::Symbols;
use pathweave_report::replay::{
    Containment, Coverage, Enforcement, Outcome, ReplayReport, TestReplay,
};
use pathweave_report::{Ends, TestCase};
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{io, thread};

/// The time of a test of which it is not known whether it ends.
const CUT_TIME: Duration = Duration::from_secs(1);

/// The most of a test's standard error that the report keeps.
const KEPT: usize = 4096;

/// Where the C side writes counters, below the run's own directory.
const COUNTERS: &str = ".pathweave-coverage";

fn read_counters(place: &Path) -> Option<Counters> {
    let bytes = fs::read(place.join("work").join(COUNTERS)).ok()?;
    Some(Counters::read(&String::from_utf8_lossy(&bytes)))
}

/// Replays tests, given with the files they came from, on a native build.
pub fn replay(
    request: &BuildRequest,
    tests: &[(PathBuf, TestCase)],
    limits: &Limits,
) -> Result<ReplayReport, ReplayError> {
    if !cfg!(target_os = "linux") {
        return Err(ReplayError::Unsupported);
    }
    let files = |error: io::Error| ReplayError::Files(error.to_string());
    let root = tempfile::Builder::new().prefix("pathweave-replay-").tempdir().map_err(files)?;
    let root_path = root.path().canonicalize().map_err(files)?;
    let mut request = request.clone();
    request.directory = request.directory.canonicalize().map_err(files)?;
    let cases: Vec<&TestCase> = tests.iter().map(|(_, test)| test).collect();
    let workshop = Workshop::new(&root_path, &request, &cases, limits)?;
    let (checked, counted) = thread::scope(|scope| {
        let counted = scope.spawn(|| workshop.build(&request, Purpose::Counted, limits));
        let checked = workshop.build(&request, Purpose::Checked, limits);
        (checked, counted.join().unwrap_or(Err(ReplayError::Unsupported)))
    });
    let session = Session {
        checked: checked?,
        counted,
        symbolizer: find_symbolizer(&request.clang),
        sources: Sources { directory: request.directory.clone(), ours: root_path.clone() },
        root: root_path,
        limits,
    };
    let runs = session.run_all(tests);
    Ok(session.report(tests, runs))
}

/// What running tests needs.
struct Session<'a> {
    checked: Build,
    counted: Result<Build, ReplayError>,
    symbolizer: Option<PathBuf>,
    sources: Sources,
    root: PathBuf,
    limits: &'a Limits,
}

/// One test, run on both builds.
struct TestRun {
    ended: Result<(Ended, Containment), String>,
    /// Where the checked run stood when it ended.
    frames: Vec<u64>,
    counters: Option<Counters>,
}

impl Session<'_> {
    fn run_all(&self, tests: &[(PathBuf, TestCase)]) -> Vec<TestRun> {
        let workers = match self.limits.workers {
            0 => thread::available_parallelism().map_or(1, usize::from),
            workers => workers,
        };
        let next = AtomicUsize::new(0);
        let slots: Vec<Mutex<Option<TestRun>>> = tests.iter().map(|_| Mutex::new(None)).collect();
        thread::scope(|scope| {
            for _ in 0..workers.min(tests.len()) {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some((_, test)) = tests.get(at) else { break };
                        let done = self.run_test(at, test);
                        if let Ok(mut slot) = slots[at].lock() {
                            *slot = Some(done);
                        }
                    }
                });
            }
        });
        let missing = || TestRun {
            ended: Err("it was not run".to_owned()),
            frames: Vec::new(),
            counters: None,
        };
        let runs = slots.into_iter().map(|slot| slot.into_inner().ok().flatten());
        runs.map(|run| run.unwrap_or_else(missing)).collect()
    }

    fn run_test(&self, index: usize, test: &TestCase) -> TestRun {
        let place = self.root.join(format!("run-{index}"));
        let ended = self.run_build(&self.checked, test, &place);
        let frames = read_counters(&place).map_or_else(Vec::new, |counters| counters.frames);
        let counters = self.counted.as_ref().ok().and_then(|build| {
            self.run_build(build, test, &place).ok()?;
            read_counters(&place)
        });
        let _ = fs::remove_dir_all(&place);
        TestRun { ended, frames, counters }
    }

    /// Runs one build on a test in a fresh directory. Only `work` below it can be written by the
    /// program.
    fn run_build(
        &self,
        build: &Build,
        test: &TestCase,
        place: &Path,
    ) -> Result<(Ended, Containment), String> {
        // One that is not claimed to end may well not.
        let most = match test.ends {
            Ends::Cut => self.limits.time.min(CUT_TIME),
            _ => self.limits.time,
        };
        let time = self.limits.remaining(most);
        if time.is_zero() {
            return Err("no time was left to run it".to_owned());
        }
        let described = |error: io::Error| error.to_string();
        let work = place.join("work");
        let _ = fs::remove_dir_all(place);
        fs::create_dir_all(&work).map_err(described)?;
        fs::write(place.join("test"), inputfile::to_bytes(test)).map_err(described)?;
        fs::write(place.join("stdin"), test.stdin().unwrap_or_default()).map_err(described)?;
        let mut command = self.command(build, test, place).map_err(described)?;
        command.stdin(File::open(place.join("stdin")).map_err(described)?);
        let bounds = Bounds { time, memory: self.limits.memory, stop: Some(&self.limits.stop) };
        let output = run::Output::create(place).map_err(described)?;
        // The restrictions are for good and for this thread alone.
        let run = thread::scope(|scope| {
            let contained = scope.spawn(|| {
                let containment = contain::restrict_thread(&work);
                run::run(command, output, bounds).map(|ended| (ended, containment))
            });
            contained.join().unwrap_or_else(|_| Err(io::Error::other("the run's thread died")))
        });
        let run = run.map_err(described)?;
        // Cut short by us, not by its own time: that says nothing about the test.
        match run.0.exit == Exit::TimedOut && self.limits.remaining(self.limits.time).is_zero() {
            true => Err("no time was left to run it".to_owned()),
            false => Ok(run),
        }
    }

    fn command(&self, build: &Build, test: &TestCase, place: &Path) -> io::Result<Command> {
        let work = place.join("work");
        let mut command = run::command(&build.program);
        command.args(test.arguments().into_iter().map(OsString::from_vec));
        command.current_dir(&work).env_clear();
        // All that is set here is ours: the C side hides it from the program, whose environment is
        // empty in exploration too.
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("PATHWEAVE_REPLAY", "1").env("PATHWEAVE_TEST", place.join("test"));
        command.env("PATHWEAVE_COVERAGE", work.join(COUNTERS));
        command.env("PATHWEAVE_LIMITS", self.limit_words(build));
        if let Some(bits) = test.returned_bits() {
            command.env("PATHWEAVE_RETURNED", format!("{bits:032x}"));
        }
        let megabytes = (self.limits.memory >> 20).max(64);
        let common = format!("exitcode={SANITIZER_CODE}:abort_on_error=0:color=never:symbolize=1");
        let address = format!(
            "{common}:detect_leaks=0:detect_stack_use_after_return=1:handle_abort=1:handle_sigill=1:\
             handle_sigtrap=1:allocator_may_return_null=1:hard_rss_limit_mb={megabytes}"
        );
        command.env("ASAN_OPTIONS", address);
        command.env("UBSAN_OPTIONS", format!("{common}:print_stacktrace=0"));
        if let Some(symbolizer) = &self.symbolizer {
            command.env("ASAN_SYMBOLIZER_PATH", symbolizer);
            command.env("UBSAN_SYMBOLIZER_PATH", symbolizer);
        }
        Ok(command)
    }

    /// Sanitizers reserve terabytes of addresses, so address space is limited only without them.
    fn limit_words(&self, build: &Build) -> String {
        let seconds = self.limits.time.as_secs() + 2;
        let addresses = if build.sanitizers.is_ok() { 0 } else { self.limits.memory };
        format!("{seconds} {} {addresses}", self.limits.file)
    }

    fn report(self, tests: &[(PathBuf, TestCase)], runs: Vec<TestRun>) -> ReplayReport {
        let not_run = || Enforcement::NotEnforced("no test was run".to_owned());
        let mut containment = Containment { writes: not_run(), network: not_run() };
        let symbols = Symbols::open(&self.checked.program);
        let mut replays = Vec::with_capacity(tests.len());
        let mut all_counters = Vec::with_capacity(tests.len());
        for ((file, test), run) in tests.iter().zip(runs) {
            if let Ok((_, seen)) = &run.ended {
                containment = seen.clone();
            }
            let stack = symbols.as_ref().map_or_else(Vec::new, |s| s.frames(&run.frames));
            replays.push(self.judge(file, test, run.ended.map(|(ended, _)| ended), &stack));
            all_counters.extend(run.counters);
        }
        let coverage = self.coverage(all_counters);
        ReplayReport { tests: replays, coverage, sanitizers: self.checked.sanitizers, containment }
    }

    fn judge(
        &self,
        file: &Path,
        test: &TestCase,
        ended: Result<Ended, String>,
        stack: &[Frame],
    ) -> TestReplay {
        let eyes = match self.checked.sanitizers {
            Ok(()) => Eyes::Sanitizers,
            Err(_) => Eyes::Signals,
        };
        let seen: Seen = match &ended {
            Ok(ended) => judge::outcome(ended, stack, &self.sources),
            Err(reason) => Outcome::NotRun(reason.clone()).into(),
        };
        let verdict = judge::verdict(test, &seen, eyes, &self.sources);
        let (stderr, wall) =
            ended.map_or_else(|_| Default::default(), |e| (tail(e.stderr), e.wall));
        TestReplay {
            file: file.display().to_string(),
            claim: test.ends,
            place: test.place.clone(),
            outcome: seen.outcome,
            verdict,
            stderr,
            wall_ms: u64::try_from(wall.as_millis()).unwrap_or(u64::MAX),
        }
    }

    fn coverage(&self, runs: Vec<Counters>) -> Result<Coverage, String> {
        let build = self.counted.as_ref().map_err(ToString::to_string)?;
        if build.graphs.is_empty() {
            return Err("it needs C sources, not LLVM IR".to_owned());
        }
        let mut tally = Tally::default();
        let mut whole = Counters::default();
        let mut add = |counters: &Counters| {
            for (object, graphs) in &build.graphs {
                tally.add(object, graphs, counters);
            }
        };
        let symbols = Symbols::open(&build.program);
        for mut counters in runs {
            let stack = symbols.as_ref().map_or_else(Vec::new, |s| s.frames(&counters.frames));
            counters.stack = stack;
            match counters.stack.is_empty() {
                true => whole.add(counters),
                false => add(&counters),
            }
        }
        add(&whole);
        Ok(tally.coverage(|file| self.is_program_file(file)))
    }

    /// Neither the system's headers nor our own files.
    fn is_program_file(&self, file: &str) -> bool {
        let path = self.sources.directory.join(file);
        !path.starts_with(&self.root)
            && !["/usr/include", "/usr/lib"].iter().any(|p| path.starts_with(p))
    }
}

/// The end of a text, from a line's beginning.
fn tail(text: String) -> String {
    let Some(mut from) = text.len().checked_sub(KEPT) else { return text };
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let rest = &text[from..];
    rest.split_once('\n').map_or(rest, |(_, rest)| rest).to_owned()
}

/// The program that turns addresses into lines: the clang's own, else any on the path.
fn find_symbolizer(clang: &Path) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let located = match clang.components().count() {
        1 => directories.iter().map(|d| d.join(clang)).find(|p| p.is_file()),
        _ => Some(clang.to_path_buf()),
    };
    let beside = located.and_then(|clang| Some(clang.canonicalize().ok()?.parent()?.to_path_buf()));
    let versions = (14..=30).rev().map(|version| format!("llvm-symbolizer-{version}"));
    let names: Vec<String> =
        std::iter::once("llvm-symbolizer".to_owned()).chain(versions).collect();
    let all = beside.into_iter().chain(directories);
    all.flat_map(|d| names.iter().map(move |n| d.join(n)).collect::<Vec<_>>()).find(|p| p.is_file())
}
