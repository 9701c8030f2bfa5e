//! Reads and rewrites a server as a whole, in steps of a few buckets, so that none blocks it for
//! long.

use crate::Redis;
use crate::bucket::{BUCKETS, LESSONS, bucket, list};
use crate::derivation::Part;
use crate::frame::{FrameForm, pack};
use crate::pack::{ListTail, PackedTail, WHOLE};
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;
use urlsift_core::Error;
use urlsift_memory::entries::{Entry, damaged, retain};
use urlsift_memory::{Archive, EachArrival, EachHost, Host, Rewrite, Size, Start};

/// Buckets read at a time.
const AT_ONCE: usize = 16;

/// Generations that count besides the current one.
const EARLIER: u64 = 4;

/// The entries of hosts.
type EntriesByHost = BTreeMap<Host, Vec<u8>>;

impl Redis {
    /// Opens a server for reading, without changing anything there.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn read(
        address: &str,
        waits: impl Fn(Duration) -> bool + Send + 'static,
    ) -> Result<Self, Error> {
        let mut redis = Self::open(address, waits)?.dry(true);
        redis.reads = true;
        Ok(redis)
    }

    /// Returns the generation of the lessons, and those that count, the oldest first.
    fn generations(&mut self) -> Result<Vec<String>, Error> {
        // Without a window there is one generation.
        let Some(seconds) = self.generation() else {
            return Ok(vec!["-".to_owned()]);
        };
        let (now, _): (u64, u64) = self.server.command("for its time", redis::cmd("TIME"))?;
        let current = now / seconds;
        let mut generations = vec![LESSONS.to_owned()];
        for age in (0..=EARLIER).rev() {
            generations.push(current.saturating_sub(age).to_string());
        }
        Ok(generations)
    }

    /// Returns all lists of some buckets, those of each bucket together.
    fn whole(&mut self, buckets: Range<u16>) -> Result<Vec<Vec<ListTail>>, Error> {
        let generations = self.generations()?;
        let mut names = Vec::new();
        for bucket in buckets.clone() {
            for generation in &generations {
                names.push(list(generation, bucket));
            }
        }
        // A server may answer with fewer lists.
        let mut tails = self.tails(&names, WHOLE)?.into_iter();
        let mut whole = Vec::new();
        for _ in buckets {
            let of_bucket = tails.by_ref().take(generations.len());
            whole.push(of_bucket.collect());
        }
        Ok(whole)
    }

    /// Returns all lists of a bucket.
    fn whole_bucket(&mut self, bucket: u16) -> Result<Vec<ListTail>, Error> {
        let mut whole = self.whole(bucket..bucket + 1)?;
        Ok(whole.pop().unwrap_or_default())
    }

    /// Returns what some lists hold of each host.
    fn entries_by_host(&mut self, lists: &[ListTail]) -> Result<EntriesByHost, Error> {
        let mut hosts = EntriesByHost::new();
        for list in lists {
            for part in list.parts(&mut self.derivation)? {
                let of_host = hosts.entry(part.host).or_default();
                of_host.extend_from_slice(&part.entries);
            }
        }
        Ok(hosts)
    }

    /// Returns everything stored of one host.
    pub(crate) fn whole_host(&mut self, host: Host) -> Result<Vec<u8>, Error> {
        let lists = self.whole_bucket(bucket(host))?;
        let mut hosts = self.entries_by_host(&lists)?;
        Ok(hosts.remove(&host).unwrap_or_default())
    }

    /// Rewrites a bucket. Returns false if others have packed it meanwhile: then it is to be read
    /// again.
    fn rewrite_bucket(
        &mut self,
        lists: Vec<ListTail>,
        rewrite: &mut Rewrite<'_>,
    ) -> Result<bool, Error> {
        let mut changed = EntriesByHost::new();
        for (host, entries) in self.entries_by_host(&lists)? {
            if let Some(left) = rewrite(host, &entries)? {
                changed.insert(host, left);
            }
        }
        if changed.is_empty() {
            return Ok(true);
        }
        // Groups that are left go into the latest list, which is stored before the others are cut.
        let mut is_stored = false;
        for tail in lists.into_iter().rev() {
            if tail.elements.is_empty() {
                continue;
            }
            let of_lessons = tail.list.starts_with(LESSONS.as_bytes());
            let mut parts = tail.parts(&mut self.derivation)?;
            parts.retain(|part| !changed.contains_key(&part.host));
            for (host, entries) in &changed {
                let is_here = |entry: &Entry<'_>| {
                    let is_lesson = matches!(entry, Entry::Learned(_)) && self.life.is_some();
                    if is_lesson {
                        return of_lessons;
                    }
                    !of_lessons && !is_stored
                };
                let entries = retain(entries, is_here).ok_or_else(damaged)?;
                if !entries.is_empty() {
                    parts.push(Part {
                        host: *host,
                        owner: self.process,
                        entries: entries.into(),
                    });
                }
            }
            is_stored |= !of_lessons;
            let mut frame = Vec::new();
            if !parts.is_empty() {
                let packed = pack(parts, FrameForm::Derived, &mut self.derivation);
                frame = packed.ok_or_else(damaged)?;
            }
            let packed = PackedTail { frame, tail };
            if !self.replace_tails(&[packed])? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Archive for Redis {
    fn name(&self) -> String {
        let address = &self.server.address;
        format!("{}?prefix={}", address.shown, address.prefix)
    }

    fn stored(&self) -> Option<(&str, &Start)> {
        let stored = self.stored.as_ref()?;
        Some((&stored.identity, &stored.start))
    }

    fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    fn size(&mut self) -> Result<Size, Error> {
        let generations = self.generations()?;
        let address = &self.server.address;
        let mut pipe = redis::pipe();
        for generation in &generations {
            for bucket in 0..BUCKETS {
                let list = list(generation, bucket);
                pipe.cmd("MEMORY").arg("USAGE");
                pipe.arg(address.list_name(&list));
            }
        }
        let usages: Vec<Option<u64>> = self
            .server
            .ask("for the size of the state", move |connection| {
                pipe.query(connection)
            })?;
        let mut size = Size::new(0);
        let mut keys = 0;
        for bytes in usages.into_iter().flatten() {
            size.bytes += bytes;
            keys += 1;
        }
        let slices = self.line_slices(i64::MIN)?;
        let address = &self.server.address;
        let mut pipe = redis::pipe();
        for slice in slices.keys() {
            pipe.cmd("MEMORY").arg("USAGE");
            pipe.arg(format!("{}:a:{slice}", address.prefix));
        }
        if !slices.is_empty() {
            let usages: Vec<Option<u64>> = self
                .server
                .ask("for the size of what came", move |connection| {
                    pipe.query(connection)
                })?;
            let bytes = usages.into_iter().flatten().sum();
            size.arrivals = (bytes, slices.len() as u64);
            keys += slices.len() as u64 + 1;
        }
        size.keys = Some(keys);
        Ok(size)
    }

    fn load_all(&mut self, host: Host, each: &mut EachHost<'_>) -> Result<(), Error> {
        each(host, &self.whole_host(host)?)
    }

    fn each_host(&mut self, each: &mut EachHost<'_>) -> Result<(), Error> {
        for first in (0..BUCKETS).step_by(AT_ONCE) {
            for lists in self.whole(first..first + AT_ONCE as u16)? {
                for (host, entries) in self.entries_by_host(&lists)? {
                    each(host, &entries)?;
                }
            }
        }
        Ok(())
    }

    /// Rewrites bucket by bucket while others may be at work. What they store meanwhile stays.
    fn rewrite(&mut self, rewrite: &mut Rewrite<'_>) -> Result<(), Error> {
        if self.stored.is_none() {
            return Ok(());
        }
        // Registers this process as a writer.
        let mut count = redis::cmd("HINCRBY");
        count.arg(self.server.address.settings_name());
        count.arg("runs").arg(1);
        self.process = self.server.command("to count a run", count)?;
        for first in (0..BUCKETS).step_by(AT_ONCE) {
            let whole = self.whole(first..first + AT_ONCE as u16)?;
            for (bucket, mut lists) in (first..).zip(whole) {
                while !self.rewrite_bucket(lists, rewrite)? {
                    lists = self.whole_bucket(bucket)?;
                }
            }
        }
        Ok(())
    }

    fn each_arrival(
        &mut self,
        since: i64,
        host: Option<Host>,
        each: &mut EachArrival<'_>,
    ) -> Result<(), Error> {
        for slice in self.line_slices(since)?.into_keys() {
            self.lines_of_slice(slice, host, each)?;
        }
        Ok(())
    }

    fn arrival_slices(&mut self, since: i64) -> Result<Vec<i64>, Error> {
        let slices = self.line_slices(since)?;
        Ok(slices.into_keys().rev().collect())
    }

    fn each_arrival_in(
        &mut self,
        slice: i64,
        host: Host,
        each: &mut EachArrival<'_>,
    ) -> Result<(), Error> {
        self.lines_of_slice(slice, Some(host), each)
    }

    fn rewrite_arrivals(&mut self, since: i64, rewrite: &mut Rewrite<'_>) -> Result<(), Error> {
        self.rewrite_lines(since, rewrite)
    }
}
