//! Exact copies: everything a state holds, as bytes by host, entered into an empty one.

use super::State;
use crate::entry::expiry::living;
use crate::entry::{Entry, damaged};
use crate::host::Host;
use crate::session::settings::SessionBuilder;
use crate::store::Start;
use crate::time::timestamp::TimeSpan;
use std::time::Duration;
use urlsift_core::{Error, ErrorKind};

/// Everything stored of a host; or its lines in a slice of time, if all lines are remembered. Only
/// filters read the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostEntries {
    /// The host.
    pub host: Host,
    /// The slice of time.
    pub slice: Option<i64>,
    /// The bytes.
    pub entries: Vec<u8>,
}

impl State {
    /// Returns the settings under which it was created, as text. `None`: nothing is stored.
    pub fn settings(&self) -> Option<&str> {
        self.store.stored().map(|(settings, _)| settings)
    }

    /// Calls `each` with everything that is stored, host by host.
    ///
    /// # Errors
    /// The store cannot be read; and the errors of `each`.
    pub fn entries(
        &mut self,
        mut each: impl FnMut(HostEntries) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let expiry = self.expiry();
        self.store.each_host(&mut |host, entries| {
            let entries = living(expiry, entries)?.into_owned();
            if entries.is_empty() {
                return Ok(());
            }
            each(HostEntries {
                host,
                slice: None,
                entries,
            })
        })?;
        self.store
            .each_arrival(i64::MIN, None, &mut |slice, host, entries| {
                each(HostEntries {
                    host,
                    slice: Some(slice),
                    entries: entries.to_vec(),
                })
            })
    }

    /// Enters the [entries](Self::entries) of another state into this one, which must be empty. The
    /// other one was created under these settings, and its next run continues at `start`. This
    /// state then decides as the other one does.
    ///
    /// # Errors
    /// [`ErrorKind::OtherSettings`]: the state is not empty. [`ErrorKind::Damaged`]: the entries
    /// are damaged. The errors of [`Session::open`](crate::Session::open); and the store cannot be
    /// written.
    ///
    /// ```
    /// # #[cfg(feature = "state")] {
    /// use urlsift::memory::State;
    /// use urlsift::{Sift, Verdict};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = |name: &str| folder.path().join(name);
    /// let mut session = State::open(path("one"))?.session(Sift::builder())?;
    /// session.admit(b"https://example.com/user/1")?;
    /// session.end(None)?;
    /// drop(session); // one at a time writes to a file
    ///
    /// let mut one = State::read(path("one"))?;
    /// let mut hosts = Vec::new();
    /// one.entries(|of_host| Ok(hosts.push(of_host)))?;
    /// let start = *one.start().expect("something is stored");
    /// State::open(path("two"))?.restore(Sift::builder(), start, hosts)?;
    /// let mut copy = State::open(path("two"))?.session(Sift::builder())?;
    /// assert_eq!(copy.admit(b"https://example.com/user/2")?, Verdict::Similar);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn restore(
        &mut self,
        settings: impl Into<SessionBuilder>,
        mut start: Start,
        hosts: impl IntoIterator<Item = HostEntries>,
    ) -> Result<(), Error> {
        if self.start().is_some() {
            let message = format!("cannot enter a copy into {}: it is not empty", self.name());
            return Err(Error::new(ErrorKind::OtherSettings, message));
        }
        let mut settings = settings.into();
        settings.filter = settings.filter.seed(start.seed);
        let settings = settings.slice(Duration::from(TimeSpan(start.slice)));
        let hosts: Vec<HostEntries> = hosts.into_iter().collect();
        // Processes that share a store have their own numbers.
        let groups = hosts.iter().filter(|of_host| of_host.slice.is_none());
        for entry in groups.flat_map(|of_host| Entry::parse_all(&of_host.entries)) {
            let entry = entry.ok_or_else(damaged)?;
            if let Some(id) = entry.id() {
                start.next = start.next.max(id + 1);
            }
            if start.resumed == 0
                && let Entry::Dropped { run, .. } = entry
            {
                start.run = start.run.max(run + 1);
            }
        }
        let has_arrivals = hosts.iter().any(|of_host| of_host.slice.is_some());
        let mut session = self.borrowed(settings.remember_all(has_arrivals))?;
        if !session.is_shared() {
            session.go_on_at(start);
        }
        for stored in hosts {
            let Some(slice) = stored.slice else {
                session.append(stored.host, &stored.entries)?;
                continue;
            };
            if let Some(arrivals) = &mut session.recorder.journal.arrivals {
                let entries = (slice, stored.host, stored.entries);
                arrivals.entries.push(entries);
            }
        }
        session.leave(None)
    }
}
