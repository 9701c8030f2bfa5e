//! The language of a host, by the evidence of its names.
//!
//! Each new name of a host adds its [evidence](urlsift_url::token::Speech), except single names
//! where things are listed, which users choose. A host is *foreign* once the sum is above what the
//! names of an English host reach by chance. There
//!
//! - names of one and of two words have a position apart from titles and values, and fewer points:
//!   most sections and pages have names that are in no list;
//! - titles of up to three words are words, unless they read like English;
//! - names of the [catalogue](urlsift_url::token::catalogue) are familiar, with the traits of what
//!   they mean;
//! - plurals list nothing: sections are named by them more often than in English.

use super::seat::PositionKey;
use crate::record::{Segment, Url};
use std::borrow::Cow;
use urlsift_url::hash::Key;
use urlsift_url::token::{Speech, Traits};

/// The evidence for the language of a host, stored among the positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Language {
    /// Quarters of a bit: above 0 for another language than English.
    sum: i32,
    /// The number of parts of names that were judged.
    parts: i32,
}

/// Returns the key under which the language of a host is stored.
pub(super) fn key_of_host(key: &Key, url: &Url) -> PositionKey {
    PositionKey(key.join(url.service, 0x1A46))
}

impl Language {
    /// Set in no `Position` and no `Branches`.
    const MARK: u16 = 1 << 14;
    const MOST: i32 = 127;
    const LEAST: i32 = 28;
    const MOST_PARTS: i32 = 63;

    pub(super) fn from_bits(bits: u16) -> Self {
        Self {
            sum: i32::from(bits >> 6 & 0xFF) - Self::MOST,
            parts: i32::from(bits & 63),
        }
    }

    pub(super) fn bits(self) -> u16 {
        Self::MARK
            | ((self.sum + Self::MOST).unsigned_abs() as u16) << 6
            | self.parts.unsigned_abs() as u16
    }

    /// Reads bits; `None` if they are about something else.
    pub(super) fn from_marked_bits(bits: u16) -> Option<Self> {
        (bits >> 14 == Self::MARK >> 14).then(|| Self::from_bits(bits))
    }

    /// Returns the combined state of two learners, which may have judged the same names: that of
    /// more names, and of two the one that is more English.
    pub(super) fn joined(self, other: Self) -> Self {
        if (self.parts, -self.sum) >= (other.parts, -other.sum) {
            self
        } else {
            other
        }
    }

    /// Adds the evidence of a name.
    pub(super) fn count(&mut self, speech: Speech) {
        if self.parts < Self::MOST_PARTS && speech.parts() > 0 {
            self.sum = (self.sum + i32::from(speech.evidence)).clamp(-Self::MOST, Self::MOST);
            self.parts = (self.parts + speech.parts()).min(Self::MOST_PARTS);
        }
    }

    /// Whether no more names are judged.
    pub(super) fn is_settled(self) -> bool {
        self.parts >= Self::MOST_PARTS
    }

    /// Whether the names are in another language than English: the sum exceeds seven bits, and one
    /// bit times the root of the number of parts.
    pub(super) fn is_foreign(self) -> bool {
        self.sum > Self::LEAST && self.sum * self.sum > 16 * self.parts
    }
}

/// Returns the segments as they read on a host that is foreign or not.
#[inline]
pub(super) fn interpreted(segments: &[Segment], foreign: bool) -> Cow<'_, [Segment]> {
    let is_title = |segment: &Segment| segment.speech.has(Speech::TITLE);
    if !foreign && !segments.iter().any(is_title) {
        return Cow::Borrowed(segments);
    }
    let is_task_title = |segment: &Segment| is_title(segment) && segment.traits.is_task();
    let is_reinterpreted = |segment: &Segment| {
        if is_task_title(segment) {
            true
        } else if foreign {
            let is_listed = segment.speech.meaning().has(Traits::KNOWN);
            (is_listed || segment.traits.has(Traits::PLURAL)) && !segment.traits.has(Traits::KNOWN)
        } else {
            is_title(segment)
        }
    };
    if foreign && !segments.iter().any(is_reinterpreted) {
        return Cow::Borrowed(segments);
    }
    let interpret = |segment: &Segment| {
        if !is_reinterpreted(segment) {
            *segment
        } else if is_task_title(segment) {
            Segment {
                token: segment.variable,
                traits: Traits::of_task_title(),
                ..*segment
            }
        } else if foreign {
            let meaning = segment.speech.meaning();
            let joined = if meaning.has(Traits::KNOWN) {
                Traits::JOINED
            } else {
                0
            };
            let traits = (segment.traits.0 & !joined | meaning.0) & !Traits::PLURAL;
            Segment {
                traits: Traits(traits),
                ..*segment
            }
        } else {
            let traits = Traits(Traits::VALUE | Traits::MARKED);
            Segment {
                token: segment.variable,
                traits,
                ..*segment
            }
        }
    };
    Cow::Owned(segments.iter().map(interpret).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::position::{BITS, Branches, Position, stored};

    #[test]
    fn languages_survive_their_bits_and_join_in_any_order() {
        let all = [(0, 0), (-127, 63), (127, 63), (28, 9), (29, 9)]
            .map(|(sum, parts)| Language { sum, parts });
        for one in all {
            let bits = one.bits();
            assert_eq!(
                (Language::from_bits(bits), Language::from_marked_bits(bits)),
                (one, Some(one))
            );
            assert_eq!(
                (Branches::from_bits(bits), stored(bits), bits >> BITS),
                (None, Some(bits), 0)
            );
            for other in all {
                assert_eq!(one.joined(other), other.joined(one));
            }
        }
        assert_eq!(Language::from_marked_bits(Position::default().bits()), None);
        assert!(!all[3].is_foreign() && all[4].is_foreign());
    }
}
