//! The examples of the rewrite rules, proved by the embedded core at widths where
//! trying all values is no longer possible: what was written and what rewriting
//! made of it cannot differ.

use pathweave_solver::{Answer, Budget, Embedded, Solver};
use pathweave_term::smtlib::{Command, Script};
use pathweave_term::{Printer, Term, TermStore};

const EXAMPLES: &str = include_str!("../../pathweave-term/tests/rules.txt");

/// See `rules.txt` for the notation.
fn instantiate(expression: &str, width: u32) -> String {
    let mut text = String::new();
    for word in expression.split_inclusive([' ', '(', ')']) {
        let (body, end) = word.split_at(word.trim_end_matches([' ', '(', ')']).len());
        let number = |offset: &str, base: u32| -> Option<u32> {
            let offset: i64 = if offset.is_empty() { 0 } else { offset.parse().ok()? };
            u32::try_from(i64::from(base) + offset).ok()
        };
        let filled = match (body.strip_prefix('W'), body.strip_prefix("2W")) {
            (Some(offset), _) => number(offset, width),
            (_, Some(offset)) => number(offset, 2 * width),
            _ => None,
        };
        match filled {
            Some(number) => text.push_str(&number.to_string()),
            None => text.push_str(body),
        }
        text.push_str(end);
    }
    // (k N) is the constant N.
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("(k ") {
        let end = at + rest[at..].find(')').expect("a closed constant");
        out += &format!("{}(_ bv{} {width})", &rest[..at], &rest[at + 3..end]);
        rest = &rest[end + 1..];
    }
    out + rest
}

fn parse(terms: &mut TermStore, expression: &str, width: u32) -> Option<Term> {
    let bits = format!("(_ BitVec {width})");
    let mut text = String::new();
    for (names, sort) in [
        ("xyz", bits.clone()),
        ("pqr", "Bool".to_owned()),
        ("mo", format!("(Array {bits} {bits})")),
    ] {
        for name in names.chars() {
            text += &format!("(declare-const {name} {sort})");
        }
    }
    text += &format!("(get-value ({}))", instantiate(expression, width));
    let mut script = Script::new(&text);
    loop {
        match script.next_command(terms) {
            Ok(Some(Command::GetValue(list))) => return Some(list[0].1),
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => return None,
        }
    }
}

#[test]
fn rules_hold_at_larger_widths() {
    let (mut proved, mut open) = (0, 0);
    let lines = EXAMPLES.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    for line in lines {
        let (_, expression) = line.split_once(": ").expect("Rule: expression");
        for width in [5, 8, 32] {
            let mut terms = TermStore::new();
            terms.set_rewriting(false);
            let Some(plain) = parse(&mut terms, expression, width) else { continue };
            terms.set_rewriting(true);
            let rewritten = terms.rewrite(plain);
            terms.set_rewriting(false);
            let differ = terms.distinct(plain, rewritten);
            terms.set_rewriting(true);
            // Products and divisions at 32 bits may be too hard to prove.
            let budget = Budget { conflicts: Some(20_000), ..Budget::default() };
            match Embedded::default().check(&mut terms, &[differ], &budget) {
                Answer::Unsat(_) => proved += 1,
                Answer::Unknown(_) if width == 32 => open += 1,
                other => panic!(
                    "{line} at width {width}: {}, for {} and {}",
                    other.word(),
                    Printer::new(&terms).term(plain),
                    Printer::new(&terms).term(rewritten)
                ),
            }
        }
    }
    assert!(proved > 500, "only {proved} proved");
    assert!(open * 10 < proved, "{open} of {proved} left open");
}
