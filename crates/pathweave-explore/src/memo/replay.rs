//! Execution along the choices recorded of a callee, and the writing of trees.
//!
//! A path whose conditions are known completely in the caller's terms (*exact*) runs on an input that
//! satisfies them. A conditional goes as recorded, and its other side is dropped, since another path of the callee has it, if what decides it
//! is one of the recorded conditions in the caller's terms. Where something is not known before the callee is executed, the conditions were
//! checked *conservatively*, and the callee is executed with the solver on: what is not recorded may be possible in a heap of a shape that nobody looked at.
//! Dropping is right because the paths of a complete tree cover every
//! input of the shapes that it was executed with; whatever is decided by something else (an address, a size, memory that was no input of the
//! callee alone) is split as usual.
//!
//! The easy mistake is to drop the other side of a conditional that the callee alone decided by plain
//! numbers: then no other path of the tree has it.

use crate::decisions::Decisions;
use crate::explorer::Explorer;
use crate::frontier::{Held, Parked, Waiting};
use crate::memo::Heuristic;
use crate::memo::group::Group;
use crate::memo::heaps::Heaps;
use crate::memo::map::Built;
use crate::memo::record::{self, Refusal};
use crate::memo::rest::Rest;
use crate::memo::site::Sites;
use crate::memo::tree::{End, Leaf, MemoizationTree, Place, Resume, Segment};
use pathweave_exec::code::Op;
use pathweave_exec::state::Choice;
use pathweave_exec::{CallDecision, CallHook, Exhausted, Stop};
use pathweave_ir::{Entity, Func};
use pathweave_solver::Answer;
use pathweave_term::{Op as TermOp, Sort, Term};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Choices that are kept of a path that was cut.
const MOST_CHOICES: usize = 512;

/// Defers calls of the functions that have a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deferral(pub Rc<[bool]>);

impl CallHook for Deferral {
    #[inline(always)]
    fn enters(&mut self, func: Func) -> bool {
        !self.0.get(func.index()).copied().unwrap_or(false)
    }

    fn decide(&mut self, _func: Func, _args: &[u64]) -> CallDecision {
        CallDecision::Defer
    }
}

/// Paths of a callee that are being followed.
#[derive(Clone)]
pub(crate) struct Guide {
    pub(super) tree: Rc<MemoizationTree>,
    /// Those that the choices so far agree with; one, if its conditions are known completely, or
    /// those of a group.
    pub(super) leaves: Vec<usize>,
    exact: bool,
    /// The first choice of the callee, and how many are known to be the recorded ones.
    pub(super) start: usize,
    pub(super) verified: usize,
    /// The first condition that was added for the callee.
    conditions: usize,
    /// The callee's frame.
    pub(super) depth: usize,
    pub(super) serial: u64,
    /// Paths that are executed as one.
    pub(super) group: Option<Group>,
}

/// Which paths of a callee are followed.
pub(super) enum Followed {
    /// Any of these leaves, with the solver on.
    Any(Vec<usize>),
    /// This leaf.
    One(usize),
    /// All of these.
    Group(Group),
}

/// What is known of the running path.
#[derive(Clone, Default)]
pub(crate) struct Trail {
    pub(super) guide: Option<Guide>,
    /// The call that is executed beside all recorded paths: its depth and serial number.
    beside: Option<(usize, u64)>,
    /// Only of a path that is recorded.
    segments: Vec<Segment>,
}

/// What a waiting state is for.
pub(crate) enum Errand<'p> {
    /// To go on, if its last condition is possible.
    Trail(Trail),
    /// To go on: its witness satisfies all conditions.
    Known(Trail),
    /// To call a function along those of its paths that are possible.
    Rest(Box<Rest>, Trail),
    /// To call a function in heaps that nobody followed yet.
    Heaps(Box<Heaps<'p>>, Trail),
}

/// A tree in the making.
pub(crate) struct Recording {
    pub places: Vec<Place>,
    pub leaves: Vec<Leaf>,
    pub refused: Option<Refusal>,
    pub bound: u64,
    pub most: usize,
    /// Whether conditions mention where a global or a function is.
    pub is_placed: bool,
}

/// What is counted of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls {
    pub reused: u64,
    pub entered: BTreeMap<&'static str, u64>,
}

