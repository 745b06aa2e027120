//! Types of the source, one level at a time: parts are nodes to be asked for in turn.
//!
//! Types are cyclic (a list's node points at itself), so nothing here walks down on its own.

use super::{DebugInfo, MAX_CHAIN};
use crate::ast::{ConstKind, MdId, MdValue};

/// How the bits of a basic type are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum EncodingKind {
    Boolean,
    Signed,
    SignedChar,
    Unsigned,
    UnsignedChar,
    Float,
    ComplexFloat,
    Address,
    Utf,
    Other,
}

/// Words before a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Modifier {
    Typedef,
    Const,
    Volatile,
    Restrict,
    Atomic,
}

/// Struct, union or class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Record {
    Struct,
    Union,
    Class,
}

/// A member of a struct, union or class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member<'m> {
    /// Its name; empty for an anonymous one.
    pub name: &'m str,
    /// Its type.
    pub ty: Option<MdId>,
    /// Its offset in bits from the start of the record.
    pub offset: u64,
    /// Its size in bits.
    pub bits: u64,
    /// Whether it is a bit-field.
    pub bitfield: bool,
    /// Whether it is static, and thus not in the record at all.
    pub is_static: bool,
}

/// A name of an enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Enumerator<'m> {
    /// The name.
    pub name: &'m str,
    /// The value.
    pub value: i128,
}

/// A type of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DebugType<'m> {
    /// `int`, `double`, …
    Basic {
        /// Its name.
        name: &'m str,
        /// Its size in bits.
        bits: u64,
        /// How its bits are read.
        encoding: EncodingKind,
    },
    /// A pointer or reference.
    Pointer {
        /// What it points at; `None` is `void`.
        target: Option<MdId>,
        /// Its size in bits.
        bits: u64,
        /// Whether it is a reference.
        reference: bool,
    },
    /// A typedef or a qualifier.
    Modified {
        /// Which.
        modifier: Modifier,
        /// The name of a typedef.
        name: &'m str,
        /// The type itself; `None` is `void`.
        target: Option<MdId>,
    },
    /// A struct, union or class.
    Record {
        /// Which.
        kind: Record,
        /// Its tag; empty for an anonymous one.
        name: &'m str,
        /// Its size in bits.
        bits: u64,
        /// Its members.
        members: Vec<Member<'m>>,
        /// Whether it is only declared here.
        incomplete: bool,
    },
    /// An array, or a vector.
    Array {
        /// The type of an element.
        element: Option<MdId>,
        /// The number of elements in each dimension; `None` where it is not constant.
        counts: Vec<Option<u64>>,
        /// Its size in bits; 0 where it is not constant.
        bits: u64,
        /// Whether it is a vector.
        vector: bool,
    },
    /// An enumeration.
    Enum {
        /// Its tag.
        name: &'m str,
        /// Its size in bits.
        bits: u64,
        /// The integer type behind it.
        base: Option<MdId>,
        /// Its names.
        values: Vec<Enumerator<'m>>,
    },
    /// A function.
    Function {
        /// What it returns; `None` is `void`.
        ret: Option<MdId>,
        /// The types of its parameters.
        params: Vec<Option<MdId>>,
        /// Whether more arguments may follow.
        varargs: bool,
    },
    /// Any other type.
    Other {
        /// Its name.
        name: &'m str,
        /// Its size in bits.
        bits: u64,
    },
}

fn encoding(word: &str) -> EncodingKind {
    match word {
        "DW_ATE_boolean" => EncodingKind::Boolean,
        "DW_ATE_signed" => EncodingKind::Signed,
        "DW_ATE_signed_char" => EncodingKind::SignedChar,
        "DW_ATE_unsigned" => EncodingKind::Unsigned,
        "DW_ATE_unsigned_char" => EncodingKind::UnsignedChar,
        "DW_ATE_float" => EncodingKind::Float,
        "DW_ATE_complex_float" => EncodingKind::ComplexFloat,
        "DW_ATE_address" => EncodingKind::Address,
        "DW_ATE_UTF" => EncodingKind::Utf,
        _ => EncodingKind::Other,
    }
}

