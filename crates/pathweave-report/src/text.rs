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
    for (note, place) in &finding.notes {
        match place {
            Some(place) => {
                let _ = writeln!(out, "   = note: {note} at {place}");
            }
            None => {
                let _ = writeln!(out, "   = note: {note}");
            }
        }
    }
    out
}
