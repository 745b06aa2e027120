//! How dangling leaves end from which nothing is left to decide.
//!
//! The side of a decision that no run took often leads straight to the end of the function: a loop
//! is left, a search has found what it looked for. The state that waits there is executed ahead,
//! and if the function returns before anything is decided, called, or looked up in the caller's
//! memory, the leaf has an effect like one that was reached. It has no witness: an execution that looks
//! at one (for the case of a switch, the place of a symbolic address) says nothing. Lemmas about it hold as for all others:
//! they only speak of inputs that lead there. The leaf stays dangling until a run goes there, and
//! nothing else that such an execution does is kept, marks of coverage least of all.

use super::engine::Engine;
use pathweave_exec::Stop;
use pathweave_ir::Func;
use pathweave_summary::{Finished, LeafStatus, Node, NodeKind};

/// Functions with more operations are not looked at: their marks are put back each time.
const MOST_OPERATIONS: usize = 1 << 14;

impl Engine<'_> {
    /// Looks beyond the dangling leaves of a function, each of them once.
    pub fn foresee(&mut self, func: Func) {
        let Some(leaves) = self.unforeseen.get_mut(&func).map(std::mem::take) else { return };
        for leaf in leaves {
            if let Some(effect) = self.foreseen_effect(func, leaf) {
                self.tree_mut(func).foresee(leaf, effect);
            }
        }
    }

    fn foreseen_effect(&mut self, func: Func, leaf: Node) -> Option<Finished> {
        let NodeKind::Leaf(LeafStatus::Unknown(dangling)) = self.tree(func).kind(leaf) else {
            return None;
        };
        let frames = &dangling.state.state.frames;
        if !dangling.unpinned.is_empty() || frames.len() != 1 {
            return None;
        }
        let code = frames[0].code;
        if code.ops.len() > MOST_OPERATIONS {
            return None;
        }
        let mut local = dangling.state.clone();
        let (hits, marks) = (code.hits.clone(), code.marks.get());
        let witness = std::mem::take(&mut self.machine.witness);
        self.machine.state = local.state;
        self.machine.hook_mut().enters_none = true;
        let stop = self.machine.run_to_stop();
        self.machine.hook_mut().enters_none = false;
        local.state = std::mem::replace(&mut self.machine.state, self.placeholder.clone());
        let blind = std::mem::replace(&mut self.machine.witness, witness);
        for (cell, hit) in code.hits.iter().zip(hits) {
            cell.set(hit.get());
        }
        code.marks.set(marks);
        // There is no input that leads there, so what was chosen by one is wrong.
        let Stop::Returned(words) = stop else { return None };
        if blind.was_asked() {
            return None;
        }
        let effect = self.effect_of(func, &local, &words);
        (!effect.imprecise && !effect.changes_shape).then_some(effect)
    }
}
