//! The text form: what is printed is read back as it was, and no text makes the parser panic.

mod generate;

use generate::{Language, Random, add_random_function, empty_program};
use pathweave_ir::{Program, parse, verify};

fn random_program(seed: u64) -> Program {
    let mut random = Random(seed);
    let mut program = empty_program();
    for name in ["main", "other function"] {
        let func = add_random_function(&mut program, &mut random, Language::Full, name);
        program.functions[func].body.as_mut().expect("just made").compact();
        program.constructors.push(func);
    }
    program
}

#[test]
fn printed_programs_are_read_back_equal() {
    for seed in 0..300 {
        let program = random_program(seed);
        verify(&program).unwrap_or_else(|e| panic!("seed {seed}:\n{program}\n{e}"));
        let text = program.to_string();
        let read = parse(&text).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        assert_eq!(read.to_string(), text, "seed {seed}");
        assert!(read == program, "seed {seed}");
    }
}

#[test]
fn other_numbers_are_read_as_labels() {
    let text = "func @f(v7: i32) -> i32 {\n\
                bb0:\n\
                \x20 jump bb2\n\
                bb1(v40: i32):\n\
                \x20 v3: i32 = add.nsw v40, v9 ; defined below\n\
                \x20 ret v3\n\
                bb2:\n\
                \x20 v9: i32 = mul v7, 10\n\
                \x20 jump bb1(-1)\n\
                }\n";
    let program = parse(text).expect("valid");
    verify(&program).expect("valid");
    let func = program.function("f").expect("there");
    let printed = pathweave_ir::print_function(&program, func);
    let expected = "func @f(v0: i32) -> i32 {\n\
                    bb0:\n\
                    \x20 jump bb2\n\
                    bb1(v1: i32):\n\
                    \x20 v2: i32 = add.nsw v1, v4\n\
                    \x20 ret v2\n\
                    bb2:\n\
                    \x20 v4: i32 = mul v0, 10\n\
                    \x20 jump bb1(-1)\n\
                    }\n";
    assert_eq!(printed, expected);
}

#[test]
fn errors_name_line_and_column() {
    let cases = [
        ("func @f() {\nbb0:\n  ret v3\n}\n", "3:7: v3 is not defined"),
        ("func @f() {\nbb0:\n  store 1, null align 4\n  ret\n}\n", "3:9: a value, or a type"),
        ("global @g size x\n", "1:16: a number expected"),
        ("global @g size 1 align 1\ndeclare @g()\n", "2:9: @g is already there"),
        ("func @f() {\nbb0:\n  ret\n", "3:6: `}` expected"),
        ("func @f() {\nbb0:\n  br true, bb1, bb1 !br1\nbb1:\n  ret\n}\n", "6:2: br0 is missing"),
    ];
    for (text, expected) in cases {
        let error = parse(text).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text}\n{error}");
    }
}

/// Damages a text in one or a few places.
fn damage(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len());
        match random.below(5) {
            0 => bytes.truncate(at),
            1 => drop(bytes.remove(at)),
            2 => bytes[at] = random.pick(b"(){}[],:!@\"v0189 ibx-+*=\n"),
            3 => bytes.insert(at, random.pick(b"(){}[],:!@\"v0189 ibx-+*=\n")),
            _ => {
                let end = (at + random.below(30)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn damaged_texts_are_refused_or_read() {
    let mut random = Random(77);
    let texts: Vec<String> = (0..20).map(|seed| random_program(seed).to_string()).collect();
    let mut read = 0;
    for round in 0..6000 {
        let text = damage(&mut random, &texts[round % texts.len()]);
        if let Ok(program) = parse(&text) {
            read += 1;
            // Whatever was read can be checked and printed.
            let _ = verify(&program);
            let _ = program.to_string();
        }
    }
    assert!(read > 0);
}

#[test]
fn the_example_of_the_documentation_is_true() {
    let page = include_str!("../../../docs/ir.md");
    let example = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let example = example.expect("the page starts with an example");
    let program = parse(example).unwrap_or_else(|e| panic!("{e}"));
    verify(&program).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(program.to_string(), example);
}
