//! The term level of the parser: a stack machine, so that nesting is bounded by
//! memory only. Finished values go into the frame on top of the stack.

use super::lexer::{Kind, ParseError, Token};
use super::script::{Binding, Script};
use crate::operator::{Op, SortRule};
use crate::sort::Sort;
use crate::store::{Func, Term, TermStore};
use crate::traverse::Substitution;
use pathweave_bits::{BitVec, MAX_WIDTH};

/// What an application applies.
enum Head {
    Operator(Op, Vec<u32>),
    Function(Func),
    Macro(Vec<Term>, Term),
    ConstArray(Sort),
}

/// An expression whose closing parenthesis is still to come.
enum Frame<'a> {
    Application {
        head: Head,
        args: usize,
        at: usize,
    },
    /// The bindings so far, and the name whose value comes next.
    Let {
        bindings: Vec<(&'a str, Term)>,
        name: &'a str,
    },
    LetBody {
        names: Vec<&'a str>,
    },
    /// `(! term …)`.
    Annotation,
}

/// What reading a token led to.
enum Step {
    Value(Term),
    Opened,
}

impl<'a> Script<'a> {
    /// One term.
    pub(super) fn term(&mut self, terms: &mut TermStore) -> Result<Term, ParseError> {
        self.named_term(terms).map(|(term, _)| term)
    }

    /// One term, with the name it was last given by `:named` if it is annotated.
    pub(super) fn named_term(
        &mut self,
        terms: &mut TermStore,
    ) -> Result<(Term, Option<&'a str>), ParseError> {
        let mut frames: Vec<Frame<'a>> = Vec::new();
        let mut args: Vec<Term> = Vec::new();
        let mut name = None;
        loop {
            let token = self.lexer.next()?;
            let step = match token.kind {
                Kind::Open => self.open(terms, token, &mut frames, args.len())?,
                Kind::Close => Step::Value(self.close(terms, token, &mut frames, &mut args)?),
                _ => Step::Value(self.atom(terms, token)?),
            };
            let Step::Value(value) = step else { continue };
            // Hand the value to the frames that wait for exactly one.
            loop {
                match frames.last_mut() {
                    None => return Ok((value, name)),
                    Some(Frame::Application { .. }) => {
                        args.push(value);
                        break;
                    }
                    Some(Frame::Let { .. }) => {
                        self.bind_let(&mut frames, value)?;
                        break;
                    }
                    Some(Frame::LetBody { names }) => {
                        let names = std::mem::take(names);
                        self.expect(Kind::Close)?;
                        names.iter().for_each(|name| self.unbind(name));
                        frames.pop();
                    }
                    Some(Frame::Annotation) => {
                        if let Some((given, at)) = self.annotations()? {
                            self.bind(given, Binding::Term(value), at)?;
                            name = Some(given);
                        }
                        frames.pop();
                    }
                }
            }
        }
    }

    /// After a binding's value: the next binding, or the body.
    fn bind_let(&mut self, frames: &mut Vec<Frame<'a>>, value: Term) -> Result<(), ParseError> {
        let Some(Frame::Let { mut bindings, name }) = frames.pop() else {
            unreachable!("the caller saw a let")
        };
        bindings.push((name, value));
        self.expect(Kind::Close)?;
        let token = self.lexer.next()?;
        match token.kind {
            Kind::Open => {
                let (name, _) = self.symbol("a name")?;
                frames.push(Frame::Let { bindings, name });
            }
            Kind::Close => {
                let names = bindings.iter().map(|&(name, _)| name).collect();
                for (name, value) in bindings {
                    self.symbols.entry(name).or_default().push(Binding::Term(value));
                }
                frames.push(Frame::LetBody { names });
            }
            other => {
                return Err(self
                    .lexer
                    .error(token.start, format!("expected '(' or ')', found {other}")));
            }
        }
        Ok(())
    }

    /// The attributes up to the closing parenthesis; the name given, if any.
    fn annotations(&mut self) -> Result<Option<(&'a str, usize)>, ParseError> {
        let mut name = None;
        loop {
            let token = self.lexer.peek()?;
            match token.kind {
                Kind::Close => {
                    self.lexer.next()?;
                    return Ok(name);
                }
                Kind::Keyword("named") => {
                    self.lexer.next()?;
                    name = Some(self.symbol("a name")?);
                }
                _ => {
                    self.attribute()?;
                }
            }
        }
    }

