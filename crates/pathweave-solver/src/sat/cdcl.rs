//! A conflict-driven clause-learning solver made for many small related calls:
//! only the variables that matter for the call are decided or propagated, so the
//! cost of a call follows the size of its cone and not of everything ever
//! asked. Two watched literals with blockers, activity order, saved phases,
//! glue-based restarts and clause deletion.
//!
//! The invariant that is easy to break: between calls the trail may still hold
//! the last model; whatever adds clauses or variables goes back to level 0 first.

use super::clauses::{ClauseRef, Clauses, NO_CLAUSE};
use super::heap::VarHeap;
use super::{Lit, SatAnswer, SatLimit, SatLimits, SatSolver};
use pathweave_term::work;
use std::time::Instant;

/// A clause watched by a literal, with another of its literals: if that one is
/// true the clause need not be looked at. Binary clauses are decided by it.
#[derive(Clone, Copy)]
struct Watch {
    clause: ClauseRef,
    blocker: Lit,
    binary: bool,
}

/// Which variables are assigned by propagation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    All,
    Relevant,
}

/// The solver.
pub struct Cdcl {
    pub(super) clauses: Clauses,
    watches: Vec<Vec<Watch>>,
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    pub(super) level: Vec<u32>,
    pub(super) reason: Vec<ClauseRef>,
    phase: Vec<bool>,
    /// Marks of conflict analysis; see `analyze`.
    pub(super) seen: Vec<u8>,
    pub(super) trail: Vec<Lit>,
    level_starts: Vec<usize>,
    propagated: usize,
    pub(super) heap: VarHeap,
    /// The call for which a variable was last relevant.
    relevant: Vec<u32>,
    call: u32,
    /// How much of the trail, all at level 0, was propagated to all variables.
    settled: usize,
    scope: Scope,
    consistent: bool,
    failed: Vec<Lit>,
    conflicts: u64,
    learnt: usize,
    learnt_limit: usize,
    fast_glue: f64,
    slow_glue: f64,
    pub(super) scratch: Vec<Lit>,
    pub(super) glue_levels: Vec<u64>,
    pub(super) glue_stamp: u64,
}

impl Default for Cdcl {
    fn default() -> Self {
        Cdcl::new()
    }
}

impl Cdcl {
    /// A solver without variables.
    pub fn new() -> Cdcl {
        Cdcl {
            clauses: Clauses::default(),
            watches: Vec::new(),
            values: Vec::new(),
            level: Vec::new(),
            reason: Vec::new(),
            phase: Vec::new(),
            seen: Vec::new(),
            trail: Vec::new(),
            level_starts: Vec::new(),
            propagated: 0,
            heap: VarHeap::new(),
            relevant: Vec::new(),
            call: 0,
            settled: 0,
            scope: Scope::All,
            consistent: true,
            failed: Vec::new(),
            conflicts: 0,
            learnt: 0,
            learnt_limit: 4000,
            fast_glue: 0.0,
            slow_glue: 0.0,
            scratch: Vec::new(),
            glue_levels: vec![0],
            glue_stamp: 0,
        }
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.values[lit.index()] > 0
    }

    fn is_false(&self, lit: Lit) -> bool {
        self.values[lit.index()] < 0
    }

    pub(super) fn decision_level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    fn assign(&mut self, lit: Lit, reason: ClauseRef) {
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        let var = lit.var() as usize;
        self.level[var] = self.decision_level();
        self.reason[var] = reason;
        self.trail.push(lit);
    }

    fn new_level(&mut self) {
        self.level_starts.push(self.trail.len());
    }

    fn backtrack(&mut self, level: u32) {
        if self.decision_level() <= level {
            return;
        }
        let start = self.level_starts[level as usize];
        for at in (start..self.trail.len()).rev() {
            let lit = self.trail[at];
            let var = lit.var();
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            self.phase[var as usize] = !lit.is_negative();
            if self.relevant[var as usize] == self.call {
                self.heap.insert(var);
            }
        }
        self.trail.truncate(start);
        self.level_starts.truncate(level as usize);
        self.propagated = start;
    }

