//! Instructions, terminators and operands.
//!
//! The types that untyped constants take are those the printer leaves out (`print/body.rs`).

use super::body::Reader;
use super::cursor::{Cursor, Named, Parsed};
use super::declarations::parse_loc;
use super::lexer::Token;
use crate::{
    ArithFlags, BinaryOp, Block, BlockCall, Callee, CastOp, Constant, FloatPredicate, InstKind,
    IntPredicate, LifetimePoint, OverflowOp, Overlap, SwitchCase, Terminator, Type, UnaryOp, Value,
    VariadicArg,
};

impl Reader<'_> {
    /// What an instruction does, after its results, the first of which is of type `ty`.
    pub(super) fn kind(&mut self, cursor: &mut Cursor<'_>, ty: Option<Type>) -> Parsed<InstKind> {
        let at = cursor.position();
        let word = cursor.word()?;
        if let Some(op) = UnaryOp::from_name(word) {
            return Ok(InstKind::Unary { op, arg: self.operand(cursor, ty)? });
        }
        if let Some((op, flags)) = binary_of(word) {
            let [lhs, rhs] = self.operands(cursor, [ty; 2])?;
            return Ok(InstKind::Binary { op, flags, lhs, rhs });
        }
        if let Some(op) = OverflowOp::from_name(word) {
            let [lhs, rhs] = self.operands(cursor, [ty; 2])?;
            return Ok(InstKind::Overflow { op, lhs, rhs });
        }
        if let Some(op) = CastOp::from_name(word) {
            return Ok(InstKind::Cast { op, arg: self.operand(cursor, None)? });
        }
        if let Some(predicate) = word.strip_prefix("icmp.").and_then(IntPredicate::from_name) {
            let [lhs, rhs] = self.operands(cursor, [None; 2])?;
            return Ok(InstKind::IntCompare { predicate, lhs, rhs });
        }
        if let Some(predicate) = word.strip_prefix("fcmp.").and_then(FloatPredicate::from_name) {
            let [lhs, rhs] = self.operands(cursor, [None; 2])?;
            return Ok(InstKind::FloatCompare { predicate, lhs, rhs });
        }
        match word {
            "select" => {
                let [cond, then, other] = self.operands(cursor, [Some(Type::BOOL), ty, ty])?;
                Ok(InstKind::Select { cond, then, other })
            }
            "fma" => {
                let [a, b, c] = self.operands(cursor, [ty; 3])?;
                Ok(InstKind::FusedMulAdd { a, b, c })
            }
            "funnel.l" | "funnel.r" => {
                let [hi, lo, amount] = self.operands(cursor, [ty; 3])?;
                Ok(InstKind::FunnelShift { left: word == "funnel.l", hi, lo, amount })
            }
            "call" | "call.indirect" => self.call(cursor, word == "call"),
            "unsupported" => Ok(InstKind::Unsupported { what: cursor.string()?.into_boxed_str() }),
            _ => self.memory(cursor, at, word),
        }
    }

    fn memory(&mut self, cursor: &mut Cursor<'_>, at: usize, word: &str) -> Parsed<InstKind> {
        const PTR: Option<Type> = Some(Type::Ptr);
        const I64: Option<Type> = Some(Type::I64);
        match word {
            "offset" => self.offset(cursor),
            "load" => {
                let addr = self.operand(cursor, PTR)?;
                let (align, volatile) = parse_access(cursor)?;
                Ok(InstKind::Load { addr, align, volatile })
            }
            "store" => {
                let [value, addr] = self.operands(cursor, [None, PTR])?;
                let (align, volatile) = parse_access(cursor)?;
                Ok(InstKind::Store { addr, value, align, volatile })
            }
            "alloca" => {
                let size = self.operand(cursor, I64)?;
                cursor.expect_word("align")?;
                let align = cursor.unsigned32()?;
                Ok(InstKind::Alloca { size, align, name: self.name(cursor)? })
            }
            "copy" | "move" => {
                let [dst, src, len] = self.operands(cursor, [PTR, PTR, I64])?;
                let overlap = if word == "move" { Overlap::Allowed } else { Overlap::Forbidden };
                Ok(InstKind::MemCopy { dst, src, len, overlap })
            }
            "fill" => {
                let [dst, byte, len] = self.operands(cursor, [PTR, Some(Type::I8), I64])?;
                Ok(InstKind::MemSet { dst, byte, len })
            }
            "stack.save" => Ok(InstKind::StackSave),
            "stack.restore" => Ok(InstKind::StackRestore { mark: self.operand(cursor, I64)? }),
            "lifetime.start" => {
                let addr = self.operand(cursor, PTR)?;
                Ok(InstKind::Lifetime { point: LifetimePoint::Start, addr })
            }
            "lifetime.end" => {
                let addr = self.operand(cursor, PTR)?;
                Ok(InstKind::Lifetime { point: LifetimePoint::End, addr })
            }
            "object.size" => Ok(InstKind::ObjectSize { addr: self.operand(cursor, PTR)? }),
            _ => cursor.fail_at(at, format!("`{word}` is no instruction")),
        }
    }

    fn offset(&mut self, cursor: &mut Cursor<'_>) -> Parsed<InstKind> {
        let base = self.operand(cursor, Some(Type::Ptr))?;
        let (mut index, mut scale, mut displacement) = (None, 0, 0);
        cursor.expect(',')?;
        // `INDEX * SCALE` or a displacement: only the former has a star.
        let mut ahead = cursor.clone();
        let indexed = self.operand(&mut ahead, Some(Type::I64)).is_ok() && ahead.eat('*');
        if indexed {
            index = Some(self.operand(cursor, Some(Type::I64))?);
            cursor.expect('*')?;
            scale = cursor.signed()?;
        }
        if !indexed || cursor.eat(',') {
            displacement = cursor.signed()?;
        }
        let in_bounds = cursor.eat_word("inbounds");
        Ok(InstKind::Offset { base, index, scale, displacement, in_bounds })
    }

    fn call(&mut self, cursor: &mut Cursor<'_>, direct: bool) -> Parsed<InstKind> {
        let program = self.program;
        let (callee, params): (_, &[Type]) = if direct {
            let func = cursor.function(program)?;
            (Callee::Direct(func), &program.functions[func].signature.params)
        } else {
            (Callee::Indirect(self.operand(cursor, Some(Type::Ptr))?), &[])
        };
        let mut args = Vec::new();
        cursor.expect('(')?;
        cursor.list(')', |c| {
            args.push(self.operand(c, params.get(args.len()).copied())?);
            Ok(())
        })?;
        if !cursor.eat_word("variadic") {
            return Ok(InstKind::Call { callee, args, variadic: None });
        }
        let mut extra = Vec::new();
        cursor.expect('(')?;
        cursor.list(')', |c| {
            extra.push(VariadicArg { ty: c.ty()?, offset: c.unsigned()? });
            Ok(())
        })?;
        Ok(InstKind::Call { callee, args, variadic: Some(extra.into_boxed_slice()) })
    }

    /// Reads a terminator with its line, if one stands here.
    pub(super) fn terminator(&mut self, cursor: &mut Cursor<'_>, block: Block) -> Parsed<bool> {
        let Some(Token::Word(word)) = cursor.peek() else {
            return cursor.fail("an instruction expected");
        };
        let terminator = match word.as_str() {
            "jump" => {
                cursor.advance();
                Terminator::Jump(self.target(cursor)?)
            }
            "br" => self.branch_end(cursor)?,
            "switch" => self.switch(cursor)?,
            "goto" => self.goto(cursor)?,
            "ret" => {
                cursor.advance();
                Terminator::Return(self.returned(cursor)?)
            }
            "unreachable" => {
                cursor.advance();
                Terminator::Unreachable
            }
            _ => return Ok(false),
        };
        let loc = parse_loc(cursor)?;
        cursor.newline()?;
        self.body.terminate(block, terminator, loc);
        Ok(true)
    }

    fn branch_end(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Terminator> {
        cursor.advance();
        let cond = self.operand(cursor, Some(Type::BOOL))?;
        cursor.expect(',')?;
        let then = self.target(cursor)?;
        cursor.expect(',')?;
        let other = self.target(cursor)?;
        Ok(Terminator::Branch { cond, then, other, id: self.branch(cursor, 2)? })
    }

    fn switch(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Terminator> {
        cursor.advance();
        let ty = cursor.ty()?;
        let value = self.operand(cursor, Some(ty))?;
        let mut cases = Vec::new();
        cursor.expect('[')?;
        cursor.list(']', |c| {
            let value = c.bits(ty.bits())?;
            c.expect(':')?;
            cases.push(SwitchCase { value, target: self.target(c)? });
            Ok(())
        })?;
        cursor.expect(',')?;
        let default = self.target(cursor)?;
        let id = self.branch(cursor, cases.len() + 1)?;
        Ok(Terminator::Switch { value, cases, default, id })
    }

    fn goto(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Terminator> {
        cursor.advance();
        let addr = self.operand(cursor, Some(Type::Ptr))?;
        let mut targets = Vec::new();
        cursor.expect('[')?;
        cursor.list(']', |c| {
            targets.push(self.target(c)?);
            Ok(())
        })?;
        let id = self.branch(cursor, targets.len())?;
        Ok(Terminator::IndirectJump { addr, targets, id })
    }

    fn returned(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Vec<Value>> {
        let mut values = Vec::new();
        if matches!(cursor.peek(), Some(Token::Newline | Token::Punct('!'))) {
            return Ok(values);
        }
        loop {
            let ty = self.results.get(values.len()).copied();
            values.push(self.operand(cursor, ty)?);
            if !cursor.eat(',') {
                return Ok(values);
            }
        }
    }

    fn target(&mut self, cursor: &mut Cursor<'_>) -> Parsed<BlockCall> {
        let block = self.block_handle(cursor)?;
        let mut args = Vec::new();
        if cursor.eat('(') {
            cursor.list(')', |c| {
                let param = self.body.blocks[block].params.get(args.len());
                let ty = param.map(|&p| self.body.ty(p));
                args.push(self.operand(c, ty)?);
                Ok(())
            })?;
        }
        Ok(BlockCall { block, args })
    }

    fn operands<const N: usize>(
        &mut self,
        cursor: &mut Cursor<'_>,
        types: [Option<Type>; N],
    ) -> Parsed<[Value; N]> {
        use crate::Entity;
        let mut values = [Value::from_index(0); N];
        for (index, ty) in types.into_iter().enumerate() {
            if index > 0 {
                cursor.expect(',')?;
            }
            values[index] = self.operand(cursor, ty)?;
        }
        Ok(values)
    }

    /// A value or a constant; a constant without a type takes the expected one.
    fn operand(&mut self, cursor: &mut Cursor<'_>, expected: Option<Type>) -> Parsed<Value> {
        let at = cursor.position();
        if let Some(label) = cursor.eat_handle("v") {
            return self.value(cursor, at, label);
        }
        let Some(ty) = cursor.eat_type().or(expected) else {
            return cursor.fail("a value, or a type and a constant expected");
        };
        let constant = self.constant(cursor, ty)?;
        Ok(self.body.make_const(ty, constant))
    }

    fn constant(&self, cursor: &mut Cursor<'_>, ty: Type) -> Parsed<Constant> {
        if cursor.eat_word("undef") {
            return Ok(Constant::Undef);
        }
        match ty {
            Type::Int(width) => return Ok(Constant::Int(cursor.bits(width)?)),
            Type::Float(kind) => return Ok(Constant::Float(cursor.bits(kind.bits())?)),
            Type::Ptr => {}
        }
        if cursor.eat_word("null") {
            return Ok(Constant::Null);
        }
        if cursor.eat_word("blockaddr") {
            cursor.expect('(')?;
            let func = cursor.function(self.program)?;
            cursor.expect(',')?;
            let block = cursor.handle("bb")?;
            cursor.expect(')')?;
            return Ok(Constant::BlockAddr(func, block));
        }
        let named = cursor.named(self.program)?;
        let offset = cursor.offset()?;
        Ok(match named {
            Named::Func(func) => Constant::FuncAddr(func, offset),
            Named::Global(global) => Constant::GlobalAddr(global, offset),
        })
    }
}

/// `add.nsw.nuw`: an operator, whose own name may contain dots, and its flags.
fn binary_of(word: &str) -> Option<(BinaryOp, ArithFlags)> {
    let (word, exact) = strip(word, ".exact");
    let (word, no_unsigned_wrap) = strip(word, ".nuw");
    let (word, no_signed_wrap) = strip(word, ".nsw");
    Some((BinaryOp::from_name(word)?, ArithFlags { no_signed_wrap, no_unsigned_wrap, exact }))
}

fn strip<'w>(word: &'w str, suffix: &str) -> (&'w str, bool) {
    match word.strip_suffix(suffix) {
        Some(rest) => (rest, true),
        None => (word, false),
    }
}

/// `align 4 volatile`.
fn parse_access(cursor: &mut Cursor<'_>) -> Parsed<(u32, bool)> {
    cursor.expect_word("align")?;
    let align = cursor.unsigned32()?;
    Ok((align, cursor.eat_word("volatile")))
}