    fn atom(&mut self, terms: &mut TermStore, token: Token<'a>) -> Result<Term, ParseError> {
        let at = token.start;
        match token.kind {
            Kind::Symbol(name) => match self.symbols.get(name).and_then(|bindings| bindings.last())
            {
                Some(Binding::Term(term)) => Ok(*term),
                Some(_) => Err(self.lexer.error(at, format!("'{name}' needs arguments"))),
                None => match name {
                    "true" => Ok(terms.bool_const(true)),
                    "false" => Ok(terms.bool_const(false)),
                    _ => Err(self.lexer.error(at, format!("'{name}' is not declared"))),
                },
            },
            Kind::Hex(digits) => {
                self.literal(terms, at, digits.len() * 4, |w| BitVec::from_hex(w, digits))
            }
            Kind::Binary(digits) => {
                self.literal(terms, at, digits.len(), |w| BitVec::from_binary(w, digits))
            }
            other => Err(self.lexer.error(at, format!("expected a term, found {other}"))),
        }
    }

    fn literal(
        &self,
        terms: &mut TermStore,
        at: usize,
        width: usize,
        read: impl Fn(u32) -> Option<BitVec>,
    ) -> Result<Term, ParseError> {
        let width = u32::try_from(width).ok().filter(|&width| width <= MAX_WIDTH);
        match width.and_then(read) {
            Some(value) => Ok(terms.bv_const(&value)),
            None => Err(self.lexer.error(at, "this literal has too many bits")),
        }
    }

    /// After an opening parenthesis.
    fn open(
        &mut self,
        terms: &mut TermStore,
        open: Token<'a>,
        frames: &mut Vec<Frame<'a>>,
        args: usize,
    ) -> Result<Step, ParseError> {
        let token = self.lexer.next()?;
        let at = token.start;
        let head = match token.kind {
            Kind::Symbol("let") => {
                self.expect(Kind::Open)?;
                self.expect(Kind::Open)?;
                let (name, _) = self.symbol("a name")?;
                frames.push(Frame::Let { bindings: Vec::new(), name });
                return Ok(Step::Opened);
            }
            Kind::Symbol("!") => {
                frames.push(Frame::Annotation);
                return Ok(Step::Opened);
            }
            Kind::Symbol("_") => return self.indexed_constant(terms, at).map(Step::Value),
            Kind::Symbol(name @ ("forall" | "exists")) => {
                return Err(self
                    .lexer
                    .error(at, format!("'{name}': quantifiers are not supported")));
            }
            Kind::Symbol(name) => self.named_head(name, at)?,
            Kind::Open => self.compound_head(at)?,
            other => {
                return Err(self
                    .lexer
                    .error(at, format!("expected a function or operator, found {other}")));
            }
        };
        frames.push(Frame::Application { head, args, at: open.start });
        Ok(Step::Opened)
    }

    fn named_head(&self, name: &str, at: usize) -> Result<Head, ParseError> {
        match self.symbols.get(name).and_then(|bindings| bindings.last()) {
            Some(Binding::Function(function)) => return Ok(Head::Function(*function)),
            Some(Binding::Macro(params, body)) => return Ok(Head::Macro(params.clone(), *body)),
            Some(Binding::Term(_)) => {
                return Err(self.lexer.error(at, format!("'{name}' is not a function")));
            }
            None => {}
        }
        match self.operators.get(name) {
            Some(&op) if op.indices() == 0 => Ok(Head::Operator(op, Vec::new())),
            Some(_) => Err(self.lexer.error(at, format!("'{name}' needs numbers: (_ {name} …)"))),
            None => Err(self.lexer.error(at, format!("'{name}' is not declared"))),
        }
    }

