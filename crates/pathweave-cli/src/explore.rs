//! `pathweave test` and `pathweave reach`: explore, write tests and the summary, run the tests
//! natively, tell the user.
//!
//! `--time` bounds all of it: exploration ends early enough to leave a share for native runs.
//! Nothing is touched in the output directory before the program is loaded and the flags are known
//! to be right.

use crate::account::{self, summary_text};
use crate::flags::{ExploreFlags, ReachFlags, TestFlags};
use crate::load;
use crate::output::Output;
use crate::progress::{ProgressLine, Wanted};
use crate::recorder::{Recorder, millis};
use crate::replay::confirm;
use crate::run::{entry_named, memory_in_use, peak_memory, stop_on_interrupt};
use crate::since;
use crate::sources;
use crate::store::{run_store, save};
use crate::stubs;
use crate::subject::Subject;
use crate::tell::tell;
use crate::testfiles::TestFiles;
use pathweave_exec::{Checks, Image, InputModel, StartError};
use pathweave_explore::SharedStore;
use pathweave_explore::memo::Behaviour;
use pathweave_explore::{
    Attempt, BranchOutcome, BranchVerdict, Contestant, FunctionPaths, Goal, Layer, Loops,
    LoopsOutcome, MemoryBound, Options, Outcome, Search, Strategy, Verdict, compose, explore,
    give_body, memo, merged, race,
};
use pathweave_ir::{Func, Program};
use pathweave_llvm::InputError;
use pathweave_replay::Limits;
use pathweave_report::TestCase;
use pathweave_report::exploration::{
    AttemptEntry, BranchEntry, ChangeEntry, CoverageSummary, ExplorationSummary, FunctionEntry,
    IncompleteEntry, LoopsSummary, SolverSummary, TestEntry,
};
use pathweave_report::ktest::KTest;
use pathweave_report::native::NativeSummary;
use pathweave_solver::ProcessOptions;
use pathweave_store::Kind;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Bugs were found, or the target is unreachable.
const NEGATIVE: u8 = 1;
/// Not decided.
const UNKNOWN: u8 = 3;
/// What there is at least for seeing what tests do, where the time is used up.
const BEHAVIOUR: Duration = Duration::from_secs(1);

/// Runs `pathweave test`.
pub fn test(flags: &TestFlags) -> Result<u8, InputError> {
    let since = flags.since.as_deref();
    let plan = Plan { explain: flags.explain, ..Plan::default() };
    let outcome = run(&flags.explore, "test", None, plan, since)?;
    Ok(if outcome.bugs.is_empty() { 0 } else { NEGATIVE })
}

/// Runs `pathweave reach`.
pub fn reach(flags: &ReachFlags) -> Result<u8, InputError> {
    let loops = if flags.loops == "unroll" { Loops::Unroll } else { Loops::Abstract };
    let loop_solver = flags.loop_solver.as_deref().map(ProcessOptions::from_name);
    let plan = Plan { loops, loop_solver, explain: flags.explain };
    let outcome = run(&flags.explore, "reach", Some(&flags.target), plan, None)?;
    Ok(match outcome.verdict {
        Verdict::Reachable => 0,
        Verdict::Unreachable => NEGATIVE,
        _ => UNKNOWN,
    })
}

/// What differs between the commands that explore.
#[derive(Clone, Default)]
struct Plan {
    loops: Loops,
    loop_solver: Option<ProcessOptions>,
    explain: bool,
}

