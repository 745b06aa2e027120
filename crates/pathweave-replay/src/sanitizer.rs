//! What a dying program says: reports of AddressSanitizer and UBSan, failed assertions, and the
//! lines of our own C side, as a class of bug and a place.
//!
//! The place is the first frame whose source exists and is the program's: frames of the
//! sanitizers, the C library and our own files have no source here.

use pathweave_report::{BugKind, Place};
use std::path::{Path, PathBuf};

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The class; `None` for what has none, such as an exhausted stack.
    pub kind: Option<BugKind>,
    /// Other classes that the same report can mean.
    pub also: &'static [BugKind],
    /// The place.
    pub place: Place,
    /// What it says.
    pub message: String,
}

/// Where sources are looked for.
#[derive(Clone, Debug)]
pub struct Sources {
    /// Where relative names start from.
    pub directory: PathBuf,
    /// Our own files, which are no sources of the program.
    pub ours: PathBuf,
}

const WILD: &[BugKind] = &[
    BugKind::OutOfBoundsRead,
    BugKind::OutOfBoundsWrite,
    BugKind::UseAfterFree,
    BugKind::NullDereference,
    BugKind::UninitializedRead,
];
const BOUNDS: &[BugKind] = &[BugKind::OutOfBoundsRead, BugKind::OutOfBoundsWrite];
const FREES: &[BugKind] = &[BugKind::DoubleFree, BugKind::InvalidFree, BugKind::UseAfterFree];
const STOPS: &[BugKind] = &[BugKind::AssertionFailure, BugKind::ReachedAbort];
const DIVISIONS: &[BugKind] = &[BugKind::DivisionByZero, BugKind::SignedOverflow];

/// Addresses below are accesses through a null pointer.
const NULL_ZONE: u64 = 1 << 16;

/// Reads standard error of a program that died. `None` when nothing is recognised.
pub fn read(stderr: &str, sources: &Sources) -> Option<Report> {
    let undefined = || read_undefined(stderr);
    let asserted = || read_assertion(stderr);
    let address = || read_address(stderr, sources);
    undefined().or_else(asserted).or_else(address)
}

/// `file:line:column: runtime error: what`
fn read_undefined(stderr: &str) -> Option<Report> {
    let line = stderr.lines().find(|line| line.contains(": runtime error: "))?;
    let (place, message) = line.split_once(": runtime error: ")?;
    let (kind, also) = undefined_kind(message);
    Some(Report { kind, also, place: parse_place(place), message: message.to_owned() })
}

fn undefined_kind(message: &str) -> (Option<BugKind>, &'static [BugKind]) {
    let says = |part: &str| message.contains(part);
    match () {
        () if says("division by zero") => (Some(BugKind::DivisionByZero), &[]),
        () if message.starts_with("division of") => (Some(BugKind::DivisionByZero), DIVISIONS),
        () if says("out of bounds for type") => (Some(BugKind::OutOfBoundsRead), BOUNDS),
        () if says("shift exponent") || says("left shift of") => {
            (Some(BugKind::ShiftOutOfRange), &[])
        }
        () if says("signed integer overflow") || says("negation of") => {
            (Some(BugKind::SignedOverflow), DIVISIONS)
        }
        () if says("null pointer") => (Some(BugKind::NullDereference), &[]),
        () if says("unreachable program point") => (Some(BugKind::ReachedAbort), STOPS),
        () => (None, &[]),
    }
}

/// glibc's `program: file:line: function: Assertion ... failed.`, and our own lines.
fn read_assertion(stderr: &str) -> Option<Report> {
    let failed = |line: &&str| line.contains(": Assertion `") && line.ends_with(" failed.");
    if let Some(line) = stderr.lines().find(failed) {
        let (front, message) = line.split_once(": Assertion `")?;
        let place = assertion_place(front);
        let message = format!("Assertion `{message}");
        return Some(Report { kind: Some(BugKind::AssertionFailure), also: STOPS, place, message });
    }
    let mark = crate::runtime::MARK;
    let error = stderr.lines().find_map(|line| line.strip_prefix(mark)?.strip_prefix("error: "));
    if let Some(text) = error {
        let (place, message) = text.split_once(": ").unwrap_or((text, ""));
        let place = parse_place(place);
        let message = message.to_owned();
        return Some(Report { kind: Some(BugKind::ReachedAbort), also: STOPS, place, message });
    }
    None
}

/// `program: file:line: function`, where names may hold colons.
fn assertion_place(front: &str) -> Place {
    let parts: Vec<&str> = front.split(": ").collect();
    let with_line = parts.iter().rev().map(|part| parse_place(part)).find(|place| place.line > 0);
    with_line.unwrap_or_default()
}

fn read_address(stderr: &str, sources: &Sources) -> Option<Report> {
    let at = stderr.find("ERROR: AddressSanitizer: ")?;
    let report = &stderr[at..];
    let message = report.lines().next()?.trim_start_matches("ERROR: AddressSanitizer: ");
    let message = message.split(" (pc ").next().unwrap_or(message).to_owned();
    let (kind, also) = address_kind(&message, report);
    let place = first_frame(report, sources);
    Some(Report { kind, also, place, message })
}

