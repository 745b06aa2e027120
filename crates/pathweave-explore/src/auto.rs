//! `auto`: strategies that are good at different things look for a target beside each other, or
//! explore a program.
//!
//! Which strategy suits a program is not seen by looking at it: composition wins where paths multiply
//! over calls, conditions of loops where they multiply over iterations, plain search where the
//! target is near. So each gets a thread and an image of its own, and the first that decides the
//! target ends the others. First is who has least work on its account ([`crate::pace`]), not who was
//! quickest by the clock: who decided is waited for until no other one can come before it. So the answer, and the input
//! that shows it, are the same on any number of cores. Work is counted so that it foretells time, which keeps the
//! waiting short; a strategy that takes much longer than its work says is given up after as long as the race took so far (two seconds at
//! least), and `--explain` says so: whose answer is then taken is as right, but may be another one's elsewhere. A proof is waited for by nobody: there is no input that could be another one.
//!
//! Composition has no part in looking for a target where no function with decisions is called.
//!
//! Where there are fewer cores than strategies, who has least on its account works, in turns. Towards a target plain search finds an answer soon
//! or needs long: its work becomes dear when it has executed nothing new for a while, and a little so does that of merging ([`crate::merged`]) and of
//! conditions of loops where composition takes part.
//! Where all is to be explored, plain search keeps a core and the others take turns on the rest.
//!
//! Where all is to be explored, plain search has a head start, since most functions and small
//! programs need no more, and its tests are told at once. With a core of its own it has most of that on the
//! account alone: the others begin soon. Composition is complete early or not at all, so that its work is dear.
//! Composition and merging try to be complete
//! first: they have one path where plain search has thousands, and a test for each branch. If
//! none is complete in time, plain search has the word, and the others add what they covered
//! besides. When plain search has ended and said why it is not complete, they are waited for until they have as much on their account, and what they
//! found with more than that does not count.
//!
//! Towards a target, plain search and merging work on the *joined* program ([`pathweave_ir::join`]), in which
//! decisions without an effect are no decisions: composition is better off with paths, which have
//! ranges. What is unreachable in the joined program is unreachable. An input that gets to the
//! target there is tried on the program itself before it counts. Where all is to be explored, a
//! search of the joined program runs beside that of the program itself: it gets further into a
//! program, but says nothing about the decisions that are gone. So it decides nothing, and its tests are
//! executed on the program itself before they count.

use crate::branches::{BranchOutcome, BranchVerdict, Branches};
use crate::compose::{self, Strategy};
use crate::coverage;
use crate::explorer::{Options, explore};
use crate::findings::rerun;
use crate::goal::Goal;
use crate::loops::Loops;
use crate::merged;
use crate::observer::{Observer, Progress};
use crate::outcome::{FoundBug, FoundTest, Outcome, Verdict};
use crate::pace::{Baton, Pace};
use crate::turns::{FIRST_BEFORE_PATHS, Turn, Turns, take_turn};
use pathweave_exec::{Checks, Image, StartError, Stop};
use pathweave_ir::{BlockData, CallGraph, Func, Origin, Program, Terminator};
use pathweave_report::Finding;
use pathweave_term::{TermStore, work};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// How often the clock and the user are looked at.
const BEAT: Duration = Duration::from_millis(5);
/// How long a strategy that may still be first is waited for, at least.
const PATIENCE: Duration = Duration::from_secs(2);
/// The same where another solver's work is not counted.
const GRACE: Duration = Duration::from_millis(50);
/// Ticks in what is told of work.
const UNIT: u64 = 1000;
/// What is told of a strategy that had not begun.
const NOT_NEEDED: &str = "not needed";
/// Reasons that are told of a strategy which is not complete.
const SHOWN_REASONS: usize = 4;
/// The work that plain search does alone where all is to be explored, and after which it becomes dear towards a target when
/// nothing new was executed.
const HEAD_START: u64 = work::SECOND / 20;
/// The part of it that it does alone where it has a core of its own.
const ALONE: u64 = HEAD_START / 16;
/// The head start that others have before the search of the joined program, which decides nothing.
const LONG_HEAD_START: u64 = work::SECOND;
/// How dear work is that rarely decides: plain search towards a target when it finds nothing new, merging and conditions of loops too where
/// there is composition beside them; composition where all is to be explored.
const DEAR_PLAIN: u64 = 4;
const DEAR_BESIDE: u64 = 2;
const DEAR_COMPOSED: u64 = 4;
/// Plain search has ended: what others may do at least where they may be complete, and the part of its work
/// that the search of the joined program may do.
const LEAST_SHARE: u64 = work::SECOND / 4;
const JOINED_SHARE: u64 = 3;
/// Executing a path and analysing loops recurse: as much room as the main thread has.
const STACK: usize = 64 << 20;
/// How long what was found may be looked at again after the run's time.
const LATE: Duration = Duration::from_millis(700);

