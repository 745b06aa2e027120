//! Conflict analysis: the first unique implication point, minimization of the
//! learnt clause, and the assumptions behind a contradiction. Between calls all
//! marks in `seen` are `CLEAR`.

use super::Lit;
use super::cdcl::Cdcl;
use super::clauses::{ClauseRef, NO_CLAUSE};

const CLEAR: u8 = 0;
/// Part of the clause, or on the way to it.
const SEEN: u8 = 1;
/// Follows from literals of the clause.
const IMPLIED: u8 = 2;
/// Does not.
const NEEDED: u8 = 3;

impl Cdcl {
    /// Leaves the learnt clause in `scratch`, its first literal being the one to
    /// assign; returns the level to go back to and the glue.
    pub(super) fn analyze(&mut self, conflict: ClauseRef) -> (u32, u32) {
        let mut learnt = std::mem::take(&mut self.scratch);
        learnt.clear();
        learnt.push(Lit::positive(0));
        let mut open = 0;
        let mut at = self.trail.len();
        let mut clause = conflict;
        let mut pivot: Option<Lit> = None;
        loop {
            self.touch(clause);
            for position in 0..self.clauses.len(clause) {
                let lit = self.clauses.lit(clause, position);
                if Some(lit) == pivot || self.seen[lit.var() as usize] != CLEAR {
                    continue;
                }
                let level = self.level[lit.var() as usize];
                if level == 0 {
                    continue;
                }
                self.seen[lit.var() as usize] = SEEN;
                self.heap.bump(lit.var());
                if level == self.decision_level() {
                    open += 1;
                } else {
                    learnt.push(lit);
                }
            }
            let next = loop {
                at -= 1;
                let lit = self.trail[at];
                if self.seen[lit.var() as usize] != CLEAR {
                    break lit;
                }
            };
            self.seen[next.var() as usize] = CLEAR;
            open -= 1;
            if open == 0 {
                learnt[0] = !next;
                break;
            }
            pivot = Some(next);
            clause = self.reason[next.var() as usize];
        }
        self.minimize(&mut learnt);
        let back = self.place_second(&mut learnt);
        let glue = self.count_levels(&learnt);
        self.scratch = learnt;
        (back, glue)
    }

    /// Notes the use of a learnt clause, and its glue if that got smaller.
    fn touch(&mut self, clause: ClauseRef) {
        if !self.clauses.is_learnt(clause) {
            return;
        }
        self.clauses.mark_used(clause);
        if self.clauses.glue(clause) > 2 {
            let lits: Vec<Lit> = self.clauses.lits(clause).collect();
            let glue = self.count_levels(&lits);
            if glue < self.clauses.glue(clause) {
                self.clauses.set_glue(clause, glue);
            }
        }
    }

    fn count_levels(&mut self, lits: &[Lit]) -> u32 {
        self.glue_stamp += 1;
        let mut count = 0;
        for lit in lits {
            let level = self.level[lit.var() as usize] as usize;
            if level >= self.glue_levels.len() {
                self.glue_levels.resize(level + 1, 0);
            }
            if self.glue_levels[level] != self.glue_stamp {
                self.glue_levels[level] = self.glue_stamp;
                count += 1;
            }
        }
        count
    }

    /// Drops literals that follow from the others.
    fn minimize(&mut self, learnt: &mut Vec<Lit>) {
        let mut marked: Vec<u32> = learnt[1..].iter().map(|lit| lit.var()).collect();
        let levels = learnt[1..].iter().fold(0, |set, lit| set | self.level_bit(lit.var()));
        let mut kept = 1;
        for position in 1..learnt.len() {
            let lit = learnt[position];
            let implied = self.reason[lit.var() as usize] != NO_CLAUSE
                && self.is_redundant(lit.var(), levels, &mut marked);
            if !implied {
                learnt[kept] = lit;
                kept += 1;
            }
        }
        learnt.truncate(kept);
        for var in marked {
            self.seen[var as usize] = CLEAR;
        }
    }

    /// A small set of levels, by their low bits.
    fn level_bit(&self, var: u32) -> u64 {
        1 << (self.level[var as usize] % 64)
    }

    /// Whether all ways back from a variable end in literals of the clause. What
    /// is found out on the way is marked, so that all calls together are linear.
    fn is_redundant(&mut self, var: u32, levels: u64, marked: &mut Vec<u32>) -> bool {
        // Variables on the way, each with the next position in its reason.
        let mut way: Vec<(u32, usize)> = vec![(var, 0)];
        while let Some(&mut (var, ref mut position)) = way.last_mut() {
            let clause = self.reason[var as usize];
            if *position == self.clauses.len(clause) {
                way.pop();
                if !way.is_empty() && self.seen[var as usize] == CLEAR {
                    self.seen[var as usize] = IMPLIED;
                    marked.push(var);
                }
                continue;
            }
            let other = self.clauses.lit(clause, *position).var();
            *position += 1;
            let mark = self.seen[other as usize];
            if other == var || self.level[other as usize] == 0 || matches!(mark, SEEN | IMPLIED) {
                continue;
            }
            let leads_out =
                self.reason[other as usize] == NO_CLAUSE || levels & self.level_bit(other) == 0;
            if mark == NEEDED || leads_out {
                let dead_ends = way[1..].iter().map(|&(var, _)| var).chain([other]);
                for var in dead_ends {
                    if self.seen[var as usize] == CLEAR {
                        self.seen[var as usize] = NEEDED;
                        marked.push(var);
                    }
                }
                return false;
            }
            way.push((other, 0));
        }
        true
    }

    /// Puts a literal of the second highest level second; that level.
    fn place_second(&self, learnt: &mut [Lit]) -> u32 {
        let level = |lit: &Lit| self.level[lit.var() as usize];
        let Some(highest) = (1..learnt.len()).max_by_key(|&at| level(&learnt[at])) else {
            return 0;
        };
        learnt.swap(1, highest);
        level(&learnt[1])
    }

    /// The assumptions that make `failed`, one of them, false.
    pub(super) fn explain(&mut self, failed: Lit) -> Vec<Lit> {
        let mut core = vec![failed];
        if self.level[failed.var() as usize] == 0 {
            return core;
        }
        self.seen[failed.var() as usize] = SEEN;
        for at in (0..self.trail.len()).rev() {
            let lit = self.trail[at];
            let var = lit.var() as usize;
            if self.seen[var] == CLEAR {
                continue;
            }
            self.seen[var] = CLEAR;
            if self.level[var] == 0 {
                continue;
            }
            let clause = self.reason[var];
            if clause == NO_CLAUSE {
                core.push(lit);
                continue;
            }
            for position in 0..self.clauses.len(clause) {
                let other = self.clauses.lit(clause, position);
                if self.level[other.var() as usize] > 0 {
                    self.seen[other.var() as usize] = SEEN;
                }
            }
            self.seen[var] = CLEAR;
        }
        core
    }
}
