//! News: what other processes have stored of some buckets.

use super::bucket::{Element, bucket, head, list};
use super::replay::Part;
use super::server::Call;
use super::{NEWS, Redis, share};
use crate::entry::{Entry, damaged, retain};
use crate::host::Host;
use crate::store::EachHost;
use redis::{FromRedisValue, Script, Value};
use std::collections::{BTreeMap, BTreeSet};
use urlsift_core::Error;

/// The number of elements to read first of a bucket's list: those of some commits.
const LAST: u64 = 8;

/// More elements than a list has.
const WHOLE: u64 = 1 << 50;

/// The buckets that are read with one request: whole lists, or their last elements. So the server is
/// rarely blocked for longer than 20 ms.
const AT_ONCE: usize = 16;
const LAST_AT_ONCE: usize = 256;

/// News of a bucket, in the order in which they were stored, and the version up to which they are
/// complete.
pub(super) type OfBucket = (Vec<Element>, u64);

/// The answer of the server: the current version, what is noted of buckets in each generation, and
/// the answers to claims.
pub(super) type Answer = (u64, Noted, Vec<u8>);
type Noted = Vec<(String, Vec<Option<Vec<u8>>>)>;

/// The last elements of a list, as they are stored.
type End = Vec<Vec<u8>>;

/// What is to be read of a bucket: the ends of lists.
#[derive(Clone)]
struct Reading {
    at: usize,
    known: u64,
    lists: Vec<Vec<u8>>,
    length: u64,
}

impl Reading {
    /// Whether the end of a list has all that was stored since the known version. Counts have no
    /// version.
    fn is_complete(&self, end: &End) -> bool {
        let first = end.iter().find_map(|element| head(element).filter(|(_, version)| *version > 0));
        (end.len() as u64) < self.length || first.is_some_and(|(_, version)| version <= self.known)
    }
}

impl Redis {
    /// Starts a call that asks in which of some buckets others have stored something since they
    /// were read.
    pub(super) fn news_call(&self, script: &'static Script, buckets: &[u16]) -> Call {
        let oldest = buckets.iter().map(|at| self.version(*at)).min().unwrap_or_default();
        let mut call = self.call(script);
        call.optional(self.generation()).number(oldest);
        call.number(buckets.len() as u64).args(buckets.iter().map(|at| at.to_le_bytes()));
        call
    }

    /// Returns what others have stored in some buckets since they were read, at least what had been
    /// when the server answered. Plain commands take a quarter of the time of a script.
    pub(super) fn read_news(
        &mut self, buckets: &[u16], (until, noted): (u64, &Noted),
    ) -> Result<Vec<OfBucket>, Error> {
        let mut all: Vec<OfBucket> = buckets.iter().map(|_| (Vec::new(), until)).collect();
        let mut open = Vec::new();
        for (at, &bucket) in buckets.iter().enumerate() {
            let known = self.version(bucket);
            let has_news = |heads: &[Option<Vec<u8>>]| {
                heads.get(at).and_then(Option::as_deref).is_some_and(|head| self.is_news(head, known))
            };
            let lists = noted.iter().filter(|(_, heads)| has_news(heads)).map(|(of, _)| list(of, bucket));
            let (lists, length) = (lists.collect::<Vec<_>>(), if known > 0 { LAST } else { WHOLE });
            open.extend((!lists.is_empty()).then_some(Reading { at, known, lists, length }));
        }
        while !open.is_empty() {
            open.sort_by_key(|reading| reading.length);
            let mut longer = Vec::new();
            for same in open.chunk_by(|one, other| one.length == other.length) {
                let at_once = if same[0].length == WHOLE { AT_ONCE } else { LAST_AT_ONCE };
                for some in same.chunks(at_once) {
                    let (until, ends) = self.read_ends(some)?;
                    let mut ends = ends.into_iter();
                    for reading in some {
                        let ends: Vec<End> = ends.by_ref().take(reading.lists.len()).collect();
                        if ends.iter().all(|end| reading.is_complete(end)) {
                            all[reading.at] = (self.others(ends, reading.known)?, until);
                        } else {
                            longer.push(Reading { length: reading.length * 4, ..reading.clone() });
                        }
                    }
                }
            }
            open = longer;
        }
        Ok(all)
    }

    /// Whether others have stored something in a bucket since a version. `head` is what the server
    /// notes of it, eight bytes each: the version of its last record, how often it was packed, who
    /// stored the record, and the version of the last one that somebody else stored.
    fn is_news(&self, head: &[u8], known: u64) -> bool {
        let mut numbers = head.as_chunks().0.iter().map(|number| u64::from_le_bytes(*number));
        let (version, owner) = (numbers.next(), numbers.nth(1));
        version > Some(known) && (owner != Some(self.process) || numbers.next() > Some(known))
    }

    /// Reads the ends of lists, and the current version with each: nothing is stored between the
    /// commands of a transaction.
    fn read_ends(&mut self, some: &[Reading]) -> Result<(u64, Vec<End>), Error> {
        let (mut pipe, address) = (redis::pipe(), &self.server.address);
        pipe.atomic().cmd("HGET").arg(address.settings_name()).arg("changed");
        for Reading { lists, length, .. } in some {
            for list in lists {
                let name = [address.prefix.as_bytes(), b":b:", list].concat();
                pipe.cmd("LRANGE").arg(name).arg(format!("-{length}")).arg(-1);
            }
        }
        let answers: Vec<Value> = self.server.ask(move |connection| pipe.query(connection))?;
        let (mut answers, damaged) = (answers.into_iter(), |_| damaged());
        let until = answers.next().map(Option::from_redis_value).transpose().map_err(damaged)?.flatten();
        let ends = answers.map(End::from_redis_value).collect::<Result<_, _>>().map_err(damaged)?;
        Ok((until.unwrap_or_default(), ends))
    }

    /// Returns the elements of a bucket's lists that others have stored since a version.
    fn others(&mut self, ends: Vec<End>, known: u64) -> Result<Vec<Element>, Error> {
        let mut elements = Vec::new();
        for mut end in ends {
            end.retain(|it| head(it).is_none_or(|(owner, version)| owner != self.process && version > known));
            self.server.traffic.received += end.iter().map(|element| element.len() as u64).sum::<u64>();
            elements.extend(Element::all(end)?);
        }
        elements.sort_by_key(|element| element.version);
        Ok(elements)
    }

    /// Calls `each` with what others have stored in the buckets of some hosts since the last time,
    /// of all hosts there.
    pub(super) fn load_news(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
        let buckets: BTreeSet<u16> = hosts.iter().copied().map(bucket).collect();
        let buckets: Vec<u16> = buckets.into_iter().collect();
        let (until, noted, _): Answer = self.server.run(self.news_call(&NEWS, &buckets))?;
        let all = self.read_news(&buckets, (until, &noted))?;
        for (at, (elements, until)) in buckets.into_iter().zip(all) {
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
