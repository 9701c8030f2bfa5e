//! Finds the originals of pages below [mirrors](crate::learn).
//!
//! This takes place only where a line would be kept. The page without the prefix is read and looked
//! up as a line of its own. If its prefix is a mirror, but the original is not known, the line is
//! also entered as its original, which is then similar to it.

use crate::decide::decider::{Decider, take_early};
use crate::decide::known::Scanning;
use crate::decide::original::{CopyBuffers, Original};
use crate::decide::policy::Policy;
use crate::learn::mirrors::is_endpoint;
use crate::record::variant::Prefix;
use crate::record::{Batch, Url};
use crate::similar::index::Match;

impl Decider {
    /// Finds the original of a URL that is about to be kept, and counts it for its prefix.
    pub(super) fn find_original<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        batch: &Batch,
        url: &Url,
        policy: &mut P,
    ) -> Original {
        let segments = batch.segments_of(url);
        let key = &scanning.scanner.key;
        match &mut self.known.learner {
            Some(learner)
                if segments.len() < Prefix::LONGEST && learner.may_be_copy(url, segments) =>
            {
                learner.count_original(key, url, segments, &self.tokens);
            }
            _ => return Original::None,
        }
        let (_, path) = url.split(segments);
        let (host_token, _) = url.split(&self.tokens);
        let host_token = host_token.copied();
        let mut original = Original::None;
        let mut first_is_mirror = false;
        for prefix in Prefix::ALL {
            let Some(learner) = &mut self.known.learner else {
                break;
            };
            let Some(prefix_key) = learner.prefix_key(key, url, path, host_token, prefix) else {
                continue;
            };
            let page = &path[prefix.range().end..];
            let is_counted = learner.is_counted(key, prefix_key, page);
            let mut is_mirror = learner.is_mirror(key, prefix_key);
            match prefix {
                Prefix::First => first_is_mirror = is_mirror,
                // The copy of a copy.
                Prefix::FirstTwo => is_mirror |= first_is_mirror && path[0].token == path[1].token,
                Prefix::Second => {}
            }
            is_mirror &= !is_endpoint(page);
            if !is_mirror && !is_counted {
                continue;
            }
            self.original.segments.clear();
            self.original.segments.extend_from_slice(segments);
            self.original.segments.drain(prefix.range());
            self.original.read(learner, key, url, batch.pairs_of(url));
            if is_counted {
                let CopyBuffers {
                    segments, tokens, ..
                } = &self.original;
                learner.count_copy(key, url, prefix_key, segments, tokens);
            }
            if !is_mirror {
                continue;
            }
            self.original.is_settled &= learner.is_decided(key, prefix_key);
            let found = self.find_alive(scanning, policy, |decider| {
                decider.find_read_original::<P>(batch, url)
            });
            match found {
                Some(found) => return Original::Kept(prefix, found),
                None => original = Original::New(prefix),
            }
        }
        original
    }

    /// Finds a URL that is similar to the original, and leaves the variant that matched in the
    /// buffer.
    fn find_read_original<P: Policy>(&mut self, batch: &Batch, url: &Url) -> Option<Match> {
        for choice in 0..1 << self.original.learned.len() {
            self.variant.clone_from(&self.original.tokens);
            let CopyBuffers {
                segments, learned, ..
            } = &self.original;
            take_early(&mut self.variant, segments, learned, choice);
            let found = self.find_variant::<P>(batch, url);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Enters a URL below a mirror as its original.
    pub(super) fn enter_original<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        batch: &Batch,
        url: &Url,
        prefix: Prefix,
    ) {
        let segments = batch.segments_of(url);
        self.original.segments.clear();
        self.original.segments.extend_from_slice(segments);
        self.original.segments.drain(prefix.range());
        if let Some(learner) = &self.known.learner {
            let key = &scanning.scanner.key;
            self.original.read(learner, key, url, batch.pairs_of(url));
        }
        if P::WATCHED {
            self.events
                .note_copy(segments, prefix, &self.original.tokens);
        }
        self.variant.clone_from(&self.original.tokens);
        self.enter_variant::<P>(batch, url);
    }
}
