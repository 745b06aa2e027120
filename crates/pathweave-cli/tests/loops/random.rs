//! Random programs with loops, and the two properties that conditions of targets must have: an input
//! that reaches the target satisfies the condition, and no target that random testing reaches is
//! declared unreachable.
//!
//! A program is compiled twice: for exploration, and natively with a driver that runs it on random
//! inputs. Loops may not end; natively an iteration costs fuel. For the first property the program
//! returns unless its inputs are those that were seen to reach the target, and must not be declared
//! unreachable then either.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What became of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The target was reached.
    Reachable,
    /// It was declared unreachable, and random testing did not reach it.
    Unreachable,
    /// Not decided.
    Unknown,
}

/// A source of random numbers.
pub struct Random(u64);

impl Random {
    /// Numbers of a seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..8 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        (self.next() >> 11) % limit
    }
}

struct Maker {
    random: Random,
    text: String,
    loops: u32,
    counters: u32,
}

const VARIABLES: [(&str, &str); 5] =
    [("int", "v0"), ("unsigned", "v1"), ("unsigned char", "v2"), ("int", "v3"), ("short", "v4")];

impl Maker {
    fn variable(&mut self) -> &'static str {
        VARIABLES[self.random.below(VARIABLES.len() as u64) as usize].1
    }

    fn constant(&mut self) -> i64 {
        let interesting = [0, 1, 2, 3, 4, 5, 7, 8, 10, 15, 16, 31, 100, 127, 128, 255, -1, -3];
        interesting[self.random.below(interesting.len() as u64) as usize]
    }

    fn atom(&mut self) -> String {
        match self.random.below(9) {
            0..=2 => self.variable().to_owned(),
            3 | 4 => self.constant().to_string(),
            5 => format!("x{}", self.random.below(3)),
            6 => format!("b[{} & 7]", self.variable()),
            7 => format!("a[{} & 7]", self.variable()),
            _ => format!("b[{}]", self.random.below(8)),
        }
    }

    fn expression(&mut self) -> String {
        let (one, two) = (self.atom(), self.atom());
        match self.random.below(8) {
            0..=2 => one,
            3 => format!("{one} + {two}"),
            4 => format!("{one} - {two}"),
            5 => format!("{one} * {}", self.random.below(6)),
            6 => format!("({one} ^ {two})"),
            _ => format!("({one} & {})", self.constant()),
        }
    }

    fn condition(&mut self) -> String {
        let (one, two) = (self.expression(), self.atom());
        let operators = ["<", "<=", ">", "==", "!=", ">="];
        let operator = operators[self.random.below(6) as usize];
        let simple = format!("{one} {operator} {two}");
        match self.random.below(6) {
            0 => format!("{simple} && {} != {}", self.atom(), self.constant()),
            1 => format!("{simple} || {} == {}", self.atom(), self.constant()),
            _ => simple,
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    fn block(&mut self, depth: usize, in_loop: bool, most: u64) {
        for _ in 0..=self.random.below(most) {
            self.statement(depth, in_loop);
        }
    }

    fn statement(&mut self, depth: usize, in_loop: bool) {
        let choice = self.random.below(20);
        match choice {
            0..=3 => {
                let (variable, step) = (self.variable(), self.random.below(5));
                let operator = ["+=", "-=", "+="][self.random.below(3) as usize];
                self.line(depth, &format!("{variable} {operator} {step};"));
            }
            4..=6 => {
                let text = format!("{} = {};", self.variable(), self.expression());
                self.line(depth, &text);
            }
            7 => {
                let text = format!("{} += {};", self.variable(), self.atom());
                self.line(depth, &text);
            }
            8 | 9 => {
                let text = format!("a[{} & 7] = {};", self.atom(), self.expression());
                self.line(depth, &text);
            }
            10..=12 if depth < 5 => {
                let text = format!("if ({}) {{", self.condition());
                self.line(depth, &text);
                self.block(depth + 1, in_loop, 2);
                if self.random.below(2) == 0 {
                    self.line(depth, "} else {");
                    self.block(depth + 1, in_loop, 2);
                }
                self.line(depth, "}");
            }
            13 if in_loop => {
                let how = ["break", "continue", "break"][self.random.below(3) as usize];
                let text = format!("if ({}) {how};", self.condition());
                self.line(depth, &text);
            }
            14 => {
                let text = format!("{} = step({}, {});", self.variable(), self.atom(), self.atom());
                self.line(depth, &text);
            }
            _ if self.loops < 3 && depth < 4 => self.repetition(depth),
            _ => {
                let text = format!("{} ^= {};", self.variable(), self.constant());
                self.line(depth, &text);
            }
        }
    }

    fn repetition(&mut self, depth: usize) {
        self.loops += 1;
        self.counters += 1;
        let counter = format!("i{}", self.counters);
        let step = 1 + self.random.below(4);
        match self.random.below(5) {
            0 | 1 => {
                let limit = match self.random.below(4) {
                    0 => self.random.below(20).to_string(),
                    1 => format!("(x{} & 31)", self.random.below(3)),
                    2 => format!("x{}", self.random.below(3)),
                    _ => self.variable().to_owned(),
                };
                let kind = ["int", "unsigned char", "unsigned"][self.random.below(3) as usize];
                let text = format!(
                    "for ({kind} {counter} = {}; {counter} < {limit}; {counter} += {step}) {{ TICK;",
                    self.random.below(3)
                );
                self.line(depth, &text);
            }
            2 => {
                let text = format!("while ({}) {{ TICK;", self.condition());
                self.line(depth, &text);
            }
            3 => {
                let text = format!(
                    "for (unsigned char *p = b; p < b + 8 && *p != {}; p += {step}) {{ TICK; {} += *p;",
                    self.random.below(3),
                    self.variable()
                );
                self.line(depth, &text);
            }
            _ => {
                self.line(depth, "do { TICK;");
                self.block(depth + 1, true, 3);
                let text = format!("}} while ({});", self.condition());
                self.line(depth, &text);
                return;
            }
        }
        self.block(depth + 1, true, 4);
        self.line(depth, "}");
    }
}

const HEAD: &str = "
#ifdef NATIVE
#include <stdio.h>
#include <setjmp.h>
static jmp_buf out; static unsigned long fuel;
#define TICK do { if (!fuel--) longjmp(out, 1); } while (0)
#else
#define TICK ((void)0)
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
#endif
struct input { int x[3]; unsigned char b[8]; };
static int step(int x, int y) { if (x > y) return x - 1; return x + 2; }
";

const TAIL: &str = r#"
#ifdef NATIVE
static unsigned long state = 88172645463325252UL;
static unsigned long next(void) { state ^= state << 13; state ^= state >> 7; state ^= state << 17; return state; }
static int number(void) {
  switch (next() % 4) {
    case 0: return (int)(next() % 40);
    case 1: return (int)next();
    case 2: return (int)(next() % 300) - 20;
    default: return (int)(next() % 5);
  }
}
int main(void) {
  int shown = 0;
  for (int run = 0; run < 30000 && shown < 2; run++) {
    struct input in;
    for (int k = 0; k < 3; k++) in.x[k] = number();
    for (int k = 0; k < 8; k++) in.b[k] = (unsigned char)number();
    struct input copy = in;
    fuel = 3000;
    if (setjmp(out)) continue;
    if (program(&copy)) {
      shown++;
      printf("-DPINNED");
      for (int k = 0; k < 3; k++) printf(" -DX%d=%d", k, in.x[k]);
      for (int k = 0; k < 8; k++) printf(" -DB%d=%d", k, in.b[k]);
      printf("\n");
    }
  }
  return 0;
}
#else
int main(void) {
  struct input in;
  klee_make_symbolic(&in, sizeof in, "in");
#ifdef PINNED
  if (in.x[0] != X0 || in.x[1] != X1 || in.x[2] != X2) return 0;
  if (in.b[0] != B0 || in.b[1] != B1 || in.b[2] != B2 || in.b[3] != B3) return 0;
  if (in.b[4] != B4 || in.b[5] != B5 || in.b[6] != B6 || in.b[7] != B7) return 0;
#endif
  if (program(&in)) target();
  return 0;
}
#endif
"#;

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let random = Random::new(seed);
    let mut maker = Maker { random, text: HEAD.to_owned(), loops: 0, counters: 0 };
    maker.line(0, "static int program(struct input *in) {");
    maker.line(1, "int x0 = in->x[0], x1 = in->x[1], x2 = in->x[2];");
    maker.line(1, "unsigned char *b = in->b; int a[8] = {0, 1, 2, 3, 4, 5, 6, 7};");
    for (kind, name) in VARIABLES {
        let text = match maker.random.below(3) {
            0 => format!("{kind} {name} = ({kind})x{};", maker.random.below(3)),
            _ => format!("{kind} {name} = {};", maker.random.below(4)),
        };
        maker.line(1, &text);
    }
    maker.block(1, false, 2);
    maker.repetition(1);
    maker.block(1, false, 2);
    let mut wanted = maker.condition();
    for _ in 0..maker.random.below(3) {
        wanted = format!("({wanted}) && ({})", maker.condition());
    }
    maker.line(1, &format!("return {wanted};"));
    maker.line(0, "}");
    maker.text + TAIL
}

