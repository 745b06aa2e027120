//! Which paths of a callee are possible where it is called, found once for all calls that look the
//! same.
//!
//! What is possible at a call depends on the callee's paths in the caller's terms, on what pointers
//! were decided to be, and on those of the caller's conditions that share variables with them,
//! directly or through others. Calls that agree in these are one [`Site`], however they were reached. Its paths are
//! found one after the other, by whichever of the calls needs one more; the others take what was found.
//!
//! Laws: an input that was found gives values to all variables that the site depends on. So it
//! may be put in the place of these in any witness of such a call: what else the caller's conditions are about, the
//! witness satisfies.
//!
//! An input is guessed before anything is asked: the witness with pointers as they were decided,
//! with what was recorded when a path was found, or changed until a path's conditions hold
//! ([`repair`](crate::repair)). A guess says nothing until it is evaluated.

use crate::repair::Guess;
use crate::slice::Slicer;
use pathweave_ir::Func;
use pathweave_term::{Evaluator, Model, Op, Term, TermStore, Value};
use rustc_hash::{FxHashMap, FxHasher};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Terms that are kept for all sites before they are forgotten.
const MOST_TERMS: usize = 1 << 19;
/// Paths of a site that is looked up: a handful is guessed again as quickly.
const LEAST_PATHS: usize = 8;
/// Calls of a function before it is seen whether they look the same.
const TRIED_CALLS: u32 = 64;
/// Of how many calls one has to look like another one, and of how many one is tried where they did not.
const WORTH: u32 = 8;

/// A path of a callee in the terms of the caller.
#[derive(Clone)]
pub(crate) struct Path {
    pub leaf: usize,
    pub conditions: Vec<Term>,
    /// What terms were on the recorded input.
    pub sample: Vec<(Term, u64)>,
}

/// A path that is possible.
pub(crate) struct Found {
    pub path: usize,
    /// What variables are on it; none for what nothing is said about.
    values: Vec<(Term, Option<Value>)>,
    /// The whole input, if it says what functions are.
    whole: Option<Model>,
}

/// Why no other path of a site is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Done {
    /// Those that were found cover everything.
    Covered,
    /// It was asked.
    Asked,
}

/// What the inputs that are found say.
enum Scope {
    /// All that the paths depend on: what calls that look the same share.
    Variables(Rc<[Term]>),
    /// What is different from the witness of the one call.
    Witness(Option<Rc<Model>>),
}

/// What is known of the paths of a callee in one heap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// Their conditions.
    Conditions,
    /// Which they are.
    Leaves,
    /// Nothing: the callee was never executed with such a heap.
    Nothing,
}

/// The paths of a callee in one heap.
pub(crate) struct Site {
    /// What pointers were decided to be.
    pub heap: Rc<[Term]>,
    pub paths: Rc<[Path]>,
    scope: Scope,
    found: Vec<Found>,
    /// Which paths were found or ruled out, and how many.
    is_settled: Vec<bool>,
    settled: usize,
    done: Option<Done>,
    pub known: Known,
    /// Whether paths may be asked for one by one: not where one was too hard, nor where somebody wants to know
    /// that one is impossible.
    pub one_by_one: bool,
    /// That it is none of those found before, as many as were written down.
    none_of: Option<Term>,
    excluded: usize,
    /// Whether a witness was tried as an input, and how many of the paths were.
    tried_witness: bool,
    tried: usize,
}

impl Site {
    /// Paths of which nothing is known, of one call.
    pub fn new(heap: Rc<[Term]>, paths: Rc<[Path]>) -> Self {
        Self::with_scope(heap, paths, Scope::Witness(None))
    }

    fn with_scope(heap: Rc<[Term]>, paths: Rc<[Path]>, scope: Scope) -> Self {
        let is_settled = vec![false; paths.len()];
        Self {
            heap,
            paths,
            scope,
            found: Vec::new(),
            is_settled,
            settled: 0,
            done: None,
            known: Known::Conditions,
            one_by_one: true,
            none_of: None,
            excluded: 0,
            tried_witness: false,
            tried: 0,
        }
    }

    /// Whether the conditions of the paths are not known.
    pub fn is_open(&self) -> bool {
        self.known != Known::Conditions
    }

    /// What was found, in this order.
    pub fn found(&self) -> &[Found] {
        &self.found
    }

    /// Whether no other path is possible, and why.
    pub fn done(&self) -> Option<Done> {
        self.done
    }

