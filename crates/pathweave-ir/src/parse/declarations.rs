//! Everything around function bodies.
//!
//! Handles in tables must come in order: the text shows them so that references can be followed,
//! not so that they can be chosen.

use super::cursor::{Cursor, Named, Parsed};
use super::lexer::Token;
use super::{Definition, List, Pending};
use crate::print::ENCODINGS;
use crate::verify::MAX_EXPRESSION_DEPTH;
use crate::{
    BinaryOp, CastOp, ConstExpr, DebugFunction, DebugTypeData, DebugTypeRef, DebugVariable, Entity,
    FileData, FunctionData, GlobalData, Initializer, Linkage, Loc, LocData, Member, Origin,
    Program, Promise, Relocation, Signature, Table, Type, VaListKind,
};

/// Reads one item, or its header when the rest needs all symbols.
pub(super) fn parse_item(
    cursor: &mut Cursor<'_>,
    program: &mut Program,
    pending: &mut Pending,
) -> Parsed<()> {
    let at = cursor.position();
    match cursor.word()? {
        "target" => {
            program.target.triple = cursor.string()?;
            program.target.va_list = parse_va_list(cursor)?;
            cursor.newline()
        }
        "file" => {
            expect_next(cursor, "file", &program.files)?;
            let path = cursor.string()?;
            program.files.push(FileData { path });
            cursor.newline()
        }
        "name" => {
            expect_next(cursor, "name", &program.names)?;
            program.names.push(cursor.string()?);
            cursor.newline()
        }
        "loc" => {
            expect_next(cursor, "loc", &program.locs)?;
            program.locs.push(parse_place(cursor)?);
            cursor.newline()
        }
        "type" => {
            expect_next(cursor, "dt", &program.debug_types)?;
            program.debug_types.push(parse_debug_type(cursor)?);
            cursor.newline()
        }
        "global" => parse_global(cursor, program, pending),
        "constructor" => skip_list(cursor, pending, List::Constructors),
        "destructor" => skip_list(cursor, pending, List::Destructors),
        "declare" => {
            let (data, _) = parse_header(cursor, program)?;
            cursor.newline()?;
            program.add_function(data);
            Ok(())
        }
        "func" => {
            let (data, params) = parse_header(cursor, program)?;
            cursor.expect('{')?;
            cursor.newline()?;
            let func = program.add_function(data);
            pending.bodies.push(Definition { func, params, at: cursor.position() });
            skip_block(cursor)
        }
        word => cursor.fail_at(at, format!("`{word}` starts no item")),
    }
}

fn expect_next<K: Entity, V>(
    cursor: &mut Cursor<'_>,
    prefix: &str,
    table: &Table<K, V>,
) -> Parsed<()> {
    let at = cursor.position();
    match cursor.eat_handle(prefix) {
        Some(number) if number as usize == table.len() => Ok(()),
        _ => cursor.fail_at(at, format!("`{prefix}{}` expected", table.len())),
    }
}

fn skip_list(cursor: &mut Cursor<'_>, pending: &mut Pending, list: List) -> Parsed<()> {
    pending.lists.push((list, cursor.position()));
    cursor.symbol()?;
    cursor.newline()
}

fn skip_line(cursor: &mut Cursor<'_>) {
    while cursor.peek().is_some_and(|t| *t != Token::Newline) {
        cursor.advance();
    }
    cursor.advance();
}

/// Passes lines up to and with one that is `}`.
fn skip_block(cursor: &mut Cursor<'_>) -> Parsed<()> {
    while !cursor.at_end() {
        if cursor.eat('}') {
            return cursor.newline();
        }
        skip_line(cursor);
    }
    cursor.fail("`}` expected")
}

fn parse_va_list(cursor: &mut Cursor<'_>) -> Parsed<VaListKind> {
    let at = cursor.position();
    match cursor.word()? {
        "sysv" => Ok(VaListKind::SystemV),
        "aarch64" => Ok(VaListKind::AArch64),
        "pointer" => Ok(VaListKind::Pointer),
        _ => cursor.fail_at(at, "`sysv`, `aarch64` or `pointer` expected"),
    }
}

fn parse_place(cursor: &mut Cursor<'_>) -> Parsed<LocData> {
    let file = if cursor.eat_word("none") { None } else { Some(cursor.handle("file")?) };
    cursor.expect(':')?;
    let line = cursor.unsigned32()?;
    cursor.expect(':')?;
    let column = cursor.unsigned32()?;
    let function = if cursor.eat_word("in") { Some(cursor.handle("name")?) } else { None };
    let inlined_at = if cursor.eat_word("at") { Some(cursor.handle("loc")?) } else { None };
    Ok(LocData { file, line, column, function, inlined_at })
}

/// `!loc3`, or nothing.
pub(super) fn parse_loc(cursor: &mut Cursor<'_>) -> Parsed<Loc> {
    if cursor.eat('!') { cursor.handle("loc") } else { Ok(Loc::UNKNOWN) }
}

