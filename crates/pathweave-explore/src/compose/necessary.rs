//! What every input that gets to the target satisfies, beside the trees of composition: abstract path
//! conditions drop waiting leaves, and say which input is next.
//!
//! A leaf for which there is an input is asked for once more, together with the condition of each way to the
//! target. If that cannot be for any of them, no input through the leaf gets to the target, in the calling
//! contexts that are known: the leaf is dropped until there is another one. It is not called
//! unreachable, which would say something of its function. The conditions are about the inputs of the
//! program, and the formula of a leaf leads there through its calling contexts: both have to mean the
//! same by a name, so nothing is asked where inputs are pointers, or where loops ask for inputs.

use super::check::{Aim, Asking, Exploration, Reached};
use super::engine::Engine;
use pathweave_exec::state::State;
use pathweave_ir::Func;
use pathweave_loops::InputArrays;
use pathweave_summary::{LeafStatus, NodeKind};
use pathweave_term::{Model, Term};

/// The conflicts that a query may cost, and how often that may be too few until no more is asked.
const EFFORT: u64 = 500;
const MOST_FAILURES: u32 = 3;
/// Questions that are free, that one dropped leaf is worth, and attempts of the search for another one.
const FREE: u64 = 16;
const WORTH: u64 = 8;
const SHARE: u64 = 2;

/// The condition of a target: one of its ways is taken.
pub(crate) struct Necessary {
    /// By way: what has to hold.
    pub ways: Vec<Vec<Term>>,
    /// Whether there are no other ways.
    pub is_whole: bool,
    /// Inputs that are arrays in the conditions.
    pub arrays: InputArrays,
    /// Leaves that were dropped.
    pub pruned: u64,
    asked: u64,
    failures: u32,
}

/// What the condition says about a leaf.
pub(crate) enum Advice {
    /// Nothing.
    None,
    /// Take this input.
    Take(Model),
    /// No input through it gets to the target.
    Drop,
}

impl Necessary {
    /// The condition that one of these ways is taken.
    pub fn new(ways: Vec<Vec<Term>>, is_whole: bool, arrays: InputArrays) -> Self {
        Self { ways, is_whole, arrays, pruned: 0, asked: 0, failures: 0 }
    }

    /// What is to be done about a leaf for which there is an input, after so many attempts of the search.
    pub fn advise(
        &mut self,
        engine: &mut Engine<'_>,
        asking: &mut Asking,
        aim: Aim,
        exploration: Exploration,
        attempts: u64,
    ) -> Advice {
        let most = FREE + WORTH * self.pruned + attempts / SHARE;
        if self.asked >= most || self.failures >= MOST_FAILURES || !is_usable(engine, aim) {
            return Advice::None;
        }
        self.asked += 1;
        let mut is_proof = self.is_whole;
        for at in 0..self.ways.len() {
            let way = self.with_facts(engine, aim, at);
            match engine.find_input(asking, aim, exploration, Some(EFFORT), &way) {
                Reached::By(model) => return Advice::Take(self.input(engine, at, model)),
                Reached::Never | Reached::NotYet => {}
                Reached::TooHard | Reached::Unknown(_) => {
                    self.failures += 1;
                    is_proof = false;
                }
            }
        }
        if !is_proof {
            return Advice::None;
        }
        self.pruned += 1;
        Advice::Drop
    }

    /// The condition of a way, and which bytes of the leaf's condition are elements of its arrays.
    fn with_facts(&self, engine: &mut Engine<'_>, aim: Aim, at: usize) -> Vec<Term> {
        let (func, node) = engine.place_of_aim(aim);
        let constraint = engine.interprocedural_path_constraint(func, node).unwrap_or_default();
        let mentioned: Vec<Term> = constraint.iter().map(|condition| condition.fact).collect();
        let mut way = self.ways[at].clone();
        way.extend(self.arrays.facts(&mut engine.machine.terms, &mentioned));
        way
    }

    /// The input of a model: bytes that only the condition of the way mentions are in its arrays.
    fn input(&self, engine: &Engine<'_>, at: usize, model: Model) -> Model {
        let mut input = self.arrays.resolve(&engine.machine.terms, &self.ways[at], &model);
        for (variable, value) in model.variables() {
            input.insert(variable, value.clone());
        }
        input
    }
}

/// Whether the variables of a leaf's condition are those of abstract path conditions.
fn is_usable(engine: &Engine<'_>, aim: Aim) -> bool {
    let (func, node) = engine.place_of_aim(aim);
    // The inputs of an entry that calls itself are not always those of the program.
    if !engine.graph.of(engine.entry).is_empty() {
        return false;
    }
    let own = match engine.tree(func).kind(node) {
        NodeKind::Leaf(LeafStatus::Unknown(dangling)) => is_plain(&dangling.state.state),
        NodeKind::Call(call) => is_plain(&call.state.state),
        _ => false,
    };
    own && engine.graph.leading_to(func).into_iter().all(|caller| is_plainly_called(engine, caller))
}

fn is_plainly_called(engine: &Engine<'_>, func: Func) -> bool {
    let calls = engine.graph.of(func).iter();
    calls.map(|&invocation| engine.call(invocation)).all(|call| is_plain(&call.state.state))
}

fn is_plain(state: &State<'_>) -> bool {
    state.pointers.is_empty() && state.concretizations.is_empty() && state.imprecisions.is_empty()
}