/// A strategy in the race.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// Whole paths, loops unrolled; towards a target, of the joined program.
    Dart,
    /// What the target needs of every function.
    Demand,
    /// Conditions over loops, then whole paths that these allow.
    Loops,
    /// Whole paths of the joined program, where all is to be explored.
    Joined,
    /// The whole program, states that meet becoming one.
    Merge,
}

impl Contestant {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dart => "dart",
            Self::Demand => "demand",
            Self::Loops => "loops",
            Self::Joined => "joined",
            Self::Merge => "merge",
        }
    }
}

/// What strategies tell.
enum Message {
    Test(Box<Told>),
    Progress(Progress),
    Ended(Box<Result<Outcome, StartError>>),
}

/// A test that was told.
struct Told {
    index: usize,
    test: FoundTest,
    bug: Option<FoundBug>,
    /// What was on the account of who told it.
    account: u64,
    /// When it was heard.
    after: Duration,
}

/// Passes on what a strategy tells.
struct Reporter {
    number: usize,
    pace: Arc<Pace>,
    to: Sender<(usize, Message)>,
    /// When progress was last told. Paths may be many more than anyone wants to hear of, and every
    /// message wakes the referee up.
    told: Option<Instant>,
}

impl Observer for Reporter {
    fn test(&mut self, index: usize, test: &FoundTest, bug: Option<&FoundBug>) {
        self.pace.look_up();
        let (account, after) = (self.pace.account(), Duration::ZERO);
        let told = Told { index, test: test.clone(), bug: bug.cloned(), account, after };
        // Nobody listens any more when the race is over.
        let _ = self.to.send((self.number, Message::Test(Box::new(told))));
    }

    fn progress(&mut self, progress: &Progress) {
        if self.number == 0 && self.told.is_none_or(|told| told.elapsed() >= BEAT) {
            self.told = Some(Instant::now());
            let _ = self.to.send((self.number, Message::Progress(*progress)));
        }
    }
}

/// Where a strategy works: others get it when it has ended, and be it by a panic.
struct Place {
    number: usize,
    to: Sender<(usize, Message)>,
    pace: Arc<Pace>,
    /// Who gets its core.
    free_core: Option<Arc<Baton>>,
    ended: Option<Result<Outcome, StartError>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let failed = || Err(StartError { message: "the strategy failed".to_owned(), hint: None });
        let ended = Box::new(self.ended.take().unwrap_or_else(failed));
        let _ = self.to.send((self.number, Message::Ended(ended)));
        self.pace.end();
        if let Some(baton) = &self.free_core {
            baton.widen();
        }
    }
}

/// One lane of the race.
struct Lane {
    contestant: Contestant,
    pace: Arc<Pace>,
    stop: Arc<AtomicBool>,
    tests: Vec<Told>,
    ended: Option<Result<Outcome, StartError>>,
    /// Whether it took too long to be waited for.
    is_given_up: bool,
}

impl Lane {
    fn decision(&self) -> Option<Verdict> {
        let outcome = self.ended.as_ref()?.as_ref().ok()?;
        let decided = match outcome.verdict {
            Verdict::Reachable | Verdict::Unreachable => true,
            Verdict::Explored => outcome.complete && self.contestant != Contestant::Joined,
            Verdict::Unknown | Verdict::Stopped => false,
        };
        decided.then_some(outcome.verdict)
    }

    /// Whether it may decide with so much on its account, and be before this one.
    fn may_be_first(&self, account: u64, least: u64) -> bool {
        let may_decide = self.ended.is_none() && self.contestant != Contestant::Joined;
        may_decide && account <= least
    }

    /// Forgets how it ended where the race was over before that by the count: elsewhere it may not have come so far.
    /// Says whether its work counted.
    fn settle(&mut self, over: &Over) -> bool {
        let most = over.most(self);
        let is_within = self.pace.head_start() < most && self.pace.account() <= most;
        if !is_within {
            self.ended = None;
        }
        is_within
    }

