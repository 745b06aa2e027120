//! Inline assembly: only what does nothing is translated.
//!
//! An empty template is a barrier for the compiler; an output tied to an input passes its value
//! through. Anything else fails when it is executed, with its text.

use super::function::{Flat, FunctionLowerer};
use super::{LowerError, Lowered};
use crate::ast::{Call, InlineAsm};

/// Templates that change nothing a program can see.
const IDLE: &[&str] = &["", "nop", "pause", "rep; nop", "rep nop", "yield", "mfence"];

/// What a constraint asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Constraint {
    /// A result.
    Output,
    /// A result written through a pointer argument.
    Memory,
    /// An argument, tied to the result of this number.
    Tied(usize),
    /// Another argument.
    Input,
    /// A clobber or label.
    Other,
}

fn parse_constraints(text: &str) -> Vec<Constraint> {
    let parse = |part: &str| match part.as_bytes() {
        [b'~' | b'!', ..] => Constraint::Other,
        [b'=', rest @ ..] if rest.contains(&b'*') => Constraint::Memory,
        [b'=', ..] => Constraint::Output,
        digits if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) => {
            part.parse().map_or(Constraint::Input, Constraint::Tied)
        }
        _ => Constraint::Input,
    };
    text.split(',').filter(|part| !part.is_empty()).map(parse).collect()
}

impl FunctionLowerer<'_, '_> {
    pub(super) fn lower_asm(&mut self, asm: &InlineAsm, call: &Call) -> Lowered<Flat> {
        let module = self.module;
        let template = module.text(asm.template);
        let code = template.trim_matches(|c: char| c.is_whitespace() || c == ';');
        if !IDLE.contains(&code) {
            return Err(LowerError::unsupported(format!("inline assembly `{template}`")));
        }
        let constraints = parse_constraints(module.text(asm.constraints));
        let types = self.shape(call.ret)?.types();
        let outputs = constraints.iter().filter(|c| **c == Constraint::Output).count();
        let mut values: Vec<_> = types.iter().map(|&ty| self.undef(ty)).collect();
        if outputs != types.len() {
            // Outputs that are aggregates themselves: nothing is known of them.
            return Ok(self.collect(&values));
        }
        let results =
            constraints.iter().filter(|c| matches!(c, Constraint::Output | Constraint::Memory));
        let mut number = 0;
        let numbers: Vec<Option<usize>> = results
            .map(|c| {
                let own = (*c == Constraint::Output).then_some(number);
                number += usize::from(own.is_some());
                own
            })
            .collect();
        let inputs = constraints
            .iter()
            .filter(|c| matches!(c, Constraint::Memory | Constraint::Tied(_) | Constraint::Input));
        for (constraint, arg) in inputs.zip(&call.args) {
            let Constraint::Tied(to) = constraint else { continue };
            let Some(Some(own)) = numbers.get(*to) else { continue };
            let flat = self.operand(arg.value)?;
            if let [value] = *self.values(flat)
                && self.ty(value) == types[*own]
            {
                values[*own] = value;
            }
        }
        Ok(self.collect(&values))
    }
}
