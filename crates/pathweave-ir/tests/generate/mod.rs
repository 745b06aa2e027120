//! Random valid functions for property tests, the same ones every time.
//!
//! Uses are limited to what surely dominates them: values of the entry block and of the block
//! itself. Everything else about the graph is arbitrary, irreducible loops included.

// Each test binary uses a part of this.
#![allow(dead_code)]

use pathweave_bits::BitVec;
use pathweave_ir::*;

/// A small pseudo-random generator (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// What kinds of instructions are made.
#[derive(Clone, Copy, PartialEq)]
pub enum Language {
    /// Integers and memory of allocas: what the reference evaluator understands.
    Evaluable,
    /// Everything.
    Full,
}

const WIDTHS: &[u32] = &[1, 8, 16, 32, 64];

/// Address, size, and offset and width of each piece.
type Object = (Value, u64, Vec<(u64, u32)>);

pub struct Generator<'r> {
    pub random: &'r mut Random,
    pub language: Language,
    pub body: Body,
    locs: usize,
    /// Values usable everywhere.
    shared: Vec<Value>,
    /// Values usable in the current block.
    local: Vec<Value>,
    /// Stack objects with their size and their pieces.
    objects: Vec<Object>,
}

/// A program with tables to refer to, two globals, two declarations and no definition.
pub fn empty_program() -> Program {
    let mut program = Program::new(Target {
        triple: "x86_64-unknown-linux-gnu".to_owned(),
        va_list: VaListKind::SystemV,
    });
    let file = program.files.push(FileData { path: "dir/a b.c".to_owned() });
    let main = program.names.push("main".to_owned());
    program.names.push("x \"y\" \u{e9}".to_owned());
    let mut last = Loc::UNKNOWN;
    for line in 1..8 {
        let inlined_at = (line % 3 == 0).then_some(last);
        let function = (line % 2 == 0).then_some(main);
        last = program.locs.push(LocData {
            file: (line != 5).then_some(file),
            line,
            column: line * 2,
            function,
            inlined_at,
        });
    }
    add_debug_types(&mut program);
    let pair =
        Signature { params: vec![Type::I32], results: vec![Type::I64, Type::I32], variadic: false };
    let printf =
        Signature { params: vec![Type::Ptr, Type::Ptr], results: vec![Type::I32], variadic: true };
    let pair = program.add_function(declaration("pair", pair));
    let printf = program.add_function(declaration("printf", printf));
    program.functions[printf].no_return = true;
    program.functions[printf].promises =
        vec![Promise { param: 0, bytes: 0 }, Promise { param: 1, bytes: 12 }];
    let text = GlobalData {
        name: ".str".to_owned(),
        source_name: "str".to_owned(),
        linkage: Linkage::Internal,
        size: 200,
        align: 1,
        constant: true,
        init: Some(Initializer {
            bytes: (0..=150u8).map(|b| b.wrapping_mul(3)).collect(),
            relocations: vec![],
        }),
        debug: None,
        loc: Loc::from_index(2),
    };
    let text = program.add_global(text);
    let minus = BitVec::from_i64(64, -5);
    let difference = ConstExpr::Binary(
        BinaryOp::Sub,
        Box::new((
            ConstExpr::Cast(CastOp::PtrToInt, Type::I64, Box::new(ConstExpr::Global(text, 7))),
            ConstExpr::Int(minus),
        )),
    );
    let relocations = vec![
        Relocation { offset: 0, ty: Type::Ptr, value: ConstExpr::Global(text, -4) },
        Relocation { offset: 8, ty: Type::Ptr, value: ConstExpr::Func(pair, 0) },
        Relocation { offset: 16, ty: Type::I64, value: difference },
    ];
    program.add_global(GlobalData {
        name: "odd name\n".to_owned(),
        source_name: "odd".to_owned(),
        linkage: Linkage::Weak,
        size: 24,
        align: 8,
        constant: false,
        init: Some(Initializer { bytes: vec![], relocations }),
        debug: Some(DebugType::from_index(1)),
        loc: Loc::UNKNOWN,
    });
    program
}

