//! Composition at a call (CompoSE, Algorithm 2): which paths of the callee are possible here.
//!
//! Where the caller's own pointers are not decided yet, they are decided, once for every heap
//! that the callee was executed with (a [`Fork`]), as lazy initialization would decide them: that of the witness first, the
//! others when their turn comes (`heaps`). Then the conditions of every path are known. The paths of a fork are not all asked for, as the
//! paper does: the witness is on one of them; an input on none of those known so far is on another, and
//! when there is no such input the others are impossible. So a call asks one question for every path
//! that is possible, and one more; only where most of a callee's paths turned out to be possible they are asked for one by one. [`MemoOptions::each`](super::MemoOptions) asks as the paper does.
//!
//! The easy mistake is to leave the conditions of a fork in its state: a waiting state satisfies its
//! conditions with its witness, and what pointers are is part of the question.

use crate::explorer::{Explorer, Layer};
use crate::frontier::{Held, Waiting};
use crate::memo::Heuristic;
use crate::memo::group::Group;
use crate::memo::heaps::{Fork, distance};
use crate::memo::map::{Context, Fit, Looked, OpenPointer};
use crate::memo::replay::{Errand, Followed, Position, Trail, add_new};
use crate::memo::rest::Rest;
use crate::memo::site::{Done, Known, Path, Site};
use crate::memo::tree::{End, Leaf, MemoizationTree};
use pathweave_exec::state::State;
use pathweave_exec::{DeferredCall, Witness, Word};
use pathweave_ir::Func;
use pathweave_solver::Answer;
use pathweave_term::{Model, Term};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Which pair of which leaf of a tree.
pub(super) type PairAt = (usize, usize);

/// A pair of conditions at a call.
pub(super) struct Fitted {
    pub path: Path,
    /// Whether the conditions are all.
    pub exact: bool,
    pub open: Option<OpenPointer>,
}

