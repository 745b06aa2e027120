//! What can be wrong with an input, as data: where, what, and what to do about it.

use std::fmt;

/// A text that is not LLVM IR as we know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The name of the input.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
    /// What was expected, or what is wrong.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadError { file, line, column, message } = self;
        write!(f, "{file}:{line}:{column}: {message}")
    }
}

impl std::error::Error for ReadError {}

/// An input that cannot be used: the user's to repair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    /// What is wrong, in one line (clang's own output may follow on further lines).
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl InputError {
    pub(crate) fn new(message: impl Into<String>) -> InputError {
        InputError { message: message.into(), hint: None }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> InputError {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for InputError {}

impl From<ReadError> for InputError {
    fn from(error: ReadError) -> InputError {
        InputError::new(error.to_string())
    }
}
