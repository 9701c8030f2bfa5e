//! A path segment together with everything around it that learning looks at.

use super::context::PathContext;
use super::keys::{PositionKey, WordKey};
use crate::record::{PathAndQuery, Segment};
use urlsift_url::hash::Key;
use urlsift_url::token::Traits;

/// A segment at its position: the path before it, the segment, and the rest of the URL.
#[derive(Clone, Copy)]
pub(super) struct Seat<'a> {
    pub(super) key: &'a Key,
    pub(super) context: &'a PathContext,
    pub(super) segment: &'a Segment,
    pub(super) below: PathAndQuery<'a>,
}

impl<'a> Seat<'a> {
    /// Returns the next segment.
    pub(super) fn next(&self) -> Option<&'a Segment> {
        self.below.segments.first()
    }

    /// Hashes the template that ends with any segment at the position.
    #[inline]
    pub(super) fn template(&self) -> u64 {
        self.key.join(self.context.template, self.segment.variable)
    }

    /// Returns the key of the position. Language codes have a position of their own, because a site
    /// may have many editions and few pages.
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
