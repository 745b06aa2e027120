//! Joins ways that only compute: a decision whose sides have no effect becomes a `select`, and two
//! decisions with a common side become one.
//!
//! Paths multiply at every decision, also at those of `a && b`, `x ? y : z` and small functions
//! that return one of two constants. Where both sides can be computed, whatever the decision is,
//! there need be one path only. What is computed needlessly must not fail and must not be seen:
//! such instructions have no effect, keep no promise about overflow, and read nothing but words of
//! globals that are there. A call may be made needlessly when the callee is one block of them.
//!
//! A joined program does all that the original does, and goes on where that stops at a decision
//! by an undefined value. So what it cannot reach is unreachable; what it reaches has to be tried
//! on the original. Joined blocks are left empty, and keep their numbers.

mod speculate;

use crate::cfg::Cfg;
use crate::{
    ArithFlags, BinaryOp, Block, BlockCall, Body, CallGraph, Constant, Entity, Func, InstKind,
    IntPredicate, Loc, Program, SwitchCase, Terminator, Type, Value, ValueDef,
};
use speculate::Speculation;
use std::collections::BTreeSet;

/// Decisions with more cases stay.
const MOST_CASES: usize = 16;

/// Joins what can be joined in all functions but those that are kept as they are, which are not
/// called needlessly either. Returns how many decisions are gone. `overflow` says that signed
/// overflow is a finding.
pub fn join(program: &mut Program, kept: &BTreeSet<Func>, overflow: bool) -> usize {
    let graph = CallGraph::new(program);
    let mut speculation = Speculation::new(program, overflow);
    let order: Vec<Func> = graph.bottom_up().iter().flatten().copied().collect();
    let mut joined = 0;
    for func in order {
        if kept.contains(&func) || speculation.returns_twice(program, func) {
            continue;
        }
        let Some(mut body) = program.functions[func].body.take() else { continue };
        let count = Joining::new(&mut body, &speculation).run();
        if count > 0 {
            crate::simplify(&mut body);
            body.compact();
        }
        joined += count;
        if !graph.is_recursive(func) {
            speculation.consider(func, &program.functions[func], &body);
        }
        program.functions[func].body = Some(body);
    }
    joined
}

/// One body while its decisions are joined.
struct Joining<'b> {
    body: &'b mut Body,
    speculation: &'b Speculation,
    /// By block: how many jumps lead to it.
    jumps: Vec<u32>,
    /// By value: the one that it is a copy of.
    copies: Vec<Value>,
    joined: usize,
}

/// A side of a decision: where it joins the other with which values, and the block to compute
/// before, if there is one.
struct Side {
    through: Option<Block>,
    to: BlockCall,
}

impl<'b> Joining<'b> {
    fn new(body: &'b mut Body, speculation: &'b Speculation) -> Self {
        let copies = body.values.keys().collect();
        Self { body, speculation, jumps: Vec::new(), copies, joined: 0 }
    }

    fn run(mut self) -> usize {
        let cfg = Cfg::new(self.body);
        let order = cfg.reverse_post_order().to_vec();
        let reachable: BTreeSet<Block> = order.iter().copied().collect();
        for block in self.body.blocks.keys().filter(|block| !reachable.contains(block)) {
            self.clear(block);
        }
        self.jumps = vec![0; self.body.blocks.len()];
        self.jumps[self.body.entry().index()] = 1;
        for block in self.body.blocks.values() {
            block.terminator.targets().for_each(|to| self.jumps[to.block.index()] += 1);
        }
        // Inner decisions come first.
        for block in order.into_iter().rev() {
            while self.absorb_next(block) || self.join_decision(block) {}
        }
        if self.joined > 0 {
            self.replace_copies();
        }
        self.joined
    }

    fn clear(&mut self, block: Block) {
        let data = &mut self.body.blocks[block];
        data.params.clear();
        data.insts.clear();
        data.terminator = Terminator::Unreachable;
    }

    fn original(&self, mut value: Value) -> Value {
        while let Some(&of) = self.copies.get(value.index()).filter(|&&of| of != value) {
            value = of;
        }
        value
    }

    fn copy(&mut self, value: Value, of: Value) {
        let known = self.copies.len();
        self.copies.extend((known..self.body.values.len()).map(Value::from_index));
        self.copies[value.index()] = of;
    }

    fn replace_copies(&mut self) {
        let (copies, body) = (std::mem::take(&mut self.copies), &mut *self.body);
        let original = |mut value: Value| {
            while let Some(&of) = copies.get(value.index()).filter(|&&of| of != value) {
                value = of;
            }
            value
        };
        for block in body.blocks.keys() {
            for &inst in &body.blocks[block].insts {
                body.insts[inst].kind.map_uses(original);
            }
            body.blocks[block].terminator.map_uses(original);
        }
    }

