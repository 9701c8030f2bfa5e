//! The interface between a session and its store.

pub(crate) mod archive;
pub(crate) mod identity;
pub(crate) mod output;

use crate::entry::arrival::Arrivals;
use crate::entry::compact::compact;
use crate::entry::damaged;
use crate::entry::expiry::{Expiry, living};
use crate::host::Host;
use crate::store::output::Output;
use crate::time::timestamp::TimeSpan;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use urlsift_core::{Capability, Error, ErrorKind};

/// Takes the entries of hosts.
pub type EachHost<'a> = dyn FnMut(Host, &[u8]) -> Result<(), Error> + 'a;

/// Takes the [arrivals](crate::Arrivals) of a slice of time and a host.
pub type EachArrival<'a> = dyn FnMut(i64, Host, &[u8]) -> Result<(), Error> + 'a;

/// Stores the knowledge of filters, by host.
///
/// A [`Session`](crate::Session) drives it: `begin` once; then for every batch `load` for the hosts
/// that are new to it, `claim` for the lines that are about to be printed, and `commit` once these
/// lines have reached the output. It stores *entries*, bytes that only a filter reads. Concatenated
/// entries of a host are entries again, so a store may keep each commit apart, or append.
///
/// A store that several processes write to at the same time returns true from
/// [`is_shared`](Self::is_shared). Hosts are then loaded with every batch in which they appear,
/// `load` may return only entries that are new since the last time, and no line is printed unless
/// it is granted.
///
/// `examples/store` in the repository implements a store in a plain file; this one forgets
/// everything with its process:
///
/// ```
/// use std::collections::HashMap;
/// use urlsift::memory::{Changes, EachHost, Host, Session, Settings, Start, Store};
/// use urlsift::{Error, Sift, Verdict};
///
/// #[derive(Default)]
/// struct Table {
///     start: Option<(String, Start)>,
///     hosts: HashMap<Host, Vec<u8>>,
/// }
///
/// impl Store for Table {
///     fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
///         let new = || (wanted.identity.clone(), Start::new(wanted));
///         let (identity, start) = self.start.get_or_insert_with(new);
///         wanted.check(identity, start)?;
///         Ok(*start)
///     }
///
///     fn load(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error> {
///         for host in hosts {
///             if let Some(entries) = self.hosts.get(host) {
///                 each(*host, entries)?;
///             }
///         }
///         Ok(())
///     }
///
///     fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error> {
///         for (host, entries) in changes.entries {
///             self.hosts.entry(*host).or_default().extend_from_slice(entries);
///         }
///         if let Some((_, start)) = &mut self.start {
///             *start = changes.next();
///         }
///         Ok(())
///     }
/// }
///
/// let mut session = Session::open(Sift::builder(), Table::default())?;
/// assert_eq!(session.admit(b"https://example.com/user/1")?, Verdict::Kept);
/// session.commit(None)?;
/// # Ok::<(), Error>(())
/// ```
pub trait Store: Send {
    /// Starts a run: stores the settings if nothing is stored yet, and returns where the run
    /// continues.
    ///
    /// # Errors
    /// The store was created [under other settings](Settings::check), lacks a
    /// [capability](Settings::needs) that the settings need, or cannot be used.
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error>;

    /// Whether other processes may add to it during the run. Default: no.
    fn is_shared(&self) -> bool {
        false
    }

