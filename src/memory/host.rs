//! Hosts, by which everything is remembered.

/// What hosts are told apart by: a hash of the host with its port and its kind of service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Host(pub(crate) u64);

impl Host {
    /// Returns the number that stands for it in a store.
    pub fn number(self) -> u64 {
        self.0
    }

    /// Stands for the lines that are not URLs.
    pub(crate) const NOT_URLS: Self = Self(u64::MAX);
    /// Stands for all hosts, where URLs of different ones may be similar.
    pub(crate) const ALL: Self = Self(0);
}
