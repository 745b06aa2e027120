//! Which heaps a call can have: the caller's own pointers that the callee's paths look at are decided, as
//! lazy initialization would, once for every heap that the callee was executed with.

use crate::explorer::Explorer;
use crate::memo::call::{Fitted, PairAt};
use crate::memo::map::{Looked, OpenPointer};
use crate::memo::rest::Path;
use crate::memo::tree::{HeapConstraint, MemoizationTree};
use pathweave_exec::state::State;
use pathweave_exec::{DeferredCall, Exhausted, Stop, Witness, Word};
use pathweave_term::{Term, TermStore};

/// Heaps that are made at one call before it is entered conservatively.
const MOST_FORKS: usize = 512;

/// A call with everything that the callee's paths look at decided.
pub(super) struct Fork<'p> {
    /// None if nothing had to be decided.
    pub state: Option<Box<State<'p>>>,
    pub call: DeferredCall,
    /// What pointers were decided to be.
    pub heap: Vec<Term>,
    pub paths: Vec<Path>,
    /// Whether a pointer cannot be decided, being too many pointers away from the caller's own: the
    /// callee is executed with the solver on.
    pub open: bool,
}

/// A heap on the way to being decided.
struct Sketch<'p> {
    state: Box<State<'p>>,
    args: Vec<Word>,
    pairs: Vec<PairAt>,
}

impl<'p> Explorer<'p, '_> {
    /// Decides the pointers that pairs need to be known, for each heap of the pairs on its own.
    /// Without a reason where they cannot be decided.
    pub(super) fn decide_heaps(
        &mut self,
        tree: &MemoizationTree,
        call: &DeferredCall,
        pairs: Vec<PairAt>,
    ) -> Result<Vec<Fork<'p>>, Option<&'static str>> {
        let mut heaps: Vec<(&[HeapConstraint], Vec<PairAt>)> = Vec::new();
        for (leaf, pair) in pairs {
            let heap = &tree.leaves[leaf].pairs[pair].heap[..];
            match heaps.iter_mut().find(|(known, _)| *known == heap) {
                Some((_, pairs)) => pairs.push((leaf, pair)),
                None => heaps.push((heap, vec![(leaf, pair)])),
            }
        }
        let before = self.machine.state.clone();
        let witness = self.machine.witness.shared_model();
        let mut rest: Vec<Sketch<'p>> = heaps
            .into_iter()
            .rev()
            .map(|(_, pairs)| Sketch {
                state: Box::new(before.clone()),
                args: call.args.clone(),
                pairs,
            })
            .collect();
        let mut forks = Vec::new();
        let mut failed = None;
        while let Some(sketch) = rest.pop().filter(|_| failed.is_none()) {
            match self.decide_heap(tree, call, sketch, before.conditions.len(), &mut rest) {
                Ok(fork) => forks.extend(fork),
                Err(why) => failed = Some(why),
            }
            if forks.len() + rest.len() > MOST_FORKS {
                failed = Some(None);
            }
        }
        self.machine.state = before;
        self.machine.witness = Witness::new((*witness).clone());
        failed.map_or_else(|| merge_open(&mut self.machine.terms, forks).ok_or(None), Err)
    }

    /// Decides one more pointer of a heap and leaves what it can be in `rest`, or says that
    /// nothing is open any more.
    fn decide_heap(
        &mut self,
        tree: &MemoizationTree,
        call: &DeferredCall,
        sketch: Sketch<'p>,
        before: usize,
        rest: &mut Vec<Sketch<'p>>,
    ) -> Result<Option<Fork<'p>>, Option<&'static str>> {
        let Sketch { state, mut args, pairs } = sketch;
        self.machine.state = *state;
        let (mut left, mut paths, mut open) = (Vec::new(), Vec::new(), None);
        let mut looked = Looked::default();
        for pair in pairs {
            match self.fit(tree, call.func, pair, &args, &mut looked).map_err(Some)? {
                None => continue,
                Some(Fitted { path, exact: true, .. }) => paths.push(path),
                Some(Fitted { open: None, .. }) => return Err(None),
                Some(Fitted { open: pointer, .. }) => open = open.or(pointer),
            }
            left.push(pair);
        }
        let machine = &mut self.machine;
        let Some(OpenPointer { pointer, is_null, is_fresh }) = open else {
            if paths.is_empty() {
                return Ok(None);
            }
            let mut state = Box::new(machine.state.clone());
            let heap = state.conditions.split_off(before);
            let call = DeferredCall { func: call.func, args };
            return Ok(Some(Fork { state: Some(state), call, heap, paths, open: false }));
        };
        loop {
            match machine.settle_pointer(pointer, &mut args) {
                Ok(()) => {
                    let state = Box::new(machine.state.clone());
                    rest.push(Sketch { state, args, pairs: left });
                    return Ok(None);
                }
                Err(Stop::Decide(guard)) => {
                    let mut state = Box::new(machine.state.clone());
                    state.conditions.push(guard);
                    rest.push(Sketch { state, args: args.clone(), pairs: left.clone() });
                    // Null comes first.
                    if is_null {
                        return Ok(None);
                    }
                    let negation = machine.terms.not(guard);
                    machine.state.conditions.push(negation);
                }
                Err(Stop::Require(guard)) => machine.state.conditions.push(guard),
                Err(Stop::Exhausted(Exhausted::PointerDepth(_))) if !is_fresh => return Ok(None),
                Err(Stop::Exhausted(Exhausted::PointerDepth(_))) => {
                    let mut state = Box::new(machine.state.clone());
                    let heap = state.conditions.split_off(before);
                    let call = DeferredCall { func: call.func, args };
                    let unknown = |(leaf, _)| Path { leaf, conditions: vec![], sample: vec![] };
                    let paths = left.into_iter().map(unknown).collect();
                    return Ok(Some(Fork { state: Some(state), call, heap, paths, open: true }));
                }
                Err(_) => return Err(None),
            }
        }
    }
}

/// Puts forks together that are the same heap and cannot be decided. None if the paths of one of
/// them could be those of another fork as well.
fn merge_open<'p>(terms: &mut TermStore, forks: Vec<Fork<'p>>) -> Option<Vec<Fork<'p>>> {
    let mut merged: Vec<Fork<'p>> = Vec::new();
    for fork in forks {
        match merged.iter_mut().find(|other| other.open && fork.open && other.heap == fork.heap) {
            Some(other) => other.paths.extend(fork.paths),
            None => merged.push(fork),
        }
    }
    for (at, a) in merged.iter().enumerate().filter(|(_, fork)| fork.open) {
        for (_, b) in merged.iter().enumerate().filter(|(other, _)| *other != at) {
            let contradicts = |a: &Fork<'p>, b: &Fork<'p>, terms: &mut TermStore| {
                a.heap.iter().any(|&condition| b.heap.contains(&terms.not(condition)))
            };
            let shares = a.paths.iter().any(|p| b.paths.iter().any(|q| p.leaf == q.leaf));
            if shares && !contradicts(a, b, terms) && !contradicts(b, a, terms) {
                return None;
            }
        }
    }
    Some(merged)
}
