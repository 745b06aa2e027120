//! Loops in the search for a target: abstract path conditions prune, and say which input is next.
//!
//! Before the search the conditions of all ways to the target are built and decided, unfolded a
//! little further each time. If none has a model and nothing was left out, the target is
//! unreachable. A model is an input to be run; where that does not get there, since the condition is
//! only necessary, the program is executed once along the model's path counters: at each decision
//! the side is taken that a path of the loop still has iterations for. Nothing of this changes the
//! search that follows if it fails, and nothing is reported that a concrete run does not show.

use crate::along::Guide;
use crate::compose::necessary::Necessary;
use crate::distance::NEVER;
use crate::elsewhere::{Elsewhere, Hint};
use crate::explorer::Explorer;
use crate::goal::Goal;
use crate::kept;
use crate::turns::TurnEnd;
use pathweave_exec::Witness;
use pathweave_exec::code::Pc;
use pathweave_exec::state::State;
use pathweave_ir::Func;
use pathweave_loops::{
    AbstractPath, Analysis, LoopGraph, Unfolded, WalkLimits, analyse, explain, unfold,
};
use pathweave_solver::{Answer, Budget};
use pathweave_term::{Model, Op, Term, TermMap, work};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// What is done about loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Loops {
    /// They are executed, iteration by iteration.
    Unroll,
    /// With a target, abstract path conditions come first.
    #[default]
    Abstract,
}

/// Iterations that are instantiated, one after the other.
const BOUNDS: [u32; 4] = [1, 4, 12, 32];
/// The condition unfolded this far is what waiting states are checked against.
const KEPT_BOUND: u32 = 4;
/// Ways, bytes of inputs and conditions for which waiting states are checked.
const MOST_ADVISED: usize = 6;
const MOST_FACTS: usize = 200;
const LONGEST_ADVISED: usize = 400;
/// Conditions of a way that leaves of composition are checked against.
const MOST_CONDITIONS: usize = 2000;
/// The share of the search's work that this may take, and the work of a query.
const ADVICE_SHARE: u64 = 4;
const ADVICE_WORK: u64 = 3 * work::SECOND / 10;
/// Models with few iterations are looked for first.
const FEW: [u64; 5] = [1 << 6, 1 << 10, 1 << 14, 1 << 17, 1 << 20];
/// Ways that are decided.
const MOST_PATHS: usize = 256;
/// How long another solver is waited for at a time, and how far conditions are unfolded to try what it
/// says.
const PATIENCE: Duration = Duration::from_millis(20);
const HINTED_BOUND: u32 = 12;
/// Ways that are shown as SMT-LIB.
const SHOWN_SCRIPTS: usize = 3;
/// The work of a query.
const QUERY_WORK: u64 = 4 * work::SECOND;
/// The work after which no more inputs of models are executed, and the instructions of each.
const MOST_EXECUTION: u64 = 5 * work::SECOND;
const MOST_INSTRUCTIONS: u64 = 1 << 25;

/// What is known of the ways to the target, and how long it took.
pub(crate) struct LoopConditions<'p> {
    pub analysis: Analysis<'p>,
    /// By path: whether it may be taken.
    pub open: Vec<bool>,
    /// By path: its condition, as far as it was unfolded.
    pub unfolded: Vec<Option<Unfolded>>,
    /// Ways that another solver decided, if one was asked.
    pub elsewhere: Option<u64>,
    /// Waiting states that were dropped.
    pub pruned: u64,
    /// The work of executing inputs of models, and of checking waiting states.
    executed: u64,
    advised: u64,
    pub times: Times,
}