    /// The tests as they were when so much was on the account.
    fn tests_within(&self, most: u64) -> impl Iterator<Item = &Told> {
        let told = self.tests.iter().filter(|told| told.account <= most);
        let latest: BTreeMap<usize, &Told> = told.map(|told| (told.index, told)).collect();
        latest.into_values()
    }

    fn attempt(&self, over: &Over, is_within: bool) -> Attempt {
        let ended = match &self.ended {
            None if self.is_given_up => "not waited for, though it had done less".to_owned(),
            None if self.pace.head_start() >= over.end(self) => NOT_NEEDED.to_owned(),
            None => "ended by the others".to_owned(),
            Some(Err(error)) => error.message.clone(),
            Some(Ok(_)) if self.decision().is_some() => "decided it".to_owned(),
            Some(Ok(outcome)) if outcome.incomplete.is_empty() => "has nothing left".to_owned(),
            Some(Ok(outcome)) => {
                let reasons: BTreeSet<&str> =
                    outcome.incomplete.keys().map(|(reason, _)| reason.as_str()).collect();
                let reasons: Vec<&str> = reasons.into_iter().take(SHOWN_REASONS).collect();
                format!("not complete: {}", reasons.join(", "))
            }
        };
        let is_told = self.ended.is_some() || self.is_given_up || over.decided_at.is_none();
        let work = (is_within && is_told).then(|| self.pace.work() / UNIT);
        Attempt { contestant: self.contestant, work, ended }
    }
}

/// The strategies that look for a goal.
fn contestants(
    image: &Image,
    entry: Func,
    goal: &Goal,
    options: &Options,
    joined: Option<&Program>,
) -> Vec<Contestant> {
    let mut all = vec![Contestant::Dart];
    let has_target = matches!(goal, Goal::Places(_));
    if !has_target {
        all.push(Contestant::Merge);
    }
    if !has_target || has_calls_to_compose(&image.program, entry) {
        all.push(Contestant::Demand);
    }
    if has_target && options.loops == Loops::Abstract {
        all.push(Contestant::Loops);
    }
    if *goal == Goal::All && joined.is_some() {
        all.push(Contestant::Joined);
    }
    if has_target {
        all.push(Contestant::Merge);
    }
    all
}

/// What became of a strategy in a race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    /// Which one.
    pub contestant: Contestant,
    /// The work it did, in thousands of ticks ([`pathweave_term::work`]); `None` where the race was over before by the
    /// count, so that it did more or less of it by accident.
    pub work: Option<u64>,
    /// How it ended, in words.
    pub ended: String,
}

/// The outcome of a race.
#[derive(Debug)]
pub struct Race {
    /// That of the winner, with what others added.
    pub outcome: Outcome,
    /// The winner.
    pub winner: Contestant,
    /// All strategies.
    pub attempts: Vec<Attempt>,
    /// Functions with decisions that were joined for a strategy, and how many.
    pub joined: Vec<(String, usize)>,
}

