//! Every rule has examples in `rules.txt`; each example is proved at widths 1 to
//! 4 by trying all values (arrays: all of them at widths 1 and 2, random ones
//! above), and must make its rule's counter move at one of the widths.

use pathweave_bits::BitVec;
use pathweave_term::random::Random;
use pathweave_term::smtlib::{Command, Script};
use pathweave_term::{ArrayValue, Evaluator, Model, Printer, Rule, Sort, Term, TermStore, Value};
use std::rc::Rc;

const EXAMPLES: &str = include_str!("rules.txt");

/// The example at a width: `W`, `W-1`, `W+n`, `2W` and `(k N)` filled in.
fn instantiate(expression: &str, width: u32) -> String {
    let mut text = String::new();
    let mut rest = expression;
    while let Some(at) = rest.find(['W', 'k']) {
        let before = &rest[..at];
        let after = &rest[at..];
        let word_before = before.ends_with(|c: char| c.is_alphanumeric() && c != '2');
        if let Some(number) = after.strip_prefix("k ").filter(|_| before.ends_with('(')) {
            let end = number.find(')').expect("a closed constant");
            text.push_str(&format!("{before}_ bv{} {width}", &number[..end]));
            rest = &number[end..];
        } else if after.starts_with('W') && !word_before {
            let doubled = before.ends_with('2') && !before.ends_with("12");
            text.push_str(if doubled { &before[..before.len() - 1] } else { before });
            let tail = &after[1..];
            let end = tail.find([' ', ')']).unwrap_or(tail.len());
            let offset: i64 = if end == 0 { 0 } else { tail[..end].parse().expect("an offset") };
            let base = if doubled { 2 * width } else { width };
            text.push_str(&(i64::from(base) + offset).to_string());
            rest = &tail[end..];
        } else {
            text.push_str(&rest[..=at]);
            rest = &rest[at + 1..];
        }
    }
    text + rest
}

fn parse(terms: &mut TermStore, expression: &str, width: u32) -> Option<Term> {
    let bits = format!("(_ BitVec {width})");
    let mut text = String::new();
    for name in ["x", "y", "z"] {
        text += &format!("(declare-const {name} {bits})");
    }
    for name in ["p", "q", "r"] {
        text += &format!("(declare-const {name} Bool)");
    }
    for name in ["m", "o"] {
        text += &format!("(declare-const {name} (Array {bits} {bits}))");
    }
    text += &format!("(get-value ({}))", instantiate(expression, width));
    let mut script = Script::new(&text);
    loop {
        match script.next_command(terms) {
            Ok(Some(Command::GetValue(list))) => return Some(list[0].1),
            Ok(Some(_)) => {}
            // Not every example has a sense at every width.
            Ok(None) | Err(_) => return None,
        }
    }
}

fn values(sort: Sort, random: &mut Random) -> Vec<Value> {
    let bits = |width: u32| (0..1u64 << width).map(move |value| BitVec::from_u64(width, value));
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::BitVec(width) => bits(width).map(Value::Bits).collect(),
        Sort::Array { index, element } if index <= 2 && element <= 2 => {
            let mut arrays = vec![ArrayValue::constant(index, BitVec::zero(element))];
            for at in bits(index) {
                let extended = arrays.iter().flat_map(|array| {
                    let at = at.clone();
                    bits(element).map(move |value| {
                        let mut array = array.clone();
                        array.store(at.clone(), value);
                        array
                    })
                });
                arrays = extended.collect();
            }
            arrays.into_iter().map(|array| Value::Array(Rc::new(array))).collect()
        }
        sort => (0..6).map(|_| random.value(sort)).collect(),
    }
}

fn check(terms: &TermStore, plain: Term, rewritten: Term, about: &str) {
    let variables = terms.free_variables(&[plain, rewritten]);
    let mut random = Random::new(3);
    let choices: Vec<Vec<Value>> =
        variables.iter().map(|&variable| values(terms.sort(variable), &mut random)).collect();
    let total: usize = choices.iter().map(Vec::len).product();
    for number in 0..total {
        let mut model = Model::new();
        let mut rest = number;
        for (&variable, values) in variables.iter().zip(&choices) {
            model.insert(variable, values[rest % values.len()].clone());
            rest /= values.len();
        }
        let before = Evaluator::new().value(terms, &model, plain);
        let after = Evaluator::new().value(terms, &model, rewritten);
        if before != after {
            let printer = Printer::new(terms);
            panic!(
                "{about}: {} became {} under {}",
                printer.term(plain),
                printer.term(rewritten),
                printer.model(&model, &variables, &[])
            );
        }
    }
}

#[test]
fn every_rule_is_exemplified_and_proved() {
    let mut idle = Vec::new();
    let mut fired = vec![false; Rule::ALL.len()];
    let lines = EXAMPLES.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    for line in lines {
        let (name, expression) = line.split_once(": ").expect("Rule: expression");
        let rule = Rule::ALL.iter().find(|rule| format!("{rule:?}") == name);
        let rule = *rule.unwrap_or_else(|| panic!("no rule {name}"));
        let (mut moved, mut proved) = (false, 0);
        for width in 1..=4 {
            let mut terms = TermStore::new();
            terms.set_rewriting(false);
            let Some(plain) = parse(&mut terms, expression, width) else { continue };
            terms.set_rewriting(true);
            let rewritten = terms.rewrite(plain);
            moved |= terms.rule_counts().count(rule) > 0;
            check(&terms, plain, rewritten, line);
            proved += 1;
        }
        assert!(proved > 0, "{line}: has no sense at any width");
        if !moved {
            idle.push(line);
        }
        fired[rule as usize] = true;
    }
    assert!(idle.is_empty(), "these do not use their rules:\n{}", idle.join("\n"));
    for (rule, fired) in Rule::ALL.iter().zip(fired) {
        assert!(fired, "{rule:?} has no example");
    }
}
