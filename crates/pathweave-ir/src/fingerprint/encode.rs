//! A body as a stream of numbers for hashing.
//!
//! Values are numbered in the order of their first appearance, constants stand for themselves.
//! Every variable-length list is preceded by its length, and every alternative by a tag of its
//! own, so that different bodies give different streams.

use super::{Digest, Fingerprint};
use crate::entity::{Entity, Table};
use crate::{
    ArithFlags, BlockCall, Body, Callee, Constant, Func, Global, InstKind, LifetimePoint, Overlap,
    Program, Terminator, Type, Value,
};
use pathweave_bits::BitVec;
use std::collections::HashSet;

struct Encoder<'a> {
    digest: &'a mut Digest,
    program: &'a Program,
    globals: &'a Table<Global, Fingerprint>,
    body: &'a Body,
    numbers: Vec<u32>,
    next: u32,
    callees: &'a mut Vec<Func>,
    callee_seen: HashSet<Func>,
}

/// Hashes a body; collects the functions it calls by name, in the order of their first call.
pub(super) fn encode_body(
    digest: &mut Digest,
    program: &Program,
    globals: &Table<Global, Fingerprint>,
    body: &Body,
    callees: &mut Vec<Func>,
) {
    let numbers = vec![u32::MAX; body.values.len()];
    let callee_seen = HashSet::new();
    let mut encoder =
        Encoder { digest, program, globals, body, numbers, next: 0, callees, callee_seen };
    encoder.digest.number(body.blocks.len() as u64);
    for data in body.blocks.values() {
        encoder.values(&data.params);
        encoder.digest.number(data.insts.len() as u64);
        for &inst in &data.insts {
            encoder.kind(&body.insts[inst].kind);
            encoder.digest.number(u64::from(body.insts[inst].results.count));
            body.insts[inst].results.iter().for_each(|v| encoder.value(v));
        }
        encoder.terminator(&data.terminator);
    }
}

pub(super) fn encode_bits(digest: &mut Digest, bits: &BitVec) {
    digest.number(bits.width().into());
    bits.limbs().iter().for_each(|&limb| digest.number(limb));
}