/// Looks for a target, or explores all, by several strategies; says which one decided it.
pub fn race(
    image: &Image,
    entry: Func,
    goal: &Goal,
    options: &Options,
    jobs: usize,
    observer: &mut dyn Observer,
) -> Result<Race, StartError> {
    let started = Instant::now();
    observer.started();
    let explained = if options.explain { explain(image, entry, goal, options)? } else { None };
    let explanation = match explained {
        Some((turn, work)) if turn.is_decided => {
            for (index, test) in turn.outcome.tests.iter().enumerate() {
                let bug = turn.outcome.bugs.iter().find(|bug| bug.test == index);
                observer.test(index, test, bug);
            }
            let contestant = Contestant::Loops;
            let ended = "decided it alone".to_owned();
            let attempt = Attempt { contestant, work: Some(work), ended };
            let (outcome, attempts) = (turn.outcome, vec![attempt]);
            return Ok(Race { outcome, winner: contestant, attempts, joined: Vec::new() });
        }
        explained => explained.and_then(|(turn, _)| turn.outcome.explanation),
    };
    let joined = joined(image, goal);
    let all = contestants(image, entry, goal, options, joined.as_ref());
    let is_joined = |contestant: Contestant| match contestant {
        Contestant::Dart | Contestant::Merge => joined.is_some() && *goal != Goal::All,
        Contestant::Joined => true,
        Contestant::Demand | Contestant::Loops => false,
    };
    let takes_turns = jobs < all.len();
    // Where all is to be explored, plain search keeps a core, and the others share what is left.
    let keeps_core = *goal == Goal::All && jobs >= 2;
    let shared = if keeps_core { jobs - 1 } else { jobs.max(1) };
    let baton = takes_turns.then(|| Arc::new(Baton::new(shared)));
    let alone = if keeps_core { ALONE } else { HEAD_START };
    let (to, from) = channel();
    let news = Arc::default();
    let lane_count = all.len();
    let mut lanes: Vec<Lane> = Vec::new();
    for (number, contestant) in all.into_iter().enumerate() {
        let stop = Arc::new(AtomicBool::new(false));
        let own_baton = baton.clone().filter(|_| number > 0 || !keeps_core);
        let pace = Pace::new(number, Arc::clone(&stop), own_baton);
        let (head_start, dear, patience) = match (goal, contestant) {
            (Goal::All, Contestant::Dart) => (0, 1, 0),
            (Goal::All, Contestant::Demand) => (HEAD_START, DEAR_COMPOSED, 0),
            (Goal::All, Contestant::Joined) => (LONG_HEAD_START, 1, 0),
            (Goal::All, _) => (HEAD_START, 1, 0),
            (_, Contestant::Dart) => (0, DEAR_PLAIN, HEAD_START),
            // Both beside composition would be too many.
            (_, Contestant::Merge | Contestant::Loops) if lane_count > 3 => {
                (0, DEAR_BESIDE, HEAD_START)
            }
            _ => (0, 1, 0),
        };
        let pace = pace.with_head_start(head_start).dear_after(dear, patience);
        let pace = Arc::new(pace);
        let ahead = lanes.first().filter(|_| *goal == Goal::All).map(|lane| Arc::clone(&lane.pace));
        let mut own = options.clone();
        own.stop = Arc::clone(&stop);
        own.pace = Some(Arc::clone(&pace));
        own.store = options.store.as_ref().map(|store| store.apart(number, &news));
        if contestant != Contestant::Loops {
            own.loops = Loops::Unroll;
        }
        let program = match &joined {
            Some(joined) if is_joined(contestant) => joined.clone(),
            _ => image.program.clone(),
        };
        let start = Start {
            program,
            checks: image.checks,
            entry,
            goal: goal.clone(),
            options: own,
            contestant,
        };
        let reporter = Reporter { number, pace: Arc::clone(&pace), to: to.clone(), told: None };
        let own_pace = Arc::clone(&pace);
        let free_core = baton.clone().filter(|_| number == 0 && keeps_core);
        let alone = if contestant == Contestant::Joined { LONG_HEAD_START } else { alone };
        let to = to.clone();
        let run = move || {
            let mut place = Place { number, to, pace: own_pace, free_core, ended: None };
            let may_start = ahead.is_none_or(|ahead| place.pace.follow(&ahead, alone));
            let mut reporter = reporter;
            place.ended = Some(if may_start {
                place.pace.begin();
                let ended = start.run(&mut reporter);
                work::publish();
                if ended.as_ref().is_ok_and(is_open) {
                    place.pace.leave_open();
                }
                ended
            } else {
                Err(StartError { message: NOT_NEEDED.to_owned(), hint: None })
            });
        };
        let name = contestant.name().to_owned();
        let thread = std::thread::Builder::new().name(name).stack_size(STACK).spawn(run);
        let ended = match thread {
            Ok(_) => None,
            Err(error) => Some(Err(StartError {
                message: format!("no thread for a strategy: {error}"),
                hint: Some("`--strategy dart` needs none".to_owned()),
            })),
        };
        let (tests, is_given_up) = (Vec::new(), false);
        lanes.push(Lane { contestant, pace, stop, tests, ended, is_given_up });
    }
    drop(to);
    let is_real = |lane: &Lane| {
        *goal == Goal::All || !is_joined(lane.contestant) || {
            let outcome = lane.ended.as_ref().and_then(|ended| ended.as_ref().ok());
            outcome.is_none_or(|outcome| is_confirmed(image, entry, options, goal, outcome))
        }
    };
    // What plain search finds is kept at once: a run that explores all may be long.
    let telling: (&dyn Fn(&Lane) -> bool, bool) = (&is_real, *goal == Goal::All);
    let over = referee(&mut lanes, &from, options, started, observer, telling);
    for lane in &lanes {
        lane.stop.store(true, Ordering::Relaxed);
    }
    let settle = |(number, lane): (usize, &mut Lane)| {
        let is_within = number == over.winner || lane.settle(&over);
        lane.attempt(&over, is_within)
    };
    let mut attempts: Vec<Attempt> = lanes.iter_mut().enumerate().map(settle).collect();
    if lanes.iter().all(|lane| lane.contestant != Contestant::Demand) {
        let ended = "not started: no function with decisions is called".to_owned();
        attempts.push(Attempt { contestant: Contestant::Demand, work: None, ended });
    }
    let lane = lanes.swap_remove(over.winner);
    for told in &lane.tests {
        observer.test(told.index, &told.test, told.bug.as_ref());
    }
    let is_decided = lane.decision().is_some();
    // What was found is looked at again even when the time is over, but not for long.
    let mut late = options.clone();
    let end = Instant::now() + LATE;
    late.deadline = match options.deadline {
        None if options.stop.load(Ordering::Relaxed) => Some(end),
        deadline => deadline.map(|deadline| deadline.max(end)),
    };
    late.stop = Arc::new(AtomicBool::new(false));
    let options = &late;
    let mut outcome = lane.ended.expect("the winner has ended")?;
    if is_joined(lane.contestant) {
        recount(image, entry, options, goal, &mut outcome);
    }
    if *goal == Goal::All && (!is_decided || lanes.iter().any(|lane| !lane.tests.is_empty())) {
        let known = outcome.tests.len();
        let mut adding = Adding::new(image, entry, options, &outcome);
        for lane in &lanes {
            adding.add(&mut outcome, lane.tests_within(over.end(lane)));
        }
        if is_decided && outcome.tests.len() > known {
            no_proof(&mut outcome, known);
        }
    }
    if outcome.functions.is_empty() {
        let composed = lanes.iter().find(|lane| lane.contestant == Contestant::Demand);
        if let Some(Some(Ok(composed))) = composed.map(|lane| &lane.ended) {
            outcome.functions.clone_from(&composed.functions);
        }
    }
    outcome.explanation = explanation.or(outcome.explanation);
    let joined = joined.as_ref().map_or_else(Vec::new, |joined| decisions_gone(image, joined));
    Ok(Race { outcome, winner: lane.contestant, attempts, joined })
}

