//! Memoization trees (CompoSE, section IV-A): what every conditional did on each path of a function,
//! and under which conditions on the function's inputs.
//!
//! A path is the list of its choices; the tree is what these lists have in common, and is only made for
//! showing and counting. A leaf may have several pairs of a numeric and a heap path condition: other
//! heaps, or other decisions than those of conditionals, that lead along the same choices.
//!
//! Conditions are kept as a [`Formula`] over the function's inputs, and functions by their names: a
//! tree means the same in another process. The easy mistake is to think of the choices of one leaf as
//! its own: those of a summary node are the callee's, and are written out here.

use pathweave_exec::state::Choice;
use pathweave_term::portable::Formula;
use std::fmt::Write;
use std::rc::Rc;

/// How a path of a function ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It returns.
    Returned,
    /// It ends the program.
    Exited,
    /// In a bug, or at the target.
    Error,
    /// By an assumption that does not hold.
    Assumed,
    /// At the bound.
    Cut,
}

/// Where an input of the function comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// From words of its arguments: which, and the offset of each in the input.
    Words(Vec<(usize, u64)>),
    /// From behind the address that an argument is.
    Behind(usize),
    /// From a global of this name.
    Global(String),
    /// From behind a pointer that is part of another input, at an offset.
    Pointee {
        /// The other input.
        input: u32,
        /// Where the pointer is in it.
        at: u64,
    },
    /// The function asked for it.
    Asked,
}

/// An input of a path of the function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathInput {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub place: Place,
    /// Its size in bytes.
    pub size: u64,
}

/// What stands in a condition for something that is different in each context.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Hole {
    /// Bits of an input: a byte, a truth value or a pointer, by their number.
    Bits {
        /// The input.
        input: u32,
        /// The first byte.
        at: u64,
        /// How many bits.
        width: u32,
    },
    /// The address of an input's object, plus something.
    Address {
        /// The input.
        input: u32,
        /// How far behind its start.
        offset: u64,
    },
}

impl Hole {
    /// The input that it is about.
    pub fn input(&self) -> u32 {
        match self {
            Hole::Bits { input, .. } | Hole::Address { input, .. } => *input,
        }
    }
}

/// What a pointer of the inputs is (the heap path condition).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapConstraint {
    /// The input that it is part of.
    pub input: u32,
    /// Where.
    pub at: u64,
    /// The input it points to: a fresh object if that is the pointer's own; null if none.
    pub target: Option<u32>,
}

/// A pair of conditions under which a path is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// How it ends.
    pub end: End,
    /// The inputs that the path looked at.
    pub inputs: Vec<PathInput>,
    /// What stands for what in the conditions.
    pub holes: Vec<Hole>,
    /// What stood there on an input that took the path.
    pub sample: Vec<u64>,
    /// The numeric path condition.
    pub numeric: Formula,
    /// The heap path condition.
    pub heap: Vec<HeapConstraint>,
    /// What pointers were decided not to be, followed or compared.
    pub distinct: Vec<HeapConstraint>,
    /// The conditions as text.
    pub text: String,
    /// How to go on with a path that was cut.
    pub resume: Option<Resume>,
}

/// Every condition of a path, in order, over the variables of the function executed alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resume {
    /// The conditions.
    pub conditions: Formula,
    /// The variables that stand in them: name and width.
    pub variables: Vec<(String, u32)>,
}

/// Choices that are those of a callee's path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The first of them.
    pub start: usize,
    /// How many.
    pub len: usize,
    /// The callee.
    pub name: Rc<str>,
    /// Its leaf.
    pub leaf: usize,
}

/// A path of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    /// What every conditional did, callees included.
    pub choices: Vec<Choice>,
    /// Which of them are summary nodes.
    pub segments: Vec<Segment>,
    /// When it is taken.
    pub pairs: Vec<Pair>,
}

/// The memoization tree of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoizationTree {
    /// The function.
    pub name: String,
    /// Decisions on a path before it was cut.
    pub bound: u64,
    /// Its paths.
    pub leaves: Vec<Leaf>,
    /// Globals that kept their initial values meanwhile: where they have others, nothing here is true.
    pub kept: Vec<String>,
    /// A hash of where everything was in memory: only there paths that were cut can be gone on with.
    pub layout: u64,
    /// Whether conditions mention where a global or a function is.
    pub is_placed: bool,
}

