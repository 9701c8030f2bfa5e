//! A store that several processes share: a Redis server.
//!
//! A process keeps its knowledge of a host in its own tables, so only lines that are new to it cost
//! requests: one that asks whether others have stored entries of the hosts of a batch since the
//! last time, one to claim its new lines, one to store its decisions, and more to read what others
//! have stored. These are the names, after a prefix:
//!
//! | name | type | holds |
//! |---|---|---|
//! | `:settings` | hash | settings, key of hashes, checksum, runs, version of the last change |
//! | `:b:G:BUCKET` | list | what was stored of a bucket's hosts: records, frames, and counts |
//! | `:h:G` | hash | the head of each bucket's list (`bucket.rs`) |
//! | `:a:SLICE` | list | all lines of a slice of time, if all are remembered (`arrivals.rs`) |
//! | `:a` | hash | the length of each of these lists |
//! | `:n:KEY` | hash | the lines of a group in each slice of time, where bursts are wanted |
//! | `:m:PROCESS` | hash | the number of the last count of a process, and its answer |
//! | `:c` | hash | keys that are claimed and not printed yet, with process and end of the claim |
//! | `:w:PROCESS` | string | the number of the last commit of a process |
//!
//! Hosts are divided among 1024 buckets (`bucket.rs`), and a process that meets a host reads its
//! whole bucket. A commit appends a record to each bucket of its hosts: who stored it, its version,
//! and the entries of each host. Counts of groups that were stored before come in records without a
//! version, which only tools read. When a bucket has many records, or a run ends, they are
//! packed (`pack.rs`) into a frame (`frame.rs`) with the same head, which takes a quarter of the
//! bytes, in one or more elements; at the end of a run a tenth, as hashes that follow from lines
//! are left out (`derivation.rs`). The frame replaces them unless another process packed the bucket
//! meanwhile, so whatever is stored is in the list exactly once at any moment, and later records
//! stay behind it. Who has read some of a frame's records before leaves out the groups that it
//! knows.
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
mod arrivals;
mod bucket;
mod bursts;
mod claim;
mod connection;
mod derivation;
mod frame;
mod pack;
mod server;
mod settings;
mod share;
mod slices;
mod updates;

use address::ServerAddress;
use arrivals::NewLines;
use bucket::{KnownBucket, PendingWork, bucket};
use derivation::Derivation;
use server::{Call, NamedScript, Server};
use settings::{FORMAT, PrefixSettings};
use share::{EntryShares, divide};
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;
use std::time::Duration;
use urlsift_core::{Capability, Error, ErrorKind};
use urlsift_memory::{
    Changes, Claim, EachArrival, EachHost, GroupTally, Host, Settings, Start, Store, TimeSpan,
    Traffic,
};

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
    /// The number of calls that count lines so far.
    counted: u64,
    /// What is known here of each bucket that was read.
    known: HashMap<u16, KnownBucket>,
    pending: PendingWork,
    /// The time for which a record is stored, in seconds, with a window.
    life: Option<u64>,
    warning: Option<String>,
    /// Whether nothing is written.
    dry: bool,
    /// Whether nothing is decided either.
    reads: bool,
    /// Derives hashes from lines, if the settings allow that.
    derivation: Option<Derivation>,
    /// The stored settings, if there are any.
    stored: Option<PrefixSettings>,
    /// The number of lists of lines that were read of each slice of time.
    lines_read: BTreeMap<i64, u64>,
}

/// The scripts that the server runs.
type LazyScript = LazyLock<NamedScript>;
static BEGIN: LazyScript = LazyLock::new(|| script(include_str!("begin.lua"), "to begin a run"));
static UPDATES: LazyScript =
    LazyLock::new(|| script(include_str!("updates.lua"), "what others have stored"));
static CLAIM: LazyScript =
    LazyLock::new(|| script(include_str!("claim.lua"), "which lines are new"));
static COMMIT: LazyScript =
    LazyLock::new(|| script(include_str!("commit.lua"), "to store decisions"));
static TAIL: LazyScript = LazyLock::new(|| script(include_str!("tail.lua"), "what is stored"));
static PACK: LazyScript =
    LazyLock::new(|| script(include_str!("pack.lua"), "to pack what is stored"));

