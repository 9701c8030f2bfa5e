//! The names of [trees of code](super::code_trees), by what stands around them: the labels of the
//! lines of `data/code_trees.txt`.

use super::lexicon::{self, Lexicon};
use std::sync::LazyLock;

pub(super) const LIST: &str = include_str!("data/code_trees.txt");

pub(super) const DEEP: u16 = 1;
pub(super) const REVISION: u16 = 1 << 1;
pub(super) const SOURCE: u16 = 1 << 2;
pub(super) const FILE: u16 = 1 << 3;
pub(super) const HOLDER: u16 = 1 << 4;
pub(super) const PATH: u16 = 1 << 5;
pub(super) const KIND: u16 = 1 << 6;
pub(super) const NAMED: u16 = 1 << 7;
pub(super) const COMMON: u16 = 1 << 8;
pub(super) const PARAMETER: u16 = 1 << 9;

/// The labels of the list's lines.
pub(super) const LABELS: [(&str, u16); 10] = [
    ("deep", DEEP),
    ("revision", REVISION),
    ("source", SOURCE),
    ("file", FILE),
    ("holder", HOLDER),
    ("path", PATH),
    ("kind", KIND),
    ("named", NAMED),
    ("common", COMMON),
    ("parameter", PARAMETER),
];

pub(super) static NAMES: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut marked = Vec::new();
    for listed in listed_names() {
        marked.push((listed.name, listed.mark));
    }
    Lexicon::new(&marked)
});

/// A name of the list.
pub(super) struct ListedName {
    pub name: &'static str,
    pub mark: u16,
}

pub(super) fn listed_names() -> impl Iterator<Item = ListedName> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let labelled = lines.filter_map(|line| line.split_once(": "));
    labelled.flat_map(|(label, names)| {
        let found = LABELS.iter().find(|(known, _)| *known == label);
        let mark = found.map_or(0, |(_, mark)| *mark);
        lexicon::words(names).map(move |name| ListedName { name, mark })
    })
}

/// Returns the names behind which a path may begin.
pub(super) fn first_names() -> impl Iterator<Item = &'static str> {
    let begins = DEEP | REVISION | SOURCE | FILE | PATH;
    listed_names()
        .filter(move |listed| listed.mark & begins != 0)
        .map(|listed| listed.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_labels_and_names() {
        for line in LIST.lines().filter(|line| !line.starts_with('#')) {
            let (label, names) = line.split_once(": ").expect("it has a label");
            assert!(LABELS.iter().any(|(known, _)| *known == label), "{label}");
            assert!(names.is_ascii() && names == names.to_lowercase(), "{names}");
        }
        assert!(listed_names().all(|listed| NAMES.marks(listed.name.as_bytes()) != 0));
    }
}
