//! The term store: nodes, the hash table that makes equal terms equal handles,
//! symbols and functions. Only `make`, `make_apply` and `var` create nodes; they do not
//! rewrite. A node is never changed or freed, so an argument's handle is always
//! smaller than its parent's.

use crate::operator::Op;
use crate::rewrite::WriteIndex;
use crate::rule::RuleCounts;
use crate::sort::{BOOL, PackedSort, Sort, SortTable};
use crate::symbols::{SymbolTable, Vacant};
use crate::work;
use pathweave_bits::BitVec;
use std::collections::HashMap;
use std::fmt;

/// A handle of a term in its store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(crate) u32);

impl Term {
    /// The position in the store, for tables indexed by term.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A handle of a variable's name and sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub(crate) u32);

/// A handle of an uninterpreted function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Func(pub(crate) u32);

pub(crate) struct FuncData {
    pub(crate) name: String,
    pub(crate) params: Vec<Sort>,
    pub(crate) result: Sort,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    head: u32,
    args: [Term; 3],
}

const NONE: Term = Term(0);
const SORT_BITS: u32 = 25;

impl Node {
    fn new(op: Op, sort: PackedSort, args: [Term; 3]) -> Node {
        Node { head: (op as u32) << SORT_BITS | sort.0, args }
    }

    fn op(&self) -> Op {
        Op::from_number(self.head >> SORT_BITS)
    }

    fn sort(&self) -> PackedSort {
        PackedSort(self.head & ((1 << SORT_BITS) - 1))
    }

    fn hash(&self) -> u64 {
        let low = u64::from(self.head) << 32 | u64::from(self.args[0].0);
        let high = u64::from(self.args[1].0) << 32 | u64::from(self.args[2].0);
        mix(mix(0, low), high)
    }
}

pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let x = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (x ^ (x >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(23)
}

/// The bits of a hash that a slot keeps.
pub(crate) const TAG: u64 = !0 << 32;

/// The handle in a slot, if its hash fits.
pub(crate) fn candidate(slot: u64, hash: u64) -> Option<u32> {
    ((slot ^ hash) & TAG == 0).then(|| slot as u32 - 1)
}

/// The owner and only maker of terms.
pub struct TermStore {
    nodes: Vec<Node>,
    /// Open addressing with linear probing; 0 is empty, otherwise handle + 1 in
    /// the low half and some bits of the hash in the high half, so that a node is
    /// looked at only when it is most likely the right one. Variables are in `symbols` instead.
    slots: Vec<u64>,
    /// Arguments of applications.
    arena: Vec<Term>,
    wide: Vec<BitVec>,
    wide_numbers: HashMap<BitVec, u32>,
    pub(crate) sorts: SortTable,
    symbols: SymbolTable,
    pub(crate) functions: Vec<FuncData>,
    function_numbers: HashMap<String, Vec<u32>>,
    fresh: u32,
    pub(crate) rewriting: bool,
    /// Nesting of rewrite rules; see `rewrite::deepen`.
    pub(crate) depth: u32,
    pub(crate) counts: RuleCounts,
    pub(crate) writes: WriteIndex,
    truth: [Term; 2],
}

impl Default for TermStore {
    fn default() -> Self {
        TermStore::new()
    }
}

impl TermStore {
    /// An empty store.
    pub fn new() -> TermStore {
        let mut store = TermStore {
            nodes: Vec::new(),
            slots: vec![0; 1024],
            arena: Vec::new(),
            wide: Vec::new(),
            wide_numbers: HashMap::new(),
            sorts: SortTable::default(),
            symbols: SymbolTable::default(),
            functions: Vec::new(),
            function_numbers: HashMap::new(),
            fresh: 0,
            rewriting: true,
            depth: 0,
            counts: RuleCounts::default(),
            writes: WriteIndex::default(),
            truth: [NONE; 2],
        };
        for value in 0..2 {
            store.truth[value as usize] = store.make(Op::Const, BOOL, [Term(value), NONE, NONE]);
        }
        store
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no term; never so, as `true` and `false` always exist.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes held for terms: nodes, hash table, arguments of applications.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.slots.capacity() * 8
            + self.arena.capacity() * 4
    }

    /// Bytes in use for terms, not counting spare capacity of the vectors.
    pub fn bytes_used(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.slots.len() * 8 + self.arena.len() * 4
    }

    /// Turns rewriting on or off. Without it builders make the very term that
    /// was asked for (derived operators are still expanded): this is how the
    /// rules are tested.
    pub fn set_rewriting(&mut self, on: bool) {
        self.rewriting = on;
    }

    /// How often each rule was applied.
    pub fn rule_counts(&self) -> &RuleCounts {
        &self.counts
    }

    /// Finds or creates a node.
    pub(crate) fn make(&mut self, op: Op, sort: PackedSort, args: [Term; 3]) -> Term {
        work::spend(work::TERM);
        let node = Node::new(op, sort, args);
        let hash = node.hash();
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            if let Some(found) = candidate(self.slots[at], hash)
                && self.nodes[found as usize] == node
            {
                return Term(found);
            }
            at = (at + 1) & mask;
        }
        self.insert(node, hash, at)
    }

    fn insert(&mut self, node: Node, hash: u64, at: usize) -> Term {
        let term = self.push(node);
        self.slots[at] = hash & TAG | u64::from(term.0 + 1);
        if (self.nodes.len() - self.symbols.len()) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        term
    }

    fn push(&mut self, node: Node) -> Term {
        let number = u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms");
        self.nodes.push(node);
        Term(number)
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        let mut slots = vec![0; size];
        let listed = self.nodes.iter().enumerate().filter(|(_, node)| node.op() != Op::Var);
        for (number, node) in listed {
            let hash = self.node_hash(node);
            let mut at = hash as usize & (size - 1);
            while slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            slots[at] = hash & TAG | (number as u64 + 1);
        }
        self.slots = slots;
    }

    fn node_hash(&self, node: &Node) -> u64 {
        match node.op() {
            Op::Apply => {
                let [_, start, len] = node.args;
                let args = &self.arena[start.index()..start.index() + len.index()];
                apply_hash(node.head, node.args[0], args)
            }
            _ => node.hash(),
        }
    }

    /// Finds or creates an application; sorts are checked by the builder.
    pub(crate) fn make_apply(&mut self, function: Func, args: &[Term]) -> Term {
        let sort = self.functions[function.0 as usize].result;
        let sort = self.sorts.pack(sort);
        let start = Term(self.arena.len() as u32);
        let node = Node::new(Op::Apply, sort, [Term(function.0), start, Term(args.len() as u32)]);
        let hash = apply_hash(node.head, node.args[0], args);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            if let Some(found) = candidate(self.slots[at], hash) {
                let same = &self.nodes[found as usize];
                let fits = same.head == node.head && same.args[0] == node.args[0];
                if fits && self.args(Term(found)) == args {
                    return Term(found);
                }
            }
            at = (at + 1) & mask;
        }
        self.arena.extend_from_slice(args);
        self.insert(node, hash, at)
    }

