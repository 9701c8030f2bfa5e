//! Places of the web, as users write them: schemes, hosts, a port and a path.
//!
//! One grammar serves all options that take hosts:
//!
//! | written | stands for |
//! |---|---|
//! | `example.com` | this host |
//! | `.example.com` | this host and all below it |
//! | `*.example.com` | the hosts below it |
//! | `*` | any host |
//! | `10.0.0.0/8`, `2001:db8::/32`, `10.0.*` | the addresses of a network |
//! | `api-*.example.com` | the hosts that match, in [patterns](HostForms::Patterns) |
//! | `example.com:8443` | this port; any port without one, or with `:*` |
//! | `https://`, `http*://`, `*://` before it | this scheme, http and https, any |
//! | `/app/` after it | a path, which each option reads in its own way |
//!
//! A place says nothing about exclusion: whoever takes `!` before a place removes it first.

mod exclusion;
mod hosts;
mod index;
mod network;
mod path_start;
mod url_place;

pub use crate::host::Origin;
pub use exclusion::refuse_other_signs;
pub use hosts::{HostForms, Hosts, host_of};
pub use index::PlaceIndex;
pub use network::{address_of, counterpart, is_network};
pub use path_start::{PathStart, canonical_start};
pub use url_place::{UrlPlace, not_hosts};
