//! Random programs over linked objects, explored by `dart` and by `memo`: the same paths, branches and bugs.
//!
//! An entry gets two pointers to anything, changes what they point to (also into shapes that no function is executed
//! with alone: objects that overlap, that are too small), and calls functions that load, compare and store pointers. So most of
//! what is compared is which heaps a call can have. `--each-path` is compared too.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{explore, number};
use crate::agree::random::Random;
use crate::subject::Subject;

/// What programs begin with.
const HEAD: &str = "int klee_int(const char *);\n\
    struct s {\n  long u;\n  struct s *l;\n  struct s *r;\n  int v;\n};\n\
    static struct s *gp;\nstatic long room[2];\n";

/// What an entry does with the memory before it calls.
const CHANGES: [&str; 9] = [
    "",
    "",
    "if (a) a->l = a;",
    "if (a) a->r = b;",
    "gp = b;",
    "if (a) a->l = (struct s *)&a->r;",
    "if (a) a->l = (struct s *)&a->l;",
    "if (a) a->l = (struct s *)&a->u;",
    "if (a) a->r = (struct s *)room;",
];

/// Compares runs on so many programs.
pub fn run(
    subject: &Subject,
    out: &Path,
    (first, count): (u64, u64),
    seconds: u64,
) -> Result<(), String> {
    let (mut same, mut replayed, mut late, mut wrong) = (0, 0, 0, 0);
    for seed in first..first + count {
        let mut random = Random::new(seed);
        let file = out.join(format!("linked-{seed}.c"));
        fs::write(&file, program(&mut random)).map_err(|error| error.to_string())?;
        let when = *random.pick(&["use", "load"]);
        let depth = *random.pick(&["2", "3", "4", "6"]);
        let store = out.join("linked-store").to_string_lossy().into_owned();
        let mut runs = Vec::new();
        for strategy in [&["dart"][..], &["memo"], &["memo", "--each-path"]] {
            let _ = fs::remove_dir_all(&store);
            let flags = ["--entry", "entry", "--initialize", when, "--pointer-depth", depth];
            let flags = [&flags, &["--store", &store, "--strategy"][..], strategy].concat();
            runs.push(explore(subject, "test", &file, &flags, out, seconds)?);
        }
        let reasons = |run: &Value| run["incomplete"].to_string();
        if runs.iter().any(|run| reasons(run).contains("timeout")) {
            late += 1;
        } else if runs.iter().all(|run| claims(run) == claims(&runs[0])) {
            same += 1;
            replayed += u64::from(number(&runs[1], "/memo/invocations") > 0);
        } else {
            wrong += 1;
            let all: Vec<_> = runs.iter().map(claims).collect();
            println!("{}: --initialize {when} --pointer-depth {depth}: {all:?}", file.display());
            continue;
        }
        let _ = fs::remove_file(&file);
    }
    println!(
        "{same} random programs over linked objects have the same paths, branches and bugs with `dart`, `memo` \
         and `memo --each-path`, {replayed} of them with replay; {late} did not end in time, {wrong} differ"
    );
    if wrong > 0 { Err(format!("{wrong} programs differ, and are kept")) } else { Ok(()) }
}

/// What a run says that another one has to say too.
fn claims(run: &Value) -> (u64, bool, u64, Vec<String>) {
    let text = |bug: &Value| format!("{} {}", bug["kind"], bug["where"]);
    let mut bugs: Vec<String> = run["bugs"].as_array().into_iter().flatten().map(text).collect();
    bugs.sort();
    let covered = number(run, "/coverage/branches_covered");
    (number(run, "/paths"), run["complete"] == true, covered, bugs)
}

fn program(random: &mut Random) -> String {
    let mut text = HEAD.to_owned();
    let functions = 1 + random.below(2);
    let mut arities: Vec<usize> = Vec::new();
    for number in 0..functions {
        let names = if random.chance(40) { vec!["x", "y"] } else { vec!["x"] };
        let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let parameters: Vec<String> =
            names.iter().map(|name| format!("struct s *{name}")).collect();
        arities.push(names.len());
        let _ = writeln!(text, "int f{number}({}) {{", parameters.join(", "));
        let count = 3 + random.below(4);
        let mut body = Body { random, next: 0, text: &mut text };
        body.statements(&mut names, 1, count);
        if number == 1 && random.chance(60) {
            let arguments = vec!["x"; arities[0]].join(", ");
            let _ = writeln!(text, "  if (f0({arguments}) > 40) return 5;");
        }
        text.push_str("  return 0;\n}\n");
    }
    let _ = writeln!(text, "int entry(struct s *a, struct s *b) {{");
    let _ = writeln!(text, "  {}", random.pick(&CHANGES));
    for number in [functions - 1, 0] {
        let arguments: Vec<&str> =
            (0..arities[number]).map(|_| *random.pick(&["a", "b"])).collect();
        let _ = writeln!(text, "  int k{number} = f{number}({});", arguments.join(", "));
        if number == 0 || random.chance(30) {
            let _ = writeln!(text, "  return k{number};");
            break;
        }
    }
    text.push_str("}\n");
    text
}

/// The body of a function.
struct Body<'r> {
    random: &'r mut Random,
    /// How many names were given.
    next: usize,
    text: &'r mut String,
}

impl Body<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(depth));
    }

    fn fresh(&mut self, head: char) -> String {
        self.next += 1;
        format!("{head}{}", self.next)
    }

    /// A condition, and what is done where it holds.
    fn leave(&mut self, names: &mut Vec<String>, depth: usize, condition: &str) {
        self.line(depth, &format!("if ({condition}) {{"));
        let known = names.len();
        if depth < 3 {
            self.statements(names, depth + 1, 1);
        }
        names.truncate(known);
        let result = 1 + self.random.below(99);
        self.line(depth + 1, &format!("return {result};"));
        self.line(depth, "}");
    }

    fn statements(&mut self, names: &mut Vec<String>, depth: usize, count: usize) {
        for _ in 0..count {
            let (a, b) = (self.random.pick(names).clone(), self.random.pick(names).clone());
            let member = *self.random.pick(&["l", "r"]);
            let small = self.random.below(7) as i64 - 3;
            match self.random.below(100) {
                0..=24 => {
                    let name = self.fresh('p');
                    self.line(depth, &format!("struct s *{name} = {a} ? {a}->{member} : 0;"));
                    names.push(name);
                }
                25..=39 => {
                    let other = if a == b { "0" } else { &b };
                    self.leave(names, depth, &format!("{a} == {other}"));
                }
                40..=54 => self.leave(names, depth + 2, &format!("!{a}")),
                55..=67 => {
                    let value = if self.random.chance(30) { "0" } else { &b };
                    self.line(depth, &format!("if ({a}) {a}->{member} = {value};"));
                }
                68..=81 => {
                    let conditions = [
                        format!("{a} && {a}->v > {small}"),
                        format!("{a} && {a}->u == {small}"),
                        format!("{a} && (int){a}->u < {a}->v"),
                    ];
                    let condition = self.random.pick(&conditions).clone();
                    self.leave(names, depth, &condition);
                }
                82..=87 => self.line(depth, &format!("if ({a}) {a}->v = {small};")),
                88..=92 if depth < 2 => {
                    let name = self.fresh('n');
                    self.line(depth, &format!("int {name} = klee_int(\"{name}\");"));
                    self.leave(names, 3, &format!("{name} > 5"));
                }
                _ => self.leave(names, 3, &format!("gp == {a}")),
            }
        }
    }
}
