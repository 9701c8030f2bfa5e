//! All lines that came, where they are remembered: a list for each slice of time, to which each
//! commit appends its process and the lines of its hosts.
//!
//! Lists only grow until they are deleted as a whole, so whoever has read a part of one continues
//! there.

use crate::Redis;
use crate::bucket::put_host;
use std::collections::BTreeMap;
use urlsift_core::Error;
use urlsift_core::varint::ByteReader;
use urlsift_memory::entries::damaged;
use urlsift_memory::{Arrivals, EachArrival, Host, Rewrite};

/// The elements of a list that are read at once, so that the server is not blocked for long.
const AT_ONCE: u64 = 4096;

/// The lines of a commit by slice of time.
#[derive(Default)]
pub(crate) struct NewLines {
    /// The oldest slice that counts.
    pub oldest: i64,
    pub slices: BTreeMap<i64, Vec<u8>>,
}

impl NewLines {
    pub(crate) fn of(arrivals: Option<&Arrivals<'_>>) -> Self {
        let mut new = Self::default();
        let Some(arrivals) = arrivals else {
            return new;
        };
        new.oldest = arrivals.since;
        for (slice, host, entries) in arrivals.entries {
            if *slice >= arrivals.since {
                let content = new.slices.entry(*slice).or_default();
                put_host(content, *host, entries);
            }
        }
        new
    }
}

/// The lines that a commit stored in a slice of time.
struct StoredLines {
    /// The process that stored them.
    owner: u64,
    hosts: Vec<(Host, Vec<u8>)>,
}

impl StoredLines {
    fn read(element: &[u8]) -> Option<Self> {
        let mut reader = ByteReader(element);
        let owner = reader.hash()?;
        let mut hosts = Vec::new();
        while !reader.0.is_empty() {
            let host = Host::from_number(reader.hash()?);
            hosts.push((host, reader.text()?.to_vec()));
        }
        Some(Self { owner, hosts })
    }

    /// Calls `each` with these lines, unless this process has stored them itself.
    fn pass_on(&self, process: u64, slice: i64, each: &mut EachArrival<'_>) -> Result<(), Error> {
        if self.owner == process {
            return Ok(());
        }
        for (host, entries) in &self.hosts {
            each(slice, *host, entries)?;
        }
        Ok(())
    }

    fn write(&self) -> Vec<u8> {
        let mut element = self.owner.to_le_bytes().to_vec();
        for (host, entries) in &self.hosts {
            put_host(&mut element, *host, entries);
        }
        element
    }
}

impl Redis {
    fn lines_name(&self, slice: i64) -> String {
        format!("{}:a:{slice}", self.server.address.prefix)
    }

    /// Returns the number of elements of each slice from a slice on.
    pub(crate) fn line_slices(&mut self, since: i64) -> Result<BTreeMap<i64, u64>, Error> {
        let mut get = redis::cmd("HGETALL");
        get.arg(format!("{}:a", self.server.address.prefix));
        let mut slices: BTreeMap<i64, u64> = self.server.command("which slices came", get)?;
        slices.retain(|slice, _| *slice >= since);
        Ok(slices)
    }

    /// Calls `each` with the elements of a slice from one on, and returns how many there were.
    fn read_lines(
        &mut self,
        slice: i64,
        first: u64,
        each: &mut dyn FnMut(&mut Self, u64, StoredLines) -> Result<(), Error>,
    ) -> Result<u64, Error> {
        let mut next = first;
        loop {
            let mut range = redis::cmd("LRANGE");
            range.arg(self.lines_name(slice));
            range.arg(next).arg(next + AT_ONCE - 1);
            let elements: Vec<Vec<u8>> = self.server.command("for the lines of a slice", range)?;
            let count = elements.len() as u64;
            for element in elements {
                self.server.traffic.received += element.len() as u64;
                let lines = StoredLines::read(&element).ok_or_else(damaged)?;
                each(self, next, lines)?;
                next += 1;
            }
            if count < AT_ONCE {
                return Ok(next);
            }
        }
    }

