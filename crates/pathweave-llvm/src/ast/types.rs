//! Types, hash-consed: equal [`TypeId`] ⇔ equal type, within one module.
//!
//! Typed pointers of old LLVM (`i8*`) are read as `ptr`. A named struct is a type of its own,
//! whatever its body; its body may be missing (opaque). The parts of a structural type always have
//! smaller ids than the type itself, only named structs can point forward.

use std::fmt;

use rustc_hash::FxHashMap;

use super::symbol::Sym;

/// A type of a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub u32);

impl fmt::Debug for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ty{}", self.0)
    }
}

/// A named struct of a [`TypeTable`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StructId(pub u32);

/// The floating-point formats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    /// IEEE binary16.
    Half,
    /// bfloat16: the upper half of a binary32.
    BFloat,
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// The 80-bit extended format of the x87.
    X86Fp80,
    /// IEEE binary128.
    Fp128,
    /// A pair of doubles.
    PpcFp128,
}

impl FloatKind {
    /// The number of bits of the format itself (80 for `x86_fp80`).
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Float => 32,
            FloatKind::Double => 64,
            FloatKind::X86Fp80 => 80,
            FloatKind::Fp128 | FloatKind::PpcFp128 => 128,
        }
    }

    /// The name in LLVM text.
    pub fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "half",
            FloatKind::BFloat => "bfloat",
            FloatKind::Float => "float",
            FloatKind::Double => "double",
            FloatKind::X86Fp80 => "x86_fp80",
            FloatKind::Fp128 => "fp128",
            FloatKind::PpcFp128 => "ppc_fp128",
        }
    }
}

/// The shape of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// An integer of 1 to 2^23 bits.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer in an address space.
    Ptr(u32),
    /// `[n x T]`
    Array(u64, TypeId),
    /// `<n x T>`, or `<vscale x n x T>`
    Vector {
        /// The (minimum) number of elements.
        len: u32,
        /// The element type.
        elem: TypeId,
        /// Whether the length is a multiple of `vscale`.
        scalable: bool,
    },
    /// A literal struct.
    Struct {
        /// The types of the fields.
        fields: Box<[TypeId]>,
        /// No padding, alignment one.
        packed: bool,
    },
    /// A named struct: see [`TypeTable::named`].
    Named(StructId),
    /// A function's type.
    Function {
        /// The returned type.
        ret: TypeId,
        /// The types of the fixed parameters.
        params: Box<[TypeId]>,
        /// Whether more arguments may follow.
        varargs: bool,
    },
    /// A basic block as a value.
    Label,
    /// Metadata as a value.
    Metadata,
    /// A token.
    Token,
    /// `x86_mmx`
    X86Mmx,
    /// `x86_amx`
    X86Amx,
    /// `target("name", …)`: the whole text between the parentheses.
    Target(Sym),
}

/// A struct with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedStruct {
    /// The name without `%`; `%0` has the name `0`.
    pub name: Sym,
    /// Fields and whether it is packed; `None` if opaque.
    pub body: Option<(Box<[TypeId]>, bool)>,
}

/// All types of a module.
#[derive(Clone, Debug)]
pub struct TypeTable {
    list: Vec<Type>,
    index: FxHashMap<Type, TypeId>,
    structs: Vec<NamedStruct>,
}

impl Default for TypeTable {
    fn default() -> Self {
        let mut table =
            TypeTable { list: Vec::new(), index: FxHashMap::default(), structs: Vec::new() };
        let fixed = [
            Type::Void,
            Type::Ptr(0),
            Type::Int(1),
            Type::Int(8),
            Type::Int(16),
            Type::Int(32),
            Type::Int(64),
            Type::Label,
            Type::Metadata,
            Type::Token,
        ];
        for ty in fixed {
            table.intern(ty);
        }
        table
    }
}

