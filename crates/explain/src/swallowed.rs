//! Counts the names that learning merged at each path position: the answer to "what did I lose?".
//!
//! Counted only on request: each position takes a few hundred bytes and each name about a hundred,
//! some fifty megabytes at most.

use std::cell::LazyCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use urlsift_core::decide::event::{Event, EventKind};
use urlsift_core::decide::verdict::Verdict;
use urlsift_core::record::shape::Shape;
use urlsift_core::record::variant::{Variant, learned_names};
use urlsift_core::tally::NumberTally;
use urlsift_url::token::Traits;

/// Largest number of positions stored. Beyond it lines are still counted in the total.
const POSITIONS: usize = 10_000;

/// Largest number of names stored, over all positions together. Beyond it a position still counts
/// its lines.
const NAMES: usize = 500_000;

/// Names of a position that a report shows.
const SUSPECTS: usize = 5;

/// A learned path position, and the lines dropped because of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LearnedPosition {
    /// The path up to the position, with `{word}` for the position itself; if hosts are merged, the
    /// merged hosts, as `{}.example.com`.
    pub pattern: String,
    /// Number of lines dropped because a name at this position counts as a value.
    pub lines: u64,
    /// Number of different names or hosts in those lines; a lower bound if all positions together
    /// have more than half a million names.
    pub names: usize,
    /// The names that look most like endpoints, these first: by words of the lists, actions, and
    /// methods and statuses other than those of most names there; then the rarest. If an endpoint
    /// was lost here, it is probably among them.
    pub suspects: Vec<String>,
    /// The likeness of the first of these to an endpoint: 0 for any word.
    pub likeness: u32,
}

/// Counts dropped lines by the learned positions that they depend on.
///
/// Positions and names are identified by hashes of the tokens of the line's segments. The text of a
/// line is parsed only if one of them is new, and most are not: so `--stats` takes 1.1 times the
/// time of a plain run on a million lines; parsing each would take 1.6 times.
#[derive(Clone, Debug)]
pub(crate) struct Swallowed {
    /// The number of lines dropped because of any learned position.
    pub lines: u64,
    /// The pattern of each position.
    positions: NumberTally<String>,
    /// By the hash of the position and the name.
    names: NumberTally<LearnedName>,
}

impl Default for Swallowed {
    fn default() -> Self {
        Self {
            lines: 0,
            positions: NumberTally::new(POSITIONS),
            names: NumberTally::new(NAMES),
        }
    }
}

/// A name at a position, as in its first line.
#[derive(Clone, Debug)]
struct LearnedName {
    position: u64,
    name: Box<[u8]>,
    traits: Traits,
    /// The method and status of the line, as a hash.
    separating_key: u64,
}

/// The names at a position, by their text.
type NamesByText<'n> = BTreeMap<&'n [u8], NameCount<'n>>;

/// The lines of a name. Several names have one text if their tokens differ only in what is not
/// shown.
struct NameCount<'n> {
    lines: u64,
    first: &'n LearnedName,
}

impl Swallowed {
    /// Counts a record if it was dropped in a variant with learned positions.
    pub(crate) fn see(&mut self, event: &Event<'_>) {
        let is_learned = matches!(event.kind, EventKind::Similar { learned: true, .. });
        if !is_learned || event.verdict != Verdict::Similar {
            return;
        }
        let Some(url) = event.url() else {
            return;
        };
        let [variant, ..] = event.variants() else {
            return;
        };
        let key = event.scanner.view().key;
        let segments = event.batch.view().segments_of(url);
        let shape = LazyCell::new(|| {
            let scanner = event.scanner.view();
            let mut buffer = Vec::new();
            Shape::of(scanner.text_in(event.line, &mut buffer), scanner.mode)
        });
        let mut learned = false;
        // The host comes before the path.
        for (index, position, segment) in learned_names(key, url, segments, variant) {
            learned = true;
            let pattern = || Some(pattern(shape.as_ref()?, variant, index));
            if self.positions.count(position, 1, pattern).is_none() {
                continue;
            }
            let first = || {
                Some(LearnedName {
                    position,
                    name: name(shape.as_ref()?, index),
                    traits: segment.traits,
                    separating_key: url.separating_key,
                })
            };
            let name_key = key.join(position, segment.token);
            self.names.count(name_key, 1, first);
        }
        self.lines += u64::from(learned);
    }

    /// Memory used, in bytes, approximately.
    pub(crate) fn memory(&self) -> usize {
        let mut memory = self.positions.heap_bytes() + self.names.heap_bytes();
        for (_, position) in self.positions.iter() {
            memory += position.first.len();
        }
        for (_, name) in self.names.iter() {
            memory += name.first.name.len();
        }
        memory
    }

