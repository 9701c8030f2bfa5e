//! The names of members that a thread has met, as a tree, with the roles that they may have. The
//! grammar reads a name once; later records look it up. Nothing that is read depends on it.

use super::field_names::{self, NameCandidate, NameMeaning};
use super::field_role::{FieldRole, RoleSet};
use super::field_words::LONGEST_NAME;
use crate::json::{Cursor, unescaped};
use bstr::ByteSlice;
use std::cell::RefCell;
use std::collections::HashMap;

/// Maximum number and length of the names that are remembered from one record to the next.
const MOST: usize = 4096;
const MOST_BYTES: usize = 1 << 18;

/// Number of names behind the expected one that are compared before they are looked up.
const NEAR: usize = 4;

/// The number of a name in its tree.
pub(super) type NameNumber = usize;

/// Names of members.
pub(super) struct MetNames {
    /// The first one is the root, which is no name; the second one stands for long ones.
    names: Vec<MetName>,
    /// The bytes of all names.
    bytes: usize,
}

#[derive(Default)]
struct MetName {
    text: Vec<u8>,
    above: NameNumber,
    /// What it says; it is plain only if those above are.
    meaning: NameMeaning,
    /// The roles of its candidates.
    roles: RoleSet,
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

/// Returns the rank of the name of a value in this role, if the name alone may name it.
pub(super) fn rank(name: &[u8], role: FieldRole) -> Option<i16> {
    MetNames::with(|names| {
        let name = names.find(MetNames::ROOT, name);
        let mut candidates = names.candidates(name).iter();
        let candidate = candidates.find(|candidate| candidate.role == role)?;
        Some(candidate.rank)
    })
}

impl MetNames {
    pub(super) const ROOT: NameNumber = 0;

    /// Any name that is too long to name a field.
    const OTHER: NameNumber = 1;

    fn new() -> Self {
        let mut root = MetName::default();
        root.meaning.leads_on = true;
        root.meaning.is_plain = true;
        Self {
            names: vec![root, MetName::default()],
            bytes: 0,
        }
    }

    /// Calls a function with the names that this thread has met.
    pub(super) fn with<T>(read: impl FnOnce(&mut Self) -> T) -> T {
        NAMES.with_borrow_mut(|names| {
            if names.names.len() > MOST || names.bytes > MOST_BYTES {
                *names = Self::new();
            }
            read(names)
        })
    }

    /// Begins an object below a name.
    pub(super) fn begin(&mut self, above: NameNumber) {
        self.names[above].expected = 0;
    }

    /// Reads the rest of a name below another, and returns its number.
    pub(super) fn read(
        &mut self,
        above: NameNumber,
        cursor: &mut Cursor<'_>,
    ) -> Option<NameNumber> {
        let expected = self.expected(above, |name| cursor.is_string(name));
        if expected.is_some() {
            return expected;
        }
        let text = cursor.string()?;
        Some(self.look_up(above, text))
    }

    /// Returns the number of a name below another.
    pub(super) fn find(&mut self, above: NameNumber, text: &[u8]) -> NameNumber {
        let expected = self.expected(above, |name| name == text);
        expected.unwrap_or_else(|| self.look_up(above, text))
    }

    /// Returns the name that comes next if the order is that of the last object.
    #[inline]
    fn expected(
        &mut self,
        above: NameNumber,
        mut is_next: impl FnMut(&[u8]) -> bool,
    ) -> Option<NameNumber> {
        let node = &self.names[above];
        let end = node.below.len().min(node.expected + NEAR);
        for place in node.expected..end {
            let name = node.below[place];
            if is_next(&self.names[name].text) {
                self.names[above].expected = place + 1;
                return Some(name);
            }
        }
        None
    }

    fn look_up(&mut self, above: NameNumber, text: &[u8]) -> NameNumber {
        if text.len() > LONGEST_NAME {
            return Self::OTHER;
        }
        let place = self.names[above].places.get(text).copied();
        let place = place.unwrap_or_else(|| self.add(above, text));
        let node = &mut self.names[above];
        node.expected = place + 1;
        node.below[place]
    }

    /// Adds a name below another. Returns its place there.
    #[cold]
    fn add(&mut self, above: NameNumber, text: &[u8]) -> usize {
        let number = self.names.len();
        self.bytes += text.len();
        self.names.push(MetName {
            text: text.to_vec(),
            above,
            ..MetName::default()
        });
        let mut names = Vec::new();
        for name in self.names_from(number) {
            names.push(unescaped(name));
        }
        let mut meaning = field_names::meaning(names.iter().map(|name| &name[..]));
        meaning.is_plain &= self.names[above].meaning.is_plain;
        let name = &mut self.names[number];
        for candidate in &meaning.candidates {
            name.roles = name.roles.with(candidate.role);
        }
        if meaning.may_be_target && !name.roles.meets(RoleSet::OTHER_TEXTS) {
            let target = NameCandidate {
                rank: 1,
                ..NameCandidate::sure(FieldRole::Target)
            };
            meaning.candidates.push(target);
            name.roles = name.roles.with(target.role);
        }
        name.meaning = meaning;
        let node = &mut self.names[above];
        let place = node.below.len();
        node.places.insert(text.to_vec(), place);
        node.below.push(number);
        place
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
        self.names[above].meaning.is_plain
    }

    /// Whether a name is better than another of the same rank: one with fewer above it, or else the
    /// first in the order of their bytes.
    pub(super) fn is_better(&self, name: NameNumber, other: NameNumber) -> bool {
        let key = |name| {
            let names: Vec<_> = self.names_from(name).collect();
            (names.len(), names)
        };
        key(name) < key(other)
    }

    /// Returns the roles that the value of a name may have.
    pub(super) fn roles(&self, name: NameNumber) -> RoleSet {
        self.names[name].roles
    }

    /// Returns the same, with the rank of each.
    pub(super) fn candidates(&self, name: NameNumber) -> &[NameCandidate] {
        &self.names[name].meaning.candidates
    }

    /// Whether fields may be below a name.
    pub(super) fn leads_on(&self, name: NameNumber) -> bool {
        self.names[name].meaning.leads_on
    }

    /// Returns a name with those above it, joined by dots.
    pub(super) fn path(&self, name: NameNumber) -> String {
        let mut names: Vec<_> = self.names_from(name).map(ByteSlice::to_str_lossy).collect();
        names.reverse();
        names.join(".")
    }
}