fn script(text: &str, question: &'static str) -> NamedScript {
    let text = format!("{}\n{text}", include_str!("common.lua"));
    NamedScript::new(&text, question)
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
        let info: String = server.command("for its version", redis::cmd("INFO"))?;
        let shown = &server.address.shown;
        if let Some(why) = problem(&info) {
            let message = format!("cannot use Redis at {shown}");
            return Err(Error::new(ErrorKind::Storage, message).because(why));
        }
        let policy = info_field(&info, "maxmemory_policy");
        let evicts = info_field(&info, "maxmemory") != "0" && policy != "noeviction";
        let warning = evicts.then(|| {
            format!(
                "Redis at {shown} forgets when its memory is full (maxmemory-policy {policy}): lines may be printed again; set it to noeviction"
            )
        });
        let stored = PrefixSettings::read(&mut server)?;
        let mut redis = Self {
            server,
            process: 0,
            lease: LEASE,
            posted: 0,
            counted: 0,
            known: HashMap::new(),
            pending: PendingWork::default(),
            life: None,
            warning,
            dry: false,
            reads: false,
            derivation: None,
            stored: None,
            lines_read: BTreeMap::new(),
        };
        if let Some(stored) = stored {
            redis.life = stored.life();
            redis.derivation = stored.derivation();
            redis.stored = Some(stored);
        }
        Ok(redis)
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
                "with these settings lines are compared, not looked up by keys"
            }
            Capability::ParamNames => "parameters that count one by one are not looked up by keys",
            Capability::Samples => "it keeps only one line of each group",
            Capability::Bursts | Capability::AllLines => "it is too old for that",
            Capability::Replacement => "other processes may be using it",
        };
        self.server.refusal(ErrorKind::Unsupported(need), problem)
    }

    /// Refuses a prefix of another window.
    fn other_window(&self, window: Option<i64>) -> Error {
        let Some(window) = window else {
            let kind = ErrorKind::OtherWindow(None);
            return self.server.refusal(kind, "it has no window");
        };
        let window = TimeSpan(window);
        let kind = ErrorKind::OtherWindow(Some(window.into()));
        self.server.refusal(kind, format!("its window is {window}"))
    }

    /// Returns the length of a generation in seconds, with a window; scripts count four of them.
    fn generation(&self) -> Option<u64> {
        self.life.map(|life| life.div_ceil(4))
    }

    /// Returns the version up to which a bucket was read.
    fn version(&self, bucket: u16) -> u64 {
        match self.known.get(&bucket) {
            Some(known) => known.read,
            None => 0,
        }
    }

    /// Starts a call of a script for this prefix.
    fn call(&self, script: &'static NamedScript) -> Call {
        let mut call = Call::new(script);
        call.arg(&self.server.address.prefix);
        call
    }
}

/// Returns a field of the server's description of itself, or nothing.
fn info_field<'i>(info: &'i str, name: &str) -> &'i str {
    for line in info.lines() {
        if let Some((field, value)) = line.split_once(':')
            && field == name
        {
            return value.trim();
        }
    }
    ""
}

/// Returns why a server cannot be used, if it cannot.
fn problem(info: &str) -> Option<String> {
    let version = info_field(info, "redis_version");
    let major = version.split('.').next().unwrap_or_default();
    if major.parse().unwrap_or(0) < OLDEST {
        return Some(format!(
            "its version is {version}; {OLDEST} or newer is needed"
        ));
    }
    if info_field(info, "cluster_enabled") == "1" {
        return Some("it is part of a cluster; a single server is needed".to_owned());
    }
    None
}

/// Changes that are stored together.
#[derive(Default)]
struct Portion {
    buckets: BTreeMap<u16, EntryShares>,
    /// The keys of the groups.
    keys: Vec<u64>,
    /// The number of keys, and of eights of bytes of counts.
    size: usize,
}

