//! Positions known by name: after `wp-content/plugins/` comes the name of a plugin, never a value.
//!
//! The paths are data in `data/trees.txt`. They form one trie with a flat table of transitions, so
//! a step is one lookup, and only names that begin such a path need one.

use super::lexicon;
use crate::bytes::names;
use std::sync::LazyLock;

const LIST: &str = include_str!("data/trees.txt");

/// A place in the trees, reached by the segments just before a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TreePlace(u16);

/// The condition for the next segment to name a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum PartCondition {
    /// Never.
    #[default]
    None,
    /// If some segment of the path begins with this prefix, which includes the `/` before it.
    Prefixed(&'static [u8]),
    /// If the URL ends with a script or style sheet.
    WithFile,
    /// If it ends like that, or outside APIs if the second segment has no hyphen.
    Unhyphenated,
    /// Always.
    Sure,
}

/// The continuations of a place.
#[derive(Clone, Copy, Debug, Default)]
struct TreeNode {
    part: PartCondition,
    /// The place after any name.
    any: TreePlace,
}

/// The trie of all paths.
#[derive(Debug)]
struct Trees {
    nodes: Vec<TreeNode>,
    /// The places after names: a hash of the place and the name, or 0 if the slot is free. At most
    /// half of the slots are in use.
    named: Vec<(u64, TreePlace)>,
}

static TREES: LazyLock<Trees> = LazyLock::new(|| Trees::new(LIST));

impl TreePlace {
    const NOWHERE: Self = Self(0);
    /// The start of paths that may begin anywhere.
    const ANYWHERE: Self = Self(1);
    /// The start of all paths.
    const ROOT: Self = Self(2);

    /// Creates a place from its [bits](Self::bits).
    pub(super) fn from_bits(bits: u32) -> Self {
        Self(bits as u16)
    }

    /// Returns the place as a number below 1024; 0 for nowhere.
    pub(super) fn bits(self) -> u32 {
        u32::from(self.0)
    }

    /// Returns the place below a segment. `first` says whether the segment is the first of its
    /// path.
    pub(super) fn below(self, name: &[u8], first: bool) -> Self {
        let trees = &*TREES;
        let hash = lexicon::hash(name);
        if let Some(below) = trees.named(self, hash) {
            return below;
        }
        let any = trees.nodes[usize::from(self.0)].any;
        if any != Self::NOWHERE {
            return any;
        }
        let start = if first { Self::ROOT } else { Self::ANYWHERE };
        trees.named(start, hash).unwrap_or_default()
    }

    /// Whether the next segment of a path names a part. `is_code` says whether a path ends with a
    /// script or style sheet.
    pub(super) fn names_part(
        self,
        path: &[u8],
        api: bool,
        is_code: impl Fn(&[u8]) -> bool,
    ) -> bool {
        match TREES.nodes[usize::from(self.0)].part {
            PartCondition::None => false,
            PartCondition::Prefixed(prefix) => {
                path.windows(prefix.len()).any(|start| start == prefix)
            }
            PartCondition::WithFile => is_code(path),
            PartCondition::Unhyphenated if is_code(path) => true,
            PartCondition::Unhyphenated => match names(path).nth(1) {
                Some(second) => !api && !second.contains(&b'-'),
                None => false,
            },
            PartCondition::Sure => true,
        }
    }
}

/// Returns the names that begin paths.
pub(super) fn first_names() -> impl Iterator<Item = &'static str> {
    let first = |path: &'static str| path.trim_start_matches('/').split('/').next();
    paths(LIST).filter_map(first)
}

fn paths(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines()
        .filter(|line| !line.starts_with("# "))
        .flat_map(str::split_ascii_whitespace)
}

impl Trees {
    fn new(list: &'static str) -> Self {
        let slots = (4 * list.matches('/').count()).next_power_of_two();
        let mut trees = Self {
            nodes: vec![TreeNode::default(); 3],
            named: vec![(0, TreePlace::NOWHERE); slots],
        };
        for path in paths(list) {
            if let Some(rooted) = path.strip_prefix('/') {
                trees.insert(TreePlace::ROOT, rooted);
            } else {
                trees.insert(TreePlace::ROOT, path);
                trees.insert(TreePlace::ANYWHERE, path);
            }
        }
        trees
    }

