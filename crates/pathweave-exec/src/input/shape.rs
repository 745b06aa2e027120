//! What the bytes of a type are, from the debug information: where its pointers are and what they
//! point to, which bytes are truth values.
//!
//! Types are compared without qualifiers and typedefs: `const T *` and `T *` may point to the same
//! object. The easy mistake is to take a type's handle before [`strip`].

use pathweave_ir::{DebugType, DebugTypeData, Encoding, Member, Program};
use pathweave_term::Term;

/// Leaves of one type that are looked for at most.
const MOST_LEAVES: usize = 4096;
/// Types inside each other that are looked into, and parts of a type in all; only broken debug
/// information has more.
const MOST_NESTED: u32 = 64;
const MOST_PARTS: u32 = 1 << 16;

/// How many elements a pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// So many.
    Fixed(u64),
    /// As many as an input says.
    Term {
        /// The size in bytes, 64 bits.
        bytes: Term,
        /// The most elements.
        most: u64,
    },
}

/// What a pointer points to when it is not null.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pointee {
    /// Code that is not known.
    Function,
    /// Characters up to a zero.
    Text,
    /// Elements of a type, bytes where it is not known.
    Elements {
        /// The type of an element.
        ty: Option<DebugType>,
        /// The size of an element.
        size: u64,
        /// How many.
        count: Count,
    },
}

/// A part of a type that is not just bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    /// Its first byte.
    pub at: u64,
    /// Its place in the type, as C writes it.
    pub path: String,
    /// What it is.
    pub kind: LeafKind,
    /// What else it points to, a pointer that other members of a union share their bytes with.
    pub others: Vec<Option<DebugType>>,
}

/// What a part of a type is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LeafKind {
    /// A pointer to a type, or to anything.
    Pointer(Option<DebugType>),
    /// A truth value of one byte.
    Bool,
}

/// A type without typedefs and qualifiers; none for `void`.
pub(crate) fn strip(program: &Program, ty: Option<DebugType>) -> Option<DebugType> {
    let mut ty = ty;
    // A chain of typedefs is finite; broken debug information may not be.
    for _ in 0..64 {
        match &program.debug_types[ty?] {
            DebugTypeData::Alias { of, .. } | DebugTypeData::Qualified { of } => ty = *of,
            _ => break,
        }
    }
    ty
}

/// The size of a type in bytes; 0 where it is not known.
pub(crate) fn size_of(program: &Program, ty: Option<DebugType>) -> u64 {
    size_within(program, ty, MOST_NESTED)
}

fn size_within(program: &Program, ty: Option<DebugType>, depth: u32) -> u64 {
    let Some(ty) = strip(program, ty) else { return 0 };
    match &program.debug_types[ty] {
        DebugTypeData::Basic { size_bits, .. }
        | DebugTypeData::Struct { size_bits, .. }
        | DebugTypeData::Union { size_bits, .. }
        | DebugTypeData::Enum { size_bits, .. } => size_bits / 8,
        DebugTypeData::Pointer { .. } => 8,
        DebugTypeData::Array { of, counts } if depth > 0 => {
            let element = size_within(program, *of, depth - 1);
            counts.iter().fold(element, |size, count| size.saturating_mul(count.unwrap_or(0)))
        }
        _ => 0,
    }
}

/// Whether a type is a structure, a union or a number of several parts, which may be passed in
/// pieces.
pub(crate) fn is_aggregate(program: &Program, ty: DebugType) -> bool {
    matches!(
        program.debug_types[ty],
        DebugTypeData::Struct { .. }
            | DebugTypeData::Union { .. }
            | DebugTypeData::Array { .. }
            | DebugTypeData::Basic { encoding: Encoding::Other, .. }
    )
}

/// Where the last byte of a type that means something ends.
pub(crate) fn data_end(program: &Program, ty: Option<DebugType>) -> u64 {
    data_end_within(program, ty, MOST_NESTED, &mut { MOST_PARTS })
}

fn data_end_within(program: &Program, ty: Option<DebugType>, depth: u32, left: &mut u32) -> u64 {
    let Some(ty) = strip(program, ty) else { return 0 };
    *left = left.saturating_sub(1);
    match &program.debug_types[ty] {
        DebugTypeData::Struct { members, size_bits, .. }
        | DebugTypeData::Union { members, size_bits, .. }
            if depth > 0 && *left > 0 =>
        {
            let end = |member: &Member| match member.bit_field {
                true => member.offset_bits.saturating_add(member.size_bits).div_ceil(8),
                false => {
                    let size = data_end_within(program, member.ty, depth - 1, left);
                    (member.offset_bits / 8).saturating_add(size)
                }
            };
            members.iter().map(end).max().unwrap_or(0).min(size_bits / 8)
        }
        _ => size_of(program, Some(ty)),
    }
}

/// Pointers and truth values of a type.
pub(crate) fn leaves(program: &Program, ty: Option<DebugType>) -> Vec<Leaf> {
    let mut found = Vec::new();
    let root = Part { ty, at: 0, path: String::new(), sure: true, depth: MOST_NESTED };
    collect(program, root, &mut found, &mut { MOST_PARTS });
    found
}