impl LoopConditions<'_> {
    /// The condition for leaves of composition, if they can be checked against it.
    pub fn necessary(&self) -> Option<Necessary> {
        let open: Vec<usize> = (0..self.open.len()).filter(|&at| self.open[at]).collect();
        if !self.is_for_others() || open.is_empty() {
            return None;
        }
        let unfolded = open.iter().map(|&at| self.unfolded[at].as_ref());
        let ways: Vec<Vec<Term>> =
            unfolded.flatten().map(|unfolded| unfolded.conditions.clone()).collect();
        let is_small = ways.iter().all(|way| way.len() <= MOST_CONDITIONS);
        let is_whole = self.analysis.gaps.is_empty() && ways.len() == open.len();
        let necessary = Necessary::new(ways, is_whole, self.analysis.arrays.clone());
        is_small.then_some(necessary)
    }

    /// Whether inputs have the same names here as in executions, and there are few ways.
    fn is_for_others(&self) -> bool {
        let open = self.open.iter().filter(|open| **open).count();
        self.analysis.paths.iter().all(|path| !path.asks_in_loops())
            && open <= MOST_ADVISED
            && self.open.len() <= MOST_PATHS
    }

    fn outcome(&self) -> LoopsOutcome {
        let gap = |(reason, place): &(String, String)| match place.is_empty() {
            true => reason.clone(),
            false => format!("{reason} ({place})"),
        };
        let gaps = self.analysis.gaps.keys().map(gap);
        LoopsOutcome {
            ways: self.open.len() as u64,
            open: self.open.iter().filter(|open| **open).count() as u64,
            gaps: gaps.collect(),
            elsewhere: self.elsewhere,
            pruned: self.pruned,
            times: self.times,
        }
    }
}

/// What abstract path conditions took and gave.
#[derive(Clone, Default, Debug)]
pub struct LoopsOutcome {
    /// Ways to the target that were found.
    pub ways: u64,
    /// Those that may be taken.
    pub open: u64,
    /// Why there may be others.
    pub gaps: Vec<String>,
    /// Ways that another solver decided, if one was asked.
    pub elsewhere: Option<u64>,
    /// Waiting states, or leaves, that were dropped.
    pub pruned: u64,
    /// Where the time went.
    pub times: Times,
}

/// Where the time went.
#[derive(Clone, Copy, Default, Debug)]
pub struct Times {
    /// Building the conditions.
    pub build: Duration,
    /// Unfolding them.
    pub unfold: Duration,
    /// Solving them.
    pub solve: Duration,
    /// Executing inputs of their models.
    pub execute: Duration,
    /// Checking waiting states against them.
    pub advise: Duration,
}

/// How a way turned out.
enum Decided {
    Reached,
    Infeasible,
    Open,
}

