//! The hot loop: runs decoded operations until something needs the general way.
//!
//! The same text is compiled several times. Without `SHADOWED` it assumes that every register of
//! the frame is a plain number and never looks; with it, it checks the shadow of every operand and
//! leaves operations on others to the general way. With `COVER` it notes what was executed. An operation either happens completely or
//! not at all: on any [`Exit`] the frame's `pc` stands on the operation that is still to be done.

use crate::code::{EXECUTED, NOT_TAKEN, Op, TAKEN, Target};
use crate::float::holds;
use crate::hook::CallHook;
use crate::machine::Machine;
use crate::state::{Choice, Frame, Shadow};
use pathweave_memory::ObjectKind;
use pathweave_memory::memory::Contents;

/// Why the hot loop was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// The operation needs the general way.
    General,
    /// The call needs the general way.
    Call(u32),
    /// The return needs the general way.
    Return,
    /// The frame on top has another mode.
    ModeChanged,
    /// The slice of instructions is used up.
    Fuel,
    /// A watched operation comes next.
    Watched,
}

/// The low `w` bits.
#[inline(always)]
pub(crate) fn low(w: u8, value: u64) -> u64 {
    value & (u64::MAX >> (64 - u32::from(w)))
}

/// The value of the low `w` bits as a signed number.
#[inline(always)]
pub(crate) fn signed(w: u8, value: u64) -> i64 {
    let shift = 64 - u32::from(w);
    ((value << shift) as i64) >> shift
}

/// A number as a signed integer of `w` bits, towards zero, when it fits.
#[inline(always)]
fn float_to_int(w: u8, value: f64) -> Option<u64> {
    let limit = (1_u64 << (w - 1)) as f64;
    (value > -limit - 1.0 && value > i64::MIN as f64 && value < limit)
        .then(|| low(w, value as i64 as u64))
}

