//! A callee's conditions in the context of a call (CompoSE, Algorithm 3).
//!
//! The inputs that a path of the callee looked at are found in the caller's memory, and its heap path
//! condition is compared with what is there: by address where the caller's pointers have one, without
//! a verdict where they are inputs themselves that nobody followed yet. The numeric condition becomes one over the caller's
//! terms. Where the caller's memory is of a shape that the callee was never executed with (objects that overlap, end
//! early, were never set), no path applies and the call has to be entered.

use crate::memo::call::PairAt;
use crate::memo::tree::{HeapConstraint, Hole, Pair, PathInput, Place};
use pathweave_exec::state::State;
use pathweave_exec::{Image, Word};
use pathweave_ir::Func;
use pathweave_memory::ByteKind;
use pathweave_term::{Op, Substitution, Term, TermMap, TermStore};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What became of a pair of conditions.
pub(crate) enum Fit {
    /// They contradict the caller's memory.
    Inconsistent,
    /// Nothing can be said: the call has to be entered.
    Shape,
    /// They are these, in the caller's terms.
    Conditions {
        conditions: Vec<Term>,
        /// Whether these are all, so that they decide everything on the path.
        exact: bool,
        /// A pointer that has to be decided before more is known.
        open: Option<OpenPointer>,
        /// What terms of the caller were on an input that took the path.
        sample: Vec<(Term, u64)>,
    },
}

/// Conditions that were built before: the same pair with the same terms in its holes.
#[derive(Default)]
pub(crate) struct Built {
    pairs: FxHashMap<(Func, PairAt), ByHoles>,
    len: usize,
}

/// What a pair became, by what was in its holes.
type ByHoles = FxHashMap<Vec<Option<Term>>, Conditions>;

/// The conditions of a pair, as far as its holes are filled; none if they are false.
type Conditions = Option<Rc<[Option<Term>]>>;

/// Entries before all are forgotten.
const MOST_BUILT: usize = 1 << 16;

impl Built {
    fn insert(&mut self, pair: (Func, PairAt), filled: &[Option<Term>], built: &Conditions) {
        if self.len >= MOST_BUILT {
            *self = Self::default();
        }
        self.len += 1;
        self.pairs.entry(pair).or_default().insert(filled.to_vec(), built.clone());
    }
}

/// A pointer of the caller that nobody followed yet.
#[derive(Clone, Copy)]
pub(crate) struct OpenPointer {
    pub pointer: Term,
    /// Whether the callee's path needs it to be null.
    pub is_null: bool,
    /// Whether it may be an object of its own there.
    pub is_fresh: bool,
}

/// The state of a call.
pub(crate) struct Context<'c, 'p> {
    pub image: &'c Image,
    pub state: &'c State<'p>,
    pub args: &'c [Word],
}

/// Where an input of the callee is in the caller.
#[derive(Clone, PartialEq, Eq)]
enum Location {
    Words(Vec<(usize, u64)>),
    At(u64),
    /// Not known before the callee is executed.
    Open,
}

/// Bits that were read.
#[derive(Clone, Copy)]
enum Bits {
    Term(Term),
    /// Not known before the callee is executed.
    Open,
    /// Not there, or never set.
    Bad,
}

/// What was found in the state of a call, for the pairs looked at so far: the next one mostly looks at the
/// same.
#[derive(Default)]
pub(crate) struct Looked<'t> {
    /// The inputs of the last pair, as far as they were found.
    inputs: &'t [PathInput],
    locations: Vec<Location>,
    /// What holes in these inputs are.
    holes: Vec<(&'t Hole, Bits)>,
    /// What pointers in these inputs are, by input and place.
    words: Vec<((u32, u64), Bits)>,
    /// The conditions of the caller.
    conditions: Option<TermMap<()>>,
}

/// Conditions of a caller that are looked through; more are put into a map.
const FEW_CONDITIONS: usize = 64;

