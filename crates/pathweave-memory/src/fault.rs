//! What can be wrong with an access, as data for reports.

use crate::address::Object;
use crate::object::ObjectInfo;

/// Reading or writing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// Reading.
    Read,
    /// Writing.
    Write,
}

/// Why an access is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// At or near the null pointer.
    Null,
    /// Outside a live object.
    OutOfBounds,
    /// In an object whose life has ended.
    UseAfterFree,
    /// The address belongs to no object that ever was.
    Wild,
    /// Writing a constant.
    ReadOnly,
    /// Reading or writing code.
    Code,
    /// Nothing is known of the object yet, by a function that is executed alone.
    Hidden,
}

/// A failed access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Why.
    pub kind: FaultKind,
    /// Reading or writing.
    pub access: Access,
    /// The address.
    pub address: u64,
    /// How many bytes were wanted.
    pub len: u64,
    /// The object the address belongs to, if any, and the offset into it.
    pub object: Option<(Object, i64, ObjectInfo)>,
}

/// A failed attempt to free a heap block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreeFault {
    /// It was freed before.
    DoubleFree(ObjectInfo),
    /// Not the start of a heap block (with the offset into the object pointed at, if any).
    Invalid(Option<(i64, ObjectInfo)>),
}
