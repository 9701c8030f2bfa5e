//! Finds the lines whose paths go [round](crate::learn) below the same names.
//!
//! As for copies, this takes place only where a line would be kept.

use crate::decide::decider::Decider;
use crate::decide::known::Scanning;
use crate::decide::original::Round;
use crate::decide::policy::Policy;
use crate::record::variant::Variant;
use crate::record::{Batch, Url};

/// The most variants in which a line is looked up: its names may have been left out from a later
/// one on, before they had come back often enough.
const LOOKUPS: usize = 16;

impl Decider {
    /// Finds a URL with a path that goes round as this one does; `None` if this one does not.
    pub(super) fn find_round<P: Policy>(
        &mut self,
        scanning: Scanning<'_>,
        batch: &Batch,
        url: &Url,
        policy: &mut P,
    ) -> Option<Round> {
        let segments = batch.segments_of(url);
        let learner = self.known.learner.as_mut()?;
        let starts = learner.count_round(&scanning.scanner.key, url, segments)?;
        let mut first = None;
        let variants = starts.filter_map(|start| Variant::of_round(segments, start));
        for variant in variants.take(LOOKUPS) {
            variant.tokens(segments, &mut self.variant);
            let found = self.find_alive(scanning, policy, |decider| {
                decider.find_variant::<P>(batch, url)
            });
            if let Some(found) = found {
                return Some(Round::Kept(variant, found));
            }
            first.get_or_insert(variant);
        }
        first.map(Round::New)
    }

    /// Enters a URL whose path goes round in its variant.
    pub(super) fn enter_round<P: Policy>(&mut self, batch: &Batch, url: &Url, variant: &Variant) {
        variant.tokens(batch.segments_of(url), &mut self.variant);
        if P::WATCHED && self.events.wants.variants {
            self.events.variants.push(variant.clone());
        }
        self.enter_variant::<P>(batch, url);
    }

    /// Enters a URL as it reads in the variant of the buffer.
    pub(super) fn enter_variant<P: Policy>(&mut self, batch: &Batch, url: &Url) {
        let view = batch.url_view(url, &self.variant);
        if P::WATCHED && self.events.wants.keys {
            let start = self.events.keys.len();
            self.known.index.keys(&view, &mut self.events.keys);
            let keys = &self.events.keys[start..];
            self.known.index.insert_keys(keys, self.known.next);
        } else {
            self.known.index.insert(&view, self.known.next);
        }
    }
}