impl<'t> Looked<'t> {
    /// Those conditions that are new to the caller; none if one contradicts it.
    pub fn new_conditions(
        &mut self,
        terms: &mut TermStore,
        known: &[Term],
        mut conditions: Vec<Term>,
    ) -> Option<Vec<Term>> {
        if conditions.is_empty() {
            return Some(conditions);
        }
        if known.len() <= FEW_CONDITIONS {
            conditions.retain(|condition| !known.contains(condition));
            let contradicts = conditions.iter().any(|&c| known.contains(&terms.not(c)));
            return (!contradicts).then_some(conditions);
        }
        let known = self.conditions.get_or_insert_with(|| {
            let mut all = TermMap::new();
            for &condition in known {
                all.insert(condition, ());
            }
            all
        });
        conditions.retain(|&condition| !known.contains(condition));
        let contradicts = conditions.iter().any(|&c| known.contains(terms.not(c)));
        (!contradicts).then_some(conditions)
    }

    /// Forgets what another pair sees elsewhere. The inputs of a pair are numbered from the first on, so what both
    /// begin with is the same.
    fn keep_for(&mut self, pair: &Pair) {
        let both = self.inputs.iter().zip(&pair.inputs);
        let same = both.take_while(|(a, b)| (&a.place, a.size) == (&b.place, b.size)).count();
        if same < self.locations.len() {
            self.locations.truncate(same);
            self.holes.retain(|(hole, _)| (hole.input() as usize) < same);
            self.words.retain(|((input, _), _)| (*input as usize) < same);
        }
        self.inputs = &self.inputs[..self.locations.len()];
    }
}

impl Context<'_, '_> {
    fn byte(&self, terms: &mut TermStore, location: &Location, at: u64) -> Bits {
        match location {
            Location::Open => Bits::Open,
            Location::At(address) => self.byte_in_memory(terms, address.wrapping_add(at)),
            Location::Words(pieces) => {
                let piece = pieces.iter().rev().find(|(_, offset)| *offset <= at);
                let Some((word, offset)) = piece else { return Bits::Bad };
                let Some(word) = self.args.get(*word) else { return Bits::Bad };
                let shift = 8 * (at - offset) as u32;
                if shift >= 64 || word.shadow.undef >> shift & 0xFF != 0 {
                    return Bits::Bad;
                }
                let Some(term) = word.shadow.term else {
                    return Bits::Term(terms.bv_u64(8, word.bits >> shift));
                };
                let width = terms.width(term);
                if shift >= width {
                    return Bits::Term(terms.bv_u64(8, 0));
                }
                let piece = terms.extract(term, (shift + 7).min(width - 1), shift);
                Bits::Term(terms.zero_extend(piece, 8))
            }
        }
    }

    fn byte_in_memory(&self, terms: &mut TermStore, address: u64) -> Bits {
        let memory = &self.state.memory;
        let Some((object, offset, _)) = memory.find(address) else { return Bits::Bad };
        if offset < 0 || !memory.has_byte(object, offset as u64) {
            return Bits::Bad;
        }
        match memory.byte_at(object, offset as u64) {
            (ByteKind::Plain, number) => Bits::Term(terms.bv_u64(8, number.into())),
            (ByteKind::Symbolic(term), _) => Bits::Term(term),
            (ByteKind::InArray(array), _) => {
                let index = terms.bv_u64(32, offset as u64);
                Bits::Term(terms.select(array, index))
            }
            (ByteKind::Undefined(_) | ByteKind::Missing, _) => Bits::Bad,
        }
    }

    /// Several bytes at once, where they are plain or one variable.
    fn word_in_memory(&self, terms: &mut TermStore, address: u64, width: u32) -> Option<Term> {
        let bytes = u64::from(width / 8);
        if !width.is_multiple_of(8) || !(2..=8).contains(&bytes) {
            return None;
        }
        let memory = &self.state.memory;
        let (object, offset, _) = memory.find(address)?;
        let first = u64::try_from(offset).ok()?;
        let mut number = 0;
        let mut whole = None;
        for k in 0..bytes {
            if !memory.has_byte(object, first + k) {
                return None;
            }
            match memory.byte_at(object, first + k) {
                (ByteKind::Plain, byte) if whole.is_none() => number |= u64::from(byte) << (8 * k),
                (ByteKind::Symbolic(term), _) if k == 0 || whole.is_some() => {
                    let part = (terms.op(term) == Op::Extract).then(|| terms.arg(term, 0))?;
                    let low = 8 * k as u32;
                    let is_next = terms.slice(term) == Some((low + 7, low))
                        && terms.width(part) == width
                        && whole.is_none_or(|whole| whole == part);
                    whole = is_next.then_some(part);
                    whole?;
                }
                _ => return None,
            }
        }
        Some(whole.unwrap_or_else(|| terms.bv_u64(width, number)))
    }

