//! A loop on a way: unrolled where its control is known, else summarised.
//!
//! The paths of a loop are executed from a generic state, in which every changed location holds a
//! symbol. Which locations change is found by doing so: whatever differs after an iteration is
//! changed, and the paths are executed again until nothing else differs. A loop whose first
//! iteration does what later ones do not (a pointer of the input is followed for the first time, a
//! variable's scope ends) is *peeled*: one iteration is executed before the loop is summarised.

use crate::live::{Registers, registers};
use crate::location::{
    Access, Location, Symbol, differences, is_float_register, normalise, object_of, register_widths,
};
use crate::rules;
use crate::summary::{
    Context, LoopInstance, LoopPath, LoopSummary, MOST_ITERATIONS, fresh_counter,
};
use crate::walk::{Active, GiveUp, Next, Walker, Way};
use pathweave_exec::{CallHook, Stop};
use pathweave_term::{Op, Term};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Rounds until the changed locations must be known.
const MOST_ROUNDS: usize = 16;
/// Times that unrolled loops come up for air.
const MOST_VISITS: u32 = 1 << 16;
/// Iterations that are executed before a loop is summarised.
const MOST_PEELED: usize = 2;

/// The ways once around a loop.
struct Around<'p> {
    ways: Vec<Way<'p>>,
    /// How many conditions there were at the start.
    known: usize,
    /// Terms from here on were made on the ways.
    first: usize,
}