    /// Calls `each` with the entries of these hosts. The entries of one host come in the order of
    /// their commits, in one call or several.
    ///
    /// # Errors
    /// The store cannot be read; and the errors of `each`.
    fn load(&mut self, hosts: &[Host], each: &mut EachHost<'_>) -> Result<(), Error>;

    /// Calls `each` with the arrivals of a slice of time or later that others have stored: at first
    /// with all of them, then with those that are new. Default: there are none.
    ///
    /// # Errors
    /// The store cannot be read; and the errors of `each`.
    fn load_arrivals(&mut self, _since: i64, _each: &mut EachArrival<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Appends for each line that starts a group whether this process, and no other, prints it.
    /// Default: all are granted.
    ///
    /// # Errors
    /// The store cannot be reached.
    fn claim(&mut self, claims: &[Claim], granted: &mut Vec<bool>) -> Result<(), Error> {
        granted.extend(claims.iter().map(|_| true));
        Ok(())
    }

    /// Counts lines of groups among all processes. Appends for each of them which of the lines
    /// completes a [burst](crate::SessionBuilder::at_least), from 1. A store that is not shared is
    /// not asked. Default: none does.
    ///
    /// # Errors
    /// The store cannot be reached.
    fn count(
        &mut self,
        counts: &[GroupTally],
        _at_least: u64,
        completing: &mut Vec<Option<u64>>,
    ) -> Result<(), Error> {
        completing.extend(counts.iter().map(|_| None));
        Ok(())
    }

    /// Returns the requests so far, if it is asked over a network. Default: `None`.
    fn traffic(&self) -> Option<Traffic> {
        None
    }

    /// Stores all changes or none. Their lines have been flushed to the output. A store over a
    /// network may send them and return, if it waits for the answer before its next request and
    /// when it is told to [wait](Self::wait_stored).
    ///
    /// # Errors
    /// The store cannot be written, and is unchanged.
    fn commit(&mut self, changes: &Changes<'_>) -> Result<(), Error>;

    /// Waits until all commits are stored. Default: they are.
    ///
    /// # Errors
    /// The errors of [`commit`](Self::commit).
    fn wait_stored(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

/// Requests to a server, and their cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traffic {
    /// Requests with their answers.
    pub round_trips: u64,
    /// Approximate number of bytes of requests.
    pub sent: u64,
    /// Approximate number of bytes of answers.
    pub received: u64,
    /// The time spent waiting for answers.
    pub waited: Duration,
    /// The number of times the connection was lost and made again.
    pub reconnections: u64,
    /// Lines that start no group only because another process has printed a similar one.
    pub refused: u64,
}

/// The settings that give everything stored its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// The settings of the filter, as text.
    pub identity: String,
    /// The key of all hashes, for a new store.
    pub seed: [u64; 2],
    /// The length of a slice of time in milliseconds, for a new store.
    pub slice: i64,
    /// Whether a store with slices of another length is refused.
    pub slice_is_set: bool,
    /// The time in milliseconds after which a group that is not met is forgotten. `None`: never.
    pub window: Option<i64>,
    /// The capabilities that a store needs in addition to remembering groups.
    pub needs: Vec<Capability>,
    /// Whether URLs of different hosts may be similar. Then everything belongs to one host.
    pub hosts_meet: bool,
}

impl Settings {
    /// Refuses a store that was created under other settings, given its identity and the start of
    /// its next run.
    ///
    /// # Errors
    /// [`ErrorKind::OtherSettings`] and [`ErrorKind::OtherSlice`], with a message that reads well
    /// after `cannot use NAME: `.
    pub fn check(&self, identity: &str, start: &Start) -> Result<(), Error> {
        identity::check(identity, &self.identity)?;
        if self.slice_is_set && self.slice != start.slice {
            let [stored, wanted] = [start.slice, self.slice].map(TimeSpan);
            let message = format!("its slices of time are {stored} long, not {wanted}");
            return Err(Error::new(ErrorKind::OtherSlice(stored.into()), message));
        }
        Ok(())
    }
}

/// The place where a run continues.
///
/// A store that keeps it as [text](ToString), and [reads](FromStr) it from there, also keeps what
/// later versions add to it.
///
/// ```
/// use urlsift::memory::Start;
///
/// let start: Start = "seed 1 2\nslice 600000\nnext 7\nrun 3".parse()?;
/// assert_eq!((start.next, start.run, start.expired), (7, 3, None));
/// assert_eq!(start.to_string().parse::<Start>()?, start);
/// # Ok::<(), urlsift::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Start {
    /// The key of all hashes.
    pub seed: [u64; 2],
    /// The length of a slice of time in milliseconds.
    pub slice: i64,
    /// The number of the first new group.
    pub next: u64,
    /// The number of this run.
    pub run: u64,
    /// The number of records the run had decided on, if it was interrupted and now continues.
    pub resumed: u64,
    /// The last slice of time that has expired. Groups that were last met in it or earlier are
    /// forgotten. `None`: none has.
    pub expired: Option<i64>,
}

impl Start {
    /// Returns the start of the first run of an empty store.
    pub fn new(wanted: &Settings) -> Self {
        Self {
            seed: wanted.seed,
            slice: wanted.slice,
            next: 0,
            run: 1,
            resumed: 0,
            expired: None,
        }
    }

    /// Returns where the next run continues if this one has ended.
    pub fn after(self) -> Self {
        Self {
            run: self.run + 1,
            resumed: 0,
            ..self
        }
    }

    /// Returns which groups have expired, if any can have.
    pub(crate) fn expiry(&self) -> Option<Expiry> {
        self.expired.map(|until| Expiry::new(until, self.slice))
    }

    /// Compacts all stored entries of a host: drops expired groups, and entries that later ones
    /// replace. The result is empty if everything has expired.
    ///
    /// # Errors
    /// [`ErrorKind::Damaged`]: these are not entries.
    pub fn compact(&self, entries: &[u8]) -> Result<Vec<u8>, Error> {
        let living = living(self.expiry(), entries)?;
        compact(&living).ok_or_else(damaged)
    }
}

impl fmt::Display for Start {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            seed: [first, second],
            slice,
            next,
            run,
            resumed,
            expired,
        } = self;
        write!(
            formatter,
            "seed {first} {second}\nslice {slice}\nnext {next}\nrun {run}\nresumed {resumed}"
        )?;
        match expired {
            Some(expired) => write!(formatter, "\nexpired {expired}"),
            None => Ok(()),
        }
    }
}

