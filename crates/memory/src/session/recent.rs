//! Answers questions about the lines of the window.

use super::{Session, now};
use crate::recent::lines::WantedLists;
use crate::recent::{RecentLine, RecentQuery};
use crate::store::Store;
use std::ops::DerefMut;
use urlsift_core::{Error, ErrorKind};

impl<S: DerefMut<Target: Store>> Session<S> {
    /// Returns the latest lines that belong to the group of a line, or have its value in a
    /// [field](RecentQuery::by), the latest first. The line itself is among them if it was decided
    /// on.
    ///
    /// # Errors
    /// [`ErrorKind::Settings`]: the session does not [recall](crate::SessionBuilder::recalls)
    /// lines;
    /// or the store cannot be read.
    ///
    /// ```
    /// use std::time::Duration;
    /// use urlsift::Sift;
    /// use urlsift::memory::{RecentQuery, Session, SessionBuilder, Unstored};
    ///
    /// let settings = SessionBuilder::new(Sift::builder()).window(Duration::from_secs(7200));
    /// let mut session = Session::open(settings.recalls(true), Unstored)?;
    /// session.set_times([1_700_000_000_000]);
    /// session.admit(b"https://example.com/user/1")?;
    /// session.set_times([1_700_000_060_000]);
    /// session.admit(b"https://example.com/user/2")?;
    ///
    /// let query = RecentQuery::new().within(Duration::from_secs(600)).limit(1);
    /// let found = session.recent(b"https://example.com/user/3", &query)?;
    /// assert_eq!(found[0].line, b"https://example.com/user/2");
    /// assert_eq!(session.count_recent(b"https://example.com/user/3", &query)?, 2);
    /// # Ok::<(), urlsift::Error>(())
    /// ```
    pub fn recent(&mut self, line: &[u8], query: &RecentQuery) -> Result<Vec<RecentLine>, Error> {
        let lists = self.wanted_lists(line, query)?;
        let since = self.since(query);
        match &self.recorder.journal.recent {
            Some(recent) => Ok(recent.latest(&lists, since, query.limit)),
            None => Ok(Vec::new()),
        }
    }

    /// Counts the lines that [`recent`](Self::recent) finds without its limit.
    ///
    /// # Errors
    /// The errors of [`recent`](Self::recent).
    pub fn count_recent(&mut self, line: &[u8], query: &RecentQuery) -> Result<u64, Error> {
        let lists = self.wanted_lists(line, query)?;
        let since = self.since(query);
        match &self.recorder.journal.recent {
            Some(recent) => Ok(recent.count(&lists, since)),
            None => Ok(0),
        }
    }

    /// Returns the number of lines within the window in the group of a record of the last batch,
    /// with this one, as far as this process knows; `None` if it has no group, or lines are not
    /// [recalled](crate::SessionBuilder::recalls).
    pub fn in_window(&self, record: usize) -> Option<u64> {
        let journal = &self.recorder.journal;
        let recent = journal.recent.as_ref()?;
        let group = (*journal.groups.get(record)?)?;
        let lists = recent.lists_of_group(group);
        Some(recent.count(&lists, self.since(&RecentQuery::new())))
    }

    /// Returns the time from which on lines are wanted: those within the window at most.
    fn since(&self, query: &RecentQuery) -> i64 {
        let mut latest = now();
        if (self.has_times || self.reads_times)
            && let Some(recent) = &self.recorder.journal.recent
        {
            latest = recent.latest;
        }
        let window_start = self.recorder.journal.timeline.window_start(latest);
        query.since(latest).max(window_start)
    }

    /// Returns the lists of lines that a question is about, when what others have stored is known.
    fn wanted_lists(&mut self, line: &[u8], query: &RecentQuery) -> Result<WantedLists, Error> {
        self.forget_old_lines();
        if self.store.is_shared() {
            self.load_arrivals()?;
        }
        let Some(recent) = &mut self.recorder.journal.recent else {
            let message = "this session recalls no lines";
            return Err(Error::new(ErrorKind::Settings, message));
        };
        if let Some(field) = &query.by {
            return Ok(recent.lists_of_field(field, line));
        }
        let strangers = recent.strangers();
        for (other, line) in &strangers {
            self.load_host_of(line)?;
            let journal = &mut self.recorder.journal;
            if let Some(recent) = &mut journal.recent
                && let Some(name) = journal.timeline.least_key(*other)
            {
                recent.settle(*other, name);
            }
        }
        let mut group = self.recorder.find_group(line);
        if group.is_none() {
            self.load_host_of(line)?;
            group = self.recorder.find_group(line);
        }
        let journal = &self.recorder.journal;
        let Some(group) = group else {
            return Ok(WantedLists::none());
        };
        let Some(recent) = &journal.recent else {
            return Ok(WantedLists::none());
        };
        let name = if journal.is_shared() {
            journal.timeline.name_of(group)
        } else {
            group
        };
        Ok(recent.lists_of_group(name))
    }

    /// Loads what the store knows of the host of a line, or what is new there.
    fn load_host_of(&mut self, line: &[u8]) -> Result<(), Error> {
        let recorder = &mut self.recorder;
        let host = recorder.host_of(line);
        if recorder.journal.notes.knows(host) && !self.store.is_shared() {
            return Ok(());
        }
        recorder.journal.notes.meet(host);
        self.store.load(&[host], &mut |host, entries| {
            recorder.notebook().recall(host, entries)
        })
    }

    /// Forgets the lines that have left the window.
    fn forget_old_lines(&mut self) {
        let journal = &mut self.recorder.journal;
        if let Some(recent) = &mut journal.recent
            && let Some(expired) = journal.timeline.expired(i64::MAX)
        {
            recent.forget_before(expired.saturating_add(1));
        }
    }

    /// Adds the lines that earlier runs and other processes have stored since the last time.
    pub(super) fn load_arrivals(&mut self) -> Result<(), Error> {
        let Some(recent) = &mut self.recorder.journal.recent else {
            return Ok(());
        };
        let is_shared = self.store.is_shared();
        let since = match self.start.expired {
            Some(expired) => expired.saturating_add(1),
            None => i64::MIN,
        };
        self.store.load_arrivals(since, &mut |slice, _, entries| {
            recent.recall(slice, entries, is_shared);
            Ok(())
        })
    }
}
