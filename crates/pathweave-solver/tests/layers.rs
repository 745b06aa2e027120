//! Which layer answers what, seen in the statistics, and that growth is bounded.

use pathweave_solver::{
    Answer, AnswerStore, Backend, Budget, ChainOptions, Embedded, EmbeddedOptions, LayerStatistics,
    ProcessOptions, Solver, chain, run_script,
};
use pathweave_term::random::Random;
use pathweave_term::{Sort, Term, TermStore, Value};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::Write;
use std::rc::Rc;

struct Bench {
    terms: TermStore,
    solver: Box<dyn Solver>,
}

impl Bench {
    fn new(options: ChainOptions) -> Bench {
        Bench { terms: TermStore::new(), solver: chain(options) }
    }

    fn check(&mut self, query: &[Term]) -> Answer {
        self.solver.check(&mut self.terms, query, &Budget::default())
    }

    fn layer(&self, name: &str) -> LayerStatistics {
        let mut all = Vec::new();
        self.solver.statistics(&mut all);
        all.into_iter().find(|layer| layer.name == name).expect("a layer of this name")
    }

    fn var(&mut self, name: &str) -> Term {
        self.terms.var(name, Sort::BitVec(32))
    }

    fn less(&mut self, a: Term, k: u64) -> Term {
        let k = self.terms.bv_u64(32, k);
        self.terms.bv_ult(a, k)
    }
}

#[test]
fn contradicting_bounds_never_reach_the_core() {
    let mut bench = Bench::new(ChainOptions::default());
    let x = bench.var("x");
    let below = bench.less(x, 5);
    let not_below = bench.less(x, 9);
    let above = bench.terms.not(not_below);
    let other = bench.less(x, 100);
    let Answer::Unsat(core) = bench.check(&[other, below, above]) else { panic!("5 <= 9") };
    assert_eq!(core, [below, above]);
    assert_eq!(bench.layer("embedded").queries, 0);
}

#[test]
fn a_model_is_used_again() {
    let mut bench = Bench::new(ChainOptions::default());
    let (x, y) = (bench.var("x"), bench.var("y"));
    let sum = bench.terms.bv_add(x, y);
    let small = bench.less(sum, 50);
    let order = bench.terms.bv_ult(x, y);
    assert_eq!(bench.check(&[small, order]).word(), "sat");
    // Weaker queries hold under the same model.
    let weaker = bench.less(sum, 80);
    assert_eq!(bench.check(&[weaker, order]).word(), "sat");
    assert_eq!(bench.check(&[order]).word(), "sat");
    assert_eq!(bench.layer("embedded").queries, 1);
    assert_eq!(bench.layer("models").answered, 2);
}

#[test]
fn a_core_is_used_again() {
    let mut bench = Bench::new(ChainOptions::default());
    let (x, y, z) = (bench.var("x"), bench.var("y"), bench.var("z"));
    let (a, b) = (bench.terms.bv_ult(x, y), bench.terms.bv_ult(y, x));
    let c = bench.terms.bv_ult(y, z);
    let Answer::Unsat(core) = bench.check(&[a, c, b]) else { panic!("a cycle") };
    assert_eq!(core, [a, b]);
    let d = bench.terms.bv_ult(z, x);
    assert_eq!(bench.check(&[b, d, a]).word(), "unsat");
    assert_eq!(bench.layer("embedded").queries, 1);
    assert_eq!(bench.layer("cores").answered, 1);
}

#[test]
fn cells_of_an_array_are_split_and_put_together() {
    let mut bench = Bench::new(ChainOptions::default());
    let array = bench.terms.var("a", Sort::Array { index: 32, element: 8 });
    let mut query = Vec::new();
    for index in 0..6u64 {
        let at = bench.terms.bv_u64(32, index);
        let (cell, low) = (bench.terms.select(array, at), bench.terms.bv_u64(8, index + 3));
        query.push(bench.terms.bv_ult(low, cell));
    }
    let Answer::Sat(model) = bench.check(&query) else { panic!("six free bytes") };
    assert_eq!(bench.layer("split").details, [("parts", 6)]);
    let Some(Value::Array(value)) = model.get(array) else { panic!("no array in {model:?}") };
    assert!(value.entries().count() >= 6);
    // A read at an unknown index ties the cells together.
    let i = bench.var("i");
    let read = bench.terms.select(array, i);
    let zero = bench.terms.bv_u64(8, 0);
    query.push(bench.terms.eq(read, zero));
    assert_eq!(bench.check(&query).word(), "sat");
    assert_eq!(bench.layer("split").details, [("parts", 7)]);
}

