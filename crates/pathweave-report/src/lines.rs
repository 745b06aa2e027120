//! A set of lines of a file, written as people do: `3-9, 12`.
//!
//! No line beyond [`LAST`] is held, whatever `#line` says, so that a damaged file cannot ask for all memory.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The highest line.
pub const LAST: u32 = 1 << 22;

/// Lines, from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines(pub BTreeSet<u32>);

impl Lines {
    /// Whether a line is one of them.
    pub fn has(&self, line: u32) -> bool {
        self.0.contains(&line)
    }

    /// How many.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Lines that follow each other, as first and last.
    fn ranges(&self) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for &line in &self.0 {
            match ranges.last_mut() {
                Some((_, last)) if *last + 1 == line => *last = line,
                _ => ranges.push((line, line)),
            }
        }
        ranges
    }
}

impl FromIterator<u32> for Lines {
    fn from_iter<I: IntoIterator<Item = u32>>(lines: I) -> Self {
        Self(lines.into_iter().filter(|line| *line <= LAST).collect())
    }
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, (first, last)) in self.ranges().into_iter().enumerate() {
            let gap = if position == 0 { "" } else { ", " };
            match first == last {
                true => write!(f, "{gap}{first}")?,
                false => write!(f, "{gap}{first}-{last}")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Lines {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut lines = BTreeSet::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            match (first.parse::<u32>(), last.parse::<u32>()) {
                (Ok(first), Ok(last)) if first <= last && last <= LAST => {
                    lines.extend(first..=last)
                }
                _ => return Err(format!("`{part}` is no range of lines")),
            }
        }
        Ok(Self(lines))
    }
}

impl Serialize for Lines {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Lines {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_lossless() {
        for (lines, text) in
            [(vec![], ""), (vec![7], "7"), (vec![3, 4, 5, 9, 11, 12], "3-5, 9, 11-12")]
        {
            let lines: Lines = lines.into_iter().collect();
            assert_eq!(lines.to_string(), text);
            assert_eq!(text.parse(), Ok(lines));
        }
        assert_eq!([u32::MAX, 3].into_iter().collect::<Lines>().to_string(), "3");
        for broken in ["x", "5-3", "1-4294967295", "-", "1--2"] {
            assert!(broken.parse::<Lines>().is_err(), "{broken}");
        }
    }
}
