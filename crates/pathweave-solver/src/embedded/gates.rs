//! Gates over SAT literals, with constants folded and equal gates shared. Every
//! gate is defined in both directions, so that its value follows from its
//! inputs by propagation alone: the solver's cone restriction relies on that.

use super::sums::{Found, Sums};
use crate::sat::{Lit, SatSolver};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A multiplicative hasher for the small keys of gates.
#[derive(Default)]
pub(super) struct GateHasher(u64);

impl Hasher for GateHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517C_C1B7_2722_0A95);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

type GateMap<K> = HashMap<K, Lit, BuildHasherDefault<GateHasher>>;

pub(super) struct Gates {
    pub(super) sat: Box<dyn SatSolver>,
    truth: Lit,
    vars: u32,
    /// Gates found in the tables since this was last emptied.
    pub(super) reused: Vec<u32>,
    ands: GateMap<(Lit, Lit)>,
    xors: GateMap<(Lit, Lit)>,
    sums: Sums,
    muxes: GateMap<(Lit, Lit, Lit)>,
    majorities: GateMap<(Lit, Lit, Lit)>,
    parities: GateMap<(Lit, Lit, Lit)>,
    conjunctions: GateMap<Vec<Lit>>,
}

impl Gates {
    pub(super) fn new(mut sat: Box<dyn SatSolver>) -> Gates {
        let truth = Lit::positive(sat.new_var());
        sat.add_clause(&[truth]);
        Gates {
            sat,
            truth,
            vars: 1,
            reused: Vec::new(),
            ands: GateMap::default(),
            xors: GateMap::default(),
            sums: Sums::default(),
            muxes: GateMap::default(),
            majorities: GateMap::default(),
            parities: GateMap::default(),
            conjunctions: GateMap::default(),
        }
    }

    /// The number of variables so far.
    pub(super) fn vars(&self) -> u32 {
        self.vars
    }

    pub(super) fn input(&mut self) -> Lit {
        self.vars += 1;
        Lit::positive(self.sat.new_var())
    }

    pub(super) fn constant(&self, value: bool) -> Lit {
        if value { self.truth } else { !self.truth }
    }

    fn is_true(&self, lit: Lit) -> bool {
        lit == self.truth
    }

    fn is_false(&self, lit: Lit) -> bool {
        lit == !self.truth
    }

    pub(super) fn is_constant(&self, lit: Lit) -> bool {
        lit.var() == self.truth.var()
    }

