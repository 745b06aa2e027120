//! `--since`: the tests that a change calls for.
//!
//! Every `test` run writes down what its program was (a fingerprint of each function) and what each of
//! its tests does, in `behaviour` of its output directory and in the store. With `--since` the tests of
//! the earlier run are run on the program as it is now; those that do something else are tests of this
//! run, with what differs. Of the tests found now, those are left that call a changed function
//! and are not among the earlier ones.

use crate::flags::ExploreFlags;
use crate::subject::{ResultKind, Subject};
use pathweave_exec::Image;
use pathweave_explore::Options;
use pathweave_explore::memo::{Behaviour, behave};
use pathweave_ir::{CallGraph, Fingerprints, FloatKind, Func, Origin, Type};
use pathweave_llvm::InputError;
use pathweave_report::exploration::{ChangeEntry, ChangeSummary};
use pathweave_report::{Ends, TestCase};
use pathweave_store::{Key, Kind, Mode, Store, is_store};
use pathweave_term::portable::{Reader, Writer};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The file of an output directory.
pub const FILE: &str = "behaviour";
/// Part of every key and file.
const VERSION: u64 = 2;

/// A test and what it does.
struct KnownTest {
    test: TestCase,
    ends: String,
    output: Vec<u8>,
    returned: Option<u128>,
}

/// What a program was.
#[derive(Default)]
pub struct Known {
    /// The fingerprints of each function: alone, and with what it calls.
    functions: BTreeMap<String, (u128, u128)>,
    tests: Vec<KnownTest>,
}

/// What a run's program is kept under.
pub fn key(flags: &ExploreFlags) -> Key {
    let inputs: Vec<String> =
        flags.input.inputs.iter().map(|path| path.display().to_string()).collect();
    Key::of_parts(&[b"program", flags.entry.as_bytes(), inputs.join("\n").as_bytes()])
}

/// What an earlier run wrote down.
pub fn read_earlier(place: &Path, flags: &ExploreFlags) -> Result<Known, InputError> {
    let missing = |hint: &str| InputError {
        message: format!("--since {}: nothing is known of this program there", place.display()),
        hint: Some(hint.to_owned()),
    };
    let bytes = if is_store(place) {
        let mut store = Store::open(place, Mode::Read)
            .map_err(|error| InputError { message: error.message, hint: error.hint })?;
        store.get(Kind::Program, key(flags)).map(<[u8]>::to_vec)
    } else {
        std::fs::read(place.join(FILE)).ok()
    };
    let bytes =
        bytes.ok_or_else(|| missing("name the output or the store of an earlier `test`"))?;
    read(&bytes).ok_or_else(|| missing("it was written by another version, or is damaged"))
}

fn read(bytes: &[u8]) -> Option<Known> {
    let mut from = Reader::new(bytes);
    if from.number()? != VERSION {
        return None;
    }
    let mut known = Known::default();
    for _ in 0..from.count()? {
        let name = from.text()?.to_owned();
        let mut word = || Some(u128::from(from.number()?) << 64 | u128::from(from.number()?));
        known.functions.insert(name, (word()?, word()?));
    }
    for _ in 0..from.count()? {
        let test = TestCase::from_json(from.text()?).ok()?;
        let (ends, output) = (from.text()?.to_owned(), from.bytes()?.to_vec());
        let returned = match from.number()? {
            0 => None,
            _ => Some(u128::from(from.number()?) << 64 | u128::from(from.number()?)),
        };
        known.tests.push(KnownTest { test, ends, output, returned });
    }
    from.is_done().then_some(known)
}

/// What a run found out about its program, in bytes. Of a test whose end nobody saw nothing is known.
pub fn write(image: &Image, entry: Func, tests: &[(TestCase, Behaviour)]) -> Vec<u8> {
    let mut to = Writer::default();
    to.number(VERSION);
    let functions = functions(image);
    to.number(functions.len() as u64);
    for (name, (alone, all)) in functions {
        to.text(&name);
        for word in [alone, all] {
            to.number((word >> 64) as u64);
            to.number(word as u64);
        }
    }
    let seen: Vec<_> = tests.iter().filter(|(_, behaviour)| !behaviour.is_interrupted).collect();
    to.number(seen.len() as u64);
    for (test, behaviour) in seen {
        to.text(&test.to_json());
        to.text(&behaviour.ends);
        to.bytes(&behaviour.output);
        let returned = comparable(image, entry, behaviour);
        to.number(returned.is_some().into());
        if let Some(bits) = returned {
            to.number((bits >> 64) as u64);
            to.number(bits as u64);
        }
    }
    to.bytes
}

fn functions(image: &Image) -> BTreeMap<String, (u128, u128)> {
    let program = &image.program;
    let calls = CallGraph::new(program);
    let fingerprints = Fingerprints::with_call_graph(program, &calls);
    let own = program.functions.iter().filter(|(_, data)| data.origin == Origin::Program);
    own.filter(|(_, data)| data.body.is_some())
        .map(|(func, data)| {
            let prints = (fingerprints.bodies[func].0, fingerprints.functions[func].0);
            (data.name.clone(), prints)
        })
        .collect()
}

