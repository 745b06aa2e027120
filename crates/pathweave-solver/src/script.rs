//! Runs an SMT-LIB script with a chain: assertions and levels are kept here,
//! declarations by the parser. The store and the chain live as long as the
//! script, `(reset)`s included, so that related queries profit from each other.

use crate::query::{Answer, Budget, LayerStatistics, Solver, Why};
use pathweave_term::smtlib::{Command, ParseError, Script};
use pathweave_term::{Evaluator, Func, Model, Printer, Term, TermStore};
use std::fmt;
use std::io::{self, Write};

/// Why a script could not be run to its end.
#[derive(Debug)]
pub enum ScriptError {
    /// It is not right SMT-LIB, asks for what is not there, or its solver broke.
    Script(ParseError),
    /// The results could not be written.
    Output(io::Error),
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptError::Script(error) => error.fmt(f),
            ScriptError::Output(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl std::error::Error for ScriptError {}

impl From<ParseError> for ScriptError {
    fn from(error: ParseError) -> Self {
        ScriptError::Script(error)
    }
}

impl From<io::Error> for ScriptError {
    fn from(error: io::Error) -> Self {
        ScriptError::Output(error)
    }
}

/// What a script came to.
#[derive(Clone, Debug, Default)]
pub struct ScriptOutcome {
    /// Queries answered `sat`.
    pub sat: u64,
    /// Queries answered `unsat`.
    pub unsat: u64,
    /// Queries not decided.
    pub unknown: u64,
    /// Answers that contradict the `:status` before them: line and message.
    pub wrong: Vec<ParseError>,
    /// Terms in the store at the end.
    pub terms: usize,
    /// What each layer did.
    pub layers: Vec<LayerStatistics>,
}

/// An assertion or assumption, with its name or text.
struct Asserted {
    term: Term,
    name: Option<String>,
}

struct Runner<'a> {
    terms: TermStore,
    solver: Box<dyn Solver>,
    budget: Budget,
    asserted: Vec<Asserted>,
    /// For each level the number of assertions, variables and functions below it.
    levels: Vec<[usize; 3]>,
    variables: Vec<Term>,
    functions: Vec<Func>,
    status: Option<String>,
    last: Option<Answer>,
    assumed: Vec<Asserted>,
    outcome: ScriptOutcome,
    out: &'a mut dyn Write,
}

/// Runs a script, writing what its commands print.
pub fn run_script(
    text: &str,
    solver: Box<dyn Solver>,
    budget: Budget,
    out: &mut dyn Write,
) -> Result<ScriptOutcome, ScriptError> {
    let mut runner = Runner {
        terms: TermStore::new(),
        solver,
        budget,
        asserted: Vec::new(),
        levels: Vec::new(),
        variables: Vec::new(),
        functions: Vec::new(),
        status: None,
        last: None,
        assumed: Vec::new(),
        outcome: ScriptOutcome::default(),
        out,
    };
    let mut script = Script::new(text);
    while let Some(command) = script.next_command(&mut runner.terms)? {
        if command == Command::Exit {
            break;
        }
        runner.run(&script, command)?;
    }
    runner.outcome.terms = runner.terms.len();
    runner.solver.statistics(&mut runner.outcome.layers);
    Ok(runner.outcome)
}

impl Runner<'_> {
    fn run(&mut self, script: &Script<'_>, command: Command) -> Result<(), ScriptError> {
        match command {
            Command::Assert(term, name) => {
                self.last = None;
                self.asserted.push(Asserted { term, name });
            }
            Command::CheckSat => self.check(script, Vec::new())?,
            Command::CheckSatAssuming(literals) => self.check(script, literals)?,
            Command::DeclareVariable(variable) => self.variables.push(variable),
            Command::DeclareFunction(function) => self.functions.push(function),
            Command::SetInfo(key, value) if key == "status" => self.status = Some(value),
            Command::GetModel => {
                let model = self.model(script)?.clone();
                let printer = Printer::new(&self.terms);
                let text = printer.model(&model, &self.variables, &self.functions);
                writeln!(self.out, "{text}")?;
            }
            Command::GetValue(list) => self.print_values(script, &list)?,
            Command::GetUnsatCore => self.print_core(script, Which::Assertions)?,
            Command::GetUnsatAssumptions => self.print_core(script, Which::Assumptions)?,
            Command::GetInfo(key) => self.print_info(&key)?,
            Command::Echo(text) => writeln!(self.out, "{text}")?,
            Command::Push(_) | Command::Pop(_) | Command::Reset | Command::ResetAssertions => {
                self.change_level(&command);
            }
            Command::SetLogic(_)
            | Command::SetInfo(..)
            | Command::SetOption(..)
            | Command::Define(_)
            | Command::Exit => {}
        }
        Ok(())
    }

