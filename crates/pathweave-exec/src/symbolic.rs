//! Instructions on terms: what the general way does when an operand is symbolic.
//!
//! A state holds terms; the machine holds a *witness*, an input that satisfies the path
//! condition. Where the path may go several ways, the witness says which way is certainly
//! feasible; the machine asks for the decision ([`Stop::Decide`]) and leaves the other side to
//! whoever drives it. A decision is a fact of the path condition from then on, and asking again
//! finds it there.
//!
//! *Pinning* a term makes its witness value a decision, so that every other value stays to be
//! explored: exact. *Concretizing* takes the witness value as the only one: recorded as imprecise.

use crate::code::{Op as Operation, Pc};
use crate::hook::CallHook;
use crate::machine::Machine;
use crate::operators::{
    binary, bit, cast, compare, fit, funnel_shift, or, overflow, signed_overflow, truth, unary,
};
use crate::state::{FailingAccess, Imprecision, InputRecord, Reason, Shadow, State};
use crate::stop::Stop;
use pathweave_bits::BitVec;
use pathweave_ir::{
    ArithFlags, BinaryOp, Body, Constant, Entity, InstData, InstKind, SwitchCase, Type, Value,
};
use pathweave_memory::{
    Access, ByteKind, Fault, FaultKind, Object, ObjectInfo, ObjectState, Span, Special,
};
use pathweave_report::{BugKind, InputKind, InputSource};
use pathweave_term::{Op, Sort, Term};
use std::fmt::Write;
use std::rc::Rc;

/// Objects up to this size are read and written at symbolic offsets as arrays, unless the machine is
/// told otherwise.
pub(crate) const ARRAY_LIMIT: u64 = 1 << 16;

/// Addresses below this are null with a small offset, natively as well.
const NEAR_NULL: u64 = 4096;

/// The variables of inputs from this size on are kept for the next path that asks for them.
const LARGE_INPUT: u64 = 256;

/// A memory access at a symbolic address that was decided to lie inside one object.
struct Resolved {
    object: Object,
    span: Option<Span>,
    /// The offset of its first byte, 32 bits.
    offset: Term,
}