    /// `(_ name numbers…)` or `(as const sort)`, after its parenthesis.
    fn compound_head(&mut self, start: usize) -> Result<Head, ParseError> {
        let (word, at) = self.symbol("'_' or 'as'")?;
        let head = match word {
            "_" => {
                let (name, at) = self.symbol("an operator")?;
                let Some(&op) = self.operators.get(name).filter(|op| op.indices() > 0) else {
                    return Err(self
                        .lexer
                        .error(at, format!("'{name}' is not an operator with numbers")));
                };
                let mut numbers = Vec::new();
                while self.lexer.peek()?.kind != Kind::Close {
                    numbers.push(self.numeral()?);
                }
                if numbers.len() != op.indices() {
                    let wanted = op.indices();
                    return Err(self.lexer.error(
                        at,
                        format!("'{name}' needs {wanted} numbers, not {}", numbers.len()),
                    ));
                }
                Head::Operator(op, numbers)
            }
            "as" => {
                let (name, at) = self.symbol("'const'")?;
                let sort = self.sort()?;
                if name != "const" || !matches!(sort, Sort::Array { .. }) {
                    return Err(self.lexer.error(at, "only (as const (Array …)) is supported"));
                }
                Head::ConstArray(sort)
            }
            _ => return Err(self.lexer.error(at.max(start), "expected '_' or 'as'")),
        };
        self.expect(Kind::Close)?;
        Ok(head)
    }

    /// `(_ bvN width)`, after the underscore.
    fn indexed_constant(&mut self, terms: &mut TermStore, at: usize) -> Result<Term, ParseError> {
        let (name, start) = self.symbol("bvN")?;
        let Some(digits) = name.strip_prefix("bv") else {
            return Err(self
                .lexer
                .error(start, format!("'{name}' is not a constant with numbers")));
        };
        let width = self.numeral()?;
        if !(1..=MAX_WIDTH).contains(&width) {
            return Err(self
                .lexer
                .error(at, format!("a width is from 1 to {MAX_WIDTH}, not {width}")));
        }
        let value = BitVec::from_decimal(width, digits).filter(|_| !digits.starts_with('-'));
        let Some(value) = value else {
            return Err(self.lexer.error(start, format!("'{name}' is not a number")));
        };
        self.expect(Kind::Close)?;
        Ok(terms.bv_const(&value))
    }

    /// At a closing parenthesis.
    fn close(
        &mut self,
        terms: &mut TermStore,
        token: Token<'a>,
        frames: &mut Vec<Frame<'a>>,
        args: &mut Vec<Term>,
    ) -> Result<Term, ParseError> {
        let Some(Frame::Application { head, args: first, at }) = frames.pop() else {
            return Err(self.lexer.error(token.start, "expected a term, found ')'"));
        };
        let result =
            build(terms, &head, &args[first..]).map_err(|message| self.lexer.error(at, message))?;
        args.truncate(first);
        Ok(result)
    }
}

/// Applies a head to its arguments; the error is a message.
fn build(terms: &mut TermStore, head: &Head, args: &[Term]) -> Result<Term, String> {
    match head {
        Head::Operator(op, numbers) => {
            // A single operand is its own conjunction or disjunction.
            if let (&[single], SortRule::Connective, 2) = (args, op.sort_rule(), op.arity())
                && terms.sort(single) == Sort::Bool
            {
                return Ok(single);
            }
            if *op == Op::BvSub && args.len() == 1 {
                return terms.build(Op::BvNeg, &[], args).map_err(|error| error.message);
            }
            terms.build(*op, numbers, args).map_err(|error| error.message)
        }
        Head::Function(function) => {
            terms.check_apply(*function, args).map_err(|error| error.message)?;
            Ok(terms.apply(*function, args))
        }
        Head::Macro(params, body) => {
            if params.len() != args.len() {
                return Err(format!("this needs {} arguments, not {}", params.len(), args.len()));
            }
            let mut substitution = Substitution::new();
            for (&param, &arg) in params.iter().zip(args) {
                if terms.sort(param) != terms.sort(arg) {
                    return Err(format!(
                        "argument of sort {}, not {}",
                        terms.sort(arg),
                        terms.sort(param)
                    ));
                }
                substitution.insert(terms, param, arg);
            }
            Ok(substitution.apply(terms, *body))
        }
        Head::ConstArray(sort) => match (sort, args) {
            (Sort::Array { index, element }, &[value])
                if terms.sort(value) == Sort::BitVec(*element) =>
            {
                Ok(terms.const_array(*index, value))
            }
            _ => Err(format!("a constant array of {sort} needs one element")),
        },
    }
}
