//! The form of memoization trees in the store.
//!
//! Functions are named, conditionals are numbered in a table with the line of each, so that a tree can
//! be shown without its program. What a body means depends on [`VERSION`], which is part of its key. A
//! function that cannot be summarised is written down as well, with the reason.

use crate::memo::tree::{
    End, HeapConstraint, Hole, Leaf, MemoizationTree, Pair, PathInput, Place, Resume, Segment,
};
use pathweave_exec::state::Choice;
use pathweave_ir::{Entity, Func};
use pathweave_term::portable::{Formula, Reader, Writer};

/// Part of every key.
pub(crate) const VERSION: u64 = 5;

/// What is known of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    Tree(MemoizationTree),
    /// It cannot be summarised.
    Refused(String),
}

const ENDS: [End; 5] = [End::Returned, End::Exited, End::Error, End::Assumed, End::Cut];

/// Writes what is known of a function. `name` and `line` say what a choice is about.
pub(crate) fn write(
    function: &str,
    known: &Known,
    name: &dyn Fn(Func) -> String,
    line: &dyn Fn(&Choice) -> u32,
) -> Vec<u8> {
    let mut to = Writer::default();
    to.text(function);
    match known {
        Known::Refused(why) => {
            to.number(0);
            to.text(why);
        }
        Known::Tree(tree) => {
            to.number(1);
            write_tree(&mut to, tree, name, line);
        }
    }
    to.bytes
}

fn write_tree(
    to: &mut Writer,
    tree: &MemoizationTree,
    name: &dyn Fn(Func) -> String,
    line: &dyn Fn(&Choice) -> u32,
) {
    to.number(tree.bound);
    to.number(tree.layout);
    to.number(tree.is_placed.into());
    to.number(tree.kept.len() as u64);
    tree.kept.iter().for_each(|global| to.text(global));
    let mut table: Vec<(Func, u32, u32)> = Vec::new();
    for choice in tree.leaves.iter().flat_map(|leaf| &leaf.choices) {
        table.push((choice.func, choice.pc, line(choice)));
    }
    table.sort_unstable();
    table.dedup();
    to.number(table.len() as u64);
    for &(func, pc, line) in &table {
        to.text(&name(func));
        to.number(pc.into());
        to.number(line.into());
    }
    to.number(tree.leaves.len() as u64);
    for leaf in &tree.leaves {
        to.number(leaf.choices.len() as u64);
        for choice in &leaf.choices {
            let at = table.partition_point(|entry| (entry.0, entry.1) < (choice.func, choice.pc));
            to.number(at as u64);
            to.number(u64::from(choice.way) << 1 | u64::from(choice.symbolic));
        }
        to.number(leaf.segments.len() as u64);
        for segment in &leaf.segments {
            to.number(segment.start as u64);
            to.number(segment.len as u64);
            to.text(&segment.name);
            to.number(segment.leaf as u64);
        }
        to.number(leaf.pairs.len() as u64);
        leaf.pairs.iter().for_each(|pair| write_pair(to, pair));
    }
}

fn write_pair(to: &mut Writer, pair: &Pair) {
    to.number(ENDS.iter().position(|end| *end == pair.end).unwrap_or(0) as u64);
    to.number(pair.inputs.len() as u64);
    for input in &pair.inputs {
        to.text(&input.name);
        to.number(input.size);
        match &input.place {
            Place::Words(pieces) => {
                to.number(0);
                to.number(pieces.len() as u64);
                for &(word, offset) in pieces {
                    to.number(word as u64);
                    to.number(offset);
                }
            }
            Place::Behind(word) => {
                to.number(1);
                to.number(*word as u64);
            }
            Place::Global(name) => {
                to.number(2);
                to.text(name);
            }
            Place::Pointee { input, at } => {
                to.number(3);
                to.number((*input).into());
                to.number(*at);
            }
            Place::Asked => to.number(4),
        }
    }
    to.number(pair.holes.len() as u64);
    for hole in &pair.holes {
        let numbers = match *hole {
            Hole::Bits { input, at, width } => [u64::from(width), input.into(), at],
            Hole::Address { input, offset } => [0, input.into(), offset],
        };
        numbers.into_iter().for_each(|number| to.number(number));
    }
    pair.sample.iter().for_each(|&number| to.number(number));
    pair.numeric.write(to);
    write_constraints(to, &pair.heap);
    write_constraints(to, &pair.distinct);
    to.text(&pair.text);
    to.number(u64::from(pair.resume.is_some()));
    if let Some(resume) = &pair.resume {
        resume.conditions.write(to);
        to.number(resume.variables.len() as u64);
        for (name, width) in &resume.variables {
            to.text(name);
            to.number((*width).into());
        }
    }
}

fn write_constraints(to: &mut Writer, all: &[HeapConstraint]) {
    to.number(all.len() as u64);
    for constraint in all {
        to.number(constraint.input.into());
        to.number(constraint.at);
        to.number(constraint.target.map_or(0, |input| u64::from(input) + 1));
    }
}

/// Reads what is known of a function. `find` finds functions by name.
pub(crate) fn read(bytes: &[u8], find: &mut dyn FnMut(&str) -> Option<Func>) -> Option<Known> {
    let mut from = Reader::new(bytes);
    let name = from.text()?.to_owned();
    let known = match from.number()? {
        0 => Known::Refused(from.text()?.to_owned()),
        _ => Known::Tree(read_tree(&mut from, name, find, &mut Vec::new())?),
    };
    from.is_done().then_some(known)
}

fn small(from: &mut Reader<'_>) -> Option<u32> {
    u32::try_from(from.number()?).ok()
}