    /// A block that goes on in one that nothing else leads to becomes one with it.
    fn absorb_next(&mut self, block: Block) -> bool {
        let Terminator::Jump(to) = &self.body.blocks[block].terminator else { return false };
        let to = to.clone();
        if to.block == block || self.jumps[to.block.index()] != 1 {
            return false;
        }
        self.inline(block, to.block, &to.args);
        self.body.blocks[block].terminator = self.body.blocks[to.block].terminator.clone();
        self.body.blocks[block].terminator_loc = self.body.blocks[to.block].terminator_loc;
        self.clear(to.block);
        self.jumps[to.block.index()] = 0;
        true
    }

    /// Puts the instructions of a block at the end of another one.
    fn inline(&mut self, into: Block, from: Block, args: &[Value]) {
        for (param, &arg) in self.body.blocks[from].params.clone().into_iter().zip(args) {
            let arg = self.original(arg);
            self.copy(param, arg);
        }
        let insts = std::mem::take(&mut self.body.blocks[from].insts);
        self.body.blocks[into].insts.extend(insts);
    }

    /// The same for instructions that may be executed needlessly from now on.
    fn inline_needlessly(&mut self, into: Block, from: Block, args: &[Value]) {
        for &inst in &self.body.blocks[from].insts {
            match &mut self.body.insts[inst].kind {
                InstKind::Binary { flags, .. } => *flags = ArithFlags::default(),
                InstKind::Offset { in_bounds, .. } => *in_bounds = false,
                _ => {}
            }
        }
        self.inline(into, from, args);
    }

    fn join_decision(&mut self, block: Block) -> bool {
        let joined = match self.body.blocks[block].terminator.clone() {
            Terminator::Branch { cond, then, other, .. } => {
                self.join_sides(block, cond, &then, &other)
                    || self.join_next(block, cond, &then, &other)
            }
            Terminator::Switch { value, cases, default, .. } => {
                self.join_cases(block, value, &cases, &default)
            }
            _ => false,
        };
        self.joined += usize::from(joined);
        joined
    }

    /// Where a side ends: where it leads, or where a block that only computes goes on to.
    /// `edges` is how many jumps the decision itself has to that block.
    fn through(&self, to: &BlockCall, edges: u32) -> Option<Side> {
        let data = &self.body.blocks[to.block];
        let Terminator::Jump(next) = &data.terminator else { return None };
        let is_own = self.jumps[to.block.index()] == edges;
        (is_own && next.block != to.block && self.speculation.allows(self.body, &data.insts))
            .then(|| Side { through: Some(to.block), to: next.clone() })
    }

    /// Both sides lead to one block: it is computed which values it gets.
    fn join_sides(
        &mut self,
        block: Block,
        cond: Value,
        then: &BlockCall,
        other: &BlockCall,
    ) -> bool {
        let direct = |to: &BlockCall| Side { through: None, to: to.clone() };
        let (a, b) = (self.through(then, 1), self.through(other, 1));
        let pairs = [
            (Some(direct(then)), Some(direct(other))),
            (self.through(then, 1), Some(direct(other))),
            (Some(direct(then)), self.through(other, 1)),
            (a, b),
        ];
        let meets = |pair: &(Side, Side)| pair.0.to.block == pair.1.to.block;
        let mut found = pairs.into_iter().filter_map(|(a, b)| a.zip(b)).filter(meets);
        let Some((left, right)) = found.next() else { return false };
        let end = left.to.block;
        if end == block || !self.can_select(&left.to.args, &right.to.args) {
            return false;
        }
        for (side, call) in [(&left, then), (&right, other)] {
            if let Some(through) = side.through {
                self.inline_needlessly(block, through, &call.args);
                self.clear(through);
                self.jumps[through.index()] = 0;
            }
        }
        let args = self.select_all(block, cond, &left.to.args, &right.to.args);
        self.jumps[end.index()] -= 1;
        self.body.blocks[block].terminator = Terminator::Jump(BlockCall { block: end, args });
        true
    }

    /// One side only computes and decides again, and one way from there is the other side.
    fn join_next(
        &mut self,
        block: Block,
        cond: Value,
        then: &BlockCall,
        other: &BlockCall,
    ) -> bool {
        for (near, far, is_then) in [(then, other, true), (other, then, false)] {
            let next = near.block;
            let data = &self.body.blocks[next];
            let Terminator::Branch { cond: second, then: p, other: q, .. } = &data.terminator
            else {
                continue;
            };
            let (second, p, q) = (*second, p.clone(), q.clone());
            let is_own = self.jumps[next.index()] == 1
                && next != block
                && far.block != block
                && self.speculation.allows(self.body, &data.insts);
            // The way on, and the way that meets the other side.
            let (on, met, wants) = match () {
                () if q.block == far.block && p.block != far.block => (p, q, true),
                () if p.block == far.block && q.block != far.block => (q, p, false),
                () => continue,
            };
            if !is_own || on.block == block || !self.can_select(&met.args, &far.args) {
                continue;
            }
            self.inline_needlessly(block, next, &near.args);
            self.clear(next);
            self.jumps[next.index()] = 0;
            self.jumps[far.block.index()] -= 1;
            let loc = self.body.blocks[block].terminator_loc;
            let first = self.truth(block, cond, is_then, loc);
            let second = self.truth(block, second, wants, loc);
            // Not a conjunction: what the second is without the first may be undefined.
            let no = self.body.make_int(1, 0);
            let both = InstKind::Select { cond: first, then: second, other: no };
            let both = self.body.append_value(block, both, Type::Int(1), loc);
            let args = self.select_all(block, first, &met.args, &far.args);
            let met = BlockCall { block: far.block, args };
            if let Terminator::Branch { cond, then, other, .. } =
                &mut self.body.blocks[block].terminator
            {
                (*cond, *then, *other) = (both, on, met);
            }
            return true;
        }
        false
    }

