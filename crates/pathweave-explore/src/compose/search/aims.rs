//! What there is to explore: the aims of a search as they come up, are closed and opened again.
//!
//! An aim is dropped only for what is known now. A new call or return brings back what it may have changed
//! ([`Search::take_fresh`]), and when nothing waits all that nobody has asked for is looked at once more
//! ([`Search::look_again`]): only then is a search complete.

use super::{Search, Strategy};
use crate::compose::check::Aim;
use pathweave_ir::Func;
use pathweave_summary::{Invocation, LeafStatus, Node, NodeKind};
use std::collections::{BTreeMap, BTreeSet};

impl Search<'_, '_> {
    pub(super) fn wait(&mut self, aim: Aim) {
        self.waiting.insert(self.next, aim);
        self.next += 1;
    }

    /// Whether there is something to explore where an aim is.
    pub(super) fn is_open(&self, aim: Aim) -> bool {
        match aim {
            Aim::Leaf(func, node) => self.is_unknown(func, node),
            Aim::Entry(invocation) => self.engine.call(invocation).entered.is_none(),
            Aim::Outcome(invocation, node) => {
                !self.engine.is_always_entered(invocation) && self.is_open_outcome(invocation, node)
            }
        }
    }

    fn is_open_outcome(&self, invocation: Invocation, node: Node) -> bool {
        let callee = self.engine.graph.data(invocation).callee;
        let is_entered = self.engine.call(invocation).entered.is_some();
        match self.engine.tree(callee).kind(node) {
            NodeKind::Leaf(LeafStatus::Finished(finished)) if !finished.changes_shape => {
                self.engine.covering(invocation, node).is_none()
            }
            NodeKind::Shape(shape, _) => {
                !is_entered && !self.engine.shape_surely_holds(invocation, shape)
            }
            _ => !is_entered,
        }
    }

    /// Outcomes of calls from where the callers have not gone on yet: leaves that no application
    /// covers, shapes that the caller's memory does not have.
    fn open_outcomes(&self, called: &[Invocation], returned: &[(Func, Node)]) -> Vec<Aim> {
        let engine = &self.engine;
        let mut aims = Vec::new();
        for &invocation in called {
            let tree = engine.tree(engine.graph.data(invocation).callee);
            aims.extend(tree.finished.iter().map(|&leaf| Aim::Outcome(invocation, leaf)));
            let shapes = tree.granted();
            let others = shapes.filter(|(_, shape)| !engine.shape_may_hold(invocation, shape));
            aims.extend(others.map(|(node, _)| Aim::Outcome(invocation, node)));
        }
        for &(func, leaf) in returned {
            let invocations = engine.graph.of(func).iter();
            aims.extend(invocations.map(|&invocation| Aim::Outcome(invocation, leaf)));
        }
        aims
    }

    /// Drops an aim that cannot be reached, for what is known now.
    pub(super) fn close(&mut self, aim: Aim) {
        match aim {
            Aim::Leaf(func, node) => self.engine.tree_mut(func).mark_unreachable(node),
            Aim::Outcome(..) | Aim::Entry(_) => self.closed.push(aim),
        }
    }

    /// What is only known of explored paths has to be asked again when there are more of them.
    pub(super) fn note_unproved(&mut self, aim: Aim) {
        if self.strategy == Strategy::Fair {
            self.unproved.insert(aim, self.engine.growth());
        }
    }

    /// Aims that were dropped when less was explored. A path that was left out then may have turned out
    /// not to return, which is no reason to ask again before nothing else is left.
    fn dropped_too_early(&mut self) -> Vec<Aim> {
        let now = self.engine.growth();
        let unproved = std::mem::take(&mut self.unproved);
        let (kept, early) = unproved.into_iter().partition(|&(_, then)| then == now);
        self.unproved = kept;
        let early: BTreeMap<Aim, u64> = early;
        self.closed.retain(|aim| !early.contains_key(aim));
        self.pruned.retain(|aim| !early.contains_key(aim));
        for &aim in early.keys() {
            if let Aim::Leaf(func, node) = aim {
                self.engine.tree_mut(func).mark_unknown(node);
            }
        }
        early.into_keys().filter(|aim| self.is_open(*aim)).collect()
    }