fn add_debug_types(program: &mut Program) {
    let types = &mut program.debug_types;
    let int = types.push(DebugTypeData::Basic {
        name: "int".to_owned(),
        size_bits: 32,
        encoding: Encoding::Signed,
    });
    types.push(DebugTypeData::Pointer { to: Some(int) });
    types.push(DebugTypeData::Pointer { to: None });
    types.push(DebugTypeData::Alias { name: "T".to_owned(), of: Some(int) });
    types.push(DebugTypeData::Qualified { of: None });
    let member = |name: &str, bit_field| Member {
        name: name.to_owned(),
        ty: Some(int),
        offset_bits: 3,
        size_bits: 5,
        bit_field,
    };
    let members = vec![member("a", true), member("", false)];
    types.push(DebugTypeData::Struct { name: "S".to_owned(), size_bits: 64, members });
    types.push(DebugTypeData::Union { name: String::new(), size_bits: 0, members: vec![] });
    types.push(DebugTypeData::Array { of: Some(int), counts: vec![Some(3), None] });
    types.push(DebugTypeData::Enum {
        name: "E".to_owned(),
        size_bits: 32,
        values: vec![("A".to_owned(), -1), ("B".to_owned(), 7)],
    });
    types.push(DebugTypeData::Function {
        result: None,
        params: vec![Some(int), None],
        variadic: true,
    });
    types.push(DebugTypeData::Unknown);
}

pub fn declaration(name: &str, signature: Signature) -> FunctionData {
    FunctionData {
        name: name.to_owned(),
        source_name: name.to_owned(),
        linkage: Linkage::External,
        signature,
        body: None,
        origin: Origin::Program,
        optimized: false,
        no_return: false,
        promises: Vec::new(),
        debug: None,
    }
}

/// Adds a random function of two parameters and one result, all `i32`.
pub fn add_random_function(
    program: &mut Program,
    random: &mut Random,
    language: Language,
    name: &str,
) -> Func {
    let signature =
        Signature { params: vec![Type::I32, Type::I32], results: vec![Type::I32], variadic: false };
    let func = program.add_function(declaration(name, signature));
    let locs = program.locs.len();
    let body = random_body(random, language, locs);
    let data = &mut program.functions[func];
    data.body = Some(body);
    if language == Language::Full {
        data.linkage = random.pick(&[Linkage::External, Linkage::Internal, Linkage::Weak]);
        data.optimized = random.chance(50);
        data.debug = random.chance(50).then(|| DebugFunction {
            loc: Loc::from_index(3),
            result: Some(DebugType::from_index(0)),
            params: vec![DebugVariable { name: "p".to_owned(), ty: None }],
        });
    }
    func
}

pub fn random_body(random: &mut Random, language: Language, locs: usize) -> Body {
    let mut generator = Generator {
        random,
        language,
        body: Body::default(),
        locs,
        shared: vec![],
        local: vec![],
        objects: vec![],
    };
    generator.generate();
    generator.body
}

