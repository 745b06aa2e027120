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
//! concerns this sketch alone: there the callee is executed with the solver on, with inputs that are not on the paths beside it,
//! and a path that is not recorded is followed too, since a heap that was not looked at may have a shape that the callee was never executed with.

use crate::explorer::Explorer;
use crate::frontier::{Held, Waiting};
use crate::memo::call::{PairAt, is_error};
use crate::memo::map::{Looked, OpenPointer};
use crate::memo::replay::Errand;
use crate::memo::rest::Rest;
use crate::memo::site::{Known, Path};
use crate::memo::tree::MemoizationTree;
use pathweave_exec::state::State;
use pathweave_exec::{DeferredCall, Exhausted, Stop, Witness, Word};
use pathweave_term::{Term, TermStore};
use std::rc::Rc;

/// Heaps that are decided at once before they are followed conservatively.
const MOST_FORKS: usize = 4096;

/// A call with everything that the callee's paths look at decided.
pub(super) struct Fork<'p> {
    /// None if nothing had to be decided.
    pub state: Option<Box<State<'p>>>,
    pub call: DeferredCall,
    /// What pointers were decided to be.
    pub heap: Vec<Term>,
    pub paths: Vec<Path>,
    /// Not the conditions, if something cannot be decided: a pointer that is too many pointers away from the caller's own.
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
    /// Whether one was of another shape.
    is_entered: bool,
}

impl Heaps<'_> {
    fn is_empty(&self) -> bool {
        self.sketches.is_empty() && self.forks.is_empty()
    }
}

/// The pairs of a sketch.
#[derive(Default)]
struct Sorted {
    /// Those with all pointers decided.
    known: Vec<Path>,
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

/// How far paths are from the target: those that end in an error are near.
pub(super) fn distance(tree: &MemoizationTree, mut leaves: impl Iterator<Item = usize>) -> u32 {
    if leaves.any(|leaf| is_error(&tree.leaves[leaf])) { 0 } else { 1 }
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
    /// Decides the pointers that pairs need to be known, for each heap of the pairs on its own, where nothing has to be decided for
    /// some paths. Without a reason where they cannot be decided.
    pub(super) fn decide_heaps(
        &mut self,
        tree: &MemoizationTree,
        call: &DeferredCall,
        known: &[Path],
        pairs: Vec<PairAt>,
    ) -> Result<Vec<Fork<'p>>, Option<&'static str>> {
        // Registers beyond the innermost frame are in no copy.
        self.machine.state.trim();
        let before = self.machine.state.clone();
        let witness = self.machine.witness.shared_model();
        let (state, args) = (Box::new(before.clone()), call.args.clone());
        let sketch = Sketch { state, args, pairs, beside: Beside::of(known, None) };
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
        let mut is_divided = false;
        while let Some(sketch) = rest.pop() {
            is_divided |= self.decide_heap(tree, call, sketch, before, (&mut forks, &mut rest))?;
            if forks.len() + rest.len() > MOST_FORKS {
                return Err(None);
            }
        }
        // A path of a heap that cannot be decided could be that of another heap as well.
        let is_open = |fork: &Fork<'p>| fork.known != Known::Conditions;
        if is_divided && forks.iter().any(is_open) { Err(None) } else { Ok(forks) }
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
            let distance = distance(tree, rest.site.borrow().paths.iter().map(|path| path.leaf));
            match is_own {
                true => own = Some(rest),
                false => self.wait_for(rest, None, distance),
            }
        }
        let state = Box::new(self.machine.state.clone());
        let before = state.conditions.len();
        let sketches = vec![Sketch { state, args: call.args.clone(), pairs, beside }];
        let (call, forks) = (call.clone(), Vec::new());
        let mut heaps = Box::new(Heaps {
            call,
            tree: Rc::clone(tree),
            before,
            sketches,
            forks,
            is_entered: false,
        });
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
            let distance = distance(tree, rest.site.borrow().paths.iter().map(|path| path.leaf));
            self.wait_for(rest, state, distance);
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
        let pairs = heaps.sketches.iter().flat_map(|sketch| &sketch.pairs);
        let distance = distance(&heaps.tree, pairs.map(|&(leaf, _)| leaf));
        self.push_waiting(Waiting {
            at,
            held: Held::Copy(Box::new(self.machine.state.clone())),
            decisions: self.path.clone(),
            distance,
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
        self.choice = choice;
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
                let Heaps { call, before, forks, is_entered, .. } = heaps;
                if let Some(why) = why.filter(|_| !std::mem::replace(is_entered, true)) {
                    self.count_call(call.func, Some(why));
                }
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
            let sketch = Sketch { state, args: args.to_vec(), pairs: pairs.to_vec(), beside };
            let decided = self.decide_all(tree, call, sketch, *before);
            self.machine.state = whole;
            forks.extend(decided?.into_iter().rev());
            return Ok(());
        }
        let (others, mut beside) = (sketches.len(), beside.map(Rc::clone));
        let mut decided = None;
        if !known.is_empty() {
            if !open.is_empty() {
                beside = Beside::of(&known, beside);
            }
            decided = Some(self.fork(call, args.to_vec(), *before, known));
        }
        if let Some((pointer, asking)) = open.pop() {
            let args = args.to_vec();
            match self.decide_pointer(call, pointer, args, asking, *before, sketches) {
                Ok(fork) => forks.extend(fork.map(|fork| self.apart(fork, beside.as_deref()))),
                Err(why) => {
                    sketches.truncate(others);
                    return Err(why);
                }
            }
            for sketch in &mut sketches[others..] {
                sketch.beside.clone_from(&beside);
            }
        }
        forks.extend(decided);
        Ok(())
    }

    /// The machine's state, where what the pairs look at cannot be decided.
    fn fork_undecided(
        &self,
        call: &DeferredCall,
        args: Vec<Word>,
        before: usize,
        pairs: &[PairAt],
        why: Option<&'static str>,
    ) -> Fork<'p> {
        let unknown = |leaf| Path { leaf, conditions: vec![], sample: vec![] };
        let paths = match why {
            None => pairs.iter().map(|&(leaf, _)| unknown(leaf)).collect(),
            Some(_) => vec![unknown(0)],
        };
        let known = if why.is_none() { Known::Leaves } else { Known::Nothing };
        Fork { known, ..self.fork(call, args, before, paths) }
    }