/// The conditions of loops alone, before the race: what is to be explained, maybe the answer, and the
/// work it took.
fn explain(
    image: &Image,
    entry: Func,
    goal: &Goal,
    options: &Options,
) -> Result<Option<(Turn, u64)>, StartError> {
    let before = work::done();
    let mut turns = Turns::new(FIRST_BEFORE_PATHS, options);
    let turn = take_turn(image, entry, goal, options, &mut turns, &mut TermStore::new())?;
    let work = (work::done() - before) / UNIT;
    Ok(turn.map(|turn| (turn, work)))
}

/// How many decisions a function has.
fn decisions(program: &Program, func: Func) -> usize {
    let body = program.functions[func].body.as_ref();
    let blocks = body.into_iter().flat_map(|body| body.blocks.values());
    let decides = |block: &&BlockData| {
        matches!(block.terminator, Terminator::Branch { .. } | Terminator::Switch { .. })
    };
    blocks.filter(decides).count()
}

/// Whether a function with decisions is called: the paths of one function are no fewer for being composed.
fn has_calls_to_compose(program: &Program, entry: Func) -> bool {
    let calls = CallGraph::new(program);
    let below = calls.reachable_from(calls.callees(entry).iter().copied());
    below.into_iter().any(|func| decisions(program, func) > 0)
}

/// How many decisions fewer functions have in the joined program.
fn decisions_gone(image: &Image, joined: &Program) -> Vec<(String, usize)> {
    let program = &image.program;
    let own = program.functions.keys().filter(|&f| program.functions[f].origin == Origin::Program);
    own.filter_map(|func| {
        let gone = decisions(program, func).saturating_sub(decisions(joined, func));
        (gone > 0).then(|| (program.functions[func].source_name.clone(), gone))
    })
    .collect()
}

/// Adds what other strategies found to an outcome.
struct Adding<'a> {
    image: &'a Image,
    entry: Func,
    options: &'a Options,
    branches: Branches,
    callable: BTreeSet<Func>,
}