/// What the strategy adds to an exploration.
pub(crate) struct Memo {
    pub trees: Rc<BTreeMap<Func, Rc<MemoizationTree>>>,
    pub recording: Option<Recording>,
    pub trail: Trail,
    pub calls: BTreeMap<Func, Calls>,
    pub heuristic: Heuristic,
    /// Whether every path of a callee is asked for on its own.
    pub each: bool,
    pub built: Built,
    pub sites: Sites,
}

/// What the next conditional does on the recorded paths.
pub(super) struct Expected {
    /// On the first of them.
    choice: Choice,
    /// Whether it is the same conditional on all, decided by a term.
    is_same_place: bool,
    /// Whether it goes the same way on all.
    is_same_way: bool,
}

/// Where the running path is on the recorded one.
pub(super) enum Position {
    /// Not on one.
    Free,
    /// What the next conditional does, if that is known; whether the path is exact.
    Inside(Option<Expected>, bool),
    /// It left it: another path of the callee covers what it does.
    Left,
}

/// Adds the conditions that are not there yet.
pub(super) fn add_new<'t>(conditions: &mut Vec<Term>, more: impl IntoIterator<Item = &'t Term>) {
    for condition in more {
        if !conditions.contains(condition) {
            conditions.push(*condition);
        }
    }
}

pub(super) fn is_same(a: &Choice, b: &Choice) -> bool {
    (a.func, a.pc, a.way) == (b.func, b.pc, b.way)
}

impl Memo {
    pub(crate) fn new(
        trees: Rc<BTreeMap<Func, Rc<MemoizationTree>>>,
        (heuristic, each): (Heuristic, bool),
        recording: Option<Recording>,
    ) -> Self {
        Self {
            trees,
            recording,
            trail: Trail::default(),
            calls: BTreeMap::new(),
            heuristic,
            each,
            built: Built::default(),
            sites: Sites::default(),
        }
    }
}

impl Memo {
    /// Another path runs, which no recorded one is followed on.
    pub(crate) fn forget_trail(&mut self) {
        self.trail = Trail::default();
    }
}

