//! What is known of a page below a [mirror](crate::learn), and of a path that goes round.

use crate::learn::{Learner, MAX_ALTERNATIVES};
use crate::record::variant::{Prefix, Variant};
use crate::record::{Pair, PathAndQuery, Segment, Url};
use crate::similar::index::Match;
use urlsift_url::hash::Key;

/// A page without a prefix, as it is read.
#[derive(Clone, Debug, Default)]
pub(super) struct CopyBuffers {
    pub segments: Vec<Segment>,
    pub tokens: Vec<u64>,
    /// Indices of the segments at learned positions.
    pub learned: Vec<usize>,
    /// Whether it reads as it does for good.
    pub is_settled: bool,
    /// The prefix without which the present URL is entered too.
    pub mirror: Option<Prefix>,
}

impl CopyBuffers {
    /// Reads the page, whose segments are in the buffer.
    pub(super) fn read(&mut self, learner: &Learner, key: &Key, url: &Url, pairs: &[Pair]) {
        let Self {
            segments,
            tokens,
            learned,
            is_settled,
            ..
        } = self;
        let parts = PathAndQuery { segments, pairs };
        learned.clear();
        *is_settled = true;
        learner.read(key, url, parts, tokens, |index, is_sure| {
            learned.push(index);
            *is_settled &= is_sure;
        });
        learned.truncate(MAX_ALTERNATIVES.ilog2() as usize);
    }
}

/// What is known of the original of a page.
pub(super) enum Original {
    /// The page has no original, as far as is known.
    None,
    /// It is without this prefix, and similar to a kept URL.
    Kept(Prefix, Match),
    /// It is without this prefix, and would be new.
    New(Prefix),
}

/// A path that goes round, in its variant.
pub(super) enum Round {
    /// It is similar to a kept URL.
    Kept(Variant, Match),
    /// It would be new.
    New(Variant),
}
