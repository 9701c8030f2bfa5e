//! The store that several processes share: a Redis server.
//!
//! A process holds what it knows of a host in its own tables, so only lines that are new to it cost
//! a request: one for the entries that others have stored of the hosts of a batch since the last
//! time, one to claim its new lines, one to store what it has decided. Names, after a prefix:
//!
//! | name | type | holds |
//! |---|---|---|
//! | `:settings` | hash | the settings, the key of all hashes, the number of runs |
//! | `:s:HOST` | sorted set | the slices of time of which something is stored, with the version of their last change |
//! | `:p:HOST:SLICE` | list | entries of commits, each behind the number of the process that stored it, and its version |
//! | `:k:HOST:SLICE:N` | sets | keys of what was printed, as signed decimal numbers, at most 512 in a set |
//! | `:b:HOST:SLICE` | hash | how many keys and sets there are |
//! | `:m:HOST:SLICE` | hash | how often each group was met in each slice, and when last |
//! | `:c:HOST` | hash | keys that are claimed and not printed yet, with the process and the end of its claim |
//! | `:w:PROCESS` | string | the number of the last commit of a process |
//!
//! What does not expire stands in a slice of its own, `-`: without a window everything, with one
//! what was learned. With a window, what is stored of a slice is given back when nothing was added
//! to it for the window and two slices, by the server's clock. A group that is met in a slice that
//! is new to it is stored there as well, with its keys. So a process that looks for a key has to
//! ask for those slices only that have changed since it asked last: it holds the others whole.
//!
//! A line is claimed before it is printed, and its claim becomes a key once it is flushed. So of
//! two processes that meet a new group at the same moment one prints it, and the other one waits
//! until it has. What a process claimed that died goes to those that wait, after its lease. Claims
//! are stored before the next lines are decided on, so no two processes wait for each other.

mod address;
mod archive;
mod server;
mod settings;
mod share;

use super::entry::{Met, damaged};
use super::host::Host;
use super::store::{Changes, Claim, EachHost, Settings, Start, Store, Traffic};
use address::Address;
use redis::Script;
use server::Server;
use settings::Stored;
use share::{Share, divide};
use std::collections::HashMap;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use urlsift_core::error::{Capability, Error, ErrorKind};

/// How many hosts, keys and counts one request is about at most, and how many lists and elements it
/// reads, so that the server is not blocked for longer than 20 ms.
const BATCH: usize = 1000;
const WRITTEN: usize = 2000;
const READ: usize = 4000;

/// The slice of what does not expire.
const ALWAYS: &str = "-";

/// Answers to a claim: it is granted; another process claims a like of it, and has not printed that
/// yet.
const GRANTED: u64 = 1;
const PENDING: u64 = 2;

/// How long to wait before a claim that is pending is looked at again.
const LOOK: Duration = Duration::from_millis(20);

/// How long a claim holds.
const LEASE: Duration = Duration::from_secs(10);

/// The oldest version whose scripts may ask for the time and write.
const OLDEST: u64 = 7;

/// A Redis server in which several filters remember at once.
pub struct Redis {
    server: Server,
    /// What this process is called.
    process: u64,
    lease: Duration,
    /// Commits so far.
    commits: u64,
    /// The version of each host that is known here.
    known: HashMap<Host, u64>,
    /// The window, in slices, and after how many seconds a slice is given back that nothing is
    /// added to.
    window: Option<(i64, u64)>,
    warning: Option<String>,
    /// Whether nothing is to be written, and whether nothing is decided on either.
    dry: bool,
    reads: bool,
    /// What is stored, if anything is.
    stored: Option<Stored>,
    scripts: Scripts,
}

struct Scripts {
    begin: Arc<Script>,
    news: Arc<Script>,
    claim: Arc<Script>,
    commit: Arc<Script>,
    forget: Arc<Script>,
}