    /// The constant's value, if the literal is one.
    pub(super) fn known(&self, lit: Lit) -> Option<bool> {
        self.is_constant(lit).then(|| self.is_true(lit))
    }

    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if self.is_false(a) || self.is_false(b) || a == !b {
            return !self.truth;
        }
        if self.is_true(a) || a == b {
            return b;
        }
        if self.is_true(b) {
            return a;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.ands.get(&key) {
            self.reused.push(known.var());
            return known;
        }
        let out = self.input();
        self.sat.add_clause(&[!out, a]);
        self.sat.add_clause(&[!out, b]);
        self.sat.add_clause(&[out, !a, !b]);
        self.ands.insert(key, out);
        out
    }

    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        if let Some(value) = self.known(a) {
            return if value { !b } else { b };
        }
        if let Some(value) = self.known(b) {
            return if value { !a } else { a };
        }
        if a.var() == b.var() {
            return self.constant(a != b);
        }
        let flip = a.is_negative() != b.is_negative();
        let (x, y) = (Lit::positive(a.var()), Lit::positive(b.var()));
        let key = (x.min(y), x.max(y));
        let out = match self.xors.get(&key) {
            Some(&known) => known,
            None => {
                let out = self.sum(x, y);
                self.xors.insert(key, out);
                out
            }
        };
        self.reuse_sum(out);
        if flip { !out } else { out }
    }

    /// The exclusive or of two variables: a gate with the same sum if there is one. That it is theirs is said
    /// all the same: what is known of them then tells what it is.
    fn sum(&mut self, x: Lit, y: Lit) -> Lit {
        let (out, parts) = match self.sums.find(x.var(), y.var()) {
            Found::Nothing => (self.constant(false), None),
            Found::Variable(var) => (Lit::positive(var), None),
            Found::Gate(known) => (known, None),
            // What is cancelled out must not be below the gate: it may be in no query that has it.
            Found::Less(parts) => {
                let mut parts = parts.into_iter().map(Lit::positive);
                let first = parts.next().expect("two parts are left at least");
                (parts.fold(first, |sum, part| self.sum(sum, part)), None)
            }
            Found::New(parts) => (self.input(), Some(parts)),
            Found::Long => (self.input(), None),
        };
        self.sat.add_clause(&[!out, x, y]);
        self.sat.add_clause(&[!out, !x, !y]);
        self.sat.add_clause(&[out, !x, y]);
        self.sat.add_clause(&[out, x, !y]);
        if let Some(parts) = parts {
            self.sums.insert(parts, (x.var(), y.var()), out);
        }
        out
    }

    /// A sum may stand for one over other gates, which then come with it.
    fn reuse_sum(&mut self, out: Lit) {
        match self.sums.get(out.var()) {
            Some(sum) => self.reused.extend(&*sum.gates),
            None => self.reused.push(out.var()),
        }
    }

    pub(super) fn mux(&mut self, c: Lit, t: Lit, e: Lit) -> Lit {
        if let Some(value) = self.known(c) {
            return if value { t } else { e };
        }
        if t == e {
            return t;
        }
        if c.is_negative() {
            return self.mux(!c, e, t);
        }
        if self.is_true(t) || c == t {
            return self.or(c, e);
        }
        if self.is_false(t) || c == !t {
            return self.and(!c, e);
        }
        if self.is_true(e) || c == !e {
            return self.or(!c, t);
        }
        if self.is_false(e) || c == e {
            return self.and(c, t);
        }
        if t == !e {
            return self.xor(!c, t);
        }
        if t.is_negative() {
            return !self.mux(c, !t, !e);
        }
        if let Some(&known) = self.muxes.get(&(c, t, e)) {
            self.reused.push(known.var());
            return known;
        }
        let out = self.input();
        self.sat.add_clause(&[!c, !t, out]);
        self.sat.add_clause(&[!c, t, !out]);
        self.sat.add_clause(&[c, !e, out]);
        self.sat.add_clause(&[c, e, !out]);
        self.sat.add_clause(&[!t, !e, out]);
        self.sat.add_clause(&[t, e, !out]);
        self.muxes.insert((c, t, e), out);
        out
    }

    /// Whether at least two of three are true: the carry of an addition.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut lits = [a, b, c];
        lits.sort_unstable();
        let [a, b, c] = lits;
        for (x, y, z) in [(a, b, c), (b, a, c), (c, a, b)] {
            if let Some(value) = self.known(x) {
                return if value { self.or(y, z) } else { self.and(y, z) };
            }
        }
        for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
            if x == y {
                return x;
            }
            if x == !y {
                return z;
            }
        }
        if a.is_negative() {
            return !self.majority(!a, !b, !c);
        }
        if let Some(&known) = self.majorities.get(&(a, b, c)) {
            self.reused.push(known.var());
            return known;
        }
        let out = self.input();
        for (x, y) in [(a, b), (a, c), (b, c)] {
            self.sat.add_clause(&[!x, !y, out]);
            self.sat.add_clause(&[x, y, !out]);
        }
        self.majorities.insert((a, b, c), out);
        out
    }

    /// Whether an odd number of three is true: the sum of an addition.
    pub(super) fn parity(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        for (x, y, z) in [(a, b, c), (b, a, c), (c, a, b)] {
            if let Some(value) = self.known(x) {
                let rest = self.xor(y, z);
                return if value { !rest } else { rest };
            }
        }
        for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
            if x.var() == y.var() {
                return if x == y { z } else { !z };
            }
        }
        let flip = a.is_negative() ^ b.is_negative() ^ c.is_negative();
        let mut lits = [a, b, c].map(|lit| Lit::positive(lit.var()));
        lits.sort_unstable();
        let [a, b, c] = lits;
        let out = match self.parities.get(&(a, b, c)) {
            Some(&known) => {
                self.reused.push(known.var());
                known
            }
            None => {
                let out = self.input();
                for signs in 0..8u32 {
                    let sign = |lit: Lit, bit: u32| if signs >> bit & 1 == 1 { !lit } else { lit };
                    // An odd number of negated inputs excludes a true output.
                    let output = if signs.count_ones() % 2 == 1 { out } else { !out };
                    self.sat.add_clause(&[sign(a, 0), sign(b, 1), sign(c, 2), output]);
                }
                self.parities.insert((a, b, c), out);
                out
            }
        };
        if flip { !out } else { out }
    }

    /// Whether all are true, as one gate.
    pub(super) fn all(&mut self, lits: &[Lit]) -> Lit {
        let mut inputs: Vec<Lit> = lits.iter().copied().filter(|&lit| !self.is_true(lit)).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let contradiction = inputs.windows(2).any(|pair| pair[0] == !pair[1]);
        if contradiction || inputs.iter().any(|&lit| self.is_false(lit)) {
            return !self.truth;
        }
        match inputs[..] {
            [] => return self.truth,
            [single] => return single,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        if let Some(&known) = self.conjunctions.get(&inputs) {
            self.reused.push(known.var());
            return known;
        }
        let out = self.input();
        let mut long = vec![out];
        for &lit in &inputs {
            self.sat.add_clause(&[!out, lit]);
            long.push(!lit);
        }
        self.sat.add_clause(&long);
        self.conjunctions.insert(inputs, out);
        out
    }
}
