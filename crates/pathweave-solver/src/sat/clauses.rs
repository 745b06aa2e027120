//! The clause arena: all clauses in one vector of words, two header words (length
//! and flags; glue) before the literals. References are offsets, and change only
//! in `compact`.

use super::Lit;

/// A clause's offset in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClauseRef(pub(super) u32);

/// No clause: the reason of decisions and assumptions.
pub(super) const NO_CLAUSE: ClauseRef = ClauseRef(u32::MAX);

const HEADER: usize = 2;
const LEARNT: u32 = 1 << 31;
const DEAD: u32 = 1 << 30;
const USED: u32 = 1 << 29;
const LENGTH: u32 = USED - 1;

#[derive(Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
    wasted: usize,
}

impl Clauses {
    pub(super) fn add(&mut self, lits: &[Lit], learnt: bool, glue: u32) -> ClauseRef {
        let at = ClauseRef(self.words.len() as u32);
        self.words.push(lits.len() as u32 | if learnt { LEARNT | USED } else { 0 });
        self.words.push(glue);
        self.words.extend(lits.iter().map(|lit| lit.0));
        at
    }

    pub(super) fn len(&self, clause: ClauseRef) -> usize {
        (self.words[clause.0 as usize] & LENGTH) as usize
    }

    pub(super) fn lit(&self, clause: ClauseRef, position: usize) -> Lit {
        Lit(self.words[clause.0 as usize + HEADER + position])
    }

    pub(super) fn swap(&mut self, clause: ClauseRef, a: usize, b: usize) {
        let start = clause.0 as usize + HEADER;
        self.words.swap(start + a, start + b);
    }

    pub(super) fn lits(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        let start = clause.0 as usize + HEADER;
        self.words[start..start + self.len(clause)].iter().map(|&word| Lit(word))
    }

    pub(super) fn is_learnt(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize] & LEARNT != 0
    }

    pub(super) fn is_dead(&self, clause: ClauseRef) -> bool {
        self.words[clause.0 as usize] & DEAD != 0
    }

    pub(super) fn glue(&self, clause: ClauseRef) -> u32 {
        self.words[clause.0 as usize + 1]
    }

    pub(super) fn set_glue(&mut self, clause: ClauseRef, glue: u32) {
        self.words[clause.0 as usize + 1] = glue;
    }

    /// Notes that a clause took part in a conflict.
    pub(super) fn mark_used(&mut self, clause: ClauseRef) {
        self.words[clause.0 as usize] |= USED;
    }

    /// Whether the clause was used since the last call.
    pub(super) fn take_used(&mut self, clause: ClauseRef) -> bool {
        let used = self.words[clause.0 as usize] & USED != 0;
        self.words[clause.0 as usize] &= !USED;
        used
    }

    pub(super) fn kill(&mut self, clause: ClauseRef) {
        self.wasted += HEADER + self.len(clause);
        self.words[clause.0 as usize] |= DEAD;
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.len() * 4
    }

    pub(super) fn all(&self) -> Vec<ClauseRef> {
        let mut all = Vec::new();
        let mut at = 0;
        while at < self.words.len() {
            let clause = ClauseRef(at as u32);
            if !self.is_dead(clause) {
                all.push(clause);
            }
            at += HEADER + self.len(clause);
        }
        all
    }

    pub(super) fn wants_compaction(&self) -> bool {
        self.wasted * 4 > self.words.len()
    }

    /// Drops dead clauses. Afterwards the old arena, which is returned, maps old
    /// references of living clauses to new ones by `forwarded`.
    pub(super) fn compact(&mut self) -> Forwarding {
        let mut old = std::mem::take(&mut self.words);
        self.words.reserve(old.len() - self.wasted);
        let mut at = 0;
        while at < old.len() {
            let header = old[at];
            let next = at + HEADER + (header & LENGTH) as usize;
            if header & DEAD == 0 {
                let moved = self.words.len() as u32;
                self.words.extend_from_slice(&old[at..next]);
                old[at + 1] = moved;
            } else {
                old[at + 1] = NO_CLAUSE.0;
            }
            at = next;
        }
        self.wasted = 0;
        Forwarding { words: old }
    }
}

/// Where clauses moved to.
pub(super) struct Forwarding {
    words: Vec<u32>,
}

impl Forwarding {
    /// The new reference; `NO_CLAUSE` if the clause is gone.
    pub(super) fn forwarded(&self, clause: ClauseRef) -> ClauseRef {
        ClauseRef(self.words[clause.0 as usize + 1])
    }
}