    /// The operator of a term.
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.index()].op()
    }

    /// The operands of a term, without the numbers of indexed operators.
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        match node.op() {
            Op::Apply => {
                let [_, start, len] = node.args;
                &self.arena[start.index()..start.index() + len.index()]
            }
            op => &node.args[..op.arity()],
        }
    }

    /// Operand number `index`.
    pub fn arg(&self, term: Term, index: usize) -> Term {
        self.args(term)[index]
    }

    /// The two operands, if the operator is `op`.
    pub(crate) fn pair(&self, op: Op, term: Term) -> Option<(Term, Term)> {
        let node = &self.nodes[term.index()];
        (node.op() == op).then_some((node.args[0], node.args[1]))
    }

    /// The three operands, if the operator is `op`.
    pub(crate) fn triple(&self, op: Op, term: Term) -> Option<(Term, Term, Term)> {
        let node = &self.nodes[term.index()];
        (node.op() == op).then_some((node.args[0], node.args[1], node.args[2]))
    }

    /// The operand, if the operator is `op`.
    pub(crate) fn single(&self, op: Op, term: Term) -> Option<Term> {
        self.pair(op, term).map(|(first, _)| first)
    }

    /// The sort of a term.
    pub fn sort(&self, term: Term) -> Sort {
        self.sorts.unpack(self.nodes[term.index()].sort())
    }

    pub(crate) fn packed(&self, term: Term) -> PackedSort {
        self.nodes[term.index()].sort()
    }

    /// The width of a bit-vector term; 0 for booleans.
    pub fn width(&self, term: Term) -> u32 {
        self.packed(term).0
    }

    /// Highest and lowest bit of an `extract`.
    pub fn slice(&self, term: Term) -> Option<(u32, u32)> {
        let node = &self.nodes[term.index()];
        (node.op() == Op::Extract).then_some((node.args[1].0, node.args[2].0))
    }

    /// The function of an application.
    pub fn function(&self, term: Term) -> Option<Func> {
        let node = &self.nodes[term.index()];
        (node.op() == Op::Apply).then_some(Func(node.args[0].0))
    }

    /// The symbol of a variable.
    pub fn symbol(&self, term: Term) -> Option<Symbol> {
        let node = &self.nodes[term.index()];
        (node.op() == Op::Var).then_some(Symbol(node.args[0].0))
    }

    /// The name of a variable.
    pub fn name(&self, term: Term) -> Option<&str> {
        self.symbol(term).map(|symbol| self.symbols.name(symbol.0))
    }

    /// The value of a bit-vector constant.
    pub fn constant(&self, term: Term) -> Option<BitVec> {
        let node = &self.nodes[term.index()];
        let width = node.sort().0;
        if node.op() != Op::Const || width == 0 {
            return None;
        }
        let [low, high, _] = node.args;
        Some(match width {
            0..=64 => BitVec::from_u64(width, u64::from(high.0) << 32 | u64::from(low.0)),
            _ => self.wide[low.index()].clone(),
        })
    }

    /// The value of a bit-vector constant, if it fits 64 bits.
    pub fn constant_u64(&self, term: Term) -> Option<u64> {
        let node = &self.nodes[term.index()];
        let width = node.sort().0;
        if node.op() != Op::Const || width == 0 {
            return None;
        }
        match width {
            0..=64 => Some(u64::from(node.args[1].0) << 32 | u64::from(node.args[0].0)),
            _ => self.wide[node.args[0].index()].to_u64(),
        }
    }

    /// The value of a boolean constant.
    pub fn constant_bool(&self, term: Term) -> Option<bool> {
        (term.0 < 2).then_some(term.0 == 1)
    }

    /// Whether a term is a constant.
    pub fn is_constant(&self, term: Term) -> bool {
        self.op(term) == Op::Const
    }

    /// A bit-vector constant.
    pub fn bv_const(&mut self, value: &BitVec) -> Term {
        let sort = PackedSort(value.width());
        if value.width() <= 64 {
            let word = value.low_u64();
            let args = [Term(word as u32), Term((word >> 32) as u32), NONE];
            return self.make(Op::Const, sort, args);
        }
        let next = self.wide.len() as u32;
        let number = *self.wide_numbers.entry(value.clone()).or_insert(next);
        if number == next {
            self.wide.push(value.clone());
        }
        self.make(Op::Const, sort, [Term(number), NONE, NONE])
    }

    /// A bit-vector constant from the low bits of a machine number.
    pub fn bv_u64(&mut self, width: u32, value: u64) -> Term {
        self.bv_const(&BitVec::from_u64(width, value))
    }

    /// A boolean constant.
    pub fn bool_const(&self, value: bool) -> Term {
        self.truth[usize::from(value)]
    }

    /// The variable of this name and sort. The same name with another sort is
    /// another variable.
    pub fn var(&mut self, name: &str, sort: Sort) -> Term {
        let packed = self.sorts.pack(sort);
        match self.symbols.find(name, sort, packed) {
            Ok(known) => known,
            Err(vacant) => self.new_var(vacant, name, sort, packed),
        }
    }

    fn new_var(&mut self, vacant: Vacant, name: &str, sort: Sort, packed: PackedSort) -> Term {
        let number = u32::try_from(self.symbols.len()).expect("fewer than 2^32 variables");
        let variable = self.push(Node::new(Op::Var, packed, [Term(number), NONE, NONE]));
        self.symbols.add(vacant, name, sort, variable);
        variable
    }

    /// A variable that did not exist before; its name starts with `prefix`.
    pub fn fresh_var(&mut self, prefix: &str, sort: Sort) -> Term {
        loop {
            let name = format!("{prefix}!{}", self.fresh);
            self.fresh += 1;
            let packed = self.sorts.pack(sort);
            if let Err(vacant) = self.symbols.find(&name, sort, packed) {
                return self.new_var(vacant, &name, sort, packed);
            }
        }
    }

    /// The uninterpreted function of this name and signature.
    pub fn func(&mut self, name: &str, params: &[Sort], result: Sort) -> Func {
        let same_name = self.function_numbers.entry(name.to_owned()).or_default();
        for &number in same_name.iter() {
            let data = &self.functions[number as usize];
            if data.params == params && data.result == result {
                return Func(number);
            }
        }
        let number = self.functions.len() as u32;
        same_name.push(number);
        self.functions.push(FuncData { name: name.to_owned(), params: params.to_vec(), result });
        Func(number)
    }

    /// A function's name.
    pub fn func_name(&self, function: Func) -> &str {
        &self.functions[function.0 as usize].name
    }

    /// A function's parameter sorts and its result sort.
    pub fn func_sorts(&self, function: Func) -> (&[Sort], Sort) {
        let data = &self.functions[function.0 as usize];
        (&data.params, data.result)
    }

    /// Every term, in order of creation; arguments come before their users.
    pub fn terms(&self) -> impl Iterator<Item = Term> + use<> {
        (0..self.nodes.len() as u32).map(Term)
    }
}

fn apply_hash(head: u32, function: Term, args: &[Term]) -> u64 {
    let start = mix(0, u64::from(head) << 32 | u64::from(function.0));
    args.iter().fold(start, |hash, arg| mix(hash, u64::from(arg.0)))
}
