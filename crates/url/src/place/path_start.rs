//! The beginning of a path.

use crate::glob::Glob;
use crate::parse::{Scratch, parse};

/// A pattern for the beginning of a path, in which `*` matches any run of bytes. Case matters.
#[derive(Clone, Debug)]
pub enum PathStart {
    Plain(Vec<u8>),
    Glob(Glob),
}

impl Default for PathStart {
    fn default() -> Self {
        Self::Plain(Vec::new())
    }
}

impl PathStart {
    /// Creates the pattern of a beginning in canonical form.
    pub fn new(start: &[u8]) -> Self {
        if start.contains(&b'*')
            && let Ok(text) = str::from_utf8(start)
        {
            let glob = format!("{text}*");
            return Self::Glob(Glob::in_case(&glob));
        }
        Self::Plain(start.to_vec())
    }

    /// Creates the pattern of a whole text in canonical form.
    pub fn whole(text: &[u8]) -> Self {
        Self::Glob(Glob::in_case(&String::from_utf8_lossy(text)))
    }

    /// Whether the pattern matches the beginning of a text.
    pub fn fits(&self, text: &[u8]) -> bool {
        match self {
            Self::Plain(start) => text.starts_with(start),
            Self::Glob(glob) => glob.matches(text),
        }
    }
}

/// Returns the canonical form of the beginning of a path with its query.
pub fn canonical_start(start: &str) -> Vec<u8> {
    if !start.starts_with('/') {
        return start.into();
    }
    let line = format!("//a.example{start}");
    let mut scratch = Scratch::default();
    let Some((address, _)) = parse(line.as_bytes(), &mut scratch) else {
        return start.into();
    };
    let mut canonical = address.path.to_vec();
    if start.contains('?') {
        canonical.push(b'?');
        canonical.extend_from_slice(address.query);
    }
    canonical
}