/// A writer whose text can be read afterwards.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_log_can_be_run_again() {
    let log = Shared::default();
    let mut bench =
        Bench::new(ChainOptions { log: Some(Box::new(log.clone())), ..ChainOptions::default() });
    let (x, y) = (bench.var("x"), bench.var("y"));
    let (a, b) = (bench.terms.bv_ult(x, y), bench.terms.bv_ult(y, x));
    bench.check(&[a]);
    bench.check(&[a, b]);
    let text = String::from_utf8(log.0.borrow().clone()).expect("text");
    let again =
        run_script(&text, chain(ChainOptions::default()), Budget::default(), &mut Vec::new());
    let outcome = again.expect("a right script");
    assert_eq!((outcome.sat, outcome.unsat, outcome.wrong.len()), (1, 1, 0));
}

/// Branches of a random walk over an input, answered twice: by a core that is
/// renewed often, and by a fresh core each time.
#[test]
fn renewed_instances_answer_the_same_and_stay_small() {
    let options =
        EmbeddedOptions { max_variables: 3_000, max_bytes: 1 << 20, ..EmbeddedOptions::default() };
    let mut bench = Bench::new(ChainOptions {
        backend: Backend::Embedded(options),
        models: false,
        ..ChainOptions::default()
    });
    let mut random = Random::new(9);
    let words: Vec<Term> = (0..6).map(|n| bench.var(&format!("w{n}"))).collect();
    let mut path: Vec<Term> = Vec::new();
    for number in 0..1_000 {
        let (a, b) = (random.choose(&words), random.choose(&words));
        let k = bench.terms.bv_u64(32, u64::from(random.below(5_000)));
        let sum = bench.terms.bv_add(a, k);
        let product = bench.terms.bv_mul(b, k);
        path.push(bench.terms.bv_slt(sum, product));
        let answer = bench.check(&path);
        if number % 10 == 0 {
            let fresh = Embedded::default().check(&mut bench.terms, &path, &Budget::default());
            assert_eq!(answer.word(), fresh.word());
        }
        if !matches!(answer, Answer::Sat(_)) || path.len() > 6 {
            path.truncate(random.below(path.len() as u32) as usize);
        }
    }
    let details = bench.layer("embedded").details;
    let count = |name: &str| details.iter().find(|(known, _)| *known == name).map(|(_, n)| *n);
    assert!(count("fresh instances") > Some(3), "{details:?}");
    assert!(count("variables") < Some(20_000), "{details:?}");
}

/// Keeps answers in memory.
#[derive(Clone, Default)]
struct Shelf(Rc<RefCell<BTreeMap<u128, Vec<u8>>>>);

impl AnswerStore for Shelf {
    fn find(&mut self, key: u128) -> Option<Vec<u8>> {
        self.0.borrow().get(&key).cloned()
    }

    fn keep(&mut self, key: u128, answer: Vec<u8>) {
        self.0.borrow_mut().insert(key, answer);
    }
}

/// A product that has a model, and one that has none.
fn products(bench: &mut Bench) -> [Vec<Term>; 2] {
    let (x, y) = (bench.var("x"), bench.var("y"));
    let product = bench.terms.bv_mul(x, y);
    let [odd, prime] = [77, 101].map(|k| bench.terms.bv_u64(32, k));
    let one = bench.terms.bv_u64(32, 1);
    let [is_odd, is_prime] = [odd, prime].map(|wanted| bench.terms.eq(product, wanted));
    let small = [bench.less(x, 100), bench.less(y, 100), bench.terms.bv_ult(one, x)];
    [is_odd, is_prime].map(|product| [&small[..], &[product]].concat())
}

#[test]
fn answers_of_earlier_runs_are_used_again() {
    let shelf = Shelf::default();
    let kept = || ChainOptions { kept: Some(Box::new(shelf.clone())), ..ChainOptions::default() };
    let mut first = Bench::new(kept());
    let [sat, unsat] = products(&mut first);
    let Answer::Sat(model) = first.check(&sat) else { panic!("7 times 11") };
    let Answer::Unsat(core) = first.check(&unsat) else { panic!("101 is prime") };
    assert_eq!((first.layer("embedded").queries, shelf.0.borrow().len()), (2, 2));

    // Another process: other handles, another order of conjuncts.
    let mut second = Bench::new(kept());
    second.var("z");
    let [mut sat, mut unsat] = products(&mut second);
    sat.reverse();
    unsat.reverse();
    let Answer::Sat(again) = second.check(&sat) else { panic!("7 times 11") };
    let values = |model: &pathweave_term::Model| {
        model.variables().map(|(_, value)| value.clone()).collect::<Vec<_>>()
    };
    assert_eq!(values(&again), values(&model));
    let Answer::Unsat(core_again) = second.check(&unsat) else { panic!("101 is prime") };
    assert_eq!(core_again.len(), core.len());
    assert_eq!(second.layer("embedded").queries, 0);

    // A model that is none is not believed.
    let swapped: Vec<Vec<u8>> = shelf.0.borrow().values().cloned().collect();
    let keys: Vec<u128> = shelf.0.borrow().keys().copied().collect();
    for key in keys {
        let model = swapped.iter().find(|bytes| bytes[0] == 1).expect("a model");
        shelf.0.borrow_mut().insert(key, model.clone());
    }
    let mut third = Bench::new(kept());
    let [_, unsat] = products(&mut third);
    assert!(matches!(third.check(&unsat), Answer::Unsat(_)));
    assert_eq!(third.layer("embedded").queries, 1);
}