fn parse_type_ref(cursor: &mut Cursor<'_>) -> Parsed<Option<DebugTypeRef>> {
    if cursor.eat_word("void") { Ok(None) } else { cursor.handle("dt").map(Some) }
}

fn parse_debug_type(cursor: &mut Cursor<'_>) -> Parsed<DebugTypeData> {
    let at = cursor.position();
    Ok(match cursor.word()? {
        "basic" => {
            let name = cursor.string()?;
            let size_bits = cursor.unsigned()?;
            let at = cursor.position();
            let word = cursor.word()?;
            let Some((_, encoding)) = ENCODINGS.iter().find(|(name, _)| *name == word) else {
                return cursor.fail_at(at, "an encoding expected");
            };
            DebugTypeData::Basic { name, size_bits, encoding: *encoding }
        }
        "pointer" => DebugTypeData::Pointer { to: parse_type_ref(cursor)? },
        "alias" => {
            let name = cursor.string()?;
            DebugTypeData::Alias { name, of: parse_type_ref(cursor)? }
        }
        "qualified" => DebugTypeData::Qualified { of: parse_type_ref(cursor)? },
        "struct" => {
            let (name, size_bits, members) = parse_members(cursor)?;
            DebugTypeData::Struct { name, size_bits, members }
        }
        "union" => {
            let (name, size_bits, members) = parse_members(cursor)?;
            DebugTypeData::Union { name, size_bits, members }
        }
        "array" => {
            let of = parse_type_ref(cursor)?;
            let mut counts = Vec::new();
            cursor.expect('[')?;
            cursor.list(']', |c| {
                counts.push(if c.eat_word("unknown") { None } else { Some(c.unsigned()?) });
                Ok(())
            })?;
            DebugTypeData::Array { of, counts }
        }
        "enum" => {
            let name = cursor.string()?;
            let size_bits = cursor.unsigned()?;
            let mut values = Vec::new();
            cursor.expect('{')?;
            cursor.list('}', |c| {
                values.push((c.string()?, c.signed()?));
                Ok(())
            })?;
            DebugTypeData::Enum { name, size_bits, values }
        }
        "function" => {
            let result = parse_type_ref(cursor)?;
            let mut params = Vec::new();
            cursor.expect('(')?;
            cursor.list(')', |c| {
                params.push(parse_type_ref(c)?);
                Ok(())
            })?;
            let variadic = cursor.eat_word("variadic");
            DebugTypeData::Function { result, params, variadic }
        }
        "unknown" => DebugTypeData::Unknown,
        _ => return cursor.fail_at(at, "a kind of debug type expected"),
    })
}

fn parse_members(cursor: &mut Cursor<'_>) -> Parsed<(String, u64, Vec<Member>)> {
    let name = cursor.string()?;
    let size_bits = cursor.unsigned()?;
    let mut members = Vec::new();
    cursor.expect('{')?;
    cursor.list('}', |c| {
        let name = c.string()?;
        let ty = parse_type_ref(c)?;
        let offset_bits = c.unsigned()?;
        let size_bits = c.unsigned()?;
        let bit_field = c.eat_word("bits");
        members.push(Member { name, ty, offset_bits, size_bits, bit_field });
        Ok(())
    })?;
    Ok((name, size_bits, members))
}

fn parse_global(
    cursor: &mut Cursor<'_>,
    program: &mut Program,
    pending: &mut Pending,
) -> Parsed<()> {
    let name = parse_new_symbol(cursor, program)?;
    let linkage = parse_linkage(cursor);
    let constant = cursor.eat_word("constant");
    cursor.expect_word("size")?;
    let size = cursor.unsigned()?;
    cursor.expect_word("align")?;
    let align = cursor.unsigned32()?;
    let source_name = parse_source_name(cursor, &name)?;
    let debug = if cursor.eat_word("type") { Some(cursor.handle("dt")?) } else { None };
    let loc = parse_loc(cursor)?;
    let global = program.add_global(GlobalData {
        name,
        source_name,
        linkage,
        size,
        align,
        constant,
        init: None,
        debug,
        loc,
    });
    if !cursor.eat('{') {
        return cursor.newline();
    }
    if cursor.eat('}') {
        program.globals[global].init = Some(Initializer::default());
        return cursor.newline();
    }
    cursor.newline()?;
    pending.initializers.push((global, cursor.position()));
    skip_block(cursor)
}

/// The lines of an initializer, up to its `}`.
pub(super) fn parse_initializer(cursor: &mut Cursor<'_>, program: &Program) -> Parsed<Initializer> {
    let mut init = Initializer::default();
    while !cursor.eat('}') {
        if cursor.eat_word("bytes") {
            init.bytes.extend_from_slice(cursor.text()?);
        } else if cursor.eat_word("at") {
            let offset = cursor.unsigned()?;
            cursor.expect(':')?;
            let ty = cursor.ty()?;
            cursor.expect('=')?;
            let value = parse_expression(cursor, program, MAX_EXPRESSION_DEPTH)?;
            init.relocations.push(Relocation { offset, ty, value });
        } else {
            return cursor.fail("`bytes`, `at` or `}` expected");
        }
        cursor.newline()?;
    }
    Ok(init)
}