/// Checks the properties of the program of a seed, with so many seconds for each run; an error says which one does not hold.
pub fn check(
    pathweave: &Path,
    directory: &Path,
    seed: u64,
    seconds: u64,
) -> Result<Verdict, String> {
    let pathweave = (pathweave, seconds);
    let source = directory.join(format!("random-{seed}.c"));
    fs::write(&source, program(seed)).map_err(|error| error.to_string())?;
    let reaching = run_natively(&source, directory, seed)?;
    let verdict = reach(pathweave, &source, directory, seed, &[])?;
    if verdict == Verdict::Unreachable && !reaching.is_empty() {
        return Err(format!("seed {seed}: declared unreachable, but {}", reaching[0]));
    }
    for input in &reaching {
        let flags: Vec<&str> = input.split(' ').collect();
        if reach(pathweave, &source, directory, seed, &flags)? == Verdict::Unreachable {
            return Err(format!("seed {seed}: {input} reaches the target, the condition says no"));
        }
    }
    let _ = fs::remove_file(&source);
    Ok(verdict)
}

/// Inputs that reach the target, as flags for the compiler.
fn run_natively(source: &Path, directory: &Path, seed: u64) -> Result<Vec<String>, String> {
    let binary = directory.join(format!("random-{seed}.exe"));
    let clang = std::env::var("CLANG").unwrap_or_else(|_| "clang-16".to_owned());
    let compiled = Command::new(clang)
        .args(["-O1", "-w", "-fwrapv", "-DNATIVE", "-o"])
        .args([&binary, source])
        .output()
        .map_err(|error| error.to_string())?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let output = Command::new(&binary).output().map_err(|error| error.to_string())?;
    let _ = fs::remove_file(&binary);
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

fn reach(
    (pathweave, seconds): (&Path, u64),
    source: &Path,
    directory: &Path,
    seed: u64,
    flags: &[&str],
) -> Result<Verdict, String> {
    let out = directory.join(format!("random-{seed}"));
    let output = Command::new(pathweave)
        .arg("reach")
        .arg(source)
        .args(["--target", "target", "--strategy", "dart", "--no-replay", "--json", "--time"])
        .arg(format!("{seconds}s"))
        .arg("--out")
        .arg(&out)
        .args(["--cflags", "-w", "-fwrapv"])
        .args(flags)
        .output()
        .map_err(|error| error.to_string())?;
    let _ = fs::remove_dir_all(&out);
    match output.status.code() {
        Some(0) => Ok(Verdict::Reachable),
        Some(1) => Ok(Verdict::Unreachable),
        Some(3) => Ok(Verdict::Unknown),
        _ => Err(format!("seed {seed}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}
