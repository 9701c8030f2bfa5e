//! News: what other processes have stored of some buckets.

use crate::bucket::{Element, Noted, bucket, head, list};
use crate::replay::Part;
use crate::server::Call;
use crate::{NEWS, Redis, share};
use redis::Script;
use std::collections::{BTreeMap, BTreeSet};
use urlsift_core::Error;
use urlsift_memory::EachHost;
use urlsift_memory::Host;
use urlsift_memory::entries::{Entry, damaged, retain};

/// The index of the first element to read of a list whose length was not noted: so many from its
/// end, some commits.
const LAST: i64 = -8;

/// The buckets that are read with one request, so that the server is rarely blocked for longer than
/// 20 ms.
const AT_ONCE: usize = 128;

/// The answer of the server: the current version, what is noted of buckets in each generation, and
/// the answers to claims.
pub(crate) type Answer = (u64, Generations, Vec<u8>);
type Generations = Vec<(String, Vec<Option<Vec<u8>>>)>;

/// The last elements of a list, as they are stored.
type End = Vec<Vec<u8>>;

/// What is to be read of a bucket.
struct Reading {
    at: usize,
    /// The version up to which it is known.
    known: u64,
    /// Lists, and the index of the first element to read of each.
    lists: Vec<(Vec<u8>, i64)>,
}

impl Reading {
    /// Whether all has been read that was stored since the known version. What has not is read from
    /// further back the next time. Counts have no version.
    fn is_complete(&mut self, ends: &[End]) -> bool {
        let mut is_complete = true;
        for ((_, first), end) in self.lists.iter_mut().zip(ends) {
            let version = end
                .iter()
                .find_map(|element| head(element).filter(|it| it.1 > 0))
                .map(|it| it.1);
            let is_whole = *first == 0 || *first < 0 && (end.len() as u64) < first.unsigned_abs();
            if !is_whole && version.is_none_or(|version| version > self.known) {
                *first = if *first > 0 { LAST } else { *first * 4 };
                is_complete = false;
            }
        }
        is_complete
    }
}

impl Redis {
    /// Starts a call that asks in which of some buckets others have stored something since they
    /// were read.
    pub(crate) fn news_call(&self, script: &'static Script, buckets: &[u16]) -> Call {
        let oldest = buckets
            .iter()
            .map(|at| self.version(*at))
            .min()
            .unwrap_or_default();
        let mut call = self.call(script);
        call.optional(self.generation()).number(oldest);
        call.number(buckets.len() as u64)
            .args(buckets.iter().map(|at| at.to_le_bytes()));
        call
    }

    /// Returns what others have stored in some buckets between the last time that these were read
    /// and the server's answer, in that order. Plain commands take a quarter of the time of a
    /// script.
    pub(crate) fn read_news(
        &mut self,
        buckets: &[u16],
        (until, generations): (u64, Generations),
    ) -> Result<Vec<Vec<Element>>, Error> {
        let mut all: Vec<Vec<Element>> = buckets.iter().map(|_| Vec::new()).collect();
        let mut open = Vec::new();
        for (at, &bucket) in buckets.iter().enumerate() {
            let known = self.known.entry(bucket).or_default();
            let heads = generations
                .iter()
                .filter_map(|(of, heads)| Some((of, heads.get(at)?.as_deref()?)));
            let noted = heads
                .map(|(of, head)| Some((of.clone(), Noted::read(head)?)))
                .collect();
            let noted = std::mem::replace(&mut known.noted, Option::ok_or_else(noted, damaged)?);
            let mut lists = Vec::new();
            for (of, now) in known
                .noted
                .iter()
                .filter(|(_, now)| now.has_news(self.process, known.read))
            {
                let earlier = noted
                    .iter()
                    .find(|(earlier, it)| earlier == of && it.epoch == now.epoch);
                // The element before says that nothing is missing.
                let next =
                    earlier.map_or(LAST, |(_, it)| it.length.saturating_sub(1).cast_signed());
                lists.push((list(of, bucket), if known.read == 0 { 0 } else { next }));
            }
            if !lists.is_empty() {
                open.push(Reading {
                    at,
                    known: known.read,
                    lists,
                });
            }
        }
        while !open.is_empty() {
            let some = open.split_off(open.len().saturating_sub(AT_ONCE));
            let mut ends = self.read_ends(&some)?.into_iter();
            for mut reading in some {
                let ends: Vec<End> = ends.by_ref().take(reading.lists.len()).collect();
                if reading.is_complete(&ends) {
                    all[reading.at] = self.others(ends, reading.known, until)?;
                } else {
                    open.push(reading);
                }
            }
        }
        for bucket in buckets {
            self.known.entry(*bucket).or_default().read = until;
        }
        Ok(all)
    }

