//! Contents of objects that were made an array before.
//!
//! A read at a symbolic offset makes an array of all bytes of the object. The next one mostly finds the
//! same bytes, and looking at them costs far less than making a term for each again. What is kept is
//! compared byte by byte, so it does not matter which state it came from. Bytes that are
//! undefined are not kept: what they become is noted each time.

use pathweave_memory::{ByteKind, Memory, Object};
use pathweave_term::Term;
use std::collections::HashMap;

/// Objects below this size are not worth it.
const LEAST_SIZE: u64 = 64;
/// Bytes that are kept in all.
const MOST_BYTES: usize = 1 << 20;

/// Arrays by object, with the contents that they are made of.
#[derive(Debug, Default)]
pub(crate) struct SeenArrays {
    seen: HashMap<Object, Seen>,
    bytes: usize,
}

#[derive(Debug)]
struct Seen {
    kinds: Vec<ByteKind>,
    numbers: Vec<u8>,
    array: Term,
}

impl SeenArrays {
    /// The array of an object whose contents are what they were.
    pub fn find(&self, memory: &Memory, object: Object) -> Option<Term> {
        let seen = self.seen.get(&object)?;
        let span = memory.whole(object);
        let is_same = memory.info(object).size == seen.kinds.len() as u64
            && memory.bytes(span) == seen.numbers
            && memory.kinds(span).eq(seen.kinds.iter().copied());
        is_same.then_some(seen.array)
    }

    /// Keeps the array that the contents of an object are.
    pub fn keep(&mut self, memory: &Memory, object: Object, array: Term) {
        let size = memory.info(object).size;
        if size < LEAST_SIZE || memory.bound(object).is_some() {
            return;
        }
        let span = memory.whole(object);
        let kinds: Vec<ByteKind> = memory.kinds(span).collect();
        let is_open = |kind: &ByteKind| matches!(kind, ByteKind::Undefined(_) | ByteKind::Missing);
        if kinds.len() as u64 != size || kinds.iter().any(is_open) {
            return;
        }
        if self.bytes + kinds.len() > MOST_BYTES {
            self.seen.clear();
            self.bytes = 0;
        }
        self.bytes += kinds.len();
        let numbers = memory.bytes(span).to_vec();
        if let Some(old) = self.seen.insert(object, Seen { kinds, numbers, array }) {
            self.bytes -= old.kinds.len();
        }
    }
}
