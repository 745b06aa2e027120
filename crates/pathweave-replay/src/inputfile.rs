//! A test as `runtime/replay/inputs.c` reads it: a magic line, a count, and for each input its
//! source, index, name, bytes and pointers; numbers little-endian.
//!
//! Standard input and arguments are not in it: the process gets them as usual.

use pathweave_report::{InputSource, TestCase};

const MAGIC: &[u8] = b"PATHWEAVE-TEST 1\n";
const NO_INPUT: u32 = u32::MAX;

/// The bytes of the file.
pub fn to_bytes(test: &TestCase) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    put_count(&mut out, test.inputs.len());
    for input in &test.inputs {
        let (tag, index, name) = match &input.source {
            InputSource::MakeSymbolic if input.name.is_empty() => (b's', 0, "unnamed"),
            InputSource::MakeSymbolic => (b's', 0, input.name.as_str()),
            InputSource::Nondet(suffix) => (b'n', 0, suffix.as_str()),
            InputSource::Parameter(index) => (b'p', *index, input.name.as_str()),
            InputSource::Object => (b'o', 0, input.name.as_str()),
            InputSource::Global(symbol) => (b'g', 0, symbol.as_str()),
            InputSource::FuzzerData => (b'f', 0, input.name.as_str()),
            // Kept, so that the positions links name stay what they are.
            InputSource::Stdin | InputSource::Argument(_) => (b'-', 0, input.name.as_str()),
        };
        out.push(tag);
        out.extend_from_slice(&index.to_le_bytes());
        put_string(&mut out, name.as_bytes());
        put_string(&mut out, &input.bytes);
        put_count(&mut out, input.links.len());
        for link in &input.links {
            out.extend_from_slice(&link.at.to_le_bytes());
            out.extend_from_slice(&link.to.unwrap_or(NO_INPUT).to_le_bytes());
            out.extend_from_slice(&link.offset.to_le_bytes());
        }
    }
    out
}

fn put_count(out: &mut Vec<u8>, count: usize) {
    out.extend_from_slice(&u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
}

fn put_string(out: &mut Vec<u8>, bytes: &[u8]) {
    put_count(out, bytes.len());
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_report::{Input, InputKind, Link};

    #[test]
    fn layout() {
        let mut input = Input::new("p", [9; 8], InputKind::Pointer, InputSource::Parameter(1));
        input.links.push(Link { at: 0, to: None, offset: -1 });
        let bytes = to_bytes(&TestCase::new("f", vec![input]));
        let mut expected = b"PATHWEAVE-TEST 1\n\x01\0\0\0p\x01\0\0\0\x01\0\0\0p\x08\0\0\0".to_vec();
        expected.extend([9; 8]);
        expected.extend(b"\x01\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
        assert_eq!(bytes, expected);
    }
}
