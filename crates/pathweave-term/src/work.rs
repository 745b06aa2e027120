//! How much was done so far on the calling thread, in *ticks*: a clock that does not depend on the
//! machine or on what else runs there.
//!
//! What takes the time of a run is counted where it is done, each by what it takes: a term that is looked up
//! or made, an entry of a map over terms, a clause that is looked at, an instruction. A tick is about a
//! nanosecond: the weights come from a fit of the processor time of some hundred runs by several
//! strategies, nine of ten of which they foretell within a third. The same run has the same count everywhere; that
//! is what matters, and why limits that decide what is found are in ticks and not in seconds.
//!
//! The count belongs to the thread, as stores and solvers do. Others see it as of the last [`publish`], which is done
//! about every millisecond at the latest.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The ticks of about a second.
pub const SECOND: u64 = 1_000_000_000;

/// A term that is made, or found to be there.
pub const TERM: u64 = 90;
/// A variable by its name.
pub const VARIABLE: u64 = 250;
/// An entry of a map over terms, and a place for one when the map grows.
pub const ENTRY: u64 = 8;
/// See [`ENTRY`].
pub const PLACE: u64 = 16;
/// The value of an operand under a model, and one that is not remembered.
pub const OPERAND: u64 = 20;
/// See [`OPERAND`].
pub const STEP: u64 = 6;
/// A byte of an object, and what it holds.
pub const BYTE: u64 = 20;
/// An instruction.
pub const INSTRUCTION: u64 = 6;
/// A clause that a literal is looked up in, and a literal of a clause that is added.
pub const WATCH: u64 = 17;
/// See [`WATCH`].
pub const LITERAL: u64 = 45;
/// A variable of the SAT solver that a query is about.
pub const RELEVANT: u64 = 20;
/// A conflict.
pub const CONFLICT: u64 = 2_200;

/// The count is published whenever the digits above these change.
const PUBLISHED: u32 = 20;

thread_local! {
    static DONE: Cell<u64> = const { Cell::new(0) };
    static SHOWN: RefCell<Option<Shown>> = const { RefCell::new(None) };
}

/// What a thread and others know of each other.
struct Shown {
    ticks: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
    pause: Rc<dyn Fn()>,
}

/// Counts so many ticks.
#[inline]
pub fn spend(ticks: u64) {
    DONE.with(|done| {
        let before = done.get();
        let after = before.wrapping_add(ticks);
        done.set(after);
        if before >> PUBLISHED != after >> PUBLISHED {
            publish();
        }
    });
}

/// All ticks of this thread.
pub fn done() -> u64 {
    DONE.with(Cell::get)
}

/// From now on [`publish`] shows the count of this thread in `ticks`, `stop` ends what it does, and `pause` lets
/// others work first.
pub fn show(ticks: Arc<AtomicU64>, stop: Arc<AtomicBool>, pause: Rc<dyn Fn()>) {
    SHOWN.with(|shown| *shown.borrow_mut() = Some(Shown { ticks, stop, pause }));
    publish();
}

/// Shows others the count.
#[cold]
pub fn publish() {
    SHOWN.with(|shown| {
        if let Some(shown) = &*shown.borrow() {
            // What was said before is heard by who sees this.
            shown.ticks.store(done(), Ordering::Release);
        }
    });
}

/// To be called now and then by what takes long: lets others work that are to go first. Says whether
/// what this thread does is of no use any more.
pub fn pause() -> bool {
    let pause = SHOWN.with(|shown| shown.borrow().as_ref().map(|shown| Rc::clone(&shown.pause)));
    if let Some(pause) = pause {
        pause();
    }
    SHOWN.with(|shown| {
        shown.borrow().as_ref().is_some_and(|shown| shown.stop.load(Ordering::Relaxed))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sort, TermStore};

    #[test]
    fn the_same_work_has_the_same_count_on_every_thread() {
        let build = || {
            let before = done();
            let mut terms = TermStore::new();
            let mut sum = terms.var("a", Sort::BitVec(32));
            for name in ["b", "c", "d"] {
                let other = terms.var(name, Sort::BitVec(32));
                sum = terms.bv_add(sum, other);
            }
            terms.subterms(&[sum]);
            done() - before
        };
        let here = build();
        assert!(here > 4 * VARIABLE, "{here}");
        assert_eq!(build(), here);
        assert_eq!(std::thread::spawn(build).join().unwrap(), here);
    }

    #[test]
    fn others_see_what_was_published() {
        let seen = Arc::new(AtomicU64::new(0));
        let stop = Arc::new(AtomicBool::new(false));
        let (own, end) = (Arc::clone(&seen), Arc::clone(&stop));
        let worker = std::thread::spawn(move || {
            spend(5);
            let paused = Rc::new(Cell::new(0));
            let count = Rc::clone(&paused);
            let other = Rc::new(move || count.set(count.get() + 1));
            show(Arc::clone(&own), Arc::clone(&end), other);
            assert_eq!(own.load(Ordering::Relaxed), 5);
            spend(7);
            assert_eq!(own.load(Ordering::Relaxed), 5);
            publish();
            assert!(!pause());
            end.store(true, Ordering::Relaxed);
            assert!(pause());
            assert_eq!(paused.get(), 2);
            spend(1 << PUBLISHED);
            assert_eq!(own.load(Ordering::Relaxed), 12 + (1 << PUBLISHED), "by itself");
        });
        worker.join().unwrap();
        let before = seen.load(Ordering::Relaxed);
        spend(1);
        publish();
        assert_eq!(seen.load(Ordering::Relaxed), before, "this thread shows nothing");
        assert!(!pause());
    }
}
