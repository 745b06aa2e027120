//! The data layout: endianness, pointer sizes, alignments, and from them sizes and offsets.
//!
//! All sizes are in bytes and checked: a type too large for 64 bits has no layout. The recursion
//! ends because the reader has bounded the nesting of types.

use super::module::Module;
use super::types::{FloatKind, Type, TypeId};

/// Byte order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum Endian {
    #[default]
    Little,
    Big,
}

/// `target datalayout`, with LLVM's defaults for what is not said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataLayout {
    /// The text it was read from.
    pub text: String,
    /// Byte order.
    pub endian: Endian,
    /// Address space, size in bits, ABI alignment in bytes, index size in bits; space 0 is first.
    pub pointers: Vec<(u32, u32, u64, u32)>,
    /// Width, ABI alignment in bytes, ascending.
    pub ints: Vec<(u32, u64)>,
    /// Width, ABI alignment in bytes, ascending.
    pub floats: Vec<(u32, u64)>,
    /// Width, ABI alignment in bytes, ascending.
    pub vectors: Vec<(u32, u64)>,
    /// ABI alignment of aggregates in bytes.
    pub aggregate: u64,
    /// The natural alignment of the stack in bytes, or 0.
    pub stack: u64,
    /// The address space of `alloca`.
    pub alloca_space: u32,
    /// The address space of functions.
    pub program_space: u32,
    /// The address space of globals.
    pub global_space: u32,
}

impl Default for DataLayout {
    fn default() -> Self {
        DataLayout {
            text: String::new(),
            endian: Endian::Little,
            pointers: vec![(0, 64, 8, 64)],
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate: 1,
            stack: 0,
            alloca_space: 0,
            program_space: 0,
            global_space: 0,
        }
    }
}

/// Size and alignment of a type, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeLayout {
    /// Bytes written by a store.
    pub store: u64,
    /// Distance of two elements of an array: `store` rounded up to `align`.
    pub size: u64,
    /// ABI alignment.
    pub align: u64,
}

fn set(table: &mut Vec<(u32, u64)>, width: u32, align: u64) {
    match table.binary_search_by_key(&width, |entry| entry.0) {
        Ok(at) => table[at].1 = align,
        Err(at) => table.insert(at, (width, align)),
    }
}

fn round_up(value: u64, align: u64) -> Option<u64> {
    Some(value.checked_add(align - 1)? & !(align - 1))
}

/// An alignment given in bits: a power of two of whole bytes, else nothing.
fn align_bits(text: &str) -> Option<u64> {
    let bytes = text.parse::<u64>().ok()?.div_ceil(8).max(1);
    (bytes.is_power_of_two() && bytes <= 1 << 32).then_some(bytes)
}

impl DataLayout {
    /// Reads the text of `target datalayout`; parts that are not understood are ignored.
    pub fn parse(text: &str) -> DataLayout {
        let mut layout = DataLayout { text: text.to_string(), ..DataLayout::default() };
        for part in text.split('-').take(4096) {
            layout.read_part(part);
        }
        layout
    }

    fn read_part(&mut self, part: &str) -> Option<()> {
        let letter = part.chars().next()?;
        let rest = &part[letter.len_utf8()..];
        let mut words = rest.split(':');
        let first = words.next().unwrap_or("");
        match letter {
            'e' if rest.is_empty() => self.endian = Endian::Little,
            'E' if rest.is_empty() => self.endian = Endian::Big,
            'p' => {
                let digits = first.trim_start_matches(|c: char| !c.is_ascii_digit());
                let space = if digits.is_empty() { 0 } else { digits.parse().ok()? };
                let size: u32 = words.next()?.parse().ok()?;
                if size == 0 || size > 1 << 16 {
                    return None;
                }
                let abi = align_bits(words.next().unwrap_or("64"))?;
                let index = words.nth(1).and_then(|w| w.parse().ok()).unwrap_or(size);
                let entry = (space, size, abi, index);
                match self.pointers.iter_mut().find(|p| p.0 == space) {
                    Some(found) => *found = entry,
                    None => self.pointers.push(entry),
                }
            }
            'i' | 'f' | 'v' => {
                let width = first.parse().ok()?;
                let align = align_bits(words.next()?)?;
                let table = match letter {
                    'i' => &mut self.ints,
                    'f' => &mut self.floats,
                    _ => &mut self.vectors,
                };
                set(table, width, align);
            }
            'a' => self.aggregate = align_bits(words.next()?)?,
            'S' => self.stack = align_bits(first)?,
            'A' => self.alloca_space = first.parse().ok()?,
            'P' => self.program_space = first.parse().ok()?,
            'G' => self.global_space = first.parse().ok()?,
            _ => {}
        }
        Some(())
    }

    fn pointer(&self, space: u32) -> (u32, u32, u64, u32) {
        let found = self.pointers.iter().find(|p| p.0 == space);
        *found.unwrap_or(&self.pointers[0])
    }

    /// The size of a pointer in bits.
    pub fn pointer_bits(&self, space: u32) -> u32 {
        self.pointer(space).1
    }

