//! A path segment together with everything around it that learning looks at, and the keys under
//! which learning stores what it counted there.

use super::context::PathContext;
use crate::record::{PathAndQuery, Segment};
use urlsift_url::hash::Key;
use urlsift_url::token::Traits;

/// A segment at its position: the path before it, the segment, and the rest of the URL.
#[derive(Clone, Copy)]
pub(super) struct Seat<'a> {
    pub key: &'a Key,
    pub context: &'a PathContext,
    pub segment: &'a Segment,
    pub below: PathAndQuery<'a>,
}

impl<'a> Seat<'a> {
    /// Returns the seat of a segment of a path.
    #[inline]
    pub(super) fn of(
        key: &'a Key,
        context: &'a PathContext,
        path: PathAndQuery<'a>,
        index: usize,
    ) -> Self {
        let below = PathAndQuery {
            segments: &path.segments[index + 1..],
            ..path
        };
        Self {
            key,
            context,
            segment: &path.segments[index],
            below,
        }
    }

    /// Returns the next segment.
    pub(super) fn next(&self) -> Option<&'a Segment> {
        self.below.segments.first()
    }

    /// Hashes the template that ends with any segment at the position.
    #[inline]
    pub(super) fn template(&self) -> u64 {
        self.key.join(self.context.template, self.segment.variable)
    }

    /// Returns the key under which things of a kind are counted at the position, whatever stands
    /// there. The mark tells the kind from others.
    pub(super) fn count_key(&self, mark: u64) -> PositionKey {
        PositionKey(self.key.join(self.template(), mark))
    }

    /// Returns the key of the position. Language codes and locales have a position of their own,
    /// because a site may have many editions and few pages.
    #[inline]
    pub(super) fn position_key(&self) -> PositionKey {
        let shared_key = PositionKey(self.template());
        if self.context.is_locale_code(self.segment) {
            shared_key.join(self.key, u64::from(Traits::LOCALE_CODE))
        } else if self.context.has_own_position(self.segment) {
            shared_key.join(self.key, u64::from(Traits::READABLE))
        } else {
            shared_key
        }
    }

    /// Returns the key of the word, given that of its position. A name with a [position of its
    /// own](PathContext::has_own_position) is the same word as a title.
    #[inline]
    pub(super) fn word_key(&self, position_key: PositionKey) -> WordKey {
        let shared_key = if self.context.has_own_position(self.segment) {
            PositionKey(self.template())
        } else {
            position_key
        };
        shared_key.word(self.key, self.segment.token)
    }
}

/// The hash under which a state is stored: that of a path position, of a count at a position, of a
/// word's continuations or of a host's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PositionKey(pub(super) u64);

impl PositionKey {
    /// Returns the key of the position of a segment, given the template before it.
    pub(super) fn after(key: &Key, template: u64, segment: &Segment) -> Self {
        Self(key.join(template, segment.variable))
    }

    /// Returns the key of another state that belongs to this position.
    pub(super) fn join(self, key: &Key, hash: u64) -> Self {
        Self(key.join(self.0, hash))
    }

    /// Returns the key of a word at this position.
    pub(super) fn word(self, key: &Key, token: u64) -> WordKey {
        WordKey::from_hash(key.join(self.0, token))
    }
}

/// The hash of a word at a position, or of anything else that is counted once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WordKey(u64);

impl WordKey {
    /// Creates a key from a hash. It is never 0, which the tables do not store.
    pub(crate) fn from_hash(hash: u64) -> Self {
        Self(hash.max(1))
    }

    /// Returns the hash.
    pub(super) fn hash(self) -> u64 {
        self.0
    }
}