impl<'m> DebugInfo<'m> {
    /// A type node, one level of it.
    pub fn debug_type(&self, id: MdId) -> Option<DebugType<'m>> {
        match self.tag(id) {
            "DIBasicType" => Some(DebugType::Basic {
                name: self.string(id, "name").unwrap_or(""),
                bits: self.unsigned(id, "size"),
                encoding: encoding(self.word(id, "encoding")),
            }),
            "DIDerivedType" => Some(self.derived_type(id)),
            "DICompositeType" => Some(self.composite_type(id)),
            "DISubroutineType" => Some(self.subroutine_type(id)),
            _ => None,
        }
    }

    /// The type behind all typedefs and qualifiers; `None` for `void`.
    pub fn strip(&self, id: MdId) -> Option<MdId> {
        let mut id = id;
        for _ in 0..MAX_CHAIN {
            match self.debug_type(id)? {
                DebugType::Modified { target, .. } => id = target?,
                _ => return Some(id),
            }
        }
        None
    }

    fn derived_type(&self, id: MdId) -> DebugType<'m> {
        let target = self.node(id, "baseType");
        let bits = self.unsigned(id, "size");
        let name = self.string(id, "name").unwrap_or("");
        let modifier = match self.word(id, "tag") {
            "DW_TAG_pointer_type" => {
                return DebugType::Pointer { target, bits, reference: false };
            }
            "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type" => {
                return DebugType::Pointer { target, bits, reference: true };
            }
            "DW_TAG_typedef" => Modifier::Typedef,
            "DW_TAG_const_type" => Modifier::Const,
            "DW_TAG_volatile_type" => Modifier::Volatile,
            "DW_TAG_restrict_type" => Modifier::Restrict,
            "DW_TAG_atomic_type" => Modifier::Atomic,
            _ => return DebugType::Other { name, bits },
        };
        DebugType::Modified { modifier, name, target }
    }

    fn composite_type(&self, id: MdId) -> DebugType<'m> {
        let name = self.string(id, "name").unwrap_or("");
        let bits = self.unsigned(id, "size");
        let elements = match self.node(id, "elements") {
            Some(elements) => self.tuple(elements),
            None => &[],
        };
        let kind = match self.word(id, "tag") {
            "DW_TAG_structure_type" => Record::Struct,
            "DW_TAG_union_type" => Record::Union,
            "DW_TAG_class_type" => Record::Class,
            "DW_TAG_array_type" => return self.array_type(id, bits, elements),
            "DW_TAG_enumeration_type" => {
                return DebugType::Enum {
                    name,
                    bits,
                    base: self.node(id, "baseType"),
                    values: self.enumerators(elements),
                };
            }
            _ => return DebugType::Other { name, bits },
        };
        let members = elements.iter().filter_map(|value| self.member(value));
        DebugType::Record {
            kind,
            name,
            bits,
            members: members.collect(),
            incomplete: self.word(id, "flags").contains("DIFlagFwdDecl"),
        }
    }

    fn member(&self, value: &MdValue) -> Option<Member<'m>> {
        let id = value.node()?;
        if !matches!(self.word(id, "tag"), "DW_TAG_member" | "DW_TAG_inheritance") {
            return None;
        }
        let flags = self.word(id, "flags");
        Some(Member {
            name: self.string(id, "name").unwrap_or(""),
            ty: self.node(id, "baseType"),
            offset: self.unsigned(id, "offset"),
            bits: self.unsigned(id, "size"),
            bitfield: flags.contains("DIFlagBitField"),
            is_static: flags.contains("DIFlagStaticMember"),
        })
    }

    fn array_type(&self, id: MdId, bits: u64, elements: &[MdValue]) -> DebugType<'m> {
        let counts = elements.iter().filter_map(MdValue::node);
        DebugType::Array {
            element: self.node(id, "baseType"),
            counts: counts.map(|range| self.count(range)).collect(),
            bits,
            vector: self.word(id, "flags").contains("DIFlagVector"),
        }
    }

    fn count(&self, range: MdId) -> Option<u64> {
        match self.field(range, "count")? {
            MdValue::Int(count) => u64::try_from(*count).ok(),
            MdValue::Const(id) => match self.module.constant(*id).kind {
                ConstKind::Int(count) => Some(count),
                _ => None,
            },
            _ => None,
        }
    }

    fn enumerators(&self, elements: &[MdValue]) -> Vec<Enumerator<'m>> {
        let nodes = elements.iter().filter_map(MdValue::node);
        let named = nodes.filter_map(|id| {
            Some(Enumerator { name: self.string(id, "name")?, value: self.int(id, "value")? })
        });
        named.collect()
    }

    fn subroutine_type(&self, id: MdId) -> DebugType<'m> {
        let types = match self.node(id, "types") {
            Some(types) => self.tuple(types),
            None => &[],
        };
        let (ret, params) = match types {
            [ret, params @ ..] => (ret.node(), params),
            [] => (None, types),
        };
        // `null` after the parameters stands for `...`.
        let varargs = matches!(params.last(), Some(MdValue::Null));
        let fixed = params.len() - usize::from(varargs);
        DebugType::Function {
            ret,
            params: params[..fixed].iter().map(MdValue::node).collect(),
            varargs,
        }
    }
}