fn read_tree(
    from: &mut Reader<'_>,
    name: String,
    find: &mut dyn FnMut(&str) -> Option<Func>,
    lines: &mut Vec<(Func, u32, u32)>,
) -> Option<MemoizationTree> {
    let bound = from.number()?;
    let layout = from.number()?;
    let is_placed = from.number()? == 1;
    let mut kept = Vec::new();
    for _ in 0..from.count()? {
        kept.push(from.text()?.to_owned());
    }
    for _ in 0..from.count()? {
        let func = find(from.text()?)?;
        lines.push((func, small(from)?, small(from)?));
    }
    let mut leaves = Vec::new();
    for _ in 0..from.count()? {
        let mut choices = Vec::new();
        for _ in 0..from.count()? {
            let &(func, pc, _) = lines.get(from.number()? as usize)?;
            let way = from.number()?;
            let symbolic = way & 1 == 1;
            choices.push(Choice { func, pc, way: u32::try_from(way >> 1).ok()?, symbolic });
        }
        let mut segments = Vec::new();
        for _ in 0..from.count()? {
            segments.push(Segment {
                start: from.number()? as usize,
                len: from.number()? as usize,
                name: from.text()?.into(),
                leaf: from.number()? as usize,
            });
        }
        let mut pairs = Vec::new();
        for _ in 0..from.count()? {
            pairs.push(read_pair(from)?);
        }
        leaves.push(Leaf { choices, segments, pairs });
    }
    Some(MemoizationTree { name, bound, leaves, kept, layout, is_placed })
}

fn read_pair(from: &mut Reader<'_>) -> Option<Pair> {
    let end = *ENDS.get(from.number()? as usize)?;
    let mut inputs: Vec<PathInput> = Vec::new();
    for _ in 0..from.count()? {
        let name = from.text()?.to_owned();
        let size = from.number()?;
        let place = match from.number()? {
            0 => {
                let mut pieces = Vec::new();
                for _ in 0..from.count()? {
                    pieces.push((from.number()? as usize, from.number()?));
                }
                Place::Words(pieces)
            }
            1 => Place::Behind(from.number()? as usize),
            2 => Place::Global(from.text()?.to_owned()),
            3 => Place::Pointee { input: small(from)?, at: from.number()? },
            4 => Place::Asked,
            _ => return None,
        };
        inputs.push(PathInput { name, place, size });
    }
    let mut holes = Vec::new();
    for _ in 0..from.count()? {
        holes.push(match (small(from)?, small(from)?, from.number()?) {
            (0, input, offset) => Hole::Address { input, offset },
            (width, input, at) => Hole::Bits { input, at, width },
        });
    }
    let mut sample = Vec::new();
    for _ in &holes {
        sample.push(from.number()?);
    }
    let numeric = Formula::read(from)?;
    let heap = read_constraints(from, inputs.len())?;
    let distinct = read_constraints(from, inputs.len())?;
    let text = from.text()?.to_owned();
    let resume = if from.number()? == 1 { Some(read_resume(from)?) } else { None };
    Some(Pair { end, inputs, holes, sample, numeric, heap, distinct, text, resume })
}

/// Constraints on so many inputs.
fn read_constraints(from: &mut Reader<'_>, inputs: usize) -> Option<Vec<HeapConstraint>> {
    let mut all = Vec::new();
    for _ in 0..from.count()? {
        let (input, at) = (small(from)?, from.number()?);
        let target = small(from)?.checked_sub(1);
        let known = |input: u32| (input as usize) < inputs;
        if !known(input) || !target.is_none_or(known) {
            return None;
        }
        all.push(HeapConstraint { input, at, target });
    }
    Some(all)
}

fn read_resume(from: &mut Reader<'_>) -> Option<Resume> {
    let conditions = Formula::read(from)?;
    let mut variables = Vec::new();
    for _ in 0..from.count()? {
        let (name, width) = (from.text()?.to_owned(), small(from)?);
        if !(1..=64).contains(&width) {
            return None;
        }
        variables.push((name, width));
    }
    Some(Resume { conditions, variables })
}

/// The function that a stored body is about.
pub fn read_name(bytes: &[u8]) -> Option<String> {
    Reader::new(bytes).text().map(str::to_owned)
}

/// A stored body as text: the tree with a line for each conditional, or why there is none.
pub fn describe_stored(bytes: &[u8]) -> Option<String> {
    let mut from = Reader::new(bytes);
    let name = from.text()?.to_owned();
    if from.number()? == 0 {
        return Some(format!("{name} is not summarised: {}\n", from.text()?));
    }
    let mut names: Vec<String> = Vec::new();
    let mut find = |name: &str| {
        let known = names.iter().position(|other| other == name);
        let index = known.unwrap_or_else(|| {
            names.push(name.to_owned());
            names.len() - 1
        });
        Some(Func::from_index(index))
    };
    let mut lines = Vec::new();
    let tree = read_tree(&mut from, name, &mut find, &mut lines)?;
    let counts = tree.node_counts();
    let (paths, pairs) = tree.path_counts();
    let describe = |choice: &Choice| {
        let line = lines.iter().find(|(func, pc, _)| (*func, *pc) == (choice.func, choice.pc));
        let line = line.map_or(0, |(_, _, line)| *line);
        format!("{}:{line}:{}", names[choice.func.index()], choice.way)
    };
    Some(format!(
        "{} paths, {} pairs of conditions, {}/{} nodes, bound {}\n{}",
        paths,
        pairs,
        counts.compressed,
        counts.whole,
        tree.bound,
        tree.dump(&describe)
    ))
}
