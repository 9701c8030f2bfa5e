//! The store that several processes share: a Redis server.
//!
//! A process holds what it knows of a host in its own tables, so only lines that are new to it cost
//! a request: one for the entries that others have stored of the hosts of a batch since the last
//! time, one to claim its new lines, one to store what it has decided. Names, after a prefix:
//!
//! | name | type | holds |
//! |---|---|---|
//! | `:settings` | hash | the settings, the key of all hashes, the number of runs, the version of the last change |
//! | `:h:G` | hash | for each host the version of its last record |
//! | `:n:G` | hash | records by host and version: the process that stored it, its version, that of the one before it, entries |
//! | `:m:HOST:G` | hash | how often each group was met in each slice, and when last |
//! | `:l:HOST` | list | what was learned of a host, in records, where groups expire |
//! | `:c` | hash | keys that are claimed and not printed yet, with the process and the end of its claim |
//! | `:r:new`, `:r:old` | hashes | keys of what was printed lately, with the version and slice of the last time |
//! | `:w:PROCESS` | string | the number of the last commit of a process |
//!
//! Hosts, keys and versions in names of fields and in values are eight bytes, little end first. One
//! command of a script is about all hosts or keys of a request: a script spends most of its time on
//! calls, whatever they do. So nothing of a single host or key has a name of its own that every
//! request would have to ask for.
//!
//! `G` is a generation: a quarter of the time for which a record is stored, by the server's clock.
//! Without a window there is one, `-`. With one, what is stored is given back when nothing was
//! added to its generation for the window and two slices, and what was learned when its host has
//! not appeared for that long. A group that is met in a slice that is new to it is stored again,
//! with its keys.
//!
//! Versions are microseconds since 1970, so they grow even if the server has lost the last ones. A
//! process knows each host as it was at some version. It has been told of all groups until then, so
//! a claim is compared with the keys that were entered since, and these are held apart. If there
//! were too many since, or some were lost, the process reads what is new of the hosts, and compares
//! it itself.
//!
//! A line is claimed before it is printed, and its claim becomes a key once it is flushed. So of
//! two processes that meet a new group at the same moment one prints it, and the other one waits
//! until it has. What a process claimed that died goes to those that wait, after its lease. Claims
//! are stored before the next lines are decided on, so no two processes wait for each other. The
//! answer to a commit is read before the next request, and the server stores it while the process
//! scans the next lines.

mod address;
mod archive;
mod claim;
mod news;
mod server;
mod settings;
mod share;

use super::entry::Met;
use super::host::Host;
use super::store::{Changes, Claim, EachHost, Settings, Start, Store, Traffic};
use address::Address;
use redis::Script;
use server::{Call, Server};
use settings::{FORMAT, Stored};
use share::{Share, divide};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use urlsift_core::error::{Capability, Error, ErrorKind};

/// How many keys and counts one commit stores at most, so that the server is not blocked for longer
/// than 20 ms.
const WRITTEN: usize = 4000;

