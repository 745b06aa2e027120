//! What the variables in a function's states are, in words that outlast a run, and hashes of terms by
//! these words.
//!
//! The handle and the name of a variable say which run, which function's number and which application
//! it belongs to; its role does not. The outcome of a call is told by where in the path condition it is said
//! that the call ended so, which is the same for all states below. A hash of a term must not depend on
//! which of its parts was made first: operands that may be exchanged count as a sum.

use super::engine::{Engine, Owner};
use super::instance::Outcome;
use super::stored::Refused;
use pathweave_exec::state::State;
use pathweave_ir::Entity;
use pathweave_memory::Object;
use pathweave_store::Key;
use pathweave_summary::InputKey;
use pathweave_term::portable::{Reader, Writer};
use pathweave_term::{Op, Sort, Term, TermMap, TermStore};

/// What a variable is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Input(InputKey),
    /// Of the call whose outcome was added to the path condition as its `0`th decision.
    Outcome(usize, Part),
    Program(String, Sort),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Whether it returned so, or changes the shape of memory.
    Itself,
    Result(usize),
    Written(Object, u64),
}

impl<'p> Engine<'p> {
    /// What a variable in a state is.
    pub fn role(&self, variable: Term, state: &State<'p>) -> Option<Role> {
        let terms = &self.machine.terms;
        let place = |marker: Term| state.conditions.iter().position(|&c| c == marker);
        match self.owner(variable) {
            None => Some(Role::Program(terms.name(variable)?.to_owned(), terms.sort(variable))),
            Some(Owner::Input(_, key)) => Some(Role::Input(key)),
            Some(Owner::Outcome(_)) => {
                let (application, part) = match *self.outcomes.get(&variable)? {
                    Outcome::ChangesShape => {
                        return Some(Role::Outcome(place(variable)?, Part::Itself));
                    }
                    Outcome::Returned(application) => (application, Part::Itself),
                    Outcome::Result(application, k) => (application, Part::Result(k)),
                    Outcome::Written(application, object, at) => {
                        (application, Part::Written(object, at))
                    }
                };
                let returned = self.applications[application].returned;
                Some(Role::Outcome(place(returned)?, part))
            }
            Some(Owner::Instance(..) | Owner::Selector) => None,
        }
    }

    /// The variable of a role in a state.
    pub fn variable(&mut self, role: &Role, state: &State<'p>) -> Option<Term> {
        match role {
            Role::Program(name, sort) => Some(self.machine.terms.var(name, *sort)),
            Role::Input(key) => {
                let mut frames = state.frames.iter();
                let func = frames.next().map(|frame| frame.code.func)?;
                let tree = self.trees.get(&func)?;
                tree.inputs.iter().find(|(known, _)| known == key).map(|(_, variable)| variable)
            }
            Role::Outcome(place, part) => {
                let marker = *state.conditions.get(*place)?;
                match (part, self.outcomes.get(&marker)?) {
                    (Part::Itself, _) => Some(marker),
                    (Part::Result(k), Outcome::Returned(application)) => {
                        self.applications[*application].results.get(*k).copied()
                    }
                    (Part::Written(object, at), Outcome::Returned(application)) => {
                        self.applications[*application].writes.get(&(*object, *at)).copied()
                    }
                    _ => None,
                }
            }
        }
    }

    /// A hash of a term that does not depend on the order in which terms were made.
    pub fn hash(
        &mut self,
        hashes: &mut TermMap<(u128, u128)>,
        root: Term,
        state: &State<'p>,
    ) -> Result<u128, Refused> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if hashes.contains(term) {
                stack.pop();
                continue;
            }
            let terms = &self.machine.terms;
            let waiting = stack.len();
            stack.extend(terms.args(term).iter().filter(|arg| !hashes.contains(**arg)));
            if stack.len() > waiting {
                continue;
            }
            let leaf = match terms.op(term) {
                Op::Var => {
                    let mut to = Writer::default();
                    let role = self.role(term, state).ok_or("a variable without a role")?;
                    role.write(&mut to);
                    to.bytes
                }
                Op::Apply => return Err("a function that is not interpreted"),
                _ => Vec::new(),
            };
            hashes.insert(term, hash_node(terms, hashes, term, &leaf));
            stack.pop();
        }
        Ok(hashes.get(root).map_or(0, |(hash, _)| *hash))
    }
}

