//! News: entries that other processes have stored of some hosts.

use super::{Redis, packed};
use crate::entry::damaged;
use crate::host::Host;
use urlsift_core::Error;

/// The most hosts in one request, and the most it reads: records, and thousands of bytes of them.
/// So the server is not blocked for longer than 20 ms.
const HOSTS: usize = 2000;
const READ: u64 = 4000;

/// Bytes before the entries of a record: the process that stored it, its version, and the version
/// of the record before it.
const OWNER: usize = 8;
const VERSION: usize = 16;
const HEAD: usize = 24;

/// The entries that one commit stored of a host.
pub(super) struct HostCommit(Vec<u8>);

impl HostCommit {
    /// Returns the process that stored it.
    pub(super) fn owner(&self) -> u64 {
        number(&self.0[..OWNER])
    }

    fn version(&self) -> u64 {
        number(&self.0[OWNER..VERSION])
    }

    pub(super) fn entries(&self) -> &[u8] {
        &self.0[HEAD..]
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, u64::from_le_bytes)
}

/// New records of a host, in the order in which they were stored.
#[derive(Default)]
pub(super) struct OfHost {
    pub(super) records: Vec<HostCommit>,
    /// The version up to which they are complete.
    pub(super) until: u64,
}

impl OfHost {
    /// Returns the version of the last record; 0 if there is none.
    pub(super) fn last(&self) -> u64 {
        self.records.last().map_or(0, HostCommit::version)
    }
}

impl Redis {
    /// Returns the new records of hosts since the version given for each, and the current
    /// generation. If it asks for `others`, records of this process are left out.
    pub(super) fn news(
        &mut self, hosts: &[(Host, u64)], others: bool,
    ) -> Result<(Vec<OfHost>, String), Error> {
        let mut all: Vec<OfHost> = hosts.iter().map(|_| OfHost::default()).collect();
        // Where the first incomplete host continues.
        let (mut first, mut from) = (0, [Vec::new(), Vec::new()]);
        loop {
            let asked = &hosts[first..hosts.len().min(first + HOSTS)];
            let mut call = self.call(&self.scripts.news);
            let left_out = if others { packed(self.process).to_vec() } else { Vec::new() };
            call.arg(&left_out).number(READ);
            call.optional(self.generation()).arg(&from[0]).arg(&from[1]).number(asked.len() as u64);
            for (host, _) in asked {
                call.arg(&packed(host.number()));
            }
            for (_, version) in asked {
                call.number(*version);
            }
            let mut parts = self.server.run::<Vec<Vec<u8>>>(call)?.into_iter();
            let mut text = || String::from_utf8(parts.next()?).ok();
            let (Some(version), Some(generation), Some(complete)) = (text(), text(), text()) else {
                return Err(damaged());
            };
            let (Ok(version), Ok(complete)) = (version.parse(), complete.parse::<usize>()) else {
                return Err(damaged());
            };
            let went_on = !from[0].is_empty();
            from = [parts.next().unwrap_or_default(), parts.next().unwrap_or_default()];
            let begun = usize::from(!from[0].is_empty());
            if (complete + begun == 0 && !asked.is_empty()) || complete + begun > asked.len() {
                return Err(damaged());
            }
            for (at, of_host) in all[first..first + complete + begun].iter_mut().enumerate() {
                // Records that were stored after a host was begun are older than where it
                // continues.
                if !(went_on && at == 0) {
                    of_host.until = version;
                }
            }
            while let (Some(at), Some(record)) = (parts.next(), parts.next()) {
                let at = str::from_utf8(&at).ok().and_then(|at| at.parse::<usize>().ok());
                let of_host = at.and_then(|at| all.get_mut(first + at)).ok_or_else(damaged)?;
                if record.len() < HEAD {
                    return Err(damaged());
                }
                self.server.traffic.received += record.len() as u64;
                of_host.records.push(HostCommit(record));
            }
            first += complete;
            if first == hosts.len() {
                for of_host in &mut all {
                    of_host.records.sort_by_key(HostCommit::version);
                }
                return Ok((all, generation));
            }
        }
    }
}