    fn insert(&mut self, mut at: TreePlace, path: &'static str) {
        let mut rest = path;
        loop {
            let (name, below) = rest.split_once('/').unwrap_or((rest, ""));
            let prefix = name.trim_end_matches(['+', '!', '?']);
            let start = path.len() - rest.len();
            let part = match name {
                "+!" => PartCondition::WithFile,
                "+?" => PartCondition::Unhyphenated,
                _ if !name.ends_with('+') => PartCondition::None,
                _ if prefix.is_empty() => PartCondition::Sure,
                _ => PartCondition::Prefixed(&path.as_bytes()[start - 1..start + prefix.len()]),
            };
            let node = &mut self.nodes[usize::from(at.0)];
            node.part = node.part.max(part);
            if below.is_empty() {
                return;
            }
            // All parts of one path depend on its end.
            if part == PartCondition::Sure && path.ends_with('!') {
                node.part = PartCondition::WithFile;
            }
            at = if prefix.is_empty() || prefix == "*" {
                self.any(at)
            } else {
                self.name(at, prefix)
            };
            rest = below;
        }
    }

    /// Returns the place after any name, added if it is missing.
    fn any(&mut self, at: TreePlace) -> TreePlace {
        let old = self.nodes[usize::from(at.0)].any;
        if old != TreePlace::NOWHERE {
            return old;
        }
        let new = self.grow();
        self.nodes[usize::from(at.0)].any = new;
        new
    }

    /// Returns the place after a name, added if it is missing.
    fn name(&mut self, at: TreePlace, name: &str) -> TreePlace {
        let hash = lexicon::hash(name.as_bytes());
        if let Some(old) = self.named(at, hash) {
            return old;
        }
        let new = self.grow();
        let key = Self::key(at, hash);
        let slot = self.slot(key);
        self.named[slot] = (key, new);
        new
    }

    fn grow(&mut self) -> TreePlace {
        self.nodes.push(TreeNode::default());
        TreePlace((self.nodes.len() - 1) as u16)
    }

    fn named(&self, at: TreePlace, hash: u64) -> Option<TreePlace> {
        let (key, place) = self.named[self.slot(Self::key(at, hash))];
        (key != 0).then_some(place)
    }

    fn key(at: TreePlace, hash: u64) -> u64 {
        (hash ^ u64::from(at.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1
    }

    fn slot(&self, key: u64) -> usize {
        let last = self.named.len() - 1;
        let mut slot = (key >> 32) as usize & last;
        loop {
            let (found, _) = self.named[slot];
            if found == 0 || found == key {
                return slot;
            }
            slot = (slot + 1) & last;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the segments of a path that name parts.
    fn parts(path: &str) -> Vec<&str> {
        let mut place = TreePlace::NOWHERE;
        let mut parts = Vec::new();
        for (index, name) in path.split('/').filter(|name| !name.is_empty()).enumerate() {
            let is_code = |path: &[u8]| path.ends_with(b".js") || path.ends_with(b".css");
            if place.names_part(path.as_bytes(), false, is_code) {
                parts.push(name);
            }
            place = place.below(name.as_bytes(), index == 0);
        }
        parts
    }

    #[test]
    fn parts_are_named_below_the_folders_of_systems() {
        for (path, wanted) in [
            ("/wp-content/plugins/zork/js/zork.js", &["zork"][..]),
            ("/blog/WP-Content/themes/zork", &["zork"]),
            (
                "/sites/all/modules/contrib/zork/zork.js",
                &["contrib", "zork"],
            ),
            ("/sites/example.com/themes/zork/a.css", &["zork"]),
            ("/components/com_zork/zork.js", &["com_zork"]),
            ("/components/zork/zork.js", &[]),
            ("/modules/zork", &["zork"]),
            ("/modules/zork-and-quokka", &[]),
            ("/modules/zork-and-quokka/ajax.js", &["zork-and-quokka"]),
            ("/themes/zork", &[]),
            ("/themes/zork/zork.css", &["zork"]),
            ("/shop/themes/zork/zork.css", &[]),
            ("/ext/zork/quokka/zork.js", &["zork", "quokka"]),
            ("/ext/zork/quokka", &[]),
            ("/sap/opu/odata/sap/ZORK_SRV/Items", &["sap", "ZORK_SRV"]),
            ("/wp-content/wp-content/plugins/zork", &["zork"]),
            ("/zork/quokka", &[]),
        ] {
            assert_eq!(parts(path), wanted, "{path}");
        }
    }

    #[test]
    fn places_fit_into_their_bits() {
        assert!(TREES.nodes.len() < 1024, "{}", TREES.nodes.len());
        assert!(TREES.named.iter().filter(|(key, _)| *key != 0).count() * 2 <= TREES.named.len());
    }

    #[test]
    fn paths_are_in_lower_case_and_end_with_a_part() {
        for path in paths(LIST) {
            assert!(!path.bytes().any(|b| b.is_ascii_uppercase()), "{path}");
            assert!(path.trim_end_matches(['!', '?']).ends_with('+'), "{path}");
        }
    }
}
