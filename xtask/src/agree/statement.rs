//! The bodies of generated functions: statements over the variables in scope.
//!
//! Expressions are in `expression.rs`. The estimate of paths is multiplied by whatever may fork;
//! when it is above the size of the program, only straight statements follow.

use super::generate::{BYTES, Generator, Param, Returned, Signature};

/// What a name in scope is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number that may be written.
    Int,
    /// A number that counts a loop: only read.
    Counter,
    /// A pointer to a number.
    IntPointer,
    /// `BYTES` bytes.
    Bytes,
    /// A structure.
    Struct,
    /// A pointer to a structure.
    StructPointer,
    /// A pointer to a function.
    Function,
}

/// A name in scope.
#[derive(Clone, Debug)]
pub struct Variable {
    /// How it is written.
    pub name: String,
    /// What it is.
    pub kind: Kind,
}

/// A function being written.
pub struct Body<'g> {
    /// The program it is part of.
    pub generator: &'g mut Generator,
    /// Names in scope.
    pub scope: Vec<Variable>,
    /// About how many paths reach this place.
    pub paths: f64,
    /// What may be called with a smaller depth.
    pub again: Option<Signature>,
    returned: Returned,
    indent: usize,
    fresh: usize,
    loops: usize,
    first: usize,
}

impl<'g> Body<'g> {
    /// A body with its parameters and the globals in scope.
    pub fn new(generator: &'g mut Generator, params: &[Param], returned: Returned) -> Body<'g> {
        let mut scope = Vec::new();
        let mut add = |name: &str, kind| scope.push(Variable { name: name.to_owned(), kind });
        for (name, kind) in [
            ("g0", Kind::Int),
            ("g1", Kind::Int),
            ("gb", Kind::Bytes),
            ("gs", Kind::Struct),
            ("gp", Kind::IntPointer),
        ] {
            add(name, kind);
        }
        for (k, param) in params.iter().enumerate() {
            let name = format!("p{k}");
            match param {
                Param::Int => add(&name, Kind::Int),
                Param::Depth => add("depth", Kind::Counter),
                Param::IntPointer => add(&name, Kind::IntPointer),
                Param::Bytes => add(&name, Kind::Bytes),
                Param::Struct => add(&name, Kind::StructPointer),
                Param::Function => add(&name, Kind::Function),
            }
        }
        Body {
            first: generator.out.len(),
            generator,
            scope,
            paths: 1.0,
            again: None,
            returned,
            indent: 1,
            fresh: 0,
            loops: 0,
        }
    }

    /// Writes the statements; returns the estimate of paths.
    pub fn write(mut self, again: Option<Signature>) -> f64 {
        if again.is_some() {
            let value = self.expression(1);
            self.line(&format!("if (depth <= 0) return {value};"));
            self.paths += 1.0;
        }
        self.again = again;
        if self.random(15) {
            self.line("static int calls;");
            self.add("calls", Kind::Int);
            self.line("calls++;");
        }
        self.locals();
        self.block();
        self.return_statement();
        self.paths
    }

    /// Writes `main`: inputs, then statements.
    pub fn write_main(mut self) {
        for k in 0..1 + self.generator.random.below(2) {
            self.line(&format!("int x{k} = klee_int(\"x{k}\");"));
            self.add(&format!("x{k}"), Kind::Int);
        }
        if self.random(40) {
            self.line(&format!("unsigned char in[{BYTES}];"));
            self.line("klee_make_symbolic(in, sizeof in, \"in\");");
            self.add("in", Kind::Bytes);
        }
        if self.random(20) {
            self.line("klee_make_symbolic(&gs.a, sizeof gs.a, \"a\");");
        }
        self.line("gs.p = &gs.a;");
        for place in ["g0", "g1", "gb[1]", "gs.b"] {
            if self.random(30) {
                let value = self.name(&[Kind::Int]);
                self.line(&format!("{place} = {value};"));
            }
        }
        self.locals();
        self.block();
        // The rest of the functions: an uncalled function says nothing.
        for callee in self.generator.functions.clone() {
            let called = format!("{}(", callee.name);
            let uses = self.generator.out.iter().filter(|line| line.contains(&called)).count();
            if uses <= 1 && self.paths * callee.paths < self.generator.size.paths * 4.0 {
                let statement = self.call_statement(&callee);
                self.line(&statement);
            }
        }
        self.block();
        self.line("return 0;");
    }

    /// True in `percent` of a hundred cases.
    pub fn random(&mut self, percent: usize) -> bool {
        self.generator.random.chance(percent)
    }

    /// Brings a name into scope.
    fn add(&mut self, name: &str, kind: Kind) {
        self.scope.push(Variable { name: name.to_owned(), kind });
    }

    fn line(&mut self, text: &str) {
        let line = format!("{}{text}", "  ".repeat(self.indent));
        self.generator.out.push(line);
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    /// Whether more may fork.
    pub fn is_full(&self) -> bool {
        self.paths >= self.generator.size.paths || self.is_long()
    }

    /// Whether the function has lines enough.
    fn is_long(&self) -> bool {
        self.generator.out.len() - self.first >= self.generator.size.lines
    }

    fn locals(&mut self) {
        for _ in 0..1 + self.generator.random.below(2) {
            let name = self.fresh("v");
            match self.generator.random.below(10) {
                0..=5 => {
                    let kind =
                        *self.generator.random.pick(&["int", "int", "unsigned char", "long"]);
                    let value = self.expression(1);
                    // Only an `int` has its address taken.
                    self.line(&format!("{kind} {name} = {value};"));
                    self.add(&name, if kind == "int" { Kind::Int } else { Kind::Counter });
                }
                6 => {
                    let (a, b) = (self.expression(0), self.expression(0));
                    self.line(&format!("unsigned char {name}[{BYTES}] = {{ {a}, {b} }};"));
                    self.add(&name, Kind::Bytes);
                }
                7 => {
                    let value = self.expression(0);
                    let pointer = self.address();
                    self.line(&format!("struct S {name} = {{ .a = {value}, .p = {pointer} }};"));
                    self.add(&name, Kind::Struct);
                }
                8 => {
                    let pointer = self.pointer();
                    self.line(&format!("int *{name} = {pointer};"));
                    self.add(&name, Kind::IntPointer);
                }
                _ => {
                    let condition = self.expression(1);
                    self.line(&format!("int (*{name})(int) = {condition} ? twice : clip;"));
                    self.add(&name, Kind::Function);
                    self.paths *= 2.0;
                }
            }
        }
    }

    /// Statements; names declared inside are gone afterwards.
    fn block(&mut self) {
        let count = 1 + self.generator.random.below(self.generator.size.statements);
        let depth = self.scope.len();
        for _ in 0..count {
            self.statement();
        }
        self.scope.truncate(depth);
    }

    fn nested(&mut self) {
        self.indent += 1;
        self.block();
        self.indent -= 1;
    }

    fn statement(&mut self) {
        let kind = self.generator.random.below(100);
        if self.is_full() || self.indent > 3 {
            return self.assignment();
        }
        match kind {
            0..=24 => self.if_statement(),
            25..=39 => self.assignment(),
            40..=62 => {
                let callee = self.callee();
                let statement = self.call_statement(&callee);
                self.line(&statement);
            }
            63..=70 => self.loop_statement(),
            71..=76 => self.switch_statement(),
            77..=80 => self.early_return(),
            81..=84 => {
                let condition = self.condition();
                self.line(&format!("check({condition});"));
                self.paths *= 1.3;
            }
            85..=86 => {
                let condition = self.condition();
                let end = *self.generator.random.pick(&["abort();", "abort();", "exit(3);"]);
                self.line(&format!("if ({condition}) {end}"));
                self.paths *= 1.3;
            }
            87..=93 => self.redirect(),
            94..=95 => self.allocation(),
            _ => self.marked(),
        }
    }

    fn marked(&mut self) {
        self.generator.marks += 1;
        let condition = self.condition();
        let number = self.generator.marks;
        self.line(&format!("if ({condition}) {{"));
        self.line(&format!("  mark = {number};"));
        self.line("}");
        self.paths *= 1.5;
    }

    fn if_statement(&mut self) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        let before = self.paths;
        if self.random(40) {
            self.generator.marks += 1;
            let number = self.generator.marks;
            self.line(&format!("  mark = {number};"));
        }
        self.nested();
        let then = self.paths;
        self.paths = before;
        if self.random(40) {
            self.line("} else {");
            self.nested();
        }
        self.line("}");
        self.paths += then;
    }

    fn loop_statement(&mut self) {
        if self.loops > 0 {
            return self.assignment();
        }
        let counter = self.fresh("i");
        let bound = 2 + self.generator.random.below(2);
        if self.random(30) {
            let limit = self.expression(1);
            self.line(&format!(
                "for (int {counter} = 0; {counter} < ({limit} & 3); {counter}++) {{"
            ));
            self.paths *= 2.0;
        } else {
            self.line(&format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"));
        }
        let (before, depth) = (self.paths, self.scope.len());
        self.add(&counter, Kind::Counter);
        self.loops += 1;
        self.nested();
        if self.random(25) && !self.is_full() {
            let condition = self.condition();
            let leave = *self.generator.random.pick(&["break", "continue"]);
            self.line(&format!("  if ({condition}) {leave};"));
            self.assignment();
        }
        self.loops -= 1;
        self.scope.truncate(depth);
        self.line("}");
        let factor = self.paths / before;
        self.paths = before * factor.powi(3);
    }

    fn switch_statement(&mut self) {
        let value = self.expression(1);
        self.line(&format!("switch ({value}) {{"));
        let before = self.paths;
        let mut all = 0.0;
        for label in ["case 0:", "case 1: case 5:", "case -3:", "default:"] {
            if self.random(70) {
                self.line(&format!("{label} {{"));
                self.paths = before;
                self.nested();
                all += self.paths;
                let end = if self.random(80) { "} break;" } else { "}" };
                self.line(end);
            }
        }
        self.line("}");
        self.paths = before.max(all);
    }

    fn early_return(&mut self) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.indent += 1;
        self.return_statement();
        self.indent -= 1;
        self.line("}");
        self.paths *= 1.4;
    }

    fn return_statement(&mut self) {
        let text = match self.returned {
            Returned::Int => format!("return {};", self.expression(2)),
            Returned::Void => "return;".to_owned(),
            Returned::IntPointer => format!("return {};", self.lasting_pointer()),
            Returned::Struct => match self.random(50) {
                true => "return gs;".to_owned(),
                false => {
                    let (a, b) = (self.expression(1), self.expression(1));
                    format!("return (struct S){{ .a = {a}, .b = {b}, .p = &g0 }};")
                }
            },
        };
        self.line(&text);
    }

    fn assignment(&mut self) {
        let target = self.place();
        let value = self.expression(2);
        let operator = *self.generator.random.pick(&["=", "=", "=", "+=", "^=", "-="]);
        self.line(&format!("{target} {operator} {value};"));
    }

    /// A pointer, or the contents of a structure, changes.
    fn redirect(&mut self) {
        match self.generator.random.below(5) {
            0 | 1 => {
                let pointers = self.names(&[Kind::IntPointer]);
                let name = self.generator.random.pick(&pointers).clone();
                // A global never points to a variable that ends.
                let value = if name == "gp" { self.lasting_pointer() } else { self.pointer() };
                self.line(&format!("{name} = {value};"));
            }
            2 => {
                let target = self.structure();
                let value = if self.random(50) { "&g0" } else { "&gs.a" };
                self.line(&format!("({target})->p = {value};"));
            }
            3 => {
                let (to, from) = (self.structure(), self.structure());
                self.line(&format!("*({to}) = *({from});"));
            }
            _ => {
                let (a, b) = (self.address(), self.address());
                let pointer = self.fresh("q");
                let condition = self.condition();
                self.line(&format!("int *{pointer} = {condition} ? {a} : {b};"));
                self.add(&pointer, Kind::IntPointer);
                self.paths *= 2.0;
            }
        }
    }

    fn allocation(&mut self) {
        let name = self.fresh("m");
        let value = self.expression(1);
        self.line(&format!("int *{name} = malloc(sizeof(int));"));
        self.line(&format!("*{name} = {value};"));
        let target = self.place();
        self.line(&format!("{target} = *{name};"));
        self.line(&format!("free({name});"));
    }

    /// A call as a statement of its own.
    fn call_statement(&mut self, callee: &Signature) -> String {
        let call = self.call(callee);
        match callee.returned {
            Returned::Int => format!("{} = {call};", self.place()),
            Returned::Void => format!("{call};"),
            Returned::IntPointer if self.random(50) => format!("gp = {call};"),
            Returned::IntPointer => format!("*{call} = {};", self.expression(1)),
            Returned::Struct if self.random(50) => format!("gs = {call};"),
            Returned::Struct => format!("{} = {call}.a;", self.place()),
        }
    }
}
