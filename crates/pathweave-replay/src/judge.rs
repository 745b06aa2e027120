//! The claim of a test against how its native run ended.
//!
//! A run that cannot see what is claimed (an uninitialized read without MemorySanitizer, memory
//! errors without sanitizers) is *unjudged*, never *confirmed*.

use crate::gcov::Frame;
use crate::run::{Ended, Exit};
use crate::runtime::{DIVERGED, MARK};
use crate::sanitizer::{self, Report, Sources, is_source, same_file};
use pathweave_report::replay::{Outcome, Verdict};
use pathweave_report::{BugKind, Ends, Place, TestCase};

/// The exit code that sanitizers are told to use.
pub const SANITIZER_CODE: i32 = 97;

/// What the replay's library says of a call that only the interpreter can answer.
const NO_MEANING: &str = " has no native meaning";

/// How the run ended, and the other classes that a bug's report can mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// How.
    pub outcome: Outcome,
    /// Besides the outcome's own.
    pub also: &'static [BugKind],
    /// Where the run stood at its end, if that is known.
    pub stood: Place,
}

impl From<Outcome> for Seen {
    fn from(outcome: Outcome) -> Self {
        Self { outcome, also: &[], stood: Place::default() }
    }
}

/// How a run ended; `stack` is where it stood, for reports without a place.
pub fn outcome(ended: &Ended, stack: &[Frame], sources: &Sources) -> Seen {
    let mut seen = outcome_as_told(ended, sources);
    let mut places =
        stack.iter().map(|frame| Place { file: frame.file.clone(), line: frame.line, column: 0 });
    seen.stood = places.find(|place| is_source(place, sources)).unwrap_or_default();
    if let Outcome::Bug { place, .. } | Outcome::Crashed { place, .. } = &mut seen.outcome
        && place.line == 0
    {
        place.clone_from(&seen.stood);
    }
    seen
}

fn outcome_as_told(ended: &Ended, sources: &Sources) -> Seen {
    match ended.exit {
        Exit::TimedOut => Outcome::TimedOut.into(),
        Exit::OutOfMemory => Outcome::OutOfMemory.into(),
        Exit::Code(DIVERGED) if divergence(&ended.stderr).is_some() => {
            Outcome::Diverged(divergence(&ended.stderr).unwrap_or_default()).into()
        }
        Exit::Code(SANITIZER_CODE) | Exit::Signal(_) => died(ended, sources),
        Exit::Code(code) => Outcome::Exited(code).into(),
    }
}

fn divergence(stderr: &str) -> Option<String> {
    let lines = stderr.lines().rev();
    let mut found = lines.filter_map(|line| line.strip_prefix(MARK)?.strip_prefix("diverged: "));
    found.next().map(str::to_owned)
}

/// Whether the program asked for another input than the test has at that point.
fn is_other_input(reason: &str) -> bool {
    reason.contains("the test has ") && !reason.ends_with("the test has no more inputs")
}

fn died(ended: &Ended, sources: &Sources) -> Seen {
    if sanitizer::is_out_of_memory(&ended.stderr) {
        return Outcome::OutOfMemory.into();
    }
    if let Some(report) = sanitizer::read(&ended.stderr, sources) {
        let Report { kind, also, place, message } = report;
        let outcome = match kind {
            Some(kind) => Outcome::Bug { kind, place, message },
            None => Outcome::Crashed { message, place },
        };
        return Seen { also, ..Seen::from(outcome) };
    }
    match ended.exit {
        Exit::Signal(signal) => of_signal(signal),
        // The program's own exit code happens to be the sanitizers'.
        _ => Outcome::Exited(SANITIZER_CODE).into(),
    }
}

fn of_signal(signal: i32) -> Seen {
    let bug = |kind, message: &str, also| Seen {
        outcome: Outcome::Bug { kind, place: Place::default(), message: message.to_owned() },
        also,
        stood: Place::default(),
    };
    const STOPS: &[BugKind] = &[BugKind::AssertionFailure];
    const ACCESSES: &[BugKind] = &[
        BugKind::OutOfBoundsRead,
        BugKind::OutOfBoundsWrite,
        BugKind::UseAfterFree,
        BugKind::UninitializedRead,
    ];
    match signal {
        libc::SIGABRT => bug(BugKind::ReachedAbort, "abort", STOPS),
        libc::SIGILL | libc::SIGTRAP => bug(BugKind::ReachedAbort, "trap", STOPS),
        libc::SIGFPE => bug(BugKind::DivisionByZero, "SIGFPE", &[]),
        libc::SIGSEGV | libc::SIGBUS => bug(BugKind::NullDereference, "SIGSEGV", ACCESSES),
        libc::SIGXCPU => Outcome::TimedOut.into(),
        libc::SIGXFSZ => {
            let message = "a file grew beyond its limit".to_owned();
            Outcome::Crashed { message, place: Place::default() }.into()
        }
        // The system kills for reasons of its own.
        libc::SIGKILL => {
            let message = "killed by signal 9".to_owned();
            Outcome::Crashed { message, place: Place::default() }.into()
        }
        signal => bug(BugKind::ReachedAbort, &format!("killed by signal {signal}"), &[]),
    }
}

