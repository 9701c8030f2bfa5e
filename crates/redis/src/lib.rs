//! A store that several processes share: a Redis server.
//!
//! A process keeps its knowledge of a host in its own tables, so only lines that are new to it cost
//! requests: one that asks whether others have stored entries of the hosts of a batch since the
//! last time, one to claim its new lines, one to store its decisions, and more to read what others
//! have stored. These are the names, after a prefix:
//!
//! | name | type | holds |
//! |---|---|---|
//! | `:settings` | hash | the settings, the key of all hashes, the number of runs, the version of the last change |
//! | `:b:G:BUCKET` | list | what was stored of the hosts of a bucket: records, frames of older ones, and counts |
//! | `:h:G` | hash | for each bucket the version of its last record, how often it was packed, who stored last, and the length of the list |
//! | `:c` | hash | keys that are claimed and not printed yet, with the process and the end of its claim |
//! | `:w:PROCESS` | string | the number of the last commit of a process |
//!
//! Hosts are divided among 1024 [buckets](mod@bucket), and a process that meets a host reads its
//! whole bucket. A commit appends a record to each bucket of its hosts: who stored it, its version,
//! and the entries of each host. Counts of groups that were stored before come in records without a
//! version, which only tools read. When a bucket has many records, or a run ends, they are
//! [packed](pack) into a [frame] with the same head, which takes a quarter of the bytes, in one or
//! more elements; at the end of a run a tenth, as hashes that follow from lines are [left
//! out](replay). The frame replaces them unless another process has packed the bucket meanwhile,
//! so whatever is stored is in the list exactly once at any moment, and later records stay behind
//! it. Who has read some of a frame's records before leaves out the groups that it knows.
//!
//! Hosts, keys and versions in field names and values are eight bytes, little end first. Most
//! commands of a script handle all buckets or keys of a request, because a script spends most of
//! its time on calls.
//!
//! `G` is a generation: a quarter of the time for which a record is stored, by the server's clock.
//! Without a window there is one generation, `-`. With a window, a list is deleted when nothing was
//! added to it for the window and two slices. Lessons have a generation of their own then, `l`, and
//! are deleted when no host of their bucket has appeared for that long. A group that is met in a
//! slice new to it is stored again, with its keys.
//!
//! Versions are microseconds since 1970, so they grow even if the server has lost the last ones. A
//! process knows each bucket up to some version, with all groups there. The answer to a claim says
//! in which buckets others have stored something since, and the process reads that and compares the
//! claim with it. It releases claims of groups that others have stored with its next commit.
//!
//! A line is claimed before it is printed, and its claim ends once it is flushed and stored. If two
//! processes meet a new group at the same moment, one prints it, and the other waits until it has.
//! Claims of a process that died pass to those that wait, after its lease. Claims are stored before
//! the next lines are decided on, so no two processes wait for each other. The answer to a commit
//! is read before the next request: the server stores it while the process scans the next lines.

mod address;
mod archive;
mod bucket;
mod claim;
mod frame;
mod news;
mod pack;
mod replay;
mod server;
mod settings;
mod share;

use address::ServerAddress;
use bucket::{Known, Pending, bucket, put_host};
use redis::Script;
use replay::Replay;
use server::{Call, Server};
use settings::{FORMAT, PrefixSettings};
use share::divide;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;
use std::time::Duration;
use urlsift_core::{Capability, Error, ErrorKind};
use urlsift_memory::Host;
use urlsift_memory::TimeSpan;
use urlsift_memory::{Changes, Claim, EachHost, Settings, Start, Store, Traffic};

/// The most keys, and eights of bytes of counts, that one commit stores, so that the server is not
/// blocked for longer than 20 ms.
const WRITTEN: usize = 4000;

/// The time for which a claim holds.
const LEASE: Duration = Duration::from_secs(10);

/// The oldest version whose scripts may ask for the time and write.
const OLDEST: u64 = 7;

/// A Redis server that several filters share as their memory.
///
/// The settings, the filter and its session are those of `urlsift-memory`.
pub struct Redis {
    server: Server,
    /// The number of this process.
    process: u64,
    lease: Duration,
    /// The number of commits so far.
    posted: u64,
    /// What is known here of each bucket that was read.
    known: HashMap<u16, Known>,
    pending: Pending,
    /// The time for which a record is stored, in seconds, with a window.
    life: Option<u64>,
    warning: Option<String>,
    /// Whether nothing is written; and whether nothing is decided either.
    dry: bool,
    reads: bool,
    /// Derives hashes from lines, if the settings allow that.
    replay: Option<Replay>,
    /// The stored settings, if there are any.
    stored: Option<PrefixSettings>,
}

