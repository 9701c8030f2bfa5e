//! The memory that collections take.

use std::collections::{HashMap, HashSet};

/// A collection that reserves memory for its items.
pub trait Reserved {
    /// Returns the bytes reserved for items, without those that the items hold elsewhere.
    fn reserved_bytes(&self) -> usize;
}

impl<T> Reserved for Vec<T> {
    fn reserved_bytes(&self) -> usize {
        self.capacity() * size_of::<T>()
    }
}

impl<T, S> Reserved for HashSet<T, S> {
    fn reserved_bytes(&self) -> usize {
        self.capacity() * size_of::<T>()
    }
}

impl<K, V, S> Reserved for HashMap<K, V, S> {
    fn reserved_bytes(&self) -> usize {
        self.capacity() * size_of::<(K, V)>()
    }
}