fn address_kind(message: &str, report: &str) -> (Option<BugKind>, &'static [BugKind]) {
    let begins = |part: &str| message.starts_with(part);
    let word = message.split(' ').next().unwrap_or("");
    match () {
        () if word.contains("use-after-") => (Some(BugKind::UseAfterFree), &[]),
        () if begins("attempting double-free") => (Some(BugKind::DoubleFree), FREES),
        // What lies on the stack or in a variable was allocated by nobody.
        () if begins("attempting free on") || word == "alloc-dealloc-mismatch" => {
            (Some(BugKind::InvalidFree), FREES)
        }
        () if word.contains("overflow-")
            || word.ends_with("-overflow") && word != "stack-overflow" =>
        {
            (Some(access(report)), &[])
        }
        () if word.contains("underflow") || word == "unknown-crash" => (Some(access(report)), WILD),
        () if word.starts_with("negative-size-param") => (Some(access(report)), BOUNDS),
        () if is_raised(report) => (Some(BugKind::ReachedAbort), STOPS),
        () if word == "SEGV" || word == "BUS" => deadly_access(message, report),
        () if word == "FPE" => (Some(BugKind::DivisionByZero), DIVISIONS),
        () if word == "ABRT" || word == "ILL" || word == "TRAP" => {
            (Some(BugKind::ReachedAbort), STOPS)
        }
        () => (None, &[]),
    }
}

/// Whether the signal is the program's own.
fn is_raised(report: &str) -> bool {
    let raises = |line: &str| line.contains(" in raise ") || line.contains(" in gsignal ");
    report.lines().take(8).any(raises)
}

fn access(report: &str) -> BugKind {
    let write = report.lines().take(6).any(|line| {
        line.starts_with("WRITE of size") || line.contains("caused by a WRITE memory access")
    });
    if write { BugKind::OutOfBoundsWrite } else { BugKind::OutOfBoundsRead }
}

/// Near zero it is the null pointer; elsewhere the class cannot be told for sure.
fn deadly_access(message: &str, report: &str) -> (Option<BugKind>, &'static [BugKind]) {
    let address = message.split("address ").nth(1).and_then(|rest| {
        let digits = rest.strip_prefix("0x")?;
        let digits: String = digits.chars().take_while(char::is_ascii_hexdigit).collect();
        u64::from_str_radix(&digits, 16).ok()
    });
    let high = report.lines().take(6).any(|line| line.contains("high value address"));
    let frees = |line: &str| line.contains(" in free ") || line.contains(" in realloc ");
    match address {
        // The allocator itself died of what it was given.
        _ if report.lines().take(8).any(frees) => (Some(BugKind::InvalidFree), FREES),
        Some(address) if address < NULL_ZONE && !high => (Some(BugKind::NullDereference), &[]),
        _ => (Some(access(report)), WILD),
    }
}

/// Whether the report is about memory or a stack that is used up.
pub fn is_out_of_memory(stderr: &str) -> bool {
    let words =
        ["rss limit exhausted", "AddressSanitizer: out of memory", "allocator is out of memory"];
    words.iter().any(|words| stderr.contains(words))
}

/// The place of the first `#n 0x… in function file:line:column` with a source of the program.
fn first_frame(report: &str, sources: &Sources) -> Place {
    let frames = report.lines().skip_while(|line| !line.trim_start().starts_with("#0 "));
    let frames = frames.take_while(|line| line.trim_start().starts_with('#'));
    let places = frames.filter_map(|line| line.split_once(" in ")).map(|(_, rest)| {
        // The function's name has no spaces in C.
        parse_place(rest.split_once(' ').map_or("", |(_, place)| place))
    });
    places.into_iter().find(|place| is_source(place, sources)).unwrap_or_default()
}

/// Whether a place is in a file of the program.
pub fn is_source(place: &Place, sources: &Sources) -> bool {
    let path = sources.directory.join(&place.file);
    place.line > 0 && path.is_file() && !path.starts_with(&sources.ours)
}

/// `file:line:column` or `file:line`; an empty place when it is neither.
pub fn parse_place(text: &str) -> Place {
    let number = |text: &str| text.parse::<u32>().ok();
    let Some((front, last)) = text.trim().rsplit_once(':') else { return Place::default() };
    let Some(last) = number(last) else { return Place::default() };
    match front.rsplit_once(':').map(|(file, middle)| (file, number(middle))) {
        Some((file, Some(line))) => Place { file: file.to_owned(), line, column: last },
        _ => Place { file: front.to_owned(), line: last, column: 0 },
    }
}

/// Whether two names mean the same file: the same after resolving, or the same last part when
/// one of them cannot be found.
pub fn same_file(left: &str, right: &str, directory: &Path) -> bool {
    let resolved = |name: &str| directory.join(name).canonicalize().ok();
    match (resolved(left), resolved(right)) {
        (Some(left), Some(right)) => left == right,
        _ => Path::new(left).file_name() == Path::new(right).file_name(),
    }
}

#[cfg(test)]
mod tests;
