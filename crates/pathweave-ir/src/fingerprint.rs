//! Stable fingerprints of functions, for keeping results across runs.
//!
//! The fingerprint of a body covers the name of its function and what it computes: not places in
//! the source, not names of variables, not the numbers of its values. Globals it refers to count
//! with their contents; an internal constant counts by its contents alone, since its name is the
//! compiler's (`.str.5`). The fingerprint of a function adds those of everything it may call, so
//! that a change shows in the function and its callers and nowhere else. Fingerprints are stored on
//! disk: a change to what is hashed here must change [`VERSION`].
//!
//! Functions count with their names, static ones too: what is kept mentions functions by name, and
//! two of equal fingerprint that trade places (in a circle of calls, among those that a pointer may
//! mean) would look like no change. So do constants that point to each other in a circle.

mod encode;

use crate::callgraph::CallGraph;
use crate::entity::{Entity, Table};
use crate::{ConstExpr, Func, FunctionData, Global, GlobalData, Linkage, Program, Signature};
use siphasher::sip128::{Hasher128, SipHasher13};
use std::fmt;
use std::hash::Hasher as _;

/// Part of every fingerprint.
const VERSION: u64 = 2;

/// 128 bits that stand for contents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u128);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The fingerprints of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fingerprints {
    /// Of each function alone, with the globals it refers to.
    pub bodies: Table<Func, Fingerprint>,
    /// Of each function with everything it may call.
    pub functions: Table<Func, Fingerprint>,
    /// Of each global with the globals it points to.
    pub globals: Table<Global, Fingerprint>,
}

impl Fingerprints {
    /// Computes the fingerprints of a valid program.
    pub fn new(program: &Program) -> Self {
        Self::with_call_graph(program, &CallGraph::new(program))
    }

    /// Like [`new`](Self::new), with the program's call graph at hand.
    pub fn with_call_graph(program: &Program, calls: &CallGraph) -> Self {
        let globals = fingerprint_globals(program);
        let mut bodies = Table::new();
        let mut references = Vec::with_capacity(program.functions.len());
        for (func, data) in program.functions.iter() {
            let mut callees = Vec::new();
            bodies.push(fingerprint_body(program, &globals, data, &mut callees));
            let ordered: Vec<usize> = callees.iter().map(|f| f.index()).collect();
            let unordered = calls.indirect_callees(func).iter().map(|f| f.index()).collect();
            references.push(References { ordered, unordered });
        }
        let names = program.functions.values().map(|data| data.name.as_str()).collect::<Vec<_>>();
        let own = bodies.values().copied().collect::<Vec<_>>();
        let functions = combine(&own, &names, &references);
        Self { bodies, functions: functions.into_iter().collect(), globals }
    }
}

/// Collects what is hashed, in a form that is the same on every machine.
struct Digest(SipHasher13);

impl Digest {
    fn new(tag: &str) -> Self {
        let mut digest = Self(SipHasher13::new_with_keys(VERSION, 0));
        digest.text(tag);
        digest
    }

