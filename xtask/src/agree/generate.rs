//! Random programs of several functions: declarations, signatures and what surrounds the bodies.
//!
//! Every program terminates: loops count to a constant, recursion goes down a depth that starts
//! small. An estimate of the number of paths bounds the size, so that whole-program exploration
//! ends within a second or two mostly. One statement stands on one line, which shrinking relies on.

use super::random::Random;
use super::statement::Body;

/// What a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Param {
    /// A number.
    Int,
    /// How deep recursion may still go.
    Depth,
    /// A pointer to a number, mostly written through.
    IntPointer,
    /// A pointer to `BYTES` bytes.
    Bytes,
    /// A pointer to a structure.
    Struct,
    /// A pointer to a function from number to number.
    Function,
}

/// What a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returned {
    /// A number.
    Int,
    /// Nothing.
    Void,
    /// One of the pointers to numbers it can see.
    IntPointer,
    /// A structure by value.
    Struct,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// What it returns.
    pub returned: Returned,
    /// About how many paths it has.
    pub paths: f64,
}

/// Bytes of every buffer.
pub const BYTES: usize = 4;

/// How large a program may become.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Functions besides `main`.
    pub functions: usize,
    /// Statements of a block at most.
    pub statements: usize,
    /// Lines of a function, about.
    pub lines: usize,
    /// Paths of a function, estimated.
    pub paths: f64,
}

impl Size {
    /// A size that depends on the seed: small programs come often.
    pub fn of_seed(random: &mut Random) -> Size {
        let large = random.below(3);
        Size {
            functions: 2 + large + random.below(3),
            statements: 2 + large,
            lines: 8 + 6 * large,
            paths: [8.0, 16.0, 30.0][large],
        }
    }
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let size = Size::of_seed(&mut random);
    let mut generator =
        Generator { random, size, functions: Vec::new(), marks: 0, out: Vec::new() };
    generator.prologue();
    let mut k = 0;
    while k < size.functions {
        k += generator.function(k);
    }
    generator.main();
    let mut text = generator.out.join("\n");
    text.push('\n');
    text
}

/// A program under construction.
pub struct Generator {
    /// Where decisions come from.
    pub random: Random,
    /// How large it may become.
    pub size: Size,
    /// What can be called by now.
    pub functions: Vec<Signature>,
    /// Marked lines so far.
    pub marks: usize,
    /// Lines.
    pub out: Vec<String>,
}

const PROLOGUE: &str = "\
extern int klee_int(const char *);
extern void klee_make_symbolic(void *, unsigned long, const char *);
extern void klee_assume(unsigned long);
extern void abort(void);
extern void exit(int);
extern void *malloc(unsigned long);
extern void free(void *);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define check(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))
struct S { int a; short b; unsigned char c[4]; int *p; };
int mark;
int g0 = 1;
unsigned g1;
unsigned char gb[4] = { 1, 2, 3, 4 };
struct S gs;
int *gp = &g0;
int twice(int v) { return v + v; }
int clip(int v) { if (v < 0) return 0; if (v > 9) return 9; return v; }";

impl Generator {
    fn prologue(&mut self) {
        self.out.extend(PROLOGUE.lines().map(str::to_owned));
        for (name, paths) in [("twice", 1.0), ("clip", 3.0)] {
            let (name, params) = (name.to_owned(), vec![Param::Int]);
            self.functions.push(Signature { name, params, returned: Returned::Int, paths });
        }
    }

    /// Adds one function or two that call each other; returns how many.
    fn function(&mut self, number: usize) -> usize {
        let kind = self.random.below(10);
        match kind {
            0 | 1 => self.define(&format!("f{number}"), true, None),
            2 => {
                let partner = Signature {
                    name: format!("f{}", number + 1),
                    params: vec![Param::Depth, Param::Int],
                    returned: Returned::Int,
                    paths: 2.0,
                };
                self.out.push(format!("int {}(int depth, int p1);", partner.name));
                self.define(&format!("f{number}"), true, Some(partner.clone()));
                let first = self.functions.last().cloned();
                self.define(&partner.name, true, first);
                return 2;
            }
            _ => self.define(&format!("f{number}"), false, None),
        }
        1
    }

    fn parameters(&mut self, recursive: bool) -> Vec<Param> {
        let kinds = [
            Param::Int,
            Param::Int,
            Param::Int,
            Param::IntPointer,
            Param::IntPointer,
            Param::Bytes,
            Param::Struct,
            Param::Function,
        ];
        let mut params = Vec::new();
        if recursive {
            params.push(Param::Depth);
        }
        for _ in 0..1 + self.random.below(3) {
            params.push(*self.random.pick(&kinds));
        }
        params
    }

    /// Writes a function. `partner` is called with a smaller depth, as is the function itself
    /// when it is recursive.
    fn define(&mut self, name: &str, recursive: bool, partner: Option<Signature>) {
        let fixed = self.out.iter().any(|line| *line == format!("int {name}(int depth, int p1);"));
        let (params, returned) = if fixed {
            (vec![Param::Depth, Param::Int], Returned::Int)
        } else {
            let kinds = [Returned::Int, Returned::Int, Returned::Int, Returned::Int];
            let others = [Returned::Void, Returned::IntPointer, Returned::Struct];
            let rare = !recursive && self.random.chance(30);
            let returned = *if rare { self.random.pick(&others) } else { self.random.pick(&kinds) };
            (self.parameters(recursive), returned)
        };
        let mut signature = Signature { name: name.to_owned(), params, returned, paths: 1.0 };
        self.out.push(format!("{} {{", header(&signature)));
        let again = match (recursive, partner) {
            (_, Some(partner)) => Some(partner),
            (true, None) => Some(signature.clone()),
            (false, None) => None,
        };
        signature.paths = Body::new(self, &signature.params, returned).write(again);
        self.out.push("}".to_owned());
        self.functions.push(signature);
    }

    fn main(&mut self) {
        self.out.push("int main(void) {".to_owned());
        self.size.statements += 1;
        self.size.lines += 8;
        self.size.paths *= 6.0;
        Body::new(self, &[], Returned::Int).write_main();
        self.out.push("}".to_owned());
    }
}

fn header(signature: &Signature) -> String {
    let returned = match signature.returned {
        Returned::Int => "int ",
        Returned::Void => "void ",
        Returned::IntPointer => "int *",
        Returned::Struct => "struct S ",
    };
    let params: Vec<String> = (signature.params.iter().enumerate())
        .map(|(k, param)| match param {
            Param::Int => format!("int p{k}"),
            Param::Depth => "int depth".to_owned(),
            Param::IntPointer => format!("int *p{k}"),
            Param::Bytes => format!("unsigned char *p{k}"),
            Param::Struct => format!("struct S *p{k}"),
            Param::Function => format!("int (*p{k})(int)"),
        })
        .collect();
    format!("{returned}{}({})", signature.name, params.join(", "))
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn a_seed_gives_one_program() {
        assert_eq!(program(7), program(7));
        assert_ne!(program(7), program(8));
    }

    #[test]
    fn braces_are_balanced() {
        for seed in 0..200 {
            let text = program(seed);
            assert_eq!(text.matches('{').count(), text.matches('}').count(), "seed {seed}");
        }
    }
}