/// Says what nobody can say of all queries.
#[cfg(unix)]
fn liar() -> ProcessOptions {
    let script = "while read -r line; do case \"$line\" in *check-sat*) echo unsat;; \
                  *echo*) echo done;; esac; done";
    ProcessOptions::from_command(vec!["sh".into(), "-c".into(), script.into()])
}

#[cfg(unix)]
#[test]
fn answers_of_one_solver_are_not_believed_with_another() {
    let shelf = Shelf::default();
    let ask = |backend: Backend| {
        let kept: Option<Box<dyn AnswerStore>> = Some(Box::new(shelf.clone()));
        let mut bench = Bench::new(ChainOptions { kept, backend, ..ChainOptions::default() });
        let [sat, _] = products(&mut bench);
        let answer = bench.check(&sat).word();
        let mut layers = Vec::new();
        bench.solver.statistics(&mut layers);
        (answer, layers.last().map_or(0, |backend| backend.queries))
    };
    let embedded = || Backend::Embedded(EmbeddedOptions::default());
    assert_eq!(ask(Backend::Process(liar())), ("unsat", 1));
    assert_eq!(ask(embedded()), ("sat", 1));
    // Each has its own.
    assert_eq!(ask(Backend::Process(liar())), ("unsat", 0));
    assert_eq!(ask(embedded()), ("sat", 0));
}

#[cfg(unix)]
#[test]
fn what_was_kept_is_given_to_the_oracle() {
    let shelf = Shelf::default();
    let ask = |oracle: Option<ProcessOptions>| {
        let kept: Option<Box<dyn AnswerStore>> = Some(Box::new(shelf.clone()));
        let mut bench = Bench::new(ChainOptions { kept, oracle, ..ChainOptions::default() });
        let [sat, _] = products(&mut bench);
        (bench.check(&sat).word(), bench.layer("embedded").queries)
    };
    assert_eq!(ask(None), ("sat", 1));
    assert_eq!(ask(Some(liar())), ("unknown", 0));
    assert_eq!(ask(None), ("sat", 0));
}

#[test]
fn what_was_made_first_does_not_matter() {
    let shelf = Shelf::default();
    let kept = || ChainOptions { kept: Some(Box::new(shelf.clone())), ..ChainOptions::default() };
    let query = |bench: &mut Bench, names: [&str; 3]| {
        names.iter().for_each(|name| _ = bench.var(name));
        let [x, y, z] = ["x", "y", "z"].map(|name| bench.var(name));
        let product = bench.terms.bv_mul(x, y);
        let all = bench.terms.bv_mul(product, z);
        let wanted = bench.terms.bv_u64(32, 1001);
        let small = ["x", "y", "z"].map(|name| {
            let variable = bench.var(name);
            bench.less(variable, 20)
        });
        [&small[..], &[bench.terms.eq(all, wanted)]].concat()
    };
    let mut first = Bench::new(kept());
    let asked = query(&mut first, ["x", "y", "z"]);
    assert!(matches!(first.check(&asked), Answer::Sat(_)));
    let mut second = Bench::new(kept());
    let asked = query(&mut second, ["z", "y", "x"]);
    assert!(matches!(second.check(&asked), Answer::Sat(_)));
    assert_eq!(second.layer("embedded").queries, 0);
}

#[test]
fn what_was_too_hard_is_asked_again_with_more() {
    let shelf = Shelf::default();
    let kept = || ChainOptions { kept: Some(Box::new(shelf.clone())), ..ChainOptions::default() };
    let ask = |conflicts: Option<u64>| {
        let mut bench = Bench::new(kept());
        let (x, y) = (bench.var("x"), bench.var("y"));
        let product = bench.terms.bv_mul(x, y);
        let [prime, one] = [1_000_003, 1].map(|k| bench.terms.bv_u64(32, k));
        let is_prime = bench.terms.eq(product, prime);
        let more = [x, y].map(|factor| bench.terms.bv_ult(one, factor));
        let less = [x, y].map(|factor| bench.less(factor, 1100));
        let unsat = [&more[..], &less, &[is_prime]].concat();
        let budget = Budget { conflicts, ..Budget::default() };
        let answer = bench.solver.check(&mut bench.terms, &unsat, &budget);
        (matches!(answer, Answer::Unsat(_)), bench.layer("embedded").queries)
    };
    assert_eq!(ask(Some(2)), (false, 1));
    assert_eq!(ask(Some(2)), (false, 0));
    assert_eq!(ask(Some(1)), (false, 0));
    assert_eq!(ask(None), (true, 1));
    assert_eq!(ask(Some(1)), (true, 0));
}
