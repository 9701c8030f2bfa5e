//! The canonical parts of a URL, and the buffers that may store them.

use super::lanes::Lanes;
use super::marks::{self, Marks};

/// The canonical parts of a URL. They borrow from the line or from the [`Scratch`] that parsed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address<'a> {
    /// `http`, `https` or another scheme in lower case; empty if the line has none.
    pub scheme: &'a [u8],
    /// User name and password, `ann:secret`; empty for most.
    pub user: &'a [u8],
    /// Host and non-default port, in lower case; empty for a bare path.
    pub host: &'a [u8],
    /// The path between the host and `?` or `#`.
    pub path: &'a [u8],
    /// The text after the first `?`, without the fragment.
    pub query: &'a [u8],
    /// The text after the first `#`.
    pub fragment: &'a [u8],
    pub(super) slashes: &'a [u32],
    pub(super) joints: &'a [u32],
    /// Whether the path has a `;`.
    pub semicolon: bool,
    /// Whether the path has an `@`.
    pub at: bool,
}

impl<'a> Address<'a> {
    /// The segments of the path; some may be empty.
    pub fn segments(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        marks::segments(self.path, self.slashes)
    }

    /// The path without the slashes around it, and the number of its segments; `None` if a segment
    /// is empty or has a `;`.
    pub fn plain_path(&self) -> Option<(&'a [u8], usize)> {
        if self.semicolon || self.slashes.windows(2).any(|pair| pair[0] + 1 == pair[1]) {
            return None;
        }
        let inner = self.path.strip_prefix(b"/")?;
        match inner {
            [] => Some((inner, 0)),
            [inner @ .., b'/'] => Some((inner, self.slashes.len() - 1)),
            _ => Some((inner, self.slashes.len())),
        }
    }

    /// The parameters of the query: each name, and the value after the first `=`.
    pub fn pairs(&self) -> impl Iterator<Item = (&'a [u8], Option<&'a [u8]>)> + use<'a> {
        marks::pairs(self.query, self.joints)
    }
}

/// Buffers of a parser, kept from line to line so that parsing does not allocate.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) bytes: Vec<u8>,
    pub(super) lanes: Lanes,
    pub(super) marks: Marks,
}
