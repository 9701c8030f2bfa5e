//! Reads and replaces the lists of all lines that came, slice by slice.

use crate::Redis;
use crate::arrivals::StoredLines;
use std::collections::BTreeMap;
use urlsift_core::Error;
use urlsift_memory::entries::damaged;
use urlsift_memory::{EachArrival, Host, Rewrite};

/// The elements of a list that are read at once, so that the server is not blocked for long.
const AT_ONCE: u64 = 4096;

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
