//! Abstract path conditions for people: in words by source lines, and as SMT-LIB with quantifiers.
//!
//! The text is about the condition as it is, not as it was unfolded: a solver for quantified formulas
//! can be given the script. Nothing here decides anything.

use crate::analysis::{AbstractPath, Analysis};
use crate::location::{Location, Symbol};
use crate::relations::Relation;
use crate::summary::{
    COUNTER, Context, LoopInstance, LoopSummary, Method, Pairs, Step, fresh_counter,
};
use pathweave_exec::Image;
use pathweave_exec::code::Op;
use pathweave_ir::{Entity, Loc, ValueDef};
use pathweave_memory::{Memory, ObjectKind};
use pathweave_term::{Printer, Term, TermStore};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Ways that are shown.
const SHOWN_WAYS: usize = 8;
/// Characters of a script that are shown.
const LONGEST_SCRIPT: usize = 60_000;

/// The condition in words: `open` says which ways may be taken.
pub fn in_words(
    image: &Image,
    terms: &TermStore,
    analysis: &Analysis<'_>,
    open: &[bool],
) -> String {
    let mut text = String::new();
    let out = &mut text;
    let left = open.iter().filter(|open| **open).count();
    let _ =
        writeln!(out, "ways to the target: {}, of which {left} may be taken", analysis.paths.len());
    for (reason, place) in analysis.gaps.keys() {
        let at = if place.is_empty() { String::new() } else { format!(" ({place})") };
        let _ = writeln!(out, "there may be others: {reason}{at}");
    }
    for (number, path) in analysis.paths.iter().enumerate().take(SHOWN_WAYS) {
        let verdict = match open.get(number) {
            Some(false) => "no input goes it",
            _ => "an input has to satisfy",
        };
        let _ = writeln!(out, "way {}: {verdict}", number + 1);
        for instance in &path.loops {
            write_loop(out, image, terms, &instance.summary, &path.state.memory, 1);
        }
        write_steps(out, image, &path.trail, "  ");
    }
    if analysis.paths.len() > SHOWN_WAYS {
        let _ = writeln!(out, "and {} ways more", analysis.paths.len() - SHOWN_WAYS);
    }
    text
}

fn write_loop(
    out: &mut String,
    image: &Image,
    terms: &TermStore,
    summary: &LoopSummary,
    memory: &Memory,
    depth: usize,
) {
    let pad = "  ".repeat(depth);
    let known = summary.iterated.methods.iter().all(|m| !matches!(m, Method::Unknown(_)));
    let how = if known { "closed form" } else { "abstracted" };
    let _ = writeln!(out, "{pad}loop at {} ({how})", summary.place);
    for (number, path) in summary.paths.iter().enumerate() {
        let _ = writeln!(out, "{pad}  path {}, κ{0} times, each time:", number + 1);
        write_steps(out, image, &path.trail, &format!("{pad}    "));
        for instance in &path.loops {
            write_loop(out, image, terms, &instance.summary, memory, depth + 2);
        }
    }
    let mut seen = BTreeSet::new();
    for (at, symbol) in summary.symbols.iter().enumerate() {
        let method = match &summary.iterated.methods[at] {
            Method::Unchanged => continue,
            Method::Linear => "a sum over the path counters",
            Method::LastValue => "what the last path gave it that sets it",
            Method::Writes => "elements as before, or as written in some iteration",
            Method::Unknown(why) => &format!("unknown: {why}"),
        };
        if matches!(symbol.location, Location::Register(_)) && !is_used(terms, summary, symbol) {
            continue;
        }
        let line = format!("{pad}  {} is {method}", describe(image, summary, symbol, memory));
        if seen.insert(line.clone()) {
            let _ = writeln!(out, "{line}");
        }
    }
    for relation in &summary.iterated.relations {
        write_relation(out, image, summary, relation, memory, &pad);
    }
}

fn write_relation(
    out: &mut String,
    image: &Image,
    summary: &LoopSummary,
    relation: &Relation,
    memory: &Memory,
    pad: &str,
) {
    let part = |&(k, c): &(usize, i64)| {
        format!("{c} · ({})", describe(image, summary, &summary.symbols[k], memory))
    };
    let sum: Vec<String> = relation.coefficients.iter().map(part).collect();
    let by = |(number, by): (usize, &i64)| format!("{by} on path {}", number + 1);
    let growth: Vec<String> = relation.growth.iter().enumerate().map(by).collect();
    let _ = writeln!(out, "{pad}  {} grows by {}", sum.join(" + "), growth.join(", "));
}

/// Whether a condition or a value of the loop depends on a symbol.
fn is_used(terms: &TermStore, summary: &LoopSummary, symbol: &Symbol) -> bool {
    summary.paths.iter().any(|path| {
        let mut all = path.conditions.clone();
        all.extend(&path.values);
        path.loops.iter().for_each(|instance| all.extend(&instance.entry));
        terms.free_variables(&all).contains(&symbol.term)
    })
}

fn describe(image: &Image, summary: &LoopSummary, symbol: &Symbol, memory: &Memory) -> String {
    let object = match symbol.location {
        Location::Register(reg) => return describe_register(image, summary, reg),
        Location::Byte(object, _) | Location::Pointer(object, _) | Location::Contents(object) => {
            object
        }
    };
    match memory.info(object).kind {
        ObjectKind::Global(global) | ObjectKind::Constant(global) => {
            format!("`{}`", image.program.globals[global].name)
        }
        ObjectKind::Stack(Some(name)) => format!("`{}`", image.program.names[name]),
        _ => format!(
            "the object made at {}",
            image.program.describe_loc(memory.info(object).made_at)
        ),
    }
}

