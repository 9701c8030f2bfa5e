//! The names of each field in all formats: members of JSON objects (nested names are joined by
//! dots), columns of tables, and columns of W3C logs. `data/names.txt` has them below the name of
//! their field, the best one first.

use super::field::{Field, PerField};
use super::json_paths::PathRank;
use std::sync::LazyLock;

/// The names of the fields, in the order of [`Field::ALL`].
static NAMES: LazyLock<PerField<Vec<&str>>> = LazyLock::new(|| {
    let mut names = PerField::<Vec<&str>>::default();
    let mut field = None;
    for line in include_str!("data/names.txt").lines() {
        if let Some(heading) = line.strip_prefix("# ") {
            field = Field::of(heading);
        } else if let Some(field) = field {
            names[field as usize].push(line);
        }
    }
    names
});

/// Returns the names of a field, the best one first.
pub(super) fn names(field: Field) -> &'static [&'static str] {
    &NAMES[field as usize]
}

/// Returns the columns of all fields, in the order of [`Field::ALL`]; `find` returns the column of
/// a name.
pub(super) fn columns(find: impl Fn(&str) -> Option<usize>) -> PerField<Option<usize>> {
    let column = |field| {
        let mut names = names(field).iter();
        names.find_map(|name| find(name))
    };
    Field::ALL.map(column)
}

/// Whether the body under the name of this rank may also be the response's.
pub(super) fn is_loose_body(rank: PathRank) -> bool {
    let name = rank.of(names(Field::Body));
    name == "body" || name == "data"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_field_has_names() {
        for field in Field::ALL {
            assert!(names(field).len() > 3, "{field}");
        }
        assert_eq!(names(Field::Url)[..2], ["request.endpoint", "matched-at"]);
    }

    /// A name of two fields would give the same value twice.
    #[test]
    fn no_name_stands_for_two_fields() {
        let mut seen = BTreeMap::new();
        for field in Field::ALL {
            for name in names(field) {
                let earlier = seen.insert(name.to_ascii_lowercase(), (field, *name));
                assert!(
                    earlier.is_none_or(|(before, other)| before == field && other != *name),
                    "{name}: {field}, {earlier:?}"
                );
            }
        }
    }
}