fn run(
    flags: &ExploreFlags,
    command: &'static str,
    target: Option<&str>,
    plan: Plan,
    since: Option<&Path>,
) -> Result<Outcome, InputError> {
    let started = Instant::now();
    let mut output = Output::check(&flags.out)?;
    let mut loaded = load::load(&flags.input)?;
    let mut flags = flags.clone();
    let stubs = stubs::stubs(&loaded.program, &flags.stub)?;
    if !stubs.is_empty() {
        flags.input.inputs.push(output.write_stubs(&stubs.text)?);
        loaded = load::load(&flags.input)?;
    }
    let flags = &flags;
    for warning in loaded.warnings.iter().chain(&stubs.warnings) {
        eprintln!("warning: {warning}");
    }
    let model = flags.model.model()?;
    let flags = &with_default_entry(flags, &loaded.program);
    let earlier = since.map(|place| since::read_earlier(place, flags)).transpose()?;
    let entry = entry_named(&loaded.program, &flags.entry)?;
    let flags = &with_plain_entry(flags, &loaded.program, entry);
    let subject = Subject::new(flags, command, target, &loaded.program, entry);
    let checks = Checks { overflow: subject.record.overflow_is_a_bug };
    let mut program = loaded.program;
    if let Some(target) = target {
        give_body(&mut program, target);
    }
    let mut image = Image::new(program, checks)
        .map_err(|error| InputError { message: error.message, hint: None })?;
    for library in &flags.native_library {
        image.load_native_library(library).map_err(|error| InputError {
            message: format!("cannot load {}: {error}", library.display()),
            hint: Some(
                "a native library is a shared object, made with `cc -shared -fPIC`".to_owned(),
            ),
        })?;
    }
    let hashes = sources::hashes(&image);
    let goal = match target {
        None => Goal::All,
        Some(target) => Goal::parse(target, &image)
            .map_err(|error| InputError { message: error.message, hint: error.hint })?,
    };
    let may_be_inlined =
        is_optimized(&flags.input.cflags, &image) && goal.is_uncalled(&image, entry);
    let store = run_store(&flags.store, &flags.input.inputs)?;
    let stop = stop_on_interrupt();
    let reserve = match flags.no_replay {
        true => Duration::ZERO,
        false => replay_share(flags.time, started.elapsed()),
    };
    let Plan { loops, loop_solver, explain } = plan.clone();
    let solver = flags.solver.as_deref().map(solver_named).transpose()?;
    let oracle = flags.oracle.as_deref().map(solver_named).transpose()?;
    let options = Options {
        start: flags.start.as_deref().map_or(Ok(Vec::new()), first_input)?,
        loops,
        loop_solver,
        explain,
        solver,
        oracle,
        deadline: Some(started + flags.time.saturating_sub(reserve)),
        inputs: model,
        store: store.clone(),
        ..options(flags, Arc::clone(&stop))
    };
    let behaviour_options = options.clone();
    let wanted = if flags.json { Wanted::Never } else { Wanted::OnTerminals };
    let files = TestFiles { output, formats: flags.formats(), subject };
    let empty = empty_summary(flags, command, target);
    let line = ProgressLine::new(wanted);
    let mut recorder = Recorder::new(files, line, empty.clone(), started, Arc::clone(&stop));
    let input_error = |error: StartError| InputError { message: error.message, hint: error.hint };
    // A native library has state of its own, which strategies cannot share.
    // A test for every path is what plain search has.
    let is_race = flags.strategy == "auto" && !flags.all_tests && !image.has_native_libraries();
    let mut decided_by = None;
    let (mut strategies, mut joined) = (Vec::new(), BTreeMap::new());
    let explored = match Strategy::from_name(&flags.strategy) {
        _ if is_race => {
            race(&image, entry, &goal, &options, flags.jobs(), &mut recorder).map(|race| {
                // Plain search is what is expected of `test`.
                let is_told = goal != Goal::All || race.winner != Contestant::Dart;
                decided_by = is_told.then(|| race.winner.name().to_owned());
                strategies = race.attempts.iter().map(attempt_entry).collect();
                joined = race.joined.into_iter().collect();
                race.outcome
            })
        }
        Some(strategy) => compose::explore(&image, entry, goal, options, strategy, &mut recorder),
        None if flags.strategy == "memo" => {
            let memo = flags.memo.options(flags.check_summaries);
            memo::explore(&image, entry, goal, options, &memo, &mut recorder)
        }
        None if flags.strategy == "merge" => {
            merged::explore(&image, entry, goal, options, &mut recorder)
        }
        None => explore(&image, entry, goal, options, &mut recorder),
    };
    let mut outcome = explored.map_err(input_error)?;
    if outcome.verdict == Verdict::Unreachable && may_be_inlined {
        (outcome.verdict, outcome.complete) = (Verdict::Unknown, false);
        let place = target.unwrap_or_default().to_owned();
        outcome.incomplete.insert(("inlined".to_owned(), place), 1);
    }
    outcome.assumptions.extend(stubs.assumptions);
    let (tests, bugs) = recorder.complete(&outcome)?;
    let branches = branch_entries(&outcome, &tests);
    let mut summary =
        ExplorationSummary { tests, bugs, branches, decided_by, ..summarize(empty, &outcome) };
    let reaching = outcome.tests.iter().position(|test| test.reaches_target);
    summary.reached_by = reaching
        .filter(|_| outcome.verdict == Verdict::Reachable)
        .and_then(|index| summary.tests.get(index))
        .map(|test| test.file.clone());
    summary.sources = sources::entries(&image, entry, &outcome.coverage, &hashes);
    (summary.strategies, summary.joined) = (strategies, joined);
    if command == "test" {
        // Where the whole time was used, a second more: what the tests do is not to be lost.
        let deadline = (started + flags.time).max(Instant::now() + BEHAVIOUR);
        let options = Options { deadline: Some(deadline), ..behaviour_options };
        let run = Explored { image: &image, entry, options: &options };
        run.keep_behaviour(flags, store.as_ref(), earlier, &mut recorder, &mut summary)?;
    }
    if let Some(store) = &store {
        recorder.line.wipe();
        save(store);
    }
    finish(flags, &mut summary, &mut recorder, started, &stop)?;
    if flags.json {
        tell(&format!("{}\n", summary.to_json()))?;
    } else {
        if let Some(explanation) = &outcome.explanation {
            tell(explanation)?;
        }
        tell(&summary_text(&recorder.files, &summary, &outcome))?;
        if plan.explain {
            tell(&account::strategies_text(&summary))?;
        }
    }
    Ok(outcome)
}

