//! The names of members that a thread has met, as a tree, with the roles that they may have. The
//! grammar reads a name once; later records look it up. Nothing that is read depends on it.

use super::field_names::{self, NameCandidate};
use super::field_role::FieldRole;
use bstr::ByteSlice;
use std::cell::RefCell;
use std::collections::HashMap;

/// Maximum number of names that are remembered from one record to the next.
const MOST: usize = 4096;

/// The number of a name in its tree.
pub(super) type NameNumber = usize;

/// Names of members.
pub(super) struct MetNames {
    /// The first one is the root, which is no name.
    names: Vec<MetName>,
}

#[derive(Default)]
struct MetName {
    text: Vec<u8>,
    above: NameNumber,
    /// The roles that the value may have.
    candidates: Vec<NameCandidate>,
    /// Whether fields may be below it.
    leads_on: bool,
    /// Whether it says nothing, and those above neither.
    is_plain: bool,
    /// The names below it, in the order in which they were met.
    below: Vec<NameNumber>,
    /// Their places by their text.
    places: HashMap<Vec<u8>, usize>,
    /// The place of the next one if the order is that of the last object.
    expected: usize,
}

thread_local! {
    static NAMES: RefCell<MetNames> = RefCell::new(MetNames::new());
}

/// Whether the value under a name alone may have this role.
pub(super) fn may_name(name: &[u8], role: FieldRole) -> bool {
    MetNames::with(|names| {
        let name = names.find(MetNames::ROOT, name);
        let mut candidates = names.candidates(name).iter();
        candidates.any(|candidate| candidate.role == role)
    })
}

impl MetNames {
    pub(super) const ROOT: NameNumber = 0;

    fn new() -> Self {
        let root = MetName {
            leads_on: true,
            is_plain: true,
            ..MetName::default()
        };
        Self { names: vec![root] }
    }

    /// Calls a function with the names that this thread has met.
    pub(super) fn with<T>(read: impl FnOnce(&mut Self) -> T) -> T {
        NAMES.with_borrow_mut(|names| {
            if names.names.len() > MOST {
                *names = Self::new();
            }
            read(names)
        })
    }

    /// Begins an object below a name.
    pub(super) fn begin(&mut self, above: NameNumber) {
        self.names[above].expected = 0;
    }

    /// Returns the number of a name below another.
    pub(super) fn find(&mut self, above: NameNumber, text: &[u8]) -> NameNumber {
        let node = &self.names[above];
        let mut place = node.expected;
        let mut found = node.below.get(place).copied();
        if found.is_none_or(|name| self.names[name].text != text) {
            place = node.places.get(text).copied().unwrap_or(node.below.len());
            found = node.below.get(place).copied();
        }
        let name = found.unwrap_or_else(|| self.add(above, text));
        self.names[above].expected = place + 1;
        name
    }

    fn add(&mut self, above: NameNumber, text: &[u8]) -> NameNumber {
        let number = self.names.len();
        self.names.push(MetName {
            text: text.to_vec(),
            above,
            leads_on: field_names::leads_on(text),
            is_plain: self.names[above].is_plain && field_names::is_plain(text),
            ..MetName::default()
        });
        let candidates = field_names::candidates(self.names_from(number));
        self.names[number].candidates = candidates;
        let node = &mut self.names[above];
        node.places.insert(text.to_vec(), node.below.len());
        node.below.push(number);
        number
    }

    /// Returns a name and those above it, the innermost first.
    fn names_from(&self, name: NameNumber) -> impl Iterator<Item = &[u8]> {
        let mut next = name;
        std::iter::from_fn(move || {
            if next == Self::ROOT {
                return None;
            }
            let name = &self.names[next];
            next = name.above;
            Some(&name.text[..])
        })
    }

    /// Whether a name stands in the object of another, in one above it, or only below names
    /// that say nothing.
    pub(super) fn is_beside(&self, name: NameNumber, other: NameNumber) -> bool {
        let above = self.names[name].above;
        let mut next = other;
        while next != Self::ROOT {
            next = self.names[next].above;
            if next == above {
                return true;
            }
        }
        self.names[above].is_plain
    }

    /// Returns the roles that the value of a name may have.
    pub(super) fn candidates(&self, name: NameNumber) -> &[NameCandidate] {
        &self.names[name].candidates
    }

    /// Whether fields may be below a name.
    pub(super) fn leads_on(&self, name: NameNumber) -> bool {
        self.names[name].leads_on
    }

    /// Returns a name with those above it, joined by dots.
    pub(super) fn path(&self, name: NameNumber) -> String {
        let mut names: Vec<_> = self.names_from(name).map(ByteSlice::to_str_lossy).collect();
        names.reverse();
        names.join(".")
    }
}
