//! Several paths of a callee that are executed as one, as far as their choices are the same.
//!
//! Where several paths of a call are known to be possible before they are executed, what they begin with is
//! executed once, along their choices and with the solver off; where the choices part, the
//! state is copied, as where a search forks, but nothing is asked.
//!
//! Laws: the conditions of a group are those of its call, and what was decided since on every one of its
//! paths; the witness is on its first path. So to forget the group is always right: its state stands for all
//! of its paths. Whatever is not a recorded choice (an address, a size, a number that is
//! made plain) is met by each path on its own, with its conditions.
//!
//! The easy mistake is to drop some paths of a group, as those that a choice disagrees with are dropped elsewhere: nobody
//! else follows them.

use crate::explorer::Explorer;
use crate::frontier::{Held, Waiting};
use crate::memo::replay::{Errand, Guide, is_same};
use crate::memo::site::Site;
use pathweave_exec::state::Choice;
use pathweave_term::{Model, Term};
use std::cell::RefCell;
use std::rc::Rc;

/// Paths of a callee that are followed together.
#[derive(Clone)]
pub(crate) struct Group {
    site: Rc<RefCell<Site>>,
    /// An input of the caller.
    witness: Rc<Model>,
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
    /// All that was found at a site, from the first of `members` on; none if there is nothing to share.
    pub fn new(
        site: &Rc<RefCell<Site>>,
        witness: Rc<Model>,
        members: std::ops::Range<usize>,
    ) -> Option<Self> {
        let known = site.borrow();
        let leaf = |found: usize| known.paths[known.found()[found].path].leaf;
        let members: Vec<Member> =
            members.map(|found| Member { found, leaf: leaf(found) }).collect();
        has_choices(&members).then(|| Self { site: Rc::clone(site), witness, members })
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

    /// Before something is decided: of a group, the paths that do the same here stay together, and
    /// the others wait. Where it is no recorded choice, each is on its own. Says whether something more is known
    /// of the running state, so that it may be decided now.
    pub(super) fn part(&mut self) -> bool {
        let Some(guide) = self.guide_of_group() else { return false };
        let Some(group) = guide.group.clone() else { return false };
        let (tree, depth, serial) = (Rc::clone(&guide.tree), guide.depth, guide.serial);
        let (start, verified) = (guide.start, guide.verified);
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
            // It is forgotten.
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
        let witness = group.site.borrow().input(members[0].found, &group.witness);
        let state = &mut self.machine.state;
        state.trim();
        self.path.catch_up(&state.conditions);
        let mut state = Box::new(state.clone());
        let mut trail = self.memo.as_ref().map(|memo| memo.trail.clone()).unwrap_or_default();
        if let Some(guide) = &mut trail.guide {
            follow_members(guide, &mut state.conditions, group, members);
        }
        let mut decisions = self.path.clone();
        decisions.catch_up(&state.conditions);
        let frame = state.frame();
        let waiting = Waiting {
            at: (frame.code.func, frame.pc),
            distance: self.distance(&state, frame.pc),
            held: Held::Copy(state),
            decisions,
            witness: Rc::new(witness),
            choice: self.choice,
            errand: Some(Box::new(Errand::Known(trail))),
        };
        self.push_waiting(waiting);
    }

    /// Goes on with the paths of a group that the witness is one of. Says whether it is one.
    fn stay(&mut self, group: &Group, members: Vec<Member>) -> bool {
        if members.len() > 1 && !has_choices(&members) {
            for &member in members[1..].iter().rev() {
                self.leave(group, vec![member]);
            }
        }
        let guide = self.memo.as_mut().and_then(|memo| memo.trail.guide.as_mut());
        if let Some(guide) = guide {
            follow_members(guide, &mut self.machine.state.conditions, group, members);
        }
        self.guide_of_group().is_none()
    }
}

/// Makes a state that of these paths; of the first one, if their choices are the same.
fn follow_members(
    guide: &mut Guide,
    conditions: &mut Vec<Term>,
    group: &Group,
    members: Vec<Member>,
) {
    let is_group = has_choices(&members);
    if !is_group {
        let site = group.site.borrow();
        for condition in &site.paths[site.found()[members[0].found].path].conditions {
            if !conditions.contains(condition) {
                conditions.push(*condition);
            }
        }
    }
    guide.leaves = match is_group {
        true => members.iter().map(|member| member.leaf).collect(),
        false => vec![members[0].leaf],
    };
    guide.group = is_group.then(|| Group {
        site: Rc::clone(&group.site),
        witness: Rc::clone(&group.witness),
        members,
    });
}
