//! Typed indices and the dense tables they index.
//!
//! Every entity of the IR is a `u32` newtype with data kept in a [`Table`]. A handle prints as it
//! does in the text form (`f2`, `bb4`, `v9`), in logs and in tests alike. A handle means nothing
//! without the table that made it: mixing two functions' handles is the mistake to avoid.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense handle: convertible to and from the position in its table.
pub trait Entity: Copy + Eq {
    /// The handle of position `index`.
    fn from_index(index: usize) -> Self;
    /// The position in the table.
    fn index(self) -> usize;
}

/// Declares a handle type with its printed prefix.
#[macro_export]
macro_rules! entity {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $crate::entity::Entity for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than 2^32 entities"))
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// A growing table of the data behind the handles `K`.
#[derive(Clone, PartialEq, Eq)]
pub struct Table<K, V> {
    items: Vec<V>,
    key: PhantomData<K>,
}

impl<K: Entity, V> Table<K, V> {
    /// An empty table.
    pub fn new() -> Self {
        Self { items: Vec::new(), key: PhantomData }
    }

    /// Appends `value` and returns its handle.
    pub fn push(&mut self, value: V) -> K {
        let key = K::from_index(self.items.len());
        self.items.push(value);
        key
    }

    /// The handle that the next [`push`](Self::push) will return.
    pub fn next_key(&self) -> K {
        K::from_index(self.items.len())
    }

    /// How many entities there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The data of `key`, if it is in range.
    pub fn get(&self, key: K) -> Option<&V> {
        self.items.get(key.index())
    }

    /// All handles in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.items.len()).map(K::from_index)
    }

    /// All data in order.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.items.iter()
    }

    /// All data in order, mutable.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, V> {
        self.items.iter_mut()
    }

    /// All entities in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(i, v)| (K::from_index(i), v))
    }
}

impl<K: Entity, V> Default for Table<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Entity, V> Index<K> for Table<K, V> {
    type Output = V;
    #[inline]
    fn index(&self, key: K) -> &V {
        &self.items[key.index()]
    }
}

impl<K: Entity, V> IndexMut<K> for Table<K, V> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.items[key.index()]
    }
}

impl<K: Entity, V> FromIterator<V> for Table<K, V> {
    fn from_iter<I: IntoIterator<Item = V>>(iter: I) -> Self {
        Self { items: iter.into_iter().collect(), key: PhantomData }
    }
}

impl<K: Entity + fmt::Debug, V: fmt::Debug> fmt::Debug for Table<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