impl FromStr for Start {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let seed = required("seed", seed(text))?;
        let slice = required("slice", number(text, "slice")?)?;
        if slice <= 0 {
            return Err(invalid("slice"));
        }
        Ok(Self {
            seed,
            slice,
            next: required("next", number(text, "next")?)?,
            run: required("run", number(text, "run")?)?,
            // Not every store has a run that can be broken off, or a window.
            resumed: number(text, "resumed")?.unwrap_or_default(),
            expired: number(text, "expired")?,
        })
    }
}

/// Returns a number in the text of a [`Start`], if it is there.
fn number<T: FromStr>(text: &str, name: &str) -> Result<Option<T>, Error> {
    let Some(value) = output::field(text, name) else {
        return Ok(None);
    };
    match value.trim().parse() {
        Ok(number) => Ok(Some(number)),
        Err(_) => Err(invalid(name)),
    }
}

fn seed(text: &str) -> Option<[u64; 2]> {
    let (first, second) = output::field(text, "seed")?.trim().split_once(' ')?;
    Some([first.parse().ok()?, second.parse().ok()?])
}

fn required<T>(name: &str, value: Option<T>) -> Result<T, Error> {
    value.ok_or_else(|| invalid(name))
}

fn invalid(name: &str) -> Error {
    let message = format!("the start of a run is damaged: no valid {name:?} in it");
    Error::new(ErrorKind::Damaged, message)
}

/// Changes to be stored.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Changes<'a> {
    /// New entries by host, in no particular order. Each host appears once.
    pub entries: &'a [(Host, &'a [u8])],
    /// The place where the next run continues if this one is interrupted after these changes.
    pub start: Start,
    /// The output of the run as it was when the last of these lines was in it. `None`: the run
    /// names none, and the output of an earlier run stays known.
    pub output: Option<&'a Output>,
    /// All lines that came, if they are remembered: see
    /// [`SessionBuilder::remember_all`](crate::SessionBuilder::remember_all).
    pub arrivals: Option<Arrivals<'a>>,
    /// Whether the run has ended, and reached the end of its input.
    pub ended: bool,
}

impl Changes<'_> {
    /// Returns where the next run continues if this one stores nothing else.
    pub fn next(&self) -> Start {
        if self.ended {
            self.start.after()
        } else {
            self.start
        }
    }
}

/// A line that is about to be printed as the first of its group.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Claim {
    /// Its place in the batch.
    pub record: usize,
    /// Its host.
    pub host: Host,
    /// The number of the group that it starts.
    pub id: u64,
    /// The oldest slice of time in which a similar line counts, where groups expire.
    pub oldest: Option<i64>,
    /// The keys by which it was looked up and not found. Another process that has entered one of
    /// them has printed a similar line.
    pub looked_up: Vec<u64>,
    /// The keys under which it is to be found from now on. None where its features are needed.
    pub keys: Vec<u64>,
    /// The entries to add to its host once it is granted.
    pub entries: Vec<u8>,
}

