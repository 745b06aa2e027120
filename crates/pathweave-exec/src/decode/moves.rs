//! The moves that give a block's parameters their values along an edge.
//!
//! All moves of an edge happen at once: a register that is still to be read is never written
//! first, and a cycle is broken through a scratch register.

use super::Decoder;
use super::plan::words;
use crate::code::{Op, Origin, Reg};
use pathweave_ir::{BlockCall, Constant, Entity, Loc};

impl<'b> Decoder<'b> {
    pub(super) fn edge_moves(&mut self, call: &'b BlockCall, loc: Loc) {
        let params = &self.body.blocks[call.block].params;
        let mut moves: Vec<(Reg, Reg)> = Vec::new();
        let mut undefined: Vec<(Reg, u32)> = Vec::new();
        for (&arg, &param) in call.args.iter().zip(params) {
            let dst = self.plan.registers[param.index()];
            let count = words(self.body.ty(param));
            if self.body.constant(arg) == Some(&Constant::Undef) {
                undefined.push((dst, count));
                continue;
            }
            let src = self.plan.registers[arg.index()];
            moves.extend((0..count).map(|k| (dst + k, src + k)).filter(|(d, s)| d != s));
        }
        self.scratch = self.plan.frame_size;
        for (dst, src) in sequence(moves, || self.scratch_registers(1)) {
            self.push(Op::Move { dst, src }, Origin::Edge, loc);
        }
        for (dst, count) in undefined {
            self.push(Op::Undef { dst, count }, Origin::Edge, loc);
        }
    }
}

/// Orders parallel moves `(to, from)` with distinct targets so that each reads the old value.
fn sequence(mut moves: Vec<(Reg, Reg)>, mut scratch: impl FnMut() -> Reg) -> Vec<(Reg, Reg)> {
    let mut ordered = Vec::with_capacity(moves.len());
    while !moves.is_empty() {
        let free = moves.iter().position(|&(to, _)| moves.iter().all(|&(_, from)| from != to));
        match free {
            Some(at) => ordered.push(moves.swap_remove(at)),
            None => {
                // Only cycles are left: save one register and read it from there instead.
                let saved = scratch();
                let (to, _) = moves[0];
                ordered.push((saved, to));
                moves.iter_mut().filter(|m| m.1 == to).for_each(|m| m.1 = saved);
            }
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::sequence;

    /// Runs moves one after the other.
    fn run(moves: &[(u32, u32)], registers: &mut [u32]) {
        for &(to, from) in moves {
            registers[to as usize] = registers[from as usize];
        }
    }

    #[test]
    fn all_functions_on_four_registers_move_at_once() {
        for code in 0..4_u32.pow(4) {
            let from = |to: u32| code / 4_u32.pow(to) % 4;
            let moves: Vec<_> = (0..4).map(|to| (to, from(to))).filter(|(a, b)| a != b).collect();
            let mut next = 4;
            let ordered = sequence(moves, || {
                next += 1;
                next - 1
            });
            let mut registers = [10, 11, 12, 13, 0, 0, 0, 0];
            run(&ordered, &mut registers);
            for to in 0..4 {
                assert_eq!(registers[to as usize], 10 + from(to), "moves {code}");
            }
        }
    }
}
