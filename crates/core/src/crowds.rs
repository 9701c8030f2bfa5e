//! Domains with many hosts: how many of the kept lines would be left if hosts were merged.
//!
//! Kept only on request. It watches kept lines alone: their hosts are counted by domain, and lines
//! of a domain that has [`CROWD`] hosts or more go through a filter that merges hosts. The others
//! cost one lookup a line.

use crate::decider::Decider;
use crate::event::{Event, Seen};
use crate::feature::Layout;
use crate::known::Means;
use crate::parse::{Address, Scratch};
use crate::policy::Unwatched;
use crate::record::Batch;
use crate::scan::Scanner;
use crate::table::Uniform;
use crate::verdict::Verdict;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The hosts of a domain from which on its lines are tried: most sites have fewer.
const CROWD: u32 = 6;

/// Hosts that are counted at most.
const HOSTS: usize = 1 << 20;

/// Counts kept lines that would be dropped if hosts were merged.
#[derive(Clone, Debug)]
pub struct Crowds {
    /// What merges hosts.
    scanner: Scanner,
    layout: Layout,
    decider: Decider,
    // Kept for their memory:
    batch: Batch,
    scratch: Scratch,
    /// The domain of each host, by their hashes.
    hosts: HashMap<u64, u64, BuildHasherDefault<Uniform>>,
    /// How many hosts each domain has.
    sites: HashMap<u64, u32, BuildHasherDefault<Uniform>>,
    similar: u64,
}

impl Crowds {
    /// Tries lines with a filter that merges hosts and knows nothing.
    pub(crate) fn new(scanner: Scanner, layout: Layout, decider: Decider) -> Self {
        let (batch, hosts, sites) = (Batch::default(), HashMap::default(), HashMap::default());
        let scratch = Scratch::default();
        Self { scanner, layout, decider, batch, scratch, hosts, sites, similar: 0 }
    }

    /// Counts a record if it starts a group.
    pub(crate) fn see(&mut self, seen: &Seen<'_>) {
        let (Event::New(_), Some(url)) = (seen.told.event, seen.url()) else { return };
        let Self { scanner, layout, decider, batch, scratch, hosts, sites, similar } = self;
        let site = match hosts.get(&url.service) {
            Some(site) => *site,
            None if hosts.len() == HOSTS => return,
            None => {
                let hash = |address: &Address<'_>| scanner.key.token(domain(address.host));
                let found = seen.scanner.parts_in(scratch, seen.line, hash);
                let site = found.unwrap_or_default();
                hosts.insert(url.service, site);
                *sites.entry(site).or_default() += 1;
                site
            }
        };
        if sites.get(&site).is_none_or(|count| *count < CROWD) {
            return;
        }
        let mut buffer = Vec::new();
        let line = seen.scanner.remembered(seen.line, &mut buffer);
        batch.clear();
        scanner.scan(line, batch);
        let means = Means { scanner, layout };
        let verdict = decider.decide_one(means, (batch, 0, line), &mut Unwatched);
        *similar += u64::from(verdict == Verdict::Similar);
    }

    /// How many of the kept lines would be similar to others if hosts were merged.
    pub(crate) fn similar(&self) -> u64 {
        self.similar
    }

    /// Bytes that it holds, about.
    pub(crate) fn memory(&self) -> usize {
        self.decider.known.memory()
            + self.hosts.capacity() * size_of::<(u64, u64)>()
            + self.sites.capacity() * size_of::<(u64, u32)>()
    }
}

/// The domain of a host, about: its last two labels, or three where they end as in `co.uk`. A
/// lookup in the public suffix list for each host would take a tenth of a run.
fn domain(host: &[u8]) -> &[u8] {
    let mut dots = memchr::memrchr_iter(b'.', host);
    let (Some(last), Some(second)) = (dots.next(), dots.next()) else { return host };
    let label = &host[second + 1..last];
    let is_general = label.len() <= 2 || matches!(label, b"com" | b"org" | b"net" | b"gov" | b"edu");
    match dots.next() {
        Some(third) if is_general && host.len() - last == 3 => &host[third + 1..],
        None if is_general && host.len() - last == 3 => host,
        _ => &host[second + 1..],
    }
}

#[cfg(test)]
mod tests {
    use super::domain;

    #[test]
    fn domains_are_about_the_registrable_ones() {
        for (host, wanted) in [
            ("wombat.example.com", "example.com"),
            ("a.wombat.example.com:81", "example.com:81"),
            ("wombat.example.co.uk", "example.co.uk"),
            ("a.example.co.uk", "example.co.uk"),
            ("example.co.uk", "example.co.uk"),
            ("wombat.zoo.uk", "zoo.uk"),
            ("wombat.hp.example", "hp.example"),
            ("example.com", "example.com"),
            ("localhost", "localhost"),
            ("", ""),
        ] {
            assert_eq!(domain(host.as_bytes()), wanted.as_bytes(), "{host}");
        }
    }
}
