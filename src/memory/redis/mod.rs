//! The store that several processes share: a Redis server.
//!
//! A process holds what it knows of a host in its own tables, so only lines that are new to it cost a request: one for the pieces that
//! others have stored of the hosts of a batch since the last time, one to claim its new lines, one to store what it has decided. Names, after
//! a prefix:
//!
//! | name | type | holds |
//! |---|---|---|
//! | `:settings` | hash | the settings, the key of all hashes, the number of runs |
//! | `:p:HOST` | list | pieces, each behind the number of the process that stored it |
//! | `:k:HOST:N` | sets | keys of what was printed, as signed decimal numbers, at most 512 in a set |
//! | `:h:HOST` | hash | how many keys and sets there are |
//! | `:c:HOST` | hash | keys that are claimed and not printed yet, with the process and the end of its claim |
//! | `:m:HOST` | hash | how often each kind was met |
//! | `:w:PROCESS` | string | the number of the last commit of a process |
//!
//! A line is claimed before it is printed, and its claim becomes a key once it is flushed. So of two processes that meet a new
//! kind at the same moment one prints it, and the other one waits until it has. What a process claimed that died goes to those that
//! wait, after its lease. Claims are stored before the next lines are decided on, so no two processes wait for each other.

mod address;
mod server;

use super::host::Host;
use super::identity::check;
use super::piece::{Entry, Met};
use super::store::{Changes, Claim, EachPiece, Settings, Start, Store, Traffic};
use crate::error::{Error, ErrorKind};
use address::Address;
use redis::Script;
use server::Server;
use std::collections::HashMap;
use std::thread;
use std::time::Duration;

/// How many hosts one request is about at most, so that the server is not blocked for longer than 20 ms.
const BATCH: usize = 1000;

/// Answers to a claim: it is granted; another process claims a like of it, and has not printed that yet.
const GRANTED: u64 = 1;
const PENDING: u64 = 2;

/// How long to wait before a claim that is pending is looked at again.
const LOOK: Duration = Duration::from_millis(20);

/// How long a claim holds.
const LEASE: Duration = Duration::from_secs(10);

/// The oldest version whose scripts may ask for the time and write.
const OLDEST: u64 = 7;

/// Kinds of one run are numbered from the number of the run, shifted by so many bits.
const RUN_SHIFT: u32 = 40;

/// A Redis server in which several filters remember at once.
pub struct Redis {
    server: Server,
    /// What this process is called.
    process: u64,
    lease: Duration,
    /// Commits so far.
    commits: u64,
    /// How many pieces of each host are known here.
    known: HashMap<Host, u64>,
    /// The keys of lines that are claimed and not committed.
    claimed: HashMap<Host, Vec<u64>>,
    warning: Option<String>,
    scripts: Scripts,
}

struct Scripts {
    begin: Script,
    news: Script,
    claim: Script,
    commit: Script,
}

impl Redis {
    /// Connects to `redis://user:password@host:port/db?prefix=NAME` (`rediss` for TLS). User and password may also stand in the environment
    /// variables `URLSIFT_REDIS_USER` and `URLSIFT_REDIS_PASSWORD`. Whenever the server is away, it is tried again for `patience`.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: the address cannot be read. [`ErrorKind::Memory`]: the server cannot be reached, is too old, or is
    /// part of a cluster.
    pub fn open(address: &str, patience: Duration) -> Result<Self, Error> {
        let mut server = Server::new(Address::parse(address)?, patience)?;
        let info: String = server.ask(|connection| redis::cmd("INFO").query(connection))?;
        let field = |name: &str| {
            info.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).map_or("", str::trim)
        };
        let shown = &server.address.shown;
        let version = field("redis_version");
        let refuse =
            |why: String| Err(Error::new(ErrorKind::Memory, format!("cannot use Redis at {shown}: {why}")));
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
        let script = |text: &str| Script::new(&format!("{}\n{text}", include_str!("buckets.lua")));
        let scripts = Scripts {
            begin: Script::new(include_str!("begin.lua")),
            news: Script::new(include_str!("news.lua")),
            claim: script(include_str!("claim.lua")),
            commit: script(include_str!("commit.lua")),
        };
        Ok(Self {
            server,
            process: 0,
            lease: LEASE,
            commits: 0,
            known: HashMap::new(),
            claimed: HashMap::new(),
            warning,
            scripts,
        })
    }

    /// Sets how long a line that was claimed is left to the process that did, if it stores nothing meanwhile. Default 10 s.
    pub fn lease(mut self, lease: Duration) -> Self {
        self.lease = lease;
        self
    }

    /// What the user should know of the server, if anything.
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
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

fn refused(shown: &str, why: &str) -> Error {
    Error::new(ErrorKind::Memory, format!("cannot remember in Redis at {shown}: {why}"))
}