impl Encoder<'_> {
    fn ty(&mut self, ty: Type) {
        let (tag, detail) = match ty {
            Type::Int(width) => (1, width),
            Type::Ptr => (2, 0),
            Type::Float(kind) => (3, kind as u32),
        };
        self.digest.number(tag << 32 | u64::from(detail));
    }

    fn values(&mut self, values: &[Value]) {
        self.digest.number(values.len() as u64);
        values.iter().for_each(|&v| self.value(v));
    }

    fn value(&mut self, value: Value) {
        let body = self.body;
        if let Some(constant) = body.constant(value) {
            self.digest.number(0);
            self.ty(body.ty(value));
            self.constant(constant);
            return;
        }
        let number = &mut self.numbers[value.index()];
        let is_new = *number == u32::MAX;
        if is_new {
            *number = self.next;
            self.next += 1;
        }
        let number = *number;
        self.digest.number(1 << 32 | u64::from(number));
        if is_new {
            self.ty(body.ty(value));
        }
    }

    fn constant(&mut self, constant: &Constant) {
        let (tag, offset) = match constant {
            Constant::Int(_) => (1, 0),
            Constant::Float(_) => (2, 0),
            Constant::Null => (3, 0),
            Constant::GlobalAddr(_, offset) => (4, *offset),
            Constant::FuncAddr(_, offset) => (5, *offset),
            Constant::BlockAddr(_, block) => (6, block.index() as i64),
            Constant::Undef => (7, 0),
        };
        self.digest.number(tag);
        self.digest.number(offset as u64);
        match constant {
            Constant::Int(bits) | Constant::Float(bits) => encode_bits(self.digest, bits),
            Constant::GlobalAddr(global, _) => self.digest.part(self.globals[*global]),
            Constant::FuncAddr(func, _) | Constant::BlockAddr(func, _) => {
                self.digest.text(&self.program.functions[*func].name);
            }
            Constant::Null | Constant::Undef => {}
        }
    }

    /// Says which function is called. What it does is added with the references.
    fn callee(&mut self, func: Func) {
        if self.callee_seen.insert(func) {
            self.callees.push(func);
        }
        self.digest.text(&self.program.functions[func].name);
    }

    fn kind(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Unary { op, .. } => self.digest.text(op.name()),
            InstKind::Binary { op, flags, .. } => {
                self.digest.text(op.name());
                self.digest.number(flag_bits(*flags));
            }
            InstKind::Overflow { op, .. } => self.digest.text(op.name()),
            InstKind::IntCompare { predicate, .. } => {
                self.digest.text("icmp");
                self.digest.text(predicate.name());
            }
            InstKind::FloatCompare { predicate, .. } => {
                self.digest.text("fcmp");
                self.digest.text(predicate.name());
            }
            InstKind::Cast { op, .. } => self.digest.text(op.name()),
            InstKind::Select { .. } => self.digest.text("select"),
            InstKind::FusedMulAdd { .. } => self.digest.text("fma"),
            InstKind::FunnelShift { left, .. } => {
                self.digest.text(if *left { "funnel.l" } else { "funnel.r" });
            }
            InstKind::Offset { index, scale, displacement, in_bounds, .. } => {
                self.digest.text("offset");
                self.digest.number(if index.is_some() { *scale as u64 } else { 0 });
                self.digest.number(*displacement as u64);
                self.digest.number(u64::from(*in_bounds) | u64::from(index.is_some()) << 1);
            }
            InstKind::Load { align, volatile, .. } => self.access("load", *align, *volatile),
            InstKind::Store { align, volatile, .. } => self.access("store", *align, *volatile),
            InstKind::Alloca { align, .. } => self.access("alloca", *align, false),
            InstKind::MemCopy { overlap, .. } => {
                self.digest.text(if *overlap == Overlap::Allowed { "move" } else { "copy" });
            }
            InstKind::MemSet { .. } => self.digest.text("fill"),
            InstKind::StackSave => self.digest.text("stack.save"),
            InstKind::StackRestore { .. } => self.digest.text("stack.restore"),
            InstKind::Lifetime { point, .. } => {
                let start = *point == LifetimePoint::Start;
                self.digest.text(if start { "lifetime.start" } else { "lifetime.end" });
            }
            InstKind::ObjectSize { .. } => self.digest.text("object.size"),
            InstKind::Call { callee, args, variadic } => {
                self.digest.text("call");
                self.digest.number(args.len() as u64);
                match callee {
                    Callee::Direct(func) => self.callee(*func),
                    Callee::Indirect(_) => self.digest.text("indirect"),
                }
                let variadic = variadic.as_deref();
                self.digest.number(variadic.map_or(0, |extra| extra.len() as u64 + 1));
                for extra in variadic.unwrap_or_default() {
                    self.ty(extra.ty);
                    self.digest.number(extra.offset);
                }
            }
            InstKind::Unsupported { what } => {
                self.digest.text("unsupported");
                self.digest.text(what);
            }
        }
        kind.for_each_use(|v| self.value(v));
    }

    fn access(&mut self, word: &str, align: u32, volatile: bool) {
        self.digest.text(word);
        self.digest.number(u64::from(align) << 1 | u64::from(volatile));
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Jump(_) => self.digest.number(1),
            Terminator::Branch { cond, .. } => {
                self.digest.number(2);
                self.value(*cond);
            }
            Terminator::Switch { value, cases, .. } => {
                self.digest.number(3);
                self.value(*value);
                self.digest.number(cases.len() as u64);
                cases.iter().for_each(|case| encode_bits(self.digest, &case.value));
            }
            Terminator::IndirectJump { addr, targets, .. } => {
                self.digest.number(4);
                self.value(*addr);
                self.digest.number(targets.len() as u64);
            }
            Terminator::Return(values) => {
                self.digest.number(5);
                self.values(values);
            }
            Terminator::Unreachable => self.digest.number(6),
        }
        if let Some(id) = terminator.branch() {
            self.digest.number(id.index() as u64);
        }
        for BlockCall { block, args } in terminator.targets() {
            self.digest.number(block.index() as u64);
            self.values(args);
        }
    }
}

fn flag_bits(flags: ArithFlags) -> u64 {
    let ArithFlags { no_signed_wrap, no_unsigned_wrap, exact } = flags;
    u64::from(no_signed_wrap) | u64::from(no_unsigned_wrap) << 1 | u64::from(exact) << 2
}
