//! A file as a whole.

use super::merge::Merge;
use super::schema::{Stored, Swept};
use super::segment::Packer;
use super::shelf::Shelf;
use super::{Sqlite, arrivals, explain, write};
use crate::error::Error;
use crate::hash::Key;
use crate::memory::arrival::{self, Arrival};
use crate::memory::entry::damaged;
use crate::memory::host::Host;
use crate::memory::store::{Archive, EachHost, Rewrite, Size, Start, Unfinished};
use rusqlite::{Transaction, TransactionBehavior, params};
use std::collections::{BTreeMap, HashMap};

impl Archive for Sqlite {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn stored(&self) -> Option<(&str, &Start)> {
        self.stored.as_ref().map(|stored| (&*stored.identity, &stored.start))
    }

    fn unfinished(&self) -> Option<&Unfinished> {
        self.stored.as_ref().and_then(|stored| stored.unfinished.as_ref())
    }

    /// Without what the file takes beside what is stored.
    fn size(&mut self) -> Result<Size, Error> {
        let arrivals =
            arrivals::size(&self.connection).map_err(|cause| explain("read", &self.path, cause))?;
        let segments = Some(self.shelf.segments().len() as u64);
        Ok(Size { bytes: self.shelf.bytes(), segments, keys: None, arrivals })
    }

    fn each_host(&mut self, each: &mut EachHost<'_>) -> Result<(), Error> {
        let expiry = self.expiry();
        let Self { path, connection, shelf, .. } = self;
        let explain = |cause| explain("read", path, cause);
        let mut merged = Merge::new(shelf.segments(), expiry, connection).map_err(explain)?;
        while let Some((host, piece)) = merged.next().map_err(explain)? {
            each(host, &piece)?;
        }
        Ok(())
    }

    /// All at once, or nothing.
    fn rewrite(&mut self, rewrite: &mut Rewrite<'_>) -> Result<(), Error> {
        let expiry = self.expiry();
        let Self { path, connection, shelf, stored, before, .. } = self;
        let Some(stored) = stored else { return Ok(()) };
        let explain = |cause| explain("write", path, cause);
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(explain)?;
        let number = shelf.next_segment();
        let (mut packer, mut is_changed) = (Packer::new(number), false);
        let mut merged = Merge::new(shelf.segments(), expiry, &transaction).map_err(explain)?;
        while let Some((host, piece)) = merged.next().map_err(explain)? {
            let written = rewrite(host, &piece)?;
            is_changed |= written.is_some();
            let piece = written.unwrap_or(piece);
            if !piece.is_empty() {
                packer.add(host, &piece, &transaction).map_err(explain)?;
            }
        }
        if !is_changed {
            return Ok(());
        }
        let next = Stored { unfinished: None, swept: Swept::NEVER, ..stored.clone() };
        let finish = |transaction: Transaction<'_>| {
            packer.finish(&transaction)?;
            transaction.execute("DELETE FROM chunk WHERE segment < ?", params![number])?;
            transaction.execute("DELETE FROM segment WHERE number < ?", params![number])?;
            next.write(&transaction)?;
            transaction.commit()
        };
        finish(transaction).map_err(explain)?;
        *shelf = Shelf::read(connection).map_err(explain)?;
        *before = shelf.segments().len();
        *stored = next;
        self.shrink()
    }

    fn arrivals_by_host(&mut self) -> Result<HashMap<Host, Vec<Arrival>>, Error> {
        self.read_arrivals(i64::MIN, None)
    }

    fn retain_arrivals(&mut self, since: i64, wanted: &mut dyn FnMut(u64) -> bool) -> Result<(), Error> {
        let Some(Stored { start, .. }) = &self.stored else { return Ok(()) };
        let key = Key::new(start.seed);
        write(&self.path, &mut self.connection, |transaction| {
            arrivals::retain(transaction, since, &key, wanted)
        })?;
        self.shrink()
    }
}

impl Sqlite {
    /// Takes over all that another state holds, in place of what this one does.
    ///
    /// # Errors
    /// [`ErrorKind::Memory`](crate::ErrorKind::Memory): a file cannot be read or written; this one is as it was then.
    pub fn take_over(&mut self, other: &Self) -> Result<(), Error> {
        let Some(theirs) = &other.stored else { return Ok(()) };
        let next = Stored { unfinished: None, swept: Swept::NEVER, ..theirs.clone() };
        write(&self.path, &mut self.connection, |transaction| {
            transaction.execute_batch("DELETE FROM chunk; DELETE FROM segment")?;
            let mut packer = Packer::new(0);
            let mut merged = Merge::new(other.shelf.segments(), other.expiry(), &other.connection)?;
            while let Some((host, piece)) = merged.next()? {
                packer.add(host, &piece, transaction)?;
            }
            packer.finish(transaction)?;
            arrivals::take_over(transaction, &other.connection)?;
            next.write(transaction)
        })?;
        self.shelf = Shelf::read(&self.connection).map_err(|cause| explain("read", &self.path, cause))?;
        self.before = self.shelf.segments().len();
        self.stored = Some(next);
        self.shrink()
    }

    /// The lines that came since a slice of time, of a host or of all.
    pub(super) fn read_arrivals(
        &self,
        since: i64,
        host: Option<Host>,
    ) -> Result<HashMap<Host, Vec<Arrival>>, Error> {
        let mut found = HashMap::<Host, Vec<Arrival>>::new();
        let Some(Stored { start, .. }) = &self.stored else { return Ok(found) };
        let mut pieces = BTreeMap::<(i64, Host), Vec<u8>>::new();
        arrivals::read(&self.connection, since, host, |slice, host, piece| {
            pieces.entry((slice, host)).or_default().extend_from_slice(piece);
        })
        .map_err(|cause| explain("read", &self.path, cause))?;
        let key = Key::new(start.seed);
        for ((slice, host), piece) in pieces {
            let read = arrival::read(&piece, &key, slice, start.slice);
            found.entry(host).or_default().extend(read.ok_or_else(damaged)?);
        }
        Ok(found)
    }

    /// Gives the space of what was removed back to the file system.
    fn shrink(&mut self) -> Result<(), Error> {
        self.connection.execute_batch("VACUUM").map_err(|cause| explain("write", &self.path, cause))
    }
}