impl Generator<'_> {
    fn generate(&mut self) {
        let blocks = 1 + self.random.below(9);
        for index in 0..blocks {
            let block = self.body.make_block(Loc::UNKNOWN);
            let params = if index == 0 { 2 } else { self.random.below(3) };
            for _ in 0..params {
                let ty = if index == 0 { Type::I32 } else { self.int_type() };
                self.body.add_param(block, ty);
            }
        }
        let entry = self.body.entry();
        self.local = self.body.blocks[entry].params.clone();
        for _ in 0..1 + self.random.below(4) {
            self.alloca(entry);
        }
        self.fill_block(entry);
        self.shared = std::mem::take(&mut self.local);
        self.end_block(entry);
        for block in self.body.blocks.keys().skip(1) {
            self.local = self.body.blocks[block].params.clone();
            if self.random.chance(10) {
                self.alloca(block);
            }
            self.fill_block(block);
            self.end_block(block);
            self.objects.retain(|(value, ..)| self.shared.contains(value));
        }
    }

    fn loc(&mut self) -> Loc {
        Loc::from_index(self.random.below(self.locs))
    }

    fn int_type(&mut self) -> Type {
        Type::Int(self.random.pick(WIDTHS))
    }

    fn emit(&mut self, block: Block, kind: InstKind, results: &[Type]) -> Vec<Value> {
        let loc = self.loc();
        let inst = self.body.append(block, kind, results, loc);
        let values: Vec<Value> = self.body.insts[inst].results.iter().collect();
        self.local.extend(&values);
        values
    }

    fn alloca(&mut self, block: Block) {
        let mut pieces = Vec::new();
        let mut size = 0u64;
        for _ in 0..1 + self.random.below(3) {
            let width = self.random.pick(WIDTHS);
            pieces.push((size, width));
            size += u64::from(width.div_ceil(8)) + self.random.below(2) as u64;
        }
        let count = self.body.make_int(64, size);
        let name = self.random.chance(30).then(|| Name::from_index(self.random.below(2)));
        let kind = InstKind::Alloca { size: count, align: 4, name };
        let value = self.emit(block, kind, &[Type::Ptr])[0];
        self.objects.push((value, size, pieces));
    }

    /// A value of a type, perhaps a constant.
    fn value(&mut self, ty: Type) -> Value {
        let known: Vec<Value> = self
            .local
            .iter()
            .chain(&self.shared)
            .copied()
            .filter(|&v| self.body.ty(v) == ty)
            .collect();
        if !known.is_empty() && self.random.chance(75) {
            return self.random.pick(&known);
        }
        if self.random.chance(3) {
            return self.body.make_undef(ty);
        }
        let bits = self.random.next() >> self.random.below(64);
        match ty {
            Type::Int(width) => {
                self.body.make_const(ty, Constant::Int(BitVec::from_u64(width, bits)))
            }
            Type::Float(kind) => {
                let bits = BitVec::from_u64(kind.bits(), bits);
                self.body.make_const(ty, Constant::Float(bits))
            }
            Type::Ptr => {
                let constant = match self.random.below(4) {
                    0 => Constant::Null,
                    1 => Constant::FuncAddr(Func::from_index(0), 0),
                    2 => Constant::GlobalAddr(Global::from_index(1), -8),
                    _ => Constant::GlobalAddr(Global::from_index(0), 3),
                };
                self.body.make_const(ty, constant)
            }
        }
    }

    fn fill_block(&mut self, block: Block) {
        for _ in 0..self.random.below(9) {
            match self.random.below(10) {
                0..=5 => self.access(block),
                6..=7 => self.arithmetic(block),
                _ if self.language == Language::Full => self.exotic(block),
                _ => self.conversion(block),
            }
        }
    }

    /// A load, store, fill or lifetime marker of an object, now and then one that prevents
    /// promotion.
    fn access(&mut self, block: Block) {
        let (object, size, pieces) = self.objects[self.random.below(self.objects.len())].clone();
        if self.random.chance(6) {
            let len = if self.random.chance(70) { size } else { pieces[0].1.div_ceil(8).into() };
            let len = self.body.make_int(64, len);
            let byte = self.body.make_int(8, 0x5a * self.random.below(2) as u64);
            self.emit(block, InstKind::MemSet { dst: object, byte, len }, &[]);
            return;
        }
        if self.random.chance(3) {
            let point = self.random.pick(&[LifetimePoint::Start, LifetimePoint::End]);
            self.emit(block, InstKind::Lifetime { point, addr: object }, &[]);
            return;
        }
        let (offset, mut width) = self.random.pick(&pieces);
        if self.random.chance(1) {
            width = 8;
        }
        let mut addr = object;
        if offset > 0 || self.random.chance(20) {
            let displacement = offset as i64;
            let kind = InstKind::Offset {
                base: object,
                index: None,
                scale: 0,
                displacement,
                in_bounds: true,
            };
            addr = self.emit(block, kind, &[Type::Ptr])[0];
        }
        let ty = Type::Int(width);
        if self.random.chance(50) {
            self.emit(block, InstKind::Load { addr, align: 1, volatile: false }, &[ty]);
        } else {
            let value = self.value(ty);
            self.emit(block, InstKind::Store { addr, value, align: 1, volatile: false }, &[]);
        }
    }

    fn arithmetic(&mut self, block: Block) {
        let ty = self.int_type();
        let (lhs, rhs) = (self.value(ty), self.value(ty));
        if self.random.chance(30) {
            let predicate = self.random.pick(IntPredicate::ALL);
            self.emit(block, InstKind::IntCompare { predicate, lhs, rhs }, &[Type::BOOL]);
            return;
        }
        let op = self.random.pick(&[
            BinaryOp::Add,
            BinaryOp::Sub,
            BinaryOp::Mul,
            BinaryOp::And,
            BinaryOp::Or,
            BinaryOp::Xor,
        ]);
        let flags = ArithFlags { no_signed_wrap: self.random.chance(30), ..ArithFlags::default() };
        self.emit(block, InstKind::Binary { op, flags, lhs, rhs }, &[ty]);
    }

    fn conversion(&mut self, block: Block) {
        let from = self.random.pick(&WIDTHS[..4]);
        let to = self.random.pick(&[64, 33]);
        let arg = self.value(Type::Int(from));
        let op = self.random.pick(&[CastOp::ZExt, CastOp::SExt]);
        if to > from {
            self.emit(block, InstKind::Cast { op, arg }, &[Type::Int(to)]);
        }
    }

    /// One of the kinds that the evaluator does not know.
    fn exotic(&mut self, block: Block) {
        let (a, b, c) = (self.value(Type::F64), self.value(Type::F64), self.value(Type::F64));
        let (p, q) = (self.value(Type::Ptr), self.value(Type::Ptr));
        let n = self.value(Type::I64);
        let i = self.value(Type::I32);
        let byte = self.value(Type::I8);
        let flag = self.value(Type::BOOL);
        let (kind, types): (InstKind, &[Type]) = match self.random.below(20) {
            0 => (InstKind::FusedMulAdd { a, b, c }, &[Type::F64]),
            1 => {
                let op = self.random.pick(&[BinaryOp::FAdd, BinaryOp::CopySign]);
                (
                    InstKind::Binary { op, flags: ArithFlags::default(), lhs: a, rhs: b },
                    &[Type::F64],
                )
            }
            2 => {
                let predicate = self.random.pick(FloatPredicate::ALL);
                (InstKind::FloatCompare { predicate, lhs: a, rhs: b }, &[Type::BOOL])
            }
            3 => (InstKind::Select { cond: flag, then: p, other: q }, &[Type::Ptr]),
            4 => (InstKind::FunnelShift { left: false, hi: n, lo: n, amount: n }, &[Type::I64]),
            5 => {
                let op = self.random.pick(OverflowOp::ALL);
                (InstKind::Overflow { op, lhs: i, rhs: i }, &[Type::I32, Type::BOOL])
            }
            6 => (InstKind::Cast { op: CastOp::IntToPtr, arg: n }, &[Type::Ptr]),
            7 => (InstKind::Unary { op: UnaryOp::ByteSwap, arg: i }, &[Type::I32]),
            8 => (InstKind::Unary { op: UnaryOp::Freeze, arg: p }, &[Type::Ptr]),
            9 => {
                let index = self.random.chance(50).then_some(n);
                let displacement = self.random.pick(&[0, -8, 16]);
                let scale = if index.is_some() { -4 } else { 0 };
                (
                    InstKind::Offset { base: p, index, scale, displacement, in_bounds: false },
                    &[Type::Ptr],
                )
            }
            10 => (InstKind::Load { addr: p, align: 8, volatile: true }, &[Type::Ptr]),
            11 => (InstKind::MemCopy { dst: p, src: q, len: n, overlap: Overlap::Allowed }, &[]),
            12 => (InstKind::MemSet { dst: p, byte, len: n }, &[]),
            13 => (InstKind::StackSave, &[Type::I64]),
            14 => (InstKind::StackRestore { mark: n }, &[]),
            15 => (InstKind::ObjectSize { addr: p }, &[Type::I64]),
            16 => {
                let callee = Callee::Direct(Func::from_index(0));
                (InstKind::Call { callee, args: vec![i], variadic: None }, &[Type::I64, Type::I32])
            }
            17 => {
                let callee = Callee::Direct(Func::from_index(1));
                let extra = [VariadicArg { ty: Type::I32, offset: 0 }];
                let variadic = Some(Box::from(extra));
                (InstKind::Call { callee, args: vec![p, q], variadic }, &[Type::I32])
            }
            18 => {
                let callee = Callee::Indirect(p);
                (InstKind::Call { callee, args: vec![i, n, a], variadic: None }, &[])
            }
            _ => (InstKind::Unsupported { what: "asm \"x\"".into() }, &[Type::F64]),
        };
        self.emit(block, kind, types);
    }

    fn target(&mut self) -> BlockCall {
        let count = self.body.blocks.len();
        let block = Block::from_index(1 + self.random.below(count - 1));
        let params = self.body.blocks[block].params.clone();
        let args = params.iter().map(|&p| self.value(self.body.ty(p))).collect();
        BlockCall { block, args }
    }

    fn end_block(&mut self, block: Block) {
        let loc = self.loc();
        let choice = if self.body.blocks.len() == 1 { 9 } else { self.random.below(10) };
        let branch = |body: &mut Body, outcomes| body.branches.push(BranchData { loc, outcomes });
        let terminator = match choice {
            0..=1 => Terminator::Jump(self.target()),
            2..=6 => {
                let cond = self.value(Type::BOOL);
                let (then, other) = (self.target(), self.target());
                Terminator::Branch { cond, then, other, id: branch(&mut self.body, 2) }
            }
            7 => {
                let value = self.value(Type::I8);
                let count = self.random.below(4);
                let cases: Vec<SwitchCase> = (0..count)
                    .map(|case| SwitchCase {
                        value: BitVec::from_u64(8, case as u64 * 100),
                        target: self.target(),
                    })
                    .collect();
                let default = self.target();
                let id = branch(&mut self.body, count as u32 + 1);
                Terminator::Switch { value, cases, default, id }
            }
            8 if self.language == Language::Full => {
                let addr = self.value(Type::Ptr);
                let targets = vec![self.target(), self.target()];
                Terminator::IndirectJump { addr, targets, id: branch(&mut self.body, 2) }
            }
            8 => Terminator::Unreachable,
            _ => Terminator::Return(vec![self.value(Type::I32)]),
        };
        self.body.terminate(block, terminator, loc);
    }
}
