//! Standard output. Whoever reads it may stop early (`| head`): what is left unread is no failure
//! of the run, whose exit code and files stay what they are.

use std::io::Write;

/// Writes a text.
pub fn tell(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}
