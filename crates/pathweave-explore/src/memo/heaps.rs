//! Which heaps a call can have: the caller's own pointers that the callee's paths look at are decided, as
//! lazy initialization would, once for every heap that the callee was executed with.
//!
//! Pairs that look at the same pointer next are decided together, as far as they agree about what it is; a pair whose
//! pointers are all decided has its heap, whatever the others still look at.
//!
//! A call may have hundreds of heaps, and each is a copy of the memory with objects of its own. So only the one that the witness has is
//! decided at the call; the others wait undecided as one ([`Heaps`]), and whoever takes them up decides one more. This is possible
//! as long as no two of them have a path in common: pairs with all conditions known have none with others, and where all others of a sketch
//! look at the same pointer next, what it can be excludes each other. Where they look at several, all heaps below that are decided at once.
//!
//! Laws: every input of the call is on a path of one heap, and of no other. What cannot be decided in a sketch
//! concerns this sketch alone: there the callee is executed with the solver on, with inputs that are not on the paths beside it.

use crate::explorer::Explorer;
use crate::frontier::{Held, Waiting};
use crate::memo::call::PairAt;
use crate::memo::map::{Looked, OpenPointer};
use crate::memo::replay::Errand;
use crate::memo::rest::Rest;
use crate::memo::site::{Known, Path};
use crate::memo::tree::{HeapConstraint, MemoizationTree};
use pathweave_exec::state::State;
use pathweave_exec::{DeferredCall, Exhausted, Stop, Witness, Word};
use pathweave_term::{Term, TermStore};
use std::rc::Rc;

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
    /// Not the conditions, if a pointer is too many pointers away from the caller's own to be decided.
    pub known: Known,
}

/// The heaps of a call that nobody followed yet.
pub(crate) struct Heaps<'p> {
    call: DeferredCall,
    tree: Rc<MemoizationTree>,
    /// How many conditions the caller has.
    before: usize,
    /// Those to be decided; no two of them have a path in common.
    sketches: Vec<Sketch<'p>>,
    /// Those that are decided.
    forks: Vec<Fork<'p>>,
}

impl Heaps<'_> {
    fn is_empty(&self) -> bool {
        self.sketches.is_empty() && self.forks.is_empty()
    }
}

/// The pairs of a sketch.
#[derive(Default)]
struct Sorted<'t> {
    /// Those with all pointers decided, by their heaps.
    known: Vec<(&'t [HeapConstraint], Vec<Path>)>,
    /// The others, by the pointer that they look at next.
    open: Vec<(Term, Vec<Asking>)>,
}

/// A heap on the way to being decided.
struct Sketch<'p> {
    state: Box<State<'p>>,
    args: Vec<Word>,
    pairs: Vec<PairAt>,
    /// Paths that are followed elsewhere.
    beside: Option<Rc<Beside>>,
}

/// The conditions of paths beside a sketch.
struct Beside {
    paths: Vec<Vec<Term>>,
    /// Those beside what it was made from.
    above: Option<Rc<Self>>,
}

impl Beside {
    fn of(paths: &[Path], above: Option<Rc<Self>>) -> Option<Rc<Self>> {
        if paths.is_empty() {
            return above;
        }
        let paths = paths.iter().map(|path| path.conditions.clone()).collect();
        Some(Rc::new(Self { paths, above }))
    }