    fn number(&mut self, number: u64) {
        self.0.write(&number.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.write(bytes);
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    fn part(&mut self, part: Fingerprint) {
        self.0.write(&part.0.to_le_bytes());
    }

    fn finish(self) -> Fingerprint {
        Fingerprint(self.0.finish128().as_u128())
    }
}

/// What an item refers to: in the order of its text, and as a set.
#[derive(Default)]
struct References {
    ordered: Vec<usize>,
    unordered: Vec<usize>,
}

/// Adds to each item's own fingerprint those of what it refers to. Items that refer to each other
/// in a circle get a fingerprint of the circle, in which each has its name.
fn combine(own: &[Fingerprint], names: &[&str], references: &[References]) -> Vec<Fingerprint> {
    let successor = |node: usize, next: usize| {
        let References { ordered, unordered } = &references[node];
        ordered.iter().chain(unordered).nth(next).map(|&to| Some(to))
    };
    let components = crate::components::strongly_connected(own.len(), successor);
    let mut component_of = vec![0; own.len()];
    for (number, component) in components.iter().enumerate() {
        component.iter().for_each(|&item| component_of[item] = number);
    }
    let mut combined = own.to_vec();
    for (number, component) in components.iter().enumerate() {
        let named = |item: usize| {
            let mut digest = Digest::new("named");
            digest.part(own[item]);
            // What stands alone has nobody to be taken for.
            if component.len() > 1 {
                digest.text(names[item]);
            }
            digest.finish()
        };
        let resolve = |to: &usize| {
            // Inside a circle only the items' own fingerprints are known.
            if component_of[*to] == number { named(*to) } else { combined[*to] }
        };
        let mut parts: Vec<Fingerprint> = component
            .iter()
            .map(|&item| {
                let References { ordered, unordered } = &references[item];
                let mut digest = Digest::new("item");
                digest.part(named(item));
                digest.number(ordered.len() as u64);
                ordered.iter().for_each(|to| digest.part(resolve(to)));
                let mut set: Vec<Fingerprint> = unordered.iter().map(resolve).collect();
                set.sort_unstable();
                set.dedup();
                set.into_iter().for_each(|part| digest.part(part));
                digest.finish()
            })
            .collect();
        if let [only] = component[..] {
            combined[only] = parts[0];
            continue;
        }
        for (&item, &part) in component.iter().zip(&parts) {
            combined[item] = part;
        }
        parts.sort_unstable();
        let mut circle = Digest::new("circle");
        parts.into_iter().for_each(|part| circle.part(part));
        let circle = circle.finish();
        for &item in component {
            let mut digest = Digest::new("member");
            digest.part(combined[item]);
            digest.part(circle);
            combined[item] = digest.finish();
        }
    }
    combined
}

fn fingerprint_globals(program: &Program) -> Table<Global, Fingerprint> {
    let mut own = Vec::with_capacity(program.globals.len());
    let mut references = Vec::with_capacity(program.globals.len());
    for data in program.globals.values() {
        let mut pointed = Vec::new();
        own.push(fingerprint_global(program, data, &mut pointed));
        let ordered = pointed.iter().map(|g| g.index()).collect();
        references.push(References { ordered, unordered: Vec::new() });
    }
    let names = program.globals.values().map(|data| data.name.as_str()).collect::<Vec<_>>();
    combine(&own, &names, &references).into_iter().collect()
}

/// Whether the name says which object is meant: two variables with equal contents are not the
/// same, two constants may be.
fn is_named(data: &GlobalData) -> bool {
    data.linkage != Linkage::Internal || !data.constant
}

fn fingerprint_global(
    program: &Program,
    data: &GlobalData,
    pointed: &mut Vec<Global>,
) -> Fingerprint {
    let mut digest = Digest::new("global");
    digest.text(if is_named(data) { &data.name } else { "" });
    digest.number(data.linkage as u64);
    digest.number(u64::from(data.constant));
    digest.number(data.size);
    digest.number(data.align.into());
    let Some(init) = &data.init else { return digest.finish() };
    let used = init.bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
    digest.bytes(&init.bytes[..used]);
    for relocation in &init.relocations {
        digest.number(relocation.offset);
        digest.text(&relocation.ty.to_string());
        encode_expression(&mut digest, program, &relocation.value, pointed);
    }
    digest.finish()
}

fn encode_expression(
    digest: &mut Digest,
    program: &Program,
    expr: &ConstExpr,
    pointed: &mut Vec<Global>,
) {
    let mut work = vec![expr];
    while let Some(expr) = work.pop() {
        match expr {
            ConstExpr::Int(bits) => {
                digest.number(1);
                encode::encode_bits(digest, bits);
            }
            ConstExpr::Global(global, offset) => {
                // Its contents follow with the references.
                digest.number(2);
                digest.number(*offset as u64);
                pointed.push(*global);
            }
            ConstExpr::Func(func, offset) => {
                digest.number(3);
                digest.text(&program.functions[*func].name);
                digest.number(*offset as u64);
            }
            ConstExpr::Block(func, block) => {
                digest.number(4);
                digest.text(&program.functions[*func].name);
                digest.number(block.index() as u64);
            }
            ConstExpr::Binary(op, args) => {
                digest.number(5);
                digest.text(op.name());
                work.extend([&args.1, &args.0]);
            }
            ConstExpr::Cast(op, ty, arg) => {
                digest.number(6);
                digest.text(op.name());
                digest.text(&ty.to_string());
                work.push(arg);
            }
        }
    }
}

/// The fingerprint of a function alone; collects the functions it calls by name, in order.
fn fingerprint_body(
    program: &Program,
    globals: &Table<Global, Fingerprint>,
    data: &FunctionData,
    callees: &mut Vec<Func>,
) -> Fingerprint {
    let mut digest = Digest::new("function");
    digest.text(&data.name);
    encode_signature(&mut digest, &data.signature);
    digest.number(u64::from(data.no_return));
    digest.number(u64::from(data.optimized));
    digest.number(data.promises.len() as u64);
    for promise in &data.promises {
        digest.number(u64::from(promise.param));
        digest.number(promise.bytes);
    }
    digest.number(u64::from(data.body.is_some()));
    if let Some(body) = &data.body {
        encode::encode_body(&mut digest, program, globals, body, callees);
    }
    digest.finish()
}

fn encode_signature(digest: &mut Digest, signature: &Signature) {
    for types in [&signature.params, &signature.results] {
        digest.number(types.len() as u64);
        types.iter().for_each(|ty| digest.text(&ty.to_string()));
    }
    digest.number(u64::from(signature.variadic));
}
