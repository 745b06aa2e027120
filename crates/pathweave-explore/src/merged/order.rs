//! Which of two states is further: the order in which states have to run so that they meet.
//!
//! Operations of a function are put in a weak topological order (Bourdoncle 1993): the strongly
//! connected components one after the other, and within a component its *head*, where it is
//! entered, before the rest, which is ordered in the same way. A *position* is where a state is in
//! that order: for each frame the places of the components it is in, with how often their heads
//! were passed, down to the operation. Positions are compared from the outermost frame inwards. Whoever is
//! behind runs first; two states that are to become one have equal positions.

use pathweave_exec::Image;
use pathweave_exec::code::{Code, Op, Pc, Target};
use pathweave_exec::state::State;
use pathweave_ir::{CallGraph, Entity, Func, strongly_connected};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Where a state is.
pub(super) type Position = Vec<u32>;

/// The components that an operation is in, outermost first: the place of each and its head.
type Around = Rc<[(u32, Pc)]>;

/// The order of one function, and where states come up for air.
pub(super) struct Order {
    /// By operation: the components around it, and its place in the innermost.
    places: Vec<(Around, u32)>,
    /// By operation: whether states wait for each other before it.
    joins: Vec<bool>,
}

impl Order {
    fn new(code: &Code) -> Self {
        let count = code.ops.len();
        let mut next: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut into = vec![0_u32; count];
        for pc in 0..count as u32 {
            code.for_each_next(pc, |to| {
                if !next[pc as usize].contains(&to) {
                    next[pc as usize].push(to);
                    into[to as usize] += 1;
                }
            });
        }
        let mut order = Self {
            places: vec![(Rc::from([]), 0); count],
            joins: into.iter().map(|&ways| ways > 1).collect(),
        };
        // Components that are left to be ordered inside, with what is around them.
        let mut work: Vec<(Vec<u32>, Around, u32)> =
            vec![((0..count as u32).collect(), Rc::from([]), 0)];
        while let Some((nodes, around, first)) = work.pop() {
            order.arrange(&next, &nodes, &around, first, &mut work);
        }
        order
    }

    /// Gives places to some operations, from `first` on.
    fn arrange(
        &mut self,
        next: &[Vec<u32>],
        nodes: &[u32],
        around: &Around,
        first: u32,
        work: &mut Vec<(Vec<u32>, Around, u32)>,
    ) {
        let numbers: BTreeMap<u32, usize> = nodes.iter().copied().zip(0..).collect();
        let successor = |node: usize, k: usize| {
            let to = next[nodes[node] as usize].get(k)?;
            Some(numbers.get(to).copied())
        };
        let components = strongly_connected(nodes.len(), successor);
        for (place, component) in (first..).zip(components.into_iter().rev()) {
            let mut members: Vec<u32> = component.into_iter().map(|node| nodes[node]).collect();
            members.sort_unstable();
            let only = members[0];
            if members.len() == 1 && !next[only as usize].contains(&only) {
                self.places[only as usize] = (Rc::clone(around), place);
                continue;
            }
            let is_entered = |member: &u32| {
                let is_outside = |from: &u32| members.binary_search(from).is_err();
                nodes
                    .iter()
                    .filter(|from| is_outside(from))
                    .any(|&from| next[from as usize].contains(member))
            };
            let head = members.iter().copied().find(is_entered).unwrap_or(only);
            let inside: Around = around.iter().copied().chain([(place, head)]).collect();
            self.places[head as usize] = (Rc::clone(&inside), 0);
            self.joins[head as usize] = true;
            members.retain(|&member| member != head);
            work.push((members, inside, 1));
        }
    }

    /// Whether an operation is the head of a component.
    fn is_head(&self, pc: Pc) -> bool {
        self.places[pc as usize].0.last().is_some_and(|&(_, head)| head == pc)
    }
}

/// How often a call in progress has passed the heads of the components it is in.
#[derive(Clone, Debug)]
pub(super) struct Rounds {
    serial: u64,
    passed: Vec<(Pc, u32)>,
}

/// The orders of all functions.
pub(super) struct Orders {
    orders: Vec<Option<Order>>,
}