/// What the run had to see bugs with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// Address and undefined-behaviour sanitizers.
    Sanitizers,
    /// Nothing but signals.
    Signals,
}

/// Claim against outcome.
pub fn verdict(test: &TestCase, seen: &Seen, eyes: Eyes, sources: &Sources) -> Verdict {
    if let Outcome::NotRun(reason) = &seen.outcome {
        return Verdict::Unjudged(reason.clone());
    }
    let agrees = match (test.ends, &seen.outcome) {
        // Nothing is known about the code.
        (Ends::Returned, Outcome::Exited(_)) => true,
        (Ends::Exited(claimed), Outcome::Exited(code)) => claimed & 0xff == *code,
        // What comes after the cut is not claimed: more inputs, assumptions, any end.
        (Ends::Cut, Outcome::Diverged(reason)) => !is_other_input(reason),
        (Ends::Cut, _) => true,
        (Ends::Bug(claimed), Outcome::Bug { kind, place, .. }) => {
            let same_kind = claimed == *kind || seen.also.contains(&claimed);
            // The text of an assertion is the program's: harnesses have lines of other files there.
            let stood = claimed == BugKind::AssertionFailure
                && seen.stood.line != 0
                && same_place(&test.place, &seen.stood, sources);
            same_kind && (stood || same_place(&test.place, place, sources))
        }
        _ => false,
    };
    if agrees {
        return Verdict::Confirmed;
    }
    if let Outcome::Diverged(reason) = &seen.outcome
        && reason.contains(NO_MEANING)
    {
        return Verdict::Unjudged(reason.clone());
    }
    if let (Ends::Bug(claimed), Outcome::Exited(_)) = (test.ends, &seen.outcome)
        && let Some(reason) = unseen(claimed, eyes)
    {
        return Verdict::Unjudged(reason.to_owned());
    }
    if test.external {
        let reason = "it depends on an answer from outside the program, which was another one";
        return Verdict::Unjudged(reason.to_owned());
    }
    let place = match test.place.line {
        0 => String::new(),
        _ => format!(" at {}", test.place),
    };
    Verdict::Differs(format!("should be: {}{place}; natively: {}", test.ends, seen.outcome))
}

/// Why a native run can go on past a bug of this class.
fn unseen(kind: BugKind, eyes: Eyes) -> Option<&'static str> {
    match (kind, eyes) {
        (BugKind::UninitializedRead, _) => {
            Some("reads of uninitialized memory are not seen natively")
        }
        (BugKind::MemoryLeak, _) => Some("leaks are not looked for natively"),
        (BugKind::AssertionFailure | BugKind::ReachedAbort | BugKind::DivisionByZero, _) => None,
        (_, Eyes::Signals) => Some("without sanitizers this class of bug is not seen natively"),
        (
            BugKind::OutOfBoundsRead | BugKind::OutOfBoundsWrite | BugKind::UseAfterFree,
            Eyes::Sanitizers,
        ) => Some("sanitizers only see accesses close to an object; the native run went on"),
        (_, Eyes::Sanitizers) => None,
    }
}

