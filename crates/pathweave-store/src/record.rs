//! The form of a file of records: a header, then records one after the other.
//!
//! ```text
//! header   "pathweave store\n"  version (4)  number (8)  checksum of these (16)
//! record   mark (4)  length of the body (4)  kind (1)  key (16)  body  checksum of all before (16)
//! ```
//!
//! All is little-endian. The number in the header is chance: it tells a file from the one that replaces it.
//! The checksum of a record covers the length too, so that no flipped bit anywhere makes a record look
//! like another one. A change to what bodies mean must change the key they are kept under; a change to
//! this form must change [`VERSION`], and leave the form of the header and of its checksum, by which
//! other versions know the file.

use siphasher::sip128::{Hasher128, SipHasher13};
use std::fmt;
use std::hash::Hasher;

/// The version of this form.
pub const VERSION: u32 = 2;

const MAGIC: &[u8; 16] = b"pathweave store\n";
const MARK: [u8; 4] = [0xB7, b'p', b'w', 0x1E];
const SUM: usize = 16;
/// Bytes of a record before its body.
const FRONT: usize = 4 + 4 + 1 + 16;

/// Bytes of the header.
pub const HEADER: usize = 16 + 4 + 8 + SUM;
/// A body has at most so many bytes.
pub const LONGEST: usize = 1 << 28;

/// What a record is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A solver's answer.
    Answer,
    /// A memoization tree.
    Tree,
    /// What is known of a program: its functions and their fingerprints.
    Program,
    /// What composition executed of a function.
    Steps,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Answer, Kind::Tree, Kind::Program, Kind::Steps];

    /// The name that users see.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Answer => "answer",
            Kind::Tree => "tree",
            Kind::Program => "program",
            Kind::Steps => "steps",
        }
    }

    fn number(self) -> u8 {
        match self {
            Kind::Answer => 1,
            Kind::Tree => 2,
            Kind::Program => 3,
            Kind::Steps => 4,
        }
    }

    fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }
}

/// What a record is kept under: a fingerprint of all that its body depends on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u128);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Key {
    /// The key of some parts, in order.
    pub fn of_parts(parts: &[&[u8]]) -> Self {
        let mut hasher = SipHasher13::new_with_keys(0x6b65_7973, u64::from(VERSION));
        for part in parts {
            hasher.write(&(part.len() as u64).to_le_bytes());
            hasher.write(part);
        }
        Self(hasher.finish128().as_u128())
    }
}

/// A record as it stands in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'b> {
    /// What it is about.
    pub kind: Kind,
    /// What it is kept under.
    pub key: Key,
    /// What it says.
    pub body: &'b [u8],
}

fn checksum(version: u32, bytes: &[u8]) -> [u8; SUM] {
    let mut hasher = SipHasher13::new_with_keys(0x7265_636f_7264, u64::from(version));
    hasher.write(bytes);
    hasher.finish128().as_u128().to_le_bytes()
}

/// The header of a file with this number.
pub fn header(number: u64) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend(number.to_le_bytes());
    let sum = checksum(VERSION, &header);
    header.extend(sum);
    header
}

/// What the beginning of a file says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    /// Ours.
    Ours,
    /// Of a store, but of another version; the checksum is right.
    Version(u32),
    /// Something else, or damaged.
    Other,
}

/// Looks at the beginning of a file.
pub fn read_header(bytes: &[u8]) -> Head {
    let Some(version) = bytes.get(16..20) else { return Head::Other };
    let version = u32::from_le_bytes([version[0], version[1], version[2], version[3]]);
    // Version 1 had four zeros in the place of the number.
    let size = if version == 1 { HEADER - 4 } else { HEADER };
    let Some(found) = bytes.get(..size) else { return Head::Other };
    let (said, sum) = found.split_at(size - SUM);
    // Without the checksum, another version may be a flipped bit of ours.
    match said.starts_with(MAGIC) && checksum(version, said) == sum {
        true if version == VERSION => Head::Ours,
        true => Head::Version(version),
        false => Head::Other,
    }
}

/// Appends a record to some bytes.
pub fn write(out: &mut Vec<u8>, record: &Record<'_>) {
    let start = out.len();
    out.extend(MARK);
    out.extend((record.body.len() as u32).to_le_bytes());
    out.push(record.kind.number());
    out.extend(record.key.0.to_le_bytes());
    out.extend(record.body);
    let sum = checksum(VERSION, &out[start..]);
    out.extend(sum);
}

/// How many bytes a record with such a body takes.
pub fn size(body: usize) -> usize {
    FRONT + body + SUM
}

/// The record at the beginning of some bytes, and its size, if it is intact.
fn read(bytes: &[u8]) -> Option<(Record<'_>, usize)> {
    let front = bytes.get(..FRONT)?;
    if front[..4] != MARK {
        return None;
    }
    let length = u32::from_le_bytes([front[4], front[5], front[6], front[7]]) as usize;
    if length > LONGEST {
        return None;
    }
    let whole = bytes.get(..size(length))?;
    let (said, sum) = whole.split_at(FRONT + length);
    if checksum(VERSION, said) != sum {
        return None;
    }
    let kind = Kind::from_number(front[8])?;
    let mut key = [0; 16];
    key.copy_from_slice(&front[9..25]);
    let key = Key(u128::from_le_bytes(key));
    Some((Record { kind, key, body: &said[FRONT..] }, whole.len()))
}

/// The records in some bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scan<'b> {
    /// Those that are intact, in order.
    pub records: Vec<Record<'b>>,
    /// Bytes between or after them that are none: start and length.
    pub damaged: Vec<(usize, usize)>,
    /// Where the last intact record ends.
    pub end: usize,
}

/// Finds the intact records from `start` on.
pub fn scan(bytes: &[u8], start: usize) -> Scan<'_> {
    let mut found = Scan { end: start.min(bytes.len()), ..Scan::default() };
    let mut at = found.end;
    while at < bytes.len() {
        if let Some((record, size)) = read(&bytes[at..]) {
            if at > found.end {
                found.damaged.push((found.end, at - found.end));
            }
            found.records.push(record);
            at += size;
            found.end = at;
            continue;
        }
        let next = bytes[at + 1..].windows(MARK.len()).position(|window| window == MARK);
        at = next.map_or(bytes.len(), |next| at + 1 + next);
    }
    if found.end < bytes.len() {
        found.damaged.push((found.end, bytes.len() - found.end));
    }
    found
}
