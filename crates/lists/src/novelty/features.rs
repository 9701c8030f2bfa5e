//! Numbers the features of kept lines: host, kind, section and words.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The weights of a line's host, kind and section, and of all its words together.
const HOST: u32 = 4 << SHIFT;
const KIND: u32 = 4 << SHIFT;
const SECTION: u32 = 2 << SHIFT;
const WORDS: u32 = 3 << SHIFT;

/// The host and the section of a line that has none: neither counts as new.
const NONE: u32 = u32::MAX;

/// Approximate number of times a weight can be halved before it is 0.
const SHIFT: u32 = 16;

/// The number of each feature.
#[derive(Clone, Debug, Default)]
pub(super) struct FeatureNumbers {
    numbers: HashMap<u64, u32>,
}

/// The numbers of a line's host, kind and section, and then of its words.
#[derive(Clone, Debug)]
pub(super) struct LineFeatures(Box<[u32]>);

impl FeatureNumbers {
    /// Returns the count of numbers.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    fn number(&mut self, what: impl Hash) -> u32 {
        let mut hasher = DefaultHasher::new();
        what.hash(&mut hasher);
        let next = self.numbers.len() as u32;
        *self.numbers.entry(hasher.finish()).or_insert(next)
    }

    /// Returns the features of a line with this template.
    pub(super) fn features(&mut self, host: Option<u64>, template: &str) -> LineFeatures {
        let rest = without_host(template);
        let section = rest.split(['/', '?', '#']).nth(1).unwrap_or_default();
        let mut numbers = vec![NONE; WORDS_FROM];
        if let Some(host) = host {
            numbers[0] = self.number(("host", host));
            numbers[2] = self.number(("section", host, section));
        }
        numbers[1] = self.number(("kind", rest));
        for word in rest.split(['/', '?', '&', '#', ' ']) {
            if !word.is_empty() {
                numbers.push(self.number(("word", word)));
            }
        }
        // A repeated word counts once.
        numbers[WORDS_FROM..].sort_unstable();
        numbers.dedup();
        LineFeatures(numbers.into())
    }
}

/// The index of the first word.
const WORDS_FROM: usize = 3;

impl LineFeatures {
    pub(super) fn host(&self) -> Option<u32> {
        let host = self.0[0];
        (host != NONE).then_some(host)
    }

    pub(super) fn kind(&self) -> u32 {
        self.0[1]
    }

    /// Returns all numbers of features that the line has.
    pub(super) fn each(&self) -> impl Iterator<Item = u32> {
        self.0.iter().copied().filter(|&feature| feature != NONE)
    }

    /// Returns the weight of the line, given how often each feature was shown.
    pub(super) fn weight(&self, shown: &[u32]) -> u32 {
        let left = |weight: u32, feature: u32| match shown.get(feature as usize) {
            Some(times) => weight.checked_shr(*times).unwrap_or(0),
            None => 0,
        };
        let [host, kind, section, words @ ..] = &*self.0 else {
            return 0;
        };
        // A line without words, like the first page of a site, counts its kind as a word.
        let words = if words.is_empty() {
            std::slice::from_ref(kind)
        } else {
            words
        };
        let mut weight = left(HOST, *host) + left(KIND, *kind) + left(SECTION, *section);
        for &word in words {
            weight += left(WORDS / words.len() as u32, word);
        }
        weight
    }
}

/// Returns a template without its host, or the whole template if it is not a URL's.
fn without_host(template: &str) -> &str {
    let Some((_, behind)) = template.split_once("://") else {
        return template;
    };
    match behind.find(['/', '?', '#']) {
        Some(start) => &behind[start..],
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_those_of_the_template() {
        let mut names = FeatureNumbers::default();
        let mut of = |host, template| names.features(Some(host), template);
        let one = of(1, "https://a.example/shop/{int}?page&shop");
        let other = of(2, "http://b.example:81/shop/{int}?page&shop");
        assert_eq!(one.kind(), other.kind(), "the host is no part of the kind");
        assert_ne!((one.host(), one.0[2]), (other.host(), other.0[2]));
        assert_eq!(one.0[WORDS_FROM..], other.0[WORDS_FROM..]);
        assert_eq!(one.0.len(), WORDS_FROM + 3, "shop, {{int}} and page");
        assert_eq!(
            of(1, "https://a.example/shop").0[2],
            one.0[2],
            "the same section"
        );
        assert_eq!(of(1, "https://a.example/").0.len(), WORDS_FROM);
        assert_eq!(of(1, "no url").0.len(), WORDS_FROM + 2);
        assert_eq!(names.features(None, "no url").host(), None);
    }

    #[test]
    fn what_was_shown_counts_half_each_time() {
        let mut names = FeatureNumbers::default();
        let line = names.features(Some(1), "https://a.example/shop/red");
        let all = HOST + KIND + SECTION + WORDS;
        for (times, part) in [(0, 1), (1, 2), (2, 4), (3, 8)] {
            assert_eq!(line.weight(&vec![times; names.len()]), all / part);
        }
        assert_eq!(
            line.weight(&vec![40; names.len()]),
            0,
            "a shift of all bits is nothing"
        );
        let page = names.features(Some(1), "https://a.example/");
        assert_eq!(
            page.weight(&vec![0; names.len()]),
            all,
            "each URL weighs the same"
        );
        let other = names.features(None, "");
        assert_eq!(
            other.weight(&vec![0; names.len()]),
            KIND + WORDS,
            "no host is no new host"
        );
        assert_eq!(other.each().count(), 1);
    }
}
