//! A bug of the program under test: its class, its place, the call stack.
//!
//! A class has one kebab-case name everywhere. The place of a finding is that of the innermost
//! frame of the program's own code, even when the C library noticed it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The classes of bugs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BugKind {
    /// `assert` failed.
    AssertionFailure,
    /// `abort` or a trap was reached.
    ReachedAbort,
    /// An access at or near the null pointer.
    NullDereference,
    /// A read outside its object.
    OutOfBoundsRead,
    /// A write outside its object.
    OutOfBoundsWrite,
    /// An access to an object whose life has ended.
    UseAfterFree,
    /// A heap block freed twice.
    DoubleFree,
    /// Freed, but not the start of a heap block.
    InvalidFree,
    /// An integer divided by zero, or the least one by minus one.
    DivisionByZero,
    /// Signed arithmetic overflowed.
    SignedOverflow,
    /// A shift by a negative amount or by the width or more.
    ShiftOutOfRange,
    /// A value that was never set decides a branch or an address.
    UninitializedRead,
    /// A heap block is lost.
    MemoryLeak,
}

impl BugKind {
    /// All classes.
    pub const ALL: &'static [Self] = &[
        Self::AssertionFailure,
        Self::ReachedAbort,
        Self::NullDereference,
        Self::OutOfBoundsRead,
        Self::OutOfBoundsWrite,
        Self::UseAfterFree,
        Self::DoubleFree,
        Self::InvalidFree,
        Self::DivisionByZero,
        Self::SignedOverflow,
        Self::ShiftOutOfRange,
        Self::UninitializedRead,
        Self::MemoryLeak,
    ];

    /// The name of the class.
    pub fn name(self) -> &'static str {
        match self {
            Self::AssertionFailure => "assertion-failure",
            Self::ReachedAbort => "reached-abort",
            Self::NullDereference => "null-dereference",
            Self::OutOfBoundsRead => "out-of-bounds-read",
            Self::OutOfBoundsWrite => "out-of-bounds-write",
            Self::UseAfterFree => "use-after-free",
            Self::DoubleFree => "double-free",
            Self::InvalidFree => "invalid-free",
            Self::DivisionByZero => "division-by-zero",
            Self::SignedOverflow => "signed-overflow",
            Self::ShiftOutOfRange => "shift-out-of-range",
            Self::UninitializedRead => "uninitialized-read",
            Self::MemoryLeak => "memory-leak",
        }
    }
}

impl fmt::Display for BugKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    /// The file as the compiler knew it; empty when unknown.
    pub file: String,
    /// Line from 1, 0 when unknown.
    pub line: u32,
    /// Column from 1, 0 when unknown.
    pub column: u32,
}

impl Place {
    /// `file:line`, without the column.
    pub fn file_line(&self) -> String {
        match (self.file.as_str(), self.line) {
            ("", _) => "unknown place".to_owned(),
            (file, 0) => file.to_owned(),
            (file, line) => format!("{file}:{line}"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file_line())?;
        if !self.file.is_empty() && self.line > 0 && self.column > 0 {
            write!(f, ":{}", self.column)?;
        }
        Ok(())
    }
}

/// A frame of the call stack.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StackFrame {
    /// The function.
    pub function: String,
    /// Where it is.
    pub place: Place,
    /// Whether it belongs to the C library and not to the program.
    pub library: bool,
}

impl fmt::Display for StackFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.function, self.place)
    }
}

/// A bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Its class.
    pub kind: BugKind,
    /// What happened, in a sentence without a full stop.
    pub message: String,
    /// The call stack, innermost first.
    pub stack: Vec<StackFrame>,
    /// More to know, such as where the object was made.
    pub notes: Vec<(String, Option<Place>)>,
}

impl Finding {
    /// The place: that of the innermost frame of the program's own code.
    pub fn place(&self) -> Place {
        let own = self.stack.iter().find(|f| !f.library && f.place.line > 0);
        own.or(self.stack.first()).map(|f| f.place.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_agree_with_serialization() {
        for kind in BugKind::ALL {
            let json = serde_json::to_string(kind).expect("serializes");
            assert_eq!(json, format!("\"{kind}\""));
        }
    }
}
