//! Several paths of a callee that are executed as one, as far as their choices are the same.
//!
//! Where several paths of a call are known to be possible before they are executed, what they begin with is
//! executed once, along their choices and with the solver off; where the choices part, the
//! state is copied, as where a search forks, but nothing is asked.
//!
//! Laws: the conditions of a group are those of its call, and what was decided since on every one of its
//! paths; the witness is on its first path. So to forget the group loses nothing, since its state stands for all
//! of its paths; it may repeat paths that wait elsewhere, and is only done where a tree was wrong. Whatever is not a recorded choice (an address, a size, a number that is
//! made plain) is met by each path on its own, with its conditions.
//!
//! The easy mistake is to drop some paths of a group, as those that a choice disagrees with are dropped elsewhere: nobody
//! else follows them. Nor is a condition of one of them one of the others: where the callee alone decided something else, by
//! plain numbers, what decides it here may be what another conditional decides on one of the paths.

use crate::explorer::Explorer;
use crate::frontier::{Held, Waiting};
use crate::memo::replay::{Errand, Guide, add_new, is_same};
use crate::memo::site::Site;
use pathweave_exec::Witness;
use pathweave_exec::state::Choice;
use pathweave_solver::Answer;
use pathweave_term::{Model, Term};
use std::cell::RefCell;
use std::rc::Rc;

/// Paths of a callee that are followed together.
#[derive(Clone)]
pub(crate) struct Group {
    site: Rc<RefCell<Site>>,
    /// An input of the caller.
    witness: Rc<Model>,
    /// That of the first path, as it was found. If the machine has another one, it gave a value to something that
    /// only exists in the callee, and has a condition that says so.
    input: Rc<Model>,
    /// Which of those found at the site, and their leaves; two at least.
    members: Vec<Member>,
}

/// What was found at a site, and its leaf.
#[derive(Clone, Copy)]
struct Member {
    found: usize,
    leaf: usize,
}

impl Group {
    /// Some of what was found at a site, the witness being on the first of them; none if their choices are all the same.
    pub fn new(
        site: &Rc<RefCell<Site>>,
        witness: Rc<Model>,
        members: std::ops::Range<usize>,
    ) -> Option<Self> {
        let known = site.borrow();
        let leaf = |found: usize| known.paths[known.found()[found].path].leaf;
        let members: Vec<Member> =
            members.map(|found| Member { found, leaf: leaf(found) }).collect();
        let input = Rc::clone(&witness);
        has_choices(&members).then(|| Self { site: Rc::clone(site), witness, input, members })
    }

    /// Whether a model is the input of the first path, as it was found.
    pub fn has_input(&self, model: &Rc<Model>) -> bool {
        Rc::ptr_eq(&self.input, model)
    }

    /// Whether something is a condition of every path.
    pub fn conditions_contain(&self, condition: Term) -> bool {
        let site = self.site.borrow();
        let conditions = |member: &Member| &site.paths[site.found()[member.found].path].conditions;
        let first = conditions(&self.members[0]).iter().position(|&other| other == condition);
        let Some(at) = first else { return false };
        // Paths have what they begin with in common, mostly at the same place.
        let has_it = |all: &Vec<Term>| all.get(at) == Some(&condition) || all.contains(&condition);
        self.members[1..].iter().map(conditions).all(has_it)
    }

    /// The leaves of the paths.
    pub fn leaves(&self) -> Vec<usize> {
        self.members.iter().map(|member| member.leaf).collect()
    }
}

/// Whether not all paths have the same choices.
fn has_choices(members: &[Member]) -> bool {
    members.iter().any(|member| member.leaf != members[0].leaf)
}

