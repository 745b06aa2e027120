//! The store that a run shares with earlier and later ones.
//!
//! One store serves everything that is kept: answers of the solver for all strategies, memoization
//! trees, what a program was. It may be missing: everything works without it, and gives the same.

use crate::explorer::{Layer, Options};
use crate::pace::Paced;
use pathweave_solver::{AnswerStore, Backend, Budget, ChainOptions, Solver, chain};
use pathweave_store::{Key, Kind, Store};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A store in the hands of several users.
#[derive(Clone, Debug)]
pub struct SharedStore {
    store: Arc<Mutex<Store>>,
    apart: Option<Apart>,
}

/// Answers that were kept since strategies began to run beside each other: by whom, and what was there
/// before.
pub(crate) type News = Mutex<HashMap<u128, (usize, Option<Vec<u8>>)>>;

/// One of several strategies that run beside each other. It sees what was there before and what it found
/// out itself: what it does must not depend on how far others are.
#[derive(Clone, Debug)]
struct Apart {
    number: usize,
    news: Arc<News>,
    /// What it found out after another one had.
    own: Arc<Mutex<HashMap<u128, Vec<u8>>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SharedStore {
    /// Shares a store.
    pub fn new(store: Store) -> Self {
        Self { store: Arc::new(Mutex::new(store)), apart: None }
    }

    /// The same for the strategy of this number, which does not see the answers of others with the same news.
    pub(crate) fn apart(&self, number: usize, news: &Arc<News>) -> Self {
        let apart = Apart { number, news: Arc::clone(news), own: Arc::default() };
        Self { store: Arc::clone(&self.store), apart: Some(apart) }
    }

    /// The store.
    pub fn lock(&self) -> MutexGuard<'_, Store> {
        lock(&self.store)
    }

    fn get(&self, key: u128) -> Option<Vec<u8>> {
        self.lock().get(Kind::Answer, Key(key)).map(<[u8]>::to_vec)
    }
}

impl AnswerStore for SharedStore {
    fn find(&mut self, key: u128) -> Option<Vec<u8>> {
        let Some(apart) = &self.apart else { return self.get(key) };
        if let Some(own) = lock(&apart.own).get(&key) {
            return Some(own.clone());
        }
        match lock(&apart.news).get(&key) {
            Some((by, before)) if *by != apart.number => before.clone(),
            _ => self.get(key),
        }
    }

    fn keep(&mut self, key: u128, answer: Vec<u8>) {
        if let Some(apart) = &self.apart {
            let mut news = lock(&apart.news);
            let (by, _) = news.entry(key).or_insert_with(|| (apart.number, self.get(key)));
            if *by != apart.number {
                lock(&apart.own).insert(key, answer);
                return;
            }
        }
        self.lock().put(Kind::Answer, Key(key), answer);
    }
}

/// So much longer than its work says may a query take on a slow or busy machine.
const SLACK: u32 = 10;

/// What a query may cost that should take this time. The limit is work, so that the same query is decided
/// everywhere; that of a solver in a process of its own is not counted, and it has the time.
pub(crate) fn budget(options: &Options, time: Duration) -> Budget {
    let work = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
    match &options.solver {
        Some(_) => Budget { time: Some(time), ..Budget::default() },
        None => {
            Budget { time: Some(time.saturating_mul(SLACK)), work: Some(work), ..Budget::default() }
        }
    }
}

/// Who decides what no layer could.
fn backend(options: &Options) -> Backend {
    options.solver.clone().map_or(ChainOptions::default().backend, Backend::Process)
}

/// Tells the solvers that a run believes from those of others: part of the key of all that is kept and rests on
/// what they left out as impossible. Single answers have it in their keys already.
pub(crate) fn believed(options: &Options) -> String {
    let oracle = options.oracle.clone().map(|oracle| Backend::Process(oracle).identity());
    format!("{} oracle {oracle:?}", backend(options).identity())
}

/// The solver of a run, with the answers of earlier ones.
pub(crate) fn solver(options: &Options) -> Box<dyn Solver> {
    let store = options.store.as_ref();
    let kept = store.map(|store| -> Box<dyn AnswerStore> { Box::new(store.clone()) });
    let with = |layer: Layer| !options.without.contains(&layer);
    let solver = chain(ChainOptions {
        simplify: with(Layer::Simplify),
        intervals: with(Layer::Intervals),
        split: with(Layer::Split),
        cores: with(Layer::Cores),
        models: with(Layer::Models),
        kept,
        oracle: options.oracle.clone(),
        backend: backend(options),
        log: None,
    });
    match &options.pace {
        Some(pace) => Box::new(Paced::new(solver, Arc::clone(pace))),
        None => solver,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_runs_beside_others_sees_what_was_there_before_and_its_own() {
        let name = format!("pathweave-kept-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let mode = pathweave_store::Mode::Write { limit: 1 << 20 };
        let mut store = SharedStore::new(Store::open(&directory, mode).unwrap());
        store.keep(1, b"old".to_vec());
        let news = Arc::default();
        let [mut a, mut b] = [0, 1].map(|number| store.apart(number, &news));
        a.keep(1, b"new".to_vec());
        a.keep(2, b"of a".to_vec());
        assert_eq!(a.find(1).as_deref(), Some(&b"new"[..]));
        assert_eq!(b.find(1).as_deref(), Some(&b"old"[..]));
        assert_eq!(b.find(2), None);
        b.keep(2, b"of b".to_vec());
        assert_eq!(b.clone().find(2).as_deref(), Some(&b"of b"[..]));
        assert_eq!(a.find(2).as_deref(), Some(&b"of a"[..]));
        assert_eq!(store.find(1).as_deref(), Some(&b"new"[..]));
        std::fs::remove_dir_all(directory).unwrap();
    }
}
