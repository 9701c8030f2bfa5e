//! Reads, rewrites and replaces a file as a whole.

use super::chunk::LayerWriter;
use super::failure::{Failure, explain, name_damage};
use super::layers::Layers;
use super::merge::MergedHosts;
use super::schema::{self, FileSettings, Swept};
use super::{Sqlite, arrivals, write};
use crate::host::Host;
use crate::store::archive::{Archive, Rewrite, Size};
use crate::store::output::Output;
use crate::store::{EachArrival, EachHost, Start};
use rusqlite::TransactionBehavior;
use urlsift_core::{Error, ErrorKind};

impl Archive for Sqlite {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn stored(&self) -> Option<(&str, &Start)> {
        let stored = self.stored.as_ref()?;
        Some((&stored.identity, &stored.start))
    }

    fn output(&self) -> Option<&Output> {
        self.stored.as_ref()?.output.as_ref()
    }

    /// Does not include the overhead of the file.
    fn size(&mut self) -> Result<Size, Error> {
        let arrivals = arrivals::size(&self.connection);
        let layers = self.layers.as_slice();
        let mut size = Size::new(self.layers.bytes());
        size.layers = Some(layers.len() as u64);
        size.arrivals = arrivals.map_err(|cause| explain("read", &self.path, cause))?;
        Ok(size)
    }

    fn each_host(&mut self, each: &mut EachHost<'_>) -> Result<(), Error> {
        let expiry = self.expiry();
        let Self {
            path,
            connection,
            layers,
            ..
        } = self;
        let explain = |cause| explain("read", path, cause);
        let hosts = MergedHosts::new(layers.as_slice(), expiry, connection);
        let mut hosts = hosts.map_err(explain)?;
        while let Some((host, entries)) = hosts.next().map_err(explain)? {
            each(host, &entries).map_err(|error| name_damage(error, path))?;
        }
        Ok(())
    }

    /// Rewrites all hosts or none.
    fn rewrite(&mut self, rewrite: &mut Rewrite<'_>) -> Result<(), Error> {
        let expiry = self.expiry();
        let Self {
            path,
            connection,
            layers,
            stored,
            ..
        } = self;
        let Some(stored) = stored else { return Ok(()) };
        let next = FileSettings {
            swept: Swept::NEVER,
            ..stored.clone()
        };
        let mut change = || -> Result<bool, Failure> {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut writer = LayerWriter::new(layers.next_number());
            let mut hosts = MergedHosts::new(layers.as_slice(), expiry, &transaction)?;
            let is_changed = hosts.write(&mut writer, rewrite)?;
            if is_changed {
                hosts.replace(writer)?;
                next.write(&transaction)?;
                schema::seal(&transaction, layers.checked())?;
                transaction.commit()?;
            }
            Ok(is_changed)
        };
        let is_changed = change().map_err(|failure| failure.explain("write", path))?;
        if is_changed {
            self.adopt(next)?;
        }
        Ok(())
    }

    fn each_arrival(
        &mut self,
        since: i64,
        host: Option<Host>,
        each: &mut EachArrival<'_>,
    ) -> Result<(), Error> {
        arrivals::read(&self.connection, since, host, each)
            .map_err(|failure| failure.explain("read", &self.path))
    }

    fn arrival_slices(&mut self, since: i64) -> Result<Vec<i64>, Error> {
        arrivals::slices(&self.connection, since)
            .map_err(|cause| explain("read", &self.path, cause))
    }

    fn each_arrival_in(
        &mut self,
        slice: i64,
        host: Host,
        each: &mut EachArrival<'_>,
    ) -> Result<(), Error> {
        arrivals::read_slice(&self.connection, slice, host, each)
            .map_err(|failure| failure.explain("read", &self.path))
    }

    fn rewrite_arrivals(&mut self, since: i64, rewrite: &mut Rewrite<'_>) -> Result<(), Error> {
        let checked = self.layers.checked();
        write(&self.path, &mut self.connection, checked, |transaction| {
            arrivals::rewrite(transaction, since, rewrite)
        })?;
        self.shrink()
    }

    fn replace(&mut self, other: &mut dyn Archive) -> Result<(), Error> {
        let Some((identity, start)) = other.stored() else {
            return Ok(());
        };
        let next = FileSettings {
            identity: identity.to_owned(),
            start: *start,
            output: self.output().cloned(),
            swept: Swept::NEVER,
        };
        let path = &self.path;
        write(path, &mut self.connection, 0, |transaction| {
            transaction.execute_batch("DELETE FROM chunk; DELETE FROM segment")?;
            let mut writer = LayerWriter::new(0);
            let mut last = None;
            other.each_host(&mut |host, entries| {
                if last.replace(host) >= Some(host) {
                    let message = "a store gives its hosts out of order";
                    return Err(Error::new(ErrorKind::Damaged, message));
                }
                let added = writer.add(host, entries, transaction);
                added.map_err(|cause| explain("write", path, cause))
            })?;
            writer.finish(transaction)?;
            arrivals::replace(transaction, other)?;
            next.write(transaction)?;
            Ok::<(), Failure>(())
        })?;
        self.adopt(next)
    }
}

impl Sqlite {
    /// Continues with rewritten layers, under these settings.
    fn adopt(&mut self, settings: FileSettings) -> Result<(), Error> {
        let layers = Layers::read(&self.connection);
        self.layers = layers.map_err(|cause| explain("read", &self.path, cause))?;
        self.before = self.layers.as_slice().len();
        self.stored = Some(settings);
        self.shrink()
    }

    /// Returns the space of removed data to the file system.
    fn shrink(&mut self) -> Result<(), Error> {
        self.connection
            .execute_batch("VACUUM")
            .map_err(|cause| explain("write", &self.path, cause))
    }
}
