//! Rendering for people: plain text that reads well without colour.

use crate::finding::Finding;
use std::fmt::Write;

/// A finding as a diagnostic of several lines.
pub fn finding(finding: &Finding) -> String {
    let mut out = format!("error[{}]: {}\n", finding.kind, finding.message);
    let _ = writeln!(out, "  --> {}", finding.place());
    for (position, frame) in finding.stack.iter().enumerate() {
        if position == 40 {
            let _ = writeln!(out, "   = … and {} more frames", finding.stack.len() - position);
            break;
        }
        let library = if frame.library { " (C library)" } else { "" };
        let _ = writeln!(out, "   = in {frame}{library}");
    }
    for note in finding.noted() {
        let _ = writeln!(out, "   = note: {note}");
    }
    out
}

/// A word as it may stand in a command of a shell.
pub fn shell(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// A text as it may stand in XML and HTML.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML 1.0 has no way to write other control characters.
            c if c < ' ' && !"\t\n\r".contains(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