    /// No other path is possible.
    pub fn finish(&mut self, why: Done) {
        self.done.get_or_insert(why);
    }

    /// The paths of which it is not known whether they are possible.
    pub fn others(&self) -> impl Iterator<Item = &Path> {
        let all = self.paths.iter().zip(&self.is_settled);
        all.filter(|(_, is_settled)| !**is_settled).map(|(path, _)| path)
    }

    /// How many these are.
    pub fn others_left(&self) -> usize {
        self.paths.len() - self.settled
    }

    /// The first of these.
    pub fn next_other(&self) -> Option<usize> {
        self.is_settled.iter().position(|is_settled| !is_settled)
    }

    fn settle(&mut self, path: usize) {
        self.settled += usize::from(!std::mem::replace(&mut self.is_settled[path], true));
    }

    /// A path is impossible: it was asked for.
    pub fn rule_out(&mut self, path: usize) {
        self.settle(path);
        if self.others_left() == 0 {
            self.finish(Done::Asked);
        }
    }

    /// A path that an input is on, made from a witness of the call.
    pub fn add(&mut self, path: usize, input: &Model, witness: &Rc<Model>) {
        let values = match &mut self.scope {
            Scope::Variables(all) => {
                all.iter().map(|&variable| (variable, input.get(variable).cloned())).collect()
            }
            Scope::Witness(base) => {
                let base = base.get_or_insert_with(|| Rc::clone(witness));
                differences(base, input)
            }
        };
        let whole = input.functions().next().is_some().then(|| input.clone());
        self.found.push(Found { path, values, whole });
        self.settle(path);
        if self.paths[path].conditions.is_empty() || self.others_left() == 0 {
            let was_asked = self.settled > self.found.len();
            self.finish(if was_asked { Done::Asked } else { Done::Covered });
        }
    }

    /// The path that the witness of the call is on.
    pub fn add_own(&mut self, path: usize, witness: &Rc<Model>) {
        self.add(path, witness, witness);
        self.tried_witness = true;
    }

    /// The input of a path that was found, where a witness of the call says what the rest is.
    pub fn input(&self, found: usize, witness: &Model) -> Model {
        let Found { values, whole, .. } = &self.found[found];
        let mut input = match (&self.scope, whole) {
            (Scope::Variables(_), _) | (Scope::Witness(None), _) => witness.clone(),
            (Scope::Witness(_), Some(whole)) => return whole.clone(),
            (Scope::Witness(Some(base)), None) => (**base).clone(),
        };
        for (variable, value) in values {
            match value {
                Some(value) => input.insert(*variable, value.clone()),
                None => input.remove(*variable),
            }
        }
        input
    }

    /// Whether a path has anything that can be asked.
    pub fn is_question(&self, path: usize) -> bool {
        !(self.heap.is_empty() && self.paths[path].conditions.is_empty())
    }

    /// The path that an input is on, if it was not found yet.
    pub fn position_of(&self, input: &Model, terms: &TermStore) -> Option<usize> {
        let mut values = Evaluator::new();
        let mut holds = |&condition: &Term| values.holds_once(terms, input, condition);
        let mut is_on = |path: &Path| path.conditions.iter().all(&mut holds);
        let mut all = self.paths.iter().zip(&self.is_settled);
        all.position(|(path, is_settled)| !is_settled && is_on(path))
    }

    /// An input on one of the paths, if the conditions of the caller hold with it: the witness
    /// with pointers as they were decided, or with what was recorded of a path in the place of
    /// what it says, first of everything, then only of what it says nothing about. Nothing is asked. Says whether a path was
    /// found.
    pub fn guess(
        &mut self,
        terms: &TermStore,
        slicer: &mut Slicer,
        conditions: &[Term],
        witness: &Rc<Model>,
        repairs: bool,
    ) -> bool {
        let mut base = Guess::of(witness);
        for &decided in self.heap.iter() {
            if terms.op(decided) == Op::Eq
                && let [a, b] = *terms.args(decided)
            {
                let (variable, constant) = if terms.is_constant(a) { (b, a) } else { (a, b) };
                if let Some(number) = terms.constant_u64(constant) {
                    base.assume(terms, variable, number, false);
                }
            }
        }
        let Some((path, input)) =
            self.first_of(terms, slicer, conditions, (base, witness), repairs)
        else {
            return false;
        };
        self.add(path, &input, witness);
        true
    }

