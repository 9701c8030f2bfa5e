//! A store as a whole: what it holds of every host can be read, and written anew.

use super::host::Host;
use super::output::Output;
use super::store::{Changes, EachHost, Settings, Start, Store};
use urlsift_core::error::{Capability, Error, ErrorKind};

/// Returns the replacement for the entries of a host: `None` keeps them, and nothing is stored of a
/// host whose entries become empty.
pub type Rewrite<'a> = dyn FnMut(Host, &[u8]) -> Result<Option<Vec<u8>>, Error> + 'a;

/// Takes the [arrivals](super::Arrivals) of a slice of time and a host.
pub type EachArrival<'a> = dyn FnMut(i64, Host, &[u8]) -> Result<(), Error> + 'a;

/// A store as a whole, as a [`State`](super::State) looks at it and changes it.
///
/// Lines that came ([`Changes::arrivals`]) are kept by slice of time and host, as bytes that only a
/// filter reads, too. A store that keeps none refuses [`Capability::AllLines`], and has nothing to
/// add to the methods about them.
pub trait Archive: Store {
    /// What messages call it.
    fn name(&self) -> String;

    /// The settings under which it was begun, as text, and where the next run goes on. `None`:
    /// nothing is stored.
    fn stored(&self) -> Option<(&str, &Start)>;

    /// The output of the last run that named one. `None`: none did, or the store keeps none.
    fn output(&self) -> Option<&Output> {
        None
    }

    /// What its user should know before it is used, if anything.
    fn warning(&self) -> Option<&str> {
        None
    }

    /// What it takes.
    ///
    /// # Errors
    /// The store cannot be read.
    fn size(&mut self) -> Result<Size, Error>;

    /// Calls `each` with all entries of a host: those that [`load`](Store::load) gives, and counts
    /// of its lines that a run need not know.
    ///
    /// # Errors
    /// The store cannot be read, or what `each` gives.
    fn load_all(&mut self, host: Host, each: &mut EachHost<'_>) -> Result<(), Error> {
        self.load(&[host], each)
    }

    /// Calls `each` once for every host of which something is stored, with all entries of it, in
    /// the order of the hosts.
    ///
    /// # Errors
    /// The store cannot be read; and what `each` gives.
    fn each_host(&mut self, each: &mut EachHost<'_>) -> Result<(), Error>;

    /// Stores of every host what `rewrite` says. The [output](Self::output) stays known.
    ///
    /// # Errors
    /// The store cannot be read or written; and what `rewrite` gives.
    fn rewrite(&mut self, rewrite: &mut Rewrite<'_>) -> Result<(), Error>;

    /// Calls `each` with the lines that came of a host, or of all hosts, in a slice of time or
    /// later. Those of a slice and host may come in several calls.
    ///
    /// # Errors
    /// The store cannot be read; and what `each` gives.
    fn each_arrival(
        &mut self,
        _since: i64,
        _host: Option<Host>,
        _each: &mut EachArrival<'_>,
    ) -> Result<(), Error> {
        Ok(())
    }

    /// Forgets of the lines that came those before a slice of time, and stores of the others what
    /// `rewrite` says, which is given all of a slice and host at once.
    ///
    /// # Errors
    /// The store cannot be written; it is as it was.
    fn rewrite_arrivals(&mut self, _since: i64, _rewrite: &mut Rewrite<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Takes over all that another store holds in place of what this one does, all at once.
    ///
    /// # Errors
    /// [`Capability::Replacement`] is [unsupported](ErrorKind::Unsupported), which is the default;
    /// or one of them cannot be read or written, and this one is as it was.
    fn replace(&mut self, _other: &mut dyn Archive) -> Result<(), Error> {
        let message = format!("cannot enter {} anew: others may be at work there", self.name());
        Err(Error::new(ErrorKind::Unsupported(Capability::Replacement), message))
    }
}

/// What a store takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Size {
    /// Bytes of what is stored.
    pub bytes: u64,
    /// Of how many layers a file is: what commits stored, as far as they are not merged.
    pub layers: Option<u64>,
    /// How many keys there are on a server.
    pub keys: Option<u64>,
    /// Bytes of all lines that came, where they are remembered, and of how many slices of time they
    /// are.
    pub arrivals: (u64, u64),
}

impl Size {
    /// So many bytes, and nothing else to be said.
    pub fn new(bytes: u64) -> Self {
        Self { bytes, ..Self::default() }
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
