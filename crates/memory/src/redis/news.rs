//! News: what other processes have stored of some buckets.

use super::bucket::{Element, bucket};
use super::replay::Part;
use super::server::Call;
use super::{NEWS, Redis, share};
use crate::entry::{Entry, damaged, retain};
use crate::host::Host;
use crate::store::EachHost;
use redis::Script;
use std::collections::{BTreeMap, BTreeSet};
use urlsift_core::Error;

/// The most that a request reads: elements, and thousands of bytes of them. So the server is rarely
/// blocked for longer than 20 ms.
const READ: u64 = 4000;

/// News of a bucket, in the order in which they were stored, and the version up to which they are
/// complete.
pub(super) type OfBucket = (Vec<Element>, u64);

/// The answer of the server: the current version, the number of buckets that were read, and elements
/// behind the places of their buckets and their lengths.
type Answer = (u64, usize, Vec<u8>);

impl Redis {
    /// Starts a call that reads what others have stored in some buckets since the version given for
    /// each.
    pub(super) fn news_call(&self, script: &'static Script, buckets: &[(u16, u64)]) -> Call {
        let mut call = self.call(script);
        call.arg(&self.process.to_le_bytes()).number(READ).optional(self.generation());
        call.number(buckets.len() as u64).args(buckets.iter().map(|(bucket, _)| bucket.to_le_bytes()));
        call.args(buckets.iter().map(|(_, version)| version.to_string()));
        call
    }

    /// Returns the news of an answer, for as many buckets as were read.
    pub(super) fn read_news(&mut self, (until, complete, elements): Answer) -> Result<Vec<OfBucket>, Error> {
        self.server.traffic.received += elements.len() as u64;
        let mut all: Vec<OfBucket> = (0..complete).map(|_| (Vec::new(), until)).collect();
        for (at, element) in Element::all(&elements)? {
            all.get_mut(at).ok_or_else(damaged)?.0.push(element);
        }
        for (elements, _) in &mut all {
            elements.sort_by_key(|element| element.version);
        }
        Ok(all)
    }

    /// Calls `each` with what others have stored in the buckets of some hosts since the last time,
    /// of all hosts there.
    pub(super) fn load_news(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
        let buckets: BTreeSet<u16> = hosts.iter().copied().map(bucket).collect();
        let buckets: Vec<(u16, u64)> = buckets.into_iter().map(|at| (at, self.version(at))).collect();
        let mut all = Vec::new();
        while all.len() < buckets.len() {
            let call = self.news_call(&NEWS, &buckets[all.len()..]);
            let answer = self.server.run(call)?;
            all.extend(self.read_news(answer)?);
        }
        for ((at, _), (elements, until)) in buckets.into_iter().zip(all) {
            let is_first = !self.known.contains_key(&at);
            let known = self.known.entry(at).or_default();
            known.read = until;
            let mut hosts = BTreeMap::<Host, Vec<(u64, Vec<u8>)>>::new();
            for elements in [std::mem::take(&mut known.unread), elements] {
                let before = known.last.clone();
                for element in &elements {
                    let others = element
                        .parts(&mut self.replay)?
                        .into_iter()
                        .filter(|part| part.owner != self.process);
                    for Part { host, owner, mut entries } in others {
                        let last = known.last.entry(owner).or_default();
                        for entry in Entry::all(&entries) {
                            if let Entry::Kept(kept) = entry.ok_or_else(damaged)? {
                                *last = kept.id.max(*last);
                            }
                        }
                        // A frame also holds groups that were read before it was made. With a
                        // window, a group may come again.
                        if let (Some(last), true, None) = (before.get(&owner), element.is_frame(), self.life)
                        {
                            let is_new =
                                |entry: &Entry<'_>| !matches!(entry, Entry::Kept(kept) if kept.id <= *last);
                            entries = retain(&entries, is_new).ok_or_else(damaged)?.into();
                        }
                        if is_first {
                            hosts.entry(host).or_default().push((owner, entries.into_owned()));
                        } else {
                            each(host, &entries)?;
                        }
                    }
                }
            }
            for (host, commits) in hosts {
                share::in_turn(commits)?.iter().try_for_each(|entries| each(host, entries))?;
            }
        }
        Ok(())
    }
}