/// A node as it is shown: a conditional or a callee's path.
type Label = String;

/// How many nodes a tree has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeCounts {
    /// With summary nodes.
    pub compressed: u64,
    /// With the callees' nodes instead.
    pub whole: u64,
}

/// A trie of labels.
#[derive(Default)]
struct Trie {
    children: Vec<(Label, Trie)>,
    leaf: Option<usize>,
}

impl Trie {
    fn insert(&mut self, labels: impl Iterator<Item = Label>, leaf: usize) {
        let mut node = self;
        for label in labels {
            let known = node.children.iter().position(|(other, _)| *other == label);
            let at = known.unwrap_or_else(|| {
                node.children.push((label, Trie::default()));
                node.children.len() - 1
            });
            node = &mut node.children[at].1;
        }
        node.leaf = Some(leaf);
    }

    fn count(&self) -> u64 {
        let mut count = 0;
        let mut rest = vec![self];
        while let Some(node) = rest.pop() {
            count += 1;
            rest.extend(node.children.iter().map(|(_, child)| child));
        }
        count
    }
}

impl Leaf {
    /// The labels of its nodes; `describe` says how a choice is written.
    fn labels<'l>(
        &'l self,
        describe: &'l dyn Fn(&Choice) -> String,
        compressed: bool,
    ) -> Vec<Label> {
        let mut labels = Vec::new();
        let mut at = 0;
        while at < self.choices.len() {
            let segment = self.segments.iter().find(|s| compressed && s.start == at && s.len > 0);
            match segment {
                Some(segment) => {
                    labels.push(format!("{}: leaf {}", segment.name, segment.leaf));
                    at += segment.len;
                }
                None => {
                    labels.push(describe(&self.choices[at]));
                    at += 1;
                }
            }
        }
        labels
    }
}

impl MemoizationTree {
    fn trie(&self, describe: &dyn Fn(&Choice) -> String, compressed: bool) -> Trie {
        let mut trie = Trie::default();
        for (number, leaf) in self.leaves.iter().enumerate() {
            trie.insert(leaf.labels(describe, compressed).into_iter(), number);
        }
        trie
    }

    /// How many nodes there are.
    pub fn node_counts(&self) -> NodeCounts {
        let describe = |choice: &Choice| format!("{:?}", (choice.func, choice.pc, choice.way));
        NodeCounts {
            compressed: self.trie(&describe, true).count(),
            whole: self.trie(&describe, false).count(),
        }
    }

    /// Paths and pairs of conditions; assumptions that do not hold are none.
    pub fn path_counts(&self) -> (usize, usize) {
        let pairs = |leaf: &Leaf| leaf.pairs.iter().filter(|p| p.end != End::Assumed).count();
        let counts: Vec<usize> = self.leaves.iter().map(pairs).filter(|&count| count > 0).collect();
        (counts.len(), counts.iter().sum())
    }

    /// The tree as text; `describe` says how a choice is written.
    pub fn dump(&self, describe: &dyn Fn(&Choice) -> String) -> String {
        let mut text = format!("{}: root\n", self.name);
        let trie = self.trie(describe, true);
        let mut rest: Vec<(&Trie, Option<&str>, usize)> = vec![(&trie, None, 0)];
        while let Some((node, label, depth)) = rest.pop() {
            if let Some(label) = label {
                let _ = writeln!(text, "{}{label}", "  ".repeat(depth));
            }
            if let Some(leaf) = node.leaf {
                for pair in &self.leaves[leaf].pairs {
                    let indent = "  ".repeat(depth + 1);
                    let end = format!("{:?}", pair.end).to_lowercase();
                    let _ = writeln!(text, "{indent}leaf {leaf} {end}: {}", pair.text);
                }
            }
            let children = node.children.iter().rev();
            rest.extend(children.map(|(label, child)| (child, Some(label.as_str()), depth + 1)));
        }
        text
    }
}