impl<H: CallHook> Machine<'_, H> {
    /// Whether an operand is a term.
    pub(crate) fn is_symbolic(&self, body: &Body, value: Value) -> bool {
        let frame = self.state.frame();
        if !frame.shadowed || body.constant(value).is_some() {
            return false;
        }
        let first = frame.code.registers[value.index()];
        let words = body.ty(value).bits().div_ceil(64);
        (first..first + words).any(|reg| self.state.shadow_of(reg).term.is_some())
    }

    /// Whether some operand of an instruction is a term.
    pub(crate) fn any_symbolic(&self, body: &Body, kind: &InstKind) -> bool {
        if !self.state.frame().shadowed {
            return false;
        }
        let mut found = false;
        kind.for_each_use(|value| found |= self.is_symbolic(body, value));
        found
    }

    /// An operand as a term.
    pub(crate) fn term(&mut self, body: &Body, value: Value) -> Term {
        let width = body.ty(value).bits();
        if body.constant(value) == Some(&Constant::Undef) {
            return self.undefined_operand(width);
        }
        let first = self.state.frame().code.registers[value.index()];
        let mut result: Option<Term> = None;
        for k in 0..width.div_ceil(64) {
            let piece_width = (width - 64 * k).min(64);
            let shadow = self.state.shadow_of(first + k);
            let piece = match shadow.term {
                Some(term) => fit(&mut self.terms, term, piece_width),
                None => {
                    let bits = self.state.register(first + k);
                    self.partly_undefined(piece_width, bits, shadow.undef)
                }
            };
            result = Some(match result {
                Some(low) => self.terms.concat(piece, low),
                None => piece,
            });
        }
        result.expect("every type has bits")
    }

    pub(crate) fn undefined_operand(&mut self, width: u32) -> Term {
        let mut result = self.undefined_term(width.min(64));
        while self.terms.width(result) < width {
            let left = width - self.terms.width(result);
            let piece = self.undefined_term(left.min(64));
            result = self.terms.concat(piece, result);
        }
        result
    }

    /// Gives a result the value of a term.
    pub(crate) fn define_term(&mut self, value: Value, term: Term) {
        let first = self.state.frame().code.registers[value.index()];
        let width = self.terms.width(term);
        for k in 0..width.div_ceil(64) {
            let (lo, hi) = (64 * k, (64 * k + 63).min(width - 1));
            let piece = self.terms.extract(term, hi, lo);
            match self.terms.constant_u64(piece) {
                Some(bits) => self.state.set_register(first + k, bits, Shadow::PLAIN),
                None => {
                    let shadow = Shadow { undef: 0, term: Some(piece) };
                    self.state.set_register(first + k, 0, shadow);
                }
            }
        }
    }

    /// The truth of a guard on this path.
    pub(crate) fn decide(&mut self, guard: Term) -> Result<bool, Stop> {
        let guard = self.defined(guard);
        if let Some(truth) = self.terms.constant_bool(guard) {
            return Ok(truth);
        }
        let negation = self.terms.not(guard);
        let known = |&condition: &Term| condition == guard || condition == negation;
        let Some(at) = self.state.conditions.iter().position(known) else {
            return Err(Stop::Decide(guard));
        };
        // The last one is what was decided just now.
        if at + 1 < self.state.conditions.len() && self.is_counted_conditional() {
            self.repeated += 1;
            if let Some(guards) = &mut self.repeated_guards {
                guards.push(guard);
            }
        }
        Ok(self.state.conditions[at] == guard)
    }

    fn is_counted_conditional(&self) -> bool {
        let frames = self.state.frames.len();
        let op = self.state.frame().code.ops[self.state.frame().pc as usize];
        let is_switch = matches!(op, Operation::Switch { .. } | Operation::WideSwitch { .. });
        frames <= self.repeated_below && (op.jump().is_some() || is_switch)
    }

    /// The witness value of a term of up to 64 bits, as a decision.
    pub(crate) fn pin(&mut self, term: Term) -> Result<u64, Stop> {
        let term = self.settle(term)?;
        let term = self.defined(term);
        let value = self.witness.bits(&self.terms, term);
        let constant = self.terms.bv_const(&value);
        let guard = self.terms.eq(term, constant);
        // Under a witness of this path it holds, so it can only be decided that way; there may be none (`foresee`).
        if !self.decide(guard)? {
            return Err(Stop::Decide(guard));
        }
        self.state.trace.value(value.low_u64());
        Ok(value.low_u64())
    }

    /// The witness value of a term as the only one from now on. Exact where a decision says so
    /// already.
    pub(crate) fn concretize(&mut self, term: Term, reason: Reason) -> Result<BitVec, Stop> {
        let term = self.defined(term);
        let value = self.witness.bits(&self.terms, term);
        let constant = self.terms.bv_const(&value);
        let fact = self.terms.eq(term, constant);
        if self.terms.constant_bool(fact).is_some() {
            return Ok(value);
        }
        let State { conditions, concretizations, .. } = &self.state;
        let is_fact = concretizations.iter().any(|&at| conditions.get(at as usize) == Some(&fact));
        if is_fact {
            self.note_imprecision(reason);
        } else if !conditions.contains(&fact) {
            return Err(Stop::Concretize(fact));
        }
        Ok(value)
    }

    /// Writes down that the path is not exact from here on.
    pub(crate) fn note_imprecision(&mut self, reason: Reason) {
        let imprecision = Imprecision { reason, loc: self.program_loc() };
        if !self.state.imprecisions.contains(&imprecision) {
            self.state.imprecisions.push(imprecision);
        }
    }

    /// Gives an operand's registers the witness value, where terms cannot follow.
    fn concretize_operand(&mut self, body: &Body, value: Value) -> Result<(), Stop> {
        if !self.is_symbolic(body, value) {
            return Ok(());
        }
        let term = self.term(body, value);
        let bits = self.concretize(term, Reason::Concretized)?;
        let first = self.state.frame().code.registers[value.index()];
        for (k, &word) in bits.limbs().iter().enumerate() {
            self.state.set_register(first + k as u32, word, Shadow::PLAIN);
        }
        Ok(())
    }

    /// Pins an operand: its registers hold a number afterwards.
    fn pin_operand(&mut self, body: &Body, value: Value) -> Result<(), Stop> {
        if !self.is_symbolic(body, value) {
            return Ok(());
        }
        let term = self.term(body, value);
        let term = self.settle(term)?;
        let term = self.defined(term);
        let bits = self.witness.bits(&self.terms, term);
        let constant = self.terms.bv_const(&bits);
        let guard = self.terms.eq(term, constant);
        self.decide(guard)?;
        self.state.trace.value(bits.low_u64());
        let first = self.state.frame().code.registers[value.index()];
        for (k, &word) in bits.limbs().iter().enumerate() {
            self.state.set_register(first + k as u32, word, Shadow::PLAIN);
        }
        Ok(())
    }

    /// Executes an instruction with a symbolic operand. `Ok(false)` when its operands are plain
    /// now and it has to be executed as such.
    pub(crate) fn symbolic_inst(&mut self, body: &Body, data: &InstData) -> Result<bool, Stop> {
        let result = data.results.first;
        let term = match &data.kind {
            InstKind::Load { addr, .. } => {
                let addr = self.term(body, *addr);
                let term = self.symbolic_load(addr, body.ty(result))?;
                self.loaded(term)?
            }
            InstKind::Store { addr, value, .. } => {
                self.symbolic_store(body, *addr, *value)?;
                return Ok(true);
            }
            InstKind::Binary { op, flags, lhs, rhs } if !op.is_float() => {
                let (a, b) = (self.term(body, *lhs), self.term(body, *rhs));
                let result = self.symbolic_binary(*op, *flags, a, b)?;
                match op.masks() {
                    true => self.not_cancelled(a, b, result),
                    false => self.not_vanished(a, b, result),
                }
            }
            InstKind::Overflow { op, lhs, rhs } => {
                let (a, b) = (self.term(body, *lhs), self.term(body, *rhs));
                let (value, flag) = overflow(&mut self.terms, *op, a, b);
                let [value, flag] = [value, flag].map(|result| self.not_cancelled(a, b, result));
                let mut results = data.results.iter();
                results.next();
                if let Some(second) = results.next() {
                    self.define_term(second, flag);
                }
                value
            }
            InstKind::IntCompare { predicate, lhs, rhs } => {
                let (a, b) = (self.term(body, *lhs), self.term(body, *rhs));
                let holds = compare(&mut self.terms, *predicate, a, b);
                let result = bit(&mut self.terms, holds);
                self.not_vanished(a, b, result)
            }
            InstKind::Cast { op, arg } => {
                let to = body.ty(result).bits();
                let arg = self.term(body, *arg);
                match cast(&mut self.terms, *op, arg, to) {
                    Some(term) => term,
                    None => return self.fall_back(body, &data.kind),
                }
            }
            InstKind::Select { cond, then, other } => {
                let [cond, then, other] = [cond, then, other].map(|v| self.term(body, *v));
                let holds = truth(&mut self.terms, cond);
                self.choice(holds, then, other)
            }
            InstKind::Unary { op, arg } => {
                let arg = self.term(body, *arg);
                match unary(&mut self.terms, *op, arg) {
                    Some(term) => term,
                    None => return self.fall_back(body, &data.kind),
                }
            }
            InstKind::FunnelShift { left, hi, lo, amount } => {
                let [hi, lo, amount] = [hi, lo, amount].map(|v| self.term(body, *v));
                let result = funnel_shift(&mut self.terms, *left, hi, lo, amount);
                self.not_cancelled(hi, lo, result)
            }
            InstKind::Offset { base, index, scale, displacement, .. } => {
                let mut sum = self.term(body, *base);
                if let Some(index) = index {
                    let index = self.term(body, *index);
                    let scale = self.terms.bv_u64(64, *scale as u64);
                    let scaled = self.terms.bv_mul(index, scale);
                    let both = self.terms.bv_add(sum, scaled);
                    sum = self.not_vanished(sum, scaled, both);
                }
                let displacement = self.terms.bv_u64(64, *displacement as u64);
                self.terms.bv_add(sum, displacement)
            }
            InstKind::MemSet { dst, len, .. } => {
                self.pin_operand(body, *dst)?;
                self.pin_operand(body, *len)?;
                return self.symbolic_fill(body, &data.kind);
            }
            InstKind::MemCopy { .. }
            | InstKind::Alloca { .. }
            | InstKind::StackRestore { .. }
            | InstKind::Lifetime { .. }
            | InstKind::ObjectSize { .. } => {
                let mut operands = Vec::new();
                data.kind.for_each_use(|value| operands.push(value));
                for operand in operands {
                    self.pin_operand(body, operand)?;
                }
                return Ok(false);
            }
            kind => return self.fall_back(body, kind),
        };
        self.define_term(result, term);
        Ok(true)
    }

    /// Takes the witness values of all operands.
    fn fall_back(&mut self, body: &Body, kind: &InstKind) -> Result<bool, Stop> {
        let mut operands = Vec::new();
        kind.for_each_use(|value| operands.push(value));
        for operand in operands {
            self.concretize_operand(body, operand)?;
        }
        Ok(false)
    }

    fn symbolic_binary(
        &mut self,
        op: BinaryOp,
        flags: ArithFlags,
        a: Term,
        b: Term,
    ) -> Result<Term, Stop> {
        let width = self.terms.width(a);
        if op.is_division() {
            let zero = self.terms.bv_u64(width, 0);
            let by_zero = self.terms.eq(b, zero);
            if self.decide(by_zero)? {
                return Err(self.finding(BugKind::DivisionByZero, "division by zero".to_owned()));
            }
            if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
                let least = self.terms.bv_const(&BitVec::min_signed(width));
                let minus_one = self.terms.bv_const(&BitVec::ones(width));
                let (x, y) = (self.terms.eq(a, least), self.terms.eq(b, minus_one));
                let overflows = self.terms.and(x, y);
                if self.decide(overflows)? {
                    let text = "the least integer divided by -1 overflows".to_owned();
                    return Err(self.finding(BugKind::SignedOverflow, text));
                }
            }
        }
        if op.is_shift() {
            let limit = self.terms.bv_const(&BitVec::from_u64(width, u64::from(width)));
            let fits = self.terms.bv_ult(b, limit);
            // A width that is no number of that width (1 bit) has no amount out of range but 1.
            if u64::from(width) < 1 << width.min(63) && !self.decide(fits)? {
                let text = format!("shift of a {width}-bit integer by too much");
                return Err(self.finding(BugKind::ShiftOutOfRange, text));
            }
        }
        if self.image.checks.overflow
            && flags.no_signed_wrap
            && let Some(overflows) = signed_overflow(&mut self.terms, op, a, b)
            && self.decide(overflows)?
        {
            let text = format!("`{}` overflows a signed {width}-bit integer", op.name());
            return Err(self.finding(BugKind::SignedOverflow, text));
        }
        Ok(binary(&mut self.terms, op, a, b))
    }

    /// Decides which object an access at a symbolic address touches. All of the address decides, also where every
    /// value of what was never set in it is inside the object.
    fn resolve(&mut self, addr: Term, len: u64, access: Access) -> Result<Resolved, Stop> {
        let addr = self.defined(addr);
        let (addr, is_null) = self.settle_address(addr)?;
        if let Some(address) = self.terms.constant_u64(addr) {
            let span = self.checked(address, len, access)?;
            let offset = self.terms.bv_u64(32, span.offset());
            return Ok(Resolved { object: span.object(), span: Some(span), offset });
        }
        // What is known to be null is no pointer any more when the access is tried again.
        let frame = self.state.frame();
        let at = (frame.serial, frame.pc);
        if is_null || self.state.failing.is_some_and(|failing| failing.at == at) {
            self.refuse_near_null(addr, is_null, len, access)?;
        }
        if let Some(object) = self.provenance(addr) {
            return self.resolve_inside(object, addr, len, access);
        }
        let address = self.witness.bits(&self.terms, addr).low_u64();
        let checked = self.state.memory.check(address, len, access);
        let object = match &checked {
            Ok(span) => span.object(),
            Err(fault) => return Err(self.symbolic_fault(addr, fault)),
        };
        let base = self.state.memory.base(object);
        let base = self.terms.bv_u64(64, base);
        let minus_base = self.terms.bv_neg(base);
        let offset = self.terms.bv_add(addr, minus_base);
        let inside = self.inside(object, offset, len);
        self.decide(inside)?;
        self.state.trace.value(self.state.memory.base(object));
        let offset = self.terms.extract(offset, 31, 0);
        Ok(Resolved { object, span: checked.ok(), offset })
    }

    /// An element of an array that is null: however far away it is, that is one failure, shown near null
    /// if the witness is.
    fn refuse_near_null(
        &mut self,
        addr: Term,
        is_null: bool,
        len: u64,
        access: Access,
    ) -> Result<(), Stop> {
        let limit = self.terms.bv_u64(64, NEAR_NULL);
        let guard = self.terms.bv_ult(addr, limit);
        let frame = self.state.frame();
        let at = (frame.serial, frame.pc);
        let is_first =
            |first: &FailingAccess| first.is_near_null && first.at == at && first.guard == guard;
        let first = self.state.failing.filter(is_first);
        let Some(first) = first.or_else(|| {
            let kind = match self.witness.holds(&self.terms, guard) {
                true => BugKind::NullDereference,
                false => BugKind::OutOfBoundsRead,
            };
            is_null.then_some(FailingAccess { at, kind, guard, is_near_null: true })
        }) else {
            return Ok(());
        };
        self.state.failing = Some(first);
        // The other side of a failure near null is the same failure.
        if !self.decide(guard)? && first.kind == BugKind::NullDereference {
            return Err(Stop::Assumed);
        }
        let address = self.witness.bits(&self.terms, addr).low_u64();
        match self.state.memory.check(address, len, access) {
            Err(fault) => Err(self.memory_finding(&fault)),
            // By chance there is something: an access as any other.
            Ok(_) => Ok(()),
        }
    }

    /// The object that an address is computed from: that of the constant in a sum. However large
    /// the rest is, the access is meant for this object.
    pub(crate) fn provenance(&self, addr: Term) -> Option<Object> {
        if self.terms.op(addr) != Op::BvAdd {
            return None;
        }
        let constant = self.terms.args(addr).iter().find_map(|&t| self.terms.constant_u64(t))?;
        let (object, offset, info) = self.state.memory.find(constant)?;
        // A constant that merely looks like an address is far from any object's bytes.
        (offset.unsigned_abs() <= info.size.saturating_add(1 << 20)).then_some(object)
    }

    /// Decides whether an access meant for an object is inside it.
    fn resolve_inside(
        &mut self,
        object: Object,
        addr: Term,
        len: u64,
        access: Access,
    ) -> Result<Resolved, Stop> {
        let info = self.state.memory.info(object);
        let base = self.state.memory.base(object);
        let minus_base = self.terms.bv_u64(64, base.wrapping_neg());
        let offset = self.terms.bv_add(addr, minus_base);
        let usable = info.state == ObjectState::Live && len <= info.size;
        let inside = if usable {
            let inside = self.inside(object, offset, len);
            self.decide(inside)?
        } else {
            false
        };
        if inside {
            // Also refuses what no offset makes right: writing a constant, reading code. An access
            // inside at any offset is as good as one at the start.
            if self.state.memory.bound(object).is_some() {
                self.state.memory.raise_known(object, len);
            }
            self.checked(base, len, access)?;
            let constant = self.terms.constant_u64(offset);
            let span = constant.map(|at| self.checked(base.wrapping_add(at), len, access));
            let offset = self.terms.extract(offset, 31, 0);
            return Ok(Resolved { object, span: span.transpose()?, offset });
        }
        let address = self.witness.bits(&self.terms, addr).low_u64();
        let kind = match info.state {
            ObjectState::Live => FaultKind::OutOfBounds,
            _ => FaultKind::UseAfterFree,
        };
        let at = address.wrapping_sub(base) as i64;
        let info = self.sized(object, info);
        let fault = Fault { kind, access, address, len, object: Some((object, at, info)) };
        Err(self.memory_finding(&fault))
    }

    /// Whether `len` bytes at an offset are inside an object, which may be as large as `len`.
    fn inside(&mut self, object: Object, offset: Term, len: u64) -> Term {
        match self.state.memory.bound(object) {
            None => {
                let size = self.state.memory.info(object).size;
                let limit = self.terms.bv_u64(64, size - len + 1);
                self.terms.bv_ult(offset, limit)
            }
            Some(bound) => {
                let wanted = self.terms.bv_u64(64, len);
                let minus = self.terms.bv_u64(64, len.wrapping_neg());
                let large_enough = self.terms.bv_ule(wanted, bound.size);
                let last = self.terms.bv_add(bound.size, minus);
                let before = self.terms.bv_ule(offset, last);
                self.terms.and(large_enough, before)
            }
        }
    }

    /// What reports say about an object, with the size it has under the witness.
    pub(crate) fn sized(&mut self, object: Object, info: ObjectInfo) -> ObjectInfo {
        match self.state.memory.bound(object) {
            Some(bound) => {
                ObjectInfo { size: self.witness.bits(&self.terms, bound.size).low_u64(), ..info }
            }
            None => info,
        }
    }

    /// The finding for an access that fails under the witness, once it is decided that the path
    /// is about this object and this way of failing.
    fn symbolic_fault(&mut self, addr: Term, fault: &Fault) -> Stop {
        let number = self.terms.extract(addr, 63, 32);
        let own = self.terms.bv_u64(32, fault.address >> 32);
        let here = self.terms.eq(number, own);
        let finding = self.memory_finding(fault);
        let Stop::Finding(found) = &finding else { return finding };
        let frame = self.state.frame();
        let at = (frame.serial, frame.pc);
        let first = match self.state.failing {
            Some(first) if first.at == at && first.kind == found.kind => first,
            _ => FailingAccess { at, kind: found.kind, guard: here, is_near_null: false },
        };
        self.state.failing = Some(first);
        if let Err(stop) = self.decide(here) {
            return stop;
        }
        if fault.kind == FaultKind::OutOfBounds
            && let Some((object, _, info)) = fault.object
            && info.state == ObjectState::Live
            && fault.len <= info.size
        {
            let base = self.terms.bv_u64(64, self.state.memory.base(object));
            let minus_base = self.terms.bv_neg(base);
            let offset = self.terms.bv_add(addr, minus_base);
            let limit = self.terms.bv_u64(64, info.size - fault.len + 1);
            let inside = self.terms.bv_ult(offset, limit);
            if let Err(stop) = self.decide(inside) {
                return stop;
            }
        }
        // The same operation failing in the same way near another object was the first one's
        // other side: one failure, which has been reported.
        if first.guard != here { Stop::Assumed } else { finding }
    }

    /// The term of a byte of an object.
    pub(crate) fn byte_term(&mut self, span: Span, at: u64) -> Term {
        match self.state.memory.byte(span, at) {
            ByteKind::Plain => {
                let byte = self.state.memory.bytes(span)[at as usize];
                self.terms.bv_u64(8, u64::from(byte))
            }
            ByteKind::Undefined(bits) => {
                let byte = self.state.memory.bytes(span)[at as usize];
                self.partly_undefined(8, u64::from(byte), u64::from(bits))
            }
            ByteKind::Symbolic(term) => term,
            ByteKind::InArray(array) => {
                let index = self.terms.bv_u64(32, span.offset() + at);
                self.terms.select(array, index)
            }
            ByteKind::Missing => unreachable!("missing bytes are asked for before they are read"),
        }
    }

    /// Whether a checked access has a byte that is a term.
    pub(crate) fn span_is_symbolic(&self, span: Span, len: u64) -> bool {
        !self.state.memory.is_defined(span)
            && (0..len).any(|at| {
                matches!(
                    self.state.memory.byte(span, at),
                    ByteKind::Symbolic(_) | ByteKind::InArray(_)
                )
            })
    }

    /// The value of a type in a checked access with terms in it.
    pub(crate) fn read_term(&mut self, span: Span, ty: Type) -> Term {
        let mut result = self.byte_term(span, 0);
        for at in 1..ty.bytes() {
            let byte = self.byte_term(span, at);
            result = self.terms.concat(byte, result);
        }
        let value = self.terms.extract(result, ty.bits() - 1, 0);
        self.as_decided(value)
    }

    /// The contents of an object as an array, from 32-bit offsets to bytes.
    pub fn contents(&mut self, object: Object) -> Term {
        self.array_of(object)
    }

    /// Reads and writes objects up to this size at symbolic offsets as arrays. Says what it was.
    pub fn set_array_limit(&mut self, limit: u64) -> u64 {
        std::mem::replace(&mut self.array_limit, limit)
    }

    fn array_of(&mut self, object: Object) -> Term {
        if let Some(&array) = self.constant_arrays.get(&object) {
            return array;
        }
        let base = self.state.memory.base(object);
        let size = self.state.memory.info(object).size;
        let span = self.state.memory.whole(object);
        let known = self.state.memory.array(object);
        let has_array = known.is_some();
        // What most bytes are.
        let default = match !has_array && self.is_mostly_undefined(span, size) {
            true => self.undefined_term(8),
            false => self.terms.bv_u64(8, 0),
        };
        let mut array = match known {
            Some(array) => array,
            None => self.terms.const_array(32, default),
        };
        for at in 0..size {
            let kind = self.state.memory.byte(span, at);
            if matches!(kind, ByteKind::InArray(_)) {
                continue;
            }
            let byte = self.byte_term(span, at);
            if has_array || byte != default {
                let index = self.terms.bv_u64(32, at);
                array = self.terms.store(array, index, byte);
            }
        }
        if self.state.memory.bound(object).is_none()
            && self.state.memory.check(base, size, Access::Write).is_err()
        {
            self.constant_arrays.insert(object, array);
        }
        array
    }

    fn is_mostly_undefined(&self, span: Span, size: u64) -> bool {
        let memory = &self.state.memory;
        let is_undefined = |&at: &u64| matches!(memory.byte(span, at), ByteKind::Undefined(_));
        !memory.is_defined(span) && (0..size).filter(is_undefined).count() as u64 > size / 2
    }

    fn symbolic_load(&mut self, addr: Term, ty: Type) -> Result<Term, Stop> {
        let len = ty.bytes();
        let place = self.resolve(addr, len, Access::Read)?;
        if self.state.memory.info(place.object).size > self.array_limit {
            let address = self.pin(addr)?;
            let span = self.checked(address, len, Access::Read)?;
            return Ok(self.read_term(span, ty));
        }
        if let (Some(_), Some(span)) = (self.terms.constant_u64(place.offset), place.span) {
            return Ok(self.read_term(span, ty));
        }
        self.present(place.object, 0, self.state.memory.info(place.object).size)?;
        if let Some(word) = self.read_spread(place.object, place.offset, len) {
            return Ok(self.terms.extract(word, ty.bits() - 1, 0));
        }
        let array = self.array_of(place.object);
        let mut result = self.terms.select(array, place.offset);
        for at in 1..len {
            let step = self.terms.bv_u64(32, at);
            let index = self.terms.bv_add(place.offset, step);
            let byte = self.terms.select(array, index);
            result = self.terms.concat(byte, result);
        }
        Ok(self.terms.extract(result, ty.bits() - 1, 0))
    }

    fn symbolic_store(&mut self, body: &Body, addr: Value, value: Value) -> Result<(), Stop> {
        let len = body.ty(value).bytes();
        let stored = self.term(body, value);
        let stored = self.terms.zero_extend(stored, (len * 8) as u32);
        let bytes: Vec<Term> =
            (0..len as u32).map(|at| self.terms.extract(stored, 8 * at + 7, 8 * at)).collect();
        let addr_term = self.term(body, addr);
        if let Some(address) = self.terms.constant_u64(addr_term) {
            let span = self.checked(address, len, Access::Write)?;
            self.write_terms(span, &bytes);
            return Ok(());
        }
        let place = self.resolve(addr_term, len, Access::Write)?;
        if self.state.memory.info(place.object).size > self.array_limit {
            let address = self.pin(addr_term)?;
            let span = self.checked(address, len, Access::Write)?;
            self.write_terms(span, &bytes);
            return Ok(());
        }
        self.present(place.object, 0, self.state.memory.info(place.object).size)?;
        if self.write_spread(place.object, place.offset, &bytes) {
            return Ok(());
        }
        let mut array = self.array_of(place.object);
        for (at, byte) in bytes.into_iter().enumerate() {
            let step = self.terms.bv_u64(32, at as u64);
            let index = self.terms.bv_add(place.offset, step);
            array = self.terms.store(array, index, byte);
        }
        self.state.memory.set_array(place.object, array);
        Ok(())
    }

    /// Writes bytes that may be terms.
    pub(crate) fn write_terms(&mut self, span: Span, bytes: &[Term]) {
        let plain: Vec<u8> =
            bytes.iter().map(|&b| self.terms.constant_u64(b).unwrap_or(0) as u8).collect();
        self.state.memory.write(span, &plain);
        if !bytes.is_empty() && bytes.iter().all(|&b| !self.terms.is_constant(b)) {
            self.state.memory.set_terms(span, bytes);
            return;
        }
        for (at, &byte) in bytes.iter().enumerate() {
            if !self.terms.is_constant(byte) {
                self.state.memory.set_special(span, at as u64, Special::Symbolic(byte));
            }
        }
    }

    /// Gives bytes that are elements of an array terms of their own, before they are copied.
    pub(crate) fn detach_from_array(&mut self, span: Span, len: u64) {
        if self.state.memory.array(span.object()).is_none() {
            return;
        }
        for at in 0..len {
            if matches!(self.state.memory.byte(span, at), ByteKind::InArray(_)) {
                let byte = self.byte_term(span, at);
                match self.terms.constant_u64(byte) {
                    None => self.state.memory.set_special(span, at, Special::Symbolic(byte)),
                    Some(number) => {
                        let base = self.state.memory.base(span.object());
                        self.state.memory.store::<1>(base + span.offset() + at, number);
                    }
                }
            }
        }
    }

    fn symbolic_fill(&mut self, body: &Body, kind: &InstKind) -> Result<bool, Stop> {
        let InstKind::MemSet { dst, byte, len } = kind else { return Ok(false) };
        if !self.is_symbolic(body, *byte) {
            return Ok(false);
        }
        let byte = self.term(body, *byte);
        let byte = self.terms.extract(byte, 7, 0);
        let (to, len) = (self.val(body, *dst).bits.low_u64(), self.val(body, *len).bits.low_u64());
        let span = self.checked(to, len, Access::Write)?;
        self.write_terms(span, &vec![byte; len as usize]);
        Ok(true)
    }

    /// The way of a switch on a term: among edges that go to different places, the one the
    /// witness takes is decided. All of the term decides, also where every value goes the same way.
    pub(crate) fn symbolic_switch(
        &mut self,
        value: Term,
        cases: &[SwitchCase],
        edges: &dyn Fn(Option<usize>) -> Pc,
    ) -> Result<Pc, Stop> {
        let value = self.defined(value);
        let number = self.witness.bits(&self.terms, value);
        let taken = edges(cases.iter().position(|case| case.value == number));
        let mut guard = self.terms.bool_const(false);
        let default = edges(None) == taken;
        for (k, case) in cases.iter().enumerate() {
            if (edges(Some(k)) == taken) != default {
                let constant = self.terms.bv_const(&case.value);
                let equal = self.terms.eq(value, constant);
                guard = or(&mut self.terms, guard, equal);
            }
        }
        let guard = if default { self.terms.not(guard) } else { guard };
        // False only where the witness is none of this path: then nothing says which way it is.
        if self.decide(guard)? { Ok(taken) } else { Err(Stop::Decide(guard)) }
    }

    /// Makes an object's bytes inputs.
    pub(crate) fn make_symbolic(&mut self, span: Span, len: u64, name: &str, source: InputSource) {
        let bytes = self.fresh_bytes(name, len);
        self.write_terms(span, &bytes);
        self.record_input(name, source, InputKind::Bytes, bytes);
    }

    /// Fresh input bytes, or the given ones. The same path asks for the same ones again.
    pub(crate) fn fresh_bytes(&mut self, name: &str, len: u64) -> Vec<Term> {
        let number = self.state.inputs.len();
        if let Some(given) = &mut self.given {
            let bytes = given.next();
            let byte = |at: u64| bytes.get(at as usize).copied().unwrap_or(0);
            return (0..len).map(|at| self.terms.bv_u64(8, u64::from(byte(at)))).collect();
        }
        let mut text = variable_prefix(name, number);
        let prefix = text.len();
        let variable = |at| {
            text.truncate(prefix);
            write!(text, "{at}]").expect("a string takes any text");
            self.terms.var(&text, Sort::BitVec(8))
        };
        if len < LARGE_INPUT {
            return (0..len).map(variable).collect();
        }
        let key = (name.to_owned(), number, len);
        if let Some(known) = self.large_inputs.get(&key) {
            return known.to_vec();
        }
        let bytes: Rc<[Term]> = (0..len).map(variable).collect();
        self.large_inputs.insert(key, Rc::clone(&bytes));
        bytes.to_vec()
    }

    pub(crate) fn record_input(
        &mut self,
        name: &str,
        source: InputSource,
        kind: InputKind,
        bytes: Vec<Term>,
    ) {
        self.state.inputs.push(InputRecord::new(name, source, kind, bytes));
    }
}

/// The name of the variable of a byte of an input; inputs are numbered in the order in which the
/// program asks for them.
pub fn variable_name(name: &str, number: usize, at: u64) -> String {
    let mut text = variable_prefix(name, number);
    write!(text, "{at}]").expect("a string takes any text");
    text
}

/// What the names of all variables of an input begin with.
fn variable_prefix(name: &str, number: usize) -> String {
    format!("{name}#{number}[")
}