impl<'p> Explorer<'p, '_> {
    fn guide_of_group(&mut self) -> Option<&mut Guide> {
        let memo = self.memo.as_mut()?;
        memo.trail.guide.as_mut().filter(|guide| guide.group.is_some())
    }

    /// Whether several paths are executed as one.
    pub(super) fn is_group(&mut self) -> bool {
        self.guide_of_group().is_some()
    }

    /// Before something is decided: of a group, the paths that do the same here stay together, and
    /// the others wait. Where it is no recorded choice, each is on its own. Says whether something more is known
    /// of the running state, so that it may be decided now.
    pub(super) fn part(&mut self) -> bool {
        let Some(guide) = self.guide_of_group() else { return false };
        let (tree, depth, serial) = (Rc::clone(&guide.tree), guide.depth, guide.serial);
        let (start, verified) = (guide.start, guide.verified);
        let Some(group) = guide.group.clone() else { return false };
        let state = &self.machine.state;
        let frame = state.frame();
        let here = (frame.code.func, frame.pc);
        let made = state.choices.as_deref().unwrap_or_default();
        let made = made.get(start..).unwrap_or_default();
        let recorded = |member: &Member| &tree.leaves[member.leaf].choices;
        let is_inside = state.frames.get(depth).is_some_and(|frame| frame.serial == serial);
        let is_on_it = |choices: &Vec<Choice>| {
            let mut both = made.iter().zip(choices).skip(verified);
            both.all(|(a, b)| is_same(a, b))
        };
        if !is_inside || !group.members.iter().map(recorded).all(is_on_it) {
            debug_assert!(false, "the choices of a group part before it ends");
            return false;
        }
        let ways = group.members.iter().map(|member| {
            let next = recorded(member).get(made.len())?;
            (next.symbolic && (next.func, next.pc) == here).then_some(next.way)
        });
        let Some(ways) = ways.collect::<Option<Vec<_>>>() else {
            self.dissolve();
            return true;
        };
        let mut apart: Vec<(_, Vec<Member>)> = Vec::new();
        for (&member, way) in group.members.iter().zip(ways) {
            match apart.iter_mut().find(|(known, _)| *known == way) {
                Some((_, members)) => members.push(member),
                None => apart.push((way, vec![member])),
            }
        }
        if apart.len() < 2 {
            return false;
        }
        let mut apart = apart.into_iter().map(|(_, members)| members);
        let own = apart.next().unwrap_or_default();
        for members in apart.rev() {
            self.leave(&group, members);
        }
        self.stay(&group, own)
    }

    /// Each path of a group is on its own from here on.
    pub(crate) fn dissolve(&mut self) {
        let Some(group) = self.guide_of_group().and_then(|guide| guide.group.clone()) else {
            return;
        };
        for &member in group.members[1..].iter().rev() {
            self.leave(&group, vec![member]);
        }
        self.stay(&group, vec![group.members[0]]);
    }

    /// Leaves paths of a group waiting where it is now.
    fn leave(&mut self, group: &Group, members: Vec<Member>) {
        if members.len() > 1 && !has_choices(&members) {
            for &member in members.iter().rev() {
                self.leave(group, vec![member]);
            }
            return;
        }
        let state = &mut self.machine.state;
        state.trim();
        self.path.catch_up(&state.conditions);
        let mut state = Box::new(state.clone());
        let mut trail = self.memo.as_ref().map(|memo| memo.trail.clone()).unwrap_or_default();
        let mut input = group.site.borrow().input(members[0].found, &group.witness);
        let is_as_found = group.has_input(&self.machine.witness.shared_model());
        let commits = members.len() == 1;
        if commits {
            add_conditions(&mut state.conditions, group, members[0]);
        }
        if !is_as_found {
            match self.ask(&state.conditions) {
                Answer::Sat(model) => input = model,
                Answer::Unsat(_) => return,
                Answer::Unknown(why) => {
                    self.refuse("the solver gave up");
                    let place = self.place_of(&state);
                    return self.note(&format!("solver-unknown: {why}"), &place);
                }
            }
        }
        let witness = Rc::new(input);
        debug_assert!({
            let mut input = Witness::of(Rc::clone(&witness));
            state.conditions.iter().all(|&condition| input.holds(&self.machine.terms, condition))
        });
        if let Some(guide) = &mut trail.guide {
            follow_members(guide, group, Rc::clone(&witness), members);
        }
        let mut decisions = self.path.clone();
        decisions.catch_up(&state.conditions);
        let frame = state.frame();
        let waiting = Waiting {
            at: (frame.code.func, frame.pc),
            distance: self.distance(&state, frame.pc),
            held: Held::Copy(state),
            decisions,
            witness,
            choice: self.choice,
            errand: Some(Box::new(Errand::Known(trail))),
        };
        self.push_waiting(waiting);
    }

    /// Goes on with the paths of a group that the witness is one of. Says whether it is one.
    fn stay(&mut self, group: &Group, members: Vec<Member>) -> bool {
        if !has_choices(&members) {
            for &member in members[1..].iter().rev() {
                self.leave(group, vec![member]);
            }
            add_conditions(&mut self.machine.state.conditions, group, members[0]);
        }
        if let Some(guide) = self.guide_of_group() {
            follow_members(guide, group, Rc::clone(&group.input), members);
        }
        self.guide_of_group().is_none()
    }
}

/// Adds what is known of a path of a group.
fn add_conditions(conditions: &mut Vec<Term>, group: &Group, member: Member) {
    let site = group.site.borrow();
    add_new(conditions, &site.paths[site.found()[member.found].path].conditions);
}

/// Makes a guide follow these paths of a group, the first on an input of its own; only that one, if their choices are the same.
fn follow_members(guide: &mut Guide, group: &Group, input: Rc<Model>, members: Vec<Member>) {
    if has_choices(&members) {
        guide.leaves = members.iter().map(|member| member.leaf).collect();
        let (site, witness) = (Rc::clone(&group.site), Rc::clone(&group.witness));
        guide.group = Some(Group { site, witness, input, members });
    } else {
        guide.leaves = vec![members[0].leaf];
        guide.group = None;
    }
}
