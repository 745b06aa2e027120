//! KLEE's `.ktest` files, version 3: writer and reader.
//!
//! Everything is big-endian 32-bit numbers and counted byte strings. Names of objects may repeat;
//! order is what counts. `ktest-tool` decodes arguments as ASCII and needs at least one.

use crate::testcase::{Input, InputSource, TestCase};

const MAGIC: &[u8; 5] = b"KTEST";
const VERSION: u32 = 3;

/// A `.ktest` file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KTest {
    /// The program and its arguments.
    pub arguments: Vec<Vec<u8>>,
    /// How many symbolic arguments there were.
    pub symbolic_arguments: u32,
    /// How long each was at most.
    pub symbolic_argument_length: u32,
    /// Name and bytes of each object.
    pub objects: Vec<(Vec<u8>, Vec<u8>)>,
}

impl KTest {
    /// The test as KLEE would have it: one object for each input.
    pub fn from_test(program: &str, test: &TestCase) -> Self {
        let ascii: String = program.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
        let object = |input: &Input| (object_name(input).into_bytes(), input.bytes.clone());
        Self {
            arguments: vec![ascii.into_bytes()],
            symbolic_arguments: 0,
            symbolic_argument_length: 0,
            objects: test.inputs.iter().map(object).collect(),
        }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        put_number(&mut out, VERSION);
        put_count(&mut out, self.arguments.len());
        for argument in &self.arguments {
            put_string(&mut out, argument);
        }
        put_number(&mut out, self.symbolic_arguments);
        put_number(&mut out, self.symbolic_argument_length);
        put_count(&mut out, self.objects.len());
        for (name, bytes) in &self.objects {
            put_string(&mut out, name);
            put_string(&mut out, bytes);
        }
        out
    }

    /// Reads a file of version 1 to 3.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let rest = bytes.strip_prefix(MAGIC).or_else(|| bytes.strip_prefix(b"BOUT\n"));
        let mut cursor = Cursor(rest.ok_or("not a .ktest file")?);
        let version = cursor.number()?;
        if version == 0 || version > VERSION {
            return Err(format!("version {version} of .ktest is not known"));
        }
        let mut test = Self::default();
        for _ in 0..cursor.number()? {
            test.arguments.push(cursor.string()?.to_vec());
        }
        if version >= 2 {
            test.symbolic_arguments = cursor.number()?;
            test.symbolic_argument_length = cursor.number()?;
        }
        for _ in 0..cursor.number()? {
            let name = cursor.string()?.to_vec();
            test.objects.push((name, cursor.string()?.to_vec()));
        }
        Ok(test)
    }
}

/// KLEE's own names for what its POSIX runtime makes symbolic.
fn object_name(input: &Input) -> String {
    match &input.source {
        InputSource::Stdin => "stdin".to_owned(),
        // KLEE counts arguments from 0.
        InputSource::Argument(index) => format!("arg{:02}", index.saturating_sub(1)),
        _ if input.name.is_empty() => "unnamed".to_owned(),
        _ => input.name.clone(),
    }
}

fn put_number(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_be_bytes());
}

/// Lengths beyond 32 bits do not occur: no test holds 4 GiB.
fn put_count(out: &mut Vec<u8>, count: usize) {
    put_number(out, u32::try_from(count).unwrap_or(u32::MAX));
}

fn put_string(out: &mut Vec<u8>, bytes: &[u8]) {
    put_count(out, bytes.len());
    out.extend_from_slice(bytes);
}

struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (head, tail) = self.0.split_at_checked(count).ok_or("the .ktest file ends early")?;
        self.0 = tail;
        Ok(head)
    }

    fn number(&mut self) -> Result<u32, String> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn string(&mut self) -> Result<&'a [u8], String> {
        let length = self.number()?;
        self.take(length as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testcase::tests::sample;

    #[test]
    fn round_trip() {
        let file = KTest::from_test("prog.bc", &sample());
        assert_eq!(KTest::from_bytes(&file.to_bytes()), Ok(file));
    }

    #[test]
    fn published_layout_byte_by_byte() {
        let file = KTest {
            arguments: vec![b"p".to_vec()],
            objects: vec![(b"x".to_vec(), vec![1, 2])],
            ..KTest::default()
        };
        let expected = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x01p\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x02\x01\x02";
        assert_eq!(file.to_bytes(), expected);
    }

    /// Steps through the file as `ktest-tool` does, and ends exactly at its end.
    #[test]
    fn an_independent_reader_finds_every_object() {
        let test = sample();
        let bytes = KTest::from_test("prog", &test).to_bytes();
        let number =
            |at: usize| i32::from_be_bytes(bytes[at..at + 4].try_into().expect("four")) as usize;
        assert_eq!((&bytes[..5], number(5), number(9)), (&b"KTEST"[..], 3, 1));
        let mut at = 13 + 4 + number(13);
        at += 8;
        let count = number(at);
        at += 4;
        assert_eq!(count, test.inputs.len());
        for input in &test.inputs {
            at += 4 + number(at);
            let length = number(at);
            assert_eq!(&bytes[at + 4..at + 4 + length], &input.bytes[..]);
            at += 4 + length;
        }
        assert_eq!(at, bytes.len());
    }

    #[test]
    fn every_truncation_is_an_error() {
        let bytes = KTest::from_test("prog", &sample()).to_bytes();
        for length in 0..bytes.len() {
            assert!(KTest::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        let mut newer = bytes;
        newer[8] = 4;
        assert!(KTest::from_bytes(&newer).is_err());
    }
}