    fn attach(&mut self, clause: ClauseRef) {
        let (a, b) = (self.clauses.lit(clause, 0), self.clauses.lit(clause, 1));
        let binary = self.clauses.len(clause) == 2;
        self.watches[(!a).index()].push(Watch { clause, blocker: b, binary });
        self.watches[(!b).index()].push(Watch { clause, blocker: a, binary });
    }

    /// Propagates all that follows; the clause that is violated, if one is.
    fn propagate(&mut self) -> Option<ClauseRef> {
        while let Some(&lit) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let mut watches = std::mem::take(&mut self.watches[lit.index()]);
            let conflict = self.visit_watches(lit, &mut watches);
            self.watches[lit.index()] = watches;
            if conflict.is_some() {
                self.propagated = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Looks at the clauses in which `lit` being true falsifies a watch.
    fn visit_watches(&mut self, lit: Lit, watches: &mut Vec<Watch>) -> Option<ClauseRef> {
        let (mut from, mut to) = (0, 0);
        let mut conflict = None;
        while from < watches.len() {
            let watch = watches[from];
            from += 1;
            let blocked = self.values[watch.blocker.index()];
            if blocked > 0 {
                watches[to] = watch;
                to += 1;
                continue;
            }
            if watch.binary {
                watches[to] = watch;
                to += 1;
                if blocked < 0 {
                    conflict = Some(watch.clause);
                    break;
                }
                if self.is_in_scope(watch.blocker) {
                    self.assign(watch.blocker, watch.clause);
                }
                continue;
            }
            let clause = watch.clause;
            if self.clauses.lit(clause, 0) == !lit {
                self.clauses.swap(clause, 0, 1);
            }
            let first = self.clauses.lit(clause, 0);
            let kept = Watch { clause, blocker: first, binary: false };
            if first != watch.blocker && self.is_true(first) {
                watches[to] = kept;
                to += 1;
                continue;
            }
            if self.move_watch(clause, first) {
                continue;
            }
            watches[to] = kept;
            to += 1;
            if self.is_false(first) {
                conflict = Some(clause);
                break;
            }
            if self.is_in_scope(first) {
                self.assign(first, clause);
            }
        }
        work::spend(work::WATCH * (2 + from as u64));
        if from > to {
            watches.copy_within(from.., to);
            watches.truncate(watches.len() - (from - to));
        }
        conflict
    }

    /// A literal out of scope stays open: no clause with it can be violated.
    fn is_in_scope(&self, lit: Lit) -> bool {
        self.scope == Scope::All || self.relevant[lit.var() as usize] == self.call
    }

    /// Propagates level 0 to all variables; false if that is a contradiction.
    fn settle(&mut self) -> bool {
        self.scope = Scope::All;
        self.propagated = self.settled;
        self.consistent = self.consistent && self.propagate().is_none();
        self.settled = self.trail.len();
        self.consistent
    }

    /// Finds another literal to watch instead of the second.
    fn move_watch(&mut self, clause: ClauseRef, first: Lit) -> bool {
        for position in 2..self.clauses.len(clause) {
            let lit = self.clauses.lit(clause, position);
            if !self.is_false(lit) {
                self.clauses.swap(clause, 1, position);
                self.watches[(!lit).index()].push(Watch { clause, blocker: first, binary: false });
                return true;
            }
        }
        false
    }

    fn decide(&mut self) -> Option<Lit> {
        while let Some(var) = self.heap.pop() {
            let lit = Lit::positive(var);
            let here = self.relevant[var as usize] == self.call;
            if here && self.values[lit.index()] == 0 {
                return Some(if self.phase[var as usize] { lit } else { !lit });
            }
        }
        None
    }

    fn learn(&mut self, conflict: ClauseRef) {
        work::spend(work::CONFLICT);
        let (level, glue) = self.analyze(conflict);
        self.fast_glue += (f64::from(glue) - self.fast_glue) / 32.0;
        // The slow average starts as a plain one.
        let window = self.conflicts.clamp(1, 4096) as f64;
        self.slow_glue += (f64::from(glue) - self.slow_glue) / window;
        self.backtrack(level);
        let lits = std::mem::take(&mut self.scratch);
        if let [unit] = lits[..] {
            self.assign(unit, NO_CLAUSE);
        } else {
            let clause = self.clauses.add(&lits, true, glue);
            self.learnt += 1;
            self.attach(clause);
            self.assign(lits[0], clause);
        }
        self.scratch = lits;
        self.heap.decay();
    }

    fn limit_hit(&self, limits: &SatLimits, start: u64) -> Option<SatLimit> {
        if limits.conflicts.is_some_and(|limit| self.conflicts - start >= limit) {
            return Some(SatLimit::Conflicts);
        }
        if work::pause() {
            return Some(SatLimit::Stopped);
        }
        if limits.work.is_some_and(|end| work::done() >= end) {
            return Some(SatLimit::Work);
        }
        if limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(SatLimit::Time);
        }
        let full = limits.bytes.is_some_and(|limit| self.clauses.bytes() > limit);
        full.then_some(SatLimit::Memory)
    }

    fn search(&mut self, assumptions: &[Lit], limits: &SatLimits) -> SatAnswer {
        let start = self.conflicts;
        let mut since_restart = 0;
        let mut steps = 0u32;
        loop {
            steps += 1;
            if steps.is_multiple_of(256)
                && let Some(limit) = self.limit_hit(limits, start)
            {
                return SatAnswer::Unknown(limit);
            }
            if let Some(conflict) = self.propagate() {
                self.conflicts += 1;
                since_restart += 1;
                if self.decision_level() == 0 {
                    self.consistent = false;
                    self.failed.clear();
                    return SatAnswer::Unsat;
                }
                self.learn(conflict);
                continue;
            }
            if since_restart > 50 && self.fast_glue > 1.15 * self.slow_glue {
                since_restart = 0;
                self.backtrack(assumptions.len() as u32);
            }
            if self.learnt > self.learnt_limit {
                self.reduce();
            }
            match self.next_assumption(assumptions) {
                Ok(Some(lit)) => {
                    self.new_level();
                    self.assign(lit, NO_CLAUSE);
                }
                Err(failed) => {
                    self.failed = self.explain(failed);
                    return SatAnswer::Unsat;
                }
                Ok(None) => match self.decide() {
                    None => return SatAnswer::Sat,
                    Some(lit) => {
                        self.new_level();
                        self.assign(lit, NO_CLAUSE);
                    }
                },
            }
        }
    }

    /// The next assumption that is open; `Err` with one that is false.
    fn next_assumption(&mut self, assumptions: &[Lit]) -> Result<Option<Lit>, Lit> {
        while let Some(&lit) = assumptions.get(self.level_starts.len()) {
            if self.is_true(lit) {
                self.new_level();
            } else if self.is_false(lit) {
                return Err(lit);
            } else {
                return Ok(Some(lit));
            }
        }
        Ok(None)
    }

    /// Forgets the worse half of the learnt clauses, and what is true for good.
    fn reduce(&mut self) {
        let mut candidates = Vec::new();
        for clause in self.clauses.all() {
            if !self.clauses.is_learnt(clause) || self.clauses.len(clause) == 2 {
                continue;
            }
            let used = self.clauses.take_used(clause);
            let glue = self.clauses.glue(clause);
            if glue > 2 && !(used && glue <= 6) && !self.is_reason(clause) {
                candidates.push((glue, self.clauses.len(clause), clause));
            }
        }
        candidates.sort_by_key(|&(glue, length, clause)| (glue, length, clause.0));
        for &(_, _, clause) in &candidates[candidates.len() / 2..] {
            self.clauses.kill(clause);
            self.learnt -= 1;
        }
        self.learnt_limit = self.learnt + self.learnt_limit / 2 + 2000;
        self.sweep();
    }

    fn is_reason(&self, clause: ClauseRef) -> bool {
        let first = self.clauses.lit(clause, 0);
        self.is_true(first) && self.reason[first.var() as usize] == clause
    }

    /// Removes dead clauses from the watches, and from memory when it pays.
    fn sweep(&mut self) {
        let clauses = &self.clauses;
        for watches in &mut self.watches {
            watches.retain(|watch| !clauses.is_dead(watch.clause));
        }
        if !self.clauses.wants_compaction() {
            return;
        }
        let forwarding = self.clauses.compact();
        for watch in self.watches.iter_mut().flatten() {
            watch.clause = forwarding.forwarded(watch.clause);
        }
        for lit in &self.trail {
            let reason = &mut self.reason[lit.var() as usize];
            if *reason != NO_CLAUSE {
                *reason = forwarding.forwarded(*reason);
            }
        }
    }
}

impl SatSolver for Cdcl {
    fn new_var(&mut self) -> u32 {
        let var = self.level.len() as u32;
        self.watches.extend([Vec::new(), Vec::new()]);
        self.values.extend([0, 0]);
        self.level.push(0);
        self.reason.push(NO_CLAUSE);
        self.phase.push(false);
        self.seen.push(0);
        self.relevant.push(0);
        self.glue_levels.push(0);
        self.heap.add_var();
        var
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        work::spend(work::LITERAL * (1 + clause.len() as u64));
        self.backtrack(0);
        if !self.consistent {
            return;
        }
        let mut lits = std::mem::take(&mut self.scratch);
        lits.clear();
        lits.extend_from_slice(clause);
        lits.sort_unstable();
        lits.dedup();
        let tautology = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        if !tautology && !lits.iter().any(|&lit| self.is_true(lit)) {
            lits.retain(|&lit| !self.is_false(lit));
            match lits[..] {
                [] => self.consistent = false,
                [unit] => {
                    self.assign(unit, NO_CLAUSE);
                    self.settle();
                }
                _ => {
                    let clause = self.clauses.add(&lits, false, 0);
                    self.attach(clause);
                }
            }
        }
        self.scratch = lits;
    }

