//! Hosts: everything is remembered by host.

/// A hash of a host with its port and its kind of service.
///
/// ```
/// use urlsift::memory::Host;
///
/// let host = Host::from_number(0x1234);
/// assert_eq!(host.number(), 0x1234);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Host(pub(crate) u64);

impl Host {
    /// Stands for all lines that are not URLs.
    pub(crate) const NOT_URLS: Self = Self(u64::MAX);
    /// Stands for all hosts, if URLs of different hosts may be similar.
    pub(crate) const ALL: Self = Self(0);

    /// The first bits of a host's number, by which a server stores hosts together.
    pub const BUCKET_BITS: u32 = 10;

    /// Returns the host for a number in a store.
    pub fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// Returns the number that stands for it in a store.
    pub fn number(self) -> u64 {
        self.0
    }
}
