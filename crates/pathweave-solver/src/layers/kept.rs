//! Answers of earlier runs. Who keeps them is an [`AnswerStore`]; this layer knows what a query
//! is outside its process: a hash of 128 bits of the structure of its conjuncts, variables by their
//! names and sorts, in any order. Operands that may be exchanged count in any order too: which comes
//! first depends on which was made first.
//!
//! A model that comes back is believed only after evaluation. A contradiction cannot be tried: it is
//! as good as the bytes that the store gives back, which is why stores check them, and as the solver
//! that found it, which is why that solver is part of the key ([`crate::Backend::identity`]). The easy mistake is
//! to put this layer above one that adds to what the solver below says, like the oracle. Of a query that was not decided it is kept how many conflicts
//! did not decide it, so that it is asked again only with more; what the clock ended is not kept.

use super::meter::{Below, Meter};
use crate::query::{Answer, Budget, LayerStatistics, Solver, Why};
use pathweave_term::portable::{Reader, Writer};
use pathweave_term::{Evaluator, Model, Op, Sort, Term, TermMap, TermStore};
use siphasher::sip128::{Hasher128, SipHasher13};
use std::hash::Hasher;

/// Part of every key: to be raised when the form of answers changes, or when a solver is found to have
/// answered wrongly.
pub(crate) const VERSION: u64 = 2;

/// Stands where an answer would, for a query that so many conflicts did not decide.
const UNDECIDED: u64 = 2;

/// Keeps answers from run to run.
pub trait AnswerStore {
    /// The answer under a key.
    fn find(&mut self, key: u128) -> Option<Vec<u8>>;

    /// Keeps an answer.
    fn keep(&mut self, key: u128, answer: Vec<u8>);
}

pub(crate) struct Kept {
    below: Below,
    meter: Meter,
    store: Box<dyn AnswerStore>,
    /// Whose answers these are.
    identity: String,
    /// The hash of a term, and what it adds to that of a chain of the same operator.
    hashes: TermMap<(u128, u128)>,
    found: u64,
    refused: u64,
}

impl Kept {
    /// Keeps the answers of the solver below, which has this identity.
    pub(crate) fn new(
        below: Box<dyn Solver>,
        identity: String,
        store: Box<dyn AnswerStore>,
    ) -> Kept {
        Kept {
            below: Below::new(below),
            meter: Meter::default(),
            store,
            identity,
            hashes: TermMap::new(),
            found: 0,
            refused: 0,
        }
    }

    /// The hash of a term's structure.
    fn hash(&mut self, terms: &TermStore, root: Term) -> u128 {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.hashes.contains(term) {
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let unknown = |arg: &&Term| !self.hashes.contains(**arg);
            stack.extend(terms.args(term).iter().filter(unknown));
            if stack.len() == waiting {
                let hash = self.hash_node(terms, term);
                self.hashes.insert(term, hash);
                stack.pop();
            }
        }
        self.hashes.get(root).map_or(0, |(hash, _)| *hash)
    }

    /// The hash of a term whose arguments have theirs.
    fn hash_node(&self, terms: &TermStore, term: Term) -> (u128, u128) {
        let mut hasher = SipHasher13::new_with_keys(VERSION, 1);
        let text = |hasher: &mut SipHasher13, text: &str| {
            hasher.write_u64(text.len() as u64);
            hasher.write(text.as_bytes());
        };
        // The names of leaves are empty.
        let leaf = [Op::Var, Op::Const, Op::Apply].iter().position(|&op| op == terms.op(term));
        hasher.write_u8(leaf.map_or(0, |leaf| leaf as u8 + 1));
        text(&mut hasher, terms.op(term).name());
        let (tag, a, b) = match terms.sort(term) {
            Sort::Bool => (0, 0, 0),
            Sort::BitVec(width) => (1, width, 0),
            Sort::Array { index, element } => (2, index, element),
        };
        [tag, a, b].into_iter().for_each(|number| hasher.write_u32(number));
        match terms.op(term) {
            Op::Var => text(&mut hasher, terms.name(term).unwrap_or_default()),
            Op::Const => {
                hasher.write_u8(terms.constant_bool(term).map_or(2, u8::from));
                let limbs = terms.constant(term);
                let limbs = limbs.iter().flat_map(|bits| bits.limbs().iter());
                limbs.for_each(|&limb| hasher.write_u64(limb));
            }
            Op::Apply => {
                let name = terms.function(term).map(|function| terms.func_name(function));
                text(&mut hasher, name.unwrap_or_default());
            }
            _ => terms.numbers(term).iter().for_each(|&number| hasher.write_u32(number)),
        }
        let op = terms.op(term);
        let mut sum: u128 = 0;
        for &arg in terms.args(term) {
            let (hash, chain) = self.hashes.get(arg).copied().unwrap_or_default();
            match op.is_commutative() {
                true if op.is_associative() && terms.op(arg) == op => sum = sum.wrapping_add(chain),
                true => sum = sum.wrapping_add(spread(hash)),
                false => hasher.write_u128(hash),
            }
        }
        hasher.write_u128(sum);
        (hasher.finish128().as_u128(), sum)
    }