    /// That an input is on none of them.
    fn negations(terms: &mut TermStore, beside: Option<&Self>) -> Vec<Term> {
        let mut all = Vec::new();
        let mut next = beside;
        while let Some(Self { paths, above }) = next {
            for path in paths {
                let conditions = terms.and_all(path.iter().copied());
                all.push(terms.not(conditions));
            }
            next = above.as_deref();
        }
        all
    }
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
        let (state, args) = (Box::new(before.clone()), call.args.clone());
        let sketch = Sketch { state, args, pairs, beside: None };
        let forks = self.decide_all(tree, call, sketch, before.conditions.len());
        self.machine.state = before;
        self.machine.witness = Witness::of(witness);
        forks
    }

    /// All heaps of a sketch.
    fn decide_all(
        &mut self,
        tree: &MemoizationTree,
        call: &DeferredCall,
        sketch: Sketch<'p>,
        before: usize,
    ) -> Result<Vec<Fork<'p>>, Option<&'static str>> {
        let mut rest = vec![sketch];
        let mut forks = Vec::new();
        while let Some(sketch) = rest.pop() {
            forks.extend(self.decide_heap(tree, call, sketch, before, &mut rest)?);
            if forks.len() + rest.len() > MOST_FORKS {
                return Err(None);
            }
        }
        merge_open(&mut self.machine.terms, forks).ok_or(None)
    }

    /// Goes on in the heap that the witness has; the others of the pairs wait. Nothing has to be decided for the
    /// paths that are known. Says whether the path goes on.
    pub(super) fn follow_heaps(
        &mut self,
        tree: &Rc<MemoizationTree>,
        call: &DeferredCall,
        known: Vec<Path>,
        pairs: Vec<PairAt>,
    ) -> bool {
        self.machine.state.trim();
        let beside = Beside::of(&known, None);
        let mut own = None;
        if !known.is_empty() {
            let rest = self.rest_of(call.clone(), Vec::new(), known, Known::Conditions);
            let is_own = self.is_own(&mut rest.site.borrow_mut(), |_| true);
            match is_own {
                true => own = Some(rest),
                false => self.wait_for(rest, None, 1),
            }
        }
        let state = Box::new(self.machine.state.clone());
        let before = state.conditions.len();
        let sketches = vec![Sketch { state, args: call.args.clone(), pairs, beside }];
        let (call, tree, forks) = (call.clone(), Rc::clone(tree), Vec::new());
        let mut heaps = Box::new(Heaps { call, tree, before, sketches, forks });
        if let Some(rest) = own {
            self.wait_for_heaps(heaps);
            return self.follow(rest);
        }
        let state = self.machine.state.clone();
        let witness = self.machine.witness.shared_model();
        let fork = self.next_fork(&mut heaps, Some(&mut Witness::of(Rc::clone(&witness))));
        self.machine.state = state;
        self.machine.witness = Witness::of(witness);
        let Some(Fork { state, call, heap, paths, known }) = fork else { return false };
        let rest = self.rest_of(call, heap, paths, known);
        let is_own = self.is_own(&mut rest.site.borrow_mut(), |_| true);
        if !heaps.is_empty() {
            self.wait_for_heaps(heaps);
        }
        if !is_own {
            self.wait_for(rest, state, 1);
            return false;
        }
        if let Some(state) = state {
            self.machine.state = *state;
        }
        self.follow(rest)
    }

    /// Paths of the machine's state.
    pub(super) fn rest_of(
        &mut self,
        call: DeferredCall,
        heap: Vec<Term>,
        paths: Vec<Path>,
        known: Known,
    ) -> Rest {
        let conditions = std::mem::take(&mut self.machine.state.conditions);
        let site = self.site(&call, heap, paths, known, &conditions);
        self.machine.state.conditions = conditions;
        Rest::new(call, site)
    }

    /// Leaves heaps of the machine's state waiting.
    fn wait_for_heaps(&mut self, heaps: Box<Heaps<'p>>) {
        let (at, trail) = self.waiting_place();
        self.path.catch_up(&self.machine.state.conditions);
        self.push_waiting(Waiting {
            at,
            held: Held::Copy(Box::new(self.machine.state.clone())),
            decisions: self.path.clone(),
            distance: 1,
            witness: self.machine.witness.shared_model(),
            choice: self.choice,
            errand: Some(Box::new(Errand::Heaps(heaps, trail))),
        });
    }

    /// Decides one of the heaps that wait: what waits for it is left, and the others go on waiting. Whatever else
    /// waits stays as it is.
    pub(crate) fn with_heap(&mut self, waiting: Waiting<'p>) -> Option<Waiting<'p>> {
        if !matches!(waiting.errand.as_deref(), Some(Errand::Heaps(..))) {
            return Some(waiting);
        }
        let Waiting { at, held, decisions, distance, witness, choice, errand } = waiting;
        let (Held::Copy(state), Some(Errand::Heaps(mut heaps, trail))) =
            (held, errand.map(|errand| *errand))
        else {
            unreachable!("heaps wait in copies: nothing is parked where functions are composed");
        };
        self.machine.witness = Witness::of(Rc::clone(&witness));
        let Fork { state: own, call, heap, paths, known } = self.next_fork(&mut heaps, None)?;
        let site = self.site(&call, heap, paths, known, &state.conditions);
        let rest = Box::new(Rest::new(call, site));
        let held = Held::Copy(own.unwrap_or_else(|| state.clone()));
        if !heaps.is_empty() {
            self.push_waiting(Waiting {
                at,
                held: Held::Copy(state),
                decisions: decisions.clone(),
                distance,
                witness: Rc::clone(&witness),
                choice,
                errand: Some(Box::new(Errand::Heaps(heaps, trail.clone()))),
            });
        }
        let errand = Some(Box::new(Errand::Rest(rest, trail)));
        Some(Waiting { at, held, decisions, distance, witness, choice, errand })
    }

    /// One more heap: that of the witness, if it is given and has one. The machine's state is lost.
    fn next_fork(
        &mut self,
        heaps: &mut Heaps<'p>,
        mut witness: Option<&mut Witness>,
    ) -> Option<Fork<'p>> {
        let tree = Rc::clone(&heaps.tree);
        let mut is_own = false;
        loop {
            if !is_own && let Some(last) = heaps.forks.len().checked_sub(1) {
                let terms = &self.machine.terms;
                let has = |witness: &mut Witness, fork: &Fork<'p>| {
                    let mut holds = |&condition: &Term| witness.holds(terms, condition);
                    fork.heap.iter().all(&mut holds)
                        && fork.paths.iter().any(|path| path.conditions.iter().all(&mut holds))
                };
                let own = witness
                    .as_deref_mut()
                    .and_then(|witness| heaps.forks.iter().position(|fork| has(witness, fork)));
                return Some(heaps.forks.remove(own.unwrap_or(last)));
            }
            let Sketch { state, args, pairs, beside } = heaps.sketches.pop()?;
            let (conditions, others) = (state.conditions.len(), heaps.sketches.len());
            self.machine.state = *state;
            if let Err(why) = self.decide_next(&tree, heaps, &args, &pairs, beside.as_ref()) {
                self.machine.state.conditions.truncate(conditions);
                let Heaps { call, before, forks, .. } = heaps;
                let fork = self.fork_undecided(call, args, *before, &pairs, why);
                forks.push(self.apart(fork, beside.as_deref()));
            }
            let new = &mut heaps.sketches[others..];
            let own = witness.as_deref_mut().and_then(|witness| {
                let terms = &self.machine.terms;
                let mut has = |sketch: &Sketch<'p>| {
                    let new = &sketch.state.conditions[conditions..];
                    new.iter().all(|&condition| witness.holds(terms, condition))
                };
                new.iter().position(&mut has)
            });
            is_own = own.is_some();
            if let Some((own, last)) = own.zip(new.len().checked_sub(1)) {
                new.swap(own, last);
            }
        }
    }

    /// A heap without the paths beside it, where its own are not known.
    fn apart(&mut self, mut fork: Fork<'p>, beside: Option<&Beside>) -> Fork<'p> {
        if fork.known != Known::Conditions {
            fork.heap.extend(Beside::negations(&mut self.machine.terms, beside));
        }
        fork
    }

    /// Decides one more pointer of the machine's state, or has heaps. Where it cannot, nothing is left but conditions
    /// of the machine's state.
    fn decide_next(
        &mut self,
        tree: &MemoizationTree,
        heaps: &mut Heaps<'p>,
        args: &[Word],
        pairs: &[PairAt],
        beside: Option<&Rc<Beside>>,
    ) -> Result<(), Option<&'static str>> {
        let Heaps { call, before, sketches, forks, .. } = heaps;
        let Sorted { known, mut open } = self.sort(tree, call, args, pairs)?;
        if open.len() > 1 {
            let whole = self.machine.state.clone();
            let (state, beside) = (Box::new(whole.clone()), beside.map(Rc::clone));
            let (args, pairs) = (args.to_vec(), pairs.to_vec());
            let sketch = Sketch { state, args, pairs, beside: beside.clone() };
            let decided = self.decide_all(tree, call, sketch, *before);
            self.machine.state = whole;
            for fork in decided?.into_iter().rev() {
                forks.push(self.apart(fork, beside.as_deref()));
            }
            return Ok(());
        }
        let (others, mut beside) = (sketches.len(), beside.map(Rc::clone));
        let mut decided = Vec::new();
        for (_, paths) in known {
            if !open.is_empty() {
                beside = Beside::of(&paths, beside);
            }
            decided.push(self.fork(call, args.to_vec(), *before, paths));
        }
        if let Some((pointer, asking)) = open.pop() {
            let args = args.to_vec();
            match self.decide_pointer(call, pointer, args, asking, *before, sketches) {
                Ok(fork) => decided.extend(fork.map(|fork| self.apart(fork, beside.as_deref()))),
                Err(why) => {
                    sketches.truncate(others);
                    return Err(why);
                }
            }
            for sketch in &mut sketches[others..] {
                sketch.beside.clone_from(&beside);
            }
        }
        forks.append(&mut decided);
        Ok(())
    }

    /// The machine's state, where what the pairs look at cannot be decided.
    fn fork_undecided(
        &mut self,
        call: &DeferredCall,
        args: Vec<Word>,
        before: usize,
        pairs: &[PairAt],
        why: Option<&'static str>,
    ) -> Fork<'p> {
        let unknown = |leaf| Path { leaf, conditions: vec![], sample: vec![] };
        let paths = match why {
            None => pairs.iter().map(|&(leaf, _)| unknown(leaf)).collect(),
            Some(why) => {
                self.count_call(call.func, Some(why));
                vec![unknown(0)]
            }
        };
        let known = if why.is_none() { Known::Leaves } else { Known::Nothing };
        Fork { known, ..self.fork(call, args, before, paths) }
    }

    /// The pairs that the machine's state does not contradict.
    fn sort<'t>(
        &mut self,
        tree: &'t MemoizationTree,
        call: &DeferredCall,
        args: &[Word],
        pairs: &[PairAt],
    ) -> Result<Sorted<'t>, Option<&'static str>> {
        let mut sorted = Sorted::default();
        let mut looked = Looked::default();
        for &(leaf, pair) in pairs {
            let looked = (&mut looked, true);
            let fitted = self.fit(tree, call.func, (leaf, pair), args, looked);
            let Some(fitted) = fitted.map_err(Some)? else {
                continue;
            };
            match (fitted.exact, fitted.open) {
                (true, _) => {
                    let heap = &tree.leaves[leaf].pairs[pair].heap[..];
                    push_to(&mut sorted.known, heap, fitted.path);
                }
                (false, None) => return Err(None),
                (false, Some(OpenPointer { pointer, is_null, is_fresh })) => {
                    let asking = Asking { pair: (leaf, pair), is_null, is_fresh };
                    push_to(&mut sorted.open, pointer, asking);
                }
            }
        }
        Ok(sorted)
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
        let Sketch { state, args, pairs, .. } = sketch;
        self.machine.state = *state;
        let Sorted { known, mut open } = self.sort(tree, call, &args, &pairs)?;
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
        Fork { state: Some(state), call, heap, paths, known: Known::Conditions }
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
                    rest.push(Sketch { state, args, pairs, beside: None });
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
                        let args = args.clone();
                        rest.push(Sketch { state, args, pairs, beside: None });
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
                    return Ok(fork.map(|fork| Fork { known: Known::Leaves, ..fork }));
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
    let is_open = |fork: &Fork<'p>| fork.known != Known::Conditions;
    for fork in forks {
        let is_same = |other: &&mut Fork<'p>| is_open(other) && other.heap == fork.heap;
        match merged.iter_mut().find(is_same).filter(|_| is_open(&fork)) {
            Some(other) => other.paths.extend(fork.paths),
            None => merged.push(fork),
        }
    }
    for (at, a) in merged.iter().enumerate().filter(|(_, fork)| is_open(fork)) {
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