fn parse_expression(cursor: &mut Cursor<'_>, program: &Program, depth: usize) -> Parsed<ConstExpr> {
    if depth == 0 {
        return cursor.fail("an expression nested too deeply");
    }
    let at = cursor.position();
    if let Some(Token::Symbol(_)) = cursor.peek() {
        let named = cursor.named(program)?;
        let offset = cursor.offset()?;
        return Ok(match named {
            Named::Func(func) => ConstExpr::Func(func, offset),
            Named::Global(global) => ConstExpr::Global(global, offset),
        });
    }
    match cursor.eat_type() {
        Some(Type::Int(width)) => return Ok(ConstExpr::Int(cursor.bits(width)?)),
        Some(_) => return cursor.fail_at(at, "an integer type expected"),
        None => {}
    }
    let word = cursor.word()?;
    cursor.expect('(')?;
    let expr = if word == "blockaddr" {
        let func = cursor.function(program)?;
        cursor.expect(',')?;
        ConstExpr::Block(func, cursor.handle("bb")?)
    } else if let Some(op) = BinaryOp::from_name(word) {
        let left = parse_expression(cursor, program, depth - 1)?;
        cursor.expect(',')?;
        let right = parse_expression(cursor, program, depth - 1)?;
        ConstExpr::Binary(op, Box::new((left, right)))
    } else if let Some(op) = CastOp::from_name(word) {
        let arg = parse_expression(cursor, program, depth - 1)?;
        cursor.expect(',')?;
        ConstExpr::Cast(op, cursor.ty()?, Box::new(arg))
    } else {
        return cursor.fail_at(at, format!("`{word}` is no operator"));
    };
    cursor.expect(')')?;
    Ok(expr)
}

fn parse_new_symbol(cursor: &mut Cursor<'_>, program: &Program) -> Parsed<String> {
    let at = cursor.position();
    let name = cursor.symbol()?;
    if program.function(name).is_some() || program.global(name).is_some() {
        return cursor.fail_at(at, format!("@{name} is already there"));
    }
    Ok(name.to_owned())
}

fn parse_linkage(cursor: &mut Cursor<'_>) -> Linkage {
    if cursor.eat_word("internal") {
        Linkage::Internal
    } else if cursor.eat_word("weak") {
        Linkage::Weak
    } else {
        Linkage::External
    }
}

fn parse_source_name(cursor: &mut Cursor<'_>, name: &str) -> Parsed<String> {
    if cursor.eat_word("source") { cursor.string() } else { Ok(name.to_owned()) }
}

/// A function's header, and the numbers of its parameters' values where they are given.
fn parse_header(cursor: &mut Cursor<'_>, program: &Program) -> Parsed<(FunctionData, Vec<u32>)> {
    let name = parse_new_symbol(cursor, program)?;
    let mut signature = Signature::default();
    let mut params = Vec::new();
    cursor.expect('(')?;
    cursor.list(')', |c| {
        if c.peek() == Some(&Token::Dots) {
            c.advance();
            signature.variadic = true;
            return Ok(());
        }
        if let Some(number) = c.eat_handle("v") {
            params.push(number);
            c.expect(':')?;
        }
        signature.params.push(c.ty()?);
        Ok(())
    })?;
    if cursor.peek() == Some(&Token::Arrow) {
        cursor.advance();
        signature.results.push(cursor.ty()?);
        while cursor.eat(',') {
            signature.results.push(cursor.ty()?);
        }
    }
    let linkage = parse_linkage(cursor);
    let library = cursor.eat_word("library");
    let optimized = cursor.eat_word("optimized");
    let no_return = cursor.eat_word("noreturn");
    let mut promises = Vec::new();
    if cursor.eat_word("promises") {
        cursor.expect('(')?;
        cursor.list(')', |c| {
            promises.push(Promise { param: c.unsigned32()?, bytes: c.unsigned()? });
            Ok(())
        })?;
    }
    let source_name = parse_source_name(cursor, &name)?;
    let debug = if cursor.eat_word("debug") { Some(parse_debug_function(cursor)?) } else { None };
    let origin = if library { Origin::Library } else { Origin::Program };
    let body = None;
    let data = FunctionData {
        name,
        source_name,
        linkage,
        signature,
        body,
        origin,
        optimized,
        no_return,
        promises,
        debug,
    };
    Ok((data, params))
}

fn parse_debug_function(cursor: &mut Cursor<'_>) -> Parsed<DebugFunction> {
    cursor.expect('(')?;
    let loc = cursor.handle("loc")?;
    let result = parse_type_ref(cursor)?;
    let mut params = Vec::new();
    while cursor.eat(',') {
        params.push(DebugVariable { name: cursor.string()?, ty: parse_type_ref(cursor)? });
    }
    cursor.expect(')')?;
    Ok(DebugFunction { loc, result, params })
}
