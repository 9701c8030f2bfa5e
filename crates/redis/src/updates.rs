//! Updates that other processes stored in some buckets.

use crate::bucket::{ElementHead, ListElement, ListHead, buckets_of, list};
use crate::derivation::Part;
use crate::server::{Call, NamedScript};
use crate::{Redis, UPDATES, share};
use std::collections::{BTreeMap, HashSet};
use urlsift_core::Error;
use urlsift_memory::entries::{Entry, damaged, retain};
use urlsift_memory::{EachHost, Host};

/// The index of the first element to read of a list whose length was not noted: eight elements from
/// the end, a few commits.
const LAST: i64 = -8;

/// The buckets that are read with one request, so that the server is rarely blocked for longer than
/// 20 ms.
const AT_ONCE: usize = 128;

/// The answer of the server to a question about some buckets.
pub(crate) struct BucketAnswer {
    /// The current version.
    version: u64,
    /// What is noted of the buckets in each generation.
    heads: Vec<(String, Vec<Option<Vec<u8>>>)>,
    /// The answers to claims.
    pub digits: Vec<u8>,
}

impl BucketAnswer {
    /// Returns what is noted of the lists of a bucket, by its place in the question.
    fn heads_of(&self, place: usize) -> Result<Vec<ListHead>, Error> {
        let mut found = Vec::new();
        for (generation, heads) in &self.heads {
            if let Some(Some(numbers)) = heads.get(place) {
                let head = ListHead::read(generation, numbers);
                found.push(head.ok_or_else(damaged)?);
            }
        }
        Ok(found)
    }
}

/// The last elements of a list, as they are stored.
type StoredEnd = Vec<Vec<u8>>;

/// The end of a list that is to be read.
struct ListEnd {
    name: Vec<u8>,
    /// The index of the first element to read.
    first: i64,
}

impl ListEnd {
    /// Whether the whole list was read.
    fn is_whole(&self, end: &StoredEnd) -> bool {
        if self.first < 0 {
            return (end.len() as u64) < self.first.unsigned_abs();
        }
        self.first == 0
    }

    /// Reads from further back the next time.
    fn step_back(&mut self) {
        if self.first > 0 {
            self.first = LAST;
        } else {
            self.first *= 4;
        }
    }
}

/// What is to be read of a bucket.
struct BucketReading {
    /// Its place in the question.
    place: usize,
    /// The version up to which it is known.
    known: u64,
    lists: Vec<ListEnd>,
}

impl BucketReading {
    /// Whether everything since the known version was read. If not, the next read starts earlier.
    fn is_complete(&mut self, ends: &[StoredEnd]) -> bool {
        let mut is_complete = true;
        for (list, end) in self.lists.iter_mut().zip(ends) {
            let is_known = match first_version(end) {
                Some(version) => version <= self.known,
                None => false,
            };
            if is_known || list.is_whole(end) {
                continue;
            }
            list.step_back();
            is_complete = false;
        }
        is_complete
    }
}

/// Returns the version of the first element that has one; counts have none.
fn first_version(end: &StoredEnd) -> Option<u64> {
    for element in end {
        if let Some(head) = ElementHead::read(element)
            && head.version > 0
        {
            return Some(head.version);
        }
    }
    None
}

impl Redis {
    /// Starts a call that asks in which of some buckets others have stored something since they
    /// were read.
    pub(crate) fn updates_call(&self, script: &'static NamedScript, buckets: &[u16]) -> Call {
        let versions = buckets.iter().map(|bucket| self.version(*bucket));
        let oldest = versions.min().unwrap_or_default();
        let mut call = self.call(script);
        call.optional(self.generation());
        call.number(oldest);
        call.number(buckets.len() as u64);
        call.buckets(buckets);
        call
    }

    /// Runs a script that answers about buckets.
    pub(crate) fn ask_server(&mut self, call: Call) -> Result<BucketAnswer, Error> {
        let (version, heads, digits) = self.server.run(call)?;
        Ok(BucketAnswer {
            version,
            heads,
            digits,
        })
    }

    /// Returns what others have stored in some buckets between the last time that these were read
    /// and the server's answer, in that order. Plain commands take a quarter of the time of a
    /// script.
    pub(crate) fn read_updates(
        &mut self,
        buckets: &[u16],
        answer: &BucketAnswer,
    ) -> Result<Vec<Vec<ListElement>>, Error> {
        let mut open = Vec::new();
        for (place, bucket) in buckets.iter().enumerate() {
            let lists = self.changed_lists(*bucket, answer.heads_of(place)?);
            if !lists.is_empty() {
                open.push(BucketReading {
                    place,
                    known: self.version(*bucket),
                    lists,
                });
            }
        }
        let mut updates = Vec::new();
        updates.resize_with(buckets.len(), Vec::new);
        while !open.is_empty() {
            let some = open.split_off(open.len().saturating_sub(AT_ONCE));
            let mut all_ends = self.read_ends(&some)?.into_iter();
            for mut reading in some {
                let ends: Vec<StoredEnd> = all_ends.by_ref().take(reading.lists.len()).collect();
                if reading.is_complete(&ends) {
                    updates[reading.place] =
                        self.elements_of_others(ends, reading.known, answer.version)?;
                } else {
                    open.push(reading);
                }
            }
        }
        for bucket in buckets {
            self.known.entry(*bucket).or_default().read = answer.version;
        }
        Ok(updates)
    }

