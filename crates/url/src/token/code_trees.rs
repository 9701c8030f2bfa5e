//! Finds where the tree of a repository begins in a path: a name for a tree or a file, a revision
//! behind it, and the path in the repository, as in `/ann/tea/src/commit/4af0bdc4/docs/a.md`.
//!
//! Forges and browsers of repositories differ in their names, which are data in
//! `data/code_trees.txt`, and in the place of the revision: behind the name, with or without its
//! kind, in a parameter, or nowhere. A name that other sites have too needs more of the rest.

use super::code_tree_names::{
    COMMON, DEEP, FILE, HOLDER, KIND, NAMED, NAMES, PARAMETER, PATH, REVISION, SOURCE,
};
use crate::bytes::{
    first, has_byte, has_digit, has_letter, is_digits_and, is_hexadecimal, is_one_of, names, split,
    split_once,
};
use crate::list::list;

/// Kinds of revisions that sites have behind other names too: `/rss/tag/tea`.
const DOUBTFUL_KINDS: [&str; 3] = list("rev tag tags");

/// What follows a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TreeStep {
    /// Nothing that is known.
    None,
    /// A path in a repository.
    Path,
    /// Perhaps a revision.
    Revision(TreeName),
    /// A kind of revision, the name of one, and a path.
    Kind,
}

/// A name behind which a revision may stand, by its marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TreeName(u16);

impl TreeName {
    /// `+` and names after it, as Gitiles has them.
    pub(super) const PLUS: Self = Self(REVISION);
}

/// Bytes at the start and the end of a path or query that are looked at: each of a million names
/// may ask.
const NEAR: usize = 256;

/// A name in the path of a URL.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathName<'a> {
    pub name: &'a [u8],
    /// The number of segments before it, at most three.
    pub depth: u32,
    /// The whole path.
    pub path: &'a [u8],
    pub query: &'a [u8],
}

impl<'a> PathName<'a> {
    /// Returns what follows a name outside APIs.
    pub(super) fn step(self) -> TreeStep {
        let marks = NAMES.marks(self.name);
        let is_deep = marks & DEEP != 0 && self.depth >= 2;
        if is_deep || marks & PATH != 0 {
            return TreeStep::Path;
        }
        if self.depth == 0 || marks & (DEEP | REVISION | SOURCE | FILE) == 0 {
            return TreeStep::None;
        }
        let may_be_tree = marks & FILE == 0 || self.ends_with_file();
        if may_be_tree && (self.is_held() || self.has_revision()) {
            return TreeStep::Path;
        }
        TreeStep::Revision(TreeName(marks))
    }

    /// Returns what begins at this name, which follows one of a tree.
    pub(super) fn after(self, before: TreeName) -> TreeStep {
        let TreeName(before) = before;
        let is_sure = before & (DEEP | REVISION) != 0;
        let may_be_tree = before & FILE == 0 || self.ends_with_file();
        if !may_be_tree {
            return TreeStep::None;
        }
        let marks = NAMES.marks(self.name);
        if marks & KIND != 0 {
            let is_doubtful = before & FILE != 0 && is_one_of(self.name, &DOUBTFUL_KINDS);
            return if is_doubtful {
                TreeStep::None
            } else {
                TreeStep::Kind
            };
        }
        let is_owned = before & SOURCE != 0 && self.owners() == 2;
        let is_found = if marks & COMMON != 0 {
            is_sure || (is_owned && !super::endings::is_built(self.path))
        } else {
            names_revision(self.name) || (is_sure && self.names_release())
        };
        if is_found {
            TreeStep::Path
        } else {
            TreeStep::None
        }
    }

    /// Returns the number of segments before the one before it.
    fn owners(self) -> usize {
        self.before().count().saturating_sub(1)
    }

