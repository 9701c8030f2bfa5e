//! A variant of a URL's path: the choice of a token for each segment.
//!
//! A segment has its own token, a token for a variable position, and an [early](Segment::early)
//! token in case its position becomes variable. Two bits for each segment encode the choice, so a
//! variant takes 8 bytes for nearly every URL. Behind them, two bits say which [`Prefix`] of the
//! path is left out. A name with the choice of an early value is the first of a path that goes
//! [round](Variant::of_round).

use crate::record::{Segment, Url};
use std::ops::Range;
use urlsift_url::hash::Key;

/// Number of segments in one word of bits.
pub const WORD: usize = 32;

const OWN: u64 = 0;
const VARIABLE: u64 = 1;
const EARLY: u64 = 2;
/// The early token of a segment that is a value by itself.
const EARLY_VALUE: u64 = 3;

/// The token of what is left out of a path that goes round.
const ROUND: u64 = 0x524F_554E_4400;

/// Stands for a class that no segment has: the mark of a learned position.
const LEARNED: u64 = u64::MAX;

/// The part of a path that a copy has and its original lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    First = 1,
    FirstTwo,
    Second,
}

impl Prefix {
    /// Number of segments from which on nothing is left out of a path.
    pub(crate) const LONGEST: usize = WORD;

    pub(crate) const ALL: [Self; 3] = [Self::First, Self::FirstTwo, Self::Second];

    /// Returns the indices of its segments.
    pub fn range(self) -> Range<usize> {
        match self {
            Self::First => 0..1,
            Self::FirstTwo => 0..2,
            Self::Second => 1..2,
        }
    }
}

/// Returns the segments that a variant reads as values at learned positions, the host first: each
/// with its index and the hash of its position, which is the path before it.
pub fn learned_names<'s>(
    key: &Key,
    url: &Url,
    segments: &'s [Segment],
    variant: &Variant,
) -> impl Iterator<Item = (usize, u64, &'s Segment)> {
    let (host, path) = url.split(segments);
    let host = host.map(|host| (path.len(), host));
    let place = |position: &mut u64, (index, segment): (usize, &'s Segment)| {
        let is_learned = variant.is_learned(index);
        let of_here = if is_learned {
            key.join(segment.variable, LEARNED)
        } else {
            key.join(segment.token, segment.class_number())
        };
        *position = key.join(*position, of_here);
        Some(is_learned.then_some((index, *position, segment)))
    };
    host.into_iter()
        .chain(path.iter().enumerate())
        .scan(url.service, place)
        .flatten()
}

/// A choice of tokens. The default is every segment's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    first: u64,
    /// Segments after the first 32. Not allocated while empty.
    rest: Vec<u64>,
}

impl Variant {
    /// Finds the choice that led to these tokens.
    pub fn of(segments: &[Segment], tokens: &[u64]) -> Self {
        let chunks = segments.chunks(WORD).zip(tokens.chunks(WORD));
        let mut words = chunks.map(|(segments, tokens)| {
            let mut word = 0;
            let mut shift = 0;
            for (segment, &token) in segments.iter().zip(tokens) {
                word |= choice(segment, token) << shift;
                shift += 2;
            }
            word
        });
        Self {
            first: words.next().unwrap_or_default(),
            rest: words.collect(),
        }
    }

    /// Finds the choice that led to these tokens, which lack those of a prefix.
    pub fn of_copy(segments: &[Segment], prefix: Prefix, tokens: &[u64]) -> Self {
        let mut whole: Vec<u64> = tokens.to_vec();
        let range = prefix.range();
        let left_out = segments[range.clone()].iter().map(|segment| segment.token);
        whole.splice(range.start..range.start, left_out);
        let mut variant = Self::of(segments, &whole);
        if segments.len() < Prefix::LONGEST {
            variant.first |= (prefix as u64) << (2 * segments.len());
        }
        variant
    }

    /// Leaves out the names of a path that goes round: from `start` on, all but the last. `None` if
    /// the segment there has one token only.
    pub fn of_round(segments: &[Segment], start: usize) -> Option<Self> {
        if !has_name(segments.get(start)?) {
            return None;
        }
        let mut words = vec![0; segments.len().div_ceil(WORD)];
        words[start / WORD] = EARLY_VALUE << (2 * (start % WORD));
        Some(Self::from_words(&words))
    }

    /// Returns the segments that it leaves out of a path that goes round.
    pub fn round(&self, segments: &[Segment]) -> Option<Range<usize>> {
        let is_mark = |(index, segment): (usize, &Segment)| {
            self.choice(index) == EARLY_VALUE && has_name(segment)
        };
        let start = segments.iter().enumerate().position(is_mark)?;
        Some(start..segments.len() - 1)
    }