/// What is known of the callee's paths at a call.
enum Paths<'p> {
    /// All conditions, of those that the caller's memory does not contradict.
    Exact(Vec<Fork<'p>>),
    /// A necessary condition of each.
    Open(Vec<(usize, Term)>),
    /// Those of which all conditions are known, and pairs of which they are when pointers are decided.
    Undecided(Vec<Path>, Vec<PairAt>),
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
            Ok(Paths::Undecided(known, pairs)) => {
                self.count_call(call.func, None);
                self.follow_heaps(&tree, call, known, pairs)
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
        let mut looked = Looked::default();
        for (leaf, pair) in all.flat_map(|(k, leaf)| (0..leaf.pairs.len()).map(move |p| (k, p))) {
            match self.fit(tree, call.func, (leaf, pair), &call.args, (&mut looked, false))? {
                None => {}
                Some(Fitted { path, exact: true, .. }) => exact.push(path),
                Some(Fitted { path, open: pointer, .. }) => {
                    can_decide &= pointer.is_some();
                    open.push(((leaf, pair), path));
                }
            }
        }
        if exact.is_empty() && open.is_empty() {
            return Err("shape");
        }
        let mut forks = Vec::new();
        if !open.is_empty() {
            let pairs: Vec<PairAt> = open.iter().map(|(pair, _)| *pair).collect();
            if can_decide && !self.asks_for_each() {
                return Ok(Paths::Undecided(exact, pairs));
            }
            match can_decide.then(|| self.decide_heaps(tree, call, &exact, pairs)) {
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
            forks.insert(
                0,
                Fork { state: None, call, heap, paths: exact, known: Known::Conditions },
            );
        }
        Ok(Paths::Exact(forks))
    }

    /// Whether every path of a callee is asked for on its own.
    fn asks_for_each(&self) -> bool {
        let memo = self.memo.as_ref();
        memo.is_some_and(|memo| memo.each || memo.heuristic != Heuristic::None)
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

    /// A pair in the machine's state; none if its conditions are contradicted. `looked` is what was
    /// found there for other pairs; `wants_pointer` if a pointer to be decided is enough.
    pub(super) fn fit<'t>(
        &mut self,
        tree: &'t MemoizationTree,
        func: Func,
        (leaf, pair): PairAt,
        args: &[Word],
        (looked, wants_pointer): (&mut Looked<'t>, bool),
    ) -> Result<Option<Fitted>, &'static str> {
        let Some(memo) = &mut self.memo else { return Ok(None) };
        let machine = &mut self.machine;
        let context = Context { image: self.image, state: &machine.state, args };
        let (key, built) = ((func, (leaf, pair)), &mut memo.built);
        let pair = &tree.leaves[leaf].pairs[pair];
        match context.fit(&mut machine.terms, built, looked, (key, pair), wants_pointer) {
            Fit::Shape => Err("shape"),
            Fit::Inconsistent => Ok(None),
            Fit::Conditions { conditions, exact, open, sample } => {
                let (terms, known) = (&mut machine.terms, &machine.state.conditions);
                let conditions = looked.new_conditions(terms, known, conditions);
                Ok(conditions.map(|conditions| {
                    let path = Path { leaf, conditions, sample };
                    Fitted { path, exact, open }
                }))
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

    /// Goes on along a path that is possible, that of the witness where nothing is known yet, and
    /// leaves the others waiting.
    fn follow_exact(&mut self, tree: &MemoizationTree, forks: Vec<Fork<'p>>) -> bool {
        let heuristic = self.memo.as_ref().map(|memo| memo.heuristic).unwrap_or_default();
        let each = self.asks_for_each();
        let has_error = |path: &Path| is_error(&tree.leaves[path.leaf]);
        let errors_first = heuristic != Heuristic::None
            && forks.iter().any(|fork| fork.paths.iter().any(has_error));
        let is_whole =
            heuristic == Heuristic::None && matches!(&forks[..], [fork] if fork.state.is_none());
        let mut own = None;
        let mut none = None;
        let mut others: Vec<(Rest, Option<Box<State<'p>>>)> = Vec::new();
        for fork in forks {
            let Fork { state, call, heap, paths, known } = fork;
            let paths = self.select(tree, paths, |path| path.leaf);
            if paths.is_empty() {
                continue;
            }
            let accepts = |path: &Path| !errors_first || has_error(path);
            if each && known == Known::Conditions {
                let heap: Rc<[Term]> = heap.into();
                let mut all = Site::new(Rc::clone(&heap), paths.into());
                let of_one =
                    |path: &Path| Rest::of_one(call.clone(), Rc::clone(&heap), path.clone());
                if own.is_none()
                    && let Some(path) = self.find_own(&mut all, accepts)
                {
                    let rest = of_one(&path);
                    rest.site.borrow_mut().add_own(0, &self.machine.witness.shared_model());
                    own = Some((rest, state.clone()));
                }
                if is_whole && own.is_none() && self.is_on_none(&all) {
                    none = Some(of_none(&call, &all));
                }
                if all.done().is_none() {
                    others.extend(all.others().map(|path| (of_one(path), state.clone())));
                }
                continue;
            }
            let mut rest = self.rest_of(call, heap, paths, known);
            rest.is_whole = is_whole;
            let is_own = own.is_none() && self.is_own(&mut rest.site.borrow_mut(), accepts);
            if is_whole && !is_own && self.is_on_none(&rest.site.borrow()) {
                none = Some(of_none(&rest.call, &rest.site.borrow()));
            }
            match is_own {
                true => own = Some((rest, state)),
                false => others.push((rest, state)),
            }
        }
        // The first one is taken up first where the newest are.
        for (rest, state) in others.into_iter().rev() {
            let distance = distance(tree, rest.site.borrow().paths.iter().map(|path| path.leaf));
            self.wait_for(rest, state, distance);
        }
        let Some((rest, state)) = own else {
            return none.is_some_and(|(call, site)| self.follow_none(&call, &site));
        };
        if let Some(state) = state {
            self.machine.state = *state;
        }
        self.follow(rest)
    }

    /// Whether the witness is on a path, or takes one that was found at such a call.
    pub(super) fn is_own(&mut self, site: &mut Site, accepts: impl Fn(&Path) -> bool) -> bool {
        if site.is_open() {
            return false;
        }
        if !site.found().is_empty() {
            // For the path of the witness, as where nothing is known.
            let path = site.found()[0].path;
            let witness = site.input(0, self.machine.witness.model());
            self.machine.witness = Witness::new(witness);
            self.count_own(site, path);
            return true;
        }
        let is_own = self.find_own(site, accepts).is_some();
        if is_own {
            let conditions = std::mem::take(&mut self.machine.state.conditions);
            let witness = self.machine.witness.shared_model();
            self.guess_all(site, &conditions, &witness);
            self.machine.state.conditions = conditions;
        }
        is_own
    }

    /// What is known of a callee's paths at a call with these conditions.
    pub(super) fn site(
        &mut self,
        call: &DeferredCall,
        heap: Vec<Term>,
        paths: Vec<Path>,
        known: Known,
        conditions: &[Term],
    ) -> Rc<RefCell<Site>> {
        // Where a number was made plain, what is impossible may be so because of that, and is looked into.
        let is_exact = known == Known::Conditions;
        let is_shared = is_exact && self.choice.is_none() && self.uses_recorded();
        let Some(memo) = self.memo.as_mut().filter(|_| is_shared) else {
            let mut site = Site::new(heap.into(), paths.into());
            site.known = known;
            site.one_by_one = self.choice.is_none();
            return Rc::new(RefCell::new(site));
        };
        let (terms, slicer) = (&self.machine.terms, &mut self.slicer);
        memo.sites.at(terms, slicer, call.func, (heap, paths), conditions)
    }

    /// Finds the path that the witness is on, if it is acceptable.
    fn find_own(&mut self, site: &mut Site, accepts: impl Fn(&Path) -> bool) -> Option<Path> {
        let machine = &mut self.machine;
        if !site.heap.iter().all(|&c| machine.witness.holds(&machine.terms, c)) {
            return None;
        }
        let at = site.position_of(machine.witness.model(), &machine.terms)?;
        let path = &site.paths[at];
        if !accepts(path) {
            return None;
        }
        let path = path.clone();
        self.count_own(site, at);
        site.add_own(at, &self.machine.witness.shared_model());
        Some(path)
    }

    /// Counts the question about the path that the witness is on.
    fn count_own(&mut self, site: &Site, path: usize) {
        if site.is_question(path) {
            self.checks += 1;
            self.ask_in_vain(&[&site.heap[..], &site.paths[path].conditions].concat());
        }
    }

    /// Counts the question whether another path is possible, to which another call has the answer.
    fn count_done(&mut self, site: &Site, why: Done, conditions: &[Term]) {
        if why != Done::Asked {
            return;
        }
        self.checks += 1;
        if self.asks_everything() {
            let terms = &mut self.machine.terms;
            let mut all = [conditions, &site.heap].concat();
            all.extend(site.found().iter().map(|found| site.not_on(terms, found)));
            let answer = self.ask(&all);
            debug_assert!(!matches!(answer, Answer::Sat(_)));
        }
    }

    /// Whether the witness has the heap of a site, but is on none of the paths: they were recorded in another shape, or an assumption
    /// of the callee excludes it.
    pub(super) fn is_on_none(&mut self, site: &Site) -> bool {
        let (terms, witness) = (&self.machine.terms, &mut self.machine.witness);
        let mut holds = |&condition: &Term| witness.holds(terms, condition);
        !site.is_open()
            && site.heap.iter().all(&mut holds)
            && !site.paths.iter().any(|path| path.conditions.iter().all(&mut holds))
    }

    /// Goes on with the inputs that are on none of the paths, the witness among them, with the solver on.
    pub(super) fn follow_none(&mut self, call: &DeferredCall, site: &Site) -> bool {
        let machine = &mut self.machine;
        add_new(&mut machine.state.conditions, site.heap.iter());
        for path in site.paths.iter() {
            let all = machine.terms.and_all(path.conditions.iter().copied());
            let not = machine.terms.not(all);
            add_new(&mut machine.state.conditions, [&not]);
        }
        self.count_call(call.func, Some("unrecorded"));
        self.step_beside();
        self.enter(call)
    }

    /// Goes on along all paths of a heap that cannot be decided.
    fn follow_all(&mut self, rest: &Rest) -> bool {
        let site = rest.site.borrow();
        let conditions = &mut self.machine.state.conditions;
        let before = conditions.len();
        add_new(conditions, site.heap.iter());
        let tree = self.memo.as_ref().and_then(|memo| memo.trees.get(&rest.call.func));
        if let Some(tree) = tree.filter(|_| site.known == Known::Leaves).map(Rc::clone) {
            let mut leaves: Vec<usize> = site.paths.iter().map(|path| path.leaf).collect();
            leaves.sort_unstable();
            leaves.dedup();
            self.guide(tree, Followed::Any(leaves), before);
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
        let asks = self.asks_everything();
        for (leaf, condition) in paths {
            let machine = &mut self.machine;
            self.checks += u64::from(!machine.terms.is_constant(condition));
            let mut possible = !asks && machine.witness.holds(&machine.terms, condition);
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
        let before = self.machine.state.conditions.len();
        self.guide(Rc::clone(tree), Followed::Any(leaves), before);
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

    pub(super) fn count_call(&mut self, func: Func, entered: Option<&'static str>) {
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
        witness: &Rc<Model>,
    ) -> Answer {
        let mut site = rest.site.borrow_mut();
        if rest.followed < site.found().len() {
            return Answer::Sat(site.input(rest.followed, witness));
        }
        if let Some(why) = site.done() {
            self.count_done(&site, why, conditions);
            return Answer::Unsat(Vec::new());
        }
        if self.guess_all(&mut site, conditions, witness) {
            return Answer::Sat(site.input(rest.followed, witness));
        }
        let func = rest.call.func;
        let mut conditions = conditions.to_vec();
        loop {
            let memo = self.memo.as_ref().filter(|_| !self.is_over());
            let one = memo.and_then(|memo| memo.sites.next_question(func, &site));
            let terms = &mut self.machine.terms;
            let question = match one {
                Some(path) => site.question_of(terms, path),
                None => site.question(terms),
            };
            self.checks += 1;
            conditions.push(question);
            let answer = match self.guesses() && !self.asks_everything() {
                // An input was looked for already, for each of the paths.
                true => self.ask_part(&conditions, witness),
                false => self.ask_last(&conditions, witness),
            };
            conditions.pop();
            match (&answer, one) {
                (Answer::Unknown(_), Some(_)) if site.others_left() > 1 => {
                    // One that is too hard must not hide the others.
                    site.one_by_one = false;
                    continue;
                }
                (Answer::Unknown(_), _) => {}
                (Answer::Sat(model), _) => {
                    self.learn(func, 0);
                    let at = one.or_else(|| site.position_of(model, &self.machine.terms));
                    if let Some(at) = at {
                        site.add(at, model, witness);
                    }
                }
                (Answer::Unsat(_), Some(path)) => {
                    self.learn(func, 1);
                    site.rule_out(path);
                    if site.done().is_none() {
                        continue;
                    }
                }
                (Answer::Unsat(_), None) => {
                    self.learn(func, site.others_left());
                    site.finish(Done::Asked);
                }
            }
            return answer;
        }
    }

    /// A question about paths of a callee found one to be possible, or so many not to be.
    fn learn(&mut self, func: Func, impossible: usize) {
        if let Some(memo) = &mut self.memo {
            memo.sites.learn(func, impossible);
        }
    }

    /// Whether inputs of paths are guessed before it is asked for one.
    fn guesses(&self) -> bool {
        self.uses_recorded() && self.memo.as_ref().is_some_and(|memo| !memo.each)
    }

    /// Whether what was found before is believed, once it is evaluated.
    fn uses_recorded(&self) -> bool {
        !self.options.without.contains(&Layer::Recorded)
    }

    /// Finds those paths for which an input is guessed. Says whether there are any.
    fn guess_all(&mut self, site: &mut Site, conditions: &[Term], witness: &Rc<Model>) -> bool {
        if !self.guesses() {
            return false;
        }
        let repairs = !self.options.without.contains(&Layer::Repair);
        let before = site.found().len();
        while !self.is_over() && site.done().is_none() {
            let (terms, slicer) = (&self.machine.terms, &mut self.slicer);
            if !site.guess(terms, slicer, conditions, witness, repairs) || site.is_open() {
                break;
            }
        }
        site.found().len() > before
    }

    /// Where the running path calls, and its trail.
    pub(super) fn waiting_place(&self) -> ((Func, u32), Trail) {
        let frame = self.machine.state.frame();
        let trail = self.memo.as_ref().map(|memo| memo.trail.clone()).unwrap_or_default();
        ((frame.code.func, frame.pc), trail)
    }

    /// Leaves paths of the callee waiting, in the running state if there is no other.
    pub(super) fn wait_for(&mut self, rest: Rest, state: Option<Box<State<'p>>>, distance: u32) {
        let mut state = state.unwrap_or_else(|| Box::new(self.machine.state.clone()));
        state.trim();
        self.path.catch_up(&state.conditions);
        let (at, trail) = self.waiting_place();
        let waiting = Waiting {
            at,
            held: Held::Copy(state),
            decisions: self.path.clone(),
            distance,
            witness: self.machine.witness.shared_model(),
            choice: self.choice,
            errand: Some(Box::new(Errand::Rest(Box::new(rest), trail))),
        };
        self.push_waiting(waiting);
    }

    /// Calls a function along the first path that was found and not followed yet, which the witness is on, and
    /// those found after it; the others wait.
    pub(crate) fn follow(&mut self, mut rest: Rest) -> bool {
        let site = Rc::clone(&rest.site);
        let site = site.borrow();
        if site.is_open() {
            return self.follow_all(&rest);
        }
        let Some(found) = site.found().get(rest.followed) else {
            // No path has this input, which is another shape or heap: each for itself, and what is on no path of any heap
            // with the solver on.
            let others: Vec<&Path> = site.others().collect();
            for path in others.into_iter().rev() {
                let heap = Rc::clone(&site.heap);
                self.wait_for(Rest::of_one(rest.call.clone(), heap, path.clone()), None, 1);
            }
            return rest.is_whole && self.follow_none(&rest.call, &site);
        };
        let path = &site.paths[found.path];
        let call = rest.call.clone();
        let all = site.found().len();
        let witness = self.machine.witness.shared_model();
        let group = Group::new(&rest.site, witness, rest.followed..all);
        rest.followed = if group.is_some() { all } else { rest.followed + 1 };
        match site.done() {
            Some(why) if rest.followed == all => {
                let conditions = std::mem::take(&mut self.machine.state.conditions);
                self.count_done(&site, why, &conditions);
                self.machine.state.conditions = conditions;
            }
            _ => self.wait_for(rest, None, 1),
        }
        let own = if group.is_none() { &path.conditions[..] } else { &[] };
        let state = &mut self.machine.state;
        let before = state.conditions.len();
        add_new(&mut state.conditions, site.heap.iter().chain(own));
        let tree = self.memo.as_ref().and_then(|memo| memo.trees.get(&call.func)).map(Rc::clone);
        if let Some(tree) = tree {
            let followed = group.map_or(Followed::One(path.leaf), Followed::Group);
            self.guide(tree, followed, before);
        }
        self.enter(&call)
    }
}

/// A call, and its paths, of which it is to be on none.
fn of_none(call: &DeferredCall, site: &Site) -> (DeferredCall, Site) {
    (call.clone(), Site::new(Rc::clone(&site.heap), Rc::clone(&site.paths)))
}

/// Whether a path ends in an error.
pub(super) fn is_error(leaf: &Leaf) -> bool {
    leaf.pairs.iter().any(|pair| pair.end == End::Error)
}
