//! Paths of a callee that wait at a call.

use crate::memo::site::{Path, Site};
use pathweave_exec::DeferredCall;
use pathweave_term::Term;
use std::cell::RefCell;
use std::rc::Rc;

/// Paths of a callee of which nobody asked yet whether they are possible, or that nobody followed.
pub(crate) struct Rest {
    pub call: DeferredCall,
    pub site: Rc<RefCell<Site>>,
    /// How many of those that were found there were followed.
    pub followed: usize,
    /// Whether these are all paths of the callee at the call, in any heap.
    pub is_whole: bool,
}

impl Rest {
    /// All paths of a site.
    pub fn new(call: DeferredCall, site: Rc<RefCell<Site>>) -> Self {
        Self { call, site, followed: 0, is_whole: false }
    }

    /// One path, on its own.
    pub fn of_one(call: DeferredCall, heap: Rc<[Term]>, path: Path) -> Self {
        Self::new(call, Rc::new(RefCell::new(Site::new(heap, Rc::from([path])))))
    }
}