impl Redis {
    /// Connects to `redis://user:password@host:port/db?prefix=NAME` (`rediss` for TLS). User and
    /// password may also stand in the environment variables `URLSIFT_REDIS_USER` and
    /// `URLSIFT_REDIS_PASSWORD`. Whenever the server is away or does not answer, it is tried again
    /// as long as `waits`, which is told for how long that has been so, says that it is to be.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: the address cannot be read. [`ErrorKind::Away`]: the server cannot
    /// be reached. [`ErrorKind::Storage`]: it is too old, or part of a cluster.
    pub fn open(address: &str, waits: impl Fn(Duration) -> bool + Send + 'static) -> Result<Self, Error> {
        let mut server = Server::new(Address::parse(address)?, Box::new(waits))?;
        let info: String = server.ask(|connection| redis::cmd("INFO").query(connection))?;
        let field = |name: &str| {
            info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map_or("", str::trim)
        };
        let shown = &server.address.shown;
        let version = field("redis_version");
        let refuse = |why: String| {
            Err(Error::new(ErrorKind::Storage, format!("cannot use Redis at {shown}")).because(why))
        };
        if version
            .split('.')
            .next()
            .and_then(|major| major.parse().ok())
            .is_none_or(|major: u64| major < OLDEST)
        {
            return refuse(format!("its version is {version}; {OLDEST} or newer is needed"));
        }
        if field("cluster_enabled") == "1" {
            return refuse("it is part of a cluster; a single server is needed".to_owned());
        }
        let evicts = field("maxmemory") != "0" && field("maxmemory_policy") != "noeviction";
        let warning = evicts.then(|| {
            format!(
                "Redis at {shown} forgets when its memory is full (maxmemory-policy {}): lines may be printed again; set it to noeviction",
                field("maxmemory_policy")
            )
        });
        let script = |text: &str| Arc::new(Script::new(text));
        let of_keys = |text: &str| script(&format!("{}\n{text}", include_str!("buckets.lua")));
        let scripts = Scripts {
            begin: script(include_str!("begin.lua")),
            news: script(include_str!("news.lua")),
            claim: of_keys(include_str!("claim.lua")),
            commit: of_keys(include_str!("commit.lua")),
            forget: script(include_str!("forget.lua")),
        };
        let stored = Stored::read(&mut server)?;
        Ok(Self {
            server,
            process: 0,
            lease: LEASE,
            commits: 0,
            known: HashMap::new(),
            window: None,
            warning,
            dry: false,
            reads: false,
            stored,
            scripts,
        })
    }

    /// Sets how long a line that was claimed is left to the process that did, if it stores nothing
    /// meanwhile. Default 10 s.
    pub fn lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    /// Sets whether nothing is written to the server, not even the settings of a run that would be
    /// its first. Default false.
    pub fn dry(mut self, dry: bool) -> Self {
        self.dry = dry;
        self
    }

    /// Becomes a process that writes to what is stored.
    fn enlist(&mut self) -> Result<(), Error> {
        let Some(Stored { start, window, .. }) = &self.stored else { return Ok(()) };
        self.set_window(*window, start.slice);
        let mut count = redis::cmd("HINCRBY");
        count.arg(self.settings_name()).arg("runs").arg(1);
        self.process = self.server.ask(move |connection| count.query(connection))?;
        Ok(())
    }

    /// Lets groups expire that are not met for so many milliseconds.
    fn set_window(&mut self, window: Option<i64>, slice: i64) {
        self.window = window.map(|window| {
            let length = window.saturating_add(slice - 1) / slice;
            (length, (length + 2).saturating_mul(slice).unsigned_abs().div_ceil(1000))
        });
    }

    /// Says that settings ask for what no store can do that several processes share, or that finds
    /// lines by their keys.
    fn unsupported(&self, need: Capability) -> Error {
        let problem = match need {
            Capability::Comparison => "with these settings URLs are compared, not looked up by keys",
            Capability::ParamNames => "parameters that count one by one are not looked up by keys",
            Capability::Samples => "it keeps one line of each group, and not further ones",
            Capability::Bursts => "it does not count bursts",
            Capability::AllLines => "it keeps the first line of each group, and not all lines that came",
            Capability::Replacement => "others may be at work there",
        };
        self.server.refusal(ErrorKind::Unsupported(need), problem)
    }

    fn settings_name(&self) -> Vec<u8> {
        settings::name(&self.server)
    }

