//! A cache of recent explanations: neighbouring lines of a list often share templates and groups.

use super::comparer::Likeness;
use super::same::Texts;
use super::side::Side;
use std::collections::hash_map::Entry;
use urlsift_core::record::variant::Variant;
use urlsift_core::record::{Batch, Keys, Segment, Url};
use urlsift_core::scan::view::ScannerView;
use urlsift_core::similar::index::Id;
use urlsift_core::similar::table::NumberMap;
use urlsift_url::hash::Key;
use urlsift_url::input::ReadLine;
use urlsift_url::parse::{Address, Scratch};
use urlsift_url::separators::ExtraFields;

/// Limit of the cache in bytes: at least this much of what was used last is kept, at most twice as
/// much.
const MOST: usize = 6 << 20;

/// Number of cached representatives.
const MOST_SIDES: usize = 256;

/// Longest line, in bytes, whose explanation is cached: longer ones are few.
pub(crate) const LONGEST: usize = 2048;

/// Cached explanations, and buffers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cache {
    pub known: RecentExplanations,
    pub sides: Sides,
    /// Buffers that are reused: the line, and the texts of its representative.
    pub one: Side,
    pub texts: Texts,
    pub buffers: ParseBuffers,
}

/// Buffers that reading a line takes.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParseBuffers {
    pub scratch: Scratch,
    beside: ExtraFields,
}

impl ParseBuffers {
    /// Passes the parts of a line to `take`.
    pub(crate) fn read(
        &mut self,
        scanner: ScannerView<'_>,
        line: ReadLine<'_>,
        take: impl FnOnce(&Address<'_>, &ExtraFields),
    ) -> Option<()> {
        scanner.request_in(&mut self.scratch, &mut self.beside, line, take)
    }
}

impl Cache {
    /// Memory used, in bytes, approximately.
    pub(crate) fn memory(&self) -> usize {
        let mut memory = self.known.memory();
        for (_, side) in &self.sides.0 {
            memory += side.memory();
        }
        memory
    }
}

/// A cached explanation of the lines of one template in one group.
#[derive(Clone, Debug)]
pub(crate) enum Explained {
    /// Their template.
    Template(Box<str>),
    /// Their comparison with the group's representative.
    Likeness(Box<Likeness>),
}

impl Explained {
    /// The template of the lines.
    pub(crate) fn template(&self) -> &str {
        match self {
            Self::Template(template) => template,
            Self::Likeness(likeness) => &likeness.comparison.first,
        }
    }

    fn memory(&self) -> usize {
        match self {
            Self::Template(template) => template.len(),
            Self::Likeness(likeness) => likeness.memory(),
        }
    }
}

/// Explanations by the hash of template and group. Once the young half is full, it becomes the old
/// half and the old one is dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentExplanations {
    young: NumberMap<Explained>,
    old: NumberMap<Explained>,
    /// Size of the young half in bytes, approximately.
    bytes: usize,
}

impl RecentExplanations {
    pub(crate) fn get(&mut self, key: u64) -> Option<&Explained> {
        match self.young.entry(key) {
            Entry::Occupied(known) => Some(known.into_mut()),
            Entry::Vacant(place) => {
                let known = self.old.remove(&key)?;
                self.bytes += known.memory();
                Some(place.insert(known))
            }
        }
    }

    fn memory(&self) -> usize {
        let slots = self.young.capacity() + self.old.capacity();
        let mut memory = slots * size_of::<(u64, Explained)>();
        for explained in self.young.values().chain(self.old.values()) {
            memory += explained.memory();
        }
        memory
    }

    pub(crate) fn insert(&mut self, key: u64, explained: Explained) {
        if self.bytes >= MOST {
            self.old = std::mem::take(&mut self.young);
            self.bytes = 0;
        }
        self.bytes += explained.memory() + size_of::<(u64, Explained)>();
        self.young.insert(key, explained);
    }
}

/// Representatives that have been parsed and classed, in a slot chosen by the lowest bits of their
/// groups' numbers. A newcomer replaces what its slot held.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sides(Vec<(Option<Id>, Side)>);

impl Sides {
    /// Returns the representative of a group; `read` parses it unless its slot holds it already.
    /// `None` if `read` finds nothing.
    pub(crate) fn get(
        &mut self,
        group: Id,
        read: impl FnOnce(&mut Side) -> Option<()>,
    ) -> Option<&mut Side> {
        if self.0.is_empty() {
            self.0.resize_with(MOST_SIDES, Default::default);
        }
        let (known, side) = &mut self.0[group as usize % MOST_SIDES];
        if *known != Some(group) {
            *known = None;
            read(side)?;
            *known = Some(group);
        }
        Some(side)
    }