    /// All cases lead to one block.
    fn join_cases(
        &mut self,
        block: Block,
        value: Value,
        cases: &[SwitchCase],
        default: &BlockCall,
    ) -> bool {
        if cases.len() > MOST_CASES {
            return false;
        }
        let calls: Vec<&BlockCall> =
            cases.iter().map(|case| &case.target).chain([default]).collect();
        let edges = |to: &BlockCall| calls.iter().filter(|call| call.block == to.block).count();
        let sides: Vec<Option<Side>> =
            calls.iter().map(|call| self.through(call, edges(call) as u32)).collect();
        let first = sides[0].as_ref().map_or(calls[0].block, |side| side.to.block);
        let ends = [first, calls[0].block];
        let Some(&end) = ends.iter().find(|&&end| {
            let leads = |(call, side): (&&BlockCall, &Option<Side>)| {
                call.block == end
                    || (call.args.is_empty() && side.as_ref().is_some_and(|s| s.to.block == end))
            };
            calls.iter().zip(&sides).all(leads)
        }) else {
            return false;
        };
        let arguments: Vec<Vec<Value>> = calls
            .iter()
            .zip(&sides)
            .map(|(call, side)| match side {
                Some(side) if call.block != end => side.to.args.clone(),
                _ => call.args.clone(),
            })
            .collect();
        let Some(base) = arguments.last().filter(|_| end != block) else { return false };
        if !arguments.iter().all(|args| self.can_select(args, base)) {
            return false;
        }
        let through: BTreeSet<Block> =
            calls.iter().map(|call| call.block).filter(|&to| to != end).collect();
        for &from in &through {
            self.inline_needlessly(block, from, &[]);
            self.clear(from);
            self.jumps[from.index()] = 0;
        }
        let direct = calls.iter().filter(|call| call.block == end).count();
        self.jumps[end.index()] -= (direct + through.len()) as u32;
        self.jumps[end.index()] += 1;
        let loc = self.body.blocks[block].terminator_loc;
        let mut args = base.clone();
        for (case, own) in cases.iter().zip(&arguments).rev() {
            let ty = self.body.ty(value);
            let constant = self.body.make_const(ty, Constant::Int(case.value.clone()));
            let is_case =
                InstKind::IntCompare { predicate: IntPredicate::Eq, lhs: value, rhs: constant };
            let is_case = self.body.append_value(block, is_case, Type::Int(1), loc);
            args = self.select_all(block, is_case, own, &args);
        }
        self.body.blocks[block].terminator = Terminator::Jump(BlockCall { block: end, args });
        true
    }

    /// Whether values can be chosen by a `select`: words that are defined, or the same anyway.
    fn can_select(&self, left: &[Value], right: &[Value]) -> bool {
        let is_word = |value: Value| {
            matches!(self.body.ty(value), Type::Int(_))
                && self.body.values[value].def != ValueDef::Const(Constant::Undef)
        };
        left.iter().zip(right).all(|(&a, &b)| {
            let (a, b) = (self.original(a), self.original(b));
            a == b || (is_word(a) && is_word(b))
        })
    }

    fn select_all(
        &mut self,
        block: Block,
        cond: Value,
        then: &[Value],
        other: &[Value],
    ) -> Vec<Value> {
        let loc = self.body.blocks[block].terminator_loc;
        let pairs = then.iter().zip(other);
        pairs
            .map(|(&then, &other)| {
                let (then, other) = (self.original(then), self.original(other));
                if then == other {
                    return then;
                }
                let ty = self.body.ty(then);
                self.body.append_value(block, InstKind::Select { cond, then, other }, ty, loc)
            })
            .collect()
    }

    /// A condition, or its opposite.
    fn truth(&mut self, block: Block, cond: Value, is_true: bool, loc: Loc) -> Value {
        if is_true {
            return cond;
        }
        let rhs = self.body.make_int(1, 1);
        let flags = ArithFlags::default();
        let not = InstKind::Binary { op: BinaryOp::Xor, flags, lhs: cond, rhs };
        self.body.append_value(block, not, Type::Int(1), loc)
    }
}
