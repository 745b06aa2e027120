//! In which objects two memories differ, quickly where they are copies of one.
//!
//! What forks share is equal without looking. A difference that is reported may still be none that
//! a program can see: whoever asks looks at the bytes.

use crate::address::Object;
use crate::memory::{CHUNK, Memory};
use crate::object::Slot;
use pathweave_ir::Entity;
use std::rc::Rc;

impl Memory {
    /// The objects in which this memory and another may differ, in order of their numbers. Those
    /// that only one of them has are among them.
    pub fn differing(&self, other: &Self) -> Vec<Object> {
        let mut found = Vec::new();
        for at in 0..self.chunks.len().max(other.chunks.len()) {
            let pair = (self.chunks.get(at), other.chunks.get(at));
            if let (Some(one), Some(two)) = pair
                && Rc::ptr_eq(one, two)
            {
                continue;
            }
            for within in 0..CHUNK {
                let slots = (pair.0.map(|c| &c[within]), pair.1.map(|c| &c[within]));
                let number = at * CHUNK + within;
                let differs = match slots {
                    (Some(one), Some(two)) => differs(one, two),
                    _ => number < self.table_len().max(other.table_len()),
                };
                if differs {
                    found.push(Object::from_index(number));
                }
            }
        }
        found
    }
}

fn differs(one: &Slot, two: &Slot) -> bool {
    let same_bytes = Rc::ptr_eq(&one.bytes, &two.bytes) || one.bytes == two.bytes;
    let same_special = match (&one.special, &two.special) {
        (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a == b,
        (None, None) => true,
        _ => false,
    };
    !(same_bytes
        && same_special
        && one.init == two.init
        && one.array == two.array
        && one.base == two.base
        && one.size == two.size
        && one.bound == two.bound
        && one.state == two.state
        && one.kind == two.kind)
}
