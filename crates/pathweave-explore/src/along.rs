//! One execution along path counters: at each decision the side is taken that a path of a loop still has
//! iterations for, and the input is changed to fit.
//!
//! Variables that nothing depends on so far are given what satisfied the same decision in the iteration
//! before, so that most iterations ask no solver. Whatever is changed satisfies all conditions so far:
//! the path is one that the input takes.

use crate::explorer::Explorer;
use pathweave_exec::code::Pc;
use pathweave_exec::{Stop, Witness};
use pathweave_ir::Func;
use pathweave_loops::{AbstractPath, Step, Unfolded};
use pathweave_solver::Answer;
use pathweave_term::{Model, Term, TermMap, Value};
use std::collections::BTreeMap;

/// Decisions of an execution.
const MOST_STEPS: u64 = 1 << 20;

impl Explorer<'_, '_> {
    /// Executes the program once along path counters. Says whether that gets to the target.
    pub(crate) fn execute_along(&mut self, mut guide: Guide, model: Model) -> bool {
        self.outcome.executions += 1;
        self.machine.state = self.initial.clone();
        self.machine.witness = Witness::new(model);
        self.goal.watch(self.image);
        let mut seen: TermMap<()> = TermMap::new();
        for _ in 0..MOST_STEPS {
            let goes_on = match self.machine.run_to_stop() {
                Stop::Decide(guard) => self.decide_along(&mut guide, &mut seen, guard),
                Stop::Require(guard) => self.require_along(&mut seen, guard),
                Stop::Watched => return self.confirm_target(),
                _ => false,
            };
            if !goes_on || self.is_over() {
                break;
            }
        }
        if let Some(pace) = &self.options.pace {
            pace.look_up();
        }
        self.credit_nobody();
        false
    }

    fn require_along(&mut self, seen: &mut TermMap<()>, guard: Term) -> bool {
        for variable in self.machine.terms.free_variables(&[guard]) {
            seen.insert(variable, ());
        }
        let mut conditions = self.machine.state.conditions.clone();
        conditions.push(guard);
        let witness = self.machine.witness.shared_model();
        match self.ask_last(&conditions, &witness) {
            Answer::Sat(model) => {
                self.machine.witness = Witness::new(model);
                self.machine.state.conditions = conditions;
                true
            }
            _ => false,
        }
    }

    /// Takes the side that the guide wants, if that can be.
    fn decide_along(&mut self, guide: &mut Guide, seen: &mut TermMap<()>, guard: Term) -> bool {
        let frame = self.machine.state.frame();
        let (func, pc) = (frame.code.func, frame.pc);
        let wanted = guide.wants(func, pc);
        let negation = self.machine.terms.not(guard);
        let variables = self.machine.terms.free_variables(&[guard]);
        let untouched =
            variables.iter().all(|&v| !seen.contains(v) && !self.machine.witness.assigns(v));
        for &variable in &variables {
            seen.insert(variable, ());
        }
        if let (Some(wanted), true) = (wanted, untouched) {
            let step = Step { func, pc, holds: wanted };
            let condition = if wanted { guard } else { negation };
            self.choose_freely(guide, step, condition, &variables);
        }
        let machine = &mut self.machine;
        let mut holds = machine.witness.holds(&machine.terms, guard);
        if wanted.is_some_and(|wanted| wanted != holds) {
            let mut conditions = self.machine.state.conditions.clone();
            conditions.push(if holds { negation } else { guard });
            let witness = self.machine.witness.shared_model();
            if let Answer::Sat(model) = self.ask_last(&conditions, &witness) {
                self.machine.witness = Witness::new(model);
                holds = !holds;
            }
        }
        self.machine.state.conditions.push(if holds { guard } else { negation });
        guide.took(Step { func, pc, holds });
        true
    }

    /// Gives variables that nothing depends on so far values that satisfy a condition: those that did
    /// so in the last iteration, or else what the solver says.
    fn choose_freely(
        &mut self,
        guide: &mut Guide,
        step: Step,
        condition: Term,
        variables: &[Term],
    ) {
        let terms = &self.machine.terms;
        let known = guide.chosen.get(&step).filter(|values| {
            let mut values = values.iter().zip(variables);
            values.len() == variables.len() && values.all(|(v, &x)| v.sort() == terms.sort(x))
        });
        if let Some(values) = known.cloned() {
            let mut model = Model::new();
            for (&variable, value) in variables.iter().zip(&values) {
                model.insert(variable, value.clone());
            }
            if Witness::new(model).holds(terms, condition) {
                self.assign(variables, values);
                return;
            }
        }
        if let Answer::Sat(model) = self.ask_briefly(&[condition]) {
            let terms = &self.machine.terms;
            let values: Vec<Value> = variables.iter().map(|&v| model.value(terms, v)).collect();
            guide.chosen.insert(step, values.clone());
            self.assign(variables, values);
        }
    }

    fn assign(&mut self, variables: &[Term], values: Vec<Value>) {
        for (&variable, value) in variables.iter().zip(values) {
            if value != Value::default_of(self.machine.terms.sort(variable)) {
                self.machine.witness.assign(variable, value);
            }
        }
    }
}

/// How often sides of decisions are still to be taken.
pub(crate) struct Guide {
    /// Inside of loops.
    looping: BTreeMap<Step, u64>,
    /// Outside of them.
    straight: BTreeMap<Step, u64>,
    /// Values that satisfied sides of decisions before, by position of the variable.
    chosen: BTreeMap<Step, Vec<Value>>,
}

impl Guide {
    pub fn new(
        terms: &pathweave_term::TermStore,
        path: &AbstractPath<'_>,
        unfolded: &Unfolded,
        model: &Model,
    ) -> Self {
        let mut witness = Witness::new(model.clone());
        let mut looping: BTreeMap<Step, u64> = BTreeMap::new();
        for usage in &unfolded.usages {
            if !witness.holds(terms, usage.when) {
                continue;
            }
            let times = witness.bits(terms, usage.times).low_u64();
            for &step in usage.trail.iter().filter(|_| times > 0) {
                let left = looping.entry(step).or_default();
                *left = left.saturating_add(times);
            }
        }
        let mut straight: BTreeMap<Step, u64> = BTreeMap::new();
        for &step in &path.trail {
            *straight.entry(step).or_default() += 1;
        }
        Self { looping, straight, chosen: BTreeMap::new() }
    }

    /// The side that is wanted; none if both are, or neither.
    fn wants(&self, func: Func, pc: Pc) -> Option<bool> {
        for list in [&self.looping, &self.straight] {
            let left = |holds| list.get(&Step { func, pc, holds }).copied().unwrap_or(0) > 0;
            match (left(true), left(false)) {
                (true, false) => return Some(true),
                (false, true) => return Some(false),
                (true, true) => return None,
                (false, false) => {}
            }
        }
        None
    }

    fn took(&mut self, step: Step) {
        for list in [&mut self.looping, &mut self.straight] {
            if let Some(left) = list.get_mut(&step)
                && *left > 0
            {
                *left -= 1;
                return;
            }
        }
    }
}
