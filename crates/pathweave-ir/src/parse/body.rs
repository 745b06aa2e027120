//! Function bodies.
//!
//! A first look at the tokens finds every definition (`v4: i32` stands nowhere else) and every
//! block header, so that uses may come before definitions and a constant in a jump can take the
//! type of the parameter it is for. Numbers in the text are labels; the body is compacted at the
//! end, which puts its values in the order of the text.

use super::cursor::{Cursor, Parsed};
use super::declarations::parse_loc;
use super::lexer::Token;
use crate::{
    Block, Body, Branch, BranchData, Entity, Func, Inst, InstData, Loc, Name, Program, Results,
    Type, Value, ValueData, ValueDef,
};
use std::collections::{HashMap, HashSet};

/// A body being read.
pub(super) struct Reader<'p> {
    pub program: &'p Program,
    pub body: Body,
    pub results: &'p [Type],
    values: HashMap<u32, Value>,
    blocks: u32,
    branches: HashMap<u32, BranchData>,
    used_branches: HashSet<u32>,
    names: &'p Names<'p>,
}

/// The first entry of each interned text.
pub(super) type Names<'p> = HashMap<&'p str, Name>;

/// Reads the lines of a body up to its `}`.
pub(super) fn parse_body(
    cursor: &mut Cursor<'_>,
    program: &Program,
    names: &Names<'_>,
    func: Func,
    params: &[u32],
) -> Parsed<Body> {
    let signature = &program.functions[func].signature;
    let mut reader = Reader {
        program,
        body: Body::default(),
        results: &signature.results,
        values: HashMap::new(),
        blocks: 0,
        branches: HashMap::new(),
        used_branches: HashSet::new(),
        names,
    };
    if params.len() != signature.params.len() {
        return cursor.fail("every parameter of a defined function has a value");
    }
    reader.scan(cursor.clone(), params, &signature.params)?;
    while cursor.eat_word("branch") {
        reader.declared_branch(cursor)?;
    }
    while !cursor.eat('}') {
        reader.block(cursor)?;
    }
    reader.finish_branches(cursor)?;
    reader.body.compact();
    Ok(reader.body)
}

