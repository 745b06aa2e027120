//! Composition at a call (CompoSE, Algorithm 2): which paths of the callee are possible here.
//!
//! Where the caller's own pointers are not decided yet, they are decided first, once for every heap
//! that the callee was executed with (a [`Fork`]), as lazy initialization would decide them. Then the
//! conditions of every path are known. The paths of a fork are not asked for one by one, as the
//! paper does: the witness is on one of them; an input on none of those known so far is on another, and
//! when there is no such input the others are impossible. So a call asks one question for every path
//! that is possible, and one more. [`MemoOptions::each`](super::MemoOptions) asks as the paper does.
//!
//! The easy mistake is to leave the conditions of a fork in its state: a waiting state satisfies its
//! conditions with its witness, and what pointers are is part of the question.

use crate::explorer::Explorer;
use crate::frontier::{Held, Waiting};
use crate::memo::Heuristic;
use crate::memo::map::{Context, Fit, OpenPointer};
use crate::memo::replay::{Errand, Position};
use crate::memo::tree::{End, HeapConstraint, Leaf, MemoizationTree};
use pathweave_bits::BitVec;
use pathweave_exec::state::State;
use pathweave_exec::{DeferredCall, Exhausted, Stop, Witness, Word};
use pathweave_ir::Func;
use pathweave_solver::Answer;
use pathweave_term::{Model, Op, Term, TermStore, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Heaps that are made at one call before it is entered conservatively.
const MOST_FORKS: usize = 512;

/// A path of a callee in the terms of the caller.
#[derive(Clone)]
struct Path {
    leaf: usize,
    conditions: Vec<Term>,
    /// What terms were on the recorded input, until it was tried.
    sample: Vec<(Term, u64)>,
}

/// Which pair of which leaf of a tree.
pub(super) type PairAt = (usize, usize);

/// A pair of conditions at a call.
struct Fitted {
    path: Path,
    /// Whether the conditions are all.
    exact: bool,
    open: Option<OpenPointer>,
}

/// A call with everything that the callee's paths look at decided.
struct Fork<'p> {
    /// None if nothing had to be decided.
    state: Option<Box<State<'p>>>,
    call: DeferredCall,
    /// What pointers were decided to be.
    heap: Vec<Term>,
    paths: Vec<Path>,
    /// Whether a pointer cannot be decided, being too many pointers away from the caller's own: the
    /// callee is executed with the solver on.
    open: bool,
}

/// What is known of the callee's paths at a call.
enum Paths<'p> {
    /// All conditions, of those that the caller's memory does not contradict.
    Exact(Vec<Fork<'p>>),
    /// A necessary condition of each.
    Open(Vec<(usize, Term)>),
}

/// Paths of a callee of which nobody asked yet whether they are possible.
pub(crate) struct Rest {
    call: DeferredCall,
    heap: Vec<Term>,
    paths: Vec<Path>,
    /// That it is none of those found before.
    none_of: Option<Term>,
    /// The conditions of those found since that was written down.
    excluded: Vec<Vec<Term>>,
    /// Whether the conditions of the paths are not known.
    open: bool,
    /// Whether the witness was tried as an input.
    tried_witness: bool,
}

impl Rest {
    /// One path.
    fn of(call: DeferredCall, heap: Vec<Term>, path: Path) -> Self {
        let (paths, excluded) = (vec![path], Vec::new());
        Self { call, heap, paths, none_of: None, excluded, open: false, tried_witness: false }
    }

