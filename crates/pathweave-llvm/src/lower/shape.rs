//! Layouts and flattening of types, computed once per type.
//!
//! A first-class value of any type is a list of scalars, its leaves, in memory order. Lanes of a
//! vector whose width is not a whole number of bytes share one access: they are packed bits.
//! A type without a shape (opaque, scalable, too many leaves) can only live in memory.

use std::rc::Rc;

use pathweave_ir::{FloatKind, Type};

use crate::ast;
use crate::ast::{Module, TypeId, TypeLayout};

/// The most scalars a first-class value is split into.
const MAX_LEAVES: u64 = 65_536;
/// Values of more scalars than this are wide: there may only be so many of them.
const WIDE: usize = 256;
/// How many scalars all wide values of a module may have together.
const WIDE_BUDGET: u64 = 16 << 20;

/// One scalar of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    /// Its type.
    pub ty: Type,
    /// Where it is in memory; for packed bits, where the whole vector is.
    pub offset: u64,
    /// Its place in an integer that holds the whole vector.
    pub packed: Option<Packed>,
}

/// A lane of a vector of odd width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Packed {
    /// The width of all lanes together.
    pub width: u32,
    /// The lane's lowest bit.
    pub bit: u32,
}

/// The scalars of a type.
#[derive(PartialEq, Eq, Debug, Default)]
pub(super) struct Shape {
    /// In order.
    pub leaves: Vec<Leaf>,
}

impl Shape {
    /// The types of the scalars.
    pub fn types(&self) -> Vec<Type> {
        self.leaves.iter().map(|leaf| leaf.ty).collect()
    }

    /// How many scalars there are.
    pub fn len(&self) -> usize {
        self.leaves.len()
    }
}

#[derive(Clone, Default)]
enum Slot<T> {
    #[default]
    New,
    Busy,
    Known(Option<T>),
}

/// The shapes of a module's types.
pub(super) struct Shapes<'m> {
    module: &'m Module,
    layouts: Vec<Slot<TypeLayout>>,
    offsets: Vec<Slot<Rc<[u64]>>>,
    shapes: Vec<Slot<Rc<Shape>>>,
    budget: u64,
}

fn round_up(value: u64, align: u64) -> Option<u64> {
    value.checked_next_multiple_of(align.max(1))
}

/// The IR's name of a floating-point format, if it has it.
pub(super) fn float_kind(kind: ast::FloatKind) -> Option<FloatKind> {
    Some(match kind {
        ast::FloatKind::Half => FloatKind::Half,
        ast::FloatKind::BFloat => FloatKind::BFloat,
        ast::FloatKind::Float => FloatKind::Single,
        ast::FloatKind::Double => FloatKind::Double,
        ast::FloatKind::X86Fp80 => FloatKind::X87,
        ast::FloatKind::Fp128 => FloatKind::Quad,
        ast::FloatKind::PpcFp128 => return None,
    })
}

impl<'m> Shapes<'m> {
    pub fn new(module: &'m Module) -> Self {
        let count = module.types.all().len();
        Shapes {
            module,
            layouts: vec![Slot::New; count],
            offsets: vec![Slot::New; count],
            shapes: vec![Slot::New; count],
            budget: WIDE_BUDGET,
        }
    }

    /// Size and alignment of a type; none if it cannot live in memory.
    pub fn layout(&mut self, ty: TypeId) -> Option<TypeLayout> {
        let at = ty.0 as usize;
        match &self.layouts[at] {
            Slot::Known(known) => return *known,
            Slot::Busy => return None,
            Slot::New => {}
        }
        self.layouts[at] = Slot::Busy;
        let layout = self.compute_layout(ty);
        self.layouts[at] = Slot::Known(layout);
        layout
    }

    fn compute_layout(&mut self, ty: TypeId) -> Option<TypeLayout> {
        match self.module.types.get(ty) {
            ast::Type::Array(len, elem) => {
                let elem = self.layout(*elem)?;
                let store = elem.size.checked_mul(*len)?;
                Some(TypeLayout { store, size: store, align: elem.align })
            }
            ast::Type::Struct { .. } | ast::Type::Named(_) => self.struct_layout(ty),
            ast::Type::Vector { elem, scalable: false, .. } => {
                self.module.bit_width(*elem)?;
                self.module.layout_of(ty)
            }
            ast::Type::Vector { .. } => None,
            _ => self.module.layout_of(ty),
        }
    }

    fn struct_layout(&mut self, ty: TypeId) -> Option<TypeLayout> {
        let (fields, packed) = self.module.types.struct_fields(ty)?;
        let mut end = 0u64;
        let mut most = if packed { 1 } else { self.module.layout.aggregate };
        let mut offsets = Vec::with_capacity(fields.len());
        for &field in fields {
            let layout = self.layout(field)?;
            if !packed {
                end = round_up(end, layout.align)?;
                most = most.max(layout.align);
            }
            offsets.push(end);
            end = end.checked_add(layout.size)?;
        }
        let size = round_up(end, most)?;
        self.offsets[ty.0 as usize] = Slot::Known(Some(offsets.into()));
        Some(TypeLayout { store: size, size, align: most })
    }

    /// The offsets of a struct's fields.
    pub fn field_offsets(&mut self, ty: TypeId) -> Option<Rc<[u64]>> {
        self.layout(ty)?;
        match &self.offsets[ty.0 as usize] {
            Slot::Known(known) => known.clone(),
            _ => None,
        }
    }