    /// The positions, largest first.
    pub(crate) fn positions(&self) -> Vec<LearnedPosition> {
        // Two segments with different tokens may look the same.
        let mut found = BTreeMap::<&str, (u64, NamesByText<'_>)>::new();
        for (_, position) in self.positions.iter() {
            let (lines, _) = found.entry(&position.first).or_default();
            *lines += position.lines;
        }
        for (_, name) in self.names.iter() {
            let first = &name.first;
            let Some(position) = self.positions.get(&first.position) else {
                continue;
            };
            let (_, names) = found.entry(&position.first).or_default();
            let count = names
                .entry(&first.name)
                .or_insert(NameCount { lines: 0, first });
            count.lines += name.lines;
            // Of two tokens that look the same, any run shows the same one.
            if first.rank() < count.first.rank() {
                count.first = first;
            }
        }
        let mut positions = Vec::with_capacity(found.len());
        for (pattern, (lines, names)) in found {
            positions.push(report(pattern, lines, &names));
        }
        positions.sort_by_key(|position| Reverse(position.lines));
        positions
    }
}

impl LearnedName {
    fn rank(&self) -> (u32, u64) {
        (self.traits.0, self.separating_key)
    }
}

/// Describes a position with its names.
fn report(pattern: &str, lines: u64, names: &NamesByText<'_>) -> LearnedPosition {
    let mut exchanges = BTreeMap::<u64, usize>::new();
    for count in names.values() {
        *exchanges.entry(count.first.separating_key).or_default() += 1;
    }
    let usual = exchanges.into_iter().max_by_key(|(_, names)| *names);
    let mut suspects = Vec::new();
    for (&name, count) in names {
        let first = count.first;
        let mut likeness = looks(first.traits, name);
        if let Some((usual, _)) = usual
            && usual != first.separating_key
        {
            likeness += OTHER;
        }
        suspects.push((Reverse(likeness), count.lines, name));
    }
    suspects.sort_unstable();
    let mut position = LearnedPosition {
        pattern: pattern.to_owned(),
        lines,
        names: names.len(),
        likeness: 0,
        suspects: Vec::new(),
    };
    if let Some((Reverse(likeness), ..)) = suspects.first() {
        position.likeness = *likeness;
    }
    for (.., name) in suspects.into_iter().take(SUSPECTS) {
        let name = String::from_utf8_lossy(name);
        position.suspects.push(name.into_owned());
    }
    position
}

/// The weight of a method or status that most names of the position do not have.
const OTHER: u32 = 3;

/// Returns how much a name looks like an endpoint.
fn looks(traits: Traits, name: &[u8]) -> u32 {
    let weights = [
        (Traits::PROTECTED | Traits::COMMAND | Traits::HIDDEN, 4),
        (Traits::ACTION, 3),
        (Traits::KNOWN, 3),
        (Traits::NAMING | Traits::API, 1),
    ];
    let mut likeness = if name.contains(&b'_') { 2 } else { 0 };
    for (bits, weight) in weights {
        if traits.has(bits) {
            likeness += weight;
        }
    }
    likeness
}

/// Returns the path up to and including a segment.
fn pattern(shape: &Shape, variant: &Variant, index: usize) -> String {
    if index == shape.segments.len() {
        return String::from_utf8_lossy(shape.host(variant)).into_owned();
    }
    let mut pattern = shape.service(variant);
    for index in 0..=index {
        pattern.push('/');
        pattern += &shape.shown(index, variant);
    }
    pattern
}

fn name(shape: &Shape, index: usize) -> Box<[u8]> {
    match shape.segments.get(index) {
        Some(segment) => shape.bytes(segment.token).into(),
        None => shape.own_host().into(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Explainer, Watched};
    use urlsift_core::{Sift, Verdict};

    #[test]
    fn positions_are_counted_with_the_names_that_look_like_endpoints() {
        let mut sift = Watched::new(
            Sift::builder()
                .count_learned(true)
                .build()
                .expect("the defaults are valid"),
        );
        let names = [
            "zulu", "quebec", "tango", "foxtrot", "quokka", "wombat", "numbat", "numbat", "dingo",
        ];
        let mut dropped = 0;
        for name in names {
            for page in ["", "/map"] {
                let line = format!("https://example.com/zork/{name}{page}?at={dropped}");
                dropped += u64::from(sift.admit(line.as_bytes()) == Verdict::Similar);
            }
        }
        let (lines, positions) = sift.explainer().learned_positions().expect("was asked for");
        assert!(lines > 0 && lines <= dropped);
        assert_eq!(positions[0].pattern, "example.com/zork/{word}");
        assert!(
            positions[0].lines <= lines && positions[0].names >= 3,
            "{positions:?}"
        );
        assert_eq!(
            positions[0].suspects.last().map(String::as_str),
            Some("numbat"),
            "{positions:?}"
        );
        let sift = Sift::builder().build().expect("the defaults are valid");
        assert!(Explainer::of(&sift).learned_positions().is_none());
    }
}