    /// An input on one of the paths, if the conditions of the caller hold with it: the witness
    /// with pointers as they were decided, or with what was recorded of a path in the place of
    /// what it says, first of everything, then only of what it says nothing about. Nothing is asked.
    pub(crate) fn recorded_input(
        &mut self,
        terms: &TermStore,
        conditions: &[Term],
        witness: &Model,
    ) -> Option<Model> {
        let mut base = witness.clone();
        for &decided in &self.heap {
            if terms.op(decided) == Op::Eq
                && let [a, b] = *terms.args(decided)
            {
                let (variable, constant) = if terms.is_constant(a) { (b, a) } else { (a, b) };
                if let Some(number) = terms.constant_u64(constant) {
                    assume(terms, &mut base, variable, number, |_| true);
                }
            }
        }
        let holds_here = |paths: &[Path], heap: &[Term], model: Model| {
            let mut input = Witness::new(model);
            let holds = heap.iter().chain(conditions.iter().rev()).all(|&c| input.holds(terms, c));
            let found = holds && position_of(paths, &mut input, terms).is_some();
            found.then(|| input.model().clone())
        };
        if !self.open
            && !std::mem::replace(&mut self.tried_witness, true)
            && let Some(input) = holds_here(&self.paths, &self.heap, base.clone())
        {
            return Some(input);
        }
        for path in &mut self.paths {
            if path.sample.is_empty() && !path.conditions.is_empty() {
                continue;
            }
            let sample = std::mem::take(&mut path.sample);
            let is_new = |variable: Term| witness.get(variable).is_none();
            let ways: [&dyn Fn(Term) -> bool; 2] = [&|_| true, &is_new];
            for may_set in ways {
                let mut model = base.clone();
                let mut all = sample.iter();
                if !all.all(|&(term, number)| assume(terms, &mut model, term, number, may_set)) {
                    continue;
                }
                let one = std::slice::from_ref(path);
                if let Some(input) = holds_here(one, &self.heap, model) {
                    return Some(input);
                }
            }
        }
        None
    }

    /// What holds on any of the paths, as far as it is known.
    pub(crate) fn question(&mut self, terms: &mut TermStore) -> Term {
        if let [only] = &self.paths[..] {
            return terms.and_all(self.heap.iter().chain(&only.conditions).copied());
        }
        for known in self.excluded.drain(..) {
            let other = all_but(terms, &known);
            self.none_of = Some(match self.none_of {
                Some(before) => terms.and(before, other),
                None => other,
            });
        }
        terms.and_all(self.heap.iter().copied().chain(self.none_of))
    }
}

/// A heap on the way to being decided.
struct Sketch<'p> {
    state: Box<State<'p>>,
    args: Vec<Word>,
    pairs: Vec<PairAt>,
}

