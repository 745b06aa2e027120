//! The store that a run shares with earlier and later ones.
//!
//! One store serves everything that is kept: answers of the solver for all strategies, memoization
//! trees, what a program was. It may be missing: everything works without it, and gives the same.

use crate::explorer::{Layer, Options};
use crate::pace::Paced;
use pathweave_solver::{AnswerStore, Backend, ChainOptions, Solver, chain};
use pathweave_store::{Key, Kind, Store};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A store in the hands of several users.
#[derive(Clone, Debug)]
pub struct SharedStore(Arc<Mutex<Store>>);

impl SharedStore {
    /// Shares a store.
    pub fn new(store: Store) -> Self {
        Self(Arc::new(Mutex::new(store)))
    }

    /// The store.
    pub fn lock(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AnswerStore for SharedStore {
    fn find(&mut self, key: u128) -> Option<Vec<u8>> {
        self.lock().get(Kind::Answer, Key(key)).map(<[u8]>::to_vec)
    }

    fn keep(&mut self, key: u128, answer: Vec<u8>) {
        self.lock().put(Kind::Answer, Key(key), answer);
    }
}

/// The solver of a run, with the answers of earlier ones.
pub(crate) fn solver(options: &Options) -> Box<dyn Solver> {
    let store = options.store.as_ref();
    let kept = store.map(|store| -> Box<dyn AnswerStore> { Box::new(store.clone()) });
    let with = |layer: Layer| !options.without.contains(&layer);
    let default = ChainOptions::default();
    let solver = chain(ChainOptions {
        simplify: with(Layer::Simplify),
        intervals: with(Layer::Intervals),
        split: with(Layer::Split),
        cores: with(Layer::Cores),
        models: with(Layer::Models),
        kept,
        oracle: options.oracle.clone(),
        backend: options.solver.clone().map_or(default.backend, Backend::Process),
        log: None,
    });
    match &options.pace {
        Some(pace) => Box::new(Paced::new(solver, Arc::clone(pace))),
        None => solver,
    }
}