    /// Reads the ends of lists.
    fn read_ends(&mut self, some: &[Reading]) -> Result<Vec<End>, Error> {
        let (mut pipe, address) = (redis::pipe(), &self.server.address);
        for (list, first) in some.iter().flat_map(|reading| &reading.lists) {
            pipe.cmd("LRANGE")
                .arg([address.prefix.as_bytes(), b":b:", list].concat())
                .arg(*first)
                .arg(-1);
        }
        self.server.ask(move |connection| pipe.query(connection))
    }

    /// Returns the elements of a bucket's lists that others have stored since a version and until
    /// another. What came since that may be in a list that was not read, so all of it is read the
    /// next time. A frame also holds what is older than its version.
    fn others(&mut self, ends: Vec<End>, known: u64, until: u64) -> Result<Vec<Element>, Error> {
        let mut elements = Vec::new();
        for mut end in ends {
            self.server.traffic.received +=
                end.iter().map(|element| element.len() as u64).sum::<u64>();
            end.retain(|it| {
                head(it).is_none_or(|(owner, version)| {
                    owner != self.process && version > known && (owner == 0 || version <= until)
                })
            });
            elements.extend(Element::all(end)?);
        }
        elements.sort_by_key(|element| element.version);
        Ok(elements)
    }

    /// Calls `each` with what others have stored in the buckets of some hosts since the last time,
    /// of all hosts there.
    pub(crate) fn load_news(
        &mut self,
        hosts: &[Host],
        each: &mut EachHost<'_>,
    ) -> Result<(), Error> {
        let buckets: BTreeSet<u16> = hosts.iter().copied().map(bucket).collect();
        let buckets: Vec<u16> = buckets.into_iter().collect();
        let (until, noted, _): Answer = self.server.run(self.news_call(&NEWS, &buckets))?;
        let firsts: Vec<bool> = buckets
            .iter()
            .map(|at| !self.known.contains_key(at))
            .collect();
        let all = self.read_news(&buckets, (until, noted))?;
        for ((at, is_first), elements) in buckets.into_iter().zip(firsts).zip(all) {
            let known = self.known.entry(at).or_default();
            let mut hosts = BTreeMap::<Host, Vec<(u64, Vec<u8>)>>::new();
            for elements in [std::mem::take(&mut known.unread), elements] {
                let before = known.last.clone();
                for element in &elements {
                    let parts = element.parts(&mut self.replay)?.into_iter();
                    for Part {
                        host,
                        owner,
                        mut entries,
                    } in parts.filter(|it| it.owner != self.process)
                    {
                        let last = known.last.entry(owner).or_default();
                        for entry in Entry::parse_all(&entries) {
                            if let Entry::Kept(kept) = entry.ok_or_else(damaged)? {
                                *last = kept.id.max(*last);
                            }
                        }
                        // A frame also holds groups that were read before it was made. With a
                        // window, a group may come again.
                        if let (Some(last), true, None) =
                            (before.get(&owner), element.is_frame(), self.life)
                        {
                            let is_new = |entry: &Entry<'_>| !matches!(entry, Entry::Kept(kept) if kept.id <= *last);
                            entries = retain(&entries, is_new).ok_or_else(damaged)?.into();
                        }
                        if is_first {
                            hosts
                                .entry(host)
                                .or_default()
                                .push((owner, entries.into_owned()));
                        } else {
                            each(host, &entries)?;
                        }
                    }
                }
            }
            for (host, commits) in hosts {
                share::in_turn(commits)?
                    .iter()
                    .try_for_each(|entries| each(host, entries))?;
            }
        }
        Ok(())
    }
}
