//! The canonical parts of a URL, the offsets of the delimiters in them, and the buffers that may
//! store both. The parser finds the delimiters anyway, so later steps need not search again.

use crate::bytes::{has_byte, is_alphanumeric_and, split_once};

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
    pub(super) marks: &'a Marks,
}

impl<'a> Address<'a> {
    /// Whether the path has a `;`.
    pub fn has_semicolon(&self) -> bool {
        self.marks.has_semicolon
    }

    /// Whether the path has an `@`.
    pub fn has_at(&self) -> bool {
        self.marks.has_at
    }

    /// Whether the host has the letters of `api` in a row.
    pub fn may_be_api(&self) -> bool {
        self.marks.host_holds_api
    }

    /// The segments of the path; some may be empty.
    pub fn segments(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        self.marks.segments(self.path)
    }

    /// The path without the slashes around it, and the number of its segments; `None` if a segment
    /// is empty or has a `;`.
    pub fn plain_path(&self) -> Option<(&'a [u8], usize)> {
        if self.has_semicolon() {
            return None;
        }
        let slashes = &self.marks.slashes;
        for pair in slashes.windows(2) {
            if pair[0] + 1 == pair[1] {
                return None;
            }
        }
        let inner = self.path.strip_prefix(b"/")?;
        match inner {
            [] => Some((inner, 0)),
            [inner @ .., b'/'] => Some((inner, slashes.len() - 1)),
            _ => Some((inner, slashes.len())),
        }
    }

    /// The parameters of the query: each name, and the value after the first `=`. Empty ones are
    /// skipped.
    pub fn pairs(&self) -> impl Iterator<Item = Pair<'a>> + use<'a> {
        self.marks.pairs(self.query)
    }
}

/// A parameter: its name, and its value if it has one.
pub type Pair<'a> = (&'a [u8], Option<&'a [u8]>);

/// Buffers of a parser, kept from line to line so that parsing does not allocate.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) bytes: Vec<u8>,
    pub(super) marks: Marks,
}

/// Offsets of delimiters, in buffers that are reused from line to line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    /// Each `/` of the path.
    pub slashes: Vec<u32>,
    /// Each `&` and `=` of the query, each `;` that [separates](is_parted) parameters, and the end.
    pub joints: Vec<u32>,
    /// Whether the path has a `;`.
    pub has_semicolon: bool,
    /// Whether the path has an `@`.
    pub has_at: bool,
    /// Whether the host has the letters of `api` in a row.
    pub host_holds_api: bool,
}

impl Marks {
    pub(super) fn clear(&mut self) {
        self.slashes.clear();
        self.joints.clear();
        self.has_semicolon = false;
        self.has_at = false;
    }

    /// Finds the delimiters in canonical parts.
    pub(super) fn find(&mut self, path: &[u8], query: &[u8]) {
        self.clear();
        for slash in memchr::memchr_iter(b'/', path) {
            self.slashes.push(slash as u32);
        }
        for joint in memchr::memchr2_iter(b'&', b'=', query) {
            self.joints.push(joint as u32);
        }
        self.joints.push(query.len() as u32);
        self.part(query);
        self.has_semicolon = path.contains(&b';');
        self.has_at = path.contains(&b'@');
    }

    /// Marks each `;` of a query too, if they separate parameters.
    #[cold]
    pub(super) fn part(&mut self, query: &[u8]) {
        if !is_parted(query) {
            return;
        }
        for separator in memchr::memchr_iter(b';', query) {
            self.joints.push(separator as u32);
        }
        self.joints.sort_unstable();
    }

    /// The segments of a path with these marks.
    fn segments<'a>(&'a self, path: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        let ends = self.slashes.iter().map(|&at| at as usize);
        let mut start = 0;
        ends.chain([path.len()]).map(move |end| {
            let segment = &path[start..end];
            start = end + 1;
            segment
        })
    }

    /// The parameters of a query with these marks.
    fn pairs<'a>(&'a self, query: &'a [u8]) -> impl Iterator<Item = Pair<'a>> {
        let mut joints = self.joints.iter().map(|&at| at as usize);
        let mut start = 0;
        std::iter::from_fn(move || {
            loop {
                let mut equals = None;
                let end = loop {
                    let at = joints.next()?;
                    if query.get(at) != Some(&b'=') {
                        break at;
                    }
                    equals.get_or_insert(at);
                };
                let from = start;
                start = end + 1;
                if from >= end {
                    continue;
                }
                let Some(equals) = equals else {
                    let name = &query[from..end];
                    return Some((name, None));
                };
                let name = &query[from..equals];
                let value = &query[equals + 1..end];
                return Some((name, Some(value)));
            }
        })
    }
}

/// Whether `;` separates parameters as `&` does (HTML 4.01, appendix B.2.2): every piece is a name
/// of letters, digits and `_-.[]`, and a value. So `&amp;` and `a;b` stay.
fn is_parted(query: &[u8]) -> bool {
    if !has_byte(query, b';') {
        return false;
    }
    for piece in query.split(|byte| matches!(byte, b'&' | b';')) {
        let Some((name, _)) = split_once(piece, b'=') else {
            return false;
        };
        if name.is_empty() || !is_alphanumeric_and(name, b"_-.[]") {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pieces_are_those_between_the_delimiters(path in "[a/;]{0,12}", query in "[a&=;]{0,12}") {
            let path = path.as_bytes();
            let query = query.as_bytes();
            let mut marks = Marks::default();
            marks.find(path, query);
            let split: Vec<&[u8]> = path.split(|&b| b == b'/').collect();
            prop_assert_eq!(marks.segments(path).collect::<Vec<_>>(), split);
            let parted = is_parted(query);
            let split: Vec<_> = query
                .split(|&b| b == b'&' || (parted && b == b';'))
                .filter(|part| !part.is_empty())
                .map(|part| {
                    let mut halves = part.splitn(2, |&b| b == b'=');
                    (halves.next().unwrap_or_default(), halves.next())
                })
                .collect();
            prop_assert_eq!(marks.pairs(query).collect::<Vec<_>>(), split);
        }
    }
}
