//! The keys under which learning stores what it has counted.

use crate::record::Segment;
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
