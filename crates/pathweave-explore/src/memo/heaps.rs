//! Which heaps a call can have: the caller's own pointers that the callee's paths look at are decided, as
//! lazy initialization would, once for every heap that the callee was executed with.
//!
//! Pairs that look at the same pointer next are decided together, as far as they agree about what it is; a pair whose
//! pointers are all decided has its heap, whatever the others still look at.

use crate::explorer::Explorer;
use crate::memo::call::PairAt;
use crate::memo::map::{Looked, OpenPointer};
use crate::memo::site::Path;
use crate::memo::tree::{HeapConstraint, MemoizationTree};
use pathweave_exec::state::State;
use pathweave_exec::{DeferredCall, Exhausted, Stop, Witness, Word};
use pathweave_term::{Term, TermStore};

/// Heaps that are made at one call before it is entered conservatively.
const MOST_FORKS: usize = 4096;

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

/// A pair that looks at a pointer nobody decided yet.
struct Asking {
    pair: PairAt,
    /// Whether it is null on its paths.
    is_null: bool,
    /// Whether it may be an object of its own there.
    is_fresh: bool,
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
        // Registers beyond the innermost frame are in no copy.
        self.machine.state.trim();
        let before = self.machine.state.clone();
        let witness = self.machine.witness.shared_model();
        let state = Box::new(before.clone());
        let mut rest = vec![Sketch { state, args: call.args.clone(), pairs }];
        let mut forks = Vec::new();
        let mut failed = None;
        while let Some(sketch) = rest.pop().filter(|_| failed.is_none()) {
            match self.decide_heap(tree, call, sketch, before.conditions.len(), &mut rest) {
                Ok(decided) => forks.extend(decided),
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

    /// The heaps of the pairs for which nothing is open any more. For the others one more pointer is
    /// decided, and what it can be is left in `rest`.
    fn decide_heap(
        &mut self,
        tree: &MemoizationTree,
        call: &DeferredCall,
        sketch: Sketch<'p>,
        before: usize,
        rest: &mut Vec<Sketch<'p>>,
    ) -> Result<Vec<Fork<'p>>, Option<&'static str>> {
        let Sketch { state, args, pairs } = sketch;
        self.machine.state = *state;
        let mut known: Vec<(&[HeapConstraint], Vec<Path>)> = Vec::new();
        let mut open: Vec<(Term, Vec<Asking>)> = Vec::new();
        let mut looked = Looked::default();
        for (leaf, pair) in pairs {
            let Some(fitted) =
                self.fit(tree, call.func, (leaf, pair), &args, &mut looked).map_err(Some)?
            else {
                continue;
            };
            match (fitted.exact, fitted.open) {
                (true, _) => {
                    let heap = &tree.leaves[leaf].pairs[pair].heap[..];
                    push_to(&mut known, heap, fitted.path);
                }
                (false, None) => return Err(None),
                (false, Some(OpenPointer { pointer, is_null, is_fresh })) => {
                    push_to(&mut open, pointer, Asking { pair: (leaf, pair), is_null, is_fresh });
                }
            }
        }
        let mut forks = Vec::new();
        for (_, paths) in known {
            forks.push(self.fork(call, args.clone(), before, paths));
        }
        let last = open.pop();
        for (pointer, asking) in open {
            let state = self.machine.state.clone();
            forks.extend(self.decide_pointer(call, pointer, args.clone(), asking, before, rest)?);
            self.machine.state = state;
        }
        if let Some((pointer, asking)) = last {
            forks.extend(self.decide_pointer(call, pointer, args, asking, before, rest)?);
        }
        Ok(forks)
    }

    /// The call in the machine's heap, along these paths.
    fn fork(
        &self,
        call: &DeferredCall,
        args: Vec<Word>,
        before: usize,
        paths: Vec<Path>,
    ) -> Fork<'p> {
        let mut state = Box::new(self.machine.state.clone());
        let heap = state.conditions.split_off(before);
        let call = DeferredCall { func: call.func, args };
        Fork { state: Some(state), call, heap, paths, open: false }
    }

    /// Leaves in `rest` what a pointer can be, with the pairs that may agree. A heap of its own is where it is
    /// too deep to be decided.
    fn decide_pointer(
        &mut self,
        call: &DeferredCall,
        pointer: Term,
        mut args: Vec<Word>,
        asking: Vec<Asking>,
        before: usize,
        rest: &mut Vec<Sketch<'p>>,
    ) -> Result<Option<Fork<'p>>, Option<&'static str>> {
        let pairs_of = |all: &[Asking]| all.iter().map(|asking| asking.pair).collect::<Vec<_>>();
        let (null, others): (Vec<Asking>, Vec<Asking>) =
            asking.into_iter().partition(|asking| asking.is_null);
        let (mut null, non_null) = (pairs_of(&null), pairs_of(&others));
        let terms = &mut self.machine.terms;
        let zero = terms.bv_u64(64, 0);
        let is_null = terms.eq(pointer, zero);
        loop {
            let machine = &mut self.machine;
            match machine.settle_pointer(pointer, &mut args) {
                Ok(()) => {
                    // If it was not asked whether it is null, it may be known to be.
                    let state = Box::new(machine.state.clone());
                    let pairs = [null, non_null].concat();
                    rest.push(Sketch { state, args, pairs });
                    return Ok(None);
                }
                Err(Stop::Decide(guard)) => {
                    let pairs = match guard == is_null {
                        true => std::mem::take(&mut null),
                        false => non_null.clone(),
                    };
                    if !pairs.is_empty() {
                        let mut state = Box::new(machine.state.clone());
                        state.conditions.push(guard);
                        rest.push(Sketch { state, args: args.clone(), pairs });
                    }
                    if null.is_empty() && non_null.is_empty() {
                        return Ok(None);
                    }
                    let negation = machine.terms.not(guard);
                    machine.state.conditions.push(negation);
                }
                Err(Stop::Require(guard)) => machine.state.conditions.push(guard),
                Err(Stop::Exhausted(Exhausted::PointerDepth(_))) => {
                    let unknown = |asking: &Asking| Path {
                        leaf: asking.pair.0,
                        conditions: vec![],
                        sample: vec![],
                    };
                    let fresh = others.iter().filter(|asking| asking.is_fresh);
                    let paths: Vec<Path> = fresh.map(unknown).collect();
                    let fork = (!paths.is_empty()).then(|| self.fork(call, args, before, paths));
                    return Ok(fork.map(|fork| Fork { open: true, ..fork }));
                }
                Err(_) => return Err(None),
            }
        }
    }
}

/// Adds to what is kept under a key.
fn push_to<K: PartialEq, V>(all: &mut Vec<(K, Vec<V>)>, key: K, value: V) {
    match all.iter_mut().find(|(known, _)| *known == key) {
        Some((_, values)) => values.push(value),
        None => all.push((key, vec![value])),
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
