//! A path segment together with everything around it that learning looks at.

use super::context::PathContext;
use super::keys::{PositionKey, WordKey};
use crate::record::{PathAndQuery, Segment};
use urlsift_url::hash::Key;

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

    /// Returns the key of the word. A name [apart](PathContext::has_own_position) is the same word as a
    /// title.
    pub(super) fn word_key(&self) -> WordKey {
        let position_key = if self.context.has_own_position(self.segment) {
            PositionKey(self.template)
        } else {
            self.position_key
        };
        position_key.word(self.key, self.segment.token)
    }
}
