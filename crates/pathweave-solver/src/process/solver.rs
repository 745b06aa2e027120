//! Queries over a pipe. Every term is sent once, as a definition at the outermost
//! level, and named in later ones; a query is a `push`, assertions of names, a
//! check, and a `pop`. A model is rebuilt from the values of variables, reads and applications, and must
//! satisfy the query by evaluation: a solver that lies is an error, never an
//! answer, and so is one that dies. A late one is killed and started anew.

use super::pipe::{Pipe, Silence};
use crate::embedded::{Candidate, Lemmas, looked_at};
use crate::query::{Answer, Budget, LayerStatistics, Solver, Why};
use pathweave_bits::BitVec;
use pathweave_term::{Evaluator, Model, Op, Printer, Sort, Term, TermMap, TermStore, Value};
use std::collections::HashSet;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// How to run an SMT-LIB solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessOptions {
    command: Vec<String>,
}

impl ProcessOptions {
    /// A solver by its name (`z3`, `cvc5`, `bitwuzla`, `yices-smt2`), with the
    /// flags it needs, or any command with arguments separated by spaces.
    pub fn from_name(name: &str) -> ProcessOptions {
        let command = match name {
            "z3" => "z3 -in",
            "cvc5" => "cvc5 --incremental --produce-models --lang smt2",
            "bitwuzla" => "bitwuzla --lang smt2",
            "yices-smt2" => "yices-smt2 --incremental",
            other => other,
        };
        ProcessOptions { command: command.split_whitespace().map(str::to_owned).collect() }
    }

    /// A program and its arguments.
    pub fn from_command(command: Vec<String>) -> ProcessOptions {
        ProcessOptions { command }
    }

    /// Starts it and ends it again, to see whether that can be done.
    pub fn try_start(&self) -> std::io::Result<()> {
        let nothing = std::process::Stdio::null;
        let (program, arguments) =
            self.command.split_first().ok_or(std::io::ErrorKind::NotFound)?;
        let mut child = std::process::Command::new(program)
            .args(arguments)
            .stdin(nothing())
            .stdout(nothing())
            .stderr(nothing())
            .spawn()?;
        // It may have ended by itself: there is nothing to read.
        let _ = child.kill();
        child.wait().map(|_| ())
    }

    /// Tells the command from others; a path is the same wherever it is started.
    pub(crate) fn identity(&self) -> String {
        let mut command = self.command.clone();
        if let Some(program) = command.first_mut()
            && program.contains(std::path::is_separator)
            && let Ok(absolute) = std::path::absolute(&*program)
        {
            *program = absolute.display().to_string();
        }
        format!("{command:?}")
    }

    pub(super) fn command(&self) -> &[String] {
        &self.command
    }
}

/// An SMT-LIB solver in another process.
pub struct ProcessSolver {
    options: ProcessOptions,
    session: Option<Session>,
    queries: u64,
    starts: u64,
    time: Duration,
}

/// The logic that terms are of, but for constant arrays.
const LOGIC: &str = "QF_AUFBV";
/// Constant arrays are in no logic of the standard, and solvers may keep to that.
const WITH_CONSTANT_ARRAYS: &str = "ALL";

/// A running process, and what it knows.
struct Session {
    pipe: Pipe,
    logic: &'static str,
    /// Whether a term's definition is in force.
    defined: TermMap<bool>,
    /// Definitions made since the `push`, which the `pop` takes away.
    temporary: Vec<Term>,
    functions: HashSet<pathweave_term::Func>,
    lemmas: Lemmas,
}

impl ProcessSolver {
    /// A solver that is started when it is first asked.
    pub fn new(options: ProcessOptions) -> ProcessSolver {
        ProcessSolver { options, session: None, queries: 0, starts: 0, time: Duration::ZERO }
    }