impl<'a> Adding<'a> {
    fn new(image: &'a Image, entry: Func, options: &'a Options, outcome: &Outcome) -> Self {
        let mut branches = Branches::new(image);
        coverage::forget(image);
        for (index, test) in outcome.tests.iter().enumerate() {
            rerun(image, entry, options, &Goal::All, test);
            branches.credit(image, Some(index));
        }
        Self { image, entry, options, branches, callable: coverage::callable(image, entry) }
    }

    /// Adds the tests of another strategy that find a bug or cover a branch which nothing did yet,
    /// by what they do on the program itself.
    fn add<'t>(&mut self, outcome: &mut Outcome, others: impl Iterator<Item = &'t Told>) {
        let is_covered = |branch: &BranchOutcome| branch.verdict == BranchVerdict::Covered;
        for Told { test, after, .. } in others {
            if self.options.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
            let index = outcome.tests.len();
            let run = rerun(self.image, self.entry, self.options, &Goal::All, test);
            self.branches.credit(self.image, Some(index));
            let seen =
                self.branches.outcomes(self.image, &self.callable, false, &outcome.incomplete);
            let news: Vec<usize> = (0..seen.len().min(outcome.branches.len()))
                .filter(|&k| is_covered(&seen[k]) && !is_covered(&outcome.branches[k]))
                .collect();
            let mut test = test.clone();
            test.found_after = *after;
            let mut bug = None;
            if let Some(Stop::Finding(finding)) = run.map(|run| run.stop) {
                test.end_in(&finding);
                bug = Some(*finding).filter(|finding| !is_known(outcome, finding));
            }
            if news.is_empty() && bug.is_none() {
                continue;
            }
            let counted = news.iter().filter(|&&k| seen[k].is_counted).count();
            outcome.coverage.branches_covered += counted as u64;
            for k in news {
                outcome.branches[k] = BranchOutcome { test: Some(index), ..seen[k].clone() };
            }
            outcome.tests.push(test);
            outcome.bugs.extend(bug.map(|finding| FoundBug { finding, test: index }));
        }
        let measured = coverage::measure(self.image, &self.callable);
        outcome.coverage.lines_covered.extend(measured.lines_covered);
    }
}

/// Tests from `known` on do what a strategy that was complete called impossible: one of the two is wrong, and what was run is
/// not.
fn no_proof(outcome: &mut Outcome, known: usize) {
    let is_new = |test: Option<usize>| test.is_some_and(|test| test >= known);
    let bugs = outcome.bugs.iter().filter(|bug| is_new(Some(bug.test)));
    let mut places: BTreeSet<String> = bugs.map(|bug| bug.finding.place().to_string()).collect();
    for branch in &mut outcome.branches {
        if is_new(branch.test) {
            places.insert(branch.place.clone());
        } else if branch.verdict == BranchVerdict::Infeasible {
            branch.verdict = BranchVerdict::Unknown("diverged".to_owned());
        }
    }
    (outcome.complete, outcome.verdict) = (false, Verdict::Stopped);
    for place in places {
        *outcome.incomplete.entry(("diverged".to_owned(), place)).or_default() += 1;
    }
}

fn is_known(outcome: &Outcome, finding: &Finding) -> bool {
    outcome.bugs.iter().any(|known| known.finding.key() == finding.key())
}

/// The program with its decisions joined, where there is something to join and bugs are not all
/// that is looked for. Functions with a place to look for stay as they are, and so do the places.
fn joined(image: &Image, goal: &Goal) -> Option<Program> {
    let kept: BTreeSet<Func> = match goal {
        Goal::Places(places) => places.iter().map(|&(func, _)| func).collect(),
        Goal::All => BTreeSet::new(),
        Goal::Error => return None,
    };
    let mut program = image.program.clone();
    let count = pathweave_ir::join(&mut program, &kept, image.checks.overflow);
    (count > 0).then_some(program)
}

/// Whether what was found in the joined program holds for the program itself: an input that
/// gets to the target does so there.
fn is_confirmed(
    image: &Image,
    entry: Func,
    options: &Options,
    goal: &Goal,
    outcome: &Outcome,
) -> bool {
    outcome.verdict != Verdict::Reachable
        || outcome
            .tests
            .iter()
            .filter(|test| test.reaches_target)
            .any(|test| rerun(image, entry, options, goal, test).is_some_and(|run| run.reached))
}