    /// Notes what the server knows of the lists of a bucket, and returns the ends of those that
    /// others have changed.
    fn changed_lists(&mut self, bucket: u16, heads: Vec<ListHead>) -> Vec<ListEnd> {
        let known = self.known.entry(bucket).or_default();
        let all_before = std::mem::replace(&mut known.heads, heads);
        let mut lists = Vec::new();
        for head in &known.heads {
            if !head.has_updates(self.process, known.read) {
                continue;
            }
            let before = all_before
                .iter()
                .find(|before| before.generation == head.generation && before.epoch == head.epoch);
            let first = match before {
                _ if known.read == 0 => 0,
                // The element before says that nothing is missing.
                Some(before) => before.length.saturating_sub(1).cast_signed(),
                None => LAST,
            };
            lists.push(ListEnd {
                name: list(&head.generation, bucket),
                first,
            });
        }
        lists
    }

    /// Reads the ends of lists.
    fn read_ends(&mut self, some: &[BucketReading]) -> Result<Vec<StoredEnd>, Error> {
        let address = &self.server.address;
        let mut pipe = redis::pipe();
        for list in some.iter().flat_map(|reading| &reading.lists) {
            pipe.cmd("LRANGE");
            pipe.arg(address.list_name(&list.name));
            pipe.arg(list.first).arg(-1);
        }
        let question = "what others have stored";
        self.server
            .ask(question, move |connection| pipe.query(connection))
    }

    /// Returns the elements of a bucket's lists that others have stored since a version and until
    /// another. What came since that may be in a list that was not read, so all of it is read the
    /// next time. A frame also holds what is older than its version.
    fn elements_of_others(
        &mut self,
        ends: Vec<StoredEnd>,
        known: u64,
        until: u64,
    ) -> Result<Vec<ListElement>, Error> {
        let mut elements = Vec::new();
        for mut end in ends {
            for element in &end {
                self.server.traffic.received += element.len() as u64;
            }
            end.retain(|element| {
                // A damaged one is refused below.
                let Some(head) = ElementHead::read(element) else {
                    return true;
                };
                if head.owner == self.process || head.version <= known {
                    return false;
                }
                let is_frame = head.owner == 0;
                is_frame || head.version <= until
            });
            elements.extend(ListElement::all(end)?);
        }
        elements.sort_by_key(|element| element.version);
        Ok(elements)
    }

    /// Calls `each` with what others have stored in the buckets of some hosts since the last time,
    /// of all hosts there.
    pub(crate) fn load_updates(
        &mut self,
        hosts: &[Host],
        each: &mut EachHost<'_>,
    ) -> Result<(), Error> {
        let buckets = buckets_of(hosts.iter().copied());
        let answer = self.ask_server(self.updates_call(&UPDATES, &buckets))?;
        let mut new = HashSet::new();
        for bucket in &buckets {
            if !self.known.contains_key(bucket) {
                new.insert(*bucket);
            }
        }
        let updates = self.read_updates(&buckets, &answer)?;
        for (bucket, elements) in buckets.into_iter().zip(updates) {
            if new.contains(&bucket) {
                self.load_bucket(bucket, elements, each)?;
                continue;
            }
            self.load_elements(bucket, elements, &mut |part| each(part.host, &part.entries))?;
        }
        Ok(())
    }

    /// Calls `each` with the elements of a bucket that was not read before: once it is known how
    /// the commits of each host followed one another.
    fn load_bucket(
        &mut self,
        bucket: u16,
        elements: Vec<ListElement>,
        each: &mut EachHost<'_>,
    ) -> Result<(), Error> {
        let mut hosts = BTreeMap::<Host, Vec<Part<'static>>>::new();
        self.load_elements(bucket, elements, &mut |part| {
            hosts.entry(part.host).or_default().push(Part {
                host: part.host,
                owner: part.owner,
                entries: part.entries.into_owned().into(),
            });
            Ok(())
        })?;
        for (host, parts) in hosts {
            for entries in share::in_turn(&parts)? {
                each(host, &entries)?;
            }
        }
        Ok(())
    }

    /// Calls `each` with what others have stored in a bucket and this process has not learned from:
    /// what it has compared claims with, and then these elements.
    fn load_elements(
        &mut self,
        bucket: u16,
        elements: Vec<ListElement>,
        each: &mut dyn FnMut(Part<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let known = self.known.entry(bucket).or_default();
        for elements in [std::mem::take(&mut known.unread), elements] {
            let all_before = known.last.clone();
            for element in &elements {
                for mut part in element.parts(&mut self.derivation)? {
                    if part.owner == self.process {
                        continue;
                    }
                    let last = known.last.entry(part.owner).or_default();
                    for entry in Entry::parse_all(&part.entries) {
                        if let Entry::Kept(kept) = entry.ok_or_else(damaged)? {
                            *last = kept.id.max(*last);
                        }
                    }
                    // A frame also holds groups that were read before it was made. With a window, a
                    // group may come again.
                    if element.is_frame()
                        && self.life.is_none()
                        && let Some(before) = all_before.get(&part.owner)
                    {
                        let is_new = |entry: &Entry<'_>| match entry {
                            Entry::Kept(kept) => kept.id > *before,
                            _ => true,
                        };
                        let new = retain(&part.entries, is_new).ok_or_else(damaged)?;
                        part.entries = new.into();
                    }
                    each(part)?;
                }
            }
        }
        Ok(())
    }
}