/// Whether calls may have been replaced by the bodies of functions: by what clang was told, or where one was.
fn is_optimized(cflags: &[String], image: &Image) -> bool {
    let level = cflags.iter().rev().find_map(|flag| flag.strip_prefix("-O"));
    let mut places = image.program.locs.values();
    level.is_some_and(|level| level != "0") || places.any(|place| place.inlined_at.is_some())
}

fn attempt_entry(attempt: &Attempt) -> AttemptEntry {
    let name = attempt.contestant.name().into();
    AttemptEntry { name, work: attempt.work, ended: attempt.ended.clone() }
}

/// A program that was explored.
struct Explored<'r> {
    image: &'r Image,
    entry: Func,
    options: &'r Options,
}

impl Explored<'_> {
    /// Writes down what the tests do, and leaves only those that a change calls for.
    fn keep_behaviour(
        &self,
        flags: &ExploreFlags,
        store: Option<&SharedStore>,
        earlier: Option<since::Known>,
        recorder: &mut Recorder,
        summary: &mut ExplorationSummary,
    ) -> Result<(), InputError> {
        let found: Vec<(TestCase, Behaviour)> = recorder
            .tests()
            .map(|(_, test)| {
                let inputs = test.inputs.clone();
                (test.clone(), memo::behave(self.image, self.entry, self.options, inputs))
            })
            .collect();
        let bytes = since::write(self.image, self.entry, &found);
        if let Some(store) = store {
            store.lock().put(Kind::Program, since::key(flags), bytes.clone());
        }
        recorder.files.output.write(since::FILE, &bytes)?;
        let Some(earlier) = earlier else { return Ok(()) };
        let subject = &recorder.files.subject;
        let (mut changes, new, other) =
            since::compare(&earlier, subject, self.image, self.entry, self.options, &found);
        let entry_of = |index: usize| ChangeEntry {
            file: recorder.files.main_file(index),
            why: ChangeEntry::NEW.to_owned(),
            was: String::new(),
            now: since::end(subject, &found[index].1.ends),
        };
        changes.tests = new.iter().map(|&index| entry_of(index)).collect();
        let bugs: Vec<String> = summary.bugs.iter().map(|bug| bug.test.clone()).collect();
        let is_kept = |file: &String| {
            bugs.contains(file) || changes.tests.iter().any(|entry| entry.file == *file)
        };
        summary.tests.retain(|entry| is_kept(&entry.file));
        let mut dropped = Vec::new();
        for index in 0..found.len() {
            if !is_kept(&recorder.files.main_file(index)) {
                dropped.push(index);
            }
        }
        recorder.drop_tests(&dropped)?;
        for (test, mut entry) in other {
            let added = recorder.add_test(test)?;
            entry.file.clone_from(&added.file);
            summary.tests.push(added);
            changes.tests.push(entry);
        }
        summary.changes = Some(changes);
        Ok(())
    }
}

/// A program without `main` that is made for fuzzers starts where they start it.
fn with_default_entry(flags: &ExploreFlags, program: &Program) -> ExploreFlags {
    const FUZZER: &str = "LLVMFuzzerTestOneInput";
    let mut flags = flags.clone();
    let defines = |name: &str| {
        program.function(name).is_some_and(|func| program.functions[func].body.is_some())
    };
    if flags.entry == "main" && !defines("main") && defines(FUZZER) {
        flags.entry = FUZZER.to_owned();
    }
    flags
}

/// An entry that was named with its file, or by what the linker made of its name, as the source calls it.
fn with_plain_entry(flags: &ExploreFlags, program: &Program, entry: Func) -> ExploreFlags {
    let mut flags = flags.clone();
    if !flags.entry.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        flags.entry.clone_from(&program.functions[entry].source_name);
    }
    flags
}