/// A part of a type that is looked into.
struct Part {
    ty: Option<DebugType>,
    at: u64,
    path: String,
    /// Whether it is in no union.
    sure: bool,
    /// How many types may still be inside each other.
    depth: u32,
}

fn collect(program: &Program, part: Part, found: &mut Vec<Leaf>, left: &mut u32) {
    let Part { ty, at, path, sure, depth } = part;
    let Some(ty) = strip(program, ty) else { return };
    *left = left.saturating_sub(1);
    if found.len() >= MOST_LEAVES || depth == 0 || *left == 0 {
        return;
    }
    match &program.debug_types[ty] {
        // Members of a union share their bytes: one pointer, to something of any of their types.
        DebugTypeData::Pointer { to }
            if !sure && found.iter().any(|leaf| leaf.at.abs_diff(at) < 8) =>
        {
            if let Some(leaf) = found.iter_mut().find(|leaf| leaf.at == at) {
                leaf.others.push(*to);
            }
        }
        DebugTypeData::Pointer { to } => {
            found.push(Leaf { at, path, kind: LeafKind::Pointer(*to), others: Vec::new() });
        }
        DebugTypeData::Basic { encoding: Encoding::Bool, size_bits: 8, .. } if sure => {
            found.push(Leaf { at, path, kind: LeafKind::Bool, others: Vec::new() });
        }
        data @ (DebugTypeData::Struct { members, .. } | DebugTypeData::Union { members, .. }) => {
            let sure = sure && matches!(data, DebugTypeData::Struct { .. });
            for member in members.iter().filter(|member| !member.bit_field) {
                let dot = if path.is_empty() || member.name.is_empty() { "" } else { "." };
                let path = format!("{path}{dot}{}", member.name);
                let at = at.saturating_add(member.offset_bits / 8);
                collect(
                    program,
                    Part { ty: member.ty, at, path, sure, depth: depth - 1 },
                    found,
                    left,
                );
            }
        }
        DebugTypeData::Array { of, counts } => {
            let count = counts.iter().fold(1_u64, |n, c| n.saturating_mul(c.unwrap_or(0)));
            let size = size_of(program, *of);
            // An array of plain numbers has nothing to look for.
            let mut probe = Vec::new();
            let first = Part { ty: *of, at: 0, path: String::new(), sure, depth: depth - 1 };
            collect(program, first, &mut probe, left);
            if probe.is_empty() {
                return;
            }
            for index in 0..count.min(MOST_LEAVES as u64) {
                let path = format!("{path}[{index}]");
                let at = at.saturating_add(index.saturating_mul(size));
                collect(program, Part { ty: *of, at, path, sure, depth: depth - 1 }, found, left);
            }
        }
        _ => {}
    }
}

/// What a pointer to a type points to, if nothing else is said: a string, bytes, or one element.
pub(crate) fn pointee(program: &Program, to: Option<DebugType>, string_size: u64) -> Pointee {
    let bytes = Pointee::Elements { ty: None, size: 1, count: Count::Fixed(string_size) };
    let Some(ty) = strip(program, to) else { return bytes };
    match &program.debug_types[ty] {
        DebugTypeData::Function { .. } => Pointee::Function,
        DebugTypeData::Basic { name, encoding, size_bits: 8 } => match encoding {
            Encoding::SignedChar | Encoding::UnsignedChar if name == "char" => Pointee::Text,
            Encoding::Bool => one(program, ty),
            _ => bytes,
        },
        _ => one(program, ty),
    }
}

/// How many bytes a pointer points to at the most.
pub(crate) fn room(pointee: &Pointee, string_size: u64) -> u64 {
    match *pointee {
        Pointee::Function => 0,
        Pointee::Text => string_size,
        Pointee::Elements { size, count: Count::Fixed(count), .. } => size.saturating_mul(count),
        Pointee::Elements { size, count: Count::Term { most, .. }, .. } => {
            size.saturating_mul(most)
        }
    }
}

/// Takes out what a pointer points to that members of a union share: something of a known type, the
/// largest. Code is only what the first one points to.
pub(crate) fn take_largest(all: &mut Vec<Pointee>) -> Pointee {
    if all.contains(&Pointee::Function) {
        return all.drain(..).next().unwrap_or(Pointee::Function);
    }
    let size = |pointee: &Pointee| match pointee {
        Pointee::Elements { ty: Some(_), .. } => room(pointee, 0),
        _ => 0,
    };
    let largest = all.iter().map(size).max().unwrap_or(0);
    let at = all.iter().position(|pointee| size(pointee) == largest).unwrap_or(0);
    all.remove(at)
}

/// How many bytes more than a type has an object needs so that the others fit, with a zero at the end where one of
/// them is a string.
pub(crate) fn tail(others: &[Pointee], whole: u64, string_size: u64) -> u64 {
    let most = others.iter().map(|other| room(other, string_size)).max().unwrap_or(0);
    let zero = u64::from(others.contains(&Pointee::Text) && most <= whole);
    most.saturating_sub(whole) + zero
}

