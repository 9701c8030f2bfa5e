//! Names of members of JSON objects: those that the user gives, and those that tools use.

use super::field::{Field, PerField};
use super::json_paths::Paths;
use super::known;
use std::sync::LazyLock;

/// A member that the user named.
#[derive(Clone, Debug)]
pub(super) struct NamedMember {
    pub name: String,
    pub paths: Paths,
}

/// The members that tools use, in the order of [`Field::ALL`].
static KNOWN: LazyLock<PerField<Paths>> = LazyLock::new(|| {
    let paths = |field| Paths::new(known::names(field));
    Field::ALL.map(paths)
});

/// Returns the members that tools use for a field.
pub(super) fn known_members(field: Field) -> &'static Paths {
    &KNOWN[field as usize]
}

impl NamedMember {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            paths: Paths::one(name),
        }
    }
}
