//! Standard output. Whoever reads it may stop early (`| head`): what is left unread is no failure
//! of the run, whose exit code and files stay what they are. Any other failure (`> /dev/full`) is one: what
//! was asked for is not there.

use pathweave_llvm::InputError;
use std::io::{Error, ErrorKind, Write};

/// Writes a text.
pub fn tell(text: &str) -> Result<(), InputError> {
    let mut out = std::io::stdout().lock();
    written(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
        .map_err(|message| InputError { message, hint: None })
}

/// What is wrong when standard output was not written.
pub fn written(result: Result<(), Error>) -> Result<(), String> {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot write to standard output: {error}"))
        }
        _ => Ok(()),
    }
}