    /// Takes up what nothing has asked for so far, or not for long; for when nothing waits. False when there
    /// is nothing.
    pub(super) fn look_again(&mut self) -> bool {
        let mut aims = self.overlooked();
        aims.extend(self.dropped_too_early());
        let is_any = !aims.is_empty();
        for aim in aims {
            self.take_up(aim);
        }
        is_any
    }

    /// Calls of which it is not known whether they are what paths of the callee take for granted,
    /// because no run of theirs has been there: with nothing to explore below, none will. What a
    /// caller only passed on is known once a run gets there.
    fn overlooked(&mut self) -> Vec<Aim> {
        self.engine.settle_inputs();
        let engine = &self.engine;
        let mut aims = Vec::new();
        for invocation in engine.graph.invocations() {
            if engine.is_always_entered(invocation) {
                aims.push(Aim::Entry(invocation));
                continue;
            }
            let tree = engine.tree(engine.graph.data(invocation).callee);
            aims.extend(tree.granted().map(|(node, _)| Aim::Outcome(invocation, node)));
        }
        aims.retain(|aim| !self.taken_up.contains(aim) && self.is_open(*aim));
        aims
    }

    fn take_up(&mut self, aim: Aim) {
        if !matches!(aim, Aim::Leaf(..)) {
            self.taken_up.insert(aim);
        }
        self.wait(aim);
    }

    pub(super) fn is_unknown(&self, func: Func, node: Node) -> bool {
        matches!(self.engine.tree(func).kind(node), NodeKind::Leaf(LeafStatus::Unknown(_)))
    }

    /// Takes over new leaves, and leaves that are worth another look.
    pub(super) fn take_fresh(&mut self) {
        let called = std::mem::take(&mut self.engine.called);
        let returned = std::mem::take(&mut self.engine.returned);
        let shaped = std::mem::take(&mut self.engine.shaped);
        let diverted = std::mem::take(&mut self.engine.diverted);
        let mut aims: Vec<Aim> = self.open_outcomes(&called, &returned);
        aims.extend(diverted.into_iter().map(Aim::Entry));
        for (func, node) in shaped {
            let NodeKind::Shape(shape, _) = self.engine.tree(func).kind(node) else { continue };
            for &invocation in self.engine.graph.of(func) {
                if !self.engine.shape_may_hold(invocation, shape) {
                    aims.push(Aim::Outcome(invocation, node));
                }
            }
        }
        let mut reopened = BTreeSet::new();
        for &invocation in &called {
            let callee = self.engine.graph.data(invocation).callee;
            reopened.extend(self.engine.graph.reachable_from(callee));
        }
        if self.strategy == Strategy::Fair {
            for &(func, _) in &returned {
                for caller in self.engine.graph.leading_to(func) {
                    reopened.extend(self.engine.graph.reachable_from(caller));
                }
            }
        }
        for (func, node) in std::mem::take(&mut self.engine.fresh) {
            aims.push(Aim::Leaf(func, node));
        }
        let pruned = std::mem::take(&mut self.pruned);
        for aim in pruned {
            let (func, _) = self.engine.place_of_aim(aim);
            let is_again = reopened.contains(&func);
            if is_again { aims.push(aim) } else { self.pruned.push(aim) }
        }
        let (again, closed): (Vec<Aim>, Vec<Aim>) = std::mem::take(&mut self.closed)
            .into_iter()
            .partition(|&aim| reopened.contains(&self.engine.place_of_aim(aim).0));
        self.closed = closed;
        aims.extend(again);
        for func in reopened {
            if self.engine.trees.contains_key(&func) {
                let opened = self.engine.tree_mut(func).reopen();
                aims.extend(opened.into_iter().map(|node| Aim::Leaf(func, node)));
            }
        }
        for aim in aims {
            if self.is_open(aim) {
                self.take_up(aim);
            }
        }
    }
}