/// The last part: the summary as far as it is known, native runs, the whole summary.
fn finish(
    flags: &ExploreFlags,
    summary: &mut ExplorationSummary,
    recorder: &mut Recorder,
    started: Instant,
    stop: &Arc<AtomicBool>,
) -> Result<(), InputError> {
    let write = |summary: &mut ExplorationSummary, recorder: &Recorder| {
        summary.wall_ms = millis(started.elapsed());
        summary.peak_rss_kib = peak_memory();
        recorder.files.output.write("summary.json", summary.to_json().as_bytes())
    };
    summary.running = true;
    write(summary, recorder)?;
    let native = match () {
        () if flags.no_replay => NativeSummary::not_replayed("--no-replay"),
        () if stop.load(Ordering::Relaxed) => NativeSummary::not_replayed("interrupted"),
        () => {
            recorder.line.say("running the tests natively");
            let limits = Limits {
                deadline: Some(started + flags.time),
                stop: Arc::clone(stop),
                ..Limits::default()
            };
            let record = &recorder.files.subject.record;
            confirm(record, recorder.tests(), summary.verdict == "reachable", &limits)
        }
    };
    recorder.line.wipe();
    for bug in &mut summary.bugs {
        if native.confirms(&bug.test) {
            bug.confirmed = "native".into();
        }
    }
    summary.native = Some(native);
    summary.running = false;
    write(summary, recorder)
}

/// The time kept for native runs: a sixth, two seconds at least, more where compiling takes long, never
/// more than a third.
fn replay_share(time: Duration, load: Duration) -> Duration {
    let sixth = (time / 6).clamp(Duration::from_secs(2), Duration::from_secs(60));
    let wanted = sixth.max(load * 3);
    wanted.min(time / 3)
}

/// The input of a test, as names and bytes.
fn first_input(file: &Path) -> Result<Vec<(String, Vec<u8>)>, InputError> {
    let error = |message: String| InputError {
        message: format!("{}: {message}", file.display()),
        hint: Some("--start takes a test that Pathweave or KLEE wrote: .json or .ktest".to_owned()),
    };
    let bytes = std::fs::read(file).map_err(|reason| error(reason.to_string()))?;
    if file.extension().is_some_and(|extension| extension == "json") {
        let test = TestCase::from_json(&String::from_utf8_lossy(&bytes)).map_err(error)?;
        return Ok(test.inputs.into_iter().map(|input| (input.name, input.bytes)).collect());
    }
    let test = KTest::from_bytes(&bytes).map_err(error)?;
    let named =
        |(name, bytes): (Vec<u8>, Vec<u8>)| (String::from_utf8_lossy(&name).into_owned(), bytes);
    Ok(test.objects.into_iter().map(named).collect())
}

fn options(flags: &ExploreFlags, stop: Arc<AtomicBool>) -> Options {
    Options {
        search: Search::from_name(&flags.search).unwrap_or_default(),
        seed: flags.seed,
        deadline: None,
        stop,
        max_states: flags.max_states,
        memory: Some(MemoryBound {
            limit: flags.max_memory.saturating_mul(1024),
            used: memory_in_use,
        }),
        max_depth: flags.max_depth,
        max_instructions: flags.max_instructions,
        stack_depth: flags.stack_depth,
        query_time: flags.query_time,
        without: Layer::ALL
            .into_iter()
            .filter(|(name, _)| flags.without.iter().any(|without| without == name))
            .map(|(_, layer)| layer)
            .collect(),
        all_tests: flags.all_tests,
        start: Vec::new(),
        check_summaries: flags.check_summaries,
        inputs: InputModel::default(),
        loops: Loops::default(),
        loop_solver: None,
        solver: None,
        oracle: None,
        explain: false,
        store: None,
        pace: None,
    }
}

/// Another solver, if it can be started.
fn solver_named(name: &str) -> Result<ProcessOptions, InputError> {
    let options = ProcessOptions::from_name(name);
    options.try_start().map(|()| options).map_err(|error| InputError {
        message: format!("cannot start the solver `{name}`: {error}"),
        hint: Some(
            "install it, or name the command with its path and arguments: \"/opt/z3 -in\""
                .to_owned(),
        ),
    })
}

