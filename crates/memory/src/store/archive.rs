//! A store as a whole: reads and rewrites everything it holds.

use crate::host::Host;
use crate::store::output::Output;
use crate::store::{Changes, EachArrival, EachHost, Settings, Start, Store};
use std::collections::BTreeSet;
use urlsift_core::{Capability, Error, ErrorKind};

/// Returns the replacement for the entries of a host: `None` keeps them, and empty entries delete
/// the host.
pub type Rewrite<'a> = dyn FnMut(Host, &[u8]) -> Result<Option<Vec<u8>>, Error> + 'a;

/// A store as a whole, for a [`State`](crate::State) that looks at it or changes it.
///
/// Arrivals ([`Changes::arrivals`]) are stored by slice of time and host, also as bytes that only a
/// filter reads. A store without them refuses [`Capability::AllLines`], and needs none of the
/// methods about them.
pub trait Archive: Store {
    /// Returns its name for messages.
    fn name(&self) -> String;

    /// Returns the settings under which it was created, as text, and where the next run continues.
    /// `None`: nothing is stored.
    fn stored(&self) -> Option<(&str, &Start)>;

    /// Returns the output of the last run that named one. `None`: no run did, or the store keeps no
    /// outputs.
    fn output(&self) -> Option<&Output> {
        None
    }

    /// Returns a warning for its user, if there is one.
    fn warning(&self) -> Option<&str> {
        None
    }

    /// Returns its size.
    ///
    /// # Errors
    /// The store cannot be read.
    fn size(&mut self) -> Result<Size, Error>;

    /// Calls `each` with all entries of a host: those of [`load`](Store::load), and counts of its
    /// lines that a run does not need.
    ///
    /// # Errors
    /// The store cannot be read; and the errors of `each`.
    fn load_all(&mut self, host: Host, each: &mut EachHost<'_>) -> Result<(), Error> {
        self.load(&[host], each)
    }

    /// Calls `each` once for every host with stored data, with all its entries, in the order of the
    /// hosts.
    ///
    /// # Errors
    /// The store cannot be read; and the errors of `each`.
    fn each_host(&mut self, each: &mut EachHost<'_>) -> Result<(), Error>;

    /// Replaces the entries of every host by what `rewrite` returns. The [output](Self::output)
    /// stays known.
    ///
    /// # Errors
    /// The store cannot be read or written; and the errors of `rewrite`.
    fn rewrite(&mut self, rewrite: &mut Rewrite<'_>) -> Result<(), Error>;

    /// Calls `each` with the arrivals of a host, or of all hosts, in a slice of time or later.
    /// Those of one slice and host may come in several calls.
    ///
    /// # Errors
    /// The store cannot be read; and the errors of `each`.
    fn each_arrival(
        &mut self,
        _since: i64,
        _host: Option<Host>,
        _each: &mut EachArrival<'_>,
    ) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the slices of time that have arrivals, from a slice on, the latest first.
    ///
    /// # Errors
    /// The store cannot be read.
    fn arrival_slices(&mut self, since: i64) -> Result<Vec<i64>, Error> {
        let mut slices = BTreeSet::new();
        self.each_arrival(since, None, &mut |slice, _, _| {
            slices.insert(slice);
            Ok(())
        })?;
        Ok(slices.into_iter().rev().collect())
    }

    /// Calls `each` with the arrivals of a host in one slice of time.
    ///
    /// # Errors
    /// The store cannot be read; and the errors of `each`.
    fn each_arrival_in(
        &mut self,
        slice: i64,
        host: Host,
        each: &mut EachArrival<'_>,
    ) -> Result<(), Error> {
        self.each_arrival(slice, Some(host), &mut |of, host, entries| {
            if of == slice {
                each(of, host, entries)?;
            }
            Ok(())
        })
    }

    /// Deletes the arrivals before a slice of time, and replaces the others by what `rewrite`
    /// returns. It gets all of a slice and host at once.
    ///
    /// # Errors
    /// The store cannot be written, and is unchanged.
    fn rewrite_arrivals(&mut self, _since: i64, _rewrite: &mut Rewrite<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Replaces everything it holds by everything that another store holds, in a single step.
    ///
    /// # Errors
    /// [`Capability::Replacement`] is [unsupported](ErrorKind::Unsupported), which is the default;
    /// or one of the stores cannot be read or written, and this one is unchanged.
    fn replace(&mut self, _other: &mut dyn Archive) -> Result<(), Error> {
        let message = format!(
            "cannot rebuild {}: other processes may be using it",
            self.name()
        );
        Err(Error::new(
            ErrorKind::Unsupported(Capability::Replacement),
            message,
        ))
    }
}

/// The size of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Size {
    /// The bytes of what is stored.
    pub bytes: u64,
    /// The number of layers of a file: commits that are not merged yet.
    pub layers: Option<u64>,
    /// The number of keys on a server.
    pub keys: Option<u64>,
    /// The bytes of all arrivals, and the number of their slices of time, if all lines are
    /// remembered.
    pub arrivals: (u64, u64),
}

impl Size {
    /// Creates a size of this many bytes, with nothing else known.
    pub fn new(bytes: u64) -> Self {
        Self {
            bytes,
            ..Self::default()
        }
    }
}

/// Remembers nothing beyond the run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unstored;

impl Store for Unstored {
    fn begin(&mut self, wanted: &Settings) -> Result<Start, Error> {
        Ok(Start::new(wanted))
    }

    fn load(&mut self, _: &[Host], _: &mut EachHost<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn commit(&mut self, _: &Changes<'_>) -> Result<(), Error> {
        Ok(())
    }
}

impl Archive for Unstored {
    fn name(&self) -> String {
        "nothing".to_owned()
    }

    fn stored(&self) -> Option<(&str, &Start)> {
        None
    }

    fn size(&mut self) -> Result<Size, Error> {
        Ok(Size::default())
    }

    fn each_host(&mut self, _: &mut EachHost<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn rewrite(&mut self, _: &mut Rewrite<'_>) -> Result<(), Error> {
        Ok(())
    }
}
