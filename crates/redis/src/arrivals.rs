//! All lines that came, where they are remembered: a list for each slice of time, to which each
//! commit appends its process and the lines of its hosts.
//!
//! Lists only grow until they are deleted as a whole, so whoever has read a part of one continues
//! there.

use crate::bucket::put_host;
use std::collections::BTreeMap;
use urlsift_core::Error;
use urlsift_core::varint::ByteReader;
use urlsift_memory::{Arrivals, EachArrival, Host};

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
pub(crate) struct StoredLines {
    /// The process that stored them.
    owner: u64,
    pub hosts: Vec<(Host, Vec<u8>)>,
}

impl StoredLines {
    pub(crate) fn read(element: &[u8]) -> Option<Self> {
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
    pub(crate) fn pass_on(
        &self,
        process: u64,
        slice: i64,
        each: &mut EachArrival<'_>,
    ) -> Result<(), Error> {
        if self.owner == process {
            return Ok(());
        }
        for (host, entries) in &self.hosts {
            each(slice, *host, entries)?;
        }
        Ok(())
    }

    pub(crate) fn write(&self) -> Vec<u8> {
        let mut element = self.owner.to_le_bytes().to_vec();
        for (host, entries) in &self.hosts {
            put_host(&mut element, *host, entries);
        }
        element
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

    #[test]
    fn damaged_lines_make_no_room_for_a_length_that_they_only_name() {
        let line = b"https://a.example/user/1".to_vec();
        let entries = [(5, Host::from_number(1), line)];
        let new = NewLines::of(Some(&Arrivals::new(&entries, 5)));
        let element = [&7_u64.to_le_bytes()[..], &new.slices[&5]].concat();
        for at in 0..element.len() * 8 {
            let mut damaged = element.clone();
            damaged[at / 8] ^= 1 << (at % 8);
            if let Some(stored) = StoredLines::read(&damaged) {
                let room: usize = stored.hosts.iter().map(|(_, entries)| entries.len()).sum();
                assert!(room <= damaged.len(), "bit {at}");
            }
            let _ = StoredLines::read(&element[..at / 8]);
        }
    }
}
