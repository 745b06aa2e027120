//! The embedded store: what earlier runs found out, kept in a directory.
//!
//! # Design
//!
//! A store is one append-only file of records, `records`, and an empty file `lock` beside it. A record
//! has a kind, a key of 128 bits and a body; the last record of a kind and key counts. This crate
//! knows nothing of what is in a body: keys are fingerprints made by others, of everything that a body
//! depends on, so that a record is never out of date, only unused.
//!
//! - **Nothing half-written is read back.** Every record carries a checksum of all its bytes
//!   ([`record`]). A reader takes only records whose checksum is right; after damage it finds the
//!   next intact record by its mark. Records are appended by one write under an exclusive lock,
//!   after whatever a killed writer left behind is cut off.
//! - **Several processes** may use one store. A reader sees what was there when it opened it; whoever
//!   appends first takes over what others appended. The file is replaced (made smaller, repaired) by
//!   writing another one and renaming it, and whoever still has the old one notices before it appends: every
//!   file has a number of its own.
//! - **Damage is noticed, named and repaired**: [`Store::notices`] says what was found, and opening a
//!   damaged store to write makes it whole from what is intact. A file that is no store at all, or that of an earlier
//!   version, is set aside under another name, never overwritten; that of a later version is left alone.
//! - **Size is bounded**: when the file outgrows the limit, records that were not used for longest go.
//! - **An export** ([`Store::export`]) has the same records in the order of their keys: the same contents
//!   give the same bytes.
//!
//! Why not an embedded database: those in safe Rust lock the whole file for one process; others
//! bring C code and its build. What is needed here is a few hundred lines.
//!
//! The easy mistake is to read or cut the file without the lock: see [`log`].
#![forbid(unsafe_code)]

mod log;
pub mod record;
mod store;

pub use record::{Key, Kind};
pub use store::{Entry, Mode, Store, StoreError, is_store, look_for, verify};
