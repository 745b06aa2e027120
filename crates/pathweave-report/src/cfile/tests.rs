//! The C files themselves; that they compile and run is tested in `pathweave-replay`.

use super::*;
use crate::finding::Place;
use crate::testcase::tests::sample;

fn program() -> CProgram {
    CProgram {
        file_name: "000001.c".into(),
        sources: vec!["parse.c".into(), "it's.c".into()],
        entry_source: Some("parse.c".into()),
        cflags: vec!["-DX=\"1\"".into()],
        uses_intrinsics: false,
    }
}

#[test]
fn values_are_spelled_out() {
    let text = to_c(&sample(), &program());
    for part in [
        "/* parse: out-of-bounds-read at a \"b\".c:3:9\n",
        "clang -g -fsanitize=address,undefined '-DX=\"1\"' -Wl,--wrap=main 000001.c 'it'\\''s.c' -o test",
        "#include \"parse.c\"\n",
        "  static char *volatile object_2; /* static: no leak */\n  object_2 = malloc(8); /* *p */\n  memcpy(object_2, \"hello\\n\\000\\000\", 8);",
        "  int parameter_0 = -3; /* n */\n",
        "  const char * parameter_1 = (void *)(object_2 + (4)); /* p */\n",
        "  result = parse(parameter_0, parameter_1);\n  return 0;\n",
        "static const unsigned char input_3[5] = {0xde, 0xad, 0x00, 0x01, 0x02}; /* buf */",
        "static const uint8_t input_4 = 1; /* __VERIFIER_nondet_bool */",
        "static const int8_t input_5 = -1;",
        "static const float input_6 = 1.5f;",
        "static const unsigned char input_7[8] = {",
        "static const uint64_t input_8 = 18446744073709551615ULL;",
        "{\"buf\", &input_3, sizeof input_3},",
    ] {
        assert!(text.contains(part), "{part}\n--- not in\n{text}");
    }
}

#[test]
fn comments_stay_comments() {
    let mut test = sample();
    test.inputs[2].name = "*/ int x; /*".into();
    test.place = Place { file: "a*/b\n.c".into(), line: 1, column: 0 };
    let text = to_c(&test, &program());
    let head = text.split(" */\n").next().expect("a head");
    assert!(!head.contains("*/"), "{head}");
}

#[test]
fn whole_programs_get_stdin_and_arguments() {
    let mut test = sample();
    test.entry = "main".into();
    let text = to_c(&test, &program());
    assert!(text.contains("memcpy(argument_0, \"one\\000\", 4);"));
    assert!(text.contains("char *arguments[] = {argv[0], argument_0, argument_1, NULL};"));
    assert!(text.contains("fwrite(\"abcd\", 1, 4, input);"));
    test.inputs.clear();
    assert!(!to_c(&test, &program()).contains("__wrap_main"));
}

#[test]
fn literals_have_the_same_bits() {
    let signed =
        |bytes: &[u8]| literal(&Input::new("", bytes, InputKind::Signed, InputSource::Object));
    assert_eq!(signed(&i64::MIN.to_le_bytes()).as_deref(), Some("(-9223372036854775807LL - 1)"));
    assert_eq!(signed(&i32::MIN.to_le_bytes()).as_deref(), Some("-2147483648LL"));
    assert_eq!(signed(&i128::MIN.to_le_bytes()), None);
    assert_eq!(string_literal(b"a?\"\x01\x32").as_deref(), Some("\"a\\?\\\"\\0012\""));
    assert_eq!(string_literal(b"\x01\x02\x03a"), None);
    assert_eq!(braces(&[0, 0]), "{0}");
}

#[test]
fn results_are_compared_and_functions_are_code() {
    let mut test = sample();
    (test.ends, test.returned) = (Ends::Exited(-7), None);
    let text = to_c(&test, &program());
    assert!(text.contains("const int claimed = (int)(__typeof__(result))(-7);"), "{text}");
    assert!(!text.contains("test_function"), "{text}");
    for (returned, literal) in [
        ("7", "7"),
        ("-7", "(-7LL)"),
        ("18446744073709551615", "18446744073709551615ULL"),
        (
            "-18446744073709551617",
            "((unsigned __int128)18446744073709551614ULL << 64 | 18446744073709551615ULL)",
        ),
    ] {
        test.returned = Some(returned.into());
        let text = to_c(&test, &program());
        assert!(text.contains(&format!("claimed = (__typeof__(result)){literal};")), "{text}");
        assert!(text.contains(&format!("/* parse: returns {returned} at")), "{text}");
    }
    test.returned = None;
    test.inputs[2] = Input::new("p()", [], InputKind::Bytes, InputSource::Object);
    let callback = InputSource::Nondet("callback".into());
    test.inputs.truncate(3);
    test.inputs.push(Input::new("callback", [3, 0, 0, 0], InputKind::Signed, callback));
    let text = to_c(&test, &program());
    for part in [
        "static const int32_t input_3 = 3; /* callback */",
        "object_2 = (char *)test_function; /* p() */",
        "{\"callback\", &input_3, sizeof input_3},",
        "static struct test_returned test_function(void) {",
    ] {
        assert!(text.contains(part), "{part}\n--- not in\n{text}");
    }
    assert!(!text.contains("klee_make_symbolic"), "nobody asks for it: {text}");
}