    /// Returns the prefix that it leaves out of a path of this many segments, with the host if that
    /// is one.
    pub fn prefix(&self, segments: usize) -> Option<Prefix> {
        if segments >= Prefix::LONGEST {
            return None;
        }
        let number = self.first >> (2 * segments) & 3;
        Prefix::ALL
            .into_iter()
            .find(|prefix| *prefix as u64 == number)
            .filter(|prefix| prefix.range().end < segments)
    }

    /// Creates a variant from its [`words`](Self::words).
    pub fn from_words(words: &[u64]) -> Self {
        match words {
            [] => Self::default(),
            [first, rest @ ..] => Self {
                first: *first,
                rest: rest.to_vec(),
            },
        }
    }

    /// The choices, in words of 32; at least one word.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        std::iter::once(self.first).chain(self.rest.iter().copied())
    }

    /// Whether every segment has its own token.
    pub fn is_own(&self) -> bool {
        self.words().all(|word| word == 0)
    }

    /// Whether the segment at `index`, from 0, is variable because its position was learned.
    pub fn is_learned(&self, index: usize) -> bool {
        matches!(self.choice(index), VARIABLE | EARLY)
    }

    fn choice(&self, index: usize) -> u64 {
        let word = match index / WORD {
            0 => self.first,
            word => self.rest.get(word - 1).copied().unwrap_or_default(),
        };
        word >> (2 * (index % WORD)) & 3
    }

    /// Writes the tokens of the segments in this variant.
    pub fn tokens(&self, segments: &[Segment], tokens: &mut Vec<u64>) {
        tokens.clear();
        let mut round = None;
        for (index, segment) in segments.iter().enumerate() {
            tokens.push(match self.choice(index) {
                VARIABLE => segment.variable,
                EARLY_VALUE if has_name(segment) => {
                    round = Some(index);
                    segment.token
                }
                EARLY | EARLY_VALUE => segment.early(),
                _ => segment.token,
            });
        }
        if let Some(start) = round {
            tokens.splice(start..segments.len() - 1, [ROUND]);
        } else if let Some(prefix) = self.prefix(segments.len()) {
            tokens.drain(prefix.range());
        }
    }
}

/// Whether a segment is a name, whose token is another at a variable position.
fn has_name(segment: &Segment) -> bool {
    segment.token != segment.variable
}

/// Returns the choice that makes a segment read as this token.
fn choice(segment: &Segment, token: u64) -> u64 {
    if token == segment.token {
        OWN
    } else if token != segment.early() {
        VARIABLE
    } else if segment.token == segment.variable {
        EARLY_VALUE
    } else {
        EARLY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_gives_back_the_tokens_of_its_original() {
        for count in [2, 3, 5, 31, 32, 40] {
            let segment = |token| Segment {
                token,
                variable: token + u64::from(token % 3 == 0),
                ..Segment::default()
            };
            let segments: Vec<Segment> = (1..=count).map(segment).collect();
            for prefix in Prefix::ALL {
                if prefix.range().end >= segments.len() {
                    continue;
                }
                let mut original: Vec<u64> =
                    segments.iter().map(|segment| segment.variable).collect();
                original.drain(prefix.range());
                let variant = Variant::of_copy(&segments, prefix, &original);
                let is_short = segments.len() < Prefix::LONGEST;
                assert_eq!(variant.prefix(segments.len()), is_short.then_some(prefix));
                let mut tokens = Vec::new();
                variant.tokens(&segments, &mut tokens);
                assert_eq!(tokens == original, is_short);
            }
        }
        // A damaged state may hold any bits.
        let mut tokens = Vec::new();
        Variant::from_words(&[u64::MAX]).tokens(&[], &mut tokens);
        assert!(tokens.is_empty());
    }

    #[test]
    fn a_variant_gives_back_the_tokens_it_was_made_of() {
        for count in [0, 1, 5, 31, 32, 33, 64, 65, 130, 200] {
            let segment = |i: usize| Segment {
                token: 2 * i as u64,
                variable: 2 * i as u64 + u64::from(!i.is_multiple_of(5)),
                ..Segment::default()
            };
            let segments: Vec<Segment> = (0..count).map(segment).collect();
            let choose = |(i, s): (usize, &Segment)| [s.variable, s.token, s.early()][i % 3];
            let chosen: Vec<u64> = segments.iter().enumerate().map(choose).collect();
            let variant = Variant::of(&segments, &chosen);
            let mut tokens = vec![7];
            variant.tokens(&segments, &mut tokens);
            assert_eq!(tokens, chosen);
            let words: Vec<u64> = variant.words().collect();
            assert_eq!(words.len(), count.div_ceil(WORD).max(1));
            assert_eq!(Variant::from_words(&words), variant);
            // A value is `{}` by itself: nothing was learned.
            let learned = |i: usize| i % 3 != 1 && !i.is_multiple_of(5);
            assert!((0..count).all(|i| variant.is_learned(i) == learned(i)));
        }
    }
}
