//! The steps of a function as one record of the store.

use super::stored::Refused;
use pathweave_store::Key;
use pathweave_term::portable::{Reader, Writer};
use std::collections::BTreeMap;

/// Steps by the hash of the state before them.
pub(crate) type Kept = BTreeMap<u128, Vec<Vec<u8>>>;

/// What is known of the steps of a function.
pub(crate) struct Table {
    pub key: Key,
    /// Those of earlier runs.
    pub steps: Kept,
    /// Those of this run: it does not use them, so that it does what a run without a store does.
    pub new: Kept,
    pub bytes: usize,
    /// What could not be kept, and how often.
    pub refused: BTreeMap<Refused, u64>,
}

/// A table as it is stored.
pub(crate) struct StoredTable {
    name: String,
    refused: Vec<(String, u64)>,
    pub steps: Kept,
}

/// Adds steps that are not there yet.
pub(crate) fn add_steps(all: &mut Kept, more: &Kept) {
    for (hash, steps) in more {
        let known = all.entry(*hash).or_default();
        let new: Vec<_> = steps.iter().filter(|step| !known.contains(step)).cloned().collect();
        known.extend(new);
    }
}

/// Writes a table down, with these steps.
pub(crate) fn write_table(name: &str, table: &Table, all: &Kept) -> Vec<u8> {
    let mut to = Writer::default();
    to.text(name);
    to.number(table.refused.len() as u64);
    for (why, count) in &table.refused {
        to.text(why);
        to.number(*count);
    }
    to.number(all.len() as u64);
    for (hash, steps) in all {
        to.bytes(&hash.to_le_bytes());
        to.number(steps.len() as u64);
        steps.iter().for_each(|step| to.bytes(step));
    }
    to.bytes
}

/// Reads a table.
pub(crate) fn read_table(bytes: &[u8]) -> Option<StoredTable> {
    let mut from = Reader::new(bytes);
    let name = from.text()?.to_owned();
    let mut refused = Vec::new();
    for _ in 0..from.count()? {
        refused.push((from.text()?.to_owned(), from.number()?));
    }
    let mut steps = BTreeMap::new();
    for _ in 0..from.count()? {
        let hash = u128::from_le_bytes(from.bytes()?.try_into().ok()?);
        let mut kept = Vec::new();
        for _ in 0..from.count()? {
            kept.push(from.bytes()?.to_vec());
        }
        steps.insert(hash, kept);
    }
    from.is_done().then_some(StoredTable { name, refused, steps })
}

/// A line about a stored table: its function, and how many steps are kept.
pub fn steps_headline(bytes: &[u8]) -> Option<String> {
    let table = read_table(bytes)?;
    let steps: usize = table.steps.values().map(Vec::len).sum();
    Some(format!("{} {steps} steps", table.name))
}

/// A stored table as text: how its steps end, and what could not be kept.
pub fn describe_steps(bytes: &[u8]) -> Option<String> {
    const EVENTS: [&str; 11] = [
        "decisions",
        "values taken from the input",
        "objects looked at",
        "bytes looked at",
        "calls",
        "returns",
        "exits",
        "assumptions that do not hold",
        "requirements",
        "bugs",
        "targets",
    ];
    let table = read_table(bytes)?;
    let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
    for step in table.steps.values().flatten() {
        let mut from = Reader::new(step);
        from.number()?;
        let event = Reader::new(from.bytes()?).number()?;
        *counts.entry(event as usize).or_default() += 1;
    }
    let kept = counts.iter().map(|(event, count)| {
        format!("{count:8} {}\n", EVENTS.get(*event).copied().unwrap_or("unknown"))
    });
    let refused = table.refused.iter().map(|(why, count)| format!("{count:8} not kept: {why}\n"));
    Some(kept.chain(refused).collect())
}
