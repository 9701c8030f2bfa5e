//! A limit for the lines below a path.

use crate::error::Error;
use crate::hash::Key;
use crate::parse::Address;
use crate::place::{HostForms, Origin, UrlPlace, canonical_start};
use crate::rule_text::refusal;
use crate::token::escaped;
use std::num::NonZeroU32;

/// The most lines that are kept below each prefix of a path, on some hosts.
#[derive(Clone, Debug)]
pub struct PlaceLimit {
    pub lines: NonZeroU32,
    place: UrlPlace,
    prefix: Vec<PrefixSegment>,
}

/// A segment of a prefix.
#[derive(Clone, Debug)]
enum PrefixSegment {
    /// Any segment; lines are counted for each.
    Each,
    /// One of these, in the form of templates.
    Names(Vec<String>),
}

impl PlaceLimit {
    /// Limits each prefix of so many segments, on any host.
    pub fn of_segments(lines: NonZeroU32, segments: NonZeroU32) -> Self {
        Self {
            lines,
            place: UrlPlace::default(),
            prefix: vec![PrefixSegment::Each; segments.get() as usize],
        }
    }

    /// Reads hosts, and a path like `/shop/*` or `/a|b/**`.
    ///
    /// # Errors
    /// If the host is not one, or the path has classes or parameters.
    pub fn read(hosts: &str, path: &str, lines: &str) -> Result<Self, Error> {
        let Ok(lines) = lines.parse() else {
            let shown = lines.escape_debug();
            return Err(refusal(format!(
                "\"{shown}\" is not a number of lines: write a whole number from 1, as in {hosts}{path} max 100"
            )));
        };
        if path.contains(['?', '{', '#']) {
            let shown = path.escape_debug();
            return Err(refusal(format!(
                "\"{shown}\" is not the start of a path: with max, it has names, a|b and *"
            )));
        }
        let place = UrlPlace::read(hosts, HostForms::Patterns)?;
        let path = path.strip_suffix("/**").unwrap_or(path);
        let mut prefix = Vec::new();
        for segment in path.split('/').filter(|segment| !segment.is_empty()) {
            if segment == "**" {
                let advice = "with max, ** stands at the end of a path; write * for one segment";
                return Err(refusal(advice));
            }
            prefix.push(PrefixSegment::read(segment));
        }
        Ok(Self {
            lines,
            place,
            prefix,
        })
    }

    /// Returns the prefix to which a URL of a service belongs. A path with fewer segments is its
    /// own prefix; `None` for the root of a host, unless the limit is for whole hosts.
    pub fn prefix_of(&self, key: &Key, service: u64, address: &Address<'_>) -> Option<u64> {
        if !self.place.fits(Origin::of(address)) {
            return None;
        }
        let mut names = address.segments().filter(|name| !name.is_empty());
        let mut found = service;
        for (depth, segment) in self.prefix.iter().enumerate() {
            let Some(name) = names.next() else {
                let is_own = depth > 0 && self.prefix[depth..].iter().all(PrefixSegment::is_each);
                return is_own.then_some(found);
            };
            if !segment.takes(name) {
                return None;
            }
            found = key.join(found, key.token(name));
        }
        Some(found)
    }
}

impl PrefixSegment {
    fn read(text: &str) -> Self {
        if text == "*" {
            return Self::Each;
        }
        let mut names = Vec::new();
        for name in text.split('|') {
            let path = canonical_start(&format!("/{name}"));
            let name = escaped(path.strip_prefix(b"/").unwrap_or(&path));
            names.push(String::from_utf8_lossy(&name).into_owned());
        }
        Self::Names(names)
    }

    fn is_each(&self) -> bool {
        matches!(self, Self::Each)
    }

    fn takes(&self, segment: &[u8]) -> bool {
        match self {
            Self::Each => true,
            Self::Names(names) => {
                let segment = escaped(segment);
                names.iter().any(|name| name.as_bytes() == &*segment)
            }
        }
    }
}