impl<'p> Explorer<'p, '_> {
    /// Decides the target by abstract path conditions, as far as that goes. Says whether the search
    /// is over: the target was reached, or proved unreachable.
    pub(crate) fn consider_loops(&mut self) -> bool {
        let Goal::Places(places) = &self.goal else {
            self.turns.give_up();
            return false;
        };
        if self.options.loops == Loops::Unroll || self.memo.is_some() {
            self.turns.give_up();
            return false;
        }
        let targets: BTreeSet<(Func, Pc)> =
            places.iter().map(|&(func, pc)| (func, pc as Pc)).collect();
        let started = Instant::now();
        let end = self.turns.begin(self.options.deadline);
        let mut found = self.analyse_loops(&targets, &end);
        found.times.build = started.elapsed();
        let usual = self.options.max_instructions;
        self.options.max_instructions = usual.min(MOST_INSTRUCTIONS);
        self.machine.limit_instructions(self.options.max_instructions);
        let is_over = self.decide_loops(&mut found, &end);
        self.options.max_instructions = usual;
        self.machine.limit_instructions(usual);
        self.outcome.loops = Some(found.outcome());
        if self.options.explain {
            self.outcome.explanation = Some(self.explain_loops(&found));
        }
        self.machine.state = self.initial.clone();
        self.machine.witness = Witness::default();
        self.conditions = Some(found);
        self.turns.end(&end);
        is_over
    }

    /// As [`consider_loops`](Self::consider_loops), in the middle of a search.
    pub(crate) fn reconsider_loops(&mut self) -> bool {
        self.machine.state = self.initial.clone();
        self.machine.witness = Witness::default();
        self.consider_loops()
    }

    fn analyse_loops(
        &mut self,
        targets: &BTreeSet<(Func, Pc)>,
        end: &TurnEnd,
    ) -> LoopConditions<'p> {
        let graph = LoopGraph::new(self.image);
        let limits = WalkLimits {
            deadline: end.latest,
            is_over: end.as_check(),
            ways: 4000,
            loop_paths: 48,
            depth: self.machine.state.frames.len() + 40,
            query: self.budget(QUERY_WORK),
            instructions: self.options.max_instructions,
        };
        let distances = self.distances.as_ref();
        let reaches = |state: &_, pc| distances.is_none_or(|d| d.of(state, pc) != NEVER);
        let analysis = analyse(
            self.image,
            &mut self.machine,
            &mut *self.solver,
            &graph,
            targets,
            &reaches,
            limits,
        );
        self.outcome.sat += analysis.queries.sat;
        self.outcome.unsat += analysis.queries.unsat;
        self.outcome.unknown += analysis.queries.unknown;
        let count = analysis.paths.len();
        LoopConditions {
            analysis,
            open: vec![true; count],
            unfolded: vec![None; count],
            elsewhere: None,
            pruned: 0,
            executed: 0,
            advised: 0,
            times: Times::default(),
        }
    }

    /// The condition of the target, in words and as SMT-LIB.
    fn explain_loops(&mut self, found: &LoopConditions<'p>) -> String {
        let (analysis, open) = (&found.analysis, &found.open);
        let mut text = explain::in_words(self.image, &self.machine.terms, analysis, open);
        for (number, path) in analysis.paths.iter().enumerate() {
            if open[number] && number < SHOWN_SCRIPTS {
                text.push_str(&format!("; way {} as SMT-LIB\n", number + 1));
                text.push_str(&explain::as_script(&mut self.machine.terms, path));
            }
        }
        text
    }

    fn decide_loops(&mut self, found: &mut LoopConditions<'p>, end: &TurnEnd) -> bool {
        let mut elsewhere = Elsewhere::new(self.options.loop_solver.clone());
        elsewhere.offer(&mut self.machine.terms, &found.analysis.paths, &found.open);
        let mut is_over = self.decide_here(found, &mut elsewhere, end);
        // What was found out meanwhile counts even if there is no time left.
        while !is_over && elsewhere.is_busy() {
            is_over = self.hear(found, &mut elsewhere, PATIENCE, end);
            if end.is_now() || self.is_over() {
                break;
            }
        }
        found.elsewhere = self.options.loop_solver.as_ref().map(|_| elsewhere.decided);
        is_over
    }

    /// Takes up what another solver found out. Says whether the search is over.
    fn hear(
        &mut self,
        found: &mut LoopConditions<'p>,
        elsewhere: &mut Elsewhere,
        wait: Duration,
        end: &TurnEnd,
    ) -> bool {
        elsewhere.offer(&mut self.machine.terms, &found.analysis.paths, &found.open);
        for (at, hint) in elsewhere.poll(&found.analysis.paths, wait) {
            match hint {
                Hint::Infeasible => found.open[at] = false,
                Hint::Counters(values) => {
                    if found.open[at] && self.try_counters(found, at, &values, end) {
                        return true;
                    }
                }
            }
        }
        found.open.iter().all(|open| !open) && found.analysis.gaps.is_empty()
    }

    /// Tries an input in which path counters have given values.
    fn try_counters(
        &mut self,
        found: &mut LoopConditions<'p>,
        at: usize,
        values: &[(Term, u64)],
        end: &TurnEnd,
    ) -> bool {
        let path = &found.analysis.paths[at];
        let terms = &mut self.machine.terms;
        let unfolded = unfold(terms, path, &found.analysis.arrays, HINTED_BOUND);
        let mut conditions = unfolded.conditions.clone();
        for &(counter, value) in values {
            let value = terms.bv_u64(64, value);
            conditions.push(terms.eq(counter, value));
        }
        match self.ask_until(&conditions, end) {
            Answer::Sat(model) => {
                self.try_model(&found.analysis, path, &unfolded, &unfolded.conditions, &model)
            }
            _ => false,
        }
    }

    fn decide_here(
        &mut self,
        found: &mut LoopConditions<'p>,
        elsewhere: &mut Elsewhere,
        end: &TurnEnd,
    ) -> bool {
        let count = found.analysis.paths.len();
        for bound in BOUNDS {
            for at in 0..count.min(MOST_PATHS) {
                if !found.open[at] {
                    continue;
                }
                if end.is_now() || self.is_over() {
                    return self.found_target();
                }
                match self.decide_path(found, at, bound, end) {
                    Decided::Reached => return true,
                    Decided::Infeasible => found.open[at] = false,
                    Decided::Open => {}
                }
            }
            if found.open.iter().all(|open| !open) {
                return found.analysis.gaps.is_empty();
            }
            if self.hear(found, elsewhere, Duration::ZERO, end) {
                return true;
            }
        }
        false
    }

    fn decide_path(
        &mut self,
        found: &mut LoopConditions<'p>,
        at: usize,
        bound: u32,
        end: &TurnEnd,
    ) -> Decided {
        let started = Instant::now();
        let path = &found.analysis.paths[at];
        if path.loops.is_empty() && bound > BOUNDS[0] {
            return Decided::Open;
        }
        let terms = &mut self.machine.terms;
        let unfolded = unfold(terms, path, &found.analysis.arrays, bound);
        found.times.unfold += started.elapsed();
        let mut decided = Decided::Open;
        // Without what the elements of objects are it is soon known how often loops are taken.
        let frame = self.without_elements(&unfolded);
        for conditions in frame.iter().chain([&unfolded.conditions]) {
            let started = Instant::now();
            let answer = self.solve_unfolded(&unfolded, conditions, bound, end);
            found.times.solve += started.elapsed();
            let model = match answer {
                Answer::Sat(model) => model,
                Answer::Unsat(_) => {
                    decided = Decided::Infeasible;
                    break;
                }
                Answer::Unknown(_) => continue,
            };
            if found.executed > MOST_EXECUTION {
                continue;
            }
            let (started, before) = (Instant::now(), work::done());
            let reached = self.try_model(&found.analysis, path, &unfolded, conditions, &model);
            found.times.execute += started.elapsed();
            found.executed += work::done() - before;
            if reached {
                decided = Decided::Reached;
                break;
            }
        }
        if bound <= KEPT_BOUND {
            found.unfolded[at] = Some(unfolded);
        }
        decided
    }

    /// A witness of a waiting state that satisfies the condition of a way to the target too, where
    /// there is one. None if no way can be taken from the state: it is of no interest.
    pub(crate) fn advise(&mut self, state: &State<'p>, model: Model) -> Option<Model> {
        let Some(mut known) = self.conditions.take() else { return Some(model) };
        let advice = self.advice(&mut known, state, model);
        self.conditions = Some(known);
        advice
    }

    fn advice(
        &mut self,
        known: &mut LoopConditions<'p>,
        state: &State<'p>,
        model: Model,
    ) -> Option<Model> {
        let (started, before) = (Instant::now(), work::done());
        let in_time = known.advised * ADVICE_SHARE <= before;
        let is_usable = known.is_for_others()
            && state.pointers.is_empty()
            && state.concretizations.is_empty()
            && state.imprecisions.is_empty()
            && state.conditions.len() <= LONGEST_ADVISED;
        if !in_time || !is_usable {
            return Some(model);
        }
        let terms = &mut self.machine.terms;
        let facts = known.analysis.arrays.facts(terms, &state.conditions);
        if facts.len() > MOST_FACTS {
            return Some(model);
        }
        let mut is_proof = known.analysis.gaps.is_empty();
        let mut advised = None;
        for at in (0..known.open.len()).filter(|&at| known.open[at]) {
            let Some(unfolded) = &known.unfolded[at] else {
                is_proof = false;
                continue;
            };
            let mut conditions = state.conditions.clone();
            conditions.extend(&facts);
            conditions.extend(&unfolded.conditions);
            match self.ask_for(&conditions, ADVICE_WORK) {
                Answer::Unsat(_) => {}
                Answer::Unknown(_) => is_proof = false,
                Answer::Sat(found) => {
                    is_proof = false;
                    let terms = &self.machine.terms;
                    let found = known.analysis.arrays.resolve(terms, &conditions, &found);
                    let mut witness = Witness::new(found.clone());
                    if state.conditions.iter().all(|&c| witness.holds(terms, c)) {
                        advised = Some(found);
                        break;
                    }
                }
            }
        }
        known.times.advise += started.elapsed();
        known.advised += work::done() - before;
        known.pruned += u64::from(is_proof);
        self.outcome.loops = Some(known.outcome());
        if is_proof { None } else { Some(advised.unwrap_or(model)) }
    }

    pub(crate) fn ask_briefly(&mut self, conditions: &[Term]) -> Answer {
        self.ask_for(conditions, QUERY_WORK)
    }

    fn ask_until(&mut self, conditions: &[Term], end: &TurnEnd) -> Answer {
        let mut budget = self.budget(QUERY_WORK.min(end.work_left()));
        budget.time = budget.time.map(|time| time.min(end.left()));
        self.ask_within(conditions, budget)
    }

    fn ask_for(&mut self, conditions: &[Term], work: u64) -> Answer {
        let budget = self.budget(work);
        self.ask_within(conditions, budget)
    }

    fn budget(&self, work: u64) -> Budget {
        kept::budget(&self.options, Duration::from_nanos(work))
    }

    /// A model of an unfolded condition, if possible one with few iterations. *Unsat* is never said
    /// because of the latter.
    fn solve_unfolded(
        &mut self,
        unfolded: &Unfolded,
        wanted: &[Term],
        bound: u32,
        end: &TurnEnd,
    ) -> Answer {
        // Few iterations make easy queries; only the one without bounds proves anything.
        let quick = self.solve_few(unfolded, wanted, &[u64::from(bound), FEW[0]], end);
        if let Some(model) = quick {
            return Answer::Sat(model);
        }
        let any = self.ask_until(wanted, end);
        if matches!(any, Answer::Unsat(_)) {
            return any;
        }
        match self.solve_few(unfolded, wanted, &FEW[1..], end) {
            Some(model) => Answer::Sat(model),
            None => any,
        }
    }

    /// A model in which no path is taken more often than one of these numbers says, the first first;
    /// at best one in which values are passed on within the bound.
    fn solve_few(
        &mut self,
        unfolded: &Unfolded,
        wanted: &[Term],
        numbers: &[u64],
        end: &TurnEnd,
    ) -> Option<Model> {
        let mut attempts: Vec<(bool, u64)> = Vec::new();
        if !unfolded.short.is_empty() {
            attempts.extend(numbers.last().map(|&few| (true, few)));
        }
        attempts.extend(numbers.iter().map(|&few| (false, few)));
        for (is_short, few) in attempts {
            let mut conditions = self.at_most(unfolded, few);
            if is_short {
                conditions.extend(&unfolded.short);
            }
            conditions.extend(wanted);
            if let Answer::Sat(model) = self.ask_until(&conditions, end) {
                return Some(model);
            }
        }
        None
    }

    /// The conditions that do not mention elements of objects, if that is not all of them.
    fn without_elements(&self, unfolded: &Unfolded) -> Option<Vec<Term>> {
        let terms = &self.machine.terms;
        let mut reads: TermMap<bool> = TermMap::new();
        for term in terms.subterms(&unfolded.conditions) {
            let inside = terms.args(term).iter().any(|&arg| reads.get(arg) == Some(&true));
            reads.insert(term, inside || terms.op(term) == Op::Select);
        }
        let plain: Vec<Term> =
            unfolded.conditions.iter().copied().filter(|&c| reads.get(c) == Some(&false)).collect();
        (plain.len() < unfolded.conditions.len()).then_some(plain)
    }

    /// That no path is taken more often than this.
    fn at_most(&mut self, unfolded: &Unfolded, most: u64) -> Vec<Term> {
        let terms = &mut self.machine.terms;
        let limit = terms.bv_u64(64, most);
        unfolded.counters.iter().map(|&counter| terms.bv_ule(counter, limit)).collect()
    }

    /// Runs the input of a model, then an execution along its path counters.
    fn try_model(
        &mut self,
        analysis: &Analysis<'p>,
        path: &AbstractPath<'p>,
        unfolded: &Unfolded,
        conditions: &[Term],
        model: &Model,
    ) -> bool {
        let model = analysis.arrays.resolve(&self.machine.terms, conditions, model);
        let is_whole = conditions.len() == unfolded.conditions.len();
        if is_whole && !path.asks_in_loops() {
            self.outcome.executions += 1;
            self.machine.state = path.state.clone();
            self.machine.witness = Witness::new(model.clone());
            if self.confirm_target() {
                return true;
            }
            self.credit_nobody();
        }
        let guide = Guide::new(&self.machine.terms, path, unfolded, &model);
        self.execute_along(guide, model)
    }
}
