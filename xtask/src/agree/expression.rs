//! Expressions, places and pointers of generated programs.
//!
//! An index is masked to the size of its buffer and a divisor made non-zero most of the time;
//! now and then it is not, and the program has a bug on some path.

use super::generate::{BYTES, Param, Returned, Signature};
use super::statement::{Body, Kind};

impl Body<'_> {
    /// The names in scope that are one of `kinds`.
    pub fn names(&self, kinds: &[Kind]) -> Vec<String> {
        let found = self.scope.iter().filter(|variable| kinds.contains(&variable.kind));
        found.map(|variable| variable.name.clone()).collect()
    }

    /// One of the last names more often than one of the first: parameters and locals matter.
    pub fn name(&mut self, kinds: &[Kind]) -> String {
        let mut names = self.names(kinds);
        let own: Vec<String> =
            names.iter().filter(|name| !name.starts_with('g')).cloned().collect();
        if !own.is_empty() && self.random(60) {
            names = own;
        }
        let first = self.generator.random.below(names.len());
        let second = self.generator.random.below(names.len());
        names[first.max(second)].clone()
    }

    /// A number.
    pub fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.random(20) {
            return self.atom();
        }
        let kind = self.generator.random.below(100);
        match kind {
            0..=29 => {
                let operator = *self.generator.random.pick(&["+", "-", "^", "+", "-", "&", "|"]);
                let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
                format!("({left} {operator} {right})")
            }
            30..=44 => {
                let constant = 2 + self.generator.random.below(6);
                let operator = *self.generator.random.pick(&["*", "&", ">> 1 &", "<< 1 ^", "-"]);
                format!("({} {operator} {constant})", self.expression(depth - 1))
            }
            45..=59 => format!("({})", self.condition()),
            60..=64 => self.division(depth),
            65..=69 if !self.is_full() => {
                self.paths *= 1.5;
                let condition = self.condition();
                let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
                format!("({condition} ? {left} : {right})")
            }
            70..=82 if !self.is_full() => {
                let callee = self.callee();
                match callee.returned {
                    Returned::Int => self.call(&callee),
                    Returned::IntPointer => format!("*{}", self.call(&callee)),
                    Returned::Struct => format!("{}.a", self.call(&callee)),
                    Returned::Void => self.atom(),
                }
            }
            _ => self.atom(),
        }
    }

    fn division(&mut self, depth: usize) -> String {
        let operator = *self.generator.random.pick(&["/", "%"]);
        let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
        if self.random(70) {
            return format!("({left} {operator} (({right} & 3) + 1))");
        }
        self.paths *= 1.3;
        format!("((unsigned char){left} {operator} (unsigned char){right})")
    }

    fn atom(&mut self) -> String {
        if self.random(25) {
            return ["0", "1", "2", "3", "5", "-1", "7", "10", "100"]
                [self.generator.random.below(9)]
            .to_owned();
        }
        if self.random(15) {
            return self.name(&[Kind::Int, Kind::Counter]);
        }
        self.readable()
    }

    fn readable(&mut self) -> String {
        let kinds = [Kind::Int, Kind::Counter, Kind::IntPointer, Kind::Bytes];
        let others = [Kind::Struct, Kind::StructPointer];
        match self.generator.random.below(8) {
            0..=5 => {
                let name = self.name(&kinds);
                self.read(&name)
            }
            _ => {
                let name = self.name(&others);
                self.read(&name)
            }
        }
    }

    /// What is written to read a number out of a name.
    fn read(&mut self, name: &str) -> String {
        let kind = self.scope.iter().rev().find(|variable| variable.name == name);
        match kind.map(|variable| variable.kind) {
            Some(Kind::IntPointer) => format!("*{name}"),
            Some(Kind::Bytes) => {
                let index = self.index();
                format!("{name}[{index}]")
            }
            Some(Kind::Struct) => {
                let field = self.field();
                format!("{name}.{field}")
            }
            Some(Kind::StructPointer) => {
                let field = self.field();
                format!("{name}->{field}")
            }
            _ => name.to_owned(),
        }
    }

    fn field(&mut self) -> String {
        match self.generator.random.below(4) {
            0 | 1 => "a".to_owned(),
            2 => "b".to_owned(),
            _ => {
                let index = self.index();
                format!("c[{index}]")
            }
        }
    }

    fn index(&mut self) -> String {
        if self.random(50) || self.is_full() {
            return self.generator.random.below(BYTES).to_string();
        }
        self.paths *= 1.2;
        let value = self.name(&[Kind::Int, Kind::Counter]);
        if self.random(8) { value } else { format!("{value} & {}", BYTES - 1) }
    }

    /// Something that is true or false.
    pub fn condition(&mut self) -> String {
        if !self.is_full() && self.random(12) {
            self.paths *= 1.5;
            let operator = *self.generator.random.pick(&["&&", "||"]);
            let (left, right) = (self.comparison(), self.comparison());
            return format!("({left} {operator} {right})");
        }
        self.comparison()
    }

    fn comparison(&mut self) -> String {
        let operator = *self.generator.random.pick(&["==", "==", "<", ">", "!=", "<="]);
        let left = self.expression(1);
        let depth = usize::from(self.random(30));
        let right = self.expression(depth);
        format!("({left} {operator} {right})")
    }

    /// Something that can be assigned to.
    pub fn place(&mut self) -> String {
        let kinds = [Kind::Int, Kind::Int, Kind::IntPointer, Kind::Bytes];
        let others = [Kind::Struct, Kind::StructPointer];
        let name = if self.random(75) { self.name(&kinds) } else { self.name(&others) };
        self.read(&name)
    }

    /// The address of a number.
    pub fn address(&mut self) -> String {
        let mut choices: Vec<String> = Vec::new();
        for variable in &self.scope {
            match variable.kind {
                // `g1` is unsigned, which a pointer to a number may still point to.
                Kind::Int if variable.name == "g1" => choices.push("(int *)&g1".to_owned()),
                Kind::Int => choices.push(format!("&{}", variable.name)),
                Kind::Struct => choices.push(format!("&{}.a", variable.name)),
                Kind::StructPointer => choices.push(format!("&{}->a", variable.name)),
                _ => {}
            }
        }
        self.generator.random.pick(&choices).clone()
    }

    /// A pointer to a number.
    pub fn pointer(&mut self) -> String {
        match self.generator.random.below(20) {
            0..=9 => self.address(),
            10..=15 => self.name(&[Kind::IntPointer]),
            16..=18 => format!("({})->p", self.structure()),
            _ if self.random(30) => "(int *)0".to_owned(),
            _ => self.address(),
        }
    }

    /// A pointer to a number that outlives the function.
    pub fn lasting_pointer(&mut self) -> String {
        let mut choices = vec!["&g0".to_owned(), "&gs.a".to_owned(), "gp".to_owned()];
        for variable in &self.scope {
            let is_parameter = variable.name.starts_with('p');
            if variable.kind == Kind::StructPointer && is_parameter {
                choices.push(format!("&{}->a", variable.name));
            }
        }
        self.generator.random.pick(&choices).clone()
    }

    /// A pointer to a structure.
    pub fn structure(&mut self) -> String {
        let name = self.name(&[Kind::Struct, Kind::StructPointer]);
        let is_pointer = self
            .scope
            .iter()
            .any(|variable| variable.name == name && variable.kind == Kind::StructPointer);
        if is_pointer { name } else { format!("&{name}") }
    }

    /// A function to call: one with few paths when there are many already.
    pub fn callee(&mut self) -> Signature {
        let limit = self.generator.size.paths * 3.0;
        let (paths, all) = (self.paths, self.generator.functions.len());
        let first = self.generator.random.below(all);
        let second = self.generator.random.below(all);
        let chosen = self.generator.functions[first.max(second)].clone();
        if paths * chosen.paths <= limit { chosen } else { self.generator.functions[0].clone() }
    }

    /// A call, of `callee` or of what recursion goes on with.
    pub fn call(&mut self, callee: &Signature) -> String {
        let again = self.again.clone().filter(|_| callee.returned == Returned::Int);
        if let Some(again) = again
            && self.random(50)
        {
            self.again = None;
            self.paths *= 3.0;
            return self.call_with(&again, "depth - 1");
        }
        let functions = self.names(&[Kind::Function]);
        if callee.params == [Param::Int] && !functions.is_empty() && self.random(60) {
            self.paths *= 3.0;
            let name = self.generator.random.pick(&functions).clone();
            return format!("{name}({})", self.expression(1));
        }
        self.paths *= callee.paths;
        let depth = if self.random(50) {
            self.generator.random.below(3).to_string()
        } else {
            format!("{} & 1", self.name(&[Kind::Int, Kind::Counter]))
        };
        self.call_with(callee, &depth)
    }

    fn call_with(&mut self, callee: &Signature, depth: &str) -> String {
        let mut words = Vec::new();
        for param in &callee.params {
            words.push(match param {
                Param::Int => self.expression(1),
                Param::Depth => depth.to_owned(),
                Param::IntPointer => self.pointer(),
                Param::Struct => self.structure(),
                Param::Bytes => self.buffer(),
                Param::Function => self.function_pointer(),
            });
        }
        format!("{}({})", callee.name, words.join(", "))
    }

    fn buffer(&mut self) -> String {
        if self.random(25) {
            return format!("({})->c", self.structure());
        }
        let name = self.name(&[Kind::Bytes]);
        if self.random(4) { format!("{name} + 1") } else { name }
    }

    fn function_pointer(&mut self) -> String {
        let mut choices = self.names(&[Kind::Function]);
        let simple = self.generator.functions.iter().filter(|function| {
            function.params == [Param::Int] && function.returned == Returned::Int
        });
        choices.extend(simple.map(|function| function.name.clone()));
        self.generator.random.pick(&choices).clone()
    }
}