/// The scripts that the server runs.
type LazyScript = LazyLock<Script>;
static BEGIN: LazyScript = LazyLock::new(|| script(include_str!("begin.lua")));
static NEWS: LazyScript = LazyLock::new(|| script(include_str!("news.lua")));
static CLAIM: LazyScript = LazyLock::new(|| script(include_str!("claim.lua")));
static COMMIT: LazyScript = LazyLock::new(|| script(include_str!("commit.lua")));
static TAIL: LazyScript = LazyLock::new(|| script(include_str!("tail.lua")));
static PACK: LazyScript = LazyLock::new(|| script(include_str!("pack.lua")));

fn script(text: &str) -> Script {
    Script::new(&format!("{}\n{text}", include_str!("common.lua")))
}

impl Redis {
    /// Connects to `redis://user:password@host:port/db?prefix=NAME` (`rediss` for TLS). User and
    /// password may also be in the environment variables `URLSIFT_REDIS_USER` and
    /// `URLSIFT_REDIS_PASSWORD`. While the server is away or does not answer, `waits` is called
    /// with the time that has passed, and the server is tried again as long as it returns true.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: the address cannot be read. [`ErrorKind::Away`]: the server cannot
    /// be reached. [`ErrorKind::Storage`]: it is too old, or part of a cluster.
    pub fn open(
        address: &str,
        waits: impl Fn(Duration) -> bool + Send + 'static,
    ) -> Result<Self, Error> {
        let mut server = Server::new(ServerAddress::parse(address)?, Box::new(waits))?;
        let info: String = server.ask(|connection| redis::cmd("INFO").query(connection))?;
        let field = |name: &str| {
            info.lines()
                .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
                .map_or("", str::trim)
        };
        let shown = &server.address.shown;
        let version = field("redis_version");
        let refuse = |why: String| {
            Err(Error::new(ErrorKind::Storage, format!("cannot use Redis at {shown}")).because(why))
        };
        let major: Option<u64> = version
            .split('.')
            .next()
            .and_then(|major| major.parse().ok());
        if major.is_none_or(|major| major < OLDEST) {
            return refuse(format!(
                "its version is {version}; {OLDEST} or newer is needed"
            ));
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
        let stored = PrefixSettings::read(&mut server)?;
        let life = stored.as_ref().and_then(PrefixSettings::life);
        let replay = stored.as_ref().and_then(PrefixSettings::replay);
        let (lease, (process, posted, known, pending, dry, reads)) = (LEASE, Default::default());
        Ok(Self {
            server,
            process,
            lease,
            posted,
            known,
            pending,
            life,
            warning,
            dry,
            reads,
            replay,
            stored,
        })
    }

    /// Sets for how long a claimed line is left to a process that stores nothing. Default 10 s.
    pub fn lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    /// Sets whether nothing is written to the server, not even the settings of a first run.
    /// Default false.
    pub fn dry(mut self, dry: bool) -> Self {
        self.dry = dry;
        self
    }

    /// Refuses settings that no shared store supports, or no store that finds lines by key.
    fn unsupported(&self, need: Capability) -> Error {
        let problem = match need {
            Capability::Comparison => {
                "with these settings URLs are compared, not looked up by keys"
            }
            Capability::ParamNames => "parameters that count one by one are not looked up by keys",
            Capability::Samples => "it keeps only one line of each group",
            Capability::Bursts => "it does not count bursts",
            Capability::AllLines => "it keeps only the first line of each group",
            Capability::Replacement => "other processes may be using it",
        };
        self.server.refusal(ErrorKind::Unsupported(need), problem)
    }

    /// Returns the length of a generation in seconds, with a window; scripts count four of them.
    fn generation(&self) -> Option<u64> {
        self.life.map(|life| life.div_ceil(4))
    }

    /// Returns the version up to which a bucket was read.
    fn version(&self, bucket: u16) -> u64 {
        self.known.get(&bucket).map_or(0, |known| known.read)
    }

    /// Starts a call of a script for this prefix.
    fn call(&self, script: &'static Script) -> Call {
        let mut call = Call::new(script);
        call.arg(self.server.address.prefix.as_bytes());
        call
    }
}

/// Changes that are stored together.
#[derive(Default)]
struct Portion {
    /// For each bucket what others need to know, counts, and lessons where they outlive groups.
    buckets: BTreeMap<u16, [Vec<u8>; 3]>,
    keys: Vec<u64>,
    /// The number of keys, and of eights of bytes of counts.
    size: usize,
}

impl Store for Redis {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        if let Some(need) = wanted.needs.first() {
            return Err(self.unsupported(*need));
        }
        let [first, second] = wanted.seed;
        let mut call = Call::new(&BEGIN);
        call.arg(&self.server.address.settings_name())
            .number(u64::from(self.dry));
        call.arg(wanted.identity.as_bytes())
            .arg(format!("{first} {second}").as_bytes());
        call.arg(wanted.slice.to_string().as_bytes());
        call.arg(
            wanted
                .window
                .map_or_else(String::new, |window| window.to_string())
                .as_bytes(),
        );
        call.number(FORMAT);
        let stored: Vec<String> = self.server.run(call)?;
        let Some(stored) = PrefixSettings::parse(&stored) else {
            return Err(self
                .server
                .refusal(ErrorKind::Damaged, "the settings there are damaged"));
        };
        let (start, window) = (stored.start, stored.window);
        let refused = wanted.check(&stored.identity, &start);
        refused.map_err(|refusal| self.server.refusal(refusal.kind(), refusal))?;
        if window != wanted.window && !self.reads {
            let problem = match window {
                Some(window) => format!("its window is {}", TimeSpan(window)),
                None => "it has no window".to_owned(),
            };
            let window = window.map(|window| TimeSpan(window).into());
            return Err(self.server.refusal(ErrorKind::OtherWindow(window), problem));
        }
        (self.life, self.replay) = (
            stored.life(),
            self.replay.take().or_else(|| stored.replay()),
        );
        if !self.dry {
            self.stored = Some(stored);
        }
        // A dry process has a number that no other process has, so the next run gets the number
        // that it would have had.
        self.process = if self.dry { u64::MAX } else { start.run };
        Ok(start)
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn load(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
        if self.reads {
            return hosts
                .iter()
                .try_for_each(|host| each(*host, &self.whole_host(*host)?));
        }
        self.load_news(hosts, each)
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
            let (bodies, keys) = divide(entries, self.life.is_some())?;
            let size = keys.len() + bodies[1].len() / 8;
            if portion.size > 0 && portion.size + size > WRITTEN {
                self.store_portion(std::mem::take(&mut portion))?;
            }
            portion.size += size;
            let of_bucket = portion.buckets.entry(bucket(*host)).or_default();
            of_bucket
                .iter_mut()
                .zip(&bodies)
                .for_each(|(all, entries)| put_host(all, *host, entries));
            portion.keys.extend(keys);
        }
        if !portion.buckets.is_empty() {
            self.store_portion(portion)?;
        }
        if changes.ended {
            self.pack_all()
        } else {
            Ok(())
        }
    }

    fn wait_stored(&mut self) -> Result<(), Error> {
        self.server.settle()
    }
}

impl Redis {
    /// Sends changes, and does not wait until they are stored.
    fn store_portion(
        &mut self,
        Portion {
            buckets, mut keys, ..
        }: Portion,
    ) -> Result<(), Error> {
        keys.append(&mut self.pending.released);
        self.pack_full()?;
        self.pending.buckets.extend(buckets.keys());
        self.posted += 1;
        let mut call = self.call(&COMMIT);
        call.number(self.process).number(self.posted);
        call.optional(self.generation()).optional(self.life);
        call.number(buckets.len() as u64).number(keys.len() as u64);
        call.args(buckets.keys().map(|bucket| bucket.to_le_bytes()));
        call.args(buckets.values().map(|[news, ..]| news))
            .args(buckets.values().map(|[_, counts, _]| counts));
        call.args(keys.iter().map(|key| key.to_le_bytes()));
        if self.life.is_some() {
            call.args(buckets.values().map(|[.., lessons]| lessons));
        }
        self.server.post(call)
    }
}