/// Where in the loop a register gets its value.
fn describe_register(image: &Image, summary: &LoopSummary, reg: u32) -> String {
    let mut found: BTreeSet<String> = BTreeSet::new();
    let mut add = |loc: Loc| {
        let place = image.program.describe_loc(loc);
        if place != "unknown place" {
            found.insert(place);
        }
    };
    let function = &image.program.functions[summary.func];
    if let (Some(code), Some(body)) = (image.code(summary.func), &function.body) {
        for (value, data) in body.values.iter() {
            if code.registers[value.index()] == reg
                && let ValueDef::Inst(inst, _) = data.def
            {
                add(body.insts[inst].loc);
            }
        }
        for (pc, op) in code.ops.iter().enumerate() {
            if let Op::Move { dst, .. } = op
                && *dst == reg
            {
                add(code.locs[pc]);
            }
        }
    }
    match found.len() {
        0 => "a value".to_owned(),
        _ => format!("the value set at {}", found.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

fn write_steps(out: &mut String, image: &Image, trail: &[Step], pad: &str) {
    let mut last = None;
    for step in trail {
        let Some(code) = image.code(step.func) else { continue };
        if code.ops[step.pc as usize].jump().is_none() || last == Some(*step) {
            continue;
        }
        last = Some(*step);
        let place = image.program.describe_loc(code.locs[step.pc as usize]);
        let side = if step.holds { "is taken" } else { "is not taken" };
        let _ = writeln!(out, "{pad}the branch at {place} {side}");
    }
}

/// The condition of a way as a script with quantifiers, to be shown: cut where it gets too long.
pub fn as_script(terms: &mut TermStore, path: &AbstractPath<'_>) -> String {
    script_of(terms, path, LONGEST_SCRIPT)
}

/// The condition of a way as a script with quantifiers, to be solved.
pub fn as_whole_script(terms: &mut TermStore, path: &AbstractPath<'_>) -> String {
    script_of(terms, path, usize::MAX)
}

fn script_of(terms: &mut TermStore, path: &AbstractPath<'_>, longest: usize) -> String {
    let mut writer = ScriptWriter { terms, declared: BTreeMap::new(), asserts: Vec::new() };
    for &condition in &path.state.conditions {
        let text = writer.text(condition);
        writer.asserts.push(text);
    }
    for instance in &path.loops {
        let parts = writer.looping(instance, &Vec::new());
        writer.asserts.extend(parts);
    }
    writer.finish(longest)
}

struct ScriptWriter<'t> {
    terms: &'t mut TermStore,
    /// Declarations by variable.
    declared: BTreeMap<Term, String>,
    asserts: Vec<String>,
}

impl ScriptWriter<'_> {
    /// A term as text; its variables are declared.
    fn text(&mut self, term: Term) -> String {
        for variable in self.terms.free_variables(&[term]) {
            let declaration = Printer::new(self.terms).declaration(variable);
            self.declared.entry(variable).or_insert(declaration);
        }
        Printer::new(self.terms).term(term)
    }

    /// The looping condition of a loop: for each path, for all of its iterations there is a moment.
    fn looping(&mut self, instance: &LoopInstance, outer: &Pairs) -> Vec<String> {
        let context = Context::of(self.terms, instance, outer);
        let mut parts = Vec::new();
        for path in 0..context.summary.paths.len() {
            let before = fresh_counter(self.terms, "τ!");
            let around: BTreeSet<Term> = self.declared.keys().copied().collect();
            let first = self.terms.len();
            let moment = context.moment(self.terms, path, before);
            let happens = self.terms.bv_ult(before, context.counters[path]);
            let mut inner: Vec<String> = Vec::new();
            for &condition in &moment.conditions {
                inner.push(self.text(condition));
            }
            for nested in &context.summary.paths[path].loops {
                inner.extend(self.looping(nested, &moment.pairs));
            }
            let happens = self.text(happens);
            let bound: Vec<Term> = self
                .declared
                .keys()
                .copied()
                .filter(|v| !around.contains(v) && v.index() >= first)
                .collect();
            let mut exists = String::new();
            for variable in bound {
                self.declared.remove(&variable);
                let name = Printer::new(self.terms).term(variable);
                let _ = write!(exists, "({name} {})", self.terms.sort(variable));
            }
            self.declared.remove(&before);
            let name = Printer::new(self.terms).term(before);
            let body = match inner.len() {
                0 => continue,
                1 => inner.remove(0),
                _ => format!("(and {})", inner.join(" ")),
            };
            let body = match exists.is_empty() {
                true => body,
                false => format!("(exists ({exists}) {body})"),
            };
            parts.push(format!("(forall (({name} (_ BitVec {COUNTER}))) (=> {happens} {body}))"));
        }
        parts
    }

    fn finish(self, longest: usize) -> String {
        let mut text = String::from("(set-logic ALL)\n");
        for declaration in self.declared.values() {
            let _ = writeln!(text, "{declaration}");
        }
        for assert in &self.asserts {
            if text.len() > longest {
                text.push_str("; and more, too long to be shown\n");
                break;
            }
            let _ = writeln!(text, "(assert {assert})");
        }
        text.push_str("(check-sat)\n");
        text
    }
}