    /// The distance of two elements of an array or vector, in bytes.
    pub fn stride(&mut self, ty: TypeId) -> Option<u64> {
        match self.module.types.get(ty) {
            ast::Type::Array(_, elem) => Some(self.layout(*elem)?.size),
            ast::Type::Vector { elem, .. } => {
                let bits = self.module.bit_width(*elem)?;
                (bits % 8 == 0).then_some(bits / 8)
            }
            _ => None,
        }
    }

    /// The scalars of a first-class value of this type; none for `void` and empty structs.
    pub fn shape(&mut self, ty: TypeId) -> Option<Rc<Shape>> {
        let shape = self.raw_shape(ty)?;
        if shape.leaves.len() > WIDE {
            self.budget = self.budget.checked_sub(shape.leaves.len() as u64)?;
        }
        Some(shape)
    }

    fn raw_shape(&mut self, ty: TypeId) -> Option<Rc<Shape>> {
        let at = ty.0 as usize;
        match &self.shapes[at] {
            Slot::Known(known) => return known.clone(),
            Slot::Busy => return None,
            Slot::New => {}
        }
        self.shapes[at] = Slot::Busy;
        let leaves = self.compute_leaves(ty);
        let shape = leaves.map(|leaves| Rc::new(Shape { leaves }));
        self.shapes[at] = Slot::Known(shape.clone());
        shape
    }

    /// The IR type of a scalar type.
    pub fn scalar(&self, ty: TypeId) -> Option<Type> {
        Some(match self.module.types.get(ty) {
            ast::Type::Int(width) => Type::Int(*width),
            ast::Type::Float(kind) => Type::Float(float_kind(*kind)?),
            ast::Type::Ptr(space) if self.module.layout.pointer_bits(*space) == 64 => Type::Ptr,
            ast::Type::X86Mmx => Type::I64,
            _ => return None,
        })
    }

    fn compute_leaves(&mut self, ty: TypeId) -> Option<Vec<Leaf>> {
        match self.module.types.get(ty) {
            ast::Type::Void => Some(Vec::new()),
            ast::Type::Array(len, elem) => self.array_leaves(*len, *elem),
            ast::Type::Vector { len, elem, scalable: false } => self.vector_leaves(*len, *elem),
            ast::Type::Struct { .. } | ast::Type::Named(_) => self.struct_leaves(ty),
            _ => Some(vec![Leaf { ty: self.scalar(ty)?, offset: 0, packed: None }]),
        }
    }

    fn array_leaves(&mut self, len: u64, elem: TypeId) -> Option<Vec<Leaf>> {
        let stride = self.layout(elem)?.size;
        let shape = self.raw_shape(elem)?;
        if shape.leaves.is_empty() {
            return Some(Vec::new());
        }
        if len.checked_mul(shape.leaves.len() as u64)? > MAX_LEAVES {
            return None;
        }
        let mut leaves = Vec::with_capacity(len as usize * shape.leaves.len());
        for index in 0..len {
            let start = stride.checked_mul(index)?;
            leaves.extend(shape.leaves.iter().map(|l| Leaf { offset: l.offset + start, ..*l }));
        }
        Some(leaves)
    }

    fn vector_leaves(&mut self, len: u32, elem: TypeId) -> Option<Vec<Leaf>> {
        let ty = self.scalar(elem)?;
        let bits = ty.bits();
        let width = bits.checked_mul(len)?;
        if u64::from(len) > MAX_LEAVES || width > pathweave_bits::MAX_WIDTH {
            return None;
        }
        let lane = |index: u32| {
            let bit = index * bits;
            match bits % 8 {
                0 => Leaf { ty, offset: u64::from(bit / 8), packed: None },
                _ => Leaf { ty, offset: 0, packed: Some(Packed { width, bit }) },
            }
        };
        Some((0..len).map(lane).collect())
    }

    fn struct_leaves(&mut self, ty: TypeId) -> Option<Vec<Leaf>> {
        let offsets = self.field_offsets(ty)?;
        let (fields, _) = self.module.types.struct_fields(ty)?;
        let mut leaves = Vec::new();
        for (&field, &start) in fields.iter().zip(offsets.iter()) {
            let shape = self.raw_shape(field)?;
            if leaves.len() as u64 + shape.leaves.len() as u64 > MAX_LEAVES {
                return None;
            }
            leaves.extend(shape.leaves.iter().map(|l| Leaf { offset: l.offset + start, ..*l }));
        }
        Some(leaves)
    }

    /// Where the element that `indices` lead to stands in a flattened value: first leaf and type.
    pub fn element(&mut self, ty: TypeId, indices: &[u32]) -> Option<(usize, TypeId)> {
        let (mut first, mut at) = (0, ty);
        for &index in indices {
            let elem = self.module.types.element(at, u64::from(index))?;
            if let Some((fields, _)) = self.module.types.struct_fields(at) {
                for &field in &fields[..index as usize] {
                    first += self.raw_shape(field)?.len();
                }
            } else {
                let ast::Type::Array(len, _) = self.module.types.get(at) else { return None };
                if u64::from(index) >= *len {
                    return None;
                }
                first += self.raw_shape(elem)?.len().checked_mul(index as usize)?;
            }
            at = elem;
        }
        Some((first, at))
    }
}
