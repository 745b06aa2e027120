//! The analysis: from a state to the abstract path conditions of a target.

use crate::graph::LoopGraph;
use crate::inputs::InputArrays;
use crate::summary::{LoopInstance, Step};
use crate::walk::{GiveUp, Marks, Queries, WalkLimits, Walker, Way};
use pathweave_exec::code::Pc;
use pathweave_exec::state::State;
use pathweave_exec::{CallHook, Image, Machine};
use pathweave_ir::Func;
use pathweave_solver::Solver;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A way to the target with its loops summarised: a backbone of the program.
pub struct AbstractPath<'p> {
    /// The state at the target. Its conditions are those of the way outside of loops.
    pub state: State<'p>,
    /// The loops on the way.
    pub loops: Vec<Rc<LoopInstance>>,
    /// The decisions on the way.
    pub trail: Vec<Step>,
}

impl AbstractPath<'_> {
    /// Whether inputs are asked for inside of loops: then those asked for later have other names
    /// here than in executions.
    pub fn asks_in_loops(&self) -> bool {
        self.loops.iter().any(|instance| instance.summary.asks())
    }
}

/// What is known of the ways to a target.
pub struct Analysis<'p> {
    /// The ways.
    pub paths: Vec<AbstractPath<'p>>,
    /// Why there may be others: reason and place, with how often. Without any, inputs that
    /// satisfy none of the paths' conditions do not reach the target.
    pub gaps: BTreeMap<(String, String), u32>,
    /// Inputs that are arrays in the conditions.
    pub arrays: InputArrays,
    /// What was asked.
    pub queries: Queries,
}

/// Finds the ways from the machine's state to the target. The machine is as before afterwards, but
/// for its terms.
pub fn analyse<'p, H: CallHook>(
    image: &'p Image,
    machine: &mut Machine<'p, H>,
    solver: &mut dyn Solver,
    graph: &LoopGraph,
    targets: &BTreeSet<(Func, Pc)>,
    reaches: &dyn Fn(&State<'p>, Pc) -> bool,
    limits: WalkLimits,
) -> Analysis<'p> {
    let mut places = graph.places();
    places.extend(targets);
    let marks = Marks::set(image, &places);
    let array_limit = machine.set_array_limit(u64::MAX);
    // Nobody asks about them here.
    let keeps_doubts = machine.keep_doubts(false);
    let state = machine.state.clone();
    let witness = machine.witness.shared_model();
    let start = Way::new(state.clone(), Rc::clone(&witness));
    let imprecisions = state.imprecisions.len();
    let mut walker = Walker {
        image,
        machine,
        solver,
        graph,
        targets: targets.clone(),
        reaches,
        limits,
        ways: 0,
        queries: Queries::default(),
        gaps: BTreeMap::new(),
        arrays: InputArrays::default(),
        imprecisions,
    };
    let found = if state.jump_points.is_empty() {
        walker.follow(start, None)
    } else {
        Err(GiveUp::new("the program calls setjmp"))
    };
    let ways = match found {
        Ok(ways) => ways,
        Err(why) => {
            walker.gap(&why, String::new());
            Vec::new()
        }
    };
    let Walker { gaps, arrays, queries, .. } = walker;
    machine.state = state;
    machine.witness = pathweave_exec::Witness::new((*witness).clone());
    machine.set_array_limit(array_limit);
    machine.keep_doubts(keeps_doubts);
    marks.restore(image);
    let path = |way: Way<'p>| AbstractPath { state: way.state, loops: way.loops, trail: way.trail };
    Analysis { paths: ways.into_iter().map(path).collect(), gaps, arrays, queries }
}
