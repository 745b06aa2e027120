//! A bug of the program under test: its class, its place, the call stack.
//!
//! A class has one kebab-case name everywhere. The place of a finding is that of the innermost
//! frame of the program's own code, even when the C library noticed it. Bugs are told apart by their
//! [`BugKey`], and by nothing else: a line may have several.

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

impl Place {
    /// Reads `file:line` or `file:line:column`; nothing where there is no line.
    pub fn parse(text: &str) -> Option<Self> {
        let last = |text: &str| {
            let (head, number) = text.rsplit_once(':')?;
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
            Some((head.to_owned(), number.parse().ok().filter(|_| is_number)?))
        };
        let (head, number) = last(text).filter(|(head, _)| !head.is_empty())?;
        Some(match last(&head).filter(|(head, _)| !head.is_empty()) {
            Some((file, line)) => Self { file, line, column: number },
            None => Self { file: head, line: number, column: 0 },
        })
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
    /// The number of the instruction in the function's code; none where that is a copy, inlined from elsewhere.
    pub instruction: Option<u32>,
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

/// What makes two findings the same bug: class, function and place. Copies of code that the compiler made
/// have one place, and so has all that one use of a macro expands to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BugKey {
    /// The class.
    pub kind: BugKind,
    /// The function.
    pub function: String,
    /// The place.
    pub place: Place,
    /// The instruction, where the column is not known.
    pub instruction: Option<u32>,
}

impl Finding {
    /// The place: that of the innermost frame of the program's own code.
    pub fn place(&self) -> Place {
        let frame = self.own_frame().or(self.stack.first());
        frame.map(|f| f.place.clone()).unwrap_or_default()
    }

    /// The notes as text.
    pub fn noted(&self) -> impl Iterator<Item = String> {
        self.notes.iter().map(|(note, place)| match place {
            Some(place) => format!("{note} at {place}"),
            None => note.clone(),
        })
    }

    /// What makes it the same bug as another.
    pub fn key(&self) -> BugKey {
        let own = || self.stack.iter().find(|f| !f.library);
        let frame = self.own_frame().or_else(own).or(self.stack.first());
        let place = frame.map(|f| f.place.clone()).unwrap_or_default();
        BugKey {
            kind: self.kind,
            function: frame.map(|f| f.function.clone()).unwrap_or_default(),
            instruction: frame.filter(|_| place.column == 0).and_then(|f| f.instruction),
            place,
        }
    }

    /// The innermost frame of the program's own code whose line is known.
    fn own_frame(&self) -> Option<&StackFrame> {
        self.stack.iter().find(|f| !f.library && f.place.line > 0)
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

    #[test]
    fn places_are_read_back() {
        for (file, line, column) in [("a.c", 3, 9), ("/x y/b.c", 3, 0), ("a:b.c", 1, 2)] {
            let place = Place { file: file.to_owned(), line, column };
            assert_eq!(Place::parse(&place.to_string()), Some(place));
        }
        for text in ["unknown place", "", "a.c", ":3", "a.c:x", "a.c:+3", "a.c:99999999999"] {
            assert_eq!(Place::parse(text), None, "{text}");
        }
    }

    fn finding(frames: &[(&str, u32, u32, u32, bool)]) -> Finding {
        let stack = frames.iter().map(|&(function, line, column, instruction, library)| {
            let place = Place { file: "a.c".to_owned(), line, column };
            let (function, instruction) = (function.to_owned(), Some(instruction));
            StackFrame { function, place, instruction, library }
        });
        let (kind, stack) = (BugKind::NullDereference, stack.collect());
        Finding { kind, message: String::new(), stack, notes: Vec::new() }
    }

    #[test]
    fn bugs_are_told_apart_by_place() {
        let key = |frames: &[_]| finding(frames).key();
        let first = key(&[("f", 2, 8, 1, false)]);
        assert_eq!(first, key(&[("f", 2, 8, 7, false), ("main", 9, 1, 3, false)]));
        assert_ne!(first, key(&[("f", 2, 11, 1, false)]));
        assert_ne!(first, key(&[("g", 2, 8, 1, false)]));
        // Without a column the instruction tells, without a line too.
        for line in [2, 0] {
            assert_ne!(key(&[("f", line, 0, 1, false)]), key(&[("f", line, 0, 2, false)]));
        }
        // What the C library notices is at the call.
        let noticed = key(&[("strlen", 5, 3, 4, true), ("f", 2, 8, 1, false)]);
        assert_eq!(noticed, first);
        let unknown = key(&[("strlen", 5, 3, 4, true), ("f", 0, 0, 1, false)]);
        assert_eq!((unknown.function.as_str(), unknown.instruction), ("f", Some(1)));
    }
}
