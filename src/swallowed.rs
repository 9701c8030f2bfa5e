//! What learning took for values: the answer to "what did I lose?".
//!
//! Kept only on request: a few hundred bytes a position and about a hundred a name, so at most some fifty megabytes.

use crate::shape::Shape;
use crate::variant::Variant;
use std::collections::BTreeMap;

/// Positions that are remembered at most. Lines are counted beyond that too.
const POSITIONS: usize = 10_000;

/// Names that are remembered at most, at all positions together. The lines of a position are counted beyond that too.
const NAMES: usize = 500_000;

/// Names of a position that a report shows.
const RAREST: usize = 5;

/// A path position that was learned, and what was dropped because of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LearnedPosition {
    /// The path up to it, with `{word}` for the position itself.
    pub pattern: String,
    /// How many lines were dropped because a name here was taken for a value.
    pub lines: u64,
    /// How many different names those lines have here; at least that many where half a million names of all positions were exceeded.
    pub names: usize,
    /// The names with the fewest lines, rarest first: if an endpoint was lost here, it is likely one of them.
    pub rarest: Vec<String>,
}

/// Counts dropped lines by the learned positions on which they depend.
#[derive(Clone, Debug, Default)]
pub(crate) struct Swallowed {
    lines: u64,
    positions: BTreeMap<String, AtPosition>,
    /// How many names all positions have.
    names: usize,
}

/// What was dropped at one position.
#[derive(Clone, Debug, Default)]
struct AtPosition {
    lines: u64,
    names: BTreeMap<Vec<u8>, u64>,
}

impl Swallowed {
    /// Notes a line that was dropped in a variant with learned positions.
    pub(crate) fn note(&mut self, shape: &Shape, variant: &Variant) {
        let mut pattern = shape.service();
        let mut learned = false;
        for (index, segment) in shape.segments.iter().enumerate() {
            pattern.push('/');
            pattern.push_str(&shape.shown(index, variant));
            if variant.is_learned(index) {
                learned = true;
                self.count(&pattern, shape.bytes(segment.token));
            }
        }
        self.lines += u64::from(learned);
    }

    fn count(&mut self, pattern: &str, name: &[u8]) {
        if self.positions.len() >= POSITIONS && !self.positions.contains_key(pattern) {
            return;
        }
        let position = self.positions.entry(pattern.to_owned()).or_default();
        position.lines += 1;
        if let Some(lines) = position.names.get_mut(name) {
            *lines += 1;
        } else if self.names < NAMES {
            self.names += 1;
            position.names.insert(name.to_owned(), 1);
        }
    }

    /// How many lines were dropped because some position was learned.
    pub(crate) fn lines(&self) -> u64 {
        self.lines
    }

    /// The positions, those with most lines first.
    pub(crate) fn positions(&self) -> Vec<LearnedPosition> {
        let mut positions: Vec<LearnedPosition> = self.positions.iter().map(AtPosition::report).collect();
        positions
            .sort_by(|one, other| other.lines.cmp(&one.lines).then_with(|| one.pattern.cmp(&other.pattern)));
        positions
    }
}

impl AtPosition {
    fn report((pattern, names): (&String, &Self)) -> LearnedPosition {
        let mut rarest: Vec<(&Vec<u8>, &u64)> = names.names.iter().collect();
        rarest.sort_by_key(|(_, lines)| **lines);
        let shown = |(name, _): &(&Vec<u8>, &u64)| String::from_utf8_lossy(name).into_owned();
        LearnedPosition {
            pattern: pattern.clone(),
            lines: names.lines,
            names: names.names.len(),
            rarest: rarest.iter().take(RAREST).map(shown).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Sift, Verdict};

    #[test]
    fn positions_are_counted_with_their_rarest_names() {
        let mut sift = Sift::builder().count_learned(true).build().expect("the defaults are valid");
        let names = ["zulu", "quebec", "tango", "foxtrot", "quokka", "wombat", "numbat", "numbat", "dingo"];
        let mut dropped = 0;
        for name in names {
            for page in ["", "/map"] {
                let line = format!("https://example.com/zork/{name}{page}?at={dropped}");
                dropped += u64::from(sift.admit(line.as_bytes()) == Verdict::Similar);
            }
        }
        let (lines, positions) = sift.learned_positions().expect("was asked for");
        assert!(lines > 0 && lines <= dropped);
        assert_eq!(positions[0].pattern, "example.com/zork/{word}");
        assert!(positions[0].lines <= lines && positions[0].names >= 3, "{positions:?}");
        assert_eq!(positions[0].rarest.last().map(String::as_str), Some("numbat"), "{positions:?}");
        assert!(Sift::builder().build().expect("the defaults are valid").learned_positions().is_none());
    }
}