    /// The running process, or another one if it cannot take constant arrays and has to.
    fn session(&mut self, logic: &'static str) -> Result<Session, Silence> {
        let fits = |session: &Session| [WITH_CONSTANT_ARRAYS, logic].contains(&session.logic);
        if let Some(session) = self.session.take().filter(fits) {
            return Ok(session);
        }
        self.starts += 1;
        let mut pipe = Pipe::start(&self.options.command).map_err(Silence::Dead)?;
        pipe.send("(set-option :print-success false)\n(set-option :produce-models true)\n")?;
        pipe.send(&format!("(set-logic {logic})\n"))?;
        let lemmas = Lemmas::default();
        let (defined, functions) = (TermMap::new(), HashSet::new());
        Ok(Session { pipe, logic, defined, temporary: Vec::new(), functions, lemmas })
    }

    fn ask(
        &mut self,
        terms: &mut TermStore,
        query: &[Term],
        budget: &Budget,
    ) -> Result<Answer, Silence> {
        let deadline = budget.deadline();
        let is_constant_array = |&term: &Term| terms.op(term) == Op::ConstArray;
        let logic = match terms.subterms(query).iter().any(is_constant_array) {
            true => WITH_CONSTANT_ARRAYS,
            false => LOGIC,
        };
        let mut session = self.session(logic)?;
        let answer = session.check(terms, query, deadline)?;
        session.pop()?;
        self.session = Some(session);
        Ok(answer)
    }
}

impl Session {
    fn pop(&mut self) -> Result<(), Silence> {
        for &term in &self.temporary {
            self.defined.insert(term, false);
        }
        self.pipe.send("(pop 1)\n")
    }

    /// Defines what is new below some terms.
    fn define(&mut self, terms: &TermStore, roots: &[Term]) -> Result<(), Silence> {
        let mut text = String::new();
        let printer = Printer::new(terms);
        for term in terms.subterms(roots) {
            if self.defined.insert(term, true) == Some(true) {
                continue;
            }
            self.temporary.push(term);
            let sort = terms.sort(term);
            if terms.op(term) == Op::Var {
                let _ = writeln!(text, "(declare-fun {} () {sort})", name(term));
                continue;
            }
            if let Some(function) = terms.function(term)
                && self.functions.insert(function)
            {
                let _ = writeln!(text, "{}", printer.function_declaration(function));
            }
            let body = printer.node(term, name);
            let _ = writeln!(text, "(define-fun {} () {sort} {body})", name(term));
        }
        self.pipe.send(&text)
    }

    fn check(
        &mut self,
        terms: &mut TermStore,
        query: &[Term],
        deadline: Option<Instant>,
    ) -> Result<Answer, Silence> {
        // Where arrays differ cannot be asked for, so it is made part of the query.
        let cone = terms.subterms(query);
        let mut asserted = query.to_vec();
        asserted.extend(self.lemmas.witness_lemmas(terms, &cone));
        self.define(terms, &asserted)?;
        self.temporary.clear();
        let mut text = String::from("(push 1)\n");
        for &term in &asserted {
            let _ = writeln!(text, "(assert {})", name(term));
        }
        text.push_str("(check-sat)\n");
        self.pipe.send(&text)?;
        let line = self.pipe.line(deadline)?;
        match line.trim() {
            "sat" => self.model(terms, query, &asserted, deadline),
            "unsat" => Ok(Answer::Unsat(query.to_vec())),
            "unknown" | "timeout" => {
                self.pipe.send("(get-info :reason-unknown)\n")?;
                let reason = self.pipe.expression(deadline)?;
                Ok(Answer::Unknown(Why::Solver(reason.trim().to_owned())))
            }
            other => Err(Silence::Dead(format!("unexpected answer: {other}"))),
        }
    }

    /// The model, from the values of the query's variables and of what is looked at in arrays and functions. Equal
    /// arrays may need more reads than the query has; their values are asked for as well.
    fn model(
        &mut self,
        terms: &mut TermStore,
        query: &[Term],
        asserted: &[Term],
        deadline: Option<Instant>,
    ) -> Result<Answer, Silence> {
        let mut roots = asserted.to_vec();
        let mut values = TermMap::new();
        for _ in 0..64 {
            let cone = terms.subterms(&roots);
            self.define(terms, &roots)?;
            self.read_values(terms, &cone, &mut values, deadline)?;
            let value = |term: Term| match values.get(term) {
                Some(value) => Value::clone(value),
                None => Value::default_of(terms.sort(term)),
            };
            let mut candidate = Candidate::new(terms, &cone, value);
            let violated = candidate.check(terms, &mut Lemmas::default());
            let before = roots.len();
            for lemma in violated {
                if !roots.contains(&lemma) {
                    roots.push(lemma);
                }
            }
            if roots.len() == before {
                return Ok(verify(terms, query, candidate.into_model()));
            }
        }
        Ok(Answer::Unknown(Why::Broken("its model cannot be completed".into())))
    }