    /// A number that is passed as an argument.
    fn whole_word(
        &self,
        terms: &mut TermStore,
        location: &Location,
        at: u64,
        width: u32,
    ) -> Option<Term> {
        let Location::Words(pieces) = location else { return None };
        let (word, _) = pieces.iter().find(|(_, offset)| *offset == at)?;
        let word = self.args.get(*word)?;
        let term = word.shadow.term?;
        let is_whole = word.shadow.undef == 0 && width > 8 && terms.width(term) >= width;
        is_whole.then(|| terms.extract(term, width - 1, 0))
    }

    /// What a word is when the pointers it is computed from are decided.
    fn decided(&self, terms: &mut TermStore, word: Term) -> Term {
        if terms.is_constant(word) || self.state.pointers.is_empty() {
            return word;
        }
        if terms.op(word) == Op::Var {
            let pointer = self.state.pointers.iter().find(|pointer| pointer.term == word);
            let target = pointer.and_then(|pointer| pointer.target);
            return target.map_or(word, |target| terms.bv_u64(64, target));
        }
        let parts = match terms.op(word) {
            Op::BvAdd => terms.args(word).to_vec(),
            _ => vec![word],
        };
        let mut substitution = Substitution::new();
        let mut any = false;
        for pointer in self.state.pointers.iter().filter(|p| parts.contains(&p.term)) {
            let Some(target) = pointer.target else { continue };
            let constant = terms.bv_u64(64, target);
            substitution.insert(terms, pointer.term, constant);
            any = true;
        }
        if any { substitution.apply(terms, word) } else { word }
    }

    fn is_open(&self, word: Term) -> bool {
        let mut pointers = self.state.pointers.iter();
        pointers.any(|pointer| pointer.term == word && pointer.target.is_none())
    }

    fn bits(&self, terms: &mut TermStore, location: &Location, at: u64, width: u32) -> Bits {
        if let Some(word) = self.whole_word(terms, location, at, width) {
            return Bits::Term(if width == 64 { self.decided(terms, word) } else { word });
        }
        if let Location::At(address) = location
            && let Some(word) = self.word_in_memory(terms, address.wrapping_add(at), width)
        {
            return Bits::Term(if width == 64 { self.decided(terms, word) } else { word });
        }
        let mut whole: Option<Term> = None;
        for k in 0..u64::from(width.div_ceil(8)) {
            let byte = match self.byte(terms, location, at + k) {
                Bits::Term(byte) => byte,
                other => return other,
            };
            whole = Some(whole.map_or(byte, |low| terms.concat(byte, low)));
        }
        let Some(whole) = whole else { return Bits::Bad };
        if width == 64 {
            return Bits::Term(self.decided(terms, whole));
        }
        if width != 1 {
            return Bits::Term(whole);
        }
        // The callee was executed with a truth value: anything else is another shape.
        let rest = terms.extract(whole, 7, 1);
        match terms.constant_u64(rest) {
            Some(0) => Bits::Term(terms.extract(whole, 0, 0)),
            _ => Bits::Bad,
        }
    }

