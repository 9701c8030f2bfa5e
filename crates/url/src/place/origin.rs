//! The part of a URL that places are compared with.

use crate::host::{default_port, split_port};
use crate::parse::Address;

/// The scheme, the host and the port of a URL.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin<'a> {
    /// Empty if the URL has none.
    pub scheme: &'a [u8],
    /// The host with its port, if that is not the scheme's own.
    pub server: &'a [u8],
}

impl<'a> Origin<'a> {
    /// Returns the origin of a URL.
    pub fn of(address: &Address<'a>) -> Self {
        Self {
            scheme: address.scheme,
            server: address.host,
        }
    }

    /// Returns the host without its port.
    pub fn host(self) -> &'a [u8] {
        split_port(self.server).0
    }

    /// Returns the port; `None` if there is neither a port nor a scheme that has one.
    pub fn port(self) -> Option<&'a [u8]> {
        split_port(self.server).1.or(default_port(self.scheme))
    }
}
