//! A path segment together with everything around it that learning looks at, and the keys under
//! which learning stores what it has counted.

use super::context::PathContext;
use crate::record::{PathAndQuery, Segment};
use urlsift_url::hash::Key;

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

/// A segment at its position: the path before it, the segment, and the rest of the URL.
#[derive(Clone, Copy)]
pub(super) struct Seat<'a> {
    pub(super) key: &'a Key,
    pub(super) context: &'a PathContext,
    pub(super) segment: &'a Segment,
    pub(super) below: PathAndQuery<'a>,
    /// The hash of the template that ends with any segment at the position.
    pub(super) template: u64,
    /// The key of the position.
    pub(super) position_key: PositionKey,
}

impl<'a> Seat<'a> {
    #[allow(
        clippy::inline_always,
        reason = "the hashes of most segments then stay in registers"
    )]
    #[inline(always)]
    pub(super) fn new(
        key: &'a Key,
        context: &'a PathContext,
        segment: &'a Segment,
        below: PathAndQuery<'a>,
    ) -> Self {
        let template = key.join(context.template, segment.variable);
        Self {
            key,
            context,
            segment,
            below,
            template,
            position_key: context.position_key(key, segment, template),
        }
    }

    /// Returns the next segment.
    pub(super) fn next(&self) -> Option<&'a Segment> {
        self.below.segments.first()
    }

    /// Returns the key of the word. A name [apart](PathContext::is_apart) is the same word as a
    /// title.
    pub(super) fn word_key(&self) -> WordKey {
        let position_key = if self.context.is_apart(self.segment) {
            PositionKey(self.template)
        } else {
            self.position_key
        };
        position_key.word(self.key, self.segment.token)
    }
}