/// Divides a piece into what others have to know and counts, which need no order.
fn divide(piece: &[u8]) -> Result<(Vec<u8>, Vec<Met>), Error> {
    let (mut news, mut counts) = (Vec::new(), Vec::new());
    for entry in Entry::all(piece) {
        match entry {
            Some(Entry::Met(met)) => counts.push(met),
            Some(entry) => entry.write(&mut news),
            None => return Err(damaged()),
        }
    }
    Ok((news, counts))
}

fn damaged() -> Error {
    Error::new(ErrorKind::Memory, "what is remembered of a host is damaged")
}

/// Bytes before each stored piece: which process stored it.
const OWNER: usize = 8;

impl Store for Redis {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        let shown = self.server.address.shown.clone();
        let refuse = |why: &str| Err(refused(&shown, why));
        if !wanted.by_keys {
            return refuse(
                "with these settings URLs are compared, not looked up by keys; use the default metric and a threshold of 95 or above, or a file",
            );
        }
        let name = format!("{}:settings", self.server.address.prefix).into_bytes();
        let [first, second] = wanted.seed.map(number);
        let arguments = [
            name,
            wanted.identity.clone().into_bytes(),
            first,
            second,
            wanted.slice.to_string().into_bytes(),
        ];
        let stored: Vec<String> = self.server.run(&self.scripts.begin, &arguments)?;
        let [identity, seed0, seed1, slice, run] = &stored[..] else {
            return refuse("the answer is cut off");
        };
        let (Ok(seed0), Ok(seed1), Ok(slice), Ok(run)) =
            (seed0.parse(), seed1.parse(), slice.parse(), run.parse())
        else {
            return refuse("the settings there are damaged");
        };
        check(identity, &wanted.identity).map_err(|refusal| {
            refused(&shown, &format!("{refusal}; use the same options, or another prefix=NAME"))
        })?;
        self.process = run;
        Ok(Start { seed: [seed0, seed1], slice, next: run << RUN_SHIFT, run, resumed: 0, expired: None })
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn load(&mut self, hosts: &[Host], each: &mut EachPiece<'_>) -> Result<(), Error> {
        for hosts in hosts.chunks(BATCH) {
            let mut arguments = vec![self.prefix()];
            for host in hosts {
                arguments.extend([named(*host), number(self.known.get(host).copied().unwrap_or_default())]);
            }
            let news: Vec<Vec<Vec<u8>>> = self.server.run(&self.scripts.news, &arguments)?;
            for (host, pieces) in hosts.iter().zip(news) {
                *self.known.entry(*host).or_default() += pieces.len() as u64;
                for piece in pieces {
                    self.server.traffic.received += piece.len() as u64;
                    match piece.split_first_chunk::<OWNER>() {
                        Some((owner, _)) if *owner == self.process.to_le_bytes() => {}
                        Some((_, piece)) => each(*host, piece)?,
                        None => return Err(damaged()),
                    }
                }
            }
        }
        Ok(())
    }

    fn claim(&mut self, claims: &[Claim], granted: &mut Vec<bool>) -> Result<(), Error> {
        let first = granted.len();
        granted.resize(first + claims.len(), false);
        // All are asked for at once, whatever their number: so no process waits for another one that waits for it, unless one
        // has died, and then until the lease of that is over.
        let mut open: Vec<usize> = (0..claims.len()).collect();
        loop {
            let mut arguments =
                vec![self.prefix(), number(self.process), number(self.lease.as_millis() as u64)];
            for claim in open.iter().map(|place| &claims[*place]) {
                arguments.push(named(claim.host));
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
                    let claim = &claims[place];
                    self.claimed.entry(claim.host).or_default().extend(&claim.keys);
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
        for pieces in changes.pieces.chunks(BATCH) {
            self.commits += 1;
            let mut arguments = vec![self.prefix(), number(self.process), number(self.commits)];
            for (host, piece) in pieces {
                let (news, met) = divide(piece)?;
                let keys = self.claimed.get(host).map_or(&[][..], Vec::as_slice);
                let news =
                    if news.is_empty() { news } else { [&self.process.to_le_bytes()[..], &news].concat() };
                arguments.extend([named(*host), news, number(keys.len() as u64), number(met.len() as u64)]);
                arguments.extend(keys.iter().copied().map(signed));
                arguments.extend(met.iter().flat_map(|met| [number(met.id), number(met.count)]));
            }
            let lengths: Vec<u64> = self.server.run(&self.scripts.commit, &arguments)?;
            for ((host, _), length) in pieces.iter().zip(lengths) {
                self.claimed.remove(host);
                let known = self.known.entry(*host).or_default();
                // If nobody else has stored anything meanwhile, there is nothing to load.
                if length <= *known + 1 {
                    *known = length;
                }
            }
        }
        Ok(())
    }
}