    /// Calls `each` with the lines of a slice, of a host or of all.
    pub(crate) fn lines_of_slice(
        &mut self,
        slice: i64,
        host: Option<Host>,
        each: &mut EachArrival<'_>,
    ) -> Result<(), Error> {
        self.read_lines(slice, 0, &mut |_, _, lines| {
            for (of, entries) in &lines.hosts {
                if host.is_none_or(|host| host == *of) {
                    each(slice, *of, entries)?;
                }
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Calls `each` with the lines that other processes have stored since the last time.
    pub(crate) fn read_new_lines(
        &mut self,
        since: i64,
        each: &mut EachArrival<'_>,
    ) -> Result<(), Error> {
        self.lines_read.retain(|slice, _| *slice >= since);
        let mut slices = match self.lines_read.last_key_value() {
            Some((newest, read)) => self.read_newest(*newest, *read, each)?,
            None => self.line_slices(since)?,
        };
        slices.retain(|slice, _| *slice >= since);
        for (slice, length) in slices {
            let first = self.lines_read.get(&slice).copied().unwrap_or_default();
            if length <= first {
                continue;
            }
            let read = self.read_lines(slice, first, &mut |redis, _, lines| {
                lines.pass_on(redis.process, slice, each)
            })?;
            self.lines_read.insert(slice, read);
        }
        Ok(())
    }

    /// Reads what is new in the newest slice that is known, and returns the number of elements of
    /// each slice, with one request: mostly that is all.
    fn read_newest(
        &mut self,
        newest: i64,
        read: u64,
        each: &mut EachArrival<'_>,
    ) -> Result<BTreeMap<i64, u64>, Error> {
        let mut pipe = redis::pipe();
        pipe.cmd("HGETALL")
            .arg(format!("{}:a", self.server.address.prefix));
        pipe.cmd("LRANGE").arg(self.lines_name(newest));
        pipe.arg(read).arg(read + AT_ONCE - 1);
        let (slices, elements): (BTreeMap<i64, u64>, Vec<Vec<u8>>) = self
            .server
            .ask("for new lines", move |connection| pipe.query(connection))?;
        for element in &elements {
            self.server.traffic.received += element.len() as u64;
            let lines = StoredLines::read(element).ok_or_else(damaged)?;
            lines.pass_on(self.process, newest, each)?;
        }
        self.lines_read.insert(newest, read + elements.len() as u64);
        Ok(slices)
    }

    /// Deletes the lines before a slice, and replaces the others element by element, so that those
    /// who have read some of them continue where they were.
    pub(crate) fn rewrite_lines(
        &mut self,
        since: i64,
        rewrite: &mut Rewrite<'_>,
    ) -> Result<(), Error> {
        for slice in self.line_slices(i64::MIN)?.into_keys() {
            let name = self.lines_name(slice);
            if slice < since {
                let mut forget = redis::cmd("HDEL");
                forget.arg(format!("{}:a", self.server.address.prefix));
                forget.arg(slice);
                self.server.command::<()>("to forget a slice", forget)?;
                let mut delete = redis::cmd("UNLINK");
                delete.arg(name);
                self.server.command::<()>("to delete a slice", delete)?;
                continue;
            }
            self.read_lines(slice, 0, &mut |redis, number, mut lines| {
                let mut is_changed = false;
                for (host, entries) in &mut lines.hosts {
                    if let Some(left) = rewrite(*host, entries)?
                        && left != *entries
                    {
                        *entries = left;
                        is_changed = true;
                    }
                }
                if !is_changed {
                    return Ok(());
                }
                let mut set = redis::cmd("LSET");
                set.arg(&name).arg(number).arg(lines.write());
                redis.server.command::<()>("to store a value", set)
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_back_by_host_and_expired_ones_are_left_out() {
        let host = Host::from_number;
        let entries = [
            (5, host(1), b"one".to_vec()),
            (4, host(1), b"old".to_vec()),
            (5, host(2), b"two".to_vec()),
        ];
        let arrivals = Arrivals::new(&entries, 5);
        let new = NewLines::of(Some(&arrivals));
        assert_eq!(new.slices.len(), 1);
        let element = [&7_u64.to_le_bytes()[..], &new.slices[&5]].concat();
        let stored = StoredLines::read(&element).expect("it is whole");
        assert_eq!(stored.owner, 7);
        let wanted = [(host(1), b"one".to_vec()), (host(2), b"two".to_vec())];
        assert_eq!(stored.hosts, wanted);
        assert_eq!(stored.write(), element);
        assert!(StoredLines::read(&element[..element.len() - 1]).is_none());
    }
}
