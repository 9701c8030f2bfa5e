//! Where what is remembered lives beyond the process: the one thing that every store does.

use super::arrival::{Arrival, Arrivals};
use super::host::Host;
use crate::error::Error;
use std::collections::HashMap;
use std::time::Duration;

/// Takes the pieces of hosts.
pub type EachHost<'a> = dyn FnMut(Host, &[u8]) -> Result<(), Error> + 'a;

/// Keeps what filters know, by host.
///
/// A [`Session`](super::Session) drives it: `begin` once, then for every batch `load` for the hosts that are new to it, `claim` for the
/// lines that are about to be printed, and `commit` once these lines have reached the output. What is stored are
/// pieces of bytes that only a filter reads; pieces of a host that are put one behind the other are a piece again.
///
/// A store that several processes write to at once says so ([`is_shared`](Self::is_shared)). Then hosts are loaded with every batch in
/// which they appear, so `load` may give what is new since the last time only, and no line is printed that is not granted.
pub trait Store: Send {
    /// Starts a run: stores the settings if nothing is stored yet, and gives what goes on from the runs before.
    ///
    /// # Errors
    /// What is stored was found under other settings, or the store cannot be used.
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error>;

    /// Whether other processes may add to it during the run.
    fn is_shared(&self) -> bool {
        false
    }

    /// Calls `each` with the pieces of these hosts, those of one host in the order of their commits.
    ///
    /// # Errors
    /// The store cannot be read, or what `each` gives.
    fn load(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error>;

    /// Calls `each` with all that is stored of a host: what [`load`](Self::load) gives, and how often its groups came, where a run needs not
    /// know that.
    ///
    /// # Errors
    /// The store cannot be read, or what `each` gives.
    fn load_all(&mut self, host: Host, each: &mut EachHost<'_>) -> Result<(), Error> {
        self.load(&[host], each)
    }

    /// Appends for each line that starts a group whether this process prints it, and not another one.
    ///
    /// # Errors
    /// The store cannot be asked.
    fn claim(&mut self, claims: &[Claim], granted: &mut Vec<bool>) -> Result<(), Error> {
        granted.extend(claims.iter().map(|_| true));
        Ok(())
    }

    /// The lines that came of a host since a slice of time, each once a slice, as far as they are [kept](Changes::arrivals).
    ///
    /// # Errors
    /// The store cannot be read.
    fn arrivals(&mut self, _host: Host, _since: i64) -> Result<Vec<Arrival>, Error> {
        Ok(Vec::new())
    }

    /// What it was asked and what that took, if it is asked over a network.
    fn traffic(&self) -> Option<Traffic> {
        None
    }

    /// Stores changes, all or none of them. The lines that they are about have been flushed to the output.
    ///
    /// # Errors
    /// The store cannot be written; it is as it was.
    fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error>;
}

/// Says of a host and all that is stored of it what is to be stored instead: nothing if that is empty, and the same for `None`.
pub type Rewrite<'a> = dyn FnMut(Host, &[u8]) -> Result<Option<Vec<u8>>, Error> + 'a;

/// A store as a whole: what it holds of every host can be read, and written anew.
pub trait Archive: Store {
    /// What messages call it.
    fn name(&self) -> String;

    /// The settings under which it was begun, as text, and where the next run goes on. `None`: nothing is stored.
    fn stored(&self) -> Option<(&str, &Start)>;

    /// The output of the last run, if that did not come to the end of its input and named one.
    fn unfinished(&self) -> Option<&Unfinished> {
        None
    }

    /// What it takes.
    ///
    /// # Errors
    /// The store cannot be read.
    fn size(&mut self) -> Result<Size, Error>;