/// How many keys each of two hashes holds for those that claim: at most some 20 MB in all, and as
/// many as a hundred processes enter with a batch each.
const RECENT: u64 = 100_000;

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
    /// With a window, for how many seconds a record is stored.
    life: Option<u64>,
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
        let script = |text: &str| Arc::new(Script::new(&format!("{}\n{text}", include_str!("common.lua"))));
        let scripts = Scripts {
            begin: script(include_str!("begin.lua")),
            news: script(include_str!("news.lua")),
            claim: script(include_str!("claim.lua")),
            commit: script(include_str!("commit.lua")),
            forget: script(include_str!("forget.lua")),
        };
        let stored = Stored::read(&mut server)?;
        let mut opened = Self {
            server,
            process: 0,
            lease: LEASE,
            commits: 0,
            known: HashMap::new(),
            life: None,
            warning,
            dry: false,
            reads: false,
            stored,
            scripts,
        };
        if let Some(Stored { start, window, .. }) = &opened.stored {
            let (window, slice) = (*window, start.slice);
            opened.set_window(window, slice);
        }
        Ok(opened)
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
        self.life = window.map(|window| {
            let length = window.saturating_add(slice - 1) / slice;
            (length + 2).saturating_mul(slice).unsigned_abs().div_ceil(1000)
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

    /// Seconds of a generation, with a window; the scripts count four of them.
    fn generation(&self) -> Option<u64> {
        self.life.map(|life| life.div_ceil(4))
    }

    /// A request to run a script for this prefix.
    fn call(&self, script: &Arc<Script>) -> Call {
        let mut call = Call::new(script);
        call.arg(self.server.address.prefix.as_bytes());
        call
    }

    /// The version of a host that is known here.
    fn version(&self, host: Host) -> u64 {
        self.known.get(&host).copied().unwrap_or_default()
    }
}

/// A number as scripts compare it, and as they store it.
fn packed(number: u64) -> [u8; 8] {
    number.to_le_bytes()
}

/// What a commit stores of some hosts, as arguments.
#[derive(Default)]
struct Portion {
    hosts: Vec<(Host, Share)>,
    /// Keys and counts.
    size: usize,
}

impl Store for Redis {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        if let Some(need) = wanted.needs.first() {
            return Err(self.unsupported(*need));
        }
        let [first, second] = wanted.seed;
        let mut call = Call::new(&self.scripts.begin);
        call.arg(&self.settings_name()).number(u64::from(self.dry)).arg(wanted.identity.as_bytes());
        call.arg(format!("{first} {second}").as_bytes()).arg(wanted.slice.to_string().as_bytes());
        call.arg(wanted.window.map_or_else(String::new, |window| window.to_string()).as_bytes());
        call.number(FORMAT);
        let stored: Vec<String> = self.server.run(call)?;
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

    fn load(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
        if self.reads {
            return hosts.iter().try_for_each(|host| each(*host, &self.whole_host(*host)?));
        }
        let asked: Vec<(Host, u64)> = hosts.iter().map(|host| (*host, self.version(*host))).collect();
        let (news, _) = self.news(&asked, true)?;
        for (host, of_host) in hosts.iter().zip(news) {
            let is_new = self.known.insert(*host, of_host.until).is_none();
            if of_host.records.is_empty() {
                continue;
            }
            if is_new {
                let commits =
                    of_host.records.iter().map(|record| (record.owner(), record.entries().to_vec()));
                for entries in share::in_turn(commits)? {
                    each(*host, &entries)?;
                }
            } else {
                of_host.records.iter().try_for_each(|record| each(*host, record.entries()))?;
            }
        }
        Ok(())
    }

    fn claim(&mut self, claims: &[Claim], granted: &mut Vec<bool>) -> Result<(), Error> {
        self.ask_for(claims, granted)
    }

    fn traffic(&self) -> Option<Traffic> {
        Some(self.server.traffic)
    }

    fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error> {
        let mut portion = Portion::default();
        for (host, entries) in changes.entries {
            let share = divide(entries, self.life.is_some())?;
            let size = share.keys.len() + share.counts.len();
            if portion.size > 0 && portion.size + size > WRITTEN {
                self.store_portion(&std::mem::take(&mut portion))?;
            }
            portion.size += size;
            portion.hosts.push((*host, share));
        }
        if portion.hosts.is_empty() { Ok(()) } else { self.store_portion(&portion) }
    }

    fn settle(&mut self) -> Result<(), Error> {
        self.server.settle()
    }
}

impl Redis {
    /// Sends changes of some hosts, and does not wait until they are stored.
    fn store_portion(&mut self, Portion { hosts, .. }: &Portion) -> Result<(), Error> {
        self.commits += 1;
        let mut call = self.call(&self.scripts.commit);
        call.number(self.process).number(self.commits).number(RECENT);
        call.optional(self.generation()).optional(self.life).number(hosts.len() as u64);
        let shares = || hosts.iter().map(|(_, share)| share);
        let counts: Vec<u8> = shares().flat_map(|share| (share.counts.len() as u32).to_le_bytes()).collect();
        call.arg(&counts).number(shares().map(|share| share.keys.len() as u64).sum());
        let slices: Vec<u8> = match self.life {
            Some(_) => {
                shares().flat_map(|share| &share.slices).flat_map(|slice| slice.to_le_bytes()).collect()
            }
            None => Vec::new(),
        };
        call.arg(&slices);
        for (host, _) in hosts {
            call.arg(&packed(host.number()));
        }
        for share in shares() {
            call.arg(&share.news);
        }
        for key in shares().flat_map(|share| &share.keys) {
            call.arg(&packed(*key));
        }
        if self.life.is_some() {
            for share in shares() {
                call.arg(&share.lessons);
            }
        }
        for share in shares() {
            for Met { id, slice, .. } in &share.counts {
                call.arg(format!("{id}:{slice}").as_bytes());
            }
            for met in &share.counts {
                call.number(met.count);
            }
            for met in &share.counts {
                call.arg(met.last.to_string().as_bytes());
            }
        }
        self.server.post(call)
    }
}
