//! Bodies of functions: blocks, results, attachments, and instructions that are not known.
//!
//! Blocks get preliminary ids where they are first mentioned; at the end of the body they are
//! renumbered in the order of the text.

use super::scope::Name;
use super::{Parsed, Parser};
use crate::ast::{Block, BlockId, Function, Inst, InstKind, Local, MdId, TypeId, TypeTable};
use crate::lex::{Tok, decimal};

/// An instruction as read, with the type of its result: `None` if there is no result, and
/// `Some(None)` if its type is not known.
pub(super) type Read = (InstKind, Option<Option<TypeId>>);

/// An instruction without a result.
pub(super) fn effect(kind: InstKind) -> Parsed<Read> {
    Ok((kind, None))
}

/// An instruction with a result of type `ty`.
pub(super) fn result(kind: InstKind, ty: TypeId) -> Parsed<Read> {
    Ok((kind, Some(Some(ty))))
}

impl Parser<'_> {
    /// `{ … }`
    pub(super) fn body(&mut self, function: &mut Function) -> Parsed<()> {
        self.expect(b'{')?;
        let mut open = false;
        loop {
            match self.tok {
                Tok::Punct(b'}') => break,
                Tok::Label(_) | Tok::QuotedLabel(_) => {
                    let at = self.at;
                    let name = self.label_name(self.tok)?;
                    self.advance();
                    self.begin_block(function, at, Some(name), open)?;
                    open = true;
                }
                Tok::Word(b"uselistorder" | b"uselistorder_bb") => self.skip_line(),
                _ => {
                    if !open {
                        self.begin_block(function, self.at, None, false)?;
                    }
                    let inst = self.instruction()?;
                    open = !inst.kind.is_terminator();
                    if let Some(block) = function.blocks.last_mut() {
                        block.insts.push(inst);
                    }
                }
            }
        }
        if open || function.blocks.is_empty() {
            return self.fail("a block must end in a terminator such as `ret` or `br`");
        }
        self.finish_body(function)?;
        self.advance();
        Ok(())
    }

    fn begin_block(
        &mut self,
        function: &mut Function,
        at: usize,
        name: Option<Name>,
        open: bool,
    ) -> Parsed<()> {
        if open {
            let message = "the block before this one does not end in a terminator";
            return self.fail_at(at, message);
        }
        let name = self.define_block(at, name, function.blocks.len() as u32)?;
        function.blocks.push(Block { name, insts: Vec::new() });
        Ok(())
    }

    fn finish_body(&mut self, function: &mut Function) -> Parsed<()> {
        self.check_scope()?;
        let labels = &self.scope.labels;
        let place = |id: &mut BlockId| {
            if let Some(place) = labels[id.0 as usize].place {
                *id = BlockId(place);
            }
        };
        for block in &mut function.blocks {
            for inst in &mut block.insts {
                for_each_target(&mut inst.kind, place);
            }
        }
        let locals = self
            .scope
            .locals
            .iter()
            .map(|state| Local { name: state.name, ty: state.ty.unwrap_or(TypeTable::VOID) });
        function.locals = locals.collect();
        Ok(())
    }

    fn instruction(&mut self) -> Parsed<Inst> {
        let line = self.line();
        let at = self.at;
        let name = match self.tok {
            Tok::Local(_) | Tok::QuotedLocal(_) | Tok::LocalNumber(_) => {
                let name = self.local_name(self.tok)?;
                self.advance();
                self.expect(b'=')?;
                Some(name)
            }
            _ => None,
        };
        let word = match self.tok {
            Tok::Word(word) => word,
            Tok::Hash(word) if name.is_none() => return self.debug_record(word, line),
            _ => return self.expected("an instruction"),
        };
        let Some((kind, ty)) = self.operation(word)? else {
            return self.unsupported(at, line, name);
        };
        let dbg = self.attachments()?;
        let result = self.define_result(at, name, ty)?;
        Ok(Inst { result, dbg, line, kind })
    }

    fn define_result(
        &mut self,
        at: usize,
        name: Option<Name>,
        ty: Option<Option<TypeId>>,
    ) -> Parsed<Option<crate::ast::LocalId>> {
        match (name, ty) {
            (None, None | Some(Some(TypeTable::VOID))) => Ok(None),
            (Some(_), None | Some(Some(TypeTable::VOID))) => {
                self.fail_at(at, "this instruction has no result to be named")
            }
            (name, Some(ty)) => self.define_local(at, name, ty).map(Some),
        }
    }

    /// `, !dbg !7, !tbaa !{…}` at the end of an instruction: the `!dbg` one.
    fn attachments(&mut self) -> Parsed<Option<MdId>> {
        let mut dbg = None;
        while self.eat(b',') {
            let Tok::Meta(kind) = self.tok else {
                return self.expected("metadata such as `!dbg !7`");
            };
            let node = self.attachment()?;
            if kind == b"dbg" {
                dbg = node;
            }
        }
        Ok(dbg)
    }

    /// A comma, if something else than metadata follows it.
    pub(super) fn comma(&mut self) -> bool {
        if !self.is(b',') {
            return false;
        }
        let rest = &self.lexer.input[self.lexer.pos..];
        let next = rest.iter().find(|b| !b.is_ascii_whitespace());
        if next == Some(&b'!') {
            return false;
        }
        self.advance();
        true
    }

    /// Keeps an unknown instruction as text: the rest of its line, and more while brackets are open.
    fn unsupported(&mut self, at: usize, line: u32, name: Option<Name>) -> Parsed<Inst> {
        let (start, end) = (self.at, self.end_of_unknown());
        let input = self.lexer.input;
        let whole = &input[start..end];
        let cut = find(whole, b", !").unwrap_or(whole.len());
        let text = String::from_utf8_lossy(whole[..cut].trim_ascii_end()).into_owned();
        let dbg = find(whole, b"!dbg !").and_then(|at| {
            let digits = &whole[at + 6..];
            let len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
            decimal(&digits[..len])
        });
        let opcode = text.split(' ').next().unwrap_or("");
        let known = matches!(opcode, "catchswitch" | "catchret" | "cleanupret");
        let text = self.module.symbols.intern(&text);
        self.lexer.pos = end;
        self.advance();
        let last = matches!(self.tok, Tok::Punct(b'}') | Tok::Label(_) | Tok::QuotedLabel(_));
        let kind = InstKind::Unsupported { text, terminator: known || last };
        let result = match name {
            Some(_) => Some(self.define_local(at, name, None)?),
            None => None,
        };
        Ok(Inst { result, dbg: dbg.map(|number| self.metadata_id(number)), line, kind })
    }

    fn end_of_unknown(&self) -> usize {
        let input = self.lexer.input;
        let (mut depth, mut quoted) = (0usize, false);
        for (offset, &byte) in input[self.at..].iter().enumerate() {
            match byte {
                b'"' => quoted = !quoted,
                _ if quoted => {}
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' => depth = depth.saturating_sub(1),
                b'}' if depth == 0 => return self.at + offset,
                b'}' => depth -= 1,
                b'\n' if depth == 0 => return self.at + offset,
                _ => {}
            }
        }
        input.len()
    }
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

/// Every mention of a block in an instruction.
fn for_each_target(kind: &mut InstKind, mut visit: impl FnMut(&mut BlockId)) {
    match kind {
        InstKind::Br(target) => visit(target),
        InstKind::CondBr { then, otherwise, .. } => {
            visit(then);
            visit(otherwise);
        }
        InstKind::Switch(switch) => {
            visit(&mut switch.default);
            switch.cases.iter_mut().for_each(|case| visit(&mut case.1));
        }
        InstKind::IndirectBr { targets, .. } => targets.iter_mut().for_each(visit),
        InstKind::Invoke(invoke) => {
            visit(&mut invoke.normal);
            visit(&mut invoke.unwind);
        }
        InstKind::CallBr { fallthrough, indirect, .. } => {
            visit(fallthrough);
            indirect.iter_mut().for_each(visit);
        }
        InstKind::Phi { incoming, .. } => incoming.iter_mut().for_each(|way| visit(&mut way.1)),
        _ => {}
    }
}