/// The hash of a term whose arguments have theirs, and what it adds to a chain of the same operator.
fn hash_node(
    terms: &TermStore,
    hashes: &TermMap<(u128, u128)>,
    term: Term,
    leaf: &[u8],
) -> (u128, u128) {
    let op = terms.op(term);
    let mut to = Writer::default();
    to.text(op.name());
    to.text(&format!("{:?}", terms.sort(term)));
    to.bytes(leaf);
    if op == Op::Const {
        to.number(terms.constant_bool(term).map_or(2, u64::from));
        terms.constant(term).iter().for_each(|bits| to.bits(bits));
    } else {
        terms.numbers(term).iter().for_each(|&number| to.number(number.into()));
    }
    let of = |arg: &Term| hashes.get(*arg).copied().unwrap_or_default();
    let mut sum: u128 = 0;
    if op.is_commutative() {
        for arg in terms.args(term) {
            let (hash, chain) = of(arg);
            // How a chain is put in brackets depends on the order in which its parts were made.
            let part =
                if op.is_associative() && terms.op(*arg) == op { chain } else { spread(hash) };
            sum = sum.wrapping_add(part);
        }
        to.bytes.extend(sum.to_le_bytes());
    } else {
        terms.args(term).iter().for_each(|arg| to.bytes.extend(of(arg).0.to_le_bytes()));
    }
    (Key::of_parts(&[&to.bytes]).0, sum)
}

fn spread(hash: u128) -> u128 {
    hash.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) ^ (hash >> 64)
}

impl Role {
    pub fn write(&self, to: &mut Writer) {
        let place = |to: &mut Writer, object: Object, at: u64| {
            to.number(object.index() as u64);
            to.number(at);
        };
        match self {
            Self::Program(name, sort) => {
                let (tag, a, b) = match *sort {
                    Sort::Bool => (0, 0, 0),
                    Sort::BitVec(width) => (1, width, 0),
                    Sort::Array { index, element } => (2, index, element),
                };
                [tag, a, b].into_iter().for_each(|number| to.number(number.into()));
                to.text(name);
            }
            Self::Input(InputKey::Param(k)) => {
                to.number(3);
                to.number((*k).into());
            }
            Self::Input(InputKey::Byte(object, at)) => {
                to.number(4);
                place(to, *object, *at);
            }
            Self::Outcome(at, part) => {
                to.number(5);
                to.number(*at as u64);
                match *part {
                    Part::Itself => to.number(0),
                    Part::Result(k) => {
                        to.number(1);
                        to.number(k as u64);
                    }
                    Part::Written(object, at) => {
                        to.number(2);
                        place(to, object, at);
                    }
                }
            }
        }
    }

    pub fn read(from: &mut Reader<'_>) -> Option<Self> {
        let small = |from: &mut Reader<'_>| u32::try_from(from.number()?).ok();
        let place = |from: &mut Reader<'_>| {
            let object = Object::from_index(small(from)? as usize);
            Some((object, from.number()?))
        };
        Some(match from.number()? {
            tag @ 0..=2 => {
                let (a, b) = (small(from)?, small(from)?);
                let sort = match tag {
                    0 => Sort::Bool,
                    1 if (1..=64).contains(&a) => Sort::BitVec(a),
                    2 if (1..=64).contains(&a) && (1..=64).contains(&b) => {
                        Sort::Array { index: a, element: b }
                    }
                    _ => return None,
                };
                Self::Program(from.text()?.to_owned(), sort)
            }
            3 => Self::Input(InputKey::Param(small(from)?)),
            4 => {
                let (object, at) = place(from)?;
                Self::Input(InputKey::Byte(object, at))
            }
            5 => {
                let at = from.number()? as usize;
                let part = match from.number()? {
                    0 => Part::Itself,
                    1 => Part::Result(from.number()? as usize),
                    2 => {
                        let (object, at) = place(from)?;
                        Part::Written(object, at)
                    }
                    _ => return None,
                };
                Self::Outcome(at, part)
            }
            _ => return None,
        })
    }
}
