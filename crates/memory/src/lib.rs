//! Memory of filters beyond their process: saved bytes, and stores.
//!
//! A [`Recorder`] is a filter that records in a *journal*, by host, everything it learns: the keys
//! of kept lines, or the lines themselves where keys are not enough; learned path positions; how
//! often each group came. A filter that knows nothing of a host and reads these notes then decides
//! as the first filter would. So a store needs nothing else, and the cost of a run depends on the
//! hosts in it, not on the size of the store.
//!
//! - [`Recorder::save`] and [`Recorder::load`] are for programs with their own storage.
//! - A [`Session`] joins a recorder and a [`Store`]: [`Unstored`] keeps nothing, `Sqlite` (feature
//!   `state`) keeps everything in one file, and `Redis` (the crate `urlsift-redis`) is shared by
//!   several processes.

mod checksum;
mod entry;
mod host;
mod journal;
mod recent;
mod recorder;
mod session;
mod snapshot;
#[cfg(feature = "state")]
mod sqlite;
mod state;
mod store;
mod time;

pub use entry::arrival::{Arrival, Arrivals};
pub use entry::group::Group;
pub use host::Host;
pub use recent::{RecentLine, RecentQuery};
pub use recorder::Recorder;
pub use session::Session;
pub use session::settings::SessionBuilder;
#[cfg(feature = "state")]
pub use sqlite::Sqlite;
pub use state::copy::HostEntries;
pub use state::{HostInfo, Info, State};
pub use store::archive::{Archive, Rewrite, Size, Unstored};
pub use store::output::Output;
pub use store::{
    Changes, Claim, EachArrival, EachHost, GroupTally, Settings, Start, Store, Traffic,
};
pub use time::SLICE;
pub use time::timestamp::{TimeSpan, Timestamp};
pub use time::window::Burst;

/// Entries, for stores that read what they hold: to sort it, to leave out what follows from the
/// lines, or to notice damage.
pub mod entries {
    pub use crate::checksum::checksum;
    pub use crate::entry::compact::compact;
    pub use crate::entry::{
        Entry, KEPT, KEPT_AS, Kept, Lookup, MET, SliceCount, damaged, retain, written,
    };
    pub use crate::journal::unremembered::{Derived, Unremembered};
}
