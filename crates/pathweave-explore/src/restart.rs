//! Restarts: other inputs for what hangs on values that terms do not express.
//!
//! Where a value was concretized, the path was explored for one value of it. When nothing else
//! waits, execution goes on from such a place with another input: first inputs that would have
//! gone a way which the value ruled out, then random ones, then any that the solver finds. What is
//! found this way counts, but never makes the exploration complete; a path that was seen before
//! counts once.

use crate::coverage;
use crate::decisions::Decisions;
use crate::explorer::Explorer;
use crate::numbers::{Numbers, Width};
use pathweave_bits::BitVec;
use pathweave_exec::Witness;
use pathweave_exec::state::{State, Trace};
use pathweave_ir::Func;
use pathweave_solver::Answer;
use pathweave_term::{Model, Op, Term, Value};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// Places of concretization that are kept.
const MOST_CHOICES: usize = 1000;
/// Restarts in all.
const MOST_RESTARTS: u64 = 4000;
/// Restarts in a row without anything new, and as many again per place.
const FRUITLESS: u64 = 64;
/// Random inputs tried against the conditions before the solver is asked.
const ATTEMPTS: u32 = 6;
/// Those among them that are numbers of floating point, where the program computes with such.
const NUMBERS: u32 = 3;
/// Inputs suggested for the same way at the same place.
const MOST_SUGGESTIONS: u32 = 4;

/// A place where a value was concretized.
struct Choice<'p> {
    /// The state before; gone when no other input is left.
    state: Option<Box<State<'p>>>,
    decisions: Decisions,
    /// The first place of concretization on the path.
    first: usize,
    /// That the values taken so far are not taken again.
    excluded: Vec<Term>,
    /// How often another input was looked for.
    tries: u32,
}

/// The places of concretization, and what was tried at them.
#[derive(Default)]
pub(crate) struct Restarts<'p> {
    choices: Vec<Choice<'p>>,
    known: HashMap<(Trace, u64, u32), usize>,
    /// The place and the values taken there by the running path.
    taken: Option<(usize, Term)>,
    suggestions: VecDeque<(usize, Model)>,
    suggested: BTreeMap<(usize, (Func, u32)), u32>,
    turn: usize,
    /// Paths and marks at the last restart.
    found: (u64, u64),
    fruitless: u64,
    /// How many there were.
    pub count: u64,
    random: u64,
    /// What the program may compare with, once somebody asked.
    numbers: Option<Numbers>,
}

impl Restarts<'_> {
    pub fn new(seed: u64) -> Self {
        Self { random: seed ^ 0x2545_f491_4f6c_dd1d, ..Self::default() }
    }

    /// Gives up the copies of states: there is no memory for them.
    pub fn drop_copies(&mut self) {
        self.choices.iter_mut().for_each(|choice| choice.state = None);
    }

    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }
}

