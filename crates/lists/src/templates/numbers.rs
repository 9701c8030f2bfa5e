//! Numbers for things that occur often, so that each is stored once.

use std::collections::HashMap;
use std::hash::Hash;

/// Distinct things, numbered from 1 in the order in which they came.
#[derive(Clone, Debug)]
pub(super) struct Numbered<T> {
    all: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            numbers: HashMap::new(),
        }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    /// Returns the number of a thing.
    pub(super) fn number(&mut self, thing: T) -> u32 {
        let all = &mut self.all;
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            all.push(thing.clone());
            all.len() as u32
        })
    }

    /// Returns the thing with a number; `None` for 0.
    pub(super) fn get(&self, number: u32) -> Option<&T> {
        self.all.get((number as usize).wrapping_sub(1))
    }
}