    /// The pairs that the machine's state does not contradict.
    fn sort(
        &mut self,
        tree: &MemoizationTree,
        call: &DeferredCall,
        args: &[Word],
        pairs: &[PairAt],
    ) -> Result<Sorted, Option<&'static str>> {
        let mut sorted = Sorted::default();
        let mut can_decide = true;
        let mut looked = Looked::default();
        for &(leaf, pair) in pairs {
            let looked = (&mut looked, true);
            let fitted = self.fit(tree, call.func, (leaf, pair), args, looked);
            let Some(fitted) = fitted.map_err(Some)? else {
                continue;
            };
            match (fitted.exact, fitted.open) {
                (true, _) => sorted.known.push(fitted.path),
                // Another pair may see that it is of another shape.
                (false, None) => can_decide = false,
                (false, Some(OpenPointer { pointer, is_null, is_fresh })) => {
                    let asking = Asking { pair: (leaf, pair), is_null, is_fresh };
                    match sorted.open.iter_mut().find(|(known, _)| *known == pointer) {
                        Some((_, all)) => all.push(asking),
                        None => sorted.open.push((pointer, vec![asking])),
                    }
                }
            }
        }
        if can_decide { Ok(sorted) } else { Err(None) }
    }

    /// The heaps of the pairs for which nothing is open any more. For the others one more pointer is
    /// decided, and what it can be is left. Says whether they look at several.
    fn decide_heap(
        &mut self,
        tree: &MemoizationTree,
        call: &DeferredCall,
        sketch: Sketch<'p>,
        before: usize,
        (forks, rest): (&mut Vec<Fork<'p>>, &mut Vec<Sketch<'p>>),
    ) -> Result<bool, Option<&'static str>> {
        let Sketch { state, args, pairs, beside } = sketch;
        self.machine.state = *state;
        let Sorted { known, open } = self.sort(tree, call, &args, &pairs)?;
        let beside = Beside::of(&known, beside);
        if !known.is_empty() {
            forks.push(self.fork(call, args.clone(), before, known));
        }
        let is_divided = open.len() > 1;
        for (pointer, asking) in open {
            let state = self.machine.state.clone();
            let others = rest.len();
            let fork = self.decide_pointer(call, pointer, args.clone(), asking, before, rest)?;
            forks.extend(fork.map(|fork| self.apart(fork, beside.as_deref())));
            rest[others..].iter_mut().for_each(|sketch| sketch.beside.clone_from(&beside));
            self.machine.state = state;
        }
        Ok(is_divided)
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
