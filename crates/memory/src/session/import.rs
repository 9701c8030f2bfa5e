//! Enters groups and host entries of other stores into a session.

use super::Session;
use crate::entry::group::Group;
use crate::entry::{Entry, SliceCount, damaged};
use crate::host::Host;
use crate::store::{Start, Store};
use std::ops::DerefMut;
use urlsift_core::{Error, Verdict};

/// The number of entries of a host that are stored at a time in a shared store.
const SHARED: usize = 1000;

impl<S: DerefMut<Target: Store>> Session<S> {
    /// Enters groups in this order, and returns how many are new.
    pub(crate) fn enter_all(&mut self, groups: &[Group]) -> Result<u64, Error> {
        if let Some(arrivals) = &mut self.recorder.journal.arrivals {
            arrivals.entered_only = true;
        }
        let mut new = 0;
        for group in groups {
            if let Verdict::Kept | Verdict::NotUrl = self.enter(group)? {
                new += 1;
            }
        }
        Ok(new)
    }

    /// Enters a group: decides on its line as on any other, and adds its counts and times to the
    /// group that the line belongs to.
    fn enter(&mut self, group: &Group) -> Result<Verdict, Error> {
        self.set_times([group.first]);
        let verdict = self.admit(&group.line)?;
        let journal = &mut self.recorder.journal;
        let Some((host, id)) = journal.meetings.last else {
            return Ok(verdict);
        };
        let length = self.start.slice;
        let first_slice = group.first.div_euclid(length);
        for (&slice, &lines) in &group.slices {
            // The line itself has been counted.
            let count = lines.saturating_sub(u64::from(slice == first_slice));
            if count > 0 {
                let end = (slice + 1).saturating_mul(length) - 1;
                let met = SliceCount {
                    id,
                    slice,
                    count,
                    last: group.last.min(end),
                };
                journal.notes.note(host, &Entry::Met(met));
            }
        }
        if let Some(arrivals) = &mut journal.arrivals {
            for arrival in &group.arrivals {
                arrivals.enter(host, id, arrival);
            }
        }
        Ok(verdict)
    }

    /// Continues where the next run of another store would.
    pub(crate) fn go_on_at(&mut self, start: Start) {
        self.recorder.number_from(start.next);
        self.recorder.journal.run.number = start.run;
        self.recorder.journal.run.resumed = start.resumed;
        self.start = Start {
            seed: self.start.seed,
            slice: self.start.slice,
            next: self.start.next,
            ..start
        };
    }

    /// Appends the entries of a host as they are. If several processes share the store, stores some
    /// at a time, and marks dropped lines as dropped by a run before all runs of the server.
    pub(crate) fn append(&mut self, host: Host, entries: &[u8]) -> Result<(), Error> {
        if !self.is_shared() {
            self.recorder.journal.notes.append(host, entries);
            return Ok(());
        }
        for (number, entry) in Entry::parse_all(entries).enumerate() {
            let entry = match entry.ok_or_else(damaged)? {
                Entry::Dropped { id, line, .. } => Entry::Dropped { id, run: 0, line },
                entry => entry,
            };
            if number > 0 && number % SHARED == 0 {
                self.leave(None)?;
            }
            self.recorder.journal.notes.note(host, &entry);
        }
        self.leave(None)
    }
}