    fn change_level(&mut self, command: &Command) {
        self.last = None;
        match *command {
            Command::Push(count) => {
                let sizes = [self.asserted.len(), self.variables.len(), self.functions.len()];
                self.levels.extend((0..count).map(|_| sizes));
            }
            Command::Pop(count) => {
                for _ in 0..count {
                    if let Some(sizes) = self.levels.pop() {
                        self.truncate(sizes);
                    }
                }
            }
            Command::ResetAssertions => {
                let kept = self.levels.first().copied();
                let [_, variables, functions] =
                    kept.unwrap_or([0, self.variables.len(), self.functions.len()]);
                self.truncate([0, variables, functions]);
                self.levels.clear();
            }
            _ => {
                self.truncate([0; 3]);
                self.levels.clear();
                self.status = None;
            }
        }
    }

    fn truncate(&mut self, [asserted, variables, functions]: [usize; 3]) {
        self.asserted.truncate(asserted);
        self.variables.truncate(variables);
        self.functions.truncate(functions);
    }

    fn check(
        &mut self,
        script: &Script<'_>,
        literals: Vec<(String, Term)>,
    ) -> Result<(), ScriptError> {
        let assumed = literals.into_iter().map(|(text, term)| Asserted { term, name: Some(text) });
        self.assumed = assumed.collect();
        let query: Vec<Term> =
            self.asserted.iter().chain(&self.assumed).map(|asserted| asserted.term).collect();
        let answer = self.solver.check(&mut self.terms, &query, &self.budget);
        if let Answer::Unknown(why @ Why::Broken(_)) = &answer {
            return Err(script.error(why.to_string()).into());
        }
        let word = answer.word();
        writeln!(self.out, "{word}")?;
        match &answer {
            Answer::Sat(_) => self.outcome.sat += 1,
            Answer::Unsat(_) => self.outcome.unsat += 1,
            Answer::Unknown(why) => {
                self.outcome.unknown += 1;
                writeln!(self.out, "; reason: {why}")?;
            }
        }
        self.last = Some(answer);
        if let Some(status) = self.status.take()
            && word != "unknown"
            && status != "unknown"
            && word != status
        {
            let error = script.error(format!("the answer is {word}, but the status says {status}"));
            self.outcome.wrong.push(error);
        }
        Ok(())
    }

    fn model(&self, script: &Script<'_>) -> Result<&Model, ScriptError> {
        match &self.last {
            Some(Answer::Sat(model)) => Ok(model),
            _ => Err(script.error("there is no model: the last answer is not sat").into()),
        }
    }

    fn print_values(
        &mut self,
        script: &Script<'_>,
        list: &[(String, Term)],
    ) -> Result<(), ScriptError> {
        let model = self.model(script)?;
        let mut evaluator = Evaluator::new();
        let printer = Printer::new(&self.terms);
        let mut pairs = Vec::new();
        for (text, term) in list {
            let value = evaluator.value(&self.terms, model, *term);
            pairs.push(format!("({text} {})", printer.value(&value)));
        }
        writeln!(self.out, "({})", pairs.join(" "))?;
        Ok(())
    }

    fn print_core(&mut self, script: &Script<'_>, which: Which) -> Result<(), ScriptError> {
        let Some(Answer::Unsat(core)) = &self.last else {
            return Err(script.error("there is no core: the last answer is not unsat").into());
        };
        let among = match which {
            Which::Assertions => &self.asserted,
            Which::Assumptions => &self.assumed,
        };
        let names: Vec<&str> = among
            .iter()
            .filter(|asserted| core.contains(&asserted.term))
            .filter_map(|asserted| asserted.name.as_deref())
            .collect();
        writeln!(self.out, "({})", names.join(" "))?;
        Ok(())
    }

    fn print_info(&mut self, key: &str) -> Result<(), ScriptError> {
        let value = match (key, &self.last) {
            ("name", _) => "\"pathweave\"".to_owned(),
            ("version", _) => format!("\"{}\"", env!("CARGO_PKG_VERSION")),
            ("error-behavior", _) => "immediate-exit".to_owned(),
            ("reason-unknown", Some(Answer::Unknown(why))) => format!("\"{why}\""),
            _ => {
                writeln!(self.out, "unsupported")?;
                return Ok(());
            }
        };
        writeln!(self.out, "(:{key} {value})")?;
        Ok(())
    }
}

/// Which names a core is made of.
#[derive(Clone, Copy)]
enum Which {
    Assertions,
    Assumptions,
}