    /// Removes the representative of a group.
    pub(crate) fn forget(&mut self, group: Id) {
        if let Some(known) = self.0.get_mut(group as usize % MOST_SIDES) {
            *known = Default::default();
        }
    }
}

/// Hashes everything that the template of a line in a variant depends on. `None` if the batch does
/// not hold the line's segments.
pub(crate) fn template_hash(key: &Key, batch: &Batch, url: &Url, variant: &Variant) -> Option<u64> {
    let (Keys::None | Keys::Template(_)) = url.keys else {
        return None;
    };
    let number = |segment: &Segment| segment.variable.wrapping_add(segment.class_number());
    let own = batch.view().hash(key, url, url.web_number(), number);
    Some(key.fold(own, variant.words()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Watched;
    use urlsift_core::{Detail, Sift};

    /// Returns the hash and the text of a line's template, from a filter that has learned that
    /// every word after `tag` is variable.
    fn template(sift: &mut Watched<Sift>, line: &str) -> (u64, String) {
        sift.admit(line.as_bytes());
        let decision = sift.decisions()[0].clone();
        let shape = sift
            .explainer()
            .shape(line.as_bytes(), &decision)
            .expect("it is a URL");
        (decision.template.expect("it is known"), shape)
    }

    #[test]
    fn templates_have_one_hash_if_and_only_if_they_read_the_same() {
        let lines = [
            "http://a.test/x/1",
            "http://a.test/x/22",
            "https://a.test/x/1",
            "//a.test/x/1",
            "/x/1",
            "ftp://a.test/x/1",
            "http://a.test/x/4af0bdc4",
            "http://a.test/x/0b5c6e1a-5d2f-4c1e-9d34-1f2e3d4c5b6a",
            "http://a.test/x/red-shoes-summer-sale",
            "http://a.test/x/1.png",
            "http://a.test/x/zot",
            "http://a.test/x/1?q=1",
            "http://a.test/x/1?q=2",
            "http://a.test/x/1?q=word",
            "http://a.test/x/1?q",
            "http://a.test/x/1?p=1",
            "http://a.test/x/1?to=https://b.test",
            "http://a.test/x/1?action=edit",
            "http://a.test/x/1?action=delete",
            "http://a.test/tag/zot",
            "http://a.test/tag/qux",
            "http://a.test/tag/frob",
            "http://a.test/tag/17",
            "http://a.test/x#/y/1",
            "http://a.test/x#top",
            "http://a.test/ann/zot/blob/main/src/a.rs",
            "http://a.test/ann/zot/blob/7",
        ];
        for (literal, seed) in [
            (false, [1, 2]),
            (true, [1, 2]),
            (false, [0, 0]),
            (true, [0, 0]),
        ] {
            let builder = Sift::builder()
                .literal(literal)
                .detail(Detail::Explanations)
                .seed(seed);
            let mut sift = Watched::new(builder.build().expect("the settings are valid"));
            let found: Vec<_> = lines.map(|line| template(&mut sift, line)).into();
            for (i, (hash, text)) in found.iter().enumerate() {
                for (other, other_text) in &found[..i] {
                    // A value's class and a variant may differ without a visible difference in the
                    // template; different templates must have different hashes.
                    assert!(
                        hash != other || text == other_text,
                        "{text} and {other_text}"
                    );
                }
            }
            assert!(literal || found[0] == found[1]);
        }
    }

    #[test]
    fn a_representative_is_taken_apart_once_while_no_other_takes_its_place() {
        let mut sides = Sides::default();
        let mut times = 0;
        sides.forget(1);
        let mut get = |group: Id, found: Option<()>| {
            let before = times;
            let side = sides.get(group, |_| {
                times += 1;
                found
            });
            (side.is_some(), times > before)
        };
        assert_eq!(get(1, Some(())), (true, true));
        assert_eq!(get(1, Some(())), (true, false));
        assert_eq!(get(1 + MOST_SIDES as Id, None), (false, true));
        assert_eq!(
            get(1 + MOST_SIDES as Id, Some(())),
            (true, true),
            "nothing was found"
        );
        assert_eq!(get(1, Some(())), (true, true));
        assert!(sides.get(1, |_| None).is_some());
        sides.forget(1);
        assert!(sides.get(1, |_| None).is_none());
    }

    #[test]
    fn what_was_used_last_is_remembered_and_the_rest_is_bounded() {
        let mut known = RecentExplanations::default();
        let template = "x".repeat(LONGEST);
        let most = (MOST / LONGEST) as u64;
        for key in 0..4 * most {
            known.insert(key, Explained::Template(template.as_str().into()));
            assert!(known.get(key).is_some());
            assert!(known.get(0).is_some(), "it is used again and again");
            assert!(known.young.len() + known.old.len() <= 2 * most as usize + 2);
        }
        assert!(known.get(1).is_none());
        assert!(known.get(3 * most + most / 2).is_some());
    }
}