    /// Calls `each` with every host and all that is stored of it, host by host.
    ///
    /// # Errors
    /// The store cannot be read; and what `each` gives.
    fn each_host(&mut self, each: &mut EachHost<'_>) -> Result<(), Error>;

    /// Stores of every host what `rewrite` says, and forgets the output of a run that did not come to its end.
    ///
    /// # Errors
    /// The store cannot be read or written; and what `rewrite` gives.
    fn rewrite(&mut self, rewrite: &mut Rewrite<'_>) -> Result<(), Error>;

    /// All lines that came, by host, as far as they are [kept](Changes::arrivals).
    ///
    /// # Errors
    /// The store cannot be read.
    fn arrivals_by_host(&mut self) -> Result<HashMap<Host, Vec<Arrival>>, Error> {
        Ok(HashMap::new())
    }

    /// Forgets of the lines that came those before a slice of time, and those of groups that are not `wanted`.
    ///
    /// # Errors
    /// The store cannot be written; it is as it was.
    fn retain_arrivals(&mut self, _since: i64, _wanted: &mut dyn FnMut(u64) -> bool) -> Result<(), Error> {
        Ok(())
    }
}

/// What a store takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Size {
    /// Bytes of what is stored.
    pub bytes: u64,
    /// Of how many segments a file is.
    pub segments: Option<u64>,
    /// How many keys there are on a server.
    pub keys: Option<u64>,
    /// Bytes of all lines that came, where they are remembered, and of how many slices of time they are.
    pub arrivals: (u64, u64),
}

/// An output that a run did not finish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// What the run called it.
    pub output: String,
    /// How long it was, in bytes, when the last line was in it whose decision is stored.
    pub length: u64,
}

/// What was asked of a server, and what it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traffic {
    /// Requests, each with its answer.
    pub round_trips: u64,
    /// Bytes of requests, about.
    pub sent: u64,
    /// Bytes of answers, about.
    pub received: u64,
    /// How long was waited for answers.
    pub waited: Duration,
    /// How often the connection was lost and made anew.
    pub reconnections: u64,
    /// Lines that start no group only because another process has printed their like.
    pub refused: u64,
}

/// Ten minutes in milliseconds: the length of a slice unless another one is set.
pub const SLICE: i64 = 600_000;

/// What gives everything that is stored its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The settings of the filter, as text.
    pub identity: String,
    /// The key of all hashes: of a store that is new.
    pub seed: [u64; 2],
    /// The length of a slice of time in milliseconds that a new store has.
    pub slice: i64,
    /// Whether a store with slices of another length is to be refused.
    pub slice_is_set: bool,
    /// For how many milliseconds a group lives that is not met, if not for ever.
    pub window: Option<i64>,
    /// Whether URLs are found by keys alone. Elsewhere lines are stored, and entered again when they are loaded.
    pub by_keys: bool,
    /// Whether URLs of different hosts may be similar: then everything belongs to one host.
    pub hosts_meet: bool,
}

/// Where a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The key of all hashes.
    pub seed: [u64; 2],
    /// The length of a slice of time in milliseconds.
    pub slice: i64,
    /// The number of the first group that is new.
    pub next: u64,
    /// The number of this run.
    pub run: u64,
    /// How many records the run had decided on, if it was broken off and goes on now.
    pub resumed: u64,
    /// The last slice of time that has left the window. Groups that were met last in it or before are forgotten. `None`: none is.
    pub expired: Option<i64>,
}

impl Start {
    /// Where the next run goes on if this one came to its end.
    pub fn after(self) -> Self {
        Self { run: self.run + 1, resumed: 0, ..self }
    }
}

/// What is to be stored.
#[derive(Clone, Copy, Debug)]
pub struct Changes<'a> {
    /// The hosts of which something is new, with that, in no particular order. Each host appears once.
    pub entries: &'a [(Host, &'a [u8])],
    /// Where the next run goes on if this one is broken off after these changes.
    pub start: Start,
    /// The output of the run, if it can be continued, and its length in bytes when the last of these lines was in it.
    pub output: Option<(&'a str, u64)>,
    /// All lines that came, if they are to be remembered: see [`Builder::remember_all`](crate::Builder::remember_all).
    pub arrivals: Option<Arrivals<'a>>,
    /// Whether the run is over, and has come to the end of its input.
    pub ended: bool,
}

/// A line that is about to be printed as the first of its group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its place in the batch.
    pub record: usize,
    /// Its host.
    pub host: Host,
    /// The number of the group that it starts.
    pub id: u64,
    /// The oldest slice of time in which its like counts, where groups expire.
    pub oldest: Option<i64>,
    /// The keys by which it was looked up and not found: another process that has entered one of them has printed its like.
    pub looked_up: Vec<u64>,
    /// The keys under which it is to be found from now on. None where its features are needed.
    pub keys: Vec<u64>,
    /// What is noted of it in the piece of its host once it is granted.
    pub entries: Vec<u8>,
}

/// Remembers nothing beyond the run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unstored;

impl Store for Unstored {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        Ok(Start { seed: wanted.seed, slice: wanted.slice, next: 0, run: 1, resumed: 0, expired: None })
    }

    fn load(&mut self, _: &[Host], _: &mut EachHost<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn commit(&mut self, _: &Changes<'_>) -> Result<(), Error> {
        Ok(())
    }
}