    /// The version of a host that is known here.
    fn version(&self, host: Host) -> u64 {
        self.known.get(&host).copied().unwrap_or_default()
    }

    fn prefix(&self) -> Vec<u8> {
        self.server.address.prefix.clone().into_bytes()
    }
}

/// A number as an argument.
fn number(number: u64) -> Vec<u8> {
    number.to_string().into_bytes()
}

/// A key as Redis packs it best: a signed decimal number.
fn signed(key: u64) -> Vec<u8> {
    key.cast_signed().to_string().into_bytes()
}

fn named(host: Host) -> Vec<u8> {
    format!("{:016x}", host.number()).into_bytes()
}

/// Bytes before the entries of a commit: which process stored them, and the version of its host.
const OWNER: usize = 8;
const VERSION: usize = 8;

/// One host and slice of a commit, as arguments.
struct Portion {
    host: Host,
    arguments: Vec<Vec<u8>>,
    /// Keys and counts.
    size: usize,
}

impl Store for Redis {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        if let Some(need) = wanted.needs.first() {
            return Err(self.unsupported(*need));
        }
        let [first, second] = wanted.seed.map(number);
        let arguments = [
            self.settings_name(),
            number(u64::from(self.dry)),
            wanted.identity.clone().into_bytes(),
            first,
            second,
            wanted.slice.to_string().into_bytes(),
            wanted.window.map_or_else(Vec::new, |window| window.to_string().into_bytes()),
        ];
        let stored: Vec<String> = self.server.run(&self.scripts.begin, &arguments)?;
        let Some(Stored { identity, start, window }) = Stored::parse(&stored) else {
            return Err(self.server.refusal(ErrorKind::Damaged, "the settings there are damaged"));
        };
        wanted.check(&identity, &start).map_err(|refusal| self.server.refusal(refusal.kind(), refusal))?;
        if window != wanted.window && !self.reads {
            let problem = match window {
                Some(window) => format!("it was begun with a window of {} s", window as f64 / 1000.0),
                None => "it was begun without a window".to_owned(),
            };
            let window = window.map(|window| Duration::from_millis(window.unsigned_abs()));
            return Err(self.server.refusal(ErrorKind::OtherWindow(window), problem));
        }
        self.set_window(window, start.slice);
        if !self.dry {
            self.stored = Some(Stored { identity, start, window });
        }
        // One that writes nothing has the number of none: the run that comes next has what it would
        // have.
        self.process = if self.dry { u64::MAX } else { start.run };
        Ok(start)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn load(&mut self, mut hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
        if self.reads {
            return hosts.iter().try_for_each(|host| each(*host, &self.whole_host(*host)?));
        }
        while !hosts.is_empty() {
            let mut arguments = vec![self.prefix(), number(READ as u64)];
            for host in hosts.iter().take(BATCH) {
                arguments.extend([named(*host), number(self.version(*host))]);
            }
            let news: Vec<Vec<Vec<u8>>> = self.server.run(&self.scripts.news, &arguments)?;
            if news.is_empty() || news.len() > hosts.len() {
                return Err(damaged());
            }
            let (told, later) = hosts.split_at(news.len());
            for (host, news) in told.iter().zip(news) {
                let Some((version, commits)) = news.split_first() else { return Err(damaged()) };
                let version = str::from_utf8(version).ok().and_then(|version| version.parse().ok());
                let is_new = self.known.insert(*host, version.ok_or_else(damaged)?).is_none();
                self.server.traffic.received += commits.iter().map(|commit| commit.len() as u64).sum::<u64>();
                let read = |commit: &Vec<u8>| {
                    let (owner, entries) = commit.split_at_checked(OWNER + VERSION)?;
                    Some((u64::from_le_bytes(owner[..OWNER].try_into().ok()?), entries.to_vec()))
                };
                let commits: Vec<(u64, Vec<u8>)> =
                    commits.iter().map(read).collect::<Option<_>>().ok_or_else(damaged)?;
                let others = commits.into_iter().filter(|(owner, _)| *owner != self.process);
                if is_new {
                    for entries in share::in_turn(others)? {
                        each(*host, &entries)?;
                    }
                } else {
                    others.into_iter().try_for_each(|(_, entries)| each(*host, &entries))?;
                }
            }
            hosts = later;
        }
        Ok(())
    }