impl<'p, H: CallHook> Walker<'_, 'p, H> {
    /// The machine stands on the header of a loop that the way is not inside of.
    pub(crate) fn enter_loop(&mut self, way: &mut Way<'p>, here: Active) -> Result<Next, GiveUp> {
        if self.unroll(here) {
            // It stands on a watched operation behind the loop.
            way.passed = false;
            return Ok(Next::On);
        }
        self.arrays.adopt(self.machine);
        self.unload(way);
        let summary = match self.summarise(way, here) {
            Ok(summary) => summary,
            Err(why) => {
                let peeled = way.peeled.iter().filter(|&&active| active == here).count();
                if peeled >= MOST_PEELED || !why.is_curable() {
                    return Err(why);
                }
                self.load(way);
                way.peeled.push(here);
                way.passed = true;
                return Ok(Next::On);
            }
        };
        self.load(way);
        way.active.push(here);
        way.passed = true;
        if summary.paths.is_empty() {
            return Ok(Next::On);
        }
        let instance = self.apply(Rc::new(summary));
        way.loops.push(Rc::new(instance));
        Ok(if self.refresh(way)? { Next::On } else { Next::Dropped })
    }

    /// Runs a loop to where it is left, if nothing is decided by terms on the way.
    fn unroll(&mut self, here: Active) -> bool {
        let before = self.machine.state.clone();
        let mut way = Way::new(before.clone(), self.machine.witness.shared_model());
        way.passed = true;
        for _ in 0..MOST_VISITS {
            if self.run(&mut way) != Stop::Watched {
                break;
            }
            let frame = *self.machine.state.frame();
            if self.has_left(here) || self.targets.contains(&(frame.code.func, frame.pc)) {
                return true;
            }
            way.passed = true;
        }
        self.machine.state = before;
        false
    }

    /// Gives changed locations the values after the loop.
    fn apply(&mut self, summary: Rc<LoopSummary>) -> LoopInstance {
        let widths = register_widths(self.image, summary.func);
        let mut access = Access { machine: self.machine, widths: &widths };
        let entry: Vec<Term> =
            summary.symbols.iter().map(|symbol| access.relative(symbol)).collect();
        let terms = &mut self.machine.terms;
        let counters: Vec<Term> =
            summary.paths.iter().map(|_| fresh_counter(terms, "κ!")).collect();
        let context = Context {
            summary: Rc::clone(&summary),
            entry: entry.clone(),
            counters: counters.clone(),
            outer: Vec::new(),
        };
        let (values, side, renamed) = context.iterated(terms, &counters);
        let most = terms.bv_u64(64, MOST_ITERATIONS);
        for &counter in &counters {
            let bounded = terms.bv_ult(counter, most);
            self.machine.state.conditions.push(bounded);
        }
        let ended = context.ended(terms, &renamed);
        self.machine.state.conditions.extend(side);
        self.machine.state.conditions.extend(ended);
        let mut access = Access { machine: self.machine, widths: &widths };
        for (symbol, value) in summary.symbols.iter().zip(values) {
            access.place(symbol, value);
        }
        let locals = renamed.into_iter().map(|(_, copy)| copy).collect();
        LoopInstance { summary, entry, counters, locals }
    }

    /// The summary of the loop at whose header the way stands.
    fn summarise(&mut self, way: &Way<'p>, here: Active) -> Result<LoopSummary, GiveUp> {
        let widths = register_widths(self.image, here.func);
        let Registers { live, passed } = registers(self.image, here.func, here.header);
        // More than those that change costs nothing.
        let mut changed: BTreeSet<Location> = passed.into_iter().map(Location::Register).collect();
        for _ in 0..MOST_ROUNDS {
            let (start, symbols) = self.generic(way, here, &widths, &changed)?;
            let before = start.state.clone();
            let first = self.machine.terms.len();
            let around = self.follow(start, Some(here))?;
            let mut found = changed.clone();
            for end in &around {
                found.extend(differences(&self.machine.terms, &live, &before, &end.state)?);
            }
            normalise(&mut found);
            if found == changed {
                let known = before.conditions.len();
                let around = Around { ways: around, known, first };
                return self.finish(way, here, &widths, symbols, around);
            }
            changed = found;
        }
        Err(GiveUp::new("what the loop changes could not be found out"))
    }

    /// A way at the header in which changed locations hold symbols.
    fn generic(
        &mut self,
        way: &Way<'p>,
        here: Active,
        widths: &[u32],
        changed: &BTreeSet<Location>,
    ) -> Result<(Way<'p>, Vec<Symbol>), GiveUp> {
        for &location in changed {
            if let Location::Register(reg) = location
                && is_float_register(self.image, here.func, reg)
            {
                return Err(GiveUp::new("the loop changes a floating-point number"));
            }
        }
        self.machine.state = way.state.clone();
        let mut access = Access { machine: self.machine, widths };
        let symbols: Vec<Symbol> = changed.iter().map(|&at| access.symbol(at)).collect();
        for symbol in &symbols {
            access.place(symbol, symbol.term);
        }
        // What is known of elements of objects hardly matters here, and makes every query hard.
        let mut state = self.machine.state.clone();
        let terms = &self.machine.terms;
        let subterms = |condition| terms.subterms(&[condition]).into_iter();
        state.conditions.retain(|&c| subterms(c).all(|term| terms.op(term) != Op::Select));
        let mut start = Way::new(state, Rc::clone(&way.model));
        start.active = way.active.clone();
        start.active.push(here);
        start.passed = true;
        Ok((start, symbols))
    }

    /// Makes the summary of what was found.
    fn finish(
        &mut self,
        way: &Way<'p>,
        here: Active,
        widths: &[u32],
        symbols: Vec<Symbol>,
        around: Around<'p>,
    ) -> Result<LoopSummary, GiveUp> {
        let Around { ways, known, first } = around;
        let asked = way.state.inputs.len();
        let mut paths = Vec::new();
        for end in ways {
            self.machine.state = end.state.clone();
            let mut access = Access { machine: self.machine, widths };
            let mut values = Vec::with_capacity(symbols.len());
            for symbol in &symbols {
                let value = access.read(symbol.location);
                if let Some((object, _)) = symbol.base {
                    let now = object_of(&access.machine.terms, &access.machine.state.memory, value);
                    if now.map(|(object, _)| object) != Some(object) {
                        return Err(GiveUp::new("a pointer moves from object to object"));
                    }
                }
                values.push(access.relative(symbol));
            }
            let conditions = end.state.conditions[known..].to_vec();
            let asks = end.state.inputs.len() > asked;
            let mut locals: BTreeSet<Term> = BTreeSet::new();
            let terms = &self.machine.terms;
            locals.extend(terms.free_variables(&conditions));
            locals.extend(terms.free_variables(&values));
            for instance in &end.loops {
                locals.extend(instance.free_variables(terms));
            }
            locals.retain(|local| local.index() >= first);
            for record in &end.state.inputs[asked..] {
                locals.extend(terms.free_variables(&record.bytes));
                let more: Vec<Term> = record.length.into_iter().chain(record.present).collect();
                locals.extend(terms.free_variables(&more));
            }
            let locals = locals.into_iter().collect();
            let (loops, trail) = (end.loops, end.trail);
            paths.push(LoopPath { conditions, loops, locals, values, trail, asks });
        }
        let place = self.place(&way.state);
        let at = (here.func, here.header, place);
        let mut summary = rules::summarise(&mut self.machine.terms, at, symbols, paths);
        self.machine.state = way.state.clone();
        let mut access = Access { machine: self.machine, widths };
        let entry: Vec<Term> = summary.symbols.iter().map(|at| access.relative(at)).collect();
        self.relate(&mut summary, &way.state.conditions, &entry);
        Ok(summary)
    }
}