/// Lines must agree where both are known.
fn same_place(claimed: &Place, seen: &Place, sources: &Sources) -> bool {
    if claimed.line == 0 || seen.line == 0 {
        return true;
    }
    claimed.line == seen.line && same_file(&claimed.file, &seen.file, &sources.directory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use std::time::Duration;

    fn sources() -> Sources {
        Sources { directory: PathBuf::from("."), ours: PathBuf::from("/nowhere") }
    }

    fn judged(ends: Ends, line: u32, exit: Exit, stderr: &str) -> Verdict {
        let ended = Ended { exit, stderr: stderr.into(), wall: Duration::ZERO };
        judged_at(ends, line, &ended, &[])
    }

    fn judged_at(ends: Ends, line: u32, ended: &Ended, stack: &[Frame]) -> Verdict {
        let mut test = TestCase::new("main", Vec::new());
        test.ends = ends;
        test.place = Place { file: "a.c".into(), line, column: 1 };
        let seen = outcome(ended, stack, &sources());
        verdict(&test, &seen, Eyes::Sanitizers, &sources())
    }

    fn differs(verdict: &Verdict) -> bool {
        matches!(verdict, Verdict::Differs(_))
    }

    #[test]
    fn ends_are_compared() {
        assert_eq!(judged(Ends::Returned, 1, Exit::Code(7), ""), Verdict::Confirmed);
        assert_eq!(judged(Ends::Exited(-1), 1, Exit::Code(255), ""), Verdict::Confirmed);
        assert!(differs(&judged(Ends::Exited(1), 1, Exit::Code(0), "")));
        assert!(differs(&judged(Ends::Returned, 1, Exit::TimedOut, "")));
        assert!(differs(&judged(Ends::Returned, 1, Exit::Signal(11), "")));
        assert!(differs(&judged(Ends::Returned, 1, Exit::Code(113), "==pathweave== diverged: x")));
        // 113 without our line is the program's own.
        assert_eq!(judged(Ends::Returned, 1, Exit::Code(113), "x"), Verdict::Confirmed);
        assert_eq!(judged(Ends::Returned, 1, Exit::Code(97), "x"), Verdict::Confirmed);
        // A path that was cut may end in any way, but not ask for other inputs.
        assert_eq!(judged(Ends::Cut, 0, Exit::Code(3), ""), Verdict::Confirmed);
        assert_eq!(judged(Ends::Cut, 0, Exit::TimedOut, ""), Verdict::Confirmed);
        let diverged = |how: &str| {
            let text =
                format!("==pathweave== diverged: the program asks for x, the test has {how}");
            judged(Ends::Cut, 0, Exit::Code(113), &text)
        };
        assert_eq!(diverged("no more inputs"), Verdict::Confirmed);
        assert!(differs(&diverged("y")));
    }

    #[test]
    fn answers_from_outside_may_be_others() {
        let ended =
            |code| Ended { exit: Exit::Code(code), stderr: String::new(), wall: Duration::ZERO };
        let mut test = TestCase::new("main", Vec::new());
        (test.ends, test.external) = (Ends::Exited(5), true);
        let judged = |code| {
            let seen = outcome(&ended(code), &[], &sources());
            verdict(&test, &seen, Eyes::Sanitizers, &sources())
        };
        assert_eq!(judged(5), Verdict::Confirmed);
        assert!(matches!(judged(4), Verdict::Unjudged(_)));
    }

    #[test]
    fn bugs_need_class_and_line() {
        let text = "a.c:5:1: runtime error: division by zero\n";
        let division = Ends::Bug(BugKind::DivisionByZero);
        assert_eq!(judged(division, 5, Exit::Code(97), text), Verdict::Confirmed);
        assert!(differs(&judged(division, 6, Exit::Code(97), text)));
        assert!(differs(&judged(Ends::Bug(BugKind::DoubleFree), 5, Exit::Code(97), text)));
        assert!(differs(&judged(division, 5, Exit::Code(0), "")));
        // Too far out for a sanitizer; another bug instead is a difference all the same.
        let outside = Ends::Bug(BugKind::OutOfBoundsRead);
        assert!(matches!(judged(outside, 5, Exit::Code(0), ""), Verdict::Unjudged(_)));
        assert!(differs(&judged(outside, 5, Exit::Code(97), text)));
        let uninitialized = Ends::Bug(BugKind::UninitializedRead);
        assert!(matches!(judged(uninitialized, 5, Exit::Code(0), ""), Verdict::Unjudged(_)));
    }

    #[test]
    fn an_assertion_may_name_another_line_than_its_own() {
        // The file has to be there for a frame to count.
        let frame = |line| Frame { function: "f".into(), file: "Cargo.toml".into(), line };
        let text = "prog: other.c:9: f: Assertion `0' failed.\n";
        let ended =
            Ended { exit: Exit::Signal(libc::SIGABRT), stderr: text.into(), wall: Duration::ZERO };
        let judged = |claimed: u32, stood: u32| {
            let mut test = TestCase::new("main", Vec::new());
            test.ends = Ends::Bug(BugKind::AssertionFailure);
            test.place = Place { file: "Cargo.toml".into(), line: claimed, column: 1 };
            let seen = outcome(&ended, &[frame(stood)], &sources());
            verdict(&test, &seen, Eyes::Sanitizers, &sources())
        };
        assert_eq!(judged(10, 10), Verdict::Confirmed);
        assert!(differs(&judged(10, 11)));
    }

    #[test]
    fn what_only_the_interpreter_can_answer_is_not_judged() {
        let text =
            "==pathweave== diverged: klee_get_obj_size has no native meaning for this object";
        let verdict = judged(Ends::Exited(0), 1, Exit::Code(DIVERGED), text);
        assert!(matches!(verdict, Verdict::Unjudged(_)));
    }
}