/// Says of the program itself what is covered: what the tests cover, since the joined program
/// executes what no path does.
fn recount(image: &Image, entry: Func, options: &Options, goal: &Goal, outcome: &mut Outcome) {
    let mut branches = Branches::new(image);
    // An input of a strategy that lost may have been tried here.
    coverage::forget(image);
    for (index, test) in outcome.tests.iter().enumerate() {
        rerun(image, entry, options, goal, test);
        branches.credit(image, Some(index));
    }
    goal.unwatch(image);
    let callable = coverage::callable(image, entry);
    outcome.coverage = coverage::measure(image, &callable);
    outcome.branches = branches.outcomes(image, &callable, false, &outcome.incomplete);
}

/// What a thread begins with.
struct Start {
    program: Program,
    checks: Checks,
    entry: Func,
    goal: Goal,
    options: Options,
    contestant: Contestant,
}

impl Start {
    fn run(self, observer: &mut dyn Observer) -> Result<Outcome, StartError> {
        let image = Image::new(self.program, self.checks)
            .map_err(|error| StartError { message: error.message, hint: None })?;
        match self.contestant {
            Contestant::Dart | Contestant::Loops | Contestant::Joined => {
                explore(&image, self.entry, self.goal, self.options, observer)
            }
            Contestant::Merge => {
                merged::explore(&image, self.entry, self.goal, self.options, observer)
            }
            Contestant::Demand => {
                let strategy = Strategy::Demand;
                compose::explore(&image, self.entry, self.goal, self.options, strategy, observer)
            }
        }
    }
}

/// Plain search has ended without being complete.
#[derive(Clone, Copy)]
struct Unfinished {
    /// What was on its account.
    account: u64,
    /// Whether it left open what others may do.
    is_open: bool,
}

impl Unfinished {
    /// The account up to which a strategy is waited for: whoever is complete before that is first.
    fn most(self, lane: &Lane) -> u64 {
        match lane.contestant {
            Contestant::Joined => {
                let more = self.account.saturating_sub(LONG_HEAD_START) / JOINED_SHARE;
                LONG_HEAD_START + more
            }
            _ if self.is_open => self.account.max(HEAD_START + LEAST_SHARE),
            _ => self.account,
        }
    }
}

/// How a race ended.
struct Over {
    /// The number of the winner, who has ended.
    winner: usize,
    /// Whether plain search, being that, was not complete by itself: how much others could add.
    unfinished: Option<Unfinished>,
    /// What was on the account of who decided it.
    decided_at: Option<u64>,
}

impl Over {
    fn undecided(winner: usize, unfinished: Option<Unfinished>) -> Self {
        Self { winner, unfinished, decided_at: None }
    }

    /// What may be on the account of a strategy when the race is over.
    fn end(&self, lane: &Lane) -> u64 {
        let others = self.unfinished.map_or(u64::MAX, |unfinished| unfinished.most(lane));
        self.decided_at.unwrap_or(others)
    }

    /// The account up to which it counts how a strategy ended.
    fn most(&self, lane: &Lane) -> u64 {
        // It decides nothing, and is not waited for.
        let is_awaited = self.decided_at.is_none() || lane.contestant != Contestant::Joined;
        if is_awaited { self.end(lane) } else { 0 }
    }
}