    fn read_values(
        &mut self,
        terms: &TermStore,
        cone: &[Term],
        values: &mut TermMap<Value>,
        deadline: Option<Instant>,
    ) -> Result<(), Silence> {
        let looked_at = looked_at(terms, cone);
        let is_wanted = |term: Term| {
            (terms.op(term) == Op::Var || looked_at.contains(term))
                && !matches!(terms.sort(term), Sort::Array { .. })
                && !terms.is_constant(term)
        };
        let new = cone.iter().filter(|&&term| !values.contains(term) && is_wanted(term));
        let wanted: Vec<Term> = new.copied().collect();
        for chunk in wanted.chunks(200) {
            let names: Vec<String> = chunk.iter().map(|&term| name(term)).collect();
            self.pipe.send(&format!("(get-value ({}))\n", names.join(" ")))?;
            let text = self.pipe.expression(deadline)?;
            let words = text.replace(['(', ')'], " ");
            let mut words = words.split_whitespace();
            for &term in chunk {
                let named = words.next() == Some(&name(term));
                let value = read_value(&mut words, terms.sort(term)).filter(|_| named);
                let Some(value) = value else {
                    return Err(Silence::Dead(format!("unexpected values: {}", text.trim())));
                };
                values.insert(term, value);
            }
        }
        for &term in cone.iter().filter(|&&term| terms.is_constant(term)) {
            let value = match terms.constant(term) {
                Some(bits) => Value::Bits(bits),
                None => Value::Bool(terms.constant_bool(term) == Some(true)),
            };
            values.insert(term, value);
        }
        Ok(())
    }
}

/// `#x…`, `#b…`, `_ bvN w`, `true` or `false`.
fn read_value<'a>(words: &mut impl Iterator<Item = &'a str>, sort: Sort) -> Option<Value> {
    let word = words.next()?;
    let width = match sort {
        Sort::Bool => return word.parse().ok().map(Value::Bool),
        Sort::BitVec(width) => width,
        Sort::Array { .. } => return None,
    };
    let bits = if let Some(digits) = word.strip_prefix("#x") {
        BitVec::from_hex(width, digits)
    } else if let Some(digits) = word.strip_prefix("#b") {
        BitVec::from_binary(width, digits)
    } else {
        let digits = words.next()?.strip_prefix("bv")?;
        words.next()?;
        BitVec::from_decimal(width, digits)
    };
    bits.map(Value::Bits)
}

fn verify(terms: &TermStore, query: &[Term], model: Model) -> Answer {
    let mut evaluator = Evaluator::new();
    if query.iter().all(|&term| evaluator.holds(terms, &model, term)) {
        return Answer::Sat(model);
    }
    Answer::Unknown(Why::Broken("it says sat, but its model is wrong".into()))
}

/// The name of a term in the other process.
fn name(term: Term) -> String {
    format!("pw!{term}")
}

impl Solver for ProcessSolver {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let start = Instant::now();
        self.queries += 1;
        let answer = match self.ask(terms, query, budget) {
            Ok(answer) => answer,
            Err(Silence::Late) => Answer::Unknown(Why::Time),
            Err(Silence::Dead(message)) => {
                let program = self.options.command.first().cloned().unwrap_or_default();
                Answer::Unknown(Why::Broken(format!("{program}: {message}")))
            }
        };
        self.time += start.elapsed();
        answer
    }

    fn name(&self) -> &'static str {
        "process"
    }

    fn statistics(&self, out: &mut Vec<LayerStatistics>) {
        out.push(LayerStatistics {
            name: self.name(),
            queries: self.queries,
            answered: self.queries,
            time: self.time,
            details: vec![("starts", self.starts)],
        });
    }
}