impl Reader<'_> {
    /// Finds blocks and definitions up to the end of the body.
    fn scan(&mut self, mut cursor: Cursor<'_>, params: &[u32], types: &[Type]) -> Parsed<()> {
        loop {
            match cursor.peek() {
                None | Some(Token::Punct('}')) => return Ok(()),
                _ => {}
            }
            if let Some(number) = cursor.peek_handle("bb") {
                if number as usize != self.body.blocks.len() {
                    return cursor.fail(format!("`bb{}` expected", self.body.blocks.len()));
                }
                let block = self.body.make_block(Loc::UNKNOWN);
                if number == 0 {
                    for (&label, &ty) in params.iter().zip(types) {
                        let value = self.body.add_param(block, ty);
                        self.define(&cursor, label, value)?;
                    }
                }
                self.scan_line(&mut cursor, Some(block))?;
            } else {
                self.scan_line(&mut cursor, None)?;
            }
        }
    }

    fn scan_line(&mut self, cursor: &mut Cursor<'_>, block: Option<Block>) -> Parsed<()> {
        while cursor.peek().is_some_and(|t| *t != Token::Newline) {
            let label = cursor.peek_handle("v");
            if let Some(label) = label
                && cursor.peek_after(1) == Some(&Token::Punct(':'))
            {
                let place = cursor.clone();
                cursor.advance();
                cursor.advance();
                let ty = cursor.ty()?;
                let value = match block {
                    Some(block) => self.body.add_param(block, ty),
                    // Replaced by the instruction when it is read.
                    None => {
                        let def = ValueDef::Param(Block::from_index(0), u32::MAX);
                        self.body.values.push(ValueData { ty, def })
                    }
                };
                self.define(&place, label, value)?;
            } else {
                cursor.advance();
            }
        }
        cursor.advance();
        Ok(())
    }

    fn define(&mut self, place: &Cursor<'_>, label: u32, value: Value) -> Parsed<()> {
        match self.values.insert(label, value) {
            None => Ok(()),
            Some(_) => place.fail(format!("v{label} is defined twice")),
        }
    }

    pub(super) fn value(&self, cursor: &Cursor<'_>, at: usize, label: u32) -> Parsed<Value> {
        match self.values.get(&label) {
            Some(&value) => Ok(value),
            None => cursor.fail_at(at, format!("v{label} is not defined")),
        }
    }

    /// A block that exists.
    pub(super) fn block_handle(&self, cursor: &mut Cursor<'_>) -> Parsed<Block> {
        let at = cursor.position();
        let block: Block = cursor.handle("bb")?;
        match self.body.blocks.get(block) {
            Some(_) => Ok(block),
            None => cursor.fail_at(at, format!("{block} is not there")),
        }
    }

    /// A name, as text or as a handle.
    pub(super) fn name(&self, cursor: &mut Cursor<'_>) -> Parsed<Option<Name>> {
        if cursor.peek_handle("name").is_some() {
            return cursor.handle("name").map(Some);
        }
        let Some(Token::Text(_)) = cursor.peek() else { return Ok(None) };
        let at = cursor.position();
        let text = cursor.string()?;
        match self.names.get(text.as_str()) {
            Some(&name) => Ok(Some(name)),
            None => cursor.fail_at(at, "this text is not among the names"),
        }
    }

    fn block(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        let block = match cursor.eat_handle("bb") {
            // The first look has checked the order, so this is the next one.
            Some(_) => Block::from_index(self.blocks as usize),
            None => return cursor.fail("a block or `}` expected"),
        };
        self.blocks += 1;
        if cursor.eat('(') {
            if block.index() == 0 {
                return cursor.fail("the entry's parameters are those of the function");
            }
            cursor.list(')', |c| {
                c.handle::<Value>("v")?;
                c.expect(':')?;
                c.ty().map(drop)
            })?;
        }
        cursor.expect(':')?;
        cursor.newline()?;
        while !self.terminator(cursor, block)? {
            self.inst(cursor, block)?;
        }
        Ok(())
    }

    fn inst(&mut self, cursor: &mut Cursor<'_>, block: Block) -> Parsed<()> {
        let mut defined = Vec::new();
        if cursor.peek_handle("v").is_some() {
            loop {
                let at = cursor.position();
                let Some(label) = cursor.eat_handle("v") else {
                    return cursor.fail("a value expected");
                };
                cursor.expect(':')?;
                cursor.ty()?;
                defined.push(self.value(cursor, at, label)?);
                if !cursor.eat(',') {
                    break;
                }
            }
            cursor.expect('=')?;
        }
        let first = defined.first().copied();
        let ty = first.map(|v| self.body.ty(v));
        let kind = self.kind(cursor, ty)?;
        let loc = parse_loc(cursor)?;
        cursor.newline()?;
        let inst: Inst = self.body.insts.next_key();
        for (index, &value) in defined.iter().enumerate() {
            self.body.values[value].def = ValueDef::Inst(inst, index as u32);
        }
        // The first look numbered the values of one line one after the other.
        let first = first.unwrap_or(Value::from_index(0));
        let results = Results { first, count: defined.len() as u32 };
        self.body.insts.push(InstData { kind, results, loc });
        self.body.blocks[block].insts.push(inst);
        Ok(())
    }

    fn declared_branch(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        let at = cursor.position();
        let Some(number) = cursor.eat_handle("br") else {
            return cursor.fail("`br` and a number expected");
        };
        let outcomes = cursor.unsigned32()?;
        let loc = parse_loc(cursor)?;
        cursor.newline()?;
        match self.branches.insert(number, BranchData { loc, outcomes }) {
            None => Ok(()),
            Some(_) => cursor.fail_at(at, format!("br{number} stands twice")),
        }
    }

    /// `!br3`; the decision's data follow from the terminator unless they were declared.
    pub(super) fn branch(&mut self, cursor: &mut Cursor<'_>, outcomes: usize) -> Parsed<Branch> {
        cursor.expect('!')?;
        let at = cursor.position();
        let id: Branch = cursor.handle("br")?;
        let number = id.index() as u32;
        if !self.used_branches.insert(number) {
            return cursor.fail_at(at, format!("{id} stands twice"));
        }
        let loc = parse_loc(&mut cursor.clone())?;
        let implied = BranchData { loc, outcomes: outcomes as u32 };
        self.branches.entry(number).or_insert(implied);
        Ok(id)
    }

    fn finish_branches(&mut self, cursor: &Cursor<'_>) -> Parsed<()> {
        for number in 0..self.branches.len() as u32 {
            match self.branches.get(&number) {
                Some(data) => self.body.branches.push(*data),
                None => return cursor.fail(format!("br{number} is missing")),
            };
        }
        Ok(())
    }
}