impl<'p> Explorer<'p, '_> {
    /// Whether a tree is being made, and cannot be.
    pub(crate) fn is_refused(&self) -> bool {
        let recording = self.memo.as_ref().and_then(|memo| memo.recording.as_ref());
        recording.is_some_and(|recording| recording.refused.is_some())
    }

    pub(crate) fn is_recording(&self) -> bool {
        self.memo.as_ref().is_some_and(|memo| memo.recording.is_some())
    }

    pub(crate) fn refuse(&mut self, why: Refusal) {
        if let Some(recording) = self.memo.as_mut().and_then(|memo| memo.recording.as_mut()) {
            recording.refused.get_or_insert(why);
        }
    }

    /// The trail of the running path, for a state that is split off.
    pub(crate) fn errand(&self) -> Option<Box<Errand<'p>>> {
        self.memo.as_ref().map(|memo| Box::new(Errand::Trail(memo.trail.clone())))
    }

    /// Sees whether the running path still does what is recorded.
    pub(super) fn position(&mut self) -> Position {
        let Some(memo) = self.memo.as_mut() else { return Position::Free };
        let Some(guide) = memo.trail.guide.as_mut() else { return Position::Free };
        let state = &self.machine.state;
        let made = state.choices.as_deref().unwrap_or_default();
        let made = made.get(guide.start..).unwrap_or_default();
        let tree = Rc::clone(&guide.tree);
        let verified = guide.verified;
        let before = guide.leaves.len();
        guide.leaves.retain(|&leaf| {
            let recorded = &tree.leaves[leaf].choices;
            let both = made.len().min(recorded.len());
            (verified..both).all(|at| is_same(&made[at], &recorded[at]))
        });
        guide.verified = made.len();
        let is_torn = guide.group.is_some() && guide.leaves.len() < before;
        debug_assert!(!is_torn, "the paths of a group make the choices that were recorded");
        if guide.leaves.is_empty() || is_torn {
            memo.trail.guide = None;
            // A heap may have a shape that no recorded path has: what is not recorded is no proof.
            let is_left = memo.heuristic == Heuristic::ErrorsOnly;
            return if is_left { Position::Left } else { Position::Free };
        }
        let inside = state.frames.get(guide.depth).is_some_and(|f| f.serial == guide.serial);
        if !inside {
            let length = |leaf: usize| tree.leaves[leaf].choices.len();
            let ended = guide.leaves.iter().copied().filter(|&leaf| length(leaf) <= made.len());
            if memo.recording.is_some()
                && let Some(leaf) = ended.max_by_key(|&leaf| length(leaf))
            {
                memo.trail.segments.push(Segment {
                    start: guide.start,
                    len: length(leaf),
                    name: tree.name.as_str().into(),
                    leaf,
                });
            }
            memo.trail.guide = None;
            return Position::Free;
        }
        let mut expected: Option<Expected> = None;
        for &leaf in &guide.leaves {
            let Some(&choice) = tree.leaves[leaf].choices.get(made.len()) else { continue };
            match &mut expected {
                None => {
                    let (is_same_place, is_same_way) = (choice.symbolic, true);
                    expected = Some(Expected { choice, is_same_place, is_same_way });
                }
                Some(Expected { choice: first, is_same_place, is_same_way }) => {
                    let is_there = (choice.func, choice.pc) == (first.func, first.pc);
                    *is_same_place &= is_there && choice.symbolic;
                    *is_same_way &= choice.way == first.way;
                }
            }
        }
        let ends_here = |leaf: usize| {
            let Leaf { choices, pairs, .. } = &tree.leaves[leaf];
            choices.len() <= made.len() && pairs.iter().any(|pair| pair.end != End::Returned)
        };
        if guide.leaves.iter().any(|&leaf| ends_here(leaf)) {
            // What is recorded ended here: in a bug that this context need not have, at the bound.
            if expected.is_none() {
                memo.trail.guide = None;
                return Position::Free;
            }
            return Position::Inside(None, guide.exact);
        }
        Position::Inside(expected, guide.exact)
    }

    /// A decision of the running path. Says whether it goes on.
    pub(crate) fn decide(&mut self, guard: Term) -> bool {
        if self.part() {
            return true;
        }
        let (expected, exact) = match self.position() {
            Position::Left => return false,
            Position::Free => return self.split_counted(guard),
            Position::Inside(expected, exact) => (expected, exact),
        };
        let frame = self.machine.state.frame();
        let is_branch = frame.code.ops[frame.pc as usize].jump().is_some();
        let here = (frame.code.func, frame.pc);
        let is_recorded = |e: &Expected| e.is_same_place && (e.choice.func, e.choice.pc) == here;
        let Some(Expected { choice, is_same_way, .. }) = expected.filter(is_recorded) else {
            return self.split_counted(guard);
        };
        // Not exactly known: the other side may be possible in a heap that nobody looked at.
        if !exact || (is_branch && !is_same_way) {
            return self.split_counted(guard);
        }
        // The guard of a switch says that it goes the witness's way.
        let wanted = match is_branch && choice.way != 1 {
            true => self.machine.terms.not(guard),
            false => guard,
        };
        if self.is_condition_of_path(wanted) {
            add_new(&mut self.machine.state.conditions, [&wanted]);
            return true;
        }
        let machine = &mut self.machine;
        if !machine.witness.holds(&machine.terms, wanted) {
            // The witness left the path: it is not followed any more.
            if let Some(memo) = &mut self.memo {
                memo.trail.guide = None;
            }
            return self.split_counted(guard);
        }
        // The callee alone decided something else here: no other path of its need have the other side.
        if self.is_group() {
            self.dissolve();
            return true;
        }
        self.split_counted(guard)
    }

    /// Whether a decision of a path that is executed again is one of its recorded conditions, so that another path has the
    /// other side.
    fn is_condition_of_path(&self, wanted: Term) -> bool {
        let guide = self.memo.as_ref().and_then(|memo| memo.trail.guide.as_ref());
        let known = guide.map_or(0, |guide| guide.conditions);
        let (before, own) = self.machine.state.conditions.split_at(known);
        let group = guide.and_then(|guide| guide.group.as_ref());
        own.contains(&wanted)
            || group.is_some_and(|group| group.conditions_contain(wanted))
            || before.contains(&wanted)
    }

    /// What a decision costs as the paper counts: both sides of a conditional are checked, and each
    /// choice of lazy initialization.
    fn cost(&self, guard: Term) -> u64 {
        let frame = self.machine.state.frame();
        let op = frame.code.ops[frame.pc as usize];
        if op.jump().is_some() || matches!(op, Op::Switch { .. } | Op::WideSwitch { .. }) {
            return 2;
        }
        let terms = &self.machine.terms;
        let sides = if terms.op(guard) == TermOp::Eq { terms.args(guard) } else { &[] };
        let number = sides.iter().find_map(|&side| terms.constant_u64(side));
        match number.filter(|_| sides.iter().any(|&side| self.machine.is_open_pointer(side))) {
            None => 0,
            // Null is the first choice; what is left at the end is the last.
            Some(0) => 2,
            Some(_) => 1,
        }
    }

    /// Splits, counting as the paper does.
    fn split_counted(&mut self, guard: Term) -> bool {
        let cost = self.cost(guard);
        self.checks += cost;
        let bound = self.memo.as_ref().and_then(|memo| memo.recording.as_ref()).map(|r| r.bound);
        if bound.is_some_and(|bound| self.machine.state.conditions.len() as u64 >= bound) {
            self.record(End::Cut);
            return false;
        }
        let goes_on = self.split(guard);
        if cost == 2 {
            self.ask_in_vain(&[]);
        }
        goes_on
    }

    /// Asks whether the running state, with more conditions, is possible, where everything is asked. The
    /// witness knows that it is.
    pub(super) fn ask_in_vain(&mut self, more: &[Term]) {
        if self.asks_everything() {
            let conditions = [&self.machine.state.conditions[..], more].concat();
            let answer = self.ask(&conditions);
            debug_assert!(!matches!(answer, Answer::Unsat(_)));
        }
    }

    /// Whether the path that ends now is one of its own, and not one that left what is recorded.
    pub(crate) fn is_on_its_way(&mut self) -> bool {
        !matches!(self.position(), Position::Left)
    }

    /// Follows paths of a callee that is entered next. The conditions from `conditions` on were
    /// added for it.
    pub(super) fn guide(
        &mut self,
        tree: Rc<MemoizationTree>,
        followed: Followed,
        conditions: usize,
    ) {
        let Some(memo) = &mut self.memo else { return };
        let state = &mut self.machine.state;
        let choices = state.choices.get_or_insert_default();
        if memo.recording.is_none() {
            // Nobody looks at what came before.
            choices.clear();
        }
        let (start, verified) = (choices.len(), 0);
        let (depth, serial) = (state.frames.len(), state.next_serial);
        let (leaves, exact, group) = match followed {
            Followed::Any(leaves) => (leaves, false, None),
            Followed::One(leaf) => (vec![leaf], true, None),
            Followed::Group(group) => (group.leaves(), true, Some(group)),
        };
        memo.trail.guide =
            Some(Guide { tree, leaves, exact, start, verified, conditions, depth, serial, group });
    }

    /// A function is entered next with inputs that are on none of its recorded paths.
    pub(super) fn step_beside(&mut self) {
        let place = (self.machine.state.frames.len(), self.machine.state.next_serial);
        if let Some(memo) = &mut self.memo {
            memo.trail.beside = Some(place);
        }
    }

    /// Whether the path that ends now is none: inputs that an assumption of a callee excludes are on no recorded path either.
    fn is_excluded(&self, stop: &Stop) -> bool {
        let beside = self.memo.as_ref().and_then(|memo| memo.trail.beside);
        let is_inside = beside.is_some_and(|(depth, serial)| {
            self.machine.state.frames.get(depth).is_some_and(|frame| frame.serial == serial)
        });
        is_inside && matches!(stop, Stop::Assumed)
    }

    /// The frames below those in which a recorded path is executed again with the solver off.
    pub(crate) fn replayed_from(&self) -> usize {
        let guide = self.memo.as_ref().and_then(|memo| memo.trail.guide.as_ref());
        guide.filter(|guide| guide.exact).map_or(usize::MAX, |guide| guide.depth)
    }

    /// Leaves the beginning of a path waiting, to be executed again from the start.
    pub(crate) fn wait_at(&mut self, resume: &Resume) {
        let terms = &mut self.machine.terms;
        let conditions = resume.conditions.build(terms, |terms, hole| {
            let (name, width) = resume.variables.get(hole as usize)?;
            Some(terms.var(name, Sort::BitVec(*width)))
        });
        let Some(conditions) = conditions.into_iter().collect::<Option<Vec<Term>>>() else {
            return self.refuse("what was stored cannot be read");
        };
        let Answer::Sat(model) = self.ask(&conditions) else {
            return self.refuse("what was stored cannot be gone on with");
        };
        let mut decisions = Decisions::default();
        decisions.catch_up(&conditions);
        let parked = Parked { concretizations: Box::new([]), failing: None };
        let frame = self.machine.state.frame();
        let waiting = Waiting {
            at: (frame.code.func, frame.pc),
            held: Held::Parked(parked),
            decisions,
            distance: 0,
            witness: Rc::new(model),
            choice: None,
            errand: None,
        };
        self.push_waiting(waiting);
    }

    /// Takes up what a waiting state is for; its state is on the machine. Says whether there is a
    /// path to run.
    pub(crate) fn take_up(&mut self, errand: Option<Box<Errand<'p>>>) -> bool {
        let (trail, rest) = match errand.map(|errand| *errand) {
            None => (Trail::default(), None),
            Some(Errand::Trail(trail) | Errand::Known(trail)) => (trail, None),
            Some(Errand::Rest(rest, trail)) => (trail, Some(rest)),
            Some(Errand::Heaps(..)) => unreachable!("heaps are decided before they are taken up"),
        };
        if let Some(memo) = &mut self.memo {
            memo.trail = trail;
        }
        rest.is_none_or(|rest| self.follow(*rest))
    }

    /// Writes the path that ends here into the tree that is being made.
    pub(crate) fn record(&mut self, end: End) {
        if !self.machine.state.imprecisions.is_empty() {
            return self.refuse("values that terms do not express");
        }
        let Some(memo) = &mut self.memo else { return };
        let Some(recording) = &mut memo.recording else { return };
        let state = &self.machine.state;
        let (terms, witness) = (&self.machine.terms, &mut self.machine.witness);
        let pair = match record::pair_of(terms, state, witness, &recording.places, end) {
            Ok(pair) => pair,
            Err(why) => {
                recording.refused.get_or_insert(why);
                return;
            }
        };
        recording.is_placed |= record::is_placed(terms, state);
        let mut choices = state.choices.clone().unwrap_or_default();
        let mut segments = memo.trail.segments.clone();
        if end == End::Cut && choices.len() > MOST_CHOICES {
            // The beginning of a path says where it is cut.
            choices.truncate(MOST_CHOICES);
            segments.retain(|segment| segment.start + segment.len <= MOST_CHOICES);
        }
        let same = |leaf: &&mut Leaf| {
            leaf.choices.len() == choices.len()
                && leaf.choices.iter().zip(&choices).all(|(a, b)| is_same(a, b))
        };
        match recording.leaves.iter_mut().find(same) {
            Some(leaf) => {
                // Decided by a term on any path is decided by a term.
                for (known, new) in leaf.choices.iter_mut().zip(&choices) {
                    known.symbolic |= new.symbolic;
                }
                leaf.pairs.push(pair);
            }
            None => {
                recording.leaves.push(Leaf { choices, segments, pairs: vec![pair] });
            }
        }
        let pairs: usize = recording.leaves.iter().map(|leaf| leaf.pairs.len()).sum();
        if pairs > recording.most {
            recording.refused.get_or_insert("too many paths");
        }
    }

    /// The end of a path: counted and kept, or written into the tree that is being made.
    pub(crate) fn end_path(&mut self, stop: Stop) {
        if !self.is_on_its_way() {
            return;
        }
        if self.is_excluded(&stop) {
            return;
        }
        if !self.is_recording() {
            return self.path_ended(stop);
        }
        match stop {
            Stop::Returned(_) => self.record(End::Returned),
            Stop::Exit(_) => self.record(End::Exited),
            Stop::Finding(_) | Stop::Watched => self.record(End::Error),
            Stop::Assumed => self.record(End::Assumed),
            Stop::Exhausted(Exhausted::PointerDepth(_) | Exhausted::Instructions(_)) => {
                self.record(End::Cut);
            }
            Stop::Exhausted(_) => self.refuse("a limit was hit"),
            _ => self.refuse("something is not supported"),
        }
    }
}