impl<'p, H: CallHook> Machine<'p, H> {
    /// Runs the innermost frame and whatever it calls for at most `fuel` operations.
    pub(crate) fn run<const SHADOWED: bool, const COVER: bool>(&mut self, fuel: &mut u64) -> Exit {
        let image = self.image;
        let max_depth = self.limits.stack_depth;
        let state = &mut self.state;
        let memory = &mut state.memory;
        let registers = &mut state.registers;
        let shadow = &mut state.shadow;
        let frames = &mut state.frames;
        let trace = &mut state.trace;
        let choices = &mut state.choices;
        'frame: loop {
            let frame = *frames.last().expect("a running path has a frame");
            let code = frame.code;
            let ops = &code.ops[..];
            let (start, end) =
                (frame.base as usize, frame.base as usize + code.frame_size as usize);
            let r = &mut registers[start..end];
            let s: &mut [Shadow] = if SHADOWED { &mut shadow[start..end] } else { &mut [] };
            let mut pc = frame.pc as usize;

            macro_rules! leave {
                ($exit:expr) => {{
                    frames.last_mut().expect("a running path has a frame").pc = pc as u32;
                    return $exit;
                }};
            }
            macro_rules! get {
                ($reg:expr) => {{
                    let reg = $reg as usize;
                    if SHADOWED && !s[reg].is_plain() {
                        leave!(Exit::General);
                    }
                    r[reg]
                }};
            }
            macro_rules! set {
                ($reg:expr, $value:expr) => {{
                    let value = $value;
                    let reg = $reg as usize;
                    r[reg] = value;
                    if SHADOWED {
                        s[reg] = Shadow::PLAIN;
                    }
                }};
            }
            macro_rules! float {
                ($F:ty, $int:ty, $op:tt, $dst:expr, $a:expr, $b:expr) => {{
                    let a = <$F>::from_bits(get!($a) as $int);
                    let b = <$F>::from_bits(get!($b) as $int);
                    set!($dst, u64::from((a $op b).to_bits()));
                }};
            }
            macro_rules! load {
                ($bytes:literal, $dst:expr, $address:expr) => {{
                    match memory.load::<$bytes>($address) {
                        Some(word) => set!($dst, word),
                        None => leave!(Exit::General),
                    }
                }};
            }
            macro_rules! store {
                ($bytes:literal, $src:expr, $address:expr) => {{
                    let word = get!($src);
                    if !memory.store::<$bytes>($address, word) {
                        leave!(Exit::General);
                    }
                }};
            }
            macro_rules! displaced {
                ($base:expr, $displacement:expr) => {
                    get!($base).wrapping_add_signed(i64::from($displacement))
                };
            }
            macro_rules! indexed {
                ($base:expr, $index:expr, $scale:expr) => {
                    get!($base).wrapping_add(get!($index).wrapping_mul(u64::from($scale)))
                };
            }
            macro_rules! chosen {
                ($pc:expr, $way:expr) => {
                    if let Some(choices) = choices {
                        let (pc, way) = ($pc as u32, $way as u32);
                        choices.push(Choice { func: code.func, pc, way, symbolic: false });
                    }
                };
            }
            macro_rules! branch {
                ($holds:expr, $to:expr) => {
                    if $holds {
                        if COVER {
                            code.hit(pc, TAKEN);
                            trace.branch(pc as u32, true);
                            chosen!(pc, 1);
                        }
                        pc = $to as usize;
                        continue;
                    } else if COVER {
                        code.hit(pc, NOT_TAKEN);
                        trace.branch(pc as u32, false);
                        chosen!(pc, 0);
                    }
                };
            }

            loop {
                if *fuel == 0 {
                    leave!(Exit::Fuel);
                }
                if COVER && code.hit(pc, EXECUTED) {
                    leave!(Exit::Watched);
                }
                *fuel -= 1;
                match ops[pc] {
                    Op::Move { dst, src } => {
                        r[dst as usize] = r[src as usize];
                        if SHADOWED {
                            s[dst as usize] = s[src as usize];
                        }
                    }
                    Op::Add { w, dst, a, b } => set!(dst, low(w, get!(a).wrapping_add(get!(b)))),
                    Op::Sub { w, dst, a, b } => set!(dst, low(w, get!(a).wrapping_sub(get!(b)))),
                    Op::Mul { w, dst, a, b } => set!(dst, low(w, get!(a).wrapping_mul(get!(b)))),
                    Op::And { dst, a, b } => set!(dst, get!(a) & get!(b)),
                    Op::Or { dst, a, b } => set!(dst, get!(a) | get!(b)),
                    Op::Xor { dst, a, b } => set!(dst, get!(a) ^ get!(b)),
                    Op::UDiv { dst, a, b } => match get!(a).checked_div(get!(b)) {
                        Some(value) => set!(dst, value),
                        None => leave!(Exit::General),
                    },
                    Op::URem { dst, a, b } => match get!(a).checked_rem(get!(b)) {
                        Some(value) => set!(dst, value),
                        None => leave!(Exit::General),
                    },
                    Op::SDiv { w, dst, a, b } => {
                        let (a, b) = (signed(w, get!(a)), signed(w, get!(b)));
                        // Minus one may overflow: the general way knows.
                        if b == 0 || b == -1 {
                            leave!(Exit::General);
                        }
                        set!(dst, low(w, (a / b) as u64));
                    }
                    Op::SRem { w, dst, a, b } => {
                        let (a, b) = (signed(w, get!(a)), signed(w, get!(b)));
                        if b == 0 || b == -1 {
                            leave!(Exit::General);
                        }
                        set!(dst, low(w, (a % b) as u64));
                    }
                    Op::Shl { w, dst, a, b } => {
                        let amount = get!(b);
                        if amount >= u64::from(w) {
                            leave!(Exit::General);
                        }
                        set!(dst, low(w, get!(a) << amount));
                    }
                    Op::LShr { w, dst, a, b } => {
                        let amount = get!(b);
                        if amount >= u64::from(w) {
                            leave!(Exit::General);
                        }
                        set!(dst, get!(a) >> amount);
                    }
                    Op::AShr { w, dst, a, b } => {
                        let amount = get!(b);
                        if amount >= u64::from(w) {
                            leave!(Exit::General);
                        }
                        set!(dst, low(w, (signed(w, get!(a)) >> amount) as u64));
                    }
                    Op::Eq { dst, a, b } => set!(dst, u64::from(get!(a) == get!(b))),
                    Op::Ne { dst, a, b } => set!(dst, u64::from(get!(a) != get!(b))),
                    Op::Ult { dst, a, b } => set!(dst, u64::from(get!(a) < get!(b))),
                    Op::Ule { dst, a, b } => set!(dst, u64::from(get!(a) <= get!(b))),
                    Op::Slt { w, dst, a, b } => {
                        set!(dst, u64::from(signed(w, get!(a)) < signed(w, get!(b))));
                    }
                    Op::Sle { w, dst, a, b } => {
                        set!(dst, u64::from(signed(w, get!(a)) <= signed(w, get!(b))));
                    }
                    Op::Trunc { w, dst, src } => set!(dst, low(w, get!(src))),
                    Op::SExt { from, to, dst, src } => {
                        set!(dst, low(to, signed(from, get!(src)) as u64));
                    }
                    Op::Select { dst, cond, pair } => {
                        let side = pair as usize + usize::from(get!(cond) == 0);
                        let src = code.extra[side] as usize;
                        r[dst as usize] = r[src];
                        if SHADOWED {
                            s[dst as usize] = s[src];
                        }
                    }
                    Op::OffsetConst { dst, base, displacement } => {
                        set!(dst, displaced!(base, displacement));
                    }
                    Op::OffsetScaled { scale, dst, base, index } => {
                        set!(dst, indexed!(base, index, scale));
                    }
                    Op::Load8 { dst, base, displacement } => {
                        load!(1, dst, displaced!(base, displacement));
                    }
                    Op::Load16 { dst, base, displacement } => {
                        load!(2, dst, displaced!(base, displacement));
                    }
                    Op::Load32 { dst, base, displacement } => {
                        load!(4, dst, displaced!(base, displacement));
                    }
                    Op::Load64 { dst, base, displacement } => {
                        load!(8, dst, displaced!(base, displacement));
                    }
                    Op::LoadIndexed8 { scale, dst, base, index } => {
                        load!(1, dst, indexed!(base, index, scale));
                    }
                    Op::LoadIndexed16 { scale, dst, base, index } => {
                        load!(2, dst, indexed!(base, index, scale));
                    }
                    Op::LoadIndexed32 { scale, dst, base, index } => {
                        load!(4, dst, indexed!(base, index, scale));
                    }
                    Op::LoadIndexed64 { scale, dst, base, index } => {
                        load!(8, dst, indexed!(base, index, scale));
                    }
                    Op::Store8 { src, base, displacement } => {
                        store!(1, src, displaced!(base, displacement));
                    }
                    Op::Store16 { src, base, displacement } => {
                        store!(2, src, displaced!(base, displacement));
                    }
                    Op::Store32 { src, base, displacement } => {
                        store!(4, src, displaced!(base, displacement));
                    }
                    Op::Store64 { src, base, displacement } => {
                        store!(8, src, displaced!(base, displacement));
                    }
                    Op::StoreIndexed8 { scale, src, base, index } => {
                        store!(1, src, indexed!(base, index, scale));
                    }
                    Op::StoreIndexed16 { scale, src, base, index } => {
                        store!(2, src, indexed!(base, index, scale));
                    }
                    Op::StoreIndexed32 { scale, src, base, index } => {
                        store!(4, src, indexed!(base, index, scale));
                    }
                    Op::StoreIndexed64 { scale, src, base, index } => {
                        store!(8, src, indexed!(base, index, scale));
                    }
                    Op::FAdd64 { dst, a, b } => float!(f64, u64, +, dst, a, b),
                    Op::FSub64 { dst, a, b } => float!(f64, u64, -, dst, a, b),
                    Op::FMul64 { dst, a, b } => float!(f64, u64, *, dst, a, b),
                    Op::FDiv64 { dst, a, b } => float!(f64, u64, /, dst, a, b),
                    Op::FAdd32 { dst, a, b } => float!(f32, u32, +, dst, a, b),
                    Op::FSub32 { dst, a, b } => float!(f32, u32, -, dst, a, b),
                    Op::FMul32 { dst, a, b } => float!(f32, u32, *, dst, a, b),
                    Op::FDiv32 { dst, a, b } => float!(f32, u32, /, dst, a, b),
                    Op::FCmp64 { predicate, dst, a, b } => {
                        let (a, b) = (f64::from_bits(get!(a)), f64::from_bits(get!(b)));
                        set!(dst, u64::from(holds(predicate, a.partial_cmp(&b))));
                    }
                    Op::FCmp32 { predicate, dst, a, b } => {
                        let a = f32::from_bits(get!(a) as u32);
                        let b = f32::from_bits(get!(b) as u32);
                        set!(dst, u64::from(holds(predicate, a.partial_cmp(&b))));
                    }
                    Op::IntToF64 { w, dst, src } => {
                        set!(dst, (signed(w, get!(src)) as f64).to_bits());
                    }
                    Op::IntToF32 { w, dst, src } => {
                        set!(dst, u64::from((signed(w, get!(src)) as f32).to_bits()));
                    }
                    Op::F64ToInt { w, dst, src } => {
                        match float_to_int(w, f64::from_bits(get!(src))) {
                            Some(word) => set!(dst, word),
                            None => leave!(Exit::General),
                        }
                    }
                    Op::F32ToInt { w, dst, src } => {
                        match float_to_int(w, f64::from(f32::from_bits(get!(src) as u32))) {
                            Some(word) => set!(dst, word),
                            None => leave!(Exit::General),
                        }
                    }
                    Op::F32ToF64 { dst, src } => {
                        set!(dst, f64::from(f32::from_bits(get!(src) as u32)).to_bits());
                    }
                    Op::F64ToF32 { dst, src } => {
                        set!(dst, u64::from((f64::from_bits(get!(src)) as f32).to_bits()));
                    }
                    Op::FNeg64 { dst, src } => set!(dst, get!(src) ^ 1 << 63),
                    Op::FNeg32 { dst, src } => set!(dst, get!(src) ^ 1 << 31),
                    Op::Alloca { dst, size, site } => {
                        let (align, name) = code.allocas[site as usize];
                        let kind = ObjectKind::Stack(name);
                        let size = get!(size);
                        let align = u64::from(align);
                        let loc = code.locs[pc];
                        match memory.allocate(size, align, kind, Contents::Undefined, loc) {
                            Some(object) => {
                                state.stack_objects.push(object);
                                set!(dst, memory.base(object));
                            }
                            None => leave!(Exit::General),
                        }
                    }
                    Op::IndirectJump { addr, table } => {
                        let target = match memory.code_at(get!(addr)) {
                            Some((func, offset)) if func == code.func => {
                                code.indirect[table as usize].at_code_offset(offset)
                            }
                            _ => None,
                        };
                        let from = pc;
                        match target {
                            Some(to) => pc = to as usize,
                            None => leave!(Exit::General),
                        }
                        if COVER {
                            chosen!(from, pc);
                            trace.value(pc as u64);
                        }
                        continue;
                    }
                    Op::Jump { to } => {
                        pc = to as usize;
                        continue;
                    }
                    Op::BranchIf { cond, to } => branch!(get!(cond) != 0, to),
                    Op::BranchEq { a, b, to } => branch!(get!(a) == get!(b), to),
                    Op::BranchNe { a, b, to } => branch!(get!(a) != get!(b), to),
                    Op::BranchUlt { a, b, to } => branch!(get!(a) < get!(b), to),
                    Op::BranchUle { a, b, to } => branch!(get!(a) <= get!(b), to),
                    Op::BranchSlt { w, a, b, to } => {
                        branch!(signed(w, get!(a)) < signed(w, get!(b)), to);
                    }
                    Op::BranchSle { w, a, b, to } => {
                        branch!(signed(w, get!(a)) <= signed(w, get!(b)), to);
                    }
                    Op::Switch { value, table } => {
                        let from = pc;
                        pc = code.switches[table as usize].target(get!(value)) as usize;
                        if COVER {
                            chosen!(from, pc);
                            trace.value(pc as u64);
                        }
                        continue;
                    }
                    Op::Call { site } => {
                        let call = &code.calls[site as usize];
                        let func = match call.target {
                            Target::Direct(func) => func,
                            Target::Indirect(reg) => {
                                // Where the target is no plain number, the call's general way
                                // decides, not the instruction's.
                                if SHADOWED && !s[reg as usize].is_plain() {
                                    leave!(Exit::Call(site));
                                }
                                match memory.code_at(r[reg as usize]) {
                                    Some((func, 0)) => {
                                        if COVER {
                                            trace.value(r[reg as usize]);
                                        }
                                        func
                                    }
                                    _ => leave!(Exit::Call(site)),
                                }
                            }
                        };
                        let Some(callee) = image.code(func) else { leave!(Exit::Call(site)) };
                        let undefined =
                            SHADOWED && call.args.iter().any(|&arg| !s[arg as usize].is_plain());
                        if undefined
                            || callee.param_words as usize != call.args.len()
                            || frames.len() >= max_depth
                            || !self.hook.enters(func)
                        {
                            leave!(Exit::Call(site));
                        }
                        frames.last_mut().expect("a running path has a frame").pc = pc as u32;
                        let need = end + callee.frame_size as usize;
                        if registers.len() < need {
                            registers.resize(need + 1024, 0);
                        }
                        let (below, above) = registers.split_at_mut(end);
                        above[..callee.constants.len()].copy_from_slice(&callee.constants);
                        let params = &mut above[callee.params as usize..][..call.args.len()];
                        for (param, &arg) in params.iter_mut().zip(&call.args) {
                            *param = below[start + arg as usize];
                        }
                        frames.push(Frame {
                            code: callee,
                            pc: 0,
                            base: end as u32,
                            stack_mark: state.stack_objects.len() as u32,
                            shadowed: false,
                            serial: state.next_serial,
                        });
                        state.next_serial += 1;
                        if SHADOWED {
                            return Exit::ModeChanged;
                        }
                        continue 'frame;
                    }
                    Op::Return { first, count } => {
                        let depth = frames.len();
                        let results = &code.extra[first as usize..(first + count) as usize];
                        let undefined =
                            SHADOWED && results.iter().any(|&reg| !s[reg as usize].is_plain());
                        if depth < 2 || undefined {
                            leave!(Exit::Return);
                        }
                        let caller = &mut frames[depth - 2];
                        let Op::Call { site } = caller.code.ops[caller.pc as usize] else {
                            leave!(Exit::Return)
                        };
                        let call = &caller.code.calls[site as usize];
                        if call.dst_words != count || caller.shadowed {
                            leave!(Exit::Return);
                        }
                        while state.stack_objects.len() > frame.stack_mark as usize {
                            if let Some(object) = state.stack_objects.pop() {
                                memory.end_stack(object, code.locs[pc]);
                            }
                        }
                        caller.pc += 1;
                        let dst = (caller.base + call.dst) as usize;
                        for (k, &reg) in results.iter().enumerate() {
                            registers[dst + k] = registers[start + reg as usize];
                        }
                        frames.pop();
                        if SHADOWED {
                            return Exit::ModeChanged;
                        }
                        continue 'frame;
                    }
                    Op::Undef { .. } | Op::WideSwitch { .. } | Op::General | Op::Unreachable => {
                        leave!(Exit::General)
                    }
                }
                pc += 1;
            }
        }
    }
}