    /// The width in which `getelementptr` computes, in bits.
    pub fn index_bits(&self, space: u32) -> u32 {
        self.pointer(space).3
    }

    fn int_align(&self, width: u32) -> u64 {
        let at = self.ints.partition_point(|entry| entry.0 < width);
        let entry = self.ints.get(at).or(self.ints.last());
        entry.map_or(1, |entry| entry.1)
    }

    fn float_align(&self, kind: FloatKind) -> u64 {
        let width = kind.bits();
        match self.floats.iter().find(|entry| entry.0 == width) {
            Some(entry) => entry.1,
            None => u64::from(width).div_ceil(8).next_power_of_two(),
        }
    }
}

impl Module {
    /// The layout of a type; `None` if it has none: void, opaque, scalable, a function, or too large.
    pub fn layout_of(&self, ty: TypeId) -> Option<TypeLayout> {
        match self.layouts.get(ty.0 as usize) {
            Some(known) => *known,
            None => self.compute_layout(ty),
        }
    }

    /// Computes the layouts of all types, parts before wholes, so that none is computed twice.
    pub(crate) fn compute_layouts(&mut self) {
        let count = self.types.all().len();
        let mut done = vec![false; count];
        self.layouts = vec![None; count];
        let mut stack = Vec::new();
        for id in 0..count as u32 {
            stack.push((TypeId(id), false));
            while let Some((ty, ready)) = stack.pop() {
                let at = ty.0 as usize;
                if ready {
                    self.layouts[at] = self.compute_layout(ty);
                } else if !done[at] {
                    done[at] = true;
                    stack.push((ty, true));
                    stack.extend(self.types.parts(ty).iter().map(|&part| (part, false)));
                }
            }
        }
    }

    fn compute_layout(&self, ty: TypeId) -> Option<TypeLayout> {
        let (store, align) = match self.types.get(ty) {
            Type::Int(width) => (u64::from(width.div_ceil(8)), self.layout.int_align(*width)),
            Type::Float(kind) => {
                (u64::from(kind.bits().div_ceil(8)), self.layout.float_align(*kind))
            }
            Type::Ptr(space) => {
                let (_, bits, align, _) = self.layout.pointer(*space);
                (u64::from(bits.div_ceil(8)), align)
            }
            Type::X86Mmx => (8, 8),
            Type::X86Amx => (1024, 64),
            Type::Array(len, elem) => {
                let elem = self.layout_of(*elem)?;
                (elem.size.checked_mul(*len)?, elem.align)
            }
            Type::Vector { len, elem, scalable: false } => self.vector_layout(*len, *elem)?,
            Type::Struct { .. } | Type::Named(_) => {
                let (size, align) = self.struct_layout(ty, usize::MAX)?;
                (size, align)
            }
            _ => return None,
        };
        let size = round_up(store, align)?;
        Some(TypeLayout { store, size, align })
    }

    fn vector_layout(&self, len: u32, elem: TypeId) -> Option<(u64, u64)> {
        let bits = self.bit_width(elem)?.checked_mul(u64::from(len))?;
        let store = bits.div_ceil(8);
        let known = self.layout.vectors.iter().find(|entry| u64::from(entry.0) == bits);
        let align = match known {
            Some(entry) => entry.1,
            None => store.max(1).checked_next_power_of_two()?,
        };
        Some((store, align))
    }

    /// The number of bits of a scalar or vector: 1 for `i1`, 80 for `x86_fp80`.
    pub fn bit_width(&self, ty: TypeId) -> Option<u64> {
        match self.types.get(ty) {
            Type::Int(width) => Some(u64::from(*width)),
            Type::Float(kind) => Some(u64::from(kind.bits())),
            Type::Ptr(space) => Some(u64::from(self.layout.pointer_bits(*space))),
            Type::X86Mmx => Some(64),
            Type::Vector { len, elem, .. } => self.bit_width(*elem)?.checked_mul(u64::from(*len)),
            _ => None,
        }
    }

    /// The size and alignment of the first `count` fields; with all of them, rounded up.
    fn struct_layout(&self, ty: TypeId, count: usize) -> Option<(u64, u64)> {
        let (fields, packed) = self.types.struct_fields(ty)?;
        let mut end = 0u64;
        let mut most = if packed { 1 } else { self.layout.aggregate };
        for &field in fields.iter().take(count) {
            let layout = self.layout_of(field)?;
            if !packed {
                end = round_up(end, layout.align)?;
                most = most.max(layout.align);
            }
            end = end.checked_add(layout.size)?;
        }
        if count >= fields.len() {
            end = round_up(end, most)?;
        } else if !packed {
            end = round_up(end, self.layout_of(fields[count])?.align)?;
        }
        Some((end, most))
    }

    /// The offset in bytes of field `index` of a struct.
    pub fn field_offset(&self, ty: TypeId, index: u32) -> Option<u64> {
        let (fields, _) = self.types.struct_fields(ty)?;
        let index = index as usize;
        if index >= fields.len() {
            return None;
        }
        Some(self.struct_layout(ty, index)?.0)
    }
}
