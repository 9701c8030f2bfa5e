//! What filters remember beyond their process: saved bytes, and stores.
//!
//! A [`Recorder`] is a filter that notes every change of what it knows in a *journal*, by host:
//! keys of what it kept, or the lines themselves where keys do not say it all; what was learned of
//! path positions; how often each group came. Given to a filter that knows nothing of a host, the
//! notes of that host make it decide as the first one would: that is all a store has to keep. So a
//! run costs what its hosts cost, not what is stored.
//!
//! - [`Recorder::save`] and [`Recorder::load`] are for programs that bring their own storage.
//! - A [`Session`] joins a recorder and a [`Store`]: [`Unstored`] keeps nothing, `Sqlite` (feature
//!   `state`) keeps everything in one file, `Redis` (feature `redis`) what several processes share.

mod archive;
mod arrival;
mod checksum;
mod compact;
mod copy;
mod dropped;
mod entry;
mod expiry;
mod feed;
mod group;
mod host;
pub(crate) mod identity;
mod import;
mod journal;
mod meetings;
mod notes;
mod output;
#[cfg(any(feature = "state", feature = "redis"))]
mod place;
mod policy;
mod recorder;
#[cfg(feature = "redis")]
mod redis;
mod session;
mod settings;
mod snapshot;
#[cfg(feature = "state")]
mod sqlite;
mod state;
pub(crate) mod store;
mod time;
mod timeline;
mod varint;
mod window;

pub use archive::{Archive, EachArrival, Rewrite, Size, Unstored};
pub use arrival::{Arrival, Arrivals};
pub use copy::Piece;
pub use group::Group;
pub use host::Host;
pub use output::Output;
#[cfg(any(feature = "state", feature = "redis"))]
pub use place::{Access, Place};
pub use recorder::Recorder;
#[cfg(feature = "redis")]
pub use redis::Redis;
pub use session::Session;
pub use settings::SessionBuilder;
#[cfg(feature = "state")]
pub use sqlite::Sqlite;
pub use state::{HostInfo, Info, State};
pub use store::{Changes, Claim, EachHost, SLICE, Settings, Start, Store, Traffic};
pub use time::Timestamp;
pub use window::Burst;
