//! The exchange format of Test-Comp: one XML file per test, and `metadata.xml` beside them.
//!
//! A test is the sequence of values that `__VERIFIER_nondet_*` returns; an executor feeds them in
//! order, whatever the function. Inputs of other sources are written too (buffers byte by byte),
//! so that nothing is lost for a reader who knows the program. Creation time and hash come from the
//! caller: the same test always gives the same bytes.

use crate::testcase::{Ends, Input, InputKind, InputSource, TestCase};
use crate::text::escaped;
use std::fmt::Write;

const PROLOGUE: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

/// What `metadata.xml` says about a test suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    /// The property the suite was made for.
    pub specification: String,
    /// The program's file.
    pub program_file: String,
    /// Its SHA-256 in hexadecimal; empty when not computed.
    pub program_hash: String,
    /// The function that is run.
    pub entry: String,
    /// `32bit` or `64bit`.
    pub architecture: String,
    /// ISO 8601.
    pub creation_time: String,
}

impl Metadata {
    /// Coverage of branches.
    pub const COVER_BRANCHES: &'static str =
        "CHECK( init(main()), FQL(cover EDGES(@DECISIONEDGE)) )";
    /// A call of `reach_error`.
    pub const COVER_ERROR: &'static str =
        "CHECK( init(main()), FQL(cover EDGES(@CALL(reach_error))) )";

    /// The text of `metadata.xml`.
    pub fn to_xml(&self) -> String {
        let mut out = prologue("test-metadata");
        out.push_str("<test-metadata>\n");
        let mut element = |name: &str, text: &str| {
            let _ = writeln!(out, "  <{name}>{}</{name}>", escaped(text));
        };
        element("sourcecodelang", "C");
        element("producer", "Pathweave");
        element("specification", &self.specification);
        element("programfile", &self.program_file);
        element("programhash", &self.program_hash);
        element("entryfunction", &self.entry);
        element("architecture", &self.architecture);
        element("creationtime", &self.creation_time);
        out.push_str("</test-metadata>\n");
        out
    }
}

/// The text of one test.
pub fn to_xml(test: &TestCase) -> String {
    let mut out = prologue("testcase");
    let covers = if matches!(test.ends, Ends::Bug(_)) { " coversError=\"true\"" } else { "" };
    let _ = writeln!(out, "<testcase{covers}>");
    for input in &test.inputs {
        put_input(&mut out, input);
    }
    out.push_str("</testcase>\n");
    out
}

fn prologue(root: &str) -> String {
    format!(
        "{PROLOGUE}<!DOCTYPE {root} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {root} 1.1//EN\" \
         \"https://sosy-lab.org/test-format/{root}-1.1.dtd\">\n"
    )
}

fn put_input(out: &mut String, input: &Input) {
    let variable = escaped(&input.name);
    if input.kind == InputKind::Bytes {
        for byte in &input.bytes {
            let _ = writeln!(
                out,
                "  <input variable=\"{variable}\" type=\"unsigned char\">{byte}</input>"
            );
        }
        return;
    }
    let value = escaped(&value(input));
    match &input.source {
        InputSource::Nondet(suffix) => {
            let c_type = escaped(c_type(suffix));
            let _ = writeln!(out, "  <input type=\"{c_type}\">{value}</input>");
        }
        _ => {
            let _ = writeln!(out, "  <input variable=\"{variable}\">{value}</input>");
        }
    }
}

/// The value as executors parse it: C's decimal numbers, hexadecimal floats.
fn value(input: &Input) -> String {
    let bits = input.unsigned().unwrap_or(0);
    match input.kind {
        InputKind::Bool => u8::from(bits != 0).to_string(),
        InputKind::Float => float_text(f64::from(f32::from_bits(bits as u32))),
        InputKind::Double => float_text(f64::from_bits(bits as u64)),
        InputKind::Unsigned | InputKind::Pointer => bits.to_string(),
        _ => input.signed().unwrap_or(0).to_string(),
    }
}

/// Decimal digits that read back to the same number.
fn float_text(value: f64) -> String {
    match value {
        v if v.is_nan() => "nan".to_owned(),
        v if v.is_infinite() => if v > 0.0 { "inf" } else { "-inf" }.to_owned(),
        v => format!("{v:?}"),
    }
}

/// The C type that `__VERIFIER_nondet_<suffix>` returns.
pub fn c_type(suffix: &str) -> &str {
    match suffix {
        "bool" => "_Bool",
        "uchar" | "unsigned_char" => "unsigned char",
        "ushort" => "unsigned short",
        "uint" | "unsigned" => "unsigned int",
        "ulong" => "unsigned long",
        "longlong" => "long long",
        "ulonglong" => "unsigned long long",
        "int128" => "__int128",
        "uint128" => "unsigned __int128",
        "pointer" | "pchar" => "void *",
        "u8" => "unsigned char",
        "u16" => "unsigned short",
        "u32" => "unsigned int",
        "u64" | "loff_t" => "unsigned long long",
        "S8" | "s8" => "signed char",
        "sector_t" => "unsigned long",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testcase::tests::sample;

    #[test]
    fn a_test_in_xml() {
        let mut test = sample();
        test.inputs.retain(|input| matches!(input.source, InputSource::Nondet(_)));
        let expected = "\
<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>
<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">
<testcase coversError=\"true\">
  <input type=\"_Bool\">1</input>
  <input type=\"char\">-1</input>
  <input type=\"float\">1.5</input>
  <input type=\"double\">nan</input>
  <input type=\"unsigned long\">18446744073709551615</input>
</testcase>
";
        assert_eq!(to_xml(&test), expected);
    }

    #[test]
    fn names_are_escaped() {
        let mut test = sample();
        test.inputs[0].name = "a<\"&\u{1}".into();
        assert!(to_xml(&test).contains("variable=\"a&lt;&quot;&amp;\u{fffd}\">-3<"));
    }

    #[test]
    fn metadata_in_xml() {
        let metadata = Metadata {
            specification: Metadata::COVER_BRANCHES.into(),
            program_file: "a&b.c".into(),
            program_hash: "00".into(),
            entry: "main".into(),
            architecture: "64bit".into(),
            creation_time: "2026-01-01T00:00:00Z".into(),
        };
        let xml = metadata.to_xml();
        assert!(xml.contains("<!DOCTYPE test-metadata PUBLIC"));
        assert!(xml.contains("<programfile>a&amp;b.c</programfile>"));
        assert!(xml.ends_with("</test-metadata>\n"));
    }
}