/// Lines of a group that came in one slice of time, one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GroupTally {
    /// The least of the keys by which the group is found.
    pub key: u64,
    /// The slice.
    pub slice: i64,
    /// The oldest slice that counted then.
    pub oldest: i64,
    /// The number of lines.
    pub lines: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Entry, Kept, Lookup, SliceCount};

    fn settings(identity: &str, slice: i64, slice_is_set: bool) -> Settings {
        let (identity, needs) = (identity.to_owned(), Vec::new());
        Settings {
            identity,
            seed: [1, 2],
            slice,
            slice_is_set,
            window: None,
            needs,
            hosts_meet: false,
        }
    }

    #[test]
    fn other_settings_are_refused_and_another_slice_where_it_was_asked_for() {
        let start = Start::new(&settings("threshold 90", 1000, true));
        let check = |identity: &str, slice, is_set| {
            settings(identity, slice, is_set)
                .check("threshold 90", &start)
                .map_err(|error| error.kind())
        };
        assert_eq!(check("threshold 90", 1000, true), Ok(()));
        assert_eq!(
            check("threshold 90", 2000, false),
            Ok(()),
            "any slice will do"
        );
        let other = ErrorKind::OtherSlice(Duration::from_secs(1));
        assert_eq!(check("threshold 90", 2000, true), Err(other));
        assert_eq!(
            check("threshold 91", 1000, true),
            Err(ErrorKind::OtherSettings)
        );
    }

    #[test]
    fn a_start_comes_back_from_its_text_and_damaged_text_is_refused() {
        let first = Start::new(&settings("", 1000, false));
        let later = Start {
            next: u64::MAX,
            resumed: 5,
            expired: Some(-3),
            ..first.after()
        };
        for start in [first, later] {
            assert_eq!(
                start.to_string().parse::<Start>().expect("it is whole"),
                start
            );
        }
        assert_eq!(
            (later.run, later.after().run, later.after().resumed),
            (2, 3, 0)
        );
        let text = later.to_string();
        // Every field but the optional ones is required, and each has to be a number.
        for line in text.lines() {
            let without = text
                .replace(line, "")
                .parse::<Start>()
                .map_err(|error| error.kind());
            let is_optional = line.starts_with("resumed") || line.starts_with("expired");
            assert_eq!(
                without.err(),
                (!is_optional).then_some(ErrorKind::Damaged),
                "{line}"
            );
            let wrong = text.replace(line, &format!("{line}x")).parse::<Start>();
            assert_eq!(
                wrong.err().map(|error| error.kind()),
                Some(ErrorKind::Damaged),
                "{line}"
            );
        }
        assert!(
            "seed 1 2\nslice 0\nnext 1\nrun 1".parse::<Start>().is_err(),
            "slices have a length"
        );
        let newer = format!("{text}\nunknown 7")
            .parse::<Start>()
            .expect("it is whole");
        assert_eq!(newer, later);
    }

    #[test]
    fn entries_are_compacted_without_what_has_expired() {
        let kept = |id, time| {
            Entry::Kept(Kept {
                id,
                time,
                lookup: Lookup::Keys(&[]),
                line: b"x",
            })
        };
        let met = |id, slice, count| {
            Entry::Met(SliceCount {
                id,
                slice,
                count,
                last: 0,
            })
        };
        let bytes = |entries: &[Entry<'_>]| {
            let mut bytes = Vec::new();
            for entry in entries {
                entry.write(&mut bytes);
            }
            bytes
        };
        let all = bytes(&[kept(1, 0), kept(2, 5000), met(2, 5, 1), met(2, 5, 2)]);
        let start = Start::new(&settings("", 1000, false));
        let compacted = bytes(&[kept(1, 0), kept(2, 5000), met(2, 5, 3)]);
        assert_eq!(start.compact(&all).expect("it is whole"), compacted);
        let later = Start {
            expired: Some(4),
            ..start
        };
        assert_eq!(
            later.compact(&all).expect("it is whole"),
            bytes(&[kept(2, 5000), met(2, 5, 3)])
        );
        let last = Start {
            expired: Some(5),
            ..start
        };
        assert!(last.compact(&all).expect("it is whole").is_empty());
        for start in [start, later] {
            assert_eq!(
                start.compact(&all[..3]).map_err(|error| error.kind()),
                Err(ErrorKind::Damaged)
            );
        }
    }
}