/// The summary of a run that has just begun.
fn empty_summary(
    flags: &ExploreFlags,
    command: &'static str,
    target: Option<&str>,
) -> ExplorationSummary {
    let verdict = if target.is_some() { Verdict::Unknown } else { Verdict::Stopped };
    let backend = flags.solver.clone().unwrap_or_else(|| "embedded".to_owned());
    ExplorationSummary {
        schema: ExplorationSummary::SCHEMA,
        command: command.into(),
        strategy: flags.strategy.clone(),
        decided_by: None,
        entry: flags.entry.clone(),
        target: target.map(str::to_owned),
        running: true,
        verdict: verdict.name().into(),
        reached_by: None,
        complete: false,
        incomplete: Vec::new(),
        inputs: Vec::new(),
        paths: 0,
        executions: 0,
        instructions: 0,
        solver: SolverSummary { backend, ..SolverSummary::default() },
        memo: None,
        steps: None,
        changes: None,
        functions: Vec::new(),
        strategies: Vec::new(),
        joined: BTreeMap::new(),
        checked_summaries: Vec::new(),
        coverage: CoverageSummary::default(),
        tests: Vec::new(),
        bugs: Vec::new(),
        loops: None,
        native: None,
        sources: Vec::new(),
        branches: Vec::new(),
        wall_ms: 0,
        peak_rss_kib: 0,
    }
}

/// The outcome of exploration, without tests and bugs.
fn branch_entries(outcome: &Outcome, tests: &[TestEntry]) -> Vec<BranchEntry> {
    let file = |index: usize| tests.get(index).map(|test| test.file.clone());
    let entry = |branch: &BranchOutcome| BranchEntry {
        place: branch.place.clone(),
        side: branch.side.clone(),
        verdict: branch.verdict.name().into(),
        why: match &branch.verdict {
            BranchVerdict::Unknown(why) => Some(why.clone()),
            _ => None,
        },
        test: branch.test.and_then(file),
        is_counted: branch.is_counted,
    };
    outcome.branches.iter().map(entry).collect()
}

fn loops_summary(loops: &LoopsOutcome) -> LoopsSummary {
    let times = &loops.times;
    LoopsSummary {
        ways: loops.ways,
        open: loops.open,
        gaps: loops.gaps.clone(),
        elsewhere: loops.elsewhere,
        pruned: loops.pruned,
        build_ms: millis(times.build),
        unfold_ms: millis(times.unfold),
        solve_ms: millis(times.solve),
        execute_ms: millis(times.execute),
        advise_ms: millis(times.advise),
    }
}

fn function_entry(function: &FunctionPaths) -> FunctionEntry {
    FunctionEntry {
        name: function.name.clone(),
        paths: function.paths,
        dangling: function.dangling,
        reused: function.reused,
        entered: function.entered.iter().cloned().collect(),
    }
}

fn summarize(empty: ExplorationSummary, outcome: &Outcome) -> ExplorationSummary {
    let reasons = outcome.incomplete.iter();
    ExplorationSummary {
        verdict: outcome.verdict.name().into(),
        complete: outcome.complete,
        inputs: outcome.assumptions.clone(),
        incomplete: reasons
            .map(|((reason, place), count)| IncompleteEntry {
                reason: reason.clone(),
                place: place.clone(),
                count: *count,
            })
            .collect(),
        paths: outcome.paths,
        executions: outcome.executions,
        instructions: outcome.instructions,
        solver: SolverSummary {
            queries: outcome.queries,
            sat: outcome.sat,
            unsat: outcome.unsat,
            unknown: outcome.unknown,
            cached: outcome.cached,
            checks: outcome.checks,
            time_ms: outcome.solver_ms,
            backend: empty.solver.backend.clone(),
        },
        memo: outcome.memo.clone(),
        steps: outcome.steps.clone(),
        functions: outcome.functions.iter().map(function_entry).collect(),
        checked_summaries: outcome.checked.clone(),
        loops: outcome.loops.as_ref().map(loops_summary),
        coverage: CoverageSummary {
            branches: outcome.coverage.branches,
            branches_covered: outcome.coverage.branches_covered,
            lines: outcome.coverage.lines.len() as u64,
            lines_covered: outcome.coverage.lines_covered.len() as u64,
        },
        ..empty
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn native_runs_get_a_share() {
        let seconds = Duration::from_secs;
        assert_eq!(replay_share(seconds(60), seconds(1)), seconds(10));
        assert_eq!(replay_share(seconds(60), seconds(5)), seconds(15));
        assert_eq!(replay_share(seconds(60), seconds(50)), seconds(20));
        assert_eq!(replay_share(seconds(3600), seconds(1)), seconds(60));
        // Compiling takes about as long however short the run is.
        assert_eq!(replay_share(seconds(9), seconds(0)), seconds(2));
        assert_eq!(replay_share(seconds(6), seconds(0)), seconds(2));
        assert_eq!(replay_share(seconds(3), seconds(5)), seconds(1));
    }
}
