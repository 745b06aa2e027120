//! The execution tree of one function: every path explored so far, over the function's own
//! inputs.
//!
//! A path is executed once: an inner node is a decision that was made on some path, and the side
//! that no execution took is a *dangling* leaf with the state that waits there. Besides branches
//! there are *shape* nodes, which say what the path takes for granted about its caller's memory,
//! and call nodes, from which the path goes on as if the callee's summary had been executed, or
//! inside the callee.
//!
//! The local path constraint of a node is the conjunction of the conditions on the edges above it.
//! It is read off the tree, not off the state: nodes are also inserted above others when a callee
//! turns out to depend on something that its caller only passed on.

use crate::application::Application;
use crate::input::InputTable;
use crate::invocation::Invocation;
use pathweave_ir::{Entity, Func, Table, entity};
use pathweave_memory::{Memory, Object};
use pathweave_term::Term;
use std::collections::BTreeMap;
use std::rc::Rc;

entity! {
    /// A node of an execution tree.
    Node, "n"
}

/// A leaf that was not explored yet.
#[derive(Clone, Debug)]
pub struct Dangling<S> {
    /// The state that waits.
    pub state: S,
    /// Parameters that are pinned if they turn out to be addresses.
    pub unpinned: Vec<u32>,
    /// How the function returns from here, if nothing is left to decide.
    pub foreseen: Option<Box<Finished>>,
}

impl<S> Dangling<S> {
    /// A leaf of which nothing is foreseen.
    pub fn new(state: S, unpinned: Vec<u32>) -> Self {
        Self { state, unpinned, foreseen: None }
    }
}

/// A leaf where the function returned.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The words returned; `None` where a word is undefined.
    pub results: Vec<Option<Term>>,
    /// Bytes of the caller's memory that were written.
    pub writes: BTreeMap<(Object, u64), Term>,
    /// Whether an object was made or freed, or something was written that terms do not express:
    /// such a leaf is composed by entering the function.
    pub changes_shape: bool,
    /// Whether a value was concretized or an external function called on the way.
    pub imprecise: bool,
}

/// What is known of a leaf.
#[derive(Clone, Debug)]
pub enum LeafStatus<S> {
    /// Not explored yet.
    Unknown(Box<Dangling<S>>),
    /// Proved not to be reachable for what is known now.
    Unreachable(Box<Dangling<S>>),
    /// The function returned.
    Finished(Box<Finished>),
    /// The program ended: an exit, a bug, an assumption that does not hold.
    Halted,
    /// A bound was hit, or something is not supported.
    Cut(String),
    /// The state is being executed.
    Running,
}

/// What a path takes for granted about its caller's memory.
#[derive(Clone, Debug)]
pub enum Shape {
    /// An object is what it is in this memory.
    Object(Object, Rc<Memory>),
    /// These bits of a byte are undefined, the others being this number.
    Undefined {
        /// The object.
        object: Object,
        /// The byte.
        offset: u64,
        /// The bits without a value.
        bits: u8,
    },
}

/// A call on a path.
#[derive(Clone, Debug)]
pub struct CallNode<S> {
    /// The call in the invocation graph.
    pub invocation: Invocation,
    /// The state about to call.
    pub state: Box<S>,
    /// Continuations after applications of the callee's summary.
    pub applied: Vec<(Application, Node)>,
    /// Whether the call ends in a leaf that changes the shape of memory.
    pub changes_shape: Term,
    /// The continuation inside the callee.
    pub entered: Option<Node>,
}

/// What a node is.
#[derive(Clone, Debug)]
pub enum NodeKind<S> {
    /// The end of what is known.
    Leaf(LeafStatus<S>),
    /// A decision.
    Branch {
        /// What is decided.
        guard: Term,
        /// Where it goes if it holds.
        then: Node,
        /// Where it goes if not.
        other: Node,
    },
    /// Something taken for granted.
    Shape(Shape, Node),
    /// A call.
    Call(Box<CallNode<S>>),
}

#[derive(Clone, Debug)]
struct NodeData<S> {
    parent: Option<Node>,
    /// The condition on the edge from the parent.
    condition: Option<Term>,
    depth: u32,
    kind: NodeKind<S>,
}

