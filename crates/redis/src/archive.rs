//! Reads and rewrites a server as a whole, in steps of a few buckets, so that none blocks it for
//! long.

use crate::Redis;
use crate::bucket::{BUCKETS, LESSONS, bucket, list};
use crate::frame::{Form, pack};
use crate::pack::{Tail, WHOLE};
use crate::replay::{Part, Replay};
use std::collections::BTreeMap;
use std::time::Duration;
use urlsift_core::Error;
use urlsift_memory::Host;
use urlsift_memory::entries::{Entry, damaged, retain};
use urlsift_memory::{Archive, Rewrite, Size};
use urlsift_memory::{EachHost, Start};

/// Buckets read at a time.
const AT_ONCE: usize = 16;

/// Generations that count besides the current one.
const EARLIER: u64 = 4;

impl Redis {
    /// Opens a server for reading, without changing anything there.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn read(
        address: &str,
        waits: impl Fn(Duration) -> bool + Send + 'static,
    ) -> Result<Self, Error> {
        Ok(Self {
            reads: true,
            ..Self::open(address, waits)?.dry(true)
        })
    }

    /// Returns the generation of the lessons, and those that count, the oldest first.
    fn generations(&mut self) -> Result<Vec<String>, Error> {
        // Without a window there is one generation.
        let Some(seconds) = self.generation() else {
            return Ok(vec!["-".to_owned()]);
        };
        let (now, _): (u64, u64) = self
            .server
            .ask(|connection| redis::cmd("TIME").query(connection))?;
        let all = (0..=EARLIER)
            .rev()
            .map(|age| (now / seconds).saturating_sub(age).to_string());
        Ok([LESSONS.to_owned()].into_iter().chain(all).collect())
    }

    /// Returns all lists of some buckets, those of each bucket together.
    fn whole(&mut self, buckets: impl Iterator<Item = u16>) -> Result<Vec<Vec<Tail>>, Error> {
        let generations = self.generations()?;
        let lists: Vec<Vec<u8>> = buckets
            .flat_map(|at| generations.iter().map(move |of| list(of, at)))
            .collect();
        let mut tails = self.tails(&lists, WHOLE)?.into_iter();
        let of_bucket = |_| tails.by_ref().take(generations.len()).collect();
        Ok((0..lists.len() / generations.len())
            .map(of_bucket)
            .collect())
    }

    /// Returns everything stored of one host.
    pub(crate) fn whole_host(&mut self, host: Host) -> Result<Vec<u8>, Error> {
        let mut whole = self.whole([bucket(host)].into_iter())?;
        Ok(hosts(&whole.pop().unwrap_or_default(), &mut self.replay)?
            .remove(&host)
            .unwrap_or_default())
    }

    /// Rewrites a bucket. Returns false if others have packed it meanwhile: then it is to be read
    /// again.
    fn rewrite_bucket(
        &mut self,
        lists: Vec<Tail>,
        rewrite: &mut Rewrite<'_>,
    ) -> Result<bool, Error> {
        let mut changed = BTreeMap::new();
        for (host, entries) in hosts(&lists, &mut self.replay)? {
            changed.extend(rewrite(host, &entries)?.map(|left| (host, left)));
        }
        if changed.is_empty() {
            return Ok(true);
        }
        // Groups that are left go into the latest list, which is stored before the others are cut.
        let mut is_stored = false;
        for list in lists
            .into_iter()
            .rev()
            .filter(|list| !list.elements.is_empty())
        {
            let of_lessons = list.list.starts_with(LESSONS.as_bytes());
            let mut parts = list.parts(&mut self.replay)?;
            parts.retain(|part| !changed.contains_key(&part.host));
            for (host, entries) in &changed {
                let is_here = |entry: &Entry<'_>| match entry {
                    Entry::Learned(_) if self.life.is_some() => of_lessons,
                    _ => !of_lessons && !is_stored,
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
            let frame = if parts.is_empty() {
                Vec::new()
            } else {
                pack(parts, Form::Derived, &mut self.replay).ok_or_else(damaged)?
            };
            if !self.replace(&[(frame, list)])? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns what some lists hold of each host.
fn hosts(lists: &[Tail], replay: &mut Option<Replay>) -> Result<BTreeMap<Host, Vec<u8>>, Error> {
    let mut hosts: BTreeMap<Host, Vec<u8>> = BTreeMap::new();
    for list in lists {
        for part in list.parts(replay)? {
            hosts
                .entry(part.host)
                .or_default()
                .extend_from_slice(&part.entries);
        }
    }
    Ok(hosts)
}

impl Archive for Redis {
    fn name(&self) -> String {
        format!(
            "{}?prefix={}",
            self.server.address.shown, self.server.address.prefix
        )
    }

    fn stored(&self) -> Option<(&str, &Start)> {
        self.stored
            .as_ref()
            .map(|stored| (&*stored.identity, &stored.start))
    }

    fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    fn size(&mut self) -> Result<Size, Error> {
        let (generations, prefix) = (self.generations()?, &self.server.address.prefix);
        let mut usages = redis::pipe();
        for list in generations
            .iter()
            .flat_map(|of| (0..BUCKETS).map(|at| list(of, at)))
        {
            usages
                .cmd("MEMORY")
                .arg("USAGE")
                .arg([prefix.as_bytes(), b":b:", &list].concat());
        }
        let usages: Vec<Option<u64>> = self
            .server
            .ask(move |connection| usages.query(connection))?;
        let keys = usages.iter().flatten().count() as u64;
        let mut size = Size::new(usages.iter().flatten().sum());
        size.keys = Some(keys);
        Ok(size)
    }

    fn load_all(&mut self, host: Host, each: &mut EachHost<'_>) -> Result<(), Error> {
        each(host, &self.whole_host(host)?)
    }

    fn each_host(&mut self, each: &mut EachHost<'_>) -> Result<(), Error> {
        for first in (0..BUCKETS).step_by(AT_ONCE) {
            for lists in self.whole(first..first + AT_ONCE as u16)? {
                hosts(&lists, &mut self.replay)?
                    .iter()
                    .try_for_each(|(host, entries)| each(*host, entries))?;
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
        count
            .arg(self.server.address.settings_name())
            .arg("runs")
            .arg(1);
        self.process = self.server.ask(move |connection| count.query(connection))?;
        for first in (0..BUCKETS).step_by(AT_ONCE) {
            for (bucket, mut lists) in (first..).zip(self.whole(first..first + AT_ONCE as u16)?) {
                while !self.rewrite_bucket(lists, rewrite)? {
                    lists = self.whole([bucket].into_iter())?.pop().unwrap_or_default();
                }
            }
        }
        Ok(())
    }
}
