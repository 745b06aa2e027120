//! SMT-LIB text. Terms that occur more than once are named by `let`, nested in
//! the order of their handles, so the text is linear in the number of terms.

use crate::model::{FunctionValue, Model};
use crate::operator::Op;
use crate::sort::Sort;
use crate::store::{Func, Term, TermStore};
use crate::term_map::TermMap;
use crate::value::Value;
use std::fmt::Write;

/// Prints terms, values and models of one store.
#[derive(Clone, Copy)]
pub struct Printer<'a> {
    terms: &'a TermStore,
}

/// Work left to do while printing.
enum Piece {
    Term(Term),
    Text(&'static str),
}

impl<'a> Printer<'a> {
    /// A printer for terms of this store.
    pub fn new(terms: &'a TermStore) -> Printer<'a> {
        Printer { terms }
    }

    /// A term with `let` for what is shared.
    pub fn term(&self, root: Term) -> String {
        let order = self.terms.subterms(&[root]);
        let mut uses: TermMap<u32> = TermMap::new();
        for &term in &order {
            for &arg in self.terms.args(term) {
                let count = uses.get(arg).copied().unwrap_or(0);
                uses.insert(arg, count + 1);
            }
        }
        let prefix = self.free_prefix(&order);
        let mut named: TermMap<()> = TermMap::new();
        let mut text = String::new();
        let mut lets = 0;
        for &term in &order {
            let shared =
                uses.get(term).copied().unwrap_or(0) > 1 && !self.terms.args(term).is_empty();
            if shared {
                let _ = write!(text, "(let (({prefix}{term} ");
                self.write(&mut text, term, &named, &prefix);
                text.push_str(")) ");
                named.insert(term, ());
                lets += 1;
            }
        }
        self.write(&mut text, root, &named, &prefix);
        text.extend(std::iter::repeat_n(')', lets));
        text
    }

    /// A prefix for the names of shared terms that no symbol starts with.
    fn free_prefix(&self, order: &[Term]) -> String {
        let name = |&term: &Term| match self.terms.function(term) {
            Some(function) => Some(self.terms.func_name(function)),
            None => self.terms.name(term),
        };
        let mut prefix = String::from("?");
        while order.iter().filter_map(name).any(|name| name.starts_with(&prefix)) {
            prefix.push('?');
        }
        prefix
    }

    /// One term, named ones by name, except the root itself.
    fn write(&self, text: &mut String, root: Term, named: &TermMap<()>, prefix: &str) {
        let mut work = vec![Piece::Term(root)];
        let mut first = true;
        while let Some(piece) = work.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Term(term) if named.contains(term) && !(first && term == root) => {
                    let _ = write!(text, "{prefix}{term}");
                }
                Piece::Term(term) => self.write_node(text, term, &mut work),
            }
            first = false;
        }
    }

    /// The opening of a term; its operands are left as work.
    fn write_node(&self, text: &mut String, term: Term, work: &mut Vec<Piece>) {
        let terms = self.terms;
        if let Some(name) = terms.name(term) {
            return text.push_str(&quoted(name));
        }
        if let Some(value) = terms.constant_bool(term) {
            return text.push_str(if value { "true" } else { "false" });
        }
        if let Some(value) = terms.constant(term) {
            let _ = write!(text, "{value}");
            return;
        }
        let numbers = terms.numbers(term);
        let op = terms.op(term);
        let name = match terms.function(term) {
            Some(function) => quoted(terms.func_name(function)),
            None => op.name().to_owned(),
        };
        match op {
            Op::ConstArray => {
                let _ = write!(text, "((as const {})", terms.sort(term));
            }
            Op::Apply if terms.args(term).is_empty() => return text.push_str(&name),
            _ if numbers.is_empty() => {
                let _ = write!(text, "({name}");
            }
            _ => {
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                let _ = write!(text, "((_ {name} {})", numbers.join(" "));
            }
        }
        work.push(Piece::Text(")"));
        for &arg in terms.args(term).iter().rev() {
            work.push(Piece::Term(arg));
            work.push(Piece::Text(" "));
        }
    }