impl Orders {
    /// The orders of what a run from `entry` may execute.
    pub fn new(image: &Image, roots: &[Func]) -> Self {
        let graph = CallGraph::new(&image.program);
        let mut orders: Vec<Option<Order>> = image.program.functions.keys().map(|_| None).collect();
        let reachable = graph.reachable_from(roots.iter().copied());
        for &func in &reachable {
            orders[func.index()] = image.code(func).map(Order::new);
        }
        let returns = |func: Func| {
            let ops = image.code(func).map_or(&[][..], |code| &code.ops);
            ops.iter().filter(|op| matches!(op, Op::Return { .. })).count()
        };
        let many: Vec<bool> = image.program.functions.keys().map(|f| returns(f) > 1).collect();
        for &func in &reachable {
            let (Some(code), Some(order)) = (image.code(func), &mut orders[func.index()]) else {
                continue;
            };
            // Those who return at different places meet after the call.
            for (pc, op) in code.ops.iter().enumerate() {
                let Op::Call { site } = op else { continue };
                let meets = match code.calls[*site as usize].target {
                    Target::Direct(callee) => many[callee.index()],
                    Target::Indirect(_) => true,
                };
                if meets && pc + 1 < order.joins.len() {
                    order.joins[pc + 1] = true;
                }
            }
            // Every round and every call comes by an operation of its own.
            if graph.is_recursive(func) && !order.joins.is_empty() {
                order.joins[0] = true;
            }
        }
        Self { orders }
    }

    /// Where states come up for air: what they wait at, and where a round ends.
    pub fn watched(&self, image: &Image) -> Vec<(Func, Pc)> {
        let mut watched = Vec::new();
        for func in image.program.functions.keys() {
            let (Some(order), Some(code)) = (&self.orders[func.index()], image.code(func)) else {
                continue;
            };
            for pc in 0..code.ops.len() as Pc {
                let mut is_watched = order.joins[pc as usize];
                code.for_each_next(pc, |to| {
                    let around = &order.places[pc as usize].0;
                    is_watched |= around.iter().any(|&(_, head)| head == to);
                });
                if is_watched {
                    watched.push((func, pc));
                }
            }
        }
        watched
    }

    /// Whether states wait for each other before an operation.
    pub fn is_join(&self, func: Func, pc: Pc) -> bool {
        self.orders[func.index()].as_ref().is_some_and(|order| order.joins[pc as usize])
    }

    /// From now on states wait for each other before an operation. Says whether that is new.
    pub fn add_join(&mut self, func: Func, pc: Pc) -> bool {
        let order = self.orders[func.index()].as_mut();
        order
            .and_then(|order| order.joins.get_mut(pc as usize))
            .is_some_and(|join| !std::mem::replace(join, true))
    }

    /// Says in which calls and components a state is now; `arrives` if it has come to its operation
    /// just now, which is another round where that is a head.
    pub fn follow(&self, state: &State<'_>, rounds: &mut Vec<Rounds>, arrives: bool) {
        let frames = &state.frames;
        let known = rounds.iter().zip(frames).take_while(|(r, frame)| r.serial == frame.serial);
        let known = known.count();
        rounds.truncate(known);
        for frame in &frames[known..] {
            rounds.push(Rounds { serial: frame.serial, passed: Vec::new() });
        }
        let (Some(frame), Some(rounds)) = (frames.last(), rounds.last_mut()) else { return };
        let Some(order) = &self.orders[frame.code.func.index()] else { return };
        let around = &order.places[frame.pc as usize].0;
        let same = rounds.passed.iter().zip(&**around).take_while(|(p, a)| p.0 == a.1).count();
        let was_inside = same == around.len();
        rounds.passed.truncate(same);
        for &(_, head) in &around[same..] {
            rounds.passed.push((head, 0));
        }
        if arrives
            && was_inside
            && order.is_head(frame.pc)
            && let Some(innermost) = rounds.passed.last_mut()
        {
            innermost.1 += 1;
        }
    }

    /// Where a state is whose rounds were counted.
    pub fn position(&self, state: &State<'_>, rounds: &[Rounds]) -> Position {
        let mut position = Position::with_capacity(4 * state.frames.len());
        for (at, frame) in state.frames.iter().enumerate() {
            let func = frame.code.func.index();
            position.push(func as u32);
            let Some(order) = &self.orders[func] else { continue };
            let (around, last) = &order.places[frame.pc as usize];
            let passed = rounds.get(at).map_or(&[][..], |rounds| &rounds.passed);
            for &(place, head) in &**around {
                let times =
                    passed.iter().find(|(of, _)| *of == head).map_or(0, |(_, times)| *times);
                position.extend([place, times]);
            }
            position.push(*last);
        }
        position
    }
}
