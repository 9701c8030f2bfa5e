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
use urlsift_core::record::{Segment, Url};
use urlsift_core::similar::table::NumberMap;
use urlsift_url::hash::Key;
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Swallowed {
    /// The number of lines dropped because of any learned position.
    pub(crate) lines: u64,
    positions: NumberMap<AtPosition>,
    /// By the hash of the position and the name.
    names: NumberMap<AtName>,
    /// Size of the texts of all positions and names, in bytes.
    text: usize,
}

/// Lines dropped at one position.
#[derive(Clone, Debug)]
struct AtPosition {
    pattern: String,
    lines: u64,
}

/// Lines dropped because of one name at a position.
#[derive(Clone, Debug)]
struct AtName {
    position: u64,
    name: Box<[u8]>,
    lines: u64,
    traits: Traits,
    /// The method and status of its first line, as a hash.
    separating_key: u64,
}

/// Names of a position with their numbers of lines.
type Names<'n> = BTreeMap<&'n [u8], (u64, &'n AtName)>;

impl Swallowed {
    /// Counts a record if it was dropped in a variant with learned positions.
    pub(crate) fn see(&mut self, event: &Event<'_>) {
        let (EventKind::Similar { learned: true, .. }, Verdict::Similar) =
            (event.kind, event.verdict)
        else {
            return;
        };
        let (Some(url), Some(variant)) = (event.url(), event.variants().first()) else {
            return;
        };
        let scanner = event.scanner;
        let shape = || {
            Shape::of(
                scanner.view().text_in(event.line, &mut Vec::new()),
                scanner.view().mode,
            )
        };
        self.note(
            scanner.view().key,
            url,
            event.batch.view().segments_of(url),
            variant,
            shape,
        );
    }

    /// Counts a line by the URL and the segments of its record; `shape` parses its text.
    fn note(
        &mut self,
        key: &Key,
        url: &Url,
        segments: &[Segment],
        variant: &Variant,
        shape: impl FnOnce() -> Option<Shape>,
    ) {
        let shape = LazyCell::new(shape);
        let mut learned = false;
        // The host comes before the path.
        for (index, position, segment) in learned_names(key, url, segments, variant) {
            learned = true;
            if let Some(at) = self.positions.get_mut(&position) {
                at.lines += 1;
            } else if self.positions.len() < POSITIONS
                && let Some(shape) = &*shape
            {
                let pattern = pattern(shape, variant, index);
                self.text += pattern.len();
                self.positions
                    .insert(position, AtPosition { pattern, lines: 1 });
            } else {
                continue;
            }
            let key = key.join(position, segment.token);
            if let Some(at) = self.names.get_mut(&key) {
                at.lines += 1;
            } else if self.names.len() < NAMES
                && let Some(shape) = &*shape
            {
                let name = name(shape, index);
                let traits = segment.traits;
                let separating_key = url.separating_key;
                self.text += name.len();
                self.names.insert(
                    key,
                    AtName {
                        position,
                        name,
                        lines: 1,
                        traits,
                        separating_key,
                    },
                );
            }
        }
        self.lines += u64::from(learned);
    }

    /// Memory used, in bytes, approximately.
    pub(crate) fn memory(&self) -> usize {
        self.positions.capacity() * size_of::<(u64, AtPosition)>()
            + self.names.capacity() * size_of::<(u64, AtName)>()
            + self.text
    }

    /// The positions, largest first.
    pub(crate) fn positions(&self) -> Vec<LearnedPosition> {
        // Two segments with different tokens may look the same.
        let mut found: BTreeMap<&str, (u64, Names<'_>)> = BTreeMap::new();
        for position in self.positions.values() {
            found.entry(&position.pattern).or_default().0 += position.lines;
        }
        for at in self.names.values() {
            if let Some((_, names)) = found.get_mut(&*self.positions[&at.position].pattern) {
                let (lines, first) = names.entry(&at.name).or_insert((0, at));
                *lines += at.lines;
                // Of two tokens that look the same, any run shows the same one.
                if (at.traits.0, at.separating_key) < (first.traits.0, first.separating_key) {
                    *first = at;
                }
            }
        }
        let mut positions: Vec<LearnedPosition> = found
            .into_iter()
            .map(|(pattern, (lines, names))| report(pattern, lines, &names))
            .collect();
        positions.sort_by_key(|position| Reverse(position.lines));
        positions
    }
}

/// Describes a position with its names.
fn report(pattern: &str, lines: u64, names: &Names<'_>) -> LearnedPosition {
    let mut exchanges: BTreeMap<u64, usize> = BTreeMap::new();
    for (_, at) in names.values() {
        *exchanges.entry(at.separating_key).or_default() += 1;
    }
    let usual = exchanges
        .into_iter()
        .max_by_key(|(_, names)| *names)
        .map(|(separating_key, _)| separating_key);
    let mut suspects: Vec<(Reverse<u32>, u64, &[u8])> = names
        .iter()
        .map(|(name, (lines, at))| {
            let other = u32::from(usual.is_some_and(|usual| usual != at.separating_key)) * OTHER;
            (Reverse(looks(at.traits, name) + other), *lines, *name)
        })
        .collect();
    suspects.sort_unstable();
    let shown =
        |(.., name): &(Reverse<u32>, u64, &[u8])| String::from_utf8_lossy(name).into_owned();
    LearnedPosition {
        pattern: pattern.to_owned(),
        lines,
        names: names.len(),
        likeness: suspects
            .first()
            .map_or(0, |(Reverse(likeness), ..)| *likeness),
        suspects: suspects.iter().take(SUSPECTS).map(shown).collect(),
    }
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
    let found: u32 = weights
        .into_iter()
        .filter(|(bits, _)| traits.has(*bits))
        .map(|(_, weight)| weight)
        .sum();
    found + u32::from(name.contains(&b'_')) * 2
}

/// Returns the path up to and including a segment.
fn pattern(shape: &Shape, variant: &Variant, index: usize) -> String {
    if index == shape.segments.len() {
        return String::from_utf8_lossy(shape.host(variant)).into_owned();
    }
    let shown = (0..=index).map(|index| shape.shown(index, variant));
    shown.fold(shape.service(variant), |pattern, segment| {
        pattern + "/" + &segment
    })
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