    /// The key of a query.
    fn key(&mut self, terms: &TermStore, query: &[Term]) -> u128 {
        let mut parts: Vec<u128> = query.iter().map(|&term| self.hash(terms, term)).collect();
        parts.sort_unstable();
        parts.dedup();
        let mut hasher = SipHasher13::new_with_keys(VERSION, 2);
        hasher.write_u64(self.identity.len() as u64);
        hasher.write(self.identity.as_bytes());
        parts.into_iter().for_each(|part| hasher.write_u128(part));
        hasher.finish128().as_u128()
    }

    /// What an answer says, in bytes; nothing for what is not kept.
    fn encode(&mut self, terms: &TermStore, answer: &Answer, budget: &Budget) -> Option<Vec<u8>> {
        let mut writer = Writer::default();
        match answer {
            Answer::Unknown(Why::Conflicts) => {
                writer.number(UNDECIDED);
                writer.number(budget.conflicts?);
            }
            Answer::Unknown(_) => return None,
            Answer::Unsat(core) => {
                writer.number(0);
                writer.number(core.len() as u64);
                for &term in core {
                    let hash = self.hash(terms, term).to_le_bytes();
                    writer.bytes.extend(hash);
                }
            }
            Answer::Sat(model) if model.functions().next().is_some() => return None,
            Answer::Sat(model) => {
                writer.number(1);
                writer.number(model.variables().count() as u64);
                for (variable, value) in model.variables() {
                    writer.text(terms.name(variable)?);
                    writer.value(value);
                }
            }
        }
        Some(writer.bytes)
    }

    /// The answer that some bytes say, if it is one to this query.
    fn decode(
        &mut self,
        terms: &mut TermStore,
        query: &[Term],
        bytes: &[u8],
        budget: &Budget,
    ) -> Option<Answer> {
        let mut reader = Reader::new(bytes);
        let tag = reader.number()?;
        if tag == UNDECIDED {
            let spent = reader.number()?;
            let is_enough = budget.conflicts.is_some_and(|most| most <= spent);
            return is_enough.then_some(Answer::Unknown(Why::Conflicts));
        }
        if tag == 0 {
            let count = reader.count()?;
            let said = bytes.get(bytes.len().checked_sub(count * 16)?..)?;
            let wanted: Vec<u128> = said
                .chunks_exact(16)
                .map(|chunk| chunk.iter().rev().fold(0, |all, &byte| all << 8 | u128::from(byte)))
                .collect();
            let core: Vec<Term> = query
                .iter()
                .copied()
                .filter(|&term| wanted.contains(&self.hash(terms, term)))
                .collect();
            return (core.len() == wanted.len()).then_some(Answer::Unsat(core));
        }
        let mut model = Model::new();
        for _ in 0..reader.count()? {
            let name = reader.text()?;
            let value = reader.value()?;
            let variable = terms.var(name, value.sort());
            model.insert(variable, value);
        }
        let mut evaluator = Evaluator::new();
        let holds = query.iter().all(|&term| evaluator.holds(terms, &model, term));
        holds.then_some(Answer::Sat(model))
    }
}

/// Keeps the sum of hashes from meaning anything.
fn spread(hash: u128) -> u128 {
    let mut hasher = SipHasher13::new_with_keys(VERSION, 3);
    hasher.write_u128(hash);
    hasher.finish128().as_u128()
}

impl Solver for Kept {
    fn check(&mut self, terms: &mut TermStore, query: &[Term], budget: &Budget) -> Answer {
        let running = self.meter.start(&self.below);
        let key = self.key(terms, query);
        let known = self.store.find(key);
        let decoded = known.as_ref().and_then(|bytes| self.decode(terms, query, bytes, budget));
        let is_answer =
            known.as_ref().is_some_and(|bytes| bytes.first() != Some(&(UNDECIDED as u8)));
        self.refused += u64::from(is_answer && decoded.is_none());
        let answer = match decoded {
            Some(answer) => {
                self.found += 1;
                answer
            }
            None => {
                let answer = self.below.check(terms, query, budget);
                if let Some(bytes) = self.encode(terms, &answer, budget) {
                    self.store.keep(key, bytes);
                }
                answer
            }
        };
        self.meter.stop(&running, &self.below);
        answer
    }

    fn name(&self) -> &'static str {
        "kept"
    }

    fn statistics(&self, out: &mut Vec<LayerStatistics>) {
        let details = vec![("found", self.found), ("refused", self.refused)];
        self.meter.report(self.name(), &self.below, details, out);
    }
}
