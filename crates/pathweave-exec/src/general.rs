//! The general way: executes one IR instruction with every check and undefined bits tracked.
//!
//! The hot loop comes here for rare instructions, for operands that are undefined and for
//! everything that may be a bug. An instruction executed here does the same as its operation in
//! the hot loop would where both can.

use crate::code::{NOT_TAKEN, Op, Origin, Pc, TAKEN};
use crate::float;
use crate::hook::CallHook;
use crate::layout::to_bytes;
use crate::machine::Machine;
use crate::operators::truth;
use crate::state::{Choice, Poison, Shadow};
use crate::stop::Stop;
use crate::value::{self, ArithFault, Val};
use pathweave_bits::BitVec;
use pathweave_ir::{
    ArithFlags, BinaryOp, Block, Body, Constant, Entity, Inst, InstKind, LifetimePoint, Name,
    Terminator, Type, Value,
};
use pathweave_memory::memory::Contents;
use pathweave_memory::{Access, ByteKind, Fault, FaultKind, ObjectKind, Span};
use pathweave_report::BugKind;

impl<'p, H: CallHook> Machine<'p, H> {
    /// The IR of the innermost frame's function.
    pub(crate) fn body(&self) -> &'p Body {
        let func = self.state.frame().code.func;
        self.image.program.functions[func].body.as_ref().expect("decoded functions have a body")
    }

    /// Does the current operation the general way.
    pub(crate) fn general(&mut self) -> Result<(), Stop> {
        let frame = *self.state.frame();
        match frame.code.origins[frame.pc as usize] {
            Origin::Inst(inst) => self.inst(inst)?,
            Origin::Access(offset, access) => {
                self.inst(offset)?;
                self.inst(access)?;
            }
            Origin::Terminator(block, compare) => {
                if let Some(compare) = compare {
                    self.inst(compare)?;
                }
                return self.terminator(block);
            }
            Origin::Edge => self.edge_operation(),
        }
        self.next();
        Ok(())
    }

    /// Edges are moves, which the hot loop does, and undefined block arguments.
    fn edge_operation(&mut self) {
        if let Op::Undef { dst, count } = self.current_op() {
            for reg in dst..dst + count {
                self.state.set_register(reg, 0, Shadow::undefined(u64::MAX));
            }
        }
    }

    /// The value of an operand.
    pub(crate) fn val(&self, body: &Body, value: Value) -> Val {
        let width = body.ty(value).bits();
        if body.constant(value) == Some(&Constant::Undef) {
            return Val::unknown(width);
        }
        let frame = self.state.frame();
        let first = frame.code.registers[value.index()];
        if width <= 64 {
            let bits = BitVec::from_u64(width, self.state.register(first));
            let undef = BitVec::from_u64(width, self.state.shadow_of(first).undef);
            return Val { bits, undef };
        }
        let words = first..first + width.div_ceil(64);
        let bits: Vec<u64> = words.clone().map(|reg| self.state.register(reg)).collect();
        let undef: Vec<u64> = words.map(|reg| self.state.shadow_of(reg).undef).collect();
        Val { bits: BitVec::from_limbs(width, &bits), undef: BitVec::from_limbs(width, &undef) }
    }

    /// Gives a result its value.
    pub(crate) fn define(&mut self, value: Value, val: &Val) {
        let first = self.state.frame().code.registers[value.index()];
        let words = val.bits.limbs().iter().zip(val.undef.limbs());
        for (k, (&bits, &undef)) in words.enumerate() {
            self.state.set_register(first + k as u32, bits, Shadow::undefined(undef));
        }
    }

    /// A word that must be defined, because it decides `what`.
    fn decided(&mut self, body: &Body, value: Value, what: &str) -> Result<u64, Stop> {
        let val = self.val(body, value);
        if val.is_known() { Ok(val.bits.low_u64()) } else { Err(self.undefined(what)) }
    }

    /// The finding that something undefined decides `what`.
    pub(crate) fn undefined(&self, what: &str) -> Stop {
        let serial = self.state.frame().serial;
        match self.state.poison {
            Some(poison) if poison.serial == serial => self.poison_finding(&poison, what),
            _ => self.finding(
                BugKind::UninitializedRead,
                format!("{what} is decided by a value that was never set"),
            ),
        }
    }

    fn inst(&mut self, inst: Inst) -> Result<(), Stop> {
        let body = self.body();
        let data = &body.insts[inst];
        if self.any_symbolic(body, &data.kind)
            && (!self.fits(body, &data.kind)? || self.symbolic_inst(body, data)?)
        {
            return Ok(());
        }
        let result = data.results.first;
        let computed = match &data.kind {
            InstKind::Unary { op, arg } => value::unary(*op, body.ty(*arg), &self.val(body, *arg)),
            InstKind::Binary { op, flags, lhs, rhs } => {
                self.arithmetic(body, *op, *flags, *lhs, *rhs)?
            }
            InstKind::Overflow { op, lhs, rhs } => {
                let (a, b) = (self.val(body, *lhs), self.val(body, *rhs));
                let (val, flag) = value::overflow(*op, &a, &b);
                let mut results = data.results.iter();
                results.next();
                if let Some(second) = results.next() {
                    self.define(second, &flag);
                }
                val
            }
            InstKind::IntCompare { predicate, lhs, rhs } => {
                value::compare(*predicate, &self.val(body, *lhs), &self.val(body, *rhs))
            }
            InstKind::FloatCompare { predicate, lhs, rhs } => {
                let (a, b) = (self.val(body, *lhs), self.val(body, *rhs));
                value::float_compare(*predicate, body.ty(*lhs), &a, &b)
            }
            InstKind::Cast { op, arg } => {
                value::cast(*op, body.ty(*arg), body.ty(result), &self.val(body, *arg))
            }
            InstKind::Select { cond, then, other } => {
                let [cond, then, other] = [cond, then, other].map(|v| self.val(body, *v));
                value::select(&cond, &then, &other)
            }
            InstKind::FusedMulAdd { a, b, c } => {
                let Type::Float(kind) = body.ty(*a) else {
                    unreachable!("verified: operands are floats")
                };
                let [a, b, c] = [a, b, c].map(|v| self.val(body, *v));
                let bits = float::fused_multiply_add(kind, &a.bits, &b.bits, &c.bits);
                let known = a.is_known() && b.is_known() && c.is_known();
                if known { Val::known(bits) } else { Val::unknown(kind.bits()) }
            }
            InstKind::FunnelShift { left, hi, lo, amount } => {
                let [hi, lo, amount] = [hi, lo, amount].map(|v| self.val(body, *v));
                value::funnel_shift(*left, &hi, &lo, &amount)
            }
            InstKind::Offset { base, index, scale, displacement, .. } => {
                self.offset(body, *base, *index, *scale, *displacement)
            }
            InstKind::Load { addr, .. } => {
                let ty = body.ty(result);
                let span = self.access(body, *addr, ty.bytes(), Access::Read)?;
                if self.span_is_symbolic(span, ty.bytes()) {
                    let term = self.read_term(span, ty);
                    let term = self.loaded(term)?;
                    self.define_term(result, term);
                    return Ok(());
                }
                self.read_span(span, ty)
            }
            InstKind::ObjectSize { addr } => {
                let addr = self.decided(body, *addr, "the address")?;
                Val::known(BitVec::from_u64(64, self.size_from(addr)))
            }
            InstKind::Alloca { size, align, name } => self.alloca(body, *size, *align, *name)?,
            InstKind::StackSave => {
                Val::known(BitVec::from_u64(64, self.state.stack_objects.len() as u64))
            }
            effect => return self.effect(body, effect),
        };
        self.define(result, &computed);
        Ok(())
    }

    /// Instructions without a result.
    fn effect(&mut self, body: &Body, kind: &InstKind) -> Result<(), Stop> {
        match kind {
            InstKind::Store { addr, value, .. } => self.store(body, *addr, *value),
            InstKind::MemCopy { dst, src, len, .. } => {
                let len = self.decided(body, *len, "the length of a copy")?;
                let to = self.decided(body, *dst, "an address")?;
                let from = self.decided(body, *src, "an address")?;
                self.copy(to, from, len)
            }
            InstKind::MemSet { dst, byte, len } => {
                let len = self.decided(body, *len, "the length of a fill")?;
                let to = self.decided(body, *dst, "an address")?;
                let byte = self.val(body, *byte);
                self.fill(to, &byte, len)
            }
            InstKind::StackRestore { mark } => {
                let mark = self.decided(body, *mark, "a stack mark")?;
                let lowest = self.state.frame().stack_mark;
                let loc = self.loc();
                self.state.end_stack_objects(lowest.max(mark as u32), loc);
                Ok(())
            }
            InstKind::Lifetime { point, addr } => self.lifetime(body, *point, *addr),
            InstKind::Unsupported { what } => Err(self.unsupported(what.to_string(), None)),
            _ => unreachable!("calls and values are handled elsewhere"),
        }
    }

    fn arithmetic(
        &mut self,
        body: &Body,
        op: BinaryOp,
        flags: ArithFlags,
        lhs: Value,
        rhs: Value,
    ) -> Result<Val, Stop> {
        let ty = body.ty(lhs);
        let (a, b) = (self.val(body, lhs), self.val(body, rhs));
        if self.image.checks.overflow && flags.no_signed_wrap && value::signed_overflow(op, &a, &b)
        {
            let text = format!(
                "{} {} {} overflows a signed {}-bit integer",
                a.bits.to_signed_decimal(),
                sign(op),
                b.bits.to_signed_decimal(),
                ty.bits()
            );
            return self.undefined_result(BugKind::SignedOverflow, op, ty, text);
        }
        match value::binary(op, ty, &a, &b) {
            Ok(val) => Ok(val),
            Err(ArithFault::DivisionByZero) => {
                let what = if matches!(op, BinaryOp::UDiv | BinaryOp::SDiv) {
                    "division"
                } else {
                    "remainder of a division"
                };
                Err(self.finding(BugKind::DivisionByZero, format!("{what} by zero")))
            }
            Err(ArithFault::DivisionOverflow) => Err(self.finding(
                BugKind::SignedOverflow,
                format!("{} divided by -1 overflows", a.bits.to_signed_decimal()),
            )),
            Err(ArithFault::ShiftOutOfRange) => {
                let amount = b.bits.to_signed_decimal();
                let text = format!("shift of a {}-bit integer by {amount}", ty.bits());
                self.undefined_result(BugKind::ShiftOutOfRange, op, ty, text)
            }
        }
    }

    /// In code as written an undefined result is a bug at once. An optimiser computes results
    /// that nobody may look at: there it is one when it decides something.
    fn undefined_result(
        &mut self,
        kind: BugKind,
        op: BinaryOp,
        ty: Type,
        text: String,
    ) -> Result<Val, Stop> {
        let frame = *self.state.frame();
        if !self.image.program.functions[frame.code.func].optimized {
            return Err(self.finding(kind, text));
        }
        self.state.poison = Some(Poison { kind, op, loc: self.loc(), serial: frame.serial });
        Ok(Val::unknown(ty.bits()))
    }

    fn offset(
        &mut self,
        body: &Body,
        base: Value,
        index: Option<Value>,
        scale: i64,
        displacement: i64,
    ) -> Val {
        let word = |v: i64| Val::known(BitVec::from_i64(64, v));
        let combine = |op, a: &Val, b: &Val| {
            value::binary(op, Type::I64, a, b).expect("sums and products have no faults")
        };
        let mut sum = combine(BinaryOp::Add, &self.val(body, base), &word(displacement));
        if let Some(index) = index {
            let scaled = combine(BinaryOp::Mul, &self.val(body, index), &word(scale));
            sum = combine(BinaryOp::Add, &sum, &scaled);
        }
        sum
    }

    /// A checked access at an address that must be known.
    fn access(&mut self, body: &Body, addr: Value, len: u64, access: Access) -> Result<Span, Stop> {
        let address = self.decided(body, addr, "the address of an access")?;
        self.checked(address, len, access)
    }

    /// A checked access.
    pub(crate) fn checked(&mut self, address: u64, len: u64, access: Access) -> Result<Span, Stop> {
        let span = match self.state.memory.check(address, len, access) {
            Ok(span) => span,
            Err(fault) => self.beyond_known(fault)?,
        };
        if access == Access::Read && len > 0 {
            self.present(span.object(), span.offset(), len)?;
        }
        Ok(span)
    }

    /// What failed may be inside an object whose size is a term: that is decided.
    #[cold]
    fn beyond_known(&mut self, fault: Fault) -> Result<Span, Stop> {
        let Some((object, offset, info)) = fault.object else {
            return Err(self.memory_finding(&fault));
        };
        let Some(bound) = self.state.memory.bound(object) else {
            return Err(self.memory_finding(&fault));
        };
        let end = (offset as u64).saturating_add(fault.len);
        if fault.kind == FaultKind::OutOfBounds && offset >= 0 && end <= info.size {
            let needed = self.terms.bv_u64(64, end);
            let inside = self.terms.bv_ule(needed, bound.size);
            if self.decide(inside)? {
                self.state.memory.raise_known(object, end);
                return self.checked(fault.address, fault.len, fault.access);
            }
        }
        let info = self.sized(object, info);
        Err(self.memory_finding(&Fault { object: Some((object, offset, info)), ..fault }))
    }

    /// The value of a type in a checked access.
    fn read_span(&self, span: Span, ty: Type) -> Val {
        let memory = &self.state.memory;
        let bits = from_bytes(memory.bytes(span), ty.bits());
        if memory.is_defined(span) {
            return Val::known(bits);
        }
        let undef: Vec<u8> =
            (0..ty.bytes()).map(|at| undefined_bits(memory.byte(span, at))).collect();
        Val { bits, undef: from_bytes(&undef, ty.bits()) }
    }

    fn store(&mut self, body: &Body, addr: Value, value: Value) -> Result<(), Stop> {
        let len = body.ty(value).bytes();
        let span = self.access(body, addr, len, Access::Write)?;
        let val = self.val(body, value);
        self.state.memory.write(span, &to_bytes(&val.bits, len));
        if !val.is_known() {
            for (at, bits) in to_bytes(&val.undef, len).into_iter().enumerate() {
                self.state.memory.undefine(span, at as u64, bits);
            }
        }
        Ok(())
    }

    /// Copies a block of memory. Overlapping ranges are copied as `memmove` does; whether the
    /// language allows them is not checked.
    pub(crate) fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), Stop> {
        let source = self.checked(from, len, Access::Read)?;
        let target = self.checked(to, len, Access::Write)?;
        self.detach_from_array(source, len);
        self.state.memory.copy(target, source);
        Ok(())
    }

    /// Fills a block of memory.
    pub(crate) fn fill(&mut self, to: u64, byte: &Val, len: u64) -> Result<(), Stop> {
        let span = self.checked(to, len, Access::Write)?;
        self.state.memory.fill(span, byte.bits.low_u64() as u8);
        let undefined = byte.undef.low_u64() as u8;
        if undefined != 0 {
            for at in 0..len {
                self.state.memory.undefine(span, at, undefined);
            }
        }
        Ok(())
    }

    fn alloca(
        &mut self,
        body: &Body,
        size: Value,
        align: u32,
        name: Option<Name>,
    ) -> Result<Val, Stop> {
        let size = self.decided(body, size, "the size of a variable")?;
        let loc = self.loc();
        let kind = ObjectKind::Stack(name);
        let memory = &mut self.state.memory;
        match memory.allocate(size, u64::from(align), kind, Contents::Undefined, loc) {
            Some(object) => {
                self.state.stack_objects.push(object);
                Ok(Val::known(BitVec::from_u64(64, self.state.memory.base(object))))
            }
            None => {
                let what = format!("a stack object of {size} bytes");
                Err(self.unsupported(what, Some("the largest object has 2^30 bytes".to_owned())))
            }
        }
    }

    fn lifetime(&mut self, body: &Body, point: LifetimePoint, addr: Value) -> Result<(), Stop> {
        let address = self.decided(body, addr, "an address")?;
        self.revealed(address)?;
        let loc = self.loc();
        let found = self.state.memory.find(address);
        if let Some((object, 0, info)) = found
            && matches!(info.kind, ObjectKind::Stack(_))
        {
            match point {
                LifetimePoint::Start => self.state.memory.begin_scope(object),
                LifetimePoint::End => self.state.memory.set_scope_end(object, loc),
            }
        }
        Ok(())
    }

    /// Bytes from an address to the end of its live object, all ones when there is none.
    fn size_from(&self, address: u64) -> u64 {
        match self.state.memory.find(address) {
            Some((_, offset, info)) if offset >= 0 && offset as u64 <= info.size => {
                info.size - offset as u64
            }
            _ => u64::MAX,
        }
    }

    fn terminator(&mut self, block: Block) -> Result<(), Stop> {
        let body = self.body();
        let (mut symbolic, mut way) = (false, None);
        let to = match &body.blocks[block].terminator {
            Terminator::Branch { cond, .. } => {
                symbolic = self.is_symbolic(body, *cond);
                let holds = if symbolic {
                    let bit = self.term(body, *cond);
                    let guard = truth(&mut self.terms, bit);
                    self.decide(guard)?
                } else {
                    self.decided(body, *cond, "a branch")? != 0
                };
                let frame = self.state.frame();
                let pc = frame.pc;
                frame.code.hit(pc as usize, if holds { TAKEN } else { NOT_TAKEN });
                self.state.trace.branch(pc, holds);
                way = Some(u32::from(holds));
                match (holds, self.current_op().jump()) {
                    (true, Some(to)) => to,
                    _ => self.state.frame().pc + 1,
                }
            }
            Terminator::Switch { value, cases, .. } if self.is_symbolic(body, *value) => {
                symbolic = true;
                let value = self.term(body, *value);
                let (code, op) = (self.state.frame().code, self.current_op());
                let edge = |outcome: Option<usize>| match op {
                    Op::WideSwitch { table } => {
                        let edges = &code.indirect[table as usize].edges;
                        edges[outcome.unwrap_or(edges.len() - 1)].1
                    }
                    Op::Switch { table, .. } => {
                        let table = &code.switches[table as usize];
                        outcome.map_or(table.default, |k| table.target(cases[k].value.low_u64()))
                    }
                    op => unreachable!("not a switch: {op:?}"),
                };
                self.symbolic_switch(value, cases, &edge)?
            }
            Terminator::Switch { value, cases, .. } => {
                let val = self.val(body, *value);
                if !val.is_known() {
                    return Err(self.undefined("a switch"));
                }
                let outcome = cases.iter().position(|c| c.value == val.bits);
                let code = self.state.frame().code;
                match self.current_op() {
                    Op::WideSwitch { table } => {
                        let edges = &code.indirect[table as usize].edges;
                        edges[outcome.unwrap_or(edges.len() - 1)].1
                    }
                    Op::Switch { table, .. } => {
                        code.switches[table as usize].target(val.bits.low_u64())
                    }
                    op => unreachable!("not a switch: {op:?}"),
                }
            }
            Terminator::IndirectJump { addr, .. } => {
                let address = if self.is_symbolic(body, *addr) {
                    let term = self.term(body, *addr);
                    self.pin(term)?
                } else {
                    self.decided(body, *addr, "a computed goto")?
                };
                self.indirect_target(address)?
            }
            Terminator::Unreachable => {
                let text = "a place that cannot be reached was reached".to_owned();
                return Err(self.finding(BugKind::ReachedAbort, text));
            }
            Terminator::Jump(_) | Terminator::Return(_) => {
                unreachable!("the hot loop does these")
            }
        };
        let frame = self.state.frame();
        let (func, pc) = (frame.code.func, frame.pc);
        let jump = self.current_op().jump();
        if jump.is_none() {
            self.state.trace.value(u64::from(to));
        }
        if let Some(choices) = &mut self.state.choices {
            let way = way.unwrap_or(to);
            choices.push(Choice { func, pc, way, symbolic });
        }
        self.state.frame_mut().pc = to;
        Ok(())
    }

    fn indirect_target(&self, address: u64) -> Result<Pc, Stop> {
        let code = self.state.frame().code;
        let Op::IndirectJump { table, .. } = self.current_op() else {
            unreachable!("a computed goto is one operation")
        };
        let target = match self.state.memory.code_at(address) {
            Some((func, offset)) if func == code.func => {
                code.indirect[table as usize].at_code_offset(offset)
            }
            _ => None,
        };
        target.ok_or_else(|| {
            self.unsupported(format!("a computed goto to {address:#x}, which is no label"), None)
        })
    }
}

/// The undefined bits of a byte that is no term.
pub(crate) fn undefined_bits(kind: ByteKind) -> u8 {
    match kind {
        ByteKind::Undefined(bits) => bits,
        _ => 0,
    }
}

/// The low `width` bits of little-endian bytes.
fn from_bytes(bytes: &[u8], width: u32) -> BitVec {
    let limbs: Vec<u64> = bytes
        .chunks(8)
        .map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        })
        .collect();
    BitVec::from_limbs(width, &limbs)
}

/// The sign of an operator in messages.
fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        other => other.name(),
    }
}
