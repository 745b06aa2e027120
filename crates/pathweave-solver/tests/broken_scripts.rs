//! Broken SMT-LIB: mutated and truncated scripts give a message with line and
//! column or a result, never a panic; and the messages of common mistakes.

use pathweave_solver::{Budget, ChainOptions, ScriptError, chain, run_script};
use pathweave_term::random::Random;
use std::time::Duration;

const SEEDS: [&str; 3] = [
    include_str!("queries/bytes.smt2"),
    include_str!("queries/functions.smt2"),
    include_str!("queries/arithmetic.smt2"),
];

fn run(text: &str) -> Result<String, ScriptError> {
    let budget =
        Budget { conflicts: Some(50), time: Some(Duration::from_millis(200)), ..Budget::default() };
    let mut out = Vec::new();
    run_script(text, chain(ChainOptions::default()), budget, &mut out)?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

fn mutate(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let words = [
        "(",
        ")",
        "bvmul",
        "0",
        "select",
        "(_ BitVec 99999999999)",
        "#x",
        "let",
        "|",
        "4294967296",
    ];
    for _ in 0..1 + random.below(4) {
        let at = random.below(bytes.len() as u32) as usize;
        match random.below(5) {
            0 => bytes.truncate(at.max(1)),
            1 => drop(bytes.remove(at)),
            2 => bytes[at] = random.below(256) as u8,
            3 => {
                let word = random.choose(&words).as_bytes().to_vec();
                bytes.splice(at..at, word);
            }
            _ => {
                let end = (at + random.below(40) as usize).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
        }
        if bytes.is_empty() {
            bytes.push(b' ');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mutated_scripts_never_panic() {
    let mut random = Random::new(5);
    let mut errors = 0;
    for round in 0..3000 {
        let text = mutate(&mut random, SEEDS[round % SEEDS.len()]);
        errors += u32::from(run(&text).is_err());
    }
    assert!(errors > 1000, "only {errors} of 3000 mutated scripts are broken");
}

#[test]
fn messages_have_line_and_column() {
    for (text, expected) in [
        ("(assert x)", "1:9: 'x' is not declared"),
        ("\n(assert (= #b1\n", "3:1: expected a term, found the end of the file"),
        ("(check-sat))", "1:12: expected a command, found ')'"),
        ("(declare-const x (_ BitVec 0))", "1:18: a width is from 1 to 8388608, not 0"),
        (
            "(declare-const x (_ BitVec 8))\n(assert (bvult x #b1))",
            "2:9: bvult cannot be applied to (_ BitVec 8), (_ BitVec 1)",
        ),
        (
            "(assert #xzz)",
            "1:9: a number after '#' is x and hexadecimal digits or b and binary digits",
        ),
        ("(pop 1)", "1:2: pop of 1 levels where there are 0"),
        ("(get-model)", "1:1: there is no model: the last answer is not sat"),
        ("(frobnicate)", "1:2: unknown or unsupported command 'frobnicate'"),
        ("(assert (forall ((x Bool)) x))", "1:10: 'forall': quantifiers are not supported"),
        ("(echo \"never ends", "1:7: this string is never closed"),
        ("(declare-const é Bool)", "1:16: unexpected character 'é'"),
    ] {
        let message = match run(text) {
            Err(error) => error.to_string(),
            Ok(out) => panic!("{text}: {out}"),
        };
        assert_eq!(message, expected, "{text}");
    }
}

#[test]
fn what_is_too_hard_is_unknown_with_the_reason() {
    let product = "(declare-const x (_ BitVec 60)) (declare-const y (_ BitVec 60))
        (assert (= (bvmul ((_ zero_extend 60) x) ((_ zero_extend 60) y)) (_ bv1152921504606846883999999 120)))
        (assert (bvugt x (_ bv1 60))) (assert (bvugt y (_ bv1 60))) (check-sat)";
    let mut out = Vec::new();
    let budget = Budget { conflicts: Some(200), ..Budget::default() };
    run_script(product, chain(ChainOptions::default()), budget, &mut out).expect("a right script");
    assert_eq!(String::from_utf8_lossy(&out), "unknown\n; reason: conflict limit\n");

    let wide =
        "(declare-const x (_ BitVec 200000)) (assert (= (bvmul x x) (bvadd x x x))) (check-sat)";
    let mut out = Vec::new();
    run_script(wide, chain(ChainOptions::default()), Budget::default(), &mut out)
        .expect("a right script");
    assert_eq!(String::from_utf8_lossy(&out), "unknown\n; reason: memory limit\n");
}

#[test]
fn deep_nesting_is_no_problem() {
    let depth = 200_000;
    let mut text = String::from("(declare-const x (_ BitVec 8)) (assert (= x ");
    text.extend(std::iter::repeat_n("(bvxor #x01 (bvmul x ", depth));
    text.push('x');
    text.extend(std::iter::repeat_n("))", depth));
    text.push_str("))(check-sat)");
    let mut script = pathweave_term::smtlib::Script::new(&text);
    let mut terms = pathweave_term::TermStore::new();
    while script.next_command(&mut terms).expect("a right script").is_some() {}
    assert!(terms.len() > depth);
}