impl<'p> Explorer<'p, '_> {
    /// A call of a function that has a tree. Says whether the path goes on.
    pub(crate) fn compose(&mut self, call: &DeferredCall) -> bool {
        match self.position() {
            Position::Left => return false,
            Position::Inside(..) => return self.enter(call),
            Position::Free => {}
        }
        let tree = self.memo.as_ref().and_then(|memo| memo.trees.get(&call.func)).map(Rc::clone);
        let Some(tree) = tree else { return self.enter(call) };
        match self.paths(&tree, call) {
            Err(why) => {
                self.count_call(call.func, Some(why));
                self.enter(call)
            }
            Ok(Paths::Open(paths)) => {
                self.count_call(call.func, None);
                self.follow_open(&tree, paths, call)
            }
            Ok(Paths::Exact(forks)) => {
                self.count_call(call.func, None);
                self.follow_exact(&tree, forks)
            }
        }
    }

    /// The paths of a callee that may be possible here.
    fn paths(
        &mut self,
        tree: &MemoizationTree,
        call: &DeferredCall,
    ) -> Result<Paths<'p>, &'static str> {
        if !self.has_kept(tree) {
            return Err("globals");
        }
        let mut exact = Vec::new();
        let mut open = Vec::new();
        let mut can_decide = true;
        let all = tree.leaves.iter().enumerate();
        for (leaf, pair) in all.flat_map(|(k, leaf)| (0..leaf.pairs.len()).map(move |p| (k, p))) {
            match self.fit(tree, call.func, (leaf, pair), &call.args)? {
                None => {}
                Some(Fitted { path, exact: true, .. }) => exact.push(path),
                Some(Fitted { path, open: pointer, .. }) => {
                    can_decide &= pointer.is_some();
                    open.push(((leaf, pair), path));
                }
            }
        }
        let mut forks = Vec::new();
        if !open.is_empty() {
            let pairs: Vec<PairAt> = open.iter().map(|(pair, _)| *pair).collect();
            match can_decide.then(|| self.decide_heaps(tree, call, pairs)) {
                Some(Ok(decided)) => forks = decided,
                Some(Err(Some(why))) => return Err(why),
                Some(Err(None)) | None => {
                    let all =
                        exact.into_iter().chain(open.into_iter().map(|(_, path)| path)).collect();
                    return Ok(Paths::Open(self.by_leaf(all)));
                }
            }
        }
        if !exact.is_empty() {
            let (call, heap) = (call.clone(), Vec::new());
            forks.insert(0, Fork { state: None, call, heap, paths: exact, open: false });
        }
        Ok(Paths::Exact(forks))
    }

    /// Whether the variables that kept their initial values for a tree still have them.
    fn has_kept(&self, tree: &MemoizationTree) -> bool {
        if tree.kept.is_empty() {
            return true;
        }
        let program = &self.image.program;
        let memory = &self.machine.state.memory;
        let changed = memory.changed_objects(&self.image.memory);
        let is_changed = |name: &String| {
            let global = program.global(name);
            let address = global.map_or(0, |global| self.image.layout.global(global));
            let object = memory.find(address).map(|(object, ..)| object);
            object.is_none_or(|object| changed.contains(&object))
        };
        !tree.kept.iter().any(is_changed)
    }

    /// A pair in the machine's state; none if its conditions are contradicted.
    fn fit(
        &mut self,
        tree: &MemoizationTree,
        func: Func,
        (leaf, pair): PairAt,
        args: &[Word],
    ) -> Result<Option<Fitted>, &'static str> {
        let Some(memo) = &mut self.memo else { return Ok(None) };
        let machine = &mut self.machine;
        let context = Context { image: self.image, state: &machine.state, args };
        let (key, built) = ((func, (leaf, pair)), &mut memo.built);
        match context.fit(&mut machine.terms, built, key, &tree.leaves[leaf].pairs[pair]) {
            Fit::Shape => Err("shape"),
            Fit::Inconsistent => Ok(None),
            Fit::Conditions { mut conditions, exact, open, sample } => {
                let known = &machine.state.conditions;
                conditions.retain(|condition| !known.contains(condition));
                let terms = &mut machine.terms;
                let contradicts = conditions.iter().any(|&c| known.contains(&terms.not(c)));
                let path = Path { leaf, conditions, sample };
                Ok((!contradicts).then_some(Fitted { path, exact, open }))
            }
        }
    }

    /// Decides the pointers that pairs need to be known, for each heap of the pairs on its own.
    /// Without a reason where they cannot be decided.
    fn decide_heaps(
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
        for pair in pairs {
            match self.fit(tree, call.func, pair, &args).map_err(Some)? {
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

    /// What holds on any of the pairs of each leaf.
    fn by_leaf(&mut self, all: Vec<Path>) -> Vec<(usize, Term)> {
        let terms = &mut self.machine.terms;
        let mut any: BTreeMap<usize, Term> = BTreeMap::new();
        for Path { leaf, conditions, .. } in all {
            let all = terms.and_all(conditions);
            let before = any.get(&leaf).copied().unwrap_or(terms.bool_const(false));
            let (neither, not) = (terms.not(before), terms.not(all));
            let neither = terms.and(neither, not);
            let either = terms.not(neither);
            any.insert(leaf, either);
        }
        any.into_iter().collect()
    }

    /// Goes on along the path whose conditions the witness satisfies, and leaves the others
    /// waiting.
    fn follow_exact(&mut self, tree: &MemoizationTree, forks: Vec<Fork<'p>>) -> bool {
        let heuristic = self.memo.as_ref().map(|memo| memo.heuristic).unwrap_or_default();
        let each = heuristic != Heuristic::None || self.memo.as_ref().is_some_and(|m| m.each);
        let has_error = |path: &Path| is_error(&tree.leaves[path.leaf]);
        let errors_first = heuristic != Heuristic::None
            && forks.iter().any(|fork| fork.paths.iter().any(has_error));
        let mut own = None;
        let mut others: Vec<(Rest, Option<Box<State<'p>>>)> = Vec::new();
        for fork in forks {
            let Fork { state, call, heap, paths, open } = fork;
            let mut paths = self.select(tree, paths, |path| path.leaf);
            let mut excluded = Vec::new();
            let machine = &mut self.machine;
            if own.is_none()
                && !open
                && heap.iter().all(|&c| machine.witness.holds(&machine.terms, c))
            {
                let at = position_of(&paths, &mut machine.witness, &machine.terms);
                if let Some(at) = at.filter(|&at| !errors_first || has_error(&paths[at])) {
                    let path = paths.remove(at);
                    self.checks += u64::from(!(path.conditions.is_empty() && heap.is_empty()));
                    excluded.push(path.conditions.clone());
                    if path.conditions.is_empty() {
                        paths.clear();
                    }
                    let (call, heap) = (call.clone(), heap.clone());
                    let rest = Rest::of(call, heap, path);
                    own = Some((rest, state.clone()));
                }
            }
            match each {
                _ if paths.is_empty() => {}
                true if !open => others.extend(
                    paths
                        .into_iter()
                        .map(|path| (Rest::of(call.clone(), heap.clone(), path), state.clone())),
                ),
                _ => {
                    let (none_of, tried_witness) = (None, false);
                    others.push((
                        Rest { call, heap, paths, none_of, excluded, open, tried_witness },
                        state,
                    ))
                }
            }
        }
        // The first one is taken up first where the newest are.
        for (rest, state) in others.into_iter().rev() {
            let distance = if rest.paths.iter().any(has_error) { 0 } else { 1 };
            self.wait_for(rest, state, distance);
        }
        match own {
            Some((rest, state)) => {
                if let Some(state) = state {
                    self.machine.state = *state;
                }
                self.follow(rest)
            }
            None => false,
        }
    }

    /// Goes on along all paths of a heap that cannot be decided.
    fn follow_all(&mut self, rest: Rest) -> bool {
        let conditions = &mut self.machine.state.conditions;
        for condition in rest.heap {
            if !conditions.contains(&condition) {
                conditions.push(condition);
            }
        }
        let tree = self.memo.as_ref().and_then(|memo| memo.trees.get(&rest.call.func));
        if let Some(tree) = tree.map(Rc::clone) {
            let mut leaves: Vec<usize> = rest.paths.iter().map(|path| path.leaf).collect();
            leaves.sort_unstable();
            leaves.dedup();
            self.guide(tree, leaves, false);
        }
        self.enter(&rest.call)
    }

    /// Goes on along all paths that a check of their conditions leaves.
    fn follow_open(
        &mut self,
        tree: &Rc<MemoizationTree>,
        paths: Vec<(usize, Term)>,
        call: &DeferredCall,
    ) -> bool {
        let paths = self.select(tree, paths, |path| path.0);
        let mut leaves = Vec::new();
        for (leaf, condition) in paths {
            let machine = &mut self.machine;
            self.checks += u64::from(!machine.terms.is_constant(condition));
            let mut possible = machine.witness.holds(&machine.terms, condition);
            if !possible {
                let mut conditions = machine.state.conditions.clone();
                conditions.push(condition);
                let witness = machine.witness.shared_model();
                possible = !matches!(self.ask_last(&conditions, &witness), Answer::Unsat(_));
            }
            if possible {
                leaves.push(leaf);
            }
        }
        self.guide(Rc::clone(tree), leaves, false);
        self.enter(call)
    }

    /// The paths that the heuristic leaves, those with errors first.
    fn select<T>(
        &mut self,
        tree: &MemoizationTree,
        mut all: Vec<T>,
        leaf: impl Fn(&T) -> usize,
    ) -> Vec<T> {
        let heuristic = self.memo.as_ref().map(|memo| memo.heuristic).unwrap_or_default();
        if heuristic != Heuristic::None {
            all.sort_by_key(|path| !is_error(&tree.leaves[leaf(path)]));
        }
        if heuristic == Heuristic::ErrorsOnly && tree.leaves.iter().any(is_error) {
            let before = all.len();
            all.retain(|path| is_error(&tree.leaves[leaf(path)]));
            if all.len() < before {
                self.note("only paths that end in an error are followed", &tree.name);
            }
        }
        all
    }

    fn count_call(&mut self, func: Func, entered: Option<&'static str>) {
        let Some(memo) = &mut self.memo else { return };
        let calls = memo.calls.entry(func).or_default();
        match entered {
            Some(why) => *calls.entered.entry(why).or_default() += 1,
            None => calls.reused += 1,
        }
    }

    fn enter(&mut self, call: &DeferredCall) -> bool {
        match self.machine.enter_call(call.func, &call.args) {
            Ok(()) => true,
            Err(stop) => {
                self.end_path(stop);
                false
            }
        }
    }

    /// Whether one of the paths of a callee is possible.
    pub(crate) fn ask_rest(
        &mut self,
        rest: &mut Rest,
        conditions: &[Term],
        witness: &Model,
    ) -> Answer {
        let each = self.memo.as_ref().is_some_and(|memo| memo.each);
        if !each && let Some(input) = rest.recorded_input(&self.machine.terms, conditions, witness)
        {
            return Answer::Sat(input);
        }
        self.checks += 1;
        let mut conditions = conditions.to_vec();
        conditions.push(rest.question(&mut self.machine.terms));
        self.ask_last(&conditions, witness)
    }

    /// Leaves paths of the callee waiting, in the running state if there is no other.
    fn wait_for(&mut self, rest: Rest, state: Option<Box<State<'p>>>, distance: u32) {
        let mut state = state.unwrap_or_else(|| Box::new(self.machine.state.clone()));
        state.trim();
        self.path.catch_up(&state.conditions);
        let frame = state.frame();
        let trail = self.memo.as_ref().map(|memo| memo.trail.clone()).unwrap_or_default();
        let waiting = Waiting {
            at: (frame.code.func, frame.pc),
            held: Held::Copy(state),
            decisions: self.path.clone(),
            distance,
            witness: self.machine.witness.shared_model(),
            choice: self.choice,
            errand: Some(Box::new(Errand::Rest(Box::new(rest), trail))),
        };
        self.push_waiting(waiting);
    }

    /// Calls a function along that of its paths whose conditions the witness satisfies, and leaves
    /// the others waiting.
    pub(crate) fn follow(&mut self, mut rest: Rest) -> bool {
        if rest.open {
            return self.follow_all(rest);
        }
        let machine = &mut self.machine;
        let found = match rest.paths.len() {
            1 => Some(0),
            _ => position_of(&rest.paths, &mut machine.witness, &machine.terms),
        };
        let Some(found) = found else {
            // No path has this input, which is another shape: each for itself.
            for path in std::mem::take(&mut rest.paths).into_iter().rev() {
                let one = Rest::of(rest.call.clone(), rest.heap.clone(), path);
                self.wait_for(one, None, 1);
            }
            return false;
        };
        let Path { leaf, conditions, .. } = rest.paths.remove(found);
        let (call, heap) = (rest.call.clone(), rest.heap.clone());
        if !rest.paths.is_empty() && !conditions.is_empty() {
            rest.excluded.push(conditions.clone());
            self.wait_for(rest, None, 1);
        }
        let state = &mut self.machine.state;
        for condition in heap.into_iter().chain(conditions) {
            if !state.conditions.contains(&condition) {
                state.conditions.push(condition);
            }
        }
        let tree = self.memo.as_ref().and_then(|memo| memo.trees.get(&call.func)).map(Rc::clone);
        if let Some(tree) = tree {
            self.guide(tree, vec![leaf], true);
        }
        self.enter(&call)
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

/// The path that an input is on.
fn position_of(paths: &[Path], witness: &mut Witness, terms: &TermStore) -> Option<usize> {
    let holds = |path: &Path, witness: &mut Witness| {
        path.conditions.iter().all(|&condition| witness.holds(terms, condition))
    };
    paths.iter().position(|path| holds(path, witness))
}

/// Makes a term a number by what its variables are in a model, where that is simple: parts of
/// variables put together, extended, a constant added. Says whether it did, for those variables that
/// may be set.
fn assume(
    terms: &TermStore,
    model: &mut Model,
    term: Term,
    number: u64,
    may_set: impl Fn(Term) -> bool,
) -> bool {
    let mut rest = vec![(term, number, 0, terms.width(term))];
    while let Some((term, number, low, width)) = rest.pop() {
        let is_whole = low == 0 && width == terms.width(term);
        match terms.op(term) {
            Op::Var if !may_set(term) => {}
            Op::Var if terms.width(term) <= 64 => {
                let whole = terms.width(term);
                let known = model.get(term).and_then(|value| value.as_bits());
                let before = known.map_or(0, BitVec::low_u64);
                let mask = u64::MAX >> (64 - width) << low;
                let bits = before & !mask | number << low & mask;
                model.insert(term, Value::Bits(BitVec::from_u64(whole, bits)));
            }
            Op::Extract => {
                let from = terms.slice(term).map_or(0, |(_, from)| from);
                rest.push((terms.arg(term, 0), number, low + from, width));
            }
            Op::Concat if is_whole && width <= 64 => {
                let (high, lower) = (terms.arg(term, 0), terms.arg(term, 1));
                let size = terms.width(lower);
                rest.push((lower, number, 0, size));
                rest.push((high, number >> size, 0, terms.width(high)));
            }
            Op::ZeroExtend | Op::SignExtend if is_whole && width <= 64 => {
                let inner = terms.arg(term, 0);
                rest.push((inner, number, 0, terms.width(inner)));
            }
            Op::BvAdd if is_whole && width <= 64 => {
                let [a, b] = *terms.args(term) else { return false };
                let (variable, constant) = if terms.is_constant(a) { (b, a) } else { (a, b) };
                let Some(constant) = terms.constant_u64(constant) else { return false };
                rest.push((variable, number.wrapping_sub(constant), 0, width));
            }
            Op::BvMul if is_whole && width <= 64 => {
                let [a, b] = *terms.args(term) else { return false };
                let (variable, constant) = if terms.is_constant(a) { (b, a) } else { (a, b) };
                let factor = terms.constant_u64(constant).and_then(|c| quotient(number, c, width));
                let Some(factor) = factor else { return false };
                rest.push((variable, factor, 0, width));
            }
            // Evaluation says whether it is the right one.
            Op::Const => {}
            _ => return false,
        }
    }
    true
}

/// What times a factor is a product, in numbers of this width.
fn quotient(product: u64, factor: u64, width: u32) -> Option<u64> {
    let mask = u64::MAX >> (64 - width);
    let (product, twos) = (product & mask, factor.trailing_zeros());
    if factor & mask == 0 || product.trailing_zeros() < twos {
        return None;
    }
    let odd = factor >> twos;
    // Each step doubles the bits that are right; an odd number has three of them itself.
    let inverse = (0..5)
        .fold(odd, |guess: u64, _| guess.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(guess))));
    Some((product >> twos).wrapping_mul(inverse) & mask)
}

/// That not all of the conditions hold.
fn all_but(terms: &mut TermStore, conditions: &[Term]) -> Term {
    let all = terms.and_all(conditions.iter().copied());
    terms.not(all)
}

/// Whether a path ends in an error.
fn is_error(leaf: &Leaf) -> bool {
    leaf.pairs.iter().any(|pair| pair.end == End::Error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_term::Sort;

    #[test]
    fn simple_terms_are_made_numbers() {
        let mut terms = TermStore::new();
        let bytes: Vec<Term> =
            (0..4).map(|k| terms.var(&format!("b{k}"), Sort::BitVec(8))).collect();
        let word = bytes[1..].iter().fold(bytes[0], |low, &high| terms.concat(high, low));
        let ten = terms.bv_u64(32, 10);
        let sum = terms.bv_add(word, ten);
        let wide = terms.sign_extend(bytes[3], 32);
        let other = terms.var("other", Sort::BitVec(64));
        let part = terms.extract(other, 47, 16);
        let [three, hundred] = [3, 100].map(|factor| terms.bv_u64(32, factor));
        let (thrice, hundreds) = (terms.bv_mul(word, three), terms.bv_mul(word, hundred));
        for (term, number) in [
            (word, 0xDEAD_BEEF),
            (sum, 3),
            (wide, 0xFFFF_FF80),
            (part, 0x1234_5678),
            (other, u64::MAX - 1),
            (thrice, 14),
            (hundreds, 0x1234_5600),
        ] {
            let mut model = Model::new();
            assert!(assume(&terms, &mut model, term, number, |_| true));
            let mut witness = Witness::new(model);
            assert_eq!(witness.bits(&terms, term).low_u64(), number);
        }
        let none = |model: &mut Model| assume(&terms, model, hundreds, 2, |_| true);
        assert!(!none(&mut Model::new()), "twice a number is no multiple of a hundred");
        let product = terms.bv_mul(word, sum);
        assert!(!assume(&terms, &mut Model::new(), product, 7, |_| true));
    }

    #[test]
    fn parts_of_a_variable_are_set_one_after_the_other() {
        let mut terms = TermStore::new();
        let word = terms.var("w", Sort::BitVec(32));
        let mut model = Model::new();
        for k in 0..4 {
            let byte = terms.extract(word, 8 * k + 7, 8 * k);
            assert!(assume(&terms, &mut model, byte, u64::from(k + 1), |_| true));
        }
        assert_eq!(Witness::new(model).bits(&terms, word).low_u64(), 0x0403_0201);
    }
}