    /// Returns the first segments before it.
    fn before(self) -> impl Iterator<Item = &'a [u8]> {
        names(first(self.path, NEAR)).take_while(move |name| *name != self.name)
    }

    /// Whether a segment before it says that repositories are shown here.
    fn is_held(self) -> bool {
        self.before()
            .any(|name| name.ends_with(b".git") || NAMES.marks(name) & HOLDER != 0)
    }

    /// Whether the path ends with a file.
    fn ends_with_file(self) -> bool {
        let end = &self.path[self.path.len().saturating_sub(NEAR)..];
        let last = names(end).next_back().unwrap_or_default();
        last.iter().skip(1).any(|byte| *byte == b'.')
    }

    /// Whether the name is a release, or the number of a revision before a file: `v1.2.3`, `417`.
    fn names_release(self) -> bool {
        let number = self.name.strip_prefix(b"v").unwrap_or(self.name);
        if !number.first().is_some_and(u8::is_ascii_digit) || !is_digits_and(number, b".") {
            return false;
        }
        has_byte(self.name, b'.') || self.ends_with_file()
    }

    /// Whether a parameter holds a revision.
    fn has_revision(self) -> bool {
        for pair in split(first(self.query, NEAR), b'&') {
            let Some((name, value)) = split_once(pair, b'=') else {
                continue;
            };
            let is_revision = names_revision(value) || NAMES.marks(value) & COMMON != 0;
            let names_it = is_revision || value.starts_with(b"refs");
            if names_it && NAMES.marks(name) & PARAMETER != 0 {
                return true;
            }
        }
        false
    }
}

/// Whether a text is a revision by itself: a name that nothing else has, or a checksum.
fn names_revision(text: &[u8]) -> bool {
    let text = text.strip_suffix(b":").unwrap_or(text);
    if NAMES.marks(text) & NAMED != 0 {
        return true;
    }
    if !is_hexadecimal(text) {
        return false;
    }
    let is_mixed = has_digit(text) && has_letter(text);
    let is_short = is_mixed && (7..=64).contains(&text.len());
    is_short || matches!(text.len(), 40 | 64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns what follows the second of the names, which follows the first.
    fn steps(path: &'static str, tree: &'static str, name: &'static str) -> [TreeStep; 2] {
        let seat = |name: &'static str| PathName {
            name: name.as_bytes(),
            depth: 1,
            path: path.as_bytes(),
            query: b"",
        };
        let first = seat(tree).step();
        match first {
            TreeStep::Revision(tree) => [first, seat(name).after(tree)],
            _ => [first, TreeStep::None],
        }
    }

    #[test]
    fn a_revision_follows_the_name_of_a_tree() {
        for (path, tree, name, wanted) in [
            ("/tea/src/4af0bdc4/docs", "src", "4af0bdc4", TreeStep::Path),
            ("/tea/src/master/docs", "src", "master", TreeStep::Path),
            ("/tea/src/main/docs", "src", "main", TreeStep::None),
            ("/tea/src/commit/4af0bdc4", "src", "commit", TreeStep::Kind),
            ("/tea/browse/main/docs", "browse", "main", TreeStep::Path),
            ("/tea/browse/v1.2/docs", "browse", "v1.2", TreeStep::Path),
            ("/tea/browse/cups/docs", "browse", "cups", TreeStep::None),
            ("/tea/file/tip/a.c", "file", "tip", TreeStep::Path),
            ("/tea/file/tip/delete", "file", "tip", TreeStep::None),
            ("/tea/rss/tag/a.xml", "rss", "tag", TreeStep::None),
            ("/tea/files/417/a.c", "files", "417", TreeStep::None),
        ] {
            assert_eq!(steps(path, tree, name)[1], wanted, "{path}");
        }
    }

    proptest! {
        /// A checksum is a revision behind every name of a tree, at any length.
        #[test]
        fn checksums_are_revisions(checksum in "[0-9][a-f][0-9a-f]{5,62}") {
            prop_assert!(names_revision(checksum.as_bytes()));
            let loud = checksum.to_uppercase();
            prop_assert!(names_revision(loud.as_bytes()));
        }
    }
}
