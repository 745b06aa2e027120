//! A test as a file of a fuzzer's corpus: raw bytes, nothing else.
//!
//! For a fuzz target its data, for a program that reads standard input that; else all inputs one
//! after the other, which a harness that slices its data in the same order understands.

use crate::testcase::{InputSource, TestCase};

/// The bytes of the corpus file.
pub fn to_bytes(test: &TestCase) -> Vec<u8> {
    let of = |source: &InputSource| -> Option<Vec<u8>> {
        let mut parts = test.inputs.iter().filter(|input| input.source == *source).peekable();
        parts.peek()?;
        Some(parts.flat_map(|input| input.bytes.iter().copied()).collect())
    };
    of(&InputSource::FuzzerData)
        .or_else(|| of(&InputSource::Stdin))
        .unwrap_or_else(|| test.inputs.iter().flat_map(|i| i.bytes.iter().copied()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testcase::tests::sample;
    use crate::testcase::{Input, InputKind};

    #[test]
    fn the_right_bytes() {
        let mut test = sample();
        assert_eq!(to_bytes(&test), b"abcd");
        test.inputs.retain(|input| input.source != InputSource::Stdin);
        let total: usize = test.inputs.iter().map(|input| input.bytes.len()).sum();
        assert_eq!(to_bytes(&test).len(), total);
        test.inputs.push(Input::new("data", *b"x", InputKind::Bytes, InputSource::FuzzerData));
        assert_eq!(to_bytes(&test), b"x");
    }
}
