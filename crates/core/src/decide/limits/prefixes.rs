//! Limits the number of lines kept below each path prefix.

use super::quota::Quota;
use crate::settings::builder::Settings;
use urlsift_url::hash::Key;
use urlsift_url::parse::Address;
use urlsift_url::site_rules::PlaceLimit;

/// Counts the lines kept below each prefix, by limit.
#[derive(Clone, Debug)]
pub(crate) struct Prefixes {
    counts: Vec<PrefixCounts>,
}

/// A limit, and the lines kept below each of its prefixes.
#[derive(Clone, Debug)]
struct PrefixCounts {
    limit: PlaceLimit,
    quota: Quota,
}

/// A prefix with the limit that it has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LimitedPrefix {
    limit: usize,
    prefix: u64,
}

impl Prefixes {
    /// Creates the counts for the limits of settings, if there are any.
    pub(crate) fn new(settings: &Settings) -> Option<Self> {
        let mut limits = Vec::new();
        if let Some(each) = settings.max_per_prefix {
            limits.push(PlaceLimit::of_segments(each.lines, each.segments));
        }
        limits.extend_from_slice(&settings.place_limits);
        let mut counts = Vec::new();
        for limit in limits {
            counts.push(PrefixCounts {
                quota: Quota::new(limit.lines),
                limit,
            });
        }
        (!counts.is_empty()).then_some(Self { counts })
    }

    /// Returns the prefix of a URL on a service, by the last limit that has it; `None` if it has no
    /// limit.
    pub(crate) fn of(
        &self,
        key: &Key,
        service: u64,
        address: &Address<'_>,
    ) -> Option<LimitedPrefix> {
        for (limit, counts) in self.counts.iter().enumerate().rev() {
            if let Some(prefix) = counts.limit.prefix_of(key, service, address) {
                return Some(LimitedPrefix { limit, prefix });
            }
        }
        None
    }

    pub(super) fn has_room(&self, prefix: LimitedPrefix) -> bool {
        self.counts[prefix.limit].quota.has_room(prefix.prefix)
    }

    pub(super) fn take(&mut self, prefix: LimitedPrefix) {
        self.counts[prefix.limit].quota.take(prefix.prefix);
    }

    /// Memory used, in bytes, approximately.
    pub(super) fn heap_bytes(&self) -> usize {
        self.counts
            .iter()
            .map(|counts| counts.quota.heap_bytes())
            .sum()
    }
}
