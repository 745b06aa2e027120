//! Which operations one step executes.
//!
//! Marks of execution are on the image and shared by all paths; only new ones are seen. To see those of a
//! step, all are taken off before it and put back after it. A target that the run is about to pass
//! keeps its mark, or the run would stop there again. The easy mistake is to run anything else in between.

use super::policy::Entered;
use super::stored::Names;
use pathweave_exec::Image;
use pathweave_exec::code::{Code, EXECUTED, NOT_TAKEN, TAKEN, WATCHED};
use pathweave_ir::Func;
use pathweave_term::portable::{Reader, Writer};
use std::collections::BTreeMap;

/// What operations did: function, operation, marks.
pub(crate) type Marks = Vec<(Func, u32, u8)>;

/// Calls that were entered.
pub(crate) type Notes = Vec<(Func, Entered, u64)>;

/// The marks of a function as they were: its hits, and how many were made.
pub(crate) struct SavedMarks<'p>(Vec<(&'p Code, Vec<u8>, u64)>);

/// The marks of all functions.
pub(crate) fn keep_marks(image: &Image) -> SavedMarks<'_> {
    let marked = image.decoded().filter(|code| code.marks.get() > 0);
    let of = |code| -> (&Code, Vec<u8>, u64) {
        (code, code.hits.iter().map(|hit| hit.get()).collect(), code.marks.get())
    };
    SavedMarks(marked.map(of).collect())
}

/// Makes the marks what they were.
pub(crate) fn restore_marks(saved: SavedMarks<'_>) {
    for (code, hits, marks) in saved.0 {
        code.hits.iter().zip(hits).for_each(|(cell, hit)| cell.set(hit));
        code.marks.set(marks);
    }
}

/// Takes all marks off, so that those of one step can be seen. A target that is about to be passed
/// stays marked.
pub(crate) fn take_marks(image: &Image, is_passing: bool) -> SavedMarks<'_> {
    let saved = keep_marks(image);
    for (code, ..) in &saved.0 {
        for cell in &code.hits {
            let stays = if is_passing && cell.get() & WATCHED != 0 { EXECUTED } else { 0 };
            cell.set(cell.get() & (WATCHED | stays));
        }
    }
    saved
}

/// Puts the marks back, beside those that were made since.
pub(crate) fn give_marks_back(image: &Image, saved: SavedMarks<'_>, is_passing: bool) -> Marks {
    const BITS: u8 = EXECUTED | TAKEN | NOT_TAKEN;
    let mut marks = Marks::new();
    for code in image.decoded().filter(|code| code.marks.get() > 0) {
        for (pc, cell) in code.hits.iter().enumerate() {
            let known = is_passing && cell.get() & WATCHED != 0;
            let bits = cell.get() & if known { TAKEN | NOT_TAKEN } else { BITS };
            if bits != 0 {
                marks.push((code.func, pc as u32, bits));
            }
        }
    }
    for (code, hits, count) in saved.0 {
        let mut new = 0;
        for (cell, old) in code.hits.iter().zip(hits) {
            new += u64::from((cell.get() & BITS & !old).count_ones());
            cell.set(cell.get() | old);
        }
        code.marks.set(count + new);
    }
    marks
}

/// Writes down what a step left behind.
pub(crate) fn write_marks(to: &mut Writer, names: &Names<'_>, marks: &Marks, notes: &Notes) {
    let mut by_function: BTreeMap<Func, Vec<(u32, u8)>> = BTreeMap::new();
    for &(func, pc, bits) in marks {
        by_function.entry(func).or_default().push((pc, bits));
    }
    to.number(by_function.len() as u64);
    for (func, marks) in by_function {
        to.text(names.name(func));
        to.number(marks.len() as u64);
        for (pc, bits) in marks {
            to.number(u64::from(pc) << 3 | u64::from(bits));
        }
    }
    to.number(notes.len() as u64);
    for &(func, why, count) in notes {
        to.text(names.name(func));
        to.text(why.name());
        to.number(count);
    }
}

/// Reads that.
pub(crate) fn read_marks(from: &mut Reader<'_>, names: &Names<'_>) -> Option<(Marks, Notes)> {
    let mut marks = Marks::new();
    for _ in 0..from.count()? {
        let func = names.find(from.text()?)?;
        let len = names.image.code(func)?.hits.len();
        for _ in 0..from.count()? {
            let number = from.number()?;
            let pc = u32::try_from(number >> 3).ok().filter(|&pc| (pc as usize) < len)?;
            marks.push((func, pc, (number & 7) as u8));
        }
    }
    let mut notes = Notes::new();
    for _ in 0..from.count()? {
        let func = names.find(from.text()?)?;
        let why = Entered::from_name(from.text()?)?;
        notes.push((func, why, from.number()?));
    }
    Some((marks, notes))
}