/// What the entry returns, in bits, if it has no address in it: these are not the same in two versions of a program.
fn comparable(image: &Image, entry: Func, behaviour: &Behaviour) -> Option<u128> {
    let results = &image.program.functions[entry].signature.results;
    behaviour.returned.filter(|_| !results.contains(&Type::Ptr))
}

/// The same for people: a number as such, of all else the bits.
fn shown(image: &Image, entry: Func, subject: &Subject, bits: u128) -> String {
    match (subject.returned(bits), &image.program.functions[entry].signature.results[..]) {
        (Some(number), _) => number,
        (None, [Type::Float(FloatKind::Double)]) => f64::from_bits(bits as u64).to_string(),
        (None, [Type::Float(FloatKind::Single)]) => f32::from_bits(bits as u32).to_string(),
        _ => format!("{bits:#x}"),
    }
}

/// An end as it is compared and told: addresses are not the same in two versions of a program.
pub fn end(subject: &Subject, ends: &str) -> String {
    match (subject.result, ends.strip_prefix("exits with ")) {
        (ResultKind::Pointer, Some("0")) => "returns a null pointer".to_owned(),
        (ResultKind::Pointer, Some(_)) => "returns a pointer".to_owned(),
        _ => ends.to_owned(),
    }
}

/// The end of a run that returned these bits: of what is no number there is no exit code.
fn end_with(subject: &Subject, ends: &str, returned: Option<u128>) -> String {
    match (subject.result, returned) {
        (ResultKind::Other, Some(_)) => "returns".to_owned(),
        _ => end(subject, ends),
    }
}

/// What changed, and which tests show it. Those of the earlier run that do something else now are
/// given back, with what was written about them.
pub fn compare(
    earlier: &Known,
    subject: &Subject,
    image: &Image,
    entry: Func,
    options: &Options,
    found: &[(TestCase, Behaviour)],
) -> (ChangeSummary, Vec<usize>, Vec<(TestCase, ChangeEntry)>) {
    let now = functions(image);
    let differs = |pick: fn(&(u128, u128)) -> u128| -> Vec<String> {
        let is_other = |(name, prints): &(&String, &(u128, u128))| {
            earlier.functions.get(*name).map(pick) != Some(pick(prints))
        };
        now.iter().filter(is_other).map(|(name, _)| name.clone()).collect()
    };
    let changed = differs(|prints| prints.0);
    let affected = differs(|prints| prints.1);
    let removed = earlier.functions.keys().filter(|name| !now.contains_key(*name)).cloned();
    let mut summary =
        ChangeSummary { removed: removed.collect(), changed, affected, ..ChangeSummary::default() };
    let mut other = Vec::new();
    for known in &earlier.tests {
        let behaviour = behave(image, entry, options, known.test.inputs.clone());
        if behaviour.is_interrupted {
            summary.not_compared += 1;
            continue;
        }
        let bits = comparable(image, entry, &behaviour);
        let mut was = end_with(subject, &known.ends, known.returned);
        let mut now = end_with(subject, &behaviour.ends, bits);
        let returned = behaviour.returned.and_then(|bits| subject.returned(bits));
        let returned = returned.filter(|_| matches!(behaviour.claim.0, Ends::Exited(_)));
        if let (Some(before), Some(after)) = (known.returned, bits)
            && was == now
            && before != after
        {
            // The exit code has fewer bits, or there is none.
            let [before, after] = [before, after].map(|bits| shown(image, entry, subject, bits));
            (was, now) = (format!("returns {before}"), format!("returns {after}"));
        }
        let mut what = Vec::new();
        if was != now {
            what.push("the end");
        }
        if behaviour.output != known.output {
            what.push("the output");
        }
        if what.is_empty() {
            summary.same += 1;
            continue;
        }
        let entry = ChangeEntry { file: String::new(), why: what.join(", "), was, now };
        // The test claims what the program does now.
        let mut test = known.test.clone();
        (test.inputs, test.returned) = (behaviour.inputs, returned);
        (test.ends, test.place) = match behaviour.claim {
            // What returns a pointer has no exit code.
            (Ends::Exited(_), place) if subject.result != ResultKind::Number => {
                (Ends::Returned, place)
            }
            claim => claim,
        };
        test.message = String::new();
        other.push((test, entry));
    }
    let changed: BTreeSet<&String> = summary.changed.iter().collect();
    let is_new = |(test, behaviour): &&(TestCase, Behaviour)| {
        let calls_changed = behaviour
            .called
            .iter()
            .any(|&func| changed.contains(&image.program.functions[func].name));
        calls_changed && !earlier.tests.iter().any(|known| known.test.inputs == test.inputs)
    };
    let new = found.iter().enumerate().filter(|(_, pair)| is_new(pair));
    let new: Vec<usize> = new.map(|(index, _)| index).collect();
    (summary, new, other)
}