impl TypeTable {
    /// `void`
    pub const VOID: TypeId = TypeId(0);
    /// `ptr` in address space 0
    pub const PTR: TypeId = TypeId(1);
    /// `i1`
    pub const I1: TypeId = TypeId(2);
    /// `i8`
    pub const I8: TypeId = TypeId(3);
    /// `i16`
    pub const I16: TypeId = TypeId(4);
    /// `i32`
    pub const I32: TypeId = TypeId(5);
    /// `i64`
    pub const I64: TypeId = TypeId(6);
    /// `label`
    pub const LABEL: TypeId = TypeId(7);
    /// `metadata`
    pub const METADATA: TypeId = TypeId(8);
    /// `token`
    pub const TOKEN: TypeId = TypeId(9);

    /// The id of a type, made if it is new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.index.get(&ty) {
            return id;
        }
        let id = TypeId(self.list.len() as u32);
        self.list.push(ty.clone());
        self.index.insert(ty, id);
        id
    }

    /// Makes a new named struct, opaque until its body is set. Names need not be unique.
    pub fn add_struct(&mut self, name: Sym) -> (StructId, TypeId) {
        let id = StructId(self.structs.len() as u32);
        self.structs.push(NamedStruct { name, body: None });
        (id, self.intern(Type::Named(id)))
    }

    /// Gives a named struct its body.
    pub fn set_body(&mut self, id: StructId, fields: Box<[TypeId]>, packed: bool) {
        self.structs[id.0 as usize].body = Some((fields, packed));
    }

    /// The shape of a type.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.list[id.0 as usize]
    }

    /// A named struct.
    pub fn named(&self, id: StructId) -> &NamedStruct {
        &self.structs[id.0 as usize]
    }

    /// All named structs in the order of their ids.
    pub fn named_structs(&self) -> &[NamedStruct] {
        &self.structs
    }

    /// All types in the order of their ids.
    pub fn all(&self) -> &[Type] {
        &self.list
    }

    /// The fields of a literal or named struct, and whether it is packed.
    pub fn struct_fields(&self, id: TypeId) -> Option<(&[TypeId], bool)> {
        match self.get(id) {
            Type::Struct { fields, packed } => Some((fields, *packed)),
            Type::Named(named) => {
                let (fields, packed) = self.named(*named).body.as_ref()?;
                Some((fields, *packed))
            }
            _ => None,
        }
    }

    /// The types that a value of this type consists of.
    pub fn parts(&self, id: TypeId) -> &[TypeId] {
        match self.get(id) {
            Type::Array(_, elem) | Type::Vector { elem, .. } => std::slice::from_ref(elem),
            _ => self.struct_fields(id).map_or(&[], |(fields, _)| fields),
        }
    }

    /// The type of element `index` of a struct, array or vector.
    pub fn element(&self, id: TypeId, index: u64) -> Option<TypeId> {
        match self.get(id) {
            Type::Array(_, elem) | Type::Vector { elem, .. } => Some(*elem),
            _ => {
                let (fields, _) = self.struct_fields(id)?;
                fields.get(usize::try_from(index).ok()?).copied()
            }
        }
    }

    /// The type itself, or the element type of a vector.
    pub fn scalar(&self, id: TypeId) -> TypeId {
        match self.get(id) {
            Type::Vector { elem, .. } => *elem,
            _ => id,
        }
    }

    /// `like` with its scalar replaced: a vector of `scalar` if `like` is a vector.
    pub fn with_scalar(&mut self, like: TypeId, scalar: TypeId) -> TypeId {
        match *self.get(like) {
            Type::Vector { len, scalable, .. } => {
                self.intern(Type::Vector { len, elem: scalar, scalable })
            }
            _ => scalar,
        }
    }

    /// The width of an integer type.
    pub fn int_width(&self, id: TypeId) -> Option<u32> {
        match self.get(id) {
            Type::Int(width) => Some(*width),
            _ => None,
        }
    }

    /// Whether this is a pointer.
    pub fn is_ptr(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Ptr(_))
    }
}
