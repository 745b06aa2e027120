//! `pathweave store`, and the store that a run uses.
//!
//! A run uses a store when it is told to (`--store`), or when somebody made a directory `.pathweave`
//! beside the first input: a run never leaves files beside sources that nobody asked for.

use crate::flags::{StoreAction, StoreChoice};
use crate::tell::tell;
use pathweave_explore::{SharedStore, compose, memo};
use pathweave_llvm::InputError;
use pathweave_store::{Entry, Kind, Mode, Store, StoreError, look_for, verify};
use pathweave_term::portable::Reader;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Damage was found.
const DAMAGED: u8 = 1;
const MIB: u64 = 1 << 20;

fn refused(error: StoreError) -> InputError {
    InputError { message: error.message, hint: error.hint }
}

/// The store of a run, if it uses one. What was wrong with it is said.
pub fn run_store(
    choice: &StoreChoice,
    inputs: &[PathBuf],
) -> Result<Option<SharedStore>, InputError> {
    let beside = || {
        let directory = inputs.first()?.parent()?.join(".pathweave");
        directory.is_dir().then_some(directory)
    };
    let Some(directory) = choice.store.clone().or_else(beside) else { return Ok(None) };
    let mode = match choice.store_readonly {
        true => Mode::Read,
        false => Mode::Write { limit: choice.store_size * MIB },
    };
    let mut store = Store::open(&directory, mode).map_err(refused)?;
    warn(&mut store);
    Ok(Some(SharedStore::new(store)))
}

/// Says what was noticed about a store since this was last asked.
fn warn(store: &mut Store) {
    for notice in store.take_notices() {
        eprintln!("warning: store: {notice}");
    }
}

/// Writes what a run found out and is not written yet. That it cannot be written is said, and costs nothing else.
pub fn save(store: &SharedStore) {
    let mut store = store.lock();
    store.save();
    warn(&mut store);
}

/// Runs `pathweave store`.
pub fn store(action: &StoreAction) -> Result<u8, InputError> {
    match action {
        StoreAction::List(place) => list(&place.store),
        StoreAction::Show { place, key } => show(&place.store, key),
        StoreAction::Verify(place) => {
            let (count, notices) = verify(&place.store).map_err(refused)?;
            let mut text = String::new();
            notices.iter().for_each(|notice| text += &format!("{notice}\n"));
            tell(&format!("{text}{count} entries are intact\n"))?;
            Ok(if notices.is_empty() { 0 } else { DAMAGED })
        }
        StoreAction::Gc { place, size } => {
            look_for(&place.store).map_err(refused)?;
            let mut store = writable(&place.store)?;
            let left = store.collect_garbage(size.saturating_mul(MIB));
            warn(&mut store);
            let left = left.map_err(refused)?;
            tell(&format!("{left} entries are left\n"))?;
            Ok(0)
        }
        StoreAction::Export { place, file } => {
            let store = Store::open(&place.store, Mode::Read).map_err(refused)?;
            std::fs::write(file, store.export()).map_err(|error| InputError {
                message: format!("cannot write {}: {error}", file.display()),
                hint: None,
            })?;
            Ok(0)
        }
        StoreAction::Import { place, file } => {
            let bytes = std::fs::read(file).map_err(|error| InputError {
                message: format!("cannot read {}: {error}", file.display()),
                hint: None,
            })?;
            let mut store = writable(&place.store)?;
            let new = store.import(&bytes);
            warn(&mut store);
            let new = new.map_err(refused)?;
            tell(&format!("{new} entries are new\n"))?;
            Ok(0)
        }
    }
}

fn writable(directory: &Path) -> Result<Store, InputError> {
    Store::open(directory, Mode::Write { limit: u64::MAX }).map_err(refused)
}

fn list(directory: &Path) -> Result<u8, InputError> {
    let store = Store::open(directory, Mode::Read).map_err(refused)?;
    let mut text = String::new();
    for kind in Kind::ALL {
        let sizes: Vec<usize> =
            store.entries().filter(|e| e.kind == kind).map(|e| e.body.len()).collect();
        let bytes: usize = sizes.iter().sum();
        let _ = writeln!(text, "{:8} {:8} entries {:10} bytes", kind.name(), sizes.len(), bytes);
    }
    for entry in store.entries().filter(|entry| entry.kind != Kind::Answer) {
        let _ = writeln!(text, "{} {:8} {}", entry.key, entry.kind.name(), headline(&entry));
    }
    tell(&text)?;
    Ok(0)
}

/// One line about an entry.
fn headline(entry: &Entry<'_>) -> String {
    match entry.kind {
        Kind::Answer => answer(entry.body).unwrap_or_else(|| "cannot be read".to_owned()),
        Kind::Tree => memo::read_name(entry.body).unwrap_or_default(),
        Kind::Steps => compose::steps_headline(entry.body).unwrap_or_default(),
        Kind::Program => format!("{} bytes", entry.body.len()),
    }
}

fn answer(body: &[u8]) -> Option<String> {
    let mut reader = Reader::new(body);
    let tag = reader.number()?;
    if tag == 2 {
        return Some(format!("not decided within {} conflicts", reader.number()?));
    }
    let is_sat = tag == 1;
    let count = reader.count()?;
    if !is_sat {
        return Some(format!("unsat: {count} conjuncts contradict each other"));
    }
    let mut text = format!("sat: a model of {count} variables");
    for _ in 0..count {
        let name = reader.text()?;
        let value = reader.value()?;
        let _ = write!(text, "\n  {name} = {value:?}");
    }
    Some(text)
}

fn show(directory: &Path, key: &str) -> Result<u8, InputError> {
    let store = Store::open(directory, Mode::Read).map_err(refused)?;
    let found: Vec<Entry<'_>> =
        store.entries().filter(|entry| entry.key.to_string().starts_with(key)).collect();
    match found[..] {
        [entry] => {
            tell(&format!("{} {} {}\n", entry.key, entry.kind.name(), headline(&entry)))?;
            if entry.kind == Kind::Tree {
                tell(&memo::describe_stored(entry.body).unwrap_or_default())?;
            }
            if entry.kind == Kind::Steps {
                tell(&compose::describe_steps(entry.body).unwrap_or_default())?;
            }
            Ok(0)
        }
        [] => Err(InputError {
            message: format!("no key starts with {key}"),
            hint: Some("`pathweave store list` shows the keys".to_owned()),
        }),
        _ => Err(InputError { message: format!("several keys start with {key}"), hint: None }),
    }
}