impl Store for Redis {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        let is_lacking = |need: &&Capability| {
            let is_there = matches!(need, Capability::AllLines | Capability::Bursts);
            !is_there
        };
        if let Some(need) = wanted.needs.iter().find(is_lacking) {
            return Err(self.unsupported(*need));
        }
        let [first, second] = wanted.seed;
        let seed = format!("{first} {second}");
        let mut call = Call::new(&BEGIN);
        call.arg(self.server.address.settings_name());
        call.number(u64::from(self.dry));
        let slice = wanted.slice.to_string();
        let window = wanted.window.map(|window| window.to_string());
        let window = window.unwrap_or_default();
        call.args([&wanted.identity, &seed, &slice, &window]);
        call.number(FORMAT);
        call.arg(settings::check([&wanted.identity, &seed, &slice, &window]));
        let stored: Vec<String> = self.server.run(call)?;
        let Some(stored) = PrefixSettings::parse(&stored) else {
            let why = "the settings there are damaged";
            return Err(self.server.refusal(ErrorKind::Damaged, why));
        };
        let start = stored.start;
        if let Err(refusal) = wanted.check(&stored.identity, &start) {
            return Err(self.server.refusal(refusal.kind(), refusal));
        }
        if stored.window != wanted.window && !self.reads {
            return Err(self.other_window(stored.window));
        }
        self.life = stored.life();
        if self.derivation.is_none() {
            self.derivation = stored.derivation();
        }
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
        if !self.reads {
            return self.load_updates(hosts, each);
        }
        for host in hosts {
            each(*host, &self.whole_host(*host)?)?;
        }
        Ok(())
    }

    fn load_arrivals(&mut self, since: i64, each: &mut EachArrival<'_>) -> Result<(), Error> {
        self.read_new_lines(since, each)
    }

    fn claim(&mut self, claims: &[Claim], granted: &mut Vec<bool>) -> Result<(), Error> {
        self.ask_for(claims, granted)
    }

    fn count(
        &mut self,
        counts: &[GroupTally],
        at_least: u64,
        completing: &mut Vec<Option<u64>>,
    ) -> Result<(), Error> {
        self.count_lines(counts, at_least, completing)
    }

    fn traffic(&self) -> Option<Traffic> {
        Some(self.server.traffic)
    }

    fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error> {
        let mut portion = Portion::default();
        let lines = NewLines::of(changes.arrivals.as_ref());
        for (host, entries) in changes.entries {
            let mut keys = Vec::new();
            let shares = divide(entries, self.life.is_some(), &mut keys)?;
            let size = keys.len() + shares.counts.len() / 8;
            if portion.size > 0 && portion.size + size > WRITTEN {
                self.store_portion(std::mem::take(&mut portion), &NewLines::default())?;
            }
            portion.size += size;
            portion.keys.extend(keys);
            let of_bucket = portion.buckets.entry(bucket(*host)).or_default();
            of_bucket.put_host(*host, &shares);
        }
        if !portion.buckets.is_empty() || !lines.slices.is_empty() {
            self.store_portion(portion, &lines)?;
        }
        if changes.ended {
            self.pack_all()?;
        }
        Ok(())
    }

    fn wait_stored(&mut self) -> Result<(), Error> {
        self.server.settle()
    }
}

impl Redis {
    /// Sends changes, and does not wait until they are stored.
    fn store_portion(&mut self, portion: Portion, lines: &NewLines) -> Result<(), Error> {
        let Portion {
            buckets, mut keys, ..
        } = portion;
        keys.append(&mut self.pending.released);
        self.pack_full()?;
        self.pending.buckets.extend(buckets.keys());
        self.posted += 1;
        let mut call = self.call(&COMMIT);
        call.number(self.process);
        call.number(self.posted);
        call.optional(self.generation());
        call.optional(self.life);
        call.number(buckets.len() as u64);
        call.number(keys.len() as u64);
        call.buckets(buckets.keys());
        call.args(buckets.values().map(|shares| &shares.updates));
        call.args(buckets.values().map(|shares| &shares.counts));
        call.keys(&keys);
        if self.life.is_some() {
            call.args(buckets.values().map(|shares| &shares.lessons));
        }
        if !lines.slices.is_empty() {
            call.arg(lines.oldest.to_string());
            call.args(lines.slices.keys().map(i64::to_string));
            call.args(lines.slices.values());
        }
        self.server.post(call)
    }
}
