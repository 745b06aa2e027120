//! What holds for every call of a function all of whose paths are known: that it returns, and the
//! range of what it returns.
//!
//! The range is a signed interval over all leaves: results are constants, sums of constants and
//! results of other such functions. Both may stand in a formula without the function's paths.
//!
//! Whatever is found holds until something is added to any tree: a node that is put above a call
//! may open a function whose paths were all known.

use super::engine::Engine;
use super::instance::Outcome;
use pathweave_ir::Func;
use pathweave_summary::{Invocation, LeafStatus, NodeKind};
use pathweave_term::{Op, Term};

/// Results of more leaves are not looked at.
const MOST_LEAVES: usize = 256;
/// How deep calls and terms are followed.
const DEEPEST: u32 = 2000;

impl Engine<'_> {
    /// The width of a function's only result, if it is a word.
    pub fn result_width(&self, func: Func) -> Option<u32> {
        let results = &self.image.program.functions[func].signature.results;
        let [ty] = results[..] else { return None };
        (2..=64).contains(&ty.bits()).then_some(ty.bits())
    }

    /// The signed range of a function's result; `None` when not all paths are known or a result
    /// may be anything.
    pub fn result_range(&mut self, func: Func) -> Option<(i64, i64)> {
        let now = self.growth();
        if let Some(&(then, range)) = self.ranges.get(&func)
            && then == now
        {
            return range;
        }
        // A function that calls itself through others has no range.
        self.ranges.insert(func, (now, None));
        let range = self.find_range(func);
        self.ranges.insert(func, (now, range));
        range
    }

    /// Whether a call returns whatever its inputs are, by its only application.
    pub fn surely_returns(&mut self, invocation: Invocation) -> bool {
        let now = self.growth();
        if let Some(&(then, returns)) = self.returning_calls.get(&invocation)
            && then == now
        {
            return returns;
        }
        let returns = self.call(invocation).applied.len() == 1
            && self.call(invocation).entered.is_none()
            && self.is_closed_call(invocation)
            && self.always_returns(self.graph.data(invocation).callee);
        self.returning_calls.insert(invocation, (now, returns));
        returns
    }

    /// Whether a function returns whatever its inputs are, and leaves the shape of memory as it is.
    fn always_returns(&mut self, func: Func) -> bool {
        let now = self.growth();
        if let Some(&(then, returns)) = self.returning.get(&func)
            && then == now
        {
            return returns;
        }
        // A function that calls itself through others may not.
        self.returning.insert(func, (now, false));
        let tree = self.tree(func);
        let mut returns = tree.halted.is_empty() && self.is_closed(func);
        for &leaf in &tree.finished {
            returns = returns && !self.finished(func, leaf).changes_shape;
        }
        let calls: Vec<Invocation> = tree
            .nodes()
            .filter_map(|node| match tree.kind(node) {
                NodeKind::Call(call) => Some(call.invocation),
                _ => None,
            })
            .collect();
        for invocation in calls {
            returns = returns && self.surely_returns(invocation);
        }
        self.returning.insert(func, (now, returns));
        returns
    }

    fn find_range(&mut self, func: Func) -> Option<(i64, i64)> {
        let width = self.result_width(func)?;
        let tree = self.tree(func);
        if tree.finished.len() > MOST_LEAVES || !self.is_closed(func) {
            return None;
        }
        let mut range: Option<(i64, i64)> = None;
        for leaf in tree.finished.clone() {
            let result = (*self.finished(func, leaf).results.first()?)?;
            let word = self.machine.terms.extract(result, width - 1, 0);
            let (low, high) = self.term_range(word, 0)?;
            let (least, most) = range.unwrap_or((low, high));
            range = Some((least.min(low), most.max(high)));
        }
        range
    }

    /// Whether every path of a function is known.
    fn is_closed(&self, func: Func) -> bool {
        let tree = self.tree(func);
        tree.nodes().all(|node| match tree.kind(node) {
            NodeKind::Leaf(LeafStatus::Finished(_) | LeafStatus::Halted) => true,
            NodeKind::Leaf(_) => false,
            // What changes the shape of memory goes on inside the callee.
            NodeKind::Call(call) => call.entered.is_none() && self.is_closed_call(call.invocation),
            NodeKind::Branch { .. } | NodeKind::Shape(..) => true,
        })
    }

    /// Whether a call can only end in leaves that are known.
    fn is_closed_call(&self, invocation: Invocation) -> bool {
        let callee = self.graph.data(invocation).callee;
        let tree = self.tree(callee);
        let covered = tree.finished.iter().all(|&leaf| self.covering(invocation, leaf).is_some());
        covered
            && !self.is_always_entered(invocation)
            && !tree.nodes().any(|node| {
                matches!(
                    tree.kind(node),
                    NodeKind::Shape(..)
                        | NodeKind::Leaf(
                            LeafStatus::Unknown(_)
                                | LeafStatus::Unreachable(_)
                                | LeafStatus::Running
                                | LeafStatus::Cut(_)
                        )
                )
            })
    }

    /// The signed range of a term.
    fn term_range(&mut self, term: Term, depth: u32) -> Option<(i64, i64)> {
        if depth > DEEPEST {
            return None;
        }
        let width = self.machine.terms.width(term);
        if !(2..=64).contains(&width) {
            return None;
        }
        if let Some(bits) = self.machine.terms.constant_u64(term) {
            let number = (bits << (64 - width)) as i64 >> (64 - width);
            return Some((number, number));
        }
        let args = self.machine.terms.args(term).to_vec();
        match self.machine.terms.op(term) {
            Op::BvAdd => {
                let (mut low, mut high) = (0_i64, 0_i64);
                for arg in args {
                    let (least, most) = self.term_range(arg, depth + 1)?;
                    low = low.checked_add(least)?;
                    high = high.checked_add(most)?;
                }
                let half = 1_i128 << (width - 1);
                (i128::from(low) >= -half && i128::from(high) < half).then_some((low, high))
            }
            Op::Ite => {
                let (a, b) =
                    (self.term_range(args[1], depth + 1)?, self.term_range(args[2], depth + 1)?);
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            Op::SignExtend => self.term_range(args[0], depth + 1),
            Op::Extract => {
                let &Outcome::Result(application, 0) = self.outcomes.get(&args[0])? else {
                    return None;
                };
                let invocation = self.applications[application].invocation;
                let callee = self.graph.data(invocation).callee;
                let (hi, lo) = self.machine.terms.slice(term)?;
                if lo != 0 || self.result_width(callee) != Some(hi + 1) {
                    return None;
                }
                self.result_range(callee)
            }
            _ => None,
        }
    }
}
