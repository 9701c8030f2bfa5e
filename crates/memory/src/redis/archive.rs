//! Reads and rewrites a server as a whole, in steps of a few names, entries and counts, so that
//! none blocks it for long.

use super::news::HostCommit;
use super::{Redis, packed, share};
use crate::entry::{Entry, SliceCount, damaged};
use crate::host::Host;
use crate::store::archive::{Archive, Rewrite, Size};
use crate::store::{Changes, EachHost, Start, Store};
use redis::FromRedisValue;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use urlsift_core::Error;

/// Names read in one step.
const NAMES: usize = 1000;

/// Hosts read at a time, and steps in one request.
const HOSTS: usize = 100;
const STEPS: usize = 100;

/// Fields of a hash read in one step.
const FIELDS: usize = 512;

/// Records removed in one step.
const REMOVED: u64 = 1000;

/// Generations that count besides the current one.
const EARLIER: u64 = 4;

/// Entries of a host stored in one step.
const WRITTEN: usize = 500;

/// A field of a hash, and its value.
type HashField = (Vec<u8>, Vec<u8>);

/// Everything stored of a host, and the version of its last change.
#[derive(Default)]
struct Whole {
    entries: Vec<u8>,
    version: u64,
}

impl Redis {
    /// Opens a server for reading, without changing anything there.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn read(address: &str, waits: impl Fn(Duration) -> bool + Send + 'static) -> Result<Self, Error> {
        Ok(Self { reads: true, ..Self::open(address, waits)?.dry(true) })
    }

    /// Returns the hosts with stored data.
    fn hosts(&mut self) -> Result<Vec<Host>, Error> {
        let mut hosts = BTreeSet::new();
        let (_, now) = self.news(&[], false)?;
        for generation in generations(&now) {
            let name = self.name_of(&["h:".as_bytes(), generation.as_bytes()]);
            self.each_field(vec![(0, name)], |_, host, _| {
                hosts.insert(host_of(&host)?);
                Some(())
            })?;
        }
        let start = self.name_of(&[b"l:"]);
        self.each_name("l:", |_, names| {
            hosts.extend(names.iter().filter_map(|name| host_of(name.strip_prefix(&*start)?)));
            Ok(())
        })?;
        Ok(hosts.into_iter().collect())
    }

    fn name_of(&self, parts: &[&[u8]]) -> Vec<u8> {
        [self.server.address.prefix.as_bytes(), b":", &parts.concat()].concat()
    }

    /// Calls `each` with the fields of hashes, each with the number of its hash. A field may come
    /// twice while its hash grows.
    fn each_field(
        &mut self, hashes: Vec<(usize, Vec<u8>)>, mut each: impl FnMut(usize, Vec<u8>, Vec<u8>) -> Option<()>,
    ) -> Result<(), Error> {
        let mut steps: Vec<(usize, Vec<u8>, u64)> =
            hashes.into_iter().rev().map(|(number, name)| (number, name, 0)).collect();
        while !steps.is_empty() {
            let now = steps.split_off(steps.len().saturating_sub(STEPS));
            let scans = now.iter().rev().map(|(_, name, cursor)| {
                let mut scan = redis::cmd("HSCAN");
                scan.arg(name).arg(*cursor).arg("COUNT").arg(FIELDS);
                scan
            });
            let answers: Vec<(u64, Vec<HashField>)> = self.ask_all(scans)?;
            for ((number, name, _), (cursor, fields)) in now.into_iter().rev().zip(answers) {
                for (field, value) in fields {
                    each(number, field, value).ok_or_else(damaged)?;
                }
                if cursor > 0 {
                    steps.push((number, name, cursor));
                }
            }
        }
        Ok(())
    }

    /// Calls `each` with the names that begin with the prefix and `start`, a few at a time. A name
    /// may come twice.
    fn each_name(
        &mut self, start: &str, mut each: impl FnMut(&mut Self, Vec<Vec<u8>>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut pattern = String::new();
        for c in self.server.address.prefix.chars() {
            if matches!(c, '*' | '?' | '[' | ']' | '\\') {
                pattern.push('\\');
            }
            pattern.push(c);
        }
        let pattern = format!("{pattern}:{start}*");
        let mut cursor = 0_u64;
        loop {
            let mut scan = redis::cmd("SCAN");
            scan.arg(cursor).arg("MATCH").arg(&pattern).arg("COUNT").arg(NAMES);
            let (next, names): (u64, Vec<Vec<u8>>) =
                self.server.ask(move |connection| scan.query(connection))?;
            each(self, names)?;
            cursor = next;
            if cursor == 0 {
                return Ok(());
            }
        }
    }

    /// Sends several commands at once.
    fn ask_all<T: FromRedisValue + Send + 'static>(
        &mut self, commands: impl Iterator<Item = redis::Cmd>,
    ) -> Result<Vec<T>, Error> {
        let mut pipeline = redis::pipe();
        for command in commands {
            pipeline.add_command(command);
        }
        if pipeline.is_empty() {
            Ok(Vec::new())
        } else {
            self.server.ask(move |connection| pipeline.query(connection))
        }
    }

    /// Returns everything stored of some hosts. It may or may not contain what others store
    /// meanwhile.
    fn whole(&mut self, hosts: &[Host]) -> Result<Vec<Whole>, Error> {
        let asked: Vec<(Host, u64)> = hosts.iter().map(|host| (*host, 0)).collect();
        let (news, now) = self.news(&asked, false)?;
        let mut all: Vec<Whole> = news
            .iter()
            .map(|of_host| Whole {
                entries: of_host.records.iter().flat_map(HostCommit::entries).copied().collect(),
                version: of_host.last(),
            })
            .collect();
        let mut names = Vec::new();
        for (place, host) in hosts.iter().enumerate() {
            for generation in generations(&now) {
                let host = packed(host.number());
                names.push((place, self.name_of(&[b"m:", &host, b":", generation.as_bytes()])));
            }
        }
        // Counts of a group in several generations add up.
        let mut counts = BTreeMap::new();
        let hashes = names.iter().enumerate().map(|(at, (_, name))| (at, name.clone())).collect();
        self.each_field(hashes, |at, field, value| {
            let met = count(str::from_utf8(&field).ok()?, str::from_utf8(&value).ok()?)?;
            counts.insert((at, met.id, met.slice), met);
            Some(())
        })?;
        for ((at, ..), met) in counts {
            Entry::Met(met).write(&mut all[names[at].0].entries);
        }
        Ok(all)
    }

    /// Returns everything stored of one host.
    pub(super) fn whole_host(&mut self, host: Host) -> Result<Vec<u8>, Error> {
        Ok(self.whole(&[host])?.pop().unwrap_or_default().entries)
    }

    /// Deletes a host unless it has changed since `version`. Returns whether it did.
    fn forget_host(&mut self, host: Host, version: u64) -> Result<bool, Error> {
        let mut version = Some(version);
        loop {
            let mut call = self.call(&self.scripts.forget);
            call.arg(&packed(host.number())).optional(version).optional(self.generation()).number(REMOVED);
            match self.server.run::<u64>(call)? {
                0 => return Ok(false),
                1 => return Ok(true),
                // Once begun, the deletion is finished.
                _ => version = None,
            }
        }
    }

    /// Stores entries of a host, some at a time.
    fn store(&mut self, host: Host, entries: &[u8], start: Start) -> Result<(), Error> {
        for part in share::parts(entries, WRITTEN).ok_or_else(damaged)? {
            let entries = [(host, &part[..])];
            self.commit(&Changes { entries: &entries, start, output: None, arrivals: None, ended: false })?;
        }
        Ok(())
    }
}

