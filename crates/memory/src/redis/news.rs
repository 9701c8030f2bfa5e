//! News: what other processes have stored of some buckets.

use super::bucket::{Element, bucket};
use super::frame::Part;
use super::{NEWS, Redis, share};
use crate::entry::{Entry, damaged, retain};
use crate::host::Host;
use crate::store::EachHost;
use std::collections::{BTreeMap, BTreeSet};
use urlsift_core::Error;

/// The most that a request reads: elements, and thousands of bytes of them. So the server is rarely
/// blocked for longer than 20 ms.
const READ: u64 = 4000;

/// New elements of a bucket, in the order in which they were stored.
pub(super) struct OfBucket {
    pub(super) elements: Vec<Element>,
    /// The version up to which they are complete.
    pub(super) until: u64,
}

impl Redis {
    /// Returns what others have stored in some buckets since the version given for each.
    pub(super) fn news(&mut self, buckets: &[(u16, u64)]) -> Result<Vec<OfBucket>, Error> {
        let mut all = Vec::new();
        while all.len() < buckets.len() {
            let asked = &buckets[all.len()..];
            let mut call = self.call(&NEWS);
            call.arg(&self.process.to_le_bytes()).number(READ).optional(self.generation());
            call.number(asked.len() as u64).args(asked.iter().map(|(bucket, _)| bucket.to_le_bytes()));
            call.numbers(asked.iter().map(|(_, version)| *version));
            let (until, complete, elements): (u64, usize, Vec<(usize, Vec<u8>)>) = self.server.run(call)?;
            let first = all.len();
            all.extend((0..complete).map(|_| OfBucket { elements: Vec::new(), until }));
            for (at, element) in elements {
                self.server.traffic.received += element.len() as u64;
                all.get_mut(first + at).ok_or_else(damaged)?.elements.push(Element::new(&element)?);
            }
        }
        for of_bucket in &mut all {
            of_bucket.elements.sort_by_key(|element| element.version);
        }
        Ok(all)
    }

    /// Calls `each` with what others have stored in the buckets of some hosts since the last time,
    /// of all hosts there.
    pub(super) fn load_news(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
        let buckets: BTreeSet<u16> = hosts.iter().copied().map(bucket).collect();
        let buckets: Vec<(u16, u64)> =
            buckets.into_iter().map(|at| (at, self.known.get(&at).map_or(0, |known| known.read))).collect();
        for ((at, _), OfBucket { elements, until }) in buckets.iter().copied().zip(self.news(&buckets)?) {
            let is_first = !self.known.contains_key(&at);
            let known = self.known.entry(at).or_default();
            (known.version, known.read) = (until, until);
            let mut hosts = BTreeMap::<Host, Vec<(u64, Vec<u8>)>>::new();
            for elements in [std::mem::take(&mut known.unread), elements] {
                let before = known.last.clone();
                for element in elements {
                    for Part { host, owner, mut entries } in element.parts()? {
                        if owner == self.process {
                            continue;
                        }
                        for entry in share::read(&entries)? {
                            if let Entry::Kept(kept) = entry {
                                let last = known.last.entry(owner).or_default();
                                *last = kept.id.max(*last);
                            }
                        }
                        // A frame also holds groups that were read before it was made. With a
                        // window, a group may come again.
                        if let (Some(last), true, None) = (before.get(&owner), element.is_frame(), self.life)
                        {
                            let is_new =
                                |entry: &Entry<'_>| !matches!(entry, Entry::Kept(kept) if kept.id <= *last);
                            entries = retain(&entries, is_new).ok_or_else(damaged)?;
                        }
                        hosts.entry(host).or_default().push((owner, entries));
                    }
                }
            }
            for (host, commits) in hosts {
                let as_stored = |commits: Vec<_>| commits.into_iter().map(|(_, entries)| entries).collect();
                let commits = if is_first { share::in_turn(commits)? } else { as_stored(commits) };
                commits.iter().try_for_each(|entries| each(host, entries))?;
            }
        }
        Ok(())
    }
}