/// The execution tree of a function.
#[derive(Clone, Debug)]
pub struct ExecutionTree<S> {
    /// The function.
    pub func: Func,
    /// Its inputs.
    pub inputs: InputTable,
    /// Memory at the start: what was changed on a path is told by comparison with it.
    pub memory: Memory,
    /// The first number of an object that the function itself makes.
    pub own_objects: usize,
    /// The root.
    pub root: Node,
    nodes: Table<Node, NodeData<S>>,
    /// Leaves where the function returned, in the order they were found.
    pub finished: Vec<Node>,
    /// Leaves where it did not.
    pub halted: Vec<Node>,
    /// Dangling leaves from where it is known how the function returns; some may have been
    /// explored since.
    pub foreseen: Vec<Node>,
    /// Nodes that take something for granted, in the order they were made.
    shaped: Vec<Node>,
}

impl<S> ExecutionTree<S> {
    /// A tree of one dangling leaf.
    pub fn new(func: Func, memory: Memory, own_objects: usize, start: Dangling<S>) -> Self {
        let mut nodes = Table::new();
        let root = nodes.push(NodeData {
            parent: None,
            condition: None,
            depth: 0,
            kind: NodeKind::Leaf(LeafStatus::Unknown(Box::new(start))),
        });
        let inputs = InputTable::new(func);
        Self {
            func,
            inputs,
            memory,
            own_objects,
            root,
            nodes,
            finished: Vec::new(),
            halted: Vec::new(),
            foreseen: Vec::new(),
            shaped: Vec::new(),
        }
    }

    /// What a node is.
    pub fn kind(&self, node: Node) -> &NodeKind<S> {
        &self.nodes[node].kind
    }

    /// What a node is, to be changed.
    pub fn kind_mut(&mut self, node: Node) -> &mut NodeKind<S> {
        &mut self.nodes[node].kind
    }

    /// How many edges are above a node.
    pub fn depth(&self, node: Node) -> u32 {
        self.nodes[node].depth
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node: never.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds a child.
    pub fn push(&mut self, parent: Node, condition: Option<Term>, kind: NodeKind<S>) -> Node {
        let depth = self.nodes[parent].depth + 1;
        self.nodes.push(NodeData { parent: Some(parent), condition, depth, kind })
    }

    /// Puts a node between another one and its parent. `kind` gets the handle that the other
    /// node's contents have from now on; the handle given stays what its parent points to.
    pub fn insert_above(
        &mut self,
        node: Node,
        condition: Option<Term>,
        kind: impl FnOnce(Node) -> NodeKind<S>,
    ) -> Node {
        let depth = self.nodes[node].depth;
        let moved = self.nodes.next_key();
        let old = std::mem::replace(&mut self.nodes[node].kind, kind(moved));
        let children = children(&old);
        self.nodes.push(NodeData { parent: Some(node), condition, depth: depth + 1, kind: old });
        for child in children {
            self.nodes[child].parent = Some(moved);
        }
        if matches!(self.nodes[node].kind, NodeKind::Shape(..)) {
            self.shaped.push(node);
        }
        moved
    }

    /// Says what a leaf takes for granted before it goes on at its child.
    pub fn take_for_granted(&mut self, leaf: Node, shape: Shape, child: Node) {
        self.nodes[leaf].kind = NodeKind::Shape(shape, child);
        self.shaped.push(leaf);
    }

    /// The local path constraint of a node, from the root down.
    pub fn local_path_constraint(&self, node: Node) -> Vec<Term> {
        let mut conditions = Vec::new();
        let mut at = Some(node);
        while let Some(here) = at {
            conditions.extend(self.nodes[here].condition);
            at = self.nodes[here].parent;
        }
        conditions.reverse();
        conditions
    }

    /// The nodes above a node, the root first, the node itself last.
    pub fn path(&self, node: Node) -> Vec<Node> {
        let mut path = Vec::new();
        let mut at = Some(node);
        while let Some(here) = at {
            path.push(here);
            at = self.nodes[here].parent;
        }
        path.reverse();
        path
    }

    /// What the path to a node takes for granted about the caller's memory.
    pub fn shapes(&self, node: Node) -> Vec<Shape> {
        let path = self.path(node).into_iter();
        path.filter_map(|at| match &self.nodes[at].kind {
            NodeKind::Shape(shape, _) if at != node => Some(shape.clone()),
            _ => None,
        })
        .collect()
    }

    /// What any path takes for granted, and where.
    pub fn granted(&self) -> impl Iterator<Item = (Node, &Shape)> + '_ {
        self.shaped.iter().filter_map(|&node| match &self.nodes[node].kind {
            NodeKind::Shape(shape, _) => Some((node, shape)),
            _ => None,
        })
    }

