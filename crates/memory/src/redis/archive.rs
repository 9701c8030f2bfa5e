//! A server as a whole. It is read in steps of a few names, entries and counts, so that none blocks
//! it for long.

use super::{OWNER, Redis, VERSION, named, number, share};
use crate::archive::{Archive, Rewrite, Size};
use crate::entry::{Entry, Met, damaged};
use crate::host::Host;
use crate::store::{Changes, EachHost, Start, Store};
use redis::{FromRedisValue, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use urlsift_core::error::Error;

/// Names that are looked at in one step.
const NAMES: usize = 1000;

/// Hosts that are read at a time, and steps that are asked for in one request.
const HOSTS: usize = 100;
const STEPS: usize = 100;

/// Elements of a list, each with the entries of a commit, and counts of a hash that one step reads.
const COMMITS: usize = 64;
const COUNTS: usize = 512;

/// Sets that are removed in one step.
const REMOVED: u64 = 1000;

/// Entries of a host that are stored in one step.
const WRITTEN: usize = 500;

/// What is stored of a host, and the score of its last change.
#[derive(Default)]
struct Whole {
    entries: Vec<u8>,
    version: String,
}

/// A list of commits or a hash of counts that is read on from somewhere.
#[derive(Clone)]
enum Step {
    Commits(Vec<u8>, usize),
    Counts(Vec<u8>, u64),
}

impl Redis {
    /// Opens what is remembered in a server to be read, and leaves no trace there.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn read(address: &str, waits: impl Fn(Duration) -> bool + Send + 'static) -> Result<Self, Error> {
        Ok(Self { reads: true, ..Self::open(address, waits)?.dry(true) })
    }

    /// The hosts of which something is stored.
    fn hosts(&mut self) -> Result<Vec<Host>, Error> {
        let start = format!("{}:s:", self.server.address.prefix);
        let mut hosts = BTreeSet::new();
        self.each_name("s:", |_, names| {
            let number = |name: &Vec<u8>| {
                let digits =
                    str::from_utf8(name).ok()?.strip_prefix(&start).filter(|text| text.len() == 16)?;
                u64::from_str_radix(digits, 16).ok()
            };
            hosts.extend(names.iter().filter_map(number).map(Host::from_number));
            Ok(())
        })?;
        Ok(hosts.into_iter().collect())
    }

    /// Calls `each` with names that begin with the prefix and this, a few at a time. A name may
    /// come twice.
    fn each_name(
        &mut self,
        start: &str,
        mut each: impl FnMut(&mut Self, Vec<Vec<u8>>) -> Result<(), Error>,
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

    /// Asks about several things at once.
    fn ask_all<T: FromRedisValue + Send + 'static>(
        &mut self,
        commands: impl Iterator<Item = redis::Cmd>,
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

    /// All that is stored of some hosts. What others store meanwhile may be there or not.
    fn whole(&mut self, hosts: &[Host]) -> Result<Vec<Whole>, Error> {
        let prefix = self.server.address.prefix.clone();
        let registries = hosts.iter().map(|host| {
            let mut range = redis::cmd("ZRANGE");
            range.arg(format!("{prefix}:s:{:016x}", host.number())).arg(0).arg(-1).arg("WITHSCORES");
            range
        });
        let registries: Vec<Vec<(Vec<u8>, String)>> = self.ask_all(registries)?;
        let mut all: Vec<Whole> = hosts.iter().map(|_| Whole::default()).collect();
        let mut steps = Vec::new();
        for (place, (host, slices)) in hosts.iter().zip(registries).enumerate() {
            all[place].version = slices.last().map(|(_, score)| score.clone()).unwrap_or_default();
            for (slice, _) in slices {
                let name = |part: &str| {
                    [format!("{prefix}:{part}:{:016x}:", host.number()).as_bytes(), &slice].concat()
                };
                steps.push((place, Step::Commits(name("p"), 0)));
                steps.push((place, Step::Counts(name("m"), 0)));
            }
        }
        // A count may come twice while its hash grows.
        let mut counts = BTreeMap::<(usize, u64, i64), Met>::new();
        steps.reverse();
        while !steps.is_empty() {
            let now: Vec<(usize, Step)> = steps.split_off(steps.len().saturating_sub(STEPS));
            let answers: Vec<Value> = self.ask_all(now.iter().rev().map(|(_, step)| step.command()))?;
            for ((place, step), answer) in now.into_iter().rev().zip(answers) {
                let next = match step {
                    Step::Commits(name, at) => {
                        let commits: Vec<Vec<u8>> = read(answer)?;
                        for commit in &commits {
                            self.server.traffic.received += commit.len() as u64;
                            let entries = commit.get(OWNER + VERSION..).ok_or_else(damaged)?;
                            all[place].entries.extend_from_slice(entries);
                        }
                        (commits.len() == COMMITS).then(|| Step::Commits(name, at + COMMITS))
                    }
                    Step::Counts(name, _) => {
                        let (cursor, found): (u64, Vec<(String, String)>) = read(answer)?;
                        for (field, value) in found {
                            let met = count(&field, &value).ok_or_else(damaged)?;
                            counts.insert((place, met.id, met.slice), met);
                        }
                        (cursor > 0).then_some(Step::Counts(name, cursor))
                    }
                };
                steps.extend(next.map(|next| (place, next)));
            }
        }
        for ((place, ..), met) in counts {
            Entry::Met(met).write(&mut all[place].entries);
        }
        Ok(all)
    }

    /// All that is stored of one host.
    pub(super) fn whole_host(&mut self, host: Host) -> Result<Vec<u8>, Error> {
        Ok(self.whole(&[host])?.pop().unwrap_or_default().entries)
    }

    /// Forgets all of a host, unless that has changed since. Gives whether it did.
    fn forget_host(&mut self, host: Host, mut version: String) -> Result<bool, Error> {
        loop {
            let arguments = [self.prefix(), named(host), version.into_bytes(), number(REMOVED)];
            match self.server.run::<u64>(&self.scripts.forget, &arguments)? {
                0 => return Ok(false),
                1 => return Ok(true),
                // What is begun is brought to its end.
                _ => version = String::new(),
            }
        }
    }

    /// Stores entries of a host, a part at a time.
    fn store(&mut self, host: Host, entries: &[u8], start: Start) -> Result<(), Error> {
        for part in share::parts(entries, WRITTEN).ok_or_else(damaged)? {
            let entries = [(host, &part[..])];
            self.commit(&Changes { entries: &entries, start, output: None, arrivals: None, ended: false })?;
        }
        Ok(())
    }
}

impl Step {
    fn command(&self) -> redis::Cmd {
        match self {
            Self::Commits(name, at) => {
                let mut range = redis::cmd("LRANGE");
                range.arg(name).arg(*at).arg(at + COMMITS - 1);
                range
            }
            Self::Counts(name, cursor) => {
                let mut scan = redis::cmd("HSCAN");
                scan.arg(name).arg(*cursor).arg("COUNT").arg(COUNTS);
                scan
            }
        }
    }
}

fn read<T: FromRedisValue>(answer: Value) -> Result<T, Error> {
    T::from_redis_value(answer).map_err(|_| damaged())
}

/// How often a group was met in a slice, as a commit stores it.
fn count(field: &str, value: &str) -> Option<Met> {
    let ((id, slice), (count, last)) = (field.split_once(':')?, value.split_once(' ')?);
    Some(Met {
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
            // What has expired meanwhile takes nothing.
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

    /// Host by host, while others may be at work. Where one of them stores something of a host
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
        Ok(())
    }
}
