//! Keeps a line of each name at learned positions, up to a number for each position.

use crate::decide::event::Event;
use crate::record::variant::learned_names;
use crate::similar::table::{NumberMap, NumberSet};
use std::num::NonZeroU32;
use urlsift_url::reserved::Reserved;
use urlsift_url::token::Traits;

/// A kind of name. Each has a number of its own, so ordinary names cannot use up the quota of those
/// that look like endpoints, nor names of several words that of single words.
#[derive(Clone, Copy)]
enum SuspectKind {
    Ordinary,
    LikelyCompound,
    LikelyWord,
}

impl SuspectKind {
    fn of(traits: Traits) -> Self {
        match (traits.is_like_endpoint(), traits.has(Traits::JOINED)) {
            (false, _) => Self::Ordinary,
            (true, true) => Self::LikelyCompound,
            (true, false) => Self::LikelyWord,
        }
    }
}

/// The names that were kept at learned positions.
#[derive(Clone, Debug)]
pub(super) struct Suspects {
    limit: NonZeroU32,
    /// The number of names by the hash of their position and kind.
    taken: NumberMap<u32>,
    /// The names, as hashes with their positions.
    names: NumberSet,
}

impl Suspects {
    pub(super) fn new(limit: NonZeroU32) -> Self {
        Self {
            limit,
            taken: NumberMap::default(),
            names: NumberSet::default(),
        }
    }

    /// Takes a record that is similar to a kept one because of learned positions. Returns whether
    /// it is the first with one of its names there, and the position has room.
    pub(super) fn take(&mut self, event: &Event<'_>) -> bool {
        let Some(url) = event.url() else {
            return false;
        };
        let Some(variant) = event.variants().first() else {
            return false;
        };
        let key = &event.scanner.key;
        let segments = event.batch.segments_of(url);
        let mut is_taken = false;
        for (_, position, segment) in learned_names(key, url, segments, variant) {
            let kind = SuspectKind::of(segment.traits) as u64;
            let taken = self.taken.entry(key.join(position, kind)).or_default();
            if *taken < self.limit.get() && self.names.insert(key.join(position, segment.token)) {
                *taken += 1;
                is_taken = true;
            }
        }
        is_taken
    }

    /// Memory used, in bytes, approximately.
    pub(super) fn heap_bytes(&self) -> usize {
        self.taken.reserved_bytes() + self.names.reserved_bytes()
    }
}

#[cfg(test)]
mod tests {
    use crate::Sift;
    use std::num::NonZeroU32;

    #[test]
    fn names_of_several_words_do_not_use_up_the_quota_of_words() {
        let invented = [
            "wombat", "quokka", "numbat", "bilby", "potoroo", "dingo", "brolga", "galah",
        ];
        let compounds = ["news-report", "profile-list", "daily-report", "report-news"];
        let lines = invented
            .iter()
            .chain(&compounds)
            .chain(&["profile", "report"]);
        let lines: Vec<String> = lines
            .map(|name| format!("https://zoo.example.com/tag/{name}"))
            .collect();
        let mut sift = Sift::builder()
            .suspects(NonZeroU32::MIN)
            .build()
            .expect("is valid");
        let kept: Vec<&String> = lines
            .iter()
            .filter(|line| sift.admit(line.as_bytes()).is_printed())
            .collect();
        assert!(
            kept.contains(&&lines[invented.len() + compounds.len()]),
            "{kept:?}"
        );
    }
}