/// Returns the generations that count, from the number of the current one.
fn generations(now: &str) -> Vec<String> {
    match now.parse::<u64>() {
        Ok(now) => (0..=EARLIER).map(|age| now.saturating_sub(age).to_string()).collect(),
        // Without a window there is one generation.
        Err(_) => vec![now.to_owned()],
    }
}

fn host_of(bytes: &[u8]) -> Option<Host> {
    Some(Host::from_number(u64::from_le_bytes(bytes.try_into().ok()?)))
}

/// Reads a stored count of a group in a slice.
fn count(field: &str, value: &str) -> Option<SliceCount> {
    let ((id, slice), (count, last)) = (field.split_once(':')?, value.split_once(' ')?);
    Some(SliceCount {
        id: id.parse().ok()?,
        slice: slice.parse().ok()?,
        count: count.parse().ok()?,
        last: last.parse().ok()?,
    })
}

impl Archive for Redis {
    fn name(&self) -> String {
        format!("{}?prefix={}", self.server.address.shown, self.server.address.prefix)
    }

    fn stored(&self) -> Option<(&str, &Start)> {
        self.stored.as_ref().map(|stored| (&*stored.identity, &stored.start))
    }

    fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    fn size(&mut self) -> Result<Size, Error> {
        let (mut bytes, mut keys) = (0, 0);
        self.each_name("", |server, names| {
            let usages = names.into_iter().map(|name| {
                let mut usage = redis::cmd("MEMORY");
                usage.arg("USAGE").arg(name);
                usage
            });
            // A name that has expired meanwhile takes no memory.
            let usages: Vec<Option<u64>> = server.ask_all(usages)?;
            keys += usages.len() as u64;
            bytes += usages.iter().flatten().sum::<u64>();
            Ok(())
        })?;
        Ok(Size { keys: Some(keys), ..Size::new(bytes) })
    }

    fn load_all(&mut self, host: Host, each: &mut EachHost<'_>) -> Result<(), Error> {
        each(host, &self.whole_host(host)?)
    }

    fn each_host(&mut self, each: &mut EachHost<'_>) -> Result<(), Error> {
        for hosts in self.hosts()?.chunks(HOSTS) {
            for (host, Whole { entries, .. }) in hosts.iter().zip(self.whole(hosts)?) {
                each(*host, &entries)?;
            }
        }
        Ok(())
    }

    /// Rewrites host by host while others may be at work. If one of them stores something of a host
    /// meanwhile, that host is read again.
    fn rewrite(&mut self, rewrite: &mut Rewrite<'_>) -> Result<(), Error> {
        let Some(start) = self.stored.as_ref().map(|stored| stored.start) else { return Ok(()) };
        self.enlist()?;
        for hosts in self.hosts()?.chunks(HOSTS) {
            for (host, mut whole) in hosts.iter().zip(self.whole(hosts)?) {
                while let Some(left) = rewrite(*host, &whole.entries)? {
                    if self.forget_host(*host, whole.version)? {
                        self.store(*host, &left, start)?;
                        break;
                    }
                    whole = self.whole(&[*host])?.pop().unwrap_or_default();
                }
            }
        }
        self.settle()
    }
}
