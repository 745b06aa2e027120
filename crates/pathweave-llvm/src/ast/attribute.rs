//! The few attributes that matter to execution; all others are skipped by the reader.

use super::types::TypeId;

/// A group `attributes #n` of a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AttrGroupId(pub u32);

/// The content of a group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AttrGroup {
    /// What is of interest in it.
    pub attrs: FnAttrs,
}

macro_rules! flag_set {
    ($(#[$doc:meta])* $name:ident : $repr:ty { $($(#[$fdoc:meta])* $flag:ident = $bit:expr;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
        pub struct $name(pub $repr);
        impl $name {
            $($(#[$fdoc])* pub const $flag: $name = $name(1 << $bit);)*
            /// Whether all flags of `other` are set.
            pub fn has(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }
            /// Sets the flags of `other`.
            pub fn set(&mut self, other: $name) {
                self.0 |= other.0;
            }
            /// The flags of both.
            pub fn union(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
            /// Whether no flag is set.
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }
        }
    };
}
pub(crate) use flag_set;

flag_set! {
    /// Attributes of a function or of a call.
    FnAttrs: u16 {
        /// `noreturn`
        NORETURN = 0;
        /// `nounwind`
        NOUNWIND = 1;
        /// `returns_twice`
        RETURNS_TWICE = 2;
        /// `naked`
        NAKED = 3;
        /// `willreturn`
        WILLRETURN = 4;
        /// `readnone` or `memory(none)`
        READNONE = 5;
        /// `readonly` or `memory(read)`
        READONLY = 6;
        /// `alwaysinline`
        ALWAYS_INLINE = 7;
        /// `noinline`
        NOINLINE = 8;
        /// `optnone`
        OPTNONE = 9;
        /// `builtin`
        BUILTIN = 10;
        /// `nobuiltin`
        NOBUILTIN = 11;
        /// `cold`
        COLD = 12;
        /// `convergent`
        CONVERGENT = 13;
        /// `strictfp`
        STRICTFP = 14;
    }
}

flag_set! {
    /// Attributes without a value of a parameter, argument or result.
    ParamFlags: u16 {
        /// `zeroext`
        ZEROEXT = 0;
        /// `signext`
        SIGNEXT = 1;
        /// `noundef`
        NOUNDEF = 2;
        /// `inreg`
        INREG = 3;
        /// `nest`
        NEST = 4;
        /// `nonnull`
        NONNULL = 5;
        /// `returned`
        RETURNED = 6;
        /// `noalias`
        NOALIAS = 7;
        /// `readonly`
        READONLY = 8;
        /// `writeonly`
        WRITEONLY = 9;
        /// `readnone`
        READNONE = 10;
        /// `swiftself`, `swifterror` or `swiftasync`
        SWIFT = 11;
        /// `immarg`
        IMMARG = 12;
    }
}

/// How an argument lives in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemoryAttr {
    /// `byval(T)`: the callee gets a copy of what the pointer points at.
    ByVal,
    /// `sret(T)`: where the result is written.
    SRet,
    /// `byref(T)`
    ByRef,
    /// `inalloca(T)`
    InAlloca,
    /// `preallocated(T)`
    Preallocated,
}

/// Attributes of a parameter, argument or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParamAttrs {
    /// Those without a value.
    pub flags: ParamFlags,
    /// `align n`, or 0.
    pub align: u32,
    /// `dereferenceable(n)`, or 0.
    pub dereferenceable: u64,
    /// Passed in memory, with the type of what is there.
    pub memory: Option<(MemoryAttr, TypeId)>,
}

impl ParamAttrs {
    /// The type of a `byval` argument.
    pub fn byval(&self) -> Option<TypeId> {
        match self.memory {
            Some((MemoryAttr::ByVal, ty)) => Some(ty),
            _ => None,
        }
    }

    /// The type of an `sret` argument.
    pub fn sret(&self) -> Option<TypeId> {
        match self.memory {
            Some((MemoryAttr::SRet, ty)) => Some(ty),
            _ => None,
        }
    }
}