    fn claim(&mut self, claims: &[Claim], granted: &mut Vec<bool>) -> Result<(), Error> {
        let first = granted.len();
        granted.resize(first + claims.len(), false);
        // All are asked for at once, whatever their number: so no process waits for another one
        // that waits for it, unless one has died, and then until the lease of that is over.
        let mut open: Vec<usize> = (0..claims.len()).collect();
        loop {
            let mut arguments =
                vec![self.prefix(), number(self.process), number(self.lease.as_millis() as u64)];
            for claim in open.iter().map(|place| &claims[*place]) {
                arguments.extend([named(claim.host), number(self.version(claim.host))]);
                arguments.push(claim.oldest.map_or_else(Vec::new, |oldest| oldest.to_string().into_bytes()));
                arguments
                    .extend([claim.looked_up.len(), claim.keys.len()].map(|length| number(length as u64)));
                arguments.extend(claim.looked_up.iter().chain(&claim.keys).copied().map(signed));
            }
            let answers: Vec<u64> = self.server.run(&self.scripts.claim, &arguments)?;
            let mut answers = answers.into_iter();
            open.retain(|&place| {
                let answer = answers.next();
                if answer == Some(GRANTED) {
                    granted[first + place] = true;
                }
                answer == Some(PENDING)
            });
            if open.is_empty() {
                break;
            }
            thread::sleep(LOOK);
        }
        self.server.traffic.refused += granted[first..].iter().filter(|granted| !**granted).count() as u64;
        Ok(())
    }

    fn traffic(&self) -> Option<Traffic> {
        Some(self.server.traffic)
    }

    fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error> {
        let (mut portions, mut latest) = (Vec::new(), None);
        for (host, entries) in changes.entries {
            for (slice, Share { news, keys, counts }) in divide(entries, self.window.is_some())? {
                latest = latest.max(slice);
                let name = slice.map_or_else(|| ALWAYS.to_owned(), |slice| slice.to_string());
                let mut arguments = vec![named(*host), number(self.version(*host)), name.into_bytes(), news];
                arguments.extend([keys.len(), counts.len()].map(|length| number(length as u64)));
                arguments.extend(keys.iter().copied().map(signed));
                for Met { id, slice, count, last } in &counts {
                    let field = format!("{id}:{slice}").into_bytes();
                    arguments.extend([field, number(*count), last.to_string().into_bytes()]);
                }
                portions.push(Portion { host: *host, arguments, size: 1 + keys.len() + counts.len() });
            }
        }
        let (ttl, oldest) = match (self.window, latest) {
            (Some((length, ttl)), Some(latest)) => {
                (number(ttl), latest.saturating_sub(length).to_string().into_bytes())
            }
            (Some((_, ttl)), None) => (number(ttl), Vec::new()),
            (None, _) => (Vec::new(), Vec::new()),
        };
        let mut left = &portions[..];
        while !left.is_empty() {
            let mut size = 0;
            let fits = left.iter().take_while(|portion| {
                size += portion.size;
                size <= WRITTEN
            });
            let mut count = fits.count().max(1);
            // The slices of a host go together, since its version is known before the first of them
            // only.
            while count < left.len() && left[count].host == left[count - 1].host {
                count += 1;
            }
            let (now, later) = left.split_at(count);
            self.commits += 1;
            let mut arguments = vec![self.prefix(), number(self.process), number(self.commits)];
            arguments.extend([ttl.clone(), oldest.clone()]);
            arguments.extend(now.iter().flat_map(|portion| portion.arguments.iter().cloned()));
            let versions: Vec<String> = self.server.run(&self.scripts.commit, &arguments)?;
            for (portion, version) in now.iter().zip(versions) {
                // If nobody else has stored anything meanwhile, there is nothing to load.
                let version: u64 = version.parse().map_err(|_| damaged())?;
                let known = self.known.entry(portion.host).or_default();
                *known = version.max(*known);
            }
            left = later;
        }
        Ok(())
    }
}