    /// A term with names for its operands.
    pub fn node(&self, term: Term, name: impl Fn(Term) -> String) -> String {
        let mut text = String::new();
        let mut work = Vec::new();
        self.write_node(&mut text, term, &mut work);
        while let Some(piece) = work.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Term(operand) => text.push_str(&name(operand)),
            }
        }
        text
    }

    /// A declaration of a variable.
    pub fn declaration(&self, variable: Term) -> String {
        let name = quoted(self.terms.name(variable).unwrap_or("?"));
        format!("(declare-fun {name} () {})", self.terms.sort(variable))
    }

    /// A declaration of a function.
    pub fn function_declaration(&self, function: Func) -> String {
        let (params, result) = self.terms.func_sorts(function);
        let params: Vec<String> = params.iter().map(Sort::to_string).collect();
        let name = quoted(self.terms.func_name(function));
        format!("(declare-fun {name} ({}) {result})", params.join(" "))
    }

    /// A script that declares everything, asserts the terms and checks them.
    pub fn query(&self, assertions: &[Term]) -> String {
        // Constant arrays are in no logic of the standard.
        let is_constant_array = |&term: &Term| self.terms.op(term) == Op::ConstArray;
        let logic = match self.terms.subterms(assertions).iter().any(is_constant_array) {
            true => "ALL",
            false => "QF_AUFBV",
        };
        let mut text = format!("(set-logic {logic})\n");
        for variable in self.terms.free_variables(assertions) {
            let _ = writeln!(text, "{}", self.declaration(variable));
        }
        for function in self.terms.applied_functions(assertions) {
            let _ = writeln!(text, "{}", self.function_declaration(function));
        }
        for &assertion in assertions {
            let _ = writeln!(text, "(assert {})", self.term(assertion));
        }
        text.push_str("(check-sat)\n");
        text
    }

    /// A value.
    pub fn value(&self, value: &Value) -> String {
        match value {
            Value::Bool(value) => value.to_string(),
            Value::Bits(bits) => bits.to_string(),
            Value::Array(array) => {
                let sort = value.sort();
                let mut text = format!("((as const {sort}) {})", array.default_element());
                for (index, element) in array.entries() {
                    text = format!("(store {text} {index} {element})");
                }
                text
            }
        }
    }

    /// Definitions for the given variables and functions, as `get-model` prints.
    pub fn model(&self, model: &Model, variables: &[Term], functions: &[Func]) -> String {
        let mut text = String::from("(\n");
        for &variable in variables {
            let name = quoted(self.terms.name(variable).unwrap_or("?"));
            let value = self.value(&model.value(self.terms, variable));
            let sort = self.terms.sort(variable);
            let _ = writeln!(text, "  (define-fun {name} () {sort} {value})");
        }
        for &function in functions {
            let _ = writeln!(text, "  {}", self.function(function, model.function(function)));
        }
        text.push(')');
        text
    }

    fn function(&self, function: Func, value: Option<&FunctionValue>) -> String {
        let (params, result) = self.terms.func_sorts(function);
        let names: Vec<String> = (0..params.len()).map(|number| format!("x!{number}")).collect();
        let typed = names.iter().zip(params).map(|(name, sort)| format!("({name} {sort})"));
        let typed: Vec<String> = typed.collect();
        let default = Value::default_of(result);
        let mut body = self.value(value.map_or(&default, FunctionValue::default_result));
        for (args, result) in value.into_iter().flat_map(FunctionValue::entries) {
            let tests =
                names.iter().zip(args).map(|(n, arg)| format!("(= {n} {})", self.value(arg)));
            let tests: Vec<String> = tests.collect();
            let test = match tests.as_slice() {
                [single] => single.clone(),
                several => format!("(and {})", several.join(" ")),
            };
            body = format!("(ite {test} {} {body})", self.value(result));
        }
        let name = quoted(self.terms.func_name(function));
        format!("(define-fun {name} ({}) {result} {body})", typed.join(" "))
    }
}

/// A symbol, between bars if it is not a simple one.
pub(crate) fn quoted(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let reserved = matches!(name, "let" | "as" | "_" | "!" | "forall" | "exists" | "par");
    let digit = name.starts_with(|c: char| c.is_ascii_digit());
    if name.is_empty() || reserved || digit || !name.chars().all(simple) {
        return format!("|{name}|");
    }
    name.to_owned()
}