    /// The first guess that is right, and the path that it is on.
    fn first_of(
        &mut self,
        terms: &TermStore,
        slicer: &mut Slicer,
        conditions: &[Term],
        (base, witness): (Guess<'_>, &Model),
        repairs: bool,
    ) -> Option<(usize, Model)> {
        if !self.is_open()
            && !std::mem::replace(&mut self.tried_witness, true)
            && let Some(input) = base.clone().allowed(terms, slicer, &self.heap, conditions)
            && let Some(at) = self.position_of(&input, terms)
        {
            return Some((at, input));
        }
        while let Some(path) = self.paths.get(self.tried) {
            let at = self.tried;
            self.tried += 1;
            if self.is_settled[at] {
                continue;
            }
            let wanted: Vec<Term> = self.heap.iter().chain(&path.conditions).copied().collect();
            let recorded = [false, true].into_iter().find_map(|only_new| {
                let mut guess = base.clone();
                let mut all = path.sample.iter();
                all.all(|&(term, number)| guess.assume(terms, term, number, only_new))
                    .then(|| guess.allowed(terms, slicer, &wanted, conditions))?
            });
            let input = recorded.or_else(|| match repairs.then(|| self.nearest(path))? {
                None => base.clone().repaired(terms, slicer, &wanted, conditions),
                Some((found, in_common)) => {
                    let (common, wanted) = path.conditions.split_at(in_common);
                    let conditions = [conditions, &self.heap, common].concat();
                    let near = self.input(found, witness);
                    Guess::of(&near).repaired(terms, slicer, wanted, &conditions)
                }
            });
            if let Some(input) = input {
                return Some((at, input));
            }
        }
        None
    }

    /// Of what was found, that with the most conditions in common with a path before they part, and how many these
    /// are.
    fn nearest(&self, path: &Path) -> Option<(usize, usize)> {
        let in_common = |found: &Found| {
            let both = self.paths[found.path].conditions.iter().zip(&path.conditions);
            both.take_while(|(a, b)| a == b).count()
        };
        let all = self.found.iter().map(in_common).enumerate();
        all.max_by_key(|&(_, in_common)| in_common)
    }

    /// What holds on one of the paths.
    pub fn question_of(&self, terms: &mut TermStore, path: usize) -> Term {
        let conditions = &self.paths[path].conditions;
        terms.and_all(self.heap.iter().chain(conditions).copied())
    }

    /// What holds on all paths but one that was found.
    pub fn not_on(&self, terms: &mut TermStore, found: &Found) -> Term {
        let all = terms.and_all(self.paths[found.path].conditions.iter().copied());
        terms.not(all)
    }

    /// What holds on any of the paths that were not found, as far as it is known.
    pub fn question(&mut self, terms: &mut TermStore) -> Term {
        for found in &self.found[self.excluded..] {
            let other = self.not_on(terms, found);
            self.none_of = Some(match self.none_of {
                Some(before) => terms.and(before, other),
                None => other,
            });
        }
        self.excluded = self.found.len();
        terms.and_all(self.heap.iter().copied().chain(self.none_of))
    }
}

/// What a model says that another one does not.
fn differences(of: &Model, input: &Model) -> Vec<(Term, Option<Value>)> {
    let new = input.variables().filter(|&(variable, value)| of.get(variable) != Some(value));
    let gone = of.variables().filter(|&(variable, _)| input.get(variable).is_none());
    new.map(|(variable, value)| (variable, Some(value.clone())))
        .chain(gone.map(|(variable, _)| (variable, None)))
        .collect()
}

/// What became of the questions about paths of a callee.
#[derive(Clone, Copy, Default)]
pub(crate) struct Odds {
    possible: usize,
    impossible: usize,
}

impl Odds {
    /// Whether paths are better asked for one by one: such a question is easier than one for any of those that are left, but
    /// answers for one.
    fn favours_one(self) -> bool {
        self.possible > self.impossible
    }
}

/// Sites by what they depend on.
#[derive(Default)]
pub(crate) struct Sites {
    odds: FxHashMap<Func, Odds>,
    alike: FxHashMap<u64, Vec<Alike>>,
    terms: usize,
    uses: FxHashMap<Func, Uses>,
}

/// How often calls of a function looked the same.
#[derive(Default)]
struct Uses {
    calls: u32,
    tried: u32,
    same: u32,
}

impl Uses {
    /// Whether the next call is looked up.
    fn is_tried(&mut self) -> bool {
        self.calls = self.calls.wrapping_add(1);
        let is_worth = self.tried < TRIED_CALLS || self.same >= self.tried / WORTH;
        let is_tried = is_worth || self.calls.is_multiple_of(WORTH);
        self.tried += u32::from(is_tried);
        is_tried
    }
}

/// Paths of a callee in the terms of a caller, whatever its conditions are.
struct Alike {
    func: Func,
    heap: Rc<[Term]>,
    paths: Rc<[Path]>,
    variables: Option<Rc<[Term]>>,
    /// By the conditions of the caller that matter.
    sites: FxHashMap<Vec<Term>, Rc<RefCell<Site>>>,
}

impl Alike {
    fn is(&self, func: Func, heap: &[Term], paths: &[Path]) -> bool {
        let both = self.paths.iter().zip(paths);
        let mut same = both.map(|(a, b)| a.leaf == b.leaf && a.conditions == b.conditions);
        (self.func, self.paths.len()) == (func, paths.len())
            && *self.heap == *heap
            && same.all(|same| same)
    }
}

impl Sites {
    /// The path that is asked for next, if it is to be asked for on its own.
    pub fn next_question(&self, func: Func, site: &Site) -> Option<usize> {
        let favours_one = || self.odds.get(&func).is_some_and(|odds| odds.favours_one());
        let is_one = site.others_left() == 1 || site.one_by_one && !site.is_open() && favours_one();
        is_one.then(|| site.next_other())?
    }