impl<'p> Explorer<'p, '_> {
    /// Takes one value of a term on the running path, and remembers the place.
    pub(crate) fn concretize(&mut self, fact: Term) {
        let machine = &mut self.machine;
        let frame = machine.state.frame();
        let key = (machine.state.trace, frame.serial, frame.pc);
        let restarts = &mut self.restarts;
        let known = restarts.known.get(&key).copied();
        let index = known.or_else(|| {
            if restarts.choices.len() >= MOST_CHOICES {
                return None;
            }
            let index = restarts.choices.len();
            self.path.catch_up(&machine.state.conditions);
            restarts.choices.push(Choice {
                state: Some(Box::new(machine.state.clone())),
                decisions: self.path.clone(),
                first: self.choice.unwrap_or(index),
                excluded: Vec::new(),
                tries: 0,
            });
            restarts.known.insert(key, index);
            Some(index)
        });
        machine.state.concretizations.push(machine.state.conditions.len() as u32);
        machine.state.conditions.push(fact);
        let Some(index) = index else { return };
        self.choice.get_or_insert(index);
        match self.restarts.taken {
            Some((place, so_far)) if place == index => {
                let both = self.machine.terms.and(so_far, fact);
                self.restarts.taken = Some((index, both));
            }
            _ => {
                self.exclude_taken();
                self.restarts.taken = Some((index, fact));
            }
        }
    }

    /// The values that the running path took at a place need not be taken again.
    pub(crate) fn exclude_taken(&mut self) {
        if let Some((index, taken)) = self.restarts.taken.take() {
            let other = self.machine.terms.not(taken);
            let excluded = &mut self.restarts.choices[index].excluded;
            if !excluded.contains(&other) {
                excluded.push(other);
            }
        }
    }

    /// A way that was ruled out on a path with concretizations: an input that would go there were
    /// it not for them is worth a run.
    pub(crate) fn suggest(&mut self, state: &State<'p>, first: usize, at: (Func, u32)) {
        let count = self.restarts.suggested.entry((first, at)).or_default();
        if *count >= MOST_SUGGESTIONS || self.restarts.choices[first].state.is_none() {
            return;
        }
        *count += 1;
        let is_decision = |position: usize| {
            let position = position as u32;
            !state.concretizations.contains(&position)
        };
        let decisions: Vec<Term> = (0..state.conditions.len())
            .filter(|&position| is_decision(position))
            .map(|position| state.conditions[position])
            .collect();
        if let Answer::Sat(model) = self.ask(&decisions) {
            self.restarts.suggestions.push_back((first, model));
        }
    }

    /// Runs on from a place of concretization with another input. Says whether there was one.
    pub(crate) fn restart(&mut self) -> bool {
        let restarts = &mut self.restarts;
        let found = (self.outcome.paths, coverage::marks(self.image));
        restarts.fruitless = if found == restarts.found { restarts.fruitless + 1 } else { 0 };
        restarts.found = found;
        let count = restarts.choices.len();
        if restarts.fruitless > FRUITLESS + 2 * count as u64 || restarts.count >= MOST_RESTARTS {
            return false;
        }
        if let Some((index, model)) = restarts.suggestions.pop_front() {
            return self.restart_from(index, model);
        }
        for _ in 0..count {
            let index = self.restarts.turn % count;
            self.restarts.turn += 1;
            if let Some(model) = self.other_input(index) {
                return self.restart_from(index, model);
            }
        }
        false
    }

    fn restart_from(&mut self, index: usize, model: Model) -> bool {
        let choice = &self.restarts.choices[index];
        let Some(state) = choice.state.as_deref().cloned() else { return true };
        self.path = choice.decisions.clone();
        self.choice = Some(choice.first);
        self.restarts.count += 1;
        let before = state.instructions;
        self.machine.state = state;
        self.machine.witness = Witness::new(model);
        if let Some(memo) = &mut self.memo {
            memo.forget_trail();
        }
        self.run_path(before);
        true
    }

    /// Another input that gets to a place of concretization.
    fn other_input(&mut self, index: usize) -> Option<Model> {
        let state = self.restarts.choices[index].state.as_deref()?.clone();
        let bytes: Vec<Vec<Term>> = state
            .inputs
            .iter()
            .map(|i| {
                i.bytes.iter().copied().filter(|&b| self.machine.terms.op(b) == Op::Var).collect()
            })
            .collect();
        let choice = &mut self.restarts.choices[index];
        choice.tries += 1;
        let bits = choice.tries;
        for attempt in 0..ATTEMPTS {
            let number = u64::from(bits * NUMBERS + attempt);
            let numbers = (attempt < NUMBERS).then(|| self.model_of_numbers(&bytes, number));
            let model = numbers
                .flatten()
                .unwrap_or_else(|| self.random_model(&bytes, bits, attempt % 2 == 1));
            let mut witness = Witness::new(model.clone());
            let terms = &self.machine.terms;
            if state.conditions.iter().all(|&condition| witness.holds(terms, condition)) {
                return Some(model);
            }
        }
        let mut conditions = state.conditions;
        conditions.extend(&self.restarts.choices[index].excluded);
        match self.ask(&conditions) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat(_) | Answer::Unknown(_) => {
                self.restarts.choices[index].state = None;
                None
            }
        }
    }

    /// Random values of all magnitudes: the first number has `bits` bits, since uniformly random
    /// ones are hardly ever small, or its complement, since they are hardly ever negative either.
    fn random_model(&mut self, inputs: &[Vec<Term>], bits: u32, complement: bool) -> Model {
        let mut model = Model::new();
        for (position, bytes) in inputs.iter().enumerate() {
            let mut word = self.restarts.next_random();
            let bits = if position == 0 { bits } else { (word >> 32) as u32 };
            let bits = bits % (8 * bytes.len().clamp(1, 8) as u32 + 1);
            word = self.restarts.next_random();
            word = if bits == 0 { 0 } else { (word | 1 << 63) >> (64 - bits) };
            word = if complement { !word } else { word };
            for (at, &byte) in bytes.iter().enumerate() {
                let value = match bytes.len() {
                    // A number, low byte first.
                    0..=8 => word >> (8 * at),
                    _ => self.restarts.next_random() >> 32,
                };
                model.insert(byte, Value::Bits(BitVec::from_u64(8, value & 0xff)));
            }
        }
        model
    }

    /// Numbers of floating point that the program may tell apart, if it computes with such: the one at a place in the order
    /// of trial for the first input, others for the rest.
    fn model_of_numbers(&mut self, inputs: &[Vec<Term>], at: u64) -> Option<Model> {
        let image = self.image;
        let restarts = &mut self.restarts;
        if restarts.numbers.get_or_insert_with(|| Numbers::of(&image.program)).is_empty() {
            return None;
        }
        let mut model = Model::new();
        for (position, bytes) in inputs.iter().enumerate() {
            let random = restarts.next_random();
            let width = match bytes.len() {
                8 => Width::Double,
                length if length % 8 == 0 && random & 1 == 0 => Width::Double,
                _ => Width::Single,
            };
            for (index, part) in bytes.chunks(width.bytes()).enumerate() {
                let at = match (position, index) {
                    (0, 0) => at,
                    _ => restarts.next_random() >> 40,
                };
                let numbers = restarts.numbers.as_ref().expect("just made");
                let word = numbers.word(at, width);
                for (shift, &byte) in part.iter().enumerate() {
                    let value = BitVec::from_u64(8, word >> (8 * shift) & 0xff);
                    model.insert(byte, Value::Bits(value));
                }
            }
        }
        Some(model)
    }
}