fn one(program: &Program, ty: DebugType) -> Pointee {
    let size = size_of(program, Some(ty));
    Pointee::Elements { ty: Some(ty), size, count: Count::Fixed(1) }
}

/// What a pointer to a type points to when it points to several.
pub(crate) fn elements(program: &Program, to: Option<DebugType>, count: Count) -> Pointee {
    match strip(program, to) {
        None => Pointee::Elements { ty: None, size: 1, count },
        Some(ty) => {
            let size = size_of(program, Some(ty)).max(1);
            Pointee::Elements { ty: Some(ty), size, count }
        }
    }
}

/// The type a parameter of pointer type points to.
pub(crate) fn pointed_to(program: &Program, ty: Option<DebugType>) -> Option<Option<DebugType>> {
    match program.debug_types[strip(program, ty)?] {
        DebugTypeData::Pointer { to } => Some(to),
        _ => None,
    }
}

/// Whether an integer type has a sign; none when it is no integer.
pub(crate) fn signedness(program: &Program, ty: Option<DebugType>) -> Option<bool> {
    match &program.debug_types[strip(program, ty)?] {
        DebugTypeData::Basic { encoding, .. } => match encoding {
            Encoding::Signed | Encoding::SignedChar => Some(true),
            Encoding::Unsigned | Encoding::UnsignedChar => Some(false),
            _ => None,
        },
        DebugTypeData::Enum { .. } => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn basic(program: &mut Program, name: &str, size_bits: u64, encoding: Encoding) -> DebugType {
        program.debug_types.push(DebugTypeData::Basic { name: name.into(), size_bits, encoding })
    }

    fn member(name: &str, ty: DebugType, offset: u64) -> Member {
        let (offset_bits, size_bits) = (offset * 8, 0);
        Member { name: name.into(), ty: Some(ty), offset_bits, size_bits, bit_field: false }
    }

    #[test]
    fn leaves_of_nested_types() {
        let mut program = Program::default();
        let flag = basic(&mut program, "_Bool", 8, Encoding::Bool);
        let number = basic(&mut program, "long", 64, Encoding::Signed);
        let pointer = program.debug_types.push(DebugTypeData::Pointer { to: Some(number) });
        let pair = program
            .debug_types
            .push(DebugTypeData::Array { of: Some(pointer), counts: vec![Some(2)] });
        let union = program.debug_types.push(DebugTypeData::Union {
            name: "u".into(),
            size_bits: 64,
            members: vec![member("p", pointer, 0), member("b", flag, 0), member("q", pointer, 0)],
        });
        let outer = program.debug_types.push(DebugTypeData::Struct {
            name: "s".into(),
            size_bits: 40 * 8,
            members: vec![
                member("flag", flag, 0),
                member("pair", pair, 8),
                member("u", union, 24),
                member("tail", flag, 32),
            ],
        });
        let alias =
            program.debug_types.push(DebugTypeData::Alias { name: "s_t".into(), of: Some(outer) });
        let found = leaves(&program, Some(alias));
        let paths: Vec<(u64, &str)> = found.iter().map(|l| (l.at, l.path.as_str())).collect();
        let expected = [(0, "flag"), (8, "pair[0]"), (16, "pair[1]"), (24, "u.p"), (32, "tail")];
        assert_eq!(paths, expected, "a truth value in a union may be anything");
        assert_eq!(size_of(&program, Some(alias)), 40);
        assert_eq!(data_end(&program, Some(alias)), 33);
        assert_eq!(strip(&program, Some(alias)), Some(outer));
    }

    #[test]
    fn types_that_contain_themselves_end() {
        let mut program = Program::default();
        let number = basic(&mut program, "int", 32, Encoding::Signed);
        let itself = program.debug_types.push(DebugTypeData::Struct {
            name: "s".into(),
            size_bits: 64,
            members: Vec::new(),
        });
        program.debug_types[itself] = DebugTypeData::Struct {
            name: "s".into(),
            size_bits: 64,
            members: vec![
                member("s", itself, 0),
                member("t", itself, 0),
                member("n", number, u64::MAX / 8),
            ],
        };
        assert!(leaves(&program, Some(itself)).is_empty());
        assert_eq!(data_end(&program, Some(itself)), 8);
    }

    #[test]
    fn what_pointers_point_to() {
        let mut program = Program::default();
        let text = basic(&mut program, "char", 8, Encoding::SignedChar);
        let byte = basic(&mut program, "unsigned char", 8, Encoding::UnsignedChar);
        let number = basic(&mut program, "int", 32, Encoding::Signed);
        let constant = program.debug_types.push(DebugTypeData::Qualified { of: Some(text) });
        assert_eq!(pointee(&program, Some(constant), 9), Pointee::Text);
        let bytes = Pointee::Elements { ty: None, size: 1, count: Count::Fixed(9) };
        assert_eq!(pointee(&program, Some(byte), 9), bytes);
        assert_eq!(pointee(&program, None, 9), bytes);
        let one = Pointee::Elements { ty: Some(number), size: 4, count: Count::Fixed(1) };
        assert_eq!(pointee(&program, Some(number), 9), one);
    }
}
