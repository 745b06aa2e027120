//! Metadata nodes as they are written: tuples and records with named fields.
//!
//! Metadata is a graph with cycles. The typed view of debug information is `crate::debug`.

use std::fmt;

use super::constant::ConstId;
use super::function::LocalId;
use super::symbol::Sym;

/// A metadata node of a module. Inline nodes have one too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MdId(pub u32);

impl fmt::Debug for MdId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "!{}", self.0)
    }
}

/// A node.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum MdNode {
    /// Referred to, but not defined.
    #[default]
    Missing,
    /// `!{…}`
    Tuple(Box<[MdValue]>),
    /// `!DILocation(line: 3, …)`
    Record {
        /// The word after `!`.
        tag: Sym,
        /// The fields in the order of the text.
        fields: Box<[MdField]>,
    },
    /// `!DIExpression(DW_OP_deref, 8)`: words and numbers without names.
    Expression {
        /// The word after `!`.
        tag: Sym,
        /// The elements.
        elements: Box<[MdValue]>,
    },
    /// A value as metadata: an argument of an intrinsic, such as `metadata !"rax"`.
    Value(MdValue),
}

/// `name: value` of a record.
#[derive(Clone, PartialEq, Debug)]
pub struct MdField {
    /// The name.
    pub name: Sym,
    /// The value.
    pub value: MdValue,
}

/// An element of a node or the value of a field.
#[derive(Clone, PartialEq, Debug)]
pub enum MdValue {
    /// `null`, or something that is not understood.
    Null,
    /// Another node.
    Node(MdId),
    /// A string, `!"…"` or `"…"`.
    String(Sym),
    /// A number; those above `u64::MAX` or below `i64::MIN` are cut off.
    Int(i128),
    /// `true` or `false`.
    Bool(bool),
    /// A word or several joined by `|`: `DW_TAG_member`, `DIFlagPublic | DIFlagVector`.
    Word(Sym),
    /// A typed constant.
    Const(ConstId),
    /// A local of the function where it stands.
    Local(LocalId),
    /// `!DIArgList(…)`
    ArgList(Box<[MdValue]>),
}

impl MdValue {
    /// The node, if it is one.
    pub fn node(&self) -> Option<MdId> {
        match self {
            MdValue::Node(id) => Some(*id),
            _ => None,
        }
    }
}
