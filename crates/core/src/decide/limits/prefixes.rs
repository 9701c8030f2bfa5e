//! Limits the number of lines kept below each path prefix.

use super::quota::Quota;
use crate::settings::PerPrefix;
use std::num::NonZeroU32;
use urlsift_url::hash::Key;
use urlsift_url::parse::Address;

/// Counts the lines kept below each prefix.
#[derive(Clone, Debug)]
pub(crate) struct Prefixes {
    segments: NonZeroU32,
    pub(super) quota: Quota,
}

impl Prefixes {
    pub(crate) fn new(limit: PerPrefix) -> Self {
        Self {
            segments: limit.segments,
            quota: Quota::new(limit.lines),
        }
    }

    /// The prefix of a URL on a service; `None` for the root of a host, which is above all
    /// prefixes.
    pub(crate) fn of(&self, key: &Key, service: u64, address: &Address<'_>) -> Option<u64> {
        let names = address.segments().filter(|name| !name.is_empty());
        let mut prefix = None;
        for name in names.take(self.segments.get() as usize) {
            let above = prefix.unwrap_or(service);
            prefix = Some(key.join(above, key.token(name)));
        }
        prefix
    }
}