    /// A question found a path to be possible, or so many not to be.
    pub fn learn(&mut self, func: Func, impossible: usize) {
        let odds = self.odds.entry(func).or_default();
        odds.impossible += impossible;
        odds.possible += usize::from(impossible == 0);
    }

    /// The site of a call.
    pub fn at(
        &mut self,
        terms: &TermStore,
        slicer: &mut Slicer,
        func: Func,
        (heap, paths): (Vec<Term>, Vec<Path>),
        conditions: &[Term],
    ) -> Rc<RefCell<Site>> {
        let uses = self.uses.entry(func).or_default();
        if paths.len() < LEAST_PATHS || !uses.is_tried() {
            return Rc::new(RefCell::new(Site::new(heap.into(), paths.into())));
        }
        if self.terms > MOST_TERMS {
            self.alike.clear();
            self.terms = 0;
        }
        let mut hasher = FxHasher::default();
        (func, &heap).hash(&mut hasher);
        paths.iter().for_each(|path| (path.leaf, &path.conditions).hash(&mut hasher));
        let alike = self.alike.entry(hasher.finish()).or_default();
        let known = alike.iter().position(|alike| alike.is(func, &heap, &paths));
        let known = known.unwrap_or_else(|| {
            let all = paths.iter().flat_map(|path| &path.conditions).chain(&heap);
            let all: Vec<Term> = all.copied().collect();
            self.terms += all.len();
            let variables = slicer.variables_of_all(terms, &all).map(Rc::from);
            let (heap, paths, sites) = (heap.into(), paths.into(), FxHashMap::default());
            alike.push(Alike { func, heap, paths, variables, sites });
            alike.len() - 1
        });
        let Alike { heap, paths, variables, sites, .. } = &mut alike[known];
        let slice = variables.as_ref().and_then(|v| slicer.connected(terms, conditions, v));
        let site = |scope| {
            let site = Site::with_scope(Rc::clone(heap), Rc::clone(paths), scope);
            Rc::new(RefCell::new(site))
        };
        let of_one = || site(Scope::Witness(None));
        let Some((own, slice)) = variables.as_ref().zip(slice) else { return of_one() };
        if let Some(known) = sites.get(&slice) {
            uses.same += 1;
            return Rc::clone(known);
        }
        let Some(mut all) = slicer.variables_of_all(terms, &slice) else { return of_one() };
        all.extend(own.iter());
        all.sort_unstable();
        all.dedup();
        self.terms += slice.len() + all.len() * paths.len();
        let site = site(Scope::Variables(all.into()));
        sites.insert(slice, Rc::clone(&site));
        site
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pathweave_bits::BitVec;
    use pathweave_exec::Witness;
    use pathweave_ir::Entity;
    use pathweave_term::Sort;

    /// Paths of a callee that compares its argument with numbers.
    fn paths(terms: &mut TermStore, argument: Term) -> Vec<Path> {
        let mut others = Vec::new();
        let mut paths = Vec::new();
        for number in 0..LEAST_PATHS as u64 {
            let constant = terms.bv_u64(8, number);
            let is_it = terms.eq(argument, constant);
            let conditions = [&others[..], &[is_it]].concat();
            paths.push(Path { leaf: paths.len(), conditions, sample: vec![(argument, number)] });
            others.push(terms.not(is_it));
        }
        paths
    }

    #[test]
    fn calls_share_a_site_where_what_matters_is_the_same() {
        let mut terms = TermStore::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.var(name, Sort::BitVec(8)));
        let four = terms.bv_u64(8, 4);
        let (b_above, b_below) = (terms.bv_ult(four, b), terms.bv_ult(b, four));
        let (a_below, a_is_c) = (terms.bv_ult(a, four), terms.eq(a, c));
        let (mut slicer, mut sites) = (Slicer::default(), Sites::default());
        let mut at = |terms: &mut TermStore, argument: Term, conditions: &[Term]| {
            let paths = paths(terms, argument);
            sites.at(terms, &mut slicer, Func::from_index(0), (vec![], paths), conditions)
        };
        let site = at(&mut terms, a, &[a_below, b_above]);
        assert!(Rc::ptr_eq(&site, &at(&mut terms, a, &[b_below, a_below])), "b does not matter");
        for (argument, conditions) in
            [(a, &[b_above][..]), (a, &[a_below, a_is_c, b_above]), (b, &[a_below, b_above])]
        {
            assert!(!Rc::ptr_eq(&site, &at(&mut terms, argument, conditions)));
        }
    }