/// Waits for the race to be over. Without a decision the winner
/// is the first strategy, which ends at the latest when the time is over.
fn referee(
    lanes: &mut [Lane],
    from: &Receiver<(usize, Message)>,
    options: &Options,
    started: Instant,
    observer: &mut dyn Observer,
    (is_real, is_live): (&dyn Fn(&Lane) -> bool, bool),
) -> Over {
    let mut given_up: Option<Instant> = None;
    let give_up = || {
        let now = Instant::now();
        now + match options.solver {
            Some(_) => GRACE.max((now - started) / 8),
            None => PATIENCE.max(now - started),
        }
    };
    loop {
        let mut heard = from.recv_timeout(BEAT);
        // What was told before there was so much on the accounts is heard before anything is concluded from them.
        let seen: Vec<u64> = lanes.iter().map(|lane| lane.pace.account()).collect();
        while let Ok((number, mut message)) = heard {
            let has_ended = matches!(message, Message::Ended(_));
            if let Message::Test(told) = &mut message {
                told.after = started.elapsed();
                if number == 0 && is_live {
                    observer.test(told.index, &told.test, told.bug.as_ref());
                }
            }
            take(lanes, number, message, observer);
            if has_ended && !is_real(&lanes[number]) {
                lanes[number].ended = Some(Err(not_confirmed(lanes[number].contestant)));
            }
            heard = from.recv_timeout(Duration::ZERO);
        }
        let is_stopped = options.stop.load(Ordering::Relaxed);
        if is_stopped {
            for lane in lanes.iter() {
                lane.stop.store(true, Ordering::Relaxed);
            }
        }
        let account = |(lane, seen): (&Lane, u64)| match lane.ended {
            Some(_) => lane.pace.account(),
            None => seen,
        };
        let accounts: Vec<u64> = lanes.iter().zip(seen).map(account).collect();
        let decided = |k: &usize| lanes[*k].decision().is_some();
        let is_late = options.deadline.is_some_and(|end| Instant::now() >= end);
        let first = (0..lanes.len()).filter(decided).map(|k| accounts[k]).min();
        let is_own_end = first.is_none_or(|first| accounts[0] <= first) && !is_late && !is_stopped;
        let unfinished = match &lanes[0].ended {
            Some(Ok(outcome)) if is_live && !outcome.complete && is_own_end => {
                Some(Unfinished { account: accounts[0], is_open: is_open(outcome) })
            }
            _ => None,
        };
        let most = |lane: &Lane| unfinished.map_or(u64::MAX, |unfinished| unfinished.most(lane));
        let counts = |k: &usize| decided(k) && accounts[*k] <= most(&lanes[*k]);
        let best = (0..lanes.len()).filter(counts).min_by_key(|&k| (accounts[k], k));
        let Some(best) = best else {
            if lanes.iter().all(|lane| lane.ended.is_some()) {
                // Nothing was decided: what the first one that got anywhere found.
                let fine = lanes.iter().position(|lane| matches!(lane.ended, Some(Ok(_))));
                return Over::undecided(fine.unwrap_or(0), unfinished);
            }
            if is_live && matches!(lanes[0].ended, Some(Ok(_))) {
                lanes[1..].iter().for_each(|lane| lane.pace.allow(most(lane)));
                let is_awaited =
                    |k: &usize| lanes[*k].ended.is_none() && accounts[*k] <= most(&lanes[*k]);
                let awaited: Vec<usize> = (0..lanes.len()).filter(is_awaited).collect();
                let is_hasty = Instant::now() >= *given_up.get_or_insert_with(give_up);
                if awaited.is_empty() || is_hasty {
                    awaited.into_iter().for_each(|k| lanes[k].is_given_up = true);
                    return Over::undecided(0, unfinished);
                }
            }
            continue;
        };
        let least = accounts[best];
        // It may end, and what was decided so late would not count.
        let may_end = is_live && lanes[0].ended.is_none() && accounts[0] <= least;
        for lane in lanes.iter().take(if may_end { 1 } else { usize::MAX }) {
            if lane.ended.is_none() {
                let decides = lane.contestant != Contestant::Joined;
                lane.pace.allow(if decides { least } else { 0 });
            }
        }
        // A proof shows nothing that could be another one's.
        let is_proved = lanes[best].decision() == Some(Verdict::Unreachable);
        let is_open = (0..lanes.len()).any(|k| lanes[k].may_be_first(accounts[k], least));
        let is_hasty = Instant::now() >= *given_up.get_or_insert_with(give_up);
        if is_proved || is_hasty || !is_open {
            for k in 0..lanes.len() {
                lanes[k].is_given_up = !is_proved && lanes[k].may_be_first(accounts[k], least);
            }
            return Over { winner: best, unfinished: None, decided_at: Some(least) };
        }
    }
}

/// Whether a search that has ended is not complete for a reason that others may not have: bounds and what
/// is not modelled are the same for all.
fn is_open(outcome: &Outcome) -> bool {
    let is_shared = |reason: &str| {
        let bounds = ["depth", "pointer-depth", "stack-depth", "instructions", "interrupted"];
        bounds.contains(&reason)
            || ["external", "unsupported"].iter().any(|what| reason.starts_with(what))
    };
    !outcome.complete && outcome.incomplete.keys().any(|(reason, _)| !is_shared(reason))
}

fn take(lanes: &mut [Lane], number: usize, message: Message, observer: &mut dyn Observer) {
    match message {
        Message::Test(told) => lanes[number].tests.push(*told),
        Message::Progress(progress) => observer.progress(&progress),
        Message::Ended(ended) => lanes[number].ended = Some(*ended),
    }
}

fn not_confirmed(contestant: Contestant) -> StartError {
    let name = contestant.name();
    StartError { message: format!("the input of `{name}` does not get there"), hint: None }
}