    /// Finds the inputs of a pair.
    fn locate<'t>(
        &self,
        terms: &mut TermStore,
        looked: &mut Looked<'t>,
        pair: &'t Pair,
    ) -> Result<(), Fit> {
        looked.keep_for(pair);
        while let Some(input) = pair.inputs.get(looked.locations.len()) {
            let location = self.location(terms, looked, &input.place)?;
            if let Location::At(address) = location
                && !self.has_room(address, input.size)
            {
                return Err(Fit::Shape);
            }
            looked.locations.push(location);
            looked.inputs = &pair.inputs[..looked.locations.len()];
        }
        self.check_apart(pair, &looked.locations)
    }

    /// Whether there is an object of so many bytes.
    fn has_room(&self, address: u64, size: u64) -> bool {
        let memory = &self.state.memory;
        let Some((object, offset, _)) = memory.find(address) else { return false };
        let Ok(first) = u64::try_from(offset) else { return false };
        size == 0 || memory.has_byte(object, first + size - 1)
    }

    /// Where an input is, those before it being known.
    fn location(
        &self,
        terms: &mut TermStore,
        looked: &mut Looked<'_>,
        place: &Place,
    ) -> Result<Location, Fit> {
        Ok(match place {
            Place::Words(pieces) => Location::Words(pieces.clone()),
            Place::Asked => Location::Open,
            Place::Behind(word) => {
                let word = self.args.get(*word).ok_or(Fit::Shape)?;
                match word.shadow.is_plain() {
                    true => Location::At(word.bits),
                    false => return Err(Fit::Shape),
                }
            }
            Place::Global(name) => {
                let global = self.image.program.global(name).ok_or(Fit::Shape)?;
                Location::At(self.image.layout.global(global))
            }
            Place::Pointee { input, at } => match self.word(terms, looked, *input, *at) {
                Bits::Term(word) => match terms.constant_u64(word) {
                    Some(0) => return Err(Fit::Inconsistent),
                    Some(address) => Location::At(address),
                    None => Location::Open,
                },
                Bits::Open => Location::Open,
                Bits::Bad => return Err(Fit::Shape),
            },
        })
    }

    /// Objects of the callee's inputs are apart from each other.
    fn check_apart(&self, pair: &Pair, locations: &[Location]) -> Result<(), Fit> {
        for (k, a) in locations.iter().enumerate() {
            let Location::At(a) = *a else { continue };
            let size = pair.inputs[k].size;
            let is_pointee = |k: usize| matches!(pair.inputs[k].place, Place::Pointee { .. });
            for (other, b) in locations.iter().enumerate().take(k) {
                let Location::At(b) = *b else { continue };
                if a.wrapping_sub(b) < pair.inputs[other].size || b.wrapping_sub(a) < size {
                    let is_same = a == b && size == pair.inputs[other].size && is_pointee(other);
                    return Err(match pair.inputs[k].place {
                        // That they are not the same is decided on this path, and another one has the other side; or it
                        // is not, as with pointers of two types, which are no aliases where the callee is executed alone.
                        Place::Pointee { input, at } if is_same => {
                            let target = Some(other as u32);
                            match pair.distinct.contains(&HeapConstraint { input, at, target }) {
                                true => Fit::Inconsistent,
                                false => Fit::Shape,
                            }
                        }
                        _ => Fit::Shape,
                    });
                }
            }
        }
        Ok(())
    }

    /// A pointer in an input. Bad where there is no such input.
    fn word(&self, terms: &mut TermStore, looked: &mut Looked<'_>, input: u32, at: u64) -> Bits {
        let known = looked.words.iter().find(|(key, _)| *key == (input, at));
        if let Some((_, known)) = known {
            return *known;
        }
        let Some(location) = looked.locations.get(input as usize) else { return Bits::Bad };
        let bits = self.bits(terms, location, at, 64);
        looked.words.push(((input, at), bits));
        bits
    }

    /// What stands in a hole here.
    fn hole<'t>(
        &self,
        terms: &mut TermStore,
        looked: &mut Looked<'t>,
        hole: &'t Hole,
    ) -> Option<Bits> {
        if let Some((_, known)) = looked.holes.iter().find(|(known, _)| *known == hole) {
            return Some(*known);
        }
        let location = looked.locations.get(hole.input() as usize)?;
        let bits = match (hole, location) {
            (Hole::Bits { at, width, .. }, _) => self.bits(terms, location, *at, *width),
            (Hole::Address { offset, .. }, Location::At(address)) => {
                Bits::Term(terms.bv_u64(64, address.wrapping_add(*offset)))
            }
            (Hole::Address { .. }, _) => Bits::Open,
        };
        looked.holes.push((hole, bits));
        Some(bits)
    }

    /// What a pair of conditions of the callee says here. With `wants_pointer`, numbers that are not all known
    /// are not looked at before all pointers are.
    pub(crate) fn fit<'t>(
        &self,
        terms: &mut TermStore,
        known: &mut Built,
        looked: &mut Looked<'t>,
        ((func, at), pair): ((Func, PairAt), &'t Pair),
        wants_pointer: bool,
    ) -> Fit {
        if let Err(fit) = self.locate(terms, looked, pair) {
            return fit;
        }
        let mut conditions = Vec::new();
        let mut exact = true;
        // In the order in which the callee decided them, in which pairs agree.
        let mut open = None;
        for constraint in &pair.heap {
            let word = match self.word(terms, looked, constraint.input, constraint.at) {
                Bits::Bad => return Fit::Shape,
                Bits::Open => {
                    exact = false;
                    continue;
                }
                Bits::Term(word) => word,
            };
            let locations = &looked.locations;
            let own = Place::Pointee { input: constraint.input, at: constraint.at };
            let target = constraint.target.map(|input| input as usize);
            let fresh = target.is_some_and(|input| pair.inputs[input].place == own);
            if let Some(number) = terms.constant_u64(word) {
                let holds = match target.map(|input| &locations[input]) {
                    None => number == 0,
                    Some(_) if fresh => number != 0,
                    Some(Location::At(address)) => number == *address,
                    Some(_) => true,
                };
                match holds {
                    true => continue,
                    false => return Fit::Inconsistent,
                }
            }
            exact = false;
            let null = terms.bv_u64(64, 0);
            let holds = match target.map(|input| &locations[input]) {
                None => terms.eq(word, null),
                Some(_) if fresh => {
                    let is_null = terms.eq(word, null);
                    terms.not(is_null)
                }
                Some(Location::At(address)) => {
                    let address = terms.bv_u64(64, *address);
                    terms.eq(word, address)
                }
                Some(_) => terms.bool_const(true),
            };
            if self.is_open(word) {
                let known = target.is_some_and(|t| matches!(locations[t], Location::At(_)));
                let is_null = target.is_none();
                let is_fresh = !is_null && (fresh || !known);
                open.get_or_insert(OpenPointer { pointer: word, is_null, is_fresh });
            }
            match terms.constant_bool(holds) {
                Some(true) => {}
                Some(false) => return Fit::Inconsistent,
                None => conditions.push(holds),
            }
        }
        let mut filled = Vec::with_capacity(pair.holes.len());
        let mut is_bad = false;
        for hole in &pair.holes {
            let bits = self.hole(terms, looked, hole);
            is_bad |= matches!(bits, Some(Bits::Bad));
            let term = match bits {
                Some(Bits::Term(term)) => Some(term),
                _ => None,
            };
            if term.is_none() && !is_bad && wants_pointer && open.is_some() {
                // Another pointer has to be decided first, and then all is looked at again.
                let (exact, sample) = (false, Vec::new());
                return Fit::Conditions { conditions, exact, open, sample };
            }
            filled.push(term);
        }
        let mut is_bad_here = false;
        let mut build = |terms: &mut TermStore| -> Conditions {
            let built = pair.numeric.build_unless_false(terms, |_, hole| {
                let term = filled.get(hole as usize).copied().flatten();
                is_bad_here |= is_bad && term.is_none();
                term
            });
            built.map(Rc::from)
        };
        // Where something is bad, it matters whether it is looked at.
        let before = match is_bad {
            true => None,
            false => known.pairs.get(&(func, at)).and_then(|all| all.get(&filled[..])),
        };
        let built = match before {
            Some(built) => built.clone(),
            None => {
                let built = build(terms);
                if !is_bad {
                    known.insert((func, at), &filled, &built);
                }
                built
            }
        };
        if is_bad_here {
            return Fit::Shape;
        }
        let samples = filled.iter().zip(&pair.sample);
        let sample = samples
            .filter_map(|(term, &number)| term.map(|term| (term, number)))
            .filter(|(term, _)| !terms.is_constant(*term))
            .collect();
        let Some(built) = built else { return Fit::Inconsistent };
        for condition in built.iter() {
            match *condition {
                None => exact = false,
                Some(condition) if terms.is_constant(condition) => {}
                Some(condition) => conditions.push(condition),
            }
        }
        Fit::Conditions { conditions, exact, open, sample }
    }
}