    #[test]
    fn what_one_call_finds_is_an_input_of_the_other() {
        let mut terms = TermStore::new();
        let [a, b] = ["a", "b"].map(|name| terms.var(name, Sort::BitVec(8)));
        let four = terms.bv_u64(8, 4);
        let (a_below, b_above) = (terms.bv_ult(a, four), terms.bv_ult(four, b));
        let (mut slicer, mut sites) = (Slicer::default(), Sites::default());
        let all = paths(&mut terms, a);
        let site = sites.at(&terms, &mut slicer, Func::from_index(0), (vec![], all), &[a_below]);
        let mut site = site.borrow_mut();
        let none = Rc::new(Model::new());
        while site.guess(&terms, &mut slicer, &[a_below], &none, true) {}
        let found: Vec<usize> = site.found().iter().map(|found| found.path).collect();
        assert_eq!(found, [0, 1, 2, 3], "below four");
        assert_eq!(site.done(), None, "nobody asked whether there is another");

        let mut witness = Model::new();
        for variable in [a, b] {
            witness.insert(variable, Value::Bits(BitVec::from_u64(8, 200)));
        }
        for (at, &path) in found.iter().enumerate() {
            let mut input = Witness::new(site.input(at, &witness));
            let wanted = site.paths[path].conditions.iter();
            assert!(wanted.chain(&[a_below, b_above]).all(|&c| input.holds(&terms, c)));
        }
        let question = site.question(&mut terms);
        let mut fifth = Witness::new(witness.clone());
        assert!(fifth.holds(&terms, question), "another one");
        assert!(!Witness::new(site.input(2, &witness)).holds(&terms, question), "none of them");
    }

    #[test]
    fn paths_are_asked_for_one_by_one_where_most_are_possible() {
        let mut terms = TermStore::new();
        let a = terms.var("a", Sort::BitVec(8));
        let (mut slicer, mut sites) = (Slicer::default(), Sites::default());
        let func = Func::from_index(0);
        let all = paths(&mut terms, a);
        let site = sites.at(&terms, &mut slicer, func, (vec![], all), &[]);
        let mut site = site.borrow_mut();
        assert_eq!(sites.next_question(func, &site), None, "nothing is known yet");
        sites.learn(func, 0);
        assert_eq!(sites.next_question(func, &site), Some(0));
        site.rule_out(0);
        assert_eq!(sites.next_question(func, &site), Some(1));
        site.one_by_one = false;
        assert_eq!(sites.next_question(func, &site), None, "one was too hard");
        site.one_by_one = true;
        sites.learn(func, 1);
        assert_eq!(sites.next_question(func, &site), None, "as many are not");
        for path in 1..LEAST_PATHS - 1 {
            site.rule_out(path);
        }
        assert_eq!(sites.next_question(func, &site), Some(LEAST_PATHS - 1), "the only one left");
        assert_eq!((site.done(), site.others().count()), (None, 1));
        site.rule_out(LEAST_PATHS - 1);
        assert_eq!((site.done(), site.others_left()), (Some(Done::Asked), 0));
    }
}
