//! The command level of the parser: declarations, scopes, sorts.

use super::command::Command;
use super::lexer::{Kind, Lexer, ParseError, Token};
use crate::operator::Op;
use crate::sort::Sort;
use crate::store::{Func, Term, TermStore};
use pathweave_bits::MAX_WIDTH;
use std::collections::HashMap;

/// What a symbol stands for.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// A variable, a `let` name or a definition without parameters.
    Term(Term),
    Function(Func),
    /// A definition: parameters, which are variables of their own, and body.
    Macro(Vec<Term>, Term),
}

/// A script being read.
pub struct Script<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) symbols: HashMap<&'a str, Vec<Binding>>,
    pub(super) operators: HashMap<&'static str, Op>,
    /// The symbols of each level; the first is the outermost.
    levels: Vec<Vec<&'a str>>,
    command_start: usize,
}

impl<'a> Script<'a> {
    /// A script with nothing declared.
    pub fn new(text: &'a str) -> Script<'a> {
        let named = |op: &Op| Op::from_name(op.name()).map(|op| (op.name(), op));
        Script {
            lexer: Lexer::new(text),
            symbols: HashMap::new(),
            operators: Op::all().iter().filter_map(named).collect(),
            levels: vec![Vec::new()],
            command_start: 0,
        }
    }

    /// An error at the command that was read last.
    pub fn error(&self, message: impl Into<String>) -> ParseError {
        self.lexer.error(self.command_start, message)
    }

    /// The next command; `None` at the end.
    pub fn next_command(&mut self, terms: &mut TermStore) -> Result<Option<Command>, ParseError> {
        let token = self.lexer.next()?;
        self.command_start = token.start;
        match token.kind {
            Kind::End => return Ok(None),
            Kind::Open => {}
            other => {
                return Err(self
                    .lexer
                    .error(token.start, format!("expected a command, found {other}")));
            }
        }
        let (name, at) = self.symbol("a command's name")?;
        let command = match name {
            "assert" => {
                let (term, name) = self.named_term(terms)?;
                self.require_bool(terms, term, at)?;
                Command::Assert(term, name.map(str::to_owned))
            }
            "declare-fun" => self.declare_fun(terms, at)?,
            "declare-const" => {
                let (name, at) = self.symbol("a name")?;
                let sort = self.sort()?;
                self.declare_variable(terms, name, sort, at)?
            }
            "define-fun" => self.define_fun(terms, at)?,
            "define-const" => {
                let (name, at) = self.symbol("a name")?;
                let sort = self.sort()?;
                self.define(terms, name, Vec::new(), sort, at)?
            }
            "check-sat-assuming" => Command::CheckSatAssuming(self.term_list(terms, Kind::Open)?),
            "get-value" => Command::GetValue(self.term_list(terms, Kind::Close)?),
            "push" | "pop" => self.level_command(name, at)?,
            "set-logic" => Command::SetLogic(self.symbol("a logic")?.0.to_owned()),
            "set-info" => {
                let (key, value) = self.attribute()?;
                Command::SetInfo(key, value)
            }
            "set-option" => {
                let (key, value) = self.attribute()?;
                Command::SetOption(key, value)
            }
            "get-info" => Command::GetInfo(self.attribute()?.0),
            "echo" => match self.lexer.next()?.kind {
                Kind::Text(text) => Command::Echo(text.replace("\"\"", "\"")),
                _ => return Err(self.lexer.error(at, "echo needs a string")),
            },
            "check-sat" => Command::CheckSat,
            "get-model" => Command::GetModel,
            "get-unsat-core" => Command::GetUnsatCore,
            "get-unsat-assumptions" => Command::GetUnsatAssumptions,
            "exit" => Command::Exit,
            "reset" => {
                self.symbols.clear();
                self.levels = vec![Vec::new()];
                Command::Reset
            }
            "reset-assertions" => {
                self.leave(self.levels.len() - 1);
                Command::ResetAssertions
            }
            other => {
                return Err(self
                    .lexer
                    .error(at, format!("unknown or unsupported command '{other}'")));
            }
        };
        self.expect(Kind::Close)?;
        Ok(Some(command))
    }

    pub(super) fn expect(&mut self, kind: Kind<'_>) -> Result<Token<'a>, ParseError> {
        let token = self.lexer.next()?;
        if token.kind == kind {
            return Ok(token);
        }
        Err(self.lexer.error(token.start, format!("expected {kind}, found {}", token.kind)))
    }

    pub(super) fn symbol(&mut self, what: &str) -> Result<(&'a str, usize), ParseError> {
        let token = self.lexer.next()?;
        match token.kind {
            Kind::Symbol(name) => Ok((name, token.start)),
            other => Err(self.lexer.error(token.start, format!("expected {what}, found {other}"))),
        }
    }

    pub(super) fn numeral(&mut self) -> Result<u32, ParseError> {
        let token = self.lexer.next()?;
        match token.kind {
            Kind::Numeral(digits) => digits
                .parse()
                .map_err(|_| self.lexer.error(token.start, format!("{digits} is too large"))),
            other => {
                Err(self.lexer.error(token.start, format!("expected a number, found {other}")))
            }
        }
    }

    pub(super) fn require_bool(
        &self,
        terms: &TermStore,
        term: Term,
        at: usize,
    ) -> Result<(), ParseError> {
        match terms.sort(term) {
            Sort::Bool => Ok(()),
            sort => {
                Err(self.lexer.error(at, format!("expected a term of sort Bool, found {sort}")))
            }
        }
    }

    /// A sort: Bool, bit-vectors, arrays between bit-vectors.
    pub(super) fn sort(&mut self) -> Result<Sort, ParseError> {
        let token = self.lexer.next()?;
        let unsupported =
            "unsupported sort: only Bool, bit-vectors and arrays of bit-vectors are known";
        if token.kind == Kind::Symbol("Bool") {
            return Ok(Sort::Bool);
        }
        if token.kind != Kind::Open {
            return Err(self.lexer.error(token.start, unsupported));
        }
        let sort = match self.symbol("a sort")?.0 {
            "_" => {
                if self.symbol("BitVec")?.0 != "BitVec" {
                    return Err(self.lexer.error(token.start, unsupported));
                }
                let width = self.numeral()?;
                if !(1..=MAX_WIDTH).contains(&width) {
                    return Err(self.lexer.error(
                        token.start,
                        format!("a width is from 1 to {MAX_WIDTH}, not {width}"),
                    ));
                }
                Sort::BitVec(width)
            }
            "Array" => {
                let (index, element) = (self.flat_sort()?, self.flat_sort()?);
                Sort::Array { index, element }
            }
            _ => return Err(self.lexer.error(token.start, unsupported)),
        };
        self.expect(Kind::Close)?;
        Ok(sort)
    }

    /// The width of an index or element sort.
    fn flat_sort(&mut self) -> Result<u32, ParseError> {
        let at = self.lexer.peek()?.start;
        // Arrays are refused before they are read, so sorts never nest deeply.
        if self.lexer.text()[at..].starts_with("(Array") {
            return Err(self.lexer.error(at, "arrays of arrays are not supported"));
        }
        match self.sort()? {
            Sort::BitVec(width) => Ok(width),
            other => Err(self
                .lexer
                .error(at, format!("an array's index and element are bit-vectors, not {other}"))),
        }
    }

    fn declare_fun(&mut self, terms: &mut TermStore, at: usize) -> Result<Command, ParseError> {
        let (name, _) = self.symbol("a name")?;
        self.expect(Kind::Open)?;
        let mut params = Vec::new();
        while self.lexer.peek()?.kind != Kind::Close {
            params.push(self.sort()?);
        }
        self.expect(Kind::Close)?;
        let result = self.sort()?;
        if params.is_empty() {
            return self.declare_variable(terms, name, result, at);
        }
        let function = terms.func(name, &params, result);
        self.bind(name, Binding::Function(function), at)?;
        Ok(Command::DeclareFunction(function))
    }

    fn declare_variable(
        &mut self,
        terms: &mut TermStore,
        name: &'a str,
        sort: Sort,
        at: usize,
    ) -> Result<Command, ParseError> {
        let variable = terms.var(name, sort);
        self.bind(name, Binding::Term(variable), at)?;
        Ok(Command::DeclareVariable(variable))
    }

    fn define_fun(&mut self, terms: &mut TermStore, at: usize) -> Result<Command, ParseError> {
        let (name, _) = self.symbol("a name")?;
        self.expect(Kind::Open)?;
        let mut params = Vec::new();
        while self.lexer.peek()?.kind != Kind::Close {
            self.expect(Kind::Open)?;
            let (param, _) = self.symbol("a parameter's name")?;
            let sort = self.sort()?;
            self.expect(Kind::Close)?;
            params.push((param, terms.fresh_var(param, sort)));
        }
        self.expect(Kind::Close)?;
        let sort = self.sort()?;
        self.define(terms, name, params, sort, at)
    }

    fn define(
        &mut self,
        terms: &mut TermStore,
        name: &'a str,
        params: Vec<(&'a str, Term)>,
        sort: Sort,
        at: usize,
    ) -> Result<Command, ParseError> {
        for &(param, variable) in &params {
            self.symbols.entry(param).or_default().push(Binding::Term(variable));
        }
        let body = self.term(terms);
        for (param, _) in &params {
            self.unbind(param);
        }
        let body = body?;
        if terms.sort(body) != sort {
            let found = terms.sort(body);
            return Err(self.lexer.error(at, format!("{name} is defined as {found}, not {sort}")));
        }
        let binding = match params.is_empty() {
            true => Binding::Term(body),
            false => {
                Binding::Macro(params.into_iter().map(|(_, variable)| variable).collect(), body)
            }
        };
        self.bind(name, binding, at)?;
        Ok(Command::Define(name.to_owned()))
    }

    /// Binds a symbol in the present level.
    pub(super) fn bind(
        &mut self,
        name: &'a str,
        binding: Binding,
        at: usize,
    ) -> Result<(), ParseError> {
        if self.operators.contains_key(name) || matches!(name, "true" | "false" | "let") {
            return Err(self
                .lexer
                .error(at, format!("'{name}' has a meaning of its own and cannot be declared")));
        }
        let bindings = self.symbols.entry(name).or_default();
        if !bindings.is_empty() {
            return Err(self.lexer.error(at, format!("'{name}' is declared already")));
        }
        bindings.push(binding);
        if let Some(level) = self.levels.last_mut() {
            level.push(name);
        }
        Ok(())
    }

    pub(super) fn unbind(&mut self, name: &str) {
        if let Some(bindings) = self.symbols.get_mut(name) {
            bindings.pop();
        }
    }

    fn level_command(&mut self, name: &str, at: usize) -> Result<Command, ParseError> {
        let count = match self.lexer.peek()?.kind {
            Kind::Close => 1,
            _ => self.numeral()?,
        };
        if name == "push" {
            if count > 1_000_000 {
                return Err(self.lexer.error(at, format!("push of {count} levels")));
            }
            self.levels.extend((0..count).map(|_| Vec::new()));
            return Ok(Command::Push(count));
        }
        if count as usize >= self.levels.len() {
            let there = self.levels.len() - 1;
            return Err(self
                .lexer
                .error(at, format!("pop of {count} levels where there are {there}")));
        }
        self.leave(count as usize);
        Ok(Command::Pop(count))
    }

    fn leave(&mut self, count: usize) {
        for _ in 0..count {
            for name in self.levels.pop().unwrap_or_default() {
                self.unbind(name);
            }
        }
    }

    /// `:key value`, the value (if any) as it is written.
    pub(super) fn attribute(&mut self) -> Result<(String, String), ParseError> {
        let token = self.lexer.next()?;
        let Kind::Keyword(key) = token.kind else {
            return Err(self
                .lexer
                .error(token.start, format!("expected a keyword, found {}", token.kind)));
        };
        let next = self.lexer.peek()?;
        if matches!(next.kind, Kind::Close | Kind::Keyword(_)) {
            return Ok((key.to_owned(), String::new()));
        }
        let end = self.skip()?;
        Ok((key.to_owned(), self.lexer.text()[next.start..end].to_owned()))
    }

    /// Skips one expression; its end.
    fn skip(&mut self) -> Result<usize, ParseError> {
        let mut depth = 0u64;
        loop {
            let token = self.lexer.next()?;
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth > 0 => depth -= 1,
                Kind::Close | Kind::End => {
                    return Err(self
                        .lexer
                        .error(token.start, format!("expected a value, found {}", token.kind)));
                }
                _ => {}
            }
            if depth == 0 {
                return Ok(token.end);
            }
        }
    }

    /// A list of terms with their texts; with `Kind::Open`, they must be boolean.
    fn term_list(
        &mut self,
        terms: &mut TermStore,
        boolean: Kind<'_>,
    ) -> Result<Vec<(String, Term)>, ParseError> {
        self.expect(Kind::Open)?;
        let mut list = Vec::new();
        loop {
            let start = self.lexer.peek()?;
            if start.kind == Kind::Close {
                break;
            }
            let term = self.term(terms)?;
            if boolean == Kind::Open {
                self.require_bool(terms, term, start.start)?;
            }
            let end = self.lexer.peek()?.start;
            let text = self.lexer.text()[start.start..end].trim_end();
            list.push((text.to_owned(), term));
        }
        self.expect(Kind::Close)?;
        Ok(list)
    }
}