    /// The parent of a node.
    pub fn parent(&self, node: Node) -> Option<Node> {
        self.nodes[node].parent
    }

    /// The condition on the edge above a node.
    pub fn condition(&self, node: Node) -> Option<Term> {
        self.nodes[node].condition
    }

    /// How the function returns from a leaf: because it did, or because that is foreseen.
    pub fn effect(&self, leaf: Node) -> Option<&Finished> {
        match &self.nodes[leaf].kind {
            NodeKind::Leaf(LeafStatus::Finished(finished)) => Some(finished),
            NodeKind::Leaf(LeafStatus::Unknown(dangling) | LeafStatus::Unreachable(dangling)) => {
                dangling.foreseen.as_deref()
            }
            _ => None,
        }
    }

    /// A leaf where the function returned changes the shape of memory after all.
    pub fn change_shape(&mut self, leaf: Node) {
        if let NodeKind::Leaf(LeafStatus::Finished(finished)) = &mut self.nodes[leaf].kind {
            finished.changes_shape = true;
        }
    }

    /// The leaves of which it is known how the function ends there: those where it returned,
    /// those where the program ended, those that are foreseen.
    pub fn known_leaves(&self) -> Vec<Node> {
        let is_finished =
            |leaf: &Node| matches!(self.kind(*leaf), NodeKind::Leaf(LeafStatus::Finished(_)));
        let foreseen = self.foreseen.iter().filter(|leaf| !is_finished(leaf));
        self.finished.iter().chain(&self.halted).chain(foreseen).copied().collect()
    }

    /// Says how the function returns from a dangling leaf.
    pub fn foresee(&mut self, leaf: Node, effect: Finished) {
        if let NodeKind::Leaf(LeafStatus::Unknown(dangling) | LeafStatus::Unreachable(dangling)) =
            &mut self.nodes[leaf].kind
        {
            dangling.foreseen = Some(Box::new(effect));
            self.foreseen.push(leaf);
        }
    }

    /// Dangling leaves that are not known to be unreachable.
    pub fn dangling(&self) -> impl Iterator<Item = Node> + '_ {
        self.nodes
            .iter()
            .filter(|(_, data)| matches!(data.kind, NodeKind::Leaf(LeafStatus::Unknown(_))))
            .map(|(node, _)| node)
    }

    /// All nodes.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<S> {
        (0..self.nodes.len()).map(Node::from_index)
    }

    /// Takes the state of a dangling leaf; the leaf is running until something else is said.
    pub fn take_dangling(&mut self, node: Node) -> Option<Dangling<S>> {
        let running = NodeKind::Leaf(LeafStatus::Running);
        match std::mem::replace(&mut self.nodes[node].kind, running) {
            NodeKind::Leaf(LeafStatus::Unknown(dangling) | LeafStatus::Unreachable(dangling)) => {
                Some(*dangling)
            }
            other => {
                self.nodes[node].kind = other;
                None
            }
        }
    }

    /// Says that a dangling leaf cannot be reached, for what is known now.
    pub fn mark_unreachable(&mut self, node: Node) {
        if let Some(dangling) = self.take_dangling(node) {
            let status = LeafStatus::Unreachable(Box::new(dangling));
            self.nodes[node].kind = NodeKind::Leaf(status);
        }
    }

    /// Makes a leaf unknown again that was said to be unreachable.
    pub fn mark_unknown(&mut self, node: Node) {
        if matches!(self.nodes[node].kind, NodeKind::Leaf(LeafStatus::Unreachable(_)))
            && let Some(dangling) = self.take_dangling(node)
        {
            let status = LeafStatus::Unknown(Box::new(dangling));
            self.nodes[node].kind = NodeKind::Leaf(status);
        }
    }

    /// Makes all unreachable leaves unknown again; returns them.
    pub fn reopen(&mut self) -> Vec<Node> {
        let mut opened = Vec::new();
        for node in self.nodes() {
            if matches!(self.nodes[node].kind, NodeKind::Leaf(LeafStatus::Unreachable(_))) {
                self.mark_unknown(node);
                opened.push(node);
            }
        }
        opened
    }
}

fn children<S>(kind: &NodeKind<S>) -> Vec<Node> {
    match kind {
        NodeKind::Leaf(_) => Vec::new(),
        NodeKind::Branch { then, other, .. } => vec![*then, *other],
        NodeKind::Shape(_, child) => vec![*child],
        NodeKind::Call(call) => {
            call.applied.iter().map(|(_, node)| *node).chain(call.entered).collect()
        }
    }
}