    fn solve(&mut self, assumptions: &[Lit], relevant: &[u32], limits: &SatLimits) -> SatAnswer {
        self.backtrack(0);
        self.failed.clear();
        if !self.settle() {
            return SatAnswer::Unsat;
        }
        self.scope = Scope::Relevant;
        self.call += 1;
        work::spend(work::RELEVANT * relevant.len() as u64);
        self.heap.clear();
        for &var in relevant {
            self.relevant[var as usize] = self.call;
            self.heap.insert(var);
        }
        self.search(assumptions, limits)
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        match self.values[lit.index()] {
            0 => None,
            value => Some(value > 0),
        }
    }

    fn failed(&self) -> &[Lit] {
        &self.failed
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }

    fn bytes(&self) -> usize {
        self.clauses.bytes() + self.values.len() * 24
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_term::random::Random;

    /// Random small formulas against trying all assignments, incrementally.
    #[test]
    fn agrees_with_brute_force() {
        for seed in 0..3000 {
            let mut random = Random::new(seed);
            let vars = 3 + random.below(8);
            let mut solver = Cdcl::new();
            let all: Vec<u32> = (0..vars).map(|_| solver.new_var()).collect();
            let mut formula: Vec<Vec<Lit>> = Vec::new();
            let lit = |random: &mut Random| {
                let lit = Lit::positive(random.below(vars));
                if random.below(2) == 0 { lit } else { !lit }
            };
            for _ in 0..4 {
                for _ in 0..random.below(3 * vars) {
                    let length = 1 + random.below(3).max(random.below(4));
                    let clause: Vec<Lit> = (0..length).map(|_| lit(&mut random)).collect();
                    solver.add_clause(&clause);
                    formula.push(clause);
                }
                let assumptions: Vec<Lit> =
                    (0..random.below(4)).map(|_| lit(&mut random)).collect();
                let holds = |bits: u32, lit: Lit| (bits >> lit.var() & 1 == 1) != lit.is_negative();
                let possible = |assumed: &[Lit]| {
                    (0..1u32 << vars).any(|bits| {
                        assumed.iter().all(|&lit| holds(bits, lit))
                            && formula
                                .iter()
                                .all(|clause| clause.iter().any(|&lit| holds(bits, lit)))
                    })
                };
                let answer = solver.solve(&assumptions, &all, &SatLimits::default());
                assert_eq!(answer == SatAnswer::Sat, possible(&assumptions), "seed {seed}");
                if answer == SatAnswer::Sat {
                    let value = |lit: &Lit| solver.value(*lit) == Some(true);
                    assert!(formula.iter().all(|clause| clause.iter().any(value)));
                    assert!(assumptions.iter().all(value));
                } else {
                    let failed = solver.failed().to_vec();
                    assert!(failed.iter().all(|lit| assumptions.contains(lit)));
                    assert!(!possible(&failed), "seed {seed}: {failed:?} is no core");
                }
            }
        }
    }
}
